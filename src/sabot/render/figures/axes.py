"""Two axes drawn: curves, dots, steps and bars, with ticks where something changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from textwrap import fill
from typing import Any

from sabot.errors import NoMethodError
from sabot.exact import show
from sabot.render.figures.figure import Curve, Mark, Number, Panel
from sabot.render.figures.labels import Label
from sabot.render.figures.look import CURVES, DASHES, DOTS, FAINT, INK, Look
from sabot.render.words import safe

_MOST_NAMED = 8
_LETTERS = 12
"""Letters to an inch that names under an axis have room for, side by side."""
_MOST_UPRIGHT = 24
"""Names under an axis that are turned where they have no room side by side, and all kept."""
_MOST_INSIDE = 3
"""Level lines whose names stand inside; those of more stand to the right."""
_LARGEST = 10**300
"""What is drawn, with room for margins: floats end at about 10^308."""
_LONGEST = 7
"""Letters of a fraction under a tick; a longer one is a decimal."""
_LINE = 0.17
"""Inches that a line of a legend takes."""
_ABOVE = 46
"""Letters of a legend above the axes of one column."""
_GROUND = "#f1f1f1"


def draw(axis: Any, panel: Panel, look: Look) -> list[Label]:
    """Draw a panel; return the labels that stand beside points, not yet placed."""
    _demand_drawable(panel)
    axis.set_xlabel(safe(panel.x))
    axis.set_ylabel(fill(safe(panel.y), 22 if look.narrow else 42))
    if panel.title:
        axis.set_title(safe(panel.title), loc="left")
    if panel.doubling:
        axis.set_xscale("log", base=2)
    _curves(axis, panel)
    if panel.chances:
        axis.set_ylim(-0.03, 1.03)
    axis.margins(x=0.02, y=0.08)
    labels = _marks(axis, panel)
    if look.narrow:
        labels = [replace(label, text=label.text.replace(", ", "\n")) for label in labels]
    _pieces(axis, panel)
    _ticks(axis, panel, look)
    if panel.chances and panel.shares:
        axis.yaxis.set_major_formatter(lambda y, _: f"{100 * y:.3g} %")
    _legend(axis, panel, look)
    return labels


def room_above(panel: Panel, look: Look) -> float:
    """Return the inches that a legend above the axes takes."""
    names = {curve.label for curve in panel.curves}
    return _LINE * legend_lines(names) if look.narrow and len(names) > 1 else 0.0


def _columns(names: Collection[str]) -> int:
    """Return how many names stand side by side above the axes of one column."""
    return max(1, min(3, _ABOVE // (8 + max(map(len, names)))))


def legend_lines(names: Collection[str]) -> int:
    """Return the lines of a legend above the axes of one column.

    >>> legend_lines(["a", "b"]), legend_lines(["second after first bet: fold | call"] * 2)
    (1, 2)
    """
    return -(-len(names) // _columns(names))


def _demand_drawable(panel: Panel) -> None:
    """Refuse numbers that no float, or no axis with margins, can hold."""
    spots: list[tuple[Any, Any]] = [spot for curve in panel.curves for spot in curve.points]
    spots += [(mark.x, mark.y) for mark in panel.marks]
    if any(n is not None and abs(n) > _LARGEST for spot in spots for n in spot):
        raise NoMethodError(
            "numbers beyond 10^300 cannot be drawn\n  they can be had exactly: -o FILE.csv"
        )


# ---------------------------------------------------------------------- curves


def _curves(axis: Any, panel: Panel) -> None:
    named = list(dict.fromkeys(c.label for c in panel.curves if not c.faint))
    lone = list(dict.fromkeys(c.label for c in panel.curves if c.label not in named))
    shown: set[str] = set()
    # of a line and the dots upon it the dots have the name: they have the mark
    for curve in panel.curves:
        new = curve.label not in shown and not (curve.faint and curve.label in named)
        if new:
            shown.add(curve.label)
        if curve.label in named:
            _line(axis, curve, named.index(curve.label), len(named), name=new)
            continue
        few = 2 <= len(lone) < len(CURVES) - 1
        place = 1 + lone.index(curve.label) if few else None
        _line(axis, curve, place, len(lone), name=new and len(lone) <= _MOST_NAMED)


def _line(axis: Any, curve: Curve, place: int | None, count: int, *, name: bool) -> None:
    """Draw a curve, the *place*-th of *count*: its colour, its dash and its mark go by it."""
    if not curve.points:
        return
    x, y = ([float(number) for number in column] for column in zip(*curve.points, strict=True))
    label = safe(curve.label) if name else None
    at = place or 0
    colour = FAINT if place is None else CURVES[at % len(CURVES)]
    dash = DASHES[at % len(DASHES)] if place is not None else "--"
    dot = "x" if curve.faint else DOTS[at % len(DOTS)]
    # of curves on one another the first is the widest and solid: it is seen between the dashes
    width = max(2.6 - 0.35 * at, 1.2) if count > 1 else 1.8
    if curve.kind == "bars":
        gaps = [b - a for a, b in pairwise(x)]
        lines = {"edgecolor": INK, "linewidth": 0.4, "hatch": ("", "///", "...")[at % 3]}
        axis.bar(x, y, 0.8 * min(gaps, default=1.0), color=colour, alpha=0.75, label=label, **lines)
    elif curve.kind == "dots" and curve.errors:
        axis.errorbar(x, y, curve.errors, fmt=dot, ms=4, color=colour, capsize=2, label=label)
    elif curve.kind == "dots":
        face = colour if at % 2 == 0 else "white"
        axis.plot(x, y, dot, ms=4.5, mfc=face, mec=colour, mew=1.1, color=colour, label=label)
    elif curve.kind == "steps":
        axis.step(x, y, where="post", color=colour, lw=1.2, ls=dash, label=label)
    elif curve.faint:
        axis.plot(x, y, ls=dash if place is None else "-", color=colour, lw=0.8, label=label)
    else:
        axis.plot(x, y, ls=dash, color=colour, lw=width, label=label)


def _legend(axis: Any, panel: Panel, look: Look) -> None:
    handles, labels = axis.get_legend_handles_labels()
    best = dict(zip(labels, handles, strict=True))
    if len(best) < 2 and not (best and panel.chances):
        return
    if look.narrow:
        spot = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.2}
        axis.legend(list(best.values()), list(best), ncols=_columns(best), **spot)
        if panel.title:
            axis.set_title(safe(panel.title), loc="left", pad=6 + 12 * legend_lines(best))
    elif len(best) > 3 or panel.chances:
        axis.legend(list(best.values()), list(best), loc="upper left", bbox_to_anchor=(1.0, 1.0))
    else:
        axis.legend(list(best.values()), list(best), loc="best")


# ---------------------------------------------------------------------- ticks


def _whole(panel: Panel) -> bool:
    across = [x for curve in panel.curves for x, _ in curve.points]
    return bool(across) and all(x == int(x) for x in across)


def _changes(panel: Panel) -> list[Number]:
    """Return where something changes: the breakpoints, and the points that have a name."""
    whole = _whole(panel)
    found: list[Number] = [min(x for c in panel.curves for x, _ in c.points)] if whole else []
    for mark in panel.marks:
        if mark.x is None:
            continue
        cut = mark.label == "breakpoint"
        if cut and whole and 2 * mark.x == int(2 * mark.x) and mark.x != int(mark.x):
            found.append(ceil(mark.x) + 0.0)  # the first whole number of the next piece
        elif cut or mark.y is not None:
            found.append(mark.x)
    return list(dict.fromkeys(found))


def tick_name(number: Number) -> str:
    """Return what stands under a tick: a fraction where it is short.

    >>> from fractions import Fraction
    >>> tick_name(Fraction(9, 11)), tick_name(Fraction(477191, 592524)), tick_name(3.0)
    ('9/11', '0.8054', '3')
    """
    if not isinstance(number, float) and len(show(number)) <= _LONGEST:
        return show(number).replace("-", "−")
    return f"{float(number):.4g}".replace("-", "−")


def _ticks(axis: Any, panel: Panel, look: Look) -> None:
    from matplotlib.ticker import MaxNLocator

    if panel.ticks:
        _named_ticks(axis, panel, look)
        return
    whole = _whole(panel)
    low, high = axis.get_xlim()
    if panel.doubling:
        spots = [2**k for k in range(ceil(high).bit_length()) if low <= 2**k <= high]
        axis.set_xticks(spots, [f"{spot}" for spot in spots])
        axis.minorticks_off()
        return
    spare = whole and high - low > 2
    locator = MaxNLocator(nbins=8 if whole else 6, integer=spare, steps=[1, 2, 2.5, 5, 10])
    round_ones = [float(spot) for spot in locator.tick_values(low, high) if low <= spot <= high]
    letter = (high - low) / (_LETTERS * 0.75 * float(look.width))
    kept = _kept(_changes(panel), round_ones, letter)
    axis.set_xticks([spot for spot, _ in kept], [name for _, name in kept])
    axis.set_xticks(
        [float(x) for x in _changes(panel) if low <= x <= high]
        + [float(x) for c in panel.curves if c.label == "corners" for x, _ in c.points],
        minor=True,
    )


def _kept(
    changes: Sequence[Number], round_ones: Sequence[float], letter: float
) -> list[tuple[float, str]]:
    """Return the ticks that have room for their names: where something changes, then the others.

    >>> _kept([1.5], [0.0, 1.0, 2.0, 3.0], 0.2)
    [(0.0, '0'), (1.5, '1.5'), (3.0, '3')]
    """
    found: list[tuple[float, str]] = []
    for number in (*changes, *round_ones):
        spot, name = float(number), tick_name(number)
        room = [(len(name) + len(other)) / 2 + 1.5 for _, other in found]
        clear = all(
            abs(spot - at) >= need * letter for (at, _), need in zip(found, room, strict=True)
        )
        if clear:
            found.append((spot, name))
    return sorted(found)


def _named_ticks(axis: Any, panel: Panel, look: Look) -> None:
    from matplotlib.ticker import MaxNLocator

    letters = int(_LETTERS * float(look.width))
    fit = max(1, letters // (2 + max(map(len, panel.ticks))))
    step = -(-len(panel.ticks) // (fit if len(panel.ticks) > _MOST_UPRIGHT else _MOST_UPRIGHT))
    spots = range(1, len(panel.ticks) + 1, step)
    turned = {"rotation": 60, "ha": "right", "rotation_mode": "anchor"}
    upright = len(panel.ticks) > step * fit
    names = [safe(panel.ticks[at - 1]) for at in spots]
    axis.set_xticks(list(spots), names, **(turned if upright else {}))
    if all(y == int(y) for curve in panel.curves for _, y in curve.points):
        axis.yaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))  # no half tricks


# ---------------------------------------------------------------------- marks


def _pieces(axis: Any, panel: Panel) -> None:
    """Shade every other piece between breakpoints."""
    cuts = [float(m.x) for m in panel.marks if m.label == "breakpoint" and m.x is not None]
    low, high = axis.get_xlim()
    inside = [low, *(cut for cut in cuts if low < cut < high), high]
    for left, right in list(pairwise(inside))[1::2]:
        axis.axvspan(left, right, color=_GROUND, lw=0, zorder=-2)
    axis.set_xlim(low, high)


def _marks(axis: Any, panel: Panel) -> list[Label]:
    """Draw the marks; return the names of points."""
    ends = [float(curve.points[-1][1]) for curve in panel.curves if curve.points]
    outside = sum(mark.x is None for mark in panel.marks) > _MOST_INSIDE
    labels = []
    for mark in panel.marks:
        if mark.x is not None and mark.y is not None:
            x, y = float(mark.x), float(mark.y)
            axis.plot([x], [y], "o", ms=6, mfc="white", mec=INK, mew=1.4, zorder=5)
            if mark.label:
                labels.append(Label(axis, mark.label, x, y))
        elif mark.x is not None:
            _upright(axis, mark, float(mark.x))
        elif mark.y is not None and outside:
            _outside(axis, float(mark.y), mark.label)
        elif mark.y is not None:
            _level(axis, mark.label, float(mark.y), below=bool(ends) and ends[0] > mark.y)
    return labels


def _upright(axis: Any, mark: Mark, x: float) -> None:
    axis.axvline(x, color=FAINT, lw=0.7, ls=":", zorder=0)
    if mark.label not in ("", "breakpoint"):
        axis.annotate(
            safe(mark.label),
            (x, 0.02),
            xycoords=("data", "axes fraction"),
            xytext=(4, 0),
            textcoords="offset points",
            fontsize=8,
            color=INK,
        )


def _outside(axis: Any, y: float, name: str) -> None:
    """Draw a level line with its name to the right of the axes."""
    axis.axhline(y, color=FAINT, lw=0.6, ls="--", zorder=0)
    spot = ("axes fraction", "data")
    axis.annotate(safe(name), (1.01, y), xycoords=spot, va="center", fontsize=7, color=INK)


def _level(axis: Any, name: str, y: float, *, below: bool) -> None:
    """Draw a level line; *below* says on which side its name stays clear of the curve."""
    axis.axhline(y, color=FAINT, lw=0.8, ls="--", zorder=0)
    if not name:
        return
    low, high = axis.get_ylim()
    if below:  # room for the name between the line and the axis
        axis.set_ylim(min(low, y - 0.1 * (high - low)), high)
    axis.annotate(
        safe(name),
        (0.99, y),
        xycoords=("axes fraction", "data"),
        xytext=(0, -3 if below else 3),
        va="top" if below else "bottom",
        textcoords="offset points",
        ha="right",
        fontsize=8,
        color=INK,
    )
