"""One whist task in a process of its own: `python -m benchmarks.children.whist`, job on stdin."""

from __future__ import annotations

import json
import statistics
import sys
from typing import Any

import numpy as np

from benchmarks.clock import Stopwatch
from sabot.games.whist import minimax
from sabot.games.whist.batch import invariants_of_all_deals
from sabot.games.whist.wastlund_values import invariants_of_array


def main() -> None:
    """Serve one job and end."""
    job = json.load(sys.stdin)
    print(json.dumps({"whole": whole, "one": one}[job["task"]](job)))


def whole(job: dict[str, Any]) -> dict[str, Any]:
    """Time the theorem and the minimax on all deals, and compare every value."""
    n = job["n"]
    invariants_of_all_deals(5), minimax.values_of_all_deals(5)  # compiled
    theorem: list[float] = []
    wall = float("inf")
    while len(theorem) < job["repeats"] and sum(theorem) < job["seconds"]:
        watch = Stopwatch()
        found = invariants_of_all_deals(n)
        west, east = found.tricks("W"), found.tricks("E")
        theorem.append(watch.read().cpu)
        wall = min(wall, watch.read().wall)
    watch = Stopwatch()
    table = minimax.values_of_all_deals(n)
    slow = watch.read().cpu
    equal = bool((west == table.west_lead).all() and (east == table.east_lead).all())
    report = {"n": n, "deals": len(west), "theorem": theorem, "minimax": [slow], "equal": equal}
    return report | {"wall": wall}


def one(job: dict[str, Any]) -> dict[str, Any]:
    """Time the value of distinct random deals: a repeated one flatters the branch predictor."""
    n: int = job["n"]
    seconds: list[float] = []
    half = np.repeat(np.array([0, 1], np.uint8), n)
    rng = np.random.default_rng(n)
    invariants_of_array(rng.permutation(np.repeat(np.array([0, 1], np.uint8), 50)))  # compiled
    while len(seconds) < job["repeats"]:
        deal = rng.permutation(half)
        watch = Stopwatch()
        invariants_of_array(deal)
        seconds.append(watch.read().cpu)
    middle, worst = statistics.median(seconds), max(seconds)
    return {"n": n, "median": middle, "worst": worst, "seconds": seconds}


if __name__ == "__main__":
    main()
