"""Theorems for a spreadsheet: one row for each piece, seat, view and action."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot.exact import show
from sabot.forms.algebra.formula import Formula
from sabot.render.document import Document, Heading, Phrase, document, table
from sabot.render.formula import formula_text
from sabot.results.ends import end_text
from sabot.results.theorem import Theorem

HEAD = ("from", "to", "seat", "view", "action", "formula")


def theorem_sheet(proof: Theorem) -> Document:
    """Return every formula of a theorem; the rows of a piece begin with its value."""
    return document(Heading(proof.game), table(_rows(proof), head=HEAD))


def _rows(proof: Theorem) -> Iterator[tuple[Phrase, ...]]:
    for piece in proof.pieces:
        at = piece.at

        def text(formula: Formula, at: Fraction | None = at) -> str:
            return formula_text(formula) if at is None else show(formula.at(at))

        high = "" if piece.high is None else end_text(piece.high)
        ends = end_text(piece.low), high
        yield (*ends, "", "", "value", text(piece.value))
        for seat in proof.seats:
            for view, mix in piece.strategies[seat].items():
                for action, chance in mix.items():
                    yield (*ends, seat, view, action, text(chance))
