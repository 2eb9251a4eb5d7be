"""A sweep that is stopped or killed goes on where it was, and ends with the same file."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partialmethod
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.analysis.sweep import expand_games, solve_item
from sabot.analysis.sweep_journal import SweepJournal
from sabot.cli.program import cli
from sabot.errors import FileError
from sabot.game_rules.validation import SECONDS_VARIABLE

PROGRAM = """
from sabot.cli import output
from sabot.cli.main import main
output.FIRST_LOG_AFTER = 86400.0  # how busy the machine is is not told
raise SystemExit(main())
"""
MODULE = [sys.executable, "-c", PROGRAM]
SPEC = "le-her(ranks=2..9, suits=1|2|inf)"
COUNT = 24


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "rows.jsonl"
    result = run("sweep", SPEC, "-o", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith(f"{COUNT} rows saved to {path}")
    assert "games per second" in result.stderr or result.stderr.endswith(f"{path}\n")
    return path.read_bytes()


def test_one_row_a_game_and_no_times_in_it(whole):
    rows = [json.loads(line) for line in whole.splitlines()]
    assert len(rows) == COUNT
    assert rows[0]["game"] == "le-her(ranks=2, suits=1)"
    assert all(list(row) == ["game", "value", "decimal", "unique", "mixed"] for row in rows)


@pytest.mark.parametrize("cut", [0, 1, 10, 500, -1, -2, None])
def test_whatever_is_there_the_end_is_the_same(whole, tmp_path, cut):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(whole[:cut])
    result = run("sweep", SPEC, "-o", str(path))
    assert result.exit_code == 0, result.output
    assert path.read_bytes() == whole


def test_zeros_left_by_a_crash_are_dropped(whole, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(whole[:900] + b"\0" * 300)
    assert run("sweep", SPEC, "-o", str(path)).exit_code == 0
    assert path.read_bytes() == whole


def test_a_longer_sweep_of_the_same_games_goes_on(whole, tmp_path):
    path = tmp_path / "rows.jsonl"
    assert run("sweep", "le-her(ranks=2..4, suits=1|2|inf)", "-o", str(path)).exit_code == 0
    assert whole.startswith(path.read_bytes())
    assert run("sweep", SPEC, "-o", str(path)).exit_code == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"my only copy of something", "line 1 is not a row of this sweep"),
        (b"my only copy of something\n", "line 1 is not a row of a sweep"),
        (b"[]\n", "line 1 is not a row of a sweep"),
        (b'{"game": "le-her(ranks=3, suits=1)", "value": "0"}\n', "this sweep has le-her(ranks=2"),
        (
            b'{"game": "le-her(ranks=2, suits=1)", "value": "1/0"}\n',
            "line 1 is not a row of a sweep",
        ),
        (b'{"game": "le-her(ranks=2, suits=1)", "value": "5"}\n', "line 1 contradicts itself"),
        (b"[" * 100_000 + b"\n", "line 1 is not a row of a sweep"),
    ],
)
def test_a_file_of_something_else_is_refused_and_kept(tmp_path, content, reason):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)
    result = run("sweep", SPEC, "-o", str(path))
    assert result.exit_code == 3
    assert reason in result.stderr
    assert "name another file" in result.stderr
    assert path.read_bytes() == content


def changed(row, **parts):
    return json.dumps({**row, **parts}).encode() + b"\n"


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"decimal": 0.75}, "line 9 contradicts itself"),
        ({"value": "2/4", "decimal": 0.5}, "line 9 contradicts itself"),
        ({"unique": {"receiver": 1, "dealer": True}}, "line 9 contradicts itself"),
        (
            {"mixed": {"receiver": {"3": {"hold": "1/2", "exchange": "1/3"}}, "dealer": {}}},
            "line 9 contradicts itself",
        ),
        ({"note": "mine"}, "line 9 contradicts itself"),
        ({"mixed": 3}, "line 9 is not a row of a sweep"),
        ({"value": "3/4", "decimal": 0.75}, "line 9 is not what is found"),
        (
            {"mixed": {"receiver": {"3": {"hold": "1/2", "exchange": "1/2"}}, "dealer": {}}},
            "line 9 is not what is found",
        ),
    ],
)
def test_a_row_in_the_middle_that_was_changed_is_noticed(
    whole, tmp_path, monkeypatch, parts, reason
):
    # however long a busy machine takes to find the others again
    monkeypatch.setattr(
        SweepJournal, "recheck_rows", partialmethod(SweepJournal.recheck_rows, seconds=3600.0)
    )
    lines = whole.splitlines(keepends=True)[:20]
    lines[8] = changed(json.loads(lines[8]), **parts)
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"".join(lines))
    result = run("sweep", SPEC, "-o", str(path))
    assert (result.exit_code, reason in result.stderr) == (3, True), result.stderr
    assert path.read_bytes() == b"".join(lines)


def test_an_effect_that_was_changed_is_noticed(tmp_path):
    path = tmp_path / "rows.jsonl"
    words = ["sweep", "baccara(model=B1, decks=1)", "--remove-each", "-o", str(path)]
    assert run(*words).exit_code == 0
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = changed(json.loads(lines[3]), effect="1/2", effect_decimal=0.5)
    path.write_bytes(b"".join(lines))
    result = run(*words)
    assert (result.exit_code, "line 4 contradicts itself" in result.stderr) == (3, True)


def test_without_the_time_to_find_all_rows_again_the_last_is(whole, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(whole)
    asked = []

    def find(item):
        asked.append(item)
        return solve_item(item)

    items = expand_games(SPEC)
    with SweepJournal(str(path), items) as ledger:
        assert ledger.recheck_rows(find, seconds=0) == 1
        assert asked == [items[-1]]
        assert ledger.recheck_rows(find, seconds=600) == COUNT
        assert sorted(map(str, asked[1:])) == sorted(map(str, items))


def test_a_shorter_sweep_is_refused(whole, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(whole)
    result = run("sweep", "le-her(ranks=2, suits=1)", "-o", str(path))
    assert (result.exit_code, "more than the 1 rows" in result.stderr) == (3, True)
    assert path.read_bytes() == whole


def test_effects_survive_a_cut_and_other_strategies_are_refused(tmp_path):
    path = tmp_path / "rows.jsonl"
    words = ["sweep", "baccara(model=B1, decks=1)", "--remove-each", "-o", str(path)]
    assert run(*words, "--strategy", "casino").exit_code == 0
    complete = path.read_bytes()
    path.write_bytes(complete[: len(complete) // 2])
    result = run(*words)
    assert (result.exit_code, "other strategies" in result.stderr) == (3, True)
    assert run(*words, "--strategy", "casino").exit_code == 0
    assert path.read_bytes() == complete
    rows = [json.loads(line) for line in complete.splitlines()]
    assert [row.get("removed") for row in rows] == [None, *range(10)]
    assert float(rows[5]["effect_decimal"]) == pytest.approx(
        rows[5]["decimal"] - rows[0]["decimal"]
    )


def test_two_sweeps_do_not_write_to_one_file(tmp_path):
    pytest.importorskip("fcntl")
    path = str(tmp_path / "rows.jsonl")
    with SweepJournal(path, expand_games(SPEC)):
        result = run("sweep", SPEC, "-o", path)
        assert (result.exit_code, "another sweep is writing" in result.stderr) == (3, True)
        with pytest.raises(FileError):
            SweepJournal(path, expand_games(SPEC))


def test_a_device_is_written_to_without_reading():
    assert run("sweep", "le-her(ranks=2..3)", "-o", os.devnull).exit_code == 0


# ------------------------------------------------------------------ as a process

ROWS, STEP = 40, 6
GATED = """
import os, time
import sabot

@sabot.rules(name="gated", seats=("north", "south"))
def gated(table, *, n: int = 1):
    gate = (n - 1) // {step}
    while gate and not os.path.exists(os.path.join({folder!r}, f"gate {{gate}} is open")):
        time.sleep(0.01)
    return table.pay(north=n)
"""


class Gates:
    """A sweep with a gate after every few games, so that it is not over before it is stopped.

    The first games of a sweep go to the workers one by one: all before a gate come through.
    """

    def __init__(self, folder):
        self.folder = folder
        (folder / "game.py").write_text(GATED.format(step=STEP, folder=str(folder)))
        self.words = ["sweep", f"{folder / 'game.py'}:gated(n=1..{ROWS})"]

    def open(self, *gates):
        """Open some gates, or all of them."""
        for gate in gates or range(1, ROWS // STEP + 1):
            (self.folder / f"gate {gate} is open").touch()

    def whole(self):
        """Return the file of a sweep that nobody stops; leave all gates shut."""
        path = self.folder / "whole.jsonl"
        self.open()
        assert run(*self.words, "-o", str(path)).exit_code == 0
        for opened in self.folder.glob("gate * is open"):
            opened.unlink()
        return path.read_bytes()


def started(gates, path):
    return subprocess.Popen(
        [*MODULE, *gates.words, "-o", str(path), "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_rows(path, count, process):
    until = time.monotonic() + 300
    while time.monotonic() < until:
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    raise AssertionError("no rows came")


def gone(session):
    """Whether soon no process of a session is left."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def gates(tmp_path, monkeypatch):
    """Gates at which a hand may stand for longer than others may take."""
    monkeypatch.setenv(SECONDS_VARIABLE, "3600")
    return Gates(tmp_path)


@pytest.fixture
def long(gates):
    return gates.whole()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_killed_half_way_and_resumed_the_file_is_the_same(tmp_path, gates, long):
    path = tmp_path / "rows.jsonl"
    process = started(gates, path)
    wait_for_rows(path, STEP, process)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(300)
    assert gone(process.pid), "workers outlive the sweep that was killed"
    process.communicate()
    cut = path.read_bytes()
    assert STEP <= cut.count(b"\n") < ROWS
    assert long.startswith(cut)
    gates.open()
    result = run(*gates.words, "-o", str(path))
    assert result.exit_code == 0
    assert f": {cut.count(10)} rows are there" in result.stderr
    assert path.read_bytes() == long


def children(pid):
    """Return the processes of a pool: those of its owner that are not the tracker of resources."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(p) for p in found if b"spawn_main" in Path(f"/proc/{p}/cmdline").read_bytes()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to find workers in")
def test_a_worker_killed_half_way_is_replaced_and_the_file_is_the_same(tmp_path, gates, long):
    path = tmp_path / "rows.jsonl"
    process = started(gates, path)
    wait_for_rows(path, STEP, process)
    os.kill(children(process.pid)[0], signal.SIGKILL)
    gates.open()
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (0, ""), err
    assert err.startswith(f"{ROWS} rows saved to {path}")
    assert path.read_bytes() == long


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_ctrl_c_says_what_was_saved(tmp_path, gates, long):
    path = tmp_path / "rows.jsonl"
    process = started(gates, path)
    wait_for_rows(path, STEP, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (4, "")
    saved = path.read_bytes()
    assert f"sabot: interrupted after {saved.count(10)} of {ROWS} games" in err
    assert "the same command again goes on from there" in err
    assert "Traceback" not in err
    assert saved.endswith(b"\n") and long.startswith(saved)
    assert gone(process.pid)
