"""Points of the real line, exactly: fractions, and roots of integer polynomials in an interval.

The solvers' side of it, with FLINT: roots are counted by Descartes' rule of signs and halving. The
checker has points of its own, which count by Sturm's theorem.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb, fmpq, fmpq_poly, fmpz_poly

from sabot.exact import rational

_MOST_STEPS = 4000


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

    def closer(self) -> Point:
        """Return the same point in an interval of half the length."""
        if self.rational:
            return self
        middle, of = (self.low + self.high) / 2, fmpz_poly(list(self.root_of))
        here = sign_at(of, middle)
        if here == 0:
            return Point.at(middle)
        if here == sign_at(of, self.low):
            return Point(middle, self.high, self.root_of)
        return Point(self.low, middle, self.root_of)

    def vanishes(self, polynomial: fmpz_poly) -> bool:
        """Tell whether a polynomial is 0 there, exactly."""
        if self.rational:
            return sign_at(polynomial, self.low) == 0
        if polynomial.degree() < 1:
            return bool(polynomial == 0)
        if self._seen(polynomial) or rootless(polynomial, self.low, self.high):
            return False
        shared = polynomial.gcd(fmpz_poly(list(self.root_of)))
        return shared.degree() > 0 and roots_between(once_each(shared), self.low, self.high) > 0

    def sign(self, polynomial: fmpz_poly) -> int:
        """Return the sign of a polynomial there, exactly.

        >>> root = Point(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> [root.sign(fmpz_poly(p)) for p in ([-2, 0, 1], [-141421356, 10**8], [3, -2])]
        [0, 1, 1]
        """
        seen = 0 if self.rational else self._seen(polynomial)
        if seen:
            return seen
        if self.rational or rootless(polynomial, self.low, self.high):
            return sign_at(polynomial, self.low)
        if self.vanishes(polynomial):
            return 0
        simple, point = once_each(polynomial), self
        while _roots_at_or_between(simple, point):
            point = point.closer()
        return sign_at(polynomial, point.low)

    def _seen(self, polynomial: fmpz_poly) -> int:
        """Return the sign that a polynomial is sure to have on the whole interval; 0: none is seen.

        By a ball around the interval, its radius rounded up: it holds all that it stands for, so
        one without 0 decides; one with it does not.
        """
        low, high = (arb(fmpq(end.numerator, end.denominator)) for end in (self.low, self.high))
        here = polynomial(low.union(high))
        return int(here > 0) - int(here < 0)

    def near(self, steps: int = 64) -> Point:
        """Return the same point in an interval *steps* times halved."""
        point = self
        for _ in range(steps):
            point = point.closer()
        return point

    def equals(self, other: Point) -> bool:
        """Tell whether it is the same number; roots are of irreducible polynomials."""
        if self.rational or other.rational:
            return self.low == other.low and self.high == other.high
        if self.root_of != other.root_of:
            return False
        low, high = max(self.low, other.low), min(self.high, other.high)
        of = fmpz_poly(list(self.root_of))
        return low < high and sign_at(of, low) * sign_at(of, high) < 0

    def before(self, other: Point) -> bool:
        """Tell whether it is less than another point.

        >>> root = Point(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> root.before(Point.at(Fraction(3, 2))), root.before(root)
        (True, False)
        """
        if self.equals(other):
            return False
        one, two = self, other
        while not (one.high <= two.low or two.high <= one.low):
            one, two = one.closer(), two.closer()
        return one.high <= two.low

    def against(self, number: Fraction) -> int:
        """Return the sign of the point less a fraction."""
        return self.sign(fmpz_poly([-number.numerator, number.denominator]))

    def __float__(self) -> float:
        return float(self.nearly())

    def nearly(self) -> Fraction:
        """Return a fraction that agrees with the point to some 17 digits."""
        if not self.rational and self.low < 0 <= self.high and not self.root_of[0]:
            return Fraction(0)  # to which no interval is short
        point = self
        for _ in range(5 * _MOST_STEPS):  # as long an interval as the checker reads, and as small
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


def sign_at(polynomial: fmpz_poly, at: Fraction | int) -> int:
    """Return the sign of a polynomial at a fraction."""
    here = polynomial(fmpq(at.numerator, at.denominator))
    return int(here > 0) - int(here < 0)


def once_each(polynomial: fmpz_poly) -> fmpz_poly:
    """Return a polynomial with the same roots, each once."""
    shared = polynomial.gcd(polynomial.derivative())
    return divmod(polynomial, shared)[0] if shared.degree() > 0 else polynomial


def odd_part(polynomial: fmpz_poly) -> fmpz_poly:
    """Return the polynomial whose roots, each once, are those where the sign changes.

    >>> odd_part(fmpz_poly([0, 1, -2, 1]))
    x
    """
    found = fmpz_poly([1])
    for factor, power in polynomial.factor_squarefree()[1]:
        if power % 2:
            found *= factor
    return found


def spread(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> fmpz_poly:
    """Return (1 + s)^n p((low s + high) / (1 + s)), times a positive number.

    Its s > 0 are the points between, so a root between is a positive root of it.
    """
    start, width = (fmpq(a.numerator, a.denominator) for a in (low, high - low))
    moved = fmpq_poly(polynomial)(fmpq_poly([start, width])).numer().coeffs()
    moved += [0] * (len(polynomial.coeffs()) - len(moved))
    return fmpz_poly(moved[::-1])(fmpz_poly([1, 1]))


def roots_between(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> int:
    """Return the number of roots with low < root < high of a polynomial without double roots.

    By Descartes: as many changes of sign as roots, or an even number more; none and one are exact.

    >>> roots_between(fmpz_poly([-2, 0, 1]), Fraction(0), Fraction(2))
    1
    """
    total, todo = 0, [(low, high)]
    while todo:
        start, end = todo.pop()
        signs = [c > 0 for c in spread(polynomial, start, end).coeffs() if c != 0]
        changes = sum(1 for a, b in pairwise(signs) if a != b)
        if changes < 2:
            total += changes
            continue
        middle = (start + end) / 2
        total += sign_at(polynomial, middle) == 0
        todo += [(start, middle), (middle, end)]
    return total


def rootless(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> bool:
    """Tell whether it is seen at once that there is no root from *low* to *high*, ends included.

    By Descartes: no change of sign, and not 0 at an end. False is not certain.

    >>> one, two = Fraction(1), Fraction(2)
    >>> [rootless(fmpz_poly(p), one, two) for p in ([-5, 0, 1], [-2, 0, 1], [-1, 1])]
    [True, False, False]
    """
    found = spread(polynomial, low, high)
    signs = {c > 0 for c in found.coeffs() if c != 0}
    return len(signs) == 1 and found[0] != 0 and found.degree() == polynomial.degree()


def _roots_at_or_between(polynomial: fmpz_poly, point: Point) -> int:
    """Return the number of roots in the closed interval of a point."""
    inside = 0 if point.rational else roots_between(polynomial, point.low, point.high)
    return inside + sum(sign_at(polynomial, end) == 0 for end in {point.low, point.high})


def apart(one: Point, two: Point) -> tuple[Point, Point]:
    """Return two points, the first less than the second, in intervals that do not meet."""
    for _ in range(_MOST_STEPS):
        if one.high < two.low:
            return one, two
        if one.low > two.high or (one.rational and two.rational):
            break
        one, two = one.closer(), two.closer()
    raise ValueError("the points are not in order")


def roots_inside(polynomial: fmpz_poly, low: Point, high: Point | None) -> int:
    """Return the number of different roots strictly between two points (high None: no end)."""
    if polynomial.degree() < 1:
        return 0
    if high is not None and rootless(polynomial, low.low, high.high):
        return 0
    simple = once_each(polynomial)
    if high is not None:
        low, high = apart(low, high)
    start = _alone(simple, low).high
    end = max(start, _bound(simple)) + 1 if high is None else _alone(simple, high).low
    if start >= end:
        return 0
    return roots_between(simple, start, end)


def _alone(polynomial: fmpz_poly, point: Point) -> Point:
    """Return the point in an interval in which the polynomial has no other root."""
    wanted = 1 if point.vanishes(polynomial) else 0
    for _ in range(_MOST_STEPS):
        if point.rational or _roots_at_or_between(polynomial, point) == wanted:
            return point
        point = point.closer()
    raise ValueError("two roots are too close to be told apart")


def _bound(polynomial: fmpz_poly) -> Fraction:
    """Return Cauchy's bound: no root is greater."""
    sizes = [abs(int(c)) for c in polynomial.coeffs()]
    return 2 + Fraction(max(sizes), sizes[-1])


def roots_of(polynomial: fmpz_poly, low: Fraction, high: Fraction | None) -> list[Point]:
    """Return the roots of a polynomial with low < root < high, each in an interval of its own.

    >>> [float(root) for root in roots_of(fmpz_poly([-2, 0, 1]), Fraction(0), None)]
    [1.4142135623730951]
    """
    if polynomial.degree() < 1:
        return []
    simple = once_each(polynomial)
    content = int(simple.content()) or 1
    named = tuple(int(c) // content for c in simple.coeffs())
    if high is None:
        high = max(low, Fraction(0)) + _bound(fmpz_poly(list(named)))
    found: list[Point] = []
    todo = [(low, high)]
    while todo:
        start, end = todo.pop()
        number = roots_between(simple, start, end)
        if end < high and sign_at(simple, end) == 0:
            found.append(Point.at(end))
        if number == 1 and sign_at(simple, start) * sign_at(simple, end) < 0:
            found.append(Point(start, end, named))
        elif number:
            middle = (start + end) / 2
            todo += [(start, middle), (middle, end)]
    return sorted(set(found), key=lambda point: point.low)


def roots_of_factor(factor: fmpz_poly, low: Fraction, high: Fraction | None) -> list[Point]:
    """Return the roots of an irreducible polynomial from *low* to *high*: one fraction, or none is.

    >>> [float(root) for root in roots_of_factor(fmpz_poly([3, -4]), Fraction(0), None)]
    [0.75]
    """
    if factor.degree() == 1:
        root = Fraction(-int(factor[0]), int(factor[1]))
        return [Point.at(root)] if low <= root and (high is None or root <= high) else []
    return roots_of(-factor if factor.leading_coefficient() < 0 else factor, low, high)


def point_of(data: Any) -> Point:
    """Return the point that a (checked) proof names: a number, or a root with its interval."""
    if isinstance(data, Mapping):
        low, high = map(rational, data["between"])
        return Point(low, high, tuple(int(rational(c)) for c in data["root_of"]))
    return Point.at(rational(data))


def shown(point: Point) -> str:
    """Return a point in words: a fraction, or about where the root is.

    >>> shown(Point.at(Fraction(3, 8))), shown(Point(Fraction(1), Fraction(2), (-2, 0, 1)))
    ('3/8', 'about 1.41421')
    """
    if point.rational:
        return str(point.low)
    return f"about {point.about}"
