"""The price of every card by the theorems, all of them in one sweep over the deal.

>>> from sabot.games.whist.deal import Deal
>>> from sabot.games.whist.variant import WHIST
>>> prices(Position(Deal.parse("KQ10/AJ9"), "W", led=5), WHIST)
{1: 1, 3: 2, 6: 2}
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.compiled import Loops
from sabot.games.whist.deal import Position
from sabot.games.whist.variant import FIVE_CARD, WHIST, Variant

PRICING = Loops("sabot.games.whist.kernels.pricing", pays_from=2_500_000)
"""Work in values of S looked at, and cards read again, at 0.4 us in plain Python: then it has taken
a second, and compiling takes some."""
MOST_READ = 400_000_000
"""Cards that may be read again where Theorem 9.1 is near its exceptions: about two seconds."""

Values = NDArray[np.int64]


def prices(position: Position, variant: Variant, *, most_read: int = MOST_READ) -> dict[int, int]:
    """Return, for every playable card, what West is paid when it is played now.

    Empty where the deal is so large, and so near the exceptions of Theorem 9.1, that it would take
    too long. Replies to a lead are the cheapest winner and the lowest card: no other is better
    (Section 4.1, after Kahn, Lagarias and Witsenhausen).
    """
    deal = position.deal
    playable = position.playable(variant.rule)
    if deal.n == 1:
        return dict.fromkeys(playable, int(deal.holders[-1] == "W"))
    cards = deal.cards
    worth, reach = None, 0
    if not PRICING.pays(_work(cards)):
        reach = min(most_read, PRICING.left)
        worth, read = _worth(PRICING.plain, position, variant, reach)
        PRICING.pays(read)
    if worth is None and reach < most_read:
        worth, _ = _worth(PRICING.compiled, position, variant, most_read)
    if worth is None:
        return {}
    tops = np.flatnonzero(np.append(cards[1:] != cards[:-1], True))
    held = np.array(playable) - 1
    above = tops[np.searchsorted(tops, held)]  # the highest card of the run
    return dict(zip(playable, worth[above].tolist(), strict=True))


def _work(cards: NDArray[np.uint8]) -> int:
    """Return about how many values of S are looked at: all of them for each run of cards."""
    up = np.cumsum(cards, dtype=np.int64)
    at = 2 * up - np.arange(1, cards.size + 1)
    runs = 1 + np.count_nonzero(cards[1:] != cards[:-1])
    return int(cards.size + runs * (at.max() - at.min()))


def _worth(
    kernel: Any, position: Position, variant: Variant, most_read: int
) -> tuple[Values | None, int]:
    """Return West's payment after each card, by its place, and the cards that were read again.

    None where *most_read* was too little.
    """
    spent = np.array([0, most_read, 0], np.int64)
    cards, east = position.deal.cards, position.lead == "E"
    if position.led is None:
        taken, ducked = kernel.leads(cards, int(east), spent)
        worth = _lead_worth(taken, ducked, east, position.deal.n, variant)
    else:
        worth = _reply_worth(kernel.replies(cards, position.led - 1, spent), position, variant)
    return None if spent[2] else worth, int(spent[0])


def _lead_worth(
    taken: NDArray[np.int32], ducked: NDArray[np.int32], east: bool, n: int, variant: Variant
) -> Values:
    """Return West's payment after each lead, by its place; only places of leads mean anything."""
    lost, won = _after(taken, not east, n, variant), _after(ducked, east, n, variant)
    can_take, can_duck = taken[:, 0] < 2 * n, ducked[:, 0] < 2 * n
    if variant.rule == "greedy":
        return np.where(can_take, lost, won)
    both = np.maximum(lost, won) if east else np.minimum(lost, won)
    return np.where(can_take & can_duck, both, np.where(can_take, lost, won))


def _reply_worth(found: NDArray[np.int32], position: Position, variant: Variant) -> Values:
    assert position.led is not None
    n, east = position.deal.n, position.lead == "E"
    higher = np.arange(2 * n) >= position.led
    taken, ducked = _after(found, not east, n, variant), _after(found, east, n, variant)
    return np.where(higher, taken, ducked)


def _after(found: NDArray[np.int32], east: bool, n: int, variant: Variant) -> Values:
    """Return what West is paid for a trick and the n - 1 after it; *east* says who took it."""
    lower, upper, whist = found.astype(np.int64).T
    if variant == FIVE_CARD:
        last: Values = (upper > 0 if east else lower >= 0).astype(np.int64)
        return last
    height = whist if variant == WHIST else _greedy(lower, upper)
    gained: Values = (n - 1 + height + east) // 2 + (not east)
    return gained


def _greedy(lower: Values, upper: Values) -> Values:
    """Return H of greedy whist (10), deal by deal."""
    return np.where(upper > 0, upper, np.minimum(lower, 0))
