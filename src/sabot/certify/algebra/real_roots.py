"""Real roots of integer polynomials: Sturm chains, real algebraic numbers, exact signs.

A point of the real line is a fraction, or a root of an integer polynomial named by an interval
with rational ends in which it is the only root. Nothing here is rounded. Roots are counted by
Sturm's theorem, and signs at a root are found by Tarski's extension of it; Descartes' rule of
signs gives quick certain answers. Intervals are made shorter by quadratic interval refinement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import ceil, gcd, lcm

from sabot.certify.algebra.polynomial import (
    Poly,
    coefficient_bits,
    divide_exactly,
    evaluate_at_power,
    interval_to_half_line,
    multiply,
    root_bound_bits,
    trim,
)
from sabot.certify.json_reader import format_short
from sabot.certify.limits import MOST_DEGREE, MOST_GCD_WORK, MOST_ROOT_WORK, spend
from sabot.errors import FileError

_MOST_REFINEMENTS = 1000
"""How often intervals are made 16 times shorter to tell roots apart."""
_FIRST_REFINEMENTS = 8
"""So often that is done before it is decided whether two roots are equal."""
_SHORTER = 2**48
"""How much shorter the interval of a root is before many polynomials are looked at there."""
_PRIMES = (2**61 - 1, 2**31 - 1, 2**19 - 1)
_VALUE_BITS, _MOST_VALUE_BITS = 40, 20_000
"""How much longer than all roots an integer is at which values are compared; and those values."""


def derivative(polynomial: Sequence[int]) -> Poly:
    """Return the derivative."""
    return [k * c for k, c in enumerate(polynomial)][1:]


def primitive_part(polynomial: Sequence[int]) -> Poly:
    """Return the polynomial without the common factor of its coefficients, signs kept."""
    shared = gcd(*polynomial) if polynomial else 1
    return [c // shared for c in polynomial]


def pseudo_remainder(one: Sequence[int], two: Sequence[int]) -> Poly:
    """Return a positive multiple of the remainder of *one* by *two*, without common factor."""
    rest, size = list(one), len(two)
    sign, lead = (1, two[-1]) if two[-1] > 0 else (-1, -two[-1])
    bits = coefficient_bits(two)
    while len(rest) >= size:
        longest = max(bits, rest[-1].bit_length())
        spend((len(rest) + size) * (2 + longest * longest // 2**16), "roots of polynomials")
        head, shift = sign * rest[-1], len(rest) - size
        rest = [lead * c for c in rest]
        for k, c in enumerate(two):
            rest[shift + k] -= head * c
        rest = primitive_part(trim(rest[:-1]))
    return rest


def polynomial_gcd(one: Sequence[int], two: Sequence[int]) -> Poly:
    """Return the greatest common divisor, primitive, with a positive leading coefficient.

    >>> polynomial_gcd([-1, 0, 1], [1, 2, 1])
    [1, 1]
    """
    a, b = primitive_part(trim(one)), primitive_part(trim(two))
    if a and b:
        longest = max(coefficient_bits(a), coefficient_bits(b))
        if max(len(a), len(b)) ** 2 * longest > MOST_GCD_WORK:
            raise FileError("two polynomials are too long for a common factor to be looked for")
    while b:
        a, b = b, pseudo_remainder(a, b)
    return a if not a or a[-1] > 0 else [-c for c in a]


def proves_coprime(one: Sequence[int], two: Sequence[int]) -> bool:
    """Tell whether two polynomials are seen to have no common factor. True is certain.

    >>> proves_coprime([-1, 0, 1], [2, 1]), proves_coprime([-1, 0, 1], [1, 1])
    (True, False)
    """
    return _have_coprime_values(one, two) or _are_coprime_mod_p(one, two)


def _have_coprime_values(one: Sequence[int], two: Sequence[int]) -> bool:
    """Tell whether two values show that polynomials have no common factor.

    A common factor with integer coefficients divides both values at any integer. All its roots are
    roots of both. At a power of 2 that is at least twice as large as all roots of one of them, the
    factor is therefore at least half of this power, and so is the divisor.
    """
    if not one or not two or not one[-1] or not two[-1]:
        return False
    bits = _VALUE_BITS + max(0, min(root_bound_bits(one), root_bound_bits(two)))
    if bits * max(len(one), len(two)) > _MOST_VALUE_BITS:
        return False
    spend(len(one) + len(two), "roots of polynomials")
    return gcd(evaluate_at_power(one, bits), evaluate_at_power(two, bits)) < 1 << bits - 1


def _are_coprime_mod_p(one: Sequence[int], two: Sequence[int]) -> bool:
    """Tell whether polynomials have no common factor modulo some prime.

    A common factor stays one modulo a prime that does not divide a leading coefficient.
    """
    for prime in _PRIMES:
        a, b = ([c % prime for c in part] for part in (one, two))
        if a and b and a[-1] and b[-1]:
            while b:
                a, b = b, _remainder_mod_p(a, b, prime)
            if len(a) == 1:
                return True
    return False


def _remainder_mod_p(one: Poly, two: Poly, prime: int) -> Poly:
    rest, inverse = list(one), pow(two[-1], -1, prime)
    if len(rest) == len(two) + 1 > 2:  # as nearly always: the quotient is linear
        first = rest[-1] * inverse % prime
        last = (rest[-2] - first * two[-2]) * inverse % prime
        parts = zip(rest, two[:-1], (0, *two), strict=False)
        return trim([(a - last * b - first * c) % prime for a, b, c in parts])
    while len(rest) >= len(two):
        share, shift = rest.pop() * inverse % prime, len(rest) - len(two) + 1
        rest[shift:] = [(a - share * c) % prime for a, c in zip(rest[shift:], two, strict=False)]
        rest = trim(rest)
    return rest


def squarefree_part(polynomial: Sequence[int]) -> Poly:
    """Return the polynomial with every root once.

    >>> squarefree_part([1, -2, 1])
    [-1, 1]
    """
    found = _require_countable_roots(primitive_part(trim(polynomial)))
    return (
        divide_exactly(found, polynomial_gcd(found, derivative(found))) if len(found) > 1 else found
    )


def _is_squarefree(polynomial: Poly) -> bool:
    """Tell whether a polynomial has no double root."""
    _require_countable_roots(polynomial)
    slope = derivative(polynomial)
    return proves_coprime(polynomial, slope) or len(polynomial_gcd(polynomial, slope)) < 2


def _require_countable_roots(polynomial: Poly) -> Poly:
    """Return a polynomial whose roots may be counted, after demanding that it is not too long."""
    size = len(polynomial)
    if size > MOST_DEGREE + 1:
        raise FileError(f"a polynomial of degree {size - 1} is too high to be checked")
    if size * size * coefficient_bits(polynomial) > MOST_ROOT_WORK:
        raise FileError(
            f"a polynomial of degree {size - 1} has coefficients too long to be checked"
        )
    return polynomial


def odd_multiplicity_part(polynomial: Sequence[int]) -> Poly:
    """Return the polynomial whose roots, each once, are those where the sign changes (Yun).

    >>> odd_multiplicity_part(multiply([0, 1], [1, -2, 1]))
    [0, 1]
    """
    whole = _require_countable_roots(primitive_part(trim(polynomial)))
    product: Poly = [1]
    if len(whole) < 2:
        return product
    shared = polynomial_gcd(whole, derivative(whole))
    rest = divide_exactly(whole, shared)
    odd = True
    while len(rest) > 1:
        further = polynomial_gcd(rest, shared)
        if odd:
            product = multiply(product, divide_exactly(rest, further))
        rest, shared = further, divide_exactly(shared, further)
        odd = not odd
    return product


def sign_at(polynomial: Sequence[int], at: Fraction) -> int:
    """Return the sign at a rational number."""
    total = _scaled_value(polynomial, at.numerator, at.denominator)
    return (total > 0) - (total < 0)


def _scaled_value(polynomial: Sequence[int], top: int, below: int) -> int:
    """Return the value at *top* / *below*, times *below* to the power of the degree."""
    total, power, size = 0, 1, len(polynomial)
    longest = max(top.bit_length(), below.bit_length())
    spend(size * (2 + size * longest * longest // 2**16), "roots of polynomials")
    for c in reversed(polynomial):
        total = total * top + c * power
        power *= below
    return total


def sturm_chain(polynomial: Sequence[int]) -> list[Poly]:
    """Return the Sturm chain of a polynomial without double roots."""
    return _remainder_chain(polynomial, derivative(polynomial))


def _remainder_chain(one: Sequence[int], two: Sequence[int]) -> list[Poly]:
    """Return two polynomials and the remainders of Euclid's algorithm, signs changed."""
    chain = [list(one), list(two)]
    while chain[-1]:
        chain.append([-c for c in pseudo_remainder(chain[-2], chain[-1])])
    return chain[:-1]


def _sign_changes(chain: Sequence[Poly], at: Fraction | None, *, far_left: bool = False) -> int:
    """Return the changes of sign at a point; None: far out on the right, or on the left."""
    if at is None:
        signs = [(p[-1] > 0) - (p[-1] < 0) for p in chain]
        if far_left:  # a polynomial of odd degree has the other sign there
            signs = [-s if len(p) % 2 == 0 else s for s, p in zip(signs, chain, strict=True)]
    else:
        signs = [sign_at(p, at) for p in chain]
    live = [s for s in signs if s]
    return sum(1 for a, b in pairwise(live) if a != b)


def count_roots(chain: Sequence[Poly], low: Fraction | None, high: Fraction | None) -> int:
    """Return the number of roots with low < root <= high, by Sturm's theorem; None: no end.

    >>> chain = sturm_chain([-2, 0, 1])
    >>> [count_roots(chain, low, Fraction(2)) for low in (Fraction(0), None)]
    [1, 2]
    """
    if not chain:
        return 0
    return _sign_changes(chain, low, far_left=True) - _sign_changes(chain, high)


def tarski_query(
    of: Sequence[int], polynomial: Sequence[int], low: Fraction, high: Fraction
) -> int:
    """Return at how many roots of *of* between two numbers a polynomial is > 0, less where < 0.

    By Tarski's extension of Sturm's theorem: the chain begins with p and, instead of p', with p' q,
    of which the remainder by p is enough. *of* is not 0 at either number.

    >>> [tarski_query([-2, 0, 1], q, Fraction(0), Fraction(2)) for q in ([-1, 1], [-2, 0, 1], [-1])]
    [1, 0, -1]
    """
    start = pseudo_remainder(multiply(derivative(of), _require_countable_roots([*polynomial])), of)
    return count_roots(_remainder_chain(of, start), low, high)


def proves_rootless(polynomial: Sequence[int], low: Fraction, high: Fraction) -> bool:
    """Tell whether it is seen at once that there is no root from *low* to *high*, ends included.

    By Descartes' rule of signs: (1 + s)^n p((low s + high) / (1 + s)), whose s >= 0 are the points
    of the interval, has no coefficients of two signs, and its first and last, p at the ends, are
    not 0. True is certain, False is not.

    >>> some = [-5, 0, 1], [-2, 0, 1], [-1, 1], [3], []
    >>> [proves_rootless(p, Fraction(1), Fraction(2)) for p in some]
    [True, False, False, True, False]
    """
    if not polynomial:
        return False
    found = _between(polynomial, low, high)
    if found[0] < 0:
        found = [-c for c in found]
    return found[0] > 0 and found[-1] > 0 and min(found) >= 0


def _between(polynomial: Sequence[int], low: Fraction, high: Fraction) -> Poly:
    """Return (1 + s)^n p((low s + high) / (1 + s)), times a positive number."""
    unit, most = lcm(low.denominator, high.denominator), len(polynomial) - 1
    scaled = [c * unit ** (most - k) for k, c in enumerate(polynomial)]
    return interval_to_half_line(scaled, int(low * unit), int(high * unit))


_MOST_PACKED_BYTES = 2**26
"""Of all polynomials whose signs are looked at together; longer ones are looked at one by one."""
_WIDER = 16
"""The interval is made longer by less than two such parts of it: to ends that are short numbers."""


def find_positive(
    polynomials: Sequence[Sequence[int]], low: Fraction, high: Fraction | None
) -> list[bool]:
    """Tell of each polynomial whether it is seen to be positive from *low* to *high*, ends too.

    By Descartes' rule, as in :func:`proves_rootless`, for all of them at once: their coefficients
    of one power are the digits of one integer, in a base that is greater than all numbers on the
    way. None: there is no upper end. True is certain, False is not.

    >>> some = [-5, 0, 1], [5, 0, -1], [2, 0, -1], [-1, 1], [3], [0, 0, 1], []
    >>> find_positive(some, Fraction(1), Fraction(2))
    [False, True, False, False, True, True, False]
    >>> find_positive(some, Fraction(3), None)
    [True, False, False, True, True, True, False]
    """
    size = max((len(p) for p in polynomials), default=0)
    start, end, unit = _short_hull(low, high)
    if not size or unit > 2**64:
        return [False] * len(polynomials)
    grows = max(2 ** unit.bit_length(), abs(start) + end - start + 1).bit_length() + 1
    longest = max(map(coefficient_bits, polynomials))
    width = (longest + size.bit_length() + size * grows) // 8 + 1  # bytes of a digit, sign included
    if size * width * len(polynomials) > _MOST_PACKED_BYTES:
        return [False] * len(polynomials)
    spend(size * size * len(polynomials) * (1 + width // 8) // 16, "signs of polynomials")
    half = 1 << 8 * width - 1
    bias = int.from_bytes(half.to_bytes(width, "little") * len(polynomials), "little")
    digits = [
        int.from_bytes(b"".join([(c + half).to_bytes(width, "little") for c in column]), "little")
        - bias
        for column in zip_longest(*polynomials, fillvalue=0)
    ]
    digits = [total * unit ** (size - 1 - k) for k, total in enumerate(digits)]
    _shift_digits(digits, start)
    if high is not None:
        digits = [total * (end - start) ** k for k, total in enumerate(digits)][::-1]
        _shift_digits(digits, 1)
    ones = bias >> 8 * width - 1
    ends = (0,) if high is None else (0, size - 1)
    signs = -1
    for k, total in enumerate(digits):
        shown = (total + bias - (ones if k in ends else 0)).to_bytes(
            width * len(polynomials), "little"
        )
        signs &= int.from_bytes(shown[width - 1 :: width], "little")
    return [bool(signs >> 8 * number + 7 & 1) for number in range(len(polynomials))]


def _shift_digits(digits: list[int], by: int) -> None:
    """Replace the coefficients of p(t) by those of p(t + by), by repeated synthetic division."""
    for start in range(len(digits) - 1) if by else ():
        total = digits[-1]
        for k in range(len(digits) - 2, start - 1, -1):
            total = digits[k] = digits[k] + (total if by == 1 else by * total)


def _short_hull(low: Fraction, high: Fraction | None) -> tuple[int, int, int]:
    """Return integers *start*, *end* and *unit*: the interval is inside [start / unit, end / unit].

    >>> _short_hull(Fraction(1, 3), Fraction(2, 3)), _short_hull(Fraction(5, 2), None)
    ((21, 43, 64), (40, 40, 16))
    """
    unit = _WIDER
    while high is not None and unit * (high - low) < _WIDER:
        unit *= 2
    start = low * unit // 1
    return start, start if high is None else -(-high * unit // 1), unit


def interval_sign(polynomial: Sequence[int], low: Fraction, high: Fraction) -> int:
    """Return the sign that a polynomial has from *low* to *high*; 0 where that is not seen.

    By Horner's rule on intervals: each step multiplies the bounds of what was read so far by both
    ends, and takes the least and the greatest product. Nothing is rounded.

    >>> one, two = Fraction(1), Fraction(2)
    >>> [interval_sign(p, one, two) for p in ([-5, 0, 1], [1, 1], [-2, 0, 1], [])]
    [-1, 1, 0, 0]
    """
    unit = lcm(low.denominator, high.denominator)
    start, end = int(low * unit), int(high * unit)
    words = 1 + len(polynomial) * max(unit.bit_length(), end.bit_length()) // 64
    spend(len(polynomial) * words, "signs of polynomials")
    least = most = 0
    scale = 1
    for c in reversed(polynomial):
        products = least * start, least * end, most * start, most * end
        least, most = min(products) + c * scale, max(products) + c * scale
        scale *= unit
    return 1 if least > 0 else -1 if most < 0 else 0


@dataclass(frozen=True)
class AlgebraicPoint:
    """A real number: a fraction (low == high), or the only root of *root_of* between them."""

    low: Fraction
    high: Fraction
    root_of: tuple[int, ...] = ()

    @classmethod
    def at(cls, number: Fraction | int) -> AlgebraicPoint:
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
        if not poly or not poly[-1] or self.low > self.high or not _is_squarefree(poly):
            return False
        ends = sign_at(poly, self.low) * sign_at(poly, self.high)
        if not ends:
            return False
        signs = [c > 0 for c in _between(poly, self.low, self.high) if c]
        if sum(1 for a, b in pairwise(signs) if a != b) == 1:  # Descartes: then one root is inside
            return True
        return count_roots(sturm_chain(poly), self.low, self.high) == 1

    def is_fraction(self) -> bool:
        """Tell whether the root is rational: an integer over the leading coefficient."""
        lead = abs(self.root_of[-1])
        point = self.within(Fraction(1, 2 * lead))
        if point.rational:
            return True
        near = Fraction(ceil(point.low * lead), lead)
        return near < point.high and sign_at(self.root_of, near) == 0

    def within(self, width: Fraction) -> AlgebraicPoint:
        """Return the same point in an interval that is no longer than *width*.

        By quadratic interval refinement (Abbott): the interval is cut into 2**k equal parts, the
        secant says in which of them the root should be, and the signs at its ends decide. If it is
        there, k is doubled, else halved.

        >>> AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)).within(Fraction(1, 4))
        AlgebraicPoint(low=Fraction(5, 4), high=Fraction(3, 2), root_of=(-2, 0, 1))
        """
        if self.rational:
            return self
        of, degree, k = self.root_of, len(self.root_of) - 1, 2
        below = lcm(self.low.denominator, self.high.denominator)
        low, high = int(self.low * below), int(self.high * below)
        left, right = _scaled_value(of, low, below), _scaled_value(of, high, below)
        if (left > 0) == (right > 0):
            raise ValueError("a polynomial does not change its sign at its root")
        while high - low > width * below:
            k = min(k, (ceil((high - low) / (width * below)) - 1).bit_length())
            step, below, low, high = high - low, below << k, low << k, high << k
            left, right = left << k * degree, right << k * degree
            start = low + step * min((left << k) // (left - right), (1 << k) - 1)
            for end in (start, start + step):
                here = _scaled_value(of, end, below)
                if not here:
                    return AlgebraicPoint.at(Fraction(end, below))
                if (here > 0) == (left > 0):
                    low, left = end, here
                elif end < high:
                    high, right = end, here
            k = 2 * k if high - low == step else max(k // 2, 2)
        return AlgebraicPoint(Fraction(low, below), Fraction(high, below), of)

    def near(self) -> AlgebraicPoint:
        """Return the same point in an interval that is short beside what is around it."""
        return self.within((self.high - self.low) / _SHORTER)

    def vanishes(self, polynomial: Sequence[int]) -> bool:
        """Tell whether a polynomial is 0 there, exactly."""
        if self.rational:
            return sign_at(polynomial, self.low) == 0
        if len(polynomial) < 2:
            return not polynomial
        if interval_sign(polynomial, self.low, self.high):
            return False
        if proves_rootless(polynomial, self.low, self.high):
            return False
        if proves_coprime(polynomial, self.root_of):
            return False
        return self._divides(polynomial) or not tarski_query(
            self.root_of, polynomial, self.low, self.high
        )

    def sign(self, polynomial: Sequence[int]) -> int:
        """Return the sign of a polynomial there, exactly.

        >>> root = AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> root.sign([-2, 0, 1]), root.sign([-141421356, 10**8]), root.sign([3, -2])
        (0, 1, 1)
        """
        sure = 0 if self.rational else interval_sign(polynomial, self.low, self.high)
        if sure:
            return sure
        if self.rational or proves_rootless(polynomial, self.low, self.high):
            return sign_at(polynomial, self.low)
        if self._divides(polynomial):
            return 0
        return tarski_query(self.root_of, polynomial, self.low, self.high)

    def _divides(self, polynomial: Sequence[int]) -> bool:
        """Tell whether the polynomial of the root is a factor of another, which is then 0 there."""
        return not pseudo_remainder(_require_countable_roots([*polynomial]), self.root_of)

    def __float__(self) -> float:
        return float(self.nearly())

    def nearly(self) -> Fraction:
        """Return a fraction that agrees with the point to some 17 digits.

        >>> float(AlgebraicPoint(Fraction(0), Fraction(10**1900), (-2, 0, 1)).nearly())
        1.4142135623730951
        >>> AlgebraicPoint(Fraction(-1), Fraction(1), (0, -2, 0, 1)).nearly()
        Fraction(0, 1)
        """
        if self.rational:
            return self.low
        if self.low < 0 < self.high and not self.root_of[0]:
            return Fraction(0)  # to which no interval is short
        point = self
        while point.low <= 0 <= point.high and not point.rational:
            point = point.near()
        point = point.within(min(abs(point.low), abs(point.high)) / 10**17)
        return (point.low + point.high) / 2

    def __str__(self) -> str:
        return f"about {self.about}" if self.root_of else format_short(self.low)

    @property
    def about(self) -> str:
        """The point to six digits, as ``%g`` writes them: by decimals, in no range of floats.

        >>> AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1)).about
        '1.41421'
        >>> [AlgebraicPoint.at(number).about for number in (20, Fraction(1, 10**6), 10**400)]
        ['20', '1e-06', '1e+400']
        """
        near = self.nearly()
        with localcontext(prec=6):
            rounded = (Decimal(near.numerator) / Decimal(near.denominator)).normalize()
        power = rounded.adjusted() if rounded else 0
        if -5 < power < 6:
            return f"{rounded:f}"
        return f"{rounded.scaleb(-power):f}e{power:+03d}"


def separate_points(
    one: AlgebraicPoint, two: AlgebraicPoint
) -> tuple[AlgebraicPoint, AlgebraicPoint]:
    """Return two points, the first less than the second, in intervals that do not meet.

    Where the intervals meet, the longer one is made shorter until they are apart. Where some steps
    are not enough, a common root decides whether the points are equal.
    """
    for step in range(2 * _MOST_REFINEMENTS):
        if one.high < two.low:
            return one, two
        if two.high < one.low or (one.rational and two.rational):
            break
        if step == _FIRST_REFINEMENTS and _points_equal(one, two):
            break
        if one.high - one.low > two.high - two.low:
            one = one.within((one.high - one.low) / 16)
        else:
            two = two.within((two.high - two.low) / 16)
    raise ValueError("the points are not in order")


def _points_equal(one: AlgebraicPoint, two: AlgebraicPoint) -> bool:
    """Tell whether two points are the same root, or the same fraction."""
    if one.rational or two.rational:
        return (one.low, one.high) == (two.low, two.high)
    inside = all(
        one.sign([-end.numerator, end.denominator]) * side > 0
        for end, side in ((two.low, 1), (two.high, -1))
    )
    return inside and one.vanishes(two.root_of)


def count_roots_between(
    polynomial: Sequence[int], low: AlgebraicPoint | None, high: AlgebraicPoint | None
) -> int:
    """Return the number of different roots strictly between two points (None: no end)."""
    if (
        low is not None
        and high is not None
        and proves_rootless(_require_countable_roots(list(polynomial)), low.low, high.high)
    ):
        return 0
    if low is not None and high is not None and _has_roots_at_ends_only(polynomial, low, high):
        return 0
    poly = squarefree_part(polynomial)
    if len(poly) < 2:
        return 0
    chain = sturm_chain(poly)
    if low is not None and high is not None:
        low, high = separate_points(low, high)
    start = None if low is None else _isolate_from_other_roots(poly, chain, low).high
    if high is None:
        return count_roots(chain, start, None)
    end = _isolate_from_other_roots(poly, chain, high).low
    if start is not None and start >= end:
        return 0
    return count_roots(chain, start, end) - (1 if high.rational and sign_at(poly, end) == 0 else 0)


def _has_roots_at_ends_only(
    polynomial: Sequence[int], low: AlgebraicPoint, high: AlgebraicPoint
) -> bool:
    """Tell whether it is seen that a polynomial has no roots from *low* to *high* but these two.

    Their polynomials are divided out. True is certain, False is not.
    """
    rest, divided = list(polynomial), False
    for end, inside in ((low, (low.high, high.high)), (high, (low.low, high.low))):
        of = list(end.root_of) or [-end.low.numerator, end.low.denominator]
        if end.rational or proves_rootless(of, *inside):
            while len(rest) >= len(of):
                try:
                    rest = divide_exactly(rest, of)
                except ValueError:
                    break
                divided = True
    return divided and proves_rootless(rest, low.low, high.high)


def _isolate_from_other_roots(
    poly: Poly, chain: list[Poly], point: AlgebraicPoint
) -> AlgebraicPoint:
    """Return the point in an interval in which the polynomial has no other root."""
    if point.rational:
        return point
    wanted = 1 if point.vanishes(poly) else 0
    for _ in range(_MOST_REFINEMENTS):
        found = count_roots(chain, point.low, point.high) + (sign_at(poly, point.low) == 0)
        if found == wanted or point.rational:
            return point
        point = point.within((point.high - point.low) / 16)
    raise ValueError("two roots are too close to be told apart")
