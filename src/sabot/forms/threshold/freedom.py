"""What is free in an equilibrium: hands that may change places at a turn, and nobody minds.

With these hands a seat is paid the same by two actions, and the others only care how many of the
hands take each. So any of them may, as long as they are as many. Where all that matters to another
seat is bounded at both of two arrangements it is so at every one between them: with a hand x of its
own, what any choice is worth is linear in how many of the free hands below x take the action, and
what the best choice could gain is the largest of linear functions, so convex.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sabot.forms.threshold.answers import ONE, ZERO, Answer, Region


@dataclass(frozen=True, slots=True)
class Freedom:
    """Hands from *low* to *high* at one turn; *mass* of them take *action*, the rest *other*."""

    seat: int
    view: str
    action: int
    other: int
    low: Fraction
    high: Fraction
    mass: Fraction
    even: bool
    """Whether they may be anything from those told to all alike, by chance; else any at all."""

    @property
    def chance(self) -> Fraction:
        """With which each takes the action, if all are alike."""
        return self.mass / (self.high - self.low)

    def top(self, answer: Answer) -> Answer:
        """Return the answer in which the best of the hands take the action."""
        return self._arranged(answer, (self.other, self.action), self.high - self.mass)

    def bottom(self, answer: Answer) -> Answer:
        """Return the answer in which the worst of the hands take the action."""
        return self._arranged(answer, (self.action, self.other), self.low + self.mass)

    def _arranged(self, answer: Answer, inside: tuple[int, int], middle: Fraction) -> Answer:
        ends = (ZERO, *answer.cuts, ONE)
        parts = list(zip(ends, ends[1:], answer.actions, strict=False))
        below = [(low, min(high, self.low), a) for low, high, a in parts if low < self.low]
        above = [(max(low, self.high), high, a) for low, high, a in parts if high > self.high]
        between = [(self.low, middle, inside[0]), (middle, self.high, inside[1])]
        joined: list[tuple[Fraction, int]] = []
        for low, high, action in (*below, *between, *above):
            if joined and joined[-1][1] == action:
                joined[-1] = (high, action)
            elif low < high:
                joined.append((high, action))
        return Answer(tuple(action for _, action in joined), tuple(high for high, _ in joined[:-1]))


@dataclass(frozen=True, slots=True)
class Spread(Answer):
    """An answer in which all hands of a freedom take its action with the same chance."""

    free: Freedom

    def held(self, action: int) -> Region:
        """Return the hands that take an action, and which share of them."""
        free = self.free
        outside = [
            (max(low, begin), min(high, end), share)
            for low, high, share in Answer(self.actions, self.cuts).held(action)
            for begin, end in ((ZERO, free.low), (free.high, ONE))
            if max(low, begin) < min(high, end)
        ]
        chance = {free.action: free.chance, free.other: 1 - free.chance}.get(action, ZERO)
        inside = [(free.low, free.high, chance)] if chance else []
        return tuple(sorted([*outside, *inside]))
