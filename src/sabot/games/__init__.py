"""The games that ship with Sabot, found by name and imported when first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sabot.errors import Fault, GameStringError, NoMethodError
from sabot.games.files import family_of, names_rules, told_in_file
from sabot.gamestring import dissect
from sabot.ruleset import ELSEWHERE, REGISTRY, Family, Game, family, find

if TYPE_CHECKING:
    from sabot.forms.theorem import PolynomialForm

SHIPPED = {
    "le-her": "sabot.games.le_her",
    "matrix": "sabot.games.matrix",
    "efg": "sabot.games.efg",
    "kuhn-poker": "sabot.games.poker",
    "leduc-poker": "sabot.games.poker",
    "baccara": "sabot.games.baccara",
    "foster-1964": "sabot.games.baccara",
    "baccara-grid": "sabot.games.baccara",
    "whist": "sabot.games.whist.family",
    "greedy-whist": "sabot.games.whist.family",
    "five-card": "sabot.games.whist.family",
    "misere-whist": "sabot.games.whist.family",
}
"""Name of each shipped family, and the module that tells it."""

ALIASES = {"kuhn": "kuhn-poker", "leduc": "leduc-poker"}
"""Short names that are understood, never printed."""

NAMED = "write NAME(key=value, ...) in quotes"


def load(text: str, *, run: bool = True) -> Game:
    """Return the game that a game string names.

    A file's name alone is a game too, by its suffix: ``game.efg``, ``game.nfg``, ``game.csv``,
    ``game.json``. ``war.py:war(ranks=5)`` is told by a function of the user's own file, which is
    run; with *run* false it is not, unless it has been before.

    >>> load("le-her(suits=2)"), load("game.csv")
    (sabot.load('le-her(ranks=13, suits=2)'), sabot.load('matrix(file=game.csv)'))
    """
    if not isinstance(text, str):
        raise GameStringError(
            repr(text), [Fault("game", f"{type(text).__name__}, not a text", NAMED)]
        )
    bare = text.strip()
    told = told_in_file(bare, run=run)
    if told is not None:
        return told
    reader = family_of(bare)
    if reader is not None:
        import_module(SHIPPED[reader])
        return REGISTRY[reader](file=bare)
    name = dissect(text)[0]
    if name in ALIASES and name not in REGISTRY:
        text = text.replace(name, ALIASES[name], 1)
    _tell(ALIASES.get(name, name))
    return find(text, tuple(SHIPPED))


def _tell(name: str) -> None:
    """Import the module of a shipped family, if that has not happened yet."""
    if name in SHIPPED and name not in REGISTRY:
        import_module(SHIPPED[name])


def family_named(text: str) -> Family | None:
    """Return the family of a game string, whatever else is in it; None where none has its name.

    No file of a user's is run for it.

    >>> family_named("le-her(ranks=4, suits=*)").name, family_named("own.py:war(suits=2)")
    ('le-her', None)
    """
    try:
        name = dissect(text)[0]
    except GameStringError:
        return None
    name = name if name in REGISTRY else ALIASES.get(name, name)
    _tell(name)
    return REGISTRY.get(name)


def load_polynomial(text: str) -> tuple[str, PolynomialForm]:
    """Return the canonical string and the form of a game with one parameter marked ``*``.

    A file of polynomials in one letter may be given by its name alone.
    """
    if names_rules(text.strip()):
        raise NoMethodError(
            f"{text.strip()[:80]}: no parameter of rules in a file can be left open; those of "
            f"{_open_parameters()} can. {ELSEWHERE[:1].upper()}{ELSEWHERE[1:]}"
        )
    if family_of(text.strip()) is not None:
        text = _opened(text.strip())
    name, texts, faults = dissect(text)
    if faults:
        raise GameStringError(text, faults)
    name = name if name in REGISTRY else ALIASES.get(name, name)
    _tell(name)
    return family(name, text, tuple(SHIPPED)).polynomial(texts, text)


def _open_parameters() -> str:
    """Return which games have parameters that can be left open, and which these are."""
    open_to = {family.name: family.open_to for family in families()}
    return "; ".join(f"{name} ({', '.join(keys)})" for name, keys in open_to.items() if keys)


def _opened(file: str) -> str:
    """Return the game string of a bare file name: its only letter is the parameter."""
    from sabot.io.polynomial_matrix import only_letter

    return f"matrix(file='{file}', {only_letter(file)}=*)"


def families() -> list[Family]:
    """Return every family of games there is: those shipped, then those told by the user."""
    for module in SHIPPED.values():
        import_module(module)
    return [REGISTRY[name] for name in (*SHIPPED, *(n for n in REGISTRY if n not in SHIPPED))]
