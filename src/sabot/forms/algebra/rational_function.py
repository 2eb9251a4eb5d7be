"""Rational functions of one variable: parsed from text, evaluated exactly, printed.

The solvers' side of it, with FLINT; the checker has its own. Texts are read without running
anything: games in files write their payoffs so, and the tables of a theorem are drawn from its
formulas. Allowed is what Python would understand: whole and decimal numbers, the parameter's name,
``+ - * / **`` and brackets; a power is a small whole number. Lengths, depths and degrees are
bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

from sabot.exact import Number, as_rational

MAX_LETTERS = 100_000
MAX_DEPTH = 40
MAX_POWER = 200
MAX_DEGREE = 400
MAX_BITS = 2_000_000
"""Of a coefficient on the way: as long as a power of the longest number that can be written."""
_TOKEN = re.compile(r"\s*(\*\*|[-+*/()^]|[0-9]+(?:\.[0-9]*)?|\.[0-9]+|[A-Za-z_][A-Za-z_0-9]*)")
_ONE = fmpz_poly([1])
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
PolynomialQuotient = tuple[fmpz_poly, fmpz_poly]
FixedLetters = Mapping[str, Fraction]
"""The letters of formulas that have a value."""
NO_LETTERS: FixedLetters = {}


def parse_quotient(text: str, name: str, fixed: FixedLetters = NO_LETTERS) -> PolynomialQuotient:
    """Return a formula in *name* as a polynomial over a polynomial, in lowest terms.

    The letters of *fixed* are the numbers given there. Raises ValueError with the reason where the
    text is not such a formula.

    >>> parse_quotient("(2*d**2 - 3)/(4*d)", "d"), parse_quotient("0.25*t + 1", "t")
    ((2*x^2 + (-3), 4*x), (x + 4, 4))
    >>> parse_quotient("2*t - s", "t", {"s": Fraction(1, 3)})
    (6*x + (-1), 3)
    """
    if len(text) > MAX_LETTERS:
        raise ValueError(f"a formula of {len(text)} characters is too long")
    reader = _FormulaParser(text, name, fixed)
    found = reader.expression(1, 0)
    if reader.token:
        raise ValueError(f"{reader.token!r} is not expected there")
    return found


def _tokens(text: str) -> Iterator[str]:
    at, body = 0, text.rstrip()
    while at < len(body):
        match = _TOKEN.match(body, at)
        if match is None:
            raise ValueError(f"{body[at:].lstrip()[:12]!r} cannot be read")
        yield match[1]
        at = match.end()


class _FormulaParser:
    """Operators by how they bind, over the tokens of one formula; "" after the last."""

    def __init__(self, text: str, name: str, fixed: FixedLetters) -> None:
        self._rest = iter(list(_tokens(text)))
        self._name, self._fixed = name, fixed
        self.token = next(self._rest, "")

    def _take(self) -> str:
        if not self.token:
            raise ValueError("the formula ends too early")
        token, self.token = self.token, next(self._rest, "")
        return token

    def expression(self, binds: int, depth: int) -> PolynomialQuotient:
        """Return what follows, up to an operator that binds less than *binds*."""
        if depth > MAX_DEPTH:
            raise ValueError("too many brackets inside each other")
        found = self._signed(depth)
        while _PRECEDENCE.get(self.token, 0) >= binds:
            operator = self._take()
            other = (
                self.expression(_PRECEDENCE[operator] + 1, depth)
                if operator in "+-"
                else (self._signed(depth))
            )
            found = _combined(found, operator, other)
        return found

    def _signed(self, depth: int) -> PolynomialQuotient:
        sign = 1
        while self.token in ("+", "-"):
            sign = sign if self._take() == "+" else -sign
        top, below = self._power(depth)
        return sign * top, below

    def _power(self, depth: int) -> PolynomialQuotient:
        base = self._atom(depth)
        if self.token not in ("**", "^"):
            return base
        self._take()
        exponent = self._take()
        if not exponent.isdigit() or len(exponent) > 4 or int(exponent) > MAX_POWER:
            raise ValueError(f"a power is a whole number up to {MAX_POWER}, not {exponent[:12]!r}")
        if self.token in ("**", "^"):
            raise ValueError("a power of a power: write brackets")
        number = int(exponent)
        if any(max(part.degree(), 0) * number >= MAX_DEGREE for part in base):
            raise ValueError(f"a power above {MAX_DEGREE} is too high")
        if any(_height_bits(part) * number > MAX_BITS for part in base):
            raise ValueError("the numbers in it grow too long")
        return _in_lowest_terms(base[0] ** number, base[1] ** number)

    def _atom(self, depth: int) -> PolynomialQuotient:
        token = self._take()
        if token == "(":
            found = self.expression(1, depth + 1)
            if self._take() != ")":
                raise ValueError("a bracket is not closed")
            return found
        if token in self._fixed:
            value = self._fixed[token]
            return fmpz_poly([value.numerator]), fmpz_poly([value.denominator])
        if token == self._name:
            return fmpz_poly([0, 1]), _ONE
        if token[0].isdigit() or token[0] == ".":
            if len(token) > 4000:
                raise ValueError(f"a number of {len(token)} digits is too long")
            number = Fraction(token)
            return fmpz_poly([number.numerator]), fmpz_poly([number.denominator])
        if token[0].isalpha() or token[0] == "_":
            raise ValueError(f"{token[:40]!r} is not the parameter; that is {self._name!r}")
        raise ValueError(f"{token!r} is not expected there")


def _combined(
    one: PolynomialQuotient, operator: str, two: PolynomialQuotient
) -> PolynomialQuotient:
    if operator == "/" and two[0] == 0:
        raise ValueError("division by zero")
    if operator in "+-":
        cross = two[0] * one[1] if operator == "+" else -two[0] * one[1]
        return _in_lowest_terms(one[0] * two[1] + cross, one[1] * two[1])
    top, below = two if operator == "*" else (two[1], two[0])
    return _in_lowest_terms(one[0] * top, one[1] * below)


def _in_lowest_terms(top: fmpz_poly, below: fmpz_poly) -> PolynomialQuotient:
    """Return a quotient in lowest terms, its denominator with a positive leading coefficient."""
    if max(top.degree(), below.degree()) >= MAX_DEGREE:
        raise ValueError(f"a power above {MAX_DEGREE} is too high")
    if max(_height_bits(top), _height_bits(below)) > MAX_BITS:
        raise ValueError("the numbers in it grow too long")
    if below != _ONE:
        shared = top.gcd(below)
        if below.leading_coefficient() < 0:
            shared = -shared
        top, below = divmod(top, shared)[0], divmod(below, shared)[0]
    return top, below


def _height_bits(polynomial: fmpz_poly) -> int:
    return int(polynomial.height_bits())


Coefficients = tuple[int, ...]
"""Of a polynomial, the constant first, the last one not 0; none at all for the polynomial 0."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A quotient of polynomials; those that the prover finds are in lowest terms.

    >>> half = Formula.of("(t - 1)/(2*t)", "t")
    >>> half.at(3), half.limit, half.constant, str(half)
    (Fraction(1, 3), Fraction(1, 2), None, '(t - 1)/(2*t)')
    """

    top: Coefficients
    below: Coefficients
    name: str
    """Of the parameter."""

    @classmethod
    def of(cls, text: str, name: str) -> Formula:
        """Return the formula that a text says, in lowest terms.

        >>> Formula.of("2*t/(-4)", "t")
        Formula(top=(0, -1), below=(2,), name='t')
        """
        if text in ("0", "1"):
            return cls.number(int(text), name)
        top, below = (tuple(map(int, part.coeffs())) for part in parse_quotient(text, name))
        return cls(top, below, name)

    @classmethod
    def number(cls, number: Fraction | int, name: str) -> Formula:
        """Return the formula that is one number everywhere."""
        top, below = number.numerator, number.denominator
        return cls((top,) if top else (), (below,), name)

    def at(self, value: Number) -> Fraction:
        """Return the value at one value of the parameter, exactly."""
        here = as_rational(value)
        return _evaluate(self.top, here) / _evaluate(self.below, here)

    @property
    def constant(self) -> Fraction | None:
        """The number, where the formula is one."""
        if len(self.top) > 1 or len(self.below) > 1:
            return None
        return Fraction(self.top[0] if self.top else 0, self.below[0])

    @property
    def limit(self) -> Fraction | None:
        """The limit as the parameter grows; None if it diverges."""
        if len(self.top) > len(self.below):
            return None
        if len(self.top) < len(self.below):
            return Fraction(0)
        return Fraction(self.top[-1], self.below[-1])

    @property
    def rises(self) -> bool:
        """Whether it is positive, in the end, as the parameter grows."""
        return bool(self.top) and self.top[-1] * self.below[-1] > 0

    def __bool__(self) -> bool:
        """Return whether it is not 0 everywhere."""
        return bool(self.top)

    def __str__(self) -> str:
        upper = polynomial_text(self.top, self.name)
        if self.below == (1,):
            return upper
        lower = polynomial_text(self.below, self.name)
        upper = f"({upper})" if " " in upper else upper
        return f"{upper}/{lower}" if lower.isdigit() else f"{upper}/({lower})"


def _evaluate(polynomial: Sequence[int], at: Fraction) -> Fraction:
    """Return the value of a polynomial, in whole numbers until the end."""
    total, power = 0, 1
    for c in reversed(polynomial):
        total = total * at.numerator + c * power
        power *= at.denominator
    return Fraction(total * at.denominator, power)


def polynomial_text(polynomial: Sequence[int], name: str) -> str:
    """Return a polynomial as a Python expression in *name*, highest power first.

    >>> polynomial_text([-5, 0, 1, -2], "d")
    '-2*d**3 + d**2 - 5'
    """
    terms: list[str] = []
    for power in range(len(polynomial) - 1, -1, -1):
        number = polynomial[power]
        if not number:
            continue
        letter = "" if power == 0 else name if power == 1 else f"{name}**{power}"
        size = abs(number)
        body = str(size) if not letter else letter if size == 1 else f"{size}*{letter}"
        terms.append(("- " if number < 0 else "+ ") + body)
    if not terms:
        return "0"
    first = terms[0].removeprefix("+ ").replace("- ", "-")
    return " ".join([first, *terms[1:]])
