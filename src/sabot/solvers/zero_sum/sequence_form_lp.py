"""The sequence-form linear program (Koller, Megiddo and von Stengel 1994), solved exactly.

Player one's realization plan ``x`` and the values ``q`` of player two's information sets: ``q``
adds up to the value, no sequence of player two may promise its infoset more than it yields, and at
each infoset of player one the plan splits what came in. The dual point is player two's plan. Plans
are integers over one denominator up to the strategies that are returned.

A second optimal plan, one pivot away, is the cheapest evidence that a solution is not unique. At an
optimal vertex a variable whose reduced cost is 0 may enter the basis. If the step that it takes has
a length, its end is another optimal point. Floats look for such a variable through the factor that
HiGHS has; the step itself is computed and measured in integers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sabot.errors import NoMethodError
from sabot.forms.sequence import BehaviourStrategy, SequenceForm
from sabot.progress import report_progress
from sabot.solvers.lp.exact_simplex import solve_program
from sabot.solvers.lp.program import (
    BasicSolution,
    BasisMatrix,
    ExactSystem,
    IntArray,
    LinearProgram,
    LPBasis,
    SparseMatrix,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sabot.forms.base import RealizationPlan
    from sabot.solvers.lp.highs import HighsOracle
    from sabot.solvers.lp.program import BasisFactor, Floats, Indices


_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class SequenceFormSolution:
    """The value, one optimal behaviour for each side, and how they were found."""

    value: Fraction
    behaviours: tuple[BehaviourStrategy, BehaviourStrategy]
    plans: tuple[RealizationPlan, RealizationPlan]
    tight: tuple[list[int], list[int]]
    """The sequences of each side that are best against the other's plan."""
    how: str
    corners: tuple[OptimalVertex, OptimalVertex]

    def swapped(self) -> SequenceFormSolution:
        """Return the solution of the game seen from the other side."""
        return SequenceFormSolution(
            -self.value,
            self.behaviours[::-1],
            self.plans[::-1],
            self.tight[::-1],
            self.how,
            self.corners[::-1],
        )


_LARGE = 10_000
"""Payoffs from which it matters for which of the two sides the program is written."""


def solve_sequence_form_lp(form: SequenceForm) -> SequenceFormSolution:
    """Return the exact solution of a game in sequence form.

    The program of the other side is its dual; the simplex is faster on the one with fewer rows.
    """
    one, two = form.sides
    more_rows = two.count + len(one.cells) > one.count + len(two.cells)
    if more_rows and form.amounts >= _LARGE:
        return _solve_for_side(form, 1).swapped()
    return _solve_for_side(form, 0)


def _solve_for_side(form: SequenceForm, seat: int) -> SequenceFormSolution:
    """Return the exact solution by the program of one side, from which it is then seen.

    HiGHS' presolve shortens chains of choices; a game in which nobody chooses twice has no chains.
    """
    from sabot.solvers.lp.highs import HighsOracle

    report_progress("guessing")
    program = sequence_form_program(form, seat)
    guess = HighsOracle(program).basis(presolve=not form.is_single_stage)
    basis, best, how = solve_program(program, guess)
    one, two = form.sides[seat], form.sides[1 - seat]
    counts = one.count - 1, two.count - 1
    below_x, below_y = int(best.y_denominator), int(best.x_denominator)
    x = [below_x, *map(int, best.y[: counts[0]])]
    y = [below_y, *map(int, best.x[: counts[1]])]
    plans = (y, x) if seat else (x, y)
    replies = form.reply(seat, plans)[0], form.reply(1 - seat, plans)[0]
    if min(*x, *y) < 0 or replies[0].value * below_x != -replies[1].value * below_y:
        raise NoMethodError("the best replies do not meet at one value; please report this game")
    return SequenceFormSolution(
        Fraction(replies[0].value, below_y * form.denominator),
        (one.behaviour(x, replies[0]), two.behaviour(y, replies[1])),
        (plan_from_integers((x, below_x)), plan_from_integers((y, below_y))),
        (replies[0].tight, replies[1].tight),
        how,
        (
            OptimalVertex(program, basis, best, counts, turned=False),
            OptimalVertex(program, basis, best, (counts[1], counts[0]), turned=True),
        ),
    )


def find_second_optimal_plan(
    form: SequenceForm, found: SequenceFormSolution, seat: int
) -> list[int] | None:
    """Return a second optimal plan of a seat, one pivot away; None where no pivot gives one.

    The plan is in integers over the first of them. Its worth is computed once
    more from the payoffs: evidence is not taken on trust.
    """
    side, plan = form.sides[seat], found.plans[seat]
    reached = [False] * side.count
    for cell in side.cells:
        if plan[cell.parent]:
            reached[cell.first : cell.first + len(cell.actions)] = [True] * len(cell.actions)
    step = adjacent_optimal_plan(found.corners[seat], reached[1:])
    if step is None:
        return None
    tops = [step[1], *step[0]]
    if not _is_optimal_plan(form, found, seat, tops):
        raise NoMethodError("a neighbouring plan is not optimal; please report this game")
    return tops


def _is_optimal_plan(
    form: SequenceForm, found: SequenceFormSolution, seat: int, tops: list[int]
) -> bool:
    """Return whether integers over the first of them are an optimal plan of a seat."""
    sums = all(
        tops[cell.parent] == sum(tops[cell.first : cell.first + len(cell.actions)])
        for cell in form.sides[seat].cells
    )
    reply, unit = form.reply(1 - seat, (tops, tops))  # each seat looks at the other's only
    worth = Fraction(reply.value, tops[0] * unit)
    return min(tops) >= 0 and sums and worth == (-found.value if seat == 0 else found.value)


def walk_optimal_face(
    form: SequenceForm, found: SequenceFormSolution, seat: int
) -> Iterator[list[int]]:
    """Yield optimal plans of a seat that together use as much as an optimal plan can use.

    From the vertex that is known the simplex goes on over the optimal face: it maximizes the
    probabilities and the slacks that have been 0 so far, until all of these are 0 at the end. Each
    plan is in integers over the first of them, and exact. HiGHS goes the way in floats; the walk
    stops where it went wrong.
    """
    from sabot.solvers.lp.highs import HighsOracle

    vertex = found.corners[seat]
    program = vertex.program
    if vertex.turned:
        program = sequence_form_program(form, seat)
    prices = vertex.point.slack if vertex.turned else vertex.point.cost
    charges = vertex.point.y if vertex.turned else vertex.point.x
    empty, level = np.array(list(map(bool, prices))), np.array(list(map(bool, charges)))
    empty[vertex.plans[0] :] = level[vertex.plans[1] :] = False  # values, equations
    oracle = HighsOracle(program)
    oracle.restrict(empty, level)
    if not oracle.start_from(LPBasis(tuple(vertex.follow.tolist()), tuple(vertex.lead.tolist()))):
        return
    own = ~empty & np.array([not n for n in vertex.inside])
    other = ~level & np.array([not n for n in vertex.outside])
    own[vertex.plans[0] :] = other[vertex.plans[1] :] = False
    while own.any() or other.any():
        if not oracle.maximize(_prices_of_zeros(oracle, own, other)):
            return
        reached, slacks = oracle.point()
        fresh = own & (reached > _FLOAT_NOISE), other & (slacks > _FLOAT_NOISE)
        if not (fresh[0].any() or fresh[1].any()):
            return
        own, other = own & ~fresh[0], other & ~fresh[1]
        basis = oracle.ended()
        right = [program.b[i] for i in basis.rows]
        square = len(basis.rows) == len(basis.columns)
        solved = BasisMatrix(program, basis).solve(right) if square else None
        if solved is None:
            return
        tops = [int(solved[1])] + [0] * vertex.plans[0]
        for column, top in zip(basis.columns, solved[0], strict=True):
            if column < vertex.plans[0]:
                tops[1 + column] = int(top)
        if not _is_optimal_plan(form, found, seat, tops):
            return
        yield tops


def _prices_of_zeros(
    oracle: HighsOracle, own: NDArray[np.bool_], other: NDArray[np.bool_]
) -> Floats:
    """Return prices for which some columns, and the slacks of some rows, count at random."""
    random = np.random.default_rng(0)
    price = np.where(own, random.uniform(1.0, 2.0, len(own)), 0.0)
    weights = np.where(other, random.uniform(1.0, 2.0, len(other)), 0.0)
    rows, columns, entries = oracle.scaled_entries()
    return price - np.bincount(columns, weights=entries * weights[rows], minlength=len(price))


def plan_from_integers(weights: IntegerPlan) -> RealizationPlan:
    """Return a plan as fractions; most of it is 0 or 1 and needs no common divisor."""
    tops, below = weights
    return [_ZERO if not top else _ONE if top == below else Fraction(top, below) for top in tops]


def sequence_form_program(form: SequenceForm, seat: int = 0) -> LinearProgram:
    """Return a side's program: columns ``x[1:]`` and ``q``, rows ``y[1:]`` and infosets.

    The plan ``x`` is that of *seat*, and ``y`` the other's.
    """
    one, two = form.sides[seat], form.sides[1 - seat]
    xs, ys = one.count - 1, two.count - 1
    height, width = ys + len(one.cells), xs + len(two.cells)
    b, c = [0] * height, [0] * width
    ones, twos, amounts = form.arrays
    if seat:
        order = np.lexsort((ones, twos))
        ones, twos, amounts = twos[order], ones[order], -amounts[order]
    inner = (ones > 0) & (twos > 0)
    rest = [own[~inner].tolist() for own in (ones, twos, amounts)]
    for i, j, amount in zip(*rest, strict=True):
        if i:
            c[i - 1] = amount
        elif j:
            b[j - 1] = amount
    rows: list[int] = []
    columns: list[int] = []
    values: list[int] = []
    for side, start, lines, cells, right in (
        (two, xs, rows, columns, c),
        (one, ys, columns, rows, b),
    ):
        for number, cell in enumerate(side.cells, start):
            size = len(cell.actions)
            lines += range(cell.first - 1, cell.first - 1 + size)
            cells += [number] * size
            values += [1] * size
            if cell.parent:
                lines.append(cell.parent - 1)
                cells.append(number)
                values.append(-1)
            else:
                right[number] = 1
    matrix = SparseMatrix.of(
        (height, width),
        np.concatenate((twos[inner] - 1, np.array(rows, np.int64))),
        np.concatenate((ones[inner] - 1, np.array(columns, np.int64))),
        np.concatenate((-amounts[inner], np.array(values, np.int64))),
    )
    return LinearProgram(matrix, b, c, frozenset(range(ys, height)), frozenset(range(xs, width)))


_MOST_ENTERING = 500
"""Variables that may enter the basis and are tried; in games of chance some seven were enough."""
_MANY_ENTRIES = 1_000
"""Entries of a program from which those that a step leaves alone are sorted out by arrays."""
_FLOAT_NOISE = 1e-9
"""In the units that HiGHS sees, what is smaller is taken for 0. A wrong look costs time only."""


@dataclass(frozen=True)
class OptimalVertex:
    """An optimal point of a program, seen from one seat.

    The seat's own variables are the columns of the program and the other's its rows, or the other
    way round when *turned*. The first ``plans[0]`` of the own variables and ``plans[1]`` of the
    other's belong to plans; the rest are values of infosets and have no sign.
    """

    program: LinearProgram
    basis: LPBasis
    point: BasicSolution
    plans: tuple[int, int]
    turned: bool

    @cached_property
    def lead(self) -> Indices:
        """The own variables in the basis."""
        return np.array(self.basis.rows if self.turned else self.basis.columns, dtype=np.int64)

    @cached_property
    def follow(self) -> Indices:
        """The lines that the basis keeps level."""
        return np.array(self.basis.columns if self.turned else self.basis.rows, dtype=np.int64)

    @cached_property
    def spot(self) -> Indices:
        """The place of each line in the basis, -1 for the others."""
        spot = np.full(len(self.outside), -1)
        spot[self.follow] = np.arange(len(self.follow))
        return spot

    @cached_property
    def inside(self) -> list[int]:
        """The own variables, over ``below``."""
        return [int(n) for n in (self.point.x if self.turned else self.point.y)]

    @property
    def below(self) -> int:
        """The denominator of the own variables and of what is left of the lines."""
        return int(self.point.x_denominator if self.turned else self.point.y_denominator)

    @cached_property
    def outside(self) -> list[int]:
        """What is left of each line."""
        return [int(n) for n in (self.point.cost if self.turned else self.point.slack)]

    @property
    def sign(self) -> int:
        """How what is left of a line changes with what is used of it."""
        return 1 if self.turned else -1

    @cached_property
    def entries(self) -> tuple[Indices, Indices, IntArray]:
        """The program's matrix: line, own variable, amount."""
        rows, columns, values = self.program.a.triples()
        return (columns, rows, values) if self.turned else (rows, columns, values)

    def zero_reduced_costs(self) -> Iterator[tuple[bool, int]]:
        """Yield what may enter at no price: own variables (True), and lines to be let go."""
        prices = self.point.slack if self.turned else self.point.cost
        charges = self.point.y if self.turned else self.point.x
        basic = set(self.lead.tolist())
        for k in range(self.plans[0]):
            if k not in basic and not prices[k]:
                yield True, k
        for k in self.follow.tolist():
            if k < self.plans[1] and not charges[k]:
                yield False, k


class FloatRatioTest:
    """Looks in floats, in the units that HiGHS sees, whether a step has a length."""

    def __init__(self, vertex: OptimalVertex, factor: BasisFactor) -> None:
        from sabot.solvers.lp.highs import scale_to_floats

        self._vertex, self._ask = vertex, factor.solve_transposed if vertex.turned else factor.solve
        lead, plans = vertex.lead, vertex.plans[0]
        used = np.array([bool(n) for n in vertex.inside])
        level = np.array([not n for n in vertex.outside])
        self._held = ~used[lead] & (lead < plans)  # basic at 0, and may not fall
        self._stuck = np.flatnonzero(level & (vertex.spot < 0))  # level, though not in the basis
        self._fixed = self._stuck >= vertex.plans[1]
        lines, variables, values = vertex.entries
        tall, wide = factor.scales[::-1] if vertex.turned else factor.scales
        self._values = scale_to_floats(values, tall[lines] + wide[variables])
        self._order = np.argsort(variables, kind="stable")
        self._starts = np.searchsorted(variables[self._order], np.arange(len(vertex.inside) + 1))

    def may_step(self, *, own: bool, k: int) -> bool:
        """Return whether nothing seems to be in the way of a step that changes a plan."""
        vertex = self._vertex
        lines, variables, _ = vertex.entries
        column = np.zeros(len(vertex.outside))
        if own:
            piece = self._order[self._starts[k] : self._starts[k + 1]]
            column[lines[piece]] = self._values[piece]
            move = -self._ask(column[vertex.follow])
        else:
            right = np.zeros(len(vertex.follow))
            right[vertex.spot[k]] = 1.0
            move = vertex.sign * self._ask(right)
        if not np.isfinite(move).all() or (move[self._held] < -_FLOAT_NOISE).any():
            return False
        if not own and not (np.abs(move[vertex.lead < vertex.plans[0]]) > _FLOAT_NOISE).any():
            return False  # only values of infosets would change
        if not len(self._stuck):
            return True
        step = np.zeros(len(vertex.inside))
        step[vertex.lead] = move
        with np.errstate(all="ignore"):  # stakes far apart: a look may be wrong, never harmful
            drift = column + np.bincount(
                lines, weights=self._values * step[variables], minlength=len(vertex.outside)
            )
        left = vertex.sign * drift[self._stuck]
        return not ((left < -_FLOAT_NOISE) | (self._fixed & (left > _FLOAT_NOISE))).any()


IntegerPlan = tuple[list[int], int]
"""Integers over one denominator."""


def adjacent_optimal_plan(vertex: OptimalVertex, reached: Sequence[bool]) -> IntegerPlan | None:
    """Return another optimal plan of the seat whose vertex it is; None where no pivot gives one.

    The sequences at *reached* infosets are tried first: there a probability has room to move. If
    the first ``_MOST_ENTERING`` lead nowhere, no more are tried: a walk over the optimal face
    decides sooner then.
    """
    factor = vertex.basis.factor
    if factor is None:
        return None
    lift = factor.over(vertex.program.a.triples())
    scout = FloatRatioTest(vertex, factor)
    entering = sorted(vertex.zero_reduced_costs(), key=lambda one: not (one[0] and reached[one[1]]))
    for own, k in entering[:_MOST_ENTERING]:
        if scout.may_step(own=own, k=k):
            found = _pivot_exactly(vertex, lift, own=own, k=k)
            if found is not None:
                return found
    return None


def _pivot_exactly(
    vertex: OptimalVertex, lift: ExactSystem, *, own: bool, k: int
) -> IntegerPlan | None:
    """Return the plan at the end of an edge, exactly; None where the edge has no length."""
    lines, variables, values = vertex.entries
    right = [0] * len(vertex.follow)
    if own:
        here = np.flatnonzero(variables == k)
        for line, amount in zip(lines[here].tolist(), values[here].tolist(), strict=True):
            if vertex.spot[line] >= 0:
                right[vertex.spot[line]] = amount
    else:
        right[vertex.spot[k]] = 1
    found = lift.solve(right, turned=vertex.turned)
    if found is None:
        return None
    tops, unit = found
    turn = -1 if own else vertex.sign
    move = [0] * len(vertex.inside)
    for place, top in zip(vertex.lead.tolist(), tops, strict=True):
        move[place] = turn * top
    if own:
        move[k] = unit
    drift = [0] * len(vertex.outside)
    if len(values) >= _MANY_ENTRIES:
        moved = np.flatnonzero(np.array(list(map(bool, move)))[variables])
        lines, variables, values = lines[moved], variables[moved], values[moved]
    for i, j, amount in zip(lines.tolist(), variables.tolist(), values.tolist(), strict=True):
        if move[j]:
            drift[i] += vertex.sign * amount * move[j]
    length = _exact_ratio_test(vertex, move, drift)
    if length is None:
        return None
    # inside/below + (top/fall) * move/below: both parts are over below * fall
    top, fall = length
    plan = vertex.plans[0]
    there = [amount * fall + top * m for amount, m in zip(vertex.inside[:plan], move, strict=False)]
    if not any(move[:plan]):
        return None
    below = vertex.below * fall
    shared = math.gcd(below, *there)
    return [amount // shared for amount in there], below // shared


def _exact_ratio_test(
    vertex: OptimalVertex, move: list[int], drift: list[int]
) -> tuple[int, int] | None:
    """Return how far a step goes before something turns negative; None where it goes nowhere."""
    spot = vertex.spot.tolist()
    own, other = vertex.plans
    if any(drift[line] and spot[line] < 0 for line in range(other, len(drift))):
        return None  # an equation outside the basis would not hold
    best: tuple[int, int] | None = None
    falling = [(vertex.inside[j], -move[j]) for j in range(own) if move[j] < 0]
    falling += [
        (vertex.outside[i], -drift[i]) for i in range(other) if drift[i] < 0 and spot[i] < 0
    ]
    for top, fall in falling:
        if not top:
            return None
        if best is None or top * best[1] < best[0] * fall:
            best = top, fall
    return best
