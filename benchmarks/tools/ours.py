"""Sabot as a measured tool: with `program.py` the only modules that know Sabot's interface."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from benchmarks.tools.tool import Answer, MissingToolError, Task, Tool, halves


def _sabot() -> Any:
    try:
        import sabot
    except ImportError as error:
        raise MissingToolError(f"sabot cannot be imported: {error}") from None
    return sabot


def _copy(task: Task) -> Task:
    """Return fresh lists, so that no cache keyed by identity can help; a game string is itself."""
    return task if isinstance(task, str) else [list(row) for row in task]


def solving() -> Tool:
    """Value, strategies, certificate, uniqueness; then, untimed, the check of the certificate."""
    sabot = _sabot()

    def solve(task: Task) -> Any:
        solution = sabot.solve(task)
        # with the document: its texts and its digest are made when it is asked for
        return solution, solution.value, solution.strategies, solution.unique, solution.to_json()

    def answer(found: Any) -> Answer:
        solution = found[0]
        facts = {"unique": bool(solution.unique), "checked": str(sabot.check(solution))}
        mixes = [_weights(strategy) for strategy in solution.strategies.values()]
        return Answer(solution.value, mixes[0], mixes[1], facts)

    return Tool(_copy, solve, answer, version=str(sabot.__version__), patient=True)


def checking() -> Tool:
    """Read a saved certificate and verify it: what a stranger with the file would do."""
    sabot = _sabot()
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")
    written: dict[str, str] = {}

    def prepare(task: Task) -> str:
        key = str(task)
        if key not in written:
            written[key] = os.path.join(folder.name, f"certificate-{len(written)}.json")
            sabot.solve(_copy(task)).save(written[key])
        return written[key]

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


def every() -> Tool:
    """List all extreme equilibria of a bimatrix game, what they span and the proof, unwritten."""
    sabot = _sabot()
    from sabot.solvers.all_nash.branching import PROOF_LOOPS, SEARCH_LOOPS

    for loops in (SEARCH_LOOPS, PROOF_LOOPS):
        loops.asked += loops.pays_from  # as after several hundred games

    def answer(found: Any) -> Answer:
        proved = sabot.certify.check(found.to_json())
        return Answer(facts={"equilibria": found.count, "complete": proved.complete})

    def prepare(task: Any) -> Any:
        # never zero-sum, so that it goes the way of games that are not
        one, two = halves(task)
        return sabot.BimatrixForm.of(one, [[entry + 10**6 for entry in row] for row in two])

    return Tool(prepare, sabot.equilibria, answer, version=str(sabot.__version__), patient=True)


def one() -> Tool:
    """Find one equilibrium of a bimatrix game or of a game by its name, checked untimed."""
    sabot = _sabot()

    def prepare(task: Any) -> Any:
        return task if isinstance(task, str) else sabot.BimatrixForm.of(*halves(task))

    def solve(form: Any) -> Any:
        solution = sabot.solve(form)
        return solution, solution.to_json()

    def answer(found: Any) -> Answer:
        solution = found[0]
        sabot.check(solution)
        row, column = (_weights(solution[seat]) for seat in solution.seats)
        return Answer(row=row, column=column, facts={"unique": bool(solution.unique)})

    return Tool(prepare, solve, answer, version=str(sabot.__version__), patient=True)


def _weights(strategy: Mapping[str, Mapping[str, Fraction]]) -> tuple[Fraction, ...] | None:
    """Return a matrix strategy as plain probabilities: one view, the actions in their order."""
    if len(strategy) != 1:
        return None  # a tree: its plans stay in the certificate, which is checked
    (mix,) = strategy.values()
    return tuple(mix.values())
