"""Formulas: quotients of polynomials in one parameter, as numbers and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.exact import Number, rational
from sabot.forms.algebra.reading import quotient

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
        top, below = (tuple(map(int, part.coeffs())) for part in quotient(text, name))
        return cls(top, below, name)

    @classmethod
    def number(cls, number: Fraction | int, name: str) -> Formula:
        """Return the formula that is one number everywhere."""
        top, below = number.numerator, number.denominator
        return cls((top,) if top else (), (below,), name)

    def at(self, value: Number) -> Fraction:
        """Return the value at one value of the parameter, exactly."""
        here = rational(value)
        return _value(self.top, here) / _value(self.below, here)

    @property
    def constant(self) -> Fraction | None:
        """The number, where the formula is one."""
        if len(self.top) > 1 or len(self.below) > 1:
            return None
        return Fraction(self.top[0] if self.top else 0, self.below[0])

    @property
    def limit(self) -> Fraction | None:
        """The limit as the parameter grows; None where there is none."""
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
        """Tell whether it is not 0 everywhere."""
        return bool(self.top)

    def __str__(self) -> str:
        upper = sum_text(self.top, self.name)
        if self.below == (1,):
            return upper
        lower = sum_text(self.below, self.name)
        upper = f"({upper})" if " " in upper else upper
        return f"{upper}/{lower}" if lower.isdigit() else f"{upper}/({lower})"


def _value(polynomial: Sequence[int], at: Fraction) -> Fraction:
    """Return the value of a polynomial, in whole numbers until the end."""
    total, power = 0, 1
    for c in reversed(polynomial):
        total = total * at.numerator + c * power
        power *= at.denominator
    return Fraction(total * at.denominator, power)


def sum_text(polynomial: Sequence[int], name: str) -> str:
    """Return a polynomial as a Python expression in *name*, highest power first.

    >>> sum_text([-5, 0, 1, -2], "d")
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
