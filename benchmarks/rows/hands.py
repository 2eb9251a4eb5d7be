"""Row 11: five-card hands from an array, beside the evaluators that others use from Python."""

from __future__ import annotations

from benchmarks.children import child
from benchmarks.settings import Record, Settings
from benchmarks.table import times

GOALS = {"eval7": 10.0, "phevaluator": 20.0}
PEERS = ("eval7", "phevaluator", "treys", "pokerkit")
TURNS = 3


def hands_row(settings: Settings) -> Record:
    """Row 11: random hands ranked, tools in turns, the best of the repeats of each."""
    record = Record("11", "five-card hands from an array, one core", settings)
    best: dict[str, float] = {}
    said: dict[str, str] = {}
    versions: dict[str, str] = {}
    for turn in range(1 if settings.quick else TURNS):
        for tool in ("sabot", *PEERS):
            settings.progress(f"hands, {tool}")
            many = 1_000_000 if tool == "sabot" else 5_000 if settings.quick else 50_000
            job = {"tool": tool, "hands": many, "seed": 11 + turn, "repeats": 5}
            report = child("hands", job, 60 + settings.limit)
            if "seconds" not in report:
                said[tool] = str(report.get("missing", report))
                continue
            versions[tool] = report["version"]
            each = min(report["seconds"]) / many
            best[tool] = min(best.get(tool, each), each)
            said[tool] = "yes" if report["same order"] else "NO"
            record.figures.append(report)
    body = []
    for tool, each in best.items():
        pace = [f"{each * 1e9:,.1f} ns", f"{1e-6 / each:,.2f} million"]
        ratio = times(each / best["sabot"]) if "sabot" in best else ""
        body.append([f"{tool} {versions[tool]}", *pace, ratio, said[tool]])
    record.table(["", "a hand, CPU", "hands a second", "ratio", "same order"], body)
    for tool, target in GOALS.items():
        goal = f">= {target:.0f}x {tool}"
        if tool not in best or "sabot" not in best:
            record.goal("hands from an array", goal, "-", None, f"{tool}: {said[tool]}")
            continue
        gain = best[tool] / best["sabot"]
        reached = gain >= target and said["sabot"] == said[tool] == "yes"
        record.goal("hands from an array", goal, times(gain), reached)
    record.note(
        "Ours ranks an array and refuses rows with a card twice; the peers have no arrays: their "
        "cards are made before the clock starts, and a loop of Python goes over the hands."
    )
    return record
