"""Exact repair of a basis: Dantzig's parametric self-dual simplex, in integers.

A float basis may be wrong by a pivot or two (near ties), or useless (numbers over many orders of
magnitude). From any regular basis this adds a random positive perturbation, times a parameter t,
to everything that may not be negative, so that the basis is optimal for large t; then it lowers t
to 0, pivoting whenever something reaches zero. Randomness breaks ties, exactness makes each
comparison true, so the walk ends at an optimal basis of the unperturbed program.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from flint import fmpq, fmpz, fmpz_mat

from sabot.errors import NoMethodError
from sabot.solvers.program import (
    Basis,
    IntArray,
    Point,
    Program,
    column,
    exact,
    kernel,
    point,
    solved,
)

_PRIME = 2**61 - 1
_SPREAD = 2**20
_TRIES = 3


def optimal(program: Program, guess: Basis) -> tuple[Basis, Point, int]:
    """Return an optimal basis, its exact point and the number of exact pivots it took."""
    found = point(program, guess) if program.holds(guess) else None
    if found is not None and found.optimal(program):
        return guess, found, 0
    start = guess if found is not None else regular(program, guess)
    for attempt in range(_TRIES):
        ended = _walk(program, start, random.Random(attempt))
        if ended is not None:
            return ended
        start = regular(program, Basis((), ()))
    raise NoMethodError("the exact repair did not end; please report this game")


def regular(program: Program, basis: Basis) -> Basis:
    """Return a regular basis close to *basis* that holds every equation and free column.

    Gaussian elimination modulo a prime (what is regular modulo a prime is regular): free columns
    and equations choose their partners first, from *basis* where they can.
    """
    height, width = program.shape
    a = np.array(program.a % _PRIME, dtype=object)
    rows_first = [*basis.rows, *(i for i in range(height) if i not in set(basis.rows))]
    columns_first = [*basis.columns, *(j for j in range(width) if j not in set(basis.columns))]
    rows: list[int] = []
    columns: list[int] = []

    def pivot(i: int, j: int) -> None:
        nonlocal a
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
    return Basis(tuple(sorted(rows)), tuple(sorted(columns)))


@dataclass(slots=True)
class _State:
    """Values and perturbations of all variables at one basis, as exact rationals."""

    y: list[tuple[fmpq, fmpq]]
    slack: list[tuple[fmpq, fmpq]]
    x: list[tuple[fmpq, fmpq]]
    cost: list[tuple[fmpq, fmpq]]


def _walk(program: Program, start: Basis, dice: random.Random) -> tuple[Basis, Point, int] | None:
    tilted = _tilt(program, start, dice)
    basis, limit = start, 50 + 40 * sum(program.shape)
    for turn in range(limit):
        state = _state(program, tilted, basis)
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
            final = point(program, basis)
            assert final is not None and final.optimal(program)
            return basis, final, turn
        kind, index = spot
        if kind in "ys":
            step = _leave(program, basis, state, worst, kind, index)
        else:
            step = _enter(program, basis, state, worst, kind, index)
        if step is None:
            return None
        basis = _moved(basis, *step)
    return None


def _tilt(program: Program, basis: Basis, dice: random.Random) -> tuple[IntArray, IntArray]:
    """Return perturbations of b and c that make *basis* strictly optimal when large."""
    height, width = program.shape
    a = program.a.astype(object)
    y, x = np.zeros(width, dtype=object), np.zeros(height, dtype=object)
    for j in basis.columns:
        y[j] = dice.randint(1, _SPREAD)
    for i in basis.rows:
        x[i] = dice.randint(1, _SPREAD)
    b, c = a.dot(y), x.dot(a)
    tight, live = set(basis.rows), set(basis.columns)
    for i in range(height):
        if i not in tight:
            b[i] += dice.randint(1, _SPREAD)
    for j in range(width):
        if j not in live:
            c[j] -= dice.randint(1, _SPREAD)
    return b, c


def _state(program: Program, tilted: tuple[IntArray, IntArray], basis: Basis) -> _State:
    rows, columns = list(basis.rows), list(basis.columns)
    height, width = program.shape
    square = kernel(program, basis)
    rights = (program.b, tilted[0])
    prices = (program.c, tilted[1])
    primal = solved(square, _side_by_side(rights, rows))
    dual = solved(square.transpose(), _side_by_side(prices, columns))
    assert primal is not None and dual is not None
    (top_y, below_y), (top_x, below_x) = primal, dual
    used = exact(program.a[:, columns]) * top_y
    earned = exact(program.a[rows, :].T) * top_x
    y = [(fmpq(0), fmpq(0))] * width
    x = [(fmpq(0), fmpq(0))] * height
    for place, j in enumerate(columns):
        y[j] = fmpq(top_y[place, 0], below_y), fmpq(top_y[place, 1], below_y)
    for place, i in enumerate(rows):
        x[i] = fmpq(top_x[place, 0], below_x), fmpq(top_x[place, 1], below_x)
    tight, live = set(rows), set(columns)
    slack = [
        (fmpq(0), fmpq(0))
        if i in tight
        else tuple(fmpz(int(rights[k][i])) - fmpq(used[i, k], below_y) for k in (0, 1))
        for i in range(height)
    ]
    cost = [
        (fmpq(0), fmpq(0))
        if j in live
        else tuple(fmpq(earned[j, k], below_x) - fmpz(int(prices[k][j])) for k in (0, 1))
        for j in range(width)
    ]
    return _State(y, slack, x, cost)


def _side_by_side(pair: tuple[IntArray, IntArray], spots: list[int]) -> fmpz_mat:
    entries = [int(part[spot]) for spot in spots for part in pair]
    return fmpz_mat(len(spots), 2, entries)


def _leave(
    program: Program, basis: Basis, state: _State, t: fmpq, kind: str, index: int
) -> tuple[str, int, str, int] | None:
    """Return the pivot when a primal variable reaches zero: it leaves, the dual ratio enters."""
    rows, columns = list(basis.rows), list(basis.columns)
    square = kernel(program, basis).transpose()
    if kind == "y":
        unit = [0] * len(columns)
        unit[columns.index(index)] = 1
        answer = solved(square, column(unit))
        sign = -1
    else:
        answer = solved(square, column(program.a[index, columns].tolist()))
        sign = 1
    assert answer is not None
    top, below = answer
    across = (exact(program.a[rows, :].T) * top).entries()
    live = set(columns)

    def entering() -> Iterator[tuple[fmpq, str, int]]:
        for place, i in enumerate(rows):
            rate = fmpq(sign * top[place, 0], below)
            if rate > 0 and i not in program.equal:
                yield (state.x[i][0] + t * state.x[i][1]) / rate, "s", i
        for j in range(program.shape[1]):
            if j not in live:
                rate = fmpq(sign * across[j], below)
                if kind == "s":
                    rate -= int(program.a[index, j])
                if rate > 0:
                    yield (state.cost[j][0] + t * state.cost[j][1]) / rate, "y", j

    best = min(entering(), default=None, key=lambda option: option[0])
    return None if best is None else (best[1], best[2], kind, index)


def _enter(
    program: Program, basis: Basis, state: _State, t: fmpq, kind: str, index: int
) -> tuple[str, int, str, int] | None:
    """Return the pivot when a dual variable reaches zero: its partner enters, the ratio leaves."""
    rows, columns = list(basis.rows), list(basis.columns)
    square = kernel(program, basis)
    if kind == "x":  # the slack of a tight row comes into the basis
        unit = [0] * len(rows)
        unit[rows.index(index)] = 1
        answer = solved(square, column(unit))
    else:
        answer = solved(square, column(program.a[rows, index].tolist()))
    assert answer is not None
    top, below = answer
    used = (exact(program.a[:, columns]) * top).entries()
    tight = set(rows)

    def leaving() -> Iterator[tuple[fmpq, str, int]]:
        for place, j in enumerate(columns):
            fall = fmpq(top[place, 0], below)
            if fall > 0 and j not in program.free:
                yield (state.y[j][0] + t * state.y[j][1]) / fall, "y", j
        for i in range(program.shape[0]):
            if i not in tight:
                fall = -fmpq(used[i], below)
                if kind == "d":
                    fall += int(program.a[i, index])
                if fall > 0:
                    yield (state.slack[i][0] + t * state.slack[i][1]) / fall, "s", i

    best = min(leaving(), default=None, key=lambda option: option[0])
    if best is None:
        return None
    return ("s" if kind == "x" else "y", index, best[1], best[2])


def _moved(basis: Basis, enter_kind: str, enter: int, leave_kind: str, leave: int) -> Basis:
    rows, columns = set(basis.rows), set(basis.columns)
    if leave_kind == "y":
        columns.discard(leave)
    else:
        rows.add(leave)
    if enter_kind == "y":
        columns.add(enter)
    else:
        rows.discard(enter)
    return Basis(tuple(sorted(rows)), tuple(sorted(columns)))
