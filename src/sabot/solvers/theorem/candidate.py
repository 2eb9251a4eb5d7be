"""Candidates: the formulas that the supports at one value give, and all they depend on.

Every condition under which the formulas are optimal is a polynomial that must not be negative:
those of the certificate. Plans are plans, and no cell offers a better reply.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

from sabot import watch
from sabot.forms.form import Plan
from sabot.forms.polynomial import PolynomialForm, lowest, value_at
from sabot.solvers.theorem.formula import Columns, PlanFormula, Support, columns, plan_formula
from sabot.solvers.theorem.signs import sign_at
from sabot.solvers.zero_sum.settle import Settled

_ZERO = fmpz_poly([0])
Boards = tuple[Columns, Columns]
Spot = Fraction | int


@dataclass(frozen=True)
class Condition:
    """A polynomial that must not be negative."""

    polynomial: fmpz_poly
    strict: bool = False
    """Whether it must not be 0 either: the denominator of a formula."""


@dataclass(frozen=True)
class Candidate:
    """Formulas found at one value: plans, value and everything they depend on."""

    plans: tuple[PlanFormula, PlanFormula]
    value: tuple[fmpz_poly, fmpz_poly]
    conditions: tuple[Condition, ...]
    exact: tuple[bool, bool]
    """Whether the conditions, where strict, make each side's plan the only optimal one."""
    another: tuple[PlanFormula | None, PlanFormula | None] = (None, None)
    """A second optimal plan of each side, where one was found."""
    witness: tuple[PlanFormula | None, PlanFormula | None] = (None, None)
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


def boards_of(form: PolynomialForm) -> Boards:
    """Return the payoffs as each seat meets them."""
    return columns(form.sides, form.payoffs, 0), columns(form.sides, form.payoffs, 1)


def supports_of(found: Settled, plans: tuple[Plan, Plan]) -> tuple[Support, Support]:
    """Return what both sides use, and what is as good, under some optimal plans."""
    made = []
    for seat in (0, 1):
        tight = frozenset(found.tight(seat, plans))
        used = frozenset(s for s, chance in enumerate(plans[seat]) if chance)
        made.append(Support(used, tight))
    return made[0], made[1]


def candidate_at(
    form: PolynomialForm, boards: Boards, found: Settled, spot: Spot
) -> Candidate | None:
    """Return formulas with the supports found at *spot*, if they hold at least there."""
    supports = supports_of(found, found.plans)
    plans = []
    for seat in (0, 1):
        plan = plan_formula(boards[seat], supports[seat], supports[1 - seat], spot)
        if plan is None or sign_at(plan.below, spot) == 0:
            return None
        plans.append(positive(plan, spot))
    return examined(form, boards, (plans[0], plans[1]), supports, spot)


def positive(plan: PlanFormula, spot: Spot) -> PlanFormula:
    """Return a plan with a denominator that is positive at *spot*."""
    if sign_at(plan.below, spot) > 0:
        return plan
    return PlanFormula(
        tuple(-top for top in plan.tops), -plan.below, plan.determinant, plan.from_used
    )


def examined(
    form: PolynomialForm,
    boards: Boards,
    plans: tuple[PlanFormula, PlanFormula],
    supports: tuple[Support, Support],
    spot: Spot,
) -> Candidate | None:
    """Return a candidate with everything it depends on, None if it is not one for ever."""
    conditions = [Condition(form.denominator, strict=True)]
    values = []
    exact = []
    for seat in (0, 1):
        plan, other = plans[seat], 1 - seat
        conditions.append(Condition(plan.below, strict=True))
        conditions += [
            Condition(plan.tops[s])
            for s in sorted(supports[seat].used - {0})
            if plan.tops[s] != plan.below
        ]
        reply = reply_to(boards[seat], plan, supports[other], other, spot)
        if reply is None:
            return None
        worth, tight, replies = reply
        conditions += replies
        values.append((worth, plan.below * form.denominator))
        # the other side's plan is unique if only used sequences are tight for ever
        exact.append(tight == supports[other].used)
    if values[0][0] * plans[1].below != values[1][0] * plans[0].below:
        return None  # equal at this value by chance, not as formulas
    value = lowest(*values[0])
    unique = tuple(exact[1 - seat] and plans[seat].from_used for seat in (0, 1))
    live = tuple(c for c in conditions if c.polynomial != 0)
    return Candidate(plans, value, live, (unique[0], unique[1]))


def reply_to(
    board: Columns, plan: PlanFormula, support: Support, seat: int, spot: Spot
) -> tuple[fmpz_poly, frozenset[int], list[Condition]] | None:
    """Return the worth of the best reply to *plan*, what is tight for ever, and the conditions.

    *seat* is who replies; payoffs are side one's, so side two wants the least.
    """
    sign = 1 if seat == 0 else -1
    side = board.other
    worth = _gains(board, plan)
    conditions: list[Condition] = []
    ties: dict[int, list[int]] = {}
    for number in range(len(side.cells) - 1, -1, -1):
        watch.heard()
        cell = side.cells[number]
        options = sorted(
            cell.sequences, key=lambda s: (-sign * _at(worth[s], spot), s not in support.used)
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
                conditions.append(Condition(gap))
        worth[cell.parent] = worth[cell.parent] + worth[best]
    tight = {0}
    for number, cell in enumerate(side.cells):
        if cell.parent in tight:
            tight.update(ties[number])
    return worth[0], frozenset(tight), conditions


def _at(polynomial: fmpz_poly, spot: Spot) -> Fraction | int:
    return int(polynomial(spot)) if isinstance(spot, int) else value_at(polynomial, spot)


def _gains(board: Columns, plan: PlanFormula) -> list[fmpz_poly]:
    """Return the other side's sequences' payoffs against *plan*, over the plan's denominator."""
    sure = {s for s, top in enumerate(plan.tops) if top == plan.below}
    mixed = {s: top for s, top in enumerate(plan.tops) if s not in sure and top != 0}
    gains = []
    for column in board.payoffs:
        watch.heard()
        total, rest = _ZERO, _ZERO
        for i, amount in column.items():
            if i in sure:
                total = total + amount
            elif i in mixed:
                rest = rest + amount * mixed[i]
        gains.append(total * plan.below + rest)
    return gains
