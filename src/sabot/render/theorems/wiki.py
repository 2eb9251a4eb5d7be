"""Theorems for a wiki: one section a piece, and why; the parameter under its own name."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.forms.algebra.formula import Formula
from sabot.render.document import (
    Block,
    Code,
    Document,
    Heading,
    Item,
    Listing,
    Phrase,
    Section,
    Text,
    document,
    joined,
)
from sabot.render.formula import formula_text, limit_text
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
from sabot.render.theorems.sorts import Sorts, footnoted
from sabot.render.theorems.tables import letters_table, sorts_caption, sorts_table, within
from sabot.render.theorems.unique import arguments, inequality_count, reason_words, told
from sabot.render.words import the
from sabot.results.pieces import Piece, Sort
from sabot.results.theorem import Theorem


def theorem_wiki(proof: Theorem) -> Document:
    """Return the theorem with one section a piece."""
    said = f"proved for {proof.range}. The value is paid to {the(proof.seats[0])}."
    blocks: list[Block] = [Heading(proof.game, said)]
    name = proof.parameter
    for number, part in enumerate(parts_of(proof)):
        limit = f", {_limit(part.value)}" if part.tail and part.value.constant is None else ""
        value = "value: ", Code(_code(part.value, part.at)), limit
        seats = (_seat(seat, part, proof, not number) for seat in part.seats)
        blocks += [Section(f"{name} = {part.where}"), Listing((value, *seats))]
        blocks += [] if number else _tables(part, proof)
    if not proof.whole:
        lines = [f"{name} {equals(at)}: {words}" for at, words in meeting(proof)]
        lines += roots_in_words(proof)
        blocks += [Section("Where the ranges begin, meet and end"), Listing(tuple(lines))]
    return document(blocks, _why(proof), _sorts(proof))


def _code(formula: Formula, at: Fraction | None) -> str:
    return formula_text(formula if at is None else Formula.number(formula.at(at), formula.name))


def _limit(formula: Formula) -> str:
    return limit_text(formula) if formula.limit is None else f"limit {limit_text(formula)}"


def _seat(seat: SeatPart, part: Part, proof: Theorem, first: bool) -> Item:
    lines: list[Phrase] = []
    for mixed in seat.mixed:
        view = "" if mixed.view == "-" else f"{mixed.view} "
        for action, formula in shown_chances(mixed):
            limit = f", {_limit(formula)}" if part.tail else ""
            lines.append((f"{view}{action}: ", Code(_code(formula, part.at)), limit))
    sure = ", ".join(
        action if view == "-" else f"{view} {action}" for view, action in seat.sure.items()
    )
    if sure:
        lines.append(sure)
    elif seat.count and (first or seat.changes):
        changes = ", ".join(seat.changes)
        told = f"sure answers at {seat.count} views" if first else f"sure answers now: {changes}"
        lines.append(told)
    words = second_words(seat, lambda formula: _code(formula, part.at))
    return Item(
        f"{seat.seat} ({verdict(seat, proof.whole)})", (*lines, words) if words else tuple(lines)
    )


def _tables(part: Part, proof: Theorem) -> list[Block]:
    """Return the strategies of the first piece that are too long for a line, in letters."""
    found: list[Block] = []
    for seat in part.seats:
        table = None if seat.sure or not seat.count else letters_table(proof.game, seat)
        if table is not None:
            found += [Text(f"{seat.seat}'s whole strategy there ({table.key}):"), table.table]
    return found


def _why(proof: Theorem) -> list[Block]:
    """Return the sketch of the proof."""
    name = proof.parameter

    def where(pieces: Sequence[Piece]) -> str:
        return f"for {name} = " + "; ".join(str(piece.extent) for piece in pieces)

    opening = (
        "Both strategies of a piece secure its value: no chance is negative, and backward "
        f"induction finds no better reply. These are {inequality_count(proof)} in all, each about "
        "a polynomial: ",
        *joined([reason_words(proof, "a substitution a + x")], ""),
        ". The saved proof has every polynomial, with its reason; ",
        Code("sabot check"),
        " verifies it without solving.",
    )
    lines = tuple(told(argument, proof, where) for argument in arguments(proof))
    return [Section("Why"), Text(opening), Listing(lines)]


def _sorts(proof: Theorem) -> list[Block]:
    """Return the table of the second seat's choices, with notes for what changes."""
    sorts = Sorts.of(proof)
    if sorts is None:
        return []
    found = footnoted(sorts, proof)

    def where(sort: Sort) -> str:
        return within(proof.parameter, sort, proof, "≤", "≥")

    told = f"{sorts_caption(sorts)}. The marks are those for {proof.parameter} = {found.at}"
    told += ", with footnotes for the others." if found.notes else "."
    return [
        Section(f"{sorts.seat} whatever {sorts.foe} does"),
        sorts_table(found, where, told),
    ]
