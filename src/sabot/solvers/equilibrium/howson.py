"""Lemke-Howson: one equilibrium of a bimatrix game, along a path of almost complementary bases.

With payoffs made positive, ``B'x + s = 1`` and ``A y + r = 1`` are two polyhedra whose vertices
carry labels: a row or column that is unplayed, or a best reply. A pair of vertices that has every
label is, scaled, an equilibrium. From the pair (0, 0) one label is dropped and picked up again in
turns until the one that was dropped is found: a path that never branches, so it ends.

In each tableau the variable of a label is the one that has it: ``x`` and ``s`` in the first,
``r`` and ``y`` in the second; rows count from 0, columns after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sabot import watch
from sabot.solvers.equilibrium.rough import Rough
from sabot.solvers.equilibrium.tableau import Tableau

Ints = Sequence[Sequence[int]]
Mixes = tuple[list[Fraction], list[Fraction]]
Supports = tuple[list[int], list[int]]
"""The rows and the columns that are played."""
_OFTEN = 16


def positive(payoffs: Ints) -> list[list[int]]:
    """Return payoffs moved up so that the least of them is 1: replies stay what they were."""
    least = min(map(min, payoffs))
    return [[entry - least + 1 for entry in row] for row in payoffs]


def lemke_howson(one: Ints, two: Ints, label: int = 0) -> tuple[Mixes, int]:
    """Return the equilibrium at the end of the path that drops *label*, and how many pivots.

    >>> lemke_howson([[3, 0], [0, 1]], [[1, 0], [0, 3]])[0]
    ([Fraction(1, 1), Fraction(0, 1)], [Fraction(1, 1), Fraction(0, 1)])
    """
    height, width = len(one), len(one[0])
    rows, columns = list(range(height)), list(range(height, height + width))
    replies = [[*column, 1] for column in zip(*positive(two), strict=True)]
    first = Tableau(replies, columns, rows)
    second = Tableau([[*row, 1] for row in positive(one)], rows, columns)
    count = _follow((first, second), label, height, None)
    assert count is not None  # the polyhedra are bounded, and no basis comes twice
    weights = [first.value(i) for i in rows], [second.value(j) for j in columns]
    x, y = ([Fraction(weight, sum(own)) for weight in own] for own in weights)
    return (x, y), count


def guessed(one: Ints, two: Ints, label: int, most: int) -> Supports | None:
    """Return the rows and columns that the path in floats ends with; None where it does not."""
    import numpy as np

    height, width = len(one), len(one[0])
    rows, columns = list(range(height)), list(range(height, height + width))
    scaled = [_scaled(np.array(own, dtype=np.float64)) for own in (one, two)]
    sides = scaled[1].T, scaled[0]
    first, second = (np.hstack([own, np.ones((len(own), 1))]) for own in sides)
    tableaus = Rough(first, columns, rows), Rough(second, rows, columns)
    with np.errstate(all="ignore"):
        if _follow(tableaus, label, height, most) is None:
            return None
    played = [i for i in tableaus[0].basis if i < height]
    return sorted(played), sorted(j - height for j in tableaus[1].basis if j >= height)


def _scaled(payoffs: Any) -> Any:
    """Return payoffs between 1 and 2."""
    least, most = payoffs.min(), payoffs.max()
    return (payoffs - least) / (most - least or 1.0) + 1.0


def _follow(
    tableaus: tuple[Tableau, Tableau] | tuple[Rough, Rough],
    label: int,
    height: int,
    most: int | None,
) -> int | None:
    """Pivot until *label* is found again; return how often, None if that does not come."""
    entering, side = label, 0 if label < height else 1
    count = 0
    while most is None or count < most:
        if not count % _OFTEN:
            watch.at("pivoting", count, None, "pivots")
        left = tableaus[side].enter(entering)
        count += 1
        if left is None:
            return None
        if left == label:
            return count
        entering, side = left, 1 - side
    return None
