"""A basis that floats guessed, solved in integers: what its variables are, or that it is no basis.

Of the tableau at the start only a square block matters: the rows whose variables have left the
basis, the columns of those that came in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpz_mat

from sabot.exact import fractions
from sabot.solvers.lp.dixon import Lift

_SMALL = 24
"""Rows of a block that is solved at once, without a float inverse to lift from."""


def block_solved(block: Any, right: Sequence[int]) -> list[Fraction] | None:
    """Return the solution of a square system of integers; None where it is singular.

    >>> block_solved(np.array([[2, 0], [1, 3]]), [1, 1])
    [Fraction(1, 2), Fraction(1, 6)]
    """
    size = len(right)
    if size > _SMALL and block.dtype != object and set(right) == {1}:
        lift = Lift.of(block)
        answer = None if lift is None else lift.solve()
        if answer is not None:
            return fractions(*answer)
    told = fmpz_mat(size, size, block.ravel().tolist())
    try:
        found = told.solve(fmpz_mat(size, 1, list(right)))
    except ZeroDivisionError:
        return None
    numbers, below = found.numer_denom()
    return fractions(numbers.entries(), below)


def entered(
    rows: Any, basis: Sequence[int], outside: Sequence[int], last: Iterable[int]
) -> dict[int, Fraction] | None:
    """Return the variables of the *last* basis that were outside the first; None if it is none.

    *rows* are those of the first tableau, with the right side last.
    """
    held = set(last)
    gone = [i for i, variable in enumerate(basis) if variable not in held]
    came = [j for j, variable in enumerate(outside) if variable in held]
    if len(gone) != len(came):
        return None
    found = block_solved(rows[np.ix_(gone, came)], rows[gone, -1].tolist())
    return None if found is None else dict(zip((outside[j] for j in came), found, strict=True))
