"""Places among files that are named where a game is wanted, or where one is to be written."""

import os
import subprocess
import sys

import pytest
from tests.unit.traced import left_by, run

import sabot
from sabot.io.files import require_writable, write_atomically
from sabot.io.strategy_text import strategy_lines
from sabot.render.views.solution import imperfect_information_view
from sabot.render.writers.terminal import render


@pytest.mark.parametrize("ending", [".xyz", ""])
def test_a_file_in_another_format_is_told_which_are_read(tmp_path, ending):
    (tmp_path / f"x{ending}").write_text("1,2", encoding="utf-8")
    said = run("solve", str(tmp_path / f"x{ending}"))
    assert said.exit_code == 2
    assert "in a format that is not read" in said.stderr
    assert "read are .efg, .nfg, .csv, .json" in said.stderr
    assert "matrix(file=" in said.stderr


def test_a_folder_is_said_to_be_one(tmp_path):
    said = run("solve", str(tmp_path))
    assert said.exit_code == 2
    assert "is a folder, not a game" in said.stderr and "name a file in it" in said.stderr
    said = run("solve", f"{tmp_path}/missing/")
    assert said.exit_code == 2 and "is a folder that does not exist" in said.stderr


def test_a_device_is_said_to_be_one_and_how_stdin_is_read():
    said = run("solve", os.devnull)
    assert said.exit_code == 2
    assert "is a pipe or a device, not a game" in said.stderr
    assert "where the game is called -" in said.stderr


def test_a_table_of_what_is_neither_a_file_nor_a_game_misses_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("table", "nofile")
    assert said.exit_code == 3
    assert "nofile: there is no such file, and no game of that name" in said.stderr
    near = run("table", "kunh")
    assert near.exit_code == 3 and "did you mean 'kuhn-poker'?" in near.stderr
    assert run("table", "baccara(modle=B1)").exit_code == 2


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="a system without /dev")
def test_what_is_saved_to_stdout_goes_into_a_pipe():
    code = (
        "from sabot.io.files import require_writable, write_atomically\n"
        "require_writable('/dev/stdout'); write_atomically('/dev/stdout', 'text')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "text"


def test_a_link_is_still_written_through(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    require_writable(tmp_path / "link")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"


def test_a_sweep_whose_rules_were_edited_is_said_to_be_perhaps_that(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    left_by(tmp_path, "sweep war.py:war(ranks=3..4) -o s.jsonl")
    edited = (tmp_path / "war.py").read_text().replace("north=1)", "north=Fraction(1, 2))")
    (tmp_path / "war.py").write_text(edited)
    said = run("sweep", "war.py:war(ranks=3..5)", "-o", "s.jsonl")
    assert said.exit_code != 0
    assert "rules that were edited" in said.stderr


def test_a_seat_that_is_never_asked_has_no_verdict_and_its_screen_is_read_back():
    @sabot.rules(name="alone", seats=("ann", "bob"))
    def alone(table):
        """Ann takes one or two."""
        table.pay(ann=int(table.ask("ann", ("1", "2"))))

    solved = sabot.solve(alone())
    lines = render(imperfect_information_view(solved)).splitlines()
    (bob,) = [line for line in lines if line.startswith("bob")]
    assert bob.split() == ["bob", "never", "asked"]
    assert sum("never asked" in line for line in lines) == 1
    told = strategy_lines("\n".join(lines), ("ann", "bob"))
    assert [line.split() for _, line in told] == [["ann"], ["2", "always"], ["bob"]]
