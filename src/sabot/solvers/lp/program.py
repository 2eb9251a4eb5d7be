"""Linear programs in integers: ``max c'y`` subject to ``A y <= b`` and ``y >= 0``.

Every solver here ends in this one form; some rows may be equations and some columns free of sign.
A *basis* is a set of tight rows and a set of live columns of equal number whose square submatrix
(the kernel) is regular; it fixes a primal point ``y``, a dual point ``x`` and all slacks, as
integers over one denominator. A basis is optimal if and only if nothing in it is negative. Floats
may propose a basis; only this file says what it is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flint import fmpz_mat

from sabot.solvers.lp.table import IntArray, Matrix, Sparse, exact

if TYPE_CHECKING:
    from sabot.solvers.lp.lift import Factored

_LIFTED_FROM = 40  # below this FLINT is faster even on sparse kernels


@dataclass(frozen=True, slots=True)
class Basis:
    """Tight rows and live columns, as many of one as of the other."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    factor: Factored | None = field(default=None, compare=False, repr=False)
    """The kernel as HiGHS has factored it, while it is the last one asked; or as long numbers."""


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

    Whole numbers, FLINT's or Python's. ``y`` and ``x`` are indexed like the whole program (0
    outside the basis); ``slack = b - A y`` over ``below_y``, ``cost = A'x - c`` over ``below_x``.
    """

    y: list[Any]
    below_y: Any
    slack: list[Any]
    x: list[Any]
    below_x: Any
    cost: list[Any]

    def optimal(self, program: Program) -> bool:
        """Whether nothing that has a sign is negative, and equations and free columns are met."""
        return self.feasible(program) and self.dual_feasible(program)

    def feasible(self, program: Program) -> bool:
        """Whether the primal point keeps every row and every sign."""
        y = (number for j, number in enumerate(self.y) if j not in program.free)
        level = not any(self.slack[i] for i in program.equal)
        return level and min(y, default=0) >= 0 and min(self.slack, default=0) >= 0

    def dual_feasible(self, program: Program) -> bool:
        """Whether the dual point does."""
        x = (number for i, number in enumerate(self.x) if i not in program.equal)
        level = not any(self.cost[j] for j in program.free)
        return level and min(x, default=0) >= 0 and min(self.cost, default=0) >= 0


class Kernel:
    """The square submatrix of a basis, ready to be solved with, and with its transpose.

    Through the factor that there is of it, else by FLINT.
    """

    def __init__(self, program: Program, basis: Basis) -> None:
        self._program, self._basis = program, basis
        self._size = len(basis.rows)
        large = isinstance(program.a, Sparse) and self._size >= _LIFTED_FROM
        factor = basis.factor if large else None
        self._lift = None if factor is None else factor.over(program.a.triples())

    @cached_property
    def _block(self) -> IntArray:
        return self._program.a.block(self._basis.rows, self._basis.columns)

    @cached_property
    def _matrix(self) -> fmpz_mat:
        return exact(self._block)

    def solve(self, right: Sequence[int]) -> tuple[list[Any], Any] | None:
        """Return ``K^-1 right`` over one denominator; None if the kernel is singular."""
        return self._solve(right, turned=False)

    def solve_turned(self, right: Sequence[int]) -> tuple[list[Any], Any] | None:
        """Return the same for the transpose of the kernel."""
        return self._solve(right, turned=True)

    def _solve(self, right: Sequence[int], *, turned: bool) -> tuple[list[Any], Any] | None:
        if self._size == 0:
            return [], 1
        answer = None if self._lift is None else self._lift.solve(right, turned=turned)
        if answer is not None:
            return answer
        matrix = self._matrix.transpose() if turned else self._matrix
        try:
            found = matrix.solve(fmpz_mat(self._size, 1, list(map(int, right))))
        except ZeroDivisionError:
            return None
        tops, below = found.numer_denom()
        return tops.entries(), below


def point(program: Program, basis: Basis) -> Point | None:
    """Return the exact point of a basis, or None when its kernel is singular."""
    rows, columns = basis.rows, basis.columns
    kernel = Kernel(program, basis)
    primal = kernel.solve([program.b[i] for i in rows])
    if primal is None:
        return None
    dual = kernel.solve_turned([program.c[j] for j in columns])
    assert dual is not None, "a matrix and its transpose are regular together"
    top_y, below_y = primal
    top_x, below_x = dual
    height, width = program.shape
    y, x = [0] * width, [0] * height
    for place, number in zip(columns, top_y, strict=True):
        y[place] = number
    for place, number in zip(rows, top_x, strict=True):
        x[place] = number
    used, earned = program.a.along(columns, top_y), program.a.across(rows, top_x)
    slack = [b * below_y - s for b, s in zip(program.b, used, strict=True)]
    cost = [e - c * below_x for e, c in zip(earned, program.c, strict=True)]
    return Point(y, below_y, slack, x, below_x, cost)
