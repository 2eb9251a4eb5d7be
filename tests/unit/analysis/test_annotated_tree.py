"""A tree as it is drawn: reach and worth of every node, by hand and by the solution."""

from fractions import Fraction

import pytest

import sabot
from sabot.analysis.annotated_tree import annotate_tree


def mixes(solution):
    return {seat: strategy.table for seat, strategy in solution.strategies.items()}


@pytest.mark.parametrize("game", ["kuhn-poker", "le-her(ranks=3, suits=1)", "leduc-poker"])
def test_the_root_is_worth_the_value_and_the_ends_sum_to_it(game):
    solved = sabot.solve(game)
    root = annotate_tree(sabot.load(game).tree(), mixes(solved))
    assert root.pays == (solved.value, -solved.value)
    ends = [one for one in root.walk() if one.kind == "end"]
    assert sum(one.reach for one in ends) == 1
    assert sum(one.reach * one.pays[0] for one in ends) == solved.value


def test_without_strategies_only_chance_is_known():
    root = annotate_tree(sabot.load("kuhn-poker").tree())
    assert root.pays is None
    first = next(one for one in root.walk() if one.kind == "decision")
    assert (first.reach, first.chances) == (Fraction(1, 6), (None, None))
    assert {one.reach for one in root.walk() if one.kind == "end"} == {None}


def test_below_a_view_that_no_strategy_names_nothing_is_said_and_what_is_never_played_matters_not():
    tree = sabot.load("kuhn-poker").tree()
    table = mixes(sabot.solve("kuhn-poker"))
    del table["first"]["J,pass,bet"]  # comes up
    assert annotate_tree(tree, table).pays is None
    always = {
        "first": {view: {"pass": Fraction(1)} for view in "JQK"},
        "second": {f"{card},pass": {"pass": Fraction(1)} for card in "JQK"},
    }
    root = annotate_tree(tree, always)
    assert root.pays == (0, 0)
