"""Probability that a hand of five-card draw wins: exact against one opponent, else by sampling.

In the models of chapters 4 and 5 of Risticz (1973) a hand is a number in [0, 1], which is its own
probability to be the better of two. A real hand h corresponds to the number f_b(h) (5.5.2), its
exact probability to beat a random hand, ties counted half.

Hands from one deck depend on each other, and two or more of them are too many to count while a
person waits. So they are sampled, with a seed made from the question: the same question has the
same answer, and its error is given.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_SIZE,
    PAIR,
    STRAIGHT,
    Hand,
    all_strengths,
    lookup_tables,
)
from sabot.cards.poker_hand_kernel import rank5
from sabot.cards.poker_odds.hand_distribution import kinds_by_rank, opponent_range
from sabot.games.poker.five_card_draw.rules import Observation


@cache
def win_probability_by_rank() -> tuple[Fraction, ...]:
    """Return by rank the chance to beat a random hand, ties by half; rank 0 is no hand.

    >>> win_probability_by_rank()[1], 1 - win_probability_by_rank()[7462]
    (Fraction(1, 5096), Fraction(1, 1299480))
    """
    found, below = [Fraction(0)], 0
    pack = sum(step.ways for step in all_strengths())
    for step in all_strengths():
        found.append(Fraction(2 * below + step.ways, 2 * pack))
        below += step.ways
    return tuple(found)


def lowest_rank_winning(chance: Fraction) -> int:
    """Return the least rank whose hands win that often; the one beyond all where none does.

    >>> all_strengths()[lowest_rank_winning(Fraction(79, 100)) - 1].name
    'pair of tens, ace kicker'
    """
    return bisect_left(win_probability_by_rank(), chance)


def probability_to_win(seen: Observation) -> Fraction:
    """Return the exact chance that a hand is better than one other, ties by half.

    Before the draw the other is any hand; after it, one that was a pair or better and drew as
    players do. The cards that the player has seen are out of the pack.
    """
    model = "improved" if seen.drew else "dealt"
    return opponent_range(model, (*seen.cards, *seen.thrown)).share(seen.rank)


def probability_to_win_after_discard(seen: Observation, thrown: tuple[int, ...]) -> Fraction:
    """Return the exact chance after the draw of who throws these cards away, before they are drawn.

    The other had a pair or better and draws as players do; his cards and the new ones come from one
    pack without the own cards.
    """
    kept = tuple(card for card in seen.cards if card not in thrown)
    from sabot.cards.poker_odds.card_removal import hold_odds

    return hold_odds(Hand(seen.cards), [kept])[kept]


SAMPLE_SIZE = 10_000
"""Deals that are wanted: the error of a chance is then one per cent at most."""
MAX_DEALS = 160_000
"""Deals that are begun where all must have a pair or better: a fifth of a second."""
_Z_95 = 1.959963984540054
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class WinProbability:
    """The chance to win, a pot that is shared counted by its share."""

    share: Fraction
    others: int
    """Against how many."""
    deals: int = 0
    """How many deals it is the mean of; none where it is exact."""
    error: float = 0.0
    """The half width of its interval of 95 per cent."""

    @property
    def exact(self) -> bool:
        """Whether it was counted and not dealt."""
        return not self.deals


def probability_to_win_against_all(seen: Observation, thrown: Sequence[int] = ()) -> WinProbability:
    """Return the chance of a hand against all who are still in.

    Before the draw they have any hands; from the draw on each had a pair or better and draws by the
    common rule. At the draw *thrown* is what the player throws away. The cards that he has seen are
    out of the pack. Against one the chance is exact, as :mod:`chances` has it.
    """
    many, drawing = len(seen.others), seen.stage == "draw"
    if many == 0:
        return WinProbability(Fraction(1), 0)
    if many == 1:
        own = (
            probability_to_win_after_discard(seen, tuple(thrown))
            if drawing
            else probability_to_win(seen)
        )
        return WinProbability(own, 1)
    kept = tuple(sorted(set(seen.cards) - set(thrown)))
    known = tuple(sorted({*seen.cards, *seen.thrown}))
    return sample_win_probability(kept, known, many, improved=drawing or bool(seen.drew))


@lru_cache(maxsize=256)
def sample_win_probability(
    kept: tuple[int, ...], known: tuple[int, ...], others: int, *, improved: bool
) -> WinProbability:
    """Deal the *others* from the pack without the *known* cards, and fill up what is *kept*."""
    rng = np.random.default_rng([*kept, DECK_SIZE, *known, others, improved])
    pack = _DeckArray.shuffled(
        rng, known, min(MAX_DEALS, SAMPLE_SIZE << others) if improved else SAMPLE_SIZE
    )
    hands: list[IntArray] = []
    for _ in range(others):
        hands.append(np.stack([pack.take() for _ in range(HAND_SIZE)], axis=1))
        if improved:
            good = _hand_kinds(_hand_ranks(hands[-1])) >= PAIR
            pack, hands = pack.only(good), [one[good] for one in hands]
    some = np.arange(pack.rows) < SAMPLE_SIZE
    pack, hands = pack.only(some), [one[some] for one in hands]
    fresh = [pack.take() for _ in range(HAND_SIZE - len(kept))]
    own = _hand_ranks(np.column_stack([*(np.full(pack.rows, card) for card in kept), *fresh]))
    theirs = np.stack(
        [_hand_ranks(_draw_by_common_rule(pack, one) if improved else one) for one in hands]
    )
    ties = np.where((theirs > own).any(axis=0), -1, (theirs == own).sum(axis=0))
    return _mean_of_deals(np.bincount(ties + 1, minlength=others + 2).tolist(), others)


def _mean_of_deals(counts: Sequence[int], others: int) -> WinProbability:
    """Return the mean of deals: how many were lost, won alone, shared with one, with two ..."""
    deals = sum(counts)
    shares = [Fraction(0), *(Fraction(1, with_ + 1) for with_ in range(others + 1))]
    mean = sum((one * many for one, many in zip(shares, counts, strict=True)), Fraction(0)) / deals
    squares = sum((one * one * many for one, many in zip(shares, counts, strict=True)), Fraction(0))
    spread = float(squares / deals - mean * mean)
    return WinProbability(mean, others, deals, _Z_95 * sqrt(spread / deals))


def _hand_ranks(hands: IntArray) -> IntArray:
    c0, c1, c2, c3, c4 = hands.T
    return np.asarray(rank5(c0, c1, c2, c3, c4, lookup_tables()), np.int64)


def _hand_kinds(ranks: IntArray) -> IntArray:
    found: IntArray = kinds_by_rank()[ranks - 1]
    return found


def _draw_by_common_rule(pack: _DeckArray, hands: IntArray) -> IntArray:
    """Let hands of a pair or better draw by the common rule: what is not paired is thrown."""
    ranks = hands >> 2
    alone = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) == 1
    idle = alone & (_hand_kinds(_hand_ranks(hands)) < STRAIGHT)[:, None]
    found = hands.copy()
    for place in range(HAND_SIZE):
        rows = np.flatnonzero(idle[:, place])
        found[rows, place] = pack.take(rows)
    for place in range(HAND_SIZE):
        rows = np.flatnonzero(idle[:, place])
        pack.throw(rows, hands[rows, place])
    return found


@dataclass(eq=False)
class _DeckArray:
    """Many packs, each shuffled as far as it is dealt; one that is used up is made of the pile."""

    rng: np.random.Generator
    cards: IntArray
    dealt: IntArray
    pile: IntArray
    piled: IntArray

    @classmethod
    def shuffled(cls, rng: np.random.Generator, gone: Sequence[int], rows: int) -> _DeckArray:
        """Return so many packs without some cards."""
        left = np.array([card for card in range(DECK_SIZE) if card not in gone], np.int64)
        none = np.zeros(rows, np.int64)
        pile = np.zeros((rows, DECK_SIZE), np.int64)
        return cls(rng, np.tile(left, (rows, 1)), none, pile, none.copy())

    @property
    def rows(self) -> int:
        """How many packs."""
        return len(self.cards)

    def only(self, here: NDArray[np.bool_]) -> _DeckArray:
        """Return some of the packs."""
        parts = (self.cards, self.dealt, self.pile, self.piled)
        return _DeckArray(self.rng, *(one[here] for one in parts))

    def take(self, rows: NDArray[np.intp] | None = None) -> IntArray:
        """Return the next card of some packs, or of all."""
        rows = np.arange(self.rows) if rows is None else rows
        found = np.zeros(len(rows), np.int64)
        fresh = self.dealt[rows] < self.cards.shape[1]
        here = rows[fresh]
        place = self.dealt[here]
        other = place + self._pick(self.cards.shape[1] - place)
        found[fresh] = self.cards[here, other]
        self.cards[here, other] = self.cards[here, place]
        self.dealt[here] += 1
        again = rows[~fresh]
        place = self._pick(self.piled[again])
        found[~fresh] = self.pile[again, place]
        self.piled[again] -= 1
        self.pile[again, place] = self.pile[again, self.piled[again]]
        return found

    def throw(self, rows: NDArray[np.intp], cards: IntArray) -> None:
        """Lay cards of some packs on the pile."""
        self.pile[rows, self.piled[rows]] = cards
        self.piled[rows] += 1

    def _pick(self, many: IntArray) -> IntArray:
        return (self.rng.random(len(many)) * many).astype(np.int64)
