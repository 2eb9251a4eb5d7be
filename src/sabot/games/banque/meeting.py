"""All optima of both Players together at a breakpoint, and whether one of them is two coins.

What the Players secure by a common chance is a concave function of it: a sum, and at every view the
less of what Banker's two answers leave. Where two pieces of the theorem meet, the plans of both are
optimal, and so is all between them. That nothing else is shows in the slopes of that function: it
falls in every direction that leaves the segment. In a cone on which it is linear the edges tell, so
finitely many directions are looked at, with exact signs in the field of the breakpoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from sabot.forms.algebra.field import ONE, ZERO, Field
from sabot.games.banque.count import BOTH, PLAYERS, banque_form

if TYPE_CHECKING:
    from sabot.forms.algebra.formula import Formula
    from sabot.forms.algebra.point import Point
    from sabot.results.pieces import Piece

Vector = tuple[fmpq_poly, ...]
"""A number for each common plan: a mix, a direction, or what the plans are paid."""


@lru_cache(maxsize=1)
def _ends() -> tuple[dict[tuple[int, int], Fraction], dict[tuple[int, int], Fraction]]:
    """Return what is paid between two choices with all stakes on the second hand, and the first."""
    one, two = (
        {(i, j): Fraction(paid, form.denominator) for i, j, paid in form.payoffs}
        for form in (banque_form(Fraction(0)), banque_form(Fraction(1)))
    )
    return one, two


class Meeting:
    """The game at one share, in its field: what the common plans are paid by Banker's answers."""

    def __init__(self, at: Point) -> None:
        self.field = Field(at)
        theta = self.field.of([0, 1])
        first, second = _ends()
        form = banque_form(Fraction(0))
        (own,) = (cell for cell in form.sides[0].cells if cell.key == "-")

        def paid(answer: int) -> Vector:
            spots = [(s, answer) for s in own.sequences]
            return tuple(
                _number(first.get(spot, Fraction(0))) * (ONE - theta)
                + _number(second.get(spot, Fraction(0))) * theta
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

    def slopes(self, mix: Vector) -> Slopes:
        """Return how what a mix secures changes in any direction."""
        sure = self.base
        ties = []
        for stand, draw in self.answers:
            more = self.field.sign(self.dot(stand, mix) - self.dot(draw, mix))
            if more:
                sure = _plus(sure, draw if more > 0 else stand)
            elif stand != draw:
                ties.append((stand, draw))
            else:
                sure = _plus(sure, stand)
        return Slopes(self, mix, sure, ties)


@dataclass(frozen=True)
class Slopes:
    """What a mix secures, near it: a linear part, and views at which Banker may do either."""

    meeting: Meeting
    mix: Vector
    sure: Vector
    ties: list[tuple[Vector, Vector]]

    def possible(self, way: Vector) -> bool:
        """Tell whether a direction leaves no chance negative."""
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

    def falls(self, basis: Sequence[Vector]) -> bool:
        """Tell whether it falls in all possible directions that a basis makes.

        Where it is linear changes at a tie, and where a chance is 0: on planes through the mix.
        With those of the basis itself they cut all directions into cones with edges.
        """
        planes = [_minus(stand, draw) for stand, draw in self.ties]
        planes += [_unit(k) for k, chance in enumerate(self.mix) if chance == 0]
        rows = [tuple(self.meeting.dot(plane, way) for way in basis) for plane in planes]
        rows += [_unit(k, len(basis)) for k in range(len(basis))]
        for edge in _edges(self.meeting.field, rows, len(basis)):
            way = tuple(
                self.meeting.dot(edge, tuple(one[k] for one in basis)) for k in range(len(BOTH))
            )
            for side in (way, tuple(-step for step in way)):
                if self.possible(side) and self.sign(side) >= 0:
                    return False
        return True


def _edges(field: Field, rows: Sequence[Vector], size: int) -> Iterator[Vector]:
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


def _number(number: Fraction) -> fmpq_poly:
    return ONE * fmpq(number.numerator, number.denominator)


def _unit(spot: int, size: int = len(BOTH)) -> Vector:
    return tuple(ONE if k == spot else ZERO for k in range(size))


def _plus(one: Vector, two: Vector) -> Vector:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def _minus(one: Vector, two: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, two, strict=True))


# ---------------------------------------------------------------------- two pieces meet


def coins_where_meet(at: Point, left: Piece, right: Piece) -> bool | None:
    """Tell whether an optimum of the Players is two coins where two pieces meet; None: not decided.

    True needs no more than both plans: the optima between them have the property somewhere. False
    needs that there are no other optima.
    """
    meeting = Meeting(at)
    one, two = (_plan(meeting.field, piece) for piece in (left, right))
    if _passes(meeting, one, two):
        return True
    return False if _all_between(meeting, one, two) else None


def _plan(field: Field, piece: Piece) -> Vector:
    told: Mapping[str, Formula] = piece.strategies[PLAYERS]["-"]
    return tuple(field.over(field.of(told[b].top), field.of(told[b].below)) for b in BOTH)


def _passes(meeting: Meeting, one: Vector, two: Vector) -> bool:
    """Tell whether two coins are among the mixes between two: where a polynomial of degree 2 is 0.

    It is the product of *both stand* and *both draw* less that of the two others.
    """
    field = meeting.field
    way = _minus(two, one)

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


def _all_between(meeting: Meeting, one: Vector, two: Vector) -> bool:
    """Tell whether the optima are just the mixes between two that are optimal."""
    way = _minus(two, one)
    middle = tuple((a + b) / 2 for a, b in zip(one, two, strict=True))
    basis = [_minus(_unit(k), _unit(3)) for k in range(3)]
    if all(step == 0 for step in way):
        return meeting.slopes(middle).falls(basis)
    along = next(k for k in range(3) if way[k] != 0)
    across = [one for k, one in enumerate(basis) if k != along]
    if not meeting.slopes(middle).falls(across):
        return False
    for end, out in ((two, way), (one, tuple(-step for step in way))):
        here = meeting.slopes(end)
        if here.possible(out) and here.sign(out) >= 0:
            return False
    return True
