"""Candidate solutions as rational functions of the parameter, with their optimality conditions.

At one value of the parameter the numeric solver says which sequences each player uses and which are
tight. The same indifference equations with polynomial coefficients, solved without fractions
(Bareiss), then give the plan as quotients of polynomials: a candidate for every other value too.
Every condition under which it is optimal is a polynomial that must not be negative, and these are
the conditions of the certificate: plans are plans, and no information set offers a better response.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly, nmod_mat

from sabot.forms.base import RealizationPlan
from sabot.forms.parametric import (
    PolynomialForm,
    common_factor,
    evaluate_polynomial,
    quotient_in_lowest_terms,
)
from sabot.forms.sequence import Treeplex
from sabot.progress import raise_if_cancelled
from sabot.solvers.parametric.signs import sign_at_rational
from sabot.solvers.zero_sum.solve import ZeroSumSolution

PRIME = 2**31 - 1
_ZERO, _ONE = fmpz_poly([0]), fmpz_poly([1])
PolynomialRow = dict[int, fmpz_poly]
LinearWeights = dict[int, int]
"""A probability as a sum of unknowns, by number; -1 is the number of the constant."""


@dataclass(frozen=True)
class ParametricPlan:
    """A plan as polynomials over one: ``tops[s] / below`` for each sequence."""

    tops: tuple[fmpz_poly, ...]
    below: fmpz_poly
    determinant: fmpz_poly
    """Of the equations, before common factors were cancelled."""
    from_used: bool
    """Whether the equations of sequences that the opponent really uses were enough."""


@dataclass(frozen=True)
class PlanSupport:
    """What one side does at one value: the sequences used, and those that would be as good."""

    used: frozenset[int]
    tight: frozenset[int]


@dataclass(frozen=True)
class PayoffColumns:
    """Payoffs of one side against the other: by the other's sequence, then the own one."""

    own: Treeplex
    other: Treeplex
    payoffs: tuple[dict[int, fmpz_poly], ...]


def build_payoff_columns(
    sides: tuple[Treeplex, Treeplex], payoffs: Sequence[tuple[int, int, fmpz_poly]], seat: int
) -> PayoffColumns:
    """Return the payoffs as *seat* meets them (payoffs stay those of side one)."""
    own, other = sides[seat], sides[1 - seat]
    table: list[dict[int, fmpz_poly]] = [{} for _ in range(other.count)]
    for i, j, amount in payoffs:
        mine, theirs = (i, j) if seat == 0 else (j, i)
        table[theirs][mine] = amount
    return PayoffColumns(own, other, tuple(table))


def solve_parametric_plan(
    board: PayoffColumns, mine: PlanSupport, theirs: PlanSupport, spot: Fraction | int
) -> ParametricPlan | None:
    """Return the plan of one side as a formula, None where its equations do not fix it.

    *spot* is a value at which the equations are independent (used modulo a prime).
    """
    equations, unknown, fixed = _indifference_system(board, mine, theirs)
    count = len(unknown)
    chosen, from_used = independent_equations(equations, count, spot)
    if chosen is None:
        return None
    solved = solve_polynomial_system([equations[k][0] for k in chosen], count)
    if solved is None:
        return None
    tops, below = solved
    determinant = below
    shared = common_factor([*tops, below])
    tops, below = [divmod(t, shared)[0] for t in tops], divmod(below, shared)[0]
    plan = [_ZERO] * board.own.count
    for s in fixed:
        plan[s] = below
    for s, k in unknown.items():
        plan[s] = tops[k]
    return ParametricPlan(tuple(plan), below, determinant, from_used)


def _indifference_system(
    board: PayoffColumns, mine: PlanSupport, theirs: PlanSupport
) -> tuple[list[tuple[PolynomialRow, bool]], dict[int, int], set[int]]:
    """Return the rows (with the constant at -1, and whether only used sequences occur in them).

    Sequences of infosets with one used action after a sure sequence are sure (``fixed``); the
    others are unknowns. Each of the other side's infosets gives one equation for every further
    tight action: it must be as good as the first. In a deep tree an infoset's worth includes what
    follows it, so the equation compares whole continuations.
    """
    own = board.own
    fixed = {0}
    unknown: dict[int, int] = {}
    rows: list[tuple[PolynomialRow, bool]] = []
    for cell in own.cells:
        live = [s for s in cell.sequences if s in mine.used]
        if cell.parent in fixed and len(live) == 1:
            fixed.add(live[0])
        elif live:
            for s in live:
                unknown[s] = len(unknown)
            row: PolynomialRow = {unknown[s]: _ONE for s in live}
            _subtract_probability(row, cell.parent, _ONE, fixed, unknown)
            rows.append((row, True))
    weights: list[LinearWeights] = [{} for _ in range(own.count)]
    for s in fixed:
        weights[s] = {-1: 1}
    for s, k in unknown.items():
        weights[s] = {k: 1}
    return rows + indifference_equations(board, theirs, weights), unknown, fixed


def _subtract_probability(
    row: PolynomialRow, s: int, amount: fmpz_poly, fixed: set[int], unknown: dict[int, int]
) -> None:
    spot = -1 if s in fixed else unknown[s]
    row[spot] = row.get(spot, _ZERO) - amount


def indifference_equations(
    board: PayoffColumns, theirs: PlanSupport, weights: Sequence[LinearWeights]
) -> list[tuple[PolynomialRow, bool]]:
    """Return the equations that make every tight action of the other side as good as the first.

    *weights* are the own sequences' probabilities, linear in the unknowns.
    """
    other = board.other
    worth = _sequence_values(board, theirs, weights)
    rows: list[tuple[PolynomialRow, bool]] = []
    for cell in other.cells:
        if cell.parent not in theirs.tight:
            continue
        options = [s for s in cell.sequences if s in theirs.tight]
        options.sort(key=lambda s: s not in theirs.used)
        for s in options[1:]:
            row = dict(worth[s])
            for k, amount in worth[options[0]].items():
                row[k] = row.get(k, _ZERO) - amount
            rows.append((row, s in theirs.used and options[0] in theirs.used))
    return rows


def _sequence_values(
    board: PayoffColumns, theirs: PlanSupport, weights: Sequence[LinearWeights]
) -> list[PolynomialRow]:
    """Return what each of the other side's sequences is worth, linear in the unknowns."""
    worth: list[PolynomialRow] = []
    for column in board.payoffs:
        raise_if_cancelled()
        row: PolynomialRow = {}
        for i, amount in column.items():
            for k, times in weights[i].items():
                share = amount if times == 1 else times * amount
                row[k] = row.get(k, _ZERO) + share
        worth.append(row)
    for cell in reversed(board.other.cells):
        if cell.parent:
            best = next((s for s in cell.sequences if s in theirs.used), None)
            if best is None:
                best = next((s for s in cell.sequences if s in theirs.tight), None)
            if best is not None:
                for k, amount in worth[best].items():
                    worth[cell.parent][k] = worth[cell.parent].get(k, _ZERO) + amount
    return worth


def independent_equations(
    equations: list[tuple[PolynomialRow, bool]], count: int, spot: Fraction | int
) -> tuple[list[int] | None, bool]:
    """Return *count* independent equations, those of used sequences first."""
    order = sorted(range(len(equations)), key=lambda k: not equations[k][1])
    at = residue_mod_prime(spot)
    lines = [[int(equations[k][0].get(j, _ZERO)(at)) % PRIME for j in range(count)] for k in order]
    if count == 0:
        return [], True
    turned = [line[j] for j in range(count) for line in lines]
    echelon, rank = nmod_mat(count, len(lines), turned, PRIME).rref()
    if rank < count:
        return None, False
    pivots, at = [], 0
    for row in range(rank):
        while int(echelon[row, at]) == 0:
            at += 1
        pivots.append(at)
        at += 1
    chosen = [order[p] for p in pivots]
    return chosen, all(equations[k][1] for k in chosen)


def residue_mod_prime(spot: Fraction | int) -> int:
    """Return a rational number modulo the prime."""
    return spot.numerator * pow(spot.denominator, -1, PRIME) % PRIME


def solve_polynomial_system(
    rows: list[PolynomialRow], count: int
) -> tuple[list[fmpz_poly], fmpz_poly] | None:
    """Solve ``sum row[j] x[j] + row[-1] = 0`` over polynomials, without fractions (Bareiss)."""
    table = [[row.get(j, _ZERO) for j in range(count)] + [-row.get(-1, _ZERO)] for row in rows]
    previous = _ONE
    for k in range(count):
        pivot = min(
            (i for i in range(k, count) if table[i][k] != 0),
            key=lambda i: table[i][k].degree(),
            default=None,
        )
        if pivot is None:
            return None
        table[k], table[pivot] = table[pivot], table[k]
        head = table[k][k]
        for i in range(count):
            raise_if_cancelled()
            if i != k:
                factor = table[i][k]
                table[i] = [
                    _exact_quotient(head * a - factor * b, previous)
                    for a, b in zip(table[i], table[k], strict=True)
                ]
        previous = head
    return [table[i][count] for i in range(count)], previous


def _exact_quotient(top: fmpz_poly, below: fmpz_poly) -> fmpz_poly:
    if below == 1:
        return top
    quotient, rest = divmod(top, below)
    assert rest == 0, "Bareiss divides exactly"
    return quotient


_ZERO_POLYNOMIAL = fmpz_poly([0])
PayoffColumnsPair = tuple[PayoffColumns, PayoffColumns]
ParameterValue = Fraction | int


@dataclass(frozen=True)
class SignCondition:
    """A polynomial that must not be negative."""

    polynomial: fmpz_poly
    strict: bool = False
    """Whether it must not be 0 either: the denominator of a formula."""


@dataclass(frozen=True)
class ParametricCandidate:
    """Formulas found at one value: plans, value and everything they depend on."""

    plans: tuple[ParametricPlan, ParametricPlan]
    value: tuple[fmpz_poly, fmpz_poly]
    conditions: tuple[SignCondition, ...]
    exact: tuple[bool, bool]
    """Whether the conditions, where strict, make each side's plan the only optimal one."""
    another: tuple[ParametricPlan | None, ParametricPlan | None] = (None, None)
    """A second optimal plan of each side, where one was found."""
    witness: tuple[ParametricPlan | None, ParametricPlan | None] = (None, None)
    """The opponent's plan that shows each side's uniqueness, where his first one does not."""
    further: tuple[fmpz_poly, ...] = ()
    """What else must not be 0 where the claims are made."""

    @property
    def claims(self) -> tuple[bool | None, bool | None]:
        """Whether each side's plan is the only one, where everything strict is strict."""
        one, two = (
            True if sure or shown is not None else None if other is None else False
            for sure, other, shown in zip(self.exact, self.another, self.witness, strict=True)
        )
        return one, two

    @property
    def strict(self) -> list[fmpz_poly]:
        """The polynomials that must not be 0 where the claims are made."""
        found = [condition.polynomial for condition in self.conditions]
        found += [
            plan.determinant for plan, sure in zip(self.plans, self.exact, strict=True) if sure
        ]
        return [*found, *self.further]


def both_payoff_columns(form: PolynomialForm) -> PayoffColumnsPair:
    """Return the payoffs as each seat meets them."""
    return build_payoff_columns(form.sides, form.payoffs, 0), build_payoff_columns(
        form.sides, form.payoffs, 1
    )


def find_supports(
    found: ZeroSumSolution, plans: tuple[RealizationPlan, RealizationPlan]
) -> tuple[PlanSupport, PlanSupport]:
    """Return what both sides use, and what is as good, under some optimal plans."""
    made = []
    for seat in (0, 1):
        tight = frozenset(found.tight(seat, plans))
        used = frozenset(s for s, chance in enumerate(plans[seat]) if chance)
        made.append(PlanSupport(used, tight))
    return made[0], made[1]


def find_candidate(
    form: PolynomialForm, boards: PayoffColumnsPair, found: ZeroSumSolution, spot: ParameterValue
) -> ParametricCandidate | None:
    """Return formulas with the supports found at *spot*, if they hold at least there."""
    supports = find_supports(found, found.plans)
    plans = []
    for seat in (0, 1):
        plan = solve_parametric_plan(boards[seat], supports[seat], supports[1 - seat], spot)
        if plan is None or sign_at_rational(plan.below, spot) == 0:
            return None
        plans.append(normalise_denominator_sign(plan, spot))
    return derive_conditions(form, boards, (plans[0], plans[1]), supports, spot)


def normalise_denominator_sign(plan: ParametricPlan, spot: ParameterValue) -> ParametricPlan:
    """Return a plan with a denominator that is positive at *spot*."""
    if sign_at_rational(plan.below, spot) > 0:
        return plan
    return ParametricPlan(
        tuple(-top for top in plan.tops), -plan.below, plan.determinant, plan.from_used
    )


def derive_conditions(
    form: PolynomialForm,
    boards: PayoffColumnsPair,
    plans: tuple[ParametricPlan, ParametricPlan],
    supports: tuple[PlanSupport, PlanSupport],
    spot: ParameterValue,
) -> ParametricCandidate | None:
    """Return a candidate with everything it depends on, None if it is not one for ever."""
    conditions = [SignCondition(form.denominator, strict=True)]
    values = []
    exact = []
    for seat in (0, 1):
        plan, other = plans[seat], 1 - seat
        conditions.append(SignCondition(plan.below, strict=True))
        conditions += [
            SignCondition(plan.tops[s])
            for s in sorted(supports[seat].used - {0})
            if plan.tops[s] != plan.below
        ]
        reply = parametric_best_response(boards[seat], plan, supports[other], other, spot)
        if reply is None:
            return None
        worth, tight, replies = reply
        conditions += replies
        values.append((worth, plan.below * form.denominator))
        # the other side's plan is unique if only used sequences are tight for ever
        exact.append(tight == supports[other].used)
    if values[0][0] * plans[1].below != values[1][0] * plans[0].below:
        return None  # equal at this value by accident, not as formulas
    value = quotient_in_lowest_terms(*values[0])
    unique = tuple(exact[1 - seat] and plans[seat].from_used for seat in (0, 1))
    live = tuple(c for c in conditions if c.polynomial != 0)
    return ParametricCandidate(plans, value, live, (unique[0], unique[1]))


def parametric_best_response(
    board: PayoffColumns,
    plan: ParametricPlan,
    support: PlanSupport,
    seat: int,
    spot: ParameterValue,
) -> tuple[fmpz_poly, frozenset[int], list[SignCondition]] | None:
    """Return the worth of the best response to *plan*, what is tight for ever, and the conditions.

    *seat* is who responds; payoffs are side one's, so side two wants the least.
    """
    sign = 1 if seat == 0 else -1
    side = board.other
    worth = _payoffs_against(board, plan)
    conditions: list[SignCondition] = []
    ties: dict[int, list[int]] = {}
    for number in range(len(side.cells) - 1, -1, -1):
        raise_if_cancelled()
        cell = side.cells[number]
        options = sorted(
            cell.sequences, key=lambda s: (-sign * _evaluate(worth[s], spot), s not in support.used)
        )
        best = options[0]
        ties[number] = [best]
        for s in options[1:]:
            gap = sign * (worth[best] - worth[s])
            if gap == 0:
                ties[number].append(s)
            elif s in support.used:
                return None  # used, so it must be as good for ever
            else:
                conditions.append(SignCondition(gap))
        worth[cell.parent] = worth[cell.parent] + worth[best]
    tight = {0}
    for number, cell in enumerate(side.cells):
        if cell.parent in tight:
            tight.update(ties[number])
    return worth[0], frozenset(tight), conditions


def _evaluate(polynomial: fmpz_poly, spot: ParameterValue) -> Fraction | int:
    return int(polynomial(spot)) if isinstance(spot, int) else evaluate_polynomial(polynomial, spot)


def _payoffs_against(board: PayoffColumns, plan: ParametricPlan) -> list[fmpz_poly]:
    """Return the other side's sequences' payoffs against *plan*, over the plan's denominator."""
    sure = {s for s, top in enumerate(plan.tops) if top == plan.below}
    mixed = {s: top for s, top in enumerate(plan.tops) if s not in sure and top != 0}
    gains = []
    for column in board.payoffs:
        raise_if_cancelled()
        total, rest = _ZERO_POLYNOMIAL, _ZERO_POLYNOMIAL
        for i, amount in column.items():
            if i in sure:
                total = total + amount
            elif i in mixed:
                rest = rest + amount * mixed[i]
        gains.append(total * plan.below + rest)
    return gains
