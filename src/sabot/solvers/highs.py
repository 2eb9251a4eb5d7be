"""HiGHS as an oracle: a float simplex for sparse programs that only ever guesses a basis."""

from __future__ import annotations

from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.solvers.program import Basis, Program
from sabot.solvers.table import IntArray, Sparse

_own = local()


def guess_sparse(program: Program) -> Basis:
    """Return the basis that HiGHS ends with (not necessarily a right one, nor a square one)."""
    import highspy

    height, width = program.shape
    if not isinstance(program.a, Sparse):
        raise TypeError("HiGHS is asked about sparse programs only")
    rows, columns, values = program.a.arrays
    order = np.lexsort((columns, rows))
    rows, columns, values = rows[order], columns[order], values[order]
    tall, wide = _balance(rows, columns, values, program.shape)
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = height, width
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.searchsorted(rows, np.arange(height + 1)).astype(np.int32)
    lp.a_matrix_.index_ = columns.astype(np.int32)
    lp.a_matrix_.value_ = _shrunk(values.tolist(), tall[rows] + wide[columns])
    right = _shrunk(program.b, tall + _size(program.b, tall))
    lp.col_cost_ = _shrunk(program.c, wide + _size(program.c, wide))
    lp.row_upper_ = right
    lp.row_lower_ = np.array(
        [right[i] if i in program.equal else -highspy.kHighsInf for i in range(height)]
    )
    lp.col_lower_ = np.array(
        [-highspy.kHighsInf if j in program.free else 0.0 for j in range(width)]
    )
    lp.col_upper_ = np.full(width, highspy.kHighsInf)
    solver = _solver()
    solver.passModel(lp)
    solver.run()
    found = solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    live = tuple(j for j, status in enumerate(found.col_status) if status == basic)
    tight = tuple(i for i, status in enumerate(found.row_status) if status != basic)
    return Basis(tight, live)


def _solver() -> Any:
    """Return this thread's solver: making one costs as much as solving Kuhn's poker."""
    found = getattr(_own, "solver", None)
    if found is None:
        import highspy

        found = _own.solver = highspy.Highs()
        for option, setting in (
            ("output_flag", False),
            ("threads", 1),
            ("presolve", "off"),
            ("solver", "simplex"),
            ("primal_feasibility_tolerance", 1e-10),
            ("dual_feasibility_tolerance", 1e-10),
        ):
            found.setOptionValue(option, setting)
    found.clearModel()
    return found


def _balance(
    rows: NDArray[np.int64], columns: NDArray[np.int64], values: IntArray, shape: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return powers of two for rows and columns that bring all entries near one.

    Payoffs of thirty digits stand beside ones; a solver that drops what is below 1e-9 of the
    largest entry would be asked about another program.
    """
    scales = np.zeros(shape[0], dtype=np.int64), np.zeros(shape[1], dtype=np.int64)
    bits = np.array([abs(value).bit_length() for value in values.tolist()], dtype=np.int64)
    for _ in range(4):
        for scale, where in zip(scales, (rows, columns), strict=True):
            left = bits - scales[0][rows] - scales[1][columns]
            high = np.full(len(scale), -(2**40))
            np.maximum.at(high, where, left)
            low = np.full(len(scale), 2**40)
            np.minimum.at(low, where, left)
            scale += np.where(high > -(2**40), (high + low) // 2, 0)
    return scales


def _size(numbers: list[int], scale: NDArray[np.int64]) -> int:
    """Return the power of two that brings the largest of some scaled numbers near one."""
    bits = [n.bit_length() - s for n, s in zip(numbers, scale.tolist(), strict=True) if n]
    return max(bits, default=0)


def _shrunk(numbers: list[int], bits: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return whole numbers of any size divided by powers of two, as floats."""
    return np.array(
        [
            number / (1 << bit) if bit >= 0 else float(number * (1 << -bit))
            for number, bit in zip(numbers, bits.tolist(), strict=True)
        ]
    )
