"""Exact piecewise polynomials on [0, 1]: what a choice is worth, as a function of the hand.

Between two neighbouring cuts a function is a polynomial with rational coefficients, lowest degree
first. Signs are decided by Bernstein coefficients: a polynomial lies between the smallest and the
largest of them, so a bound that is read off them is a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

Polynomial = tuple[Fraction, ...]
"""Coefficients, the constant first."""
ZERO, ONE = Fraction(0), Fraction(1)
FINEST = Fraction(1, 1 << 200)
"""The shortest piece that a sign is looked for in; shorter ones are bounded."""


@dataclass(frozen=True, slots=True)
class Piecewise:
    """A function on [0, 1]: its cuts from 0 to 1, and a polynomial between each two."""

    cuts: tuple[Fraction, ...]
    parts: tuple[Polynomial, ...]

    @classmethod
    def constant(cls, amount: Fraction) -> Piecewise:
        """Return a function that does not depend on the hand."""
        return cls((ZERO, ONE), ((amount,),))

    def __add__(self, other: Piecewise) -> Piecewise:
        cuts = _merged(self.cuts, other.cuts)
        pairs = zip(self.refined(cuts), other.refined(cuts), strict=True)
        return Piecewise(cuts, tuple(added(one, two) for one, two in pairs))

    def __sub__(self, other: Piecewise) -> Piecewise:
        return self + other.times(-ONE)

    def __mul__(self, other: Piecewise) -> Piecewise:
        cuts = _merged(self.cuts, other.cuts)
        pairs = zip(self.refined(cuts), other.refined(cuts), strict=True)
        return Piecewise(cuts, tuple(product(one, two) for one, two in pairs))

    def times(self, factor: Fraction) -> Piecewise:
        """Return the function, every value times a number."""
        return Piecewise(self.cuts, tuple(tuple(factor * c for c in part) for part in self.parts))

    def refined(self, cuts: Sequence[Fraction]) -> list[Polynomial]:
        """Return the polynomial of each piece between finer cuts."""
        parts: list[Polynomial] = []
        place = 0
        for end in cuts[1:]:
            while self.cuts[place + 1] < end:
                place += 1
            parts.append(self.parts[place])
        return parts

    def at(self, hand: Fraction) -> Fraction:
        """Return the value at a hand; at a cut that of the piece above it."""
        place = len(self.parts) - 1
        while place and hand < self.cuts[place]:
            place -= 1
        return valued(self.parts[place], hand)

    def integral(self) -> Fraction:
        """Return the integral over [0, 1]."""
        return sum(
            (area(part, low, high) for low, high, part in self.pieces()),
            ZERO,
        )

    def pieces(self) -> list[tuple[Fraction, Fraction, Polynomial]]:
        """Return each piece: where it begins, where it ends, its polynomial."""
        return list(zip(self.cuts, self.cuts[1:], self.parts, strict=False))


def added(one: Polynomial, two: Polynomial) -> Polynomial:
    """Return the sum of two polynomials.

    >>> added((Fraction(1),), (Fraction(2), Fraction(3)))
    (Fraction(3, 1), Fraction(3, 1))
    """
    if len(one) < len(two):
        one, two = two, one
    return tuple(a + b for a, b in zip(one, two, strict=False)) + one[len(two) :]


def product(one: Polynomial, two: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    found = [ZERO] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(two):
                found[i + j] += a * b
    return tuple(found)


def valued(part: Polynomial, hand: Fraction) -> Fraction:
    """Return the value of a polynomial, by Horner's rule."""
    found = ZERO
    for coefficient in reversed(part):
        found = found * hand + coefficient
    return found


def area(part: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """Return the integral of a polynomial between two hands."""
    whole = (ZERO, *(c / (k + 1) for k, c in enumerate(part)))
    return valued(whole, high) - valued(whole, low)


def bernstein(part: Polynomial, low: Fraction, high: Fraction) -> list[Fraction]:
    """Return the Bernstein coefficients of a polynomial on an interval.

    They enclose it there, and the first and last are its values at the ends.

    >>> bernstein((Fraction(0), Fraction(0), Fraction(1)), Fraction(-1), Fraction(1))
    [Fraction(1, 1), Fraction(-1, 1), Fraction(1, 1)]
    """
    degree = len(part) - 1
    shifted = _shifted(part, low, high - low)
    return [
        sum(
            (Fraction(comb(k, j), comb(degree, j)) * shifted[j] for j in range(k + 1)),
            ZERO,
        )
        for k in range(degree + 1)
    ]


def upper(one: Piecewise, two: Piecewise, slack: Fraction) -> Piecewise:
    """Return a function that is nowhere below the larger of two, and equals it almost everywhere.

    Where they cross at a fraction that can be named it is the larger one itself. Around any other
    crossing stands a piece so short that a constant above both changes no integral by more than
    *slack*.
    """
    cuts = _merged(one.cuts, two.cuts)
    ends = [ZERO]
    parts: list[Polynomial] = []
    firsts, seconds = one.refined(cuts), two.refined(cuts)
    for low, high, first, second in zip(cuts, cuts[1:], firsts, seconds, strict=False):
        gap = added(first, tuple(-c for c in second))
        for end, sign in signs(gap, low, high, slack):
            if sign is None:
                both = (*bernstein(first, ends[-1], end), *bernstein(second, ends[-1], end))
                parts.append((max(both),))
            else:
                parts.append(first if sign > 0 else second)
            ends.append(end)
    return Piecewise(tuple(ends), tuple(parts))


def signs(
    gap: Polynomial, low: Fraction, high: Fraction, slack: Fraction
) -> list[tuple[Fraction, int | None]]:
    """Return where a polynomial is not negative (1) or not positive (-1), piece by piece.

    Each piece is given by its end. None stands for a piece that holds a crossing and in which the
    polynomial is nowhere larger than *slack*, or whose width is at most *slack*.
    """
    bounds = bernstein(gap, low, high)
    if min(bounds) >= 0:
        return [(high, 1)]
    if max(bounds) <= 0:
        return [(high, -1)]
    width = high - low
    if max(map(abs, bounds)) * width <= slack or width <= FINEST:
        return [(high, None)]
    middle = _crossing(gap, low, high)
    found = signs(gap, low, middle, slack / 2) + signs(gap, middle, high, slack / 2)
    return _joined(found)


def _crossing(gap: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """Return where to divide: at the root of a line, else in the middle."""
    if len(gap) > 1 and gap[1] and not any(gap[2:]):
        root = -gap[0] / gap[1]
        if low < root < high:
            return root
    return (low + high) / 2


def _joined(found: Sequence[tuple[Fraction, int | None]]) -> list[tuple[Fraction, int | None]]:
    """Return the same without cuts between pieces of one sign."""
    kept: list[tuple[Fraction, int | None]] = []
    for end, sign in found:
        if kept and kept[-1][1] == sign and sign is not None:
            kept[-1] = (end, sign)
        else:
            kept.append((end, sign))
    return kept


def _merged(one: Sequence[Fraction], two: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return tuple(one) if one is two else tuple(sorted({*one, *two}))


def _shifted(part: Polynomial, low: Fraction, width: Fraction) -> list[Fraction]:
    """Return the coefficients in t of a polynomial in ``low + width t``."""
    found = [ZERO] * len(part)
    for power, coefficient in enumerate(part):
        if coefficient:
            for j, times in enumerate(_binomials(power)):
                found[j] += coefficient * times * low ** (power - j) * width**j
    return found


@lru_cache(maxsize=64)
def _binomials(power: int) -> tuple[int, ...]:
    return tuple(comb(power, j) for j in range(power + 1))
