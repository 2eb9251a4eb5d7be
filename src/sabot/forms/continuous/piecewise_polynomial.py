"""Exact piecewise polynomials on [0, 1]: payoffs as functions of the hand.

Between two neighbouring cuts a function is a polynomial with rational coefficients, here FLINT's.
Signs are decided by Bernstein coefficients: a polynomial lies between the smallest and the largest
of them, so a bound that is read off them is a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb

from flint import fmpq, fmpq_poly

ZERO, ONE = fmpq(0), fmpq(1)
SHORTEST_PIECE = fmpq(1, 1 << 200)
"""The shortest piece that a sign is looked for in; shorter ones are bounded."""
BISECTIONS, NEWTON_BITS = 12, 140
"""How often an interval is halved before Newton's steps, and the binary digits of the root then."""
ROOT_MARGIN = fmpq(1, 1 << 130)
"""How closely a root is put between two ends."""


@dataclass(frozen=True, slots=True)
class PiecewisePolynomial:
    """A function on [0, 1]: its cuts from 0 to 1, and a polynomial between each two."""

    cuts: tuple[fmpq, ...]
    parts: tuple[fmpq_poly, ...]

    @classmethod
    def constant(cls, amount: fmpq) -> PiecewisePolynomial:
        """Return a function that does not depend on the hand."""
        return cls((ZERO, ONE), (fmpq_poly([amount]),))

    def __add__(self, other: PiecewisePolynomial) -> PiecewisePolynomial:
        cuts = _merge_cuts(self.cuts, other.cuts)
        pairs = zip(self.refined(cuts), other.refined(cuts), strict=True)
        return PiecewisePolynomial(cuts, tuple(one + two for one, two in pairs))

    def __mul__(self, other: PiecewisePolynomial) -> PiecewisePolynomial:
        cuts = _merge_cuts(self.cuts, other.cuts)
        pairs = zip(self.refined(cuts), other.refined(cuts), strict=True)
        return PiecewisePolynomial(cuts, tuple(one * two for one, two in pairs))

    def times(self, factor: fmpq) -> PiecewisePolynomial:
        """Return the function, every value times a number."""
        return PiecewisePolynomial(self.cuts, tuple(part * factor for part in self.parts))

    def refined(self, cuts: Sequence[fmpq]) -> Sequence[fmpq_poly]:
        """Return the polynomial of each piece between finer cuts."""
        if cuts is self.cuts:
            return self.parts
        parts: list[fmpq_poly] = []
        place = 0
        for end in cuts[1:]:
            while self.cuts[place + 1] < end:
                place += 1
            parts.append(self.parts[place])
        return parts

    def at(self, hand: Fraction) -> Fraction:
        """Return the value at a hand; at a cut that of the piece above it."""
        there = as_fmpq(hand)
        place = len(self.parts) - 1
        while place and there < self.cuts[place]:
            place -= 1
        return as_fraction(self.parts[place](there))

    def integral(self) -> Fraction:
        """Return the integral over [0, 1]."""
        return self.area(Fraction(0), Fraction(1))

    def area(self, low: Fraction, high: Fraction) -> Fraction:
        """Return the integral between two hands."""
        total, begin, end = ZERO, as_fmpq(low), as_fmpq(high)
        for start, stop, part in self.pieces():
            one, two = max(start, begin), min(stop, end)
            if one < two:
                whole = part.integral()
                total += whole(two) - whole(one)
        return as_fraction(total)

    def pieces(self) -> list[tuple[fmpq, fmpq, fmpq_poly]]:
        """Return each piece: where it begins, where it ends, its polynomial."""
        return list(zip(self.cuts, self.cuts[1:], self.parts, strict=False))


def as_fmpq(amount: Fraction) -> fmpq:
    """Return a fraction as FLINT's."""
    return fmpq(amount.numerator, amount.denominator)


def as_fraction(amount: fmpq) -> Fraction:
    """Return FLINT's fraction as Python's."""
    return Fraction(int(amount.p), int(amount.q))


def bernstein_coefficients(part: fmpq_poly, low: fmpq, high: fmpq) -> list[fmpq]:
    """Return the Bernstein coefficients of a polynomial on an interval.

    They enclose it there, and the first and last are its values at the ends.

    >>> bernstein_coefficients(fmpq_poly([0, 0, 1]), fmpq(-1), fmpq(1))
    [1, -1, 1]
    """
    shifted = part(fmpq_poly([low, high - low])).coeffs() or [ZERO]
    return [
        sum((share * shifted[j] for j, share in enumerate(shares)), ZERO)
        for shares in _bernstein_weights(len(shifted) - 1)
    ]


def upper_envelope(
    one: PiecewisePolynomial, two: PiecewisePolynomial, slack: fmpq
) -> PiecewisePolynomial:
    """Return a function that is nowhere below the larger of two, and equals it almost everywhere.

    Where they cross at a fraction that can be named it is the larger one itself. Around any other
    crossing stands a piece so short that a constant above both changes no integral by more than
    *slack*.
    """
    cuts = _merge_cuts(one.cuts, two.cuts)
    ends = [cuts[0]]
    parts: list[fmpq_poly] = []
    pieces = zip(pairwise(cuts), one.refined(cuts), two.refined(cuts), strict=True)
    for (low, high), first, second in pieces:
        for end, sign in sign_intervals(first - second, low, high, slack):
            if sign is None:
                both = (
                    *bernstein_coefficients(first, ends[-1], end),
                    *bernstein_coefficients(second, ends[-1], end),
                )
                parts.append(fmpq_poly([max(both)]))
            else:
                parts.append(first if sign > 0 else second)
            ends.append(end)
    return PiecewisePolynomial(tuple(ends), tuple(parts))


def sign_intervals(
    gap: fmpq_poly, low: fmpq, high: fmpq, slack: fmpq
) -> list[tuple[fmpq, int | None]]:
    """Return where a polynomial is not negative (1) or not positive (-1), piece by piece.

    Each piece is given by its end. None stands for a piece with a crossing in it, over which the
    polynomial adds up to no more than *slack*.
    """
    bounds = bernstein_coefficients(gap, low, high)
    if min(bounds) >= 0:
        return [(high, 1)]
    if max(bounds) <= 0:
        return [(high, -1)]
    width = high - low
    if max(map(abs, bounds)) * width <= slack or width <= SHORTEST_PIECE:
        return [(high, None)]
    ends = (*_subdivision_points(gap, low, high), high)
    share, found = slack / len(ends), list[tuple[fmpq, int | None]]()
    for end in ends:
        found += sign_intervals(gap, low, end, share)
        low = end
    return _merge_equal_signs(found)


def _subdivision_points(gap: fmpq_poly, low: fmpq, high: fmpq) -> list[fmpq]:
    """Return where to divide: at the root of a line, close around another root, or in the middle.

    Where the root is, is a guess: whatever the places, signs are decided piece by piece.
    """
    if gap.degree() == 1:
        root = -gap[0] / gap[1]
        return [root] if low < root < high else [(low + high) / 2]
    near = _approximate_root(gap, low, high)
    if low < near < high and gap(near) == 0:
        return [near]
    close = [end for end in (near - ROOT_MARGIN, near + ROOT_MARGIN) if low < end < high]
    return close if len(close) == 2 and high - low > 8 * ROOT_MARGIN else [(low + high) / 2]


def _approximate_root(gap: fmpq_poly, low: fmpq, high: fmpq) -> fmpq:
    """Return about where a polynomial that changes its sign is 0: halving, then Newton's steps."""
    up = gap(high) > 0
    left, right = low, high
    for _ in range(BISECTIONS):
        middle = _rounded_to_bits((left + right) / 2, 2 * BISECTIONS)
        if (gap(middle) > 0) == up:
            right = middle
        else:
            left = middle
    slope, root = gap.derivative(), (left + right) / 2
    for bits in (3 * BISECTIONS, 6 * BISECTIONS, NEWTON_BITS, NEWTON_BITS):
        steep = slope(root)
        if not steep:
            break
        root = _rounded_to_bits(root - gap(root) / steep, bits)
    return root


def _rounded_to_bits(amount: fmpq, bits: int) -> fmpq:
    """Return the nearest number with so many binary digits."""
    top, below = int(amount.p), int(amount.q)
    return fmpq(((top << bits + 1) + below) // (2 * below), 1 << bits)


def _merge_equal_signs(found: Sequence[tuple[fmpq, int | None]]) -> list[tuple[fmpq, int | None]]:
    """Return the same without cuts between pieces of one sign."""
    kept: list[tuple[fmpq, int | None]] = []
    for end, sign in found:
        if kept and kept[-1][1] == sign and sign is not None:
            kept[-1] = (end, sign)
        else:
            kept.append((end, sign))
    return kept


def _merge_cuts(one: tuple[fmpq, ...], two: tuple[fmpq, ...]) -> tuple[fmpq, ...]:
    """Return the cuts of both, rising."""
    if one == two or len(two) == 2:
        return one
    if len(one) == 2:
        return two
    found: list[fmpq] = []
    i = j = 0
    while i < len(one) and j < len(two):
        cut = one[i] if one[i] <= two[j] else two[j]
        found.append(cut)
        i += one[i] == cut
        j += two[j] == cut
    return tuple(found)


@lru_cache(maxsize=32)
def _bernstein_weights(degree: int) -> tuple[tuple[fmpq, ...], ...]:
    """Return, for each Bernstein coefficient, its share of each power's coefficient."""
    return tuple(
        tuple(fmpq(comb(k, j), comb(degree, j)) for j in range(k + 1)) for k in range(degree + 1)
    )
