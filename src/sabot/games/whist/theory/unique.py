"""Whether a seat has only one optimal strategy in a deal where everything is seen.

A strategy is optimal when it secures the value. Where the opponent can go wrong, the seat has
something to spare, and any choice left after that can be made in more ways than one. So the
strategy is unique exactly when, all along its way, one card alone keeps the value, and after every
mistake of the opponent nothing is left to choose. Cards that are equivalent count as different.
"""

from __future__ import annotations

from functools import lru_cache

from sabot import watch
from sabot.games.whist import strategy
from sabot.games.whist.deal import Position, Seat
from sabot.games.whist.variant import Variant

MOST_POSITIONS = 5_000
ALWAYS = 10
"""Up to so many cards a hand the question is always decided."""
MOST_SEARCHED = 60
"""Beyond so many cards a hand only equivalent cards are looked for."""


@lru_cache(maxsize=4)
def optimal(position: Position, variant: Variant) -> int:
    """Return an optimal card, remembering the last few: in large deals it takes a while."""
    return strategy.optimal_card(position, variant)


class _TooMany(Exception):
    pass


def unique_plan(position: Position, seat: Seat, variant: Variant) -> bool | None:
    """Say whether the optimal strategy of *seat* is unique; None when that took too long.

    >>> from sabot.games.whist.deal import Deal
    >>> from sabot.games.whist.variant import WHIST
    >>> unique_plan(Position(Deal("EWEW"), "E"), "W", WHIST)
    True
    """
    if position.deal.n > MOST_SEARCHED:
        return _large(position, seat, variant)
    seen: dict[tuple[Position, bool], bool] = {}

    def unique(here: Position, spare: bool) -> bool:
        key = here, spare
        if key not in seen:
            watch.at("uniqueness", len(seen), unit="positions")
            if len(seen) >= MOST_POSITIONS and position.deal.n > ALWAYS:
                raise _TooMany
            seen[key] = _own(here, spare) if here.turn == seat else _others(here, spare)
        return seen[key]

    def _own(here: Position, spare: bool) -> bool:
        if len(here.playable(variant.rule)) > 1 and spare:
            return False
        best = strategy.best_cards(here, variant)
        return len(best) == 1 and follow(here, best[0], spare)

    def _others(here: Position, spare: bool) -> bool:
        prices = strategy.prices(here, variant)
        value = (max if here.turn == "W" else min)(prices.values())
        cards = here.distinct(variant.rule)
        worse = sorted(cards, key=lambda card: prices[card] == value)  # mistakes first: they tell
        return all(follow(here, card, spare or prices[card] != value) for card in worse)

    def follow(here: Position, card: int, spare: bool) -> bool:
        if here.led is None:
            return unique(Position(here.deal, here.lead, card), spare)
        return here.deal.n == 1 or unique(here.after(card), spare)

    try:
        return unique(position, False)
    except _TooMany:
        return None


def _large(position: Position, seat: Seat, variant: Variant) -> bool | None:
    """Return False when a best card has an equivalent one, at the first card of the seat."""
    for _ in range(2):
        card = optimal(position, variant)
        if position.turn == seat:
            held, top = position.deal.holders, position.deal.top_of_run(card)
            alike = top > card or (card > 1 and held[card - 2] == held[card - 1])
            allowed = variant.rule == "relaxed" or position.led is None or top > card
            return False if alike and allowed else None
        if position.led is not None:
            return None
        position = Position(position.deal, position.lead, card)
    return None
