"""Compiled loops behind H lower, H upper and H: of one deal, of all deals, and after each card.

Write S(m) for East's cards minus West's among the m lowest. The entry of the paper's matrix on
diagonal k that lies between the cards m and m + 1 is the sign of S(m) - k, and m has the other
parity than k. So T_k needs only to know how often S takes each value: one histogram gives every
T_k at once, in linear time.

All deals of n cards per hand: the cards are cut in two halves of n. Each T_k is a part that the low
half knows and a part that the high half knows, since S is 0 at both ends. For a given high half,
all low halves with the right number of East's cards are taken together, one diagonal at a time,
so that the compiler can treat dozens of deals in one instruction; the signs are counted, and the
counts are H lower and H upper. Deals come in the order of their packed number.

After a trick: when the cards at *low* and *high* are gone, S is the same before and after them,
and between them it is moved by one. So the histogram is carried from each card to the next in a
step, and a price costs a walk over the values of S, not over the cards. Only where Theorem 9.1
asks for the sums of its condition (3) are the cards read again.
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


def sign_change(count: NDArray[np.int32], n: int, greatest: int) -> tuple[int, int, int, int]:
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


def is_exceptional(cards: Bytes, h: int, deep: int, ace: int) -> bool:
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


def heights_of_cards(cards: Bytes, count: NDArray[np.int32]) -> tuple[int, int, int]:
    """Return H lower, H upper and H of one deal; *count* is room for 2n + 1 zeros, left zero."""
    n = cards.size // 2
    least, greatest = levels(cards, count)
    lower, upper, at_lower, at_upper = sign_change(count, n, greatest)
    count[least : greatest + 1] = 0
    if lower == upper:
        return lower, upper, lower
    if cards[2 * n - 1] == 1:
        return lower, upper, upper if is_exceptional(cards, upper, at_upper, 1) else lower
    return lower, upper, lower if is_exceptional(cards, -lower, -at_lower, 0) else upper


def heights_of_one(cards: Bytes) -> tuple[int, int, int]:
    """Return H lower, H upper and H of one deal."""
    lower, upper, whist = heights_of_cards(cards, np.zeros(cards.size + 1, np.int32))
    return lower, upper, whist


def heights_of_rows(deals: Bytes) -> NDArray[np.int32]:
    """Return H lower, H upper and H of each row of a table of deals."""
    rows, size = deals.shape
    count = np.zeros(size + 1, np.int32)
    found = np.empty((rows, 3), np.int32)
    for r in range(rows):
        found[r, 0], found[r, 1], found[r, 2] = heights_of_cards(deals[r], count)
    return found


def heights_of_packed(deals: NDArray[np.uint64], n: int) -> NDArray[np.int32]:
    """Return H lower, H upper and H of each packed deal of *n* cards per hand."""
    cards = np.empty(2 * n, np.uint8)
    count = np.zeros(2 * n + 1, np.int32)
    found = np.empty((deals.size, 3), np.int32)
    for r in range(deals.size):
        bits = deals[r]
        for i in range(2 * n):
            cards[i] = bits & np.uint64(1)
            bits >>= np.uint64(1)
        found[r, 0], found[r, 1], found[r, 2] = heights_of_cards(cards, count)
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


SmallInts = NDArray[np.int8]


def half_sums(n: int, high: bool) -> SmallInts:
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


def count_signs(low: SmallInts, high: SmallInts, positive: SmallInts, negative: SmallInts) -> None:
    """Count the positive and the negative T_k of each deal: *low* has a row for each k."""
    positive[:] = 0
    negative[:] = 0
    for k in range(low.shape[0]):
        row = low[k]
        edge = np.int8(-high[k])
        for i in range(row.size):
            positive[i] += np.int8(row[i] > edge)
            negative[i] += np.int8(row[i] < edge)


def condition_3_holds(deal: int, n: int, h: int) -> bool:
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


def write_heights(
    n: int,
    top: int,
    low: SmallInts,
    high: SmallInts,
    patterns: Ints,
    signs: SmallInts,
    out: SmallInts,
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
                and condition_3_holds(top << n | patterns[i], n, h)
            ):
                out[2, i] = h


def east_ace(n: int, found: SmallInts, tally: Ints, keep: bool, halt: Ints) -> None:
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
        write_heights(n, top, groups[east], highs[top], patterns[a:b], signs[:, :size], out)
        for which in range(3):
            for i in range(size):
                tally[which, n + out[which, i]] += 1
        at += size


Counts = NDArray[np.int32]
ReadBudget = NDArray[np.int64]
"""Cards read again so far; the most that may be; 1 when that was too little."""


def path_histogram(cards: Bytes) -> tuple[Counts, Counts, int]:
    """Return n + S(m) for every m, how often each value occurs, and the greatest."""
    size = cards.size
    at = np.empty(size + 1, np.int32)
    count = np.zeros(size + 1, np.int32)
    height = greatest = size // 2
    at[0] = height
    count[height] += 1
    for m in range(size):
        height += 1 if cards[m] else -1
        at[m + 1] = height
        count[height] += 1
        greatest = max(greatest, height)
    return at, count, greatest


def heights_without(
    cards: Bytes, count: Counts, greatest: int, low: int, high: int, spent: ReadBudget
) -> tuple[int, int, int]:
    """Return H lower, H upper and H without two cards; *count* is of what is left."""
    size = cards.size
    n = size // 2 - 1
    left = count[1:]  # so that index n + v of the smaller deal is S = v again
    lower, upper, at_lower, at_upper = sign_change(left, n, min(greatest, 2 * n))
    if lower == upper:
        return lower, upper, lower
    top = size - 1
    if top == high:
        top -= 1
    if top == low:
        top -= 1
    ace = cards[top]
    h, deep = (upper, at_upper) if ace else (-lower, -at_lower)
    back = False
    if h >= 0 and deep >= -2 and n - h >= 4:
        if spent[0] + size > spent[1]:
            spent[2] = 1
            return lower, upper, lower
        spent[0] += size
        fewer = np.empty(size - 2, np.uint8)
        fewer[:low] = cards[:low]
        fewer[low : high - 1] = cards[low + 1 : high]
        fewer[high - 1 :] = cards[high + 1 :]
        back = is_exceptional(fewer, h, deep, ace)
    return lower, upper, upper if back == bool(ace) else lower


def leads(cards: Bytes, seat: int, spent: ReadBudget) -> tuple[Counts, Counts]:
    """Return the readings after each lead of *seat* that is the highest of its run.

    First when the next card takes the trick, then when the other seat's lowest loses it; the lead
    is by its place, and a reading that does not arise stays at 2n, which no H reaches.
    """
    size = cards.size
    at, count, greatest = path_histogram(cards)
    taken = np.full((size, 3), size, np.int32)
    ducked = np.full((size, 3), size, np.int32)
    lowest = 0
    while cards[lowest] == seat:
        lowest += 1
    step = 1 if cards[lowest] else -1
    moved = count.copy()
    moved[at[lowest + 1]] -= 1
    m = lowest + 2
    for led in range(size):
        if cards[led] != seat or (led + 1 < size and cards[led + 1] == seat):
            continue
        if led + 1 < size:
            count[at[led + 1]] -= 1
            count[at[led + 2]] -= 1
            found = heights_without(cards, count, greatest, led, led + 1, spent)
            taken[led, 0], taken[led, 1], taken[led, 2] = found
            count[at[led + 1]] += 1
            count[at[led + 2]] += 1
        if lowest < led:
            while m <= led:
                moved[at[m]] -= 1
                moved[at[m] - step] += 1
                m += 1
            moved[at[led + 1]] -= 1
            found = heights_without(cards, moved, greatest + 1, lowest, led, spent)
            ducked[led, 0], ducked[led, 1], ducked[led, 2] = found
            moved[at[led + 1]] += 1
    return taken, ducked


def replies(cards: Bytes, led: int, spent: ReadBudget) -> Counts:
    """Return the readings after each reply to the card at *led* that is the highest of its run."""
    size = cards.size
    at, count, greatest = path_histogram(cards)
    found = np.full((size, 3), size, np.int32)
    step = 1 if cards[led] else -1
    count[at[led + 1]] -= 1
    moved = count.copy()
    for reply in range(led + 1, size):
        if reply > led + 1:
            moved[at[reply]] -= 1
            moved[at[reply] - step] += 1
        if cards[reply] != cards[led] and (reply + 1 == size or cards[reply + 1] == cards[led]):
            moved[at[reply + 1]] -= 1
            one = heights_without(cards, moved, greatest + 1, led, reply, spent)
            found[reply, 0], found[reply, 1], found[reply, 2] = one
            moved[at[reply + 1]] += 1
    for reply in range(led - 1, -1, -1):
        if reply < led - 1:
            count[at[reply + 2]] -= 1
            count[at[reply + 2] + step] += 1
        if cards[reply] != cards[led] and cards[reply + 1] == cards[led]:
            count[at[reply + 1]] -= 1
            one = heights_without(cards, count, greatest + 1, reply, led, spent)
            found[reply, 0], found[reply, 1], found[reply, 2] = one
            count[at[reply + 1]] += 1
    return found
