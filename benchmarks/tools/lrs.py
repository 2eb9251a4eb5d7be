"""lrsnash: every extreme equilibrium of a bimatrix game, in exact arithmetic."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from fractions import Fraction

from benchmarks.tools.tool import (
    Answer,
    Matrix,
    MissingToolError,
    NoAnswerError,
    Tool,
    halves,
    start_up,
)

_COUNT = re.compile(r"Number of equilibria found:\s*(\d+)")


def enumerating(*, pairs: bool = False) -> Tool:
    """Run the program on a file; starting it on a 1 x 1 game is the overhead taken off.

    With *pairs* a task holds the matrices of both seats, one above the other.
    """
    program = shutil.which("lrsnash")
    if program is None:
        raise MissingToolError("lrsnash: no such program (Debian package lrslib)")
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")

    def prepare(matrix: Matrix) -> str:
        path = os.path.join(folder.name, "game.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write(_text(*halves(matrix)) if pairs else _text(matrix, _paid(matrix)))
        return path

    def solve(path: str) -> str:
        done = subprocess.run([program, path], capture_output=True, text=True, check=True)
        return done.stdout

    trivial = prepare([[1]])
    overhead = start_up(lambda: solve(trivial))
    return Tool(prepare, solve, _answer, overhead, _version(solve(trivial)))


def _paid(matrix: Matrix) -> Matrix:
    return [[-entry for entry in row] for row in matrix]


def _text(matrix: Matrix, other: Matrix) -> str:
    ours, theirs = (
        "\n".join(" ".join(str(entry) for entry in row) for row in each) for each in (matrix, other)
    )
    return f"{len(matrix)} {len(matrix[0])}\n\n{ours}\n\n{theirs}\n"


def _answer(text: str) -> Answer:
    """Read the count, and the first equilibrium where the text has one.

    A line `1 x1 .. xm v` gives the row seat's mix and what the column seat earns against it; a line
    `2 y1 .. yn v` the column seat's mix and the row seat's payoff, which is the value of the game.
    """
    count = _COUNT.search(text)
    if count is None:
        raise NoAnswerError("no count of equilibria in the output")
    facts = {"equilibria": int(count[1])}
    row = column = value = None
    for line in text.splitlines():
        words = line.split()
        if row is None and words[:1] == ["1"]:
            row = tuple(Fraction(word) for word in words[1:-1])
        if column is None and words[:1] == ["2"]:
            column = tuple(Fraction(word) for word in words[1:-1])
            value = Fraction(words[-1])
        if row is not None and column is not None:
            break
    return Answer(value, row, column, facts)


def _version(text: str) -> str:
    found = re.search(r"lrslib v\.([\d.]+)", text)
    return found[1] if found else "?"
