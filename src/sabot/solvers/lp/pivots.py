"""Simplex pivots in long numbers: from a basis that floats found nearly right to a right one.

A refined basis may lack a few pivots that floats cannot see, because what tells two actions apart
stands behind the thirtieth digit. Here points and directions have hundreds of bits: floats give
them a few dozen at a time, exact residuals keep them honest. Nothing found here is believed before
the exact point of its basis has been seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sabot import watch
from sabot.solvers.lp.balanced import BalancedKernel
from sabot.solvers.lp.highs import Oracle
from sabot.solvers.lp.lift import Places
from sabot.solvers.lp.program import Basis, Program
from sabot.solvers.lp.table import IntArray

_BITS = 420
"""Bits of every number..."""
_NOISE = 200
"""...of which the last so many, seen from the largest number of its kind, are taken for noise."""
_MOST = 400
"""Pivots before another way is thought better."""

Long = tuple[list[int], int]
"""Whole numbers over one power of two, which is given."""


@dataclass(frozen=True)
class _Side:
    """The primal or the dual of a program at a basis, in long numbers."""

    inside: list[int]
    """What the live columns (tight rows) have, by their place in the basis."""
    outside: list[int]
    """What is left at the other rows (columns); 0 in the basis."""
    noise: tuple[int, int]
    """Below these, a number of either list is taken for 0."""


class LongSimplex:
    """A program whose entries are brought near one by powers of two, and HiGHS to factor it."""

    def __init__(self, program: Program, oracle: Oracle) -> None:
        self._program, self._oracle = program, oracle
        tall, wide = oracle.scales
        self._power = -int(tall.max(initial=0)) - int(wide.max(initial=0))
        lift_row, lift_column = int(tall.max(initial=0)) - tall, int(wide.max(initial=0)) - wide
        self._rows, self._columns, values = program.a.triples()
        powers = (lift_row[self._rows] + lift_column[self._columns]).tolist()
        self._amounts = np.array(
            [v << k for v, k in zip(values.tolist(), powers, strict=True)], dtype=object
        )
        self._b = [b << k for b, k in zip(program.b, lift_row.tolist(), strict=True)]
        self._c = [c << k for c, k in zip(program.c, lift_column.tolist(), strict=True)]

    def walk(self, basis: Basis) -> tuple[Basis, int] | None:
        """Return where pivots from *basis* end and their number; None where they do not get on."""
        seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        while len(seen) < _MOST and basis.factor is not None:
            watch.at("exact", len(seen), unit="long pivots")
            if (basis.rows, basis.columns) in seen:
                return None
            seen.add((basis.rows, basis.columns))
            sides = self._sides(basis)
            if sides is None:
                return None
            primal, dual = sides
            short = self._negative(primal, basis.columns, self._program.free, self._program.equal)
            dear = self._negative(dual, basis.rows, self._program.equal, self._program.free)
            if short is not None and dear is not None:
                return None
            if dear is not None:
                step = self._swap(basis, primal, dear, turned=False)
            elif short is not None:
                step = self._swap(basis, dual, short, turned=True)
            else:
                return basis, len(seen) - 1
            if step is None:
                return None
            basis = self._oracle.take(step)
        return None

    def _sides(self, basis: Basis) -> tuple[_Side, _Side] | None:
        primal = self._side(basis, self._b, turned=False)
        dual = None if primal is None else self._side(basis, self._c, turned=True)
        return None if primal is None or dual is None else (primal, dual)

    def _side(self, basis: Basis, right: Sequence[int], *, turned: bool) -> _Side | None:
        """Return one side's point: the solution of the kernel, and what it leaves outside."""
        lines = basis.columns if turned else basis.rows
        found = self._solved(basis, [right[line] for line in lines], turned=turned)
        if found is None:
            return None
        inside, places = found
        used, largest = self._spent(basis, inside, turned=turned)
        kept = set(lines)
        sign = -1 if turned else 1
        outside = [
            0 if line in kept else sign * ((amount << places) - spent)
            for line, (amount, spent) in enumerate(zip(right, used, strict=True))
        ]
        most = max(map(abs, inside), default=0)
        return _Side(inside, outside, (most >> _NOISE, largest >> _NOISE))

    def _solved(self, basis: Basis, right: list[int], *, turned: bool) -> Long | None:
        """Return ``K^-1 right`` to so many bits; the second item is the power of two below it."""
        if not any(right):
            return [0] * len(right), 0
        if basis.factor is None:
            return None  # singular in floats, though perhaps not in truth
        kernel = BalancedKernel(self._arrays(turned=turned), basis.factor, turned=turned)
        totals, places = [0] * len(right), 0
        for digit, room, after in kernel.digits(right, self._power):
            totals = [(total << room) + d for total, d in zip(totals, digit, strict=True)]
            places += room
            if not after or max(map(abs, totals)).bit_length() >= _BITS:
                return totals, places
        return None

    def _spent(self, basis: Basis, inside: Sequence[int], *, turned: bool) -> tuple[list[int], int]:
        """Return what a point uses up of each row (column), and the largest part of any."""
        into, out = self._arrays(turned=turned)[:2]
        height, width = self._program.shape
        chosen = basis.rows if turned else basis.columns
        full = [0] * (height if turned else width)
        for place, amount in zip(chosen, inside, strict=True):
            full[place] = amount
        total, largest = [0] * (width if turned else height), 0
        triples = zip(into.tolist(), out.tolist(), self._amounts.tolist(), strict=True)
        for i, j, amount in triples:
            if full[j]:
                part = amount * full[j]
                total[i] += part
                largest = max(largest, abs(part))
        return total, largest

    def _arrays(self, *, turned: bool) -> tuple[Places, Places, IntArray]:
        if turned:
            return self._columns, self._rows, self._amounts
        return self._rows, self._columns, self._amounts

    def _negative(
        self, side: _Side, chosen: tuple[int, ...], unsigned: frozenset[int], level: frozenset[int]
    ) -> tuple[bool, int] | None:
        """Return the worst number that should not be negative: whether inside, and its line."""
        inner, outer = side.noise
        options = [
            (-amount, True, line)
            for line, amount in zip(chosen, side.inside, strict=True)
            if amount < -inner and line not in unsigned
        ]
        options += [
            (abs(amount), False, line)
            for line, amount in enumerate(side.outside)
            if amount < -outer or (line in level and amount > outer)
        ]
        return None if not options else max(options)[1:]

    def _swap(
        self, basis: Basis, side: _Side, entering: tuple[bool, int], *, turned: bool
    ) -> Basis | None:
        """Return the basis after a pivot on one side, which stays feasible.

        What enters is known from the other side: a line of the basis that lets go (its slack
        enters), or a new line. What leaves is what the step makes 0 first.
        """
        program = self._program
        lets_go, line = entering
        kept = basis.columns if turned else basis.rows
        unsigned, level = (program.equal, program.free) if turned else (program.free, program.equal)
        column = self._column(line, turned=turned) if not lets_go else {}
        right = [int(k == line) for k in kept] if lets_go else [column.get(k, 0) for k in kept]
        found = self._solved(basis, right, turned=turned)
        if found is None:
            return None
        move, places = found
        sign = -1 if turned and lets_go else 1
        move = [sign * amount for amount in move]
        spent, _ = self._spent(basis, move, turned=turned)
        leaving = self._first(
            side,
            basis.rows if turned else basis.columns,
            move,
            [
                (-1 if turned else 1) * ((column.get(k, 0) << places) - amount)
                for k, amount in enumerate(spent)
            ],
            (set(kept), unsigned, level),
        )
        if leaving is None:
            return None
        rows, columns = set(basis.rows), set(basis.columns)
        own, other = (rows, columns) if turned else (columns, rows)
        if lets_go:
            other.discard(line)
        else:
            own.add(line)
        inside, gone = leaving
        if inside:
            own.discard(gone)
        else:
            other.add(gone)
        return Basis(tuple(sorted(rows)), tuple(sorted(columns)))

    def _column(self, line: int, *, turned: bool) -> dict[int, int]:
        into, out, amounts = self._arrays(turned=turned)
        here = np.flatnonzero(out == line)
        return dict(zip(into[here].tolist(), amounts[here].tolist(), strict=True))

    def _first(
        self,
        side: _Side,
        chosen: tuple[int, ...],
        move: Sequence[int],
        drift: Sequence[int],
        lines: tuple[set[int], frozenset[int], frozenset[int]],
    ) -> tuple[bool, int] | None:
        """Return what becomes 0 first when ``move`` is taken away: whether inside, and its line."""
        kept, unsigned, level = lines
        steep = max(max(map(abs, move), default=0), 1) >> _NOISE
        slope = max(max(map(abs, drift), default=0), 1) >> _NOISE
        inner, outer = side.noise

        def options() -> Iterator[tuple[int, int, bool, int]]:
            for line, amount, fall in zip(chosen, side.inside, move, strict=True):
                if fall > steep and line not in unsigned:
                    yield _steps(amount, fall, inner), -fall, True, line
            for line, (amount, fall) in enumerate(zip(side.outside, drift, strict=True)):
                if line not in kept:
                    if line in level and abs(fall) > slope:
                        yield 0, -abs(fall), False, line
                    elif fall > slope:
                        yield _steps(amount, fall, outer), -fall, False, line

        best = min(options(), default=None)
        return None if best is None else best[2:]


def _steps(amount: int, fall: int, noise: int) -> int:
    """Return how long *amount* lasts, in units that all amounts share."""
    return 0 if amount <= noise else (amount << _NOISE) // fall
