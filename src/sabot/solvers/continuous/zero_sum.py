"""Equilibrium in thresholds of finite betting between two players with real hands, exactly.

A game whose supports are not found is refused; nothing is returned that is not verified.

*Regions.* A partition of [0, 1] and strategies that are constant on its cells make a finite
zero-sum game. An interior-point method solves its sequence form in floats. Its solution lies inside
the set of all solutions, so an action is used in a cell exactly where some solution uses it. Cells
at which these *supports* change are divided until the supports fit; neighbouring cells with the
same supports are one region.

*Masses.* Between the ends of a region what an action is worth is linear in the hand. With known
supports all conditions of an equilibrium are therefore linear in the widths of the regions and in
the masses of hands that take each sequence there. Averages over a region keep them, so this linear
program has a solution if the supports are right; it is solved in fractions.

*Intervals.* A mixture inside a region is replaced by intervals, one action each, with the same
masses: a linear program in floats puts them where the opponent's conditions have most to spare, and
the lengths are then made to fit in fractions. Where there are no such intervals (with choices at
the same time every hand of a region may have to mix) the mixture of the region stays. Whether the
result is an equilibrium is decided by the exact best response, as for every other profile.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from types import MappingProxyType

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from sabot.errors import FormError, NoMethodError
from sabot.forms.continuous.betting_game import (
    ActionMix,
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.progress import report_progress
from sabot.solvers.lp.highs import guess_basis_with_highs
from sabot.solvers.lp.program import LinearProgram, SparseMatrix, compute_basic_solution

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
FIRST_CELLS = 24
END_CELLS = tuple(2**-k / FIRST_CELLS for k in range(1, 9))
"""Ends of finer cells at 0 and, mirrored, at 1: an action may be used by the extreme hands only."""
MOST_QUICK_ROUNDS, MOST_ROUNDS = 6, 8
"""How often cells are divided at the ends of regions, in a quick search and in a slow one."""
NARROWEST_CELL = 1e-5
QUARTERS, THIRDS = (1 / 4, 1 / 2, 3 / 4), (1 / 3, 2 / 3)
"""Where a cell is divided, in a quick search and in a slow one."""
LEAST_DENSITY = 1e-5
"""A smaller share of a cell's hands is a rounding of 0."""
GRADED = (1 / 24, 1 / 8, 1 / 3, 1 / 2, 2 / 3, 7 / 8, 23 / 24)
"""Where a region is cut into slices in which mixtures are replaced by intervals."""
EIGHTHS = tuple(k / 8 for k in range(1, 8))
INTERVAL_SETTINGS: tuple[tuple[tuple[float, ...], float | None, float], ...] = (
    (GRADED, 10.0, 0.02),
    (EIGHTHS[3:4], None, 0.0),
    (GRADED, 10.0, 0.0),
    (EIGHTHS[1::2], None, 0.0),
    (GRADED, 1e-3, 0.02),
    (EIGHTHS, None, 0.0),
    (EIGHTHS, 1e-3, 0.0),
)
"""Slices of a region, how much better hands lean to later actions (None: every slice has the
mixture of its region), and the least part of a region that is an interval: tried in turn."""
ROOM = 1e-3
"""How much the opponent's conditions are given to spare, in parts of the largest stake."""
LOSS_WEIGHT = 10**6
"""How much more a loss counts than a lean."""
REGIONS_WITH_HIDDEN_CHOICES = 1
"""Solutions of the regions that are tried with choices at the same time: most have to mix."""
SMALLEST_SHARE = 1e-6
"""A smaller part of a slice is left out."""


@dataclass(frozen=True)
class _OwnTurn:
    """A turn, and the last action of its player before it: the number of a sequence."""

    turn: TurnNode
    key: str
    parent: int
    first: int
    """The number of the sequence that ends with its first action."""

    @property
    def sequences(self) -> range:
        """The sequences that end with its actions."""
        return range(self.first, self.first + len(self.turn.actions))


Weights = dict[tuple[int, int], Fraction]
"""By own sequence and the opponent's: what a hand earns at the ends to which both lead."""


@dataclass(frozen=True)
class _BettingSequences:
    """The sequences of both players, and what they are worth against each other.

    A hand earns ``win`` per opponent's hand below it and ``any_hand`` per
    opponent's hand of any strength.
    """

    turns: tuple[list[_OwnTurn], list[_OwnTurn]]
    counts: tuple[int, int]
    """Sequences of each player; the first one is empty."""
    win: tuple[Weights, Weights]
    any_hand: tuple[Weights, Weights]

    @classmethod
    def of(cls, form: ContinuousBettingForm) -> _BettingSequences:
        """Return those of a betting game for two."""
        turns: tuple[list[_OwnTurn], list[_OwnTurn]] = ([], [])
        counts = [1, 1]
        first_of: dict[str, int] = {}
        win: tuple[Weights, Weights] = ({}, {})
        any_hand: tuple[Weights, Weights] = ({}, {})

        def walk(node: BettingNode, at: tuple[int, int]) -> None:
            if not isinstance(node, TurnNode):
                for seat in (0, 1):
                    place = at[seat], at[1 - seat]
                    amounts = _showdown_weights(node, seat)
                    for found, amount in zip((win[seat], any_hand[seat]), amounts, strict=True):
                        if amount:
                            found[place] = found.get(place, Fraction(0)) + amount
                return
            seat, key = node.seat, turn_key(form, node)
            if key not in first_of:  # turns that look alike to their player are one
                first_of[key] = counts[seat]
                turns[seat].append(_OwnTurn(node, key, at[seat], counts[seat]))
                counts[seat] += len(node.actions)
            first = first_of[key]
            for action, after in enumerate(node.after):
                walk(after, (first + action, at[1]) if seat == 0 else (at[0], first + action))

        walk(form.root, (0, 0))
        return cls(turns, (counts[0], counts[1]), win, any_hand)

    @cached_property
    def unit(self) -> int:
        """A number of which every denominator of an amount is a divisor."""
        every = (*self.win, *self.any_hand)
        return lcm(*(amount.denominator for weights in every for amount in weights.values()))

    @cached_property
    def largest(self) -> float:
        """The largest amount."""
        every = (*self.win, *self.any_hand)
        amounts = [abs(float(amount)) for weights in every for amount in weights.values()]
        return max(amounts, default=1.0)

    @cached_property
    def matrices(self) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]:
        """The weights of each player as floats: per opponent's hand below, and per any one."""
        found = []
        for seat in (0, 1):
            pair = []
            for weights in (self.win[seat], self.any_hand[seat]):
                matrix = np.zeros((self.counts[seat], self.counts[1 - seat]))
                for place, amount in weights.items():
                    matrix[place] = float(amount)
                pair.append(matrix)
            found.append((pair[0], pair[1]))
        return found[0], found[1]

    def worth(self, seat: int, opponent: FloatArray) -> FloatArray:
        """Return what the ends of each sequence are worth at the edges, from masses by cell."""
        win, any_hand = self.matrices[seat]
        below = np.zeros((len(opponent), opponent.shape[1] + 1))
        np.cumsum(opponent, axis=1, out=below[:, 1:])
        found: FloatArray = win @ below + (any_hand @ below[:, -1])[:, None]
        return found


def _showdown_weights(end: FoldNode | ShowdownNode, seat: int) -> tuple[Fraction, Fraction]:
    """Return what a hand earns at an end per opponent's hand below it, and per any one."""
    if isinstance(end, FoldNode):
        return Fraction(0), end.payoffs[seat]
    if seat not in end.contenders:
        return Fraction(0), -end.paid[seat]
    if len(end.contenders) == 1:
        return Fraction(0), end.pot - end.paid[seat]
    plain = 1 - end.better
    return end.pot * (plain**2 + end.better**2), end.pot * plain * end.better - end.paid[seat]


# ---------------------------------------------------------------------- linear programs in floats


class _FloatProgram:
    """A linear program in floats in the making: ``max cost x``, rows and columns with bounds."""

    def __init__(self) -> None:
        self.rows: list[IntArray] = []
        self.columns: list[IntArray] = []
        self.values: list[FloatArray] = []
        self.row_bounds: list[tuple[float, float]] = []
        self.low: list[FloatArray] = []
        self.high: list[FloatArray] = []
        self.cost: list[FloatArray] = []
        self.width = 0

    def variables(
        self,
        *shape: int,
        low: float | FloatArray = 0.0,
        high: float | FloatArray = np.inf,
        cost: float | FloatArray = 0.0,
    ) -> IntArray:
        """Return new columns, by number; bounds and costs are numbers for all, or one for each."""
        count = int(np.prod(shape))
        for kept, each in ((self.low, low), (self.high, high), (self.cost, cost)):
            kept.append(np.broadcast_to(np.asarray(each, dtype=float), shape).ravel())
        self.width += count
        return np.arange(self.width - count, self.width).reshape(shape)

    def new_rows(self, count: int, low: float, high: float) -> IntArray:
        """Return new rows, by number."""
        start = len(self.row_bounds)
        self.row_bounds += [(low, high)] * count
        return np.arange(start, start + count)

    def add(self, rows: IntArray, columns: IntArray, value: float | FloatArray) -> None:
        """Add a number at each of these places."""
        self.rows.append(rows)
        self.columns.append(np.broadcast_to(columns, rows.shape))
        self.values.append(np.broadcast_to(np.asarray(value, dtype=float), rows.shape))

    def solve(self, *, interior: bool) -> tuple[FloatArray, FloatArray]:
        """Return the solution and the prices of the rows, from the inside or at a vertex."""
        import highspy

        places = np.concatenate(self.rows) * self.width + np.concatenate(self.columns)
        places, spots = np.unique(places, return_inverse=True)
        values = np.bincount(spots, np.concatenate(self.values), len(places))
        lp = highspy.HighsLp()
        lp.num_row_, lp.num_col_ = len(self.row_bounds), self.width
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        starts = np.searchsorted(places // self.width, np.arange(lp.num_row_ + 1))
        lp.a_matrix_.start_ = starts.astype(np.int32)
        lp.a_matrix_.index_ = (places % self.width).astype(np.int32)
        lp.a_matrix_.value_ = np.asarray(values, dtype=np.float64)
        bounds = np.array(self.row_bounds)
        lp.row_lower_, lp.row_upper_ = bounds[:, 0], bounds[:, 1]
        lp.col_lower_, lp.col_upper_ = np.concatenate(self.low), np.concatenate(self.high)
        lp.col_cost_ = np.concatenate(self.cost)
        solver = highspy.Highs()
        settings: dict[str, bool | int | float | str] = {"output_flag": False, "threads": 1}
        if interior:
            settings |= {"solver": "ipm", "run_crossover": "off", "ipm_optimality_tolerance": 1e-11}
        for option, setting in settings.items():
            solver.setOptionValue(option, setting)
        solver.passModel(lp)
        solver.run()
        found = solver.getSolution()
        if not found.value_valid or (
            not interior and solver.getModelStatus() != highspy.HighsModelStatus.kOptimal
        ):
            raise NoMethodError("no solution of the linear program was found in floats")
        return np.array(found.col_value), np.array(found.row_dual)


def _add_plan(
    program: _FloatProgram,
    sequences: _BettingSequences,
    seat: int,
    used: BoolArray,
    width: FloatArray,
    unit: FloatArray,
    cost: float | FloatArray = 0.0,
) -> tuple[IntArray, IntArray]:
    """Add a player's masses by sequence and cell, and their sums; return both as columns.

    Where a sequence is not used its mass is 0; that of the empty sequence is the *width* of the
    cell. Masses are counted in the *unit* of their cell, their sums are not.
    """
    count, n = used.shape
    low, high = np.zeros((count, n)), np.where(used, np.inf, 0.0)
    low[0] = high[0] = width / unit
    mass = program.variables(count, n, low=low, high=high, cost=cost)
    below = program.variables(count, n)
    for own in sequences.turns[seat]:
        rows = program.new_rows(n, 0.0, 0.0)
        for sequence in own.sequences:
            program.add(rows, mass[sequence], 1.0)
        program.add(rows, mass[own.parent], -1.0)
    for sequence in range(count):
        rows = program.new_rows(n, 0.0, 0.0)
        program.add(rows, below[sequence], 1.0)
        program.add(rows[1:], below[sequence, :-1], -1.0)
        program.add(rows, mass[sequence], -unit)
    return mass, below


def solve_cells(
    sequences: _BettingSequences, edges: FloatArray, *, scaled: bool = True
) -> tuple[FloatArray, FloatArray]:
    """Return optimal masses of both players, by sequence and cell, from inside all solutions.

    *scaled*: masses and conditions of a cell are divided by its width. Widths differ by orders of
    magnitude, and the interior-point method then takes a fifth fewer steps.
    """
    width = np.diff(edges)
    unit = width if scaled else np.ones(len(width))
    n, (one, two) = len(width), sequences.counts
    program = _FloatProgram()
    mass, below = _add_plan(program, sequences, 0, np.ones((one, n), dtype=bool), width, unit)
    to_maximise = np.zeros((len(sequences.turns[1]) + 1, n))
    to_maximise[0] = width / unit  # what player 1 is sure of, by the opponent's cell
    worst = program.variables(*to_maximise.shape, low=-np.inf, cost=to_maximise)
    replies = program.new_rows(two * n, -np.inf, 0.0).reshape(two, n)
    program.add(replies[0], worst[0], 1.0)
    for place, own in enumerate(sequences.turns[1], 1):
        for sequence in own.sequences:
            program.add(replies[sequence], worst[place], 1.0)
        program.add(replies[own.parent], worst[place], -1.0)
    # the opponent's hand beats those below it; of its own cell, half
    for (second, first), amount in sequences.win[1].items():
        program.add(replies[second], below[first], float(amount) / 2 * unit)
        program.add(replies[second][1:], below[first, :-1], float(amount) / 2 * unit[1:])
    for (second, first), amount in sequences.any_hand[1].items():
        program.add(replies[second], np.full(n, below[first, -1]), float(amount) * unit)
    values, prices = program.solve(interior=True)
    return values[mass] * unit, np.abs(prices[replies]) * unit


# ---------------------------------------------------------------------- regions


def read_supports(
    sequences: _BettingSequences, edges: FloatArray, plans: tuple[FloatArray, FloatArray]
) -> tuple[BoolArray, BoolArray]:
    """Return which sequences each player uses in each cell.

    Of the share of hands that take an action, and of what it loses, one is 0: the larger one tells.
    """
    found = []
    for seat in (0, 1):
        ends = sequences.worth(seat, plans[1 - seat])
        worth = (ends[:, 1:] + ends[:, :-1]) / 2
        loss = np.zeros_like(worth)
        for own in reversed(sequences.turns[seat]):
            ways = worth[own.sequences]
            best = ways.max(axis=0)
            loss[own.sequences] = (best - ways) / sequences.largest
            worth[own.parent] += best
        used: BoolArray = plans[seat] / np.diff(edges) > np.maximum(loss, LEAST_DENSITY)
        used[0] = True
        for own in sequences.turns[seat]:
            used[own.sequences] &= used[own.parent]
        found.append(used)
    return found[0], found[1]


@dataclass(frozen=True)
class _Regions:
    """Widths of the regions, and of each player which masses take each sequence there."""

    widths: list[Fraction]
    masses: tuple[list[list[Fraction]], list[list[Fraction]]]
    used: tuple[BoolArray, BoolArray]
    """Which masses are not 0."""

    @cached_property
    def ends(self) -> FloatArray:
        """Where the regions begin and end, as floats."""
        found = np.concatenate([[0.0], np.cumsum([float(width) for width in self.widths])])
        found[-1] = 1.0
        return found

    def value(self, sequences: _BettingSequences) -> Fraction:
        """Return what the first player is paid."""
        total = Fraction(0)
        one, two = self.masses
        for (first, second), amount in sequences.any_hand[0].items():
            total += amount * sum(one[first]) * sum(two[second])
        for (first, second), amount in sequences.win[0].items():
            below = Fraction(0)
            for mine, other in zip(one[first], two[second], strict=True):
                total += amount * mine * (below + other / 2)
                below += other
        return total


def find_regions(sequences: _BettingSequences) -> Iterator[_Regions]:
    """Yield regions with exact masses that meet all conditions of an equilibrium, as found.

    Each is an optimal strategy of both players; several of the same supports differ in the masses.
    If a quick search leads to none, the search begins again, more slowly: in rare cases the
    supports are seen only with all cells kept. Then it begins again with finer cells at 0 and 1.
    """
    equal = np.linspace(0.0, 1.0, FIRST_CELLS + 1)
    ends = np.array(END_CELLS)
    finer = np.sort(np.concatenate([equal, ends, 1 - ends]))
    for edges, quick, rounds in (
        (equal, True, MOST_QUICK_ROUNDS),
        (equal, False, MOST_ROUNDS),
        (finer, False, MOST_ROUNDS),
    ):
        none = True
        for regions in _regions_from_cells(sequences, edges, quick=quick, rounds=rounds):
            none = False
            yield regions
        if not none:
            return


def _regions_from_cells(
    sequences: _BettingSequences, first: FloatArray, *, quick: bool, rounds: int
) -> Iterator[_Regions]:
    """Yield regions as found, from the cells with which the search begins.

    Cells beside a change of supports are divided. In a *quick* search cells that were divided and
    are not beside one are joined again.
    """
    edges = first
    for number in range(rounds):
        report_progress("looking for regions of hands", number, rounds)
        used = read_supports(sequences, edges, solve_cells(sequences, edges, scaled=quick))
        both = np.concatenate(used)
        changes = np.flatnonzero((both[:, 1:] != both[:, :-1]).any(axis=0))
        starts = [0, *(changes + 1)]
        middles = (edges[starts] + edges[[*starts[1:], -1]]) / 2
        supports = used[0][:, starts], used[1][:, starts]
        for lean in (middles, None, -middles):
            found = _exact_masses(sequences, supports, lean)
            if found is not None:
                yield found
            elif lean is None:  # only losses were minimised: no masses fit these supports
                break
        narrow = np.diff(edges)
        near = sorted({*changes, *(changes + 1)})
        split = [k for k in near if narrow[k] > NARROWEST_CELL]
        if not split:
            return
        parts = QUARTERS if quick else THIRDS
        more = [edges[k] + narrow[k] * part for k in split for part in parts]
        kept = np.isin(edges, first) if quick else np.ones(len(edges), dtype=bool)
        kept[near] = kept[np.array(near) + 1] = True
        edges = np.sort(np.concatenate([edges[kept], more]))


class _ExactRows:
    """A linear program in integers in the making."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, int, int]] = []
        self.right: list[int] = []
        self.equal: set[int] = set()
        self.free: set[int] = set()
        self.width = 0

    def columns(self, count: int, *, free: bool = False) -> list[int]:
        """Return new columns, by number."""
        found = list(range(self.width, self.width + count))
        self.width += count
        if free:
            self.free.update(found)
        return found

    def row(self, items: Mapping[int, int], right: int = 0, *, equal: bool = False) -> None:
        """Add ``sum <= right``, or an equation."""
        place = len(self.right)
        self.entries += [(place, column, amount) for column, amount in items.items()]
        self.right.append(right)
        if equal:
            self.equal.add(place)


Columns = dict[tuple[int, int], int]
"""By sequence and region, or edge: a column."""


def _exact_masses(
    sequences: _BettingSequences,
    used: tuple[BoolArray, BoolArray],
    middles: FloatArray | None = None,
) -> _Regions | None:
    """Return widths and masses in fractions that make the supports an equilibrium; None: no such.

    Of several, one in which better hands lean to later actions, by the *middles* of the regions.
    """
    count = used[0].shape[1]
    rows = _ExactRows()
    width = rows.columns(count)
    rows.row(dict.fromkeys(width, 1), 1, equal=True)
    masses = tuple(_exact_plan(rows, sequences, seat, used[seat], width) for seat in (0, 1))
    sums = tuple(_exact_sums(rows, sequences, seat, masses[seat], count) for seat in (0, 1))
    both = ((0, sums[1], used[0]), (1, sums[0], used[1]))
    lean: dict[int, int] = {}
    for seat in (0, 1):
        for own in sequences.turns[seat]:
            for action, sequence in enumerate(own.sequences):
                for place, middle in enumerate([] if middles is None else middles.tolist()):
                    if (sequence, place) in masses[seat]:
                        lean[masses[seat][sequence, place]] = action * round(100 * middle)
    exact = _solve_exactly(rows, sequences, both, count, lean)
    if exact is None:
        return None
    kept = [place for place in range(count) if exact[width[place]]]
    by_seat = tuple(
        [
            [
                exact[masses[seat][sequence, place]]
                if (sequence, place) in masses[seat]
                else Fraction(0)
                for place in kept
            ]
            for sequence in range(sequences.counts[seat])
        ]
        for seat in (0, 1)
    )
    return _Regions(
        [exact[width[place]] for place in kept],
        (by_seat[0], by_seat[1]),
        (np.array(by_seat[0]) > 0, np.array(by_seat[1]) > 0),
    )


def _solve_exactly(
    rows: _ExactRows,
    sequences: _BettingSequences,
    players: Sequence[tuple[int, Columns, BoolArray]],
    count: int,
    lean: Mapping[int, int] = MappingProxyType({}),
) -> list[Fraction] | None:
    """Return all columns where every sequence that players use is as good as the best; else None.

    Of each player: the opponent's sums, and which sequences it uses in each cell. What a used
    sequence earns less than the best is minimised first, then what is gained by *lean* maximised.
    """
    goal: dict[int, int] = {}
    for seat, sums, used in players:
        for sequence, edge, items in _conditions(rows, sequences, seat, sums, count):
            rows.row(items)
            if used[sequence, max(edge - 1, 0) : edge + 1].any():
                for column, amount in items.items():
                    goal[column] = goal.get(column, 0) + amount
    program = LinearProgram(
        SparseMatrix((len(rows.right), rows.width), rows.entries),
        rows.right,
        [LOSS_WEIGHT * goal.get(column, 0) + lean.get(column, 0) for column in range(rows.width)],
        frozenset(rows.equal),
        frozenset(rows.free),
    )
    guess = guess_basis_with_highs(program)
    if len(guess.rows) != len(guess.columns):
        return None
    found = compute_basic_solution(program, guess)
    if found is None or not found.feasible(program):
        return None
    if sum(found.y[column] * amount for column, amount in goal.items()):
        return None
    below = int(found.y_denominator)
    return [Fraction(int(top), below) for top in found.y]


def _exact_plan(
    rows: _ExactRows, sequences: _BettingSequences, seat: int, used: BoolArray, width: list[int]
) -> Columns:
    """Add the masses of the sequences that a player uses, with their equations."""
    found: Columns = {(0, place): column for place, column in enumerate(width)}
    for own in sequences.turns[seat]:
        for place in np.flatnonzero(used[own.parent]).tolist():
            taken = [sequence for sequence in own.sequences if used[sequence, place]]
            columns = rows.columns(len(taken))
            found |= {(sequence, place): c for sequence, c in zip(taken, columns, strict=True)}
            rows.row({**dict.fromkeys(columns, 1), found[own.parent, place]: -1}, equal=True)
    return found


def _exact_sums(
    rows: _ExactRows, sequences: _BettingSequences, seat: int, masses: Columns, count: int
) -> Columns:
    """Add the mass of a sequence below each edge; where it is surely 0 there is no column."""
    found: Columns = {}
    places = {
        place for weights in (sequences.win, sequences.any_hand) for place in weights[1 - seat]
    }
    for sequence in sorted({own for _, own in places}):
        before: int | None = None
        for place in range(count):
            if (sequence, place) in masses:
                (column,) = rows.columns(1)
                items = {column: 1, masses[sequence, place]: -1}
                rows.row(items if before is None else {**items, before: -1}, equal=True)
                before = column
            if before is not None:
                found[sequence, place + 1] = before
    return found


def _conditions(
    rows: _ExactRows, sequences: _BettingSequences, seat: int, opponent: Columns, count: int
) -> Iterator[tuple[int, int, dict[int, int]]]:
    """Yield by sequence and edge what it is worth there, less the best: not above 0."""
    unit = sequences.unit
    best = {0: rows.columns(count + 1, free=True)}
    later: dict[int, list[list[int]]] = {}
    for own in sequences.turns[seat]:
        columns = rows.columns(count + 1, free=True)
        later.setdefault(own.parent, []).append(columns)
        best |= dict.fromkeys(own.sequences, columns)
    by_own: dict[int, list[tuple[int, int, bool]]] = {}
    for weights, whole in ((sequences.win[seat], False), (sequences.any_hand[seat], True)):
        for (one, other), weight in weights.items():
            by_own.setdefault(one, []).append((other, int(weight * unit), whole))
    for sequence in range(sequences.counts[seat]):
        for edge in range(count + 1):
            items = {best[sequence][edge]: -unit}
            for columns in later.get(sequence, ()):
                items[columns[edge]] = unit
            for other, amount, whole in by_own.get(sequence, ()):
                column = opponent.get((other, count if whole else edge))
                if column is not None:
                    items[column] = items.get(column, 0) + amount
            yield sequence, edge, items


# ---------------------------------------------------------------------- intervals

Pieces = dict[str, list[tuple[float, float, int]]]
"""By turn: from where to where a player who comes there takes an action."""


def _slice_masses(
    sequences: _BettingSequences,
    regions: _Regions,
    seat: int,
    slices: tuple[FloatArray, IntArray],
    lean: float,
) -> FloatArray:
    """Return a player's masses by sequence and slice, with much to spare for the opponent.

    In each region they sum to the exact ones. *lean*: how much better hands lean to later actions.
    """
    edges, place_of = slices
    n, opponent = len(edges) - 1, 1 - seat
    program = _FloatProgram()
    used = regions.used[seat][:, place_of]
    middle = (edges[1:] + edges[:-1]) / 2
    cost = np.zeros(used.shape)
    for own in sequences.turns[seat]:
        for action, sequence in enumerate(own.sequences):
            cost[sequence] = (
                lean * sequences.largest * action * middle / max(1, len(own.sequences) - 1)
            )
    mass, below = _add_plan(program, sequences, seat, used, np.diff(edges), np.ones(n), cost)
    for own in sequences.turns[seat]:
        for sequence in own.sequences:
            for place, total in enumerate(regions.masses[seat][sequence]):
                row = program.new_rows(1, float(total), float(total))
                inside = mass[sequence, place_of == place]
                program.add(np.repeat(row, len(inside)), inside, 1.0)
    best = program.variables(len(sequences.turns[opponent]) + 1, n + 1, low=-np.inf)
    wanted = regions.used[opponent][:, place_of]
    none = np.zeros((len(wanted), 1), dtype=bool)
    tight = np.hstack([wanted, none]) | np.hstack([none, wanted])
    count = sequences.counts[opponent]
    conditions = program.new_rows(count * (n + 1), 0.0, 0.0).reshape(count, n + 1)
    most = np.where(tight, 0.0, ROOM * sequences.largest)
    spare = program.variables(count, n + 1, high=most, cost=1.0)
    rest = program.variables(count, n + 1, high=np.where(tight, 0.0, np.inf))
    program.add(conditions.ravel(), spare.ravel(), 1.0)
    program.add(conditions.ravel(), rest.ravel(), 1.0)
    program.add(conditions[0], best[0], -1.0)
    for place, own in enumerate(sequences.turns[opponent], 1):
        for sequence in own.sequences:
            program.add(conditions[sequence], best[place], -1.0)
        program.add(conditions[own.parent], best[place], 1.0)
    for (one, other), weight in sequences.win[opponent].items():
        program.add(conditions[one][1:], below[other], float(weight))
    for (one, other), amount in sequences.any_hand[opponent].items():
        program.add(conditions[one], np.full(n + 1, below[other, -1]), float(amount))
    values, _ = program.solve(interior=False)
    found: FloatArray = np.clip(values[mass], 0.0, None)
    return found


def _even_masses(regions: _Regions, seat: int, slices: tuple[FloatArray, IntArray]) -> FloatArray:
    """Return the masses by sequence and slice if every slice of a region has its mixture."""
    edges, place = slices
    masses = np.array([[float(one) for one in row] for row in regions.masses[seat]])
    found: FloatArray = masses[:, place] * (np.diff(edges) / np.diff(regions.ends)[place])
    return found


def _as_pieces(
    sequences: _BettingSequences, seat: int, edges: FloatArray, masses: FloatArray
) -> list[Pieces]:
    """Return, slice by slice, the intervals of each turn: mixtures one action after the other."""
    later: dict[int, list[_OwnTurn]] = {}
    for own in sequences.turns[seat]:
        later.setdefault(own.parent, []).append(own)
    found: list[Pieces] = []
    last: dict[str, int] = {}

    def shares(own: _OwnTurn, place: int) -> dict[int, float]:
        ways = masses[own.sequences, place]
        whole = float(ways.sum())
        if whole <= 0:
            return {}
        parts = {k: float(way) / whole for k, way in enumerate(ways)}
        return {k: part for k, part in parts.items() if part > SMALLEST_SHARE}

    def divide(sequence: int, low: float, high: float, place: int, pieces: Pieces) -> None:
        for own in later.get(sequence, ()):
            parts = shares(own, place)
            if not parts:
                continue
            after = shares(own, place + 1) if place + 1 < masses.shape[1] else {}
            before = last.get(own.key, -1)
            order = sorted(parts, key=lambda k: (k != before, k in after and k != before, k))
            whole, begin = sum(parts.values()), low
            for number, action in enumerate(order):
                end = begin + (high - low) * parts[action] / whole
                end = high if number + 1 == len(order) else end
                pieces.setdefault(own.key, []).append((begin, end, action))
                last[own.key] = action
                divide(own.first + action, begin, end, place, pieces)
                begin = end

    for place in range(masses.shape[1]):
        found.append({})
        divide(0, float(edges[place]), float(edges[place + 1]), place, found[-1])
    return found


Plan = tuple[tuple[str, int], ...]
"""What a hand does at the turns to which its own choices lead."""


def _elementary(pieces: Sequence[Pieces]) -> list[tuple[float, Plan]]:
    """Return the intervals of a region between all cuts of a player: length and plan of each."""
    joined: Pieces = {}
    for one in pieces:
        for key, parts in one.items():
            joined.setdefault(key, []).extend(parts)
    ends = sorted(
        {end for parts in joined.values() for low, high, _ in parts for end in (low, high)}
    )
    found: list[tuple[float, Plan]] = []
    for low, high in itertools.pairwise(ends):
        if high - low <= 1e-12:
            continue
        middle = (low + high) / 2
        plan = tuple(
            (key, next(action for a, b, action in parts if a <= middle <= b))
            for key, parts in joined.items()
            if any(a <= middle <= b for a, b, _ in parts)
        )
        if found and found[-1][1] == plan:
            found[-1] = (found[-1][0] + high - low, plan)
        else:
            found.append((high - low, plan))
    return found


Interval = tuple[int, Plan]
"""A region, and what the hands of an interval in it do."""


def _exact_lengths(
    sequences: _BettingSequences, regions: _Regions, seat: int, intervals: Sequence[Interval]
) -> list[Fraction] | None:
    """Return lengths of intervals that meet all conditions of the opponent; None: no such.

    In each region the masses are the exact ones. What an action that the opponent uses earns less
    than the best is minimised; all of it must be 0.
    """
    rows = _ExactRows()
    length = rows.columns(len(intervals))
    plans = [_plan_sequences(sequences, seat, plan) for _, plan in intervals]
    for place in range(len(regions.widths)):
        inside = [k for k, (region, _) in enumerate(intervals) if region == place]
        table = [
            [
                *(fmpq(int(sequence in plans[k])) for k in inside),
                fmpq(mass[place].numerator, mass[place].denominator),
            ]
            for sequence, mass in enumerate(regions.masses[seat])
        ]
        reduced, rank = fmpq_mat(table).rref()
        for i in range(rank):
            row = [reduced[i, j] for j in range(len(inside) + 1)]
            if not any(row[:-1]):
                return None
            unit = lcm(*(int(one.q) for one in row))
            whole = [int(one.p) * (unit // int(one.q)) for one in row]
            items = {length[k]: one for k, one in zip(inside, whole, strict=False) if one}
            rows.row(items, whole[-1], equal=True)
    masses = {
        (sequence, k): length[k] for k, taken in enumerate(plans) for sequence in sorted(taken)
    }
    sums = _exact_sums(rows, sequences, seat, masses, len(intervals))
    used = regions.used[1 - seat][:, [region for region, _ in intervals]]
    exact = _solve_exactly(rows, sequences, ((1 - seat, sums, used),), len(intervals))
    return None if exact is None else [exact[column] for column in length]


def _plan_sequences(sequences: _BettingSequences, seat: int, plan: Plan) -> set[int]:
    """Return the sequences that a plan takes."""
    taken = dict(plan)
    found = {0}
    for own in sequences.turns[seat]:
        if own.parent in found and own.key in taken:
            found.add(own.first + taken[own.key])
    return found


def _interval_rules(
    sequences: _BettingSequences,
    regions: _Regions,
    seat: int,
    slices: tuple[FloatArray, IntArray],
    lean: float | None,
    least: float,
) -> dict[str, ThresholdRule] | None:
    """Return a player's strategy in intervals with the masses of the regions; None: not found."""
    masses = (
        _even_masses(regions, seat, slices)
        if lean is None
        else _slice_masses(sequences, regions, seat, slices, lean)
    )
    pieces = _as_pieces(sequences, seat, slices[0], masses)
    intervals: list[Interval] = []
    for place, width in enumerate(regions.widths):
        parts = _elementary([pieces[k] for k in np.flatnonzero(slices[1] == place)])
        for near, plan in parts:
            if near > least * float(width) and (place, plan) not in intervals[-1:]:
                intervals.append((place, plan))
    exact = _exact_lengths(sequences, regions, seat, intervals)
    if exact is None:
        return None
    starts: list[tuple[Fraction, Plan]] = []
    begin = Fraction(0)
    for length, (_, plan) in zip(exact, intervals, strict=True):
        starts.append((begin, plan))
        begin += length
    best = _best_actions(sequences, regions, seat)
    return {own.key: _rule_of_turn(own.key, starts, best[own.key]) for own in sequences.turns[seat]}


def _best_actions(
    sequences: _BettingSequences, regions: _Regions, seat: int
) -> dict[str, list[tuple[float, int]]]:
    """Return, by turn, the best action from some hands on, whether or not they come there."""
    ends = regions.ends
    opponent = np.array([[float(one) for one in row] for row in regions.masses[1 - seat]])
    at = sequences.worth(seat, opponent)
    middles = (ends[1:] + ends[:-1]) / 2
    worth = np.array([np.interp(middles, ends, row) for row in at])
    found = {}
    for own in reversed(sequences.turns[seat]):
        ways = worth[own.sequences]
        found[own.key] = list(zip(ends[:-1].tolist(), ways.argmax(axis=0).tolist(), strict=True))
        worth[own.parent] += ways.max(axis=0)
    return found


def _rule_of_turn(
    key: str, starts: list[tuple[Fraction, Plan]], best: list[tuple[float, int]]
) -> ThresholdRule:
    """Return what is done at a turn; who does not come there would do what is best."""
    joined: list[tuple[Fraction, int]] = []
    for begin, plan in starts:
        known = dict(plan).get(key)
        if known is None:
            known = [action for low, action in best if low <= float(begin) + 1e-12][-1]
        if joined and joined[-1][0] == begin:
            joined.pop()
        if not joined or joined[-1][1] != known:
            joined.append((begin, known))
    return ThresholdRule(
        tuple(action for _, action in joined), tuple(begin for begin, _ in joined[1:])
    )


def mixed_strategy(
    sequences: _BettingSequences, regions: _Regions, seat: int
) -> dict[str, ThresholdRule]:
    """Return a player's strategy in which all hands of a region mix in the same way."""
    best = _best_actions(sequences, regions, seat)
    masses = regions.masses[seat]
    ends = list(itertools.accumulate(regions.widths))
    found = {}
    for own in sequences.turns[seat]:
        mixes: list[ActionMix] = []
        cuts: list[Fraction] = []
        for place, end in enumerate(ends):
            whole = masses[own.parent][place]
            mix: ActionMix = tuple(
                (action, masses[sequence][place] / whole)
                for action, sequence in enumerate(own.sequences)
                if whole and masses[sequence][place]
            ) or ((best[own.key][place][1], Fraction(1)),)
            if mixes and mixes[-1] == mix:
                cuts[-1] = end
            else:
                mixes.append(mix)
                cuts.append(end)
        found[own.key] = BehaviourRule.of(tuple(mixes), tuple(cuts[:-1]))
    return found


def _sliced(ends: FloatArray, parts: Sequence[float]) -> tuple[FloatArray, IntArray]:
    """Return slices of the regions: their edges, and the region of each."""
    inside = [ends[:-1] + np.diff(ends) * part for part in parts]
    edges = np.unique(np.concatenate([ends, *inside]))
    place = np.searchsorted(ends, (edges[1:] + edges[:-1]) / 2) - 1
    return edges, place


def interval_strategies(
    sequences: _BettingSequences, regions: _Regions, seat: int
) -> Iterator[dict[str, ThresholdRule]]:
    """Yield strategies of a player in intervals that have the masses of the regions."""
    for parts, lean, least in INTERVAL_SETTINGS:
        report_progress("intervals of hands")
        slices = _sliced(regions.ends, parts)
        with suppress(NoMethodError):  # slices too narrow for a program in floats
            rules = _interval_rules(sequences, regions, seat, slices, lean, least)
            if rules is not None:
                yield rules


def threshold_candidates(form: ContinuousBettingForm) -> Iterator[ThresholdProfile]:
    """Yield profiles in exact thresholds against which no player earns more than the value.

    Whether one is an equilibrium is for others to say. The last one has mixtures where no intervals
    were found.
    """
    if len(form.seats) != 2 or not form.zero_sum:
        raise FormError("two players whose payoffs sum to 0 are wanted")
    sequences = _BettingSequences.of(form)
    anything = {turn_key(form, turn): ThresholdRule((0,), ()) for turn in form.turns()}
    optimal: dict[int, dict[str, ThresholdRule]] = {}
    mixed: dict[int, dict[str, ThresholdRule]] = {}
    tried = REGIONS_WITH_HIDDEN_CHOICES if form.has_unobserved_choices else None
    for regions in itertools.islice(find_regions(sequences), tried):
        value = regions.value(sequences)
        # optimal strategies of a zero-sum game may be combined, whichever regions they are from
        for seat, earned in ((0, -value), (1, value)):
            for rules in (
                interval_strategies(sequences, regions, seat) if seat not in optimal else ()
            ):
                against = payoff_and_best_response(form, {**anything, **rules}, 1 - seat)
                if against.best == earned:
                    optimal[seat] = rules
                    break
            if seat not in mixed:
                mixed[seat] = mixed_strategy(sequences, regions, seat)
        if len(optimal) == 2:
            yield {**optimal[0], **optimal[1]}
            optimal.clear()
    if mixed:
        yield {**{**mixed, **optimal}[0], **{**mixed, **optimal}[1]}
