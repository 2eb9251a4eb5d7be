"""A theorem on real hands, read once: its betting, its pieces, their cuts and reasons, typed.

Standard library only. The grammar is that of ``docs/reference/certificate.md``. All cuts of a piece
are brought over the one denominator that it names, so that everything after this is about whole
polynomials.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any, ClassVar

from sabot.certify.limits import MOST_CUT_ENDS, MOST_CUT_UNIT, MOST_CUT_WORK, MOST_CUTS
from sabot.certify.reading import canonical, labels, record, seats_of, text
from sabot.certify.seal import demand_seal
from sabot.certify.theorem.expression import Quotient, quotient
from sabot.certify.theorem.inequality import REASONS, Listed
from sabot.certify.theorem.opening import (
    covering,
    demand_time,
    ends_of,
    in_lowest_terms,
    parameter_of,
)
from sabot.certify.theorem.polynomial import Poly, divided, polynomial_of, times
from sabot.certify.theorem.reading import claims_of, listed_of
from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import RealSpan
from sabot.errors import CertificateError, FileError

_PROOF = frozenset(
    {"schema", "game", "parameter", "domain", "seats", "form", "pieces", "reasons", "digest"}
)
_PIECE = frozenset(
    {"from", "to", "value", "payoffs", "thresholds", "unique", "order", "below", "inequalities"}
)
_DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Fold:
    """An end without a showdown: what each seat is paid."""

    kind: ClassVar[str] = "fold"
    payoffs: tuple[Quotient, Quotient]


@dataclass(frozen=True, slots=True)
class Showdown:
    """An end at which the better hand of those who are in takes what both have paid."""

    kind: ClassVar[str] = "showdown"
    among: frozenset[int]
    paid: tuple[Quotient, Quotient]
    better: Quotient
    written: str
    """The chance to improve, as it is written."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn, known by the seat and by what was said before."""

    kind: ClassVar[str] = "turn"
    seat: int
    view: str
    actions: tuple[str, ...]
    after: tuple[Node, ...]


Node = Turn | Fold | Showdown


@dataclass(frozen=True)
class Betting:
    """The game: amounts and chances are polynomials in the parameter over whole numbers."""

    seats: tuple[str, str]
    root: Node
    turns: tuple[Turn, ...]
    """Each before those that follow it."""
    showdowns: tuple[Showdown, ...]
    amounts: tuple[Quotient, ...]
    """Everything that is paid at an end."""
    ends: int
    unit: int
    """The least number that makes every amount times it a polynomial in whole numbers."""
    share: int
    """The same for the chances to improve."""

    def amount(self, number: Quotient) -> Poly:
        """Return an amount times the unit."""
        return _over(number, self.unit)

    def chance(self, number: Quotient) -> Poly:
        """Return a chance times the share."""
        return _over(number, self.share)


@dataclass(frozen=True)
class Piece:
    """A range of the parameter, and the strategies on it: cuts in one order, all over ``below``."""

    span: RealSpan
    formulas: tuple[str, str]
    """What each seat is paid, as it is written."""
    payoffs: tuple[Quotient, Quotient]
    """The same, read."""
    below: Poly
    points: tuple[Poly, ...]
    """0, the cuts of both seats in their order, and 1: each times ``below``."""
    names: tuple[str, ...]
    """What these are called."""
    taken: Mapping[tuple[int, str], tuple[int, ...]]
    """By turn: the action between each two neighbouring points."""
    inequalities: tuple[Listed, ...]


@dataclass(frozen=True)
class HandsProof:
    """A theorem on real hands and all that it rests on."""

    game: str
    parameter: str
    low: Point
    high: Point | None
    form: Betting
    pieces: tuple[Piece, ...]
    digest: str


def hands_proof_of(document: Mapping[str, Any]) -> HandsProof:
    """Return the theorem in a ``sabot/threshold-proof/1``, its pieces in order, without a gap."""
    seal = demand_seal(document, "proof")
    record(document, _PROOF, "a proof", {"seconds"})
    demand_time(document)
    if canonical(document["reasons"]) != canonical(REASONS):
        raise CertificateError("the proof gives its reasons in other words than this checker's")
    parameter = parameter_of(document["parameter"])
    domain = record(document["domain"], {"from", "to"}, "the domain")
    form = _Tree(seats_of(document["seats"]), parameter).betting(document["form"])
    pieces = tuple(_pieces(form, parameter, document["pieces"], domain))
    game = text(document["game"], "the game")
    return HandsProof(game, parameter, *ends_of(domain), form, pieces, seal)


# ---------------------------------------------------------------------- the betting


class _Tree:
    """The betting, read node by node."""

    def __init__(self, seats: tuple[str, str], parameter: str) -> None:
        self.seats, self.parameter = seats, parameter
        self.turns: list[Turn | None] = []
        self.showdowns: list[Showdown] = []
        self.views: set[tuple[int, str]] = set()
        self.amounts: list[Quotient] = []
        self.ends = 0

    def betting(self, data: Any) -> Betting:
        """Return the whole of it."""
        root = self.node(data, 0)
        unit = _common(below[0] for _, below in self.amounts)
        share = _common(one.better[1][0] for one in self.showdowns)
        turns = tuple(turn for turn in self.turns if turn is not None)
        showdowns, amounts = tuple(self.showdowns), tuple(self.amounts)
        return Betting(self.seats, root, turns, showdowns, amounts, self.ends, unit, share)

    def node(self, data: Any, depth: int) -> Node:
        """Return one node and all below it."""
        if not isinstance(data, Mapping) or depth > _DEEPEST:
            raise ValueError("the betting is not a tree of turns and ends")
        if "turn" in data:
            return self._turn(data, depth)
        self.ends += 1
        if self.ends > MOST_CUT_ENDS:
            raise FileError(f"the betting has more than {MOST_CUT_ENDS} ends")
        if "pays" in data:
            one, two = self._amounts(record(data, {"pays"}, "an end")["pays"])
            if times(one[0], two[1]) != [-c for c in times(two[0], one[1])]:
                raise ValueError("an end does not pay the one what the other loses")
            return Fold((one, two))
        part = record(data, {"in", "paid", "better"}, "a showdown")
        among = frozenset(map(self._seat, labels(part["in"], "seats in a showdown")))
        written = text(part["better"], "a chance to improve")
        better = _polynomial(written, self.parameter)
        found = Showdown(among, self._amounts(part["paid"]), better, written)
        self.showdowns.append(found)
        return found

    def _turn(self, data: Mapping[str, Any], depth: int) -> Turn:
        part = record(data, {"turn", "view", "actions", "after"}, "a turn")
        seat, view = self._seat(part["turn"]), text(part["view"], "a view")
        actions = labels(part["actions"], "actions")
        if type(part["after"]) is not list or len(part["after"]) != len(actions):
            raise ValueError("a turn leads on after each of its actions")
        if (seat, view) in self.views:
            raise ValueError(f"{view[:60]!r}: a second turn of that view")
        self.views.add((seat, view))
        place = len(self.turns)
        self.turns.append(None)
        after = tuple(self.node(one, depth + 1) for one in part["after"])
        found = Turn(seat, view, tuple(actions), after)
        self.turns[place] = found
        return found

    def _seat(self, name: Any) -> int:
        if name not in self.seats:
            raise ValueError(f"{str(name)[:40]!r} is no seat")
        return self.seats.index(name)

    def _amounts(self, data: Any) -> tuple[Quotient, Quotient]:
        if type(data) is not list or len(data) != 2:
            raise ValueError("the amounts are not a list with one for each seat")
        one, two = (_polynomial(amount, self.parameter) for amount in data)
        self.amounts += (one, two)
        return one, two


def _common(numbers: Iterable[int]) -> int:
    """Return the least common multiple, which may not be too long."""
    found = 1
    for number in numbers:
        found = lcm(found, number)
        if found.bit_length() > MOST_CUT_UNIT:
            raise FileError(f"its amounts have no common denominator below 2^{MOST_CUT_UNIT}")
    return found


def _polynomial(data: Any, parameter: str) -> Quotient:
    """Return an amount: a polynomial over a whole number."""
    top, below = quotient(text(data, "an amount"), parameter, plain=True)
    if len(below) != 1:
        raise ValueError(f"{data[:60]!r}: an amount is a polynomial in {parameter}")
    return (top, below) if below[0] > 0 else ([-c for c in top], [-below[0]])


def _over(number: Quotient, unit: int) -> Poly:
    top, (below,) = number
    return [c * (unit // below) for c in top]


# ---------------------------------------------------------------------- pieces


def _pieces(form: Betting, parameter: str, data: Any, domain: Mapping[str, Any]) -> Iterator[Piece]:
    """Yield all pieces, after demanding that they cover the domain without a gap."""
    if not data:
        raise ValueError("the pieces are not a list")
    work = 0
    for piece, span in covering(data, domain, _PIECE, reals=True):
        assert isinstance(span, RealSpan)
        found = _Cuts(form, parameter, span).piece(piece)
        work += _work(form, found)
        if work > MOST_CUT_WORK:
            raise FileError(f"{span}: too much to be checked")
        yield found


@dataclass
class _Cuts:
    """The reader of one piece."""

    form: Betting
    parameter: str
    span: RealSpan

    def piece(self, data: Mapping[str, Any]) -> Piece:
        """Return the piece."""
        below = polynomial_of(data["below"], "the denominator of the cuts")
        answers = self._answers(data["thresholds"])
        where = self._order(data["order"], answers)
        cuts = [self._over(answers[turn][0][k], below) for turn, k in where]
        payoffs = data["payoffs"]
        if type(payoffs) is not list or len(payoffs) != 2:
            raise ValueError("the payoffs are not a list with one for each seat")
        one, two = map(self._formula, payoffs)
        if data["value"] != payoffs[0]:
            raise CertificateError(f"{self.span}: the value is not what the first seat is paid")
        if any(claim is not None for claim in claims_of(list(self.form.seats), data["unique"])):
            raise CertificateError(f"{self.span}: a claim of uniqueness, and nothing that shows it")
        seats = self.form.seats
        names = (f"{_place(seats, turn)}, cut {k + 1}" for turn, k in where)
        if type(data["inequalities"]) is not list:
            raise ValueError("the inequalities are not a list")
        return Piece(
            self.span,
            (payoffs[0], payoffs[1]),
            (one, two),
            below,
            ([], *cuts, below),
            ("0", *names, "1"),
            {turn: _by_cell(turn, taken, where) for turn, (_, taken) in answers.items()},
            tuple(map(listed_of, data["inequalities"])),
        )

    def _answers(self, data: Any) -> dict[tuple[int, str], tuple[list[Quotient], list[int]]]:
        """Return by turn the cuts, and the actions between them."""
        said = record(data, self.form.seats, "the thresholds")
        found: dict[tuple[int, str], tuple[list[Quotient], list[int]]] = {}
        for seat, name in enumerate(self.form.seats):
            turns = {turn.view: turn for turn in self.form.turns if turn.seat == seat}
            views = record(said[name], turns.keys(), f"the thresholds of {name[:40]!r}")
            for view, turn in turns.items():
                found[seat, view] = self._answer(views[view], turn)
        return found

    def _answer(self, data: Any, turn: Turn) -> tuple[list[Quotient], list[int]]:
        if type(data) is not list or not data:
            raise ValueError(f"{turn.view[:60]!r}: the thresholds are not a list")
        if len(data) > MOST_CUTS + 1:  # before any of them is read
            raise FileError(f"{turn.view[:60]!r}: more than {MOST_CUTS} cuts")
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
        self, data: Any, answers: Mapping[tuple[int, str], tuple[list[Quotient], list[int]]]
    ) -> list[tuple[tuple[int, str], int]]:
        """Return the cuts in the order claimed: each once, those of a turn as they are listed."""
        if type(data) is not list:
            raise ValueError("the order of the cuts is not a list")
        if len(data) > MOST_CUTS:
            raise FileError(f"more than {MOST_CUTS} cuts")
        found: list[tuple[tuple[int, str], int]] = []
        due = dict.fromkeys(answers, 0)
        for one in data:
            if type(one) is not list or len(one) != 2 or one[0] not in self.form.seats:
                raise ValueError("a cut in the order is not a seat and a view")
            turn = self.form.seats.index(one[0]), text(one[1], "a view")
            if turn not in answers or due[turn] == len(answers[turn][0]):
                raise ValueError(f"{turn[1][:60]!r}: the order has a cut that is none")
            found.append((turn, due[turn]))
            due[turn] += 1
        for turn, count in due.items():
            if count < len(answers[turn][0]):
                raise ValueError(f"{turn[1][:60]!r}: the order leaves a cut out")
        return found

    def _formula(self, data: Any) -> Quotient:
        """Return a formula in lowest terms: then it is a number where its denominator is not 0."""
        return in_lowest_terms(text(data, "a formula"), self.parameter, self.span)

    def _over(self, cut: Quotient, below: Poly) -> Poly:
        """Return a cut times the denominator of all, which its own must divide."""
        try:
            return divided(times(cut[0], below), cut[1])
        except ValueError:
            raise CertificateError(
                f"{self.span}: the denominator of the cuts is not that of every cut"
            ) from None


def _work(form: Betting, piece: Piece) -> int:
    """Return about how much there is to multiply on a piece."""
    numbers = [*piece.points, *(form.amount(one) for one in form.amounts)]
    numbers += [form.chance(one.better) for one in form.showdowns]
    terms = max(map(len, numbers))
    bits = max((c.bit_length() for number in numbers for c in number), default=0)
    return len(form.turns) * form.ends * len(piece.points) * terms**2 * (1 + bits // 64)


def _place(seats: tuple[str, str], turn: tuple[int, str]) -> str:
    """Return a turn in words."""
    seat, view = turn
    return seats[seat] if view == "-" else f"{seats[seat]} at {view}"


def _by_cell(
    turn: tuple[int, str], taken: list[int], where: list[tuple[tuple[int, str], int]]
) -> tuple[int, ...]:
    """Return the action of a turn between each two neighbouring points."""
    found, passed = [taken[0]], 0
    for other, _ in where:
        passed += other == turn
        found.append(taken[passed])
    return tuple(found)
