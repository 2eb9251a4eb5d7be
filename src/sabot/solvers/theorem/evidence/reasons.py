"""Reasons: why each inequality of a piece holds on its range, found for the proof to state.

The checker only looks whether a stated reason is one; which to state is searched for here, the
simplest first.
"""

from __future__ import annotations

from typing import Any

from flint import fmpz_poly

from sabot.exact import show
from sabot.forms.algebra.point import odd_part, sign_at
from sabot.forms.polynomial import PolynomialForm
from sabot.solvers.theorem.evidence.needs import LEAST, OTHER, Need, Stated, duties
from sabot.solvers.theorem.evidence.ranges import PointRange, Range, RealRange, WholeRange
from sabot.solvers.theorem.signs import between, shifted

Reason = dict[str, Any]


def reasoned(form: PolynomialForm, said: Stated, where: Range) -> dict[str, Any]:
    """Return the bases of a piece, and its inequalities with why each holds."""
    found = duties(form, said, where)
    return {
        "basis": found.basis,
        "inequalities": [
            {
                "says": need.says,
                "polynomial": [int(c) for c in need.polynomial.coeffs()],
                "is": need.written,
            }
            | reason(need, where)
            for need in found.needs
        ],
    }


def reason(need: Need, where: Range) -> Reason:
    """Return why something holds on a range.

    >>> reason(Need("", fmpz_poly([6, -5, 1]), ">= 0"), WholeRange(1, None))
    {'why': ['parts', 2, 3, 4]}
    """
    signed: list[tuple[Reason, fmpz_poly]] = [({}, need.polynomial)]
    if need.sense == OTHER:
        p = need.polynomial
        signed = [({"of": "p"}, p), ({"of": "-p"}, -p), ({"of": "p*p"}, p * p)]
    for of, polynomial in signed:
        why = _why(polynomial, need, where)
        if why is not None:
            return of | {"why": why}
    raise AssertionError(f"{where}: nothing shows that {need.says}")


def _why(polynomial: fmpz_poly, need: Need, where: Range) -> Any:
    """Return why a polynomial is not negative, or positive, on a range; None where nothing is."""
    assert not isinstance(where, PointRange), "points are decided, not listed"
    strict = need.sense != LEAST
    if isinstance(where, WholeRange):
        least = 1 if strict else 0
        if where.single:
            return "value" if polynomial(where.low) >= least else None
        if _by_shift(shifted(polynomial, where.low), strict=strict, inside=False):
            return "shift"
        cuts = _cuts(polynomial, where, least)
        return None if cuts is None else ["parts", *cuts]
    if polynomial == 0:
        return None if strict else "shift"
    if where.low.rational:
        top, below = where.low.low.numerator, where.low.low.denominator
        moved = polynomial.degree()
        scaled = [int(c) * below ** (moved - k) for k, c in enumerate(polynomial.coeffs())]
        if _by_shift(shifted(fmpz_poly(scaled), top), strict=strict, inside=need.inside):
            return "shift"
    return _by_roots(polynomial, need, where, strict=strict)


def _by_shift(moved: fmpz_poly, *, strict: bool, inside: bool) -> bool:
    """Tell whether p(a + x) = *moved* has no negative coefficient; if *strict*, it is not 0."""
    if any(c < 0 for c in moved.coeffs()):
        return False
    return not strict or bool(moved != 0 if inside else moved[0] > 0)


def _by_roots(polynomial: fmpz_poly, need: Need, where: RealRange, *, strict: bool) -> Any:
    spot = where.beside(polynomial)
    if sign_at(polynomial, spot) < 0:
        return None
    if where.roots(polynomial) == 0:
        if not strict or need.inside or not where.zero_at_ends(polynomial):
            return ["sturm", show(spot)]
        return None
    if not strict and where.roots(odd_part(polynomial)) == 0:
        return ["even", show(spot)]
    return None


def _cuts(polynomial: fmpz_poly, where: WholeRange, least: int) -> list[int] | None:
    """Return where to cut a range so that each part is settled, None where p is below *least*."""
    cuts: list[int] = []
    start, step = where.low, 1
    if polynomial(start) < least:
        return None
    if where.high is None and polynomial.leading_coefficient() < 0:
        return None
    while where.high is None and any(c < 0 for c in shifted(polynomial, start).coeffs()):
        if not _add_parts(polynomial, start, start + step, least, cuts):
            return None
        start, step = start + step, 2 * step
        cuts.append(start)
    if where.high is not None and not _add_parts(polynomial, start, where.high, least, cuts):
        return None
    return sorted(cuts)


def _add_parts(polynomial: fmpz_poly, low: int, high: int, least: int, cuts: list[int]) -> bool:
    """Add the cuts inside a part; tell whether p is at least *least* at the ends of all parts."""
    todo = [(low, high)]
    while todo:
        start, end = todo.pop()
        if polynomial(start) < least or polynomial(end) < least:
            return False
        if end - start < 2 or all(c >= 0 for c in between(polynomial, start, end).coeffs()):
            continue
        middle = (start + end) // 2
        cuts.append(middle)
        todo += [(start, middle), (middle, end)]
    return True
