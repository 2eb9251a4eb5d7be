"""Executors for parallel work: a pool of local processes, and workers of a dask scheduler.

The pool ends with the process that opened it: on Ctrl-C, and also when that process is killed. If a
process of the pool is killed, the pool is broken and its tasks are lost; the next task is submitted
to a new pool.

Only this module imports dask, inside functions. A scheduler repeats the task of a lost worker on
another worker. A task during which several workers died is reported as lost; so are all tasks when
the last worker or the scheduler is gone.
"""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, TypeVar

from sabot.analysis.parallel_map import version_fingerprint, version_mismatch_text
from sabot.errors import WorkerError

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as DaskFuture

T = TypeVar("T")
_GRACE_SECONDS = 0.5


@contextmanager
def process_pool(count: int) -> Iterator[Executor | None]:
    """Yield an executor of *count* processes; None for less than two: work in this process."""
    if count < 2:
        yield None
        return
    executor = RestartingProcessPool(count)
    try:
        yield executor
    finally:
        executor.close()


class RestartingProcessPool(Executor):
    """Processes that are replaced when one of them is killed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._context = multiprocessing.get_context("spawn")
        self._reader, self._writer = self._context.Pipe(duplex=False)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count, self._context, initializer=_start_worker, initargs=(self._reader,)
        )

    def submit(self, work: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        """Submit a task; if a process is killed, its future raises ``BrokenExecutor``."""
        with _sigint_blocked():
            try:
                return self._pool.submit(work, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=True)
                self._pool = self._new_pool()
                return self._pool.submit(work, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work."""
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def close(self) -> None:
        """End the processes, busy ones after half a second.

        The pool is shut down before its processes end, and waited for after that: a pool that still
        has tasks when its workers end reports these as lost.
        """
        manager = getattr(self._pool, "_executor_manager_thread", None)  # no public way to wait
        self.shutdown(wait=False, cancel_futures=True)
        self._writer.close()
        if manager is not None:
            manager.join()
        self._reader.close()


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this process, and so in the processes that are started meanwhile.

    A terminal sends Ctrl-C to all processes, and a new one needs a second until it ignores it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not every system has it
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(reader: Connection) -> None:
    """Ignore Ctrl-C, which the owner handles, and end when the owner closes its end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_owner, args=(reader,), daemon=True).start()


def _exit_with_owner(reader: Connection) -> None:
    """End this process half a second after its owner has ended or closed the pool.

    A worker whose task ends within that time ends in the usual way.
    """
    try:
        reader.poll(None)
        time.sleep(_GRACE_SECONDS)
    finally:
        os._exit(0)


CONNECT_SECONDS = 5.0
"""Seconds in which a scheduler must answer."""
FIRST_WORKER_SECONDS = 10.0
"""Seconds in which the first worker must be there."""
_TASKS_PER_THREAD = 3
"""One under way, one ready, and one on its way to the worker."""
NO_WORKERS_SECONDS = 30.0
"""Seconds that a scheduler may be without workers before the work is given up."""
_POLL_SECONDS = 0.5
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^/\s]+:\d{1,5}")
ADDRESS_SYNTAX = "it is tcp://HOST:PORT, as `dask scheduler` prints it"
"""What an address is."""
_FINGERPRINT_EXPRESSION = (
    "('Sabot ' + __import__('sabot').__version__ + ' on Python '"
    " + '.'.join(__import__('platform').python_version_tuple()[:2]))"
)
"""An expression for the fingerprint that a worker of any version can evaluate."""


@contextmanager
def dask_cluster(address: str, *, patience: float = NO_WORKERS_SECONDS) -> Iterator[Executor]:
    """Yield the workers of the scheduler at *address*, once their versions are found to match.

    A scheduler that does not answer, that has no workers, or that has workers of another version
    is a :class:`~sabot.errors.WorkerError`.
    """
    client = _connect(address)
    try:
        _require_workers(client, address)
        _require_versions(client)
        executor = DaskExecutor(client, address, patience)
    except OSError as fault:
        _close_client(client)
        raise WorkerError(f"the scheduler at {address!r} went away: {fault}") from None
    except BaseException:
        _close_client(client)
        raise
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)
        _close_client(client)


def _connect(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise WorkerError(
            "workers on other machines need dask distributed\n  pip install 'sabot-games[cluster]'"
        ) from None
    if not is_scheduler_address(address):  # dask would refuse it too, and leave threads running
        raise WorkerError(f"{address!r:.200} is not the address of a scheduler\n  {ADDRESS_SYNTAX}")
    if address.startswith(("tls://", "wss://")):
        _require_certificates(address)
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError as fault:
        raise WorkerError(
            f"no scheduler answers at {address!r}: {fault}\n"
            "  start one with `dask scheduler`, which prints its address"
        ) from None


def is_scheduler_address(text: str) -> bool:
    """Return whether a text can be the address of a scheduler."""
    return bool(_ADDRESS.fullmatch(text)) and 0 < int(text.rpartition(":")[2]) < 1 << 16


def _require_certificates(address: str) -> None:
    """Refuse an encrypted address where dask has no certificates, before dask fails."""
    from distributed.security import Security

    if Security().get_connection_args("client").get("ssl_context") is None:
        raise WorkerError(
            f"{address!r} is encrypted, and no certificates are configured here\n"
            "  set distributed.comm.tls.ca-file, .client.cert and .client.key in dask's "
            "configuration"
        )


def _close_client(client: Client) -> None:
    with suppress(Exception):  # the scheduler may be gone
        client.close(timeout=CONNECT_SECONDS)


def _require_workers(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
    except (OSError, TimeoutError):
        raise WorkerError(
            f"the scheduler at {address!r} has no workers\n"
            f"  start some with `dask worker {address} --nworkers -1 --nthreads 1`"
        ) from None


def _require_versions(client: Client) -> None:
    for worker, its in sorted(client.run(eval, _FINGERPRINT_EXPRESSION, on_error="return").items()):
        if isinstance(its, ModuleNotFoundError):
            its = "no Sabot"
        if its != version_fingerprint():
            raise WorkerError(version_mismatch_text(worker, str(its), version_fingerprint()))


class DaskExecutor(Executor):
    """The workers of a scheduler."""

    def __init__(self, client: Client, address: str, patience: float) -> None:
        self.ahead = _TASKS_PER_THREAD * sum(client.nthreads().values())
        """How many tasks are submitted before the first is done."""
        self._client, self._address, self._patience = client, address, patience
        self._pending: dict[Future[Any], DaskFuture] = {}
        """The tasks under way: our future, and the future of dask."""
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def submit(self, work: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        """Submit a task; if it is lost with its workers, its future raises ``BrokenExecutor``."""
        if self._client.status != "running":
            raise WorkerError(self._scheduler_gone())
        ours: Future[T] = Future()
        try:
            theirs = self._client.submit(work, *args, **kwargs, pure=False)
        except OSError:  # it went away just now
            raise WorkerError(self._scheduler_gone()) from None
        with self._lock:
            self._pending[ours] = theirs
        ours.add_done_callback(self._cancel)
        theirs.add_done_callback(partial(self._copy_outcome, ours))
        return ours

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work."""
        with self._lock:
            left = list(self._pending)
        if cancel_futures:
            for ours in left:
                ours.cancel()
        elif wait:  # the watcher gives them up where no workers are left
            concurrent.futures.wait(left)
        self._ended.set()
        self._watcher.join(CONNECT_SECONDS)

    def _cancel(self, ours: Future[T]) -> None:
        """Cancel dask's future when ours is cancelled."""
        with self._lock:
            theirs = self._pending.pop(ours, None)
        if theirs is not None:
            with suppress(Exception):  # the scheduler may be gone
                theirs.cancel()

    def _copy_outcome(self, ours: Future[T], theirs: DaskFuture) -> None:
        """Copy the result or the exception of dask's future to ours."""
        from distributed import KilledWorker

        try:
            self._set_outcome(ours, theirs.result())
        except (CancelledError, OSError):  # not by us: what we cancel is not open any more
            self._set_outcome(ours, fault=WorkerError(self._scheduler_gone()))
        except KilledWorker as fault:
            why = f"{fault.allowed_failures + 1} workers died while running one task"
            self._set_outcome(ours, fault=BrokenExecutor(why))
        except Exception as fault:  # raised by the task itself
            self._set_outcome(ours, fault=fault)

    def _set_outcome(
        self, ours: Future[Any], found: object = None, fault: BaseException | None = None
    ) -> None:
        with self._lock:
            theirs = self._pending.pop(ours, None)
        if theirs is None or not ours.set_running_or_notify_cancel():
            return
        if fault is None:
            ours.set_result(found)
        else:
            ours.set_exception(fault)

    def _scheduler_gone(self) -> str:
        return f"the scheduler at {self._address!r} went away"

    def _watch(self) -> None:
        """Give all tasks up when there were no workers for too long."""
        seen = time.monotonic()
        while not self._ended.wait(_POLL_SECONDS):
            try:
                there = bool(self._client.nthreads())
            # the scheduler is gone, which ends its tasks; an exception of any kind must not end
            # this thread, or a caller would wait for ever
            except Exception:
                there = True
            now = time.monotonic()
            seen = now if there else seen
            if now - seen > self._patience:
                why = f"the scheduler at {self._address!r} has no workers any more"
                with self._lock:
                    given_up = list(self._pending)
                for ours in given_up:
                    self._set_outcome(ours, fault=WorkerError(why))
