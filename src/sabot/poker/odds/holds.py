"""The 32 ways to hold a part of a hand: what each becomes, and what it is worth against a field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from sabot.poker.deck import CARDS, HAND, text
from sabot.poker.hand import Hand
from sabot.poker.ladder import KINDS
from sabot.poker.odds.counting import Counts, drawn
from sabot.poker.odds.field import Field, by_kind

MOST_DRAWN = 4
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
        return "".join(map(text, self.kept))

    @property
    def discard(self) -> str:
        """The cards that are thrown away, as text."""
        return "".join(map(text, self.thrown))


def after(hand: Hand, kept: tuple[int, ...]) -> Counts:
    """Return the ways to each rank when *kept* of a hand is filled up from the other 47 cards."""
    return drawn(kept, hand.cards)


def worth(ways: Counts, others: Field) -> Fraction:
    """Return the chance to win with a hand that is drawn so, ties counted half."""
    return Fraction(int(np.dot(ways, others.halves)), 2 * int(ways.sum()) * others.total)


def hold(hand: Hand, kept: tuple[int, ...], whole: Field, removed: Field) -> Hold:
    """Return what becomes of a hold, valued against an opponent from two packs."""
    ways = after(hand, kept)
    total = comb(CARDS - HAND, HAND - len(kept))
    found = by_kind(ways)
    better = sum(found[name] for name in KINDS[hand.strength.kind + 1 :])
    return Hold(
        kept,
        tuple(card for card in hand.cards if card not in kept),
        worth(ways, whole),
        worth(ways, removed),
        {name: Fraction(found[name], total) for name in reversed(KINDS)},
        Fraction(better, total),
    )


def holds(hand: Hand, whole: Field, removed: Field) -> tuple[Hold, ...]:
    """Return all 32 holds of a hand: nothing thrown away first, everything last."""
    parts = (part for many in range(HAND, -1, -1) for part in combinations(hand.cards, many))
    return tuple(hold(hand, part, whole, removed) for part in parts)


def best(found: tuple[Hold, ...], worth: Callable[[Hold], Fraction | None]) -> Hold:
    """Return the best of the holds that throw away four cards at most; of equals the longest."""
    allowed = (one for one in found if len(one.thrown) <= MOST_DRAWN)
    return max(allowed, key=lambda one: worth(one) or Fraction(0))
