"""The walk that counts the deals where the ace is held back, compiled.

East has the ace and H upper is h. Following the cards two at a time, what matters is how many were
West's (w), how many entries of the H upper diagonal were negative (v), and by how many the H lower
diagonal had more positive entries (d). Nothing is ever multiplied, so counting modulo 2^64 and once
more modulo a large odd number is enough to know the numbers themselves.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Counts = NDArray[np.uint64]


@njit(cache=True)  # type: ignore[untyped-decorator]
def plus(a: int, b: int, modulus: int) -> int:
    """Return a + b modulo *modulus*, where 0 stands for 2^64."""
    total = a + b
    return total - modulus if modulus and total >= modulus else total


@njit(cache=True)  # type: ignore[untyped-decorator]
def advance(state: Counts, cards: int, n: int, h: int, most: int, modulus: int) -> Counts:
    """Return the counts, indexed by w, v and d, two cards later; d stays at *most* at the most."""
    after = np.zeros_like(state)
    for w in range(min(cards, n) + 1):
        if cards - w > n:
            continue
        for first in range(2):
            lower = cards + 1 - 2 * (w + first)
            for second in range(2):
                upper = lower + 1 - 2 * second
                west = w + first + second
                if west > n or cards + 2 - west > n:
                    continue
                below = 1 if upper < h else 0
                more = 1 if below and lower >= h else 0
                for v in range(state.shape[1] - below):
                    for d in range(state.shape[2]):
                        ways = state[w, v, d]
                        if ways:
                            e = min(d + more, most)
                            after[west, v + below, e] = plus(
                                after[west, v + below, e], ways, modulus
                            )
    return after


@njit(cache=True)  # type: ignore[untyped-decorator]
def exceptional(start: Counts, n: int, h: int, modulus: int) -> Counts:
    """Return how many ways there are to satisfy (2) and (3), by w and by d (at most 2).

    start[w] counts the ways to begin with h + 1 cards, w of them West's; the walk ends before the
    h + 3 highest cards.
    """
    terms = n - h - 2
    open_ = np.zeros((n + 1, terms + 1, terms // 2 + 2), np.uint64)
    done = np.zeros((n + 1, terms + 1, 3), np.uint64)
    open_[: start.size, 0, 0] = start
    cards = h + 1
    for i in range(2, n - h):
        done = advance(done, cards, n, h, 2, modulus)
        open_ = advance(open_, cards, n, h, terms // 2 + 1, modulus)
        cards += 2
        if i % 2 or i > n - h - 2:
            continue
        for w in range(n + 1):
            for v in range(i // 2, i):
                for d in range(v - i // 2 + 1, open_.shape[2]):
                    ways = open_[w, v, d]
                    if ways:
                        open_[w, v, d] = 0
                        done[w, v, min(d, 2)] = plus(done[w, v, min(d, 2)], ways, modulus)
    return done[:, terms // 2, :].copy()
