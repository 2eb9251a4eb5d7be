"""Solutions and certificates, read once into what they claim and what they show for it.

Standard library only. Three documents hold the same: a ``sabot/solution/2``, which says each thing
once; a ``sabot/certificate/1``; and a ``sabot/solution/1``, which holds such a certificate and says
its claims a second time, in the same words. Later code sees only the objects made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sabot.certify.form import Form, Known, Seat, Strategy, form_of, strategy_of
from sabot.certify.limits import MOST_PRIME
from sabot.certify.reading import (
    as_float,
    canonical,
    claim_of,
    demand_number,
    fraction_of,
    labels,
    named,
    record,
    seats_of,
    seen,
    shortened,
    text,
)
from sabot.certify.seal import CERTIFICATE, demand_seal
from sabot.errors import CertificateError, FileError

_CLAIMS = frozenset(
    {"schema", "game", "seats", "value", "decimal", "strategies", "unique", "unique_behaviour"}
    | {"off_path", "method", "seconds", "certificate"}
)
_CERTIFICATE = frozenset({"schema", "game", "form", "value", "strategies", "uniqueness", "digest"})


@dataclass(frozen=True, slots=True)
class Only:
    """Evidence that a seat has one optimal plan: a prime, and whose plan the equations are of."""

    prime: int
    against: Strategy | None
    """An optimal strategy of the other seat; None: the one that is claimed."""


@dataclass(frozen=True, slots=True)
class Several:
    """Evidence that a seat has more than one optimal plan."""

    another: Strategy


@dataclass(frozen=True, slots=True)
class Certificate:
    """A solved game as a file tells it: its claims, and the evidence for them."""

    game: str
    form: Form
    value: Fraction
    strategies: tuple[Strategy, Strategy]
    uniqueness: tuple[Only | Several, Only | Several]
    off_path: tuple[frozenset[str], frozenset[str]] | None
    """The views that never come up; None where that is not claimed."""
    behaviour: tuple[bool, bool] | None
    """Whether the behaviour is unique too; None where that is not claimed."""
    unreachable: Mapping[str, tuple[str, ...]]
    """By seat, views that the rules know and the cards never show: none of them is in the game."""
    digest: str


def demand_evidence(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the evidence in a solution; without it nothing is proved."""
    if "certificate" not in document:
        raise ValueError("'certificate' is missing")
    held = document["certificate"]
    if held is None:
        said = document.get("no_certificate")
        why = shortened(said, 300) if isinstance(said, str) else "nothing in it can be checked"
        raise CertificateError(f"it carries no certificate: {why}")
    if not isinstance(held, Mapping):
        raise ValueError("the certificate is not an object")
    return held


def is_deal(document: Mapping[str, Any]) -> bool:
    """Tell whether a document is about a deal played trick by trick."""
    held = document if document["schema"] == CERTIFICATE else demand_evidence(document)
    form = held.get("form")
    if not isinstance(form, Mapping):
        raise ValueError("the form is not an object")
    return form.get("kind") == "tricks"


# ---------------------------------------------------------------------- number 2


def solution_of(document: Mapping[str, Any]) -> Certificate:
    """Return what a ``sabot/solution/2`` claims and shows."""
    seal = demand_seal(document, "solution")
    record(document, _CLAIMS, "a solution", {"unreachable"})
    held = record(document["certificate"], {"form", "uniqueness", "digest"}, "the certificate")
    form = form_of(held["form"], seats_of(document["seats"]))
    names = [seat.name for seat in form.seats]
    unique = record(document["unique"], names, "the uniqueness claims")
    shown = record(held["uniqueness"], names, "the evidence of uniqueness")
    known: Known = {}
    claims = [_verdict(unique[name]) for name in names]
    evidence = [
        _evidence(form, number, claims[number], shown[name], known)
        for number, name in enumerate(names)
    ]
    value = fraction_of(document["value"])
    _demand_decimal(document["decimal"], value)
    demand_how(document)
    return Certificate(
        text(document["game"], "the game"),
        form,
        value,
        strategies_of(form, document["strategies"], known),
        (evidence[0], evidence[1]),
        off_path_of(form, document["off_path"]),
        _behaviour(form, document["unique_behaviour"]),
        unreachable_of(form, document),
        seal,
    )


def demand_how(document: Mapping[str, Any]) -> None:
    """Demand that what is said of how and how fast it was found are words and a number."""
    text(document["method"], "the method")
    demand_number(document["seconds"], "the time")


def _verdict(claim: Any) -> bool:
    found = claim_of(claim)
    if found is None:
        raise ValueError("a uniqueness claim with evidence is true or false")
    return found


def strategies_of(form: Form, data: Any, known: Known) -> tuple[Strategy, Strategy]:
    """Return both seats' strategies."""
    record(data, [seat.name for seat in form.seats], "the strategies")
    one, two = (strategy_of(seat, data[seat.name], known) for seat in form.seats)
    return one, two


def _evidence(
    form: Form, number: int, unique: bool, data: Any, known: Known, *also: str
) -> Only | Several:
    """Return the evidence for a claim; *also* are keys that stand beside it."""
    seat = form.seats[number]
    what = f"the claim on {named(seat.name)}'s uniqueness"
    if not unique:
        record(data, {"another", *also}, what)
        return Several(strategy_of(seat, data["another"], known))
    record(data, {"prime", *also}, what, {"against"})
    prime = data["prime"]
    if type(prime) is not int or not 2 < prime < MOST_PRIME:
        raise ValueError(
            f"a claim of uniqueness gives {seen(prime)} as the number to compute remainders by; "
            "it must be an odd prime below 16,777,216"
        )
    if "against" not in data:
        return Only(prime, None)
    return Only(prime, strategy_of(form.seats[1 - number], data["against"], known))


def off_path_of(form: Form, data: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Return the views of each seat that are said never to come up."""
    record(data, [seat.name for seat in form.seats], "what is off the path")
    one, two = (_views(seat, data[seat.name]) for seat in form.seats)
    return one, two


def _views(seat: Seat, data: Any) -> frozenset[str]:
    listed = frozenset(
        labels(data, f"views of {named(seat.name)} off the path") if data != [] else ()
    )
    if not listed <= seat.views:
        raise ValueError(f"what is off the path is not a view of {named(seat.name)}")
    return listed


def _behaviour(form: Form, data: Any) -> tuple[bool, bool]:
    names = [seat.name for seat in form.seats]
    record(data, names, "the claims on behaviour")
    return _verdict(data[names[0]]), _verdict(data[names[1]])


def _demand_decimal(said: Any, value: Fraction) -> None:
    """Demand that the decimal, a help for reading, is the float nearest to the value."""
    if said is not None and type(said) is not float:
        raise CertificateError("the solution's 'decimal' is not a decimal number")
    if said != as_float(value):
        raise CertificateError("the solution's 'decimal' is not what its certificate proves")


def unreachable_of(form: Form, document: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the views that the cards never show, after demanding that none is in the game."""
    names = [seat.name for seat in form.seats]
    said = record(document.get("unreachable", {}), (), "what is unreachable", names)
    found = {}
    for seat in form.seats:
        listed = said.get(seat.name, [])
        views = labels(listed, f"unreachable views of {named(seat.name)}") if listed != [] else []
        for view in views:
            if view in seat.views:
                raise CertificateError(
                    f"{named(seat.name)}'s view {view[:40]!r} is in the game, not unreachable"
                )
        if seat.name in said:
            found[seat.name] = tuple(views)
    return found


# ---------------------------------------------------------------------- number 1


def certificate_of(data: Mapping[str, Any]) -> Certificate:
    """Return what a ``sabot/certificate/1`` claims and shows."""
    if data.get("schema") != CERTIFICATE:
        raise FileError(f"certificate schema {seen(data.get('schema'))} is not known")
    seal = demand_seal(data, "certificate")
    record(data, _CERTIFICATE, "a certificate", {"off_path"})
    form = form_of(data["form"])
    names = [seat.name for seat in form.seats]
    claims = data["uniqueness"]
    if not isinstance(claims, Mapping) or claims.keys() != set(names):
        raise ValueError("the uniqueness claims do not name the two seats")
    known: Known = {}
    evidence = []
    for number, name in enumerate(names):
        claim = claims[name]
        if not isinstance(claim, Mapping) or "unique" not in claim:
            raise ValueError(f"the claim on {named(name)}'s uniqueness is none")
        verdict = _verdict(claim["unique"])
        evidence.append(_evidence(form, number, verdict, claim, known, "unique"))
    return Certificate(
        text(data["game"], "the game"),
        form,
        fraction_of(data["value"]),
        strategies_of(form, data["strategies"], known),
        (evidence[0], evidence[1]),
        off_path_of(form, data["off_path"]) if "off_path" in data else None,
        None,
        {},
        seal,
    )


def older_solution_of(document: Mapping[str, Any]) -> Certificate:
    """Return what a ``sabot/solution/1`` claims: its certificate, and the same once more."""
    held = demand_evidence(document)
    found = certificate_of(held)
    record(document, _CLAIMS, "a solution", {"unreachable"})
    if found.off_path is None:
        raise ValueError("'off_path' is missing in the certificate")
    claims = {name: claim["unique"] for name, claim in held["uniqueness"].items()}
    said_twice = {
        "game": held["game"],
        "value": held["value"],
        "strategies": held["strategies"],
        "unique": claims,
        "seats": held["form"]["seats"],
        "off_path": held["off_path"],
    }
    demand_same(document, said_twice)
    _demand_decimal(document["decimal"], found.value)
    demand_how(document)
    behaviour = _behaviour(found.form, document["unique_behaviour"])
    return replace(found, behaviour=behaviour, unreachable=unreachable_of(found.form, document))


def demand_same(document: Mapping[str, Any], proved: Mapping[str, Any]) -> None:
    """Demand that a solution says what is proved, written alike: 1, 1.0 and true are different."""
    for field, fact in proved.items():
        said = document[field]
        if said != fact or canonical(said) != canonical(fact):
            raise CertificateError(f"the solution's {field!r} is not what its certificate proves")
