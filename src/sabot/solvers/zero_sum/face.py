"""Optimal faces: inner points, uniqueness and its evidence, another solution where there is one.

Complementary slackness makes uniqueness a question of rank. Take *any* optimal plan ``y`` of side
two. Every optimal plan ``x`` of side one (a) uses only sequences that are tight against ``y`` and
(b) leaves side two indifferent over the sequences that ``y`` uses. If the linear system of (a) and
(b) has full column rank, ``x`` is unique. If ``y`` is an inner point of its face the converse holds
too, so an inner point is looked for first: one more linear program, in which every doubtful
sequence may earn at most 1 (Freund, Roundy and Todd 1985).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpz_mat, nmod_mat

from sabot import watch
from sabot.errors import NoMethodError
from sabot.exact import fractions
from sabot.forms.form import Duel, Plan
from sabot.forms.matrix import MatrixForm
from sabot.forms.reply import Reply, best_reply
from sabot.forms.sequence import Side
from sabot.solvers.lp.program import Program, point
from sabot.solvers.lp.repair import optimal
from sabot.solvers.lp.table import IntArray, Sparse

PRIMES = (16777213, 16777199, 16777183, 16777153)
"""Small primes below 2^24: a full rank modulo one of them is a full rank."""
UNDECIDED = (
    "the game is solved, but whether the strategies are unique is not decided: that is computed in "
    f"remainders by {len(PRIMES)} primes, and all of them divide a number that they must not; "
    "please report this game"
)

Row = dict[int, int]
"""A sparse row: column to entry."""


@dataclass(frozen=True)
class Verdict:
    """Whether one seat's optimal plan is unique, and the evidence."""

    unique: bool
    prime: int | None = None
    another: Plan | list[int] | None = None
    """A second optimal plan; in whole numbers, what its first one is stands for 1."""

    @property
    def other_plan(self) -> Plan:
        """The second optimal plan as chances."""
        assert self.another is not None
        return [Fraction(chance, self.another[0]) for chance in self.another]


@dataclass(frozen=True)
class Faces:
    """An inner optimal plan for each side, and the verdict on each side's uniqueness."""

    inner: tuple[Plan, Plan]
    verdicts: tuple[Verdict, Verdict]


def faces(duel: Duel, x: Plan, y: Plan, tight: tuple[list[int], list[int]] | None = None) -> Faces:
    """Return what the optimal faces around the optimal pair (x, y) are like.

    *tight* are the sequences of each side that are best against the other's plan, if known.
    """
    watch.at("uniqueness")
    if tight is None:
        tight = duel.reply(0, (x, y))[0].tight, duel.reply(1, (x, y))[0].tight
    doubt_one = [i for i in tight[0] if not x[i]]
    doubt_two = [j for j in tight[1] if not y[j]]
    if not doubt_one and not doubt_two:
        return Faces((x, y), _strict_verdicts(duel, x, y, tight))
    inner_y = _inner(duel, x, y, doubt_one, doubt_two)
    inner_x = _inner(duel.swapped(), y, x, doubt_two, doubt_one)
    inner = inner_x, inner_y
    one = tight[0] if inner_y is y else duel.reply(0, inner)[0].tight
    two = tight[1] if inner_x is x else duel.reply(1, inner)[0].tight
    return Faces(
        inner,
        (
            _verdict(duel, x, inner_x, inner_y, one),
            _verdict(duel.swapped(), y, inner_y, inner_x, two),
        ),
    )


def _strict_verdicts(
    duel: Duel, x: Plan, y: Plan, tight: tuple[list[int], list[int]]
) -> tuple[Verdict, Verdict]:
    """Return the verdicts around a strictly complementary pair.

    The two systems are then each other's transpose, so a regular one settles both seats.
    """
    one = _verdict(duel, x, x, y, tight[0])
    rows, columns = (
        sum(1 for cell in side.cells if plan[cell.parent])
        for side, plan in zip(duel.sides, (x, y), strict=True)
    )
    if one.unique and len(tight[1]) + rows == len(tight[0]) + columns:
        return one, one
    return one, _verdict(duel.swapped(), y, y, x, tight[1])


def _parents(side: Side) -> list[int]:
    """Return, for each sequence, the number of its cell; -1 for the empty sequence."""
    cell_of = [-1] * side.count
    for number, cell in enumerate(side.cells):
        for sequence in cell.sequences:
            cell_of[sequence] = number
    return cell_of


def _children(side: Side) -> list[list[int]]:
    """Return, for each sequence, the cells that follow it."""
    after: list[list[int]] = [[] for _ in range(side.count)]
    for number, cell in enumerate(side.cells):
        after[cell.parent].append(number)
    return after


def _inner(duel: Duel, x: Plan, y: Plan, doubt_one: list[int], doubt_two: list[int]) -> Plan:
    """Return an inner point of side two's optimal face, near the optimal *y*."""
    one, two = duel.sides
    sure_two = [j for j, chance in enumerate(y) if chance and j]
    sure_one = [i for i, chance in enumerate(x) if chance]
    reach_one = {0, *sure_one, *doubt_one}
    reach_two = {0, *sure_two, *doubt_two}
    cells_one = [n for n, cell in enumerate(one.cells) if cell.parent in reach_one]
    spot_cell = {n: k for k, n in enumerate(cells_one)}
    free = len(sure_two) + len(cells_one)
    spot = {j: k for k, j in enumerate(sure_two)}
    spot |= {j: free + k for k, j in enumerate(doubt_two)}

    equal: list[Row] = []
    for cell in two.cells:
        if cell.parent in reach_two:
            row = {spot[s]: 1 for s in cell.sequences if s in spot}
            if cell.parent:
                row[spot[cell.parent]] = -1
            equal.append(row)
    cell_of, after = _parents(one), _children(one)
    order, places = list(spot), list(spot.values())
    loose: list[Row] = []
    for sequences, rows in ((sure_one, equal), (doubt_one, loose)):
        for i, payoffs in zip(sequences, duel.block(sequences, order), strict=True):
            watch.heard()
            row = {places[k]: -a for k, a in payoffs.items()}
            if i:
                row[len(sure_two) + spot_cell[cell_of[i]]] = 1
            for n in after[i]:
                row[len(sure_two) + spot_cell[n]] = -1
            rows.append(row)
    with watch.inside("uniqueness"):
        step = direction(equal, loose, free, len(doubt_two))
    move = [Fraction(0)] * two.count
    for j, k in spot.items():
        move[j] = step[k]
    return _along(duel, y, move)


def _along(duel: Duel, plan: Plan, move: Plan) -> Plan:
    """Return a point of side two's optimal face a little along *move* from *plan*."""
    if not any(move):
        return plan
    falls = [chance / -m for chance, m in zip(plan, move, strict=True) if m < 0]
    length = min([*falls, Fraction(2)]) / 2
    room = _room(duel, plan, move, length)
    if not room:
        raise NoMethodError("no inner optimal plan was found; please report this game")
    while length > room:
        length /= 2
    # half-way is inside whatever *plan* itself is inside of
    return [chance + length * m / 2 for chance, m in zip(plan, move, strict=True)]


def _room(duel: Duel, plan: Plan, move: Plan, length: Fraction) -> Fraction:
    """Return how far along *move*, up to *length*, side two concedes no more than at *plan*.

    What side one can get is the highest of many lines. As long as it is above the value at the
    end, the line that is highest there is followed back to the value: it is never met again.
    """
    side = duel.sides[0]
    here, below_here = duel.gains(0, ((), plan))
    slope, below_slope = duel.gains(0, ((), move))
    value = best_reply(side, here).value  # over below_here
    while length:
        watch.heard()
        top, below = length.numerator * below_here, length.denominator * below_slope
        there = [g * below + s * top for g, s in zip(here, slope, strict=True)]
        reply = best_reply(side, there)
        if reply.value == value * below:
            return length
        used = _first_best(side, reply)
        rise = sum(slope[s] for s in used)
        length = Fraction((value - sum(here[s] for s in used)) * below_slope, rise * below_here)
    return length


def _first_best(side: Side, reply: Reply) -> list[int]:
    """Return the sequences of a pure best reply."""
    used = {0}
    for number, cell in enumerate(side.cells):
        if cell.parent in used:
            used.add(next(s for s in cell.sequences if reply.worth[s] == reply.best[number]))
    return sorted(used)


def direction(equal: Sequence[Row], loose: Sequence[Row], free: int, kept: int) -> list[Fraction]:
    """Return a step along which as many doubtful things as possible become positive.

    Variables: *free* ones of any sign, then *kept* ones that may only grow. Every row of *equal*
    stays 0, every row of *loose* may only grow. Each doubtful thing earns at most 1. The equations
    may depend on each other, which the exact repair cannot have; if the floats' basis is not
    optimal at once, the program is written again with inequalities alone.
    """
    from sabot.solvers.lp.highs import guess_sparse

    watch.at("guessing")
    program = _direction_program(equal, loose, free, kept, split=False)
    basis = guess_sparse(program)
    best = point(program, basis) if len(basis.rows) == len(basis.columns) else None
    ups = free
    if best is None or not best.optimal(program):
        program = _direction_program(equal, loose, free, kept, split=True)
        _, best, _ = optimal(program, guess_sparse(program))
        ups = 2 * free
    y = fractions(best.y, best.below_y)
    step = [y[k] - (y[free + k] if ups > free else 0) for k in range(free)]
    return step + [y[ups + k] + y[ups + kept + k] for k in range(kept)]


def _direction_program(
    equal: Sequence[Row], loose: Sequence[Row], free: int, kept: int, *, split: bool
) -> Program:
    """Return the program of :func:`direction`; *split* makes free columns and equations pairs.

    Columns: free (up, and down when split), kept (what counts), kept (above 1), loose (earned).
    """
    grows = 2 * free if split else free
    above = grows + kept
    earned = above + kept
    entries: list[tuple[int, int, int]] = []

    def line(number: int, row: Row, sign: int) -> None:
        for k, amount in row.items():
            if k >= free:
                entries.append((number, grows + k - free, sign * amount))
                entries.append((number, above + k - free, sign * amount))
            else:
                entries.append((number, k, sign * amount))
                if split:
                    entries.append((number, free + k, -sign * amount))

    height = 0
    for row in equal:
        for sign in (1, -1) if split else (1,):
            line(height, row, sign)
            height += 1
    level = frozenset() if split else frozenset(range(height))
    for number, row in enumerate(loose):
        line(height, row, -1)
        entries.append((height, earned + number, 1))
        height += 1
    counted = [*range(grows, above), *range(earned, earned + len(loose))]
    entries += [(height + number, spot, 1) for number, spot in enumerate(counted)]
    price = [0] * (earned + len(loose))
    for spot in counted:
        price[spot] = 1
    right = [0] * height + [1] * len(counted)
    unsigned = frozenset() if split else frozenset(range(free))
    return Program(Sparse((len(right), len(price)), entries), right, price, level, unsigned)


def _verdict(duel: Duel, x: Plan, inner_x: Plan, inner_y: Plan, tight: list[int]) -> Verdict:
    """Return whether side one's optimal plan is unique."""
    if inner_x != x:
        return Verdict(False, another=inner_x)
    if isinstance(duel, MatrixForm) and _dense_full_rank(duel.array, inner_y, tight, PRIMES[0]):
        return Verdict(True, PRIMES[0])
    system, width = uniqueness_system(duel, inner_y, tight)
    prime = full_rank_prime(system, width, PRIMES[:1])
    if prime is not None:
        return Verdict(True, prime)
    dense = [[row.get(k, 0) for k in range(width)] for row in system]
    basis, rank = fmpz_mat(dense).nullspace()
    if rank == 0:
        prime = full_rank_prime(system, width, PRIMES[1:])
        if prime is None:
            raise NoMethodError(UNDECIDED)
        return Verdict(True, prime)
    sequences = tight[1:]
    move = [Fraction(0)] * duel.sides[0].count
    for k in range(rank):
        found = [int(basis[row, k]) for row in range(len(sequences))]
        if any(found):
            largest = max(map(abs, found))
            for sequence, amount in zip(sequences, found, strict=True):
                move[sequence] = Fraction(amount, largest)
            break
    return Verdict(False, another=_along(duel.swapped(), x, move))


def _dense_full_rank(payoffs: IntArray, y: Plan, tight: list[int], prime: int) -> bool:
    """Tell whether the uniqueness system of a matrix game has full column rank modulo a prime.

    The same system as :func:`uniqueness_system`, without the detour over sparse rows: nothing in a
    matrix game can be peeled off.
    """
    used = [j - 1 for j, chance in enumerate(y) if chance and j]
    rows = [i - 1 for i in tight[1:]]
    if len(used) < len(rows):
        return False
    system = np.ones((len(used) + 1, len(rows) + 1), dtype=np.int64)
    system[:-1, :-1] = -payoffs[np.ix_(rows, used)].T % prime
    system[-1, -1] = 0
    height, width = system.shape
    return bool(nmod_mat(height, width, system.ravel().tolist(), prime).rank() == width)


def full_rank_prime(
    system: list[dict[int, int]], width: int, primes: Sequence[int] = PRIMES
) -> int | None:
    """Return a prime modulo which the columns are independent, None if none of *primes* is."""
    from sabot.solvers.zero_sum.peel import eliminated, peeled

    whole, columns = peeled(system, width)
    if len(whole) < len(columns):
        return None
    for prime in primes:
        watch.heard()
        left, spots = eliminated(whole, columns, prime)
        if len(left) < len(spots):
            continue
        entries = [row.get(spot, 0) % prime for row in left for spot in spots]
        if not spots or nmod_mat(len(left), len(spots), entries, prime).rank() == len(spots):
            return prime
    return None


def uniqueness_system(duel: Duel, y: Plan, tight: list[int]) -> tuple[list[dict[int, int]], int]:
    """Return the sparse integer system that every optimal plan of side one solves, and its width.

    Columns: side one's *tight* sequences against *y* (the empty one apart), then the values of side
    two's cells that *y* reaches. Rows: side one's probabilities add up; side two is indifferent
    over what *y* uses. (That the payoff is the value follows: the sequences are tight.)
    """
    one, two = duel.sides
    sequences = tight[1:]
    spot = {i: k for k, i in enumerate(sequences)}
    used = [j for j, chance in enumerate(y) if chance and j]
    lines: dict[int, dict[int, int]] = {j: {} for j in used}
    rows = list(lines.values())
    for k, payoffs in enumerate(duel.block(sequences, used)):
        watch.heard()
        for place, a in payoffs.items():
            rows[place][k] = -a
    width = len(sequences)
    for cell in two.cells:
        if y[cell.parent]:
            if cell.parent:
                lines[cell.parent][width] = -1
            for j in cell.sequences:
                if j in lines:
                    lines[j][width] = 1
            width += 1
    system = list(lines.values())
    within = set(tight)
    for cell in one.cells:
        if cell.parent in within:
            row = {spot[s]: 1 for s in cell.sequences if s in spot}
            if cell.parent:
                row[spot[cell.parent]] = -1
            system.append(row)
    return system, width
