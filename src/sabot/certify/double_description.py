"""Vertices of a polytope by the double description method, in exact integers.

A face is the set of mixtures of some strategies to which some responses are all best. Where its
equations have at most one solution (full rank modulo a prime), a listed vertex is the only one.
Otherwise the face is built: the vertices of the simplex, cut by one response after another; each
new vertex lies on an edge between two adjacent vertices (Motzkin et al.: two rays are adjacent
if no third ray satisfies all equalities that they have in common).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import mul

from sabot.certify.limits import MOST_VERTEX_WORK, spend
from sabot.certify.rank_mod_p import (
    SMALL_SYSTEM,
    proves_full_rank,
    proves_full_rank_of_small,
)

Weights = tuple[int, ...]
PayoffRows = Sequence[Sequence[int]]


def has_at_most_one_mixture(table: PayoffRows, used: Sequence[int], best: Sequence[int]) -> bool:
    """Tell whether one mixture of *used* strategies at most makes all replies in *best* equal."""
    if len(used) == 1:
        return True
    if len(used) > len(best):
        return False
    mark = table[best[0]]
    if len(used) <= SMALL_SYSTEM:
        rows = [[1] * len(used), *([mark[j] - table[i][j] for j in used] for i in best[1:])]
        return proves_full_rank_of_small(rows)
    sparse = [{k: mark[j] - table[i][j] for k, j in enumerate(used)} for i in best[1:]]
    sparse.append(dict.fromkeys(range(len(used)), 1))
    return proves_full_rank(sparse, len(used))


class EnumerationMeter:
    """How many comparisons a check may still make."""

    def __init__(self, left: int | None = None) -> None:
        self.left = MOST_VERTEX_WORK if left is None else left

    def take(self, steps: int) -> None:
        """Count some steps; raise PolytopeTooLargeError where none are left."""
        self.left -= steps
        if self.left < 0:
            raise PolytopeTooLargeError
        spend(steps, "vertices of polytopes")


class PolytopeTooLargeError(Exception):
    """A polytope has too many vertices to be built here. No verdict on the file."""


class ExtremeRayCone:
    """A cone by its extreme rays, by the double description method.

    At first all vectors without a negative entry; then what is left of them on one plane after
    another, or above it.
    """

    def __init__(self, size: int, work: EnumerationMeter) -> None:
        every = (1 << size) - 1
        self.size, self.work = size, work
        self.rays = [
            (tuple(int(k == i) for k in range(size)), every ^ (1 << i)) for i in range(size)
        ]
        """Weights without a common divisor, and as bits the constraints that are equalities."""
        self.bit = 1 << size
        self.bits = 1
        """Of the longest weight."""

    def cut(self, plane: Sequence[int], *, level: bool) -> None:
        """Keep what is on a plane (*level*), or on it and above it."""
        long = self.bits * max(map(int.bit_length, plane), default=0) // 2**18
        self.work.take(len(self.rays) * (1 + self.size * (1 + long) // 8))
        sided = [(weights, tight, sum(map(mul, plane, weights))) for weights, tight in self.rays]
        above = [ray for ray in sided if ray[2] > 0]
        under = [ray for ray in sided if ray[2] < 0]
        self.work.take(len(above) * len(under))
        kept = [(weights, tight | self.bit) for weights, tight, side in sided if side == 0]
        if not level:
            kept += [(weights, tight) for weights, tight, _ in above]
        tights = [tight for _, tight in self.rays]
        for high, tight_high, up in above:
            for low, tight_low, down in under:
                both = tight_high & tight_low
                # neighbours are on an edge, which needs so many equalities
                if both.bit_count() < self.size - 2 or not self._adjacent(both, tights):
                    continue
                weights = [up * b - down * a for a, b in zip(high, low, strict=True)]
                common = math.gcd(*weights)
                self.bits = max(self.bits, (max(weights) // common).bit_length())
                kept.append((tuple(weight // common for weight in weights), both | self.bit))
        self.rays = kept
        self.bit <<= 1

    def _adjacent(self, both: int, tights: Sequence[int]) -> bool:
        """Tell whether no third ray has all equalities that two have in common."""
        self.work.take(len(tights))
        seen = 0
        for tight in tights:
            if tight & both == both:
                seen += 1
                if seen > 2:
                    return False
        return True


def face_vertices(
    table: PayoffRows, used: Sequence[int], best: Sequence[int], work: EnumerationMeter
) -> set[Weights] | None:
    """Return the vertices of a face by their weights; None where that takes too long."""
    mark, inside = table[best[0]], set(best)
    level = [[mark[j] - table[i][j] for j in used] for i in best[1:]]
    loose = [[mark[j] - row[j] for j in used] for i, row in enumerate(table) if i not in inside]
    cone = ExtremeRayCone(len(used), work)
    try:
        work.take(len(table) * len(used))
        for plane in sorted(filter(any, level), key=_sign_changes):
            cone.cut(plane, level=True)
        for plane in sorted(
            (plane for plane in loose if min(plane, default=0) < 0), key=_sign_changes
        ):
            cone.cut(plane, level=False)
    except PolytopeTooLargeError:
        return None
    found = set()
    for weights, _ in cone.rays:
        spread = [0] * len(mark)
        for j, weight in zip(used, weights, strict=True):
            spread[j] = weight
        found.add(tuple(spread))
    return found


def extreme_rays(
    size: int, planes: Iterable[Sequence[int]], work: EnumerationMeter
) -> set[Weights] | None:
    """Return the extreme rays of the vectors without a negative entry that are above all planes.

    None where that takes too long.
    """
    cone = ExtremeRayCone(size, work)
    try:
        for plane in sorted((plane for plane in planes if min(plane) < 0), key=_sign_changes):
            cone.cut(plane, level=False)
    except PolytopeTooLargeError:
        return None
    return {weights for weights, _ in cone.rays}


def _sign_changes(plane: Sequence[int]) -> int:
    """Return the pairs of entries of different sign: so many edges of the orthant it crosses."""
    above = sum(entry > 0 for entry in plane)
    return above * sum(entry < 0 for entry in plane)
