"""Reading a certificate: the form, the numbers and the strategies in the file, strictly.

Standard library only. A malformed file raises ``ValueError``, ``KeyError`` and the like here; the
checker turns them into one clear :class:`~sabot.errors.FileError`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from os import PathLike
from pathlib import Path
from typing import Any

from sabot.certify.limits import MAX_BYTES, MAX_DIGITS, MOST_BITS
from sabot.errors import CertificateError, FileError

_WHOLE = re.compile(r"-?[0-9]+")
_SURE = {"0": (0, 1), "1": (1, 1)}
Table = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat's cells: (view, actions, parent sequence, first sequence)."""

    name: str
    cells: list[tuple[str, list[str], int, int]]
    count: int


@dataclass(frozen=True, slots=True)
class Form:
    """The game in the file: two seats and integer payoffs over one denominator."""

    seats: tuple[Seat, Seat]
    rows: list[list[int]] | None
    entries: list[list[int]]
    denominator: int

    def gains(self, seat: int, plan: Sequence[int]) -> list[int]:
        """Return what each sequence of *seat* earns (for that seat) against the other's plan."""
        live = [s for s, weight in enumerate(plan) if weight and s]
        if self.rows is not None:
            weights = [plan[s] for s in live]
            if seat == 0:
                lines = ([row[s - 1] for s in live] for row in self.rows)
                return [0, *(sum(map(mul, line, weights)) for line in lines)]
            columns = zip(*(self.rows[s - 1] for s in live), strict=True)
            return [0, *(-sum(map(mul, column, weights)) for column in columns)]
        gains = [0] * self.seats[seat].count
        for one, two, amount in self.entries:
            if seat == 0:
                gains[one] += amount * plan[two]
            else:
                gains[two] -= amount * plan[one]
        return gains


def read(path: str | Path) -> dict[str, Any]:
    """Return the JSON object in a file of bounded size."""
    if not isinstance(path, str | PathLike) or not str(path):  # open() takes numbers, and bytes
        raise FileError(f"{path!r:.80} is not the name of a file")
    try:
        with open(path, "rb") as file:
            if file.seekable() and file.seek(0, 2) > MAX_BYTES:
                raise FileError(f"{path}: larger than {MAX_BYTES // 2**20} MiB")
            if file.seekable():
                file.seek(0)
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise FileError(f"{path}: cannot be read: {reason}") from None
    return parsed(raw, str(path))


def parsed(raw: bytes, name: str) -> dict[str, Any]:
    """Return the JSON object in some bytes; *name* is what messages call them."""
    if len(raw) > MAX_BYTES:
        raise FileError(f"{name}: larger than {MAX_BYTES // 2**20} MiB")
    try:
        document = json.loads(raw, object_pairs_hook=once)
    except RecursionError:
        raise FileError(f"{name}: nested too deeply to be a certificate") from None
    except ValueError as fault:
        reason = "a number of over 4,300 digits" if "4300" in str(fault) else str(fault)
        raise FileError(f"{name}: not JSON, or cut short: {reason}") from None
    if not isinstance(document, dict):
        raise FileError(f"{name}: a certificate is a JSON object")
    return document


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; a key given twice would mean one thing here, another elsewhere."""
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"{key[:60]!r} is given twice")
            seen.add(key)
    return found


def whole(text: Any) -> int:
    """Return a whole number written as a number or as text."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    if not isinstance(text, str) or len(text) > MAX_DIGITS or not _WHOLE.fullmatch(text):
        raise ValueError(f"{str(text)[:40]!r} is not a whole number")
    return -_long(text[1:]) if text[0] == "-" else _long(text)


def _long(digits: str) -> int:
    """Return the number that digits mean, halves first: in one go, time grows with the square."""
    if len(digits) < 4000:
        return int(digits)
    half = len(digits) // 2
    high: int = _long(digits[:-half]) * 10**half
    return high + _long(digits[-half:])


def pair_of(text: Any) -> tuple[int, int]:
    """Return the numerator and the positive denominator of a fraction written as text."""
    if not isinstance(text, str):
        raise ValueError(f"{str(text)[:40]!r} is not a fraction written as text")
    if text in _SURE:
        return _SURE[text]
    top, slash, bottom = text.partition("/")
    if top.isdigit() and bottom.isdigit() and text.isascii() and len(text) < 4000:
        pair = int(top), int(bottom)  # as nearly all are, without a detour
    else:
        pair = whole(top), whole(bottom) if slash else 1
    if pair[1] <= 0:
        raise ValueError(f"{text[:40]!r} has no positive denominator")
    return pair


def as_float(value: Fraction) -> float | None:
    """Return the nearest float, None beyond their range."""
    try:
        return float(value)
    except OverflowError:
        return None


def brief(value: Fraction) -> str:
    """Return a value for a message, in full where it is short."""
    if max(value.denominator.bit_length(), value.numerator.bit_length()) < 200:
        return str(value)
    return f"{as_float(value)!r} (exactly, a fraction of many digits)"


def form_of(data: Mapping[str, Any]) -> Form:
    """Return the game in the file."""
    denominator = whole(data["denominator"])
    if denominator <= 0:
        raise ValueError("the form's denominator is not positive")
    one, two = names = seats_of(data)
    if data["kind"] == "matrix":
        only(data, {"kind", "seats", "rows", "columns", "denominator", "payoffs"}, "a matrix")
        rows, columns = labels(data["rows"], "rows"), labels(data["columns"], "columns")
        payoffs = data["payoffs"]
        if len(payoffs) != len(rows) or any(len(row) != len(columns) for row in payoffs):
            raise ValueError("the matrix does not fit its labels")
        if set().union(*(map(type, row) for row in payoffs)) != {int}:
            payoffs = [[whole(entry) for entry in row] for row in payoffs]
        seats = (
            Seat(one, [("-", rows, 0, 1)], len(rows) + 1),
            Seat(two, [("-", columns, 0, 1)], len(columns) + 1),
        )
        return Form(seats, payoffs, [], denominator)
    if data["kind"] != "sequence":
        raise ValueError(f"form kind {data['kind']!r} is not known")
    only(data, {"kind", "seats", "cells", "denominator", "payoffs"}, "a sequence form")
    only(data["cells"], names, "the cells of both seats")
    first, second = (seat_of(name, data["cells"][name]) for name in names)
    entries = []
    for i, j, amount in data["payoffs"]:
        pair_within(i, j, first, second)
        entries.append([i, j, amount if type(amount) is int else whole(amount)])
    demand_once(((i, j) for i, j, _ in entries), len(entries))
    return Form((first, second), None, entries, denominator)


def pair_within(i: Any, j: Any, first: Seat, second: Seat) -> None:
    """Demand that a payoff is between a sequence of each seat."""
    if type(i) is not int or type(j) is not int:
        raise ValueError("a payoff names its two sequences by whole numbers")
    if not (0 <= i < first.count and 0 <= j < second.count):
        raise ValueError("a payoff names a sequence that is not there")


def demand_once(pairs: Iterable[tuple[int, int]], count: int) -> None:
    """Demand that no pair of sequences is paid twice: the sum would count here, the last there."""
    if len(set(pairs)) != count:
        raise ValueError("two payoffs are given for the same pair of sequences")


def seats_of(data: Mapping[str, Any]) -> tuple[str, str]:
    """Return the two names of the seats."""
    one, two = labels(data["seats"], "seats")
    return one, two


def labels(data: Any, what: str) -> list[str]:
    """Return a list of names, each of them a text and none of them twice."""
    if not isinstance(data, list) or not data or set(map(type, data)) != {str}:
        raise ValueError(f"the {what} are not a list of names")
    if len(set(data)) != len(data):
        twice = next(name for k, name in enumerate(data) if name in data[:k])
        raise ValueError(f"the {what} have two of one name: {twice[:40]!r}")
    return data


def only(data: Any, allowed: Collection[str], what: str) -> None:
    """Demand that an object has no key but those that are read: no other has been checked."""
    if not isinstance(data, Mapping):
        raise ValueError(f"{what} is not an object")
    if not data.keys() <= set(allowed):
        extra = next(key for key in data if key not in allowed)
        raise ValueError(f"{extra[:40]!r} is not a part of {what}")


def claim_of(claim: Any) -> bool | None:
    """Return a claim of uniqueness after demanding that it is true, false or null; 1 is not."""
    if claim is not None and type(claim) is not bool:
        raise ValueError(f"a uniqueness claim is true, false or null, not {claim!r:.40}")
    return claim


def same(one: Any, two: Any) -> bool:
    """Tell whether two facts are written alike in a file: 1, 1.0 and true are different."""
    return one == two and json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)


def seat_of(name: str, cells: Sequence[Sequence[Any]]) -> Seat:
    """Return one seat's cells, each of which must follow an earlier sequence."""
    made: list[tuple[str, list[str], int, int]] = []
    count = 1
    for view, actions, parent in cells:
        if type(view) is not str:
            raise ValueError(f"{name}'s view {view!r:.40} is not a text")
        labels(actions, f"actions of {name} at {view[:40]!r}")
        if type(parent) is not int or not 0 <= parent < count:
            raise ValueError(f"{name}'s cell {view!r} does not follow an earlier sequence")
        made.append((view, actions, parent, count))
        count += len(actions)
    if len({cell[0] for cell in made}) != len(made):
        raise ValueError(f"{name} has two cells of one name")
    return Seat(name, made, count)


def plan_of(seat: Seat, table: Table) -> tuple[list[int], int]:
    """Return the probability of each sequence, as integers over one denominator."""
    if set(table) != {view for view, *_ in seat.cells}:
        raise ValueError(f"{seat.name}'s strategy does not answer exactly its own views")
    tops, belows = [0] * seat.count, [1] * seat.count
    tops[0] = 1
    for view, actions, parent, first in seat.cells:
        top, below = tops[parent], belows[parent]
        for spot, (up, down) in enumerate(_mix_of(seat, view, actions, table[view]), first):
            if up == down:
                tops[spot], belows[spot] = top, below
            elif up and top:
                # both fractions may be in lowest terms: then only across is anything in common
                one, two = math.gcd(up, below), math.gcd(top, down)
                tops[spot] = (top // two) * (up // one)
                belows[spot] = (below // one) * (down // two)
    common = lcm_of(set(belows), len(belows))
    return [
        top and top * (common // below) for top, below in zip(tops, belows, strict=True)
    ], common


def lcm_of(numbers: Collection[int], uses: int) -> int:
    """Return the least common multiple, before it is long enough to fill the memory *uses* times.

    Those of a strategy have nearly all their factors in common.
    """
    found = 1
    for number in numbers:
        found = math.lcm(found, number)
        if found.bit_length() * uses > MOST_BITS:
            raise FileError("the chances of a strategy have too long a common denominator")
    return found


def _mix_of(
    seat: Seat, view: str, actions: Sequence[str], mix: Mapping[str, str]
) -> list[tuple[int, int]]:
    """Return the chance of each action at one view; together they must be 1."""
    if not mix.keys() <= set(actions):
        raise ValueError(f"{seat.name} at {view!r} plays what is not an action there")
    chances = [mix.get(action, "0") for action in actions]
    if chances.count("1") == 1 and chances.count("0") == len(chances) - 1:
        return [_SURE[chance] for chance in chances]  # as most are, and they make a mix
    pairs = [pair_of(chance) for chance in chances]
    below = lcm_of({bottom for _, bottom in pairs}, len(pairs))
    weights = [top * (below // bottom) for top, bottom in pairs]
    if min(weights) < 0 or sum(weights) != below:
        raise CertificateError(f"{seat.name}'s chances at {view!r} do not make a mix")
    return pairs
