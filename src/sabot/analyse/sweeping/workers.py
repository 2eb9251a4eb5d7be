"""A pool of processes that ends with its owner: on Ctrl-C, and also when the owner is killed.

A process that is killed takes the others with it, and what they were doing is lost; the next piece
of work finds a new pool.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

T = TypeVar("T")
_GRACE = 0.5


@contextmanager
def pool(count: int) -> Iterator[Executor | None]:
    """Yield an executor of *count* processes; None, for here and now, where one is enough."""
    if count < 2:
        yield None
        return
    executor = Processes(count)
    try:
        yield executor
    finally:
        executor.close()


class Processes(Executor):
    """Processes that are replaced when one of them is killed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._context = multiprocessing.get_context("spawn")
        self._reader, self._writer = self._context.Pipe(duplex=False)
        self._pool = self._hired()

    def _hired(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count, self._context, initializer=_start, initargs=(self._reader,)
        )

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Hand out a piece of work; it is lost, with a ``BrokenExecutor``, if a process is."""
        with _unheard():
            try:
                return self._pool.submit(work, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=True)
                self._pool = self._hired()
                return self._pool.submit(work, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work."""
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def close(self) -> None:
        """End the processes, soon even where they are busy.

        The pool is told first and waited for last: one that sees its busy workers end, or that is
        forgotten, before it has dropped what was cancelled takes that for a loss, and complains.
        """
        ending = getattr(self._pool, "_executor_manager_thread", None)  # no other way to wait
        self.shutdown(wait=False, cancel_futures=True)
        self._writer.close()
        if ending is not None:
            ending.join()
        self._reader.close()


@contextmanager
def _unheard() -> Iterator[None]:
    """Let Ctrl-C wait a moment: a process that is started meanwhile never hears it.

    It takes a second until a process can say so itself, and a terminal tells all of them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not every system has it
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(reader: Connection) -> None:
    """Leave Ctrl-C to the owner, and watch for its end: the other end of the pipe is its alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(reader,), daemon=True).start()


def _watch(reader: Connection) -> None:
    """End this process soon after its owner has ended, or has closed the pool.

    Games that are solved in the meantime end the worker in the ordinary way.
    """
    try:
        reader.poll(None)
        time.sleep(_GRACE)
    finally:
        os._exit(0)
