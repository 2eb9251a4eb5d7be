"""Rules as code: the file that ``sabot show GAME --source`` prints is the shipped game."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.game_table import rules_source, shipped_games

WITH_SOURCE = {name: entry for name, entry in shipped_games().items() if entry.source}


def run(*words):
    return CliRunner().invoke(cli, list(words))


@pytest.mark.parametrize("name", WITH_SOURCE)
def test_the_file_that_is_printed_has_the_value_of_the_shipped_game(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = run("show", name, "--source")
    assert printed.exit_code == 0
    (tmp_path / "mine.py").write_text(printed.stdout)
    function = name.replace("-", "_")
    assert sabot.solve(f"mine.py:{function}").value == sabot.solve(name).value


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("le-her", "ranks=5, suits=2"),
        ("le-her", "ranks=2, suits=1"),
        ("kuhn-poker", "ranks=4, ante=2, bet=3/2"),
        ("leduc-poker", "ranks=2, suits=2, bet1=1, bet2=3, raises=2"),
        ("foster-1964", "decks=1"),
    ],
)
def test_its_parameters_are_those_of_the_game(name, parameters, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(rules_source(name))
    mine = sabot.solve(f"mine.py:{name.replace('-', '_')}({parameters})")
    assert mine.value == sabot.solve(f"{name}({parameters})").value


def test_le_her_with_ties_to_the_receiver_is_one_line_away(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = "return receiver > dealer"
    source = rules_source("le-her")
    assert source.count(line) == 1
    (tmp_path / "mine.py").write_text(source.replace(line, line.replace(" > ", " >= ")))
    assert str(sabot.solve("mine.py:le_her").value) == "893/5525"


@pytest.mark.parametrize(
    ("name", "words"),
    [("matrix([[1,0],[0,1]])", "there is one of: le-her"), ("punto-banco", "tell-a-game")],
)
def test_a_game_without_such_a_file_says_so(name, words):
    refused = run("show", name, "--source")
    assert refused.exit_code == 2 and words in refused.stderr


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("kuhn-poker(bet=2)", "sabot solve 'mine.py:kuhn_poker(bet=2)'"),
        ("le-her(strategies=threshold)", "no parameter strategies; those it has: ranks, suits"),
    ],
)
def test_parameters_that_the_file_would_not_have_are_refused(game, words):
    refused = run("show", game, "--source")
    assert refused.exit_code == 2 and words in refused.stderr and not refused.stdout
    assert run("show", "kuhn-poker(ranks=3)", "--source").exit_code == 0  # as in the file


def test_a_rules_file_is_its_own_source(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(rules_source("kuhn-poker"))
    refused = run("show", "mine.py", "--source")
    assert refused.exit_code == 2 and "your own file" in refused.stderr
