"""Bytecode of rules, read before they run: which functions they call, what they inspect and read.

The rules' function is read with all functions that it calls by name, less those of Python's library
and of Sabot. Rules that ask for the type or the identity of things must not be run with lazy cards:
a lazy card passes for the card in everything but ``type(card) is int`` and ``card is other``.
"""

from __future__ import annotations

import builtins
import dis
import os
import signal
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from operator import attrgetter, itemgetter
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    NoneType,
    WrapperDescriptorType,
)
from typing import Any, cast

from sabot.cards.card import Card
from sabot.errors import RulesError

MAX_FUNCTIONS = 500
"""So many functions are read, and one more."""


def underlying_function(
    play: Callable[..., object],
) -> tuple[FunctionType | None, type | None]:
    """Return the function that a person wrote, under what Sabot put around it, and its class."""
    found: object = play
    owner: type | None = None
    while True:
        if isinstance(found, partial):
            found = found.func
        elif isinstance(found, MethodType):
            owner, found = type(found.__self__), found.__func__
        elif hasattr(found, "__wrapped__"):
            found = found.__wrapped__
        else:
            return (found if isinstance(found, FunctionType) else None), owner


def last_line_of_rules(play: Callable[..., object], run: Callable[[Any], object]) -> str:
    """Return the file and the line at which the rules return; '' if unknown."""
    own = underlying_function(play)[0]
    found: list[int] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and own is not None and frame.f_code is own.__code__:
            found.append(frame.f_lineno)

    if own is None or sys.getprofile() is not None:
        return ""
    sys.setprofile(note)
    try:
        run(play)
    except Exception:
        return ""
    finally:
        sys.setprofile(None)
    file = os.path.basename(own.__code__.co_filename)
    return f"{file}, line {found[-1]}" if found else ""


def line_of_function(play: Callable[..., object], opcode: str = "") -> str:
    """Return ``file, line 3: ``, where a function begins or has its first *opcode*; '' if unknown.

    >>> line_of_function(print)
    ''
    """
    own = underlying_function(play)[0]
    if own is None:
        return ""
    line = own.__code__.co_firstlineno
    for step in dis.get_instructions(own.__code__):
        if step.opname == opcode and step.positions is not None:
            line = step.positions.lineno or line
            break
    return f"{os.path.basename(own.__code__.co_filename)}, line {line}: "


def is_raised_by_code(fault: BaseException) -> bool:
    """Return whether a ``raise`` made *fault*: Ctrl-C interrupts at some other instruction.

    A handler of the signal that is written in Python raises it, too, and is not counted.
    """
    step = fault.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None:
        return False
    code = step.tb_frame.f_code
    handler = getattr(signal.getsignal(signal.SIGINT), "__code__", None)
    return code is not handler and dis.opname[code.co_code[step.tb_lasti]] == "RAISE_VARARGS"


@contextmanager
def interrupts_as_errors(play: Callable[..., object]) -> Iterator[None]:
    """Let what rules raise to end the program be an error that names its line; Ctrl-C passes."""
    try:
        yield
    except (SystemExit, GeneratorExit, KeyboardInterrupt) as fault:
        own = underlying_function(play)[0]
        line, step = 0, fault.__traceback__
        while step is not None and own is not None:
            if step.tb_frame.f_code.co_filename == own.__code__.co_filename:
                line = step.tb_lineno
            step = step.tb_next
        pressed = isinstance(fault, KeyboardInterrupt) and not is_raised_by_code(fault)
        if own is None or not line or pressed:
            raise
        place = f"{os.path.basename(own.__code__.co_filename)}, line {line}"
        raise RulesError(
            f"{place}: the rules raise {type(fault).__name__}, which ends a program; leave it out, "
            "and end the hand with return table.pay(...)"
        ) from fault


def seats_named_in(play: Callable[..., object]) -> tuple[str, ...]:
    """Return the seats that rules name, in their order: in ask, show, holds, pay and stakes.

    Only the verbs of the table count, which is the first parameter; not ``log.show("start")``.

    >>> def rules(table):
    ...     log.show("start")
    ...     if table.ask("ann", ("bet", "check")) == "bet":
    ...         return table.pay(bob=-1, ann=max(1, 2, key=abs))
    ...     table.show("bob", 7)
    >>> seats_named_in(rules)
    ('ann', 'bob')
    """
    own, owner = underlying_function(play)
    if own is None:
        return ()
    table = own.__code__.co_varnames[: own.__code__.co_argcount][owner is not None :][:1]
    found: dict[str, None] = {}
    verb, paying, names, constants = "", False, (), own.__code__.co_consts
    for before, step in pairwise(dis.get_instructions(own.__code__)):
        if verb in _SEAT_FIRST:
            found.update({step.argval: None} if step.opname == "LOAD_CONST" else {})
        at_table = step.opname in _METHODS and _variable_loaded(before) in table
        verb = step.argval if at_table else ""
        if verb in _SEATS_AS_KEYS:
            paying, names = True, ()
        elif paying and step.opname in ("KW_NAMES", "CALL_KW"):
            # the names of a call inside the brackets come first, those of the verb last
            names = constants[(step if step.opname == "KW_NAMES" else before).arg or 0]
        elif paying and step.opname in ("RETURN_VALUE", "POP_TOP"):
            found.update(dict.fromkeys(names))
            paying = False
    return tuple(found)


def _variable_loaded(step: dis.Instruction) -> str:
    """Return the local variable that a step loads, the last one if there are two; '' if none."""
    if "LOAD_FAST" not in step.opname and step.opname != "LOAD_DEREF":
        return ""
    return str(step.argval[-1] if isinstance(step.argval, tuple) else step.argval)


_METHODS = frozenset(("LOAD_METHOD", "LOAD_ATTR"))
_SEAT_FIRST = frozenset(("ask", "show", "holds"))
_SEATS_AS_KEYS = frozenset(("pay", "stakes"))


def is_shipped(play: Callable[..., object]) -> bool:
    """Return whether rules ship with Sabot, so that its tests hold them."""
    function = underlying_function(play)[0]
    return function is not None and function.__module__.startswith("sabot.")


def called_functions(play: Callable[..., object]) -> tuple[FunctionType, ...]:
    """Return the function of the rules and all functions that it calls by name."""
    function, owner = underlying_function(play)
    return () if function is None else _collect_functions((function, owner))


@lru_cache(maxsize=64)
def _collect_functions(play: tuple[FunctionType, type | None]) -> tuple[FunctionType, ...]:
    """Read a function, with the class whose method it is, and all that it calls."""
    known: dict[CodeType, FunctionType] = {}
    waiting = [play]
    while waiting and len(known) <= MAX_FUNCTIONS:
        one, place = waiting.pop()
        if one.__code__ in known:
            continue
        known[one.__code__] = one
        waiting.extend(_functions_called_by(one, place))
    return tuple(known.values())


def nested_code(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of those written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_code(constant)


def _functions_called_by(
    function: FunctionType, owner: type | None
) -> Iterator[tuple[FunctionType, type | None]]:
    """Yield the functions that a function may call by name, not those of Python or of Sabot.

    A method may also call those of its *owner*, which come with it.
    """
    names = {name for code in nested_code(function.__code__) for name in code.co_names}
    found: list[object] = [function.__globals__.get(name) for name in names]
    for module in [thing for thing in found if isinstance(thing, ModuleType)]:
        found += [getattr(module, name, None) for name in names]
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not filled yet
            continue
    for thing in list(found):
        if isinstance(thing, type):
            found += [
                part
                for part in vars(thing).values()
                if getattr(getattr(part, "__code__", None), "co_filename", "") != "<string>"
            ]  # less what a dataclass writes for itself: it compares classes
    own = [] if owner is None else [getattr(owner, name, None) for name in names]
    for thing, place in (*((thing, None) for thing in found), *((part, owner) for part in own)):
        inner = getattr(thing, "__wrapped__", thing)
        place = type(inner.__self__) if isinstance(inner, MethodType) else place
        inner = inner.__func__ if isinstance(inner, MethodType) else inner
        if isinstance(inner, FunctionType):
            home = (inner.__module__ or "").partition(".")[0]
            if home not in sys.stdlib_module_names and not _is_library_module(
                inner.__module__ or ""
            ):
                yield inner, place


def _is_library_module(module: str) -> bool:
    return module.startswith("sabot.") and not module.startswith(("sabot.games.", "sabot.sources."))


IDENTITY_NAMES = frozenset(
    ("type", "id", "__dict__", "__slots__", "vars", "locals", "eval", "exec")
)
"""Names by which a placeholder can be distinguished from a card."""


def allows_lazy_cards(play: Callable[..., object]) -> bool:
    """Return whether rules look at cards only in ways that a face-down card answers."""
    functions = called_functions(play)
    few = len(functions) <= MAX_FUNCTIONS
    return few and not any(
        _inspects_identity(code) for one in functions for code in nested_code(one.__code__)
    )


@lru_cache(maxsize=1000)
def _inspects_identity(code: CodeType) -> bool:
    if not IDENTITY_NAMES.isdisjoint(code.co_names):
        return True
    before = ""
    for instruction in dis.get_instructions(code):
        # None and names of a module are no cards: comparing with them reveals nothing
        if instruction.opname == "IS_OP" and before not in ("LOAD_CONST", "LOAD_GLOBAL"):
            return True
        before = instruction.opname
    return False


# ---------------------------------------------------------------------- what a function reads

_SERIES = frozenset((tuple, list, set, frozenset))
_COLLECTIONS = _SERIES | {dict, Counter, OrderedDict}
_PLAIN = frozenset((NoneType, bool, int, str, bytes, Fraction))
_CONSTANT_MODULES = frozenset(
    ("bisect", "builtins", "collections", "fractions", "functools", "heapq", "itertools")
) | {"math", "operator"}
"""Modules of Python whose functions give the same for the same arguments."""
_CHANGING_BUILTINS = (
    IDENTITY_NAMES
    | {"__import__", "breakpoint", "compile", "delattr", "dir", "getattr", "globals", "input"}
    | {"open", "setattr"}
)
"""What reads or changes more than its arguments."""
_WRITES = frozenset(("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"))
_HIDDEN_NAMES = frozenset(("LOAD_BUILD_CLASS", "LOAD_LOCALS", "LOAD_FROM_DICT_OR_GLOBALS"))
_NOT_FILLED = ("no value",)


MOST_PARTS = 100_000
"""Of the collections that a function reads, together."""


class _UnknownState(Exception):
    """A function reads something of which it is not known how it may change."""


def state_of_function(function: object) -> Hashable | None:
    """Return all that the results of a function depend on, besides its arguments; None: unknown.

    That is its code, and the contents of its defaults, of the variables it captures, of the global
    names that it reads, and the same of the functions among them. It is also the state of a plain
    value or of a collection of such. Two functions of one state give the same results, unless
    something else than the function changes what Python itself or Sabot has.

    >>> sign = {"ann": 1}
    >>> def strength(hand, sign=sign): return sign["ann"] * sum(hand)
    >>> before = state_of_function(strength)
    >>> sign["ann"] = -1
    >>> before == state_of_function(strength), state_of_function(open) is None
    (False, True)
    """
    try:
        return _StateReader().of(function)
    except (_UnknownState, RecursionError):
        return None


class _StateReader:
    """Reads the state of a function; what was met before is named by its number."""

    def __init__(self) -> None:
        self._met: dict[int, tuple[int, object]] = {}
        """By identity, the number, and the thing itself, so that it lives on."""
        self._parts = 0

    def of(self, thing: object) -> Hashable:
        """Return the state of anything; raise if it is not known."""
        kind = type(thing)
        if kind in _PLAIN:
            return kind, thing
        if kind is float:
            return kind, repr(thing)
        if kind is Card:
            return kind, str(thing)
        if id(thing) in self._met:
            return "met", self._met[id(thing)][0]
        self._met[id(thing)] = len(self._met), thing
        self._parts += len(cast("list[object]", thing)) if kind in _COLLECTIONS else 1
        if self._parts > MOST_PARTS:
            raise _UnknownState
        if isinstance(thing, FunctionType):
            return self._of_function(thing)
        if kind in _SERIES:
            return kind, tuple([self.of(part) for part in cast("list[object]", thing)])
        if kind in _COLLECTIONS:
            pairs = cast("dict[object, object]", thing).items()
            return kind, tuple([(self.of(key), self.of(part)) for key, part in pairs])
        return kind, self._of_callable(thing)

    def _of_callable(self, thing: object) -> Hashable:
        if isinstance(thing, ModuleType):
            return self._of_library(thing.__name__, thing)
        if isinstance(thing, type):
            return self._of_library(thing.__module__, thing)
        if isinstance(thing, BuiltinFunctionType | MethodWrapperType):
            owner = thing.__self__
            if not isinstance(owner, ModuleType | NoneType):
                return thing.__name__, self.of(owner)
            if thing.__name__ in _CHANGING_BUILTINS:
                raise _UnknownState
            return self._of_library(getattr(thing, "__module__", None) or "", thing)
        if isinstance(thing, MethodDescriptorType | WrapperDescriptorType):
            return thing.__name__, self.of(thing.__objclass__)
        if isinstance(thing, MethodType):
            return self.of(thing.__func__), self.of(thing.__self__)
        if type(thing) is partial:
            return tuple([self.of(part) for part in (thing.func, thing.args, thing.keywords)])
        if isinstance(thing, itemgetter | attrgetter):
            return self.of(thing.__reduce__())
        if type(thing) is _CACHED_FUNCTION:
            return self.of(thing.__wrapped__)
        raise _UnknownState

    def _of_library(self, module: str, thing: object) -> Hashable:
        if not _is_constant_module(module):
            raise _UnknownState
        return module, getattr(thing, "__qualname__", ""), id(thing)

    def _of_function(self, function: FunctionType) -> Hashable:
        module = function.__module__ or ""
        home = vars(sys.modules.get(module, sys))
        if (
            home is function.__globals__
            and _is_constant_module(module)
            and not function.__closure__
        ):
            return module, function.__qualname__, id(function)
        read: list[Hashable] = []
        for code in nested_code(function.__code__):
            for name in _global_names(code, function.__code__.co_freevars):
                known = name in function.__globals__
                found = function.__globals__[name] if known else getattr(builtins, name, None)
                read.append((name, self.of(found)))
        for cell in function.__closure__ or ():
            try:
                read.append(self.of(cell.cell_contents))
            except ValueError:  # not filled yet
                read.append(_NOT_FILLED)
        rest = function.__defaults__, function.__kwdefaults__, vars(function)
        return function.__code__, tuple(read), tuple([self.of(part) for part in rest])


def _is_constant_module(module: str) -> bool:
    outermost = module.partition(".")[0].removeprefix("_")
    return outermost in _CONSTANT_MODULES or _is_library_module(f"{module}.")


_CACHED_FUNCTION = type(lru_cache(len))


@lru_cache(maxsize=1000)
def _global_names(code: CodeType, free: tuple[str, ...]) -> tuple[str, ...]:
    """Return which global names code reads; raise if it changes things or reads hidden ones."""
    found: dict[str, None] = {}
    for step in dis.get_instructions(code):
        name = str(step.argval)
        hidden = step.opname in (*_METHODS, "IMPORT_FROM") and name.startswith("_")
        captured = step.opname in ("STORE_DEREF", "DELETE_DEREF") and name in free
        imported = step.opname == "IMPORT_NAME" and not _is_constant_module(name)
        if hidden or captured or imported or step.opname in _WRITES | _HIDDEN_NAMES:
            raise _UnknownState
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            found[name] = None
    return tuple(found)
