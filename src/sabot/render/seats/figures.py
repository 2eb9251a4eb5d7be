"""Payoffs by seat drawn against a number that a sweep changes, and the mixes below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.errors import SabotError
from sabot.exact import rational
from sabot.games import load
from sabot.render.figures.captions import unit
from sabot.render.figures.figure import Curve, Figure, Mark, Panel

MOST_CURVES = 10
"""Mixing chances that are drawn."""
Rows = Sequence[Mapping[str, Any]]


def sweep_by_seat(key: str, at: Sequence[Fraction], rows: Rows, title: str, note: str) -> Figure:
    """Return what each seat is paid, and where it mixes, against the number *key*.

    A row of a zero-sum game among the others (no rake, no commission) pays its value and as much
    less.
    """
    order = sorted(range(len(rows)), key=lambda k: at[k])
    points = [(at[k], rows[k]) for k in order]
    paid = [(x, _paid(row)) for x, row in points]
    curves = []
    for number, seat in enumerate(_seats(rows)):
        line = tuple((x, both[number]) for x, both in paid)
        curves += [Curve(seat, line, faint=True), Curve(seat, line, "dots")]
    up = f"paid ({unit(str(rows[0]['game']))})"
    panels = [Panel(key, up, tuple(curves), (Mark("", y=Fraction(0)),), title="payoffs")]
    mixes, left = _mixes(points)
    if mixes:
        panels.append(Panel(key, "chance", mixes, title="where they mix", chances=True))
    more = f"{left} more mixing chances left out" if left else ""
    return Figure(title, tuple(panels), "; ".join(filter(None, (note, more))))


def _paid(row: Mapping[str, Any]) -> tuple[Fraction, ...]:
    if "payoffs" in row:
        return tuple(map(rational, row["payoffs"]))
    value = rational(row.get("value", row.get("expectation")))
    return value, -value


def _seats(rows: Rows) -> list[str]:
    named = next((list(row["unique"]) for row in rows if row.get("unique")), None)
    if named is not None:
        return named
    try:
        return list(load(str(rows[0]["game"]), run=False).seats)
    except SabotError:
        return [f"seat {number}" for number, _ in enumerate(_paid(rows[0]), 1)]


def _mixes(
    points: Sequence[tuple[Fraction, Mapping[str, Any]]],
) -> tuple[tuple[Curve, ...], int]:
    """Return a curve of dots for each chance, where it is neither 0 nor 1, and how many more."""
    found: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for x, row in points:
        for seat, views in row.get("mixed", {}).items():
            for view, mix in views.items():
                where = "" if view == "-" else f" {view}"
                for action, chance in list(mix.items())[1 if len(mix) == 2 else 0 :]:
                    label = f"{seat}{where} {action}"
                    found.setdefault(label, []).append((x, rational(chance)))
    kept = list(found.items())[:MOST_CURVES]
    curves = tuple(Curve(label, tuple(line), "dots") for label, line in kept)
    return curves, len(found) - len(kept)
