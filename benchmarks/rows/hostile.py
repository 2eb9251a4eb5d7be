"""Row 12: games chosen to hurt; ours must solve them all, none much slower than QSopt_ex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from benchmarks import hostile
from benchmarks.bench import Contestant, Effort, Outcome, meet, run
from benchmarks.compare import certified
from benchmarks.judge import judge, mended, spread, support
from benchmarks.rows.speed import WARM
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, times
from benchmarks.tools import label
from benchmarks.tools.tool import Matrix, Task

FINE = Fraction(1, 10**9)
COARSE = Fraction(1, 10**3)
FLOATS = ("nashpy", "quantecon", "gambit-float")
SLOWER = 3.0  # times QSopt_ex, on any game
SHORT = 0.010  # seconds: what ours takes on any small game, certificate and uniqueness included

LEGEND = (
    "Errors are measured exactly, on the returned mixes made into true probabilities, and relative "
    "to the range of the payoffs. none: no answer (exception, NaN, or stopped at 10 s). >1e-9 and "
    ">1e-3: what the two mixes together lose to best replies, or how far the value returned lies "
    "outside what they secure, exceeds that share of the range. support: of the games with one "
    "solution only (their number in brackets), those where the actions played with more than 1e-9 "
    "are not those of the solution."
)
AGAINST = (
    "median and worst: ours / QSopt_ex in CPU time over the games, ours from matrix or rules to "
    "certificate and uniqueness, QSopt_ex on the bare linear program; above 3x ours is too slow. "
    "The last column leaves out the games that take us less than 10 ms: there the certificate and "
    "the question of uniqueness cost more than a linear program of a few rows."
)


def hostile_row(settings: Settings) -> Record:
    """Solve every family with ours and QSopt_ex in turns; then count what floats get wrong."""
    count = 50 if settings.quick else 500
    some = 3 if settings.quick else 16
    record = Record("12", f"hostile families: 8 x {count} matrices, 2 x {some} trees", settings)
    matrices = {name: hostile.games(name, count) for name in hostile.FAMILIES}
    families: dict[str, Sequence[Task]] = dict(matrices)
    families |= {name: hostile.trees(name, some) for name in hostile.TREES}
    sides = (40,) if settings.quick else (60, 200)
    families["two scales"] = [game for side in sides for game in hostile.two_scales(side)]
    families["300 orders"] = hostile.far_apart(some)
    body, truths = [], {}
    for name, games in families.items():
        settings.progress(f"{name}: Sabot and QSopt_ex in turns")
        ours, theirs = _met(games, settings)
        truths[name] = ours
        body.append(_family(record, name, games, ours, theirs))
    head = ["family", "certified", "unique", "CPU", "QSopt_ex", "median", "worst", "over 3x"]
    record.table([*head, "worst over 10 ms"], body)
    record.note(AGAINST)
    for peer in FLOATS:
        _peer_table(peer, matrices, truths, record)
    record.note(LEGEND)
    return record


def _met(games: Sequence[Task], settings: Settings) -> tuple[list[Outcome], list[Outcome]]:
    """Return ours and QSopt_ex's outcomes; a game is repeated unless it takes seconds.

    The budget leaves room for a second try after one in which something was compiled.
    """
    effort = Effort(limit=settings.limit, repeats=6, budget=4.0, warm=WARM)
    found = meet([Contestant(tool, games, effort) for tool in ("sabot", "qsopt")])
    return found[0], found[1]


def _family(
    record: Record,
    name: str,
    games: Sequence[Task],
    ours: Sequence[Outcome],
    theirs: Sequence[Outcome],
) -> list[str]:
    """Keep goals and figures of one family and return its line."""
    solved = sum(certified(game, outcome) for game, outcome in zip(games, ours, strict=True))
    unique = sum(o.ok and o.answer.facts["unique"] for o in ours)
    all_of = f"{solved} / {len(games)}"
    record.goal(f"{name}: solved and certified", "all", all_of, solved == len(games))
    slower = [
        (my.best / their.best, k)
        for k, (my, their) in enumerate(zip(ours, theirs, strict=True))
        if my.status in ("ok", "limit") and their.ok
    ]
    differ = sum(
        my.ok and their.ok and my.answer.value != their.answer.value
        for my, their in zip(ours, theirs, strict=True)
    )
    if differ:
        record.note(f"{name}: QSopt_ex DISAGREES with ours on {differ} games.")
    _name_failures(record, name, games, ours)
    _against(record, name, games, ours, slower, theirs)
    record.figures.append(
        {"family": name, "exact": solved, "of": len(games)}
        | {"cpu": _rounded(ours), "qsopt": _rounded(theirs)}
        | {"status": [o.status for o in ours], "qsopt_status": [o.status for o in theirs]}
    )
    spent = [duration(sum(o.best for o in each)) for each in (ours, theirs)]
    cells = [name, all_of, str(unique), *spent]
    if not slower:
        return [*cells, "", "", "", ""]
    ratios = [ratio for ratio, _ in slower]
    over = str(sum(ratio > SLOWER for ratio in ratios))
    long = [ratio for ratio, k in slower if ours[k].best > SHORT]
    shown = times(max(long)) if long else "none"
    return [*cells, times(median(ratios)), times(max(ratios)), over, shown]


def _rounded(outcomes: Sequence[Outcome]) -> list[float]:
    return [round(outcome.best, 6) for outcome in outcomes]


def _against(
    record: Record,
    name: str,
    games: Sequence[Task],
    ours: Sequence[Outcome],
    slower: Sequence[tuple[float, int]],
    theirs: Sequence[Outcome],
) -> None:
    """Keep the goal against QSopt_ex: the slowest game decides, with its place in the family."""
    goal = f"no game slower than {SLOWER:.0f}x QSopt_ex"
    if not slower:
        record.goal(f"{name}: no cliff", goal, "", None, theirs[0].note or theirs[0].status)
        return
    worst, k = max(slower)
    game = games[k]
    which = game if isinstance(game, str) else f"game {k}, {len(game)}x{len(game[0])}"
    more = "> " if ours[k].status == "limit" else ""
    shown = f"{more}{times(worst)} ({which}: {more}{duration(ours[k].best)})"
    record.goal(f"{name}: no cliff", goal, shown, worst <= SLOWER)


def _name_failures(
    record: Record, name: str, games: Sequence[Task], outcomes: Sequence[Outcome]
) -> None:
    """Say which games we failed on, so that each can be drawn again from its seed."""
    failed = [
        (k, outcome)
        for k, (game, outcome) in enumerate(zip(games, outcomes, strict=True))
        if not certified(game, outcome)
    ]
    for k, outcome in failed[:3]:
        reason = outcome.note or ("refused by the judge" if outcome.ok else outcome.status)
        record.note(f"{name}, game {k}: {reason}")


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


def _peer_table(
    peer: str,
    families: Mapping[str, Sequence[Matrix]],
    truths: Mapping[str, list[Outcome]],
    record: Record,
) -> None:
    body = []
    for name, games in families.items():
        record.settings.progress(f"{name}: {label(peer)}")
        outcomes = run(peer, games, Effort(limit=10.0, repeats=1, budget=10.0))
        if outcomes[0].status == "missing":
            record.note(f"{label(peer)} missing: {outcomes[0].note}")
            return
        tally = Tally()
        for game, outcome, truth in zip(games, outcomes, truths[name], strict=True):
            _count(tally, game, outcome, truth)
        body.append([name, *tally.cells(), duration(sum(o.best for o in outcomes))])
        record.figures.append(
            {"family": name, "tool": peer, "none": tally.none, "over_1e-9": tally.fine}
            | {"over_1e-3": tally.coarse, "support": tally.support, "unique": tally.unique}
        )
    record.table([label(peer), "none", ">1e-9", ">1e-3", "support", "CPU"], body)


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
