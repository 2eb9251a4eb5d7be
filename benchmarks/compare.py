"""Ours against the peers on the same games: ratios of CPU time, goals, verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import median

from benchmarks.bench import Contestant, Effort, Outcome, meet
from benchmarks.judge import is_exact
from benchmarks.settings import WORD, Record
from benchmarks.table import duration, times
from benchmarks.tools import BASE, label
from benchmarks.tools.tool import Task


@dataclass(frozen=True, slots=True)
class Peer:
    """A tool to compare with, and the ratio to reach where the design names one."""

    name: str
    goal: float | None = None
    exact: bool = True  # its value must equal ours
    tasks: Sequence[Task] | None = None  # the same games written another way
    called: str = ""
    limit: float | None = None
    least: float = 0.0  # CPU seconds of ours from which the goal is meant

    @property
    def shown(self) -> str:
        """Return its name in the table."""
        return self.called or label(self.name)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A peer's CPU time over ours: the median over the games; a peer that was stopped bounds it."""

    value: float | None
    bounded: bool = False
    why: str = ""

    def __str__(self) -> str:
        if self.value is None:
            return self.why or "not measured"
        return f"{'> ' if self.bounded else ''}{times(self.value)}"

    def reaches(self, goal: float) -> bool | None:
        """Decide a goal; a peer that was stopped too early, or is not here, leaves it open."""
        if self.value is None:
            return None
        if self.value >= goal:
            return True
        return None if self.bounded else False


Outcomes = Mapping[str, list[Outcome]]


def compare(
    heading: str,
    tasks: Sequence[Task],
    peers: Sequence[Peer],
    record: Record,
    *,
    ours: str = "sabot",
    effort: Effort | None = None,
) -> Outcomes:
    """Measure all in turns, keep table, goals and figures; return every tool's outcomes."""
    settings = record.settings
    settings.progress(f"{heading}: {len(tasks)} games, {1 + len(peers)} tools in turns")
    common = effort or settings.effort
    everyone = [Peer(ours), *([Peer(ours + BASE)] if settings.base else []), *peers]
    found = meet(
        [
            Contestant(p.name, p.tasks or tasks, replace(common, limit=p.limit or common.limit))
            for p in everyone
        ]
    )
    mine, body, remarks = found[0], [], []
    everyone = [_meant(peer, mine) for peer in everyone]
    if ours == "sabot" and (wrong := _refused(tasks, mine)):
        remarks.append(f"OURS IS WRONG on {wrong} of {len(tasks)} games: the judge refuses it.")
        record.goal(f"{heading}: exact", "all", f"{len(tasks) - wrong} of {len(tasks)}", False)
    for peer, theirs in zip(everyone, found, strict=True):
        ratio = Ratio(None) if peer is everyone[0] else ratio_of(mine, theirs)
        body.append(_line(peer, theirs, ratio))
        remarks += _remarks(peer.shown, theirs)
        if peer.exact and (differ := _disagreements(mine, theirs)):
            remarks.append(f"{peer.shown} DISAGREES with ours on {differ} games.")
        if peer.goal is not None:
            reached = ratio.reaches(peer.goal)
            goal = f">= {peer.goal:,.4g}x {peer.shown}"
            record.goal(heading, goal, str(ratio), reached, _open(ratio))
        record.figures.append(
            {"game": heading, "tool": peer.name, "label": peer.shown, "ratio": ratio.value}
            | {"ratio_is_a_lower_bound": ratio.bounded, "goal": peer.goal}
            | figures(theirs)
        )
    record.table([heading, "CPU", "wall", "ratio (CPU)", "goal", "verdict"], body)
    for remark in remarks:
        record.note(remark)
    return {peer.shown: outcomes for peer, outcomes in zip(everyone, found, strict=True)}


def _meant(peer: Peer, mine: Sequence[Outcome]) -> Peer:
    """Return the peer without its goal where ours takes less than that is meant for."""
    short = all(outcome.ok and outcome.best < peer.least for outcome in mine)
    return replace(peer, goal=None) if short else peer


def ratio_of(mine: Sequence[Outcome], theirs: Sequence[Outcome]) -> Ratio:
    """Return the median over the games of theirs / ours, in CPU time."""
    pairs = [
        (their.best / my.best, their.status == "limit")
        for my, their in zip(mine, theirs, strict=True)
        if my.ok and their.status in ("ok", "limit")
    ]
    if pairs:
        return Ratio(median(ratio for ratio, _ in pairs), any(bound for _, bound in pairs))
    if not any(my.ok for my in mine):
        return Ratio(None, why=f"ours: {_why(mine[0])}")
    return Ratio(None, why=_why(theirs[0]))


def _why(outcome: Outcome) -> str:
    return {"missing": "peer absent", "limit": "stopped", "error": "no answer"}.get(
        outcome.status, outcome.status
    )


def _open(ratio: Ratio) -> str:
    """Say why a goal may be undecided."""
    return "the peer was stopped too early" if ratio.bounded else ratio.why


def _line(peer: Peer, outcomes: Sequence[Outcome], ratio: Ratio) -> list[str]:
    """Return the table line: the median over the games of the best of the repeats."""
    goal = "" if peer.goal is None else f">= {peer.goal:,.4g}x"
    verdict = "" if peer.goal is None else WORD[ratio.reaches(peer.goal)]
    shown = "" if ratio.value is None else str(ratio)
    timed = [outcome for outcome in outcomes if outcome.status in ("ok", "limit")]
    if not timed:
        return [peer.shown, outcomes[0].status, "", shown, goal, verdict]
    more = "> " if any(outcome.status == "limit" for outcome in timed) else ""
    cpu = duration(median(outcome.best for outcome in timed))
    wall = duration(median(outcome.wall for outcome in timed))
    return [peer.shown, more + cpu, more + wall, shown, goal, verdict]


def _remarks(name: str, outcomes: Sequence[Outcome]) -> list[str]:
    """Name what is missing, failed or was stopped: nothing is skipped silently."""
    remarks = []
    for status, word in (("missing", "missing"), ("error", "failed"), ("limit", "stopped")):
        hit = [outcome for outcome in outcomes if outcome.status == status]
        if hit:
            why = f": {hit[0].note}" if hit[0].note else f" after {hit[0].best:.0f} s CPU"
            remarks.append(f"{name} {word} on {len(hit)} of {len(outcomes)} games{why}")
    return remarks


def _refused(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> int:
    """Count our answers that fail the checker or, for a matrix, the benchmark's own judge."""
    return sum(
        not certified(task, outcome)
        for task, outcome in zip(tasks, outcomes, strict=True)
        if outcome.ok
    )


def certified(task: Task, outcome: Outcome) -> bool:
    """Whether our answer passed its own checker and, for a matrix, the benchmark's judge."""
    if not outcome.ok or Fraction(outcome.answer.facts["checked"]) != outcome.answer.value:
        return False
    return isinstance(task, str) or is_exact(task, outcome.answer)


def _disagreements(mine: Sequence[Outcome], theirs: Sequence[Outcome]) -> int:
    """Count the games on which both gave an exact value, and not the same one."""
    return sum(
        my.answer.value != their.answer.value
        for my, their in zip(mine, theirs, strict=True)
        if my.ok and their.ok and my.answer.value is not None and their.answer.value is not None
    )


def figures(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Return every repeat of every game, for the JSON file."""
    return {
        "status": [outcome.status for outcome in outcomes],
        "cpu": [[round(each.cpu, 7) for each in outcome.spent] for outcome in outcomes],
        "wall": [[round(each.wall, 7) for each in outcome.spent] for outcome in outcomes],
        "value": [_short(outcome.answer.value) for outcome in outcomes],
    }


def _short(value: Fraction | None) -> str | None:
    return None if value is None else str(value) if len(str(value)) < 60 else f"{float(value)!r}"
