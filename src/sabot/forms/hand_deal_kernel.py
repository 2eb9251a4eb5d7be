"""Kernel of a deal of hands: sums over the other player's hands that share no card with mine.

Hands are taken in the order of strength. For each set of cards a running sum holds the weights of
the hands so far that contain the set. What a hand beats is then a sum, with signs, over the sets of
its own cards (inclusion and exclusion): sets of an even number of cards first in each row, then the
odd ones. Two columns of weights are done together. The same source serves floats and 64-bit
integers; integers are exact modulo 2^64, whatever is added on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Sets = NDArray[np.uint16] | NDArray[np.int32]
    """For each hand its sets of cards, as numbers."""
    Numbers = TypeVar("Numbers", NDArray[np.float64], NDArray[np.int64])


def sweep(
    levels: tuple[Integers, Integers],
    sets: tuple[Sets, Sets],
    even: int,
    times: Integers,
    weights: Numbers,
    sums: Numbers,
    out: Numbers,
) -> None:
    """Fill *out* for every own hand: the weights of hands that are weaker, not stronger, and all.

    *levels* are the strengths of my hands and of the other's, not falling; *sets* those of both,
    *even* of them with a plus. *times* says how often a hand counts for each of its sets. *weights*
    and *out* have two columns; *sums* has a row of zeros for each set.
    """
    mine, theirs = levels
    reads, adds = sets
    own, other = 0, 0
    while own < mine.shape[0]:
        level = mine[own]
        last = own
        while last < mine.shape[0] and mine[last] == level:
            last += 1
        while other < theirs.shape[0] and theirs[other] < level:
            add_hand(adds, other, times, weights, sums)
            other += 1
        for hand in range(own, last):
            read_hand(reads, hand, even, sums, out, 0)
        while other < theirs.shape[0] and theirs[other] == level:
            add_hand(adds, other, times, weights, sums)
            other += 1
        for hand in range(own, last):
            read_hand(reads, hand, even, sums, out, 1)
        own = last
    while other < theirs.shape[0]:
        add_hand(adds, other, times, weights, sums)
        other += 1
    for hand in range(mine.shape[0]):
        read_hand(reads, hand, even, sums, out, 2)


def add_hand(adds: Sets, hand: int, times: Integers, weights: Numbers, sums: Numbers) -> None:
    """Add a hand of the other player to the running sums of its sets."""
    one, two = weights[hand, 0], weights[hand, 1]
    for column in range(adds.shape[1]):
        place = adds[hand, column]
        sums[place, 0] += one * times[place]
        sums[place, 1] += two * times[place]


def read_hand(reads: Sets, hand: int, even: int, sums: Numbers, out: Numbers, part: int) -> None:
    """Sum over the hands so far that share no card with one of mine, except that very hand."""
    one, two = sums[reads[hand, 0], 0], sums[reads[hand, 0], 1]
    for column in range(1, even):
        place = reads[hand, column]
        one += sums[place, 0]
        two += sums[place, 1]
    for column in range(even, reads.shape[1]):
        place = reads[hand, column]
        one -= sums[place, 0]
        two -= sums[place, 1]
    out[part, hand, 0] = one
    out[part, hand, 1] = two
