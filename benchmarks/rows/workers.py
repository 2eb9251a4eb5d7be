"""Two workers against one on a sweep of baccara: `python -m benchmarks.rows.workers [SECONDS]`.

The same rows are solved in this process, by two processes of a pool, and by two workers of dask
distributed where it is installed; starting them is part of their time. The goal is one of wall time
and is judged by it alone, on a machine with nothing else to do. CPU time of all processes together
gives a bound: the gain on two free cores if they were evenly loaded. It proves nothing by itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sabot.analyse.ledger import line_of
from sabot.analyse.shoes import random_shoes
from sabot.analyse.sweep import solve_all
from sabot.games import load

GAIN = 1.7
GAME, REMOVED, SEED = "baccara(model=B3, decks=6)", 100, 15
SAMPLE = 200
BUSY = 0.5
"""The load before the start from which wall time says nothing."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


def main() -> None:
    """Measure, or serve one measurement."""
    if len(sys.argv) > 1 and sys.argv[1].startswith("{"):
        print(json.dumps(measured(**json.loads(sys.argv[1]))))
        return
    busy = os.getloadavg()[0] > BUSY
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    sample = served(kind="here", count=SAMPLE)
    count = int(SAMPLE * seconds / sample["cpu"])
    one = served(kind="here", count=count)
    print(f"{count:,} rows of {GAME}, {REMOVED} cards gone; load {os.getloadavg()[0]:.1f}")
    print(f"{'':24}{'wall s':>9}{'CPU s':>9}{'gain, wall':>12}{'CPU bound':>11}  same rows")
    print(f"{'one process':24}{one['wall']:9.1f}{one['cpu']:9.1f}")
    for kind in ("pool", "dask"):
        if kind == "dask" and find_spec("distributed") is None:
            print("dask distributed is not installed")
            continue
        two = served(kind=kind, count=count)
        wall, cpu = one["wall"] / two["wall"], 2 * one["cpu"] / two["cpu"]
        verdict = "not judged, busy" if busy else "reached" if wall >= GAIN else "missed"
        same = two["rows"] == one["rows"]
        print(
            f"{f'two workers, {kind}':24}{two['wall']:9.1f}{two['cpu']:9.1f}{wall:11.2f}x"
            f"{cpu:10.2f}x  {same}; goal {GAIN}x {verdict}"
        )


def served(**job: Any) -> dict[str, Any]:
    """Return a measurement made in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.rows.workers", json.dumps(job)],
        cwd=Path(__file__).resolve().parents[2],
        env=os.environ | ONE_THREAD,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


def measured(kind: str, count: int) -> dict[str, Any]:
    """Return the seconds that a sweep took, and what it found."""
    items = random_shoes(load(GAME), number=count, remove=REMOVED, seed=SEED)
    digest = hashlib.sha256()
    begin, before = time.perf_counter(), _cpu()
    with workers(kind) as executor:
        for row in solve_all(items, executor=executor):
            digest.update(line_of(row))
    return {
        "wall": time.perf_counter() - begin,
        "cpu": _cpu() - before,
        "rows": digest.hexdigest(),
    }


def _cpu() -> float:
    """Return the CPU seconds of this process and of all its children that have ended."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


@contextmanager
def workers(kind: str) -> Iterator[Executor | None]:
    """Yield two workers of a kind; None for this process."""
    if kind == "here":
        yield None
    elif kind == "pool":
        from sabot.analyse.workers import pool

        with pool(2) as executor:
            yield executor
    else:
        from distributed import LocalCluster

        from sabot.analyse.cluster import cluster

        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
            cluster(local.scheduler_address) as executor,
        ):
            yield executor


if __name__ == "__main__":
    main()
