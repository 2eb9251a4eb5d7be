"""A game with real hands and one parameter left open: its amounts are polynomials in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from flint import fmpq, fmpq_poly, fmpz_poly

from sabot.forms.polynomial import Domain
from sabot.forms.threshold.betting import ThresholdForm
from sabot.forms.threshold.hint import Hint


@dataclass(frozen=True)
class OpenHands:
    """What a theorem on real hands is about."""

    hands: ClassVar[str] = "real"
    parameter: str
    form: ThresholdForm
    """All its amounts and chances are of the type ``fmpq_poly``."""
    domain: Domain
    """Real numbers, all of which the rules allow."""
    hint: Callable[[Fraction], Hint]
    """Where to look for an equilibrium at one value."""


def as_amount(number: Any) -> fmpq_poly:
    """Return a number, or a polynomial in the open parameter, as a polynomial.

    >>> as_amount(Fraction(1, 2)), as_amount(fmpz_poly([0, 1]))
    (1/2, x)
    """
    if isinstance(number, fmpq_poly):
        return number
    if isinstance(number, fmpz_poly):
        return fmpq_poly(number)
    exact = Fraction(number)
    return fmpq_poly([fmpq(exact.numerator, exact.denominator)])
