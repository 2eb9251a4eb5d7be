"""Polynomials in a hand, piece by piece from 0 to 1: sums, products, areas, and the larger of two.

Standard library only. A piece is where it begins, where it ends and its coefficients, the constant
first. Signs are read off Bernstein coefficients, which enclose a polynomial on its piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from sabot.errors import CertificateError

ZERO, ONE = Fraction(0), Fraction(1)
HALVINGS = 160
"""How often a piece is halved in search of a crossing."""
Curve = list[Fraction]
Piece = tuple[Fraction, Fraction, Curve]
Curves = list[Piece]


def constant(amount: Fraction) -> Curves:
    """Return the same amount for every hand."""
    return [(ZERO, ONE, [amount])]


def plus(one: Curves, two: Curves) -> Curves:
    """Return the sum."""
    return [(low, high, _summed(a, b, ONE)) for low, high, a, b in _both(one, two)]


def _summed(a: Curve, b: Curve, sign: Fraction) -> Curve:
    """Return a curve plus *sign* times another."""
    size = max(len(a), len(b))
    long = [*a, *[ZERO] * (size - len(a))]
    return [x + sign * b[k] if k < len(b) else x for k, x in enumerate(long)]


def times(one: Curves, two: Curves) -> Curves:
    """Return the product."""
    found: Curves = []
    for low, high, a, b in _both(one, two):
        curve = [ZERO] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                curve[i + j] += x * y
        found.append((low, high, curve))
    return found


def joined(parts: Sequence[tuple[Fraction, Fraction, Curves]]) -> Curves:
    """Return curves that are each taken between two hands only, one after the other."""
    return [
        (max(low, begin), min(high, end), curve)
        for begin, end, curves in parts
        for low, high, curve in curves
        if max(low, begin) < min(high, end)
    ]


def whole_area(curves: Curves) -> Fraction:
    """Return the area under curves from 0 to 1."""
    total = ZERO
    for low, high, curve in curves:
        for power, coefficient in enumerate(curve, 1):
            total += coefficient * (high**power - low**power) / power
    return total


def larger(one: Curves, two: Curves, slack: Fraction) -> Curves:
    """Return curves that are nowhere below either; at a crossing too high by *slack* at most."""
    found: Curves = []
    for low, high, a, b in _both(one, two):
        _larger(low, high, a, b, slack, HALVINGS, found)
    return found


def _larger(
    low: Fraction,
    high: Fraction,
    a: Curve,
    b: Curve,
    slack: Fraction,
    left: int,
    found: Curves,
) -> None:
    gap = _summed(a, b, -ONE)
    bounds = enclosing(gap, low, high)
    if min(bounds) >= 0:
        found.append((low, high, a))
    elif max(bounds) <= 0:
        found.append((low, high, b))
    elif max(map(abs, bounds)) * (high - low) <= slack:
        top = max(*enclosing(a, low, high), *enclosing(b, low, high))
        found.append((low, high, [top]))
    elif not left:
        raise CertificateError("two choices cross where no bound as small as the claim is found")
    else:
        middle = _division(gap, low, high)
        _larger(low, middle, a, b, slack / 2, left - 1, found)
        _larger(middle, high, a, b, slack / 2, left - 1, found)


def _division(gap: Curve, low: Fraction, high: Fraction) -> Fraction:
    """Return where to divide a piece: at the root of a straight line, else in the middle."""
    if len(gap) > 1 and gap[1] and not any(gap[2:]):
        root = -gap[0] / gap[1]
        if low < root < high:
            return root
    return (low + high) / 2


def enclosing(curve: Curve, low: Fraction, high: Fraction) -> list[Fraction]:
    """Return numbers between whose least and greatest a curve lies on a piece.

    >>> enclosing([ZERO, ZERO, ONE], -ONE, ONE) == [1, -1, 1]
    True
    """
    degree = len(curve) - 1
    moved = [ZERO] * (degree + 1)
    width = high - low
    for power, coefficient in enumerate(curve):
        if coefficient:
            for j in range(power + 1):
                moved[j] += coefficient * comb(power, j) * low ** (power - j) * width**j
    return [
        sum((moved[j] * comb(k, j) / comb(degree, j) for j in range(k + 1)), ZERO)
        for k in range(degree + 1)
    ]


def _both(one: Curves, two: Curves) -> list[tuple[Fraction, Fraction, Curve, Curve]]:
    """Return the pieces of both, cut where either is."""
    found = []
    i = j = 0
    low = ZERO
    while i < len(one) and j < len(two):
        high = min(one[i][1], two[j][1])
        if high > low:
            found.append((low, high, one[i][2], two[j][2]))
        low = high
        i += one[i][1] == high
        j += two[j][1] == high
    return found
