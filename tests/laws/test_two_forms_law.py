"""A tree and its strategic form: the certificate of one accepts the strategies of the other."""

from fractions import Fraction
from math import prod

from hypothesis import given
from tests.strategies import as_game, told_games

import sabot
from sabot.certify.sequence_form import read_form, read_strategy
from sabot.certify.zero_sum import verify_strategy
from sabot.forms.sequence import pure_realization_plans, reduced_matrix_form, sequence_form_of_tree
from sabot.game_rules.tree_builder import TreeBuilder


def texts(table):
    return {view: {a: str(c) for a, c in mix.items()} for view, mix in table.items()}


def mixed_of(side, behaviour):
    """Return the mixed strategy that plays like a behaviour (Kuhn's theorem)."""
    names, plans = pure_realization_plans(side)
    chances = {}
    for name, plan in zip(names, plans, strict=True):
        taken = [
            behaviour[cell.key][action]
            for cell in side.cells
            for action, s in zip(cell.actions, cell.sequences, strict=True)
            if plan[s]
        ]
        chances[name] = Fraction(prod(taken, start=Fraction(1)))
    return {"-": chances}


def behaviour_of(side, mixed):
    """Return the behaviour that plays like a mixed strategy."""
    names, plans = pure_realization_plans(side)
    plan = [
        sum((mixed["-"][n] * p[s] for n, p in zip(names, plans, strict=True)), Fraction(0))
        for s in range(side.count)
    ]
    return {
        cell.key: {
            action: plan[s] / plan[cell.parent] if plan[cell.parent] else Fraction(s == cell.first)
            for action, s in zip(cell.actions, cell.sequences, strict=True)
        }
        for cell in side.cells
    }


def secures(solution, seat, table):
    """Demand that the checker finds a strategy to secure the value of a solved game."""
    form = read_form(solution.certificate["form"], solution.seats)
    verify_strategy(form, seat, read_strategy(form.seats[seat], table, {}), solution.value)


@given(told_games())
def test_each_certificate_accepts_the_strategies_of_the_other_form(node):
    game = as_game(node)
    form = sequence_form_of_tree(TreeBuilder(game.seats).explore(game.play))
    tree, matrix = sabot.solve(form), sabot.solve(reduced_matrix_form(form))
    assert tree.value == matrix.value
    for seat, side in enumerate(form.sides):
        told = texts(behaviour_of(side, matrix[side.name]))
        secures(tree, seat, told)
        played = texts(mixed_of(side, tree[side.name]))
        secures(matrix, seat, played)
