"""Backward induction over all deals of n cards a hand, compiled.

A deal is a packed number; its place among all deals of its size is a sum of two small tables, one
for its high half and one for its low half. A trick is a card of each hand; which one was led
decides who chooses last, so one table of tricks serves both leads. Cards next to each other in one
hand are interchangeable: only the highest of each run is tried.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabot.games.whist.kernels.everything import by_east

Ints = NDArray[np.int64]
Values = NDArray[np.int8] | NDArray[np.int64]


def places(n: int) -> tuple[Ints, Ints]:
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


def runs(deal: int, size: int, west: Ints, east: Ints) -> tuple[int, int]:
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


def without(deal: int, one: int, two: int) -> int:
    """Return the deal that is left when two cards (from 0) are gone."""
    low, high = min(one, two), max(one, two)
    a, b = (1 << low) - 1, (1 << (high - 1)) - 1
    return (deal & a) | (deal >> 1 & b & ~a) | (deal >> 2 & ~b)


def lead_value(trick: Ints, above: Ints, greedy: bool, wests: int, easts: int) -> int:
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


def reply_value(trick: Ints, above: Ints, greedy: bool, wests: int, easts: int) -> int:
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

    *below* is the table of m - 1 cards a hand, and *pay* what West gets for winning this trick.
    """
    high, low = places(m - 1)
    mask = (1 << (m - 1)) - 1
    west, east = np.empty(m, np.int64), np.empty(m, np.int64)
    over_west, over_east = np.empty(m, np.int64), np.empty(m, np.int64)
    trick = np.empty((m, m), np.int64)
    for place in range(part[0], part[1]):
        deal = int(np.int64(deals[place]))
        wests, easts = runs(deal, 2 * m, west, east)
        for w in range(wests):
            for e in range(easts):
                wins = west[w] > east[e]
                rest = without(deal, west[w], east[e])
                at = high[rest >> (m - 1)] + low[rest & mask]
                trick[w, e] = below[0, at] + pay if wins else below[1, at]
        for w in range(wests):
            over_west[w] = np.searchsorted(east[:easts], west[w])
        for e in range(easts):
            over_east[e] = np.searchsorted(west[:wests], east[e])
        found[0, place] = lead_value(trick, over_west, greedy, wests, easts)
        found[1, place] = reply_value(trick, over_east, greedy, wests, easts)
