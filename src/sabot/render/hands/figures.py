"""Thresholds drawn: on [0, 1] turn by turn, and against a number that a sweep changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sabot.exact import decimal, rational
from sabot.render.figures.captions import caption, titled, unit
from sabot.render.figures.figure import Curve, Figure, Mark, Panel, Strips
from sabot.render.words import clipped
from sabot.results.balance import Equilibrium

MOST_LINES = 40
"""Turns of a seat that are drawn."""
MOST_CURVES = 7
"""Thresholds of a seat that are drawn: as many as there are colours."""


def thresholds_figure(found: Equilibrium) -> Figure:
    """Return what each seat does with which hand, with what it is paid below."""
    panels = []
    for number, seat in enumerate(found.seats):
        turns = found.form.of(number)
        lines = []
        for turn in turns[:MOST_LINES]:
            answer = found.answer(turn)
            ends = (*answer.cuts, Fraction(1))
            names = [turn.actions[action] for action in answer.actions]
            lines.append((_after(turn.view), tuple(zip(ends, names, strict=True))))
        actions = tuple(dict.fromkeys(action for turn in turns for action in turn.actions))
        more = len(turns) - MOST_LINES
        title = f"player {seat}" + (f" (and {more} turns more)" if more > 0 else "")
        panels.append(Strips(title, tuple(lines), actions))
    paid = ", ".join(f"{decimal(found.payoffs[seat], 6)} to {seat}" for seat in found.seats)
    title = f"{titled(found.game)}: what is done with which hand"
    return Figure(title, tuple(panels), caption(clipped(found.game), f"paid on average: {paid}"))


def _after(view: str) -> str:
    """Return what was said before a turn, in words."""
    return "at first" if view == "-" else view


def equilibrium_figures(found: Callable[[], Equilibrium]) -> dict[str, Callable[[], Figure]]:
    """Return the figures of an equilibrium, by name."""
    return {"thresholds": lambda: thresholds_figure(found())}


Rows = Sequence[Mapping[str, Any]]


def against(key: str, at: Sequence[Fraction], rows: Rows, title: str, note: str) -> Figure:
    """Return payoffs and thresholds of real hands against the number *key* that a sweep changes."""
    order = sorted(range(len(rows)), key=lambda k: at[k])
    points = [(at[k], rows[k]) for k in order]
    seats = list(rows[0].get("thresholds", {})) or [
        str(number + 1) for number in range(len(rows[0]["payoffs"]))
    ]
    paid = []
    for number, seat in enumerate(seats):
        line = tuple((x, rational(row["payoffs"][number])) for x, row in points)
        name = f"player {seat}"
        paid += [Curve(name, line, faint=True), Curve(name, line, "dots")]
    up = f"paid ({unit(str(rows[0]['game']))})"
    panels = [Panel(key, up, tuple(paid), (Mark("", y=Fraction(0)),), title="payoffs")]
    if "thresholds" in rows[0]:
        panels += [_cuts(key, seat, points) for seat in seats]
    return Figure(title, tuple(panels), note)


def _cuts(key: str, seat: str, points: Sequence[tuple[Fraction, Mapping[str, Any]]]) -> Panel:
    """Return a seat's thresholds: a curve for each, where its turn has the same actions."""
    curves: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for x, row in points:
        for view, steps in row["thresholds"][seat].items():
            for (end, below), (_, above) in pairwise(steps):
                label = f"{_after(view)}: {below} | {above}"
                curves.setdefault(label, []).append((x, rational(end)))
    kept = list(curves.items())[:MOST_CURVES]
    more = len(curves) - len(kept)
    title = f"thresholds of player {seat}" + (f" ({more} more left out)" if more > 0 else "")
    lines = tuple(Curve(label, tuple(line)) for label, line in kept)
    return Panel(key, "hand, worst 0, best 1", lines, title=title, chances=True, shares=False)
