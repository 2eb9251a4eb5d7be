"""Row 6: every extreme equilibrium of a game that has very many."""

from __future__ import annotations

from benchmarks.compare import Peer, compare
from benchmarks.games import grid, swapped
from benchmarks.settings import Record, Settings
from benchmarks.table import note, title

LRSNASH_LIMIT = 65.0  # the design's own limit for the large game


def extreme_row(settings: Settings) -> Record:
    """Count the extreme equilibria of the two grid games of model A3."""
    record = Record(6)
    settings.say(title(6, "extreme equilibria of the grid games of baccara model A3"))
    plan = [(9, 17, 980, 10.0), (33, 65, 162_000, None)]
    for rows, columns, expected, goal in plan[:1] if settings.quick else plan:
        game = grid(rows, columns)
        heading = f"{rows}x{columns}, {expected:,} equilibria"
        peers = [
            Peer("lrsnash", goal=goal, limit=LRSNASH_LIMIT),
            Peer(
                "lrsnash",
                games=[swapped(game)],
                label="lrsnash, seats swapped",
                limit=LRSNASH_LIMIT,
                exact=False,
            ),
        ]
        found = compare(heading, [game], peers, settings, record, ours="sabot-equilibria")[0]
        if found.ok:
            seats = " x ".join(f"{count:,}" for count in found.answer.facts["seats"])
            right = found.answer.facts["equilibria"] == expected
            record.goals[f"{heading}, the count"] = right
            settings.say(note(f"Ours: {seats}{'' if right else ', WHICH IS WRONG'}."))
    return record
