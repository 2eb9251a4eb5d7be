"""The same tableau in floats: it only guesses which basis complementary pivoting ends at.

Whatever comes of it is solved in integers afterwards and must be an equilibrium there; where it is
not, or the pivots do not end, the pivots are made in integers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_NOTHING = 1e-11
"""Entries below it, in tableaus whose entries start at about 1, are rounding."""
_SAME = 1e-10
"""Ratios nearer to each other are taken for equal."""


class Rough:
    """Rows of floats; the right side stands last in each row."""

    def __init__(
        self, rows: NDArray[np.float64], basis: Sequence[int], outside: Sequence[int]
    ) -> None:
        self.rows = np.array(rows, dtype=np.float64)
        self.basis = list(basis)
        self.outside = list(outside)
        self._first = tuple(basis)
        self._row = {variable: i for i, variable in enumerate(self.basis)}
        self._column = {variable: j for j, variable in enumerate(self.outside)}

    def enter(self, variable: int) -> int | None:
        """Raise a variable from 0 until another becomes 0, and return that one; None: none does."""
        column = self._column[variable]
        row = self._leaving(column)
        if row is None:
            return None
        left = self.basis[row]
        self._pivot(row, column)
        self.basis[row], self.outside[column] = variable, left
        del self._row[left], self._column[variable]
        self._row[variable], self._column[left] = row, column
        return left

    def _leaving(self, column: int) -> int | None:
        slope = self.rows[:, column]
        left = np.flatnonzero(slope > _NOTHING * 100)
        if not len(left):
            return None
        left = _least(left, self.rows[:, -1], slope)
        for variable in self._first:
            if len(left) == 1:
                break
            row = self._row.get(variable)
            if row is None:
                left = _least(left, self.rows[:, self._column[variable]], slope)
            elif row in left:
                left = left[left != row]
        return int(left[0])

    def _pivot(self, row: int, column: int) -> None:
        rows = self.rows
        pivot = rows[row, column]
        own = rows[row] / pivot
        factors = rows[:, column].copy()
        factors[row] = 0.0
        live = np.flatnonzero(factors)
        rows[live] -= np.outer(factors[live], own)
        rows[:, column] = -factors / pivot
        own[column] = 1.0 / pivot
        rows[row] = own
        rows[np.abs(rows) < _NOTHING] = 0.0


def _least(
    rows: NDArray[np.intp], amounts: NDArray[np.float64], slope: NDArray[np.float64]
) -> NDArray[np.intp]:
    ratios = amounts[rows] / slope[rows]
    least = ratios.min()
    near: NDArray[np.intp] = rows[ratios <= least + _SAME * (1.0 + abs(least))]
    return near
