"""Exact arithmetic in the number field that one real root t generates over the rationals.

An element is a polynomial in t over a positive integer, or over that and a power of d, a polynomial
in t that the file names and that is positive at the root. Whether an element is 0 is decided by the
common factor of its numerator with the polynomial of the root, which may be reducible; its sign
otherwise by bisecting the interval of the root until the numerator has no root in it. Nothing is
rounded.

With d the derivative of the root's polynomial the numerators are short: at degree 44 they have some
350 bits, and 17,000 if there is no d (Rouillier 1999).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import gcd, lcm
from typing import NamedTuple

from sabot.certify.algebra.intervals import read_point
from sabot.certify.algebra.polynomial import (
    Poly,
    coefficient_bits,
    multiply,
    read_polynomial,
    trim,
)
from sabot.certify.algebra.real_roots import (
    AlgebraicPoint,
    interval_sign,
    primitive_part,
    proves_rootless,
    sign_at,
)
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
_DENOMINATOR_KEY = "denominator"
_TERM_PATTERN = r"(?:(?:[0-9]+\*)?t(?:\*\*[0-9]{1,3})?|[0-9]+)"
_SUM_PATTERN = re.compile(rf"-?{_TERM_PATTERN}(?: [+-] {_TERM_PATTERN})*")
_SINGLE_TERM = re.compile(r"(-?) ?(?:([0-9]+)(\*t)?|t)(?:\*\*([0-9]+))?")
_WITH_DENOMINATOR = re.compile(r"(?:\(([0-9]+)\*d\)|d)")
_WORD_BITS = 64
_FEW_TERMS = 8
"""Of longer polynomials the sign is looked for by interval arithmetic first."""
_FIRST_BISECTIONS = 64
"""How often, or a little less, the interval of a root is halved before signs are looked at."""


class FieldElement(NamedTuple):
    """A number of a field: ``numerator(t) / (below * d(t)**power)``."""

    numerator: Poly
    below: int
    """A positive integer."""
    power: int = 0


FIELD_ZERO = FieldElement([], 1)
FIELD_ONE = FieldElement([1], 1)


def read_number_field(data: Json) -> RealNumberField:
    """Return the field of a root, which is no fraction: its polynomial, an interval, maybe d."""
    keys = frozenset({_DENOMINATOR_KEY})
    named = require_keys(data, _ROOT_KEYS, "a root", keys)
    degree = len(read_polynomial(named["root_of"], "what t is a root of")) - 1
    if degree > MOST_NUMBER_FIELD_DEGREE:
        raise FileError(
            f"the root is of degree {degree}; up to {MOST_NUMBER_FIELD_DEGREE} is checked"
        )
    point = read_point({key: named[key] for key in _ROOT_KEYS})
    if _DENOMINATOR_KEY not in named:
        return RealNumberField(point)
    below = read_polynomial(named[_DENOMINATOR_KEY], "the denominator of numbers with t")
    if len(below) > degree:
        raise ValueError("the denominator of numbers with t is not of a degree below the root's")
    return RealNumberField(point, below)


def read_field_element(data: Json, field: RealNumberField) -> FieldElement:
    """Return a number as a file writes it: a fraction, or a sum in t over an integer and d.

    >>> sqrt2 = AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1))
    >>> field = RealNumberField(sqrt2, [0, 2])
    >>> [tuple(read_field_element(text, field)) for text in ("3/4", "(5*t - 2)/7", "3/d")]
    [([3], 4, 0), ([-2, 5], 7, 0), ([3], 1, 1)]
    >>> tuple(read_field_element("(-t + 1)/(5*d)", field))
    ([1, -1], 5, 1)
    """
    if type(data) is not str or not ("t" in data or "d" in data):
        top, under = read_ratio(data)
        return FieldElement(trim([top]), under)
    upper, slash, lower = data.partition("/")
    divided = _WITH_DENOMINATOR.fullmatch(lower)
    if divided and not field.has_denominator:
        raise ValueError(f"{data[:40]!r}: the root has no denominator d")
    if divided:
        lower = divided[1] or "1"
    below = read_integer(lower) if slash else 1
    if below <= 0:
        raise ValueError(f"{data[:40]!r} has no positive denominator")
    if slash and upper[:1] == "(" and upper[-1:] == ")":
        upper = upper[1:-1]
    elif slash and " " in upper:
        raise ValueError(f"{data[:40]!r}: a sum that is divided needs brackets")
    return FieldElement(_parse_sum(upper, field.degree), below, 1 if divided else 0)


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

    def __init__(self, point: AlgebraicPoint, denominator: Sequence[int] | None = None) -> None:
        self.point = point
        self.has_denominator = denominator is not None
        """Whether numbers may be divided by d."""
        self.denominator = [1] if denominator is None else list(denominator)
        """d, or 1."""
        self._near = [point.near()]
        self._bits = coefficient_bits(point.root_of)
        self._words = self._bits // _WORD_BITS + 1
        self._primitive = primitive_part(point.root_of)
        self.work = WorkMeter(MOST_NUMBER_FIELD_WORK, "the numbers with t are")
        if self.has_denominator and self.sign(self.denominator) <= 0:
            raise ValueError("the denominator of numbers with t is not positive at the root")

    @property
    def degree(self) -> int:
        """That of the polynomial whose root it is."""
        return len(self.point.root_of) - 1

    def zero(self, polynomial: Sequence[int]) -> bool:
        """Tell whether a polynomial is 0 at the root, exactly."""
        if self._is_multiple(polynomial):
            return True
        polynomial = self._remainder(polynomial)
        self._pay(polynomial, 0)
        return self._near[0].vanishes(polynomial)

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of a polynomial at the root, exactly.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> [field.sign(p) for p in ([-2, 0, 1], [-(10**30), 707106781186547524400844362104], [])]
        [0, -1, 0]
        """
        if len(polynomial) > self.degree and self._is_multiple(polynomial):
            return 0
        if len(polynomial) > _FEW_TERMS and (seen := self._sign_by_interval(polynomial)):
            return seen
        polynomial = self._remainder(polynomial)
        for level in count():
            self._pay(polynomial, level)
            near = self._closer(level)
            if proves_rootless(polynomial, near.low, near.high):
                break
            if not level and near.vanishes(polynomial):
                return 0
        return sign_at(polynomial, near.low)

    def _sign_by_interval(self, polynomial: Sequence[int]) -> int:
        """Return the sign that interval arithmetic shows at once; 0 where it shows none."""
        for level in (0, 1):
            near = self._closer(level)
            words = _word_count([*near.low.as_integer_ratio(), *near.high.as_integer_ratio()])
            longest = words * len(polynomial) + _word_count(polynomial)
            self.work.take(4 * len(polynomial) * _steps(words * longest))
            if seen := interval_sign(polynomial, near.low, near.high):
                return seen
        return 0

    def _is_multiple(self, polynomial: Sequence[int]) -> bool:
        """Tell whether a polynomial is a multiple of the root's, with whole coefficients.

        Of a polynomial without a common factor every multiple with whole coefficients is one by a
        polynomial with whole coefficients (Gauss), which are not long (Mignotte).

        >>> field = RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), (6, 0, -3)))
        >>> [field._is_multiple(one) for one in ([-8, 0, 0, 0, 1], [-4, 0, 0, 0, 1], [2, 1])]
        [False, True, False]
        """
        over, of = len(polynomial) - self.degree, self._primitive
        if over <= 0:
            return not any(polynomial)
        bits = coefficient_bits(polynomial) + over + len(polynomial).bit_length()
        self.work.take(over * len(of) * _steps((bits // _WORD_BITS + 1) * self._words))
        rest = [*polynomial]
        while len(rest) > self.degree:
            share, left = divmod(rest.pop(), of[-1])
            if left or share.bit_length() > bits:
                return False
            shift = len(rest) - self.degree
            for k, c in enumerate(of[:-1], shift):
                rest[k] -= share * c
        return not any(rest)

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
        self.work.take(over * len(polynomial) * _steps((bits // _WORD_BITS + 1) * self._words))
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
        self.work.take(size**2 * _steps(long // _WORD_BITS))

    def times(self, one: FieldElement, two: FieldElement) -> FieldElement:
        """Return a product in lowest terms, its powers below the degree again.

        Numbers over d are not brought below the degree: that would make them much longer.
        """
        (a, under, divided), (b, below, again) = one, two
        if not a or not b:
            return FIELD_ZERO
        words = _word_count([*a, under]), _word_count([*b, below])
        self.work.take(len(a) * len(b) * _steps(words[0] * words[1]))
        self.work.take((len(a) + len(b)) * _steps(sum(words) ** 2))  # the common factor
        found, below = multiply(a, b), under * below
        of = self.point.root_of
        while len(found) > self.degree and not divided + again:
            lead, shift = found[-1], len(found) - len(of)
            found = [of[-1] * c for c in found]
            for k, c in enumerate(of):
                found[shift + k] -= lead * c
            found, below = trim(found), below * of[-1]
        shared = gcd(below, *found) * (1 if below > 0 else -1)
        return FieldElement([c // shared for c in found], below // shared, divided + again)

    def shared(self, numbers: Sequence[FieldElement]) -> tuple[list[Poly], int, int]:
        """Return numbers as polynomials over one integer and one power of d, if that is short.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)), [0, 2])
        >>> numbers = FieldElement([1, 1], 2), FIELD_ZERO, FieldElement([2], 3, 1)
        >>> field.shared(numbers)
        ([[0, 6, 6], [], [4]], 6, 1)
        """
        below, uses = 1, sum(len(number.numerator) for number in numbers)
        for under in {number.below for number in numbers if number.numerator}:
            self.work.take(_word_count([below]) * _word_count([under]))
            below = lcm(below, under)
            if (
                below.bit_length() > MOST_NUMBER_FIELD_BITS
                or below.bit_length() * uses > MOST_PLAN_BITS
            ):
                raise FileError("the numbers with t have too long a common denominator")
        power = max((number.power for number in numbers), default=0)
        found = [
            self.times_power_of_d(
                [c * (below // one.below) for c in one.numerator], power - one.power
            )
            for one in numbers
        ]
        return found, below, power

    def times_power_of_d(self, numerator: Poly, power: int) -> Poly:
        """Return a polynomial times a power of d."""
        for _ in range(power if numerator else 0):
            words = _word_count([0, *numerator]) * _word_count(self.denominator)
            self.work.take(len(numerator) * len(self.denominator) * _steps(words))
            numerator = multiply(numerator, self.denominator)
        return numerator

    def enclosed(self, number: FieldElement) -> tuple[Fraction, Fraction]:
        """Return two fractions between which a number is, close to each other as a rule.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> low, high = field.enclosed(FieldElement([0, 3], 2))
        >>> low < high < low + Fraction(1, 2**100), float(low)
        (True, 2.1213203435596424)
        """
        self._pay(number.numerator, 1)
        self._closer(0)
        return self._enclosed_at(number, 1)

    def about(self, number: FieldElement) -> str:
        """Return a number to six digits, all of them correct, for printing.

        >>> field = RealNumberField(AlgebraicPoint(Fraction(0), Fraction(10**300), (-2, 0, 1)))
        >>> numbers = FieldElement([-1, 1], 1), FieldElement([-(10**400), 10**400], 1)
        >>> [field.about(number) for number in numbers]
        ['0.414214', 'a number of many digits']
        """
        low = high = Fraction(0)
        try:
            for level in count() if not self.zero(number.numerator) else ():
                self._pay(number.numerator, level)
                low, high = self._enclosed_at(number, level)
                if high - low <= abs(low) / 10**9:
                    break
            return f"{float((low + high) / 2):.6g}"
        except (FileError, OverflowError):  # it is exact in the file
            return "a number of many digits"

    def _enclosed_at(self, number: FieldElement, level: int) -> tuple[Fraction, Fraction]:
        """Return two fractions between which a number is, by the interval of a level or later."""
        near = self._closer(level)
        least, most = Fraction(1), Fraction(1)
        if number.power:
            least, most = _enclosing_interval(self.denominator, near)
            while least <= 0:  # d is positive at the root
                level += 1
                near = self._closer(level)
                least, most = _enclosing_interval(self.denominator, near)
            least, most = least**number.power, most**number.power
        low, high = _enclosing_interval(number.numerator, near)
        low, high = low / (most if low > 0 else least), high / (least if high > 0 else most)
        return low / number.below, high / number.below


def _steps(words: int) -> int:
    """Return what an operation costs: 2 units, and 1 for each 50 products of 64-bit words."""
    return 2 + words // 50


def _word_count(numbers: Sequence[int]) -> int:
    return max(number.bit_length() for number in numbers) // _WORD_BITS + 1


def _enclosing_interval(
    polynomial: Sequence[int], near: AlgebraicPoint
) -> tuple[Fraction, Fraction]:
    """Return two fractions between which a polynomial is at the root: by intervals."""
    if not polynomial:
        return Fraction(0), Fraction(0)
    unit = lcm(near.low.denominator, near.high.denominator)
    ends = int(near.low * unit), int(near.high * unit)
    low = high = 0
    scale = 1
    for c in reversed(polynomial):
        corners = [a * b for a in (low, high) for b in ends]
        low, high = min(corners) + c * scale, max(corners) + c * scale
        scale *= unit
    return Fraction(low * unit, scale), Fraction(high * unit, scale)
