"""Exact rational solution of integer linear systems by lifting a float solution.

Dixon (1982) solves a system digit by digit; Wan (2006) takes the digits from floats. A digit ``d``
is what a float inverse or factor makes of the residual ``r``, rounded; the next residual ``r <- 2^s
r - K d`` is computed exactly. After some digits, with all of them joined to ``N`` and ``S`` their
bits together, ``K N = 2^S b - r``. A denominator ``D`` is read off the fractions ``N / 2^S`` by
continued fractions; with ``D N = 2^S Y + e`` (``Y`` the nearest integers) it follows that

    2^S (K Y - D b) = -(K e + D r),

so if the right side is smaller than 2^S everywhere, the integers ``K Y - D b`` are 0: the answer is
proved by the size of what is left over, and nothing is multiplied out.

*Sparse* systems are bases of a program that HiGHS has factored: a float solution costs one pass
through a sparse LU. *Dense* systems ``K y = 1`` and ``K'x = 1`` belong to matrix games. Their
residuals are computed by BLAS: a digit is cut so that every sum of a product with ``K`` is an
integer below 2^53, which floats hold without error in whatever order they are added. The transposed
system has (nearly always) the same denominator, so it is lifted half as far.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from sabot.progress import raise_if_cancelled
from sabot.solvers.lp.program import Floats, Indices, IntArray, RationalVector
from sabot.solvers.lp.program import Floats as Floats_
from sabot.solvers.lp.program import RationalVector as Answer

if TYPE_CHECKING:
    from highspy import Highs

_SUM_BITS = 61
"""Bits that a sum of machine integers may have: two are kept for sign and carry."""
_DIGIT_BITS = 50
"""Bits of a float answer that are worth rounding to integers."""
_FLOAT_BITS = 900
"""Bits of an integer that a float holds with room for what the factor multiplies it by."""
_FEW_TOTALS = 2
"""Numbers whose fractions are looked for first: where that fails, there are too few digits."""
_SPARE_BITS = 96
"""Bits beyond those of a likely denominator after which the digits are rounded to it."""
_FLINT_BITS = 2000
"""Bits of a denominator from which FLINT multiplies by it sooner than Python."""
_LEAST_STEP_BITS = 8
"""A step that yields fewer bits than this is no step: the factor does not fit the matrix."""


class HighsFactor:
    """A basis that HiGHS has factored, ready to be solved with in floats.

    ``tall`` and ``wide`` are the powers of two by which rows and columns were divided before HiGHS
    saw them: undoing them rounds nothing. HiGHS holds one factor at a time; *holds* says whether
    it is still this one. Afterwards nothing finite is answered.
    """

    def __init__(
        self,
        solver: Highs,
        basis: tuple[Sequence[int], Sequence[int]],
        scales: tuple[Indices, Indices],
        holds: Callable[[], bool],
    ) -> None:
        self._solver, self._holds = solver, holds
        self.scales = tall, wide = scales
        self.rows: Indices = np.asarray(basis[0], dtype=np.int64)
        self.columns: Indices = np.asarray(basis[1], dtype=np.int64)
        self.tall, self.wide = tall[self.rows], wide[self.columns]
        _, basic = solver.getBasicVariables()
        place = np.full(1 + max(int(basic.max(initial=0)), len(wide)), -1)
        live = np.flatnonzero(basic >= 0)
        place[basic[live]] = live
        self._places = place[self.columns]
        self._height = len(tall)
        self._lift: SparseLift | None = None

    def over(self, triples: tuple[Indices, Indices, IntArray]) -> SparseLift:
        """Return the kernel in integers, from the entries of the matrix that was factored."""
        if self._lift is None:
            self._lift = SparseLift(triples, self)
        return self._lift

    def solve(self, right: Floats_) -> Floats_:
        """Return the kernel as HiGHS has it, scaled, inverted and times *right*, nearly."""
        if not self._holds():
            return np.full(len(self.rows), np.nan)
        full = np.zeros(self._height)
        full[self.rows] = right
        return np.asarray(self._solver.getBasisSolve(full)[1][self._places])

    def solve_transposed(self, right: Floats_) -> Floats_:
        """Return the same for the transpose of the kernel."""
        if not self._holds():
            return np.full(len(self.rows), np.nan)
        full = np.zeros(self._height)
        full[self._places] = right
        return np.asarray(self._solver.getBasisTransposeSolve(full)[1][self.rows])


class SparseLift:
    """The kernel of a basis by its entries, with the factor that HiGHS has of it."""

    def __init__(self, triples: tuple[Indices, Indices, IntArray], factor: HighsFactor) -> None:
        where, what, values = triples
        height, width = (1 + int(places.max(initial=0)) for places in (where, what))
        row_spot = np.full(max(height, 1 + int(factor.rows.max(initial=0))), -1)
        column_spot = np.full(max(width, 1 + int(factor.columns.max(initial=0))), -1)
        row_spot[factor.rows] = np.arange(len(factor.rows))
        column_spot[factor.columns] = np.arange(len(factor.columns))
        i, j = row_spot[where], column_spot[what]
        kept = (i >= 0) & (j >= 0)
        self._i, self._j, self._values = i[kept], j[kept], values[kept]
        self.factor = factor
        self.size = len(factor.rows)
        self._likely = 1
        """The denominator of the last answer: mostly that of all solutions, the determinant."""

    def solve(self, right: Sequence[int], *, turned: bool = False) -> Answer | None:
        """Return ``K^-1 right`` (or of the transpose) over one denominator.

        None means that floats were no help here, not that the kernel is singular.
        """
        into, out = (self._j, self._i) if turned else (self._i, self._j)
        order = np.argsort(into, kind="stable")
        into, out, values = into[order], out[order], self._values[order]
        starts = np.searchsorted(into, np.arange(self.size))
        if not self.size or starts[-1] >= len(into) or (np.diff(starts) == 0).any():
            return None  # nothing to solve, or an empty line: singular
        with np.errstate(all="ignore"):
            answer = None
            if values.dtype != object and max(map(abs, right), default=0) < 2**31:
                answer = self._in_words(right, (out, values, starts), turned=turned)
                self._likely = self._likely if answer is None else answer[1]
            return answer or self._balanced(right, (into, out, values, starts), turned=turned)

    def _in_words(
        self, right: Sequence[int], lines: tuple[Indices, IntArray, Indices], *, turned: bool
    ) -> Answer | None:
        """Return the solution by residuals in machine words: most games want no more."""
        out, values, starts = lines
        tall, wide = self.factor.tall, self.factor.wide
        down, along = (
            np.ldexp(1.0, -(wide if turned else tall)),
            np.ldexp(1.0, -(tall if turned else wide)),
        )
        ask = self.factor.solve_transposed if turned else self.factor.solve
        row_sum = int(np.add.reduceat(np.abs(values), starts).max())
        return solve_by_lifting(
            lambda x: np.asarray(np.add.reduceat(values * x[out], starts)),
            lambda r: ask(r * down) * along,
            np.array(right, dtype=np.int64),
            row_sum,
            likely=self._likely,
        )

    def _balanced(
        self,
        right: Sequence[int],
        lines: tuple[Indices, Indices, IntArray, Indices],
        *,
        turned: bool,
    ) -> Answer | None:
        """Return the solution by residuals of any size, of the system as HiGHS has it scaled.

        Rows and columns are multiplied by powers of two that make the entries comparable, as the
        factor's are: an error that is small in the largest row is then small in all of them.
        """
        into, out, values, starts = lines
        tall, wide = self.factor.tall, self.factor.wide
        if turned:
            tall, wide = wide, tall
        lift_row, lift_column = int(tall.max()) - tall, int(wide.max()) - wide
        powers = lift_row[into] + lift_column[out]
        spare = int(powers.min())
        amounts = np.array(
            [v << k for v, k in zip(values.tolist(), (powers - spare).tolist(), strict=True)],
            dtype=object,
        )
        rights = [r << k for r, k in zip(right, lift_row.tolist(), strict=True)]
        ask = self.factor.solve_transposed if turned else self.factor.solve
        found = solve_by_lifting(
            lambda x: np.asarray(np.add.reduceat(amounts * x[out], starts)),
            ask,
            np.array(rights, dtype=object),
            int(np.add.reduceat(abs(amounts), starts).max()),
            spare - int(tall.max()) - int(wide.max()),
        )
        if found is None:
            return None
        tops = [top << k for top, k in zip(found[0], lift_column.tolist(), strict=True)]
        below = found[1] << spare
        shared = math.gcd(below, *tops)
        return [top // shared for top in tops], below // shared


def solve_by_lifting(
    product: Callable[[IntArray], IntArray],
    ask: Callable[[Floats_], Floats_],
    right: IntArray,
    row_sum: int,
    power: int = 0,
    likely: int = 1,
) -> Answer | None:
    """Return the solution of ``product(x) = right``; *ask* nearly gives ``x / 2^power``.

    Residuals are machine integers when *right* is, Python's when it is an array of objects;
    *row_sum* bounds the sum of the sizes of the entries of a row. With a *likely* denominator half
    the digits are enough.
    """
    digits: list[IntArray] = []
    rooms: list[int] = []
    check_at, bits = 4, 0
    enough = likely.bit_length() + _SPARE_BITS if likely > 1 else math.inf
    steps = lifting_digits(product, ask, right, row_sum, power)
    for turn, (digit, room, after) in enumerate(steps, start=1):
        digits.append(digit)
        rooms.append(room)
        bits += room
        if after and turn < check_at and bits < enough:
            continue
        answer = None
        if bits >= enough:
            totals = _joined_digits(digits, rooms)
            answer, enough = _rounded(totals, bits, likely, (after, row_sum)), math.inf
        if answer is None and (not after or turn >= check_at):
            check_at = turn * 5 // 4 + 3
            few = _joined_digits([digit[:_FEW_TOTALS] for digit in digits], rooms)
            if reconstruct_rationals(few, bits, after, row_sum) is not None:
                totals = _joined_digits(digits, rooms)
                answer = reconstruct_rationals(totals, bits, after, row_sum)
        if answer is not None or not after:
            return answer
    return None


def _joined_digits(digits: list[IntArray], rooms: list[int]) -> list[int]:
    """Return the integers whose digits these are, each of so many bits.

    The first digit counts most, and digits may be negative or too large: they are carried.
    """
    if any(digit.dtype == object for digit in digits):
        return _joined_long_digits(digits, rooms)
    words = np.zeros((sum(rooms[1:]) // 64 + 1, len(digits[0])), dtype=np.uint64)
    place, carried = 0, np.zeros(len(digits[0]), dtype=np.int64)
    for digit, room in zip(digits[:0:-1], rooms[:0:-1], strict=True):
        part = digit + carried
        carried = part >> room
        low = (part & ((1 << room) - 1)).view(np.uint64)
        word, shift = divmod(place, 64)
        words[word] |= low << np.uint64(shift)
        if shift + room > 64:
            words[word + 1] |= low >> np.uint64(64 - shift)
        place += room
    octets = np.ascontiguousarray(words.T.astype("<u8"))
    return [
        int.from_bytes(line.tobytes(), "little") + (top << place)
        for line, top in zip(octets, (digits[0] + carried).tolist(), strict=True)
    ]


def _joined_long_digits(digits: list[IntArray], rooms: list[int]) -> list[int]:
    """Return the same where digits are longer than a word: neighbours are joined first."""
    parts = [(digit.tolist(), room) for digit, room in zip(digits, rooms, strict=True)]
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        odd = parts[-1:] if len(parts) % 2 else []
        parts = [
            ([(a << bits) + b for a, b in zip(high, low, strict=True)], before + bits)
            for (high, before), (low, bits) in pairs
        ] + odd
    return list(parts[0][0])


def lifting_digits(
    product: Callable[[IntArray], IntArray],
    ask: Callable[[Floats_], Floats_],
    right: IntArray,
    row_sum: int,
    power: int = 0,
) -> Iterator[tuple[IntArray, int, int]]:
    """Yield the solution a few dozen bits at a time: digits, their bits, the residual's size.

    It ends early where the factor points the wrong way.
    """
    residual = right
    for _ in range(40 + 60 * len(right)):
        raise_if_cancelled()
        size = int(abs(residual).max(initial=0))
        digit, room = _next_digit(ask, residual, (size, row_sum), power)
        if digit is None:
            return
        residual = residual * (1 << room) - product(digit)
        after = int(abs(residual).max(initial=0))
        # rounding a digit leaves at most half a row's sum; the rest must have shrunk
        if after > max(
            size << room >> _LEAST_STEP_BITS, row_sum if room >= _LEAST_STEP_BITS else 0
        ):
            return
        yield digit, room, after


def _next_digit(
    ask: Callable[[Floats_], Floats_], residual: IntArray, sizes: tuple[int, int], power: int
) -> tuple[IntArray | None, int]:
    """Return the next bits of the solution as integers, and how many bits they are."""
    size, row_sum = sizes
    if residual.dtype != object:
        guess = ask(residual.astype(np.float64))
        most = float(np.abs(guess).max(initial=0.0))
        if not math.isfinite(most):
            return None, 0
        room = min(
            _DIGIT_BITS - math.frexp(most)[1],
            _SUM_BITS - size.bit_length(),
            _SUM_BITS - math.frexp(most * row_sum)[1],
        )
        if room < _LEAST_STEP_BITS:
            return None, 0
        return np.rint(np.ldexp(guess, room)).astype(np.int64), room
    # a float holds no more than 2^1024, so a longer residual is shortened first
    excess = max(0, size.bit_length() - _FLOAT_BITS)
    guess = ask((residual >> excess).astype(np.float64))
    most = float(np.abs(guess).max(initial=0.0))
    if not math.isfinite(most):
        return None, 0
    excess += power
    room = max(0, _DIGIT_BITS - math.frexp(most)[1] - excess)
    return round_scaled(guess, room + excess), room


def round_scaled(numbers: Floats_, shift: int) -> IntArray:
    """Return floats times a power of two as Python integers, however large."""
    parts, exponents = np.frexp(numbers)
    wholes = np.ldexp(parts, 53).astype(np.int64).tolist()
    found = [
        whole << left if left >= 0 else (whole + (1 << -left - 1)) >> -left
        for whole, left in zip(wholes, (exponents + (shift - 53)).tolist(), strict=True)
    ]
    return np.array(found, dtype=object)


def reconstruct_rationals(
    totals: list[int], places: int, after: int, row_sum: int
) -> Answer | None:
    """Return the fractions behind the bits so far, if the last residual proves them."""
    below, one = 1, 1 << places
    half = one >> 1
    # n correct bits determine a fraction whose numerator and denominator have n/2 bits together
    roomy = places // 2 - 4
    raise_if_cancelled()
    for total in totals:
        if not total:
            continue
        product = _product(total, below)
        rest = product - ((product + half) >> places << places)
        if rest.bit_length() > places // 2:
            found = simplest_denominator(int(rest % one), one, (places + 1) // 2)
            raise_if_cancelled()
            below *= found
            if found.bit_length() > roomy or below.bit_length() > roomy:
                return None
    return _rounded(totals, places, below, (after, row_sum))


def _rounded(totals: list[int], places: int, below: int, sizes: tuple[int, int]) -> Answer | None:
    """Return the nearest fractions with a denominator, in lowest terms, if they are the solution.

    *sizes*: of the last residual, and of a row.
    """
    half = 1 << places >> 1
    answer, worst = [], 0
    for total in totals:
        product = _product(total, below)
        whole = (product + half) >> places
        worst = max(worst, abs(product - (whole << places)))
        answer.append(int(whole))
    after, row_sum = sizes
    # 2^places (K answer - below right) = K rest - below residual, and the left side is whole
    if below * after + row_sum * worst >= 1 << places:
        return None
    shared = math.gcd(int(below), *answer)
    return [whole // shared for whole in answer], int(below) // shared


def _product(one: int, two: int) -> int | fmpz:
    """Return a product, by FLINT where both numbers are long."""
    return fmpz(one) * two if two.bit_length() > _FLINT_BITS else one * two


Ints = NDArray[np.int64]
"""Numerators, and their positive denominator."""
_MANTISSA = 53
_BYTE = 8  # digits are joined byte by byte
_WIDEST, _NARROWEST = 48, 8  # bits of a digit
_EXTRA_DIGIT_BITS = 6  # bits that a digit may try to have beyond what the condition promises
_MARGIN_BITS = 8  # bits by which numerators must be nearer to integers than the proof asks
_PASSES = 4  # in which the denominator may grow while the fractions are gone through
_LEADING_BITS = 60  # leading bits from which Euclid's quotients are taken


class _ResidualGrewError(Exception):
    """The residual grew: the digits are too wide for the inverse."""


def solve_ones_dense(block: IntArray) -> tuple[RationalVector, RationalVector] | None:
    """Return the solutions of ``K y = 1`` and of ``K'x = 1`` for a square *block*.

    None means that floats were no help here, not that the block is singular; and an answer does not
    mean that it is regular: both answers solve their equations, that is all that is proved.

    >>> (ys, below_y), (xs, below_x) = solve_ones_dense(np.array([[2, 0], [1, 3]]))
    >>> ys, below_y, xs, below_x
    ([3, 1], 6, [2, 2], 6)
    """
    lift = DenseLift.of(block)
    if lift is None:
        return None
    one = lift.solve()
    two = lift.solve(turned=True, below=one[1]) if one is not None else None
    return None if one is None or two is None else (one, two)


class DenseLift:
    """A square matrix of machine integers and its float inverse."""

    def __init__(self, block: Ints, inverse: Floats) -> None:
        self.size = len(block)
        self.block = np.ascontiguousarray(block, dtype=np.float64)
        self.inverse = inverse
        sizes = np.abs(block)
        self.reach = int(max(sizes.sum(axis=0).max(), sizes.sum(axis=1).max()))
        """The largest sum of a row or a column of ``|K|``."""
        norms = np.abs(inverse)
        norm = float(max(norms.sum(axis=0).max(), norms.sum(axis=1).max()))
        self.condition = math.frexp(norm * self.reach)[1]
        """Bits: about as many as the solution for a residual has before the point."""
        # size * 2^entry * 2^piece < 2^53: a row of K times a piece of a digit is added exactly
        self.piece = _MANTISSA - int(sizes.max()).bit_length() - self.size.bit_length()

    @classmethod
    def of(cls, block: IntArray) -> DenseLift | None:
        """Return the lift of a square block; None where floats cannot carry it."""
        if block.dtype == object or not block.size:
            return None
        with np.errstate(all="ignore"):
            try:
                inverse = np.linalg.inv(block.astype(np.float64))
            except np.linalg.LinAlgError:
                return None
        if not np.isfinite(inverse).all():
            return None
        lift = cls(block, inverse)
        fits = lift.piece >= _NARROWEST and lift.reach < 2**_WIDEST
        return lift if fits and lift.condition <= _MANTISSA else None

    @cached_property
    def bits(self) -> tuple[float, float]:
        """The likely bits of the denominator, and the most it can have (Hadamard's bound).

        A random matrix has a determinant of about the root of n! times its spread to the n-th
        power; its mean adds a few bits. Where this is wrong, looking too early or too late is all
        that it costs.
        """
        most = float(np.log2(np.square(self.block).sum(axis=1)).sum()) / 2
        spread = np.square(self.block - self.block.mean()).sum(axis=1)
        likely = float(np.log2(spread + 1.0).sum()) / 2 - 0.72 * self.size + 12
        return min(max(likely, 1.0), most), most

    def solve(self, *, turned: bool = False, below: int | None = None) -> RationalVector | None:
        """Return the solution of ``K y = 1``, or of the transposed system; None if it fails.

        *below* is a likely denominator: with it half the digits are enough.
        """
        # the inverse is right to 53 bits less those of its condition, and mostly to a few more
        best = min(_WIDEST, _MANTISSA + _EXTRA_DIGIT_BITS - self.condition)
        for step in range(best // _BYTE * _BYTE, _NARROWEST - 1, -_BYTE):
            try:
                return self._solve(step, turned, below)
            except _ResidualGrewError:
                continue
        return None

    def _solve(self, step: int, turned: bool, below: int | None) -> RationalVector | None:
        likely, most = self.bits
        room = self.reach.bit_length() + self.condition + 24
        bits = 2 * likely if below is None else below.bit_length()
        check_at = int((bits + room) / step) + 1
        limit = int((2 * most + room) / step) + 2
        residual, digits = np.ones(self.size, dtype=np.int64), []
        for turn in range(1, limit + 1):
            raise_if_cancelled()
            digit, residual = self._next(residual, step, turned)
            digits.append(digit)
            if turn == min(check_at, limit):
                answer = self._look(digits, step, residual, below)
                if answer is not None:
                    return answer
                check_at = turn * 17 // 16 + 1
        return None

    def _look(
        self, digits: list[Ints], step: int, residual: Ints, below: int | None
    ) -> RationalVector | None:
        """Return the answer behind the digits, if they are enough: two numbers show that early."""
        places = step * len(digits)
        first = self._read(
            join_digits([digit[:2] for digit in digits], step), places, residual, below
        )
        if first is None:
            return None
        return self._read(join_digits(digits, step), places, residual, first[1])

    def _next(self, residual: Ints, step: int, turned: bool) -> tuple[Ints, Ints]:
        """Return the next digit and the residual that it leaves, exactly."""
        a, inverse = (self.block.T, self.inverse.T) if turned else (self.block, self.inverse)
        ahead = residual.astype(np.float64) * 2.0**step
        guess = np.rint(inverse @ ahead)
        bits = math.frexp(float(np.abs(guess).max()))[1]
        if bits > _MANTISSA - 1:
            raise _ResidualGrewError
        digit = guess.astype(np.int64)
        parts = bits // self.piece + 1
        pieces = np.empty((self.size, parts))
        rest = digit
        for part in range(parts - 1):
            pieces[:, part] = rest & ((1 << self.piece) - 1)
            rest = rest >> self.piece
        pieces[:, parts - 1] = rest
        products = a @ pieces
        self._require_small(ahead, products, step, bits)
        left = residual.view(np.uint64) << np.uint64(step)
        for part, product in enumerate(products.T.astype(np.int64).view(np.uint64)):
            left -= product << np.uint64(self.piece * part)
        after = left.view(np.int64)
        if int(np.abs(after).max()) > 2 * self.reach:
            raise _ResidualGrewError  # the digit was too wide for this inverse
        return digit, after

    def _require_small(self, ahead: Floats, products: Floats, step: int, bits: int) -> None:
        """Make sure that the next residual is below 2^63, so that it may be computed modulo 2^64.

        Its two parts, ``2^step r`` and ``K d``, mostly are below 2^62. Else the floats decide: the
        few things added are below 2^101 in size, so the sum is right to 2^55, and where it is
        below 2^61 the residual is below 2^62.
        """
        reach = self.reach.bit_length()
        if reach + 1 + step <= 62 and reach + bits <= 62:
            return
        rough = ahead - products @ (2.0 ** (self.piece * np.arange(products.shape[1])))
        if not float(np.abs(rough).max()) < 2.0**61:
            raise _ResidualGrewError

    def _read(
        self, totals: list[int], places: int, residual: Ints, below: int | None
    ) -> RationalVector | None:
        """Return the proved answer behind ``totals / 2^places``; None if it takes more digits."""
        one = fmpz(1) << places
        half, left = one >> 1, int(np.abs(residual).max())
        under = fmpz(below or 1)
        for _ in range(_PASSES):
            numerators, settled = [], True
            for total in totals:
                raise_if_cancelled()
                product = under * total
                nearest = (product + half) >> places
                rest = abs(product - (nearest << places))
                # the proof: |K e| <= reach * rest and |D r| <= under * left, less than 2^places
                # together; the factor keeps small fractions from passing for integers
                if (self.reach * rest << _MARGIN_BITS) + under * left < one:
                    numerators.append(int(nearest))
                    continue
                settled = False
                # what is off by noise shows a factor of up to half the bits that are left to it
                noise = under.bit_length() + self.condition
                under *= simplest_denominator(int(product % one), int(one), (places + noise) // 2)
                if under.bit_length() >= places:
                    return None
            if settled:
                return numerators, int(under)
        return None


def join_digits(digits: list[Ints], step: int) -> list[int]:
    """Return the integers whose digits to the base ``2^step`` (of whole bytes) these are.

    The first digit counts most, and digits may be negative or too large: they are carried.

    >>> join_digits([np.array([1, -1]), np.array([2, 300])], 8)
    [258, 44]
    """
    low = np.array(digits[::-1])
    count, size = low.shape
    for k in range(count - 1):
        low[k + 1] += low[k] >> step
        low[k] &= (1 << step) - 1
    tops = low[-1].tolist()
    octets = low[:-1].astype("<u8").view(np.uint8).reshape(count - 1, size, 8)
    lines = np.ascontiguousarray(octets[:, :, : step // _BYTE].transpose(1, 0, 2))
    shift = step * (count - 1)
    return [
        int.from_bytes(line.tobytes(), "little") + (top << shift)
        for line, top in zip(lines, tops, strict=True)
    ]


def simplest_denominator(top: int, one: int, near: int) -> int:
    """Return the denominator of the simplest fraction that is *near* to ``top / one``.

    Simplest of those with a remainder of so many bits over ``one``. Euclid's algorithm, stopped on
    the way; Lehmer's manner of taking many quotients from the leading bits.

    >>> simplest_denominator(2**40 * 3 // 7, 2**40, 20)
    7
    """
    a, b, before, found = one, top, 0, 1
    while b.bit_length() > near:
        if b.bit_length() > near + _LEADING_BITS:
            p, q, r, s = _lehmer_quotients(a, b)
            if q:
                a, b = p * a + q * b, r * a + s * b
                before, found = (
                    abs(p) * before + abs(q) * found,
                    abs(r) * before + abs(s) * found,
                )
                continue
        step, rest = divmod(a, b)
        a, b = b, rest
        before, found = found, before + step * found
    return found


def _lehmer_quotients(a: int, b: int) -> tuple[int, int, int, int]:
    """Return the matrix of the steps of Euclid that the leading bits of *a* and *b* decide."""
    shift = max(a.bit_length() - _LEADING_BITS, 0)
    x, y = a >> shift, b >> shift
    p, q, r, s = 1, 0, 0, 1
    while y + r and y + s:
        step = (x + p) // (y + r)
        if step != (x + q) // (y + s):
            break
        p, r = r, p - step * r
        q, s = s, q - step * s
        x, y = y, x - step * y
    return p, q, r, s
