"""Integer polynomials with the standard library: what the checker of proofs computes with.

A polynomial is a list of integers, the constant first, without trailing zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Poly = list[int]


def trimmed(coefficients: Iterable[int]) -> Poly:
    """Return a polynomial without trailing zeros."""
    found = list(coefficients)
    while found and not found[-1]:
        found.pop()
    return found


def plus(one: Sequence[int], two: Sequence[int], sign: int = 1) -> Poly:
    """Return ``one + sign * two``."""
    size = max(len(one), len(two))
    total = [0] * size
    for k, c in enumerate(one):
        total[k] = c
    for k, c in enumerate(two):
        total[k] += sign * c
    return trimmed(total)


def times(one: Sequence[int], two: Sequence[int]) -> Poly:
    """Return the product.

    >>> times([1, 1], [-1, 1])
    [-1, 0, 1]
    """
    if not one or not two:
        return []
    total = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(two):
                total[i + j] += a * b
    return total


def value(polynomial: Sequence[int], at: int) -> int:
    """Return the value at a whole number."""
    total = 0
    for c in reversed(polynomial):
        total = total * at + c
    return total


def shifted(polynomial: Sequence[int], by: int) -> Poly:
    """Return p(t + by), by repeated synthetic division.

    >>> shifted([0, 0, 1], 3)
    [9, 6, 1]
    """
    found = list(polynomial)
    for start in range(len(found) - 1):
        for k in range(len(found) - 2, start - 1, -1):
            found[k] += by * found[k + 1]
    return found


def determinant(rows: list[list[Poly]]) -> Poly:
    """Return the determinant of a small square matrix of polynomials, by expansion."""
    if not rows:
        return [1]
    total: Poly = []
    for k, entry in enumerate(rows[0]):
        if entry:
            minor = [[*row[:k], *row[k + 1 :]] for row in rows[1:]]
            total = plus(total, times(entry, determinant(minor)), -1 if k % 2 else 1)
    return total


def holds(polynomial: Sequence[int], low: int, high: int | None, *, strict: bool) -> bool:
    """Tell whether p >= 0 (> 0 when *strict*) at every whole number from *low* to *high*.

    If p(low + s) has no negative coefficient, p never falls below its value at *low*. Otherwise the
    first values are tried one by one until the rest can be settled that way.
    """
    least = 1 if strict else 0
    at, tried = low, 0
    while high is None or at <= high:
        moved = shifted(polynomial, at)
        if all(c >= 0 for c in moved) and (moved[0] if moved else 0) >= least:
            return True
        if (moved[0] if moved else 0) < least:
            return False
        # hop ahead one by one at first, then trust only what is evaluated
        at += 1
        tried += 1
        if tried > 100_000:
            return False
    return True
