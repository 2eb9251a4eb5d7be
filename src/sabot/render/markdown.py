"""Tables for a README or a wiki: Markdown with pipes."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.render.grid import gridded, spelled
from sabot.render.layout import Line, SeatTable, runs, seat_tables
from sabot.render.reduction import removals, span
from sabot.render.words import MIX_DIGITS, both, brief, decimal_text, safe, the
from sabot.solution import Solution
from sabot.solvers.dominance import Step


def escaped(text: str) -> str:
    r"""Return *text* so that Markdown prints it as it stands.

    >>> print(escaped("a|b *c* <d>"))
    a\|b \*c\* &lt;d&gt;
    """
    shown = safe(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join("\\" + letter if letter in r"\`*_[]#|~" else letter for letter in shown)


def solution_markdown(solution: Solution) -> str:
    """Return the value and the strategies of a solution, one table a seat."""
    value = both(solution.value)
    parts = [f"**{escaped(solution.game)}**: {value}, paid to {escaped(the(solution.seats[0]))}"]
    for table in seat_tables(solution, everything=True):
        if table.one_choice:
            head = [table.seat, "probability", "decimal"]
            rows = [
                [escaped(line.label), brief(chance), decimal_text(chance, MIX_DIGITS)[0]]
                for line in table.lines
                for chance in line.mix.values()
            ]
            parts.append(pipes([escaped(cell) for cell in head], rows))
            continue
        grid, left = gridded(table.views, table.sees)
        lines: Sequence[Line] = table.lines
        if grid is not None:
            head = [escaped(table.seat), *map(escaped, grid.columns)]
            rows = [list(map(escaped, row)) for row in spelled(grid, table.views)]
            parts.append(pipes(head, rows))
            parts.append(", ".join(f"{letter} {escaped(action)}" for letter, action in grid.legend))
            lines = [*grid.mixed, *runs(left)]
        if lines:
            parts.append(_lines(table, lines))
    return "\n\n".join(parts) + "\n"


def _lines(table: SeatTable, lines: Sequence[Line]) -> str:
    """Return the chances of each action, line by line."""
    rows = [
        [
            escaped(line.label),
            *(brief(line.mix[a]) if a in line.mix else "" for a in table.actions),
        ]
        for line in lines
    ]
    return pipes([escaped(cell) for cell in (table.seat, *table.actions)], rows)


def steps_markdown(title: str, steps: Sequence[Step]) -> str:
    """Return a dominance log as one table."""
    rows = [
        [r.numbers, escaped(r.seat), escaped(span(r.removed)), escaped(r.words)]
        for r in removals(steps)
    ]
    head = ["step", "seat", "removed", "because it is"]
    return f"**{escaped(title)}**\n\n{pipes(head, rows, right=False)}\n"


def pipes(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: bool = True) -> str:
    """Return a table with pipes; the cells are Markdown already, those after the first flush right.

    >>> print(pipes(["view", "draw"], [["1-7", "1"]]))
    | view | draw |
    | :--- | ---: |
    | 1-7  |    1 |
    """
    widths = [max(4, *(len(row[k]) for row in (head, *rows))) for k in range(len(head))]
    flush = [False, *(right for _ in widths[1:])]
    marks = [
        "-" * (width - 1) + ":" if end else ":" + "-" * (width - 1)
        for width, end in zip(widths, flush, strict=True)
    ]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.rjust(width) if end else cell.ljust(width)
            for cell, width, end in zip(row, widths, flush, strict=True)
        ]
        return "| " + " | ".join(cells) + " |"

    return "\n".join([line(head), line(marks), *map(line, rows)])
