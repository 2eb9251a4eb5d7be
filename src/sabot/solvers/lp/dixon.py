"""Dense integer systems ``K y = 1`` and ``K'x = 1``, lifted in floats and proved in integers.

Dixon (1982) solves a system digit by digit; Wan (2006) takes the digits from a float inverse. A
digit ``d`` is what the inverse makes of the residual ``r``, rounded; the next residual
``r <- 2^s r - K d`` is computed exactly, by BLAS: the digit is cut so that every sum of a product
with ``K`` is a whole number below 2^53, which floats hold without error in whatever order they are
added. After some digits, with all of them joined to ``N`` and ``S`` their bits together,

    K N = 2^S 1 - r        (the residuals telescope).

A denominator ``D`` is read off one of the fractions ``N / 2^S`` by continued fractions; with
``D N = 2^S Y + e`` (``Y`` the nearest whole numbers) it follows that

    2^S (K Y - D 1) = -(K e + D r),

so if the right side is smaller than 2^S everywhere, the whole numbers ``K Y - D 1`` are 0: the
answer is proved by the size of what is left over, and nothing is multiplied out. The second system
has (nearly always) the same denominator, so it is lifted half as far.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from sabot import watch
from sabot.solvers.lp.table import IntArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Answer = tuple[list[int], int]
"""Numerators, and their positive denominator."""

_MANTISSA = 53
_BYTE = 8  # digits are joined byte by byte
_WIDEST, _NARROWEST = 48, 8  # bits of a digit
_HOPE = 6  # bits that a digit may try to have beyond what the condition promises
_CLEAR = 8  # bits by which numerators must be nearer to whole numbers than the proof asks
_PASSES = 4  # in which the denominator may grow while the fractions are gone through
_WORD = 60  # leading bits from which Euclid's quotients are taken


class _LostError(Exception):
    """The residual grew: the digits are too wide for the inverse."""


def lifted(block: IntArray) -> tuple[Answer, Answer] | None:
    """Return the solutions of ``K y = 1`` and of ``K'x = 1`` for a square *block*.

    None means that floats were no help here, not that the block is singular; and an answer does not
    mean that it is regular: both answers solve their equations, that is all that is proved.

    >>> (ys, below_y), (xs, below_x) = lifted(np.array([[2, 0], [1, 3]]))
    >>> ys, below_y, xs, below_x
    ([3, 1], 6, [2, 2], 6)
    """
    lift = Lift.of(block)
    if lift is None:
        return None
    one = lift.solve()
    two = lift.solve(turned=True, below=one[1]) if one is not None else None
    return None if one is None or two is None else (one, two)


class Lift:
    """A square matrix of machine integers and its float inverse."""

    def __init__(self, block: Ints, inverse: Floats) -> None:
        self.size = len(block)
        self.block = np.ascontiguousarray(block, dtype=np.float64)
        self.inverse = inverse
        sizes = np.abs(block)
        self.reach = int(max(sizes.sum(axis=0).max(), sizes.sum(axis=1).max()))
        """The largest sum of a row or a column of ``|K|``."""
        norms = np.abs(inverse)
        norm = float(max(norms.sum(axis=0).max(), norms.sum(axis=1).max()))
        self.condition = math.frexp(norm * self.reach)[1]
        """Bits: about as many as the solution for a residual has before the point."""
        # size * 2^entry * 2^piece < 2^53: a row of K times a piece of a digit is added exactly
        self.piece = _MANTISSA - int(sizes.max()).bit_length() - self.size.bit_length()

    @classmethod
    def of(cls, block: IntArray) -> Lift | None:
        """Return the lift of a square block; None where floats cannot carry it."""
        if block.dtype == object or not block.size:
            return None
        with np.errstate(all="ignore"):
            try:
                inverse = np.linalg.inv(block.astype(np.float64))
            except np.linalg.LinAlgError:
                return None
        if not np.isfinite(inverse).all():
            return None
        lift = cls(block, inverse)
        fits = lift.piece >= _NARROWEST and lift.reach < 2**_WIDEST
        return lift if fits and lift.condition <= _MANTISSA else None

    @cached_property
    def bits(self) -> tuple[float, float]:
        """The likely bits of the denominator, and the most it can have (Hadamard's bound).

        A random matrix has a determinant of about the root of n! times its spread to the n-th
        power; its mean adds a few bits. Where this is wrong, looking too early or too late is all
        that it costs.
        """
        most = float(np.log2(np.square(self.block).sum(axis=1)).sum()) / 2
        spread = np.square(self.block - self.block.mean()).sum(axis=1)
        likely = float(np.log2(spread + 1.0).sum()) / 2 - 0.72 * self.size + 12
        return min(max(likely, 1.0), most), most

    def solve(self, *, turned: bool = False, below: int | None = None) -> Answer | None:
        """Return the solution of ``K y = 1``, or of the transposed system; None if it fails.

        *below* is a likely denominator: with it half the digits are enough.
        """
        # the inverse is right to 53 bits less those of its condition, and mostly to a few more
        best = min(_WIDEST, _MANTISSA + _HOPE - self.condition)
        for step in range(best // _BYTE * _BYTE, _NARROWEST - 1, -_BYTE):
            try:
                return self._solve(step, turned, below)
            except _LostError:
                continue
        return None

    def _solve(self, step: int, turned: bool, below: int | None) -> Answer | None:
        likely, most = self.bits
        room = self.reach.bit_length() + self.condition + 24
        bits = 2 * likely if below is None else below.bit_length()
        check_at = int((bits + room) / step) + 1
        limit = int((2 * most + room) / step) + 2
        residual, digits = np.ones(self.size, dtype=np.int64), []
        for turn in range(1, limit + 1):
            watch.heard()
            digit, residual = self._next(residual, step, turned)
            digits.append(digit)
            if turn == min(check_at, limit):
                answer = self._look(digits, step, residual, below)
                if answer is not None:
                    return answer
                check_at = turn * 17 // 16 + 1
        return None

    def _look(
        self, digits: list[Ints], step: int, residual: Ints, below: int | None
    ) -> Answer | None:
        """Return the answer behind the digits, if they are enough: two numbers tell that early."""
        places = step * len(digits)
        first = self._read(joined([digit[:2] for digit in digits], step), places, residual, below)
        if first is None:
            return None
        return self._read(joined(digits, step), places, residual, first[1])

    def _next(self, residual: Ints, step: int, turned: bool) -> tuple[Ints, Ints]:
        """Return the next digit and the residual that it leaves, exactly."""
        a, inverse = (self.block.T, self.inverse.T) if turned else (self.block, self.inverse)
        ahead = residual.astype(np.float64) * 2.0**step
        guess = np.rint(inverse @ ahead)
        bits = math.frexp(float(np.abs(guess).max()))[1]
        if bits > _MANTISSA - 1:
            raise _LostError
        digit = guess.astype(np.int64)
        parts = bits // self.piece + 1
        pieces = np.empty((self.size, parts))
        rest = digit
        for part in range(parts - 1):
            pieces[:, part] = rest & ((1 << self.piece) - 1)
            rest = rest >> self.piece
        pieces[:, parts - 1] = rest
        products = a @ pieces
        self._demand_small(ahead, products, step, bits)
        left = residual.view(np.uint64) << np.uint64(step)
        for part, product in enumerate(products.T.astype(np.int64).view(np.uint64)):
            left -= product << np.uint64(self.piece * part)
        after = left.view(np.int64)
        if int(np.abs(after).max()) > 2 * self.reach:
            raise _LostError  # the digit was too wide for this inverse: residuals must not grow
        return digit, after

    def _demand_small(self, ahead: Floats, products: Floats, step: int, bits: int) -> None:
        """Make sure that the next residual is below 2^63, so that it may be computed modulo 2^64.

        Its two parts, ``2^step r`` and ``K d``, mostly are below 2^62. Else the floats tell: the
        few things added are below 2^101 in size, so the sum is right to 2^55, and where it is
        below 2^61 the residual is below 2^62.
        """
        reach = self.reach.bit_length()
        if reach + 1 + step <= 62 and reach + bits <= 62:
            return
        rough = ahead - products @ (2.0 ** (self.piece * np.arange(products.shape[1])))
        if not float(np.abs(rough).max()) < 2.0**61:
            raise _LostError

    def _read(
        self, totals: list[int], places: int, residual: Ints, below: int | None
    ) -> Answer | None:
        """Return the proved answer behind ``totals / 2^places``; None if it takes more digits."""
        one = fmpz(1) << places
        half, left = one >> 1, int(np.abs(residual).max())
        under = fmpz(below or 1)
        for _ in range(_PASSES):
            numerators, settled = [], True
            for total in totals:
                watch.heard()
                product = under * total
                nearest = (product + half) >> places
                rest = abs(product - (nearest << places))
                # the proof: |K e| <= reach * rest and |D r| <= under * left, less than 2^places
                # together; the factor keeps small fractions from passing for whole numbers
                if (self.reach * rest << _CLEAR) + under * left < one:
                    numerators.append(int(nearest))
                    continue
                settled = False
                # what is off by noise shows a factor of up to half the bits that are left to it
                noise = under.bit_length() + self.condition
                under *= denominator(int(product % one), int(one), (places + noise) // 2)
                if under.bit_length() >= places:
                    return None
            if settled:
                return numerators, int(under)
        return None


def joined(digits: list[Ints], step: int) -> list[int]:
    """Return the whole numbers whose digits to the base ``2^step`` (of whole bytes) these are.

    The first digit counts most, and digits may be negative or too large: they are carried.

    >>> joined([np.array([1, -1]), np.array([2, 300])], 8)
    [258, 44]
    """
    low = np.array(digits[::-1])
    count, size = low.shape
    for k in range(count - 1):
        low[k + 1] += low[k] >> step
        low[k] &= (1 << step) - 1
    tops = low[-1].tolist()
    octets = low[:-1].astype("<u8").view(np.uint8).reshape(count - 1, size, 8)
    lines = np.ascontiguousarray(octets[:, :, : step // _BYTE].transpose(1, 0, 2))
    shift = step * (count - 1)
    return [
        int.from_bytes(line.tobytes(), "little") + (top << shift)
        for line, top in zip(lines, tops, strict=True)
    ]


def denominator(top: int, one: int, near: int) -> int:
    """Return the denominator of the simplest fraction that is *near* to ``top / one``.

    Simplest of those with a remainder of so many bits over ``one``. Euclid's algorithm, stopped on
    the way; Lehmer's manner of taking many quotients from the leading bits.

    >>> denominator(2**40 * 3 // 7, 2**40, 20)
    7
    """
    a, b, before, found = one, top, 0, 1
    while b.bit_length() > near:
        if b.bit_length() > near + _WORD:
            p, q, r, s = _quotients(a, b)
            if q:
                a, b = p * a + q * b, r * a + s * b
                before, found = (
                    abs(p) * before + abs(q) * found,
                    abs(r) * before + abs(s) * found,
                )
                continue
        step, rest = divmod(a, b)
        a, b = b, rest
        before, found = found, before + step * found
    return found


def _quotients(a: int, b: int) -> tuple[int, int, int, int]:
    """Return the matrix of the steps of Euclid that the leading bits of *a* and *b* decide."""
    shift = max(a.bit_length() - _WORD, 0)
    x, y = a >> shift, b >> shift
    p, q, r, s = 1, 0, 0, 1
    while y + r and y + s:
        step = (x + p) // (y + r)
        if step != (x + q) // (y + s):
            break
        p, r = r, p - step * r
        q, s = s, q - step * s
        x, y = y, x - step * y
    return p, q, r, s
