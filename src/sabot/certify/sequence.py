"""Matrices and sequence forms, checked: best replies by backward induction, and uniqueness.

Standard library only. Every optimal strategy of a seat uses only choices that are best against
*any* optimal strategy of the opponent and keeps the opponent indifferent over what that strategy
uses; a claim of uniqueness is this linear system of full column rank modulo a prime.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sabot.certify.dossier import Certificate, Several
from sabot.certify.form import Form, Seat, Strategy
from sabot.certify.rank import full_rank
from sabot.certify.reading import brief, named
from sabot.certify.statement import GameProved
from sabot.errors import CertificateError

_ASIDE = 2**61 - 1
"""A prime: two plans that differ by a multiple of it everywhere are hardly ever met."""


def stated(certificate: Certificate) -> GameProved:
    """Return what a certificate says; raise CertificateError unless all of it is so."""
    check_sequence(certificate)
    form = certificate.form
    one, two = (seat.name for seat in form.seats)
    verdicts = [not isinstance(evidence, Several) for evidence in certificate.uniqueness]
    return GameProved(
        certificate.game,
        (one, two),
        certificate.digest,
        certificate.value,
        {one: verdicts[0], two: verdicts[1]},
        source=certificate,
    )


def check_sequence(certificate: Certificate) -> None:
    """Raise CertificateError unless everything that a certificate claims is so."""
    form, value = certificate.form, certificate.value
    proved = [optimal(form, seat, certificate.strategies[seat], value) for seat in (0, 1)]
    _check_uniqueness(certificate, proved)
    if certificate.off_path is not None:
        _check_off_path(form, certificate.off_path, proved)
    if certificate.behaviour is not None:
        _check_behaviour(certificate, certificate.behaviour, proved)


def _check_off_path(
    form: Form, said: tuple[frozenset[str], frozenset[str]], proved: list[Proved]
) -> None:
    """Check which views never come up, as far as the plans and the payoffs tell.

    A view that the seat's own plan never comes to is one of them, and one at which the plans are
    paid something is not. (Hands that pay nothing are not in the file.)
    """
    one, two = proved[0].plan, proved[1].plan
    paid = [(i, j) for i, j, amount in form.entries if amount]
    ends = {i for i, j in paid if two[j]}, {j for i, j in paid if one[i]}
    for number, seat in enumerate(form.seats):
        plan, seen, away = proved[number].plan, ends[number], said[number]
        for view, actions, parent, first in reversed(seat.cells):
            met = form.rows is not None or not seen.isdisjoint(range(first, first + len(actions)))
            if met:
                seen.add(parent)
            if (plan[parent] and met and view in away) or (not plan[parent] and view not in away):
                raise CertificateError(
                    f"'off_path' is not true of {named(seat.name)} at {named(view)}"
                )


def _check_behaviour(
    certificate: Certificate, said: tuple[bool, bool], proved: list[Proved]
) -> None:
    """Check the claim on behaviour: unique when the plan is and comes to every view."""
    for number, seat in enumerate(certificate.form.seats):
        plan = proved[number].plan
        everywhere = all(plan[parent] for _, _, parent, _ in seat.cells)
        unique = not isinstance(certificate.uniqueness[number], Several)
        if said[number] is not (unique and everywhere):
            raise CertificateError(f"'unique_behaviour' is not true of {named(seat.name)}")


# ---------------------------------------------------------------------- best replies


@dataclass(frozen=True, slots=True)
class Proved:
    """A plan that was shown to secure the value, and what the other seat's choices are worth."""

    plan: list[int]
    below: int
    other: Seat
    worth: list[int]
    """What each sequence of the other seat earns it against this plan, with best play after it."""

    @property
    def used(self) -> list[int]:
        """The sequences that the plan gives a chance."""
        return [s for s, weight in enumerate(self.plan) if weight]

    @property
    def tight(self) -> list[int]:
        """The other seat's sequences that are best against this plan."""
        within, worth = {0}, self.worth
        for _, actions, parent, first in self.other.cells:
            if parent in within:
                here = range(first, first + len(actions))
                best = max(worth[first : first + len(actions)])
                within.update(s for s in here if worth[s] == best)
        return sorted(within)


def optimal(form: Form, seat: int, strategy: Strategy, value: Fraction) -> Proved:
    """Return the plan of a strategy after proving that it secures the value."""
    return secures(form, seat, *strategy.plan(), value)


def secures(form: Form, seat: int, plan: list[int], below: int, value: Fraction) -> Proved:
    """Return a plan after proving that it secures (or, of the second seat, concedes) the value."""
    other = form.seats[1 - seat]
    worth = form.gains(1 - seat, plan)
    for _, actions, parent, first in reversed(other.cells):  # backward induction
        worth[parent] += max(worth[first : first + len(actions)])
    worst = Fraction(-worth[0] if seat == 0 else worth[0], below * form.denominator)
    if worst != value:
        name, verb = form.seats[seat].name, "secures" if seat == 0 else "concedes"
        raise CertificateError(f"{named(name)} {verb} {brief(worst)}, claimed {brief(value)}")
    return Proved(plan, below, other, worth)


# ---------------------------------------------------------------------- uniqueness


def _check_uniqueness(certificate: Certificate, proved: list[Proved]) -> None:
    form, value = certificate.form, certificate.value
    regular: list[tuple[list[int], list[int], int]] = []
    for seat, evidence in enumerate(certificate.uniqueness):
        name = form.seats[seat].name
        if isinstance(evidence, Several):
            other = optimal(form, seat, evidence.another, value)
            own = proved[seat]
            if _same_plan(own, other):
                raise CertificateError(f"{named(name)}'s other optimal strategy is the same one")
            continue
        against = proved[1 - seat]
        if evidence.against is not None:
            against = optimal(form, 1 - seat, evidence.against, value)
        tight, used, prime = against.tight, against.used, _prime(evidence.prime)
        if (used, tight, prime) in regular:
            continue  # the transpose of a regular system is regular
        system, width = equations(form, seat, tight, used)
        if not full_rank(system, width, prime):
            raise CertificateError(
                f"{named(name)}'s strategy is not shown to be unique: the equations that every "
                "optimal strategy solves may have other solutions"
            )
        if len(system) == width:
            regular.append((tight, used, prime))


def _same_plan(one: Proved, two: Proved) -> bool:
    """Tell whether two plans, each over its own denominator, give every sequence the same chance.

    Where they differ modulo some number they differ; only what agrees there is multiplied out.
    """
    both = list(zip(one.plan, two.plan, strict=True))
    ones, twos = one.below % _ASIDE, two.below % _ASIDE
    if any((a % _ASIDE * twos - b % _ASIDE * ones) % _ASIDE for a, b in both):
        return False
    return all(a * two.below == b * one.below for a, b in both)


@lru_cache
def _prime(number: int) -> int:
    """Return a number below 2^24 after demanding that it is prime."""
    if not all(number % k for k in range(2, math.isqrt(number) + 1)):
        raise ValueError(
            f"a claim of uniqueness gives {number} as the number to compute remainders by; "
            "it must be an odd prime below 16,777,216"
        )
    return number


def equations(
    form: Form, seat: int, tight: list[int], used: list[int]
) -> tuple[list[dict[int, int]], int]:
    """Return the equations that every optimal plan of *seat* solves, and the number of unknowns.

    It may use only *tight* sequences and must leave the opponent level over those *used*. Unknowns:
    the chances of the tight sequences, then the worth of the opponent's cells that are reached.
    """
    own, other = form.seats[seat], form.seats[1 - seat]
    within, spot = set(tight), {s: k for k, s in enumerate(tight[1:])}
    lines: dict[int, dict[int, int]] = {s: {} for s in used if s}
    if form.rows is not None:
        for s in lines:
            rows = form.rows
            entries = (
                [rows[t - 1][s - 1] for t in tight[1:]]
                if seat == 0
                else ([rows[s - 1][t - 1] for t in tight[1:]])
            )
            lines[s] = dict(enumerate(entries))
    else:
        for one, two, amount in form.entries:
            mine, theirs = (one, two) if seat == 0 else (two, one)
            if theirs in lines and mine in spot:
                lines[theirs][spot[mine]] = amount
    width = len(spot)
    reached = set(used)
    for _, actions, parent, first in other.cells:
        if parent in reached:
            if parent:
                lines[parent][width] = 1
            for s in range(first, first + len(actions)):
                if s in lines:
                    lines[s][width] = -1
            width += 1
    system = list(lines.values())
    for _, actions, parent, first in own.cells:
        if parent in within:
            row = {spot[s]: 1 for s in range(first, first + len(actions)) if s in spot}
            if parent:
                row[spot[parent]] = -1
            system.append(row)
    return system, width
