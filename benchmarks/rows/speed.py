"""Rows 1, 2 and 3: how fast a matrix game is solved."""

from __future__ import annotations

from benchmarks.compare import Peer, compare
from benchmarks.games import le_her, random_integers, swapped
from benchmarks.settings import Record, Settings
from benchmarks.table import note, title

LARGEST = 1000  # entries are uniform in -LARGEST..LARGEST


def le_her_row(settings: Settings) -> Record:
    """Row 1: the restricted game of le Her, solved to the last claim."""
    record = Record(1)
    settings.say(title(1, "le Her 14x14: value, strategies, certificate, uniqueness"))
    game = le_her()
    peers = [
        Peer("gambit", goal=20),
        Peer("lrsnash", goal=500),
        Peer("lrsnash", games=[swapped(game)], label="lrsnash, seats swapped", exact=False),
        Peer("nashpy", exact=False),
        Peer("quantecon", exact=False),
    ]
    found = compare("le Her 14x14", [game], peers, settings, record)
    if found[0].ok:
        answer = found[0].answer
        settings.say(note(f"Value {answer.value} / 16575, unique: {answer.facts['unique']}."))
    settings.say(
        note("lrsnash depends on which seat comes first; the goal is stated for the game as given.")
    )
    return record


def fifty_row(settings: Settings) -> Record:
    """Row 2: random 50 x 50 integer games."""
    record = Record(2)
    settings.say(title(2, f"random integer games, entries in -{LARGEST}..{LARGEST}"))
    seeds = range(1 if settings.quick else 5)
    small = [random_integers(30, LARGEST, seed) for seed in seeds]
    compare("30x30", small, [Peer("gambit")], settings, record)
    fifty = [random_integers(50, LARGEST, seed) for seed in seeds]
    peers = [
        Peer("gambit", goal=5000),
        Peer("qsopt", goal=10),
        Peer("nashpy", goal=1, exact=False),
        Peer("quantecon", exact=False),
    ]
    compare("50x50", fifty, peers, settings, record)
    for largest in () if settings.quick else (10, 10**6):
        games = [random_integers(50, largest, seed) for seed in seeds]
        others = [Peer("gambit"), Peer("qsopt"), Peer("nashpy", exact=False)]
        compare(f"50x50, entries to {largest:,}", games, others, settings, record)
    return record


def large_row(settings: Settings) -> Record:
    """Row 3: 100, 200 and 400 actions a seat."""
    record = Record(3)
    settings.say(title(3, f"large random integer games, entries in -{LARGEST}..{LARGEST}"))
    plan = [(100, 30, 3, None), (200, 50, 2, None), (400, 60, 1, 1.0)]
    for side, exact_goal, count, float_goal in plan[:1] if settings.quick else plan:
        seeds = range(1 if settings.quick else count)
        games = [random_integers(side, LARGEST, seed) for seed in seeds]
        peers = [
            Peer("qsopt", goal=exact_goal, limit=max(settings.limit, 180) if side > 200 else None),
            Peer("quantecon", goal=float_goal, exact=False),
            Peer("nashpy", exact=False),
        ]
        compare(f"{side}x{side}", games, peers, settings, record)
    return record
