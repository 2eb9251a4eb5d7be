"""Rows 4 and 5: Kuhn and Leduc poker, from the rules to the certificate, beside the peers."""

from __future__ import annotations

from typing import Any

from benchmarks.rows.child import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, grid, note, times, title

LABEL = {
    "gambit": "Gambit, rational LP",
    "openspiel": "OpenSpiel, float LP",
    "qsopt": "QSopt_ex, bare LP",
}
LEGEND = (
    "Ours: exploring the rules, solving exactly, deciding uniqueness and writing the certificate, "
    "which is checked afterwards. Gambit has the tree already; OpenSpiel builds its programme from "
    "the game; QSopt_ex (esolver) is given the linear programme of our sequence form as a file."
)


def kuhn_row(settings: Settings) -> Record:
    """Compare on Kuhn poker."""
    goals = {"gambit": 10.0, "openspiel": 10.0, "qsopt": None}
    return _row(settings, 4, "kuhn-poker", "kuhn_poker", goals)


def leduc_row(settings: Settings) -> Record:
    """Compare on Leduc poker; larger packs of ours alone."""
    goals = {"openspiel": 30.0, "qsopt": 1.0, "gambit": None}
    record = _row(settings, 5, "leduc-poker", "leduc_poker", goals)
    for ranks in () if settings.quick else (6, 9):
        game = f"leduc-poker(ranks={ranks})"
        settings.progress(game)
        report = _child("sabot", game, "", settings.limit, 1)
        if "seconds" in report:
            settings.say(note(f"{game}: ours alone {duration(min(report['seconds']))}"))
        record.figures.append({"game": game, "ours": report})
    return record


def _row(
    settings: Settings, row: int, game: str, theirs: str, goals: dict[str, float | None]
) -> Record:
    record = Record(row)
    settings.say(title(row, f"{game}: from rules to certificate"))
    settings.progress(f"{game}: Sabot")
    mine = _child("sabot", game, theirs, settings.limit, 15)
    if "seconds" not in mine:
        settings.say(note(f"ours failed: {mine}"))
        return record
    best = min(mine["seconds"])
    body = [["Sabot", duration(best), "", f"{mine['value']:.12f}"]]
    for tool, goal in goals.items():
        if settings.quick and tool == "gambit" and row == 5:
            continue
        settings.progress(f"{game}: {LABEL[tool]}")
        report = _child(tool, game, theirs, settings.limit, 5)
        record.figures.append({"game": game, "tool": tool, "ours": mine, "peer": report})
        ratio = None
        if "seconds" in report:
            ratio = min(report["seconds"]) / best
            shown = [duration(min(report["seconds"])), times(ratio), f"{report['value']:.12f}"]
            record.goals[f"{LABEL[tool]}: same value"] = abs(report["value"] - mine["value"]) < 1e-6
        elif "limit" in report:
            ratio = report["limit"] / best
            shown = [f"> {report['limit']:.0f} s", f"> {times(ratio)}", "no answer"]
        else:
            shown = ["missing", "", report.get("missing", "")[:30]]
        body.append([LABEL[tool], *shown])
        if goal is not None:
            record.goals[f"{LABEL[tool]} >= {goal:.0f}x"] = None if ratio is None else ratio >= goal
    settings.say(grid([game, "time", "ratio", "value"], body, first=22))
    settings.say(note(LEGEND))
    return record


def _child(tool: str, game: str, theirs: str, limit: float, repeats: int) -> dict[str, Any]:
    job = {"tool": tool, "game": game, "openspiel": theirs, "repeats": repeats, "seconds": 10.0}
    return child("trees_child", job, limit)
