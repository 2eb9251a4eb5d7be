"""Equilibria of a two-player tree in which everybody trembles, for every small tremble at once.

In a *perturbed game* every choice has a least probability. Either every action is played with
probability e at least wherever it is available (Selten 1975): the limits of such equilibria are
extensive-form perfect. Or every sequence of k choices has probability e**k at least (Miltersen and
Sorensen 2010): the limits are quasi-perfect (van Damme 1984), hence sequential, perfect in the
strategic form and subgame-perfect. The *surplus* of a sequence is its probability minus the least
one.

With least probabilities of sequences, e occurs only in the right side of the linear complementarity
problem of the sequence form (Koller, Megiddo and von Stengel 1996). Lemke's algorithm compares
right sides for every small e > 0, by their coefficients in order; its solution is polynomial in e.

Otherwise the perturbed game is solved exactly for one number e: if it is zero-sum by a linear
program, else by Lemke's algorithm. The result that counts is the basis: the sequences that may have
a surplus, whose actions have to be best responses. With these conditions alone both plans are
rational functions of e (Farina and Gatti 2017), found by elimination over the polynomials in e.
Multiplied by their denominator they are the trembles that a certificate has. They show a refinement
if the basis is optimal for every small e; the checker decides that, and if it is not, a smaller e
is tried.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from flint import fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.exact_simplex import solve_program
from sabot.solvers.lp.highs import guess_basis_with_highs
from sabot.solvers.lp.program import IntArray, LinearProgram, SparseMatrix

Polynomial = tuple[Fraction, ...]
"""Coefficients in e, the constant first."""
TremblePlan = list[Polynomial]
"""A realization plan whose entries are polynomials in e."""
MOST_UNKNOWNS = 420
"""Of the complementarity problem with e as a letter: sequences, and twice the information sets."""
LEAST_BITS = (12, 24, 48)
"""The values of e that are tried, by their binary logarithms without the sign."""
MOST_SEQUENCE_UNKNOWNS = 1_600
"""Of the linear program of a zero-sum tree with least probabilities of sequences."""
MOST_ACTION_UNKNOWNS = 700
"""Of that with least probabilities of actions: the degree in e grows with the tree, and the checker
multiplies such polynomials. Leduc poker has 1,254 unknowns, and would take it too many steps."""
MOST_GENERAL_UNKNOWNS = 180
"""Of the complementarity problem of another tree; its tableau is dense, with long numbers."""
MOST_TREMBLE_DEGREE = 400
"""Of trembles that a file may have: the limit of the checker, which shares no code."""
_FlintPolynomial: TypeAlias = fmpz_poly  # flint has no types
_CONSTANT = -1
_LinearForm = dict[int, _FlintPolynomial]
"""A polynomial in e for each unknown surplus, and one for the constant."""


def count_unknowns(form: NPlayerSequenceForm) -> int:
    """Return the size of the complementarity problem of a two-player tree."""
    return sum(side.count + 2 * (len(side.cells) + 1) for side in form.sides)


def most_unknowns(form: NPlayerSequenceForm, *, by_action: bool) -> int:
    """Return up to which size equilibria with trembles are looked for in a two-player tree."""
    if form.constant_sum:
        return MOST_ACTION_UNKNOWNS if by_action else MOST_SEQUENCE_UNKNOWNS
    return MOST_GENERAL_UNKNOWNS if by_action else MOST_UNKNOWNS


def require_small_perturbed_game(form: NPlayerSequenceForm, *, by_action: bool) -> None:
    """Refuse a tree that is too large, before the work."""
    size, most = count_unknowns(form), most_unknowns(form, by_action=by_action)
    if size > most:
        other = "sabot solve GAME, without --refine, has no such limit"
        if most == MOST_ACTION_UNKNOWNS and size <= MOST_SEQUENCE_UNKNOWNS:
            other = f"--refine quasi-perfect has the limit {MOST_SEQUENCE_UNKNOWNS:,}; {other}"
        kind = "zero-sum" if form.constant_sum else "general-sum"
        raise NoMethodError(
            f"the game with trembles has {size:,} unknowns (sequences, and twice the information "
            f"sets); the limit for {kind} trees is {most:,}\n  {other}"
        )


def _count_choices(side: Treeplex) -> list[int]:
    """Return how many choices each sequence has."""
    found = [0] * side.count
    for cell in side.cells:
        for s in cell.sequences:
            found[s] = found[cell.parent] + 1
    return found


class PerturbedGame:
    """A two-player tree in which every choice has a least probability that depends on e.

    With *by_action* it is e for each action, in proportion to what leads to it; else e**k for
    each sequence of k choices.
    """

    def __init__(self, form: NPlayerSequenceForm, *, by_action: bool) -> None:
        self.form, self.by_action = form, by_action
        self.depths = [_count_choices(side) for side in form.sides]

    def trembles(self, bits: int) -> list[TremblePlan] | None:
        """Return plans for all small e that belong to the basis at ``2**-bits``.

        None where the basis gives no such plans: its equations are dependent, or a probability is
        not positive for small e. A smaller number may have another basis.
        """
        report_progress("solving the game with trembles")
        surplus = self._zero_sum_basis(bits) if self.form.constant_sum else self._lemke_basis(bits)
        plans = [self._plan(seat, surplus) for seat in (0, 1)]
        return None if None in plans else [plan for plan in plans if plan is not None]

    # ------------------------------------------------------------ one number e

    def _surplus_rows(self, table: IntArray, seat: int, bits: int) -> IntArray:
        """Return rows for the surplus of each sequence, from rows for its probability.

        With *by_action* a surplus is passed on to all actions after it, e to each. The rows are
        multiplied by a power of two that makes them integers.
        """
        table = table << bits * max(self.depths[seat])
        if self.by_action:
            for cell in reversed(self.form.sides[seat].cells):
                for s in cell.sequences:
                    table[cell.parent] = table[cell.parent] + (table[s] >> bits)
        return table

    def _least(self, seat: int, bits: int) -> IntArray:
        """Return the least probability of each sequence times a power of two."""
        found = np.zeros(self.form.sides[seat].count, dtype=object)
        if not self.by_action:
            top = max(self.depths[seat])
            found[1:] = [1 << bits * (top - depth) for depth in self.depths[seat][1:]]
        return found

    def _zero_sum_basis(self, bits: int) -> list[set[int]]:
        """Return the sequences that may have a surplus, by the sequence-form linear program.

        Columns are the surpluses of player one and the values q of the information sets of player
        two; rows are the sequences of player two and the equations of the plan of player one.
        """
        one, two = self.form.sides
        payoffs = np.zeros((one.count, two.count), dtype=object)
        for end in self.form.ends:
            payoffs[end.sequences] += end.payoffs[0]
        if not self.form.zero_sum:  # every end pays the same sum: half of it to each player
            total = next(Fraction(sum(e.payoffs), e.chance) for e in self.form.ends)
            payoffs = payoffs * (2 * total.denominator)
            for end in self.form.ends:
                payoffs[end.sequences] -= total.numerator * end.chance
        flows = [_flow_equations(side) for side in self.form.sides]
        least = [self._least(seat, bits) for seat in (0, 1)]
        units = [1 << bits * max(own) for own in self.depths]
        folded = self._surplus_rows(payoffs, 0, bits)
        folded = self._surplus_rows(folded.T.copy(), 1, bits)
        own, other = (
            self._surplus_rows(flow.T.copy(), seat, bits) for seat, flow in enumerate(flows)
        )
        height, width = two.count + own.shape[1], one.count + other.shape[1]
        matrix = np.zeros((height, width), dtype=object)
        matrix[: two.count, : one.count] = -folded
        matrix[: two.count, one.count :] = other
        matrix[two.count :, : one.count] = own.T
        right = np.concatenate([payoffs.T @ least[0] * units[1], -(flows[0] @ least[0])])
        right[two.count] += units[0]
        price = np.concatenate([payoffs @ least[1] * units[0], -(flows[1] @ least[1])])
        price[one.count] += units[1]
        program = _reduced_program(matrix, right, price, one.count, two.count)
        basis = solve_program(program, guess_basis_with_highs(program))[0]
        return [
            {j for j in basis.columns if j < one.count},
            {i for i in basis.rows if i < two.count},
        ]

    def _lemke_basis(self, bits: int) -> list[set[int]]:
        """Return the sequences that may have a surplus, by Lemke's algorithm."""
        assert self.by_action  # by sequences e may stay a letter: solve_quasi_perfect
        costs = []
        for table in _payoff_costs(self.form):
            rows = self._surplus_rows(table, 0, bits)
            costs.append(_without_common_factor(self._surplus_rows(rows.T.copy(), 1, bits).T))
        flows = [
            self._surplus_rows(_flow_equations(side).T.copy(), seat, bits).T
            for seat, side in enumerate(self.form.sides)
        ]
        matrix, starts = _complementarity_matrix(costs, flows)
        right = np.zeros((starts[-1], 1), dtype=object)
        for seat, rows in enumerate(flows):
            unit = 1 << bits * max(self.depths[seat])
            right[starts[2 + seat], 0] = unit
            right[starts[2 + seat] + len(rows), 0] = -unit
        basic = _run_lemke(matrix, right)
        return [
            {v for v in basic if v < starts[1]},
            {v - starts[1] for v in basic if starts[1] <= v < starts[2]},
        ]

    # ------------------------------------------------------------ e as a letter

    def _plan(self, seat: int, surplus: Sequence[set[int]]) -> TremblePlan | None:
        """Return the plan of a player that makes the other indifferent where the basis says so."""
        count, forms = self._plan_forms(seat, surplus[seat])
        system = self._indifference(1 - seat, forms, surplus[1 - seat])
        rows = [
            [*(one.get(n, fmpz_poly()) for n in range(count)), -one.get(_CONSTANT, fmpz_poly())]
            for one in system
        ]
        solved = _eliminate(rows, count)
        if solved is None:
            return None
        tops, below = solved
        plan = []
        for one in forms:
            total = fmpz_poly()
            for unknown, factor in one.items():
                total += factor * (below if unknown == _CONSTANT else tops[unknown])
            plan.append(total)
        return _positive_polynomials(plan)

    def _plan_forms(self, seat: int, surplus: set[int]) -> tuple[int, list[_LinearForm]]:
        """Return how many surpluses are unknown, and by them the probability of each sequence.

        At an information set all surpluses but the first are unknown; that one is what is left.
        """
        side, depths = self.form.sides[seat], self.depths[seat]
        forms: list[_LinearForm] = [{} for _ in range(side.count)]
        forms[0] = {_CONSTANT: fmpz_poly([1])}
        count = 0
        for cell in side.cells:
            before = forms[cell.parent]
            power = fmpz_poly([0] * depths[cell.first] + [1])
            least = _scaled(before, fmpz_poly([0, 1])) if self.by_action else {_CONSTANT: power}
            first, *others = [s for s in cell.sequences if s in surplus]
            for s in cell.sequences:
                forms[s] = dict(least)
            _add(forms[first], before)
            _add(forms[first], _scaled(least, fmpz_poly([-len(cell.actions)])))
            for s in others:
                _add(forms[s], {count: fmpz_poly([1])})
                _add(forms[first], {count: fmpz_poly([-1])})
                count += 1
        return count, forms

    def _indifference(
        self, seat: int, plan: Sequence[_LinearForm], surplus: set[int]
    ) -> list[_LinearForm]:
        """Return what is 0 where all actions with a surplus earn *seat* the same.

        What an information set is worth includes the player's own later trembles with *by_action*:
        every action is played with probability e at least.
        """
        side = self.form.sides[seat]
        worth: list[_LinearForm] = [{} for _ in range(side.count)]
        for end in self.form.ends:
            own, other = end.sequences[seat], end.sequences[1 - seat]
            _add(worth[own], _scaled(plan[other], fmpz_poly([int(end.payoffs[seat])])))
        found = []
        for cell in reversed(side.cells):
            first, *others = [s for s in cell.sequences if s in surplus]
            for s in others:
                gap = dict(worth[s])
                _add(gap, _scaled(worth[first], fmpz_poly([-1])))
                found.append(gap)
            if self.by_action:
                for s in cell.sequences:
                    _add(worth[cell.parent], _scaled(worth[s], fmpz_poly([0, 1])))
                rest = fmpz_poly([1, -len(cell.actions)])
                _add(worth[cell.parent], _scaled(worth[first], rest))
            else:
                _add(worth[cell.parent], worth[first])
        return found


def _reduced_program(
    matrix: IntArray, right: IntArray, price: IntArray, own: int, other: int
) -> LinearProgram:
    """Return the program with every row divided by the common factor of its numbers."""
    b = right.tolist()
    for i in range(len(matrix)):
        factor = math.gcd(*matrix[i], b[i]) or 1
        matrix[i] //= factor
        b[i] //= factor
    rows, columns = np.nonzero(matrix)
    entries = matrix[rows, columns].tolist()
    return LinearProgram(
        SparseMatrix.of(matrix.shape, rows.tolist(), columns.tolist(), entries),
        b,
        price.tolist(),
        frozenset(range(other, len(matrix))),
        frozenset(range(own, matrix.shape[1])),
    )


def _without_common_factor(table: IntArray) -> IntArray:
    return table // (math.gcd(*table.ravel().tolist()) or 1)


def _add(total: _LinearForm, more: _LinearForm) -> None:
    for unknown, factor in more.items():
        total[unknown] = total[unknown] + factor if unknown in total else factor


def _scaled(one: _LinearForm, factor: _FlintPolynomial) -> _LinearForm:
    return {unknown: own * factor for unknown, own in one.items()}


def _eliminate(
    rows: list[list[_FlintPolynomial]], count: int
) -> tuple[list[_FlintPolynomial], _FlintPolynomial] | None:
    """Return the solution of equations over one denominator; None: they are dependent.

    Gauss and Jordan's elimination without fractions: each step divides by the pivot before.
    """
    if len(rows) != count:
        return None
    below = fmpz_poly([1])
    for k in range(count):
        raise_if_cancelled()
        live = [i for i in range(k, count) if rows[i][k]]
        if not live:
            return None
        best = min(live, key=lambda i: rows[i][k].degree())
        rows[k], rows[best] = rows[best], rows[k]
        kept, pivot = rows[k], rows[k][k]
        for i in range(count):
            if i != k:
                factor = rows[i][k]
                rows[i] = [
                    (pivot * a - factor * b) // below for a, b in zip(rows[i], kept, strict=True)
                ]
        below = pivot
    return [row[count] for row in rows], below


def _positive_polynomials(plan: Sequence[_FlintPolynomial]) -> TremblePlan | None:
    """Return a plan without its common factor; None unless all of it is positive for small e."""
    common = fmpz_poly()
    for one in plan:
        common = common.gcd(one)
    found: list[Polynomial] = []
    sign = 0
    for one in plan:
        numbers = [int(number) for number in (one // common).coeffs()]
        leading = next((number for number in numbers if number), 0)
        sign = sign or (leading > 0) - (leading < 0)
        if leading * sign <= 0:
            return None
        if len(numbers) > MOST_TREMBLE_DEGREE + 1:
            raise NoMethodError(
                f"the trembles are polynomials of degree {len(numbers) - 1}; the limit is "
                f"{MOST_TREMBLE_DEGREE}\n  sabot solve GAME, without --refine, has no such limit"
            )
        found.append(tuple(Fraction(sign * number) for number in numbers))
    return found


# ---------------------------------------------------------------------- Lemke's algorithm


def solve_quasi_perfect(form: NPlayerSequenceForm) -> tuple[TremblePlan, TremblePlan]:
    """Return trembles of both players whose limit is a quasi-perfect equilibrium."""
    one, two = form.sides
    lower = [_count_choices(side) for side in form.sides]
    powers = max(max(bound) for bound in lower) + 1
    values = _run_lemke(*_problem(form, lower, powers))
    none = (Fraction(0),) * powers
    plans = []
    for offset, side, bound in ((0, one, lower[0]), (one.count, two, lower[1])):
        plan: TremblePlan = []
        for s in range(side.count):
            found = list(values.get(offset + s, none))
            if s:
                found[bound[s]] += 1
            plan.append(tuple(found))
        plans.append(plan)
    return plans[0], plans[1]


def _problem(
    form: NPlayerSequenceForm, lower: Sequence[Sequence[int]], powers: int
) -> tuple[IntArray, IntArray]:
    """Return M and q(e) of ``w = M z + q(e)``: z has what both plans exceed their bounds by."""
    costs = _payoff_costs(form)
    flows = [_flow_equations(side) for side in form.sides]
    matrix, starts = _complementarity_matrix(costs, flows)
    right = np.zeros((starts[-1], powers), dtype=object)
    bounds = []
    for side, own in zip(form.sides, lower, strict=True):
        table = np.zeros((side.count, powers), dtype=object)
        for s in range(1, side.count):
            table[s, own[s]] = 1
        bounds.append(table)
    right[: starts[1]] = costs[0] @ bounds[1]
    right[starts[1] : starts[2]] = costs[1].T @ bounds[0]
    for seat, rows in enumerate(flows):
        known = -(rows @ bounds[seat])
        known[0, 0] += 1
        start, height = starts[2 + seat], len(rows)
        right[start : start + height] = known
        right[start + height : start + 2 * height] = -known
    return matrix, right


def _complementarity_matrix(
    costs: Sequence[IntArray], flows: Sequence[IntArray]
) -> tuple[IntArray, list[int]]:
    """Return the matrix of the problem, and where its parts begin and end.

    The parts are the plans of both players, then for each player the values of its equations, as
    differences of two numbers that are not negative.
    """
    sizes = [*costs[0].shape, *(2 * len(rows) for rows in flows)]
    starts = np.cumsum([0, *sizes]).tolist()
    matrix = np.zeros((starts[-1], starts[-1]), dtype=object)
    matrix[: starts[1], starts[1] : starts[2]] = costs[0]
    matrix[starts[1] : starts[2], : starts[1]] = costs[1].T
    for seat, rows in enumerate(flows):
        top, at = starts[seat], starts[2 + seat]
        height, width = rows.shape
        for sign, start in ((1, at), (-1, at + height)):
            matrix[top : top + width, start : start + height] = sign * rows.T
            matrix[start : start + height, top : top + width] = -sign * rows
    return matrix, starts


def _payoff_costs(form: NPlayerSequenceForm) -> list[IntArray]:
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


def _flow_equations(side: Treeplex) -> IntArray:
    """Return the equations of realization plans: the empty sequence, then the infosets."""
    rows = np.zeros((1 + len(side.cells), side.count), dtype=object)
    rows[0, 0] = 1
    for number, cell in enumerate(side.cells, 1):
        rows[number, cell.parent] = -1
        rows[number, cell.first : cell.first + len(cell.actions)] = 1
    return rows


def _run_lemke(matrix: IntArray, right: IntArray) -> dict[int, Polynomial]:
    """Return ``z`` with ``w = M z + q >= 0``, ``z >= 0`` and ``z w = 0``, for every small e > 0.

    Only its basic entries are returned; the others are 0. The tableau has integers over the last
    pivot. Its columns are the right side by powers of e, the slacks w, the unknowns z and the
    artificial unknown; rows are compared from the left, so that no two ratios are ever equal and
    the path cannot cycle (the lexicographic rule).
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
        return {}
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
    return {
        variable - size: tuple(Fraction(int(n), int(below)) for n in table[i, :powers])
        for i, variable in enumerate(basis)
        if variable >= size
    }


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
