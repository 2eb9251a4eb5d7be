"""Hands of cards dealt at once: which there are, and with which weight each."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from sabot.errors import NoMethodError

MOST_HANDS = 1_000_000
"""So many hands may come of one deal: each is a branch."""


@lru_cache(maxsize=256)
def hands(
    counts: tuple[int, ...], count: int, endless: bool
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]:
    """Return the hands of *count* cards as spots of the shoe, their weights, and all weights' sum.

    >>> hands((2, 1), 2, False)
    (((0, 0), (0, 1)), (1, 2), 3)
    """
    if _ways(counts, count, endless) > MOST_HANDS:
        raise NoMethodError(
            f"deal({count}) can give more than {MOST_HANDS:,} hands; deal fewer cards, or draw() "
            "them one by one"
        )
    found: list[tuple[int, ...]] = [()]
    weights = [1]
    for spot, held in enumerate(counts):
        grown, heavier = [], []
        later = sum(counts[spot + 1 :])
        for hand, weight in zip(found, weights, strict=True):
            wanted = count - len(hand)
            least = wanted if not later else 0 if endless else max(0, wanted - later)
            most = wanted if endless and held else min(wanted, held)
            for taken in range(most, least - 1, -1):  # low cards first
                grown.append(hand + (spot,) * taken)
                ways = math.comb(wanted, taken) * held**taken
                heavier.append(weight * (ways if endless else math.comb(held, taken)))
        found, weights = grown, heavier
    total = sum(counts) ** count if endless else math.comb(sum(counts), count)
    return tuple(found), tuple(weights), total


@lru_cache(maxsize=64)
def faces(
    cards: tuple[Any, ...], hands: tuple[tuple[int, ...], ...], kinds: tuple[type, ...]
) -> tuple[tuple[Any, ...], ...]:
    """Return hands by their cards, whose *kinds* tell a shoe of 1 from one of True."""
    return tuple(tuple([cards[spot] for spot in hand]) for hand in hands)


def _ways(counts: tuple[int, ...], count: int, endless: bool) -> int:
    """Return how many hands of *count* cards there are, without listing them."""
    ways = [1] + [0] * count
    for held in filter(None, counts):
        most = count if endless else held
        ways = [sum(ways[max(0, size - most) : size + 1]) for size in range(count + 1)]
    return ways[count]
