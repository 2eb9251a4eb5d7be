from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from tests.laws.oracle import column_vertices, row_vertices
from tests.laws.oracle import value as oracle_value
from tests.strategies import rationals, skew_tables, small_tables, tables

import sabot
from sabot import MatrixForm
from sabot.solvers.dominance import (
    eliminate_dominated_strategies,
    replay_elimination,
    steps_from_json,
)
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
from sabot.solvers.zero_sum.optimal_face import analyse_optimal_faces

ONE = Fraction(1)


def value(table):
    return solve_matrix_game(MatrixForm.of(table)).value


@given(tables(rationals(), most=6))
def test_the_value_is_that_of_another_simplex(table):
    assert value(table) == oracle_value(table)


@given(tables(), st.randoms(use_true_random=False))
def test_relabelling_keeps_the_value_and_carries_the_strategies(table, dice):
    rows, columns = list(range(len(table))), list(range(len(table[0])))
    dice.shuffle(rows)
    dice.shuffle(columns)
    moved = [[table[i][j] for j in columns] for i in rows]
    labels = {"rows": [f"r{i}" for i in rows], "columns": [f"c{j}" for j in columns]}
    one = sabot.solve(table)
    two = sabot.solve(MatrixForm.of(moved, **labels))
    assert one.value == two.value
    assert one.uniqueness == two.uniqueness
    if one.uniqueness["row"]:
        mix = two["row"]["-"]
        assert [mix[f"r{i}"] for i in range(len(rows))] == list(one["row"]["-"].values())


@given(tables(), rationals().filter(lambda k: k > 0), rationals())
def test_scaling_scales_and_shifting_shifts(table, scale, shift):
    moved = [[scale * a + shift for a in row] for row in table]
    one, two = sabot.solve(table), sabot.solve(moved)
    assert two.value == scale * one.value + shift
    assert two.uniqueness == one.uniqueness


@given(tables(most=4), st.integers(0, 3), st.integers(1, 5))
def test_adding_a_strictly_dominated_row_changes_nothing(table, spot, gap):
    worse = [a - gap for a in table[spot % len(table)]]
    one, two = sabot.solve(table), sabot.solve([*table, worse])
    assert two.value == one.value
    assert two["row"]["-"][str(len(table) + 1)] == 0
    assert two.uniqueness == one.uniqueness


@given(tables(most=4), st.integers(0, 3))
def test_adding_a_weakly_dominated_row_keeps_the_value(table, spot):
    worse = list(table[spot % len(table)])
    worse[0] -= 1
    assert value([*table, worse]) == value(table)


@given(small_tables(size=4), st.integers(0, 3))
def test_duplicating_a_row_in_use_makes_it_one_of_several(table, spot):
    spot %= len(table)
    one = sabot.solve(table)
    two = sabot.solve([*table, table[spot]])
    assert two.value == one.value
    assert two.uniqueness["column"] == one.uniqueness["column"]
    used = any(vertex[spot] for vertex in row_vertices(table, one.value))
    assert two.uniqueness["row"] == (one.uniqueness["row"] and not used)


@given(tables())
def test_swapping_seats_negates(table):
    form = MatrixForm.of(table)
    one, two = sabot.solve(form), sabot.solve(form.swapped())
    assert two.value == -one.value
    assert two.uniqueness == one.uniqueness


@given(skew_tables())
def test_a_symmetric_game_is_fair(table):
    found = sabot.solve(table)
    assert found.value == 0
    assert found.uniqueness["row"] == found.uniqueness["column"]


@given(tables(rationals()))
def test_every_solution_is_proved(table):
    found = sabot.solve(table)
    assert sabot.check(found) == found.value


@given(small_tables())
def test_uniqueness_and_vertices_are_those_of_brute_force(table):
    found = sabot.equilibria(table)
    verdicts = sabot.solve(table).uniqueness
    worth = oracle_value(table)
    assert found.value == worth
    expected = {"row": row_vertices(table, worth), "column": column_vertices(table, worth)}
    for seat, vertices in expected.items():
        size = len(next(iter(vertices)))
        listed = [
            tuple(vertex["-"].get(str(k + 1), Fraction(0)) for k in range(size))
            for vertex in found[seat]
        ]
        assert len(set(listed)) == len(listed)
        assert set(listed) == vertices
        assert verdicts[seat] == (len(vertices) == 1)


@given(small_tables())
def test_inner_points_are_strictly_complementary(table):
    form = MatrixForm.of(table)
    found = solve_matrix_game(form)
    inner = analyse_optimal_faces(form, [ONE, *found.row], [ONE, *found.column]).witnesses
    x, y = inner[0][1:], inner[1][1:]
    assert sum(x) == sum(y) == 1
    assert min(*x, *y) >= 0
    for j, column in enumerate(zip(*table, strict=True)):
        slack = sum(a * chance for a, chance in zip(column, x, strict=True)) - found.value
        assert slack >= 0
        assert (slack > 0) != (y[j] > 0)
    for i, row in enumerate(table):
        slack = found.value - sum(a * chance for a, chance in zip(row, y, strict=True))
        assert slack >= 0
        assert (slack > 0) != (x[i] > 0)


@given(small_tables(most=5, size=3), st.booleans(), st.booleans(), st.booleans())
def test_a_reduction_keeps_the_value_and_its_log_replays(table, mixed, weak, duplicates):
    form = MatrixForm.of(table)
    found = eliminate_dominated_strategies(form, mixed=mixed, weak=weak, duplicates=duplicates)
    assert value(found.left.payoffs) == value(table)
    again = replay_elimination(form, steps_from_json(found.to_json()))
    assert (again.rows, again.columns) == (found.left.rows, found.left.columns)
    left = [[table[int(i) - 1][int(j) - 1] for j in again.columns] for i in again.rows]
    assert [list(row) for row in found.left.payoffs] == left
    if found.keeps_all_solutions:
        assert sabot.equilibria(found.left).counts == sabot.equilibria(form).counts
    if not weak and not duplicates:
        assert found.keeps_all_solutions


@given(small_tables(most=4, size=3))
def test_after_a_full_reduction_nothing_is_strictly_dominated(table):
    left = eliminate_dominated_strategies(MatrixForm.of(table)).left
    assert eliminate_dominated_strategies(left).steps == ()
    for form in (left, left.swapped()):
        for row, base in enumerate(form.payoffs):
            others = [line for i, line in enumerate(form.payoffs) if i != row]
            gaps = [[a - b for a, b in zip(line, base, strict=True)] for line in others]
            assert not gaps or oracle_value(gaps) <= 0
