"""The whole pack on a table: cards that print as cards, and the strength of five of them."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.poker.deck import CARDS, HAND, text
from sabot.poker.evaluate import one
from sabot.shoe import Shoe


class PackCard(int):
    """A card of the pack, as a number from 0 to 51 that prints as ``As``."""

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return f"PackCard({int(self)})"


PACK = Shoe.of_counts({PackCard(card): 1 for card in range(CARDS)})
MOST_THROWN = HAND - 1
"""Cards that may be changed."""


def strength(cards: Sequence[int]) -> int:
    """Return the rank of five different cards, 1 to 7462.

    >>> from sabot.poker.deck import cards
    >>> strength(cards("AsKsQsJsTs"))
    7462
    """
    return one(tuple(cards))
