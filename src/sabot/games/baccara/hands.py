"""Many hands of baccara at once: a third road, which shares neither the count nor the table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.forms.tree import Mix
from sabot.games.baccara.rules import Conduct, Hand, conducts, dealing, total
from sabot.telling.tables import view_key

_MOST = 2**62


def baccara_hands(
    strategies: Mapping[str, Mapping[str, Mix]],
    hands: int,
    seed: int,
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Any,
) -> dict[int, int] | None:
    """Return how often Player was paid -1, 0 and 1; None where the dealing in blocks cannot."""
    import numpy as np

    from sabot.games.baccara.blocks import dealt

    cards = dealing(model, decks, shoe)
    if sum(cards.counts) > _MOST:
        return None
    one, two = conducts(model, **options)
    player = np.empty((10, 10))
    banker = np.empty((10, 10, 11))
    for a in range(10):
        for b in range(10):
            player[a, b] = _chance(one, (a, b), (), strategies["Player"])
            for third in range(11):
                seen = (third if third < 10 else None,)
                banker[a, b, third] = _chance(two, (a, b), seen, strategies["Banker"])
    counts = np.array(cards.counts, np.int64)
    found = dealt(counts, cards.replaced, player, banker, hands, seed)
    return None if found is None else dict(zip((-1, 0, 1), found, strict=True))


def _chance(
    conduct: Conduct, hand: Hand, seen: tuple[int | None, ...], strategy: Mapping[str, Mix]
) -> float:
    """Return how often a seat draws: as it must, or as its strategy says; -1 without an answer."""
    move = conduct.move(total(*hand))
    if move is not None:
        return float(move == "draw")
    mix = strategy.get(view_key((conduct.sees(hand), *seen)))
    return -1.0 if mix is None else float(mix.get("draw", 0))
