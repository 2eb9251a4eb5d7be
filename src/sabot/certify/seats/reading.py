"""Profiles for any number of seats, read once into what they claim.

Standard library only. A ``sabot/profile/1`` says what each seat is paid and what its best reply
would earn it more; it holds the cells of all seats and what is paid at each choice of sequences.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.certify.dossier import demand_evidence, demand_how
from sabot.certify.form import Seat, Strategy, seat_of, strategy_of
from sabot.certify.limits import MOST_SEATS
from sabot.certify.reading import claim_of, fraction_of, labels, record, seen, text, whole
from sabot.certify.seal import demand_seal

_PROFILE = frozenset(
    {"schema", "game", "seats", "payoffs", "gains", "equilibrium", "strategies", "unique"}
    | {"iterations", "ended", "method", "seconds", "certificate"}
)
_FORM = frozenset({"kind", "cells", "denominator", "payoffs"})


@dataclass(frozen=True, slots=True)
class Many:
    """A game for any number of seats: their cells, and what is paid, over one denominator."""

    seats: tuple[Seat, ...]
    entries: list[tuple[tuple[int, ...], tuple[int, ...]]]
    """A sequence of each seat, and what each seat is paid there."""
    denominator: int


@dataclass(frozen=True, slots=True)
class Told:
    """A profile as a file tells it."""

    game: str
    form: Many
    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    equilibrium: bool
    strategies: tuple[Strategy, ...]
    digest: str


def opened(document: Mapping[str, Any], keys: Set[str], what: str) -> tuple[Many, str]:
    """Return the game and the seal of a profile of either kind; neither shows uniqueness."""
    demand_evidence(document)
    seal = demand_seal(document, "profile")
    record(document, keys, what)
    held = record(document["certificate"], {"form", "digest"}, "the certificate")
    names = names_of(document["seats"])
    form = many_of(held["form"], names)
    unique = record(document["unique"], names, "the uniqueness claims")
    if any(claim_of(unique[name]) is not None for name in names):
        raise ValueError("uniqueness is claimed, and no evidence of it is known here; write null")
    return form, seal


def profile_of(document: Mapping[str, Any]) -> Told:
    """Return what a ``sabot/profile/1`` claims and shows."""
    form, seal = opened(document, _PROFILE, "a profile")
    names = [seat.name for seat in form.seats]
    if type(document["equilibrium"]) is not bool:
        raise ValueError("whether it is an equilibrium is neither true nor false")
    count_of(document["iterations"], "iterations")
    text(document["ended"], "why it ended")
    demand_how(document)
    tables = record(document["strategies"], names, "the strategies")
    return Told(
        text(document["game"], "the game"),
        form,
        numbers_of(document["payoffs"], "payoffs", len(names)),
        numbers_of(document["gains"], "gains", len(names)),
        document["equilibrium"],
        tuple(strategy_of(seat, tables[seat.name], {}) for seat in form.seats),
        seal,
    )


def names_of(data: Any) -> tuple[str, ...]:
    """Return the names of the seats, none of them empty."""
    found = labels(data, "seats")
    if not all(found):
        raise ValueError("a seat has no name")
    if len(found) > MOST_SEATS:
        raise ValueError(f"there are {len(found)} seats; up to {MOST_SEATS} are checked")
    return tuple(found)


def many_of(data: Any, names: tuple[str, ...]) -> Many:
    """Return the game in a file."""
    if not isinstance(data, Mapping):
        raise ValueError("the form is not an object")
    if data.get("kind") != "seats":
        raise ValueError(f"form kind {seen(data.get('kind'))} is not known")
    record(data, _FORM, "a form for many seats")
    cells = record(data["cells"], names, "the cells of all seats")
    seats = tuple(seat_of(name, cells[name]) for name in names)
    denominator = whole(data["denominator"])
    if denominator <= 0:
        raise ValueError("the form's denominator is not positive")
    return Many(seats, _entries(data["payoffs"], seats), denominator)


def _entries(data: Any, seats: tuple[Seat, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return what is paid at choices of a sequence of each seat, each choice once."""
    wide = len(seats)
    if type(data) is not list or any(type(row) is not list or len(row) != 2 * wide for row in data):
        raise ValueError(f"the payoffs are not a list of {wide} sequences and {wide} amounts each")
    found = []
    for row in data:
        spot = tuple(row[:wide])
        if set(map(type, spot)) != {int}:
            raise ValueError("a payoff names its sequences by whole numbers")
        if any(not 0 <= s < seat.count for s, seat in zip(spot, seats, strict=True)):
            raise ValueError("a payoff names a sequence that is not there")
        found.append((spot, tuple(map(whole, row[wide:]))))
    if len({spot for spot, _ in found}) != len(found):
        # the sum would count for one reader, the last for another
        raise ValueError("two payoffs are given for the same sequences")
    return found


def numbers_of(data: Any, what: str, count: int) -> tuple[Fraction, ...]:
    """Return one number for each seat."""
    if type(data) is not list or len(data) != count:
        raise ValueError(f"the {what} are not a list of one number for each seat")
    return tuple(map(fraction_of, data))


def count_of(data: Any, what: str) -> int:
    """Return a number of things, 0 or more."""
    if type(data) is not int or data < 0:
        raise ValueError(f"{what!r}: {str(data)[:40]} is not a whole number")
    return data
