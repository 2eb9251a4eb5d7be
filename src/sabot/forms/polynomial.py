"""Theorem input: a game whose payoffs are polynomials in one parameter.

The same sides as a numeric form; each payoff is an integer polynomial over one common polynomial
denominator that is positive wherever the parameter may be. ``at(t)`` is the ordinary form at one
value, so everything that is known of numeric games can be asked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from flint import fmpq, fmpz_poly

from sabot.errors import FormError, NumberError
from sabot.forms.algebra.formula import Coefficients, Formula, sum_text
from sabot.forms.sequence import SequenceForm, Side, gathered


@dataclass(frozen=True)
class Domain:
    """Where the parameter may be: whole numbers, or all real ones, from *low* to *high*."""

    low: Fraction
    high: Fraction | None = None
    whole: bool = True
    free: bool = False
    """Whether the ends are only a beginning: the game is one for any other number too."""

    def within(self, name: str, low: Fraction | int | None, high: Fraction | int | None) -> Domain:
        """Return the part from *low* to *high*, which must be inside."""
        start = self.low if low is None else Fraction(low)
        end = self.high if high is None else Fraction(high)
        if self.whole and not all(e is None or e.denominator == 1 for e in (start, end)):
            raise NumberError(f"{name} is a whole number: give whole ends")
        if not self.free and (
            start < self.low or (self.high is not None and (end is None or end > self.high))
        ):
            raise NumberError(f"{name} from {start} to {end or 'infinity'}: it may be {self}")
        if end is not None and (end < start or (end == start and not self.whole)):
            raise NumberError(f"{name} from {start} to {end}: there is nothing between")
        return Domain(start, end, self.whole, self.free)

    def __str__(self) -> str:
        kind = "every whole number" if self.whole else "every real number"
        if self.high is None:
            return f"{kind} >= {self.low}"
        return f"{kind} from {self.low} to {self.high}"


Amount = TypeVar("Amount")


@dataclass(frozen=True)
class Polynomials(Generic[Amount]):
    """Two sides, and between their sequences what is paid, over one polynomial."""

    hands: ClassVar[str] = "dealt"
    zero_sum: ClassVar[bool]
    """Whether what the first seat is paid the second one pays."""
    parameter: str
    sides: tuple[Side, Side]
    payoffs: tuple[tuple[int, int, Amount], ...]
    """By the sequences of both seats, in order; what is missing is nothing."""
    denominator: fmpz_poly
    domain: Domain

    @property
    def seats(self) -> tuple[str, str]:
        """The two seats' names."""
        return self.sides[0].name, self.sides[1].name

    def below(self, value: Fraction | int) -> Fraction:
        """Return the denominator at one value of the parameter: it is positive there."""
        found = value_at(self.denominator, value)
        if found <= 0:
            raise FormError(f"the denominator is not positive at {self.parameter} = {value}")
        return found


@dataclass(frozen=True)
class PolynomialForm(Polynomials[fmpz_poly]):
    """Two sides and polynomial payoffs between their sequences."""

    zero_sum = True

    @classmethod
    def of(
        cls,
        parameter: str,
        sides: tuple[Side, Side],
        payoffs: Mapping[tuple[int, int], Any],
        denominator: Any,
        domain: Domain,
    ) -> PolynomialForm:
        """Return the form of payoffs given as polynomials (or integers) by pairs of sequences."""
        entries = tuple((i, j, as_polynomial(amount)) for (i, j), amount in sorted(payoffs.items()))
        live = tuple(entry for entry in entries if entry[2] != 0)
        return cls(parameter, sides, live, as_polynomial(denominator), domain)

    def entries(self) -> Iterator[tuple[int, int, fmpz_poly]]:
        """Yield the payoffs between sequences: the first seat's, the second's, the amount."""
        return iter(self.payoffs)

    def at(self, value: Fraction | int) -> SequenceForm:
        """Return the numeric form at one value of the parameter."""
        top, unit = Fraction(value).as_integer_ratio()
        most = max((amount.degree() for *_, amount in self.payoffs), default=0)
        below = self.below(value) * unit**most
        powers = [top**k * unit ** (most - k) * below.denominator for k in range(most + 1)]
        sums = {
            (i, j): sum(int(c) * power for c, power in zip(amount.coeffs(), powers, strict=False))
            for i, j, amount in self.payoffs
        }
        return gathered(self.sides, {below.numerator: sums})


def as_polynomial(element: Any) -> fmpz_poly:
    """Return an integer or a polynomial as a polynomial."""
    return element if isinstance(element, fmpz_poly) else fmpz_poly([int(element)])


def _value(polynomial: fmpz_poly, at: Fraction) -> Fraction:
    found = polynomial(fmpq(at.numerator, at.denominator))
    return Fraction(int(found.p), int(found.q))


def value_at(polynomial: fmpz_poly, at: Fraction | int) -> Fraction:
    """Return a polynomial's exact value.

    >>> value_at(fmpz_poly([1, 0, 2]), Fraction(1, 2))
    Fraction(3, 2)
    """
    return _value(polynomial, Fraction(at))


def coefficients(polynomial: fmpz_poly) -> Coefficients:
    """Return the coefficients of a polynomial, the constant first."""
    return tuple(int(c) for c in polynomial.coeffs())


def expression(polynomial: fmpz_poly, name: str) -> str:
    """Return a polynomial as a Python expression in *name*, highest power first.

    >>> expression(fmpz_poly([-5, 0, 1, -2]), "d")
    '-2*d**3 + d**2 - 5'
    """
    return sum_text(coefficients(polynomial), name)


def formula(top: fmpz_poly, below: fmpz_poly, name: str) -> Formula:
    """Return a quotient of polynomials as a formula, in lowest terms."""
    top, below = lowest(top, below)
    return Formula(coefficients(top), coefficients(below), name)


def ratio(top: fmpz_poly, below: fmpz_poly, name: str) -> str:
    """Return a quotient of polynomials as a Python expression, in lowest terms.

    >>> ratio(fmpz_poly([0, 2]), fmpz_poly([0, 0, 4]), "t")
    '1/(2*t)'
    """
    return str(formula(top, below, name))


def lowest(top: fmpz_poly, below: fmpz_poly) -> tuple[fmpz_poly, fmpz_poly]:
    """Return a quotient in lowest terms, the denominator with a positive leading coefficient."""
    common = top.gcd(below)
    top, below = divmod(top, common)[0], divmod(below, common)[0]
    if below.leading_coefficient() < 0:
        top, below = -top, -below
    return top, below


def common_factor(polynomials: Iterable[fmpz_poly]) -> fmpz_poly:
    """Return the greatest common divisor of some polynomials."""
    shared = fmpz_poly([0])
    for polynomial in polynomials:
        shared = shared.gcd(polynomial)
        if shared == 1:
            break
    return shared
