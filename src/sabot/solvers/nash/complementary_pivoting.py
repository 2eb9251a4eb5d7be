"""Complementary pivoting: Lemke-Howson for bimatrix games, Lemke for the sequence form.

Tableaus. In integers ``det * b = right - T n`` holds with every entry whole: the entries are minors
of the first system, so that the division by the previous pivot is exact (Edmonds). Ties are broken
lexicographically by the columns of the first basis, as if the right side were perturbed into
general position, so that no basis is met twice however degenerate the game is. The same tableau in
floats only guesses the basis at which the pivots end; the guess is solved in integers afterwards
and must be an equilibrium there, otherwise the pivots are made in integers. Rounding grows with the
pivots, so the float tableau is recomputed from the first one at intervals.

Lemke-Howson. With positive payoffs ``B'x + s = 1`` and ``A y + r = 1`` are two polyhedra whose
vertices carry labels: a row or column that is unplayed, or a best response. A pair of vertices with
every label is, scaled, an equilibrium. From the pair (0, 0) one label is dropped and picked up in
turns until the dropped one is found; the path never branches, so it ends. In each tableau the
variable of a label is the one that has it: ``x`` and ``s`` in the first, ``r`` and ``y`` in the
second; rows count from 0, columns after them. Ties are broken first as if every row and column were
played with a small weight ``e`` besides: the right sides are then ``1 - e B'1`` and ``1 - e A 1``.
So the path ends at the limit of equilibria of games with trembles, which is a perfect equilibrium.

Lemke on the sequence form. Koller, Megiddo and von Stengel (1996) write the equilibria of a tree as
a linear complementarity problem in realization plans: a sequence has a probability, or a loss
against the best action at its information set, but not both. The path is that of von Stengel, van
den Elzen and Talman (2002): it starts where both players play a completely mixed *prior* with
weight ``z = 1`` and ends at ``z = 0``, ``1 - z`` being the weight of their own plans. Along it both
players respond to completely mixed plans; where ``z`` first becomes 0 each plan is still a best
response to those of the last edge, so the equilibrium is normal-form perfect. In a degenerate game
``z`` may stay in the basis at 0 for many pivots more, and what comes then need not be perfect: the
path ends at the first 0, and the edge that leads there proves perfection. The value of each
information set and the probability of its best action (to the prior) are eliminated beforehand, so
that the tableau has one row and one column for each sequence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot.exact import over_one_denominator
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import report_progress

_TREMBLE = -1
"""The column of what the right side loses when every strategy is played a little: it never enters,
and only breaks ties."""


def _tie_order(basis: Sequence[int], outside: Sequence[int]) -> tuple[int, ...]:
    """Return the variables whose columns break ties, the first of them first."""
    return (_TREMBLE, *basis) if _TREMBLE in outside else tuple(basis)


class IntegerLcpTableau:
    """Rows of integers over one positive determinant; the right side is last in each row."""

    def __init__(
        self, rows: Sequence[Sequence[int]], basis: Sequence[int], outside: Sequence[int]
    ) -> None:
        """Take the tableau; a column of :data:`_TREMBLE` is the first to break ties."""
        self.rows = [list(row) for row in rows]
        self.determinant = 1
        self.basis = list(basis)
        """The variable of each row."""
        self.outside = list(outside)
        """The variable of each column."""
        self._ties = _tie_order(basis, outside)
        self._row = {variable: i for i, variable in enumerate(self.basis)}
        self._column = {variable: j for j, variable in enumerate(self.outside)}

    def value(self, variable: int) -> int:
        """Return what a variable is, times the determinant."""
        row = self._row.get(variable)
        return 0 if row is None else self.rows[row][-1]

    def enter(self, variable: int) -> int | None:
        """Raise a variable from 0 until another becomes 0, and return that one; None: none does."""
        column = self._column[variable]
        row = self._leaving(column)
        if row is None:
            return None
        left = self.basis[row]
        self._pivot(row, column)
        self.basis[row], self.outside[column] = variable, left
        del self._row[left], self._column[variable]
        self._row[variable], self._column[left] = row, column
        return left

    def _leaving(self, column: int) -> int | None:
        """Return the row that is the first to reach 0, of equals the lexicographically first."""
        slope = [row[column] for row in self.rows]
        left = [i for i, step in enumerate(slope) if step > 0]
        if not left:
            return None
        left = _least_ratio_rows(left, [row[-1] for row in self.rows], slope)
        for variable in self._ties:
            if len(left) == 1:
                break
            row = self._row.get(variable)
            if row is None:
                spot = self._column[variable]
                left = _least_ratio_rows(left, [line[spot] for line in self.rows], slope)
            elif row in left:  # its own column has an entry there, and 0 in all other rows
                left.remove(row)
        return left[0]

    def _pivot(self, row: int, column: int) -> None:
        own, before = self.rows[row], self.determinant
        pivot = own[column]
        for i, line in enumerate(self.rows):
            factor = line[column]
            if i == row:
                continue
            if factor:
                fresh = [(a * pivot - factor * b) // before for a, b in zip(line, own, strict=True)]
                fresh[column] = -factor
                self.rows[i] = fresh
            elif pivot != before:
                self.rows[i] = [a * pivot // before for a in line]
        own[column] = before
        self.determinant = pivot


def _least_ratio_rows(rows: list[int], amounts: list[int], slope: list[int]) -> list[int]:
    """Return the rows whose amount over the slope is least."""
    found = rows[:1]
    for i in rows[1:]:
        first = found[0]
        here, there = amounts[i] * slope[first], amounts[first] * slope[i]
        if here < there:
            found = [i]
        elif here == there:
            found.append(i)
    return found


_ROUNDING = 1e-9
"""Entries below it, in tableaus whose entries start at about 1, are rounding."""
_MIN_SLOPE = 1e-8
"""A variable that falls more slowly is taken not to fall at all."""
_RATIO_TOLERANCE = 1e-8
"""Ratios nearer to each other are taken for equal."""
PERTURBATIONS = (0.0, 1e-7, 1e-6)
"""How much the right side is perturbed at the first path in floats, and at the next ones."""
_PERTURBED_TOLERANCE = 1e-13
"""The tolerance of ratios where the right side is perturbed at random: no two are equal."""


class FloatLcpTableau:
    """Rows of floats; the right side is last in each row."""

    def __init__(
        self,
        rows: NDArray[np.float64],
        basis: Sequence[int],
        outside: Sequence[int],
        refactor_after: int | None = None,
        tolerance: float = _RATIO_TOLERANCE,
    ) -> None:
        """Take the tableau; after *refactor_after* pivots, and as many again, it is made again."""
        self._tolerance = tolerance
        self.rows = np.array(rows, dtype=np.float64)
        self.basis = list(basis)
        self.outside = list(outside)
        self._start = self.rows.copy()
        self._first, self._away = tuple(basis), tuple(outside)
        self._ties = _tie_order(basis, outside)
        self._row = {variable: i for i, variable in enumerate(self.basis)}
        self._column = {variable: j for j, variable in enumerate(self.outside)}
        self._count, self._refactor_after = 0, refactor_after

    def value(self, variable: int) -> float:
        """Return what a variable is; 0 where that is surely rounding."""
        row = self._row.get(variable)
        found = 0.0 if row is None else float(self.rows[row, -1])
        return 0.0 if abs(found) < _ROUNDING else found

    def enter(self, variable: int) -> int | None:
        """Raise a variable from 0 until another becomes 0, and return that one.

        None: none does, or the variable is not 0, since rounding has led away from the path.
        """
        column = self._column.get(variable)
        row = None if column is None else self._leaving(column)
        if column is None or row is None:
            return None
        left = self.basis[row]
        self._pivot(row, column)
        self.basis[row], self.outside[column] = variable, left
        del self._row[left], self._column[variable]
        self._row[variable], self._column[left] = row, column
        self._count += 1
        if self._refactor_after is not None and not self._count % self._refactor_after:
            self._refresh()
        return left

    def _leaving(self, column: int) -> int | None:
        slope = self.rows[:, column]
        left = np.flatnonzero(slope > _MIN_SLOPE)
        if not len(left):
            return None
        left = _least_ratio_rows_float(left, self.rows[:, -1], slope, self._tolerance)
        for variable in self._ties:
            if len(left) == 1:
                break
            row = self._row.get(variable)
            if row is None:
                column = self._column[variable]
                left = _least_ratio_rows_float(left, self.rows[:, column], slope, self._tolerance)
            elif row in left:
                left = left[left != row]
        return int(left[0])

    def _pivot(self, row: int, column: int) -> None:
        rows = self.rows
        pivot = rows[row, column]
        own = rows[row] / pivot
        factors = rows[:, column].copy()
        factors[row] = 0.0
        live = np.flatnonzero(factors)
        fresh = rows[live] - np.outer(factors[live], own)
        fresh[np.abs(fresh) < _ROUNDING] = 0.0
        rows[live] = fresh
        rows[:, column] = -factors / pivot
        own[column] = 1.0 / pivot
        rows[row] = own

    def _refresh(self) -> None:
        """Make the tableau of this basis again, from the first one."""
        height = len(self._start)
        unit = {variable: i for i, variable in enumerate(self._first)}
        spot = {variable: j for j, variable in enumerate(self._away)}

        def columns(variables: list[int]) -> NDArray[np.float64]:
            found = np.zeros((height, len(variables)))
            for k, variable in enumerate(variables):
                if variable in unit:
                    found[unit[variable], k] = 1.0
                else:
                    found[:, k] = self._start[:, spot[variable]]
            return found

        try:
            wanted = np.hstack([columns(self.outside), self._start[:, -1:]])
            fresh: NDArray[np.float64] = np.asarray(
                np.linalg.solve(columns(self.basis), wanted), dtype=np.float64
            )
        except np.linalg.LinAlgError:  # then the guess will be wrong, and is found out
            return
        fresh[np.abs(fresh) < _ROUNDING] = 0.0
        self.rows = fresh


def _least_ratio_rows_float(
    rows: NDArray[np.intp],
    amounts: NDArray[np.float64],
    slope: NDArray[np.float64],
    tolerance: float,
) -> NDArray[np.intp]:
    ratios = amounts[rows] / slope[rows]
    least = ratios.min()
    near: NDArray[np.intp] = rows[ratios <= least + tolerance * (1.0 + abs(least))]
    return near


IntegerMatrix = Sequence[Sequence[int]]
MixedStrategies = tuple[list[Fraction], list[Fraction]]
Supports = tuple[list[int], list[int]]
"""The rows and the columns that are played."""
_REPORT_EVERY = 16


def make_positive(payoffs: IntegerMatrix) -> list[list[int]]:
    """Return payoffs moved up so that the least of them is 1: responses stay what they were."""
    least = min(map(min, payoffs))
    return [[entry - least + 1 for entry in row] for row in payoffs]


def lemke_howson(
    one: IntegerMatrix, two: IntegerMatrix, label: int = 0
) -> tuple[MixedStrategies, int]:
    """Return the perfect equilibrium at the end of the path of *label*, and how many pivots.

    >>> lemke_howson([[3, 0], [0, 1]], [[1, 0], [0, 3]])[0]
    ([Fraction(1, 1), Fraction(0, 1)], [Fraction(1, 1), Fraction(0, 1)])
    """
    height, width = len(one), len(one[0])
    rows, columns = list(range(height)), list(range(height, height + width))
    replies = [[*column, -sum(column), 1] for column in zip(*make_positive(two), strict=True)]
    first = IntegerLcpTableau(replies, columns, [*rows, _TREMBLE])
    responses = [[*row, -sum(row), 1] for row in make_positive(one)]
    second = IntegerLcpTableau(responses, rows, [*columns, _TREMBLE])
    count = _follow_label((first, second), label, height, None)
    assert count is not None  # the polyhedra are bounded, and no basis comes twice
    weights = [first.value(i) for i in rows], [second.value(j) for j in columns]
    x, y = ([Fraction(weight, sum(own)) for weight in own] for own in weights)
    return (x, y), count


def guess_supports(
    one: IntegerMatrix, two: IntegerMatrix, label: int, most: int
) -> Supports | None:
    """Return the rows and columns that the path in floats ends with; None where it does not."""
    import numpy as np

    height, width = len(one), len(one[0])
    rows, columns = list(range(height)), list(range(height, height + width))
    scaled = [_scale_payoffs(np.array(own, dtype=np.float64)) for own in (one, two)]
    sides = scaled[1].T, scaled[0]
    first, second = (
        np.hstack([own, -own.sum(axis=1, keepdims=True), np.ones((len(own), 1))]) for own in sides
    )
    tableaus = (
        FloatLcpTableau(first, columns, [*rows, _TREMBLE]),
        FloatLcpTableau(second, rows, [*columns, _TREMBLE]),
    )
    with np.errstate(all="ignore"):
        if _follow_label(tableaus, label, height, most) is None:
            return None
    played = [i for i in tableaus[0].basis if i < height]
    return sorted(played), sorted(j - height for j in tableaus[1].basis if j >= height)


def _scale_payoffs(payoffs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return payoffs between 1 and 2."""
    least, most = payoffs.min(), payoffs.max()
    return np.asarray((payoffs - least) / (most - least or 1.0) + 1.0)


def _follow_label(
    tableaus: tuple[IntegerLcpTableau, IntegerLcpTableau] | tuple[FloatLcpTableau, FloatLcpTableau],
    label: int,
    height: int,
    most: int | None,
) -> int | None:
    """Pivot until *label* is found again; return how often, None if that does not come."""
    entering, side = label, 0 if label < height else 1
    count = 0
    while most is None or count < most:
        if not count % _REPORT_EVERY:
            report_progress("pivoting", count, None, "pivots")
        left = tableaus[side].enter(entering)
        count += 1
        if left is None:
            return None
        if left == label:
            return count
        entering, side = left, 1 - side
    return None


PlanPair = tuple[list[Fraction], list[Fraction]]
IntegerTable = NDArray[np.object_]
"""Python's integers, of any size."""
_PRIOR = 0
"""The variable ``z``."""


@dataclass(frozen=True)
class StartingTableau:
    """The tableau at the prior. Row and column 0 are for ``z`` and for ``1 - z``.

    The sequences of both seats that are not empty count from 1; ``k`` is the probability of one and
    ``count + k`` its loss.
    """

    rows: IntegerTable
    """Integers, the right side last."""
    basis: tuple[int, ...]
    outside: tuple[int, ...]
    lengths: tuple[int, int]
    """How many sequences each seat has, the empty one aside."""

    @property
    def count(self) -> int:
        """How many sequences both seats have, the empty ones aside."""
        return sum(self.lengths)

    @property
    def own(self) -> int:
        """The variable ``1 - z``, which enters first."""
        return 2 * self.count + 1

    def other(self, variable: int) -> int:
        """Return the loss of a probability, the probability of a loss."""
        return variable + self.count if variable <= self.count else variable - self.count

    def completed(self, sides: Sequence[Treeplex], came: Mapping[int, Fraction]) -> PlanPair:
        """Return both seats' own plans, times ``1 - z``, from what came into the basis.

        The probability of an infoset's best choice to the prior is what the others leave of its
        parent's.
        """
        shifts = 0, self.lengths[0]
        one, two = (
            _complete_plan(side, shift, self, came)
            for side, shift in zip(sides, shifts, strict=True)
        )
        return one, two


@dataclass(frozen=True)
class PivotPath:
    """The pivots of a path from a basis on: what came in, and what left for it."""

    first: tuple[int, ...]
    pivots: list[tuple[int, int]]

    def basis(self, count: int) -> list[int]:
        """Return the basis after so many pivots."""
        held = dict.fromkeys(self.first)
        for came, left in self.pivots[:count]:
            del held[left]
            held[came] = None
        return list(held)


def _complete_plan(
    side: Treeplex, shift: int, begin: StartingTableau, came: Mapping[int, Fraction]
) -> list[Fraction]:
    places = begin.own, *range(shift + 1, shift + side.count)
    plan = [came.get(place, Fraction(0)) for place in places]
    for cell in side.cells:
        top = next(s for s in cell.sequences if begin.basis[shift + s] == shift + s)
        plan[top] = plan[cell.parent] - sum(plan[s] for s in cell.sequences if s != top)
    return plan


def uniform_plan(side: Treeplex) -> list[Fraction]:
    """Return the plan that takes every choice of an infoset equally often."""
    plan = [Fraction(1)] * side.count
    for cell in side.cells:
        for s in cell.sequences:
            plan[s] = plan[cell.parent] / len(cell.actions)
    return plan


def build_starting_tableau(form: NPlayerSequenceForm) -> StartingTableau:
    """Return the tableau of a two-person game at the prior that mixes evenly at every infoset."""
    one, two = form.sides
    lengths = one.count - 1, two.count - 1
    count = sum(lengths)
    prior = [uniform_plan(side) for side in form.sides]
    chosen = [_best_sequences(form, seat, prior) for seat in (0, 1)]
    shifts = 0, lengths[0]
    plans = [
        _express_plan(side, best, shift, count)
        for side, best, shift in zip(form.sides, chosen, shifts, strict=True)
    ]
    rows: IntegerTable = np.zeros((count + 1, count + 2), dtype=object)
    rows[0, 0] = rows[0, -1] = 1
    basis, outside = [_PRIOR] * (count + 1), [2 * count + 1] * (count + 1)
    for seat, side in enumerate(form.sides):
        shift, best = shifts[seat], chosen[seat]
        losses = _loss_rows(form, seat, plans[1 - seat], prior[1 - seat], best, shift)
        for s in range(1, side.count):
            k = shift + s
            if s in best:
                rows[k, :-1] = -plans[seat][s]
                basis[k], outside[k] = k, count + k
            else:
                rows[k] = losses[s]
                basis[k], outside[k] = count + k, k
    return StartingTableau(rows, tuple(basis), tuple(outside), lengths)


def _best_sequences(form: NPlayerSequenceForm, seat: int, prior: list[list[Fraction]]) -> set[int]:
    """Return one best sequence at each infoset of a seat, against the prior of the other."""
    reply, _ = form.reply(seat, prior)
    return {
        next(s for s in cell.sequences if reply.worth[s] == best)
        for cell, best in zip(form.sides[seat].cells, reply.best, strict=True)
    }


def _express_plan(side: Treeplex, best: set[int], shift: int, count: int) -> IntegerTable:
    """Return each sequence's probability in terms of 1 - z and the probabilities that are kept."""
    found: IntegerTable = np.zeros((side.count, count + 1), dtype=object)
    found[0, 0] = 1
    for cell in side.cells:
        top = next(s for s in cell.sequences if s in best)
        found[top] += found[cell.parent]
        for s in cell.sequences:
            if s != top:
                found[s, shift + s] = 1
                found[top, shift + s] -= 1
    return found


def _loss_rows(
    form: NPlayerSequenceForm,
    seat: int,
    plans: IntegerTable,
    prior: list[Fraction],
    best: set[int],
    shift: int,
) -> IntegerTable:
    """Return the rows of a seat's losses: what the best choice earns more, as things stand.

    All are times the denominator of the other seat's prior, which changes no sign.
    """
    tops, below = over_one_denominator(prior)
    side, width = form.sides[seat], plans.shape[1]
    earned: IntegerTable = np.zeros((side.count, width + 1), dtype=object)  # the constant is last
    for end in form.ends:
        amount = end.payoffs[seat]
        if not amount:
            continue
        own, foe = end.sequences[seat], end.sequences[1 - seat]
        earned[own, :-1] += amount * below * plans[foe]
        earned[own, 0] -= amount * tops[foe]
        earned[own, -1] += amount * tops[foe]
    worth, found = earned, np.zeros_like(earned)
    for cell in reversed(side.cells):
        top = next(s for s in cell.sequences if s in best)
        worth[top, shift + top] += 1  # what the best choice of the prior may lose itself
        for s in cell.sequences:
            if s != top:
                found[s] = worth[s] - worth[top]
                found[s, -1] = -found[s, -1]
        worth[cell.parent] += worth[top]
    return found


def run_lemke(begin: StartingTableau) -> PivotPath:
    """Return the end of the path, in integers."""
    path = _follow_prior(IntegerLcpTableau(begin.rows.tolist(), begin.basis, begin.outside), begin)
    assert path is not None  # the path is bounded, and no basis comes twice
    return path


def run_lemke_in_floats(
    begin: StartingTableau, most: int, refactor_after: int, perturbation: float = 0.0
) -> PivotPath | None:
    """Return where the path in floats ends; None where it does not end.

    After every *refactor_after* pivots rounding is taken out of the tableau. Where many ratios tie,
    rounding breaks ties wrongly; with a *perturbation* the right side is moved up by random amounts
    of that size, and nothing ties.
    """
    rows = begin.rows.astype(np.float64)
    sizes = np.abs(rows).max(axis=1)
    rows /= np.where(sizes > 0, sizes, 1.0)[:, None]
    tolerance = _RATIO_TOLERANCE
    if perturbation:
        rows[1:, -1] += perturbation * (0.5 + np.random.default_rng(0).random(len(rows) - 1))
        tolerance = _PERTURBED_TOLERANCE
    tableau = FloatLcpTableau(rows, begin.basis, begin.outside, refactor_after, tolerance)
    with np.errstate(all="ignore"):
        return _follow_prior(tableau, begin, most)


def _follow_prior(
    tableau: IntegerLcpTableau | FloatLcpTableau, begin: StartingTableau, most: int | None = None
) -> PivotPath | None:
    """Pivot until the prior has no weight left; None if that does not come."""
    entering, pivots = begin.own, list[tuple[int, int]]()
    while most is None or len(pivots) < most:
        if not len(pivots) % _REPORT_EVERY:
            report_progress("pivoting", len(pivots), None, "pivots")
        left = tableau.enter(entering)
        if left is None:
            return None
        pivots.append((entering, left))
        if tableau.value(_PRIOR) <= 0:  # it has left the basis, or stays there at 0
            return PivotPath(begin.basis, pivots)
        entering = begin.other(left)
    return None
