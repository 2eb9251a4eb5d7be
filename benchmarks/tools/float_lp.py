"""The float linear programs: nashpy (HiGHS through SciPy), QuantEcon (its own), bare HiGHS."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from benchmarks.tools.program import LinearProgram, program_of
from benchmarks.tools.tool import (
    Answer,
    Matrix,
    MissingToolError,
    NoAnswerError,
    Task,
    Tool,
    exact,
    halves,
)


def nashpy() -> Tool:
    """`Game.linear_program`, which returns the two mixes and no value."""
    try:
        import nashpy as nash
        import numpy as np
    except ImportError as error:
        raise MissingToolError(f"nashpy: {error}") from None

    def prepare(matrix: Matrix) -> Any:
        return nash.Game(np.array([[float(entry) for entry in row] for row in matrix]))

    def answer(found: Any) -> Answer:
        row, column = found
        if row is None or column is None:
            raise NoAnswerError("no strategies returned")
        return Answer(None, exact(row), exact(column))

    return Tool(prepare, lambda game: game.linear_program(), answer, version=version("nashpy"))


def every() -> Tool:
    """Vertex enumeration in floats: of a degenerate game it may list too few, or too many."""
    try:
        import nashpy as nash
        import numpy as np
    except ImportError as error:
        raise MissingToolError(f"nashpy: {error}") from None

    def prepare(task: Matrix) -> Any:
        return nash.Game(*(np.array(half, dtype=float) for half in halves(task)))

    def answer(found: Any) -> Answer:
        return Answer(facts={"equilibria": len(found)})

    def solve(game: Any) -> Any:
        small = min(game.payoff_matrices[0].shape) < 2  # which Qhull refuses
        return [] if small else list(game.vertex_enumeration())

    return Tool(prepare, solve, answer, version=version("nashpy"))


def quantecon() -> Tool:
    """`minmax`, compiled by Numba before it is timed."""
    try:
        import numpy as np
        from quantecon.optimize import minmax
    except ImportError as error:
        raise MissingToolError(f"quantecon: {error}") from None

    def prepare(matrix: Matrix) -> Any:
        return np.array([[float(entry) for entry in row] for row in matrix])

    def answer(found: Any) -> Answer:
        value, row, column = found
        return Answer(exact([value])[0], exact(row), exact(column))

    return Tool(prepare, minmax, answer, version=version("quantecon"))


def highs() -> Tool:
    """HiGHS with its own defaults on the program the exact solvers are given, one thread.

    Passing the program to HiGHS is not counted, nor is turning its entries into floats.
    """
    try:
        import highspy
    except ImportError as error:
        raise MissingToolError(f"highspy: {error}") from None

    def prepare(task: Task) -> Any:
        linear = program_of(task)
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.passModel(_model(highspy, linear))
        return solver, linear.denominator

    def solve(held: Any) -> Any:
        held[0].run()
        return held

    def answer(held: Any) -> Answer:
        solver, denominator = held
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise NoAnswerError(f"HiGHS ended with {solver.getModelStatus()}")
        return Answer(exact([solver.getInfo().objective_function_value])[0] / denominator)

    return Tool(prepare, solve, answer, version=version("highspy"))


def _model(highspy: Any, linear: LinearProgram) -> Any:
    import numpy as np

    inf = highspy.kHighsInf
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(linear.prices), len(linear.rows)
    model.sense_ = highspy.ObjSense.kMaximize
    model.col_cost_ = np.array([float(price) for price in linear.prices])
    bound = [-inf if j >= linear.free else 0.0 for j in range(model.num_col_)]
    model.col_lower_, model.col_upper_ = np.array(bound), np.full(model.num_col_, inf)
    right = np.array([float(amount) for _, _, amount in linear.rows])
    equal = np.array([sign == "=" for _, sign, _ in linear.rows])
    model.row_lower_, model.row_upper_ = np.where(equal, right, -inf), right
    sizes = [len(terms) for terms, _, _ in linear.rows]
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *sizes])
    model.a_matrix_.index_ = np.array([j for terms, _, _ in linear.rows for j, _ in terms])
    model.a_matrix_.value_ = np.array([float(a) for terms, _, _ in linear.rows for _, a in terms])
    return model
