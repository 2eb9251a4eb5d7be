"""Matrix games, exactly: normalise, guess a basis in floats, solve and verify it in integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sabot.exact import fractions
from sabot.forms.matrix import MatrixForm
from sabot.solvers.program import Basis, Program
from sabot.solvers.repair import optimal
from sabot.solvers.table import Dense, IntArray
from sabot.solvers.tableau import floats, guess


@dataclass(frozen=True)
class MatrixSolution:
    """The value, one optimal mix for each seat, and how they were found."""

    value: Fraction
    row: list[Fraction]
    column: list[Fraction]
    pivots: int
    tight: tuple[list[int], list[int]]
    """The rows that are best against ``column``, and the columns that are best against ``row``."""


def normalised(form: MatrixForm) -> tuple[IntArray, int]:
    """Return positive integer payoffs and what was added: value and mixes are read off easily."""
    lift = 1 - int(form.array.min())
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
    height, width = payoffs.shape
    program = Program(Dense(payoffs), [1] * height, [1] * width)
    _, best, pivots = optimal(program, _guess(payoffs))
    total_y, total_x = sum(best.y), sum(best.x)
    value = (Fraction(int(best.below_y), int(total_y)) - lift) / form.denominator
    return MatrixSolution(
        value,
        fractions(best.x, total_x),
        fractions(best.y, total_y),
        pivots,
        (
            [i for i, s in enumerate(best.slack) if not s],
            [j for j, d in enumerate(best.cost) if not d],
        ),
    )


def _guess(payoffs: IntArray) -> Basis:
    """Return a basis for the program of a positive matrix, guessed in floats."""
    height, width = payoffs.shape
    return guess(floats(payoffs), np.ones(height), np.ones(width))


def _pure(form: MatrixForm, i: int, j: int) -> MatrixSolution:
    height, width = form.shape
    row = [Fraction(int(k == i)) for k in range(height)]
    column = [Fraction(int(k == j)) for k in range(width)]
    rows = np.flatnonzero(form.array[:, j] == form.payoffs[i][j]).tolist()
    columns = np.flatnonzero(form.array[i] == form.payoffs[i][j]).tolist()
    return MatrixSolution(form[i, j], row, column, 0, (rows, columns))
