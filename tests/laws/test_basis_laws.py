"""Exact points by floats and residuals, refined programs, pivots in long numbers: against FLINT."""

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpz_mat
from hypothesis import given, settings
from hypothesis import strategies as st

import sabot
from sabot.forms.sequence import MatrixForm
from sabot.solvers.lp import exact_linear_solve
from sabot.solvers.lp.dense_simplex import guess_basis_in_fixed_point
from sabot.solvers.lp.exact_linear_solve import solve_by_lifting
from sabot.solvers.lp.exact_simplex import _parametric_simplex, make_regular_basis, solve_program
from sabot.solvers.lp.highs import HighsOracle
from sabot.solvers.lp.iterative_refinement import FixedPointSimplex, RefinedProgram
from sabot.solvers.lp.program import (
    DenseMatrix,
    LinearProgram,
    LPBasis,
    SparseMatrix,
    compute_basic_solution,
)
from sabot.solvers.zero_sum.matrix_game import make_payoffs_positive, solve_matrix_game
from sabot.solvers.zero_sum.sequence_form_lp import sequence_form_program

WIDE = "leduc-poker(ante=1/1000003, bet1=22222222223/7, bet2=100000000003)"
"""Seventeen orders of magnitude between the least and the most that a hand may pay."""


def flint(block, right):
    """Return the solution as numerators over the least common denominator; None if singular."""
    try:
        found = fmpz_mat(block).solve(fmpz_mat(len(right), 1, right))
    except ZeroDivisionError:
        return None
    tops, below = found.numer_denom()
    return [int(top) for top in tops.entries()], int(below)


def by_inverse(block, right, *, machine, likely=1):
    kind = np.int64 if machine else object
    array = np.array(block, dtype=kind)
    inverse = np.linalg.inv(np.array(block, dtype=np.float64))
    return solve_by_lifting(
        lambda x: array @ x,
        lambda r: inverse @ r,
        np.array(right, dtype=kind),
        max(sum(map(abs, row)) for row in block),
        likely=likely,
    )


@given(st.integers(1, 9), st.sampled_from([3, 10**3, 2**30]), st.integers(0, 10**9))
def test_a_lifted_solution_is_flints(size, most, seed):
    dice = random.Random(seed)
    block = [[dice.randint(-most, most) for _ in range(size)] for _ in range(size)]
    right = [dice.randint(-most, most) for _ in range(size)]
    truth = flint(block, right)
    if truth is None:
        return
    for machine in (True, False):
        answer = by_inverse(block, right, machine=machine)
        if answer is not None:  # floats may be no help; they may not be wrong
            assert [Fraction(top, answer[1]) for top in answer[0]] == [
                Fraction(top, truth[1]) for top in truth[0]
            ]


@pytest.mark.parametrize("machine", [True, False])
def test_lifting_succeeds_on_tame_systems(machine):
    dice = random.Random(5)
    block = [[dice.randint(-99, 99) for _ in range(8)] for _ in range(8)]
    right = [dice.randint(-99, 99) for _ in range(8)]
    assert by_inverse(block, right, machine=machine) == flint(block, right)


def test_a_likely_denominator_spares_digits_and_a_wrong_one_changes_nothing(monkeypatch):
    digits = []
    lifted = exact_linear_solve.lifting_digits

    def counted(*given):
        for step in lifted(*given):
            digits.append(step)
            yield step

    monkeypatch.setattr(exact_linear_solve, "lifting_digits", counted)
    dice = random.Random(7)
    block = [[dice.randint(-99, 99) for _ in range(40)] for _ in range(40)]
    right = [dice.randint(-99, 99) for _ in range(40)]
    truth = flint(block, right)
    steps = {}
    for likely in (1, truth[1], 6 * truth[1], truth[1] // 2, 3):
        digits.clear()
        assert by_inverse(block, right, machine=True, likely=likely) == truth
        steps[likely] = len(digits)
    assert steps[truth[1]] <= steps[6 * truth[1]] < steps[1] <= steps[truth[1] // 2] == steps[3]


@pytest.mark.parametrize("bits", [31, 61])
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_digits_are_joined_to_the_sum_that_they_mean(bits, data):
    count, size = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 3))
    rooms = data.draw(st.lists(st.integers(8, bits), min_size=count, max_size=count))
    whole = st.integers(-(2 ** (bits - 11)), 2 ** (bits - 11))
    digits = [[data.draw(whole) for _ in range(size)] for _ in range(count)]
    expected = [0] * size
    for digit, room in zip(digits, rooms, strict=True):
        expected = [(total << room) + part for total, part in zip(expected, digit, strict=True)]
    for kind in (np.int64, object):
        arrays = [np.array(digit, dtype=kind) for digit in digits]
        assert exact_linear_solve._joined_digits(arrays, rooms) == expected


def test_lifting_takes_right_sides_of_any_size():
    block, right = [[2, 1], [1, 3]], [10**400, -(10**390)]
    assert by_inverse(block, right, machine=False) == flint(block, right)


def test_a_wrong_compass_is_noticed():
    block = np.array([[2, 1], [1, 3]], dtype=object)
    wrong = np.array([[3.0, 1.0], [1.0, -2.0]])
    right = np.array([1, 1], dtype=object)
    assert solve_by_lifting(lambda x: block @ x, lambda r: wrong @ r, right, 4) is None


stakes = st.fractions(min_value=Fraction(1, 10**6), max_value=10**8, max_denominator=10**6)


@pytest.mark.slow
@settings(max_examples=12)
@given(stakes, stakes, stakes)
def test_a_point_through_the_factor_is_the_point(ante, first, second):
    game = f"leduc-poker(ranks=2, ante={ante}, bet1={first}, bet2={second})"
    program = sequence_form_program(sabot.load(game).form())
    basis = HighsOracle(program).basis()
    if basis.factor is None:
        return
    through, plain = (
        compute_basic_solution(program, basis),
        compute_basic_solution(program, LPBasis(basis.rows, basis.columns)),
    )
    if through is None or plain is None:  # regular in floats, singular in truth
        assert through is plain
        return
    below = ["y_denominator"] * 2 + ["x_denominator"] * 2
    for one, two in zip(("y", "slack", "x", "cost"), below, strict=True):
        ours = [Fraction(int(t), int(getattr(through, two))) for t in getattr(through, one)]
        theirs = [Fraction(int(t), int(getattr(plain, two))) for t in getattr(plain, one)]
        assert ours == theirs


@pytest.mark.slow
def test_floats_alone_miss_the_wide_game_and_refinement_with_long_pivots_finds_it():
    program = sequence_form_program(sabot.load(WIDE).form())
    guess = HighsOracle(program).basis()
    assert not compute_basic_solution(program, guess).optimal(program)
    refined = RefinedProgram(program)
    walker = FixedPointSimplex(program, refined.oracle)
    ends = [walker.walk(basis) for basis in refined.bases()]
    basis, pivots = next(end for end in ends if end is not None)
    assert pivots > 0
    assert compute_basic_solution(program, LPBasis(basis.rows, basis.columns)).optimal(
        program
    )  # by FLINT alone


def two_scales(size, seed):
    dice = random.Random(seed)
    return [
        [10**15 * dice.randint(-3, 3) + dice.randint(-1000, 1000) for _ in range(size)]
        for _ in range(size)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_refinement_and_exact_pivots_end_at_one_value(seed):
    form = MatrixForm.of(two_scales(34, seed))
    payoffs, _ = make_payoffs_positive(form)
    program = LinearProgram(DenseMatrix(payoffs), [1] * 34, [1] * 34)
    empty = LPBasis((), ())
    _, refined, how = solve_program(program, empty)
    assert "exact pivots" not in how
    ended = _parametric_simplex(program, make_regular_basis(program, empty), random.Random(0))
    assert ended is not None
    assert Fraction(int(sum(refined.y)), int(refined.y_denominator)) == Fraction(
        int(sum(ended[1].y)), int(ended[1].y_denominator)
    )
    assert solve_matrix_game(form).value == form_value(form, refined)


@pytest.mark.parametrize("seed", range(3))
def test_a_tableau_in_long_numbers_finds_what_floats_cannot(seed):
    # the digits decide: the large parts of all entries are of rank one
    dice = random.Random(seed)
    down, over = ([dice.randint(-9, 9) for _ in range(12)] for _ in range(2))
    table = [[10**15 * i * j + dice.randint(-1000, 1000) for j in over] for i in down]
    payoffs, _ = make_payoffs_positive(MatrixForm.of(table))
    program = LinearProgram(DenseMatrix(payoffs), [1] * 12, [1] * 12)
    ended = _parametric_simplex(
        program, make_regular_basis(program, LPBasis((), ())), random.Random(0)
    )
    assert compute_basic_solution(program, guess_basis_in_fixed_point(payoffs)).y == ended[1].y


def form_value(form, best):
    lift = 1 - int(form.array.min())
    return (Fraction(int(best.y_denominator), int(sum(best.y))) - lift) / form.denominator


def test_a_basis_taken_up_is_factored_and_a_singular_one_is_not():
    program = sequence_form_program(sabot.load("leduc-poker").form())
    oracle = HighsOracle(program)
    basis = oracle.basis()
    again = oracle.take(LPBasis(basis.rows, basis.columns))
    assert again == basis and again.factor is not None
    same = SparseMatrix((50, 50), [(i, j, 1) for i in range(50) for j in range(50)])
    assert (
        HighsOracle(LinearProgram(same, [1] * 50, [1] * 50))
        .take(LPBasis(tuple(range(50)), tuple(range(50))))
        .factor
        is None
    )


def test_a_factor_that_highs_no_longer_holds_answers_nothing():
    program = sequence_form_program(sabot.load("leduc-poker").form())
    oracle = HighsOracle(program)
    basis = oracle.basis()
    lift = basis.factor.over(program.a.triples())
    right = [program.b[i] for i in basis.rows]
    assert lift.solve(right) is not None
    oracle.run()
    assert lift.solve(right) is None
    basis = HighsOracle(program).basis()
    HighsOracle(sequence_form_program(sabot.load("kuhn-poker").form()))
    assert basis.factor.over(program.a.triples()).solve(right) is None
