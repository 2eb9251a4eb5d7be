"""Rules that ask for the type or the identity of things are told with open cards.

A card that lies face down passes for the card in everything but that: ``type(card) is int`` and
``card is other`` see the stand-in. So the code of the rules is read, with the functions that it
calls by name, before it is believed.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

PRYING = frozenset(("type", "id", "__dict__", "__slots__", "vars", "locals", "eval", "exec"))
"""Names by which a stand-in can be told from a card."""
MOST_FUNCTIONS = 500


def trusted(play: Callable[..., object]) -> bool:
    """Return whether rules look at cards only in ways that a face-down card answers."""
    function = play.func if isinstance(play, partial) else play
    owner: type[Any] | None = type(function.__self__) if isinstance(function, MethodType) else None
    function = function.__func__ if isinstance(function, MethodType) else function
    return not isinstance(function, FunctionType) or _read((function, owner))


@lru_cache(maxsize=64)
def _read(play: tuple[FunctionType, type[Any] | None]) -> bool:
    """Read a function, with the class whose method it is, and all that it calls."""
    known: set[CodeType] = set()
    waiting = [play]
    while waiting:
        one, owner = waiting.pop()
        if one.__code__ in known:
            continue
        known.add(one.__code__)
        if len(known) > MOST_FUNCTIONS or any(map(_pries, _codes(one.__code__))):
            return False
        waiting.extend(_called(one, owner))
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of those written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _pries(code: CodeType) -> bool:
    if not PRYING.isdisjoint(code.co_names):
        return True
    before = ""
    for instruction in dis.get_instructions(code):
        # None and names of a module are no cards: to compare with them tells nothing
        if instruction.opname == "IS_OP" and before not in ("LOAD_CONST", "LOAD_GLOBAL"):
            return True
        before = instruction.opname
    return False


def _called(
    function: FunctionType, owner: type[Any] | None
) -> Iterator[tuple[FunctionType, type[Any] | None]]:
    """Yield the functions that a function may call by name, not those of Python or of Sabot.

    A method may also call those of its *owner*, which come with it.
    """
    names = {name for code in _codes(function.__code__) for name in code.co_names}
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
