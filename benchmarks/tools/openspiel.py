"""OpenSpiel's sequence-form linear program, in floats, solved by GLPK."""

from __future__ import annotations

from fractions import Fraction
from importlib.metadata import version
from typing import Any

from benchmarks.tools.tool import Answer, MissingToolError, NoAnswerError, Task, Tool

NAMES = {"kuhn-poker": "kuhn_poker", "leduc-poker": "leduc_poker"}
"""Our games that OpenSpiel has too; its Leduc tells suits apart, with the same value."""


def solving() -> Tool:
    """Build the program from a game that OpenSpiel holds, and solve it."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import sequence_form_lp
    except ImportError as error:
        raise MissingToolError(f"open_spiel: {error}") from None

    def prepare(task: Task) -> Any:
        if not isinstance(task, str) or task not in NAMES:
            raise NoAnswerError(f"OpenSpiel has no such game: {str(task)[:40]}")
        return pyspiel.load_game(NAMES[task])

    def solve(game: Any) -> Any:
        return sequence_form_lp.solve_zero_sum_game(game, solver="GLPK")

    def answer(found: Any) -> Answer:
        return Answer(Fraction(float(found[0])))

    return Tool(prepare, solve, answer, version=version("open_spiel"))
