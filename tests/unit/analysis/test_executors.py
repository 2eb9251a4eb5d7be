"""Processes that die: their work is done again, and what they always die of is given up."""

import json
import signal
import sys
import threading
import time
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from click.testing import CliRunner

from sabot import load, simulate, solve
from sabot.analysis import sweep
from sabot.analysis.executors import process_pool
from sabot.analysis.parallel_map import map_in_order
from sabot.analysis.sweep import SweepItem, solve_all, solve_item
from sabot.cli.program import cli
from sabot.errors import WorkerError
from sabot.game_rules.table import Dealer

DEADLY = "__import__('os')._exit(9)"


def test_what_kills_its_process_is_given_up_and_the_rest_is_done():
    work = [str(n) for n in range(20)]
    work[7] = DEADLY
    with process_pool(2) as processes:
        found = list(map_in_order(eval, work, processes, lost=len, seconds=0.01, ahead=3))
        again = list(map_in_order(eval, ["1 + 1"], processes, lost=len))
    assert found == [len(DEADLY) if n == 7 else n for n in range(20)]
    assert again == [2]


def test_a_pool_of_the_callers_that_breaks_is_told():
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as processes,
        pytest.raises(WorkerError, match="take no more work"),
    ):
        list(map_in_order(eval, [DEADLY, "1"], processes, lost=len))


def test_one_is_no_pool():
    with process_pool(1) as nobody:
        assert nobody is None


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (ZeroDivisionError("by nought"), "a fault in Sabot itself: ZeroDivisionError: by nought"),
        (MemoryError(), "memory ran out"),
    ],
)
def test_a_game_that_fails_is_a_row_and_no_end(monkeypatch, fault, reason):
    settle = sweep.solve_zero_sum

    def faulty(form):
        if len(form.sides[0].cells) == 3:
            raise fault
        return settle(form)

    monkeypatch.setattr(sweep, "solve_zero_sum", faulty)
    rows = list(solve_all([SweepItem(f"le-her(ranks={n})") for n in (2, 3, 4)]))
    assert [row.error for row in rows] == ["", reason, ""]
    assert rows[1].to_json() == {"game": "le-her(ranks=3, suits=4)", "error": reason}


def test_ctrl_c_is_no_row(monkeypatch):
    def stopped(form):
        raise KeyboardInterrupt

    monkeypatch.setattr(sweep, "solve_zero_sum", stopped)
    with pytest.raises(KeyboardInterrupt):
        solve_item(SweepItem("le-her"))


def test_a_game_that_killed_its_workers_has_a_row_with_its_name():
    row = sweep._row_of_lost_item(SweepItem("baccara( model=B1,decks=1 )", 3))
    assert row.to_json() == {
        "game": "baccara(model=B1, decks=1)",
        "removed": 3,
        "error": "its worker was killed each time that it was tried, "
        "perhaps because memory ran out",
    }


def test_without_the_extra_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(cli, ["sweep", "le-her", "--cluster", "tcp://there:8786"])
    assert (result.exit_code, result.stdout) == (5, "")
    assert "pip install 'sabot-games[cluster]'" in result.stderr


def test_what_is_no_address_is_bad_usage():
    result = CliRunner().invoke(cli, ["sweep", "le-her", "--cluster", "foo"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--cluster 'foo' is not the address of a scheduler" in result.stderr
    assert "tcp://HOST:PORT" in result.stderr


def test_an_encrypted_address_without_certificates_is_refused_at_once():
    pytest.importorskip("distributed")
    result = CliRunner().invoke(cli, ["sweep", "le-her", "--cluster", "tls://127.0.0.1:8786"])
    assert (result.exit_code, result.stdout) == (5, "")
    assert "no certificates are configured" in result.stderr


def test_nothing_is_said_to_be_in_a_file_that_is_not_there(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    path = tmp_path / "rows.jsonl"
    words = ["sweep", "le-her", "--cluster", "tcp://there:8786", "-o", str(path)]
    result = CliRunner().invoke(cli, words)
    assert (result.exit_code, path.exists()) == (5, False)
    assert "what was found is in" not in result.stderr
    path.write_bytes(b"")
    assert "what was found is in" in CliRunner().invoke(cli, words).stderr


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "le-her", "--hands", "300", "--seed", "5", "--json"],
        ["paper", "ethier-2010-le-her", "eq-5.12", "--json"],
        ["sweep", "le-her(ranks=2..4)", "--json"],
    ],
    ids=lambda words: words[0],
)
def test_every_verb_that_takes_jobs_answers_the_same(words):
    alone, together = (
        json.loads(CliRunner().invoke(cli, [*words, *more]).stdout)
        for more in ([], ["--jobs", "2"])
    )
    for answer in (alone, together):
        answer.pop("seconds", None)
    assert together == alone


def test_the_first_hands_are_those_of_a_dealer_with_the_seed_itself():
    game, mixes = load("le-her"), solve("le-her").strategies
    dealer = Dealer(game.seats, mixes, seed=5)
    expected = Counter(dealer.play_hand(game.play)[0] for _ in range(1000))
    assert simulate("le-her", hands=1000, seed=5).counts == expected


def test_a_file_that_only_the_workers_cannot_read_is_an_error_and_no_row(tmp_path):
    path = tmp_path / "pay.csv"
    path.write_text("1,0\n0,1\n")
    items = [SweepItem(f"matrix(file={path})"), SweepItem("matrix(file=none.csv)")]
    here = list(solve_all(items))
    assert (here[0].error, here[1].error) == (
        "",
        "none.csv: cannot be read: No such file or directory",
    )

    class Blind(Executor):
        def submit(self, work, /, *args):
            future = Future()
            path.rename(tmp_path / "away")
            future.set_result(work(*args))
            (tmp_path / "away").rename(path)
            return future

    with ThreadPoolExecutor(1) as threads:
        assert list(solve_all(items, executor=threads)) == here
    with pytest.raises(WorkerError, match="the same path on every machine"):
        list(solve_all(items, executor=Blind()))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no such mask here")
def test_a_worker_is_born_deaf_to_ctrl_c_and_its_owner_is_not():
    with process_pool(2) as executor:
        assert executor is not None
        deaf = executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT in deaf
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


class Sleepy:
    """An owner's end of the pipe, whose owner sleeps when it is closed until the workers end."""

    def __init__(self, end, before):
        self.end, self.before = end, before

    def close(self):
        self.end.close()
        for thread in set(threading.enumerate()) - self.before:
            if not thread.daemon:  # the one that sees them end
                thread.join(300)


@pytest.mark.parametrize("sleepy", [False, True])
def test_a_pool_that_is_left_in_the_middle_is_over_and_says_nothing(monkeypatch, sleepy):
    """Its thread once outlived it, with what was cancelled still to be told: a traceback.

    On a busy machine the workers ended before it was told at all: the same traceback.
    """
    complaints = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt), process_pool(2) as workers:  # noqa: PT012
        if sleepy:
            workers._writer = Sleepy(workers._writer, before)
        handed = [workers.submit(time.sleep, 600) for _ in range(20)]
        while not handed[1].running():
            time.sleep(0.01)
        for future in handed:
            future.cancel()
        raise KeyboardInterrupt
    assert set(threading.enumerate()) <= before
    assert not complaints
    assert all(future.done() for future in handed)
