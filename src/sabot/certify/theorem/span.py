"""The ranges on which inequalities are proved: whole numbers, or all real ones, between two ends.

Standard library only. A range answers three questions about a polynomial, each exactly: is it never
negative; is it positive everywhere, ends included; is it positive everywhere, the ends of a real
range (where two pieces of a theorem meet) left aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from sabot.certify.limits import MOST_ROOT_BITS
from sabot.certify.reading import brief, fraction_of, record
from sabot.certify.theorem.polynomial import holds, polynomial_of, value
from sabot.certify.theorem.roots import Point, apart, odd_part, roots_inside, sign_at
from sabot.errors import CertificateError, FileError


class Span(Protocol):
    """A range of the parameter."""

    @property
    def spot(self) -> Fraction:
        """A value inside."""

    def never_negative(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p >= 0 everywhere."""

    def positive(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p > 0 everywhere."""

    def positive_inside(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p > 0 everywhere but perhaps at the ends of a real range."""

    def zero(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p = 0 everywhere, which for more than one value is: has no coefficients."""

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of p at one value, the same for all p."""


@dataclass(frozen=True)
class WholeSpan:
    """Whole numbers from *low* to *high*, or for ever."""

    low: int
    high: int | None

    @property
    def spot(self) -> Fraction:
        """The first value."""
        return Fraction(self.low)

    def never_negative(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p >= 0 at each of them."""
        return holds(polynomial, self.low, self.high, strict=False)

    def positive(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p > 0 at each of them."""
        return holds(polynomial, self.low, self.high, strict=True)

    positive_inside = positive

    def zero(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p has no coefficients."""
        return not polynomial

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of p at the spot."""
        return sign_at(polynomial, self.spot)

    def __str__(self) -> str:
        if self.high == self.low:
            return f"at {_whole(self.low)}"
        return f"from {_whole(self.low)}" + (
            " on" if self.high is None else f" to {_whole(self.high)}"
        )


@dataclass(frozen=True)
class RealSpan:
    """All real numbers from *low* to *high*, or for ever."""

    low: Point
    high: Point | None

    @cached_property
    def ends(self) -> tuple[Point, Point | None]:
        """The same ends in short intervals, for all the polynomials that are looked at."""
        return self.low.near(), None if self.high is None else self.high.near()

    @cached_property
    def spot(self) -> Fraction:
        """A rational number strictly inside."""
        if self.high is None:
            return self.low.high + 1
        one, two = apart(self.low, self.high)
        return (one.high + two.low) / 2

    def never_negative(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p >= 0: no change of sign inside, and positive next to a root or there."""
        if not polynomial:
            return True
        odd = odd_part(polynomial)
        return roots_inside(odd, *self.ends) == 0 and self._sign(polynomial) > 0

    def positive(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p > 0, ends included."""
        return self.positive_inside(polynomial) and not self.zero_at_ends(polynomial)

    def zero_at_ends(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p is 0 at an end."""
        return any(end is not None and end.vanishes(polynomial) for end in self.ends)

    def positive_inside(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p > 0 strictly between the ends."""
        if not polynomial:
            return False
        return roots_inside(polynomial, *self.ends) == 0 and self._sign(polynomial) > 0

    def zero(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p has no coefficients."""
        return not polynomial

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of p at the spot."""
        return sign_at(polynomial, self.spot)

    def _sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign next to some point inside, where p is not 0."""
        return sign_at(polynomial, self.beside(polynomial))

    def beside(self, polynomial: Sequence[int]) -> Fraction:
        """Return a rational number inside at which p, which is not 0 everywhere, is not 0."""
        spot, step = self.spot, Fraction(1)
        while True:
            if sign_at(polynomial, spot):
                return spot
            # a double root: go aside, but stay inside
            step /= 2
            aside = spot + step
            if strictly_inside(self, aside):
                spot = aside

    def __str__(self) -> str:
        start = shown(self.low)
        return f"from {start} on" if self.high is None else f"from {start} to {shown(self.high)}"


@dataclass(frozen=True)
class PointSpan:
    """One real number, next to a range that holds *spot*."""

    point: Point
    spot: Fraction

    def never_negative(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p >= 0 there."""
        return self.point.sign(polynomial) >= 0

    def positive(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p > 0 there."""
        return self.point.sign(polynomial) > 0

    positive_inside = positive

    def zero(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p = 0 there."""
        return self.point.vanishes(polynomial)

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of p there."""
        return self.point.sign(polynomial)

    def __str__(self) -> str:
        return f"at {shown(self.point)}"


def strictly_inside(span: RealSpan, at: Fraction) -> bool:
    """Tell whether a rational number is strictly inside a range."""
    return side(span.low, at) > 0 and (span.high is None or side(span.high, at) < 0)


def side(point: Point, at: Fraction) -> int:
    """Return 1 where a rational number is to the right of a point, -1 to the left, else 0."""
    if point.rational or not point.low < at < point.high:
        return (at > point.low) - (at < point.high)
    # the polynomial changes its sign once in the interval, at the point
    return 1 if sign_at(point.root_of, at) != sign_at(point.root_of, point.low) else -1


def _whole(number: int) -> str:
    return brief(Fraction(number))


def shown(point: Point) -> str:
    """Return a point in words: a fraction, or about where the root is."""
    if point.rational:
        return brief(point.low)
    return f"about {point.about}"


def point_of(data: Any) -> Point:
    """Return the point that a proof names: a number, or a root by its polynomial and place."""
    if type(data) is int:
        return Point.at(data)
    if not isinstance(data, Mapping):
        return Point.at(fraction_of(data))
    record(data, {"root_of", "between"}, "a root")
    if type(data["between"]) is not list or len(data["between"]) != 2:
        raise ValueError("a root is between two fractions")
    low, high = map(fraction_of, data["between"])
    coefficients = tuple(polynomial_of(data["root_of"], "the polynomial of a root"))
    numbers = (*coefficients, *low.as_integer_ratio(), *high.as_integer_ratio())
    longest = max(number.bit_length() for number in numbers)
    if longest * len(coefficients) > MOST_ROOT_BITS:
        raise FileError("a root is named by numbers that are too long")
    point = Point(low, high, coefficients)
    if low >= high or not point.valid():
        raise ValueError("a root is not the only root in its interval")
    if point.is_fraction():
        raise ValueError("a root that is a fraction must be written as one")
    return point


def span_of(low: Any, high: Any, *, all_reals: bool) -> WholeSpan | RealSpan:
    """Return the range between two ends as a proof writes them."""
    if all_reals:
        start, end = point_of(low), None if high is None else point_of(high)
        if end is not None:
            apart(start, end)  # raises where they are not in order
        return RealSpan(start, end)
    if type(low) is not int or (high is not None and type(high) is not int):
        raise ValueError("a range of whole numbers has whole ends")
    if high is not None and high < low:
        raise CertificateError(f"the piece from {_whole(low)} ends before it begins")
    return WholeSpan(low, high)


def number_at(parts: Sequence[Sequence[int]], at: Fraction) -> Fraction:
    """Return the value of a quotient of polynomials at a rational number."""
    top, below = (exact_value(part, at) for part in parts)
    return top / below


def exact_value(polynomial: Sequence[int], at: Fraction) -> Fraction:
    """Return the value of a polynomial at a rational number."""
    if at.denominator == 1:
        return Fraction(value(polynomial, at.numerator))
    total = Fraction(0)
    for c in reversed(polynomial):
        total = total * at + c
    return total
