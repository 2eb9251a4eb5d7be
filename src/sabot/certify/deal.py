"""Deals of one suit, read once: who holds each card, what is paid, what is claimed of it.

Standard library only. A ``sabot/solution/2`` says who holds what at its top; the form of older
certificates says it again, with the card that was led by its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sabot.certify.dossier import demand_evidence, demand_how, demand_same
from sabot.certify.limits import MOST_CARDS
from sabot.certify.reading import claim_of, record, seen, text, whole
from sabot.certify.seal import CERTIFICATE, demand_seal
from sabot.errors import CertificateError, FileError

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SEATS = {"W": "West", "E": "East"}
_LETTERS = {name: letter for letter, name in SEATS.items()}
_RULES = {"relaxed": False, "greedy": True}
_FORM = frozenset({"kind", "seats", "deal", "names", "lead", "led", "rule", "pays"})
_CERTIFICATE = frozenset({"schema", "game", "form", "value", "best", "uniqueness", "digest"})
_RECOMPUTED = frozenset(
    {"decimal", "deal", "n", "cards", "lead", "led", "turn", "best_complete", "line_complete"}
    | {"no_certificate", "prices", "counts", "tricks", "H_lower", "H_upper", "H", "case"}
)
_SOLUTION = _RECOMPUTED | {
    *("schema", "game", "seats", "value", "strategies", "unique", "best", "line"),
    *("method", "seconds", "certificate"),
}


@dataclass(frozen=True, slots=True)
class Deal:
    """Who holds each card (lowest first), who leads, the card led, the rule, the payments."""

    holders: str
    names: tuple[str, ...]
    lead: str
    led: int | None
    greedy: bool
    pays: tuple[int, ...]
    """To West, for each trick that West takes."""

    @property
    def n(self) -> int:
        """How many cards each seat holds."""
        return len(self.holders) // 2


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick of a line of play."""

    lead: str
    led: str
    reply: str
    winner: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What a solution says of a deal besides its value: all of it is computed again."""

    recomputed: Mapping[str, Any]
    """Each must be, as JSON, just what the checker finds."""
    line: tuple[Trick, ...]
    strategies: Any
    """Must be what the line says, as JSON."""


@dataclass(frozen=True, slots=True)
class Told:
    """A solved deal as a file tells it."""

    game: str
    deal: Deal
    value: int
    best: tuple[str, ...]
    unique: Mapping[str, bool | None]
    facts: Facts | None
    digest: str


def solution_deal(document: Mapping[str, Any]) -> Told:
    """Return what a ``sabot/solution/2`` says of a deal."""
    seal = demand_seal(document, "solution")
    record(document, _SOLUTION, "the solution of a deal")
    held = record(document["certificate"], {"form", "digest"}, "the certificate of a deal")
    form = record(held["form"], {"kind", "rule", "pays"}, "the form of a deal")
    _demand_seats(document["seats"])
    holders = _holders(document["deal"])
    names = _names(document["cards"], len(holders))
    led = document["led"]
    if led is not None and led not in names:
        raise ValueError(f"the card led, {seen(led)}, is not in the deal")
    number = None if led is None else names.index(led) + 1
    if document["lead"] not in _LETTERS:
        raise ValueError("the lead is neither West's nor East's")
    lead = _LETTERS[document["lead"]]
    deal = _deal(holders, names, lead, number, form["rule"], form["pays"])
    claims = record(document["unique"], _LETTERS, "the uniqueness claims")
    unique = {seat: claim_of(claims[seat]) for seat in _LETTERS}
    return _told(document, deal, document["best"], unique, _facts(document), seal)


def certificate_deal(data: Mapping[str, Any]) -> Told:
    """Return what a ``sabot/certificate/1`` says of a deal."""
    if data.get("schema") != CERTIFICATE:
        raise FileError(f"certificate schema {seen(data.get('schema'))} is not known")
    seal = demand_seal(data, "certificate")
    record(data, _CERTIFICATE, "the certificate of a deal")
    form = record(data["form"], _FORM, "a deal")
    _demand_seats(form["seats"])
    holders = _holders(form["deal"])
    names = _names(form["names"], len(holders))
    if type(form["lead"]) is not str or form["lead"] not in SEATS:
        raise ValueError("the lead is neither W nor E")
    if form["led"] is not None and type(form["led"]) is not int:
        raise ValueError("the card led is not a number")
    deal = _deal(holders, names, form["lead"], form["led"], form["rule"], form["pays"])
    claims = data["uniqueness"]
    if not isinstance(claims, Mapping) or claims.keys() != _LETTERS.keys():
        raise ValueError("the uniqueness claims do not name the two seats")
    unique = {}
    for seat in _LETTERS:
        record(claims[seat], {"unique"}, f"the claim on {seat}'s uniqueness")
        unique[seat] = claim_of(claims[seat]["unique"])
    return _told(data, deal, data["best"], unique, None, seal)


def older_deal(document: Mapping[str, Any]) -> Told:
    """Return what a ``sabot/solution/1`` says of a deal: its certificate, and that once more."""
    held = demand_evidence(document)
    told = certificate_deal(held)
    record(document, _SOLUTION, "the solution of a deal")
    said_twice = {key: held[key] for key in ("game", "value", "best")}
    said_twice |= {"seats": list(_LETTERS), "unique": dict(told.unique)}
    demand_same(document, said_twice)
    facts = _facts(document)
    return Told(told.game, told.deal, told.value, told.best, told.unique, facts, told.digest)


def _told(
    data: Mapping[str, Any],
    deal: Deal,
    best: Any,
    unique: Mapping[str, bool | None],
    facts: Facts | None,
    seal: str,
) -> Told:
    game = text(data["game"], "the game")
    value = data["value"]
    if type(value) is not str or len(value) > 9:
        raise ValueError("the value of a deal is a short whole number, written as text")
    number = whole(value)
    if value != str(number):
        raise ValueError(f"the value of a deal is written {number}, not {value}")
    if type(best) is not list or any(type(card) is not str for card in best):
        raise ValueError("the best cards are not a list of names")
    return Told(game, deal, number, tuple(best), unique, facts, seal)


def _facts(document: Mapping[str, Any]) -> Facts:
    if type(document["line"]) is not list:
        raise ValueError("the line is not a list of tricks")
    line = []
    for trick in document["line"]:
        record(trick, {"lead", "led", "reply", "winner"}, "a trick of the line")
        line.append(Trick(*(text(trick[k], "a card") for k in ("lead", "led", "reply", "winner"))))
    demand_how(document)
    recomputed = {key: document[key] for key in _RECOMPUTED}
    return Facts(recomputed, tuple(line), document["strategies"])


# ---------------------------------------------------------------------- the cards


def _demand_seats(seats: Any) -> None:
    if seats != list(_LETTERS):
        raise ValueError("the seats of a deal are West and East, and West is paid")


def _holders(data: Any) -> str:
    holders = text(data, "the deal")
    n = len(holders) // 2
    if n > MOST_CARDS:
        raise FileError(f"{n} cards a hand; at most {MOST_CARDS} can be checked by search")
    if set(holders) != {"W", "E"} or holders.count("W") != n or holders.count("E") != n:
        raise ValueError("the deal is not n cards for each seat")
    return holders


def _names(data: Any, size: int) -> tuple[str, ...]:
    """Return the names of the cards: numbers from 1, or ranks in their order."""
    numbers = [str(card) for card in range(1, size + 1)]
    if data is None:
        return tuple(numbers)
    if type(data) is not list or any(type(name) is not str for name in data):
        raise ValueError("the names of the cards are not texts")
    if len(set(data)) != len(data) or len(data) != size:
        raise ValueError("the names do not fit the cards")
    if data != numbers and data != [rank for rank in RANKS if rank in data]:
        raise CertificateError("the names of the cards are not in their order, the lowest first")
    return tuple(data)


def _deal(
    holders: str, names: tuple[str, ...], lead: str, led: int | None, rule: Any, pays: Any
) -> Deal:
    n = len(holders) // 2
    if type(rule) is not str or rule not in _RULES:
        raise ValueError("the rule is neither relaxed nor greedy")
    if type(pays) is not list or any(type(pay) is not int for pay in pays):
        raise ValueError("the payments are not a list of whole numbers")
    if len(pays) != n:
        raise ValueError("the payments do not fit the deal")
    last = pays[-1]
    if abs(last) != 1 or pays not in ([last] * n, [0] * (n - 1) + [last]):
        raise CertificateError("a deal pays 1 or -1 for every trick, or for the last one only")
    own = [card for card, holder in enumerate(holders, 1) if holder == lead]
    if led is not None and led not in own:
        raise ValueError("the card led is not the leader's")
    return Deal(holders, names, lead, led, _RULES[rule], tuple(pays))
