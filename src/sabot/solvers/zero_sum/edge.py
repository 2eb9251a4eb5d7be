"""Another optimal plan, one pivot away: the cheapest evidence that a solution is not unique.

At an optimal corner a variable whose price is 0 may enter the basis. If the step that it takes has
a length, its end is another optimal point. Floats look for such a variable through the factor that
HiGHS has; the step itself is computed and measured in integers.
"""

from __future__ import annotations

import math

import numpy as np

from sabot.solvers.lp.lift import Solves
from sabot.solvers.zero_sum.corner import Corner, Scout

Weights = tuple[list[int], int]
"""Whole numbers over one denominator."""


def neighbour(corner: Corner) -> Weights | None:
    """Return another optimal plan of the seat whose corner it is; None where no pivot gives one."""
    factor = corner.basis.factor
    if factor is None:
        return None
    lift = factor.over(corner.program.a.triples())
    scout = Scout(corner, factor)
    for own, k in corner.free_of_price():
        if scout.promises(own=own, k=k):
            found = _stepped(corner, lift, own=own, k=k)
            if found is not None:
                return found
    return None


def _stepped(corner: Corner, lift: Solves, *, own: bool, k: int) -> Weights | None:
    """Return the plan at the end of an edge, exactly; None where the edge has no length."""
    lines, variables, values = corner.entries
    right = [0] * len(corner.follow)
    if own:
        here = np.flatnonzero(variables == k)
        for line, amount in zip(lines[here].tolist(), values[here].tolist(), strict=True):
            if corner.spot[line] >= 0:
                right[corner.spot[line]] = amount
    else:
        right[corner.spot[k]] = 1
    found = lift.solve(right, turned=corner.turned)
    if found is None:
        return None
    tops, unit = found
    turn = -1 if own else corner.sign
    move = [0] * len(corner.inside)
    for place, top in zip(corner.lead.tolist(), tops, strict=True):
        move[place] = turn * top
    if own:
        move[k] = unit
    drift = [0] * len(corner.outside)
    for i, j, amount in zip(lines.tolist(), variables.tolist(), values.tolist(), strict=True):
        if move[j]:
            drift[i] += corner.sign * amount * move[j]
    length = _length(corner, move, drift)
    if length is None:
        return None
    # inside/below + (top/fall) * move/below: both parts are over below * fall
    top, fall = length
    plan = corner.plans[0]
    there = [amount * fall + top * m for amount, m in zip(corner.inside[:plan], move, strict=False)]
    if not any(move[:plan]):
        return None
    below = corner.below * fall
    shared = math.gcd(below, *there)
    return [amount // shared for amount in there], below // shared


def _length(corner: Corner, move: list[int], drift: list[int]) -> tuple[int, int] | None:
    """Return how far a step goes before something turns negative; None where it goes nowhere."""
    spot = corner.spot.tolist()
    own, other = corner.plans
    if any(drift[line] and spot[line] < 0 for line in range(other, len(drift))):
        return None  # an equation outside the basis would not hold
    best: tuple[int, int] | None = None
    falling = [(corner.inside[j], -move[j]) for j in range(own) if move[j] < 0]
    falling += [
        (corner.outside[i], -drift[i]) for i in range(other) if drift[i] < 0 and spot[i] < 0
    ]
    for top, fall in falling:
        if not top:
            return None
        if best is None or top * best[1] < best[0] * fall:
            best = top, fall
    return best
