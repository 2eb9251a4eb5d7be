"""Results: the game that each holds, and what happens to it on the way to files and workers."""

import pickle
from dataclasses import replace

import pytest

import sabot
from sabot import loading


@pytest.fixture
def loads(monkeypatch):
    """Return the strings of games that are loaded from now on."""
    found, load = [], loading.load

    def counted(text, **more):
        found.append(text)
        return load(text, **more)

    monkeypatch.setattr(loading, "load", counted)
    return found


def test_a_result_holds_the_game_that_it_was_computed_from(loads):
    game = loading.load("kuhn-poker")
    loads.clear()
    for found in (
        sabot.solve(game),
        sabot.equilibria(game),
        sabot.value(game, "optimal"),
        sabot.approximate(game, gap="1/10"),
        sabot.reduce(game),
    ):
        assert found.find_game() is game and isinstance(found.game, str)
        assert str(found) and found.to_markdown()
    assert loads == []


def test_a_saved_result_loads_its_game_once(tmp_path, loads):
    sabot.solve("kuhn-poker").save(tmp_path / "kuhn.json")
    saved = sabot.Solution.load(tmp_path / "kuhn.json")
    loads.clear()
    assert saved.held_game is None
    assert str(saved) and saved.to_latex()
    assert loads == ["kuhn-poker(ranks=3)"]


def test_a_matrix_has_no_game():
    assert sabot.solve([[1, -1], [-1, 1]]).find_game() is None


def test_the_game_is_no_part_of_equality_or_of_the_document():
    found = sabot.solve("kuhn-poker")
    other = replace(found, held_game=None)
    assert replace(found, seconds=0.0).held_game is found.held_game
    assert found == other and found.to_json() == other.to_json()


def test_the_rules_of_a_game_do_not_go_to_another_process():
    found = pickle.loads(pickle.dumps(sabot.solve("kuhn-poker")))
    assert found.held_game is None and found.value == sabot.solve("kuhn-poker").value
