"""One sweep in a process of its own: `python -m benchmarks.rows.sweeps_child`."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import sabot
from sabot.analyse.shoes import random_shoes
from sabot.analyse.sweep import solve_all, solve_item
from sabot.solvers.brief import in_brief

_SAMPLE = 5


def main() -> None:
    """Serve one job and end."""
    print(json.dumps(sweep(json.load(sys.stdin))))


def sweep(job: dict[str, Any]) -> dict[str, Any]:
    """Time all rows of a sweep, once warm; then see which of them took the long road."""
    shoes = {key: job[key] for key in ("number", "remove", "seed")}
    items = random_shoes(sabot.load(job["game"]), **shoes)
    for item in items[:_SAMPLE]:
        row, found = solve_item(item), sabot.solve(item.game)
        if (row.value, row.unique) != (found.value, found.uniqueness):
            raise SystemExit(f"{item.game}: the row differs from the single solve")
    best = wall = float("inf")
    for _ in range(job["repeats"]):
        begin, begin_wall = time.process_time(), time.perf_counter()
        for _row in solve_all(items):
            pass
        best = min(best, time.process_time() - begin)
        wall = min(wall, time.perf_counter() - begin_wall)
    words = (sabot.load(item.game).binary() for item in items)
    long = sum(told is None or in_brief(told) is None for told in words)
    return {"cpu": best, "wall": wall, "long": long}


if __name__ == "__main__":
    main()
