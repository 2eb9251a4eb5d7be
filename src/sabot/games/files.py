"""Games in files: a bare file name, and rules told in a user's own Python file.

``game.efg`` is short for ``efg(file=game.efg)``; ``war.py:war(ranks=5)`` is the game that the
function ``war`` of the file ``war.py`` tells.
"""

from __future__ import annotations

import os
import re
import sys
from copy import copy

from sabot.errors import Fault, GameStringError, RulesError, did_you_mean
from sabot.files.text import Stamp, stamp
from sabot.files.userfile import guarded, module_name, run_file
from sabot.telling.family import OVERRIDABLE, Family
from sabot.telling.game import REGISTRY, Game
from sabot.telling.strings import dissect

SUFFIXES = {".efg": "efg", ".nfg": "matrix", ".csv": "matrix", ".json": "matrix"}
"""How the name of a file ends, and the family that reads it."""

_PYTHON = re.compile(r"\.py(?=\s*(?:$|[:(]))")
_RUN: dict[tuple[str, str], tuple[Stamp, dict[str, Family]]] = {}
"""What each user's file told when it was last run, by the name it was called with and its place."""


def family_of(text: str) -> str | None:
    """Return the family that reads a bare file name, if *text* is one.

    >>> family_of("x/game.EFG"), family_of("le-her"), family_of("matrix(file=game.csv")
    ('efg', None, None)
    """
    suffix = os.path.splitext(text)[1].lower()
    return SUFFIXES.get(suffix) if suffix in SUFFIXES and _is_name(text) else None


def _is_name(text: str) -> bool:
    return not set("(=") & set(text) or os.path.isfile(text)


def names_rules(text: str) -> bool:
    """Tell whether a game string names rules in a user's own file.

    >>> names_rules("war.py:war(suits=*)"), names_rules("le-her(suits=*)")
    (True, False)
    """
    end = _PYTHON.search(text)
    return end is not None and _is_name(text[: end.end()])


def rules_file(text: str) -> str:
    """Return the user's file that a game string names; '' where it names none.

    >>> rules_file("war.py:war(suits=2)"), rules_file("le-her")
    ('war.py', '')
    """
    end = _PYTHON.search(text)
    return text[: end.end()] if end is not None and names_rules(text) else ""


def told_in_file(text: str, *, run: bool = True) -> Game | None:
    """Return the game of a string such as ``war.py:war(ranks=5)``; None if it names no file.

    With *run* false no file is run: only what was told before in this process is known.
    """
    found = family_in_file(text, run=run)
    if found is None:
        return None
    family, texts, faults = found
    return family.game(texts, text, faults)


def family_in_file(
    text: str, *, run: bool = True
) -> tuple[Family, dict[str, str], list[Fault]] | None:
    """Return the family of such a string, its parameters as text, and what is wrong with them."""
    end = _PYTHON.search(text)
    if end is None or not names_rules(text):
        return None
    file, rest = text[: end.end()], text[end.end() :].strip()
    try:
        name, texts, faults = dissect(rest.removeprefix(":") if rest[:1] == ":" else "-" + rest)
    except GameStringError as fault:
        raise GameStringError(text, list(fault.faults)) from None
    families = _families(file, run=run)
    if name not in families:
        if rest[:1] == ":" or len(families) != 1:
            raise GameStringError(text, [_no_such(file, name, rest, list(families)), *faults])
        (name,) = families
    return families[name], texts, faults


def _no_such(file: str, name: str, rest: str, told: list[str]) -> Fault:
    if rest[:1] != ":":
        ways = " or ".join(f"{file}:{one}" for one in told)
        return Fault(file, f"tells {len(told)} games", f"write {ways}")
    hint = did_you_mean(name, told)
    plain = callable(getattr(sys.modules.get(module_name(file)), name, None))
    missing = "is there, but without @rules above it" if plain else f"is no game of {file}"
    return Fault(name, missing, f"{hint}it tells: {', '.join(told)}")


def _families(file: str, *, run: bool) -> dict[str, Family]:
    """Return the families that a user's file tells, by the names they have in it."""
    when = stamp(file)
    place = (file, os.path.realpath(file))
    known = _RUN.get(place)
    if known is not None and known[0] == when:
        return known[1]
    if not run:
        raise RulesError(f"{file}: has not been run here, and is not to be run for this")
    told = _told_by(file)
    if not told:
        raise RulesError(
            f"{file}: tells no game; write @sabot.rules(name=..., seats=(...)) above a function "
            "that plays one hand"
        )
    _RUN[place] = when, told
    return told


def _told_by(file: str) -> dict[str, Family]:
    """Run the file; leave the families of all others as they were, whatever names it uses."""
    before = dict(REGISTRY)
    own = module_name(file)
    try:
        module = run_file(file)
    finally:
        for name in [n for n, family in REGISTRY.items() if _is_told_by(own, family)]:
            del REGISTRY[name]
        REGISTRY.update(before)
    told: dict[int, tuple[str, Family]] = {}
    for key, family in vars(module).items():
        if isinstance(family, Family) and _is_told_by(own, family):
            told.setdefault(id(family), (key, family))
    return {key: _named(family, f"{file}:{key}", file) for key, family in told.values()}


def _is_told_by(module: str, family: Family) -> bool:
    return module in (type(family).__module__, getattr(family.play, "__module__", None))


def _named(family: Family, name: str, file: str) -> Family:
    """Return the user's family under the name that loads it again, with its methods guarded."""
    named = copy(family)
    named.name = name
    for method in OVERRIDABLE:
        setattr(named, method, guarded(getattr(family, method), file))
    return named
