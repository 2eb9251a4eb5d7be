"""HiGHS as an oracle: a float simplex for sparse programs that only proposes a basis.

Rows and columns are scaled by powers of two first, because a solver that drops what is below 1e-9
of the largest entry would be asked about another program. Each thread has one HiGHS; its factors
are good until the next run. highspy is imported inside functions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from threading import local
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sabot.progress import is_cancelled, raise_if_cancelled, run_interruptible_kernel
from sabot.solvers.lp.exact_linear_solve import HighsFactor
from sabot.solvers.lp.program import Floats, Indices, IntArray, LinearProgram, LPBasis

if TYPE_CHECKING:
    from highspy import Highs, HighsCallbackEvent

_thread = local()
_FLOAT_EXACT = 2**53
_FEW_NUMBERS, _MODEST = 1000, 900
"""So many numbers, and by powers of two up to so large ones, are scaled by a table of powers."""
_PRESOLVED_FROM = 200
"""Rows from which HiGHS's presolve saves more than it costs."""
_INTERIOR_FROM = 10_000
"""Rows from which an interior point and a crossover can reach a basis sooner than the simplex."""
_INTERIOR_ENTRIES = 10
"""Entries per row from which they do: with fewer, the simplex needs few iterations, and short ones.
"""
_NO_LIMIT = 2**31 - 1
"""HiGHS' number of iterations that is no limit."""
_OWN_CHOICE, _DUAL_PROGRAM = 2, 1
"""HiGHS' numbers of what its interior point solves."""
_DUAL, _PRIMAL = 1, 4
"""HiGHS' numbers of the two simplex methods."""
_HEARS_FROM = 5000
"""Entries from which HiGHS checks for a stop, at 2 us per iteration: smaller runs are short."""


def guess_basis_with_highs(program: LinearProgram) -> LPBasis:
    """Return the basis that HiGHS ends with (not necessarily a right one, nor a square one)."""
    oracle = HighsOracle(program)
    oracle.run()
    return oracle.ended()


class HighsOracle:
    """One program in HiGHS, scaled; it may be asked again with other bounds and prices.

    A thread has one HiGHS: an oracle is good until the next one is made, and so are its factors.
    With *slacks* every inequality is an equation with one more column.
    """

    def __init__(self, program: LinearProgram, *, slacks: bool = False) -> None:
        import highspy

        self.program = program
        height, width = program.shape
        self._arrays = rows, columns, values = program.a.triples()
        self.scales = tall, wide = balancing_powers(
            rows, columns, bit_lengths(values), program.shape
        )
        self.b, self.c = to_integer_array(program.b), to_integer_array(program.c)
        self.sizes = _largest_power(self.b, tall), _largest_power(self.c, wide)
        self.equal = np.zeros(height, dtype=bool)
        self.equal[list(program.equal)] = True
        self.free = np.zeros(width, dtype=bool)
        self.free[list(program.free)] = True
        self.loose = np.flatnonzero(~self.equal) if slacks else np.zeros(0, dtype=np.int64)
        more = len(self.loose)
        entries = self.scaled_entries()[2]
        if slacks:
            rows = np.concatenate([rows, self.loose])
            columns = np.concatenate([columns, width + np.arange(more)])
            entries = np.concatenate([entries, np.ones(more)])
        order = np.lexsort((columns, rows))
        rows, columns, entries = rows[order], columns[order], entries[order]
        lp = highspy.HighsLp()
        lp.num_row_, lp.num_col_ = height, width + more
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.searchsorted(rows, np.arange(height + 1)).astype(np.int32)
        lp.a_matrix_.index_ = columns.astype(np.int32)
        lp.a_matrix_.value_ = entries
        right = scale_to_floats(self.b, tall + self.sizes[0])
        none = np.zeros(more)
        lp.col_cost_ = np.concatenate([scale_to_floats(self.c, wide + self.sizes[1]), none])
        lp.row_upper_ = right
        lp.row_lower_ = right if slacks else np.where(self.equal, right, -highspy.kHighsInf)
        lp.col_lower_ = np.concatenate([np.where(self.free, -highspy.kHighsInf, 0.0), none])
        lp.col_upper_ = np.full(width + more, highspy.kHighsInf)
        self.solver = _thread_solver(hears=len(entries) >= _HEARS_FROM)
        # numbers beyond floats are refused; then there is nothing to guess from
        self._refused = self.solver.passModel(lp) == highspy.HighsStatus.kError

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Yield the entries of the program that are not 0: row, column, amount."""
        rows, columns, values = self._arrays
        return zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True)

    def scaled_entries(self) -> tuple[Indices, Indices, Floats]:
        """Return the entries of the program as HiGHS has them: rows, columns, amounts."""
        rows, columns, values = self._arrays
        tall, wide = self.scales
        return rows, columns, scale_to_floats(values, tall[rows] + wide[columns])

    def point(self) -> tuple[Floats, Floats]:
        """Return the columns of the last run and the slacks of its rows, as HiGHS has them."""
        found = self.solver.getSolution()
        right = scale_to_floats(self.b, self.scales[0] + self.sizes[0])
        return np.array(found.col_value), right - np.array(found.row_value)

    def basis(self, *, presolve: bool = True) -> LPBasis:
        """Return the basis of the present program, by simplex or interior point.

        Without *presolve* nothing is removed first; else that is done where it saves time.
        """
        height = self.program.shape[0]
        ask = self.solver.setOptionValue
        ask("presolve", "on" if presolve and height > _PRESOLVED_FROM else "off")
        if _INTERIOR_FROM < height < len(self._arrays[0]) // _INTERIOR_ENTRIES:
            self.run_interior()
        else:
            self.run()
            ask("presolve", "off")
        return self.ended()

    def run_pivots(self, most: int) -> bool:
        """Ask on by at most so many pivots of the simplex; return as `run`."""
        self.solver.setOptionValue("simplex_iteration_limit", most)
        try:
            return self.run()
        finally:
            if _thread.solver is not None:
                self.solver.setOptionValue("simplex_iteration_limit", _NO_LIMIT)

    def run_interior(self, *, dual: bool = False) -> bool:
        """Ask by an interior point, a crossover to a basis and the simplex; return as `run`.

        *dual*: the interior point of the dual program, sooner if there are more rows than columns.
        Left alone, HiGHS takes it if there are many more.
        """
        ask = self.solver.setOptionValue
        self.solver.clearSolver()  # it would go on from the basis of the last run
        ask("solver", "ipm")
        ask("ipx_dualize_strategy", _DUAL_PROGRAM if dual else _OWN_CHOICE)
        if not self._refused:
            self._run(in_thread=True)
        ask("presolve", "off")
        ask("solver", "simplex")
        # After a crossover HiGHS has a basis. Where presolve reduced nothing it has no factor
        # of that basis, and asking for either ends the process. The simplex makes a factor.
        return self.run()

    def run(self) -> bool:
        """Ask on from the basis of the last run; return whether an optimum is claimed."""
        import highspy

        if self._refused:
            return False
        self._run()
        return bool(self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def _run(self, *, in_thread: bool = False) -> None:
        """Run HiGHS; a stop or Ctrl-C interrupts it, and it cannot be used after that.

        An exception in a callback makes the interior point go on by the simplex, so it runs
        *in_thread*: in a thread of its own no Ctrl-C is raised.
        """
        raise_if_cancelled()
        _thread.turn += 1
        try:
            if in_thread:
                run_interruptible_kernel(self.solver.run, _thread.halt)
            else:
                self.solver.run()
        except BaseException:
            _thread.solver = None
            raise
        if is_cancelled():
            _thread.solver = None
            raise_if_cancelled()

    def change_bounds(self, right: Floats, low: Floats, price: Floats) -> None:
        """Change what there is of a program with slacks besides its matrix."""
        import highspy

        rows, columns = (np.arange(len(part), dtype=np.int32) for part in (right, low))
        most = highspy.kHighsInf
        low[: len(self.free)][self.free] = -most
        self.solver.changeRowsBounds(len(rows), rows, right, right)
        self.solver.changeColsBounds(len(columns), columns, low, np.full(len(low), most))
        self.solver.changeColsCost(len(columns), columns, price)

    def enlarge_right_sides(self, power: int) -> None:
        """Multiply all right sides by a power of two, as of the program: the optimal bases stay.

        What HiGHS tolerates is a number, so that it is asked more exactly by this.
        """
        import highspy

        rows = np.arange(len(self.equal), dtype=np.int32)
        right = scale_to_floats(self.b, self.scales[0] + self.sizes[0] - power)
        low = np.where(self.equal, right, -highspy.kHighsInf)
        self.solver.changeRowsBounds(len(rows), rows, low, right)

    def answer(self) -> tuple[Floats, Floats, list[bool]]:
        """Return the last run's primal and dual, and which columns stand at their lower bound."""
        import highspy

        found = self.solver.getSolution()
        lower = highspy.HighsBasisStatus.kLower
        stays = [status == lower for status in self.solver.getBasis().col_status]
        return np.array(found.col_value), np.array(found.row_dual), stays

    def ended(self) -> LPBasis:
        """Return the basis that the last run ended with; an empty one where nothing was run."""
        import highspy

        if self._refused:
            return LPBasis((), ())
        said, basic = self.solver.getBasicVariables()  # columns from 0 up, rows from -1 down
        if said != highspy.HighsStatus.kOk:
            return LPBasis((), ())
        height, width = self.program.shape
        columns, rows = basic[basic >= 0], -1 - basic[basic < 0]
        kept = np.ones(height, dtype=bool)
        kept[rows] = False
        kept[self.loose[columns[columns >= width] - width]] = False
        live = tuple(np.sort(columns[columns < width]).tolist())
        tight = tuple(np.flatnonzero(kept).tolist())
        return LPBasis(tight, live, self._factor(tight, live))

    def restrict(self, empty: NDArray[np.bool_], level: NDArray[np.bool_]) -> None:
        """Keep some columns at 0 and make some rows equations."""
        columns, rows = (np.flatnonzero(part).astype(np.int32) for part in (empty, level))
        none = np.zeros(len(columns))
        self.solver.changeColsBounds(len(columns), columns, none, none)
        right = scale_to_floats(self.b[rows], self.scales[0][rows] + self.sizes[0])
        self.solver.changeRowsBounds(len(rows), rows, right, right)

    def maximize(self, price: Floats) -> bool:
        """Go on from the present basis with other prices, by primal pivots; return as `run`."""
        columns = np.arange(len(price), dtype=np.int32)
        self.solver.changeColsCost(len(columns), columns, price)
        self.solver.setOptionValue("simplex_strategy", _PRIMAL)
        try:
            return self.run()
        finally:
            if _thread.solver is not None:
                self.solver.setOptionValue("simplex_strategy", _DUAL)

    def take(self, basis: LPBasis) -> LPBasis:
        """Return a basis with its factor, where HiGHS can factor it."""
        if not self.start_from(basis, repair=False):
            return LPBasis(basis.rows, basis.columns)
        self.solver.setOptionValue("simplex_iteration_limit", 0)
        self._run()
        self.solver.setOptionValue("simplex_iteration_limit", _NO_LIMIT)
        ended = self.ended()
        if (ended.rows, ended.columns) != (basis.rows, basis.columns):
            return LPBasis(basis.rows, basis.columns)  # singular in floats
        return ended

    def start_from(self, basis: LPBasis, *, repair: bool = True) -> bool:
        """Give HiGHS a basis to begin with; return whether it takes it.

        To *repair* one that is singular or not square, HiGHS factors it at once.
        """
        import highspy

        if self._refused:
            return False
        kinds = highspy.HighsBasisStatus
        # looking up an attribute of an enumeration of highspy is slow
        inside, zero, lower, upper = kinds.kBasic, kinds.kZero, kinds.kLower, kinds.kUpper
        height = self.program.shape[0]
        start = highspy.HighsBasis()
        live, tight = set(basis.columns), set(basis.rows)
        start.col_status = [
            inside if j in live else zero if free else lower
            for j, free in enumerate(self.free.tolist())
        ] + [lower if i in tight else inside for i in self.loose.tolist()]
        if len(self.loose):
            loose = set(self.loose.tolist())
            basic = [i not in tight and i not in loose for i in range(height)]
        else:
            basic = [i not in tight for i in range(height)]
        start.row_status = [inside if kept else upper for kept in basic]
        start.valid, start.alien = True, repair
        return bool(self.solver.setBasis(start) == highspy.HighsStatus.kOk)

    def _factor(self, tight: tuple[int, ...], live: tuple[int, ...]) -> HighsFactor | None:
        if not live or len(tight) != len(live):
            return None
        turn = _thread.turn
        return HighsFactor(self.solver, (tight, live), self.scales, lambda: _thread.turn == turn)


def _thread_solver(*, hears: bool) -> Highs:
    """Return this thread's solver: making one costs as much as solving Kuhn's poker."""
    found = getattr(_thread, "solver", None)
    if found is None:
        import highspy

        found = _thread.solver = highspy.Highs()
        _thread.hears = False
        _thread.halt = [0]
        _thread.callback = partial(_interrupt_if_stopping, _thread.halt)
        for option, setting in (
            ("output_flag", False),
            ("threads", 1),
            ("presolve", "off"),
            ("solver", "simplex"),
            ("primal_feasibility_tolerance", 1e-10),
            ("dual_feasibility_tolerance", 1e-10),
        ):
            found.setOptionValue(option, setting)
    if hears and not _thread.hears:
        found.cbSimplexInterrupt += _thread.callback
        found.cbIpmInterrupt += _thread.callback
    elif _thread.hears and not hears:
        found.cbSimplexInterrupt -= _thread.callback
        found.cbIpmInterrupt -= _thread.callback
    _thread.hears = hears
    # counts what this thread asked of its solvers: a factor is good for one turn
    _thread.turn = getattr(_thread, "turn", 0) + 1
    found.clearModel()
    return found


def _interrupt_if_stopping(halt: list[int], event: HighsCallbackEvent) -> None:
    """Interrupt HiGHS, which calls this at every iteration, if a stop is requested.

    Only *halt* says so in a thread of its own, which has no watch.
    """
    if halt[0] or is_cancelled():
        event.interrupt()


def to_integer_array(numbers: list[int]) -> IntArray:
    """Return integers as an array of machine words where floats hold them exactly."""
    if all(-_FLOAT_EXACT < number < _FLOAT_EXACT for number in numbers):
        return np.array(numbers, dtype=np.int64)
    return np.array(numbers, dtype=object)


def bit_lengths(numbers: IntArray) -> Indices:
    """Return the number of bits of integers."""
    if numbers.dtype == object:
        return np.array([abs(number).bit_length() for number in numbers.tolist()], dtype=np.int64)
    return np.frexp(np.abs(numbers).astype(np.float64))[1].astype(np.int64)


def balancing_powers(
    rows: Indices, columns: Indices, sizes: Indices, shape: tuple[int, int]
) -> tuple[Indices, Indices]:
    """Return powers of two for rows and columns that bring all entries near one.

    Payoffs of thirty digits are beside ones; a solver that drops what is below 1e-9 of the
    largest entry would be asked about another program.
    """
    scales = np.zeros(shape[0], dtype=np.int64), np.zeros(shape[1], dtype=np.int64)
    if not len(sizes):
        return scales
    runs = []
    for where in (rows, columns):
        order = np.argsort(where, kind="stable")
        sort = where[order]
        starts = np.flatnonzero(np.r_[True, sort[1:] != sort[:-1]])
        runs.append((order, starts, sort[starts]))
    still = 0
    for turn in range(8):
        scale, (order, starts, lines) = scales[turn % 2], runs[turn % 2]
        left = (sizes - scales[0][rows] - scales[1][columns])[order]
        more = (np.maximum.reduceat(left, starts) + np.minimum.reduceat(left, starts)) // 2
        scale[lines] += more
        still = 0 if more.any() else still + 1
        if still == 2:
            break  # neither rows nor columns want anything any more
    return scales


def _largest_power(numbers: IntArray, scale: Indices) -> int:
    """Return the power of two that brings the largest of some scaled numbers near one."""
    live = numbers != 0
    return int((bit_lengths(numbers) - scale)[live].max()) if live.any() else 0


def scale_to_floats(numbers: IntArray, powers: Indices) -> Floats:
    """Return integers of any size divided by powers of two, as floats."""
    if numbers.dtype != object:
        floats = numbers.astype(np.float64)
        if len(powers) < _FEW_NUMBERS:
            return np.ldexp(floats, -powers)
        least, most = int(powers.min()), int(powers.max())
        if least > -_MODEST and most < _MODEST:  # a product with a power of two is exact then
            table: Floats = np.ldexp(1.0, -np.arange(least, most + 1))
            return floats * table[powers - least]
        return np.ldexp(floats, -powers)
    pairs = zip(numbers.tolist(), powers.tolist(), strict=True)
    return np.array([_divide_by_power(number, power) for number, power in pairs])


def _divide_by_power(number: int, power: int) -> float:
    """Return an integer divided by a power of two; infinite where no float is so large."""
    try:
        return number / (1 << power) if power >= 0 else float(number * (1 << -power))
    except OverflowError:
        return math.inf if number > 0 else -math.inf  # copysign would make a float of it first
