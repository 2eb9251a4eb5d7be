"""A sample of hands told with open cards, held against the telling with cards face down."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from sabot import watch
from sabot.forms.tree import View
from sabot.shoe import Shoe
from sabot.telling.explorer import DOZEN, RETOLD, RETOLD_EVERY
from sabot.telling.facedown.card import Unseen
from sabot.telling.facedown.deals import Deals, FaceUp
from sabot.telling.facedown.skeleton import Ask, Draw, End, Roll, Skeleton, Step
from sabot.telling.tables import LiveShoe, Table, ranked

Expected = tuple[Step, int, int]
"""A step, the deal it is taken in (a row of it), and the branch or the spot that is taken."""


class _ShoeHeard(LiveShoe):
    """A shoe with open cards, drawn as the skeleton says."""

    __slots__ = ()
    _table: Witness

    def draw(self) -> Any:
        """Take the card that is due, if the shoe holds as many of it as it should."""
        self._table.step()
        spot, count = self._table.drawn(self._left)
        if self._counts[spot] != count:
            raise FaceUp
        return self.taken(spot)


class Witness(Table):
    """Hears hands with open cards and gives up when one is not what the skeleton says."""

    def __init__(self, skeleton: Skeleton, retold: int = RETOLD) -> None:
        super().__init__(skeleton.seats)
        self._retold = retold
        self._ends = [step for step in skeleton.steps if type(step) is End]
        self._size = skeleton.size
        self._expected: list[Expected] = []
        self._next = 0

    def hear(
        self, play: Callable[[Table], object], progress: Callable[[int], object] | None = None
    ) -> None:
        """Hear every hand where they are few, else a dozen and one in so many of the rest."""
        upto = list(accumulate(end.deals.size for end in self._ends))
        hands = upto[-1] if upto else 0
        few = range(0, hands, 1 if hands <= self._retold else max(1, hands // DOZEN))
        for heard, hand in enumerate(sorted({*few, *range(0, hands, RETOLD_EVERY)}), 1):
            watch.at("exploring", self._size, unit="nodes, told again")
            if progress is not None and heard % 500 == 0:
                progress(self._size)
            spot = bisect_right(upto, hand)
            end = self._ends[spot]
            self._hear(play, end, hand - upto[spot] + end.deals.size)

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table, whose cards come as the skeleton says."""
        self.step()
        return _ShoeHeard(self, ranked(ranks, suits) if shoe is None else shoe)

    def _hear(self, play: Callable[[Table], object], end: End, row: int) -> None:
        self._expected = _expected(end, row)
        self._next = 0
        try:
            paid = self.hand(play)
        except MemoryError:
            raise
        except Exception:  # the rules' own, and not on the first telling: let open cards decide
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
        if len(labels) == 1:
            return 0
        step, _, branch = self._step(Roll)
        same = step.labels == tuple(labels) and step.weights == tuple(weights)
        return _if(same, branch)

    def drawn(self, left: int) -> tuple[int, int]:
        """Return the spot of the next card and how many of its kind there must be."""
        step, row, spot = self._step(Draw)
        return _if(step.left == left, spot), int(step.dealt.share[row])

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Follow the skeleton, if it asks the same."""
        step, row, branch = self._step(Ask)
        known = _open_view(step.view, row, step.deals)
        same = self.seats[step.seat] == seat and step.actions == actions and known == view
        return _if(same, branch)


def _open_view(view: View, row: int, deals: Deals) -> View:
    """Return a view with the cards of one deal in place of their marks."""
    return tuple(
        item.kinds[deals.cards[item.number][row]]
        if type(item) is Unseen
        else _open_view(item, row, deals)
        if type(item) is tuple
        else item
        for item in view
    )


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
