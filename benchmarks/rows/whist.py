"""Rows 9 and 10: every deal of thirteen cards a hand, and one random deal of a million."""

from __future__ import annotations

from benchmarks.children import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, times

WHOLE_RATIO, WHOLE_SECONDS = 50.0, 0.1
ONE_SECONDS, ONE_GROWTH = 0.010, 1.5


def whole_row(settings: Settings) -> Record:
    """Row 9: the value of all 10,400,600 deals of n = 13, both leads, beside our own minimax."""
    record = Record("9", "whist: all deals of n cards a hand, both leads", settings)
    body = []
    for n in (11,) if settings.quick else (11, 13):
        settings.progress(f"whist, all deals of n = {n}")
        job = {"task": "whole", "n": n, "repeats": 5, "seconds": 4.0}
        report = child("whist", job, 60 + 4 * settings.limit)
        if "theorem" not in report:
            record.note(f"n = {n}: {report}")
            continue
        ours, slow = min(report["theorem"]), min(report["minimax"])
        cells = [duration(ours), duration(report["wall"]), duration(slow), times(slow / ours)]
        body.append([f"n = {n}", f"{report['deals']:,}", *cells, str(report["equal"])])
        record.figures.append(report)
        if n == 13:
            reached = slow / ours >= WHOLE_RATIO and bool(report["equal"])
            goal = f">= {WHOLE_RATIO:.0f}x our own minimax, equal on every deal"
            record.goal("all deals of n = 13", goal, times(slow / ours), reached)
            goal = f"< {WHOLE_SECONDS} s CPU"
            record.goal("all deals of n = 13", goal, duration(ours), ours < WHOLE_SECONDS)
    record.table(["", "deals", "theorem, CPU", "wall", "minimax, CPU", "ratio", "equal"], body)
    record.note("The theorem gives H lower, H upper and H, and from them both leads.")
    return record


def one_row(settings: Settings) -> Record:
    """Row 10: one random deal; each repeat is a deal that was not seen before."""
    record = Record("10", "whist: the value of one random deal, every deal a new one", settings)
    sizes = (10_000, 100_000) if settings.quick else (10_000, 100_000, 1_000_000)
    body, each = [], []
    for n in sizes:
        settings.progress(f"whist, one deal of n = {n:,}")
        job = {"task": "one", "n": n, "repeats": 15, "seconds": 3.0}
        report = child("whist", job, 60 + 4 * settings.limit)
        if "median" not in report:
            record.note(f"n = {n:,}: {report}")
            continue
        middle = report["median"]
        per = middle / n
        each.append(per)
        body.append(
            [f"n = {n:,}", duration(middle), duration(report["worst"]), f"{per * 1e9:.2f} ns"]
        )
        record.figures.append(report)
        if n == 1_000_000:
            goal = f"< {duration(ONE_SECONDS)} CPU, the median"
            record.goal("one deal of n = 10^6", goal, duration(middle), middle < ONE_SECONDS)
            growth = per / each[0]
            goal = f"a card costs at most {ONE_GROWTH}x that at 10^4"
            record.goal("one deal, linear in n", goal, times(growth), growth <= ONE_GROWTH)
    record.table(["", "median, CPU", "worst", "a card"], body)
    return record
