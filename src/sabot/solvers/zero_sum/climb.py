"""A float climb that only ever *guesses* who mixes where in a flat game of binary choices.

Side one's guarantee is a concave function of its chances ``p``, linear between creases:
``first . p + sum over side two's cells of min(0, second + p . joint)``. The climb goes from corner
to corner of that landscape along its edges (a simplex method with long steps: an edge is followed
over creases for as long as it rises). What it returns is decided in exact integers by
:mod:`sabot.solvers.zero_sum.binary`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sabot.forms.binary import Words

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Guess = tuple[list[int], list[int], list[int]]
"""Side one's action at each cell, the cells where it mixes instead, the cells where side two does.
"""
_LEAST_RISE = 1e-12
_LEVEL = 1e-14


def climb(first: Words, second: Words, joint: Words) -> Guess | None:
    """Return who probably mixes where; None where the climb does not come to an end."""
    height, width = joint.shape
    sizes = [float(np.abs(part).max()) for part in (first, second, joint) if part.size]
    scale = max([*sizes, 1.0])
    # Python's integers are divided exactly before they are rounded
    lift, shift, tilt = ((part / scale).astype(np.float64) for part in (first, second, joint))
    # walls 0, 1, ... are side one's bounds, those from *height* on are the creases; as many of them
    # as side one has cells meet at a corner
    normals = np.concatenate([np.eye(height), tilt.T])
    walls, heights = np.arange(height), np.concatenate([np.zeros(height), -shift])
    edges, p = np.eye(height), np.zeros(height)
    for _ in range(2 * (height + width) + 20):  # some *height* long steps are enough
        gaps = shift + p @ tilt
        under = gaps < -_LEVEL
        bound = walls < height
        under[walls[~bound] - height] = False
        prices = (lift + tilt @ under) @ edges
        # up an edge is away from 0, or to where a crease is no fold; down costs the fold
        rises = np.where(
            bound, np.where(heights[walls] == 0.0, prices, -prices), np.abs(prices + 0.5) - 0.5
        )
        steep = rises / np.sqrt((edges * edges).sum(axis=0))
        edge = int(steep.argmax()) if height else 0
        if not height or steep[edge] <= _LEAST_RISE:
            return _told(walls, heights, height)
        wall = int(walls[edge])
        up = heights[wall] == 0.0 if wall < height else prices[edge] > 0
        step = edges[:, edge] if up else -edges[:, edge]
        if wall >= height:
            under[wall - height] = not up
        fixed = walls[bound & (walls != wall)]
        wall = _end(p, step, float(rises[edge]), gaps, under, step @ tilt, fixed)
        if wall < height:
            heights[wall] = float(step[wall] > 0)
        walls[edge] = wall
        try:
            edges = np.linalg.inv(normals[walls])
        except np.linalg.LinAlgError:
            return None
        p = edges @ heights[walls]
    return None


def _end(
    p: Floats,
    step: Floats,
    rise: float,
    gaps: Floats,
    under: npt.NDArray[np.bool_],
    rates: Floats,
    fixed: Ints,
) -> int:
    """Return the wall at which an edge stops rising: a bound, or one of the creases it crosses."""
    room = np.where(step > 0, 1 - p, p)
    speed = np.abs(step)
    speed[fixed] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.where(speed > 0, room / speed, np.inf)
        turns = np.where(under == (rates > 0), np.maximum(-gaps / rates, 0.0), np.inf)
    bound = int(ends.argmin())
    crossed = np.flatnonzero(turns < ends[bound])
    crossed = crossed[turns[crossed].argsort(kind="stable")]
    left = rise - np.abs(rates[crossed]).cumsum()
    spent = np.flatnonzero(left <= 0.0)
    return len(p) + int(crossed[spent[0]]) if len(spent) else bound


def _told(walls: Ints, heights: Floats, height: int) -> Guess:
    met = sorted(walls.tolist())
    bounds = [wall for wall in met if wall < height]
    mixes = sorted(set(range(height)) - set(bounds))
    pure = [int(heights[i] == 1.0) for i in range(height)]
    return pure, mixes, [wall - height for wall in met if wall >= height]
