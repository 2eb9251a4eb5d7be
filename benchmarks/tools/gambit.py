"""Gambit's linear program, in rationals or in doubles, on a matrix or on a tree."""

from __future__ import annotations

import io
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from benchmarks.tools import pygambit_api
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
    pygambit = _pygambit()

    def prepare(task: Task) -> Any:
        if isinstance(task, str):
            return pygambit.read_efg(io.StringIO(_efg(task)))
        table = [[Fraction(entry) for entry in row] for row in task]
        return pygambit_api.of_matrices(table, [[-entry for entry in row] for row in table])

    def solve(game: Any) -> Any:
        return game, pygambit.nash.lp_solve(game, rational=rational)

    def answer(found: Any) -> Answer:
        game, result = found
        profile = _first(result)
        read = pygambit_api.fractions if rational else exact
        value = read(pygambit_api.payoffs(profile))[0]
        if pygambit_api.is_tree(game):
            return Answer(value)
        row, column = map(read, pygambit_api.mixes(profile))
        return Answer(value, row, column)

    return Tool(prepare, solve, answer, version=version("pygambit"))


def _pygambit() -> Any:
    try:
        import pygambit
    except ImportError as error:
        raise MissingToolError(f"pygambit: {error}") from None
    return pygambit


def _first(result: Any) -> Any:
    found = pygambit_api.equilibria(result)
    if not found:
        raise NoAnswerError("no equilibrium returned")
    return found[0]


def _pair(task: Any) -> Any:
    """Return a bimatrix game as Gambit holds it, in rationals."""
    return pygambit_api.of_matrices(*halves(task))


def every() -> Tool:
    """List all extreme equilibria of a bimatrix game that Gambit already holds, in rationals."""
    pygambit = _pygambit()

    def solve(game: Any) -> Any:
        return pygambit.nash.enummixed_solve(game, rational=True)

    def answer(found: Any) -> Answer:
        return Answer(facts={"equilibria": len(pygambit_api.equilibria(found))})

    return Tool(_pair, solve, answer, version=version("pygambit"))


def one() -> Tool:
    """Find one equilibrium of a bimatrix game that Gambit already holds: Lemke-Howson, exactly."""
    pygambit = _pygambit()

    def solve(game: Any) -> Any:
        return pygambit.nash.lcp_solve(game, rational=True, use_strategic=True, stop_after=1)

    def answer(found: Any) -> Answer:
        row, column = map(pygambit_api.fractions, pygambit_api.mixes(_first(found)))
        return Answer(row=row, column=column)

    return Tool(_pair, solve, answer, version=version("pygambit"))


def _efg(game: str) -> str:
    import sabot
    from sabot.io.efg import to_efg

    return to_efg(sabot.load(game), "game")
