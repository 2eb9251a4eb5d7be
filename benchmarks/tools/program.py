"""The linear program of a game, and its text: what the linear programming peers are given.

It is written here from the form's sides and payoffs and owes nothing to Sabot's solvers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from benchmarks.tools.tool import Task

Number = int | Fraction
Row = tuple[list[tuple[int, Number]], str, Number]
"""Terms (column, coefficient), "=" or "<=", and the right-hand side."""


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Maximise `prices` subject to the rows; columns from `free` on have any sign."""

    prices: list[Number]
    rows: list[Row]
    free: int
    denominator: int = 1
    """What the optimum is divided by to be the value of the game."""


def program_of(task: Task) -> LinearProgram:
    """Return the program of the first seat: of a matrix, or of a game's sequence form."""
    if not isinstance(task, str):
        return _of_matrix(task)
    import sabot

    return _of_form(sabot.load(task).form())


def _of_matrix(matrix: Any) -> LinearProgram:
    """Maximise v subject to every column of the mixed rows paying at least v."""
    count = len(matrix)
    rows: list[Row] = []
    for column in zip(*matrix, strict=True):
        terms = [(i, -entry) for i, entry in enumerate(column) if entry]
        rows.append(([*terms, (count, 1)], "<=", 0))
    rows.append(([(i, 1) for i in range(count)], "=", 1))
    prices: list[Number] = [*([0] * count), 1]
    return LinearProgram(prices, rows, count)


def _of_form(form: Any) -> LinearProgram:
    """Koller, Megiddo and von Stengel's: the plan of side one, the worth of side two's cells."""
    one, two = form.sides
    xs = one.count - 1
    prices: list[Number] = [0] * (xs + len(two.cells))
    terms: list[list[tuple[int, Number]]] = [[] for _ in range(two.count)]
    right: list[Number] = [0] * two.count
    for i, j, amount in form.payoffs:
        if i and j:
            terms[j].append((i - 1, -amount))
        elif i:
            prices[i - 1] = amount
        elif j:
            right[j] = amount
    for n, cell in enumerate(two.cells):
        for j in cell.sequences:
            terms[j].append((xs + n, 1))
        if cell.parent:
            terms[cell.parent].append((xs + n, -1))
        else:
            prices[xs + n] = 1
    rows: list[Row] = [(terms[j], "<=", right[j]) for j in range(1, two.count)]
    for cell in one.cells:
        split: list[tuple[int, Number]] = [(i - 1, 1) for i in cell.sequences]
        if cell.parent:
            rows.append(([*split, (cell.parent - 1, -1)], "=", 0))
        else:
            rows.append((split, "=", 1))
    return LinearProgram(prices, rows, xs, form.denominator)


def lp_text(program: LinearProgram) -> Iterator[str]:
    """Yield the program in the LP format, a few terms a line as the readers demand."""
    prices = [(j, price) for j, price in enumerate(program.prices) if price]
    yield f"Maximize\n obj: {_sum(prices)}\nSubject To\n"
    for n, (terms, sign, right) in enumerate(program.rows):
        yield f" r{n}: {_sum(terms)} {sign} {right}\n"
    free = range(program.free, len(program.prices))
    yield "Bounds\n" + "".join(f" x{j} free\n" for j in free) + "End\n"


def _sum(terms: list[tuple[int, Number]]) -> str:
    signed = [f"{'-' if a < 0 else '+'} {abs(a)} x{j}" for j, a in terms]
    return "\n  ".join(" ".join(signed[k : k + 8]) for k in range(0, len(signed), 8))
