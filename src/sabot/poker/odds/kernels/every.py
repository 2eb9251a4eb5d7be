"""Sums over all parts of hands, and what follows from them.

Sets of k cards are numbered in the order in which their highest cards rise: a < b < c have the
number C(a,1) + C(b,2) + C(c,3). Going through the sets in that order needs no number at all.
"""

from __future__ import annotations

from typing import Any

from sabot.poker.kernel import rank5


def advance(cards: Any, many: int) -> None:
    """Go on to the next set of so many cards."""
    place = 0
    while place + 1 < many and cards[place] + 1 == cards[place + 1]:
        cards[place] = place
        place += 1
    cards[place] += 1


def whole(cards: Any, weights: Any, tables: Any, out: Any) -> None:
    """Give every hand of the pack the weight of its rank; *cards* begins as 0 1 2 3 4."""
    for number in range(out.shape[0]):
        c0, c1, c2, c3, c4 = cards[0], cards[1], cards[2], cards[3], cards[4]
        out[number] = weights[rank5(c0, c1, c2, c3, c4, tables)]
        advance(cards, cards.shape[0])


def parts(cards: Any, many: int, choose: Any, upper: Any, lower: Any) -> None:
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
        advance(cards, many)
    for place in range(lower.shape[0]):
        lower[place] //= 6 - many


def every_hold(hands: Any, choose: Any, firsts: Any, sums: Any, out: Any) -> None:
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


def every_share(hands: Any, own: Any, sets: Any, flushes: Any, binomial: Any, out: Any) -> None:
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
