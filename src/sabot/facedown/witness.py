"""A sample of hands told with open cards, held against the telling with cards face down."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from sabot.facedown.deals import FaceUp
from sabot.facedown.skeleton import Ask, Draw, End, Roll, Skeleton, Step, laid_open
from sabot.tables import Table, View
from sabot.tree import RETOLD, RETOLD_EVERY

Expected = tuple[Step, int, int]
"""A step, the deal it is taken in (a row of it), and the branch or the spot that is taken."""


class Witness(Table):
    """Hears hands with open cards and gives up when one is not what the skeleton says."""

    def __init__(self, skeleton: Skeleton) -> None:
        super().__init__(skeleton.seats)
        self._ends = [step for step in skeleton.steps if type(step) is End]
        self._expected: list[Expected] = []
        self._next = 0

    def hear(self, play: Callable[[Table], object]) -> None:
        """Hear the first hands and a sample of the rest."""
        upto = list(accumulate(len(end.deals) for end in self._ends))
        hands = upto[-1] if upto else 0
        few = range(0, hands, max(1, hands // RETOLD))
        for hand in sorted({*few, *range(0, hands, RETOLD_EVERY)}):
            spot = bisect_right(upto, hand)
            end = self._ends[spot]
            self._hear(play, end, hand - upto[spot] + len(end.deals))

    def _hear(self, play: Callable[[Table], object], end: End, row: int) -> None:
        self._expected = _expected(end, row)
        self._next = 0
        try:
            paid = self.hand(play)
        except Exception:
            raise FaceUp from None
        if paid != end.payoffs or self._next < len(self._expected):
            raise FaceUp

    def _step(self, kind: type[Step]) -> tuple[Any, int, int]:
        if self._next == len(self._expected):
            raise FaceUp
        found = self._expected[self._next]
        self._next += 1
        if type(found[0]) is not kind:
            raise FaceUp
        return found

    def pick(
        self,
        labels: Sequence[Any],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Follow the skeleton, if it has the same chances."""
        if spots is None:
            if len(labels) == 1:
                return 0
            step, _, branch = self._step(Roll)
            same = step.labels == tuple(labels) and step.weights == tuple(weights)
            return _if(same, branch)
        step, row, spot = self._step(Draw)
        index = spots.index(spot) if spot in spots else -1
        share = int(step.dealt.share[row])
        return _if(index >= 0 and step.left == total and weights[index] == share, index)

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Follow the skeleton, if it asks the same."""
        step, row, branch = self._step(Ask)
        (known,) = laid_open(step.view, np.array([row]), step.deals)
        same = self.seats[step.seat] == seat and step.actions == actions and known == view
        return _if(same, branch)


def _if(same: bool, index: int) -> int:
    if not same:
        raise FaceUp
    return index


def _expected(end: End, row: int) -> list[Expected]:
    """Return what a hand must come to, that ends at *end* in its deal *row*."""
    found: list[Expected] = []
    below: Step = end
    while below.parent is not None:
        step, branch = below.parent, below.branch
        if type(step) is Draw:
            found.append((step, row, int(step.dealt.cards[step.mark.number][row])))
        if step.deals is not below.deals:
            row = int(below.deals.origin[row])
        if type(step) in (Ask, Roll):
            found.append((step, row, branch))
        below = step
    return found[::-1]
