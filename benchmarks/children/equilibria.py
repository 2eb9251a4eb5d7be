"""All equilibria of a file in a process of its own: `python -m benchmarks.children.equilibria`."""

from __future__ import annotations

import json
import sys
from typing import Any

import sabot
from benchmarks.clock import Stopwatch, children_cpu
from sabot.analysis.executors import process_pool


def main() -> None:
    """Serve one job and end."""
    print(json.dumps(search(json.load(sys.stdin))))


def search(job: dict[str, Any]) -> dict[str, Any]:
    """Time one list of all equilibria, perhaps in several processes."""
    with process_pool(job["jobs"]) as executor:
        sabot.equilibria([[[1, 1], [0, 0]], [[0, 0], [1, 1]]])  # compiled
        watch = Stopwatch()
        found = sabot.equilibria(job["file"], executor=executor)
        took = watch.read()
    return {
        "cpu": took.cpu,
        "wall": took.wall,
        "workers": children_cpu(),
        "count": found.count,
    }


if __name__ == "__main__":
    main()
