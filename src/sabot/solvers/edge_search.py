"""Vertices of an optimal face one at a time, along its edges.

The double description method (:mod:`sabot.solvers.vertex_enumeration`) has no vertex before its
end. Here a search goes from a first optimal plan along the edges of the set of optimal plans, from
vertex to vertex; the graph of a polytope is connected (Balinski 1961), so it finds all, and each as
soon as it is reached. The edges at a vertex are the extreme rays of the cone of its tight
constraints. Where a vertex is degenerate that cone is enumerated by double description, or, if it
is large, by the same search in one dimension less. The other seat's pure responses are too many to
write down; they become constraints as best responses violate the value.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul

from flint import fmpz_mat

from sabot.errors import NoMethodError
from sabot.forms.base import RealizationPlan, TwoPlayerZeroSumForm
from sabot.forms.sequence import MatrixForm
from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.vertex_enumeration import (
    OptimalFace,
    enumerate_extreme_rays,
    solution_basis,
)

Vector = tuple[int, ...]
ViolatedPlane = Callable[[Vector], "Sequence[int] | None"]
_MOST_COMPARISONS = 200_000
"""Comparisons for the edges at one vertex, a fraction of a second; beyond it they are searched."""

_STEPS_OF_A_SECOND = 2 * 10**10
"""Rows times columns squared times bits of a linear system that is solved in about a second."""

_TURN = 16
"""Neighbours of a vertex that are found before it is the turn of another vertex."""


class OptimalPlans:
    """The extreme optimal plans of side one, each as soon as it is found.

    *opponent* is any optimal plan of side two, and *plan* any of side one.
    """

    def __init__(
        self,
        duel: TwoPlayerZeroSumForm,
        value: Fraction,
        plan: RealizationPlan,
        opponent: RealizationPlan,
    ) -> None:
        self._duel, self._value, self._opponent = duel, value, opponent
        self._plan = plan

    @cached_property
    def _face(self) -> OptimalFace:
        return OptimalFace(self._duel, self._value, self._opponent)

    @property
    def is_small(self) -> bool:
        """Whether the first plan takes about a second."""
        entries = (entry for row in self._face.equations for entry in row)
        longest = max((entry.bit_length() for entry in entries), default=0)
        steps = len(self._face.tight) ** 2 * len(self._face.equations) * (64 + longest)
        return steps <= _STEPS_OF_A_SECOND

    def __iter__(self) -> Iterator[RealizationPlan]:
        face = self._face
        basis, _ = solution_basis(len(face.tight), face.equations)
        shares = [self._plan[s] for s in face.tight]
        below = math.lcm(*(share.denominator for share in map(Fraction, shares)))
        start = tuple(int(share * below) for share in shares)
        cone = EdgeSearch(basis, start, face.find_violated_plane)
        return (face.plan(weights) for weights in cone.rays())


class EdgeSearch:
    """Extreme rays of the vectors >= 0 of a linear space, found along the faces of dimension two.

    *basis* spans the space, and *start* is a vector of it. Vectors are above all *planes*.
    *violated* returns another plane that every vector is to be above, and that this one is not, if
    there is one; it is asked about each ray.
    """

    def __init__(
        self,
        basis: Sequence[Sequence[int]],
        start: Sequence[int],
        violated: ViolatedPlane,
        planes: Sequence[Sequence[int]] = (),
    ) -> None:
        self._size = len(start)
        """Entries of a vector; behind them it carries its products with the planes."""
        self._basis = [list(row) for row in basis]
        self._start = list(start)
        self._planes = list(planes)
        self._violated = violated

    def rays(self) -> Iterator[Vector]:
        """Yield the extreme rays, in integers without a common divisor."""
        first = self._first_ray()
        yield first
        seen, waiting = {first}, deque([self._adjacent_rays(first)])
        while waiting:
            adjacent = waiting.popleft()
            for _ in range(_TURN):
                ray = next(adjacent, None)
                if ray is None:
                    break
                if ray not in seen:
                    seen.add(ray)
                    report_progress("enumerating", len(seen), unit="vertices")
                    waiting.append(self._adjacent_rays(ray))
                    yield ray
            else:
                waiting.append(adjacent)

    def _first_ray(self) -> Vector:
        """Return an extreme ray: from the start on, until no line through it stays inside."""
        point = self._start
        while True:
            raise_if_cancelled()
            point = self._extended(point)
            rows, rank = self._reduced([k for k, entry in enumerate(point) if not entry])
            lines = [row for row in rows[rank:] if not _are_parallel(row, point)]
            if not lines:
                return tuple(_primitive(point[: self._size]))
            line = lines[0] if min(lines[0]) < 0 else [-entry for entry in lines[0]]
            point = self._end_of_line(point, line)

    def _end_of_line(self, point: list[int], line: list[int]) -> list[int]:
        """Return the last point inside on a line; with a new plane it may be the same point."""
        while True:
            raise_if_cancelled()
            up, down = min(
                ((p, -d) for p, d in zip(point, line, strict=True) if d < 0),
                key=lambda pair: Fraction(*pair),
            )
            end = _primitive([down * p + up * d for p, d in zip(point, line, strict=True)])
            plane = self._violated(tuple(end[: self._size]))
            if plane is None:
                return end
            self._planes.append(plane)
            point, line = self._extended(point), self._extended(line)

    def _adjacent_rays(self, ray: Vector) -> Iterator[Vector]:
        """Yield the rays that span a face of dimension two with this one."""
        complete = False
        while not complete:
            here = self._extended(ray)
            tight = [k for k, entry in enumerate(here) if not entry]
            rows, rank = self._reduced(tight)
            ways = rows[:rank]
            # the weights of such rows are >= 0, as each alone is positive in a tight entry
            columns = zip(*([way[k] for k in tight] for way in ways), strict=True)
            planes = sorted({tuple(_primitive(column)) for column in columns if min(column) < 0})
            try:
                found = enumerate_extreme_rays(rank, [], planes, most=_MOST_COMPARISONS)
            except NoMethodError:
                yield from self._adjacent_by_search(here, ways, planes)
                return
            complete = True
            for weights in found:
                end = self._end_of_edge(here, _combine(weights, ways))
                if end is None:  # this is no edge, by a plane that is new and tight here
                    complete = False
                else:
                    yield end

    def _adjacent_by_search(
        self, here: list[int], ways: list[list[int]], planes: list[Vector]
    ) -> Iterator[Vector]:
        """Yield the same rays by a search in the cone of the ways that lead inside."""
        ends: dict[Vector, Vector] = {}

        def violated(weights: Vector) -> Sequence[int] | None:
            end = self._end_of_edge(here, _combine(weights, ways))
            if end is None:
                return [sum(map(mul, self._planes[-1], way)) for way in ways]
            ends[weights] = end
            return None

        known: list[Sequence[int]] = list(planes)
        start = _find_weights(len(ways), known, violated)
        if start is not None:
            unit = [[int(k == i) for k in range(len(ways))] for i in range(len(ways))]
            for weights in EdgeSearch(unit, start, violated, known).rays():
                yield ends.pop(weights)

    def _end_of_edge(self, here: list[int], way: list[int]) -> Vector | None:
        """Return the other end of an edge; None where the edge leaves the set at once."""
        while True:
            raise_if_cancelled()
            here, way = self._extended(here), self._extended(way)
            # the least step back to the vertex such that no entry is negative
            up, down = max(
                ((-w, h) for h, w in zip(here, way, strict=True) if h),
                key=lambda pair: Fraction(*pair),
            )
            end = _primitive([down * w + up * h for h, w in zip(here, way, strict=True)])
            plane = self._violated(tuple(end[: self._size]))
            if plane is None:
                return tuple(end[: self._size])
            self._planes.append(plane)
            if not sum(map(mul, plane, here)):
                return None

    def _extended(self, vector: Sequence[int]) -> list[int]:
        """Return a vector with its products with all planes."""
        new = self._planes[len(vector) - self._size :]
        return [*vector, *(sum(map(mul, plane, vector)) for plane in new)]

    def _reduced(self, first: list[int]) -> tuple[list[list[int]], int]:
        """Return a basis that is reduced in some entries, and its rank in them.

        So many of its vectors are 1, up to a factor > 0, in one of these entries and 0 where the
        others are; the rest are 0 in all.
        """
        self._basis = [self._extended(row) for row in self._basis]
        width = self._size + len(self._planes)
        chosen = set(first)
        order = [*first, *(k for k in range(width) if k not in chosen)]
        flat = [row[k] for row in self._basis for k in order]
        reduced, below, rank = fmpz_mat(len(self._basis), width, flat).rref()
        sign = 1 if below > 0 else -1
        place = {k: spot for spot, k in enumerate(order)}
        rows, inside = [], 0
        for i in range(rank):
            row = [sign * int(reduced[i, j]) for j in range(width)]
            inside += any(row[: len(first)])
            rows.append(_primitive([row[place[k]] for k in range(width)]))
        return rows, inside


def _combine(weights: Sequence[int], vectors: Sequence[Sequence[int]]) -> list[int]:
    """Return a weighted sum of vectors."""
    return [sum(map(mul, weights, column)) for column in zip(*vectors, strict=True)]


def _find_weights(size: int, planes: list[Sequence[int]], violated: ViolatedPlane) -> Vector | None:
    """Return weights >= 0, not all 0, above all planes, if there are any; planes may be added.

    Weights above the planes that are known are an optimal mix of a matrix game.
    """
    from sabot.solvers.zero_sum.matrix_game import solve_matrix_game

    while True:
        raise_if_cancelled()
        table = [[plane[i] for plane in planes] for i in range(size)]
        found = solve_matrix_game(MatrixForm.of(table))
        if found.value < 0:
            return None
        below = math.lcm(*(chance.denominator for chance in found.row))
        weights = tuple(_primitive([int(chance * below) for chance in found.row]))
        plane = violated(weights)
        if plane is None:
            return weights
        planes.append(plane)


def _primitive(vector: Sequence[int]) -> list[int]:
    shared = math.gcd(*vector)
    return list(vector) if shared <= 1 else [entry // shared for entry in vector]


def _are_parallel(one: Sequence[int], two: Sequence[int]) -> bool:
    spot = next(k for k, entry in enumerate(two) if entry)
    return all(one[spot] * b == two[spot] * a for a, b in zip(one, two, strict=True))
