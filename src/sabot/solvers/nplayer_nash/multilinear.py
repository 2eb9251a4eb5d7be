"""Multilinear polynomials in the probabilities of a support, exactly.

What a player gains by an action over another is linear in the mix of each of the others. If all
players use just the actions of a support, it is a polynomial in the probabilities of these actions
except the last of each player, with integer coefficients: no monomial has two unknowns of a player.
Such a polynomial is least and greatest at *vertices*, where each player has one action.

Values are fractions, or numbers of the field of one root.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import gcd, prod

import numpy as np

from sabot.forms.algebra.algebraic_number import Real
from sabot.solvers.lp.program import IntArray

Monomial = tuple[int, ...]
"""The numbers of the unknowns whose product it is, at most one of each player, in order."""
Polynomial = dict[Monomial, int]
"""By monomial its coefficient, which is not 0."""
Unknowns = Sequence[Sequence[int]]
"""By player the numbers of its unknowns: the probabilities of its actions except the last one."""


def gain_polynomial(gain: IntArray, player: int, unknowns: Unknowns) -> Polynomial:
    """Return a gain as a polynomial, divided by what its coefficients have in common.

    *gain*: by profile of actions; the player's own axis has length 1.
    """
    table = gain.astype(object)
    for axis in range(table.ndim):
        if axis != player:
            lines = np.moveaxis(table, axis, 0)
            table = np.moveaxis(np.concatenate([lines[:-1] - lines[-1:], lines[-1:]]), 0, axis)
    found = {}
    for spot in np.ndindex(*table.shape):
        if table[spot]:
            pairs = enumerate(zip(unknowns, spot, strict=True))
            used = (own[a] for k, (own, a) in pairs if k != player and a < len(own))
            found[tuple(sorted(used))] = int(table[spot])
    return _primitive(found)


def _primitive(polynomial: Polynomial) -> Polynomial:
    """Return a polynomial without the common divisor of its coefficients."""
    shared = gcd(*polynomial.values()) or 1
    return {monomial: c // shared for monomial, c in polynomial.items()}


def as_equation(polynomial: Polynomial) -> Polynomial:
    """Return a polynomial with the same zeros: no common divisor, the first term positive."""
    found = _primitive(polynomial)
    sign = 1 if found[min(found, key=longest_first)] > 0 else -1
    return {monomial: sign * c for monomial, c in found.items()}


def longest_first(monomial: Monomial) -> tuple[int, Monomial]:
    """Return the key by which the terms of a polynomial are sorted: long products first."""
    return -len(monomial), monomial


def factors_of(polynomial: Polynomial) -> list[Polynomial]:
    """Return a polynomial as a product, up to a constant: factors with one unknown, and the rest.

    >>> factors_of({(0, 1): 2, (0,): -1, (1,): 4, (): -2})  # (p + 2) (2 q - 1)
    [{(0,): 1, (): 2}, {(1,): 2, (): -1}]
    """
    found = []
    rest = polynomial
    for unknown in sorted({k for monomial in polynomial for k in monomial}):
        slope = {tuple(k for k in m if k != unknown): c for m, c in rest.items() if unknown in m}
        start = {m: c for m, c in rest.items() if unknown not in m}
        if not slope or slope.keys() == {()}:
            continue
        shares = {Fraction(start.get(m, 0), c) for m, c in slope.items()}
        if len(shares) == 1 and start.keys() <= slope.keys():
            (share,) = shares
            linear = {(unknown,): share.denominator, (): share.numerator}
            found.append({m: c for m, c in linear.items() if c})
            rest = slope
    return [*found, as_equation(rest)]


def values_at_vertices(polynomial: Polynomial, unknowns: Unknowns) -> list[int]:
    """Return the values where each player has one action, in one order for all polynomials."""
    return [
        sum(c for m, c in polynomial.items() if set(m) <= set(chosen))
        for chosen in product(*((*own, None) for own in unknowns))
    ]


def sign_inside(polynomial: Polynomial, unknowns: Unknowns) -> int:
    """Return the sign of a polynomial wherever all probabilities are positive; 0: not one sign.

    It is 0 for the polynomial 0, too.
    """
    values = values_at_vertices(polynomial, unknowns)
    if not any(values):
        return 0
    return 1 if min(values) >= 0 else -1 if max(values) <= 0 else 0


def follows_from(one: Polynomial, other: Polynomial, unknowns: Unknowns) -> bool:
    """Return whether ``one <= 0`` is seen to follow from ``other <= 0``: by a multiple above it.

    >>> follows_from({(0,): 1, (): -2}, {(0,): 2, (): -1}, [[0]])  # p <= 2 from p <= 1/2
    True
    """
    least, most = Fraction(0), None
    pairs = zip(values_at_vertices(one, unknowns), values_at_vertices(other, unknowns), strict=True)
    for a, b in pairs:  # a multiple c with a <= c b at every vertex
        if b > 0:
            least = max(least, Fraction(a, b))
        elif b < 0:
            most = Fraction(a, b) if most is None else min(most, Fraction(a, b))
        elif a > 0:
            return False
    return most is None or least <= most


def with_value(polynomial: Polynomial, unknown: int, value: Fraction) -> Polynomial:
    """Return a polynomial with a value in place of an unknown, times a positive integer.

    >>> with_value({(0, 1): 2, (1,): -3, (): 1}, 0, Fraction(1, 2))
    {(1,): -2, (): 1}
    """
    found: dict[Monomial, int] = {}
    for monomial, c in polynomial.items():
        rest = tuple(k for k in monomial if k != unknown)
        amount = c * (value.numerator if unknown in monomial else value.denominator)
        found[rest] = found.get(rest, 0) + amount
    return _primitive({monomial: c for monomial, c in found.items() if c})


def product_of(one: Polynomial, two: Polynomial) -> Polynomial:
    """Return the product of polynomials of which no player has unknowns in both."""
    return {tuple(sorted((*m, *n))): c * d for m, c in one.items() for n, d in two.items()}


def value_at(polynomial: Polynomial, at: Sequence[Real]) -> Real:
    """Return the value at a point."""
    total: Real = Fraction(0)
    for monomial, c in polynomial.items():
        total = total + prod((at[k] for k in monomial), start=Fraction(c))
    return total


def derivative(polynomial: Polynomial, unknown: int) -> Polynomial:
    """Return the derivative by an unknown."""
    return {tuple(j for j in m if j != unknown): c for m, c in polynomial.items() if unknown in m}


def gradient_at(polynomial: Polynomial, at: Sequence[Real]) -> list[Real]:
    """Return the derivatives by all unknowns at a point."""
    return [value_at(derivative(polynomial, k), at) for k in range(len(at))]


def polynomial_text(polynomial: Polynomial, names: Sequence[str]) -> str:
    """Return a polynomial as text.

    >>> polynomial_text({(0, 1): -1, (1,): 3, (): -2}, ["p", "q"])
    '-p*q + 3*q - 2'
    """
    found = ""
    for monomial in sorted(polynomial, key=longest_first):
        c = polynomial[monomial]
        factors = [names[k] for k in monomial]
        if abs(c) != 1 or not factors:
            factors = [str(abs(c)), *factors]
        sign = ("-" if c < 0 else "+") if found else ("-" if c < 0 else "")
        found += (f" {sign} " if found else sign) + "*".join(factors)
    return found


def rank_and_sign(rows: Sequence[Sequence[Real]]) -> tuple[int, int]:
    """Return the rank of a matrix of exact numbers of one field, and the sign of its determinant.

    The sign is 0 unless the matrix is square and regular.

    >>> rank_and_sign([[Fraction(0), Fraction(2)], [Fraction(3), Fraction(1)]])
    (2, -1)
    >>> rank_and_sign([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(4)]])
    (1, 0)
    """
    rank, sign = 0, int(all(len(row) == len(rows) for row in rows))
    left = [list(row) for row in rows]
    while left and left[0]:
        place = next((k for k, row in enumerate(left) if row[0]), None)
        if place is None:
            left, sign = [row[1:] for row in left], 0
            continue
        pivot = left.pop(place)
        rank, sign = rank + 1, sign * (-1) ** place * sign_of(pivot[0])
        shares = [row[0] / pivot[0] for row in left]
        left = [
            [x - share * y for x, y in zip(row[1:], pivot[1:], strict=True)] if share else row[1:]
            for row, share in zip(left, shares, strict=True)
        ]
    return rank, sign if rank == len(rows) else 0


def sign_of(number: Real) -> int:
    """Return the sign of an exact number."""
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    return number.field.sign(number.element)
