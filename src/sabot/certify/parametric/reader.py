"""Read a parametric proof (``sabot/proof/1``): game, pieces with plans, bases and reasons.

Formulas are in lowest terms and defined everywhere on their interval. What is stated twice, as a
formula and as polynomials, is compared by :mod:`sabot.certify.parametric.verification`. On a
piece of one value only the values of polynomials there count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from sabot.certify.algebra.formula_parser import Quotient
from sabot.certify.algebra.intervals import (
    Domain,
    IntegerInterval,
    ParameterInterval,
    PieceWithInterval,
    RealInterval,
    iterate_covering_pieces,
    read_formula,
    read_interval,
    read_lowest_terms,
    read_parameter,
    read_point,
    read_whole,
    require_list,
    require_numbers,
)
from sabot.certify.algebra.polynomial import Poly, evaluate_at_integer, read_polynomial, trim
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.documents import require_digest
from sabot.certify.json_reader import (
    ClaimPair,
    Json,
    JsonObject,
    canonical_json,
    quote_name,
    read_two_seat_names,
    read_uniqueness_claims,
    require_keys,
    require_labels,
    require_object,
    require_text,
)
from sabot.certify.parametric.inequality import REASONS, ListedInequality, read_inequality
from sabot.certify.record_codec import (
    Field,
    NamedDocument,
    OptionalField,
    Record,
    any_number,
    labels,
    raw,
    text,
)
from sabot.certify.sequence_form import PlayerSequences, read_infosets, read_payoff_entries
from sabot.certify.zero_sum import ZeroSumDocument, read_certificate_v1
from sabot.errors import CertificateError

Specialisation = Callable[[Poly], Poly]
"""What is done to every polynomial before it is compared: nothing, or its value at one spot."""


@dataclass(frozen=True)
class PolynomialCertificateForm:
    """The game in the file: information sets of both players, payoffs as polynomials over one."""

    seats: tuple[PlayerSequences, PlayerSequences]
    columns: tuple[list[dict[int, Poly]], list[dict[int, Poly]]]
    """For each player: the other's sequences, each with this player's sequences and payoffs."""
    denominator: Poly

    def pinned(self, pin: Specialisation) -> PolynomialCertificateForm:
        """Return the game with every polynomial pinned to one value."""
        one, two = (
            [{s: pin(amount) for s, amount in column.items()} for column in table]
            for table in self.columns
        )
        return PolynomialCertificateForm(self.seats, (one, two), pin(self.denominator))


@dataclass(frozen=True)
class PolynomialPlan:
    """A plan: one polynomial a sequence over a common one."""

    tops: list[Poly]
    below: Poly


def identity_specialisation(polynomial: Poly) -> Poly:
    """Pin to nothing."""
    return polynomial


def specialisation_for(span: ParameterInterval) -> Specialisation:
    """Return what a piece of one value does to polynomials: only their values there count."""
    if isinstance(span, IntegerInterval) and span.low == span.high:
        return lambda polynomial: trim([evaluate_at_integer(polynomial, span.low)])
    return identity_specialisation


class _PolynomialFormRecord(Record, what="the form of a proof"):
    seats = Field(read_two_seat_names)
    cells = Field(raw)
    payoffs = Field(raw)
    denominator = Field(partial(read_polynomial, what="the denominator of the payoffs"))


class _PlanRecord(Record, what="a plan"):
    below = Field(raw)
    sure = Field(raw)
    tops = Field(raw)


class _BasisRecord(Record, what="a basis"):
    used = Field(raw)
    tight = Field(raw)
    equations = OptionalField(labels("equations"))
    differs = OptionalField(text("where plans differ"))


def read_polynomial_form(data: Json) -> PolynomialCertificateForm:
    """Return the game that a proof is about."""
    found = _PolynomialFormRecord(data)
    first, second = read_infosets(found.cells, found.seats)
    ones: list[dict[int, Poly]] = [{} for _ in range(second.count)]
    twos: list[dict[int, Poly]] = [{} for _ in range(first.count)]
    for i, j, amount in zip(*read_payoff_entries(found.payoffs, first, second), strict=True):
        ones[j][i] = twos[i][j] = read_polynomial(amount, "a payoff")
    return PolynomialCertificateForm((first, second), (ones, twos), found.denominator)


def read_polynomial_plan(seat: PlayerSequences, data: Json, pin: Specialisation) -> PolynomialPlan:
    """Return a player's plan as a proof writes it."""
    found = _PlanRecord(data)
    what = f"{quote_name(seat.name)}'s plan"
    tops: list[Poly] = [[] for _ in range(seat.count)]
    below = tops[0] = pin(read_polynomial(found.below, f"the denominator of {what}"))
    chances, sure = require_object(found.tops, what), found.sure
    if type(sure) is not list or any(type(s) is not int for s in sure):
        raise ValueError(f"the sure sequences of {what} are not whole numbers")
    numbers = {str(s): s for s in range(1, seat.count)}
    if not chances.keys() <= numbers.keys():
        raise ValueError(f"{what} names a sequence that is not there")
    for s, top in chances.items():
        tops[numbers[s]] = pin(read_polynomial(top, f"a chance of {what}"))
    taken = {numbers[s] for s in chances} | {0}
    for s in sure:
        if s in taken or not 0 < s < seat.count:
            raise ValueError(f"{what} names a sequence twice, or one that is not there")
        taken.add(s)
        tops[s] = below
    return PolynomialPlan(tops, below)


def used_sequences(plan: PolynomialPlan, span: ParameterInterval) -> set[int]:
    """Return the sequences that a plan uses."""
    sure = not span.zero(plan.below)  # most probabilities are 1
    return {
        s
        for s, top in enumerate(plan.tops)
        if (sure if top == plan.below else top and not span.zero(top))
    }


def actions_by_infoset(seat: PlayerSequences, sequences: Iterable[int]) -> dict[str, list[str]]:
    """Return some of a player's sequences as actions, by information set."""
    some = set(sequences)
    found = {}
    for view, actions, _, first in seat.cells:
        here = [action for s, action in enumerate(actions, first) if s in some]
        if here:
            found[view] = here
    return found


def describe_infoset(seat: PlayerSequences, view: str) -> str:
    """Return who is asked, and where, in words."""
    return seat.name if view == "-" else f"{seat.name} at {view}"


def sequence_names(seat: PlayerSequences) -> list[str]:
    """Return every sequence by the action that ends it, in words; the empty one first."""
    found = ["nothing"]
    for view, actions, _, _ in seat.cells:
        found += (action if view == "-" else f"{action} at {view}" for action in actions)
    return found


_PIECE_KEYS = frozenset({"from", "to", "value", "strategies", "unique", "value_parts", "plans"})
_EVIDENCE_KEYS = frozenset({"basis", "inequalities"})
_CONSTANT_QUOTIENTS: dict[str, Quotient] = {"0": ([], [1]), "1": ([1], [1])}


@dataclass(frozen=True)
class PieceBasis:
    """What a player uses on a piece, what is as good, and what fixes its plan."""

    used: Mapping[str, list[str]]
    tight: Mapping[str, list[str]]
    equations: list[str] | None = None
    differs: str | None = None


@dataclass(frozen=True)
class ProofPiece:
    """A range of the parameter, what is claimed on it, and why. Pinned, if it is one value."""

    span: IntegerInterval | RealInterval
    formula: str
    """The value as it is written."""
    value: Quotient
    """The same, read."""
    strategies: tuple[list[Quotient], list[Quotient]]
    """By player: the probability of each sequence where it is chosen; that of the empty one is
    1."""
    unique: ClaimPair
    claimed: Quotient
    """The value as the polynomials that are computed with."""
    plans: tuple[PolynomialPlan, PolynomialPlan]
    basis: tuple[PieceBasis, PieceBasis]
    inequalities: tuple[ListedInequality, ...]
    another: Mapping[int, PolynomialPlan]
    """By the number of a player: a second optimal plan."""
    witness: Mapping[int, PolynomialPlan]
    """By the number of a player: the plan of the other one that shows its own to be the only
    one."""
    certificate: ZeroSumDocument | None


@dataclass(frozen=True)
class ProofBreakpoint:
    """Where pieces over the real numbers begin, meet or end, and what is claimed there."""

    at: AlgebraicPoint
    unique: ClaimPair
    another: Mapping[int, PolynomialPlan]
    witness: Mapping[int, PolynomialPlan]
    certificate: ZeroSumDocument | None


@dataclass(frozen=True)
class ClassifiedInterval:
    """What a choice of the second player is on a range of integers."""

    span: IntegerInterval
    word: str


@dataclass(frozen=True)
class ParametricDocument:
    """A theorem and all that it rests on."""

    game: str
    parameter: str
    whole: bool
    low: AlgebraicPoint | None
    """None: there is no lower end, and none of the first piece."""
    high: AlgebraicPoint | None
    form: PolynomialCertificateForm
    pieces: tuple[ProofPiece, ...]
    breakpoints: tuple[ProofBreakpoint, ...] | None
    sorts: Mapping[str, tuple[ClassifiedInterval, ...]] | None
    """By information set of the second player, in order; None where nothing is sorted."""
    digest: str


class _TheoremDomain(Domain, what="the domain"):
    """The values of a parameter; of all reals, or all up to an end, ``from`` is null."""

    whole = Field(read_whole)

    def ends(self) -> tuple[AlgebraicPoint | None, AlgebraicPoint | None]:
        """Return both ends; None: there is no such end."""
        low, high = (None if end is None else read_point(end) for end in (self.start, self.end))
        return low, high


class _ParametricRecord(NamedDocument, what="a proof"):
    parameter = Field(read_parameter)
    domain = Field(_TheoremDomain)
    seats = Field(raw)
    pieces = Field(raw)
    reasons = Field(raw)
    form = Field(read_polynomial_form)
    digest = Field(raw)
    breakpoints = OptionalField(require_list)
    classification = OptionalField(raw)
    seconds = OptionalField(any_number("the time"))


def read_parametric(
    document: JsonObject,
    read_pieces: Callable[[PieceReader, Json, Domain], tuple[ProofPiece, ...]] | None = None,
) -> ParametricDocument:
    """Return the theorem in a ``sabot/proof/1``, its pieces in order and without a gap.

    *read_pieces* takes the place of :meth:`PieceReader.all`.
    """
    digest = require_digest(document, "proof")
    found = _ParametricRecord(document)
    form, domain = found.form, found.domain
    if canonical_json(found.reasons) != canonical_json(REASONS):
        raise CertificateError("the proof gives its reasons in other words than this checker's")
    if found.seats != [seat.name for seat in form.seats]:
        raise CertificateError("the proof and its form name different seats")
    reader = PieceReader(form, found.parameter, reals=not domain.whole)
    pieces = (read_pieces or PieceReader.all)(reader, found.pieces, domain)
    points = None
    if found.breakpoints is not None:
        if domain.whole:
            raise ValueError("whole numbers have no breakpoints")
        points = tuple(_read_breakpoint(form, entry) for entry in found.breakpoints)
    sorts = None
    if "classification" in document:
        sorts = _read_classification(form.seats[1], found.classification)
    return ParametricDocument(
        found.game,
        found.parameter,
        domain.whole,
        *domain.ends(),
        form,
        pieces,
        points,
        sorts,
        digest,
    )


# ---------------------------------------------------------------------- pieces


@dataclass(frozen=True)
class PieceReader:
    """The reader of pieces of one proof."""

    form: PolynomialCertificateForm
    parameter: str
    reals: bool

    def all(self, data: Json, domain: Domain) -> tuple[ProofPiece, ...]:
        """Return all pieces, after demanding that they cover the domain without a gap."""
        return tuple(self.one(piece, span) for piece, span in self.covering(data, domain))

    def covering(self, data: Json, domain: Domain) -> Iterator[PieceWithInterval]:
        """Yield every piece, not read yet, with its range; there must be no gap."""
        others = _EVIDENCE_KEYS | {"another", "witness", "certificate"}
        return iterate_covering_pieces(data, domain, _PIECE_KEYS, others, reals=self.reals)

    def one(self, data: JsonObject, span: IntegerInterval | RealInterval) -> ProofPiece:
        """Return one piece."""
        for part in _EVIDENCE_KEYS:
            if part not in data:
                raise CertificateError(
                    f"{span}: no {part}; if an earlier Sabot made it, prove it again"
                )
        seats, pin = self.form.seats, specialisation_for(span)
        names = [seat.name for seat in seats]
        basis = require_keys(data["basis"], names, "the bases")
        plans = require_keys(data["plans"], names, "the plans")
        if "certificate" in data and (
            not isinstance(span, IntegerInterval) or span.low != span.high
        ):
            raise CertificateError(f"{span}: a certificate is about one value only")
        known: dict[str, Quotient] = dict(_CONSTANT_QUOTIENTS)
        claims = read_uniqueness_claims(names, data["unique"])
        _require_no_surplus_evidence(names, data, claims)
        written = require_text(data["value"], "the value of a piece")
        value = self.formula(written, span, known)
        strategies = self.strategies(data["strategies"], span, known)
        if isinstance(span, RealInterval):
            require_numbers(known, span)
        return ProofPiece(
            span,
            written,
            value,
            strategies,
            claims,
            read_value_quotient(data["value_parts"], pin),
            (
                read_polynomial_plan(seats[0], plans[names[0]], pin),
                read_polynomial_plan(seats[1], plans[names[1]], pin),
            ),
            (read_basis(seats[0], basis[names[0]]), read_basis(seats[1], basis[names[1]])),
            tuple(map(read_inequality, require_list(data["inequalities"]))),
            _read_further_plans(self.form, data, "another", pin),
            _read_further_plans(self.form, data, "witness", pin),
            read_certificate_v1(data["certificate"]) if "certificate" in data else None,
        )

    def strategies(
        self, data: Json, span: IntegerInterval | RealInterval, known: dict[str, Quotient]
    ) -> tuple[list[Quotient], list[Quotient]]:
        """Return the formulas of both strategies, by sequence."""
        seats = self.form.seats
        tables = require_keys(data, [seat.name for seat in seats], "the strategies")
        both = []
        for seat in seats:
            table, found = tables[seat.name], [_CONSTANT_QUOTIENTS["1"]]
            if not isinstance(table, Mapping) or table.keys() != seat.views:
                raise ValueError(
                    f"{quote_name(seat.name)}'s strategy does not answer exactly its own views"
                )
            for view, actions, _, _ in seat.cells:
                mix = require_keys(
                    table[view], actions, f"{quote_name(seat.name)}'s answer at {view[:40]!r}"
                )
                found += [self.formula(mix[action], span, known) for action in actions]
            both.append(found)
        return both[0], both[1]

    def formula(
        self, data: Json, span: IntegerInterval | RealInterval, known: dict[str, Quotient]
    ) -> Quotient:
        """Return a formula in lowest terms; of integers, also a number at every value.

        On a real range that is demanded of all formulas of a piece together.
        """
        if type(data) is not str or data not in known:
            if type(data) is str and isinstance(span, RealInterval):
                known[data] = read_lowest_terms(data, self.parameter, span)
            else:
                top, below = read_formula(data, self.parameter, span)
                pin = specialisation_for(span)
                known[str(data)] = pin(top), pin(below)
        return known[str(data)]


def _require_no_surplus_evidence(names: list[str], data: JsonObject, claims: ClaimPair) -> None:
    """Demand that no evidence is held for a claim that is not made, or that a certificate shows."""
    for kind, due in (("another", False), ("witness", True)):
        for name in require_object(data.get(kind, {}), f"the plans of {kind!r}"):
            if "certificate" in data or name not in names or claims[names.index(name)] is not due:
                raise ValueError(f"{name[:40]!r} is not a part of the plans of {kind!r}")


def read_value_quotient(data: Json, pin: Specialisation) -> Quotient:
    """Return the value as a polynomial over a polynomial."""
    if type(data) is not list or len(data) != 2:
        raise ValueError("the value is not a polynomial over a polynomial")
    top, below = (read_polynomial(part, "a part of the value") for part in data)
    return pin(top), pin(below)


def _read_further_plans(
    form: PolynomialCertificateForm, data: JsonObject, kind: str, pin: Specialisation
) -> dict[int, PolynomialPlan]:
    """Return the further plans of a piece or a breakpoint: ``another`` own, ``witness`` foreign."""
    names = [seat.name for seat in form.seats]
    held = require_keys(data.get(kind, {}), (), f"the plans of {kind!r}", names)
    of = {0: 0, 1: 1} if kind == "another" else {0: 1, 1: 0}
    return {
        number: read_polynomial_plan(form.seats[of[number]], held[name], pin)
        for number, name in enumerate(names)
        if name in held
    }


def read_basis(seat: PlayerSequences, data: Json) -> PieceBasis:
    """Return the basis of a player on a piece."""
    found = _BasisRecord(data)
    used, tight = (
        _read_actions_by_infoset(seat, kind, actions)
        for kind, actions in (("used", found.used), ("tight", found.tight))
    )
    return PieceBasis(used, tight, found.equations, found.differs)


def _read_actions_by_infoset(
    seat: PlayerSequences, kind: str, data: Json
) -> Mapping[str, list[str]]:
    """Return the actions that are *kind* (used or tight), by information set."""
    if not isinstance(data, Mapping) or not data.keys() <= seat.views:
        raise ValueError(f"what {quote_name(seat.name)} has {kind} is not by its views")
    return {
        view: require_labels(actions, f"actions {kind} at {view[:40]!r}")
        for view, actions in data.items()
    }


# ---------------------------------------------------------------------- ends, and sorted choices


def _read_breakpoint(form: PolynomialCertificateForm, data: Json) -> ProofBreakpoint:
    part = require_keys(
        data, {"at", "unique"}, "a breakpoint", {"certificate", "another", "witness"}
    )
    at = read_point(part["at"])
    if "certificate" in part and not at.rational:
        raise CertificateError("a certificate is about a rational number")
    names = [seat.name for seat in form.seats]
    claims = read_uniqueness_claims(names, part["unique"])
    _require_no_surplus_evidence(names, part, claims)
    return ProofBreakpoint(
        at,
        claims,
        _read_further_plans(form, part, "another", identity_specialisation),
        _read_further_plans(form, part, "witness", identity_specialisation),
        read_certificate_v1(part["certificate"]) if "certificate" in part else None,
    )


def _read_classification(
    seat: PlayerSequences, data: Json
) -> dict[str, tuple[ClassifiedInterval, ...]]:
    """Return the sorts of the second player's choices between two actions."""
    if not isinstance(data, Mapping) or list(data) != [seat.name]:
        raise ValueError(f"the sorted choices are not those of {quote_name(seat.name)}")
    table = data[seat.name]
    binary = {view for view, actions, _, _ in seat.cells if len(actions) == 2}
    if not isinstance(table, Mapping) or table.keys() != binary:
        raise ValueError(f"the sorted choices are not all those of {quote_name(seat.name)}")
    found = {}
    for view, ranges in table.items():
        sorts = []
        for part in require_list(ranges):
            if type(part) is not list or len(part) != 3:
                raise ValueError("a sorted range is not [from, to, sort]")
            low, high, word = part
            span = read_interval(low, high, all_reals=False)
            assert isinstance(span, IntegerInterval)
            sorts.append(ClassifiedInterval(span, require_text(word, "the sort of a choice")))
        found[view] = tuple(sorts)
    return found
