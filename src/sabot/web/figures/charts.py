"""Charts of a page as SVG: curves between axes, strips of [0, 1], the envelope V(p).

Only what a page shows is drawn here, in its theme, for a screen and for a phone; a file, also one
that is downloaded, is drawn by :mod:`sabot.render.figures.matplotlib_backend`.
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
from itertools import pairwise
from typing import Any

from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Coordinate, Curve, Mark, Panel
from sabot.web.html import Markup, tag

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


_DASH_PATTERNS = (None, "9 4", "3 3", "12 3 3 3", "1.5 4", "16 5")
"""Of the curves, one for each colour: who sees no colours, and grey paper, tell them apart too."""
_LEGEND_ROW_HEIGHT = 22
"""Of the legend."""
_LEGEND_SAMPLE_WIDTH = 26
"""How much of a curve stands before its name."""


def figure_svgs(figure: Figure, paper: Canvas = STACKED_CANVAS) -> list[Markup]:
    """Return one drawing for each panel with curves of a figure."""
    curves = [panel for panel in figure.panels if isinstance(panel, Panel)]
    return [panel_svg(panel, figure.title, paper) for panel in curves]


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


ThresholdSteps = Sequence[Sequence[str]]
"""At one turn: up to which hand each action goes, the last up to 1."""


ACTION_COLOURS = ("odd", "first", "third", "second", "fourth", "mixed")


_STRIP_DIGITS = 4


_STRIP_HEIGHT, _STRIP_LINE_HEIGHT, _MIN_STRIP_GAP = 30, 16, Fraction(17, 100)


_MIN_NAMED_WIDTH = Fraction(1, 7)
"""A part as wide has room for its action's name, on a small screen too."""


def action_colour(action: str, actions: Sequence[str]) -> str:
    """Return the colour of an action: one for each, the first is the quiet one."""
    return ACTION_COLOURS[actions.index(action) % len(ACTION_COLOURS)]


def threshold_strip(steps: ThresholdSteps, actions: Sequence[str], label: str) -> Markup:
    """Return the hands from 0 to 1 at one turn, each part with its action, each cut with its place.

    Positions are shares of the width, so that it fits every screen with letters of one size.
    """
    parts: list[Markup] = []
    marks: list[Markup] = []
    low = Fraction(0)
    ends: list[Fraction] = []
    """For each line of numbers, the place of its last one."""
    for text, action in steps:
        high = as_rational(text)
        parts.append(_strip_segment(low, high, text, action, actions))
        if high < 1:
            line = next(
                (k for k, end in enumerate(ends) if high - end >= _MIN_STRIP_GAP), len(ends)
            )
            ends[line : line + 1] = [high]
            marks += _threshold_mark(high, text, line)
        low = high
    tall = _STRIP_HEIGHT + _STRIP_LINE_HEIGHT * max(1, len(ends)) + 4
    return tag(
        "svg",
        tag("title", label),
        *parts,
        *marks,
        width="100%",
        height=tall,
        class_="strip",
        role="img",
        aria_label=f"{label}: {describe_steps(steps)}",
    )


def describe_steps(steps: ThresholdSteps) -> str:
    """Return what is done with which hands.

    >>> describe_steps([["1/2", "drop"], ["1", "enter"]])
    'drop to 0.5, enter'
    """
    return ", ".join(
        action if end == "1" else f"{action} to {format_decimal(as_rational(end), _STRIP_DIGITS)}"
        for end, action in steps
    )


def _percent(number: Fraction) -> str:
    return f"{float(number * 100):.4g}%"


def _strip_segment(
    low: Fraction, high: Fraction, text: str, action: str, actions: Sequence[str]
) -> Markup:
    wide = high - low
    name = tag("text", action, x=_percent((low + high) / 2), y=20, text_anchor="middle")
    start, end = (format_decimal(number, _STRIP_DIGITS) for number in (low, high))
    sheet = tag(
        "rect",
        tag("title", f"{action}: {start} to {end}"),
        x=_percent(low),
        y=0,
        width=_percent(wide),
        height=_STRIP_HEIGHT,
        class_=action_colour(action, actions),
    )
    shown = name if wide >= _MIN_NAMED_WIDTH else None
    return tag("g", sheet, shown, data_action=action, data_to=text)


def _threshold_mark(at: Fraction, text: str, line: int) -> list[Markup]:
    """Return a cut: a stroke, and its place below, on a line where it has room."""
    x, y = _percent(at), _STRIP_HEIGHT + _STRIP_LINE_HEIGHT * (line + 1)
    return [
        tag("line", x1=x, x2=x, y1=0, y2=y - 11, class_="cut"),
        tag(
            "text",
            format_decimal(at, _STRIP_DIGITS),
            tag("title", text),
            x=x,
            y=y,
            text_anchor="end"
            if at > 1 - _MIN_STRIP_GAP / 3
            else "start"
            if at < _MIN_STRIP_GAP / 3
            else "middle",
            class_="place",
            data_cut=text,
        ),
    ]


def interval_section(
    title: str, lines: Iterable[tuple[str, ThresholdSteps]], actions: Sequence[str]
) -> Markup:
    """Return the strips of one player under a title, with the key of their colours."""
    key = [
        tag("li", tag("span", class_=f"square {action_colour(one, actions)}"), " ", one)
        for one in actions
    ]
    turns = [
        tag(
            "div",
            tag("p", label, class_="before"),
            threshold_strip(steps, actions, f"{title}, {label}" if label else title),
            class_="turn-cuts",
        )
        for label, steps in lines
    ]
    return tag("section", tag("h3", title), tag("ul", *key, class_="key"), *turns)


def responsive_figure(wide: Markup, narrow: Markup | None) -> Markup:
    """Return a figure for a screen, with the same for a telephone in reserve.

    >>> str(responsive_figure(tag("svg"), tag("svg", class_="narrow")))
    '<fit-figure><svg></svg><template><svg class="narrow"></svg></template></fit-figure>'
    """
    return tag("fit-figure", wide, tag("template", narrow) if narrow else None)


_FIGURE_STYLE = """<style>
svg { font: 13px system-ui, sans-serif; background: #fff; }
text { fill: #5c6662; } text.name { fill: #1d2422; } .hand { display: none; }
.rule { stroke: #dedbd2; } .axis { stroke: #5c6662; }
.cut, .guide { stroke: #5c6662; stroke-dasharray: 4 4; }
.curve { fill: none; stroke: #0f5c4a; stroke-width: 2.5; }
.corner { fill: #0f5c4a; } .peak { fill: #f7e27a; stroke: #1d2422; stroke-width: 2; }
</style>"""
_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def standalone_svg(drawing: str) -> str:
    """Return a drawing of a page as a file."""
    box = _VIEW_BOX.search(drawing)
    assert box is not None
    sized = drawing.replace("<svg ", f'<svg width="{box[1]}" height="{box[2]}" ', 1)
    head, _, rest = sized.partition(">")
    first = '<?xml version="1.0" encoding="utf-8"?>'
    return f"{first}\n{head}>\n{_FIGURE_STYLE}\n{rest}\n"
