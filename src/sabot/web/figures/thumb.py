"""A strategy as a small picture: one square a view, filled by the chance of its first action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.web.markup import Markup, tag

_SQUARE, _GAP, _WIDE, _MOST = 7, 1, 30, 180


def thumb(marks: Mapping[str, Sequence[Sequence[str]]]) -> Markup | None:
    """Return the strategies of all seats, the longest first; None where there are none."""
    told = max(marks.values(), key=len, default=())
    if not told:
        return None
    squares = []
    for spot, mix in enumerate(told[:_MOST]):
        row, column = divmod(spot, _WIDE)
        chances = [Fraction(text) for text in mix]
        kind = (
            "mixed"
            if max(chances) < 1
            else ("first", "second", "third", "fourth")[chances.index(max(chances)) % 4]
        )
        step = _SQUARE + _GAP
        squares.append(
            tag(
                "rect",
                x=column * step,
                y=row * step,
                width=_SQUARE,
                height=_SQUARE,
                rx=1,
                class_=kind,
            )
        )
    rows = (min(len(told), _MOST) - 1) // _WIDE + 1
    wide = min(len(told), _WIDE) * (_SQUARE + _GAP)
    high = rows * (_SQUARE + _GAP)
    return tag(
        "svg",
        *squares,
        class_="thumb",
        width=wide,
        height=high,
        viewBox=f"0 0 {wide} {high}",
        aria_hidden="true",
    )
