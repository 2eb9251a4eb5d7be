"""Ours against the peers on the same games: ratios, goals, verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from benchmarks.bench import Outcome, run
from benchmarks.judge import is_exact
from benchmarks.settings import Record, Settings
from benchmarks.table import Line, comparison, duration, note, times
from benchmarks.tool import Matrix
from benchmarks.tools import TOOLS

WORD = {True: "reached", False: "NOT REACHED", None: "undecided"}


@dataclass(frozen=True, slots=True)
class Peer:
    """A tool to compare with, and the ratio to reach where the design names one."""

    name: str
    goal: float | None = None
    exact: bool = True  # its value must equal ours
    games: Sequence[Matrix] | None = None  # the same games written another way
    label: str = ""
    limit: float | None = None

    @property
    def shown(self) -> str:
        """Return its name in the table."""
        return self.label or TOOLS[self.name].label


def compare(
    heading: str,
    games: Sequence[Matrix],
    peers: Sequence[Peer],
    settings: Settings,
    record: Record,
    *,
    ours: str = "sabot",
) -> list[Outcome]:
    """Measure all, print the table, keep the figures; return our outcomes."""
    settings.progress(f"{heading}: {TOOLS[ours].label}")
    mine = run(ours, games, settings.effort)
    lines = [_line(TOOLS[ours].label, mine)]
    remarks = _remarks(TOOLS[ours].label, mine)
    record.figures.append({"game": heading, "tool": ours, **_figures(mine)})
    if ours == "sabot":
        wrong = sum(not is_exact(g, o.answer) for g, o in zip(games, mine, strict=True) if o.ok)
        if wrong:
            remarks.append(f"OURS IS WRONG on {wrong} of {len(games)} games: the judge refuses it.")
    for peer in peers:
        settings.progress(f"{heading}: {peer.shown}")
        effort = settings.effort
        limited = type(effort)(peer.limit or effort.limit, effort.repeats, effort.budget)
        theirs = run(peer.name, peer.games or games, limited)
        ratio, bounded = _ratio(mine, theirs)
        reached = _reached(ratio, bounded, peer.goal)
        goal = "" if peer.goal is None else f">= {peer.goal:,.0f}x"
        verdict = "" if peer.goal is None else WORD[reached]
        shown = "" if ratio is None else (">" if bounded else "") + times(ratio)
        lines.append(_line(peer.shown, theirs, shown, goal, verdict))
        remarks += _remarks(peer.shown, theirs)
        if peer.exact and (differ := _disagreements(mine, theirs)):
            remarks.append(f"{peer.shown} DISAGREES with ours on {differ} games.")
        if peer.goal is not None:
            record.goals[f"{heading}, {peer.shown}"] = reached
        record.figures.append(
            {"game": heading, "tool": peer.name, "label": peer.shown, "ratio": ratio}
            | {"ratio_is_a_lower_bound": bounded, "goal": peer.goal, "reached": reached}
            | _figures(theirs)
        )
    settings.say(comparison(heading, lines))
    for remark in remarks:
        settings.say(note(remark))
    return mine


def _ratio(mine: Sequence[Outcome], theirs: Sequence[Outcome]) -> tuple[float | None, bool]:
    """Return the median over the games of theirs / ours, and whether it is only a lower bound."""
    pairs = [
        (their.best / my.best, their.status == "limit")
        for my, their in zip(mine, theirs, strict=True)
        if my.ok and their.status in ("ok", "limit")
    ]
    if not pairs:
        return None, False
    return median(ratio for ratio, _ in pairs), any(bound for _, bound in pairs)


def _reached(ratio: float | None, bounded: bool, goal: float | None) -> bool | None:
    """Decide a goal; a peer that was stopped too early, or is not here, leaves it open."""
    if ratio is None or goal is None:
        return None
    if ratio >= goal:
        return True
    return None if bounded else False


def _line(
    label: str, outcomes: Sequence[Outcome], ratio: str = "", goal: str = "", verdict: str = ""
) -> Line:
    """Return the table line: the median over the games of the best of the repeats."""
    timed = [outcome for outcome in outcomes if outcome.status in ("ok", "limit")]
    if not timed:
        return Line(label, outcomes[0].status, ratio, goal, verdict)
    stopped = any(outcome.status == "limit" for outcome in timed)
    middle = duration(median(outcome.best for outcome in timed))
    return Line(label, f"> {middle}" if stopped else middle, ratio, goal, verdict)


def _remarks(label: str, outcomes: Sequence[Outcome]) -> list[str]:
    """Name what is missing, failed or was stopped: nothing is skipped silently."""
    remarks = []
    for status, word in (("missing", "missing"), ("error", "failed"), ("limit", "stopped")):
        hit = [outcome for outcome in outcomes if outcome.status == status]
        if hit:
            why = f": {hit[0].note}" if hit[0].note else f" after {hit[0].best:.0f} s"
            remarks.append(f"{label} {word} on {len(hit)} of {len(outcomes)} games{why}")
    return remarks


def _disagreements(mine: Sequence[Outcome], theirs: Sequence[Outcome]) -> int:
    """Count the games on which both gave an exact value, and not the same one."""
    return sum(
        my.answer.value != their.answer.value
        for my, their in zip(mine, theirs, strict=True)
        if my.ok and their.ok and my.answer.value is not None and their.answer.value is not None
    )


def _figures(outcomes: Sequence[Outcome]) -> dict[str, object]:
    return {
        "status": [outcome.status for outcome in outcomes],
        "best": [outcome.best for outcome in outcomes],
        "seconds": [list(outcome.seconds) for outcome in outcomes],
        "value": [_short(outcome.answer.value) for outcome in outcomes],
    }


def _short(value: Fraction | None) -> str | None:
    return None if value is None else str(value) if len(str(value)) < 60 else f"{float(value)!r}"
