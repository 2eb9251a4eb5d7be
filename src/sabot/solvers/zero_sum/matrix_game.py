"""Matrix games, exactly: make payoffs positive, propose a basis in floats, verify it in integers.

The rows and columns of a basis are level by construction, so only the others have to be looked at:
in floats with a bound on all rounding, and where that does not decide, in integers. A basis that is
not optimal is repaired exactly.

The rounding bound (:class:`BoundedSums`). For positive integers ``a`` of at most ``L`` and weights
``t / below >= 0`` the question is on which side of 1 the sums ``T_i = sum_j a_ij t_j / below`` are.
Floats compute ``sum_j f_ij w_j`` with ``f_ij`` nearest to ``a_ij / L`` and ``w_j`` nearest to ``L
t_j / below``. Let ``u = 2^-53`` and let ``n`` be the number of columns.

1. Each ``f`` and each ``w`` is correctly rounded (a division of integers, in numpy from integers
   below 2^53, in Python from any): off by a factor within ``1 +- u``, being in normal range.
2. A product is off by one such factor, and by none if it is fused with an addition. Of the ``n -
   1`` additions a term passes through at most ``n - 1``, in whatever order and in however many
   strands BLAS adds. Nothing is subtracted, so bounds on the factors of all terms are bounds on
   that of the sum; adding a 0 is exact.
3. So the sum in floats is ``S_i = T_i (1 + h)`` with ``(1 - u)^m <= 1 + h <= (1 + u)^m`` and ``m =
   n + 2``. As ``m u <= 1``, ``(1 - u)^m >= 1 - m u`` and ``(1 + u)^m <= 1 + 2 m u``, and therefore
   ``|h| <= (n + 2) 2^-52``.
4. If ``T_i >= 1`` then ``S_i >= 1 - (n + 2) 2^-52``, and if ``T_i <= 1`` then ``S_i <= 1 + (n + 2)
   2^-52``. Both limits are floats themselves, so comparing rounds nothing.

Normal range: with ``L <= 2^500`` and ``2^-500 <= w <= 2^500`` (or ``w = 0``) no product is outside
of 2^-1001 and 2^501, so nothing underflows, and no sum of fewer than 2^500 of them overflows. Where
these do not hold every sum is in doubt, and what is in doubt is computed in integers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq, fmpz_mat, nmod_mat
from numpy.typing import NDArray

from sabot.exact import as_fractions
from sabot.forms.sequence import MatrixForm
from sabot.progress import report_progress
from sabot.solvers.lp.dense_simplex import guess_bases, scale_to_unit
from sabot.solvers.lp.exact_simplex import FLOAT_BASIS_WAS_OPTIMAL, solve_program
from sabot.solvers.lp.program import (
    DenseMatrix,
    Floats,
    IntArray,
    LinearProgram,
    LPBasis,
    SparseMatrix,
    to_flint_matrix,
)
from sabot.solvers.zero_sum.optimal_face import PRIMES

if TYPE_CHECKING:
    from sabot.solvers.lp.program import RationalVector


_LIFTED_FROM_ROWS = (
    64  # rows of a kernel; FLINT is faster below 55 to 70, by the size of the entries
)
_ZERO = Fraction(0)


@dataclass(frozen=True)
class MatrixSolution:
    """The value, one optimal mix for each seat, and how they were found."""

    value: Fraction
    row: list[Fraction]
    column: list[Fraction]
    how: str
    tight: tuple[list[int], list[int]]
    """The rows that are best against ``column``, and the columns that are best against ``row``."""
    basis: LPBasis
    """Rows and columns that are level at the solution, the probabilities of all others being 0."""
    prime: int | None = None
    """Where it is known: both mixes are unique, by a system that is regular modulo this prime."""


def make_payoffs_positive(form: MatrixForm) -> tuple[IntArray, int]:
    """Return positive integer payoffs and what was added: value and mixes are read off easily."""
    lift = 1 - form.span[0]
    return form.array + lift, lift


def solve_matrix_game(form: MatrixForm) -> MatrixSolution:
    """Return the exact solution of a matrix game.

    >>> pennies = solve_matrix_game(MatrixForm.of([[1, -1], [-1, 1]]))
    >>> pennies.value, pennies.row
    (Fraction(0, 1), [Fraction(1, 2), Fraction(1, 2)])
    """
    usual = _usual_payoff(form)
    if usual is not None:
        substituted = _solve_by_substitution(form, usual)
        if substituted is not None:
            return substituted
    saddle = form.saddle()
    if saddle is not None:
        return _saddle_point_solution(form, *saddle)
    if usual is not None and min(form.shape) >= _SPARSE_FROM:
        return _solve_sparse_matrix_game(form, usual)
    payoffs, lift = make_payoffs_positive(form)
    largest = form.span[1] + lift
    scaled = scale_to_unit(payoffs, largest)
    sums = BoundedSums(scaled, largest)
    report_progress("guessing")
    for basis in guess_bases(scaled, np.ones(len(scaled)), np.ones(len(scaled.T))):
        report_progress("exact")
        if largest.bit_length() > NORMAL_BITS:
            long = _solve_at_basis_in_long_numbers(form, basis)
            if long is not None:
                return long
        else:
            found = _solve_at_basis(payoffs, sums, basis, (lift, form.denominator))
            if found is not None:
                return found
    return _solve_by_exact_simplex(payoffs, basis, (lift, form.denominator))


_SPARSE_FROM = 50
"""Rows and columns from which a sparse program is solved sooner than a dense one..."""
_SPARSE_SHARE = 8
"""...if at most one payoff in so many is not the usual one."""


def _usual_payoff(form: MatrixForm) -> int | None:
    """Return the payoff that nearly all pairs of strategies have; None if they differ."""
    if form.amounts < _SPARSE_SHARE * max(form.shape):
        return None
    first = form.payoffs[0]
    if min(form.shape) >= _SPARSE_FROM:
        usual = Counter(first).most_common(1)[0][0]
    else:
        usual = sorted(first)[len(first) // 2]  # if half of the row are alike, the median is too
        if first.count(usual) * 2 < len(first):
            return None
    if usual and not form.short:
        return None
    if form.short:
        others = int(np.count_nonzero(form.array - usual if usual else form.array))
    else:
        others = len(form.nonzero[0])
    return usual if others * _SPARSE_SHARE <= form.amounts else None


Entries = tuple[list[int], list[int], list[int]]
"""The rows, the columns and the amounts of the entries of a sparse matrix."""


def _other_payoffs(form: MatrixForm, usual: int) -> tuple[Entries, list[int], int]:
    """Return the payoffs that are not the *usual* one, and what they are above it.

    Long payoffs are taken row by row, over the denominator of the row. The other items are those
    denominators and one that all rows have besides.
    """
    if form.short:
        above = (form.array - usual if usual else form.array).ravel()
        places = np.flatnonzero(above != 0)
        rows, columns = np.divmod(places, len(form.columns))
        others = rows.tolist(), columns.tolist(), above[places].tolist()
        return others, [1] * len(form.rows), form.denominator
    amounts, own = form.nonzero_by_row
    i, j, _ = form.nonzero
    return (i, j, amounts), own, 1


BY_SUBSTITUTION = "triangular, by substitution"
"""How a game was solved, in the document."""
_MOST_PER_ROW = 4
"""Entries per row up to which a triangular system is solved entry by entry."""


def _solve_by_substitution(form: MatrixForm, usual: int) -> MatrixSolution | None:
    """Return the solution of a completely mixed triangular game; None if the game is not one.

    The payoffs ``M`` above the usual one have to be a square matrix that is triangular up to the
    order of its rows and columns, as in many games of hiding, search and inspection. The systems
    ``M y = v`` and ``M'x = v`` are solved by substitution. If both solutions are positive, every
    row and every column pays ``v``, so both mixes are optimal, and with ``M`` regular there are no
    others.
    """
    (rows, columns, amounts), own, below = _other_payoffs(form, usual)
    size = len(form.rows)
    if size != len(form.columns) or not size <= len(rows) <= _MOST_PER_ROW * size:
        return None
    equalize = _equalize_diagonal if len(rows) == size else _equalize_triangle
    found = equalize((rows, columns, amounts), own)
    if found is None:
        return None
    mixes, total, pivots = found
    whole = list(range(size))
    # the determinant of the uniqueness system, up to sign, in the integers of the certificate
    factors = [form.denominator // (d * below) for d in own]
    factors += pivots
    factors.append(int((total / (form.denominator // below)).p))
    return MatrixSolution(
        (Fraction(int(total.q), int(total.p)) + usual) / below,
        *mixes,
        BY_SUBSTITUTION,
        (whole, whole),
        LPBasis(tuple(whole), tuple(whole)),
        PRIMES[0] if all(factor % PRIMES[0] for factor in factors) else None,
    )


EqualizingMixes = tuple[tuple[list[Fraction], list[Fraction]], fmpq, list[int]]
"""The mixes that pay the same against everything, the sum of ``M^-1 d`` for the denominators ``d``
of the rows, and the pivots of ``M``."""


def _equalize_diagonal(entries: Entries, own: list[int]) -> EqualizingMixes | None:
    """Return the equalizing mixes of a matrix with one entry in each row and each column.

    Both players play an entry ``a`` of row ``i`` in proportion to ``d_i / a``. None if the matrix
    is not such a one, or if these are not of one sign.
    """
    rows, columns, amounts = entries
    size = len(rows)
    if not len(set(rows)) == size == len(set(columns)) or min(amounts) < 0 < max(amounts):
        return None
    common = math.lcm(*set(amounts))
    weights = [own[i] * (common // amount) for i, amount in zip(rows, amounts, strict=True)]
    total = sum(weights)
    one, two = [_ZERO] * size, [_ZERO] * size
    for i, j, chance in zip(rows, columns, as_fractions(weights, total), strict=True):
        one[i] = two[j] = chance
    return (one, two), fmpq(total, common), amounts


def _equalize_triangle(entries: Entries, own: list[int]) -> EqualizingMixes | None:
    """Return the equalizing mixes of a matrix that is triangular up to order, if there are any."""
    size = len(own)
    order = _triangular_order(entries[0], entries[1], size)
    if order is None:
        return None
    by_row: Lines = [{} for _ in order]
    by_column: Lines = [{} for _ in order]
    for i, j, amount in zip(*entries, strict=True):
        by_row[i][j] = by_column[j][i] = amount
    ys = _substitute(by_row, order, own)
    xs = _substitute(by_column, [(j, i) for i, j in reversed(order)], [1] * size)
    if ys is None or xs is None:
        return None
    mixes = _in_proportion([x * d for x, d in zip(xs, own, strict=True)]), _in_proportion(ys)
    return mixes, sum(ys, fmpq()), [by_row[i][j] for i, j in order]


def _in_proportion(weights: list[fmpq]) -> list[Fraction]:
    """Return the mix with probabilities in proportion to rational weights of one sign."""
    below = math.lcm(*{int(weight.q) for weight in weights})
    tops = [int(weight.p) * (below // int(weight.q)) for weight in weights]
    return as_fractions(tops, sum(tops))


Lines = list[dict[int, int]]


def _triangular_order(
    rows: Sequence[int], columns: Sequence[int], size: int
) -> list[tuple[int, int]] | None:
    """Return the places of the diagonal of a square matrix that is triangular up to order.

    In this order each row has no entries to the right of its own. None if it is not triangular.
    """
    in_row: list[set[int]] = [set() for _ in range(size)]
    in_column: list[set[int]] = [set() for _ in range(size)]
    for i, j in zip(rows, columns, strict=True):
        in_row[i].add(j)
        in_column[j].add(i)
    order = []
    ready = [i for i, own in enumerate(in_row) if len(own) == 1]
    while ready:
        i = ready.pop()
        if not in_row[i]:
            return None  # two rows with the same single column: singular
        (j,) = in_row[i]
        order.append((i, j))
        for other in in_column[j]:
            in_row[other].discard(j)
            if len(in_row[other]) == 1:
                ready.append(other)
    return order if len(order) == size else None


def _substitute(
    lines: Lines, order: Sequence[tuple[int, int]], right: Sequence[int]
) -> list[fmpq] | None:
    """Return the solution of a triangular system; None if its entries are not of one sign."""
    found = [fmpq()] * len(order)
    for i, j in order:
        line, rest = lines[i], fmpq(right[i])
        if len(line) > 1:
            rest -= sum((found[k] * amount for k, amount in line.items() if k != j), fmpq())
        found[j] = rest / line[j]
    signs = {(one > 0) - (one < 0) for one in found}
    return found if signs in ({1}, {-1}) else None


def _solve_sparse_matrix_game(form: MatrixForm, usual: int) -> MatrixSolution:
    """Return the solution of a game in which nearly all payoffs are the *usual* one, taken for 0.

    The program has the second player's mix ``y`` and the value ``v``: the least ``v`` such that no
    row pays more.
    """
    from sabot.solvers.lp.highs import HighsOracle

    height, width = form.shape
    (rows, columns, amounts), own, below = _other_payoffs(form, usual)
    matrix = SparseMatrix.of(
        (height + 1, width + 1),
        [*rows, *range(height), *[height] * width],
        [*columns, *[width] * height, *range(width)],
        [*amounts, *(-d for d in own), *[1] * width],
    )
    program = LinearProgram(
        matrix,
        [0] * height + [1],
        [0] * width + [-1],
        frozenset({height}),
        frozenset({width}),
    )
    report_progress("guessing")
    basis, best, how = solve_program(program, HighsOracle(program).basis())
    *ys, worth = map(int, best.y)
    xs = [int(z) * d for z, d in zip(best.x, own, strict=False)]
    value = Fraction(worth, int(best.y_denominator)) + usual
    return MatrixSolution(
        value / below,
        as_fractions(xs, sum(xs)),
        as_fractions(ys, sum(ys)),
        how,
        (
            [i for i, s in enumerate(best.slack[:height]) if not s],
            [j for j, d in enumerate(best.cost[:width]) if not d],
        ),
        LPBasis(
            tuple(i for i in basis.rows if i < height),
            tuple(j for j in basis.columns if j < width),
        ),
    )


def _solve_at_basis(
    payoffs: IntArray, sums: BoundedSums, basis: LPBasis, units: tuple[int, int]
) -> MatrixSolution | None:
    """Return the mixes that make a basis level, if they are optimal in this positive game.

    *units* are what was added to all payoffs, and their denominator before that.
    """
    rows, columns = list(basis.rows), list(basis.columns)
    if not rows or len(rows) != len(columns):
        return None
    solved = _solve_basis_systems(payoffs.take(rows, axis=0).take(columns, axis=1))
    if solved is None:
        return None
    (ys, below_y), (xs, below_x), regular = solved
    if min(ys) < 0 or min(xs) < 0:
        return None
    doubt = sums.rows_possibly_at_least_one(columns, ys, below_y)
    doubt[rows] = False
    more_rows = find_ties(payoffs, doubt, columns, ys, below_y, 1)
    doubt = sums.columns_possibly_at_most_one(rows, xs, below_x)
    doubt[columns] = False
    more_columns = find_ties(payoffs.T, doubt, rows, xs, below_x, -1)
    if more_rows is None or more_columns is None:
        return None
    strict = not more_rows and not more_columns and min(ys) > 0 and min(xs) > 0
    total = sum(ys)
    # The bordered kernel of the uniqueness system has the determinant det K * (1' K^-1 1) up to
    # sign; modulo a prime for which K is regular, the second factor is total / below_y.
    prime = PRIMES[0] if strict and regular and total % PRIMES[0] else None
    height, width = payoffs.shape
    lift, below = units
    return MatrixSolution(
        Fraction(below_y - lift * total, total * below),
        _mixed_strategy(xs, rows, height),
        _mixed_strategy(ys, columns, width),
        FLOAT_BASIS_WAS_OPTIMAL,
        (sorted(rows + more_rows), sorted(columns + more_columns)),
        basis,
        prime,
    )


def _solve_basis_systems(block: IntArray) -> tuple[RationalVector, RationalVector, bool] | None:
    """Return the solutions of ``K y = 1`` and ``K'x = 1``; None for a singular kernel.

    The last item says whether the kernel is regular modulo the first prime; without that a lifted
    solution might be one of many.
    """
    size, kernel = len(block), to_flint_matrix(block)
    regular = bool(nmod_mat(kernel, PRIMES[0]).det() != 0)
    if regular and size >= _LIFTED_FROM_ROWS:
        from sabot.solvers.lp.exact_linear_solve import solve_ones_dense

        both = solve_ones_dense(block)
        if both is not None:
            return *both, regular
    ones = fmpz_mat(size, 1, [1] * size)
    try:
        top_y, below_y = kernel.solve(ones).numer_denom()
        top_x, below_x = kernel.transpose().solve(ones).numer_denom()
    except ZeroDivisionError:
        return None
    ys, xs = list(map(int, top_y.entries())), list(map(int, top_x.entries()))
    return (ys, int(below_y)), (xs, int(below_x)), regular


def solve_ones(block: IntArray) -> RationalVector | None:
    """Return the solution of ``K y = 1``; None for a kernel that is singular."""
    size = len(block)
    if size >= _LIFTED_FROM_ROWS:
        from sabot.solvers.lp.exact_linear_solve import DenseLift

        lift = DenseLift.of(block)
        lifted = None if lift is None else lift.solve()
        if lifted is not None:
            return lifted
    try:
        tops, below = to_flint_matrix(block).solve(fmpz_mat(size, 1, [1] * size)).numer_denom()
    except ZeroDivisionError:
        return None
    return list(map(int, tops.entries())), int(below)


def _solve_at_basis_in_long_numbers(form: MatrixForm, basis: LPBasis) -> MatrixSolution | None:
    """Return the mixes that make a basis level, if they are optimal; each row has its own scale.

    Long fractions have a common denominator as long as all of them together; that of a row is much
    shorter. With the payoffs of row ``i`` times its denominator ``d_i``, the mix ``y`` and the
    value ``v`` solve ``M y = v d``, and ``z`` with ``z_i = x_i / d_i`` solves ``M'z = v``.
    """
    rows, columns = list(basis.rows), list(basis.columns)
    if not rows or len(rows) != len(columns):
        return None
    (lines, own), (height, width) = form.by_row, form.shape
    kernel = [[lines[i][j] for j in columns] + [-own[i]] for i in rows]
    system = fmpz_mat([*kernel, [1] * len(columns) + [0]])
    last = fmpz_mat(len(rows) + 1, 1, [0] * len(rows) + [1])
    try:
        tops_y, below_y = system.solve(last).numer_denom()
        tops_z, _ = system.transpose().solve(last).numer_denom()
    except ZeroDivisionError:
        return None
    *ys, worth = tops_y.entries()
    *zs, price = (-top for top in tops_z.entries())
    if min(ys) < 0 or min(zs) < 0:
        return None
    chosen = fmpz_mat([[line[j] for j in columns] for line in lines])
    paid = (chosen * fmpz_mat(len(ys), 1, ys)).entries()
    slack = [worth * d - p for d, p in zip(own, paid, strict=True)]
    turned = fmpz_mat([lines[i] for i in rows]).transpose()
    cost = [p + price for p in (turned * fmpz_mat(len(zs), 1, zs)).entries()]
    if min(slack) < 0 or min(cost) < 0:
        return None
    xs = [z * own[i] for z, i in zip(zs, rows, strict=True)]
    return MatrixSolution(
        as_fractions([worth], below_y)[0],
        _mixed_strategy(list(map(int, xs)), rows, height),
        _mixed_strategy(list(map(int, ys)), columns, width),
        FLOAT_BASIS_WAS_OPTIMAL,
        (
            [i for i, s in enumerate(slack) if not s],
            [j for j, c in enumerate(cost) if not c],
        ),
        basis,
    )


def find_ties(
    payoffs: IntArray,
    doubt: NDArray[np.bool_],
    places: list[int],
    tops: list[int],
    below: int,
    worse: int,
) -> list[int] | None:
    """Return the rows in doubt that sum to *below*; None if one is past it, on the *worse* side."""
    level = []
    for i in np.flatnonzero(doubt).tolist():
        past = sum(map(mul, payoffs[i, places].tolist(), tops)) - below
        if past * worse > 0:
            return None
        if not past:
            level.append(i)
    return level


def _mixed_strategy(tops: Sequence[int], places: Sequence[int], count: int) -> list[Fraction]:
    """Return the mix of *count* pure strategies that plays those at *places* in proportion."""
    mix = [_ZERO] * count
    for place, chance in zip(places, as_fractions(tops, sum(tops)), strict=True):
        mix[place] = chance
    return mix


def _solve_by_exact_simplex(
    payoffs: IntArray, basis: LPBasis, units: tuple[int, int]
) -> MatrixSolution:
    """Return the solution of a positive game by repair of a basis that is not optimal."""
    height, width = payoffs.shape
    program = LinearProgram(DenseMatrix(payoffs), [1] * height, [1] * width)
    basis, best, how = solve_program(program, basis)
    total_y, total_x = sum(best.y), sum(best.x)
    lift, below = units
    return MatrixSolution(
        Fraction(int(best.y_denominator - lift * total_y), int(total_y) * below),
        as_fractions(best.x, total_x),
        as_fractions(best.y, total_y),
        how,
        (
            [i for i, s in enumerate(best.slack) if not s],
            [j for j, d in enumerate(best.cost) if not d],
        ),
        basis,
    )


def _saddle_point_solution(form: MatrixForm, i: int, j: int) -> MatrixSolution:
    height, width = form.shape
    rows = np.flatnonzero(form.array[:, j] == form.payoffs[i][j]).tolist()
    columns = np.flatnonzero(form.array[i] == form.payoffs[i][j]).tolist()
    return MatrixSolution(
        form[i, j],
        _mixed_strategy([1], [i], height),
        _mixed_strategy([1], [j], width),
        FLOAT_BASIS_WAS_OPTIMAL,
        (rows, columns),
        LPBasis((i,), (j,)),
    )


_ULP = 2.0**-52
NORMAL_BITS = 500  # bits on either side of 1 within which products of two numbers stay normal


class BoundedSums:
    """Positive integers as floats of at most 1, ready to be summed with weights."""

    def __init__(self, scaled: Floats, largest: int) -> None:
        """Take ``a / largest``, each correctly rounded, of positive integers ``a``."""
        self.scaled = scaled
        self.largest = largest

    def rows_possibly_at_least_one(
        self, places: Sequence[int], tops: Sequence[int], below: int
    ) -> NDArray[np.bool_]:
        """Return which rows may sum to 1 or more, weighting the columns at *places*."""
        return self._doubt(self.scaled, places, tops, below, -1)

    def columns_possibly_at_most_one(
        self, places: Sequence[int], tops: Sequence[int], below: int
    ) -> NDArray[np.bool_]:
        """Return which columns may sum to 1 or less, weighting the rows at *places*."""
        return self._doubt(self.scaled.T, places, tops, below, 1)

    def _doubt(
        self, a: Floats, places: Sequence[int], tops: Sequence[int], below: int, side: int
    ) -> NDArray[np.bool_]:
        height, width = a.shape
        live = self._weights(tops, below)
        if live is None:
            return np.ones(height, dtype=np.bool_)
        weights = np.zeros(width)
        weights[list(places)] = live
        sums = a @ weights
        limit = 1.0 + side * (width + 2) * _ULP
        found: NDArray[np.bool_] = sums >= limit if side < 0 else sums <= limit
        return found

    def _weights(self, tops: Sequence[int], below: int) -> list[float] | None:
        """Return ``largest * top / below``, each correctly rounded; None outside normal range."""
        if self.largest.bit_length() > NORMAL_BITS:
            return None
        try:
            live = [self.largest * top / below for top in tops]
        except OverflowError:
            return None
        least = min((weight for weight, top in zip(live, tops, strict=True) if top), default=1.0)
        most = max(live, default=1.0)
        within = math.ldexp(1.0, -NORMAL_BITS) <= least and most <= math.ldexp(1.0, NORMAL_BITS)
        return live if within else None
