"""Exact solutions of a sparse basis: HiGHS's factor points the way, integers keep the account.

The basis that HiGHS ends with is factored already, so a float solution costs one pass through a
sparse LU. Each step takes the integer residual, asks for the next few dozen bits of the solution
and computes the new residual exactly (Wan 2006). From enough bits the common denominator is read
off by continued fractions. That the answer is exact follows from the size of the last residual:
what is left between it and the truth is a whole number smaller than one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sabot import watch
from sabot.solvers.lp.table import IntArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Answer = tuple[list[int], int]
"""Numerators over one positive denominator."""

_WORD = 61
"""Bits that a sum of machine integers may have: two are kept for sign and carry."""
_DIGIT = 50
"""Bits of a float answer that are worth rounding to whole numbers."""
_FLOAT = 900
"""Bits of an integer that a float holds with room for what the factor multiplies it by."""
_LEAST = 8
"""A step that yields fewer bits than this is no step: the factor does not fit the matrix."""


class Solves(Protocol):
    """A kernel in integers that can be solved with exactly."""

    def solve(self, right: Sequence[int], *, turned: bool = False) -> Answer | None:
        """Return ``K^-1 right`` (or of the transpose) over one denominator; None if it fails."""


class Factored(Protocol):
    """What is asked of the factors of a basis, whoever made them."""

    scales: tuple[Places, Places]
    """The powers of two by which rows and columns of the program were divided before."""
    rows: Places
    columns: Places

    def over(self, triples: tuple[Places, Places, IntArray]) -> Solves:
        """Return the kernel in integers, from the entries of the matrix that was factored."""

    def solve(self, right: Floats) -> Floats:
        """Return the kernel, scaled, inverted and times *right*, nearly."""

    def solve_turned(self, right: Floats) -> Floats:
        """Return the same for the transpose of the kernel."""


class Factor:
    """A basis that HiGHS has factored, ready to be solved with in floats.

    ``tall`` and ``wide`` are the powers of two by which rows and columns were divided before HiGHS
    saw them: undoing them rounds nothing. HiGHS holds one factor at a time; *holds* tells whether
    it is still this one. Afterwards nothing finite is answered.
    """

    def __init__(
        self,
        solver: Any,
        basis: tuple[Sequence[int], Sequence[int]],
        scales: tuple[Places, Places],
        holds: Callable[[], bool],
    ) -> None:
        self._solver, self._holds = solver, holds
        self.scales = tall, wide = scales
        self.rows: Places = np.asarray(basis[0], dtype=np.int64)
        self.columns: Places = np.asarray(basis[1], dtype=np.int64)
        self.tall, self.wide = tall[self.rows], wide[self.columns]
        _, basic = solver.getBasicVariables()
        place = np.full(1 + max(int(basic.max(initial=0)), len(wide)), -1)
        live = np.flatnonzero(basic >= 0)
        place[basic[live]] = live
        self._places = place[self.columns]
        self._height = len(tall)
        self._lift: Lift | None = None

    def over(self, triples: tuple[Places, Places, IntArray]) -> Lift:
        """Return the kernel in integers, from the entries of the matrix that was factored."""
        if self._lift is None:
            self._lift = Lift(triples, self)
        return self._lift

    def solve(self, right: Floats) -> Floats:
        """Return the kernel as HiGHS has it, scaled, inverted and times *right*, nearly."""
        if not self._holds():
            return np.full(len(self.rows), np.nan)
        full = np.zeros(self._height)
        full[self.rows] = right
        return np.asarray(self._solver.getBasisSolve(full)[1][self._places])

    def solve_turned(self, right: Floats) -> Floats:
        """Return the same for the transpose of the kernel."""
        if not self._holds():
            return np.full(len(self.rows), np.nan)
        full = np.zeros(self._height)
        full[self._places] = right
        return np.asarray(self._solver.getBasisTransposeSolve(full)[1][self.rows])


class Lift:
    """The kernel of a basis by its entries, with the factor that HiGHS has of it."""

    def __init__(self, triples: tuple[Places, Places, IntArray], factor: Factor) -> None:
        where, what, values = triples
        height, width = (1 + int(places.max(initial=0)) for places in (where, what))
        row_spot = np.full(max(height, 1 + int(factor.rows.max(initial=0))), -1)
        column_spot = np.full(max(width, 1 + int(factor.columns.max(initial=0))), -1)
        row_spot[factor.rows] = np.arange(len(factor.rows))
        column_spot[factor.columns] = np.arange(len(factor.columns))
        i, j = row_spot[where], column_spot[what]
        kept = (i >= 0) & (j >= 0)
        self._i, self._j, self._values = i[kept], j[kept], values[kept]
        self.factor = factor
        self.size = len(factor.rows)

    def solve(self, right: Sequence[int], *, turned: bool = False) -> Answer | None:
        """Return ``K^-1 right`` (or of the transpose) over one denominator.

        None means that floats were no help here, not that the kernel is singular.
        """
        into, out = (self._j, self._i) if turned else (self._i, self._j)
        order = np.argsort(into, kind="stable")
        into, out, values = into[order], out[order], self._values[order]
        starts = np.searchsorted(into, np.arange(self.size))
        if not self.size or starts[-1] >= len(into) or (np.diff(starts) == 0).any():
            return None  # nothing to solve, or an empty line: singular
        with np.errstate(all="ignore"):
            answer = None
            if values.dtype != object and max(map(abs, right), default=0) < 2**31:
                answer = self._in_words(right, (out, values, starts), turned=turned)
            return answer or self._balanced(right, (into, out, values, starts), turned=turned)

    def _in_words(
        self, right: Sequence[int], lines: tuple[Places, IntArray, Places], *, turned: bool
    ) -> Answer | None:
        """Return the solution by residuals in machine words: most games want no more."""
        out, values, starts = lines
        tall, wide = self.factor.tall, self.factor.wide
        down, along = (
            np.ldexp(1.0, -(wide if turned else tall)),
            np.ldexp(1.0, -(tall if turned else wide)),
        )
        ask = self.factor.solve_turned if turned else self.factor.solve
        row_sum = int(np.add.reduceat(np.abs(values), starts).max())
        return lifted(
            lambda x: np.asarray(np.add.reduceat(values * x[out], starts)),
            lambda r: ask(r * down) * along,
            np.array(right, dtype=np.int64),
            row_sum,
        )

    def _balanced(
        self, right: Sequence[int], lines: tuple[Places, Places, IntArray, Places], *, turned: bool
    ) -> Answer | None:
        """Return the solution by residuals of any size, of the system as HiGHS has it scaled.

        Rows and columns are multiplied by powers of two that make the entries comparable, as the
        factor's are: an error that is small in the largest row is then small in all of them.
        """
        into, out, values, starts = lines
        tall, wide = self.factor.tall, self.factor.wide
        if turned:
            tall, wide = wide, tall
        lift_row, lift_column = int(tall.max()) - tall, int(wide.max()) - wide
        powers = lift_row[into] + lift_column[out]
        spare = int(powers.min())
        amounts = np.array(
            [v << k for v, k in zip(values.tolist(), (powers - spare).tolist(), strict=True)],
            dtype=object,
        )
        rights = [r << k for r, k in zip(right, lift_row.tolist(), strict=True)]
        ask = self.factor.solve_turned if turned else self.factor.solve
        found = lifted(
            lambda x: np.asarray(np.add.reduceat(amounts * x[out], starts)),
            ask,
            np.array(rights, dtype=object),
            int(np.add.reduceat(abs(amounts), starts).max()),
            spare - int(tall.max()) - int(wide.max()),
        )
        if found is None:
            return None
        tops = [top << k for top, k in zip(found[0], lift_column.tolist(), strict=True)]
        below = found[1] << spare
        shared = math.gcd(below, *tops)
        return [top // shared for top in tops], below // shared


def lifted(
    product: Callable[[IntArray], IntArray],
    ask: Callable[[Floats], Floats],
    right: IntArray,
    row_sum: int,
    power: int = 0,
) -> Answer | None:
    """Return the solution of ``product(x) = right``; *ask* nearly gives ``x / 2^power``.

    Residuals are machine integers when *right* is, Python's when it is an array of objects;
    *row_sum* bounds the sum of the sizes of the entries of a row.
    """
    fresh = []
    totals, places = [0] * len(right), 0
    check_at = 4
    steps = digits(product, ask, right, row_sum, power)
    for turn, (digit, room, after) in enumerate(steps, start=1):
        fresh.append((digit, room))
        if not after or turn == check_at:
            for numbers, bits in fresh:
                totals = [(total << bits) + d for total, d in zip(totals, numbers, strict=True)]
                places += bits
            fresh = []
            answer = read_off(totals, places, after, row_sum)
            if answer is not None or not after:
                return answer
            check_at = turn * 3 // 2 + 1
    return None


def digits(
    product: Callable[[IntArray], IntArray],
    ask: Callable[[Floats], Floats],
    right: IntArray,
    row_sum: int,
    power: int = 0,
) -> Iterator[tuple[list[int], int, int]]:
    """Yield the solution a few dozen bits at a time: digits, their bits, the residual's size.

    It ends early where the factor points the wrong way.
    """
    residual = right
    for _ in range(40 + 60 * len(right)):
        watch.heard()
        size = int(abs(residual).max(initial=0))
        digit, room = _next_digit(ask, residual, (size, row_sum), power)
        if digit is None:
            return
        residual = residual * (1 << room) - product(digit)
        after = int(abs(residual).max(initial=0))
        # rounding a digit leaves at most half a row's sum; the rest must have shrunk
        if after > max(size << room >> _LEAST, row_sum if room >= _LEAST else 0):
            return
        yield digit.tolist(), room, after


def _next_digit(
    ask: Callable[[Floats], Floats], residual: IntArray, sizes: tuple[int, int], power: int
) -> tuple[IntArray | None, int]:
    """Return the next bits of the solution as whole numbers, and how many bits they are."""
    size, row_sum = sizes
    if residual.dtype != object:
        guess = ask(residual.astype(np.float64))
        most = float(np.abs(guess).max(initial=0.0))
        if not math.isfinite(most):
            return None, 0
        room = min(
            _DIGIT - math.frexp(most)[1],
            _WORD - size.bit_length(),
            _WORD - math.frexp(most * row_sum)[1],
        )
        if room < _LEAST:
            return None, 0
        return np.rint(np.ldexp(guess, room)).astype(np.int64), room
    # a float holds no more than 2^1024, so a longer residual is shortened first
    excess = max(0, size.bit_length() - _FLOAT)
    guess = ask((residual >> excess).astype(np.float64))
    most = float(np.abs(guess).max(initial=0.0))
    if not math.isfinite(most):
        return None, 0
    excess += power
    room = max(0, _DIGIT - math.frexp(most)[1] - excess)
    return rounded(guess, room + excess), room


def rounded(numbers: Floats, shift: int) -> IntArray:
    """Return floats times a power of two as Python integers, however large."""
    parts, exponents = np.frexp(numbers)
    wholes = np.ldexp(parts, 53).astype(np.int64).tolist()
    found = [
        whole << left if left >= 0 else (whole + (1 << -left - 1)) >> -left
        for whole, left in zip(wholes, (exponents + (shift - 53)).tolist(), strict=True)
    ]
    return np.array(found, dtype=object)


def read_off(totals: list[Any], places: int, after: Any, row_sum: int) -> Answer | None:
    """Return the fractions behind the bits so far, if the last residual proves them."""
    below, one = 1, 1 << places
    half = one >> 1
    # n correct bits determine a fraction whose numerator and denominator have n/2 bits together
    roomy = places // 2 - 4
    for total in totals:
        watch.heard()
        product = total * below
        rest = product - ((product + half) >> places << places)
        if rest.bit_length() > places // 2:
            found = _denominator(rest % one, one, 1 << max(roomy, 0))
            if found is None:
                return None
            below *= found
            if below.bit_length() > roomy:
                return None
    answer, worst = [], 0
    for total in totals:
        product = total * below
        whole = (product + half) >> places
        worst = max(worst, abs(product - (whole << places)))
        answer.append(int(whole))
    # 2^places (K answer - below right) = K rest - below residual, and the left side is whole
    return (answer, int(below)) if below * after + row_sum * worst < one else None


def _denominator(top: int, one: int, most: int) -> int | None:
    """Return the denominator of the simplest fraction near ``top/one``, by Euclid's algorithm."""
    a, b, p, q = one, top, 0, 1
    while b and b.bit_length() * 2 > one.bit_length():
        step, rest = divmod(a, b)
        a, b = b, rest
        p, q = q, p + step * q
        if q > most:
            return None
    return q
