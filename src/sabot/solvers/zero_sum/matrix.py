"""Matrix games, exactly: normalise, guess a basis in floats, solve and verify it in integers.

The rows and columns of a basis are level by construction, so only the others have to be looked at:
in floats with a bound on all rounding, and where that does not decide, in whole numbers. A basis
that is not optimal is repaired exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpz_mat, nmod_mat
from numpy.typing import NDArray

from sabot import watch
from sabot.exact import fractions
from sabot.forms.matrix import MatrixForm
from sabot.solvers.lp.program import Basis, Program
from sabot.solvers.lp.repair import AT_ONCE, optimal
from sabot.solvers.lp.table import Dense, IntArray, exact
from sabot.solvers.lp.tableau import Floats, floats, guess
from sabot.solvers.zero_sum.face import PRIMES
from sabot.solvers.zero_sum.margin import Sums

if TYPE_CHECKING:
    from sabot.solvers.lp.dixon import Answer

_LIFT_FROM = 64  # rows of a kernel; FLINT is faster below 55 to 70, by the size of the entries
_ZERO = Fraction(0)


@dataclass(frozen=True)
class MatrixSolution:
    """The value, one optimal mix for each seat, and how they were found."""

    value: Fraction
    row: list[Fraction]
    column: list[Fraction]
    how: str
    tight: tuple[list[int], list[int]]
    """The rows that are best against ``column``, and the columns that are best against ``row``."""
    prime: int | None = None
    """Where it is known: both mixes are unique, by a system that is regular modulo this prime."""


def normalised(form: MatrixForm) -> tuple[IntArray, int]:
    """Return positive integer payoffs and what was added: value and mixes are read off easily."""
    lift = 1 - form.span[0]
    return form.array + lift, lift


def solve_matrix(form: MatrixForm) -> MatrixSolution:
    """Return the exact solution of a matrix game.

    >>> pennies = solve_matrix(MatrixForm.of([[1, -1], [-1, 1]]))
    >>> pennies.value, pennies.row
    (Fraction(0, 1), [Fraction(1, 2), Fraction(1, 2)])
    """
    saddle = form.saddle()
    if saddle is not None:
        return _pure(form, *saddle)
    payoffs, lift = normalised(form)
    largest = form.span[1] + lift
    scaled = floats(payoffs, largest)
    watch.at("guessing")
    basis = _guess(scaled)
    watch.at("exact")
    found = _level(payoffs, Sums(scaled, largest), basis)
    if found is None:
        found = _repaired(payoffs, basis)
    value = (found.value - lift) / form.denominator
    return MatrixSolution(value, found.row, found.column, found.how, found.tight, found.prime)


def _guess(scaled: Floats) -> Basis:
    """Return a basis for the program of a positive matrix, guessed in floats."""
    height, width = scaled.shape
    return guess(scaled, np.ones(height), np.ones(width))


def _level(payoffs: IntArray, sums: Sums, basis: Basis) -> MatrixSolution | None:
    """Return the mixes that make a basis level, if they are optimal in this positive game."""
    rows, columns = list(basis.rows), list(basis.columns)
    if not rows or len(rows) != len(columns):
        return None
    solved = _solved(payoffs.take(rows, axis=0).take(columns, axis=1))
    if solved is None:
        return None
    (ys, below_y), (xs, below_x), regular = solved
    if min(ys) < 0 or min(xs) < 0:
        return None
    doubt = sums.not_below(columns, ys, below_y)
    doubt[rows] = False
    more_rows = _ties(payoffs, doubt, columns, ys, below_y, 1)
    doubt = sums.not_above(rows, xs, below_x)
    doubt[columns] = False
    more_columns = _ties(payoffs.T, doubt, rows, xs, below_x, -1)
    if more_rows is None or more_columns is None:
        return None
    strict = not more_rows and not more_columns and min(ys) > 0 and min(xs) > 0
    total = sum(ys)
    # The bordered kernel of the uniqueness system has the determinant det K * (1' K^-1 1) up to
    # sign; modulo a prime for which K is regular, the second factor is total / below_y.
    prime = PRIMES[0] if strict and regular and total % PRIMES[0] else None
    height, width = payoffs.shape
    return MatrixSolution(
        Fraction(below_y, total),
        _mix(xs, rows, height),
        _mix(ys, columns, width),
        AT_ONCE,
        (sorted(rows + more_rows), sorted(columns + more_columns)),
        prime,
    )


def _solved(block: IntArray) -> tuple[Answer, Answer, bool] | None:
    """Return the solutions of ``K y = 1`` and ``K'x = 1``; None for a singular kernel.

    The last item tells whether the kernel is regular modulo the first prime; without that a lifted
    solution might be one of many.
    """
    size, kernel = len(block), exact(block)
    regular = bool(nmod_mat(kernel, PRIMES[0]).det() != 0)
    if regular and size >= _LIFT_FROM:
        from sabot.solvers.lp.dixon import lifted

        both = lifted(block)
        if both is not None:
            return *both, regular
    ones = fmpz_mat(size, 1, [1] * size)
    try:
        top_y, below_y = kernel.solve(ones).numer_denom()
        top_x, below_x = kernel.transpose().solve(ones).numer_denom()
    except ZeroDivisionError:
        return None
    ys, xs = list(map(int, top_y.entries())), list(map(int, top_x.entries()))
    return (ys, int(below_y)), (xs, int(below_x)), regular


def _ties(
    payoffs: IntArray,
    doubt: NDArray[np.bool_],
    places: list[int],
    tops: list[int],
    below: int,
    worse: int,
) -> list[int] | None:
    """Return the rows in doubt that sum to *below*; None if one is past it, on the *worse* side."""
    level = []
    for i in np.flatnonzero(doubt).tolist():
        past = sum(map(mul, payoffs[i, places].tolist(), tops)) - below
        if past * worse > 0:
            return None
        if not past:
            level.append(i)
    return level


def _mix(tops: Sequence[int], places: Sequence[int], count: int) -> list[Fraction]:
    """Return the mix of *count* pure strategies that plays those at *places* in proportion."""
    mix = [_ZERO] * count
    for place, chance in zip(places, fractions(tops, sum(tops)), strict=True):
        mix[place] = chance
    return mix


def _repaired(payoffs: IntArray, basis: Basis) -> MatrixSolution:
    """Return the solution of a positive game by repair of a basis that is not optimal."""
    height, width = payoffs.shape
    program = Program(Dense(payoffs), [1] * height, [1] * width)
    _, best, how = optimal(program, basis)
    total_y, total_x = sum(best.y), sum(best.x)
    return MatrixSolution(
        Fraction(int(best.below_y), int(total_y)),
        fractions(best.x, total_x),
        fractions(best.y, total_y),
        how,
        (
            [i for i, s in enumerate(best.slack) if not s],
            [j for j, d in enumerate(best.cost) if not d],
        ),
    )


def _pure(form: MatrixForm, i: int, j: int) -> MatrixSolution:
    height, width = form.shape
    rows = np.flatnonzero(form.array[:, j] == form.payoffs[i][j]).tolist()
    columns = np.flatnonzero(form.array[i] == form.payoffs[i][j]).tolist()
    return MatrixSolution(
        form[i, j], _mix([1], [i], height), _mix([1], [j], width), AT_ONCE, (rows, columns)
    )
