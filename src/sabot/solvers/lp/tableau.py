"""A float simplex on a condensed tableau: it only ever *guesses* a basis.

The rows of the tableau are the basic variables and the columns the non-basic ones, so a pivot
touches ``(m+1)(n+1)`` numbers and no identity matrix is carried. What it returns is checked, and if
need be repaired, in exact integers by :mod:`sabot.solvers.lp.repair`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot import watch
from sabot.compiled import Loops
from sabot.solvers.lp.program import Basis

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_EPSILON = 1e-11
WALKS = Loops("sabot.solvers.lp.kernel", pays_from=500**3)
"""Work in entries times pivots, at 3 ns in numpy: a 500 x 500 game takes as long as compiling."""
_LEAST_WORK = WALKS.pays_from // 100  # who has solved a hundred games will solve thousands
_LEAST_COMPILED = 24  # rows or columns: below, a walk is over before it matters

_PIECE = 30_000_000  # entries that the compiled walk changes between two looks whether to stop


def guess(a: Floats, b: Floats, c: Floats) -> Basis:
    """Return a probably optimal basis of ``max c'y``, ``a y <= b``, ``y >= 0`` with ``b >= 0``."""
    height, width = a.shape
    table = np.zeros((height + 1, width + 1))
    table[:height, :width] = a
    table[:height, width] = b
    table[height, :width] = -c
    inside = np.arange(width, width + height)  # basic: slack i is width + i
    outside = np.arange(width)
    most = 20 * (height + width) + 50
    if _compiles(height, width):
        _walk_in_pieces(table, inside, outside, most)
    else:
        _walk(table, inside, outside, most)
    columns = np.sort(inside[inside < width])
    rows = np.sort(outside[outside >= width] - width)
    return Basis(tuple(rows.tolist()), tuple(columns.tolist()))


def _compiles(height: int, width: int) -> bool:
    """Tell whether the compiled version pays: for a large game, or many of some size.

    Both versions end with the same basis, so only the time depends on this.
    """
    pivots = min(height, width)  # about as many as it takes
    return pivots >= _LEAST_COMPILED and WALKS.pays(max(height * width * pivots, _LEAST_WORK))


def _walk_in_pieces(table: Floats, inside: Ints, outside: Ints, most: int) -> None:
    """Pivot in place by the compiled loop, which hears nothing itself, a piece at a time."""
    piece = 8 * (1 + _PIECE // (8 * table.size))  # which every eighth pivot is careful stays so
    for turn in range(0, most, piece):
        watch.at("guessing", turn, unit="pivots")
        if WALKS.compiled.walk(table, inside, outside, _EPSILON, min(piece, most - turn)) < piece:
            return


def _walk(table: Floats, inside: Ints, outside: Ints, most: int) -> None:
    """Pivot in place until no price is negative."""
    height, width = table.shape[0] - 1, table.shape[1] - 1
    change = np.empty_like(table)
    ratios = np.empty(height)
    body, prices = table[:height, :width], table[height, :width]
    for turn in range(most):
        watch.at("guessing", turn, unit="pivots")
        # steepest edge: the best price for the length of the step; a third of Dantzig's pivots
        gain = np.where(prices < -_EPSILON, prices * prices, 0.0)
        gain /= _lengths(body)
        s = int(gain.argmax())
        if gain[s] == 0.0:
            break
        rising = body[:, s]
        ratios.fill(np.inf)
        np.divide(table[:height, width], rising, out=ratios, where=rising > _EPSILON)
        r = int(ratios.argmin())
        if ratios[r] == np.inf:
            break
        if turn & 7 == 7:  # among near ties the largest pivot is the safest
            ties = np.flatnonzero(ratios <= ratios[r] + _EPSILON)
            r = int(ties[rising[ties].argmax()])
        _pivot(table, change, r, s)
        inside[r], outside[s] = outside[s], inside[r]


def _lengths(body: Floats) -> Floats:
    """Return the squared length of each edge, summed from the first row to the last."""
    squares: Floats = np.add.reduce(body * body, axis=0)
    return squares + 1.0


def _pivot(table: Floats, change: Floats, r: int, s: int) -> None:
    pivot = table[r, s]
    row = table[r] / pivot
    rising = table[:, s].copy()
    rising[r] = 0.0
    np.multiply(rising[:, None], row, out=change)
    np.subtract(table, change, out=table)
    table[r] = row
    table[:, s] = -rising / pivot
    table[r, s] = 1.0 / pivot


def floats(array: NDArray[Any], largest: int) -> Floats:
    """Return integers over the largest of them, as floats, each correctly rounded."""
    if array.dtype != object:
        return np.asarray(array / largest, dtype=np.float64)
    return np.array([[entry / largest for entry in row] for row in array.tolist()])
