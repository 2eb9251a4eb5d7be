"""Exact signs of polynomials on ranges of a parameter: integers, real numbers, or one point.

On integers a range that grows is searched by halving: a half in which no coefficient is negative
once its ends are sent to 0 and infinity (Descartes' rule, by a Moebius transformation) has no
negative value inside. On real ranges roots are counted exactly. Nothing is rounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpz_poly

from sabot.forms.algebra.real_roots import (
    RealPoint,
    count_roots_inside,
    odd_multiplicity_part,
    point_text,
    separate_points,
    sign_at,
)


def shift_polynomial(polynomial: fmpz_poly, by: int) -> fmpz_poly:
    """Return p(t + by)."""
    return polynomial(fmpz_poly([by, 1]))


def is_nonnegative_by_shift(polynomial: fmpz_poly, start: int) -> bool:
    """Return whether p(start + s) has no negative coefficient: then p >= 0 from *start* on."""
    return all(c >= 0 for c in shift_polynomial(polynomial, start).coeffs())


def find_first_negative(polynomial: fmpz_poly, start: int) -> int | None:
    """Return the first integer > *start* at which p < 0, None if there is none.

    Ranges that grow are searched by halving; a half in which no coefficient is negative once its
    ends are sent to 0 and infinity has no negative value inside. Nothing is rounded.

    >>> find_first_negative(fmpz_poly([6, -5, 1]) * fmpz_poly([-8, 1]), 8), find_first_negative(
    ...     fmpz_poly([10**30, -1]), 1) == 10**30 + 1
    (None, True)
    """
    at, step = start, 1
    while not is_nonnegative_by_shift(polynomial, at):
        bad = _find_negative_between(polynomial, at, at + step)
        if bad is not None:
            return bad
        at, step = at + step, 2 * step
    return at if at > start and polynomial(at) < 0 else None


def moebius_transform(polynomial: fmpz_poly, low: int, high: int) -> fmpz_poly:
    """Return (1 + s)^n p((low s + high) / (1 + s)): its s > 0 are the points between.

    >>> moebius_transform(fmpz_poly([0, 1]), 2, 5)
    2*x + 5
    """
    moved = polynomial(fmpz_poly([low, high - low])).coeffs()
    return fmpz_poly(moved[::-1])(fmpz_poly([1, 1]))


def _find_negative_between(polynomial: fmpz_poly, low: int, high: int) -> int | None:
    """Return the first integer in low < t <= high at which p < 0."""
    if high - low > 1 and any(c < 0 for c in moebius_transform(polynomial, low, high).coeffs()):
        middle = (low + high) // 2
        bad = _find_negative_between(polynomial, low, middle)
        return bad if bad is not None else _find_negative_between(polynomial, middle, high)
    return high if polynomial(high) < 0 else None


def integer_roots(polynomial: fmpz_poly, start: int, end: int | None) -> list[int]:
    """Return the integers from *start* to *end* at which p = 0."""
    found = (int(root) for root, _ in polynomial.roots())
    return sorted(r for r in found if r >= start and (end is None or r <= end))


_END_PRECISION = 64
"""How many times longer than the intervals of its ends a range is made, before it is looked at."""


@dataclass(frozen=True)
class IntegerRange:
    """Integers from *low* to *high*, or for ever."""

    low: int
    high: int | None

    @property
    def single(self) -> bool:
        """Whether it is one value."""
        return self.low == self.high

    @property
    def spot(self) -> Fraction:
        """A value inside: the first."""
        return Fraction(self.low)

    def never_negative(self, polynomial: fmpz_poly) -> bool:
        """Return whether p >= 0 at each of them."""
        if polynomial(self.low) < 0:
            return False
        bad = find_first_negative(polynomial, self.low)
        return bad is None or (self.high is not None and bad > self.high)

    def never_zero(self, polynomial: fmpz_poly) -> bool:
        """Return whether p is not 0 at any of them."""
        inside = (int(r) for r, _ in polynomial.roots() if r >= self.low)
        return polynomial != 0 and all(self.high is not None and r > self.high for r in inside)

    def zero(self, polynomial: fmpz_poly) -> bool:
        """Return whether p = 0 everywhere."""
        return bool(polynomial == 0)

    def sign(self, polynomial: fmpz_poly) -> int:
        """Return the sign of p at the spot."""
        return sign_at(polynomial, self.low)

    def __str__(self) -> str:
        if self.single:
            return f"at {self.low}"
        return f"from {self.low}" + (" on" if self.high is None else f" to {self.high}")


@dataclass(frozen=True)
class RealRange:
    """All real numbers from *low* to *high*; None: there is no such end."""

    low: RealPoint | None
    high: RealPoint | None

    @cached_property
    def ends(self) -> tuple[RealPoint | None, RealPoint | None]:
        """The same two points, in intervals that are far apart for their length.

        They are asked for with every polynomial, and found once.
        """
        low, high = self._apart
        if low is None or high is None:
            return low, high
        gap = (high.low - low.high) / _END_PRECISION
        while low.high - low.low > gap:
            low = low.closer()
        while high.high - high.low > gap:
            high = high.closer()
        return low, high

    @cached_property
    def _apart(self) -> tuple[RealPoint | None, RealPoint | None]:
        if self.low is None or self.high is None:
            return self.low, self.high
        return separate_points(self.low, self.high)

    @cached_property
    def spot(self) -> Fraction:
        """A rational number strictly inside."""
        low, high = self._apart
        if low is None:
            return Fraction(0) if high is None else high.low - 1
        return low.high + 1 if high is None else (low.high + high.low) / 2

    def roots(self, polynomial: fmpz_poly) -> int:
        """Return at how many numbers strictly inside p is 0."""
        return count_roots_inside(polynomial, *self.ends)

    def never_negative(self, polynomial: fmpz_poly) -> bool:
        """Return whether p >= 0: it changes its sign nowhere inside, and is positive somewhere."""
        if polynomial == 0:
            return True
        odd = odd_multiplicity_part(polynomial)
        return self.roots(odd) == 0 and self.rises(polynomial)

    def never_zero(self, polynomial: fmpz_poly) -> bool:
        """Return whether p is not 0 anywhere strictly inside."""
        return polynomial != 0 and self.roots(polynomial) == 0

    def zero(self, polynomial: fmpz_poly) -> bool:
        """Return whether p = 0 everywhere."""
        return bool(polynomial == 0)

    def zero_at_ends(self, polynomial: fmpz_poly) -> bool:
        """Return whether p is 0 at an end."""
        return any(end is not None and end.vanishes(polynomial) for end in self.ends)

    def sign(self, polynomial: fmpz_poly) -> int:
        """Return the sign of p at the spot."""
        return sign_at(polynomial, self.spot)

    def rises(self, polynomial: fmpz_poly) -> bool:
        """Return whether p, which is not 0 everywhere, is positive at a number inside."""
        return sign_at(polynomial, self.beside(polynomial)) > 0

    def beside(self, polynomial: fmpz_poly) -> Fraction:
        """Return a rational number inside at which p, which is not 0 everywhere, is not 0."""
        spot, step = self.spot, Fraction(1)
        high = self._apart[1]
        top = None if high is None else high.low
        while not sign_at(polynomial, spot):
            step /= 2  # a double root: go aside, but stay inside
            if top is None or spot + step < top:
                spot += step
        return spot

    def __str__(self) -> str:
        if self.low is None:
            return "everywhere" if self.high is None else f"up to {point_text(self.high)}"
        start = point_text(self.low)
        return (
            f"from {start} on" if self.high is None else f"from {start} to {point_text(self.high)}"
        )


@dataclass(frozen=True)
class PointRange:
    """One real number, next to a range that holds *spot*."""

    point: RealPoint
    spot: Fraction

    def never_negative(self, polynomial: fmpz_poly) -> bool:
        """Return whether p >= 0 there."""
        return self.point.sign(polynomial) >= 0

    def never_zero(self, polynomial: fmpz_poly) -> bool:
        """Return whether p is not 0 there."""
        return not self.point.vanishes(polynomial)

    def zero(self, polynomial: fmpz_poly) -> bool:
        """Return whether p = 0 there."""
        return self.point.vanishes(polynomial)

    def sign(self, polynomial: fmpz_poly) -> int:
        """Return the sign of p there."""
        return self.point.sign(polynomial)

    def __str__(self) -> str:
        return f"at {point_text(self.point)}"


ParameterRange = IntegerRange | RealRange | PointRange
