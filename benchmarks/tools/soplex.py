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

from benchmarks.tools.program import lp_text, program_of
from benchmarks.tools.tool import Answer, MissingToolError, NoAnswerError, Task, Tool, start_up

# Rational reading, solving and tolerances: without all of these it would answer in floats.
EXACT = ("--readmode=1", "--solvemode=2", "--checkmode=2", "-f0", "-o0", "-X", "-q")
_VALUE = re.compile(r"^Objective value\s*:\s*(\S+)", re.MULTILINE | re.IGNORECASE)


def solving() -> Tool:
    """Run the program on the linear program of the game, written to a file."""
    program = os.environ.get("SOPLEX") or shutil.which("soplex")
    if program is None or shutil.which(program) is None:
        raise MissingToolError("no soplex on the PATH, and SOPLEX names none")
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")
    path = os.path.join(folder.name, "game.lp")

    def prepare(task: Task) -> int:
        linear = program_of(task)
        with open(path, "w", encoding="ascii") as file:
            file.writelines(lp_text(linear))
        return linear.denominator

    def solve(denominator: int) -> tuple[str, int]:
        done = subprocess.run([program, *EXACT, path], capture_output=True, text=True)
        return done.stdout, denominator

    def answer(found: tuple[str, int]) -> Answer:
        text, denominator = found
        value = _VALUE.search(text)
        if value is None:
            raise NoAnswerError("SoPlex printed no objective value")
        return Answer(Fraction(value[1]) / denominator)

    trivial = prepare([[1]])
    overhead = start_up(lambda: solve(trivial))
    return Tool(prepare, solve, answer, overhead, f"{_version(program)}, less process start")


def _version(program: str) -> str:
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    found = re.search(r"version\s+([\d.]+)", done.stdout + done.stderr)
    return found[1] if found else "?"
