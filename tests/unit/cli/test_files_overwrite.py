"""No file of a user's is lost to ``-o``, and no answer to a closed stdout."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.cli.program import cli

RULES = """import sabot

@sabot.rules(name="a", seats=("x", "y"))
def a(table):
    table.pay(x=1)

@sabot.rules(name="b", seats=("x", "y"))
def b(table):
    table.pay(x=2)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.csv").write_text("1,2\n3,4\n")
    Path("war.py").write_text(RULES)
    Path("notes.json").write_text("my notes\n")
    return tmp_path


def run(*words):
    return CliRunner().invoke(cli, words)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (("solve", "game.csv"), "game.csv"),
        (("solve", "game.csv"), "./game.csv"),
        (("solve", "matrix(file=game.csv)"), "game.csv"),
        (("solve", "war.py:a"), "war.py"),
        (("reduce", "game.csv"), "game.csv"),
        (("export", "game.csv", "--nfg"), "game.csv"),
        (("prove", "matrix(file=game.csv, t=*)"), "game.csv"),
        (("plot", "game.csv"), "game.csv"),
    ],
)
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_what_a_command_reads_it_does_not_write_over(words, file, force):
    before = Path(file).read_bytes()
    result = run(*words, "-o", file, *force)
    assert result.exit_code in (2, 3), result.output
    assert Path(file).read_bytes() == before


def test_a_saved_solution_is_not_written_over_by_its_own_table():
    assert run("solve", "kuhn", "-o", "kuhn.json").exit_code == 0
    result = run("table", "kuhn.json", "--latex", "-o", "kuhn.json", "--force")
    assert result.exit_code == 3
    assert "kuhn.json: is read by this command" in result.stderr
    assert sabot.check("kuhn.json") is not None


def test_a_link_to_what_is_read_is_what_is_read():
    os.symlink("game.csv", "link.json")
    assert (
        "is read by this command" in run("solve", "game.csv", "-o", "link.json", "--force").stderr
    )


def test_a_file_that_is_not_ours_is_replaced_only_by_force():
    refused = run("solve", "kuhn", "-o", "notes.json")
    assert refused.exit_code == 3
    assert "notes.json: exists already" in refused.stderr and "--force" in refused.stderr
    assert Path("notes.json").read_text() == "my notes\n"
    assert run("solve", "kuhn", "--force", "-o", "notes.json").exit_code == 0
    assert json.loads(Path("notes.json").read_text())["schema"].startswith("sabot/solution/")


def test_what_sabot_saved_and_what_is_empty_is_replaced_without_a_word():
    Path("new.json").touch()
    for _ in range(2):
        assert run("solve", "kuhn", "-o", "new.json").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("file", few(1, ["k.png", "k.svg", "k.pdf"]))
def test_our_own_figure_is_drawn_again(file):
    pytest.importorskip("matplotlib")
    for _ in range(2):
        assert run("plot", "le-her", "-o", file).exit_code == 0
    Path(file).write_bytes(Path(file).read_bytes()[:8] + b" of someone else")
    assert run("plot", "le-her", "-o", file).exit_code == 3


def test_a_file_keeps_its_mode_and_a_new_one_has_what_the_umask_leaves():
    before = os.umask(0o027)
    try:
        assert run("solve", "kuhn", "-o", "new.json").exit_code == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE(os.stat("new.json").st_mode) == 0o640
    os.chmod("new.json", 0o600)
    assert run("solve", "kuhn", "-o", "new.json").exit_code == 0
    assert stat.S_IMODE(os.stat("new.json").st_mode) == 0o600
    assert [name for name in os.listdir() if name.endswith(".new")] == []


# ---------------------------------------------------------------------- stdout


def process(*words, **options):
    source = "from sabot.cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-c", source, *words], capture_output=True, text=True, **options
    )


def without_stdout(*words):
    source = f"""import os, sys
os.close(1)
os.execv(sys.executable, [sys.executable, "-c", "from sabot.cli.main import run; run()", *{words}])
"""
    return subprocess.run(
        [sys.executable, "-c", source], stderr=subprocess.PIPE, text=True, check=False
    )


def test_an_answer_that_stdout_cannot_take_is_an_error():
    result = without_stdout("solve", "game.csv")
    assert result.returncode == 3
    assert "stdout is closed" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_answer_that_goes_to_a_file_needs_no_stdout():
    assert without_stdout("export", "game.csv", "--nfg", "-o", "game.nfg").returncode == 0
    assert Path("game.nfg").read_text().startswith("NFG 1")


BAD = """import sabot, sys

@sabot.rules(name="prints", seats=("x", "y"))
def prints(table):
    print("hello")
    table.pay(x=1)

@sabot.rules(name="closes", seats=("x", "y"))
def closes(table):
    sys.stdout.close()
    table.pay(x=1)

@sabot.rules(name="shuts", seats=("x", "y"))
def shuts(table):
    sys.__stdout__.close()
    table.pay(x=1)

@sabot.rules(name="leaves", seats=("x", "y"))
def leaves(table):
    raise GeneratorExit

@sabot.rules(name="odd", seats=("x", "y"))
def odd(table):
    class Odd(BaseException):
        pass
    raise Odd("as it is")
"""


@pytest.mark.parametrize("name", ["prints", "closes"])
def test_what_rules_print_does_not_spoil_the_answer(name):
    Path("bad.py").write_text(BAD)
    result = process("solve", f"bad.py:{name}", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["value"] == "1"
    assert ("hello" in result.stderr) == (name == "prints")


@pytest.mark.slow
def test_rules_that_close_stdout_itself_are_told_so():
    Path("bad.py").write_text(BAD)
    result = process("solve", "bad.py:shuts")
    assert result.returncode == 3
    assert "stdout was closed" in result.stderr and "Traceback" not in result.stderr


@pytest.mark.parametrize(("name", "words"), [("leaves", "GeneratorExit"), ("odd", "Odd: as it is")])
def test_rules_that_raise_anything_at_all_are_told_with_their_line(name, words):
    Path("bad.py").write_text(BAD)
    result = run("solve", f"bad.py:{name}")
    assert result.exit_code == 2
    assert "bad.py, line " in result.stderr and words in result.stderr


# ---------------------------------------------------------------------- two games in one file


@pytest.mark.parametrize("verb", ["solve", "show", "size", "reduce"])
def test_the_games_of_a_file_that_tells_two_are_listed(verb):
    result = run(verb, "war.py")
    assert result.exit_code == 2
    assert "war.py:a or war.py:b" in result.stderr
    assert "matrix(file" not in result.stderr


def test_the_digest_to_cite_is_printed():
    assert run("solve", "kuhn", "-o", "kuhn.json").exit_code == 0
    digest = json.loads(Path("kuhn.json").read_text())["certificate"]["digest"]
    for words in (("solve", "kuhn"), ("table", "kuhn.json")):
        assert f"sha256       {digest.removeprefix('sha256:')}\n" in run(*words).stdout


@pytest.mark.parametrize("ending", ["csv", "tex", "md", "html"])
def test_what_a_refusal_says_of_a_table_that_sabot_wrote_is_true(ending, tmp_path):
    words = ["equilibria", "matrix([[3|3,0|5],[5|0,1|1]])", "-o", str(tmp_path / f"m.{ending}")]
    assert CliRunner().invoke(cli, words).exit_code == 0
    refused = CliRunner().invoke(cli, words)
    assert "exists already; without --force only Sabot's own .json files and figures are" in (
        " ".join(refused.stderr.split())
    )
    assert CliRunner().invoke(cli, [*words, "--force"]).exit_code == 0
