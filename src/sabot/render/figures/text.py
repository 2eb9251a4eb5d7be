"""A figure on a terminal: its numbers, series by series."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from sabot.render.figures.figure import Figure
from sabot.render.screen import columns, heading, note
from sabot.render.words import decimal_text, plural, safe

_MOST = 400
_DIGITS = 8


def figure_view(figure: Figure) -> RenderableType:
    """Return the points of a figure as a table."""
    lines: list[list[str | Text]] = []
    before = ("", "")
    records = list(figure.records())
    for panel, series, x, y in records[:_MOST]:
        new = (panel, series) != before
        lines.append([safe(series) if new else "", _shown(x), _shown(y)])
        before = (panel, series)
    parts: list[RenderableType] = [
        heading(figure.title),
        Text(),
        columns(lines, head=["series", "x", "y"], right=(1, 2)),
    ]
    if len(records) > _MOST:
        parts.append(note(f"and {plural(len(records) - _MOST, 'point')} more"))
    if figure.note:
        parts += [Text(), note(figure.note)]
    parts.append(note("decimals are rounded; -o FILE.csv has every fraction, FILE.svg draws it"))
    return Group(*parts)


def _shown(number: Any) -> str:
    if number is None:
        return ""
    if isinstance(number, (Fraction, int)):
        return decimal_text(number, _DIGITS)[0]
    return f"{number:.{_DIGITS}g}" if isinstance(number, float) else safe(str(number))
