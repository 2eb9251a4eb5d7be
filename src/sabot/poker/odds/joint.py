"""Five-card draw against one opponent: the chance to win of each hold, exactly, from one pack.

A *hold* is the part of your hand that you keep. Your new cards and all of his cards come from the
same 47. The ranks that you may draw are enumerated, and his hands are counted from the
cards that are then left (:mod:`packs`), first as if of several suits. Only flushes depend on suits.
They are counted suit by suit and added as corrections: the number of ways in which the new cards
have a given set of ranks in a suit is a product of binomials. All of it is array arithmetic, so
nothing has to be compiled for one hand.

Cards have ranks from 0 to 12. Hands have ranks too: numbers that are higher for better hands. A tie
counts half, so weights are doubled: "twice what is below a rank, once what is at it".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from sabot.poker.deck import HAND
from sabot.poker.hand import Hand
from sabot.poker.ladder import FLUSH, NOTHING, STRAIGHT, STRENGTHS
from sabot.poker.odds.counting import BINOMIAL, Counts, Draws, draws, left, ranks_of_sums
from sabot.poker.odds.every import flushes
from sabot.poker.odds.field import DRAWN, kind_of_rank
from sabot.poker.odds.packs import KINDS, Ends, ends
from sabot.poker.odds.removed import PACK, all_draws, compact
from sabot.poker.tables import RANK_KEYS

_STRAIGHTS = 10
"""How many ranks of straights there are."""
_ROWS = 128
"""Draws that are worked out at once; each takes 8,000 numbers of memory."""


def joint(hand: Hand, against: str = "improved") -> dict[tuple[int, ...], Fraction]:
    """Return the chance to win of every hold that keeps a card, by the cards kept; ties count half.

    You have five cards and he has five of the other 47. He plays by a model of :mod:`field`, and
    you draw. The chance is conditional on his playing on.
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for many in range(HAND):
        found |= filled(hand, list(combinations(hand.cards, HAND - many)), against)
    return found


def filled(
    hand: Hand, kept: Sequence[tuple[int, ...]], against: str = "improved"
) -> dict[tuple[int, ...], Fraction]:
    """Return the chance to win of some holds of a hand, all of the same number of cards."""
    table = _Table.of(hand.cards, against)
    many = HAND - len(kept[0])
    wins, every = dict.fromkeys(kept, 0), 0
    whole = draws(many)
    for start in range(0, len(whole.sums), _ROWS):
        rows = slice(start, start + _ROWS)
        some = _Drawn.of(table, many, Draws(*(one[rows] for one in whole)), compact(many)[rows])
        every += some.every()
        for part in kept:
            wins[part] += some.wins(part)
    return {part: Fraction(wins[part], 2 * every) for part in kept}


@dataclass(frozen=True, eq=False)
class _Table:
    """The 47 cards that are not in your hand, and how the opponent plays."""

    left: NDArray[np.int64]
    """How many there are of each rank."""
    free: tuple[int, ...]
    """The ranks left in each suit, as bits."""
    least: int
    """The rank of the lowest straight, as a hand."""
    model: str
    """How the opponent plays: a model of :mod:`field`."""

    @property
    def idle(self) -> bool:
        """Whether the opponent plays on without a pair."""
        return self.model != "improved"

    @classmethod
    def of(cls, cards: tuple[int, ...], model: str) -> _Table:
        """Return the table where you hold these cards."""
        free = [(1 << 13) - 1] * 4
        for card in cards:
            free[card & 3] &= ~(1 << (card >> 2))
        least = 1 + int((kind_of_rank() >= STRAIGHT).argmax())
        return cls(left(cards), tuple(free), least, model)

    def flushes(self, suit: int) -> Counts:
        """Return for each rank twice his flushes in the other suits below it and once those at it.

        A flush that was already counted as if of several suits is subtracted there: a straight
        flush among the straights, and, where he plays on without a pair, any other flush among the
        hands without a pair.
        """
        bits, plain, suited = flushes()
        found = np.zeros(STRENGTHS + 1, np.int64)
        for other in range(4):
            if other != suit:
                inside = bits & ~self.free[other] == 0
                np.add.at(found, suited[inside], 1)
                np.add.at(found, plain[inside & self._counted(plain)], -1)
        return 2 * found.cumsum() - found

    def own_flushes(
        self, suit: int, gone: NDArray[np.int64], ranks: NDArray[np.intp]
    ) -> NDArray[np.int64]:
        """Return the same for one suit, at one rank for each draw.

        *gone* are the ranks that each draw takes from the suit, as bits.
        """
        bits, plain, suited = flushes()
        inside = bits & ~(self.free[suit] & ~gone[:, None]) == 0
        rank = ranks[:, None]
        twice = (suited <= rank) * 1 + (suited < rank)
        twice -= np.where(self._counted(plain), (plain <= rank) * 1 + (plain < rank), 0)
        found: NDArray[np.int64] = (inside * twice).sum(axis=1)
        return found

    def _counted(self, plain: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which flushes were counted as if of several suits, by the ranks they have then."""
        return (plain >= self.least) | self.idle


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Some draws of the same number of cards, by their ranks, and how he ends after each."""

    table: _Table
    sets: Draws
    ways: NDArray[np.int64]
    """In how many ways each can be drawn."""
    unit: int
    """The weight of a hand of his that draws no cards."""
    others: Ends
    """The weights with which he ends, flushes counted as if of several suits."""
    suited: NDArray[np.int64]
    """What his flushes add: for each draw the columns of :func:`_about_masks`."""
    masks: tuple[NDArray[np.int64], NDArray[np.int64]]
    """What each draw may leave of a suit, as :func:`_by_suit` returns it."""

    @classmethod
    def of(cls, table: _Table, many: int, sets: Draws, listed: NDArray[np.int64]) -> _Drawn:
        """Return those of the draws that the pack allows."""
        ways = BINOMIAL[table.left, sets.counts].prod(axis=1)
        here = ways > 0
        sets = Draws(*(one[here] for one in sets))
        factors = _factors(table.model)[many]
        masks = _by_suit(table, listed[here, :many])
        return cls(
            table,
            sets,
            ways[here],
            int(factors[-1]),
            ends(table.left - sets.counts, factors, table.least, table.model),
            _flush_sums(table, *masks),
            masks,
        )

    def every(self) -> int:
        """Return the weight of all outcomes."""
        more = 0 if self.table.idle else self.unit * self.suited[:, 0]
        return int((self.ways * self.others.sums[:, -1] + more).sum())

    def wins(self, kept: tuple[int, ...]) -> int:
        """Return twice the weight of the hands that a hold beats, plus that of those that tie."""
        base = sum(RANK_KEYS[card >> 2] for card in kept)
        ranks, _ = ranks_of_sums(self.sets.sums + base)
        columns, _ = _about_masks(self.table.least)
        flushed = self.suited[np.arange(len(ranks)), columns[ranks]]
        if self.table.idle:
            flushed -= self._among_idle(kept, ranks)
        found = int((self.ways * self.others.halves(ranks) + self.unit * flushed).sum())
        suits = {card & 3 for card in kept}
        return found + (self._own(kept, suits.pop(), ranks) if len(suits) == 1 else 0)

    def _among_idle(self, kept: tuple[int, ...], ranks: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return his flushes that were counted among hands without a pair: twice those below yours.

        A hand without a pair is below another one if its ranks, as bits, are the smaller number.
        """
        idle = kind_of_rank()[ranks - 1] == NOTHING
        found = 2 * self.suited[:, 0]
        own = self.sets.bits[idle] | sum(1 << (card >> 2) for card in kept)
        ways, left = (one[:, idle] for one in self.masks)
        found[idle] = (ways * _below(left, own)).sum(axis=0)
        return found

    def _own(self, kept: tuple[int, ...], suit: int, ranks: NDArray[np.intp]) -> int:
        """Return what a hold of one suit wins in addition because it may become a flush."""
        bits = self.sets.bits
        here = (bits >= 0) & (bits & ~self.table.free[suit] == 0)
        own = sum(1 << (card >> 2) for card in kept)
        better = np.zeros_like(ranks)
        better[here] = all_draws()[2][bits[here] | own, 1]
        gain = (self.others.halves(better) - self.others.halves(ranks))[here].sum()
        others = self.table.flushes(suit)
        for rank, sign in ((better[here], 1), (ranks[here], -1)):
            flushed = others[rank] + self.table.own_flushes(suit, bits[here], rank)
            gain += sign * self.unit * flushed.sum()
        return int(gain)


def _flush_sums(
    table: _Table, ways: NDArray[np.int64], masks: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the sums of :func:`_about_masks` over the suits and all ways to draw the ranks."""
    _, by_mask = _about_masks(table.least)
    found = np.zeros((ways.shape[1], by_mask.shape[1]), np.int64)
    for many, mask in zip(ways, masks, strict=True):
        here = many > 0
        found[here] += many[here, None] * by_mask[mask[here]]
    return found


def _by_suit(
    table: _Table, listed: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return in how many ways a draw leaves which ranks of a suit, and these ranks as bits.

    Both have a column for each draw, and a row for each suit and each subset of the drawn ranks:
    those that are drawn in that suit.
    """
    many = listed.shape[1]
    every, masks = np.empty((2, 4 << many, len(listed)), np.int64)
    for row in range(4 << many):
        suit, chosen = divmod(row, 1 << many)
        ways, mask = every[row], masks[row]
        ways[:], mask[:] = 1, table.free[suit]
        for place in range(many):
            rank, taken = listed[:, place].T
            there = table.free[suit] >> rank & 1
            if chosen >> place & 1:
                mask &= ~(1 << rank)
                ways *= np.where(
                    (there > 0) & (taken > 0), BINOMIAL[table.left[rank] - 1, taken - 1], 0
                )
            else:
                ways *= BINOMIAL[table.left[rank] - there, taken]
    return every, masks


def _below(mask: NDArray[np.int64], own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return twice the number of flushes below your five ranks, plus 1 if one has the same ranks.

    The flushes are sets of five ranks in *mask* that are no straights. Such a set is below yours if
    the highest of your ranks that it lacks is above all its ranks that you lack: it shares your
    ranks above that one, and the others are chosen from the ranks under it.
    """
    found = np.zeros_like(mask)
    same = np.ones_like(mask)
    rest = own
    for need in range(HAND, 0, -1):
        top = _TOP[rest]
        found += same * _CHOOSE[_COUNT[mask & ((1 << top) - 1)], need]
        same &= mask >> top & 1
        rest = rest & ~(1 << top)
    for run in _RUNS:
        found -= (mask & run == run) & (run < own)
    return 2 * found + same


_CHOOSE = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(14)], np.int64)
_COUNT = np.array([bin(mask).count("1") for mask in range(1 << 13)], np.int64)
"""The size of a set of ranks."""
_TOP = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << 13)], np.int64)
"""The highest rank of a set."""
_RUNS = (1 << 12 | 0b1111, *(0b11111 << low for low in range(9)))
"""The ten straights as sets of ranks."""


@cache
def _factors(model: str) -> NDArray[np.int64]:
    """Return the weights of his draws: a row for each number of cards that you draw.

    In a row, the weight of a single draw to each kind of hand, and last that of drawing none.
    """
    if model == "dealt":
        return np.ones((HAND, 1), np.int64)
    rows = []
    for many in range(HAND):
        ways = [comb(PACK - many, DRAWN[kind]) for kind in KINDS]
        unit = lcm(*ways)
        rows.append([*(unit // one for one in ways), unit])
    return np.array(rows, np.int64)


@cache
def _about_masks(least: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the column for each rank of a hand of yours that is no flush, and a table.

    The table has a row for each set of ranks that may be left in a suit: what his flushes in that
    suit add. Column 0 is the number of flushes that are no straights. The other columns are twice
    what is below a rank and once what is at it: column 1, all 0, for ranks below a straight; one
    column for each straight, from which straight flushes are subtracted; and the last for all ranks
    above a flush.
    """
    bits, plain, _ = flushes()
    masks = np.arange(1 << 13)
    found = np.zeros((1 << 13, 3 + _STRAIGHTS), np.int64)
    columns = np.ones(STRENGTHS + 1, np.int64)
    columns[1:][kind_of_rank() > FLUSH] = 2 + _STRAIGHTS
    for one in np.argsort(plain):
        inside = (masks & bits[one]) == bits[one]
        if plain[one] < least:
            found[:, 0] += inside
            continue
        number = int(plain[one]) - least
        columns[plain[one]] = 2 + number
        found[:, 2 + number] -= inside
        found[:, 3 + number : 2 + _STRAIGHTS] -= 2 * inside[:, None]
        found[:, 2 + _STRAIGHTS] -= 2 * inside
    found[:, 2 + _STRAIGHTS] += 2 * found[:, 0]
    return columns, found
