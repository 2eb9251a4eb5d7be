"""Rows 12-structured and 12-vandermonde: matrices with a structure, beside QSopt_ex."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks import structured
from benchmarks.bench import Contestant, Effort, Outcome, meet
from benchmarks.compare import certified
from benchmarks.settings import WORD, Record, Settings
from benchmarks.structured import Matrix
from benchmarks.table import duration, times

FROM = 100  # rows and columns from which ours must be the faster one
SLOWER = 3.0  # times QSopt_ex, below
VANDERMONDE = 2.0  # times QSopt_ex
MOST = 30.0  # CPU seconds of a game: a bound decides who is faster
WARM = 2  # games of the size before the clock starts
QUICK = 120  # rows and columns: what a quick run measures

Family = tuple[str, Callable[[int], Matrix], tuple[int, ...]]

FAMILIES: tuple[Family, ...] = (
    ("all equal", structured.equal, (50, 100, 300, 1000)),
    ("rank 5", structured.low_rank, (50, 100, 200, 500, 1000)),
    ("12 different rows", structured.repeated_rows, (50, 100, 200, 500, 1000)),
    ("Blotto, 3 fields", lambda soldiers: structured.blotto(soldiers, 3), (10, 14)),
    ("Blotto, 4 fields", lambda soldiers: structured.blotto(soldiers, 4), (10, 12)),
    ("Blotto, 5 fields", lambda soldiers: structured.blotto(soldiers, 5), (10,)),
    ("sparse", structured.sparse, (50, 100, 200, 500, 1000)),
    ("diagonal", structured.diagonal, (50, 100, 200, 500, 1000)),
    ("diagonal of fractions", structured.diagonal_fractions, (50, 100, 200, 500, 1000)),
    ("0/1", structured.zero_one, (50, 100, 300, 1000)),
    ("-1/0/1", structured.signs, (50, 100, 300, 1000)),
    ("rock, paper, scissors", structured.rock_paper_scissors, (51, 101, 301, 1001)),
    ("fractions of 200 digits", structured.long_fractions, (5, 10, 15, 30)),
)

LEGEND = (
    "ours / theirs: CPU time from nested lists to the finished document, uniqueness included, over "
    "QSopt_ex's for the bare linear program, which is in memory before the clock starts. From "
    f"{FROM} rows on ours is to be below 1x, before at most {SLOWER:.0f}x."
)


def structured_row(settings: Settings) -> Record:
    """Solve every family at its sizes with ours and QSopt_ex in turns."""
    record = Record("12-structured", "matrices with a structure", settings)
    body = []
    for name, family, sizes in FAMILIES:
        settings.progress(f"{name}: Sabot and QSopt_ex in turns")
        games = [family(size) for size in sizes]
        if settings.quick:
            games = [game for game in games if len(game) <= QUICK] or games[:1]
        for game, ours, theirs in zip(games, *_met(games, MOST), strict=True):
            most = 1.0 if len(game) >= FROM else SLOWER
            body.append(_line(record, name, game, ours, theirs, most))
    record.table(["family", "size", "CPU", "QSopt_ex", "ours / theirs", "verdict"], body)
    record.note(LEGEND)
    return record


def vandermonde_row(settings: Settings) -> Record:
    """Solve Vandermonde matrices with signs, whose bases are nearly singular in floats."""
    record = Record("12-vandermonde", "Vandermonde matrices with signs", settings)
    games = [
        structured.vandermonde(side) for side in ((20, 40) if settings.quick else (20, 40, 60))
    ]
    body = [
        _line(record, "Vandermonde", game, ours, theirs, VANDERMONDE)
        for game, ours, theirs in zip(games, *_met(games, settings.limit), strict=True)
    ]
    record.table(["family", "size", "CPU", "QSopt_ex", "ours / theirs", "verdict"], body)
    return record


def _met(games: Sequence[Matrix], limit: float) -> list[list[Outcome]]:
    """Return ours and QSopt_ex's outcomes; a game is repeated unless it takes seconds."""
    effort = Effort(limit=limit, repeats=6, budget=1.5, warm=WARM)
    return meet([Contestant(tool, games, effort) for tool in ("sabot", "qsopt")])


def _line(
    record: Record, name: str, game: Matrix, ours: Outcome, theirs: Outcome, most: float
) -> list[str]:
    """Keep the goals and the figures of one game and return its line."""
    size = f"{len(game)}x{len(game[0])}"
    heading = f"{name} {size}"
    exact = certified(game, ours)
    if not exact:
        record.goal(f"{heading}: exact", "solved and checked", ours.note or ours.status, False)
    if theirs.ok and ours.ok and theirs.answer.value != ours.answer.value:
        record.note(f"{heading}: QSopt_ex DISAGREES with ours.")
    known = exact and theirs.status in ("ok", "limit") and theirs.best > 0
    ratio = ours.best / theirs.best if known else None
    reached = None if ratio is None else ratio <= most
    if reached is False and theirs.status == "limit":
        reached = None
    shown = "not measured" if ratio is None else times(ratio)
    goal = f"at most {most:.0f}x QSopt_ex" if most > 1.0 else "faster than QSopt_ex"
    missing = ours if not exact else theirs
    record.goal(heading, goal, shown, reached, missing.note or missing.status)
    record.figures.append(
        {"family": name, "rows": len(game), "columns": len(game[0])}
        | {"cpu": round(ours.best, 6), "qsopt": round(theirs.best, 6)}
        | {"status": ours.status, "qsopt_status": theirs.status}
    )
    more = "> " if theirs.status == "limit" else ""
    spent = [duration(ours.best), more + duration(theirs.best)]
    return [name, size, *spent, shown, WORD[reached]]
