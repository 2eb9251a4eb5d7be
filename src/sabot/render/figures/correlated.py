"""The payoffs of correlated equilibria in the plane: a polygon, with the Nash equilibria in it.

The payoffs of two players in all equilibria are the convex hull of those at the vertices of the
polytope. Beside it: the convex hull of the payoffs at all profiles, which are those that any device
can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from sabot.errors import FormError
from sabot.exact import format_fraction
from sabot.render.figures.captions import game_title, join_caption
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, Mark, Panel
from sabot.render.text import count_noun
from sabot.results.correlated import CorrelatedEquilibria, NashPayoffs

PayoffPoint = tuple[Fraction, Fraction]
MOST_MARKS = 8
"""Corners of the polygon whose payoffs are written beside them."""


def payoff_polygon_figure(
    found: CorrelatedEquilibria, profiles: Iterable[PayoffPoint], nash: NashPayoffs | None
) -> Figure:
    """Return the polygon of the payoffs of all equilibria of a game for two.

    *profiles* are the payoffs at the profiles of pure strategies.
    """
    if len(found.seats) != 2:
        raise FormError(f"{found.game}: the payoffs of {len(found.seats)} players are not a plane")
    if found.vertices is None:
        raise FormError(
            f"{found.game}: the vertices are needed to draw it\n"
            "  sabot correlated GAME --vertices -o FILE.json && sabot plot FILE.json"
        )
    corners = convex_hull((one.payoffs[0], one.payoffs[1]) for one in found.vertices)
    curves = [
        Curve("payoffs of all devices", _closed(convex_hull(profiles)), faint=True),
        Curve(f"{found.concept} equilibria", _closed(corners)),
    ]
    if nash is not None and nash.payoffs:
        name = "pure Nash equilibria" if nash.pure else "Nash equilibria"
        points = sorted((Fraction(str(one)), Fraction(str(two))) for one, two in nash.payoffs)
        curves.append(Curve(name, tuple(points), "dots"))
    marks = tuple(
        Mark(f"({format_fraction(x)}, {format_fraction(y)})", x, y) for x, y in corners[:MOST_MARKS]
    )
    one, two = found.seats
    title = f"{game_title(found.game)}: payoffs of {found.concept} equilibria"
    vertices = count_noun(len(found.vertices), "vertex", "vertices")
    note = join_caption(f"{vertices} of the polytope, {len(corners)} corners of the polygon")
    return Figure(title, (Panel(f"paid to {one}", f"paid to {two}", tuple(curves), marks),), note)


def _closed(corners: Sequence[PayoffPoint]) -> tuple[PayoffPoint, ...]:
    """Return the corners of a polygon, the first of them once more at the end."""
    return (*corners, corners[0]) if len(corners) > 1 else tuple(corners)


def convex_hull(points: Iterable[PayoffPoint]) -> list[PayoffPoint]:
    """Return the corners of the convex hull, anticlockwise from the lowest of the leftmost.

    >>> square = [(Fraction(x), Fraction(y)) for x in (0, 1, 2) for y in (0, 2)]
    >>> [tuple(map(int, corner)) for corner in convex_hull(square)]
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return lower[:-1] + upper[:-1]


def _chain(ordered: Sequence[PayoffPoint]) -> list[PayoffPoint]:
    """Return the corners of the half of a hull that turns left (Andrew 1979)."""
    found: list[PayoffPoint] = []
    for point in ordered:
        while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def _turn(one: PayoffPoint, two: PayoffPoint, three: PayoffPoint) -> Fraction:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
