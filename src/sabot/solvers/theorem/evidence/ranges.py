"""The ranges on which conditions are shown: whole numbers, real ones, or one point; with FLINT."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpz_poly

from sabot.forms.algebra.point import Point, apart, odd_part, roots_inside, shown, sign_at
from sabot.solvers.theorem.signs import first_negative

_CLOSE = 64
"""How many times longer than the intervals of its ends a range is made, before it is looked at."""


@dataclass(frozen=True)
class WholeRange:
    """Whole numbers from *low* to *high*, or for ever."""

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
        """Tell whether p >= 0 at each of them."""
        if polynomial(self.low) < 0:
            return False
        bad = first_negative(polynomial, self.low)
        return bad is None or (self.high is not None and bad > self.high)

    def never_zero(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p is not 0 at any of them."""
        inside = (int(r) for r, _ in polynomial.roots() if r >= self.low)
        return polynomial != 0 and all(self.high is not None and r > self.high for r in inside)

    def zero(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p = 0 everywhere."""
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
    """All real numbers from *low* to *high*, or for ever."""

    low: Point
    high: Point | None

    @cached_property
    def ends(self) -> tuple[Point, Point | None]:
        """The same two points, in intervals that are far apart for their length.

        They are asked for with every polynomial, and found once.
        """
        low, high = self._apart
        if high is None:
            return low, None
        gap = (high.low - low.high) / _CLOSE
        while low.high - low.low > gap:
            low = low.closer()
        while high.high - high.low > gap:
            high = high.closer()
        return low, high

    @cached_property
    def _apart(self) -> tuple[Point, Point | None]:
        return (self.low, None) if self.high is None else apart(self.low, self.high)

    @cached_property
    def spot(self) -> Fraction:
        """A rational number strictly inside."""
        low, high = self._apart
        return low.high + 1 if high is None else (low.high + high.low) / 2

    def roots(self, polynomial: fmpz_poly) -> int:
        """Return at how many numbers strictly inside p is 0."""
        return roots_inside(polynomial, *self.ends)

    def never_negative(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p >= 0: it changes its sign nowhere inside, and is positive somewhere."""
        if polynomial == 0:
            return True
        odd = odd_part(polynomial)
        return self.roots(odd) == 0 and self.rises(polynomial)

    def never_zero(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p is not 0 anywhere strictly inside."""
        return polynomial != 0 and self.roots(polynomial) == 0

    def zero(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p = 0 everywhere."""
        return bool(polynomial == 0)

    def zero_at_ends(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p is 0 at an end."""
        return any(end is not None and end.vanishes(polynomial) for end in self.ends)

    def sign(self, polynomial: fmpz_poly) -> int:
        """Return the sign of p at the spot."""
        return sign_at(polynomial, self.spot)

    def rises(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p, which is not 0 everywhere, is positive at a number inside."""
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
        start = shown(self.low)
        return f"from {start} on" if self.high is None else f"from {start} to {shown(self.high)}"


@dataclass(frozen=True)
class PointRange:
    """One real number, next to a range that holds *spot*."""

    point: Point
    spot: Fraction

    def never_negative(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p >= 0 there."""
        return self.point.sign(polynomial) >= 0

    def never_zero(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p is not 0 there."""
        return not self.point.vanishes(polynomial)

    def zero(self, polynomial: fmpz_poly) -> bool:
        """Tell whether p = 0 there."""
        return self.point.vanishes(polynomial)

    def sign(self, polynomial: fmpz_poly) -> int:
        """Return the sign of p there."""
        return self.point.sign(polynomial)

    def __str__(self) -> str:
        return f"at {shown(self.point)}"


Range = WholeRange | RealRange | PointRange
