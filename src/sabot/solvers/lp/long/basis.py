"""A basis of a program in long numbers: which variables are in, and solving with them.

The variables are the columns of the program, then one slack a row; each variable of a basis stands
at a row. A pivot does not change the factors: it is kept beside them, until they are made anew.
"""

from __future__ import annotations

from flint import arb

from sabot.solvers.lp.highs import balance, bits
from sabot.solvers.lp.long.factor import LongFactor
from sabot.solvers.lp.long.numbers import (
    DoubtError,
    Entries,
    Long,
    dropped,
    shifted,
    size,
    subtract,
)
from sabot.solvers.lp.program import Basis, Program

_FRESH = 16
"""Pivots that are kept beside the factors: with more, solving costs more than factoring anew."""


class LongProgram:
    """A program with slacks, its numbers brought near one by powers of two."""

    def __init__(self, program: Program) -> None:
        self.height, self.width = height, width = program.shape
        rows, columns, values = program.a.triples()
        self.scales = balance(rows, columns, bits(values), program.shape)
        tall, wide = (scale.tolist() for scale in self.scales)
        self.columns: list[Entries] = [[] for _ in range(width)]
        for i, j, v in zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True):
            self.columns[j].append((i, shifted(v, -tall[i] - wide[j])))
        self.columns += [[(i, arb(1))] for i in range(height)]
        self.b = _near_one(program.b, tall)
        self.c = [*_near_one(program.c, wide), *([None] * height)]
        self.fixed = frozenset(width + i for i in program.equal)
        """Slacks of equations: they are 0, and so never in a basis."""
        self.free = program.free
        """Columns without a sign: they are always in a basis."""

    @property
    def bits(self) -> int:
        """Bits from the first of the largest of the numbers to the last of the smallest."""
        numbers = [amount for column in self.columns for _, amount in column]
        numbers += [number for number in (*self.b, *self.c) if number is not None]
        first = max(map(size, numbers), default=0)
        return first - min((int(number.man_exp()[1]) for number in numbers), default=0)


def _near_one(numbers: list[int], scale: list[int]) -> list[Long]:
    most = max(
        (abs(n).bit_length() - k for n, k in zip(numbers, scale, strict=True) if n), default=0
    )
    return [shifted(n, -k - most) if n else None for n, k in zip(numbers, scale, strict=True)]


class LongBasis:
    """A regular basis near a given one, that holds every equation and every free column."""

    def __init__(self, program: LongProgram, near: Basis) -> None:
        self._program = program
        self.height, self.scales = program.height, program.scales
        self.pivots = 0
        tight = set(near.rows)
        slacks = (program.width + i for i in range(program.height) if i not in tight)
        wanted = [*near.columns, *slacks][: program.height]
        wanted += [program.width + i for i in near.rows[: program.height - len(wanted)]]
        found = LongFactor([program.columns[j] for j in wanted])
        taken = set(found.place)
        self.head = [j for j, i in zip(wanted, found.place, strict=True) if i >= 0]
        """The variables of the basis, each at its row."""
        self.head += [program.width + i for i in range(program.height) if i not in taken]
        self.fresh()
        self._hold()

    def fresh(self) -> None:
        """Factor the basis anew."""
        factor = LongFactor([self._program.columns[j] for j in self.head])
        if not factor.regular:
            raise DoubtError  # a pivot keeps a basis regular, but for noise
        self._factor = factor
        placed = sorted(zip(self._factor.place, self.head, strict=True))
        self.head = [j for _, j in placed]
        self.where = {j: r for r, j in placed}
        """The row of each variable of the basis."""
        self._kept: list[tuple[int, arb, Entries]] = []

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has happened since it was factored."""
        return not self._kept

    @property
    def stale(self) -> bool:
        """Whether it should be factored anew."""
        return len(self._kept) >= _FRESH

    def solve(self, right: list[Long]) -> list[Long]:
        """Return the solution of ``B z = right``, in place and by rows of variables."""
        found = self._factor.solve(right)
        for r, head, others in self._kept:
            value = found[r]
            if value is not None:
                found[r] = value = value / head
                subtract(found, others, value)
        return dropped(found)

    def solve_turned(self, right: list[Long]) -> list[Long]:
        """Return the solution of ``B'w = right``, which is told by rows of variables."""
        for r, head, others in reversed(self._kept):
            value = right[r]
            for i, amount in others:
                other = right[i]
                if other is not None:
                    value = -amount * other if value is None else value - amount * other
            right[r] = None if value is None else value / head
        return dropped(self._factor.solve_turned(right))

    def column(self, j: int) -> list[Long]:
        """Return what a variable from outside takes from each of the basis."""
        right: list[Long] = [None] * self._program.height
        for i, amount in self._program.columns[j]:
            right[i] = amount
        return self.solve(right)

    def line(self, r: int) -> list[Long]:
        """Return what each variable from outside takes from one of the basis."""
        right: list[Long] = [None] * self._program.height
        right[r] = arb(1)
        return self.across(self.solve_turned(right))

    def across(self, weights: list[Long]) -> list[Long]:
        """Return the weighted sum of all rows, where variables are outside."""
        width = self._program.width
        total: list[Long] = [None] * width
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

    def swap(self, r: int, q: int, column: list[Long]) -> None:
        """Let a variable in, in the place of another; *column* is the new one's."""
        others = [(i, n) for i, n in enumerate(column) if n is not None and i != r]
        self._kept.append((r, column[r], others))
        del self.where[self.head[r]]
        self.where[q], self.head[r] = r, q
        self.pivots += 1

    def _hold(self) -> None:
        """Let every free column in, and every slack of an equation out."""
        fixed, free = self._program.fixed, self._program.free
        for q in sorted(free - set(self.where)):
            column = self.column(q)
            rooms = [
                (self.head[r] in fixed, size(amount), r)
                for r, amount in enumerate(column)
                if amount is not None and self.head[r] not in free
            ]
            if not rooms:
                raise DoubtError
            self.swap(max(rooms)[-1], q, column)
            if self.stale:
                self.fresh()
        for j in sorted(fixed & set(self.where)):
            line = self.line(self.where[j])
            options = [
                (size(amount), k)
                for k, amount in enumerate(line)
                if amount is not None and k not in fixed
            ]
            if not options:
                raise DoubtError
            q = max(options)[-1]
            column = self.column(q)
            if column[self.where[j]] is None:
                raise DoubtError
            self.swap(self.where[j], q, column)
            if self.stale:
                self.fresh()

    def told(self) -> Basis:
        """Return the basis as the program has it, without a factor."""
        width = self._program.width
        loose = {j - width for j in self.head if j >= width}
        return Basis(
            tuple(i for i in range(self._program.height) if i not in loose),
            tuple(sorted(j for j in self.head if j < width)),
        )
