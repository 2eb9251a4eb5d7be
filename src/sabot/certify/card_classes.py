"""All hands of one to five cards of the pack of 52, up to permutations of suits, and their sums.

A card is ``4 * rank + suit``: ranks from the two (0) to the ace (12), suits in the order c d h s.
Of each class the hand with the smallest suits is listed, by ranks and then by suits. Five cards can
be compared as poker hands, here by their kind and then by the ranks that decide.

Sums over the hands that share no card with a given one are taken by inclusion and exclusion: for
each set of up to four cards, up to suits, a running sum holds the weights of the hands so far that
contain it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, product
from math import factorial
from operator import itemgetter

SUITS = 4
PERMUTATIONS = factorial(SUITS)
_SUIT_BITS = 13
_SUIT_MASK = (1 << _SUIT_BITS) - 1
_RANKS, _SUIT_LETTERS = "23456789TJQKA", "cdhs"
CardHand = tuple[int, ...]


@cache
def class_hands(size: int) -> tuple[Sequence[CardHand], Sequence[int]]:
    """Return a hand of each class, in order, and how many hands the class has."""
    hands: list[CardHand] = []
    counts: list[int] = []
    for ranks in combinations_with_replacement(range(13), size):
        held = Counter(ranks)
        if max(held.values()) > SUITS:
            continue
        for suits, count in _suit_patterns(tuple(held.values())):
            cards = zip(held, suits, strict=True)
            hands.append(tuple(4 * rank + suit for rank, own in cards for suit in own))
            counts.append(count)
    return hands, counts


@cache
def _suit_patterns(shape: tuple[int, ...]) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Return the suits of ranks that are there so often, up to permutations, with their number.

    A pattern says of each suit at which ranks it is there; suits with the same say are alike. The
    smallest suits go to those that are there at the first rank, then at the second, and so on.
    """
    found: Counter[tuple[tuple[bool, ...], ...]] = Counter()
    for chosen in product(*(combinations(range(SUITS), count) for count in shape)):
        rows = (tuple(suit in own for own in chosen) for suit in range(SUITS))
        found[tuple(sorted(rows, reverse=True))] += 1
    listed = [
        (
            tuple(
                tuple(suit for suit in range(SUITS) if rows[suit][place])
                for place in range(len(shape))
            ),
            count,
        )
        for rows, count in found.items()
    ]
    return sorted(listed)


def poker_levels() -> list[int]:
    """Return the strength of each class of five cards as in poker: 1 for the worst to 7,462."""
    hands, _ = class_hands(5)
    keys = [_poker_key(hand) for hand in hands]
    order = {key: level for level, key in enumerate(sorted(set(keys)), 1)}
    return [order[key] for key in keys]


def _poker_key(hand: CardHand) -> tuple[int, ...]:
    """Return what decides between poker hands: the kind, then ranks."""
    held = sorted(((count, rank) for rank, count in Counter(c >> 2 for c in hand).items()))[::-1]
    counts, ranks = zip(*held, strict=True)
    if counts[0] == 4:
        return 7, *ranks
    if counts[0] == 3:
        return (6, *ranks) if counts[1] == 2 else (3, *ranks)
    if counts[0] == 2:
        return (2, *ranks) if counts[1] == 2 else (1, *ranks)
    suited = len({card & 3 for card in hand}) == 1
    wheel = ranks == (12, 3, 2, 1, 0)
    if wheel or ranks[0] - ranks[4] == 4:
        return 8 if suited else 4, 3 if wheel else ranks[0]
    return 5 if suited else 0, *ranks


def hand_name(hand: CardHand) -> str:
    """Return the cards of a hand, as they are typed."""
    return "".join(_RANKS[card >> 2] + _SUIT_LETTERS[card & 3] for card in hand)


class _CardSets(dict[int, int]):
    """Numbers of sets of cards up to suits, by the cards as bits."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[tuple[int, ...], int] = {}
        self.fixed: list[int] = []
        """Of each number: permutations of suits that change nothing."""

    def __missing__(self, cards: int) -> int:
        suits = tuple(sorted(cards >> _SUIT_BITS * suit & _SUIT_MASK for suit in range(SUITS)))
        number = self._known.setdefault(suits, len(self._known))
        if number == len(self.fixed):
            fixed = 1
            for _, alike in groupby(suits):
                fixed *= factorial(len(list(alike)))
            self.fixed.append(fixed)
        self[cards] = number
        return number


class ClassSums:
    """Sums over the classes of hands, in the order of their strength."""

    def __init__(self, hands: Sequence[CardHand], counts: Sequence[int], levels: Sequence[int]):
        self._counts, self._levels = counts, levels
        size = len(hands[0])
        self._sign = -1 if size % 2 else 1
        proper = range((1 << size) - 1)
        even = [chosen for chosen in proper if chosen.bit_count() % 2 == 0]
        odd = [chosen for chosen in proper if chosen.bit_count() % 2]
        sets = _CardSets()
        self._even = [self._numbers(sets, hand, even) for hand in hands]
        self._odd = [self._numbers(sets, hand, odd) for hand in hands]
        self._fixed = sets.fixed

    @staticmethod
    def _numbers(sets: _CardSets, hand: CardHand, chosen: Sequence[int]) -> tuple[int, ...]:
        found = [0]
        for card in hand:
            bit = 1 << _SUIT_BITS * (card & 3) + (card >> 2)
            found += [cards | bit for cards in found]
        if len(chosen) < 2:
            return tuple(sets[found[place]] for place in chosen)
        return tuple(map(sets.__getitem__, itemgetter(*chosen)(found)))

    def compare(self, theirs: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
        """Return for each hand the weight of *theirs* that it beats, ties and loses to."""
        sums = [0] * len(self._fixed)
        met = sums.__getitem__
        even, odd, fixed = self._even, self._odd, self._fixed
        beaten, upto, every = ([0] * len(theirs) for _ in range(3))
        first = 0
        for _, group in groupby(self._levels):
            last = first + len(list(group))
            for hand in range(first, last):
                beaten[hand] = sum(map(met, even[hand])) - sum(map(met, odd[hand]))
            for hand in range(first, last):
                weight = theirs[hand] * self._counts[hand]
                if weight:
                    for number in even[hand]:
                        sums[number] += weight * fixed[number]
                    for number in odd[hand]:
                        sums[number] += weight * fixed[number]
            for hand in range(first, last):
                upto[hand] = sum(map(met, even[hand])) - sum(map(met, odd[hand]))
            first = last
        for hand in range(len(theirs)):
            every[hand] = sum(map(met, even[hand])) - sum(map(met, odd[hand]))
        for part in (beaten, upto, every):
            part[:] = [one // PERMUTATIONS for one in part]
        return (
            beaten,
            [
                two - one + self._sign * own
                for one, two, own in zip(beaten, upto, theirs, strict=True)
            ],
            [two - one for one, two in zip(upto, every, strict=True)],
        )
