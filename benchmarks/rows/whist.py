"""Rows 9 and 10: every deal of thirteen cards a hand, and one random deal of a million."""

from __future__ import annotations

from benchmarks.rows.child import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, grid, note, times, title

WHOLE_RATIO, WHOLE_SECONDS = 10.0, 1.0
ONE_SECONDS, ONE_GROWTH = 0.010, 1.5


def whole_row(settings: Settings) -> Record:
    """Row 9: the value of all 10,400,600 deals of n = 13, both leads, beside our own minimax."""
    record = Record(9)
    settings.say(title(9, "whist: all deals of n cards a hand, both leads"))
    body = []
    for n in (11,) if settings.quick else (11, 13):
        settings.progress(f"whist, all deals of n = {n}")
        job = {"task": "whole", "n": n, "repeats": 5, "seconds": 4.0}
        report = child("whist_child", job, 60 + 4 * settings.limit)
        if "theorem" not in report:
            settings.say(note(f"n = {n}: {report}"))
            continue
        ours, slow = min(report["theorem"]), min(report["minimax"])
        cells = [duration(ours), duration(slow), times(slow / ours), str(report["equal"])]
        body.append([f"n = {n}", f"{report['deals']:,}", *cells])
        record.figures.append(report)
        if n == 13:
            record.goals[">= 10x our own minimax, equal on every deal"] = (
                slow / ours >= WHOLE_RATIO and report["equal"]
            )
            record.goals["n = 13 under 1 s"] = ours < WHOLE_SECONDS
    settings.say(grid(["", "deals", "theorem", "minimax", "ratio", "equal"], body, first=8))
    settings.say(note("The theorem gives H lower, H upper and H, and from them both leads."))
    return record


def one_row(settings: Settings) -> Record:
    """Row 10: one random deal; each repeat is a deal that was not seen before."""
    record = Record(10)
    settings.say(title(10, "whist: the value of one random deal, every deal a new one"))
    sizes = (10_000, 100_000) if settings.quick else (10_000, 100_000, 1_000_000)
    body, each = [], []
    for n in sizes:
        settings.progress(f"whist, one deal of n = {n:,}")
        job = {"task": "one", "n": n, "repeats": 15, "seconds": 3.0}
        report = child("whist_child", job, 60 + 4 * settings.limit)
        if "median" not in report:
            settings.say(note(f"n = {n:,}: {report}"))
            continue
        per = report["median"] / n
        each.append(per)
        cells = [duration(report["median"]), duration(report["worst"]), f"{per * 1e9:.2f} ns"]
        body.append([f"n = {n:,}", *cells])
        record.figures.append(report)
        if n == 1_000_000:
            record.goals["n = 10^6 under 10 ms, the median"] = report["median"] < ONE_SECONDS
            record.goals["linear: cost a card at 10^6 at most 1.5x that at 10^4"] = (
                per <= ONE_GROWTH * each[0]
            )
    settings.say(grid(["", "median", "worst", "a card"], body, first=16))
    settings.say(note("Linear: a card costs about the same in a deal a hundred times as long."))
    return record
