"""HiGHS as an oracle: a float simplex for sparse programs that only ever guesses a basis."""

from __future__ import annotations

import numpy as np

from sabot.solvers.program import Basis, Program
from sabot.solvers.table import Sparse


def guess_sparse(program: Program) -> Basis:
    """Return the basis that HiGHS ends with (not necessarily a right one, nor a square one)."""
    import highspy

    height, width = program.shape
    if not isinstance(program.a, Sparse):
        raise TypeError("HiGHS is asked about sparse programs only")
    rows, columns, values = program.a.arrays
    scale = max(1, *map(abs, values.tolist())) if len(values) else 1
    order = np.lexsort((columns, rows))
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = height, width
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.searchsorted(rows[order], np.arange(height + 1)).astype(np.int32)
    lp.a_matrix_.index_ = columns[order].astype(np.int32)
    lp.a_matrix_.value_ = np.array([v / scale for v in values[order].tolist()])
    right = np.array([number / scale for number in program.b])
    lp.col_cost_ = np.array([number / scale for number in program.c])
    lp.row_upper_ = right
    lp.row_lower_ = np.array(
        [right[i] if i in program.equal else -highspy.kHighsInf for i in range(height)]
    )
    lp.col_lower_ = np.array(
        [-highspy.kHighsInf if j in program.free else 0.0 for j in range(width)]
    )
    lp.col_upper_ = np.full(width, highspy.kHighsInf)
    solver = highspy.Highs()
    for option, setting in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("solver", "simplex"),
        ("primal_feasibility_tolerance", 1e-10),
        ("dual_feasibility_tolerance", 1e-10),
    ):
        solver.setOptionValue(option, setting)
    solver.passModel(lp)
    solver.run()
    found = solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    live = tuple(j for j, status in enumerate(found.col_status) if status == basic)
    tight = tuple(i for i, status in enumerate(found.row_status) if status != basic)
    return Basis(tight, live)
