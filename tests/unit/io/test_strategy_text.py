"""Strategies from files, grids and solutions, and what is said where one is asked for in vain."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.errors import FormError, SabotError
from sabot.io.strategy_text import parse_strategy_text

GRID = """# by hand
Banker
    0 1 2 3 4 5 6 7 8 9 -
  0 D D D D D D D D D D D
  1 D D D D D D D D D D D
  2 D D D D D D D D D D D
  3 D D D D D D D D S D D
  4 S S D D D D D D S S D
  5 S S S S D D D D S S D
  6 S S S S S S D D S S *
  7 S S S S S S S S S S S
  rows     his total
  columns  Player's third card, - if he stood
  D draw, S stand, * mixed:
  6,-  stand 1/2 = 0.5, draw 1/2

Player
  5  draw 1/3, stand 2/3
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def judged(game, *sources):
    words = [word for source in sources for word in ("--strategy", source)]
    result = CliRunner().invoke(cli, ["value", game, *words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_one_seat_by_name_goes_before_a_file_that_speaks_of_both():
    game = "baccara(model=A1)"
    mine = {"Player": {"5": "stand"}, "Banker": {"rest": "draw"}}
    Path("mine.json").write_text(json.dumps(mine))
    found = judged(game, "mine.json", "Banker=optimal")
    assert found["sources"] == {"Player": "mine.json", "Banker": "optimal"}
    assert judged(game, "Banker=optimal", "mine.json")["expectation"] == found["expectation"]
    expected = sabot.value(game, {"Player": {"5": "stand"}, "Banker": "optimal"}).expectation
    assert Fraction(found["expectation"]) == expected


@pytest.mark.parametrize("pair", [("a.json", "b.json"), ("first=a.json", "first=b.json")])
def test_two_strategies_for_one_seat_are_still_refused(pair):
    for name in ("a.json", "b.json"):
        Path(name).write_text('{"first": {"rest": "pass", "*,*,*": "fold"}}')
    words = [word for source in pair for word in ("--strategy", source)]
    result = CliRunner().invoke(cli, ["value", "kuhn", *words])
    assert result.exit_code == 2
    assert "two strategies for first" in result.stderr


def test_a_solution_is_a_strategy():
    solution = sabot.solve("kuhn-poker")
    assert sabot.value("kuhn-poker", solution).expectation == Fraction(-1, 18)
    assert sabot.value("kuhn-poker", {"first": solution["first"]})["first"].exploitability == 0


def test_a_grid_of_letters_is_a_strategy_file():
    Path("grid.txt").write_text(GRID)
    game = "baccara(model=B1, decks=6)"
    found = judged(game, "grid.txt")
    tables = parse_strategy_text(GRID, ("Player", "Banker"))
    assert tables["Banker"]["6,-"] == {"stand": "1/2", "draw": "1/2"}
    full = {seat: dict(table) for seat, table in tables.items()}
    names = {"D": "draw", "S": "stand"}
    full["Banker"] = {
        view: names.get(answer, answer) if isinstance(answer, str) else answer
        for view, answer in full["Banker"].items()
    }
    assert Fraction(found["expectation"]) == sabot.value(game, full).expectation


def test_what_solve_prints_of_a_seat_can_be_pasted():
    game = "baccara(model=B2, decks=6)"
    printed = CliRunner().invoke(cli, ["solve", game], env={"COLUMNS": "100"}).stdout
    part = printed[printed.index("Banker") : printed.index("  method")]
    Path("banker.txt").write_text(part)
    found = judged(game, "banker.txt")
    assert found["strategies"]["Banker"]["exploitability"] == "0"


def test_a_grid_without_a_seat_is_taken_for_the_seat_that_is_named():
    lines = [line for line in GRID.splitlines() if line != "Banker"]
    Path("grid.txt").write_text("\n".join(lines[: lines.index("Player")]))
    assert judged("baccara(decks=6)", "Banker=grid.txt")["sources"] == {"Banker": "grid.txt"}
    result = CliRunner().invoke(cli, ["value", "baccara(decks=6)", "--strategy", "grid.txt"])
    assert result.exit_code == 3
    assert "grid.txt: line 2: whose strategy is it? begin with Player or Banker" in result.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("b\n  0 -\n3 D *\n", "line 3: 3,- is *, a mix; write it below"),
        ("b\n  0 -\n3 D D\n3 S S\n", "line 4: 3,0 is answered twice"),
        ("b\n  0 -\n3 D D D D x y z hello there\n", "line 3: .*neither a line of a grid"),
        ("5 draw", "line 1: whose strategy is it"),
    ],
)
def test_a_grid_with_a_fault_is_refused_with_its_line(text, words):
    with pytest.raises(FormError, match=words.replace("*, a", r"\*, a")):
        parse_strategy_text(text, ("a", "b"))


def test_a_total_suggests_all_its_views():
    with pytest.raises(FormError, match=r"never asked at 7\n    did you mean '7,\*'\?"):
        sabot.value("baccara(model=A1)", {"Banker": {"7": "stand", "rest": "draw"}})


@pytest.mark.parametrize("chance", [True, False])
def test_true_is_no_chance(chance):
    with pytest.raises(FormError, match="true and false are not probabilities"):
        sabot.value("baccara(model=A1)", {"Player": {"5": {"stand": chance, "draw": not chance}}})


def test_a_key_given_twice_in_a_strategy_file_is_refused():
    Path("twice.json").write_text('{"Player": {"5": "stand", "5": "draw"}}')
    words = ["value", "baccara(model=A1)", "--strategy", "twice.json"]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 3
    assert "'5' is given twice" in result.stderr


# ---------------------------------------------------------------------- asked for in vain


def test_a_family_is_told_to_be_called():
    @sabot.rules(name="own war", seats=("north", "south"))
    def war(table):
        table.pay(north=1)

    with pytest.raises(FormError, match=r"call it: war\(\)"):
        sabot.solve(war)
    with pytest.raises(FormError, match=r"call it: war\(\)"):
        sabot.value(war, "optimal")


def test_a_seat_or_a_view_that_is_not_there_is_told_with_those_that_are():
    solution = sabot.solve("kuhn-poker")
    with pytest.raises(SabotError, match="has no seat 'First'; did you mean 'first'"):
        solution["First"]
    with pytest.raises(KeyError, match="known: first, second"):
        solution["North"]
    with pytest.raises(KeyError, match="first has no view 'X'; known: J"):
        solution["first"]["X"]
    assert solution["first"].get("X") is None
