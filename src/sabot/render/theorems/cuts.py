"""Theorems on real hands as documents: who does what up to which cut, the cuts as formulas, why."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.forms.algebra.formula import Formula
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Equation,
    Heading,
    Table,
    Text,
    document,
    pairs,
)
from sabot.render.theorems.unique import inequality_count, reason_words
from sabot.render.words import duration, plural, the
from sabot.results.cuts import Answer, CutPiece, CutTheorem


def screen(proof: CutTheorem, *, checked: float | None = None) -> Document:
    """Return what ``sabot prove`` shows: the range, the pieces with their formulas, the check."""
    status = "not checked" if checked is None else f"checked in {duration(checked)}"
    end = [("found in", duration(proof.seconds))] if proof.seconds else []
    return document(_statement(proof), BREAK, pairs(*end, ("proof", status)))


def paper(proof: CutTheorem) -> Document:
    """Return the theorem and a sketch of its proof."""
    shown = "; or ".join(reason_words(proof, "a substitution a + x"))
    one, two = (
        "The cuts are fixed by equations: with the hand at a cut the actions on both sides of it "
        "are worth the same. In the order of the cuts these are linear, with polynomials in "
        f"{proof.parameter} as coefficients. Between neighbouring cuts what a choice is worth is "
        "linear in the hand, so it is best everywhere there if it is at both ends; and if at every "
        "turn, with every hand, no other choice is worth more, then by backward induction no "
        "strategy of any kind earns more.",
        f"Multiplied by positive denominators, these are {inequality_count(proof)} in all, each "
        f"about a polynomial: {shown}. The proof file has every polynomial, with its reason; "
        f"sabot check verifies it without solving ({proof.digest}).",
    )
    return document(_statement(proof), Heading("Why"), Text(one), Text(two))


def sheet(proof: CutTheorem) -> Document:
    """Return the formulas for a spreadsheet: one line for each interval of each turn."""
    head = (proof.parameter, "player", "after", "from", "to", "action", "value")
    rows = []
    for piece in proof.pieces:
        for seat, views in piece.answers.items():
            for view, answer in views.items():
                low = "0"
                for end, action in answer:
                    line = (str(piece.extent), seat, view, low, str(end), action, str(piece.value))
                    rows.append(line)
                    low = str(end)
    return document(Table(tuple(rows), head=head))


def _statement(proof: CutTheorem) -> list[Block]:
    where = f"{proof.range}, in {plural(len(proof.pieces), 'piece')}"
    blocks: list[Block] = [
        Heading(proof.game),
        BREAK,
        pairs(
            ("proved for", where),
            ("", "no player gains by any other strategy, whatever it does with which hand"),
            ("value", f"v, paid to {the(proof.seats[0])}"),
        ),
    ]
    for piece in proof.pieces:
        blocks += [BREAK, Heading(f"{proof.parameter} = {piece.extent}"), *_piece(proof, piece)]
    return blocks


def _piece(proof: CutTheorem, piece: CutPiece) -> Iterator[Block]:
    names: dict[Formula, str] = {}
    letter = "y" if proof.parameter.startswith("x") else "x"
    rows = [
        (seat, view, _done(answer, names, letter))
        for seat, views in piece.answers.items()
        for view, answer in views.items()
    ]
    yield Table(tuple(rows), head=("player", "after", "with which hands"))
    yield BREAK
    yield Equation("v", piece.payoffs[proof.seats[0]], proof.parameter)
    for formula, name in names.items():
        yield Equation(name, formula, proof.parameter)


def _done(answer: Answer, names: dict[Formula, str], letter: str) -> str:
    """Return what is done at a turn, from the lowest hands up: ``drop to x_1, enter``.

    A cut that is a number is told as it is; the others get names.
    """
    parts = []
    for end, action in answer[:-1]:
        name = str(end)
        if end.constant is None:
            name = names.setdefault(end, f"{letter}_{len(names) + 1}")
        parts.append(f"{action} to {name}")
    return ", ".join([*parts, answer[-1][1]])
