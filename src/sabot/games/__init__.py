"""Registry of the games that ship with Sabot: found by name, imported when first asked for.

A game string (``name(key=value)``), a bare file name or a function in a user's Python file is
turned into a game here. Each family of games lives in a module of its own and is imported lazily,
so that a missing one harms no other.
"""

from __future__ import annotations

from importlib import import_module
from os import PathLike, fspath
from typing import TYPE_CHECKING

from sabot.errors import Fault, FormError, GameStringError
from sabot.game_rules.game_string import split_game_string

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import click

    from sabot.forms.parametric import (
        ParametricContinuousGame,
        PolynomialForm,
        PolynomialGeneralSumForm,
    )
    from sabot.game_rules.family import Family
    from sabot.game_rules.game import Game

SHIPPED = {
    "le-her": "sabot.games.le_her",
    "matrix": "sabot.games.matrix",
    "efg": "sabot.games.efg",
    "kuhn-poker": "sabot.games.poker.kuhn",
    "leduc-poker": "sabot.games.poker.leduc",
    "draw-poker": "sabot.games.poker.five_card_draw.family",
    "blind-poker": "sabot.games.continuous_poker.family",
    "von-neumann": "sabot.games.continuous_poker.family",
    "borel": "sabot.games.continuous_poker.family",
    "continuous-kuhn": "sabot.games.continuous_poker.family",
    "baccara": "sabot.games.baccara.family",
    "punto-banco": "sabot.games.baccara.punto_banco",
    "baccara-banque": "sabot.games.baccara_banque",
    "foster-1964": "sabot.games.baccara.foster",
    "baccara-grid": "sabot.games.baccara.ethier_gamez",
    "dafermos-network": "sabot.games.traffic_network",
    "network": "sabot.games.traffic_network",
    "whist": "sabot.games.whist.family",
    "greedy-whist": "sabot.games.whist.family",
    "five-card": "sabot.games.whist.family",
    "misere-whist": "sabot.games.whist.family",
}
"""Name of each shipped family, and the module that tells it."""

ALIASES = {
    "kuhn": "kuhn-poker",
    "leduc": "leduc-poker",
    "baccarat": "baccara",
    "chemin-de-fer": "baccara",
}
"""Other names that are understood, never printed; a family says what parameters one sets."""

SHIPPED_PREFIX = "sabot.games."
"""Where families that ship are told."""

POSITIONAL_PARAMETER = {"matrix": "payoffs"}
"""The parameter of a family that may stand without its name, where it begins with a bracket."""


def _load_whist_commands() -> click.Command:
    from sabot.games.whist.cli import whist

    return whist


def _load_draw_commands() -> click.Command:
    from sabot.games.poker.five_card_draw.cli import draw

    return draw


GAME_COMMANDS: dict[str, tuple[Callable[[], click.Command], str]] = {
    "whist": (
        _load_whist_commands,
        "Deals of one suit: all of them counted, or one as a puzzle.",
    ),
    "draw": (
        _load_draw_commands,
        "Five-card draw: players against each other.",
    ),
}
"""Verbs that games bring: the function that imports the group, and the line in ``sabot --help``."""


DEFAULT_GAME = "kuhn-poker"
"""The smallest game with cards, bets and secrets: what is shown where none was chosen."""

GAME_PAGES: dict[str, str] = {
    "whist": "sabot.games.whist.web.pages",
    "blind-poker": "sabot.games.continuous_poker.web",
}
"""Pages that games bring to the workbench: the module, which has a tuple ``PAGES``."""

HEADLINES = {
    "draw-poker": "sabot.games.poker.five_card_draw.render:headline",
    "dafermos-network": "sabot.games.traffic_network.render:headline",
    "network": "sabot.games.traffic_network.render:headline",
    "whist": "sabot.games.whist.web.tasks:headline",
    "greedy-whist": "sabot.games.whist.web.tasks:headline",
    "five-card": "sabot.games.whist.web.tasks:headline",
    "misere-whist": "sabot.games.whist.web.tasks:headline",
}
"""What a game is known by where its solution does not tell: the function that does, from a game to
``number``, ``words`` and ``picture``, or some of these."""

FORMER_VERBS = {"deals": ("whist", "deals"), "puzzle": ("whist", "puzzle")}
"""Verbs of earlier releases that still work: where each is now."""

GAME_STRING_HINT = "write NAME(key=value, ...) in quotes"


def load(text: str | PathLike[str], *, run: bool = True) -> Game:
    """Return the game that a game string names.

    A file's name alone is a game too, by its suffix: ``game.efg``, ``game.nfg``, ``game.csv``,
    ``game.json``. ``war.py:war(ranks=5)`` is told by a function of the user's own file, which is
    run; with *run* false it is not, unless it has been before.

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
    told = load_rules_file(bare, run=run)
    if told is not None:
        return told
    reader = family_for_file(bare)
    if reader is not None:
        _import_family(reader)
        return REGISTRY[reader](file=bare)
    text = add_parameter_name(text)
    name, texts, faults = split_game_string(text)
    name, texts = _resolve_alias(name, texts)
    return find_family(name, text, tuple(SHIPPED), ALIASES, faults).game(texts, text, faults)


def _resolve_alias(name: str, texts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the family of a name, which is now told, and the parameters that are meant."""
    from sabot.game_rules.family import REGISTRY

    alias = name in ALIASES and name not in REGISTRY
    told = ALIASES[name] if alias else name
    _import_family(told)
    return told, {**(REGISTRY[told].called(name, texts) if alias else {}), **texts}


def add_parameter_name(text: str) -> str:
    """Return a game string with the name of the parameter that stands without it.

    >>> add_parameter_name("matrix([[0,1]])"), add_parameter_name("le-her([2])")
    ('matrix(payoffs=[[0,1]])', 'le-her([2])')
    """
    head, _, rest = text.partition("(")
    key = POSITIONAL_PARAMETER.get(head.strip())
    return f"{head}({key}={rest}" if key and rest.lstrip().startswith("[") else text


def _import_family(name: str) -> None:
    """Import the module of a shipped family, if that has not happened yet.

    A name that ships means one game only: what is proved of one must not be printed of another.
    """
    from sabot.game_rules.family import REGISTRY

    known = REGISTRY.get(name)
    if (
        name in SHIPPED
        and known is not None
        and not type(known).__module__.startswith(SHIPPED_PREFIX)
    ):
        what = "is a game that ships, and you have told another one by the same name"
        remedy = "give yours another name, or hand over the game itself in place of its name"
        raise GameStringError(name, [Fault(name, what, remedy)])
    if name in SHIPPED and name not in REGISTRY and not _import_if_present(SHIPPED[name]):
        what = f"its room {SHIPPED[name]} is missing from this installation"
        raise GameStringError(name, [Fault(name, what, "install sabot again")])


def _import_if_present(module: str) -> bool:
    """Import a family's module; False where its room is not there, which is no one else's fault."""
    try:
        import_module(module)
    except ModuleNotFoundError as fault:
        if fault.name is None or not f"{module}.".startswith(f"{fault.name}."):
            raise
        return False
    return True


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
    name = name if name in REGISTRY else ALIASES.get(name, name)
    if name in SHIPPED and name not in REGISTRY:
        _import_if_present(SHIPPED[name])
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
        told, texts, faults = own
        if faults:
            raise GameStringError(text, faults)
        return told.polynomial(texts, text.strip())
    bare = family_for_file(text.strip()) is not None
    text = _parametric_file_string(text.strip()) if bare else add_parameter_name(text)
    name, texts, faults = split_game_string(text)
    if faults:
        raise GameStringError(text, faults)
    name, texts = _resolve_alias(name, texts)
    return find_family(name, text, tuple(SHIPPED), ALIASES).polynomial(texts, text)


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
    """Return every family of games there is: those shipped, then those told by the user."""
    from sabot.game_rules.family import REGISTRY

    there = [name for name, module in SHIPPED.items() if _import_if_present(module)]
    return [REGISTRY[name] for name in (*there, *(n for n in REGISTRY if n not in SHIPPED))]


def random_deal_factory(text: str) -> Callable[[int], Game] | None:
    """Return what makes the game of a hand from a seed, where a game string leaves the deal open.

    >>> str(random_deal_factory("whist(n=3)")(7))
    'whist(n=3, seed=7, lead=W)'
    >>> random_deal_factory("whist(n=3, seed=1)"), random_deal_factory("le-her")
    (None, None)
    """
    family = find_family(text)
    if family is None:
        return None
    _, texts, faults = split_game_string(text)
    if not family.left_open(texts, 0):
        return None
    return lambda seed: family.game({**texts, **family.left_open(texts, seed)}, text, faults)
