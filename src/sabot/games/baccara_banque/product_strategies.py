"""Shares theta at which the Players need no correlation: optimal joint plans that are products.

On a piece of the parametric theorem the probabilities of the four joint plans are rational
functions of theta. They come from two independent coins where the product of *both stand* and
*both draw* equals that of the two others: a polynomial in theta that vanishes on the whole piece,
at a few points of it, or nowhere. At a breakpoint the plans of both adjacent pieces are optimal,
and so is the segment between them.

That nothing else is optimal at a breakpoint follows from directional derivatives. What the Players
secure by a joint plan is a concave piecewise linear function: a sum over Banker's views of the
smaller of his two answers. The segment is the whole optimal face if the function falls in every
direction that leaves it. It is linear on finitely many cones, so only their edges are tested, with
exact signs in the number field of the breakpoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly, fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.algebra.algebraic_number import ONE, ZERO, NumberField
from sabot.forms.algebra.real_roots import RealPoint, isolate_roots_of_factor, squarefree_part
from sabot.games.baccara_banque import JOINT_ACTIONS, PLAYERS, correlated_form
from sabot.results.proof import ParameterInterval, end_to_point

if TYPE_CHECKING:
    from sabot.forms.algebra.rational_function import Formula
    from sabot.results.parametric import Piece, Theorem
    from sabot.results.solution import Solution


Vector = tuple[fmpq_poly, ...]
"""A number for each common plan: a mix, a direction, or what the plans are paid."""


@lru_cache(maxsize=1)
def _payoffs_at_end_shares() -> tuple[
    dict[tuple[int, int], Fraction], dict[tuple[int, int], Fraction]
]:
    """Return what is paid between two choices with all stakes on the second hand, and the first."""
    one, two = (
        {(i, j): Fraction(paid, form.denominator) for i, j, paid in form.payoffs}
        for form in (correlated_form(Fraction(0)), correlated_form(Fraction(1)))
    )
    return one, two


class BreakpointGame:
    """The game at one share, in its field: what the common plans are paid by Banker's answers."""

    def __init__(self, at: RealPoint) -> None:
        self.field = NumberField(at)
        theta = self.field.of([0, 1])
        first, second = _payoffs_at_end_shares()
        form = correlated_form(Fraction(0))
        (own,) = (cell for cell in form.sides[0].cells if cell.key == "-")

        def paid(answer: int) -> Vector:
            spots = [(s, answer) for s in own.sequences]
            return tuple(
                _constant(first.get(spot, Fraction(0))) * (ONE - theta)
                + _constant(second.get(spot, Fraction(0))) * theta
                for spot in spots
            )

        self.base = paid(0)
        self.answers = [
            (paid(cell.sequences[0]), paid(cell.sequences[1])) for cell in form.sides[1].cells
        ]

    def dot(self, one: Vector, two: Vector) -> fmpq_poly:
        """Return what a mix is paid, or how that changes in a direction."""
        total = ZERO
        for a, b in zip(one, two, strict=True):
            total += self.field.times(a, b)
        return total

    def slopes(self, mix: Vector) -> DirectionalDerivative:
        """Return how what a mix secures changes in any direction."""
        sure = self.base
        ties = []
        for stand, draw in self.answers:
            more = self.field.sign(self.dot(stand, mix) - self.dot(draw, mix))
            if more:
                sure = _add(sure, draw if more > 0 else stand)
            elif stand != draw:
                ties.append((stand, draw))
            else:
                sure = _add(sure, stand)
        return DirectionalDerivative(self, mix, sure, ties)


@dataclass(frozen=True)
class DirectionalDerivative:
    """What a mix secures, near it: a linear part, and views at which Banker may do either."""

    meeting: BreakpointGame
    mix: Vector
    sure: Vector
    ties: list[tuple[Vector, Vector]]

    def is_feasible(self, way: Vector) -> bool:
        """Return whether a direction leaves no chance negative."""
        sign = self.meeting.field.sign
        return all(
            chance != 0 or sign(step) >= 0 for chance, step in zip(self.mix, way, strict=True)
        )

    def sign(self, way: Vector) -> int:
        """Return whether what is secured rises (1), stays (0) or falls (-1) in a direction."""
        field, dot = self.meeting.field, self.meeting.dot
        total = dot(self.sure, way)
        for stand, draw in self.ties:
            one, two = dot(stand, way), dot(draw, way)
            total += one if field.sign(one - two) < 0 else two
        return field.sign(total)

    def falls_in_all_directions(self, basis: Sequence[Vector]) -> bool:
        """Return whether it falls in all possible directions that a basis makes.

        Where it is linear changes at a tie, and where a chance is 0: on planes through the mix.
        With those of the basis itself they cut all directions into cones with edges.
        """
        planes = [_subtract(stand, draw) for stand, draw in self.ties]
        planes += [_unit_vector(k) for k, chance in enumerate(self.mix) if chance == 0]
        rows = [tuple(self.meeting.dot(plane, way) for way in basis) for plane in planes]
        rows += [_unit_vector(k, len(basis)) for k in range(len(basis))]
        for edge in _cone_edges(self.meeting.field, rows, len(basis)):
            way = tuple(
                self.meeting.dot(edge, tuple(one[k] for one in basis))
                for k in range(len(JOINT_ACTIONS))
            )
            for side in (way, tuple(-step for step in way)):
                if self.is_feasible(side) and self.sign(side) >= 0:
                    return False
        return True


def _cone_edges(field: NumberField, rows: Sequence[Vector], size: int) -> Iterator[Vector]:
    """Yield the lines in which planes meet, in two or three dimensions; few of them twice."""
    if size == 2:
        yield from ((-b, a) for a, b in rows if a != 0 or b != 0)
        return
    times = field.times
    for (a, b, c), (d, e, f) in combinations(rows, 2):
        line = (
            times(b, f) - times(c, e),
            times(c, d) - times(a, f),
            times(a, e) - times(b, d),
        )
        if any(part != 0 for part in line):
            yield line


def _constant(number: Fraction) -> fmpq_poly:
    return ONE * fmpq(number.numerator, number.denominator)


def _unit_vector(spot: int, size: int = len(JOINT_ACTIONS)) -> Vector:
    return tuple(ONE if k == spot else ZERO for k in range(size))


def _add(one: Vector, two: Vector) -> Vector:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def _subtract(one: Vector, two: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, two, strict=True))


# ---------------------------------------------------------------------- two pieces meet


def has_product_optimum_at_breakpoint(at: RealPoint, left: Piece, right: Piece) -> bool | None:
    """Return whether a product strategy is optimal where two pieces meet; None: not decided.

    True needs no more than both plans: the optima between them have the property somewhere. False
    needs that there are no other optima.
    """
    meeting = BreakpointGame(at)
    one, two = (_joint_plan(meeting.field, piece) for piece in (left, right))
    if _segment_contains_product(meeting, one, two):
        return True
    return False if _segment_is_optimal_face(meeting, one, two) else None


def _joint_plan(field: NumberField, piece: Piece) -> Vector:
    mix: Mapping[str, Formula] = piece.strategies[PLAYERS]["-"]
    return tuple(field.over(field.of(mix[b].top), field.of(mix[b].below)) for b in JOINT_ACTIONS)


def _segment_contains_product(meeting: BreakpointGame, one: Vector, two: Vector) -> bool:
    """Return whether a mixture of two is a product: where a polynomial of degree 2 is 0.

    It is the product of *both stand* and *both draw* less that of the two others.
    """
    field = meeting.field
    way = _subtract(two, one)

    def product(a: Vector, b: Vector) -> fmpq_poly:
        return field.times(a[0], b[3]) - field.times(a[1], b[2])

    start, square = product(one, one), product(way, way)
    slope = product(one, way) + product(way, one)
    ends = [field.sign(part) for part in (start, start + slope + square)]
    if ends[0] != ends[1] or not ends[0]:
        return True
    # both ends on one side: it is 0 inside where it turns there, on the other side or at 0
    turns = ends[0] * field.sign(slope) < 0 < ends[0] * field.sign(slope + 2 * square)
    deep = field.times(slope, slope) - 4 * field.times(start, square)
    return turns and field.sign(deep) >= 0


def _segment_is_optimal_face(meeting: BreakpointGame, one: Vector, two: Vector) -> bool:
    """Return whether the optima are just the mixes between two that are optimal."""
    way = _subtract(two, one)
    middle = tuple((a + b) / 2 for a, b in zip(one, two, strict=True))
    basis = [_subtract(_unit_vector(k), _unit_vector(3)) for k in range(3)]
    if all(step == 0 for step in way):
        return meeting.slopes(middle).falls_in_all_directions(basis)
    along = next(k for k in range(3) if way[k] != 0)
    across = [one for k, one in enumerate(basis) if k != along]
    if not meeting.slopes(middle).falls_in_all_directions(across):
        return False
    for end, out in ((two, way), (one, tuple(-step for step in way))):
        here = meeting.slopes(end)
        if here.is_feasible(out) and here.sign(out) >= 0:
            return False
    return True


def independent_draw_probabilities(solution: Solution) -> tuple[Fraction, Fraction] | None:
    """Return how often each Player draws, where what both agreed on is two coins; else None.

    >>> import sabot
    >>> independent_draw_probabilities(sabot.solve("baccara-banque(theta=17/20)"))
    (Fraction(3807, 4295), Fraction(0, 1))
    """
    plan = solution[PLAYERS]["-"]
    stand, second, first, draw = (plan.get(both, Fraction(0)) for both in JOINT_ACTIONS)
    return None if stand * draw != first * second else (first + draw, second + draw)


@dataclass(frozen=True)
class ProductOptima:
    """The shares at which an optimum of both Players together is two coins."""

    ranges: tuple[ParameterInterval, ...]
    """On the whole of these."""
    points: tuple[RealPoint, ...]
    """And at these single shares, fractions or roots."""
    open: tuple[RealPoint, ...]
    """Breakpoints with more optima than are known of: not decided."""

    def holds(self, theta: Fraction | int) -> bool:
        """Return whether a share is among them."""
        return any(e.holds(theta) for e in self.ranges) or RealPoint.at(theta) in self.points


def find_product_optima(theorem: Theorem) -> ProductOptima:
    """Return where the theorem's optima of the Players are two coins."""
    ranges: list[ParameterInterval] = []
    points: list[RealPoint] = []
    for piece in theorem.pieces:
        if piece.unique[PLAYERS] is not True:
            raise NoMethodError(f"{piece.extent}: the Players have other optima; not decided")
        gap = _independence_gap(piece)
        if gap == 0:
            ranges = _append_range(ranges, piece.extent)
        else:
            points += _roots_on_piece(gap, piece)
    undecided = [
        (end_to_point(meet.at), theorem.pieces[max(0, n - 1) : n + 1])
        for n, meet in enumerate(theorem.breakpoints)
        if meet.unique[PLAYERS] is not True
    ]
    single: list[RealPoint] = []
    for point in points:
        if not any(_is_inside(point, e) for e in ranges) and not any(map(point.equals, single)):
            single.append(point)
    left: list[RealPoint] = []
    for point, near in undecided:
        if any(_is_inside(point, e) for e in ranges) or any(map(point.equals, single)):
            continue
        two = has_product_optimum_at_breakpoint(point, near[0], near[-1])
        if two is not False:
            (single if two else left).append(point)
    return ProductOptima(tuple(ranges), tuple(single), tuple(left))


def _independence_gap(piece: Piece) -> fmpz_poly:
    """Return the product of two plans' chances less that of the others', over what they share."""
    plan: Mapping[str, Formula] = piece.strategies[PLAYERS]["-"]
    (a, b), (c, d), (e, f), (g, h) = (
        (fmpz_poly(list(plan[both].top)), fmpz_poly(list(plan[both].below)))
        for both in JOINT_ACTIONS
    )
    return a * g * d * f - c * e * b * h


def _roots_on_piece(gap: fmpz_poly, piece: Piece) -> Iterator[RealPoint]:
    """Yield where a polynomial is 0 on a piece, its ends among them."""
    assert piece.high is not None, "shares end at 1"
    low, high = end_to_point(piece.low), end_to_point(piece.high)
    yield from (end for end in (low, high) if end.vanishes(gap))
    for factor, _ in squarefree_part(gap).factor()[1]:
        for root in isolate_roots_of_factor(factor, Fraction(-1), Fraction(2)):
            if low.before(root) and root.before(high):
                yield root


def _append_range(
    ranges: list[ParameterInterval], more: ParameterInterval
) -> list[ParameterInterval]:
    """Add a range; one that begins where the last ends goes on with it."""
    if ranges and ranges[-1].high == more.low:
        return [*ranges[:-1], ParameterInterval(ranges[-1].low, more.high)]
    return [*ranges, more]


def _is_inside(point: RealPoint, extent: ParameterInterval) -> bool:
    """Return whether a point is in a range, its ends included."""
    assert extent.high is not None, "shares end at 1"
    low, high = end_to_point(extent.low), end_to_point(extent.high)
    return not point.before(low) and not high.before(point)
