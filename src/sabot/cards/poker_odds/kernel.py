"""Compiled loops over all classes of poker hands: sums over subsets, and holds with card removal.

Sets of k cards are numbered in the order in which their highest cards rise: a < b < c have the
number C(a,1) + C(b,2) + C(c,3). Going through the sets in that order needs no number at all.

With card removal, what depends on ranks alone is computed once per multiset of ranks: the weights
with which the opponent ends, and, of every hold, all that it becomes below a straight. What
depends on suits is flushes, his and one's own, and is added class by class.

Arrays are gone through entry by entry and numbers come in with them: whole expressions over arrays
take seconds to compile, and a function is compiled again for every number that is written out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabot.cards.poker_hand_kernel import rank5

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sabot.cards.poker_hand_kernel import Tables

    Integers = NDArray[np.int64]
    Two = tuple[Integers, Integers]
    Three = tuple[Integers, Integers, Integers]
    Four = tuple[Integers, Integers, Integers, Integers]
    Draws = tuple[Integers, Integers, Integers, Integers, Integers]
    """Keys of ranks, ranks and numbers of each draw, its sum, where each size ends, binomials."""
    RankTables = tuple[NDArray[np.int32], NDArray[np.uint16]]
    """Row starts and ranks of :class:`sabot.cards.poker_hand.LookupTables`."""
    Improvements = tuple[Integers, Integers, Integers, int, int]
    """Of a kind of hand: what is held, what may be drawn, the ranks, how many cards, the weight."""
    Model = tuple[Improvements, Improvements, Improvements, Three, Three, int, int]
    Room = tuple[Integers, Integers, Integers, Integers, Integers, Integers, Integers]


def next_combination(cards: Integers, many: int) -> None:
    """Go on to the next set of so many cards."""
    place = 0
    while place + 1 < many and cards[place] + 1 == cards[place + 1]:
        cards[place] = place
        place += 1
    cards[place] += 1


def whole(cards: Integers, weights: Integers, tables: Tables, out: Integers) -> None:
    """Give every hand of the pack the weight of its rank; *cards* begins as 0 1 2 3 4."""
    for number in range(out.shape[0]):
        c0, c1, c2, c3, c4 = cards[0], cards[1], cards[2], cards[3], cards[4]
        out[number] = weights[rank5(c0, c1, c2, c3, c4, tables)]
        next_combination(cards, cards.shape[0])


def parts(cards: Integers, many: int, choose: Integers, upper: Integers, lower: Integers) -> None:
    """Add the sum of each set of *many* cards to its parts with one card less.

    A hand that holds such a part reaches it once for each of its other cards, so that sums are
    divided by 6 - many in the end.
    """
    for number in range(upper.shape[0]):
        total = upper[number]
        for gone in range(many):
            place = 0
            for card in range(gone):
                place += choose[cards[card], card + 1]
            for card in range(gone + 1, many):
                place += choose[cards[card], card]
            lower[place] += total
        next_combination(cards, many)
    for place in range(lower.shape[0]):
        lower[place] //= 6 - many


def every_hold(
    hands: NDArray[np.uint8], choose: Integers, firsts: Integers, sums: Integers, out: Integers
) -> None:
    """Work out the 32 holds of every hand: the weights of all that it can become, added up.

    Hands that hold a part S and none of the cards thrown away are, by inclusion and exclusion,
    those that hold S, less those with one thrown card more, and so on: a transform of 32 sums.
    """
    for row in range(hands.shape[0]):
        for hold in range(32):
            place, many = 0, 0
            for card in range(5):
                if hold >> card & 1:
                    many += 1
                    place += choose[hands[row, card], many]
            out[row, hold] = sums[firsts[many] + place]
        for card in range(5):
            bit = 1 << card
            for hold in range(32):
                if hold & bit == 0:
                    out[row, hold] -= out[row, hold | bit]


def every_share(
    hands: Integers, own: Integers, sets: Three, flushes: Three, binomial: Integers, out: Four
) -> None:
    """Work out twice the hands that each hand beats and once those that it ties with, of the 47.

    *sets* are the ranks of a hand of several suits, each with how often it is there, and its rank;
    *flushes* have their ranks as bits, the rank in several suits, and in one. What depends on ranks
    alone is kept from one hand to the next, for classes come in the order of their ranks.
    """
    ranks, times, mixed = sets
    bits, plain, suited = flushes
    count, base, left, mask = out
    for row in range(hands.shape[0]):
        new = row == 0
        for card in range(5):
            new = new or hands[row, card] >> 2 != hands[row - 1, card] >> 2
        if new:
            for rank in range(13):
                left[rank] = 4
            for card in range(5):
                left[hands[row, card] >> 2] -= 1
            for rank in range(base.shape[0]):
                base[rank] = 0
            for one in range(ranks.shape[0]):
                ways = 1
                for place in range(5):
                    ways *= binomial[left[ranks[one, place]], times[one, place]]
                base[mixed[one]] = ways
            for rank in range(1, base.shape[0]):
                base[rank] += base[rank - 1]
        rank = own[row]
        found = base[rank] + base[rank - 1]
        for suit in range(4):
            mask[suit] = 0
        for card in range(5):
            mask[hands[row, card] & 3] |= 1 << (hands[row, card] >> 2)
        for suit in range(4):
            for one in range(bits.shape[0]):
                if bits[one] & mask[suit] == 0:
                    found += (suited[one] <= rank) + 0 + (suited[one] < rank)
                    found -= (plain[one] <= rank) + 0 + (plain[one] < rank)
        count[row] = found


def add_improved_hands(
    left: Integers,
    held: Integers,
    drawn: Integers,
    ranks: Integers,
    many: int,
    factor: int,
    binomial: Integers,
    out: Integers,
) -> None:
    """Add the ways from a kind through the common discard to each rank (``field.improved``).

    The generating function of the idle cards is (1 + n x) for every rank of which n are left; of a
    rank that is held or drawn that factor is divided out, and its own is put in.
    """
    e1, e2, e3 = 0, 0, 0
    for rank in range(13):
        e1, e2, e3 = e1 + left[rank], e2 + e1 * left[rank], e3 + e2 * left[rank]
    for one in range(held.shape[0]):
        base, h1, h2, h3 = factor, e1, e2, e3
        for rank in range(13):
            if held[one, rank]:
                base *= binomial[left[rank], held[one, rank]]
                h1 = h1 - left[rank]
                h2 = h2 - left[rank] * h1
                h3 = h3 - left[rank] * h2
        if base == 0:
            continue
        for draw in range(drawn.shape[0]):
            if ranks[one, draw] == 0:
                continue
            p0, p1, p2, p3 = base, base * h1, base * h2, base * h3
            for place in range(many):
                rank, taken = drawn[draw, place, 0], drawn[draw, place, 1]
                if taken == 0:
                    break
                there = left[rank]
                if held[one, rank]:
                    more = binomial[there - held[one, rank], taken]
                    p0, p1, p2, p3 = p0 * more, p1 * more, p2 * more, p3 * more
                    continue
                none = binomial[there, taken]
                idle = there * binomial[there - 1, taken] if there else 0
                p1 = p1 - there * p0
                p2 = p2 - there * p1
                p3 = p3 - there * p2
                p3 = p3 * none + p2 * idle
                p2 = p2 * none + p1 * idle
                p1 = p1 * none + p0 * idle
                p0 = p0 * none
            out[ranks[one, draw]] += p1 if many == 1 else p2 if many == 2 else p3


def add_standing_hands(
    left: Integers, sets: Three, least: int, unit: int, binomial: Integers, out: Integers
) -> None:
    """Add the hands that stand: those of several suits, flushes not yet taken off."""
    ranks, times, mixed = sets
    for one in range(ranks.shape[0]):
        if mixed[one] < least:
            continue
        ways = unit
        for place in range(5):
            ways *= binomial[left[ranks[one, place]], times[one, place]]
        out[mixed[one]] += ways


def sum_below_straights(
    hand: Integers,
    left: Integers,
    draws: Draws,
    least: int,
    halves: Integers,
    tables: RankTables,
    sums: Integers,
    high: Integers,
) -> int:
    """Value every hold on what it becomes below *least*; list the rest; return how many it has."""
    keys, counts, totals, ends, binomial = draws
    starts, ranks = tables
    listed = 0
    for hold in range(1, 32):
        base, many = 0, 5
        for card in range(5):
            if hold >> card & 1:
                base += keys[hand[card] >> 2]
                many -= 1
        found = 0
        for draw in range(ends[many], ends[many + 1]):
            ways = 1
            for place in range(5):
                if counts[draw, place, 1] == 0:
                    break
                ways *= binomial[left[counts[draw, place, 0]], counts[draw, place, 1]]
            if ways == 0:
                continue
            total = base + totals[draw]
            rank = ranks[starts[total >> 8] + (total & 255)]
            if rank < least:
                found += ways * halves[rank]
            else:
                high[listed, 0], high[listed, 1], high[listed, 2] = hold, rank, ways
                listed += 1
        sums[hold] = found
    return listed


def add_flushes(free: Integers, flushes: Three, unit: int, least: int, out: Integers) -> None:
    """Add the flushes that are left in the four suits, and take them off the straights."""
    bits, plain, suited = flushes
    for suit in range(4):
        for one in range(bits.shape[0]):
            if bits[one] & ~free[suit] == 0:
                out[suited[one]] += unit
                if plain[one] >= least:
                    out[plain[one]] -= unit


def add_own_flushes(
    hand: Integers,
    free: Integers,
    sets: Two,
    by_bits: Integers,
    halves: Integers,
    scale: Integers,
    out: Integers,
) -> None:
    """Put right, hold by hold, what becomes a flush; then bring all holds over one number."""
    bits, ends = sets
    for hold in range(1, 32):
        suit, own, many = -1, 0, 5
        for card in range(5):
            if hold >> card & 1:
                many -= 1
                own |= 1 << (hand[card] >> 2)
                if suit == -1:
                    suit = hand[card] & 3
                elif suit != hand[card] & 3:
                    suit = -2
        if suit >= 0:
            for draw in range(ends[many], ends[many + 1]):
                if bits[draw] & ~free[suit] == 0:
                    both = bits[draw] | own
                    out[hold] += halves[by_bits[both, 1]] - halves[by_bits[both, 0]]
        out[hold] *= scale[many]


def every_removed(
    hands: Integers,
    model: Model,
    draws: tuple[Draws, Two, Integers, Integers],
    tables: RankTables,
    room: Room,
    out: Two,
) -> None:
    """Work out all holds of all classes: *out* has their values, and the weight of the other."""
    pair, two, three, sets, flushes, unit, least = model
    all_draws, set_draws, by_bits, scale = draws
    left, weights, base, halves, sums, high, free = room
    binomial = all_draws[4]
    values, totals = out
    listed = 0
    for row in range(hands.shape[0]):
        new = row == 0
        for card in range(5):
            new = new or hands[row, card] >> 2 != hands[row - 1, card] >> 2
        if new:
            for rank in range(13):
                left[rank] = 4
            for card in range(5):
                left[hands[row, card] >> 2] -= 1
            for rank in range(base.shape[0]):
                base[rank] = 0
            add_improved_hands(left, pair[0], pair[1], pair[2], pair[3], pair[4], binomial, base)
            add_improved_hands(left, two[0], two[1], two[2], two[3], two[4], binomial, base)
            add_improved_hands(
                left, three[0], three[1], three[2], three[3], three[4], binomial, base
            )
            add_standing_hands(left, sets, least, unit, binomial, base)
            below = 0
            for rank in range(least):
                halves[rank] = 2 * below + base[rank]
                below += base[rank]
            listed = sum_below_straights(
                hands[row], left, all_draws, least, halves, tables, sums, high
            )
        for suit in range(4):
            free[suit] = 8191
        for card in range(5):
            free[hands[row, card] & 3] &= ~(1 << (hands[row, card] >> 2))
        for rank in range(least, base.shape[0]):
            weights[rank] = base[rank]
        add_flushes(free, flushes, unit, least, weights)
        above = below
        for rank in range(least, base.shape[0]):
            halves[rank] = 2 * above + weights[rank]
            above += weights[rank]
        totals[row] = above
        for hold in range(32):
            values[row, hold] = sums[hold]
        for one in range(listed):
            values[row, high[one, 0]] += high[one, 2] * halves[high[one, 1]]
        add_own_flushes(hands[row], free, set_draws, by_bits, halves, scale, values[row])
