"""Files that are shown as they tell it: intervals, checked by who reads them, and sweeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.analyse.sweeping.sweep import Row
from sabot.errors import FileError, NumberError
from sabot.exact import rational
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Number,
    document,
    pairs,
    table,
)
from sabot.render.layout import in_order, runs
from sabot.render.views.solution import answers
from sabot.render.words import both, decimal_text

Saved = Mapping[str, Any]
Mixes = Mapping[str, Mapping[str, Fraction]]
_BROKEN = (KeyError, TypeError, AttributeError, ValueError, NumberError)


def _strategies(file: str, saved: Saved) -> dict[str, Mixes]:
    try:
        return {
            str(seat): {view: _mix(mix) for view, mix in views.items()}
            for seat, views in saved["strategies"].items()
        }
    except _BROKEN as fault:
        raise FileError(f"{file}: not a saved interval: {fault}") from None


def _mix(mix: Mapping[str, str]) -> dict[str, Fraction]:
    return {action: rational(text) for action, text in mix.items()}


def interval_tables(file: str, saved: Saved, *, checked: bool) -> Document:
    """Return a saved interval with both strategies; whether it was checked stands beside it."""
    strategies = _strategies(file, saved)
    try:
        low, high = rational(saved["low"]), rational(saved["high"])
        game = str(saved["game"])
    except _BROKEN as fault:
        raise FileError(f"{file}: not a saved interval: {fault}") from None
    rows = pairs(
        ("at least", both(low)),
        ("at most", both(high)),
        ("file", "checked" if checked else "not checked"),
    )
    seats: list[Block] = []
    for seat, views in strategies.items():
        seats += [BREAK, Heading(seat), answers(runs(views))]
    return document(Heading(game, "an interval for the value"), BREAK, rows, seats)


def interval_sheet(file: str, saved: Saved) -> Document:
    """Return one row for each seat, view and action of a saved interval."""
    rows = (
        (seat, view, action, Number(chance), decimal_text(chance, 15)[0])
        for seat, views in _strategies(file, saved).items()
        for view in in_order(views)
        for action, chance in views[view].items()
    )
    return document(table(rows, head=("seat", "view", "action", "chance", "decimal"), right=(3, 4)))


def read_rows(file: str, rows: Sequence[Saved]) -> list[Row]:
    """Return the rows of a saved sweep."""
    try:
        return [Row.from_json({"error": "", **row}) for row in rows]
    except _BROKEN as fault:
        raise FileError(f"{file}: not the rows of a sweep: {fault}") from None
