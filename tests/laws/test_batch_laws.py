"""Whoever does the work, in whatever order and batches, whoever dies of it: the same results."""

from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.analysis import parallel_map
from sabot.analysis.parallel_map import MOST_LOSSES, map_in_order
from sabot.analysis.sweep import SweepItem, solve_all
from sabot.analysis.sweep_journal import row_to_line
from sabot.errors import WorkerError


class Later(Future):
    """A future that has its executor work when it is asked."""

    def __init__(self, crew):
        super().__init__()
        self.crew = crew

    def result(self, timeout=None):
        self.crew.work_until(self)
        return super().result(0)

    def exception(self, timeout=None):
        self.crew.work_until(self)
        return super().exception(0)


class Crew(Executor):
    """Does what it is given in any order; loses it where an item is deadly, or by bad luck.

    As *one pool* it then loses all else that is under way, as processes do.
    """

    def __init__(self, seed=0, deadly=(), unlucky=(), one_pool=False):
        self.random = Random(seed)
        self.deadly, self.unlucky, self.one_pool = set(deadly), set(unlucky), one_pool
        self.open, self.count, self.losses, self.sizes = [], 0, 0, []

    def submit(self, work, /, *args):
        future = Later(self)
        self.open.append((future, work, args))
        self.sizes.append(len(args[-1]))
        return future

    def work_until(self, future):
        while not future.done():
            self.step()

    def step(self):
        future, work, args = self.open.pop(self.random.randrange(len(self.open)))
        if not future.set_running_or_notify_cancel():
            return
        self.count += 1
        if self.count in self.unlucky or self.deadly & set(args[-1]):
            self.losses += 1
            future.set_exception(BrokenExecutor("killed"))
            if self.one_pool:
                others, self.open = self.open, []
                for other, _, _ in others:
                    if other.set_running_or_notify_cancel():
                        other.set_exception(BrokenExecutor("killed"))
            return
        future.set_result(work(*args))


PACES = st.sampled_from([0.0, 1e-7, 1e-5, 1e-3, 1.0, float("inf")])


@given(
    count=st.integers(0, 300),
    seconds=PACES,
    ahead=st.integers(1, 9),
    seed=st.integers(0, 99),
    deadly=st.sets(st.integers(0, 60), max_size=5),
    unlucky=st.sets(st.integers(0, 40).map(lambda n: 2 * n), max_size=9),
    one_pool=st.booleans(),
)
def test_results_are_in_order_and_only_the_deadly_are_given_up(
    count, seconds, ahead, seed, deadly, unlucky, one_pool
):
    crew = Crew(seed, deadly, unlucky, one_pool)
    found = list(
        map_in_order(
            lambda n: n * n, range(count), crew, lost=lambda n: -n, seconds=seconds, ahead=ahead
        )
    )
    assert found == [-n if n in deadly else n * n for n in range(count)]
    assert not crew.open


GAMES = [
    *(SweepItem(f"le-her(ranks={n}, suits={s})") for n in (2, 3, 4) for s in (1, 2)),
    SweepItem("le-her(ranks=0)"),
    SweepItem("baccara(model=B1, shoe=[6,0,0,0,0,0,0,0,0,0])"),
    SweepItem("baccara(model=B1, shoe=[6,1,0,0,0,0,0,0,0,0])", 0),
    SweepItem("baccara(model=B1, shoe=[5,0,0,0,0,0,0,0,0,0])", 1),
]


@pytest.fixture(scope="module")
def alone():
    return [row_to_line(row) for row in solve_all(GAMES)]


@given(
    seconds=PACES,
    ahead=st.integers(1, 5),
    seed=st.integers(0, 99),
    unlucky=st.sets(st.integers(0, 9).map(lambda n: 2 * n), max_size=3),
    one_pool=st.booleans(),
    start=st.integers(0, len(GAMES) - 3),
)
def test_rows_do_not_depend_on_who_solves_the_games(
    alone, seconds, ahead, seed, unlucky, one_pool, start
):
    crew = Crew(seed, (), unlucky, one_pool)
    rows = solve_all(GAMES, executor=crew, seconds=seconds, ahead=ahead, start=start)
    assert [row_to_line(row) for row in rows] == alone[start:]


def test_batches_grow_to_the_time_they_should_take_and_shrink_towards_the_end(monkeypatch):
    clock = [0.0]

    def work(n):  # half a second each
        clock[0] += 0.5
        return n

    monkeypatch.setattr(parallel_map.time, "perf_counter", lambda: clock[0])
    crew = Crew()
    found = map_in_order(work, range(400), crew, lost=abs, seconds=8.0, ahead=4)
    assert list(found) == list(range(400))
    assert crew.sizes[:4] == [1] * 4
    assert set(crew.sizes[4:20]) == {16}
    assert sorted(crew.sizes[4:], reverse=True) == crew.sizes[4:]
    assert crew.sizes[-1] == 1


def test_a_pool_that_loses_every_worker_is_given_up():
    crew = Crew(deadly=range(1000))
    rows = map_in_order(abs, range(1000), crew, lost=abs)
    with pytest.raises(WorkerError, match=f"{MOST_LOSSES} workers in a row were lost.*: killed"):
        list(rows)


def test_a_pool_that_takes_no_more_work_is_told():
    with ThreadPoolExecutor(1) as pool:
        pass
    with pytest.raises(WorkerError, match="take no more work"):
        list(map_in_order(abs, [1], pool, lost=abs))


def test_work_that_is_cancelled_by_its_pool_is_told():
    class Lazy(Executor):
        def submit(self, work, /, *args):
            future = Future()
            future.cancel()
            return future

    with pytest.raises(WorkerError, match="were stopped"):
        list(map_in_order(abs, [1], Lazy(), lost=abs))


def test_whoever_stops_listening_cancels_the_rest():
    crew = Crew()
    rows = map_in_order(abs, range(100), crew, lost=abs, ahead=10)
    next(rows)
    left = [future for future, _, _ in crew.open]
    rows.close()
    assert left and all(future.cancelled() for future in left)


def test_a_fault_of_the_work_is_raised_here():
    with ThreadPoolExecutor(2) as pool, pytest.raises(ZeroDivisionError):
        list(map_in_order(lambda n: 1 // n, [1, 0], pool, lost=abs))


def test_a_worker_of_another_version_says_so():
    with pytest.raises(WorkerError) as caught:
        parallel_map.run_batch("Sabot 0.0.9 on Python 2.7", abs, [1])
    assert "Sabot 0.0.9 on Python 2.7" in str(caught.value)
    assert parallel_map.version_fingerprint() in str(caught.value)
