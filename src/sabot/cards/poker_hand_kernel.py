"""Kernel of the poker hand evaluator, plain or compiled; other kernels may call :func:`rank5`.

Each card has a key whose low part belongs to its rank and whose high part counts its suit; the
keys of five cards are added. Keys of ranks are such that every five of them have a sum of their
own (:mod:`sabot.cards.poker_hand`); the sum names a place in a table of ranks, found by a row (its
high bits), where that row begins, and its low bits. A second half of the table is for flushes.
There is no branch, and the same code serves one hand and a column of hands in numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Cards = TypeVar("Cards", int, NDArray[np.intp])
    """One number, or a column of them."""
    Tables = tuple[Integers, NDArray[np.int32], NDArray[np.uint16], Integers]
    """Keys by card, row starts, ranks, and a bit for each card."""

SUM_BITS = 19
"""Bits for the sum of five keys of ranks; above them suits are counted, three bits each."""
ROW_BITS = 8
SUM_MASK = (1 << SUM_BITS) - 1
ROW_MASK = (1 << ROW_BITS) - 1
ONES = 0b001001001001
"""The lowest bit of each count of a suit: five is the only count that has it and the third bit."""


def rank5(c0: Cards, c1: Cards, c2: Cards, c3: Cards, c4: Cards, tables: Tables) -> Cards:
    """Return the rank, 1 to 7462, of five different cards; *tables* as ``evaluate.tables()``."""
    keys, starts, ranks, _ = tables
    key = keys[c0] + keys[c1] + keys[c2] + keys[c3] + keys[c4]
    total = key & SUM_MASK
    suits = key >> SUM_BITS
    flush = (suits & (suits >> 2) & ONES) != 0
    place = starts[total >> ROW_BITS] + (total & ROW_MASK)
    found: Cards = ranks[flush * (ranks.shape[0] >> 1) + place]
    return found


def duplicates5(c0: Cards, c1: Cards, c2: Cards, c3: Cards, c4: Cards, tables: Tables) -> Cards:
    """Return 0 where five cards are different, else another number.

    A card is one bit; only of different bits are the sum and the union the same.
    """
    _, _, _, bits = tables
    b0, b1, b2, b3, b4 = bits[c0], bits[c1], bits[c2], bits[c3], bits[c4]
    found: Cards = (b0 + b1 + b2 + b3 + b4) ^ (b0 | b1 | b2 | b3 | b4)
    return found


def rank_rows(hands: NDArray[np.uint8], out: NDArray[np.uint16], tables: Tables) -> int:
    """Rank every row of *hands* into *out*; return 0 if no row has a card twice."""
    twice = 0
    for row in range(hands.shape[0]):
        c0, c1, c2 = hands[row, 0], hands[row, 1], hands[row, 2]
        c3, c4 = hands[row, 3], hands[row, 4]
        out[row] = rank5(c0, c1, c2, c3, c4, tables)
        twice |= duplicates5(c0, c1, c2, c3, c4, tables)
    return twice
