"""Ends of ranges of a parameter: whole numbers, fractions, and roots of polynomials."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.exact import show
from sabot.forms.algebra.point import Point, point_of, shown

End = int | Fraction | Point
"""A whole number, another fraction, or a root that is neither, with an interval around it."""


def end_of(point: Point) -> End:
    """Return a point of the line as an end.

    >>> end_of(Point.at(3)), end_of(Point.at(Fraction(1, 2)))
    (3, Fraction(1, 2))
    """
    if not point.rational:
        return point
    return int(point.low) if point.low.denominator == 1 else point.low


def point_at(end: End) -> Point:
    """Return an end as a point of the line."""
    return end if isinstance(end, Point) else Point.at(end)


def end_text(end: End) -> str:
    """Return an end as text: exact where it is a fraction, else about where the root is."""
    return shown(point_at(end))


def end_from_json(data: Any) -> End:
    """Return the end that a file names."""
    return end_of(point_of(data))


def end_to_json(end: End) -> Any:
    """Return an end as files name it: a number, a fraction as text, a root with its interval."""
    if isinstance(end, int):
        return end
    if isinstance(end, Fraction):
        return show(end)
    return {"root_of": list(end.root_of), "between": [show(end.low), show(end.high)]}


@dataclass(frozen=True)
class Extent:
    """All numbers (whole, or real: the theorem says which) from *low* to *high*, or for ever.

    >>> print(Extent(4, 7), Extent(3, 3), Extent(9, None), sep="; ")
    4 to 7; 3; 9 and more
    """

    low: End
    high: End | None

    @property
    def single(self) -> Fraction | None:
        """The only number in it, if there is just one."""
        if isinstance(self.low, Point) or self.low != self.high:
            return None
        return Fraction(self.low)

    def holds(self, at: Fraction | int) -> bool:
        """Tell whether a number is in it."""
        here = Point.at(at)
        return not here.before(point_at(self.low)) and (
            self.high is None or not point_at(self.high).before(here)
        )

    def words(self, name: str) -> str:
        """Return for which values of a parameter something holds.

        >>> Extent(1, None).words("suits"), Extent(0, Fraction(1, 2)).words("bet")
        ('suits >= 1', 'bet from 0 to 1/2')
        """
        if self.high is None:
            return f"{name} >= {end_text(self.low)}"
        return f"{name} from {end_text(self.low)} to {end_text(self.high)}"

    def to_json(self) -> dict[str, Any]:
        """Return both ends as files name them."""
        high = None if self.high is None else end_to_json(self.high)
        return {"from": end_to_json(self.low), "to": high}

    @classmethod
    def from_json(cls, data: Any) -> Extent:
        """Return the range that a file names."""
        high = None if data["to"] is None else end_from_json(data["to"])
        return cls(end_from_json(data["from"]), high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{end_text(self.low)} and more"
        if self.low == self.high:
            return end_text(self.low)
        return f"{end_text(self.low)} to {end_text(self.high)}"
