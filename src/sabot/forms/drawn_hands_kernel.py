"""Kernels of hands that draw: sums over pairs of rows, for every set of cards that hands share.

The hands that contain a set of cards are listed for each class of sets, with how many of their sets
are of that class. Integers are exact modulo 2^64, whatever is added on the way; floats beside them
say which multiple of 2^64 is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Singles = NDArray[np.float32]
    Small = NDArray[np.int32]
    Lists = tuple[NDArray[np.int64], NDArray[np.int32]]
    """Where each list begins, and all lists one after the other."""


def fill_table(
    some: tuple[int, int],
    rows: tuple[Integers, Integers, Integers, Integers],
    halves: Small,
    room: Floats,
    table: Integers,
) -> None:
    """Fill *table* for some rows, with those that have as many ranks or more, both ways round.

    *rows* are where each begins, its ranks, the ways to them, and the sum of these; *halves* has
    for each rank and row twice the ways below the rank and once those at it.
    """
    begins, ranks, ways, sums = rows
    count = table.shape[0]
    for row in range(some[0], some[1]):
        for other in range(row, count):
            room[other] = 0.0
        for place in range(begins[row], begins[row + 1]):
            rank, many = ranks[place], float(ways[place])
            for other in range(row, count):
                room[other] += many * halves[rank, other]
        for other in range(row, count):
            won = int(room[other])
            table[row, other] = won
            table[other, row] = 2 * sums[row] * sums[other] - won


def compare_rows(
    sets: Lists,
    times: tuple[NDArray[np.int8], Integers],
    shared: Lists,
    hands: tuple[Small, Integers],
    table: Integers,
    weights: Integers,
    room: tuple[Integers, Integers, Floats, Integers, Floats],
    out: tuple[Integers, Floats],
) -> None:
    """Add to *out* for every hand what *weights* of the disjoint hands give by *table*.

    *sets* lists the hands of each class of sets, *times* how often each has such a set, and what
    the class counts for, with the sign of its size; *shared* lists the rows of these hands;
    *hands* are the rows of each hand and their factors.
    """
    begins, members = sets
    often, counts = times
    row_begins, rows = shared
    parts, factors = hands
    whole, gathered, near, found, found_near = room
    for number in range(counts.shape[0]):
        first, last = row_begins[number], row_begins[number + 1]
        many = last - first
        sign = 1 if counts[number] > 0 else -1
        for place in range(first, last):
            whole[rows[place]] = 0
        for entry in range(begins[number], begins[number + 1]):
            hand = members[entry]
            each = weights[hand] * often[entry] * (sign * counts[number])
            if each != 0:
                for part in range(parts.shape[1]):
                    if parts[hand, part] >= 0:
                        whole[parts[hand, part]] += factors[hand, part] * each
        for other in range(many):
            gathered[other] = whole[rows[first + other]]
            near[other] = float(gathered[other])
        for place in range(first, last):
            row = rows[place]
            one, one_near = 0, 0.0
            for other in range(many):
                met = table[row, rows[first + other]]
                one += met * gathered[other]
                one_near += float(met) * near[other]
            found[row] = one
            found_near[row] = one_near
        for entry in range(begins[number], begins[number + 1]):
            hand = members[entry]
            for part in range(parts.shape[1]):
                row = parts[hand, part]
                if row >= 0:
                    factor = sign * often[entry] * factors[hand, part]
                    out[0][hand] += factor * found[row]
                    out[1][hand] += float(factor) * found_near[row]


def count_pairs(types: Lists, many: Floats, counts: Floats, out: Singles) -> None:
    """Add to *out* how many pairs of hands of two types share no card.

    *types* lists the types of each class of sets, *many* how many hands of the type contain one
    such set; *counts* has how many sets are in the class, with the sign of its size.
    """
    begins, members = types
    for number in range(counts.shape[0]):
        for one in range(begins[number], begins[number + 1]):
            each = counts[number] * many[one]
            for two in range(begins[number], begins[number + 1]):
                out[members[one], members[two]] += each * many[two]


def weigh_pairs(
    mixes: Lists, factors: Floats, table: Integers, scale: float, room: Floats, out: Singles
) -> None:
    """Multiply every pair of types in *out* by *scale* times what *table* gives, and round.

    *mixes* lists the rows of each type, *factors* what they are multiplied by.
    """
    begins, rows = mixes
    for one in range(out.shape[0]):
        for row in range(room.shape[0]):
            room[row] = 0.0
        for place in range(begins[one], begins[one + 1]):
            for row in range(room.shape[0]):
                room[row] += factors[place] * table[rows[place], row]
        for two in range(out.shape[0]):
            met = 0.0
            for place in range(begins[two], begins[two + 1]):
                met += factors[place] * room[rows[place]]
            out[one, two] = max(0.0, round(met * scale * out[one, two]))
