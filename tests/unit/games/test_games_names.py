"""Short ways to name a game: aliases, decks without a model, shoes in words."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest
from click.testing import CliRunner

import sabot
from sabot.cards.shoe import Shoe
from sabot.cli.program import cli
from sabot.errors import GameStringError


def run(*words, given=None):
    return CliRunner().invoke(cli, words, input=given)


def test_the_package_runs_as_a_program():
    words = [sys.executable, "-m", "sabot", "solve", "matrix([[1]])", "--json"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["value"] == "1"


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("kuhn(ranks=4)", "kuhn-poker(ranks=4)"),
        ("baccarat", "baccara(model=A1)"),
        ("baccarat(decks=6)", "baccara(model=B1, decks=6)"),
        ("chemin-de-fer", "baccara(model=B3, decks=6)"),
        ("chemin-de-fer(decks=8)", "baccara(model=B3, decks=8)"),
        ("chemin-de-fer(model=B2)", "baccara(model=B2, decks=6)"),
        ("chemin-de-fer(model=A1)", "baccara(model=A1)"),
        ("chemin-de-fer(shoe=1 deck)", "baccara(model=B3, shoe=[16,4,4,4,4,4,4,4,4,4])"),
        ("punto-banco", "punto-banco(decks=8)"),
        ("punto-banco(tie=9)", "punto-banco(decks=8, tie=9)"),
        ("punto-banco(commission=0)", "punto-banco(decks=8, commission=0)"),
        ("punto-banco(shoe=8 decks -9)", "punto-banco(shoe=[128,32,32,32,32,32,32,32,32,31])"),
        ("baccara(decks=6)", "baccara(model=B1, decks=6)"),
        ("baccara(decks=inf)", "baccara(model=A1, decks=inf)"),
        ("baccara(decks=1/2, banker=cards)", "baccara(model=B1, decks=1/2, banker=cards)"),
        ("baccara(shoe=1 deck)", "baccara(model=B1, shoe=[16,4,4,4,4,4,4,4,4,4])"),
        (
            "baccara(shoe='6 decks -9 -K')",
            "baccara(model=B1, shoe=[95,24,24,24,24,24,24,24,24,23])",
        ),
        ("baccara(model=B3, shoe=1 deck -A)", "baccara(model=B3, shoe=[16,3,4,4,4,4,4,4,4,4])"),
        ("matrix([[0,1],[1/2,-1]])", "matrix(payoffs=[[0,1],[1/2,-1]])"),
        ("matrix( [[ 0, .5 ]] )", "matrix(payoffs=[[0,1/2]])"),
        ("matrix([[0,1]], rows=[up], columns=[a,b])",) * 2,
    ],
)
def test_a_short_name_is_the_long_one(text, game):
    game = game.replace("matrix([[0,1]],", "matrix(payoffs=[[0,1]],")
    assert str(sabot.load(text)) == game
    assert sabot.load(game) == sabot.load(text)


def test_a_shoe_of_python_is_a_shoe_of_baccara():
    game = sabot.load("baccara").rules(shoe=Shoe.parse("6 decks -9"), model="B2")
    assert str(game) == "baccara(model=B2, shoe=[96,24,24,24,24,24,24,24,24,23])"


def test_decks_left_open_mean_the_model_for_decks():
    from sabot.loading import load_parametric

    assert load_parametric("baccara(decks=*)")[0] == "baccara(model=B1, decks=*)"
    assert load_parametric("baccarat(decks=*)")[0] == "baccara(model=B1, decks=*)"
    assert load_parametric("chemin-de-fer(model=B1, decks=*)")[0] == "baccara(model=B1, decks=*)"


def test_another_name_that_sets_parameters_shows_them():
    assert "here: decks=6" in run("show", "chemin-de-fer").stdout
    assert "here:" not in run("show", "baccarat").stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("baccara(shoe=6 decks -Z)", "'Z' is not a card"),
        ("baccara(shoe=inf decks)", "not a shoe made of decks"),
        ("punto-banco(shoe=[5,0,0,0,0,0,0,0,0,0])", "holds 5 cards"),
        ("punto-banco(shoe=1 deck, decks=8)", "is given together with decks"),
        ("punto-banco(decks=none)", "is missing"),
        ("punto-banco(model=B1)", "no parameter 'model'"),
        ("baccara(model=A1, decks=6)", "model A1 deals with replacement"),
        ("matrix([[0,1],[1]])", "ragged"),
        ("matrix([[0,x]])", "'x' is not an exact number"),
        ("matrix([0,1])", "not a list of rows"),
        ("matrix", "is missing"),
        ("matrix(file=a.csv, payoffs=[[1]])", "together with a file"),
        ("matrix([[0,1]], columns=[a])", "1 column labels for 2 columns"),
        ("matrix([[0,1]], columns=[a,a])", "used twice"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(text, words):
    with pytest.raises(GameStringError, match=words):
        sabot.load(text)


def test_a_matrix_in_the_string_is_solved_saved_and_judged(tmp_path):
    found = sabot.solve("matrix([[0,1],[1,0]], rows=[up,down])")
    assert found.value == Fraction(1, 2)
    assert found["row"]["-"] == {"up": Fraction(1, 2), "down": Fraction(1, 2)}
    found.save(tmp_path / "m.json")
    assert sabot.check(tmp_path / "m.json") == Fraction(1, 2)
    assert sabot.value(found.game, "optimal").expectation == Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("1,2\n3,0\n", "matrix(payoffs=[[1,2],[3,0]])"),
        ("[[1, 2], [3, 0.5]]", "matrix(payoffs=[[1,2],[3,1/2]])"),
        (",l,r\nu,1,2\nd,3,0\n", "matrix(payoffs=[[1,2],[3,0]], rows=[u,d], columns=[l,r])"),
        ('NFG 1 R "" { "A" "B" } { 1 2 } 1 -1 2 -2', "matrix(payoffs=[[1,2]])"),
    ],
)
def test_a_matrix_is_read_from_stdin(text, game):
    result = run("solve", "-", "--json", given=text)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["game"] == game
    assert str(sabot.load(game)) == game


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,x\n", "line 1, column 2: 'x'"),
        ("", "empty"),
        ("EFG 2 R", "a game tree is read from a file"),
        ('a,"x, y"\n1,2\n', "cannot be written in a game string"),
    ],
)
def test_what_is_no_matrix_on_stdin_is_refused(text, words):
    result = run("solve", "-", given=text)
    assert result.exit_code in (2, 3)
    assert words in result.stderr
