"""Kernels in balanced whole numbers: rows and columns brought near one by powers of two."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sabot.solvers.lp.lift import Factored, Places, digits
from sabot.solvers.lp.table import IntArray


class BalancedKernel:
    """The kernel of a basis in balanced whole numbers, with the factor that HiGHS has of it."""

    def __init__(
        self, arrays: tuple[Places, Places, IntArray], factor: Factored, *, turned: bool
    ) -> None:
        into, out, amounts = arrays
        rows, columns = (factor.columns, factor.rows) if turned else (factor.rows, factor.columns)
        place_in = np.full(1 + max(int(into.max()), int(rows.max())), -1)
        place_out = np.full(1 + max(int(out.max()), int(columns.max())), -1)
        place_in[rows] = np.arange(len(rows))
        place_out[columns] = np.arange(len(columns))
        i, j = place_in[into], place_out[out]
        kept = np.flatnonzero((i >= 0) & (j >= 0))
        order = kept[np.argsort(i[kept], kind="stable")]
        self._out, self._amounts = j[order], amounts[order]
        self._starts = np.searchsorted(i[order], np.arange(len(rows)))
        self._ask = factor.solve_turned if turned else factor.solve
        self._row_sum = int(np.add.reduceat(abs(self._amounts), self._starts).max())

    def digits(self, right: list[int], power: int) -> Iterator[tuple[list[int], int, int]]:
        """Yield the solution a few dozen bits at a time."""
        with np.errstate(all="ignore"):
            yield from digits(
                lambda x: np.asarray(np.add.reduceat(self._amounts * x[self._out], self._starts)),
                self._ask,
                np.array(right, dtype=object),
                self._row_sum,
                power,
            )
