"""Run-time checks of user-written rules: determinism, time limit, forgotten ``show``, payoffs.

A hand must depend on its cards and choices alone. What a function could know besides, a random
number generator, a clock, a global that the last hand left changed, is watched for here; what gets
past it (numpy's generators, a file, an object's attribute) only playing the same hand twice can
show. A hand that does not end is stopped after some seconds: the table counts its verbs, which
finds a hand that goes on dealing, and a loop that asks for nothing is found by the clock alone; it
only ever refuses, and no answer depends on it. A player that is asked after cards are dealt and
never sees one is warned of. Rules that declare ``even=True`` must pay 1 or -1 in every hand.
"""

from __future__ import annotations

import ctypes
import dis
import os
import random
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache, wraps
from types import BuiltinMethodType, FrameType, FunctionType, TracebackType
from typing import TYPE_CHECKING, TypeVar

from sabot.errors import RulesError, RulesWarning
from sabot.exact import format_fraction
from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node, TerminalNode
from sabot.game_rules.bytecode import called_functions, nested_code
from sabot.game_rules.table import Table, infoset_key

if TYPE_CHECKING:
    from sabot.game_rules.symbolic_tree import SymbolicTree


_CLOCKS = frozenset(
    getattr(time, name)
    for name in dir(time)
    if name.partition("_")[0] in ("time", "monotonic", "perf", "process", "thread")
    and callable(getattr(time, name))
) | {time.localtime, time.gmtime, time.ctime}
_DATE_METHODS = frozenset(("now", "today", "utcnow"))
_RANDOMNESS_NAMES = frozenset(("random", "secrets", "uuid", "urandom", "time", "datetime"))
"""Names in the code of rules that make every hand of theirs be listened to."""
_DETERMINISM_REMEDY = (
    "rules have no random, clock or counter of their own; for chance use table.roll()"
)
Play = Callable[..., object]
T = TypeVar("T")


class NonDeterministicRules(BaseException):
    """The rules did what they must not; no ``Exception``, so that they cannot catch it."""


class RandomnessDetector:
    """Detects random numbers and clocks while a hand is run, in this thread only."""

    def __init__(self, play: Play) -> None:
        self.detected = ""
        self._files = {one.__code__.co_filename for one in called_functions(play)}
        self._seeded: list[random.Random] = []

    @contextmanager
    def detecting(self) -> Iterator[None]:
        """Raise where the rules run inside depend on more than cards and choices.

        An active profiler or debugger is left in place, and then nothing is detected.
        """
        if sys.getprofile() is not None:
            yield
            return
        self._seeded.clear()
        sys.setprofile(self._hear)
        try:
            yield
        except NonDeterministicRules:
            raise self._refused() from None
        finally:
            sys.setprofile(None)
        if self.detected:  # and swallowed
            raise self._refused()

    def _refused(self) -> RulesError:
        return RulesError(f"the rules use {self.detected}\n  {_DETERMINISM_REMEDY}")

    def _hear(self, frame: FrameType, event: str, called: BuiltinMethodType) -> None:
        if event == "call":
            self._entered(frame)
        elif event == "c_call":
            what = self._named(called)
            at = _calling_frame(frame) if what else None
            # others may look at a clock in between, as what is called when memory is tidied up
            if at is not None and at.f_code.co_filename in self._files:
                file = os.path.basename(at.f_code.co_filename)
                self.detected = f"{what} ({file}, line {at.f_lineno})"
                raise NonDeterministicRules

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
            return (
                f"{owner.__name__}.{called.__name__}()" if called.__name__ in _DATE_METHODS else ""
            )
        return ""


def detect_randomness(play: Callable[[T], object]) -> Callable[[T], object]:
    """Return rules that are watched for randomness while they run."""

    @wraps(play)
    def watched(table: T) -> object:
        with RandomnessDetector(play).detecting():
            return play(table)

    return watched


def _calling_frame(frame: FrameType) -> FrameType | None:
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
def mentions_randomness(functions: Functions) -> bool:
    """Return whether the code of rules names anything that is random or a clock."""
    return any(
        name in _RANDOMNESS_NAMES or _is_source_of_randomness(one.__globals__.get(name))
        for one in functions
        for code in nested_code(one.__code__)
        for name in code.co_names
    )


def _is_source_of_randomness(thing: object) -> bool:
    owner = getattr(thing, "__self__", None)
    home = getattr(thing, "__module__", None)
    return (
        isinstance(thing, random.Random)
        or isinstance(owner, random.Random)
        or home in _RANDOMNESS_NAMES
    )


@lru_cache(maxsize=64)
def _globals_used(functions: Functions) -> tuple[tuple[FunctionType, str], ...]:
    """Return the globals that the code of rules reads or sets, each with a function that does."""
    found = {
        (id(one.__globals__), str(step.argval)): one
        for one in functions
        for code in nested_code(one.__code__)
        for step in dis.get_instructions(code)
        if step.opname in ("STORE_GLOBAL", "LOAD_GLOBAL")
    }
    return tuple((one, name) for (_, name), one in found.items())


class GlobalsGuard:
    """What rules may leave changed behind a hand: the globals that their code names."""

    def __init__(self, play: Play) -> None:
        self._places = _globals_used(called_functions(play))
        self._before: list[object] = []

    def note(self) -> None:
        """Remember them as they are now."""
        self._before = [_snapshot(one.__globals__.get(name)) for one, name in self._places]

    def require_unchanged(self) -> None:
        """Refuse rules that have changed one of them since; a table that only grew is a memory."""
        for (one, name), before in zip(self._places, self._before, strict=False):
            if not _is_unchanged(before, one.__globals__.get(name)):
                raise RulesError(
                    f"the rules change the global {name!r} from hand to hand; a hand may know its "
                    f"own cards and choices only\n  {_DETERMINISM_REMEDY}; keep what was worked "
                    "out in a function with functools.lru_cache"
                )


_IMMUTABLE_TYPES = (bool, int, float, str, bytes, tuple, frozenset, type(None))


def _snapshot(thing: object) -> object:
    """Return a copy that shows what was changed, or nothing where that cannot be seen."""
    if isinstance(thing, _IMMUTABLE_TYPES):
        return thing
    if type(thing) in (list, set, dict, deque, bytearray):
        return thing.copy()  # type: ignore[attr-defined]
    return None


def _is_unchanged(before: object, now: object) -> bool:
    if before is None:
        return True
    try:
        if isinstance(before, dict) and isinstance(now, dict):
            return all(key in now and now[key] == held for key, held in before.items())
        return bool(before == now)
    except Exception:
        return True


SECONDS_VARIABLE = "SABOT_HAND_SECONDS"
"""The variable of the environment that gives a hand more time, or less."""
DEFAULT_SECONDS = 20
_POLL_SECONDS = 0.05
"""Seconds between two looks at the clock, at first; later ten times as many."""


class RulesTimeout(BaseException):
    """A hand takes too long; no ``Exception``, so that the rules cannot catch it."""


def seconds_allowed() -> float:
    """Return how many seconds one hand may take."""
    try:
        seconds = float(os.environ.get(SECONDS_VARIABLE, DEFAULT_SECONDS))
    except ValueError:
        seconds = DEFAULT_SECONDS
    return seconds if seconds > 0 else DEFAULT_SECONDS


class HandTimer:
    """Times the hands of one thread, and stops the one that does not end."""

    def __init__(self) -> None:
        self._seconds = seconds_allowed()
        self._since = 0.0
        self._over = threading.Event()
        self._player_thread = threading.get_ident()

    def timed(self, play: Callable[[Table], object]) -> Callable[[Table], object]:
        """Return the rules, with a note of when each hand begins."""

        @wraps(play)
        def timed_play(table: Table) -> object:
            self._since = time.monotonic()
            try:
                return play(table)
            finally:
                self._since = 0.0

        return timed_play

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Refuse the rules whose hand, run inside, takes too long."""
        watcher = threading.Thread(target=self._watch, daemon=True)
        watcher.start()
        try:
            yield
        except RulesTimeout as stop:
            raise self._refused(stop.__traceback__) from None
        finally:
            self._over.set()
            watcher.join()

    def _watch(self) -> None:
        looks = _POLL_SECONDS
        while not self._over.wait(min(looks, self._seconds)):
            since = self._since
            if since and time.monotonic() - since > self._seconds:
                kind = ctypes.py_object(RulesTimeout)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._player_thread), kind
                )
            looks = 10 * _POLL_SECONDS

    def _refused(self, at: TracebackType | None) -> RulesError:
        place = ""
        while at is not None:
            if not str(at.tb_frame.f_globals.get("__name__", "")).startswith("sabot."):
                file = os.path.basename(at.tb_frame.f_code.co_filename)
                place = f"{file}, line {at.tb_lineno}: "
            at = at.tb_next
        return RulesError(
            f"{place}one hand takes more than {self._seconds:g} s; do the rules come to pay() on "
            f"every path? {SECONDS_VARIABLE}={10 * DEFAULT_SECONDS} gives a hand more time"
        )


MIN_CARDS_DRAWN = 2
"""A single card may be the other seat's; two are one for each."""
MAX_INSPECTED_NODES = 50_000
"""Of a larger tree only the first part is looked at."""
AskedAfterCards = tuple[int, int]
"""A seat that is asked, and how many cards were drawn before."""


def warn_of_uninformed_seats(explored: SymbolicTree | GameTree) -> None:
    """Warn of seats that know nothing but moves where cards lie on the table."""
    for seat in uninformed_seats(explored):
        _warn_of_missing_show(
            f"{seat} is asked after cards are dealt and never sees one of them", seat
        )
    lone = seats_asked_after_unseen_card(explored)
    if lone:
        are = "is" if len(lone) == 1 else "are"
        _warn_of_missing_show(
            f"a card is dealt that no seat ever sees; {' and '.join(lone)} {are} asked", lone[0]
        )


def _warn_of_missing_show(what: str, seat: str) -> None:
    warnings.warn(
        f"{what}; if that is not meant, write table.show({seat!r}, card) or ask(..., sees=card)",
        RulesWarning,
        stacklevel=5,
    )


def uninformed_seats(explored: SymbolicTree | GameTree) -> list[str]:
    """Return the seats that are asked after cards were drawn and whose views hold moves only."""
    moved = _sees_actions_only(explored)
    if not any(moved):
        return []
    asked = {seat for seat, cards in _decisions_after_cards(explored) if cards >= MIN_CARDS_DRAWN}
    return [seat for n, seat in enumerate(explored.seats) if moved[n] and n in asked]


def seats_asked_after_unseen_card(explored: SymbolicTree | GameTree) -> list[str]:
    """Return the seats that are asked after the only card was drawn, where no seat ever sees it.

    Not where it can be named in an answer: it is a secret to guess at then. A seat that is never
    asked may have been shown it: what it saw is not among the views.
    """
    if not all(_sees_actions_only(explored)) or not all(explored.sights):
        return []
    asked = list(_decisions_after_cards(explored))
    if max((cards for _, cards in asked), default=0) != 1:
        return []
    if not _all_actions(explored).isdisjoint(
        infoset_key((card,)) for card in _drawable_cards(explored)
    ):
        return []
    seats = {seat for seat, cards in asked if cards}
    return [seat for n, seat in enumerate(explored.seats) if n in seats]


def _all_actions(explored: SymbolicTree | GameTree) -> set[Hashable]:
    return {action for side in explored.sights for sight in side for action in sight.actions}


def _sees_actions_only(explored: SymbolicTree | GameTree) -> list[bool]:
    """Return for each seat whether it observes nothing but moves."""
    moves = _all_actions(explored)
    return [all(moves.issuperset(sight.view) for sight in side) for side in explored.sights]


def _decisions_after_cards(explored: SymbolicTree | GameTree) -> Iterator[AskedAfterCards]:
    if isinstance(explored, GameTree):
        yield from (
            (node.seat, n)
            for node, n in _nodes_with_card_counts(explored)
            if isinstance(node, DecisionNode)
        )
        return
    from sabot.game_rules.symbolic_tree import DecisionStep

    for step in explored.steps:
        if type(step) is DecisionStep:
            yield step.seat, len(step.deals.cards)


def _drawable_cards(explored: SymbolicTree | GameTree) -> Iterator[Hashable]:
    """Yield the cards that can be drawn."""
    if isinstance(explored, GameTree):
        for node, _ in _nodes_with_card_counts(explored):
            if isinstance(node, ChanceNode) and node.spots:
                yield from node.labels
        return
    from sabot.game_rules.symbolic_tree import DrawStep

    for step in explored.steps:
        if type(step) is DrawStep:
            yield from step.shoe.cards


def _nodes_with_card_counts(tree: GameTree) -> Iterator[tuple[Node, int]]:
    """Yield the nodes, each with the number of cards that were drawn before it."""
    stack: list[tuple[Node, int]] = [(tree.root, 0)]
    for _ in range(MAX_INSPECTED_NODES):
        if not stack:
            return
        node, drawn = stack.pop()
        yield node, drawn
        if not isinstance(node, TerminalNode):
            more = isinstance(node, ChanceNode) and bool(node.spots)
            stack.extend((child, drawn + more) for child in node.children)


WON_OR_LOST = (1, -1)


def require_win_or_lose(explored: SymbolicTree | GameTree) -> None:
    """Raise where a hand pays the first seat anything but 1 or -1."""
    for payoffs in _terminal_payoffs(explored):
        if payoffs[0] not in WON_OR_LOST:
            paid = f"a hand pays {explored.seats[0]} {format_fraction(Fraction(payoffs[0]))}"
            raise RulesError(f"even=True promises that every hand pays 1 or -1, and {paid}")


def _terminal_payoffs(explored: SymbolicTree | GameTree) -> Iterator[tuple[Fraction | int, ...]]:
    if isinstance(explored, GameTree):
        yield from (node.payoffs for node in explored.walk() if isinstance(node, TerminalNode))
        return
    from sabot.game_rules.symbolic_tree import TerminalStep

    yield from (step.payoffs for step in explored.steps if isinstance(step, TerminalStep))
