"""All equilibria for every value of a parameter, read once: pieces, points, trees of cases.

Standard library only. The grammar is that of ``docs/reference/certificate.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify.dossier import demand_evidence
from sabot.certify.limits import MOST_PAIR_CASES
from sabot.certify.pairs.choices import Choices, PairGame, choices_of, pair_game
from sabot.certify.reading import named, pair_of, record, seen, text, whole
from sabot.certify.seal import demand_seal
from sabot.certify.theorem.expression import Quotient
from sabot.certify.theorem.opening import (
    covering,
    demand_time,
    domain_of,
    ends_of,
    formula_of,
    list_of,
    parameter_of,
)
from sabot.certify.theorem.reading import Claims, claims_of
from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import PointSpan, RealSpan, Span, point_of
from sabot.errors import CertificateError, FileError

_PROOF = frozenset(
    {"schema", "game", "parameter", "domain", "seats", "pieces", "alike", "form", "digest"}
)
_PART = frozenset({"payoffs", "gains", "strategies", "unique", "count", "tree"})
_LISTED = frozenset(
    {"schema", "game", "seats", "count", "unique", "equilibria", "components", "certificate"}
)
_THEN = frozenset({"dead", "outside", "split", "cut", "found"})


@dataclass(frozen=True)
class Settled:
    """A choice said to be settled: its action, perhaps by multiples of gains of its seat."""

    seat: int
    choice: int
    action: int
    multiples: Mapping[int, int]


@dataclass(frozen=True)
class Case:
    """A case of a tree: rounds of settled choices, and one thing that follows."""

    rounds: tuple[tuple[Settled, ...], ...]
    kind: str
    """``dead``, ``outside``, ``split``, ``cut`` or ``found``."""
    seat: int = 0
    choice: int = 0
    multiples: Mapping[int, int] = field(default_factory=dict)
    number: int = 0
    after: tuple[Case, ...] = ()


@dataclass(frozen=True)
class Equilibrium:
    """One equilibrium as it is written: formulas."""

    payoffs: tuple[Quotient, Quotient]
    formulas: tuple[str, str]
    """The payoffs as they are written."""
    strategies: tuple[Mapping[str, tuple[Quotient, Quotient]], ...]
    """By seat and view: the chances of both actions."""


@dataclass(frozen=True)
class Part:
    """A range of the parameter, or a point of it, with all its extreme equilibria."""

    span: Span
    equilibria: tuple[Equilibrium, ...]
    unique: Claims
    tree: Case


@dataclass(frozen=True)
class PairProof:
    """A theorem and all that it rests on."""

    game: str
    parameter: str
    whole: bool
    low: Point
    high: Point | None
    form: PairGame
    choices: Choices
    pieces: tuple[Part, ...]
    points: tuple[Part, ...]
    """Over the real numbers: where pieces begin, meet and end."""
    ends: tuple[Point, ...]
    digest: str


def pair_proof_of(document: Mapping[str, Any]) -> PairProof:
    """Return the theorem in a ``sabot/pair-proof/1``, its pieces in order and without a gap."""
    seal = demand_seal(document, "proof")
    record(document, _PROOF, "a proof", {"breakpoints", "seconds"})
    demand_time(document)
    form = pair_game(document["form"])
    choices = choices_of(form, document["alike"])
    names = [seat.name for seat in form.seats]
    if document["seats"] != names:
        raise CertificateError("the proof and its form name different seats")
    parameter = parameter_of(document["parameter"])
    domain = domain_of(document["domain"])
    reader = _Reader(choices, parameter, names)
    given = covering(
        document["pieces"], domain, _PART | {"from", "to"}, {"others"}, reals=not domain["whole"]
    )
    pieces = tuple(reader.part(piece, span) for piece, span in given)
    points: tuple[Part, ...] = ()
    ends: tuple[Point, ...] = ()
    if domain["whole"] is ("breakpoints" in document):
        raise ValueError("breakpoints are those of real numbers, and real numbers have them")
    if not domain["whole"]:
        points, ends = _points(reader, document["breakpoints"], pieces)
    low, high = ends_of(domain)
    game = text(document["game"], "the game")
    return PairProof(
        game=game,
        parameter=parameter,
        whole=domain["whole"],
        low=low,
        high=high,
        form=form,
        choices=choices,
        pieces=pieces,
        points=points,
        ends=ends,
        digest=seal,
    )


@dataclass(frozen=True)
class PairList:
    """All equilibria of one game, and all that this rests on."""

    game: str
    form: PairGame
    choices: Choices
    part: Part
    subsets: tuple[tuple[int, ...], ...]
    """By component: the numbers of its equilibria, from 1."""
    dimensions: tuple[int, ...]
    digest: str


def pair_list_of(document: Mapping[str, Any]) -> PairList:
    """Return the equilibria in a ``sabot/pair-equilibria/1``."""
    demand_evidence(document)
    seal = demand_seal(document, "list")
    record(document, _LISTED, "a list of equilibria", {"method", "seconds"})
    if "method" in document:
        text(document["method"], "the method")
    demand_time(document)
    held = record(document["certificate"], {"form", "alike", "tree", "digest"}, "the certificate")
    if isinstance(held["form"], Mapping) and document["seats"] != held["form"].get("seats"):
        raise CertificateError("the list and its form name different seats")
    form = pair_game(held["form"])
    _demand_numbers(form)
    choices = choices_of(form, held["alike"])
    names = [seat.name for seat in form.seats]
    reader = _Reader(choices, None, names)
    first, *others = list_of(document["equilibria"]) or [None]
    record(first, {"payoffs", "strategies"}, "an equilibrium")  # the rest is put beside it here
    told = {**first, "others": others} if others else dict(first)
    told |= {"gains": ["0", "0"], "tree": held["tree"]}
    told |= {key: document[key] for key in ("count", "unique")}
    part = reader.part(told, PointSpan(Point.at(0), Fraction(0)))
    subsets, dimensions = [], []
    for data in list_of(document["components"]):
        record(data, {"dimension", "equilibria"}, "a component")
        if set(map(type, (data["dimension"], *list_of(data["equilibria"])))) != {int}:
            raise ValueError("a component is not a dimension and the numbers of its equilibria")
        subsets.append(tuple(data["equilibria"]))
        dimensions.append(data["dimension"])
    game = text(document["game"], "the game")
    return PairList(game, form, choices, part, tuple(subsets), tuple(dimensions), seal)


def _demand_numbers(form: PairGame) -> None:
    """Demand that the payoffs of one game are numbers: nothing is said of any parameter."""
    amounts = (amount for *_, both in form.payoffs for amount in both)
    if any(len(amount) > 1 for amount in (form.denominator, *amounts)):
        raise ValueError("the payoffs of one game are numbers, not polynomials")


def _points(
    reader: _Reader, data: Any, pieces: tuple[Part, ...]
) -> tuple[tuple[Part, ...], tuple[Point, ...]]:
    """Return what is said where pieces begin, meet and end: at each of these points."""
    spans = [piece.span for piece in pieces if isinstance(piece.span, RealSpan)]
    wanted = [spans[0].low, *(span.high for span in spans if span.high is not None)]
    if len(list_of(data)) != len(wanted):
        raise ValueError("there is not one breakpoint for each point where pieces begin or end")
    found = []
    for point, said in zip(wanted, data, strict=True):
        record(said, _PART | {"at"}, "a breakpoint", {"others"})
        if point_of(said["at"]) != point:
            raise CertificateError("a breakpoint is not where its pieces meet")
        found.append(reader.part(said, PointSpan(point, point.low)))
    return tuple(found), tuple(wanted)


@dataclass
class _Reader:
    """The reader of the parts of one document."""

    choices: Choices
    parameter: str | None
    """None: of one game, where formulas are fractions."""
    names: list[str]
    cases: int = 0

    def part(self, data: Mapping[str, Any], span: Span) -> Part:
        """Return a piece or a point."""
        known: dict[str, Quotient] = {}
        if data["gains"] != ["0", "0"]:
            raise CertificateError(f"{span}: in an equilibrium nobody gains: write 0 for both")
        others = list_of(data.get("others", []))
        if "others" in data and not others:
            raise ValueError("the other equilibria are none")
        first = {key: data[key] for key in ("payoffs", "strategies")}
        listed = tuple(self.equilibrium(one, span, known) for one in (first, *others))
        if type(data["count"]) is not int or data["count"] != len(listed):
            raise CertificateError(f"{span}: another number of equilibria is listed")
        claims = claims_of(self.names, data["unique"])
        return Part(span, listed, claims, self.case(data["tree"]))

    def equilibrium(self, data: Any, span: Span, known: dict[str, Quotient]) -> Equilibrium:
        """Return an equilibrium as it is written."""
        record(data, {"payoffs", "strategies"}, "an equilibrium")
        texts = list_of(data["payoffs"])
        if len(texts) != 2:
            raise ValueError("the payoffs are not one for each seat")
        one, two = (self.formula(paid, span, known) for paid in texts)
        record(data["strategies"], self.names, "the strategies")
        tables = []
        for seat in self.choices.seats:
            table, found = data["strategies"][seat.name], {}
            if not isinstance(table, Mapping) or table.keys() != seat.views:
                raise ValueError(f"{named(seat.name)}'s strategy does not answer its own views")
            for view, actions, _, _ in seat.cells:
                mix = record(table[view], actions, f"{named(seat.name)}'s answer at {view[:40]!r}")
                low, high = (self.formula(mix[action], span, known) for action in actions)
                found[view] = low, high
            tables.append(found)
        return Equilibrium((one, two), (texts[0], texts[1]), tuple(tables))

    def formula(self, data: Any, span: Span, known: dict[str, Quotient]) -> Quotient:
        """Return a formula: in lowest terms, and a number at every value of its range."""
        if self.parameter is None:
            over, under = pair_of(data)
            return [over] if over else [], [under]
        if type(data) is not str or data not in known:
            known[data] = formula_of(data, self.parameter, span)
        return known[data]

    # ------------------------------------------------------------------ trees

    def case(self, data: Any) -> Case:
        """Return a case, and those that follow from it."""
        self.cases += 1
        if self.cases > MOST_PAIR_CASES:
            raise FileError(f"more than {MOST_PAIR_CASES} cases are not checked")
        if not isinstance(data, Mapping) or len(data.keys() & _THEN) != 1:
            raise ValueError("a case is not dead, outside, split, cut or found")
        (kind,) = data.keys() & _THEN
        record(data, {kind}, "a case", {"settled"})
        rounds = tuple(self.round(one) for one in list_of(data.get("settled", [])))
        if "settled" in data and not rounds:
            raise ValueError("nothing is settled in a case that says so")
        told = data[kind]
        if kind == "outside":
            if told is not True:
                raise ValueError("what is outside is so: true")
            return Case(rounds, kind)
        if kind == "found":
            if type(told) is not int:
                raise ValueError("what is found has a number")
            return Case(rounds, kind, number=told)
        if kind == "dead":
            seat = self.seat(_long(told, 2)[0])
            return Case(rounds, kind, seat, multiples=self.multiples(seat, told[1]))
        seat = self.seat(_long(told, 5)[0]) if kind == "split" else 1
        view, *after = told[1:] if kind == "split" else _long(told, 4)
        choice = self.choice(seat, view)
        return Case(rounds, kind, seat, choice, after=tuple(map(self.case, after)))

    def round(self, data: Any) -> tuple[Settled, ...]:
        """Return choices of one seat that are settled at once."""
        seat = self.seat(_long(data, 2)[0])
        if not isinstance(data[1], Mapping) or not data[1]:
            raise ValueError("what is settled is not by view")
        found = []
        for view, said in data[1].items():
            choice = self.choice(seat, view)
            action, *multiples = said if type(said) is list else [said]
            if len(multiples) > 1:
                raise ValueError("a choice is settled by one list of multiples")
            menu = self.choices.actions[seat][view]
            if action not in menu:
                raise ValueError(f"{view[:40]!r} is settled by what is not an action there")
            by = self.multiples(seat, multiples[0]) if multiples else {}
            found.append(Settled(seat, choice, menu.index(action), by))
        return tuple(found)

    def seat(self, data: Any) -> int:
        """Return the number of a seat."""
        if data not in self.names:
            raise ValueError(f"{seen(data)} is not a seat")
        return self.names.index(data)

    def choice(self, seat: int, data: Any) -> int:
        """Return the number of a choice, which goes by its first view."""
        if type(data) is not str or data not in self.choices.places[seat]:
            raise ValueError(f"{seen(data)} is not a choice of {named(self.names[seat])}")
        return self.choices.places[seat][data]

    def multiples(self, seat: int, data: Any) -> dict[int, int]:
        """Return multiples of a seat's gains: whole numbers that are not 0."""
        if not isinstance(data, Mapping) or not data:
            raise ValueError("the multiples of gains are not by view")
        found = {self.choice(seat, view): whole(number) for view, number in data.items()}
        if not all(found.values()):
            raise ValueError("a multiple of a gain is 0")
        return found


def tree_of(choices: Choices, data: Any) -> Case:
    """Return a tree of cases by itself."""
    return _Reader(choices, None, [seat.name for seat in choices.seats]).case(data)


def _long(data: Any, length: int) -> list[Any]:
    if len(list_of(data)) != length:
        raise ValueError(f"a list of a case is not {length} long")
    return list(data)
