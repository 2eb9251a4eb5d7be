"""Hands of baccara dealt one by one, compiled: millions a second for Monte Carlo."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)  # type: ignore[untyped-decorator]
def _draw(left: NDArray[np.int64], total: int) -> int:
    """Return a card value with chance left[value] / total."""
    ticket = np.random.randint(0, total)
    for value in range(10):
        ticket -= left[value]
        if ticket < 0:
            return value
    return -1


@njit(cache=True)  # type: ignore[untyped-decorator]
def dealt(
    counts: NDArray[np.int64],
    replaced: bool,
    player: NDArray[np.float64],
    banker: NDArray[np.float64],
    hands: int,
    seed: int,
) -> tuple[int, int, int, bool]:
    """Return how many hands Player lost, tied and won, and whether every view had an answer.

    player[a, b] is the chance of drawing on the two cards a, b; banker[a, b, k] that of Banker,
    who saw the card k, or k = 10 where Player stood. An answer below 0 is none.
    """
    np.random.seed(seed)
    whole = counts.sum()
    lost = tied = won = 0
    left = counts.copy()
    cards = np.empty(4, np.int64)
    for _ in range(hands):
        left[:] = counts
        total = whole
        for spot in range(4):
            cards[spot] = _draw(left, total)
            if not replaced:
                left[cards[spot]] -= 1
                total -= 1
        a, b, c, d = cards
        mine, yours = (a + b) % 10, (c + d) % 10
        if mine < 8 and yours < 8:
            third = 10
            chance = player[a, b]
            if chance < 0.0:
                return lost, tied, won, False
            if np.random.random() < chance:
                third = _draw(left, total)
                if not replaced:
                    left[third] -= 1
                    total -= 1
                mine = (mine + third) % 10
            chance = banker[c, d, third]
            if chance < 0.0:
                return lost, tied, won, False
            if np.random.random() < chance:
                yours = (yours + _draw(left, total)) % 10
        if mine > yours:
            won += 1
        elif mine < yours:
            lost += 1
        else:
            tied += 1
    return lost, tied, won, True
