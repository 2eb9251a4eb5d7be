"""One solver on one game tree, in a process of its own: `python -m benchmarks.rows.trees_child`.

A job comes on stdin as JSON: the tool, the game as Sabot and as OpenSpiel call it, the repeats and
the seconds. One JSON document goes out on stdout: the seconds of each repeat, and the value.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any


def main() -> None:
    """Serve one job and end."""
    job = json.load(sys.stdin)
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        report = TOOLS[job["tool"]](job)
    except ImportError as error:
        report = {"missing": str(error)}
    print(json.dumps(report), file=out)


def _timed(job: dict[str, Any], solve: Callable[[], Any]) -> tuple[list[float], Any]:
    seconds: list[float] = []
    answer = None
    while len(seconds) < job["repeats"] and sum(seconds) < job["seconds"]:
        begin = time.perf_counter()
        answer = solve()
        seconds.append(time.perf_counter() - begin)
    return seconds, answer


def ours(job: dict[str, Any]) -> dict[str, Any]:
    """From the rules to the checked certificate, uniqueness decided."""
    import sabot

    sabot.solve("kuhn-poker")
    seconds, solution = _timed(job, lambda: sabot.solve(job["game"]))
    assert sabot.check(solution) == solution.value
    return {"seconds": seconds, "value": float(solution.value)}


def gambit(job: dict[str, Any]) -> dict[str, Any]:
    """Gambit's rational linear programme on the tree it has read."""
    import pygambit

    import sabot
    from sabot.io.efg import to_efg

    game = pygambit.read_efg(io.StringIO(to_efg(sabot.load(job["game"]), "game")))
    seconds, result = _timed(job, lambda: pygambit.nash.lp_solve(game, rational=True))
    value = result.equilibria[0].payoff(next(iter(game.players)))
    return {"seconds": seconds, "value": float(Fraction(str(value)))}


def openspiel(job: dict[str, Any]) -> dict[str, Any]:
    """OpenSpiel's sequence-form linear programme, in floats."""
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    game = pyspiel.load_game(job["openspiel"])
    seconds, found = _timed(job, lambda: sequence_form_lp.solve_zero_sum_game(game, solver="GLPK"))
    return {"seconds": seconds, "value": float(found[0])}


def qsopt(job: dict[str, Any]) -> dict[str, Any]:
    """QSopt_ex on the bare linear programme of the sequence form: no rules, no certificate."""
    import shutil

    import sabot
    from sabot.solvers.sequence import game_program

    program = shutil.which("esolver")
    if program is None:
        raise ImportError("no esolver (Debian package qsopt-ex)")
    form = sabot.load(job["game"]).form()
    with tempfile.TemporaryDirectory() as folder:
        path, result = os.path.join(folder, "game.lp"), os.path.join(folder, "game.sol")
        with open(path, "w", encoding="ascii") as file:
            file.writelines(_lp(game_program(form)))
        command = [program, "-L", "-O", result, path]
        seconds, _ = _timed(job, lambda: subprocess.run(command, capture_output=True, check=True))
        with open(result, encoding="ascii") as file:
            line = next(line for line in file if line.strip().startswith("Value ="))
    value = Fraction(line.split("=")[1].strip()) / form.denominator
    return {"seconds": seconds, "value": float(value)}


def _lp(program: Any) -> list[str]:
    rows: dict[int, list[str]] = {}
    for i, j, amount in program.a.entries:
        rows.setdefault(i, []).append(f"{'+' if amount > 0 else '-'} {abs(amount)} x{j}")
    price = [f"{'+' if c > 0 else '-'} {abs(c)} x{j}" for j, c in enumerate(program.c) if c]
    lines = ["Problem\n game\nMaximize\n obj: ", _wrapped(price), "\nSubject\n"]
    for i, terms in sorted(rows.items()):
        sign = "=" if i in program.equal else "<="
        lines.append(f" r{i}: {_wrapped(terms)} {sign} {program.b[i]}\n")
    lines.append("Bounds\n" + "".join(f" x{j} free\n" for j in sorted(program.free)) + "End\n")
    return lines


def _wrapped(terms: list[str]) -> str:
    return "\n  ".join(" ".join(terms[k : k + 8]) for k in range(0, len(terms), 8))


TOOLS = {"sabot": ours, "gambit": gambit, "openspiel": openspiel, "qsopt": qsopt}

if __name__ == "__main__":
    main()
