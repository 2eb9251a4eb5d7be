"""Row 13: what checking a certificate costs, beside the fastest other exact solver."""

from __future__ import annotations

from math import log

from benchmarks.bench import Contestant, Outcome, meet
from benchmarks.games import random_integers
from benchmarks.rows.speed import LARGEST
from benchmarks.settings import WORD, Record, Settings
from benchmarks.table import duration, size
from benchmarks.tools import label
from benchmarks.tools.tool import Task

SHARE = {"100x100": 0.15, "leduc-poker": 0.25}
EXPONENT = 1.2  # check time grows like the file to at most this power: linear, but for the digits
EXACT = ("qsopt", "soplex")  # Gambit and lrsnash are slower than both by far


def certificate_row(settings: Settings) -> Record:
    """Compare `check(file)` with what others need to solve, all in warm processes."""
    record = Record("13", "checking a saved certificate", settings)
    sides = (50, 100) if settings.quick else (50, 100, 200, 400)
    games: dict[str, Task] = {f"{n}x{n}": random_integers(n, LARGEST, 0) for n in sides}
    games |= {"leduc-poker": "leduc-poker"}
    if not settings.quick:
        games |= {f"leduc-poker(ranks={n})": f"leduc-poker(ranks={n})" for n in (6, 9)}
    body, checks = [], {}
    for name, game in games.items():
        settings.progress(f"check {name}")
        peers = EXACT if name in SHARE else ()
        tools = ("sabot-check", "sabot", *peers)
        met = meet([Contestant(tool, [game], settings.effort) for tool in tools])
        found = {tool: each[0] for tool, each in zip(tools, met, strict=True)}
        if found["sabot-check"].ok:
            checks[name] = found["sabot-check"]
        verdict = _share(record, name, found) if name in SHARE else ""
        body.append([name, *_cells(found), verdict])
        record.figures.append(
            {"game": name, "cpu": {tool: each.best for tool, each in found.items()}}
            | {"status": {tool: each.status for tool, each in found.items()}}
        )
    head = ["game", "check", "a byte", "file", "our solve", "fastest other exact", "verdict"]
    record.table(head, body)
    _growth(record, checks, "100x100", "400x400")
    _growth(record, checks, "leduc-poker", "leduc-poker(ranks=9)")
    return record


def _fastest(found: dict[str, Outcome]) -> str | None:
    """Return the other exact solver that was fastest here."""
    return min(
        (t for t in EXACT if t in found and found[t].ok), key=lambda t: found[t].best, default=None
    )


def _cells(found: dict[str, Outcome]) -> list[str]:
    check, solve, fastest = found["sabot-check"], found["sabot"], _fastest(found)
    if not check.ok:
        return [check.status, "", "", "", ""]
    length = check.answer.facts["bytes"]
    other = "" if fastest is None else f"{duration(found[fastest].best)} ({label(fastest)})"
    each = f"{check.best / length * 1e9:.0f} ns"
    mine = duration(solve.best) if solve.ok else solve.status
    return [duration(check.best), each, size(length), mine, other]


def _share(record: Record, name: str, found: dict[str, Outcome]) -> str:
    """Decide the share; with a peer absent only a share that is too large is decided."""
    check, fastest = found["sabot-check"], _fastest(found)
    target = f"<= {SHARE[name]:.0%} of the fastest other exact solver"
    if not check.ok or fastest is None:
        why = "no other exact solver is here" if check.ok else f"ours: {check.status}"
        record.goal(f"check, {name}", target, "not measured", None, why)
        return WORD[None]
    share = check.best / found[fastest].best
    absent = ", ".join(label(t) for t in EXACT if found[t].status == "missing")
    reached = False if share > SHARE[name] else None if absent else True
    shown = f"{share:.1%} ({label(fastest)})"
    record.goal(f"check, {name}", target, shown, reached, f"{absent} absent")
    return f"{share:.1%}, {WORD[reached]}"


def _growth(record: Record, checks: dict[str, Outcome], small: str, large: str) -> None:
    if small not in checks or large not in checks:
        return
    one, two = checks[small], checks[large]
    longer = two.answer.facts["bytes"] / one.answer.facts["bytes"]
    power = log(two.best / one.best) / log(longer)
    text = f"check, {small} to {large}"
    target = f"linear: time grows like the file to the power {EXPONENT} at most"
    record.goal(text, target, f"power {power:.2f}", power <= EXPONENT)
