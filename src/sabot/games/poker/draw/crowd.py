"""The chance of a hand against all who are still in: exact against one, else by many deals.

Hands that come from one pack depend on each other, and of two or more of them there are too many to
count while a person waits. So they are dealt, with a seed that the question gives: the same
question has the same answer, and its error is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from sabot.games.poker.draw.chances import to_win, to_win_by
from sabot.games.poker.draw.seen import Seen
from sabot.poker.deck import CARDS, HAND
from sabot.poker.kernel import rank5
from sabot.poker.ladder import PAIR, STRAIGHT
from sabot.poker.odds.field import kind_of_rank
from sabot.poker.tables import tables

DEALS = 10_000
"""Deals that are wanted: the error of a chance is then one per cent at most."""
MOST = 160_000
"""Deals that are begun where all must have a pair or better: a fifth of a second."""
_NORMAL = 1.959963984540054
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Chance:
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


def against_all(seen: Seen, thrown: Sequence[int] = ()) -> Chance:
    """Return the chance of a hand against all who are still in.

    Before the draw they have any hands; from the draw on each had a pair or better and draws by the
    common rule. At the draw *thrown* is what the player throws away. The cards that he has seen are
    out of the pack. Against one the chance is exact, as :mod:`chances` has it.
    """
    many, drawing = len(seen.others), seen.stage == "draw"
    if many == 0:
        return Chance(Fraction(1), 0)
    if many == 1:
        own = to_win_by(seen, tuple(thrown)) if drawing else to_win(seen)
        return Chance(own, 1)
    kept = tuple(sorted(set(seen.cards) - set(thrown)))
    known = tuple(sorted({*seen.cards, *seen.thrown}))
    return dealt(kept, known, many, improved=drawing or bool(seen.drew))


@lru_cache(maxsize=256)
def dealt(kept: tuple[int, ...], known: tuple[int, ...], others: int, *, improved: bool) -> Chance:
    """Deal the *others* from the pack without the *known* cards, and fill up what is *kept*."""
    rng = np.random.default_rng([*kept, CARDS, *known, others, improved])
    pack = _Pack.shuffled(rng, known, min(MOST, DEALS << others) if improved else DEALS)
    hands: list[Numbers] = []
    for _ in range(others):
        hands.append(np.stack([pack.take() for _ in range(HAND)], axis=1))
        if improved:
            good = _kinds(_ranks(hands[-1])) >= PAIR
            pack, hands = pack.only(good), [one[good] for one in hands]
    some = np.arange(pack.rows) < DEALS
    pack, hands = pack.only(some), [one[some] for one in hands]
    fresh = [pack.take() for _ in range(HAND - len(kept))]
    own = _ranks(np.column_stack([*(np.full(pack.rows, card) for card in kept), *fresh]))
    theirs = np.stack([_ranks(_improved(pack, one) if improved else one) for one in hands])
    ties = np.where((theirs > own).any(axis=0), -1, (theirs == own).sum(axis=0))
    return _mean(np.bincount(ties + 1, minlength=others + 2).tolist(), others)


def _mean(counts: Sequence[int], others: int) -> Chance:
    """Return the mean of deals: how many were lost, won alone, shared with one, with two ..."""
    deals = sum(counts)
    shares = [Fraction(0), *(Fraction(1, with_ + 1) for with_ in range(others + 1))]
    mean = sum((one * many for one, many in zip(shares, counts, strict=True)), Fraction(0)) / deals
    squares = sum((one * one * many for one, many in zip(shares, counts, strict=True)), Fraction(0))
    spread = float(squares / deals - mean * mean)
    return Chance(mean, others, deals, _NORMAL * sqrt(spread / deals))


def _ranks(hands: Numbers) -> Numbers:
    c0, c1, c2, c3, c4 = hands.T
    return np.asarray(rank5(c0, c1, c2, c3, c4, tables()), np.int64)


def _kinds(ranks: Numbers) -> Numbers:
    found: Numbers = kind_of_rank()[ranks - 1]
    return found


def _improved(pack: _Pack, hands: Numbers) -> Numbers:
    """Let hands of a pair or better draw by the common rule: what is not paired is thrown."""
    ranks = hands >> 2
    alone = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2) == 1
    idle = alone & (_kinds(_ranks(hands)) < STRAIGHT)[:, None]
    found = hands.copy()
    for place in range(HAND):
        rows = np.flatnonzero(idle[:, place])
        found[rows, place] = pack.take(rows)
    for place in range(HAND):
        rows = np.flatnonzero(idle[:, place])
        pack.throw(rows, hands[rows, place])
    return found


@dataclass(eq=False)
class _Pack:
    """Many packs, each shuffled as far as it is dealt; one that is used up is made of the pile."""

    rng: np.random.Generator
    cards: Numbers
    dealt: Numbers
    pile: Numbers
    piled: Numbers

    @classmethod
    def shuffled(cls, rng: np.random.Generator, gone: Sequence[int], rows: int) -> _Pack:
        """Return so many packs without some cards."""
        left = np.array([card for card in range(CARDS) if card not in gone], np.int64)
        none = np.zeros(rows, np.int64)
        pile = np.zeros((rows, CARDS), np.int64)
        return cls(rng, np.tile(left, (rows, 1)), none, pile, none.copy())

    @property
    def rows(self) -> int:
        """How many packs."""
        return len(self.cards)

    def only(self, here: NDArray[np.bool_]) -> _Pack:
        """Return some of the packs."""
        parts = (self.cards, self.dealt, self.pile, self.piled)
        return _Pack(self.rng, *(one[here] for one in parts))

    def take(self, rows: NDArray[np.intp] | None = None) -> Numbers:
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

    def throw(self, rows: NDArray[np.intp], cards: Numbers) -> None:
        """Lay cards of some packs on the pile."""
        self.pile[rows, self.piled[rows]] = cards
        self.piled[rows] += 1

    def _pick(self, many: Numbers) -> Numbers:
        return (self.rng.random(len(many)) * many).astype(np.int64)
