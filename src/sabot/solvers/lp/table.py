"""Integer matrices as the solvers want them: dense for matrix games, sparse for trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

IntArray = NDArray[Any]  # int64 where it fits, Python integers (object) where it does not
_SMALL = 2**31


class Matrix(Protocol):
    """What a program asks of its matrix."""

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""

    def block(self, rows: Sequence[int], columns: Sequence[int]) -> IntArray:
        """Return a submatrix, dense."""

    def triples(self) -> tuple[NDArray[np.int64], NDArray[np.int64], IntArray]:
        """Return the entries that are not 0: rows, columns, values."""

    def along(self, columns: Sequence[int], weights: Sequence[Any]) -> list[Any]:
        """Return the chosen columns times *weights*."""

    def across(self, rows: Sequence[int], weights: Sequence[Any]) -> list[Any]:
        """Return the chosen rows, turned, times *weights*."""


def integers(table: Sequence[Sequence[int]]) -> IntArray:
    """Return a dense matrix of integers, in machine words where sums of it fit safely."""
    array = np.array(table, dtype=object)
    small = max(abs(int(array.max())), abs(int(array.min()))) < _SMALL if array.size else True
    return array.astype(np.int64) if small else array


def exact(array: IntArray) -> fmpz_mat:
    """Return a numpy matrix of integers as FLINT's."""
    height, width = array.shape
    return fmpz_mat(height, width, array.ravel().tolist())


class Dense:
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

    def along(self, columns: Sequence[int], weights: Sequence[Any]) -> list[Any]:
        """Return the chosen columns times *weights*."""
        product = exact(self.array[:, list(columns)]) * fmpz_mat(len(weights), 1, weights)
        return product.entries()  # type: ignore[no-any-return]

    def across(self, rows: Sequence[int], weights: Sequence[Any]) -> list[Any]:
        """Return the chosen rows, turned, times *weights*."""
        product = exact(self.array[list(rows), :].T) * fmpz_mat(len(weights), 1, weights)
        return product.entries()  # type: ignore[no-any-return]


class Sparse:
    """A matrix with few entries, kept as rows, columns and values that are not 0."""

    def __init__(self, shape: tuple[int, int], entries: Iterable[tuple[int, int, int]]) -> None:
        rows, columns, values = tuple(zip(*entries, strict=True)) or ((), (), ())
        self._keep(shape, rows, columns, values)

    @classmethod
    def of(
        cls,
        shape: tuple[int, int],
        rows: Sequence[int],
        columns: Sequence[int],
        values: Sequence[int],
    ) -> Sparse:
        """Return the matrix with these entries, told apart by what they are."""
        made = cls.__new__(cls)
        made._keep(shape, rows, columns, values)
        return made

    def _keep(
        self,
        shape: tuple[int, int],
        rows: Sequence[int],
        columns: Sequence[int],
        values: Sequence[int],
    ) -> None:
        small = not values or (min(values) > -_SMALL and max(values) < _SMALL)
        amounts: IntArray = np.array(values, dtype=np.int64 if small else object)
        live = amounts != 0
        self.shape = shape
        self.arrays = (
            np.array(rows, dtype=np.int64)[live],
            np.array(columns, dtype=np.int64)[live],
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

    def along(self, columns: Sequence[int], weights: Sequence[Any]) -> list[Any]:
        """Return the chosen columns times *weights*."""
        weight = [0] * self.shape[1]
        for place, amount in zip(columns, weights, strict=True):
            weight[place] = amount
        total = [0] * self.shape[0]
        for i, j, value in self.entries:
            if weight[j]:
                total[i] += value * weight[j]
        return total

    def across(self, rows: Sequence[int], weights: Sequence[Any]) -> list[Any]:
        """Return the chosen rows, turned, times *weights*."""
        weight = [0] * self.shape[0]
        for place, amount in zip(rows, weights, strict=True):
            weight[place] = amount
        total = [0] * self.shape[1]
        for i, j, value in self.entries:
            if weight[i]:
                total[j] += value * weight[i]
        return total
