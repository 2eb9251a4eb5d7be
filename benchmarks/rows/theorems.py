"""Rows 8-size, 8-equilibria, 8-leduc and 8-jobs: theorems on held-out games, and processes."""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from benchmarks.children import Report, child
from benchmarks.command import run_sabot
from benchmarks.games import (
    degenerate_pairs,
    letter_pairs_text,
    nfg_text,
    polynomial_matrix,
    polynomial_text,
)
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, times

SIDES, QUICK_SIDES, DEGREE, SEEDS = (6, 8, 10, 12, 14), (6, 8), 2, 3
TWELVE_SECONDS = 10.0  # CPU seconds of 12 x 12
GROWTH = 4.5  # the power of the side, from the least to the greatest
LEDUC_SECONDS = 60.0  # CPU seconds, proof and check together
LEDUC_GAMES = (  # the game, and a range of it that is proved in any case
    ("leduc-poker(bet1=*)", "0", "1/4"),
    ("leduc-poker(bet2=*)", "19/4", "5"),
)
EQUILIBRIA_SIDES, QUICK_EQUILIBRIA_SIDES, EQUILIBRIA_LIMIT = (3, 4, 5, 6, 7), (3, 4), 120.0
JOBS_SIDE, JOBS = 22, 2  # a shorter proof is over before processes have started
DEGENERATE_SIDE, QUICK_DEGENERATE_SIDE = 18, 12  # degenerate bimatrix games
JOBS_LEGEND = (
    "In wall time, workers not yet started. free cores: CPU of one process over that of the "
    f"process that was asked plus 1/{JOBS} of that of its workers, which is the gain in wall time "
    "where nobody else uses the cores, and decides on a busy machine."
)
SHOWN = 1.0  # CPU seconds from which a proof is to say how much is left


def size_row(settings: Settings) -> Record:
    """Row 8-size: square games whose payoffs are random polynomials of degree 2."""
    record = Record("8-size", "theorems by size: random matrices of degree 2", settings)
    took: dict[int, float] = {}
    slow_check = False
    body = []
    for side in QUICK_SIDES if settings.quick else SIDES:
        settings.progress(f"theorem, {side} x {side}")
        found = [
            child("theorem", {"game": polynomial_matrix(side, DEGREE, seed)}, 10 * settings.limit)
            for seed in range(SEEDS)
        ]
        if any("prove" not in one for one in found):
            record.note(f"{side} x {side}: {found}")
            continue
        took[side] = mean(one["prove"] for one in found)
        slow_check |= any(one["check"] > one["prove"] for one in found)
        pieces = ", ".join(str(one["pieces"]) for one in found)
        slowest = max(one["prove"] for one in found)
        checked = mean(one["check"] for one in found)
        spent = map(duration, (took[side], slowest, checked))
        body.append([f"{side} x {side}", pieces, *spent])
        record.figures.append({"side": side, "theorems": found})
    record.table(["game", "pieces", "proof, CPU", "slowest", "check, CPU"], body)
    if 12 in took:
        record.goal(
            "12 x 12",
            f"< {TWELVE_SECONDS:.0f} s CPU",
            duration(took[12]),
            took[12] < TWELVE_SECONDS,
        )
    if len(took) > 1:
        low, high = min(took), max(took)
        power = log(took[high] / took[low]) / log(high / low)
        target = f"below n^{GROWTH}"
        record.goal(f"growth, {low} to {high}", target, f"n^{power:.1f}", power < GROWTH)
    record.goal("every check", "less than the proof", "no" if slow_check else "yes", not slow_check)
    _estimates(record)
    return record


def _estimates(record: Record) -> None:
    """Keep whether the time is announced: before, by `sabot size`, and while a proof is made."""
    inside, said = [], ""
    for one in record.figures:
        words = ["size", polynomial_text(one["side"], DEGREE, 0), "--json"]
        low, high = json.loads(run_sabot(words).said)["seconds"]
        took = [found["prove"] + found["check"] for found in one["theorems"]]
        inside += [low / 2 < seconds < 2 * high for seconds in took]
        said = f"{one['side']} x {one['side']}: {duration(low)} to {duration(high)}"
        one["announced"] = [low, high]
    shown = f"{sum(inside)} of {len(inside)}; {said} announced"
    record.goal("estimate before a proof", "within 2x of the announced range", shown, all(inside))
    long = [
        bool(found["left"])
        for one in record.figures
        for found in one["theorems"]
        if found["prove"] > SHOWN
    ]
    shown = f"in {sum(long)} of {len(long)} proofs that took over a second"
    reached = all(long) if long else None
    record.goal("estimate during a proof", "how much is left", shown, reached, "all were short")


def equilibria_row(settings: Settings) -> Record:
    """Row 8-equilibria: all equilibria of random bimatrix games for all values of a letter."""
    record = Record("8-equilibria", "theorems on all equilibria by size", settings)
    games, proved, inside, slow_check = 0, 0, 0, False
    body = []
    for side in QUICK_EQUILIBRIA_SIDES if settings.quick else EQUILIBRIA_SIDES:
        settings.progress(f"all equilibria, {side} x {side}")
        for seed in range(SEEDS):
            text = letter_pairs_text(side, seed)
            games += 1
            found = child("theorem", {"game": text}, EQUILIBRIA_LIMIT)
            size = run_sabot(["size", text, "--json"])
            low, high = json.loads(size.said)["seconds"]
            record.figures.append({"side": side, "seed": seed, "announced": [low, high], **found})
            body.append([f"{side} x {side}", *_cells(found), duration(low), duration(high)])
            if "prove" in found:
                proved += 1
                slow_check |= found["check"] > found["prove"]
                total = size.cpu + found["prove"] + found["check"]  # a command has to start, too
                inside += low / 2 < total < 2 * high
    columns = ["game", "pieces", "proof, CPU", "check, CPU", "announced, at least", "at most"]
    record.table(columns, body)
    record.goal(
        f"all {games} games",
        f"proved in {EQUILIBRIA_LIMIT:.0f} s CPU",
        f"{proved}",
        proved == games,
    )
    record.goal("every check", "less than the proof", "no" if slow_check else "yes", not slow_check)
    shown = f"{inside} of {proved}"
    goal = "within 2x of the announced range"
    record.goal("estimate before a proof", goal, shown, inside == proved)
    return record


def leduc_row(settings: Settings) -> Record:
    """Row 8-leduc: Leduc poker for every bet; a part of the range where that takes too long."""
    record = Record("8-leduc", "theorems on Leduc poker", settings)
    body = []
    for game, low, high in LEDUC_GAMES:
        settings.progress(game)
        part = child("theorem", {"game": game, "low": low, "high": high}, 10 * settings.limit)
        body.append([f"{game}, {low} to {high}", *_cells(part)])
        record.figures.append({"game": game, "from": low, "to": high, **part})
        if settings.quick:
            continue
        whole = child("theorem", {"game": game}, 1.5 * LEDUC_SECONDS)
        body.append([game, *_cells(whole)])
        record.figures.append({"game": game, **whole})
        total = whole["prove"] + whole["check"] if "prove" in whole else None
        shown = _failure(whole) if total is None else duration(total)
        record.goal(
            game, f"< {LEDUC_SECONDS:.0f} s CPU", shown, total is not None and total < LEDUC_SECONDS
        )
    record.table(["game", "pieces", "proof, CPU", "check, CPU"], body)
    return record


def _cells(report: Report) -> list[str]:
    if "prove" not in report:
        return ["-", _failure(report), "-"]
    return [str(report["pieces"]), duration(report["prove"]), duration(report["check"])]


def _failure(report: Report) -> str:
    return f"none in {report['limit']:.0f} s CPU" if "limit" in report else str(report["missing"])


def jobs_row(settings: Settings) -> Record:
    """Row 8-jobs: theorems and one list of all equilibria in two processes, in wall time."""
    record = Record("8-jobs", f"prove and equilibria in {JOBS} processes", settings)
    rows = []
    games: list[tuple[str, object]] = [
        (f"{JOBS_SIDE} x {JOBS_SIDE} of degree {DEGREE}", polynomial_matrix(JOBS_SIDE, DEGREE, 0))
    ]
    if not settings.quick:
        games.append((LEDUC_GAMES[0][0], LEDUC_GAMES[0][0]))
    for what, game in games:
        settings.progress(f"{what} in two processes")
        found = [
            child("theorem", {"game": game, "jobs": jobs}, 20 * settings.limit)
            for jobs in (1, JOBS)
        ]
        rows.append(_jobs_line(record, f"prove, {what}", found, "prove"))
    settings.progress("equilibria in two processes")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "degenerate.nfg"
        side = QUICK_DEGENERATE_SIDE if settings.quick else DEGENERATE_SIDE
        file.write_text(nfg_text(degenerate_pairs(side)))
        found = [
            child("equilibria", {"file": str(file), "jobs": jobs}, 10 * settings.limit)
            for jobs in (1, JOBS)
        ]
    rows.append(_jobs_line(record, f"equilibria, degenerate {side} x {side}", found, "cpu"))
    record.table(["task", "1 process", f"{JOBS} processes", "gain", "free cores"], rows)
    record.note(JOBS_LEGEND)
    return record


def _jobs_line(record: Record, task: str, found: list[Report], spent: str) -> list[str]:
    """Keep the figures and the goal of a task by one process and by several; return its line.

    *spent* names the CPU seconds of the process that was asked.
    """
    record.figures += [{"task": task, **one} for one in found]
    target = f">= {JOBS / 2:.0f}x"
    if not all("wall" in one for one in found):
        record.goal(f"{task}, {JOBS} processes", target, str(found), reached=False)
        return [task, "-", "-", "-", "-"]
    one, two = found
    gain = one["wall"] / two["wall"]
    free = one[spent] / (two[spent] + two["workers"] / JOBS)
    reached = (free if record.settings.busy else gain) >= JOBS / 2
    shown = f"{times(gain)} in wall time, {times(free)} on free cores"
    record.goal(f"{task}, {JOBS} processes", target, shown, reached)
    return [task, duration(one["wall"]), duration(two["wall"]), times(gain), times(free)]
