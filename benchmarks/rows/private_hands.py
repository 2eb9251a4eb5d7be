"""Row 21: games with private hands, bounded by a command in a process of its own."""

from __future__ import annotations

import json
from fractions import Fraction

from benchmarks.children import child
from benchmarks.command import Ran, run_sabot
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, size

RIVER = "holdem-river(board=AhKd8c5s2c, sizes=[1/2, 1, 2], raises=2)"
TASKS: tuple[tuple[str, str, float | None, int | None], ...] = (
    ("kuhn-poker(ranks=100000)", "1/100000", 15, None),
    ("blind-poker(hands=cards)", "1/10000", 30, 500_000_000),
    ("blind-poker(hands=cards)", "1/100000", 150, None),
    (RIVER, "1/10000", 5, None),
    ("blind-poker(hands=cards, draw=apart)", "1/10000", 300, 4_000_000_000),
    ("blind-poker(hands=cards, draw=joint, discard=stand)", "1/10000", None, None),
)
"""Game, gap, and the goals: CPU seconds and bytes."""
QUICK = 1
RESPONSES, TABLES = 2.0, 5.0
"""Seconds for both best responses to a strategy, and for the tables before."""
LIMIT = 1200.0


def private_hands_row(settings: Settings) -> Record:
    """Keep CPU, wall and memory of each command, and the interval that it proves."""
    record = Record("21", "private hands: intervals that are proved", settings)
    body: list[list[str]] = []
    for game, gap, seconds, most in TASKS[:QUICK] if settings.quick else TASKS:
        settings.progress(f"{game}, {gap}")
        ran = run_sabot(["solve", game, "--gap", gap, "--json"], LIMIT)
        found = json.loads(ran.said)
        width = Fraction(found["high"]) - Fraction(found["low"])
        body.append(_line(game, gap, ran, found))
        task = f"{game}, gap {gap}"
        if seconds is not None:
            reached = ran.cpu <= seconds and width <= Fraction(gap)
            record.goal(task, f"<= {seconds:.0f} s CPU", duration(ran.cpu), reached)
        if most is not None:
            record.goal(task, f"<= {size(most)}", size(ran.peak), ran.peak <= most)
        record.figures.append(
            {"game": game, "gap": gap, "cpu": ran.cpu, "wall": ran.wall, "peak": ran.peak}
            | {"low": found["low"], "high": found["high"], "iterations": found["iterations"]}
        )
    record.table(["game", "gap", "CPU", "wall", "memory", "proved between"], body)
    if not settings.quick:
        _responses(record, settings)
    record.note(
        "CPU seconds of `sabot solve GAME --gap GAP`, start-up and compiled loops from a cache "
        "included; threads of numpy's matrix products are set to 1."
    )
    return record


def _line(game: str, gap: str, ran: Ran, found: dict[str, str]) -> list[str]:
    ends = " and ".join(f"{float(Fraction(found[end])):.6f}" for end in ("low", "high"))
    return [game, gap, duration(ran.cpu), duration(ran.wall), size(ran.peak), ends]


def _responses(record: Record, settings: Settings) -> None:
    """Measure both best responses to a strategy on five cards without a draw."""
    game = TASKS[1][0]
    settings.progress(f"best responses, {game}")
    found = child("hand_responses", {"game": game}, settings.limit)
    tables, each = found["tables"], found["responses"]
    task = f"{game}, both best responses to a strategy"
    record.goal(task, f"<= {RESPONSES:.0f} s CPU", duration(each), each <= RESPONSES)
    record.goal(task, f"<= {TABLES:.0f} s of tables before", duration(tables), tables <= TABLES)
    record.figures.append({"game": game, "tables": tables, "responses": each})
