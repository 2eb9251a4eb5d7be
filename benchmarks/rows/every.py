"""Rows 15: every extreme equilibrium of bimatrix games, one of large games, correlated ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from time import process_time
from typing import Literal

from benchmarks.compare import Outcomes, Peer, compare
from benchmarks.games import coordination_pairs, degenerate_pairs, random_pairs
from benchmarks.settings import Record, Settings
from benchmarks.table import duration
from benchmarks.tools import label
from benchmarks.tools.tool import Answer, Matrix, halves

LARGEST = 99
GAMBIT_LIMIT = 6.0
"""Seconds: a goal of 100 times is decided long before."""
WARM = 40
"""Games before the clock starts: whoever lists the equilibria of one game will do so of many."""


def every_row(settings: Settings) -> Record:
    """List the equilibria of random games of four sizes, beside those who list them too."""
    record = Record("15", "all extreme equilibria of bimatrix games", settings)
    plan = [(8, 6), (10, 4), (12, 3), (15, 2)]
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
        _agree(heading, found, record)
    _tied_games(record)
    record.note(
        "Ours is the list with its proof; that the file is accepted is seen outside the time."
    )
    return record


DEGENERATE, MOST_SECONDS = "degenerate 15x15", 2.0
"""The degenerate game with 812 equilibria, and the CPU seconds it may take."""


def _tied_games(record: Record) -> None:
    """List the equilibria of games with ties, beside lrsnash: not where ours is at its best."""
    settings = record.settings
    plan = [
        ("degenerate 12x12", degenerate_pairs(12)),
        ("coordination 10x10", coordination_pairs(10)),
        (DEGENERATE, degenerate_pairs(15)),
        ("coordination 12x12", coordination_pairs(12)),
    ]
    for heading, game in plan[:2] if settings.quick else plan:
        effort = replace(settings.effort, warm=WARM)
        peers = [Peer("lrsnash-every", goal=1.0 if heading == DEGENERATE else None)]
        found = compare(heading, [game], peers, record, ours="sabot-every", effort=effort)
        _agree(heading, found, record)
        (mine,) = found[label("sabot-every")]
        if heading == DEGENERATE and mine.ok:
            reached = mine.best <= MOST_SECONDS
            goal = f"<= {MOST_SECONDS:g} s CPU"
            record.goal(f"{heading}: seconds", goal, duration(mine.best), reached)


def _agree(heading: str, found: Outcomes, record: Record) -> None:
    same, of = _agreeing(found)
    record.goal(f"{heading}: counts agree", "all", f"{same} of {of}", same == of)


def _agreeing(found: Outcomes) -> tuple[int, int]:
    """Return on how many answers of exact peers the number of equilibria is ours."""
    mine = found[label("sabot-every")]
    pairs = [
        (my.answer.facts["equilibria"], their.answer.facts["equilibria"])
        for name in ("lrsnash-every", "gambit-every")
        for my, their in zip(mine, found.get(label(name), ()), strict=False)
        if my.ok and their.ok
    ]
    return sum(one == two for one, two in pairs), len(pairs)


# ---------------------------------------------------------------------- one of a large game


def single_row(settings: Settings) -> Record:
    """Find one equilibrium of large games without a pure one, beside Gambit's Lemke-Howson."""
    record = Record("15-one", "one equilibrium of random bimatrix games, exactly", settings)
    plan = [(50, 4), (100, 2)]
    for side, count in plan[:1] if settings.quick else plan:
        games = [
            game
            for seed in range(99)
            if has_no_pure_equilibrium(game := random_pairs(side, LARGEST, seed))
        ]
        heading = f"{side}x{side}"
        found = compare(
            heading, games[:count], [Peer("gambit-one")], record, ours="sabot-one",
            effort=replace(settings.effort, warm=WARM),
        )  # fmt: skip
        answered = [
            one.ok and _balanced(game, one.answer)
            for game, one in zip(games, found[label("sabot-one")], strict=False)
        ]
        right = f"{sum(answered)} of {len(answered)}"
        record.goal(f"{heading}: gains 0", "all", right, all(answered))
    record.note("Games with a pure equilibrium are left out: it is seen at a glance.")
    return record


CORRELATED_SECONDS = 2.0
"""CPU for a correlated equilibrium of a 50 x 50 game with payoffs to 99, exactly."""


def correlated_row(settings: Settings) -> Record:
    """Find the best and worst correlated equilibria of large games, for a player and the sum."""
    import sabot

    record = Record("15-correlated", "correlated equilibria of random games, exactly", settings)
    sabot.correlated([[1, 0], [0, 1]])  # what is imported is no part of solving
    body = []
    slowest = {"best": 0.0, "worst": 0.0}
    plan: list[tuple[int, int, str, Literal["best", "worst"]]] = [
        (50, 99, "row", "best"),
        (50, 10_000, "row", "best"),
        (50, 99, "sum", "best"),
        (25, 99, "row", "worst"),
        (50, 99, "row", "worst"),
        (50, 99, "sum", "worst"),
        (50, 10_000, "row", "worst"),
        (50, 10_000, "sum", "worst"),
    ]
    for side, largest, objective, extreme in plan:
        count = 2 if settings.quick else 8
        took, checked, support = [], [], []
        for seed in range(count):
            settings.progress(f"{extreme} correlated equilibrium of {side}x{side}, game {seed}")
            task = random_pairs(side, largest, seed)
            started = process_time()
            found = sabot.correlated(
                *halves(task), objective=objective, extreme=extreme, nash=False
            )
            took.append(process_time() - started)
            started = process_time()
            sabot.check(found)
            checked.append(process_time() - started)
            support.append(len(found.extremes[0].distribution))
        if (side, largest) == (50, 99):
            slowest[extreme] = max(slowest[extreme], *took)
        shown = (duration(sorted(took)[count // 2]), duration(max(took)), duration(max(checked)))
        body.append(
            [f"{extreme} for {objective}, {side}x{side}, to {largest:,}", *shown, str(max(support))]
        )
    record.table(["", "median", "slowest", "check, slowest", "profiles at most"], body)
    goal = f"< {CORRELATED_SECONDS:.0f} s CPU"
    for which, most in slowest.items():
        reached = most < CORRELATED_SECONDS
        record.goal(f"{which} of 50x50, payoffs to 99, slowest", goal, duration(most), reached)
    record.note(
        "Gambit and nashpy document no method for correlated equilibria; OpenSpiel's are in floats."
    )
    return record


def has_no_pure_equilibrium(task: Matrix) -> bool:
    """Whether no row and column are best replies to each other."""
    one, two = halves(task)
    tops = [max(column) for column in zip(*one, strict=True)]
    return not any(
        one[i][j] == tops[j] and entry == max(row)
        for i, row in enumerate(two)
        for j, entry in enumerate(row)
    )


def _balanced(task: Matrix, answer: Answer) -> bool:
    """Whether no pure reply earns either seat more: by arithmetic that owes nothing to Sabot."""
    one, two = halves(task)
    row, column = answer.row, answer.column
    if row is None or column is None or sum(row) != 1 or sum(column) != 1:
        return False
    earned = [sum((a * w for a, w in zip(line, column, strict=True)), Fraction(0)) for line in one]
    lines = zip(*two, strict=True)
    other = [sum((a * w for a, w in zip(line, row, strict=True)), Fraction(0)) for line in lines]
    return min(*row, *column) >= 0 and all(
        sum(map(Fraction.__mul__, mix, paid), Fraction(0)) == max(paid)
        for mix, paid in ((row, earned), (column, other))
    )
