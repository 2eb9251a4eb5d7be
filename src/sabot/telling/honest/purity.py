"""Rules that are not the same on every telling, found out while they are told.

A hand is told by its cards and choices alone. What a function could know besides, a generator of
random numbers, a clock, a global that the last hand left changed, is watched for here; what gets
past it (numpy's generators, a file, an object's attribute) only a second telling can show.
"""

from __future__ import annotations

import dis
import os
import random
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from functools import lru_cache, wraps
from types import BuiltinMethodType, FrameType, FunctionType
from typing import Any

from sabot.errors import RulesError
from sabot.telling.honest.code import body, codes, functions_of

_CLOCKS = frozenset(
    getattr(time, name)
    for name in dir(time)
    if name.partition("_")[0] in ("time", "monotonic", "perf", "process", "thread")
    and callable(getattr(time, name))
) | {time.localtime, time.gmtime, time.ctime}
_DATES = frozenset(("now", "today", "utcnow"))
_CHANCES = frozenset(("random", "secrets", "uuid", "urandom", "time", "datetime"))
"""Names in the code of rules that make every hand of theirs be listened to."""
_REMEDY = "rules have no random, clock or counter of their own; for chance use table.roll()"
Play = Callable[..., object]


class Impure(BaseException):
    """The rules did what they must not; no ``except Exception`` in them is to hear of it."""


def last_line(play: Play, tell: Callable[[Any], object]) -> str:
    """Return the file and the line at which rules come back when they are told; '' if unknown."""
    own = body(play)[0]
    found: list[int] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and own is not None and frame.f_code is own.__code__:
            found.append(frame.f_lineno)

    if own is None or sys.getprofile() is not None:
        return ""
    sys.setprofile(note)
    try:
        tell(play)
    except Exception:
        return ""
    finally:
        sys.setprofile(None)
    file = os.path.basename(own.__code__.co_filename)
    return f"{file}, line {found[-1]}" if found else ""


class Ears:
    """Listens for random numbers and clocks while a hand is told, in this thread alone."""

    def __init__(self, play: Play) -> None:
        self.heard = ""
        self._files = {one.__code__.co_filename for one in functions_of(play)}
        self._seeded: list[random.Random] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Raise where the rules told inside do not answer by cards and choices alone.

        A profiler or a debugger at work is left alone, and then nothing is heard.
        """
        if sys.getprofile() is not None:
            yield
            return
        self._seeded.clear()
        sys.setprofile(self._hear)
        try:
            yield
        except Impure:
            raise self._refused() from None
        finally:
            sys.setprofile(None)
        if self.heard:  # and swallowed
            raise self._refused()

    def _refused(self) -> RulesError:
        return RulesError(f"the rules use {self.heard}\n  {_REMEDY}")

    def _hear(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "call":
            self._entered(frame)
        elif event == "c_call":
            what = self._named(called)
            at = _caller(frame) if what else None
            # others may look at a clock in between, as what is called when memory is tidied up
            if at is not None and at.f_code.co_filename in self._files:
                file = os.path.basename(at.f_code.co_filename)
                self.heard = f"{what} ({file}, line {at.f_lineno})"
                raise Impure

    def _entered(self, frame: FrameType) -> None:
        """Note a generator that the hand makes from a seed: it gives the same every time."""
        if frame.f_code is random.Random.__init__.__code__ and frame.f_locals.get("x") is not None:
            self._seeded.append(frame.f_locals["self"])

    def _named(self, called: BuiltinMethodType) -> str:
        owner = getattr(called, "__self__", None)
        if isinstance(owner, random.Random):
            own = any(owner is one for one in self._seeded)
            return "" if own or called.__name__ in ("seed", "getstate", "setstate") else "random"
        if called is os.urandom:
            return "os.urandom()"
        if called in _CLOCKS:
            return f"time.{called.__name__}()"
        if isinstance(owner, type) and issubclass(owner, date | datetime):
            return f"{owner.__name__}.{called.__name__}()" if called.__name__ in _DATES else ""
        return ""


def listened(play: Callable[[Any], object]) -> Callable[[Any], object]:
    """Return rules that are listened to while they are told."""

    @wraps(play)
    def told(table: Any) -> object:
        with Ears(play).listening():
            return play(table)

    return told


def _caller(frame: FrameType) -> FrameType | None:
    """Return the nearest frame that is not of Python's own library."""
    at: FrameType | None = frame
    while at is not None:
        home = str(at.f_globals.get("__name__", "")).partition(".")[0]
        if home not in sys.stdlib_module_names or home == "__main__":
            return at
        at = at.f_back
    return None


Functions = tuple[FunctionType, ...]


@lru_cache(maxsize=64)
def mentions_chance(functions: Functions) -> bool:
    """Return whether the code of rules names anything that is random or a clock."""
    return any(
        name in _CHANCES or _is_chance(one.__globals__.get(name))
        for one in functions
        for code in codes(one.__code__)
        for name in code.co_names
    )


def _is_chance(thing: object) -> bool:
    owner = getattr(thing, "__self__", None)
    home = getattr(thing, "__module__", None)
    return isinstance(thing, random.Random) or isinstance(owner, random.Random) or home in _CHANCES


@lru_cache(maxsize=64)
def _globals_named(functions: Functions) -> tuple[tuple[FunctionType, str], ...]:
    """Return the globals that the code of rules reads or sets, each with a function that does."""
    found = {
        (id(one.__globals__), str(step.argval)): one
        for one in functions
        for code in codes(one.__code__)
        for step in dis.get_instructions(code)
        if step.opname in ("STORE_GLOBAL", "LOAD_GLOBAL")
    }
    return tuple((one, name) for (_, name), one in found.items())


class Globals:
    """What rules may leave changed behind a hand: the globals that their code names."""

    def __init__(self, play: Play) -> None:
        self._places = _globals_named(functions_of(play))
        self._before: list[object] = []

    def note(self) -> None:
        """Remember them as they are now."""
        self._before = [_kept(one.__globals__.get(name)) for one, name in self._places]

    def demand_unchanged(self) -> None:
        """Refuse rules that have changed one of them since; a table that only grew is a memory."""
        for (one, name), before in zip(self._places, self._before, strict=False):
            if not _same(before, one.__globals__.get(name)):
                raise RulesError(
                    f"the rules change the global {name!r} from hand to hand; a hand may know its "
                    f"own cards and choices only\n  {_REMEDY}; keep what was worked out in a "
                    "function with functools.lru_cache"
                )


_PLAIN = (bool, int, float, str, bytes, tuple, frozenset, type(None))


def _kept(thing: object) -> object:
    """Return a copy that shows what was changed, or nothing where that cannot be seen."""
    if isinstance(thing, _PLAIN):
        return thing
    if type(thing) in (list, set, dict, deque, bytearray):
        return thing.copy()  # type: ignore[attr-defined]
    return None


def _same(before: object, now: object) -> bool:
    if before is None:
        return True
    try:
        if isinstance(before, dict) and isinstance(now, dict):
            return all(key in now and now[key] == held for key, held in before.items())
        return bool(before == now)
    except Exception:
        return True
