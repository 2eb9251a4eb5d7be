"""The holds of one hand where both seats draw from one pack: what one has drawn the other has not.

New cards are gone through by their ranks. The other's hands are counted from what is left then;
only flushes depend on suits, and they are counted suit by suit: how often the new cards have a
given set of ranks in a suit is a product of binomials.
"""

from __future__ import annotations

from typing import Any

from sabot.poker.odds.kernels.removed import improved_into, stays_into


def weighed(left: Any, kinds: Any, factors: Any, sets: Any, least: int, room: Any) -> int:
    """Fill *room* with the other's weight of each rank, flushes apart; return the sum of them."""
    weights, halves, binomial = room
    weights[:] = 0
    pair, two, three = kinds
    improved_into(left, pair[0], pair[1], pair[2], 3, factors[0], binomial, weights)
    improved_into(left, two[0], two[1], two[2], 1, factors[1], binomial, weights)
    improved_into(left, three[0], three[1], three[2], 2, factors[2], binomial, weights)
    stays_into(left, sets, least, factors[3], binomial, weights)
    below = 0
    for rank in range(weights.shape[0]):
        halves[rank] = 2 * below + weights[rank]
        below += weights[rank]
    return below


def flush_sums(draw: Any, left: Any, free: Any, by_mask: Any, binomial: Any, sums: Any) -> None:
    """Add up what flushes weigh, over all ways to draw such ranks and over the four suits.

    A column of *by_mask* is something about the ranks that are left of a suit; *sums* has a place
    for each.
    """
    sums[:] = 0
    many = 0
    while many < 5 and draw[many, 1]:
        many += 1
    for suit in range(4):
        for chosen in range(1 << many):
            ways, mask = 1, free[suit]
            for place in range(many):
                rank, taken = draw[place, 0], draw[place, 1]
                there = free[suit] >> rank & 1
                if chosen >> place & 1:
                    ways *= binomial[left[rank] - 1, taken - 1] if there else 0
                    mask &= ~(1 << rank)
                else:
                    ways *= binomial[left[rank] - there, taken]
                if ways == 0:
                    break
            if ways:
                for column in range(sums.shape[0]):
                    sums[column] += ways * by_mask[mask, column]


def flushes_at(rank: int, free: Any, suit: int, gone: int, flushes: Any, least: int) -> int:
    """Return what flushes add to twice the hands below a rank and once those at it.

    A straight flush was counted among the straights, and is taken off there.
    """
    bits, plain, suited = flushes
    found = 0
    for other in range(4):
        mask = free[other] & ~gone if other == suit else free[other]
        for one in range(bits.shape[0]):
            if bits[one] & ~mask == 0:
                found += (suited[one] <= rank) + 0 + (suited[one] < rank)
                if plain[one] >= least:
                    found -= (plain[one] <= rank) + 0 + (plain[one] < rank)
    return found


def joint_holds(model: Any, draws: Any, tables: Any, room: Any, out: Any) -> None:
    """Work out all holds but the one that keeps nothing: *out* has what wins, and all there is."""
    kinds, factors, sets, flushes, least, columns, by_mask, by_bits = model
    _, counts, totals, ends, binomial = draws
    starts, ranks = tables
    left, rest, weights, halves, free, sums, suit_of, own_bits = room
    wins, every = out
    for many in range(5):
        unit = factors[many, 3]
        for draw in range(ends[many], ends[many + 1]):
            ways, bits = 1, 0
            rest[:] = left
            for place in range(many):
                rank, taken = counts[draw, place, 0], counts[draw, place, 1]
                if taken:
                    ways *= binomial[left[rank], taken]
                    rest[rank] -= taken
                    bits = -1 if taken > 1 or bits < 0 else bits | 1 << rank
            if ways == 0:
                continue
            space = (weights, halves, binomial)
            total = weighed(rest, kinds, factors[many], sets, least, space)
            flush_sums(counts[draw], left, free, by_mask, binomial, sums)
            every[many] += ways * total + unit * sums[0]
            for hold in range(1, 32):
                if own_bits[hold, 1] != 5 - many:
                    continue
                key = own_bits[hold, 2] + totals[draw]
                rank = ranks[starts[key >> 8] + (key & 255)]
                wins[hold] += ways * halves[rank] + unit * sums[columns[rank]]
                suit = suit_of[hold]
                if suit >= 0 and bits >= 0 and bits & ~free[suit] == 0:
                    better = by_bits[bits | own_bits[hold, 0], 1]
                    wins[hold] += halves[better] - halves[rank]
                    wins[hold] += unit * flushes_at(better, free, suit, bits, flushes, least)
                    wins[hold] -= unit * flushes_at(rank, free, suit, bits, flushes, least)
