"""A figure as data: what is drawn, exactly, before anybody has drawn it.

Numbers are fractions wherever they are rational; floats stand only for roots and limit laws. The
same figure is drawn (SVG, PDF, PNG), written as numbers (CSV, JSON) or read on the terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from sabot.errors import FormError
from sabot.exact import show
from sabot.files.whole import write_whole
from sabot.render.figures.look import Look
from sabot.render.figures.numbers import FigureNumbers

Number = Fraction | float
Kind = Literal["line", "dots", "steps", "bars"]
DRAWN = ("svg", "pdf", "png")
FORMATS = (*DRAWN, "csv", "json")


@dataclass(frozen=True, slots=True)
class Curve:
    """Points that belong together, from left to right."""

    label: str
    points: tuple[tuple[Number, Number], ...]
    kind: Kind = "line"
    faint: bool = False
    """Whether it is only there for comparison."""
    errors: tuple[float, ...] = ()
    """Half the length of a bar at each point, where the heights are estimates."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point with a name; without *y* an upright line, without *x* a level one."""

    label: str
    x: Number | None = None
    y: Number | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """Two axes and what is drawn between them."""

    x: str
    y: str
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...] = ()
    title: str = ""
    chances: bool = False
    """Whether the heights are chances, from 0 to 1."""
    ticks: tuple[str, ...] = ()
    """Names of 1, 2, 3, ... on the lower axis, where they are not numbers."""
    shares: bool = True
    """Whether chances are told in per cent; hands between 0 and 1 are not."""
    doubling: bool = False
    """Whether the lower axis doubles from step to step: small numbers need the room."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A strategy: one bar a line, divided among the actions."""

    title: str
    lines: tuple[tuple[str, Mapping[str, Fraction]], ...]
    actions: tuple[str, ...]
    measure: str = "chance"
    """What is divided."""


@dataclass(frozen=True, slots=True)
class Strips:
    """Strategies for real hands: a strip from 0 to 1 a line, each interval with its action."""

    title: str
    lines: tuple[tuple[str, tuple[tuple[Fraction, str], ...]], ...]
    """A label, and up to which hand which action is taken."""
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A strategy as a table of letters: what is held down the side, what was seen across."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    letters: tuple[tuple[str, ...], ...]
    legend: Mapping[str, str] = field(default_factory=dict)
    sees: tuple[str, ...] = ()
    """What stands down the side, and what across."""
    groups: tuple[str, ...] = ()
    """What each row belongs to (a hand to its total); neighbours of a group are drawn together."""
    grouped_by: str = ""
    """What the rows of a group share, in a word."""
    mixes: Mapping[tuple[str, str], Mapping[str, Fraction]] = field(default_factory=dict)
    """How often what is done in the cells that mix, by row and column."""


AT_FIRST = "at first"
"""What was said before the first word."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """A strategy as a table of ranges: what was said down the side, what is held across."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[str, Mapping[str, Fraction]]]
    """The view and how often what is done there, by row and column."""
    actions: tuple[str, ...]
    key: str = ""
    """How the table is read."""


@dataclass(frozen=True, slots=True)
class Step:
    """A place in a flow diagram: whose turn it is, or how it ends."""

    label: str
    parent: int | None = None
    """The place of the step before, which comes earlier in the list."""
    choice: str = ""
    """What was chosen there."""
    framed: bool = False
    """Whether it stands inside the frame."""


@dataclass(frozen=True, slots=True)
class Flow:
    """A flow diagram: who chooses what, and what follows."""

    title: str
    steps: tuple[Step, ...]
    frame: str = ""
    """What the frame round some of the steps is."""

    def way(self, place: int) -> str:
        """Return the choices that lead to a step."""
        step = self.steps[place]
        if step.parent is None:
            return ""
        return ", ".join(filter(None, (self.way(step.parent), step.choice)))


Part = Panel | Bars | Strips | Board | Ranges | Flow


@dataclass(frozen=True)
class Figure:
    """A title, one or more panels, and a line below them."""

    title: str
    panels: tuple[Part, ...]
    note: str = ""
    look: Look = field(default_factory=Look)
    """How it is drawn."""

    def __repr__(self) -> str:
        """Return one line: a notebook keeps it beside the picture."""
        panels = f"{len(self.panels)} panel" + "s" * (len(self.panels) != 1)
        return f"<Figure {self.title!r}: {panels}>"

    def records(self) -> Iterator[tuple[str, str, Any, Any]]:
        """Yield every number of the figure once: panel, series, x, y (marks too)."""
        for number, panel in enumerate(self.panels, 1):
            name = panel.title or str(number)
            if isinstance(panel, Bars):
                for label, mix in panel.lines:
                    yield from ((name, action, label, chance) for action, chance in mix.items())
            elif isinstance(panel, Strips):
                for label, steps in panel.lines:
                    yield from ((name, action, label, end) for end, action in steps)
            elif isinstance(panel, Flow):
                for place, step in enumerate(panel.steps):
                    yield name, panel.way(place) or "-", step.label, panel.frame * step.framed
            elif isinstance(panel, Board):
                for row, letters in zip(panel.rows, panel.letters, strict=True):
                    pairs = zip(panel.columns, letters, strict=True)
                    yield from ((name, row, column, letter) for column, letter in pairs if letter)
                for (row, column), mix in panel.mixes.items():
                    cell = f"{row},{column}"
                    yield from ((name, action, cell, chance) for action, chance in mix.items())
            elif isinstance(panel, Ranges):
                for label, mix in panel.cells.values():
                    yield from ((name, action, label, chance) for action, chance in mix.items())
            else:
                # a line and the dots upon it are one series
                for label, points in dict.fromkeys((c.label, c.points) for c in panel.curves):
                    yield from ((name, label, x, y) for x, y in points)
                yield from ((name, f"mark: {m.label}", m.x, m.y) for m in panel.marks)

    @property
    def numbers(self) -> FigureNumbers:
        """What is saved of it as JSON or CSV, and read again: a result like others."""
        points = tuple(
            (panel, series, _text(x), _text(y)) for panel, series, x, y in self.records()
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
        form = format_of(path)
        if form == "csv":
            write_whole(path, self.to_csv())
        elif form == "json":
            write_whole(path, json.dumps(self.to_json(), ensure_ascii=False) + "\n")
        else:
            from sabot.render.figures.draw import drawn

            write_whole(path, drawn(self, form))

    def __str__(self) -> str:
        from sabot.render.figures.text import figure_view
        from sabot.render.writers.terminal import written

        return written(figure_view(self)).removesuffix("\n")

    def _repr_svg_(self) -> str:
        from sabot.render.figures.draw import drawn

        return drawn(self, "svg").decode()


def format_of(path: str | Path) -> str:
    """Return how a file is to be written, by the end of its name.

    >>> format_of("v.SVG")
    'svg'
    """
    form = Path(path).suffix.removeprefix(".").lower()
    if form not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise FormError(f"{path}: what to write is told by the end of the name: {known}")
    return form


def _text(number: Any) -> str:
    if number is None:
        return ""
    return show(number) if isinstance(number, (Fraction, int)) else str(number)
