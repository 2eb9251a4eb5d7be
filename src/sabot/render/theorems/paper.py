"""Theorems for a paper: statement and sketch of the proof, with a letter for the parameter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sabot.forms.algebra.formula import Formula
from sabot.render.document import (
    Block,
    Cases,
    Code,
    Document,
    Equation,
    Heading,
    Maths,
    Phrase,
    Piece,
    Run,
    Statement,
    Table,
    Text,
    document,
    joined,
)
from sabot.render.formula import formula_text, latex_number, limit_text, maths_latex
from sabot.render.theorems.ends import Ends
from sabot.render.theorems.game import defined
from sabot.render.theorems.parts import (
    CLAIMS,
    FEW,
    Mixed,
    Part,
    SeatPart,
    parts_of,
    shown_chances,
    verdict,
)
from sabot.render.theorems.sorts import Sorts, footnoted
from sabot.render.theorems.tables import letters_table, sorts_caption, sorts_table, within
from sabot.render.theorems.unique import arguments, inequality_count, reason_words, told
from sabot.render.words import plural, the
from sabot.results.pieces import Sort
from sabot.results.theorem import Theorem

_VALUE = Maths("v", "v")


def theorem_paper(proof: Theorem) -> Document:
    """Return the theorem and a sketch of its proof, to paste into a paper."""
    ends = Ends(proof)
    found = parts_of(proof)
    cases = tuple(
        (ends.where([piece]), tuple(_piece(_Told(part, proof, ends.letter), first=not number)))
        for number, (part, piece) in enumerate(zip(found, proof.pieces, strict=True))
    )
    lines: list[Block] = [
        *map(Text, ends.explained),
        *_claim(proof, ends),
        Cases(cases),
    ]
    if not proof.whole:
        lines.append(Text("Uniqueness where the ranges begin, meet and end:"))
        lines += _meeting(proof, ends)
    lines += _limits(found[-1], ends.letter)
    title = Heading(f"{proof.game}: proved by sabot, {proof.digest}")
    theorem = Statement("theorem", tuple(lines))
    game = defined(proof.game, proof.parameter, proof.seats, "value", proof.form)
    return document(title, game, theorem, _sketch(proof, ends), _sorts(proof))


def _plain(letter: str) -> Maths:
    return Maths(letter, letter)


def _claim(proof: Theorem, ends: Ends) -> list[Block]:
    kind = "whole" if proof.whole else "real"
    return [
        Text(
            (
                f"For every {kind} number ",
                ends.range,
                f" the game {proof.game} has the value ",
                _VALUE,
                f", paid to {the(proof.seats[0])}, and the strategies below are optimal.",
            )
        ),
    ]


def _meeting(proof: Theorem, ends: Ends) -> list[Block]:
    found: list[Block] = []
    for number, point in enumerate(proof.breakpoints, 1):
        words = ", ".join(f"{seat} {CLAIMS[claim]}" for seat, claim in point.unique.items())
        end = "." if number == len(proof.breakpoints) else ";"
        found.append(Text((ends.at(point.at), f": {words}{end}")))
    return found


@dataclass(frozen=True)
class _Told:
    """A piece that is being told, and the letter that stands for the parameter."""

    part: Part
    proof: Theorem
    letter: str

    def number(self, formula: Formula) -> Formula:
        """Return a formula, or its number where the piece has one value."""
        at = self.part.at
        return formula if at is None else Formula.number(formula.at(at), formula.name)

    def maths(self, formula: Formula, *, tall: bool = False) -> Maths:
        """Return a formula to stand in a sentence."""
        here = self.number(formula)
        return Maths(maths_latex(here, self.letter), formula_text(here), tall)


def _piece(piece: _Told, *, first: bool) -> Iterator[Block]:
    part = piece.part
    yield Equation("v", piece.number(part.value), piece.letter)
    for seat in part.seats:
        yield from _seat(seat, piece, first=first)
        yield Text(f"({seat.seat}: {verdict(seat, piece.proof.whole)}.)")
        yield from _second(seat, piece)


def _name(seat: SeatPart) -> str:
    name = the(seat.seat)
    return name[:1].upper() + name[1:]


def _at(mixed: Mixed) -> tuple[Piece, ...]:
    return () if mixed.view == "-" else (" at ", Run(mixed.view))


def _seat(seat: SeatPart, piece: _Told, *, first: bool) -> Iterator[Block]:
    name = _name(seat)
    for mixed in seat.mixed:
        for action, formula in shown_chances(mixed):
            yield Text((name, *_at(mixed), f" plays {action} with probability"))
            yield Text((piece.maths(formula, tall=True), "."))
    if seat.sure or (first and seat.count):
        table = None if seat.sure else letters_table(piece.proof.game, seat)
        if table is not None:
            yield Text(f"{name}'s whole strategy ({table.key}; both where it mixes):")
            yield table.table
            return
        sure = (
            action if view == "-" else (Run(view), f" {action}")
            for view, action in (seat.sure or seat.listed).items()
        )
        yield Text((f"{name} surely: ", *joined(sure, ", "), "."))
    elif seat.count:
        changes = joined(map(Run, seat.changes), ", ")
        but = (", but for ", *changes) if changes else ()
        yield Text((f"{name}'s other answers are as before", *but, "."))


def _second(seat: SeatPart, piece: _Told) -> Iterator[Block]:
    """Yield the second optimal strategy of a seat, and with it the face between the two."""
    if not seat.another:
        return
    said: list[Phrase] = []
    for mixed in seat.another[:FEW]:
        if len(mixed.chances) == 1:
            (action,) = mixed.chances
            said.append((f"plays {action}", *_at(mixed)))
            continue
        for action, formula in shown_chances(mixed):
            chance = piece.maths(formula)
            said.append((f"plays {action}", *_at(mixed), " with probability ", chance))
    left = len(seat.another) - FEW
    if left > 0:
        said.append(f"differs at {plural(left, 'further view')} (see the proof file)")
    yield Text(
        (
            f"Another optimal strategy of {the(seat.seat)} ",
            *joined(said, ", "),
            ", and is otherwise the same; all mixtures of the two are optimal.",
        )
    )


def _limits(part: Part, letter: str) -> Iterator[Block]:
    """Yield what happens as the parameter grows, where the last piece has no end."""
    if not part.tail:
        return
    said: list[Phrase] = [_limit("v ", part.value)]
    for seat in part.seats:
        for mixed in seat.mixed:
            for action, formula in shown_chances(mixed):
                said.append((f"{seat.seat}: {action}", *_at(mixed), " ", _limit("", formula)))
    grows = Maths(rf"{letter} \to \infty", f"{letter} -> infinity")
    yield Text(("As ", grows, ": ", *joined(said, ", "), "."))


def _limit(what: str, formula: Formula) -> Maths:
    """Return the limit of the value, or of somebody's chance."""
    limit = formula.limit
    endless = r"\infty" if formula.rises else r"-\infty"
    latex = endless if limit is None else latex_number(limit)
    text = limit_text(formula) if limit is None else f"-> {limit_text(formula)}"
    return Maths(rf"{what}\to {latex}", f"{what}{text}")


def _sketch(proof: Theorem, ends: Ends) -> Statement:
    field = Maths(rf"\mathbf{{Q}}({ends.letter})", f"Q({ends.letter})")
    reasons = reason_words(proof, ends.shift, _plain("a"))
    opening = (
        "On each range the two strategies are fixed by the indifference of the opponent over the "
        "actions that he uses: linear equations over ",
        field,
        ". Both earn ",
        _VALUE,
        " against every best reply, found by backward induction: no chance is negative, and no "
        "action at any view is better than the one used. Multiplied by positive denominators, "
        f"these are {inequality_count(proof)} in all, each about a polynomial in ",
        _plain(ends.letter),
        ": ",
        *joined([reasons], ""),
        ".",
    )
    ending = "The proof file has every polynomial, with its reason; ", Code("sabot check")
    return Statement(
        "proof",
        (
            Text(opening),
            *(
                Text(told(argument, proof, ends.where, ends.letter))
                for argument in arguments(proof)
            ),
            Text((*ending, " verifies it without solving.")),
        ),
        "Sketch of the proof",
    )


def _sorts(proof: Theorem) -> list[Table]:
    """Return the table of the second seat's choices, with notes for what changes."""
    sorts = Sorts.of(proof)
    if sorts is None:
        return []
    ends = Ends(proof)
    found = footnoted(sorts, proof)

    def where(sort: Sort) -> Maths:
        latex = within(ends.letter, sort, proof, r"\le", r"\ge")
        return Maths(latex, within(ends.letter, sort, proof, "<=", ">="))

    caption = (
        f"{sorts_caption(sorts)}, for every ",
        ends.range,
        ". The marks are those for ",
        _plain(f"{ends.letter} = {found.at}"),
        ".",
    )
    return [sorts_table(found, where, caption)]
