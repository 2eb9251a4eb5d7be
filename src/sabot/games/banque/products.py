"""Where the Players need no common chance: optima of both together that are two coins.

On a piece of the theorem on all shares the chances of the four common plans are formulas. They are
those of two coins where the product of *both stand* and *both draw* is that of the two others: a
polynomial in theta, which is 0 on the whole piece, or at a few points of it, or nowhere. Where two
pieces meet and the plans of both are optimal, all between them is (:mod:`.meeting`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.algebra.point import Point, once_each, roots_of_factor
from sabot.games.banque.count import BOTH, PLAYERS
from sabot.games.banque.meeting import coins_where_meet
from sabot.results.ends import Extent, point_at

if TYPE_CHECKING:
    from sabot.forms.algebra.formula import Formula
    from sabot.results.pieces import Piece
    from sabot.results.solution import Solution
    from sabot.results.theorem import Theorem


def two_coins(solution: Solution) -> tuple[Fraction, Fraction] | None:
    """Return how often each Player draws, where what both agreed on is two coins; else None.

    >>> import sabot
    >>> two_coins(sabot.solve("baccara-banque(theta=17/20)"))
    (Fraction(3807, 4295), Fraction(0, 1))
    """
    plan = solution[PLAYERS]["-"]
    stand, second, first, draw = (plan.get(both, Fraction(0)) for both in BOTH)
    return None if stand * draw != first * second else (first + draw, second + draw)


@dataclass(frozen=True)
class Products:
    """The shares at which an optimum of both Players together is two coins."""

    ranges: tuple[Extent, ...]
    """On the whole of these."""
    points: tuple[Point, ...]
    """And at these single shares, fractions or roots."""
    open: tuple[Point, ...]
    """Breakpoints with more optima than are known of: not decided."""

    def holds(self, theta: Fraction | int) -> bool:
        """Tell whether a share is among them."""
        return any(e.holds(theta) for e in self.ranges) or Point.at(theta) in self.points


def products(theorem: Theorem) -> Products:
    """Return where the theorem's optima of the Players are two coins."""
    ranges: list[Extent] = []
    points: list[Point] = []
    for piece in theorem.pieces:
        if piece.unique[PLAYERS] is not True:
            raise NoMethodError(f"{piece.extent}: the Players have other optima; not decided")
        gap = _gap(piece)
        if gap == 0:
            ranges = _joined(ranges, piece.extent)
        else:
            points += _zeros(gap, piece)
    undecided = [
        (point_at(meet.at), theorem.pieces[max(0, n - 1) : n + 1])
        for n, meet in enumerate(theorem.breakpoints)
        if meet.unique[PLAYERS] is not True
    ]
    single: list[Point] = []
    for point in points:
        if not any(_inside(point, e) for e in ranges) and not any(map(point.equals, single)):
            single.append(point)
    left: list[Point] = []
    for point, near in undecided:
        if any(_inside(point, e) for e in ranges) or any(map(point.equals, single)):
            continue
        two = coins_where_meet(point, near[0], near[-1])
        if two is not False:
            (single if two else left).append(point)
    return Products(tuple(ranges), tuple(single), tuple(left))


def _gap(piece: Piece) -> fmpz_poly:
    """Return the product of two plans' chances less that of the others', over what they share."""
    plan: Mapping[str, Formula] = piece.strategies[PLAYERS]["-"]
    (a, b), (c, d), (e, f), (g, h) = (
        (fmpz_poly(list(plan[both].top)), fmpz_poly(list(plan[both].below))) for both in BOTH
    )
    return a * g * d * f - c * e * b * h


def _zeros(gap: fmpz_poly, piece: Piece) -> Iterator[Point]:
    """Yield where a polynomial is 0 on a piece, its ends among them."""
    assert piece.high is not None, "shares end at 1"
    low, high = point_at(piece.low), point_at(piece.high)
    yield from (end for end in (low, high) if end.vanishes(gap))
    for factor, _ in once_each(gap).factor()[1]:
        for root in roots_of_factor(factor, Fraction(-1), Fraction(2)):
            if low.before(root) and root.before(high):
                yield root


def _joined(ranges: list[Extent], more: Extent) -> list[Extent]:
    """Add a range; one that begins where the last ends goes on with it."""
    if ranges and ranges[-1].high == more.low:
        return [*ranges[:-1], Extent(ranges[-1].low, more.high)]
    return [*ranges, more]


def _inside(point: Point, extent: Extent) -> bool:
    """Tell whether a point is in a range, its ends included."""
    assert extent.high is not None, "shares end at 1"
    low, high = point_at(extent.low), point_at(extent.high)
    return not point.before(low) and not high.before(point)
