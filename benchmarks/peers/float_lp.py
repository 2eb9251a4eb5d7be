"""The float linear programmes: nashpy (HiGHS through SciPy) and QuantEcon (its own simplex)."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from benchmarks.tool import Answer, Matrix, MissingToolError, NoAnswerError, Tool, exact


def nashpy() -> Tool:
    """`Game.linear_program`, which returns the two mixes and no value."""
    try:
        import nashpy as nash
        import numpy as np
    except ImportError as error:
        raise MissingToolError(f"nashpy: {error}") from None

    def prepare(matrix: Matrix) -> Any:
        return nash.Game(np.array([[float(entry) for entry in row] for row in matrix]))

    def answer(found: Any) -> Answer:
        row, column = found
        if row is None or column is None:
            raise NoAnswerError("no strategies returned")
        return Answer(None, exact(row), exact(column))

    return Tool(prepare, lambda game: game.linear_program(), answer, version=version("nashpy"))


def quantecon() -> Tool:
    """`minmax`, compiled by Numba before it is timed."""
    try:
        import numpy as np
        from quantecon.optimize import minmax
    except ImportError as error:
        raise MissingToolError(f"quantecon: {error}") from None

    def prepare(matrix: Matrix) -> Any:
        return np.array([[float(entry) for entry in row] for row in matrix])

    def answer(found: Any) -> Answer:
        value, row, column = found
        return Answer(exact([value])[0], exact(row), exact(column))

    return Tool(prepare, minmax, answer, version=version("quantecon"))
