"""Square integer systems by float inverse, exact residuals and rational reconstruction.

The float inverse is only a compass. Each step takes the integer residual, asks the compass for the
next few dozen bits of the solution, and computes the new residual exactly in machine integers; the
bits add up to the solution to any precision (Wan 2006). From enough bits the common denominator is
read off by continued fractions, and the answer is multiplied out before it is believed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from sabot import watch

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Answer = tuple[list[int], int]
_WORD = 61


class Compass:
    """A square integer matrix with its float inverse."""

    def __init__(self, block: Ints) -> None:
        self.block = block
        self.inverse: Floats | None
        with np.errstate(all="ignore"):
            try:
                self.inverse = np.linalg.inv(block.astype(np.float64))
            except np.linalg.LinAlgError:
                self.inverse = None
        if self.inverse is not None and not np.isfinite(self.inverse).all():
            self.inverse = None

    def solve(self, right: Sequence[int], *, turned: bool = False) -> Answer | None:
        """Return ``block^-1 right`` (or of the transpose) over one denominator; None if it fails.

        None means that floats were no help here, not that the matrix is singular.
        """
        if self.inverse is None or max(map(abs, right), default=0) >= 2**31:
            return None
        block, inverse = (self.block.T, self.inverse.T) if turned else (self.block, self.inverse)
        product = _product(block)
        row_sum = int(np.abs(block).sum(axis=1).max())
        bits = min(48, _WORD - row_sum.bit_length() - _growth(inverse, row_sum))
        if bits < 12:
            return None
        return _refined(product, inverse, np.array(right, dtype=np.int64), row_sum, bits)


def _growth(inverse: Floats, row_sum: int) -> int:
    """Return the bits that a solution of a residual-sized right side may have before the point."""
    reach = float(np.abs(inverse).sum(axis=1).max()) * row_sum
    return max(0, math.ceil(math.log2(reach + 1.0))) if math.isfinite(reach) else _WORD


def _product(block: Ints) -> Callable[[Ints], Ints]:
    """Return x -> block x, through the non-zero entries alone when they are few."""
    rows, columns = np.nonzero(block)
    if len(rows) * 4 > block.size:
        dense = np.ascontiguousarray(block)
        return lambda x: dense @ x
    values = block[rows, columns]
    starts = np.searchsorted(rows, np.arange(block.shape[0]))
    return lambda x: np.add.reduceat(values * x[columns], starts)


def _refined(
    product: Callable[[Ints], Ints], inverse: Floats, right: Ints, row_sum: int, bits: int
) -> Answer | None:
    residual, digits, scale = right, [], float(2**bits)
    ceiling = max(int(np.abs(right).max(initial=0)), 1) * 4 + row_sum * 2
    check_at = 4
    limit = 40 + 60 * len(right)
    for turn in range(1, limit):
        watch.heard()
        guess = inverse @ residual.astype(np.float64)
        if not np.abs(guess).max(initial=0.0) * scale < 2.0**_WORD:
            return None
        digit = np.rint(guess * scale).astype(np.int64)
        residual = residual * (1 << bits) - product(digit)
        if int(np.abs(residual).max(initial=0)) > ceiling:
            return None  # the compass points the wrong way
        digits.append(digit)
        if not residual.any() or turn == check_at:
            answer = _read_off(digits, bits)
            if answer is not None and _fits(product, answer, right):
                return answer
            if not residual.any():
                return None
            check_at = turn * 3 // 2 + 1
    return None


def _read_off(digits: list[Ints], bits: int) -> Answer | None:
    """Return the likely fractions of small common denominator behind the bits so far."""
    places = bits * len(digits)
    one = 1 << places
    totals = digits[0].tolist()
    for digit in digits[1:]:
        totals = [(total << bits) + d for total, d in zip(totals, digit.tolist(), strict=True)]
    below = 1
    # n correct bits determine a fraction whose numerator and denominator have n/2 bits together
    roomy = places // 2 - 4
    for total in totals:
        rest = total * below % one
        if min(rest, one - rest).bit_length() > places // 2:
            found = _denominator(rest, one, 1 << roomy)
            if found is None:
                return None
            below *= found
            if below.bit_length() > roomy:
                return None
    half = one >> 1
    return [(total * below + half) >> places for total in totals], below


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


def _fits(product: Callable[[Ints], Ints], answer: Answer, right: Ints) -> bool:
    """Multiply out, in exact integers: twenty bits at a time, recombined."""
    numerators, below = answer
    total = [0] * len(right)
    sign = [-1 if n < 0 else 1 for n in numerators]
    sizes = [abs(n) for n in numerators]
    longest = max((n.bit_length() for n in sizes), default=0)
    for shift in range(0, longest + 1, 20):
        part = np.array(
            [s * ((n >> shift) & 0xFFFFF) for s, n in zip(sign, sizes, strict=True)],
            dtype=np.int64,
        )
        total = [t + (p << shift) for t, p in zip(total, product(part).tolist(), strict=True)]
    return all(t == below * r for t, r in zip(total, right.tolist(), strict=True))
