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

IMPOSED, IMPLIED = 1, 2
FIRST, SECOND, LEAF = -1, -2, -3
"""Ends of the tree: no point on the first side, none on the second, equilibria on both."""
GREEDY = 60
"""Pivots by the steepest price before Bland's rule, which cannot cycle, takes over."""
TOO_LONG = 4000
"""Pivots of one program after which floats are taken to have gone astray."""


def pivot(table: Table, inside: Ints, outside: Ints, r: int, s: int) -> None:
    """Exchange an inside and an outside label, in place."""
    width = table.shape[1]
    at = table[r, s]
    for j in range(width):
        if j != s:
            table[r, j] = -table[r, j] / at
    table[r, s] = 1 / at
    for i in range(table.shape[0]):
        if i != r:
            factor = table[i, s]
            if factor != 0:
                for j in range(width):
                    if j != s:
                        table[i, j] += factor * table[r, j]
                table[i, s] = factor * table[r, s]
    inside[r], outside[s] = outside[s], inside[r]


def blocking(table: Table, inside: Ints, s: int, epsilon: float, first: int) -> int:
    """Return the row that falls to 0 first when a column rises, *first* among equals; -1 if none.

    With *first* at -1 the least label goes first, as Bland's rule has it.
    """
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


def entering(
    table: Table, outside: Ints, fixed: Ints, r: int, sign: int, epsilon: float, bland: bool
) -> int:
    """Return a column that makes row *r* fall (*sign* -1) or rise (1); -1 if none does."""
    found = -1
    for j in range(table.shape[1] - 1):
        if fixed[outside[j]] == 0 and sign * table[r, j] > epsilon:
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


def vanish(
    table: Table, inside: Ints, outside: Ints, fixed: Ints, label: int, epsilon: float
) -> int:
    """Make a label 0 on a side: return -1 once it is, or the row that shows why it cannot be.

    In that row the label is a positive number and no unfixed outside label makes it less.
    """
    last = table.shape[1] - 1
    r = place_of(inside, label)
    if r >= 0:
        turn = 0
        while True:
            s = entering(table, outside, fixed, r, -1, epsilon, turn > GREEDY)
            if s < 0:
                break
            out = blocking(table, inside, s, epsilon, r)
            pivot(table, inside, outside, out, s)
            if out == r:
                r = -1
                break
            turn += 1
            if turn > TOO_LONG and epsilon > 0:
                break
        if r >= 0:
            if table[r, last] > epsilon:
                return r
            s = entering(table, outside, fixed, r, 1, epsilon, False)
            if s >= 0:
                pivot(table, inside, outside, r, s)
    fixed[label] = IMPOSED
    return -1


def can_rise(
    table: Table, inside: Ints, outside: Ints, fixed: Ints, label: int, epsilon: float
) -> bool:
    """Move to a point of a side where a label is positive, if there is one; tell whether."""
    last = table.shape[1] - 1
    r = place_of(inside, label)
    if r < 0:
        s = place_of(outside, label)
        out = blocking(table, inside, s, epsilon, -1)
        if out < 0:
            return True
        if -table[out, last] / table[out, s] > epsilon:
            pivot(table, inside, outside, out, s)
            return True
        pivot(table, inside, outside, out, s)
        r = out
    turn = 0
    while not table[r, last] > epsilon:
        s = entering(table, outside, fixed, r, 1, epsilon, turn > GREEDY)
        if s < 0 or (turn > TOO_LONG and epsilon > 0):
            return False
        out = blocking(table, inside, s, epsilon, -1)
        if out < 0:
            return True
        pivot(table, inside, outside, out, s)
        turn += 1
    return True


def values(table: Table, inside: Ints, found: Table) -> None:
    """Write what every label is at the point where a side stands."""
    found[:] = 0
    for i in range(inside.size):
        found[inside[i]] = table[i, table.shape[1] - 1]


def chosen(
    one: Table, ones: Ints, out_one: Ints, fixed_one: Ints,
    two: Table, twos: Ints, out_two: Ints, fixed_two: Ints,
    p: Table, q: Table, epsilon: float,
) -> int:
    """Return the label to branch on, -1 where every label is 0 all over one side or the other."""
    values(one, ones, p)
    values(two, twos, q)
    found = -1
    for k in range(p.size):
        if fixed_one[k] == 0 and fixed_two[k] == 0 and p[k] > epsilon and q[k] > epsilon:
            if found < 0 or p[k] * q[k] > p[found] * q[found]:
                found = k
    if found >= 0:
        return found
    for k in range(p.size):
        if fixed_one[k] == 0 and fixed_two[k] == 0:
            if not can_rise(one, ones, out_one, fixed_one, k, epsilon):
                fixed_one[k] = IMPLIED
            elif not can_rise(two, twos, out_two, fixed_two, k, epsilon):
                fixed_two[k] = IMPLIED
            else:
                return k
    return -1


def search(
    one: Table, ones: Ints, out_one: Ints, fixed_one: Ints,
    two: Table, twos: Ints, out_two: Ints, fixed_two: Ints,
    stage: Ints, branch: Ints, spot: Ints,
    codes: Ints, ended: Ints, reasons: Table, epsilon: float,
) -> int:
    """Go on with a search until it is done or a buffer is full; return how many codes it wrote.

    The first eight arrays hold the state of both sides at each depth, *stage* and *branch* how far
    a depth has come and its label, *spot* the depth and the number of ends written. Codes are the
    tree in preorder: a label that is branched on, FIRST, SECOND or LEAF. Each end has a row in *ended* (the
    labels that were imposed, 1 on the first side, 2 on the second, 3 on both) and in *reasons*: of
    a leaf nothing, of a pruned end what its row of the dictionary says of the outside labels.
    """
    p, q = reasons[0].copy(), reasons[0].copy()
    depth, ends, count = spot[0], 0, 0
    while depth >= 0 and count < codes.size and ends < ended.shape[0]:
        if stage[depth] == 0:
            k = chosen(
                one[depth], ones[depth], out_one[depth], fixed_one[depth],
                two[depth], twos[depth], out_two[depth], fixed_two[depth], p, q, epsilon,
            )
            if k < 0:
                mark(ended[ends], fixed_one[depth], fixed_two[depth])
                ends += 1
                codes[count] = LEAF
                depth -= 1
            else:
                branch[depth] = k
                codes[count] = k
                stage[depth] = 1
            count += 1
        elif stage[depth] == 3:
            depth -= 1
        else:
            below = depth + 1
            one[below] = one[depth]
            ones[below] = ones[depth]
            out_one[below] = out_one[depth]
            fixed_one[below] = fixed_one[depth]
            two[below] = two[depth]
            twos[below] = twos[depth]
            out_two[below] = out_two[depth]
            fixed_two[below] = fixed_two[depth]
            k = branch[depth]
            if stage[depth] == 1:
                r = vanish(one[below], ones[below], out_one[below], fixed_one[below], k, epsilon)
                if r >= 0:
                    fixed_one[below, k] = IMPOSED
                    tell(reasons[ends], one[below], out_one[below], r, k)
            else:
                r = vanish(two[below], twos[below], out_two[below], fixed_two[below], k, epsilon)
                if r >= 0:
                    fixed_two[below, k] = IMPOSED
                    tell(reasons[ends], two[below], out_two[below], r, k)
            if r >= 0:
                mark(ended[ends], fixed_one[below], fixed_two[below])
                ends += 1
                codes[count] = -stage[depth]
                count += 1
            stage[depth] += 1
            if r < 0:
                stage[below] = 0
                depth = below
    spot[0], spot[1] = depth, ends
    return count


def mark(row: Ints, fixed_one: Ints, fixed_two: Ints) -> None:
    """Write which labels were imposed on which side."""
    for k in range(row.size):
        row[k] = (fixed_one[k] == IMPOSED) + 2 * (fixed_two[k] == IMPOSED)


def tell(reason: Table, table: Table, outside: Ints, r: int, label: int) -> None:
    """Write why a label cannot be 0: its row, and -1 for itself."""
    reason[:] = 0
    reason[label] = -1
    for j in range(outside.size):
        reason[outside[j]] = table[r, j]
