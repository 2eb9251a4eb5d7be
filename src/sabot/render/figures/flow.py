"""A flow diagram drawn: from left to right, each choice on a line of its own to what follows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sabot.errors import NumberError
from sabot.render.figures.figure import Flow, Step
from sabot.render.figures.look import CURVES, FAINT, INK, SOFT, Look
from sabot.render.words import plural, safe

_LINE = 0.26
"""Inches from one end to the next."""
_UNIT = 1.1
"""Inches that a step needs across, with the words of its choice."""
_ROOM = 1.1
"""What an end has to the right of it for its words, in steps."""


def height(panel: Flow) -> float:
    """Return how tall a diagram is, in inches."""
    return 0.5 + _LINE * len(_ends(panel.steps))


def draw(axis: Any, panel: Flow, look: Look) -> None:
    """Draw a flow diagram."""
    if panel.title:
        axis.set_title(safe(panel.title), loc="left")
    rows = _rows(panel.steps)
    depths = [_depth(panel.steps, place) for place in range(len(panel.steps))]
    deepest = max(depths)
    least = _UNIT * (deepest + _ROOM + 0.3)
    if look.width < least:
        raise NumberError(
            f"width: a flow diagram of {plural(deepest, 'step')} is not readable below "
            f"{least:.1f} inches\n  --width {least:.1f} or more; the steps as a list: -o FILE.csv"
        )
    for place, step in enumerate(panel.steps):
        x, y = depths[place], rows[place]
        if step.parent is not None:
            _choice(axis, (x - 1, rows[step.parent]), (x, y), step.choice)
        last = place in _ends(panel.steps)
        axis.annotate(
            safe(step.label),
            (x, y),
            xytext=(3 if last else 0, 0),
            textcoords="offset points",
            ha="left" if last else "center",
            va="center",
            fontsize=7 if last else 8,
            color=SOFT if last else INK,
            bbox=None if last else {"boxstyle": "round,pad=0.25", "fc": "white", "ec": INK},
        )
    _frame(axis, panel, depths, rows)
    axis.set_xlim(-0.3, deepest + _ROOM)
    axis.set_ylim(max(rows) + 0.8, min(rows) - 0.8)
    axis.set_axis_off()


def _choice(axis: Any, start: tuple[float, float], end: tuple[float, float], name: str) -> None:
    """Draw one choice: up or down first, then level, its name above the level part."""
    (x, y), (right, level) = start, end
    turn = x + 0.22
    axis.plot([x, turn, turn, right], [y, y, level, level], color=FAINT, lw=0.8, zorder=0)
    axis.annotate(
        safe(name),
        (turn, level),
        xytext=(2, 1.5),
        textcoords="offset points",
        va="bottom",
        fontsize=7,
        color=INK,
    )


def _frame(axis: Any, panel: Flow, depths: Sequence[int], rows: Sequence[float]) -> None:
    """Draw a dashed frame round the steps that are marked, with its name."""
    inside = [place for place, step in enumerate(panel.steps) if step.framed]
    if not inside:
        return
    left = min(depths[place] for place in inside) - 0.25
    right = max(depths[place] for place in inside) + _ROOM - 0.02  # not on the edge
    low, high = (end(rows[place] for place in inside) for end in (min, max))
    low, high = low - 0.5, high + 0.5
    corners = [left, right, right, left, left], [low, low, high, high, low]
    axis.plot(*corners, color=CURVES[1], lw=1.0, ls="--", zorder=0)
    axis.annotate(
        safe(panel.frame),
        (left, low),
        xytext=(3, -3),
        textcoords="offset points",
        va="top",
        fontsize=8,
        color=CURVES[1],
    )


def _ends(steps: Sequence[Step]) -> list[int]:
    """Return the places of the steps that nothing follows."""
    followed = {step.parent for step in steps}
    return [place for place in range(len(steps)) if place not in followed]


def _depth(steps: Sequence[Step], place: int) -> int:
    parent = steps[place].parent
    return 0 if parent is None else 1 + _depth(steps, parent)


def _rows(steps: Sequence[Step]) -> list[float]:
    """Return how far down each step is: ends one below the other, a choice amid what follows."""
    rows = [0.0] * len(steps)
    for row, place in enumerate(_ends(steps)):
        rows[place] = float(row)
    for place in reversed(range(len(steps))):
        after = [rows[k] for k, step in enumerate(steps) if step.parent == place]
        if after:
            rows[place] = (min(after) + max(after)) / 2
    return rows
