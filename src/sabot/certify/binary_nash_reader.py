"""Read documents on all equilibria of separable games with binary choices.

Every information set of either player offers two actions and follows no action of the same
player. Then the gain of the second action at an information set is a constant plus, for each
information set of the opponent, a coefficient times the probability of the second action there.
Information sets declared *alike* must have gains, and coefficients in the opponent's gains, that
are proportional with positive factors; only the mean of their probabilities matters, so they
count as one choice. Documents: ``sabot/pair-equilibria/1`` (one game), ``sabot/pair-proof/1``
(every value of a parameter).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import gcd

from sabot.certify.algebra.formula_parser import Quotient
from sabot.certify.algebra.intervals import (
    NO_LIST,
    ParameterDomain,
    ParameterInterval,
    PointInterval,
    RealInterval,
    iterate_covering_pieces,
    read_formula,
    read_parameter,
    read_point,
    require_list,
)
from sabot.certify.algebra.polynomial import Poly, add, read_polynomial
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.json_reader import (
    ClaimPair,
    Json,
    JsonObject,
    describe_value,
    quote_name,
    read_integer,
    read_ratio,
    read_two_seat_names,
    read_uniqueness_claims,
    require_keys,
    require_labels,
)
from sabot.certify.limits import MOST_BINARY_CASES, MOST_BINARY_CHOICES
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    NamedDocument,
    OptionalField,
    Record,
    any_number,
    integer,
    list_of,
    raw,
    text,
)
from sabot.certify.sequence_form import PlayerSequences, read_infosets, read_payoff_entries
from sabot.errors import CertificateError, FileError

GainRow = tuple[Poly, dict[int, Poly]]
"""A gain: alone, and by the other player's information sets what their second action adds."""


@dataclass(frozen=True)
class BinaryCertificateForm:
    """The game in the file: information sets, and payoffs as polynomials over one."""

    seats: tuple[PlayerSequences, PlayerSequences]
    payoffs: list[tuple[int, int, tuple[Poly, Poly]]]
    denominator: Poly


@dataclass(frozen=True)
class MergedChoice:
    """Information sets of a player that count as one; mostly it is one."""

    name: str
    views: tuple[str, ...]
    alone: Poly
    joint: Mapping[int, Poly]
    """By the number of the other player's choice; what is missing is 0."""


@dataclass(frozen=True)
class MergedChoices:
    """The choices of both players, and where each goes by its name."""

    seats: tuple[PlayerSequences, PlayerSequences]
    own: tuple[tuple[MergedChoice, ...], tuple[MergedChoice, ...]]
    places: tuple[Mapping[str, int], Mapping[str, int]]
    actions: tuple[Mapping[str, list[str]], Mapping[str, list[str]]]
    """By player and information set: the first and the second action."""


class _BinaryFormRecord(Record, what="the form of two seats"):
    seats = Field(read_two_seat_names)
    cells = Field(raw)
    payoffs = Field(raw)
    denominator = Field(partial(read_polynomial, what="the denominator of the payoffs"))


def read_binary_form(data: Json) -> BinaryCertificateForm:
    """Return the game that a document is about."""
    found = _BinaryFormRecord(data)
    first, second = read_infosets(found.cells, found.seats)
    require_binary_choices((first, second))
    payoffs = []
    for i, j, both in zip(*read_payoff_entries(found.payoffs, first, second), strict=True):
        if type(both) is not list or len(both) != 2:
            raise ValueError("a payoff is not one polynomial for each seat")
        one, two = (read_polynomial(amount, "a payoff") for amount in both)
        payoffs.append((i, j, (one, two)))
    return BinaryCertificateForm((first, second), payoffs, found.denominator)


def require_binary_choices(seats: tuple[PlayerSequences, PlayerSequences]) -> None:
    """Demand that every choice is between two actions, and follows no other of its player."""
    for seat in seats:
        if len(seat.cells) > MOST_BINARY_CHOICES:
            raise FileError(f"more than {MOST_BINARY_CHOICES} choices of a seat are not checked")
        for view, actions, parent, _ in seat.cells:
            if len(actions) != 2 or parent:
                raise ValueError(f"{quote_name(seat.name)} at {view[:40]!r}: not one binary choice")


def merge_choices(game: BinaryCertificateForm, alike: Json) -> MergedChoices:
    """Return the choices of a game; those said to be *alike* are, or CertificateError is raised."""
    rows = (_action_gains(game, 0), _action_gains(game, 1))
    names = [seat.name for seat in game.seats]
    said = require_keys(alike, (), "what is alike", names)
    groups = tuple(
        _group_infosets(seat, said.get(seat.name, []), (rows[number], rows[1 - number]))
        for number, seat in enumerate(game.seats)
    )
    found = []
    for number, seat in enumerate(game.seats):
        place = {c: n for n, others in enumerate(groups[1 - number]) for c in others}
        made = []
        for members in groups[number]:
            alone: Poly = []
            joint: dict[int, Poly] = {}
            for c in members:
                alone = add(alone, rows[number][c][0])
                for other, part in rows[number][c][1].items():
                    joint[place[other]] = add(joint.get(place[other], []), part)
            views = tuple(seat.cells[c][0] for c in members)
            made.append(MergedChoice(views[0], views, alone, joint))
        found.append(tuple(made))
    one, two = found
    places = tuple({choice.name: n for n, choice in enumerate(own)} for own in found)
    actions = tuple({view: menu for view, menu, _, _ in seat.cells} for seat in game.seats)
    return MergedChoices(game.seats, (one, two), (places[0], places[1]), (actions[0], actions[1]))


def _action_gains(game: BinaryCertificateForm, number: int) -> list[GainRow]:
    """Return what the second action gains at each information set of a player."""
    seat = game.seats[number]
    rises: list[dict[int, Poly]] = [{} for _ in seat.cells]
    for i, j, both in game.payoffs:
        own, foreign = (i, j) if number == 0 else (j, i)
        if own:
            cell, second = divmod(own - 1, 2)
            rises[cell][foreign] = add(
                rises[cell].get(foreign, []), both[number], 1 if second else -1
            )
    found = []
    for rise in rises:
        alone, joint = rise.get(0, []), {}
        for place in sorted({(foreign - 1) // 2 for foreign in rise if foreign}):
            low, high = rise.get(2 * place + 1, []), rise.get(2 * place + 2, [])
            alone = add(alone, low)
            joint[place] = add(high, low, -1)
        found.append((alone, {place: part for place, part in joint.items() if part}))
    return found


def _group_infosets(
    seat: PlayerSequences, said: Json, rows: tuple[list[GainRow], list[GainRow]]
) -> list[tuple[int, ...]]:
    """Return a player's information sets in groups: those declared alike; the others alone."""
    if type(said) is not list:
        raise ValueError("what is alike is not a list of lists")
    numbers = {view: n for n, (view, _, _, _) in enumerate(seat.cells)}
    leader = {c: c for c in numbers.values()}
    taken: set[int] = set()
    for group in said:
        views = require_labels(group, "views that are alike")
        if len(views) < 2 or not set(views) <= numbers.keys():
            raise ValueError(f"{quote_name(seat.name)} has no such views that are alike")
        members = [numbers[view] for view in views]
        if members != sorted(members) or not taken.isdisjoint(members):
            raise ValueError("views that are alike are not in order, or in two lists")
        _require_proportional_gains(seat, members, rows)
        taken.update(members)
        leader |= dict.fromkeys(members, members[0])
    groups: dict[int, list[int]] = {}
    for c, first in leader.items():
        groups.setdefault(first, []).append(c)
    return [tuple(members) for members in groups.values()]


def _require_proportional_gains(
    seat: PlayerSequences, members: Sequence[int], rows: tuple[list[GainRow], list[GainRow]]
) -> None:
    """Demand that gains and coefficients of some information sets are proportional."""
    scaled = []
    for c in members:
        alone, joint = rows[0][c]
        back = {n: row[1][c] for n, row in enumerate(rows[1]) if c in row[1]}
        numbers = [*alone, *(x for part in (*joint.values(), *back.values()) for x in part)]
        shared = gcd(*numbers)
        if not shared:
            raise CertificateError(
                f"{quote_name(seat.name)}: views that never matter are not alike"
            )
        scaled.append(
            (
                [x // shared for x in alone],
                {n: [x // shared for x in part] for n, part in joint.items()},
                {n: [x // shared for x in part] for n, part in back.items()},
            )
        )
    if any(one != scaled[0] for one in scaled):
        view = seat.cells[members[0]][0]
        raise CertificateError(
            f"{quote_name(seat.name)}: views said to be alike {view[:40]!r} are not"
        )


_PART_KEYS = frozenset({"payoffs", "gains", "strategies", "unique", "count", "tree"})
_CASE_KINDS = frozenset({"dead", "outside", "split", "cut", "found"})


@dataclass(frozen=True)
class DecidedChoice:
    """A choice said to be decided: its action, perhaps by multiples of gains of its player."""

    seat: int
    choice: int
    action: int
    multiples: Mapping[int, int]


@dataclass(frozen=True)
class BinaryCase:
    """A case of a tree: rounds of decided choices, and one thing that follows."""

    rounds: tuple[tuple[DecidedChoice, ...], ...]
    kind: str
    """``dead``, ``outside``, ``split``, ``cut`` or ``found``."""
    seat: int = 0
    choice: int = 0
    multiples: Mapping[int, int] = field(default_factory=dict)
    number: int = 0
    after: tuple[BinaryCase, ...] = ()


@dataclass(frozen=True)
class EquilibriumFormulas:
    """One equilibrium as it is written: formulas."""

    payoffs: tuple[Quotient, Quotient]
    formulas: tuple[str, str]
    """The payoffs as they are written."""
    strategies: tuple[Mapping[str, tuple[Quotient, Quotient]], ...]
    """By player and information set: the probabilities of both actions."""


@dataclass(frozen=True)
class BinaryNashPart:
    """A range of the parameter, or a point of it, with all its extreme equilibria."""

    span: ParameterInterval
    equilibria: tuple[EquilibriumFormulas, ...]
    unique: ClaimPair
    tree: BinaryCase


@dataclass(frozen=True)
class ParametricBinaryNashDocument:
    """A theorem and all that it rests on."""

    game: str
    parameter: str
    whole: bool
    low: AlgebraicPoint
    high: AlgebraicPoint | None
    form: BinaryCertificateForm
    choices: MergedChoices
    pieces: tuple[BinaryNashPart, ...]
    points: tuple[BinaryNashPart, ...]
    """Over the real numbers: where pieces begin, meet and end."""
    ends: tuple[AlgebraicPoint, ...]
    digest: str


class _ParametricBinaryNashRecord(NamedDocument, what="a proof"):
    parameter = Field(read_parameter)
    domain = Field(ParameterDomain)
    seats = Field(raw)
    pieces = Field(raw)
    alike = Field(raw)
    form = Field(read_binary_form)
    digest = Field(raw)
    breakpoints = OptionalField(raw)
    seconds = OptionalField(any_number("the time"))


def read_parametric_binary_nash(document: JsonObject) -> ParametricBinaryNashDocument:
    """Return the theorem in a ``sabot/pair-proof/1``, its pieces in order and without a gap."""
    digest = require_digest(document, "proof")
    found = _ParametricBinaryNashRecord(document)
    form, domain = found.form, found.domain
    choices = merge_choices(form, found.alike)
    names = [seat.name for seat in form.seats]
    if found.seats != names:
        raise CertificateError("the proof and its form name different seats")
    reader = _PartReader(choices, found.parameter, names)
    given = iterate_covering_pieces(
        found.pieces, domain, _PART_KEYS | {"from", "to"}, {"others"}, reals=not domain.whole
    )
    pieces = tuple(reader.part(piece, span) for piece, span in given)
    points: tuple[BinaryNashPart, ...] = ()
    ends: tuple[AlgebraicPoint, ...] = ()
    if domain.whole is ("breakpoints" in document):
        raise ValueError("breakpoints are those of real numbers, and real numbers have them")
    if not domain.whole:
        points, ends = _read_breakpoints(reader, found.breakpoints, pieces)
    low, high = domain.points()
    return ParametricBinaryNashDocument(
        game=found.game,
        parameter=found.parameter,
        whole=domain.whole,
        low=low,
        high=high,
        form=form,
        choices=choices,
        pieces=pieces,
        points=points,
        ends=ends,
        digest=digest,
    )


@dataclass(frozen=True)
class BinaryNashDocument:
    """All equilibria of one game, and all that this rests on."""

    game: str
    form: BinaryCertificateForm
    choices: MergedChoices
    part: BinaryNashPart
    subsets: tuple[tuple[int, ...], ...]
    """By component: the numbers of its equilibria, from 1."""
    dimensions: tuple[int, ...]
    digest: str


_NO_COMPONENT = "a component is not a dimension and the numbers of its equilibria"


class _ComponentRecord(Record, what="a component"):
    dimension = Field(integer(_NO_COMPONENT))
    equilibria = Field(list_of(integer(_NO_COMPONENT), NO_LIST))


class _BinaryNashEvidence(FormEvidence, what="the certificate"):
    alike = Field(raw)
    tree = Field(raw)


class _BinaryNashRecord(NamedDocument, what="a list of equilibria"):
    seats = Field(raw)
    count = Field(raw)
    unique = Field(raw)
    equilibria = Field(require_list)
    components = Field(list_of(_ComponentRecord, NO_LIST))
    certificate = Field(_BinaryNashEvidence)
    method = OptionalField(text("the method"))
    seconds = OptionalField(any_number("the time"))


def read_binary_nash(document: JsonObject) -> BinaryNashDocument:
    """Return the equilibria in a ``sabot/pair-equilibria/1``."""
    require_certificate(document)
    digest = require_digest(document, "list")
    found = _BinaryNashRecord(document)
    held = found.certificate
    if isinstance(held.form, Mapping) and found.seats != held.form.get("seats"):
        raise CertificateError("the list and its form name different seats")
    form = read_binary_form(held.form)
    _require_constant_payoffs(form)
    choices = merge_choices(form, held.alike)
    reader = _PartReader(choices, None, [seat.name for seat in form.seats])
    first, *others = found.equilibria or [None]
    part: dict[str, Json] = dict(_EquilibriumRecord.require(first))
    part |= {"gains": ["0", "0"], "tree": held.tree, "count": found.count, "unique": found.unique}
    if others:
        part["others"] = others
    return BinaryNashDocument(
        found.game,
        form,
        choices,
        reader.part(part, PointInterval(AlgebraicPoint.at(0), Fraction(0))),
        tuple(component.equilibria for component in found.components),
        tuple(component.dimension for component in found.components),
        digest,
    )


def _require_constant_payoffs(form: BinaryCertificateForm) -> None:
    """Demand that the payoffs of one game are numbers: nothing is said of any parameter."""
    amounts = (amount for *_, both in form.payoffs for amount in both)
    if any(len(amount) > 1 for amount in (form.denominator, *amounts)):
        raise ValueError("the payoffs of one game are numbers, not polynomials")


def _read_breakpoints(
    reader: _PartReader, data: Json, pieces: tuple[BinaryNashPart, ...]
) -> tuple[tuple[BinaryNashPart, ...], tuple[AlgebraicPoint, ...]]:
    """Return what is said where pieces begin, meet and end: at each of these points."""
    spans = [piece.span for piece in pieces if isinstance(piece.span, RealInterval)]
    wanted = [spans[0].low, *(span.high for span in spans if span.high is not None)]
    listed = require_list(data)
    if len(listed) != len(wanted):
        raise ValueError("there is not one breakpoint for each point where pieces begin or end")
    found = []
    for point, entry in zip(wanted, listed, strict=True):
        part = require_keys(entry, _PART_KEYS | {"at"}, "a breakpoint", {"others"})
        if read_point(part["at"]) != point:
            raise CertificateError("a breakpoint is not where its pieces meet")
        found.append(reader.part(part, PointInterval(point, point.low)))
    return tuple(found), tuple(wanted)


class _EquilibriumRecord(Record, what="an equilibrium"):
    payoffs = Field(require_list)
    strategies = Field(raw)


@dataclass
class _PartReader:
    """The reader of the parts of one document."""

    choices: MergedChoices
    parameter: str | None
    """None: of one game, where formulas are fractions."""
    names: list[str]
    cases: int = 0

    def part(self, data: JsonObject, span: ParameterInterval) -> BinaryNashPart:
        """Return a piece or a point."""
        known: dict[Json, Quotient] = {}
        if data["gains"] != ["0", "0"]:
            raise CertificateError(f"{span}: in an equilibrium nobody gains: write 0 for both")
        others = require_list(data.get("others", []))
        if "others" in data and not others:
            raise ValueError("the other equilibria are none")
        first = {key: data[key] for key in ("payoffs", "strategies")}
        listed = tuple(self.equilibrium(one, span, known) for one in (first, *others))
        if type(data["count"]) is not int or data["count"] != len(listed):
            raise CertificateError(f"{span}: another number of equilibria is listed")
        claims = read_uniqueness_claims(self.names, data["unique"])
        return BinaryNashPart(span, listed, claims, self.case(data["tree"]))

    def equilibrium(
        self, data: Json, span: ParameterInterval, known: dict[Json, Quotient]
    ) -> EquilibriumFormulas:
        """Return an equilibrium as it is written."""
        listed = _EquilibriumRecord(data)
        if len(listed.payoffs) != 2:
            raise ValueError("the payoffs are not one for each seat")
        one, two = (self.formula(paid, span, known) for paid in listed.payoffs)
        strategies = require_keys(listed.strategies, self.names, "the strategies")
        tables = []
        for seat in self.choices.seats:
            table, found = strategies[seat.name], {}
            if not isinstance(table, Mapping) or table.keys() != seat.views:
                raise ValueError(
                    f"{quote_name(seat.name)}'s strategy does not answer its own views"
                )
            for view, actions, _, _ in seat.cells:
                mix = require_keys(
                    table[view], actions, f"{quote_name(seat.name)}'s answer at {view[:40]!r}"
                )
                low, high = (self.formula(mix[action], span, known) for action in actions)
                found[view] = low, high
            tables.append(found)
        written = str(listed.payoffs[0]), str(listed.payoffs[1])
        return EquilibriumFormulas((one, two), written, tuple(tables))

    def formula(self, data: Json, span: ParameterInterval, known: dict[Json, Quotient]) -> Quotient:
        """Return a formula: in lowest terms, and a number at every value of its range."""
        if self.parameter is None:
            over, under = read_ratio(data)
            return [over] if over else [], [under]
        if type(data) is not str or data not in known:
            known[data] = read_formula(data, self.parameter, span)
        return known[data]

    # ------------------------------------------------------------------ trees

    def case(self, data: Json) -> BinaryCase:
        """Return a case, and those that follow from it."""
        self.cases += 1
        if self.cases > MOST_BINARY_CASES:
            raise FileError(f"more than {MOST_BINARY_CASES} cases are not checked")
        if not isinstance(data, Mapping) or len(data.keys() & _CASE_KINDS) != 1:
            raise ValueError("a case is not dead, outside, split, cut or found")
        (kind,) = data.keys() & _CASE_KINDS
        require_keys(data, {kind}, "a case", {"settled"})
        rounds = tuple(self.round(one) for one in require_list(data.get("settled", [])))
        if "settled" in data and not rounds:
            raise ValueError("nothing is settled in a case that says so")
        content = data[kind]
        if kind == "outside":
            if content is not True:
                raise ValueError("what is outside is so: true")
            return BinaryCase(rounds, kind)
        if kind == "found":
            if type(content) is not int:
                raise ValueError("what is found has a number")
            return BinaryCase(rounds, kind, number=content)
        if kind == "dead":
            name, multiples = _require_length(content, 2)
            seat = self.seat(name)
            return BinaryCase(rounds, kind, seat, multiples=self.multiples(seat, multiples))
        entries = _require_length(content, 5 if kind == "split" else 4)
        seat = self.seat(entries.pop(0)) if kind == "split" else 1
        view, *after = entries
        choice = self.choice(seat, view)
        return BinaryCase(rounds, kind, seat, choice, after=tuple(map(self.case, after)))

    def round(self, data: Json) -> tuple[DecidedChoice, ...]:
        """Return choices of one player that are decided at once."""
        name, decided = _require_length(data, 2)
        seat = self.seat(name)
        if not isinstance(decided, Mapping) or not decided:
            raise ValueError("what is settled is not by view")
        found = []
        for view, said in decided.items():
            choice = self.choice(seat, view)
            action, *multiples = said if type(said) is list else [said]
            if len(multiples) > 1:
                raise ValueError("a choice is settled by one list of multiples")
            menu = self.choices.actions[seat][view]
            if action not in menu:
                raise ValueError(f"{view[:40]!r} is settled by what is not an action there")
            by = self.multiples(seat, multiples[0]) if multiples else {}
            found.append(DecidedChoice(seat, choice, menu.index(action), by))
        return tuple(found)

    def seat(self, data: Json) -> int:
        """Return the number of a player."""
        if data not in self.names:
            raise ValueError(f"{describe_value(data)} is not a seat")
        return self.names.index(data)

    def choice(self, seat: int, data: Json) -> int:
        """Return the number of a choice, which goes by its first information set."""
        if type(data) is not str or data not in self.choices.places[seat]:
            raise ValueError(
                f"{describe_value(data)} is not a choice of {quote_name(self.names[seat])}"
            )
        return self.choices.places[seat][data]

    def multiples(self, seat: int, data: Json) -> dict[int, int]:
        """Return multiples of a player's gains: integers that are not 0."""
        if not isinstance(data, Mapping) or not data:
            raise ValueError("the multiples of gains are not by view")
        found = {self.choice(seat, view): read_integer(number) for view, number in data.items()}
        if not all(found.values()):
            raise ValueError("a multiple of a gain is 0")
        return found


def read_case_tree(choices: MergedChoices, data: Json) -> BinaryCase:
    """Return a tree of cases by itself."""
    return _PartReader(choices, None, [seat.name for seat in choices.seats]).case(data)


def _require_length(data: Json, length: int) -> list[Json]:
    found = list(require_list(data))
    if len(found) != length:
        raise ValueError(f"a list of a case is not {length} long")
    return found
