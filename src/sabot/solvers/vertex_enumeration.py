"""Vertex enumeration by the double description method: all extreme optimal strategies.

The optimal mixed strategies of the row player are the cone ``x >= 0, x'(A_j - v) >= 0`` cut by
``sum x = 1``; its extreme rays are the vertices (Motzkin, Raiffa, Thompson and Thrall 1953). Start
from the orthant, whose rays are the pure rows that can be optimal at all, and add one column at a
time: a new ray lies between two *adjacent* old ones on either side of the new hyperplane, and
adjacency is read off the sets of constraints that hold with equality. In a sequence form the
opponent's pure strategies are too many to write down; they are added as best responses violate the
value, as cutting planes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from sabot.errors import NoMethodError
from sabot.forms.base import RealizationPlan, TwoPlayerZeroSumForm
from sabot.forms.sequence import BehaviourStrategy, MatrixForm, pure_best_response
from sabot.progress import raise_if_cancelled, report_progress

MOST_RAYS = 1_000_000
"""Rays of one cone: half a GiB."""


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
    duel: TwoPlayerZeroSumForm, value: Fraction, opponent: RealizationPlan
) -> list[RealizationPlan]:
    """Return the extreme optimal plans of side one of any game.

    *opponent* is any optimal plan of side two; no optimal plan of side one leaves the sequences
    that are tight against it. Side two's pure responses are far too many to write down, so they are
    added as they are needed: every ray is tried against its best response, and a response that
    earns side one less than the value becomes a new plane, until none does.
    """
    side = duel.sides[0]
    tight = duel.reply(0, ((), opponent))[0].tight
    spot = {s: k for k, s in enumerate(tight)}
    cone = PolyhedralCone(len(tight))
    for cell in side.cells:
        if cell.parent in spot:
            plane = [0] * len(tight)
            for s in cell.sequences:
                if s in spot:
                    plane[spot[s]] = 1
            plane[spot[cell.parent]] -= 1
            cone.cut(plane, level=True)
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
        cone.cut(failed, level=False)
    return [
        _plan_of_ray(side.count, tight, ray.weights)
        for ray in sorted(cone.rays, key=lambda r: r.weights)
    ]


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
    earned, scale = duel.gains(0, ((), other.plan(pure)))
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

    Equations come first, then the others: always one with the fewest pairs of rays on its two
    sides, and before it those that only remove rays. For that a ray carries its products with all
    planes behind its weights. *most* bounds the comparisons; beyond it the rays are refused as too
    many.

    >>> enumerate_extreme_rays(3, [[1, -1, 0]], [[1, 0, -1]])
    [(1, 1, 0), (1, 1, 1)]
    """
    level = _distinct_planes(equal)
    planes = [*level, *(plane for plane in _distinct_planes(loose) if min(plane) < 0)]
    last_level = dimension + len(level)
    rays = [
        _Ray((*ray.weights, *(plane[k] for plane in planes)), ray.tight)
        for k, ray in enumerate(_orthant_rays(dimension))
    ]
    left = list(range(dimension, dimension + len(planes)))
    edge, work = dimension - 2, 0
    while left and rays:
        report_progress("enumerating", len(rays), unit="rays")
        column = _cheapest_plane(left, rays, last_level)
        left.remove(column)
        sides = _sides_of_plane(rays, column)
        work += len(sides.above) * len(sides.under) * (1 + len(rays) // 8)
        if most is not None and work > most:
            raise _too_many_rays(len(rays), most)
        is_level = column < last_level
        rays = _cut_by_plane(rays, sides, column, None if is_level else 1 << column, edge)
        edge -= is_level and sides.crossed  # on such a plane there is a dimension less
    return sorted(ray.weights[:dimension] for ray in rays)


def _cheapest_plane(left: Sequence[int], rays: Sequence[_Ray], last_level: int) -> int:
    """Return the plane with the fewest pairs of rays on its two sides; equations come first.

    An equation takes a dimension away: after all of them the rays are fewest.
    """
    found, least = left[0], -1
    for column in left:
        if column >= last_level and found < last_level:
            break
        above = under = 0
        for weights, _ in rays:
            side = weights[column]
            if side > 0:
                above += 1
            elif side < 0:
                under += 1
        pairs = above * under
        if not pairs and (under or (above and column < last_level)):
            return column  # it only removes rays
        if least < 0 or pairs < least:
            found, least = column, pairs
    return found


def _orthant_rays(dimension: int) -> list[_Ray]:
    whole = (1 << dimension) - 1
    return [
        _Ray(tuple(int(k == i) for k in range(dimension)), whole ^ (1 << i))
        for i in range(dimension)
    ]


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
    rays: Sequence[_Ray], sides: _Sides, column: int, bit: int | None, edge: int
) -> list[_Ray]:
    """Return the rays of a cone cut by a plane: of what is on it and above it.

    *bit* marks the rays on the plane; None: only what is on it is kept. *edge* is the least number
    of constraints that two neighbours share.
    """
    kept = [] if bit is None else list(sides.above)
    if not sides.crossed:  # what all rays keep, or all that stay, separates none of them
        return kept + sides.on
    mark = bit or 0
    kept += [_Ray(ray.weights, ray.tight | mark) for ray in sides.on]
    pairs = _adjacent_pairs(sides.above, sides.under, [ray.tight for ray in rays], edge)
    for high, low, common in pairs:
        kept.append(_Ray(_weights_between(high, low, column), common | mark))
        _require_few_rays(kept)
    return kept


def _adjacent_pairs(
    above: Sequence[_Ray], under: Sequence[_Ray], sets: Sequence[int], edge: int
) -> Iterator[tuple[_Ray, _Ray, int]]:
    """Yield the pairs on an edge, and the constraints that both hold.

    Two rays are adjacent if no third ray holds every constraint that both hold, which are at least
    *edge* many.
    """
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


class PolyhedralCone:
    """A cone by its extreme rays: the orthant at first, then cut plane by plane."""

    def __init__(self, dimension: int) -> None:
        self.rays = _orthant_rays(dimension)
        self._bit = 1 << dimension
        self._edge = dimension - 2
        """Constraints that two neighbours are marked with, at the least: an edge is a line."""

    def cut(self, plane: Sequence[int], *, level: bool) -> None:
        """Keep what is on the plane (*level*), or on it and above it."""
        report_progress("enumerating", len(self.rays), unit="rays")
        rays = [
            _Ray((*ray.weights, sum(map(mul, plane, ray.weights))), ray.tight) for ray in self.rays
        ]
        sides = _sides_of_plane(rays, -1)
        kept = _cut_by_plane(rays, sides, -1, None if level else self._bit, self._edge)
        self._edge -= level and sides.crossed  # on such a plane there is a dimension less
        self.rays = [_Ray(ray.weights[:-1], ray.tight) for ray in kept]
        self._bit <<= 1


ExtremeStrategies = tuple[Fraction, tuple[list[BehaviourStrategy], list[BehaviourStrategy]]]
"""The value, and all extreme optimal strategies of each seat."""
