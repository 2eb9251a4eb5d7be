"""A proven interval as a document; it is never called a solution."""

from __future__ import annotations

from sabot.exact import above, below
from sabot.render.document import BREAK, Document, Heading, Pairs, Text, document
from sabot.render.views import saved
from sabot.render.words import ENDED, the
from sabot.results.interval import Approximation

_LABELS = 10


def interval_view(found: Approximation) -> Document:
    """Return the interval, and how it was come by."""
    low, high, ended = found.low, found.high, ENDED.get(found.found.ended, "")
    rows = (
        ("value", f"between {below(low, 12)} and {above(high, 12)}"),
        ("", f"paid to {the(found.seats[0])}; proved, not exact"),
        ("gap", f"{above(high - low, 3)} after {found.found.iterations:,} iterations"),
        ("found in", ", ".join(filter(None, (f"{found.found.seconds:.2f} s", ended)))),
    )
    said = (
        "Both bounds are exact: each is what one seat's strategy is worth against",
        "its best reply. --json or -o gives the strategies.",
    )
    lines = (Text(line, depth=1) for line in said)
    return document(Heading(found.game), BREAK, Pairs(rows, width=_LABELS), BREAK, lines)


def interval_sheet(found: Approximation) -> Document:
    """Return the strategies that prove it, one row for each seat, view and action."""
    return saved.interval_sheet(found.game, found.to_json())
