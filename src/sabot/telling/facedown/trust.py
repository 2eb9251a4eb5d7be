"""Rules that ask for the type or the identity of things are told with open cards.

A card that lies face down passes for the card in everything but that: ``type(card) is int`` and
``card is other`` see the stand-in. So the code of the rules is read, with the functions that it
calls by name, before it is believed.
"""

from __future__ import annotations

import dis
from collections.abc import Callable
from functools import lru_cache
from types import CodeType

from sabot.telling.honest.code import MOST_FUNCTIONS, codes, functions_of

PRYING = frozenset(("type", "id", "__dict__", "__slots__", "vars", "locals", "eval", "exec"))
"""Names by which a stand-in can be told from a card."""


def trusted(play: Callable[..., object]) -> bool:
    """Return whether rules look at cards only in ways that a face-down card answers."""
    functions = functions_of(play)
    few = len(functions) <= MOST_FUNCTIONS
    return few and not any(_pries(code) for one in functions for code in codes(one.__code__))


@lru_cache(maxsize=1000)
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
