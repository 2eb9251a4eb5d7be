"""Arguments that are something else altogether: an error of ours that says so, never a bare one."""

import re

import pytest

import sabot
from sabot.errors import SabotError
from sabot.game_rules.table import Dealer
from sabot.game_rules.tree_builder import TreeBuilder

CALLS = {
    "check([])": (lambda: sabot.check([]), "list is not a certificate: give a solution"),
    "check(None)": (lambda: sabot.check(None), "NoneType is not a certificate"),
    "check(5)": (lambda: sabot.check(5), "int is not a certificate"),
    "check('')": (lambda: sabot.check(""), "'' is not the name of a file"),
    "check(nul)": (lambda: sabot.check("a\0b"), "cannot be read: embedded null"),
    "check({})": (lambda: sabot.check({}), "'schema' is missing"),
    "solve(None)": (lambda: sabot.solve(None), "NoneType is not a game: give a game string"),
    "solve([])": (lambda: sabot.solve([]), "the matrix is empty"),
    "solve([[]])": (lambda: sabot.solve([[]]), "the matrix is empty"),
    "solve([[1, 'x']])": (lambda: sabot.solve([[1, "x"]]), "row 1, column 2: 'x' is not an exact"),
    "solve([1, 2])": (lambda: sabot.solve([1, 2]), "list is not a game"),
    "solve(text row)": (lambda: sabot.solve([[1, 2], "34"]), "a row written as text"),
    "solve(dict)": (lambda: sabot.solve({"a": 1}), "dict is not a game: give a game string"),
    "solve(rows of dicts)": (lambda: sabot.solve([{"a": 1}]), "list is not a game"),
    "solve(ragged)": (lambda: sabot.solve([[1], [1, 2]]), "the matrix is ragged"),
    "solve(5)": (lambda: sabot.solve(5), "int is not a game"),
    "solve(bytes)": (lambda: sabot.solve(b"kuhn"), "bytes is not a game"),
    "solve(float)": (lambda: sabot.solve([[0.5]]), "0.5 is a float"),
    "reduce(None)": (lambda: sabot.reduce(None), "NoneType is not a game"),
    "equilibria(None)": (lambda: sabot.equilibria(None), "NoneType is not a game"),
    "approximate(None)": (lambda: sabot.approximate(None), "NoneType is not a game"),
    "approximate(gap)": (lambda: sabot.approximate("kuhn", gap=None), "gap must be a number"),
    "prove(None)": (lambda: sabot.prove(None), "NoneType is not a theorem: give a game string"),
    "prove([])": (lambda: sabot.prove([]), "list is not a theorem"),
    "load(None)": (lambda: sabot.load(None), "NoneType, not a text"),
    "load(5)": (lambda: sabot.load(5), "int, not a text"),
    "simulate(None)": (lambda: sabot.simulate(None, hands=1), "NoneType is not a game to play"),
    "simulate(matrix)": (lambda: sabot.simulate([[1]], hands=1), "list is not a game to play"),
    "simulate(hands)": (
        lambda: sabot.simulate("kuhn", hands="x"),
        "'x' hands cannot be played; give a whole",
    ),
    "value(None)": (lambda: sabot.value("kuhn", None), "NoneType is not a strategy"),
    "value([])": (lambda: sabot.value("kuhn", []), "list is not a strategy"),
    "value({})": (lambda: sabot.value("kuhn", {}), "no strategy is given"),
    "value(3)": (lambda: sabot.value("kuhn", {"first": 3}), "first: expected views and answers"),
    "sweep(None)": (lambda: list(sabot.sweep(None)), "NoneType is not a game string"),
    "sweep([None])": (lambda: list(sabot.sweep([None])), "NoneType is not a game string"),
    "sweep(executor=3)": (
        lambda: list(sabot.sweep("kuhn-poker", executor=3)),
        "executor=3 is not an executor: give a concurrent.futures.Executor",
    ),
    "sweep([])": (lambda: list(sabot.sweep([])), "has no games"),
    "load solution": (lambda: sabot.Solution.load(None), "None is not the name of a file"),
    "rules(text)": (
        lambda: sabot.rules(name="g", seats="ab")(lambda table: None),
        "need seats such as",
    ),
    "rules(numbers)": (
        lambda: sabot.rules(name="g", seats=(1, 2))(lambda table: None),
        "need seats such as",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_told(name):
    call, reason = CALLS[name]
    with pytest.raises(SabotError, match=re.escape(reason)):
        call()


ASKED = {
    "one text": (lambda table: table.ask("ann", ("bet")), "needs a list of texts"),
    "numbers": (lambda table: table.ask("ann", (1, 2)), "('1', '2') for numbers"),
    "a list": (lambda table: table.ask("ann", ("a", "b"), sees=[1]), "a tuple instead of a list"),
    "a set shown": (
        lambda table: (table.show("ann", {1}), table.ask("ann", ("a", "b"))),
        "ann is shown ({1},), which can change",
    ),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("table", [TreeBuilder, Dealer])
def test_rules_that_ask_in_the_wrong_way_are_told(table, name):
    play, reason = ASKED[name]
    here = table(("ann", "bob"))
    with pytest.raises(sabot.RulesError, match=re.escape(reason)):
        here.explore(play) if table is TreeBuilder else here.hand(play)


def test_a_hand_without_pay_is_told_with_the_way_to_it():
    def play(table):
        if table.ask("ann", ("stay", "go")) == "stay":
            table.pay(ann=1)

    with pytest.raises(sabot.RulesError, match=r"without pay\(\) after go$"):
        TreeBuilder(("ann", "bob")).explore(play)
