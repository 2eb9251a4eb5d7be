"""H of every deal of n cards a hand: the loop that does ten million deals in a blink.

The cards are cut in two halves of n. Each diagonal sum T_k is a part that the low half knows and a
part that the high half knows, since S is 0 at both ends. For a given high half, all low halves with
the right number of East's cards are taken together, one diagonal at a time, so that the compiler
can treat dozens of deals in one instruction; the signs are counted, and the counts are H lower
and H upper. Deals come in the order of their packed number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.int8]
Ints = NDArray[np.int64]


def half_sums(n: int, high: bool) -> Small:
    """Return the part of T_k (second index, k + n - 1) known to each pattern of a half."""
    sums = np.zeros((1 << n, 2 * n - 1), np.int8)
    for pattern in range(1 << n):
        height = 0
        for step in range(1, n + 1 - high):
            # a low half climbs from card 1; a high half comes down from card 2n
            bit = pattern >> (n - step if high else step - 1) & 1
            height += (1 - 2 * bit) if high else (2 * bit - 1)
            for k in range(1 - n, n):
                if (k + step) % 2 and abs(k) < step:
                    sums[pattern, k + n - 1] += 1 if height > k else -1
    return sums


def by_east(n: int) -> tuple[Ints, Ints]:
    """Return the patterns of a half sorted by East's cards, and where each number begins."""
    begin = np.zeros(n + 2, np.int64)
    for pattern in range(1 << n):
        east = 0
        for i in range(n):
            east += pattern >> i & 1
        begin[east + 1] += 1
    for east in range(n + 1):
        begin[east + 1] += begin[east]
    place = begin.copy()
    patterns = np.empty(1 << n, np.int64)
    for pattern in range(1 << n):
        east = 0
        for i in range(n):
            east += pattern >> i & 1
        patterns[place[east]] = pattern
        place[east] += 1
    return patterns, begin


def count_signs(low: Small, high: Small, positive: Small, negative: Small) -> None:
    """Count the positive and the negative T_k of each deal: *low* has a row for each k."""
    positive[:] = 0
    negative[:] = 0
    for k in range(low.shape[0]):
        row = low[k]
        edge = np.int8(-high[k])
        for i in range(row.size):
            positive[i] += np.int8(row[i] > edge)
            negative[i] += np.int8(row[i] < edge)


def exceptional(deal: int, n: int, h: int) -> bool:
    """Return whether condition (3) of Theorem 9.1 holds; East has the ace and H upper is h."""
    if (deal & ((1 << (h + 1)) - 1)) == (1 << (h + 1)) - 1:
        return False
    height = -(h + 1)
    for m in range(h + 1):
        height += 2 * (deal >> m & 1)
    lower = upper = 0
    rest = deal >> (h + 1)
    for i in range(2, n - h - 1):
        height += 2 * (rest & 1) - 1
        lower += 1 if height >= h else -1
        height += (rest & 2) - 1
        upper += 1 if height > h else -1
        rest >>= 2
        if i % 2 == 0 and lower > 0 and upper < 0:
            return True
    return False


def settle(
    n: int, top: int, low: Small, high: Small, patterns: Ints, signs: Small, out: Small
) -> None:
    """Write H lower, H upper and H of the deals that share the high half *top*, East's ace."""
    for i in range(patterns.size):
        positive, negative = int(signs[0, i]), int(signs[1, i])
        if positive + negative == 2 * n - 2:
            out[:, i] = positive - n + 1
        elif negative == 2 * n - 1:
            out[:, i] = -n
        else:
            h = n - negative
            out[0, i] = h - 1
            out[1, i] = h
            out[2, i] = h - 1
            if (
                h >= 0
                and n - h >= 4
                and np.int64(low[h + n - 1, i]) + high[h + n - 1] >= -2
                and exceptional(top << n | patterns[i], n, h)
            ):
                out[2, i] = h


def east_ace(n: int, found: Small, tally: Ints, keep: bool, halt: Ints) -> None:
    """Treat every deal where East has the ace, in order, until halt[0] is set.

    With *keep*, the columns of *found* receive H lower, H upper and H; always, tally[:, n + h]
    counts the deals with each of them.
    """
    patterns, begin = by_east(n)
    sums = half_sums(n, False)
    rows = np.ascontiguousarray(sums[patterns].T)
    highs = half_sums(n, True)
    widest = 0
    for east in range(n + 1):
        widest = max(widest, begin[east + 1] - begin[east])
    signs = np.empty((2, widest), np.int8)
    room = np.empty((3, widest), np.int8)
    groups = [np.ascontiguousarray(rows[:, begin[e] : begin[e + 1]]) for e in range(n + 1)]
    at = 0
    for top in range(1 << (n - 1), 1 << n):
        if halt[0]:
            return
        east = 0
        for i in range(n):
            east += top >> i & 1
        east = n - east
        a, b = begin[east], begin[east + 1]
        size = b - a
        count_signs(groups[east], highs[top], signs[0, :size], signs[1, :size])
        out = found[:, at : at + size] if keep else room[:, :size]
        settle(n, top, groups[east], highs[top], patterns[a:b], signs[:, :size], out)
        for which in range(3):
            for i in range(size):
                tally[which, n + out[which, i]] += 1
        at += size
