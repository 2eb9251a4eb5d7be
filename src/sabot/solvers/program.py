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
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat
from numpy.typing import NDArray

IntArray = NDArray[Any]  # int64 where it fits, Python integers (object) where it does not


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

    a: IntArray
    b: IntArray
    c: IntArray
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
        """Whether nothing that has a sign is negative."""
        y = (number for j, number in enumerate(self.y) if j not in program.free)
        x = (number for i, number in enumerate(self.x) if i not in program.equal)
        return all(min(part, default=0) >= 0 for part in (y, x, self.slack, self.cost))


def integers(table: Sequence[Sequence[int]]) -> IntArray:
    """Return a matrix of integers, in machine words where sums of it fit safely."""
    array = np.array(table, dtype=object)
    small = max(abs(int(array.max())), abs(int(array.min()))) < 2**31 if array.size else True
    return array.astype(np.int64) if small else array


def exact(array: IntArray) -> fmpz_mat:
    """Return a numpy matrix of integers as FLINT's."""
    height, width = array.shape
    return fmpz_mat(height, width, array.ravel().tolist())


def column(numbers: Sequence[int]) -> fmpz_mat:
    """Return a column vector."""
    return fmpz_mat(len(numbers), 1, list(numbers))


def kernel(program: Program, basis: Basis) -> fmpz_mat:
    """Return the square submatrix of a basis."""
    return exact(program.a[np.ix_(basis.rows, basis.columns)])


def solved(matrix: fmpz_mat, right: fmpz_mat) -> tuple[fmpz_mat, fmpz] | None:
    """Return ``matrix^-1 right`` as integers over one positive denominator, None if singular."""
    if matrix.nrows() == 0:
        return fmpz_mat(0, right.ncols()), fmpz(1)
    try:
        return matrix.solve(right).numer_denom()  # type: ignore[no-any-return]
    except ZeroDivisionError:
        return None


def point(program: Program, basis: Basis) -> Point | None:
    """Return the exact point of a basis, or None when its kernel is singular."""
    rows, columns = list(basis.rows), list(basis.columns)
    square = kernel(program, basis)
    primal = solved(square, column(program.b[rows].tolist()))
    if primal is None:
        return None
    dual = solved(square.transpose(), column(program.c[columns].tolist()))
    assert dual is not None
    top_y, below_y = primal
    top_x, below_x = dual
    height, width = program.shape
    y, x = [fmpz(0)] * width, [fmpz(0)] * height
    for place, number in zip(columns, top_y.entries(), strict=True):
        y[place] = number
    for place, number in zip(rows, top_x.entries(), strict=True):
        x[place] = number
    used = exact(program.a[:, columns]) * top_y
    slack = [b * below_y - s for b, s in zip(program.b.tolist(), used.entries(), strict=True)]
    earned = exact(program.a[rows, :].T) * top_x
    cost = [e - c * below_x for e, c in zip(earned.entries(), program.c.tolist(), strict=True)]
    return Point(y, below_y, slack, x, below_x, cost)
