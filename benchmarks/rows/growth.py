"""Row 5, growth: Leduc poker with more and more ranks, each in a process of its own."""

from __future__ import annotations

from benchmarks.bench import Effort, Outcome, run
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, size

RANKS = (3, 6, 9, 13, 20, 28)
LARGEST = 28  # ranks, 1,656,089 nodes: the goal
SECONDS, BYTES = 120.0, 1_000_000_000
MEMORY = 6_000_000_000  # a process that wants more is refused it
LIMIT = 900.0  # wall seconds, so that a busy machine does not decide a goal of CPU seconds


def growth_row(settings: Settings) -> Record:
    """Keep CPU, wall and peak memory, and the exponents between neighbours."""
    record = Record("5-growth", "Leduc poker by ranks: time and memory, rules to proof", settings)
    body: list[list[str]] = []
    for ranks in RANKS[:2] if settings.quick else RANKS:
        game = f"leduc-poker(ranks={ranks})"
        settings.progress(game)
        repeats = 6 if ranks <= 9 else 1
        effort = Effort(settings.limit if settings.quick else LIMIT, repeats, 15.0, memory=MEMORY)
        solved = run("sabot", [game], effort)[0]
        checked = Outcome("skipped")
        if solved.ok and ranks <= 13:
            checked = run("sabot-check", [game], effort)[0]
        body.append([str(ranks), *_cells(solved), *_checked(checked)])
        record.figures.append(
            {"ranks": ranks, "status": solved.status, "note": solved.note, "peak": solved.peak}
            | {"cpu": solved.best, "wall": solved.wall, "check": checked.best}
        )
        if not solved.ok:
            record.note(f"{game}: {solved.status} {solved.note}".rstrip())
        if ranks == LARGEST:
            _goals(record, solved)
    record.table(["ranks", "CPU", "wall", "memory", "unique", "check", "file"], body)
    record.note(
        "Memory is the most the process held until the solution was there, Python and libraries "
        "included. Every solution is checked afterwards; check and file: of the saved solution."
    )
    return record


def _cells(solved: Outcome) -> list[str]:
    if not solved.ok:
        return [solved.status, "", "", ""]
    unique = "yes" if solved.answer.facts["unique"] else "no"
    return [duration(solved.best), duration(solved.wall), size(solved.peak), unique]


def _checked(checked: Outcome) -> list[str]:
    if not checked.ok:
        return ["", ""]
    return [duration(checked.best), size(checked.answer.facts["bytes"])]


def _goals(record: Record, solved: Outcome) -> None:
    """28 ranks: the time and the memory."""
    task = f"Leduc, {LARGEST} ranks, exactly"
    cpu = duration(solved.best) if solved.ok else f"{solved.status} {solved.note}".strip()
    held = size(solved.peak) if solved.ok else solved.status
    record.goal(task, f"< {SECONDS:.0f} s CPU", cpu, solved.ok and solved.best < SECONDS)
    record.goal(task, f"< {size(BYTES)}", held, solved.ok and solved.peak < BYTES)
