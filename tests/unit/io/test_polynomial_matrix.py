"""A matrix file that leaves a letter open, at one value of it: solved, swept, shown, checked."""

import re
from fractions import Fraction as F
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.errors import FileError, FormError, GameStringError
from sabot.io.polynomial_matrix import single_letter
from sabot.web.tasks.game_input import load_game_of_question

BLUFF = ",fold,call\ncheck/check,0,0\nbet/check,0,b/2\ncheck/bet,1,-b/2\nbet/bet,1,0\n"
DILEMMA = ",c,d\nc,3|3,0|t\nd,t|0,1|1\n"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Stand in a folder with two such files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bluff.csv").write_text(BLUFF)
    (tmp_path / "pd.csv").write_text(DILEMMA)
    (tmp_path / "plain.csv").write_text("1,0\n0,1\n")


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.mark.parametrize("b", ["0", "1", "2/3", "-1", "0.25"])
def test_a_letter_with_a_value_is_the_matrix_of_numbers(b):
    half = F(b) / 2
    numbers = [[0, 0], [0, half], [1, -half], [1, 0]]
    found = sabot.solve(f"matrix(file=bluff.csv, b={b})")
    assert found.value == sabot.solve(numbers).value
    assert found["row"].keys() == {"-"} and "bet/bet" in found["row"]["-"]


def test_its_string_loads_it_again_and_the_theorem_agrees():
    game = sabot.load("matrix(file=bluff.csv, b=0.5)")
    assert str(game) == "matrix(file=bluff.csv, b=1/2)" and sabot.load(str(game)) == game
    assert sabot.prove("bluff.csv").value_at(F(1, 2)) == sabot.solve(game).value == F(1, 5)
    assert game != sabot.load("matrix(file=bluff.csv, b=1)")


@pytest.mark.parametrize("verb", ["solve", "show", "size", "reduce", "equilibria"])
def test_every_verb_takes_it(verb):
    result = run(verb, "matrix(file=bluff.csv, b=1)")
    assert result.exit_code == 0, result.stderr


def test_it_is_swept_saved_and_held_against_the_file():
    swept = run("sweep", "matrix(file=bluff.csv, b=0..4)")
    assert swept.exit_code == 0
    assert "b=2          0.5" in swept.stdout
    assert run("solve", "matrix(file=bluff.csv, b=1)", "-o", "s.json").exit_code == 0
    assert "payoffs: those of" in run("check", "s.json", "--rules").stdout
    other = run("check", "s.json", "--game", "matrix(file=bluff.csv, b=2)")
    assert other.exit_code == 1


def test_hands_of_it_are_dealt_as_its_entries_say():
    game = sabot.load("matrix(file=bluff.csv, b=4)")
    pays = {leaf.payoffs[0] for leaf in game.tree().walk() if hasattr(leaf, "payoffs")}
    assert pays == {0, 2, 1, -2}


def test_pairs_may_have_a_letter_too():
    assert run("equilibria", "matrix(file=pd.csv, t=5)").exit_code == 0
    assert sabot.solve("matrix(file=pd.csv, t=5)").payoffs == {"row": 1, "column": 1}
    assert sabot.solve("matrix(file=pd.csv, t=2)").payoffs["row"] >= 1


@pytest.mark.parametrize("verb", ["solve", "show", "equilibria", "export"])
def test_the_bare_file_says_how_the_letter_gets_its_value(verb):
    result = run(verb, "bluff.csv", *(["--csv"] if verb == "export" else []))
    assert result.exit_code == 3
    assert "line 3, column 3: 'b/2'" in result.stderr
    assert "for one value of b: 'matrix(file=bluff.csv, b=1)'" in result.stderr
    assert result.stderr.count("sabot prove") == 1


def test_so_does_one_of_pairs():
    said = run("solve", "pd.csv").stderr
    assert "for one value of t: 'matrix(file=pd.csv, t=1)'" in said


def test_a_file_with_parameters_behind_it_is_told_how_to_write_them():
    result = run("solve", "bluff.csv(b=1)")
    assert result.exit_code == 2 and "'matrix(file=bluff.csv, b=1)'" in result.stderr


def test_no_page_opens_a_file_by_its_letter():
    for game in ("matrix(file=bluff.csv, b=1)", "bluff.csv(b=1)"):
        with pytest.raises(GameStringError):
            load_game_of_question({"game": game})


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("matrix(file=bluff.csv, c=1)", "'b' is not the parameter; that is 'c'"),
        ("matrix(file=plain.csv, t=1)", "t is in none of its entries"),
    ],
)
def test_a_letter_that_the_file_does_not_have_is_refused(game, words):
    with pytest.raises(FileError, match=words):
        sabot.solve(game)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("matrix(file=bluff.csv, b=10x)", "matrix has no parameter 'b'"),
        ("matrix([[1,2]], c=2)", "matrix has no parameter 'c'"),
        ("matrix(file=bluff.csv, fiel=x)", "did you mean 'file'"),
    ],
)
def test_what_is_no_letter_of_a_file_is_no_parameter(game, words):
    with pytest.raises(GameStringError, match=words):
        sabot.load(game)


@pytest.mark.parametrize(
    "game", ["matrix(file=two.csv{})", "matrix([[t, 2*s], [1, s**2 - t/(s+1)]]{})"]
)
def test_of_two_letters_one_is_open_and_the_other_has_a_value(game):
    Path("two.csv").write_text(",left,right\nup,t,2*s\ndown,1,s**2 - t/(s+1)\n")
    found = sabot.prove(game.format(", t=*, s=1/3"))
    assert sabot.prove(game.format(", s=1/3")) == found
    sabot.check(found, rules=True)
    assert found.value_at(2) == sabot.solve(game.format(", t=2, s=1/3")).value
    for missing in ("", ", t=*", ", u=1"):
        with pytest.raises((FormError, FileError, GameStringError)):
            sabot.prove(game.format(missing))
    with pytest.raises((FormError, FileError, GameStringError), match="number"):
        sabot.solve(game.format(", t=2"))


def test_a_value_for_a_letter_that_the_file_does_not_have_is_refused():
    with pytest.raises(FileError, match="c is in none of its entries"):
        sabot.prove("matrix(file=bluff.csv, c=1, b=*)")


WRITTEN = "matrix(payoffs=[[t,1],[1,0]]"


def test_a_letter_in_a_matrix_that_is_written_out_is_proved_and_held_against_its_string():
    shown = run("prove", "matrix([[t, 1],[1,0]], t=*)", "-o", "t.json")
    assert shown.exit_code == 0, shown.output
    assert f"{WRITTEN}, t=*)" in shown.stdout and "-1 / (t - 2)" in shown.stdout
    assert run("check", "t.json").exit_code == 0
    tied = run("check", "t.json", "--rules")
    assert tied.exit_code == 0 and "found as polynomials and directly at t = 0, 1" in tied.stdout
    assert run("check", "t.json", "--game", "matrix([[t,1],[2,0]], t=*)").exit_code == 1
    assert run("prove", f"{WRITTEN})").stdout.startswith(f"{WRITTEN}, t=*)")  # no mark is needed


def test_its_one_value_goes_through_the_verbs_and_prints_itself():
    game = sabot.load(f"{WRITTEN}, t=0.5)")
    assert str(game) == f"{WRITTEN}, t=1/2)" and sabot.load(str(game)) == game
    assert sabot.solve(game).value == sabot.solve([["1/2", 1], [1, 0]]).value
    for verb in ("show", "size", "solve", "reduce", "equilibria"):
        assert run(verb, str(game)).exit_code == 0
    assert [row.value for row in sabot.sweep(f"{WRITTEN}, t=1..3)")] == [1, 1, 1]
    pairs = sabot.solve("matrix([[t|1,0|0],[0|0,1|2]], t=3)")
    assert pairs.payoffs == {"row": 3, "column": 1}


def test_rows_with_a_letter_are_a_theorem_in_python():
    found = sabot.prove([["t", 0], [0, 1]])
    assert (found.value_at(3), found.game) == (F(3, 4), "matrix(payoffs=[[t,0],[0,1]], t=*)")
    found = sabot.prove([["t**2 - 1", 0], [0, "1/2"]], low=2)
    assert found.value_at(2) == sabot.solve([[3, 0], [0, "1/2"]]).value
    sabot.check(found, rules=True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([["t", 0], [0, "s"]], "t and s have no value, and a theorem leaves one letter open"),
        ([["t", 0], [1]], "the rows do not have the same length"),
        ([[1, 0], [0, 1]], "every payoff is a number, and a theorem needs a letter"),
        ([["1/t", 0], [0, 1]], "divides by t"),
        ([["t|1", 0]], "row 1, column 2: '0' has 1 payoffs"),
        ("matrix([[t,1],[1,0]], rows=[a,a], t=*)", "not 2 different ones"),
        ("matrix([[t,1],[1,0]], s=*)", "row 1, column 1"),
        ("matrix([[t@|1,0|0],[0|0,1|2]])", "row 1, column 1: 't@': '@' cannot be read"),
        ("matrix([[1,2*s@t],[1,0]], s=2, t=*)", "column 2: '2*s@t': '@t' cannot be read"),
    ],
)
def test_what_is_no_theorem_on_a_matrix_is_refused_by_its_place(given, words):
    with pytest.raises((GameStringError, FormError), match=re.escape(words)):
        sabot.prove(given)


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_an_empty_file_is_called_empty(text):
    Path("empty.csv").write_text(text)
    with pytest.raises(FileError, match=r"empty\.csv: the file is empty; write one line"):
        sabot.prove("empty.csv")


@pytest.mark.parametrize("verb", ["show", "solve"])
@pytest.mark.parametrize("labels", ['["a,b]', "['a,b]", '[a",b]', "[a,b)]", "[a,[b]"])
def test_a_quote_or_a_bracket_in_a_label_is_a_usage_error(verb, labels):
    shown = run(verb, f"matrix(payoffs=[[1,2],[3,0]], rows={labels})")
    assert shown.exit_code == 2, shown.output


def test_game_strings_with_a_few_wrong_characters_are_read_or_refused():
    good = [
        "matrix(payoffs=[[1,2],[3,0]], rows=[a,b], columns=[c,d])",
        "matrix([[t**2-1,(t+1)/2],[0,1]], t=2)",
        "matrix([[3|1,0|0],[0|0,1|3]])",
        "baccara(model=B1, shoe=[1,2,3,4,5,6,7,8,9,10])",
        "whist(deal=KQ10/AJ9, lead=W)",
    ]
    dice = Random(24)
    for _ in range(600):
        text = list(dice.choice(good))
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(text))
            text[at : at + dice.randrange(2)] = dice.choice("'\"[](),=*|/ -.0")
        for read in (sabot.load, sabot.prove if "*" in text else sabot.load):
            try:
                game = read("".join(text))
            except sabot.SabotError:
                continue
            assert read is sabot.prove or sabot.load(str(game)) == game


def test_letters_that_were_read_as_names_are_said(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text("t,x\nx,2\n")
    with pytest.raises(FileError, match="x in the first line or column: read as the name of a row"):
        single_letter(path)


def test_a_missing_number_is_not_offered_as_a_parameter(tmp_path):
    path = tmp_path / "missing.csv"
    path.write_text("1,nan\n3,4\n")
    with pytest.raises(FileError) as caught:
        sabot.solve(str(path))
    assert "nan=1" not in str(caught.value)
