"""Strictly dominated actions of a game tree, for any number of players.

An action at an information set is dominated if another action there pays the player more in every
hand that reaches the set, whatever the others do and whatever the player does later. In an
equilibrium it has probability 0 wherever its information set is reached: whoever plays it gains by
the other action. The elimination is iterated. What follows an eliminated action is not reached in
an equilibrium, so it does not count for what an action may pay. It does count for the action that
replaces it, since a deviation may reach information sets that no equilibrium reaches.

The test compares two subtrees. Where the next to move is another player who cannot tell them apart,
or chance with the same weights, they are compared branch by branch; elsewhere the most that one
pays must be less than the least that the other pays. The test is sufficient, not necessary: an
action that only a mixture dominates is not found.
"""

from __future__ import annotations

from fractions import Fraction

from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node, TerminalNode
from sabot.progress import raise_if_cancelled

Action = tuple[int, int, int]
"""A player, an information set of that player, and an action there, as indices of a tree."""
_Extremes = dict[int, tuple[Fraction | int, Fraction | int]]
"""By node: the least that a player is paid below it, and the most without eliminated actions."""


def dominated_actions(tree: GameTree) -> frozenset[Action]:
    """Return actions that no equilibrium plays where it reaches them, by iterated dominance."""
    nodes = list(tree.walk())
    gone: set[Action] = set()
    while True:
        raise_if_cancelled()
        reached = _reached_nodes(tree, gone)
        more: set[Action] = set()
        for seat in range(len(tree.seats)):
            extremes = _extremes(nodes, seat, gone)
            for view, sets in reached[seat].items():
                more |= _dominated_at(sets, seat, view, extremes, gone)
        if not more:
            return frozenset(gone)
        gone |= more


def _reached_nodes(tree: GameTree, gone: set[Action]) -> list[dict[int, list[DecisionNode]]]:
    """Return by player and information set the nodes that hands of an equilibrium may reach."""
    found: list[dict[int, list[DecisionNode]]] = [{} for _ in tree.seats]
    stack: list[Node] = [tree.root]
    while stack:
        node = stack.pop()
        if isinstance(node, DecisionNode):
            found[node.seat].setdefault(node.view, []).append(node)
            stack.extend(node.children[k] for k in _left(node, gone))
        elif isinstance(node, ChanceNode):
            stack.extend(node.children)
    return found


def _left(node: DecisionNode, gone: set[Action]) -> list[int]:
    """Return the actions at a node that are not eliminated."""
    count = range(len(node.children))
    return [k for k in count if (node.seat, node.view, k) not in gone]


def _extremes(nodes: list[Node], seat: int, gone: set[Action]) -> _Extremes:
    """Return the least and the most that a player is paid below each node."""
    found: _Extremes = {}
    for node in reversed(nodes):  # children before their parents
        if isinstance(node, TerminalNode):
            found[id(node)] = node.payoffs[seat], node.payoffs[seat]
            continue
        low = min(found[id(child)][0] for child in node.children)
        left = _left(node, gone) if isinstance(node, DecisionNode) else range(len(node.children))
        found[id(node)] = low, max(found[id(node.children[k])][1] for k in left)
    return found


def _dominated_at(
    nodes: list[DecisionNode], seat: int, view: int, extremes: _Extremes, gone: set[Action]
) -> set[Action]:
    """Return the actions at an information set that another action there dominates."""
    left = _left(nodes[0], gone)
    return {
        (seat, view, bad)
        for bad in left
        if any(
            all(
                _pays_more(at.children[good], at.children[bad], seat, extremes, gone)
                for at in nodes
            )
            for good in left
            if good != bad
        )
    }


def _pays_more(good: Node, bad: Node, seat: int, extremes: _Extremes, gone: set[Action]) -> bool:
    """Return whether a player is paid more below one node, whatever the others do below both."""
    stack = [(good, bad)]
    while stack:
        one, two = stack.pop()
        if extremes[id(one)][0] > extremes[id(two)][1]:
            continue
        if isinstance(one, DecisionNode) and isinstance(two, DecisionNode):
            if one.seat == seat or (one.seat, one.view) != (two.seat, two.view):
                return False
            stack.extend((one.children[k], two.children[k]) for k in _left(one, gone))
        elif isinstance(one, ChanceNode) and isinstance(two, ChanceNode):
            if (one.weights, one.total) != (two.weights, two.total):
                return False
            stack.extend(zip(one.children, two.children, strict=True))
        else:
            return False
    return True
