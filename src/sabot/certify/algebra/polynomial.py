"""Arithmetic of integer polynomials, determinants, and signs at all integers of a range.

A polynomial is a list of integers, the constant first, without trailing zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from sabot.certify.json_reader import (
    Json,
    read_integers,
)
from sabot.certify.limits import (
    MOST_COEFFICIENT_BITS,
    MOST_DEGREE,
    MOST_SHIFT_WORK,
    MOST_SIGN_WORK,
    spend,
)
from sabot.errors import FileError

Poly = list[int]


def read_polynomial(data: Json, what: str) -> Poly:
    """Return a polynomial as a file writes it: whole coefficients, the constant first."""
    if type(data) is not list:
        raise ValueError(f"{what} is not a list of coefficients")
    if len(data) > MOST_DEGREE + 1:
        raise FileError(f"{what} is of degree {len(data) - 1}; at most {MOST_DEGREE} is checked")
    found = list(read_integers(data))
    if found and not found[-1]:
        raise ValueError(f"{what} has a leading coefficient 0")
    if coefficient_bits(found) > MOST_COEFFICIENT_BITS:
        raise FileError(f"{what} has a coefficient too long to be checked")
    return found


def trim(coefficients: Iterable[int]) -> Poly:
    """Return a polynomial without trailing zeros."""
    found = list(coefficients)
    while found and not found[-1]:
        found.pop()
    return found


def add(one: Sequence[int], two: Sequence[int], sign: int = 1) -> Poly:
    """Return ``one + sign * two``."""
    pairs = zip_longest(one, two, fillvalue=0)
    return trim([a + b for a, b in pairs] if sign == 1 else [a + sign * b for a, b in pairs])


def multiply(one: Sequence[int], two: Sequence[int]) -> Poly:
    """Return the product.

    >>> multiply([1, 1], [-1, 1])
    [-1, 0, 1]
    """
    if not one or not two:
        return []
    if len(one) > len(two):
        one, two = two, one
    total = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        if a:
            for k, b in enumerate(two, i):
                total[k] += a * b
    return total


def products_equal(
    one: tuple[Sequence[int], Sequence[int]], two: tuple[Sequence[int], Sequence[int]]
) -> bool:
    """Tell whether two products of two polynomials are equal.

    By their values at a power of 2 that is more than twice as large as every coefficient of the
    difference: there it is 0 only if all of them are.

    >>> products_equal(([1, 1], [-1, 1]), ([1], [-1, 0, 1])), products_equal(([2], [1]), ([1], [1]))
    (True, False)
    """
    if one[0] == two[0]:
        return one[1] == two[1] or not one[0]
    if not all(map(len, (*one, *two))):
        return not any(all(map(len, pair)) for pair in (one, two))
    bits = 2 + max(
        sum(map(coefficient_bits, pair)) + min(map(len, pair)).bit_length() for pair in (one, two)
    )
    values = []
    for pair in (one, two):
        left, right = (evaluate_at_power(polynomial, bits) for polynomial in pair)
        words = 1 + min(left.bit_length(), right.bit_length()) // 64
        spend(words * (1 + max(left.bit_length(), right.bit_length()) // 64) // 16, "formulas")
        values.append(left * right)
    return values[0] == values[1]


def evaluate_at_power(polynomial: Sequence[int], bits: int) -> int:
    """Return the value at 2**bits."""
    total = 0
    for c in reversed(polynomial):
        total = (total << bits) + c
    return total


def evaluate_at_integer(polynomial: Sequence[int], at: int) -> int:
    """Return the value at an integer."""
    total = 0
    for c in reversed(polynomial):
        total = total * at + c
    return total


def taylor_shift(polynomial: Sequence[int], by: int) -> Poly:
    """Return p(t + by), by repeated synthetic division.

    >>> taylor_shift([0, 0, 1], 3)
    [9, 6, 1]
    """
    _require_short_shift(polynomial, by)
    found = list(polynomial)
    for start in range(len(found) - 1):
        for k in range(len(found) - 2, start - 1, -1):
            found[k] += by * found[k + 1]
    return found


def coefficient_bits(polynomial: Sequence[int]) -> int:
    """Return the length of the longest coefficient."""
    if not polynomial:
        return 0
    return max(max(polynomial).bit_length(), min(polynomial).bit_length())


def _require_short_shift(polynomial: Sequence[int], by: int) -> None:
    size, step = len(polynomial), by.bit_length()
    work = size * size * (coefficient_bits(polynomial) + size * step) * (1 + step // 1000)
    if work > MOST_SHIFT_WORK:
        raise FileError("a range begins at a number too long for its polynomials to be checked")
    spend(size * size + work // 200, "signs of polynomials")


def divide_exactly(one: Sequence[int], two: Sequence[int]) -> Poly:
    """Return ``one / two`` where it leaves no rest.

    >>> divide_exactly([-1, 0, 1], [1, 1])
    [-1, 1]
    """
    rest, found = list(one), [0] * max(0, len(one) - len(two) + 1)
    for shift in range(len(found) - 1, -1, -1):
        share, left = divmod(rest[shift + len(two) - 1], two[-1])
        if left:
            raise ValueError("the polynomials do not divide")
        found[shift] = share
        if share:
            for k, c in enumerate(two):
                rest[shift + k] -= share * c
    if any(rest):
        raise ValueError("the polynomials do not divide")
    return found


def determinant(rows: Sequence[Sequence[Poly]]) -> Poly:
    """Return the determinant of a square matrix of polynomials, without fractions (Bareiss).

    >>> determinant([[[0, 1], [2]], [[3], [0, 1]]])
    [-6, 0, 1]
    """
    table = [list(row) for row in rows]
    previous: Poly = [1]
    sign, size = 1, len(table)
    for k in range(size - 1):
        pivot = next((i for i in range(k, size) if table[i][k]), None)
        if pivot is None:
            return []
        if pivot != k:
            table[k], table[pivot] = table[pivot], table[k]
            sign = -sign
        head = table[k][k]
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                cross = add(multiply(head, table[i][j]), multiply(table[i][k], table[k][j]), -1)
                table[i][j] = divide_exactly(cross, previous)
        previous = head
    return [sign * c for c in table[-1][-1]] if table else [1]


def holds_on_integers(
    polynomial: Sequence[int], low: int, high: int | None, *, strict: bool
) -> bool:
    """Tell whether p >= 0 (> 0 when *strict*) at every integer from *low* to *high*.

    If p(low + s) has no negative coefficient, p never falls below its value at *low*. Otherwise the
    range is cut in two until that settles each part (on a part that ends, after the substitution
    that sends its ends to 0 and infinity), or a part is two neighbours.

    >>> [holds_on_integers([6, -5, 1], 1, None, strict=strict) for strict in (False, True)]
    [True, False]
    """
    least = 1 if strict else 0
    start, step = low, 1
    if high is None and polynomial and polynomial[-1] < 0:
        return False
    while high is None or start <= high:
        if evaluate_at_integer(polynomial, start) < least:
            return False
        if all(c >= 0 for c in taylor_shift(polynomial, start)):
            return True
        if start == low and estimate_sign_work(polynomial, low, high) > MOST_SIGN_WORK:
            raise FileError("a polynomial has roots too far out for its signs to be checked")
        end = start + step if high is None else min(start + step, high)
        if not _holds_between(polynomial, start, end, least):
            return False
        if end == high:
            return True
        start, step = end, 2 * step
    return True


def estimate_sign_work(polynomial: Sequence[int], low: int, high: int | None) -> int:
    """Return an estimate of the work of :func:`holds_on_integers`, in bits.

    Beyond the greatest root nothing is left to do; up to there a range may be doubled, and then
    halved around each root, about once per bit.
    """
    size = len(polynomial)
    far = max(low.bit_length(), root_bound_bits(polynomial)) + 1
    often = far if high is None else min(far, (high - low).bit_length())
    return often * size**3 * (1000 + coefficient_bits(polynomial) + size * far)


def root_bound_bits(polynomial: Sequence[int]) -> int:
    """Return the bits of a bound on all roots, 2 max |a_(n-k) / a_n|^(1/k) (Fujiwara).

    >>> root_bound_bits([-1000, 1]), root_bound_bits([1, -(2**50), 1])
    (11, 52)
    """
    lead, *rest = reversed(polynomial)
    shares = (-((lead.bit_length() - 1 - c.bit_length()) // k) for k, c in enumerate(rest, 1) if c)
    return 1 + max(shares, default=0)


def _holds_between(polynomial: Sequence[int], low: int, high: int, least: int) -> bool:
    """Tell whether p >= least at all integers from *low* to *high*; p(low) is known to be."""
    todo = [(low, high)]
    while todo:
        start, end = todo.pop()
        if evaluate_at_integer(polynomial, end) < least:
            return False
        if end - start < 2 or all(c >= 0 for c in interval_to_half_line(polynomial, start, end)):
            continue
        middle = (start + end) // 2
        if evaluate_at_integer(polynomial, middle) < least:
            return False
        todo += [(start, middle), (middle, end)]
    return True


def interval_to_half_line(polynomial: Sequence[int], low: int, high: int) -> Poly:
    """Return (1 + s)^n p((low s + high) / (1 + s)): its s > 0 are the points between.

    >>> interval_to_half_line([0, 1], 2, 5)
    [5, 2]
    """
    scaled = [c * (high - low) ** k for k, c in enumerate(taylor_shift(polynomial, low))]
    return taylor_shift(scaled[::-1], 1)
