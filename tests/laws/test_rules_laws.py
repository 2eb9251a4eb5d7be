"""Random games told as rules: every road from the rules to the value must meet the others."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.oracle import column_vertices, row_vertices
from tests.laws.oracle import value as oracle_value
from tests.strategies import SEATS, Asks, Pays, as_game, other, play, told_games

import sabot
from sabot.forms.extensive import TerminalNode
from sabot.forms.sequence import (
    count_pure_strategies,
    pure_realization_plans,
    reduced_matrix_form,
    sequence_form_of_tree,
)
from sabot.game_rules.table import Dealer, Recorder, infoset_key
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.solvers.lp.exact_simplex import solve_program
from sabot.solvers.lp.program import LPBasis
from sabot.solvers.zero_sum.optimal_face import analyse_optimal_faces
from sabot.solvers.zero_sum.sequence_form_lp import sequence_form_program, solve_sequence_form_lp


def expected(node, behaviours, seen=None):
    """Return what seat one is paid on average, by walking the random game itself."""
    seen = seen or dict.fromkeys(SEATS, ())
    if isinstance(node, Pays):
        return node.amount
    if isinstance(node, Asks):
        mix = behaviours[node.seat][infoset_key(seen[node.seat])]
        shares = [mix["left"], mix["right"]]
    else:
        shares = [Fraction(w, sum(node.weights)) for w in node.weights]
    total = Fraction(0)
    for spot, share in enumerate(shares):
        after = dict(seen)
        if isinstance(node, Asks):
            after[node.seat] += (("left", "right")[spot],)
            if node.told:
                after[other(node.seat)] += (spot,)
        else:
            for seat in node.seen_by:
                after[seat] += (spot,)
        total += share * expected(node.branches[spot], behaviours, after)
    return total


def small(form):
    return max(map(count_pure_strategies, form.sides)) <= 32


@given(told_games())
def test_the_sequence_form_has_the_value_of_the_strategic_form(node):
    form = as_game(node).form()
    found = solve_sequence_form_lp(form)
    if small(form):
        matrix = reduced_matrix_form(form)
        assert found.value == oracle_value(matrix.payoffs) / matrix.denominator
        assert sabot.solve(matrix).value == found.value


@given(told_games())
def test_optimal_strategies_earn_the_value_when_the_rules_are_walked(node):
    solution = sabot.solve(as_game(node))
    assert expected(node, solution) == solution.value
    assert sabot.check(solution) == solution.value


@given(told_games(), st.randoms(use_true_random=False))
def test_the_form_pays_what_the_rules_pay(node, dice):
    form = as_game(node).form()
    behaviours = {}
    for side in form.sides:
        chances = [Fraction(dice.randint(0, 4), 4) for _ in side.cells]
        behaviours[side.name] = {
            cell.key: {"left": chance, "right": 1 - chance}
            for cell, chance in zip(side.cells, chances, strict=True)
        }
    x, y = (side.plan(behaviours[side.name]) for side in form.sides)
    paid = sum((a * x[i] * y[j] for i, j, a in form.payoffs), Fraction(0)) / form.denominator
    assert paid == expected(node, behaviours)


@given(told_games(depth=3))
def test_uniqueness_of_plans_is_that_of_brute_force(node):
    form = as_game(node).form()
    if max(map(count_pure_strategies, form.sides)) > 5:
        return
    matrix = reduced_matrix_form(form)
    table = [list(row) for row in matrix.payoffs]
    worth = oracle_value(table)
    verdicts = sabot.solve(form).uniqueness
    for side, vertices in zip(
        form.sides, (row_vertices(table, worth), column_vertices(table, worth)), strict=True
    ):
        _, pure = pure_realization_plans(side)
        plans = {
            tuple(
                sum(c * plan[s] for c, plan in zip(mix, pure, strict=True))
                for s in range(side.count)
            )
            for mix in vertices
        }
        assert verdicts[side.name] == (len(plans) == 1)


@given(told_games())
def test_inner_plans_use_all_that_other_optimal_plans_use(node):
    form = as_game(node).form()
    found = solve_sequence_form_lp(form)
    plans = [side.plan(b) for side, b in zip(form.sides, found.behaviours, strict=True)]
    around = analyse_optimal_faces(form, *plans)
    for inner, plan, verdict in zip(around.witnesses, plans, around.verdicts, strict=True):
        assert all(within for within, chance in zip(inner, plan, strict=True) if chance)
        assert verdict.unique or verdict.another != plan
    ones, twos = around.witnesses
    for view, own, against in ((form, ones, twos), (form.swapped(), twos, ones)):
        tight = set(view.reply(0, (own, against))[0].tight)
        assert {s for s, chance in enumerate(own) if chance} == tight


@given(told_games())
def test_swapping_the_seats_negates(node):
    form = as_game(node).form()
    one, two = sabot.solve(form), sabot.solve(form.swapped())
    assert two.value == -one.value
    assert two.uniqueness == one.uniqueness


@given(told_games(depth=3), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_the_float_guess_does_not_matter(node, dice):
    form = as_game(node).form()
    program = sequence_form_program(form)
    height, width = program.shape
    size = dice.randint(0, min(height, width))
    rows, columns = (
        sorted(dice.sample(range(height), size)),
        sorted(dice.sample(range(width), size)),
    )

    _, found, _ = solve_program(program, LPBasis(tuple(rows), tuple(columns)))
    constant = sum(a for i, j, a in form.payoffs if i == j == 0)
    top = sum(c * y for c, y in zip(program.c, found.y, strict=True))
    value = (Fraction(int(top), int(found.y_denominator)) + constant) / form.denominator
    assert value == solve_sequence_form_lp(form).value


@given(told_games())
def test_every_leaf_is_walked_once(node):
    def leaves(part):
        return 1 if isinstance(part, Pays) else sum(map(leaves, part.branches))

    tree = TreeBuilder(SEATS).explore(lambda table: play(node, table))
    assert tree.leaves == leaves(node)
    assert tree.size == sum(1 for _ in tree.walk())
    amounts = [leaf.payoffs for leaf in tree.walk() if isinstance(leaf, TerminalNode)]
    assert all(one + two == 0 for one, two in amounts)


@given(told_games(), st.integers(0, 99))
def test_dealer_and_recorder_play_hands_that_the_tree_has(node, seed):
    game = as_game(node)
    tree = game.tree()
    paid = {leaf.payoffs for leaf in tree.walk() if isinstance(leaf, TerminalNode)}
    keys = {infoset.key for side in tree.infosets for infoset in side}
    dealer, recorder = Dealer(SEATS, seed=seed), Recorder(SEATS, seed=seed)
    assert dealer.play_hand(game.play) == recorder.play_hand(game.play)
    assert dealer.play_hand(game.play) in paid
    views = [line.split(": ")[1] for line in recorder.lines if line.startswith("view")]
    assert set(views) <= keys


@given(told_games())
def test_from_tree_is_the_form_of_a_game_without_a_direct_one(node):
    game = as_game(node)
    assert game.form() == sequence_form_of_tree(game.tree())
