"""Rivals: other optimal plans as formulas, for what they show about uniqueness.

A second plan that earns the same proves that the first is not the only one. And where the plan of
the opponent leaves doubt, a mixture of all his optimal plans that were found leaves less: against
it, fewer choices are as good, and it makes more of his choices indifferent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from flint import fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.theorem import PolynomialForm, common_factor
from sabot.roots import roots_of
from sabot.solvers.candidate import (
    Boards,
    Candidate,
    Condition,
    Spot,
    examined,
    positive,
    reply_to,
    supports_of,
)
from sabot.solvers.duel import Plan
from sabot.solvers.formula import PlanFormula, Support, plan_formula
from sabot.solvers.settle import Settled
from sabot.solvers.signs import sign_at
from sabot.solvers.vertices import plan_vertices

_MOST_DOUBT = 12
_MOST_RIVALS = 8
_ZERO = fmpz_poly([0])


Fits = Callable[[Sequence[Condition]], bool]
"""Whether some conditions hold as far as the candidate itself does."""


def with_rivals(
    form: PolynomialForm,
    boards: Boards,
    candidate: Candidate,
    found: Settled,
    spot: Spot,
    fits: Fits,
) -> Candidate:
    """Return a candidate with what can be shown about the sides whose uniqueness is open.

    Rivals that do not hold as far as the candidate would cut its range: they come last.
    """
    if all(candidate.exact):
        return candidate
    rivals = (
        _rivals(form, boards, candidate, found, 0, spot),
        _rivals(form, boards, candidate, found, 1, spot),
    )
    far = tuple([rival for rival in some if fits(rival[1])] for some in rivals)
    for seat in (0, 1):
        candidate = _against_one(form, candidate, far[seat] or rivals[seat], seat)
    for seat in (0, 1):
        for some in (far[1 - seat], rivals[1 - seat]):
            if candidate.claims[seat] is None and found.faces.verdicts[seat].unique:
                candidate = _witnessed(form, boards, candidate, some, seat, spot)
    return candidate


Rival = tuple[PlanFormula, tuple[Condition, ...]]


def _rivals(
    form: PolynomialForm,
    boards: Boards,
    candidate: Candidate,
    found: Settled,
    seat: int,
    spot: Spot,
) -> list[Rival]:
    """Return other optimal plans of a side that are optimal as formulas, with their conditions."""
    made: list[Rival] = []
    for numbers in _others(found, seat)[: 4 * _MOST_RIVALS]:
        pair = (numbers, found.plans[1]) if seat == 0 else (found.plans[0], numbers)
        supports = supports_of(found, pair)
        plan = plan_formula(boards[seat], supports[seat], supports[1 - seat], spot)
        if plan is None or sign_at(plan.below, spot) == 0:
            continue
        plan = positive(plan, spot)
        both = (plan, candidate.plans[1]) if seat == 0 else (candidate.plans[0], plan)
        other = examined(form, boards, both, supports, spot)
        if other is None or other.value != candidate.value:
            continue
        if not _same(candidate.plans[seat], plan):
            made.append((plan, other.conditions))
        if len(made) == _MOST_RIVALS:
            break
    return made


def _others(found: Settled, seat: int) -> list[Plan]:
    """Return optimal plans of a side at one value: all extreme ones where they are few."""
    verdict = found.faces.verdicts[seat]
    if verdict.unique or verdict.another is None:
        return []
    duel = found.duel if seat == 0 else found.duel.swapped
    own, other = found.plans[seat], found.plans[1 - seat]
    doubt = [s for s in duel.reply(other)[0].tight if not own[s]]
    if len(doubt) > _MOST_DOUBT:
        return [verdict.another]
    try:
        return plan_vertices(duel, found.value if seat == 0 else -found.value, other)
    except NoMethodError:
        return [verdict.another]


def _same(one: PlanFormula, two: PlanFormula) -> bool:
    return all(x * two.below == y * one.below for x, y in zip(one.tops, two.tops, strict=True))


def _against_one(
    form: PolynomialForm, candidate: Candidate, rivals: list[Rival], seat: int
) -> Candidate:
    """Add the first rival: a second optimal plan."""
    if candidate.exact[seat] or not rivals:
        return candidate
    plan, conditions = rivals[0]
    first = candidate.plans[seat]
    gaps = (a * plan.below - b * first.below for a, b in zip(first.tops, plan.tops, strict=True))
    gap = min((gap for gap in gaps if gap != 0), key=lambda gap: (_zeros(form, gap), gap.degree()))
    two = (plan, candidate.another[1]) if seat == 0 else (candidate.another[0], plan)
    return replace(
        candidate,
        conditions=candidate.conditions + conditions,
        another=two,
        further=(*candidate.further, gap),
    )


def _zeros(form: PolynomialForm, polynomial: fmpz_poly) -> int:
    """Return how often a polynomial is 0 in the form's domain."""
    coefficients = [int(c) for c in polynomial.coeffs()]
    return len(roots_of(coefficients, form.domain.low, form.domain.high))


def _witnessed(
    form: PolynomialForm,
    boards: Boards,
    candidate: Candidate,
    rivals: list[Rival],
    seat: int,
    spot: Spot,
) -> Candidate:
    """Add the mixture of all the opponent's plans, if it shows a side's plan to be the only one."""
    foe = 1 - seat
    if not rivals:
        return candidate
    mixture = _average([candidate.plans[foe], *(plan for plan, _ in rivals)])
    own = candidate.plans[seat]
    used = frozenset(s for s, top in enumerate(own.tops) if top != 0)
    used_by_foe = frozenset(s for s, top in enumerate(mixture.tops) if top != 0)
    reply = reply_to(boards[foe], mixture, Support(used, used), seat, spot)
    if reply is None or reply[1] != used:
        return candidate
    level = Support(used_by_foe, used_by_foe)
    fixed = plan_formula(boards[seat], Support(used, used), level, spot)
    if fixed is None or not _same(fixed, own):
        return candidate
    conditions = [condition for _, more in rivals for condition in more]
    conditions += [
        Condition(top, f"{form.sides[foe].name}: mixture")
        for top in mixture.tops
        if top not in (_ZERO, mixture.below)
    ]
    conditions += [c for c in reply[2] if c.polynomial != 0]
    shown = (mixture, candidate.witness[1]) if seat == 0 else (candidate.witness[0], mixture)
    return replace(
        candidate,
        conditions=candidate.conditions + tuple(conditions),
        witness=shown,
        further=(*candidate.further, fixed.determinant),
    )


def _average(plans: list[PlanFormula]) -> PlanFormula:
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
    return PlanFormula(parts, divmod(whole, shared)[0], fmpz_poly([1]), False)
