"""Views of proven bounds on the value of a game (counterfactual regret minimisation).

Both bounds are exact: each is what one player's strategy is worth against its best response. They
are never called a solution. A saved file is shown as it is, with whether it was checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sabot.errors import FileError
from sabot.exact import as_rational, format_rounded_down, format_rounded_up
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    LabelledLines,
    Paragraph,
    Remark,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.strategy_table import merge_equal_infosets, sort_infosets
from sabot.render.text import STOP_REASONS, decimal_text, fraction_and_decimal, with_article
from sabot.render.views.solution import answer_table
from sabot.results.codec import MALFORMED_JSON_ERRORS, JsonObject
from sabot.results.value_bounds import Approximation

_LABEL_WIDTH = 10


def value_bounds_view(found: Approximation) -> Document:
    """Return the interval, and how it was come by."""
    low, high, ended = found.low, found.high, STOP_REASONS.get(found.found.ended, "")
    first = with_article(found.seats[0])
    payee = f"a loss for {first}" if high < 0 else f"paid to {first}"
    left, known = format_rounded_up(high - low, 3), found.checked_file is None
    seconds = f"{found.found.seconds:.2f} s"
    rows = [
        ("value", f"between {format_rounded_down(low, 12)} and {format_rounded_up(high, 12)}"),
        ("", f"{payee}; proved, not exact"),
        ("gap", f"{left} after {found.found.iterations:,} iterations" if known else left),
        *([("found in", ", ".join(filter(None, (seconds, ended))))] if known else []),
    ]
    said = (
        "Both bounds are exact: each is what one seat's strategy is worth against",
        "its best reply. --json or -o gives the strategies.",
    )
    lines = (Paragraph(line, depth=1) for line in said)
    return build_document(
        Heading(found.game), BREAK, LabelledLines(tuple(rows), width=_LABEL_WIDTH), BREAK, lines
    )


def value_bounds_sheet(found: Approximation) -> Document:
    """Return the strategies that prove it, one row for each seat, view and action."""
    return saved_value_bounds_sheet(found.game, found.to_json())


SavedStrategy = Mapping[str, Mapping[str, Fraction]]


def _read_strategies(file: str, saved: JsonObject) -> dict[str, SavedStrategy]:
    try:
        return {
            str(seat): {view: _read_mixed_action(mix) for view, mix in views.items()}
            for seat, views in saved["strategies"].items()
        }
    except MALFORMED_JSON_ERRORS as fault:
        raise FileError(f"{file}: not a saved interval: {fault}") from None


def _read_mixed_action(mix: Mapping[str, str]) -> dict[str, Fraction]:
    return {action: as_rational(text) for action, text in mix.items()}


def saved_value_bounds_tables(file: str, saved: JsonObject, left_open: str) -> Document:
    """Return a saved interval with both strategies; and what a check of it left open.

    That is empty where the file was not checked.
    """
    strategies = _read_strategies(file, saved)
    try:
        low, high = as_rational(saved["low"]), as_rational(saved["high"])
        game = str(saved["game"])
    except MALFORMED_JSON_ERRORS as fault:
        raise FileError(f"{file}: not a saved interval: {fault}") from None
    rows = labelled_lines(
        ("at least", fraction_and_decimal(low)),
        ("at most", fraction_and_decimal(high)),
        ("file", "checked" if left_open else "not checked"),
    )
    seats: list[Block] = []
    for seat, views in strategies.items():
        seats += [BREAK, Heading(seat), answer_table(merge_equal_infosets(views))]
    end = (BREAK, Remark(left_open)) if left_open else ()
    return build_document(Heading(game, "an interval for the value"), BREAK, rows, seats, end)


def saved_value_bounds_sheet(file: str, saved: JsonObject) -> Document:
    """Return one row for each seat, view and action of a saved interval."""
    rows = (
        (seat, view, action, ExactNumber(chance), decimal_text(chance, 15)[0])
        for seat, views in _read_strategies(file, saved).items()
        for view in sort_infosets(views)
        for action, chance in views[view].items()
    )
    return build_document(
        build_table(rows, head=("seat", "view", "action", "chance", "decimal"), right=(3, 4))
    )
