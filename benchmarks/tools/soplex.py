"""SoPlex in exact arithmetic (iterative refinement and rational factorisation), as a program.

It is neither in Debian nor on PyPI: the program named by the environment variable SOPLEX is run, or
a `soplex` on the PATH. Its time on a trivial program is taken off; reading the file counts.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from fractions import Fraction

from benchmarks.tools.program import LinearProgram, lp_text, program_of
from benchmarks.tools.tool import Answer, MissingToolError, NoAnswerError, Task, Tool, start_up

# Rational reading, solving and tolerances: without all of these it would answer in floats.
EXACT = ("--readmode=1", "--solvemode=2", "-f0", "-o0")
_COORDINATE = re.compile(r"x(\d+)\s+(\S+)")
_SOLVED = "problem is solved [optimal]"


def solving() -> Tool:
    """Run the program on the linear program of the game, written to a file."""
    program = os.environ.get("SOPLEX") or shutil.which("soplex")
    if program is None or shutil.which(program) is None:
        raise MissingToolError("no soplex on the PATH, and SOPLEX names none")
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")

    def at(name: str) -> str:
        return os.path.join(folder.name, name)

    def prepare(task: Task) -> LinearProgram:
        linear = program_of(task)
        with open(at("game.lp"), "w", encoding="ascii") as file:
            file.writelines(lp_text(linear))
        return linear

    def solve(linear: LinearProgram) -> tuple[str, LinearProgram]:
        command = [program, *EXACT, f"-X={at('point.txt')}", at("game.lp")]
        return subprocess.run(command, capture_output=True, text=True).stdout, linear

    def answer(found: tuple[str, LinearProgram]) -> Answer:
        text, linear = found
        if _SOLVED not in text:
            raise NoAnswerError("SoPlex did not solve it to optimality")
        value = Fraction(0)  # of the exact point: the value SoPlex prints is a float
        with open(at("point.txt"), encoding="ascii") as file:
            for line in file:
                if found_here := _COORDINATE.match(line):
                    value += linear.prices[int(found_here[1])] * Fraction(found_here[2])
        return Answer(value / linear.denominator)

    trivial = prepare([[1]])
    overhead = start_up(lambda: solve(trivial))
    return Tool(prepare, solve, answer, overhead, f"{_version(program)}, less process start")


def _version(program: str) -> str:
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    found = re.search(r"version\s+([\d.]+)", done.stdout + done.stderr)
    return found[1] if found else "?"
