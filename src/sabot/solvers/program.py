"""Linear programs in integers: ``max c'y`` subject to ``A y <= b`` and ``y >= 0``.

Every solver here ends in this one form; some rows may be equations and some columns free of sign.
A *basis* is a set of tight rows and a set of live columns of equal number whose square submatrix
(the kernel) is regular; it fixes a primal point ``y``, a dual point ``x`` and all slacks, as
integers over one denominator. A basis is optimal if and only if nothing in it is negative. Floats
may propose a basis; only this file says what it is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import fmpz, fmpz_mat

from sabot.solvers.refine import Compass
from sabot.solvers.table import IntArray, Matrix, exact

_COMPASS_FROM = 40  # below this FLINT is faster even on sparse kernels


@dataclass(frozen=True, slots=True)
class Basis:
    """Tight rows and live columns, as many of one as of the other."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """``max c'y`` subject to ``A y <= b``, ``y >= 0``, in integers.

    Rows in ``equal`` are equations and columns in ``free`` have no sign: every basis holds them.
    """

    a: Matrix
    b: list[int]
    c: list[int]
    equal: frozenset[int] = frozenset()
    free: frozenset[int] = frozenset()

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return self.a.shape

    def holds(self, basis: Basis) -> bool:
        """Whether a basis holds every equation and every free column."""
        return self.equal <= set(basis.rows) and self.free <= set(basis.columns)


@dataclass(frozen=True, slots=True)
class Point:
    """The exact primal and dual point of a basis, and what is left over.

    ``y`` and ``x`` are indexed like the whole program (0 outside the basis); ``slack = b - A y``
    over ``below_y``, ``cost = A'x - c`` over ``below_x``.
    """

    y: list[fmpz]
    below_y: fmpz
    slack: list[fmpz]
    x: list[fmpz]
    below_x: fmpz
    cost: list[fmpz]

    def optimal(self, program: Program) -> bool:
        """Whether nothing that has a sign is negative, and equations and free columns are met."""
        y = (number for j, number in enumerate(self.y) if j not in program.free)
        x = (number for i, number in enumerate(self.x) if i not in program.equal)
        signed = all(min(part, default=0) >= 0 for part in (y, x, self.slack, self.cost))
        return (
            signed
            and not any(self.slack[i] for i in program.equal)
            and not any(self.cost[j] for j in program.free)
        )


class Kernel:
    """The square submatrix of a basis, ready to be solved with, and with its transpose."""

    def __init__(self, program: Program, basis: Basis) -> None:
        self._block: IntArray = program.a.block(basis.rows, basis.columns)
        self._size = len(basis.rows)
        few = 4 * np.count_nonzero(self._block) <= self._block.size
        machine = self._block.dtype != object
        self._compass = (
            Compass(self._block) if few and machine and self._size >= _COMPASS_FROM else None
        )
        self._matrix: fmpz_mat | None = None

    def solve(self, rights: Sequence[Sequence[int]]) -> tuple[fmpz_mat, fmpz] | None:
        """Return ``K^-1`` times each right side, over one denominator; None if singular."""
        return self._solve(rights, turned=False)

    def solve_turned(self, rights: Sequence[Sequence[int]]) -> tuple[fmpz_mat, fmpz] | None:
        """Return the same for the transpose of the kernel."""
        return self._solve(rights, turned=True)

    def _solve(
        self, rights: Sequence[Sequence[int]], *, turned: bool
    ) -> tuple[fmpz_mat, fmpz] | None:
        if self._size == 0:
            return fmpz_mat(0, len(rights)), fmpz(1)
        if self._compass is not None and len(rights) == 1:
            answer = self._compass.solve(rights[0], turned=turned)
            if answer is not None:
                return fmpz_mat(self._size, 1, answer[0]), fmpz(answer[1])
        if self._matrix is None:
            self._matrix = exact(self._block)
        matrix = self._matrix.transpose() if turned else self._matrix
        entries = [int(right[spot]) for spot in range(self._size) for right in rights]
        try:
            found = matrix.solve(fmpz_mat(self._size, len(rights), entries))
        except ZeroDivisionError:
            return None
        return found.numer_denom()  # type: ignore[no-any-return]


def point(program: Program, basis: Basis) -> Point | None:
    """Return the exact point of a basis, or None when its kernel is singular."""
    rows, columns = basis.rows, basis.columns
    kernel = Kernel(program, basis)
    primal = kernel.solve([[program.b[i] for i in rows]])
    if primal is None:
        return None
    dual = kernel.solve_turned([[program.c[j] for j in columns]])
    assert dual is not None, "a matrix and its transpose are regular together"
    top_y, below_y = primal
    top_x, below_x = dual
    height, width = program.shape
    y, x = [fmpz(0)] * width, [fmpz(0)] * height
    for place, number in zip(columns, top_y.entries(), strict=True):
        y[place] = number
    for place, number in zip(rows, top_x.entries(), strict=True):
        x[place] = number
    used, earned = program.a.along(columns, top_y), program.a.across(rows, top_x)
    slack = [b * below_y - s for b, s in zip(program.b, used, strict=True)]
    cost = [e - c * below_x for e, c in zip(earned, program.c, strict=True)]
    return Point(y, below_y, slack, x, below_x, cost)
