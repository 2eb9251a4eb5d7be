"""The game in a file, and the strategies for it: a matrix, or the sequences of two seats.

Standard library only. What is read here is read once: labels are different texts, every cell
follows an earlier sequence, a pair of sequences is paid once, chances are fractions that add up.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul
from typing import Any

from sabot.certify.limits import MOST_BITS, MOST_PLAN_WORK
from sabot.certify.reading import labels, named, pair_of, record, seats_of, seen, text, whole
from sabot.errors import CertificateError, FileError

Pair = tuple[int, int]
"""A numerator and a positive denominator."""
_MATRIX = frozenset({"kind", "rows", "columns", "denominator", "payoffs"})
_SEQUENCE = frozenset({"kind", "cells", "denominator", "payoffs"})


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat's cells: (view, actions, parent sequence, first sequence)."""

    name: str
    cells: list[tuple[str, list[str], int, int]]
    count: int
    views: frozenset[str] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """The game in the file: two seats and integer payoffs over one denominator."""

    seats: tuple[Seat, Seat]
    rows: list[list[int]] | None
    """Of a matrix; None where the game is told by its sequences."""
    entries: list[tuple[int, int, int]]
    denominator: int

    @property
    def kind(self) -> str:
        """The word for it in a file."""
        return "sequence" if self.rows is None else "matrix"

    def gains(self, seat: int, plan: Sequence[int]) -> list[int]:
        """Return what each sequence of *seat* earns (for that seat) against the other's plan."""
        if self.rows is not None:
            live = [s for s, weight in enumerate(plan) if weight and s]
            weights = [plan[s] for s in live]
            if seat == 0:
                lines = ([row[s - 1] for s in live] for row in self.rows)
                return [0, *(sum(map(mul, line, weights)) for line in lines)]
            columns = zip(*(self.rows[s - 1] for s in live), strict=True)
            return [0, *(-sum(map(mul, column, weights)) for column in columns)]
        gains = [0] * self.seats[seat].count
        if seat == 0:
            for one, two, amount in self.entries:
                if weight := plan[two]:
                    gains[one] += amount * weight
        else:
            for one, two, amount in self.entries:
                if weight := plan[one]:
                    gains[two] -= amount * weight
        return gains


def form_of(data: Any, seats: tuple[str, str] | None = None) -> Form:
    """Return the game in a file; without *seats* it names them itself, as files of number 1 do."""
    if not isinstance(data, Mapping):
        raise ValueError("the form is not an object")
    kind, own = data.get("kind"), {"seats"} if seats is None else set()
    if kind == "matrix":
        record(data, _MATRIX | own, "a matrix")
    elif kind == "sequence":
        record(data, _SEQUENCE | own, "a sequence form")
    else:
        raise ValueError(f"form kind {seen(kind)} is not known")
    names = seats_of(data["seats"]) if seats is None else seats
    denominator = whole(data["denominator"])
    if denominator <= 0:
        raise ValueError("the form's denominator is not positive")
    if kind == "matrix":
        return _matrix(data, names, denominator)
    first, second = cells_of(data["cells"], names)
    ones, twos, amounts = entries_of(data["payoffs"], first, second)
    if not set(map(type, amounts)) <= {int}:
        amounts = tuple(map(whole, amounts))
    entries = list(zip(ones, twos, amounts, strict=True))
    return Form((first, second), None, entries, denominator)


def _matrix(data: Mapping[str, Any], names: tuple[str, str], denominator: int) -> Form:
    rows, columns = labels(data["rows"], "rows"), labels(data["columns"], "columns")
    payoffs = data["payoffs"]
    if type(payoffs) is not list or set(map(type, payoffs)) != {list}:
        raise ValueError("the payoffs of a matrix are not a list of rows")
    if len(payoffs) != len(rows) or any(len(row) != len(columns) for row in payoffs):
        raise ValueError("the matrix does not fit its labels")
    if set().union(*(map(type, row) for row in payoffs)) != {int}:
        payoffs = [[whole(entry) for entry in row] for row in payoffs]
    one, two = (
        Seat(name, [("-", actions, 0, 1)], len(actions) + 1, frozenset("-"))
        for name, actions in zip(names, (rows, columns), strict=True)
    )
    return Form((one, two), payoffs, [], denominator)


def cells_of(data: Any, names: tuple[str, str]) -> tuple[Seat, Seat]:
    """Return the cells of both seats."""
    record(data, names, "the cells of both seats")
    one, two = (seat_of(name, data[name]) for name in names)
    return one, two


def seat_of(name: str, cells: Any) -> Seat:
    """Return one seat's cells, each of which must follow an earlier sequence."""
    called = named(name)
    if type(cells) is not list:
        raise ValueError(f"{called}'s cells are not a list")
    made: list[tuple[str, list[str], int, int]] = []
    count = 1
    menus: set[tuple[str, ...]] = set()
    for cell in cells:
        if type(cell) is not list or len(cell) != 3:
            raise ValueError(f"a cell of {called} is not [view, actions, sequence before]")
        view, actions, parent = cell
        text(view, f"a view of {called}")
        if type(actions) is not list or tuple(actions) not in menus:  # most cells offer the same
            menus.add(tuple(labels(actions, f"actions of {called} at {view[:40]!r}")))
        if type(parent) is not int or not 0 <= parent < count:
            raise ValueError(f"{called}'s cell {view[:40]!r} does not follow an earlier sequence")
        made.append((view, actions, parent, count))
        count += len(actions)
    views = frozenset([cell[0] for cell in made])
    if len(views) != len(made):
        raise ValueError(f"{called} has two cells of one name")
    return Seat(name, made, count, views)


Columns = tuple[tuple[int, ...], tuple[int, ...], tuple[Any, ...]]
"""Payoffs by column: sequences of the first seat, sequences of the second, amounts."""


def entries_of(data: Any, first: Seat, second: Seat) -> Columns:
    """Return payoffs of pairs of sequences, each pair once; the amounts are not looked at."""
    if type(data) is not list or not set(map(type, data)) <= {list}:
        raise ValueError("the payoffs are not a list of [sequence, sequence, amount]")
    if not data:
        return (), (), ()
    if set(map(len, data)) != {3}:
        raise ValueError("the payoffs are not a list of [sequence, sequence, amount]")
    ones, twos, amounts = zip(*data, strict=True)
    if set(map(type, ones)) | set(map(type, twos)) != {int}:
        raise ValueError("a payoff names its two sequences by whole numbers")
    if min(ones) < 0 or max(ones) >= first.count or min(twos) < 0 or max(twos) >= second.count:
        raise ValueError("a payoff names a sequence that is not there")
    if len(set(zip(ones, twos, strict=True))) != len(data):
        # the sum would count for one reader, the last for another
        raise ValueError("two payoffs are given for the same pair of sequences")
    return ones, twos, amounts


# ---------------------------------------------------------------------- strategies


@dataclass(frozen=True, slots=True)
class Strategy:
    """What a seat does at each of its views: the chance of each sequence where it is chosen."""

    seat: Seat
    chances: list[Pair]
    """By sequence; that of the empty one is 1."""

    @property
    def table(self) -> dict[str, dict[str, Fraction]]:
        """By view the chance of each action."""
        return {
            view: {action: Fraction(*self.chances[first + k]) for k, action in enumerate(actions)}
            for view, actions, _, first in self.seat.cells
        }

    def plan(self) -> tuple[list[int], int]:
        """Return the probability of each sequence, as integers over one denominator."""
        tops, belows = [0] * self.seat.count, [1] * self.seat.count
        tops[0] = 1
        chances, gcd, work, held = self.chances, math.gcd, 0, 0
        for _, actions, parent, first in self.seat.cells:
            top, below = tops[parent], belows[parent]
            if not top:
                continue
            for spot in range(first, first + len(actions)):
                up, down = chances[spot]
                if up == down:
                    tops[spot], belows[spot] = top, below
                elif up:
                    work += (up.bit_length() + down.bit_length()) * below.bit_length()
                    demand_quick(work)
                    # both fractions may be in lowest terms: only across is anything in common
                    one, two = gcd(up, below), gcd(top, down)
                    tops[spot] = (top // two) * (up // one)
                    belows[spot] = (below // one) * (down // two)
                    held += tops[spot].bit_length() + belows[spot].bit_length()
                    _demand_held(held)
        different = set(belows)
        common = common_multiple(different, len(belows))
        if common == 1:
            return tops, 1
        size = common.bit_length()
        demand_quick(work + size * sum(below.bit_length() for below in different))
        shares = {below: common // below for below in different}
        pairs = list(zip(tops, belows, strict=True))
        if len(tops) * max(tops).bit_length() * size > MOST_PLAN_WORK:  # by a rough bound: look
            lengths = ((top.bit_length(), size - below.bit_length()) for top, below in pairs)
            demand_quick(sum(one * two for one, two in lengths))
        return [top and top * shares[below] for top, below in pairs], common


def _demand_held(bits: int) -> None:
    if bits > MOST_BITS // 2:  # as much again and more is needed over one denominator
        raise FileError("the chances of a strategy are too long, one after the other, to be held")


def demand_quick(work: int) -> None:
    """Demand that numbers of so many bits times bits may be multiplied."""
    if work > MOST_PLAN_WORK:
        raise FileError("the chances of a strategy are too long to be multiplied out")


Known = dict[tuple[Any, ...], list[Pair]]
"""Mixes that were read before, by their texts: few of a file are different."""


def strategy_of(seat: Seat, data: Any, known: Known) -> Strategy:
    """Return a seat's strategy; an action that is left out has no chance."""
    if not isinstance(data, Mapping) or data.keys() != seat.views:
        raise ValueError(f"{named(seat.name)}'s strategy does not answer exactly its own views")
    chances: list[Pair] = [(1, 1)]
    for view, actions, _, _ in seat.cells:
        mix = data[view]
        if not isinstance(mix, dict):
            raise ValueError(f"{named(seat.name)}'s answer at {view[:40]!r} is not an object")
        if len(mix) != len(actions):  # the rest has no chance
            mix = dict.fromkeys(actions, "0") | mix
        texts = tuple(map(mix.get, actions))
        if len(mix) != len(actions) or None in texts:
            raise ValueError(
                f"{named(seat.name)} at {view[:40]!r} plays what is not an action there"
            )
        try:
            here = known.get(texts)
        except TypeError:
            raise ValueError(f"{named(seat.name)} at {view[:40]!r}: a chance is no text") from None
        if here is None:
            here = known[texts] = _mix_of(seat, view, texts)
        chances += here
    return Strategy(seat, chances)


def _mix_of(seat: Seat, view: str, texts: Sequence[Any]) -> list[Pair]:
    """Return the chances at a view, which are not negative and together 1."""
    pairs = [pair_of(chance) for chance in texts]
    weights, below = shares_of(pairs)
    if min(weights) < 0 or sum(weights) != below:
        raise CertificateError(f"{named(seat.name)}'s chances at {view[:40]!r} do not make a mix")
    return pairs


def shares_of(pairs: Sequence[Pair]) -> tuple[list[int], int]:
    """Return fractions as whole numbers over one denominator, if that is not too long."""
    bottoms = {bottom for _, bottom in pairs} - {1}
    below = (
        _spare(bottoms.pop(), len(pairs))
        if len(bottoms) == 1
        else common_multiple(bottoms, len(pairs))
    )
    return [top * (below // bottom) for top, bottom in pairs], below


def common_multiple(numbers: Collection[int], uses: int) -> int:
    """Return the least common multiple, before it is long enough to fill the memory *uses* times.

    Those of a strategy have nearly all their factors in common.
    """
    found, work = 1, 0
    for number in numbers:
        work += found.bit_length() * number.bit_length()
        demand_quick(work)
        found = _spare(math.lcm(found, number), uses)
    return found


def _spare(below: int, uses: int) -> int:
    """Return a denominator after demanding that the memory holds it *uses* times."""
    if below.bit_length() * uses > MOST_BITS:
        raise FileError("the chances of a strategy have too long a common denominator")
    return below
