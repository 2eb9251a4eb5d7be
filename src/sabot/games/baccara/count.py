"""Baccara by counting: the whole game in products of at most six card counts.

Nothing here divides, so the ten counts may be of any ring: integers of any size give the game of
one shoe, polynomials in *d* give the games of all numbers of decks at once. A hand takes the two
cards of each seat, perhaps Player's third, perhaps Banker's: ``c_v - n`` are the ways to draw value
*v* when *n* cards of it are gone. Everything is counted in ordered draws of six cards.

Banker's hand and what he sees of Player fix a *spot*; at each, Player's hands are summed as a
vector (numpy arrays of objects: exact, and as fast as the ring). A hand is scored by Player's lead,
or, where a commission is taken, by whether Banker wins it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from sabot.forms.sequence import Side
from sabot.games.baccara.rules import ACTIONS, SEATS, Conduct, Hand, hands, total
from sabot.telling.tables import view_key

Array = npt.NDArray[Any]
Entries = dict[tuple[int, int], Any]
Score = Callable[[Any, Any], Any]
"""What a hand counts, from the totals of Player and of Banker at its end."""

LOW_HANDS: tuple[Hand, ...] = tuple(hand for t in range(8) for hand in hands(t))
"""The 44 two-card hands that are no natural, by total."""
TWO_CARDS: tuple[Hand, ...] = (*LOW_HANDS, *hands(8), *hands(9))
CARDS = tuple(range(10))


def led(mine: Any, yours: Any) -> Any:
    """Score a hand by Player's lead: 1, 0 or -1.

    >>> [int(led(mine, 6)) for mine in (7, 6, 5)]
    [1, 0, -1]
    """
    return np.sign(mine - yours)


def lost(mine: Any, yours: Any) -> Any:
    """Score a hand by Player's loss: 1 where Banker wins, else 0."""
    return (mine < yours) * 1


def player_key(conduct: Conduct, hand: Hand) -> str:
    """Return the key of what Player knows: ``5``, or ``(1,4)``."""
    return view_key((conduct.sees(hand),))


def banker_key(conduct: Conduct, hand: Hand, third: int | None) -> str:
    """Return the key of what Banker knows: ``6,-``, or ``(0,6),9``."""
    return view_key((conduct.sees(hand), third))


# ---------------------------------------------------------------------- which cards are gone


@dataclass(frozen=True)
class Layout:
    """Which cards are gone at each spot against each of Player's 44 hands: no counts in it yet.

    Cards are places in :attr:`Ways.left`: ten more than their value where the hand of two different
    cards can come in either order, so that its ways count double.
    """

    shown: tuple[tuple[Array, Array], ...]
    """Of each card that makes the spot: its place, and how many of it are gone before."""
    mine: tuple[tuple[Array, Array], tuple[Array, Array]]
    """The same of Player's two cards; the numbers gone by spot and hand."""
    lead: tuple[Array, Array]
    """Where Banker's draw is looked up (10 t + j), and what the cards gone take from it, plus 5."""
    ahead: Array
    """The score when Banker stands: the sign of Player's lead."""


@lru_cache(maxsize=4)
def layout(*, draws: bool, score: Score = led) -> Layout:
    """Return the layout for a Player who draws (ten spots a hand), or for one who stands."""
    thirds: Sequence[int] = CARDS if draws else (0,)
    spots = [(*hand, third) for hand in LOW_HANDS for third in thirds]
    low, high, third = (np.array([spot[n] for spot in spots]) for n in (0, 1, 2))
    a, b = (np.array([hand[n] for hand in LOW_HANDS]) for n in (0, 1))
    seen = [low, high, third] if draws else [low, high]
    none = np.zeros_like(low)
    before = [sum(((card == other) * 1 for other in seen[:n]), none) for n, card in enumerate(seen)]
    places = [low, high + 10 * (low != high), third]

    def gone(cards: Array) -> Array:
        met: Array = np.array([cards[None, :] == other[:, None] for other in seen])
        summed: Array = met.sum(axis=0)
        return summed

    here = ((low + high) % 10)[:, None]
    there = ((a + b)[None, :] + (third if draws else none)[:, None]) % 10
    out = [*(card[:, None] for card in seen), a[None, :], b[None, :]]
    taken = sum((score(there, (here + card) % 10) for card in out), np.full_like(there, 5))
    return Layout(
        tuple(zip(places, before, strict=False)),
        ((a, gone(a)), (b + 10 * (a != b), gone(b) + (a == b)[None, :])),
        (10 * there + here, taken),
        score(there, here).astype(object),
    )


# ---------------------------------------------------------------------- how many ways there are


@dataclass(frozen=True)
class Ways:
    """The ten counts as tables to look weights up in."""

    counts: tuple[Any, ...]
    replaced: bool
    score: Score = led

    def less(self, number: Any, gone: int) -> Any:
        """Return a number of cards less those gone (none are, where they are put back)."""
        return number if self.replaced else number - gone

    def falling(self, start: int) -> Any:
        """Return the ways to draw the cards from number *start* to the sixth."""
        ways: Any = 1
        for gone in range(start, 6):
            ways = self.less(self.size, gone) * ways
        return ways

    @cached_property
    def size(self) -> Any:
        """The number of cards."""
        whole = self.counts[0]
        for count in self.counts[1:]:
            whole = whole + count
        return whole

    @cached_property
    def left(self) -> Array:
        """The ways to draw value v when n of it are gone, at [v, n]; twice that at [v + 10, n]."""
        single = self._table(self.counts, range(5))
        return np.concatenate([single, single + single])

    @cached_property
    def leads(self) -> Array:
        """The scores of Banker's draw together, at [10 t + j, gone].

        They are the ways that Player wins, less those he loses.
        """
        found = []
        for t in CARDS:
            for j in CARDS:
                lead: Any = 0
                for card in CARDS:
                    if score := int(self.score(t, total(j, card))):
                        lead = lead + self.counts[card] * score
                found.append(lead)
        return self._table(found, range(-5, 6))

    def naturals(self) -> Any:
        """Return the scores of the hands that a natural ends, together."""
        found: Any = 0
        for mine in TWO_CARDS:
            for yours in TWO_CARDS:
                ends = total(*mine), total(*yours)
                score = int(self.score(*ends)) if max(ends) > 7 else 0
                if score:
                    found = found + self._deals(*mine, *yours) * score
        return found * self.falling(4)

    def _deals(self, *cards: int) -> Any:
        """Return the ways to deal two hands, each of them in any order."""
        orders = (1 + (cards[0] != cards[1])) * (1 + (cards[2] != cards[3]))
        ways: Any = orders
        for place, card in enumerate(cards):
            ways = ways * self.less(self.counts[card], cards[:place].count(card))
        return ways

    def _table(self, numbers: Sequence[Any], gone: range) -> Array:
        made = np.empty((len(numbers), len(gone)), dtype=object)
        for i, number in enumerate(numbers):
            for j, less in enumerate(gone):
                made[i, j] = self.less(number, less)
        return made


@dataclass(frozen=True)
class Sums:
    """Weights by spot and by group of Player's hands, in draws of six cards."""

    reach: list[list[Any]]
    """All hands."""
    payoffs: tuple[list[list[Any]], list[list[Any]]]
    """Their scores, when Banker stands and when he draws."""

    def over(self, rows: Sequence[int]) -> tuple[list[Any], list[Any], list[Any]]:
        """Return the weights and both payoffs of some spots together, by group."""
        reach, stand, draw = (
            part[rows[0]]
            if len(rows) == 1
            else [sum(column) for column in zip(*(part[n] for n in rows), strict=True)]
            for part in (self.reach, *self.payoffs)
        )
        return reach, stand, draw


def sums(ways: Ways, plan: Layout, groups: Sequence[Sequence[int]]) -> Sums:
    """Return the sums over Player's hands, which *groups* name by their places in LOW_HANDS."""
    left, leads = ways.left, ways.leads
    (first, gone_first), *others = plan.shown
    spot = left[first, gone_first]
    for card, gone in others:
        spot = spot * left[card, gone]
    stand = np.empty((len(spot), len(groups)), dtype=object)
    reach, draw = np.empty_like(stand), np.empty_like(stand)
    seen = 2 + len(plan.shown)
    rest, last = spot * _scalar(ways.falling(seen)), spot * _scalar(ways.falling(seen + 1))
    (a, gone_a), (b, gone_b) = plan.mine
    lead, taken = plan.lead
    for number, group in enumerate(groups):
        at = list(group)
        weight = left[a[at], gone_a[:, at]] * left[b[at], gone_b[:, at]]
        reach[:, number] = rest * weight.sum(axis=1)
        stand[:, number] = rest * (weight * plan.ahead[:, at]).sum(axis=1)
        draw[:, number] = last * (weight * leads[lead[:, at], taken[:, at]]).sum(axis=1)
    return Sums(reach.tolist(), (stand.tolist(), draw.tolist()))


def _scalar(element: Any) -> Array:
    """Return a ring element as an array that numpy will not take apart."""
    made = np.empty(1, dtype=object)
    made[0] = element
    return made


# ---------------------------------------------------------------------- the game


@dataclass(frozen=True)
class Counted:
    """A game of baccara with payoffs and chances as ring elements over one denominator."""

    sides: tuple[Side, Side]
    payoffs: Entries
    """By the sequences of both seats, in order; what is missing is zero."""
    reach: Entries
    """The weight of the hands that end between two sequences, in order."""
    denominator: Any
    unreachable: tuple[tuple[str, ...], tuple[str, ...]]
    """Views that the cards never show: they are no part of the form."""


def counted(
    counts: Sequence[Any],
    conducts: tuple[Conduct, Conduct],
    *,
    replaced: bool = False,
    score: Score = led,
) -> Counted:
    """Return the game dealt from ten *counts*, each any ring element.

    Its payoffs are those of Player; by another *score*, how often a hand counts by it.

    >>> from sabot.games.baccara.rules import conducts
    >>> game = counted([16, 4, 4, 4, 4, 4, 4, 4, 4, 4], conducts("B1"))
    >>> len(game.sides[1].cells), game.denominator == 52 * 51 * 50 * 49 * 48 * 47
    (88, True)
    """
    ways = Ways(tuple(counts), replaced, score)
    one, two = conducts
    cells = player_cells(one)
    parts = []
    for draws, move in enumerate(ACTIONS):
        forced = [n for n, hand in enumerate(LOW_HANDS) if one.move(total(*hand)) == move]
        parts.append(sums(ways, layout(draws=bool(draws), score=score), [forced, *cells.values()]))
    met = {key: any(row[n] for row in parts[0].reach) for n, key in enumerate(cells, 1)}
    player = Side.flat(SEATS[0], {key: ACTIONS for key, seen in met.items() if seen})
    views = banker_views(two)
    weights = {key: parts[view.draws].over(view.spots) for key, view in views.items()}
    free = [key for key, view in views.items() if view.move is None]
    banker = Side.flat(SEATS[1], {key: ACTIONS for key in free if any(weights[key][0])})
    whole = ways.falling(0)
    groups = {key: n for n, key in enumerate(cells, 1)}
    lines: list[Line] = [(0, 0, (0, 1))]
    for cell in player.cells:
        lines += [(cell.first + draws, groups[cell.key], (draws,)) for draws in (0, 1)]
    answers = {cell.key: cell.first for cell in banker.cells}
    payoffs, reach = _entries(lines, views, weights, answers)
    if score is not led:
        payoffs = {(0, 0): payoffs.pop((0, 0), 0) + ways.naturals()} | payoffs
    # a natural ends the hand and pays nothing on the whole: either seat is as likely to have it
    naturals = whole - _low_deals(parts)
    reach = {(0, 0): reach.pop((0, 0), 0) + naturals} | reach
    return Counted(
        (player, banker),
        {spot: payoff for spot, payoff in payoffs.items() if payoff},
        {spot: weight for spot, weight in reach.items() if weight},
        whole,
        (
            tuple(key for key, seen in met.items() if not seen),
            tuple(key for key in free if key not in answers),
        ),
    )


Line = tuple[int, int, tuple[int, ...]]
"""A sequence of Player's, its group of hands, and the moves (0 stand, 1 draw) that belong to it."""


def _entries(
    lines: Sequence[Line],
    views: Mapping[str, View],
    weights: Mapping[str, tuple[list[Any], list[Any], list[Any]]],
    answers: Mapping[str, int],
) -> tuple[Entries, Entries]:
    """Return the payoffs and the weights by the sequences of both seats, in order."""
    payoffs: Entries = {}
    reach: Entries = {}
    forces = any(view.move is not None for view in views.values())
    for line, group, moves in lines:
        if forces:
            payoffs[line, 0] = reach[line, 0] = 0
        for key, view in views.items():
            if view.draws not in moves:
                continue
            weight, *amounts = (part[group] for part in weights[key])
            if not weight:
                continue
            if view.move is None:
                spot = answers[key]
                payoffs[line, spot], payoffs[line, spot + 1] = amounts
                reach[line, spot] = reach[line, spot + 1] = weight
            else:
                payoffs[line, 0] = payoffs[line, 0] + amounts[ACTIONS.index(view.move)]
                reach[line, 0] = reach[line, 0] + weight
    return payoffs, reach


def _low_deals(parts: Sequence[Sums]) -> Any:
    """Return the weight of the deals without a natural: Player stands, or is made to draw."""
    stands = sum(sum(row) for row in parts[0].reach)
    return stands + sum(row[0] for row in parts[1].reach)


def player_cells(conduct: Conduct) -> dict[str, list[int]]:
    """Return Player's views with the places of their hands in LOW_HANDS."""
    cells: dict[str, list[int]] = {}
    for place, hand in enumerate(LOW_HANDS):
        if conduct.move(total(*hand)) is None:
            cells.setdefault(player_key(conduct, hand), []).append(place)
    return cells


@dataclass(frozen=True, slots=True)
class View:
    """What Banker knows: the move prescribed there, whether Player drew, the spots it covers."""

    move: str | None
    draws: int
    spots: list[int]


@lru_cache(maxsize=64)
def banker_views(conduct: Conduct) -> dict[str, View]:
    """Return Banker's views by key, in order."""
    views: dict[str, View] = {}
    for place, hand in enumerate(LOW_HANDS):
        move = conduct.move(total(*hand))
        for third in (*CARDS, None):
            spot = place if third is None else place * len(CARDS) + third
            key = banker_key(conduct, hand, third)
            views.setdefault(key, View(move, int(third is not None), [])).spots.append(spot)
    return views
