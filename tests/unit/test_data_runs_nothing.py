"""A file that names a game in a Python file does not make anybody run that file: SECURITY.md."""

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.main import cli

WAR = """
from pathlib import Path
from sabot import rules

Path(__file__).with_name("ran").touch()

@rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3):
    shoe = table.shoe(ranks=ranks, suits=1)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=2 if north > south else -2)
"""


def run(*words):
    return CliRunner().invoke(cli, list(words))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what was saved of a game in a file that leaves a trace when it runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "war.py").write_text(WAR)
    assert run("solve", "war.py:war", "-o", "war.json").exit_code == 0
    assert run("reduce", "war.py:war", "-o", "log.json").exit_code == 0
    assert run("sweep", "war.py:war(ranks=3..4)", "-o", "rows.jsonl").exit_code == 0
    (tmp_path / "ran").unlink()
    # another file than before, so that nothing is remembered of it in this process
    (tmp_path / "war.py").write_text(WAR + "\n# changed\n")
    return tmp_path


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
    ],
)
def test_a_saved_file_runs_nothing(command, folder):
    run(*command.split())
    assert not (folder / "ran").exists()


def test_a_loaded_solution_shows_itself_without_running_its_game(folder):
    solution = sabot.Solution.load(folder / "war.json")
    assert solution._repr_html_()
    assert not (folder / "ran").exists()


def test_naming_the_game_runs_its_file(folder):
    run("show", "war.py:war")
    assert (folder / "ran").exists()
