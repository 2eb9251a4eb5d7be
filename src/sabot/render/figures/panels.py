"""Panels of a figure as data: curves and marks, bars, intervals, grids, flow diagrams, text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Coordinate = Fraction | float
RecordPart = Coordinate | str | None
"""A number of a figure, or the label of a line of it."""
CurveKind = Literal["line", "dots", "steps", "bars", "area"]


@dataclass(frozen=True, slots=True)
class Curve:
    """Points that belong together, from left to right."""

    label: str
    points: tuple[tuple[Coordinate, Coordinate], ...]
    kind: CurveKind = "line"
    faint: bool = False
    """Whether it is only there for comparison."""
    errors: tuple[float, ...] = ()
    """Half the length of a bar at each point, where the heights are estimates."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point with a name; without *y* an upright line, without *x* a level one."""

    label: str
    x: Coordinate | None = None
    y: Coordinate | None = None
    is_dot: bool = False
    """Whether a curve of dots has a dot there, which the point then keeps; both axes name it."""


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
    """Whether chances are shown in per cent; hands between 0 and 1 are not."""
    doubling: bool = False
    """Whether the lower axis doubles from step to step: small numbers need the room."""
    powers: bool = False
    """Whether the heights are on a scale of powers of ten; none of them is 0 or below."""


@dataclass(frozen=True, slots=True)
class BarPanel:
    """A strategy: one bar per line, divided among the actions."""

    title: str
    lines: tuple[tuple[str, Mapping[str, Fraction]], ...]
    actions: tuple[str, ...]
    measure: str = "chance"
    """What is divided."""
    exact: bool = True
    """Whether chances are written as fractions, in all panels of the figure; else in per cent."""


@dataclass(frozen=True, slots=True)
class IntervalPanel:
    """One strip from 0 to 1 per line, in intervals: strategies for continuous types, ranges."""

    title: str
    lines: tuple[tuple[str, tuple[tuple[Fraction, str], ...]], ...]
    """A label, and up to which number (of hands: up to which hand) it is what."""
    actions: tuple[str, ...]
    measure: str = "hand, from the worst (0) to the best (1)"
    """What goes from 0 to 1."""
    exact: bool = False
    """Whether ends of intervals are written as fractions; else as decimals, rounded."""


@dataclass(frozen=True, slots=True)
class GridPanel:
    """A strategy as a table of letters: what is held down the side, what was seen across."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    letters: tuple[tuple[str, ...], ...]
    legend: Mapping[str, str] = field(default_factory=dict)
    sees: tuple[str, ...] = ()
    """What the rows are, and what the columns are."""
    groups: tuple[str, ...] = ()
    """What each row belongs to (a hand to its total); neighbours of a group are drawn together."""
    grouped_by: str = ""
    """What the rows of a group share, in a word."""
    mixes: Mapping[tuple[str, str], Mapping[str, Fraction]] = field(default_factory=dict)
    """How often what is done in the cells that mix, by row and column."""
    exact: bool = True
    """Whether chances are written as fractions, in all panels of the figure; else in per cent."""


EMPTY_HISTORY = "at first"
"""What was said before the first word."""


@dataclass(frozen=True, slots=True)
class RangePanel:
    """A strategy as a table of ranges: what was said down the side, what is held across."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[str, Mapping[str, Fraction]]]
    """The view and how often what is done there, by row and column."""
    actions: tuple[str, ...]
    key: str = ""
    """How the table is read."""
    exact: bool = True
    """Whether chances are written as fractions, in all panels of the figure; else in per cent."""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A place in a flow diagram: whose turn it is, or how it ends."""

    label: str
    parent: int | None = None
    """The place of the step before, which comes earlier in the list."""
    choice: str = ""
    """What was chosen there."""
    framed: bool = False
    """Whether it is inside the frame."""


@dataclass(frozen=True, slots=True)
class FlowDiagram:
    """A flow diagram: who chooses what, and what follows."""

    title: str
    steps: tuple[FlowStep, ...]
    frame: str = ""
    """What the frame round some of the steps is."""
    grows: bool = False
    """Whether the picture is made wider than asked, where its steps need more room."""

    def way(self, place: int) -> str:
        """Return the choices that lead to a step."""
        step = self.steps[place]
        if step.parent is None:
            return ""
        return ", ".join(filter(None, (self.way(step.parent), step.choice)))


@dataclass(frozen=True, slots=True)
class TextPanel:
    """Lines of text in letters of equal width, as a terminal prints them; the first is bold."""

    lines: tuple[str, ...]
    title: str = ""


AnyPanel = Panel | BarPanel | IntervalPanel | GridPanel | RangePanel | FlowDiagram | TextPanel
