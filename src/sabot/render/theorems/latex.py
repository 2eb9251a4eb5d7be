r"""Theorems for a paper: LaTeX with ``amsthm``, statement and sketch of the proof."""

from __future__ import annotations

import textwrap
from fractions import Fraction

from sabot.forms.algebra.formula import Formula
from sabot.render.formula import formula_latex, latex_number
from sabot.render.theorems.ends import Ends
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
from sabot.render.theorems.tables import letters_table, sorts_latex
from sabot.render.theorems.unique import arguments, inequality_count, reason_words, told
from sabot.render.words import plural, safe, the
from sabot.render.writers.latex import dashed, escaped
from sabot.results.theorem import Theorem

WIDTH = 90


def theorem_latex(proof: Theorem) -> str:
    r"""Return the theorem and a sketch of its proof, to paste into a paper.

    Needs ``amsmath``, ``amsthm`` and ``booktabs``, and an environment called ``theorem``.
    """
    ends = Ends(proof)
    found = parts_of(proof)
    kind = "whole" if proof.whole else "real"
    lines = [
        f"% {safe(proof.game)}: proved by sabot, {safe(proof.digest)}",
        r"% needs \usepackage{amsmath,amsthm,booktabs} and \newtheorem{theorem}{Theorem}",
        r"\begin{theorem}",
        f"Consider {escaped(proof.game)} and write ${ends.letter}$ for {escaped(proof.parameter)}.",
        *ends.explained,
        f"For every {kind} number {ends.range} the game has the value $v$,",
        f"paid to {escaped(the(proof.seats[0]))}, and the strategies below are optimal.",
        r"\begin{enumerate}",
    ]
    for number, (part, piece) in enumerate(zip(found, proof.pieces, strict=True)):
        lines.append(rf"\item {ends.where([piece])}:")
        lines += [f"  {line}" for line in _piece(part, proof, ends.letter, not number)]
    lines.append(r"\end{enumerate}")
    if not proof.whole:
        lines += ["Uniqueness where the ranges begin, meet and end:", *_meeting(proof, ends)]
    lines += [*_limits(found[-1], ends.letter), r"\end{theorem}", ""]
    return "\n".join(lines + _sketch(proof, ends) + sorts_latex(proof, ends)) + "\n"


def _meeting(proof: Theorem, ends: Ends) -> list[str]:
    found = []
    for point in proof.breakpoints:
        claims = point.unique.items()
        words = ", ".join(f"{escaped(seat)} {CLAIMS[claim]}" for seat, claim in claims)
        found.append(f"${ends.letter} = {ends.name(point.at)}$: {words};")
    return [*found[:-1], found[-1][:-1] + "."]


def _math(formula: Formula, at: Fraction | None, letter: str) -> str:
    """Return a formula in LaTeX, or its number where the piece has one value."""
    constant = formula.constant if at is None else formula.at(at)
    return formula_latex(formula, letter) if constant is None else latex_number(constant)


def _piece(part: Part, proof: Theorem, letter: str, first: bool) -> list[str]:
    lines = [r"\begin{equation*}", f"  v = {_math(part.value, part.at, letter)}"]
    lines.append(r"\end{equation*}")
    for seat in part.seats:
        lines += _seat(seat, part, proof, letter, first)
        lines.append(f"({escaped(seat.seat)}: {escaped(verdict(seat, proof.whole))}.)")
        lines += _second(seat, part, letter)
    return lines


def _name(seat: SeatPart) -> str:
    name = escaped(the(seat.seat))
    return name[:1].upper() + name[1:]


def _at(mixed: Mixed) -> str:
    return "" if mixed.view == "-" else f" at {dashed(mixed.view)}"


def _seat(seat: SeatPart, part: Part, proof: Theorem, letter: str, first: bool) -> list[str]:
    name = _name(seat)
    lines = []
    for mixed in seat.mixed:
        for action, formula in shown_chances(mixed):
            lines.append(f"{name}{_at(mixed)} plays {escaped(action)} with probability")
            lines.append(rf"\( \displaystyle {_math(formula, part.at, letter)} \).")
    if seat.sure or (first and seat.count):
        table = None if seat.sure else letters_table(proof, seat)
        if table is not None:
            lines += [f"{name}'s whole strategy ({escaped(table.key)}; both where it mixes):"]
            return [*lines, r"\begin{center}", *table.latex.split("\n"), r"\end{center}"]
        sure = ", ".join(
            escaped(action) if view == "-" else f"{dashed(view)} {escaped(action)}"
            for view, action in (seat.sure or seat.listed).items()
        )
        lines += _folded(f"{name} surely: {sure}.")
    elif seat.count:
        changes = ", ".join(dashed(change) for change in seat.changes)
        but = f", but for {changes}." if changes else "."
        lines += _folded(f"{name}'s other answers are as before{but}")
    return lines


def _second(seat: SeatPart, part: Part, letter: str) -> list[str]:
    """Return the second optimal strategy of a seat, and with it the face between the two."""
    if not seat.another:
        return []
    told = []
    for mixed in seat.another[:FEW]:
        if len(mixed.chances) == 1:
            (action,) = mixed.chances
            told.append(f"plays {escaped(action)}{_at(mixed)}")
            continue
        for action, formula in shown_chances(mixed):
            chance = _math(formula, part.at, letter)
            told.append(rf"plays {escaped(action)}{_at(mixed)} with probability \( {chance} \)")
    left = len(seat.another) - FEW
    if left > 0:
        told.append(f"differs at {plural(left, 'further view')} (see the proof file)")
    return _folded(
        f"Another optimal strategy of {escaped(the(seat.seat))} {', '.join(told)}, and is "
        "otherwise the same; all mixtures of the two are optimal."
    )


def _limits(part: Part, letter: str) -> list[str]:
    """Return what happens as the parameter grows, where the last piece has no end."""
    if not part.tail:
        return []
    limits = [("v", part.value)]
    for seat in part.seats:
        for mixed in seat.mixed:
            for action, formula in shown_chances(mixed):
                who = f"{escaped(seat.seat)}: {escaped(action)}{_at(mixed)}"
                limits.append((rf"\text{{{who}}}", formula))
    told = [rf"${name} \to {_limit(formula)}$" for name, formula in limits]
    return [rf"As ${letter} \to \infty$: {', '.join(told)}."]


def _limit(formula: Formula) -> str:
    if formula.limit is not None:
        return latex_number(formula.limit)
    return r"\infty" if formula.rises else r"-\infty"


def _sketch(proof: Theorem, ends: Ends) -> list[str]:
    letter = ends.letter
    reasons = reason_words(proof, f"${letter} = a + {ends.shift}$")
    lines = [
        r"\begin{proof}[Sketch of the proof]",
        "On each range the two strategies are fixed by the indifference of the opponent over the",
        f"actions that he uses: linear equations over $\\mathbf{{Q}}({letter})$. Both earn $v$",
        "against every best reply, found by backward induction: no chance is negative, and no",
        "action at any view is better than the one used. Multiplied by positive denominators,",
        f"these are {inequality_count(proof)} in all, each about a polynomial in ${letter}$:",
        *_folded("; or ".join(t.replace("with a the", "with $a$ the") for t in reasons) + "."),
    ]
    for argument in arguments(proof):
        lines += ["", *_folded(told(argument, proof, ends.where, dashed))]
    lines += [
        "",
        "The proof file has every polynomial, with its reason;",
        r"\texttt{sabot check} verifies it without solving.",
        r"\end{proof}",
    ]
    return lines


def _folded(text: str) -> list[str]:
    """Return a paragraph in lines; LaTeX does not mind where they break."""
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
