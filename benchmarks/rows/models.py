"""Row 16: the poker models with n players of 1973, solved and proved."""

from __future__ import annotations

from fractions import Fraction

from benchmarks.children import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, times

IN_1973 = 320.0
"""Seconds of processor time that the 4-PG took in the thesis (5.3.3), steps down to 0.00045."""
RATIO = 1000.0
LARGEST = 60.0
"""Seconds that seven players may take."""
PROVED = Fraction(1, 10**9)
"""What a player may still be able to gain, proved."""
SPEEDS = {
    "three bet sizes, two raises": ("bet-sizes(sizes=3, raises=2, bets=both)", 5.0),
    "four players, free looks": ("blind-poker(players=4, look=free)", 10.0),
}
"""Games that must be solved and proved within some seconds of CPU."""
BEFORE = "blind-poker(players=3, q=1/4)"
"""Solved before the clock starts: what is imported is no part of solving."""


def models_row(settings: Settings) -> Record:
    """Solve with the exact best replies of all seats, and check the file, for 2 to 7 players."""
    record = Record("16", "poker models of 1973: equilibrium with proof, and its check", settings)
    body = []
    for players in (3, 4) if settings.quick else (2, 3, 4, 5, 6, 7):
        settings.progress(f"blind-poker, {players} players")
        game = f"blind-poker(players={players}, q=287/1000)"
        job = {"game": game, "before": BEFORE, "repeats": 5 if players < 6 else 1}
        report = child("betting", job, 10 * settings.limit)
        if "solve" not in report:
            record.note(f"{players} players: {report}")
            continue
        took, bound = report["solve"], Fraction(report["bound"])
        shown = map(duration, (took, report["wall"], report["check"]))
        body.append([f"{players} players", *shown, report["bound"]])
        record.figures.append({"game": game, **report})
        if players == 4:
            goal = f">= {RATIO:.0f}x the {IN_1973:.0f} s of 1973, gains proved below 1e-9"
            reached = IN_1973 / took >= RATIO and bound < PROVED
            record.goal("4-PG, solved and proved", goal, times(IN_1973 / took), reached)
        if players == 7:
            goal = f"< {LARGEST:.0f} s CPU with its check, gains proved below 1e-9"
            both = took + report["check"]
            reached = both < LARGEST and bound < PROVED
            record.goal("7 players", goal, duration(both), reached)
    for words, (game, most) in SPEEDS.items():
        settings.progress(game)
        report = child("betting", {"game": game, "before": BEFORE, "repeats": 1}, settings.limit)
        if "solve" not in report:
            record.note(f"{words}: {report}")
            continue
        took = report["solve"]
        shown = map(duration, (took, report["wall"], report["check"]))
        body.append([words, *shown, report["bound"]])
        record.figures.append({"game": game, **report})
        reached = took < most and Fraction(report["bound"]) < PROVED
        record.goal(words, f"< {most:.0f} s CPU, gains proved below 1e-9", duration(took), reached)
    record.table(["", "solve, CPU", "wall", "check, CPU", "gains at most"], body)
    record.note("The thesis' cuts are no equilibrium: against them a player gains up to 0.007.")
    return record
