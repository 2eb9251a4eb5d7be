"""Distribution of payoffs of a hand of baccara, counted from the cards without a tree.

From it follow the house's edges on the three bets of the casino: Player, Banker (less a
commission), and the tie.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Unpack

from sabot.exact import over_one_denominator
from sabot.forms.base import PayoffDistribution, StrategyMapping
from sabot.games.baccara.count import banker_view_key, player_view_key
from sabot.games.baccara.rules import (
    SEATS,
    CardSupply,
    SeatOptions,
    SeatRules,
    card_supply,
    hand_total,
    player_payoff,
    seat_rules,
    two_card_hands,
)

_ALL_HANDS = tuple(hand for number in range(10) for hand in two_card_hands(number))
_CARDS = range(10)
_PAYOFF_BY_DRAW = tuple(
    tuple(tuple(player_payoff(end, hand_total(own, card)) for card in _CARDS) for own in range(8))
    for end in _CARDS
)
"""Who leads, by Player's last total, Banker's first, and the card that Banker draws."""
DEFAULT_COMMISSION, DEFAULT_TIE_ODDS = Fraction(1, 20), Fraction(8)
"""The default commission on a bet won on Banker, and the default odds of a bet on the tie."""


def baccara_payoff_distribution(
    strategies: Mapping[str, StrategyMapping],
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Unpack[SeatOptions],
) -> PayoffDistribution:
    """Return how hands end when both seats play these strategies."""
    counter = _OutcomeCounter(
        card_supply(model, decks, shoe), seat_rules(model, **options), strategies
    )
    ways, below = counter.ways()
    return PayoffDistribution({Fraction(pay): ways[pay] for pay in (1, 0, -1) if ways[pay]}, below)


def house_edges(
    found: PayoffDistribution,
    *,
    commission: Fraction = DEFAULT_COMMISSION,
    tie: Fraction | int = DEFAULT_TIE_ODDS,
) -> dict[str, Fraction]:
    """Return the house's edge on the three bets of the casino, per unit staked.

    A bet on Banker pays even money less the commission, one on the tie pays *tie* to one; a tie
    gives the other bets back.

    >>> {bet: round(float(100 * edge), 4) for bet, edge in house_edges(PayoffDistribution(
    ...     {Fraction(1): 2230518282592256, Fraction(0): 475627426473216,
    ...      Fraction(-1): 2292252566437888}, 4998398275503360)).items()}
    {'Player': 1.2351, 'Banker': 1.0579, 'tie': 14.3596}
    """
    below = found.denominator
    return {
        "Player": Fraction(found.lose - found.win, below),
        "Banker": (found.win - (1 - commission) * found.lose) / below,
        "tie": Fraction(below - (tie + 1) * found.tie, below),
    }


class _OutcomeCounter:
    """Counts the hands of baccara in ordered draws of six cards."""

    def __init__(
        self,
        cards: CardSupply,
        seats: tuple[SeatRules, SeatRules],
        strategies: Mapping[str, StrategyMapping],
    ) -> None:
        self.left = list(cards.counts)
        self.size = sum(cards.counts)
        self.gone = 0 if cards.replaced else 1
        self.one, self.two = seats
        self.draws = tuple(
            over_one_denominator(mix.get("draw", Fraction(0)) for mix in strategies[seat].values())
            for seat in SEATS
        )
        self.tables = tuple(
            dict(zip(strategies[seat], numbers, strict=True))
            for seat, (numbers, _) in zip(SEATS, self.draws, strict=True)
        )
        self.banker: dict[tuple[tuple[int, int], int | None], tuple[int, int]] = {}
        """How often Banker draws, by his hand and what he sees, where he can be."""

    def ways(self) -> tuple[dict[int, int], int]:
        """Return the ways by what Player is paid, and all ways there are."""
        found = {1: 0, 0: 0, -1: 0}
        units = self.draws[0][1] * self.draws[1][1]
        for mine in _ALL_HANDS:
            if not (first := self._take(mine)):
                continue
            for yours in _ALL_HANDS:
                if not (second := self._take(yours)):
                    continue
                if max(hand_total(*mine), hand_total(*yours)) > 7:
                    ways = first * second * self._rest(4) * units
                    found[player_payoff(hand_total(*mine), hand_total(*yours))] += ways
                else:
                    self._thirds(found, mine, yours, first * second)
                self._give(yours)
            self._give(mine)
        return found, self._rest(0) * units

    def _thirds(
        self, found: dict[int, int], mine: tuple[int, int], yours: tuple[int, int], ways: int
    ) -> None:
        """Add the hands without a natural: Player stands, or draws each card."""
        draw, unit = self._chance(0, self.one, hand_total(*mine), player_view_key(self.one, mine))
        if draw < unit:  # the sixth card is any card
            rest = ways * (unit - draw) * self._less(5)
            self._fourths(found, hand_total(*mine), yours, None, rest)
        for third in _CARDS if draw else ():
            if more := self.left[third]:
                self.left[third] -= self.gone
                self._fourths(found, hand_total(*mine, third), yours, third, ways * draw * more)
                self.left[third] += self.gone

    def _fourths(
        self,
        found: dict[int, int],
        end: int,
        yours: tuple[int, int],
        third: int | None,
        ways: int,
    ) -> None:
        """Add the hands in which Player has *end*: Banker stands, or draws each card."""
        own = hand_total(*yours)
        if (yours, third) not in self.banker:
            view = banker_view_key(self.two, yours, third)
            self.banker[yours, third] = self._chance(1, self.two, own, view)
        draw, unit = self.banker[yours, third]
        if draw < unit:
            found[player_payoff(end, own)] += (
                ways * (unit - draw) * self._less(4 if third is None else 5)
            )
        if draw:
            left = [0, 0, 0]  # cards that make a tie, a win of Player, and, the last, a loss
            for leads, more in zip(_PAYOFF_BY_DRAW[end][own], self.left, strict=True):
                left[leads] += more
            for leads in found:
                found[leads] += ways * draw * left[leads]

    def _chance(self, seat: int, conduct: SeatRules, of: int, view: str) -> tuple[int, int]:
        """Return how often a seat draws, as a numerator over its unit."""
        unit = self.draws[seat][1]
        move = conduct.move(of)
        if move is None:
            return self.tables[seat][view], unit
        return (unit if move == "draw" else 0), unit

    def _take(self, hand: tuple[int, int]) -> int:
        """Take a hand out of the shoe; return the ways to draw it, in either order."""
        low, high = hand
        ways = self.left[low]
        self.left[low] -= self.gone
        ways *= self.left[high] if ways else 0
        self.left[high] -= self.gone
        if ways <= 0:
            self._give(hand)
            return 0
        return ways if low == high else 2 * ways

    def _give(self, hand: tuple[int, int]) -> None:
        for card in hand:
            self.left[card] += self.gone

    def _less(self, gone: int) -> int:
        return self.size - gone * self.gone

    def _rest(self, start: int) -> int:
        return math.prod(self._less(gone) for gone in range(start, 6))
