"""A promise that is held: rules that say every hand is won or lost pay 1 or -1 at every end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.errors import RulesError
from sabot.exact import show
from sabot.forms.tree import GameTree, Leaf

if TYPE_CHECKING:
    from sabot.telling.facedown.skeleton import Skeleton

WON_OR_LOST = (1, -1)


def demand_even(told: Skeleton | GameTree) -> None:
    """Raise where a hand pays the first seat anything but 1 or -1."""
    for payoffs in _ends(told):
        if payoffs[0] not in WON_OR_LOST:
            paid = f"a hand pays {told.seats[0]} {show(Fraction(payoffs[0]))}"
            raise RulesError(f"even=True promises that every hand pays 1 or -1, and {paid}")


def _ends(told: Skeleton | GameTree) -> Iterator[tuple[Fraction | int, ...]]:
    if isinstance(told, GameTree):
        yield from (node.payoffs for node in told.walk() if isinstance(node, Leaf))
        return
    from sabot.telling.facedown.skeleton import End

    yield from (step.payoffs for step in told.steps if isinstance(step, End))
