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
from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from sabot.errors import NoMethodError
from sabot.forms.base import RealizationPlan, TwoPlayerZeroSumForm
from sabot.forms.sequence import BehaviourStrategy, MatrixForm, pure_best_response
from sabot.progress import raise_if_cancelled, report_progress

MOST_RAYS = 200_000
MOST_WORK = 200_000_000
"""Pairs of rays on either side of a plane, and comparisons of such a pair with all other rays: some
ten seconds. A degenerate 15 x 15 game needs a million."""


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
    dimension: int, equal: Sequence[Sequence[int]], loose: Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the extreme rays of ``x >= 0``, ``e.x = 0`` (equal), ``l.x >= 0`` (loose).

    >>> enumerate_extreme_rays(3, [[1, -1, 0]], [[1, 0, -1]])
    [(1, 1, 0), (1, 1, 1)]
    """
    cone = PolyhedralCone(dimension)
    for plane in _distinct_planes(equal):
        cone.cut(plane, level=True)
    for plane in _distinct_planes(loose):
        if min(plane) < 0:  # else all of the orthant is above it
            cone.cut(plane, level=False)
    return sorted(ray.weights for ray in cone.rays)


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
        whole = (1 << dimension) - 1
        self.rays = [
            _Ray(tuple(int(k == i) for k in range(dimension)), whole ^ (1 << i))
            for i in range(dimension)
        ]
        self._bit = 1 << dimension
        self._edge = dimension - 2
        """Constraints that two neighbours are marked with, at the least: an edge is a line."""
        self._work = 0

    def cut(self, plane: Sequence[int], *, level: bool) -> None:
        """Keep what is on the plane (*level*), or on it and above it."""
        report_progress("enumerating", len(self.rays), unit="rays")
        sides = _plane_values(plane, self.rays)
        self._keep(sides, level=level)
        # on a plane that is crossed there is a dimension less, and no ray is marked with it
        self._edge -= level and min(sides, default=0) < 0 < max(sides, default=0)
        self._bit <<= 1

    def _keep(self, sides: list[int], *, level: bool) -> None:
        """Replace the rays by those on the right side of a plane."""
        rays = self.rays
        above = [(ray, s) for ray, s in zip(rays, sides, strict=True) if s > 0]
        under = [(ray, s) for ray, s in zip(rays, sides, strict=True) if s < 0]
        on = [ray for ray, s in zip(rays, sides, strict=True) if s == 0]
        if not above or not under:  # what all rays keep, or all that stay, separates none of them
            self.rays = on if level else [*on, *(ray for ray, _ in above)]
            return
        bit = 0 if level else self._bit
        kept = on if level else [_Ray(ray.weights, ray.tight | bit) for ray in on]
        kept += () if level else (ray for ray, _ in above)
        sets = [ray.tight for ray in rays]
        for high, up in above:
            self._count(len(under))
            for low, down in under:
                raise_if_cancelled()
                common = high.tight & low.tight
                if common.bit_count() < self._edge:
                    continue
                self._count(len(sets))
                if _are_adjacent(common, high.tight, low.tight, sets):
                    weights = [
                        up * b - down * a for a, b in zip(high.weights, low.weights, strict=True)
                    ]
                    shared = math.gcd(*weights)
                    kept.append(_Ray(tuple(w // shared for w in weights), common | bit))
            if len(kept) > MOST_RAYS:
                raise NoMethodError(
                    f"the mixes that are as good for one seat have more than {MOST_RAYS:,} "
                    "corners; `sabot solve` gives one of them"
                )
        self.rays = kept

    def _count(self, steps: int) -> None:
        """Count some steps; give up where they are too many."""
        self._work += steps
        if self._work > MOST_WORK:
            raise NoMethodError(
                "the mixes that are as good for one seat have too many corners to list: "
                f"{len(self.rays):,} so far, and the next step passes the limit of "
                f"{MOST_WORK:,} comparisons; `sabot solve` gives one of them"
            )


def _plane_values(plane: Sequence[int], rays: list[_Ray]) -> list[int]:
    return [sum(map(mul, plane, ray.weights)) for ray in rays]


def _are_adjacent(common: int, high: int, low: int, sets: list[int]) -> bool:
    """Two rays are adjacent when no third ray holds every constraint that both hold."""
    return not any(common & other == common and other != high and other != low for other in sets)


ExtremeStrategies = tuple[Fraction, tuple[list[BehaviourStrategy], list[BehaviourStrategy]]]
"""The value, and all extreme optimal strategies of each seat."""
