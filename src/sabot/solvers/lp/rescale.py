"""Refinement of a linear program by rescaling, where floats alone do not find the basis.

A float solver errs by some 1e-10, and payoffs over twelve orders of magnitude put the truth below
that. So its answer is taken as it is, what is missing is computed exactly, and the same program is
asked again about the missing part alone, blown up until it is as large as a program's numbers
usually are (Gleixner, Steffy and Wolter 2016). Every answer adds digits, and every basis on the way
is a basis of the program that was asked first; which of them is optimal, exact arithmetic says.

Slacks are columns of their own here: what a dual answer lacks is then a price on each column, and
the program that is asked again differs in nothing but bounds, prices and right sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sabot import watch
from sabot.solvers.lp.highs import Oracle
from sabot.solvers.lp.lift import rounded
from sabot.solvers.lp.program import Basis, Program

_ROUNDS = 12
_STEP = 40
"""Bits by which a program may be blown up at once: as many as a float answer has."""
_FLOAT_BITS = 53


class Rescaled:
    """A program with an approximate answer that is known exactly, digit by digit.

    In the units that HiGHS sees, the answers are ``y / 2^places`` and ``x / 2^places``; the program
    that is asked next has its primal side multiplied by ``2^grown[0]``, its dual by ``2^grown[1]``.
    """

    def __init__(self, program: Program) -> None:
        self.oracle = oracle = Oracle(program, slacks=True)
        self._loose = oracle.loose.tolist()
        self._width = program.shape[1]
        self._y = [0] * (self._width + len(self._loose))
        self._x = [0] * program.shape[0]
        self._free = [*oracle.free.tolist(), *([False] * len(self._loose))]
        self._places = 0
        self._grown = 0, 0

    def bases(self) -> Iterator[Basis]:
        """Yield one basis after another, each from a program closer to the missing digits."""
        oracle = self.oracle
        for turn in range(_ROUNDS):
            watch.at("refining", turn, _ROUNDS, "rounds at most")
            if not oracle.run():
                return
            yield oracle.ended()
            self._absorb()
            right, price = self._missing()
            short, dear = self._violations(right, price)
            if not short and not dear:
                return
            self._grown = (
                _grown(self._grown[0] + _STEP, short),
                _grown(self._grown[1] + _STEP, dear),
            )
            primal, dual = self._grown
            oracle.change(
                np.array([_float(top, power + primal) for top, power in right]),
                np.array([_float(-top, primal - self._places) for top in self._y]),
                np.array([_float(top, power + dual) for top, power in price]),
            )

    def _absorb(self) -> None:
        """Add the answer to the last program to what is known."""
        primal, dual, at_zero = self.oracle.answer()
        places = max(self._places, max(self._grown) + _FLOAT_BITS)
        more = places - self._places
        gained = rounded(primal, places - self._grown[0]).tolist()
        self._y = [
            0 if stays else (top << more) + digit
            for top, digit, stays in zip(self._y, gained, at_zero, strict=True)
        ]
        gained = rounded(dual, places - self._grown[1]).tolist()
        self._x = [(top << more) + digit for top, digit in zip(self._x, gained, strict=True)]
        self._places = places

    def _missing(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return what right sides and prices are left, each as a whole number times 2^power."""
        oracle, places = self.oracle, self._places
        tall, wide = (scale.tolist() for scale in oracle.scales)
        most_tall, most_wide = max(tall, default=0), max(wide, default=0)
        y = [top << (most_wide - k) for top, k in zip(self._y, wide, strict=False)]
        x = [top << (most_tall - k) for top, k in zip(self._x, tall, strict=True)]
        used, earned = [0] * len(tall), [0] * len(wide)
        for i, j, amount in oracle.entries():
            if y[j]:
                used[i] += amount * y[j]
            if x[i]:
                earned[j] += amount * x[i]
        size_b, size_c = oracle.sizes
        slack = dict(zip(self._loose, self._y[self._width :], strict=True))
        right = [
            _sum((b, -k - size_b), (-u, -k - most_wide - places), (-slack.get(i, 0), -places))
            for i, (b, u, k) in enumerate(zip(oracle.b.tolist(), used, tall, strict=True))
        ]
        price = [
            _sum((c, -k - size_c), (-e, -k - most_tall - places))
            for c, e, k in zip(oracle.c.tolist(), earned, wide, strict=True)
        ]
        return right, price + [(-self._x[i], -places) for i in self._loose]

    def _violations(
        self, right: list[tuple[int, int]], price: list[tuple[int, int]]
    ) -> tuple[float, float]:
        """Return by how much the answers so far miss being feasible, primal and dual."""
        short = max((abs(_float(*number)) for number in right), default=0.0)
        below = (-_float(top, -self._places) for top, f in self._signed() if top < 0 and not f)
        dear = (
            abs(_float(*number))
            for number, (top, free) in zip(price, self._signed(), strict=True)
            if free or top or number[0] > 0
        )
        return max(short, max(below, default=0.0)), max(dear, default=0.0)

    def _signed(self) -> Iterator[tuple[int, bool]]:
        return zip(self._y, self._free, strict=True)


def _grown(most: int, violation: float) -> int:
    """Return the next power of two: up to the missing part's size, and no more than *most*."""
    return most if not violation else max(0, min(most, -math.frexp(violation)[1]))


def _sum(*numbers: tuple[int, int]) -> tuple[int, int]:
    """Return the exact sum of whole numbers times powers of two."""
    least = min(power for _, power in numbers)
    return sum(top << (power - least) for top, power in numbers), least


def _float(top: int, power: int) -> float:
    """Return ``top * 2^power`` as a float, infinite where it is too large for one."""
    extra = max(0, top.bit_length() - 64)
    try:
        return math.ldexp(top >> extra, power + extra)
    except OverflowError:
        return math.copysign(math.inf, top)
