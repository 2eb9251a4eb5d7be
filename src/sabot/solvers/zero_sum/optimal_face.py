"""Optimal faces of a zero-sum game: relative interior, uniqueness by rank, a second solution.

Complementary slackness makes uniqueness a question of rank. Take *any* optimal plan ``y`` of player
two. Every optimal plan ``x`` of player one (a) uses only sequences that are tight against ``y`` and
(b) leaves player two indifferent over the sequences that ``y`` uses. If the linear system of (a)
and (b) has full column rank, ``x`` is unique. If ``y`` is in the relative interior of its face the
converse holds too, so such a point is looked for first: one more linear program, in which every
doubtful sequence may earn at most 1 (Freund, Roundy and Todd 1985).

The rank is computed modulo a prime. Rows and columns with a single entry, which are most of a game,
are removed first; the rest is eliminated for as long as it stays sparse. The checker has its own
code for both, which takes pivots in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError
from sabot.exact import as_fractions
from sabot.forms.base import RealizationPlan, TwoPlayerZeroSumForm
from sabot.forms.sequence import BestResponse, MatrixForm, Treeplex, best_response
from sabot.progress import progress_scope, raise_if_cancelled, report_progress

if TYPE_CHECKING:
    from sabot.solvers.lp.program import IntArray, LinearProgram

PRIMES = (16777213, 16777199, 16777183, 16777153)
"""Small primes below 2^24: a full rank modulo one of them is a full rank."""
UNIQUENESS_UNDECIDED = (
    "the game is solved, but whether the strategies are unique is not decided: that is computed in "
    f"remainders by {len(PRIMES)} primes, and all of them divide a number that they must not; "
    "please report this game"
)
_MAX_COLUMNS_WITHOUT_FLINT = 6
"""Columns of a system whose rank is found in less time than FLINT takes to be imported."""
SparseRow = dict[int, int]
"""A sparse row: column to entry."""


@dataclass(frozen=True)
class PlanUniqueness:
    """Whether one seat's optimal plan is unique, and the evidence."""

    unique: bool
    prime: int | None = None
    another: Sequence[Fraction | int] | None = None
    """A second optimal plan; integers are over the first of them."""

    @property
    def other_plan(self) -> RealizationPlan:
        """The second optimal plan as probabilities."""
        assert self.another is not None
        return [Fraction(chance, self.another[0]) for chance in self.another]


@dataclass(frozen=True)
class OptimalFaces:
    """The verdict on each side's uniqueness, with the optimal plans that decide it."""

    witnesses: tuple[RealizationPlan, RealizationPlan]
    """Optimal plans, against which the uniqueness of the opponent's plan is decided; inner points
    of the optimal faces where these were asked for."""
    verdicts: tuple[PlanUniqueness, PlanUniqueness]


def analyse_optimal_faces(
    duel: TwoPlayerZeroSumForm,
    x: RealizationPlan,
    y: RealizationPlan,
    tight: tuple[list[int], list[int]] | None = None,
) -> OptimalFaces:
    """Return what the optimal faces around the optimal pair (x, y) are like.

    *tight* are the sequences of each side that are best against the other's plan, if known.
    """
    report_progress("uniqueness")
    if tight is None:
        tight = duel.reply(0, (x, y))[0].tight, duel.reply(1, (x, y))[0].tight
    doubt_one = [i for i in tight[0] if not x[i]]
    doubt_two = [j for j in tight[1] if not y[j]]
    if not doubt_one and not doubt_two:
        return OptimalFaces((x, y), _uniqueness_at_strict_pair(duel, x, y, tight))
    inner_y = _inner_optimal_plan(duel, x, y, doubt_one, doubt_two)
    inner_x = _inner_optimal_plan(duel.swapped(), y, x, doubt_two, doubt_one)
    inner = inner_x, inner_y
    one = tight[0] if inner_y is y else duel.reply(0, inner)[0].tight
    two = tight[1] if inner_x is x else duel.reply(1, inner)[0].tight
    return OptimalFaces(
        inner,
        (
            _plan_uniqueness(duel, x, inner_x, inner_y, one),
            _plan_uniqueness(duel.swapped(), y, inner_y, inner_x, two),
        ),
    )


def _uniqueness_at_strict_pair(
    duel: TwoPlayerZeroSumForm,
    x: RealizationPlan,
    y: RealizationPlan,
    tight: tuple[list[int], list[int]],
) -> tuple[PlanUniqueness, PlanUniqueness]:
    """Return the verdicts around a strictly complementary pair.

    The two systems are then each other's transpose, so a regular one settles both seats.
    """
    one = _plan_uniqueness(duel, x, x, y, tight[0])
    rows, columns = (
        sum(1 for cell in side.cells if plan[cell.parent])
        for side, plan in zip(duel.sides, (x, y), strict=True)
    )
    if one.unique and len(tight[1]) + rows == len(tight[0]) + columns:
        return one, one
    return one, _plan_uniqueness(duel.swapped(), y, y, x, tight[1])


def _infoset_of_sequence(side: Treeplex) -> list[int]:
    """Return, for each sequence, the number of its infoset; -1 for the empty sequence."""
    cell_of = [-1] * side.count
    for number, cell in enumerate(side.cells):
        for sequence in cell.sequences:
            cell_of[sequence] = number
    return cell_of


def _infosets_after_sequence(side: Treeplex) -> list[list[int]]:
    """Return, for each sequence, the infosets that follow it."""
    after: list[list[int]] = [[] for _ in range(side.count)]
    for number, cell in enumerate(side.cells):
        after[cell.parent].append(number)
    return after


def _inner_optimal_plan(
    duel: TwoPlayerZeroSumForm,
    x: RealizationPlan,
    y: RealizationPlan,
    doubt_one: list[int],
    doubt_two: list[int],
) -> RealizationPlan:
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

    equal: list[SparseRow] = []
    for cell in two.cells:
        if cell.parent in reach_two:
            row = {spot[s]: 1 for s in cell.sequences if s in spot}
            if cell.parent:
                row[spot[cell.parent]] = -1
            equal.append(row)
    cell_of, after = _infoset_of_sequence(one), _infosets_after_sequence(one)
    order, places = list(spot), list(spot.values())
    loose: list[SparseRow] = []
    for sequences, rows in ((sure_one, equal), (doubt_one, loose)):
        for i, payoffs in zip(sequences, duel.block(sequences, order), strict=True):
            raise_if_cancelled()
            row = {places[k]: -a for k, a in payoffs.items()}
            if i:
                row[len(sure_two) + spot_cell[cell_of[i]]] = 1
            for n in after[i]:
                row[len(sure_two) + spot_cell[n]] = -1
            rows.append(row)
    with progress_scope("uniqueness"):
        step = interior_direction(equal, loose, free, len(doubt_two))
    move = [Fraction(0)] * two.count
    for j, k in spot.items():
        move[j] = step[k]
    return _move_within_face(duel, y, move)


def _move_within_face(
    duel: TwoPlayerZeroSumForm, plan: RealizationPlan, move: RealizationPlan
) -> RealizationPlan:
    """Return a point of side two's optimal face a little along *move* from *plan*."""
    if not any(move):
        return plan
    falls = [chance / -m for chance, m in zip(plan, move, strict=True) if m < 0]
    length = min([*falls, Fraction(2)]) / 2
    room = _optimal_step_length(duel, plan, move, length)
    if not room:
        raise NoMethodError("no inner optimal plan was found; please report this game")
    while length > room:
        length /= 2
    # half-way is inside whatever *plan* itself is inside of
    return [chance + length * m / 2 for chance, m in zip(plan, move, strict=True)]


def _optimal_step_length(
    duel: TwoPlayerZeroSumForm, plan: RealizationPlan, move: RealizationPlan, length: Fraction
) -> Fraction:
    """Return how far along *move*, up to *length*, side two concedes no more than at *plan*.

    What side one can get is the highest of many lines. As long as it is above the value at the
    end, the line that is highest there is followed back to the value: it is never met again.
    """
    side = duel.sides[0]
    here, below_here = duel.gains(0, ((), plan))
    slope, below_slope = duel.gains(0, ((), move))
    value = best_response(side, here).value  # over below_here
    while length:
        raise_if_cancelled()
        top, below = length.numerator * below_here, length.denominator * below_slope
        there = [g * below + s * top for g, s in zip(here, slope, strict=True)]
        reply = best_response(side, there)
        if reply.value == value * below:
            return length
        used = _pure_best_response(side, reply)
        rise = sum(slope[s] for s in used)
        length = Fraction((value - sum(here[s] for s in used)) * below_slope, rise * below_here)
    return length


def _pure_best_response(side: Treeplex, reply: BestResponse) -> list[int]:
    """Return the sequences of a pure best response."""
    used = {0}
    for number, cell in enumerate(side.cells):
        if cell.parent in used:
            used.add(next(s for s in cell.sequences if reply.worth[s] == reply.best[number]))
    return sorted(used)


def interior_direction(
    equal: Sequence[SparseRow], loose: Sequence[SparseRow], free: int, kept: int
) -> list[Fraction]:
    """Return a step along which as many doubtful things as possible become positive.

    Variables: *free* ones of any sign, then *kept* ones that may only grow. Every row of *equal*
    stays 0, every row of *loose* may only grow. Each doubtful thing earns at most 1. The equations
    may depend on each other, which the exact repair cannot have; if the floats' basis is not
    optimal at once, the program is written again with inequalities alone.
    """
    from sabot.solvers.lp.exact_simplex import solve_program
    from sabot.solvers.lp.highs import guess_basis_with_highs
    from sabot.solvers.lp.program import compute_basic_solution

    report_progress("guessing")
    program = _interior_direction_program(equal, loose, free, kept, split=False)
    basis = guess_basis_with_highs(program)
    best = compute_basic_solution(program, basis) if len(basis.rows) == len(basis.columns) else None
    ups = free
    if best is None or not best.optimal(program):
        program = _interior_direction_program(equal, loose, free, kept, split=True)
        _, best, _ = solve_program(program, guess_basis_with_highs(program))
        ups = 2 * free
    y = as_fractions(best.y, best.y_denominator)
    step = [y[k] - (y[free + k] if ups > free else 0) for k in range(free)]
    return step + [y[ups + k] + y[ups + kept + k] for k in range(kept)]


def _interior_direction_program(
    equal: Sequence[SparseRow], loose: Sequence[SparseRow], free: int, kept: int, *, split: bool
) -> LinearProgram:
    """Return the program of :func:`interior_direction`; *split* doubles free columns and equations.

    Columns: free (up, and down when split), kept (what counts), kept (above 1), loose (earned).
    """
    from sabot.solvers.lp.program import LinearProgram, SparseMatrix

    grows = 2 * free if split else free
    above = grows + kept
    earned = above + kept
    entries: list[tuple[int, int, int]] = []

    def line(number: int, row: SparseRow, sign: int) -> None:
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
    return LinearProgram(
        SparseMatrix((len(right), len(price)), entries), right, price, level, unsigned
    )


def _plan_uniqueness(
    duel: TwoPlayerZeroSumForm,
    x: RealizationPlan,
    inner_x: RealizationPlan,
    inner_y: RealizationPlan,
    tight: list[int],
) -> PlanUniqueness:
    """Return whether side one's optimal plan is unique."""
    if inner_x != x:
        return PlanUniqueness(False, another=inner_x)
    if isinstance(duel, MatrixForm) and matrix_full_rank(duel, inner_y, tight, PRIMES[0]):
        return PlanUniqueness(True, PRIMES[0])
    system, width = uniqueness_system(duel, inner_y, tight)
    prime = full_rank_prime(system, width, PRIMES[:1])
    if prime is not None:
        return PlanUniqueness(True, prime)
    dense = [[row.get(k, 0) for k in range(width)] for row in system]
    from flint import fmpz_mat

    basis, rank = fmpz_mat(dense).nullspace()
    if rank == 0:
        prime = full_rank_prime(system, width, PRIMES[1:])
        if prime is None:
            raise NoMethodError(UNIQUENESS_UNDECIDED)
        return PlanUniqueness(True, prime)
    sequences = tight[1:]
    move = [Fraction(0)] * duel.sides[0].count
    for k in range(rank):
        found = [int(basis[row, k]) for row in range(len(sequences))]
        if any(found):
            largest = max(map(abs, found))
            for sequence, amount in zip(sequences, found, strict=True):
                move[sequence] = Fraction(amount, largest)
            break
    return PlanUniqueness(False, another=_move_within_face(duel.swapped(), x, move))


def matrix_full_rank(
    form: MatrixForm, y: Sequence[Fraction | int], tight: list[int], prime: int
) -> bool:
    """Return whether the uniqueness system of a matrix game has full column rank modulo a prime.

    The same system as :func:`uniqueness_system`, without the detour over sparse rows where the
    payoffs are not sparse: then nothing can be peeled off.
    """
    import numpy as np
    from flint import nmod_mat

    payoffs: IntArray = form.array
    used = [j - 1 for j, chance in enumerate(y) if chance and j]
    rows = [i - 1 for i in tight[1:]]
    if len(used) < len(rows):
        return False
    block = payoffs[np.ix_(rows, used)]
    if len(rows) >= _FEW_COLUMNS and np.count_nonzero(block) * _DENSE_SHARE < block.size:
        sparse, width = uniqueness_system(form, y, tight)
        return full_rank_prime(sparse, width, (prime,)) is not None
    system = np.ones((len(used) + 1, len(rows) + 1), dtype=np.int64)
    system[:-1, :-1] = -block.T % prime
    system[-1, -1] = 0
    height, width = system.shape
    return bool(nmod_mat(height, width, system.ravel().tolist(), prime).rank() == width)


def full_rank_prime(
    system: list[dict[int, int]], width: int, primes: Sequence[int] = PRIMES
) -> int | None:
    """Return a prime modulo which the columns are independent, None if none of *primes* is."""
    whole, columns = remove_singletons(system, width)
    if len(whole) < len(columns):
        return None
    for prime in primes:
        raise_if_cancelled()
        left, spots = eliminate_mod_prime(whole, columns, prime)
        if len(left) < len(spots):
            continue
        if _columns_independent(left, spots, prime):
            return prime
    return None


def _columns_independent(rows: list[SparseRow], columns: list[int], prime: int) -> bool:
    """Return whether the columns of a system are independent modulo a prime."""
    dense = [[row.get(column, 0) % prime for column in columns] for row in rows]
    width = len(columns)
    if width > _MAX_COLUMNS_WITHOUT_FLINT:
        from flint import nmod_mat

        return bool(
            nmod_mat(len(dense), width, [entry for row in dense for entry in row], prime).rank()
            == width
        )
    for k in range(width):
        pivot = next((number for number, row in enumerate(dense) if row[k]), None)
        if pivot is None:
            return False
        top = dense.pop(pivot)
        inverse = pow(top[k], -1, prime)
        for row in dense:
            factor = row[k] * inverse
            row[k:] = [(a - factor * b) % prime for a, b in zip(row[k:], top[k:], strict=True)]
    return True


def uniqueness_system(
    duel: TwoPlayerZeroSumForm, y: Sequence[Fraction | int], tight: list[int]
) -> tuple[list[dict[int, int]], int]:
    """Return the sparse integer system that every optimal plan of side one solves, and its width.

    Columns: side one's *tight* sequences against *y* (the empty one apart), then the values of side
    two's infosets that *y* reaches. Rows: side one's probabilities add up; side two is indifferent
    over what *y* uses. (That the payoff is the value follows: the sequences are tight.)
    """
    one, two = duel.sides
    sequences = tight[1:]
    spot = {i: k for k, i in enumerate(sequences)}
    used = [j for j, chance in enumerate(y) if chance and j]
    lines: dict[int, dict[int, int]] = {j: {} for j in used}
    rows = list(lines.values())
    for k, payoffs in enumerate(duel.block(sequences, used)):
        raise_if_cancelled()
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


def remove_singletons(rows: Sequence[SparseRow], width: int) -> tuple[list[SparseRow], list[int]]:
    """Return the rows and columns that are left when single entries have been peeled off.

    An entry that is the only one of its row, or of its column, is a pivot without fill-in: its row
    and its column are removed, until there is no such entry. What is left has independent columns
    if and only if the whole has.

    >>> remove_singletons([{0: 2}, {0: 1, 1: 3, 2: 1}, {1: 1, 2: 1}], 3)
    ([{1: 3, 2: 1}, {1: 1, 2: 1}], [1, 2])
    """
    columns = [[column for column, entry in row.items() if entry] for row in rows]
    holders: list[list[int]] = [[] for _ in range(width)]
    for number, own in enumerate(columns):
        for column in own:
            holders[column].append(number)
    in_row, in_column = [len(own) for own in columns], [len(held) for held in holders]
    row_lives, column_lives = [True] * len(rows), [True] * width
    lone_rows = [number for number, count in enumerate(in_row) if count == 1]
    lone_columns = [column for column, count in enumerate(in_column) if count == 1]
    while lone_rows or lone_columns:
        if lone_rows:
            number = lone_rows.pop()
            if not row_lives[number] or in_row[number] != 1:
                continue
            column = next(column for column in columns[number] if column_lives[column])
        else:
            column = lone_columns.pop()
            if not column_lives[column] or in_column[column] != 1:
                continue
            number = next(number for number in holders[column] if row_lives[number])
        row_lives[number] = column_lives[column] = False
        for other in columns[number]:
            in_column[other] -= 1
            if column_lives[other] and in_column[other] == 1:
                lone_columns.append(other)
        for other in holders[column]:
            in_row[other] -= 1
            if row_lives[other] and in_row[other] == 1:
                lone_rows.append(other)
    left = [
        {column: rows[number][column] for column in own if column_lives[column]}
        for number, own in enumerate(columns)
        if row_lives[number] and in_row[number]
    ]
    return left, [column for column in range(width) if column_lives[column]]


_DENSE_SHARE = 5
"""With one entry in five not 0, dense elimination is faster."""
_FEW_COLUMNS = 64
"""Columns below which dense elimination is always as fast."""
_PIVOTS_BETWEEN_CHECKS = 512
"""Pivots between two checks whether the user wants to stop."""


def eliminate_mod_prime(
    rows: list[SparseRow], columns: list[int], prime: int
) -> tuple[list[SparseRow], list[int]]:
    """Eliminate modulo a prime, the shortest row first, as long as the system stays sparse.

    What is left has independent columns modulo the prime if and only if the whole has. Repeated
    games and games with simultaneous moves have nothing to peel off, and little fill-in.

    >>> eliminate_mod_prime([{0: 1, 1: 1}, {0: 1, 1: 2}], [0, 1], 7)  # too few columns to begin
    ([{0: 1, 1: 1}, {0: 1, 1: 2}], [0, 1])
    >>> ring = [{k: 1, (k + 1) % 99: 2} for k in range(99)]
    >>> left, columns = eliminate_mod_prime(ring, list(range(99)), 8191)
    >>> len(left) == len(columns) < 64
    True
    """
    if len(columns) < _FEW_COLUMNS:
        return rows, columns
    live = [{k: residue for k, entry in row.items() if (residue := entry % prime)} for row in rows]
    holders: dict[int, set[int]] = {column: set() for column in columns}
    for number, row in enumerate(live):
        for column in row:
            holders[column].add(number)
    filled, height = sum(map(len, live)), sum(map(bool, live))
    queue = [(len(row), number) for number, row in enumerate(live) if row]
    heapify(queue)
    while queue and len(holders) >= _FEW_COLUMNS and filled * _DENSE_SHARE < height * len(holders):
        size, number = heappop(queue)
        pivot = live[number]
        if not pivot or size != len(pivot):
            continue  # the row has changed since; it is in the queue with its new length
        if len(holders) % _PIVOTS_BETWEEN_CHECKS == 0:
            raise_if_cancelled()
        column = min(pivot, key=lambda one: len(holders[one]))
        live[number] = {}
        for one in pivot:
            holders[one].discard(number)
        height -= 1
        filled -= size
        inverse = pow(pivot.pop(column), -1, prime)
        below = [(one, entry * inverse % prime) for one, entry in pivot.items()]
        for other in holders.pop(column):
            row = live[other]
            filled -= len(row)
            _subtract_row(row, row.pop(column), below, prime, holders, other)
            filled += len(row)
            height -= not row
            heappush(queue, (len(row), other))
    return [row for row in live if row], sorted(holders)


def _subtract_row(
    row: SparseRow,
    factor: int,
    pivot: list[tuple[int, int]],
    prime: int,
    holders: dict[int, set[int]],
    number: int,
) -> None:
    """Subtract *factor* times the pivot row from a row.

    *number* is that of the row; *holders* are the rows that have an entry in a column.
    """
    for column, entry in pivot:
        old = row.get(column)
        if old is None:
            row[column] = -factor * entry % prime
            holders[column].add(number)
        elif new := (old - factor * entry) % prime:
            row[column] = new
        else:
            del row[column]
            holders[column].discard(number)
