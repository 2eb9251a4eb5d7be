"""Equilibria of games with real hands, read once into what they claim and show.

Standard library only; the grammar is that of ``docs/reference/certificate.md``, section 8.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

from sabot.certify.limits import (
    MOST_BETTING,
    MOST_BETTING_CUTS,
    MOST_BETTING_DIGITS,
    MOST_BETTING_UNIT,
    MOST_BETTING_WORK,
    MOST_BETTORS,
    MOST_FREE,
)
from sabot.certify.reading import demand_number, labels, record, text
from sabot.certify.seal import demand_seal
from sabot.errors import CertificateError, FileError

ZERO, ONE = Fraction(0), Fraction(1)
_NUMBER = re.compile(r"(-?)([0-9]+)(?:/([0-9]+)|\.([0-9]+))?(?:e-([0-9]{1,3}))?")
_KEYS = frozenset(
    {"schema", "game", "seats", "payoffs", "gains", "bound", "thresholds"}
    | {"method", "seconds", "certificate"}
)
_FREE = frozenset({"seat", "view", "action", "instead", "from", "to", "mass", "spread"})
_SPREADS = {"any": False, "even": True}


@dataclass(frozen=True, slots=True)
class Fold:
    """An end without a showdown."""

    kind: ClassVar[str] = "fold"
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """An end at which the best hand of those who are in takes what all have paid."""

    kind: ClassVar[str] = "showdown"
    among: frozenset[int]
    paid: tuple[Fraction, ...]
    better: Fraction


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn, with what it does by the profile: the action of each interval of hands."""

    kind: ClassVar[str] = "turn"
    seat: int
    view: str
    actions: tuple[str, ...]
    after: tuple[Node, ...]
    ends: tuple[Fraction, ...]
    taken: tuple[int, ...]

    def intervals(self) -> Iterator[tuple[Fraction, Fraction, int]]:
        """Yield where each interval begins and ends, and the action taken in it."""
        begin = ZERO
        for end, action in zip(self.ends, self.taken, strict=True):
            yield begin, end, action
            begin = end


Node = Turn | Fold | Showdown


@dataclass(frozen=True, slots=True)
class Free:
    """Hands at a turn that may change places; *mass* of them take *action*, the rest *other*."""

    seat: int
    view: str
    action: int
    other: int
    low: Fraction
    high: Fraction
    mass: Fraction
    even: bool
    """Between those told and all alike, each with the same chance; else they are any."""
    names: tuple[str, str]
    """What the two actions are called."""


@dataclass(frozen=True, slots=True)
class Balance:
    """An equilibrium as a file tells it."""

    game: str
    seats: tuple[str, ...]
    root: Node
    ends: int
    """In how many ways the betting may end."""
    payoffs: tuple[tuple[Fraction, Fraction], ...]
    """What each seat is paid, and how far from that it may be: 0 of a fraction."""
    gains: tuple[Fraction, ...]
    digest: str
    free: tuple[Free, ...] = ()
    bound: Fraction = ZERO
    """What a seat gains at most, by what is free too: found by the check."""


def balance_of(document: Mapping[str, Any]) -> Balance:
    """Return what a ``sabot/equilibrium/1`` claims and shows."""
    if document.get("certificate", {}) is None:
        raise CertificateError("it carries no certificate: nothing in it can be checked")
    seal = demand_seal(document, "equilibrium")
    record(document, _KEYS | ({"free"} & document.keys()), "an equilibrium")
    text(document["method"], "the method")
    demand_number(document["seconds"], "seconds")
    seats = tuple(labels(document["seats"], "seats"))
    if len(seats) > MOST_BETTORS or not all(seats):
        raise ValueError(f"from 1 to {MOST_BETTORS} seats with names")
    held = record(document["certificate"], {"form", "digest"}, "the certificate")
    said = record(document["thresholds"], seats, "the thresholds")
    reading = _Tree(seats, said)
    root = reading.node(held["form"], 0)
    reading.demand_all_used()
    free = tuple(map(reading.free, _list(document.get("free", []))))
    reading.demand_bounded(root, free)
    payoffs = tuple(map(_measured, _listed(document["payoffs"], seats, "payoffs")))
    gains = tuple(_exact(one) for one in _listed(document["gains"], seats, "gains"))
    if min(gains) < 0 or _exact(document["bound"]) != max(gains):
        raise CertificateError("the bound is not the largest of the gains")
    game = text(document["game"], "the game")
    return Balance(game, seats, root, reading.count, payoffs, gains, seal, free)


class _Tree:
    """The betting, read node by node; each turn finds what is done there in the thresholds."""

    def __init__(self, seats: tuple[str, ...], said: Mapping[str, Any]) -> None:
        self.seats, self.count, self.cuts = seats, 0, 0
        self.actions: dict[tuple[int, str], list[str]] = {}
        self.left: dict[tuple[str, str], Any] = {}
        for seat in seats:
            if not isinstance(said[seat], Mapping):
                raise ValueError(f"the thresholds of {seat[:40]!r} are not an object")
            for view, one in said[seat].items():
                self.left[seat, text(view, "a view")] = one

    def node(self, data: Any, depth: int) -> Node:
        """Return one node and all below it."""
        if not isinstance(data, Mapping) or depth > 40:
            raise ValueError("the betting is not a tree of turns and ends")
        if "turn" in data:
            return self._turn(data, depth)
        self.count += 1
        if self.count > MOST_BETTING:
            raise ValueError(f"the betting has more than {MOST_BETTING} ends")
        if "pays" in data:
            part = record(data, {"pays"}, "an end")
            return Fold(self._amounts(part["pays"]))
        part = record(data, {"in", "paid", "better"}, "a showdown")
        names = labels(part["in"], "seats in a showdown")
        better = _exact(part["better"])
        if not 0 <= better <= 1:
            raise ValueError("the chance to improve is not between 0 and 1")
        return Showdown(frozenset(map(self._seat, names)), self._amounts(part["paid"]), better)

    def _turn(self, data: Mapping[str, Any], depth: int) -> Turn:
        part = record(data, {"turn", "view", "actions", "after"}, "a turn")
        seat = self._seat(part["turn"])
        view = text(part["view"], "a view")
        actions = labels(part["actions"], "actions")
        if type(part["after"]) is not list or len(part["after"]) != len(actions):
            raise ValueError("a turn leads on after each of its actions")
        if (self.seats[seat], view) not in self.left:
            raise ValueError(f"{view[:60]!r}: no thresholds, or a second turn of that view")
        ends, taken = _intervals(self.left.pop((self.seats[seat], view)), actions, view)
        self.cuts += len(ends)
        if self.cuts > MOST_BETTING_CUTS:
            raise FileError(f"the thresholds have more than {MOST_BETTING_CUTS} intervals")
        self.actions[seat, view] = actions
        after = tuple(self.node(one, depth + 1) for one in part["after"])
        return Turn(seat, view, tuple(actions), after, ends, taken)

    def free(self, data: Any) -> Free:
        """Return what is said to be free at a turn."""
        part = record(data, _FREE, "what is free")
        seat, view = self._seat(part["seat"]), text(part["view"], "a view")
        actions = self.actions.get((seat, view))
        if actions is None:
            raise ValueError(f"{view[:60]!r}: free, and no such turn")
        if part["action"] not in actions or part["instead"] not in actions:
            raise ValueError(f"{view[:60]!r}: free, and no such action")
        if part["spread"] not in _SPREADS:
            raise ValueError(f"{view[:60]!r}: a spread is any or even")
        pair = actions.index(part["action"]), actions.index(part["instead"])
        low, high, mass = (_exact(part[key]) for key in ("from", "to", "mass"))
        names = part["action"], part["instead"]
        return Free(seat, view, *pair, low, high, mass, _SPREADS[part["spread"]], names)

    def demand_all_used(self) -> None:
        """Demand that every threshold belongs to a turn."""
        for _, view in self.left:
            raise ValueError(f"{view[:60]!r}: thresholds, and no such turn")

    def demand_bounded(self, root: Node, free: tuple[Free, ...]) -> None:
        """Demand that following every seat through the betting takes no more than it may."""
        claimed = (number for one in free for number in (one.low, one.high, one.mass))
        numbers = (*_numbers(root), *claimed)
        bits = max(common(numbers).bit_length(), *(abs(n.numerator).bit_length() for n in numbers))
        each = len(self.seats) ** 3 * self.count * (self.cuts + 1) * (1 + bits // 128)
        if each * (1 + len(free)) > MOST_BETTING_WORK:
            more = f" and {len(free)} claims of what is free" if free else ""
            raise FileError(
                f"{self.count} ends and {self.cuts} intervals for {len(self.seats)} seats{more}: "
                "too much to be checked"
            )

    def _seat(self, name: Any) -> int:
        if name not in self.seats:
            raise ValueError(f"{str(name)[:40]!r} is no seat")
        return self.seats.index(name)

    def _amounts(self, data: Any) -> tuple[Fraction, ...]:
        return tuple(_exact(one) for one in _listed(data, self.seats, "amounts"))


def _numbers(node: Node) -> Iterator[Fraction]:
    """Yield every number of a betting and of its thresholds."""
    if isinstance(node, Turn):
        yield from node.ends
        for after in node.after:
            yield from _numbers(after)
    elif isinstance(node, Fold):
        yield from node.payoffs
    else:
        yield from (*node.paid, node.better)


def common(numbers: Iterable[Fraction]) -> int:
    """Return the least number of which every denominator is a divisor; it may not be too long."""
    found = 1
    for number in numbers:
        found = lcm(found, number.denominator)
        if found.bit_length() > MOST_BETTING_UNIT:
            raise FileError(f"its numbers have no common denominator below 2^{MOST_BETTING_UNIT}")
    return found


def _intervals(
    data: Any, actions: list[str], view: str
) -> tuple[tuple[Fraction, ...], tuple[int, ...]]:
    """Return where the intervals of a turn end, and the action of each."""
    if type(data) is not list or not data:
        raise ValueError(f"{view[:60]!r}: the thresholds are not a list")
    ends: list[Fraction] = []
    taken: list[int] = []
    for one in data:
        if type(one) is not list or len(one) != 2 or one[1] not in actions:
            raise ValueError(f"{view[:60]!r}: a threshold is a number and an action")
        end = _exact(one[0])
        if end < (ends[-1] if ends else ZERO):
            raise ValueError(f"{view[:60]!r}: the thresholds do not rise from 0")
        ends.append(end)
        taken.append(actions.index(one[1]))
    if ends[-1] != ONE:
        raise ValueError(f"{view[:60]!r}: the thresholds do not end at 1")
    return tuple(ends), tuple(taken)


def _listed(data: Any, seats: tuple[str, ...], what: str) -> list[Any]:
    if type(data) is not list or len(data) != len(seats):
        raise ValueError(f"the {what} are not a list with one for each seat")
    return data


def _list(data: Any) -> list[Any]:
    if type(data) is not list or len(data) > MOST_FREE:
        raise ValueError(f"what is free is not a list of {MOST_FREE} at most")
    return data


def _measured(data: Any) -> tuple[Fraction, Fraction]:
    """Return a payoff, and how near it must be: a decimal is right to its first 28 digits."""
    number = _exact(data)
    return number, abs(number) / 10**28 if "." in data else ZERO


def _exact(data: Any) -> Fraction:
    """Return a number written as text: a fraction, a decimal, or one with a power of ten."""
    if type(data) is not str or len(data) > MOST_BETTING_DIGITS:
        raise ValueError(f"{str(data)[:40]!r} is not a number written as text")
    found = _NUMBER.fullmatch(data)
    if not found or (found[3] is not None and not int(found[3])):
        raise ValueError(f"{data[:40]!r} is not a number")
    sign, whole, below, digits, power = found.groups()
    number = Fraction(int(whole + (digits or "")), int(below or 1) * 10 ** len(digits or ""))
    number /= Fraction(10) ** int(power or 0)
    return -number if sign else number
