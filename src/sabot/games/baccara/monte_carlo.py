"""Monte Carlo simulation of baccara: blocks of hands with one numpy array per card.

This is a third, independent evaluation: it shares code neither with the counting nor with the
rules as they are run on a table. Hands are dealt in blocks that stay in the processor's cache,
millions per second. Third cards are drawn for every hand and used only where a player takes one;
an unseen card leaves the next one uniformly random.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from sabot.forms.extensive import MixedAction
from sabot.game_rules.table import infoset_key
from sabot.games.baccara.rules import (
    SeatOptions,
    SeatRules,
    TwoCards,
    card_supply,
    hand_total,
    seat_rules,
)

_MAX_CARDS = 2**62


def simulate_baccara(
    strategies: Mapping[str, Mapping[str, MixedAction]],
    hands: int,
    seed: int,
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Unpack[SeatOptions],
) -> dict[int, int] | None:
    """Return how often Player was paid -1, 0 and 1; None where the dealing in blocks cannot."""
    import numpy as np

    cards = card_supply(model, decks, shoe)
    if sum(cards.counts) > _MAX_CARDS:
        return None
    one, two = seat_rules(model, **options)
    player = np.empty((10, 10))
    banker = np.empty((10, 10, 11))
    for a in range(10):
        for b in range(10):
            player[a, b] = _draw_probability(one, (a, b), (), strategies["Player"])
            for third in range(11):
                seen = (third if third < 10 else None,)
                banker[a, b, third] = _draw_probability(two, (a, b), seen, strategies["Banker"])
    counts = np.array(cards.counts, np.int64)
    found = simulate_blocks(counts, cards.replaced, player, banker, hands, seed)
    return None if found is None else dict(zip((-1, 0, 1), found, strict=True))


def _draw_probability(
    conduct: SeatRules,
    hand: TwoCards,
    seen: tuple[int | None, ...],
    strategy: Mapping[str, MixedAction],
) -> float:
    """Return how often a seat draws: as it must, or as its strategy says; -1 without an answer."""
    move = conduct.move(hand_total(*hand))
    if move is not None:
        return float(move == "draw")
    mix = strategy.get(infoset_key((conduct.sees(hand), *seen)))
    return -1.0 if mix is None else float(mix.get("draw", 0))


Ints = NDArray[np.int64]
Probabilities = NDArray[np.float64]
_BLOCK_SIZE = 1 << 15
"""Hands dealt together: their arrays stay in the processor's cache."""


def simulate_blocks(
    counts: Ints,
    replaced: bool,
    player: Probabilities,
    banker: Probabilities,
    hands: int,
    seed: int,
) -> tuple[int, int, int] | None:
    """Return how many hands Player lost, tied and won; None where a view had no answer.

    player[a, b] is the chance of drawing on the two cards a, b; banker[a, b, k] that of Banker,
    who saw the card k, or k = 10 where Player stood. An answer below 0 means that there is none.
    """
    chance = np.random.Generator(np.random.PCG64(seed))
    tally = np.zeros(3, np.int64)
    for done in range(0, hands, _BLOCK_SIZE):
        size = min(_BLOCK_SIZE, hands - done)
        found = _play_block(_ShoeBlock(counts, replaced, size, chance), player, banker)
        if found is None:
            return None
        tally += np.bincount(found + 1, minlength=3)
    lost, tied, won = tally.tolist()
    return lost, tied, won


class _ShoeBlock:
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

    def draws(self, chances: Probabilities) -> NDArray[np.bool_]:
        """Return in which hands the seat draws that does so with these chances."""
        return self.chance.random(self.size) < chances


def _play_block(block: _ShoeBlock, player: Probabilities, banker: Probabilities) -> Ints | None:
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
