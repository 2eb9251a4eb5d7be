"""Arguments that are something else altogether: an error of ours that says so, never a bare one."""

import json
import re
from fractions import Fraction as F
from functools import partial

import numpy
import pytest

import sabot
from sabot.api.arguments import as_form
from sabot.errors import FormError, SabotError
from sabot.game_rules.table import Dealer
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.io.nfg import parse_nplayer_nfg

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
    "solve(game, matrix)": (lambda: sabot.solve("kuhn", [[1]]), "str is not the row player's"),
    "solve(matrix, 5)": (lambda: sabot.solve([[1]], 5), "int is not the column player's payoff"),
    "solve(two sizes)": (lambda: sabot.solve([[1]], [[1, 2]]), "differ in size: 1 x 1 and 1 x 2"),
    "equilibria(float)": (lambda: sabot.equilibria([[1]], [[0.5]]), "0.5 is a float"),
    "prove(low)": (lambda: sabot.prove("kuhn-poker(bet=*)", low="-inf"), "bet from -infinity"),
    "prove(whole)": (lambda: sabot.prove("le-her(suits=*)", low="-inf"), "suits from -infinity"),
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
        here.explore(play) if table is TreeBuilder else here.play_hand(play)


def test_a_hand_without_pay_is_told_with_the_way_to_it():
    def play(table):
        if table.ask("ann", ("stay", "go")) == "stay":
            table.pay(ann=1)

    with pytest.raises(sabot.RulesError, match=r"without pay\(\) after go$"):
        TreeBuilder(("ann", "bob")).explore(play)


ROWS, COLUMNS = [[2, 0], [0, 1]], [[1, 0], [0, 2]]
PAIRS = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]


def _as_text(given):
    return [[str(entry) for entry in row] for row in given]


@pytest.mark.parametrize("kind", [list, numpy.array, partial(numpy.array, dtype=object), _as_text])
def test_two_matrices_are_the_game_of_their_pairs(kind):
    one, two = kind(ROWS), kind(COLUMNS)
    assert sabot.equilibria(one, two).to_json() == sabot.equilibria(PAIRS).to_json()
    assert sabot.solve(one, two).payoffs == sabot.solve(PAIRS).payoffs
    assert sabot.reduce(one, two).left.shape == (2, 2)
    assert sabot.solve(kind([[1, -1], [-1, 1]])).value == 0


def test_fractions_in_an_array_are_exact_and_floats_are_refused():
    half = numpy.array([[F(1, 2), 0], [0, 1]], dtype=object)
    assert sabot.solve(half).value == F(1, 3)
    with pytest.raises(SabotError, match=r"row 1, column 1: 0\.5 is a float, not an exact number"):
        sabot.solve(numpy.array([[0.5, 0], [0, 1]]))


def test_every_equilibrium_is_a_vector_for_each_player():
    found = sabot.equilibria(ROWS, COLUMNS)
    mixed = ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))
    assert found.vectors() == [((1, 0), (1, 0)), ((0, 1), (0, 1)), mixed]
    assert found.equilibria[0]["row"]["-"] == {"1": 1, "2": 0}
    again = sabot.EveryEquilibrium.from_json(found.to_json())
    assert again.vectors() == found.vectors()
    zero = sabot.equilibria([[1, 1, 0], [0, 0, 1]], [[-1, -1, 0], [0, 0, -1]])
    assert [column for _, column in zero.vectors()] == [
        (0, F(1, 2), F(1, 2)),
        (F(1, 2), 0, F(1, 2)),
    ]
    assert zero["column"][0]["-"]["1"] == 0
    assert sabot.solve(ROWS).vectors() == ((F(1, 3), F(2, 3)), (F(1, 3), F(2, 3)))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: sabot.equilibria(PAIRS).equilibria[0]["rows"], "did you mean 'row'"),
        (lambda: sabot.equilibria(PAIRS).equilibria[0]["row"]["x"], "no view 'x'; known: -"),
        (lambda: sabot.equilibria(PAIRS).equilibria[0]["row"]["-"]["3"], "known: 1, 2"),
        (lambda: sabot.equilibria(ROWS)["rows"], "did you mean 'row'"),
        (lambda: sabot.solve("kuhn-poker").vectors(), "first has 6 information sets"),
    ],
)
def test_a_key_that_is_not_there_is_answered_with_those_that_are(ask, words):
    with pytest.raises(KeyError, match=re.escape(words)):
        ask()


STAG: list[list[list[tuple[object, ...]]]] = [
    [[(3, 3, 3), (0, 0, 1)], [(0, 1, 0), (0, 1, 1)]],
    [[(1, 0, 0), (1, 0, 1)], [(1, 1, 0), (1, 1, "1/2")]],
]
STAG_NFG = 'NFG 1 R "" { "1" "2" "3" } { 2 2 2 } 3 3 3 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1/2'


def test_nested_lists_for_three_players_are_the_game_of_a_file(tmp_path):
    expected = parse_nplayer_nfg(STAG_NFG)
    assert as_form(STAG)[1] == expected
    assert (
        as_form([[["|".join(map(str, paid)) for paid in row] for row in rows] for rows in STAG])[1]
        == expected
    )
    path = tmp_path / "stag.json"
    path.write_text(json.dumps(STAG))
    assert sabot.equilibria(str(path)).vectors() == sabot.equilibria(STAG).vectors()
    whole = numpy.array([[[[2, 1, 0]]], [[[0, 1, 2]]]])
    assert as_form(whole)[1].seats == ("1", "2", "3")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ([[[(1, 2, 3)], [(1, 2)]]], r"choices 1, 2, 1: '\(1, 2\)' is not 3 payoffs"),
        ([[[(1, 2, 3)], [(1, 2, 3), (1, 2, 3)]]], "choices 1, 2: a list of 1 was expected"),
        ([[[(1, 2, 0.5)]]], "choices 1, 1, 1: 0.5 is a float"),
        ([[(1, 2, 3), (1, 2, 3)]], "three or more players: a .nfg file, or lists"),
    ],
)
def test_what_is_wrong_with_nested_lists_is_said_by_its_place(game, words):
    with pytest.raises(FormError, match=words):
        as_form(game)
