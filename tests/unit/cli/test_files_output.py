"""``-o``: a place that cannot be written to is refused before the work begins."""

import importlib
import json
import os

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.output import save_then_print
from sabot.cli.program import cli
from sabot.errors import FileError
from sabot.io.files import require_writable

list_verb = importlib.import_module("sabot.cli.verbs.equilibria")


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.fixture
def idle(monkeypatch):
    """Make any work fail the test."""

    def work(*_, **__):
        raise AssertionError("it works before it looks at the file")

    for verb in ("solve", "reduce", "strategic_form", "approximate"):
        monkeypatch.setattr(f"sabot.api.solving.{verb}", work)
    monkeypatch.setattr("sabot.api.proving.prove", work)
    monkeypatch.setattr("sabot.analysis.sweep.solve_all", work)


WORDS = [
    ["solve", "le-her"],
    ["solve", "le-her", "--json"],
    ["solve", "kuhn", "--gap", "1/10"],
    ["reduce", "le-her"],
    ["prove", "le-her(ranks=3, suits=*)"],
    ["export", "le-her", "--nfg"],
    ["table", "none.json", "--latex"],
    ["sweep", "le-her(ranks=2..3)"],
]


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("words", WORDS, ids=[" ".join(words) for words in WORDS])
@pytest.mark.parametrize("place", ["no/such/folder/x.json", "folder", "file/x.json", "n" * 300])
def test_an_impossible_place_is_refused_at_once(words, place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("old")
    result = run(*words, "-o", place)
    assert result.exit_code == 3, result.output
    assert result.stdout == ""
    assert result.stderr.startswith(f"sabot: error: {place}: cannot be written: ")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "old"


def test_the_reason_and_the_remedy_are_told(tmp_path):
    with pytest.raises(FileError, match=r"there is no folder .*no\n  make it first"):
        require_writable(tmp_path / "no" / "x.json")
    with pytest.raises(FileError, match="it is a folder\n  name a file in it"):
        require_writable(tmp_path)
    locked = tmp_path / "locked.json"
    locked.touch(mode=0o444)
    with pytest.raises(FileError, match="read-only"):
        require_writable(locked)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(FileError, match="Permission denied"):
        require_writable(tmp_path / "x.json")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="no /proc here")
def test_a_folder_that_takes_no_files_is_refused():
    with pytest.raises(FileError, match="cannot be written"):
        require_writable("/proc/x.json")


def test_looking_leaves_everything_as_it_was(tmp_path):
    old = tmp_path / "old.json"
    old.write_text("old")
    require_writable(old)
    require_writable(tmp_path / "new.json")
    require_writable(os.devnull)
    assert os.listdir(tmp_path) == ["old.json"]
    assert old.read_text() == "old"


@pytest.mark.parametrize("pressed", [True, False])
def test_an_interrupt_while_printing_says_that_the_file_was_saved(
    pressed, tmp_path, monkeypatch, capsys
):
    pressed_now = []
    monkeypatch.setattr("sabot.cli.output.was_interrupted", lambda: bool(pressed_now))
    place = tmp_path / "x.json"

    def save(path):
        place.write_text(path)

    def press():
        pressed_now.extend([True] if pressed else [])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), save_then_print(str(place), save):
        press()
    said = capsys.readouterr().err
    assert (f"saved to {place}" in said) is pressed
    assert ("only printing it was interrupted" in said) is pressed
    assert place.exists()


class _PressedOnce:
    """A function that is interrupted the first time."""

    def __init__(self, work):
        self.work, self.left = work, 1

    def __call__(self, *args):
        if self.left:
            self.left -= 1
            raise KeyboardInterrupt
        return self.work(*args)


@pytest.mark.parametrize("stage", ["_write_list", "_report_check_of_list"])
def test_an_interrupt_after_the_search_keeps_the_whole_list(stage, tmp_path, monkeypatch):
    pressed = _PressedOnce(getattr(list_verb, stage))
    monkeypatch.setattr(list_verb, stage, pressed)
    place = tmp_path / "list.json"
    result = run("equilibria", "matrix([[2|1, 0|0], [0|0, 1|2]])", "-o", str(place))
    assert not pressed.left and result.exit_code == 4
    assert f"the list is saved to {place}" in result.stderr
    assert sabot.check(place)
    assert json.loads(place.read_text())["count"] == 3
