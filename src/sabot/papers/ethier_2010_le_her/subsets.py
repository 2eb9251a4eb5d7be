"""All 2^13 strategies of each seat against all 2^13 of the other, exactly.

What one strategy earns more than another is a sum over the opponent's ranks, and he chooses rank
by rank: the least and the most of it over all his 2^13 subsets is the sum of the least and the most
of each term. So 8192 x 14 differences are settled by 8192 x 14 x 13 additions of integers.

A set of ranks is a bit mask: bit k - 1 stands for rank k.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sabot.forms.sequence import SequenceForm

Array = Any


@dataclass(frozen=True)
class Parts:
    """The integers that le Her is made of, payoffs to the receiver over one denominator.

    ``exchange[k]`` is earned at rank k by exchanging it; ``keep[k, l]`` and ``draw[k, l]`` by
    holding k against a dealer who has l and keeps or draws. Index 0 is rank 1.
    """

    exchange: Array
    keep: Array
    draw: Array

    @classmethod
    def of(cls, form: SequenceForm) -> Parts:
        """Read the parts off the sequence form of the full game with the reply fixed."""
        size = len(form.sides[0].cells)
        hold = {cell.first: int(cell.key) - 1 for cell in form.sides[0].cells}
        keeps = {cell.first: int(cell.key) - 1 for cell in form.sides[1].cells}
        exchange = np.zeros(size, dtype=np.int64)
        keep, draw = (np.zeros((size, size), dtype=np.int64) for _ in range(2))
        for one, two, amount in form.payoffs:
            if one in hold:
                table = keep if two in keeps else draw
                table[hold[one], keeps[two if two in keeps else two - 1]] = amount
            else:
                exchange[hold[one - 1]] = amount
        return cls(exchange, keep, draw)

    @property
    def ranks(self) -> int:
        """How many ranks there are."""
        return len(self.exchange)

    @property
    def members(self) -> Array:
        """One row of 0s and 1s for each subset of the ranks."""
        return (np.arange(1 << self.ranks)[:, None] >> np.arange(self.ranks)) & 1

    @property
    def thresholds(self) -> list[int]:
        """The masks of {1..i}, i from 0."""
        return [(1 << i) - 1 for i in range(self.ranks + 1)]

    @property
    def hold(self) -> Array:
        """What holding rank k earns (column) against each subset T (row)."""
        members = self.members
        return members @ self.draw.T + (1 - members) @ self.keep.T

    def payoffs(self, ones: list[int], twos: list[int]) -> Array:
        """Return the matrix of some subsets S against some subsets T."""
        gives, draws = self.members[ones], self.members[twos]
        held = 1 - gives
        kept = held @ self.keep @ (1 - draws).T + held @ self.draw @ draws.T
        return (gives @ self.exchange)[:, None] + kept


@dataclass(frozen=True)
class Gaps:
    """What threshold strategy c earns more than subset r: over the opponent's replies, exactly."""

    least: Array
    most: Array

    @property
    def strict(self) -> Array:
        """Whether threshold c strictly dominates subset r."""
        return self.least > 0

    @property
    def weak(self) -> Array:
        """Whether threshold c dominates subset r at least weakly."""
        return (self.least >= 0) & (self.most > 0)


def receiver_gaps(parts: Parts) -> Gaps:
    """Compare every subset S with every threshold S_i over all 2^13 subsets T."""
    members, thresholds = parts.members, parts.thresholds
    fixed = members @ parts.exchange
    kept, drawn = (1 - members) @ parts.keep, (1 - members) @ parts.draw
    least, most = (np.empty((len(members), len(thresholds)), dtype=np.int64) for _ in range(2))
    for column, mask in enumerate(thresholds):
        base = fixed[mask] - fixed
        keeps, draws = kept[mask] - kept, drawn[mask] - drawn
        least[:, column] = base + np.minimum(keeps, draws).sum(axis=1)
        most[:, column] = base + np.maximum(keeps, draws).sum(axis=1)
    return Gaps(least, most)


def dealer_gaps(parts: Parts) -> Gaps:
    """Compare every subset T with every threshold T_j over all 2^13 subsets S, for the dealer."""
    members, thresholds = parts.members, parts.thresholds
    paid = parts.hold
    least, most = (np.empty((len(members), len(thresholds)), dtype=np.int64) for _ in range(2))
    for column, mask in enumerate(thresholds):
        saved = paid - paid[mask]  # nothing is saved at a rank that is exchanged
        least[:, column] = np.minimum(saved, 0).sum(axis=1)
        most[:, column] = np.maximum(saved, 0).sum(axis=1)
    return Gaps(least, most)


def ranks_of(mask: int) -> tuple[int, ...]:
    """Return the ranks in a mask.

    >>> ranks_of(0b1011)
    (1, 2, 4)
    """
    return tuple(bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1)


def shown(mask: int) -> str:
    """Return a set of ranks as text.

    >>> shown(0b10111), shown(0), shown(0b111)
    ('{1,2,3,5}', '{}', '{1,2,3}')
    """
    return "{" + ",".join(map(str, ranks_of(mask))) + "}"


@dataclass(frozen=True)
class Round:
    """One round of elimination: whose, and which of his strategies are left."""

    seat: int
    left: list[int]


def rounds(parts: Parts) -> list[Round]:
    """Eliminate in the full game whatever a threshold strategy strictly dominates, seat by seat.

    The receiver begins, against all subsets T; afterwards each seat answers what is left.
    """
    everything = list(range(1 << parts.ranks))
    left = [np.flatnonzero(~receiver_gaps(parts).strict.any(axis=1)).tolist(), everything]
    found = [Round(0, left[0])]
    seat, idle = 1, 0
    while idle < 2:
        leaders = [mask for mask in parts.thresholds if mask in set(left[seat])]
        own, best = left[seat], leaders
        if seat == 0:
            table, over = parts.payoffs(own, left[1]), parts.payoffs(best, left[1])
        else:
            table, over = -parts.payoffs(left[0], own).T, -parts.payoffs(left[0], best).T
        beaten = np.zeros(len(own), dtype=bool)
        for row in over:
            beaten |= (row > table).all(axis=1)
        idle = 0 if beaten.any() else idle + 1
        left[seat] = [mask for mask, gone in zip(own, beaten.tolist(), strict=True) if not gone]
        if beaten.any():
            found.append(Round(seat, left[seat]))
        seat = 1 - seat
    return found


def best_replies(parts: Parts) -> list[int]:
    """Return to how many subsets T each threshold S_i is a best reply.

    One that is a best reply to anything is strictly dominated by nothing, not even by a mixture.
    """
    hold = parts.hold
    may_exchange, may_hold = parts.exchange >= hold, parts.exchange <= hold
    return [
        int((may_exchange[:, :i].all(axis=1) & may_hold[:, i:].all(axis=1)).sum())
        for i in range(parts.ranks + 1)
    ]


def distinct_replies(parts: Parts) -> int:
    """Return how many subsets T differ in what they pay against some subset S."""
    return len(np.unique(parts.hold, axis=0))
