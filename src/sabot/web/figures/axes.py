"""Axes: exact numbers to places on the paper, and round numbers to stand beside them.

Places are floats, as on any paper; the numbers themselves stand in the data.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sabot.web.markup import Markup, tag

Number = Fraction | float
_LINE = 17
"""From one line of words to the next."""


@dataclass(frozen=True, slots=True)
class Paper:
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

    def beside(self, up: Axis, across: Sequence[str]) -> Paper:
        """Return this paper with room for the numbers beside *up* and for those *across*."""
        left = GAP + max((text_width(text, self.size) for _, text in up.ticks()), default=0)
        right = max((text_width(text, self.size) for text in across), default=0) / 2
        return replace(
            self,
            left=max(self.left, math.ceil(left) + 2),
            right=max(self.right, math.ceil(right) + 2),
        )


GAP = 8
"""Between a number and its axis."""
_NARROW, _BROAD = frozenset(" .,:;|!'()[]/ijlItfr-"), frozenset("−=+<>≈≤≥→@%mwMW")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is; no less than in DejaVu Sans, the widest font that is usual.

    >>> round(text_width("−0.01305", 18), 1)
    95.2
    """
    wide = sum(
        0.42 if one in _NARROW else 1.0 if one in _BROAD else 0.79 if one.isupper() else 0.645
        for one in text
    )
    return wide * size * (1.13 if bold else 1)


def squeezed(text: str, room: float, size: float, *, bold: bool = False) -> dict[str, str | None]:
    """Return what makes a text fit into *room*, where it may be wider.

    >>> squeezed("K", 40, 13)
    {}
    """
    if text_width(text, size, bold=bold) <= room:
        return {}
    return {"textLength": f"{room:g}", "lengthAdjust": "spacingAndGlyphs"}


SCREEN = Paper(900, 420, 86, 24, 40, 56, 6, 90)
FLAT = Paper(900, 360, 86, 24, 40, 56, 6, 70, size=18)
"""One of several, one above the other."""
TELEPHONE = Paper(360, 340, 80, 16, 48, 62, 5, 46, " narrow", 14)
"""As wide as a telephone, so that what is written is as large as the words around it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction of a figure: from *low* at the place *start* to *high* at *stop*."""

    low: float
    high: float
    start: float
    stop: float

    @classmethod
    def over(cls, numbers: Iterable[Number], start: float, stop: float, room: float = 0.06) -> Axis:
        """Return the axis that shows all of these numbers, with some room at the ends."""
        held = [float(number) for number in numbers]
        low, high = min(held), max(held)
        if low == high:
            low, high = low - (abs(low) or 1) / 10, high + (abs(high) or 1) / 10
        spare = (high - low) * room
        return cls(low - spare, high + spare, start, stop)

    def __call__(self, number: Number) -> float:
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


def frame(x: Axis, y: Axis, across: str, up: str, paper: Paper = SCREEN) -> list[Markup]:
    """Return the two axes with their numbers and names."""
    parts = []
    for at, text in y.ticks():
        level = y(at)
        parts.append(tag("line", x1=x.start, x2=x.stop, y1=level, y2=level, class_="rule"))
        words = tag("text", text, x=x.start - GAP, y=level, dy="0.35em", text_anchor="end")
        parts.append(words)
    for at, text in x.ticks(paper.ticks):
        parts.append(tag("text", text, x=x(at), y=y.start + 20, text_anchor="middle"))
        parts.append(tag("line", x1=x(at), x2=x(at), y1=y.start, y2=y.start + 5, class_="axis"))
    parts.append(tag("line", x1=x.start, x2=x.stop, y1=y.start, y2=y.start, class_="axis"))
    below, above = _broken(across, paper.letters), _broken(up, paper.letters)
    narrow = len(below) > 1 or len(above) > 1 or bool(paper.kind)
    middle = paper.wide / 2 if narrow else (x.start + x.stop) / 2
    start = 8 if narrow else x.start
    for k, line in enumerate(below):
        depth = y.start + 42 + _LINE * k
        parts.append(tag("text", line, x=middle, y=depth, text_anchor="middle", class_="name"))
    for k, line in enumerate(above):
        height = y.stop - 12 - _LINE * (len(above) - 1 - k)
        parts.append(tag("text", line, x=start, y=height, class_="name"))
    return parts


def _broken(words: str, most: int) -> list[str]:
    """Return words as one line, or as two where they are longer than *most* letters.

    >>> _broken("what the dealer secures", 30), _broken("what the dealer secures", 16)
    (['what the dealer secures'], ['what the dealer', 'secures'])
    """
    if len(words) <= most:
        return [words]
    place = words.rfind(" ", 0, most + 1)
    return [words[:place], words[place + 1 :]] if place > 0 else [words]
