"""What is said of a parameter that a theorem was to leave open, and cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sabot.errors import Fault, unknown
from sabot.telling.parameters import Choice, Text, Whole

if TYPE_CHECKING:
    from sabot.telling.family import Family

ANY = "*"
"""Among the open parameters: any name that is no parameter (a letter of a file)."""
ELSEWHERE = "other games: a matrix of polynomials in a file, matrix(file=game.csv, t=*)"
"""What to do where no parameter of a game can be left open."""
SHAPES = "a whole number that shapes the game: with another one it has other cards or other turns"


def left_open(texts: Mapping[str, str]) -> list[str]:
    """Return the parameters that are marked ``*``."""
    return [key for key, text in texts.items() if text == ANY]


def value_wanted(source: str) -> tuple[str, str]:
    """Return what is said of a parameter marked ``*`` where one game is wanted."""
    name = source[:80]
    proof = f"for all values of it at once: sabot prove '{name}', sabot.prove({name!r}) in Python"
    return "'*' leaves it open, and one game is wanted", f"write a value; {proof}"


def words_known(family: Family) -> list[str]:
    """Return the parameters, and those that only a theorem knows: ``cards=*``."""
    alone = (key for key in family.leaves_open if key not in {*family.kinds, ANY})
    return [*family.kinds, *(f"{key}=*" for key in alone)]


def cannot(family: Family, stars: Sequence[str]) -> list[Fault]:
    """Return why a theorem cannot leave open what is marked, and what it can."""
    mark = f"mark it as in {family.open_to[0]}=*" if family.open_to else ELSEWHERE
    known = ", ".join(family.open_to) or "none of them"
    if len(stars) == 1:
        return [_closed(family, stars[0], known, mark)]
    where = ", ".join(stars) or family.name
    reason = f"a theorem leaves exactly one parameter open; for {family.name}: {known}"
    return [Fault(where, reason, mark)]


def _closed(family: Family, key: str, known: str, mark: str) -> Fault:
    if key not in family.kinds:
        return unknown(key, words_known(family), f"{family.name} has no parameter")
    reason = f"cannot be left open in a theorem: {_why(family, key)}"
    return Fault(key, reason, f"those of {family.name} that can: {known}; {mark}")


def _why(family: Family, key: str) -> str:
    kind = family.kinds[key]
    if key in family.stays_closed:
        return family.stays_closed[key]
    if isinstance(kind, Whole):
        return SHAPES
    if isinstance(kind, Choice | Text):
        return "a word, and no number"
    return "its payoffs are not told as polynomials in it"
