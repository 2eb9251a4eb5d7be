"""Games of one choice per player that are solved without a linear program."""

from fractions import Fraction as F
from random import Random

import pytest

import sabot
from sabot import MatrixForm
from sabot.solvers.zero_sum.matrix_game import BY_SUBSTITUTION, solve_matrix_game
from sabot.solvers.zero_sum.optimal_face import PRIMES


def diagonal(amounts, usual=0):
    size = range(len(amounts))
    return [[usual + (amounts[i] if i == j else 0) for j in size] for i in size]


def shuffled(table, seed):
    dice = Random(seed)
    columns = dice.sample(range(len(table)), len(table))
    rows = dice.sample(table, len(table))
    return [[row[j] for j in columns] for row in rows]


@pytest.mark.parametrize("usual", [0, 3, -5])
def test_a_diagonal_is_mixed_in_inverse_proportion_to_its_entries(usual):
    amounts = [F(1, k) for k in range(1, 21)] if not usual else list(range(1, 21))
    found = solve_matrix_game(MatrixForm.of(diagonal(amounts, usual)))
    total = sum(1 / F(amount) for amount in amounts)
    assert found.how == BY_SUBSTITUTION
    assert found.value == 1 / total + usual
    assert found.row == found.column == [1 / (F(amount) * total) for amount in amounts]


def test_a_triangular_game_in_any_order_is_solved_by_substitution_and_checked():
    for seed in range(6):
        dice = Random(seed)
        table = diagonal([dice.randint(5, 9) for _ in range(24)])
        for i in range(1, 24):
            table[i][dice.randrange(i)] = dice.choice((-1, 1))
        solution = sabot.solve(shuffled(table, seed))
        if BY_SUBSTITUTION in solution.method:
            assert solution.unique
            assert sabot.check(solution) == solution.value
            return
    pytest.fail("no game was solved by substitution")


@pytest.mark.parametrize(
    "amounts",
    [
        [1] * 9 + [-1],  # the last column is the best reply to everything
        [1] * 9 + [0],  # singular
        [1, 1, 1, 1, 1, 1, 1, 1, 0, 2],
    ],
)
def test_a_diagonal_that_is_not_completely_mixed_goes_another_way(amounts):
    found = sabot.solve(diagonal(amounts))
    assert BY_SUBSTITUTION not in found.method
    assert found.value == 0
    assert sabot.check(found) == 0


def test_two_rows_with_one_column_between_them_are_not_triangular():
    table = diagonal([1] * 12)
    table[1] = list(table[0])
    found = sabot.solve(table)
    assert BY_SUBSTITUTION not in found.method
    assert sabot.check(found) == found.value


def test_where_the_prime_divides_an_entry_another_proof_of_uniqueness_is_found():
    amounts = [1] * 8 + [PRIMES[0]] * 2
    assert solve_matrix_game(MatrixForm.of(diagonal(amounts))).prime is None
    solution = sabot.solve(diagonal(amounts))
    assert solution.unique
    assert solution.certificate["uniqueness"]["row"]["prime"] == PRIMES[1]
    assert sabot.check(solution) == solution.value
