"""A strategy as a small picture: one square a view, filled by the chance of its first action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.web.markup import Markup, tag

_SQUARE, _GAP, _WIDE, _MOST = 5, 1, 44, 484
_LARGE = 12
"""The side of a square where there are few."""


_KINDS = ("first", "second", "third", "fourth")


def thumb(marks: Mapping[str, Sequence[Sequence[str]]]) -> Markup | None:
    """Return the strategies of all seats, the longest first; None where there are none."""
    told = max(marks.values(), key=len, default=())
    if not told:
        return None
    shown = told[:_MOST]
    side = _LARGE if len(shown) <= _WIDE // 2 else _SQUARE
    step = side + _GAP
    squares = []
    for spot, mix in enumerate(shown):
        row, column = divmod(spot, _WIDE)
        chances = [Fraction(text) for text in mix]
        best = chances.index(max(chances))
        kind = "mixed" if chances[best] < 1 else _KINDS[best % len(_KINDS)]
        place = {"x": column * step, "y": row * step, "width": side, "height": side}
        squares.append(tag("rect", rx=1, class_=kind, **place))
    wide = min(len(shown), _WIDE) * step
    high = (1 + (len(shown) - 1) // _WIDE) * step
    box = f"0 0 {wide} {high}"
    size = {"width": wide, "height": high}
    return tag("svg", *squares, class_="thumb", aria_hidden="true", viewBox=box, **size)
