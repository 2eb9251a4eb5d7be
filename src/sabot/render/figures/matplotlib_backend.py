"""Draw figures with matplotlib: SVG, PDF and PNG, the same bytes for the same figure.

Axes have ticks where something changes (breakpoints, named points), then round numbers where there
is room. Labels of points are placed last, clear of the curves and of one another: some directions
and distances are tried, and the place that hides the least is taken. A flow diagram runs from left
to right. matplotlib is imported inside the functions, for it is an optional dependency.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from textwrap import fill
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol
from warnings import catch_warnings, simplefilter

from sabot.errors import NoMethodError, NumberError
from sabot.exact import format_fraction
from sabot.render.figures import matplotlib_tables
from sabot.render.figures.panels import (
    AnyPanel,
    BarPanel,
    Coordinate,
    Curve,
    FlowDiagram,
    FlowStep,
    GridPanel,
    IntervalPanel,
    Mark,
    Panel,
    RangePanel,
    TextPanel,
)
from sabot.render.figures.style import (
    CAPTION_COLOUR,
    CURVE_COLOURS,
    CURVE_DASHES,
    CURVE_MARKERS,
    REFERENCE_COLOUR,
    SHADE_COLOUR,
    TEXT_COLOUR,
    FigureStyle,
)
from sabot.render.text import count_noun, printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture
    from matplotlib.text import Annotation
    from matplotlib.transforms import Bbox

    NewPicture = Callable[[tuple[float, float]], Picture]

_FEW_PANELS = 2
"""Panels of full height; more of them are lower, to be seen together."""
_HEIGHT_RATIO, _LOW_HEIGHT_RATIO, _MIN_HEIGHT = 0.56, 0.36, 1.7
"""How tall two axes are beside the width, and the least in inches."""
_MAX_HEIGHT = 4.2
_FONT_FAMILIES = b"'DejaVu Sans', Verdana, sans-serif"
"""Of an SVG, whose reader may lack the first: the others are about as wide."""
_RC_PARAMS = {
    "font.size": 9,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.labelsize": 9,
    "axes.edgecolor": TEXT_COLOUR,
    "axes.labelcolor": TEXT_COLOUR,
    "axes.unicode_minus": True,
    "axes.formatter.useoffset": False,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "legend.handlelength": 2.6,  # a dash differs from a dot only where there is room for two
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: small files that can be searched and edited
    "svg.hashsalt": "sabot",
    "pdf.fonttype": 42,
    "text.parse_math": False,  # a dollar in a player's word is a dollar
}

_DRAWING = Lock()
"""matplotlib's settings and the filters of warnings are those of the whole process."""


class DrawableFigure(Protocol):
    """What is drawn: a title, panels and a line below them, in some style."""

    @property
    def title(self) -> str:
        """The title."""

    @property
    def panels(self) -> Sequence[AnyPanel]:
        """The panels, from top to bottom."""

    @property
    def note(self) -> str:
        """The line below."""

    @property
    def look(self) -> FigureStyle:
        """How it is drawn."""


def draw_figure(figure: DrawableFigure, form: str) -> bytes:
    """Return a figure as the bytes of an SVG, PDF or PNG file."""
    with _matplotlib_canvas() as new:
        return _save(_compose(figure, new), form, figure.look.dpi)


def _compose(figure: DrawableFigure, new: NewPicture) -> Picture:
    """Return the picture of a figure: its title, its panels and the line below them."""
    look = figure.look
    wide = max([float(look.width), *map(_grown_width, figure.panels)])
    heights = [_panel_height(panel, len(figure.panels), look) for panel in figure.panels]
    title = fill(printable(figure.title), int(11 * wide)) if look.title else ""
    note = fill(printable(figure.note), int(15 * wide)) if look.title else ""
    around = 0.2 + 0.2 * _line_count(title) + 0.16 * _line_count(note)
    picture = new((wide, sum(heights) + around))
    drawings = picture.subplots(
        len(heights), 1, squeeze=False, gridspec_kw={"height_ratios": heights}
    )
    if title:
        picture.suptitle(title, fontsize=10, fontweight="bold", color=TEXT_COLOUR)
    if note:
        picture.supxlabel(note, fontsize=8, color=CAPTION_COLOUR)
    labels: list[PointLabel] = []
    side = matplotlib_tables.row_label_width(figure.panels, look)
    for axis, panel in zip(drawings[:, 0], figure.panels, strict=True):
        labels += _draw_panel(axis, panel, look, side)
    if labels:
        place_labels(picture, labels)
    return picture


def _save(picture: Picture, form: str, dpi: int, *, transparent: bool = False) -> bytes:
    sheet = BytesIO()
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
    picture.savefig(sheet, format=form, metadata=dates, dpi=dpi, transparent=transparent)
    found = sheet.getvalue()
    if form != "svg":
        return found
    found = found.replace(b"'DejaVu Sans'", _FONT_FAMILIES)
    return found.replace(b"'DejaVu Sans Mono'", b"'DejaVu Sans Mono', monospace")


class AxesFrame(NamedTuple):
    """Where the axes of a panel are in an SVG, and the numbers at their ends.

    >>> AxesFrame(10, 110, 50, 0, 0, 1, -1, 1).place(0.5, 0)
    (60.0, 25.0)
    """

    left: float
    right: float
    bottom: float
    top: float
    first_x: float
    last_x: float
    lowest_y: float
    highest_y: float

    def place(self, x: Coordinate, y: Coordinate) -> tuple[float, float]:
        """Return the place of a point in the SVG, to a tenth of a unit."""
        across = (float(x) - self.first_x) / (self.last_x - self.first_x)
        up = (float(y) - self.lowest_y) / (self.highest_y - self.lowest_y)
        return (
            round(self.left + across * (self.right - self.left), 1),
            round(self.bottom + up * (self.top - self.bottom), 1),
        )


def draw_with_frames(figure: DrawableFigure) -> tuple[str, list[AxesFrame]]:
    """Return a figure as an SVG without a ground, and where the axes of its panels are in it."""
    # words beside the axes are black, to differ from those on coloured areas
    with _matplotlib_canvas({"axes.labelcolor": "black"}) as new:
        picture = _compose(figure, new)
        drawn = _save(picture, "svg", figure.look.dpi, transparent=True).decode()
        wide, high = (72 * inches for inches in picture.get_size_inches())
        frames = []
        for axis in picture.axes:
            box = axis.get_position()
            ends = box.x0 * wide, box.x1 * wide, (1 - box.y0) * high, (1 - box.y1) * high
            frames.append(AxesFrame(*map(float, (*ends, *axis.get_xlim(), *axis.get_ylim()))))
        return drawn, frames


def _draw_panel(axis: Axes, panel: AnyPanel, look: FigureStyle, side: float) -> list[PointLabel]:
    """Draw one panel; return the labels that find their place when all else has its own."""
    if isinstance(panel, Panel):
        return draw_axes(axis, panel, look)
    if isinstance(panel, BarPanel):
        matplotlib_tables.draw_bars(axis, panel, look)
    elif isinstance(panel, IntervalPanel):
        matplotlib_tables.draw_intervals(axis, panel, look)
    elif isinstance(panel, GridPanel):
        matplotlib_tables.draw_grid(axis, panel, look)
    elif isinstance(panel, RangePanel):
        matplotlib_tables.draw_ranges(axis, panel, look, side)
    elif isinstance(panel, TextPanel):
        matplotlib_tables.draw_text(axis, panel)
    else:
        draw_flow(axis, panel, look)
    return []


def _line_count(text: str) -> int:
    return len(text.splitlines())


@contextmanager
def _matplotlib_canvas(more: Mapping[str, str] | None = None) -> Iterator[NewPicture]:
    """Yield the maker of an empty picture, in our style, whatever the user's own settings are."""
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Picture
    except ImportError:
        raise NoMethodError(
            "drawing needs matplotlib\n  pip install 'sabot-games[plot]'; "
            "the numbers can be had without it: -o FILE.csv"
        ) from None

    def new(size: tuple[float, float]) -> Picture:
        picture = Picture(figsize=size, layout="constrained")
        FigureCanvasAgg(picture)  # letters are measured before they are drawn
        return picture

    matplotlib.use("agg")
    with _DRAWING, matplotlib.rc_context(), catch_warnings():
        simplefilter("ignore")  # a letter that the font lacks is drawn as a box
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**_RC_PARAMS, **(more or {})})
        yield new


def _panel_height(panel: AnyPanel, count: int, look: FigureStyle) -> float:
    if isinstance(panel, Panel):
        share = _HEIGHT_RATIO if count <= _FEW_PANELS else _LOW_HEIGHT_RATIO
        tall = min(max(share * float(look.width), _MIN_HEIGHT), _MAX_HEIGHT)
        return tall + legend_height(panel, look)
    if isinstance(panel, FlowDiagram):
        return flow_height(panel)
    return matplotlib_tables.table_height(panel, look)


_MAX_NAMED_CURVES = 8
_CHARS_PER_INCH = 12
"""Letters to an inch that names under an axis have room for, side by side."""
_MAX_ROTATED_TICKS = 24
"""Names under an axis that are turned where they have no room side by side, and all kept."""
_MAX_INSIDE_LABELS = 3
"""Level lines whose names are inside the axes; with more lines they are to the right."""
_MAX_DRAWABLE = 10**300
"""What is drawn, with room for margins: floats end at about 10^308."""
_MAX_TICK_CHARS = 7
"""Letters of a fraction under a tick; a longer one is a decimal."""
_LEGEND_LINE_HEIGHT = 0.17
"""Inches that a line of a legend takes."""
_LEGEND_CHARS, _LEGEND_CHARS_PER_INCH = 46, 13.6
"""Letters of a legend above the axes of one column: at most, and those that have room."""


def draw_axes(axis: Axes, panel: Panel, look: FigureStyle) -> list[PointLabel]:
    """Draw a panel; return the labels of points, not yet placed."""
    _require_drawable(panel)
    axis.set_xlabel(look.wrap_label(printable(panel.x)))
    axis.set_ylabel(fill(printable(panel.y), 16 if look.tiny else 22 if look.narrow else 42))
    if panel.title:
        axis.set_title(printable(panel.title), loc="left")
    if panel.doubling:
        axis.set_xscale("log", base=2)
    if panel.powers:
        axis.set_yscale("log")
        axis.yaxis.set_major_formatter(lambda y, _: f"{y:g}")
    _draw_curves(axis, panel)
    if panel.chances:
        axis.set_ylim(-0.03, 1.03)
    axis.margins(x=0.02, y=0.08)
    labels = _draw_marks(axis, panel)
    if look.narrow:
        labels = [replace(label, text=_label_in_lines(label.text)) for label in labels]
    _shade_regions(axis, panel)
    _set_ticks(axis, panel, look)
    _set_dot_heights(axis, panel)
    if panel.chances and panel.shares:
        axis.yaxis.set_major_formatter(lambda y, _: f"{100 * y:.3g} %")
    _draw_legend(axis, panel, look)
    return labels


def _label_in_lines(text: str) -> str:
    r"""Return the name of a point in lines; a pair of numbers keeps its comma.

    >>> _label_in_lines("(2/3, 2/3)"), _label_in_lines("p = 1, V = 2")
    ('(2/3,\n2/3)', 'p = 1\nV = 2')
    """
    return text.replace(", ", ",\n" if text.startswith("(") else "\n")


def legend_height(panel: Panel, look: FigureStyle) -> float:
    """Return the inches that a legend above the axes takes."""
    names = {curve.label for curve in panel.curves}
    if not look.narrow or len(names) < 2:
        return 0.0
    return _LEGEND_LINE_HEIGHT * legend_line_count(names, look)


def _legend_columns(names: Collection[str], look: FigureStyle) -> int:
    """Return how many names fit side by side above the axes of one column."""
    letters = min(_LEGEND_CHARS, int(_LEGEND_CHARS_PER_INCH * look.width))
    return max(1, min(3, letters // (8 + max(map(len, names)))))


def legend_line_count(names: Collection[str], look: FigureStyle) -> int:
    """Return the lines of a legend above the axes of one column.

    >>> legend_line_count(["a", "b"], FigureStyle())
    1
    >>> long = ["second after first bet: fold | call"] * 2
    >>> [legend_line_count(long, look) for look in (FigureStyle(), FigureStyle.of(width=2.9))]
    [2, 4]
    """
    columns = _legend_columns(names, look)
    if columns > 1:
        return -(-len(names) // columns)
    return sum(_line_count(look.wrap_label(name)) for name in names)


def _require_drawable(panel: Panel) -> None:
    """Refuse numbers that no float, or no axis with margins, can hold."""
    spots: list[Coordinate | None] = []
    spots += [number for curve in panel.curves for spot in curve.points for number in spot]
    spots += [number for mark in panel.marks for number in (mark.x, mark.y)]
    if any(n is not None and not -_MAX_DRAWABLE <= n <= _MAX_DRAWABLE for n in spots):
        raise NoMethodError(
            "numbers beyond 10^300 cannot be drawn\n  they can be had exactly: -o FILE.csv"
        )


# ---------------------------------------------------------------------- curves


def _draw_curves(axis: Axes, panel: Panel) -> None:
    named = list(dict.fromkeys(c.label for c in panel.curves if not c.faint))
    lone = list(dict.fromkeys(c.label for c in panel.curves if c.label not in named))
    shown: set[str] = set()
    # of a line and the dots upon it the dots have the name: they have the mark
    for curve in panel.curves:
        new = curve.label not in shown and not (curve.faint and curve.label in named)
        if new:
            shown.add(curve.label)
        if curve.label in named:
            _draw_curve(axis, curve, named.index(curve.label), len(named), name=new)
            continue
        few = 2 <= len(lone) < len(CURVE_COLOURS) - 1
        place = 1 + lone.index(curve.label) if few else None
        _draw_curve(axis, curve, place, len(lone), name=new and len(lone) <= _MAX_NAMED_CURVES)


def _draw_curve(axis: Axes, curve: Curve, place: int | None, count: int, *, name: bool) -> None:
    """Draw a curve, the *place*-th of *count*: its colour, its dash and its mark go by it."""
    if not curve.points:
        return
    x, y = ([float(number) for number in column] for column in zip(*curve.points, strict=True))
    label = printable(curve.label) if name else None
    at = place or 0
    colour = REFERENCE_COLOUR if place is None else CURVE_COLOURS[at % len(CURVE_COLOURS)]
    dash = CURVE_DASHES[at % len(CURVE_DASHES)] if place is not None else "--"
    dot = "x" if curve.faint else CURVE_MARKERS[at % len(CURVE_MARKERS)]
    # of curves on one another the first is the widest and solid: it is seen between the dashes
    width = max(2.6 - 0.35 * at, 1.2) if count > 1 else 1.8
    if curve.kind == "bars":
        gaps = [b - a for a, b in pairwise(x)]
        axis.bar(
            x,
            y,
            0.8 * min(gaps, default=1.0),
            color=colour,
            alpha=0.75,
            label=label,
            edgecolor=TEXT_COLOUR,
            linewidth=0.4,
            hatch=("", "///", "...")[at % 3],
        )
    elif curve.kind == "dots" and curve.errors:
        axis.errorbar(x, y, curve.errors, fmt=dot, ms=4, color=colour, capsize=2, label=label)
    elif curve.kind == "dots":
        face = colour if at % 2 == 0 else "white"
        axis.plot(x, y, dot, ms=4.5, mfc=face, mec=colour, mew=1.1, color=colour, label=label)
    elif curve.kind == "area":  # below the lines; one without breadth has a broad border
        under = {"color": colour, "alpha": 0.4, "zorder": 1.5}
        broad = 0 if _has_breadth(curve) else 9
        axis.fill(x, y, label=label, lw=broad, joinstyle="round", **under)
    elif curve.kind == "steps":
        axis.step(x, y, where="post", color=colour, lw=1.2, ls=dash, label=label)
    elif curve.faint:
        axis.plot(x, y, ls=dash if place is None else "-", color=colour, lw=0.8, label=label)
    else:
        axis.plot(x, y, ls=dash, color=colour, lw=width, label=label)


def _has_breadth(area: Curve) -> bool:
    """Return whether an area is more than a line.

    >>> _has_breadth(Curve("", ((0, 0), (1, 0), (0, 1), (0, 0)), "area"))
    True
    >>> _has_breadth(Curve("", ((0, 0), (1, 2), (0, 0)), "area"))
    False
    """
    return sum(a * d - b * c for (a, b), (c, d) in pairwise(area.points)) != 0


def _draw_legend(axis: Axes, panel: Panel, look: FigureStyle) -> None:
    handles, labels = axis.get_legend_handles_labels()
    best = dict(zip(labels, handles, strict=True))
    if len(best) < 2 and not (best and panel.chances):
        return
    if look.narrow:
        spot = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.2}
        columns, names = _legend_columns(best, look), map(look.wrap_label, best)
        key = axis.legend(list(best.values()), list(names), ncols=columns, **spot)
        if panel.title:
            above = 12 * legend_line_count(best, look)
            axis.set_title(printable(panel.title), loc="left", pad=6 + above)
    elif len(best) > 3 or panel.chances:
        outside = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)}
        key = axis.legend(list(best.values()), list(best), **outside)
    else:
        key = axis.legend(list(best.values()), list(best), loc="best")
    for area in key.get_patches():
        area.set_linewidth(0)


# ---------------------------------------------------------------------- ticks


def _has_integer_abscissas(panel: Panel) -> bool:
    across = [x for curve in panel.curves for x, _ in curve.points]
    return bool(across) and all(x == int(x) for x in across)


def _change_points(panel: Panel) -> list[Coordinate]:
    """Return where something changes: the breakpoints, and the points that have a name."""
    whole = _has_integer_abscissas(panel)
    found: list[Coordinate] = [min(x for c in panel.curves for x, _ in c.points)] if whole else []
    for mark in panel.marks:
        if mark.x is None:
            continue
        cut = mark.label == "breakpoint"
        if cut and whole and 2 * mark.x == int(2 * mark.x) and mark.x != int(mark.x):
            found.append(ceil(mark.x) + 0.0)  # the first whole number of the next piece
        elif cut or mark.y is not None:
            found.append(mark.x)
    return list(dict.fromkeys(found))


def tick_label(number: Coordinate) -> str:
    """Return the label of a tick: a fraction where it is short.

    >>> from fractions import Fraction
    >>> tick_label(Fraction(9, 11)), tick_label(Fraction(477191, 592524)), tick_label(3.0)
    ('9/11', '0.8054', '3')
    """
    if not isinstance(number, float) and len(format_fraction(number)) <= _MAX_TICK_CHARS:
        return format_fraction(number).replace("-", "−")
    return f"{float(number):.4g}".replace("-", "−")


def _set_ticks(axis: Axes, panel: Panel, look: FigureStyle) -> None:
    from matplotlib.ticker import MaxNLocator

    if panel.ticks:
        _set_named_ticks(axis, panel, look)
        return
    whole = _has_integer_abscissas(panel)
    low, high = axis.get_xlim()
    if panel.doubling:
        spots = [2**k for k in range(ceil(high).bit_length()) if low <= 2**k <= high]
        axis.set_xticks(spots, [f"{spot}" for spot in spots])
        axis.minorticks_off()
        return
    spare = whole and high - low > 2
    locator = MaxNLocator(nbins=8 if whole else 6, integer=spare, steps=[1, 2, 2.5, 5, 10])
    round_ones = [float(spot) for spot in locator.tick_values(low, high) if low <= spot <= high]
    letter = (high - low) / (_CHARS_PER_INCH * 0.75 * float(look.width))
    kept = _ticks_with_room(_change_points(panel), round_ones, letter)
    axis.set_xticks([spot for spot, _ in kept], [name for _, name in kept])
    axis.set_xticks(
        [float(x) for x in _change_points(panel) if low <= x <= high]
        + [float(x) for c in panel.curves if c.label == "corners" for x, _ in c.points],
        minor=True,
    )


def _set_dot_heights(axis: Axes, panel: Panel) -> None:
    """Name the heights of named dots at the left axis, as their places are named at the lower."""
    heights = [mark.y for mark in panel.marks if mark.is_dot and mark.y is not None]
    if not heights:
        return
    low, high = axis.get_ylim()
    round_ones = [float(spot) for spot in axis.get_yticks() if low <= spot <= high]
    # names lie over one another: each takes a line, whatever its letters
    clear = (high - low) * _TICK_LINE_SHARE
    kept: list[tuple[float, str]] = []
    for number in (*dict.fromkeys(heights), *round_ones):
        if all(abs(float(number) - at) >= clear for at, _ in kept):
            kept.append((float(number), tick_label(number)))
    axis.set_yticks([at for at, _ in kept], [name for _, name in kept])


_TICK_LINE_SHARE = 0.07
"""Of the height of the axes what the name of a tick takes."""


def _ticks_with_room(
    changes: Sequence[Coordinate], round_ones: Sequence[float], letter: float
) -> list[tuple[float, str]]:
    """Return the ticks that have room for their names: where something changes, then the others.

    >>> _ticks_with_room([1.5], [0.0, 1.0, 2.0, 3.0], 0.2)
    [(0.0, '0'), (1.5, '1.5'), (3.0, '3')]
    """
    found: list[tuple[float, str]] = []
    for number in (*changes, *round_ones):
        spot, name = float(number), tick_label(number)
        room = [(len(name) + len(other)) / 2 + 1.5 for _, other in found]
        clear = all(
            abs(spot - at) >= need * letter for (at, _), need in zip(found, room, strict=True)
        )
        if clear:
            found.append((spot, name))
    return sorted(found)


def _set_named_ticks(axis: Axes, panel: Panel, look: FigureStyle) -> None:
    from matplotlib.ticker import MaxNLocator

    letters = int(_CHARS_PER_INCH * float(look.width))
    fit = max(1, letters // (2 + max(map(len, panel.ticks))))
    step = -(
        -len(panel.ticks) // (fit if len(panel.ticks) > _MAX_ROTATED_TICKS else _MAX_ROTATED_TICKS)
    )
    spots = range(1, len(panel.ticks) + 1, step)
    axis.set_xticks(list(spots), [printable(panel.ticks[at - 1]) for at in spots])
    if len(panel.ticks) > step * fit:
        for name in axis.get_xticklabels():
            name.set(rotation=60, ha="right", rotation_mode="anchor")
    if all(y == int(y) for curve in panel.curves for _, y in curve.points):
        axis.yaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))  # no half tricks


# ---------------------------------------------------------------------- marks


def _shade_regions(axis: Axes, panel: Panel) -> None:
    """Shade every other piece between breakpoints."""
    cuts = [float(m.x) for m in panel.marks if m.label == "breakpoint" and m.x is not None]
    low, high = axis.get_xlim()
    inside = [low, *(cut for cut in cuts if low < cut < high), high]
    for left, right in list(pairwise(inside))[1::2]:
        axis.axvspan(left, right, color=SHADE_COLOUR, lw=0, zorder=-2)
    axis.set_xlim(low, high)


def _draw_marks(axis: Axes, panel: Panel) -> list[PointLabel]:
    """Draw the marks; return the names of points."""
    ends = [float(curve.points[-1][1]) for curve in panel.curves if curve.points]
    outside = sum(mark.x is None for mark in panel.marks) > _MAX_INSIDE_LABELS
    labels = []
    for mark in panel.marks:
        if mark.x is not None and mark.y is not None:
            x, y = float(mark.x), float(mark.y)
            if not mark.is_dot:
                axis.plot([x], [y], "o", ms=6, mfc="white", mec=TEXT_COLOUR, mew=1.4, zorder=5)
            if mark.label:
                labels.append(PointLabel(axis, mark.label, x, y))
        elif mark.x is not None:
            _draw_vertical_line(axis, mark, float(mark.x))
        elif mark.y is not None and outside:
            _draw_level_line_outside(axis, float(mark.y), mark.label)
        elif mark.y is not None:
            _draw_level_line(axis, mark.label, float(mark.y), below=bool(ends) and ends[0] > mark.y)
    return labels


def _draw_vertical_line(axis: Axes, mark: Mark, x: float) -> None:
    axis.axvline(x, color=REFERENCE_COLOUR, lw=0.7, ls=":", zorder=0)
    if mark.label not in ("", "breakpoint"):
        axis.annotate(
            printable(mark.label),
            (x, 0.02),
            xycoords=("data", "axes fraction"),
            xytext=(4, 0),
            textcoords="offset points",
            fontsize=8,
            color=TEXT_COLOUR,
        )


def _draw_level_line_outside(axis: Axes, y: float, name: str) -> None:
    """Draw a level line with its name to the right of the axes."""
    axis.axhline(y, color=REFERENCE_COLOUR, lw=0.6, ls="--", zorder=0)
    spot = ("axes fraction", "data")
    axis.annotate(
        printable(name), (1.01, y), xycoords=spot, va="center", fontsize=7, color=TEXT_COLOUR
    )


def _draw_level_line(axis: Axes, name: str, y: float, *, below: bool) -> None:
    """Draw a level line; *below* says on which side its name stays clear of the curve."""
    axis.axhline(y, color=REFERENCE_COLOUR, lw=0.8, ls="--", zorder=0)
    if not name:
        return
    low, high = axis.get_ylim()
    if below:  # room for the name between the line and the axis
        axis.set_ylim(min(low, y - 0.1 * (high - low)), high)
    axis.annotate(
        printable(name),
        (0.99, y),
        xycoords=("axes fraction", "data"),
        xytext=(0, -3 if below else 3),
        va="top" if below else "bottom",
        textcoords="offset points",
        ha="right",
        fontsize=8,
        color=TEXT_COLOUR,
    )


_FLOW_ROW_HEIGHT = 0.26
"""Inches from one end to the next."""
_FLOW_STEP_WIDTH = 1.1
"""Inches that a step needs across, with the words of its choice."""
_FLOW_END_STEPS = 1.1
"""What an end has to the right of it for its words, in steps."""


_LETTER_INCHES = 0.064
"""Inches that a letter of a growing diagram takes."""
_TURN, _GROWN_TURN = 0.22, 0.04
"""How far right of a step its choices part, in steps; boxes of a growing diagram end there."""


def _grown_width(panel: AnyPanel) -> float:
    """Return the inches that a panel takes, whatever was asked for; mostly 0."""
    if isinstance(panel, TextPanel):
        return matplotlib_tables.text_width(panel)
    return _flow_width(panel) if isinstance(panel, FlowDiagram) and panel.grows else 0.0


def _flow_width(panel: FlowDiagram) -> float:
    """Return how wide a diagram has to be, in inches."""
    steps = panel.steps
    deepest = max(_step_depth(steps, place) for place in range(len(steps)))
    across = _FLOW_STEP_WIDTH
    if panel.grows:
        ends = set(_leaf_steps(steps))
        boxed = max((len(one.label) for n, one in enumerate(steps) if n not in ends), default=0)
        across = max(across, _LETTER_INCHES * (boxed + max(len(one.choice) for one in steps)) + 0.3)
    return across * (deepest + _FLOW_END_STEPS + 0.3)


def flow_height(panel: FlowDiagram) -> float:
    """Return how tall a diagram is, in inches."""
    return 0.5 + _FLOW_ROW_HEIGHT * len(_leaf_steps(panel.steps))


def draw_flow(axis: Axes, panel: FlowDiagram, look: FigureStyle) -> None:
    """Draw a flow diagram."""
    if panel.title:
        axis.set_title(printable(panel.title), loc="left")
    rows = _step_rows(panel.steps)
    depths = [_step_depth(panel.steps, place) for place in range(len(panel.steps))]
    deepest = max(depths)
    least = _flow_width(panel)
    if look.width < least and not panel.grows:
        raise NumberError(
            f"width: a flow diagram of {count_noun(deepest, 'step')} is not readable below "
            f"{least:.1f} inches\n  --width {least:.1f} or more; the steps as a list: -o FILE.csv"
        )
    ends = set(_leaf_steps(panel.steps))
    for place, step in enumerate(panel.steps):
        x, y = depths[place], rows[place]
        if step.parent is not None:
            turn = x - 1 + (_GROWN_TURN if panel.grows else _TURN)
            _draw_choice(axis, (x - 1, rows[step.parent]), (x, y), turn, step.choice)
        last = place in ends
        axis.annotate(
            printable(step.label),
            (x, y),
            xytext=(3 if last else 0, 0),
            textcoords="offset points",
            ha="left" if last else "right" if panel.grows else "center",
            va="center",
            fontsize=7 if last else 8,
            color=CAPTION_COLOUR if last else TEXT_COLOUR,
            bbox=None if last else {"boxstyle": "round,pad=0.25", "fc": "white", "ec": TEXT_COLOUR},
        )
    _draw_frame(axis, panel, depths, rows)
    axis.set_xlim(-0.45 if panel.grows else -0.3, deepest + _FLOW_END_STEPS)
    axis.set_ylim(max(rows) + 0.8, min(rows) - 0.8)
    axis.set_axis_off()


def _draw_choice(
    axis: Axes, start: tuple[float, float], end: tuple[float, float], turn: float, name: str
) -> None:
    """Draw one choice: up or down first, then level, its name above the level part."""
    (x, y), (right, level) = start, end
    axis.plot(
        [x, turn, turn, right], [y, y, level, level], color=REFERENCE_COLOUR, lw=0.8, zorder=0
    )
    axis.annotate(
        printable(name),
        (turn, level),
        xytext=(2, 1.5),
        textcoords="offset points",
        va="bottom",
        fontsize=7,
        color=TEXT_COLOUR,
    )


def _draw_frame(
    axis: Axes, panel: FlowDiagram, depths: Sequence[int], rows: Sequence[float]
) -> None:
    """Draw a dashed frame round the steps that are marked, with its name."""
    inside = [place for place, step in enumerate(panel.steps) if step.framed]
    if not inside:
        return
    left = min(depths[place] for place in inside) - 0.25
    right = max(depths[place] for place in inside) + _FLOW_END_STEPS - 0.02  # not on the edge
    low, high = (end(rows[place] for place in inside) for end in (min, max))
    low, high = low - 0.5, high + 0.5
    corners = [left, right, right, left, left], [low, low, high, high, low]
    axis.plot(*corners, color=CURVE_COLOURS[1], lw=1.0, ls="--", zorder=0)
    axis.annotate(
        printable(panel.frame),
        (left, low),
        xytext=(3, -3),
        textcoords="offset points",
        va="top",
        fontsize=8,
        color=CURVE_COLOURS[1],
    )


def _leaf_steps(steps: Sequence[FlowStep]) -> list[int]:
    """Return the places of the steps that nothing follows."""
    followed = {step.parent for step in steps}
    return [place for place in range(len(steps)) if place not in followed]


def _step_depth(steps: Sequence[FlowStep], place: int) -> int:
    parent = steps[place].parent
    return 0 if parent is None else 1 + _step_depth(steps, parent)


def _step_rows(steps: Sequence[FlowStep]) -> list[float]:
    """Return how far down each step is: ends one below the other, a choice amid what follows."""
    rows = [0.0] * len(steps)
    for row, place in enumerate(_leaf_steps(steps)):
        rows[place] = float(row)
    for place in reversed(range(len(steps))):
        after = [rows[k] for k, step in enumerate(steps) if step.parent == place]
        if after:
            rows[place] = (min(after) + max(after)) / 2
    return rows


_DIRECTIONS_TRIED, _DISTANCES_TRIED, _MAX_DISTANCE_WITHOUT_LINE = 16, (9, 18, 32, 50, 75), 20
"""Directions and distances (points) that are tried; beyond the last, a line leads to the point."""
_CURVE_SAMPLE_DISTANCE = 4
"""Dots between two places of a curve that a label must stay clear of."""


@dataclass(frozen=True, slots=True)
class PointLabel:
    """A point with a name that is still to find its place."""

    axis: Axes
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class LabelBox:
    """A rectangle on the paper, in dots."""

    left: float
    low: float
    right: float
    high: float

    @classmethod
    def around(cls, extent: Bbox, room: float = 0) -> LabelBox:
        """Return the box of something drawn, with some room around it."""
        return cls(extent.x0 - room, extent.y0 - room, extent.x1 + room, extent.y1 + room)

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point is inside.

        >>> LabelBox(0, 0, 2, 2).holds(1, 1), LabelBox(0, 0, 2, 2).holds(3, 1)
        (True, False)
        """
        return self.left <= x <= self.right and self.low <= y <= self.high

    def meets(self, other: LabelBox) -> bool:
        """Tell whether two boxes lie on one another."""
        apart = self.right < other.left or other.right < self.left
        return not (apart or self.high < other.low or other.high < self.low)

    def within(self, other: LabelBox) -> bool:
        """Tell whether all of it is inside another."""
        return other.holds(self.left, self.low) and other.holds(self.right, self.high)


def place_labels(picture: Picture, labels: list[PointLabel]) -> None:
    """Write the labels of a picture, each as near to its point as it can be."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    picture.draw_without_rendering()
    assert isinstance(picture.canvas, FigureCanvasAgg)
    taken: dict[Axes, list[LabelBox]] = {}
    pen = picture.canvas.get_renderer()
    dot = picture.dpi / 72
    for label in labels:
        axis = label.axis
        if axis not in taken:
            words = [text for text in axis.texts if text.get_text()]
            legend = axis.get_legend()
            drawn = [*words, *([legend] if legend else [])]
            taken[axis] = [LabelBox.around(each.get_window_extent(pen), 2) for each in drawn]
        written = "\n".join(map(printable, label.text.split("\n")))
        mark = _write_label(label, written)
        size = mark.get_window_extent(pen)
        wide, tall = size.width / 2 / dot, size.height / 2 / dot
        x, y, box = _best_position(axis, label, (wide, tall), dot, taken[axis])
        taken[axis].append(box)
        if hypot(max(abs(x) - wide, 0), max(abs(y) - tall, 0)) > _MAX_DISTANCE_WITHOUT_LINE:
            mark.remove()
            _write_label(label, written, (x, y), leads=True)
        else:
            mark.set_position((x, y))


def _write_label(
    label: PointLabel,
    written: str,
    at: tuple[float, float] = (0, 0),
    *,
    leads: bool = False,
) -> Annotation:
    """Write a label, at its point by default; where it *leads* there, a line does so."""
    line = {"arrowstyle": "-", "color": REFERENCE_COLOUR, "lw": 0.7, "shrinkB": 5}
    mark = label.axis.annotate(
        written,
        (label.x, label.y),
        xytext=at,
        arrowprops=line if leads else None,
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=8,
        color=TEXT_COLOUR,
        zorder=6,
    )
    mark.set_in_layout(False)
    return mark


def _best_position(
    axis: Axes, label: PointLabel, half: tuple[float, float], dot: float, taken: list[LabelBox]
) -> tuple[float, float, LabelBox]:
    """Return the offset in points, and the box, of the place that hides the least."""
    wide, tall = half
    frame = LabelBox.around(axis.get_window_extent())
    at_x, at_y = axis.transData.transform((label.x, label.y))
    curves = list(_curve_points(axis))
    found = []
    for far in _DISTANCES_TRIED:
        for way in range(_DIRECTIONS_TRIED):
            angle = pi / 2 + 2 * pi * way / _DIRECTIONS_TRIED
            x = (far + wide) * cos(angle)
            y = (far + tall) * sin(angle)
            middle = at_x + x * dot, at_y + y * dot
            box = LabelBox(
                middle[0] - (wide + 2) * dot,
                middle[1] - (tall + 2) * dot,
                middle[0] + (wide + 2) * dot,
                middle[1] + (tall + 2) * dot,
            )
            hidden = sum(box.holds(*spot) for spot in curves) + 40 * sum(map(box.meets, taken))
            found.append((hidden + 200 * (not box.within(frame)), far, way, x, y, box))
    *_, x, y, box = min(found, key=lambda one: one[:3])
    return x, y, box


def _curve_points(axis: Axes) -> Iterator[tuple[float, float]]:
    """Yield places along every line of the axes, in dots of the paper."""
    for line in axis.lines:
        path = [tuple(spot) for spot in line.get_transform().transform(line.get_xydata())]
        yield from path
        if line.get_linestyle() in ("None", ""):
            continue
        for (x, y), (right, high) in pairwise(path):
            steps = min(int(hypot(right - x, high - y) / _CURVE_SAMPLE_DISTANCE), 400)
            for k in range(1, steps):
                yield x + (right - x) * k / steps, y + (high - y) * k / steps
