"""The numbers of a figure: what is saved of one, and read again; how it is drawn is not in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sabot.errors import NumberError
from sabot.exact import as_float, rational
from sabot.render.document import BREAK, Block, Document, Heading, Note, document, table
from sabot.shown import Shown

SCHEMA = "sabot/figure/1"
_HEAD = ("panel", "series", "x", "y")


@dataclass(frozen=True)
class FigureNumbers(Shown):
    """Every number of a figure once, marks too, as it is written: exact wherever it is rational.

    >>> import sabot
    >>> sabot.plot("foster-1964", "fig-3").numbers.points[0]
    ('1', 'G(h), exactly', '0', '327120200/212496037')
    """

    title: str
    points: tuple[tuple[str, str, str, str], ...]
    """Panel, series, x and y; nothing stands for a number that a mark does not have."""
    note: str = ""

    _view = "sabot.render.figures.numbers:numbers_view"
    _sheet = "sabot.render.figures.numbers:numbers_sheet"

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot plot -o FILE.json``."""
        points = [dict(zip(_HEAD, point, strict=True)) for point in self.points]
        return {"schema": SCHEMA, "title": self.title, "note": self.note, "points": points}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> FigureNumbers:
        """Return the numbers that a document tells of."""
        points = tuple(
            (str(one["panel"]), str(one["series"]), str(one["x"]), str(one["y"]))
            for one in document["points"]
        )
        return cls(str(document["title"]), points, str(document["note"]))


def numbers_view(found: FigureNumbers) -> Document:
    """Return the numbers as a table under the title."""
    note: list[Block] = [BREAK, Note(found.note)] if found.note else []
    return document(Heading(found.title), BREAK, table(found.points, head=_HEAD), note)


def numbers_sheet(found: FigureNumbers) -> Document:
    """Return the numbers for a spreadsheet, decimals beside them."""
    rows = ((*point, *map(_decimal, point[2:])) for point in found.points)
    return document(table(rows, head=(*_HEAD, "x_decimal", "y_decimal")))


def _decimal(text: str) -> str:
    """Return a number that is written as a decimal; nothing where it is none.

    >>> _decimal("1/4"), _decimal("0.25"), _decimal("6,-")
    ('0.25', '0.25', '')
    """
    try:
        return str(as_float(rational(text)))
    except NumberError:
        return ""
