r"""Theorems for a paper and for a wiki: LaTeX (``amsthm``), and Markdown."""

from __future__ import annotations

from fractions import Fraction

from sabot.proof import Proof, place
from sabot.render.formula import Formula, limit_text
from sabot.render.latex import dashed, escaped, tabular
from sabot.render.latex import math as number
from sabot.render.markdown import escaped as plain
from sabot.render.markdown import pipes
from sabot.render.theorem_parts import (
    Part,
    SeatPart,
    equals,
    meeting,
    parts_of,
    shown_chances,
    verdict,
)
from sabot.render.theorem_sorts import Range, Sorts, footnoted
from sabot.render.words import safe, the

WIDTH = 78


def letter_of(proof: Proof) -> str:
    """Return the letter that stands for the parameter in mathematics."""
    first = proof.parameter[:1]
    return first if first.isascii() and first.isalpha() else "t"


def theorem_latex(proof: Proof) -> str:
    r"""Return the theorem and a sketch of its proof, to paste into a paper.

    Needs ``amsthm`` and ``amsmath``, and an environment called ``theorem``.
    """
    letter = letter_of(proof)
    found = parts_of(proof)
    kind = "whole" if proof.whole else "real"
    lines = [
        f"% {safe(proof.game)}: proved by sabot, {safe(proof.document['digest'])}",
        r"% needs \usepackage{amsmath,amsthm} and \newtheorem{theorem}{Theorem}",
        r"\begin{theorem}",
        f"Consider {escaped(proof.game)} and write ${letter}$ for {escaped(proof.parameter)}.",
        f"For every {kind} number {_range_latex(proof, letter)} the game has the value $v$,",
        f"paid to {escaped(the(proof.seats[0]))}, and the strategies below are optimal.",
        r"\begin{enumerate}",
    ]
    first = True
    for part, piece in zip(found, proof.pieces, strict=True):
        lines.append(rf"\item {_extent_latex(piece, letter)}:")
        lines += [f"  {line}" for line in _piece_latex(part, proof, letter, first)]
        first = False
    lines.append(r"\end{enumerate}")
    if not proof.whole:
        told = "; ".join(
            f"${letter} {_about(equals(at))}$: {escaped(words)}" for at, words in meeting(proof)
        )
        lines.append(f"Uniqueness where the ranges begin, meet and end: {told}.")
    lines += [*_limits_latex(found[-1], letter), r"\end{theorem}", ""]
    return "\n".join(lines + _sketch(proof, letter) + _sorts_latex(proof, letter)) + "\n"


def _range_latex(proof: Proof, letter: str) -> str:
    low, high = proof.document["domain"]["from"], proof.document["domain"]["to"]
    if high is None:
        return rf"${letter} \ge {place(low)}$"
    return rf"${place(low)} \le {letter} \le {place(high)}$"


def _extent_latex(piece: dict[str, object], letter: str) -> str:
    low, high = piece["from"], piece["to"]
    if high is None:
        return rf"if ${letter} \ge {_end(low)}$"
    if low == high:
        return f"if ${letter} = {_end(low)}$"
    return rf"if ${_end(low)} \le {letter} \le {_end(high)}$"


def _end(end: object) -> str:
    return _about(place(end))


def _about(text: str) -> str:
    return text.replace("about ", r"\approx ")


def _math(formula: Formula, at: Fraction | None, letter: str) -> str:
    """Return a formula in LaTeX, or its number where the piece has one value."""
    constant = formula.constant if at is None else formula.at(at)
    if constant is None:
        return formula.latex(letter)
    return number(constant).strip("$")


def _piece_latex(part: Part, proof: Proof, letter: str, first: bool) -> list[str]:
    lines = [r"\begin{equation*}", f"  v = {_math(part.value, part.at, letter)}"]
    lines.append(r"\end{equation*}")
    for seat in part.seats:
        lines += _seat_latex(seat, part, letter, first)
        lines.append(f"({escaped(seat.seat)}: {escaped(verdict(seat, proof.whole))}.)")
    return lines


def _seat_latex(seat: SeatPart, part: Part, letter: str, first: bool) -> list[str]:
    name = escaped(the(seat.seat))
    name = name[:1].upper() + name[1:]
    lines = []
    for mixed in seat.mixed:
        where = "" if mixed.view == "-" else f" at {dashed(mixed.view)}"
        for action, formula in shown_chances(mixed):
            lines.append(f"{name}{where} plays {escaped(action)} with probability")
            lines.append(rf"\( \displaystyle {_math(formula, part.at, letter)} \).")
    if seat.sure:
        sure = ", ".join(
            escaped(action) if view == "-" else f"{dashed(view)} {escaped(action)}"
            for view, action in seat.sure.items()
        )
        lines.append(f"{name} surely: {sure}.")
    elif first and seat.count:
        lines.append(
            f"{name} has a sure answer at {seat.count} further views (see the proof file)."
        )
    elif seat.count:
        changes = ", ".join(dashed(change) for change in seat.changes)
        lines.append(
            f"{name}'s other answers are as before" + (f", but for {changes}." if changes else ".")
        )
    return lines


def _limits_latex(part: Part, letter: str) -> list[str]:
    """Return what happens as the parameter grows, where the last piece has no end."""
    if not part.tail:
        return []
    limits = [("v", part.value.limit)]
    for seat in part.seats:
        for mixed in seat.mixed:
            for action, formula in shown_chances(mixed):
                where = "" if mixed.view == "-" else f" at {dashed(mixed.view)}"
                limits.append((rf"\text{{{escaped(action)}{where}}}", formula.limit))
    told = [
        rf"${name} \to {number(limit).strip('$')}$" for name, limit in limits if limit is not None
    ]
    return [rf"As ${letter} \to \infty$: {', '.join(told)}."] if told else []


def _sketch(proof: Proof, letter: str) -> list[str]:
    cells = proof.document["form"]["cells"]
    others = sum(len(actions) - 1 for table in cells.values() for _, actions, _ in table)
    how = (
        f"after ${letter} = a + s$ no coefficient is negative, or the range is cut in two"
        if proof.whole
        else "Sturm's theorem counts no change of sign in the range"
    )
    lines = [
        r"\begin{proof}[Sketch of the proof]",
        "On each range the two strategies are fixed by the indifference of the opponent over the",
        f"actions that he uses: linear equations over $\\mathbf{{Q}}({letter})$. Both earn $v$",
        "against every best reply, found by backward induction: this needs that no action at any",
        f"view is better than the one used: {others} inequalities a range. Multiplied by positive",
        f"denominators, each is a polynomial in ${letter}$ that must not be negative:",
        f"{how}.",
    ]
    if all(claim is True for piece in proof.pieces for claim in piece["unique"].values()):
        lines += [
            "Uniqueness: every unused action loses strictly, and every used one has a positive",
            "chance, so that any optimal strategy of the other seat satisfies the same",
            "indifference equations; their determinant is not 0 anywhere in the range.",
        ]
    lines += [
        r"The proof file has every polynomial; \texttt{sabot check} verifies it without solving.",
        r"\end{proof}",
    ]
    return lines


def theorem_markdown(proof: Proof) -> str:
    """Return the theorem as Markdown: one section a piece."""
    parts = [f"**{plain(proof.game)}**: proved for {plain(proof.range)}. The value is paid to "]
    parts[0] += f"{plain(the(proof.seats[0]))}."
    name, first = proof.parameter, True
    for part in parts_of(proof):
        lines = [f"### {plain(name)} = {part.where}", ""]
        lines.append(f"- value: `{_code(part.value, part.at, name)}`")
        if part.tail and part.value.constant is None:
            lines[-1] += f", limit {limit_text(part.value.limit)}"
        for seat in part.seats:
            lines += _seat_markdown(seat, part, proof, first)
        parts.append("\n".join(lines))
        first = False
    if not proof.whole:
        lines = [f"- {plain(name)} {equals(at)}: {plain(words)}" for at, words in meeting(proof)]
        parts.append("\n".join(["### Where the ranges begin, meet and end", "", *lines]))
    return "\n\n".join(parts + _sorts_markdown(proof)) + "\n"


def _code(formula: Formula, at: Fraction | None, name: str) -> str:
    constant = formula.constant if at is None else formula.at(at)
    return str(constant) if constant is not None else formula.text(name)


def _seat_markdown(seat: SeatPart, part: Part, proof: Proof, first: bool) -> list[str]:
    lines = [f"- {plain(seat.seat)} ({verdict(seat, proof.whole)})"]
    for mixed in seat.mixed:
        view = "" if mixed.view == "-" else f"{plain(mixed.view)} "
        for action, formula in shown_chances(mixed):
            limit = f", limit {limit_text(formula.limit)}" if part.tail else ""
            code = _code(formula, part.at, proof.parameter)
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
    return lines


# ---------------------------------------------------------------------- choices by sort


def _sorts_latex(proof: Proof, letter: str) -> list[str]:
    """Return the table of the second seat's choices, with footnotes for what changes."""
    sorts = Sorts.of(proof)
    if sorts is None:
        return []
    found = footnoted(sorts, proof)
    rows = [
        [
            *map(dashed, labels),
            *(escaped(mark) + (f"$^{{{note}}}$" if note else "") for mark, note in marks),
        ]
        for labels, marks in found.rows
    ]
    head = [escaped(cell).replace("\u2205", r"$\emptyset$") for cell in found.head]
    width = len(found.rows[0][0])
    spec = "l" * width + "c" * (len(found.head) - width)
    notes = [
        rf"$^{{{number}}}$ {_note(said, letter, proof, latex=True)}."
        for number, said in enumerate(found.notes, 1)
    ]
    lines = [
        "",
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped(_caption(sorts))},",
        f"for every {_range_latex(proof, letter)}.",
        rf"The marks are those for ${letter} = {found.at}$.}}",
        tabular(spec, head, rows),
    ]
    if notes:
        lines += ["", r"\medskip", r"\begin{minipage}{\linewidth}\footnotesize"]
        lines += [*notes, r"\end{minipage}"]
    return [*lines, r"\end{table}"]


def _caption(sorts: Sorts) -> str:
    """Return what a table of sorted choices shows, and what its marks mean."""
    letters = sorts.letters
    means = [f"{letters[a]} {a}" for a in sorted(sorts.actions) if letters[a] != a]
    means.append(f"* depends on {sorts.foe}'s strategy")
    return f"{sorts.seat}'s move whatever {sorts.foe} does ({', '.join(means)})"


def _note(said: tuple[Range, ...], name: str, proof: Proof, *, latex: bool = False) -> str:
    """Return a footnote: other marks, and for which values."""
    at_most, at_least = (r" \le ", r" \ge ") if latex else (" ≤ ", " ≥ ")
    words = []
    for low, high, mark in said:
        if low == high:
            where = f"{name} = {low}"
        elif high == proof.document["domain"]["to"]:
            where = f"{name}{at_least}{low}"
        elif low == proof.document["domain"]["from"]:
            where = f"{name}{at_most}{high}"
        else:
            where = f"{low}{at_most}{name}{at_most}{high}"
        words.append(f"{escaped(mark)} if ${where}$" if latex else f"{mark} if {where}")
    return "; ".join(words)


def _sorts_markdown(proof: Proof) -> list[str]:
    """Return the same table with pipes."""
    sorts = Sorts.of(proof)
    if sorts is None:
        return []
    found = footnoted(sorts, proof)
    name = proof.parameter
    rows = [
        [
            *map(plain, labels),
            *(plain(mark) + (f"<sup>{note}</sup>" if note else "") for mark, note in marks),
        ]
        for labels, marks in found.rows
    ]
    notes = [
        f"{number}. {plain(_note(said, name, proof))}" for number, said in enumerate(found.notes, 1)
    ]
    told = f"{_caption(sorts)}. The marks are those for {name} = {found.at}"
    more = ["\n".join(notes)] if notes else []
    title = f"### {plain(sorts.seat)} whatever {plain(sorts.foe)} does"
    table = pipes([plain(cell) for cell in found.head], rows, right=False)
    return [
        title,
        plain(told) + (", with footnotes for the others." if notes else "."),
        table,
        *more,
    ]
