"""Alternative optimal plans as rational functions, for what they prove about uniqueness.

A second plan that earns the same proves that the first is not unique. And where the plan of the
opponent leaves doubt, a mixture of all his optimal plans that were found leaves less: against it
fewer actions are as good, and it makes more of his actions indifferent.

At one value of the parameter the numeric solver gives a plan in the relative interior of a player's
optimal face. The step to it from a vertex has too many free parts to be a rational function by
itself; with all but as many held constant as there are equations, the rest is one. A short step of
that kind shows what another vertex of the face often cannot: that nothing else is as good for the
opponent, or that there is another plan, on the whole of a range in which vertices come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Protocol

from flint import fmpz_poly, nmod_mat

from sabot.errors import NoMethodError
from sabot.forms.base import RealizationPlan
from sabot.forms.parametric import PolynomialForm, common_factor, evaluate_polynomial
from sabot.solvers.parametric.candidate import (
    PRIME,
    LinearWeights,
    ParameterValue,
    ParametricCandidate,
    ParametricPlan,
    PayoffColumns,
    PayoffColumnsPair,
    PlanSupport,
    PolynomialRow,
    SignCondition,
    find_supports,
    independent_equations,
    indifference_equations,
    normalise_denominator_sign,
    parametric_best_response,
    residue_mod_prime,
    solve_parametric_plan,
    solve_polynomial_system,
)
from sabot.solvers.parametric.signs import sign_at_rational
from sabot.solvers.vertex_enumeration import enumerate_optimal_plans
from sabot.solvers.zero_sum.solve import ZeroSumSolution, solve_zero_sum

_MOST_DOUBTFUL_SEQUENCES = 12
_MOST_ALTERNATIVES = 8
_STEP_DIVISORS, _LONG_STEP_DIVISORS = (1, 4, 16, 64, 256), (1, 64)
"""How many times shorter a step is made until it holds far enough."""
_ZERO, _ONE = fmpz_poly([0]), fmpz_poly([1])
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
    duty = _AlternativeSearch(form, boards, candidate, reach)
    vertices = duty.vertices(found, 0), duty.vertices(found, 1)
    far = tuple([rival for rival in some if reach.fits(rival[1])] for some in vertices)
    inner: tuple[list[AlternativePlan], ...] = tuple(
        duty.inner(found, seat)
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
            some = duty.single(found, 1 - seat)
            candidate = _add_uniqueness_mixture(form, boards, candidate, some, seat, reach.spots[0])
    return candidate


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
        for numbers in _optimal_plans_at_value(found, seat)[: 4 * _MOST_ALTERNATIVES]:
            pair = (numbers, found.plans[1]) if seat == 0 else (found.plans[0], numbers)
            supports = find_supports(found, pair)
            plan = solve_parametric_plan(
                self.boards[seat], supports[seat], supports[1 - seat], spot
            )
            if plan is None or sign_at_rational(plan.below, spot) == 0:
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
        inside = found.faces.inner[seat]
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


def _optimal_plans_at_value(found: ZeroSumSolution, seat: int) -> list[RealizationPlan]:
    """Return optimal plans of a side at one value: all extreme ones where they are few."""
    verdict = found.faces.verdicts[seat]
    if verdict.unique or verdict.another is None:
        return []
    duel = found.form if seat == 0 else found.form.swapped()
    own, other = found.plans[seat], found.plans[1 - seat]
    doubt = [s for s in found.tight(seat, found.plans) if not own[s]]
    if len(doubt) > _MOST_DOUBTFUL_SEQUENCES:
        return [verdict.other_plan]
    try:
        return enumerate_optimal_plans(duel, found.value if seat == 0 else -found.value, other)
    except NoMethodError:
        return [verdict.other_plan]


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
    if fixed is None or not _are_equal_plans(fixed, own):
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
    shared = common_factor([*tops, whole])
    parts = tuple(divmod(top, shared)[0] for top in tops)
    return ParametricPlan(parts, divmod(whole, shared)[0], fmpz_poly([1]), False)


_ZERO_POLYNOMIAL = fmpz_poly([0])
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
    held = {s for s, k in unknown.items() if k in _free_unknowns(rows, len(unknown), spot)}
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
        sum((times * (below if k < 0 else found[k]) for k, times in own.items()), _ZERO_POLYNOMIAL)
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
    return sum(
        (amount * (below if k < 0 else found[k]) for k, amount in row.items()), _ZERO_POLYNOMIAL
    )


def _subtract_weights(rest: LinearWeights, weights: LinearWeights) -> None:
    for k, amount in weights.items():
        rest[k] = rest.get(k, 0) - amount


def _free_unknowns(rows: Sequence[PolynomialRow], count: int, spot: Fraction | int) -> set[int]:
    """Return unknowns that the equations leave free when the others follow from them."""
    if not count or not rows:
        return set(range(count))
    at = residue_mod_prime(spot)
    entries = [int(row.get(k, _ZERO_POLYNOMIAL)(at)) % PRIME for row in rows for k in range(count)]
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
    shared = common_factor([*moved, whole])
    return ParametricPlan(
        tuple(divmod(top, shared)[0] for top in moved), divmod(whole, shared)[0], below, False
    )
