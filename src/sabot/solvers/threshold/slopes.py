"""How every equation moves with every cut: one walk through the betting for all cuts at once.

Each cut is a row of floats, one for every way in which the cuts are moved: first not at all, then
each free cut by a small step. All rows are walked together, which costs little more than walking
one. Floats only: what comes of it is a guess that fractions take over.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sabot.forms.threshold.answers import turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, Turn

if TYPE_CHECKING:
    from sabot.solvers.threshold.newton import Equations

STEP = 1e-7
"""How far a cut is moved to see what depends on it."""
Row = NDArray[np.float64]
Spans = tuple[tuple[Any, Any], ...]
"""Intervals from low to high, row by row; where high is not above low there are no hands."""


def slopes(
    equations: Equations, cuts: Row, moved: Sequence[int], *, best: bool = False
) -> tuple[Row, Row]:
    """Return what is left of the equations of some cuts, and how it moves with each of them.

    A seat's own later turns are answered as the cuts say, or at *best*: then nothing jumps where
    a cut passes another one of the same seat.
    """
    ways = np.repeat(cuts[:, None], len(moved) + 1, axis=1)
    ways[list(moved), range(1, len(moved) + 1)] += STEP
    found = _Walk(equations, ways, frozenset(moved), best).residual()[list(moved)]
    return found[:, 0], (found[:, 1:] - found[:, :1]) / STEP


def residual(equations: Equations, cuts: Row, moved: Sequence[int], *, best: bool = False) -> Row:
    """Return what is left of the equations of some cuts."""
    found = _Walk(equations, cuts[:, None], frozenset(moved), best).residual()
    return found[list(moved), 0]


class _Walk:
    """One walk, for all rows."""

    def __init__(self, equations: Equations, ways: Row, wanted: frozenset[int], best: bool) -> None:
        self.equations, self.ways, self.wanted, self.best = equations, ways, wanted, best
        self.zero, self.one = np.zeros(ways.shape[1]), np.ones(ways.shape[1])
        self.found = np.zeros_like(ways)

    def residual(self) -> Row:
        """Return, for each wanted cut, how much more is above it than below, given its chance."""
        everything: list[Spans] = [((self.zero, self.one),)] * len(self.equations.form.seats)
        self._visit(self.equations.form.root, everything)
        return self.found

    def _visit(self, node: Node, held: list[Spans]) -> None:
        if not isinstance(node, Turn):
            return
        key = turn_key(self.equations.form, node)
        place, shape = self.equations.places[key], self.equations.shape[key]
        sizes = list(map(_size, held))
        for k, (below, above) in enumerate(pairwise(shape), place.start):
            if k in self.wanted:
                hand = self.ways[k]
                gap = self._worth(node.after[above], held, sizes, node.seat, hand)
                gap = gap - self._worth(node.after[below], held, sizes, node.seat, hand)
                chance = self.one
                for seat, size in enumerate(sizes):
                    chance = chance if seat == node.seat else chance * size
                self.found[k] = np.where(chance > 0, gap / np.where(chance > 0, chance, 1), gap)
        for action, after in enumerate(node.after):
            further = [*held]
            further[node.seat] = self._spans(key, action, held[node.seat])
            self._visit(after, further)

    def _worth(self, node: Node, held: list[Spans], sizes: list[Any], seat: int, hand: Row) -> Any:
        """Return what a hand of a seat is worth from a node on, times the others' chance."""
        if not isinstance(node, Turn):
            return _end(node, held, sizes, seat, hand)
        key = turn_key(self.equations.form, node)
        total: Any = 0.0
        if node.seat == seat and self.best:
            total = self._worth(node.after[0], held, sizes, seat, hand)
            for after in node.after[1:]:
                total = np.maximum(total, self._worth(after, held, sizes, seat, hand))
            return total
        if node.seat == seat:
            cuts = self.ways[self.equations.places[key]]
            place = (cuts <= hand).sum(axis=0)
            for k, action in enumerate(self.equations.shape[key]):
                there = place == k
                if there.any():
                    worth = self._worth(node.after[action], held, sizes, seat, hand)
                    total = total + np.where(there, worth, 0.0)
            return total
        for action, after in enumerate(node.after):
            spans = self._spans(key, action, held[node.seat])
            if spans:
                further, lengths = [*held], [*sizes]
                further[node.seat], lengths[node.seat] = spans, _size(spans)
                total = total + self._worth(after, further, lengths, seat, hand)
        return total

    def _spans(self, key: str, action: int, held: Spans) -> Spans:
        inside = self.ways[self.equations.places[key]]
        ends = (self.zero, *inside, self.one)
        found = []
        for low, high, taken in zip(ends, ends[1:], self.equations.shape[key], strict=False):
            if taken == action:
                for a, b in held:
                    begin, end = np.maximum(low, a), np.minimum(high, b)
                    if (begin < end).any():
                        found.append((begin, np.maximum(begin, end)))
        return tuple(found)


def _end(
    end: Fold | Showdown, held: Sequence[Spans], sizes: Sequence[Any], seat: int, hand: Row
) -> Any:
    chance: Any = 1.0
    for other, size in enumerate(sizes):
        chance = chance if other == seat else chance * size
    if isinstance(end, Fold):
        return float(end.payoffs[seat]) * chance
    cost = -float(end.paid[seat]) * chance
    if seat not in end.contenders:
        return cost
    better = float(end.better)
    plain: Any = 1 - better
    improved: Any = better
    aside: Any = 1.0
    for other, size in enumerate(sizes):
        if other == seat:
            continue
        if other not in end.contenders:
            aside = aside * size
            continue
        below: Any = 0.0
        for low, high in held[other]:
            below = below + np.clip(hand - low, 0.0, high - low)
        plain = plain * ((1 - better) * below)
        improved = improved * ((1 - better) * size + better * below)
    return cost + float(end.pot) * aside * (plain + improved)


def _size(spans: Spans) -> Any:
    total: Any = 0.0
    for low, high in spans:
        total = total + (high - low)
    return total
