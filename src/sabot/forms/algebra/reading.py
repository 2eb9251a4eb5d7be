"""Formulas as text, read without running anything: quotients of polynomials in one letter.

The solvers' side of it, with FLINT: games in files write their payoffs so, and the tables of a
theorem are drawn from its formulas. What may stand there is what Python would understand: whole and
decimal numbers, the parameter's name, ``+ - * / **`` and brackets; a power is a small whole number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from flint import fmpz_poly

MOST_LETTERS = 100_000
MOST_DEPTH = 40
MOST_POWER = 200
MOST_DEGREE = 400
MOST_BITS = 2_000_000
"""Of a coefficient on the way: as long as a power of the longest number that can be written."""
_TOKEN = re.compile(r"\s*(\*\*|[-+*/()^]|[0-9]+(?:\.[0-9]*)?|\.[0-9]+|[A-Za-z_][A-Za-z_0-9]*)")
_ONE = fmpz_poly([1])
_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2}
Quotient = tuple[fmpz_poly, fmpz_poly]


def quotient(text: str, name: str) -> Quotient:
    """Return a formula in *name* as a polynomial over a polynomial, in lowest terms.

    Raises ValueError with the reason where the text is not such a formula.

    >>> quotient("(2*d**2 - 3)/(4*d)", "d"), quotient("0.25*t + 1", "t")
    ((2*x^2 + (-3), 4*x), (x + 4, 4))
    """
    if len(text) > MOST_LETTERS:
        raise ValueError(f"a formula of {len(text)} characters is too long")
    reader = _Reader(text, name)
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


class _Reader:
    """Operators by how they bind, over the tokens of one formula; "" after the last."""

    def __init__(self, text: str, name: str) -> None:
        self._rest = iter(list(_tokens(text)))
        self._name = name
        self.token = next(self._rest, "")

    def _take(self) -> str:
        if not self.token:
            raise ValueError("the formula ends too early")
        token, self.token = self.token, next(self._rest, "")
        return token

    def expression(self, binds: int, depth: int) -> Quotient:
        """Return what follows, up to an operator that binds less than *binds*."""
        if depth > MOST_DEPTH:
            raise ValueError("too many brackets inside each other")
        found = self._signed(depth)
        while _BINDS.get(self.token, 0) >= binds:
            operator = self._take()
            other = (
                self.expression(_BINDS[operator] + 1, depth)
                if operator in "+-"
                else (self._signed(depth))
            )
            found = _joined(found, operator, other)
        return found

    def _signed(self, depth: int) -> Quotient:
        sign = 1
        while self.token in ("+", "-"):
            sign = sign if self._take() == "+" else -sign
        top, below = self._power(depth)
        return sign * top, below

    def _power(self, depth: int) -> Quotient:
        base = self._atom(depth)
        if self.token not in ("**", "^"):
            return base
        self._take()
        exponent = self._take()
        if not exponent.isdigit() or len(exponent) > 4 or int(exponent) > MOST_POWER:
            raise ValueError(f"a power is a whole number up to {MOST_POWER}, not {exponent[:12]!r}")
        if self.token in ("**", "^"):
            raise ValueError("a power of a power: write brackets")
        number = int(exponent)
        if any(max(part.degree(), 0) * number >= MOST_DEGREE for part in base):
            raise ValueError(f"a power above {MOST_DEGREE} is too high")
        if any(_bits(part) * number > MOST_BITS for part in base):
            raise ValueError("the numbers in it grow too long")
        return _bounded(base[0] ** number, base[1] ** number)

    def _atom(self, depth: int) -> Quotient:
        token = self._take()
        if token == "(":
            found = self.expression(1, depth + 1)
            if self._take() != ")":
                raise ValueError("a bracket is not closed")
            return found
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


def _joined(one: Quotient, operator: str, two: Quotient) -> Quotient:
    if operator == "/" and two[0] == 0:
        raise ValueError("division by zero")
    if operator in "+-":
        cross = two[0] * one[1] if operator == "+" else -two[0] * one[1]
        return _bounded(one[0] * two[1] + cross, one[1] * two[1])
    top, below = two if operator == "*" else (two[1], two[0])
    return _bounded(one[0] * top, one[1] * below)


def _bounded(top: fmpz_poly, below: fmpz_poly) -> Quotient:
    """Return a quotient in lowest terms, its denominator with a positive leading coefficient."""
    if max(top.degree(), below.degree()) >= MOST_DEGREE:
        raise ValueError(f"a power above {MOST_DEGREE} is too high")
    if max(_bits(top), _bits(below)) > MOST_BITS:
        raise ValueError("the numbers in it grow too long")
    if below != _ONE:
        shared = top.gcd(below)
        if below.leading_coefficient() < 0:
            shared = -shared
        top, below = divmod(top, shared)[0], divmod(below, shared)[0]
    return top, below


def _bits(polynomial: fmpz_poly) -> int:
    return int(polynomial.height_bits())
