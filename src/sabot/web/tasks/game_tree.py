"""Game trees for a page, with the reach probabilities of one solution."""

from __future__ import annotations

from fractions import Fraction

from sabot.analysis.annotated_tree import AnnotatedNode, StrategyTables, annotate_tree
from sabot.errors import NoMethodError, SabotError
from sabot.exact import format_fraction
from sabot.forms.extensive import GameTree
from sabot.game_rules.game import Game
from sabot.results.solution import Solution
from sabot.web.messages import TaskQuestion, TreeAnswer, TreeNode
from sabot.web.tasks.game_input import load_game_of_question
from sabot.web.tasks.solution import solve_game

MAX_NODES = 600
"""Nodes that a page can show so that somebody can look at them."""


def tree_of_question(question: TaskQuestion) -> TreeAnswer:
    """Return the nodes of a small game tree, parents first."""
    return tree_document(load_game_of_question(question))


def tree_document(game: Game) -> TreeAnswer:
    """Return the tree of a game: its nodes, and where it is solved how often each is reached."""
    tree = _bounded_tree(game)
    mixes = _solved_strategies(game)
    nodes: list[TreeNode] = []
    _append_nodes(annotate_tree(tree, mixes), -1, nodes)
    return {"game": str(game), "seats": list(tree.seats), "solved": bool(mixes), "nodes": nodes}


def _bounded_tree(game: Game) -> GameTree:
    try:
        return game.tree(limit=MAX_NODES)
    except NoMethodError as fault:
        if f"more than {MAX_NODES:,} nodes" not in str(fault):
            raise
        raise NoMethodError(
            f"{game} has more than {MAX_NODES} nodes, too many to be looked at\n"
            "  draw it with fewer ranks or cards"
        ) from None


def _solved_strategies(game: Game) -> StrategyTables | None:
    """Return one solution's strategies; None where there is no method for the game."""
    try:
        found = solve_game(game)
    except SabotError:
        return None
    if not isinstance(found, Solution):
        return None
    return {seat: strategy.table for seat, strategy in found.strategies.items()}


def _append_nodes(branch: AnnotatedNode, parent: int, nodes: list[TreeNode]) -> None:
    here = len(nodes)
    nodes.append(
        {
            "kind": branch.kind,
            "parent": parent,
            "seat": branch.seat,
            "view": branch.view,
            "labels": list(branch.labels),
            "chances": [_exact_or_none(one) for one in branch.chances],
            "reach": _exact_or_none(branch.reach),
            "pays": None if branch.pays is None else [format_fraction(pay) for pay in branch.pays],
        }
    )
    for child in branch.below:
        _append_nodes(child, here, nodes)


def _exact_or_none(chance: Fraction | None) -> str | None:
    return None if chance is None else format_fraction(chance)
