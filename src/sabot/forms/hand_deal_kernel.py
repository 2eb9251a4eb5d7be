"""Kernel of a deal of hands: sums over the other player's hands that share no card with mine.

Hands are taken in the order of strength. For each set of cards a running sum holds the weights of
the hands so far that contain the set. What a hand beats is then a sum, with signs, over the sets of
its own cards (inclusion and exclusion): sets of an even number of cards first in each row, then the
odd ones. Columns of weights are done together: two of them, whose sums stay in registers, or any
number. The same source serves floats and 64-bit integers; integers are exact modulo 2^64, whatever
is added on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Sets = NDArray[np.uint16] | NDArray[np.int32]
    """For each hand its sets of cards, as numbers."""
    Numbers = TypeVar("Numbers", NDArray[np.float64], NDArray[np.int64])


def sweep_two(
    steps: Integers,
    sets: tuple[Sets, Sets],
    even: int,
    times: Integers,
    weights: Numbers,
    sums: Numbers,
    out: Numbers,
) -> None:
    """Fill *out* for every own hand: the weights of hands that are weaker, not stronger, and all.

    *steps* say in which order hands of the other player are added (4 times the hand) and parts of
    *out* read (4 times my hand, and 1, 2 or 3). *sets* are those of my hands and of the other's,
    *even* of them with a plus. *times* says how often a hand counts for each of its sets. *weights*
    and *out* have two columns; *sums* has a row of zeros for each set.
    """
    reads, adds = sets
    for step in steps:
        hand = step >> 2
        part = step & 3
        if part == 0:
            one, two = weights[hand, 0], weights[hand, 1]
            for column in range(adds.shape[1]):
                place = adds[hand, column]
                sums[place, 0] += one * times[place]
                sums[place, 1] += two * times[place]
        else:
            one, two = sums[reads[hand, 0], 0], sums[reads[hand, 0], 1]
            for column in range(1, even):
                place = reads[hand, column]
                one += sums[place, 0]
                two += sums[place, 1]
            for column in range(even, reads.shape[1]):
                place = reads[hand, column]
                one -= sums[place, 0]
                two -= sums[place, 1]
            out[part - 1, hand, 0] = one
            out[part - 1, hand, 1] = two


def sweep_many(
    steps: Integers,
    sets: tuple[Sets, Sets],
    even: int,
    times: Integers,
    weights: Numbers,
    sums: Numbers,
    out: Numbers,
) -> None:
    """Do the same with any number of columns: faster where they are many and sets are few."""
    reads, adds = sets
    for step in steps:
        hand = step >> 2
        part = step & 3
        if part == 0:
            for column in range(adds.shape[1]):
                place = adds[hand, column]
                add_row(sums[place], weights[hand], times[place])
        else:
            row = out[part - 1, hand]
            row[:] = sums[reads[hand, 0]]
            for column in range(1, even):
                add_row(row, sums[reads[hand, column]], 1)
            for column in range(even, reads.shape[1]):
                add_row(row, sums[reads[hand, column]], -1)


def add_row(target: Numbers, source: Numbers, times: int) -> None:
    """Add a row, so many times."""
    for column in range(target.shape[0]):
        target[column] += source[column] * times


def leave_out_own(
    twins: Integers, times: Integers, compared: Integers, weights: Numbers, out: Numbers
) -> None:
    """Leave out the very hand that I hold, where the other player may hold it too.

    *twins* are its places among the other's hands, -1 of a hand that the other does not hold;
    *times* how often it was counted, and *compared* whether it was weaker (0), equal or stronger.
    """
    for hand in range(twins.shape[0]):
        if twins[hand] >= 0:
            for part in range(compared[hand], 3):
                add_row(out[part, hand], weights[twins[hand]], times[hand])


def sweep_pack(
    begin: Integers, end: Integers, own: Floats, weights: Floats, upto: Floats, out: Floats
) -> None:
    """Fill *out* where a hand is one card of a pack.

    Cards from *begin* to *end* are equal to a card; *own* is the part of its weight that the own
    card takes away. *upto* is 0, with a row more than there are cards.
    """
    for card in range(own.shape[0]):
        for column in range(weights.shape[1]):
            upto[card + 1, column] = upto[card, column] + weights[card, column]
    for card in range(own.shape[0]):
        for column in range(weights.shape[1]):
            less = weights[card, column] * own[card]
            out[0, card, column] = upto[begin[card], column]
            out[1, card, column] = upto[end[card], column] - less
            out[2, card, column] = upto[own.shape[0], column] - less
