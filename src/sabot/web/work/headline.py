"""What a game is known by: a number, some words, and a picture of its strategies.

Pictures are data, drawn by :mod:`sabot.web.figures.thumb`: ``squares`` a seat's views by the chance
of each action, ``bars`` a seat's one mix, ``strips`` hands from 0 to 1, ``cards``, ``lengths``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from sabot.analyse.outcomes import without_choices
from sabot.exact import show
from sabot.games import HEADLINES
from sabot.render.words import named
from sabot.results.balance import Equilibrium
from sabot.results.solution import Solution
from sabot.telling.game import Game
from sabot.web.work.asked import asked_game
from sabot.web.work.solved import solved

MOST_VIEWS = 484
"""Views of a seat in its picture: all of Banker's in baccara where both see their cards."""


def headline(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the number that a game is known by, words that follow it, and a picture."""
    game = asked_game(question)
    told = _own(game)
    if not {"number", "words", "picture"} <= set(told):
        told = {**_of_solution(solved(game)), **told}
    return {"game": str(game), **told}


def _own(game: Game) -> dict[str, Any]:
    """Return what the game's own room says of it."""
    place = HEADLINES.get(game.rules.name)
    if place is None:
        return {}
    module, _, name = place.partition(":")
    found: dict[str, Any] = getattr(import_module(module), name)(game)
    return found


def _of_solution(found: Any) -> dict[str, Any]:
    seat = found.seats[0]
    paid = found.value if isinstance(found, Solution) and found.zero_sum else found.payoffs[seat]
    picture = _strips(found) if isinstance(found, Equilibrium) else _mixes(found)
    return {"number": show(paid), "words": f"to {named(seat)}", "picture": picture}


def _mixes(solution: Solution) -> dict[str, Any]:
    """Return the strategies of both seats: a bar each where they choose once, else squares.

    Where nobody chooses, the house's edge on each bet.
    """
    ended = None if solution.chosen else without_choices(solution.game)
    if ended is not None:
        edges = [[bet[0].upper(), show(edge)] for bet, edge in ended.bets.items()]
        return {"kind": "lengths", "rows": edges}
    rows = [
        [[show(mix[action]) for action in sorted(mix)] for mix in strategy.table.values()]
        for strategy in solution.strategies.values()
    ]
    if all(len(row) == 1 for row in rows):
        return {"kind": "bars", "rows": [row[0] for row in rows]}
    return {"kind": "squares", "rows": [_few(row) for row in rows]}


def _few(row: list[list[str]]) -> list[list[str]]:
    """Return the views of a picture: of very many every second, every third."""
    return row[:: max(1, -(-len(row) // MOST_VIEWS))]


def _strips(found: Equilibrium) -> dict[str, Any]:
    """Return what is done with which hands, a strip a turn."""
    from sabot.render.figures import catalogue
    from sabot.render.figures.figure import Strips

    panels = catalogue(found)["thresholds"]().panels
    strips = [panel for panel in panels if isinstance(panel, Strips)]
    return {
        "kind": "strips",
        "actions": list(dict.fromkeys(a for panel in strips for a in panel.actions)),
        "rows": [
            [[show(end), action] for end, action in steps]
            for panel in strips
            for _, steps in panel.lines
        ],
    }
