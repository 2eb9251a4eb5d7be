"""The linear-time loops behind the values of deals, compiled.

Write S(m) for East's cards minus West's among the m lowest. The entry of the paper's matrix on
diagonal k that lies between the cards m and m + 1 is the sign of S(m) - k, and m has the other
parity than k. So T_k needs only to know how often S takes each value: one histogram gives every
T_k at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


def levels(cards: Bytes, count: NDArray[np.int32]) -> tuple[int, int]:
    """Add to count[n + v] the number of times that S takes the value v, S(0) and S(2n) too.

    Return the least and the greatest n + v.
    """
    height = cards.size // 2
    least = greatest = height
    count[height] += 1
    for i in range(cards.size):
        height += 1 if cards[i] else -1
        count[height] += 1
        least = min(least, height)
        greatest = max(greatest, height)
    return least, greatest


def diagonal_sums(count: NDArray[np.int32], n: int) -> Ints:
    """Return T_k for -n < k < n, at index k + n - 1."""
    sums = np.empty(2 * n - 1, np.int64)
    above = np.zeros(2, np.int64)  # how often S > k, apart by the parity of S + n
    total = np.array([n + 1 - n % 2, n + n % 2])  # how often S + n is even, odd
    for k in range(n, 1 - n, -1):
        above[(k + n) % 2] += count[n + k]
        j = k - 1
        p = (j + n + 1) % 2
        ends = abs(j) + abs(j) % 2
        sums[j + n - 1] = 2 * above[p] - total[p] + (ends if j >= 0 else -ends)
    return sums


def crossing(count: NDArray[np.int32], n: int, greatest: int) -> tuple[int, int, int, int]:
    """Return H lower, H upper, T at H lower and T at H upper, walking from diagonal 0."""
    above = np.zeros(2, np.int64)
    for v in range(1, greatest - n + 1):
        above[v % 2] += count[n + v]
    here = 2 * above[1] - n
    if here == 0:
        return 0, 0, 0, 0
    k = 0
    if here > 0:
        while here > 0:
            if k == n - 1:
                return n, n, 0, 0
            k += 1
            before = here
            above[k % 2] -= count[n + k]
            p = (k + 1) % 2
            here = 2 * above[p] - (n + 1 - p) + k + k % 2
        return (k, k, 0, 0) if here == 0 else (k - 1, k, before, here)
    while here < 0:
        if k == 1 - n:
            return -n, -n, 0, 0
        before = here
        above[abs(k) % 2] += count[n + k]
        k -= 1
        p = abs(k + 1) % 2
        here = 2 * above[p] - (n + 1 - p) + k - abs(k) % 2
    return (k, k, 0, 0) if here == 0 else (k, k + 1, here, before)


def held_back(cards: Bytes, h: int, deep: int, ace: int) -> bool:
    """Return whether the holder of the ace misses the better of H lower and H upper.

    Theorem 9.1 for a deal where the seat *ace* holds the ace, seen as East: *h* is H upper and
    *deep* is T at H upper, both of the deal so seen. Since East has the ace and T < 0, condition
    (2) says that T is -1 or -2 and that the lowest h + 1 cards are not all East's; then (3) asks
    for a k whose two sums from 2 to 2k are positive on H lower and negative on H upper.
    """
    n = cards.size // 2
    if h < 0 or deep < -2 or n - h < 4:
        return False
    height = 0
    for m in range(h + 1):
        height += 1 if cards[m] == ace else -1
    if height == h + 1:
        return False
    lower = upper = 0
    m = h + 1
    for i in range(2, n - h - 1):
        height += 1 if cards[m] == ace else -1
        lower += 1 if height >= h else -1
        height += 1 if cards[m + 1] == ace else -1
        upper += 1 if height > h else -1
        m += 2
        if i % 2 == 0 and lower > 0 and upper < 0:
            return True
    return False


def heights(cards: Bytes, count: NDArray[np.int32]) -> tuple[int, int, int]:
    """Return H lower, H upper and H of one deal; *count* is room for 2n + 1 zeros, left zero."""
    n = cards.size // 2
    least, greatest = levels(cards, count)
    lower, upper, at_lower, at_upper = crossing(count, n, greatest)
    count[least : greatest + 1] = 0
    if lower == upper:
        return lower, upper, lower
    if cards[2 * n - 1] == 1:
        return lower, upper, upper if held_back(cards, upper, at_upper, 1) else lower
    return lower, upper, lower if held_back(cards, -lower, -at_lower, 0) else upper


def heights_of_one(cards: Bytes) -> tuple[int, int, int]:
    """Return H lower, H upper and H of one deal."""
    lower, upper, whist = heights(cards, np.zeros(cards.size + 1, np.int32))
    return lower, upper, whist


def heights_of_rows(deals: Bytes) -> NDArray[np.int32]:
    """Return H lower, H upper and H of each row of a table of deals."""
    rows, size = deals.shape
    count = np.zeros(size + 1, np.int32)
    found = np.empty((rows, 3), np.int32)
    for r in range(rows):
        found[r, 0], found[r, 1], found[r, 2] = heights(deals[r], count)
    return found


def heights_of_packed(deals: NDArray[np.uint64], n: int) -> NDArray[np.int32]:
    """Return H lower, H upper and H of each packed deal of *n* cards a hand."""
    cards = np.empty(2 * n, np.uint8)
    count = np.zeros(2 * n + 1, np.int32)
    found = np.empty((deals.size, 3), np.int32)
    for r in range(deals.size):
        bits = deals[r]
        for i in range(2 * n):
            cards[i] = bits & np.uint64(1)
            bits >>= np.uint64(1)
        found[r, 0], found[r, 1], found[r, 2] = heights(cards, count)
    return found


def well_packed(deals: NDArray[np.uint64], n: int) -> bool:
    """Return whether every packed deal has n bits set, all among the 2n lowest."""
    for r in range(deals.size):
        bits, east = deals[r], 0
        if n < 32 and bits >> np.uint64(2 * n):
            return False
        while bits:
            bits &= bits - np.uint64(1)
            east += 1
        if east != n:
            return False
    return True
