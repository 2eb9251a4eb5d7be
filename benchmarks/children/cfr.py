"""One regret minimiser on one game, in a process of its own: `python -m benchmarks.children.cfr`.

A job comes on stdin as JSON: the tool, the game in its own words, the most iterations and the most
seconds to spend on them. One JSON document goes out on stdout. The gap is the sum of what both
sides' best replies gain (OpenSpiel calls it nash_conv; its exploitability is half of it). Times
are CPU seconds.
"""

from __future__ import annotations

import json
import sys
import time
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from benchmarks.clock import peak_bytes

BLOCKS = 5


def main() -> None:
    """Serve one job and end."""
    job = json.load(sys.stdin)
    report = {"sabot": sabot, "openspiel": openspiel}[job["tool"]](job)
    report["megabytes"] = peak_bytes() / 1e6
    print(json.dumps(report))


def sabot(job: dict[str, Any]) -> dict[str, Any]:
    """Measure the bare iterations, and then the whole of `cfr`, looks and exact proof included."""
    import sabot
    from sabot.solvers.cfr import CFR_LOOPS, CfrRun, run_cfr

    small: Any = sabot.load("kuhn-poker").form()
    while CFR_LOOPS.left:  # until the loops are compiled, or what was compiled is read
        run_cfr(small, gap=0, iterations=1000)
    begin = time.process_time()
    form: Any = sabot.load(job["game"]).form()
    building = time.process_time() - begin
    count = job["iterations"]
    run, best = CfrRun(form, Fraction(0)), float("inf")
    for _ in range(BLOCKS):
        begin = time.process_time()
        run.advance(max(1, count // BLOCKS))
        best = min(best, (time.process_time() - begin) / max(1, count // BLOCKS))
    begin = time.process_time()
    found = run_cfr(form, gap=0, iterations=count)
    whole = time.process_time() - begin
    return {
        "version": sabot.__version__,
        "building": building,
        "iterations": found.iterations,
        "speed": 1 / best,
        "whole": whole,
        "gap": float(found.gap),
        "value": float(found.low + found.high) / 2,
        "cells": sum(len(side.cells) for side in form.sides),
        "payoffs": len(form.payoffs),
    }


def openspiel(job: dict[str, Any]) -> dict[str, Any]:
    """Measure the C++ solver's iterations; building the game and the gap are not counted."""
    try:
        import pyspiel
    except ImportError as error:
        return {"missing": f"open_spiel: {error}"}

    begin = time.process_time()
    game = pyspiel.load_game(job["game"])
    solver = pyspiel.CFRPlusSolver(game)
    building = time.process_time() - begin
    share = job["seconds"] / BLOCKS
    total, best = 0, float("inf")
    for _ in range(BLOCKS):
        begin, count = time.process_time(), 0
        while count < job["iterations"] // BLOCKS:
            solver.evaluate_and_update_policy()
            count += 1
            if time.process_time() - begin > share and count > 1:
                break
        total += count
        best = min(best, (time.process_time() - begin) / count)
    average = solver.average_policy()
    return {
        "version": version("open_spiel"),
        "building": building,
        "iterations": total,
        "speed": 1 / best,
        "cells": len(solver.tabular_average_policy().policy_table()),
        "gap": pyspiel.nash_conv(game, average, True),
        "value": pyspiel.expected_returns(game.new_initial_state(), average, -1, True)[0],
    }


if __name__ == "__main__":
    main()
