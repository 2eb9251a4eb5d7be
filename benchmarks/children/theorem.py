"""One theorem in a process of its own: `python -m benchmarks.children.theorem`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import sabot
from benchmarks.clock import Stopwatch, children_cpu
from sabot.analysis.executors import process_pool
from sabot.progress import Watch


def main() -> None:
    """Serve one job and end."""
    print(json.dumps(prove(json.load(sys.stdin))))


def prove(job: dict[str, Any]) -> dict[str, Any]:
    """Time one theorem, perhaps in several processes, and the check of its file."""
    low, high = job.get("low"), job.get("high")
    told: list[str] = []
    with process_pool(job.get("jobs", 1)) as executor:
        sabot.prove([["t", 0], [0, 1]])  # compiled
        watch = Stopwatch()
        proof = sabot.prove(
            job["game"],
            low=low,
            high=high,
            executor=executor,
            watch=Watch(lambda moment: told.append(str(moment))),
        )
        took = watch.read()
    workers = children_cpu()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.json"
        proof.save(path)
        watch = Stopwatch()
        sabot.check(path)
        checked = watch.read()
    return {
        "prove": took.cpu,
        "wall": took.wall,
        "workers": workers,
        "check": checked.cpu,
        "pieces": len(proof.pieces),
        "left": next((each for each in told if " left" in each), ""),
    }


if __name__ == "__main__":
    main()
