"""QSopt_ex, the exact simplex of Applegate, Cook, Dash and Espinoza.

Its shared library is called where it loads (the Debian package's, or the one inside the PyPI
package python-qsoptex), so that only the solver is timed: no process start, no reading of the file.
Without it the program `esolver` is run, and its time on a trivial linear program is taken off;
reading the file then counts, up to half of the time at 50 x 50.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from benchmarks.tools.program import lp_text, program_of
from benchmarks.tools.tool import Answer, MissingToolError, NoAnswerError, Task, Tool, start_up

_OPTIMAL = 1
_PRIMAL_SIMPLEX = 1  # what esolver runs; the dual takes the same time within a tenth
_BITS = 128  # esolver's own default for the first multi-precision attempt


def solving() -> Tool:
    """Solve the linear program of the game."""
    for name in _libraries():
        try:
            return _library(ctypes.CDLL(name))
        except (OSError, AttributeError):
            continue
    return _program()


def _libraries() -> Iterator[str]:
    """Yield where the solver's symbols may be."""
    yield "libqsopt_ex.so.2"
    if found := ctypes.util.find_library("qsopt_ex"):
        yield found
    spec = importlib.util.find_spec("qsoptex")  # an extension module linked with the library
    if spec is not None and spec.origin:
        yield spec.origin


def _library(solver: Any) -> Tool:
    gmp = ctypes.CDLL("libgmp.so.10")
    solver.mpq_QSread_prob.restype = ctypes.c_void_p
    solver.QSexact_solver.argtypes = [ctypes.c_void_p] * 4 + [ctypes.c_int, ctypes.c_void_p]
    solver.mpq_QSget_objval.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    solver.mpq_QSfree_prob.argtypes = [ctypes.c_void_p]
    gmp.__gmpq_get_str.restype = ctypes.c_char_p
    gmp.__gmpq_get_str.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    solver.QSexactStart()
    solver.mpf_QSset_precision(_BITS)
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")
    number = ctypes.create_string_buffer(32)  # one mpq_t
    gmp.__gmpq_init(number)
    held: list[int] = []

    def prepare(task: Task) -> tuple[int, int]:
        while held:
            solver.mpq_QSfree_prob(held.pop())
        path, denominator = _written(task, folder.name)
        problem = solver.mpq_QSread_prob(path.encode(), b"LP")
        if not problem:
            raise NoAnswerError("QSopt_ex could not read the linear program")
        held.append(int(problem))
        return held[0], denominator

    def solve(read: tuple[int, int]) -> tuple[int, int, int]:
        problem, denominator = read
        status = ctypes.c_int(0)
        failed = solver.QSexact_solver(
            problem, None, None, None, _PRIMAL_SIMPLEX, ctypes.byref(status)
        )
        return problem, denominator, 0 if failed else status.value

    def answer(found: tuple[int, int, int]) -> Answer:
        problem, denominator, status = found
        if status != _OPTIMAL:
            raise NoAnswerError(f"QSopt_ex ended with status {status}")
        solver.mpq_QSget_objval(problem, number)
        value = Fraction(gmp.__gmpq_get_str(None, 10, number).decode())
        return Answer(value / denominator)

    return Tool(prepare, solve, answer, version="library, solver only")


def _program() -> Tool:
    program = shutil.which("esolver")
    if program is None:
        raise MissingToolError("no QSopt_ex library and no esolver (Debian package qsopt-ex)")
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")
    result = os.path.join(folder.name, "game.sol")

    def prepare(task: Task) -> tuple[str, int]:
        return _written(task, folder.name)

    def solve(read: tuple[str, int]) -> int:
        subprocess.run([program, "-L", "-O", result, read[0]], capture_output=True, check=True)
        return read[1]

    def answer(denominator: int) -> Answer:
        with open(result, encoding="ascii") as file:
            for line in file:
                if line.strip().startswith("Value ="):
                    return Answer(Fraction(line.split("=")[1].strip()) / denominator)
        raise NoAnswerError("no optimal value in esolver's file")

    trivial = prepare([[1]])
    overhead = start_up(lambda: solve(trivial))
    return Tool(prepare, solve, answer, overhead, "esolver, less process start")


def _written(task: Task, folder: str) -> tuple[str, int]:
    path = os.path.join(folder, "game.lp")
    linear = program_of(task)
    with open(path, "w", encoding="ascii") as file:
        file.write("Problem\n game\n")
        file.writelines(lp_text(linear))
    return path, linear.denominator
