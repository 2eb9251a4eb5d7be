"""Workers on other machines: a scheduler of dask distributed, seen as an ``Executor``.

Nothing else in the library knows of dask. A scheduler does a lost worker's task again by itself, on
another worker; a task that has killed several is given back as lost, and so is everything when the
last worker or the scheduler is gone.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from sabot.analyse.sweeping.batches import differs, fingerprint
from sabot.errors import WorkerError

T = TypeVar("T")
CONNECT = 5.0
"""Seconds in which a scheduler must answer."""
ARRIVE = 10.0
"""Seconds in which the first worker must be there."""
PATIENCE = 30.0
"""Seconds that a scheduler may be without workers before the work is given up."""
_LOOK = 0.5
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^/\s]+:\d{1,5}")
HOW = "it is tcp://HOST:PORT, as `dask scheduler` tells it"
"""What an address is."""
_ASK = (
    "('Sabot ' + __import__('sabot').__version__ + ' on Python '"
    " + '.'.join(__import__('platform').python_version_tuple()[:2]))"
)
"""The fingerprint, asked for in words that a worker of any version understands."""


@contextmanager
def cluster(address: str, *, patience: float = PATIENCE) -> Iterator[Executor]:
    """Yield the workers of the scheduler at *address*, once their versions are found to match.

    A scheduler that does not answer, that has no workers, or that has workers of another version
    is a :class:`~sabot.errors.WorkerError`.
    """
    client = _connected(address)
    try:
        _demand_workers(client, address)
        _demand_versions(client)
        executor = Workers(client, address, patience)
    except OSError as fault:
        _closed(client)
        raise WorkerError(f"the scheduler at {address!r} went away: {fault}") from None
    except BaseException:
        _closed(client)
        raise
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)
        _closed(client)


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise WorkerError(
            "workers on other machines need dask distributed\n  pip install 'sabot[cluster]'"
        ) from None
    if not is_address(address):  # dask would find out too, and leave threads behind
        raise WorkerError(f"{address!r:.200} is not the address of a scheduler\n  {HOW}")
    if address.startswith(("tls://", "wss://")):
        _demand_certificates(address)
    try:
        return Client(address, timeout=CONNECT, set_as_default=False)
    except OSError as fault:
        raise WorkerError(
            f"no scheduler answers at {address!r}: {fault}\n"
            "  start one with `dask scheduler`, which tells its address"
        ) from None


def is_address(text: str) -> bool:
    """Tell whether a text can be the address of a scheduler."""
    return _ADDRESS.fullmatch(text) is not None


def _demand_certificates(address: str) -> None:
    """Refuse an encrypted address where dask has no certificates: it would fall over them."""
    from distributed.security import Security

    if Security().get_connection_args("client").get("ssl_context") is None:
        raise WorkerError(
            f"{address!r} is encrypted, and no certificates are configured here\n"
            "  set distributed.comm.tls.ca-file, .client.cert and .client.key in dask's "
            "configuration"
        )


def _closed(client: Any) -> None:
    with suppress(Exception):  # the scheduler may be gone
        client.close(timeout=CONNECT)


def _demand_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ARRIVE)
    except (OSError, TimeoutError):
        raise WorkerError(
            f"the scheduler at {address!r} has no workers\n"
            f"  start some with `dask worker {address} --nworkers -1 --nthreads 1`"
        ) from None


def _demand_versions(client: Any) -> None:
    for worker, its in sorted(client.run(eval, _ASK, on_error="return").items()):
        if isinstance(its, ModuleNotFoundError):
            its = "no Sabot"
        if its != fingerprint():
            raise WorkerError(differs(worker, str(its), fingerprint()))


class Workers(Executor):
    """The workers of a scheduler."""

    def __init__(self, client: Any, address: str, patience: float) -> None:
        self.ahead = 3 * sum(client.nthreads().values())
        """Batches under way: enough for every thread to have its next one at hand."""
        self._client, self._address, self._patience = client, address, patience
        self._open: dict[Future[Any], Any] = {}
        """What is under way, and the future of dask's behind it."""
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Hand out a piece of work; it is lost, with a ``BrokenExecutor``, if its workers are."""
        if self._client.status != "running":
            raise WorkerError(self._away())
        ours: Future[T] = Future()
        try:
            theirs = self._client.submit(work, *args, **kwargs, pure=False)
        except OSError:  # it went away just now
            raise WorkerError(self._away()) from None
        with self._lock:
            self._open[ours] = theirs
        ours.add_done_callback(self._cancel)
        theirs.add_done_callback(partial(self._take, ours))
        return ours

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work."""
        self._ended.set()
        self._watcher.join(CONNECT)
        with self._lock:
            left = list(self._open)
        for ours in left:
            if cancel_futures:
                ours.cancel()
            elif wait:
                ours.exception()

    def _cancel(self, ours: Future[Any]) -> None:
        """Tell the scheduler of what nobody waits for any more."""
        with self._lock:
            theirs = self._open.pop(ours, None)
        if theirs is not None:
            with suppress(Exception):  # the scheduler may be gone
                theirs.cancel()

    def _take(self, ours: Future[Any], theirs: Any) -> None:
        """Pass on how a piece of work ended."""
        from distributed import KilledWorker

        try:
            self._end(ours, theirs.result())
        except (CancelledError, OSError):  # not by us: what we cancel is not open any more
            self._end(ours, fault=WorkerError(self._away()))
        except KilledWorker as fault:
            why = f"{fault.allowed_failures + 1} workers died of one batch"
            self._end(ours, fault=BrokenExecutor(why))
        except Exception as fault:  # what the work itself raised is for whoever asks for it
            self._end(ours, fault=fault)

    def _end(
        self, ours: Future[Any], found: Any = None, fault: BaseException | None = None
    ) -> None:
        with self._lock:
            theirs = self._open.pop(ours, None)
        if theirs is None or not ours.set_running_or_notify_cancel():
            return
        if fault is None:
            ours.set_result(found)
        else:
            ours.set_exception(fault)

    def _away(self) -> str:
        return f"the scheduler at {self._address!r} went away"

    def _watch(self) -> None:
        """Give everything up when there were no workers for too long."""
        seen = time.monotonic()
        while not self._ended.wait(_LOOK):
            try:
                there = bool(self._client.nthreads())
            except Exception:  # the scheduler is gone, and its tasks end by themselves; whatever
                # the client makes of that must not end this watch, or who waits waits for ever
                there = True
            now = time.monotonic()
            seen = now if there else seen
            if now - seen > self._patience:
                why = f"the scheduler at {self._address!r} has no workers any more"
                with self._lock:
                    given_up = list(self._open)
                for ours in given_up:
                    self._end(ours, fault=WorkerError(why))
