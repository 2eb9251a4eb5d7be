"""The corners of a face: mixes of some strategies to which some replies are all best ones.

Standard library only. Where the equations leave one solution at most, a corner that is listed is
the only one. Otherwise the face is built by the double description method: the corners of the
simplex, cut by one reply after another, each new corner between two neighbours on either side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from sabot.certify.limits import MOST_CORNER_WORK
from sabot.certify.rank import full_rank

Weights = tuple[int, ...]
Rows = Sequence[Sequence[int]]
_PRIMES = (16_777_213, 16_777_199, 16_777_183)
"""The three greatest primes below 2^24: a rank that is full modulo one of them is full."""


def fixed(table: Rows, used: Sequence[int], best: Sequence[int]) -> bool:
    """Tell whether one mix of *used* strategies at most makes all replies in *best* equal."""
    if len(used) == 1:
        return True
    mark = table[best[0]]
    rows = [{k: mark[j] - table[i][j] for k, j in enumerate(used)} for i in best[1:]]
    rows.append(dict.fromkeys(range(len(used)), 1))
    return any(full_rank(rows, len(used), prime) for prime in _PRIMES)


class Work:
    """How much of what a check may take is left."""

    def __init__(self) -> None:
        self.left = MOST_CORNER_WORK


def corners(
    table: Rows, used: Sequence[int], best: Sequence[int], work: Work
) -> set[Weights] | None:
    """Return the corners of a face by their weights; None where that takes too long."""
    mark, inside = table[best[0]], set(best)
    planes = [([mark[j] - table[i][j] for j in used], True) for i in best[1:]]
    planes += [
        ([a - row[j] for j, a in ((j, mark[j]) for j in used)], False)
        for i, row in enumerate(table)
        if i not in inside
    ]
    size = len(used)
    rays = [(tuple(int(k == i) for k in range(size)), ~(1 << i)) for i in range(size)]
    for number, (plane, level) in enumerate(planes):
        cut = _cut(rays, plane, level, 1 << (size + number), work)
        if cut is None:
            return None
        rays = cut
    found = set()
    for weights, _ in rays:
        spread = [0] * len(mark)
        for j, weight in zip(used, weights, strict=True):
            spread[j] = weight
        found.add(tuple(spread))
    return found


def _cut(
    rays: list[tuple[Weights, int]], plane: Sequence[int], level: bool, bit: int, work: Work
) -> list[tuple[Weights, int]] | None:
    """Return what is left of a cone on a plane (*level*) or above it; bits are what is tight."""
    told = [(weights, tight & ~bit, sum(map(mul, plane, weights))) for weights, tight in rays]
    above = [ray for ray in told if ray[2] > 0]
    under = [ray for ray in told if ray[2] < 0]
    work.left -= len(told) * (1 + len(above) * len(under))
    if work.left < 0:
        return None
    kept = [(weights, tight | bit) for weights, tight, side in told if side == 0]
    if not level:
        kept += [(weights, tight) for weights, tight, _ in above]
    for high, tight_high, up in above:
        for low, tight_low, down in under:
            both = tight_high & tight_low
            if any(
                both & other == both and other not in (tight_high, tight_low)
                for _, other, _ in told
            ):
                continue
            weights = [up * b - down * a for a, b in zip(high, low, strict=True)]
            common = math.gcd(*weights)
            kept.append((tuple(weight // common for weight in weights), both | bit))
    return kept
