"""Row 5, held-out: trees of a user's own file that nobody tuned to, from rules to certificate."""

from __future__ import annotations

from dataclasses import dataclass, replace

from benchmarks.bench import ROOT
from benchmarks.compare import Peer, compare
from benchmarks.settings import Record, Settings
from benchmarks.table import duration
from benchmarks.tools import label

FILE = ROOT / "benchmarks" / "held_out.py"
NEAR = 1 / 3  # of QSopt_ex's speed on the bare program, where ours takes over 0.1 s
SIGNALS = 1 / 5
LEAST = 0.1

LEGEND = (
    "Ours: exploring rules that a user wrote, solving exactly, deciding uniqueness and writing the "
    "certificate, which is checked afterwards. QSopt_ex is given the bare linear program; "
    "general-sum games have none. The games are in benchmarks/held_out.py. A ratio is a goal where "
    "ours takes over 0.1 s."
)


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A game, and what it is to reach: a ratio to QSopt_ex, and perhaps CPU seconds."""

    game: str
    ratio: float = NEAR
    seconds: float | None = None
    quick: bool = False
    """Whether it is measured in a quick run too."""
    zero_sum: bool = True
    """Whether QSopt_ex can be given its linear program: a general-sum game has none."""


GAMES = (
    HeldOut("liars_dice(faces=4)", quick=True),
    HeldOut("liars_dice(faces=5)"),
    HeldOut("liars_dice(faces=6)", seconds=8.0),
    HeldOut("goofspiel(cards=3)", quick=True),
    HeldOut("goofspiel(cards=4)", seconds=1.5),
    HeldOut("two_streets(ranks=6)", quick=True),
    HeldOut("two_streets(ranks=13)"),
    HeldOut("two_streets(ranks=26)"),
    HeldOut("narrow(decisions=100)", quick=True),
    HeldOut("narrow(decisions=400)", seconds=0.1),
    HeldOut("signalling(types=10, words=5, replies=10)", SIGNALS, quick=True),
    HeldOut("signalling(types=20, words=10, replies=20)", SIGNALS),
    HeldOut("signalling(types=40, words=20, replies=40)", SIGNALS),
    HeldOut("wide(words=30)", quick=True),
    HeldOut("wide(words=60)"),
    HeldOut("wide(words=100)"),
    HeldOut("repeated(rounds=3)", quick=True),
    HeldOut("repeated(rounds=4)"),
    HeldOut("centipede(turns=100)", seconds=0.1, quick=True, zero_sum=False),
    HeldOut("raked(ranks=30)", seconds=1.0, zero_sum=False),
)


def held_out_row(settings: Settings) -> Record:
    """Solve every game beside QSopt_ex, in turns."""
    record = Record("5-held-out", "trees that nobody tuned to, rules to certificate", settings)
    for held in GAMES:
        if settings.quick and not held.quick:
            continue
        peers = [Peer("qsopt", goal=held.ratio, least=LEAST)] if held.zero_sum else []
        effort = replace(settings.effort, repeats=6, budget=2.0)
        ours = "sabot" if held.zero_sum else "sabot-one"
        found = compare(held.game, [f"{FILE}:{held.game}"], peers, record, ours=ours, effort=effort)
        (mine,) = found[label(ours)]
        if held.seconds is not None:
            cpu = duration(mine.best) if mine.ok else mine.status
            reached = mine.ok and mine.best <= held.seconds
            record.goal(held.game, f"<= {duration(held.seconds)} CPU", cpu, reached)
    record.note(LEGEND)
    return record
