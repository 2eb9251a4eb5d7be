"""Cards and their notation: ``A 2 ... 10 J Q K`` with an optional suit ``c d h s``.

Ranks count from 1 (the ace is low, as in le Her and baccara). Games with more or fewer than
thirteen ranks use bare numbers; a card is then simply its rank.
"""

from __future__ import annotations

from dataclasses import dataclass

from sabot.errors import ShoeError

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("c", "d", "h", "s")
_RANK_NUMBERS = {name: number for number, name in enumerate(RANKS, 1)} | {"T": 10, "1": 1}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of the ordinary pack: ``rank`` 1 to 13 and ``suit`` (empty when it does not count).

    >>> Card.parse("10h"), Card.parse("K")
    (Card.parse('10h'), Card.parse('K'))
    >>> Card.parse("9s").rank, str(Card(1, "c"))
    (9, 'Ac')
    """

    rank: int
    suit: str = ""

    def __post_init__(self) -> None:
        whole = isinstance(self.rank, int) and 1 <= self.rank <= 13
        if not whole or self.suit not in ("", *SUITS):
            raise ShoeError(
                f"no card has rank {self.rank!r:.40} and suit {self.suit!r:.40}; a rank is a whole "
                f"number from 1 to 13, a suit one of {' '.join(SUITS)}; Card.parse reads 'As'"
            )

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card such as ``9h``, ``10s``, ``Td``, ``K``."""
        body = text.strip()
        suit = body[-1:].lower()
        rank = body[:-1] if suit in SUITS and len(body) > 1 else body
        number = _RANK_NUMBERS.get(rank.upper())
        if number is None:
            raise ShoeError(
                f"{text!r} is not a card; write a rank {' '.join(RANKS)} and, where suits count, "
                f"a suit {' '.join(SUITS)}: 9h, 10s, K"
            )
        return cls(number, suit if rank is not body else "")

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


def rank_name(rank: int, ranks: int = 13) -> str:
    """Return what a rank is called at the table: letters for thirteen ranks, else the number.

    >>> [rank_name(r) for r in (1, 10, 13)], rank_name(13, ranks=20)
    (['A', '10', 'K'], '13')
    """
    return RANKS[rank - 1] if ranks == 13 else str(rank)
