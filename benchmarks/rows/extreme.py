"""Row 6: every extreme equilibrium of a game that has very many."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.compare import Peer, compare, ratio_of
from benchmarks.games import grid, swapped
from benchmarks.settings import Record, Settings
from benchmarks.tools import label

LRSNASH_LIMIT = 65.0


def extreme_row(settings: Settings) -> Record:
    """Count the extreme equilibria of the two grid games of model A3."""
    record = Record("6", "extreme equilibria of the grid games of baccara model A3", settings)
    plan = [(9, 17, 980, 10.0), (33, 65, 162_000, 150.0)]
    for rows, columns, expected, goal in plan[:1] if settings.quick else plan:
        game = grid(rows, columns)
        heading = f"{rows}x{columns}, {expected:,} equilibria"
        turned = Peer("lrsnash", tasks=[swapped(game)], called="lrsnash, seats swapped")
        peers = [
            Peer("lrsnash", limit=LRSNASH_LIMIT),
            replace(turned, limit=LRSNASH_LIMIT, exact=False),
        ]
        every = compare(heading, [game], peers, record, ours="sabot-equilibria")
        ours = every[label("sabot-equilibria")]
        better = min(
            (ratio_of(ours, every[name]) for name in ("lrsnash", "lrsnash, seats swapped")),
            key=lambda ratio: ratio.value or 0.0,
        )
        target = f">= {goal:g}x lrsnash in the better of its two orders"
        record.goal(heading, target, str(better), better.reaches(goal), better.why)
        found = ours[0]
        if found.ok:
            seats = " x ".join(f"{count:,}" for count in found.answer.facts["seats"])
            count = found.answer.facts["equilibria"]
            record.goal(heading, f"{expected:,} counted", f"{count:,}", count == expected)
            record.note(f"Ours: {seats}.")
    return record
