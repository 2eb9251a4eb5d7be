"""One tool in a process of its own, so that it can be stopped: `python -m benchmarks.worker TOOL`.

Requests come on stdin and reports go out on stdout, one JSON document a line: first how to get
ready, then a task (or none: the same again) with the repeats and the CPU seconds to spend on it.
Between two requests the worker waits, so that several tools can take turns on one machine. Whatever
the tool itself prints is thrown away.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from dataclasses import asdict
from fractions import Fraction
from typing import Any, TextIO

from benchmarks.clock import Stopwatch, limit_memory, peak_bytes
from benchmarks.games import random_integers
from benchmarks.tools import entry, label
from benchmarks.tools.tool import Answer, MissingToolError, NoAnswerError, Task, Tool

# Small games that mix, so that compilation and lazy imports happen before the clock starts.
MATRICES: tuple[Task, ...] = (
    [[1, -1], [-1, 1]],
    [[(7 * i * i + 5 * j * j + 3 * i * j) % 23 - 11 for j in range(12)] for i in range(12)],
)
TREES: tuple[Task, ...] = ("kuhn-poker",)
WARM_SECONDS = 30.0  # CPU, at most, on games of the size to come


def main() -> None:
    """Serve until stdin ends."""
    name = sys.argv[1]
    sys.set_int_max_str_digits(0)
    out = _private_stdout()
    warnings.simplefilter("ignore")
    try:
        tool = _ready(name, json.loads(sys.stdin.readline()))
    except MissingToolError as error:
        _say(out, missing=str(error))
        return
    except Exception as error:  # broken here counts as absent, and is named in the report
        _say(out, missing=f"{label(name)}: {type(error).__name__}: {error}"[:200])
        return
    _say(out, ready=tool.version)
    task: Task = []
    for line in sys.stdin:
        request = json.loads(line)
        fresh = request["task"] is not None
        if fresh:
            task = _task(request["task"])
        try:
            report = _measured(tool, task, request["repeats"], request["budget"], fresh)
        except Exception as error:  # a peer may raise anything: that is its answer
            report = {"error": f"{type(error).__name__}: {error}"[:200]}
        _say(out, **report)


def _ready(name: str, job: dict[str, Any]) -> Tool:
    """Load the tool and let it solve what comes before the clock starts."""
    limit_memory(job["memory"])
    tool = entry(name).load()
    for task in TREES if job["trees"] else MATRICES:
        tool.answer(tool.solve(tool.prepare(task)))
    watch = Stopwatch()
    for seed in range(job["warm"] if tool.patient else 0):
        tool.solve(tool.prepare(random_integers(job["side"], 1000, -1 - seed)))
        if watch.read().cpu > WARM_SECONDS:
            break
    return tool


def _task(sent: Any) -> Task:
    if isinstance(sent, str):
        return sent
    return [[Fraction(e) if isinstance(e, str) else e for e in row] for row in sent]


def _measured(tool: Tool, task: Task, repeats: int, budget: float, fresh: bool) -> dict[str, Any]:
    """Time the tool again and again until the repeats or the budget of seconds are used up."""
    spent: list[tuple[float, float]] = []
    used = 0.0
    peak = 0
    answer = Answer()
    while len(spent) < repeats and used < budget:
        prepared = tool.prepare(task)
        watch = Stopwatch()
        found = tool.solve(prepared)
        raw = watch.read()
        used += raw.counted
        cost = raw.less(tool.overhead)
        spent.append((cost.cpu, cost.wall))
        peak = peak or peak_bytes()  # of solving: the answer may be checked, which is not that
        if len(spent) == 1 and fresh:
            answer = tool.answer(found)
    if not spent:
        raise NoAnswerError("there was no time left for it")
    return {"spent": spent, "answer": asdict(answer) if fresh else None, "peak": peak}


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
