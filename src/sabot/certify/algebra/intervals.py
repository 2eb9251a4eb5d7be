"""Intervals of a parameter (integers, reals, one point), and pieces that cover a domain.

An interval decides exactly whether a polynomial is never negative on it; positive everywhere,
ends included; positive everywhere, except perhaps at the ends of a real interval, where two
pieces of a proof meet. The readers here are what all parametric documents begin with: the
parameter, the domain, the pieces with their intervals, formulas that are in lowest terms and
defined on their interval.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Protocol

from sabot.certify.algebra.formula_parser import Quotient, parse_formula
from sabot.certify.algebra.polynomial import (
    evaluate_at_integer,
    holds_on_integers,
    multiply,
    read_polynomial,
)
from sabot.certify.algebra.real_roots import (
    AlgebraicPoint,
    count_roots_between,
    find_positive,
    odd_multiplicity_part,
    polynomial_gcd,
    proves_coprime,
    proves_rootless,
    separate_points,
    sign_at,
)
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    canonical_json,
    describe_value,
    format_short,
    read_fraction,
    require_keys,
)
from sabot.certify.limits import MOST_ROOT_BITS
from sabot.certify.record_codec import Field, Record, boolean, raw
from sabot.errors import CertificateError, FileError


class ParameterInterval(Protocol):
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
class IntegerInterval:
    """Integers from *low* to *high*, or for ever."""

    low: int
    high: int | None

    @property
    def spot(self) -> Fraction:
        """The first value."""
        return Fraction(self.low)

    def never_negative(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p >= 0 at each of them."""
        return holds_on_integers(polynomial, self.low, self.high, strict=False)

    def positive(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p > 0 at each of them."""
        return holds_on_integers(polynomial, self.low, self.high, strict=True)

    positive_inside = positive

    def zero(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p has no coefficients."""
        return not polynomial

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of p at the spot."""
        return sign_at(polynomial, self.spot)

    def __str__(self) -> str:
        if self.high == self.low:
            return f"at {_format_integer(self.low)}"
        return f"from {_format_integer(self.low)}" + (
            " on" if self.high is None else f" to {_format_integer(self.high)}"
        )


@dataclass(frozen=True)
class RealInterval:
    """All real numbers from *low* to *high*; None: there is no such end."""

    low: AlgebraicPoint | None
    high: AlgebraicPoint | None

    @cached_property
    def ends(self) -> tuple[AlgebraicPoint | None, AlgebraicPoint | None]:
        """The same ends in short intervals, for all the polynomials that are looked at."""
        low, high = (None if end is None else end.near() for end in (self.low, self.high))
        return low, high

    @cached_property
    def spot(self) -> Fraction:
        """A rational number strictly inside."""
        if self.low is None:
            return Fraction(0) if self.high is None else self.high.low - 1
        if self.high is None:
            return self.low.high + 1
        one, two = separate_points(self.low, self.high)
        return (one.high + two.low) / 2

    def never_negative(self, polynomial: Sequence[int]) -> bool:
        """Tell whether p >= 0: no change of sign inside, and positive next to a root or there."""
        if not polynomial:
            return True
        odd = odd_multiplicity_part(polynomial)
        return count_roots_between(odd, *self.ends) == 0 and self._sign(polynomial) > 0

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
        return count_roots_between(polynomial, *self.ends) == 0 and self._sign(polynomial) > 0

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
        if self.low is None:
            return "everywhere" if self.high is None else f"up to {self.high}"
        return f"from {self.low} on" if self.high is None else f"from {self.low} to {self.high}"


@dataclass(frozen=True)
class PointInterval:
    """One real number, next to a range that holds *spot*."""

    point: AlgebraicPoint
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
        return f"at {self.point}"


def strictly_inside(span: RealInterval, at: Fraction) -> bool:
    """Tell whether a rational number is strictly inside a range."""
    return (span.low is None or side_of_point(span.low, at) > 0) and (
        span.high is None or side_of_point(span.high, at) < 0
    )


def side_of_point(point: AlgebraicPoint, at: Fraction) -> int:
    """Return 1 where a rational number is to the right of a point, -1 to the left, else 0."""
    if point.rational or not point.low < at < point.high:
        return (at > point.low) - (at < point.high)
    # the polynomial changes its sign once in the interval, at the point
    return 1 if sign_at(point.root_of, at) != sign_at(point.root_of, point.low) else -1


def _format_integer(number: int) -> str:
    return format_short(Fraction(number))


def read_point(data: Json) -> AlgebraicPoint:
    """Return the point that a proof names: a number, or a root by its polynomial and place."""
    if type(data) is int:
        return AlgebraicPoint.at(data)
    if not isinstance(data, Mapping):
        return AlgebraicPoint.at(read_fraction(data))
    require_keys(data, {"root_of", "between"}, "a root")
    if type(data["between"]) is not list or len(data["between"]) != 2:
        raise ValueError("a root is between two fractions")
    low, high = map(read_fraction, data["between"])
    coefficients = tuple(read_polynomial(data["root_of"], "the polynomial of a root"))
    numbers = (*coefficients, *low.as_integer_ratio(), *high.as_integer_ratio())
    longest = max(number.bit_length() for number in numbers)
    if longest * len(coefficients) > MOST_ROOT_BITS:
        raise FileError("a root is named by numbers that are too long")
    return _require_root(AlgebraicPoint(low, high, coefficients))


@lru_cache(maxsize=4)
def _require_root(point: AlgebraicPoint) -> AlgebraicPoint:
    """Return a point after demanding that it is named as a root must be: two pieces name each."""
    if point.low >= point.high or not point.valid():
        raise ValueError("a root is not the only root in its interval")
    if point.is_fraction():
        raise ValueError("a root that is a fraction must be written as one")
    return point


def read_interval(low: Json, high: Json, *, all_reals: bool) -> IntegerInterval | RealInterval:
    """Return the range between two ends as a proof writes them."""
    if all_reals:
        start, end = (None if point is None else read_point(point) for point in (low, high))
        if start is not None and end is not None:
            separate_points(start, end)  # raises where they are not in order
        return RealInterval(start, end)
    if type(low) is not int or (high is not None and type(high) is not int):
        raise ValueError("a range of whole numbers has whole ends")
    if high is not None and high < low:
        raise CertificateError(f"the piece from {_format_integer(low)} ends before it begins")
    return IntegerInterval(low, high)


def evaluate_quotient(parts: Sequence[Sequence[int]], at: Fraction) -> Fraction:
    """Return the value of a quotient of polynomials at a rational number."""
    top, below = (evaluate_at_fraction(part, at) for part in parts)
    return top / below


def evaluate_at_fraction(polynomial: Sequence[int], at: Fraction) -> Fraction:
    """Return the value of a polynomial at a rational number."""
    if at.denominator == 1:
        return Fraction(evaluate_at_integer(polynomial, at.numerator))
    total = Fraction(0)
    for c in reversed(polynomial):
        total = total * at + c
    return total


PieceWithInterval = tuple[JsonObject, IntegerInterval | RealInterval]
_PARAMETER_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def read_parameter(data: Json) -> str:
    """Return the name of the parameter."""
    if type(data) is not str or not _PARAMETER_NAME.fullmatch(data):
        raise ValueError(f"the parameter is called {describe_value(data)}, which is not a name")
    return data


def _read_lower_end(data: Json) -> Json:
    """Return the end at which a domain begins, as it is written."""
    if data is None:
        raise ValueError("the domain has no lower end")
    return data


class Domain(Record, what="the domain"):
    """The values of a parameter: both ends as they are written; null where there is none."""

    start = Field(raw, "from")
    end = Field(raw, "to")


class RealDomain(Domain, what="the domain"):
    """The values of a real parameter, with a lower end."""

    start = Field(_read_lower_end, "from")

    def points(self) -> tuple[AlgebraicPoint, AlgebraicPoint | None]:
        """Return both ends; None: there is no upper end."""
        return read_point(self.start), None if self.end is None else read_point(self.end)


read_whole = boolean("a domain is of whole numbers or not: true or false, nothing else")
"""Read whether a parameter takes whole numbers only."""


class ParameterDomain(RealDomain, what="the domain"):
    """The values of a parameter with a lower end, integers only or all reals."""

    whole = Field(read_whole)


def iterate_covering_pieces(
    data: Json,
    domain: Domain,
    parts: Collection[str],
    others: Collection[str] = (),
    *,
    reals: bool,
) -> Iterator[PieceWithInterval]:
    """Yield every piece with its range, after demanding that they cover the domain without a gap.

    *parts* is what every piece has, *others* what it may have.
    """
    due, number = domain.start, 0
    if type(data) is not list:
        raise ValueError("the pieces are not a list")
    for piece in data:
        require_keys(piece, parts, "a piece", others)
        start, end = piece["from"], piece["to"]
        if (number and due is None) or canonical_json(start) != canonical_json(due):
            raise CertificateError(f"the pieces leave a gap before {describe_value(start)}")
        yield piece, read_interval(start, end, all_reals=reals)
        due, number = end if end is None or reals else end + 1, number + 1
    if not number or canonical_json(data[-1]["to"]) != canonical_json(domain.end):
        raise CertificateError("the pieces do not reach the end of the range")


NO_LIST = "what should be a list is not one"


def require_list(data: Json) -> list[Json]:
    """Return what is a list."""
    if type(data) is not list:
        raise ValueError(NO_LIST)
    return data


def read_formula(data: Json, parameter: str, span: ParameterInterval) -> Quotient:
    """Return a formula: in lowest terms, and a number at every value of its range."""
    if type(data) is not str:
        raise ValueError("a formula is a text")
    top, below = read_lowest_terms(data, parameter, span)
    if len(below) > 1 and not _never_zero(below, span):
        raise CertificateError(f"{span}: a formula divides by zero: {data[:60]}")
    return top, below


def require_numbers(formulas: Mapping[str, Quotient], span: RealInterval) -> None:
    """Demand that formulas, by their texts, are numbers at every value of a range.

    Their denominators are not 0 there. Most of them are seen to be positive, or negative, at once.
    """
    texts = {tuple(below): text for text, (_, below) in formulas.items() if len(below) > 1}
    denominators = list(texts)
    sure = [False] * len(denominators)
    low, high = span.ends
    if low is not None:
        signed = [p if span.sign(p) > 0 else tuple(-c for c in p) for p in denominators]
        sure = find_positive(signed, low.low, None if high is None else high.high)
    for polynomial, positive in zip(denominators, sure, strict=True):
        if not positive and not _never_zero(polynomial, span):
            raise CertificateError(f"{span}: a formula divides by zero: {texts[polynomial][:60]}")


def _never_zero(polynomial: Sequence[int], span: ParameterInterval) -> bool:
    """Tell whether a polynomial is not 0 in a range, ends included.

    On a real range it then has one sign, that of one value; among integers it may change it.
    """
    if not isinstance(span, RealInterval):
        return span.positive(multiply(polynomial, polynomial))
    low, high = span.ends
    if low is not None and high is not None and proves_rootless(polynomial, low.low, high.high):
        return True
    return span.positive(polynomial if span.sign(polynomial) > 0 else [-c for c in polynomial])


def read_lowest_terms(data: str, parameter: str, span: ParameterInterval) -> Quotient:
    """Return a formula in lowest terms: then it is a number where its denominator is not 0."""
    top, below = parse_formula(data, parameter, plain=True)
    if len(below) > 1 and not proves_coprime(top, below) and len(polynomial_gcd(top, below)) > 1:
        raise CertificateError(f"{span}: a formula is not in lowest terms: {data[:60]}")
    return top, below
