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
from sabot.solvers.lp.long.numbers import DoubtError, Entries, Long, precision, shifted, subtract
from sabot.solvers.lp.program import Basis, Program

_BITS = 256
_LEVELS = 8
"""Bits of a number: these, and so many times those that the numbers of the program have together.
Far stakes lie one within the other, and each level costs a basis the bits that they are apart."""
_SURE = 48
"""Bits to which the two roads to what is pivoted on must agree."""
_MORE = 4
"""How often the bits may be doubled."""
_MOST = 20
"""Pivots for each row, before the walk is taken to be lost."""
_SPREAD = 2**20


def descended(program: Program, near: Basis) -> Iterator[tuple[Basis, int]]:
    """Yield where the walk from near a basis ends, and its pivots; then again, with more bits."""
    with precision(_BITS):
        told = LongProgram(program)
    bits = _BITS + _LEVELS * told.bits
    descent = None
    for _ in range(_MORE):
        ended = None
        with precision(bits):
            try:
                descent = descent or _Descent(told, LongBasis(told, near))
                ended = descent.ended(bits) if descent.run(_MOST * told.height) else None
            except DoubtError:
                pass  # even a fresh basis is not known well enough
        if descent is not None and ended is not None:
            yield ended, descent.pivots
        bits *= 2


class _Descent:
    """Values and prices at a basis: what they are at t = 0, and how they grow with t."""

    def __init__(self, program: LongProgram, basis: LongBasis) -> None:
        self._program, self._basis = program, basis
        self._tilted = self._tilt()

    @property
    def pivots(self) -> int:
        """How many were made so far."""
        return self._basis.pivots

    def ended(self, bits: int) -> Basis:
        """Return the basis as the program has it, with its factor of so many bits."""
        self._basis.fresh()
        return replace(self._basis.told(), factor=LongKernel(self._basis, bits))

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
        return [None if number is None else number.mid() for number in right], price

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
        self._basis.fresh()
        self._compute()
        for turn in range(most):
            watch.at("exact", turn, unit="long pivots")
            try:
                reached = self._reached()
                if reached is None:
                    return True
                self._move(*self._pivot(*reached))
            except DoubtError:
                if not self._basis.is_fresh:
                    self._basis.fresh()
                elif turn:
                    return False
                else:  # it lost its way when it had fewer bits: a new walk, from here
                    self._tilted = self._tilt()
                self._compute()
                continue
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
                if slope is None or not slope > 0:
                    raise DoubtError  # what t is added to cannot be negative but for noise
                t = -number / slope
                if best is None or t > best[0]:
                    best = t, priced, index
        return best

    def _pivot(self, t: arb, priced: bool, index: int) -> tuple[int, int, list[Long], list[Long]]:
        """Return what leaves (by its row), what enters, and the lines of both."""
        basis, t = self._basis, t.mid()
        if priced:
            q, column = index, basis.column(index)
            barred = {basis.where[j] for j in self._program.free}
            r = _first(column, self._values, barred, t)
            line = basis.line(r)
        else:
            r, line = index, basis.line(index)
            turned = [None if amount is None else -amount for amount in line]
            q = _first(turned, self._prices, self._program.fixed, t)
            column = basis.column(q)
        one, two = column[r], line[q]  # the same number on two roads
        if one is None or two is None or not abs(one - two) < abs(one) * shifted(1, -_SURE):
            raise DoubtError
        return r, q, column, line

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
) -> int:
    """Return which number becomes 0 first when it falls by its move."""
    still, tilt = pair
    best, found = None, -1
    for k, move in enumerate(moves):
        if move is None or k in barred or not move > 0:
            continue
        number, slope = still[k], tilt[k]
        here = arb(0) if number is None else number
        if slope is not None:
            here = here + slope * t
        if not here > 0:
            raise DoubtError  # dice keep everything away from 0
        lasts = here / move
        if best is None or lasts < best:
            best, found = lasts, k
    if best is None:
        raise DoubtError  # there is an end to every program here
    return found
