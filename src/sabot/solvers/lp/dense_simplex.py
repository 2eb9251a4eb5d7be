"""Simplex on a dense condensed tableau, in floats or in fixed point: it only proposes a basis.

The rows of the tableau are the basic variables and the columns the non-basic ones, so a pivot
touches ``(m+1)(n+1)`` numbers and no identity matrix is carried. Pricing is by steepest edge. What
it returns is checked, and if need be repaired, by :mod:`sabot.solvers.lp.exact_simplex`. Payoffs of
two scales, a million millions apart, are one number to a float; the tableau in fixed point has
three hundred bits, which keep both, or more where a basis is nearly singular.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sabot.jit import KernelModule
from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp import kernel
from sabot.solvers.lp.program import Floats, IntArray, LPBasis

Ints = NDArray[np.int64]
_EPSILON = 1e-11
SIMPLEX_LOOPS = KernelModule(lambda: kernel, pays_from=500**3)
"""Work in entries times pivots, at 3 ns in numpy: a 500 x 500 game takes as long as compiling."""
_LEAST_WORK = SIMPLEX_LOOPS.pays_from // 100  # after a hundred games thousands are to be expected
_LEAST_COMPILED = 24  # rows or columns: below, a walk is over before it matters
_USUAL_PIVOTS, _MOST_PIVOTS = 2, 20  # for each row and each column...
_SPARE_PIVOTS = 50  # ...and besides
_FIRST_PIVOTS = 32  # a multiple of eight: every eighth pivot is careful
_PERTURBATION = 1e-6
"""By how much right sides are perturbed: more than noise, less than what decides a game."""
_PERTURB_FROM = 100
"""Rows and columns from which they are from the start; below, only where ties stall the walk."""
_PIECE = 30_000_000  # entries that the compiled walk changes between two checks whether to stop


def guess_bases(a: Floats, b: Floats, c: Floats) -> Iterator[LPBasis]:
    """Yield probably optimal bases of ``max c'y``, ``a y <= b``, ``y >= 0`` with ``b >= 0``.

    Equal right sides tie, and ties make the walk stall or cycle. In a large program they are
    perturbed a little, at random, in a small one only where the walk stalls; the basis is one of
    the program without that. Where the basis is nearly singular that little is too much.
    """
    height, width = a.shape
    if min(height, width) >= _PERTURB_FROM:
        yield _walk_from_start(a, b + _perturbed(height), c, _MOST_PIVOTS)[0]
        yield guess_basis(a, b, c)
        return
    basis, ended = _walk_from_start(a, b, c, _USUAL_PIVOTS)
    if not ended:
        yield _walk_from_start(a, b + _perturbed(height), c, _MOST_PIVOTS)[0]
        basis = guess_basis(a, b, c)
    yield basis


def guess_basis(a: Floats, b: Floats, c: Floats) -> LPBasis:
    """Return a probably optimal basis of such a program, with the right sides as they are."""
    return _walk_from_start(a, b, c, _MOST_PIVOTS)[0]


def _perturbed(height: int) -> Floats:
    return np.random.default_rng(0).uniform(_PERTURBATION, 2 * _PERTURBATION, height)


def _walk_from_start(a: Floats, b: Floats, c: Floats, most: int) -> tuple[LPBasis, bool]:
    """Return where a walk from the empty basis is after so many pivots, and whether it ended."""
    height, width = a.shape
    table = np.zeros((height + 1, width + 1))
    table[:height, :width] = a
    table[:height, width] = b
    table[height, :width] = -c
    inside = np.arange(width, width + height)  # basic: slack i is width + i
    outside = np.arange(width)
    ended = _run(table, inside, outside, most * (height + width) + _SPARE_PIVOTS)
    columns = np.sort(inside[inside < width])
    rows = np.sort(outside[outside >= width] - width)
    return LPBasis(tuple(rows.tolist()), tuple(columns.tolist())), ended


def _run(table: Floats, inside: Ints, outside: Ints, most: int) -> bool:
    """Pivot in place, by the compiled loop where that pays; return whether the walk ended.

    Before anything is compiled, the first pivots are plain: a large game of low rank takes no more.
    Both versions end with the same basis, so only the time depends on this.
    """
    height, width = table.shape[0] - 1, table.shape[1] - 1
    if SIMPLEX_LOOPS.left:
        made = walk_tableau(table, inside, outside, _FIRST_PIVOTS)
        if made < _FIRST_PIVOTS:
            _compiles(height, width, made)  # counts what was asked for
            return True
        most -= made
    compiles = _compiles(height, width, min(height, width))  # about as many as it takes
    return (_run_compiled if compiles else walk_tableau)(table, inside, outside, most) < most


def _compiles(height: int, width: int, pivots: int) -> bool:
    """Return whether the compiled version pays: for a large game, or many of some size."""
    return min(height, width) >= _LEAST_COMPILED and SIMPLEX_LOOPS.record(
        max(height * width * pivots, _LEAST_WORK)
    )


def _run_compiled(table: Floats, inside: Ints, outside: Ints, most: int) -> int:
    """Pivot in place by the compiled loop, in pieces between which a stop is checked."""
    piece = 8 * (1 + _PIECE // (8 * table.size))  # every eighth pivot is careful
    for turn in range(0, most, piece):
        report_progress("guessing", turn, unit="pivots")
        part = min(piece, most - turn)
        made = int(SIMPLEX_LOOPS.compiled.walk(table, inside, outside, _EPSILON, part))
        if made < part:
            return turn + made
    return most


def walk_tableau(table: Floats, inside: Ints, outside: Ints, most: int) -> int:
    """Pivot in place until no price is negative, or until a step has no end; return how often."""
    height, width = table.shape[0] - 1, table.shape[1] - 1
    change = np.empty_like(table)
    ratios = np.empty(height)
    body, prices = table[:height, :width], table[height, :width]
    for turn in range(most):
        report_progress("guessing", turn, unit="pivots")
        # steepest edge: the best price for the length of the step; a third of Dantzig's pivots
        gain = np.where(prices < -_EPSILON, prices * prices, 0.0)
        gain /= _squared_edge_lengths(table, change)
        s = int(gain.argmax())
        if gain[s] == 0.0:
            return turn
        rising = body[:, s]
        ratios.fill(np.inf)
        np.divide(table[:height, width], rising, out=ratios, where=rising > _EPSILON)
        r = int(ratios.argmin())
        if ratios[r] == np.inf:
            return turn
        if turn & 7 == 7:  # among near ties the largest pivot is the safest
            ties = np.flatnonzero(ratios <= ratios[r] + _EPSILON)
            r = int(ties[rising[ties].argmax()])
        _pivot(table, change, r, s)
        inside[r], outside[s] = outside[s], inside[r]
    return most


def _squared_edge_lengths(table: Floats, squares: Floats) -> Floats:
    """Return the squared length of each edge, summed from the first row to the last.

    *squares* is room for as many numbers as the table has; whole, they are in one piece.
    """
    np.multiply(table, table, out=squares)
    lengths: Floats = np.add.reduce(squares[:-1, :-1], axis=0)
    return lengths + 1.0


def _pivot(table: Floats, change: Floats, r: int, s: int) -> None:
    pivot = table[r, s]
    row = table[r] / pivot
    rising = table[:, s].copy()
    rising[r] = 0.0
    np.dot(rising[:, None], row[None], out=change)  # each one product: nothing is summed
    np.subtract(table, change, out=table)
    table[r] = row
    table[:, s] = -rising / pivot
    table[r, s] = 1.0 / pivot


def scale_to_unit(array: IntArray, largest: int) -> Floats:
    """Return integers over the largest of them, as floats, each correctly rounded."""
    if array.dtype != object:
        return np.asarray(array / largest, dtype=np.float64)
    return np.array([[entry / largest for entry in row] for row in array.tolist()])


FIXED_POINT_BITS = 320
"""Bits after the point to begin with; the second half of them is taken for noise."""
_PRICING_BITS = 60
"""Bits after the point that decide which edge is the steepest: floats hold no more."""
_ENTRIES_AT_ONCE = 200_000
"""Entries that are changed between two checks whether to stop: a tenth of a second."""


def guess_basis_in_fixed_point(payoffs: IntArray, bits: int = FIXED_POINT_BITS) -> LPBasis:
    """Return a probably optimal basis of ``max 1'y``, ``payoffs y <= 1``, ``y >= 0``.

    *bits* are those after the point.
    """
    height, width = payoffs.shape
    one = 1 << bits
    largest = int(abs(payoffs).max()) or 1
    table = np.full((height + 1, width + 1), one, dtype=object)
    table[:height, :width] = (payoffs.astype(object) << bits) // largest
    table[height, :width] = -one
    table[height, width] = 0
    inside = np.arange(width, width + height)  # basic: slack i is width + i
    outside = np.arange(width)
    for turn in range(20 * (height + width) + 50):
        report_progress("guessing", turn, unit="pivots in long numbers")
        spot = _steepest_edge_fixed(table, bits)
        row = None if spot is None else _ratio_test_fixed(table, spot, bits)
        if spot is None or row is None:
            break
        _pivot_fixed(table, row, spot, bits)
        inside[row], outside[spot] = outside[spot], inside[row]
    columns = np.sort(inside[inside < width])
    rows = np.sort(outside[outside >= width] - width)
    return LPBasis(tuple(rows.tolist()), tuple(columns.tolist()))


def _steepest_edge_fixed(table: IntArray, bits: int) -> int | None:
    """Return the column whose price is best for the length of its step; None at the end."""
    prices = table[-1, :-1]
    worth = np.array(prices < -(1 << bits // 2), dtype=bool)
    if not worth.any():
        return None
    spots = np.flatnonzero(worth)
    body = _fixed_to_floats(table[:-1, spots], bits)
    gains = _fixed_to_floats(prices[spots], bits) ** 2 / (1.0 + np.add.reduce(body * body, axis=0))
    return int(spots[gains.argmax()])


def _ratio_test_fixed(table: IntArray, spot: int, bits: int) -> int | None:
    """Return the row that a step along a column makes 0 first; the largest pivot among ties."""
    rising, left = table[:-1, spot], table[:-1, -1]
    rows = np.flatnonzero(np.array(rising > (1 << bits // 2), dtype=bool))
    if not len(rows):
        return None
    return min(
        ((int(left[i]) << bits) // int(rising[i]) >> bits // 2, -int(rising[i]), i)
        for i in rows.tolist()
    )[2]


def _pivot_fixed(table: IntArray, r: int, s: int, bits: int) -> None:
    pivot = table[r, s]
    row = (table[r] << bits) // pivot
    rising = table[:, s].copy()
    rising[r] = 0
    live = np.flatnonzero(rising)
    for some in np.array_split(live, 1 + table.size // _ENTRIES_AT_ONCE):
        raise_if_cancelled()
        table[some] -= (rising[some, None] * row) >> bits
    table[r] = row
    table[:, s] = (-rising << bits) // pivot
    table[r, s] = (1 << 2 * bits) // pivot


_LARGEST_PRICED = 1e150
"""Larger numbers are priced as this, so that their squares are floats."""


def _fixed_to_floats(numbers: IntArray, bits: int) -> NDArray[np.float64]:
    """Return the leading bits of fixed-point numbers as floats, cut to what can be squared."""
    leading = numbers >> (bits - _PRICING_BITS)
    try:
        found = leading.astype(np.float64)
    except OverflowError:  # a nearly singular basis has entries beyond 2^1024
        most = int(_LARGEST_PRICED)
        found = np.clip(leading, -most, most).astype(np.float64)
    return np.clip(np.ldexp(found, -_PRICING_BITS), -_LARGEST_PRICED, _LARGEST_PRICED)
