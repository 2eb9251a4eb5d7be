"""Views of range against range: how often each wins."""

from __future__ import annotations

from fractions import Fraction

from sabot.exact import format_decimal
from sabot.render.document import (
    BREAK,
    Document,
    Heading,
    LabelledLines,
    build_document,
    build_table,
)
from sabot.results.equity import RangeEquity


def equity_view(found: RangeEquity) -> Document:
    """Return the chances of both ranges."""
    ties = Fraction(found.ties, found.total)
    rows = [
        (name, *(_percent(one) for one in (Fraction(wins, found.total), ties, share)))
        for name, wins, share in (
            (found.ranges[0], found.wins, found.equity),
            (found.ranges[1], found.losses, 1 - found.equity),
        )
    ]
    none = "none: five cards each" if found.has_five_cards else "none: before the flop"
    deals = ("deals", f"{found.total:,}")
    if any(":" in text for text in found.ranges):
        deals = ("weight", f"{found.total:,} of all deals, with whole numbers as weights")
    notes = [("board", found.board or none), deals]
    return build_document(
        Heading(f"{found.ranges[0]} against {found.ranges[1]}"),
        BREAK,
        build_table(rows, head=("range", "wins %", "ties %", "equity %"), right=(1, 2, 3)),
        BREAK,
        LabelledLines(tuple(notes), width=8),
    )


def _percent(share: Fraction) -> str:
    return format_decimal(100 * share, 6)
