"""A game as a small picture: its strategies, its cuts, its cards or its roads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.web.figures.cards import HIGH, WIDE, card
from sabot.web.markup import Markup, Part, tag

_SQUARE, _GAP, _ACROSS = 5, 1, 44
_LARGE = 11
"""The side of a square where there are few."""
_LONG, _TALL = 264, 14
"""A bar or a strip, and the room below it."""
_KINDS = ("first", "second", "third", "fourth")
_CUTS = ("odd", "first", "third", "second", "fourth", "mixed")


def thumb(picture: Mapping[str, Any]) -> Markup:
    """Return a picture as :mod:`sabot.web.work.headline` tells it."""
    parts, wide, high = _DRAWN[picture["kind"]](picture)
    size = {"width": wide, "height": high}
    box = f"0 0 {wide} {high}"
    return tag("svg", *parts, class_="thumb", aria_hidden="true", viewBox=box, **size)


Drawn = tuple[list[Part], int, int]


def _squares(picture: Mapping[str, Any]) -> Drawn:
    """Return one square a view: a line for each seat where they are few, else the longer one."""
    rows: list[Sequence[Sequence[str]]] = [row for row in picture["rows"] if row]
    few = max(map(len, rows)) <= _ACROSS // 2
    shown = rows if few else [max(rows, key=len)]
    side = _LARGE if few else _SQUARE
    step = side + _GAP
    parts: list[Part] = []
    down = 0
    for row in shown:
        for spot, mix in enumerate(row):
            line, column = divmod(spot, _ACROSS)
            place = {"x": column * step, "y": down + line * step, "width": side, "height": side}
            parts.append(tag("rect", rx=1, class_=_kind(mix), **place))
        down += (1 + (len(row) - 1) // _ACROSS) * step + (2 if few else 0)
    return parts, min(max(map(len, shown)), _ACROSS) * step, down


def _kind(mix: Sequence[str]) -> str:
    chances = [Fraction(text) for text in mix]
    best = chances.index(max(chances))
    return "mixed" if chances[best] < 1 else _KINDS[best % len(_KINDS)]


def _bars(picture: Mapping[str, Any]) -> Drawn:
    """Return a bar for each seat, divided among its choices."""
    parts: list[Part] = []
    for line, mix in enumerate(picture["rows"]):
        left = Fraction(0)
        for k, chance in enumerate(filter(None, map(Fraction, mix))):
            kind = _KINDS[k % len(_KINDS)]
            parts.append(_piece(left, left + chance, line, kind))
            left += chance
    return parts, _LONG, len(picture["rows"]) * (_TALL + 3)


def _strips(picture: Mapping[str, Any]) -> Drawn:
    """Return the hands from 0 to 1 at each turn, coloured by what is done with them."""
    parts: list[Part] = []
    for line, steps in enumerate(picture["rows"]):
        low = Fraction(0)
        for text, action in steps:
            kind = _CUTS[picture["actions"].index(action) % len(_CUTS)]
            parts.append(_piece(low, Fraction(text), line, kind))
            low = Fraction(text)
    return parts, _LONG, len(picture["rows"]) * (_TALL + 3)


def _piece(low: Fraction, high: Fraction, line: int, kind: str) -> Part:
    if low == high:
        return None
    return tag(
        "rect",
        x=round(float(low * _LONG), 1),
        y=line * (_TALL + 3),
        width=round(float((high - low) * _LONG), 1),
        height=_TALL,
        class_=kind,
    )


def _cards(picture: Mapping[str, Any]) -> Drawn:
    """Return rows of cards, half as large as at the table."""
    parts: list[Part] = []
    for line, row in enumerate(picture["rows"]):
        for k, name in enumerate(row):
            place = f"translate({k * (WIDE + 4) // 2},{line * (HIGH + 6) // 2}) scale(0.5)"
            parts.append(tag("g", card(name[:-1], name[-1]), transform=place))
    rows = picture["rows"]
    return parts, max(map(len, rows)) * (WIDE + 4) // 2, len(rows) * (HIGH + 6) // 2


def _lengths(picture: Mapping[str, Any]) -> Drawn:
    """Return a bar for each number, the longest across."""
    rows = [(name, Fraction(text)) for name, text in picture["rows"]]
    most = max(number for _, number in rows)
    parts: list[Part] = []
    for line, (name, number) in enumerate(rows):
        wide = round(float(number / most * (_LONG - 16)), 1)
        place = {"x": 16, "y": line * 10, "width": wide, "height": 8}
        parts += [
            tag("text", name, x=0, y=line * 10 + 8, class_="tiny"),
            tag("rect", class_=_KINDS[line % len(_KINDS)], data_exact=str(number), **place),
        ]
    return parts, _LONG, len(rows) * 10


_DRAWN: Mapping[str, Callable[[Mapping[str, Any]], Drawn]] = {
    "squares": _squares,
    "bars": _bars,
    "strips": _strips,
    "cards": _cards,
    "lengths": _lengths,
}
