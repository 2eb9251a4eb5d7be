"""Find and load games: by a game string, a bare file name or a function in a user's Python file.

The games that ship are found in their table (:mod:`sabot.game_table`).

``game.efg`` is short for ``efg(file=game.efg)``; ``war.py:war(ranks=5)`` is the game that the
function ``war`` of the file ``war.py`` defines. A user's file is run once per version of the file,
and only where running is allowed; families that others have registered are left as they were,
whatever names the file uses.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from sabot.errors import (
    Fault,
    FileError,
    GameStringError,
    RulesError,
    SabotError,
    did_you_mean,
    unknown_word_fault,
)
from sabot.game_rules.capabilities import AliasParameters, RandomDeals
from sabot.game_rules.game_string import split_game_string
from sabot.game_table import GameEntry, game_aliases, shipped_games

if TYPE_CHECKING:
    from sabot.game_rules.family import Family, OpenForm
    from sabot.game_rules.game import Game
    from sabot.io.files import FileStamp


SHIPPED_PREFIX = "sabot.games."
"""The package of the games that ship."""

GAME_STRING_HINT = "write NAME(key=value, ...) in quotes"


def load(text: str | os.PathLike[str], *, run: bool = True) -> Game:
    """Return the game that a game string names.

    A file's name alone is a game too, by its suffix: ``game.efg``, ``game.nfg``, ``game.csv``,
    ``game.json``, and Gambit's ``.gbt``, ``.agg``, ``.bagg``. ``war.py:war(ranks=5)`` is a function
    of the user's own file, which is run; with *run* false it is not, unless it has been before.

    >>> load("le-her(suits=2)"), load("game.csv")
    (sabot.load('le-her(ranks=13, suits=2)'), sabot.load('matrix(file=game.csv)'))
    """
    text = os.fspath(text) if isinstance(text, os.PathLike) else text
    if not isinstance(text, str):
        raise GameStringError(
            repr(text), [Fault("game", f"{type(text).__name__}, not a text", GAME_STRING_HINT)]
        )
    from sabot.game_rules.family import REGISTRY

    bare = text.strip()
    if "." in bare:  # every name of a file has a suffix
        own = load_rules_file(bare, run=run)
        if own is not None:
            return own
        reader = family_for_file(bare)
        if reader is not None:
            _import_family(reader)
            return REGISTRY[reader](file=bare)
    text = add_parameter_name(text)
    name, texts, faults = split_game_string(text)
    name, texts = _resolve_alias(name, texts)
    return _registered_family(name, text, faults).game(texts, text, faults)


def _resolve_alias(name: str, texts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the family of a name, which is then imported, and the parameters that are meant."""
    from sabot.game_rules.family import REGISTRY

    meant = name if name in REGISTRY else game_aliases().get(name, name)
    _import_family(meant)
    family = REGISTRY.get(meant)
    if meant != name and isinstance(family, AliasParameters):
        return meant, {**family.called(name, texts), **texts}
    return meant, dict(texts)


def _registered_family(name: str, text: str, faults: Sequence[Fault] = ()) -> Family:
    """Return the family of a name, or say which name of a family or alias is nearest.

    Rules that one function plays are found by the function's name too.
    """
    from sabot.game_rules.family import REGISTRY

    if name not in REGISTRY:
        own = [
            family for family in REGISTRY.values() if getattr(family.play, "__name__", "") == name
        ]
        if len(own) == 1 and name != "play":
            return own[0]
        names = sorted({*shipped_games(), *REGISTRY})
        unknown = unknown_word_fault(name, names, "there is no game", game_aliases())
        raise GameStringError(text, [unknown, *faults])
    return REGISTRY[name]


def add_parameter_name(text: str) -> str:
    """Return a game string with the name of the parameter that was written without it.

    >>> add_parameter_name("matrix([[0,1]])"), add_parameter_name("le-her([2])")
    ('matrix(payoffs=[[0,1]])', 'le-her([2])')
    """
    head, _, rest = text.partition("(")
    entry = shipped_games().get(head.strip())
    key = "" if entry is None else entry.positional
    return f"{head}({key}={rest}" if key and rest.lstrip().startswith("[") else text


def _import_family(name: str) -> None:
    """Import the module of a shipped family, if that has not happened yet.

    A name that ships means one game only: what is proved of one must not be printed of another.
    """
    from sabot.game_rules.family import REGISTRY

    if name not in shipped_games():
        return
    known = REGISTRY.get(name)
    if known is not None and not type(known).__module__.startswith(SHIPPED_PREFIX):
        what = "is the name of a game of Sabot, and you have defined another game of this name"
        remedy = "give yours another name, or pass the game itself instead of its name"
        raise GameStringError(name, [Fault(name, what, remedy)])
    missing = "" if known is not None else _import_if_present(shipped_games()[name])
    if missing:
        what = f"its package {missing} is missing from this installation"
        raise GameStringError(name, [Fault(name, what, "install sabot again")])


def _import_if_present(entry: GameEntry) -> str:
    """Import a family; return the module that is missing, '' where all are there."""
    from sabot.game_rules.family import REGISTRY

    try:
        REGISTRY.setdefault(entry.name, entry.family())
    except ModuleNotFoundError as fault:
        if fault.name is None or not fault.name.startswith(SHIPPED_PREFIX):
            raise
        return fault.name
    return ""


def find_family(text: str) -> Family | None:
    """Return the family of a game string, whatever else is in it; None where none has its name.

    No file of a user's is run for it.

    >>> find_family("le-her(ranks=4, suits=*)").name, find_family("own.py:war(suits=2)")
    ('le-her', None)
    >>> find_family("le-her(suits=").name
    'le-her'
    """
    from sabot.game_rules.family import REGISTRY

    name = text.partition("(")[0].strip()
    name = name if name in REGISTRY else game_aliases().get(name, name)
    if name in shipped_games() and name not in REGISTRY:
        _import_if_present(shipped_games()[name])
    return REGISTRY.get(name)


def load_parametric(text: str, *, run: bool = True) -> tuple[str, OpenForm]:
    """Return the canonical string and the form of a game with one parameter marked ``*``.

    A matrix with one letter in it needs no mark, and its file may be given by its name alone. With
    *run* false no user's file of rules is run, unless it has been before.
    """
    own = find_file_family(text.strip(), run=run)
    if own is not None:
        family, texts, faults = own
        if faults:
            raise GameStringError(text, faults)
        return family.polynomial(texts, text.strip())
    bare = family_for_file(text.strip()) is not None
    text = f"matrix(file='{text.strip()}')" if bare else add_parameter_name(text)
    name, texts, faults = split_game_string(text)
    if faults:
        raise GameStringError(text, faults)
    name, texts = _resolve_alias(name, texts)
    return _registered_family(name, text).polynomial(texts, text)


def has_open_parameter(text: str) -> bool:
    """Return whether a game string leaves a parameter open: marked ``*``, or a matrix's letter.

    >>> has_open_parameter("le-her(suits=*)"), has_open_parameter("matrix([[t,1],[1,0]])")
    (True, True)
    >>> has_open_parameter("matrix([[t,1],[1,0]], t=2)")
    False
    """
    from sabot.game_rules.family import LetterParameters
    from sabot.game_rules.to_form import form_of_game

    if "=*" in text.replace(" ", ""):
        return True
    reader = family_for_file(text.strip())
    text = f"{reader}(file='{text.strip()}')" if reader else add_parameter_name(text)
    family = find_family(text)
    if not isinstance(family, LetterParameters):
        return False
    try:
        form_of_game(load(text))
    except SabotError:
        pass  # not a matrix of numbers
    else:
        return False
    try:
        family.open_letter(split_game_string(text)[1])
    except SabotError:
        return False
    return True


def load_parametric_matrix(rows: Iterable[Iterable[object]]) -> tuple[str, OpenForm]:
    """Return the game string and the form of a matrix whose payoffs have one letter in them.

    >>> load_parametric_matrix([["t**2 - 1", 0], [0, "1/2"]])[0]
    'matrix(payoffs=[[t**2-1,0],[0,1/2]], t=*)'
    """
    _import_family("matrix")
    family = _registered_family("matrix", "matrix")
    text = family.kind("payoffs").show([list(row) for row in rows])
    return load_parametric(f"matrix(payoffs={text})")


def families() -> list[Family]:
    """Return every family of games there is: those that ship, then those of the user."""
    from sabot.game_rules.family import REGISTRY

    there = [name for name, entry in shipped_games().items() if is_installed(entry)]
    return [REGISTRY[name] for name in (*there, *(n for n in REGISTRY if n not in shipped_games()))]


def is_installed(entry: GameEntry) -> bool:
    """Return whether the package of a game that ships is there; its family is then imported."""
    return not _import_if_present(entry)


def random_deal_factory(text: str) -> Callable[[int], Game] | None:
    """Return what makes the game of a hand from a seed, where a game string leaves the deal open.

    >>> str(random_deal_factory("whist(n=3)")(7))
    'whist(n=3, seed=7, lead=W)'
    >>> random_deal_factory("whist(n=3, seed=1)"), random_deal_factory("le-her")
    (None, None)
    """
    family = find_family(text)
    if not isinstance(family, RandomDeals):
        return None
    _, texts, faults = split_game_string(text)
    left_open, make = family.left_open, family.game
    if not left_open(texts, 0):
        return None
    return lambda seed: make({**texts, **left_open(texts, seed)}, text, faults)


# ---------------------------------------------------------------------- games in files

FAMILY_BY_SUFFIX = {
    ".efg": "efg",
    ".nfg": "matrix",
    ".csv": "matrix",
    ".json": "matrix",
    ".gbt": "efg",
    ".agg": "matrix",
    ".bagg": "efg",
}
"""How the name of a file ends, and the family that reads it; a .gbt may also hold a matrix."""

_PYTHON_SUFFIX = re.compile(r"\.py(?=\s*(?:$|[:(]))")
_FAMILIES_BY_FILE: dict[tuple[str, str], tuple[FileStamp, dict[str, Family]]] = {}
"""The families of each user's file when it was last run, by the name as given and its path."""


def family_for_file(text: str) -> str | None:
    """Return the family that reads a bare file name, if *text* is one.

    >>> tuple(map(family_for_file, ("x/game.EFG", "le-her", "matrix(file=game.csv")))
    ('efg', None, None)
    """
    if not names_game_file(text):
        return None
    suffix = os.path.splitext(text)[1].lower()
    family = FAMILY_BY_SUFFIX[suffix]
    return "matrix" if suffix == ".gbt" and _holds_normal_form(text) else family


def names_game_file(text: str) -> bool:
    """Return whether *text* is a bare file name of a game; no file is opened for it.

    >>> names_game_file("x/game.EFG"), names_game_file("matrix(file=game.csv)")
    (True, False)
    """
    return os.path.splitext(text)[1].lower() in FAMILY_BY_SUFFIX and _is_file_name(text)


def _holds_normal_form(path: str) -> bool:
    """Return whether a .gbt file holds a normal form; False where it cannot be read."""
    from sabot.io.gambit_file import read_gambit_file

    try:
        return read_gambit_file(path)[0] == ".nfg"
    except FileError:
        return False


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
    if not names_rules_file(text):
        return None
    return _family_among(text, lambda file: file_families(file, run=run))


def load_rules_text(text: str, source: str) -> Game:
    """Return the game of a string such as ``war.py:war``, with *source* as the text of its file.

    The text is run as if the file had it. The file is not read, and what is known of it stays.
    """
    family, texts, faults = _family_among(
        text, lambda file: _require_families(file, _run_rules_file(file, source))
    )
    return family.game(texts, text, faults)


def game_of_families(text: str, families: Mapping[str, Family]) -> Game:
    """Return the game of a string such as ``war.py:war``, where its file has these *families*."""
    family, texts, faults = _family_among(text, lambda file: families)
    return family.game(texts, text, faults)


def _family_among(
    text: str, families_of: Callable[[str], Mapping[str, Family]]
) -> tuple[Family, dict[str, str], list[Fault]]:
    file = rules_file_path(text)
    rest = text[len(file) :].strip()
    try:
        name, texts, faults = split_game_string(
            rest.removeprefix(":") if rest[:1] == ":" else "-" + rest
        )
    except GameStringError as fault:
        raise GameStringError(text, list(fault.faults)) from None
    families = families_of(file)
    name = _name_in_file(name, families)
    if name not in families:
        if rest[:1] == ":" or len(families) != 1:
            raise GameStringError(
                text, [_unknown_game_fault(file, name, rest, list(families)), *faults]
            )
        (name,) = families
    return families[name], texts, faults


def _name_in_file(name: str, families: Mapping[str, Family]) -> str:
    """Return the name that a game has in its file, which is the function's, by either name."""
    if name not in families:
        for key, family in families.items():
            if family.original_name == name:
                return key
    return name


def _unknown_game_fault(file: str, name: str, rest: str, families: list[str]) -> Fault:
    if rest[:1] != ":":
        ways = " or ".join(f"{file}:{one}" for one in families)
        return Fault(file, f"has {len(families)} games", f"write {ways}")
    from sabot.io.user_module import user_module_name

    hint = did_you_mean(name, families)
    plain = callable(getattr(sys.modules.get(user_module_name(file)), name, None))
    missing = "has no @sabot.rules(...) above it" if plain else f"is not a game of {file}"
    return Fault(name, missing, f"{hint}games of this file: {', '.join(families)}")


def remember_file_families(file: str, stamp: FileStamp, families: Mapping[str, Family]) -> None:
    """Let the games of a user's file be known here as *families*, which is then not run.

    They are forgotten when the file changes: its *stamp* is that of the file they were made for.
    """
    _FAMILIES_BY_FILE[file, os.path.realpath(file)] = stamp, dict(families)


def file_families(file: str, *, run: bool = True) -> dict[str, Family]:
    """Return the families that a user's file defines, by the names they have in it."""
    from sabot.io.files import file_stamp

    when = file_stamp(file)
    place = (file, os.path.realpath(file))
    known = _FAMILIES_BY_FILE.get(place)
    if known is not None and known[0] == when:
        return known[1]
    if not run:
        raise RulesError(f"{file}: has not been run in this process, and is not run for this")
    families = _require_families(file, _run_rules_file(file))
    _FAMILIES_BY_FILE[place] = when, families
    return families


def _require_families(file: str, families: dict[str, Family]) -> dict[str, Family]:
    if not families:
        raise RulesError(
            f"{file}: no game in this file; write @sabot.rules(name=..., seats=(...)) above a "
            "function that plays one hand"
        )
    return families


def _run_rules_file(file: str, source: str | None = None) -> dict[str, Family]:
    """Run the file, or *source* in its place; leave the families of all others as they were."""
    from sabot.game_rules.family import REGISTRY, Family
    from sabot.io.user_module import run_user_file, user_module_name

    before = dict(REGISTRY)
    own = user_module_name(file)
    try:
        module = run_user_file(file, source)
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
    from sabot.game_rules.family import own_methods
    from sabot.io.user_module import guard_user_function

    named = copy(family)
    named.original_name, named.name = family.name, name
    for method in own_methods(family):
        setattr(named, method, guard_user_function(getattr(family, method), file))
    return named
