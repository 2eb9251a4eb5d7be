"""Figures drawn with matplotlib: SVG, PDF and PNG, the same bytes for the same figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import cycle, pairwise
from textwrap import fill
from typing import Any
from warnings import catch_warnings, simplefilter

from sabot.errors import NoMethodError
from sabot.render.figures.figure import Bars, Board, Curve, Figure, Flow, Mark, Panel, Strips
from sabot.render.figures.flow import flow, height
from sabot.render.words import safe

# Okabe and Ito's colours, which people with any kind of colour vision tell apart
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_PALE = {"#0072b2": "#cfe3f1", "#d55e00": "#f8dcc8", "#009e73": "#cceee3", "#e69f00": "#fbeccb"}
_FAINT, _INK = "#8a8a8a", "#222222"
_WIDTH, _HEIGHT, _LOW = 6.4, 3.8, 2.6
_FEW = 2
"""Panels of full height; more of them are lower, to be seen together."""
_MOST_NAMED = 8
_MOST_LETTERS = 75
"""Letters that names under an axis have room for, side by side."""
_MOST_UPRIGHT = 24
"""Names under an axis that are turned where they have no room side by side, and all kept."""
_MOST_INSIDE = 3
"""Level lines whose names stand inside; those of more stand to the right."""
_DASHES = ("-", (0, (5, 2)), (0, (2, 1.5)), (0, (7, 2, 1, 2)))
"""Curves that lie on one another are both seen."""
_STYLE = {
    "font.size": 9,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.edgecolor": _INK,
    "axes.formatter.useoffset": False,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "svg.fonttype": "none",  # text stays text: small files that can be searched and edited
    "svg.hashsalt": "sabot",
    "pdf.fonttype": 42,
    "savefig.dpi": 160,
    "text.parse_math": False,  # a dollar in a player's word is a dollar
}


_LARGEST = 10**300
"""What is drawn, with room for margins: floats end at about 10^308."""


def drawn(figure: Figure, form: str) -> bytes:
    """Return a figure as the bytes of an SVG, PDF or PNG file."""
    with _canvas() as new:
        heights = [_height(panel, len(figure.panels)) for panel in figure.panels]
        picture = new((_WIDTH, sum(heights) + 0.9))
        axes = picture.subplots(
            len(heights), 1, squeeze=False, gridspec_kw={"height_ratios": heights}
        )
        picture.suptitle(fill(safe(figure.title), 84), fontsize=10, fontweight="bold")
        for axis, panel in zip(axes[:, 0], figure.panels, strict=True):
            if isinstance(panel, Bars):
                _bars(axis, panel)
            elif isinstance(panel, Strips):
                _strips(axis, panel)
            elif isinstance(panel, Board):
                _board(axis, panel)
            elif isinstance(panel, Flow):
                flow(axis, panel)
            else:
                _panel(axis, panel)
        if figure.note:
            picture.supxlabel(fill(safe(figure.note), 100), fontsize=8, color=_FAINT)
        sheet = BytesIO()
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
        picture.savefig(sheet, format=form, metadata=dates)
    return sheet.getvalue()


@contextmanager
def _canvas() -> Iterator[Any]:
    """Yield the maker of an empty picture, in our style, whatever the user's own settings are."""
    try:
        import matplotlib
        from matplotlib.figure import Figure as Picture
    except ImportError:
        raise NoMethodError(
            "drawing needs matplotlib\n  pip install 'sabot[plot]'; "
            "the numbers can be had without it: -o FILE.csv"
        ) from None
    matplotlib.use("agg")
    with matplotlib.rc_context(), catch_warnings():
        simplefilter("ignore")  # a letter that the font lacks is drawn as a box
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield lambda size: Picture(figsize=size, layout="constrained")


def _height(panel: Panel | Bars | Strips | Board | Flow, count: int) -> float:
    if isinstance(panel, Bars | Strips):
        return 0.75 + 0.24 * len(panel.lines)
    if isinstance(panel, Board):
        return 0.9 + 0.22 * len(panel.rows)
    if isinstance(panel, Flow):
        return height(panel)
    return _HEIGHT if count <= _FEW else _LOW


# ---------------------------------------------------------------------- two axes


def _demand_drawable(panel: Panel) -> None:
    """Refuse numbers that no float, or no axis with margins, can hold."""
    spots: list[tuple[Any, Any]] = [spot for curve in panel.curves for spot in curve.points]
    spots += [(mark.x, mark.y) for mark in panel.marks]
    if any(n is not None and abs(n) > _LARGEST for spot in spots for n in spot):
        raise NoMethodError(
            "numbers beyond 10^300 cannot be drawn\n  they can be had exactly: -o FILE.csv"
        )


def _panel(axis: Any, panel: Panel) -> None:
    _demand_drawable(panel)
    axis.set_xlabel(safe(panel.x))
    axis.set_ylabel(safe(panel.y))
    if panel.title:
        axis.set_title(safe(panel.title), loc="left")
    colours: dict[str, str] = {}
    named = {curve.label for curve in panel.curves if not curve.faint}
    alone = sum(curve.faint and curve.label not in named for curve in panel.curves)
    for curve in panel.curves:
        new = curve.label not in colours
        if curve.faint and curve.label not in named:
            own = COLOURS[1 + len(colours)] if 2 <= alone < len(COLOURS) - 1 else _FAINT
            _line(axis, curve, own, name=new and alone <= _MOST_NAMED)
            colours[curve.label] = own
            continue
        if new:
            colours[curve.label] = COLOURS[len(named & colours.keys()) % len(COLOURS)]
        place = list(colours).index(curve.label) if panel.chances else 0
        _line(axis, curve, colours[curve.label], name=new, dash=_DASHES[place % len(_DASHES)])
    _ticks(axis, panel)
    if panel.chances:
        axis.set_ylim(-0.03, 1.03)
    axis.margins(x=0.02, y=0.08)
    ends = [float(curve.points[-1][1]) for curve in panel.curves if curve.points]
    outside = sum(mark.x is None for mark in panel.marks) > _MOST_INSIDE
    for mark in panel.marks:
        if outside and mark.x is None and mark.y is not None:
            _level(axis, float(mark.y), mark.label)
        else:
            _mark(axis, mark, below=bool(ends) and mark.y is not None and ends[0] > mark.y)
    handles, labels = axis.get_legend_handles_labels()
    if len(labels) > 3 or (labels and panel.chances):
        axis.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    elif len(labels) > 1:
        axis.legend(handles, labels, loc="best")


def _ticks(axis: Any, panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    if panel.ticks:
        fit = max(1, _MOST_LETTERS // (2 + max(map(len, panel.ticks))))
        step = -(-len(panel.ticks) // (fit if len(panel.ticks) > _MOST_UPRIGHT else _MOST_UPRIGHT))
        spots = range(1, len(panel.ticks) + 1, step)
        turned = {"rotation": 60, "ha": "right", "rotation_mode": "anchor"}
        upright = len(panel.ticks) > step * fit
        names = [safe(panel.ticks[at - 1]) for at in spots]
        axis.set_xticks(list(spots), names, **(turned if upright else {}))
        if all(y == int(y) for curve in panel.curves for _, y in curve.points):
            axis.yaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))  # no half tricks
        return
    across = [x for curve in panel.curves for x, _ in curve.points]
    whole = all(x == int(x) for x in across) and max(across) - min(across) > 2
    axis.xaxis.set_major_locator(MaxNLocator(nbins=8 if whole else 6, integer=whole))


def _line(
    axis: Any, curve: Curve, colour: str, *, name: bool, dash: str | tuple[int, Any] = "-"
) -> None:
    if not curve.points:
        return
    x, y = ([float(number) for number in column] for column in zip(*curve.points, strict=True))
    label = safe(curve.label) if name else None
    if curve.kind == "bars":
        gaps = [b - a for a, b in pairwise(x)]
        axis.bar(x, y, width=0.8 * min(gaps, default=1.0), color=colour, alpha=0.75, label=label)
    elif curve.kind == "dots" and curve.errors:
        axis.errorbar(x, y, curve.errors, fmt="o", ms=3, color=colour, capsize=2, label=label)
    elif curve.kind == "dots":
        axis.plot(x, y, "o", ms=3.5, color=colour, label=label)
    elif curve.kind == "steps":
        axis.step(x, y, where="post", color=colour, lw=1.1, label=label)
    else:
        width = 0.9 if curve.faint else 1.8
        style = "--" if curve.faint else dash
        axis.plot(x, y, ls=style, color=colour, lw=width, label=label)


def _level(axis: Any, height_of: float, name: str) -> None:
    """Draw a level line with its name to the right of the axes."""
    axis.axhline(height_of, color=_FAINT, lw=0.6, ls="--", zorder=0)
    axis.annotate(
        safe(name),
        (1.01, height_of),
        xycoords=("axes fraction", "data"),
        va="center",
        fontsize=7,
        color=_INK,
    )


def _mark(axis: Any, mark: Mark, *, below: bool) -> None:
    """Draw a mark; *below* says on which side of a level line its name stays clear of the curve."""
    if mark.y is None and mark.x is not None:
        axis.axvline(float(mark.x), color=_FAINT, lw=0.7, ls=":", zorder=0)
        if mark.label not in ("", "breakpoint"):
            axis.annotate(
                safe(mark.label),
                (float(mark.x), 0.02),
                xycoords=("data", "axes fraction"),
                xytext=(4, 0),
                textcoords="offset points",
                fontsize=8,
                color=_INK,
            )
    elif mark.x is None and mark.y is not None:
        axis.axhline(float(mark.y), color=_FAINT, lw=0.8, ls="--", zorder=0)
        low, high = axis.get_ylim()
        if below and mark.label:  # room for the name between the line and the axis
            axis.set_ylim(min(low, float(mark.y) - 0.1 * (high - low)), high)
        if mark.label:
            axis.annotate(
                safe(mark.label),
                (0.99, float(mark.y)),
                xycoords=("axes fraction", "data"),
                xytext=(0, -3 if below else 3),
                va="top" if below else "bottom",
                textcoords="offset points",
                ha="right",
                fontsize=8,
                color=_INK,
            )
    elif mark.x is not None and mark.y is not None:
        x, y = float(mark.x), float(mark.y)
        axis.plot([x], [y], "o", ms=6, mfc="white", mec=_INK, mew=1.4, zorder=5)
        bottom, top = axis.get_ylim()
        free = 0.93 if (y - bottom) < 0.5 * (top - bottom) else 0.06  # away from the curve
        if mark.label:
            axis.annotate(
                safe(mark.label),
                (x, y),
                xytext=(0.42, free),
                textcoords="axes fraction",
                ha="center",
                va="center",
                color=_INK,
                arrowprops={"arrowstyle": "-", "color": _FAINT, "lw": 0.7, "shrinkB": 5},
            )


# ---------------------------------------------------------------------- strategies


def _actions(actions: tuple[str, ...]) -> Mapping[str, str]:
    return dict(zip(actions, cycle(COLOURS), strict=False))


def _bars(axis: Any, panel: Bars) -> None:
    colours = _actions(panel.actions)
    axis.set_title(safe(panel.title), loc="left")
    lines = panel.lines
    for action in panel.actions:
        widths = [float(mix.get(action, 0)) for _, mix in lines]
        before = panel.actions[: panel.actions.index(action)]
        starts = [sum(float(mix.get(other, 0)) for other in before) for _, mix in lines]
        if any(widths):
            axis.barh(
                range(len(lines)),
                widths,
                left=starts,
                color=colours[action],
                height=0.72,
                label=safe(action),
            )
    axis.set_yticks(range(len(lines)), [safe(label) for label, _ in lines])
    axis.set_xlim(0, 1)
    axis.set_ylim(max(len(lines), 1.2) - 0.5, -0.5)
    axis.set_xlabel("chance")
    if len(panel.actions) > 1:
        axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _strips(axis: Any, panel: Strips) -> None:
    colours = _actions(panel.actions)
    axis.set_title(safe(panel.title), loc="left")
    named = set()
    for place, (_, steps) in enumerate(panel.lines):
        low = 0.0
        for end, action in steps:
            label = None if action in named else safe(action)
            named.add(action)
            high = float(end)
            axis.barh(place, high - low, left=low, color=colours[action], height=0.72, label=label)
            low = high
    axis.set_yticks(range(len(panel.lines)), [safe(label) for label, _ in panel.lines])
    axis.set_xlim(0, 1)
    axis.set_ylim(max(len(panel.lines), 1.2) - 0.5, -0.5)
    axis.set_xlabel("hand")
    shown = dict(zip(*reversed(axis.get_legend_handles_labels()), strict=True))
    names = [safe(action) for action in panel.actions if safe(action) in shown]
    handles = [shown[name] for name in names]
    axis.legend(handles, names, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _corners(left: float, bottom: float, right: float, top: float) -> list[tuple[float, float]]:
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def _board(axis: Any, panel: Board) -> None:
    from matplotlib.collections import PolyCollection

    axis.set_title(safe(panel.title), loc="left")
    pale = [_PALE.get(colour, "#eeeeee") for colour in COLOURS]
    colours = dict(zip(panel.legend, pale, strict=False))
    boxes: dict[str, list[Any]] = {}
    for row, letters in enumerate(panel.letters):
        for column, letter in enumerate(letters):
            if letter:
                corners = _corners(column - 0.48, row - 0.46, column + 0.48, row + 0.46)
                boxes.setdefault(colours.get(letter, "#eeeeee"), []).append(corners)
                mark = axis.text(column, row, letter, ha="center", va="center", fontsize=8)
                mark.set_in_layout(False)  # inside its box; measuring hundreds takes seconds
    for colour, cells in boxes.items():
        axis.add_collection(PolyCollection(cells, facecolors=colour, edgecolors="none"))
    axis.set_xlim(-0.6, len(panel.columns) - 0.4)
    axis.set_ylim(len(panel.rows) - 0.4, -0.6)
    axis.set_xticks(range(len(panel.columns)), [safe(name) for name in panel.columns])
    axis.set_yticks(range(len(panel.rows)), [safe(name) for name in panel.rows])
    axis.xaxis.tick_top()
    axis.tick_params(length=0)
    for side in axis.spines.values():
        side.set_visible(False)
    key = ", ".join(f"{letter} {action}" for letter, action in panel.legend.items())
    if len(panel.sees) == 2:
        key += f"\nrows: {panel.sees[0]}; columns: {panel.sees[1]}"
    axis.set_xlabel("\n".join(map(safe, key.split("\n"))))
