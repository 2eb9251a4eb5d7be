"""HiGHS as an oracle: a float simplex for sparse programs that only ever guesses a basis."""

from __future__ import annotations

import numpy as np

from sabot.solvers.program import Basis, Program


def guess_sparse(program: Program) -> Basis:
    """Return the basis that HiGHS ends with (not necessarily a right one, nor a square one)."""
    import highspy

    height, width = program.shape
    scale = float(max(1, int(abs(program.a).max()))) if program.a.size else 1.0
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = height, width
    lp.sense_ = highspy.ObjSense.kMaximize
    dense = np.asarray(program.a / scale, dtype=np.float64)
    live = dense != 0
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.concatenate(([0], np.cumsum(live.sum(axis=1)))).astype(np.int32)
    lp.a_matrix_.index_ = np.nonzero(live)[1].astype(np.int32)
    lp.a_matrix_.value_ = dense[live]
    right = np.asarray(program.b / scale, dtype=np.float64)
    lp.col_cost_ = np.asarray(program.c / scale, dtype=np.float64)
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
    columns = tuple(j for j, status in enumerate(found.col_status) if status == basic)
    rows = tuple(i for i, status in enumerate(found.row_status) if status != basic)
    return Basis(rows, columns)
