"""A float simplex on a condensed tableau: it only ever *guesses* a basis.

The rows of the tableau are the basic variables and the columns the non-basic ones, so a pivot
touches ``(m+1)(n+1)`` numbers and no identity matrix is carried. What it returns is checked, and if
need be repaired, in exact integers by :mod:`sabot.solvers.repair`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.solvers.program import Basis

Floats = NDArray[np.float64]
_EPSILON = 1e-11
_COMPILED_FROM = 150 * 150  # from here on importing numba pays for itself


def guess(a: Floats, b: Floats, c: Floats) -> Basis:
    """Return a probably optimal basis of ``max c'y``, ``a y <= b``, ``y >= 0`` with ``b >= 0``."""
    height, width = a.shape
    table = np.zeros((height + 1, width + 1))
    table[:height, :width] = a
    table[:height, width] = b
    table[height, :width] = -c
    inside = np.arange(width, width + height)  # basic: slack i is width + i
    outside = np.arange(width)
    change = np.empty_like(table)
    ratios = np.empty(height)
    body, prices = table[:height, :width], table[height, :width]
    lengths, pivot = _lengths, _pivot
    if height * width >= _COMPILED_FROM:
        from sabot.solvers.tableau_kernel import lengths, pivot
    for turn in range(20 * (height + width) + 50):
        # steepest edge: the best price for the length of the step; a third of Dantzig's pivots
        gain = np.where(prices < -_EPSILON, prices * prices, 0.0)
        gain /= lengths(body)
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
        pivot(table, change, r, s)
        inside[r], outside[s] = outside[s], inside[r]
    columns = np.sort(inside[inside < width])
    rows = np.sort(outside[outside >= width] - width)
    return Basis(tuple(rows.tolist()), tuple(columns.tolist()))


def _lengths(body: Floats) -> Floats:
    """Return the squared length of each edge."""
    squares: Floats = np.einsum("ij,ij->j", body, body)
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


def floats(array: NDArray[Any]) -> Floats:
    """Return integers as floats scaled to at most 1 in size, each correctly rounded."""
    largest = int(abs(array).max()) or 1
    if array.dtype != object:
        return np.asarray(array / largest, dtype=np.float64)
    return np.array([[entry / largest for entry in row] for row in array.tolist()])
