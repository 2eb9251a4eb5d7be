"""Long numbers: factors and lifts are FLINT's, and walks end where exact pivots do."""

import random
from fractions import Fraction
from threading import Thread

import numpy as np
import pytest
from flint import arb, ctx, fmpz_mat
from hypothesis import given, settings
from hypothesis import strategies as st

import sabot
from sabot.solvers.lp import exact_simplex
from sabot.solvers.lp.highs import HighsOracle
from sabot.solvers.lp.multiprecision_simplex import (
    BallBasis,
    BallLU,
    BallProgram,
    bit_size,
    round_ball,
    walk_in_balls,
    working_precision,
)
from sabot.solvers.lp.program import LPBasis, SparseMatrix, compute_basic_solution
from sabot.solvers.zero_sum.sequence_form_lp import sequence_form_program

HUGE = "leduc-poker(ranks=2, ante=1e309)"


def system(seed, *, most, dense=0.4):
    dice = random.Random(seed)
    count = dice.randint(1, 12)
    block = [
        [dice.randint(-most, most) if dice.random() < dense else 0 for _ in range(count)]
        for _ in range(count)
    ]
    return block, [dice.randint(-9, 9) for _ in range(count)]


def told(block):
    """Return the columns of a matrix as long numbers."""
    return [[(i, arb(row[j])) for i, row in enumerate(block) if row[j]] for j in range(len(block))]


@given(st.integers(0, 10**9), st.sampled_from([1, 9, 10**40]), st.booleans())
def test_long_factors_solve_what_flint_solves(seed, most, turned):
    block, right = system(seed, most=most)
    matrix = fmpz_mat(block)
    with working_precision(2000):
        factor = BallLU(told(block))
        assert factor.regular == (matrix.det() != 0)
        if not factor.regular:
            assert factor.place.count(-1) == len(block) - matrix.rank()
            return
        # column j stands at row place[j]: a solution is told by those rows
        if turned:
            told_right = [0] * len(block)
            for j, i in enumerate(factor.place):
                told_right[i] = right[j]
            found = factor.solve_transposed([arb(n) if n else None for n in told_right])
            truth = matrix.transpose().solve(fmpz_mat(len(right), 1, right))
            order = range(len(block))
        else:
            found = factor.solve([arb(n) if n else None for n in right])
            truth = matrix.solve(fmpz_mat(len(right), 1, right))
            order = factor.place
        for place, j in zip(order, range(len(block)), strict=True):
            number = found[place]
            assert 0 in (arb(0) if number is None else number) - arb(truth[j, 0])


stakes = st.builds("{}e{}".format, st.integers(1, 9), st.integers(-60, 60))


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(stakes, stakes, stakes)
def test_stakes_of_any_size_have_a_certified_value_without_an_exact_pivot(ante, first, second):
    found = sabot.solve(f"leduc-poker(ranks=2, ante={ante}, bet1={first}, bet2={second})")
    assert "exact pivots" not in found.method
    assert sabot.check(found) == found.value


@pytest.mark.parametrize(
    "game",
    [
        "kuhn-poker(ranks=4)",
        "kuhn-poker(ranks=5, ante=3e21, bet=7)",
        "kuhn-poker(ranks=5, ante=1e-60, bet=1e60)",
        "kuhn-poker(ranks=3, ante=1e309)",
    ],
)
def test_a_walk_in_long_numbers_ends_where_exact_pivots_do(game):
    program = sequence_form_program(sabot.load(game).form())
    basis, pivots = next(iter(walk_in_balls(program, LPBasis((), ()))))
    assert pivots > 0
    long, plain = (
        compute_basic_solution(program, basis),
        compute_basic_solution(program, LPBasis(basis.rows, basis.columns)),
    )
    assert long.optimal(program)
    for part, below in (("y", "y_denominator"), ("x", "x_denominator"), ("slack", "y_denominator")):
        assert [Fraction(int(n), int(getattr(long, below))) for n in getattr(long, part)] == [
            Fraction(int(n), int(getattr(plain, below))) for n in getattr(plain, part)
        ]
    start = exact_simplex.make_regular_basis(program, LPBasis((), ()))
    exact = exact_simplex._parametric_simplex(program, start, random.Random(0))[1]
    worth = [
        sum(Fraction(int(n) * c, int(p.y_denominator)) for n, c in zip(p.y, program.c, strict=True))
        for p in (long, exact)
    ]
    assert worth[0] == worth[1]


@pytest.mark.slow
def test_a_walk_with_too_few_bits_asks_for_more(monkeypatch):
    program = sequence_form_program(sabot.load(HUGE).form())
    monkeypatch.setattr("sabot.solvers.lp.multiprecision_simplex._LEVELS", 0)
    monkeypatch.setattr("sabot.solvers.lp.multiprecision_simplex._BITS", 100)
    monkeypatch.setattr("sabot.solvers.lp.multiprecision_simplex._MORE", 9)
    asked = []

    def heard(bits):
        asked.append(bits)
        return working_precision(bits)

    monkeypatch.setattr("sabot.solvers.lp.multiprecision_simplex.working_precision", heard)
    ends = (
        compute_basic_solution(program, basis)
        for basis, _ in walk_in_balls(program, LPBasis((), ()))
    )
    assert any(there is not None and there.optimal(program) for there in ends)
    assert len(set(asked[1:])) > 1


def test_a_basis_that_is_none_is_made_one_that_holds_what_it_must():
    program = sequence_form_program(sabot.load("leduc-poker(ranks=2)").form())
    good = HighsOracle(program).basis()
    with working_precision(500):
        long = BallProgram(program)
        same = BallBasis(long, good)
        assert (same.lp_basis(), same.pivots) == (LPBasis(good.rows, good.columns), 0)
        for rows, columns in (
            (good.rows, good.columns[1:]),
            (good.rows[5:], good.columns),
            ((), ()),
        ):
            made = BallBasis(long, LPBasis(rows, columns))
            assert program.holds(made.lp_basis())
            assert compute_basic_solution(program, made.lp_basis()) is not None


def test_a_long_factor_is_asked_like_one_of_highs():
    program = sequence_form_program(sabot.load("leduc-poker(ranks=3)").form())
    theirs = HighsOracle(program).basis()
    with working_precision(400):
        basis = BallBasis(BallProgram(program), LPBasis(theirs.rows, theirs.columns))
    from sabot.solvers.lp.multiprecision_simplex import BallFactor

    ours = BallFactor(basis, 400)
    right = np.arange(1.0, len(theirs.rows) + 1)
    assert (ours.scales[0] == theirs.factor.scales[0]).all()
    for ask in ("solve", "solve_transposed"):
        one, two = getattr(ours, ask)(right), getattr(theirs.factor, ask)(right)
        assert np.abs(one - two).max() <= 1e-9 * np.abs(two).max()
    whole = [program.b[i] + 1 for i in theirs.rows]
    triples = program.a.triples()
    assert ours.over(triples).solve(whole) == theirs.factor.over(triples).solve(whole)


def test_precision_is_given_back_and_one_thread_at_a_time_has_it():
    before, seen = ctx.prec, []

    def other():
        with working_precision(333):
            seen.append(ctx.prec)

    with working_precision(200):
        worker = Thread(target=other)
        worker.start()
        worker.join(0.3)
        assert (ctx.prec, seen) == (200, [])
        with working_precision(400):
            assert ctx.prec == 400
        assert ctx.prec == 200
    worker.join(10)
    assert (ctx.prec, seen) == (before, [333])


@given(st.integers(-(10**30), 10**30).filter(bool), st.integers(-100, 100))
def test_sizes_and_roundings_of_long_numbers(number, power):
    with working_precision(300):
        long = arb((number, power))
        assert bit_size(long) == number.bit_length() + power
        truth = Fraction(number) * Fraction(2) ** (power + 20)
        assert abs(int(round_ball(long, 20)) - truth) <= Fraction(1, 2)


def test_a_program_with_columns_that_cannot_be_held_has_no_walk():
    from sabot.solvers.lp.program import LinearProgram

    empty = SparseMatrix((2, 2), [(0, 0, 1), (1, 0, 1)])
    program = LinearProgram(empty, [1, 1], [1, 0], frozenset(), frozenset({1}))
    assert list(walk_in_balls(program, LPBasis((), ()))) == []
