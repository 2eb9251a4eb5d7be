"""``sabot reduce`` and ``sabot equilibria`` on games with more strategies than can be listed."""

import json

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.forms.additive import classify_infosets
from sabot.games.baccara import ethier_gamez


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.mark.parametrize("text", ["model=B2, decks=6", "model=B3, decks=1", "model=A1"])
def test_choices_are_sorted_as_in_tables_1_and_2(text):
    game = f"baccara({text})"
    sheet = ethier_gamez.preliminary_table(sabot.load(game)).marks
    body = json.loads(run("reduce", game, "--json").stdout)
    assert body["schema"] == "sabot/classification/1" and body["game"] == game
    letters = {"draw": "D", "stand": "S", "*": "*"}
    assert {view: letters[sort] for view, sort in body["seats"]["Banker"].items()} == sheet
    result = run("reduce", game)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    stars = sum(mark == "*" for mark in sheet.values())
    assert f"{len(sheet) - stars} of {len(sheet)} choices settled, whatever Player" in result.stdout


def test_choices_that_never_matter_are_told():
    text = "baccara(model=B1, shoe=[6,0,0,0,0,0,0,0,0,0], banker_free=[0,1,2,3,4,5,6,7])"
    sorts = classify_infosets(sabot.load(text).form())
    assert set(sorts["Banker"].values()) <= {"-", "draw", "stand", "*"}


def test_sorted_choices_are_saved_and_options_refused(tmp_path):
    path = tmp_path / "sorts.json"
    result = run("reduce", "baccara(model=B1, decks=6)", "-o", str(path))
    assert result.exit_code == 0
    assert json.loads(path.read_text())["seats"]["Banker"]["0,0"] == "draw"
    result = run("reduce", "baccara(model=B1, decks=6)", "--weak")
    assert result.exit_code == 2 and "view by view" in result.stderr


@pytest.mark.slow
def test_optimal_sets_are_described_by_equations_and_vertices():
    """Ethier and Gamez, Section 5: models A2 and A3 have many solutions."""
    result = run("equilibria", "baccara(model=A3)")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "4 q[(0,5)] + q[(1,4)] + q[(2,3)] + q[(6,9)] + q[(7,8)] = 72/11" in result.stdout
    assert "the same in all of them, at 478 views" in result.stdout
    body = json.loads(run("equilibria", "baccara(model=A3)", "--json").stdout)["seats"]
    assert body["Player"]["count"] == 17 and len(body["Banker"]["vertices"]) == 40
    (condition,) = body["Banker"]["conditions"]
    assert condition.endswith("= 859/143") and len(body["Banker"]["loose"]) == 6


def test_every_vertex_meets_the_conditions_and_nothing_else_does():
    found = sabot.equilibria("baccara(model=A2)")
    for seat, own in found.sets.items():
        assert all(vertex in own for vertex in found.vertices[seat])
    wrong = {view: {"draw": 1} for view in found.vertices["Banker"][0]}
    assert wrong not in found.sets["Banker"]


def test_unique_strategies_are_shown_once():
    result = run("equilibria", "baccara(model=B2, decks=6)")
    assert result.exit_code == 0
    assert "equilibria  1 x 1 = 1: both strategies are unique" in result.stdout
    assert len(result.stdout.splitlines()) < 70


# ---------------------------------------------------------------------- files that are checked


def test_a_list_that_the_checker_refuses_is_not_saved_silently(tmp_path, monkeypatch):
    path = str(tmp_path / "list.json")
    game = "matrix([[1|1,0|0],[0|0,1|1]])"
    plain = run("equilibria", game, "-o", path)
    assert plain.exit_code == 0 and "refuses" not in plain.stderr
    monkeypatch.setattr("sabot.certify.all_nash.MOST_EQUILIBRIA", 2)
    said = run("equilibria", game, "-o", path)
    assert said.exit_code == 0
    assert "sabot check refuses this file: more than 2 equilibria" in said.stderr
    assert run("check", path).exit_code == 3


@pytest.mark.parametrize(
    ("game", "limit"),
    [
        ("matrix([[0,0,0],[0,0,0],[0,0,0]])", "sabot.certify.optimal_set.MOST_OPTIMAL_SET_WORK"),
        (
            "matrix([[0|3,5|1,0|3],[-1|0,-1|0,-1|0]])",
            "sabot.certify.double_description.MOST_VERTEX_WORK",
        ),
    ],
)
def test_a_list_that_is_not_shown_to_be_complete_is_not_saved_silently(
    game, limit, tmp_path, monkeypatch
):
    path = str(tmp_path / "list.json")
    assert "cannot show" not in run("equilibria", game, "-o", path).stderr
    monkeypatch.setattr(limit, 1)
    assert "cannot show that the list is complete" in run("equilibria", game, "-o", path).stderr
