"""A file that names a game in a Python file does not make anybody run that file: SECURITY.md."""

import pytest
from tests.unit.traced import left_by, run

import sabot


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what was saved of a game in a file that leaves a trace when it runs."""
    monkeypatch.chdir(tmp_path)
    return left_by(
        tmp_path,
        "solve war.py:war -o war.json",
        "reduce war.py:war -o log.json",
        "sweep war.py:war(ranks=3..4) -o rows.jsonl",
        "prove war.py:war(stake=*) -o all.json",
    )


NETWORK = '{"schema": "sabot/network/1", "network": "war.py:war"}'


def test_a_network_that_names_a_file_of_rules_runs_nothing(folder):
    (folder / "net.json").write_text(NETWORK, encoding="utf-8")
    assert "is not run for this" in run("table", "net.json").stderr
    assert not (folder / "ran").exists()


@pytest.mark.parametrize(
    "command",
    [
        "check war.json",
        "table war.json",
        "table war.json --latex",
        "table log.json --csv",
        "plot war.json --json",
        "plot rows.jsonl --json",
        "value kuhn --strategy war.json",
        "simulate kuhn --strategy war.json",
        "solve war.json",
        "check log.json",
        "check war.json --rules",
        "check all.json --rules",
    ],
)
def test_a_saved_file_runs_nothing(command, folder):
    run(*command.split())
    assert not (folder / "ran").exists()


def test_a_loaded_solution_shows_itself_without_running_its_game(folder):
    solution = sabot.Solution.load(folder / "war.json")
    assert solution._repr_html_()
    assert not (folder / "ran").exists()


def test_a_theorem_is_tied_to_its_rules_only_by_who_names_them(folder):
    refused = run("check", "all.json", "--rules")
    assert refused.exit_code == 5
    assert "name the game yourself: --game 'war.py:war(stake=*)'" in refused.stderr
    assert not (folder / "ran").exists()
    assert run("check", "all.json", "--game", "war.py:war(stake=*)").exit_code == 0
    assert (folder / "ran").exists()


def test_naming_the_game_runs_its_file(folder):
    run("show", "war.py:war")
    assert (folder / "ran").exists()
