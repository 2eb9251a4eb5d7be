r"""Tables for a paper: LaTeX with the ``booktabs`` package, every label escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from sabot.exact import show
from sabot.render.grid import gridded, spelled
from sabot.render.layout import Line, SeatTable, runs, seat_tables
from sabot.render.reduction import WORDS, removals, span
from sabot.render.words import decimal_text, safe
from sabot.solution import Solution
from sabot.solvers.dominance import Step

LONGEST = 30
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{letter: "\\" + letter for letter in "&%$#_{}"},
}


def escaped(text: str) -> str:
    r"""Return *text* so that LaTeX prints it as it stands.

    >>> print(escaped("50% & {x_1}"))
    50\% \& \{x\_1\}
    """
    return "".join(_ESCAPES.get(letter, letter) for letter in safe(text))


def dashed(text: str) -> str:
    """Return escaped text in which ranges of numbers have the dash that printers use.

    >>> dashed("3,1-6"), dashed("6,-")
    ('3,1--6', '6,-')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "--", escaped(text))


def math(number: Fraction) -> str:
    r"""Return a number in mathematics: a fraction, or its decimal where it is too long to set.

    >>> math(Fraction(-3, 8)), math(Fraction(1)), math(Fraction(1, 3**99))
    ('$-3/8$', '$1$', '$\\approx 5.82098 \\times 10^{-48}$')
    """
    text = show(number)
    if len(text) <= LONGEST:
        return f"${text}$"
    digits, exact = decimal_text(number, 6)
    mantissa, power, exponent = digits.partition("E")
    body = f"{mantissa} \\times 10^{{{int(exponent)}}}" if power else digits
    return f"${'' if exact else chr(92) + 'approx '}{body}$"


def solution_latex(solution: Solution) -> str:
    """Return the strategies of a solution, one ``tabular`` a seat."""
    parts = [
        f"% {safe(solution.game)}",
        r"% needs \usepackage{booktabs}",
        f"% value to {safe(solution.seats[0])}: {show(solution.value)}",
    ]
    for table in seat_tables(solution, everything=True):
        parts.append("\n" + (_choices(table) if table.one_choice else _strategy(table)))
    return "\n".join(parts) + "\n"


def _strategy(table: SeatTable) -> str:
    """Return a strategy as the papers print it: letters where views have two parts, else lines."""
    grid, left = gridded(table.views, table.sees)
    if grid is None:
        return _views(table, table.lines)
    head = [
        escaped(table.seat),
        *(r"$\emptyset$" if c == "-" else escaped(c) for c in grid.columns),
    ]
    rows = [list(map(escaped, row)) for row in spelled(grid, table.views)]
    key = ", ".join(f"{letter} = {safe(action)}" for letter, action in grid.legend)
    parts = [f"% {key}", tabular("l" + "c" * len(grid.columns), head, rows)]
    lines = [*grid.mixed, *runs(left)]
    if lines:
        parts.append("\n" + _views(table, lines))
    return "\n".join(parts)


def _views(table: SeatTable, lines: Sequence[Line]) -> str:
    head = [escaped(table.seat), *map(escaped, table.actions)]
    rows = [
        [
            dashed(line.label),
            *(math(line.mix[a]) if a in line.mix else "" for a in table.actions),
        ]
        for line in lines
    ]
    return tabular("l" + "r" * len(table.actions), head, rows)


def _choices(table: SeatTable) -> str:
    rows = [
        [escaped(line.label), math(chance)] for line in table.lines for chance in line.mix.values()
    ]
    return tabular("lr", [escaped(table.seat), "probability"], rows)


def steps_latex(title: str, steps: Sequence[Step]) -> str:
    """Return a dominance log as one ``tabular``."""
    rows = []
    for removal in removals(steps):
        by = " + ".join(
            escaped(name) if chance == 1 else f"{math(chance)} of {escaped(name)}"
            for name, chance in removal.by.items()
        )
        rows.append(
            [
                dashed(removal.numbers),
                escaped(removal.seat),
                dashed(span(removal.removed)),
                WORDS.get(removal.sort, removal.sort),
                by,
            ]
        )
    head = ["step", "seat", "removed", "", ""]
    comment = f"% {safe(title)}\n% needs \\usepackage{{booktabs}}\n\n"
    return comment + tabular("rllll", head, rows) + "\n"


def tabular(spec: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a ``tabular`` with booktabs rules; the cells are LaTeX already."""
    lines = [rf"\begin{{tabular}}{{{spec}}}", r"\toprule", " & ".join(head) + r" \\", r"\midrule"]
    lines += [" & ".join(row) + r" \\" for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])
