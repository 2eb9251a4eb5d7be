"""The common rule: what card players throw away, by the look of the hand.

The thesis found it right for every type of hand by a simulation (2.7); its flow diagram, figure 2,
is lost. With a pair or better the rule is the same everywhere: keep what is paired, stand from a
straight up. Without one, players keep four cards to a flush, else four to a straight that is open
at both ends, else their highest card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from sabot.poker.ladder import NOTHING, STRAIGHT, strength


def common(hand: Sequence[int]) -> tuple[int, ...]:
    """Return the cards that the common rule keeps, in the order of the hand.

    >>> from sabot.poker.deck import cards, text
    >>> [text(card) for card in common(cards("TcTdAs7h2c"))]
    ['Tc', 'Td']
    """
    kind = strength(tuple(card >> 2 for card in hand), len({card & 3 for card in hand}) == 1).kind
    if kind >= STRAIGHT:
        return tuple(hand)
    if kind != NOTHING:
        many = Counter(card >> 2 for card in hand)
        return tuple(card for card in hand if many[card >> 2] > 1)
    for chosen in (four_of_a_suit, open_straight):
        for four in combinations(hand, 4):
            if chosen(four):
                return four
    return (max(hand, key=lambda card: card >> 2),)


def four_of_a_suit(four: Sequence[int]) -> bool:
    """Whether four cards are of one suit."""
    return len({card & 3 for card in four}) == 1


def open_straight(four: Sequence[int]) -> bool:
    """Whether four cards follow one another and a fifth fits at either end.

    The ace is an end: A-2-3-4 and J-Q-K-A are not open.
    """
    ranks = sorted(card >> 2 for card in four)
    return len(set(ranks)) == 4 and ranks[3] - ranks[0] == 3 and ranks[3] < 12
