"""Rows 7 and 8: baccara, one solve for every model and deck count; one theorem for every d."""

from __future__ import annotations

from statistics import median

from benchmarks.children import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration

ORDINARY = tuple(map(str, range(1, 21)))
DECKS = ("1/4", "1/2", *ORDINARY, "50", "1000000", "100000000")
MODELS = ("A1", "A2", "A3", "B1", "B2", "B3")
SOLVE, PROVE = 0.03, 2.0  # CPU seconds, of model B3


def solves_row(settings: Settings) -> Record:
    """Row 7: exact, certified and with uniqueness, once warm; and written to a file."""
    record = Record("7", "baccara: one solve, exact, certified, with uniqueness", settings)
    body = []
    for model in MODELS:
        settings.progress(f"baccara, model {model}")
        decks = (None,) if model[0] == "A" else ("1/4", "1", "6") if settings.quick else DECKS
        games = [f"baccara(model={model}{f', decks={d}' if d else ''})" for d in decks]
        job = {"games": games, "repeats": 5}
        report = child("baccara", job, 10 * settings.limit)
        if "cpu" not in report:
            record.note(f"{model}: {report}")
            continue
        cpu = report["cpu"]
        slow = max(cpu)
        where = "" if model[0] == "A" else f"{decks[cpu.index(slow)]} decks"
        shown = map(duration, (median(cpu), median(report["wall"]), slow))
        body.append([model, str(len(games)), *shown, where, duration(max(report["save"]))])
        record.figures.append({"model": model, "games": games, **report})
        if model == "B3":
            known = [c for d, c in zip(decks, cpu, strict=True) if d in ORDINARY]
            task = f"B3, the slowest of {len(known)} deck counts from 1 to 20"
            goal = f"< {duration(SOLVE)} CPU"
            record.goal(task, goal, duration(max(known)), max(known) < SOLVE)
    record.table(["model", "games", "median CPU", "wall", "slowest", "at", "with file"], body)
    record.note("Ethier and Gamez give about 15 s for B2 at one deck count, without proof.")
    return record


def theorem_row(settings: Settings) -> Record:
    """Row 8: the theorem for every number of decks, and its check by code that cannot solve."""
    record = Record("8", "baccara: one theorem for every number of decks", settings)
    body = []
    for model in ("B1", "B2", "B3"):
        settings.progress(f"theorem, model {model}")
        job = {"game": f"baccara(model={model}, decks=*)"}
        report = child("theorem", job, 10 * settings.limit)
        if "prove" not in report:
            record.note(f"{model}: {report}")
            continue
        shown = map(duration, (report["prove"], report["wall"], report["check"]))
        body.append([model, str(report["pieces"]), *shown])
        record.figures.append({"model": model, **report})
        if model == "B3":
            took = report["prove"]
            record.goal(
                "B3, proved for every d", f"< {PROVE:.0f} s CPU", duration(took), took < PROVE
            )
    record.table(["model", "pieces", "proof, CPU", "wall", "check, CPU"], body)
    return record
