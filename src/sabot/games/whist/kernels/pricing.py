"""What is left of a deal after a trick, for every card that may be played, compiled.

All T_k follow from how often S takes each value (:mod:`sabot.games.whist.kernels.heights`). When
the cards at *low* and *high* are gone, S is the same before them and after them, and between them
it is moved by one. So the histogram is carried from each card to the next in a step, and a price
costs a walk over the values of S, not over the cards. Only where Theorem 9.1 asks for the sums of
its condition (3) are the cards read again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabot.games.whist.kernels.heights import Bytes, crossing, held_back

Counts = NDArray[np.int32]
Spent = NDArray[np.int64]
"""Cards read again so far; the most that may be; 1 when that was too little."""


def paths(cards: Bytes) -> tuple[Counts, Counts, int]:
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


def rest(
    cards: Bytes, count: Counts, greatest: int, low: int, high: int, spent: Spent
) -> tuple[int, int, int]:
    """Return H lower, H upper and H without two cards; *count* is of what is left."""
    size = cards.size
    n = size // 2 - 1
    left = count[1:]  # so that index n + v of the smaller deal is S = v again
    lower, upper, at_lower, at_upper = crossing(left, n, min(greatest, 2 * n))
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
        back = held_back(fewer, h, deep, ace)
    return lower, upper, upper if back == bool(ace) else lower


def leads(cards: Bytes, seat: int, spent: Spent) -> tuple[Counts, Counts]:
    """Return the readings after each lead of *seat* that is the highest of its run.

    First when the next card takes the trick, then when the other seat's lowest loses it; the lead
    is by its place, and a reading that does not arise stays at 2n, which no H reaches.
    """
    size = cards.size
    at, count, greatest = paths(cards)
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
            found = rest(cards, count, greatest, led, led + 1, spent)
            taken[led, 0], taken[led, 1], taken[led, 2] = found
            count[at[led + 1]] += 1
            count[at[led + 2]] += 1
        if lowest < led:
            while m <= led:
                moved[at[m]] -= 1
                moved[at[m] - step] += 1
                m += 1
            moved[at[led + 1]] -= 1
            found = rest(cards, moved, greatest + 1, lowest, led, spent)
            ducked[led, 0], ducked[led, 1], ducked[led, 2] = found
            moved[at[led + 1]] += 1
    return taken, ducked


def replies(cards: Bytes, led: int, spent: Spent) -> Counts:
    """Return the readings after each reply to the card at *led* that is the highest of its run."""
    size = cards.size
    at, count, greatest = paths(cards)
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
            one = rest(cards, moved, greatest + 1, led, reply, spent)
            found[reply, 0], found[reply, 1], found[reply, 2] = one
            moved[at[reply + 1]] += 1
    for reply in range(led - 1, -1, -1):
        if reply < led - 1:
            count[at[reply + 2]] -= 1
            count[at[reply + 2] + step] += 1
        if cards[reply] != cards[led] and cards[reply + 1] == cards[led]:
            count[at[reply + 1]] -= 1
            one = rest(cards, count, greatest + 1, reply, led, spent)
            found[reply, 0], found[reply, 1], found[reply, 2] = one
            count[at[reply + 1]] += 1
    return found
