"""The code of rules, read before they are told: their function, and those that it calls by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

MOST_FUNCTIONS = 500
"""So many functions are read, and one more."""


def body(play: Callable[..., object]) -> tuple[FunctionType | None, type[Any] | None]:
    """Return the function that a person wrote, under what Sabot put around it, and its class."""
    found: Any = play
    owner: type[Any] | None = None
    while True:
        if isinstance(found, partial):
            found = found.func
        elif isinstance(found, MethodType):
            found, owner = found.__func__, type(found.__self__)
        elif hasattr(found, "__wrapped__"):
            found = found.__wrapped__
        else:
            return (found if isinstance(found, FunctionType) else None), owner


def is_ours(play: Callable[..., object]) -> bool:
    """Return whether rules ship with Sabot, so that its tests hold them."""
    function = body(play)[0]
    return function is not None and function.__module__.startswith("sabot.")


def functions_of(play: Callable[..., object]) -> tuple[FunctionType, ...]:
    """Return the function that tells the rules and all that it calls by name."""
    function, owner = body(play)
    return () if function is None else _read((function, owner))


@lru_cache(maxsize=64)
def _read(play: tuple[FunctionType, type[Any] | None]) -> tuple[FunctionType, ...]:
    """Read a function, with the class whose method it is, and all that it calls."""
    known: dict[CodeType, FunctionType] = {}
    waiting = [play]
    while waiting and len(known) <= MOST_FUNCTIONS:
        one, place = waiting.pop()
        if one.__code__ in known:
            continue
        known[one.__code__] = one
        waiting.extend(_called(one, place))
    return tuple(known.values())


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of those written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _called(
    function: FunctionType, owner: type[Any] | None
) -> Iterator[tuple[FunctionType, type[Any] | None]]:
    """Yield the functions that a function may call by name, not those of Python or of Sabot.

    A method may also call those of its *owner*, which come with it.
    """
    names = {name for code in codes(function.__code__) for name in code.co_names}
    found: list[Any] = [function.__globals__.get(name) for name in names]
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
            if home not in sys.stdlib_module_names and not _ours(inner.__module__ or ""):
                yield inner, place


def _ours(module: str) -> bool:
    return module.startswith("sabot.") and not module.startswith(("sabot.games.", "sabot.papers."))
