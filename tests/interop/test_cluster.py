"""Workers of a cluster, here as processes: stopped, killed, gone, or of another version."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from threading import Event

import pytest
from click.testing import CliRunner
from tests.unit.analysis.test_sweep_journal import ROWS, STEP, Gates, wait_for_rows

from sabot.analysis import executors
from sabot.analysis.parallel_map import version_fingerprint
from sabot.cli.program import cli
from sabot.errors import WorkerError
from sabot.game_rules.validation import SECONDS_VARIABLE

if not os.environ.get("CI"):
    pytest.importorskip("distributed", reason="no distributed; pip install 'sabot-games[cluster]'")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals differ")


PATIENT = """
from sabot.analysis import executors as cluster
from sabot.cli import output
from sabot.cli.main import main
cluster.FIRST_WORKER_SECONDS, cluster.CONNECT_SECONDS = 300, 60
output.FIRST_LOG_AFTER = 86400.0
raise SystemExit(main())
"""
"""The program, with time for workers to come on a machine that has other things to do."""


def dask(*words, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | environment,
    )


def worker(address, name, **environment):
    words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name)
    return dask("worker", address, *words, **environment)


@contextmanager
def scheduler(folder):
    """Start a scheduler; yield its process and its address."""
    file = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    process = dask("scheduler", *words)
    try:
        yield process, _address(file, process)
    finally:
        ended(process)


def _address(file, process):
    until = time.monotonic() + 300
    while time.monotonic() < until:
        assert process.poll() is None
        try:
            return json.loads(file.read_text())["address"]
        except (OSError, ValueError):
            time.sleep(0.05)
    raise AssertionError("no scheduler came")


def ended(*processes):
    for process in processes:
        process.kill()
        process.wait(300)


@pytest.fixture
def gates(tmp_path, monkeypatch):
    """Gates at which a hand may stand for longer than others may take."""
    monkeypatch.setenv(SECONDS_VARIABLE, "3600")
    return Gates(tmp_path)


@contextmanager
def sweeping(gates, path, address):
    process = subprocess.Popen(
        [sys.executable, "-c", PATIENT, *gates.words, "-o", str(path), "--cluster", address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.slow
def test_stopped_then_a_worker_killed_and_the_file_is_that_of_one_process(tmp_path, gates):
    path = tmp_path / "rows.jsonl"
    expected = gates.whole()
    with scheduler(tmp_path) as (_, address):
        one, two = worker(address, "one"), worker(address, "two")
        try:
            with sweeping(gates, path, address) as first:
                wait_for_rows(path, STEP, first)
                first.send_signal(signal.SIGINT)
                out, err = first.communicate(timeout=300)
            assert (first.returncode, out) == (4, ""), err
            saved = path.read_bytes()
            assert err.startswith(f"sabot: interrupted after {saved.count(10)} of {ROWS} games")
            assert saved.endswith(b"\n") and expected.startswith(saved)
            path.write_bytes(saved[: saved.index(b"\n") + 1])
            gates.open(1)  # at which both workers still stand

            with sweeping(gates, path, address) as second:
                wait_for_rows(path, 2 * STEP, second)
                ended(one)
                gates.open()
                out, err = second.communicate(timeout=300)
            assert (second.returncode, out) == (0, ""), err
            assert f"{ROWS} rows saved" in err and "Traceback" not in err
            assert path.read_bytes() == expected
        finally:
            ended(one, two)


@pytest.mark.slow
def test_a_worker_of_another_version_is_named_and_then_the_scheduler_goes(tmp_path, gates):
    path = tmp_path / "rows.jsonl"
    (tmp_path / "old" / "sabot").mkdir(parents=True)
    (tmp_path / "old" / "sabot" / "__init__.py").write_text("__version__ = '0.0.9'\n")
    with scheduler(tmp_path) as (process, address):
        old = worker(address, "old", PYTHONPATH=str(tmp_path / "old"))
        try:
            with sweeping(gates, path, address) as first:
                out, err = first.communicate(timeout=300)
        finally:
            ended(old)
        assert (first.returncode, out) == (5, ""), err
        assert "sabot: error: worker tcp://127.0.0.1:" in err
        assert "has Sabot 0.0.9 on Python" in err
        assert f"here is {version_fingerprint()}" in err
        assert "install the same versions" in err
        assert not path.exists()

        new = worker(address, "new")
        try:
            with sweeping(gates, path, address) as cut:
                wait_for_rows(path, STEP, cut)
                ended(process)
                out, err = cut.communicate(timeout=300)
        finally:
            ended(new)
    assert (cut.returncode, out) == (5, ""), err
    assert f"the scheduler at '{address}' went away" in err
    assert f"what was found is in {path}" in err
    assert "Traceback" not in err
    assert path.read_bytes().count(b"\n") == STEP


# ------------------------------------------------------------------ without processes


def refused(address, code=5):
    result = CliRunner().invoke(cli, ["sweep", "le-her", "--cluster", address])
    assert (result.exit_code, result.stdout) == (code, "")
    return result.stderr


def test_no_scheduler_is_told_within_seconds(monkeypatch):
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.3)
    said = refused("tcp://127.0.0.1:1")
    assert said.startswith("sabot: error: no scheduler answers at 'tcp://127.0.0.1:1'")
    assert "dask scheduler" in said


@pytest.mark.parametrize("address", ["", "here", "tcp://here", "ftp://here:1", "here:x", "a b:1"])
def test_what_is_no_address_is_refused(address):
    assert f"{address!r} is not the address of a scheduler" in refused(address, code=2)


def test_jobs_and_cluster_exclude_each_other():
    result = CliRunner().invoke(cli, ["sweep", "le-her", "--cluster", "a:1", "--jobs", "2"])
    assert (result.exit_code, "choose one" in result.stderr) == (2, True)


class Client:
    """A client of a scheduler that is not there."""

    status = "running"

    def __init__(self, **answers):
        self.answers, self.given, self.there = answers, [], {"a": 1, "b": 1}
        self.looked = Event()

    def run(self, work, *arguments, on_error):
        return {
            name: work(*arguments) if its is None else its for name, its in self.answers.items()
        }

    def nthreads(self):
        self.looked.set()
        return self.there

    def submit(self, work, *arguments, pure):
        assert not pure
        self.given.append(Future())
        return self.given[-1]


@pytest.mark.parametrize(
    ("its", "said"),
    [
        (ModuleNotFoundError("No module named 'sabot'"), "worker b has no Sabot; here is"),
        ("Sabot 9.9 on Python 4.0", "worker b has Sabot 9.9 on Python 4.0; here is"),
        (OSError("no disk"), "worker b has no disk; here is"),
    ],
)
def test_every_worker_is_asked_for_its_version(its, said):
    executors._require_versions(Client(a=None, b=None))
    with pytest.raises(WorkerError, match=said):
        executors._require_versions(Client(a=None, b=its))


@pytest.fixture
def crew():
    made = executors.DaskExecutor(Client(), "tcp://there:1", patience=0.0)
    yield made
    made.shutdown(cancel_futures=True)


def test_what_killed_several_workers_is_lost(crew):
    from distributed import KilledWorker

    ours = crew.submit(abs, 1)
    crew._client.given[0].set_exception(KilledWorker("task", None, 3))
    with pytest.raises(BrokenExecutor, match="4 workers died"):
        ours.result(300)


def test_results_and_faults_are_passed_on(crew):
    first, second, third = (crew.submit(abs, n) for n in range(3))
    crew._client.given[1].set_exception(ZeroDivisionError())
    crew._client.given[0].set_result(7)
    assert first.result(300) == 7
    assert isinstance(second.exception(300), ZeroDivisionError)
    assert third.cancel() and crew._client.given[2].cancelled()


def test_while_a_worker_is_there_nothing_is_given_up_however_long_it_takes(crew):
    ours = crew.submit(abs, 1)
    for _ in range(2):  # the second look comes when what follows from the first is done
        crew._client.looked.clear()
        assert crew._client.looked.wait(300)
    assert not ours.done()


def test_when_the_last_worker_is_gone_nobody_waits_for_ever(crew):
    ours = crew.submit(abs, 1)
    crew._client.there = {}
    with pytest.raises(WorkerError, match="no workers any more"):
        ours.result(300)


def test_when_the_scheduler_is_gone_nothing_more_is_handed_out(crew):
    crew._client.status = "closed"
    with pytest.raises(WorkerError, match="went away"):
        crew.submit(abs, 1)
