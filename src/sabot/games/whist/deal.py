"""Deals of 2n cards of one suit, positions in the play, and the variants of single-suit whist.

A deal is 2n letters, the lowest card first, W or E for its holder. A position is a deal, the
player on lead and the card led. A variant says whether the second hand must win the trick if it
can (the greedy rule) and what West is paid for each trick: 1 or -1 for every trick, or for the
last one only, or, under the greedy rule, a payment of its own for each trick.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sabot.errors import FormError, shorten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Seat = Literal["W", "E"]
Rule = Literal["relaxed", "greedy"]
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The names of cards in a hand, lowest first."""
_EAST = ord("E")


def random_generator(seed: int) -> np.random.Generator:
    """Return the source of random deals that a seed names; a negative seed is one of its own."""
    import numpy as np

    return np.random.default_rng(seed if seed >= 0 else [-seed, 1])


def other_seat(seat: Seat) -> Seat:
    """Return the other seat.

    >>> other_seat("W")
    'E'
    """
    return "E" if seat == "W" else "W"


@dataclass(frozen=True, slots=True)
class Deal:
    """Who holds which card: 2n letters, the lowest card first, ``W`` or ``E`` for its holder.

    >>> Deal("EWEWWE").west
    (2, 4, 5)
    >>> str(Deal.parse("KQ10/AJ9"))
    'EWEWWE'
    """

    holders: str

    def __post_init__(self) -> None:
        text = self.holders
        west, east = text.count("W"), text.count("E")
        if west + east != len(text):
            odd, at = next((letter, i) for i, letter in enumerate(text, 1) if letter not in "WE")
            raise FormError(
                "a deal is written with W and E, lowest card first; "
                f"{odd!r} is neither (letter {at:,})"
            )
        if west != east:
            raise FormError(f"a deal gives each seat n cards; here West has {west}, East {east}")
        if not text:
            raise FormError("a deal holds at least two cards")

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Return the deal written as letters (``EWEWWE``) or as hands, West's first (``KQ10/AJ9``).

        Only the order of the cards in the two hands matters; ranks that nobody holds are skipped.
        """
        if "/" not in text:
            return cls("".join(text.split()).translate({101: "E", 119: "W"}))
        hands = text.split("/")
        if len(hands) != 2:
            raise FormError(
                f"two hands make a deal, West's/East's; {shorten(text)!r} has {len(hands)}"
            )
        holder: dict[int, str] = {}
        for seat, hand in zip("WE", hands, strict=True):
            for rank in _parse_ranks(hand):
                if rank in holder:
                    raise FormError(f"the card {RANKS[rank]} is held twice in {shorten(text)!r}")
                holder[rank] = seat
        return cls("".join(holder[rank] for rank in sorted(holder)))

    @classmethod
    def unpack(cls, bits: int, n: int) -> Deal:
        """Return the deal whose card i is East's when bit i - 1 of *bits* is set.

        >>> Deal.unpack(0b100101, 3)
        Deal(holders='EWEWWE')
        """
        if n < 1 or bits < 0 or bits >> 2 * n:
            raise FormError(f"{bits} is not a deal of {n} cards per hand: it needs {2 * n} bits")
        return cls("".join("E" if bits >> i & 1 else "W" for i in range(2 * n)))

    @classmethod
    def random(cls, n: int, *, seed: int) -> Deal:
        """Return a deal of *n* cards per hand, every deal equally likely."""
        import numpy as np

        if n < 1:
            raise FormError(f"a hand holds at least one card, not {n}")
        letters = np.frombuffer(b"W" * n + b"E" * n, np.uint8)
        return cls(random_generator(seed).permutation(letters).tobytes().decode())

    def __str__(self) -> str:
        return self.holders

    @property
    def n(self) -> int:
        """The number of cards in a hand."""
        return len(self.holders) // 2

    @property
    def bits(self) -> int:
        """The deal as a whole number: bit i - 1 is set when card i is East's."""
        return int(self.holders[::-1].replace("E", "1").replace("W", "0"), 2)

    @property
    def cards(self) -> NDArray[np.uint8]:
        """The holders as an array, lowest card first: 1 for East, 0 for West."""
        import numpy as np

        letters = np.frombuffer(self.holders.encode(), np.uint8)
        return np.equal(letters, _EAST).astype(np.uint8)

    @property
    def west(self) -> tuple[int, ...]:
        """West's cards, lowest first, numbered from 1."""
        return self.hand("W")

    @property
    def east(self) -> tuple[int, ...]:
        """East's cards, lowest first, numbered from 1."""
        return self.hand("E")

    def hand(self, seat: Seat) -> tuple[int, ...]:
        """Return the cards of a seat, lowest first."""
        return tuple([i for i, held in enumerate(self.holders, 1) if held == seat])

    @property
    def swapped(self) -> Deal:
        """The deal with the two hands exchanged."""
        return Deal(self.holders.translate({87: "E", 69: "W"}))

    @property
    def reversed(self) -> Deal:
        """The deal with the order of the cards turned round."""
        return Deal(self.holders[::-1])

    def matrix(self) -> list[list[int]]:
        """Return A of (6): entry i, j (from 0) is 1 when West's i-th card beats East's j-th.

        >>> Deal.parse("KQ10/AJ9").matrix()
        [[1, -1, -1], [1, 1, -1], [1, 1, -1]]
        """
        return [[1 if w > e else -1 for e in self.east] for w in self.west]

    def without(self, one: int, two: int) -> Deal:
        """Return the deal that is left when two cards, one of each hand, are gone."""
        low, high = min(one, two), max(one, two)
        text = self.holders
        return Deal(text[: low - 1] + text[low : high - 1] + text[high:])

    def top_of_run(self, card: int) -> int:
        """Return the highest card that is equivalent to *card*: same holder, none between."""
        text = self.holders
        while card < len(text) and text[card] == text[card - 1]:
            card += 1
        return card


@dataclass(frozen=True, slots=True)
class Position:
    """A deal, the seat on lead, and the card it has led (none yet at the start of a trick).

    The card led stays in the deal until the trick is complete.
    """

    deal: Deal
    lead: Seat
    led: int | None = None

    def __post_init__(self) -> None:
        if self.lead not in ("W", "E"):
            raise FormError(f"the lead is W or E, not {self.lead!r}")
        if self.led is not None:
            if not 1 <= self.led <= 2 * self.deal.n:
                raise FormError(f"card {self.led} is not one of the {2 * self.deal.n} of this deal")
            if self.deal.holders[self.led - 1] != self.lead:
                raise FormError(f"card {self.led} was led, but is not held by the seat on lead")

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.lead if self.led is None else other_seat(self.lead)

    def playable(self, rule: Rule = "relaxed") -> tuple[int, ...]:
        """Return the cards that may be played, lowest first."""
        hand = self.deal.hand(self.turn)
        if rule == "greedy" and self.led is not None:
            return tuple(card for card in hand if card > self.led) or hand
        return hand

    def distinct_cards(self, rule: Rule = "relaxed") -> tuple[int, ...]:
        """Return one card of each run of equivalent playable cards, the highest of the run."""
        top = self.deal.top_of_run
        return tuple(card for card in self.playable(rule) if top(card) == card)

    def why_illegal(self, card: int, rule: Rule = "relaxed") -> str | None:
        """Return why a card may not be played, or None when it may."""
        if not 1 <= card <= 2 * self.deal.n:
            return f"there is no card {card}: they run from 1 to {2 * self.deal.n}"
        if self.deal.holders[card - 1] != self.turn:
            return f"card {card} is not {'West' if self.turn == 'W' else 'East'}'s"
        if card not in self.playable(rule):
            return f"card {card} loses to {self.led}; the greedy rule demands a higher one"
        return None

    def winner(self, reply: int) -> Seat:
        """Return who wins the trick when *reply* is played to the card led."""
        assert self.led is not None
        return self.lead if self.led > reply else other_seat(self.lead)

    def after(self, reply: int) -> Position:
        """Return the position when *reply* completes the trick; the deal must not be the last."""
        assert self.led is not None
        return Position(self.deal.without(self.led, reply), self.winner(reply))


def _parse_ranks(hand: str) -> list[int]:
    """Return the ranks in a hand such as ``KQ10``."""
    ranks = []
    for letter in "".join(hand.split()).replace("10", "T"):
        name = "10" if letter in "Tt" else letter.upper()
        if name not in RANKS:
            raise FormError(
                f"{letter!r} in the hand {shorten(hand)!r} is not a card; cards: {' '.join(RANKS)}"
            )
        ranks.append(RANKS.index(name))
    return ranks


Objective = Literal["most", "fewest", "last", "last-loses", "score"]
_SIGN_OF_OBJECTIVE: dict[Objective, int] = {
    "most": 1,
    "fewest": -1,
    "last": 1,
    "last-loses": -1,
    "score": 1,
}


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: the rule for the second hand, and what West is paid for each trick it takes.

    West wants the largest total, East the smallest. ``most`` pays 1 per trick and ``fewest`` -1;
    ``last`` pays 1 for the last trick and ``last-loses`` -1. ``score`` pays what *score* says.

    >>> WHIST.payments(3), MISERE.payments(3), FIVE_CARD.payments(3)
    ((1, 1, 1), (-1, -1, -1), (0, 0, 1))
    >>> scored_greedy_whist((1, 2, 3, 5)).payments(3)
    (2, 3, 5)
    """

    name: str
    rule: Rule
    object: Objective
    score: tuple[int, ...] = ()
    """What each trick of the whole deal pays, first to last; empty for the other objectives."""

    def payments(self, n: int) -> tuple[int, ...]:
        """Return what West gets for winning each of the last *n* tricks, first to last."""
        if self.object == "score":
            return self.score[-n:]
        pay = _SIGN_OF_OBJECTIVE[self.object]
        if self.object in ("last", "last-loses"):
            return (0,) * (n - 1) + (pay,)
        return (pay,) * n

    def payment(self, left: int) -> int:
        """Return what West gets for a trick before which each hand holds *left* cards."""
        if self.object == "score":
            return self.score[-left]
        counts = left == 1 or self.object in ("most", "fewest")
        return _SIGN_OF_OBJECTIVE[self.object] if counts else 0

    def west_tricks(self, n: int, value: int) -> int:
        """Return West's tricks (or 1 for the last one, or the score) from West's payment."""
        return value * _SIGN_OF_OBJECTIVE[self.object]

    def most_tricks(self, n: int) -> int:
        """Return the tricks that count (or the score) if West wins all *n*."""
        if self.object == "score":
            return sum(self.score)
        return n if self.object in ("most", "fewest") else 1


WHIST = Variant("whist", "relaxed", "most")
GREEDY_WHIST = Variant("greedy-whist", "greedy", "most")
FIVE_CARD = Variant("five-card", "greedy", "last")
MISERE = Variant("misere-whist", "relaxed", "fewest")
CUCUMBER = Variant("cucumber", "greedy", "last-loses")
"""Gurka: five-card turned round, whoever takes the last trick loses."""


def variant_named(name: str) -> Variant:
    """Return the game of that name."""
    if name not in VARIANTS_BY_NAME:
        raise FormError(
            f"no whist game is called {name!r}; there are {', '.join(VARIANTS_BY_NAME)}"
        )
    return VARIANTS_BY_NAME[name]


VARIANTS_BY_NAME = {
    variant.name: variant for variant in (WHIST, GREEDY_WHIST, FIVE_CARD, MISERE, CUCUMBER)
}
"""The games with a name of their own; any other pair of rule and object is a Variant too."""


def scored_greedy_whist(score: tuple[int, ...]) -> Variant:
    """Return greedy whist in which each trick pays what *score* says, first trick first.

    Payments that never fall from a trick to the next preserve the order of Wästlund's Section 7.
    """
    if set(score) == {1}:
        return GREEDY_WHIST
    if len(score) > 1 and score == FIVE_CARD.payments(len(score)):
        return FIVE_CARD
    return Variant(GREEDY_WHIST.name, "greedy", "score", score)


def payment_score(payments: tuple[int, ...]) -> Callable[[frozenset[int]], int]:
    """Return the score that adds up a payment for each trick won, numbered from 1."""
    return lambda won: sum(payments[trick - 1] for trick in won)
