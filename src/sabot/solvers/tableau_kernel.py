"""The two inner loops of the float tableau, compiled: one pass over memory instead of three."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@njit(cache=True, fastmath=True)  # type: ignore[untyped-decorator]
def lengths(body: Floats) -> Floats:
    """Return the squared length of each edge."""
    height, width = body.shape
    total = np.ones(width)
    for i in range(height):
        for j in range(width):
            total[j] += body[i, j] * body[i, j]
    return total


@njit(cache=True)  # type: ignore[untyped-decorator]
def pivot(table: Floats, change: Floats, r: int, s: int) -> None:
    """Pivot in place on entry (r, s); *change* is not needed here."""
    height, width = table.shape
    scale = 1.0 / table[r, s]
    for j in range(width):
        table[r, j] *= scale
    for i in range(height):
        if i != r:
            factor = table[i, s]
            if factor != 0.0:
                for j in range(width):
                    table[i, j] -= factor * table[r, j]
                table[i, s] = -factor * scale
    table[r, s] = scale
