"""One poker model in a process of its own: `python -m benchmarks.children.betting`."""

from __future__ import annotations

import json
import sys
from typing import Any

import sabot
from benchmarks.clock import Stopwatch


def main() -> None:
    """Serve one job and end."""
    print(json.dumps(solve(json.load(sys.stdin))))


def solve(job: dict[str, Any]) -> dict[str, Any]:
    """Time a game from its string to its document, and the check of that; another came first."""
    sabot.check(sabot.solve(job["before"]).to_json())  # imported
    solves, walls, checks = [], [], []
    document: dict[str, Any] = {}
    for _ in range(job["repeats"]):
        watch = Stopwatch()
        document = sabot.solve(job["game"]).to_json()
        spent = watch.read()
        solves.append(spent.cpu)
        walls.append(spent.wall)
        watch = Stopwatch()
        sabot.check(document)
        checks.append(watch.read().cpu)
    return {
        "solve": min(solves),
        "wall": min(walls),
        "check": min(checks),
        "bound": document["bound"],
        "payoffs": document["payoffs"],
    }


if __name__ == "__main__":
    main()
