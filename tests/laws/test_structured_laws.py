"""Matrices with a structure: right by another simplex, by known values and by best responses."""

from fractions import Fraction

import pytest
from benchmarks import structured
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.oracle import column_vertices, row_vertices
from tests.laws.oracle import value as oracle_value

import sabot
from sabot.forms.sequence import MatrixForm
from sabot.solvers.zero_sum.solve import solve_zero_sum

SMALL = {
    "all equal": structured.equal(5),
    "rank 5": structured.low_rank(7),
    "repeated rows": structured.repeated_rows(20)[:8],
    "Blotto": structured.blotto(4, 3),
    "sparse": structured.sparse(12),
    "diagonal": structured.diagonal(6),
    "diagonal of fractions": structured.diagonal_fractions(6),
    "0/1": structured.zero_one(8),
    "-1/0/1": structured.signs(8),
    "rock, paper, scissors": structured.rock_paper_scissors(7),
    "long fractions": structured.long_fractions(3),
    "Vandermonde": structured.vandermonde(8),
}

KNOWN = {
    "all equal": (structured.equal(70), 3, False),
    "Blotto": (structured.blotto(7, 4), 0, False),
    "diagonal": (structured.diagonal(60), Fraction(1, 60), True),
    "diagonal of fractions": (structured.diagonal_fractions(60), Fraction(2, 60 * 61), True),
    "rock, paper, scissors": (structured.rock_paper_scissors(61), 0, True),
}


@pytest.mark.parametrize("family", SMALL)
def test_a_structured_matrix_is_right_by_another_simplex(family):
    solution = sabot.solve(SMALL[family])
    assert solution.value == oracle_value(SMALL[family])
    assert sabot.check(solution) == solution.value


@pytest.mark.parametrize("family", KNOWN)
def test_a_structured_matrix_has_the_known_value(family):
    table, value, unique = KNOWN[family]
    solution = sabot.solve(table)
    assert solution.value == value
    assert solution.unique is unique
    assert sabot.check(solution) == value


def secured(table, solution):
    """Return what each player's strategy secures, by all replies to it."""
    x, y = (list(solution[seat]["-"].values()) for seat in ("row", "column"))
    columns = zip(*table, strict=True)
    floor = min(sum(p * a for p, a in zip(x, c, strict=True) if p) for c in columns)
    return floor, max(sum(q * a for q, a in zip(y, row, strict=True) if q) for row in table)


@pytest.mark.parametrize("usual", [7, Fraction(1, 3)])
def test_a_sparse_matrix_is_solved_around_the_payoff_that_is_usual(usual):
    table = [[a + usual for a in row] for row in structured.sparse(80)]
    solution = sabot.solve(table)
    assert secured(table, solution) == (solution.value, solution.value)
    assert solution.value - usual == sabot.solve(structured.sparse(80)).value
    assert sabot.check(solution) == solution.value


def test_a_sparse_matrix_of_long_payoffs_is_solved_row_by_row():
    table = [[Fraction(a, 10**40 + i) for a in row] for i, row in enumerate(structured.sparse(60))]
    solution = sabot.solve(table)
    assert secured(table, solution) == (solution.value, solution.value)
    assert sabot.check(solution) == solution.value


@pytest.mark.parametrize("side", [20, 32, 40])
def test_a_nearly_singular_matrix_needs_longer_numbers_and_no_exact_pivots(side):
    table = structured.vandermonde(side)
    solution = sabot.solve(table)
    assert "exact pivots" not in solution.method
    assert secured(table, solution) == (solution.value, solution.value)
    assert sabot.check(solution) == solution.value


def test_fractions_of_hundreds_of_digits_are_solved_over_the_denominators_of_their_rows():
    table = structured.long_fractions(6)
    solution = sabot.solve(table)
    assert secured(table, solution) == (solution.value, solution.value)


@st.composite
def degenerate_games(draw):
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    least = draw(st.sampled_from([-1, 0]))
    line = st.lists(st.integers(least, 1), min_size=width, max_size=width)
    return draw(st.lists(line, min_size=height, max_size=height))


@given(degenerate_games())
def test_the_cheap_verdict_on_a_matrix_is_the_thorough_one(table):
    form = MatrixForm.of(table)
    cheap, thorough = (solve_zero_sum(form, inner=inner).faces.verdicts for inner in (False, True))
    assert [one.unique for one in cheap] == [two.unique for two in thorough]


@given(degenerate_games())
def test_a_strategy_is_called_unique_if_there_is_one_vertex(table):
    solution = sabot.solve(table)
    assert sabot.check(solution) == solution.value
    assert solution.uniqueness == {
        "row": len(row_vertices(table, solution.value)) == 1,
        "column": len(column_vertices(table, solution.value)) == 1,
    }
