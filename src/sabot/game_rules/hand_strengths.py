"""The strengths of cards and of hands, as rules compare them: whole numbers, for each of the pack.

Strengths are compared by Python's own order, which must be total. A function of a hand is called
for every hand that the pack gives, at every comparison (:class:`HandOrder`). Hands too many to be
listed must be hands of the whole pack of 52 whose suits are interchangeable: then one hand
represents its class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, zip_longest
from math import comb
from random import Random
from typing import cast

import numpy as np

from sabot.cards.card import SUITS, Card
from sabot.cards.poker_hand import DECK_SIZE, card_text, suit_classes
from sabot.cards.shoe import Shoe, count_hands, enumerate_hands
from sabot.errors import FormError
from sabot.forms.hand_deals import (
    MOST_CARDS_IN_HAND,
    levels_of_suit_classes,
    places_of_suit_classes,
)
from sabot.game_rules.bytecode import state_of_function
from sabot.progress import report_progress

MOST_LISTED_HANDS = 30_000
"""So many hands of several cards are listed one by one; where there are more, by classes."""
_HANDS_PER_REPORT = 4_096


class NoOrder(BaseException):
    """The rules do not compare by a total order, or the hands are too many.

    It is no ``Exception``, so that rules cannot catch it.
    """


_ABSENT = object()
"""In place of what a shorter tuple does not have."""
_ORDERED_TYPES = (int, Fraction, str)
"""Types of cards and of strengths whose order is total; a card of the ordinary pack is another."""


def strength_levels(cards: Sequence[Hashable], by: Callable[..., object] | None) -> tuple[int, ...]:
    """Return the strength of each card as an integer, by the order of the rules.

    >>> strength_levels((3, 1, 2), None), strength_levels((1, 2, 3), lambda card: card // 2)
    ((2, 0, 1), (0, 1, 1))
    """
    given = list(cards) if by is None else [by(card) for card in cards]
    if not _have_total_order(given):
        raise NoOrder(
            "strengths are whole numbers, fractions or texts, or tuples of these, all of one kind"
        )
    values = cast("list[int]", given)  # or fractions, texts, ...
    order = {value: level for level, value in enumerate(sorted(set(values)))}
    return tuple(map(order.__getitem__, values))


def _have_total_order(values: Sequence[object]) -> bool:
    """Return whether Python's own order of these values is total."""
    kinds = set(map(type, values))
    if len(kinds) != 1:
        return False
    (kind,) = kinds
    if kind is Card or kind in _ORDERED_TYPES:
        return True
    if kind is tuple:  # compared place by place; a shorter one is smaller, if all else is equal
        columns = zip_longest(*set(cast("list[tuple[object, ...]]", values)), fillvalue=_ABSENT)
        return all(
            _have_total_order([item for item in column if item is not _ABSENT])
            for column in columns
        )
    names = ("__lt__", "__le__", "__eq__", "__ne__", "__ge__", "__gt__", "__hash__")
    return issubclass(kind, int) and all(
        getattr(kind, name) is getattr(int, name) for name in names
    )


SAMPLED_HANDS = 301
"""So many hands are compared at each comparison by a function that is not called for all again."""


class HandOrder:
    """The order by which rules compare the hands of a shoe: it is found at each comparison.

    For what a function gives may change, if it reads what changes. Only where all that it reads is
    known and is as it was, some hands are compared in place of all.
    """

    def __init__(self, shoe: Shoe, size: int) -> None:
        self._shoe, self._size = shoe, size
        self._known: dict[Hashable, tuple[int, ...]] = {}
        self._dice = Random(31)

    def levels(self, by: Callable[..., object] | None) -> tuple[int, ...]:
        """Return the strengths of all hands, or of their classes, where they are many."""
        state = state_of_function((by, self._shoe.cards))
        levels = None if state is None else self._known.get(state)
        if levels is None:
            levels = levels_of_hands(self._shoe, self._size, by)
            if state is not None and state_of_function((by, self._shoe.cards)) == state:
                self._known[state] = levels
        self._require_levels(by, levels)
        return levels

    def _require_levels(self, by: Callable[..., object] | None, levels: tuple[int, ...]) -> None:
        """Refuse a function that gives another order of some hands."""
        hands, places = self._sample(len(levels))
        found = strength_levels(hands, by)
        known = [levels[place] for place in places]
        scale = {level: number for number, level in enumerate(sorted(set(known)))}
        if found != tuple([scale[level] for level in known]):
            raise NoOrder("the strength of a hand changes when it is computed again")

    def _sample(self, count: int) -> tuple[list[Hashable], list[int]]:
        """Return some hands, and which of *count* strengths each has."""
        cards, _ = live_cards(self._shoe)
        if are_many(self._shoe, self._size):
            hands = [
                sorted(self._dice.sample(range(DECK_SIZE), self._size))
                for _ in range(SAMPLED_HANDS)
            ]
            numbers = [[card_number(cast("Card", cards[spot])) for spot in hand] for hand in hands]
            places = places_of_suit_classes(np.array(numbers, np.uint8)).tolist()
        else:
            places = self._dice.choices(range(count), k=SAMPLED_HANDS)
            hands = [[*self._listed[place]] for place in places]
        return [tuple([cards[spot] for spot in hand]) for hand in hands], places

    @cached_property
    def _listed(self) -> Sequence[tuple[int, ...]]:
        return enumerate_hands(live_cards(self._shoe)[1], self._size, False)[0]


def levels_of_hands(shoe: Shoe, size: int, by: Callable[..., object] | None) -> tuple[int, ...]:
    """Return the strengths of all hands of a shoe, or of their classes, where they are many.

    >>> levels_of_hands(Shoe((1, 2, 3), (2, 2, 1)), 2, sum)
    (0, 1, 2, 2, 3)
    """
    if 2 * size > shoe.total:
        raise NoOrder("the shoe has too few cards for two hands")
    cards, counts = live_cards(shoe)
    if not are_many(shoe, size):
        listed, _, _ = enumerate_hands(counts, size, False)
        return strength_levels([tuple([cards[spot] for spot in hand]) for hand in listed], by)
    if by is None or not is_whole_pack(shoe):
        raise NoOrder(
            f"over {MOST_LISTED_HANDS:,} hands are compared by a function, from the whole pack "
            "Shoe.decks(1, suited=True)"
        )
    return _levels_of_classes(cast("tuple[Card, ...]", cards), size, by)


def are_many(shoe: Shoe, size: int) -> bool:
    """Return whether the hands of so many cards are too many to be listed one by one."""
    return count_hands(live_cards(shoe)[1], size, endless=False) > MOST_LISTED_HANDS


def live_cards(shoe: Shoe) -> tuple[tuple[Hashable, ...], tuple[int, ...]]:
    """Return the cards that a shoe has, and how many of each."""
    cards, counts = zip(*shoe.weights()[0], strict=True)
    return cards, counts


def is_whole_pack(shoe: Shoe) -> bool:
    """Return whether a shoe has each card of the pack of 52 once.

    >>> is_whole_pack(Shoe.decks(1, suited=True)), is_whole_pack(Shoe.decks(1))
    (True, False)
    """
    cards, counts = live_cards(shoe)
    return (
        len(cards) == DECK_SIZE
        and set(counts) == {1}
        and all(isinstance(card, Card) and card.suit for card in cards)
    )


def card_number(card: Card) -> int:
    """Return the number of a card of the pack as poker hands have it: the ace is the highest.

    >>> card_number(Card.parse("2c")), card_number(Card.parse("As"))
    (0, 51)
    """
    return 4 * ((card.rank - 2) % 13) + SUITS.index(card.suit)


def _levels_of_classes(
    cards: tuple[Card, ...], size: int, by: Callable[..., object]
) -> tuple[int, ...]:
    """Return the strengths of the classes of hands; all hands of a class must have one."""
    places: dict[object, int] = {}
    many = comb(len(cards), size)
    found = np.empty(many, np.int32)
    for place, hand in enumerate(combinations(cards, size)):
        if place % _HANDS_PER_REPORT == 0:
            report_progress("calling the comparison for all hands", place, many, "hands")
        found[place] = places.setdefault(by(hand), len(places))
    order = np.array(strength_levels(cast("list[Hashable]", list(places)), None), np.int64)
    numbers = np.array([card_number(card) for card in cards], np.uint8)
    spots = chain.from_iterable(combinations(range(DECK_SIZE), size))
    hands = numbers[np.fromiter(spots, np.uint8, many * size).reshape(many, size)]
    try:
        levels: tuple[int, ...] = tuple(levels_of_suit_classes(hands, order[found]).tolist())
    except FormError as fault:
        raise NoOrder(f"{fault}, and hands are over {MOST_LISTED_HANDS:,}") from None
    return levels


def view_by_class(view: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """Return what a player sees, each hand of suited cards by the name of its class.

    >>> hand = Card.parse("As"), Card.parse("Kh"), Card.parse("Kd")
    >>> view_by_class(("start", hand, "bet"))
    ('start', 'KcKdAh', 'bet')
    """
    return tuple(
        _class_name([card_number(card) for card in item])
        if type(item) is tuple
        and 0 < len(item) <= MOST_CARDS_IN_HAND
        and all(isinstance(card, Card) and card.suit for card in item)
        else item
        for item in view
    )


def _class_name(hand: Sequence[int]) -> str:
    """Return the name of a class of hands: of the hand that represents it."""
    (place,) = places_of_suit_classes(np.array([hand], np.uint8))
    return "".join(map(card_text, suit_classes(len(hand)).hands[place].tolist()))
