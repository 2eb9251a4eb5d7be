"""Games described as JSON: the documents of ``sabot games``, ``show`` and ``size``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sabot.games import families
from sabot.render.views.family import summary
from sabot.telling.family import Family
from sabot.telling.game import Game

if TYPE_CHECKING:  # telling the rules of a game needs no survey of it
    from sabot.analyse.size import Survey


def description(family: Family) -> dict[str, Any]:
    """Return what is known of a family of games: seats, parameters, a sentence."""
    return {
        "name": family.name,
        "summary": summary(family),
        "seats": list(family.seats),
        "parameters": {
            key: {
                "words": kind.words.removeprefix("write "),
                "default": kind.show(family.defaults[key]) if key in family.defaults else None,
            }
            for key, kind in family.kinds.items()
        },
    }


def games_document() -> dict[str, Any]:
    """Return all families there are."""
    return {"schema": "sabot/games/1", "games": [description(family) for family in families()]}


def rules_document(told: Family | Game) -> dict[str, Any]:
    """Return the rules of a family, or of one game of it with its values."""
    family = told.rules if isinstance(told, Game) else told
    body = {"schema": "sabot/rules/1", **description(family), "rules": family.__doc__}
    if isinstance(told, Game):
        body["seats"] = list(told.seats)
        values = told.parameters.items()
        body["values"] = {key: family.kind(key).show(value) for key, value in values}
    return body


def size_document(game: Game, found: Survey) -> dict[str, Any]:
    """Return how large a game is and what solving it takes."""
    body = {"schema": "sabot/size/1", "game": str(game), "seats": list(game.seats)}
    return body | {"words": game.cost()} | found.to_json()
