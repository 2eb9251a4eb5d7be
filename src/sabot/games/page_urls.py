"""URLs of games that have a page of their own in the workbench.

The pages are in the packages of the games; this module imports none of them, so that any page may
link to them.
"""

from __future__ import annotations

from math import inf
from urllib.parse import urlencode

from sabot.game_rules.game import Game

WHIST_VARIANTS = ("whist", "greedy-whist", "five-card")
"""The games of one suit whose cards are priced on the page ``/whist``."""
CONTINUOUS_POKER_PARAMETERS = {
    "blind-poker": ("players", "q", "look", "bluff"),
    "von-neumann": ("A", "B"),
}
"""The models whose page is ``/NAME``, and the parameters of its address."""


def dedicated_page_url(game: Game) -> str | None:
    """Return the URL of a game on a page of its own package; None where it has no such page.

    >>> from sabot.games import load
    >>> dedicated_page_url(load("whist(hands=KQ10/AJ9)"))
    '/whist?deal=KQ10%2FAJ9&lead=W&game=whist'
    >>> dedicated_page_url(load("le-her"))
    """
    name, given = game.rules.name, game.parameters
    if name in WHIST_VARIANTS and given.get("led") is None:
        deal = given["deal"] or given["hands"]
        asked = {"deal": str(deal), "lead": given["lead"], "game": name}
        return None if deal is None else f"/whist?{urlencode(asked)}"
    if name in CONTINUOUS_POKER_PARAMETERS and given["ranks"] == inf:
        asked = {key: str(given[key]) for key in CONTINUOUS_POKER_PARAMETERS[name]}
        return f"/{name}?{urlencode(asked)}"
    return None
