"""Piecewise polynomials in a type: sums, products, integrals and upper envelopes.

A piece is where it begins, where it ends, and its coefficients, the constant first. Types are
counted in units so small that every threshold is an integer, and so are all coefficients; only
around a crossing of two actions an end may be a fraction. Signs come from Bernstein
coefficients, which enclose a polynomial on its piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm

from sabot.errors import CertificateError

MOST_BISECTIONS = 160
"""How often a piece is halved in search of a crossing."""
ExactNumber = int | Fraction
Coefficients = list[int]
PolynomialPiece = tuple[ExactNumber, ExactNumber, Coefficients]
PiecewisePolynomial = list[PolynomialPiece]


def add_piecewise(one: PiecewisePolynomial, two: PiecewisePolynomial) -> PiecewisePolynomial:
    """Return the sum."""
    return [(low, high, _add_coefficients(a, b)) for low, high, a, b in common_refinement(one, two)]


def _add_coefficients(a: Coefficients, b: Coefficients) -> Coefficients:
    if len(a) < len(b):
        a, b = b, a
    return [*map(int.__add__, a, b), *a[len(b) :]]


def subtract_coefficients(a: Coefficients, b: Coefficients) -> Coefficients:
    """Return how much a curve lies above another."""
    return _add_coefficients(a, [-c for c in b])


def multiply_piecewise(one: PiecewisePolynomial, two: PiecewisePolynomial) -> PiecewisePolynomial:
    """Return the product."""
    found: PiecewisePolynomial = []
    for low, high, a, b in common_refinement(one, two):
        curve = [0] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b, i):
                    curve[j] += x * y
        found.append((low, high, curve))
    return found


def scale_piecewise(curves: PiecewisePolynomial, factor: int) -> PiecewisePolynomial:
    """Return curves, every value times a number."""
    return [(low, high, [factor * c for c in curve]) for low, high, curve in curves]


def join_restrictions(parts: Sequence[tuple[int, int, PiecewisePolynomial]]) -> PiecewisePolynomial:
    """Return curves that are each taken between two types only, one after the other."""
    return [
        (max(low, begin), min(high, end), curve)
        for begin, end, curves in parts
        for low, high, curve in curves
        if max(low, begin) < min(high, end)
    ]


def integrate(curves: PiecewisePolynomial) -> Fraction:
    """Return the area under curves."""
    total = Fraction(0)
    for low, high, curve in curves:
        share = lcm(*range(1, len(curve) + 1))
        up, down, whole = high, low, 0 * high
        for power, coefficient in enumerate(curve, 1):
            whole += coefficient * (up - down) * (share // power)
            up, down = up * high, down * low
        total += Fraction(whole) / share
    return total


def upper_envelope(
    one: PiecewisePolynomial, two: PiecewisePolynomial, slack: Fraction
) -> PiecewisePolynomial:
    """Return curves that are nowhere below either; at a crossing too high by *slack* at most."""
    found: PiecewisePolynomial = []
    for low, high, a, b in common_refinement(one, two):
        _append_envelope(low, high, a, b, slack, MOST_BISECTIONS, found)
    return found


def _append_envelope(
    low: ExactNumber,
    high: ExactNumber,
    a: Coefficients,
    b: Coefficients,
    slack: Fraction,
    left: int,
    found: PiecewisePolynomial,
) -> None:
    gap = subtract_coefficients(a, b)
    bounds, share = bernstein_bounds(gap, low, high)
    if min(bounds) >= 0:
        found.append((low, high, a))
    elif max(bounds) <= 0:
        found.append((low, high, b))
    elif max(max(bounds), -min(bounds)) * (high - low) <= slack * share:
        found.append(
            (
                low,
                high,
                [max(_integer_upper_bound(a, low, high), _integer_upper_bound(b, low, high))],
            )
        )
    elif not left:
        raise CertificateError("two choices cross where no bound as small as the claim is found")
    else:
        ends = [low, *_split_points(gap, low, high), high]
        for begin, end in pairwise(ends):
            _append_envelope(begin, end, a, b, slack / (len(ends) - 1), left - 1, found)


def _integer_upper_bound(curve: Coefficients, low: ExactNumber, high: ExactNumber) -> int:
    """Return an integer that a curve does not exceed on a piece."""
    bounds, share = bernstein_bounds(curve, low, high)
    return int(-(-max(bounds) // share))


def _split_points(gap: Coefficients, low: ExactNumber, high: ExactNumber) -> list[ExactNumber]:
    """Return where to divide a piece: at the root of a line, around that of a curve, or halfway."""
    if len(gap) > 1 and gap[1] and not any(gap[2:]):
        root = Fraction(-gap[0], gap[1])
        if low < root < high:
            return [root]
    elif isinstance(low, int) and isinstance(high, int) and high - low > 2:
        near = _locate_sign_change(gap, low, high)
        return [end for end in (near, near + 1) if low < end < high]
    return [Fraction(low + high) / 2]


def _locate_sign_change(gap: Coefficients, low: int, high: int) -> int:
    """Return a unit in which a curve changes its sign, if it does: where it begins."""
    up = _evaluate(gap, high) > 0
    while high - low > 1:
        middle = (low + high) // 2
        if (_evaluate(gap, middle) > 0) == up:
            high = middle
        else:
            low = middle
    return low


def _evaluate(curve: Coefficients, hand: int) -> int:
    total = 0
    for coefficient in reversed(curve):
        total = total * hand + coefficient
    return total


def bernstein_bounds(
    curve: Coefficients, low: ExactNumber, high: ExactNumber
) -> tuple[list[ExactNumber], int]:
    """Return numbers, and a number of shares: between the least and greatest a curve lies.

    >>> bernstein_bounds([0, 0, 1], -1, 1)
    ([2, -2, 2], 2)
    """
    degree = len(curve) - 1
    width = high - low
    moved: list[ExactNumber] = [*curve]
    for start in range(degree):
        for k in range(degree - 1, start - 1, -1):
            moved[k] += low * moved[k + 1]
    power: ExactNumber = 1
    for k in range(1, degree + 1):
        power *= width
        moved[k] *= power
    weights, share = _bernstein_weights(degree)
    return [sum(w * m for w, m in zip(row, moved, strict=False)) for row in weights], share


@lru_cache(maxsize=32)
def _bernstein_weights(degree: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return how much of each coefficient is in each bound, times a common number."""
    share = lcm(*(comb(degree, j) for j in range(degree + 1)))
    return tuple(
        tuple(share * comb(k, j) // comb(degree, j) for j in range(k + 1))
        for k in range(degree + 1)
    ), share


def common_refinement(
    one: PiecewisePolynomial, two: PiecewisePolynomial
) -> list[tuple[ExactNumber, ExactNumber, Coefficients, Coefficients]]:
    """Return the pieces of both, cut where either is."""
    found = []
    i = j = 0
    low = max(one[0][0], two[0][0])
    while i < len(one) and j < len(two):
        high = min(one[i][1], two[j][1])
        if high > low:
            found.append((low, high, one[i][2], two[j][2]))
            low = high
        i += one[i][1] == high
        j += two[j][1] == high
    return found
