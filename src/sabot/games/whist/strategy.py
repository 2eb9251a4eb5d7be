"""Which card to play: the normal strategy, the explicit optimal one, and the price of each card.

The optimal strategy of whist is inside the proof of Theorem 9.1. It differs from the normal one
only where H lower and H upper differ, the better of them can be had, and the parity of n makes it
matter; then the eight cases I(E) to IV(W) say what to do. They are written for West; East plays
West's part in the deal with the hands exchanged. The price of a card is what West is paid in the
end when it is played now; the theorems price all cards in one sweep over the deal, and variants
without a theorem are searched.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sabot.games.whist import height_kernels
from sabot.games.whist.deal import (
    FIVE_CARD,
    GREEDY_WHIST,
    WHIST,
    Deal,
    Position,
    Seat,
    Variant,
    other_seat,
)
from sabot.games.whist.wastlund_values import DealInvariants, alternating_sums
from sabot.games.whist.wastlund_values import invariants_of as _reading
from sabot.jit import KernelModule
from sabot.progress import report_progress

CaseName = Literal["I", "II", "III", "IV"]
SOLVED_BY_THEOREM = (WHIST, GREEDY_WHIST, FIVE_CARD)
"""The games whose values the paper gives, besides those with a score; the others are searched."""


def solved_by_theorem(variant: Variant) -> bool:
    """Say whether the paper gives the values of a game."""
    return variant in SOLVED_BY_THEOREM or variant.object == "score"


@lru_cache(maxsize=8)
def cached_invariants(deal: Deal) -> DealInvariants:
    """Return the reading of a deal, remembering the last few."""
    return _reading(deal)


@dataclass(frozen=True, slots=True)
class ProofCase:
    """The class of a deal in the proof of Theorem 9.1, and the seat that it favours."""

    name: CaseName
    seat: Seat

    def __str__(self) -> str:
        return f"{self.name} for {'West' if self.seat == 'W' else 'East'}"


@dataclass(frozen=True, slots=True)
class OptimalTrick:
    """One trick: the card led, the reply, who led, who won. Cards keep their first numbers."""

    lead: Seat
    led: int
    reply: int
    winner: Seat


def proof_case(deal: Deal) -> ProofCase | None:
    """Return the case of the proof that a deal belongs to, or None when H lower is H upper.

    >>> str(proof_case(Deal("EWEWWE")))
    'III for East'
    """
    found = cached_invariants(deal)
    if found.lower == found.upper:
        return None
    if found.whist == found.upper:
        return ProofCase(_proof_case_for_west(deal, found), "W")
    swapped = deal.swapped
    return ProofCase(_proof_case_for_west(swapped, cached_invariants(swapped)), "E")


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

    Whist follows the proof of Theorem 9.1; greedy whist, also with a score, and five-card are
    played normally (Theorems 6.1 and 7.1); the other games are searched.

    >>> optimal_card(Position(Deal.parse("KQ10/AJ9"), "W", led=5))
    1
    """
    if variant == WHIST:
        if position.turn == "W":
            return _optimal_card_for_west(position)
        return _optimal_card_for_west(
            Position(position.deal.swapped, other_seat(position.lead), position.led)
        )
    if variant.rule == "greedy" and variant.object in ("most", "last", "score"):
        return normal_card(position)
    return best_cards(position, variant)[0]


def position_value(position: Position, variant: Variant = WHIST) -> int:
    """Return what West is paid from here on with best play, by the theorems where they reach."""
    if not solved_by_theorem(variant):
        from sabot.games.whist import minimax

        return minimax.minimax_value(position, variant)
    if position.led is None:
        return _deal_value(position.deal, position.lead, variant)
    replies = _candidate_replies(position, variant)
    return _best_value(position.turn, [_reply_price(position, card, variant) for card in replies])


def card_prices(position: Position, variant: Variant = WHIST) -> dict[int, int]:
    """Return, for every playable card, what West is paid when it is played now.

    Beyond 10,000 cards per hand it may be empty: where that would take too long.

    >>> card_prices(Position(Deal.parse("KQ10/AJ9"), "W", led=5))
    {1: 1, 3: 2, 6: 2}
    """
    if not solved_by_theorem(variant):
        from sabot.games.whist import minimax

        return minimax.minimax_prices(position, variant)

    return prices_by_theorem(position, variant)


def best_cards(position: Position, variant: Variant = WHIST) -> tuple[int, ...]:
    """Return every card that keeps the value, lowest first."""
    priced = card_prices(position, variant)
    best = _best_value(position.turn, list(priced.values()))
    return tuple(card for card, price in priced.items() if price == best)


def optimal_line(position: Position, variant: Variant = WHIST) -> tuple[OptimalTrick, ...]:
    """Return a line of play, optimal for both, to the last trick.

    >>> [(t.led, t.reply, t.winner) for t in optimal_line(Position(Deal.parse("KQ10/AJ9"), "W"))]
    [(5, 1, 'W'), (2, 3, 'E'), (6, 4, 'E')]
    """
    names = list(range(1, 2 * position.deal.n + 1))
    tricks: list[OptimalTrick] = []
    while True:
        report_progress("line of play", len(tricks), unit="tricks")
        led = position.led or optimal_card(position, variant)
        position = Position(position.deal, position.lead, led)
        reply = optimal_card(position, variant)
        winner = position.winner(reply)
        tricks.append(OptimalTrick(position.lead, names[led - 1], names[reply - 1], winner))
        if position.deal.n == 1:
            return tuple(tricks)
        position = position.after(reply)
        for card in sorted((led, reply), reverse=True):
            del names[card - 1]


def _best_value(seat: Seat, values: list[int]) -> int:
    return max(values) if seat == "W" else min(values)


def _deal_value(deal: Deal, lead: Seat, variant: Variant) -> int:
    found = cached_invariants(deal)
    if variant == FIVE_CARD:
        return int(found.last_trick(lead) == "W")
    if variant.object == "score":
        won = found.tricks(lead, game="greedy-whist")
        return alternating_sums(variant.payments(deal.n), first=lead == "E")[won]
    return found.tricks(lead, game="whist" if variant == WHIST else "greedy-whist")


def _candidate_replies(position: Position, variant: Variant) -> list[int]:
    """Return the replies worth trying: the cheapest winner, and the lowest card.

    A card that wins is no better for being higher, nor one that loses; so says the order of the
    matrix entries (Section 4.1, after Kahn, Lagarias and Witsenhausen).
    """
    winner, lowest = normal_card(position), position.deal.hand(position.turn)[0]
    return [winner] if winner == lowest or variant.rule == "greedy" else [winner, lowest]


def _reply_price(position: Position, card: int, variant: Variant) -> int:
    gained = variant.payment(position.deal.n) if position.winner(card) == "W" else 0
    if position.deal.n == 1:
        return gained
    after = position.after(card)
    return gained + _deal_value(after.deal, after.lead, variant)


def _proof_case_for_west(deal: Deal, found: DealInvariants) -> CaseName:
    """Return the case of a deal where H is H upper, not H lower."""
    if deal.holders[-1] == "E":
        return "IV"
    if found.lower > 0:
        return "I"
    west, east, low = deal.west, deal.east, found.lower
    inner = range(2 - low, deal.n)
    return "II" if sum(1 if west[i - 1] > east[i - 1 + low] else -1 for i in inner) > 0 else "III"


def _optimal_card_for_west(position: Position) -> int:
    """Return West's optimal card: by the cases when they matter, else the normal one."""
    deal, n = position.deal, position.deal.n
    found = cached_invariants(deal)
    needed = found.upper if position.lead == "W" else found.lower
    if found.lower == found.upper or found.whist != found.upper or (n - needed) % 2:
        return normal_card(position)
    name = _proof_case_for_west(deal, found)
    if position.led is None:
        return _optimal_lead_for_west(deal, name, found.lower)
    if name == "IV":
        return normal_card(position)
    winner = next(card for card in deal.west if card > position.led)
    if winner != 2 * n or (name == "III" and found.lower == 0):
        return winner
    return deal.west[0]


def _optimal_lead_for_west(deal: Deal, name: CaseName, low: int) -> int:
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


PRICE_KERNELS = KernelModule(lambda: height_kernels, pays_from=2_500_000)
"""Work in values of S looked at, and cards read again, at 0.4 us in plain Python: then it has taken
a second, and compiling takes some."""
MOST_CARDS_READ = 400_000_000
"""Cards that may be read again where Theorem 9.1 is near its exceptions: about two seconds."""
PaymentArray = NDArray[np.int64]


def prices_by_theorem(
    position: Position, variant: Variant, *, most_read: int = MOST_CARDS_READ
) -> dict[int, int]:
    """Return, for every playable card, what West is paid when it is played now.

    Empty where the deal is so large, and so near the exceptions of Theorem 9.1, that it would take
    too long. Replies to a lead are the cheapest winner and the lowest card: no other is better
    (Section 4.1, after Kahn, Lagarias and Witsenhausen).
    """
    deal = position.deal
    playable = position.playable(variant.rule)
    if deal.n == 1:
        return dict.fromkeys(playable, variant.payment(1) if deal.holders[-1] == "W" else 0)
    cards = deal.cards
    worth, reach = None, 0
    if not PRICE_KERNELS.record(_estimated_work(cards)):
        reach = min(most_read, PRICE_KERNELS.left)
        worth, read = _payment_after_each_card(PRICE_KERNELS.plain, position, variant, reach)
        PRICE_KERNELS.record(read)
    if worth is None and reach < most_read:
        worth, _ = _payment_after_each_card(PRICE_KERNELS.compiled, position, variant, most_read)
    if worth is None:
        return {}
    tops = np.flatnonzero(np.append(cards[1:] != cards[:-1], True))
    held = np.array(playable) - 1
    above = tops[np.searchsorted(tops, held)]  # the highest card of the run
    return dict(zip(playable, worth[above].tolist(), strict=True))


def _estimated_work(cards: NDArray[np.uint8]) -> int:
    """Return about how many values of S are looked at: all of them for each run of cards."""
    up = np.cumsum(cards, dtype=np.int64)
    at = 2 * up - np.arange(1, cards.size + 1)
    runs = 1 + np.count_nonzero(cards[1:] != cards[:-1])
    return int(cards.size + runs * (at.max() - at.min()))


def _payment_after_each_card(
    kernel: Any, position: Position, variant: Variant, most_read: int
) -> tuple[PaymentArray | None, int]:
    """Return West's payment after each card, by its place, and the cards that were read again.

    None where *most_read* was too little.
    """
    spent = np.array([0, most_read, 0], np.int64)
    cards, east = position.deal.cards, position.lead == "E"
    if position.led is None:
        taken, ducked = kernel.leads(cards, int(east), spent)
        worth = _payment_after_each_lead(taken, ducked, east, position.deal.n, variant)
    else:
        worth = _payment_after_each_reply(
            kernel.replies(cards, position.led - 1, spent), position, variant
        )
    return None if spent[2] else worth, int(spent[0])


def _payment_after_each_lead(
    taken: NDArray[np.int32], ducked: NDArray[np.int32], east: bool, n: int, variant: Variant
) -> PaymentArray:
    """Return West's payment after each lead, by its place; only places of leads mean anything."""
    lost, won = (
        _payment_of_trick_and_rest(taken, not east, n, variant),
        _payment_of_trick_and_rest(ducked, east, n, variant),
    )
    can_take, can_duck = taken[:, 0] < 2 * n, ducked[:, 0] < 2 * n
    if variant.rule == "greedy":
        return np.where(can_take, lost, won)
    both = np.maximum(lost, won) if east else np.minimum(lost, won)
    return np.where(can_take & can_duck, both, np.where(can_take, lost, won))


def _payment_after_each_reply(
    found: NDArray[np.int32], position: Position, variant: Variant
) -> PaymentArray:
    assert position.led is not None
    n, east = position.deal.n, position.lead == "E"
    higher = np.arange(2 * n) >= position.led
    taken, ducked = (
        _payment_of_trick_and_rest(found, not east, n, variant),
        _payment_of_trick_and_rest(found, east, n, variant),
    )
    return np.where(higher, taken, ducked)


def _payment_of_trick_and_rest(
    found: NDArray[np.int32], east: bool, n: int, variant: Variant
) -> PaymentArray:
    """Return what West is paid for a trick and the n - 1 after it; *east* says who took it."""
    lower, upper, whist = found.astype(np.int64).T
    if variant == FIVE_CARD:
        last: PaymentArray = (upper > 0 if east else lower >= 0).astype(np.int64)
        return last
    if variant.object == "score":
        rest = np.array(alternating_sums(variant.payments(n - 1), first=east), np.int64)
        won = (n - 1 + _greedy_heights(lower, upper) + east) // 2
        # entries of cards that may not be played mean nothing, and may be out of range
        scored: PaymentArray = rest[np.clip(won, 0, n - 1)] + (not east) * variant.payment(n)
        return scored
    height = whist if variant == WHIST else _greedy_heights(lower, upper)
    gained: PaymentArray = (n - 1 + height + east) // 2 + (not east)
    return gained


def _greedy_heights(lower: PaymentArray, upper: PaymentArray) -> PaymentArray:
    """Return H of greedy whist (10), deal by deal."""
    return np.where(upper > 0, upper, np.minimum(lower, 0))
