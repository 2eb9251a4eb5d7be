"""Run-time checks of user-written rules: determinism, time limit, forgotten ``show``, payoffs.

A hand must depend on its cards and choices alone. What a function could know besides, a random
number generator, a clock, a global that the last hand left changed, is watched for here; what gets
past it (numpy's generators, a file, an object's attribute) only playing the same hand twice can
show. A hand that goes on dealing or computing without an end is stopped: the table counts its
verbs, and a loop that asks for nothing is found by the CPU time that it takes, in units of what the
same machine takes for a loop of known length. A hand that waits without computing, as in
``time.sleep`` or ``Event().wait()``, is not stopped; Ctrl-C ends it. A player that is asked after
cards are dealt and never sees one is warned of, and so are actions that make no difference. Rules
that declare ``even=True`` must pay 1 or -1 in every hand.
"""

from __future__ import annotations

import _random
import ctypes
import dis
import itertools
import os
import random
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache, wraps
from types import BuiltinMethodType, FrameType, FunctionType, TracebackType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sabot.errors import RulesError, RulesWarning
from sabot.exact import format_fraction
from sabot.forms.extensive import (
    ChanceNode,
    DecisionNode,
    GameTree,
    Node,
    ObservationHistory,
    TerminalNode,
    TreeInfoset,
)
from sabot.game_rules.bytecode import called_functions, nested_code
from sabot.game_rules.table import Table, infoset_key
from sabot.names import alike_names

if TYPE_CHECKING:
    from sabot.game_rules.symbolic_tree import SymbolicStep, SymbolicTree


_CLOCKS = frozenset(
    getattr(time, name)
    for name in dir(time)
    if name.partition("_")[0] in ("time", "monotonic", "perf", "process", "thread")
    and callable(getattr(time, name))
) | {time.localtime, time.gmtime, time.ctime}
_DATE_METHODS = frozenset(("now", "today", "utcnow"))
_RANDOMNESS_NAMES = frozenset(("random", "secrets", "uuid", "urandom", "time", "datetime", "input"))
"""Names in the code of rules that make every hand of theirs be listened to."""
_WATCHED_NAMES = frozenset(
    (
        *(name for name in dir(_random.Random) if name not in dir(object)),
        *(clock.__name__ for clock in _CLOCKS),
        *_DATE_METHODS,
        *("urandom", "input"),
    )
)
"""The names of all functions that are looked at more closely; a hand calls many others."""
_MAKES_GENERATOR = random.Random.__init__.__code__
DETERMINISM_REMEDY = (
    "rules have no random numbers, clock, input or counter of their own; for chance use "
    "table.roll(), for a choice table.ask()"
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
        return RulesError(f"the rules use {self.detected}\n  {DETERMINISM_REMEDY}")

    def _hear(self, frame: FrameType, event: str, called: BuiltinMethodType) -> None:
        if event == "call":
            if frame.f_code is _MAKES_GENERATOR:
                self._entered(frame)
        elif event == "c_call" and getattr(called, "__name__", "") in _WATCHED_NAMES:
            what = self._named(called)
            at = _calling_frame(frame) if what else None
            # others may look at a clock in between, as what is called when memory is tidied up
            if at is not None and at.f_code.co_filename in self._files:
                file = os.path.basename(at.f_code.co_filename)
                self.detected = f"{what} ({file}, line {at.f_lineno})"
                raise NonDeterministicRules

    def _entered(self, frame: FrameType) -> None:
        """Note a generator that the hand makes from a seed: it gives the same every time."""
        if frame.f_locals.get("x") is not None:
            self._seeded.append(frame.f_locals["self"])

    def _named(self, called: BuiltinMethodType) -> str:
        owner = getattr(called, "__self__", None)
        if isinstance(owner, random.Random):
            own = any(owner is one for one in self._seeded)
            return "" if own or called.__name__ in ("seed", "getstate", "setstate") else "random"
        if called is os.urandom:
            return "os.urandom()"
        if called is input:
            return "input()"
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
                    f"own cards and choices only\n  {DETERMINISM_REMEDY}; keep what was worked "
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
"""The variable of the environment that gives a hand more work, or less."""
DEFAULT_SECONDS = 20
_POLL_SECONDS = 0.05
"""Seconds between two looks at the clock, at first; later ten times as many."""
_TURNS = 200_000
"""How often the empty loop runs by which the speed of this machine is measured."""
_TURNS_PER_SECOND = 50_000_000
"""Turns of an empty loop in a second of work: the unit is what a machine of 2020 does then."""


class RulesTimeout(BaseException):
    """A hand takes too long; no ``Exception``, so that the rules cannot catch it."""


def seconds_allowed() -> float:
    """Return how many seconds of work one hand may take."""
    try:
        seconds = float(os.environ.get(SECONDS_VARIABLE, DEFAULT_SECONDS))
    except ValueError:
        seconds = DEFAULT_SECONDS
    return seconds if seconds > 0 else DEFAULT_SECONDS


def slowness() -> float:
    """Return how many seconds of CPU time this machine takes for a second of work."""
    times = []
    for _ in range(3):
        start = time.thread_time()
        for _ in range(_TURNS):
            pass
        times.append(time.thread_time() - start)
    return min(times) * _TURNS_PER_SECOND / _TURNS


def _cpu_clock(thread: int) -> Callable[[], float]:
    """Return the clock of a thread's CPU time; of the process, where the system has no other."""
    if hasattr(time, "pthread_getcpuclockid"):
        number = time.pthread_getcpuclockid(thread)
        return lambda: time.clock_gettime(number)
    return time.process_time


class HandTimer:
    """Measures the work of hands in one thread, and stops a hand that computes for too long.

    Work is CPU time, divided by what this machine takes for a loop of known length: a hand that is
    accepted on a fast and idle machine is accepted on a slow or busy one.
    """

    def __init__(self) -> None:
        self._seconds = seconds_allowed()
        self._hand = 0
        """The number of the hand that is played now; 0 between hands."""
        self._hands = itertools.count(1)
        self._over = threading.Event()
        self._player_thread = threading.get_ident()

    def timed(self, play: Callable[[Table], object]) -> Callable[[Table], object]:
        """Return the rules, with a note of when each hand begins."""

        @wraps(play)
        def timed_play(table: Table) -> object:
            self._hand = next(self._hands)
            try:
                return play(table)
            finally:
                self._hand = 0

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
        looks, hand, since, limit = _POLL_SECONDS, 0, 0.0, 0.0
        clock = _cpu_clock(self._player_thread)
        while not self._over.wait(min(looks, self._seconds)):
            looks = 10 * _POLL_SECONDS
            if self._hand != hand or not hand:
                hand, since, limit = self._hand, clock(), 0.0
                continue
            limit = limit or self._seconds * slowness()
            if clock() - since > limit:
                kind = ctypes.py_object(RulesTimeout)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._player_thread), kind
                )

    def _refused(self, at: TracebackType | None) -> RulesError:
        place = ""
        while at is not None:
            if not str(at.tb_frame.f_globals.get("__name__", "")).startswith("sabot."):
                file = os.path.basename(at.tb_frame.f_code.co_filename)
                place = f"{file}, line {at.tb_lineno}: "
            at = at.tb_next
        return RulesError(
            f"{place}one hand takes more than {self._seconds:g} s of computing; does every path of "
            f"the rules end with pay()? {SECONDS_VARIABLE}={10 * DEFAULT_SECONDS} allows more"
        )


MIN_CARDS_DRAWN = 2
"""A single card may be the other seat's; two are one for each."""
MAX_INSPECTED_NODES = 50_000
"""Of a larger tree only the first part is looked at."""
AskedAfterCards = tuple[int, int]
"""A seat that is asked, and how many cards were drawn before."""


def require_names_apart(explored: SymbolicTree | GameTree) -> None:
    """Refuse rules in which two actions, or two infosets of a seat, print alike."""
    actions = [
        action for side in explored.infosets for infoset in side for action in infoset.actions
    ]
    if alike := alike_names(actions):
        raise RulesError(f"the actions {alike}; rename one")
    for seat, side in zip(explored.seats, explored.infosets, strict=True):
        if alike := alike_names(infoset.key for infoset in side):
            raise RulesError(f"what {seat} knows: {alike}; rename what is shown")


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
    if not all(_sees_actions_only(explored)) or not all(explored.infosets):
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
    return {action for side in explored.infosets for infoset in side for action in infoset.actions}


def _sees_actions_only(explored: SymbolicTree | GameTree) -> list[bool]:
    """Return for each seat whether it observes nothing but moves."""
    moves = _all_actions(explored)
    return [all(moves.issuperset(infoset.view) for infoset in side) for side in explored.infosets]


def _decisions_after_cards(explored: SymbolicTree | GameTree) -> Iterator[AskedAfterCards]:
    if isinstance(explored, GameTree):
        yield from (
            (node.seat, n)
            for node, n in _nodes_with_card_counts(explored)
            if isinstance(node, DecisionNode)
        )
        return
    from sabot.game_rules.symbolic_tree import DecisionStep, DrawStep

    drawn: dict[SymbolicStep | None, int] = {None: 0}
    for step in explored.steps:
        count = drawn[step.parent]
        if type(step) is DecisionStep:
            yield step.seat, count
        drawn[step] = count + (type(step) is DrawStep and not step.rolled)


def _drawable_cards(explored: SymbolicTree | GameTree) -> Iterator[Hashable]:
    """Yield the cards that can be drawn."""
    if isinstance(explored, GameTree):
        for node, _ in _nodes_with_card_counts(explored):
            if isinstance(node, ChanceNode) and node.spots:
                yield from node.labels
        return
    from sabot.game_rules.symbolic_tree import DrawStep

    for step in explored.steps:
        if type(step) is DrawStep and not step.rolled:
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


Question = tuple[int, tuple[str, ...]]
"""A seat, and the actions that it is offered."""


class OwnChoice(NamedTuple):
    """A choice of a seat, and its place in what the seat has seen and chosen."""

    seat: int
    place: int
    infosets: Sequence[Sequence[TreeInfoset]]
    """What each seat can know in the game."""

    def left_out_of(self, seat: int, view: ObservationHistory) -> ObservationHistory:
        """Return what *seat* knows; without this choice, if it is the seat that made it."""
        if seat != self.seat:
            return view
        return view[: self.place] + view[self.place + 1 :]


_MOST_IDLE_WARNINGS = 3


def warn_of_idle_choices(explored: SymbolicTree | GameTree) -> None:
    """Warn of actions that lead to the same wherever they are offered together.

    Mostly the rules look at the answer in a way that never succeeds, as in ``answer.upper() ==
    "bet"``. Comparisons with ``==`` are caught earlier, by the answer itself.
    """
    found = idle_choices(explored)
    for seat, actions in found[:_MOST_IDLE_WARNINGS]:
        words = " or ".join(map(repr, actions))
        warnings.warn(
            f"it makes no difference whether {explored.seats[seat]} chooses {words}; "
            "if that is not meant, look at what the rules do with the answer",
            RulesWarning,
            stacklevel=4,
        )
    more = len(found) - _MOST_IDLE_WARNINGS
    if more > 0:
        verb = "choice makes" if more == 1 else "choices make"
        warnings.warn(f"{more} more such {verb} no difference", RulesWarning, stacklevel=4)


def idle_choices(explored: SymbolicTree | GameTree) -> list[Question]:
    """Return the actions, by seat, that never make a difference to each other; [] if not known.

    Two actions differ where the game after them pays, deals or asks otherwise, where another seat
    sees which of them was taken, or where the seat itself knows more after one of them when it is
    asked again.
    """
    groups = {
        (seat, infoset.actions): [[*range(len(infoset.actions))]]
        for seat, side in enumerate(explored.infosets)
        for infoset in side
        if len(infoset.actions) > 1
    }
    budget = iter(range(MAX_INSPECTED_NODES))
    for question, seen, after in _decisions(explored):
        if not groups or next(budget, None) is None:
            break
        choice = OwnChoice(question[0], seen, explored.infosets)
        found = [
            part
            for group in groups.get(question, ())
            for part in _split_by_play(group, after, choice, budget)
        ]
        if found:
            groups[question] = found
        else:
            groups.pop(question, None)
    if next(budget, None) is None:
        return []
    return [
        (seat, tuple(actions[number] for number in group))
        for (seat, actions), found in groups.items()
        for group in found
    ]


def _split_by_play(
    group: list[int], after: Sequence[Node | SymbolicStep], choice: OwnChoice, budget: Iterator[int]
) -> list[list[int]]:
    """Return which actions of a group lead to the same here; those alone are left out."""
    parts: list[list[int]] = []
    for number in group:
        for part in parts:
            if _same_play(after[part[0]], after[number], choice, budget):
                part.append(number)
                break
        else:
            parts.append([number])
    return [part for part in parts if len(part) > 1]


def _decisions(
    explored: SymbolicTree | GameTree,
) -> Iterator[tuple[Question, int, Sequence[Node | SymbolicStep]]]:
    """Yield every question, how much its seat has seen, and what comes after each answer."""
    if isinstance(explored, GameTree):
        for node in explored.walk():
            if isinstance(node, DecisionNode):
                seen = len(explored.infosets[node.seat][node.view].view)
                yield (node.seat, node.labels), seen, node.children
        return
    from sabot.game_rules.symbolic_tree import DecisionStep

    for step in explored.steps:
        if type(step) is DecisionStep:
            yield (step.seat, step.actions), len(step.view), step.children


def _same_play(
    one: Node | SymbolicStep, other: Node | SymbolicStep, choice: OwnChoice, budget: Iterator[int]
) -> bool:
    """Return whether two parts of a game are the same except for *choice* in its seat's memory."""
    pairs = [(one, other)]
    while pairs:
        first, second = pairs.pop()
        if first is second:
            continue
        if next(budget, None) is None:
            return False
        if _what_happens(first, choice) != _what_happens(second, choice):
            return False
        pairs.extend(zip(_what_follows(first), _what_follows(second), strict=True))
    return True


def _what_follows(place: Node | SymbolicStep) -> Sequence[Node | SymbolicStep]:
    return () if isinstance(place, TerminalNode) else place.children


def _what_happens(place: Node | SymbolicStep, choice: OwnChoice) -> tuple[object, ...]:
    """Return what is dealt, asked or paid at one place of a game, for a comparison."""
    if isinstance(place, TerminalNode):
        return (place.payoffs,)
    if isinstance(place, ChanceNode):
        return place.labels, place.weights
    if isinstance(place, DecisionNode):
        return (
            place.seat,
            place.labels,
            choice.left_out_of(place.seat, choice.infosets[place.seat][place.view].view),
        )
    return place.happens(choice.left_out_of)


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

    for step in explored.steps:
        if isinstance(step, TerminalStep):
            yield from step.outcomes
