"""A figure as data: panels, curves, marks and tables with exact numbers.

Numbers are fractions wherever they are rational; floats are used only for roots and limit laws. The
same figure is drawn (SVG, PDF, PNG), written as numbers (CSV, JSON) or printed on the terminal.
The saved numbers (schema ``sabot/figure/1``) are read again as :class:`FigureNumbers`; how the
figure is drawn is not among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from sabot.errors import FormError, NumberError
from sabot.exact import as_float, as_rational, format_fraction
from sabot.io.files import write_atomically
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Phrase,
    Remark,
    build_document,
    build_table,
)
from sabot.render.figures.panels import (
    AnyPanel,
    BarPanel,
    FlowDiagram,
    GridPanel,
    IntervalPanel,
    RangePanel,
    RecordPart,
    TextPanel,
)
from sabot.render.figures.style import FigureStyle
from sabot.render.text import count_noun, decimal_text
from sabot.results.base import Result

IMAGE_FORMATS = ("svg", "pdf", "png")
FIGURE_FORMATS = (*IMAGE_FORMATS, "csv", "json")


@dataclass(frozen=True)
class Figure:
    """A title, one or more panels, and a line below them."""

    title: str
    panels: tuple[AnyPanel, ...]
    note: str = ""
    look: FigureStyle = field(default_factory=FigureStyle)
    """How it is drawn."""
    range_shown: str = ""
    """Of a theorem that goes on beyond the figure, the range that is shown by default."""

    def __repr__(self) -> str:
        """Return one line: a notebook keeps it beside the picture."""
        panels = f"{len(self.panels)} panel" + "s" * (len(self.panels) != 1)
        return f"<Figure {self.title!r}: {panels}>"

    def records(self) -> Iterator[tuple[str, str, RecordPart, RecordPart]]:
        """Yield every number of the figure once: panel, series, x, y (marks too)."""
        for number, panel in enumerate(self.panels, 1):
            name = panel.title or str(number)
            if isinstance(panel, BarPanel):
                for label, mix in panel.lines:
                    yield from ((name, action, label, chance) for action, chance in mix.items())
            elif isinstance(panel, IntervalPanel):
                for label, steps in panel.lines:
                    yield from ((name, action, label, end) for end, action in steps)
            elif isinstance(panel, FlowDiagram):
                for place, step in enumerate(panel.steps):
                    yield name, panel.way(place) or "-", step.label, panel.frame * step.framed
            elif isinstance(panel, GridPanel):
                for row, letters in zip(panel.rows, panel.letters, strict=True):
                    pairs = zip(panel.columns, letters, strict=True)
                    yield from ((name, row, column, letter) for column, letter in pairs if letter)
                for (row, column), mix in panel.mixes.items():
                    cell = f"{row},{column}"
                    yield from ((name, action, cell, chance) for action, chance in mix.items())
            elif isinstance(panel, RangePanel):
                for label, mix in panel.cells.values():
                    yield from ((name, action, label, chance) for action, chance in mix.items())
            elif isinstance(panel, TextPanel):
                yield from ((name, "line", n, line) for n, line in enumerate(panel.lines, 1))
            else:
                # a line and the dots upon it are one series
                for label, points in dict.fromkeys((c.label, c.points) for c in panel.curves):
                    yield from ((name, label, x, y) for x, y in points)
                yield from ((name, f"mark: {m.label}", m.x, m.y) for m in panel.marks)

    @property
    def numbers(self) -> FigureNumbers:
        """What is saved of it as JSON or CSV, and read again: a result like others."""
        points = tuple(
            (panel, series, _exact_number_text(x), _exact_number_text(y))
            for panel, series, x, y in self.records()
        )
        return FigureNumbers(self.title, points, self.note)

    def to_csv(self) -> str:
        """Return the numbers as CSV: exact, and as decimals beside them."""
        return self.numbers.to_csv()

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as a document."""
        return self.numbers.to_json()

    def save(self, path: str | Path) -> None:
        """Write the figure; the end of the name says how: .svg, .pdf, .png, .csv or .json."""
        form = figure_format(path)
        if form == "csv":
            write_atomically(path, self.to_csv())
        elif form == "json":
            write_atomically(path, json.dumps(self.to_json(), ensure_ascii=False) + "\n")
        else:
            from sabot.render.figures.matplotlib_backend import draw_figure

            write_atomically(path, draw_figure(self, form))

    def __str__(self) -> str:

        from sabot.render.writers.terminal import render

        return render(figure_view(self)).removesuffix("\n")

    def _repr_svg_(self) -> str:
        from sabot.render.figures.matplotlib_backend import draw_figure

        return draw_figure(self, "svg").decode()


def figure_format(path: str | Path) -> str:
    """Return how a file is to be written, by the end of its name.

    >>> figure_format("v.SVG")
    'svg'
    """
    form = Path(path).suffix.removeprefix(".").lower()
    if form not in FIGURE_FORMATS:
        known = ", ".join(f".{name}" for name in FIGURE_FORMATS)
        raise FormError(f"{path}: the suffix says what to write: {known}")
    return form


def _exact_number_text(number: RecordPart) -> str:
    if number is None:
        return ""
    return format_fraction(number) if isinstance(number, (Fraction, int)) else str(number)


FIGURE_SCHEMA = "sabot/figure/1"
_NUMBERS_HEAD = ("panel", "series", "x", "y")


@dataclass(frozen=True)
class FigureNumbers(Result):
    """Every number of a figure once, marks too, as it is written: exact wherever it is rational.

    >>> import sabot
    >>> sabot.plot("foster-1964", "fig-3").numbers.points[0]
    ('1', 'G(h), exactly', '0', '327120200/212496037')
    """

    title: str
    points: tuple[tuple[str, str, str, str], ...]
    """Panel, series, x and y; empty where a mark has no such number."""
    note: str = ""

    _schema = FIGURE_SCHEMA

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot plot -o FILE.json``."""
        points = [dict(zip(_NUMBERS_HEAD, point, strict=True)) for point in self.points]
        return {"schema": FIGURE_SCHEMA, "title": self.title, "note": self.note, "points": points}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> FigureNumbers:
        """Return the numbers of a document."""
        points = tuple(
            (str(one["panel"]), str(one["series"]), str(one["x"]), str(one["y"]))
            for one in document["points"]
        )
        return cls(str(document["title"]), points, str(document["note"]))


def figure_numbers_view(found: FigureNumbers) -> Document:
    """Return the numbers as a table under the title."""
    note: list[Block] = [BREAK, Remark(found.note)] if found.note else []
    return build_document(
        Heading(found.title), BREAK, build_table(found.points, head=_NUMBERS_HEAD), note
    )


def figure_numbers_sheet(found: FigureNumbers) -> Document:
    """Return the numbers for a spreadsheet, decimals beside them."""
    rows = ((*point, *map(_decimal_or_empty, point[2:])) for point in found.points)
    return build_document(build_table(rows, head=(*_NUMBERS_HEAD, "x_decimal", "y_decimal")))


def _decimal_or_empty(text: str) -> str:
    """Return a number that is written as a decimal; empty where it is not a number.

    >>> _decimal_or_empty("1/4"), _decimal_or_empty("0.25"), _decimal_or_empty("6,-")
    ('0.25', '0.25', '')
    """
    try:
        return str(as_float(as_rational(text)))
    except NumberError:
        return ""


_MAX_POINTS = 400
_POINT_DIGITS = 8


def figure_view(figure: Figure) -> Document:
    """Return the points of a figure as a table."""
    lines: list[list[Phrase]] = []
    before = ("", "")
    records = list(figure.records())
    for panel, series, x, y in records[:_MAX_POINTS]:
        new = (panel, series) != before
        lines.append([series if new else "", _coordinate_text(x), _coordinate_text(y)])
        before = (panel, series)
    parts: list[Block] = [
        Heading(figure.title),
        BREAK,
        build_table(lines, head=["series", "x", "y"], right=(1, 2)),
    ]
    if len(records) > _MAX_POINTS:
        parts.append(Remark(f"and {count_noun(len(records) - _MAX_POINTS, 'point')} more"))
    if figure.note:
        parts += [BREAK, Remark(figure.note)]
    parts.append(Remark("decimals are rounded; -o FILE.csv has every fraction, FILE.svg draws it"))
    return build_document(parts)


def _coordinate_text(number: RecordPart) -> str:
    if number is None:
        return ""
    if isinstance(number, (Fraction, int)):
        return decimal_text(number, _POINT_DIGITS)[0]
    return f"{number:.{_POINT_DIGITS}g}" if isinstance(number, float) else str(number)
