"""Candidate solutions as rational functions of the parameter, with their optimality conditions.

At one value of the parameter the numeric solver says which sequences each player uses and which are
tight. The same indifference equations with polynomial coefficients then give the plan as quotients
of polynomials (:mod:`sabot.solvers.parametric.linear_system`): a candidate for every other value.
Every condition under which it is optimal is a polynomial that must not be negative, and these are
the conditions of the certificate: plans are plans, and no information set offers a better response.

Alternative optimal plans prove something about uniqueness. A second plan that earns the same proves
that the first is not unique. And where the plan of the opponent leaves doubt, a mixture of all his
optimal plans that were found leaves less: against it fewer actions are as good, and it makes more
of his actions indifferent. At one value of the parameter the numeric solver gives a plan in the
relative interior of a player's optimal face. The step to it from a vertex has too many free parts
to be a rational function by itself; with all but as many held constant as there are equations, the
rest is one. A short step of that kind shows what another vertex of the face often cannot: that
nothing else is as good for the opponent, or that there is another plan, on the whole of a range in
which vertices come and go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import lcm
from typing import Protocol

from flint import fmpq, fmpz_poly, nmod_mat

from sabot.errors import NoMethodError
from sabot.forms.algebra.real_roots import sign_at
from sabot.forms.base import RealizationPlan
from sabot.forms.parametric import (
    PolynomialForm,
    evaluate_polynomial,
    quotient_in_lowest_terms,
    without_common_factor,
)
from sabot.forms.sequence import SequenceForm, Treeplex
from sabot.progress import raise_if_cancelled
from sabot.solvers.parametric.linear_system import (
    PRIME,
    PolynomialRow,
    residue_mod_prime,
    solve_independent_rows,
    solve_polynomial_system,
)
from sabot.solvers.vertex_enumeration import enumerate_optimal_plans
from sabot.solvers.zero_sum.solve import ZeroSumSolution, solve_zero_sum

MOST_UNKNOWNS = 40
"""Probabilities that equations determine, where uniqueness is claimed: the checker's bound."""
LARGE_TREE = 200
"""Sequences of a tree from which on uniqueness is claimed only where it needs no search: second
plans and inner ones have formulas with thousands of digits there."""
_ZERO, _ONE = fmpz_poly([0]), fmpz_poly([1])
LinearWeights = dict[int, int]
"""A probability as a sum of unknowns, by number; -1 is the number of the constant."""


@dataclass(frozen=True)
class ParametricPlan:
    """A plan as polynomials over one: ``tops[s] / below`` for each sequence."""

    tops: tuple[fmpz_poly, ...]
    below: fmpz_poly
    determinant: fmpz_poly | None
    """Of the equations, times a number, before common factors were cancelled; None of more than
    ``MOST_UNKNOWNS`` equations, from whose solution factors were divided out on the way."""
    from_used: bool
    """Whether the equations of sequences that the opponent really uses were enough, and few."""


@dataclass(frozen=True)
class PlanSupport:
    """What one side does at one value: the sequences used, and those that would be as good."""

    used: frozenset[int]
    tight: frozenset[int]
    off_path: bool = False
    """Whether what is tight is so at its information set, also where play does not arrive."""


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
    board: PayoffColumns,
    mine: PlanSupport,
    theirs: PlanSupport,
    spot: Fraction | int,
    held: Callable[[int], Fraction] | None = None,
) -> ParametricPlan | None:
    """Return the plan of one side as a formula, None where its equations do not fix it.

    *spot* is a value at which the equations are independent (used modulo a prime). What they leave
    free is everywhere the number that *held* gives for a sequence, where it is given.
    """
    equations, unknown, fixed = _indifference_system(board, mine, theirs)
    count = len(unknown)
    if count > MOST_UNKNOWNS:  # nothing is claimed that rests on which equations were enough
        rows, from_used = [row for row, _ in equations], False
        solved = solve_independent_rows(rows, count, spot)
        if solved is None and held is not None:
            rows += _held_equations(rows, unknown, spot, held)
            solved = solve_independent_rows(rows, count, spot)
    else:
        chosen, from_used = independent_equations(equations, count, spot)
        if chosen is None and held is not None:
            rows = [row for row, _ in equations]
            equations += ((row, False) for row in _held_equations(rows, unknown, spot, held))
            chosen, from_used = independent_equations(equations, count, spot)
        if chosen is None:
            return None
        solved = solve_polynomial_system([equations[k][0] for k in chosen], count)
    if solved is None:
        return None
    tops, below = solved
    determinant = None if count > MOST_UNKNOWNS else below
    *tops, below = without_common_factor([*tops, below])
    plan = [_ZERO] * board.own.count
    for s in fixed:
        plan[s] = below
    for s, k in unknown.items():
        plan[s] = tops[k]
    return ParametricPlan(tuple(plan), below, determinant, from_used)


def _held_equations(
    rows: Sequence[PolynomialRow],
    unknown: dict[int, int],
    spot: Fraction | int,
    held: Callable[[int], Fraction],
) -> list[PolynomialRow]:
    """Return an equation for each unknown that the others leave free: a number for its sequence."""
    free = _free_unknowns(rows, len(unknown), spot)
    found = []
    for s, k in unknown.items():
        if k in free:
            top, below = held(s).as_integer_ratio()
            found.append({k: fmpz_poly([below]), -1: fmpz_poly([-top])})
    return found


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
        if cell.parent not in theirs.tight and not theirs.off_path:
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
    if count == 0:
        return [], True
    turned = [0] * (count * len(order))
    for line, k in enumerate(order):
        for j, entry in equations[k][0].items():
            if j >= 0:
                turned[j * len(order) + line] = int(entry(at)) % PRIME
    echelon, rank = nmod_mat(count, len(order), turned, PRIME).rref()
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
    rootless: tuple[fmpz_poly, ...] = ()
    """Conditions that are known to have no root in the region, ends included."""

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
            plan.below if plan.determinant is None else plan.determinant
            for plan, sure in zip(self.plans, self.exact, strict=True)
            if sure
        ]
        return [*found, *self.further]


def is_large_tree(form: PolynomialForm) -> bool:
    """Return whether a game is a tree, not a separable one, with very many sequences."""
    deep = any(cell.parent for side in form.sides for cell in side.cells)
    return deep and sum(side.count for side in form.sides) > LARGE_TREE


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
    """Return formulas with the supports found at *spot*, if they hold at least there.

    In a large tree the plans may be no vertices: what equations leave free is then a number near
    the one at *spot*, and short if possible. Where that is at the border of what is optimal, ties
    off the path are equations too.
    """
    supports = find_supports(found, found.plans)
    if not is_large_tree(form):
        return _candidate_from_supports(form, boards, found, spot, supports)
    wide = tuple(_with_ties_off_path(found, supports[seat], seat) for seat in (0, 1))
    for level, near in ((supports, _round_probability), (wide, _round_probability),
                        (wide, Fraction)):  # fmt: skip
        candidate = _candidate_from_supports(form, boards, found, spot, (level[0], level[1]), near)
        if candidate is not None and all(
            sign_at(condition.polynomial, spot) > 0 for condition in candidate.conditions
        ):
            return candidate
    return None


def _with_ties_off_path(found: ZeroSumSolution, support: PlanSupport, seat: int) -> PlanSupport:
    """Return a support with all actions that are best at their information set as tight.

    Also where a best response does not arrive: what is as good there may fix the opponent's plan.
    """
    form = found.form
    assert isinstance(form, SequenceForm)
    reply = form.reply(seat, found.plans)[0]
    ties = {0}
    for cell, best in zip(form.sides[seat].cells, reply.best, strict=True):
        ties.update(s for s in cell.sequences if reply.worth[s] == best)
    return PlanSupport(support.used, frozenset(ties), off_path=True)


def _round_probability(chance: Fraction) -> Fraction:
    """Return a number near a probability, with a short denominator.

    >>> [_round_probability(Fraction(1, n)) for n in (3, 100)], _round_probability(Fraction(0))
    ([Fraction(11, 32), Fraction(5, 512)], Fraction(0, 1))
    """
    unit = 1
    while chance and unit * chance < 8:
        unit *= 2
    return Fraction(round(chance * unit), unit)


def _held_probability(
    near: Callable[[Fraction], Fraction], chances: RealizationPlan, s: int
) -> Fraction:
    return near(chances[s])


def _candidate_from_supports(
    form: PolynomialForm,
    boards: PayoffColumnsPair,
    found: ZeroSumSolution,
    spot: ParameterValue,
    supports: tuple[PlanSupport, PlanSupport],
    near: Callable[[Fraction], Fraction] | None = None,
) -> ParametricCandidate | None:
    """Return formulas; *near* gives the number for a probability that equations leave free."""
    plans = []
    for seat in (0, 1):
        chances = found.plans[seat]
        held = None if near is None else partial(_held_probability, near, chances)
        plan = solve_parametric_plan(boards[seat], supports[seat], supports[1 - seat], spot, held)
        if plan is None or sign_at(plan.below, spot) == 0:
            return None
        plans.append(normalise_denominator_sign(plan, spot))
    return derive_conditions(form, boards, (plans[0], plans[1]), supports, spot)


def normalise_denominator_sign(plan: ParametricPlan, spot: ParameterValue) -> ParametricPlan:
    """Return a plan with a denominator that is positive at *spot*."""
    if sign_at(plan.below, spot) > 0:
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
    worth = payoffs_against(board, plan)
    conditions: list[SignCondition] = []
    ties: dict[int, list[int]] = {}
    at = spot if isinstance(spot, int) else fmpq(spot.numerator, spot.denominator)
    for number in range(len(side.cells) - 1, -1, -1):
        raise_if_cancelled()
        cell = side.cells[number]
        options = list(cell.sequences)
        if len(options) > 1:
            options.sort(key=lambda s: (-sign * worth[s](at), s not in support.used))
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


def payoffs_against(board: PayoffColumns, plan: ParametricPlan) -> list[fmpz_poly]:
    """Return the other side's sequences' payoffs against *plan*, over the plan's denominator."""
    sure = {s for s, top in enumerate(plan.tops) if top == plan.below}
    mixed = {s: top for s, top in enumerate(plan.tops) if s not in sure and top != 0}
    gains = []
    for column in board.payoffs:
        raise_if_cancelled()
        total, rest = _ZERO, _ZERO
        for i, amount in column.items():
            if i in sure:
                total = total + amount
            elif i in mixed:
                rest = rest + amount * mixed[i]
        gains.append(total * plan.below + rest)
    return gains


_MOST_UNUSED_SEQUENCES = 12
_MOST_ALTERNATIVES = 8
_MOST_COMPARISONS = 200_000_000
"""Of rays, for one list of extreme optimal plans: about a second."""
_STEP_DIVISORS, _LONG_STEP_DIVISORS = (1, 4, 16, 64, 256), (1, 64)
"""How many times shorter a step is made until it holds far enough."""
_ZERO_FRACTION = Fraction(0)


class ValidityRange(Protocol):
    """How far a candidate holds."""

    @property
    def spots(self) -> Sequence[ParameterValue]:
        """Some values inside, the one where the candidate was found first."""

    @property
    def ends(self) -> fmpz_poly:
        """A polynomial that is positive inside, and 0 at the ends of a real range."""

    def fits(self, conditions: Sequence[SignCondition]) -> bool:
        """Return whether some conditions hold as far."""

    def zeros(self, polynomial: fmpz_poly) -> int:
        """Return at how many values inside a polynomial is 0."""


def add_alternative_optima(
    form: PolynomialForm,
    boards: PayoffColumnsPair,
    candidate: ParametricCandidate,
    found: ZeroSumSolution,
    reach: ValidityRange,
) -> ParametricCandidate:
    """Return a candidate with what can be shown about the sides whose uniqueness is open.

    Rivals that do not hold as far as the candidate would cut its range: they come last.
    """
    if all(candidate.exact):
        return candidate
    search = _AlternativeSearch(form, boards, candidate, reach)
    vertices = search.vertices(found, 0), search.vertices(found, 1)
    far = tuple([rival for rival in some if reach.fits(rival[1])] for some in vertices)
    inner: tuple[list[AlternativePlan], ...] = tuple(
        search.inner(found, seat)
        if not far[seat] or _is_uniqueness_open(candidate, found, 1 - seat)
        else []
        for seat in (0, 1)
    )
    for seat in (0, 1):
        candidate = _add_second_plan(
            candidate, far[seat] or inner[seat] or vertices[seat], seat, reach
        )
    for seat in (0, 1):
        for some in (far[1 - seat], inner[1 - seat], vertices[1 - seat]):
            if _is_uniqueness_open(candidate, found, seat):
                candidate = _add_uniqueness_mixture(
                    form, boards, candidate, some, seat, reach.spots[0]
                )
        if _is_uniqueness_open(candidate, found, seat):
            some = search.single(found, 1 - seat)
            candidate = _add_uniqueness_mixture(form, boards, candidate, some, seat, reach.spots[0])
    for seat in (0, 1):
        candidate = _with_undominated_first(candidate, found, seat, reach.spots[0])
    return candidate


def _with_undominated_first(
    candidate: ParametricCandidate, found: ZeroSumSolution, seat: int, spot: ParameterValue
) -> ParametricCandidate:
    """Exchange a side's two optimal plans where the second weakly dominates the first at *spot*.

    Both are optimal wherever the candidate holds: only which is named first is chosen. Elsewhere in
    the range the second need not dominate. Where the first one shows the opponent's plan to be
    unique, it stays.
    """
    second = candidate.another[seat]
    if second is None or candidate.exact[1 - seat]:
        return candidate
    first = candidate.plans[seat]
    one, two = (
        [
            evaluate_polynomial(top, spot) / evaluate_polynomial(plan.below, spot)
            for top in plan.tops
        ]
        for plan in (first, second)
    )
    gain = [b - a for a, b in zip(one, two, strict=True)]
    if not _never_loses(found, seat, gain) or _never_loses(found, seat, [-part for part in gain]):
        return candidate
    plans, others = list(candidate.plans), list(candidate.another)
    plans[seat], others[seat] = second, first
    return replace(candidate, plans=(plans[0], plans[1]), another=(others[0], others[1]))


def _never_loses(found: ZeroSumSolution, seat: int, gain: RealizationPlan) -> bool:
    """Return whether a difference of two plans pays at least 0 against every plan of the other."""
    pair = (gain, found.plans[1]) if seat == 0 else (found.plans[0], gain)
    return found.form.reply(1 - seat, pair)[0].value <= 0


def _is_uniqueness_open(candidate: ParametricCandidate, found: ZeroSumSolution, seat: int) -> bool:
    """Return whether a side's plan is the only one at one value, but not yet shown to be."""
    return candidate.claims[seat] is None and found.faces.verdicts[seat].unique


AlternativePlan = tuple[ParametricPlan, tuple[SignCondition, ...]]
"""Another plan, and what it depends on."""


@dataclass(frozen=True)
class _AlternativeSearch:
    """The search for other optimal plans than a candidate's."""

    form: PolynomialForm
    boards: PayoffColumnsPair
    candidate: ParametricCandidate
    reach: ValidityRange

    def vertices(self, found: ZeroSumSolution, seat: int) -> list[AlternativePlan]:
        """Return extreme optimal plans of a side that are optimal as formulas."""
        spot = self.reach.spots[0]
        made: list[AlternativePlan] = []
        for numbers in _optimal_plans_at_parameter(found, seat)[: 4 * _MOST_ALTERNATIVES]:
            pair = (numbers, found.plans[1]) if seat == 0 else (found.plans[0], numbers)
            supports = find_supports(found, pair)
            plan = solve_parametric_plan(
                self.boards[seat], supports[seat], supports[1 - seat], spot
            )
            if plan is None or sign_at(plan.below, spot) == 0:
                continue
            rival = self._alternative_plan(seat, normalise_denominator_sign(plan, spot))
            made += [rival] if rival is not None else []
            if len(made) == _MOST_ALTERNATIVES:
                break
        return made

    def inner(self, found: ZeroSumSolution, seat: int) -> list[AlternativePlan]:
        """Return plans inside a side's optimal face that hold as far as the candidate.

        Each is a step into the face from the candidate's own plan, as it is at some value.
        """
        made: list[AlternativePlan] = []
        for spot in self.reach.spots:
            there = found if spot == self.reach.spots[0] else solve_zero_sum(self.form.at(spot))
            made += self._moved(seat, self._step_into_face(there, seat, spot), spot)
        return made

    def single(self, found: ZeroSumSolution, seat: int) -> list[AlternativePlan]:
        """Return plans that differ from the candidate's at one infoset, and hold as far.

        A step into the face at many infosets at once may turn bad where its parts change places;
        each part by itself is good or bad for ever more often.
        """
        spot = self.reach.spots[0]
        way = self._step_into_face(found, seat, spot)
        made: list[AlternativePlan] = []
        for cell in self.form.sides[seat].cells:
            if any(way[s] for s in cell.sequences):
                own = [a if s in cell.sequences else _ZERO_FRACTION for s, a in enumerate(way)]
                back = [-a for a in own]
                made += self._moved(seat, own, spot, _LONG_STEP_DIVISORS) or self._moved(
                    seat, back, spot, _LONG_STEP_DIVISORS
                )
        return made

    def _step_into_face(
        self, found: ZeroSumSolution, seat: int, spot: ParameterValue
    ) -> list[Fraction]:
        """Return the step into the face at one value, from the candidate's plan."""
        own = self.candidate.plans[seat]
        below = evaluate_polynomial(own.below, spot)
        here = [evaluate_polynomial(top, spot) / below for top in own.tops]
        inside = found.faces.witnesses[seat]
        if inside == here:  # then the way inside is to any other optimal plan
            verdict = found.faces.verdicts[seat]
            inside = here if verdict.another is None else verdict.other_plan
        return [a - b for a, b in zip(inside, here, strict=True)]

    def _moved(
        self,
        seat: int,
        move: list[Fraction],
        spot: ParameterValue,
        lengths: Sequence[int] = _STEP_DIVISORS,
    ) -> list[AlternativePlan]:
        own, foe = self.candidate.plans[seat], self.candidate.plans[1 - seat]
        step = solve_parametric_step(
            self.boards[seat], _used_sequences(own), move, _used_sequences(foe), spot
        )
        rival = None if step is None else self._short(seat, step, lengths)
        return [] if rival is None else [rival]

    def _short(
        self, seat: int, step: ParametricStep, lengths: Sequence[int]
    ) -> AlternativePlan | None:
        """Return the plan after a step, shorter and shorter until it holds as far.

        Faces may shrink to points towards the ends of a real range: then the step must do so too.
        """
        ways = (_ONE,) if self.reach.ends == 1 else (_ONE, self.reach.ends)
        for by, shorter in product(ways, lengths):
            plan = apply_step(self.candidate.plans[seat], step, by, shorter)
            rival = self._alternative_plan(
                seat, normalise_denominator_sign(plan, self.reach.spots[0])
            )
            if rival is not None and self.reach.fits(rival[1]):
                return rival
        return None

    def _alternative_plan(self, seat: int, plan: ParametricPlan) -> AlternativePlan | None:
        """Return a plan with what it depends on; None if it is the same, or earns less.

        Whoever secures the value plays optimally: nothing need be known of the opponent.
        """
        own, foe = self.candidate.plans[seat], self.candidate.plans[1 - seat]
        spot = self.reach.spots[0]
        if _are_equal_plans(own, plan):
            return None
        reply = parametric_best_response(
            self.boards[seat], plan, PlanSupport(_used_sequences(foe), frozenset()), 1 - seat, spot
        )
        top, below = self.candidate.value
        if reply is None or reply[0] * below != top * plan.below * self.form.denominator:
            return None
        conditions = [SignCondition(plan.below, strict=True), *reply[2]]
        conditions += [
            SignCondition(chance) for chance in plan.tops if chance not in (_ZERO, plan.below)
        ]
        return plan, tuple(conditions)


def _used_sequences(plan: ParametricPlan) -> frozenset[int]:
    return frozenset(s for s, top in enumerate(plan.tops) if top != 0)


def _optimal_plans_at_parameter(found: ZeroSumSolution, seat: int) -> list[RealizationPlan]:
    """Return optimal plans of a side at one value of the parameter: all extreme ones if few.

    Else the best responses that the plan found does not use are divided into quarters, and for each
    two quarters extreme plans are listed that use neither: a face of the optimal plans has fewer
    vertices.
    """
    verdict = found.faces.verdicts[seat]
    if verdict.unique or verdict.another is None:
        return []
    duel = found.form if seat == 0 else found.form.swapped()
    own, other = found.plans[seat], found.plans[1 - seat]
    unused = [s for s in found.tight(seat, found.plans) if not own[s]]
    if len(unused) > _MOST_UNUSED_SEQUENCES:
        return [verdict.other_plan]
    game_value = found.value if seat == 0 else -found.value
    try:
        return enumerate_optimal_plans(duel, game_value, other, _MOST_COMPARISONS)
    except NoMethodError:
        plans = {tuple(verdict.other_plan): None}
    for quarters in combinations(range(4), 2):
        without = {s for k, s in enumerate(unused) if 4 * k // len(unused) in quarters}
        with suppress(NoMethodError):
            face = enumerate_optimal_plans(duel, game_value, other, _MOST_COMPARISONS, without)
            plans |= dict.fromkeys(map(tuple, face[:_MOST_ALTERNATIVES]))
    return [list(plan) for plan in plans]


def _are_equal_plans(one: ParametricPlan, two: ParametricPlan) -> bool:
    return all(x * two.below == y * one.below for x, y in zip(one.tops, two.tops, strict=True))


def _add_second_plan(
    candidate: ParametricCandidate, rivals: list[AlternativePlan], seat: int, reach: ValidityRange
) -> ParametricCandidate:
    """Add a second optimal plan: of the rivals, one that differs at as many values as may be."""
    if candidate.exact[seat] or not rivals:
        return candidate
    first = candidate.plans[seat]
    found: tuple[tuple[int, int], fmpz_poly, AlternativePlan] | None = None
    for plan, conditions in rivals:
        for a, b in zip(first.tops, plan.tops, strict=True):
            gap = a * plan.below - b * first.below
            if gap != 0 and (found is None or found[0] > (0, gap.degree())):
                order = reach.zeros(gap), gap.degree()
                if found is None or order < found[0]:
                    found = order, gap, (plan, conditions)
    assert found is not None, "rivals differ"
    _, gap, (plan, conditions) = found
    two = (plan, candidate.another[1]) if seat == 0 else (candidate.another[0], plan)
    return replace(
        candidate,
        conditions=candidate.conditions + conditions,
        another=two,
        further=(*candidate.further, gap),
    )


def _add_uniqueness_mixture(
    form: PolynomialForm,
    boards: PayoffColumnsPair,
    candidate: ParametricCandidate,
    rivals: list[AlternativePlan],
    seat: int,
    spot: ParameterValue,
) -> ParametricCandidate:
    """Add the mixture of all the opponent's plans, if it shows a side's plan to be the only one."""
    foe = 1 - seat
    if not rivals:
        return candidate
    mixture = _average_plan([candidate.plans[foe], *(plan for plan, _ in rivals)])
    own = candidate.plans[seat]
    used, used_by_foe = _used_sequences(own), _used_sequences(mixture)
    reply = parametric_best_response(boards[foe], mixture, PlanSupport(used, used), seat, spot)
    if reply is None or reply[1] != used:
        return candidate
    level = PlanSupport(used_by_foe, used_by_foe)
    fixed = solve_parametric_plan(boards[seat], PlanSupport(used, used), level, spot)
    if fixed is None or fixed.determinant is None or not _are_equal_plans(fixed, own):
        return candidate
    conditions = [SignCondition(mixture.below, strict=True)]
    conditions += [SignCondition(top) for top in mixture.tops if top not in (_ZERO, mixture.below)]
    conditions += [c for c in reply[2] if c.polynomial != 0]
    shown = (mixture, candidate.witness[1]) if seat == 0 else (candidate.witness[0], mixture)
    return replace(
        candidate,
        conditions=candidate.conditions + tuple(conditions),
        witness=shown,
        further=(*candidate.further, fixed.determinant),
    )


def _average_plan(plans: list[ParametricPlan]) -> ParametricPlan:
    """Return the plan that plays each of some plans equally often."""
    below = fmpz_poly([1])
    for plan in plans:
        below = below * divmod(plan.below, below.gcd(plan.below))[0]
    tops = [
        sum((plan.tops[s] * divmod(below, plan.below)[0] for plan in plans), _ZERO)
        for s in range(len(plans[0].tops))
    ]
    whole = below * len(plans)
    *tops, whole = without_common_factor([*tops, whole])
    return ParametricPlan(tuple(tops), whole, fmpz_poly([1]), False)


ParametricStep = tuple[list[fmpz_poly], fmpz_poly]
"""What is added to each probability: polynomials over one."""


def solve_parametric_step(
    board: PayoffColumns,
    used: frozenset[int],
    move: Sequence[Fraction],
    foe: frozenset[int],
    spot: Fraction | int,
) -> ParametricStep | None:
    """Return a step that is *move* at *spot* and leaves the opponent indifferent over *foe*.

    *used* are the own sequences in the vertex: where they mix, the step may vary with the
    parameter; everything else moves by the same amount everywhere.
    """
    scale = lcm(*(amount.denominator for amount in move))
    level = PlanSupport(foe, foe)
    held: set[int] = set()
    weights, unknown, sums = _step_weights(board, used, move, scale, held)
    rows = sums + [row for row, _ in indifference_equations(board, level, weights)]
    free = _free_unknowns(rows, len(unknown), spot)
    held = {s for s, k in unknown.items() if k in free}
    if held:
        weights, unknown, sums = _step_weights(board, used, move, scale, held)
        rows = sums + [row for row, _ in indifference_equations(board, level, weights)]
    chosen, _ = independent_equations([(row, True) for row in rows], len(unknown), spot)
    if chosen is None:
        return None
    solved = solve_polynomial_system([rows[k] for k in chosen], len(unknown))
    if solved is None:
        return None
    found, below = solved
    if any(_evaluate_row(row, found, below) != 0 for row in rows):
        return None  # an equation that followed from the others at this value only
    return [
        sum((times * (below if k < 0 else found[k]) for k, times in own.items()), _ZERO)
        for own in weights
    ], scale * below


def _step_weights(
    board: PayoffColumns, used: frozenset[int], move: Sequence[Fraction], scale: int, held: set[int]
) -> tuple[list[LinearWeights], dict[int, int], list[PolynomialRow]]:
    """Return all steps as sums of unknowns, times *scale*; the unknowns; how they add up."""
    own = board.own
    weights: list[LinearWeights] = [{} for _ in range(own.count)]
    unknown: dict[int, int] = {}
    sums: list[PolynomialRow] = []
    for cell in own.cells:
        live = [s for s in cell.sequences if s in used and s not in held]
        rest = dict(weights[cell.parent])
        for s in cell.sequences:
            if s not in live and move[s]:
                weights[s] = {-1: int(move[s] * scale)}
                _subtract_weights(rest, weights[s])
        if len(live) == 1:
            weights[live[0]] = rest
            continue
        for s in live:
            unknown[s] = len(unknown)
            weights[s] = {unknown[s]: scale}
            _subtract_weights(rest, weights[s])
        if any(rest.values()):
            sums.append({k: fmpz_poly([amount]) for k, amount in rest.items() if amount})
    return weights, unknown, sums


def _evaluate_row(row: PolynomialRow, found: Sequence[fmpz_poly], below: fmpz_poly) -> fmpz_poly:
    return sum((amount * (below if k < 0 else found[k]) for k, amount in row.items()), _ZERO)


def _subtract_weights(rest: LinearWeights, weights: LinearWeights) -> None:
    for k, amount in weights.items():
        rest[k] = rest.get(k, 0) - amount


def _free_unknowns(rows: Sequence[PolynomialRow], count: int, spot: Fraction | int) -> set[int]:
    """Return unknowns that the equations leave free when the others follow from them."""
    if not count or not rows:
        return set(range(count))
    at = residue_mod_prime(spot)
    entries = [int(row.get(k, _ZERO)(at)) % PRIME for row in rows for k in range(count)]
    echelon, rank = nmod_mat(len(rows), count, entries, PRIME).rref()
    pivots, column = set(), 0
    for line in range(rank):
        while int(echelon[line, column]) == 0:
            column += 1
        pivots.add(column)
    return set(range(count)) - pivots


def apply_step(
    plan: ParametricPlan, step: ParametricStep, by: fmpz_poly, shorter: int
) -> ParametricPlan:
    """Return a plan after a step, times a polynomial, divided by *shorter*."""
    tops, below = step
    whole = plan.below * below * shorter
    moved = [
        top * below * shorter + own * by * plan.below
        for top, own in zip(plan.tops, tops, strict=True)
    ]
    *moved, whole = without_common_factor([*moved, whole])
    return ParametricPlan(tuple(moved), whole, below, False)
