"""The 7,462 different strengths of a hand, from the worst up, each with its cards and its ways.

This is the definition of the order: plain Python, no table. Rank 1 is 7-5-4-3-2 of several suits,
rank 7,462 a royal flush; a higher rank beats a lower one, and equal ranks divide the pot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import attrgetter

from sabot.errors import Fault, HandError
from sabot.poker.deck import PLURAL, SINGULAR

KINDS = (
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
STRENGTHS = 7462
NOTHING, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH = range(9)
_SHAPES = {
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIRS,
    (3, 1, 1): THREE,
    (3, 2): FULL,
    (4, 1): FOUR,
}
_FIVE_HIGH = (12, 3, 2, 1, 0)


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """What a hand is worth: its kind, then the ranks that decide, in the order in which they do."""

    kind: int
    high: tuple[int, ...]
    five: tuple[int, ...]
    """The ranks of all five cards, those that are more often there first."""

    @property
    def suited(self) -> bool:
        """Whether the five cards are of one suit."""
        return self.kind in (FLUSH, STRAIGHT_FLUSH)

    @property
    def ways(self) -> int:
        """How many hands of the pack have this strength."""
        if self.suited:
            return 4
        many = prod(comb(4, count) for count in Counter(self.five).values())
        return many - 4 if len(set(self.five)) == 5 else many

    @property
    def name(self) -> str:
        """The strength in words, as it is called at the table."""
        return _NAMES[self.kind](*self.high)


def strength(ranks: tuple[int, ...], suited: bool) -> Strength:
    """Return the strength of five ranks, of one suit or not.

    >>> strength((12, 0, 1, 2, 3), False).name, strength((12, 0, 1, 2, 4), True).name
    ('straight, five high', 'flush, ace high')
    """
    five = tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))
    high = tuple(dict.fromkeys(five))
    if len(high) < 5:
        return Strength(_SHAPES[tuple(map(ranks.count, high))], high, five)
    if five == _FIVE_HIGH or five[0] - five[4] == 4:
        top = 3 if five == _FIVE_HIGH else five[0]
        return Strength(STRAIGHT_FLUSH if suited else STRAIGHT, (top,), five)
    return Strength(FLUSH if suited else NOTHING, high, five)


@cache
def ladder() -> tuple[Strength, ...]:
    """Return all strengths; the one of rank r is number r - 1.

    >>> len(ladder()), sum(step.ways for step in ladder())
    (7462, 2598960)
    """
    mixed = (five for five in combinations_with_replacement(range(13), 5) if five[0] != five[4])
    steps = [strength(five, False) for five in mixed]
    steps += [strength(five, True) for five in combinations(range(13), 5)]
    return tuple(sorted(steps, key=attrgetter("kind", "high")))


def step(rank: int) -> Strength:
    """Return the strength of a rank from 1 to 7,462.

    >>> step(7462).name, step(1).name
    ('royal flush', 'seven high, five next')
    """
    if not 1 <= rank <= STRENGTHS:
        raise HandError(f"rank {rank}", [Fault("rank", f"there are 1 to {STRENGTHS:,}")])
    return ladder()[rank - 1]


def _high(first: int, second: int, *_: int) -> str:
    return f"{SINGULAR[first]} high, {SINGULAR[second]} next"


def _royal(top: int) -> str:
    return "royal flush" if top == 12 else f"straight flush, {SINGULAR[top]} high"


_NAMES: dict[int, Callable[..., str]] = {
    NOTHING: _high,
    PAIR: lambda pair, kicker, *_: f"pair of {PLURAL[pair]}, {SINGULAR[kicker]} kicker",
    TWO_PAIRS: lambda high, low, kicker: (
        f"two pairs, {PLURAL[high]} and {PLURAL[low]}, {SINGULAR[kicker]} kicker"
    ),
    THREE: lambda three, kicker, _: f"three {PLURAL[three]}, {SINGULAR[kicker]} kicker",
    STRAIGHT: lambda top: f"straight, {SINGULAR[top]} high",
    FLUSH: lambda top, *_: f"flush, {SINGULAR[top]} high",
    FULL: lambda three, two: f"full house, {PLURAL[three]} over {PLURAL[two]}",
    FOUR: lambda four, kicker: f"four {PLURAL[four]}, {SINGULAR[kicker]} kicker",
    STRAIGHT_FLUSH: _royal,
}
