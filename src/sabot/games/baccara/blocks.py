"""Hands of baccara dealt in blocks, an array for each card: millions a second for Monte Carlo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Chances = NDArray[np.float64]

_BLOCK = 1 << 15
"""Hands dealt together: their arrays stay in the processor's cache."""


def dealt(
    counts: Ints, replaced: bool, player: Chances, banker: Chances, hands: int, seed: int
) -> tuple[int, int, int] | None:
    """Return how many hands Player lost, tied and won; None where a view had no answer.

    player[a, b] is the chance of drawing on the two cards a, b; banker[a, b, k] that of Banker,
    who saw the card k, or k = 10 where Player stood. An answer below 0 is none.
    """
    chance = np.random.Generator(np.random.PCG64(seed))
    tally = np.zeros(3, np.int64)
    for done in range(0, hands, _BLOCK):
        size = min(_BLOCK, hands - done)
        found = _finished(_Block(counts, replaced, size, chance), player, banker)
        if found is None:
            return None
        tally += np.bincount(found + 1, minlength=3)
    lost, tied, won = tally.tolist()
    return lost, tied, won


class _Block:
    """Many shoes side by side, a card of each drawn at a time."""

    def __init__(
        self, counts: Ints, replaced: bool, size: int, chance: np.random.Generator
    ) -> None:
        self.ends = np.cumsum(counts)
        self.replaced = replaced
        self.size = size
        self.chance = chance
        self.gone: list[Ints] = []
        """The cards that were drawn, by their place in the shoe; in each hand from the lowest."""

    def draw(self) -> Ints:
        """Return the value of the next card of each hand."""
        left = int(self.ends[-1]) - len(self.gone)
        place = self.chance.integers(0, left, self.size)
        for taken in self.gone:
            place += place >= taken
        if not self.replaced:
            self._take(place)
        return np.searchsorted(self.ends, place, side="right")

    def _take(self, place: Ints) -> None:
        for k, taken in enumerate(self.gone):
            self.gone[k], place = np.minimum(taken, place), np.maximum(taken, place)
        self.gone.append(place)

    def draws(self, chances: Chances) -> NDArray[np.bool_]:
        """Return in which hands the seat draws that does so with these chances."""
        return self.chance.random(self.size) < chances


def _finished(block: _Block, player: Chances, banker: Chances) -> Ints | None:
    """Return 1 for each hand that Player won, -1 where he lost; None without an answer.

    The third cards are drawn for every hand and looked at where a seat takes one: a card that
    nobody sees leaves the next one as random as it was.
    """
    a, b, c, d, fifth, sixth = (block.draw() for _ in range(6))
    mine, yours = (a + b) % 10, (c + d) % 10
    plays = (mine < 8) & (yours < 8)
    chances = player[a, b]
    takes = plays & block.draws(chances)
    third = np.where(takes, fifth, 10)
    replies = banker[c, d, third]
    if np.any(plays & ((chances < 0.0) | (replies < 0.0))):
        return None
    mine = np.where(takes, (mine + fifth) % 10, mine)
    yours = np.where(plays & block.draws(replies), (yours + sixth) % 10, yours)
    return np.sign(mine - yours)
