"""Any figure of the house as SVG: curves, dots, steps and marks, each with its exact numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from sabot.exact import show
from sabot.render.figures.figure import (
    Bars,
    Board,
    Curve,
    Figure,
    Flow,
    Mark,
    Number,
    Panel,
    Ranges,
    Strips,
)
from sabot.web.figures.axes import FLAT, Axis, Paper, frame, squeezed
from sabot.web.figures.strategy import bars_svg, board_svg, ranges_svg, strips_svg
from sabot.web.markup import Markup, tag

_DASHES = (None, "9 4", "3 3", "12 3 3 3", "1.5 4", "16 5")
"""Of the curves, one for each colour: who sees no colours, and grey paper, tell them apart too."""
_LINE = 22
"""Of the legend."""
_SAMPLE = 26
"""How much of a curve stands before its name."""


def figure_svgs(figure: Figure, paper: Paper = FLAT) -> list[Markup]:
    """Return one drawing for each panel of a figure."""
    drawings = (_drawn(panel, figure.title, paper) for panel in figure.panels)
    return [drawn for drawn in drawings if drawn is not None]


def _drawn(
    panel: Panel | Bars | Strips | Board | Ranges | Flow, title: str, paper: Paper
) -> Markup | None:
    match panel:
        case Panel():
            return panel_svg(panel, title, paper)
        case Board():
            return board_svg(panel)
        case Ranges():
            return ranges_svg(panel)
        case Bars():
            return bars_svg(panel)
        case Strips():
            return strips_svg(panel, paper)
        case Flow():
            return None  # a tree has its own page


def panel_svg(panel: Panel, title: str, paper: Paper = FLAT) -> Markup:
    """Return a panel as a drawing."""
    xs = [x for curve in panel.curves for x, _ in curve.points]
    ys: list[Number] = [y for curve in panel.curves for _, y in curve.points]
    ys += [mark.y for mark in panel.marks if mark.y is not None]
    ends = paper.high - paper.foot, paper.top
    up = Axis(0, 1, *ends) if panel.chances else Axis.over(ys, *ends, 0.1)
    below = Axis.over(xs, 0, 1, 0.03).ticks(paper.ticks)
    paper = paper.beside(up, [text for _, text in below])
    across = Axis.over(xs, paper.left, paper.wide - paper.right, 0.03)
    hues = {
        label: k % len(_DASHES)
        for k, label in enumerate(dict.fromkeys(c.label for c in panel.curves))
    }
    named = [label for label in hues if label != "value"]
    columns = _columns(named, paper)
    return tag(
        "svg",
        tag("title", f"{title}: {panel.title or panel.y}"),
        *_pieces(panel, across, up),
        *frame(across, up, panel.x, panel.y, paper),
        *(_curve(curve, across, up, hues[curve.label]) for curve in panel.curves),
        *(_mark(mark, panel, across, up) for mark in panel.marks if mark.label != "breakpoint"),
        *_legend(panel, {label: hues[label] for label in named}, paper),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.wide} {paper.high + _LINE * -(-len(named) // columns)}",
        class_=f"plot figure{paper.kind}",
        role="img",
    )


def _pieces(panel: Panel, x: Axis, y: Axis) -> list[Markup]:
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
            tag("title", f"{panel.x} = {_text(mark.x)}"),
            x1=x(mark.x),
            x2=x(mark.x),
            y1=y.start,
            y2=y.stop,
            class_="cut",
            data_x=_text(mark.x),
        )
        for mark in panel.marks
        if mark.label == "breakpoint" and mark.x is not None
    ]
    return found + lines


def _curve(curve: Curve, x: Axis, y: Axis, hue: int) -> Markup:
    faint = " faint" if curve.faint else ""
    kind = f"hue-{hue}{faint}"
    if curve.kind == "dots":
        dots = [
            tag(
                "circle",
                tag("title", f"{curve.label}: {_text(a)}, {_text(b)}"),
                cx=x(a),
                cy=y(b),
                r=3.5,
                data_x=_text(a),
                data_y=_text(b),
            )
            for a, b in curve.points
        ]
        return tag("g", *dots, class_=f"dots {kind}", data_series=curve.label)
    path = " ".join(f"{x(a)},{y(b)}" for a, b in curve.points)
    return tag(
        "polyline",
        points=path,
        class_=f"curve {kind}",
        stroke_dasharray=None if curve.faint else _DASHES[hue],
        data_series=curve.label,
    )


def _mark(mark: Mark, panel: Panel, x: Axis, y: Axis) -> Markup | None:
    if mark.x is None and mark.y is not None:
        level = y(mark.y)
        line = tag("line", x1=x.start, x2=x.stop, y1=level, y2=level, class_="cut")
        # its name stands on the side of the line where the curves do not end
        under = any(curve.points[-1][1] > mark.y for curve in panel.curves) and y.start - level > 18
        at = level + 16 if under else level - 6
        word = tag("text", mark.label, x=x.stop, y=at, text_anchor="end", class_="name")
        return tag("g", line, word, data_y=_text(mark.y))
    if mark.x is not None and mark.y is not None:
        dot = tag("circle", cx=x(mark.x), cy=y(mark.y), r=6, class_="corner peak")
        word = tag("text", mark.label, x=x(mark.x), y=y(mark.y) - 12, text_anchor="middle")
        return tag("g", dot, word, data_x=_text(mark.x), data_y=_text(mark.y))
    return None


def _legend(panel: Panel, hues: dict[str, int], paper: Paper) -> list[Markup]:
    """Return what each colour, and dash, is, below the figure."""
    columns = _columns(list(hues), paper)
    dotted = {curve.label for curve in panel.curves if curve.kind == "dots"}
    left = 8 if paper.kind else paper.left
    step = (paper.wide - left - paper.right) / columns
    found = []
    for k, (label, hue) in enumerate(hues.items()):
        x, y = left + step * (k % columns), paper.high + 8 + _LINE * (k // columns)
        kind = f"hue-{hue}"
        if label in dotted:
            sample = tag("g", tag("circle", cx=x + _SAMPLE / 2, cy=y - 4, r=3.5), class_=kind)
        else:
            ends = f"{x},{y - 4} {x + _SAMPLE},{y - 4}"
            sample = tag(
                "polyline", points=ends, class_=f"curve {kind}", stroke_dasharray=_DASHES[hue]
            )
        room = step - _SAMPLE - 6
        fit = squeezed(label, room, paper.size, bold=True)
        word = tag("text", label, x=x + _SAMPLE + 6, y=y, class_=f"label {kind}", **fit)
        found += [sample, word]
    return found


def _columns(labels: list[str], paper: Paper) -> int:
    """Return how many names of colours have room side by side.

    >>> from sabot.web.figures.axes import TELEPHONE
    >>> _columns(["Player 5 draw"], FLAT), _columns(["Player 5 draw"], TELEPHONE)
    (3, 2)
    """
    longest = max(map(len, labels), default=0)
    return max(1, min(3, paper.letters // (longest + 6)))


def _text(number: Number | None) -> str:
    if number is None:
        return ""
    return show(number) if isinstance(number, Fraction | int) else repr(number)
