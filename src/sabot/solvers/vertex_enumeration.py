"""Vertex enumeration by the double description method: all extreme optimal strategies.

The optimal mixed strategies of the row player are the cone ``x >= 0, x'(A_j - v) >= 0`` cut by
``sum x = 1``; its extreme rays are the vertices (Motzkin, Raiffa, Thompson and Thrall 1953). The
equations are solved first: their solutions have as many free entries as dimensions, and the cone of
those with free entries >= 0 has one extreme ray for each. Then it is cut by one plane at a time: a
new ray lies between two *adjacent* old ones on either side of the plane, and adjacency is read off
the sets of constraints that hold with equality. In a sequence form the opponent's pure strategies
are too many to write down; those of his optimal plan are equations, and others are added as best
responses violate the value, as cutting planes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from flint import fmpz_mat

from sabot.errors import NoMethodError
from sabot.forms.base import RealizationPlan, TwoPlayerZeroSumForm
from sabot.forms.sequence import BehaviourStrategy, MatrixForm, Treeplex, pure_best_response
from sabot.progress import raise_if_cancelled, report_progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MOST_RAYS = 1_000_000
"""Rays of one cone: half a GiB."""
_MANY_PAIRS = 5000
"""Pairs of rays from which on arrays compare them in less time, numpy to be loaded included."""
_MOST_ARRAY_RAYS = 50_000
_ARRAY_ENTRIES = 4_000_000
"""Rays of which arrays hold all constraints, and numbers in a product of them: 16 MB."""


class _Ray(NamedTuple):
    weights: tuple[int, ...]
    tight: int  # bit set of the constraints that hold with equality


def enumerate_optimal_mixed_strategies(
    form: MatrixForm, value: Fraction, rows: Sequence[int], column: Sequence[Fraction]
) -> list[dict[str, Fraction]]:
    """Return the extreme optimal mixes of the row seat, each as its support.

    *column* is any optimal mix of the other seat and *rows* are those that are best against it: no
    optimal mix uses another row, and every one leaves the columns of *column* level.
    """
    level = [j for j, chance in enumerate(column) if chance]
    other = [j for j, chance in enumerate(column) if not chance]
    top, below = value.numerator, value.denominator
    scale = form.denominator

    def plane(j: int) -> list[int]:
        numbers = [form.payoffs[i][j] * below - top * scale for i in rows]
        common = math.gcd(*numbers) or 1
        return [number // common for number in numbers]

    rays = enumerate_extreme_rays(len(rows), [plane(j) for j in level], [plane(j) for j in other])
    found = []
    for ray in rays:
        total = sum(ray)
        found.append(
            {form.rows[i]: Fraction(w, total) for i, w in zip(rows, ray, strict=True) if w}
        )
    return found


def enumerate_optimal_plans(
    duel: TwoPlayerZeroSumForm,
    value: Fraction,
    opponent: RealizationPlan,
    most: int | None = None,
    without: Collection[int] = (),
) -> list[RealizationPlan]:
    """Return the extreme optimal plans of side one of any game, *without* some sequences.

    *opponent* is any optimal plan of side two; no optimal plan of side one leaves the sequences
    that are tight against it, and every one earns just the value against each pure strategy that it
    mixes. Side two's other pure responses are far too many to write down, so they are added as they
    are needed: every ray is tried against its best response, and a response that earns side one
    less than the value becomes a new plane, until none does. *most* bounds the comparisons; beyond
    it the plans are refused as too many.
    """
    side, other = duel.sides
    tight = [s for s in duel.reply(0, ((), opponent))[0].tight if s not in without]
    spot = {s: k for k, s in enumerate(tight)}
    equations = []
    for cell in side.cells:
        if cell.parent in spot:
            plane = [0] * len(tight)
            for s in cell.sequences:
                if s in spot:
                    plane[spot[s]] = 1
            plane[spot[cell.parent]] -= 1
            equations.append(plane)
    equations += [
        _surplus_plane(duel, value, tight, pure) for pure in _mixed_pure_plans(other, opponent)
    ]
    cone = PolyhedralCone(len(tight), equations, most=most)
    cone.cut_by_all()
    proved: set[tuple[int, ...]] = set()
    while True:
        failed = None
        for ray in cone.rays:
            raise_if_cancelled()
            if ray.weights not in proved:
                failed = _find_violated_plane(duel, value, tight, ray.weights)
                if failed is not None:
                    break
                proved.add(ray.weights)
        if failed is None:
            break
        cone.cut(failed)
    return [
        _plan_of_ray(side.count, tight, ray.weights)
        for ray in sorted(cone.rays, key=lambda r: r.weights)
    ]


def _mixed_pure_plans(side: Treeplex, plan: RealizationPlan) -> Iterator[RealizationPlan]:
    """Return pure plans that a plan mixes: some that play each of its sequences.

    At every infoset they play its first action in the plan, except on the way to one sequence.
    """
    usual = [next((s for s in cell.sequences if plan[s]), cell.sequences[0]) for cell in side.cells]
    infoset_of = {s: number for number, cell in enumerate(side.cells) for s in cell.sequences}
    for target in [0, *(s for s in infoset_of if plan[s] and s not in usual)]:
        chosen, s = list(usual), target
        while s:
            number = infoset_of[s]
            chosen[number] = s
            s = side.cells[number].parent
        pure = [Fraction(0)] * side.count
        pure[0] = Fraction(1)
        for cell, s in zip(side.cells, chosen, strict=True):
            pure[s] = pure[cell.parent]
        yield pure


def _plan_of_ray(count: int, tight: list[int], weights: tuple[int, ...]) -> RealizationPlan:
    plan = [Fraction(0)] * count
    for s, weight in zip(tight, weights, strict=True):
        plan[s] = Fraction(weight, weights[0])
    return plan


def _find_violated_plane(
    duel: TwoPlayerZeroSumForm, value: Fraction, tight: list[int], weights: tuple[int, ...]
) -> list[int] | None:
    """Return the plane of a pure response that holds this plan below the value, if there is one."""
    plan = _plan_of_ray(duel.sides[0].count, tight, weights)
    other = duel.sides[1]
    reply, below = duel.reply(1, (plan, ()))
    if Fraction(-reply.value, below) >= value:
        return None
    actions = pure_best_response(other, reply)
    pure = {key: {action: Fraction(1)} for key, action in actions.items()}
    return _surplus_plane(duel, value, tight, other.plan(pure))


def _surplus_plane(
    duel: TwoPlayerZeroSumForm, value: Fraction, tight: list[int], response: RealizationPlan
) -> list[int]:
    """Return what each sequence adds to the surplus over the value against a response, scaled."""
    earned, scale = duel.gains(0, ((), response))
    plane = [int(earned[s]) * value.denominator for s in tight]
    plane[0] -= value.numerator * scale
    return plane


def enumerate_extreme_rays(
    dimension: int,
    equal: Sequence[Sequence[int]],
    loose: Sequence[Sequence[int]],
    most: int | None = None,
) -> list[tuple[int, ...]]:
    """Return the extreme rays of ``x >= 0``, ``e.x = 0`` (equal), ``l.x >= 0`` (loose).

    *most* bounds the comparisons; beyond it the rays are refused as too many.

    >>> enumerate_extreme_rays(3, [[1, -1, 0]], [[1, 0, -1]])
    [(1, 1, 0), (1, 1, 1)]
    """
    planes = [plane for plane in _distinct_planes(loose) if min(plane) < 0]
    cone = PolyhedralCone(dimension, equal, planes, most)
    cone.cut_by_all()
    return sorted(ray.weights for ray in cone.rays)


class PolyhedralCone:
    """A cone by its extreme rays: the solutions >= 0 of some equations, cut plane by plane.

    A ray carries its products with the *planes* that are known at first behind its weights, until
    the cone is cut by all of them.
    """

    def __init__(
        self,
        dimension: int,
        equations: Sequence[Sequence[int]],
        planes: Sequence[Sequence[int]] = (),
        most: int | None = None,
    ) -> None:
        self._dimension = dimension
        self._constraints = dimension + len(planes)
        """Signs of the entries, and planes."""
        self._most, self._work = most, 0
        solutions, free = _solution_basis(dimension, equations)
        self._edge = len(free) - 2
        """Constraints that two neighbours have in common, at the least: an edge is a line."""
        everywhere = sum(1 << k for k in free)
        self.rays = [
            _Ray((*x, *(sum(map(mul, plane, x)) for plane in planes)), everywhere ^ (1 << k))
            for k, x in zip(free, solutions, strict=True)
        ]
        held = set(free)
        self._left = [k for k in range(self._constraints) if k not in held]

    def cut_by_all(self) -> None:
        """Keep what holds all constraints that are known.

        Always one with the fewest pairs of rays on its two sides, and before it those that only
        remove rays.
        """
        while self._left and self.rays:
            column = _cheapest_plane(self._left, self.rays)
            self._left.remove(column)
            self._cut_at(column, 1 << column)
        self.rays = [_Ray(ray.weights[: self._dimension], ray.tight) for ray in self.rays]

    def cut(self, plane: Sequence[int]) -> None:
        """Keep what is on another plane and above it."""
        self.rays = [
            _Ray((*ray.weights, sum(map(mul, plane, ray.weights))), ray.tight) for ray in self.rays
        ]
        self._cut_at(-1, 1 << self._constraints)
        self._constraints += 1
        self.rays = [_Ray(ray.weights[:-1], ray.tight) for ray in self.rays]

    def _cut_at(self, column: int, bit: int) -> None:
        """Keep the rays whose entry in a column is >= 0; a bit marks those where it is 0."""
        report_progress("enumerating", len(self.rays), unit="rays")
        sides = _sides_of_plane(self.rays, column)
        self._work += len(sides.above) * len(sides.under) * (1 + len(self.rays) // 8)
        if self._most is not None and self._work > self._most:
            raise _too_many_rays(len(self.rays), self._most)
        self.rays = _cut_by_plane(self.rays, sides, column, bit, self._edge)


def _solution_basis(
    dimension: int, equations: Sequence[Sequence[int]]
) -> tuple[list[list[int]], list[int]]:
    """Return a basis of the solutions of some equations, and the entries that are free in them.

    In each solution one free entry is positive, and the others are 0.
    """
    if not equations:
        return [[int(k == i) for k in range(dimension)] for i in range(dimension)], list(
            range(dimension)
        )
    flat = [entry for row in equations for entry in row]
    reduced, below, rank = fmpz_mat(len(equations), dimension, flat).rref()
    rows = [[int(reduced[i, j]) for j in range(dimension)] for i in range(rank)]
    pivots = [next(j for j, entry in enumerate(row) if entry) for row in rows]
    bound = set(pivots)
    free = [j for j in range(dimension) if j not in bound]
    scale = abs(int(below))
    sign = 1 if below > 0 else -1
    solutions = []
    for k in free:
        x = [0] * dimension
        x[k] = scale
        for row, pivot in zip(rows, pivots, strict=True):
            x[pivot] = -sign * row[k]
        common = math.gcd(*x)
        solutions.append([entry // common for entry in x])
    return solutions, free


def _cheapest_plane(left: Sequence[int], rays: Sequence[_Ray]) -> int:
    """Return the constraint with the fewest pairs of rays on its two sides."""
    found, least = left[0], -1
    for column in left:
        above = under = 0
        for weights, _ in rays:
            side = weights[column]
            if side > 0:
                above += 1
            elif side < 0:
                under += 1
        pairs = above * under
        if not pairs and under:
            return column  # it only removes rays
        if least < 0 or pairs < least:
            found, least = column, pairs
    return found


class _Sides(NamedTuple):
    """The rays above a plane, on it and under it."""

    above: list[_Ray]
    on: list[_Ray]
    under: list[_Ray]

    @property
    def crossed(self) -> bool:
        """Whether the plane separates some of the rays."""
        return bool(self.above and self.under)


def _sides_of_plane(rays: Sequence[_Ray], column: int) -> _Sides:
    """Return on which sides of a plane rays are; a column has their products with it."""
    sides = _Sides([], [], [])
    for ray in rays:
        side = ray.weights[column]
        (sides.above if side > 0 else sides.under if side else sides.on).append(ray)
    return sides


def _cut_by_plane(
    rays: Sequence[_Ray], sides: _Sides, column: int, bit: int, edge: int
) -> list[_Ray]:
    """Return the rays of a cone cut by a plane: of what is on it and above it.

    *bit* marks the rays on the plane. *edge* is the least number of constraints that two neighbours
    share.
    """
    kept = list(sides.above)
    if not sides.crossed:  # it separates none of the rays that stay
        return kept + sides.on
    kept += [_Ray(ray.weights, ray.tight | bit) for ray in sides.on]
    pairs = _adjacent_pairs(sides.above, sides.under, [ray.tight for ray in rays], edge)
    for high, low, common in pairs:
        kept.append(_Ray(_weights_between(high, low, column), common | bit))
        _require_few_rays(kept)
    return kept


def _adjacent_pairs(
    above: Sequence[_Ray], under: Sequence[_Ray], sets: Sequence[int], edge: int
) -> Iterator[tuple[_Ray, _Ray, int]]:
    """Yield the pairs on an edge, and the constraints that both hold.

    Two rays are adjacent if no third ray holds every constraint that both hold, which are at least
    *edge* many.
    """
    if len(above) * len(under) >= _MANY_PAIRS and len(sets) <= _MOST_ARRAY_RAYS:
        yield from _adjacent_pairs_by_arrays(above, under, sets, edge)
        return
    for high in above:
        raise_if_cancelled()
        for low in under:
            common = high.tight & low.tight
            if common.bit_count() < edge:
                continue
            holders = 0
            for other in sets:
                if common & other == common:
                    holders += 1
                    if holders > 2:
                        break
            else:
                yield high, low, common


def _adjacent_pairs_by_arrays(
    above: Sequence[_Ray], under: Sequence[_Ray], sets: Sequence[int], edge: int
) -> Iterator[tuple[_Ray, _Ray, int]]:
    """Yield the same pairs in the same order.

    A set of constraints is a row of zeros and ones; a product of two rows counts what they share.
    """
    import numpy as np

    above_sets, under_sets = [ray.tight for ray in above], [ray.tight for ray in under]
    size = max(map(int.bit_length, sets)) // 8 + 1

    def rows(some: Iterable[int]) -> Floats:
        packed = b"".join(each.to_bytes(size, "little") for each in some)
        bits = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), bitorder="little")
        return bits.reshape(-1, 8 * size).astype(np.float32)

    high_rows, low_rows, everywhere = rows(above_sets), rows(under_sets), rows(sets).T
    block, step = _ARRAY_ENTRIES // len(under) + 1, _ARRAY_ENTRIES // len(sets) + 1
    for first in range(0, len(above), block):
        highs, lows = np.nonzero(high_rows[first : first + block] @ low_rows.T >= edge)
        highs += first
        for start in range(0, len(highs), step):
            raise_if_cancelled()
            some = slice(start, start + step)
            common = high_rows[highs[some]] * low_rows[lows[some]]
            holders = common @ everywhere == common.sum(axis=1, keepdims=True)
            alone = np.count_nonzero(holders, axis=1) <= 2
            for i, j in zip(highs[some][alone].tolist(), lows[some][alone].tolist(), strict=True):
                yield above[i], under[j], above_sets[i] & under_sets[j]


def _weights_between(high: _Ray, low: _Ray, column: int) -> tuple[int, ...]:
    """Return the ray between two at which the entry of a column is 0."""
    up, down = high.weights[column], low.weights[column]
    weights = [up * b - down * a for a, b in zip(high.weights, low.weights, strict=True)]
    shared = math.gcd(*weights)
    return tuple(weights) if shared == 1 else tuple(weight // shared for weight in weights)


def _require_few_rays(rays: Sequence[_Ray]) -> None:
    if len(rays) > MOST_RAYS:
        raise NoMethodError(
            f"the mixes that are as good for one seat have more than {MOST_RAYS:,} "
            "corners; `sabot solve` gives one of them"
        )


def _too_many_rays(count: int, most: int) -> NoMethodError:
    return NoMethodError(
        "the mixes that are as good for one seat have too many corners to list: "
        f"{count:,} so far, and the next step passes the limit of "
        f"{most:,} comparisons; `sabot solve` gives one of them"
    )


def _distinct_planes(planes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the planes that say something, each once: written-out trees repeat theirs."""
    found: dict[tuple[int, ...], None] = {}
    for plane in planes:
        common = math.gcd(*plane)
        if common:
            found[tuple(amount // common for amount in plane)] = None
    return list(found)


ExtremeStrategies = tuple[Fraction, tuple[list[BehaviourStrategy], list[BehaviourStrategy]]]
"""The value, and all extreme optimal strategies of each seat."""
