"""Real roots with the standard library: Sturm chains, algebraic numbers, signs on intervals.

A point of the real line is a fraction, or a root of an integer polynomial named by an interval with
rational ends in which it is the only one. Nothing here is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil, gcd, lcm

from sabot.certify.limits import MOST_COMMON_WORK, MOST_DEGREE, MOST_ROOT_BITS, MOST_ROOT_WORK
from sabot.certify.theorem.polynomial import Poly, between, divided, times, trimmed
from sabot.errors import FileError

_MOST_STEPS = 4000
_SHORT = 48
"""How often the interval of a root is halved before many polynomials are looked at there."""
_PRIMES = (2**61 - 1, 2**31 - 1, 2**19 - 1)


def derivative(polynomial: Sequence[int]) -> Poly:
    """Return the derivative."""
    return [k * c for k, c in enumerate(polynomial)][1:]


def primitive(polynomial: Sequence[int]) -> Poly:
    """Return the polynomial without the common factor of its coefficients, signs kept."""
    shared = gcd(*polynomial) if polynomial else 1
    return [c // shared for c in polynomial]


def remainder(one: Sequence[int], two: Sequence[int]) -> Poly:
    """Return a positive multiple of the remainder of *one* by *two*, without common factor."""
    rest, size = list(one), len(two)
    sign, lead = (1, two[-1]) if two[-1] > 0 else (-1, -two[-1])
    while len(rest) >= size:
        head, shift = sign * rest[-1], len(rest) - size
        rest = [lead * c for c in rest]
        for k, c in enumerate(two):
            rest[shift + k] -= head * c
        rest = primitive(trimmed(rest[:-1]))
    return rest


def common(one: Sequence[int], two: Sequence[int]) -> Poly:
    """Return the greatest common divisor, primitive, with a positive leading coefficient.

    >>> common([-1, 0, 1], [1, 2, 1])
    [1, 1]
    """
    a, b = primitive(trimmed(one)), primitive(trimmed(two))
    if a and b:
        longest = max(c.bit_length() for c in (*a, *b))
        if max(len(a), len(b)) ** 2 * longest > MOST_COMMON_WORK:
            raise FileError("two polynomials are too long for a common factor to be looked for")
    while b:
        a, b = b, remainder(a, b)
    return a if not a or a[-1] > 0 else [-c for c in a]


def coprime(one: Sequence[int], two: Sequence[int]) -> bool:
    """Tell whether two polynomials are seen to have no common factor, modulo some prime.

    A common factor stays one modulo a prime that does not divide a leading coefficient, so True is
    certain; False is not.

    >>> coprime([-1, 0, 1], [2, 1]), coprime([-1, 0, 1], [1, 1])
    (True, False)
    """
    for prime in _PRIMES:
        a, b = ([c % prime for c in part] for part in (one, two))
        if a and b and a[-1] and b[-1]:
            while b:
                a, b = b, _modulo(a, b, prime)
            if len(a) == 1:
                return True
    return False


def _modulo(one: Poly, two: Poly, prime: int) -> Poly:
    rest, inverse = list(one), pow(two[-1], -1, prime)
    while len(rest) >= len(two):
        share, shift = rest[-1] * inverse % prime, len(rest) - len(two)
        for k, c in enumerate(two):
            rest[shift + k] = (rest[shift + k] - share * c) % prime
        rest = trimmed(rest)
    return rest


def squarefree(polynomial: Sequence[int]) -> Poly:
    """Return the polynomial with every root once.

    >>> squarefree([1, -2, 1])
    [-1, 1]
    """
    found = _bounded(primitive(trimmed(polynomial)))
    return divided(found, common(found, derivative(found))) if len(found) > 1 else found


def _bounded(polynomial: Poly) -> Poly:
    """Return a polynomial whose roots may be counted, after demanding that it is not too long."""
    size = len(polynomial)
    if size > MOST_DEGREE + 1:
        raise FileError(f"a polynomial of degree {size - 1} is too high to be checked")
    if size * size * max((c.bit_length() for c in polynomial), default=0) > MOST_ROOT_WORK:
        raise FileError(
            f"a polynomial of degree {size - 1} has coefficients too long to be checked"
        )
    return polynomial


def odd_part(polynomial: Sequence[int]) -> Poly:
    """Return the polynomial whose roots, each once, are those where the sign changes (Yun).

    >>> odd_part(times([0, 1], [1, -2, 1]))
    [0, 1]
    """
    whole = _bounded(primitive(trimmed(polynomial)))
    product: Poly = [1]
    if len(whole) < 2:
        return product
    shared = common(whole, derivative(whole))
    rest = divided(whole, shared)
    odd = True
    while len(rest) > 1:
        further = common(rest, shared)
        if odd:
            product = times(product, divided(rest, further))
        rest, shared = further, divided(shared, further)
        odd = not odd
    return product


def sign_at(polynomial: Sequence[int], at: Fraction) -> int:
    """Return the sign at a rational number."""
    total, power = 0, 1
    for c in reversed(polynomial):
        total = total * at.numerator + c * power
        power *= at.denominator
    return (total > 0) - (total < 0)


def sturm(polynomial: Sequence[int]) -> list[Poly]:
    """Return the Sturm chain of a polynomial without double roots."""
    chain = [list(polynomial), derivative(polynomial)]
    while chain[-1]:
        chain.append([-c for c in remainder(chain[-2], chain[-1])])
    return chain[:-1]


def _changes(chain: Sequence[Poly], at: Fraction | None) -> int:
    """Return the changes of sign at a point, or far out on the right."""
    if at is None:
        signs = [(p[-1] > 0) - (p[-1] < 0) for p in chain]
    else:
        signs = [sign_at(p, at) for p in chain]
    live = [s for s in signs if s]
    return sum(1 for a, b in pairwise(live) if a != b)


def count(chain: Sequence[Poly], low: Fraction, high: Fraction | None) -> int:
    """Return the number of roots with low < root <= high, by Sturm's theorem.

    >>> count(sturm([-2, 0, 1]), Fraction(0), Fraction(2))
    1
    """
    return _changes(chain, low) - _changes(chain, high) if chain else 0


def rootless(polynomial: Sequence[int], low: Fraction, high: Fraction) -> bool:
    """Tell whether it is seen at once that there is no root from *low* to *high*, ends included.

    By Descartes' rule of signs: (1 + s)^n p((low s + high) / (1 + s)), whose s >= 0 are the points
    of the interval, has no coefficients of two signs, and its first and last, p at the ends, are
    not 0. True is certain, False is not.

    >>> [rootless(p, Fraction(1), Fraction(2)) for p in ([-5, 0, 1], [-2, 0, 1], [-1, 1], [3], [])]
    [True, False, False, True, False]
    """
    if not polynomial:
        return False
    unit, most = lcm(low.denominator, high.denominator), len(polynomial) - 1
    scaled = [c * unit ** (most - k) for k, c in enumerate(polynomial)]
    found = between(scaled, int(low * unit), int(high * unit))
    if found[0] < 0:
        found = [-c for c in found]
    return found[0] > 0 and found[-1] > 0 and min(found) >= 0


@dataclass(frozen=True)
class Point:
    """A real number: a fraction (low == high), or the only root of *root_of* between them."""

    low: Fraction
    high: Fraction
    root_of: tuple[int, ...] = ()

    @classmethod
    def at(cls, number: Fraction | int) -> Point:
        """Return a rational point."""
        return cls(Fraction(number), Fraction(number))

    @property
    def rational(self) -> bool:
        """Whether the point is a fraction."""
        return self.low == self.high

    def valid(self) -> bool:
        """Tell whether the interval holds exactly one root, not at an end."""
        if self.rational:
            return not self.root_of
        poly = list(self.root_of)
        if not poly or not poly[-1] or self.low > self.high or squarefree(poly) != primitive(poly):
            return False
        ends = sign_at(poly, self.low) * sign_at(poly, self.high)
        return ends != 0 and count(sturm(poly), self.low, self.high) == 1

    def is_fraction(self) -> bool:
        """Tell whether the root is rational: a whole number over the leading coefficient."""
        point, lead = self, abs(self.root_of[-1])
        while not point.rational and point.high - point.low >= Fraction(1, lead):
            point = point.closer()
        if point.rational:
            return True
        near = Fraction(ceil(point.low * lead), lead)
        return near < point.high and sign_at(self.root_of, near) == 0

    def closer(self) -> Point:
        """Return the same point in an interval of half the length."""
        if self.rational:
            return self
        middle = (self.low + self.high) / 2
        here = sign_at(self.root_of, middle)
        if here == 0:
            return Point.at(middle)
        if here == sign_at(self.root_of, self.low):
            return Point(middle, self.high, self.root_of)
        return Point(self.low, middle, self.root_of)

    def near(self) -> Point:
        """Return the same point in an interval that is short beside what is around it."""
        point = self
        for _ in range(_SHORT):
            point = point.closer()
        return point

    def vanishes(self, polynomial: Sequence[int]) -> bool:
        """Tell whether a polynomial is 0 there, exactly."""
        if self.rational:
            return sign_at(polynomial, self.low) == 0
        if len(polynomial) < 2:
            return not polynomial
        if rootless(polynomial, self.low, self.high):
            return False
        if coprime(polynomial, self.root_of):
            return False
        shared = common(polynomial, self.root_of)
        return len(shared) > 1 and count(sturm(squarefree(shared)), self.low, self.high) > 0

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of a polynomial there, exactly.

        >>> root = Point(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> root.sign([-2, 0, 1]), root.sign([-141421356, 10**8]), root.sign([3, -2])
        (0, 1, 1)
        """
        if self.rational or rootless(polynomial, self.low, self.high):
            return sign_at(polynomial, self.low)
        if self.vanishes(polynomial):
            return 0
        chain, point = sturm(squarefree(polynomial)), self
        while count(chain, point.low, point.high) or not sign_at(polynomial, point.low):
            point = point.closer()
        return sign_at(polynomial, point.low)

    def __float__(self) -> float:
        return float(self.nearly())

    def nearly(self) -> Fraction:
        """Return a fraction that agrees with the point to some 17 digits.

        >>> float(Point(Fraction(0), Fraction(10**1900), (-2, 0, 1)).nearly())
        1.4142135623730951
        >>> Point(Fraction(-1), Fraction(1), (0, -2, 0, 1)).nearly()
        Fraction(0, 1)
        """
        if not self.rational and self.low < 0 <= self.high and not self.root_of[0]:
            return Fraction(0)  # to which no interval is short
        point = self
        for _ in range(MOST_ROOT_BITS):  # an interval as long as a file may name, a root as small
            if point.rational or point.high - point.low <= abs(point.low) / 10**17:
                break
            point = point.closer()
        return (point.low + point.high) / 2

    @property
    def about(self) -> str:
        """The point to six digits, beyond the range of floats too."""
        near = self.nearly()
        try:
            return f"{float(near):.6g}"
        except OverflowError:
            return f"{Decimal(near.numerator) / Decimal(near.denominator):.6g}"


def apart(one: Point, two: Point) -> tuple[Point, Point]:
    """Return two points, the first less than the second, in intervals that do not meet."""
    for _ in range(_MOST_STEPS):
        if one.high < two.low:
            return one, two
        if one.low > two.high or (one.rational and two.rational):
            break
        one, two = one.closer(), two.closer()
    raise ValueError("the points are not in order")


def roots_inside(polynomial: Sequence[int], low: Point, high: Point | None) -> int:
    """Return the number of different roots strictly between two points (high None: no end)."""
    if high is not None and rootless(_bounded(list(polynomial)), low.low, high.high):
        return 0
    poly = squarefree(polynomial)
    if len(poly) < 2:
        return 0
    chain = sturm(poly)
    if high is not None:
        low, high = apart(low, high)
    start = _beside(poly, chain, low).high
    if high is None:
        return count(chain, start, None)
    end = _beside(poly, chain, high).low
    if start >= end:
        return 0
    return count(chain, start, end) - (1 if high.rational and sign_at(poly, end) == 0 else 0)


def _beside(poly: Poly, chain: list[Poly], point: Point) -> Point:
    """Return the point in an interval in which the polynomial has no other root."""
    if point.rational:
        return point
    wanted = 1 if point.vanishes(poly) else 0
    for _ in range(_MOST_STEPS):
        found = count(chain, point.low, point.high) + (sign_at(poly, point.low) == 0)
        if found == wanted or point.rational:
            return point
        point = point.closer()
    raise ValueError("two roots are too close to be told apart")
