"""Verify all equilibria of separable games with binary choices, also for a parameter's range.

The case tree shows that no equilibrium is outside the sets it finds. In each case the
probability of the second action is known at some choices of the first player and open at others;
the action is known at some choices of the second player; and choices that were split have
constraints: *first* (gain not positive), *second* (not negative), *mixed* (gain 0 and
probability strictly between 0 and 1). Every step must hold on the whole range:

* a choice is decided where its gain has a strict sign in all of the case, or where a multiple of
  it plus multiples that the constraints make not positive is positive in all of it;
* a case is dead where multiples that its constraints make not positive sum to more than 0;
* a split is into the three constraints; a cut, where one probability is open and strictly mixed,
  is into below, at and above the point at which a choice of the second player is indifferent;
* a found set has every probability of the first player known.

The extreme points of a found set are vertices of a cube or points on its edges. Each is computed
here, shown to leave neither player a gain, and compared with the list. The same evidence shows
for a single equilibrium (:mod:`sabot.certify.nash`) whether a player plays the same in all
equilibria.

Documents: ``sabot/pair-equilibria/1`` (one game), ``sabot/pair-proof/1`` (every value of a
parameter). Every information set of either player offers two actions and follows no action of the
same player. Then the gain of the second action at an information set is a constant plus, for each
information set of the opponent, a coefficient times the probability of the second action there.
Information sets declared *alike* must have gains, and coefficients in the opponent's gains, that
are proportional with positive factors; only the mean of their probabilities matters, so they count
as one choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import product
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
from sabot.certify.algebra.polynomial import Poly, add, multiply, read_polynomial
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
from sabot.certify.limits import (
    MOST_BINARY_CASES,
    MOST_BINARY_CHOICES,
    MOST_BINARY_INDIFFERENT,
    MOST_BINARY_VERTICES,
    MOST_BINARY_WORK,
    WorkMeter,
)
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
from sabot.certify.sequence_form import (
    CertificateForm,
    PlayerSequences,
    read_infosets,
    read_payoff_entries,
)
from sabot.certify.verdict import (
    BreakpointVerdict,
    TwoPlayerVerdict,
    UniquenessByPlayer,
    VerifiedDomain,
    uniqueness_text,
)
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
    ends = (spans[0].low, *(span.high for span in spans))
    wanted = [end for end in ends if end is not None]
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
            raise ValueError("the other equilibria are not a list")
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


PROBABILITY_ZERO: Quotient = ([], [1])
PROBABILITY_ONE: Quotient = ([1], [1])
CONSTRAINTS = ("first", "mixed", "second")
_NONPOSITIVE_SIGNS = {"first": (1,), "second": (-1,), "mixed": (1, -1)}
"""Which multiples of a gain a duty makes not positive."""


@dataclass(frozen=True)
class CaseState:
    """What is known in a case."""

    chances: tuple[Quotient | None, ...]
    actions: tuple[int | None, ...]
    duties: tuple[Mapping[int, str], Mapping[int, str]] = field(default=({}, {}))
    low: Quotient = PROBABILITY_ZERO
    high: Quotient = PROBABILITY_ONE
    """Between which, strictly, the only open probability lies, where it is a strictly mixed
    choice."""

    @property
    def open(self) -> list[int]:
        """The choices of the first player whose probability is open."""
        return [i for i, chance in enumerate(self.chances) if chance is None]

    def played(self, choice: int, chance: Quotient) -> CaseState:
        """Return the case with one more probability of the first player."""
        return replace(self, chances=_replace_at(self.chances, choice, chance))

    def taken(self, seat: int, choice: int, action: int) -> CaseState:
        """Return the case with one more action."""
        if seat == 0:
            return self.played(choice, PROBABILITY_ONE if action else PROBABILITY_ZERO)
        actions = (*self.actions[:choice], action, *self.actions[choice + 1 :])
        return replace(self, actions=actions)

    def bound(self, seat: int, choice: int, duty: str) -> CaseState:
        """Return the case with one more duty, and the action that is part of it."""
        own = {**self.duties[seat], choice: duty}
        both = (self.duties[0], own) if seat else (own, self.duties[1])
        known = replace(self, duties=both)
        return known if duty == "mixed" else known.taken(seat, choice, int(duty == "second"))


def _replace_at(
    items: tuple[Quotient | None, ...], place: int, item: Quotient
) -> tuple[Quotient | None, ...]:
    return (*items[:place], item, *items[place + 1 :])


def case_work_meter(choices: MergedChoices) -> WorkMeter:
    """Return how much the cases of a game may take: where numbers are long there is less of it."""
    gains = (choice for own in choices.own for choice in own)
    parts = (part for gain in gains for part in (gain.alone, *gain.joint.values()))
    longest = max((c.bit_length() for part in parts for c in part), default=0)
    return WorkMeter(MOST_BINARY_WORK // (1 + longest // 1000), "the cases take", steps=25)


@dataclass
class CaseTreeWalk:
    """The walk through one tree, on one range."""

    choices: MergedChoices
    span: ParameterInterval
    meter: WorkMeter
    found: dict[int, CaseState] = field(default_factory=dict)
    _signs: dict[tuple[int, ...], int | None] = field(default_factory=dict)

    def all(self, tree: BinaryCase) -> list[CaseState]:
        """Return what is found in a tree, by number; raise CertificateError where a step fails."""
        one, two = self.choices.own
        self.case(tree, CaseState((None,) * len(one), (None,) * len(two)))
        if sorted(self.found) != list(range(len(self.found))):
            raise CertificateError(f"{self.span}: what is found is not numbered in order")
        return [self.found[number] for number in range(len(self.found))]

    def sign(self, polynomial: Poly) -> int | None:
        """Return the sign of a polynomial all over the range, inside it; None where it has none."""
        if len(polynomial) < 2:
            return (polynomial[0] > 0) - (polynomial[0] < 0) if polynomial else 0
        key = tuple(polynomial)
        if key not in self._signs:
            self._signs[key] = self._look(polynomial)
        return self._signs[key]

    def _look(self, polynomial: Poly) -> int | None:
        if isinstance(self.span, PointInterval):
            return self.span.sign(polynomial)
        if self.span.zero(polynomial):
            return 0
        if self.span.positive_inside(polynomial):
            return 1
        return -1 if self.span.positive_inside([-c for c in polynomial]) else None

    # ------------------------------------------------------------------ the tree

    def case(self, case: BinaryCase, known: CaseState) -> None:
        """Go through a case and all that follow from it."""
        for steps in case.rounds:
            before = known
            for step in steps:
                self._require_decided(step, before)
                known = known.taken(step.seat, step.choice, step.action)
        if case.kind == "dead":
            if not self._is_dead_by_constraints(case, known) or not self.positive(
                case.seat, case.multiples, known
            ):
                self._refuse("a case is said to be impossible, and is not shown to be")
        elif case.kind == "split":
            state = known.actions if case.seat else known.chances
            if state[case.choice] is not None or case.choice in known.duties[case.seat]:
                self._refuse("a choice is split that is known")
            for duty, after in zip(CONSTRAINTS, case.after, strict=True):
                self.case(after, known.bound(case.seat, case.choice, duty))
        elif case.kind == "cut":
            self._cut(case, known)
        elif case.kind == "found":
            if known.open or case.number in self.found:
                self._refuse("a set of equilibria is not known, or found twice")
            self.found[case.number] = known
        else:
            self._refuse("a case is said to be outside that is at no cut")

    def _cut(self, case: BinaryCase, known: CaseState) -> None:
        if len(known.open) != 1 or known.duties[0].get(known.open[0]) != "mixed":
            self._refuse("a line is cut where there is none")
        (own,) = known.open
        choice = self.choices.own[1][case.choice]
        slope = choice.joint.get(own, [])
        sign = self.sign(slope)
        if not sign:
            self._refuse("a line is cut where nobody is indifferent")
        rest = self.gain(1, case.choice, _replace_at(known.chances, own, PROBABILITY_ZERO))
        point = [-c if sign == 1 else c for c in rest], [c if sign == 1 else -c for c in slope]
        below, at, above = case.after
        self.case(below, replace(known, high=point))
        if at.kind == "outside" and not at.rounds:
            inside = self.sign(point[0]), self.sign(add(point[1], point[0], -1))
            if all(s is None or s > 0 for s in inside):
                self._refuse("a cut is said to be at no chance, and is at one")
        else:
            self.case(at, known.played(own, point))
        self.case(above, replace(known, low=point))

    def _refuse(self, why: str) -> None:
        raise CertificateError(f"{self.span}: {why}")

    # ------------------------------------------------------------------ steps

    def _require_decided(self, step: DecidedChoice, known: CaseState) -> None:
        state = known.actions if step.seat else known.chances
        if state[step.choice] is not None or step.choice in known.duties[step.seat]:
            self._refuse("a choice is settled that is known")
        wanted = 1 if step.action else -1
        if not step.multiples:
            fits = step.seat == 1 and self.reply(step.choice, known, wanted)
        else:
            others = {c: m for c, m in step.multiples.items() if c != step.choice}
            fits = (
                step.multiples.get(step.choice, 0) * wanted > 0
                and self._allowed(step.seat, others, known)
                and self.positive(step.seat, step.multiples, known)
            )
        if not fits:
            name = self.choices.own[step.seat][step.choice].name
            self._refuse(f"{name[:40]!r} is said to be settled, and is not shown to be")

    def _is_dead_by_constraints(self, case: BinaryCase, known: CaseState) -> bool:
        return self._allowed(case.seat, case.multiples, known)

    def _allowed(self, seat: int, multiples: Mapping[int, int], known: CaseState) -> bool:
        """Tell whether duties make multiples of gains not positive."""
        duties = known.duties[seat]
        return all(
            (1 if m > 0 else -1) in _NONPOSITIVE_SIGNS.get(duties.get(c, ""), ())
            for c, m in multiples.items()
        )

    def positive(self, seat: int, multiples: Mapping[int, int], known: CaseState) -> bool:
        """Tell whether multiples of a player's gains add up to more than 0 in all of a case."""
        parts: dict[int, Poly] = {}
        total: Poly = []
        for c, m in multiples.items():
            choice = self.choices.own[seat][c]
            self.meter.take(1 + len(choice.joint))
            total = add(total, choice.alone, m)
            for other, part in choice.joint.items():
                parts[other] = add(parts.get(other, []), part, m)
        for other, part in parts.items():
            if seat == 0:
                action = known.actions[other]
                least = action if action is not None else self._least(part)
            else:
                chance = known.chances[other]
                if chance is not None and chance not in (PROBABILITY_ZERO, PROBABILITY_ONE):
                    return False
                least = int(chance == PROBABILITY_ONE) if chance is not None else self._least(part)
            if least is None:
                return False
            if least:
                total = add(total, part)
        return self.sign(total) == 1

    def _least(self, part: Poly) -> int | None:
        """Return the action (0 or 1) at which a part is least; None where that depends."""
        sign = self.sign(part)
        return None if sign is None else int(sign < 0)

    def reply(self, choice: int, known: CaseState, wanted: int) -> bool:
        """Tell whether the second player's gain at a choice has a strict sign in all of a case."""
        open_ = known.open
        if len(open_) == 1 and known.duties[0].get(open_[0]) == "mixed":
            ends = [
                self.sign(self.gain(1, choice, _replace_at(known.chances, open_[0], end)))
                for end in (known.low, known.high)
            ]
            signs = [s * wanted for s in ends if s is not None]
            return len(signs) == 2 and min(signs) >= 0 and max(signs) > 0
        menus = []
        joint = self.choices.own[1][choice].joint
        for i in open_:
            least = self._least([wanted * c for c in joint.get(i, [])])
            menus.append((0, 1) if least is None else (least,))
        if sum(len(menu) > 1 for menu in menus) > MOST_BINARY_VERTICES:
            raise FileError("a gain has too many corners to be looked at")
        for corner in product(*menus):
            chances = known.chances
            for i, action in zip(open_, corner, strict=True):
                chances = _replace_at(chances, i, PROBABILITY_ONE if action else PROBABILITY_ZERO)
            if self.sign(self.gain(1, choice, chances)) != wanted:
                return False
        return True

    def gain(self, seat: int, number: int, chances: Sequence[Quotient | None]) -> Poly:
        """Return the gain at a choice against known probabilities, times a positive polynomial."""
        choice = self.choices.own[seat][number]
        self.meter.take(1 + len(choice.joint))
        top, below = choice.alone, [1]
        for other, part in choice.joint.items():
            chance = chances[other]
            assert chance is not None
            over, under = chance
            if not over:
                continue
            self.meter.take(len(part) * (len(over) + len(under)))
            if under == below:
                top = add(top, multiply(part, over))
            else:
                top = add(multiply(top, under), multiply(multiply(part, over), below))
                below = multiply(below, under)
        return top


BinaryProfile = tuple[tuple[Quotient, ...], tuple[Quotient, ...]]
"""The probability of the second action at every choice of both players."""


@dataclass(frozen=True)
class ParametricBinaryNashVerdict(BreakpointVerdict):
    """All equilibria for every value of a parameter."""

    source: ParametricBinaryNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``pairs``."""
        return "pairs"

    @property
    def form(self) -> BinaryCertificateForm:
        """The payoffs of both players, as polynomials."""
        return self.source.form


@dataclass(frozen=True)
class BinaryNashVerdict(TwoPlayerVerdict):
    """All extreme equilibria of one game."""

    claims: UniquenessByPlayer
    """By player, whether it plays the same in all of them."""
    source: BinaryNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``pairs``."""
        return "pairs"

    @property
    def value(self) -> list[str]:
        """What both players are paid, equilibrium by equilibrium."""
        return [", ".join(one.formulas) for one in self.source.part.equilibria]

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By player, whether it plays the same in every equilibrium."""
        return (self.claims,)

    @property
    def form(self) -> BinaryCertificateForm:
        """The payoffs of both players."""
        return self.source.form

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.part.equilibria)
        noun = "1 extreme equilibrium" if count == 1 else f"{count:,} extreme equilibria"
        return f"proved: {noun}, all there are"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else uniqueness_text(claim)


def verify_parametric_binary_nash(
    proof: ParametricBinaryNashDocument,
) -> ParametricBinaryNashVerdict:
    """Check a theorem on all equilibria and return what it proves."""
    meter = case_work_meter(proof.choices)
    for part in (*proof.pieces, *proof.points):
        check_binary_nash_part(proof.form, proof.choices, part, meter)
    names = (proof.form.seats[0].name, proof.form.seats[1].name)
    words = f">= {proof.low}" if proof.high is None else f"from {proof.low} to {proof.high}"
    return ParametricBinaryNashVerdict(
        proof.game,
        names,
        proof.digest,
        VerifiedDomain(proof.parameter, proof.whole, proof.low, proof.high, words),
        tuple(piece.equilibria[0].formulas[0] for piece in proof.pieces),
        tuple(dict(zip(names, piece.unique, strict=True)) for piece in proof.pieces),
        at_ends=tuple(dict(zip(names, point.unique, strict=True)) for point in proof.points),
        ends=tuple(map(str, proof.ends)),
        source=proof,
    )


def verify_binary_nash(document: BinaryNashDocument) -> BinaryNashVerdict:
    """Check a list of all equilibria of one game and return what it proves."""
    sets = check_binary_nash_part(
        document.form, document.choices, document.part, case_work_meter(document.choices)
    )
    start, subsets, dimensions = 1, [], []
    for profiles in sets:
        subsets.append(tuple(range(start, start + len(profiles))))
        start += len(profiles)
        dimensions.append(_set_dimension(document.choices, profiles))
    if (tuple(subsets), tuple(dimensions)) != (document.subsets, document.dimensions):
        raise CertificateError("the components are not those of the equilibria")
    names = (document.form.seats[0].name, document.form.seats[1].name)
    verdicts = dict(zip(names, document.part.unique, strict=True))
    return BinaryNashVerdict(document.game, names, document.digest, verdicts, document)


def check_binary_nash_part(
    form: BinaryCertificateForm, choices: MergedChoices, part: BinaryNashPart, meter: WorkMeter
) -> list[list[BinaryProfile]]:
    """Return the extreme equilibria by set; raise CertificateError unless just they are listed."""
    walk = CaseTreeWalk(choices, part.span, meter)
    if walk.sign(form.denominator) != 1:
        raise CertificateError(f"{part.span}: the denominator of the payoffs is not positive")
    sets = _equilibrium_sets(walk, part.tree)
    found = [profile for profiles in sets for profile in profiles]
    if len(found) != len(part.equilibria):
        raise CertificateError(
            f"{part.span}: {len(part.equilibria)} extreme equilibria are listed, not {len(found)}"
        )
    _require_different(part.span, found, meter)
    for profile, listed in zip(found, part.equilibria, strict=True):
        meter.take(len(form.payoffs))
        _check_equilibrium(form, choices, part.span, profile, listed)
    for number, claim in enumerate(part.unique):
        if claim is not None and claim != plays_same_in_all(choices, part.span, found, number):
            name = quote_name(form.seats[number].name)
            raise CertificateError(f"{part.span}: {name}'s strategy is not as unique as claimed")
    return sets


def _require_different(
    span: ParameterInterval, found: Sequence[BinaryProfile], meter: WorkMeter
) -> None:
    """Demand that no equilibrium was found twice: cuts out of order could lead there twice.

    Where two are different on a range they are so at each of its values, because signs of gains are
    the same on all of it: were two strictly mixed choices equal at one, what fixes them would be
    too.
    """
    flat = [[chance for own in profile for chance in own] for profile in found]
    for number, one in enumerate(flat):
        for other in flat[:number]:
            meter.take(len(one))
            if all(_quotients_equal(a, b, span) for a, b in zip(one, other, strict=True)):
                raise CertificateError(f"{span}: an equilibrium is listed twice")


def _equilibrium_sets(walk: CaseTreeWalk, tree: BinaryCase) -> list[list[BinaryProfile]]:
    return [list(_extreme_equilibria(walk, known)) for known in walk.all(tree)]


def extreme_equilibria_in_tree(
    choices: MergedChoices, span: ParameterInterval, tree: BinaryCase
) -> list[BinaryProfile]:
    """Return the extreme equilibria that a tree finds, after going through all of its cases."""
    walk = CaseTreeWalk(choices, span, case_work_meter(choices))
    return [profile for profiles in _equilibrium_sets(walk, tree) for profile in profiles]


def _set_dimension(choices: MergedChoices, profiles: Sequence[BinaryProfile]) -> int:
    """Return the dimension of a set of equilibria of one game, spanned by its extreme ones.

    Cells that are alike add as many as they are, less one, where their mean is not forced to an
    end.
    """
    first = [chance for own in profiles[0] for chance in own]
    every = [[chance for own in profile for chance in own] for profile in profiles]
    groups = [len(choice.views) for own in choices.own for choice in own]
    free = sum(
        size - 1
        for place, size in enumerate(groups)
        if any(one[place] not in (PROBABILITY_ZERO, PROBABILITY_ONE) for one in every)
        or len({one[place] == PROBABILITY_ONE for one in every}) > 1
    )
    rows = [
        [_as_fraction(a) - _as_fraction(b) for a, b in zip(one, first, strict=True)]
        for one in every[1:]
    ]
    return free + _fraction_rank(rows)


def _as_fraction(chance: Quotient) -> Fraction:
    return Fraction(sum(chance[0]), sum(chance[1]))


def _fraction_rank(rows: list[list[Fraction]]) -> int:
    rank = 0
    while rows and rows[0]:
        column = [row[0] for row in rows]
        pivot = next((n for n, entry in enumerate(column) if entry), None)
        rows = [list(row) for row in rows]
        if pivot is not None:
            rank += 1
            own = rows.pop(pivot)
            rows = [
                [a - row[0] / own[0] * b for a, b in zip(row, own, strict=True)] for row in rows
            ]
        rows = [row[1:] for row in rows]
    return rank


def _extreme_equilibria(walk: CaseTreeWalk, known: CaseState) -> Iterator[BinaryProfile]:
    """Yield the extreme equilibria of a set, each shown to be one."""
    chances = tuple(chance for chance in known.chances if chance is not None)
    ties = [j for j, action in enumerate(known.actions) if action is None]
    if len(ties) > MOST_BINARY_INDIFFERENT:
        raise FileError(f"more than {MOST_BINARY_INDIFFERENT} choices are indifferent at once")
    if "mixed" in known.duties[1].values():
        raise CertificateError(f"{walk.span}: a set is found where the second seat is bound to mix")
    for j, action in enumerate(known.actions):
        sign = walk.sign(walk.gain(1, j, chances))
        due = {None: (0,), 0: (-1, 0), 1: (0, 1)}[action]
        if sign not in due:
            name = walk.choices.own[1][j].name
            raise CertificateError(f"{walk.span}: {name[:40]!r} is not answered best")
    mixed = [i for i, duty in known.duties[0].items() if duty == "mixed"]
    for i, (top, below) in enumerate(chances):
        inside = walk.sign(top) == 1 and walk.sign(add(below, top, -1)) == 1
        if (i in mixed) != inside:
            raise CertificateError(f"{walk.span}: a chance is not that of a true mix")
    if len(mixed) > 1:
        raise CertificateError(f"{walk.span}: a set with two true mixes is not read")
    cube = _IndifferenceCube(walk, known, chances, ties)
    for second in cube.level(mixed[0]) if mixed else cube.ends():
        yield chances, second


@dataclass(frozen=True)
class _IndifferenceCube:
    """The probabilities of what is indifferent, where the first player's are known."""

    walk: CaseTreeWalk
    known: CaseState
    chances: tuple[Quotient, ...]
    ties: Sequence[int]

    def level(self, own: int) -> list[tuple[Quotient, ...]]:
        """Return the extreme points at which a mixed choice gains 0: vertices, then edges."""
        found = [second for second in self._corners() if self._gain(own, second) == 0]
        found += self._edges(own)
        for second in found:
            for i in range(len(self.chances)):
                if i != own and not self._keeps(i, second):
                    self._refuse(i)
        return found

    def ends(self) -> list[tuple[Quotient, ...]]:
        """Return the extreme probabilities at which the first player keeps to sure actions."""
        corners = self._corners()
        cutting = [
            i for i in range(len(self.chances)) if not all(self._keeps(i, s) for s in corners)
        ]
        if len(cutting) > 1 and len(self.ties) > 1:
            self._refuse(cutting[1])
        found = [second for second in corners if all(self._keeps(i, second) for i in cutting)]
        for i in cutting:
            for second in self._edges(i):
                known = any(self._equal(second, other) for other in found)
                if not known and all(self._keeps(k, second) for k in cutting):
                    found.append(second)
        return found

    def _equal(self, one: Sequence[Quotient], two: Sequence[Quotient]) -> bool:
        return all(_quotients_equal(a, b, self.walk.span) for a, b in zip(one, two, strict=True))

    def _with_indifferent(self, chances: Sequence[Quotient]) -> tuple[Quotient, ...]:
        second = [PROBABILITY_ONE if action else PROBABILITY_ZERO for action in self.known.actions]
        for j, chance in zip(self.ties, chances, strict=True):
            second[j] = chance
        return tuple(second)

    def _corners(self) -> list[tuple[Quotient, ...]]:
        return [
            self._with_indifferent(one)
            for one in product((PROBABILITY_ZERO, PROBABILITY_ONE), repeat=len(self.ties))
        ]

    def _edges(self, own: int) -> list[tuple[Quotient, ...]]:
        """Return where a gain is 0 strictly inside an edge."""
        joint, found = self.walk.choices.own[0][own].joint, []
        for place, tie in enumerate(self.ties):
            slope = _require_sign(self.walk, joint.get(tie, []))
            for others in (
                product((PROBABILITY_ZERO, PROBABILITY_ONE), repeat=len(self.ties) - 1)
                if slope
                else ()
            ):
                start = self._with_indifferent((*others[:place], PROBABILITY_ZERO, *others[place:]))
                rest = self.walk.gain(0, own, start)
                top, below = [-slope * c for c in rest], [slope * c for c in joint[tie]]
                room = _require_sign(self.walk, top), _require_sign(self.walk, add(below, top, -1))
                if min(room) > 0:
                    found.append(
                        self._with_indifferent((*others[:place], (top, below), *others[place:]))
                    )
        return found

    def _gain(self, i: int, second: Sequence[Quotient]) -> int:
        return _require_sign(self.walk, self.walk.gain(0, i, second))

    def _keeps(self, i: int, second: Sequence[Quotient]) -> bool:
        """Tell whether the first player gains nothing by leaving a sure action."""
        return self._gain(i, second) != (-1 if self.chances[i] == PROBABILITY_ONE else 1)

    def _refuse(self, i: int) -> None:
        name = self.walk.choices.own[0][i].name
        raise CertificateError(f"{self.walk.span}: {name[:40]!r} is not answered best")


def _require_sign(walk: CaseTreeWalk, polynomial: Poly) -> int:
    sign = walk.sign(polynomial)
    if sign is None:
        raise CertificateError(f"{walk.span}: an end of a set of equilibria moves past a corner")
    return sign


# ---------------------------------------------------------------------- what is written


def _check_equilibrium(
    form: BinaryCertificateForm,
    choices: MergedChoices,
    span: ParameterInterval,
    profile: BinaryProfile,
    listed: EquilibriumFormulas,
) -> None:
    """Check that an equilibrium is written as it was found, and what it pays."""
    for number, seat in enumerate(form.seats):
        written = listed.strategies[number]
        for choice, chance in zip(choices.own[number], profile[number], strict=True):
            other = add(chance[1], chance[0], -1), chance[1]
            for view in choice.views:
                low, high = written[view]
                if not (
                    _quotients_equal(high, chance, span) and _quotients_equal(low, other, span)
                ):
                    raise CertificateError(
                        f"{span}: {quote_name(seat.name)} at {quote_name(view)}: another formula"
                    )
    for number, paid in enumerate(_profile_payoffs(form, choices, profile)):
        if not _quotients_equal(listed.payoffs[number], paid, span):
            name = quote_name(form.seats[number].name)
            raise CertificateError(f"{span}: {name} is not paid what is written")


def _profile_payoffs(
    form: BinaryCertificateForm, choices: MergedChoices, profile: BinaryProfile
) -> list[Quotient]:
    """Return what both players are paid."""
    plans = []
    for number, seat in enumerate(form.seats):
        below: Poly = [1]
        for _, under in profile[number]:
            if under not in ([1], below):
                below = multiply(below, under)
        chances: dict[str, Poly] = {}
        for choice, (top, under) in zip(choices.own[number], profile[number], strict=True):
            share = top if under == below else multiply(top, below) if under == [1] else None
            if share is None:
                raise CertificateError("more than one chance of a seat is a true quotient")
            chances |= dict.fromkeys(choice.views, share)
        tops = [below]
        for view, _, _, _ in seat.cells:
            tops += [add(below, chances[view], -1), chances[view]]
        plans.append((tops, below))
    totals: list[Poly] = [[], []]
    for i, j, both in form.payoffs:
        if plans[0][0][i] and plans[1][0][j]:
            weight = multiply(plans[0][0][i], plans[1][0][j])
            totals = [add(t, multiply(weight, a)) for t, a in zip(totals, both, strict=True)]
    under = multiply(multiply(plans[0][1], plans[1][1]), form.denominator)
    return [(total, under) for total in totals]


def _quotients_equal(one: Quotient, two: Quotient, span: ParameterInterval) -> bool:
    """Tell whether two quotients are equal on a range."""
    return span.zero(add(multiply(one[0], two[1]), multiply(one[1], two[0]), -1))


def plays_same_in_all(
    choices: MergedChoices, span: ParameterInterval, found: Sequence[BinaryProfile], number: int
) -> bool:
    """Tell whether a player plays the same in all equilibria."""
    first = found[0][number]
    if any(len(c.views) > 1 and x not in (PROBABILITY_ZERO, PROBABILITY_ONE)
           for c, x in zip(choices.own[number], first, strict=True)):  # fmt: skip
        return False
    return all(
        _quotients_equal(a, b, span)
        for profile in found[1:]
        for a, b in zip(first, profile[number], strict=True)
    )


def verify_by_binary_choices(
    forms: tuple[CertificateForm, CertificateForm],
    data: Json,
    unique: tuple[bool | None, bool | None],
) -> None:
    """Demand that claims of uniqueness hold; *forms* are one game, with each player's payoffs."""
    evidence = require_keys(data, {"alike", "tree"}, "the evidence of uniqueness")
    paid: dict[tuple[int, int], list[Poly]] = {}
    for number, form in enumerate(forms):
        if form.rows is not None:
            raise ValueError("a matrix has no tree of cases")
        for i, j, amount in form.entries:
            paid.setdefault((i, j), [[], []])[number] = [amount] if amount else []
    seats = forms[0].seats
    require_binary_choices(seats)
    # only signs of gains matter, so each seat's payoffs may be over its own denominator
    game = BinaryCertificateForm(
        seats, [(i, j, (one, two)) for (i, j), (one, two) in paid.items()], [1]
    )
    choices = merge_choices(game, evidence["alike"])
    span = PointInterval(AlgebraicPoint.at(0), Fraction(0))
    found = extreme_equilibria_in_tree(choices, span, read_case_tree(choices, evidence["tree"]))
    for number, claim in enumerate(unique):
        if claim is not None and claim != plays_same_in_all(choices, span, found, number):
            name = quote_name(seats[number].name)
            raise CertificateError(f"{name}'s strategy is not as unique as claimed")
