"""Correlation devices in files: the probabilities of profiles of pure strategies.

CSV: the first line names the players and has the word ``probability``; every other line is a
profile. JSON: a list of such lines, each a list of the players' strategies, in the order of the
game, and the probability.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from pathlib import Path

from sabot.errors import FormError, NumberError, unknown_word_fault
from sabot.exact import as_rational, format_fraction
from sabot.io.files import read_text

PROBABILITY = "probability"
"""The column of the probabilities."""
MOST_DEVICE_BYTES = 64 * 2**20
DeviceRow = tuple[str, Sequence[object], object]
"""Where it is, a strategy of each player, and the probability."""
ProfileChances = tuple[tuple[tuple[int, ...], Fraction], ...]
"""The numbers of the strategies of a profile, and its probability, in lexicographic order."""


def read_device_rows(path: str | Path, seats: Sequence[str]) -> list[DeviceRow]:
    """Return the lines of a file with a device."""
    text = read_text(path, MOST_DEVICE_BYTES)
    try:
        found = _json_rows(text) if text.lstrip().startswith("[") else _csv_rows(text, seats)
    except FormError as fault:
        raise FormError(f"{path}: {fault}") from None
    return [(f"{path}: {where}", names, chance) for where, names, chance in found]


def _csv_rows(text: str, seats: Sequence[str]) -> list[DeviceRow]:
    head: list[str] | None = None
    found: list[DeviceRow] = []
    try:
        reader = csv.reader(StringIO(text, newline=""))
        for line in reader:
            cells = [cell.strip() for cell in line]
            if not any(cells):
                continue
            if head is None:
                head = cells
                _require_head(head, seats)
                continue
            if len(cells) != len(head):
                raise FormError(f"line {reader.line_num} has {len(cells)} cells, not {len(head)}")
            entries = dict(zip(head, cells, strict=True))
            names = [entries[seat] for seat in seats]
            found.append((f"line {reader.line_num}", names, entries[PROBABILITY]))
    except csv.Error as fault:
        raise FormError(f"not CSV: {fault}") from None
    if head is None:
        raise FormError(f"the file is empty; its first line is {','.join([*seats, PROBABILITY])}")
    return found


def _require_head(head: Sequence[str], seats: Sequence[str]) -> None:
    wanted = [*seats, PROBABILITY]
    if sorted(head) != sorted(wanted):
        raise FormError(
            f"the first line is {','.join(head)[:80]!r}; it names the players and the column of "
            f"probabilities: {','.join(wanted)}"
        )


def _json_rows(text: str) -> list[DeviceRow]:
    try:
        data: object = json.loads(text, parse_float=str, parse_int=str)
    except RecursionError:
        raise FormError("nested too deeply") from None
    except ValueError as fault:
        raise FormError(f"not JSON: {fault}") from None
    return list_device_rows(data)


def list_device_rows(given: object) -> list[DeviceRow]:
    """Return the rows of a device that is a list of rows, or a mapping from profiles."""
    if isinstance(given, Mapping):
        return [
            (f"profile {number}", [names] if isinstance(names, str) else [*names], chance)
            for number, (names, chance) in enumerate(given.items(), 1)
        ]
    rows = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else None
    if rows is None or not all(isinstance(row, list | tuple) and row for row in rows):
        raise FormError(
            "a device is a list of rows, each a strategy of every player and a probability"
        )
    return [(f"row {number}", row[:-1], row[-1]) for number, row in enumerate(rows, 1)]


def number_profiles(
    rows: Iterable[DeviceRow], seats: Sequence[str], strategies: Sequence[Sequence[str]]
) -> ProfileChances:
    """Return a device by the numbers of strategies; refuse names and numbers that do not fit."""
    places = [{name: number for number, name in enumerate(own)} for own in strategies]
    found: dict[tuple[int, ...], Fraction] = {}
    for where, names, chance in rows:
        if len(names) != len(seats):
            raise FormError(
                f"{where}: {len(names)} strategies for {len(seats)} players: {', '.join(seats)}"
            )
        spot = []
        for seat, own, name in zip(seats, places, names, strict=True):
            if name not in own:
                fault = unknown_word_fault(
                    str(name)[:60], list(own)[:20], f"{seat} has no strategy"
                )
                raise FormError(f"{where}: {fault.what}; {fault.remedy}")
            spot.append(own[str(name)])
        try:
            number = as_rational(chance)
        except NumberError as fault:
            raise NumberError(f"{where}: {fault}") from None
        if number < 0:
            raise NumberError(f"{where}: the probability {format_fraction(number)} is negative")
        if tuple(spot) in found:
            raise FormError(f"{where}: the profile {', '.join(map(str, names))} is there twice")
        found[tuple(spot)] = number
    total = sum(found.values())
    if total != 1:
        raise NumberError(
            f"the probabilities of the device sum to {format_fraction(total)}, not to 1"
        )
    return tuple((spot, found[spot]) for spot in sorted(found) if found[spot])
