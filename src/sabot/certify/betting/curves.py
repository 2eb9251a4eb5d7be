"""Polynomials in a hand, piece by piece: sums, products, areas, and the larger of two.

Standard library only. A piece is where it begins, where it ends and its coefficients, the constant
first. Hands are counted in units so small that every cut is a whole number of them, and so are all
coefficients; only around a crossing of two choices an end may be a fraction. Signs are read off
Bernstein coefficients, which enclose a polynomial on its piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm

from sabot.errors import CertificateError

HALVINGS = 160
"""How often a piece is halved in search of a crossing."""
Number = int | Fraction
Curve = list[int]
Piece = tuple[Number, Number, Curve]
Curves = list[Piece]


def plus(one: Curves, two: Curves) -> Curves:
    """Return the sum."""
    return [(low, high, _summed(a, b)) for low, high, a, b in both(one, two)]


def _summed(a: Curve, b: Curve) -> Curve:
    if len(a) < len(b):
        a, b = b, a
    return [*map(int.__add__, a, b), *a[len(b) :]]


def minus(a: Curve, b: Curve) -> Curve:
    """Return how much a curve lies above another."""
    return _summed(a, [-c for c in b])


def times(one: Curves, two: Curves) -> Curves:
    """Return the product."""
    found: Curves = []
    for low, high, a, b in both(one, two):
        curve = [0] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b, i):
                    curve[j] += x * y
        found.append((low, high, curve))
    return found


def scaled(curves: Curves, factor: int) -> Curves:
    """Return curves, every value times a number."""
    return [(low, high, [factor * c for c in curve]) for low, high, curve in curves]


def joined(parts: Sequence[tuple[int, int, Curves]]) -> Curves:
    """Return curves that are each taken between two hands only, one after the other."""
    return [
        (max(low, begin), min(high, end), curve)
        for begin, end, curves in parts
        for low, high, curve in curves
        if max(low, begin) < min(high, end)
    ]


def area(curves: Curves) -> Fraction:
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


def larger(one: Curves, two: Curves, slack: Fraction) -> Curves:
    """Return curves that are nowhere below either; at a crossing too high by *slack* at most."""
    found: Curves = []
    for low, high, a, b in both(one, two):
        _larger(low, high, a, b, slack, HALVINGS, found)
    return found


def _larger(
    low: Number,
    high: Number,
    a: Curve,
    b: Curve,
    slack: Fraction,
    left: int,
    found: Curves,
) -> None:
    gap = minus(a, b)
    bounds, share = enclosing(gap, low, high)
    if min(bounds) >= 0:
        found.append((low, high, a))
    elif max(bounds) <= 0:
        found.append((low, high, b))
    elif max(max(bounds), -min(bounds)) * (high - low) <= slack * share:
        found.append((low, high, [max(_top(a, low, high), _top(b, low, high))]))
    elif not left:
        raise CertificateError("two choices cross where no bound as small as the claim is found")
    else:
        ends = [low, *_division(gap, low, high), high]
        for begin, end in pairwise(ends):
            _larger(begin, end, a, b, slack / (len(ends) - 1), left - 1, found)


def _top(curve: Curve, low: Number, high: Number) -> int:
    """Return a whole number that a curve does not exceed on a piece."""
    bounds, share = enclosing(curve, low, high)
    return int(-(-max(bounds) // share))


def _division(gap: Curve, low: Number, high: Number) -> list[Number]:
    """Return where to divide a piece: at the root of a line, around that of a curve, or halfway."""
    if len(gap) > 1 and gap[1] and not any(gap[2:]):
        root = Fraction(-gap[0], gap[1])
        if low < root < high:
            return [root]
    elif isinstance(low, int) and isinstance(high, int) and high - low > 2:
        near = _unit(gap, low, high)
        return [end for end in (near, near + 1) if low < end < high]
    return [Fraction(low + high) / 2]


def _unit(gap: Curve, low: int, high: int) -> int:
    """Return a unit in which a curve changes its sign, if it does: where it begins."""
    up = _at(gap, high) > 0
    while high - low > 1:
        middle = (low + high) // 2
        if (_at(gap, middle) > 0) == up:
            high = middle
        else:
            low = middle
    return low


def _at(curve: Curve, hand: int) -> int:
    total = 0
    for coefficient in reversed(curve):
        total = total * hand + coefficient
    return total


def enclosing(curve: Curve, low: Number, high: Number) -> tuple[list[Number], int]:
    """Return numbers, and a number of shares: between the least and greatest a curve lies.

    >>> enclosing([0, 0, 1], -1, 1)
    ([2, -2, 2], 2)
    """
    degree = len(curve) - 1
    width = high - low
    moved: list[Number] = [*curve]
    for start in range(degree):
        for k in range(degree - 1, start - 1, -1):
            moved[k] += low * moved[k + 1]
    power: Number = 1
    for k in range(1, degree + 1):
        power *= width
        moved[k] *= power
    weights, share = _weights(degree)
    return [sum(w * m for w, m in zip(row, moved, strict=False)) for row in weights], share


@lru_cache(maxsize=32)
def _weights(degree: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return how much of each coefficient is in each bound, times a common number."""
    share = lcm(*(comb(degree, j) for j in range(degree + 1)))
    return tuple(
        tuple(share * comb(k, j) // comb(degree, j) for j in range(k + 1))
        for k in range(degree + 1)
    ), share


def both(one: Curves, two: Curves) -> list[tuple[Number, Number, Curve, Curve]]:
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
