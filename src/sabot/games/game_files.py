"""Games in files: a bare file name, or rules in a user's own Python file.

``game.efg`` is short for ``efg(file=game.efg)``; ``war.py:war(ranks=5)`` is the game that the
function ``war`` of the file ``war.py`` defines. A user's file is run once per version of the file,
and only where running is allowed; families that others have registered are left as they were,
whatever names the file uses.
"""

from __future__ import annotations

import os
import re
import sys
from copy import copy

from sabot.errors import Fault, GameStringError, RulesError, did_you_mean
from sabot.game_rules.family import REGISTRY, Family, own_methods
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.io.files import FileStamp, file_stamp
from sabot.io.user_module import guard_user_function, run_user_file, user_module_name

FAMILY_BY_SUFFIX = {".efg": "efg", ".nfg": "matrix", ".csv": "matrix", ".json": "matrix"}
"""How the name of a file ends, and the family that reads it."""

_PYTHON_SUFFIX = re.compile(r"\.py(?=\s*(?:$|[:(]))")
_FAMILIES_BY_FILE: dict[tuple[str, str], tuple[FileStamp, dict[str, Family]]] = {}
"""The families of each user's file when it was last run, by the name as given and its path."""


def family_for_file(text: str) -> str | None:
    """Return the family that reads a bare file name, if *text* is one.

    >>> tuple(map(family_for_file, ("x/game.EFG", "le-her", "matrix(file=game.csv")))
    ('efg', None, None)
    """
    suffix = os.path.splitext(text)[1].lower()
    return (
        FAMILY_BY_SUFFIX.get(suffix) if suffix in FAMILY_BY_SUFFIX and _is_file_name(text) else None
    )


def _is_file_name(text: str) -> bool:
    return not set("(=") & set(text) or os.path.isfile(text)


def names_rules_file(text: str) -> bool:
    """Return whether a game string names rules in a user's own file.

    >>> names_rules_file("war.py:war(suits=*)"), names_rules_file("le-her(suits=*)")
    (True, False)
    """
    end = _PYTHON_SUFFIX.search(text)
    return end is not None and _is_file_name(text[: end.end()])


def rules_file_path(text: str) -> str:
    """Return the user's file that a game string names; '' where it names none.

    >>> rules_file_path("war.py:war(suits=2)"), rules_file_path("le-her")
    ('war.py', '')
    """
    end = _PYTHON_SUFFIX.search(text)
    return text[: end.end()] if end is not None and names_rules_file(text) else ""


def load_rules_file(text: str, *, run: bool = True) -> Game | None:
    """Return the game of a string such as ``war.py:war(ranks=5)``; None if it names no file.

    With *run* false no file is run: only what was loaded before in this process is known.
    """
    found = find_file_family(text, run=run)
    if found is None:
        return None
    family, texts, faults = found
    return family.game(texts, text, faults)


def find_file_family(
    text: str, *, run: bool = True
) -> tuple[Family, dict[str, str], list[Fault]] | None:
    """Return the family of such a string, its parameters as text, and what is wrong with them."""
    end = _PYTHON_SUFFIX.search(text)
    if end is None or not names_rules_file(text):
        return None
    file, rest = text[: end.end()], text[end.end() :].strip()
    try:
        name, texts, faults = split_game_string(
            rest.removeprefix(":") if rest[:1] == ":" else "-" + rest
        )
    except GameStringError as fault:
        raise GameStringError(text, list(fault.faults)) from None
    families = _file_families(file, run=run)
    if name not in families:
        if rest[:1] == ":" or len(families) != 1:
            raise GameStringError(
                text, [_unknown_game_fault(file, name, rest, list(families)), *faults]
            )
        (name,) = families
    return families[name], texts, faults


def _unknown_game_fault(file: str, name: str, rest: str, families: list[str]) -> Fault:
    if rest[:1] != ":":
        ways = " or ".join(f"{file}:{one}" for one in families)
        return Fault(file, f"tells {len(families)} games", f"write {ways}")
    hint = did_you_mean(name, families)
    plain = callable(getattr(sys.modules.get(user_module_name(file)), name, None))
    missing = "is there, but without @rules above it" if plain else f"is no game of {file}"
    return Fault(name, missing, f"{hint}it tells: {', '.join(families)}")


def _file_families(file: str, *, run: bool) -> dict[str, Family]:
    """Return the families that a user's file defines, by the names they have in it."""
    when = file_stamp(file)
    place = (file, os.path.realpath(file))
    known = _FAMILIES_BY_FILE.get(place)
    if known is not None and known[0] == when:
        return known[1]
    if not run:
        raise RulesError(f"{file}: has not been run here, and is not to be run for this")
    families = _run_rules_file(file)
    if not families:
        raise RulesError(
            f"{file}: tells no game; write @sabot.rules(name=..., seats=(...)) above a function "
            "that plays one hand"
        )
    _FAMILIES_BY_FILE[place] = when, families
    return families


def _run_rules_file(file: str) -> dict[str, Family]:
    """Run the file; leave the families of all others as they were, whatever names it uses."""
    before = dict(REGISTRY)
    own = user_module_name(file)
    try:
        module = run_user_file(file)
    finally:
        for name in [n for n, family in REGISTRY.items() if _is_defined_in(own, family)]:
            del REGISTRY[name]
        REGISTRY.update(before)
    families: dict[int, tuple[str, Family]] = {}
    for key, family in vars(module).items():
        if isinstance(family, Family) and _is_defined_in(own, family):
            families.setdefault(id(family), (key, family))
    return {
        key: _qualify_family(family, f"{file}:{key}", file) for key, family in families.values()
    }


def _is_defined_in(module: str, family: Family) -> bool:
    return module in (type(family).__module__, getattr(family.play, "__module__", None))


def _qualify_family(family: Family, name: str, file: str) -> Family:
    """Return the user's family under the name that loads it again, with its methods guarded."""
    named = copy(family)
    named.name = name
    for method in own_methods(family):
        setattr(named, method, guard_user_function(getattr(family, method), file))
    return named
