"""One baccara task in a process of its own: `python -m benchmarks.children.baccara`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import sabot
from benchmarks.clock import Stopwatch


def main() -> None:
    """Serve one job and end."""
    job = json.load(sys.stdin)
    print(json.dumps(solve(job)))


def solve(job: dict[str, Any]) -> dict[str, Any]:
    """Time each game once warm: the best of several; then with the file written."""
    found: dict[str, list[float]] = {"cpu": [], "wall": [], "save": []}
    sabot.solve("baccara(model=B1, decks=7)"), sabot.solve("baccara(model=A3)")  # compiled
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solution.json"
        for game in job["games"]:
            alone, written = [], []
            for _ in range(job["repeats"]):
                watch = Stopwatch()
                solution = sabot.solve(game)
                alone.append(watch.read())
                solution.save(path)
                written.append(watch.read().cpu)
            sabot.check(path)
            found["cpu"].append(min(each.cpu for each in alone))
            found["wall"].append(min(each.wall for each in alone))
            found["save"].append(min(written))
    return found


if __name__ == "__main__":
    main()
