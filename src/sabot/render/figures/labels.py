"""Labels beside their points: where there is room, clear of the curves and of one another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

from sabot.render.figures.look import FAINT, INK
from sabot.render.words import safe

_WAYS, _FAR, _NEAR = 16, (9, 18, 32, 50, 75), 20
"""Directions and distances (points) that are tried; beyond the last, a line leads to the point."""
_STEP = 4
"""Dots between two places of a curve that a label must stay clear of."""


@dataclass(frozen=True, slots=True)
class Label:
    """A point with a name that is still to find its place."""

    axis: Any
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the paper, in dots."""

    left: float
    low: float
    right: float
    high: float

    @classmethod
    def around(cls, extent: Any, room: float = 0) -> Box:
        """Return the box of something drawn, with some room around it."""
        return cls(extent.x0 - room, extent.y0 - room, extent.x1 + room, extent.y1 + room)

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point is inside.

        >>> Box(0, 0, 2, 2).holds(1, 1), Box(0, 0, 2, 2).holds(3, 1)
        (True, False)
        """
        return self.left <= x <= self.right and self.low <= y <= self.high

    def meets(self, other: Box) -> bool:
        """Tell whether two boxes lie on one another."""
        apart = self.right < other.left or other.right < self.left
        return not (apart or self.high < other.low or other.high < self.low)

    def within(self, other: Box) -> bool:
        """Tell whether all of it is inside another."""
        return other.holds(self.left, self.low) and other.holds(self.right, self.high)


def place(picture: Any, labels: list[Label]) -> None:
    """Write the labels of a picture, each as near to its point as it can stand."""
    picture.draw_without_rendering()
    taken: dict[Any, list[Box]] = {}
    pen = picture.canvas.get_renderer()
    dot = picture.dpi / 72
    for label in labels:
        axis = label.axis
        if axis not in taken:
            words = [text for text in axis.texts if text.get_text()]
            legend = axis.get_legend()
            drawn = [*words, *([legend] if legend else [])]
            taken[axis] = [Box.around(each.get_window_extent(pen), 2) for each in drawn]
        written = "\n".join(map(safe, label.text.split("\n")))
        mark = _mark(label, written)
        size = mark.get_window_extent(pen)
        wide, tall = size.width / 2 / dot, size.height / 2 / dot
        x, y, box = _best(axis, label, (wide, tall), dot, taken[axis])
        taken[axis].append(box)
        if hypot(max(abs(x) - wide, 0), max(abs(y) - tall, 0)) > _NEAR:
            mark.remove()
            line = {"arrowstyle": "-", "color": FAINT, "lw": 0.7, "shrinkB": 5}
            _mark(label, written, xytext=(x, y), arrowprops=line)
        else:
            mark.set_position((x, y))


def _mark(label: Label, written: str, **more: Any) -> Any:
    """Write a label, at its point unless told, and return what stands there."""
    mark = label.axis.annotate(
        written,
        (label.x, label.y),
        **{"xytext": (0, 0), **more},
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=8,
        color=INK,
        zorder=6,
    )
    mark.set_in_layout(False)
    return mark


def _best(
    axis: Any, label: Label, half: tuple[float, float], dot: float, taken: list[Box]
) -> tuple[float, float, Box]:
    """Return the offset in points, and the box, of the place that hides the least."""
    wide, tall = half
    frame = Box.around(axis.get_window_extent())
    at_x, at_y = axis.transData.transform((label.x, label.y))
    curves = list(_dots(axis))
    found = []
    for far in _FAR:
        for way in range(_WAYS):
            angle = pi / 2 + 2 * pi * way / _WAYS
            x = (far + wide) * cos(angle)
            y = (far + tall) * sin(angle)
            middle = at_x + x * dot, at_y + y * dot
            box = Box(
                middle[0] - (wide + 2) * dot,
                middle[1] - (tall + 2) * dot,
                middle[0] + (wide + 2) * dot,
                middle[1] + (tall + 2) * dot,
            )
            hidden = sum(box.holds(*spot) for spot in curves) + 40 * sum(map(box.meets, taken))
            found.append((hidden + 200 * (not box.within(frame)), far, way, x, y, box))
    *_, x, y, box = min(found, key=lambda one: one[:3])
    return x, y, box


def _dots(axis: Any) -> Iterator[tuple[float, float]]:
    """Yield places along every line of the axes, in dots of the paper."""
    for line in axis.lines:
        path = [tuple(spot) for spot in line.get_transform().transform(line.get_xydata())]
        yield from path
        if line.get_linestyle() in ("None", ""):
            continue
        for (x, y), (right, high) in pairwise(path):
            steps = min(int(hypot(right - x, high - y) / _STEP), 400)
            for k in range(1, steps):
                yield x + (right - x) * k / steps, y + (high - y) * k / steps
