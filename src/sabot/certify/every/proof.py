"""A list of all extreme equilibria, checked.

Standard library only. Each entry is an equilibrium, with the payoffs that it says and no gain for
either seat by any other strategy; it is extreme; none is listed twice. Then the cases show that
there are no others, and what the list spans is found anew.
"""

from __future__ import annotations

from fractions import Fraction

from sabot.certify.every.cases import all_there_are
from sabot.certify.every.corners import fixed
from sabot.certify.every.reading import Balanced, Every
from sabot.certify.every.span import demand_spanned
from sabot.certify.statement.every import EveryProved
from sabot.errors import CertificateError


def stated(told: Every) -> EveryProved:
    """Return what a list says; raise CertificateError unless all of it is shown."""
    listed = set()
    for number, entry in enumerate(told.equilibria, 1):
        if entry.weights in listed:
            raise CertificateError(f"equilibrium number {number} is listed twice")
        listed.add(entry.weights)
        _demand_equilibrium(told, entry, number)
    for seat in (0, 1):
        alone = len({weights[seat] for weights in listed}) == 1
        if told.unique[seat] != alone:
            raise CertificateError("a claim of uniqueness is not what the list says")
    demand_spanned(told.equilibria, told.components)
    complete = all_there_are(told)
    one, two = told.bimatrix.seats
    verdicts = {
        seat: (claim if not claim or complete else None)
        for seat, claim in zip((one, two), told.unique, strict=True)
    }
    return EveryProved(told.game, (one, two), told.digest, verdicts, complete, told)


def _demand_equilibrium(told: Every, entry: Balanced, number: int) -> None:
    """Demand that an entry is an equilibrium, extreme, with its payoffs."""
    form = told.bimatrix
    for seat in (0, 1):
        own, other = entry.weights[seat], entry.weights[1 - seat]
        earned = form.earned(seat, other)
        top = max(earned)
        best = [k for k, amount in enumerate(earned) if amount == top]
        used = [k for k, weight in enumerate(own) if weight]
        if not set(used) <= set(best):
            raise CertificateError(
                f"equilibrium number {number} is none: a seat could gain by another strategy"
            )
        if entry.payoffs[seat] != Fraction(top, sum(other) * form.denominators[seat]):
            raise CertificateError(f"equilibrium number {number} does not pay what it says")
        table = form.payoffs[seat]
        by_reply = table if seat == 0 else [list(row) for row in zip(*table, strict=True)]
        mixed = [k for k, weight in enumerate(other) if weight]
        if not fixed(by_reply, mixed, best):
            raise CertificateError(
                f"equilibrium number {number} is not extreme: it is a mixture of others"
            )
