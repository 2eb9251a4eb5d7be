"""Gambit's linear programme, in rationals or in doubles."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from benchmarks.tool import Answer, Matrix, MissingToolError, NoAnswerError, Tool, exact


def solving(*, rational: bool) -> Tool:
    """Solve a game that Gambit already holds: building it is not counted against Gambit."""
    try:
        import numpy as np
        import pygambit
    except ImportError as error:
        raise MissingToolError(f"pygambit: {error}") from None

    def prepare(matrix: Matrix) -> Any:
        table = np.array([[Fraction(entry) for entry in row] for row in matrix], dtype=object)
        return pygambit.Game.from_arrays(table, -table)

    def solve(game: Any) -> Any:
        return game, pygambit.nash.lp_solve(game, rational=rational)

    def answer(found: Any) -> Answer:
        game, result = found
        if not result.equilibria:
            raise NoAnswerError("no equilibrium returned")
        profile = result.equilibria[0]
        seats = list(game.players)
        row, column = ([profile[s] for s in seat.strategies] for seat in seats)
        read = _rational if rational else exact
        return Answer(read([profile.payoff(seats[0])])[0], read(row), read(column))

    return Tool(prepare, solve, answer, version=version("pygambit"))


def _rational(numbers: Sequence[Any]) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(each.numerator), int(each.denominator)) for each in numbers)
