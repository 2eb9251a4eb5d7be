"""A game tree annotated with strategies: reach probability and expected payoffs at each node.

>>> import sabot
>>> game = sabot.load("kuhn-poker")
>>> mixes = {seat: mix.table for seat, mix in sabot.solve(game).strategies.items()}
>>> tree = annotate_tree(game.tree(), mixes)
>>> len(list(tree.walk())), tree.kind, tree.pays
(58, 'chance', (Fraction(-1, 18), Fraction(1, 18)))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sabot.forms.extensive import ChanceNode, GameTree, Node, TerminalNode
from sabot.game_rules.table import infoset_key

StrategyTables = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
"""The strategies: player, information set, action, chance."""
ExpectedPayoffs = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class AnnotatedNode:
    """A node of a tree, and all below it."""

    kind: Literal["chance", "decision", "end"]
    reach: Fraction | None
    """How often a hand comes here; None where the strategies do not say."""
    pays: ExpectedPayoffs | None
    """What each player is paid from here on, on average."""
    seat: str = ""
    view: str = ""
    """The key of the information set to which a decision node belongs."""
    labels: tuple[str, ...] = ()
    chances: tuple[Fraction | None, ...] = ()
    below: tuple[AnnotatedNode, ...] = ()

    def walk(self) -> Iterator[AnnotatedNode]:
        """Yield it and all below it, parents first, in the order of the rules."""
        stack = [self]
        while stack:
            branch = stack.pop()
            yield branch
            stack.extend(reversed(branch.below))


def annotate_tree(tree: GameTree, strategies: StrategyTables | None = None) -> AnnotatedNode:
    """Return a tree as branches; with strategies also how often they are taken and their worth.

    Where the strategies do not cover an information set (it is never reached), the nodes below it
    have no probability and no payoff.
    """
    return _annotate_node(tree, tree.root, Fraction(1), strategies)


def _annotate_node(
    tree: GameTree, node: Node, reach: Fraction | None, mixes: StrategyTables | None
) -> AnnotatedNode:
    if isinstance(node, TerminalNode):
        return AnnotatedNode("end", reach, tuple(map(Fraction, node.payoffs)))
    if isinstance(node, ChanceNode):
        labels = tuple(infoset_key((label,)) for label in node.labels)
        chances: tuple[Fraction | None, ...] = tuple(
            Fraction(weight, node.total) for weight in node.weights
        )
        seat = view = ""
    else:
        seat, labels = tree.seats[node.seat], node.labels
        view = tree.infosets[node.seat][node.view].key
        mix = None if mixes is None else _mix_at(mixes, seat, view)
        chances = tuple(None if mix is None else mix.get(word, Fraction(0)) for word in labels)
    below = tuple(
        _annotate_node(tree, child, None if reach is None or one is None else reach * one, mixes)
        for child, one in zip(node.children, chances, strict=True)
    )
    kind: Literal["chance", "decision"] = "decision" if seat else "chance"
    return AnnotatedNode(
        kind, reach, _mean_payoffs(chances, below), seat, view, labels, chances, below
    )


def _mix_at(mixes: StrategyTables, seat: str, view: str) -> Mapping[str, Fraction] | None:
    try:
        return mixes[seat][view]
    except KeyError:
        return None


def _mean_payoffs(
    chances: tuple[Fraction | None, ...], below: tuple[AnnotatedNode, ...]
) -> ExpectedPayoffs | None:
    """Return the mean of what is paid below; None where a branch that is taken is not known."""
    known = []
    for one, branch in zip(chances, below, strict=True):
        if one is None or (one and branch.pays is None):
            return None
        if one and branch.pays is not None:
            known.append((one, branch.pays))
    seats = len(known[0][1])
    return tuple(sum((one * pays[k] for one, pays in known), Fraction(0)) for k in range(seats))
