"""The simplex of :mod:`sabot.solvers.lp.tableau` in long numbers, for where floats lose digits.

Payoffs of two scales, a million millions apart, are one number to a float: whichever basis it ends
with, the digits decide otherwise. Three hundred bits keep both. Still only a guess.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabot import watch
from sabot.solvers.lp.program import Basis
from sabot.solvers.lp.table import IntArray

_BITS = 320
"""Bits after the point..."""
_NOISE = 160
"""...of which the last so many are taken for noise."""
_SEEN = 60
"""Bits after the point that decide which edge is the steepest: floats hold no more."""

_AT_ONCE = 200_000
"""Entries that are changed between two looks whether to stop: a tenth of a second."""


def guess_long(payoffs: IntArray) -> Basis:
    """Return a probably optimal basis of ``max 1'y``, ``payoffs y <= 1``, ``y >= 0``."""
    height, width = payoffs.shape
    one = 1 << _BITS
    largest = int(abs(payoffs).max()) or 1
    table = np.full((height + 1, width + 1), one, dtype=object)
    table[:height, :width] = (payoffs.astype(object) << _BITS) // largest
    table[height, :width] = -one
    table[height, width] = 0
    inside = np.arange(width, width + height)  # basic: slack i is width + i
    outside = np.arange(width)
    for turn in range(20 * (height + width) + 50):
        watch.at("guessing", turn, unit="pivots in long numbers")
        spot = _steepest(table)
        row = None if spot is None else _first(table, spot)
        if spot is None or row is None:
            break
        _pivot(table, row, spot)
        inside[row], outside[spot] = outside[spot], inside[row]
    columns = np.sort(inside[inside < width])
    rows = np.sort(outside[outside >= width] - width)
    return Basis(tuple(rows.tolist()), tuple(columns.tolist()))


def _steepest(table: IntArray) -> int | None:
    """Return the column whose price is best for the length of its step; None at the end."""
    prices = table[-1, :-1]
    worth = np.array(prices < -(1 << _NOISE), dtype=bool)
    if not worth.any():
        return None
    spots = np.flatnonzero(worth)
    body = _floats(table[:-1, spots])
    gains = _floats(prices[spots]) ** 2 / (1.0 + np.add.reduce(body * body, axis=0))
    return int(spots[gains.argmax()])


def _first(table: IntArray, spot: int) -> int | None:
    """Return the row that a step along a column makes 0 first; the largest pivot among ties."""
    rising, left = table[:-1, spot], table[:-1, -1]
    rows = np.flatnonzero(np.array(rising > (1 << _NOISE), dtype=bool))
    if not len(rows):
        return None
    return min(
        ((int(left[i]) << _BITS) // int(rising[i]) >> _NOISE, -int(rising[i]), i)
        for i in rows.tolist()
    )[2]


def _pivot(table: IntArray, r: int, s: int) -> None:
    pivot = table[r, s]
    row = (table[r] << _BITS) // pivot
    rising = table[:, s].copy()
    rising[r] = 0
    live = np.flatnonzero(rising)
    for some in np.array_split(live, 1 + table.size // _AT_ONCE):
        watch.heard()
        table[some] -= (rising[some, None] * row) >> _BITS
    table[r] = row
    table[:, s] = (-rising << _BITS) // pivot
    table[r, s] = (1 << 2 * _BITS) // pivot


def _floats(numbers: IntArray) -> NDArray[np.float64]:
    return np.ldexp((numbers >> (_BITS - _SEEN)).astype(np.float64), -_SEEN)
