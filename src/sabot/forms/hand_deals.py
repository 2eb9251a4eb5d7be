"""Deals of private hands: which hands two players may hold, and one operator.

The operator takes weights of the other player's hands to their sums, for each own hand, over the
hands that are weaker, equal and stronger and can be dealt together with it. All that a solver and
a best response need of the cards is this operator.

:class:`PackDeal` is one card per player: two prefix sums. :class:`RangeDeal` is hands of up to five
cards with weights: hands sorted by strength, and inclusion and exclusion over shared cards. Suits
may be interchangeable in it; then one hand represents all that a permutation of suits makes of it.
:class:`AllHandsDeal` is all hands of a pack that may have several copies of a card, and
:class:`ClassDeal` all hands of the pack of 52, by their classes under permutations of suits.
All work on arrays of floats, of 64-bit integers and of Python's integers alike.

>>> deal = PackDeal(("J", "Q", "K"), (1, 1, 1))
>>> [part.tolist() for part in deal.sums(0, np.array([1, 10, 100]))]
[[0, 1, 11], [0, 0, 0], [110, 100, 0]]
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial, lcm, prod
from typing import Self, cast

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import DECK_SIZE, HAND_SIZE, card_text, suit_classes
from sabot.cards.shoe import enumerate_hands
from sabot.errors import FormError
from sabot.forms import hand_deal_kernel
from sabot.jit import KernelModule

Weights = NDArray[np.float64] | NDArray[np.int64]
"""A number for each hand: floats, 64-bit integers, or Python's integers as objects."""
HandSums = tuple[Weights, Weights, Weights]
"""For each hand, the weights of the opponent's weaker, equal and stronger hands."""
MOST_CARDS_IN_HAND = 5
"""Each hand has two to this power sets of cards, and each is looked up."""
LOOPS = KernelModule(lambda: hand_deal_kernel, pays_from=2_000_000)
"""Work in sets of cards, at 40 ns in numpy: compiled it is a tenth, and compiling takes seconds."""
RANKS_OF_PACK, SUITS_OF_RANK = 13, 4
_FEW_SETS = 4_000
_COLUMNS = 96
"""With so few sets of cards so many columns of sums are kept at once, if there are more than two:
they fit into the cache."""
Hands = Sequence[tuple[int, ...]] | NDArray[np.integer]
Pick = Callable[[Sequence[str], Sequence[int], int], int]
"""Chooses among labels with weights of which the sum is known; returns the place."""
Numbers = Sequence[int] | NDArray[np.integer]


class HandDeal(ABC):
    """The hands that the players may be dealt, with the weight of every pair of hands.

    The weight of a pair is the own weight of a hand times its weight in the row of the other.
    """

    @abstractmethod
    def names(self, seat: int) -> Sequence[str]:
        """Return what the hands of a player are called, the weakest first."""

    @abstractmethod
    def own_weights(self, seat: int) -> NDArray[np.int64]:
        """Return the weight of each hand of a player."""

    @abstractmethod
    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return for each hand of *seat* the sums of *weights* of the other player's hands.

        The last axis of *weights* and of the sums is the hand; there may be others before it.
        """

    def all(self, seat: int, weights: Weights) -> Weights:
        """Return for each hand of *seat* the sum over all possible hands of the other player."""
        weaker, equal, stronger = self.sums(seat, weights)
        return weaker + equal + stronger

    @abstractmethod
    def sweep(self, seat: int, weights: Weights, out: Weights) -> None:
        """Fill *out* with sums over weaker hands, hands that are not stronger, and all: compiled.

        Here the first axis of *weights* is the hand, and its own weight is in them already; the
        second may be anything. *out* has an axis before these for the three parts.
        """

    @property
    @abstractmethod
    def largest_row(self) -> int:
        """A bound of the weights of all hands of one player that may come with one of the other."""

    @cached_property
    def total(self) -> int:
        """The weight of all pairs of hands."""
        ones = np.ones(len(self.own_weights(1)), np.int64)
        return exact_sum(self.own_weights(0), self.all(0, ones))

    @property
    @abstractmethod
    def has_ties(self) -> bool:
        """Whether two hands of equal strength can be dealt."""

    @abstractmethod
    def levels_of(self, seat: int) -> Sequence[int]:
        """Return the strength of each hand of a player, on one scale for both."""


def exact_sum(one: Weights, two: Weights) -> int:
    """Return the sum of products of integers, without a bound."""
    return int(sum(map(int.__mul__, map(int, one.tolist()), map(int, two.tolist()))))


@dataclass(frozen=True, eq=False)
class PackDeal(HandDeal):
    """One card per player, from one pack, or for each player from a pack of its own."""

    cards: Sequence[str]
    """The names of the different cards, the weakest first."""
    counts: Sequence[int]
    levels: Sequence[int] | None = None
    """The strength of each card, not falling; None: every card is stronger than those before."""
    apart: bool = False
    """Whether the players' cards are independent: what one holds, the other may hold too."""

    def __post_init__(self) -> None:
        if len(self.cards) != len(self.counts) or not self.counts or min(self.counts) < 1:
            raise FormError("a pack needs one positive count for each of its cards")
        if not self.apart and sum(self.counts) < 2:
            raise FormError("a pack of one card is too small for two players")
        if sum(self.counts) >= 1 << 31:
            raise FormError("a pack of private hands has fewer than 2^31 cards")
        if self.levels is not None and list(self.levels) != sorted(self.levels):
            raise FormError("the cards of a pack are not in the order of their strength")

    @cached_property
    def _weights(self) -> NDArray[np.int64]:
        return np.array(self.counts, np.int64)

    @cached_property
    def _bounds(self) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
        """Where the cards of equal strength begin and end; None where all strengths differ."""
        if self.levels is None:
            return None
        levels = np.array(self.levels)
        return np.searchsorted(levels, levels, "left"), np.searchsorted(levels, levels, "right")

    def names(self, seat: int) -> Sequence[str]:
        """Return the names of the cards."""
        return self.cards

    def own_weights(self, seat: int) -> NDArray[np.int64]:
        """Return how often each card is in the pack."""
        return self._weights

    @property
    def largest_row(self) -> int:
        """All cards of the pack."""
        return int(sum(self.counts))

    @property
    def has_ties(self) -> bool:
        """Whether a card can meet one of equal strength."""
        return (
            self.apart
            or max(self.counts) > 1
            or len(set(self.levels or ())) < len(self.levels or ())
        )

    def levels_of(self, seat: int) -> Sequence[int]:
        """Return the strengths of the cards."""
        return range(len(self.cards)) if self.levels is None else self.levels

    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return prefix sums; a card of the own kind is one fewer in one pack."""
        each = self._weights * weights
        upto = np.zeros((*each.shape[:-1], each.shape[-1] + 1), each.dtype)
        np.cumsum(each, axis=-1, out=upto[..., 1:])
        if self._bounds is None:
            weaker, equal, stronger = upto[..., :-1], each, upto[..., -1:] - upto[..., 1:]
        else:
            begin, end = self._bounds
            weaker, stronger = upto[..., begin], upto[..., -1:] - upto[..., end]
            equal = upto[..., end] - weaker
        return weaker, equal if self.apart else equal - weights, stronger

    def sweep(self, seat: int, weights: Weights, out: Weights) -> None:
        """Fill in prefix sums, compiled."""
        many = len(weights)
        begin, end = self._bounds or (np.arange(many), np.arange(1, many + 1))
        upto = np.zeros((many + 1, weights.shape[1]), weights.dtype)
        own = (0 if self.apart else 1) / self._weights
        LOOPS.compiled.sweep_pack(begin, end, own, weights, upto, out)

    def all(self, seat: int, weights: Weights) -> Weights:
        """Return the sum over the pack, without the own card."""
        whole = (self._weights * weights).sum(-1, keepdims=True)
        found: Weights = whole + 0 * weights if self.apart else whole - weights
        return found


@dataclass(frozen=True, eq=False)
class RangeDeal(HandDeal):
    """Hands of several cards from one pack, with weights: a range for each player.

    Two hands can be dealt together if they share no card.
    """

    hands: tuple[Hands, Hands]
    """For each player the cards of its hands, as numbers, the weakest hand first."""
    weights: tuple[Numbers, Numbers]
    """Of each hand; where suits are interchangeable, of each hand that it represents."""
    strengths: tuple[Numbers, Numbers]
    """Of each hand, on one scale for both players; not falling."""
    cards: Sequence[str]
    """The names of the cards, by their numbers."""
    suits: tuple[tuple[int, ...], ...] = ()
    """Blocks of interchangeable suits. A card is then ``4 * rank + suit``, with 13 ranks at most,
    and a hand represents all that permutations of suits within the blocks make of it."""

    def __post_init__(self) -> None:
        for hands, *others in zip(self.hands, self.weights, self.strengths, strict=True):
            if {len(part) for part in others} != {len(hands)} or not len(hands):
                raise FormError("a range needs hands, each with a weight and a strength")
            sizes = {len(hand) for hand in hands} if isinstance(hands, list | tuple) else {0}
            if len(sizes) != 1 or len(hands[0]) > MOST_CARDS_IN_HAND:
                raise FormError(
                    f"the hands of a range have one size, up to {MOST_CARDS_IN_HAND} cards"
                )
        if len(self.hands[0][0]) != len(self.hands[1][0]):
            raise FormError("the hands of both ranges have one size")
        self._require_dealable()
        for weights, strengths in zip(self._own_weights, self._levels, strict=True):
            if weights.min() < 1 or int(weights.sum()) >= 1 << 31:
                raise FormError("the weights of a range are positive and sum to less than 2^31")
            if (strengths[1:] < strengths[:-1]).any():
                raise FormError("the hands of a range are not in the order of their strength")
        if not self.total:
            raise FormError("no hand of one range can be dealt together with one of the other")

    def _require_dealable(self) -> None:
        """Refuse hands that the pack does not give."""
        for cards in self._cards:
            if (cards[:, 1:] == cards[:, :-1]).any():
                raise FormError("a hand of a range has a card twice")

    def names(self, seat: int) -> Sequence[str]:
        """Return the names of the hands: those of their cards."""
        return self._names[seat]

    @cached_property
    def _names(self) -> tuple[Sequence[str], Sequence[str]]:
        called = list(self.cards)
        one = _hand_names(self.hands[0], called)
        return one, one if self._same else _hand_names(self.hands[1], called)

    def own_weights(self, seat: int) -> NDArray[np.int64]:
        """Return the weights of the range, of all hands that a hand represents together."""
        return self._own_weights[seat]

    def levels_of(self, seat: int) -> Sequence[int]:
        """Return the strengths of the hands."""
        found: list[int] = self._levels[seat].tolist()
        return found

    def strength(self, hand: str) -> int:
        """Return the strength of a hand by its name, for a comparison in rules."""
        return self._strength_by_name[hand]

    @cached_property
    def _strength_by_name(self) -> dict[str, int]:
        return {
            name: level
            for seat in ((0,) if self._same else (0, 1))
            for name, level in zip(self.names(seat), self.levels_of(seat), strict=True)
        }

    def pair(self, pick: Pick) -> tuple[str, str]:
        """Return the names of two hands, drawn by *pick* with the weights of the deal."""
        assert not self.suits, "a class of hands is drawn card by card"
        first, mass = self._first_hands
        one = first[pick([self.names(0)[place] for place in first], mass, self.total)]
        apart = ~np.isin(self._cards[1], self._cards[0][one]).any(1)
        free = np.flatnonzero(apart).tolist()
        weights = self._each[1][free].tolist()
        two = free[pick([self.names(1)[place] for place in free], weights, sum(weights))]
        return self.names(0)[one], self.names(1)[two]

    @cached_property
    def _first_hands(self) -> tuple[list[int], list[int]]:
        """The first player's hands that can be dealt, and the weight of each with all others."""
        met = self._own_weights[0] * self.all(0, np.ones(len(self.weights[1]), np.int64))
        live = np.flatnonzero(met)
        return live.tolist(), met[live].tolist()

    @property
    def _same(self) -> bool:
        """Whether both players have the same hands with the same weights."""
        return all(part[0] is part[1] for part in (self.hands, self.weights, self.strengths))

    @cached_property
    def _cards(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The cards of each hand, in rising order."""
        one = np.sort(np.array(self.hands[0], np.int64), axis=1)
        return one, one if self._same else np.sort(np.array(self.hands[1], np.int64), axis=1)

    @cached_property
    def _levels(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        one, two = (np.array(levels, np.int64) for levels in self.strengths)
        return one, two

    @cached_property
    def _each(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        one, two = (np.array(weights, np.int64) for weights in self.weights)
        return one, two

    @cached_property
    def _numbers(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The numbers of all sets of cards of each hand."""
        many = len(self.cards)
        one = _set_numbers(self._cards[0], many, self.suits)
        return one, one if self._same else _set_numbers(self._cards[1], many, self.suits)

    @cached_property
    def _own_weights(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        one, two = (
            each * self._multiplicity(numbers[-1])
            for each, numbers in zip(self._each, self._numbers, strict=True)
        )
        return one, two

    @property
    def largest_row(self) -> int:
        """The weight of the larger range, as the running sums have it."""
        return int(max(int(own.sum()) for own in self._own_weights)) * self._common_multiple

    @property
    def _common_multiple(self) -> int:
        """How many permutations of suits there are within the blocks."""
        return prod(factorial(len(block)) for block in self.suits)

    def _multiplicity(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many sets of cards each number of a set represents."""
        return _orbit_sizes(numbers, self.suits)

    @cached_property
    def has_ties(self) -> bool:
        """Whether hands of equal strength can be dealt together."""
        ones = np.ones(len(self.weights[1]), np.int64)
        return bool(self.sums(0, ones)[1].any())

    @cached_property
    def _tables(self) -> tuple[_SetTables, _SetTables]:
        one = _SetTables.of(self, 0)
        return one, one if self._same else _SetTables.of(self, 1)

    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return sums over disjoint hands by inclusion and exclusion over shared cards."""
        rows = weights.reshape(-1, weights.shape[-1])
        if rows.dtype != object and LOOPS.record(rows.size << self._cards[0].shape[1]):
            each = rows.T * self._own_weights[1 - seat][:, None]
            columns = np.empty((3, len(self._own_weights[seat]), len(rows)), rows.dtype)
            self.sweep(seat, cast("Weights", each), cast("Weights", columns))
            found = cast("Weights", columns.transpose(0, 2, 1))
        else:
            found = self._plain_sums(seat, rows)
        weaker, upto, every = found.reshape(3, *weights.shape[:-1], -1)
        return weaker, upto - weaker, every - upto

    def sweep(self, seat: int, weights: Weights, out: Weights) -> None:
        """Fill in the same, compiled."""
        self._tables[seat].sweep(weights, out)
        self._per_hand(out)

    def _plain_sums(self, seat: int, rows: Weights) -> Weights:
        table = self._tables[seat]
        each = rows * self._own_weights[1 - seat]
        found = table.plain(each)
        twins, times, compared = table.own
        mine = np.flatnonzero(twins >= 0)
        change = each[:, twins[mine]] * times[mine]
        for part in range(3):
            met = compared[mine] <= part
            found[part][:, mine[met]] += change[:, met]
        self._per_hand(found)
        return found

    def _per_hand(self, found: Weights) -> None:
        """Divide sums over hands and permutations of suits, so that they are over hands."""
        if self._common_multiple > 1:
            divide = np.divide if found.dtype.kind == "f" else np.floor_divide
            divide(found, self._common_multiple, out=found)


@dataclass(frozen=True, eq=False)
class AllHandsDeal(RangeDeal):
    """All hands of some cards from one pack, in which copies of a card are alike.

    A hand is a multiset of cards. Its weight is the number of sets of physical cards that it
    represents.
    """

    counts: tuple[int, ...] = ()
    """How many copies of each card the pack has."""

    @classmethod
    def of(
        cls, cards: Sequence[str], counts: Sequence[int], size: int, levels: Sequence[int]
    ) -> Self:
        """Return the deal of hands of *size* cards; *levels* are their strengths.

        Hands are listed by the places of their cards in the pack, low places first.

        >>> deal = AllHandsDeal.of(("J", "Q"), (2, 2), 2, (0, 1, 2))
        >>> deal.names(0), deal.own_weights(0).tolist(), deal.total
        (['(J,J)', '(J,Q)', '(Q,Q)'], [1, 4, 1], 6)
        """
        if not 1 <= size <= MOST_CARDS_IN_HAND:
            raise FormError(f"a private hand has 1 to {MOST_CARDS_IN_HAND} cards, not {size}")
        if len(cards) != len(counts) or min(counts, default=0) < 1:
            raise FormError("a pack needs one positive count for each of its cards")
        if 2 * size > sum(counts):
            raise FormError(f"{sum(counts)} cards are too few for two hands of {size}")
        listed, _, _ = enumerate_hands(tuple(counts), size, False)
        if len(levels) != len(listed):
            raise FormError(f"strengths are one for each of {len(listed):,} hands")
        order = sorted(range(len(listed)), key=levels.__getitem__)
        hands, ones = [listed[place] for place in order], [1] * len(listed)
        strengths = [levels[place] for place in order]
        deal = cls(
            (hands, hands), (ones, ones), (strengths, strengths), tuple(cards), (), tuple(counts)
        )
        if len(set(deal.names(0))) < len(order):
            raise FormError("two hands of the pack have one name; name its cards without commas")
        return deal

    @property
    def size(self) -> int:
        """The number of cards of each hand."""
        return len(self.hands[0][0])

    @property
    def listed_levels(self) -> list[int]:
        """The strengths of all hands, in the order of :meth:`of`."""
        order = sorted(range(len(self.hands[0])), key=self.hands[0].__getitem__)
        return [int(self.strengths[0][place]) for place in order]

    def name_of(self, hand: Sequence[int]) -> str:
        """Return the name of a hand by the places of its cards in the pack."""
        return f"({','.join([self.cards[card] for card in sorted(hand)])})"

    def _require_dealable(self) -> None:
        if self._common_multiple * int(self._own_weights[0].sum()) >= 1 << 62:
            raise FormError("the pack has too many different numbers of copies")

    @cached_property
    def _names(self) -> tuple[Sequence[str], Sequence[str]]:
        one = list(map(self.name_of, self.hands[0]))
        return one, one

    @cached_property
    def _common_multiple(self) -> int:
        """A number that the choices of copies of every set of cards divide."""
        return lcm(*map(int, np.unique(self._multiplicity(np.unique(self._numbers[0])))))

    def _multiplicity(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many choices of copies each set of cards has."""
        many = len(self.cards)
        choices = np.ones(len(numbers), np.int64)
        left, last, alike = numbers.copy(), np.zeros(len(numbers), np.int64), choices.copy()
        copies = np.array([0, *self.counts], np.int64)
        while left.any():
            left, card = np.divmod(left, many + 1)
            alike = np.where(card == last, alike + 1, 1)
            live = card > 0
            grown = choices * (copies[card] - alike + 1) // alike
            choices = np.where(live, grown, choices)
            last = card
        return choices


@dataclass(frozen=True, eq=False)
class ClassDeal(RangeDeal):
    """All hands of some cards from the pack of 52, one for each class under permutations of suits.

    Hands of five cards have 134,459 classes.
    """

    named: bool = False
    """Whether strengths are those of poker hands; else they are given as a list."""

    @classmethod
    def of(cls, size: int, strengths: Numbers | None = None) -> Self:
        """Return the deal of hands of *size* cards.

        *strengths* are those of the classes in the order of
        :func:`sabot.cards.poker_hand.suit_classes`; None: five cards are compared as in poker.

        >>> deal = ClassDeal.of(1, range(13))
        >>> deal.names(0)[:3], deal.own_weights(0)[:3].tolist(), deal.total
        (['2c', '3c', '4c'], [4, 4, 4], 2652)
        """
        if not 1 <= size <= MOST_CARDS_IN_HAND:
            raise FormError(f"a private hand has 1 to {MOST_CARDS_IN_HAND} cards, not {size}")
        classes = suit_classes(size)
        if strengths is None and size != HAND_SIZE:
            raise FormError(f"only {HAND_SIZE} cards are compared as poker hands")
        levels = np.array(classes.ranks if strengths is None else strengths, np.int64)
        if len(levels) != len(classes.hands):
            raise FormError(f"strengths are one for each of {len(classes.hands):,} classes")
        order = np.argsort(levels, kind="stable")
        hands, levels, ones = classes.hands[order], levels[order], np.ones(len(order), np.int64)
        return cls(
            (hands, hands),
            (ones, ones),
            (levels, levels),
            tuple(map(card_text, range(DECK_SIZE))),
            (tuple(range(4)),),
            named=strengths is None,
        )

    @property
    def listed_strengths(self) -> tuple[int, list[int]]:
        """The cards of a hand, and the strengths of all classes in the order of their hands."""
        order = np.lexsort((*(self._cards[0] & 3).T[::-1], *(self._cards[0] >> 2).T[::-1]))
        levels: list[int] = self._levels[0][order].tolist()
        return self._cards[0].shape[1], levels

    @cached_property
    def by_ranks(self) -> tuple[AllHandsDeal, NDArray[np.intp]]:
        """The hands by their ranks alone: a smaller deal, and the place of each class in it.

        A hand of ranks is as strong as most hands that have these ranks. A class that is not so
        strong, as a flush, has the place of the first hand of ranks that is not weaker.

        >>> small, places = ClassDeal.of(2, [place % 7 for place in range(169)]).by_ranks
        >>> len(small.hands[0]), len(places)
        (91, 169)
        """
        size, hands = self._cards[0].shape[1], self._cards[0] >> 2
        levels, weights = self._levels[0], self._own_weights[0]
        counts = (SUITS_OF_RANK,) * RANKS_OF_PACK
        digits = RANKS_OF_PACK ** np.arange(size)[::-1]
        listed = np.array(enumerate_hands(counts, size, False)[0]) @ digits
        ranks = np.searchsorted(listed, hands @ digits)
        weight, commonest_level = np.zeros(len(listed), np.int64), np.zeros(len(listed), np.int64)
        scale = int(levels.max()) + 1
        pairs, place = np.unique(ranks * scale + levels, return_inverse=True)
        for pair, many in zip(pairs.tolist(), np.bincount(place, weights).tolist(), strict=True):
            rank, level = divmod(pair, scale)
            if many > weight[rank]:
                weight[rank], commonest_level[rank] = many, level
        names = tuple(map(str, range(RANKS_OF_PACK)))
        small = AllHandsDeal.of(names, counts, size, commonest_level.tolist())
        place_of = np.empty(len(listed), np.intp)
        place_of[np.searchsorted(listed, np.array(small.hands[0]) @ digits)] = np.arange(
            len(listed)
        )
        nearest = np.searchsorted(small._levels[0], levels)
        others = np.minimum(nearest, len(listed) - 1)
        return small, np.where(commonest_level[ranks] == levels, place_of[ranks], others)

    def pair(self, pick: Pick) -> tuple[str, str]:
        """Return the classes of two hands that are drawn card by card."""
        left = list(range(DECK_SIZE))
        drawn = [
            left.pop(pick([self.cards[card] for card in left], [1] * len(left), len(left)))
            for _ in range(2 * self._cards[0].shape[1])
        ]
        half = len(drawn) // 2
        return self.class_of(drawn[:half]), self.class_of(drawn[half:])

    def class_of(self, hand: Sequence[int]) -> str:
        """Return the name of the class of a hand: that of the hand that represents it."""
        cards = np.sort(np.array([hand], np.int64), axis=1)
        number = int(_set_numbers(cards, DECK_SIZE, self.suits)[-1, 0])
        return self.names(0)[self._place_of_class[number]]

    @cached_property
    def _place_of_class(self) -> dict[int, int]:
        return {number: place for place, number in enumerate(self._numbers[0][-1].tolist())}


SUITED_AT_ONCE = 200_000
"""Hands whose classes are found together."""


def levels_of_suit_classes(hands: NDArray[np.uint8], strengths: Numbers) -> NDArray[np.int64]:
    """Return the strength of each class of hands, from those of all hands of so many cards.

    FormError if hands of a class, which a permutation of suits takes to each other, differ.

    >>> every = np.arange(52, dtype=np.uint8).reshape(-1, 1)
    >>> levels_of_suit_classes(every, (every >> 2)[:, 0]).tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    """
    given = np.asarray(strengths, np.int64)
    levels = np.full(len(suit_classes(hands.shape[1]).hands), -1, np.int64)
    for first in range(0, len(hands), SUITED_AT_ONCE):
        part = slice(first, first + SUITED_AT_ONCE)
        places = places_of_suit_classes(hands[part])
        fresh = levels[places] < 0
        levels[places[fresh]] = given[part][fresh]
        if (levels[places] != given[part]).any():
            raise FormError("the strength of a hand depends on its suits")
    return levels


def places_of_suit_classes(hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the place of each hand's class in :func:`sabot.cards.poker_hand.suit_classes`.

    >>> places_of_suit_classes(np.array([[0, 5], [3, 4]], np.uint8)).tolist()
    [2, 2]
    """
    numbers, order = _class_order(hands.shape[1])
    return order[np.searchsorted(numbers, _class_numbers(hands))]


@lru_cache(maxsize=MOST_CARDS_IN_HAND)
def _class_order(size: int) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return the numbers of the classes of hands in rising order, and the place of each."""
    numbers = _class_numbers(suit_classes(size).hands)
    order = np.argsort(numbers)
    return numbers[order], order


def _class_numbers(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return a number for each hand of the pack of 52, one for all hands of a class."""
    cards = hands.astype(np.int64)
    bits = (np.int64(1) << (13 * (cards & 3) + (cards >> 2))).sum(1)
    return _sorted_suits(bits, (tuple(range(4)),))


def _hand_names(hands: Hands, called: Sequence[str]) -> list[str]:
    return ["".join([called[card] for card in hand]) for hand in np.asarray(hands).tolist()]


def _set_numbers(
    cards: NDArray[np.int64], many: int, suits: tuple[tuple[int, ...], ...]
) -> NDArray[np.int64]:
    """Return a number for every set of cards of every hand; *many* different cards there are.

    Two sets have one number if and only if a permutation of interchangeable suits takes one to the
    other. A row has the sets that bits of its number choose, from no card to the whole hand.
    """
    size = cards.shape[1]
    found = np.zeros((1 << size, len(cards)), np.int64)
    if suits:
        bits = np.int64(1) << (13 * (cards & 3) + (cards >> 2))
    elif (many + 1) ** max(1, size) >= 1 << 62:
        raise FormError("a pack of private hands of several cards has too many cards")
    for chosen in range(1, 1 << size):
        high = chosen.bit_length() - 1
        rest = found[chosen ^ 1 << high]
        found[chosen] = rest | bits[:, high] if suits else rest * (many + 1) + cards[:, high] + 1
    return _sorted_suits(found, suits) if suits else found


_SUIT_MASK = (1 << 13) - 1


def _suit_parts(numbers: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the ranks of each suit, as bits."""
    return [numbers >> 13 * suit & _SUIT_MASK for suit in range(4)]


def _sorted_suits(
    numbers: NDArray[np.int64], suits: tuple[tuple[int, ...], ...]
) -> NDArray[np.int64]:
    """Return sets of cards with interchangeable suits in one order."""
    parts = _suit_parts(numbers)
    for block in suits:
        for _end in range(len(block) - 1, 0, -1):
            for one, two in itertools.pairwise(block):
                parts[one], parts[two] = (
                    np.minimum(parts[one], parts[two]),
                    np.maximum(parts[one], parts[two]),
                )
    return parts[0] | parts[1] << 13 | parts[2] << 26 | parts[3] << 39


def _orbit_sizes(
    numbers: NDArray[np.int64], suits: tuple[tuple[int, ...], ...]
) -> NDArray[np.int64]:
    """Return how many sets of cards each number represents."""
    size = np.ones(len(numbers), np.int64)
    parts = _suit_parts(numbers)
    for block in suits:
        alike = np.ones(len(numbers), np.int64)
        size *= factorial(len(block))
        for one, two in itertools.pairwise(block):
            alike = np.where(parts[one] == parts[two], alike + 1, 1)
            size //= alike
    return size


@dataclass(frozen=True, eq=False)
class _SetTables:
    """The sets of cards of the hands of both players, for the sums of one of them.

    The whole hand as a set is kept apart: one hand at most of the other player holds it.
    """

    levels: tuple[NDArray[np.int64], NDArray[np.int64]]
    """The strengths of my hands and of the other's."""
    sets: tuple[NDArray[np.integer], NDArray[np.integer]]
    """For each hand, mine and the other's, its sets: an even number of cards first."""
    even: int
    """How many of them have an even number of cards."""
    times: NDArray[np.int64]
    """Of each set: permutations of suits that leave it as it is."""
    own: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """Of each hand of mine: its place among the other's hands or -1, how often it counts there,
    with its sign, and whether it is weaker (0) there, equal or stronger."""

    @classmethod
    def of(cls, deal: RangeDeal, seat: int) -> _SetTables:
        """Return the tables for the sums of a player."""
        numbers = [deal._numbers[k] for k in (seat, 1 - seat)]
        whole = len(numbers[0]) - 1
        proper = sorted(range(whole), key=lambda chosen: (chosen.bit_count() % 2, chosen))
        even = sum(chosen.bit_count() % 2 == 0 for chosen in proper)
        rows = [part[proper] for part in (numbers[:1] if deal._same else numbers)]
        known = np.unique(np.concatenate([part.ravel() for part in rows]))
        kind = np.uint16 if len(known) < 1 << 16 else np.int32
        places = [
            np.ascontiguousarray(np.searchsorted(known, part).astype(kind).T) for part in rows
        ]
        levels = deal._levels[seat], deal._levels[1 - seat]
        one, two = (part[whole] for part in numbers)
        order = np.argsort(two)
        place = np.minimum(np.searchsorted(two[order], one), len(two) - 1)
        twins = np.where(two[order][place] == one, order[place], -1)
        sign = 1 - 2 * (whole.bit_count() % 2)
        return cls(
            levels,
            (places[0], places[-1]),
            even,
            deal._common_multiple // deal._multiplicity(known),
            (
                twins,
                sign * deal._common_multiple // deal._multiplicity(one),
                1 + np.sign(levels[1][twins] - levels[0]),
            ),
        )

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """In which order hands are added and sums read, as :mod:`hand_deal_kernel` has it."""
        mine, theirs = self.levels
        own, other = np.arange(len(mine)), np.arange(len(theirs))
        codes = np.concatenate((4 * other, 4 * own + 1, 4 * own + 2, 4 * own + 3))
        last = 3 * (1 + max(int(mine.max()), int(theirs.max())))
        moments = np.concatenate((3 * theirs + 1, 3 * mine, 3 * mine + 2, np.full(len(mine), last)))
        return codes[np.argsort(moments, kind="stable")]

    def sweep(self, each: Weights, out: Weights) -> None:
        """Fill in sums over weaker hands, hands that are not stronger, and all: compiled loops."""
        columns = each.shape[1]
        few = columns > 2 and len(self.times) <= _FEW_SETS
        width = min(columns, _COLUMNS) if few else 2
        sweep = LOOPS.compiled.sweep_many if few else LOOPS.compiled.sweep_two
        given = self.steps, self.sets, self.even, self.times
        if columns == width:
            sweep(*given, each, np.zeros((len(self.times), width), each.dtype), out)
        else:
            part = np.zeros((len(each), width), each.dtype)
            found = np.empty((*out.shape[:2], width), each.dtype)
            for first in range(0, columns, width):
                here = each[:, first : first + width]
                part[:, : here.shape[1]] = here
                sweep(*given, part, np.zeros((len(self.times), width), each.dtype), found)
                out[:, :, first : first + width] = found[:, :, : here.shape[1]]
        LOOPS.compiled.leave_out_own(*self.own, each, out)

    def plain(self, each: Weights) -> Weights:
        """Return the same by prefix sums over (set, strength), in numpy, with columns as rows.

        The very hand of the own player is not yet left out.
        """
        order, rows, times, spots = self._prefix
        upto = np.zeros((len(each), len(order) + 1), each.dtype)
        np.cumsum(each[:, rows] * times, axis=1, out=upto[:, 1:])
        signs = np.ones(self.sets[0].shape[1], np.int64)
        signs[self.even :] = -1
        begin = upto[:, spots[0]]
        found = np.array([((upto[:, spot] - begin) * signs).sum(2) for spot in spots[1:]])
        return cast("Weights", found)

    @cached_property
    def _prefix(
        self,
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64], tuple[NDArray[np.intp], ...]]:
        """The other's sets by number and strength, and where those of my sets lie."""
        mine, theirs = self.levels
        reads, adds = self.sets
        scale = np.int64(1 + int(max(mine.max(), theirs.max())))
        keys = (adds * scale + theirs[:, None]).ravel()
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        first = reads * scale
        spots = (first, first + mine[:, None], first + mine[:, None] + 1, first + scale)
        rows = order // adds.shape[1]
        times = self.times[adds.ravel()[order]]
        return order, rows, times, tuple(np.searchsorted(keys, spot) for spot in spots)
