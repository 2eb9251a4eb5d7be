"""Why strategies are the only optimal ones, or are not, in words that a referee can follow.

One argument for all the pieces of a theorem on which it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sabot.forms.algebra.formula import Formula
from sabot.render.document import Maths, Phrase, Run, joined
from sabot.render.document import Piece as Words
from sabot.render.formula import formula_text, maths_latex
from sabot.render.words import plural, the
from sabot.results.cuts import CutTheorem
from sabot.results.pieces import Piece
from sabot.results.theorem import Theorem

LONGEST = 160
"""A determinant of more letters than this is left to the proof file."""
MOST_EQUATIONS = 6
"""More equations than this are counted, not written out: the proof file has them."""
Phrases = tuple[Words, ...]
Where = Callable[[Sequence[Piece]], Phrase]
"""Writes the ranges of some pieces: ``for d = 2 and d >= 9``."""


@dataclass(frozen=True)
class Argument:
    """Why a seat's strategy is the only one, or not, and on which pieces."""

    seat: str
    foe: str
    kind: str
    """``equations``, ``sure``, ``number``, ``several`` or ``open``."""
    equations: tuple[str, ...]
    witness: bool
    pieces: tuple[Piece, ...]


def arguments(proof: Theorem) -> list[Argument]:
    """Return the arguments of a proof, seat by seat."""
    found = []
    for number, seat in enumerate(proof.seats):
        alike: dict[tuple[str, tuple[str, ...], bool], list[Piece]] = {}
        for piece in proof.pieces:
            alike.setdefault(_sort(piece, seat), []).append(piece)
        foe = proof.seats[1 - number]
        found += [Argument(seat, foe, *sort, tuple(some)) for sort, some in alike.items()]
    return found


def _sort(piece: Piece, seat: str) -> tuple[str, tuple[str, ...], bool]:
    claim = piece.unique[seat]
    if claim is None:
        return "open", (), False
    if claim is False:
        return "several", (), False
    if piece.certificate is not None:
        return "number", (), False
    equations = piece.basis[seat].equations
    witness = seat in piece.witness
    return "equations" if equations else "sure", equations, witness


def told(argument: Argument, proof: Theorem, where: Where, letter: str = "") -> Phrase:
    """Return an argument as sentences; *letter* stands for the parameter in formulas."""
    seat, foe = the(argument.seat), the(argument.foe)
    start = joined([where(argument.pieces)], "")
    if argument.kind == "open":
        return (f"Whether {seat}'s strategy is the only one is not decided ", *start, ".")
    if argument.kind == "several":
        return (
            f"The strategy given for {seat} is not the only optimal one ",
            *start,
            ": the second one that is given there secures the value against every reply too, by "
            "the same kind of inequalities, and so does every mixture of the two, because what a "
            "mixture earns against a reply is the mean of what they earn.",
        )
    opening: Phrases = (f"The only optimal strategy of {seat} ", *start, " is the one given: ")
    if argument.kind == "number":
        return (
            *opening,
            "the proof holds a certificate of the game at such a value. No unused action is as "
            f"good against an optimal strategy of {foe}, and the indifference equations, with "
            "numbers in them, have full rank.",
        )
    inside = "" if proof.whole else "inside the range, "
    held = (
        f"another optimal strategy of {foe} than the one given (the witness in the proof file)"
        if argument.witness
        else f"the strategy of {foe}"
    )
    loses = (
        f"{inside}every action that it does not use loses strictly against {held}, so that no "
        "optimal strategy uses it"
    )
    if argument.kind == "sure":
        return (*opening, f"{loses}; one action is left at each view that it comes to.")
    shown = _determinants(argument, proof, where, letter or proof.parameter)
    return (*opening, loses, *_solved(argument, seat, foe), *shown)


def _solved(argument: Argument, seat: str, foe: str) -> Phrases:
    """Return why the equations of an optimal strategy have one solution."""
    many = len(argument.equations)
    listed = joined(map(Run, argument.equations), "; ")
    these = (" (", *listed, ")") if many <= MOST_EQUATIONS else (", which the proof file lists",)
    return (
        "; and what that strategy uses has a positive chance, so that every optimal strategy of "
        f"{seat} makes it all equally good for {foe}. These are {plural(many, 'linear equation')}",
        *these,
        " in as many unknown chances. ",
    )


def _determinants(argument: Argument, proof: Theorem, where: Where, letter: str) -> Phrases:
    """Return the determinants of an argument's equations, each once, and that none is 0."""
    says = f"the determinant of the equations that fix {argument.seat}'s plan is not 0"
    found: dict[Formula, list[Piece]] = {}
    for piece in argument.pieces:
        for one in piece.inequalities:
            if one.says == says:
                found.setdefault(Formula(one.polynomial, (1,), letter), []).append(piece)
    short = {formula: some for formula, some in found.items() if len(str(formula)) <= LONGEST}
    inside = "" if proof.whole else " inside the range"
    nowhere = f"nowhere 0{inside}: they have one solution."
    if len(short) < len(found) or not found:
        return (f"Their determinant, a polynomial in the proof file, is {nowhere}",)
    listed = []
    for formula, some in short.items():
        of = Maths(maths_latex(formula, letter), formula_text(formula))
        listed.append((of,) if len(found) == 1 else (of, " ", *joined([where(some)], "")))
    opening = "Multiplied by the common denominator of the payoffs, their determinant is "
    return (opening, *joined(listed, "; "), f", {nowhere}")


def reason_words(proof: Theorem | CutTheorem, shift: Phrase, start: Phrase = "a") -> Phrase:
    """Return how the inequalities of a proof are shown, those ways only that it uses.

    *shift* is how the substitution is written, *start* the letter for the start of the range.
    """
    used = {one.way for piece in proof.pieces for one in piece.inequalities}
    moved = " the start of the range, no coefficient is negative"
    ways: dict[str, Phrase] = {
        "value": "on a range of one value it is a number",
        "shift": joined(["after ", shift, ", with ", start, moved], ""),
        "parts": (
            "the range is cut at whole numbers, and on each part no coefficient is negative once "
            "its ends are sent to 0 and infinity, or the ends are neighbours"
        ),
        "sturm": (
            "by Sturm's theorem it has no root inside the range, and it is positive at one point"
        ),
        "even": "by Sturm's theorem its sign does not change inside the range",
    }
    return joined((text for code, text in ways.items() if code in used), "; or ")


def inequality_count(proof: Theorem | CutTheorem) -> str:
    """Return how many inequalities a proof has, in words."""
    many = sum(len(piece.inequalities) for piece in proof.pieces)
    return plural(many, "inequality", "inequalities")
