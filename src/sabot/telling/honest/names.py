"""What rules and seats may be called: what a game string can hold, and tells apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sabot.errors import RulesError

_NAME = re.compile(r"[^\W_]([\w .:/+'&-]*[\w+])?")


def named(name: object) -> None:
    """Demand a name that a game string can hold: it is read up to its bracket."""
    if isinstance(name, str) and _NAME.fullmatch(name):
        return
    rule = "a letter or digit, then letters, digits, spaces and - _ . : / + ' &"
    raise RulesError(f"rules need a name such as 'liars-dice', got {name!r:.60}; {rule}")


def seated(name: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the seats of rules of that name, which must be different texts."""
    if isinstance(seats, str) or not all(isinstance(seat, str) for seat in seats):
        raise RulesError(f"rules {name!r} need seats such as ('ann', 'bob'), got {seats!r}")
    if len(set(seats)) != len(seats) or not seats:
        raise RulesError(f"rules {name!r} need different seats, got {tuple(seats)!r}")
    return tuple(seats)
