"""Row 20: prove, equilibria, sweep, simulate and paper, by one process and by workers of dask."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

from benchmarks.bench import ROOT, child_environment, group_cpu
from benchmarks.command import Ran, run_sabot
from benchmarks.games import nfg_text, polynomial_text, random_pairs
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, times

WORKERS = 2
GAIN = WORKERS / 2
LIMIT, PATIENCE = 600.0, 120.0
LONG_SIDE, LONG_PAIRS = 22, 28

LEGEND = (
    "one: the command in one process. dask: the same command with --cluster, a scheduler and two "
    "workers on this machine, which have done a small task before. free cores: CPU of one process "
    "over that of the command plus that of the busier worker, which is the gain in wall time where "
    "nobody else uses the cores, and decides on a busy machine. killed: one of the workers is "
    "killed half-way."
)


def spread_row(settings: Settings) -> Record:
    """Run each verb alone, by two workers, and by two workers of which one is killed."""
    record = Record("20", f"verbs by {WORKERS} workers of dask", settings)
    if find_spec("distributed") is None:
        record.goal("verbs by workers", "the same answer", "not measured", None, "no distributed")
        return record
    body: list[list[str]] = []
    with TemporaryDirectory() as folder, _scheduler(Path(folder)) as address:
        for task, small, words in _tasks(Path(folder), quick=settings.quick):
            settings.progress(f"{task}, by workers")
            try:
                body.append(_line(record, address, task, small, words))
            except RuntimeError as error:
                record.note(f"{task}: {error}")
                record.goal(f"{task}, by {WORKERS} workers", "the same answer", "failed", False)
    record.table(["task", "one, CPU", "wall", "dask, wall", "free cores", "same", "killed"], body)
    record.note(LEGEND)
    return record


def _tasks(folder: Path, *, quick: bool) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the name of a task of each verb, a small task, and the measured one."""
    small, large = folder / "small.nfg", folder / "large.nfg"
    small.write_text(nfg_text(random_pairs(3, 99, 0)))
    large.write_text(nfg_text(random_pairs(12 if quick else 24, 99, 0)))
    side, decks, hands = (6, 50, 20_000) if quick else (LONG_SIDE, 2000, 1_500_000)
    # a proof of less than a second is not spread
    yield (
        f"prove, {side} x {side} of degree 2",
        ["prove", "matrix([[t,0],[0,1]])"],
        ["prove", polynomial_text(side, 2, 0)],
    )
    pairs = "12 x 12" if quick else "24 x 24"
    yield f"equilibria, {pairs}", ["equilibria", str(small)], ["equilibria", str(large)]
    yield (
        f"sweep, B3 with 1 to {decks} decks",
        ["sweep", "baccara(model=B3, decks=1..9)"],
        ["sweep", f"baccara(model=B3, decks=1..{decks})"],
    )
    yield (
        f"simulate, {hands:,} hands of le Her",
        ["simulate", "le-her", "--hands", "10000"],
        ["simulate", "le-her", "--hands", str(hands), "--seed", "1"],
    )
    if not quick:
        yield (
            "paper, ethier-gamez-2013",
            ["paper", "ethier-2010-le-her", "rules"],
            ["paper", "ethier-gamez-2013"],
        )
        # as long as what is worth a cluster: beside these, starting takes little
        longest = folder / "longest.nfg"
        longest.write_text(nfg_text(random_pairs(LONG_PAIRS, 99, 0)))
        yield (
            f"equilibria, {LONG_PAIRS} x {LONG_PAIRS}",
            ["equilibria", str(small)],
            ["equilibria", str(longest)],
        )


def _line(record: Record, address: str, task: str, small: list[str], words: list[str]) -> list[str]:
    """Measure one task, keep its goals and figures, and return its line."""
    verb = words[0]
    alone = run_sabot([*words, "--json"], LIMIT)
    spread = [*words, "--json", "--cluster", address]
    with _workers(address, small) as pair:
        before = [one.cpu() for one in pair]
        both = run_sabot(spread, LIMIT)
        used = [one.cpu() - start for one, start in zip(pair, before, strict=True)]
    with _workers(address, small) as pair:
        timer = Timer(both.wall / 2, pair[0].process.kill)
        timer.start()
        lost = run_sabot(spread, LIMIT)
        timer.cancel()
    same, kept = (_answer(alone) == _answer(other) for other in (both, lost))
    gain, free = alone.wall / both.wall, alone.cpu / (both.cpu + max(used))
    record.figures.append(
        {"verb": verb, "cpu": alone.cpu, "wall": alone.wall, "dask": both.wall}
        | {"command": both.cpu, "workers": used, "same": same, "killed": kept}
    )
    reached = same and (free if record.settings.busy else gain) >= GAIN
    shown = f"{times(gain)} in wall time, {times(free)} on free cores"
    if not record.settings.quick:  # small tasks are not worth a cluster
        goal = f">= {GAIN:g}x, the same answer"
        record.goal(f"{task}, by {WORKERS} workers", goal, shown, reached)
    word = "the same answer" if kept else "another answer"
    record.goal(f"{task}, a worker killed", "the same answer", word, kept)
    times_shown = [duration(alone.cpu), duration(alone.wall), duration(both.wall)]
    return [task, *times_shown, times(free), str(same), str(kept)]


def _answer(ran: Ran) -> Any:
    return _without_times(json.loads(ran.said))


def _without_times(told: Any) -> Any:
    """Return a document without what a clock has written into it."""
    if isinstance(told, dict):
        clocks = ("seconds", "digest", "rate", "hands_per_second")
        return {key: _without_times(part) for key, part in told.items() if key not in clocks}
    return [_without_times(part) for part in told] if isinstance(told, list) else told


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker of dask, the leader of a group of processes."""

    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Return the CPU seconds that it has used."""
        return group_cpu(self.process.pid)


def _dask(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=child_environment(),
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait(PATIENCE)


@contextmanager
def _scheduler(folder: Path) -> Iterator[str]:
    """Start a scheduler on this machine, and yield its address."""
    file = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    process = _dask("scheduler", *words)
    try:
        until = time.monotonic() + PATIENCE
        while not file.exists() and time.monotonic() < until and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.1)
        yield str(json.loads(file.read_text())["address"])
    finally:
        _end(process)


@contextmanager
def _workers(address: str, small: list[str]) -> Iterator[list[Worker]]:
    """Start the workers, and let them do a small task before the clock starts."""
    words = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
    pair = [Worker(_dask("worker", address, *words, "--name", str(n))) for n in range(WORKERS)]
    try:
        run_sabot([*small, "--json", "--cluster", address], LIMIT)
        yield pair
    finally:
        for one in pair:
            _end(one.process)
