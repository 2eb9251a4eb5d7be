"""A seat that is asked after cards are dealt and never sees one: was ``show`` forgotten."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from sabot.errors import RulesWarning
from sabot.forms.tree import Chance, Decision, GameTree, Leaf, Node
from sabot.telling.tables import view_key

if TYPE_CHECKING:
    from sabot.telling.facedown.skeleton import Skeleton

CARDS = 2
"""A single card may be the other seat's; two are one for each."""
MOST_NODES = 50_000
"""Of a larger tree only the first part is looked at."""

Asked = tuple[int, int]
"""A seat that is asked, and how many cards were drawn before."""


def warn_of_blind(told: Skeleton | GameTree) -> None:
    """Warn of seats that know nothing but moves where cards lie on the table."""
    for seat in blind_seats(told):
        _warn(f"{seat} is asked after cards are dealt and never sees one of them", seat)
    lone = unseen_card(told)
    if lone:
        are = "is" if len(lone) == 1 else "are"
        _warn(f"a card is dealt that no seat ever sees; {' and '.join(lone)} {are} asked", lone[0])


def _warn(what: str, seat: str) -> None:
    warnings.warn(
        f"{what}; if that is not meant, write table.show({seat!r}, card) or ask(..., sees=card)",
        RulesWarning,
        stacklevel=5,
    )


def blind_seats(told: Skeleton | GameTree) -> list[str]:
    """Return the seats that are asked after cards were drawn and whose views hold moves only."""
    moved = _moved(told)
    if not any(moved):
        return []
    asked = {seat for seat, cards in _asked(told) if cards >= CARDS}
    return [seat for n, seat in enumerate(told.seats) if moved[n] and n in asked]


def unseen_card(told: Skeleton | GameTree) -> list[str]:
    """Return the seats that are asked after the only card was drawn, where no seat ever sees it.

    Not where it can be named in an answer: it is a secret to guess at then. A seat that is never
    asked may have been shown it: what it saw is not among the views.
    """
    if not all(_moved(told)) or not all(told.sights):
        return []
    asked = list(_asked(told))
    if max((cards for _, cards in asked), default=0) != 1:
        return []
    if not _moves(told).isdisjoint(view_key((card,)) for card in _cards(told)):
        return []
    seats = {seat for seat, cards in asked if cards}
    return [seat for n, seat in enumerate(told.seats) if n in seats]


def _moves(told: Skeleton | GameTree) -> set[Hashable]:
    return {action for side in told.sights for sight in side for action in sight.actions}


def _moved(told: Skeleton | GameTree) -> list[bool]:
    """Tell of each seat whether it knows nothing but moves."""
    moves = _moves(told)
    return [all(moves.issuperset(sight.view) for sight in side) for side in told.sights]


def _asked(told: Skeleton | GameTree) -> Iterator[Asked]:
    if isinstance(told, GameTree):
        yield from ((node.seat, n) for node, n in _nodes(told) if isinstance(node, Decision))
        return
    from sabot.telling.facedown.skeleton import Ask

    for step in told.steps:
        if type(step) is Ask:
            yield step.seat, len(step.deals.cards)


def _cards(told: Skeleton | GameTree) -> Iterator[Hashable]:
    """Yield the cards that can be drawn."""
    if isinstance(told, GameTree):
        for node, _ in _nodes(told):
            if isinstance(node, Chance) and node.spots:
                yield from node.labels
        return
    from sabot.telling.facedown.skeleton import Draw

    for step in told.steps:
        if type(step) is Draw:
            yield from step.shoe.cards


def _nodes(tree: GameTree) -> Iterator[tuple[Node, int]]:
    """Yield the nodes, each with the number of cards that were drawn before it."""
    stack: list[tuple[Node, int]] = [(tree.root, 0)]
    for _ in range(MOST_NODES):
        if not stack:
            return
        node, drawn = stack.pop()
        yield node, drawn
        if not isinstance(node, Leaf):
            more = isinstance(node, Chance) and bool(node.spots)
            stack.extend((child, drawn + more) for child in node.children)
