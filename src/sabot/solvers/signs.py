"""Signs of polynomials over ranges, exactly: where a polynomial first fails to be non-negative."""

from __future__ import annotations

import math
from fractions import Fraction

from flint import fmpz_poly

from sabot.forms.theorem import value_at


def shifted(polynomial: fmpz_poly, by: int) -> fmpz_poly:
    """Return p(t + by)."""
    return polynomial(fmpz_poly([by, 1]))


def never_negative_from(polynomial: fmpz_poly, start: int) -> bool:
    """Tell whether p(start + s) has no negative coefficient: then p >= 0 from *start* on."""
    return all(c >= 0 for c in shifted(polynomial, start).coeffs())


def first_negative(polynomial: fmpz_poly, start: int) -> int | None:
    """Return the first whole number > *start* at which p < 0, None if there is none.

    Between two neighbouring real roots the sign does not change, so only the whole numbers next to
    a root need to be tried.
    """
    if never_negative_from(polynomial, start):
        return None
    nearby: set[int] = set()
    for root, _ in polynomial.complex_roots():
        if root.imag.is_zero():  # certified real; enclosures are far narrower than 1
            spot = math.floor(float(root.real.mid()))
            nearby.update(k for k in range(spot - 1, spot + 4) if k > start)
    nearby.add(start + 1)
    return next((spot for spot in sorted(nearby) if int(polynomial(spot)) < 0), None)


def whole_roots(polynomial: fmpz_poly, start: int, end: int | None) -> list[int]:
    """Return the whole numbers from *start* to *end* at which p = 0."""
    found = (int(root) for root, _ in polynomial.roots())
    return sorted(r for r in found if r >= start and (end is None or r <= end))


def sign_at(polynomial: fmpz_poly, at: Fraction | int) -> int:
    """Return the sign of p at a rational number."""
    value = value_at(polynomial, at)
    return (value > 0) - (value < 0)
