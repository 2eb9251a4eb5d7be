"""A game tree for a page: every node, how often hands come to it and what it is worth there."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.analyse.branches import Branch, Mixes, branches
from sabot.errors import NoMethodError, SabotError
from sabot.exact import show
from sabot.forms.tree import GameTree
from sabot.results.solution import Solution
from sabot.telling.game import Game
from sabot.web.work.asked import asked_game
from sabot.web.work.solved import solved

MOST_NODES = 600
"""Nodes that a page can show so that somebody can look at them."""


def tree(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the nodes of a small game tree, parents first."""
    return drawn_tree(asked_game(question))


def drawn_tree(game: Game) -> dict[str, Any]:
    """Return the tree of a game: its nodes, and where it is solved how often each is reached."""
    told = _told(game)
    mixes = _mixes(game)
    nodes: list[dict[str, Any]] = []
    _number(branches(told, mixes), -1, nodes)
    return {"game": str(game), "seats": list(told.seats), "solved": bool(mixes), "nodes": nodes}


def _told(game: Game) -> GameTree:
    try:
        return game.tree(limit=MOST_NODES)
    except NoMethodError as fault:
        if f"more than {MOST_NODES:,} nodes" not in str(fault):
            raise
        raise NoMethodError(
            f"{game} has more than {MOST_NODES} nodes, too many to be looked at\n"
            "  draw it with fewer ranks or cards; at the terminal, sabot export writes any tree"
        ) from None


def _mixes(game: Game) -> Mixes | None:
    """Return one solution's strategies; None where there is no method for the game."""
    try:
        found = solved(game)
    except SabotError:
        return None
    if not isinstance(found, Solution):
        return None
    return {seat: strategy.table for seat, strategy in found.strategies.items()}


def _number(branch: Branch, parent: int, nodes: list[dict[str, Any]]) -> None:
    here = len(nodes)
    nodes.append(
        {
            "kind": branch.kind,
            "parent": parent,
            "seat": branch.seat,
            "view": branch.view,
            "labels": list(branch.labels),
            "chances": [_text(one) for one in branch.chances],
            "reach": _text(branch.reach),
            "pays": None if branch.pays is None else [show(pay) for pay in branch.pays],
        }
    )
    for child in branch.below:
        _number(child, here, nodes)


def _text(chance: Fraction | None) -> str | None:
    return None if chance is None else show(chance)
