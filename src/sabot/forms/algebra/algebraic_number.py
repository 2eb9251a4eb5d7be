"""Exact arithmetic in the number field of one real root: sums, products, quotients and signs.

Elements are polynomials modulo the irreducible polynomial of the root; signs come from a ball
around the root, made shorter until it decides. An :class:`Algebraic` is a real number that is no
fraction; it adds, multiplies and divides with fractions and with others of the same root, and
compares with any. What comes out as a fraction is one, so an ``Algebraic`` is never 0. It is
rounded and formatted exactly, as a fraction is; a float is never mixed in: ``float(x) + 0.5``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from math import floor, isqrt, lcm
from typing import overload

from flint import arb, ctx, fmpq, fmpq_poly, fmpz, fmpz_poly

from sabot.forms.algebra.rational_function import Formula, polynomial_text
from sabot.forms.algebra.real_roots import RealPoint, count_roots_between, sign_at

ZERO, ONE = fmpq_poly([0]), fmpq_poly([1])
_HALF = Fraction(1, 2)
_FIRST_BITS = 128
"""Of the ball around a root, doubled as often as signs need it."""
_BITS_OF_FLOAT = 80
"""To which a number is known before it is rounded to a float."""


class NumberField:
    """The numbers that a root makes with the fractions.

    Elements are polynomials modulo the irreducible one whose root it is; signs come from a ball
    around the root, made shorter until it decides. Of a fraction they are the fractions.
    """

    def __init__(self, root: RealPoint) -> None:
        self._root = root
        self._bits = _FIRST_BITS
        if root.rational:
            self.modulus = fmpq_poly([-fmpq(*root.low.as_integer_ratio()), 1])
        else:
            self.modulus = fmpq_poly(list(root.root_of))

    def of(self, coefficients: Sequence[int]) -> fmpq_poly:
        """Return the value of an integer polynomial at the root."""
        return fmpq_poly(list(coefficients)) % self.modulus

    def times(self, one: fmpq_poly, two: fmpq_poly) -> fmpq_poly:
        """Return the product."""
        return one * two % self.modulus

    def over(self, one: fmpq_poly, two: fmpq_poly) -> fmpq_poly:
        """Return the quotient; *two* is not 0."""
        shared, inverse, _ = two.xgcd(self.modulus)
        assert shared == 1, "the polynomial of the root is irreducible"
        return one * inverse % self.modulus

    def sign(self, element: fmpq_poly) -> int:
        """Return the sign: 0 only for the polynomial 0, since the modulus is irreducible.

        >>> root = NumberField(RealPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> root.sign(root.of([-1414, 1000])), root.sign(root.of([2, 0, -1]))
        (1, 0)
        """
        if element == 0:
            return 0
        while True:
            here = self._enclosed(element)
            if here > 0 or here < 0:
                return 1 if here > 0 else -1
            self._compute_finer()

    def nearly(self, element: fmpq_poly, unit: int) -> Fraction:
        """Return the nearest fraction over *unit*; a fraction itself, whatever it is over.

        >>> root = NumberField(RealPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
        >>> root.nearly(root.of([0, 1]), 1000), root.nearly(root.of([7]), 2)
        (Fraction(707, 500), Fraction(7, 1))
        """
        if element.degree() < 1:
            return Fraction(int(element[0].p), int(element[0].q))
        while True:
            here = self._enclosed(element)
            with ctx.workprec(self._bits):
                ends = here.lower(), here.upper()
            low, high = (floor(_exact_end(end) * unit + _HALF) for end in ends)
            if low == high:
                return Fraction(low, unit)
            self._compute_finer()

    def ball(self, element: fmpq_poly, bits: int) -> arb:
        """Return a ball that contains an element, accurate to so many bits."""
        if element == 0:
            return arb(0)
        while True:
            here = self._enclosed(element)
            if here.rel_accuracy_bits() >= bits:
                return here
            self._compute_finer()

    @cached_property
    def _ball(self) -> arb:
        return self._root.enclosed(self._bits)

    def _enclosed(self, element: fmpq_poly) -> arb:
        """Return a ball that contains an element."""
        with ctx.workprec(self._bits):
            return element.numer()(self._ball) / element.denom()

    def _compute_finer(self) -> None:
        self._bits *= 2
        del self._ball


def _exact_end(end: arb) -> Fraction:
    """Return the end of a ball, which is a fraction."""
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


ROOT_LETTER = "t"
"""What the root is called in texts."""
_PRECISION = re.compile(r"\.(\d+)")
_DEFAULT_DIGITS = 6
"""Behind the point, where a format does not say how many, as for a float."""
_HASH_UNIT = 2**64
"""Numbers are hashed, and first compared, by the nearest fractions over it."""
_LARGEST_TRIAL_PRIME = 10_000
"""Primes up to here are looked for twice below a square root."""


@dataclass(frozen=True, eq=False, repr=False)
class Algebraic:
    """A real number that is no fraction: a polynomial in the root of an irreducible one.

    >>> sqrt2 = RealPoint(Fraction(1), Fraction(2), (-2, 0, 1))
    >>> root = Algebraic(sqrt2, (Fraction(0), Fraction(1)))
    >>> (1 - root) / 2, 1 / (root - 1), root * root, root > Fraction(7, 5)
    (Algebraic('(1 - sqrt(2))/2'), Algebraic('1 + sqrt(2)'), Fraction(2, 1), True)
    """

    root: RealPoint
    parts: tuple[Fraction, ...]
    """The coefficient of each power of the root, the constant first, the last not 0."""

    def __reduce__(self) -> tuple[type[Algebraic], tuple[RealPoint, tuple[Fraction, ...]]]:
        """Copy and pickle the number alone: what was computed of it is not kept."""
        return Algebraic, (self.root, self.parts)

    @cached_property
    def field(self) -> NumberField:
        """All numbers that the root makes with the fractions."""
        return NumberField(self.root)

    @cached_property
    def element(self) -> fmpq_poly:
        """The number as its field has it."""
        return fmpq_poly([fmpq(*part.as_integer_ratio()) for part in self.parts])

    @property
    def formula(self) -> Formula:
        """The number as a formula in t, as files write it."""
        below = lcm(*(part.denominator for part in self.parts))
        return Formula(tuple(int(part * below) for part in self.parts), (below,), ROOT_LETTER)

    @cached_property
    def point(self) -> RealPoint:
        """The number by itself: the irreducible polynomial of which it is a root, and where."""
        of = self._minimal_polynomial()
        unit = 1
        while True:
            unit *= 2
            near = self.field.nearly(self.element, unit)
            low, high = near - Fraction(1, unit), near + Fraction(1, unit)
            if count_roots_between(of, low, high) == 1 and sign_at(of, low) * sign_at(of, high) < 0:
                return RealPoint(low, high, tuple(map(int, of.coeffs())))

    def _minimal_polynomial(self) -> fmpz_poly:
        """Return the irreducible polynomial with integer coefficients of which it is a root.

        Of the number N(t) / f'(t), where f(t) = 0, the resultant of f and x f' - N by t is a
        power of it, times a constant. It is interpolated from its values at integers. FLINT's
        resultant has the leading coefficient of f to the degree of x f' - N at that x.

        >>> root = RealPoint(Fraction(0), Fraction(1), (-1, 0, 2))
        >>> half = Algebraic(root, (Fraction(0), Fraction(1)))
        >>> print(half._minimal_polynomial(), (half + 1)._minimal_polynomial())
        2*x^2 + (-1) 2*x^2 + (-4)*x + 1
        """
        of = fmpz_poly(list(self.root.root_of))
        slope, size, lead = of.derivative(), of.degree(), of.leading_coefficient()
        top = self.field.times(self.element, fmpq_poly(slope))
        slope, numerator = slope * top.denom(), top.numer()
        found, basis = fmpq_poly(), ONE
        for x in range(size + 1):
            other = x * slope - numerator
            value = of.resultant(other) * lead ** (size - 1 - other.degree())
            rest = fmpq(value) - found(fmpq(x))
            found, basis = found + basis * (rest / basis(fmpq(x))), basis * fmpq_poly([-x, 1])
        ((polynomial, _),) = found.numer().factor_squarefree()[1]
        return polynomial

    def nearly(self, unit: int) -> Fraction:
        """Return the nearest fraction over *unit*."""
        return self.field.nearly(self.element, unit)

    def ball(self, bits: int = _BITS_OF_FLOAT) -> arb:
        """Return a ball that contains the number, accurate to so many bits.

        >>> sqrt2 = RealPoint(Fraction(1), Fraction(2), (-2, 0, 1))
        >>> ball = Algebraic(sqrt2, (Fraction(0), Fraction(1))).ball()
        >>> float(ball.lower()) <= 2**0.5 <= float(ball.upper())
        True
        """
        return self.field.ball(self.element, bits)

    def approximated(self, bits: int = _BITS_OF_FLOAT) -> Fraction:
        """Return a fraction that agrees with it to so many bits."""
        return _exact_end(self.ball(bits).mid())

    # ------------------------------------------------------------------ with other numbers

    def _with(self, other: Operand, done: Callable[[fmpq_poly, fmpq_poly], fmpq_poly]) -> Real:
        if isinstance(other, int | Fraction):
            two = ONE * fmpq(*other.as_integer_ratio())
        elif isinstance(other, Algebraic) and other.root == self.root:
            two = other.element
        else:
            refused: Real = NotImplemented  # Python asks the other operand
            return refused
        return number_from_element(self.root, done(self.element, two))

    def __add__(self, other: Operand) -> Real:
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: Operand) -> Real:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Operand) -> Real:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Operand) -> Real:
        return self._with(other, self.field.times)

    def __truediv__(self, other: Operand) -> Real:
        if other == 0:
            raise ZeroDivisionError("division by zero")
        return self._with(other, self.field.over)

    def __rtruediv__(self, other: Operand) -> Real:
        return self._with(other, lambda a, b: self.field.over(b, a))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Algebraic:
        return Algebraic(self.root, tuple(-part for part in self.parts))

    def __pos__(self) -> Algebraic:
        return self

    def __abs__(self) -> Algebraic:
        return -self if self < 0 else self

    def __pow__(self, power: int) -> Real:
        found: Real = Fraction(1)
        for _ in range(power):
            found = self * found
        return found

    # ------------------------------------------------------------------ beside other numbers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Algebraic):
            return False
        if self.root == other.root:
            return self.parts == other.parts
        if hash(self) != hash(other):
            return False
        one, two = self.point, other.point
        low, high = max(one.low, two.low), min(one.high, two.high)
        if one.root_of != two.root_of or low >= high:
            return False
        of = fmpz_poly(list(one.root_of))
        return sign_at(of, low) * sign_at(of, high) < 0

    def __hash__(self) -> int:
        return hash(self.nearly(_HASH_UNIT))

    def _against(self, other: Operand) -> int:
        """Return the sign of the number less another."""
        if isinstance(other, int | Fraction) or other.root == self.root:
            gap = self - other
            if isinstance(gap, Algebraic):
                return self.field.sign(gap.element)
            return (gap > 0) - (gap < 0)
        if self == other:
            return 0
        gap = self.nearly(_HASH_UNIT) - other.nearly(_HASH_UNIT)
        if gap:
            return 1 if gap > 0 else -1
        one, two = self.point, other.point
        while not (one.high < two.low or two.high < one.low):
            one, two = one.closer(), two.closer()
        return 1 if one.low > two.high else -1

    def __lt__(self, other: Operand) -> bool:
        return self._against(other) < 0

    def __le__(self, other: Operand) -> bool:
        return self._against(other) <= 0

    def __gt__(self, other: Operand) -> bool:
        return self._against(other) > 0

    def __ge__(self, other: Operand) -> bool:
        return self._against(other) >= 0

    def __float__(self) -> float:
        return float(self.approximated())

    # ------------------------------------------------------------------ rounded

    def __floor__(self) -> int:
        near = int(self.nearly(1))
        return near if self > near else near - 1

    def __ceil__(self) -> int:
        return floor(self) + 1

    def __trunc__(self) -> int:
        return floor(self) if self > 0 else floor(self) + 1

    __int__ = __trunc__

    @overload
    def __round__(self) -> int: ...
    @overload
    def __round__(self, digits: None) -> int: ...
    @overload
    def __round__(self, digits: int) -> Fraction: ...
    def __round__(self, digits: int | None = None) -> int | Fraction:
        """Return the nearest whole number, or the nearest fraction of so many decimals."""
        if digits is None:
            return int(self.nearly(1))
        if digits >= 0:
            return self.nearly(10**digits)
        unit: int = 10**-digits
        over = Algebraic(self.root, tuple(part / unit for part in self.parts))
        return unit * over.nearly(1)

    # ------------------------------------------------------------------ as text

    def __format__(self, how: str) -> str:
        """Return the text, or with a format such as ``.3f`` the number as a decimal.

        Digits after the point are exact with ``f``, ``F`` and ``%``; what else there is is
        formatted as the nearest float.
        """
        if not how or how[-1] not in "eEfFgGn%":
            return format(str(self), how)
        if how[-1] not in "fF%":
            return format(float(self), how)
        digits = int(found[1]) if (found := _PRECISION.search(how)) else _DEFAULT_DIGITS
        near = self.nearly(10 ** (digits + 2 * (how[-1] == "%")))
        with localcontext(prec=len(str(near.numerator)) + digits + 3):
            return format(Decimal(near.numerator) / near.denominator, how)

    @cached_property
    def surd(self) -> tuple[int, int, int, int] | None:
        """a, b, c, d of (a + b sqrt(d)) / c, where the root is of degree two."""
        if len(self.root.root_of) != 3:
            return None
        c, b, a = self.root.root_of
        out, inside = _extract_square(b * b - 4 * a * c)
        side = out * self.root.sign(fmpz_poly([b, 2 * a]))  # of 2 a t + b, a square root
        start, slope = self.parts
        even, odd = start - slope * Fraction(b, 2 * a), slope * Fraction(side, 2 * a)
        below = lcm(even.denominator, odd.denominator)
        return int(even * below), int(odd * below), below, inside

    def __str__(self) -> str:
        if self.surd is None:
            of = polynomial_text(self.root.root_of, ROOT_LETTER)
            return f"{self.formula}, {ROOT_LETTER} the root of {of} at about {self.root.about}"
        a, b, c, d = self.surd
        size = "" if abs(b) == 1 else f"{abs(b)}*"
        odd = f"{size}sqrt({d})"
        if not a:
            upper = f"-{odd}" if b < 0 else odd
            return upper if c == 1 else f"{upper}/{c}"
        upper = f"{a} {'-' if b < 0 else '+'} {odd}"
        return upper if c == 1 else f"({upper})/{c}"

    def __repr__(self) -> str:
        return f"Algebraic({str(self)!r})"


Real = Fraction | Algebraic
"""An exact number: a fraction, or an irrational element of the field of a root."""
Operand = int | Real


def number_from_element(root: RealPoint, element: fmpq_poly) -> Real:
    """Return a number of a root's field: a fraction where it is one."""
    parts = [Fraction(int(c.p), int(c.q)) for c in element.coeffs()]
    if len(parts) < 2:
        return parts[0] if parts else Fraction(0)
    return Algebraic(root, tuple(parts))


def formula_at_root(formula: Formula, root: RealPoint) -> Real:
    """Return the value of a formula at a root, exactly: a fraction where it is one.

    >>> sqrt2 = RealPoint(Fraction(1), Fraction(2), (-2, 0, 1))
    >>> formulas = [Formula.of(text, "t") for text in ("(t**2 - 2)/t", "1/(t**2 + 1)", "1/t")]
    >>> [formula_at_root(formula, sqrt2) for formula in formulas]
    [Fraction(0, 1), Fraction(1, 3), Algebraic('sqrt(2)/2')]
    """
    irreducible = with_irreducible_polynomial(root)
    field = NumberField(irreducible)
    return number_from_element(
        irreducible, field.over(field.of(formula.top), field.of(formula.below))
    )


def _extract_square(number: int) -> tuple[int, int]:
    """Return a, b with a^2 b the number, as large an a as is found soon.

    >>> _extract_square(72), _extract_square(24321)
    ((6, 2), (11, 201))
    """
    out, rest = 1, number
    for prime, power in fmpz(number).factor_smooth(_LARGEST_TRIAL_PRIME.bit_length()):
        if int(prime) < _LARGEST_TRIAL_PRIME:
            out *= int(prime) ** (power // 2)
    rest //= out * out
    whole = isqrt(rest)
    return (out * whole, 1) if whole * whole == rest else (out, rest)


def with_irreducible_polynomial(root: RealPoint) -> RealPoint:
    """Return the same root by an irreducible polynomial; a file may name it by a longer one."""
    of = fmpz_poly(list(root.root_of))
    for factor, _ in of.factor()[1]:
        if sign_at(factor, root.low) * sign_at(factor, root.high) < 0:
            named = tuple(map(int, factor.coeffs()))
            return RealPoint(root.low, root.high, named) if factor.degree() < of.degree() else root
    return root


def quadratic_root_in_field(field_of: RealPoint, root: RealPoint) -> fmpq_poly | None:
    """Return a root of degree two in the field of another; None where it is in no such field.

    >>> eight = RealPoint(Fraction(2), Fraction(3), (-8, 0, 1))
    >>> quadratic_root_in_field(RealPoint(Fraction(1), Fraction(2), (-2, 0, 1)), eight)
    2*x
    """
    if len(field_of.root_of) != 3 or len(root.root_of) != 3:
        return None
    (_, b, a), (_, e, d) = field_of.root_of, root.root_of
    one, two = (q * q - 4 * p * r for r, q, p in (field_of.root_of, root.root_of))
    share = Fraction(two, one)
    top, below = isqrt(share.numerator), isqrt(share.denominator)
    if top * top != share.numerator or below * below != share.denominator:
        return None
    sides = field_of.sign(fmpz_poly([b, 2 * a])) * root.sign(fmpz_poly([e, 2 * d]))
    # 2 d s + e is, but for its sign, top / below times 2 a t + b
    return (fmpq_poly([b, 2 * a]) * fmpq(sides * top, below) - e) / (2 * d)
