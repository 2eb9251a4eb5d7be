"""Compiled loops over all classes of poker hands: the hands that each of them beats.

What depends on ranks alone is computed once per multiset of ranks. What depends on suits is
flushes, and is added class by class.

Arrays are gone through entry by entry and numbers come in with them: whole expressions over arrays
take seconds to compile, and a function is compiled again for every number that is written out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Three = tuple[Integers, Integers, Integers]
    Four = tuple[Integers, Integers, Integers, Integers]


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
