"""Theorems as documents: range, pieces with their formulas, limits, verdicts, the check."""

from __future__ import annotations

from sabot.forms.algebra.formula import Formula
from sabot.render.document import BREAK, Block, Document, Heading, Phrase, Word, document, pairs
from sabot.render.formula import limit_text
from sabot.render.theorems.ends import how_found, roots_in_words
from sabot.render.theorems.parts import (
    Part,
    SeatPart,
    equals,
    meeting,
    parts_of,
    second_phrase,
    shown_chances,
    shown_formula,
    verdict,
)
from sabot.render.theorems.sorts import Sorts, sort_rows
from sabot.render.words import MIX_DIGITS, decimal_text, plural, safe, the
from sabot.results.theorem import Theorem

Rows = list[tuple[str, Phrase]]


def theorem_view(proof: Theorem, *, checked: float | None = None) -> Document:
    """Return a theorem: its range, every piece with its formulas, limits, verdicts, the check."""
    found = parts_of(proof)
    name = proof.parameter
    rows: Rows = [
        ("proved for", f"{safe(proof.range)}, in {plural(len(found), 'piece')}"),
        ("value", f"is paid to {the(proof.seats[0])}"),
    ]
    rows += [(safe(seat), proof.verdict(seat)) for seat in proof.seats]
    body: list[Block] = [Heading(proof.game), BREAK, pairs(*rows)]
    for number, part in enumerate(found):
        body += [BREAK, Heading(f"{name} = {part.where}"), *_piece(part, proof, not number)]
    if not proof.whole:
        where = [(f"{safe(name)} {equals(at)}", safe(told)) for at, told in meeting(proof)]
        where += [("", safe(words)) for words in roots_in_words(proof)]
        body += [BREAK, Heading("where pieces begin, meet and end"), pairs(*where)]
    sorts = Sorts.of(proof)
    if sorts is not None:
        title = Heading(sorts.seat, f"whatever {safe(sorts.foe)} does")
        body += [BREAK, title, pairs(*sort_rows(sorts, name))]
    return document(body, BREAK, pairs(*how_found(proof.seconds, checked)))


def _piece(part: Part, proof: Theorem, first: bool) -> list[Block]:
    name = proof.parameter
    rows: Rows = [("value", shown_formula(part.value, part.at, "strong"))]
    if part.tail and part.value.constant is None:
        rows.append(("", f"{_limit(part.value)} as {safe(name)} grows"))
    for seat in part.seats:
        rows += _seat(seat, part, proof, first)
    return [pairs(*rows)]


def _seat(seat: SeatPart, part: Part, proof: Theorem, first: bool) -> Rows:
    rows: Rows = [(safe(seat.seat), Word(verdict(seat, proof.whole), "dim"))]
    for mixed in seat.mixed:
        for action, formula in shown_chances(mixed):
            view = "" if mixed.view == "-" else f"{safe(mixed.view)} "
            head = Word(f"{view}{safe(action)}: ", "mixed")
            rows.append(("", (head, shown_formula(formula, part.at, "mixed"))))
            if part.tail and formula.constant is None:
                rows.append(("", f"  {_limit(formula)}"))
    sure = ", ".join(
        safe(action) if view == "-" else f"{safe(view)} {safe(action)}"
        for view, action in seat.sure.items()
    )
    if sure:
        rows.append(("", sure))
    elif seat.count and first:
        rows.append(("", note_text(seat.count)))
    elif seat.count:
        changes = ", ".join(map(safe, seat.changes))
        rows.append(("", f"sure answers now: {changes}" if changes else "sure answers as before"))
    words = second_phrase(seat, lambda formula: shown_formula(formula, part.at, "dim"))
    dimmed = tuple(Word(safe(one), "dim") if isinstance(one, str) else one for one in words)
    return [*rows, ("", dimmed)] if words else rows


def note_text(count: int) -> str:
    """Return what is said of sure answers that are too many to list."""
    return f"sure answers at {plural(count, 'view')}, in the saved proof"


def _limit(formula: Formula) -> str:
    limit = formula.limit
    if limit is None:
        return limit_text(formula)
    if limit.denominator == 1:
        return f"-> {limit_text(formula)}"
    return f"-> {limit_text(formula)} ≈ {decimal_text(limit, MIX_DIGITS)[0]}"
