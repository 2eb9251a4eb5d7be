import random
from fractions import Fraction

import numpy as np
import pytest
from flint import nmod_mat
from tests.laws.oracle import maximum, solve_linear

import sabot
from sabot.certify import rank_mod_p
from sabot.certify.rank_mod_p import proves_full_rank_mod_p
from sabot.errors import NoMethodError
from sabot.solvers.lp import dense_simplex
from sabot.solvers.lp.dense_simplex import guess_basis, scale_to_unit
from sabot.solvers.lp.exact_simplex import (
    FLOAT_BASIS_WAS_OPTIMAL,
    make_regular_basis,
    solve_program,
)
from sabot.solvers.lp.highs import HighsOracle, guess_basis_with_highs
from sabot.solvers.lp.program import (
    DenseMatrix,
    LinearProgram,
    LPBasis,
    SparseMatrix,
    compute_basic_solution,
    integer_array,
)
from sabot.solvers.zero_sum import optimal_face
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
from sabot.solvers.zero_sum.optimal_face import full_rank_prime
from sabot.solvers.zero_sum.sequence_form_lp import sequence_form_program


def dense(table, b, c, **kinds):
    return LinearProgram(DenseMatrix(integer_array(table)), list(b), list(c), **kinds)


def sparse(table, b, c, **kinds):
    entries = [(i, j, a) for i, row in enumerate(table) for j, a in enumerate(row)]
    return LinearProgram(SparseMatrix((len(b), len(c)), entries), list(b), list(c), **kinds)


def worth(program, found):
    return Fraction(
        int(sum(c * y for c, y in zip(program.c, found.y, strict=True))), int(found.y_denominator)
    )


def random_program(dice, size=5, spread=3):
    height, width = dice.randint(1, size), dice.randint(1, size)
    table = [[dice.randint(-spread, spread) for _ in range(width)] for _ in range(height)]
    table.append([1] * width)  # bounded
    b = [dice.randint(0, spread) for _ in table]
    return table, b, [dice.randint(-spread, spread) for _ in range(width)]


def random_basis(dice, height, width):
    size = dice.randint(0, min(height, width))
    return LPBasis(
        tuple(sorted(dice.sample(range(height), size))),
        tuple(sorted(dice.sample(range(width), size))),
    )


# ---------------------------------------------------------------------- points


def test_a_basis_fixes_a_point_by_hand():
    # max 3a + 2b; a + b <= 4; a + 3b <= 6; basis of both rows and columns: a = 3, b = 1
    program = dense([[1, 1], [1, 3]], [4, 6], [3, 2])
    found = compute_basic_solution(program, LPBasis((0, 1), (0, 1)))
    assert [Fraction(int(y), int(found.y_denominator)) for y in found.y] == [3, 1]
    assert [Fraction(int(x), int(found.x_denominator)) for x in found.x] == [
        Fraction(7, 2),
        Fraction(-1, 2),
    ]
    assert not any(found.slack)
    assert not found.optimal(program)
    best = compute_basic_solution(program, LPBasis((0,), (0,)))
    assert best.optimal(program)
    assert worth(program, best) == 12
    assert [int(s) for s in best.slack] == [0, 2]
    assert [int(d) for d in best.cost] == [0, 1]


def test_the_empty_basis_is_the_origin():
    program = dense([[1, 1]], [4], [-1, 0])
    found = compute_basic_solution(program, LPBasis((), ()))
    assert [int(y) for y in found.y] == [0, 0]
    assert [int(s) for s in found.slack] == [4]
    assert found.optimal(program)


def test_a_singular_kernel_has_no_point():
    assert (
        compute_basic_solution(dense([[1, 2], [2, 4]], [1, 1], [1, 1]), LPBasis((0, 1), (0, 1)))
        is None
    )


def test_signs_do_not_matter_where_there_are_none():
    program = dense([[1, -1]], [-3], [1, -1], equal=frozenset({0}), free=frozenset({0}))
    found = compute_basic_solution(program, LPBasis((0,), (0,)))
    assert int(found.y[0]) == -3
    assert found.optimal(program)


# ---------------------------------------------------------------------- repair


@pytest.mark.parametrize("make", [dense, sparse])
@pytest.mark.parametrize("seed", range(12))
def test_from_any_basis_at_all_the_repair_ends_at_the_optimum(make, seed):
    dice = random.Random(seed)
    table, b, c = random_program(dice)
    program = make(table, b, c)
    best = maximum(table, b, c)
    starts = [LPBasis((), ()), *(random_basis(dice, len(b), len(c)) for _ in range(4))]
    for start in starts:
        _, found, _ = solve_program(program, start)
        assert found.optimal(program)
        assert worth(program, found) == best


def test_a_right_guess_takes_no_pivot_and_a_wrong_one_takes_some():
    program = dense([[1, 1], [1, 3]], [4, 6], [3, 2])
    assert solve_program(program, LPBasis((0,), (0,)))[2] == FLOAT_BASIS_WAS_OPTIMAL
    assert solve_program(program, LPBasis((0, 1), (0, 1)))[2] != FLOAT_BASIS_WAS_OPTIMAL
    assert solve_program(program, LPBasis((), ()))[2] != FLOAT_BASIS_WAS_OPTIMAL


def test_a_start_that_is_not_feasible_is_repaired_too():
    # b < 0: the origin is outside
    program = dense([[-1, -1], [2, 1]], [-2, 6], [-3, -2])
    _, found, _ = solve_program(program, LPBasis((), ()))
    assert worth(program, found) == -4


@pytest.mark.parametrize("make", [dense, sparse])
def test_equations_and_free_columns_are_kept(make):
    # max 2a + b + z; a + b = 4; a - b <= 2; z - a - b <= -1; z free: a = 3, b = 1, z = 3
    table, b, c = [[1, 1, 0], [1, -1, 0], [-1, -1, 1]], [4, 2, -1], [2, 1, 1]
    program = make(table, b, c, equal=frozenset({0}), free=frozenset({2}))
    for start in (
        LPBasis((), ()),
        LPBasis((1,), (0,)),
        LPBasis((0, 2), (1, 2)),
        LPBasis((0, 1), (0, 1)),
    ):
        basis, found, _ = solve_program(program, start)
        assert program.holds(basis)
        assert worth(program, found) == 10
        assert [Fraction(int(y), int(found.y_denominator)) for y in found.y] == [3, 1, 3]


def test_a_program_without_a_maximum_or_a_point_is_refused():
    with pytest.raises(NoMethodError):
        solve_program(dense([[-1, 1]], [1], [1, 0]), LPBasis((), ()))
    with pytest.raises(NoMethodError):
        solve_program(dense([[1, 1]], [-1], [1, 0]), LPBasis((), ()))
    twice = dense([[1, 1], [2, 2]], [1, 2], [1, 0], equal=frozenset({0, 1}))
    with pytest.raises(NoMethodError, match="follows from the others"):
        solve_program(twice, LPBasis((), ()))
    with pytest.raises(NoMethodError, match="never used"):
        solve_program(dense([[1, 0]], [1], [1, 0], free=frozenset({1})), LPBasis((), ()))


@pytest.mark.parametrize("seed", range(6))
def test_a_regular_basis_is_made_from_a_singular_one(seed):
    dice = random.Random(seed)
    table, b, c = random_program(dice, spread=1)
    program = dense(table, b, c)
    start = random_basis(dice, len(b), len(c))
    made = make_regular_basis(program, start)
    assert len(made.rows) == len(made.columns)
    assert compute_basic_solution(program, made) is not None
    if compute_basic_solution(program, start) is not None:
        assert made == start


@pytest.mark.parametrize(
    "text", ["kuhn-poker", "le-her(ranks=4, suits=2)", "le-her(ranks=3, reply=open)"]
)
def test_a_tree_is_solved_from_every_bad_guess(text):
    form = sabot.load(text).form()
    program = sequence_form_program(form)
    value = sabot.solve(form).value * form.denominator
    constant = sum(a for i, j, a in form.payoffs if i == j == 0)
    dice = random.Random(text)
    for _ in range(3):
        basis, found, _ = solve_program(program, random_basis(dice, *program.shape))
        assert program.holds(basis)
        assert worth(program, found) + constant == value


def test_a_hopeless_guess_still_gives_the_value_of_a_matrix(monkeypatch):
    form = sabot.MatrixForm.of([[3, -1, 2], [0, 4, -5], [1, 1, 0]])
    value = solve_matrix_game(form).value
    monkeypatch.setattr(
        "sabot.solvers.zero_sum.matrix_game.guess_bases", lambda a, b, c: [LPBasis((), ())]
    )
    found = solve_matrix_game(form)
    assert found.value == value
    assert found.how != FLOAT_BASIS_WAS_OPTIMAL
    monkeypatch.setattr(
        "sabot.solvers.zero_sum.matrix_game.guess_bases", lambda a, b, c: [LPBasis((0, 2), (1, 2))]
    )
    assert solve_matrix_game(form).value == value


# ---------------------------------------------------------------------- oracles in floats


@pytest.mark.parametrize("seed", range(5))
def test_the_float_tableau_guesses_friendly_games_right(seed):
    dice = random.Random(seed)
    table = [[dice.randint(1, 1000) for _ in range(12)] for _ in range(9)]
    program = dense(table, [1] * 9, [1] * 12)
    start = guess_basis(
        scale_to_unit(program.a.array, int(program.a.array.max())), np.ones(9), np.ones(12)
    )
    assert len(start.rows) == len(start.columns)
    assert solve_program(program, start)[2] == FLOAT_BASIS_WAS_OPTIMAL


def test_floats_are_scaled_so_that_nothing_overflows():
    array = integer_array([[10**400, 1], [-(10**399), 0]])
    assert scale_to_unit(array, int(array.max())).tolist() == [[1.0, 0.0], [-0.1, 0.0]]
    assert scale_to_unit(integer_array([[4, 8]]), 8).tolist() == [[0.5, 1.0]]


def test_highs_guesses_a_square_basis():
    program = sparse(
        [[1, 1, 0], [1, -1, 0], [-1, -1, 1]],
        [4, 2, -1],
        [2, 1, 1],
        equal=frozenset({0}),
        free=frozenset({2}),
    )
    start = guess_basis_with_highs(program)
    assert len(start.rows) == len(start.columns)
    assert program.holds(start)
    assert solve_program(program, start)[2] == FLOAT_BASIS_WAS_OPTIMAL


@pytest.mark.parametrize("size", [10**20, 10**400])
def test_numbers_beyond_floats_are_solved_all_the_same(size):
    # the third row repeats the first: the optimal face is searched, too
    found = sabot.solve([[0, size], [size, 0], [0, size]])
    assert found.value == Fraction(size, 2)
    assert found.uniqueness == {"row": False, "column": True}
    assert sabot.check(found) == found.value


def test_a_tree_with_numbers_beyond_floats_is_solved():
    @sabot.rules(name="huge", seats=("one", "two"))
    def huge(table):
        side = table.roll({1: 1, -1: 10**350})
        guess = table.ask("one", ("1", "-1"))
        trust = table.ask("two", ("yes", "no"))
        table.pay(one=(10**330 if int(guess) == side else -1) if trust == "yes" else 10**329)

    found = sabot.solve(huge())
    assert found.value == 10**329
    assert sabot.check(found) == found.value


# ---------------------------------------------------------------------- exact linear algebra


def sparse_square(dice, size):
    block = [[0] * size for _ in range(size)]
    for i in range(size):
        block[i][i] = dice.choice([-9, -7, 8, 11])
        for j in dice.sample(range(size), 3):
            block[i][j] += dice.randint(-2, 2)
    return block


def through_factor(block, right, *, turned=False):
    """Return the exact solution through the factor that HiGHS makes of a block; None without."""
    every = tuple(range(len(block)))
    program = sparse(block, [1] * len(block), [1] * len(block))
    factor = HighsOracle(program).take(LPBasis(every, every)).factor
    return None if factor is None else factor.over(program.a.triples()).solve(right, turned=turned)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("turned", [False, True])
def test_the_factor_leads_to_exact_solutions(seed, turned):
    dice = random.Random(seed)
    block = sparse_square(dice, 30)
    right = [dice.randint(-5, 5) for _ in range(30)]
    square = [list(line) for line in zip(*block, strict=True)] if turned else block
    exact = solve_linear(square, right)
    found = through_factor(block, right, turned=turned)
    assert exact is not None
    assert found is not None
    assert [Fraction(top, found[1]) for top in found[0]] == exact


@pytest.mark.parametrize(
    "block",
    [
        [[1, 2], [2, 4]],
        [[10**9, 10**9 - 1], [10**9 - 1, 10**9 - 2]],
        [[2**30, 1], [0, 1]],
        [[3, 0], [0, 7]],
    ],
)
def test_the_factor_never_points_wrong(block):
    found = through_factor(block, [1, 1])
    if found is not None:
        assert [Fraction(top, found[1]) for top in found[0]] == solve_linear(block, [1, 1])


def sparse_rows(rows):
    return [dict(enumerate(row)) for row in rows]


@pytest.mark.parametrize(
    ("rows", "width", "full"),
    [
        ([[1, 0], [0, 1]], 2, True),
        ([[1, 2], [2, 4]], 2, False),
        ([[1, 2], [2, 4], [0, 1]], 2, True),
        ([[0, 0], [0, 5], [5, 5]], 2, True),
        ([[1, 2, 3]], 3, False),
        ([[10**30, 1], [1, 10**30]], 2, True),
        ([[-1, -1], [1, 1]], 2, False),
        ([], 0, True),
        ([[]], 0, True),
        ([], 1, False),
    ],
)
def test_full_rank_is_rank(rows, width, full):
    assert proves_full_rank_mod_p(sparse_rows(rows), width, 16777213) is full


def test_a_prime_that_divides_the_determinant_shows_no_rank():
    rows = sparse_rows([[1, 1], [1, 4]])
    assert not proves_full_rank_mod_p(rows, 2, 3)
    assert proves_full_rank_mod_p(rows, 2, 5)


@pytest.mark.parametrize(
    "peeled", [rank_mod_p.eliminate_singletons, optimal_face.remove_singletons]
)
def test_what_stands_alone_is_peeled_off_and_the_rest_decides(peeled):
    assert peeled(sparse_rows([[2, 5], [0, 3]]), 2) == ([], [])
    assert peeled(sparse_rows([[1, 1], [1, 4]]), 2)[1] == [0, 1]
    left, spots = peeled(sparse_rows([[7, 0, 0], [1, 1, 1], [1, 2, 2]]), 3)
    assert spots == [1, 2]
    assert left == [{1: 1, 2: 1}, {1: 2, 2: 2}]
    assert not proves_full_rank_mod_p(sparse_rows([[7, 0, 0], [1, 1, 1], [1, 2, 2]]), 3, 16777213)
    assert peeled([{0: 0}], 1) == ([], [0])


@pytest.mark.parametrize("seed", range(20))
def test_rank_modulo_a_prime_agrees_with_fractions(seed):
    dice = random.Random(seed)
    height, width = dice.randint(1, 7), dice.randint(1, 5)
    rows = [[dice.randint(-1, 1) for _ in range(width)] for _ in range(height)]
    zero = solve_linear(rows, [0] * height)
    assert proves_full_rank_mod_p(sparse_rows(rows), width, 16777199) is (zero is not None)


def sparse_system(seed):
    """Return a sparse system of 70 to 120 columns, every second one with a dependent column."""
    dice = random.Random(seed)
    width = dice.randint(70, 120)
    rows = [
        {dice.randrange(width): dice.choice((-2, -1, 1, 3)) for _ in range(dice.randint(2, 4))}
        for _ in range(width + dice.randint(width // 2, width))
    ]
    if seed % 2:  # the last column repeats the first two
        for row in rows:
            row[width - 1] = row.get(0, 0) + row.get(1, 0)
    return rows, width


@pytest.mark.parametrize("seed", range(24))
def test_sparse_elimination_decides_as_dense_elimination_does(seed):
    rows, width = sparse_system(seed)
    for prime in (5, 16777213):
        entries = [row.get(k, 0) % prime for row in rows for k in range(width)]
        full = nmod_mat(len(rows), width, entries, prime).rank() == width
        assert proves_full_rank_mod_p(rows, width, prime) is full
        assert (full_rank_prime(rows, width, [prime]) == prime) is full


@pytest.mark.parametrize("largest", [2, 3, 50, 1000, 10**6])
def test_compiled_and_plain_pivots_end_with_the_same_basis(largest, monkeypatch):
    """What is found must not depend on when a process began to compile."""
    rng = np.random.default_rng(largest)
    for _ in range(12):
        height, width = rng.integers(24, 70, 2)
        array = rng.integers(1, largest + 1, (height, width))
        array[height // 2 :] = array[: height - height // 2]  # duplicates: ties at every turn
        sides = (
            dense_simplex.scale_to_unit(array, int(abs(array).max()) or 1),
            np.ones(height),
            np.ones(width),
        )
        monkeypatch.setattr(dense_simplex, "_compiles", lambda *_: False)
        plain = dense_simplex.guess_basis(*sides)
        monkeypatch.setattr(dense_simplex, "_compiles", lambda *_: True)
        monkeypatch.setattr(dense_simplex, "_FIRST_PIVOTS", 0)
        assert dense_simplex.guess_basis(*sides) == plain
