"""All 134,459 classes of hands at once: shares without the own cards, all 32 holds, the best.

The one-hand road counts sets of ranks (:mod:`counting`); this one adds up weights of whole hands
over all parts of one to four cards and takes them apart by inclusion and exclusion. Tests hold each
to the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.compiled import Loops
from sabot.poker.classes import classes, rank_sets
from sabot.poker.deck import CARDS, HAND
from sabot.poker.evaluate import rank
from sabot.poker.ladder import NOTHING, STRAIGHT, STRENGTHS
from sabot.poker.odds.counting import BINOMIAL, ranks_of_sums
from sabot.poker.odds.field import Field, kind_of_rank
from sabot.poker.odds.holds import MOST_DRAWN
from sabot.poker.tables import summed, tables

LOOPS = Loops("sabot.poker.odds.kernels.every", pays_from=0)
"""All classes are always enough work."""
REST = CARDS - HAND
_SCALE = lcm(*(comb(REST, many) for many in range(HAND + 1)))
"""The number of draws that every number of cards divides."""
MANY = np.array([bin(hold).count("1") for hold in range(32)])
"""Cards of a hold, by its number: bit k is the k-th card of the hand."""
ALLOWED = MANY >= HAND - MOST_DRAWN


@dataclass(frozen=True, eq=False)
class Holds:
    """The value of every hold of every class, as integers over one number a class."""

    values: NDArray[np.int64]
    """A row for each class, a column for each hold."""
    below: NDArray[np.int64]
    """What the values of each class are over."""

    def value(self, row: int, hold: int) -> Fraction:
        """Return the chance to win of a hold of a class."""
        return Fraction(int(self.values[row, hold]), int(self.below[row]))

    @property
    def best(self) -> NDArray[np.int64]:
        """The best hold of each class, four cards drawn at most; of equals that with most cards."""
        order = np.array(sorted(np.flatnonzero(ALLOWED), key=lambda hold: -MANY[hold]))
        found: NDArray[np.int64] = order[self.values[:, order].argmax(axis=1)]
        return found


def every_hold(others: Field) -> Holds:
    """Return the 32 holds of every class, valued against a field from a whole pack."""
    loops = LOOPS(1).every_hold
    choose, firsts = _choose(), _firsts()
    found = np.empty((len(classes().ways), 32), np.int64)
    loops(classes().hands, choose, firsts, _sums(others), found)
    found *= np.array([_SCALE // comb(REST, HAND - many) for many in MANY])
    return Holds(found, np.full(len(found), 2 * others.total * _SCALE))


def every_share() -> NDArray[np.int64]:
    """Return f_b of every class without its own cards, over twice C(47,5)."""
    return shares(classes().hands)


def shares(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the same of some hands; those with the same ranks are best beside one another."""
    found = np.zeros(len(hands), np.int64)
    room = (found, np.zeros(STRENGTHS + 1, np.int64), np.zeros(13, np.int64), np.zeros(4, np.int64))
    own = rank(hands).astype(np.int64)
    LOOPS(1).every_share(hands.astype(np.int64), own, mixed_hands(), flushes(), BINOMIAL, room)
    return found


@cache
def mixed_hands() -> tuple[NDArray[np.int64], ...]:
    """Return all sets of five ranks: the ranks, how often each is there, the rank of the hand."""
    sets = list(rank_sets())
    ranks = np.zeros((len(sets), 5), np.int64)
    times = np.zeros((len(sets), 5), np.int64)
    for row, five in enumerate(sets):
        for place, one in enumerate(sorted(set(five))):
            ranks[row, place], times[row, place] = one, five.count(one)
    return ranks, times, _ranks([summed(five) for five in sets])[0]


@cache
def flushes() -> tuple[NDArray[np.int64], ...]:
    """Return all five ranks of a suit: as bits, the rank in several suits, and in one."""
    suits = list(combinations(range(13), 5))
    bits = np.array([sum(1 << one for one in five) for five in suits], np.int64)
    return bits, *_ranks([summed(five) for five in suits])


def common_holds() -> NDArray[np.int64]:
    """Return the number of the common rule's hold of every class (:mod:`custom`)."""
    hands = classes().hands.astype(np.int64)
    ranks, suits = hands >> 2, hands & 3
    kinds = kind_of_rank()[classes().ranks.astype(np.intp) - 1]
    same = ranks[:, 1:] == ranks[:, :-1]
    edge = np.zeros((len(hands), 1), bool)
    paired = np.hstack((same, edge)) | np.hstack((edge, same))
    found = paired @ (1 << np.arange(5))
    found[kinds >= STRAIGHT] = 31
    idle = kinds == NOTHING
    found[idle] = 16
    for low, hold in ((0, 15), (1, 30)):
        top = ranks[:, low + 3]
        found[idle & (top - ranks[:, low] == 3) & (top < 12)] = hold
    for suit in range(4):
        own = suits == suit
        four = idle & (own.sum(axis=1) == 4)
        found[four] = (own @ (1 << np.arange(5)))[four]
    return np.asarray(found, np.int64)


def _ranks(sums: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    mixed, suited = ranks_of_sums(np.array(sums, np.int64))
    return mixed.astype(np.int64), suited.astype(np.int64)


def _sums(others: Field) -> NDArray[np.int64]:
    """Return the weights of all hands that hold a part, for every part of none to five cards."""
    sizes = [comb(CARDS, many) for many in range(HAND + 1)]
    parts: list[Any] = [np.zeros(size, np.int64) for size in sizes]
    loops = LOOPS(1)
    loops.whole(np.arange(5), others.halves, tuple(tables()), parts[HAND])
    for many in range(HAND, 0, -1):
        loops.parts(np.arange(many), many, _choose(), parts[many], parts[many - 1])
    return np.concatenate(parts)


@cache
def _choose() -> NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(6)] for n in range(CARDS)], np.int64)


def _firsts() -> NDArray[np.int64]:
    """Return where the parts of each size begin among all of them."""
    sizes = [comb(CARDS, many) for many in range(HAND)]
    return np.array([sum(sizes[:many]) for many in range(HAND + 1)], np.int64)
