"""Where an equilibrium of a block may be, in floats: it only proposes.

In the square of both coins' chances every choice of the third seat is decided on either side of its
curve ``a + b p + c q + d p q = 0``. An equilibrium is in a corner, on an edge where a curve meets
it, inside where no curve passes, on one curve (whose choice is then mixed), or where two cross.
All these places are looked at; what is found is to be solved exactly (:mod:`.coins`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from sabot.solvers.seats.blocks import Block

Floats = NDArray[np.float64]
_CLOSE = 1e-9
"""Beside 1: how far outside of its range a chance may seem to be."""
_LEVEL = 1e-12
"""Beside what is at stake: gains that may be 0."""
_BITS = 400
"""Of a number that is made a float: its square is one, too."""
_FREE = (None, None)
"""Neither coin always shows the same side."""


@dataclass(frozen=True)
class Guess:
    """A place where an equilibrium may be."""

    chances: tuple[float, float]
    fixed: tuple[int | None, int | None]
    """Coins that always show the same side."""
    ties: tuple[int, ...]
    """Choices of the third seat that may be mixed."""
    second: tuple[bool, ...]
    """Whether the third seat's second action is better, choice by choice."""


class Square:
    """A block in floats."""

    def __init__(self, block: Block) -> None:
        count = len(block.choices)
        ties = [block.tie(n) for n in range(count)]
        self.ties: Floats = _floats(ties)[0].reshape(count, 4)
        self.ties /= np.abs(self.ties).max() or 1.0
        leans = [
            [[block.lean(n, action, coin) for action in (0, 1)] for n in range(count)]
            for coin in (0, 1)
        ]
        leaning, self._bare = _floats(leans, [block.bare(coin) for coin in (0, 1)])
        self._leans: Any = leaning.reshape(2, count, 2, 2)
        corners = np.stack([self.gains(p, q) for p in (0.0, 1.0) for q in (0.0, 1.0)], 1)
        self.live = [int(n) for n in np.flatnonzero((corners.min(1) <= 0) & (corners.max(1) >= 0))]

    def gains(self, p: float, q: float) -> Floats:
        """Return what the third seat gains by its second actions."""
        return np.asarray(self.ties @ np.array([1.0, p, q, p * q]))

    def better(self, p: float, q: float) -> Any:
        """Return which second actions are better there."""
        return self.gains(p, q) > 0

    def stairs(self, at: tuple[float, float], tie: int) -> Any:
        """Return the better actions beside a tie that is left at the first one.

        Of other choices that tie there too, those before it go to the second: then some tie of
        theirs is between too little and too much.
        """
        gains = self.gains(*at)
        level = np.abs(gains) <= _LEVEL * np.abs(self.ties).sum(1)
        return np.where(level, np.arange(len(gains)) < tie, gains > 0)

    def lean(self, coin: int, second: Any) -> Floats:
        """Return what a coin's second side gains: a number, and its growth with the other coin."""
        leans = self._leans[coin]
        return np.asarray(
            self._bare[coin] + np.where(second[:, None], leans[:, 1], leans[:, 0]).sum(0)
        )

    def step(self, coin: int, tie: int) -> Floats:
        """Return how that changes with a choice."""
        return np.asarray(self._leans[coin][tie, 1] - self._leans[coin][tie, 0])


def _floats(*tables: Any) -> list[Any]:
    """Return whole numbers as floats, all by one power of two smaller where some are too long."""
    told = [np.array(table, dtype=object) for table in tables]
    long = max((int(n).bit_length() for table in told for n in table.flat), default=0)
    return [(table >> max(long - _BITS, 0)).astype(np.float64) for table in told]


def guesses(block: Block) -> Iterator[Guess]:
    """Yield all places where an equilibrium may be, the simplest first."""
    square = Square(block)
    with np.errstate(all="ignore"):
        yield from _corners(square)
        yield from _edges(square)
        for tie in square.live:
            yield from _along(square, tie)


def _guess(
    at: tuple[float, float], second: Any, *ties: int, fixed: tuple[int | None, int | None] = _FREE
) -> Guess:
    return Guess(at, fixed, ties, tuple(bool(b) for b in second))


def _corners(square: Square) -> Iterator[Guess]:
    for p in (0, 1):
        for q in (0, 1):
            second = square.better(p, q)
            if _leans(square, (p, q), (p, q), second):
                yield _guess((p, q), second, fixed=(p, q))
            if not square.live:  # one place without any curve
                yield from _within(square, second)


def _leans(
    square: Square, at: tuple[float, float], fixed: tuple[int | None, int | None], second: Any
) -> bool:
    """Tell whether coins that always show one side do so rightly, or nearly."""
    for coin, side in enumerate(fixed):
        if side is not None:
            start, growth = square.lean(coin, second)
            gain = start + growth * at[1 - coin]
            scale = abs(start) + abs(growth) or 1.0
            if (gain if side else -gain) < -_CLOSE * scale:
                return False
    return True


def _edges(square: Square) -> Iterator[Guess]:
    """Yield the places where one coin is fixed and the other makes a choice indifferent."""
    for coin in (0, 1):
        for side in (0, 1):
            for tie in square.live:
                a, b, c, d = square.ties[tie] if coin == 0 else square.ties[tie][[0, 2, 1, 3]]
                free = -(a + b * side) / (c + d * side)
                if not 0 <= free <= 1:
                    continue
                at = (float(side), float(free)) if coin == 0 else (float(free), float(side))
                second = square.stairs(at, tie)
                start, growth = square.lean(1 - coin, second)
                more = square.step(1 - coin, tie)
                share = -(start + growth * side) / (more[0] + more[1] * side)
                if _inside(share):
                    fixed = (side, None) if coin == 0 else (None, side)
                    yield _guess(at, second, tie, fixed=fixed)


def _inside(share: float) -> bool:
    return bool(-_CLOSE <= share <= 1 + _CLOSE)


def _along(square: Square, tie: int) -> Iterator[Guess]:
    """Yield the places on a choice's curve, and beside it."""
    a, b, c, d = map(float, square.ties[tie])
    cuts = [0.0, 1.0, -a / b if b else 0.0, -(a + c) / (b + d) if b + d else 0.0]
    for other in square.live:
        if other == tie:
            continue
        k, m, n, o = map(float, square.ties[other])
        crossed = k * d + m * c - n * b - o * a
        for p in _roots(m * d - o * b, crossed, k * c - n * a):
            q = -(a + b * p) / (c + d * p) if c + d * p else -1.0
            if 0 <= p <= 1 and 0 <= q <= 1:
                cuts.append(p)
                if other > tie and _both(square, (p, q), tie, other):
                    yield _guess((p, q), square.better(p, q), tie, other)
    for low, high in pairwise(sorted(cut for cut in cuts if 0 <= cut <= 1)):
        middle = (low + high) / 2
        q = -(a + b * middle) / (c + d * middle) if c + d * middle else -1.0
        if low < middle < high and 0 <= q <= 1:
            second = square.better(middle, q)
            yield from _beside(square, tie, second)
            yield from _on(square, tie, second, low, high)


def _roots(square: float, linear: float, number: float) -> list[float]:
    """Return the real roots of a polynomial of degree two or less."""
    found = np.roots([square, linear, number])
    return [float(root.real) for root in found if abs(root.imag) < _CLOSE]


def _both(square: Square, at: tuple[float, float], one: int, two: int) -> bool:
    """Tell whether two choices can be mixed so that neither coin's side is better."""
    second = square.better(*at)
    second[[one, two]] = False
    rows, right = [], []
    for coin in (0, 1):
        weights = np.array([1.0, at[1 - coin]])
        rows.append([square.step(coin, tie) @ weights for tie in (one, two)])
        right.append(-(square.lean(coin, second) @ weights))
    if abs(np.linalg.det(np.array(rows))) == 0:
        return False
    return all(map(_inside, np.linalg.solve(np.array(rows), np.array(right))))


def _beside(square: Square, tie: int, second: Any) -> Iterator[Guess]:
    """Yield the places on both sides of a curve at which neither coin's side is better."""
    for side in (False, True):
        second = second.copy()
        second[tie] = side
        yield from _within(square, second)


def _within(square: Square, second: Any) -> Iterator[Guess]:
    """Yield the place at which neither coin's side is better, if these actions are better there."""
    (p0, p1), (q0, q1) = square.lean(1, second), square.lean(0, second)
    p, q = (-p0 / p1 if p1 else -1.0), (-q0 / q1 if q1 else -1.0)
    if 0 <= p <= 1 and 0 <= q <= 1 and (square.better(p, q) == second).all():
        yield _guess((p, q), second)


def _on(square: Square, tie: int, second: Any, low: float, high: float) -> Iterator[Guess]:
    """Yield the places on a piece of a curve at which neither coin's side is better."""
    second = second.copy()
    second[tie] = False
    a, b, c, d = map(float, square.ties[tie])
    (g, h), (m, n) = square.lean(0, second), square.step(0, tie)
    (k, o), (r, s) = square.lean(1, second), square.step(1, tie)
    none, one, two, both = g * r - k * m, g * s - o * m, h * r - k * n, h * s - o * n
    middle = none * d + one * c - two * b - both * a
    for p in _roots(one * d - both * b, middle, none * c - two * a):
        if low - _CLOSE <= p <= high + _CLOSE and c + d * p:
            q = -(a + b * p) / (c + d * p)
            share = -(g + h * q) / (m + n * q)
            if _inside(share) and 0 <= q <= 1:
                yield _guess((p, q), second, tie)
