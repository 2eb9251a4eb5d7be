"""Small linear programs that are feasible at the origin, solved exactly.

The programs of this package ask for weights that satisfy homogeneous inequalities, and for as many
strict ones as there are: ``y = 0`` is feasible, and the simplex method starts there. Bland's rule
keeps it from cycling, although nearly all bounds are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sabot.exact import over_one_denominator
from sabot.progress import raise_if_cancelled


def maximise(
    rows: Sequence[Sequence[Fraction | int]],
    bounds: Sequence[int],
    objective: Sequence[int],
) -> list[Fraction]:
    """Return an optimal ``y >= 0`` of ``max c'y`` with ``A y <= b``, where no bound is negative.

    >>> [str(number) for number in maximise([[1, 2], [3, 1]], [4, 6], [1, 1])]
    ['8/5', '6/5']
    """
    height, width = len(rows), len(objective)
    table = np.zeros((height + 1, width + height + 1), dtype=object)
    for i, (row, bound) in enumerate(zip(rows, bounds, strict=True)):
        tops, below = over_one_denominator([*row, bound])
        table[i, :width] = tops[:-1]
        table[i, -1] = tops[-1]
        table[i, width + i] = 1
        assert bound >= 0 and below > 0
    table[-1, :width] = [-number for number in objective]
    basis = list(range(width, width + height))
    below = 1
    while True:
        raise_if_cancelled()
        entering = next((j for j in range(width + height) if table[-1, j] < 0), None)
        if entering is None:
            break
        ratios = [
            (Fraction(int(table[i, -1]), int(table[i, entering])), basis[i], i)
            for i in range(height)
            if table[i, entering] > 0
        ]
        assert ratios  # every objective here is bounded
        leaving = min(ratios)[2]
        pivot, kept = table[leaving, entering], table[leaving].copy()
        table = (table * pivot - np.outer(table[:, entering], kept)) // below
        table[leaving] = kept
        below, basis[leaving] = pivot, entering
    found = [Fraction(0)] * (width + height)
    for i, variable in enumerate(basis):
        found[variable] = Fraction(int(table[i, -1]), int(below))
    return found[:width]
