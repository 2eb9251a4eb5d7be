"""Tables of all hands of the pack: by five ranks, by flush, and by class.

All 134,459 classes have their share of the hands that they beat here (:func:`all_win_shares`), and
what the common rule holds of them; what each hold is worth is in
:mod:`~sabot.cards.poker_odds.all_holds`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_SIZE,
    HIGH_CARD,
    STRAIGHT,
    STRENGTH_COUNT,
    key_sum,
    rank,
    rank_multisets,
    suit_classes,
)
from sabot.cards.poker_odds import kernel
from sabot.cards.poker_odds.hand_distribution import (
    BINOMIAL,
    CARDS_DRAWN,
    kinds_by_rank,
    rank_draws,
    ranks_of_key_sums,
)
from sabot.jit import KernelModule

SHARE_LOOPS = KernelModule(lambda: kernel, pays_from=0)
"""All classes are always enough work."""
CARDS_LEFT = DECK_SIZE - HAND_SIZE
DRAW_SCALE = lcm(*(comb(CARDS_LEFT, many) for many in range(HAND_SIZE + 1)))
"""The number of draws that every number of cards divides."""
CARDS_LEFT_TO_OPPONENT = CARDS_LEFT - HAND_SIZE
"""Cards from which the other draws."""
DRAW_UNIT = lcm(*(comb(CARDS_LEFT_TO_OPPONENT, many) for many in CARDS_DRAWN.values()))
"""The weight of a hand of his that draws no cards."""


def all_win_shares() -> NDArray[np.int64]:
    """Return f_b of every class without its own cards, over twice C(47,5)."""
    return win_shares(suit_classes().hands)


def win_shares(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the same of some hands; those with the same ranks are best beside one another."""
    found = np.zeros(len(hands), np.int64)
    room = (
        found,
        np.zeros(STRENGTH_COUNT + 1, np.int64),
        np.zeros(13, np.int64),
        np.zeros(4, np.int64),
    )
    own = rank(hands).astype(np.int64)
    SHARE_LOOPS(1).every_share(
        hands.astype(np.int64), own, offsuit_hands(), flush_hands(), BINOMIAL, room
    )
    return found


@cache
def offsuit_hands() -> tuple[NDArray[np.int64], ...]:
    """Return all sets of five ranks: the ranks, how often each is there, the rank of the hand."""
    sets = list(rank_multisets())
    ranks = np.zeros((len(sets), 5), np.int64)
    times = np.zeros((len(sets), 5), np.int64)
    for row, five in enumerate(sets):
        for place, one in enumerate(sorted(set(five))):
            ranks[row, place], times[row, place] = one, five.count(one)
    return ranks, times, _ranks_of_sums([key_sum(five) for five in sets])[0]


@cache
def flush_hands() -> tuple[NDArray[np.int64], ...]:
    """Return all five ranks of a suit: as bits, the rank in several suits, and in one."""
    suits = list(combinations(range(13), 5))
    bits = np.array([sum(1 << one for one in five) for five in suits], np.int64)
    return bits, *_ranks_of_sums([key_sum(five) for five in suits])


def holds_by_common_rule() -> NDArray[np.int64]:
    """Return the number of the common rule's hold of every class (:mod:`custom`)."""
    hands = suit_classes().hands.astype(np.int64)
    ranks, suits = hands >> 2, hands & 3
    kinds = kinds_by_rank()[suit_classes().ranks.astype(np.intp) - 1]
    same = ranks[:, 1:] == ranks[:, :-1]
    edge = np.zeros((len(hands), 1), bool)
    paired = np.hstack((same, edge)) | np.hstack((edge, same))
    found = paired @ (1 << np.arange(5))
    found[kinds >= STRAIGHT] = 31
    idle = kinds == HIGH_CARD
    found[idle] = 16
    for low, hold in ((0, 15), (1, 30)):
        top = ranks[:, low + 3]
        found[idle & (top - ranks[:, low] == 3) & (top < 12)] = hold
    for suit in range(4):
        own = suits == suit
        four = idle & (own.sum(axis=1) == 4)
        found[four] = (own @ (1 << np.arange(5)))[four]
    return np.asarray(found, np.int64)


def _ranks_of_sums(sums: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    mixed, suited = ranks_of_key_sums(np.array(sums, np.int64))
    return mixed.astype(np.int64), suited.astype(np.int64)


@cache
def compact_draws(many: int) -> NDArray[np.int64]:
    """Return all draws of so many cards as lists of a rank and how often it is there."""
    counts = rank_draws(many).counts
    found = np.zeros((len(counts), 5, 2), np.int64)
    for row, times in enumerate(counts):
        for place, held in enumerate(np.flatnonzero(times)):
            found[row, place] = held, times[held]
    return found


@cache
def flush_ranks() -> NDArray[np.int64]:
    """Return the rank of a flush by its ranks as bits."""
    found = np.zeros(1 << 13, np.int64)
    bits, _, suited = flush_hands()
    found[bits] = suited
    return found
