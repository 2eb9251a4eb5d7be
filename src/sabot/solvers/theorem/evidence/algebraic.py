"""Linear programs at an irrational number: exact simplex over the field of a root.

Elements of the field are polynomials modulo the irreducible one whose root it is; signs come from
an interval around the root, halved until it decides. For small programs only.
"""

from __future__ import annotations

from flint import fmpq_poly

from sabot.forms.algebra.field import ONE, ZERO, Field


class Simplex:
    """The solutions of equations that are not negative; Bland's rule, so that it ends."""

    def __init__(self, field: Field, rows: list[list[fmpq_poly]], right: list[fmpq_poly]) -> None:
        """Find a first solution of ``rows x = right``; there must be one."""
        self.field, self.width = field, len(rows[0])
        height = len(rows)
        self._table: list[list[fmpq_poly]] = []
        for k, (row, end) in enumerate(zip(rows, right, strict=True)):
            turn = -1 if field.sign(end) < 0 else 1
            unit = [ONE if i == k else ZERO for i in range(height)]
            self._table.append([*(turn * a for a in row), *unit, turn * end])
        self._basis = [self.width + k for k in range(height)]
        aim = [ZERO] * self.width + [-ONE] * height
        self._climb(aim, self.width + height)
        self._drop_helpers()

    def maximum(self, variable: int) -> tuple[fmpq_poly, list[fmpq_poly]]:
        """Return the greatest value of a variable, which must have one, and a solution with it."""
        aim = [ONE if j == variable else ZERO for j in range(self.width)]
        self._climb(aim, self.width)
        found = [ZERO] * self.width
        for row, j in zip(self._table, self._basis, strict=True):
            found[j] = row[-1]
        return found[variable], found

    def _climb(self, aim: list[fmpq_poly], width: int) -> None:
        field = self.field
        costs = list(aim)
        for row, j in zip(self._table, self._basis, strict=True):
            if aim[j] != 0:
                costs = [c - field.times(aim[j], a) for c, a in zip(costs, row, strict=False)]
        while True:
            enter = next((j for j in range(width) if field.sign(costs[j]) > 0), None)
            if enter is None:
                return
            line = self._leaving(enter)
            self._pivot(line, enter)
            share, row = costs[enter], self._table[line]
            costs = [
                c - field.times(share, a) if a else c for c, a in zip(costs, row, strict=False)
            ]

    def _leaving(self, enter: int) -> int:
        field, best = self.field, None
        for line, row in enumerate(self._table):
            if field.sign(row[enter]) <= 0:
                continue
            ratio = field.over(row[-1], row[enter])
            gap = -1 if best is None else field.sign(ratio - best[0])
            if best is None or gap < 0 or (gap == 0 and self._basis[line] < self._basis[best[1]]):
                best = ratio, line
        assert best is not None, "chances are bounded"
        return best[1]

    def _pivot(self, line: int, enter: int) -> None:
        field = self.field
        inverse = field.over(ONE, self._table[line][enter])  # a quotient costs many products
        row = self._table[line] = [field.times(a, inverse) if a else a for a in self._table[line]]
        for other, old in enumerate(self._table):
            if other != line and old[enter] != 0:
                share = old[enter]
                self._table[other] = [
                    a - field.times(share, b) if b else a for a, b in zip(old, row, strict=True)
                ]
        self._basis[line] = enter

    def _drop_helpers(self) -> None:
        """Remove what was only there to find a first solution."""
        for line in range(len(self._table) - 1, -1, -1):
            if self._basis[line] < self.width:
                continue
            assert self._table[line][-1] == 0, "there is an optimal plan"
            live = next((j for j in range(self.width) if self._table[line][j] != 0), None)
            if live is None:
                del self._table[line], self._basis[line]
            else:
                self._pivot(line, live)
        self._table = [[*row[: self.width], row[-1]] for row in self._table]
