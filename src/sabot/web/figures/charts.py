"""Charts of a page: the figures of ``sabot plot``, drawn by matplotlib, in the theme of the page.

A worker draws a figure twice, for a screen and for a telephone. Colours of words, axes and ground
become those of the page's style sheet, and the ``style`` attributes, which the server's security
policy forbids, become attributes of their own. On top lies what the pointer finds: the exact
numbers of dots, breakpoints and intervals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.render.figures.figure import Figure
from sabot.render.figures.matplotlib_backend import AxesFrame, draw_with_frames
from sabot.render.figures.panels import Coordinate, IntervalPanel, Panel
from sabot.render.figures.solution import EnvelopeCurve, response_line
from sabot.render.figures.style import (
    AREA_COLOURS,
    CAPTION_COLOUR,
    REFERENCE_COLOUR,
    SHADE_COLOUR,
    TEXT_COLOUR,
    FigureStyle,
)
from sabot.web.html import Markup, join_markup, tag
from sabot.web.messages import DrawnFigure, EnvelopeAnswer, PageFigure
from sabot.web.strategy_components import ACTION_CLASSES

SCREEN_INCHES, PHONE_INCHES = 6.4, 2.9
"""Widths at which letters of 8 points are nearly as large as the words around the figure."""
_DIGITS = 4
_THEME_COLOURS = {
    "#ffffff": "var(--paper)",
    "#000000": "var(--ink)",
    TEXT_COLOUR: "var(--ink)",
    CAPTION_COLOUR: "var(--dim)",
    REFERENCE_COLOUR: "var(--dim)",
    SHADE_COLOUR: "var(--sunk)",
    # actions have the colours that they have in grids
    **dict(zip(AREA_COLOURS, (f"var(--{one})" for one in ACTION_CLASSES), strict=False)),
}
_STYLED_ELEMENT = re.compile(r'<(\w+)([^<>]*?) style="([^"]*)"')
_GROUP_ID = re.compile(r'<g id="[^"]*">')


Overlay = Callable[[Sequence[AxesFrame]], Iterable[Markup]]
"""What a page draws on top of a figure, by where its axes are."""


def draw_for_page(figure: Figure, inches: float = SCREEN_INCHES) -> PageFigure:
    """Return a figure for a screen and for a telephone."""
    return {"wide": _draw(figure, inches, ""), "narrow": _draw(figure, PHONE_INCHES, " narrow")}


def themed_svg(figure: Figure) -> str:
    """Return a figure for a screen, in colours that a style sheet sets."""
    return _draw(figure, SCREEN_INCHES, "")["svg"]


def _draw(figure: Figure, inches: float, kind: str) -> DrawnFigure:
    look = FigureStyle.of(width=inches, title=False)
    drawn, frames = draw_with_frames(replace(figure, look=look))
    box = re.search(r'viewBox="([^"]*)"', drawn)
    assert box is not None
    inside = drawn[drawn.index('<g id="figure_1">') : drawn.rindex("</svg>")]
    on_areas = any(not isinstance(panel, Panel) for panel in figure.panels)
    themed = _STYLED_ELEMENT.sub(partial(_theme_element, on_areas), _GROUP_ID.sub("<g>", inside))
    svg = tag(
        "svg",
        tag("title", figure.title),
        tag("desc", figure.note),
        Markup(themed.replace("xlink:href", "href")),
        *_exact_numbers(figure, frames),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box[1],
        stroke_linejoin="round",
        class_=f"plot figure{kind}",
        role="img",
    )
    return {"svg": svg, "frames": frames}


def _theme_element(on_areas: bool, element: re.Match[str]) -> str:
    """Return an element with its style as attributes, in the colours of the page's theme."""
    name, others, style = element.groups()
    pairs = [part.split(": ", 1) for part in style.split("; ")]
    colours = _THEME_COLOURS
    if name == "text" and on_areas:  # its ground is the area of an action
        colours = dict.fromkeys(("#ffffff", "#000000", TEXT_COLOUR), "var(--on-square)")
    words = [f'{key}="{colours.get(value, value)}"' for key, value in pairs if key != "font-family"]
    return " ".join((f"<{name}{others}", *words))


def _exact_numbers(figure: Figure, frames: Sequence[AxesFrame]) -> Iterator[Markup]:
    """Yield what the pointer finds: dots, breakpoints and intervals with their exact numbers."""
    for panel, frame in zip(figure.panels, frames, strict=True):
        if isinstance(panel, Panel):
            yield from _breakpoint_lines(panel, frame)
            for curve in panel.curves:
                if curve.kind == "dots":
                    dots = (_point_target(frame, curve.label, *point) for point in curve.points)
                    yield tag("g", *dots, data_series=curve.label)
        elif isinstance(panel, IntervalPanel):
            yield from _interval_targets(panel, frame)


def _breakpoint_lines(panel: Panel, frame: AxesFrame) -> Iterator[Markup]:
    for mark in panel.marks:
        if mark.label == "breakpoint" and mark.x is not None:
            said = tag("title", f"{panel.x} = {_exact_text(mark.x)}")
            yield upright_line(frame, mark.x, said, class_="target", data_x=_exact_text(mark.x))


def upright_line(
    frame: AxesFrame, x: Coordinate, *inside: Markup, **attributes: str | float
) -> Markup:
    """Return a line from the lower to the upper end of the axes."""
    place, _ = frame.place(x, frame.lowest_y)
    ends = {"x1": place, "x2": place, "y1": round(frame.bottom, 1), "y2": round(frame.top, 1)}
    return tag("line", *inside, **ends, **attributes)


def _point_target(frame: AxesFrame, said: str, x: Coordinate, y: Coordinate) -> Markup:
    """Return the place of a point under the pointer, with its exact numbers."""
    across, up = frame.place(x, y)
    exact = {"data_x": _exact_text(x), "data_y": _exact_text(y)}
    words = tag("title", f"{said}: {exact['data_x']}, {exact['data_y']}")
    return tag("circle", words, cx=across, cy=up, r=4, class_="target", **exact)


def _interval_targets(panel: IntervalPanel, frame: AxesFrame) -> Iterator[Markup]:
    for row, (label, steps) in enumerate(panel.lines):
        low = Fraction(0)
        for end, action in steps:
            if end == low:
                continue
            (left, top), (right, bottom) = (
                frame.place(low, row - 0.38),
                frame.place(end, row + 0.38),
            )
            ends = " to ".join(
                format_fraction(number) if panel.exact else format_decimal(number, _DIGITS)
                for number in (low, end)
            )
            yield tag(
                "rect",
                tag("title", f"{panel.title}, {label}: {action}: {ends}"),
                x=left,
                y=top,
                width=round(right - left, 1),
                height=round(bottom - top, 1),
                class_="target",
                data_action=action,
                data_to=format_fraction(end),
            )
            low = end


def _exact_text(number: Coordinate) -> str:
    return format_fraction(number) if isinstance(number, Fraction | int) else repr(number)


def figure_html(figure: PageFigure, overlay: Overlay | None = None) -> Markup:
    """Return a figure for a screen, with the same for a telephone in reserve."""
    wide, narrow = (_svg_html(figure[kind], overlay) for kind in ("wide", "narrow"))
    return tag("fit-figure", wide, tag("template", narrow))


def _svg_html(drawn: DrawnFigure, overlay: Overlay | None) -> Markup:
    """Return a drawing, with more on top of it."""
    if overlay is None:
        return Markup(drawn["svg"])
    more = join_markup(*overlay([AxesFrame(*frame) for frame in drawn["frames"]]))
    return Markup(drawn["svg"].replace("</svg>", f"{more}</svg>"))


def envelope_of_page(answer: EnvelopeAnswer, *, labelled: bool = True) -> Figure:
    """Return the figure of V(p) from what its page knows; without a label the page has its own."""
    low, high = map(as_rational, answer["peak"])
    curve = EnvelopeCurve(
        answer["game"],
        answer["first"],
        answer["seat"],
        answer["view"],
        answer["action"],
        answer["secures"],
        tuple((as_rational(one["p"]), as_rational(one["v"])) for one in answer["points"]),
        (low, high),
        as_rational(answer["value"]),
    )
    return curve.figure(
        [
            response_line(action, as_rational(first), as_rational(last))
            for action, first, last in answer["responses"]
        ],
        labelled=labelled,
    )
