"""Gambit's linear program, in rationals or in doubles, on a matrix or on a tree."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from benchmarks.tools.tool import (
    Answer,
    MissingToolError,
    NoAnswerError,
    Task,
    Tool,
    exact,
    halves,
)


def solving(*, rational: bool) -> Tool:
    """Solve a game that Gambit already holds: building it is not counted against Gambit."""
    try:
        import numpy as np
        import pygambit
    except ImportError as error:
        raise MissingToolError(f"pygambit: {error}") from None

    def prepare(task: Task) -> Any:
        if isinstance(task, str):
            return pygambit.read_efg(io.StringIO(_efg(task)))
        table = np.array([[Fraction(entry) for entry in row] for row in task], dtype=object)
        return pygambit.Game.from_arrays(table, -table)

    def solve(game: Any) -> Any:
        return game, pygambit.nash.lp_solve(game, rational=rational)

    def answer(found: Any) -> Answer:
        game, result = found
        if not result.equilibria:
            raise NoAnswerError("no equilibrium returned")
        profile = result.equilibria[0]
        seats = list(game.players)
        read = _rational if rational else exact
        value = read([profile.payoff(seats[0])])[0]
        if game.is_tree:
            return Answer(value)
        row, column = ([profile[s] for s in seat.strategies] for seat in seats)
        return Answer(value, read(row), read(column))

    return Tool(prepare, solve, answer, version=version("pygambit"))


def _pair(task: Any) -> Any:
    """Return a bimatrix game as Gambit holds it, in rationals."""
    import numpy as np
    import pygambit

    tables = ([[Fraction(entry) for entry in row] for row in half] for half in halves(task))
    return pygambit.Game.from_arrays(*(np.array(table, dtype=object) for table in tables))


def every() -> Tool:
    """List all extreme equilibria of a bimatrix game that Gambit already holds, in rationals."""
    try:
        import pygambit
    except ImportError as error:
        raise MissingToolError(f"pygambit: {error}") from None

    def solve(game: Any) -> Any:
        return pygambit.nash.enummixed_solve(game, rational=True)

    def answer(found: Any) -> Answer:
        return Answer(facts={"equilibria": len(found.equilibria)})

    return Tool(_pair, solve, answer, version=version("pygambit"))


def one() -> Tool:
    """Find one equilibrium of a bimatrix game that Gambit already holds: Lemke-Howson, exactly."""
    try:
        import pygambit
    except ImportError as error:
        raise MissingToolError(f"pygambit: {error}") from None

    def solve(game: Any) -> Any:
        found = pygambit.nash.lcp_solve(game, rational=True, use_strategic=True, stop_after=1)
        return game, found

    def answer(found: Any) -> Answer:
        game, result = found
        if not result.equilibria:
            raise NoAnswerError("no equilibrium returned")
        profile = result.equilibria[0]
        row, column = ([profile[s] for s in seat.strategies] for seat in game.players)
        return Answer(row=_rational(row), column=_rational(column))

    return Tool(_pair, solve, answer, version=version("pygambit"))


def _efg(game: str) -> str:
    import sabot
    from sabot.io.efg import to_efg

    return to_efg(sabot.load(game), "game")


def _rational(numbers: Sequence[Any]) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(each.numerator), int(each.denominator)) for each in numbers)
