"""Baccara by counting in arrays: the game of :mod:`~sabot.games.baccara.count`, faster.

The same products of card counts, as arrays of numbers instead of arrays of ring elements. The ways
to draw three cards are machine words, for as many cards as that holds (165,140); those to draw all
six are words up to 1,290 cards, and Python's integers beyond. A test asserts that both roads give
the same form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from sabot.forms.binary import WORD, BinaryForm, Words
from sabot.forms.sequence import SequenceForm, Side
from sabot.games.baccara.count import CARDS, LOW_HANDS, banker_views, layout, player_cells
from sabot.games.baccara.rules import (
    ACTIONS,
    SEATS,
    Conduct,
    Dealing,
    conducts,
    dealing,
    total,
)

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]

_EXACT_FLOAT = 2**53
_SHOWS_ALL = 6
"""A shoe with as many cards of every value deals every hand, and so shows every view."""


@dataclass(frozen=True, eq=False)
class Part:
    """What is looked up where for the hands in which Player stands, or for those in which he draws.

    Rows are Banker's spots, columns those of Player's hands that can come there.
    """

    seen: int
    """How many cards are on the table when Banker moves."""
    spot: tuple[Places, ...]
    """Of each card that makes a spot: the place of its ways to be drawn."""
    pairs: tuple[Places, Places]
    """The places of the ways of Player's two cards, each pair of places once."""
    hands: Places
    """Which pair belongs to a spot and a hand."""
    leads: Places
    """Where Banker's draw is looked up."""
    ahead: Floats
    """The sign of Player's lead when Banker stands."""
    groups: Floats
    """Which hands are in a group: those that the rules make move so, then each view of Player's."""
    views: Places
    """The numbers of Banker's views here."""
    order: Places
    """The spots, those of one view together."""
    starts: Places
    """Where the spots of each view start."""


@dataclass(frozen=True, eq=False)
class Scheme:
    """All that counting needs to know before the cards: one for each pair of conducts."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    moves: npt.NDArray[np.int8]
    """By Banker's view: 0 or 1 where the rules make him stand or draw, -1 where he chooses."""
    drawn: Mask
    """By Banker's view: whether Player drew."""
    parts: tuple[Part, Part]

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """Both seats, where the cards show all views."""
        return self._seated(np.full(len(self.player), True), np.full(len(self.banker), True))

    def shown(self, met: Mask, seen: Mask) -> tuple[Side, Side]:
        """Return both seats with those views that the cards show and the rules leave free."""
        return self.sides if met.all() and seen.all() else self._seated(met, seen)

    def _seated(self, met: Mask, seen: Mask) -> tuple[Side, Side]:
        free = seen & (self.moves < 0)
        one, two = (
            Side.flat(seat, {key: ACTIONS for key, live in zip(keys, mask, strict=True) if live})
            for seat, keys, mask in zip(
                SEATS, (self.player, self.banker), (met.tolist(), free.tolist()), strict=True
            )
        )
        return one, two


@lru_cache(maxsize=16)
def scheme(one: Conduct, two: Conduct) -> Scheme:
    """Return what two conducts make of the hands."""
    cells, views = player_cells(one), banker_views(two)
    moves = [-1 if view.move is None else ACTIONS.index(view.move) for view in views.values()]
    stands, draws = (
        _part(
            one,
            list(cells.values()),
            [(n, v.spots) for n, v in enumerate(views.values()) if v.draws == d],
            d,
        )
        for d in (0, 1)
    )
    return Scheme(
        tuple(cells),
        tuple(views),
        np.array(moves, dtype=np.int8),
        np.array([bool(view.draws) for view in views.values()]),
        (stands, draws),
    )


def _part(
    one: Conduct, cells: Sequence[Sequence[int]], views: Sequence[tuple[int, list[int]]], draws: int
) -> Part:
    told = layout(draws=bool(draws))
    forced = [n for n, hand in enumerate(LOW_HANDS) if one.move(total(*hand)) == ACTIONS[draws]]
    groups = np.zeros((len(LOW_HANDS), 1 + len(cells)))
    for number, places in enumerate([forced, *cells]):
        groups[places, number] = 1.0
    hands = np.flatnonzero(groups.any(axis=1))
    (a, gone_a), (b, gone_b) = told.mine
    both = np.stack([(5 * a + gone_a)[:, hands], (5 * b + gone_b)[:, hands]])
    pairs, which = np.unique(both.reshape(2, -1), axis=1, return_inverse=True)
    lead, taken = told.lead
    sizes = [len(spots) for _, spots in views]
    return Part(
        2 + len(told.shown),
        tuple((5 * card + gone).astype(np.intp) for card, gone in told.shown),
        (pairs[0].astype(np.intp), pairs[1].astype(np.intp)),
        which.reshape(both.shape[1:]).astype(np.intp),
        (11 * lead + taken)[:, hands].astype(np.intp),
        told.ahead[:, hands].astype(np.float64),
        groups[hands],
        np.array([n for n, _ in views], dtype=np.intp),
        np.array([spot for _, spots in views for spot in spots], dtype=np.intp),
        np.cumsum([0, *sizes[:-1]], dtype=np.intp),
    )


@lru_cache(maxsize=1)
def _signs() -> Words:
    """Return whether a card drawn by Banker lets Player win, at [10 t + j, card]."""
    return np.array(
        [
            [(t > total(j, card)) - (t < total(j, card)) for card in CARDS]
            for t in CARDS
            for j in CARDS
        ],
        dtype=np.int64,
    )


@dataclass(frozen=True, eq=False)
class Weighed:
    """A game of baccara in arrays: weights in ordered draws of six cards.

    Rows are Banker's views, columns Player's groups of hands (those that the rules make move, then
    each of his views). In each view Player drew, or he did not.
    """

    plan: Scheme
    cards: Dealing
    stand: Words
    """The hands that Player wins less those that he loses, when Banker stands."""
    gap: Words
    """How much more that is when he draws."""

    @property
    def denominator(self) -> int:
        """The ways to draw six cards."""
        return _falling(self.cards, 0)

    @cached_property
    def reach(self) -> Words:
        """All hands."""
        found = np.empty_like(self.stand)
        left = _left(self.cards)
        for part in self.plan.parts:
            weight = _weights(part, left) @ part.groups
            spot = _spot(part, left).astype(found.dtype) * _falling(self.cards, part.seen)
            found[part.views] = _by_view(part, weight, spot)
        return found

    @cached_property
    def shown(self) -> tuple[Mask, Mask]:
        """Which views of each seat the cards show."""
        seen = self.reach > 0
        return np.logical_or.reduce(seen[~self.plan.drawn, 1:]), np.logical_or.reduce(seen, axis=1)

    def form(self) -> SequenceForm:
        """Return the game by the sequences of both seats."""
        plan = self.plan
        met, seen = self.shown
        sides = plan.shown(met, seen)
        free = seen & (plan.moves < 0)
        groups = np.flatnonzero(np.concatenate([[True], met]))
        payoffs = np.zeros((sides[0].count, sides[1].count), dtype=self.stand.dtype)
        chances = np.zeros_like(payoffs)
        column = 2 * np.cumsum(free) - 1
        for draws, part in enumerate(plan.parts):
            # the empty sequence, then each cell's: the first of two where Player stands
            lines = np.concatenate([[0], 2 * np.arange(len(groups) - 1) + 1 + draws])
            for move, paid in enumerate((self.stand, self.stand + self.gap)):
                own = part.views[free[part.views]]
                at = np.ix_(lines, column[own] + move)
                payoffs[at], chances[at] = (a[np.ix_(own, groups)].T for a in (paid, self.reach))
                made = part.views[plan.moves[part.views] == move]
                payoffs[lines, 0] += paid[np.ix_(made, groups)].sum(axis=0)
                chances[lines, 0] += self.reach[np.ix_(made, groups)].sum(axis=0)
        # a natural ends the hand and pays nothing on the whole: either seat is as likely to have it
        low = self.reach[~plan.drawn].sum() + self.reach[plan.drawn, 0].sum()
        chances[0, 0] += self.denominator - int(low)
        reach = SequenceForm(sides, *_lowest(chances, self.denominator))
        return SequenceForm(sides, *_lowest(payoffs, self.denominator), reach)

    def binary(self) -> BinaryForm | None:
        """Return the game as arrays; None where sums of its payoffs might overflow.

        What is made here cannot: differences of payoffs are at most twice the ways of six cards.
        """
        plan, drawn = self.plan, self.plan.drawn
        # Player's second action is to draw: it brings a view in which he drew, and takes another
        turn = np.where(drawn, 1, -1)[:, None]
        stand, gap = (
            (part[:, 0] + np.where(drawn, 0, part[:, 1:].sum(axis=1)), turn * part[:, 1:])
            for part in (self.stand, self.gap)
        )
        level, first = int(stand[0].sum()), stand[1].sum(axis=0)
        second, joint = gap[0], gap[1].T
        forced = plan.moves == 1
        if forced.any():
            level += int(second[forced].sum())
            first = first + joint[:, forced].sum(axis=1)
        sides = plan.sides
        if (plan.moves >= 0).any() or min(self.cards.counts) < (
            1 if self.cards.replaced else _SHOWS_ALL
        ):
            met, seen = self.shown
            sides = plan.shown(met, seen)
            seen = seen & (plan.moves < 0)
            first, second, joint = first[met], second[seen], joint[np.ix_(met, seen)]
        return BinaryForm.fitting(sides, level, first, second, joint, self.denominator)


def _lowest(entries: Words, below: int) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Return the entries that are not 0, in order, over the least denominator."""
    places = np.nonzero(entries)
    amounts = entries[places]
    shared = math.gcd(below, int(np.gcd.reduce(amounts, initial=0)))
    columns = (part.tolist() for part in (*places, amounts // shared))
    return tuple(zip(*columns, strict=True)), below // shared


def weigh(cards: Dealing, conduct: tuple[Conduct, Conduct]) -> Weighed | None:
    """Return a game counted in arrays; None where the ways of three cards do not fit a float."""
    size = sum(cards.counts)
    if 2 * size**3 >= _EXACT_FLOAT:
        return None
    plan = scheme(*conduct)
    word = _word(cards)
    left = _left(cards)
    leads = (_signs() @ np.array(cards.counts, dtype=np.int64))[:, None] - _gone(
        cards, range(-5, 6)
    )
    flat_leads = leads.astype(np.float64).ravel()
    shape = len(plan.banker), 1 + len(plan.player)
    stand, gap = np.empty(shape, dtype=word), np.empty(shape, dtype=word)
    for part in plan.parts:
        # sums of three cards' ways are whole numbers below 2^53: floats are exact and fast
        weight = _weights(part, left)
        ahead = (weight * part.ahead) @ part.groups
        drawn = (weight * flat_leads.take(part.leads)) @ part.groups
        last = _falling(cards, part.seen + 1)
        more = size if cards.replaced else size - part.seen
        spot = _spot(part, left).astype(word) * last
        stand[part.views] = _by_view(part, more * ahead, spot)
        gap[part.views] = _by_view(part, drawn - more * ahead, spot)
    return Weighed(plan, cards, stand, gap)


def _word(cards: Dealing) -> np.dtype[Any]:
    """Return what holds the ways to draw six cards: machine words where no sum overflows them."""
    return np.dtype(np.int64 if sum(cards.counts) ** 6 < WORD else object)


def _gone(cards: Dealing, gone: range) -> Words:
    return np.zeros(len(gone), np.int64) if cards.replaced else np.array(gone)


def _falling(cards: Dealing, start: int) -> int:
    """Return the ways to draw the cards from number *start* to the sixth."""
    size, ways = sum(cards.counts), 1
    for gone in range(start, 6):
        ways *= size if cards.replaced else size - gone
    return ways


def _left(cards: Dealing) -> Words:
    """Return the ways to draw value v when n of it are gone, at 5 v + n; twice that from 50 on."""
    single = np.array(cards.counts, dtype=np.int64)[:, None] - _gone(cards, range(5))
    return np.concatenate([single.ravel(), 2 * single.ravel()])


def _weights(part: Part, left: Words) -> Floats:
    """Return the ways of Player's two cards by spot and hand."""
    a, b = part.pairs
    ways: Floats = (left.take(a) * left.take(b)).astype(np.float64).take(part.hands)
    return ways


def _spot(part: Part, left: Words) -> Words:
    """Return the ways of the cards that make each spot."""
    ways = left.take(part.spot[0])
    for places in part.spot[1:]:
        ways = ways * left.take(places)
    return ways


def _by_view(part: Part, sums: Floats, spot: Words) -> Words:
    """Return the weights of the spots of each view together."""
    weights = sums.astype(np.int64).astype(spot.dtype, copy=False) * spot[:, None]
    if len(part.starts) == len(part.order):
        return weights[part.order]
    together: Words = np.add.reduceat(weights[part.order], part.starts, axis=0)
    return together


def baccara_binary(
    *, model: str, decks: Any = None, shoe: tuple[int, ...] | None = None, **options: Any
) -> BinaryForm | None:
    """Return the game as arrays; None where there are too many cards for them."""
    weighed = weigh(dealing(model, decks, shoe), conducts(model, **options))
    return None if weighed is None else weighed.binary()
