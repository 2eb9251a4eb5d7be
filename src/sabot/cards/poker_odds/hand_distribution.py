"""Distribution of hand ranks after a draw: by counting for a player, by a model for an opponent.

Cards are drawn by their ranks: a multiset of ranks comes in as many ways as a product of binomials
says, and of these some are flushes, which are counted suit by suit. So no hand is looked at on its
own, and a count over 1,533,939 hands is one over 6,175 multisets.

An opponent's range is the weight with which he ends on each rank, by how he is supposed to play:

* ``dealt``: he keeps what he is dealt. A hand's share of it is f_b of Risticz (1973).
* ``improved``: he plays on with a pair or better only, and draws by the common rule: three cards
  to a pair, two to three of a kind, one to two pairs, none to more: f_a as appendix C defines it.
* ``kept``: as ``improved``, but hands without a pair play on as well, and draw nothing. Table 5
  of the thesis was evidently computed so.

A share counts ties half, as in appendix C. Cards that are gone are out of his deck, both when he
is dealt and when he draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, lcm
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_KINDS,
    HAND_SIZE,
    HIGH_CARD,
    PAIR,
    RANK_KEYS,
    STRAIGHT,
    STRENGTH_COUNT,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    all_strengths,
    lookup_tables,
)
from sabot.cards.poker_hand_kernel import ROW_BITS, ROW_MASK
from sabot.errors import NoSuchError, unknown_word_fault

RankCounts = NDArray[np.int64]
"""A number for each index from 0 to 7,462; ranks begin at 1, index 0 is not used."""
BINOMIAL = np.array([[comb(n, k) for k in range(6)] for n in range(5)], np.int64)
"""C(n, k) for what is left of a rank."""


def binomial(cards: NDArray[np.int64], taken: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Return C(cards, taken), none where fewer than no cards are there."""
    return np.where(cards < 0, 0, BINOMIAL[np.maximum(cards, 0), taken])


class RankDraws(NamedTuple):
    """All sets of so many ranks: how often each rank is there, the sum of keys, ranks as bits."""

    counts: NDArray[np.int64]
    sums: NDArray[np.int64]
    bits: NDArray[np.int64]
    """The ranks as bits where all differ, else -1: such cards are never of one suit."""


@cache
def rank_draws(many: int) -> RankDraws:
    """Return all sets of so many ranks: 1, 13, 91, 455, 1,820, 6,188."""
    listed = list(combinations_with_replacement(range(13), many))
    sets = np.array(listed, np.int64).reshape(len(listed), many)
    counts = np.zeros((len(sets), 13), np.int64)
    for column in sets.T:
        counts[np.arange(len(sets)), column] += 1
    sums = counts @ np.array(RANK_KEYS, np.int64)
    bits = np.where((counts <= 1).all(axis=1), counts @ (1 << np.arange(13)), -1)
    return RankDraws(counts, sums, bits)


def cards_left_by_rank(gone: Sequence[int]) -> NDArray[np.int64]:
    """Return how many cards of each rank are left when some are gone."""
    found = np.full(13, 4, np.int64)
    np.subtract.at(found, np.array([card >> 2 for card in gone], np.intp), 1)
    return found


def count_draws(held: Sequence[int], gone: Sequence[int]) -> RankCounts:
    """Return how many ways there are to each rank: *held* is filled up from what is not *gone*.

    What is held is gone too, and is named there.

    >>> ways = count_draws((), ())
    >>> int(ways.sum()), int(ways[7462])
    (2598960, 4)
    """
    many = HAND_SIZE - len(held)
    sets = rank_draws(many)
    ways = BINOMIAL[cards_left_by_rank(gone), sets.counts].prod(axis=1)
    base = sum(RANK_KEYS[card >> 2] for card in held)
    here = ways.nonzero()[0]
    mixed, suited = ranks_of_key_sums(sets.sums[here] + base)
    ways, bits = ways[here], sets.bits[here]
    found = np.zeros(STRENGTH_COUNT + 1, np.int64)
    for suit in range(4):
        if any(card & 3 != suit for card in held):
            continue
        free = ~_rank_bits([card >> 2 for card in gone if card & 3 == suit])
        flush = (bits >= 0) & (bits & free == bits)
        np.add.at(found, suited[flush], 1)
        ways = ways - flush
    np.add.at(found, mixed, ways)
    return found


def ranks_of_key_sums(sums: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the ranks of hands with such sums of keys: of several suits, and of one."""
    _, starts, ranks, _ = lookup_tables()
    place = starts[sums >> ROW_BITS] + (sums & ROW_MASK)
    return ranks[place].astype(np.intp), ranks[place + len(ranks) // 2].astype(np.intp)


def _rank_bits(ranks: list[int]) -> int:
    return sum(1 << rank for rank in set(ranks))


OpponentModel = Literal["improved", "dealt", "kept"]
OPPONENT_MODEL_NAMES: tuple[OpponentModel, ...] = get_args(OpponentModel)
CARDS_DRAWN = {PAIR: 3, TWO_PAIRS: 1, THREE_OF_A_KIND: 2}
"""How many cards the common rule draws to a kind; to every better one none."""
CARDS_HELD = {PAIR: (2,), TWO_PAIRS: (2, 2), THREE_OF_A_KIND: (3,)}


@dataclass(frozen=True, eq=False)
class OpponentRange:
    """The weight of every rank, as whole numbers."""

    weights: RankCounts

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return int(self.weights.sum())

    @cached_property
    def halves(self) -> RankCounts:
        """For each rank twice the weight below it and once its own: the share, over 2 totals."""
        return 2 * self.weights.cumsum() - self.weights

    def share(self, rank: int) -> Fraction:
        """Return the chance that a rank wins, a tie counted half."""
        return Fraction(int(self.halves[rank]), 2 * self.total)

    def ties(self, rank: int) -> Fraction:
        """Return the chance of a tie."""
        return Fraction(int(self.weights[rank]), self.total)

    @property
    def kinds(self) -> dict[str, Fraction]:
        """The chance of each kind of hand, the best first."""
        found = sum_by_kind(self.weights)
        return {name: Fraction(found[name], self.total) for name in reversed(HAND_KINDS)}


def sum_by_kind(weights: RankCounts) -> dict[str, int]:
    """Return the weights of ranks added up by kind, the worst first."""
    found = np.zeros(len(HAND_KINDS), np.int64)
    np.add.at(found, kinds_by_rank(), weights[1:])
    return dict(zip(HAND_KINDS, map(int, found), strict=True))


@cache
def kinds_by_rank() -> NDArray[np.int64]:
    """Return the kind of each rank from 1 on."""
    return np.array([step.kind for step in all_strengths()], np.int64)


def opponent_range(model: str, gone: Sequence[int] = ()) -> OpponentRange:
    """Return an opponent of a model, some cards being *gone* from his pack.

    >>> opponent_range("dealt").share(1278)
    Fraction(108561, 216580)
    """
    if model not in OPPONENT_MODEL_NAMES:
        fault = unknown_word_fault(model, list(OPPONENT_MODEL_NAMES), "no model of an opponent")
        raise NoSuchError(f"{fault.what}\n  {fault.remedy}")
    return _range_without(model, tuple(sorted(gone)))


@cache
def _full_deck_range(model: str) -> OpponentRange:
    return _build_range(model, ())


def _range_without(model: str, gone: tuple[int, ...]) -> OpponentRange:
    return _build_range(model, gone) if gone else _full_deck_range(model)


def _build_range(model: str, gone: tuple[int, ...]) -> OpponentRange:
    stays = count_draws((), gone)
    if model == "dealt":
        return OpponentRange(stays)
    pack = DECK_SIZE - len(gone) - HAND_SIZE
    unit = lcm(*(comb(pack, many) for many in CARDS_DRAWN.values()))
    kinds = np.concatenate(([-1], kinds_by_rank()))
    quiet = (kinds >= STRAIGHT) | ((kinds == HIGH_CARD) & (model == "kept"))
    weights = np.where(quiet, stays, 0) * unit
    for kind, many in CARDS_DRAWN.items():
        weights += count_improved(kind, cards_left_by_rank(gone)) * (unit // comb(pack, many))
    return OpponentRange(weights)


def count_improved(kind: int, there: NDArray[np.int64]) -> RankCounts:
    """Return the ways from a hand of a kind, through the common discard, to each rank.

    *there* says how many cards of each rank are in the pack. For every rank that is held paired and
    every set of ranks that is drawn, the idle cards are summed over by a generating function: each
    rank that is not held gives either nothing (and all its cards may be drawn) or one idle card
    (and one less), and the number of idle cards is the power of a variable.
    """
    sets = rank_draws(CARDS_DRAWN[kind])
    held = ranks_held_by_rule(kind)
    ways = np.zeros((CARDS_DRAWN[kind] + 1, len(held), len(sets.sums)), np.int64)
    ways[0] = 1
    for rank in range(13):
        here, taken = held[:, rank, None], sets.counts[None, :, rank]
        rest = there[rank] - here
        none = BINOMIAL[there[rank], here] * binomial(rest, taken)
        idle = np.where(here == 0, there[rank] * binomial(rest - 1, taken), 0)
        more = ways[:-1] * idle
        ways *= none
        ways[1:] += more
    sums = sets.sums[None, :] + (held @ np.array(RANK_KEYS, np.int64))[:, None]
    last = ways[-1]
    some = last > 0
    found = np.zeros(len(kinds_by_rank()) + 1, np.int64)
    np.add.at(found, ranks_of_key_sums(sums[some])[0], last[some])
    return found


@cache
def ranks_held_by_rule(kind: int) -> NDArray[np.int64]:
    """Return how often each rank is in what the common rule holds of a kind."""
    many = CARDS_HELD[kind]
    rows = []
    for ranks in combinations(range(13), len(many)):
        row = [0] * 13
        for rank, count in zip(ranks, many, strict=True):
            row[rank] = count
        rows.append(row)
    return np.array(rows, np.int64)
