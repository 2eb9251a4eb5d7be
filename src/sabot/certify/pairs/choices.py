"""A game of binary choices in a file: who gains what by the second action of each choice.

Standard library only. Every cell of either seat offers two actions and follows no choice of its
own seat. Then what the second action gains at a cell is ``alone`` plus, for each cell of the other
seat, a part times the chance of the second action there. Cells said to be alike must have gains,
and parts in the other seat's gains, that are the same but for positive weights; only the mean of
their chances matters, so they count as one choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from sabot.certify.form import Seat, cells_of, entries_of
from sabot.certify.limits import MOST_PAIR_CHOICES
from sabot.certify.reading import labels, named, record, seats_of
from sabot.certify.theorem.polynomial import Poly, plus, polynomial_of
from sabot.errors import CertificateError, FileError

Row = tuple[Poly, dict[int, Poly]]
"""A gain: alone, and by the other seat's cells what their second action adds."""


@dataclass(frozen=True)
class PairGame:
    """The game in the file: cells of both seats, and payoffs by seat as polynomials over one."""

    seats: tuple[Seat, Seat]
    payoffs: list[tuple[int, int, tuple[Poly, Poly]]]
    denominator: Poly


@dataclass(frozen=True)
class Choice:
    """Cells of a seat that count as one; mostly it is one."""

    name: str
    views: tuple[str, ...]
    alone: Poly
    joint: Mapping[int, Poly]
    """By the number of the other seat's choice; what is missing is 0."""


@dataclass(frozen=True)
class Choices:
    """The choices of both seats, and where each goes by its name."""

    seats: tuple[Seat, Seat]
    own: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    places: tuple[Mapping[str, int], Mapping[str, int]]
    actions: tuple[Mapping[str, list[str]], Mapping[str, list[str]]]
    """By seat and view: the first and the second action."""


def pair_game(data: Any) -> PairGame:
    """Return the game that a document is about."""
    record(data, {"seats", "cells", "denominator", "payoffs"}, "the form of two seats")
    first, second = cells_of(data["cells"], seats_of(data["seats"]))
    demand_binary((first, second))
    payoffs = []
    for i, j, both in zip(*entries_of(data["payoffs"], first, second), strict=True):
        if type(both) is not list or len(both) != 2:
            raise ValueError("a payoff is not one polynomial for each seat")
        one, two = (polynomial_of(amount, "a payoff") for amount in both)
        payoffs.append((i, j, (one, two)))
    below = polynomial_of(data["denominator"], "the denominator of the payoffs")
    return PairGame((first, second), payoffs, below)


def demand_binary(seats: tuple[Seat, Seat]) -> None:
    """Demand that every choice is between two actions, and follows no other of its seat."""
    for seat in seats:
        if len(seat.cells) > MOST_PAIR_CHOICES:
            raise FileError(f"more than {MOST_PAIR_CHOICES} choices of a seat are not checked")
        for view, actions, parent, _ in seat.cells:
            if len(actions) != 2 or parent:
                raise ValueError(f"{named(seat.name)} at {view[:40]!r}: not one binary choice")


def choices_of(game: PairGame, alike: Any) -> Choices:
    """Return the choices of a game; those said to be *alike* are, or CertificateError is raised."""
    rows = (_gains(game, 0), _gains(game, 1))
    names = [seat.name for seat in game.seats]
    said = record(alike, (), "what is alike", names)
    groups = tuple(
        _groups(seat, said.get(seat.name, []), (rows[number], rows[1 - number]))
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
                alone = plus(alone, rows[number][c][0])
                for other, part in rows[number][c][1].items():
                    joint[place[other]] = plus(joint.get(place[other], []), part)
            views = tuple(seat.cells[c][0] for c in members)
            made.append(Choice(views[0], views, alone, joint))
        found.append(tuple(made))
    one, two = found
    places = tuple({choice.name: n for n, choice in enumerate(own)} for own in found)
    actions = tuple({view: menu for view, menu, _, _ in seat.cells} for seat in game.seats)
    return Choices(game.seats, (one, two), (places[0], places[1]), (actions[0], actions[1]))


def _gains(game: PairGame, number: int) -> list[Row]:
    """Return what the second action gains at each cell of a seat."""
    seat = game.seats[number]
    rises: list[dict[int, Poly]] = [{} for _ in seat.cells]
    for i, j, both in game.payoffs:
        own, foreign = (i, j) if number == 0 else (j, i)
        if own:
            cell, second = divmod(own - 1, 2)
            rises[cell][foreign] = plus(
                rises[cell].get(foreign, []), both[number], 1 if second else -1
            )
    found = []
    for rise in rises:
        alone, joint = rise.get(0, []), {}
        for place in sorted({(foreign - 1) // 2 for foreign in rise if foreign}):
            low, high = rise.get(2 * place + 1, []), rise.get(2 * place + 2, [])
            alone = plus(alone, low)
            joint[place] = plus(high, low, -1)
        found.append((alone, {place: part for place, part in joint.items() if part}))
    return found


def _groups(seat: Seat, said: Any, rows: tuple[list[Row], list[Row]]) -> list[tuple[int, ...]]:
    """Return the cells of a seat in groups: those said to be alike, and each other by itself."""
    if type(said) is not list:
        raise ValueError("what is alike is not a list of lists")
    numbers = {view: n for n, (view, _, _, _) in enumerate(seat.cells)}
    leader = {c: c for c in numbers.values()}
    taken: set[int] = set()
    for group in said:
        views = labels(group, "views that are alike")
        if len(views) < 2 or not set(views) <= numbers.keys():
            raise ValueError(f"{named(seat.name)} has no such views that are alike")
        members = [numbers[view] for view in views]
        if members != sorted(members) or not taken.isdisjoint(members):
            raise ValueError("views that are alike are not in order, or in two lists")
        _demand_alike(seat, members, rows)
        taken.update(members)
        leader |= dict.fromkeys(members, members[0])
    groups: dict[int, list[int]] = {}
    for c, first in leader.items():
        groups.setdefault(first, []).append(c)
    return [tuple(members) for members in groups.values()]


def _demand_alike(seat: Seat, members: Sequence[int], rows: tuple[list[Row], list[Row]]) -> None:
    """Demand that gains and parts of some cells are the same but for positive weights."""
    scaled = []
    for c in members:
        alone, joint = rows[0][c]
        back = {n: row[1][c] for n, row in enumerate(rows[1]) if c in row[1]}
        numbers = [*alone, *(x for part in (*joint.values(), *back.values()) for x in part)]
        shared = gcd(*numbers)
        if not shared:
            raise CertificateError(f"{named(seat.name)}: views that never matter are not alike")
        scaled.append(
            (
                [x // shared for x in alone],
                {n: [x // shared for x in part] for n, part in joint.items()},
                {n: [x // shared for x in part] for n, part in back.items()},
            )
        )
    if any(one != scaled[0] for one in scaled):
        view = seat.cells[members[0]][0]
        raise CertificateError(f"{named(seat.name)}: views said to be alike {view[:40]!r} are not")
