"""Hands that differ by a permutation of the suits only are one: 134,459 classes of five cards.

By ranks alone there are 6,175 sets of five. Both lists hold one hand of each class and how many
hands it stands for; the numbers of all sizes from none to five cards are the sizes of the tables by
which chances are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.poker.evaluate import rank
from sabot.poker.ladder import KINDS, ladder


class Classes(NamedTuple):
    """One hand of each class, and how many hands the class has."""

    hands: NDArray[np.uint8]
    ways: NDArray[np.int64]

    @property
    def ranks(self) -> NDArray[np.uint16]:
        """The rank of each class."""
        return rank(self.hands)


def counts() -> dict[str, int]:
    """Return how many hands there are of each kind, the best first.

    >>> counts()["full house"], sum(counts().values())
    (3744, 2598960)
    """
    found: Counter[int] = Counter()
    for step in ladder():
        found[step.kind] += step.ways
    return {KINDS[kind]: found[kind] for kind in sorted(found, reverse=True)}


def rank_sets(many: int = 5) -> Iterator[tuple[int, ...]]:
    """Yield every set of so many ranks that the pack can give, 6,175 of five."""
    for ranks in combinations_with_replacement(range(13), many):
        if many < 5 or ranks[0] != ranks[4]:
            yield ranks


@cache
def classes(many: int = 5) -> Classes:
    """Return the classes of so many cards: 1, 13, 169, 1,755, 16,432, 134,459 from none to five."""
    hands: list[tuple[int, ...]] = []
    ways: list[int] = []
    for ranks in rank_sets(many):
        counted = Counter(ranks)
        for suits, size in suitings(tuple(counted.values())):
            held = zip(counted, suits, strict=True)
            hands.append(tuple(4 * rank + suit for rank, chosen in held for suit in chosen))
            ways.append(size)
    return Classes(np.array(hands, np.uint8).reshape(len(ways), many), np.array(ways, np.int64))


Suiting = tuple[tuple[int, ...], ...]


@cache
def suitings(shape: tuple[int, ...]) -> tuple[tuple[Suiting, int], ...]:
    """Return the ways to give suits to ranks that are there so often, up to a permutation.

    >>> [(suiting, ways) for suiting, ways in suitings((2, 1))]
    [(((0, 1), (0,)), 12), (((0, 1), (2,)), 12)]
    """
    found: Counter[Suiting] = Counter()
    for suits in product(*(tuple(combinations(range(4), many)) for many in shape)):
        found[min(_renamed(suits, order) for order in _ORDERS)] += 1
    return tuple(sorted(found.items()))


_ORDERS = tuple(permutations(range(4)))


def _renamed(suits: Suiting, order: tuple[int, ...]) -> Suiting:
    return tuple(tuple(sorted(order[suit] for suit in chosen)) for chosen in suits)
