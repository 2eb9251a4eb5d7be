"""Families of games in words: what ``sabot games`` and ``sabot show`` print."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from inspect import cleandoc
from typing import Any

from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Plain,
    Section,
    Text,
    document,
)
from sabot.render.words import the
from sabot.telling.game import Family, Game
from sabot.telling.opening import words_known

_NAMES = re.compile(r"(?:^|(?<=[.;] ))((?:\w+, )*\w+): ")


def summary(family: Family) -> str:
    """Return the first sentence of the rules."""
    return " ".join(cleandoc(family.__doc__ or "").split("\n\n")[0].split())


def families_view(families: Sequence[Family]) -> Document:
    """Return one part for each family: name, summary, seats, parameters."""
    parts: list[Block] = []
    for family in families:
        shown = [f"{key}={_default(family, key)}" for key in family.kinds]
        shown += _only_open(family)
        parts += [BREAK] if parts else []
        parts += [
            Heading(family.name),
            Text(summary(family), depth=1),
            Text(f"seats: {', '.join(family.seats)}", depth=1),
            Text(f"parameters: {', '.join(shown) or 'none'}", depth=1, hang=1),
        ]
    return document(parts)


def _default(family: Family, key: str) -> str:
    return family.kinds[key].show(family.defaults[key]) if key in family.defaults else "..."


def _only_open(family: Family) -> list[str]:
    """Return the parameters that only a theorem knows, as they are written."""
    return words_known(family)[len(family.kinds) :]


def rules_view(
    family: Family, values: Mapping[str, Any] | None = None, seats: Sequence[str] = ()
) -> Document:
    """Return the rules of a family in words; *values* and *seats* are those of one game of it."""
    seats = seats or family.seats
    told = documentation(family)[1]
    parts: list[Block] = [Heading(family.name), BREAK]
    for paragraph in rules_in_words(family):
        parts += [Text(paragraph, depth=1), BREAK]
    paid = "payoffs are given seat by seat"
    if not family.in_hands:
        paid = "nobody is paid: what is found are costs"
    elif len(seats) == 2:
        paid = f"the value is what {the(seats[0])} is paid, on average"
    parts += [
        Section("seats"),
        Text(", ".join(seats), depth=1),
        Text(paid, depth=1),
        BREAK,
    ]
    if family.sees:
        parts.append(Section("what a seat sees, as views are written"))
        for seat, seen in family.sees.items():
            parts.append(Text(f"{seat}: {', then '.join(seen)}", depth=1, hang=2))
        parts.append(BREAK)
    parts.append(Section("parameters" if family.kinds else "no parameters"))
    for key, kind in family.kinds.items():
        words = kind.words.removeprefix("write ")
        default = f" (default {_default(family, key)})" if key in family.defaults else " (needed)"
        parts.append(Text(f"{key}: {words}{default}", depth=1, hang=2))
        if key in told:
            parts.append(Text(told[key], depth=3))
        if values is not None:
            parts.append(Text(f"here: {key}={kind.show(values[key])}", depth=3))
    for word in _only_open(family):
        parts.append(Text(f"{word}: in a theorem alone (`sabot prove`)", depth=1, hang=2))
        key = word.removesuffix("=*")
        parts += [Text(told[key], depth=3)] if key in told else []
    return document(parts)


def told_rules(game: Game, *, seat: str, width: int, most: int) -> Document:
    """Return the rules of one game on at most so many lines of a screen, for who sits at *seat*."""
    from sabot.render.writers.terminal import written

    family = game.rules
    body, told = documentation(family)
    first = the(game.seats[0])
    parts = [Text(text, depth=1) for text in body if text]
    paid = f"; the value is what {first} is paid" if len(game.seats) == 2 else ""
    parts.append(Text(f"You are {the(seat)}{paid}.", depth=1))
    for key in dict.fromkeys(text.partition("=")[0] for text in family.shown(game.parameters)):
        said = f"{key}={family.kind(key).show(game.parameters[key])}"
        parts.append(Text(f"{said}: {told[key]}" if key in told else said, depth=1, hang=1))
    lines = written(document(parts), width=width).splitlines()
    if len(lines) > most:
        lines = [*lines[: most - 1], f"  ... (sabot show {family.name} has all of it)"]
    return document(Heading(str(game)[:width]), Plain("\n".join(lines)))


def rules_in_words(family: Family) -> list[str]:
    """Return the paragraphs of the rules, the first of which is the summary."""
    body = [text for text in documentation(family)[0] if text]
    return body or ["The rules are not told in words (no docstring)."]


def documentation(family: Family) -> tuple[list[str], dict[str, str]]:
    """Split the docstring into its paragraphs and what it says of each parameter."""
    body: list[str] = []
    told: dict[str, str] = {}
    known = {word.removesuffix("=*") for word in words_known(family)}
    for paragraph in cleandoc(family.__doc__ or "").split("\n\n"):
        text = " ".join(paragraph.split())
        marks = [m for m in _NAMES.finditer(text) if set(m[1].split(", ")) <= known]
        if not marks or marks[0].start() != 0:
            body.append(text)
            continue
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            said = text[mark.end() : following.start() if following else None].strip(" ;")
            told |= dict.fromkeys(mark[1].split(", "), said)
    return body, told
