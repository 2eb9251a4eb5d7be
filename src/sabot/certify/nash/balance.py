"""Equilibria, checked: each seat's best reply to the other's strategy earns it no more.

Standard library only. The best reply is found by backward induction on the seat's own cells, over
all its strategies, so nothing else can gain either.
"""

from __future__ import annotations

from fractions import Fraction
from operator import mul

from sabot.certify.form import Form
from sabot.certify.nash.reading import Nash
from sabot.certify.reading import brief, named
from sabot.certify.statement import NashProved
from sabot.errors import CertificateError

Plan = tuple[list[int], int]
"""The probability of each sequence, as integers over one denominator."""


def stated(told: Nash) -> NashProved:
    """Return what an equilibrium says; raise CertificateError unless all of it is so."""
    plans = [strategy.plan() for strategy in told.strategies]
    for seat in (0, 1):
        _check_seat(told, seat, plans[seat], plans[1 - seat])
    _check_off_path(told, plans)
    one, two = (seat.name for seat in told.form.seats)
    claims = dict(zip((one, two), _shown(told, plans), strict=True))
    return NashProved(told.game, (one, two), told.digest, told.payoffs, told.gains, claims, told)


def _shown(told: Nash, plans: list[Plan]) -> tuple[bool | None, bool | None]:
    """Return by seat whether it plays so in every equilibrium, after demanding that it is shown."""
    if told.choices is not None:
        from sabot.certify.pairs.alone import demand_claims

        demand_claims(told.forms, told.choices, told.unique)
        return told.unique
    for number, strategies in told.another.items():
        _demand_another(told, number, plans[number], [one.plan() for one in strategies])
    if True not in told.unique:
        return told.unique
    if told.sequences is not None:
        from sabot.certify.nash.plans import demand_same

        demand_same(told, plans)
        return told.unique
    from sabot.certify.nash.alone import all_alike

    return all_alike(told, plans)


def _demand_another(told: Nash, number: int, own: Plan, plans: list[Plan]) -> None:
    """Demand that a pair of plans is an equilibrium in which a seat plays otherwise."""
    name = named(told.form.seats[number].name)
    for seat in (0, 1):
        _, gain = _paid(told, seat, plans[seat], plans[1 - seat])
        if gain:
            other = named(told.form.seats[seat].name)
            raise CertificateError(
                f"another equilibrium for {name} is none: {other} could gain {brief(gain)}"
            )
    if [a * own[1] for a in plans[number][0]] == [b * plans[number][1] for b in own[0]]:
        raise CertificateError(f"{name} plays the same in the other equilibrium that is shown")


def _check_seat(told: Nash, number: int, own: Plan, other: Plan) -> None:
    """Demand that a seat is paid what is claimed, and that no reply of its own earns it more."""
    seat = told.form.seats[number]
    paid, gain = _paid(told, number, own, other)
    if paid != told.payoffs[number]:
        claimed = brief(told.payoffs[number])
        raise CertificateError(f"{named(seat.name)} is paid {brief(paid)}, claimed {claimed}")
    if gain:
        raise CertificateError(f"{named(seat.name)} could gain {brief(gain)} by a better reply")
    if told.gains[number]:
        claimed = brief(told.gains[number])
        raise CertificateError(f"{named(seat.name)} can gain nothing, claimed {claimed}")


def _paid(told: Nash, number: int, own: Plan, other: Plan) -> tuple[Fraction, Fraction]:
    """Return what a seat is paid, and what its best reply would earn it more."""
    form, seat = told.forms[number], told.forms[number].seats[number]
    worth = _earned(form, number, other[0])
    below = other[1] * form.denominator
    paid = Fraction(sum(map(mul, own[0], worth)), own[1] * below)
    for _, actions, parent, first in reversed(seat.cells):  # backward induction
        worth[parent] += max(worth[first : first + len(actions)])
    return paid, Fraction(worth[0], below) - paid


def _earned(form: Form, seat: int, plan: list[int]) -> list[int]:
    """Return what each sequence of a seat earns it against the other's plan.

    The form is that seat's own: of the second, a zero-sum game would have the sign turned.
    """
    found = form.gains(seat, plan)
    return found if seat == 0 else [-amount for amount in found]


def _check_off_path(told: Nash, plans: list[Plan]) -> None:
    """Check which views never come up, as far as the plans and the payoffs tell.

    A view that the seat's own plan never comes to is one of them, and one at which the plans are
    paid something is not. (Hands that pay nobody anything are not in the file.)
    """
    one, two = plans[0][0], plans[1][0]
    paid = {(i, j) for form in told.forms for i, j, amount in form.entries if amount}
    ends = {i for i, j in paid if two[j]}, {j for i, j in paid if one[i]}
    for number, seat in enumerate(told.form.seats):
        plan, met, away = plans[number][0], ends[number], told.off_path[number]
        for view, actions, parent, first in reversed(seat.cells):
            here = told.kind == "bimatrix" or not met.isdisjoint(range(first, first + len(actions)))
            if here:
                met.add(parent)
            if (plan[parent] and here and view in away) or (not plan[parent] and view not in away):
                raise CertificateError(
                    f"'off_path' is not true of {named(seat.name)} at {named(view)}"
                )
