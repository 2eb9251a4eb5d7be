"""Dantzig's parametric self-dual simplex for sparse programs in ball arithmetic (FLINT's arb).

For a basis that is singular in floats though not in truth. Right sides and prices that make a basis
strictly optimal are added, times t; then t is lowered to 0, with a pivot whenever something reaches
0. Where stakes are far apart this settles what the large ones decide before what is left to the
small ones. A ball knows how far it can be trusted; where it does not decide, the walk starts again
with more bits.

The parts are: sparse LU factors with pivots where the least is filled in (Markowitz 1957), cheap
because the basis of a sequence-form program nearly falls apart into single entries; a basis of
columns and slacks whose pivots are kept beside the factors (product form) until the next factoring;
and exact solutions of that basis by lifting as in :mod:`sabot.solvers.lp.exact_linear_solve`, where
a step yields hundreds of bits. Nothing found here is believed before the exact basic solution has
been seen.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from heapq import heapify, heappop, heappush
from threading import RLock
from typing import TypeAlias

import numpy as np
from flint import arb, ctx, fmpz

from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.exact_linear_solve import reconstruct_rationals
from sabot.solvers.lp.highs import balancing_powers, bit_lengths
from sabot.solvers.lp.program import (
    Floats,
    Indices,
    IntArray,
    LinearProgram,
    LPBasis,
    RationalVector,
)

Ball: TypeAlias = arb | None
"""A number, or None for 0: most numbers of a sparse program are 0, and nothing is done with them.
A ball that holds 0 is taken for 0."""
BallEntries = list[tuple[int, arb]]
"""The numbers of a line that are not 0, each with its place."""
_precision_lock = RLock()


class PrecisionError(Exception):
    """The numbers are not known well enough to decide; with more bits they may be."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Compute with so many bits inside; FLINT has one precision for all threads, so one at a time.

    >>> with working_precision(100):
    ...     (arb(1) / 3).rel_accuracy_bits() > 90
    True
    """
    while not _precision_lock.acquire(timeout=0.1):
        raise_if_cancelled()
    try:
        with ctx.workprec(bits):
            yield
    finally:
        _precision_lock.release()


def scaled_ball(number: int, power: int) -> arb:
    """Return an integer times a power of two, as it is."""
    return arb((number, power))


def bit_size(number: arb) -> int:
    """Return how many bits a number has before the point, or less than none."""
    mantissa, exponent = number.mid().man_exp()
    return int(exponent) + int(mantissa.bit_length())


def round_ball(number: arb, places: int) -> fmpz:
    """Return a number times ``2^places``, rounded.

    >>> int(round_ball(arb(3) / 4, 10)), int(round_ball(arb(-3) / 4, 0))
    (768, -1)
    """
    mantissa, exponent = number.mid().man_exp()
    left = int(exponent) + places
    return mantissa << left if left >= 0 else (mantissa + (fmpz(1) << (-left - 1))) >> -left


def drop_possible_zeros(right: list[Ball]) -> list[Ball]:
    """Return numbers with None for those that may be 0."""
    return [None if number is None or 0 in number else number for number in right]


def subtract_multiple(numbers: list[Ball], entries: BallEntries, times: arb) -> None:
    """Take a multiple of some entries away, in place."""
    for k, amount in entries:
        before = numbers[k]
        numbers[k] = -amount * times if before is None else before - amount * times


_PIVOT_SLACK_BITS = 24
"""Bits by which a pivot may be smaller than the largest entry of its column."""


class BallLU:
    """The factors of a square matrix that is given by its columns.

    Every column belongs to the row where it was pivoted; solutions are indexed by those rows.
    """

    def __init__(self, columns: Sequence[BallEntries]) -> None:
        self.size = len(columns)
        self.place = [-1] * self.size
        """The row of each column; -1 where it depends on the others."""
        elimination = _Elimination(columns)
        self._order: list[tuple[int, int]] = []
        self._pivots: dict[int, arb] = {}
        self._down: dict[int, BallEntries] = {}
        self._along: dict[int, BallEntries] = {}
        self._above: list[BallEntries] = [[] for _ in columns]
        while (spot := elimination.next_spot()) is not None:
            i, j = spot
            self.place[j] = i
            self._order.append(spot)
            self._pivots[i], self._along[i], self._down[i] = elimination.pivot(i, j)
            for k, amount in self._along[i]:
                self._above[k].append((i, amount))

    @property
    def regular(self) -> bool:
        """Whether every column has a row: the matrix is not singular."""
        return len(self._order) == self.size

    def solve(self, right: list[Ball]) -> list[Ball]:
        """Return the solution ``z`` of ``B z = right``, in place."""
        for i, _ in self._order:
            value = right[i]
            if value is not None and self._down[i]:
                subtract_multiple(right, self._down[i], value)
        for i, j in reversed(self._order):
            value = right[i]
            if value is None:
                continue
            if 0 in value:
                right[i] = None
                continue
            right[i] = value = value / self._pivots[i]
            subtract_multiple(right, self._above[j], value)
        return right

    def solve_transposed(self, right: list[Ball]) -> list[Ball]:
        """Return the solution ``w`` of ``B'w = right``; *right* is indexed like a solution."""
        found: list[Ball] = [None] * self.size
        waiting: list[Ball] = [None] * self.size
        for i, j in self._order:
            waiting[j] = right[i]
        for i, j in self._order:
            value = waiting[j]
            if value is not None and 0 not in value:
                found[i] = value = value / self._pivots[i]
                subtract_multiple(waiting, self._along[i], value)
        for i, _ in reversed(self._order):
            value = found[i]
            for k, factor in self._down[i]:
                other = found[k]
                if other is not None:
                    value = -factor * other if value is None else value - factor * other
            found[i] = value
        return found


class _Elimination:
    """A matrix while it is eliminated: rows with their entries, columns with their rows."""

    def __init__(self, columns: Sequence[BallEntries]) -> None:
        self._rows: list[dict[int, arb]] = [{} for _ in columns]
        self._lines: list[set[int]] = []
        for j, column in enumerate(columns):
            self._lines.append({i for i, _ in column})
            for i, amount in column:
                self._rows[i][j] = amount
        self._single = [j for j, line in enumerate(self._lines) if len(line) == 1]
        self._short = [(len(row), i) for i, row in enumerate(self._rows)]
        heapify(self._short)

    def next_spot(self) -> tuple[int, int] | None:
        """Return where to pivot: at a column's only entry, else in a shortest row."""
        while self._single:
            j = self._single.pop()
            if len(self._lines[j]) == 1:
                return next(iter(self._lines[j])), j
        while self._short:
            count, i = heappop(self._short)
            row = self._rows[i]
            if count and count == len(row):
                j = min(row, key=lambda k: (len(self._lines[k]), k))
                found = self._large(j) if count > 1 else i
                if found != i:
                    heappush(self._short, (count, i))
                return found, j
        return None

    def _large(self, j: int) -> int:
        """Return the shortest row where a column is large: what is taken away then stays small."""
        sizes = {i: bit_size(self._rows[i][j]) for i in self._lines[j]}
        least = max(sizes.values()) - _PIVOT_SLACK_BITS
        return min((len(self._rows[i]), i) for i in sizes if sizes[i] >= least)[1]

    def pivot(self, i: int, j: int) -> tuple[arb, BallEntries, BallEntries]:
        """Eliminate; return the pivot, the rest of its row, and the factors of the rows below."""
        row, self._rows[i] = self._rows[i], {}
        head = row.pop(j)
        along = list(row.items())
        for k in row:
            self._leave(i, k)
        below, self._lines[j] = self._lines[j], set()
        below.discard(i)
        return head, along, [(other, self._reduce(other, j, head, along)) for other in below]

    def _reduce(self, other: int, j: int, head: arb, along: BallEntries) -> arb:
        """Take a multiple of the pivot's row away from another, and return which."""
        target = self._rows[other]
        factor = target.pop(j) / head
        for k, amount in along:
            before = target.get(k)
            after = -factor * amount if before is None else before - factor * amount
            if before is None:
                self._lines[k].add(other)
            elif 0 in after:
                del target[k]
                self._leave(other, k)
                continue
            target[k] = after
        heappush(self._short, (len(target), other))
        return factor

    def _leave(self, i: int, k: int) -> None:
        line = self._lines[k]
        line.discard(i)
        if len(line) == 1:
            self._single.append(k)


_MOST_UPDATES = 16
"""Pivots that are kept beside the factors: with more, solving costs more than factoring again."""


class BallProgram:
    """A program with slacks, its numbers brought near one by powers of two."""

    def __init__(self, program: LinearProgram) -> None:
        self.height, self.width = height, width = program.shape
        rows, columns, values = program.a.triples()
        self.scales = balancing_powers(rows, columns, bit_lengths(values), program.shape)
        tall, wide = (scale.tolist() for scale in self.scales)
        self.columns: list[BallEntries] = [[] for _ in range(width)]
        for i, j, v in zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True):
            self.columns[j].append((i, scaled_ball(v, -tall[i] - wide[j])))
        self.columns += [[(i, arb(1))] for i in range(height)]
        self.b = _scale_near_one(program.b, tall)
        self.c = [*_scale_near_one(program.c, wide), *([None] * height)]
        self.fixed = frozenset(width + i for i in program.equal)
        """Slacks of equations: they are 0, and so never in a basis."""
        self.free = program.free
        """Columns without a sign: they are always in a basis."""

    @property
    def bits(self) -> int:
        """Bits from the first of the largest of the numbers to the last of the smallest."""
        numbers = [amount for column in self.columns for _, amount in column]
        numbers += [number for number in (*self.b, *self.c) if number is not None]
        first = max(map(bit_size, numbers), default=0)
        return first - min((int(number.man_exp()[1]) for number in numbers), default=0)


def _scale_near_one(numbers: list[int], scale: list[int]) -> list[Ball]:
    most = max(
        (abs(n).bit_length() - k for n, k in zip(numbers, scale, strict=True) if n), default=0
    )
    return [scaled_ball(n, -k - most) if n else None for n, k in zip(numbers, scale, strict=True)]


class BallBasis:
    """A regular basis near a given one, that holds every equation and every free column."""

    def __init__(self, program: BallProgram, near: LPBasis) -> None:
        self._program = program
        self.height, self.scales = program.height, program.scales
        self.pivots = 0
        tight = set(near.rows)
        slacks = (program.width + i for i in range(program.height) if i not in tight)
        wanted = [*near.columns, *slacks][: program.height]
        wanted += [program.width + i for i in near.rows[: program.height - len(wanted)]]
        found = BallLU([program.columns[j] for j in wanted])
        taken = set(found.place)
        self.head = [j for j, i in zip(wanted, found.place, strict=True) if i >= 0]
        """The variables of the basis, each at its row."""
        self.head += [program.width + i for i in range(program.height) if i not in taken]
        self.fresh()
        self._admit_required_columns()

    def fresh(self) -> None:
        """Factor the basis again."""
        factor = BallLU([self._program.columns[j] for j in self.head])
        if not factor.regular:
            raise PrecisionError  # a pivot keeps a basis regular, but for noise
        self._factor = factor
        placed = sorted(zip(self._factor.place, self.head, strict=True))
        self.head = [j for _, j in placed]
        self.where = {j: r for r, j in placed}
        """The row of each variable of the basis."""
        self._kept: list[tuple[int, arb, BallEntries]] = []

    @property
    def is_refactored(self) -> bool:
        """Whether nothing has happened since it was factored."""
        return not self._kept

    @property
    def needs_refactoring(self) -> bool:
        """Whether it should be factored again."""
        return len(self._kept) >= _MOST_UPDATES

    def solve(self, right: list[Ball]) -> list[Ball]:
        """Return the solution of ``B z = right``, in place and by rows of variables."""
        found = self._factor.solve(right)
        for r, head, others in self._kept:
            value = found[r]
            if value is not None:
                found[r] = value = value / head
                subtract_multiple(found, others, value)
        return drop_possible_zeros(found)

    def solve_transposed(self, right: list[Ball]) -> list[Ball]:
        """Return the solution of ``B'w = right``, which is indexed by rows of variables."""
        for r, head, others in reversed(self._kept):
            value = right[r]
            for i, amount in others:
                other = right[i]
                if other is not None:
                    value = -amount * other if value is None else value - amount * other
            right[r] = None if value is None else value / head
        return drop_possible_zeros(self._factor.solve_transposed(right))

    def column(self, j: int) -> list[Ball]:
        """Return what a variable from outside takes from each of the basis."""
        right: list[Ball] = [None] * self._program.height
        for i, amount in self._program.columns[j]:
            right[i] = amount
        return self.solve(right)

    def line(self, r: int) -> list[Ball]:
        """Return what each variable from outside takes from one of the basis."""
        right: list[Ball] = [None] * self._program.height
        right[r] = arb(1)
        return self.multiply_rows(self.solve_transposed(right))

    def multiply_rows(self, weights: list[Ball]) -> list[Ball]:
        """Return the weighted sum of all rows, where variables are outside."""
        width = self._program.width
        total: list[Ball] = [None] * width
        total += weights
        for j in self.head:
            if j >= width:
                total[j] = None
        for j in range(width):
            if j in self.where:
                continue
            number = None
            for i, amount in self._program.columns[j]:
                weight = weights[i]
                if weight is not None:
                    number = amount * weight if number is None else number + amount * weight
            if number is not None and 0 not in number:
                total[j] = number
        return total

    def swap(self, r: int, q: int, column: list[Ball]) -> None:
        """Let a variable in, in the place of another; *column* is the new one's."""
        others = [(i, n) for i, n in enumerate(column) if n is not None and i != r]
        self._kept.append((r, column[r], others))
        del self.where[self.head[r]]
        self.where[q], self.head[r] = r, q
        self.pivots += 1

    def _admit_required_columns(self) -> None:
        """Let every free column in, and every slack of an equation out."""
        fixed, free = self._program.fixed, self._program.free
        for q in sorted(free - set(self.where)):
            column = self.column(q)
            rooms = [
                (self.head[r] in fixed, bit_size(amount), r)
                for r, amount in enumerate(column)
                if amount is not None and self.head[r] not in free
            ]
            if not rooms:
                raise PrecisionError
            self.swap(max(rooms)[-1], q, column)
            if self.needs_refactoring:
                self.fresh()
        for j in sorted(fixed & set(self.where)):
            line = self.line(self.where[j])
            options = [
                (bit_size(amount), k)
                for k, amount in enumerate(line)
                if amount is not None and k not in fixed
            ]
            if not options:
                raise PrecisionError
            q = max(options)[-1]
            column = self.column(q)
            if column[self.where[j]] is None:
                raise PrecisionError
            self.swap(self.where[j], q, column)
            if self.needs_refactoring:
                self.fresh()

    def lp_basis(self) -> LPBasis:
        """Return the basis as the program has it, without a factor."""
        width = self._program.width
        loose = {j - width for j in self.head if j >= width}
        return LPBasis(
            tuple(i for i in range(self._program.height) if i not in loose),
            tuple(sorted(j for j in self.head if j < width)),
        )


_LEAST_BITS = 32
"""Bits that a step must yield to be one."""
_SPARE_BITS = 8
"""Bits that are left off, besides those that a ball leaves open."""
_MOST_LIFTING_STEPS = 4096
"""Steps before it is given up."""


class BallFactor:
    """The kernel of a basis as long numbers have factored it; it may be asked like HiGHS's."""

    def __init__(self, basis: BallBasis, bits: int) -> None:
        lp_basis = basis.lp_basis()
        self._basis, self._bits = basis, bits
        self.scales = basis.scales
        self.rows: Indices = np.asarray(lp_basis.rows, dtype=np.int64)
        self.columns: Indices = np.asarray(lp_basis.columns, dtype=np.int64)
        self.tall, self.wide = self.scales[0][self.rows], self.scales[1][self.columns]
        self._stands = [basis.where[j] for j in lp_basis.columns]
        self._lift: BallLift | None = None

    def over(self, triples: tuple[Indices, Indices, IntArray]) -> BallLift:
        """Return the kernel in integers, from the entries of the matrix that was factored."""
        if self._lift is None:
            self._lift = BallLift(triples, self)
        return self._lift

    def solve(self, right: Floats) -> Floats:
        """Return the kernel, scaled, inverted and times *right*, nearly."""
        return self._in_floats(right, turned=False)

    def solve_transposed(self, right: Floats) -> Floats:
        """Return the same for the transpose of the kernel."""
        return self._in_floats(right, turned=True)

    def _in_floats(self, right: Floats, *, turned: bool) -> Floats:
        with working_precision(self._bits):
            found = self.long([arb(n) if n else None for n in right.tolist()], turned=turned)
            return np.array([0.0 if n is None else float(n.mid()) for n in found])

    def long(self, right: list[Ball], *, turned: bool) -> list[Ball]:
        """Return the same in long numbers."""
        full: list[Ball] = [None] * self._basis.height
        into, out = (
            (self._stands, self.rows.tolist()) if turned else (self.rows.tolist(), self._stands)
        )
        for place, number in zip(into, right, strict=True):
            full[place] = number
        found = self._basis.solve_transposed(full) if turned else self._basis.solve(full)
        return [found[place] for place in out]

    def solve_unscaled(self, right: list[fmpz], *, turned: bool) -> list[Ball]:
        """Return the kernel as it is, inverted and times *right*, nearly."""
        tall, wide = (self.wide, self.tall) if turned else (self.tall, self.wide)
        with working_precision(self._bits):
            scaled = [
                scaled_ball(n, -k) if n else None for n, k in zip(right, tall.tolist(), strict=True)
            ]
            return [
                None if n is None else n * scaled_ball(1, -k)
                for n, k in zip(self.long(scaled, turned=turned), wide.tolist(), strict=True)
            ]


class BallLift:
    """The kernel of a basis by its entries, with long factors of it."""

    def __init__(self, triples: tuple[Indices, Indices, IntArray], factor: BallFactor) -> None:
        where, what, values = triples
        row_spot = np.full(1 + int(max(where.max(), factor.rows.max())), -1)
        column_spot = np.full(1 + int(max(what.max(), factor.columns.max())), -1)
        row_spot[factor.rows] = np.arange(len(factor.rows))
        column_spot[factor.columns] = np.arange(len(factor.columns))
        i, j = row_spot[where], column_spot[what]
        kept = (i >= 0) & (j >= 0)
        self._entries = list(
            zip(i[kept].tolist(), j[kept].tolist(), values[kept].tolist(), strict=True)
        )
        self._factor = factor
        self.size = len(factor.rows)

    def solve(self, right: Sequence[int], *, turned: bool = False) -> RationalVector | None:
        """Return ``K^-1 right`` (or of the transpose) over one denominator; None if it fails."""
        row_sum = self._row_sum(turned=turned)
        residual = [fmpz(int(number)) for number in right]
        totals, places, check_at = [fmpz(0)] * self.size, 0, 1
        for turn in range(1, _MOST_LIFTING_STEPS):
            raise_if_cancelled()
            step = self._step(residual, row_sum, turned=turned)
            if step is None:
                return None
            digits, room, residual = step
            totals = [(total << room) + d for total, d in zip(totals, digits, strict=True)]
            places += room
            after = max(map(abs, residual), default=fmpz(0))
            if not after or turn == check_at:
                answer = reconstruct_rationals(totals, places, after, row_sum)
                if answer is not None or not after:
                    return answer
                check_at = turn * 3 // 2 + 1
        return None

    def _row_sum(self, *, turned: bool) -> int:
        sums = [0] * self.size
        for i, j, amount in self._entries:
            sums[j if turned else i] += abs(amount)
        return max(sums, default=0)

    def _step(
        self, residual: list[fmpz], row_sum: int, *, turned: bool
    ) -> tuple[list[fmpz], int, list[fmpz]] | None:
        """Return the next bits of the solution, how many they are, and the residual they leave."""
        found = self._factor.solve_unscaled(residual, turned=turned)
        doubt = max((bit_size(n.rad()) for n in found if n is not None), default=0)
        room = max(_LEAST_BITS, -doubt - _SPARE_BITS)
        zero = fmpz(0)
        digits = [zero if n is None else round_ball(n, room) for n in found]
        after = [number << room for number in residual]
        for i, j, amount in self._entries:
            into, out = (j, i) if turned else (i, j)
            if digits[out]:
                after[into] -= amount * digits[out]
        # rounding leaves at most half a row's sum: more, and the factors were of no use
        return (digits, room, after) if max(map(abs, after)) <= row_sum else None


_BITS = 256
_LEVELS = 8
"""Bits of a number: these, and so many times those that the numbers of the program have together.
Far stakes lie one within the other, and each level costs a basis the bits that they are apart."""
_AGREEING_BITS = 48
"""Bits to which the two computations of the pivot must agree."""
_MORE = 4
"""How often the bits may be doubled."""
_MOST_PIVOTS_PER_ROW = 20
"""Pivots for each row, before the walk is taken to be lost."""
_SPREAD = 2**20


def walk_in_balls(program: LinearProgram, near: LPBasis) -> Iterator[tuple[LPBasis, int]]:
    """Yield where the walk from near a basis ends, and its pivots; then again, with more bits."""
    with working_precision(_BITS):
        lp_basis = BallProgram(program)
    bits = _BITS + _LEVELS * lp_basis.bits
    descent = None
    for _ in range(_MORE):
        ended = None
        with working_precision(bits):
            try:
                descent = descent or _ParametricWalk(lp_basis, BallBasis(lp_basis, near))
                ended = (
                    descent.ended(bits)
                    if descent.run(_MOST_PIVOTS_PER_ROW * lp_basis.height)
                    else None
                )
            except PrecisionError:
                pass  # even a fresh basis is not known well enough
        if descent is not None and ended is not None:
            yield ended, descent.pivots
        bits *= 2


class _ParametricWalk:
    """Values and prices at a basis: what they are at t = 0, and how they grow with t."""

    def __init__(self, program: BallProgram, basis: BallBasis) -> None:
        self._program, self._basis = program, basis
        self._tilted = self._tilt()

    @property
    def pivots(self) -> int:
        """How many were made so far."""
        return self._basis.pivots

    def ended(self, bits: int) -> LPBasis:
        """Return the basis as the program has it, with its factor of so many bits."""
        self._basis.fresh()
        return replace(self._basis.lp_basis(), factor=BallFactor(self._basis, bits))

    def _tilt(self) -> tuple[list[Ball], list[Ball]]:
        """Return right sides and prices for which the basis is strictly optimal."""
        dice = random.Random(0)
        program, basis = self._program, self._basis
        right: list[Ball] = [None] * program.height
        price: list[Ball] = [None] * len(program.columns)
        for j, column in enumerate(program.columns):
            amount = -arb(dice.randint(_SPREAD, 2 * _SPREAD)) / _SPREAD
            if j not in basis.where and j not in program.fixed:
                price[j] = amount
            elif j in basis.where and j not in program.free:
                subtract_multiple(right, column, amount)
        return [None if number is None else number.mid() for number in right], price

    def _compute(self) -> None:
        program, basis = self._program, self._basis
        right, price = self._tilted
        self._values = basis.solve(list(program.b)), basis.solve(list(right))
        self._prices = self._priced(program.c), self._priced(price)

    def _priced(self, price: list[Ball]) -> list[Ball]:
        total = self._basis.multiply_rows(
            self._basis.solve_transposed([price[j] for j in self._basis.head])
        )
        for j, amount in enumerate(price):
            if amount is not None and j not in self._basis.where:
                before = total[j]
                total[j] = -amount if before is None else before - amount
        return total

    def run(self, most: int) -> bool:
        """Lower t to 0; return whether 0 was reached."""
        self._basis.fresh()
        self._compute()
        for turn in range(most):
            report_progress("exact", turn, unit="long pivots")
            try:
                reached = self._reached()
                if reached is None:
                    return True
                self._move(*self._pivot(*reached))
            except PrecisionError:
                if not self._basis.is_refactored:
                    self._basis.fresh()
                elif turn:
                    return False
                else:  # it lost its way when it had fewer bits: a new walk, from here
                    self._tilted = self._tilt()
                self._compute()
                continue
            if self._basis.needs_refactoring:
                self._basis.fresh()
                self._compute()
        return False

    def _reached(self) -> tuple[arb, bool, int] | None:
        """Return the largest t at which something is 0, whether it is a price, and which."""
        head, free, fixed = self._basis.head, self._program.free, self._program.fixed
        best: tuple[arb, bool, int] | None = None
        for priced, (still, tilt) in ((False, self._values), (True, self._prices)):
            for index, number in enumerate(still):
                if number is None or not number < 0:
                    continue
                if index in fixed if priced else head[index] in free:
                    continue
                slope = tilt[index]
                if slope is None or not slope > 0:
                    raise PrecisionError  # what t is added to cannot be negative but for noise
                t = -number / slope
                if best is None or t > best[0]:
                    best = t, priced, index
        return best

    def _pivot(self, t: arb, priced: bool, index: int) -> tuple[int, int, list[Ball], list[Ball]]:
        """Return what leaves (by its row), what enters, and the lines of both."""
        basis, t = self._basis, t.mid()
        if priced:
            q, column = index, basis.column(index)
            barred = {basis.where[j] for j in self._program.free}
            r = _ratio_test(column, self._values, barred, t)
            line = basis.line(r)
        else:
            r, line = index, basis.line(index)
            turned = [None if amount is None else -amount for amount in line]
            q = _ratio_test(turned, self._prices, self._program.fixed, t)
            column = basis.column(q)
        one, two = column[r], line[q]  # the same number, computed from its row and from its column
        if (
            one is None
            or two is None
            or not abs(one - two) < abs(one) * scaled_ball(1, -_AGREEING_BITS)
        ):
            raise PrecisionError
        return r, q, column, line

    def _move(self, r: int, q: int, column: list[Ball], line: list[Ball]) -> None:
        """Pivot, and carry values and prices over."""
        head, gone = column[r], self._basis.head[r]
        down, along = _nonzero_entries(column), _nonzero_entries(line)
        for values in self._values:
            value = values[r]
            if value is not None:
                step = value / head
                subtract_multiple(values, down, step)
                values[r] = step
        for prices in self._prices:
            price = prices[q]
            if price is not None:
                step = price / head
                subtract_multiple(prices, along, step)
                prices[q], prices[gone] = None, -step
        self._basis.swap(r, q, column)


def _nonzero_entries(numbers: list[Ball]) -> BallEntries:
    return [(k, number) for k, number in enumerate(numbers) if number is not None]


def _ratio_test(
    moves: list[Ball], pair: tuple[list[Ball], list[Ball]], barred: Collection[int], t: arb
) -> int:
    """Return which number becomes 0 first when it falls by its move."""
    still, tilt = pair
    best, found = None, -1
    for k, move in enumerate(moves):
        if move is None or k in barred or not move > 0:
            continue
        number, slope = still[k], tilt[k]
        here = arb(0) if number is None else number
        if slope is not None:
            here = here + slope * t
        if not here > 0:
            raise PrecisionError  # random perturbations keep everything away from 0
        lasts = here / move
        if best is None or lasts < best:
            best, found = lasts, k
    if best is None:
        raise PrecisionError  # no program here is unbounded
    return found
