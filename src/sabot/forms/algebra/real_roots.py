"""Real roots of integer polynomials, isolated exactly in intervals.

A point is a fraction, or the only root of a polynomial in an interval.

The solvers' side of it, with FLINT: roots are counted by Descartes' rule of signs and bisection.
The checker has points of its own, which count by Sturm's theorem.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import arb, arb_poly, ctx, fmpq, fmpq_poly, fmpz_poly

from sabot.exact import as_rational

_MAX_BISECTIONS = 4000
_BALL_BITS = 192
"""Of the balls that decide most comparisons; where they do not, intervals are bisected."""
_LOW_DEGREE = 8
"""Up to this degree the rule of Descartes takes no more time than interval arithmetic."""
_BALL_STEPS = _MAX_BISECTIONS


@dataclass(frozen=True)
class RealPoint:
    """A real number: a fraction (low == high), or the only root of *root_of* between them."""

    low: Fraction
    high: Fraction
    root_of: tuple[int, ...] = ()

    @classmethod
    def at(cls, number: Fraction | int) -> RealPoint:
        """Return a rational point."""
        return cls(Fraction(number), Fraction(number))

    def __reduce__(self) -> tuple[type[RealPoint], tuple[Fraction, Fraction, tuple[int, ...]]]:
        """Without what was computed of it: a ball cannot be sent to another process."""
        return RealPoint, (self.low, self.high, self.root_of)

    @property
    def rational(self) -> bool:
        """Whether the point is a fraction."""
        return self.low == self.high

    def closer(self) -> RealPoint:
        """Return the same point in an interval of half the length."""
        if self.rational:
            return self
        middle, of = (self.low + self.high) / 2, fmpz_poly(list(self.root_of))
        here = sign_at(of, middle)
        if here == 0:
            return RealPoint.at(middle)
        if here == sign_at(of, self.low):
            return RealPoint(middle, self.high, self.root_of)
        return RealPoint(self.low, middle, self.root_of)

    def vanishes(self, polynomial: fmpz_poly) -> bool:
        """Return whether a polynomial is 0 there, exactly."""
        if self.rational:
            return sign_at(polynomial, self.low) == 0
        if polynomial.degree() < 1:
            return bool(polynomial == 0)
        if self._seen(polynomial) or surely_has_no_root(polynomial, self.low, self.high):
            return False
        shared = polynomial.gcd(fmpz_poly(list(self.root_of)))
        return (
            shared.degree() > 0
            and count_roots_between(squarefree_part(shared), self.low, self.high) > 0
        )

    def sign(self, polynomial: fmpz_poly) -> int:
        """Return the sign of a polynomial there, exactly.

        >>> root = RealPoint(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> [root.sign(fmpz_poly(p)) for p in ([-2, 0, 1], [-141421356, 10**8], [3, -2])]
        [0, 1, 1]
        """
        seen = 0 if self.rational else self._seen(polynomial)
        if seen:
            return seen
        if self.rational or surely_has_no_root(polynomial, self.low, self.high):
            return sign_at(polynomial, self.low)
        if self.vanishes(polynomial):
            return 0
        simple, point = squarefree_part(polynomial), self
        while _count_roots_in_closed_interval(simple, point):
            point = point.closer()
        return sign_at(polynomial, point.low)

    def _seen(self, polynomial: fmpz_poly) -> int:
        """Return the sign that a polynomial is sure to have there; 0: none is seen.

        By a ball around the number, its radius rounded up: a value without 0 in it decides, one
        with it does not.
        """
        with ctx.workprec(_BALL_BITS):
            here = polynomial(self.ball)
        return int(here > 0) - int(here < 0)

    @cached_property
    def ball(self) -> arb:
        """A ball that contains the number, short where Newton's method makes it so.

        >>> root = RealPoint(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> bool(root.ball.rad() < arb(2) ** -180)
        True
        """
        return self.enclosed(_BALL_BITS)

    def enclosed(self, bits: int) -> arb:
        """Return a ball that contains the number, computed with so many bits."""
        with ctx.workprec(bits):
            low, high = (arb(fmpq(*end.as_integer_ratio())) for end in (self.low, self.high))
            if self.rational:
                return low
            return _newton_ball(fmpz_poly(list(self.root_of)), low, high)

    def near(self, steps: int = 64) -> RealPoint:
        """Return the same point in an interval *steps* times halved."""
        point = self
        for _ in range(steps):
            point = point.closer()
        return point

    def equals(self, other: RealPoint) -> bool:
        """Return whether it is the same number; roots are of irreducible polynomials."""
        if self.rational or other.rational:
            return self.low == other.low and self.high == other.high
        if self.root_of != other.root_of:
            return False
        low, high = max(self.low, other.low), min(self.high, other.high)
        of = fmpz_poly(list(self.root_of))
        return low < high and sign_at(of, low) * sign_at(of, high) < 0

    def before(self, other: RealPoint) -> bool:
        """Return whether it is less than another point.

        >>> root = RealPoint(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> root.before(RealPoint.at(Fraction(3, 2))), root.before(root)
        (True, False)
        """
        if self.ball < other.ball:
            return True
        if self.ball > other.ball or self.equals(other):
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
        for _ in range(
            5 * _MAX_BISECTIONS
        ):  # as long an interval as the checker reads, and as small
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


def _newton_ball(polynomial: fmpz_poly, low: arb, high: arb) -> arb:
    """Return a ball around the only root between two numbers: by Newton's method on intervals.

    Where the derivative may be 0, or a step helps little, the interval is bisected; where rounding
    leaves a sign open, the ball found so far is returned.
    """
    slope = polynomial.derivative()
    start = polynomial(low)
    for _ in range(_BALL_STEPS):
        ball = low.union(high)
        middle, steep = ball.mid(), slope(ball)
        here = polynomial(middle)
        if not steep.contains(0):
            new = ball.intersection(middle - here / steep)
            if 2 * new.rad() <= ball.rad():
                low, high = new.lower(), new.upper()
                continue
            ball = new
        if here.contains(0) or start.contains(0):
            return ball
        low, high = (middle, high) if (here > 0) == (start > 0) else (low, middle)
    return low.union(high)


def sign_at(polynomial: fmpz_poly, at: Fraction | int) -> int:
    """Return the sign of a polynomial at a fraction."""
    here = polynomial(fmpq(at.numerator, at.denominator))
    return int(here > 0) - int(here < 0)


def squarefree_part(polynomial: fmpz_poly) -> fmpz_poly:
    """Return a polynomial with the same roots, each once."""
    shared = polynomial.gcd(polynomial.derivative())
    return divmod(polynomial, shared)[0] if shared.degree() > 0 else polynomial


def odd_multiplicity_part(polynomial: fmpz_poly) -> fmpz_poly:
    """Return the polynomial whose roots, each once, are those where the sign changes.

    >>> odd_multiplicity_part(fmpz_poly([0, 1, -2, 1]))
    x
    """
    found = fmpz_poly([1])
    for factor, power in polynomial.factor_squarefree()[1]:
        if power % 2:
            found *= factor
    return found


def moebius_transform(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> fmpz_poly:
    """Return (1 + s)^n p((low s + high) / (1 + s)), times a positive number.

    Its s > 0 are the points between, so a root between is a positive root of it.
    """
    start, width = (fmpq(a.numerator, a.denominator) for a in (low, high - low))
    moved = fmpq_poly(polynomial)(fmpq_poly([start, width])).numer().coeffs()
    moved += [0] * (len(polynomial.coeffs()) - len(moved))
    return fmpz_poly(moved[::-1])(fmpz_poly([1, 1]))


def count_roots_between(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> int:
    """Return the number of roots with low < root < high of a polynomial without double roots.

    By Descartes: as many changes of sign as roots, or an even number more; none and one are exact.

    >>> count_roots_between(fmpz_poly([-2, 0, 1]), Fraction(0), Fraction(2))
    1
    """
    total, todo = 0, [(low, high)]
    while todo:
        start, end = todo.pop()
        signs = [c > 0 for c in moebius_transform(polynomial, start, end).coeffs() if c != 0]
        changes = sum(1 for a, b in pairwise(signs) if a != b)
        if changes < 2:
            total += changes
            continue
        middle = (start + end) / 2
        total += sign_at(polynomial, middle) == 0
        todo += [(start, middle), (middle, end)]
    return total


def surely_has_no_root(polynomial: fmpz_poly, low: Fraction | None, high: Fraction | None) -> bool:
    """Return whether it is seen at once that there is no root from *low* to *high*, ends included.

    By Descartes: no change of sign, and not 0 at an end. False is not certain. None: no such end.

    >>> one, two = Fraction(1), Fraction(2)
    >>> [surely_has_no_root(fmpz_poly(p), one, two) for p in ([-5, 0, 1], [-2, 0, 1], [-1, 1])]
    [True, False, False]
    >>> x = fmpz_poly([0, 1])
    >>> surely_has_no_root(x, one, None), surely_has_no_root(x, None, one)
    (True, False)
    """
    if low is not None and high is not None:
        if polynomial.degree() > _LOW_DEGREE and _keeps_sign_in_ball(polynomial, low, high):
            return True
        found = moebius_transform(polynomial, low, high)
    else:
        found = _moved_to_half_line(polynomial, low, high)
    signs = {c > 0 for c in found.coeffs() if c != 0}
    return len(signs) == 1 and found[0] != 0 and found.degree() == polynomial.degree()


def _keeps_sign_in_ball(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> bool:
    """Return whether interval arithmetic shows that a polynomial keeps its sign on a range.

    By the mean value theorem: its value in the middle, and the least and the greatest slope.
    """
    with ctx.workprec(_BALL_BITS):
        ends = (arb(fmpq(*end.as_integer_ratio())) for end in (low, high))
        ball = next(ends).union(next(ends))
        middle, close = ball.mid(), arb_poly(polynomial)
        values = close(middle) + close.derivative()(ball) * (ball - middle)
        return bool(values > 0) or bool(values < 0)


def _moved_to_half_line(
    polynomial: fmpz_poly, low: Fraction | None, high: Fraction | None
) -> fmpz_poly:
    """Return p(low + s), or p(high - s), times a positive number; p itself has both signs of s."""
    end, way = (high, -1) if low is None else (low, 1)
    if end is None:
        return polynomial if polynomial.degree() < 1 else fmpz_poly([])
    top, below = end.as_integer_ratio()
    return fmpq_poly(polynomial)(fmpq_poly([fmpq(top, below), way])).numer()


def _count_roots_in_closed_interval(polynomial: fmpz_poly, point: RealPoint) -> int:
    """Return the number of roots in the closed interval of a point."""
    inside = 0 if point.rational else count_roots_between(polynomial, point.low, point.high)
    return inside + sum(sign_at(polynomial, end) == 0 for end in {point.low, point.high})


def separate_points(one: RealPoint, two: RealPoint) -> tuple[RealPoint, RealPoint]:
    """Return two points, the first less than the second, in intervals that do not meet."""
    for _ in range(_MAX_BISECTIONS):
        if one.high < two.low:
            return one, two
        if one.low > two.high or (one.rational and two.rational):
            break
        one, two = one.closer(), two.closer()
    raise ValueError("the points are not in order")


def count_roots_inside(polynomial: fmpz_poly, low: RealPoint | None, high: RealPoint | None) -> int:
    """Return the number of different roots strictly between two points (None: no end).

    >>> count_roots_inside(fmpz_poly([-2, 0, 1]), None, RealPoint.at(0))
    1
    """
    if polynomial.degree() < 1:
        return 0
    if low is not None and high is not None and surely_has_no_root(polynomial, low.low, high.high):
        return 0
    simple = squarefree_part(polynomial)
    if low is not None and high is not None:
        low, high = separate_points(low, high)
    bound = _cauchy_bound(simple) + 1
    start = -bound if low is None else _isolate_point(simple, low).high
    end = max(start, bound) + 1 if high is None else _isolate_point(simple, high).low
    start = min(start, end - 1) if low is None else start
    if start >= end:
        return 0
    return count_roots_between(simple, start, end)


def _isolate_point(polynomial: fmpz_poly, point: RealPoint) -> RealPoint:
    """Return the point in an interval in which the polynomial has no other root."""
    wanted = 1 if point.vanishes(polynomial) else 0
    for _ in range(_MAX_BISECTIONS):
        if point.rational or _count_roots_in_closed_interval(polynomial, point) == wanted:
            return point
        point = point.closer()
    raise ValueError("two roots are too close to be told apart")


def _cauchy_bound(polynomial: fmpz_poly) -> Fraction:
    """Return Cauchy's bound: no root is farther from 0."""
    sizes = [abs(int(c)) for c in polynomial.coeffs()]
    return 2 + Fraction(max(sizes), sizes[-1])


def isolate_roots(
    polynomial: fmpz_poly, low: Fraction | None, high: Fraction | None
) -> list[RealPoint]:
    """Return the roots of a polynomial with low < root < high, each in an interval of its own.

    None: there is no such end.

    >>> [float(root) for root in isolate_roots(fmpz_poly([-2, 0, 1]), Fraction(0), None)]
    [1.4142135623730951]
    """
    if polynomial.degree() < 1:
        return []
    simple = squarefree_part(polynomial)
    content = int(simple.content()) or 1
    named = tuple(int(c) // content for c in simple.coeffs())
    bound = _cauchy_bound(fmpz_poly(list(named)))
    if low is None:
        low = (Fraction(0) if high is None else min(high, Fraction(0))) - bound
    if high is None:
        high = max(low, Fraction(0)) + bound
    found: list[RealPoint] = []
    todo = [(low, high)]
    while todo:
        start, end = todo.pop()
        number = count_roots_between(simple, start, end)
        if end < high and sign_at(simple, end) == 0:
            found.append(RealPoint.at(end))
        if number == 1 and sign_at(simple, start) * sign_at(simple, end) < 0:
            found.append(RealPoint(start, end, named))
        elif number:
            middle = (start + end) / 2
            todo += [(start, middle), (middle, end)]
    return sorted(set(found), key=lambda point: point.low)


def isolate_roots_of_factor(
    factor: fmpz_poly, low: Fraction | None, high: Fraction | None
) -> list[RealPoint]:
    """Return the roots of an irreducible polynomial from *low* to *high*: one fraction, or none is.

    >>> [float(root) for root in isolate_roots_of_factor(fmpz_poly([3, -4]), Fraction(0), None)]
    [0.75]
    """
    if factor.degree() == 1:
        root = Fraction(-int(factor[0]), int(factor[1]))
        inside = (low is None or low <= root) and (high is None or root <= high)
        return [RealPoint.at(root)] if inside else []
    return isolate_roots(-factor if factor.leading_coefficient() < 0 else factor, low, high)


def point_from_json(data: Any) -> RealPoint:
    """Return the point that a (checked) proof names: a number, or a root with its interval."""
    if isinstance(data, Mapping):
        low, high = map(as_rational, data["between"])
        return RealPoint(low, high, tuple(int(as_rational(c)) for c in data["root_of"]))
    return RealPoint.at(as_rational(data))


def point_text(point: RealPoint) -> str:
    """Return a point in words: a fraction, or about where the root is.

    >>> sqrt2 = RealPoint(Fraction(1), Fraction(2), (-2, 0, 1))
    >>> point_text(RealPoint.at(Fraction(3, 8))), point_text(sqrt2)
    ('3/8', 'about 1.41421')
    """
    if point.rational:
        return str(point.low)
    return f"about {point.about}"
