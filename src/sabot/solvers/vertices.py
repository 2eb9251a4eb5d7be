"""All extreme optimal strategies of a matrix game, by the double description method.

The optimal mixes of the row seat are the cone ``x >= 0, x'(A_j - v) >= 0`` cut by ``sum x = 1``;
its extreme rays are the vertices. Start from the orthant, whose rays are the pure rows that can be
optimal at all, and add one column at a time: a new ray lies between two *adjacent* old ones on
either side of the new plane, and adjacency is read off the sets of constraints that hold tightly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.errors import NoMethodError
from sabot.forms.matrix import MatrixForm

MOST_RAYS = 200_000


@dataclass(frozen=True, slots=True)
class _Ray:
    weights: tuple[int, ...]
    tight: int  # bit set of the constraints that hold with equality


def optimal_vertices(
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

    rays = rays_of_cone(len(rows), [plane(j) for j in level], [plane(j) for j in other])
    found = []
    for ray in rays:
        total = sum(ray)
        found.append(
            {form.rows[i]: Fraction(w, total) for i, w in zip(rows, ray, strict=True) if w}
        )
    return found


def rays_of_cone(
    dimension: int, equal: Sequence[Sequence[int]], loose: Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the extreme rays of ``x >= 0``, ``e.x = 0`` (equal), ``l.x >= 0`` (loose).

    >>> rays_of_cone(3, [[1, -1, 0]], [[1, 0, -1]])
    [(1, 1, 0), (1, 1, 1)]
    """
    rays = [
        _Ray(tuple(int(k == i) for k in range(dimension)), ((1 << dimension) - 1) ^ (1 << i))
        for i in range(dimension)
    ]
    bit = 1 << dimension
    for plane, level in [*((p, True) for p in equal), *((p, False) for p in loose)]:
        rays = _cut(rays, plane, level, bit)
        bit <<= 1
    return sorted((ray.weights for ray in rays), reverse=True)[::-1]


def _cut(rays: list[_Ray], plane: Sequence[int], level: bool, bit: int) -> list[_Ray]:
    sides = [sum(p * w for p, w in zip(plane, ray.weights, strict=True) if w) for ray in rays]
    above = [(ray, s) for ray, s in zip(rays, sides, strict=True) if s > 0]
    under = [(ray, s) for ray, s in zip(rays, sides, strict=True) if s < 0]
    on = [_Ray(ray.weights, ray.tight | bit) for ray, s in zip(rays, sides, strict=True) if s == 0]
    kept = on if level else [*on, *(ray for ray, _ in above)]
    if not above or not under:
        return kept
    sets = [ray.tight for ray in rays]
    for high, up in above:
        for low, down in under:
            common = high.tight & low.tight
            if _adjacent(common, high.tight, low.tight, sets):
                weights = [
                    up * b - down * a for a, b in zip(high.weights, low.weights, strict=True)
                ]
                shared = math.gcd(*weights)
                kept.append(_Ray(tuple(w // shared for w in weights), common | bit))
        if len(kept) > MOST_RAYS:
            raise NoMethodError(
                f"one seat has more than {MOST_RAYS:,} extreme optimal strategies; "
                "its optimal face is described by `sabot solve`, not listed"
            )
    return kept


def _adjacent(common: int, high: int, low: int, sets: list[int]) -> bool:
    """Two rays are adjacent when no third ray holds every constraint that both hold."""
    return not any(common & other == common and other != high and other != low for other in sets)
