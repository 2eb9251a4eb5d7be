"""Alpha-beta search from one deal.

The seat on lead always holds the cards whose bit is 0: when the other seat leads, the hands are
exchanged and the value is what is left of the payments. A store of bounds remembers positions; the
key is the deal under a leading 1. A node is cut short when the end cards already tell: whoever
holds the r highest cards wins at least r tricks, and whoever holds the r lowest loses as many.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Sums = tuple[Any, Any, Any]
"""Payments from the last trick back; the least, the greatest sum of s of the last m, at [m, s]."""
Store = tuple[Any, Any, Any]
"""Keys, lower bounds, upper bounds."""


def subset_sums(pay: Ints) -> Sums:
    """Return the payments, and the least and greatest sum of s of the last m (at [m, s]).

    *pay* runs backwards: pay[0] is for the last trick.
    """
    n = pay.size
    least = np.zeros((n + 1, n + 1), np.int64)
    greatest = np.zeros((n + 1, n + 1), np.int64)
    for m in range(1, n + 1):
        order = np.sort(pay[:m])
        for s in range(1, m + 1):
            least[m, s] = least[m, s - 1] + order[s - 1]
            greatest[m, s] = greatest[m, s - 1] + order[m - s]
    return pay, least, greatest


def new_store(power: int) -> Store:
    """Return an empty store of 2^power positions: key, lower bound, upper bound."""
    size = 1 << power
    return np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)


def highest(bits: int) -> int:
    """Return the highest bit set."""
    for shift in (1, 2, 4, 8, 16, 32):
        bits |= bits >> shift
    return bits ^ bits >> 1


def window(deal: int, m: int, sums: Sums) -> tuple[int, int]:
    """Return bounds on the value from the runs of highest and of lowest cards."""
    least, greatest = sums[1], sums[2]
    held = deal >> (2 * m - 1) & 1
    run = 1
    while run < m and (deal >> (2 * m - 1 - run) & 1) == held:
        run += 1
    few, many = (0, m - run) if held else (run, m)
    held = deal & 1
    run = 1
    while run < m and (deal >> run & 1) == held:
        run += 1
    if held:
        few = max(few, run)
    else:
        many = min(many, m - run)
    low, high = least[m, few], greatest[m, few]
    for s in range(few + 1, many + 1):
        low = min(low, least[m, s])
        high = max(high, greatest[m, s])
    return low, high


def slot(key: int, size: int) -> int:
    """Return where a key belongs in a store of that size."""
    mixed = (key ^ key >> 29) * 0x2545F4914F6CDD1D
    return (mixed ^ mixed >> 31) & (size - 1)


def known(deal: int, m: int, sums: Sums, store: Store) -> tuple[int, int, int]:
    """Return the place of a deal in the store and the bounds that are known."""
    low, high = window(deal, m, sums)
    key = deal | 1 << 2 * m
    at = slot(key, store[0].size)
    if store[0][at] == key:
        low, high = max(low, store[1][at]), min(high, store[2][at])
    return at, low, high


def pick(winners: int, losers: int, first: bool, shy: bool) -> int:
    """Return the next reply to try, as a bit.

    Whoever likes tricks tries the cheapest winner first, then the losers from below, then the
    other winners; whoever is shy of them tries the losers from above, then the winners.
    """
    if shy:
        return int(highest(losers if losers else winners))
    if winners and (first or not losers):
        return winners & -winners
    return losers & -losers


def search(
    deal: int, m: int, alpha: int, beta: int, greedy: bool, sums: Sums, store: Store, halt: Ints
) -> int:
    """Return the value to the seat on lead, exact if inside (alpha, beta), else a bound.

    Once halt[0] is set, from another thread or after halt[1] positions, it comes back at once with
    nothing.
    """
    if halt[0]:
        return 0
    halt[1] -= 1
    if halt[1] <= 0:
        halt[0] = 1
    at, low, high = known(deal, m, sums, store)
    if low == high or low >= beta:
        return int(low)
    if high <= alpha:
        return int(high)
    full, pay, rest_total = (1 << 2 * m) - 1, sums[0][m - 1], sums[1][m - 1, m - 1]
    mine = ~deal & (deal >> 1 | 1 << (2 * m - 1)) & full
    theirs = deal & ~(deal >> 1)
    best = -(1 << 62)
    while mine and best < beta:
        led = mine & -mine
        mine ^= led
        floor = max(alpha, best)
        worst = 1 << 62
        winners = theirs & ~(led - 1)
        losers = 0 if greedy and winners else theirs & (led - 1)
        first = True
        while (winners or losers) and worst > floor:
            reply = pick(winners, losers, first, pay < 0)
            first = False
            ceiling = min(beta, worst)
            p, q = min(led, reply) - 1, (max(led, reply) >> 1) - 1
            rest = (deal & p) | (deal >> 1 & q & ~p) | (deal >> 2 & ~q)
            if reply > led:
                winners ^= reply
                a, b = rest_total - ceiling, rest_total - floor
                got = rest_total - search(rest ^ full >> 2, m - 1, a, b, greedy, sums, store, halt)
            else:
                losers ^= reply
                got = pay + search(
                    rest, m - 1, floor - pay, ceiling - pay, greedy, sums, store, halt
                )
            worst = min(worst, got)
        best = max(best, worst)
    if halt[0]:
        return 0
    store[0][at] = deal | full + 1
    store[1][at] = max(low, best) if best > alpha else low
    store[2][at] = min(high, best) if best < beta else high
    return int(best)


def solve(
    deal: int, m: int, east_leads: bool, greedy: bool, sums: Sums, store: Store, halt: Ints
) -> int:
    """Return West's value of a deal by narrow searches, each with a window of one."""
    full = (1 << 2 * m) - 1
    mine = deal ^ full if east_leads else deal
    low, high = window(mine, m, sums)
    while low < high and not halt[0]:
        guess = (low + high + 1) // 2
        got = search(mine, m, guess - 1, guess, greedy, sums, store, halt)
        if got >= guess:
            low = max(got, guess)
        else:
            high = min(got, guess - 1)
    return int(sums[1][m, m] - low if east_leads else low)
