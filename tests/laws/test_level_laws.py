"""Two roads to a matrix game's exact mixes: lifting and FLINT, floats with a bound and integers."""

import json
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from flint import fmpq_mat, fmpz_mat
from hypothesis import example, given
from hypothesis import strategies as st
from tests.strategies import rationals, small_tables, tables

import sabot
from sabot.solvers.lp.dense_simplex import scale_to_unit
from sabot.solvers.lp.exact_linear_solve import (
    DenseLift,
    join_digits,
    simplest_denominator,
    solve_ones_dense,
)
from sabot.solvers.zero_sum import matrix_game
from sabot.solvers.zero_sum.matrix_game import BoundedSums

# ---------------------------------------------------------------------- lifting


def by_flint(block):
    """Return the two solutions as FLINT's fractions; None for a singular block."""
    size = len(block)
    kernel, ones = fmpz_mat(block.tolist()), fmpz_mat(size, 1, [1] * size)
    try:
        return kernel.solve(ones), kernel.transpose().solve(ones)
    except ZeroDivisionError:
        return None


def same(answers, expected):
    return all(
        fmpq_mat(fmpz_mat(len(tops), 1, tops)) / below == wanted
        for (tops, below), wanted in zip(answers, expected, strict=True)
    )


def blocks(size, bits, seed, *, signed=True):
    dice = np.random.default_rng(seed)
    return dice.integers(-(2**bits) if signed else 1, 2**bits + 1, (size, size))


@given(st.integers(1, 60), st.sampled_from([1, 3, 10, 20, 30]), st.integers(0, 10**9))
def test_lifting_finds_what_flint_finds(size, bits, seed):
    block = blocks(size, bits, seed, signed=bool(seed % 2))
    expected, answers = by_flint(block), solve_ones_dense(block)
    if answers is not None and expected is not None:
        assert same(answers, expected)
    if bits >= 10:  # random entries of this size make a regular, well-conditioned block
        assert answers is not None


@given(st.integers(2, 40), st.integers(0, 10**9), st.integers(0, 3))
def test_near_and_at_singularity_an_answer_is_right_or_none(size, seed, off):
    block = blocks(size, 12, seed)
    block[-1] = block[:-1].sum(axis=0)
    block[-1, 0] += off
    expected, answers = by_flint(block), solve_ones_dense(block)
    if expected is None:
        assert matrix_game._solve_basis_systems(block) is None
    elif answers is not None:
        assert same(answers, expected)
    if answers is not None:  # singular or not, it solves the equations
        for tops, below, side in zip(*zip(*answers, strict=True), (block, block.T), strict=True):
            assert all(
                sum(int(a) * top for a, top in zip(row, tops, strict=True)) == below for row in side
            )


def test_blocks_that_floats_cannot_carry_are_declined():
    assert solve_ones_dense(np.array([[1, 1], [1, 1]])) is None
    assert solve_ones_dense(np.array([[2**70, 1], [1, 2]], dtype=object)) is None
    assert solve_ones_dense(np.zeros((0, 0), dtype=np.int64)) is None
    assert solve_ones_dense(np.array([[2**48, 1], [1, 2]])) is None


def test_a_kernel_of_blocks_has_a_denominator_from_many_fractions():
    block = np.diag([2, 3, 5, 7, 11, 13, 17, 19, 23, 29])
    (ys, below), (xs, below_x) = solve_ones_dense(block)
    assert [below // y for y in ys] == [below_x // x for x in xs] == block.diagonal().tolist()
    assert all(below % prime == 0 for prime in block.diagonal().tolist())


def test_a_wrong_denominator_is_only_a_hint():
    block = blocks(12, 10, 5, signed=False)
    lift = DenseLift.of(block)
    answer = lift.solve()
    assert same(
        [lift.solve(turned=True, below=wrong) for wrong in (1, 7, answer[1])],
        [by_flint(block)[1]] * 3,
    )


def test_a_wild_inverse_gives_no_answer():
    lift = DenseLift.of(blocks(10, 10, 1))
    wild = DenseLift(lift.block.astype(np.int64), -lift.inverse)
    assert wild.solve() is None


@given(
    st.sampled_from([8, 16, 24, 32, 40, 48]),
    st.lists(st.lists(st.integers(-(2**50), 2**50), min_size=3, max_size=3), min_size=1),
)
def test_digits_are_joined_as_written(step, digits):
    expected = [0, 0, 0]
    for digit in digits:
        expected = [(total << step) + d for total, d in zip(expected, digit, strict=True)]
    assert join_digits([np.array(digit) for digit in digits], step) == expected


@given(st.integers(1, 2**300), st.integers(0, 2**300), st.integers(0, 400))
def test_a_denominator_is_read_off_enough_bits(below, top, more):
    fraction = Fraction(top, below)
    one = 1 << 2 * below.bit_length() + 2 + more
    near = (fraction.numerator * one + fraction.denominator // 2) // fraction.denominator
    assert simplest_denominator(near % one, one, one.bit_length() // 2) == fraction.denominator


# ---------------------------------------------------------------------- sums in floats


@given(
    st.lists(st.integers(0, 2**200), min_size=1, max_size=12).filter(any),
    st.integers(1, 2**70),
    st.integers(0, 2**32),
    st.integers(-2, 2),
)
@example([1], 1, 0, 0)
@example([2**60, 1], 2, 0, 1)
def test_what_floats_decide_is_so_next_to_a_tie(tops, most, seed, off):
    dice = np.random.default_rng(seed)
    wide = [int(n) for n in dice.integers(1, 2**62, 9 * len(tops))]
    rows = [[1 + n % most for n in wide[k::9]] for k in range(9)]
    rows += [[max(1, a - 1) for a in rows[0]], [2 * a for a in rows[0]], [a + 1 for a in rows[0]]]
    sums = [sum(a * top for a, top in zip(row, tops, strict=True)) for row in rows]
    below = max(sums[0] + off, 1)  # so the first row sums to 1, or next to it
    payoffs = np.array(rows, dtype=object)
    ready = BoundedSums(scale_to_unit(payoffs, int(payoffs.max())), int(payoffs.max()))
    places = list(range(len(tops)))
    for total, doubt in zip(
        sums, ready.rows_possibly_at_least_one(places, tops, below), strict=True
    ):
        assert doubt or total < below
    turned = BoundedSums(scale_to_unit(payoffs.T, int(payoffs.max())), int(payoffs.max()))
    for total, doubt in zip(
        sums, turned.columns_possibly_at_most_one(places, tops, below), strict=True
    ):
        assert doubt or total > below
    # what is far from a tie is decided, or the bound would be worth nothing
    assert not ready.rows_possibly_at_least_one(places, tops, 2 * max(sums)).any()
    assert (
        not turned.columns_possibly_at_most_one(places, tops, -(-min(sums) // 2)).any()
        or min(sums) < 4
    )


@pytest.mark.parametrize(
    ("rows", "tops", "below"),
    [
        ([[2**600, 1]], [1, 1], 2**700),  # beyond what is scaled safely
        ([[1, 1]], [1, 1], 2**2000),  # weights that underflow
        ([[1, 1]], [2**2000, 1], 1),  # weights that overflow
        ([[1, 1]], [2**600, 1], 2**99),  # weights that floats hold, but products might not
    ],
)
def test_out_of_range_everything_is_in_doubt(rows, tops, below):
    payoffs = np.array(rows, dtype=object)
    sums = BoundedSums(scale_to_unit(payoffs, int(payoffs.max())), int(payoffs.max()))
    assert sums.rows_possibly_at_least_one([0, 1], tops, below).all()
    turned = BoundedSums(scale_to_unit(payoffs.T, int(payoffs.max())), int(payoffs.max()))
    assert turned.columns_possibly_at_most_one([0, 1], tops, below).all()


# ---------------------------------------------------------------------- documents


def document(table):
    told = sabot.solve(table).to_json()
    told.pop("seconds")
    return json.dumps(told)


@given(
    st.one_of(
        small_tables(6),
        tables(most=7),
        tables(rationals(), most=5),
        tables(st.integers(-(2**70), 2**70), most=5),
        tables(st.sampled_from([-(10**12), -1, 0, 1, 10**12, 10**12 + 1]), most=5),
    )
)
def test_documents_do_not_depend_on_the_road(table):
    quick = document(table)
    with patch.object(
        matrix_game, "_solve_at_basis", lambda *_: None
    ):  # all in integers, ranks, repair
        assert document(table) == quick
    with patch.object(matrix_game, "_LIFTED_FROM_ROWS", 1):
        assert document(table) == quick
    with patch.object(BoundedSums, "_weights", lambda *_: None):
        assert document(table) == quick


@pytest.mark.parametrize("seed", range(3))
def test_documents_of_larger_games_do_not_depend_on_the_road(seed):
    dice = np.random.default_rng(seed)
    table = dice.integers(-1000, 1001, (40 + 10 * seed, 45)).tolist()
    quick = document(table)
    with patch.object(matrix_game, "_LIFTED_FROM_ROWS", 1):
        assert document(table) == quick
    with patch.object(matrix_game, "_solve_at_basis", lambda *_: None):
        assert document(table) == quick
