"""Charts as SVG: axes, curves, strategy tables, bars, thresholds on [0, 1], the envelope V(p).

Every figure of :mod:`sabot.render.figures` is drawn here, for a screen and for a phone.
Coordinates are floats; the exact numbers are in the ``data-`` attributes. Text widths are
estimated, no less than in DejaVu Sans, the widest usual font. Curves differ by dash as well as by
colour, for those who see no colours and for grey paper.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

from sabot.exact import as_rational, format_fraction
from sabot.render.figures.figure import (
    BarPanel,
    Coordinate,
    Curve,
    Figure,
    FlowDiagram,
    GridPanel,
    IntervalPanel,
    Mark,
    Panel,
    RangePanel,
)
from sabot.render.text import MIX_DIGITS, decimal_text
from sabot.web.html import Markup, Part, tag

AxisNumber = Fraction | float
_AXIS_LABEL_HEIGHT = 17
"""From one line of words to the next."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a figure is drawn on: its size, the room beside its axes, and how much is written."""

    wide: int
    high: int
    left: int
    right: int
    top: int
    foot: int
    ticks: int
    """Numbers that have room along the axis across."""
    letters: int
    """Letters of a line: what is longer goes on below."""
    kind: str = ""
    """A class of the drawing."""
    size: int = 13
    """The largest size of letters that the style sheet sets on it."""

    def beside(self, up: Axis, across: Sequence[str]) -> Canvas:
        """Return this paper with room for the numbers beside *up* and for those *across*."""
        left = TICK_GAP + max((text_width(text, self.size) for _, text in up.ticks()), default=0)
        right = max((text_width(text, self.size) for text in across), default=0) / 2
        return replace(
            self,
            left=max(self.left, math.ceil(left) + 2),
            right=max(self.right, math.ceil(right) + 2),
        )


TICK_GAP = 8
"""Between a number and its axis."""
_NARROW_LETTERS, _WIDE_LETTERS = frozenset(" .,:;|!'()[]/ijlItfr-"), frozenset("−=+<>≈≤≥→@%mwMW")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is; no less than in DejaVu Sans, the widest font that is usual.

    >>> round(text_width("−0.01305", 18), 1)
    95.2
    """
    wide = sum(
        0.42
        if one in _NARROW_LETTERS
        else 1.0
        if one in _WIDE_LETTERS
        else 0.79
        if one.isupper()
        else 0.645
        for one in text
    )
    return wide * size * (1.13 if bold else 1)


def fit_text(text: str, room: float, size: float, *, bold: bool = False) -> dict[str, str | None]:
    """Return what makes a text fit into *room*, where it may be wider.

    >>> fit_text("K", 40, 13)
    {}
    """
    if text_width(text, size, bold=bold) <= room:
        return {}
    return {"textLength": f"{room:g}", "lengthAdjust": "spacingAndGlyphs"}


SCREEN_CANVAS = Canvas(900, 420, 86, 24, 40, 56, 6, 90)
STACKED_CANVAS = Canvas(900, 360, 86, 24, 40, 56, 6, 70, size=18)
"""One of several, one above the other."""
PHONE_CANVAS = Canvas(360, 340, 80, 16, 48, 62, 5, 46, " narrow", 14)
"""As wide as a telephone, so that what is written is as large as the words around it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction of a figure: from *low* at the place *start* to *high* at *stop*."""

    low: float
    high: float
    start: float
    stop: float

    @classmethod
    def over(
        cls, numbers: Iterable[AxisNumber], start: float, stop: float, room: float = 0.06
    ) -> Axis:
        """Return the axis that shows all of these numbers, with some room at the ends."""
        held = [float(number) for number in numbers]
        low, high = min(held), max(held)
        if low == high:
            low, high = low - (abs(low) or 1) / 10, high + (abs(high) or 1) / 10
        spare = (high - low) * room
        return cls(low - spare, high + spare, start, stop)

    def __call__(self, number: AxisNumber) -> float:
        """Return the place of a number, to a tenth of a unit."""
        share = (float(number) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.stop - self.start), 1)

    def ticks(self, most: int = 6) -> list[tuple[float, str]]:
        """Return a few round numbers and how they are written.

        >>> [text for _, text in Axis(0, 1, 0, 100).ticks()]
        ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']
        """
        raw = (self.high - self.low) / most
        size = 10.0 ** math.floor(math.log10(raw))
        step = next(size * k for k in (1, 2, 5, 10) if size * k >= raw * 0.999)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        found = [round(k * step, digits + 2) for k in range(first, last + 1)]
        return [(at, f"{at + 0.0:.{digits}f}".replace("-", "−")) for at in found]


def draw_axes(
    x: Axis, y: Axis, across: str, up: str, paper: Canvas = SCREEN_CANVAS
) -> list[Markup]:
    """Return the two axes with their numbers and names."""
    parts = []
    for at, text in y.ticks():
        level = y(at)
        parts.append(tag("line", x1=x.start, x2=x.stop, y1=level, y2=level, class_="rule"))
        words = tag("text", text, x=x.start - TICK_GAP, y=level, dy="0.35em", text_anchor="end")
        parts.append(words)
    for at, text in x.ticks(paper.ticks):
        parts.append(tag("text", text, x=x(at), y=y.start + 20, text_anchor="middle"))
        parts.append(tag("line", x1=x(at), x2=x(at), y1=y.start, y2=y.start + 5, class_="axis"))
    parts.append(tag("line", x1=x.start, x2=x.stop, y1=y.start, y2=y.start, class_="axis"))
    below, above = _break_label(across, paper.letters), _break_label(up, paper.letters)
    narrow = len(below) > 1 or len(above) > 1 or bool(paper.kind)
    middle = paper.wide / 2 if narrow else (x.start + x.stop) / 2
    start = 8 if narrow else x.start
    for k, line in enumerate(below):
        depth = y.start + 42 + _AXIS_LABEL_HEIGHT * k
        parts.append(tag("text", line, x=middle, y=depth, text_anchor="middle", class_="name"))
    for k, line in enumerate(above):
        height = y.stop - 12 - _AXIS_LABEL_HEIGHT * (len(above) - 1 - k)
        parts.append(tag("text", line, x=start, y=height, class_="name"))
    return parts


def _break_label(words: str, most: int) -> list[str]:
    """Return words as one line, or as two where they are longer than *most* letters.

    >>> _break_label("what the dealer secures", 30), _break_label("what the dealer secures", 16)
    (['what the dealer secures'], ['what the dealer', 'secures'])
    """
    if len(words) <= most:
        return [words]
    place = words.rfind(" ", 0, most + 1)
    return [words[:place], words[place + 1 :]] if place > 0 else [words]


STRATEGY_WIDTH, FONT_SIZE = 900, 13
_LABEL_WIDTH, _TOP_MARGIN, _ROW_HEIGHT, _BAR_HEIGHT = 150, 44, 24, 18
_LABEL_HEIGHT = 22
"""From the name of a bar down to it, on a narrow paper."""
_CELL_SIZE = 26
"""A square of a table of letters."""
ACTION_CLASSES = ("first", "second", "third", "fourth")
_RANGE_CLASSES = (*ACTION_CLASSES, "odd", "mixed")
_STRIP_CLASSES = ("odd", "first", "third", "second", "fourth", "mixed")


def board_svg(board: GridPanel) -> Markup:
    """Return a table of letters, each on the ground of its action; * is mixed."""
    letters = sorted(letter for letter in board.legend if letter != "*")
    grounds: dict[str, str] = {**dict(zip(letters, ACTION_CLASSES, strict=False)), "*": "mixed"}
    parts: list[Part] = []
    for k, column in enumerate(board.columns):
        parts.append(
            _text_element(
                column, _LABEL_WIDTH + k * _CELL_SIZE + _CELL_SIZE / 2, _TOP_MARGIN - 6, "middle"
            )
        )
    for i, (row, marks) in enumerate(zip(board.rows, board.letters, strict=True)):
        y = _TOP_MARGIN + i * _CELL_SIZE
        parts.append(_text_element(row, _LABEL_WIDTH - 8, y + 17, "end"))
        for k, letter in enumerate(marks):
            if not letter:
                continue
            place = {
                "x": _LABEL_WIDTH + k * _CELL_SIZE,
                "y": y,
                "width": _CELL_SIZE - 2,
                "height": _CELL_SIZE - 2,
            }
            seen = {"data_row": row, "data_column": board.columns[k]}
            square = tag("rect", rx=3, class_=grounds.get(letter, "odd"), **place)
            mark = _text_element(
                letter, _LABEL_WIDTH + k * _CELL_SIZE + 12, y + 17, "middle", "mark"
            )
            parts.append(tag("g", square, mark, data_letter=letter, **seen))
    foot = _TOP_MARGIN + len(board.rows) * _CELL_SIZE
    told = ", ".join(f"{letter} {action}" for letter, action in board.legend.items())
    sees = "; ".join(f"{w}: {one}" for w, one in zip(("rows", "columns"), board.sees, strict=False))
    parts += [_text_element(told, 10, foot + 22), _text_element(sees, 10, foot + 42)]
    parts += [
        _mixed_cell_text(*one, foot + 62 + 20 * k) for k, one in enumerate(board.mixes.items())
    ]
    return _strategy_svg(board.title, parts, foot + 56 + 20 * len(board.mixes))


def _mixed_cell_text(place: tuple[str, str], mix: Mapping[str, Fraction], y: int) -> Markup:
    """Return what is done in a cell that mixes, the exact chances with it."""
    words = [
        tag(
            "tspan",
            f"{action} {format_fraction(chance)} ",
            data_action=action,
            data_chance=format_fraction(chance),
        )
        for action, chance in mix.items()
    ]
    return tag("text", f"* {','.join(place)}: ", *words, x=10, y=y, class_="name")


def ranges_svg(ranges: RangePanel) -> Markup:
    """Return a table of ranges: each cell divided among the actions by their chances."""
    ordered = sorted(ranges.actions)
    left = max(_LABEL_WIDTH, 16 + round(7.5 * max(map(len, ranges.rows))))
    side = min(90.0, (STRATEGY_WIDTH - left - 20) / len(ranges.columns))
    parts: list[Part] = [
        _text_element(column, round(left + (k + 0.5) * side, 1), _TOP_MARGIN - 6, "middle")
        for k, column in enumerate(ranges.columns)
    ]
    for i, row in enumerate(ranges.rows):
        parts.append(_text_element(row, left - 8, _TOP_MARGIN + i * _ROW_HEIGHT + 14, "end"))
        for k, column in enumerate(ranges.columns):
            view, mix = ranges.cells.get((row, column), ("", {}))
            low = Fraction(0)
            for action in ordered:
                chance = mix.get(action, Fraction(0))
                if chance:
                    start = left + (k + float(low)) * side
                    kind = _RANGE_CLASSES[ordered.index(action) % len(_RANGE_CLASSES)]
                    parts.append(_range_segment(view, action, chance, (start, i, side), kind))
                low += chance
    foot = _TOP_MARGIN + len(ranges.rows) * _ROW_HEIGHT
    across = ranges.key.partition("; numbers")[0]
    parts += [*_color_key(ordered, _RANGE_CLASSES, foot), _text_element(across, 10, foot + 42)]
    return _strategy_svg(ranges.title, parts, foot + 56)


def _range_segment(
    view: str, action: str, chance: Fraction, place: tuple[float, int, float], kind: str
) -> Markup:
    """Return an action's part of a cell."""
    start, line, side = place
    return tag(
        "rect",
        tag("title", f"{view}: {action} {format_fraction(chance)}"),
        x=round(start, 1),
        y=_TOP_MARGIN + line * _ROW_HEIGHT,
        width=round(max(float(chance) * side - 2, 1), 1),
        height=_BAR_HEIGHT,
        class_=kind,
        data_view=view,
        data_action=action,
        data_chance=format_fraction(chance),
    )


def bars_svg(bars: BarPanel) -> Markup:
    """Return one bar a line, divided among the actions by their chances."""
    parts: list[Part] = []
    ordered = sorted(bars.actions)  # as in a table of letters, so that colours are the same
    for i, (label, mix) in enumerate(bars.lines):
        pieces, low = [], Fraction(0)
        for action in ordered:
            chance = mix.get(action, Fraction(0))
            kind = ACTION_CLASSES[ordered.index(action) % len(ACTION_CLASSES)]
            pieces.append(
                _bar_segment(i, low, low + chance, kind, {"action": action, "chance": chance})
            )
            low += chance
        parts += [
            _text_element(label, _LABEL_WIDTH - 8, _TOP_MARGIN + i * _ROW_HEIGHT + 14, "end"),
            *pieces,
        ]
    foot = _TOP_MARGIN + len(bars.lines) * _ROW_HEIGHT
    return _strategy_svg(
        bars.title, [*parts, *_color_key(ordered, ACTION_CLASSES, foot)], foot + 30
    )


def strips_svg(strips: IntervalPanel, paper: Canvas = STACKED_CANVAS) -> Markup:
    """Return the hands from 0 to 1 at each turn, each part by what is done with it."""
    parts: list[Part] = []
    rows = _BarLayout(paper)
    for i, (label, steps) in enumerate(strips.lines):
        low = Fraction(0)
        parts.append(rows.label(label, i))
        for end, action in steps:
            kind = _STRIP_CLASSES[strips.actions.index(action) % len(_STRIP_CLASSES)]
            parts.append(_bar_segment(i, low, end, kind, {"action": action, "to": end}, rows))
            low = end
    foot = rows.foot(len(strips.lines))
    key = _color_key(strips.actions, _STRIP_CLASSES, foot, rows.left)
    return _strategy_svg(strips.title, [*parts, *key], foot + 30, paper)


@dataclass(frozen=True, slots=True)
class _BarLayout:
    """Where bars lie: beside their names, or on a narrow paper below them."""

    paper: Canvas

    @property
    def left(self) -> int:
        """Where a bar begins."""
        return 10 if self.paper.kind else _LABEL_WIDTH

    @property
    def long(self) -> int:
        """How long a whole bar is."""
        return self.paper.wide - self.left - (10 if self.paper.kind else 20)

    def top(self, line: int) -> int:
        """Return where a bar lies."""
        return (
            _TOP_MARGIN
            + line * _ROW_HEIGHT
            + (_LABEL_HEIGHT * (line + 1) if self.paper.kind else 0)
        )

    def foot(self, lines: int) -> int:
        """Return where the bars end."""
        return self.top(lines) - (_LABEL_HEIGHT if self.paper.kind else 0)

    def label(self, text: str, line: int) -> Markup:
        """Return the name of a bar."""
        if self.paper.kind:
            return _text_element(text, self.left, self.top(line) - 5)
        return _text_element(text, _LABEL_WIDTH - 8, self.top(line) + 14, "end")


def _bar_segment(
    line: int,
    low: Fraction,
    high: Fraction,
    kind: str,
    told: Mapping[str, Fraction | str],
    rows: _BarLayout | None = None,
) -> Part:
    """Return a part of a bar, with its exact numbers."""
    if low == high:
        return None
    rows = rows or _BarLayout(STACKED_CANVAS)
    long, top = rows.long, rows.top(line)
    data = {
        f"data_{key}": format_fraction(one) if isinstance(one, Fraction) else one
        for key, one in told.items()
    }
    said = ", ".join(map(str, data.values()))
    wide = float((high - low) * long)
    number = next(one for one in told.values() if isinstance(one, Fraction))
    start = rows.left + float(low * long)
    inside = None
    if wide > 70 and 0 < number < 1:
        text, y = decimal_text(number, MIX_DIGITS)[0], top + 14
        # a cut stands at its end, a chance in the middle
        place, anchor = (start + wide - 6, "end") if "to" in told else (start + wide / 2, "middle")
        inside = _text_element(text, round(place, 1), y, anchor, "mark")
    rect = tag(
        "rect",
        tag("title", said),
        x=round(start, 1),
        y=top,
        width=round(wide, 1),
        height=_BAR_HEIGHT,
        class_=kind,
    )
    return tag("g", rect, inside, **data)


def _color_key(
    actions: Sequence[str], kinds: Sequence[str], foot: int, left: int = _LABEL_WIDTH
) -> list[Part]:
    """Return which colour is which action."""
    parts: list[Part] = []
    x = left
    for number, (action, _) in enumerate(groupby(actions)):
        kind = kinds[number % len(kinds)]
        parts += [
            tag("rect", x=x, y=foot + 6, width=14, height=14, rx=2, class_=kind),
            _text_element(action, x + 20, foot + 18),
        ]
        x += 40 + 8 * len(action)
    return parts


def _text_element(
    text: str, x: float, y: float, anchor: str = "start", kind: str = "name"
) -> Markup:
    fit = fit_text(text, x, FONT_SIZE) if anchor == "end" else {}  # beside the table, never cut
    return tag("text", text, x=x, y=y, text_anchor=anchor, class_=kind, **fit)


def _strategy_svg(
    title: str, parts: Sequence[Part], high: int, paper: Canvas = STACKED_CANVAS
) -> Markup:
    return tag(
        "svg",
        tag("title", title),
        _text_element(title, 10, 18),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.wide} {high}",
        class_=f"figure drawn{paper.kind}",
        role="img",
    )


_DASH_PATTERNS = (None, "9 4", "3 3", "12 3 3 3", "1.5 4", "16 5")
"""Of the curves, one for each colour: who sees no colours, and grey paper, tell them apart too."""
_LEGEND_ROW_HEIGHT = 22
"""Of the legend."""
_LEGEND_SAMPLE_WIDTH = 26
"""How much of a curve stands before its name."""


def figure_svgs(figure: Figure, paper: Canvas = STACKED_CANVAS) -> list[Markup]:
    """Return one drawing for each panel of a figure."""
    drawings = (_draw_panel(panel, figure.title, paper) for panel in figure.panels)
    return [drawn for drawn in drawings if drawn is not None]


def _draw_panel(
    panel: Panel | BarPanel | IntervalPanel | GridPanel | RangePanel | FlowDiagram,
    title: str,
    paper: Canvas,
) -> Markup | None:
    match panel:
        case Panel():
            return panel_svg(panel, title, paper)
        case GridPanel():
            return board_svg(panel)
        case RangePanel():
            return ranges_svg(panel)
        case BarPanel():
            return bars_svg(panel)
        case IntervalPanel():
            return strips_svg(panel, paper)
        case FlowDiagram():
            return None  # a tree has its own page


def panel_svg(panel: Panel, title: str, paper: Canvas = STACKED_CANVAS) -> Markup:
    """Return a panel as a drawing."""
    xs = [x for curve in panel.curves for x, _ in curve.points]
    ys: list[Coordinate] = [y for curve in panel.curves for _, y in curve.points]
    ys += [mark.y for mark in panel.marks if mark.y is not None]
    ends = paper.high - paper.foot, paper.top
    up = Axis(0, 1, *ends) if panel.chances else Axis.over(ys, *ends, 0.1)
    below = Axis.over(xs, 0, 1, 0.03).ticks(paper.ticks)
    paper = paper.beside(up, [text for _, text in below])
    across = Axis.over(xs, paper.left, paper.wide - paper.right, 0.03)
    hues = {
        label: k % len(_DASH_PATTERNS)
        for k, label in enumerate(dict.fromkeys(c.label for c in panel.curves))
    }
    named = [label for label in hues if label != "value"]
    columns = _legend_columns(named, paper)
    return tag(
        "svg",
        tag("title", f"{title}: {panel.title or panel.y}"),
        *_shade_regions(panel, across, up),
        *draw_axes(across, up, panel.x, panel.y, paper),
        *(_draw_curve(curve, across, up, hues[curve.label]) for curve in panel.curves),
        *(
            _draw_mark(mark, panel, across, up)
            for mark in panel.marks
            if mark.label != "breakpoint"
        ),
        *_draw_legend(panel, {label: hues[label] for label in named}, paper),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.wide} {paper.high + _LEGEND_ROW_HEIGHT * -(-len(named) // columns)}",
        class_=f"plot figure{paper.kind}",
        role="img",
    )


def _shade_regions(panel: Panel, x: Axis, y: Axis) -> list[Markup]:
    """Return the ground of each piece, every other one shaded, where there are breakpoints."""
    cuts = [float(m.x) for m in panel.marks if m.label == "breakpoint" and m.x is not None]
    if not cuts:
        return []
    ends = [x.low, *cuts, x.high]
    found = []
    for number, (low, high) in enumerate(pairwise(ends)):
        if number % 2:
            found.append(
                tag(
                    "rect",
                    x=x(low),
                    y=y.stop,
                    width=round(x(high) - x(low), 1),
                    height=y.start - y.stop,
                    class_="shade",
                )
            )
    lines = [
        tag(
            "line",
            tag("title", f"{panel.x} = {_exact_text(mark.x)}"),
            x1=x(mark.x),
            x2=x(mark.x),
            y1=y.start,
            y2=y.stop,
            class_="cut",
            data_x=_exact_text(mark.x),
        )
        for mark in panel.marks
        if mark.label == "breakpoint" and mark.x is not None
    ]
    return found + lines


def _draw_curve(curve: Curve, x: Axis, y: Axis, hue: int) -> Markup:
    faint = " faint" if curve.faint else ""
    kind = f"hue-{hue}{faint}"
    if curve.kind == "dots":
        dots = [
            tag(
                "circle",
                tag("title", f"{curve.label}: {_exact_text(a)}, {_exact_text(b)}"),
                cx=x(a),
                cy=y(b),
                r=3.5,
                data_x=_exact_text(a),
                data_y=_exact_text(b),
            )
            for a, b in curve.points
        ]
        return tag("g", *dots, class_=f"dots {kind}", data_series=curve.label)
    path = " ".join(f"{x(a)},{y(b)}" for a, b in curve.points)
    return tag(
        "polyline",
        points=path,
        class_=f"curve {kind}",
        stroke_dasharray=None if curve.faint else _DASH_PATTERNS[hue],
        data_series=curve.label,
    )


def _draw_mark(mark: Mark, panel: Panel, x: Axis, y: Axis) -> Markup | None:
    if mark.x is None and mark.y is not None:
        level = y(mark.y)
        line = tag("line", x1=x.start, x2=x.stop, y1=level, y2=level, class_="cut")
        # its name stands on the side of the line where the curves do not end
        under = any(curve.points[-1][1] > mark.y for curve in panel.curves) and y.start - level > 18
        at = level + 16 if under else level - 6
        word = tag("text", mark.label, x=x.stop, y=at, text_anchor="end", class_="name")
        return tag("g", line, word, data_y=_exact_text(mark.y))
    if mark.x is not None and mark.y is not None:
        dot = tag("circle", cx=x(mark.x), cy=y(mark.y), r=6, class_="corner peak")
        word = tag("text", mark.label, x=x(mark.x), y=y(mark.y) - 12, text_anchor="middle")
        return tag("g", dot, word, data_x=_exact_text(mark.x), data_y=_exact_text(mark.y))
    return None


def _draw_legend(panel: Panel, hues: dict[str, int], paper: Canvas) -> list[Markup]:
    """Return what each colour, and dash, is, below the figure."""
    columns = _legend_columns(list(hues), paper)
    dotted = {curve.label for curve in panel.curves if curve.kind == "dots"}
    left = 8 if paper.kind else paper.left
    step = (paper.wide - left - paper.right) / columns
    found = []
    for k, (label, hue) in enumerate(hues.items()):
        x, y = left + step * (k % columns), paper.high + 8 + _LEGEND_ROW_HEIGHT * (k // columns)
        kind = f"hue-{hue}"
        if label in dotted:
            sample = tag(
                "g", tag("circle", cx=x + _LEGEND_SAMPLE_WIDTH / 2, cy=y - 4, r=3.5), class_=kind
            )
        else:
            ends = f"{x},{y - 4} {x + _LEGEND_SAMPLE_WIDTH},{y - 4}"
            sample = tag(
                "polyline",
                points=ends,
                class_=f"curve {kind}",
                stroke_dasharray=_DASH_PATTERNS[hue],
            )
        room = step - _LEGEND_SAMPLE_WIDTH - 6
        fit = fit_text(label, room, paper.size, bold=True)
        word = tag(
            "text", label, x=x + _LEGEND_SAMPLE_WIDTH + 6, y=y, class_=f"label {kind}", **fit
        )
        found += [sample, word]
    return found


def _legend_columns(labels: list[str], paper: Canvas) -> int:
    """Return how many names of colours have room side by side.

    >>> from sabot.web.figures.charts import PHONE_CANVAS
    >>> [_legend_columns(["Player 5 draw"], paper) for paper in (STACKED_CANVAS, PHONE_CANVAS)]
    [3, 2]
    """
    longest = max(map(len, labels), default=0)
    return max(1, min(3, paper.letters // (longest + 6)))


def _exact_text(number: Coordinate | None) -> str:
    if number is None:
        return ""
    return format_fraction(number) if isinstance(number, Fraction | int) else repr(number)


def envelope_svg(told: Mapping[str, Any], paper: Canvas = SCREEN_CANVAS) -> Markup:
    """Return the drawing; each corner carries p, V(p) and the cells that change there."""
    corners = [(as_rational(one["p"]), as_rational(one["v"])) for one in told["points"]]
    y = Axis.over((v for _, v in corners), paper.high - paper.foot, paper.top, 0.08)
    paper = paper.beside(y, ())
    x = Axis(0, 1, paper.left, paper.wide - paper.right)
    path = " ".join(f"{x(p)},{y(v)}" for p, v in corners)
    where = "" if told["view"] == "-" else f" at {told['view']}"
    what = "secures" if told["secures"] else "concedes"
    parts = draw_axes(
        x,
        y,
        f"p: how often {told['seat']} plays {told['action']}{where}",
        f"what {told['seat']} {what}, paid to {told['first']}",
        paper,
    )
    low, high = map(as_rational, told["peak"])
    handle = [
        tag("line", x1=x(low), x2=x(low), y1=y.stop, y2=y.start, class_="guide"),
        tag("circle", cx=x(low), cy=y(as_rational(told["value"])), r=11, class_="handle"),
    ]
    return tag(
        "svg",
        tag("title", f"V(p) of {told['game']}"),
        *parts,
        tag("polyline", points=path, class_="curve"),
        *(
            _draw_breakpoint(one, x(p), y(v), peak=low <= p <= high)
            for one, (p, v) in zip(told["points"], corners, strict=True)
        ),
        tag("g", *handle, class_="hand"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.wide} {paper.high}",
        class_=f"plot figure{paper.kind}",
        role="img",
        data_left=x.start,
        data_right=x.stop,
        data_foot=y.start,
        data_top=y.stop,
        data_low=repr(y.low),
        data_high=repr(y.high),
    )


def _draw_breakpoint(one: Mapping[str, Any], x: float, y: float, *, peak: bool) -> Markup:
    cells = "; ".join(f"{view} {old} → {new}" for view, old, new in one["cells"])
    return tag(
        "circle",
        tag("title", f"p = {one['p']}, V = {one['v']}" + (f": {cells}" if cells else "")),
        cx=x,
        cy=y,
        r=7 if peak else 4,
        data_p=one["p"],
        data_v=one["v"],
        data_cells=cells,
        class_="corner peak" if peak else "corner",
    )


def responsive_figure(wide: Markup, narrow: Markup | None) -> Markup:
    """Return a figure for a screen, with the same for a telephone in reserve.

    >>> str(responsive_figure(tag("svg"), tag("svg", class_="narrow")))
    '<fit-figure><svg></svg><template><svg class="narrow"></svg></template></fit-figure>'
    """
    return tag("fit-figure", wide, tag("template", narrow) if narrow else None)


_FIGURE_STYLE = """<style>
svg { font: 13px system-ui, sans-serif; background: #fff; }
text { fill: #5c6662; } text.name { fill: #1d2422; } .hand { display: none; }
.rule { stroke: #dedbd2; } .axis { stroke: #5c6662; } .shade { fill: #e3efe9; opacity: 0.55; }
.cut, .guide { stroke: #5c6662; stroke-dasharray: 4 4; }
.curve { fill: none; stroke: #0f5c4a; stroke-width: 2.5; }
.curve.faint { stroke-width: 1; opacity: 0.45; }
.corner { fill: #0f5c4a; } .peak { fill: #f7e27a; stroke: #1d2422; stroke-width: 2; }
.first { fill: #cfe3f7; } .second { fill: #f9dcc1; } .third { fill: #d3ecd9; }
.fourth { fill: #e6d9f2; } .mixed { fill: #f7e27a; } .odd { fill: #e9e7e0; }
text.mark { fill: #16201d; font-weight: 600; }
.hue-0 { --hue: #0f5c4a; } .hue-1 { --hue: #b4530a; } .hue-2 { --hue: #1f6db5; }
.hue-3 { --hue: #8a4fa3; } .hue-4 { --hue: #a37b00; } .hue-5 { --hue: #b03060; }
.curve[class*="hue-"] { stroke: var(--hue); }
[class*="hue-"] circle, text[class*="hue-"] { fill: var(--hue); }
</style>"""
_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def standalone_svg(drawings: Sequence[str]) -> str:
    """Return drawings, one above the other, as one file."""
    parts, down, wide = [], 0, 0
    for one in drawings:
        box = _VIEW_BOX.search(one)
        assert box is not None
        parts.append(
            one.replace("<svg ", f'<svg y="{down}" width="{box[1]}" height="{box[2]}" ', 1)
        )
        down, wide = down + int(box[2]), max(wide, int(box[1]))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {down}" width="{wide}">'
    first = '<?xml version="1.0" encoding="utf-8"?>'
    return "\n".join([first, head, _FIGURE_STYLE, *parts, "</svg>"]) + "\n"
