"""QSopt_ex, the exact simplex of Applegate, Cook, Dash and Espinoza.

Its shared library is called where it loads, so that only the solver is timed: no process start, no
reading of the file. Without it the program `esolver` is run, and its time on a trivial linear
programme is taken off; reading the file then counts, up to half of the time at 50 x 50.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from benchmarks.tool import Answer, Matrix, MissingToolError, NoAnswerError, Tool

_OPTIMAL = 1
_DUAL_SIMPLEX = 2  # esolver's own default
_BITS = 128  # esolver's own default for the first multi-precision attempt


def solving() -> Tool:
    """Maximise v subject to every column of the mixed rows paying at least v."""
    try:
        return _library()
    except OSError:
        return _program()


def _library() -> Tool:
    solver = ctypes.CDLL("libqsopt_ex.so.2")
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

    def prepare(matrix: Matrix) -> int:
        problem = solver.mpq_QSread_prob(_written(matrix, folder.name).encode(), b"LP")
        if not problem:
            raise NoAnswerError("QSopt_ex could not read the linear programme")
        return int(problem)

    def solve(problem: int) -> tuple[int, int]:
        status = ctypes.c_int(0)
        failed = solver.QSexact_solver(
            problem, None, None, None, _DUAL_SIMPLEX, ctypes.byref(status)
        )
        return problem, 0 if failed else status.value

    def answer(found: tuple[int, int]) -> Answer:
        problem, status = found
        if status != _OPTIMAL:
            raise NoAnswerError(f"QSopt_ex ended with status {status}")
        solver.mpq_QSget_objval(problem, number)
        value = Fraction(gmp.__gmpq_get_str(None, 10, number).decode())
        solver.mpq_QSfree_prob(problem)
        return Answer(value)

    return Tool(prepare, solve, answer, version="library, solver only")


def _program() -> Tool:
    program = shutil.which("esolver")
    if program is None:
        raise MissingToolError("QSopt_ex: no library and no esolver (Debian package qsopt-ex)")
    folder = tempfile.TemporaryDirectory(prefix="sabot-bench-")
    result = os.path.join(folder.name, "game.sol")

    def solve(path: str) -> str:
        subprocess.run([program, "-L", "-O", result, path], capture_output=True, check=True)
        return result

    def answer(path: str) -> Answer:
        with open(path, encoding="ascii") as file:
            for line in file:
                if line.strip().startswith("Value ="):
                    return Answer(Fraction(line.split("=")[1].strip()))
        raise NoAnswerError("no optimal value in esolver's file")

    def prepare(matrix: Matrix) -> str:
        return _written(matrix, folder.name)

    starts = []
    for _ in range(10):
        path = prepare([[1]])
        begin = time.perf_counter()
        solve(path)
        starts.append(time.perf_counter() - begin)
    return Tool(prepare, solve, answer, overhead=min(starts), version="esolver, less process start")


def _written(matrix: Matrix, folder: str) -> str:
    path = os.path.join(folder, "game.lp")
    with open(path, "w", encoding="ascii") as file:
        file.writelines(_lines(matrix))
    return path


def _lines(matrix: Matrix) -> Iterator[str]:
    """Yield the linear programme in the LP format, a few terms a line as the reader demands."""
    yield "Problem\n game\nMaximize\n obj: v\nSubject\n"
    for j, column in enumerate(zip(*matrix, strict=True)):
        terms = [f"{_signed(entry)} x{i}" for i, entry in enumerate(column) if entry]
        yield f" c{j}: {_wrapped(terms)} - v >= 0\n"
    yield f" total: {_wrapped([f'+ x{i}' for i in range(len(matrix))])} = 1\n"
    yield "Bounds\n v free\nEnd\n"


def _signed(entry: Any) -> str:
    return f"- {-entry}" if entry < 0 else f"+ {entry}"


def _wrapped(terms: list[str]) -> str:
    return "\n  ".join(" ".join(terms[k : k + 8]) for k in range(0, len(terms), 8))
