"""Exact simplex: from a proposed basis to an optimal one, in rational arithmetic.

A float basis may be wrong by a pivot or two (near ties), or useless (numbers over many orders of
magnitude). A large program is then refined (:mod:`sabot.solvers.lp.iterative_refinement`) or walked
in multiprecision (:mod:`sabot.solvers.lp.multiprecision_simplex`). Where that does not help,
Dantzig's parametric self-dual simplex does: from any regular basis it adds a random positive
perturbation, times a parameter t, to everything that may not be negative, so that the basis is
optimal for large t; then it lowers t to 0 and pivots whenever something reaches zero. Randomness
breaks ties and exactness makes each comparison true, so the walk ends at an optimal basis of the
unperturbed program.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from flint import fmpq

from sabot.errors import NoMethodError
from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.program import (
    BasicSolution,
    BasisMatrix,
    DenseMatrix,
    LinearProgram,
    LPBasis,
    SparseMatrix,
    compute_basic_solution,
)

_PRIME = 2**31 - 1  # products of residues fit a machine word
_SPREAD = 2**20
_MOST_WALKS = 3
_QUICK_ROWS = 200
"""Rows of a kernel up to which its exact point costs less than one in long numbers."""
_SMALL_PROGRAM = 1000
"""Rows times columns up to which exact pivots cost less than asking HiGHS again."""
_FEW_PIVOTS = 5
"""Exact pivots of a small program that cost less than a tableau in long numbers."""
_MOST_DOUBLINGS = 4
"""How often the numbers of a tableau may be made twice as long."""
_ZERO = fmpq(0)

FLOAT_BASIS_WAS_OPTIMAL = "float basis, exact at once"
OptimalBasis = tuple[LPBasis, BasicSolution, str]


def solve_program(program: LinearProgram, guess: LPBasis) -> OptimalBasis:
    """Return an optimal basis, its exact point and how it was found, in words.

    The guess itself; else one from the program refined by rescaling, and pivots in long numbers
    from there; else the parametric walk, which needs nothing of floats.
    """
    report_progress("exact")
    square = len(guess.rows) == len(guess.columns)
    found = compute_basic_solution(program, guess) if square else None
    if found is not None and found.optimal(program):
        return guess, found, FLOAT_BASIS_WAS_OPTIMAL
    if math.prod(program.shape) > _SMALL_PROGRAM:
        near = (
            _solve_by_refinement(program)
            or _solve_in_fixed_point(program)
            or _solve_in_balls(program, guess)
        )
        if near is not None:
            return near
    ready = found is not None and program.holds(guess)
    start = guess if ready else make_regular_basis(program, guess)
    if math.prod(program.shape) <= _SMALL_PROGRAM:
        near = _parametric_simplex(
            program, start, random.Random(0), _FEW_PIVOTS
        ) or _solve_in_fixed_point(program)
        if near is not None:
            return near
    for attempt in range(_MOST_WALKS):
        ended = _parametric_simplex(program, start, random.Random(attempt))
        if ended is not None:
            return ended
        start = make_regular_basis(program, LPBasis((), ()))
    raise NoMethodError("the exact repair did not end; please report this game")


def _solve_by_refinement(program: LinearProgram) -> OptimalBasis | None:
    """Return the optimum at or near a basis of the refined program; None where none is found."""
    from sabot.solvers.lp.iterative_refinement import FixedPointSimplex, RefinedProgram

    refined = RefinedProgram(program)
    walker = FixedPointSimplex(program, refined.oracle)
    for turn, basis in enumerate(refined.bases()):
        # the first is from the program as floats have it, which has failed already
        found = _optimum_near_basis(program, basis, walker.walk) if turn else None
        if found is not None:
            return found
    return None


def _solve_in_balls(program: LinearProgram, near: LPBasis) -> OptimalBasis | None:
    """Return the optimum that a walk in long numbers ends at, with factors that are long too."""
    if not isinstance(program.a, SparseMatrix):
        return None
    from sabot.solvers.lp.multiprecision_simplex import walk_in_balls

    for basis, pivots in walk_in_balls(program, near):
        there = compute_basic_solution(program, basis)
        if there is not None and there.optimal(program):
            return basis, there, f"float basis, {pivots} long pivots"
    return None


def _optimum_near_basis(
    program: LinearProgram, basis: LPBasis, walk: Callable[[LPBasis], tuple[LPBasis, int] | None]
) -> OptimalBasis | None:
    """Return the optimum that a basis is, or that pivots in long numbers lead to from it."""
    if not 0 < len(basis.rows) == len(basis.columns):
        return None
    small = len(basis.rows) < _QUICK_ROWS
    there = compute_basic_solution(program, basis) if small else None
    if there is not None and there.optimal(program):
        return basis, there, "refined basis, exact at once"
    ended = walk(basis)
    if ended is None or (small and not ended[1]):
        return None
    there = compute_basic_solution(program, ended[0])
    if there is None or not there.optimal(program):
        return None
    further = f"{ended[1]} long pivots" if ended[1] else "exact at once"
    return ended[0], there, f"refined basis, {further}"


def _solve_in_fixed_point(program: LinearProgram) -> OptimalBasis | None:
    """Return the optimum that a tableau in long numbers ends with; None where it is not optimal.

    The numbers are made longer until the tableau ends at an optimum, or twice at the same basis.
    """
    if not isinstance(program.a, DenseMatrix) or {*program.b, *program.c} != {1}:
        return None  # only the program of a matrix game has a feasible tableau to begin with
    from sabot.solvers.lp.dense_simplex import FIXED_POINT_BITS, guess_basis_in_fixed_point

    before = None
    for doubling in range(_MOST_DOUBLINGS + 1):
        basis = guess_basis_in_fixed_point(program.a.array, FIXED_POINT_BITS << doubling)
        if basis == before:
            return None
        there = compute_basic_solution(program, basis)
        if there is not None and there.optimal(program):
            return basis, there, "basis in long numbers"
        before = basis
    return None


def make_regular_basis(program: LinearProgram, basis: LPBasis) -> LPBasis:
    """Return a regular basis close to *basis* that holds every equation and free column.

    Gaussian elimination modulo a prime (what is regular modulo a prime is regular): free columns
    and equations choose their partners first, from *basis* where they can.
    """
    height, width = program.shape
    a = (program.a.block(range(height), range(width)) % _PRIME).astype(np.int64)
    rows_first = [*basis.rows, *(i for i in range(height) if i not in set(basis.rows))]
    columns_first = [*basis.columns, *(j for j in range(width) if j not in set(basis.columns))]
    rows: list[int] = []
    columns: list[int] = []

    def pivot(i: int, j: int) -> None:
        nonlocal a
        raise_if_cancelled()
        line = a[i] * pow(int(a[i, j]), -1, _PRIME) % _PRIME
        a = (a - np.multiply.outer(a[:, j], line)) % _PRIME
        rows.append(i)
        columns.append(j)

    def partner(j: int, allowed: list[int]) -> int | None:
        return next((i for i in allowed if i not in rows and a[i, j]), None)

    for j in sorted(program.free):
        i = partner(j, [*(i for i in rows_first if i not in program.equal), *program.equal])
        if i is None:
            raise NoMethodError("a free column of the program is never used")
        pivot(i, j)
    for i in sorted(program.equal - set(rows)):
        live = next((j for j in columns_first if j not in columns and a[i, j]), None)
        if live is None:
            raise NoMethodError("an equation of the program follows from the others")
        pivot(i, live)
    for j in basis.columns:
        if j not in columns:
            i = partner(j, list(basis.rows))
            if i is not None:
                pivot(i, j)
    return LPBasis(tuple(sorted(rows)), tuple(sorted(columns)))


@dataclass(slots=True)
class _PerturbedSolution:
    """Values and perturbations of all variables at one basis, as exact rationals."""

    y: list[tuple[fmpq, fmpq]]
    slack: list[tuple[fmpq, fmpq]]
    x: list[tuple[fmpq, fmpq]]
    cost: list[tuple[fmpq, fmpq]]


def _parametric_simplex(
    program: LinearProgram,
    start: LPBasis,
    dice: random.Random,
    most: int | None = None,
) -> OptimalBasis | None:
    """Return where the parametric walk from *start* ends; None where it loses its way.

    None also where it takes more than *most* pivots.
    """
    tilted = _perturb(program, start, dice)
    basis = start
    for turn in range(50 + 40 * sum(program.shape) if most is None else most + 1):
        report_progress("exact", turn, unit="pivots")
        state = _perturbed_solution(program, tilted, basis)
        worst, spot = fmpq(0), None
        for kind, pairs, unsigned in (
            ("y", state.y, program.free),
            ("s", state.slack, ()),
            ("x", state.x, program.equal),
            ("d", state.cost, ()),
        ):
            for index, (value, tilt) in enumerate(pairs):
                if value < 0 and index not in unsigned:
                    if tilt <= 0:
                        return None
                    if -value / tilt > worst:
                        worst, spot = -value / tilt, (kind, index)
        if spot is None:
            final = compute_basic_solution(program, basis)
            assert final is not None and final.optimal(program)
            return basis, final, f"float basis, {turn} exact pivots"
        kind, index = spot
        if kind in "ys":
            step = _dual_pivot(program, basis, state, worst, kind, index)
        else:
            step = _primal_pivot(program, basis, state, worst, kind, index)
        if step is None:
            return None
        basis = _exchange(basis, *step)
    return None


def _perturb(
    program: LinearProgram, basis: LPBasis, dice: random.Random
) -> tuple[list[int], list[int]]:
    """Return perturbations of b and c that make *basis* strictly optimal when large."""
    y = [dice.randint(1, _SPREAD) for _ in basis.columns]
    x = [dice.randint(1, _SPREAD) for _ in basis.rows]
    b = [int(number) for number in program.a.multiply_columns(basis.columns, y)]
    c = [int(number) for number in program.a.multiply_rows(basis.rows, x)]
    tight, live = set(basis.rows), set(basis.columns)
    b = [number if i in tight else number + dice.randint(1, _SPREAD) for i, number in enumerate(b)]
    c = [number if j in live else number - dice.randint(1, _SPREAD) for j, number in enumerate(c)]
    return b, c


def _perturbed_solution(
    program: LinearProgram, tilted: tuple[list[int], list[int]], basis: LPBasis
) -> _PerturbedSolution:
    kernel = BasisMatrix(program, basis)
    tight, live = set(basis.rows), set(basis.columns)
    parts = []
    for right, price in ((program.b, program.c), tilted):
        primal = kernel.solve([right[i] for i in basis.rows])
        dual = kernel.solve_transposed([price[j] for j in basis.columns])
        assert primal is not None and dual is not None, "a pivot keeps the kernel regular"
        (top_y, below_y), (top_x, below_x) = primal, dual
        used = program.a.multiply_columns(basis.columns, top_y)
        earned = program.a.multiply_rows(basis.rows, top_x)
        live_y = dict(zip(basis.columns, top_y, strict=True))
        live_x = dict(zip(basis.rows, top_x, strict=True))
        parts.append(
            (
                [fmpq(live_y.get(j, 0), below_y) for j in range(len(price))],
                [
                    _ZERO if i in tight else r - fmpq(u, below_y)
                    for i, (r, u) in _enumerate_pairs(right, used)
                ],
                [fmpq(live_x.get(i, 0), below_x) for i in range(len(right))],
                [
                    _ZERO if j in live else fmpq(e, below_x) - p
                    for j, (p, e) in _enumerate_pairs(price, earned)
                ],
            )
        )
    (y, slack, x, cost), (y_tilt, slack_tilt, x_tilt, cost_tilt) = parts
    return _PerturbedSolution(
        list(zip(y, y_tilt, strict=True)),
        list(zip(slack, slack_tilt, strict=True)),
        list(zip(x, x_tilt, strict=True)),
        list(zip(cost, cost_tilt, strict=True)),
    )


def _enumerate_pairs(
    first: list[int], second: list[fmpq]
) -> Iterator[tuple[int, tuple[int, fmpq]]]:
    return enumerate(zip(first, second, strict=True))


def _dual_pivot(
    program: LinearProgram,
    basis: LPBasis,
    state: _PerturbedSolution,
    t: fmpq,
    kind: str,
    index: int,
) -> tuple[str, int, str, int] | None:
    """Return the pivot when a primal variable reaches zero: it leaves, the dual ratio enters."""
    rows, columns = basis.rows, basis.columns
    width = program.shape[1]
    here = program.a.block([index], range(width))[0].tolist() if kind == "s" else [0] * width
    right = [int(j == index) for j in columns] if kind == "y" else [here[j] for j in columns]
    sign = -1 if kind == "y" else 1
    answer = BasisMatrix(program, basis).solve_transposed(right)
    assert answer is not None
    top, below = answer
    across = program.a.multiply_rows(rows, top)
    live = set(columns)

    def entering() -> Iterator[tuple[fmpq, str, int]]:
        for place, i in enumerate(rows):
            rate = fmpq(sign * top[place], below)
            if rate > 0 and i not in program.equal:
                yield (state.x[i][0] + t * state.x[i][1]) / rate, "s", i
        for j in range(width):
            if j not in live:
                rate = fmpq(sign * across[j], below) - here[j]
                if rate > 0:
                    yield (state.cost[j][0] + t * state.cost[j][1]) / rate, "y", j

    best = min(entering(), default=None, key=lambda option: option[0])
    return None if best is None else (best[1], best[2], kind, index)


def _primal_pivot(
    program: LinearProgram,
    basis: LPBasis,
    state: _PerturbedSolution,
    t: fmpq,
    kind: str,
    index: int,
) -> tuple[str, int, str, int] | None:
    """Return the pivot when a dual variable reaches zero: its partner enters, the ratio leaves."""
    rows, columns = basis.rows, basis.columns
    height = program.shape[0]
    # 'x': the slack of a tight row comes into the basis; 'd': a new column does
    here = [0] * height
    if kind == "d":
        here = program.a.block(range(height), [index])[:, 0].tolist()
    right = [int(i == index) for i in rows] if kind == "x" else [here[i] for i in rows]
    answer = BasisMatrix(program, basis).solve(right)
    assert answer is not None
    top, below = answer
    used = program.a.multiply_columns(columns, top)
    tight = set(rows)

    def leaving() -> Iterator[tuple[fmpq, str, int]]:
        for place, j in enumerate(columns):
            fall = fmpq(top[place], below)
            if fall > 0 and j not in program.free:
                yield (state.y[j][0] + t * state.y[j][1]) / fall, "y", j
        for i in range(height):
            if i not in tight:
                fall = here[i] - fmpq(used[i], below)
                if fall > 0:
                    yield (state.slack[i][0] + t * state.slack[i][1]) / fall, "s", i

    best = min(leaving(), default=None, key=lambda option: option[0])
    if best is None:
        return None
    return ("s" if kind == "x" else "y", index, best[1], best[2])


def _exchange(basis: LPBasis, enter_kind: str, enter: int, leave_kind: str, leave: int) -> LPBasis:
    rows, columns = set(basis.rows), set(basis.columns)
    if leave_kind == "y":
        columns.discard(leave)
    else:
        rows.add(leave)
    if enter_kind == "y":
        columns.add(enter)
    else:
        rows.discard(enter)
    return LPBasis(tuple(sorted(rows)), tuple(sorted(columns)))
