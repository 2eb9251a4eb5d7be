"""Profiles, checked: what each seat is paid, and what its best reply would earn it more.

Standard library only. The best reply is found by backward induction on the seat's own cells, over
all its strategies. A profile is an equilibrium where no seat gains, and nowhere else.
"""

from __future__ import annotations

from fractions import Fraction
from operator import mul

from sabot.certify.limits import MOST_SEATS_WORK
from sabot.certify.reading import brief, named
from sabot.certify.seats.reading import Many, Told
from sabot.certify.statement import SeatsProved
from sabot.errors import CertificateError, FileError

Plan = tuple[list[int], int]
"""The probability of each sequence, as integers over one denominator."""


def stated(told: Told) -> SeatsProved:
    """Return what a profile says; raise CertificateError unless all of it is so."""
    plans = [strategy.plan() for strategy in told.strategies]
    _demand_quick(told.form, plans)
    for number, seat in enumerate(told.form.seats):
        paid, gain = judged(told.form, number, plans)
        for what, found, claimed in (
            ("is paid", paid, told.payoffs[number]),
            ("could gain", gain, told.gains[number]),
        ):
            if found != claimed:
                said = f"{what} {brief(found)}, claimed {brief(claimed)}"
                raise CertificateError(f"{named(seat.name)} {said}")
    if told.equilibrium == any(told.gains):
        claimed_so = "is called" if told.equilibrium else "is not called"
        raise CertificateError(f"the profile {claimed_so} an equilibrium, against its gains")
    names = tuple(seat.name for seat in told.form.seats)
    return SeatsProved(told.game, names, told.digest, told.payoffs, told.gains, source=told)


def _demand_quick(form: Many, plans: list[Plan]) -> None:
    """Refuse plans whose numbers are too long to be multiplied at every payoff."""
    bits = sum(below.bit_length() for _, below in plans)
    work = len(form.entries) * len(plans) ** 2 * (bits // 64 + 1) ** 2
    if work > MOST_SEATS_WORK:
        raise FileError("the chances of the strategies are too long to be multiplied out")


def judged(form: Many, number: int, plans: list[Plan]) -> tuple[Fraction, Fraction]:
    """Return what a seat is paid, and what its best reply to the others would earn it more."""
    own, below = plans[number]
    worth = [0] * form.seats[number].count
    others = [(k, plan) for k, (plan, _) in enumerate(plans) if k != number]
    for spot, amounts in form.entries:
        amount = amounts[number]
        for k, plan in others:
            if not amount:
                break
            amount *= plan[spot[k]]
        worth[spot[number]] += amount
    unit = form.denominator
    for k, (_, other) in enumerate(plans):
        unit *= other if k != number else 1
    paid = Fraction(sum(map(mul, own, worth)), below * unit)
    for _, actions, parent, first in reversed(form.seats[number].cells):
        worth[parent] += max(worth[first : first + len(actions)])
    return paid, Fraction(worth[0], unit) - paid
