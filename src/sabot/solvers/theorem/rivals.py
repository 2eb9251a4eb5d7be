"""Rivals: other optimal plans as formulas, for what they show about uniqueness.

A second plan that earns the same proves that the first is not the only one. And where the plan of
the opponent leaves doubt, a mixture of all his optimal plans that were found leaves less: against
it, fewer choices are as good, and it makes more of his choices indifferent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Protocol

from flint import fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.form import Plan
from sabot.forms.polynomial import PolynomialForm, common_factor, value_at
from sabot.solvers.theorem.candidate import (
    Boards,
    Candidate,
    Condition,
    Spot,
    positive,
    reply_to,
    supports_of,
)
from sabot.solvers.theorem.formula import PlanFormula, Support, plan_formula
from sabot.solvers.theorem.inner import Step, step_formula, stepped
from sabot.solvers.theorem.signs import sign_at
from sabot.solvers.vertices import plan_vertices
from sabot.solvers.zero_sum.settle import Settled, settle

_MOST_DOUBT = 12
_MOST_RIVALS = 8
_SHORTER, _LONG = (1, 4, 16, 64, 256), (1, 64)
"""How many times shorter a step is made until it holds far enough."""
_ZERO, _ONE = fmpz_poly([0]), fmpz_poly([1])
_NONE = Fraction(0)


class Reach(Protocol):
    """How far a candidate holds."""

    @property
    def spots(self) -> Sequence[Spot]:
        """Some values inside, the one where the candidate was found first."""

    @property
    def ends(self) -> fmpz_poly:
        """A polynomial that is positive inside, and 0 at the ends of a real range."""

    def fits(self, conditions: Sequence[Condition]) -> bool:
        """Tell whether some conditions hold as far."""

    def zeros(self, polynomial: fmpz_poly) -> int:
        """Return at how many values inside a polynomial is 0."""


def with_rivals(
    form: PolynomialForm, boards: Boards, candidate: Candidate, found: Settled, reach: Reach
) -> Candidate:
    """Return a candidate with what can be shown about the sides whose uniqueness is open.

    Rivals that do not hold as far as the candidate would cut its range: they come last.
    """
    if all(candidate.exact):
        return candidate
    duty = _Duty(form, boards, candidate, reach)
    corners = duty.corners(found, 0), duty.corners(found, 1)
    far = tuple([rival for rival in some if reach.fits(rival[1])] for some in corners)
    inner: tuple[list[Rival], ...] = tuple(
        duty.inner(found, seat) if not far[seat] or _open(candidate, found, 1 - seat) else []
        for seat in (0, 1)
    )
    for seat in (0, 1):
        candidate = _against_one(candidate, far[seat] or inner[seat] or corners[seat], seat, reach)
    for seat in (0, 1):
        for some in (far[1 - seat], inner[1 - seat], corners[1 - seat]):
            if _open(candidate, found, seat):
                candidate = _witnessed(form, boards, candidate, some, seat, reach.spots[0])
        if _open(candidate, found, seat):
            some = duty.single(found, 1 - seat)
            candidate = _witnessed(form, boards, candidate, some, seat, reach.spots[0])
    return candidate


def _open(candidate: Candidate, found: Settled, seat: int) -> bool:
    """Tell whether a side's plan is the only one at one value, but not yet shown to be."""
    return candidate.claims[seat] is None and found.faces.verdicts[seat].unique


Rival = tuple[PlanFormula, tuple[Condition, ...]]
"""Another plan, and what it depends on."""


@dataclass(frozen=True)
class _Duty:
    """The search for other optimal plans than a candidate's."""

    form: PolynomialForm
    boards: Boards
    candidate: Candidate
    reach: Reach

    def corners(self, found: Settled, seat: int) -> list[Rival]:
        """Return extreme optimal plans of a side that are optimal as formulas."""
        spot = self.reach.spots[0]
        made: list[Rival] = []
        for numbers in _others(found, seat)[: 4 * _MOST_RIVALS]:
            pair = (numbers, found.plans[1]) if seat == 0 else (found.plans[0], numbers)
            supports = supports_of(found, pair)
            plan = plan_formula(self.boards[seat], supports[seat], supports[1 - seat], spot)
            if plan is None or sign_at(plan.below, spot) == 0:
                continue
            rival = self._rival(seat, positive(plan, spot))
            made += [rival] if rival is not None else []
            if len(made) == _MOST_RIVALS:
                break
        return made

    def inner(self, found: Settled, seat: int) -> list[Rival]:
        """Return plans inside a side's optimal face that hold as far as the candidate.

        Each is a step into the face from the candidate's own plan, as it is at some value.
        """
        made: list[Rival] = []
        for spot in self.reach.spots:
            there = found if spot == self.reach.spots[0] else settle(self.form.at(spot))
            made += self._moved(seat, self._way(there, seat, spot), spot)
        return made

    def single(self, found: Settled, seat: int) -> list[Rival]:
        """Return plans that differ from the candidate's at one view, and hold as far.

        A step into the face at many views at once may turn bad where its parts change places; each
        part by itself is good or bad for ever more often.
        """
        spot = self.reach.spots[0]
        way = self._way(found, seat, spot)
        made: list[Rival] = []
        for cell in self.form.sides[seat].cells:
            if any(way[s] for s in cell.sequences):
                own = [a if s in cell.sequences else _NONE for s, a in enumerate(way)]
                back = [-a for a in own]
                made += self._moved(seat, own, spot, _LONG) or self._moved(seat, back, spot, _LONG)
        return made

    def _way(self, found: Settled, seat: int, spot: Spot) -> list[Fraction]:
        """Return the step into the face at one value, from the candidate's plan."""
        own = self.candidate.plans[seat]
        below = value_at(own.below, spot)
        here = [value_at(top, spot) / below for top in own.tops]
        inside = found.faces.inner[seat]
        if inside == here:  # then the way inside is to any other optimal plan
            verdict = found.faces.verdicts[seat]
            inside = here if verdict.another is None else verdict.other_plan
        return [a - b for a, b in zip(inside, here, strict=True)]

    def _moved(
        self, seat: int, move: list[Fraction], spot: Spot, lengths: Sequence[int] = _SHORTER
    ) -> list[Rival]:
        own, foe = self.candidate.plans[seat], self.candidate.plans[1 - seat]
        step = step_formula(self.boards[seat], _used(own), move, _used(foe), spot)
        rival = None if step is None else self._short(seat, step, lengths)
        return [] if rival is None else [rival]

    def _short(self, seat: int, step: Step, lengths: Sequence[int]) -> Rival | None:
        """Return the plan after a step, shorter and shorter until it holds as far.

        Faces may shrink to points towards the ends of a real range: then the step must do so too.
        """
        ways = (_ONE,) if self.reach.ends == 1 else (_ONE, self.reach.ends)
        for by, shorter in product(ways, lengths):
            plan = stepped(self.candidate.plans[seat], step, by, shorter)
            rival = self._rival(seat, positive(plan, self.reach.spots[0]))
            if rival is not None and self.reach.fits(rival[1]):
                return rival
        return None

    def _rival(self, seat: int, plan: PlanFormula) -> Rival | None:
        """Return a plan with what it depends on; None if it is the same, or earns less.

        Whoever secures the value plays optimally: nothing need be known of the opponent.
        """
        own, foe = self.candidate.plans[seat], self.candidate.plans[1 - seat]
        spot = self.reach.spots[0]
        if _same(own, plan):
            return None
        reply = reply_to(self.boards[seat], plan, Support(_used(foe), frozenset()), 1 - seat, spot)
        top, below = self.candidate.value
        if reply is None or reply[0] * below != top * plan.below * self.form.denominator:
            return None
        conditions = [Condition(plan.below, strict=True), *reply[2]]
        conditions += [
            Condition(chance) for chance in plan.tops if chance not in (_ZERO, plan.below)
        ]
        return plan, tuple(conditions)


def _used(plan: PlanFormula) -> frozenset[int]:
    return frozenset(s for s, top in enumerate(plan.tops) if top != 0)


def _others(found: Settled, seat: int) -> list[Plan]:
    """Return optimal plans of a side at one value: all extreme ones where they are few."""
    verdict = found.faces.verdicts[seat]
    if verdict.unique or verdict.another is None:
        return []
    duel = found.form if seat == 0 else found.form.swapped()
    own, other = found.plans[seat], found.plans[1 - seat]
    doubt = [s for s in found.tight(seat, found.plans) if not own[s]]
    if len(doubt) > _MOST_DOUBT:
        return [verdict.other_plan]
    try:
        return plan_vertices(duel, found.value if seat == 0 else -found.value, other)
    except NoMethodError:
        return [verdict.other_plan]


def _same(one: PlanFormula, two: PlanFormula) -> bool:
    return all(x * two.below == y * one.below for x, y in zip(one.tops, two.tops, strict=True))


def _against_one(candidate: Candidate, rivals: list[Rival], seat: int, reach: Reach) -> Candidate:
    """Add a second optimal plan: of the rivals, one that differs at as many values as may be."""
    if candidate.exact[seat] or not rivals:
        return candidate
    first = candidate.plans[seat]
    found: tuple[tuple[int, int], fmpz_poly, Rival] | None = None
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
    used, used_by_foe = _used(own), _used(mixture)
    reply = reply_to(boards[foe], mixture, Support(used, used), seat, spot)
    if reply is None or reply[1] != used:
        return candidate
    level = Support(used_by_foe, used_by_foe)
    fixed = plan_formula(boards[seat], Support(used, used), level, spot)
    if fixed is None or not _same(fixed, own):
        return candidate
    conditions = [Condition(mixture.below, strict=True)]
    conditions += [Condition(top) for top in mixture.tops if top not in (_ZERO, mixture.below)]
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
