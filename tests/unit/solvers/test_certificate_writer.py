"""Payoffs in solutions: over one denominator, or row by row where that is too long."""

import math
from fractions import Fraction as F
from random import Random

import pytest
from tests.unit.forging import by_rows, document

import sabot
from sabot import certify
from sabot.results.solution import Solution
from sabot.solvers.certificate_writer import form_from_json
from sabot.solvers.zero_sum.optimal_face import PRIMES


def long_fractions(side, digits, times=1):
    """Return a game of fractions whose denominators have so many digits."""
    dice = Random(f"long {side} {digits}")
    most = 10**digits
    return [
        [F(dice.randint(-most, most), times * dice.randint(1, most)) for _ in range(side)]
        for _ in range(side)
    ]


def form_of(game):
    return sabot.solve(game).to_json()["certificate"]["form"]


def test_long_fractions_have_a_denominator_for_each_row():
    game = long_fractions(4, 300)
    form = form_of(game)
    assert "denominator" not in form
    assert [
        [F(int(amount), int(below)) for amount in row]
        for row, below in zip(form["payoffs"], form["denominators"], strict=True)
    ] == game
    assert certify.check(document(game)).value == sabot.solve(game).value


@pytest.mark.parametrize(
    "game",
    [
        long_fractions(4, 10),
        [[F(1, 7**5000), F(2, 7**5000)], [F(3, 7**5000), F(1, 7**5000)]],
        [[F(1, 2**9_998), 0], [0, 1]],
    ],
    ids=["short", "one denominator in all rows", "a bit too short"],
)
def test_one_denominator_stays_where_the_rows_are_not_much_shorter(game):
    assert "denominators" not in form_of(game)


@pytest.mark.parametrize(("bits", "apart"), [(9_999, False), (10_000, True)])
def test_rows_are_written_apart_from_10_000_bits_on(bits, apart):
    others = [3**1_577, 5**1_077, 7**890]
    first = 2 ** (bits - math.prod(others).bit_length())
    belows = [first, *others]
    assert math.prod(belows).bit_length() == bits
    game = [[F(int(i == j), below) for j in range(4)] for i, below in enumerate(belows)]
    assert ("denominators" in form_of(game)) is apart


def test_a_form_row_by_row_is_read_back_as_the_same_game():
    game = long_fractions(4, 300)
    assert form_from_json(form_of(game), ("row", "column")) == sabot.MatrixForm.of(game)


def test_denominators_that_the_first_prime_divides_are_proved():
    assert certify.check(document(long_fractions(4, 300, times=PRIMES[0])))


def test_the_chance_to_win_is_read_from_rows_too():
    pennies = [[1, -1], [-1, 1]]
    assert sabot.solve(pennies).win_probability == F(1, 2)
    assert Solution.from_json(by_rows(document(pennies))).win_probability == F(1, 2)
    assert Solution.from_json(by_rows(document([[1, -1], [-1, "1/2"]]))).win_probability is None
