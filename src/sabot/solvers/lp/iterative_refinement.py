"""LP iterative refinement, and fixed-point simplex pivots from the refined basis.

A float solver errs by some 1e-10, and payoffs over twelve orders of magnitude put the truth below
that. So its answer is taken as it is, what is missing is computed exactly, and the same program is
asked again about the missing part alone, scaled up until it is as large as a program's numbers
usually are (Gleixner, Steffy and Wolter 2016). Every answer adds digits, and every basis on the way
is a basis of the program that was asked first; which of them is optimal, exact arithmetic says.
Slacks are columns of their own here: what a dual answer lacks is then a price on each column, and
the program that is asked again differs in nothing but bounds, prices and right sides.

A refined basis may still lack a few pivots that floats cannot see, because two actions differ
only behind the thirtieth digit. :class:`FixedPointSimplex` makes them with points and
directions of hundreds of bits: floats give a few dozen at a time, exact residuals correct them.
Nothing found here is believed before the exact basic solution has been seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sabot.progress import report_progress
from sabot.solvers.lp.exact_linear_solve import lifting_digits, round_scaled
from sabot.solvers.lp.highs import HighsOracle
from sabot.solvers.lp.program import BasisFactor, Indices, IntArray, LinearProgram, LPBasis

_MOST_ROUNDS = 12
_SCALE_BITS = 40
"""Bits by which a program may be blown up at once: as many as a float answer has."""
_FLOAT_BITS = 53


class RefinedProgram:
    """A program with an approximate answer that is known exactly, digit by digit.

    In the units that HiGHS sees, the answers are ``y / 2^places`` and ``x / 2^places``; the program
    that is asked next has its primal side multiplied by ``2^grown[0]``, its dual by ``2^grown[1]``.
    """

    def __init__(self, program: LinearProgram) -> None:
        self.oracle = oracle = HighsOracle(program, slacks=True)
        self._loose = oracle.loose.tolist()
        self._width = program.shape[1]
        self._y = [0] * (self._width + len(self._loose))
        self._x = [0] * program.shape[0]
        self._free = [*oracle.free.tolist(), *([False] * len(self._loose))]
        self._places = 0
        self._grown = 0, 0

    def bases(self) -> Iterator[LPBasis]:
        """Yield one basis after another, each from a program closer to the missing digits."""
        oracle = self.oracle
        for turn in range(_MOST_ROUNDS):
            report_progress("refining", turn, _MOST_ROUNDS, "rounds at most")
            if not oracle.run():
                return
            yield oracle.ended()
            self._absorb()
            right, price = self._missing()
            short, dear = self._violations(right, price)
            if not short and not dear:
                return
            self._grown = (
                _next_scale(self._grown[0] + _SCALE_BITS, short),
                _next_scale(self._grown[1] + _SCALE_BITS, dear),
            )
            primal, dual = self._grown
            oracle.change_bounds(
                np.array([_scaled_float(top, power + primal) for top, power in right]),
                np.array([_scaled_float(-top, primal - self._places) for top in self._y]),
                np.array([_scaled_float(top, power + dual) for top, power in price]),
            )

    def _absorb(self) -> None:
        """Add the answer to the last program to what is known."""
        primal, dual, at_zero = self.oracle.answer()
        places = max(self._places, max(self._grown) + _FLOAT_BITS)
        more = places - self._places
        gained = round_scaled(primal, places - self._grown[0]).tolist()
        self._y = [
            0 if stays else (top << more) + digit
            for top, digit, stays in zip(self._y, gained, at_zero, strict=True)
        ]
        gained = round_scaled(dual, places - self._grown[1]).tolist()
        self._x = [(top << more) + digit for top, digit in zip(self._x, gained, strict=True)]
        self._places = places

    def _missing(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return what right sides and prices are left, each as an integer times 2^power."""
        oracle, places = self.oracle, self._places
        tall, wide = (scale.tolist() for scale in oracle.scales)
        most_tall, most_wide = max(tall, default=0), max(wide, default=0)
        y = [top << (most_wide - k) for top, k in zip(self._y, wide, strict=False)]
        x = [top << (most_tall - k) for top, k in zip(self._x, tall, strict=True)]
        used, earned = [0] * len(tall), [0] * len(wide)
        for i, j, amount in oracle.entries():
            if y[j]:
                used[i] += amount * y[j]
            if x[i]:
                earned[j] += amount * x[i]
        size_b, size_c = oracle.sizes
        slack = dict(zip(self._loose, self._y[self._width :], strict=True))
        right = [
            _sum_scaled(
                (b, -k - size_b), (-u, -k - most_wide - places), (-slack.get(i, 0), -places)
            )
            for i, (b, u, k) in enumerate(zip(oracle.b.tolist(), used, tall, strict=True))
        ]
        price = [
            _sum_scaled((c, -k - size_c), (-e, -k - most_tall - places))
            for c, e, k in zip(oracle.c.tolist(), earned, wide, strict=True)
        ]
        return right, price + [(-self._x[i], -places) for i in self._loose]

    def _violations(
        self, right: list[tuple[int, int]], price: list[tuple[int, int]]
    ) -> tuple[float, float]:
        """Return by how much the answers so far miss being feasible, primal and dual."""
        short = max((abs(_scaled_float(*number)) for number in right), default=0.0)
        below = (
            -_scaled_float(top, -self._places) for top, f in self._signed() if top < 0 and not f
        )
        dear = (
            abs(_scaled_float(*number))
            for number, (top, free) in zip(price, self._signed(), strict=True)
            if free or top or number[0] > 0
        )
        return max(short, max(below, default=0.0)), max(dear, default=0.0)

    def _signed(self) -> Iterator[tuple[int, bool]]:
        return zip(self._y, self._free, strict=True)


def _next_scale(most: int, violation: float) -> int:
    """Return the next power of two: up to the missing part's size, and no more than *most*."""
    return most if not violation else max(0, min(most, -math.frexp(violation)[1]))


def _sum_scaled(*numbers: tuple[int, int]) -> tuple[int, int]:
    """Return the exact sum of integers times powers of two."""
    least = min(power for _, power in numbers)
    return sum(top << (power - least) for top, power in numbers), least


def _scaled_float(top: int, power: int) -> float:
    """Return ``top * 2^power`` as a float, infinite where it is too large for one."""
    extra = max(0, top.bit_length() - 64)
    try:
        return math.ldexp(top >> extra, power + extra)
    except OverflowError:
        return math.copysign(math.inf, top)


class BalancedBasisMatrix:
    """The kernel of a basis in balanced integers, with the factor that HiGHS has of it."""

    def __init__(
        self, arrays: tuple[Indices, Indices, IntArray], factor: BasisFactor, *, turned: bool
    ) -> None:
        into, out, amounts = arrays
        rows, columns = (factor.columns, factor.rows) if turned else (factor.rows, factor.columns)
        place_in = np.full(1 + max(int(into.max()), int(rows.max())), -1)
        place_out = np.full(1 + max(int(out.max()), int(columns.max())), -1)
        place_in[rows] = np.arange(len(rows))
        place_out[columns] = np.arange(len(columns))
        i, j = place_in[into], place_out[out]
        kept = np.flatnonzero((i >= 0) & (j >= 0))
        order = kept[np.argsort(i[kept], kind="stable")]
        self._out, self._amounts = j[order], amounts[order]
        self._starts = np.searchsorted(i[order], np.arange(len(rows)))
        self._ask = factor.solve_transposed if turned else factor.solve
        self._row_sum = int(np.add.reduceat(abs(self._amounts), self._starts).max())

    def digits(self, right: list[int], power: int) -> Iterator[tuple[IntArray, int, int]]:
        """Yield the solution a few dozen bits at a time."""
        with np.errstate(all="ignore"):
            yield from lifting_digits(
                lambda x: np.asarray(np.add.reduceat(self._amounts * x[self._out], self._starts)),
                self._ask,
                np.array(right, dtype=object),
                self._row_sum,
                power,
            )


_BITS = 420
"""Bits of every number..."""
_NOISE = 200
"""...of which the last so many, seen from the largest number of its kind, are taken for noise."""
_MOST_PIVOTS = 400
"""Pivots before another way is thought better."""
FixedPointVector = tuple[list[int], int]
"""Integers over one power of two, which is given."""


@dataclass(frozen=True)
class _SideSolution:
    """The primal or the dual of a program at a basis, in long numbers."""

    inside: list[int]
    """What the live columns (tight rows) have, by their place in the basis."""
    outside: list[int]
    """What is left at the other rows (columns); 0 in the basis."""
    noise: tuple[int, int]
    """Below these, a number of either list is taken for 0."""


class FixedPointSimplex:
    """A program whose entries are brought near one by powers of two, and HiGHS to factor it."""

    def __init__(self, program: LinearProgram, oracle: HighsOracle) -> None:
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

    def walk(self, basis: LPBasis) -> tuple[LPBasis, int] | None:
        """Return where pivots from *basis* end and their number; None where they do not get on."""
        seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        while len(seen) < _MOST_PIVOTS and basis.factor is not None:
            report_progress("exact", len(seen), unit="long pivots")
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

    def _sides(self, basis: LPBasis) -> tuple[_SideSolution, _SideSolution] | None:
        primal = self._side(basis, self._b, turned=False)
        dual = None if primal is None else self._side(basis, self._c, turned=True)
        return None if primal is None or dual is None else (primal, dual)

    def _side(self, basis: LPBasis, right: Sequence[int], *, turned: bool) -> _SideSolution | None:
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
        return _SideSolution(inside, outside, (most >> _NOISE, largest >> _NOISE))

    def _solved(self, basis: LPBasis, right: list[int], *, turned: bool) -> FixedPointVector | None:
        """Return ``K^-1 right`` to so many bits; the second item is the power of two below it."""
        if not any(right):
            return [0] * len(right), 0
        if basis.factor is None:
            return None  # singular in floats, though perhaps not in truth
        kernel = BalancedBasisMatrix(self._arrays(turned=turned), basis.factor, turned=turned)
        totals, places = [0] * len(right), 0
        for digit, room, after in kernel.digits(right, self._power):
            totals = [(total << room) + d for total, d in zip(totals, digit, strict=True)]
            places += room
            if not after or max(map(abs, totals)).bit_length() >= _BITS:
                return totals, places
        return None

    def _spent(
        self, basis: LPBasis, inside: Sequence[int], *, turned: bool
    ) -> tuple[list[int], int]:
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

    def _arrays(self, *, turned: bool) -> tuple[Indices, Indices, IntArray]:
        if turned:
            return self._columns, self._rows, self._amounts
        return self._rows, self._columns, self._amounts

    def _negative(
        self,
        side: _SideSolution,
        chosen: tuple[int, ...],
        unsigned: frozenset[int],
        level: frozenset[int],
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
        self, basis: LPBasis, side: _SideSolution, entering: tuple[bool, int], *, turned: bool
    ) -> LPBasis | None:
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
        return LPBasis(tuple(sorted(rows)), tuple(sorted(columns)))

    def _column(self, line: int, *, turned: bool) -> dict[int, int]:
        into, out, amounts = self._arrays(turned=turned)
        here = np.flatnonzero(out == line)
        return dict(zip(into[here].tolist(), amounts[here].tolist(), strict=True))

    def _first(
        self,
        side: _SideSolution,
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
                    yield _step_length(amount, fall, inner), -fall, True, line
            for line, (amount, fall) in enumerate(zip(side.outside, drift, strict=True)):
                if line not in kept:
                    if line in level and abs(fall) > slope:
                        yield 0, -abs(fall), False, line
                    elif fall > slope:
                        yield _step_length(amount, fall, outer), -fall, False, line

        best = min(options(), default=None)
        return None if best is None else best[2:]


def _step_length(amount: int, fall: int, noise: int) -> int:
    """Return how long *amount* lasts, in units that all amounts share."""
    return 0 if amount <= noise else (amount << _NOISE) // fall
