"""The game of an address: told by its string, or the one that was opened at the terminal."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from sabot.files.text import stamp
from sabot.games import dealer, families, load
from sabot.games.files import rules_file
from sabot.telling.family import Family
from sabot.telling.game import Game
from sabot.web.work.asked import demand_no_file

FIRST_DEAL = 1
"""The seed of a deal that an address leaves open."""


def first_games() -> list[str]:
    """Return a game of each family to begin with; of those that need a file, none.

    >>> first_games()[0]
    'le-her'
    """
    return [game for family in families() if (game := first_game(family))]


def first_game(family: Family) -> str:
    """Return the game of a family to begin with; '' where a file is needed for one.

    >>> from sabot.games import family_named
    >>> first_game(family_named("kuhn-poker")), first_game(family_named("efg"))
    ('kuhn-poker', '')
    """
    if family.sample:
        return f"{family.name}({family.sample})"
    return "" if family.required else family.name


def is_own(request: Request, text: str) -> bool:
    """Tell whether a game is the one opened at the terminal, or of the same file of rules."""
    own: Game | None = request.app.state.own
    if own is None:
        return False
    if text == str(own):
        return True
    file = rules_file(own.rules.name)
    return bool(file) and rules_file(text) == file


def loaded(request: Request, text: str) -> Game:
    """Return the game of a string; one that names a file is refused, unless it was opened."""
    if not is_own(request, text):
        demand_no_file(text)
    elif text == str(request.app.state.own):
        own: Game = request.app.state.own
        return own
    deals = dealer(text)
    if deals is not None:  # the deal is left open: this one, which its address restores
        return deals(FIRST_DEAL)
    return load(text, run=False)  # rules in a file were run when it was opened


def question(request: Request, text: str, **more: Any) -> dict[str, Any]:
    """Return what a worker is asked about a game, marked where it was opened at the terminal."""
    return {"game": text, **own_mark(request, text), **more}


def own_mark(request: Request, text: str) -> dict[str, Any]:
    """Return what marks the game of the terminal, and its file's stamp: one that changed is new."""
    if not is_own(request, text):
        return {}
    file = rules_file(text)
    return {"opened": True, **({"stamp": list(stamp(file))} if file else {})}
