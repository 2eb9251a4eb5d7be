"""How long a theorem takes: before, from the size of the game; during, from what is covered."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf

from sabot.forms.algebra.real_roots import RealPoint

Interval = tuple[RealPoint | None, RealPoint | None]
"""Both ends of a part of the real line; None: there is no such end."""

_WORTH_TELLING = 5.0
"""Seconds: what takes less is not announced."""


@dataclass(frozen=True, slots=True)
class ExpectedPieces:
    """What a theorem takes, as measured ones of its size do.

    Nothing bounds the number of pieces before they are found.
    """

    least: int
    """Pieces, at least."""
    most: int
    """Pieces, at most."""
    seconds_per_piece: float
    """All that a piece takes, to find it and what follows."""
    later_share: tuple[float, float]
    """How many times as long as finding the pieces that takes which follows, at least and at most:
    breakpoints, and the text of the proof."""


class CoverageClock:
    """How much of a range is covered, and about how long the rest takes."""

    def __init__(self, expected: ExpectedPieces, ends: Interval) -> None:
        self._began = time.monotonic()
        self._expected = expected
        self._low, self._high = _place_ends(ends)

    def width(self, gap: Interval) -> float:
        """Return how much of the line a gap takes."""
        low, high = _place_ends(gap)
        return high - low

    def covered(self, gaps: Sequence[Interval]) -> float:
        """Return the part of the range that is not in a gap."""
        still_open, whole = sum(map(self.width, gaps)), self._high - self._low
        return max(0.0, 1 - still_open / whole) if whole else 0.0  # too short for floats

    def describe_rest(self, pieces: Sequence[Interval], gaps: Sequence[Interval]) -> str:
        """Return what is done and about how long the rest takes, in words; '' where that is short.

        Before the first piece that is said from the size of the game.
        """
        passed = time.monotonic() - self._began
        most = self._expected.most
        if not pieces:
            seconds = [self._expected.seconds_per_piece * n for n in (self._expected.least, most)]
            shown = seconds[1] >= _WORTH_TELLING
            return f", {_duration_range(*seconds)} in all" if shown else ""
        if passed < 1:
            return ""
        share, found = self.covered(gaps), len(pieces)
        likely = _estimate_pieces_in(pieces, gaps)
        factor = 2 - share  # the shorter pieces are found later
        rest = [max(len(gaps), min(n, most)) for n in (likely / factor, likely * factor)]
        seconds = [
            passed / found * (n + later * (found + n))
            for n, later in zip(rest, self._expected.later_share, strict=True)
        ]
        return f", {share:.0%} of the range done, {_duration_range(*seconds)} left"


def _place(point: RealPoint | None, if_none: float) -> float:
    """Return a point of the line between -1 and 1, where the line has a length."""
    if point is None:
        return if_none
    at = float(point.ball.mid())
    if isinf(at):  # beyond what a float holds: as good as the end of the line
        return 1.0 if at > 0 else -1.0
    return at / (1 + abs(at))


def _place_ends(interval: Interval) -> tuple[float, float]:
    return _place(interval[0], -1.0), _place(interval[1], 1.0)


def _estimate_pieces_in(pieces: Sequence[Interval], gaps: Sequence[Interval]) -> float:
    """Return about how many pieces are still to be found in some gaps.

    A random number falls into a piece with a probability in proportion to the length of the piece.
    So the mean of 1 / length over the pieces that random numbers fall into is the number of pieces
    for each unit of length. Of a gap it is taken over the pieces beside it.
    """
    ends: dict[float, list[float]] = {}
    for low, high in map(_place_ends, pieces):
        for end in (low, high):
            ends.setdefault(end, []).append(high - low)
    total = 0.0
    for start, end in map(_place_ends, gaps):
        beside = [length for at in (start, end) for length in ends.get(at, ()) if length > 0]
        dense = sum(1 / length for length in beside) / len(beside) if beside else 1.0
        total += max(1.0, (end - start) * dense)
    return total


def time_left(began: float, done: int, total: int) -> str:
    """Return about how long the rest of some items takes, in words; '' where that is not long."""
    passed = time.monotonic() - began
    seconds = passed / done * (total - done)
    return "" if passed < 1 or done == total else f", {_duration_range(seconds, seconds)} left"


def _duration_range(low: float, high: float) -> str:
    """Return about how long something takes, in words.

    >>> _duration_range(20, 20), _duration_range(40, 400)
    ('about 20 s', 'about 40 s to 7 min')
    """
    one, two = (f"{s:.0f} s" if s < 100 else f"{s / 60:.0f} min" for s in (low, high))
    return f"about {one}" if one == two else f"about {one} to {two}"
