"""Row 15: a sweep of baccara over random shoes, rows a second on one core."""

from __future__ import annotations

from typing import Any

from benchmarks.rows.child import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, grid, note, title

MODELS = ("B1", "B2", "B3")
REMOVED = (10, 100, 250)
"""Cards taken out of six decks: a fresh shoe, a used one, one near its end."""
GOAL = 300


def sweeps_row(settings: Settings) -> Record:
    """Row 15: rows of a sweep on one core, by CPU time, and how many took the long road."""
    record = Record(15)
    settings.say(title(15, "baccara: rows of a sweep over random shoes, one core"))
    body = []
    for model in MODELS:
        for removed in REMOVED:
            settings.progress(f"sweep, model {model}, {removed} cards gone")
            job: dict[str, Any] = {
                "game": f"baccara(model={model}, decks=6)",
                "number": 100 if settings.quick else 500,
                "remove": removed,
                "seed": 15,
                "repeats": 2 if settings.quick else 5,
            }
            report = child("sweeps_child", job, 10 * settings.limit)
            if "cpu" not in report:
                settings.say(note(f"{model}: {report}"))
                continue
            rate = job["number"] / report["cpu"]
            each = [report[key] / job["number"] for key in ("cpu", "wall")]
            texts = [f"{rate:,.0f}", *map(duration, each), f"{report['long']} of {job['number']}"]
            body.append([f"{model}, {removed} gone", *texts])
            record.figures.append({"model": model, "rows a second": rate, **job, **report})
            if model == "B3":
                goal = f"B3, {removed} cards gone: at least {GOAL} rows a second"
                record.goals[goal] = rate >= GOAL
    head = ["six decks", "rows/s", "CPU a row", "wall a row", "long road"]
    settings.say(grid(head, body, first=16))
    settings.say(note("Best of the repeats. Sampled rows are compared with single solves first."))
    return record
