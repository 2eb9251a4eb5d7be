"""Verify a parametric proof for a two-player betting game with types in [0, 1].

For each piece of the parameter's range a ``sabot/threshold-proof/1`` gives the thresholds of
both players as quotients of polynomials, over one denominator, and their order. The thresholds
divide [0, 1] into *cells*. The value of an action is linear in the own type inside a cell, so an
action is best for all types of a cell if it is best at both ends. If at every decision, with
every type, no other action is worth more than the one taken, play continuing by the profile,
then by backward induction no strategy earns more. The piece must list exactly the inequalities
that this needs, each must hold on the whole piece for the reason given, and the payoffs must be
the integrals. All values are multiplied by the same positive number: unit, share squared, and
the denominator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import lcm
from typing import ClassVar

from sabot.certify.algebra.formula_parser import Quotient, parse_formula
from sabot.certify.algebra.intervals import (
    RealDomain,
    RealInterval,
    iterate_covering_pieces,
    read_lowest_terms,
    read_parameter,
)
from sabot.certify.algebra.polynomial import Poly, add, divide_exactly, multiply, read_polynomial
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.continuous import FoldRecord, ShowdownRecord, TurnRecord
from sabot.certify.documents import require_digest
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    canonical_json,
    escape_unprintable,
    read_two_seat_names,
    read_uniqueness_claims,
    require_keys,
    require_text,
)
from sabot.certify.limits import (
    MOST_THRESHOLD_DENOMINATOR_BITS,
    MOST_THRESHOLD_TERMINALS,
    MOST_THRESHOLD_WORK,
    MOST_THRESHOLDS,
)
from sabot.certify.parametric.inequality import (
    NOT_NEGATIVE,
    POSITIVE,
    REASONS,
    ListedInequality,
    RequiredInequality,
    check_inequalities,
    read_inequality,
)
from sabot.certify.record_codec import Field, NamedDocument, OptionalField, any_number, raw
from sabot.certify.verdict import (
    PiecewiseVerdict,
    VerifiedDomain,
)
from sabot.errors import CertificateError, FileError

_PIECE_KEYS = frozenset(
    {"from", "to", "value", "payoffs", "thresholds", "unique", "order", "below", "inequalities"}
)
_MOST_TREE_DEPTH = 40


@dataclass(frozen=True, slots=True)
class ParametricFold:
    """An end without a showdown: what each player is paid."""

    kind: ClassVar[str] = "fold"
    payoffs: tuple[Quotient, Quotient]


@dataclass(frozen=True, slots=True)
class ParametricShowdown:
    """An end at which the better type of those who are in takes what both have paid."""

    kind: ClassVar[str] = "showdown"
    among: frozenset[int]
    paid: tuple[Quotient, Quotient]
    better: Quotient
    written: str
    """The probability to improve, as it is written."""


@dataclass(frozen=True, slots=True)
class ParametricDecision:
    """A player's decision, known by the player and by what was said before."""

    kind: ClassVar[str] = "turn"
    seat: int
    view: str
    actions: tuple[str, ...]
    after: tuple[ParametricNode, ...]


ParametricNode = ParametricDecision | ParametricFold | ParametricShowdown


@dataclass(frozen=True)
class ContinuousCertificateForm:
    """The game: amounts and probabilities are polynomials in the parameter over integers."""

    seats: tuple[str, str]
    root: ParametricNode
    turns: tuple[ParametricDecision, ...]
    """Each before those that follow it."""
    showdowns: tuple[ParametricShowdown, ...]
    amounts: tuple[Quotient, ...]
    """Everything that is paid at an end."""
    ends: int
    unit: int
    """The least number that makes every amount times it a polynomial in integers."""
    share: int
    """The same for the probabilities to improve."""

    def amount(self, number: Quotient) -> Poly:
        """Return an amount times the unit."""
        return _scale_to_unit(number, self.unit)

    def chance(self, number: Quotient) -> Poly:
        """Return a probability times the share."""
        return _scale_to_unit(number, self.share)


@dataclass(frozen=True)
class ThresholdProofPiece:
    """An interval of the parameter, and the strategies: thresholds in one order, over ``below``."""

    span: RealInterval
    formulas: tuple[str, str]
    """What each player is paid, as it is written."""
    payoffs: tuple[Quotient, Quotient]
    """The same, read."""
    below: Poly
    points: tuple[Poly, ...]
    """0, the thresholds of both players in their order, and 1: each times ``below``."""
    names: tuple[str, ...]
    """What these are called."""
    taken: Mapping[tuple[int, str], tuple[int, ...]]
    """By decision: the action between each two neighbouring points."""
    inequalities: tuple[ListedInequality, ...]


@dataclass(frozen=True)
class ParametricContinuousDocument:
    """A theorem on continuous types and all that it rests on."""

    game: str
    parameter: str
    low: AlgebraicPoint
    high: AlgebraicPoint | None
    form: ContinuousCertificateForm
    pieces: tuple[ThresholdProofPiece, ...]
    digest: str


class _ParametricContinuousRecord(NamedDocument, what="a proof"):
    parameter = Field(read_parameter)
    domain = Field(RealDomain)
    seats = Field(read_two_seat_names)
    form = Field(raw)
    pieces = Field(raw)
    reasons = Field(raw)
    digest = Field(raw)
    seconds = OptionalField(any_number("the time"))


def read_parametric_continuous(document: JsonObject) -> ParametricContinuousDocument:
    """Return the theorem in a ``sabot/threshold-proof/1``, its pieces in order, without a gap."""
    digest = require_digest(document, "proof")
    found = _ParametricContinuousRecord(document)
    if canonical_json(found.reasons) != canonical_json(REASONS):
        raise CertificateError("the proof gives its reasons in other words than this checker's")
    form = _ParametricTreeReader(found.seats, found.parameter).betting(found.form)
    pieces = tuple(_read_pieces(form, found.parameter, found.pieces, found.domain))
    low, high = found.domain.points()
    return ParametricContinuousDocument(
        found.game, found.parameter, low, high, form, pieces, digest
    )


# ---------------------------------------------------------------------- the betting


class _ParametricTreeReader:
    """The betting, read node by node."""

    def __init__(self, seats: tuple[str, str], parameter: str) -> None:
        self.seats, self.parameter = seats, parameter
        self.turns: list[ParametricDecision | None] = []
        self.showdowns: list[ParametricShowdown] = []
        self.views: set[tuple[int, str]] = set()
        self.amounts: list[Quotient] = []
        self.ends = 0

    def betting(self, data: Json) -> ContinuousCertificateForm:
        """Return the whole of it."""
        root = self.node(data, 0)
        unit = _bounded_lcm(below[0] for _, below in self.amounts)
        share = _bounded_lcm(one.better[1][0] for one in self.showdowns)
        turns = tuple(turn for turn in self.turns if turn is not None)
        showdowns, amounts = tuple(self.showdowns), tuple(self.amounts)
        return ContinuousCertificateForm(
            self.seats, root, turns, showdowns, amounts, self.ends, unit, share
        )

    def node(self, data: Json, depth: int) -> ParametricNode:
        """Return one node and all below it."""
        if not isinstance(data, Mapping) or depth > _MOST_TREE_DEPTH:
            raise ValueError("the betting is not a tree of turns and ends")
        if "turn" in data:
            return self._turn(data, depth)
        self.ends += 1
        if self.ends > MOST_THRESHOLD_TERMINALS:
            raise FileError(f"the betting has more than {MOST_THRESHOLD_TERMINALS} ends")
        if "pays" in data:
            one, two = self._amounts(FoldRecord(data).pays)
            if multiply(one[0], two[1]) != [-c for c in multiply(two[0], one[1])]:
                raise ValueError("an end does not pay the one what the other loses")
            return ParametricFold((one, two))
        part = ShowdownRecord(data)
        among = frozenset(map(self._seat, part.among))
        written = require_text(part.better, "a chance to improve")
        better = _read_amount(written, self.parameter)
        found = ParametricShowdown(among, self._amounts(part.paid), better, written)
        self.showdowns.append(found)
        return found

    def _turn(self, data: JsonObject, depth: int) -> ParametricDecision:
        part = TurnRecord(data)
        seat, view = self._seat(part.player), part.view
        if (seat, view) in self.views:
            raise ValueError(f"{view[:60]!r}: a second turn of that view")
        self.views.add((seat, view))
        place = len(self.turns)
        self.turns.append(None)
        after = tuple(self.node(one, depth + 1) for one in part.after)
        found = ParametricDecision(seat, view, tuple(part.actions), after)
        self.turns[place] = found
        return found

    def _seat(self, name: Json) -> int:
        if name not in self.seats:
            raise ValueError(f"{str(name)[:40]!r} is no seat")
        return self.seats.index(name)

    def _amounts(self, data: Json) -> tuple[Quotient, Quotient]:
        if type(data) is not list or len(data) != 2:
            raise ValueError("the amounts are not a list with one for each seat")
        one, two = (_read_amount(amount, self.parameter) for amount in data)
        self.amounts += (one, two)
        return one, two


def _bounded_lcm(numbers: Iterable[int]) -> int:
    """Return the least common multiple, which may not be too long."""
    found = 1
    for number in numbers:
        found = lcm(found, number)
        if found.bit_length() > MOST_THRESHOLD_DENOMINATOR_BITS:
            raise FileError(
                f"its amounts have no common denominator below 2^{MOST_THRESHOLD_DENOMINATOR_BITS}"
            )
    return found


def _read_amount(data: Json, parameter: str) -> Quotient:
    """Return an amount: a polynomial over an integer."""
    written = require_text(data, "an amount")
    top, below = parse_formula(written, parameter, plain=True)
    if len(below) != 1:
        raise ValueError(f"{written[:60]!r}: an amount is a polynomial in {parameter}")
    return (top, below) if below[0] > 0 else ([-c for c in top], [-below[0]])


def _scale_to_unit(number: Quotient, unit: int) -> Poly:
    top, (below,) = number
    return [c * (unit // below) for c in top]


# ---------------------------------------------------------------------- pieces


def _read_pieces(
    form: ContinuousCertificateForm, parameter: str, data: Json, domain: RealDomain
) -> Iterator[ThresholdProofPiece]:
    """Yield all pieces, after demanding that they cover the domain without a gap."""
    if not data:
        raise ValueError("the pieces are not a list")
    work = 0
    for piece, span in iterate_covering_pieces(data, domain, _PIECE_KEYS, reals=True):
        assert isinstance(span, RealInterval)
        found = _ThresholdPieceReader(form, parameter, span).piece(piece)
        work += _estimate_work(form, found)
        if work > MOST_THRESHOLD_WORK:
            raise FileError(f"{span}: too much to be checked")
        yield found


@dataclass
class _ThresholdPieceReader:
    """The reader of one piece."""

    form: ContinuousCertificateForm
    parameter: str
    span: RealInterval

    def piece(self, data: JsonObject) -> ThresholdProofPiece:
        """Return the piece."""
        below = read_polynomial(data["below"], "the denominator of the cuts")
        answers = self._answers(data["thresholds"])
        where = self._order(data["order"], answers)
        cuts = [self._over(answers[turn][0][k], below) for turn, k in where]
        payoffs = data["payoffs"]
        if type(payoffs) is not list or len(payoffs) != 2:
            raise ValueError("the payoffs are not a list with one for each seat")
        one, two = map(self._formula, payoffs)
        claims = read_uniqueness_claims(list(self.form.seats), data["unique"])
        if type(data["inequalities"]) is not list:
            raise ValueError("the inequalities are not a list")
        inequalities = tuple(map(read_inequality, data["inequalities"]))
        if data["value"] != payoffs[0]:
            raise CertificateError(f"{self.span}: the value is not what the first seat is paid")
        if any(claim is not None for claim in claims):
            raise CertificateError(f"{self.span}: a claim of uniqueness, and nothing that shows it")
        seats = self.form.seats
        names = (f"{_describe_decision(seats, turn)}, cut {k + 1}" for turn, k in where)
        return ThresholdProofPiece(
            self.span,
            (payoffs[0], payoffs[1]),
            (one, two),
            below,
            ([], *cuts, below),
            ("0", *names, "1"),
            {turn: _actions_by_cell(turn, taken, where) for turn, (_, taken) in answers.items()},
            inequalities,
        )

    def _answers(self, data: Json) -> dict[tuple[int, str], tuple[list[Quotient], list[int]]]:
        """Return by decision the thresholds, and the actions between them."""
        said = require_keys(data, self.form.seats, "the thresholds")
        found: dict[tuple[int, str], tuple[list[Quotient], list[int]]] = {}
        for seat, name in enumerate(self.form.seats):
            turns = {turn.view: turn for turn in self.form.turns if turn.seat == seat}
            views = require_keys(said[name], turns.keys(), f"the thresholds of {name[:40]!r}")
            for view, turn in turns.items():
                found[seat, view] = self._answer(views[view], turn)
        return found

    def _answer(self, data: Json, turn: ParametricDecision) -> tuple[list[Quotient], list[int]]:
        if type(data) is not list or not data:
            raise ValueError(f"{turn.view[:60]!r}: the thresholds are not a list")
        if len(data) > MOST_THRESHOLDS + 1:  # before any of them is read
            raise FileError(f"{turn.view[:60]!r}: more than {MOST_THRESHOLDS} cuts")
        cuts, taken = [], []
        for one in data:
            if type(one) is not list or len(one) != 2 or one[1] not in turn.actions:
                raise ValueError(f"{turn.view[:60]!r}: a threshold is a formula and an action")
            cuts.append(self._formula(one[0]))
            taken.append(turn.actions.index(one[1]))
        top, below = cuts.pop()
        if top != below:
            raise ValueError(f"{turn.view[:60]!r}: the thresholds do not end at 1")
        return cuts, taken

    def _order(
        self, data: Json, answers: Mapping[tuple[int, str], tuple[list[Quotient], list[int]]]
    ) -> list[tuple[tuple[int, str], int]]:
        """Return the thresholds in the claimed order: each once, those of a decision as listed."""
        if type(data) is not list:
            raise ValueError("the order of the cuts is not a list")
        if len(data) > MOST_THRESHOLDS:
            raise FileError(f"more than {MOST_THRESHOLDS} cuts")
        found: list[tuple[tuple[int, str], int]] = []
        due = dict.fromkeys(answers, 0)
        for one in data:
            if type(one) is not list or len(one) != 2 or one[0] not in self.form.seats:
                raise ValueError("a cut in the order is not a seat and a view")
            turn = self.form.seats.index(one[0]), require_text(one[1], "a view")
            if turn not in answers or due[turn] == len(answers[turn][0]):
                raise ValueError(f"{turn[1][:60]!r}: the order has a cut that does not exist")
            found.append((turn, due[turn]))
            due[turn] += 1
        for turn, count in due.items():
            if count < len(answers[turn][0]):
                raise ValueError(f"{turn[1][:60]!r}: the order leaves a cut out")
        return found

    def _formula(self, data: Json) -> Quotient:
        """Return a formula in lowest terms: then it is a number where its denominator is not 0."""
        return read_lowest_terms(require_text(data, "a formula"), self.parameter, self.span)

    def _over(self, cut: Quotient, below: Poly) -> Poly:
        """Return a threshold times the denominator of all, which its own must divide."""
        try:
            return divide_exactly(multiply(cut[0], below), cut[1])
        except ValueError:
            raise CertificateError(
                f"{self.span}: the denominator of the cuts is not that of every cut"
            ) from None


def _estimate_work(form: ContinuousCertificateForm, piece: ThresholdProofPiece) -> int:
    """Return about how much there is to multiply on a piece."""
    numbers = [*piece.points, *(form.amount(one) for one in form.amounts)]
    numbers += [form.chance(one.better) for one in form.showdowns]
    terms = max(map(len, numbers))
    bits = max((c.bit_length() for number in numbers for c in number), default=0)
    points = len(piece.points)
    return len(form.turns) * points * (form.ends + points) * terms**2 * (1 + bits // 64)


def _describe_decision(seats: tuple[str, str], turn: tuple[int, str]) -> str:
    """Return a decision in words."""
    seat, view = turn
    return seats[seat] if view == "-" else f"{seats[seat]} at {view}"


def _actions_by_cell(
    turn: tuple[int, str], taken: list[int], where: list[tuple[tuple[int, str], int]]
) -> tuple[int, ...]:
    """Return the action of a decision between each two neighbouring points."""
    found, passed = [taken[0]], 0
    for other, _ in where:
        passed += other == turn
        found.append(taken[passed])
    return tuple(found)


CellSet = frozenset[int]


@dataclass(frozen=True)
class ThresholdCellGame:
    """The betting of a theorem with the strategies of one piece."""

    form: ContinuousCertificateForm
    piece: ThresholdProofPiece

    @property
    def cells(self) -> range:
        """The cells, from the lowest types up."""
        return range(len(self.piece.points) - 1)

    def needs(self) -> list[RequiredInequality]:
        """Return everything that must hold on the piece, in the order of the page."""
        found = [
            RequiredInequality(
                "the denominator of the cuts is positive", self.piece.below, POSITIVE
            )
        ]
        found += self._chances()
        names, points = self.piece.names, self.piece.points
        for k in self.cells:
            says = f"{names[k]} is not above {names[k + 1]}"
            found.append(RequiredInequality(says, add(points[k + 1], points[k], -1), NOT_NEGATIVE))
        for seat in (0, 1):
            found += self._turns(self.form.root, seat, frozenset(self.cells))
        return [need for need in found if need.polynomial or need.strict]

    def paid(self, seat: int) -> Poly:
        """Return what a player is paid, times 2 and the square of the denominator, and the rest."""
        total: Poly = []
        everything = frozenset(self.cells)
        points = self.piece.points
        for cell in self.cells:
            width = add(points[cell + 1], points[cell], -1)
            for end in (cell, cell + 1):
                worth = self._worth(self.form.root, everything, seat, cell, end)
                total = add(total, multiply(width, worth))
        return total

    def _chances(self) -> Iterator[RequiredInequality]:
        """Yield that every probability to improve is one; where it is a number it is looked at."""
        seen: set[str] = set()
        whole: Poly = [self.form.share]
        for showdown in self.form.showdowns:
            better, written = self.form.chance(showdown.better), showdown.written
            rest = add(whole, better, -1)
            if len(better) < 2:
                if any(c < 0 for c in (*better, *rest)):
                    raise CertificateError(f"{written[:40]!r} is no chance to improve")
            elif written not in seen:
                seen.add(written)
                yield RequiredInequality(
                    f"the chance {written} is not negative", better, NOT_NEGATIVE
                )
                yield RequiredInequality(f"the chance {written} is not above 1", rest, NOT_NEGATIVE)

    def _turns(
        self, node: ParametricNode, seat: int, rival: CellSet
    ) -> Iterator[RequiredInequality]:
        """Yield that a player's choices are best, at each of its decisions from a node on."""
        if not isinstance(node, ParametricDecision):
            return
        if node.seat == seat:
            yield from self._best(node, rival)
        for action, after in enumerate(node.after):
            come = rival if node.seat == seat else self._taking(node, action, rival)
            yield from self._turns(after, seat, come)

    def _best(self, turn: ParametricDecision, rival: CellSet) -> Iterator[RequiredInequality]:
        seats, names = self.form.seats, self.piece.names
        place = seats[turn.seat] if turn.view == "-" else f"{seats[turn.seat]} at {turn.view}"
        for cell in self.cells:
            chosen = self.piece.taken[turn.seat, turn.view][cell]
            for end, side in ((cell, "just above"), (cell + 1, "just below")):
                worths = [self._worth(n, rival, turn.seat, cell, end) for n in turn.after]
                for action, worth in enumerate(worths):
                    if action == chosen:
                        continue
                    says = (
                        f"{place}, {side} {names[end]}: {turn.actions[action]} earns no more "
                        f"than {turn.actions[chosen]}"
                    )
                    yield RequiredInequality(says, add(worths[chosen], worth, -1), NOT_NEGATIVE)

    def _taking(self, turn: ParametricDecision, action: int, held: Iterable[int]) -> CellSet:
        """Return the cells among some that take an action at a decision."""
        taken = self.piece.taken[turn.seat, turn.view]
        return frozenset(cell for cell in held if taken[cell] == action)

    def _worth(self, node: ParametricNode, rival: CellSet, seat: int, cell: int, end: int) -> Poly:
        """Return what the type at an end of a cell is worth, if it goes on as its cell does.

        It is times the probability that the rival, with the types in some cells, gets there.
        """
        if not isinstance(node, ParametricDecision):
            return self._ended(node, rival, seat, cell, end)
        if node.seat == seat:
            chosen = node.after[self.piece.taken[seat, node.view][cell]]
            return self._worth(chosen, rival, seat, cell, end)
        total: Poly = []
        for action, after in enumerate(node.after):
            come = self._taking(node, action, rival)
            if come:
                total = add(total, self._worth(after, come, seat, cell, end))
        return total

    def _ended(
        self,
        node: ParametricFold | ParametricShowdown,
        rival: CellSet,
        seat: int,
        cell: int,
        end: int,
    ) -> Poly:
        share = self.form.share
        size = self._size(rival)
        every = [share * share * c for c in size]
        if isinstance(node, ParametricFold):
            return multiply(self.form.amount(node.payoffs[seat]), every)
        one, two = (self.form.amount(amount) for amount in node.paid)
        lost = multiply([-c for c in (one, two)[seat]], every)
        if seat not in node.among:
            return lost
        won = every
        if 1 - seat in node.among:
            better = self.form.chance(node.better)
            plain = add([share], better, -1)
            below = self._below(rival, cell, end)
            won = multiply(multiply(plain, plain), below)
            won = add(won, multiply(better, add(multiply(plain, size), multiply(better, below))))
        return add(lost, multiply(add(one, two), won))

    def _size(self, held: Iterable[int]) -> Poly:
        """Return how many types are in some cells."""
        points, total = self.piece.points, list[int]()
        for cell in held:
            total = add(total, add(points[cell + 1], points[cell], -1))
        return total

    def _below(self, held: CellSet, cell: int, end: int) -> Poly:
        """Return how many types of some cells are below the type at an end of a cell."""
        total = self._size(other for other in held if other < cell)
        if cell in held:
            points = self.piece.points
            total = add(total, add(points[end], points[cell], -1))
        return total


@dataclass(frozen=True)
class ParametricContinuousVerdict(PiecewiseVerdict):
    """A theorem on a game whose hands are real numbers; of uniqueness it says nothing."""

    source: ParametricContinuousDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``hands``."""
        return "hands"

    @property
    def form(self) -> ContinuousCertificateForm:
        """The betting, its amounts as polynomials."""
        return self.source.form


def verify_parametric_continuous(
    proof: ParametricContinuousDocument,
) -> ParametricContinuousVerdict:
    """Check a theorem on continuous types and return what it proves."""
    for piece in proof.pieces:
        check_threshold_piece(ThresholdCellGame(proof.form, piece), piece)
    seats = proof.form.seats
    words = f">= {proof.low}" if proof.high is None else f"from {proof.low} to {proof.high}"
    return ParametricContinuousVerdict(
        proof.game,
        seats,
        proof.digest,
        VerifiedDomain(proof.parameter, False, proof.low, proof.high, words),
        tuple(piece.formulas[0] for piece in proof.pieces),
        tuple(dict.fromkeys(seats) for _ in proof.pieces),
        source=proof,
    )


def check_threshold_piece(board: ThresholdCellGame, piece: ThresholdProofPiece) -> None:
    """Raise CertificateError unless nobody can gain on a piece and all are paid as it says."""
    check_inequalities(board.needs(), piece.inequalities, piece.span)
    form = board.form
    scale = [2 * form.unit * form.share**2 * c for c in multiply(piece.below, piece.below)]
    for seat, (top, below) in enumerate(piece.payoffs):
        if multiply(top, scale) != multiply(below, board.paid(seat)):
            raise CertificateError(
                f"{piece.span}: {escape_unprintable(form.seats[seat])} is not paid what is written"
            )
