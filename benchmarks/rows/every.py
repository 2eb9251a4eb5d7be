"""Row 15: every extreme equilibrium of random bimatrix games, and that there are no others."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.compare import Outcomes, Peer, compare
from benchmarks.games import random_pairs
from benchmarks.settings import Record, Settings
from benchmarks.tools import label

LARGEST = 99
GAMBIT_LIMIT = 12.0
"""Seconds: a goal of 100 times is decided long before."""
WARM = 40
"""Games before the clock starts: whoever lists the equilibria of one game will do so of many."""


def every_row(settings: Settings) -> Record:
    """List the equilibria of random games of four sizes, beside those who list them too."""
    record = Record("15", "all extreme equilibria of random bimatrix games", settings)
    plan = [(8, 12), (10, 8), (12, 5), (15, 3)]
    for side, count in plan[:2] if settings.quick else plan:
        games = [random_pairs(side, LARGEST, seed) for seed in range(count)]
        heading = f"{side}x{side}"
        peers = [
            Peer("lrsnash-every", goal=10.0),
            Peer("gambit-every", goal=100.0, limit=GAMBIT_LIMIT),
            *([Peer("nashpy-every", exact=False)] if side == 8 else []),
        ]
        effort = replace(settings.effort, warm=WARM)
        found = compare(heading, games, peers, record, ours="sabot-every", effort=effort)
        same, of = _agreeing(found)
        record.goal(f"{heading}: counts agree", "all", f"{same} of {of}", same == of)
    record.note(
        "Ours is the list with its proof; that the file is accepted is seen outside the time."
    )
    return record


def _agreeing(found: Outcomes) -> tuple[int, int]:
    """Return on how many answers of exact peers the number of equilibria is ours."""
    mine = found[label("sabot-every")]
    pairs = [
        (my.answer.facts["equilibria"], their.answer.facts["equilibria"])
        for name in ("lrsnash-every", "gambit-every")
        for my, their in zip(mine, found[label(name)], strict=True)
        if my.ok and their.ok
    ]
    return sum(one == two for one, two in pairs), len(pairs)
