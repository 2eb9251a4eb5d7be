"""Matrices and sequence forms, checked: best replies by backward induction, and uniqueness.

Standard library only. Every optimal strategy of a seat uses only choices that are best against
*any* optimal strategy of the opponent and keeps the opponent indifferent over what that strategy
uses; a claim of uniqueness is this linear system of full column rank modulo a prime.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sabot.certify.rank import full_rank
from sabot.certify.reading import (
    Form,
    Seat,
    Table,
    brief,
    form_of,
    labels,
    only,
    pair_of,
    plan_of,
    whole,
)
from sabot.errors import CertificateError


def check_sequence(certificate: Mapping[str, Any]) -> tuple[Form, Fraction, list[Proved]]:
    """Return the game in a certificate, its value and both plans, all proved."""
    form = form_of(certificate["form"])
    value = Fraction(*pair_of(certificate["value"]))
    proved = [
        optimal(form, seat, certificate["strategies"][form.seats[seat].name], value)
        for seat in (0, 1)
    ]
    only(certificate["strategies"], {seat.name for seat in form.seats}, "the strategies")
    _check_uniqueness(form, certificate["uniqueness"], value, proved)
    if "off_path" in certificate:
        _check_off_path(form, certificate["off_path"], proved)
    return form, value, proved


def _check_off_path(form: Form, said: Mapping[str, Any], proved: list[Proved]) -> None:
    """Check which views never come up, as far as the plans and the payoffs tell.

    A view that the seat's own plan never comes to is one of them, and one at which the plans are
    paid something is not. (Hands that pay nothing are not in the file.)
    """
    only(said, {seat.name for seat in form.seats}, "what is off the path")
    ends: tuple[set[int], set[int]] = (set(), set())
    for one, two, amount in form.entries:
        if amount and proved[1].plan[two]:
            ends[0].add(one)
        if amount and proved[0].plan[one]:
            ends[1].add(two)
    for number, seat in enumerate(form.seats):
        listed, plan = said[seat.name], proved[number].plan
        views = {view for view, *_ in seat.cells}
        if listed and not set(labels(listed, f"{seat.name}'s views off the path")) <= views:
            raise ValueError(f"what is off the path is not a view of {seat.name}")
        seen, away = ends[number], set(listed)
        for view, actions, parent, first in reversed(seat.cells):
            met = form.rows is not None or any(
                s in seen for s in range(first, first + len(actions))
            )
            if met:
                seen.add(parent)
            if (plan[parent] and met and view in away) or (not plan[parent] and view not in away):
                raise CertificateError(f"'off_path' is not true of {seat.name} at {view!r}")


def check_behaviour(document: Mapping[str, Any], form: Form, proved: list[Proved]) -> None:
    """Check the claim on behaviour: unique when the plan is and comes to every view."""
    for seat, own in zip(form.seats, proved, strict=True):
        everywhere = all(own.plan[parent] for _, _, parent, _ in seat.cells)
        if document["unique_behaviour"][seat.name] is not (
            document["unique"][seat.name] and everywhere
        ):
            raise CertificateError(f"'unique_behaviour' is not true of {seat.name}")


# ---------------------------------------------------------------------- best replies


def _reply(seat: Seat, gains: list[int]) -> tuple[int, list[int]]:
    """Return the best reply's worth, and the tight sequences, by backward induction."""
    worth = list(gains)
    best = [0] * len(seat.cells)
    for number in range(len(seat.cells) - 1, -1, -1):
        _, actions, parent, first = seat.cells[number]
        best[number] = max(worth[first : first + len(actions)])
        worth[parent] += best[number]
    within = {0}
    for number, (_, actions, parent, first) in enumerate(seat.cells):
        if parent in within:
            within.update(s for s in range(first, first + len(actions)) if worth[s] == best[number])
    return worth[0], sorted(within)


@dataclass(frozen=True, slots=True)
class Proved:
    """A plan that was shown to secure the value, and what the other seat's choices are worth."""

    plan: list[int]
    below: int
    tight: list[int]
    """The other seat's sequences that are best against this plan."""

    @property
    def used(self) -> list[int]:
        """The sequences that the plan gives a chance."""
        return [s for s, weight in enumerate(self.plan) if weight]


def optimal(form: Form, seat: int, table: Table, value: Fraction) -> Proved:
    """Return the plan of a strategy after proving that it secures the value."""
    plan, below = plan_of(form.seats[seat], table)
    other = 1 - seat
    reply, tight = _reply(form.seats[other], form.gains(other, plan))
    worst = Fraction(-reply if seat == 0 else reply, below * form.denominator)
    if worst != value:
        name, verb = form.seats[seat].name, "secures" if seat == 0 else "concedes"
        raise CertificateError(f"{name} {verb} {brief(worst)}, claimed {brief(value)}")
    return Proved(plan, below, tight)


# ---------------------------------------------------------------------- uniqueness


def _check_uniqueness(
    form: Form,
    claims: Mapping[str, Mapping[str, Any]],
    value: Fraction,
    proved: list[Proved],
) -> None:
    if set(claims) != {seat.name for seat in form.seats}:
        raise ValueError("the uniqueness claims do not name the two seats")
    regular: list[tuple[list[int], list[int]]] = []
    for seat in (0, 1):
        name = form.seats[seat].name
        claim = claims[name]
        evidence = {"another"} if claim["unique"] is False else {"prime", "against"}
        only(claim, {"unique", *evidence}, f"the claim on {name}'s uniqueness")
        if claim["unique"] is False:
            other = optimal(form, seat, claim["another"], value)
            own = proved[seat]
            if [s * own.below for s in other.plan] == [s * other.below for s in own.plan]:
                raise CertificateError(f"{name}'s other optimal strategy is the same one")
        elif claim["unique"] is True:
            against = proved[1 - seat]
            if "against" in claim:
                against = optimal(form, 1 - seat, claim["against"], value)
            tight, used = against.tight, against.used
            if (used, tight) in regular:
                continue  # the transpose of a regular system is regular
            system, width = _system(form, seat, tight, used)
            if not full_rank(system, width, _prime(whole(claim["prime"]))):
                raise CertificateError(
                    f"{name}'s strategy is not shown to be unique: the equations that every "
                    "optimal strategy solves may have other solutions"
                )
            if len(system) == width:
                regular.append((tight, used))
        else:
            raise ValueError("a uniqueness claim is true or false")


@lru_cache
def _prime(number: int) -> int:
    if not 2 < number < 2**24 or not all(number % k for k in range(2, math.isqrt(number) + 1)):
        raise ValueError(
            f"a claim of uniqueness gives {number} as the number to compute remainders by; "
            "it must be an odd prime below 16,777,216"
        )
    return number


def _system(
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
                line = lines[theirs]
                line[spot[mine]] = line.get(spot[mine], 0) + amount
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
