"""How strong every hand is after a draw by a stated rule: the distribution of all 134,459 classes.

A rule says which cards of a hand are kept; the others are replaced from the 47 cards that are not
the own. The distributions are written as sums of few *rows*, numbers of ways to each rank, so that
sums over pairs of hands need pairs of rows only:

* a hand that stands has all its ways at its rank;
* one card to four: the ways of all 48 cards beside the four, less the way back to the hand itself;
* two cards or more: the ways by the ranks of all five cards, flushes as if of several suits;
* where the kept cards have one suit, what the flushes change, by the ranks that are kept and those
  that are gone from the suit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    HAND_SIZE,
    HIGH_CARD,
    RANK_KEYS,
    STRENGTH_COUNT,
    suit_classes,
)
from sabot.cards.poker_odds.all_hands import CARDS_LEFT, flush_hands, holds_by_common_rule
from sabot.cards.poker_odds.discards import DrawRule
from sabot.cards.poker_odds.hand_distribution import (
    BINOMIAL,
    kinds_by_rank,
    rank_draws,
    ranks_of_key_sums,
)

DRAW_WAYS = comb(CARDS_LEFT, 4)
"""Chances after a draw are over this: the ways to draw fewer cards divide it."""
PARTS = 3
"""A distribution is the sum of so many rows at most."""
_STANDS = (1 << HAND_SIZE) - 1
_HIGHEST = 1 << HAND_SIZE - 1
_KEYS = np.array(RANK_KEYS, np.int64)
_ONE = np.ones(1, np.int64)
_TEN = 8
"""The rank of a ten."""
Integers = NDArray[np.int64]
Row = tuple[NDArray[np.integer], Integers]
"""Ranks, and the number of ways to each."""


def holds_by_rule(rule: DrawRule) -> Integers:
    """Return which cards every class keeps, as bits; bit k is the k-th card, ranks rising."""
    found = holds_by_common_rule()
    if rule != "common":
        idle = kinds_by_rank()[suit_classes().ranks.astype(np.intp) - 1] == HIGH_CARD
        found[idle] = _HIGHEST if rule == "highest" else _STANDS
    return found


@dataclass(frozen=True, eq=False)
class FinalStrengths:
    """The distributions of final rank of all classes, as sums of rows."""

    rows: tuple[Row, ...]
    """Those with the fewest ranks first."""
    parts: Integers
    """For each class the rows of its distribution; -1 where it has fewer."""
    factors: Integers
    """What each of these rows is multiplied by; the sum of all ways is then :data:`DRAW_WAYS`."""
    types: Integers
    """For each class a number that hands of equal ranks have in common. Flushes are apart; of
    hands that keep four cards of one suit the ranks of these count, and if the fifth is a ten or
    better."""

    def distribution(self, place: int) -> Integers:
        """Return the ways of a class to each rank, over :data:`DRAW_WAYS`."""
        found = np.zeros(STRENGTH_COUNT + 1, np.int64)
        for row, factor in zip(self.parts[place], self.factors[place], strict=True):
            if row >= 0:
                ranks, ways = self.rows[row]
                found[ranks] += factor * ways
        return found


@cache
def final_strengths(rule: DrawRule) -> FinalStrengths:
    """Return the distributions after a draw by a rule.

    >>> found = final_strengths("stand")
    >>> set(np.unique(found.distribution(134_458))), found.parts[134_458].tolist()[1:]
    ({np.int64(0), np.int64(178365)}, [-1, -1])
    """
    return _Builder(rule).build()


class _Builder:
    """Collects the rows that distributions are made of."""

    def __init__(self, rule: DrawRule) -> None:
        self.hands = suit_classes().hands.astype(np.int64)
        self.ranks = self.hands >> 2
        self.kept = (holds_by_rule(rule)[:, None] >> np.arange(HAND_SIZE) & 1).astype(bool)
        self.many = (~self.kept).sum(1)
        self.rows: list[Row] = []
        self.parts = np.full((len(self.hands), PARTS), -1, np.int64)

    def build(self) -> FinalStrengths:
        """Return all rows, and which of them each class has."""
        strengths = suit_classes().ranks.astype(np.int64)
        stands, one, several = self.many == 0, self.many == 1, self.many > 1
        times = np.int64(5) ** self.ranks
        held, whole = (times * self.kept).sum(1), times.sum(1)
        self._add(0, stands, strengths, lambda place: (_ONE * strengths[place], _ONE))
        self._add(0, one, held, self._one_card)
        self._add(1, one, strengths, lambda place: (_ONE * strengths[place], _ONE))
        self._add(0, several, held * 5**13 + whole, self._several_cards)
        suit = self.hands[np.arange(len(self.hands)), self.kept.argmax(1)] & 3
        own = (self.hands & 3) == suit[:, None]
        bits = np.int64(1) << self.ranks
        gone, kept_bits = (bits * own).sum(1), (bits * self.kept).sum(1)
        suited = ~stands & (own | ~self.kept).all(1)
        self._add(
            2,
            suited,
            kept_bits << 13 | gone,
            lambda place: _flushes(int(kept_bits[place]), int(gone[place])),
        )
        scale = np.array([DRAW_WAYS // comb(CARDS_LEFT, many) for many in range(HAND_SIZE)])
        factors = np.where(self.parts < 0, 0, scale[self.many][:, None] * [[1, -1, 1]])
        four = one & suited
        high = (self.ranks * ~self.kept).sum(1) >= _TEN
        sort = np.where(four, 1 + 2 * high, 2 * own.all(1))
        pattern = np.where(four, held, whole) + sort * 5**13
        types = np.unique(pattern, return_inverse=True)[1].reshape(-1).astype(np.int64)
        order = sorted(range(len(self.rows)), key=lambda row: len(self.rows[row][0]))
        new = np.append(np.argsort(order), -1)
        return FinalStrengths(
            tuple(self.rows[row] for row in order), new[self.parts], factors, types
        )

    def _add(
        self,
        part: int,
        chosen: NDArray[np.bool_],
        keys: Integers,
        row: Callable[[int], Row],
    ) -> None:
        """Give the chosen classes a row for each key."""
        places = np.flatnonzero(chosen)
        if not len(places):
            return
        _, first, inverse = np.unique(keys[places], return_index=True, return_inverse=True)
        begin = len(self.rows)
        self.rows += map(row, places[first].tolist())
        self.parts[places, part] = begin + inverse.reshape(-1)

    def _one_card(self, place: int) -> Row:
        """Return the ways of four cards to each rank with one of the other 48."""
        held = np.bincount(self.ranks[place][self.kept[place]], minlength=13)
        ranks = np.flatnonzero(held < 4)
        mixed, _ = ranks_of_key_sums(held @ _KEYS + _KEYS[ranks])
        return mixed, 4 - held[ranks]

    def _several_cards(self, place: int) -> Row:
        """Return the ways by ranks of a hand that draws several cards."""
        sets = rank_draws(int(self.many[place]))
        left = 4 - np.bincount(self.ranks[place], minlength=13)
        ways = BINOMIAL[left, sets.counts].prod(axis=1)
        here = ways.nonzero()[0]
        base = _KEYS[self.ranks[place][self.kept[place]]].sum()
        return ranks_of_key_sums(sets.sums[here] + base)[0], ways[here]


def _flushes(kept: int, gone: int) -> Row:
    """Return what flushes change, where these ranks of their suit are kept and those are gone."""
    bits, plain, suited = flush_hands()
    here = (bits & kept == kept) & (bits & gone == kept)
    ranks = np.concatenate((plain[here], suited[here]))
    return ranks, np.repeat(np.array([-1, 1]), int(here.sum()))
