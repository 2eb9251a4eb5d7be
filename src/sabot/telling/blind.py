"""A seat that is asked after cards are dealt and never sees one: was ``show`` forgotten."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sabot.errors import RulesWarning
from sabot.forms.tree import Chance, Decision, GameTree, Leaf, Node

if TYPE_CHECKING:
    from sabot.telling.facedown.skeleton import Skeleton

CARDS = 2
"""One card may be a secret of the game; two are one for each seat."""
MOST_NODES = 50_000
"""Of a larger tree only the first part is looked at."""


def warn_of_blind(told: Skeleton | GameTree) -> None:
    """Warn of seats that know nothing but moves where cards lie on the table."""
    for seat in blind_seats(told):
        warnings.warn(
            f"{seat} is asked after cards are dealt and never sees one of them; if that is not "
            f"meant, write table.show({seat!r}, card) or ask(..., sees=card)",
            RulesWarning,
            stacklevel=4,
        )


def blind_seats(told: Skeleton | GameTree) -> list[str]:
    """Return the seats that are asked after cards were drawn and whose views hold moves only."""
    moves = {action for side in told.sights for sight in side for action in sight.actions}
    moved = [all(moves.issuperset(sight.view) for sight in side) for side in told.sights]
    if not any(moved):
        return []
    asked = set(_from_tree(told) if isinstance(told, GameTree) else _from_skeleton(told))
    return [seat for n, seat in enumerate(told.seats) if moved[n] and n in asked]


def _from_tree(tree: GameTree) -> Iterator[int]:
    """Yield the seats that are asked after cards were drawn."""
    stack: list[tuple[Node, int]] = [(tree.root, 0)]
    for _ in range(MOST_NODES):
        if not stack:
            return
        node, drawn = stack.pop()
        if isinstance(node, Leaf):
            continue
        if isinstance(node, Decision) and drawn >= CARDS:
            yield node.seat
        more = isinstance(node, Chance) and bool(node.spots)
        stack.extend((child, drawn + more) for child in node.children)


def _from_skeleton(skeleton: Skeleton) -> Iterator[int]:
    from sabot.telling.facedown.skeleton import Ask

    for step in skeleton.steps:
        if type(step) is Ask and len(step.deals.cards) >= CARDS:
            yield step.seat
