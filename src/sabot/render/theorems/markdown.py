"""Theorems for a wiki: Markdown, one section a piece, and why."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.forms.algebra.formula import Formula
from sabot.render.formula import factored, limit_text
from sabot.render.theorems.ends import roots_in_words
from sabot.render.theorems.parts import (
    Part,
    SeatPart,
    equals,
    meeting,
    parts_of,
    second_words,
    shown_chances,
    verdict,
)
from sabot.render.theorems.tables import letters_table, sorts_markdown
from sabot.render.theorems.unique import arguments, inequality_count, reason_words, told
from sabot.render.words import the
from sabot.render.writers.markdown import escaped as plain
from sabot.results.pieces import Piece
from sabot.results.theorem import Theorem


def theorem_markdown(proof: Theorem) -> str:
    """Return the theorem as Markdown: one section a piece."""
    parts = [f"**{plain(proof.game)}**: proved for {plain(proof.range)}. The value is paid to "]
    parts[0] += f"{plain(the(proof.seats[0]))}."
    name = proof.parameter
    for number, part in enumerate(parts_of(proof)):
        lines = [f"### {plain(name)} = {part.where}", ""]
        lines.append(f"- value: `{_code(part.value, part.at)}`")
        if part.tail and part.value.constant is None:
            lines[-1] += f", {_limit(part.value)}"
        for seat in part.seats:
            lines += _seat(seat, part, proof, not number)
        parts.append("\n".join(lines))
        parts += [] if number else _tables(part, proof)
    if not proof.whole:
        lines = [f"- {plain(name)} {equals(at)}: {plain(words)}" for at, words in meeting(proof)]
        lines += [f"- {plain(words)}" for words in roots_in_words(proof)]
        parts.append("\n".join(["### Where the ranges begin, meet and end", "", *lines]))
    return "\n\n".join([*parts, *_why(proof), *sorts_markdown(proof)]) + "\n"


def _code(formula: Formula, at: Fraction | None) -> str:
    constant = formula.constant if at is None else formula.at(at)
    return str(constant) if constant is not None else factored(formula)


def _limit(formula: Formula) -> str:
    return limit_text(formula) if formula.limit is None else f"limit {limit_text(formula)}"


def _seat(seat: SeatPart, part: Part, proof: Theorem, first: bool) -> list[str]:
    lines = [f"- {plain(seat.seat)} ({verdict(seat, proof.whole)})"]
    for mixed in seat.mixed:
        view = "" if mixed.view == "-" else f"{plain(mixed.view)} "
        for action, formula in shown_chances(mixed):
            limit = f", {_limit(formula)}" if part.tail else ""
            code = _code(formula, part.at)
            lines.append(f"  - {view}{plain(action)}: `{code}`{limit}")
    sure = ", ".join(
        plain(action) if view == "-" else f"{plain(view)} {plain(action)}"
        for view, action in seat.sure.items()
    )
    if sure:
        lines.append(f"  - {sure}")
    elif seat.count and (first or seat.changes):
        changes = ", ".join(map(plain, seat.changes))
        told = f"sure answers at {seat.count} views" if first else f"sure answers now: {changes}"
        lines.append(f"  - {told}")
    words = second_words(seat, lambda formula: _code(formula, part.at))
    return [*lines, f"  - {plain(words)}"] if words else lines


def _tables(part: Part, proof: Theorem) -> list[str]:
    """Return the strategies of the first piece that are too long for a line, in letters."""
    found = []
    for seat in part.seats:
        table = None if seat.sure or not seat.count else letters_table(proof, seat)
        if table is not None:
            title = f"{plain(seat.seat)}'s whole strategy there ({plain(table.key)}):"
            found += [title, table.markdown]
    return found


def _why(proof: Theorem) -> list[str]:
    """Return the sketch of the proof."""
    name = proof.parameter

    def where(pieces: Sequence[Piece]) -> str:
        return plain(f"for {name} = " + "; ".join(str(piece.extent) for piece in pieces))

    opening = (
        "Both strategies of a piece secure its value: no chance is negative, and backward "
        f"induction finds no better reply. These are {inequality_count(proof)} in all, each about "
        f"a polynomial: {'; or '.join(reason_words(proof, 'a substitution a + x'))}. The saved "
        "proof has every polynomial, with its reason; `sabot check` verifies it without solving."
    )
    lines = [f"- {told(argument, proof, where, plain)}" for argument in arguments(proof)]
    return ["### Why", opening, "\n".join(lines)]
