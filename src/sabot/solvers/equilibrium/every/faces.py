"""The corners of a face of mixes: some strategies are not used, some replies are best ones.

Mostly the face is a single point, which linear equations give; otherwise it is a cone cut plane by
plane. Weights are whole numbers without a common divisor, so that equal mixes are equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul

from flint import fmpz_mat

from sabot.solvers.vertices import rays_of_cone

Rows = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Corner:
    """A mix by its weights, and what the best replies earn against it, times their sum."""

    weights: tuple[int, ...]
    best: int

    @property
    def size(self) -> int:
        """How many strategies have weight."""
        return len(self.weights) - self.weights.count(0)


def corners(table: Rows, used: Sequence[int], best: Sequence[int]) -> tuple[Corner, ...]:
    """Return the corners of the mixes of *used* strategies to which all of *best* are best replies.

    *table* has what each reply earns against each strategy.

    >>> [corner.weights for corner in corners([[2, 0], [0, 1]], [0, 1], [0, 1])]
    [(1, 2)]
    >>> [corner.weights for corner in corners([[2, 0], [0, 1]], [0, 1], [0])]
    [(1, 0), (1, 2)]
    """
    width = len(table[0])
    if len(used) == len(best):
        point = _point(table, used, best)
        if point is not None:
            corner = _corner(table, _spread(point, used, width), best) if min(point) >= 0 else None
            return () if corner is None else (corner,)
    mark = table[best[0]]
    equal = [[mark[j] - table[i][j] for j in used] for i in best[1:]]
    inside = set(best)
    loose = [[mark[j] - row[j] for j in used] for i, row in enumerate(table) if i not in inside]
    rays = rays_of_cone(len(used), equal, loose)
    found = (_corner(table, _spread(ray, used, width), best) for ray in rays)
    return tuple(corner for corner in found if corner is not None)


def present(table: Rows, face: Iterable[Corner]) -> tuple[set[int], set[int]]:
    """Return the strategies that have weight, and the replies that fall short, at some corner."""
    used: set[int] = set()
    short: set[int] = set()
    for corner in face:
        used.update(k for k, weight in enumerate(corner.weights) if weight)
        earned = (sum(map(mul, row, corner.weights)) for row in table)
        short.update(k for k, amount in enumerate(earned) if amount < corner.best)
    return used, short


def _point(table: Rows, used: Sequence[int], best: Sequence[int]) -> list[int] | None:
    """Return the weights that make as many replies equal as there are; None if not just one mix."""
    size = len(used)
    if size == 1:
        return [1]
    mark = table[best[0]]
    flat = [mark[j] - table[i][j] for i in best[1:] for j in used] + [1] * size
    try:
        solved = fmpz_mat(size, size, flat).solve(fmpz_mat(size, 1, [0] * (size - 1) + [1]))
    except ZeroDivisionError:
        return None
    entries = solved.entries()
    below = math.lcm(*(int(entry.q) for entry in entries))
    return [int(entry.p) * (below // int(entry.q)) for entry in entries]


def _spread(weights: Sequence[int], used: Sequence[int], width: int) -> tuple[int, ...]:
    common = math.gcd(*weights)
    found = [0] * width
    for place, weight in zip(used, weights, strict=True):
        found[place] = weight // common
    return tuple(found)


def _corner(table: Rows, weights: tuple[int, ...], best: Sequence[int]) -> Corner | None:
    """Return a mix as a corner; None where a reply earns more than those that are to be best."""
    earned = [sum(map(mul, row, weights)) for row in table]
    top = earned[best[0]]
    return None if max(earned) > top else Corner(weights, top)
