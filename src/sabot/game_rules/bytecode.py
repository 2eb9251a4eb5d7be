"""Bytecode of rules, read before they run: which functions they call, what they inspect.

The rules' function is read with all functions that it calls by name, less those of Python's library
and of Sabot. Rules that ask for the type or the identity of things must not be run with lazy cards:
a lazy card passes for the card in everything but ``type(card) is int`` and ``card is other``.
"""

from __future__ import annotations

import dis
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import pairwise
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

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
