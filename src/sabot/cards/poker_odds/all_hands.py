"""Odds of all 134,459 classes of hands at once: all 32 holds, with and without card removal.

The computation for one hand counts multisets of ranks
(:mod:`~sabot.cards.poker_odds.hand_distribution`); this one adds up weights of whole hands over
all subsets of one to four cards and separates them by inclusion and exclusion. Tests hold each to
the other. The second half does the same against an opponent who improves, the own five cards being
out of his deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_SIZE,
    HIGH_CARD,
    PAIR,
    RANK_KEYS,
    STRAIGHT,
    STRENGTH_COUNT,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    key_sum,
    lookup_tables,
    rank,
    rank_multisets,
    suit_classes,
)
from sabot.cards.poker_odds import kernel
from sabot.cards.poker_odds.discards import MAX_DRAWN
from sabot.cards.poker_odds.hand_distribution import (
    BINOMIAL,
    CARDS_DRAWN,
    OpponentRange,
    kinds_by_rank,
    rank_draws,
    ranks_held_by_rule,
    ranks_of_key_sums,
)
from sabot.jit import KernelModule

SUBSET_LOOPS = KernelModule(lambda: kernel, pays_from=0)
"""All classes are always enough work."""
CARDS_LEFT = DECK_SIZE - HAND_SIZE
_DRAW_SCALE = lcm(*(comb(CARDS_LEFT, many) for many in range(HAND_SIZE + 1)))
"""The number of draws that every number of cards divides."""
HOLD_SIZES = np.array([bin(hold).count("1") for hold in range(32)])
"""Cards of a hold, by its number: bit k is the k-th card of the hand."""
ALLOWED_HOLDS = HOLD_SIZES >= HAND_SIZE - MAX_DRAWN


@dataclass(frozen=True, eq=False)
class HoldValues:
    """The value of every hold of every class, as integers over one number a class."""

    values: NDArray[np.int64]
    """A row for each class, a column for each hold."""
    below: NDArray[np.int64]
    """What the values of each class are over."""

    def value(self, row: int, hold: int) -> Fraction:
        """Return the chance to win of a hold of a class."""
        return Fraction(int(self.values[row, hold]), int(self.below[row]))

    @property
    def best(self) -> NDArray[np.int64]:
        """The best hold of each class, four cards drawn at most; of equals that with most cards."""
        order = np.array(sorted(np.flatnonzero(ALLOWED_HOLDS), key=lambda hold: -HOLD_SIZES[hold]))
        found: NDArray[np.int64] = order[self.values[:, order].argmax(axis=1)]
        return found


def all_hold_values(others: OpponentRange) -> HoldValues:
    """Return the 32 holds of every class, valued against a field from a whole pack."""
    loops = SUBSET_LOOPS(1).every_hold
    choose, firsts = _binomial_table(), _subset_offsets()
    found = np.empty((len(suit_classes().ways), 32), np.int64)
    loops(suit_classes().hands, choose, firsts, _subset_weights(others), found)
    found *= np.array([_DRAW_SCALE // comb(CARDS_LEFT, HAND_SIZE - many) for many in HOLD_SIZES])
    return HoldValues(found, np.full(len(found), 2 * others.total * _DRAW_SCALE))


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
    SUBSET_LOOPS(1).every_share(
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


def _subset_weights(others: OpponentRange) -> NDArray[np.int64]:
    """Return the weights of all hands that hold a part, for every part of none to five cards."""
    sizes = [comb(DECK_SIZE, many) for many in range(HAND_SIZE + 1)]
    parts = [np.zeros(size, np.int64) for size in sizes]
    loops = SUBSET_LOOPS(1)
    loops.whole(np.arange(5), others.halves, tuple(lookup_tables()), parts[HAND_SIZE])
    for many in range(HAND_SIZE, 0, -1):
        loops.parts(np.arange(many), many, _binomial_table(), parts[many], parts[many - 1])
    return np.concatenate(parts)


@cache
def _binomial_table() -> NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(6)] for n in range(DECK_SIZE)], np.int64)


def _subset_offsets() -> NDArray[np.int64]:
    """Return where the parts of each size begin among all of them."""
    sizes = [comb(DECK_SIZE, many) for many in range(HAND_SIZE)]
    return np.array([sum(sizes[:many]) for many in range(HAND_SIZE + 1)], np.int64)


REMOVAL_LOOPS = KernelModule(lambda: kernel, pays_from=0)
"""All classes are always enough work."""
CARDS_LEFT_TO_OPPONENT = CARDS_LEFT - HAND_SIZE
"""Cards from which the other draws."""
DRAW_UNIT = lcm(*(comb(CARDS_LEFT_TO_OPPONENT, many) for many in CARDS_DRAWN.values()))
_HOLD_SCALE = lcm(*(comb(CARDS_LEFT, many) for many in range(HAND_SIZE)))
_KEYS = np.array(RANK_KEYS, np.int64)
Arrays = tuple[NDArray[np.int64], ...]


@cache
def all_hold_values_with_removal() -> HoldValues:
    """Return the holds of every class that keep a card at least, against ``improved``.

    The same as ``removal`` of :func:`sabot.cards.poker_odds.discards.evaluate_hold`, for all hands
    at once.
    """
    return hold_values_with_removal(suit_classes().hands)


def hold_values_with_removal(hands: NDArray[np.uint8]) -> HoldValues:
    """Return the same of some hands; those with the same ranks are best beside one another."""
    least = 1 + int((kinds_by_rank() >= STRAIGHT).argmax())
    kinds = tuple(improvement_arrays(kind) for kind in (PAIR, TWO_PAIRS, THREE_OF_A_KIND))
    model = (*kinds, offsuit_hands(), flush_hands(), DRAW_UNIT, least)
    _, starts, ranks, _ = lookup_tables()
    count = len(hands)
    values, totals = np.zeros((count, 32), np.int64), np.zeros(count, np.int64)
    sizes = (13, STRENGTH_COUNT + 1, STRENGTH_COUNT + 1, STRENGTH_COUNT + 1, 32)
    room = (*(np.zeros(size, np.int64) for size in sizes), np.zeros((20_000, 3), np.int64))
    room = (*room, np.zeros(4, np.int64))
    REMOVAL_LOOPS(1).every_removed(
        hands.astype(np.int64), model, draw_arrays(), (starts, ranks), room, (values, totals)
    )
    return HoldValues(values, 2 * totals * _HOLD_SCALE)


def improvement_arrays(
    kind: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int, int]:
    """Return of a kind what is held and may be drawn, where it leads, how many cards, their weight.

    The last is of one draw.
    """
    held, sets = ranks_held_by_rule(kind), rank_draws(CARDS_DRAWN[kind])
    possible = (held[:, None, :] + sets.counts[None, :, :] <= 4).all(axis=2)
    sums = np.where(possible, sets.sums[None, :] + (held @ _KEYS)[:, None], 0)
    ranks = np.where(possible, ranks_of_key_sums(sums)[0], 0)
    drawn = compact_draws(CARDS_DRAWN[kind])
    return (
        held,
        drawn,
        ranks.astype(np.int64),
        CARDS_DRAWN[kind],
        DRAW_UNIT // comb(CARDS_LEFT_TO_OPPONENT, CARDS_DRAWN[kind]),
    )


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
def draw_arrays() -> tuple[Arrays, Arrays, NDArray[np.int64], NDArray[np.int64]]:
    """Return all draws of none to four cards, those of one suit, ranks by bits, and the scale."""
    counts, sums, ends, bits, set_ends = [], [], [0], [], [0]
    for many in range(HAND_SIZE):
        sets = rank_draws(many)
        counts.append(compact_draws(many))
        sums.append(sets.sums)
        ends.append(ends[-1] + len(sets.sums))
        bits.append(sets.bits[sets.bits >= 0])
        set_ends.append(set_ends[-1] + len(bits[-1]))
    whole = (_KEYS, np.concatenate(counts), np.concatenate(sums), np.array(ends), BINOMIAL)
    by_bits = np.zeros((1 << 13, 2), np.int64)
    five, plain, suited = flush_hands()
    by_bits[five, 0], by_bits[five, 1] = plain, suited
    scale = np.array([_HOLD_SCALE // comb(CARDS_LEFT, many) for many in range(HAND_SIZE)], np.int64)
    return whole, (np.concatenate(bits), np.array(set_ends)), by_bits, scale
