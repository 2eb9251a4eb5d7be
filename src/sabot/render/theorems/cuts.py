"""Theorems on real hands as documents: who does what up to which cut, the cuts as formulas, why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sabot.forms.algebra.formula import Formula
from sabot.render.document import (
    BREAK,
    Block,
    Cases,
    Code,
    Document,
    Equation,
    Heading,
    Maths,
    Phrase,
    Statement,
    Table,
    Text,
    document,
    joined,
    pairs,
)
from sabot.render.formula import formula_latex, formula_text
from sabot.render.theorems.ends import how_found, within
from sabot.render.theorems.game import defined, letter_of
from sabot.render.theorems.unique import inequality_count, reason_words
from sabot.render.words import named, plural, the
from sabot.results.cuts import Answer, CutPiece, CutTheorem

DENOMINATOR = "the denominator of the cuts is positive"
"""The inequality of a proof that says so."""


def screen(proof: CutTheorem, *, checked: float | None = None) -> Document:
    """Return what ``sabot prove`` shows: the range, the pieces with their formulas, the check."""
    return document(_statement(proof), BREAK, pairs(*how_found(proof.seconds, checked)))


def paper(proof: CutTheorem) -> Document:
    """Return the theorem and a sketch of its proof, to paste into a paper."""
    letter = letter_of(proof.parameter)
    cases = tuple(
        (("if ", within(piece.extent, letter)), _without_breaks(_piece(proof, piece, letter)))
        for piece in proof.pieces
    )
    claim = (
        "For every real number ",
        within(proof.domain, letter),
        f" the game {proof.game} has the value ",
        Maths("v", "v"),
        f", paid to {named(proof.seats[0])}, and the strategies below are optimal: no other gains "
        "anything, whatever it does with which hand.",
    )
    title = Heading(f"{proof.game}: proved by sabot, {proof.digest}")
    game = defined(proof.game, proof.parameter, proof.seats, "cuts")
    theorem = Statement("theorem", (Text(claim), Cases(cases)))
    return document(title, game, theorem, _sketch(proof))


def _without_breaks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block is not BREAK)


def _sketch(proof: CutTheorem) -> Statement:
    opening = (
        "The cuts are fixed by equations: with the hand at a cut the actions on both sides of it "
        "are worth the same. In the order of the cuts these are linear, with polynomials in "
        f"{proof.parameter} as coefficients. Between neighbouring cuts what a choice is worth is "
        "linear in the hand, so it is best everywhere there if it is at both ends; and if at every "
        "turn, with every hand, no other choice is worth more, then by backward induction no "
        "strategy of any kind earns more."
    )
    count = (
        f"Multiplied by positive denominators, these are {inequality_count(proof)} in all, each "
        "about a polynomial: "
    )
    shown = joined([count, reason_words(proof, "a substitution a + x"), "."], "")
    ending = "The proof file has every polynomial, with its reason; ", Code("sabot check")
    carried = map(Text, _carried(proof))
    blocks = Text(opening), Text(shown), *carried, Text((*ending, " verifies it without solving."))
    return Statement("proof", blocks, "Sketch of the proof")


def _carried(proof: CutTheorem) -> Iterator[Phrase]:
    """Yield, piece by piece, the denominator of the cuts: not 0, it leaves one solution."""
    letter = letter_of(proof.parameter)
    for piece in proof.pieces:
        for one in piece.inequalities:
            if one.says != DENOMINATOR:
                continue
            formula = Formula(one.polynomial, (1,), letter)
            shown = Maths(formula_latex(formula, letter), formula_text(formula), tall=True)
            yield (
                "The equations can be solved if ",
                within(piece.extent, letter),
                ", for there the common denominator of the cuts, ",
                shown,
                ", is positive.",
            )


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
        blocks += [
            BREAK,
            Heading(f"{proof.parameter} = {piece.extent}"),
            *_piece(proof, piece, proof.parameter),
        ]
    return blocks


def _piece(proof: CutTheorem, piece: CutPiece, parameter: str) -> Iterator[Block]:
    names: dict[Formula, str] = {}
    letter = "y" if proof.parameter.startswith("x") else "x"
    rows = [
        (seat, view, _done(answer, names, letter))
        for seat, views in piece.answers.items()
        for view, answer in views.items()
    ]
    yield Table(tuple(rows), head=("player", "after", "with which hands"))
    yield BREAK
    yield Equation("v", piece.payoffs[proof.seats[0]], parameter)
    for formula, name in names.items():
        yield Equation(name, formula, parameter)


def _done(answer: Answer, names: dict[Formula, str], letter: str) -> Phrase:
    """Return what is done at a turn, from the lowest hands up: ``drop to x_1, enter``.

    A cut that is a number is told as it is; the others get names.
    """
    parts: list[Phrase] = []
    for end, action in answer[:-1]:
        if end.constant is not None:
            parts.append(f"{action} to {end}")
            continue
        name = names.setdefault(end, f"{letter}_{len(names) + 1}")
        parts.append((f"{action} to ", Maths(name, name)))
    return joined([*parts, answer[-1][1]], ", ")
