"""A pool of processes that ends with its owner: on Ctrl-C, and also when the owner is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection

_GRACE = 1.0


@contextmanager
def pool(count: int) -> Iterator[Executor | None]:
    """Yield an executor of *count* processes; None, for here and now, where one is enough."""
    if count < 2:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(count, context, initializer=_start, initargs=(reader,))
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    finally:
        writer.close()
        executor.shutdown(wait=True, cancel_futures=True)
        reader.close()


def _start(reader: Connection) -> None:
    """Leave Ctrl-C to the owner, and watch for its end: the other end of the pipe is its alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(reader,), daemon=True).start()


def _watch(reader: Connection) -> None:
    """End this process soon after its owner has ended, or has closed the pool.

    The pool is given time to forget what was cancelled: a worker that goes before makes it
    complain. Games that are solved by then end the worker in the ordinary way.
    """
    try:
        reader.poll(None)
        time.sleep(_GRACE)
    finally:
        os._exit(0)
