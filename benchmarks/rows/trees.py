"""Rows 4 and 5: Kuhn and Leduc poker, from the rules to the certificate, beside the peers."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.bench import Outcome
from benchmarks.compare import Outcomes, Peer, Ratio, compare, ratio_of
from benchmarks.settings import Record, Settings
from benchmarks.table import duration
from benchmarks.tools import label

KUHN = 0.002  # CPU seconds
ALONE = ((3, 1.0), (6, 1.0))  # ranks, and the ratio to QSopt_ex on the bare program
BOTH = ((9, 3.0), (13, 3.0))  # ranks, and the ratio to the better of QSopt_ex and SoPlex
OPENSPIEL = 25.0

LEGEND = (
    "Ours: exploring the rules, solving exactly, deciding uniqueness and writing the certificate, "
    "which is checked afterwards. QSopt_ex and SoPlex are given the bare linear program of the "
    "sequence form; Gambit has the tree already; OpenSpiel builds its program from the game, in "
    "floats."
)


def kuhn_row(settings: Settings) -> Record:
    """Row 4: Kuhn poker."""
    record = Record("4", "Kuhn poker, from rules to certificate", settings)
    peers = [Peer("gambit"), Peer("openspiel", exact=False), Peer("qsopt"), Peer("soplex")]
    effort = replace(settings.effort, repeats=15 if settings.quick else 120)
    found = compare("kuhn-poker", ["kuhn-poker"], peers, record, effort=effort)
    mine = found[label("sabot")][0]
    cpu = duration(mine.best) if mine.ok else mine.status
    reached = mine.best < KUHN if mine.ok else False
    record.goal("Kuhn, rules to certificate", f"< {duration(KUHN)} CPU", cpu, reached)
    _values(record, found)
    record.note(LEGEND)
    return record


def leduc_row(settings: Settings) -> Record:
    """Row 5: Leduc poker with 3, 6, 9 and 13 ranks."""
    record = Record("5", "Leduc poker, from rules to certificate", settings)
    plan = (*ALONE, *BOTH)
    for ranks, goal in plan[:1] if settings.quick else plan:
        game = "leduc-poker" if ranks == 3 else f"leduc-poker(ranks={ranks})"
        alone = (ranks, goal) in ALONE
        peers = [Peer("qsopt", goal=goal if alone else None), Peer("soplex")]
        if ranks == 3:
            peers.append(Peer("openspiel", goal=OPENSPIEL, exact=False))
        effort = settings.effort
        if ranks > 3:  # seconds each: a best of several needs more of them
            effort = replace(effort, budget=2.0 * ranks, repeats=3 if ranks > 9 else 6)
        found = compare(game, [game], peers, record, effort=effort)
        if not alone:
            better(record, game, goal, found)
        _values(record, found)
    record.note(LEGEND)
    return record


def better(record: Record, game: str, goal: float, found: Outcomes) -> None:
    """Decide a goal against the better of two; one that is not here can only make it harder."""
    mine = found[label("sabot")]
    ratios = [ratio_of(mine, found[label(name)]) for name in ("qsopt", "soplex")]
    verdicts = [ratio.reaches(goal) for ratio in ratios]
    reached = False if False in verdicts else None if None in verdicts else True
    known = [ratio for ratio in ratios if ratio.value is not None]
    least = min(known, key=lambda ratio: ratio.value or 0.0, default=Ratio(None))
    names = ("QSopt_ex", "SoPlex")
    why = "; ".join(f"{n}: {r}" for n, r, v in zip(names, ratios, verdicts, strict=True) if not v)
    target = f">= {goal:.0f}x the better of QSopt_ex and SoPlex"
    record.goal(game, target, str(least), reached, why)


def _values(record: Record, found: Outcomes) -> None:
    """Say where a float peer's value is not ours; exact ones have been compared already."""
    mine = found[label("sabot")][0]
    for name, (theirs,) in found.items():
        if mine.ok and theirs.ok and not _near(mine, theirs):
            record.note(f"{name} gives another value: {float(theirs.answer.value or 0)!r}")


def _near(mine: Outcome, theirs: Outcome) -> bool:
    if mine.answer.value is None or theirs.answer.value is None:
        return True
    return abs(mine.answer.value - theirs.answer.value) < 1e-6
