"""Strategies from a file: a saved solution, or bare JSON of seats, views and chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sabot.cli.files import read
from sabot.errors import FileError, NumberError
from sabot.exact import rational, show
from sabot.ruleset import Game
from sabot.solution import Solution

Strategies = dict[str, dict[str, dict[str, Fraction]]]


def read_strategies(path: str, game: Game) -> Strategies:
    """Return the strategies in a file, for some or all seats of *game*."""
    found = read(path)
    tables = found.get("strategies", found)
    if not isinstance(tables, dict) or not tables:
        raise FileError(
            f"{path}: no strategies in it; expected {{seat: {{view: {{action: p/q}}}}}}"
        )
    if extra := [seat for seat in tables if seat not in game.seats and seat != "schema"]:
        seats = ", ".join(game.seats)
        raise FileError(f"{path}: {extra[0][:80]!r} does not sit at {game}; its seats: {seats}")
    return {
        seat: {view: _mix(f"{path}: {seat} at {view!r}", mix) for view, mix in table.items()}
        for seat, table in ((s, _table(path, s, t)) for s, t in tables.items() if s != "schema")
    }


def _table(path: str, seat: str, table: Any) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise FileError(f"{path}: {seat}: expected {{view: {{action: p/q}}}}")
    return table


def _mix(where: str, mix: Any) -> dict[str, Fraction]:
    if not isinstance(mix, dict):
        raise FileError(f"{where}: expected {{action: p/q}}")
    try:
        chances = {action: rational(chance) for action, chance in mix.items()}
    except NumberError as fault:
        raise FileError(f"{where}: {fault}") from None
    total = sum(chances.values(), Fraction(0))
    if total != 1:
        raise FileError(f"{where}: chances add to 1; these add to {show(total)}")
    if any(chance < 0 for chance in chances.values()):
        raise FileError(f"{where}: a chance is negative")
    return chances


def demand_complete(path: str, given: Strategies, solution: Solution) -> None:
    """Refuse strategies that do not answer exactly the views of their seats."""
    for seat, table in given.items():
        wanted = solution[seat]
        if missing := [view for view in wanted if view not in table]:
            raise FileError(f"{path}: {seat} has no answer at {_few(missing)}")
        if extra := [view for view in table if view not in wanted]:
            raise FileError(f"{path}: {seat} is never asked at {_few(extra)}")
        for view, mix in table.items():
            if odd := [action for action in mix if action not in wanted[view]]:
                known = ", ".join(wanted[view])
                raise FileError(f"{path}: {seat} at {view!r}: no action {odd[0]!r}; known: {known}")


def _few(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6:,} more" if len(names) > 6 else "")
