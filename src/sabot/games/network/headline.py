"""What a network is known by: what the roads cost where each sender decides for himself."""

from __future__ import annotations

from typing import Any

from sabot.exact import decimal, rational, show
from sabot.telling.game import Game

DIGITS = 8


def headline(game: Game) -> dict[str, Any]:
    """Return the cost of the game between the senders, and how much is on each road."""
    found = game.rules.result(game)
    assert found is not None  # a network is solved by itself
    total = found.total("system")
    least = decimal(total, DIGITS)
    mark = "" if rational(least) == total else "≈ "
    roads = [
        [road, show(much)]
        for road, much in zip(found.network.roads, found.flows["game"], strict=True)
    ]
    return {
        "number": show(found.total("game")),
        "words": f"is what the roads cost, each sender for himself; together {mark}{least}",
        "picture": {"kind": "lengths", "rows": roads},
    }
