"""Profiles of games with real hands: what each seat is paid, and that it cannot gain more.

Standard library only. Each seat holds a number drawn from [0, 1] for itself; the rest is public. A
``sabot/equilibrium/1`` gives the betting as a tree, for each turn the intervals of hands and what
is done with them, what each seat is paid, and a bound on what it could gain by *any* other
strategy. One seat is followed at a time (:mod:`sabot.certify.betting.roads`). With a hand x the
chance to win a showdown is a product over the rivals of how many of their hands are below x, so the
worth of every choice is a polynomial in x between neighbouring cuts
(:mod:`sabot.certify.betting.curves`). What the profile pays is integrated exactly; what any
strategy could earn is bounded from above.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.betting.curves import area
from sabot.certify.betting.freedom import demand_free
from sabot.certify.betting.roads import Measure, Road
from sabot.certify.reading import brief, escaped
from sabot.certify.statement import BalanceProved
from sabot.errors import CertificateError

if TYPE_CHECKING:
    from sabot.certify.betting.profile import Balance

ZERO = Fraction(0)


def check_balance(balance: Balance) -> Balance:
    """Demand that every seat is paid what is claimed, and can gain no more than is claimed.

    What comes back has the payoffs and gains that were computed here, not those of the file.
    """
    measure = Measure.of(balance)
    found = []
    for seat, name in enumerate(balance.seats):
        paid, best = Road(measure, seat).walked()
        exact = area(paid) / measure.whole
        claimed, within = balance.payoffs[seat]
        if abs(exact - claimed) > within:
            raise CertificateError(
                f"{escaped(name)} is not paid {brief(claimed)} but {brief(exact)}"
            )
        gain = area(best) / measure.whole - exact
        if gain > balance.gains[seat]:
            raise CertificateError(
                f"{escaped(name)} may gain {brief(gain)}, more than the bound that is claimed"
            )
        found.append((exact, gain))
    gains = tuple(gain for _, gain in found)
    bound = demand_free(balance, measure, gains)
    paid_exactly = tuple((paid, ZERO) for paid, _ in found)
    return replace(balance, payoffs=paid_exactly, gains=gains, bound=bound)


def stated(balance: Balance) -> BalanceProved:
    """Check an equilibrium and return what it proves."""
    found = check_balance(balance)
    paid = tuple(amount for amount, _ in found.payoffs)
    return BalanceProved(
        balance.game, balance.seats, balance.digest, paid, found.gains, source=found
    )
