"""Exact solutions of a basis whose float factor is of no use: long factors lead, integers account.

As in :mod:`sabot.solvers.lp.lift`, but a step yields hundreds of bits: a long factor is asked about
the exact residual, its answer rounded to whole numbers, and the new residual computed exactly. How
far an answer can be trusted its balls say; whether it was right, the residual.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from flint import arb, fmpz

from sabot import watch
from sabot.solvers.lp.lift import Answer, Floats, Places, read_off
from sabot.solvers.lp.long.basis import LongBasis
from sabot.solvers.lp.long.numbers import Long, nearest, precision, shifted, size
from sabot.solvers.lp.table import IntArray

_LEAST = 32
"""Bits that a step must yield to be one."""
_SPARE = 8
"""Bits that are left off, besides those that a ball leaves open."""
_MOST = 4096
"""Steps before it is given up."""


class LongKernel:
    """The kernel of a basis as long numbers have factored it; it may be asked like HiGHS's."""

    def __init__(self, basis: LongBasis, bits: int) -> None:
        told = basis.told()
        self._basis, self._bits = basis, bits
        self.scales = basis.scales
        self.rows: Places = np.asarray(told.rows, dtype=np.int64)
        self.columns: Places = np.asarray(told.columns, dtype=np.int64)
        self.tall, self.wide = self.scales[0][self.rows], self.scales[1][self.columns]
        self._stands = [basis.where[j] for j in told.columns]
        self._lift: LongLift | None = None

    def over(self, triples: tuple[Places, Places, IntArray]) -> LongLift:
        """Return the kernel in integers, from the entries of the matrix that was factored."""
        if self._lift is None:
            self._lift = LongLift(triples, self)
        return self._lift

    def solve(self, right: Floats) -> Floats:
        """Return the kernel, scaled, inverted and times *right*, nearly."""
        return self._in_floats(right, turned=False)

    def solve_turned(self, right: Floats) -> Floats:
        """Return the same for the transpose of the kernel."""
        return self._in_floats(right, turned=True)

    def _in_floats(self, right: Floats, *, turned: bool) -> Floats:
        with precision(self._bits):
            found = self.long([arb(n) if n else None for n in right.tolist()], turned=turned)
            return np.array([0.0 if n is None else float(n.mid()) for n in found])

    def long(self, right: list[Long], *, turned: bool) -> list[Long]:
        """Return the same in long numbers."""
        full: list[Long] = [None] * self._basis.height
        into, out = (
            (self._stands, self.rows.tolist()) if turned else (self.rows.tolist(), self._stands)
        )
        for place, number in zip(into, right, strict=True):
            full[place] = number
        found = self._basis.solve_turned(full) if turned else self._basis.solve(full)
        return [found[place] for place in out]

    def unscaled(self, right: list[fmpz], *, turned: bool) -> list[Long]:
        """Return the kernel as it is, inverted and times *right*, nearly."""
        tall, wide = (self.wide, self.tall) if turned else (self.tall, self.wide)
        with precision(self._bits):
            scaled = [
                shifted(n, -k) if n else None for n, k in zip(right, tall.tolist(), strict=True)
            ]
            return [
                None if n is None else n * shifted(1, -k)
                for n, k in zip(self.long(scaled, turned=turned), wide.tolist(), strict=True)
            ]


class LongLift:
    """The kernel of a basis by its entries, with long factors of it."""

    def __init__(self, triples: tuple[Places, Places, IntArray], factor: LongKernel) -> None:
        where, what, values = triples
        row_spot = np.full(1 + int(max(where.max(), factor.rows.max())), -1)
        column_spot = np.full(1 + int(max(what.max(), factor.columns.max())), -1)
        row_spot[factor.rows] = np.arange(len(factor.rows))
        column_spot[factor.columns] = np.arange(len(factor.columns))
        i, j = row_spot[where], column_spot[what]
        kept = (i >= 0) & (j >= 0)
        self._entries = list(
            zip(i[kept].tolist(), j[kept].tolist(), values[kept].tolist(), strict=True)
        )
        self._factor = factor
        self.size = len(factor.rows)

    def solve(self, right: Sequence[int], *, turned: bool = False) -> Answer | None:
        """Return ``K^-1 right`` (or of the transpose) over one denominator; None if it fails."""
        row_sum = self._row_sum(turned=turned)
        residual = [fmpz(int(number)) for number in right]
        totals, places, check_at = [fmpz(0)] * self.size, 0, 1
        for turn in range(1, _MOST):
            watch.heard()
            step = self._step(residual, row_sum, turned=turned)
            if step is None:
                return None
            digits, room, residual = step
            totals = [(total << room) + d for total, d in zip(totals, digits, strict=True)]
            places += room
            after = max(map(abs, residual), default=fmpz(0))
            if not after or turn == check_at:
                answer = read_off(totals, places, after, row_sum)
                if answer is not None or not after:
                    return answer
                check_at = turn * 3 // 2 + 1
        return None

    def _row_sum(self, *, turned: bool) -> int:
        sums = [0] * self.size
        for i, j, amount in self._entries:
            sums[j if turned else i] += abs(amount)
        return max(sums, default=0)

    def _step(
        self, residual: list[fmpz], row_sum: int, *, turned: bool
    ) -> tuple[list[fmpz], int, list[fmpz]] | None:
        """Return the next bits of the solution, how many they are, and the residual they leave."""
        found = self._factor.unscaled(residual, turned=turned)
        doubt = max((size(n.rad()) for n in found if n is not None), default=0)
        room = max(_LEAST, -doubt - _SPARE)
        zero = fmpz(0)
        digits = [zero if n is None else nearest(n, room) for n in found]
        after = [number << room for number in residual]
        for i, j, amount in self._entries:
            into, out = (j, i) if turned else (i, j)
            if digits[out]:
                after[into] -= amount * digits[out]
        # rounding leaves at most half a row's sum: more, and the factors were of no use
        return (digits, room, after) if max(map(abs, after)) <= row_sum else None
