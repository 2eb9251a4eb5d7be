"""Rules that never come to an end: a hand is given so many seconds, and then it is stopped.

The table counts its verbs, which finds a hand that goes on dealing; a loop that asks for nothing
(``while True: pass``) is found by the clock alone. It only ever refuses; no answer depends on it.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import TracebackType

from sabot.errors import RulesError
from sabot.telling.tables import Table

SECONDS = "SABOT_HAND_SECONDS"
"""The variable of the environment that gives a hand more time, or less."""
USUAL = 20
_LOOKS = 0.05
"""Seconds between two looks at the clock, at first; later ten times as many."""


class Endless(BaseException):
    """A hand takes too long; no ``except Exception`` in the rules is to hear of it."""


def allowed() -> float:
    """Return how many seconds one hand may take."""
    try:
        seconds = float(os.environ.get(SECONDS, USUAL))
    except ValueError:
        seconds = USUAL
    return seconds if seconds > 0 else USUAL


class Patience:
    """Lets one thread tell hands, and stops the one that does not end."""

    def __init__(self) -> None:
        self._seconds = allowed()
        self._since = 0.0
        self._over = threading.Event()
        self._teller = threading.get_ident()

    def timed(self, play: Callable[[Table], object]) -> Callable[[Table], object]:
        """Return the rules, with a note of when each hand begins."""

        @wraps(play)
        def told(table: Table) -> object:
            self._since = time.monotonic()
            try:
                return play(table)
            finally:
                self._since = 0.0

        return told

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Refuse the rules whose hand, told inside, takes too long."""
        watcher = threading.Thread(target=self._watch, daemon=True)
        watcher.start()
        try:
            yield
        except Endless as stop:
            raise self._refused(stop.__traceback__) from None
        finally:
            self._over.set()
            watcher.join()

    def _watch(self) -> None:
        looks = _LOOKS
        while not self._over.wait(min(looks, self._seconds)):
            since = self._since
            if since and time.monotonic() - since > self._seconds:
                kind = ctypes.py_object(Endless)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._teller), kind)
            looks = 10 * _LOOKS

    def _refused(self, at: TracebackType | None) -> RulesError:
        place = ""
        while at is not None:
            if not str(at.tb_frame.f_globals.get("__name__", "")).startswith("sabot."):
                file = os.path.basename(at.tb_frame.f_code.co_filename)
                place = f"{file}, line {at.tb_lineno}: "
            at = at.tb_next
        return RulesError(
            f"{place}one hand takes more than {self._seconds:g} s; do the rules come to pay() on "
            f"every path? {SECONDS}={10 * USUAL} gives a hand more time"
        )
