"""Shoes: multisets of cards with exact draws, finite or with replacement, and dealt hands.

Draw weights are integers over one total, so a chain of draws is a product of integers over a
product of integers and nothing is ever rounded. A hand dealt at once is a multiset of cards; its
weight is the number of ways in which it can be drawn (products of binomial coefficients, or of
powers with replacement), whatever the order, so that a deal opens one branch for each hand and not
one for each order.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from sabot.cards.card import SUITS, Card
from sabot.errors import ShoeError, TreeTooLargeError
from sabot.exact import as_rational, format_fraction
from sabot.names import alike_names

INF = math.inf
"""Endlessly many: of decks or of suits. Draws are then with replacement."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """How many of each card; ``endless`` shoes give a card back after every draw.

    >>> shoe = Shoe.ranks(ranks=3, suits=2)
    >>> shoe.weights()
    (((1, 2), (2, 2), (3, 2)), 6)
    >>> shoe.without(2).weights()
    (((1, 2), (2, 1), (3, 2)), 5)
    """

    cards: tuple[Hashable, ...]
    counts: tuple[int, ...]
    endless: bool = False
    name: str = ""
    total: int = field(init=False, repr=False, compare=False)
    """All cards together: counted once, for every hand puts the same shoe on the table."""
    kinds: int = field(init=False, repr=False, compare=False)
    """How many different cards it holds."""

    def __post_init__(self) -> None:
        if len(self.cards) != len(self.counts) or len(set(self.cards)) != len(self.cards):
            raise ShoeError("a shoe needs one count for each different card")
        if alike := alike_names(card for card in self.cards if isinstance(card, str)):
            raise ShoeError(f"the cards {alike}; rename one")
        for card, count in zip(self.cards, self.counts, strict=True):
            if count < 0:
                raise ShoeError(f"a shoe cannot hold {count} cards of {card}; counts start at 0")
        object.__setattr__(self, "total", sum(self.counts))
        object.__setattr__(self, "kinds", sum(map(bool, self.counts)))

    # ------------------------------------------------------------------ ways to fill one

    @classmethod
    def ranks(cls, *, ranks: int, suits: int | float) -> Shoe:
        """Return *suits* cards of each rank 1..*ranks*; endless when *suits* is ``INF``."""
        if ranks < 1 or suits < 1:
            raise ShoeError(
                f"a shoe of {ranks} ranks and {suits} suits is empty; write at least 1 of each"
            )
        endless = suits == INF
        count = 1 if endless else _whole_count(suits)
        return cls(tuple(range(1, ranks + 1)), (count,) * ranks, endless)

    @classmethod
    def decks(cls, decks: Fraction | int | float = 1, *, suited: bool = False) -> Shoe:
        """Return *decks* packs of 52, a fraction of one, or endlessly many (``INF``).

        Without suits a fraction may be any multiple of 1/4 (one card of each rank).

        >>> len(Shoe.decks(6)), len(Shoe.decks(Fraction(1, 2)))
        (312, 26)
        """
        endless = decks == INF
        size = Fraction(1) if endless else as_rational(decks)
        unit = Fraction(1) if suited else Fraction(1, 4)
        if size <= 0 or (size / unit).denominator != 1:
            raise ShoeError(
                f"{format_fraction(size)} decks: write a positive multiple of "
                f"{format_fraction(unit)}, or inf"
            )
        name = (
            "inf decks" if endless else f"{format_fraction(size)} deck" + ("" if size == 1 else "s")
        )
        if suited:
            pack = tuple(Card(rank, suit) for rank in range(1, 14) for suit in SUITS)
            return cls(pack, (int(size),) * 52, endless, name + " suited")
        pack = tuple(Card(rank) for rank in range(1, 14))
        return cls(pack, (1 if endless else int(size * 4),) * 13, endless, name)

    @classmethod
    def of_counts(cls, counts: Mapping[Hashable, int] | Sequence[int]) -> Shoe:
        """Return a shoe from counts: a mapping card to count, or counts of the cards 0, 1, 2, ...

        >>> Shoe.of_counts([16, 4, 4])
        Shoe.parse('[16,4,4]')
        """
        if not isinstance(counts, Mapping):
            counts = dict(enumerate(counts))
        return cls(tuple(counts), tuple(map(_whole_count, counts.values())))

    @classmethod
    def parse(cls, text: str) -> Shoe:
        """Read ``6 decks``, ``1/2 deck``, ``inf decks``, ``1 deck suited -9h``, ``[16,4,4]``.

        >>> Shoe.parse("8 decks") - Card.parse("9h")
        Shoe.parse('8 decks -9')
        >>> Shoe.parse(str(Shoe.decks(1, suited=True) - Card.parse("9h"))).count(Card.parse("9h"))
        0
        """
        body = text.strip()
        if body.startswith("[") and body.endswith("]"):
            try:
                return cls.of_counts([int(part) for part in body[1:-1].split(",")])
            except ValueError:
                raise ShoeError(f"{text!r}: write whole counts, as in [16,4,4]") from None
        words = body.split()
        if len(words) < 2 or words[1] not in ("deck", "decks"):
            raise ShoeError(
                f"{text!r} is not a shoe; write '6 decks', '1/2 deck', 'inf decks' or '[16,4,...]'"
            )
        suited = words[2:3] == ["suited"]
        shoe = cls.decks(INF if words[0] == "inf" else as_rational(words[0]), suited=suited)
        for word in words[3 if suited else 2 :]:
            if not word.startswith("-"):
                raise ShoeError(f"{text!r}: expected a card taken out, as in -9h, not {word!r}")
            shoe = shoe - Card.parse(word[1:])
        return shoe

    # ------------------------------------------------------------------ what it gives

    def weights(self) -> tuple[tuple[tuple[Hashable, int], ...], int]:
        """Return the cards that can be drawn with their integer weights, and the total."""
        pairs = tuple(
            (card, count) for card, count in zip(self.cards, self.counts, strict=True) if count
        )
        return pairs, self.total

    def count(self, card: Hashable) -> int:
        """Return how many of *card* are left."""
        try:
            return self.counts[self.cards.index(card)]
        except ValueError:
            return 0

    def without(self, card: Hashable) -> Shoe:
        """Return the shoe after *card* was drawn; an endless shoe is not changed."""
        if not self.count(card):
            raise ShoeError(f"the shoe holds no {card}")
        if self.endless:
            return self
        spot = self.cards.index(card)
        counts = (*self.counts[:spot], self.counts[spot] - 1, *self.counts[spot + 1 :])
        name = f"{self.name} -{card}" if self.name else ""
        return Shoe(self.cards, counts, False, name)

    def __sub__(self, card: Card) -> Shoe:
        """Return the shoe less one card; a suited card leaves a shoe of ranks by its rank."""
        return self.without(card if card in self.cards else Card(card.rank))

    def __len__(self) -> int:
        if self.endless:
            raise ShoeError("an endless shoe has no number of cards")
        return self.total

    def __str__(self) -> str:
        if self.name:
            return self.name
        if self.cards == tuple(range(len(self.cards))):
            return "[" + ",".join(map(str, self.counts)) + "]"
        sort = "endless" if self.endless else f"{self.total} cards"
        return f"shoe of {sort}, {len(self.cards)} kinds"

    def __repr__(self) -> str:
        if self.name or self.cards == tuple(range(len(self.cards))):
            return f"Shoe.parse({str(self)!r})"
        return f"Shoe({self.cards!r}, {self.counts!r}, endless={self.endless})"


def _whole_count(count: object) -> int:
    """Return a count of cards; half a card is refused, not rounded."""
    number = as_rational(count)
    if number.denominator != 1:
        raise ShoeError(
            f"a shoe cannot hold {format_fraction(number)} cards of a kind; counts are whole"
        )
    return int(number)


MAX_DEALT_HANDS = 1_000_000
"""So many hands may come of one deal: each is a branch."""


@lru_cache(maxsize=256)
def enumerate_hands(
    counts: tuple[int, ...], count: int, endless: bool
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]:
    """Return the hands of *count* cards as spots of the shoe, their weights, and all weights' sum.

    >>> enumerate_hands((2, 1), 2, False)
    (((0, 0), (0, 1)), (1, 2), 3)
    """
    if count_hands(counts, count, endless) > MAX_DEALT_HANDS:
        raise TreeTooLargeError(
            f"deal({count}) can give more than {MAX_DEALT_HANDS:,} hands; deal fewer cards, or "
            "draw() them one by one"
        )
    found: list[tuple[int, ...]] = [()]
    weights = [1]
    for spot, held in enumerate(counts):
        grown, heavier = [], []
        later = sum(counts[spot + 1 :])
        for hand, weight in zip(found, weights, strict=True):
            wanted = count - len(hand)
            least = wanted if not later else 0 if endless else max(0, wanted - later)
            most = wanted if endless and held else min(wanted, held)
            for taken in range(most, least - 1, -1):  # low cards first
                grown.append(hand + (spot,) * taken)
                ways = math.comb(wanted, taken) * held**taken
                heavier.append(weight * (ways if endless else math.comb(held, taken)))
        found, weights = grown, heavier
    total = sum(counts) ** count if endless else math.comb(sum(counts), count)
    return tuple(found), tuple(weights), total


@lru_cache(maxsize=64)
def cards_of_hands(
    cards: tuple[Hashable, ...], hands: tuple[tuple[int, ...], ...], kinds: tuple[type, ...]
) -> tuple[tuple[Hashable, ...], ...]:
    """Return hands by their cards; their *kinds* distinguish a shoe of 1 from one of True."""
    return tuple(tuple([cards[spot] for spot in hand]) for hand in hands)


def count_hands(counts: tuple[int, ...], count: int, endless: bool) -> int:
    """Return how many hands of *count* cards there are, without listing them."""
    ways = [1] + [0] * count
    for held in filter(None, counts):
        most = count if endless else held
        ways = [sum(ways[max(0, size - most) : size + 1]) for size in range(count + 1)]
    return ways[count]
