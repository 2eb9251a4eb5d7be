"""Which cards to keep: the 32 holds of a hand with their odds, and the common rule of players.

A *hold* is the part of a hand that is kept. Each is valued against an opponent's range. The common
rule goes by the look of the hand: with a pair or better keep what is paired, stand pat from a
straight up; without a pair keep four cards to a flush, else four to a straight that is open at
both ends, else the highest card. Risticz (1973) found it right for every type of hand by a
simulation (2.7); its flow diagram, figure 2, is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Literal, get_args

import numpy as np

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_KINDS,
    HAND_SIZE,
    HIGH_CARD,
    STRAIGHT,
    Hand,
    card_text,
    classify_ranks,
)
from sabot.cards.poker_odds.hand_distribution import (
    OpponentRange,
    RankCounts,
    count_draws,
    sum_by_kind,
)

DrawRule = Literal["common", "highest", "stand"]
DRAW_RULES: tuple[DrawRule, ...] = get_args(DrawRule)
"""What hands without a pair do: the common rule, always keep the highest card, draw nothing."""
JOINT_RULES: tuple[DrawRule, ...] = ("stand",)
"""The rules by which both players may draw from one pack."""


def keep_by_common_rule(hand: Sequence[int]) -> tuple[int, ...]:
    """Return the cards that the common rule keeps, in the order of the hand.

    >>> from sabot.cards.poker_hand import parse_cards, card_text
    >>> [card_text(card) for card in keep_by_common_rule(parse_cards("TcTdAs7h2c"))]
    ['Tc', 'Td']
    """
    kind = classify_ranks(
        tuple(card >> 2 for card in hand), len({card & 3 for card in hand}) == 1
    ).kind
    if kind >= STRAIGHT:
        return tuple(hand)
    if kind != HIGH_CARD:
        many = Counter(card >> 2 for card in hand)
        return tuple(card for card in hand if many[card >> 2] > 1)
    for chosen in (is_four_flush, is_open_straight):
        for four in combinations(hand, 4):
            if chosen(four):
                return four
    return (max(hand, key=lambda card: card >> 2),)


def keep_by_rule(hand: Sequence[int], rule: DrawRule) -> tuple[int, ...]:
    """Return the cards that a hand keeps.

    >>> [len(keep_by_rule(Hand("Ac9c5c2cKd").cards, rule)) for rule in DRAW_RULES]
    [4, 1, 5]
    """
    found = keep_by_common_rule(hand)
    if rule == "common" or Hand(hand).strength.kind != HIGH_CARD:
        return found
    return tuple(hand) if rule == "stand" else (max(hand, key=lambda card: card >> 2),)


def is_four_flush(four: Sequence[int]) -> bool:
    """Whether four cards are of one suit."""
    return len({card & 3 for card in four}) == 1


def is_open_straight(four: Sequence[int]) -> bool:
    """Whether four cards follow one another and a fifth fits at either end.

    The ace is an end: A-2-3-4 and J-Q-K-A are not open.
    """
    ranks = sorted(card >> 2 for card in four)
    return len(set(ranks)) == 4 and ranks[3] - ranks[0] == 3 and ranks[3] < 12


MAX_DRAWN = 4
"""Cards that may be thrown away in the game of the thesis; a fifth is valued, not chosen."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A part of a hand that is kept, the rest thrown away and replaced."""

    kept: tuple[int, ...]
    thrown: tuple[int, ...]
    value: Fraction
    """The chance to win, a tie counted half, if the own cards are ignored: he has all 52."""
    removal: Fraction
    """The same where the five cards of the hand are out of his pack, and both draw apart."""
    kinds: dict[str, Fraction]
    """The chance of each kind of hand after the draw, the best first."""
    improves: Fraction
    """The chance of a better kind of hand than the one that was dealt."""
    joint: Fraction | None = None
    """The chance to win where his cards and the new ones are of one pack without the own five.

    That is the chance at a table. None where it was not asked for, or all five are thrown away.
    """

    @property
    def hold(self) -> str:
        """The cards that are kept, as text."""
        return "".join(map(card_text, self.kept))

    @property
    def discard(self) -> str:
        """The cards that are thrown away, as text."""
        return "".join(map(card_text, self.thrown))


def count_after_hold(hand: Hand, kept: tuple[int, ...]) -> RankCounts:
    """Return the ways to each rank when *kept* of a hand is filled up from the other 47 cards."""
    return count_draws(kept, hand.cards)


def win_probability_of_draw(ways: RankCounts, others: OpponentRange) -> Fraction:
    """Return the chance to win with a hand that is drawn so, ties counted half."""
    return Fraction(int(np.dot(ways, others.halves)), 2 * int(ways.sum()) * others.total)


def evaluate_hold(
    hand: Hand, kept: tuple[int, ...], whole: OpponentRange, removed: OpponentRange
) -> Hold:
    """Return what becomes of a hold, valued against an opponent from two packs."""
    ways = count_after_hold(hand, kept)
    total = comb(DECK_SIZE - HAND_SIZE, HAND_SIZE - len(kept))
    found = sum_by_kind(ways)
    better = sum(found[name] for name in HAND_KINDS[hand.strength.kind + 1 :])
    return Hold(
        kept,
        tuple(card for card in hand.cards if card not in kept),
        win_probability_of_draw(ways, whole),
        win_probability_of_draw(ways, removed),
        {name: Fraction(found[name], total) for name in reversed(HAND_KINDS)},
        Fraction(better, total),
    )


def evaluate_holds(hand: Hand, whole: OpponentRange, removed: OpponentRange) -> tuple[Hold, ...]:
    """Return all 32 holds of a hand: nothing thrown away first, everything last."""
    parts = (part for many in range(HAND_SIZE, -1, -1) for part in combinations(hand.cards, many))
    return tuple(evaluate_hold(hand, part, whole, removed) for part in parts)


def best_hold(found: tuple[Hold, ...], worth: Callable[[Hold], Fraction | None]) -> Hold:
    """Return the best of the holds that throw away four cards at most; of equals the longest."""
    allowed = (one for one in found if len(one.thrown) <= MAX_DRAWN)
    return max(allowed, key=lambda one: worth(one) or Fraction(0))
