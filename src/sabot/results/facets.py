"""Optimal sets without conditions that say nothing new, by the extreme points of the set.

A polytope is its affine hull cut by one inequality for each facet. The hull is given by the
conditions that are tight at every extreme point; a condition makes a facet if the extreme points at
which it is tight span one dimension less than all of them. What the box of chances (0 to 1) cuts
off already need not be said. All of it is a question of rank, in fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from sabot.results.optimal import Condition, OptimalSet

Chances = Mapping[str, Fraction]
_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_ENTRIES = 200_000
"""Extreme points times loose views: beyond, the conditions stay as they were found."""


class Span:
    """The span of vectors, one added after the other."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Fraction]] = {}
        """By the place of its first entry, which is 1."""

    @property
    def rank(self) -> int:
        """How many of the vectors were independent."""
        return len(self._rows)

    def add(self, vector: Iterable[Fraction | int]) -> bool:
        """Add a vector; whether it was independent of those before."""
        left = [Fraction(entry) for entry in vector]
        for place in range(len(left)):
            if not left[place]:
                continue
            row = self._rows.get(place)
            if row is None:
                self._rows[place] = [entry / left[place] for entry in left]
                return True
            factor = left[place]
            left = [entry - factor * other for entry, other in zip(left, row, strict=True)]
        return False


def dimension(points: Sequence[Sequence[Fraction]]) -> int:
    """Return the dimension of the hull of points; -1 where there are none.

    >>> dimension([[_ZERO, _ZERO], [_ONE, _ONE], [Fraction(1, 2), Fraction(1, 2)]])
    1
    """
    if not points:
        return -1
    span = Span()
    for point in points[1:]:
        span.add(a - b for a, b in zip(point, points[0], strict=True))
        if span.rank == len(points[0]):
            break
    return span.rank


def irredundant(own: OptimalSet, vertices: Sequence[Mapping[str, Chances]]) -> OptimalSet:
    """Return the same set by conditions of which none follows from the others."""
    views = list(own.loose)
    if not views or len(views) * len(vertices) > MOST_ENTRIES:
        return own
    points = [
        {view: vertex[view].get(own.loose[view][1], _ZERO) for view in views} for vertex in vertices
    ]
    rows = [[point[view] for view in views] for point in points]
    least = dimension(rows)
    equations = _equations(own, views, points, len(views) - least)
    if equations is None:
        return own
    facets = _facets(own, views, points, rows, least)
    return replace(own, conditions=(*equations, *facets))


def _equations(
    own: OptimalSet, views: list[str], points: Sequence[Chances], wanted: int
) -> list[Condition] | None:
    """Return independent equations of the affine hull, the plain ones first."""
    found = [
        Condition({view: 1}, end, end)
        for view in views
        for end in (_ZERO, _ONE)
        if all(point[view] == end for point in points)
    ]
    for condition in own.conditions:
        for end in dict.fromkeys((condition.low, condition.high)):
            if all(condition.sum(point) == end for point in points):
                found.append(Condition(condition.weights, end, end))
    span, kept = Span(), []
    for condition in sorted(found, key=_length):
        if span.add(condition.weights.get(view, 0) for view in views):
            kept.append(condition)
    return kept if span.rank == wanted else None


def _facets(
    own: OptimalSet,
    views: list[str],
    points: Sequence[Chances],
    rows: list[list[Fraction]],
    least: int,
) -> list[Condition]:
    """Return conditions with the ends that make the facets, each facet once."""
    said = {
        frozenset(n for n, point in enumerate(points) if point[view] == end)
        for view in views
        for end in (_ZERO, _ONE)
    }
    found = []
    for condition in sorted(own.conditions, key=_length):
        low, high = condition.box
        matters = False
        for end in (condition.low, condition.high):
            tight = frozenset(n for n, p in enumerate(points) if condition.sum(p) == end)
            if not tight or tight in said or len(tight) == len(points):
                continue
            if dimension([rows[n] for n in sorted(tight)]) == least - 1:
                said.add(tight)
                matters = True
                low, high = (end, high) if end == condition.low else (low, end)
        if matters:
            found.append(Condition(condition.weights, low, high))
    return found


def _length(condition: Condition) -> tuple[int, int]:
    weights = condition.weights.values()
    return len(weights), sum(map(abs, weights))
