"""Work handed out in batches of about a second; what comes back is in order, whoever did it.

Any ``concurrent.futures.Executor`` will do. An item is worked on by itself, so that results depend
neither on the executor nor on how items are put together. A batch whose worker was lost is done
again, with nothing else under way, so that a second loss can only be its own: it is then cut into
parts until the one item is found that kills its workers, and that item is given up.
"""

from __future__ import annotations

import platform
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from sabot import watch
from sabot._version import __version__
from sabot.errors import FormError, WorkerError

SECONDS = 1.0
"""How long a batch should take: long beside sending it, short beside losing it."""
LEAST = 1 / 20
"""The part of that which a batch should take even where few items are left."""
AHEAD = 64
"""How many batches are under way, at least; a larger executor says so as ``executor.ahead``."""
FIRST = 16
"""How many single items go ahead, to find out how long one takes; more to a larger executor."""
LARGEST = 4096
"""The most items of a batch."""
PARTS = 8
"""Into how many parts such a batch is cut: each worker that it kills takes seconds to replace."""
TRIES = 2
"""How often an item that is alone may lose its worker before it is given up."""
LOSSES = 40
"""How many workers may be lost without any result in between."""

LISTENS = 0.2
"""Seconds between two looks whether to stop, while workers work."""

T = TypeVar("T")
R = TypeVar("R")


def in_order(
    work: Callable[[T], R],
    items: Sequence[T],
    executor: Executor | None,
    *,
    lost: Callable[[T], R],
    seconds: float = SECONDS,
    ahead: int | None = None,
) -> Generator[R, None, None]:
    """Yield ``work(item)`` for each item, in order; *lost* stands in where no worker survives it.

    Without an executor the work is done here and now. *work* must be known to the workers by
    name, and its faults are raised here.
    """
    if not callable(getattr(executor, "submit", None)) and executor is not None:
        raise FormError(
            f"executor={executor!r:.40} does no work: give a concurrent.futures.Executor, or None"
        )
    if executor is None:
        for done, item in enumerate(items):
            watch.heard()
            with watch.inside(f"{done + 1:,} of {len(items):,}"):
                found = work(item)
            yield found
        return
    known = getattr(executor, "ahead", 0)
    pace = _Pace(seconds, ahead or max(AHEAD, known), ahead or max(FIRST, known))
    yield from _Desk(work, items, executor, lost, pace).results()


def fingerprint() -> str:
    """Return what must be the same here and where the work is done."""
    return f"Sabot {__version__} on Python {'.'.join(platform.python_version_tuple()[:2])}"


def done(asked: str, work: Callable[[T], R], items: Sequence[T]) -> tuple[list[R], float]:
    """Return the results of a batch and the seconds it took: what a worker does."""
    if asked != fingerprint():
        raise WorkerError(differs(platform.node(), fingerprint(), asked))
    begin = time.perf_counter()
    return [work(item) for item in items], time.perf_counter() - begin


def differs(worker: str, its: str, ours: str) -> str:
    """Return what is wrong with a worker of another version."""
    return f"worker {worker} has {its}; here is {ours}\n  install the same versions on both"


def _cut(items: Sequence[T]) -> list[Sequence[T]]:
    """Return the items in parts, shorter than the whole."""
    size = -(-len(items) // PARTS)
    return [items[start : start + size] for start in range(0, len(items), size)]


def _ended(future: Future[T]) -> Future[T]:
    """Wait for the end of some work, and hear a stop in the meantime."""
    while not future.done():
        watch.heard()
        with suppress(TimeoutError, CancelledError):
            future.exception(timeout=LISTENS)
    return future


class _Pace:
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
        return max(1, int(min(most, max(left / self._ahead, most * LEAST), LARGEST)))


@dataclass
class _Batch(Generic[T, R]):
    items: Sequence[T]
    future: Future[tuple[list[R], float]]


class _Desk(Generic[T, R]):
    """Hands batches out, and takes them back in order."""

    def __init__(
        self,
        work: Callable[[T], R],
        items: Sequence[T],
        executor: Executor,
        lost: Callable[[T], R],
        pace: _Pace,
    ) -> None:
        self.work, self.items, self.executor = work, items, executor
        self.lost, self.pace = lost, pace
        self.handed = 0
        self.waiting: deque[_Batch[T, R]] = deque()
        self.losses = 0

    def results(self) -> Iterator[R]:
        try:
            while self._hand_out():
                batch = self.waiting[0]
                try:
                    found = self._back(batch.future)
                except BrokenExecutor:
                    yield from self._alone(batch.items)
                    self.waiting.popleft()
                    self._hand_out_again()
                else:
                    self.waiting.popleft()
                    yield from found
        finally:
            for batch in self.waiting:
                batch.future.cancel()

    def _hand_out(self) -> bool:
        """Keep enough batches under way; False where all are back."""
        while len(self.waiting) < self.pace.ahead and self.handed < len(self.items):
            size = self.pace.size(len(self.items) - self.handed)
            items = self.items[self.handed : self.handed + size]
            self.waiting.append(_Batch(items, self._submitted(items)))
            self.handed += size
        return bool(self.waiting)

    def _submitted(self, items: Sequence[T]) -> Future[tuple[list[R], float]]:
        try:
            return self.executor.submit(done, fingerprint(), self.work, items)
        except RuntimeError as fault:  # broken for good, or shut down
            raise WorkerError(f"the workers take no more work: {fault}") from None

    def _back(self, future: Future[tuple[list[R], float]]) -> list[R]:
        try:
            found, seconds = _ended(future).result()
        except CancelledError:
            raise WorkerError("the workers were told to stop") from None
        self.pace.learn(len(found), seconds)
        self.losses = 0
        return found

    # ------------------------------------------------------------------ after a loss

    def _alone(self, items: Sequence[T]) -> Iterator[R]:
        """Yield the results of a batch that was lost, in parts whenever it is lost again."""
        for batch in self.waiting:
            _ended(batch.future)
        parts, tries = [items], 0
        while parts:
            part = parts.pop()
            try:
                found = self._back(self._submitted(part))
            except BrokenExecutor as fault:
                self._count(fault)
                tries += len(part) == 1
                if len(part) > 1:
                    parts += _cut(part)[::-1]
                elif tries < TRIES:
                    parts.append(part)
                else:
                    tries = 0
                    yield self.lost(part[0])
            else:
                tries = 0
                yield from found

    def _count(self, fault: BrokenExecutor) -> None:
        self.losses += 1
        if self.losses >= LOSSES:
            raise WorkerError(
                f"{self.losses} workers in a row were lost, perhaps for want of memory: {fault}"
            )

    def _hand_out_again(self) -> None:
        """Hand out what was lost at the same time."""
        for batch in self.waiting:
            future = batch.future
            if not future.cancelled() and isinstance(future.exception(), BrokenExecutor):
                batch.future = self._submitted(batch.items)
