"""What five-card draw is known by: the least hand to enter with, and how often it wins."""

from __future__ import annotations

from typing import Any

from sabot.exact import show
from sabot.games.poker.draw.chances import f_b
from sabot.games.poker.draw.equilibrium import cuts
from sabot.poker.deck import RANKS
from sabot.poker.ladder import step
from sabot.telling.game import Game

_SIGNS = "♠♥♦♣♠"


def headline(game: Game) -> dict[str, Any]:
    """Return the least hand that the first player enters with, of the solved first phase.

    >>> from sabot.games.poker.draw.family import draw_poker
    >>> headline(draw_poker(players=4))["words"]
    'chance to win with a pair of nines, ace kicker, the least hand to enter on'
    """
    rank = cuts(len(game.seats))["1:"][0]
    least = step(rank)
    cards = [
        f"{RANKS[one].replace('T', '10')}{sign}"
        for one, sign in zip(least.five, _SIGNS, strict=True)
    ]
    return {
        "number": show(f_b()[rank]),
        "words": f"chance to win with a {least.name}, the least hand to enter on",
        "picture": {"kind": "cards", "rows": [cards]},
    }
