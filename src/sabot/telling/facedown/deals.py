"""All the ways in which the cards drawn so far may lie, as arrays.

One row is one deal: the spot of each card in its shoe, and the integer weight of the draws. Rows
stand in the order in which the game tree comes to them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sabot.shoe import Shoe

Array = npt.NDArray[np.intp]
Counts = npt.NDArray[np.int64]
MOST_WAYS = 1 << 62
"""Weights are 64-bit integers as long as their sum stays below this."""
PLAIN = frozenset((bool, int, str, type(None)))
"""What a look may give without turning the card over."""


class FaceUp(BaseException):
    """The telling with cards face down is given up.

    No ``except Exception`` in the rules is to hear of it.
    """


class Overfull(FaceUp):
    """There are more deals than the tree may have nodes."""


@dataclass(slots=True, eq=False)
class Groups:
    """Deals that look alike to one who sees some of the cards."""

    first: Array
    """The first row of each group."""
    inverse: Array
    """The group of each row."""


@dataclass(slots=True, eq=False)
class Split:
    """What a look can give, and the deals in which it does."""

    outcomes: list[Any]
    parts: list[Deals]


class Deals:
    """Rows of deals. What follows from them is found once and kept."""

    __slots__ = (
        *("_drawn", "_groups"),
        *("cards", "forks", "origin", "share", "size", "splits", "ways", "weights"),
    )

    def __init__(
        self, cards: tuple[Array, ...], weights: Counts, ways: int, origin: Array, share: Counts
    ) -> None:
        self.cards = cards
        self.weights = weights
        self.size = len(weights)
        self.ways = ways
        """The weight of all deals together, those included that a look has set aside."""
        self.origin = origin
        """For each row, the row that it comes from among the deals before."""
        self.share = share
        """For each row, how many cards like the last one were left when it was drawn."""
        self.forks = 0
        """In how many of the deals before the last card was not certain."""
        self._drawn: dict[Hashable, Deals] = {}
        self.splits: dict[Hashable, Split | None] = {}
        self._groups: dict[tuple[int, ...], Groups] = {}

    @classmethod
    def undealt(cls) -> Deals:
        """Return the one way in which no cards lie."""
        one = np.ones(1, np.int64)
        return cls((), one, 1, np.zeros(1, np.intp), one)

    def drawn(self, shoe: Shoe, before: tuple[int, ...], limit: int) -> Deals:
        """Return the deals with one more card, from a shoe that gave the cards *before*."""
        key = shoe, before
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = self._draw(shoe, () if shoe.endless else before, limit)
        return found

    def _draw(self, shoe: Shoe, before: tuple[int, ...], limit: int) -> Deals:
        ways = self.ways * (shoe.total - len(before))
        kinds = shoe.kinds - len(before)
        if self.size * max(kinds, 1) > limit:  # at least so many nodes come after this draw
            raise Overfull
        if ways >= MOST_WAYS:
            raise FaceUp
        left = np.tile(np.array(shoe.counts, np.int64), (self.size, 1))
        rows = np.arange(self.size)
        for number in before:
            left[rows, self.cards[number]] -= 1
        origin, spots = np.nonzero(left)
        share = left[origin, spots]
        cards = (*(card[origin] for card in self.cards), spots)
        found = Deals(cards, self.weights[origin] * share, ways, origin, share)
        found.forks = int(np.count_nonzero(np.bincount(origin, minlength=self.size) > 1))
        return found

    def split(
        self, key: Hashable, numbers: Sequence[int], act: Callable[..., Any], *kinds: Sequence[Any]
    ) -> Split | None:
        """Return what *act* gives on the cards with these *numbers*; None where that is not plain.

        *kinds* are the cards of the shoe that each of them was drawn from.
        """
        if key in self.splits:
            return self.splits[key]
        groups = self.groups(tuple(numbers))
        spots = [self.cards[number][groups.first].tolist() for number in numbers]
        faces = [[kind[spot] for spot in own] for kind, own in zip(kinds, spots, strict=True)]
        try:
            outcomes = list(map(act, *faces))
        except MemoryError:
            raise
        except Exception:  # the rules' own: with open cards it comes again, at the right place
            raise FaceUp from None
        found = None
        if PLAIN.issuperset(map(type, outcomes)):
            found = self._parted(outcomes, groups)
        self.splits[key] = found
        return found

    def _parted(self, outcomes: list[Any], groups: Groups) -> Split:
        classes: dict[tuple[type, Any], int] = {}
        for outcome in outcomes:
            classes.setdefault((type(outcome), outcome), len(classes))
        values = [value for _, value in classes]
        if len(values) == 1:
            return Split(values, [self])
        of_group = np.array([classes[type(o), o] for o in outcomes], np.intp)
        of_row = of_group[groups.inverse]
        return Split(values, [self._only(np.flatnonzero(of_row == k)) for k in range(len(values))])

    def _only(self, rows: Array) -> Deals:
        cards = tuple(card[rows] for card in self.cards)
        return Deals(cards, self.weights[rows], self.ways, rows, self.share[rows])

    def groups(self, numbers: tuple[int, ...]) -> Groups:
        """Return which deals are alike in the cards with these *numbers*."""
        found = self._groups.get(numbers)
        if found is None:
            found = self._groups[numbers] = self._alike(numbers)
        return found

    def _alike(self, numbers: tuple[int, ...]) -> Groups:
        code = np.zeros(self.size, np.intp)
        for number in numbers:
            card = self.cards[number]
            code = np.unique(code, return_inverse=True)[1] if code.any() else code
            code = code * (int(card.max()) + 1) + card
        _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
        return Groups(first, inverse)
