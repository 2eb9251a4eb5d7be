"""Exact arithmetic in the number field that one real root t generates over the rationals.

An element is a polynomial in t over a positive integer. Whether it is 0 is decided by its common
factor with the polynomial of the root, which may be reducible; its sign otherwise by bisecting
the interval of the root until the element has no root in it. Nothing is rounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import gcd, lcm

from sabot.certify.algebra.intervals import read_point
from sabot.certify.algebra.polynomial import Poly, multiply, read_polynomial, trim
from sabot.certify.algebra.real_roots import AlgebraicPoint, proves_rootless, sign_at
from sabot.certify.json_reader import (
    Json,
    read_integer,
    read_ratio,
    require_keys,
)
from sabot.certify.limits import (
    MOST_NUMBER_FIELD_BITS,
    MOST_NUMBER_FIELD_DEGREE,
    MOST_NUMBER_FIELD_WORK,
    MOST_PLAN_BITS,
    WorkMeter,
)
from sabot.errors import FileError

_ROOT_KEYS = frozenset({"root_of", "between"})
FieldElement = tuple[Poly, int]
"""A polynomial in t, and the positive integer that it is over."""
_TERM_PATTERN = r"(?:(?:[0-9]+\*)?t(?:\*\*[0-9]{1,3})?|[0-9]+)"
_SUM_PATTERN = re.compile(rf"-?{_TERM_PATTERN}(?: [+-] {_TERM_PATTERN})*")
_SINGLE_TERM = re.compile(r"(-?) ?(?:([0-9]+)(\*t)?|t)(?:\*\*([0-9]+))?")
_WORD_BITS = 64
_FIRST_BISECTIONS = 64
"""How often, or a little less, it is halved before signs are looked at."""


def read_root(data: Json) -> AlgebraicPoint:
    """Return the root that a file names by its polynomial and an interval; it is no fraction."""
    degree = (
        len(
            read_polynomial(
                require_keys(data, _ROOT_KEYS, "a root")["root_of"], "what t is a root of"
            )
        )
        - 1
    )
    if degree > MOST_NUMBER_FIELD_DEGREE:
        raise FileError(
            f"the root is of degree {degree}; up to {MOST_NUMBER_FIELD_DEGREE} is checked"
        )
    return read_point(data)


def read_field_element(data: Json, terms: int) -> FieldElement:
    """Return a number as a file writes it: a fraction, or a sum in t of so many terms at most.

    >>> read_field_element("3/4", 2), read_field_element("(5*t - 2)/7", 2)
    (([3], 4), ([-2, 5], 7))
    >>> read_field_element("-t**2 + 1", 3)
    ([1, 0, -1], 1)
    """
    if type(data) is not str or "t" not in data:
        top, under = read_ratio(data)
        return trim([top]), under
    upper, slash, lower = data.partition("/")
    below = read_integer(lower) if slash else 1
    if below <= 0:
        raise ValueError(f"{data[:40]!r} has no positive denominator")
    if slash and upper[:1] == "(" and upper[-1:] == ")":
        upper = upper[1:-1]
    elif slash and " " in upper:
        raise ValueError(f"{data[:40]!r}: a sum that is divided needs brackets")
    return _parse_sum(upper, terms), below


def _parse_sum(written: str, terms: int) -> Poly:
    """Return a sum of terms in t, the highest power first and each at most once."""
    falling = f"{written[:40]!r}: powers of t fall, and are below the degree of its root"
    if written.count(" ") > 2 * terms:  # before any of them is read: a text may be very long
        raise ValueError(falling)
    if not _SUM_PATTERN.fullmatch(written):
        raise ValueError(f"{written[:40]!r} is not a sum in t")
    found, least = [0] * terms, terms
    for minus, digits, letter, high in _SINGLE_TERM.findall(written):
        power = 0 if digits and not letter else int(high or 1)
        if power >= least:
            raise ValueError(falling)
        amount = read_integer(digits or "1")
        found[power], least = -amount if minus else amount, power
    return trim(found)


class RealNumberField:
    """The numbers that a root makes with the fractions: their products, zeros and signs."""

    def __init__(self, point: AlgebraicPoint) -> None:
        self.point = point
        self._near = [point.near()]
        self._bits = max(c.bit_length() for c in point.root_of)
        self.work = WorkMeter(MOST_NUMBER_FIELD_WORK, "the numbers with t are")

    @property
    def degree(self) -> int:
        """That of the polynomial whose root it is."""
        return len(self.point.root_of) - 1

    def zero(self, polynomial: Sequence[int]) -> bool:
        """Tell whether a polynomial is 0 at the root, exactly."""
        polynomial = self._remainder(polynomial)
        self._pay(polynomial, 0)
        return self._near[0].vanishes(polynomial)

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of a polynomial at the root, exactly.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> [field.sign(p) for p in ([-2, 0, 1], [-(10**30), 707106781186547524400844362104], [])]
        [0, -1, 0]
        """
        polynomial = self._remainder(polynomial)
        for level in count():
            self._pay(polynomial, level)
            near = self._closer(level)
            if proves_rootless(polynomial, near.low, near.high):
                break
            if not level and near.vanishes(polynomial):
                return 0
        return sign_at(polynomial, near.low)

    def _remainder(self, polynomial: Sequence[int]) -> Sequence[int]:
        """Return a polynomial of lower degree than the root's with the same sign at the root.

        It is the remainder of a division, times a positive number that keeps it whole.

        >>> fields = [
        ...     RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), root_of))
        ...     for root_of in ((-2, 0, 1), (6, 0, -3))  # t = sqrt(2)
        ... ]
        >>> many = [-8, 0, 0, 0, 0, 0, 1], [1, 0, 0, -4]
        >>> [[field._remainder(one) for one in many] for field in fields]
        [[[], [1, -8]], [[], [1, -8]]]
        """
        over, of = len(polynomial) - self.degree, self.point.root_of
        if over <= 0:
            return polynomial
        bits = max(c.bit_length() for c in polynomial) + over * self._bits
        self.work.take(over * len(polynomial) * (bits // _WORD_BITS + 1))
        found, sign = [*polynomial], 1 if of[-1] > 0 else -1
        while len(found) > self.degree:
            lead, shift = found[-1] * sign, len(found) - len(of)
            found = [abs(of[-1]) * c for c in found]
            for k, c in enumerate(of):
                found[shift + k] -= lead * c
            found = trim(found)
        shared = gcd(*found)
        return [c // shared for c in found]

    def _closer(self, level: int) -> AlgebraicPoint:
        """Return the root in a shorter interval, at each level halved as often again: kept."""
        if level == len(self._near):
            near, steps = self._near[-1], _FIRST_BISECTIONS << level
            self.work.take(steps * len(self.point.root_of) * (self._bits + 2 * steps) // _WORD_BITS)
            self._near.append(near.within((near.high - near.low) / 2**steps))
        return self._near[level]

    def _pay(self, polynomial: Sequence[int], level: int) -> None:
        """Demand that a sign is seen in time, and pay for looking at it once.

        What is not 0 at the root is at least one over a product of the polynomial's values at the
        other roots, and of leading coefficients: so many bits away from 0, and no more.
        """
        size = len(polynomial)
        bits = max((c.bit_length() for c in polynomial), default=0)
        if (self.degree + 1) * (bits + size * (self._bits + 1)) > MOST_NUMBER_FIELD_BITS:
            raise FileError("a number with t has too many digits for its sign to be checked")
        long = bits + size * (self._bits + 2 * (_FIRST_BISECTIONS << level))
        self.work.take(size**2 * (long // _WORD_BITS + 1))

    def times(self, one: FieldElement, two: FieldElement) -> FieldElement:
        """Return a product, its powers below the degree again and in lowest terms."""
        (a, under), (b, below) = one, two
        self.work.take(len(a) * len(b) * _word_count([*a, under]) * _word_count([*b, below]))
        found, below = multiply(a, b), under * below
        of = self.point.root_of
        while len(found) > self.degree:
            lead, shift = found[-1], len(found) - len(of)
            found = [of[-1] * c for c in found]
            for k, c in enumerate(of):
                found[shift + k] -= lead * c
            found, below = trim(found), below * of[-1]
        shared = gcd(below, *found) * (1 if below > 0 else -1)
        return [c // shared for c in found], below // shared

    def shared(self, numbers: Sequence[FieldElement]) -> tuple[list[Poly], int]:
        """Return numbers as polynomials over one integer, if that is not too long.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> field.shared([([1, 1], 2), ([], 5), ([2], 3)])
        ([[3, 3], [], [4]], 6)
        """
        below, uses = 1, sum(len(top) for top, _ in numbers)
        for under in {under for top, under in numbers if top}:
            self.work.take(_word_count([below]) * _word_count([under]))
            below = lcm(below, under)
            if (
                below.bit_length() > MOST_NUMBER_FIELD_BITS
                or below.bit_length() * uses > MOST_PLAN_BITS
            ):
                raise FileError("the numbers with t have too long a common denominator")
        return [[c * (below // under) for c in top] for top, under in numbers], below

    def enclosed(self, number: FieldElement) -> tuple[Fraction, Fraction]:
        """Return two fractions between which a number is, close to each other as a rule.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> low, high = field.enclosed(([0, 3], 2))
        >>> low < high < low + Fraction(1, 2**100), float(low)
        (True, 2.1213203435596424)
        """
        self._pay(number[0], 1)
        self._closer(0)
        return _enclosing_interval(number, self._closer(1))

    def about(self, number: FieldElement) -> str:
        """Return a number to six digits, all of them correct, for printing.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(0), Fraction(10**300), (-2, 0, 1)))
        >>> field.about(([-1, 1], 1)), field.about(([-(10**400), 10**400], 1))
        ('0.414214', 'a number of many digits')
        """
        low = high = Fraction(0)
        try:
            for level in count() if not self.zero(number[0]) else ():
                self._pay(number[0], level)
                low, high = _enclosing_interval(number, self._closer(level))
                if high - low <= abs(low) / 10**9:
                    break
            return f"{float((low + high) / 2):.6g}"
        except (FileError, OverflowError):  # it is exact in the file
            return "a number of many digits"


def _word_count(numbers: Sequence[int]) -> int:
    return max(number.bit_length() for number in numbers) // _WORD_BITS + 1


def _enclosing_interval(number: FieldElement, near: AlgebraicPoint) -> tuple[Fraction, Fraction]:
    """Return two fractions between which a number is: by intervals, at the root's own."""
    low = high = Fraction(0)
    for c in reversed(number[0]):
        corners = [a * b for a in (low, high) for b in (near.low, near.high)]
        low, high = min(corners) + c, max(corners) + c
    return low / number[1], high / number[1]
