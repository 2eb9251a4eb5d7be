"""The search for all equilibria, label by label: loops to be compiled, or run on exact numbers.

A *label* is a strategy of either seat. On the *first* side it is a weight of the row seat's mix
(labels of rows) or what a column falls short of the best one (labels of columns); on the *second*
side a row's shortfall or a weight of the column seat's mix. A pair of mixes is an equilibrium just
where each label is 0 on one of the sides at least. The search takes a label that is positive on
both and makes it 0 on the first side, then on the second; each time one linear program is taken up
where it stood, and ends with a point or with a reason why there is none.

A program is a dictionary: the *inside* labels as sums of the *outside* ones, which are 0, and a
last column with what they are. The same source runs on floats, where all that it finds is a guess,
and with *epsilon* 0 on arrays of fractions, where it is exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]
"""Floats, or fractions as objects."""
Ints = NDArray[np.int64]
Side = tuple[Table, Ints, Ints, Ints]
"""A dictionary, its inside and outside labels, and by label whether it is fixed at 0."""
Written = tuple[Ints, Ints, Table]
"""Where the tree goes: its codes, and of each end the labels imposed and the reason."""

IMPOSED, IMPLIED = 1, 2
FIRST, SECOND, LEAF = -1, -2, -3
"""Ends of the tree: no point on the first side, none on the second, equilibria on both."""
GREEDY = 60
"""Pivots by the steepest price before Bland's rule, which cannot cycle, takes over."""
TOO_LONG = 4000
"""Pivots of one program after which floats are taken to have gone astray."""


def pivot(side: Side, r: int, s: int) -> None:
    """Exchange an inside and an outside label, in place."""
    table, inside, outside, _ = side
    width = table.shape[1]
    share = 1 / table[r, s]
    for j in range(width):
        table[r, j] *= -share
    table[r, s] = share
    for i in range(table.shape[0]):
        factor = table[i, s]
        if i != r and factor != 0:
            table[i, s] = 0  # so that the sum below is right there too
            for j in range(width):
                table[i, j] += factor * table[r, j]
    inside[r], outside[s] = outside[s], inside[r]


def blocking(side: Side, s: int, epsilon: float, first: int) -> int:
    """Return the row that falls to 0 first when a column rises, *first* among equals; -1 if none.

    With *first* at -1 the least label goes first, as Bland's rule has it.
    """
    table, inside, _, _ = side
    last = table.shape[1] - 1
    found = -1
    for i in range(table.shape[0]):
        if table[i, s] < -epsilon:
            if found < 0:
                found = i
                continue
            here, there = table[i, last] * table[found, s], table[found, last] * table[i, s]
            if here > there or (
                here == there and (i == first or (found != first and inside[i] < inside[found]))
            ):
                found = i
    return found


def entering(side: Side, r: int, sign: int, epsilon: float, bland: bool) -> int:
    """Return a column that makes row *r* fall (*sign* -1) or rise (1); -1 if none does."""
    table, _, outside, fixed = side
    found = -1
    for j in range(table.shape[1] - 1):
        if fixed[outside[j]] != IMPOSED and sign * table[r, j] > epsilon:
            if found < 0:
                found = j
            elif bland:
                if outside[j] < outside[found]:
                    found = j
            elif sign * table[r, j] > sign * table[r, found]:
                found = j
    return found


def place_of(labels: Ints, label: int) -> int:
    """Return where a label stands, -1 if it does not."""
    for k in range(labels.size):
        if labels[k] == label:
            return k
    return -1


def vanish(side: Side, label: int, epsilon: float) -> int:
    """Make a label 0 on a side: return -1 once it is, or the row that shows why it cannot be.

    In that row the label is a positive number and no outside label that may rise makes it less.
    """
    table, inside, _, fixed = side
    fixed[label] = IMPOSED
    r = place_of(inside, label)
    if r < 0:
        return -1
    turn = 0
    while turn <= TOO_LONG or epsilon == 0:
        s = entering(side, r, -1, epsilon, turn > GREEDY)
        if s < 0:
            break
        out = blocking(side, s, epsilon, r)
        pivot(side, out, s)
        if out == r:
            return -1
        turn += 1
    if table[r, table.shape[1] - 1] > epsilon:
        return r
    s = entering(side, r, 1, epsilon, False)
    if s >= 0:
        pivot(side, r, s)
    return -1


def can_rise(side: Side, label: int, epsilon: float) -> bool:
    """Move to a point of a side where a label is positive, if there is one; tell whether."""
    table, inside, outside, _ = side
    last = table.shape[1] - 1
    r = place_of(inside, label)
    if r < 0:
        r = blocking(side, place_of(outside, label), epsilon, -1)
        if r < 0:
            return True
        pivot(side, r, place_of(outside, label))
    turn = 0
    while not table[r, last] > epsilon:
        s = entering(side, r, 1, epsilon, turn > GREEDY)
        if s < 0 or (turn > TOO_LONG and epsilon > 0):
            return False
        out = blocking(side, s, epsilon, -1)
        if out < 0:
            return True
        pivot(side, out, s)
        turn += 1
    return True


def values(side: Side, found: Table) -> None:
    """Write what every label is at the point where a side stands."""
    table, inside, _, _ = side
    for k in range(found.size):
        found[k] = 0
    for i in range(inside.size):
        found[inside[i]] = table[i, table.shape[1] - 1]


def forced(side: Side, other: Ints, epsilon: float) -> int:
    """Return a row whose label is settled on neither side and cannot be 0 on this one; -1 if none.

    It is positive, and no outside label that may rise makes it less.
    """
    table, inside, outside, fixed = side
    last = table.shape[1] - 1
    for r in range(inside.size):
        k = inside[r]
        if fixed[k] == 0 and other[k] == 0 and table[r, last] > epsilon:
            least = True
            for j in range(last):
                if table[r, j] < -epsilon and fixed[outside[j]] != IMPOSED:
                    least = False
                    break
            if least:
                return r
    return -1


def chosen(one: Side, two: Side, p: Table, q: Table, epsilon: float) -> int:
    """Return the label to branch on, -1 where every label is 0 all over one side or the other."""
    fixed_one, fixed_two = one[3], two[3]
    values(one, p)
    values(two, q)
    found = -1
    for k in range(p.size):
        settled = fixed_one[k] != 0 or fixed_two[k] != 0
        if settled or not (p[k] > epsilon and q[k] > epsilon):
            continue
        if found < 0 or p[k] * q[k] > p[found] * q[found]:
            found = k
    if found >= 0:
        return found
    for k in range(p.size):
        if fixed_one[k] == 0 and fixed_two[k] == 0:
            if not can_rise(one, k, epsilon):
                fixed_one[k] = IMPLIED
            elif not can_rise(two, k, epsilon):
                fixed_two[k] = IMPLIED
            else:
                return k
    return -1


def at(side: Side, depth: int) -> Side:
    """Return a side as it stands at a depth."""
    return side[0][depth], side[1][depth], side[2][depth], side[3][depth]


def copied(side: Side, depth: int) -> Side:
    """Return a side one deeper, a copy of what it is at a depth."""
    table, inside, outside, fixed = at(side, depth)
    below = at(side, depth + 1)
    for i in range(inside.size):  # element by element: these are short
        below[1][i] = inside[i]
        for j in range(table.shape[1]):
            below[0][i, j] = table[i, j]
    for j in range(outside.size):
        below[2][j] = outside[j]
    for k in range(fixed.size):
        below[3][k] = fixed[k]
    return below


def tell(reason: Table, side: Side, r: int, label: int) -> None:
    """Write why a label cannot be 0: its row, and -1 for itself."""
    table, _, outside, _ = side
    for k in range(reason.size):
        reason[k] = 0
    reason[label] = -1
    for j in range(outside.size):
        reason[outside[j]] = table[r, j]


def mark(row: Ints, one: Side, two: Side) -> None:
    """Write which labels were imposed on which side."""
    for k in range(row.size):
        row[k] = (one[3][k] == IMPOSED) + 2 * (two[3][k] == IMPOSED)


def imposed(
    one: Side, two: Side, k: int, code: int, written: Written, spot: Ints, eps: float
) -> bool:
    """Make a label 0 on the side of a code (FIRST, SECOND); where that cannot be, write the end."""
    codes, ended, reasons = written
    side = one if code == FIRST else two
    r = vanish(side, k, eps)
    if r < 0:
        return True
    tell(reasons[spot[1]], side, r, k)
    mark(ended[spot[1]], one, two)
    codes[spot[2]] = code
    spot[1] += 1
    spot[2] += 1
    return False


def settle(one: Side, two: Side, written: Written, spot: Ints, epsilon: float) -> int:
    """Go on with a case as far as labels are forced: 1 if it can go on, 0 if it is at an end."""
    codes, ended, reasons = written
    while spot[2] + 4 < codes.size and spot[1] + 3 < ended.shape[0]:
        code, r = FIRST, forced(one, two[3], epsilon)
        if r < 0:
            code, r = SECOND, forced(two, one[3], epsilon)
        if r < 0:
            return 1
        side = one if code == FIRST else two
        k = side[1][r]
        tell(reasons[spot[1]], side, r, k)
        mark(ended[spot[1]], one, two)
        ended[spot[1], k] += -code
        codes[spot[2]] = k if code == FIRST else ended.shape[1] + k
        codes[spot[2] + 1] = code
        spot[1] += 1
        spot[2] += 2
        if not imposed(one, two, k, FIRST + SECOND - code, written, spot, epsilon):
            return 0
    return -1


def search(
    one: Side, two: Side, stage: Ints, branch: Ints, spot: Ints, written: Written, eps: float
) -> None:
    """Go on with a search until it is done or there is no room left to write.

    Both sides are arrays by depth; *stage* and *branch* say how far a depth has come and its label,
    *spot* holds the depth and how many ends and codes are written. Codes are the tree in preorder:
    a label that is branched on (plus the number of labels, where it is made 0 on the second side
    first), FIRST, SECOND or LEAF. Each end has the labels that were imposed, 1 on the first side, 2
    on the second, 3 on both, and a reason: of a leaf nothing, otherwise what the row of its
    dictionary says of the outside labels.
    """
    codes, ended, reasons = written
    p, q = reasons[0].copy(), reasons[0].copy()
    while spot[0] >= 0 and spot[2] + 4 < codes.size and spot[1] + 3 < ended.shape[0]:
        depth = spot[0]
        here, there = at(one, depth), at(two, depth)
        code = FIRST if stage[depth] == 1 else SECOND  # a constant would be compiled by itself
        if stage[depth] == 0:
            on = settle(here, there, written, spot, eps)
            if on == 0:
                spot[0] -= 1
            if on != 1:
                continue
            k = chosen(here, there, p, q, eps)
            if k < 0:
                mark(ended[spot[1]], here, there)
                for j in range(p.size):
                    reasons[spot[1], j] = 0
                spot[1] += 1
                spot[0] -= 1
                codes[spot[2]] = LEAF
            else:
                branch[depth] = k
                codes[spot[2]] = k
                stage[depth] = 1
            spot[2] += 1
        elif stage[depth] == 1:
            stage[depth] = 2
            below = copied(one, depth), copied(two, depth)
            if imposed(below[0], below[1], branch[depth], code, written, spot, eps):
                stage[depth + 1] = 0
                spot[0] = depth + 1
        else:
            # nothing comes after it, so that it may take the place of what it is a part of
            stage[depth] = 0
            if not imposed(here, there, branch[depth], code, written, spot, eps):
                spot[0] = depth - 1
