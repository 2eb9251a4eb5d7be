"""Row 7, sweeps: rows a second and core, and what a second worker brings."""

from __future__ import annotations

import os
from random import Random

from benchmarks.children import Report, child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, times

RATE = 300.0  # B3 rows a CPU second
GAIN = 1.7  # two workers over one, in wall time
KINDS = {"pool": "processes of a pool", "dask": "dask distributed"}


def dealt(count: int) -> list[str]:
    """Return B3 games with shoes of eight decks from which some hundred cards are gone."""
    rng = Random("dealt shoes")
    games = []
    for _ in range(count):
        full = [v for v, n in enumerate([128] + [32] * 9) for _ in range(n)]
        left = rng.sample(full, rng.randint(200, 400))
        counts = [left.count(v) for v in range(10)]
        games.append(f"baccara(model=B3, shoe=[{','.join(map(str, counts))}])")
    return games


def sweep_row(settings: Settings) -> Record:
    """Measure a sweep of deck counts and one of dealt shoes, in one process."""
    record = Record("7-sweep", "sweeps of baccara B3: rows a second and core", settings)
    count = 10 if settings.quick else 100
    decks = [f"baccara(model=B3, decks={d})" for d in range(1, count + 1)]
    body = []
    for name, games in (
        (f"decks=1..{count}", decks),
        (f"{2 * count} dealt shoes", dealt(2 * count)),
    ):
        settings.progress(f"sweep, {name}")
        rounds = [_sweep(games, settings) for _ in range(1 if settings.quick else 3)]
        report = min(rounds, key=lambda each: float(each.get("cpu", 1e9)))
        if "cpu" not in report:
            record.note(f"{name}: {report}")
            record.goal(f"B3 sweep, {name}", f">= {RATE:.0f} rows/s a core", "failed", False)
            continue
        rate = report["rows"] / report["cpu"]
        same = f"{report['compared']} compared, {'equal' if report['equal'] else 'NOT EQUAL'}"
        spent = [duration(report["cpu"]), duration(report["wall"])]
        body.append([name, str(report["rows"]), *spent, f"{rate:,.0f}", same])
        record.figures.append({"sweep": name, **report, "values": None})
        reached = rate >= RATE and bool(report["equal"])
        goal = f">= {RATE:.0f} rows/s a core, as single solves"
        record.goal(f"B3 sweep, {name}", goal, f"{rate:,.0f} rows/s", reached)
    record.table(["sweep", "rows", "CPU", "wall", "rows/s", "with single solves"], body)
    return record


def workers_row(settings: Settings) -> Record:
    """Measure the same sweep by one and by two workers, in turns."""
    record = Record("7-workers", "one sweep, one worker against two", settings)
    games = dealt(400 if settings.quick else 12_000)
    body = []
    alone = "there is one core only" if os.cpu_count() == 1 else ""
    hindered = "the machine was busy" if settings.busy else alone
    for kind, name in KINDS.items():
        settings.progress(f"sweep by workers, {name}")
        best: dict[int, Report] = {}
        for _ in range(1 if settings.quick else 3):
            for workers in (1, 2):
                report = _sweep(games, settings, kind, workers)
                if workers not in best or report.get("wall", 1e9) < best[workers].get("wall", 1e9):
                    best[workers] = report
        walls = {n: best[n]["wall"] for n in best if "wall" in best[n]}
        task, goal = f"B3 sweep, two workers ({name})", f">= {GAIN}x one, in wall time"
        if len(walls) < 2:
            why = str(best[1].get("missing") or best[2].get("missing") or best[1])
            record.goal(task, goal, "not measured", None, why)
            record.note(f"{name}: {why}")
            continue
        gain = walls[1] / walls[2]
        equal = best[1]["values"] == best[2]["values"]
        shown = [duration(walls[1]), duration(walls[2]), times(gain), str(equal)]
        body.append([name, str(len(games)), *shown])
        record.figures.append({"kind": kind, "rows": len(games), "wall": walls, "equal": equal})
        reached = True if gain >= GAIN and equal else None if hindered and equal else False
        record.goal(task, goal, times(gain), reached, hindered)
    record.table(["workers", "rows", "one", "two", "gain", "same rows"], body)
    record.note("Wall time, workers warm: on a busy machine this row says little.")
    return record


def _sweep(games: list[str], settings: Settings, kind: str = "", workers: int = 0) -> Report:
    job: Report = {
        "games": games,
        "warm": dealt(2 + 8 * workers),
        "every": max(1, len(games) // 10),
    }
    if kind:
        job |= {"kind": kind, "workers": workers}
    return child("sweep", job, 60 + 10 * settings.limit)
