"""A figure on a terminal: its numbers, series by series."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sabot.render.document import BREAK, Block, Document, Heading, Note, Phrase, document, table
from sabot.render.figures.figure import Figure
from sabot.render.words import decimal_text, plural

_MOST = 400
_DIGITS = 8


def figure_view(figure: Figure) -> Document:
    """Return the points of a figure as a table."""
    lines: list[list[Phrase]] = []
    before = ("", "")
    records = list(figure.records())
    for panel, series, x, y in records[:_MOST]:
        new = (panel, series) != before
        lines.append([series if new else "", _shown(x), _shown(y)])
        before = (panel, series)
    parts: list[Block] = [
        Heading(figure.title),
        BREAK,
        table(lines, head=["series", "x", "y"], right=(1, 2)),
    ]
    if len(records) > _MOST:
        parts.append(Note(f"and {plural(len(records) - _MOST, 'point')} more"))
    if figure.note:
        parts += [BREAK, Note(figure.note)]
    parts.append(Note("decimals are rounded; -o FILE.csv has every fraction, FILE.svg draws it"))
    return document(parts)


def _shown(number: Any) -> str:
    if number is None:
        return ""
    if isinstance(number, (Fraction, int)):
        return decimal_text(number, _DIGITS)[0]
    return f"{number:.{_DIGITS}g}" if isinstance(number, float) else str(number)
