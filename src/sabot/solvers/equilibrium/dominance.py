"""Rows and columns of a bimatrix game that may go, because another is never worse.

What is left has an equilibrium, and every equilibrium of what is left is one of the whole game: a
row that went is never better, against the columns that stay, than one that stays. (Some equilibria
may be lost with rows that are only as good; for one equilibrium that does not matter.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sabot.forms.bimatrix import BimatrixForm

_MOST = 30_000_000
"""Comparisons in one pass; beyond, nothing is looked at: pivoting does without."""


def undominated(form: BimatrixForm) -> tuple[list[int], list[int]]:
    """Return the rows and columns that are left when nothing more can go, by their places.

    >>> prisoners = BimatrixForm.of_pairs([["-1|-1", "-3|0"], ["0|-3", "-2|-2"]])
    >>> undominated(prisoners)
    ([1], [1])
    """
    height, width = form.shape
    rows, columns = np.arange(height), np.arange(width)
    if height * width * max(height, width) > _MOST:
        return rows.tolist(), columns.tolist()
    one, two = form.one.array, form.two.array.T
    while True:
        kept = _kept(one[np.ix_(rows, columns)])
        rows = rows[kept]
        held = _kept(two[np.ix_(columns, rows)])
        columns = columns[held]
        if held.all():  # and the rows were looked at with just these columns
            return rows.tolist(), columns.tolist()


def _kept(payoffs: Any) -> Any:
    """Return which rows stay: those for which no other is as good everywhere.

    Of equals the first stays.
    """
    stays = np.ones(len(payoffs), dtype=bool)
    for i, row in enumerate(payoffs):
        over = stays & (payoffs >= row).all(axis=1)
        over[i] = False
        equal = over & (payoffs == row).all(axis=1)
        equal[:i] = False  # a later one gives way to this
        stays[i] = not (over & ~equal).any()
    return stays
