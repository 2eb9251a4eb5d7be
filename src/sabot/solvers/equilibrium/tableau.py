"""A tableau in integers for complementary pivoting: ``det * b = right - T n``, every entry whole.

The basic variables ``b`` are told by those outside the basis, ``n``. A pivot exchanges one for one;
all entries are minors of the system at the start, so that the division by the pivot before is
exact and no fraction is ever made (Edmonds). Ties are broken lexicographically, by the columns that
the first basis has now: this is as if the right side had been moved a little into general position,
so that no basis comes twice, however degenerate the game is.
"""

from __future__ import annotations

from collections.abc import Sequence


class Tableau:
    """Rows of integers over one positive determinant; the right side stands last in each row."""

    def __init__(
        self, rows: Sequence[Sequence[int]], basis: Sequence[int], outside: Sequence[int]
    ) -> None:
        self.rows = [list(row) for row in rows]
        self.determinant = 1
        self.basis = list(basis)
        """The variable of each row."""
        self.outside = list(outside)
        """The variable of each column."""
        self._first = tuple(basis)
        self._row = {variable: i for i, variable in enumerate(self.basis)}
        self._column = {variable: j for j, variable in enumerate(self.outside)}

    def value(self, variable: int) -> int:
        """Return what a variable is, times the determinant."""
        row = self._row.get(variable)
        return 0 if row is None else self.rows[row][-1]

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
        """Return the row that is the first to reach 0, of equals the lexicographically first."""
        slope = [row[column] for row in self.rows]
        left = [i for i, step in enumerate(slope) if step > 0]
        if not left:
            return None
        left = _least(left, [row[-1] for row in self.rows], slope)
        for variable in self._first:
            if len(left) == 1:
                break
            row = self._row.get(variable)
            if row is None:
                spot = self._column[variable]
                left = _least(left, [line[spot] for line in self.rows], slope)
            elif row in left:  # its own column has an entry there, and 0 in all other rows
                left.remove(row)
        return left[0]

    def _pivot(self, row: int, column: int) -> None:
        own, before = self.rows[row], self.determinant
        pivot = own[column]
        for i, line in enumerate(self.rows):
            factor = line[column]
            if i == row:
                continue
            if factor:
                fresh = [(a * pivot - factor * b) // before for a, b in zip(line, own, strict=True)]
                fresh[column] = -factor
                self.rows[i] = fresh
            elif pivot != before:
                self.rows[i] = [a * pivot // before for a in line]
        own[column] = before
        self.determinant = pivot


def _least(rows: list[int], amounts: list[int], slope: list[int]) -> list[int]:
    """Return the rows whose amount over the slope is least."""
    found = rows[:1]
    for i in rows[1:]:
        first = found[0]
        here, there = amounts[i] * slope[first], amounts[first] * slope[i]
        if here < there:
            found = [i]
        elif here == there:
            found.append(i)
    return found
