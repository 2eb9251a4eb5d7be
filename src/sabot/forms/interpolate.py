"""A polynomial form from numeric ones: interpolation, with one value more than is needed.

Where the rules pay sums of stakes, payoffs are polynomials in a stake and their degree is known.
The numeric forms at degree + 1 values then fix them; the form at one further value must agree,
which guards against rules that branch on the parameter.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from flint import fmpq, fmpq_poly, fmpz_poly

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.polynomial import Domain, PolynomialForm
from sabot.forms.sequence import SequenceForm


def interpolated(
    name: str, form_at: Callable[[int], SequenceForm], degree: int, domain: Domain
) -> PolynomialForm:
    """Return the form with payoffs of at most *degree* in a parameter, from its values."""
    spots = range(1, degree + 3)
    forms = [form_at(spot) for spot in watch.each("writing out", spots, f"values of {name}")]
    sides = forms[0].sides
    if any(form.sides != sides for form in forms):
        raise NoMethodError(f"the views of the game change with {name}")
    tables = [{(i, j): Fraction(a, form.denominator) for i, j, a in form.payoffs} for form in forms]
    payoffs: dict[tuple[int, int], fmpq_poly] = {}
    for spot in sorted(set().union(*tables)):
        watch.heard()
        values = [table.get(spot, Fraction(0)) for table in tables]
        payoffs[spot] = _through(list(spots)[: degree + 1], values[: degree + 1])
        last = payoffs[spot](fmpq(spots[-1]))
        if Fraction(int(last.p), int(last.q)) != values[-1]:
            raise NoMethodError(f"payoffs are not polynomials of degree {degree} in {name}")
    below = lcm(*(int(p.denom()) for p in payoffs.values()))
    whole = {spot: fmpz_poly((p * below).numer().coeffs()) for spot, p in payoffs.items()}
    return PolynomialForm.of(name, sides, whole, below, domain)


def _through(spots: list[int], values: list[Fraction]) -> fmpq_poly:
    """Return the polynomial of least degree through some points (Lagrange)."""
    total = fmpq_poly([0])
    for k, (at, value) in enumerate(zip(spots, values, strict=True)):
        term = fmpq_poly([fmpq(value.numerator, value.denominator)])
        for j, other in enumerate(spots):
            if j != k:
                term *= fmpq_poly([-other, 1]) / (at - other)
        total += term
    return total
