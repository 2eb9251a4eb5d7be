"""Games in which each player moves some numbers, and is paid a smooth function of them all.

The numbers are the cuts of a threshold strategy, or how much traffic goes over which road. Payoffs
are floats here, for methods that move step by step; what such a method reaches is judged exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Point = list[float]


class SmoothGame(ABC):
    """A game in which each player moves some numbers, and is paid a smooth function of them all."""

    seats: tuple[str, ...]
    names: tuple[str, ...]
    """What each number is."""
    owners: tuple[tuple[int, ...], ...]
    """The numbers of each player, by their places."""

    @abstractmethod
    def payoff(self, seat: int, point: Sequence[float]) -> float:
        """Return what a player is paid at a point."""

    @abstractmethod
    def bounds(self, point: Sequence[float], place: int) -> tuple[float, float]:
        """Return between which values a number may lie while the others stay."""

    @abstractmethod
    def project(self, point: Sequence[float]) -> Point:
        """Return the nearest point that is allowed."""


@dataclass(frozen=True)
class JudgedPlayer:
    """What a player is paid, what a best response would earn more, and such a response."""

    payoff: Fraction
    gain: Fraction
    reply: Mapping[str, str]


class JudgedSmoothGame(SmoothGame):
    """A game that also says, exactly, how far a point is from an equilibrium."""

    head: tuple[str, ...]
    """What is in the columns of a described point."""

    @abstractmethod
    def judge(self, point: Sequence[float]) -> tuple[JudgedPlayer, ...]:
        """Return payoffs and gains at a point, exact; its numbers are rounded to fractions."""

    @abstractmethod
    def describe(self, point: Sequence[float]) -> tuple[tuple[str, ...], ...]:
        """Return the strategies at a point as rows of a table."""


def project_ordered(numbers: Sequence[float]) -> Point:
    """Return the nearest numbers that rise from 0 to 1: means of blocks that do not rise.

    >>> project_ordered([0.5, 0.1, 1.2])
    [0.3, 0.3, 1.0]
    """
    blocks: list[tuple[float, int]] = []
    for number in numbers:
        mean, size = number, 1
        while blocks and blocks[-1][0] >= mean:
            before, count = blocks.pop()
            mean = (mean * size + before * count) / (size + count)
            size += count
        blocks.append((mean, size))
    return [min(max(mean, 0.0), 1.0) for mean, size in blocks for _ in range(size)]


def project_shares(numbers: Sequence[float]) -> Point:
    """Return the nearest numbers that are not negative and sum to 1 at most.

    >>> project_shares([0.5, -0.2]), project_shares([1.0, 0.5])
    ([0.5, 0.0], [0.75, 0.25])
    """
    kept = [max(number, 0.0) for number in numbers]
    if sum(kept) <= 1:
        return kept
    excess, ordered = 0.0, sorted(numbers, reverse=True)
    for count in range(1, len(ordered) + 1):
        level = (sum(ordered[:count]) - 1) / count
        if level < ordered[count - 1]:
            excess = level
    return [max(number - excess, 0.0) for number in numbers]
