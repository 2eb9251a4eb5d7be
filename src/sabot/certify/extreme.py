"""Lists of extreme optimal strategies, checked one by one, and their completeness where it is easy.

Standard library only. Each strategy secures the value; so does a small step from it to both sides
only if the step uses what the strategy uses and changes nothing for any best reply. Where those
equations have no solution but 0 the strategy is *extreme*: no mixture of two other optimal ones.

All optimal plans of a seat solve the equations of uniqueness (:mod:`sabot.certify.sequence`) for
any optimal plan of the other seat, here the mean of those listed. If they have one solution, one
strategy is all there are; if they leave one direction, two are. Otherwise that the list is complete
is not shown, and the statement says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify.dossier import demand_evidence
from sabot.certify.form import (
    Form,
    Known,
    Seat,
    Strategy,
    common_multiple,
    demand_quick,
    form_of,
    strategy_of,
)
from sabot.certify.rank import full_rank
from sabot.certify.reading import fraction_of, labels, named, record, text
from sabot.certify.seal import demand_seal
from sabot.certify.sequence import Proved, equations, optimal, secures
from sabot.certify.statement import Extreme, ListProved
from sabot.errors import CertificateError

_EQUILIBRIA = frozenset({"schema", "game", "value", "count", "seats", "certificate"})
_DESCRIBED = frozenset({"loose", "conditions", "family"})
_PRIMES = (16_777_213, 16_777_199, 16_777_183)
"""The three greatest primes below 2^24: a rank that is full modulo one of them is full."""
_MOST_MEAN = 64
"""Strategies of the other seat whose mean is taken: any of them will do, more show more."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The extreme optimal strategies of a game as a file tells them."""

    game: str
    form: Form
    value: Fraction
    vertices: tuple[tuple[Strategy, ...], tuple[Strategy, ...]]
    digest: str
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Nothing is said of views that the cards never show."""

    @property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """An optimal strategy of each seat."""
        return self.vertices[0][0], self.vertices[1][0]


def listed_of(document: Mapping[str, Any]) -> Listed:
    """Return what a ``sabot/equilibria/2`` claims and shows."""
    demand_evidence(document)
    seal = demand_seal(document, "list")
    record(document, _EQUILIBRIA, "a list of equilibria")
    held = record(document["certificate"], {"form", "digest"}, "the certificate")
    form = form_of(held["form"])
    names = [seat.name for seat in form.seats]
    told = record(document["seats"], names, "the seats")
    known: Known = {}
    one, two = (_vertices(seat, told[seat.name], known) for seat in form.seats)
    count = document["count"]
    if type(count) is not int or count != len(one) * len(two):
        raise CertificateError("'count' is not the product of both seats' numbers")
    value = fraction_of(document["value"])
    return Listed(text(document["game"], "the game"), form, value, (one, two), seal)


def _vertices(seat: Seat, data: Any, known: Known) -> tuple[Strategy, ...]:
    record(data, {"count", "vertices"}, f"what is told of {named(seat.name)}", _DESCRIBED)
    for key in ("loose", "conditions"):
        if data.get(key, []) != []:
            labels(data[key], f"{key} of {named(seat.name)}")
    if "family" in data:
        _demand_family(data["family"])
    vertices = data["vertices"]
    if type(vertices) is not list or not vertices:
        raise ValueError(f"the strategies of {named(seat.name)} are not a list")
    if type(data["count"]) is not int or data["count"] != len(vertices):
        raise CertificateError(
            f"{named(seat.name)}'s 'count' is not the number of strategies listed"
        )
    return tuple(strategy_of(seat, vertex, known) for vertex in vertices)


def _demand_family(data: Any) -> None:
    """Demand that the description by parameters, of which nothing is proved, is made of texts."""
    record(data, {"parameters", "domain", "choices"}, "a family")
    for key in ("parameters", "domain"):
        labels(data[key], f"{key} of a family")
    for view, mix in record(data["choices"], (), "choices", data["choices"]).items():
        for formula in record(mix, (), f"the choices at {view[:40]!r}", mix).values():
            text(formula, "a formula")


# ---------------------------------------------------------------------- what is checked


def stated(told: Listed) -> ListProved:
    """Return what a list says; raise CertificateError unless each entry is extreme and optimal."""
    proved = [_all_extreme(told, number) for number in (0, 1)]
    extreme = {
        seat.name: Extreme(len(proved[number]), _complete(told, number, proved))
        for number, seat in enumerate(told.form.seats)
    }
    one, two = extreme
    return ListProved(
        told.game,
        (one, two),
        told.digest,
        told.value,
        {name: found.unique for name, found in extreme.items()},
        extreme,
        source=told,
    )


def _all_extreme(told: Listed, number: int) -> list[Proved]:
    """Return the plans of a seat after proving that each is optimal, extreme, and listed once."""
    form, seen, found = told.form, set(), []
    name = form.seats[number].name
    for place, vertex in enumerate(told.vertices[number], 1):
        proved = optimal(form, number, vertex, told.value)
        shared = math.gcd(*proved.plan)
        plan = tuple(weight // shared for weight in proved.plan)
        if plan in seen:
            raise CertificateError(f"{named(name)}'s strategy number {place} is listed twice")
        seen.add(plan)
        if not _fixed(form, number, proved.used, proved.tight):
            raise CertificateError(
                f"{named(name)}'s strategy number {place} is not extreme: it is a mixture of others"
            )
        found.append(proved)
    return found


def _fixed(
    form: Form, seat: int, within: list[int], against: list[int], spot: int | None = None
) -> bool:
    """Tell whether the equations of a seat over some sequences have one solution.

    With *spot* one more is given: the chance of that sequence.
    """
    rows, width = equations(form, seat, within, against)
    if spot is not None:
        rows.append({within.index(spot) - 1: 1})
    return any(full_rank(rows, width, prime) for prime in _PRIMES)


def _complete(told: Listed, number: int, proved: Sequence[Sequence[Proved]]) -> bool:
    """Tell whether it is shown that a seat has no other extreme optimal strategies."""
    own, others = proved[number], proved[1 - number][:_MOST_MEAN]
    if len(own) > 2:
        return False
    against = _mean(told, 1 - number, others)
    spot = None
    if len(own) == 2:
        one, two = own
        spot = next(
            s
            for s, (a, b) in enumerate(zip(one.plan, two.plan, strict=True))
            if a * two.below != b * one.below
        )
    return _fixed(told.form, number, against.tight, against.used, spot)


def _mean(told: Listed, number: int, some: Sequence[Proved]) -> Proved:
    """Return the mean of optimal plans of a seat, which is one too."""
    if len(some) == 1:
        return some[0]
    below = common_multiple([one.below for one in some], len(some[0].plan))
    weights = [below // one.below for one in some]
    sizes = [sum(entry.bit_length() for entry in one.plan) for one in some]
    demand_quick(
        sum(weight.bit_length() * size for weight, size in zip(weights, sizes, strict=True))
    )
    plan = [
        sum(weight * entry for weight, entry in zip(weights, entries, strict=True))
        for entries in zip(*(one.plan for one in some), strict=True)
    ]
    return secures(told.form, number, plan, below * len(some), told.value)
