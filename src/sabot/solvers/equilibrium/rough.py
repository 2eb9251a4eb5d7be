"""The same tableau in floats: it only guesses which basis complementary pivoting ends at.

Whatever comes of it is solved in integers afterwards and must be an equilibrium there; where it is
not, or the pivots do not end, the pivots are made in integers. Rounding grows with the pivots, so
that now and then the tableau is made anew from the first one, for the basis that it has come to.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_NOTHING = 1e-9
"""Entries below it, in tableaus whose entries start at about 1, are rounding."""
_SLOPE = 1e-8
"""A variable that falls more slowly is taken not to fall at all."""
_SAME = 1e-8
"""Ratios nearer to each other are taken for equal."""


class Rough:
    """Rows of floats; the right side stands last in each row."""

    def __init__(
        self,
        rows: NDArray[np.float64],
        basis: Sequence[int],
        outside: Sequence[int],
        anew: int | None = None,
    ) -> None:
        """Take the tableau; after *anew* pivots, and as many again, it is made anew."""
        self.rows = np.array(rows, dtype=np.float64)
        self.basis = list(basis)
        self.outside = list(outside)
        self._start = self.rows.copy()
        self._first, self._away = tuple(basis), tuple(outside)
        self._row = {variable: i for i, variable in enumerate(self.basis)}
        self._column = {variable: j for j, variable in enumerate(self.outside)}
        self._count, self._anew = 0, anew

    def value(self, variable: int) -> float:
        """Return what a variable is; 0 where that is surely rounding."""
        row = self._row.get(variable)
        found = 0.0 if row is None else float(self.rows[row, -1])
        return 0.0 if abs(found) < _NOTHING else found

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
        self._count += 1
        if self._anew is not None and not self._count % self._anew:
            self._refresh()
        return left

    def _leaving(self, column: int) -> int | None:
        slope = self.rows[:, column]
        left = np.flatnonzero(slope > _SLOPE)
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
        fresh = rows[live] - np.outer(factors[live], own)
        fresh[np.abs(fresh) < _NOTHING] = 0.0
        rows[live] = fresh
        rows[:, column] = -factors / pivot
        own[column] = 1.0 / pivot
        rows[row] = own

    def _refresh(self) -> None:
        """Make the tableau of this basis anew, from the first one."""
        height = len(self._start)
        unit = {variable: i for i, variable in enumerate(self._first)}
        spot = {variable: j for j, variable in enumerate(self._away)}

        def columns(variables: list[int]) -> NDArray[np.float64]:
            found = np.zeros((height, len(variables)))
            for k, variable in enumerate(variables):
                if variable in unit:
                    found[unit[variable], k] = 1.0
                else:
                    found[:, k] = self._start[:, spot[variable]]
            return found

        try:
            wanted = np.hstack([columns(self.outside), self._start[:, -1:]])
            fresh: NDArray[np.float64] = np.asarray(
                np.linalg.solve(columns(self.basis), wanted), dtype=np.float64
            )
        except np.linalg.LinAlgError:  # then the guess will be wrong, and is found out
            return
        fresh[np.abs(fresh) < _NOTHING] = 0.0
        self.rows = fresh


def _least(
    rows: NDArray[np.intp], amounts: NDArray[np.float64], slope: NDArray[np.float64]
) -> NDArray[np.intp]:
    ratios = amounts[rows] / slope[rows]
    least = ratios.min()
    near: NDArray[np.intp] = rows[ratios <= least + _SAME * (1.0 + abs(least))]
    return near
