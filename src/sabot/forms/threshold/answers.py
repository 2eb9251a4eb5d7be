"""Strategies for real hands: at each turn intervals from 0 to 1, and an action for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from sabot.errors import FormError
from sabot.forms.threshold.betting import ThresholdForm, Turn

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat does at one turn: ``actions[k]`` with the hands between two neighbouring cuts."""

    actions: tuple[int, ...]
    cuts: tuple[Fraction, ...]
    """Inside [0, 1], not decreasing, one fewer than the actions."""

    def __post_init__(self) -> None:
        ends = (ZERO, *self.cuts, ONE)
        if len(self.actions) != len(self.cuts) + 1:
            raise FormError(f"{len(self.actions)} intervals need {len(self.actions) - 1} cuts")
        if any(low > high for low, high in pairwise(ends)):
            raise FormError("the cuts of an answer rise from 0 to 1")

    def held(self, action: int) -> Region:
        """Return the hands that take an action."""
        ends = (ZERO, *self.cuts, ONE)
        return tuple(
            (low, high, ONE)
            for low, high, taken in zip(ends, ends[1:], self.actions, strict=False)
            if taken == action and low < high
        )

    def at(self, hand: Fraction) -> int:
        """Return the action with a hand; at a cut that of the interval above."""
        return self.actions[sum(cut <= hand for cut in self.cuts)]


Region = tuple[tuple[Fraction, Fraction, Fraction], ...]
"""Hands: intervals from low to high, apart from each other, and which share of each."""
EVERY: Region = ((ZERO, ONE, ONE),)
Profile = Mapping[str, Answer]
"""An answer for each turn, by ``seat's name: view``."""


def turn_key(form: ThresholdForm, turn: Turn) -> str:
    """Return the name of a turn among those of all seats."""
    return f"{form.seats[turn.seat]}: {turn.view}"


def both(one: Region, two: Region) -> Region:
    """Return the hands that are in both regions.

    >>> half, low = Fraction(1, 2), Fraction(1, 4)
    >>> both(((ZERO, half, half),), ((low, ONE, half),)) == ((low, half, low),)
    True
    """
    return tuple(
        (max(a, c), min(b, d), s * t) for a, b, s in one for c, d, t in two if max(a, c) < min(b, d)
    )


def size(region: Region) -> Fraction:
    """Return the chance that a hand is in a region."""
    return sum((share * (high - low) for low, high, share in region), ZERO)
