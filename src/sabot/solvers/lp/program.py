"""Linear programs in integers: ``max c'y`` subject to ``A y <= b`` and ``y >= 0``.

Every solver ends in this one form; some rows may be equations and some columns free of sign. A
*basis* is a set of tight rows and a set of basic columns of equal number whose square submatrix is
regular; it fixes a primal point ``y``, a dual point ``x`` and all slacks, as integers over one
denominator. A basis is optimal if and only if nothing in it is negative. Floats may propose a
basis; only this module says what it is worth. Matrices are dense for matrix games and sparse for
sequence forms; a basis that has been factored is solved through its factors, else by FLINT.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

import numpy as np
from flint import fmpz, fmpz_mat
from numpy.typing import NDArray

IntArray = NDArray[Any]  # int64 where it fits, Python integers (object) where it does not
ExactInteger: TypeAlias = fmpz  # FLINT's integers or Python's; flint has no types
_SMALL_ENTRY = 2**31


class IntegerMatrix(Protocol):
    """What a program asks of its matrix."""

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""

    def block(self, rows: Sequence[int], columns: Sequence[int]) -> IntArray:
        """Return a submatrix, dense."""

    def triples(self) -> tuple[NDArray[np.int64], NDArray[np.int64], IntArray]:
        """Return the entries that are not 0: rows, columns, values."""

    def multiply_columns(
        self, columns: Sequence[int], weights: Sequence[ExactInteger]
    ) -> list[ExactInteger]:
        """Return the chosen columns times *weights*."""

    def multiply_rows(
        self, rows: Sequence[int], weights: Sequence[ExactInteger]
    ) -> list[ExactInteger]:
        """Return the chosen rows, turned, times *weights*."""


def integer_array(table: Sequence[Sequence[int]]) -> IntArray:
    """Return a dense matrix of integers, in machine words where sums of it fit safely."""
    array = np.array(table, dtype=object)
    small = max(abs(int(array.max())), abs(int(array.min()))) < _SMALL_ENTRY if array.size else True
    return array.astype(np.int64) if small else array


def to_flint_matrix(array: IntArray) -> fmpz_mat:
    """Return a numpy matrix of integers as FLINT's."""
    height, width = array.shape
    return fmpz_mat(height, width, array.ravel().tolist())


class DenseMatrix:
    """A matrix with an entry everywhere."""

    def __init__(self, array: IntArray) -> None:
        self.array = array

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        height, width = self.array.shape
        return height, width

    def block(self, rows: Sequence[int], columns: Sequence[int]) -> IntArray:
        """Return a submatrix."""
        return self.array[np.ix_(rows, columns)]

    def triples(self) -> tuple[NDArray[np.int64], NDArray[np.int64], IntArray]:
        """Return the entries that are not 0: rows, columns, values."""
        rows, columns = np.nonzero(self.array)
        return rows, columns, self.array[rows, columns]

    def multiply_columns(
        self, columns: Sequence[int], weights: Sequence[ExactInteger]
    ) -> list[ExactInteger]:
        """Return the chosen columns times *weights*."""
        product = to_flint_matrix(self.array[:, list(columns)]) * fmpz_mat(len(weights), 1, weights)
        return product.entries()  # type: ignore[no-any-return]

    def multiply_rows(
        self, rows: Sequence[int], weights: Sequence[ExactInteger]
    ) -> list[ExactInteger]:
        """Return the chosen rows, turned, times *weights*."""
        product = to_flint_matrix(self.array[list(rows), :].T) * fmpz_mat(len(weights), 1, weights)
        return product.entries()  # type: ignore[no-any-return]


class SparseMatrix:
    """A matrix with few entries, kept as rows, columns and values that are not 0."""

    def __init__(self, shape: tuple[int, int], entries: Iterable[tuple[int, int, int]]) -> None:
        rows, columns, values = tuple(zip(*entries, strict=True)) or ((), (), ())
        self._keep(shape, rows, columns, values)

    @classmethod
    def of(
        cls,
        shape: tuple[int, int],
        rows: Sequence[int] | NDArray[np.int64],
        columns: Sequence[int] | NDArray[np.int64],
        values: Sequence[int] | IntArray,
    ) -> SparseMatrix:
        """Return the matrix with these entries; equal places are added."""
        made = cls.__new__(cls)
        made._keep(shape, rows, columns, values)
        return made

    def _keep(
        self,
        shape: tuple[int, int],
        rows: Sequence[int] | NDArray[np.int64],
        columns: Sequence[int] | NDArray[np.int64],
        values: Sequence[int] | IntArray,
    ) -> None:
        amounts = _integer_array(values)
        live = amounts != 0
        self.shape = shape
        self.arrays = (
            np.asarray(rows, dtype=np.int64)[live],
            np.asarray(columns, dtype=np.int64)[live],
            amounts[live],
        )

    @cached_property
    def entries(self) -> list[tuple[int, int, int]]:
        """The triples themselves."""
        rows, columns, values = self.arrays
        return list(zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True))

    def triples(self) -> tuple[NDArray[np.int64], NDArray[np.int64], IntArray]:
        """Return the entries that are not 0: rows, columns, values."""
        return self.arrays

    def block(self, rows: Sequence[int], columns: Sequence[int]) -> IntArray:
        """Return a submatrix, dense."""
        where, what, values = self.arrays
        row_spot = np.full(self.shape[0], -1)
        row_spot[list(rows)] = np.arange(len(rows))
        column_spot = np.full(self.shape[1], -1)
        column_spot[list(columns)] = np.arange(len(columns))
        kept = (row_spot[where] >= 0) & (column_spot[what] >= 0)
        found = np.zeros((len(rows), len(columns)), dtype=values.dtype)
        found[row_spot[where[kept]], column_spot[what[kept]]] = values[kept]
        return found

    def multiply_columns(
        self, columns: Sequence[int], weights: Sequence[ExactInteger]
    ) -> list[ExactInteger]:
        """Return the chosen columns times *weights*."""
        rows, places, values = self.arrays
        return _weighted_sums(self.shape, (rows, places, values), columns, weights)

    def multiply_rows(
        self, rows: Sequence[int], weights: Sequence[ExactInteger]
    ) -> list[ExactInteger]:
        """Return the chosen rows, turned, times *weights*."""
        places, columns, values = self.arrays
        return _weighted_sums(self.shape[::-1], (columns, places, values), rows, weights)


def _integer_array(values: Sequence[int] | IntArray) -> IntArray:
    """Return integers in machine words where they are small, else as they are."""
    if isinstance(values, np.ndarray):
        least, greatest = int(values.min(initial=0)), int(values.max(initial=0))
    else:
        least, greatest = min(values, default=0), max(values, default=0)
    small = least > -_SMALL_ENTRY and greatest < _SMALL_ENTRY
    return np.asarray(values, dtype=np.int64 if small else object)


def _weighted_sums(
    shape: tuple[int, int],
    entries: tuple[NDArray[np.int64], NDArray[np.int64], IntArray],
    places: Sequence[int],
    weights: Sequence[ExactInteger],
) -> list[ExactInteger]:
    """Return the columns of a matrix at some *places* times *weights*, from its entries."""
    rows, columns, values = entries
    weight: list[ExactInteger] = [0] * shape[1]
    for place, amount in zip(places, weights, strict=True):
        weight[place] = amount
    live = np.flatnonzero(np.array(list(map(bool, weight)), dtype=bool)[columns])
    total: list[ExactInteger] = [0] * shape[0]
    live = live[np.argsort(rows[live], kind="stable")]
    factors = list(map(weight.__getitem__, columns[live].tolist()))
    amounts = values[live].tolist()
    ends = np.searchsorted(rows[live], np.arange(shape[0] + 1)).tolist()
    for i, (start, end) in enumerate(pairwise(ends)):
        if start < end:
            total[i] = sum(map(operator.mul, amounts[start:end], factors[start:end]))
    return total


_FACTORED_FROM = 40  # below this FLINT is faster even on sparse kernels


@dataclass(frozen=True, slots=True)
class LPBasis:
    """Tight rows and live columns, as many of one as of the other."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    factor: BasisFactor | None = field(default=None, compare=False, repr=False)
    """The kernel as HiGHS has factored it, while it is the last one asked; or as long numbers."""


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """``max c'y`` subject to ``A y <= b``, ``y >= 0``, in integers.

    Rows in ``equal`` are equations and columns in ``free`` have no sign: every basis holds them.
    """

    a: IntegerMatrix
    b: list[int]
    c: list[int]
    equal: frozenset[int] = frozenset()
    free: frozenset[int] = frozenset()

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return self.a.shape

    def holds(self, basis: LPBasis) -> bool:
        """Whether a basis holds every equation and every free column."""
        return self.equal <= set(basis.rows) and self.free <= set(basis.columns)


@dataclass(frozen=True, slots=True)
class BasicSolution:
    """The exact primal and dual point of a basis, and what is left over.

    Integers, FLINT's or Python's. ``y`` and ``x`` are indexed like the whole program (0 outside the
    basis); ``slack = b - A y`` over ``y_denominator``, ``cost = A'x - c`` over ``x_denominator``.
    """

    y: list[ExactInteger]
    y_denominator: ExactInteger
    slack: list[ExactInteger]
    x: list[ExactInteger]
    x_denominator: ExactInteger
    cost: list[ExactInteger]

    def optimal(self, program: LinearProgram) -> bool:
        """Whether nothing that has a sign is negative, and equations and free columns are met."""
        return self.feasible(program) and self.dual_feasible(program)

    def feasible(self, program: LinearProgram) -> bool:
        """Whether the primal point keeps every row and every sign."""
        y = (number for j, number in enumerate(self.y) if j not in program.free)
        level = not any(self.slack[i] for i in program.equal)
        return level and min(y, default=0) >= 0 and min(self.slack, default=0) >= 0

    def dual_feasible(self, program: LinearProgram) -> bool:
        """Whether the dual point does."""
        x = (number for i, number in enumerate(self.x) if i not in program.equal)
        level = not any(self.cost[j] for j in program.free)
        return level and min(x, default=0) >= 0 and min(self.cost, default=0) >= 0


class BasisMatrix:
    """The square submatrix of a basis, ready to be solved with, and with its transpose.

    Through the factor that there is of it, else by FLINT.
    """

    def __init__(self, program: LinearProgram, basis: LPBasis) -> None:
        self._program, self._basis = program, basis
        self._size = len(basis.rows)
        large = isinstance(program.a, SparseMatrix) and self._size >= _FACTORED_FROM
        factor = basis.factor if large else None
        self._lift = None if factor is None else factor.over(program.a.triples())

    @cached_property
    def _block(self) -> IntArray:
        return self._program.a.block(self._basis.rows, self._basis.columns)

    @cached_property
    def _matrix(self) -> fmpz_mat:
        return to_flint_matrix(self._block)

    def solve(self, right: Sequence[int]) -> tuple[list[ExactInteger], ExactInteger] | None:
        """Return ``K^-1 right`` over one denominator; None if the kernel is singular."""
        return self._solve(right, turned=False)

    def solve_transposed(
        self, right: Sequence[int]
    ) -> tuple[list[ExactInteger], ExactInteger] | None:
        """Return the same for the transpose of the kernel."""
        return self._solve(right, turned=True)

    def _solve(
        self, right: Sequence[int], *, turned: bool
    ) -> tuple[list[ExactInteger], ExactInteger] | None:
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


def compute_basic_solution(program: LinearProgram, basis: LPBasis) -> BasicSolution | None:
    """Return the exact point of a basis, or None when its kernel is singular."""
    rows, columns = basis.rows, basis.columns
    kernel = BasisMatrix(program, basis)
    # its denominator is mostly a multiple of the other one: prices vary more than right sides
    dual = kernel.solve_transposed([program.c[j] for j in columns])
    if dual is None:
        return None
    primal = kernel.solve([program.b[i] for i in rows])
    assert primal is not None, "a matrix and its transpose are regular together"
    top_y, below_y = primal
    top_x, below_x = dual
    height, width = program.shape
    y, x = [0] * width, [0] * height
    for place, number in zip(columns, top_y, strict=True):
        y[place] = number
    for place, number in zip(rows, top_x, strict=True):
        x[place] = number
    used, earned = program.a.multiply_columns(columns, top_y), program.a.multiply_rows(rows, top_x)
    slack = [b * below_y - s for b, s in zip(program.b, used, strict=True)]
    cost = [e - c * below_x for e, c in zip(earned, program.c, strict=True)]
    return BasicSolution(y, below_y, slack, x, below_x, cost)


Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
RationalVector = tuple[list[int], int]
"""Numerators over one positive denominator."""


class ExactSystem(Protocol):
    """A kernel in integers that can be solved with exactly."""

    def solve(self, right: Sequence[int], *, turned: bool = False) -> RationalVector | None:
        """Return ``K^-1 right`` (or of the transpose) over one denominator; None if it fails."""


class BasisFactor(Protocol):
    """What is asked of the factors of a basis, whoever made them."""

    scales: tuple[Indices, Indices]
    """The powers of two by which rows and columns of the program were divided before."""
    rows: Indices
    columns: Indices

    def over(self, triples: tuple[Indices, Indices, IntArray]) -> ExactSystem:
        """Return the kernel in integers, from the entries of the matrix that was factored."""

    def solve(self, right: Floats) -> Floats:
        """Return the kernel, scaled, inverted and times *right*, nearly."""

    def solve_transposed(self, right: Floats) -> Floats:
        """Return the same for the transpose of the kernel."""
