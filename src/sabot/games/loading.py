"""Find and load games: by a game string, a bare file name or a function in a user's Python file.

The games that ship are entered in the table of :mod:`sabot.games`; each is a :class:`GameEntry`,
whose functions import the modules of a game when they are first called, so that a missing one harms
no other. This module imports no game and can be imported from everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING

from sabot.errors import Fault, FormError, GameStringError
from sabot.game_rules.capabilities import AliasParameters, RandomDeals
from sabot.game_rules.game_string import split_game_string

if TYPE_CHECKING:
    import click

    from sabot.forms.parametric import (
        ParametricContinuousGame,
        PolynomialForm,
        PolynomialGeneralSumForm,
    )
    from sabot.game_rules.family import Family
    from sabot.game_rules.game import Game


@dataclass(frozen=True, slots=True)
class GameCommand:
    """A verb that a game adds to the command line."""

    name: str
    help: str
    """Its line in ``sabot --help``."""
    load: Callable[[], click.Command]
    """Import and return the verb."""
    place: int
    """Its place among the verbs of games in ``sabot --help``."""
    former: tuple[str, ...] = ()
    """Verbs inside it that were verbs of the program in earlier releases and still work."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One family of games that ships: its name, and functions that import it when called."""

    name: str
    family: Callable[[], Family]
    """Import and return the family."""
    aliases: tuple[str, ...] = ()
    """Other names that are understood, never printed; a family says what parameters one sets."""
    positional: str = ""
    """The parameter that may be written without its name, where it begins with a bracket."""
    command: GameCommand | None = None
    headline: Callable[[Game], dict[str, object]] | None = None
    """What a page shows of a game where its solution does not say it: ``number``, ``words`` and
    ``picture``, or some of these."""


_TABLE: dict[str, GameEntry] = {}


def install_games(entries: Iterable[GameEntry]) -> None:
    """Enter the games that ship; done when :mod:`sabot.games` is imported."""
    _TABLE.update((entry.name, entry) for entry in entries)


def shipped_games() -> Mapping[str, GameEntry]:
    """Return the games that ship, by name."""
    return _TABLE


def game_aliases() -> dict[str, str]:
    """Return the family of each alias."""
    return {alias: entry.name for entry in _TABLE.values() for alias in entry.aliases}


def game_commands() -> dict[str, GameCommand]:
    """Return the verbs that games add to the command line, by name."""
    found = [entry.command for entry in _TABLE.values() if entry.command is not None]
    return {command.name: command for command in sorted(found, key=lambda one: one.place)}


SHIPPED_PREFIX = "sabot.games."
"""The package of the games that ship."""

DEFAULT_GAME = "kuhn-poker"
"""The smallest game with cards, bets and secrets: what is shown where none was chosen."""

GAME_STRING_HINT = "write NAME(key=value, ...) in quotes"


def load(text: str | PathLike[str], *, run: bool = True) -> Game:
    """Return the game that a game string names.

    A file's name alone is a game too, by its suffix: ``game.efg``, ``game.nfg``, ``game.csv``,
    ``game.json``. ``war.py:war(ranks=5)`` is a function of the user's own file, which is run;
    with *run* false it is not, unless it has been before.

    >>> load("le-her(suits=2)"), load("game.csv")
    (sabot.load('le-her(ranks=13, suits=2)'), sabot.load('matrix(file=game.csv)'))
    """
    text = fspath(text) if isinstance(text, PathLike) else text
    if not isinstance(text, str):
        raise GameStringError(
            repr(text), [Fault("game", f"{type(text).__name__}, not a text", GAME_STRING_HINT)]
        )
    from sabot.game_rules.family import REGISTRY
    from sabot.game_rules.game import find_family
    from sabot.games.game_files import family_for_file, load_rules_file

    bare = text.strip()
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
    return find_family(name, text, tuple(_TABLE), game_aliases(), faults).game(texts, text, faults)


def _resolve_alias(name: str, texts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the family of a name, which is then imported, and the parameters that are meant."""
    from sabot.game_rules.family import REGISTRY

    meant = name if name in REGISTRY else game_aliases().get(name, name)
    _import_family(meant)
    family = REGISTRY.get(meant)
    if meant != name and isinstance(family, AliasParameters):
        return meant, {**family.called(name, texts), **texts}
    return meant, dict(texts)


def add_parameter_name(text: str) -> str:
    """Return a game string with the name of the parameter that was written without it.

    >>> add_parameter_name("matrix([[0,1]])"), add_parameter_name("le-her([2])")
    ('matrix(payoffs=[[0,1]])', 'le-her([2])')
    """
    head, _, rest = text.partition("(")
    entry = _TABLE.get(head.strip())
    key = "" if entry is None else entry.positional
    return f"{head}({key}={rest}" if key and rest.lstrip().startswith("[") else text


def _import_family(name: str) -> None:
    """Import the module of a shipped family, if that has not happened yet.

    A name that ships means one game only: what is proved of one must not be printed of another.
    """
    from sabot.game_rules.family import REGISTRY

    if name not in _TABLE:
        return
    known = REGISTRY.get(name)
    if known is not None and not type(known).__module__.startswith(SHIPPED_PREFIX):
        what = "is a game that ships, and you have told another one by the same name"
        remedy = "give yours another name, or hand over the game itself in place of its name"
        raise GameStringError(name, [Fault(name, what, remedy)])
    missing = "" if known is not None else _import_if_present(_TABLE[name])
    if missing:
        what = f"its room {missing} is missing from this installation"
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
    if name in _TABLE and name not in REGISTRY:
        _import_if_present(_TABLE[name])
    return REGISTRY.get(name)


def load_parametric(
    text: str, *, run: bool = True
) -> tuple[str, PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm]:
    """Return the canonical string and the form of a game with one parameter marked ``*``.

    A file of polynomials in one letter may be given by its name alone. With *run* false no user's
    file of rules is run, unless it has been before.
    """
    from sabot.game_rules.game import find_family
    from sabot.games.game_files import family_for_file, find_file_family

    own = find_file_family(text.strip(), run=run)
    if own is not None:
        family, texts, faults = own
        if faults:
            raise GameStringError(text, faults)
        return family.polynomial(texts, text.strip())
    bare = family_for_file(text.strip()) is not None
    text = _parametric_file_string(text.strip()) if bare else add_parameter_name(text)
    name, texts, faults = split_game_string(text)
    if faults:
        raise GameStringError(text, faults)
    name, texts = _resolve_alias(name, texts)
    return find_family(name, text, tuple(_TABLE), game_aliases()).polynomial(texts, text)


def load_parametric_matrix(
    rows: Iterable[Iterable[object]],
) -> tuple[str, PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm]:
    """Return the game string and the form of a matrix whose payoffs have one letter in them.

    >>> load_parametric_matrix([["t**2 - 1", 0], [0, "1/2"]])[0]
    'matrix(payoffs=[[t**2-1,0],[0,1/2]], t=*)'
    """
    from sabot.games.matrix import PayoffMatrixParameter
    from sabot.io.matrix import letters_in

    text = PayoffMatrixParameter().show([list(row) for row in rows])
    letters = letters_in([[text]])
    if not letters:
        raise FormError("every payoff is a number, and a theorem needs a letter: write 2*t - 1")
    return load_parametric(f"matrix(payoffs={text}, {letters[0]}=*)")


def _parametric_file_string(file: str) -> str:
    """Return the game string of a bare file name: its only letter is the parameter."""
    from sabot.io.polynomial_matrix import single_letter

    return f"matrix(file='{file}', {single_letter(file)}=*)"


def families() -> list[Family]:
    """Return every family of games there is: those that ship, then those of the user."""
    from sabot.game_rules.family import REGISTRY

    there = [name for name, entry in _TABLE.items() if not _import_if_present(entry)]
    return [REGISTRY[name] for name in (*there, *(n for n in REGISTRY if n not in _TABLE))]


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
