"""Trees and flat games: their extreme strategies and verdicts against the written-out matrix."""

from fractions import Fraction
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.oracle import column_vertices, row_vertices
from tests.laws.oracle import value as oracle_value
from tests.strategies import as_game, flat_forms, told_games

import sabot
from sabot.errors import FormError
from sabot.forms import sequence as sequence_module
from sabot.forms.additive import AdditiveForm
from sabot.forms.sequence import count_pure_strategies, pure_realization_plans, reduced_matrix_form
from sabot.solvers.zero_sum import separable as fold_module
from sabot.solvers.zero_sum.binary_action import is_surely_irreducible
from sabot.solvers.zero_sum.separable import eliminate_dominated_actions
from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp


def brute(form):
    """Return the value and, for each seat, all extreme optimal plans, by the strategic form."""
    matrix = reduced_matrix_form(form)
    table = [list(row) for row in matrix.payoffs]
    worth = oracle_value(table)
    found = []
    for side, mixes in zip(
        form.sides, (row_vertices(table, worth), column_vertices(table, worth)), strict=True
    ):
        by_sequence = list(zip(*pure_realization_plans(side)[1], strict=True))
        plans = {
            tuple(sum(c * uses for c, uses in zip(mix, line, strict=True)) for line in by_sequence)
            for mix in mixes
        }
        found.append({plan for plan in plans if not between(plan, plans - {plan})})
    return worth / matrix.denominator, found


def between(plan, others):
    """Tell whether a plan is a mixture of others: can a mixer hold every deviation to nothing?"""
    if not others:
        return False
    deviations = [[b - a for a, b in zip(plan, other, strict=True)] for other in others]
    table = [[-abs_side * d for d in line for abs_side in (1, -1)] for line in deviations]
    return oracle_value(table) == 0


def agrees_with_brute_force(form):
    worth, extremes = brute(form)
    found, solution = sabot.equilibria(form), sabot.solve(form)
    assert found.value == solution.value == worth
    assert sabot.check(solution) == worth
    for side, expected in zip(form.sides, extremes, strict=True):
        listed = [tuple(side.plan(table)) for table in found[side.name]]
        assert len(set(listed)) == len(listed)
        assert set(listed) == expected
        assert solution.uniqueness[side.name] == (len(expected) == 1)


@given(flat_forms())
def test_flat_games_agree_with_brute_force(form):
    if max(map(count_pure_strategies, form.sides)) <= 5:
        agrees_with_brute_force(form)


@given(told_games(depth=3))
def test_trees_agree_with_brute_force(node):
    form = as_game(node).form()
    if max(map(count_pure_strategies, form.sides)) <= 5:
        agrees_with_brute_force(form)


@given(flat_forms(most_cells=4, size=3))
def test_folding_loses_neither_value_nor_proof(form):
    plain = solve_sequence_form_lp(form)
    solution = sabot.solve(form)
    assert solution.value == plain.value
    assert sabot.check(solution) == plain.value
    fold = eliminate_dominated_actions(form)
    for seat, side in enumerate(form.sides):
        lifted = fold.extend_behaviour(seat, solve_sequence_form_lp(fold.small).behaviours[seat])
        assert side.plan(lifted)[0] == 1
        assert set(fold.idle[seat]) <= set(fold.fixed[seat])


@given(flat_forms(most_cells=4, size=3))
def test_a_settled_cell_is_played_so_in_every_solution(form):
    fold = eliminate_dominated_actions(form)
    plain = solve_sequence_form_lp(form).behaviours
    for seat in (0, 1):
        for key, action in fold.fixed[seat].items():
            if key not in fold.idle[seat]:
                assert plain[seat][key][action] == 1


def dominant_by_all_pairs(board, seat, cell):
    """Return the sequence that beats every other one, or the first where all pay the same."""
    best = [
        s for s in cell.sequences if all(board._beats(seat, s, t) for t in cell.sequences if t != s)
    ]
    if best:
        return best[0]
    if all(board.gaps(seat, cell.first, s) == (0, 0) for s in cell.sequences):
        board.idle[seat].append(cell.key)
        return cell.first
    return None


@given(flat_forms(most_cells=3, size=2))
def test_the_dominant_action_is_the_one_that_beats_every_other(form):
    quick = eliminate_dominated_actions(form)
    with patch.object(fold_module._ActionElimination, "dominant_action", dominant_by_all_pairs):
        assert eliminate_dominated_actions(form) == quick


def spread_everywhere(first, second, owners):
    """Return the least and the greatest payoff of one column for another, over every cell."""
    cells = {id(cell): cell for cell in owners if cell is not None}.values()
    low = high = second.get(0, 0) - first.get(0, 0)
    for cell in cells:
        gaps = [second.get(i, 0) - first.get(i, 0) for i in cell.sequences]
        low, high = low + min(gaps), high + max(gaps)
    return low, high


def folds_as_everywhere(form):
    quick = eliminate_dominated_actions(form)
    with patch.object(fold_module, "payoff_difference_range", spread_everywhere):
        assert eliminate_dominated_actions(form) == quick


@given(flat_forms(most_cells=4, size=3))
def test_cells_that_a_gap_does_not_touch_change_nothing(form):
    folds_as_everywhere(form)


@pytest.mark.parametrize(
    "game",
    [
        "le-her(ranks=6, reply=open)",
        "le-her(ranks=4, suits=1, reply=open)",
        "le-her",
        "baccara(model=B2, decks=6)",
    ],
)
def test_shipped_games_fold_as_everywhere(game):
    folds_as_everywhere(sabot.load(game).form())


@st.composite
def one_mix(draw):
    lines = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
    cells = draw(
        st.dictionaries(
            st.sampled_from("pqrst"), st.dictionaries(st.sampled_from("SDX"), lines, min_size=1)
        )
    )
    return AdditiveForm.of_lines(draw(lines), cells, rows=["stand", "draw"])


def secured(game, p):
    """Return V(p) straight from the payoffs, cell by cell."""
    form = game.form
    total = Fraction(0)
    mix = {0: Fraction(1), 1: 1 - p, 2: p}
    worth = [Fraction(0)] * form.sides[1].count
    for i, j, amount in form.payoffs:
        worth[j] += mix[i] * amount
    total = worth[0] + sum(min(worth[s] for s in cell.sequences) for cell in form.sides[1].cells)
    return total / form.denominator


@given(one_mix(), st.fractions(0, 1, max_denominator=40))
def test_the_envelope_is_the_least_payoff_at_every_mix(game, p):
    assert game.envelope(p) == secured(game, p)
    points = game.envelope.points
    assert points[0][0] == 0
    assert points[-1][0] == 1
    assert all(height == secured(game, at) for at, height in points)
    slopes = [(high - low) / (b - a) for (a, low), (b, high) in pairwise(points)]
    assert slopes == sorted(slopes, reverse=True)


@given(one_mix())
def test_fosters_algorithm_finds_an_optimal_pair(game):
    worth, one, two = game.optimal()
    assert worth == game.envelope.value == solve_sequence_form_lp(game.form).value
    x, y = (side.plan(table) for side, table in zip(game.sides, (one, two), strict=True))
    rows = [Fraction(0)] * 3
    for i, j, amount in game.form.payoffs:
        rows[i] += amount * y[j]
    assert (rows[0] + max(rows[1:])) / game.form.denominator == worth
    assert secured(game, x[2]) == worth


@given(one_mix())
def test_the_peak_is_unique_when_the_mix_is(game):
    low, high = game.envelope.peak
    assert (low == high) == sabot.solve(game.form).uniqueness["row"]


def test_an_envelope_ends_at_certainty():
    game = AdditiveForm.of_lines([0, 0], {"a": {"S": [1, -1], "D": [-1, 1]}}, rows=["s", "d"])
    assert game.envelope(Fraction(1, 4)) == Fraction(-1, 2)
    with pytest.raises(FormError, match="3/2 is not a chance"):
        game.envelope(Fraction(3, 2))


def test_a_tree_is_not_additive():
    with pytest.raises(FormError, match="not additive"):
        AdditiveForm(sabot.load("kuhn-poker").form())


# ---------------------------------------------------------------------- forms as arrays


@given(flat_forms(most_cells=3, size=2))
def test_arrays_find_a_dominant_action_where_the_elimination_does(form):
    # none is missed; where a side never chooses, arrays leave it to the elimination
    chooses = all(side.cells for side in form.sides)
    fixed = eliminate_dominated_actions(form).fixed
    assert is_surely_irreducible(form) == (chooses and not any(fixed))


@given(told_games(), st.sampled_from([1, 2**40, 2**70]), st.data())
def test_a_form_by_arrays_answers_as_by_its_payoffs(node, scale, data):
    form = as_game(node).form()
    payoffs = tuple((i, j, amount * scale) for i, j, amount in form.payoffs)
    form = sequence_module.SequenceForm(form.sides, payoffs, form.denominator, form.reach)
    same = sequence_module.SequenceForm.of_arrays(
        form.sides, form.arrays, form.denominator, form.reach
    )
    plans = [
        [data.draw(st.fractions(0, 1, max_denominator=9)) for _ in range(side.count)]
        for side in form.sides
    ]
    some = [data.draw(st.sets(st.integers(0, side.count - 1))) for side in form.sides]
    ones, twos = map(sorted, some)
    asked = [
        lambda game: game.gains(0, plans),
        lambda game: game.gains(1, plans),
        lambda game: game.seen(plans),
        lambda game: game.block(ones, twos),
        lambda game: game.swapped().payoffs,
        lambda game: game.swapped().reach.payoffs,
        lambda game: game.rows(),
    ]
    for ask in asked:
        with patch.object(sequence_module, "_MANY_PAYOFFS", 0):
            by_arrays = ask(same)
        assert by_arrays == ask(form)
    assert same == form
