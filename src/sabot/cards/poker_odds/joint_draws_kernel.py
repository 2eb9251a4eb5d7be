"""Compiled loops: what two hands win of each other where both draw from one pack, by ranks.

Of n cards of a rank, b that avoid a given ones can be chosen in as many ways as the sum over t of
(-1)^t C(a, t) C(n - t, b - t). Multiplied over the ranks, this turns disjoint draws into pairs of
independent draws that both contain a set t of cards. For each set the two draws are compared by two
lists in the order of strength.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Small = NDArray[np.int32]
    BySize = tuple[Small, Small, Small, Small]
    """By the number of cards that are missing, 0 to 3: a row for each set of ranks held."""


def choose(many: int, few: int) -> int:
    """Return the binomial coefficient of 0 to 3 out of 0 to 4."""
    if few == 0:
        return 1
    if few == 1:
        return many
    if few == 2:
        return many * (many - 1) // 2
    return many * (many - 1) * (many - 2) // 6


def count_draws(left: Integers, many: int, out: Integers) -> None:
    """Fill *out* with the ways to draw each set of *many* ranks, 0 to 3, in rising order."""
    if many == 0:
        out[0] = 1
        return
    place = 0
    for i in range(13):
        if many == 1:
            out[place] = left[i]
            place += 1
            continue
        for j in range(i, 13):
            if many == 2:
                out[place] = choose(left[i], 2) if i == j else left[i] * left[j]
                place += 1
                continue
            for k in range(j, 13):
                if i == k:
                    out[place] = choose(left[i], 3)
                elif i == j:
                    out[place] = choose(left[i], 2) * left[k]
                elif j == k:
                    out[place] = left[i] * choose(left[j], 2)
                else:
                    out[place] = left[i] * left[j] * left[k]
                place += 1


def compare_draws(
    left: Integers,
    missing: tuple[int, int],
    held: tuple[int, int],
    fills: tuple[BySize, BySize],
    ways: tuple[Integers, Integers],
) -> int:
    """Return what the first of two independent draws wins: a win counts twice, a tie once."""
    strengths, draws = fills
    mine, theirs = strengths[missing[0]], strengths[missing[1]]
    one, two = held
    if missing[0] == 0 and missing[1] == 0:
        return int(mine[one, 0] >= theirs[two, 0]) + int(mine[one, 0] > theirs[two, 0])
    my_draws, their_draws = draws[missing[0]], draws[missing[1]]
    my_ways, their_ways = ways[0], ways[0]
    count_draws(left, missing[0], my_ways)
    if missing[0] != missing[1]:
        their_ways = ways[1]
        count_draws(left, missing[1], their_ways)
    found, below, upto, first, last = 0, 0, 0, 0, 0
    many = theirs.shape[1]
    for place in range(mine.shape[1]):
        each = my_ways[my_draws[one, place]]
        if each == 0:
            continue
        strength = mine[one, place]
        while first < many and theirs[two, first] < strength:
            below += their_ways[their_draws[two, first]]
            first += 1
        while last < many and theirs[two, last] <= strength:
            upto += their_ways[their_draws[two, last]]
            last += 1
        found += each * (below + upto)
    return found


def compare_jointly(
    left: Integers,
    missing: tuple[int, int],
    held: tuple[int, int],
    fills: tuple[BySize, BySize],
    added: BySize,
    ways: tuple[Integers, Integers],
) -> int:
    """Return what the first of two disjoint draws wins."""
    one, two = missing
    both = min(one, two)
    found = compare_draws(left, missing, held, fills, ways)
    if both == 0:
        return found
    for i in range(13):
        if left[i] == 0:
            continue
        first = left[i]
        left[i] -= 1
        held_one = int(added[one][held[0], i]), int(added[two][held[1], i])
        found -= first * compare_draws(left, (one - 1, two - 1), held_one, fills, ways)
        for j in range(i, 13):
            if both == 1 or left[j] == 0:
                continue
            second = first * left[j]
            if i == j:
                second //= 2
            left[j] -= 1
            held_two = int(added[one - 1][held_one[0], j]), int(added[two - 1][held_one[1], j])
            found += second * compare_draws(left, (one - 2, two - 2), held_two, fills, ways)
            for k in range(j, 13):
                if both == 2 or left[k] == 0:
                    continue
                third = second * left[k]
                if i == k:
                    third //= 3
                elif j == k:
                    third //= 2
                left[k] -= 1
                held_three = (
                    int(added[one - 2][held_two[0], k]),
                    int(added[two - 2][held_two[1], k]),
                )
                found -= third * compare_draws(left, (one - 3, two - 3), held_three, fills, ways)
                left[k] += 1
            left[j] += 1
        left[i] += 1
    return found


def count_joint_wins(
    pairs: tuple[Small, Small],
    hands: tuple[Small, Small, Small],
    fills: tuple[BySize, BySize],
    added: BySize,
    room: tuple[Integers, Integers, Integers],
    out: Integers,
) -> None:
    """Fill *out* with what the first hand of each pair wins; -1 where one pack has not both.

    *hands* are the ranks of each strength as dealt, how many cards it draws, and the number of the
    set of ranks that it keeps.
    """
    counts, drawn, kept = hands
    left, ways = room[0], (room[1], room[2])
    for number in range(out.shape[0]):
        one, two = pairs[0][number], pairs[1][number]
        possible = True
        for rank in range(13):
            left[rank] = 4 - counts[one, rank] - counts[two, rank]
            possible = possible and left[rank] >= 0
        out[number] = -1
        if possible:
            missing, held = (int(drawn[one]), int(drawn[two])), (int(kept[one]), int(kept[two]))
            out[number] = compare_jointly(left, missing, held, fills, added, ways)
