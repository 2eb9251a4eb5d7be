"""Compiled loops of the dense float simplex: pivot and edge lengths in one pass over memory.

Every sum is taken in the order of the plain version in :mod:`sabot.solvers.lp.dense_simplex`, so
that both end with the same basis: what is found must not depend on when a process began to compile.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def walk(table: Floats, inside: Ints, outside: Ints, epsilon: float, most: int) -> int:
    """Pivot in place until no price is negative, by steepest edge, at most so many times.

    Returns how many pivots it made. To go on later is the same as to go on at once, if *most* is a
    multiple of eight.
    """
    height, width = table.shape[0] - 1, table.shape[1] - 1
    lengths = np.zeros(width)
    for i in range(height):
        for j in range(width):
            lengths[j] += table[i, j] * table[i, j]
    row = np.empty(width + 1)
    for turn in range(most):
        s = entering_column(table, lengths, epsilon)
        if s < 0:
            return turn
        r = leaving_row(table, s, epsilon, turn & 7 == 7)
        if r < 0:
            return turn
        pivot_tableau(table, lengths, row, r, s)
        inside[r], outside[s] = outside[s], inside[r]
    return most


def entering_column(table: Floats, lengths: Floats, epsilon: float) -> int:
    """Return the column with the best price for the length of its edge; -1 without one."""
    last = table.shape[0] - 1
    found, best = -1, 0.0
    for j in range(lengths.size):
        price = table[last, j]
        if price < -epsilon:
            gain = price * price / (lengths[j] + 1.0)
            if gain > best:
                found, best = j, gain
    return found


def leaving_row(table: Floats, s: int, epsilon: float, careful: bool) -> int:
    """Return the row that blocks first; where *careful*, the largest pivot among near ties."""
    height, width = table.shape[0] - 1, table.shape[1] - 1
    found, least = -1, np.inf
    for i in range(height):
        if table[i, s] > epsilon:
            ratio = table[i, width] / table[i, s]
            if ratio < least:
                found, least = i, ratio
    if careful and found >= 0:
        largest = 0.0
        for i in range(height):
            rising = table[i, s]
            near = rising > epsilon and table[i, width] / rising <= least + epsilon
            if near and rising > largest:
                found, largest = i, rising
    return found


def pivot_tableau(table: Floats, lengths: Floats, row: Floats, r: int, s: int) -> None:
    """Pivot in place on entry (r, s), and leave the squared lengths of the new edges."""
    height, width = table.shape[0] - 1, table.shape[1] - 1
    at = table[r, s]
    for j in range(width + 1):
        row[j] = table[r, j] / at
        table[r, j] = row[j]
    table[r, s] = 1.0 / at
    lengths[:] = 0.0
    for i in range(height + 1):
        if i != r:
            factor = table[i, s]
            if factor != 0.0:
                for j in range(width + 1):
                    table[i, j] -= factor * row[j]
            table[i, s] = -factor / at
        if i < height:
            for j in range(width):
                lengths[j] += table[i, j] * table[i, j]
