"""Proving what the search has guessed, in whole numbers: loops to be compiled.

Of an end without a point the float reason is made a shift of whole weights and tried. Of a leaf
whose equations have one solution, floats give its weights over their determinant, rounded; whole
numbers then show that they are a corner, and the determinant modulo a prime that it is the only
one. The caller sees to it that no sum is beyond 64 bits, or gives arrays of Python's own integers.
What fails here is looked at again by slower means.

Arrays are gone through entry by entry: whole expressions over arrays take seconds to compile.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[Any]
"""Of 64 bits, or Python's integers as objects."""
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PRIME = 2_147_483_629
NOTHING = 2.0**-30
"""Weights of a reason below this are what is left of rounding."""
EXACT = 2.0**50
"""Whole numbers below it, with something to spare, are floats without an error."""


def rounded(reason: Floats, free: Ints, bits: int, weights: Ints) -> bool:
    """Write weights of so many bits with sum 0, none below 0 but where *free*; tell if it went."""
    greatest, spare = 0.0, -1
    for i in range(reason.size):
        size = abs(reason[i])
        greatest = max(greatest, size)
        if free[i] and (spare < 0 or size > abs(reason[spare])):
            spare = i
        weights[i] = 0
    if not NOTHING < greatest < np.inf:
        return greatest <= NOTHING
    scale, total = 2.0**bits / greatest, 0
    for i in range(reason.size):
        weight = int(np.floor(reason[i] * scale + 0.5))
        if weight > 0 or free[i]:
            weights[i] = weight
            total += weight
    if spare < 0:
        return total == 0
    weights[spare] -= total
    return True


def gains(weights: Ints, table: Whole, barred: Ints) -> bool:
    """Tell whether a shift gains against every column that is not barred."""
    for j in range(table.shape[1]):
        if not barred[j]:
            total = 0
            for i in range(table.shape[0]):
                total += weights[i] * table[i, j]
            if total <= 0:
                return False
    return True


def shifts(
    table: Whole,
    start: int,
    mixed: int,
    bit: int,
    code: int,
    widths: Ints,
    codes: Ints,
    ended: Ints,
    reasons: Floats,
    found: Ints,
    proved: Ints,
) -> None:
    """Prove the ends without a point on one side: write their weights, and which were proved.

    *start* and *mixed* are the first labels of the replies and of the mix there, *widths* the bits
    to be tried, the fewest first.
    """
    height, width = table.shape
    free, barred = np.zeros(height, np.int64), np.zeros(width, np.int64)
    for end in range(codes.size):
        if codes[end] == code:
            for i in range(height):
                free[i] = ended[end, start + i] & bit
            for j in range(width):
                barred[j] = ended[end, mixed + j] & bit
            reason, weights = reasons[end, start : start + height], found[end, :height]
            for bits in widths:
                if rounded(reason, free, bits, weights) and gains(weights, table, barred):
                    proved[end] = 1
                    break


def leaves(
    first: Whole,
    second: Whole,
    leaf: int,
    codes: Ints,
    ended: Ints,
    ones: Ints,
    twos: Ints,
    tops: Ints,
    proved: Ints,
) -> None:
    """Prove the leaves that are a point on both sides: write both weights, and their worth."""
    columns, rows = first.shape
    present, other = np.zeros(rows + columns, np.int64), np.zeros(rows + columns, np.int64)
    here, there = np.zeros(rows + columns, np.int64), np.zeros(rows + columns, np.int64)
    for end in range(codes.size):
        if codes[end] == leaf:
            for k in range(present.size):
                present[k] = other[k] = 0
                here[k], there[k] = ended[end, k] & 1, ended[end, k] & 2
            if not (
                point(first, here[:rows], here[rows:], ones[end], tops[end, 0:1])
                and point(second, there[rows:], there[:rows], twos[end], tops[end, 1:2])
            ):
                continue
            show(first, ones[end], tops[end, 0], present[:rows], present[rows:])
            show(second, twos[end], tops[end, 1], other[rows:], other[:rows])
            proved[end] = 1
            for k in range(present.size):
                if present[k] and other[k]:
                    proved[end] = 0


def show(table: Whole, weights: Ints, top: int, used: Ints, short: Ints) -> None:
    """Mark which strategies have weight, and which replies fall short."""
    for j in range(weights.size):
        used[j] = weights[j] > 0
    for i in range(table.shape[0]):
        total = 0
        for j in range(weights.size):
            total += table[i, j] * weights[j]
        short[i] = total < top


def point(table: Whole, barred: Ints, best: Ints, weights: Ints, top: Ints) -> bool:
    """Write the weights of the only mix without what is barred that makes all of *best* best.

    False where there is not just one, where it is none, or where floats do not find it.
    """
    height, width = table.shape
    size, replies, mark = 0, 0, -1
    for j in range(width):
        size += barred[j] == 0
        weights[j] = 0
    for i in range(height):
        if best[i] != 0:
            replies += 1
            if mark < 0:
                mark = i
    if size != replies or size == 0:
        return False
    system = np.zeros((size, size), np.int64)
    r = 0
    for i in range(height):
        if best[i] != 0 and i != mark:
            s = 0
            for j in range(width):
                if barred[j] == 0:
                    system[r, s] = table[mark, j] - table[i, j]
                    s += 1
            r += 1
    for j in range(size):
        system[r, j] = 1
    if not regular(system):
        return False
    found = np.zeros(size)
    if not solved(system, found):
        return False
    s = 0
    for j in range(width):
        if barred[j] == 0:
            weights[j] = int(np.floor(found[s] + 0.5))
            s += 1
    return whole(table, best, mark, weights, top)


def whole(table: Whole, best: Ints, mark: int, weights: Ints, top: Ints) -> bool:
    """Divide weights by what they have in common; tell whether all of *best* are best replies."""
    common, greatest, entry = 0, 0.0, 1.0
    for j in range(weights.size):
        if weights[j] < 0:
            return False
        greatest = max(greatest, float(weights[j]))
        a, b = common, weights[j]
        while b:
            a, b = b, a % b
        common = a
    if common == 0:
        return False
    for i in range(table.shape[0]):
        for j in range(weights.size):
            entry = max(entry, abs(float(table[i, j])))
    if greatest / common * entry * weights.size > 2.0**60:
        return False
    for j in range(weights.size):
        weights[j] = weights[j] // common
    top[0] = 0
    for j in range(weights.size):
        top[0] += table[mark, j] * weights[j]
    for i in range(table.shape[0]):
        total = 0
        for j in range(weights.size):
            total += table[i, j] * weights[j]
        if total > top[0] or (best[i] != 0 and total != top[0]):
            return False
    return True


def regular(system: Ints) -> bool:
    """Tell whether a square system has a determinant that is not 0, by one modulo a prime."""
    size = system.shape[0]
    left = np.zeros((size, size), np.int64)
    for i in range(size):
        for j in range(size):
            left[i, j] = system[i, j] % PRIME
    for k in range(size):
        lead = k
        while lead < size and left[lead, k] == 0:
            lead += 1
        if lead == size:
            return False
        for j in range(k, size):
            left[k, j], left[lead, j] = left[lead, j], left[k, j]
        for i in range(k + 1, size):
            if left[i, k] != 0:
                factor, pivot = left[i, k], left[k, k]
                for j in range(k, size):
                    left[i, j] = (left[i, j] * pivot % PRIME - left[k, j] * factor % PRIME) % PRIME
    return True


def solved(system: Ints, found: Floats) -> bool:
    """Write the solution for the last unit vector times the determinant; False where it is long."""
    size = system.shape[0]
    table = np.zeros((size, size + 1))
    for i in range(size):
        for j in range(size):
            table[i, j] = system[i, j]
    table[size - 1, size] = 1.0
    determinant = 1.0
    for k in range(size):
        lead = k
        for i in range(k + 1, size):
            if abs(table[i, k]) > abs(table[lead, k]):
                lead = i
        if table[lead, k] == 0.0:
            return False
        if lead != k:
            determinant = -determinant
            for j in range(k, size + 1):
                table[k, j], table[lead, j] = table[lead, j], table[k, j]
        determinant *= table[k, k]
        for i in range(k + 1, size):
            factor = table[i, k] / table[k, k]
            if factor != 0.0:
                for j in range(k, size + 1):
                    table[i, j] -= factor * table[k, j]
    determinant = np.floor(determinant + 0.5)
    if not abs(determinant) < EXACT:
        return False
    for k in range(size - 1, -1, -1):
        total = table[k, size]
        for j in range(k + 1, size):
            total -= table[k, j] * found[j]
        found[k] = total / table[k, k]
    for k in range(size):
        found[k] *= determinant
        if not abs(found[k]) < EXACT:
            return False
    if determinant < 0.0:
        for k in range(size):
            found[k] = -found[k]
    return True
