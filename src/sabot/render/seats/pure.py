"""Pure equilibria as documents: one line for each, and what each seat is paid."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Number,
    Phrase,
    document,
    pairs,
    table,
)
from sabot.render.words import rounded
from sabot.results.seats.pure import PureEquilibria

MOST = 12
ONE_VIEW = "-"


def pure_view(found: PureEquilibria, *, most: int | None = MOST) -> Document:
    """Return the equilibria, at most *most* of them (None: all)."""
    sizes = " x ".join(f"{size:,}" for size in found.sizes)
    many = f"{sizes} = {found.profiles:,}" if len(found.sizes) > 1 else sizes
    rows: list[tuple[str, Phrase]] = [
        ("seats", ", ".join(found.seats)),
        ("profiles", f"{many} of pure strategies, all looked at"),
        ("equilibria", f"{found.count:,} pure"),
    ]
    parts: list[Block] = [Heading(found.game), BREAK, pairs(*rows)]
    shown = found.equilibria if most is None else found.equilibria[:most]
    for number, one in enumerate(shown, 1):
        lines: list[tuple[Phrase, ...]] = [
            (seat, _said(one.strategies[seat]), rounded(paid, 6))
            for seat, paid in zip(found.seats, one.payoffs, strict=True)
        ]
        parts += [BREAK, Heading(str(number))]
        parts.append(table(lines, head=("seat", "plays", "is paid"), right=(2,)))
    if len(shown) < found.count:
        parts += [BREAK, Note(f"and {found.count - len(shown):,} more (--all lists them)")]
    mixed = "No seat gains by any other strategy. Equilibria with mixed strategies are not listed."
    none = "No pure equilibrium; every finite game has one in mixed strategies, not looked for."
    return document(parts, BREAK, Note(mixed if found.count else none))


def pure_sheet(found: PureEquilibria) -> Document:
    """Return one row for each equilibrium, seat and view: for a spreadsheet."""
    rows: list[tuple[Phrase, ...]] = [
        (str(number), seat, view, action, Number(paid))
        for number, one in enumerate(found.equilibria, 1)
        for seat, paid in zip(found.seats, one.payoffs, strict=True)
        for view, action in one.strategies[seat].items()
    ]
    head = ("equilibrium", "seat", "view", "plays", "is paid")
    return document(Heading(found.game), table(rows, head=head, right=(4,)))


def _said(chosen: Mapping[str, str]) -> str:
    """Return what a seat does, view by view; only the choice where it knows nothing."""
    if list(chosen) == [ONE_VIEW]:
        return chosen[ONE_VIEW]
    return ", ".join(f"{view}: {action}" for view, action in chosen.items())
