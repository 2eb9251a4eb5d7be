"""Rows 1, 2 and 3: how fast a matrix game is solved."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.compare import Peer, Ratio, compare, ratio_of
from benchmarks.games import le_her, random_integers, swapped
from benchmarks.settings import Record, Settings
from benchmarks.tools import label
from benchmarks.tools.tool import Task

LARGEST = 1000  # entries are uniform in -LARGEST..LARGEST
WARM = 400  # games of the same size before the clock starts: our float walk is compiled by then
LRSNASH = 15  # times faster than the better of lrsnash's two orders
HIGHS_SHARE = 3.0  # 1000 x 1000: ours may take so many times HiGHS' float time

WARMED = (
    f"Ours has solved {WARM} games of the size before the clock starts (or has had 30 s of them), "
    "so that its float walk is the compiled one; QuantEcon compiles on its first game."
)


def le_her_row(settings: Settings) -> Record:
    """Row 1: the restricted game of le Her, solved to the last claim."""
    record = Record("1", "le Her 14x14: value, strategies, certificate, uniqueness", settings)
    game = le_her()
    peers = [
        Peer("gambit", goal=20),
        Peer("lrsnash"),
        Peer("lrsnash", tasks=[swapped(game)], called="lrsnash, seats swapped", exact=False),
        Peer("qsopt"),
        Peer("soplex"),
        Peer("nashpy", exact=False),
        Peer("quantecon", exact=False),
    ]
    effort = replace(settings.effort, warm=WARM, repeats=2 * settings.effort.repeats)
    met = compare("le Her 14x14", [game], peers, record, effort=effort)
    found = met[label("sabot")]
    orders = [ratio_of(found, met[name]) for name in ("lrsnash", "lrsnash, seats swapped")]
    better = min(orders, key=lambda ratio: ratio.value or 0.0)
    goal = f">= {LRSNASH}x lrsnash in the better of its two orders"
    record.goal("le Her 14x14", goal, str(better), better.reaches(LRSNASH), better.why)
    if found[0].ok:
        value, unique = found[0].answer.value, found[0].answer.facts["unique"]
        if value is not None:
            record.note(f"Value {value / 16575}, unique: {unique}.")
    record.note("lrsnash depends on which seat comes first.")
    record.note(WARMED)
    return record


def fifty_row(settings: Settings) -> Record:
    """Row 2: random 50 x 50 integer games."""
    record = Record("2", f"random 50x50 integer games, entries in -{LARGEST}..{LARGEST}", settings)
    seeds = range(1 if settings.quick else 5)
    effort = replace(settings.effort, warm=WARM)
    exact = [Peer("qsopt", goal=10), Peer("soplex")]
    floats = [Peer("nashpy", exact=False), Peer("quantecon", exact=False)]
    gambit = [] if settings.quick else [Peer("gambit")]
    compare("50x50", _games(50, len(seeds)), [*exact, *gambit, *floats], record, effort=effort)
    for largest in () if settings.quick else (10, 10**6):
        games: list[Task] = [random_integers(50, largest, seed) for seed in seeds]
        compare(f"50x50, entries to {largest:,}", games, [Peer("qsopt")], record, effort=effort)
    record.note(WARMED)
    return record


def large_row(settings: Settings) -> Record:
    """Row 3: 100, 200, 400 and 1000 actions a seat."""
    record = Record("3", f"large random integer games, entries in -{LARGEST}..{LARGEST}", settings)
    effort = replace(settings.effort, warm=WARM)
    plan = [(100, 25, 3), (200, 75, 2), (400, 250, 1)]
    for side, goal, count in plan[:1] if settings.quick else plan:
        peers = [
            Peer("qsopt", goal=goal, limit=max(settings.limit, 240) if side > 200 else None),
            *([Peer("soplex")] if side <= 200 else []),
            Peer("quantecon", exact=False),
            Peer("nashpy", exact=False),
        ]
        games = _games(side, 1 if settings.quick else count)
        compare(f"{side}x{side}", games, peers, record, effort=effort)
    if not settings.quick:
        _thousand(record)
    record.note(WARMED)
    return record


def _thousand(record: Record) -> None:
    """1000 x 1000 beside HiGHS on the same program, in floats, without a proof."""
    effort = replace(record.settings.effort, limit=max(record.settings.limit, 240), warm=2)
    effort = replace(effort, repeats=6, budget=20.0)
    peers = [Peer("highs", exact=False), Peer("quantecon", exact=False)]
    found = compare("1000x1000", _games(1000, 1), peers, record, effort=effort)
    ratio = ratio_of(found[label("sabot")], found[label("highs")])
    share = None if ratio.value is None else 1 / ratio.value
    measured = str(Ratio(share, why=ratio.why))
    reached = None if share is None or ratio.bounded else share <= HIGHS_SHARE
    record.goal("1000x1000", f"<= {HIGHS_SHARE:.0f}x HiGHS' float time", measured, reached)


def _games(side: int, count: int) -> list[Task]:
    return [random_integers(side, LARGEST, seed) for seed in range(count)]
