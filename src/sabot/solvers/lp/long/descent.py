"""Dantzig's parametric self-dual simplex in long numbers.

Right sides and prices that make a basis strictly optimal are added, times t; then t is lowered to
nothing, with a pivot whenever something reaches 0. Where stakes are far apart this settles what
the large ones decide before what is left to the small ones. Nothing found here is believed before
the exact point of its basis has been seen.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace

from flint import arb

from sabot import watch
from sabot.solvers.lp.long.basis import LongBasis, LongProgram
from sabot.solvers.lp.long.lift import LongKernel
from sabot.solvers.lp.long.numbers import Entries, Long, precision, subtract
from sabot.solvers.lp.program import Basis, Program

_BITS = 320
"""Bits of a number, besides those by which the numbers of the program are apart."""
_TRIES = 3
"""Each with twice the bits of the one before."""
_MOST = 20
"""Pivots for each row, before the walk is taken to be lost."""
_SPREAD = 2**20


def descended(program: Program, near: Basis) -> Iterator[tuple[Basis, int]]:
    """Yield where the walk from near a basis ends and its pivots, each time with more bits."""
    for attempt in range(_TRIES):
        with precision(_BITS):
            told = LongProgram(program)
            bits = (_BITS + 2 * told.bits) << attempt
        with precision(bits):
            basis = LongBasis(told, near)
            if not basis.holds:
                return
            descent = _Descent(told, basis)
            arrived = descent.run(_MOST * told.height)
            basis.fresh()
            near = replace(basis.told(), factor=LongKernel(basis, bits))
        if arrived:
            yield near, basis.pivots


class _Descent:
    """Values and prices at a basis: what they are at t = 0, and how they grow with t."""

    def __init__(self, program: LongProgram, basis: LongBasis) -> None:
        self._program, self._basis = program, basis
        self._tilted = self._tilt()
        self._compute()

    def _tilt(self) -> tuple[list[Long], list[Long]]:
        """Return right sides and prices for which the basis is strictly optimal."""
        dice = random.Random(0)
        program, basis = self._program, self._basis
        right: list[Long] = [None] * program.height
        price: list[Long] = [None] * len(program.columns)
        for j, column in enumerate(program.columns):
            amount = -arb(dice.randint(_SPREAD, 2 * _SPREAD)) / _SPREAD
            if j not in basis.where and j not in program.fixed:
                price[j] = amount
            elif j in basis.where and j not in program.free:
                subtract(right, column, amount)
        return right, price

    def _compute(self) -> None:
        program, basis = self._program, self._basis
        right, price = self._tilted
        self._values = basis.solve(list(program.b)), basis.solve(list(right))
        self._prices = self._priced(program.c), self._priced(price)

    def _priced(self, price: list[Long]) -> list[Long]:
        total = self._basis.across(self._basis.solve_turned([price[j] for j in self._basis.head]))
        for j, amount in enumerate(price):
            if amount is not None and j not in self._basis.where:
                before = total[j]
                total[j] = -amount if before is None else before - amount
        return total

    def run(self, most: int) -> bool:
        """Lower t to 0; tell whether it came to that."""
        for turn in range(most):
            watch.at("exact", turn, unit="long pivots")
            reached = self._reached()
            if reached is None:
                return True
            pivot = self._pivot(*reached)
            if pivot is None:
                return False
            self._move(*pivot)
            if self._basis.stale:
                self._basis.fresh()
                self._compute()
        return False

    def _reached(self) -> tuple[arb, bool, int] | None:
        """Return the largest t at which something is 0, whether it is a price, and which."""
        head, free, fixed = self._basis.head, self._program.free, self._program.fixed
        best: tuple[arb, bool, int] | None = None
        for priced, (still, tilt) in ((False, self._values), (True, self._prices)):
            for index, number in enumerate(still):
                if number is None or not number < 0:
                    continue
                if index in fixed if priced else head[index] in free:
                    continue
                slope = tilt[index]
                t = arb("inf") if slope is None or not slope > 0 else -number / slope
                if best is None or t > best[0]:
                    best = t, priced, index
        return best

    def _pivot(
        self, t: arb, priced: bool, index: int
    ) -> tuple[int, int, list[Long], list[Long]] | None:
        """Return what leaves (by its row), what enters, and their lines; None where it is lost."""
        if not t.is_finite():
            return None  # nothing that t is added to can be negative, but for noise
        basis, t = self._basis, t.mid()
        if priced:
            column = basis.column(index)
            barred = {basis.where[j] for j in self._program.free}
            r = _first(column, self._values, barred, t)
            return None if r is None else (r, index, column, basis.line(r))
        line = basis.line(index)
        turned = [None if amount is None else -amount for amount in line]
        q = _first(turned, self._prices, self._program.fixed, t)
        if q is None:
            return None
        column = basis.column(q)
        return None if column[index] is None else (index, q, column, line)

    def _move(self, r: int, q: int, column: list[Long], line: list[Long]) -> None:
        """Pivot, and carry values and prices over."""
        head, gone = column[r], self._basis.head[r]
        down, along = _live(column), _live(line)
        for values in self._values:
            value = values[r]
            if value is not None:
                step = value / head
                subtract(values, down, step)
                values[r] = step
        for prices in self._prices:
            price = prices[q]
            if price is not None:
                step = price / head
                subtract(prices, along, step)
                prices[q], prices[gone] = None, -step
        self._basis.swap(r, q, column)


def _live(numbers: list[Long]) -> Entries:
    return [(k, number) for k, number in enumerate(numbers) if number is not None]


def _first(
    moves: list[Long], pair: tuple[list[Long], list[Long]], barred: Collection[int], t: arb
) -> int | None:
    """Return which number becomes 0 first when it falls by its move."""
    still, tilt = pair
    best, found = None, None
    for k, move in enumerate(moves):
        if move is None or k in barred or not move > 0:
            continue
        number, slope = still[k], tilt[k]
        here = arb(0) if number is None else number
        if slope is not None:
            here = here + slope * t
        lasts = here / move if here > 0 else arb(0)
        if best is None or lasts < best:
            best, found = lasts, k
    return found
