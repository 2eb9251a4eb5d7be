"""A quasi-perfect equilibrium of a two-player tree, by Lemke's algorithm with trembles.

Every sequence of k choices must be played with probability e**k at least, for a small number e > 0
(Miltersen and Sorensen 2010). In the linear complementarity problem of the sequence form (Koller,
Megiddo and von Stengel 1996) only the right side depends on e then: it is a vector of polynomials.
Lemke's algorithm compares them for every small e > 0 at once, by their coefficients in order, so
the basis at the end is one for all small e, and its solution is polynomial in e. The limit is a
quasi-perfect equilibrium (van Damme 1984), hence sequential, perfect in the strategic form and
subgame-perfect.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sabot.errors import NoMethodError
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import report_progress
from sabot.solvers.lp.program import IntArray

Polynomial = tuple[Fraction, ...]
"""Coefficients in e, the constant first."""
TremblePlan = list[Polynomial]
"""A realization plan whose entries are polynomials in e."""
MOST_UNKNOWNS = 420
"""Of the complementarity problem: sequences, and twice the information sets, of both players."""


def count_unknowns(form: NPlayerSequenceForm) -> int:
    """Return the size of the complementarity problem of a two-player tree."""
    return sum(side.count + 2 * (len(side.cells) + 1) for side in form.sides)


def require_few_unknowns(form: NPlayerSequenceForm) -> None:
    """Refuse a tree that is too large, before the work."""
    size = count_unknowns(form)
    if size > MOST_UNKNOWNS:
        raise NoMethodError(
            f"the complementarity problem with trembles has {size:,} unknowns; the limit is "
            f"{MOST_UNKNOWNS}\n  sabot solve GAME, without --refine, has no such limit"
        )


def solve_quasi_perfect(form: NPlayerSequenceForm) -> tuple[TremblePlan, TremblePlan]:
    """Return trembles of both players whose limit is a quasi-perfect equilibrium."""
    require_few_unknowns(form)
    one, two = form.sides
    lower = [_lower_bounds(side) for side in form.sides]
    powers = max(max(bound) for bound in lower) + 1
    problem = _Problem(form, lower, powers)
    values = _run_lemke(problem.matrix, problem.right)
    plans = []
    for offset, side, bound in ((0, one, lower[0]), (one.count, two, lower[1])):
        plan: TremblePlan = []
        for s in range(side.count):
            found = list(values[offset + s])
            if s:
                found[bound[s]] += 1
            plan.append(tuple(found))
        plans.append(plan)
    return plans[0], plans[1]


def _lower_bounds(side: Treeplex) -> list[int]:
    """Return how many choices each sequence has: the power of e of its least probability."""
    found = [0] * side.count
    for cell in side.cells:
        for s in cell.sequences:
            found[s] = found[cell.parent] + 1
    return found


class _Problem:
    """``w = M z + q(e)``: both plans above their bounds, and the dual variables as differences."""

    def __init__(
        self, form: NPlayerSequenceForm, lower: Sequence[Sequence[int]], powers: int
    ) -> None:
        one, two = form.sides
        costs = _costs(form)
        constraints = [_constraints(side) for side in form.sides]
        sizes = [one.count, two.count, *(2 * len(rows) for rows in constraints)]
        starts = np.cumsum([0, *sizes]).tolist()
        size = starts[-1]
        matrix = np.zeros((size, size), dtype=object)
        right = np.zeros((size, powers), dtype=object)
        matrix[: one.count, starts[1] : starts[2]] = costs[0]
        matrix[starts[1] : starts[2], : one.count] = costs[1].T
        bounds = []
        for side, own in zip(form.sides, lower, strict=True):
            table = np.zeros((side.count, powers), dtype=object)
            for s in range(1, side.count):
                table[s, own[s]] = 1
            bounds.append(table)
        right[: one.count] = costs[0] @ bounds[1]
        right[starts[1] : starts[2]] = costs[1].T @ bounds[0]
        for seat, rows in enumerate(constraints):
            top, at = starts[seat], starts[2 + seat]
            width, height = rows.shape[1], rows.shape[0]
            known = -(rows @ bounds[seat])
            known[0, 0] += 1
            for sign, start in ((1, at), (-1, at + height)):
                matrix[top : top + width, start : start + height] = sign * rows.T
                matrix[start : start + height, top : top + width] = -sign * rows
                right[start : start + height] = sign * known
        self.matrix, self.right = matrix, right


def _costs(form: NPlayerSequenceForm) -> list[IntArray]:
    """Return what each player pays at pairs of sequences, positive wherever a hand ends."""
    one, two = form.sides
    found = []
    for seat in (0, 1):
        most = max(
            (Fraction(end.payoffs[seat] * form.chances, end.chance) for end in form.ends),
            default=Fraction(0),
        )
        top = most.__ceil__() + form.denominator
        table = np.zeros((one.count, two.count), dtype=object)
        for end in form.ends:
            i, j = end.sequences
            table[i, j] = top * end.chance - end.payoffs[seat] * form.chances
        found.append(table)
    return found


def _constraints(side: Treeplex) -> IntArray:
    """Return the equations of realization plans: the empty sequence, then the infosets."""
    rows = np.zeros((1 + len(side.cells), side.count), dtype=object)
    rows[0, 0] = 1
    for number, cell in enumerate(side.cells, 1):
        rows[number, cell.parent] = -1
        rows[number, cell.first : cell.first + len(cell.actions)] = 1
    return rows


def _run_lemke(matrix: IntArray, right: IntArray) -> list[Polynomial]:
    """Return ``z`` with ``w = M z + q >= 0``, ``z >= 0`` and ``z w = 0``, for every small e > 0.

    The tableau has integers over the last pivot. Its columns are the right side by powers of e, the
    slacks w, the unknowns z and the artificial unknown; rows are compared from the left, so that no
    two ratios are ever equal and the path cannot cycle (the lexicographic rule).
    """
    size, powers = right.shape
    table = np.zeros((size, powers + 2 * size + 1), dtype=object)
    table[:, :powers] = right
    table[:, powers : powers + size] = np.eye(size, dtype=int).astype(object)
    table[:, powers + size : -1] = -matrix
    table[:, -1] = -1
    artificial = 2 * size
    basis = list(range(size))
    rows = table[:, : powers + size].tolist()
    leaving = min(range(size), key=lambda i: rows[i])
    if not any(number < 0 for number in rows[leaving][:powers]):
        return [(Fraction(0),) * powers] * size
    table[leaving] = -table[leaving]
    table, below = _pivot(table, leaving, powers + artificial, 1)
    entering = (basis[leaving] + size) % (2 * size)
    basis[leaving] = artificial
    pivots = 0
    while True:
        pivots += 1
        if not pivots % 16:
            report_progress("pivoting", pivots, unit="pivots")
        column = table[:, powers + entering]
        candidates = [i for i in range(size) if column[i] > 0]
        assert candidates  # the problem of a tree with perfect recall has no ray
        leaving = _least_ratio(table, candidates, powers + entering, powers + size)
        table, below = _pivot(table, leaving, powers + entering, below)
        out, basis[leaving] = basis[leaving], entering
        if out == artificial:
            break
        entering = (out + size) % (2 * size)
    found: list[Polynomial] = [(Fraction(0),) * powers] * size
    for i, variable in enumerate(basis):
        if variable >= size:
            found[variable - size] = tuple(Fraction(int(n), int(below)) for n in table[i, :powers])
    return found


def _least_ratio(table: IntArray, candidates: list[int], column: int, width: int) -> int:
    """Return the row whose entries over that of *column* are lexicographically least."""
    best = candidates[0]
    for i in candidates[1:]:
        a, b = table[i, column], table[best, column]
        for k in range(width):
            difference = table[i, k] * b - table[best, k] * a
            if difference:
                if difference < 0:
                    best = i
                break
    return best


def _pivot(table: IntArray, row: int, column: int, below: int) -> tuple[IntArray, int]:
    """Return the tableau after a pivot in integers, and its new denominator."""
    pivot = table[row, column]
    kept = table[row].copy()
    table = (table * pivot - np.outer(table[:, column], kept)) // below
    table[row] = kept
    return table, pivot
