"""The holds of one hand at the table: his cards and your new ones come from one pack.

New cards are gone through by their ranks. His hands are counted from what is left then
(:mod:`packs`); only flushes depend on suits, and they are counted suit by suit: how often the new
cards have a given set of ranks in a suit is a product of binomials. All is arrays: nothing has to
be compiled for one hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from sabot.poker.deck import HAND
from sabot.poker.hand import Hand
from sabot.poker.ladder import FLUSH, STRAIGHT, STRENGTHS
from sabot.poker.odds.counting import BINOMIAL, Counts, Draws, draws, left, ranks_of_sums
from sabot.poker.odds.every import flushes
from sabot.poker.odds.field import DRAWN, kind_of_rank
from sabot.poker.odds.packs import KINDS, Ends, ends
from sabot.poker.odds.removed import PACK, all_draws, compact
from sabot.poker.tables import RANK_KEYS

_STRAIGHTS = 10
_ROWS = 128
"""Draws that are worked out at once: 8,000 numbers each."""


def joint(hand: Hand) -> dict[tuple[int, ...], Fraction]:
    """Return the chance to win of every hold that keeps a card, against ``improved``.

    You have five cards and he has five of the others, a pair or better; he draws by the common
    rule, you draw, and no card is anywhere twice.
    """
    table = _Table.of(hand.cards)
    found: dict[tuple[int, ...], Fraction] = {}
    for many in range(HAND):
        kept = list(combinations(hand.cards, HAND - many))
        wins, every = dict.fromkeys(kept, 0), 0
        whole = draws(many)
        for start in range(0, len(whole.sums), _ROWS):
            rows = slice(start, start + _ROWS)
            some = _Drawn.of(table, many, Draws(*(one[rows] for one in whole)), compact(many)[rows])
            every += some.every()
            for part in kept:
                wins[part] += some.wins(part)
        found |= {part: Fraction(wins[part], 2 * every) for part in kept}
    return found


@dataclass(frozen=True, eq=False)
class _Table:
    """What is left of the pack beside the own cards."""

    left: NDArray[np.int64]
    """Cards of each rank."""
    free: tuple[int, ...]
    """Ranks of each suit, as bits."""
    least: int
    """The rank of the lowest straight."""

    @classmethod
    def of(cls, cards: tuple[int, ...]) -> _Table:
        """Return the pack without these cards."""
        free = [(1 << 13) - 1] * 4
        for card in cards:
            free[card & 3] &= ~(1 << (card >> 2))
        least = 1 + int((kind_of_rank() >= STRAIGHT).argmax())
        return cls(left(cards), tuple(free), least)

    def flushes(self, suit: int) -> Counts:
        """Return for each rank twice the flushes of the other suits below it and once those at it.

        A straight flush was counted among the straights, and is taken off there.
        """
        bits, plain, suited = flushes()
        found = np.zeros(STRENGTHS + 1, np.int64)
        for other in range(4):
            if other != suit:
                inside = bits & ~self.free[other] == 0
                np.add.at(found, suited[inside], 1)
                np.add.at(found, plain[inside & (plain >= self.least)], -1)
        return 2 * found.cumsum() - found

    def own_flushes(
        self, suit: int, gone: NDArray[np.int64], ranks: NDArray[np.intp]
    ) -> NDArray[np.int64]:
        """Return the same of one suit, of which some ranks are gone, a rank for each."""
        bits, plain, suited = flushes()
        inside = bits & ~(self.free[suit] & ~gone[:, None]) == 0
        rank = ranks[:, None]
        twice = (suited <= rank) * 1 + (suited < rank)
        twice -= np.where(plain >= self.least, (plain <= rank) * 1 + (plain < rank), 0)
        found: NDArray[np.int64] = (inside * twice).sum(axis=1)
        return found


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Some draws of so many cards, by their ranks, and how the other ends after each."""

    table: _Table
    sets: Draws
    ways: NDArray[np.int64]
    """In how many ways each comes."""
    unit: int
    """What a hand of the other weighs that stands."""
    others: Ends
    suited: NDArray[np.int64]
    """What his flushes add, by a column of :func:`_about_masks`."""

    @classmethod
    def of(cls, table: _Table, many: int, sets: Draws, listed: NDArray[np.int64]) -> _Drawn:
        """Return the draws that can come."""
        ways = BINOMIAL[table.left, sets.counts].prod(axis=1)
        here = ways > 0
        sets = Draws(*(one[here] for one in sets))
        factors = _factors()[many]
        return cls(
            table,
            sets,
            ways[here],
            int(factors[-1]),
            ends(table.left - sets.counts, factors, table.least),
            _flush_sums(table, listed[here], many),
        )

    def every(self) -> int:
        """Return the weight of all that may happen."""
        return int((self.ways * self.others.sums[:, -1] + self.unit * self.suited[:, 0]).sum())

    def wins(self, kept: tuple[int, ...]) -> int:
        """Return twice the weight of what a hold beats, and once that of what it ties with."""
        base = sum(RANK_KEYS[card >> 2] for card in kept)
        ranks, _ = ranks_of_sums(self.sets.sums + base)
        columns, _ = _about_masks(self.table.least)
        flushed = self.suited[np.arange(len(ranks)), columns[ranks]]
        found = int((self.ways * self.others.halves(ranks) + self.unit * flushed).sum())
        suits = {card & 3 for card in kept}
        return found + (self._own(kept, suits.pop(), ranks) if len(suits) == 1 else 0)

    def _own(self, kept: tuple[int, ...], suit: int, ranks: NDArray[np.intp]) -> int:
        """Return what a hold of one suit wins where it becomes a flush, over what was counted."""
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


def _flush_sums(table: _Table, listed: NDArray[np.int64], many: int) -> NDArray[np.int64]:
    """Add up what flushes weigh, over all ways to draw such ranks and over the four suits."""
    _, by_mask = _about_masks(table.least)
    found = np.zeros((len(listed), by_mask.shape[1]), np.int64)
    for suit in range(4):
        for chosen in range(1 << many):
            ways = np.ones(len(listed), np.int64)
            mask = np.full(len(listed), table.free[suit], np.int64)
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
            here = ways > 0
            found[here] += ways[here, None] * by_mask[mask[here]]
    return found


@cache
def _factors() -> NDArray[np.int64]:
    """Return the weight of one draw to each kind, and of standing, by how many cards you draw."""
    rows = []
    for many in range(HAND):
        ways = [comb(PACK - many, DRAWN[kind]) for kind in KINDS]
        unit = lcm(*ways)
        rows.append([*(unit // one for one in ways), unit])
    return np.array(rows, np.int64)


@cache
def _about_masks(least: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return what flushes add for each rank of yours of several suits, by what is left of a suit.

    Column 0 counts flushes that are no straights. The others are twice what is below a rank and
    once what is at it: nothing for ranks below a straight, one column for each straight, from which
    straight flushes are taken off, and one for all that is above a flush.
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
