"""Baccara by counting: all payoffs as sums of products of at most six card counts, over any ring.

Nothing here divides, so the ten counts may be elements of any ring: integers of any size give the
game of one shoe, polynomials in *d* give the games of all numbers of decks at once. A hand takes
two cards per player, perhaps Player's third, perhaps Banker's: ``c_v - n`` are the ways to draw
value *v* when *n* cards of it are gone. Everything is counted in ordered draws of six cards.

Banker's hand and what he sees of Player fix a *spot*; at each spot Player's hands are summed as a
vector (numpy arrays of objects: exact, and as fast as the ring). A hand is scored by Player's
payoff, or, where a commission is taken, by whether Banker wins it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from sabot.forms.sequence import Treeplex
from sabot.game_rules.table import infoset_key
from sabot.games.baccara.rules import (
    ACTIONS,
    SEATS,
    SeatRules,
    TwoCards,
    hand_total,
    two_card_hands,
)

if TYPE_CHECKING:
    from sabot.forms.parametric import RingElement

Array = npt.NDArray[np.object_]
Indices = npt.NDArray[np.int64]
RingEntries = dict[tuple[int, int], "RingElement"]
Totals = TypeVar("Totals", int, Indices)
"""The total of one hand, or those of many."""


class Score(Protocol):
    """What a hand counts, from the totals of Player and of Banker at its end."""

    def __call__(self, mine: Totals, yours: Totals, /) -> Totals:
        """Return the score."""

    def __hash__(self) -> int: ...


NON_NATURAL_HANDS: tuple[TwoCards, ...] = tuple(
    hand for t in range(8) for hand in two_card_hands(t)
)
"""The 44 two-card hands that are no natural, by total."""
ALL_TWO_CARD_HANDS: tuple[TwoCards, ...] = (
    *NON_NATURAL_HANDS,
    *two_card_hands(8),
    *two_card_hands(9),
)
CARD_VALUES = tuple(range(10))


def score_player_payoff(mine: Totals, yours: Totals) -> Totals:
    """Score a hand by Player's lead: 1, 0 or -1.

    >>> [int(score_player_payoff(mine, 6)) for mine in (7, 6, 5)]
    [1, 0, -1]
    """
    lead: Totals = np.sign(mine - yours)
    return lead


def score_banker_win(mine: Totals, yours: Totals) -> Totals:
    """Score a hand by Player's loss: 1 where Banker wins, else 0."""
    return (mine < yours) * 1


def player_view_key(conduct: SeatRules, hand: TwoCards) -> str:
    """Return the key of what Player knows: ``5``, or ``(1,4)``."""
    return infoset_key((conduct.sees(hand),))


def banker_view_key(conduct: SeatRules, hand: TwoCards, third: int | None) -> str:
    """Return the key of what Banker knows: ``6,-``, or ``(0,6),9``."""
    return infoset_key((conduct.sees(hand), third))


# ---------------------------------------------------------------------- which cards are gone


@dataclass(frozen=True)
class RemovalLayout:
    """Which cards are gone at each spot against each of Player's 44 hands: no counts in it yet.

    Cards are places in :attr:`Ways.left`: ten more than their value where the hand of two different
    cards can come in either order, so that its ways count double.
    """

    shown: tuple[tuple[Indices, Indices], ...]
    """Of each card that makes the spot: its place, and how many of it are gone before."""
    mine: tuple[tuple[Indices, Indices], tuple[Indices, Indices]]
    """The same of Player's two cards; the numbers gone by spot and hand."""
    lead: tuple[Indices, Indices]
    """Where Banker's draw is looked up (10 t + j), and what the cards gone take from it, plus 5."""
    ahead: Array
    """The score when Banker stands: the sign of Player's lead."""


@lru_cache(maxsize=4)
def removal_layout(*, draws: bool, score: Score = score_player_payoff) -> RemovalLayout:
    """Return the layout for a Player who draws (ten spots per hand), or for one who stands."""
    thirds: Sequence[int] = CARD_VALUES if draws else (0,)
    spots = [(*hand, third) for hand in NON_NATURAL_HANDS for third in thirds]
    low, high, third = (np.array([spot[n] for spot in spots]) for n in (0, 1, 2))
    a, b = (np.array([hand[n] for hand in NON_NATURAL_HANDS]) for n in (0, 1))
    seen = [low, high, third] if draws else [low, high]
    none = np.zeros_like(low)
    before = [sum(((card == other) * 1 for other in seen[:n]), none) for n, card in enumerate(seen)]
    places = [low, high + 10 * (low != high), third]

    def gone(cards: Indices) -> Indices:
        met = np.array([cards[None, :] == other[:, None] for other in seen])
        summed: Indices = met.sum(axis=0)
        return summed

    here = ((low + high) % 10)[:, None]
    there = ((a + b)[None, :] + (third if draws else none)[:, None]) % 10
    out = [*(card[:, None] for card in seen), a[None, :], b[None, :]]
    taken = sum((score(there, (here + card) % 10) for card in out), np.full_like(there, 5))
    return RemovalLayout(
        tuple(zip(places, before, strict=False)),
        ((a, gone(a)), (b + 10 * (a != b), gone(b) + (a == b)[None, :])),
        (10 * there + here, taken),
        score(there, here).astype(object),
    )


# ---------------------------------------------------------------------- how many ways there are


@dataclass(frozen=True)
class DrawWeights:
    """The ten counts as tables to look weights up in."""

    counts: tuple[RingElement, ...]
    replaced: bool
    score: Score = score_player_payoff

    def without_removed(self, number: RingElement, gone: int) -> RingElement:
        """Return a number of cards less those gone (none are, where they are put back)."""
        return number if self.replaced else number - gone

    def falling_product(self, start: int) -> RingElement:
        """Return the ways to draw the cards from number *start* to the sixth."""
        ways: RingElement = 1
        for gone in range(start, 6):
            ways = self.without_removed(self.size, gone) * ways
        return ways

    @cached_property
    def size(self) -> RingElement:
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
        for t in CARD_VALUES:
            for j in CARD_VALUES:
                lead: RingElement = 0
                for card in CARD_VALUES:
                    if score := int(self.score(t, hand_total(j, card))):
                        lead = lead + self.counts[card] * score
                found.append(lead)
        return self._table(found, range(-5, 6))

    def naturals(self) -> RingElement:
        """Return the scores of the hands that a natural ends, together."""
        found: RingElement = 0
        for mine in ALL_TWO_CARD_HANDS:
            for yours in ALL_TWO_CARD_HANDS:
                ends = hand_total(*mine), hand_total(*yours)
                score = int(self.score(*ends)) if max(ends) > 7 else 0
                if score:
                    found = found + self._deals(*mine, *yours) * score
        return found * self.falling_product(4)

    def _deals(self, *cards: int) -> RingElement:
        """Return the ways to deal two hands, each of them in any order."""
        orders = (1 + (cards[0] != cards[1])) * (1 + (cards[2] != cards[3]))
        ways: RingElement = orders
        for place, card in enumerate(cards):
            ways = ways * self.without_removed(self.counts[card], cards[:place].count(card))
        return ways

    def _table(self, numbers: Sequence[RingElement], gone: range) -> Array:
        made = np.empty((len(numbers), len(gone)), dtype=object)
        for i, number in enumerate(numbers):
            for j, less in enumerate(gone):
                made[i, j] = self.without_removed(number, less)
        return made


@dataclass(frozen=True)
class GroupedWeights:
    """Weights by spot and by group of Player's hands, in draws of six cards."""

    reach: list[list[RingElement]]
    """All hands."""
    payoffs: tuple[list[list[RingElement]], list[list[RingElement]]]
    """Their scores, when Banker stands and when he draws."""

    def over(
        self, rows: Sequence[int]
    ) -> tuple[list[RingElement], list[RingElement], list[RingElement]]:
        """Return the weights and both payoffs of some spots together, by group."""
        reach, stand, draw = (
            part[rows[0]]
            if len(rows) == 1
            else [sum(column) for column in zip(*(part[n] for n in rows), strict=True)]
            for part in (self.reach, *self.payoffs)
        )
        return reach, stand, draw


def sum_over_player_hands(
    ways: DrawWeights, plan: RemovalLayout, groups: Sequence[Sequence[int]]
) -> GroupedWeights:
    """Return the sums over Player's hands, which *groups* name by their places in LOW_HANDS."""
    left, leads = ways.left, ways.leads
    (first, gone_first), *others = plan.shown
    spot = left[first, gone_first]
    for card, gone in others:
        spot = spot * left[card, gone]
    stand = np.empty((len(spot), len(groups)), dtype=object)
    reach, draw = np.empty_like(stand), np.empty_like(stand)
    seen = 2 + len(plan.shown)
    rest, last = (
        spot * _as_object_array(ways.falling_product(seen)),
        spot * _as_object_array(ways.falling_product(seen + 1)),
    )
    (a, gone_a), (b, gone_b) = plan.mine
    lead, taken = plan.lead
    for number, group in enumerate(groups):
        at = list(group)
        weight = left[a[at], gone_a[:, at]] * left[b[at], gone_b[:, at]]
        reach[:, number] = rest * weight.sum(axis=1)
        stand[:, number] = rest * (weight * plan.ahead[:, at]).sum(axis=1)
        draw[:, number] = last * (weight * leads[lead[:, at], taken[:, at]]).sum(axis=1)
    return GroupedWeights(reach.tolist(), (stand.tolist(), draw.tolist()))


def _as_object_array(element: RingElement) -> Array:
    """Return a ring element as an array that numpy will not take apart."""
    made = np.empty(1, dtype=object)
    made[0] = element
    return made


# ---------------------------------------------------------------------- the game


@dataclass(frozen=True)
class CountedGame:
    """A game of baccara with payoffs and chances as ring elements over one denominator."""

    sides: tuple[Treeplex, Treeplex]
    payoffs: RingEntries
    """By the sequences of both seats, in order; what is missing is zero."""
    reach: RingEntries
    """The weight of the hands that end between two sequences, in order."""
    denominator: RingElement
    unreachable: tuple[tuple[str, ...], tuple[str, ...]]
    """Views that the cards never show: they are no part of the form."""


def count_game(
    counts: Sequence[RingElement],
    conducts: tuple[SeatRules, SeatRules],
    *,
    replaced: bool = False,
    score: Score = score_player_payoff,
) -> CountedGame:
    """Return the game dealt from ten *counts*, each any ring element.

    Its payoffs are those of Player; by another *score*, how often a hand counts by it.

    >>> from sabot.games.baccara.rules import seat_rules
    >>> game = count_game([16, 4, 4, 4, 4, 4, 4, 4, 4, 4], seat_rules("B1"))
    >>> len(game.sides[1].cells), game.denominator == 52 * 51 * 50 * 49 * 48 * 47
    (88, True)
    """
    ways = DrawWeights(tuple(counts), replaced, score)
    one, two = conducts
    cells = player_infosets(one)
    parts = []
    for draws, move in enumerate(ACTIONS):
        forced = [
            n for n, hand in enumerate(NON_NATURAL_HANDS) if one.move(hand_total(*hand)) == move
        ]
        parts.append(
            sum_over_player_hands(
                ways, removal_layout(draws=bool(draws), score=score), [forced, *cells.values()]
            )
        )
    met = {key: any(row[n] for row in parts[0].reach) for n, key in enumerate(cells, 1)}
    player = Treeplex.flat(SEATS[0], {key: ACTIONS for key, seen in met.items() if seen})
    views = banker_views(two)
    weights = {key: parts[view.draws].over(view.spots) for key, view in views.items()}
    free = [key for key, view in views.items() if view.move is None]
    banker = Treeplex.flat(SEATS[1], {key: ACTIONS for key in free if any(weights[key][0])})
    whole = ways.falling_product(0)
    groups = {key: n for n, key in enumerate(cells, 1)}
    lines: list[PlayerSequence] = [(0, 0, (0, 1))]
    for cell in player.cells:
        lines += [(cell.first + draws, groups[cell.key], (draws,)) for draws in (0, 1)]
    answers = {cell.key: cell.first for cell in banker.cells}
    payoffs, reach = _entries_by_sequence(lines, views, weights, answers)
    if score is not score_player_payoff:
        payoffs = {(0, 0): payoffs.pop((0, 0), 0) + ways.naturals()} | payoffs
    # a natural ends the hand and pays nothing on the whole: either seat is as likely to have it
    naturals = whole - _non_natural_weight(parts)
    reach = {(0, 0): reach.pop((0, 0), 0) + naturals} | reach
    return CountedGame(
        (player, banker),
        {spot: payoff for spot, payoff in payoffs.items() if payoff},
        {spot: weight for spot, weight in reach.items() if weight},
        whole,
        (
            tuple(key for key, seen in met.items() if not seen),
            tuple(key for key in free if key not in answers),
        ),
    )


PlayerSequence = tuple[int, int, tuple[int, ...]]
"""A sequence of Player's, its group of hands, and the moves (0 stand, 1 draw) that belong to it."""


def _entries_by_sequence(
    lines: Sequence[PlayerSequence],
    views: Mapping[str, BankerView],
    weights: Mapping[str, tuple[list[RingElement], list[RingElement], list[RingElement]]],
    answers: Mapping[str, int],
) -> tuple[RingEntries, RingEntries]:
    """Return the payoffs and the weights by the sequences of both seats, in order."""
    payoffs: RingEntries = {}
    reach: RingEntries = {}
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


def _non_natural_weight(parts: Sequence[GroupedWeights]) -> RingElement:
    """Return the weight of the deals without a natural: Player stands, or is made to draw."""
    stands = sum(sum(row) for row in parts[0].reach)
    return stands + sum(row[0] for row in parts[1].reach)


def player_infosets(conduct: SeatRules) -> dict[str, list[int]]:
    """Return Player's views with the places of their hands in LOW_HANDS."""
    cells: dict[str, list[int]] = {}
    for place, hand in enumerate(NON_NATURAL_HANDS):
        if conduct.move(hand_total(*hand)) is None:
            cells.setdefault(player_view_key(conduct, hand), []).append(place)
    return cells


@dataclass(frozen=True, slots=True)
class BankerView:
    """What Banker knows: the move prescribed there, whether Player drew, the spots it covers."""

    move: str | None
    draws: int
    spots: list[int]


@lru_cache(maxsize=64)
def banker_views(conduct: SeatRules) -> dict[str, BankerView]:
    """Return Banker's views by key, in order."""
    views: dict[str, BankerView] = {}
    for place, hand in enumerate(NON_NATURAL_HANDS):
        move = conduct.move(hand_total(*hand))
        for third in (*CARD_VALUES, None):
            spot = place if third is None else place * len(CARD_VALUES) + third
            key = banker_view_key(conduct, hand, third)
            views.setdefault(key, BankerView(move, int(third is not None), [])).spots.append(spot)
    return views
