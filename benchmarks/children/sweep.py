"""One sweep in a process of its own: `python -m benchmarks.children.sweep`, job on stdin.

With `workers` the rows are solved by that many worker processes behind an executor, which have
solved a small sweep before the clock starts; without, in this process.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import sabot
from benchmarks.clock import Stopwatch


def main() -> None:
    """Serve one job and end."""
    job = json.load(sys.stdin)
    with _executor(job.get("kind"), job.get("workers", 0)) as executor:
        _rows(job["warm"], executor)
        watch = Stopwatch()
        rows = _rows(job["games"], executor)
        spent = watch.read()
    singles = {game: str(sabot.solve(game).value) for game in job["games"][:: job["every"]]}
    answers = dict(zip(job["games"], rows, strict=True))
    equal = all(answers[game] == value for game, value in singles.items())
    report = {"rows": len(rows), "cpu": spent.cpu, "wall": spent.wall}
    print(json.dumps(report | {"compared": len(singles), "equal": equal, "values": rows}))


def _rows(games: list[str], executor: Executor | None) -> list[str]:
    return [str(row.value) for row in sabot.sweep(games, executor=executor)]


@contextmanager
def _executor(kind: str | None, workers: int) -> Iterator[Any]:
    """Yield so many worker processes: the standard library's pool, or dask's on this machine."""
    if kind is None:
        yield None
    elif kind == "pool":
        spawned = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=spawned) as pool:
            yield pool
    else:
        dask: Any = import_module("distributed")
        local: dict[str, Any] = {"processes": True, "threads_per_worker": 1}
        with (
            dask.LocalCluster(n_workers=workers, dashboard_address=None, **local) as cluster,
            dask.Client(cluster) as client,
        ):
            yield client.get_executor()


if __name__ == "__main__":
    main()
