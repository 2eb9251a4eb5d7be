"""Row 12: games chosen to hurt; ours must solve them all, and the float peers are counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from benchmarks import hostile
from benchmarks.bench import Effort, Outcome, run
from benchmarks.judge import is_exact, judge, mended, spread, support
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, grid, note, title
from benchmarks.tool import Matrix
from benchmarks.tools import TOOLS

FINE = Fraction(1, 10**9)
COARSE = Fraction(1, 10**3)
PEERS = ("nashpy", "quantecon", "gambit-float")

LEGEND = (
    "Errors are measured exactly, on the returned mixes made into true probabilities, and relative "
    "to the range of the payoffs. none: no answer (exception, NaN, or stopped at 10 s). >1e-9 and "
    ">1e-3: what the two mixes together lose to best replies, or how far the value returned lies "
    "outside what they secure, exceeds that share of the range. support: of the games with one "
    "solution only (their number in brackets), those where the actions played with more than 1e-9 "
    "are not those of the solution."
)


@dataclass(slots=True)
class Tally:
    """How often a float peer went wrong in one family."""

    none: int = 0
    fine: int = 0
    coarse: int = 0
    support: int = 0
    unique: int = 0

    def cells(self) -> list[str]:
        """Return the counts as the table shows them; no answer is not counted twice."""
        shown = f"{self.support} ({self.unique})"
        return [str(self.none), str(self.fine), str(self.coarse), shown]


def hostile_row(settings: Settings) -> Record:
    """Solve every family with every tool."""
    record = Record(12)
    count = 50 if settings.quick else 500
    settings.say(title(12, f"hostile families, {count} games each, 2 to 25 actions a seat"))
    families = {name: hostile.games(name, count) for name in hostile.FAMILIES}
    truths = {name: _truth(name, games, settings) for name, games in families.items()}
    body = []
    for name, games in families.items():
        exact = sum(_certified(g, o) for g, o in zip(games, truths[name], strict=True))
        seconds = sum(outcome.best for outcome in truths[name])
        unique = sum(o.ok and o.answer.facts["unique"] for o in truths[name])
        body.append([name, f"{exact} / {count}", str(unique), duration(seconds)])
        record.goals[f"{name}: all solved and certified"] = exact == count
        record.figures.append({"family": name, "tool": "sabot", "exact": exact, "of": count})
        _name_failures(name, games, truths[name], settings)
    settings.say(grid(["Sabot", "exact and certified", "unique", "time"], body))
    for peer in PEERS:
        _peer_table(peer, families, truths, settings, record)
    settings.say(note(LEGEND))
    return record


def _truth(name: str, games: Sequence[Matrix], settings: Settings) -> list[Outcome]:
    settings.progress(f"{name}: Sabot")
    return run("sabot", games, Effort(limit=settings.limit, repeats=1, budget=60.0))


def _certified(game: Matrix, outcome: Outcome) -> bool:
    """Whether our answer passed its own checker and the benchmark's judge."""
    if not outcome.ok or Fraction(outcome.answer.facts["checked"]) != outcome.answer.value:
        return False
    return is_exact(game, outcome.answer)


def _name_failures(
    name: str, games: Sequence[Matrix], outcomes: Sequence[Outcome], settings: Settings
) -> None:
    """Say which games we failed on, so that each can be drawn again from its seed."""
    failed = [
        (k, outcome)
        for k, (game, outcome) in enumerate(zip(games, outcomes, strict=True))
        if not _certified(game, outcome)
    ]
    for k, outcome in failed[:3]:
        reason = outcome.note or ("refused by the judge" if outcome.ok else outcome.status)
        settings.say(note(f"{name}, game {k}: {reason}"))


def _peer_table(
    peer: str,
    families: Mapping[str, Sequence[Matrix]],
    truths: dict[str, list[Outcome]],
    settings: Settings,
    record: Record,
) -> None:
    body = []
    for name, games in families.items():
        settings.progress(f"{name}: {TOOLS[peer].label}")
        outcomes = run(peer, games, Effort(limit=10.0, repeats=1, budget=10.0))
        if outcomes[0].status == "missing":
            settings.say(note(f"{TOOLS[peer].label} missing: {outcomes[0].note}"))
            return
        tally = Tally()
        for game, outcome, truth in zip(games, outcomes, truths[name], strict=True):
            _count(tally, game, outcome, truth)
        seconds = sum(outcome.best for outcome in outcomes)
        body.append([name, *tally.cells(), duration(seconds)])
        record.figures.append(
            {"family": name, "tool": peer, "none": tally.none, "over_1e-9": tally.fine}
            | {"over_1e-3": tally.coarse, "support": tally.support, "unique": tally.unique}
        )
    settings.say("")
    settings.say(grid([TOOLS[peer].label, "none", ">1e-9", ">1e-3", "support", "time"], body, 25))


def _count(tally: Tally, game: Matrix, outcome: Outcome, truth: Outcome) -> None:
    """Add one game to the tally; only the last column leans on our own answer."""
    row = mended(outcome.answer.row) if outcome.answer.row else None
    column = mended(outcome.answer.column) if outcome.answer.column else None
    unique = truth.ok and truth.answer.facts["unique"]
    tally.unique += unique
    if row is None or column is None:
        tally.none += 1
        return
    found = judge(game, row, column)
    error = found.gap
    if (value := outcome.answer.value) is not None:
        error = max(error, found.guarantee - value, value - found.concession)
    error /= spread(game)
    tally.fine += error > FINE
    tally.coarse += error > COARSE
    tally.support += unique and not (
        support(row, FINE) == support(truth.answer.row or ())
        and support(column, FINE) == support(truth.answer.column or ())
    )
