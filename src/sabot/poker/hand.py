"""A hand of five cards as a value: typed, compared, called by its name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import total_ordering

from sabot.errors import HandError
from sabot.poker.deck import cards, checked, sign, text
from sabot.poker.evaluate import one
from sabot.poker.ladder import KINDS, Strength, step


@total_ordering
class Hand:
    """Five cards, compared as at a showdown: ``==`` is a tie, whatever the suits.

    >>> Hand("AsKdQhJc9s") < Hand("2c2d3h4s5c"), Hand("AsKdQhJc9s") == Hand("AhKcQdJs9h")
    (True, True)
    >>> Hand("TcTdAs7h2c")
    Hand('TcTdAs7h2c')
    >>> Hand("TcTdAs7h2c").kind, Hand("TcTdAs7h2c").rank, Hand("10c 10d As 7h 2c").cards
    ('one pair', 3213, (32, 33, 51, 22, 0))
    """

    __slots__ = ("cards", "rank")

    cards: tuple[int, ...]
    """The cards as numbers, in the order in which they were given (:mod:`sabot.poker.deck`)."""
    rank: int
    """1 for the worst hand to 7,462 for a royal flush."""

    def __init__(self, held: str | Iterable[int]) -> None:
        if isinstance(held, str):
            found = cards(held)
        else:
            found = tuple(int(card) for card in held)
            if faults := checked(found):
                raise HandError(str(found), faults)
        object.__setattr__(self, "cards", found)
        object.__setattr__(self, "rank", one(found))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a hand does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a hand does not change: {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Hand], tuple[str]]:
        return Hand, (str(self),)

    @property
    def strength(self) -> Strength:
        """What the hand is worth: its kind and the ranks that decide."""
        return step(self.rank)

    @property
    def kind(self) -> str:
        """One of the nine kinds, such as ``one pair``."""
        return KINDS[self.strength.kind]

    @property
    def name(self) -> str:
        """The hand in words, such as ``pair of tens, ace kicker``."""
        return self.strength.name

    @property
    def signs(self) -> str:
        """The cards with the signs of their suits, for a screen."""
        return " ".join(map(sign, self.cards))

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, Hand) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self.rank == other.rank if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rank)

    def __str__(self) -> str:
        return "".join(map(text, self.cards))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"
