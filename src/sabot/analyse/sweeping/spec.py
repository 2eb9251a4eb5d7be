"""Many games in one string: ``baccara(model=B1|B2, decks=1..20|50|inf)``.

A value may be a list, ``a|b|c``, and each part of it a range, ``lo..hi`` or ``lo..hi..step``; so
may each entry of a list in square brackets, ``shoe=[16,4,4,4,4,4,4,4,4,0..4]``. Several such values
give every combination, the last one changing fastest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from sabot.errors import Fault, FormError, GameStringError, NumberError, SabotError
from sabot.exact import rational, show
from sabot.games import load, spelled_out
from sabot.telling.strings import dissect

MOST_GAMES = 1_000_000
"""The most games that one sweep may have."""


@dataclass(frozen=True)
class Item:
    """One game of a sweep; *removed* is the card value that was taken out of the game before it."""

    game: str
    removed: int | None = None

    @property
    def name(self) -> str:
        """The game's canonical string; as it was written where it is no game."""
        try:
            return str(load(self.game))
        except SabotError:
            return self.game


def expand(text: str) -> list[Item]:
    """Return the games that a string with ranges and lists stands for.

    >>> [item.game for item in expand("le-her(ranks=2..3, suits=1|inf)")]
    ['le-her(ranks=2, suits=1)', 'le-her(ranks=2, suits=inf)',
     'le-her(ranks=3, suits=1)', 'le-her(ranks=3, suits=inf)']
    >>> len(expand("baccara(model=B1, decks=1/4..2..1/4)"))
    8
    """
    bare = spelled_out(text.strip())
    name, texts, faults = dissect(bare)
    if faults:
        raise GameStringError(text, faults)
    options: dict[str, list[str]] = {}
    for key, value in texts.items():
        try:
            options[key] = _options(value)
        except NumberError as fault:
            faults.append(Fault(key, str(fault), "write 1..20, 1..3..1/2 or 1|2|5"))
    if not faults:
        count = math.prod(len(found) for found in options.values())
        if count > MOST_GAMES:
            what = f"{count:,} games" if count < 10**18 else "10^18 games or more"
            faults = [Fault("sweep", what, f"make it {MOST_GAMES:,} or fewer")]
    if faults:
        raise GameStringError(text, faults)
    if all(found == [texts[key].strip()] for key, found in options.items()):
        return [Item(bare)]
    return [Item(_written(name, options, values)) for values in product(*options.values())]


def demand_one(items: Sequence[Item], text: str) -> None:
    """Refuse a sweep without a single game that can be loaded, with the first one's faults."""
    first: SabotError | None = None
    for item in items:
        try:
            load(item.game)
            return
        except SabotError as fault:
            first = first or fault
    raise first if first is not None else GameStringError(text, [Fault("sweep", "has no games")])


def _written(name: str, keys: Sequence[str] | dict[str, list[str]], values: Sequence[str]) -> str:
    parts = [f"{key}={_quoted(value)}" for key, value in zip(keys, values, strict=True)]
    return f"{name}({', '.join(parts)})"


def _quoted(value: str) -> str:
    """Return the value as it must stand in a game string."""
    try:
        plain = dissect(f"x(k={value})")[1:] == ({"k": value}, [])
    except GameStringError:
        plain = False
    return value if plain else f'"{value}"'


def _options(value: str) -> list[str]:
    found: list[str] = []
    for part in _pieces(value, "|"):
        body = part.strip()
        if body.startswith("[") and body.endswith("]"):
            entries = [list(_range(entry)) for entry in _pieces(body[1:-1], ",")]
            _bounded(math.prod(map(len, entries)))
            found += [f"[{','.join(choice)}]" for choice in product(*entries)]
        else:
            found += _range(body)
        _bounded(len(found))
    return found


def _bounded(count: int) -> None:
    if count > MOST_GAMES:
        shown = f"{count:,}" if count < 10**18 else "10^18 or more"
        raise NumberError(f"{shown} values; a sweep has {MOST_GAMES:,} games at most")


def _range(text: str) -> Iterator[str]:
    """Yield the numbers of ``lo..hi`` or ``lo..hi..step``; any other text as it is."""
    ends = [end.strip() for end in text.strip().split("..")]
    try:
        numbers = [rational(end) for end in ends] if len(ends) in (2, 3) else []
    except NumberError:
        numbers = []
    if not numbers:
        yield text.strip()
        return
    low, high = numbers[:2]
    step = numbers[2] if len(numbers) == 3 else Fraction(1)
    if step <= 0 or high < low:
        raise NumberError(f"{text.strip()!r} is empty: a range goes up, by a positive step")
    if len(numbers) == 2 and 0 < high - low < 1:
        raise NumberError(f"{text.strip()!r} has no step; a range goes up by 1 unless told")
    count = int((high - low) / step) + 1
    _bounded(count)
    for n in range(count):
        yield show(low + n * step)


def _pieces(text: str, mark: str) -> list[str]:
    """Split at a mark outside brackets and quotes."""
    parts, depth, start = [], 0, 0
    for spot, letter in enumerate(text):
        depth += (letter in "[(") - (letter in "])")
        if letter == mark and depth == 0:
            parts.append(text[start:spot])
            start = spot + 1
    return [*parts, text[start:]]


def listed(games: object) -> list[Item]:
    """Return the games of a sweep: those of a string with ranges and lists in it, or of many."""
    if isinstance(games, str):
        items = expand(games)
    else:
        many: list[Any] = list(games) if isinstance(games, Iterable) else [games]
        for one in many:
            if not isinstance(one, str):
                raise FormError(
                    f"{type(one).__name__} is not a game of a sweep: give a game string, or many "
                    "of them"
                )
        items = [Item(game) for game in many]
    demand_one(items, games if isinstance(games, str) else "sweep")
    return items
