"""Titles and captions of figures: the game's name, its unit, the fixed parameters."""

from __future__ import annotations

from fractions import Fraction

from sabot.errors import SabotError
from sabot.exact import format_fraction
from sabot.game_rules.family import LetterParameters
from sabot.game_rules.game_string import split_game_string
from sabot.loading import find_family
from sabot.render.text import clip_label


def game_title(game: str) -> str:
    """Return what a game is called, as a title begins.

    >>> game_title("le-her(ranks=5, suits=*)"), game_title("own.py:three-cards(bet=2)")
    ('Le Her', 'Three cards')
    """
    family = find_family(game)
    if family is not None and family.title:
        return family.title
    try:
        name = split_game_string(game)[0]
    except SabotError:
        return clip_label(game)
    words = name.rpartition(":")[2].replace("-", " ").replace("_", " ").strip() or name
    return words[:1].upper() + words[1:]


def payoff_unit(game: str) -> str:
    """Return what the payoffs of a game are counted in.

    >>> payoff_unit("baccara(model=A1)"), payoff_unit("kuhn-poker(ranks=3)")
    ('stakes', 'units')
    """
    family = find_family(game)
    return "stakes" if family is not None and (family.edge or family.even) else "units"


def fixed_parameters_text(game: str, *varied: str) -> str:
    """Return the parameters that do not vary: those given, and of the others those with a number.

    >>> fixed_parameters_text("kuhn-poker(ranks=3, bet=*)")
    'held fixed: ranks 3, ante 1, players 2, rake 0'
    >>> fixed_parameters_text("baccara(model=B3, decks=6)", "decks")
    'held fixed: model B3, commission 0'
    >>> fixed_parameters_text("matrix(file=two.csv, s=2, t=*)")
    'held fixed: s 2'
    """
    try:
        _, texts, _ = split_game_string(game)
    except SabotError:
        return ""
    family = find_family(game)
    usual = {} if family is None else family.defaults
    fixed = {
        key: format_fraction(Fraction(value))
        for key, value in usual.items()
        if isinstance(value, int | Fraction) and not isinstance(value, bool)
    }
    found = {key: text for key, text in {**fixed, **texts}.items() if text != "*"}
    if isinstance(family, LetterParameters):  # payoffs and files are no parameters to a reader
        found = {key: text for key, text in found.items() if key not in family.kinds}
    order = [key for key in {**usual, **found} if key in found and key not in varied]
    if not order:
        return ""
    return "held fixed: " + ", ".join(f"{key} {clip_label(found[key])}" for key in order)


def join_caption(*parts: str) -> str:
    """Return the line below a figure: what there is to say, each part after a semicolon.

    >>> join_caption("", "one", "two")
    'one; two'
    """
    return "; ".join(filter(None, parts))
