"""Which card to play: the normal strategy, the explicit optimal one, and the price of each card.

The optimal strategy of whist is inside the proof of Theorem 9.1. It differs from the normal one
only where H lower and H upper differ, the better of them can be had, and the parity of n makes it
matter; then the eight cases I(E) to IV(W) say what to do. They are told for West; East plays West's
part in the deal with the hands exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sabot import watch
from sabot.games.whist.deal import Deal, Position, Seat, other
from sabot.games.whist.theory.values import Reading
from sabot.games.whist.theory.values import reading as _reading
from sabot.games.whist.variant import FIVE_CARD, GREEDY_WHIST, WHIST, Variant

CaseName = Literal["I", "II", "III", "IV"]

BY_THEOREM = (WHIST, GREEDY_WHIST, FIVE_CARD)
"""The games whose values the paper gives; the others are searched."""


@lru_cache(maxsize=8)
def reading(deal: Deal) -> Reading:
    """Return the reading of a deal, remembering the last few."""
    return _reading(deal)


@dataclass(frozen=True, slots=True)
class Case:
    """The class of a deal in the proof of Theorem 9.1, and the seat that it favours."""

    name: CaseName
    seat: Seat

    def __str__(self) -> str:
        return f"{self.name} for {'West' if self.seat == 'W' else 'East'}"


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: the card led, the reply, who led, who won. Cards keep their first numbers."""

    lead: Seat
    led: int
    reply: int
    winner: Seat


def case(deal: Deal) -> Case | None:
    """Return the case of the proof that a deal belongs to, or None when H lower is H upper.

    >>> str(case(Deal("EWEWWE")))
    'III for East'
    """
    found = reading(deal)
    if found.lower == found.upper:
        return None
    if found.whist == found.upper:
        return Case(_west_case(deal, found), "W")
    swapped = deal.swapped
    return Case(_west_case(swapped, reading(swapped)), "E")


def normal_card(position: Position) -> int:
    """Return the card of the normal strategy (Section 4).

    Second to play: the cheapest card that wins, or else the lowest. On lead: a card W_i that loses
    to E_j with j - i least (for East the other way round); that is the card below which East's
    cards exceed West's by least. If all the cards are high, the lowest is led.
    """
    deal, seat = position.deal, position.turn
    if position.led is not None:
        hand = deal.hand(seat)
        return next((card for card in hand if card > position.led), hand[0])
    text = deal.holders
    best, chosen, height = len(text), 0, 0
    for m in range(1, len(text)):
        height += -1 if text[m - 1] == seat else 1
        if height < best and text[m - 1] == seat != text[m]:
            best, chosen = height, m
    return chosen or deal.hand(seat)[0]


def optimal_card(position: Position, variant: Variant = WHIST) -> int:
    """Return a card that is optimal whatever the other seat does.

    Whist follows the proof of Theorem 9.1; greedy whist and five-card are played normally
    (Theorems 6.1 and 7.1); the other games are searched.

    >>> optimal_card(Position(Deal.parse("KQ10/AJ9"), "W", led=5))
    1
    """
    if variant == WHIST:
        if position.turn == "W":
            return _west_card(position)
        return _west_card(Position(position.deal.swapped, other(position.lead), position.led))
    if variant.rule == "greedy" and variant.object in ("most", "last"):
        return normal_card(position)
    return best_cards(position, variant)[0]


def value(position: Position, variant: Variant = WHIST) -> int:
    """Return what West is paid from here on with best play, by the theorems where they reach."""
    if variant not in BY_THEOREM:
        from sabot.games.whist import minimax

        return minimax.value(position, variant)
    if position.led is None:
        return _deal_value(position.deal, position.lead, variant)
    replies = _replies(position, variant)
    return _best(position.turn, [_reply_price(position, card, variant) for card in replies])


def prices(position: Position, variant: Variant = WHIST) -> dict[int, int]:
    """Return, for every playable card, what West is paid when it is played now.

    Beyond 10,000 cards a hand it may be empty: where that would take too long.

    >>> prices(Position(Deal.parse("KQ10/AJ9"), "W", led=5))
    {1: 1, 3: 2, 6: 2}
    """
    if variant not in BY_THEOREM:
        from sabot.games.whist import minimax

        return minimax.prices(position, variant)
    from sabot.games.whist import pricing

    return pricing.prices(position, variant)


def best_cards(position: Position, variant: Variant = WHIST) -> tuple[int, ...]:
    """Return every card that keeps the value, lowest first."""
    priced = prices(position, variant)
    best = _best(position.turn, list(priced.values()))
    return tuple(card for card, price in priced.items() if price == best)


def line(position: Position, variant: Variant = WHIST) -> tuple[Trick, ...]:
    """Return a line of play, optimal for both, to the last trick.

    >>> [(t.led, t.reply, t.winner) for t in line(Position(Deal.parse("KQ10/AJ9"), "W"))]
    [(5, 1, 'W'), (2, 3, 'E'), (6, 4, 'E')]
    """
    names = list(range(1, 2 * position.deal.n + 1))
    tricks: list[Trick] = []
    while True:
        watch.at("line of play", len(tricks), unit="tricks")
        led = position.led or optimal_card(position, variant)
        position = Position(position.deal, position.lead, led)
        reply = optimal_card(position, variant)
        winner = position.winner(reply)
        tricks.append(Trick(position.lead, names[led - 1], names[reply - 1], winner))
        if position.deal.n == 1:
            return tuple(tricks)
        position = position.after(reply)
        for card in sorted((led, reply), reverse=True):
            del names[card - 1]


def _best(seat: Seat, values: list[int]) -> int:
    return max(values) if seat == "W" else min(values)


def _deal_value(deal: Deal, lead: Seat, variant: Variant) -> int:
    found = reading(deal)
    if variant == FIVE_CARD:
        return int(found.last_trick(lead) == "W")
    return found.tricks(lead, game="whist" if variant == WHIST else "greedy-whist")


def _replies(position: Position, variant: Variant) -> list[int]:
    """Return the replies worth trying: the cheapest winner, and the lowest card.

    A card that wins is no better for being higher, nor one that loses; so says the order of the
    matrix entries (Section 4.1, after Kahn, Lagarias and Witsenhausen).
    """
    winner, lowest = normal_card(position), position.deal.hand(position.turn)[0]
    return [winner] if winner == lowest or variant.rule == "greedy" else [winner, lowest]


def _reply_price(position: Position, card: int, variant: Variant) -> int:
    won = position.winner(card) == "W"
    if position.deal.n == 1:
        return int(won)
    after = position.after(card)
    gained = int(won and variant != FIVE_CARD)
    return gained + _deal_value(after.deal, after.lead, variant)


def _west_case(deal: Deal, found: Reading) -> CaseName:
    """Return the case of a deal where H is H upper, not H lower."""
    if deal.holders[-1] == "E":
        return "IV"
    if found.lower > 0:
        return "I"
    west, east, low = deal.west, deal.east, found.lower
    inner = range(2 - low, deal.n)
    return "II" if sum(1 if west[i - 1] > east[i - 1 + low] else -1 for i in inner) > 0 else "III"


def _west_card(position: Position) -> int:
    """Return West's optimal card: by the cases when they matter, else the normal one."""
    deal, n = position.deal, position.deal.n
    found = reading(deal)
    needed = found.upper if position.lead == "W" else found.lower
    if found.lower == found.upper or found.whist != found.upper or (n - needed) % 2:
        return normal_card(position)
    name = _west_case(deal, found)
    if position.led is None:
        return _west_lead(deal, name, found.lower)
    if name == "IV":
        return normal_card(position)
    winner = next(card for card in deal.west if card > position.led)
    if winner != 2 * n or (name == "III" and found.lower == 0):
        return winner
    return deal.west[0]


def _west_lead(deal: Deal, name: CaseName, low: int) -> int:
    """Return the lead of the cases I(W) to IV(W); *low* is H lower."""
    west, east, n = deal.west, deal.east, deal.n
    if name == "IV":
        return west[-1]
    first = 1 if name == "I" else 2 - low
    last = n - low if name == "I" else n - (name == "III")
    losing = [i for i in range(first, last + 1) if west[i - 1] < east[i - 1 + low]]
    if not losing:
        return west[0]
    return west[losing[-1 if name == "III" else 0] - 1]
