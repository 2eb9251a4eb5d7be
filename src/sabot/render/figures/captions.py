"""What stands round a figure, in words: the name of the game, its unit, and what was held fixed."""

from __future__ import annotations

from fractions import Fraction

from sabot.errors import SabotError
from sabot.exact import show
from sabot.games import family_named
from sabot.render.words import clipped
from sabot.telling.strings import dissect


def titled(game: str) -> str:
    """Return what a game is called, as a title begins.

    >>> titled("le-her(ranks=5, suits=*)"), titled("own.py:three-cards(bet=2)")
    ('Le Her', 'Three cards')
    """
    family = family_named(game)
    if family is not None and family.title:
        return family.title
    try:
        name = dissect(game)[0]
    except SabotError:
        return clipped(game)
    words = name.rpartition(":")[2].replace("-", " ").replace("_", " ").strip() or name
    return words[:1].upper() + words[1:]


def unit(game: str) -> str:
    """Return what the payoffs of a game are counted in.

    >>> unit("baccara(model=A1)"), unit("kuhn-poker(ranks=3)")
    ('stakes', 'units')
    """
    family = family_named(game)
    return "stakes" if family is not None and (family.edge or family.even) else "units"


def held_fixed(game: str, *varied: str) -> str:
    """Return the parameters that do not vary: those told, and of the others those with a number.

    >>> held_fixed("kuhn-poker(ranks=3, bet=*)")
    'held fixed: ranks 3, ante 1, players 2, rake 0'
    >>> held_fixed("baccara(model=B3, decks=6)", "decks")
    'held fixed: model B3, commission 0'
    """
    try:
        _, texts, _ = dissect(game)
    except SabotError:
        return ""
    family = family_named(game)
    usual = {} if family is None else family.defaults
    told = {
        key: show(Fraction(value))
        for key, value in usual.items()
        if isinstance(value, int | Fraction) and not isinstance(value, bool)
    }
    found = {key: text for key, text in {**told, **texts}.items() if text != "*"}
    order = [key for key in {**usual, **found} if key in found and key not in varied]
    if not order:
        return ""
    return "held fixed: " + ", ".join(f"{key} {clipped(found[key])}" for key in order)


def caption(*parts: str) -> str:
    """Return the line below a figure: what there is to say, each part after a semicolon.

    >>> caption("", "one", "two")
    'one; two'
    """
    return "; ".join(filter(None, parts))
