"""Progress and cancellation of long computations, from any thread.

A verb of the library is given a :class:`Watch`. Deep in the solvers a loop reports its stage, and
learns whether it is to stop:

>>> from sabot import solve
>>> seen = []
>>> solve("kuhn-poker", watch=Watch(lambda moment: seen.append(moment.stage))).value
Fraction(-1, 18)
>>> list(dict.fromkeys(seen))
['exploring', 'guessing', 'exact', 'uniqueness', 'writing the certificate']

:meth:`Watch.cancel`, called from another thread or from the callback, makes the verb raise
:class:`~sabot.errors.Interrupted`; a verb that can keep what is done by then keeps it, as after
Ctrl-C.

The watch is found through a context variable of its thread, so that no signature between a verb and
a loop has to carry it; a loop pays for that with one look at a variable.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, MutableSequence, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from sabot.errors import Interrupted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
R = TypeVar("R")
Verb = TypeVar("Verb", bound=Callable[..., object])
_EXHAUSTED: Any = object()
REPORT_INTERVAL = 0.1
"""Seconds between two reports of one stage: faster than that nobody reads."""
_POLL_INTERVAL = 0.05
"""Seconds between two polls of whether work in another thread is to stop."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A stage of a computation and how much of it is done; unknown amounts are None."""

    stage: str
    done: int | None = None
    total: int | None = None
    unit: str = ""
    within: tuple[str, ...] = ()
    """The enclosing tasks, outermost first: a piece of a theorem, a game of a sweep."""

    def __str__(self) -> str:
        words = [self.stage]
        if self.done is not None:
            whole = "" if self.total is None else f" of {self.total:,}"
            words.append(f"{self.done:,}{whole} {self.unit}".rstrip())
        return ": ".join([*self.within, ", ".join(words)])


class WatchCancelled(KeyboardInterrupt):
    """A watch was cancelled: code in between handles it like Ctrl-C."""

    def __init__(self, moment: Moment | None, stopped: str = "stopped") -> None:
        self.moment = moment
        super().__init__(stopped if moment is None else f"{stopped} while {moment}")


class EnoughFound(KeyboardInterrupt):
    """As many equilibria as were asked for are found: not an error.

    Like Ctrl-C it passes through ``except Exception``.
    """


class TimeLimitReached(WatchCancelled):
    """The seconds of a :func:`time_limit` are over."""

    def __init__(self, moment: Moment | None, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(moment, f"stopped after {seconds:g} s")


class Watch:
    """Observes one verb, and cancels it on request.

    *tell* is called with a :class:`Moment` in the working thread: at every new stage, and within a
    stage at most once in *every* seconds. An exception that it raises ends the verb.
    """

    def __init__(
        self, tell: Callable[[Moment], object] | None = None, *, every: float = REPORT_INTERVAL
    ) -> None:
        self._tell, self._every = tell, every
        self._cancelled = False
        self._within: tuple[str, ...] = ()
        self._next = 0.0
        self._deadline: tuple[float, float] | None = None
        """When a time limit is reached, on the monotonic clock, and its seconds."""
        self.moment: Moment | None = None
        """The last moment reported; may be read from any thread."""

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled

    def cancel(self) -> None:
        """Stop the watched verb soon; may be called from any thread."""
        self._cancelled = True

    def at(
        self, stage: str, done: int | None = None, total: int | None = None, unit: str = ""
    ) -> None:
        """Report a stage; raise :class:`WatchCancelled` after :meth:`cancel`."""
        before = self.moment
        fresh = before is None or before.stage != stage or before.within != self._within
        now = 0.0 if fresh else time.monotonic()
        if fresh or now >= self._next:
            self.moment = Moment(stage, done, total, unit, self._within)
            self._next = (now or time.monotonic()) + self._every
            if self._tell is not None:
                self._tell(self.moment)
        self.raise_if_cancelled()

    def raise_if_cancelled(self) -> None:
        """Raise after :meth:`cancel`, and after a time limit."""
        if self._cancelled:
            raise WatchCancelled(self.moment)
        if self._deadline is not None and time.monotonic() > self._deadline[0]:
            raise TimeLimitReached(self.moment, self._deadline[1])

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        """Stop what follows after some seconds."""
        before = self._deadline
        ends = time.monotonic() + seconds
        if before is None or ends < before[0]:
            self._deadline = ends, seconds
        try:
            yield
        finally:
            self._deadline = before

    @contextmanager
    def inside(self, label: str) -> Iterator[None]:
        """See what follows as part of something larger."""
        before = self._within
        self._within = (*before, label)
        try:
            yield
        finally:
            self._within = before


_CURRENT_WATCH: ContextVar[Watch | None] = ContextVar("watch", default=None)


def report_progress(
    stage: str, done: int | None = None, total: int | None = None, unit: str = ""
) -> None:
    """Report a stage to the current watch, if there is one; raise if it was cancelled."""
    watch = _CURRENT_WATCH.get()
    if watch is not None:
        watch.at(stage, done, total, unit)


def raise_if_cancelled() -> None:
    """Raise if the current watch was cancelled."""
    watch = _CURRENT_WATCH.get()
    if watch is not None:
        watch.raise_if_cancelled()


def track_progress(stage: str, items: Sequence[T], unit: str = "") -> Iterator[T]:
    """Yield the items of a stage, and report to the watch how many are done."""
    for done, item in enumerate(items):
        report_progress(stage, done, len(items), unit)
        yield item


def is_cancelled() -> bool:
    """Return whether the current watch was cancelled: for code that must not raise here."""
    watch = _CURRENT_WATCH.get()
    return watch is not None and watch.cancelled


def run_interruptible_kernel(
    work: Callable[[], T], halt: MutableSequence[int] | NDArray[np.int64]
) -> T:
    """Return the result of compiled work, which notices only *halt*, not an exception or Ctrl-C.

    It runs in a thread of its own, and returns soon after ``halt[0]`` is set.
    """

    def stop(_: Thread) -> None:
        halt[0] = 1

    return _call_in_thread(work, stop)


def run_interruptible_python(work: Callable[[], T]) -> T:
    """Return the result of Python code that knows no watch, such as the checker.

    Under a watch it runs in a thread of its own, in which a stop or Ctrl-C is raised.
    """
    return work() if _CURRENT_WATCH.get() is None else _call_in_thread(work, _interrupt)


def _call_in_thread(work: Callable[[], T], stop: Callable[[Thread], None]) -> T:
    """Return the result of a call in a thread of its own; *stop* is asked to end it early.

    An interrupted Thread.join may take a running thread for ended, so an Event is waited for.
    """
    found: list[T] = []
    faults: list[BaseException] = []
    ended = Event()

    def call() -> None:
        try:
            found.append(work())
        except BaseException as fault:
            faults.append(fault)
        finally:
            ended.set()

    thread = Thread(target=call, daemon=True)
    try:
        thread.start()
        while not ended.wait(_POLL_INTERVAL):
            raise_if_cancelled()
    except BaseException:
        stop(thread)
        while thread.ident is not None:
            with suppress(KeyboardInterrupt):  # one more Ctrl-C changes nothing
                if ended.wait(_POLL_INTERVAL):
                    break
                stop(thread)
        raise
    if faults:
        raise faults[0]
    return found[0]


def _interrupt(thread: Thread) -> None:
    """Raise KeyboardInterrupt in a thread."""
    import ctypes

    kind = ctypes.py_object(KeyboardInterrupt)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), kind)


class OrderedMap(Protocol):
    """Does work for many items, perhaps in other processes: the results in order."""

    def __call__(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield ``work(item)`` for each item."""


@contextmanager
def progress_scope(label: str) -> Iterator[None]:
    """Report what follows as part of a larger task, such as a piece of a theorem."""
    watch = _CURRENT_WATCH.get()
    if watch is None:
        yield
        return
    with watch.inside(label):
        yield


@contextmanager
def use_watch(watch: Watch | None) -> Iterator[None]:
    """Make *watch* the current watch; a stop becomes :class:`~sabot.errors.Interrupted`.

    None leaves the current watch in place.
    """
    if watch is None:
        yield
        return
    token = _CURRENT_WATCH.set(watch)
    try:
        yield
    except WatchCancelled as stop:
        raise Interrupted(str(stop)) from None
    finally:
        _CURRENT_WATCH.reset(token)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Stop what follows after some seconds; None: no limit.

    Inside, the stop is :class:`TimeLimitReached`, and code that can keep what is done keeps it.
    Outside it is :class:`~sabot.errors.Interrupted`.
    """
    if seconds is None:
        yield
        return
    watch = _CURRENT_WATCH.get() or Watch()
    token = _CURRENT_WATCH.set(watch)
    try:
        with watch.limit(seconds):
            yield
    except TimeLimitReached as stop:
        raise Interrupted(str(stop)) from None
    finally:
        _CURRENT_WATCH.reset(token)


def accepts_watch(verb: Verb) -> Verb:
    """Make the ``watch`` argument of a verb the current watch while it runs."""

    @wraps(verb)
    def called(*args: object, watch: Watch | None = None, **kwargs: object) -> object:
        if watch is None:  # the current watch stays
            return verb(*args, **kwargs)
        with use_watch(watch):
            return verb(*args, **kwargs)

    return cast(Verb, called)


def iterate_watched(
    watch: Watch | None, rows: Generator[T, None, None]
) -> Generator[T, None, None]:
    """Yield rows that are computed under a watch; between them it is not current."""
    with closing(rows):
        while True:
            with use_watch(watch):
                row = next(rows, _EXHAUSTED)
            if row is _EXHAUSTED:
                return
            yield row


@contextmanager
def without_watch() -> Iterator[None]:
    """Run without the watch: saves the work of a verb that was stopped."""
    token = _CURRENT_WATCH.set(None)
    try:
        yield
    finally:
        _CURRENT_WATCH.reset(token)
