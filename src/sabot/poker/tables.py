"""The evaluator's tables, laid out once a process from the ladder of strengths.

A rank's key is such that five ranks, none of them five times, have a sum that no other five have.
The sums go up to 360,918 and 6,175 of them occur; cut into rows that are laid over one another so
that no two of them want the same place, they fill a table that stays in the processor's nearest
memory.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.poker.deck import CARDS
from sabot.poker.kernel import ROW_BITS, ROW_MASK, SUM_BITS
from sabot.poker.ladder import ladder

RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)


class Tables(NamedTuple):
    """What :func:`sabot.poker.kernel.rank5` reads."""

    keys: NDArray[np.int64]
    starts: NDArray[np.int32]
    ranks: NDArray[np.uint16]
    bits: NDArray[np.int64]


def summed(five: tuple[int, ...]) -> int:
    """Return the sum of the keys of five ranks."""
    return sum(RANK_KEYS[rank] for rank in five)


@cache
def tables() -> Tables:
    """Return the tables; they take some hundredths of a second and 40 KB."""
    cards = range(CARDS)
    keys = [RANK_KEYS[card >> 2] + (1 << (SUM_BITS + 3 * (card & 3))) for card in cards]
    totals = [summed(step.five) for step in ladder()]
    starts, size = laid(sorted(set(totals)))
    ranks = np.zeros((2, size), np.uint16)
    for rank, (step, total) in enumerate(zip(ladder(), totals, strict=True), 1):
        ranks[int(step.suited), starts[total >> ROW_BITS] + (total & ROW_MASK)] = rank
    return Tables(
        np.array(keys, np.int64),
        np.array(starts, np.int32),
        ranks.reshape(-1),
        np.array([1 << card for card in cards], np.int64),
    )


def laid(totals: list[int]) -> tuple[list[int], int]:
    """Return where each row of sums begins so that all places differ, and the number of places.

    The fullest rows are laid first, each at the first place where it meets no other: taken places
    are the bits of one number, and shifting it by each wanted bit shows every free beginning.
    """
    rows: dict[int, list[int]] = {}
    for total in totals:
        rows.setdefault(total >> ROW_BITS, []).append(total & ROW_MASK)
    starts = [0] * (max(rows) + 1)
    taken = 0
    for row in sorted(rows, key=lambda one: (-len(rows[one]), one)):
        blocked = 0
        for wanted in rows[row]:
            blocked |= taken >> wanted
        start = (~blocked & (blocked + 1)).bit_length() - 1
        starts[row] = start
        for wanted in rows[row]:
            taken |= 1 << (start + wanted)
    return starts, taken.bit_length()
