"""The best profile found as a document; it is called an equilibrium only where no seat gains."""

from __future__ import annotations

from sabot.forms.algebra.number import Algebraic, Real
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
from sabot.render.layout import runs
from sabot.render.seats.surds import decimal_of, exactly, mix_of, root_phrase, surd
from sabot.render.words import both, decimal_text, plural
from sabot.results.seats.profile import Profile

MOST = 24
SHEET_DIGITS = 15
_ENDED = {
    "gap": "until it was as near as asked",
    "iterations": "which were all that it had",
    "stopped": "until it was stopped",
}


def profile_view(found: Profile, *, most: int | None = MOST) -> Document:
    """Return what each seat is paid and could gain, and its strategy; *most* lines of each."""
    rows: list[tuple[Phrase, ...]] = [
        (seat, exactly(found.payoffs[seat], 6), both(found.gains[seat], 6)) for seat in found.seats
    ]
    ran: Phrase = f"{found.iterations:,} iterations, {found.seconds:.2f} s{_ended(found)}"
    if not found.iterations:
        ran = f"{found.seconds:.2f} s, from {found.method}"
    parts: list[Block] = [Heading(found.game), BREAK]
    parts += [table(rows, head=("seat", "payoff", "gain"), right=(1, 2)), BREAK]
    parts += [Note(verdict(found)), BREAK, pairs(*_root(found), ("found in", ran))]
    for seat in found.seats:
        parts += [BREAK, Heading(seat)]
        parts.append(
            pairs(("payoff", exactly(found.payoffs[seat])), ("gain", both(found.gains[seat])))
        )
        lines = runs(found.strategies[seat])
        shown = lines if most is None else lines[:most]
        parts.append(table(((x.piece, mix_of(x.mix)) for x in shown), depth=2))
        if len(shown) < len(lines):
            parts.append(Note(f"and {plural(len(lines) - len(shown), 'more line')} (--json)"))
    return document(parts)


def _ended(found: Profile) -> str:
    """Return why the search ended, where that is not said by what it found."""
    return "" if found.equilibrium else f", {_ENDED[found.ended]}"


def verdict(found: Profile) -> str:
    """Return what is proved of a profile, in words."""
    if found.equilibrium:
        field = "" if found.root is None else "; chances and payoffs are numbers with the root t"
        return f"an equilibrium: no seat gains by any other strategy{field}"
    most = decimal_text(found.gap, 6)[0]
    return f"not an equilibrium: each seat can gain at most {most} by any other strategy; proved"


def _root(found: Profile) -> list[tuple[str, Phrase]]:
    return [] if found.root is None else [("t", root_phrase(found.root))]


def profile_sheet(found: Profile) -> Document:
    """Return one row for each seat, view and action: for a spreadsheet.

    Numbers with a root stand there as they are, with a decimal beside them.
    """
    more = () if found.root is None else ("decimal",)
    paid: list[tuple[Phrase, ...]] = [
        (seat, *_cells(found.payoffs[seat], more), Number(found.gains[seat]))
        for seat in found.seats
    ]
    rows: list[tuple[Phrase, ...]] = [
        (seat, view, action, *_cells(chance, more))
        for seat in found.seats
        for view, mix in found.strategies[seat].items()
        for action, chance in mix.items()
    ]
    return document(
        Heading(found.game),
        table(paid, head=("seat", "payoff", *more, "gain"), right=(1, 2)),
        table(rows, head=("seat", "view", "action", "chance", *more), right=(3,)),
    )


def _cells(number: Real, more: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Return a number, and its decimal where a column is kept for it."""
    exact = surd(number) if isinstance(number, Algebraic) else Number(number)
    return (exact, *(decimal_of(number, SHEET_DIGITS) for _ in more))
