"""One tool in a process of its own, so that it can be stopped: `python -m benchmarks.worker TOOL`.

A job comes on stdin as one JSON document; one JSON line a game goes out on stdout. Whatever the
tool itself prints is thrown away.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from dataclasses import asdict
from fractions import Fraction
from typing import Any, TextIO

from benchmarks.tool import Answer, Matrix, MissingToolError, Tool
from benchmarks.tools import TOOLS

# Small games that mix, so that compilation and lazy imports happen before the clock starts.
WARM_UP: tuple[list[list[int]], ...] = (
    [[1, -1], [-1, 1]],
    [[(7 * i * i + 5 * j * j + 3 * i * j) % 23 - 11 for j in range(12)] for i in range(12)],
)


def main() -> None:
    """Serve one job and end."""
    job = json.load(sys.stdin)
    out = _private_stdout()
    warnings.simplefilter("ignore")
    try:
        tool = TOOLS[sys.argv[1]].load()
        for game in WARM_UP:
            tool.answer(tool.solve(tool.prepare(game)))
    except MissingToolError as error:
        _say(out, missing=str(error))
        return
    except Exception as error:  # broken here counts as absent, and is named in the report
        _say(out, missing=f"{TOOLS[sys.argv[1]].label}: {type(error).__name__}: {error}"[:200])
        return
    _say(out, ready=tool.version)
    for game in job["games"]:
        matrix = [[Fraction(e) if isinstance(e, str) else e for e in row] for row in game]
        try:
            report = _measured(tool, matrix, job["repeats"], job["budget"])
        except Exception as error:  # a peer may raise anything: that is its answer
            report = {"error": f"{type(error).__name__}: {error}"[:200]}
        _say(out, **report)


def _measured(tool: Tool, matrix: Matrix, repeats: int, budget: float) -> dict[str, Any]:
    """Time the tool again and again until the repeats or the budget of seconds are used up."""
    seconds: list[float] = []
    spent = 0.0
    answer = Answer()
    while len(seconds) < repeats and spent < budget:
        prepared = tool.prepare(matrix)
        begin = time.perf_counter()
        found = tool.solve(prepared)
        elapsed = time.perf_counter() - begin
        spent += elapsed
        seconds.append(max(elapsed - tool.overhead, 1e-6))
        if len(seconds) == 1:
            answer = tool.answer(found)
    return {"seconds": seconds, "answer": asdict(answer)}


def _private_stdout() -> TextIO:
    """Keep the real stdout for the reports and send everything else to nowhere."""
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return out


def _say(out: TextIO, **message: Any) -> None:
    out.write(json.dumps(message, default=str) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
