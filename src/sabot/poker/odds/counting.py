"""How many ways lead to each rank: cards are held, others are gone, so many are drawn.

Cards are drawn by their ranks: a set of ranks comes in as many ways as a product of binomials says,
and of these some are flushes, which are counted suit by suit. So no hand is looked at on its own,
and a count over 1,533,939 hands is one over 6,175 sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.poker.deck import HAND
from sabot.poker.kernel import ROW_BITS, ROW_MASK
from sabot.poker.ladder import STRENGTHS
from sabot.poker.tables import RANK_KEYS, tables

Counts = NDArray[np.int64]
"""A number for each rank, 0 to 7,462; rank 0 is none."""

BINOMIAL = np.array([[comb(n, k) for k in range(6)] for n in range(5)], np.int64)
"""C(n, k) for what is left of a rank."""


def binomial(cards: NDArray[np.int64], taken: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Return C(cards, taken), none where fewer than no cards are there."""
    return np.where(cards < 0, 0, BINOMIAL[np.maximum(cards, 0), taken])


class Draws(NamedTuple):
    """All sets of so many ranks: how often each rank is there, the sum of keys, ranks as bits."""

    counts: NDArray[np.int64]
    sums: NDArray[np.int64]
    bits: NDArray[np.int64]
    """The ranks as bits where all differ, else -1: such cards are never of one suit."""


@cache
def draws(many: int) -> Draws:
    """Return all sets of so many ranks: 1, 13, 91, 455, 1,820, 6,188."""
    listed = list(combinations_with_replacement(range(13), many))
    sets = np.array(listed, np.int64).reshape(len(listed), many)
    counts = np.zeros((len(sets), 13), np.int64)
    for column in sets.T:
        counts[np.arange(len(sets)), column] += 1
    sums = counts @ np.array(RANK_KEYS, np.int64)
    bits = np.where((counts <= 1).all(axis=1), counts @ (1 << np.arange(13)), -1)
    return Draws(counts, sums, bits)


def left(gone: Sequence[int]) -> NDArray[np.int64]:
    """Return how many cards of each rank are left when some are gone."""
    found = np.full(13, 4, np.int64)
    np.subtract.at(found, np.array([card >> 2 for card in gone], np.intp), 1)
    return found


def drawn(held: Sequence[int], gone: Sequence[int]) -> Counts:
    """Return how many ways there are to each rank: *held* is filled up from what is not *gone*.

    What is held is gone too, and is named there.

    >>> ways = drawn((), ())
    >>> int(ways.sum()), int(ways[7462])
    (2598960, 4)
    """
    many = HAND - len(held)
    sets = draws(many)
    ways = BINOMIAL[left(gone), sets.counts].prod(axis=1)
    base = sum(RANK_KEYS[card >> 2] for card in held)
    here = ways.nonzero()[0]
    mixed, suited = ranks_of_sums(sets.sums[here] + base)
    ways, bits = ways[here], sets.bits[here]
    found = np.zeros(STRENGTHS + 1, np.int64)
    for suit in range(4):
        if any(card & 3 != suit for card in held):
            continue
        free = ~_bits([card >> 2 for card in gone if card & 3 == suit])
        flush = (bits >= 0) & (bits & free == bits)
        np.add.at(found, suited[flush], 1)
        ways = ways - flush
    np.add.at(found, mixed, ways)
    return found


def ranks_of_sums(sums: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the ranks of hands with such sums of keys: of several suits, and of one."""
    _, starts, ranks, _ = tables()
    place = starts[sums >> ROW_BITS] + (sums & ROW_MASK)
    return ranks[place].astype(np.intp), ranks[place + len(ranks) // 2].astype(np.intp)


def _bits(ranks: list[int]) -> int:
    return sum(1 << rank for rank in set(ranks))
