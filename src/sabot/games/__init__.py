"""The games that ship with Sabot, found by name and imported when first asked for."""

from __future__ import annotations

from importlib import import_module
from os import PathLike, fspath
from typing import TYPE_CHECKING

from sabot.errors import Fault, FormError, GameStringError
from sabot.telling.strings import dissect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sabot.forms.pair import PolynomialPair
    from sabot.forms.polynomial import PolynomialForm
    from sabot.forms.threshold.opened import OpenHands
    from sabot.telling.family import Family
    from sabot.telling.game import Game

SHIPPED = {
    "le-her": "sabot.games.le_her",
    "matrix": "sabot.games.matrix",
    "efg": "sabot.games.efg",
    "kuhn-poker": "sabot.games.poker.kuhn",
    "leduc-poker": "sabot.games.poker.leduc",
    "draw-poker": "sabot.games.poker.draw.family",
    "blind-poker": "sabot.games.blind.family",
    "von-neumann": "sabot.games.blind.family",
    "borel": "sabot.games.blind.one_bet",
    "continuous-kuhn": "sabot.games.blind.one_bet",
    "baccara": "sabot.games.baccara.family",
    "punto-banco": "sabot.games.baccara.punto_banco",
    "baccara-banque": "sabot.games.banque.family",
    "foster-1964": "sabot.games.baccara.foster",
    "baccara-grid": "sabot.games.baccara.grid",
    "dafermos-network": "sabot.games.network.family",
    "network": "sabot.games.network.family",
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

OURS = "sabot.games."
"""Where families that ship are told."""

UNNAMED = {"matrix": "payoffs"}
"""The parameter of a family that may stand without its name, where it begins with a bracket."""

BROUGHT = {
    "whist": (
        "sabot.games.whist.cli.program",
        "Deals of one suit: all of them counted, or one as a puzzle.",
    ),
    "draw": (
        "sabot.games.poker.cli.program",
        "Five-card draw: players against each other.",
    ),
}
"""Verbs that games bring: the module, and the line in ``sabot --help``."""

DOCUMENTS = {
    "network": "sabot.games.network.result:Flows",
    "tournament": "sabot.games.poker.draw.tournament:Tournament",
}
"""Kinds of documents that only games write: the class that reads each."""

FIRST = "kuhn-poker"
"""The smallest game with cards, bets and secrets: what is shown where none was chosen."""

PAGES: dict[str, str] = {
    "whist": "sabot.games.whist.web.pages",
    "blind-poker": "sabot.games.blind.web.pages",
}
"""Pages that games bring to the workbench: the module, which has a tuple ``PAGES``."""

HEADLINES = {
    "draw-poker": "sabot.games.poker.draw.headline:headline",
    "dafermos-network": "sabot.games.network.headline:headline",
    "network": "sabot.games.network.headline:headline",
    "whist": "sabot.games.whist.web.headline:headline",
    "greedy-whist": "sabot.games.whist.web.headline:headline",
    "five-card": "sabot.games.whist.web.headline:headline",
    "misere-whist": "sabot.games.whist.web.headline:headline",
}
"""What a game is known by where its solution does not tell: the function that does, from a game to
``number``, ``words`` and ``picture``, or some of these."""

FORMER_VERBS = {"deals": ("whist", "deals"), "puzzle": ("whist", "puzzle")}
"""Verbs of earlier releases that still work: where each is now."""

NAMED = "write NAME(key=value, ...) in quotes"


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
            repr(text), [Fault("game", f"{type(text).__name__}, not a text", NAMED)]
        )
    from sabot.games.files import family_of, told_in_file
    from sabot.telling.family import REGISTRY
    from sabot.telling.game import family

    bare = text.strip()
    told = told_in_file(bare, run=run)
    if told is not None:
        return told
    reader = family_of(bare)
    if reader is not None:
        _tell(reader)
        return REGISTRY[reader](file=bare)
    text = spelled_out(text)
    name, texts, faults = dissect(text)
    name, texts = _meant(name, texts)
    return family(name, text, tuple(SHIPPED), ALIASES, faults).game(texts, text, faults)


def _meant(name: str, texts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the family of a name, which is now told, and the parameters that are meant."""
    from sabot.telling.family import REGISTRY

    alias = name in ALIASES and name not in REGISTRY
    told = ALIASES[name] if alias else name
    _tell(told)
    return told, {**(REGISTRY[told].called(name, texts) if alias else {}), **texts}


def spelled_out(text: str) -> str:
    """Return a game string with the name of the parameter that stands without it.

    >>> spelled_out("matrix([[0,1]])"), spelled_out("le-her([2])")
    ('matrix(payoffs=[[0,1]])', 'le-her([2])')
    """
    head, _, rest = text.partition("(")
    key = UNNAMED.get(head.strip())
    return f"{head}({key}={rest}" if key and rest.lstrip().startswith("[") else text


def _tell(name: str) -> None:
    """Import the module of a shipped family, if that has not happened yet.

    A name that ships means one game only: what is proved of one must not be printed of another.
    """
    from sabot.telling.family import REGISTRY

    known = REGISTRY.get(name)
    if name in SHIPPED and known is not None and not type(known).__module__.startswith(OURS):
        what = "is a game that ships, and you have told another one by the same name"
        remedy = "give yours another name, or hand over the game itself in place of its name"
        raise GameStringError(name, [Fault(name, what, remedy)])
    if name in SHIPPED and name not in REGISTRY and not _is_there(SHIPPED[name]):
        what = f"its room {SHIPPED[name]} is missing from this installation"
        raise GameStringError(name, [Fault(name, what, "install sabot again")])


def _is_there(module: str) -> bool:
    """Import a family's module; False where its room is not there, which is no one else's fault."""
    try:
        import_module(module)
    except ModuleNotFoundError as fault:
        if fault.name is None or not f"{module}.".startswith(f"{fault.name}."):
            raise
        return False
    return True


def family_named(text: str) -> Family | None:
    """Return the family of a game string, whatever else is in it; None where none has its name.

    No file of a user's is run for it.

    >>> family_named("le-her(ranks=4, suits=*)").name, family_named("own.py:war(suits=2)")
    ('le-her', None)
    >>> family_named("le-her(suits=").name
    'le-her'
    """
    from sabot.telling.family import REGISTRY

    name = text.partition("(")[0].strip()
    name = name if name in REGISTRY else ALIASES.get(name, name)
    if name in SHIPPED and name not in REGISTRY:
        _is_there(SHIPPED[name])
    return REGISTRY.get(name)


def load_polynomial(
    text: str, *, run: bool = True
) -> tuple[str, PolynomialForm | OpenHands | PolynomialPair]:
    """Return the canonical string and the form of a game with one parameter marked ``*``.

    A file of polynomials in one letter may be given by its name alone. With *run* false no user's
    file of rules is run, unless it has been before.
    """
    from sabot.games.files import family_in_file, family_of
    from sabot.telling.game import family

    own = family_in_file(text.strip(), run=run)
    if own is not None:
        told, texts, faults = own
        if faults:
            raise GameStringError(text, faults)
        return told.polynomial(texts, text.strip())
    bare = family_of(text.strip()) is not None
    text = _opened(text.strip()) if bare else spelled_out(text)
    name, texts, faults = dissect(text)
    if faults:
        raise GameStringError(text, faults)
    name, texts = _meant(name, texts)
    return family(name, text, tuple(SHIPPED), ALIASES).polynomial(texts, text)


def load_polynomial_rows(
    rows: Iterable[Iterable[object]],
) -> tuple[str, PolynomialForm | OpenHands | PolynomialPair]:
    """Return the game string and the form of a matrix whose payoffs have one letter in them.

    >>> load_polynomial_rows([["t**2 - 1", 0], [0, "1/2"]])[0]
    'matrix(payoffs=[[t**2-1,0],[0,1/2]], t=*)'
    """
    from sabot.files.matrix import letters_in
    from sabot.games.matrix import Written

    text = Written().show([list(row) for row in rows])
    letters = letters_in([[text]])
    if not letters:
        raise FormError("every payoff is a number, and a theorem needs a letter: write 2*t - 1")
    return load_polynomial(f"matrix(payoffs={text}, {letters[0]}=*)")


def _opened(file: str) -> str:
    """Return the game string of a bare file name: its only letter is the parameter."""
    from sabot.files.polynomial_matrix import only_letter

    return f"matrix(file='{file}', {only_letter(file)}=*)"


def families() -> list[Family]:
    """Return every family of games there is: those shipped, then those told by the user."""
    from sabot.telling.family import REGISTRY

    there = [name for name, module in SHIPPED.items() if _is_there(module)]
    return [REGISTRY[name] for name in (*there, *(n for n in REGISTRY if n not in SHIPPED))]


def dealer(text: str) -> Callable[[int], Game] | None:
    """Return what makes the game of a hand from a seed, where a game string leaves the deal open.

    >>> str(dealer("whist(n=3)")(7)), dealer("whist(n=3, seed=1)"), dealer("le-her")
    ('whist(n=3, seed=7, lead=W)', None, None)
    """
    family = family_named(text)
    if family is None:
        return None
    _, texts, faults = dissect(text)
    if not family.left_open(texts, 0):
        return None
    return lambda seed: family.game({**texts, **family.left_open(texts, seed)}, text, faults)
