"""The strengths of cards and of hands, as rules compare them: whole numbers, for each of the pack.

Strengths are compared by Python's own order, which must be total. A function of a hand is called
for every hand that the pack gives. Hands too many to be listed must be hands of the whole pack of
52 whose suits are interchangeable: then one hand represents its class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations, zip_longest
from math import comb
from types import FunctionType
from typing import cast

import numpy as np

from sabot.cards.card import SUITS, Card
from sabot.cards.poker_hand import DECK_SIZE, card_text
from sabot.cards.shoe import Shoe, count_hands, enumerate_hands
from sabot.errors import FormError
from sabot.forms.hand_deals import levels_of_suit_classes
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
        raise NoOrder
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


def function_key(by: Callable[..., object]) -> Hashable:
    """Return what two functions have in common that do the same: code, defaults, captured things.

    Rules that are run again make the same function again.
    """
    if not isinstance(by, FunctionType):
        return by
    parts = [cell.cell_contents for cell in by.__closure__ or ()]
    parts += [*(by.__defaults__ or ()), *(by.__kwdefaults__ or {}).items()]
    found = tuple(function_key(part) if isinstance(part, FunctionType) else part for part in parts)
    return by.__code__, id(by.__globals__), found


def levels_of_hands(shoe: Shoe, size: int, by: Callable[..., object] | None) -> tuple[int, ...]:
    """Return the strengths of all hands of a shoe, or of their classes, where they are many.

    >>> levels_of_hands(Shoe((1, 2, 3), (2, 2, 1)), 2, sum)
    (0, 1, 2, 2, 3)
    """
    if 2 * size > shoe.total:
        raise NoOrder
    cards, counts = live_cards(shoe)
    if not are_many(shoe, size):
        listed, _, _ = enumerate_hands(counts, size, False)
        return strength_levels([tuple([cards[spot] for spot in hand]) for hand in listed], by)
    if by is None or not is_whole_pack(shoe):
        raise NoOrder
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
    order = np.array(strength_levels(list(places), lambda strength: strength), np.int64)
    numbers = np.array([card_number(card) for card in cards], np.uint8)
    spots = chain.from_iterable(combinations(range(DECK_SIZE), size))
    hands = numbers[np.fromiter(spots, np.uint8, many * size).reshape(many, size)]
    try:
        levels: tuple[int, ...] = tuple(levels_of_suit_classes(hands, order[found]).tolist())
    except FormError:
        raise NoOrder from None
    return levels


def view_by_class(view: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """Return what a player sees, each hand of suited cards by the name of its class.

    >>> hand = Card.parse("As"), Card.parse("Kh"), Card.parse("Kd")
    >>> view_by_class(("start", hand, "bet"))
    ('start', 'KcKdAh', 'bet')
    """
    return tuple(
        _class_name([card_number(card) for card in item])
        if type(item) is tuple and all(isinstance(card, Card) and card.suit for card in item)
        else item
        for item in view
    )


def _class_name(hand: Sequence[int]) -> str:
    """Return the name of a class of hands: of the hand with the smallest suits."""
    images = (
        sorted(4 * (card >> 2) + order[card & 3] for card in hand)
        for order in permutations(range(4))
    )
    return "".join(map(card_text, min(images, key=lambda cards: [card & 3 for card in cards])))
