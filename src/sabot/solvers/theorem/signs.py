"""Signs of polynomials over ranges, exactly: where a polynomial first fails to be non-negative."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpz_poly

from sabot.forms.polynomial import value_at


def shifted(polynomial: fmpz_poly, by: int) -> fmpz_poly:
    """Return p(t + by)."""
    return polynomial(fmpz_poly([by, 1]))


def never_negative_from(polynomial: fmpz_poly, start: int) -> bool:
    """Tell whether p(start + s) has no negative coefficient: then p >= 0 from *start* on."""
    return all(c >= 0 for c in shifted(polynomial, start).coeffs())


def first_negative(polynomial: fmpz_poly, start: int) -> int | None:
    """Return the first whole number > *start* at which p < 0, None if there is none.

    Ranges that grow are searched by halving; a half in which no coefficient is negative once its
    ends are sent to 0 and infinity has no negative value inside. Nothing is rounded.

    >>> first_negative(fmpz_poly([6, -5, 1]) * fmpz_poly([-8, 1]), 8), first_negative(
    ...     fmpz_poly([10**30, -1]), 1) == 10**30 + 1
    (None, True)
    """
    at, step = start, 1
    while not never_negative_from(polynomial, at):
        bad = _first_between(polynomial, at, at + step)
        if bad is not None:
            return bad
        at, step = at + step, 2 * step
    return at if at > start and polynomial(at) < 0 else None


def between(polynomial: fmpz_poly, low: int, high: int) -> fmpz_poly:
    """Return (1 + s)^n p((low s + high) / (1 + s)): its s > 0 are the points between.

    >>> between(fmpz_poly([0, 1]), 2, 5)
    2*x + 5
    """
    moved = polynomial(fmpz_poly([low, high - low])).coeffs()
    return fmpz_poly(moved[::-1])(fmpz_poly([1, 1]))


def _first_between(polynomial: fmpz_poly, low: int, high: int) -> int | None:
    """Return the first whole number in low < t <= high at which p < 0."""
    if high - low > 1 and any(c < 0 for c in between(polynomial, low, high).coeffs()):
        middle = (low + high) // 2
        bad = _first_between(polynomial, low, middle)
        return bad if bad is not None else _first_between(polynomial, middle, high)
    return high if polynomial(high) < 0 else None


def whole_roots(polynomial: fmpz_poly, start: int, end: int | None) -> list[int]:
    """Return the whole numbers from *start* to *end* at which p = 0."""
    found = (int(root) for root, _ in polynomial.roots())
    return sorted(r for r in found if r >= start and (end is None or r <= end))


def sign_at(polynomial: fmpz_poly, at: Fraction | int) -> int:
    """Return the sign of p at a rational number."""
    here = value_at(polynomial, at)
    return (here > 0) - (here < 0)
