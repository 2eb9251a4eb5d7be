"""Sabot as a measured tool: the only module here that knows Sabot's interface."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from benchmarks.tool import Answer, Matrix, MissingToolError, Tool


def _sabot() -> Any:
    try:
        import sabot
    except ImportError as error:
        raise MissingToolError(f"sabot cannot be imported: {error}") from None
    return sabot


def _copy(matrix: Matrix) -> list[list[Fraction | int]]:
    """Return fresh lists, so that no cache keyed by identity can help."""
    return [list(row) for row in matrix]


def solving() -> Tool:
    """Value, strategies, certificate, uniqueness; then, untimed, the check of the certificate."""
    sabot = _sabot()

    def solve(matrix: Matrix) -> Any:
        solution = sabot.solve(matrix)
        return solution, solution.value, solution.strategies, solution.unique, solution.certificate

    def answer(found: Any) -> Answer:
        solution = found[0]
        facts = {"unique": bool(solution.unique), "checked": str(sabot.check(solution))}
        row, column = (_weights(strategy) for strategy in solution.strategies.values())
        return Answer(solution.value, row, column, facts)

    return Tool(_copy, solve, answer, version=str(sabot.__version__))


def checking() -> Tool:
    """Read a saved certificate and verify it: what a stranger with the file would do."""
    sabot = _sabot()
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")

    def prepare(matrix: Matrix) -> str:
        path = os.path.join(folder.name, "certificate.json")
        sabot.solve(_copy(matrix)).save(path)
        return path

    def solve(path: str) -> Any:
        return path, sabot.check(path)

    def answer(found: Any) -> Answer:
        path, value = found
        return Answer(Fraction(value), facts={"bytes": os.path.getsize(path)})

    return Tool(prepare, solve, answer, version=str(sabot.__version__))


def enumerating() -> Tool:
    """Count the extreme optimal strategies of each seat; their product counts the equilibria."""
    sabot = _sabot()

    def answer(found: Any) -> Answer:
        counts = list(found.counts.values())
        return Answer(found.value, facts={"seats": counts, "equilibria": found.count})

    return Tool(_copy, sabot.equilibria, answer, version=str(sabot.__version__))


def _weights(strategy: Mapping[str, Mapping[str, Fraction]]) -> tuple[Fraction, ...]:
    """Return a matrix strategy as plain probabilities: one view, the actions in their order."""
    (mix,) = strategy.values()
    return tuple(mix.values())
