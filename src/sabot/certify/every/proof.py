"""A list of all extreme equilibria, checked.

Standard library only. Each entry is an equilibrium, with the payoffs that it says and no gain for
either seat by any other strategy; it is extreme; none is listed twice. Then the cases show that
there are no others, and what the list spans is found anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sabot.certify.every.cases import all_there_are
from sabot.certify.every.corners import fixed
from sabot.certify.every.reading import Balanced, Bimatrix, Every, Weights
from sabot.certify.every.span import demand_spanned
from sabot.certify.limits import MOST_LISTED_WORK, Meter
from sabot.certify.statement.every import EveryProved
from sabot.errors import CertificateError


def stated(told: Every) -> EveryProved:
    """Return what a list says; raise CertificateError unless all of it is shown."""
    listed = set()
    judge = _Judge(told.bimatrix)
    for number, entry in enumerate(told.equilibria, 1):
        if entry.weights in listed:
            raise CertificateError(f"equilibrium number {number} is listed twice")
        listed.add(entry.weights)
        judge.demand_equilibrium(entry, number)
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


@dataclass(frozen=True, slots=True)
class _Met:
    """A strategy, as the other seat meets it."""

    worth: Fraction
    """What the best replies earn."""
    best: frozenset[int]
    extreme: bool
    """No mean of others with the same best replies."""


class _Judge:
    """Who looks at the entries of a list, one after the other."""

    def __init__(self, form: Bimatrix) -> None:
        one, two = form.payoffs
        self.form = form
        self.by_reply = one, [list(row) for row in zip(*two, strict=True)]
        self.bits = max(abs(c) for t in form.payoffs for row in t for c in row).bit_length()
        self.meter = Meter(MOST_LISTED_WORK, "the equilibria take")
        self.met: tuple[dict[Weights, _Met], dict[Weights, _Met]] = {}, {}

    def demand_equilibrium(self, entry: Balanced, number: int) -> None:
        """Demand that an entry is an equilibrium, extreme, with its payoffs."""
        for seat in (0, 1):
            own, other = entry.weights[seat], entry.weights[1 - seat]
            met = self.met[seat].get(other)
            if met is None:
                met = self.met[seat][other] = self._met(seat, other)
            if any(weight and k not in met.best for k, weight in enumerate(own)):
                raise CertificateError(
                    f"equilibrium number {number} is none: a seat could gain by another strategy"
                )
            if entry.payoffs[seat] != met.worth:
                raise CertificateError(f"equilibrium number {number} does not pay what it says")
            if not met.extreme:
                raise CertificateError(
                    f"equilibrium number {number} is not extreme: it is a mixture of others"
                )

    def _met(self, seat: int, weights: Weights) -> _Met:
        """Return what a seat finds against a strategy of the other."""
        table = self.by_reply[seat]
        mixed = [k for k, weight in enumerate(weights) if weight]
        long = max(weights).bit_length() * self.bits // 4096
        self.meter.take(len(table) * len(mixed) * (1 + long))
        earned = [sum(row[j] * weights[j] for j in mixed) for row in table]
        top = max(earned)
        best = [k for k, amount in enumerate(earned) if amount == top]
        self.meter.take(len(mixed) ** 2 * len(best) // 50)
        worth = Fraction(top, sum(weights) * self.form.denominators[seat])
        return _Met(worth, frozenset(best), fixed(table, mixed, best))
