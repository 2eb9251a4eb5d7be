"""Ordered parallel map: work handed to an executor in batches, results in order.

Any ``concurrent.futures.Executor`` will do. An item is worked on by itself, so that results
depend neither on the executor nor on how items are put together. A batch whose worker was lost is
run again alone, so that a second loss is caused by the batch itself. It is then divided until the
one item is found that kills its worker, and that item is given up.
"""

from __future__ import annotations

import platform
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from sabot._version import __version__
from sabot.errors import FormError, WorkerError
from sabot.progress import OrderedMap, progress_scope, raise_if_cancelled

BATCH_SECONDS = 1.0
"""How long a batch should take: long beside sending it, short beside losing it."""
SHORTEST_BATCH = 1 / 20
"""The part of that which a batch should take even where few items are left."""
BATCHES_AHEAD = 64
"""How many batches are under way, at least; a larger executor says so as ``executor.ahead``."""
FIRST_ITEMS = 16
"""How many single items go ahead, to find out how long one takes; more to a larger executor."""
LARGEST_BATCH = 4096
"""The most items of a batch."""
PARTS_OF_LOST_BATCH = 8
"""Into how many parts such a batch is cut: each worker that it kills takes seconds to replace."""
TRIES_OF_ITEM = 2
"""How often an item that is alone may lose its worker before it is given up."""
MOST_LOSSES = 40
"""How many workers may be lost without any result in between."""

SECONDS_HERE = 1.0
"""CPU seconds of work that are done in this process before more is handed out, where work may be
short: about what processes take to start."""

POLL_SECONDS = 0.2
"""Seconds between two looks whether to stop, while workers work."""

T = TypeVar("T")
R = TypeVar("R")


def map_in_order(
    work: Callable[[T], R],
    items: Sequence[T],
    executor: Executor | None,
    *,
    lost: Callable[[T], R],
    seconds: float = BATCH_SECONDS,
    ahead: int | None = None,
) -> Generator[R, None, None]:
    """Yield ``work(item)`` for each item, in order; *lost* for one that no worker survives.

    Without an executor the work is done here and now. *work* must be known to the workers by
    name, and its faults are raised here.
    """
    if executor is None:
        for done, item in enumerate(items):
            raise_if_cancelled()
            with progress_scope(f"{done + 1:,} of {len(items):,}"):
                found = work(item)
            yield found
        return
    _require_executor(executor)
    known = getattr(executor, "ahead", 0)
    pace = _BatchSizer(
        seconds, ahead or max(BATCHES_AHEAD, known), ahead or max(FIRST_ITEMS, known)
    )
    yield from _Dispatcher(work, items, executor, lost, pace).results()


WORKER_LOST = "its worker was killed each time that it was tried, perhaps because memory ran out"
"""What is wrong with an item that is lost."""


def raise_worker_lost(name: Callable[[T], str], remedy: str = "") -> Callable[[T], NoReturn]:
    """Return the function that raises that an item, which has a *name*, is lost.

    >>> raise_worker_lost("game {}".format)(7)
    Traceback (most recent call last):
    sabot.errors.WorkerError: game 7: its worker was killed each time that it was tried, perhaps \
because memory ran out
    """

    def lost(item: T) -> NoReturn:
        raise WorkerError(f"{name(item)}: {WORKER_LOST}" + (f"\n  {remedy}" if remedy else ""))

    return lost


def ordered_map(
    executor: Executor, lost: Callable[[object], NoReturn], *, seconds: float = BATCH_SECONDS
) -> OrderedMap:
    """Return a map whose work is done by an executor; *lost* raises what a lost item means."""
    _require_executor(executor)

    def spread(work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        return map_in_order(work, items, executor, lost=lost, seconds=seconds)

    return spread


def ordered_map_after_a_second(
    executor: Executor, lost: Callable[[object], NoReturn], *, seconds: float = BATCH_SECONDS
) -> OrderedMap:
    """Return a map whose first second of work, over all calls, is done in this process.

    The rest is done by the executor. So short work does not wait for processes that start.
    """
    spread = ordered_map(executor, lost, seconds=seconds)
    worked = 0.0

    def mapped(work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        nonlocal worked
        for done, item in enumerate(items):
            if worked >= SECONDS_HERE:
                yield from spread(work, items[done:])
                return
            raise_if_cancelled()
            begin = time.thread_time()
            found = work(item)
            worked += time.thread_time() - begin
            yield found

    return mapped


def _require_executor(executor: object) -> None:
    if not callable(getattr(executor, "submit", None)):
        raise FormError(
            f"executor={executor!r:.40} is not an executor: "
            "give a concurrent.futures.Executor, or None"
        )


def version_fingerprint() -> str:
    """Return what must be the same here and where the work is done."""
    return f"Sabot {__version__} on Python {'.'.join(platform.python_version_tuple()[:2])}"


def run_batch(asked: str, work: Callable[[T], R], items: Sequence[T]) -> tuple[list[R], float]:
    """Return the results of a batch and the seconds it took: what a worker does."""
    if asked != version_fingerprint():
        raise WorkerError(version_mismatch_text(platform.node(), version_fingerprint(), asked))
    begin = time.perf_counter()
    return [work(item) for item in items], time.perf_counter() - begin


def version_mismatch_text(worker: str, its: str, ours: str) -> str:
    """Return what is wrong with a worker of another version."""
    return f"worker {worker} has {its}; here is {ours}\n  install the same versions on both"


def _split_batch(items: Sequence[T]) -> list[Sequence[T]]:
    """Return the items in parts, shorter than the whole."""
    size = -(-len(items) // PARTS_OF_LOST_BATCH)
    return [items[start : start + size] for start in range(0, len(items), size)]


def _wait_for(future: Future[T]) -> Future[T]:
    """Wait for the end of some work, and hear a stop in the meantime."""
    while not future.done():
        raise_if_cancelled()
        with suppress(TimeoutError, CancelledError):
            future.exception(timeout=POLL_SECONDS)
    return future


class _BatchSizer:
    """How many items make a batch, and how many batches are under way."""

    def __init__(self, seconds: float, ahead: int, first: int) -> None:
        self.seconds, self._ahead, self._first = seconds, ahead, first
        self.each: float | None = None
        """Seconds an item; a worker's first ones are slow, so that less counts more than more."""

    @property
    def ahead(self) -> int:
        return self._first if self.each is None else self._ahead

    def learn(self, count: int, seconds: float) -> None:
        each = max(seconds, 1e-9) / count
        self.each = each if self.each is None else min(each, (self.each + each) / 2)

    def size(self, left: int) -> int:
        """Return the size of the next batch: smaller towards the end, so that all end together."""
        if self.each is None:
            return 1
        most = self.seconds / self.each
        return max(1, int(min(most, max(left / self._ahead, most * SHORTEST_BATCH), LARGEST_BATCH)))


@dataclass
class _Batch(Generic[T, R]):
    items: Sequence[T]
    future: Future[tuple[list[R], float]]


class _Dispatcher(Generic[T, R]):
    """Hands batches out, and takes them back in order."""

    def __init__(
        self,
        work: Callable[[T], R],
        items: Sequence[T],
        executor: Executor,
        lost: Callable[[T], R],
        pace: _BatchSizer,
    ) -> None:
        self.work, self.items, self.executor = work, items, executor
        self.lost, self.pace = lost, pace
        self.handed = 0
        self.waiting: deque[_Batch[T, R]] = deque()
        self.losses = 0

    def results(self) -> Iterator[R]:
        try:
            while self._submit_batches():
                batch = self.waiting[0]
                try:
                    found = self._await_results(batch.future)
                except BrokenExecutor:
                    yield from self._alone(batch.items)
                    self.waiting.popleft()
                    self._resubmit_lost()
                else:
                    self.waiting.popleft()
                    yield from found
        finally:
            for batch in self.waiting:
                batch.future.cancel()

    def _submit_batches(self) -> bool:
        """Keep enough batches under way; False where all are back."""
        while len(self.waiting) < self.pace.ahead and self.handed < len(self.items):
            size = self.pace.size(len(self.items) - self.handed)
            items = self.items[self.handed : self.handed + size]
            self.waiting.append(_Batch(items, self._submit_items(items)))
            self.handed += size
        return bool(self.waiting)

    def _submit_items(self, items: Sequence[T]) -> Future[tuple[list[R], float]]:
        try:
            return self.executor.submit(run_batch, version_fingerprint(), self.work, items)
        except RuntimeError as fault:  # broken for good, or shut down
            raise WorkerError(f"the workers take no more work: {fault}") from None

    def _await_results(self, future: Future[tuple[list[R], float]]) -> list[R]:
        try:
            found, seconds = _wait_for(future).result()
        except CancelledError:
            raise WorkerError("the workers were stopped") from None
        self.pace.learn(len(found), seconds)
        self.losses = 0
        return found

    # ------------------------------------------------------------------ after a loss

    def _alone(self, items: Sequence[T]) -> Iterator[R]:
        """Yield the results of a batch that was lost, in parts whenever it is lost again."""
        for batch in self.waiting:
            _wait_for(batch.future)
        parts, tries = [items], 0
        while parts:
            part = parts.pop()
            try:
                found = self._await_results(self._submit_items(part))
            except BrokenExecutor as fault:
                self._count(fault)
                tries += len(part) == 1
                if len(part) > 1:
                    parts += _split_batch(part)[::-1]
                elif tries < TRIES_OF_ITEM:
                    parts.append(part)
                else:
                    tries = 0
                    yield self.lost(part[0])
            else:
                tries = 0
                yield from found

    def _count(self, fault: BrokenExecutor) -> None:
        self.losses += 1
        if self.losses >= MOST_LOSSES:
            raise WorkerError(
                f"{self.losses} workers in a row were lost, perhaps because memory ran out: {fault}"
            )

    def _resubmit_lost(self) -> None:
        """Hand out what was lost at the same time."""
        for batch in self.waiting:
            future = batch.future
            if not future.cancelled() and isinstance(future.exception(), BrokenExecutor):
                batch.future = self._submit_items(batch.items)
