"""A proof, read once: its pieces with their formulas, plans and reasons, as typed objects.

Standard library only. The grammar is that of ``docs/reference/certificate.md``. Formulas are in
lowest terms and numbers everywhere on their range; what is said twice, in words and in
polynomials, is compared by :mod:`sabot.certify.theorem.proof`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sabot.certify.dossier import Certificate, certificate_of
from sabot.certify.form import Seat
from sabot.certify.reading import (
    canonical,
    claim_of,
    fraction_of,
    labels,
    named,
    record,
    seen,
    text,
    whole,
)
from sabot.certify.seal import demand_seal
from sabot.certify.theorem.expression import Quotient
from sabot.certify.theorem.form import (
    Pin,
    PolyGame,
    PolyPlan,
    as_it_is,
    game_of,
    pin_of,
    plan_of,
)
from sabot.certify.theorem.inequality import REASONS, Listed, Reason
from sabot.certify.theorem.opening import (
    covering,
    demand_time,
    domain_of,
    ends_of,
    formula_of,
    list_of,
    parameter_of,
)
from sabot.certify.theorem.polynomial import polynomial_of
from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import RealSpan, WholeSpan, point_of, span_of
from sabot.errors import CertificateError

Claims = tuple[bool | None, bool | None]
_PROOF = frozenset(
    {"schema", "game", "parameter", "domain", "seats", "pieces", "reasons", "form", "digest"}
)
_PIECE = frozenset({"from", "to", "value", "strategies", "unique", "value_parts", "plans"})
_SHOWN = frozenset({"basis", "inequalities"})
_SURE: dict[str, Quotient] = {"0": ([], [1]), "1": ([1], [1])}


@dataclass(frozen=True)
class Basis:
    """What a seat uses on a piece, what is as good, and what fixes its plan."""

    used: Mapping[str, list[str]]
    tight: Mapping[str, list[str]]
    equations: list[str] | None = None
    differs: str | None = None


@dataclass(frozen=True)
class Piece:
    """A range of the parameter, what is claimed on it, and why. Pinned, if it is one value."""

    span: WholeSpan | RealSpan
    formula: str
    """The value as it is written."""
    value: Quotient
    """The same, read."""
    strategies: tuple[list[Quotient], list[Quotient]]
    """By seat: the chance of each sequence where it is chosen; that of the empty one is 1."""
    unique: Claims
    claimed: Quotient
    """The value as the polynomials that are computed with."""
    plans: tuple[PolyPlan, PolyPlan]
    basis: tuple[Basis, Basis]
    inequalities: tuple[Listed, ...]
    another: Mapping[int, PolyPlan]
    """By the number of a seat: a second optimal plan."""
    witness: Mapping[int, PolyPlan]
    """By the number of a seat: the plan of the other one that shows its own to be the only one."""
    certificate: Certificate | None


@dataclass(frozen=True)
class Breakpoint:
    """Where pieces over the real numbers begin, meet or end, and what is claimed there."""

    at: Point
    unique: Claims
    another: Mapping[int, PolyPlan]
    witness: Mapping[int, PolyPlan]
    certificate: Certificate | None


@dataclass(frozen=True)
class Sort:
    """What a choice of the second seat is on a range of whole numbers."""

    span: WholeSpan
    word: str


@dataclass(frozen=True)
class Proof:
    """A theorem and all that it rests on."""

    game: str
    parameter: str
    whole: bool
    low: Point
    high: Point | None
    form: PolyGame
    pieces: tuple[Piece, ...]
    breakpoints: tuple[Breakpoint, ...] | None
    sorts: Mapping[str, tuple[Sort, ...]] | None
    """By view of the second seat, in order; None where nothing is sorted."""
    digest: str


def proof_of(document: Mapping[str, Any]) -> Proof:
    """Return the theorem in a ``sabot/proof/1``, its pieces in order and without a gap."""
    seal = demand_seal(document, "proof")
    record(document, _PROOF, "a proof", {"breakpoints", "classification", "seconds"})
    demand_time(document)
    form = game_of(document["form"])
    if canonical(document["reasons"]) != canonical(REASONS):
        raise CertificateError("the proof gives its reasons in other words than this checker's")
    if document["seats"] != [seat.name for seat in form.seats]:
        raise CertificateError("the proof and its form name different seats")
    parameter = parameter_of(document["parameter"])
    domain = domain_of(document["domain"])
    reader = _Pieces(form, parameter, reals=not domain["whole"])
    pieces = reader.all(document["pieces"], domain)
    points = None
    if "breakpoints" in document:
        if domain["whole"]:
            raise ValueError("whole numbers have no breakpoints")
        points = tuple(_breakpoint(form, data) for data in list_of(document["breakpoints"]))
    sorts = None
    if "classification" in document:
        sorts = _sorts(form.seats[1], document["classification"])
    return Proof(
        text(document["game"], "the game"),
        parameter,
        domain["whole"],
        *ends_of(domain),
        form,
        pieces,
        points,
        sorts,
        seal,
    )


# ---------------------------------------------------------------------- pieces


@dataclass(frozen=True)
class _Pieces:
    """The reader of pieces of one proof."""

    form: PolyGame
    parameter: str
    reals: bool

    def all(self, data: Any, domain: Mapping[str, Any]) -> tuple[Piece, ...]:
        """Return all pieces, after demanding that they cover the domain without a gap."""
        others = _SHOWN | {"another", "witness", "certificate"}
        pieces = covering(data, domain, _PIECE, others, reals=self.reals)
        return tuple(self.one(piece, span) for piece, span in pieces)

    def one(self, data: Mapping[str, Any], span: WholeSpan | RealSpan) -> Piece:
        """Return one piece."""
        for part in _SHOWN:
            if part not in data:
                raise CertificateError(
                    f"{span}: no {part}; if an earlier Sabot made it, prove it anew"
                )
        seats, pin = self.form.seats, pin_of(span)
        names = [seat.name for seat in seats]
        basis = record(data["basis"], names, "the bases")
        plans = record(data["plans"], names, "the plans")
        if "certificate" in data and (not isinstance(span, WholeSpan) or span.low != span.high):
            raise CertificateError(f"{span}: a certificate is about one value only")
        known = dict(_SURE)
        claims = claims_of(names, data["unique"])
        _demand_due(names, data, claims)
        return Piece(
            span,
            text(data["value"], "the value of a piece"),
            self.formula(data["value"], span, known),
            self.strategies(data["strategies"], span, known),
            claims,
            value_parts_of(data["value_parts"], pin),
            (plan_of(seats[0], plans[names[0]], pin), plan_of(seats[1], plans[names[1]], pin)),
            (basis_of(seats[0], basis[names[0]]), basis_of(seats[1], basis[names[1]])),
            tuple(map(listed_of, list_of(data["inequalities"]))),
            _plans(self.form, data, "another", pin),
            _plans(self.form, data, "witness", pin),
            certificate_of(data["certificate"]) if "certificate" in data else None,
        )

    def strategies(
        self, data: Any, span: WholeSpan | RealSpan, known: dict[str, Quotient]
    ) -> tuple[list[Quotient], list[Quotient]]:
        """Return the formulas of both strategies, by sequence."""
        seats = self.form.seats
        record(data, [seat.name for seat in seats], "the strategies")
        both = []
        for seat in seats:
            table, found = data[seat.name], [_SURE["1"]]
            if not isinstance(table, Mapping) or table.keys() != seat.views:
                raise ValueError(
                    f"{named(seat.name)}'s strategy does not answer exactly its own views"
                )
            for view, actions, _, _ in seat.cells:
                mix = record(table[view], actions, f"{named(seat.name)}'s answer at {view[:40]!r}")
                found += [self.formula(mix[action], span, known) for action in actions]
            both.append(found)
        return both[0], both[1]

    def formula(
        self, data: Any, span: WholeSpan | RealSpan, known: dict[str, Quotient]
    ) -> Quotient:
        """Return a formula: in lowest terms, and a number at every value of its range."""
        if type(data) is not str or data not in known:
            top, below = formula_of(data, self.parameter, span)
            pin = pin_of(span)
            known[data] = pin(top), pin(below)
        return known[data]


def claims_of(names: list[str], data: Any) -> Claims:
    """Return both seats' claims of uniqueness."""
    if not isinstance(data, Mapping) or data.keys() != set(names):
        raise ValueError("the uniqueness claims are not the seats'")
    return claim_of(data[names[0]]), claim_of(data[names[1]])


def _demand_due(names: list[str], data: Mapping[str, Any], claims: Claims) -> None:
    """Demand that no evidence is held for a claim that is not made, or that a certificate shows."""
    for kind, due in (("another", False), ("witness", True)):
        for name in data.get(kind, {}):
            if "certificate" in data or name not in names or claims[names.index(name)] is not due:
                raise ValueError(f"{name[:40]!r} is not a part of the plans of {kind!r}")


def value_parts_of(data: Any, pin: Pin) -> Quotient:
    """Return the value as a polynomial over a polynomial."""
    if type(data) is not list or len(data) != 2:
        raise ValueError("the value is not a polynomial over a polynomial")
    top, below = (polynomial_of(part, "a part of the value") for part in data)
    return pin(top), pin(below)


def _plans(form: PolyGame, data: Mapping[str, Any], kind: str, pin: Pin) -> dict[int, PolyPlan]:
    """Return the further plans of a piece or a breakpoint: ``another`` own, ``witness`` foreign."""
    names = [seat.name for seat in form.seats]
    held = record(data.get(kind, {}), (), f"the plans of {kind!r}", names)
    of = {0: 0, 1: 1} if kind == "another" else {0: 1, 1: 0}
    return {
        number: plan_of(form.seats[of[number]], held[name], pin)
        for number, name in enumerate(names)
        if name in held
    }


def basis_of(seat: Seat, data: Any) -> Basis:
    """Return the basis of a seat on a piece."""
    record(data, {"used", "tight"}, "a basis", {"equations", "differs"})
    for kind in ("used", "tight"):
        if not isinstance(data[kind], Mapping) or not data[kind].keys() <= seat.views:
            raise ValueError(f"what {named(seat.name)} has {kind} is not by its views")
        for view, actions in data[kind].items():
            labels(actions, f"actions {kind} at {view[:40]!r}")
    equations = labels(data["equations"], "equations") if "equations" in data else None
    differs = text(data["differs"], "where plans differ") if "differs" in data else None
    return Basis(data["used"], data["tight"], equations, differs)


def listed_of(data: Any) -> Listed:
    """Return an inequality that a piece lists."""
    record(data, {"says", "polynomial", "is", "why"}, "an inequality", {"of"})
    return Listed(
        text(data["says"], "what an inequality says"),
        polynomial_of(data["polynomial"], "the polynomial of an inequality"),
        text(data["is"], "the sense of an inequality"),
        text(data["of"], "what a reason is of") if "of" in data else None,
        reason_of(data["why"]),
    )


def reason_of(data: Any) -> Reason:
    """Return a reason: its code, and the numbers that it speaks of."""
    code, *numbers = [data] if type(data) is str else list_of(data)
    if code in ("value", "shift") and not numbers:
        return Reason(code)
    if code == "parts":
        return Reason(code, cuts=tuple(whole(cut) for cut in numbers))
    if code in ("sturm", "even") and len(numbers) == 1:
        return Reason(code, at=fraction_of(numbers[0]))
    raise ValueError(f"{seen(data)} is not a reason")


# ---------------------------------------------------------------------- ends, and sorted choices


def _breakpoint(form: PolyGame, data: Any) -> Breakpoint:
    record(data, {"at", "unique"}, "a breakpoint", {"certificate", "another", "witness"})
    at = point_of(data["at"])
    if "certificate" in data and not at.rational:
        raise CertificateError("a certificate is about a rational number")
    names = [seat.name for seat in form.seats]
    claims = claims_of(names, data["unique"])
    _demand_due(names, data, claims)
    return Breakpoint(
        at,
        claims,
        _plans(form, data, "another", as_it_is),
        _plans(form, data, "witness", as_it_is),
        certificate_of(data["certificate"]) if "certificate" in data else None,
    )


def _sorts(seat: Seat, data: Any) -> dict[str, tuple[Sort, ...]]:
    """Return the sorts of the second seat's choices between two actions."""
    if not isinstance(data, Mapping) or list(data) != [seat.name]:
        raise ValueError(f"the sorted choices are not those of {named(seat.name)}")
    table = data[seat.name]
    binary = {view for view, actions, _, _ in seat.cells if len(actions) == 2}
    if not isinstance(table, Mapping) or table.keys() != binary:
        raise ValueError(f"the sorted choices are not all those of {named(seat.name)}")
    found = {}
    for view, ranges in table.items():
        sorts = []
        for part in list_of(ranges):
            if type(part) is not list or len(part) != 3:
                raise ValueError("a sorted range is not [from, to, sort]")
            low, high, word = part
            span = span_of(low, high, all_reals=False)
            assert isinstance(span, WholeSpan)
            sorts.append(Sort(span, text(word, "the sort of a choice")))
        found[view] = tuple(sorts)
    return found
