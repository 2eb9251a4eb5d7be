"""The value of all 32 holds of all 134,459 classes of hands at once, in arrays.

Hands with the same ranks are worked out together, first as if no hand were a flush. A draw is a
multiset of ranks that comes in a product of binomials many ways. What flushes change is added
class by class. It depends on the ranks of one's own cards in a suit, of which there are few:
the five ranks of a flush meet them in what is held, and sums over such flushes follow by
inclusion and exclusion from sums over all that have some ranks.

Against a whole pack a hold is valued by inclusion and exclusion too. Against ``improved`` with the
own cards out of the opponent's pack, the opponent's weights are those of
:mod:`~sabot.cards.poker_odds.card_removal`.
Tests hold both to :mod:`~sabot.cards.poker_odds.discards`, which goes hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    FLUSH,
    FULL_HOUSE,
    HAND_SIZE,
    HIGH_CARD,
    STRAIGHT,
    suit_classes,
)
from sabot.cards.poker_odds.all_hands import (
    CARDS_LEFT,
    DRAW_SCALE,
    DRAW_UNIT,
    flush_hands,
    offsuit_hands,
)
from sabot.cards.poker_odds.card_removal import DRAWING_KINDS, final_rank_weights
from sabot.cards.poker_odds.discards import MAX_DRAWN
from sabot.cards.poker_odds.hand_distribution import (
    BINOMIAL,
    CARDS_DRAWN,
    OpponentRange,
    kinds_by_rank,
)

Ints = NDArray[np.int64]
HOLDS = 1 << HAND_SIZE
HOLD_SIZES = np.array([hold.bit_count() for hold in range(HOLDS)])
"""Cards of a hold, by its number: bit k is the k-th card of the hand."""
ALLOWED_HOLDS = HOLD_SIZES >= HAND_SIZE - MAX_DRAWN
_HOLD_SCALE = lcm(*(comb(CARDS_LEFT, many) for many in range(HAND_SIZE)))


@dataclass(frozen=True, eq=False)
class HoldValues:
    """The value of every hold of every class, as integers over one number a class."""

    values: Ints
    """A row for each class, a column for each hold."""
    below: Ints
    """What the values of each class are over."""

    def value(self, row: int, hold: int) -> Fraction:
        """Return the chance to win of a hold of a class."""
        return Fraction(int(self.values[row, hold]), int(self.below[row]))

    @property
    def best(self) -> Ints:
        """The best hold of each class, four cards drawn at most; of equals that with most cards."""
        order = np.array(sorted(np.flatnonzero(ALLOWED_HOLDS), key=lambda hold: -HOLD_SIZES[hold]))
        found: Ints = order[self.values[:, order].argmax(axis=1)]
        return found


# ---------------------------------------------------------------------- multisets of ranks


@cache
def _rank_sets(many: int) -> Ints:
    """Return all multisets of so many ranks, each in rising order."""
    listed = list(combinations_with_replacement(range(13), many))
    return np.array(listed, np.int64).reshape(len(listed), many)


def _numbers(sets: Ints) -> Ints:
    """Return the numbers of some multisets, in the order of :func:`_rank_sets`."""
    base = 13 ** np.arange(sets.shape[-1])[::-1]
    found: Ints = np.searchsorted(_rank_sets(sets.shape[-1]) @ base, sets @ base)
    return found


@cache
def _with_rank(many: int) -> Ints:
    """Return for each multiset of so many ranks and each rank the number of both together."""
    sets = _rank_sets(many)
    wide = np.empty((len(sets), 13, many + 1), np.int64)
    wide[:, :, :many], wide[:, :, many] = sets[:, None], np.arange(13)
    return _numbers(np.sort(wide, axis=2))


@cache
def _hands_drawn(held: int) -> Ints:
    """Return the five ranks, by number, for so many that are held and those that are drawn."""
    found = np.arange(len(_rank_sets(held)))[:, None]
    for size, ranks in enumerate(_rank_sets(HAND_SIZE - held).T, held):
        found = _with_rank(size)[found, ranks]
    return found


@cache
def _offsuit_ranks() -> Ints:
    """Return the rank of every five ranks as a hand of several suits; 0: five of a kind."""
    sets = _rank_sets(HAND_SIZE)
    found = np.zeros(len(sets), np.int64)
    found[sets[:, 0] != sets[:, -1]] = offsuit_hands()[2]
    return found


class _Classes(NamedTuple):
    """The classes of hands, by their ranks."""

    ranks: Ints
    """A row for each multiset of ranks."""
    starts: Ints
    """The first class of each; its classes follow one another."""
    counts: Ints

    @property
    def left(self) -> Ints:
        """How many cards of each rank are left."""
        there: Ints = (self.ranks[:, :, None] == np.arange(13)).sum(axis=1)
        return 4 - there

    def held(self) -> Ints:
        """Return by hold and multiset the number of the ranks that are held."""
        found = np.zeros((HOLDS, len(self.ranks)), np.int64)
        for hold in range(1, HOLDS):
            last = hold.bit_length() - 1
            others = hold ^ 1 << last
            found[hold] = _with_rank(others.bit_count())[found[others], self.ranks[:, last]]
        return found

    def shapes(self) -> Iterator[tuple[NDArray[np.intp], Ints]]:
        """Yield the multisets in which the same ranks are equal, and the suits of their classes."""
        equal = (self.ranks[:, 1:] == self.ranks[:, :-1]) @ (1 << np.arange(HAND_SIZE - 1))
        for shape in np.unique(equal):
            here = np.flatnonzero(equal == shape)
            first = self.starts[here[0]]
            yield here, suit_classes().hands[first : first + self.counts[here[0]]] & 3


@cache
def _classes() -> _Classes:
    ranks = suit_classes().hands.astype(np.int64) >> 2
    starts = np.flatnonzero((ranks[1:] != ranks[:-1]).any(axis=1)) + 1
    starts = np.concatenate(([0], starts))
    return _Classes(ranks[starts], starts, np.diff(starts, append=len(ranks)))


# ---------------------------------------------------------------------- flushes


@cache
def _suit_sets() -> tuple[Ints, Ints]:
    """Return all sets of at most five ranks as bits, the small ones first, and their numbers."""
    sizes = np.array([mask.bit_count() for mask in range(1 << 13)])
    masks = np.argsort(sizes, kind="stable")[: int((sizes <= HAND_SIZE).sum())]
    numbers = np.full(1 << 13, -1)
    numbers[masks] = np.arange(len(masks))
    return masks, numbers


def _sums_over_flushes(amounts: Ints) -> Ints:
    """Return for each set of ranks the sum of a row for each flush over those that have them."""
    masks, numbers = _suit_sets()
    found = np.zeros((len(masks), amounts.shape[1]), np.int64)
    found[numbers[flush_hands()[0]]] = amounts
    sizes = np.array([mask.bit_count() for mask in masks.tolist()])
    for size in range(HAND_SIZE - 1, -1, -1):
        own = np.flatnonzero(sizes == size)
        more = masks[own, None] | 1 << np.arange(13)
        wider = numbers[more[more != masks[own, None]].reshape(len(own), 13 - size)]
        for column in wider.T:
            found[own] += found[column]
        found[own] //= HAND_SIZE - size  # a flush was reached once for each of its other ranks
    return found


class _SuitParts:
    """The own cards of each suit, for all multisets of ranks of one shape.

    A part is a set of places in the hand, as bits; what is held and in one suit, and what of a suit
    is not in the pack.
    """

    def __init__(self, ranks: Ints) -> None:
        _, numbers = _suit_sets()
        self._sets = {0: np.full(len(ranks), numbers[0])}
        masks = {0: np.zeros(len(ranks), np.int64)}
        for part in range(1, HOLDS):
            low = part & -part
            masks[part] = masks[part ^ low] | 1 << ranks[:, low.bit_length() - 1]
            self._sets[part] = numbers[masks[part]]  # of no use where a rank is there twice

    def sets(self, part: int) -> Ints:
        """Return the number of the ranks of a part of each hand."""
        return self._sets[part]

    def by_hold(self, sums: Ints, own: int, gone: int | None = None) -> dict[int, Ints]:
        """Return sums over the flushes that meet the *own* cards of a suit in each part of them.

        *sums* are those of :func:`_sums_over_flushes`; their columns are numbered by the ranks that
        are *gone* from a suit, or all returned.
        """
        column = slice(None) if gone is None else self._sets[gone]
        parts = [part for part in range(HOLDS) if part & ~own == 0]
        found = {part: sums[self._sets[part], column] for part in parts}
        for place in range(HAND_SIZE):
            bit = 1 << place
            for part in parts:
                if own & bit and not part & bit:
                    found[part] = found[part] - found[part | bit]
        return found


# ---------------------------------------------------------------------- against a whole pack


def all_hold_values(others: OpponentRange) -> HoldValues:
    """Return the 32 holds of every class, valued against a field from a whole pack."""
    classes, halves = _classes(), others.halves
    sums = halves[_offsuit_ranks()]
    by_ranks = np.empty((HOLDS, len(classes.ranks)), np.int64)
    held = classes.held()
    for size in range(HAND_SIZE, -1, -1):
        if size < HAND_SIZE:
            times = (_rank_sets(size)[:, :, None] == np.arange(13)).sum(axis=1)
            sums = ((4 - times) * sums[_with_rank(size)]).sum(axis=1) // (HAND_SIZE - size)
        for hold in np.flatnonzero(size == HOLD_SIZES):
            by_ranks[hold] = sums[held[hold]]
    for place in range(HAND_SIZE):
        without = np.flatnonzero(np.arange(HOLDS) >> place & 1 == 0)
        by_ranks[without] -= by_ranks[without | 1 << place]
    _, plain, suited = flush_hands()
    gains = _sums_over_flushes((halves[suited] - halves[plain])[:, None])
    values = np.empty((len(suit_classes().ways), HOLDS), np.int64)
    for here, suits in classes.shapes():
        parts = _SuitParts(classes.ranks[here])
        found = np.repeat(by_ranks[None, :, here], len(suits), axis=0)
        for own in _parts_by_suit(suits):
            for part in np.unique(own).tolist():
                for held_part, gain in parts.by_hold(gains, part).items():
                    found[own == part, held_part] += gain[:, 0]
        values[_rows(classes, here)] = found.transpose(2, 0, 1)
    values *= [DRAW_SCALE // comb(CARDS_LEFT, HAND_SIZE - many) for many in HOLD_SIZES.tolist()]
    return HoldValues(values, np.full(len(values), 2 * others.total * DRAW_SCALE))


def _parts_by_suit(suits: Ints) -> Iterator[Ints]:
    """Yield for each suit which places of each class have it, as bits."""
    for suit in range(4):
        yield (suits == suit) @ (1 << np.arange(HAND_SIZE))


def _rows(classes: _Classes, here: NDArray[np.intp]) -> Ints:
    """Return the rows of the classes of some multisets of one shape."""
    return classes.starts[here, None] + np.arange(classes.counts[here[0]])


# ---------------------------------------------------------------------- with card removal

_BATCH = 32
"""Multisets of ranks that are worked out at once: the opponent's weights take 70 KB for each."""
_COLUMNS = 11
"""The ten straights, and all hands above a flush that may be of several suits."""


@cache
def all_hold_values_with_removal() -> HoldValues:
    """Return the holds of every class that keep a card at least, against ``improved``.

    The same as ``removal`` of :func:`sabot.cards.poker_odds.discards.evaluate_hold`, for all hands
    at once.
    """
    classes = _classes()
    by_ranks = _ValuesByRanks(classes)
    values = np.empty((len(suit_classes().ways), HOLDS), np.int64)
    totals = np.empty(len(values), np.int64)
    for here, suits in classes.shapes():
        own = np.array(list(_parts_by_suit(suits)))
        found, more = _values_with_flushes(by_ranks, here, classes.ranks[here], own)
        values[_rows(classes, here)] = found.transpose(2, 0, 1)
        totals[_rows(classes, here)] = (by_ranks.totals[here] + more).T
    values *= [
        0,
        *(_HOLD_SCALE // comb(CARDS_LEFT, HAND_SIZE - m) for m in HOLD_SIZES[1:].tolist()),
    ]
    return HoldValues(values, 2 * totals * _HOLD_SCALE)


class _ValuesByRanks:
    """What depends on the ranks of the own hand alone, flushes taken as hands of several suits."""

    def __init__(self, classes: _Classes) -> None:
        count = len(classes.ranks)
        self.values = np.zeros((HOLDS, count), np.int64)
        self.totals = np.zeros(count, np.int64)
        """The opponent's weights, added up."""
        self.ways = np.zeros((HOLDS, _COLUMNS, count), np.int64)
        """The ways to each straight and to a hand above a flush."""
        self.flush_gains = np.zeros((_COLUMNS, count), np.int64)
        """What each straight gains by being a flush, and, last, any other five cards."""
        self._places: tuple[NDArray[np.intp], NDArray[np.intp], int] | None = None
        held, left = classes.held(), classes.left
        for start in range(0, count, _BATCH):
            rows = slice(start, start + _BATCH)
            self._work_out(rows, left[rows], held[:, rows])

    def _work_out(self, rows: slice, left: Ints, held: Ints) -> None:
        columns, _ = _paired_columns()
        theirs = final_rank_weights(left, _DRAW_WEIGHTS, _LEAST_STRAIGHT)
        if self._places is None:
            self._places = _places_of_hands(theirs.ranks)
        below, upto, flushes = self._places
        halves = np.zeros((len(left), 1 + len(below)), np.int64)
        np.add(theirs.sums.take(below, axis=1), theirs.sums.take(upto, axis=1), out=halves[:, 1:])
        self.totals[rows] = theirs.sums[:, -1]
        straights = halves[:, columns[_straights()]].T
        self.flush_gains[:-1, rows] = 2 * theirs.sums[:, -1] - straights
        self.flush_gains[-1, rows] = 2 * theirs.sums[:, flushes]
        ways = _ways_to_draw(left)
        every = np.arange(len(left))[:, None]
        for hold in range(1, HOLDS):
            many = HAND_SIZE - int(HOLD_SIZES[hold])
            own = held[hold]
            drawn = columns[_hands_drawn(HAND_SIZE - many)[own]]
            values = np.take(halves.reshape(-1), drawn + every * halves.shape[1])
            self.values[hold, rows] = np.einsum("ij,ij->i", values, ways[many][:, :-1])
            to_straights, above = _draws_to_high_hands(HAND_SIZE - many)
            self.ways[hold, :-1, rows] = ways[many][every, to_straights[own]].T
            self.ways[hold, -1, rows] = ways[many][every, above[own]].sum(axis=1)


_LEAST_STRAIGHT = 1 + int((kinds_by_rank() >= STRAIGHT).argmax())
_DRAW_WEIGHTS = np.array(
    [*(DRAW_UNIT // comb(CARDS_LEFT - HAND_SIZE, CARDS_DRAWN[k]) for k in DRAWING_KINDS), DRAW_UNIT]
)


@cache
def _paired_columns() -> tuple[Ints, Ints]:
    """Return a column for each five ranks and the rank of each but the first.

    That is for hands without a pair and below a straight: nothing of the opponent's is below them.
    """
    ranks = _offsuit_ranks()
    some = np.flatnonzero((ranks > 0) & (kinds_by_rank()[ranks - 1] != HIGH_CARD))
    columns = np.zeros(len(ranks), np.int64)
    columns[some] = 1 + np.arange(len(some))
    return columns, ranks[some]


def _places_of_hands(ranks: Ints) -> tuple[NDArray[np.intp], NDArray[np.intp], int]:
    """Return where each hand with a pair or a straight begins and ends in a rising list of ranks.

    The last is where flushes would begin.
    """
    _, own = _paired_columns()
    below, upto = np.searchsorted(ranks, own, "left"), np.searchsorted(ranks, own, "right")
    return below, upto, int(np.searchsorted(ranks, 1 + (kinds_by_rank() >= FLUSH).argmax()))


@cache
def _straights() -> Ints:
    """Return the ten straights as multisets of ranks, the lowest first."""
    ranks = _offsuit_ranks()
    return np.array([int((ranks == _LEAST_STRAIGHT + k).argmax()) for k in range(_COLUMNS - 1)])


@cache
def _draws_to_high_hands(held: int) -> tuple[Ints, Ints]:
    """Return for each multiset that is held the draw to each straight, and those to hands above.

    -1 where there is none.
    """
    hands = _hands_drawn(held)
    straights = np.full((len(hands), _COLUMNS - 1), -1)
    for number, straight in enumerate(_straights()):
        own, drawn = np.nonzero(hands == straight)
        straights[own, number] = drawn
    high = kinds_by_rank()[_offsuit_ranks()[hands] - 1] >= FULL_HOUSE
    high &= _offsuit_ranks()[hands] > 0
    most = int(high.sum(axis=1).max())
    first = np.argsort(~high, axis=1, kind="stable")[:, :most]
    return straights, np.where(np.take_along_axis(high, first, axis=1), first, -1)


def _ways_to_draw(left: Ints) -> list[Ints]:
    """Return by the number of cards the ways to draw each multiset of ranks, and last a 0."""
    found = [np.ones((len(left), 1), np.int64)]
    chosen = BINOMIAL[left]
    for many in range(1, HAND_SIZE):
        ways = np.empty((len(left), len(_rank_sets(many))), np.int64)
        for taken in range(1, many + 1):
            here, first, rest = _lowest_ranks(many, taken)
            ways[:, here] = chosen[:, first, taken] * found[many - taken][:, rest]
        found.append(ways)
    return [np.pad(ways, ((0, 0), (0, 1))) for ways in found]


@cache
def _lowest_ranks(many: int, taken: int) -> tuple[Ints, Ints, Ints]:
    """Return the multisets that have their lowest rank so often, that rank, and the rest."""
    sets = _rank_sets(many)
    here = np.flatnonzero((sets == sets[:, :1]).sum(axis=1) == taken)
    return here, sets[here, 0], _numbers(sets[here, taken:])


def _values_with_flushes(
    by_ranks: _ValuesByRanks, here: NDArray[np.intp], ranks: Ints, own: Ints
) -> tuple[Ints, Ints]:
    """Return the holds of all classes of a shape, and the weight that the opponent's flushes add.

    *own* are by suit and class the places of the hand that have it.
    """
    parts, sums = _SuitParts(ranks), _flush_sums()
    gone = np.array([[parts.sets(part) for part in row] for row in own.tolist()])
    theirs = DRAW_UNIT * sums.theirs[gone].sum(axis=0)
    found = by_ranks.values[:, here] + np.einsum("hkm,cmk->chm", by_ranks.ways[:, :, here], theirs)
    gains = by_ranks.flush_gains[:, here].T
    for part in set(own[own > 0].tolist()):
        alone = parts.by_hold(sums.own, part)
        gained = {hold: (met * gains).sum(axis=1) for hold, met in alone.items() if hold}
        some = np.flatnonzero((own == part).any(axis=0)).tolist()
        others = np.unique(own[:, some]).tolist()
        met = {other: parts.by_hold(sums.both, part, other) for other in others}
        for number in some:
            for hold, gain in gained.items():
                more = sum(met[other][hold] for other in own[:, number].tolist())
                found[number, hold] += gain + DRAW_UNIT * more
    return found, DRAW_UNIT * sums.more[gone].sum(axis=0)


class _FlushSums(NamedTuple):
    """Sums over flushes, for each set of ranks in them, or gone from the opponent's suit."""

    theirs: Ints
    """By what is gone: what these flushes of the opponent add to each straight and to a hand above
    a flush."""
    more: Ints
    """By what is gone: the hands that they add, straight flushes being straights already."""
    own: Ints
    """By what the own flush has: the straight flushes one by one, and how many others."""
    both: Ints
    """By what the own flush has, and what is gone: what the opponent's flushes add to it, not to
    the hand of several suits with the same ranks."""


@cache
def _flush_sums() -> _FlushSums:
    masks, _ = _suit_sets()
    bits, plain, suited = flush_hands()
    order = np.argsort(suited)
    bits, plain = bits[order], plain[order]
    straight = plain >= _LEAST_STRAIGHT
    first = int(straight.argmax())  # straight flushes are the highest
    there = (masks[:, None] & bits == 0).astype(np.int64)
    straights = there[:, first:]
    high = 2 * straights.cumsum(axis=1) - straights
    taken_off = 2 * straights.sum(axis=1, keepdims=True)
    both = 2 * there.cumsum(axis=1) - there - taken_off
    both[:, first:] += high
    theirs = np.hstack((-high, 2 * (there.sum(axis=1, keepdims=True) - taken_off)))
    one = np.zeros((len(bits), _COLUMNS), np.int64)
    one[~straight, -1] = 1
    one[first + np.arange(_COLUMNS - 1), np.arange(_COLUMNS - 1)] = 1
    back = np.argsort(order)
    more = there[:, :first].sum(axis=1)
    return _FlushSums(theirs, more, _sums_over_flushes(one[back]), _sums_over_flushes(both.T[back]))
