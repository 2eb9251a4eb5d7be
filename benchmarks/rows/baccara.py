"""Rows 7 and 8: baccara, one solve for every model and deck count; one theorem for every d."""

from __future__ import annotations

from typing import Any

from benchmarks.rows.child import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, grid, note, title

DECKS = ("1/4", "1/2", *map(str, range(1, 21)), "50", "1000000", "100000000")
MODELS = ("A1", "A2", "A3", "B1", "B2", "B3")
SOLVE, WRITE, PROVE = 0.1, 0.3, 5.0


def solves_row(settings: Settings) -> Record:
    """Row 7: exact, certified and with uniqueness, once warm; and written to a file."""
    record = Record(7)
    settings.say(title(7, "baccara: one solve, exact, certified, with uniqueness"))
    body = []
    for model in MODELS:
        settings.progress(f"baccara, model {model}")
        decks = (None,) if model[0] == "A" else ("1/4", "1", "6") if settings.quick else DECKS
        games = [f"baccara(model={model}{f', decks={d}' if d else ''})" for d in decks]
        report = child("baccara_child", {"task": "solve", "games": games}, 10 * settings.limit)
        if "solve" not in report:
            settings.say(note(f"{model}: {report}"))
            continue
        slow, saved = max(report["solve"]), max(report["save"])
        where = games[report["solve"].index(slow)].removesuffix(")").rpartition("decks=")[2]
        where = "" if model[0] == "A" else f"{where} decks"
        middle = sorted(report["solve"])[len(games) // 2]
        body.append(
            [model, str(len(games)), *map(duration, (middle, slow)), where, duration(saved)]
        )
        record.figures.append({"model": model, **report})
        record.goals[f"{model}: every solve under 0.1 s"] = slow < SOLVE
        record.goals[f"{model}: with its file under 0.3 s"] = saved < WRITE
    head = ["model", "games", "median", "slowest", "at", "with file"]
    settings.say(grid(head, body, first=6))
    settings.say(note("Ethier and Gamez give about 15 s for B2 at one deck count, without proof."))
    return record


def theorem_row(settings: Settings) -> Record:
    """Row 8: the theorem for every number of decks, and its check by code that cannot solve."""
    record = Record(8)
    settings.say(title(8, "baccara: one theorem for every number of decks"))
    body, whole = [], 0.0
    for model in ("B1", "B2", "B3"):
        settings.progress(f"theorem, model {model}")
        job: dict[str, Any] = {"task": "prove", "game": f"baccara(model={model}, decks=*)"}
        report = child("baccara_child", job, 10 * settings.limit)
        if "prove" not in report:
            settings.say(note(f"{model}: {report}"))
            continue
        whole += report["prove"]
        body.append(
            [model, str(report["pieces"]), duration(report["prove"]), duration(report["check"])]
        )
        record.figures.append({"model": model, **report})
        record.goals[f"{model}: checked in less time than found"] = (
            report["check"] < report["prove"]
        )
        if model == "B3":
            record.goals["B3 under 5 s"] = report["prove"] < PROVE
    if len(body) == 3:
        record.goals["B1, B2, B3 together under 10 s"] = whole < 10
    settings.say(grid(["model", "pieces", "proof", "check"], body, first=6))
    return record
