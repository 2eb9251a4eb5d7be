"""Row 13: what checking a certificate costs beside solving the game."""

from __future__ import annotations

from benchmarks.bench import run
from benchmarks.compare import WORD
from benchmarks.games import le_her, random_integers
from benchmarks.rows.speed import LARGEST
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, grid, note, title

GOAL = 0.10


def certificate_row(settings: Settings) -> Record:
    """Compare `check(file)` with `solve(matrix)`, both in warm processes."""
    record = Record(13)
    settings.say(title(13, "checking a saved certificate, as a share of solving"))
    sides = (50, 100) if settings.quick else (50, 100, 200, 400)
    games = {"le Her": le_her()}
    games |= {f"{side}x{side}": random_integers(side, LARGEST, 0) for side in sides}
    body = []
    for name, game in games.items():
        settings.progress(f"check {name}")
        solved = run("sabot", [game], settings.effort)[0]
        checked = run("sabot-check", [game], settings.effort)[0]
        if not (solved.ok and checked.ok):
            why = solved.note or checked.note or "stopped"
            body.append([name, solved.status, checked.status, "", "", ""])
            settings.say(note(f"{name}: {why}"))
            record.goals[name] = None
            continue
        share = checked.best / solved.best
        record.goals[name] = share <= GOAL
        size = f"{checked.answer.facts['bytes'] / 1000:,.0f} kB"
        cells = [duration(solved.best), duration(checked.best), f"{share:.1%}", size]
        body.append([name, *cells, WORD[record.goals[name]]])
        record.figures.append(
            {"game": name, "solve": solved.best, "check": checked.best, "share": share}
        )
    settings.say(grid(["game", "solve", "check", "share", "file", "<= 10 %"], body, first=10))
    return record
