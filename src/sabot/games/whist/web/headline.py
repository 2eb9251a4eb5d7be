"""What a deal of whist is known by: its two hands, and what West is paid."""

from __future__ import annotations

from typing import Any

from sabot.games.whist.notation import setting
from sabot.telling.game import Game


def headline(game: Game) -> dict[str, Any]:
    """Return the two hands, West's above; the number is the value of the solution.

    >>> from sabot import load
    >>> headline(load("whist(deal=KQ10/AJ9)"))["picture"]["rows"]
    [['10♠', 'Q♠', 'K♠'], ['9♠', 'J♠', 'A♠']]
    """
    here = setting(**game.parameters)
    deal = here.start.deal
    hands = [[f"{here.name(card)}♠" for card in hand] for hand in (deal.west, deal.east)]
    return {"picture": {"kind": "cards", "rows": hands}}
