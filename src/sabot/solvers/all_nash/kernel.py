"""Loops of the search for all equilibria and of its proof, compiled by numba or run as they are.

A *label* is a strategy of either player. On the *first* side it is a weight of the row player's
mixed strategy (labels of rows) or the shortfall of a column against the best column (labels of
columns); on the *second* side a row's shortfall or a weight of the column player's mixed strategy.
A pair of mixed strategies is an equilibrium just where each label is 0 on at least one side. The
search branches on a label that is positive on both sides: it is made 0 on the first side, then on
the second. Each time one linear program is continued where it was, and ends with a point or with a
reason (a row) why there is none. A program is a simplex dictionary: the *inside* (basic) labels as
sums of the *outside* (nonbasic) ones, which are 0, and a last column with their values. The same
source runs on floats, where everything found is a guess, and with *epsilon* 0 on arrays of
fractions, where it is exact.

The proof in integers: of an infeasible leaf the float reason is rounded to a shift of integer
weights and tested (a Farkas certificate). Of a leaf whose equations have one solution, floats give
the weights times their determinant, rounded; integers then show that they are a vertex, and the
determinant modulo a prime that it is the only one. The caller ensures that no sum exceeds 64 bits,
or passes arrays of Python integers; what fails here is decided by slower means. Arrays are
processed entry by entry because whole-array expressions take seconds to compile.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]
"""Floats, or fractions as objects."""
Ints = NDArray[np.int64]
Dictionary = tuple[Matrix, Ints, Ints, Ints]
"""A dictionary, its inside and outside labels, and by label whether it is fixed at 0."""
TreeArrays = tuple[Ints, Ints, Matrix]
"""Where the tree goes: its codes, and of each end the labels imposed and the reason."""
IMPOSED, IMPLIED = 1, 2
FIRST, SECOND, LEAF = -1, -2, -3
"""Ends of the tree: no point on the first side, none on the second, equilibria on both."""
GREEDY_PIVOTS = 60
"""Pivots by the steepest price before Bland's rule, which cannot cycle, takes over."""
MAX_PIVOTS = 4000
"""Pivots of one program after which floats are taken to have gone astray."""


def pivot(side: Dictionary, r: int, s: int) -> None:
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


def leaving_row(side: Dictionary, s: int, epsilon: float, first: int) -> int:
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


def entering_column(side: Dictionary, r: int, sign: int, epsilon: float, bland: bool) -> int:
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


def index_of(labels: Ints, label: int) -> int:
    """Return the index of a label, -1 if it is not there."""
    for k in range(labels.size):
        if labels[k] == label:
            return k
    return -1


def drive_to_zero(side: Dictionary, label: int, epsilon: float) -> int:
    """Make a label 0 on a side: return -1 once it is, or the row that shows why it cannot be.

    In that row the label is a positive number and no outside label that may rise makes it less.
    """
    table, inside, _, fixed = side
    fixed[label] = IMPOSED
    r = index_of(inside, label)
    if r < 0:
        return -1
    turn = 0
    while turn <= MAX_PIVOTS or epsilon == 0:
        s = entering_column(side, r, -1, epsilon, turn > GREEDY_PIVOTS)
        if s < 0:
            break
        out = leaving_row(side, s, epsilon, r)
        pivot(side, out, s)
        if out == r:
            return -1
        turn += 1
    if table[r, table.shape[1] - 1] > epsilon:
        return r
    s = entering_column(side, r, 1, epsilon, False)
    if s >= 0:
        pivot(side, r, s)
    return -1


def can_be_positive(side: Dictionary, label: int, epsilon: float) -> bool:
    """Move to a point of a side where a label is positive, if there is one; return whether."""
    table, inside, outside, _ = side
    last = table.shape[1] - 1
    r = index_of(inside, label)
    if r < 0:
        r = leaving_row(side, index_of(outside, label), epsilon, -1)
        if r < 0:
            return True
        pivot(side, r, index_of(outside, label))
    turn = 0
    while not table[r, last] > epsilon:
        s = entering_column(side, r, 1, epsilon, turn > GREEDY_PIVOTS)
        if s < 0 or (turn > MAX_PIVOTS and epsilon > 0):
            return False
        out = leaving_row(side, s, epsilon, -1)
        if out < 0:
            return True
        pivot(side, out, s)
        turn += 1
    return True


def label_values(side: Dictionary, found: Matrix) -> None:
    """Write what every label is at the current point of a side."""
    table, inside, _, _ = side
    for k in range(found.size):
        found[k] = 0
    for i in range(inside.size):
        found[inside[i]] = table[i, table.shape[1] - 1]


def forced_row(side: Dictionary, other: Ints, epsilon: float) -> int:
    """Return a row whose label is 0 on neither side and cannot be 0 on this one; -1 if none.

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


def branching_label(one: Dictionary, two: Dictionary, p: Matrix, q: Matrix, epsilon: float) -> int:
    """Return the label to branch on, -1 where every label is 0 all over one side or the other."""
    fixed_one, fixed_two = one[3], two[3]
    label_values(one, p)
    label_values(two, q)
    found = -1
    for k in range(p.size):
        fixed = fixed_one[k] != 0 or fixed_two[k] != 0
        if fixed or not (p[k] > epsilon and q[k] > epsilon):
            continue
        if found < 0 or p[k] * q[k] > p[found] * q[found]:
            found = k
    if found >= 0:
        return found
    for k in range(p.size):
        if fixed_one[k] == 0 and fixed_two[k] == 0:
            if not can_be_positive(one, k, epsilon):
                fixed_one[k] = IMPLIED
            elif not can_be_positive(two, k, epsilon):
                fixed_two[k] = IMPLIED
            else:
                return k
    return -1


def at_depth(side: Dictionary, depth: int) -> Dictionary:
    """Return the dictionary of a side at a depth."""
    return side[0][depth], side[1][depth], side[2][depth], side[3][depth]


def copy_deeper(side: Dictionary, depth: int) -> Dictionary:
    """Return a side one deeper, a copy of what it is at a depth."""
    table, inside, outside, fixed = at_depth(side, depth)
    below = at_depth(side, depth + 1)
    for i in range(inside.size):  # element by element: these are short
        below[1][i] = inside[i]
        for j in range(table.shape[1]):
            below[0][i, j] = table[i, j]
    for j in range(outside.size):
        below[2][j] = outside[j]
    for k in range(fixed.size):
        below[3][k] = fixed[k]
    return below


def write_reason(reason: Matrix, side: Dictionary, r: int, label: int) -> None:
    """Write why a label cannot be 0: its row, and -1 for itself."""
    table, _, outside, _ = side
    for k in range(reason.size):
        reason[k] = 0
    reason[label] = -1
    for j in range(outside.size):
        reason[outside[j]] = table[r, j]


def mark_imposed(row: Ints, one: Dictionary, two: Dictionary) -> None:
    """Write which labels were imposed on which side."""
    for k in range(row.size):
        row[k] = (one[3][k] == IMPOSED) + 2 * (two[3][k] == IMPOSED)


def impose(
    one: Dictionary, two: Dictionary, k: int, code: int, written: TreeArrays, spot: Ints, eps: float
) -> bool:
    """Make a label 0 on the side of a code (FIRST, SECOND); where that cannot be, write the end."""
    codes, ended, reasons = written
    side = one if code == FIRST else two
    r = drive_to_zero(side, k, eps)
    if r < 0:
        return True
    write_reason(reasons[spot[1]], side, r, k)
    mark_imposed(ended[spot[1]], one, two)
    codes[spot[2]] = code
    spot[1] += 1
    spot[2] += 1
    return False


def propagate_forced(
    one: Dictionary, two: Dictionary, written: TreeArrays, spot: Ints, epsilon: float
) -> int:
    """Go on with a case as far as labels are forced: 1 if it can go on, 0 if it is at an end."""
    codes, ended, reasons = written
    while spot[2] + 4 < codes.size and spot[1] + 3 < ended.shape[0]:
        code, r = FIRST, forced_row(one, two[3], epsilon)
        if r < 0:
            code, r = SECOND, forced_row(two, one[3], epsilon)
        if r < 0:
            return 1
        side = one if code == FIRST else two
        k = side[1][r]
        write_reason(reasons[spot[1]], side, r, k)
        mark_imposed(ended[spot[1]], one, two)
        ended[spot[1], k] += -code
        codes[spot[2]] = k if code == FIRST else ended.shape[1] + k
        codes[spot[2] + 1] = code
        spot[1] += 1
        spot[2] += 2
        if not impose(one, two, k, FIRST + SECOND - code, written, spot, epsilon):
            return 0
    return -1


def search(
    one: Dictionary,
    two: Dictionary,
    stage: Ints,
    branch: Ints,
    spot: Ints,
    written: TreeArrays,
    eps: float,
) -> None:
    """Go on with a search until it is done or there is no room left to write.

    Both sides are arrays by depth; *stage* and *branch* say how far a depth is and its label,
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
        here, there = at_depth(one, depth), at_depth(two, depth)
        code = FIRST if stage[depth] == 1 else SECOND  # a constant would be compiled by itself
        if stage[depth] == 0:
            on = propagate_forced(here, there, written, spot, eps)
            if on == 0:
                spot[0] -= 1
            if on != 1:
                continue
            k = branching_label(here, there, p, q, eps)
            if k < 0:
                mark_imposed(ended[spot[1]], here, there)
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
            below = copy_deeper(one, depth), copy_deeper(two, depth)
            if impose(below[0], below[1], branch[depth], code, written, spot, eps):
                stage[depth + 1] = 0
                spot[0] = depth + 1
        else:
            # nothing comes after it, so that it may take the place of what it is a part of
            stage[depth] = 0
            if not impose(here, there, branch[depth], code, written, spot, eps):
                spot[0] = depth - 1


IntegerArray = NDArray[Any]
"""Of 64 bits, or Python's integers as objects."""
Floats = NDArray[np.float64]
PRIME = 2_147_483_629
ROUNDING = 2.0**-30
"""Weights of a reason below this are what is left of rounding."""
EXACT_FLOAT_LIMIT = 2.0**50
"""Integers below it, with something to spare, are floats without an error."""


def round_shift(reason: Floats, free: Ints, bits: int, weights: Ints) -> bool:
    """Write weights of so many bits with sum 0, none below 0 but where *free*; return success."""
    greatest, spare = 0.0, -1
    for i in range(reason.size):
        size = abs(reason[i])
        greatest = max(greatest, size)
        if free[i] and (spare < 0 or size > abs(reason[spare])):
            spare = i
        weights[i] = 0
    if not ROUNDING < greatest < np.inf:
        return greatest <= ROUNDING
    scale, total = 2.0**bits / greatest, 0
    for i in range(reason.size):
        weight = int(np.floor(reason[i] * scale + 0.5))
        if weight > 0 or free[i]:
            weights[i] = weight
            total += weight
    if spare < 0:
        return total == 0
    weights[spare] -= total
    return True


def gains(weights: Ints, table: IntegerArray, barred: Ints) -> bool:
    """Return whether a shift gains against every column that is not barred."""
    for j in range(table.shape[1]):
        if not barred[j]:
            total = 0
            for i in range(table.shape[0]):
                total += weights[i] * table[i, j]
            if total <= 0:
                return False
    return True


def prove_shifts(
    table: IntegerArray,
    start: int,
    mixed: int,
    bit: int,
    code: int,
    widths: Ints,
    codes: Ints,
    ended: Ints,
    reasons: Floats,
    found: Ints,
    proved: Ints,
) -> None:
    """Prove the ends without a point on one side: write their weights, and which were proved.

    *start* and *mixed* are the first labels of the responses and of the mix there, *widths* the
    bits to be tried, the fewest first.
    """
    height, width = table.shape
    free, barred = np.zeros(height, np.int64), np.zeros(width, np.int64)
    for end in range(codes.size):
        if codes[end] == code:
            for i in range(height):
                free[i] = ended[end, start + i] & bit
            for j in range(width):
                barred[j] = ended[end, mixed + j] & bit
            reason, weights = reasons[end, start : start + height], found[end, :height]
            for bits in widths:
                if round_shift(reason, free, bits, weights) and gains(weights, table, barred):
                    proved[end] = 1
                    break


def prove_leaves(
    first: IntegerArray,
    second: IntegerArray,
    leaf: int,
    codes: Ints,
    ended: Ints,
    ones: Ints,
    twos: Ints,
    tops: Ints,
    proved: Ints,
) -> None:
    """Prove the leaves that are a point on both sides: write both weights, and their worth."""
    columns, rows = first.shape
    present, other = np.zeros(rows + columns, np.int64), np.zeros(rows + columns, np.int64)
    here, there = np.zeros(rows + columns, np.int64), np.zeros(rows + columns, np.int64)
    for end in range(codes.size):
        if codes[end] == leaf:
            for k in range(present.size):
                present[k] = other[k] = 0
                here[k], there[k] = ended[end, k] & 1, ended[end, k] & 2
            if not (
                solve_vertex(first, here[:rows], here[rows:], ones[end], tops[end, 0:1])
                and solve_vertex(second, there[rows:], there[:rows], twos[end], tops[end, 1:2])
            ):
                continue
            mark_used_and_short(first, ones[end], tops[end, 0], present[:rows], present[rows:])
            mark_used_and_short(second, twos[end], tops[end, 1], other[rows:], other[:rows])
            proved[end] = 1
            for k in range(present.size):
                if present[k] and other[k]:
                    proved[end] = 0


def mark_used_and_short(
    table: IntegerArray, weights: Ints, top: int, used: Ints, short: Ints
) -> None:
    """Mark which strategies have weight, and which responses fall short."""
    for j in range(weights.size):
        used[j] = weights[j] > 0
    for i in range(table.shape[0]):
        total = 0
        for j in range(weights.size):
            total += table[i, j] * weights[j]
        short[i] = total < top


def solve_vertex(table: IntegerArray, barred: Ints, best: Ints, weights: Ints, top: Ints) -> bool:
    """Write the weights of the only mix without what is barred that makes all of *best* best.

    False where there is not just one, where a weight is negative, or where floats do not find it.
    """
    height, width = table.shape
    size, replies, mark = 0, 0, -1
    for j in range(width):
        size += barred[j] == 0
        weights[j] = 0
    for i in range(height):
        if best[i] != 0:
            replies += 1
            if mark < 0:
                mark = i
    if size != replies or size == 0:
        return False
    system = np.zeros((size, size), np.int64)
    r = 0
    for i in range(height):
        if best[i] != 0 and i != mark:
            s = 0
            for j in range(width):
                if barred[j] == 0:
                    system[r, s] = table[mark, j] - table[i, j]
                    s += 1
            r += 1
    for j in range(size):
        system[r, j] = 1
    if not is_nonsingular(system):
        return False
    found = np.zeros(size)
    if not solve_last_unit(system, found):
        return False
    s = 0
    for j in range(width):
        if barred[j] == 0:
            weights[j] = int(np.floor(found[s] + 0.5))
            s += 1
    return verify_vertex(table, best, mark, weights, top)


def verify_vertex(table: IntegerArray, best: Ints, mark: int, weights: Ints, top: Ints) -> bool:
    """Divide weights by their greatest common divisor; return whether all of *best* are best."""
    common, greatest, entry = 0, 0.0, 1.0
    for j in range(weights.size):
        if weights[j] < 0:
            return False
        greatest = max(greatest, float(weights[j]))
        a, b = common, weights[j]
        while b:
            a, b = b, a % b
        common = a
    if common == 0:
        return False
    for i in range(table.shape[0]):
        for j in range(weights.size):
            entry = max(entry, abs(float(table[i, j])))
    if greatest / common * entry * weights.size > 2.0**60:
        return False
    for j in range(weights.size):
        weights[j] = weights[j] // common
    top[0] = 0
    for j in range(weights.size):
        top[0] += table[mark, j] * weights[j]
    for i in range(table.shape[0]):
        total = 0
        for j in range(weights.size):
            total += table[i, j] * weights[j]
        if total > top[0] or (best[i] != 0 and total != top[0]):
            return False
    return True


def is_nonsingular(system: Ints) -> bool:
    """Return whether a square system has a determinant that is not 0, by one modulo a prime."""
    size = system.shape[0]
    left = np.zeros((size, size), np.int64)
    for i in range(size):
        for j in range(size):
            left[i, j] = system[i, j] % PRIME
    for k in range(size):
        lead = k
        while lead < size and left[lead, k] == 0:
            lead += 1
        if lead == size:
            return False
        for j in range(k, size):
            left[k, j], left[lead, j] = left[lead, j], left[k, j]
        for i in range(k + 1, size):
            if left[i, k] != 0:
                factor, pivot = left[i, k], left[k, k]
                for j in range(k, size):
                    left[i, j] = (left[i, j] * pivot % PRIME - left[k, j] * factor % PRIME) % PRIME
    return True


def solve_last_unit(system: Ints, found: Floats) -> bool:
    """Write the solution for the last unit vector times the determinant; False where it is long."""
    size = system.shape[0]
    table = np.zeros((size, size + 1))
    for i in range(size):
        for j in range(size):
            table[i, j] = system[i, j]
    table[size - 1, size] = 1.0
    determinant = 1.0
    for k in range(size):
        lead = k
        for i in range(k + 1, size):
            if abs(table[i, k]) > abs(table[lead, k]):
                lead = i
        if table[lead, k] == 0.0:
            return False
        if lead != k:
            determinant = -determinant
            for j in range(k, size + 1):
                table[k, j], table[lead, j] = table[lead, j], table[k, j]
        determinant *= table[k, k]
        for i in range(k + 1, size):
            factor = table[i, k] / table[k, k]
            if factor != 0.0:
                for j in range(k, size + 1):
                    table[i, j] -= factor * table[k, j]
    determinant = np.floor(determinant + 0.5)
    if not abs(determinant) < EXACT_FLOAT_LIMIT:
        return False
    for k in range(size - 1, -1, -1):
        total = table[k, size]
        for j in range(k + 1, size):
            total -= table[k, j] * found[j]
        found[k] = total / table[k, k]
    for k in range(size):
        found[k] *= determinant
        if not abs(found[k]) < EXACT_FLOAT_LIMIT:
            return False
    if determinant < 0.0:
        for k in range(size):
            found[k] = -found[k]
    return True
