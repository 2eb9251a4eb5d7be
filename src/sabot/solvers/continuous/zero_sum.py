"""Equilibrium in thresholds of any finite betting between two players with real hands, exactly.

Two linear programs. The first one, in floats, learns the *structure*: strategies that are constant
on the cells of a partition of [0, 1] are a finite zero-sum game, whose sequence form is solved with
every cell's chance to win against itself 1/2. A small bonus, which grows with the own hand and with
the number of the action, decides between actions that pay the same, so that indifferent hands lie
in intervals. From the solution the actions of each turn's intervals are read, and about where the
cuts between them lie. Several partitions are tried in turn.

The second one is exact: in a known order of all cuts every payoff is linear in them, so that all
conditions of an equilibrium are linear inequalities. A point inside their solutions is found in
floats; which inequalities are equations there says which linear system the cuts solve, in
fractions. A cut that no equation fixes is free, and is set to a simple fraction. Whether the result
is an equilibrium is decided by the exact best response, as for every other profile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from sabot.errors import FormError, NoMethodError
from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.progress import report_progress

FloatArray = NDArray[np.float64]
IntArray = NDArray[Any]  # int64 where it fits, Python integers (object) where it does not
PARTITIONS = ((24, 1e-4), (16, 1e-4), (32, 1e-4), (24, 1e-3), (48, 1e-3), (48, 1e-4), (64, 1e-3))
"""Cells that are tried in turn, each with the bonus that decides between equal actions, in parts
of the largest stake."""
SMALLEST_SHARE = 1e-3
"""Shares of a cell below this are taken for rounding."""
FEW_SWAPS = 6
"""How often the order of neighbouring cuts is corrected."""
TIGHT = 1e-8
"""An inequality that is met with so little to spare is taken for an equation."""
ROUNDED_TO = 10**6
"""The denominator of cuts that are no more than measured."""
ROOM = 1e-3
"""How much every inequality is given to spare where there is so much."""


@dataclass(frozen=True)
class _OwnTurn:
    """A turn, and the last action of its player before it: the number of a sequence."""

    turn: TurnNode
    key: str
    parent: int
    first: int
    """The number of the sequence that ends with its first action."""
    depth: int
    """How many own turns come before it."""

    def bonus(self, action: int) -> float:
        """Return the share of the bonus for an action: less at later turns, so that sums differ."""
        return float(action / max(1, len(self.turn.actions) - 1) / 3**self.depth)


@dataclass(frozen=True)
class _Sequences:
    """The sequences of both players, and the ends with the sequences that lead there."""

    turns: tuple[list[_OwnTurn], list[_OwnTurn]]
    counts: tuple[int, int]
    """Sequences of each player; the first one is empty."""
    ends: list[tuple[FoldNode | ShowdownNode, int, int]]

    @classmethod
    def of(cls, form: ContinuousBettingForm) -> _Sequences:
        """Return those of a betting game for two."""
        turns: tuple[list[_OwnTurn], list[_OwnTurn]] = ([], [])
        counts = [1, 1]
        ends: list[tuple[FoldNode | ShowdownNode, int, int]] = []

        def walk(node: BettingNode, at: tuple[int, int], depth: tuple[int, int]) -> None:
            if not isinstance(node, TurnNode):
                ends.append((node, *at))
                return
            seat, first = node.seat, counts[node.seat]
            turns[seat].append(_OwnTurn(node, turn_key(form, node), at[seat], first, depth[seat]))
            counts[seat] += len(node.actions)
            deeper = (depth[0] + (seat == 0), depth[1] + (seat == 1))
            for action, after in enumerate(node.after):
                there = (first + action, at[1]) if seat == 0 else (at[0], first + action)
                walk(after, there, deeper)

        walk(form.root, (0, 0), (0, 0))
        return cls(turns, (counts[0], counts[1]), ends)


def _showdown_weights(end: FoldNode | ShowdownNode, seat: int) -> tuple[Fraction, Fraction]:
    """Return what a hand earns at an end per rival hand below it, and per any rival hand."""
    if isinstance(end, FoldNode):
        return Fraction(0), end.payoffs[seat]
    if seat not in end.contenders:
        return Fraction(0), -end.paid[seat]
    if len(end.contenders) == 1:
        return Fraction(0), end.pot - end.paid[seat]
    plain = 1 - end.better
    return end.pot * (plain**2 + end.better**2), end.pot * plain * end.better - end.paid[seat]


# ---------------------------------------------------------------------- the structure


@dataclass
class _Entries:
    """A sparse matrix in the making."""

    rows: list[IntArray]
    columns: list[IntArray]
    values: list[FloatArray]

    def add(self, rows: IntArray, columns: IntArray, value: float | FloatArray) -> None:
        """Add a number at each of these places."""
        self.rows.append(rows)
        self.columns.append(np.broadcast_to(columns, rows.shape))
        self.values.append(np.broadcast_to(np.asarray(value, dtype=float), rows.shape))

    def summed(self, width: int) -> tuple[IntArray, IntArray, FloatArray]:
        """Return rows, columns and numbers, row by row, each place once."""
        places = np.concatenate(self.rows) * width + np.concatenate(self.columns)
        places, spots = np.unique(places, return_inverse=True)
        sums = np.bincount(spots, np.concatenate(self.values), len(places))
        kept = sums != 0
        return places[kept] // width, places[kept] % width, sums[kept]


def _add_plan_rows(entries: _Entries, sequences: _Sequences, x: IntArray, c: IntArray) -> int:
    """Add the equations of the first player's plan and of its sums; return how many they are."""
    count, cells, one = 0, np.arange(x.shape[1]), len(x)
    n = len(cells)
    for own in sequences.turns[0]:
        rows = count + cells
        for action in range(len(own.turn.actions)):
            entries.add(rows, x[own.first + action], 1.0)
        entries.add(rows, x[own.parent], -1.0)
        count += n
    for sequence in range(one):
        rows = count + cells
        entries.add(rows, c[sequence], 1.0)
        entries.add(rows[1:], c[sequence, :-1], -1.0)
        entries.add(rows, x[sequence], -1.0)
        count += n
    return count


def _add_payoffs(entries: _Entries, sequences: _Sequences, c: IntArray, replies: IntArray) -> None:
    """Add what the first player earns at each end to the rows of the second one's sequences."""
    n = replies.shape[1]
    for end, first, second in sequences.ends:
        win, any_hand = map(float, _showdown_weights(end, 0))
        rows = replies[second]
        if win + any_hand:
            entries.add(rows, np.full(n, c[first, -1]), -(win + any_hand))
        if win:
            entries.add(rows, c[first], win / 2)
            entries.add(rows[1:], c[first, :-1], win / 2)


def solve_cells(
    sequences: _Sequences, edges: FloatArray, share: float
) -> tuple[FloatArray, FloatArray]:
    """Return the realization plans of both players, by sequence and cell, in masses of hands."""
    width, middle = np.diff(edges), (edges[1:] + edges[:-1]) / 2
    n, (one, two) = len(width), sequences.counts
    largest = max(
        (abs(float(p)) for end, _, _ in sequences.ends for p in _showdown_weights(end, 0)),
        default=1.0,
    )
    bonus = share * (largest or 1.0)
    # columns: masses x of the first player, their sums c, values v of the second one's turns
    x = np.arange(one * n).reshape(one, n)
    c = x + one * n
    v = 2 * one * n + np.arange((len(sequences.turns[1]) + 1) * n).reshape(-1, n)
    columns = 2 * one * n + v.size
    entries = _Entries([], [], [])
    count = _add_plan_rows(entries, sequences, x, c)
    equations = count
    replies = count + np.arange(two * n).reshape(two, n)
    upper = np.zeros(two * n)
    entries.add(replies[0], v[0], 1.0)
    for place, own in enumerate(sequences.turns[1], 1):
        for action in range(len(own.turn.actions)):
            sequence = own.first + action
            entries.add(replies[sequence], v[place], 1.0)
            upper[sequence * n : (sequence + 1) * n] = -bonus * own.bonus(action) * middle
        entries.add(replies[own.parent], v[place], -1.0)
    _add_payoffs(entries, sequences, c, replies)
    cost = np.zeros(columns)
    cost[v[0]] = width
    for own in sequences.turns[0]:
        for action in range(len(own.turn.actions)):
            cost[x[own.first + action]] += bonus * own.bonus(action) * middle
    low, high = np.zeros(columns), np.full(columns, np.inf)
    low[x[0]] = high[x[0]] = width
    low[v] = -np.inf
    lower = np.concatenate([np.zeros(equations), np.full(two * n, -np.inf)])
    values, duals = _solve_floats(
        entries, (lower, np.concatenate([np.zeros(equations), upper])), (low, high), cost
    )
    return values[x], np.abs(duals[replies])


def _solve_floats(
    entries: _Entries,
    row_bounds: tuple[FloatArray, FloatArray],
    bounds: tuple[FloatArray, FloatArray],
    cost: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return the solution of a linear program in floats, and the prices of its rows."""
    import highspy

    rows, columns, values = entries.summed(len(cost))
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = len(row_bounds[0]), len(cost)
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.searchsorted(rows, np.arange(lp.num_row_ + 1)).astype(np.int32)
    lp.a_matrix_.index_ = columns.astype(np.int32)
    lp.a_matrix_.value_ = values
    lp.row_lower_, lp.row_upper_ = row_bounds
    lp.col_lower_, lp.col_upper_ = bounds
    lp.col_cost_ = cost
    solver = highspy.Highs()
    for option, setting in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("primal_feasibility_tolerance", 1e-10),
        ("dual_feasibility_tolerance", 1e-10),
    ):
        solver.setOptionValue(option, setting)
    solver.passModel(lp)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise NoMethodError("no solution of the linear program was found in floats")
    found = solver.getSolution()
    return np.array(found.col_value), np.array(found.row_dual)


Pieces = list[tuple[int, float]]
"""Actions from the lowest hands up, each with the length of its interval."""


def _action_values(sequences: _Sequences, seat: int, rival: FloatArray) -> dict[str, FloatArray]:
    """Return what each action of a seat's turns is worth in each cell, later turns at best."""
    n = rival.shape[1]
    worth = np.zeros((sequences.counts[seat], n))
    for end, *at in sequences.ends:
        win, any_hand = map(float, _showdown_weights(end, seat))
        mass = rival[at[1 - seat]]
        worth[at[seat]] += any_hand * mass.sum() + win * (np.cumsum(mass) - mass / 2)
    found = {}
    for own in reversed(sequences.turns[seat]):
        ways = worth[own.first : own.first + len(own.turn.actions)].copy()
        found[own.key] = ways
        worth[own.parent] += ways.max(axis=0)
    return found


def read_structure(
    sequences: _Sequences, edges: FloatArray, plans: tuple[FloatArray, FloatArray]
) -> dict[str, Pieces]:
    """Return, for each turn, its intervals: what the cells do, and where cells mix, in pieces.

    Hands with which a player does not reach a turn do what is best there.
    """
    width = np.diff(edges)
    found = {}
    for seat in (0, 1):
        values = _action_values(sequences, seat, plans[1 - seat])
        for own in sequences.turns[seat]:
            masses = np.clip(plans[seat][own.first : own.first + len(own.turn.actions)], 0, None)
            reach = masses.sum(axis=0)
            shares = masses / np.where(reach > 0, reach, 1)
            ways = values[own.key]
            best = ways.argmax(axis=0)
            rest = np.where(np.arange(len(ways))[:, None] == best, -np.inf, ways)
            clear = ways.max(axis=0) - rest.max(axis=0) > 1e-7 if len(ways) > 1 else reach >= 0
            cells: list[list[int]] = []
            for j, here in enumerate(reach > SMALLEST_SHARE * width):
                taken = [a for a in range(len(ways)) if shares[a, j] > SMALLEST_SHARE]
                cells.append(taken if here else [int(best[j])] if clear[j] else [])
            found[own.key] = _as_pieces(_filled(cells), shares, width)
    return found


def _filled(cells: list[list[int]]) -> list[list[int]]:
    """Return the actions of each cell; where nothing is known, what the nearest known one does."""
    known = [j for j, taken in enumerate(cells) if taken]
    if not known:
        return [[0]] * len(cells)
    found = []
    for j, taken in enumerate(cells):
        near = min(known, key=lambda k: (abs(k - j), -k))
        found.append(taken or [cells[near][-1 if near < j else 0]])
    return found


def _as_pieces(cells: list[list[int]], shares: FloatArray, width: FloatArray) -> Pieces:
    pieces: Pieces = []
    for j, taken in enumerate(cells):
        left = pieces[-1][0] if pieces else -1
        right = cells[j + 1][0] if j + 1 < len(cells) and len(cells[j + 1]) == 1 else -1
        order = sorted(taken, key=lambda a: (a == right and a != left, a != left, a))
        whole = sum(float(shares[a, j]) for a in taken)
        for action in order:
            part = float(shares[action, j]) / whole if len(taken) > 1 else 1.0
            length = part * float(width[j])
            if pieces and pieces[-1][0] == action:
                length += pieces.pop()[1]
            pieces.append((action, length))
    return pieces


# ---------------------------------------------------------------------- exact thresholds


class _OrderedCuts:
    """All conditions of an equilibrium in a known order of the cuts: rows over the points.

    The points are 0, the cuts in order, and 1.
    """

    def __init__(
        self,
        form: ContinuousBettingForm,
        shape: dict[str, tuple[int, ...]],
        order: Sequence[tuple[str, int]],
    ) -> None:
        self.form, self.shape, self.order = form, shape, list(order)
        self.cells = len(self.order) + 1
        self.taken = {}
        for key, actions in shape.items():
            place, taken = 0, [actions[0]]
            for name, _ in self.order:
                place += name == key
                taken.append(actions[place])
            self.taken[key] = np.array(taken)
        ends = [end for end, _, _ in _Sequences.of(form).ends]
        numbers = [w for end in ends for seat in (0, 1) for w in _showdown_weights(end, seat)]
        self.unit = lcm(*(one.denominator for one in numbers))
        large = max(abs(one) for one in numbers) * self.unit * (len(ends) + 1) > 2**50
        self.kind: type = object if large else np.int64
        """Machine integers hold every sum, or Python's do."""
        self.found: list[IntArray] = []

    def rows(self) -> IntArray:
        """Return the inequalities: the sum of a row over the points is not negative."""
        everything = np.ones(self.cells, dtype=bool)
        self.found = []
        for seat in (0, 1):
            self._worth(self.form.root, seat, everything)
        steps: IntArray = np.zeros((self.cells, self.cells + 1), dtype=self.kind)
        steps[range(self.cells), range(1, self.cells + 1)] = 1
        steps[range(self.cells), range(self.cells)] = -1
        every = np.concatenate([steps, *self.found])
        if self.kind is object:
            return np.array([list(row) for row in {tuple(row) for row in every.tolist()}], object)
        return np.unique(every, axis=0)

    def _worth(self, node: BettingNode, seat: int, rival: NDArray[np.bool_]) -> IntArray:
        """Return rows by cell and its two ends: the worth of a hand there, times rival hands."""
        if not isinstance(node, TurnNode):
            return self._end(node, seat, rival)
        taken = self.taken[turn_key(self.form, node)]
        if node.seat != seat:
            total: IntArray = np.zeros((self.cells, 2, self.cells + 1), dtype=self.kind)
            for action, after in enumerate(node.after):
                come = rival & (taken == action)
                if come.any():
                    total = total + self._worth(after, seat, come)
            return total
        ways = np.array([self._worth(after, seat, rival) for after in node.after])
        chosen: IntArray = ways[taken, np.arange(self.cells)]
        for action, way in enumerate(ways):
            others = taken != action
            if others.any():
                self.found.append((chosen - way)[others].reshape(-1, self.cells + 1))
        return chosen

    def _end(self, end: FoldNode | ShowdownNode, seat: int, rival: NDArray[np.bool_]) -> IntArray:
        steps: IntArray = np.zeros((self.cells + 1, self.cells + 1), dtype=self.kind)
        spots = np.flatnonzero(rival)
        steps[spots + 1, spots + 1] = 1
        steps[spots + 1, spots] = -1
        below = np.cumsum(steps, axis=0)
        win, any_hand = (int(one * self.unit) for one in _showdown_weights(end, seat))
        at_ends = np.stack([below[:-1], below[1:]], axis=1)
        worth: IntArray = at_ends * win + below[-1] * any_hand
        return worth


def _inside_point(rows: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """Return points that meet the inequalities, what each has to spare, and the worst fault."""
    count, width = rows.shape
    inner = width - 2
    scaled = rows / np.abs(rows).max(axis=1, keepdims=True)
    entries = _Entries([], [], [])
    spot_rows, spot_columns = np.nonzero(scaled[:, 1:-1])
    entries.add(spot_rows, spot_columns, scaled[:, 1:-1][spot_rows, spot_columns])
    every = np.arange(count)
    entries.add(every, inner + every, -1.0)
    entries.add(every, inner + count + every, 1.0)
    cost = np.concatenate([np.zeros(inner), np.ones(count), np.full(count, -100.0)])
    high = np.concatenate([np.ones(inner), np.full(count, ROOM), np.full(count, np.inf)])
    right = -scaled[:, -1]
    values, _ = _solve_floats(
        entries, (right, np.full(count, np.inf)), (np.zeros(len(cost)), high), cost
    )
    points = np.concatenate([[0.0], values[:inner], [1.0]])
    return points, scaled @ points, float(values[inner + count :].max(initial=0.0))


def _exact_points(rows: IntArray, points: FloatArray, spare: FloatArray) -> list[Fraction] | None:
    """Return the points as fractions: those on which the tight inequalities are equations."""
    inner = len(points) - 2
    tight = rows[spare < TIGHT]
    solved = [[fmpq(int(c)) for c in row[1:]] for row in tight.tolist()]
    if solved:
        reduced, rank = fmpq_mat(solved).rref()
        solved = [[reduced[i, j] for j in range(inner + 1)] for i in range(rank)]
    pivots = [next(j for j, c in enumerate(row) if c != 0) for row in solved]
    if inner in pivots:
        return None
    free = [k for k in range(inner) if k not in pivots]
    for most in (12, 100, 1000, 10**4, 10**6):
        near = {k: Fraction(float(points[k + 1])).limit_denominator(most) for k in free}
        found = dict(near)
        for row, pivot in zip(solved, pivots, strict=True):
            total = row[inner]
            for k in free:
                if row[k] != 0:
                    total += row[k] * fmpq(near[k].numerator, near[k].denominator)
            found[pivot] = -Fraction(int(total.p), int(total.q))
        exact = [Fraction(0), *(found[k] for k in range(inner)), Fraction(1)]
        below = lcm(*(one.denominator for one in exact))
        whole = np.array([int(one * below) for one in exact], dtype=object)
        if min((rows.astype(object) @ whole).tolist()) >= 0:
            return exact
    return None


def exact_thresholds(
    form: ContinuousBettingForm, structure: dict[str, Pieces]
) -> dict[str, ThresholdRule] | None:
    """Return thresholds in fractions that meet all conditions of a structure; None: no such."""
    shape = {key: tuple(action for action, _ in pieces) for key, pieces in structure.items()}
    cuts = [
        (float(end), (key, k))
        for key, pieces in structure.items()
        for k, end in enumerate(np.cumsum([length for _, length in pieces])[:-1])
    ]
    order = [name for _, name in sorted(cuts, key=lambda one: one[0])]
    for _ in range(FEW_SWAPS):
        rows = _OrderedCuts(form, shape, order).rows()
        rows = rows[(rows != 0).any(axis=1)]
        points, spare, fault = _inside_point(rows.astype(float))
        if fault < TIGHT:
            exact = _exact_points(rows, points, spare)
            if exact is None:
                return None
            by_key: dict[str, list[Fraction]] = {key: [] for key in shape}
            for (key, _), cut in zip(order, exact[1:-1], strict=True):
                by_key[key].append(cut)
            return {key: _rule(shape[key], ends) for key, ends in by_key.items()}
        swapped = _swap_equal(order, points)
        if swapped == order:
            return None
        order = swapped
    return None


def _swap_equal(order: list[tuple[str, int]], points: FloatArray) -> list[tuple[str, int]]:
    """Return the order with neighbouring cuts exchanged that were pressed together."""
    found = [*order]
    k = 0
    while k + 1 < len(found):
        if found[k][0] != found[k + 1][0] and points[k + 2] - points[k + 1] < TIGHT:
            found[k], found[k + 1] = found[k + 1], found[k]
            k += 1
        k += 1
    return found


def _rule(actions: tuple[int, ...], cuts: list[Fraction]) -> ThresholdRule:
    """Return an answer without the intervals that are empty."""
    joined: list[tuple[Fraction, int]] = []
    low = Fraction(0)
    for high, action in zip([*cuts, Fraction(1)], actions, strict=True):
        if high > low:
            if joined and joined[-1][1] == action:
                joined.pop()
            joined.append((high, action))
        low = high
    return ThresholdRule(tuple(a for _, a in joined), tuple(high for high, _ in joined[:-1]))


def _rounded_rule(pieces: Pieces) -> ThresholdRule:
    """Return an answer with the cuts of some intervals, rounded."""
    ends = np.cumsum([length for _, length in pieces])[:-1]
    cuts = [min(Fraction(round(float(end) * ROUNDED_TO), ROUNDED_TO), Fraction(1)) for end in ends]
    return _rule(tuple(action for action, _ in pieces), cuts)


def threshold_candidates(form: ContinuousBettingForm) -> Iterator[ThresholdProfile]:
    """Yield profiles in exact thresholds, from several partitions of the hands.

    Each meets the conditions that were read, except the last one where no exact cuts were found;
    whether one is an equilibrium is for others to say.
    """
    if len(form.seats) != 2 or not form.zero_sum:
        raise FormError("two players whose payoffs sum to 0 are wanted")
    sequences = _Sequences.of(form)
    for number, (cells, bonus) in enumerate(PARTITIONS):
        report_progress("looking for a structure", number, len(PARTITIONS))
        edges = np.linspace(0.0, 1.0, cells + 1)
        structure = read_structure(sequences, edges, solve_cells(sequences, edges, bonus))
        found = exact_thresholds(form, structure)
        if found is not None:
            yield found
        elif number + 1 == len(PARTITIONS):  # what was reached, to be measured
            yield {key: _rounded_rule(pieces) for key, pieces in structure.items()}
