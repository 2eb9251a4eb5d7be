"""Compiled loops of backward induction over all deals, and of alpha-beta search from one deal.

Backward induction: a deal is a packed number; its index among all deals of its size is a sum of
two small tables, one for its high half and one for its low half. A trick is a card of each hand;
which one was led decides who chooses last, so one table of tricks serves both leads. Cards next
to each other in one hand are interchangeable: only the highest of each run is tried.

Alpha-beta search: the player on lead always holds the cards whose bit is 0; when the other leads,
the hands are exchanged and the value is what is left of the payments. A transposition table of
bounds remembers positions; the key is the deal under a leading 1. A node is cut short when the
end cards already decide: whoever holds the r highest cards wins at least r tricks, and whoever
holds the r lowest loses as many.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabot.games.whist.height_kernels import by_east

Ints = NDArray[np.int64]
Values = NDArray[np.int8] | NDArray[np.int64]


def index_tables(n: int) -> tuple[Ints, Ints]:
    """Return the tables by which a deal is found: the place of its high half, and of its low."""
    patterns, begin = by_east(n)
    low = np.empty(1 << n, np.int64)
    for east in range(n + 1):
        for at in range(begin[east], begin[east + 1]):
            low[patterns[at]] = at - begin[east]
    high = np.empty(1 << n, np.int64)
    total = 0
    for top in range(1 << n):
        east = n
        for i in range(n):
            east -= top >> i & 1
        high[top] = total
        total += begin[east + 1] - begin[east]
    return high, low


def highest_of_runs(deal: int, size: int, west: Ints, east: Ints) -> tuple[int, int]:
    """List the highest card (from 0) of each run of each hand, lowest first."""
    wests = easts = 0
    for card in range(size):
        held = deal >> card & 1
        if card + 1 == size or (deal >> (card + 1) & 1) != held:
            if held:
                east[easts] = card
                easts += 1
            else:
                west[wests] = card
                wests += 1
    return wests, easts


def remove_cards(deal: int, one: int, two: int) -> int:
    """Return the deal that is left when two cards (from 0) are gone."""
    low, high = min(one, two), max(one, two)
    a, b = (1 << low) - 1, (1 << (high - 1)) - 1
    return (deal & a) | (deal >> 1 & b & ~a) | (deal >> 2 & ~b)


def value_when_west_leads(trick: Ints, above: Ints, greedy: bool, wests: int, easts: int) -> int:
    """Return the value when West leads: best lead against best reply.

    trick[w, e] is the value after that trick; above[w] is the first run of East that beats w.
    """
    best = -(1 << 62)
    for w in range(wests):
        begin = above[w] if greedy and above[w] < easts else 0
        worst = 1 << 62
        for e in range(begin, easts):
            worst = min(worst, trick[w, e])
        best = max(best, worst)
    return best


def value_when_east_leads(trick: Ints, above: Ints, greedy: bool, wests: int, easts: int) -> int:
    """Return the value when East leads; above[e] is the first run of West that beats e."""
    worst = 1 << 62
    for e in range(easts):
        begin = above[e] if greedy and above[e] < wests else 0
        best = -(1 << 62)
        for w in range(begin, wests):
            best = max(best, trick[w, e])
        worst = min(worst, best)
    return worst


def layer(
    deals: NDArray[np.uint64],
    m: int,
    pay: int,
    greedy: bool,
    below: Values,
    found: Values,
    part: tuple[int, int],
) -> None:
    """Fill found[lead, place] (lead 0 for West, 1 for East) of a part of the deals with m cards.

    *below* is the table of m - 1 cards per hand, and *pay* what West gets for winning this trick.
    """
    high, low = index_tables(m - 1)
    mask = (1 << (m - 1)) - 1
    west, east = np.empty(m, np.int64), np.empty(m, np.int64)
    over_west, over_east = np.empty(m, np.int64), np.empty(m, np.int64)
    trick = np.empty((m, m), np.int64)
    for place in range(part[0], part[1]):
        deal = int(np.int64(deals[place]))
        wests, easts = highest_of_runs(deal, 2 * m, west, east)
        for w in range(wests):
            for e in range(easts):
                wins = west[w] > east[e]
                rest = remove_cards(deal, west[w], east[e])
                at = high[rest >> (m - 1)] + low[rest & mask]
                trick[w, e] = below[0, at] + pay if wins else below[1, at]
        for w in range(wests):
            over_west[w] = np.searchsorted(east[:easts], west[w])
        for e in range(easts):
            over_east[e] = np.searchsorted(west[:wests], east[e])
        found[0, place] = value_when_west_leads(trick, over_west, greedy, wests, easts)
        found[1, place] = value_when_east_leads(trick, over_east, greedy, wests, easts)


Sums = tuple[Ints, Ints, Ints]
"""Payments from the last trick back; the least, the greatest sum of s of the last m, at [m, s]."""
TranspositionTable = tuple[Ints, Ints, Ints]
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


def new_store(power: int) -> TranspositionTable:
    """Return an empty store of 2^power positions: key, lower bound, upper bound."""
    size = 1 << power
    return np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)


def highest_bit(bits: int) -> int:
    """Return the highest bit set."""
    for shift in (1, 2, 4, 8, 16, 32):
        bits |= bits >> shift
    return bits ^ bits >> 1


def bounds_from_end_cards(deal: int, m: int, sums: Sums) -> tuple[int, int]:
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


def hash_slot(key: int, size: int) -> int:
    """Return where a key belongs in a store of that size."""
    mixed = (key ^ key >> 29) * 0x2545F4914F6CDD1D
    return (mixed ^ mixed >> 31) & (size - 1)


def known_bounds(deal: int, m: int, sums: Sums, store: TranspositionTable) -> tuple[int, int, int]:
    """Return the place of a deal in the store and the bounds that are known."""
    low, high = bounds_from_end_cards(deal, m, sums)
    key = deal | 1 << 2 * m
    at = hash_slot(key, store[0].size)
    if store[0][at] == key:
        low, high = max(low, store[1][at]), min(high, store[2][at])
    return at, low, high


def next_reply(winners: int, losers: int, first: bool, shy: bool) -> int:
    """Return the next reply to try, as a bit.

    Whoever likes tricks tries the cheapest winner first, then the losers from below, then the
    other winners; whoever is shy of them tries the losers from above, then the winners.
    """
    if shy:
        return int(highest_bit(losers if losers else winners))
    if winners and (first or not losers):
        return winners & -winners
    return losers & -losers


def alpha_beta(
    deal: int,
    m: int,
    alpha: int,
    beta: int,
    greedy: bool,
    sums: Sums,
    store: TranspositionTable,
    halt: Ints,
) -> int:
    """Return the value to the seat on lead, exact if inside (alpha, beta), else a bound.

    Once halt[0] is set, by another thread or after halt[1] positions, it returns 0 at once.
    """
    if halt[0]:
        return 0
    halt[1] -= 1
    if halt[1] <= 0:
        halt[0] = 1
    at, low, high = known_bounds(deal, m, sums, store)
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
            reply = next_reply(winners, losers, first, pay < 0)
            first = False
            ceiling, p, q = min(beta, worst), min(led, reply) - 1, (max(led, reply) >> 1) - 1
            rest = (deal & p) | (deal >> 1 & q & ~p) | (deal >> 2 & ~q)
            if reply > led:
                winners ^= reply
                a, b = rest_total - ceiling, rest_total - floor
                got = rest_total - alpha_beta(
                    rest ^ full >> 2, m - 1, a, b, greedy, sums, store, halt
                )
            else:
                losers ^= reply
                got = pay + alpha_beta(
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
    deal: int,
    m: int,
    east_leads: bool,
    greedy: bool,
    sums: Sums,
    store: TranspositionTable,
    halt: Ints,
) -> int:
    """Return West's value of a deal by narrow searches, each with a window of one."""
    full = (1 << 2 * m) - 1
    mine = deal ^ full if east_leads else deal
    low, high = bounds_from_end_cards(mine, m, sums)
    while low < high and not halt[0]:
        guess = (low + high + 1) // 2
        got = alpha_beta(mine, m, guess - 1, guess, greedy, sums, store, halt)
        if got >= guess:
            low = max(got, guess)
        else:
            high = min(got, guess - 1)
    return int(sums[1][m, m] - low if east_leads else low)
