"""Families of games in words, as plain text: what ``sabot games`` and ``sabot show`` print."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from inspect import cleandoc
from typing import Any

from sabot.render.document import Document, Heading, Plain, document
from sabot.render.words import safe, the
from sabot.telling.game import Family, Game

WIDTH = 78
_NAMES = re.compile(r"(?:^|(?<=[.;] ))((?:\w+, )*\w+): ")


def summary(family: Family) -> str:
    """Return the first sentence of the rules."""
    return " ".join(cleandoc(family.__doc__ or "").split("\n\n")[0].split())


def families_text(families: Sequence[Family], *, width: int = WIDTH) -> str:
    """Return one paragraph for each family: name, summary, seats, parameters."""
    parts = []
    for family in families:
        lines = [family.name, *_filled(summary(family), width, 2)]
        lines += _filled(f"seats: {', '.join(map(safe, family.seats))}", width, 2)
        shown = [f"{key}={_default(family, key)}" for key in family.kinds]
        lines += _filled(f"parameters: {', '.join(shown) or 'none'}", width, 2, hang=2)
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _default(family: Family, key: str) -> str:
    return family.kinds[key].show(family.defaults[key]) if key in family.defaults else "..."


def rules_text(
    family: Family, *, values: Mapping[str, Any] | None = None, width: int = WIDTH
) -> str:
    """Return the rules of a family in words; *values* are those of one game of it."""
    body, told = _documentation(family)
    lines = [family.name, ""]
    for paragraph in body if any(body) else ["The rules are not told in words (no docstring)."]:
        lines += [*_filled(paragraph, width, 2), ""]
    first = the(family.seats[0])
    lines += ["seats", f"  {', '.join(map(safe, family.seats))}"]
    paid = f"the value is what {first} is paid, on average"
    lines += [f"  {paid if len(family.seats) == 2 else 'payoffs are given seat by seat'}", ""]
    if family.sees:
        lines.append("what a seat sees, as views are written")
        for seat, parts in family.sees.items():
            lines += _filled(f"{seat}: {', then '.join(parts)}", width, 2, hang=4)
        lines.append("")
    lines.append("parameters" if family.kinds else "no parameters")
    for key, kind in family.kinds.items():
        words = kind.words.removeprefix("write ")
        default = f" (default {_default(family, key)})" if key in family.defaults else " (needed)"
        lines += _filled(f"{key}: {words}{default}", width, 2, hang=4)
        if key in told:
            lines += _filled(told[key], width, 6)
        if values is not None:
            lines += _filled(f"here: {key}={kind.show(values[key])}", width, 6)
    return "\n".join(lines)


def told_rules(game: Game, *, seat: str, width: int, most: int) -> Document:
    """Return the rules of one game on at most so many lines of a screen, for who sits at *seat*."""
    family = game.rules
    body, told = _documentation(family)
    lines = [line for text in body if text for line in _filled(text, width, 2)]
    first = the(game.seats[0])
    lines += _filled(f"You are {the(seat)}; the value is what {first} is paid.", width, 2)
    for key in dict.fromkeys(text.partition("=")[0] for text in family.shown(game.parameters)):
        said = f"{key}={family.kinds[key].show(game.parameters[key])}"
        lines += _filled(f"{said}: {told[key]}" if key in told else said, width, 2, hang=2)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"  ... (sabot show {family.name} has all of it)"]
    return document(Heading(str(game)[:width]), Plain("\n".join(lines)))


def _documentation(family: Family) -> tuple[list[str], dict[str, str]]:
    """Split the docstring into its paragraphs and what it says of each parameter."""
    body: list[str] = []
    told: dict[str, str] = {}
    for paragraph in cleandoc(family.__doc__ or "").split("\n\n"):
        text = " ".join(paragraph.split())
        marks = [m for m in _NAMES.finditer(text) if set(m[1].split(", ")) <= set(family.kinds)]
        if not marks or marks[0].start() != 0:
            body.append(text)
            continue
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            said = text[mark.end() : following.start() if following else None].strip(" ;")
            told |= dict.fromkeys(mark[1].split(", "), said)
    return body, told


def _filled(text: str, width: int, indent: int, hang: int = 0) -> list[str]:
    return textwrap.wrap(
        safe(text),
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
