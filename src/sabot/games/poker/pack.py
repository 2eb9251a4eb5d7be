"""The small packs that Kuhn's and Leduc poker are dealt from."""

from __future__ import annotations

from functools import lru_cache

from sabot.shoe import Shoe


class Court(int):
    """One of the classical three cards: the rank 1, 2 or 3 that prints as J, Q or K."""

    def __str__(self) -> str:
        return "JQK"[self - 1]

    def __repr__(self) -> str:
        return f"Court({int(self)})"


@lru_cache(maxsize=64)
def pack(ranks: int, suits: int) -> Shoe:
    """Return the pack: J, Q, K where there are three ranks, else numbers.

    >>> [str(card) for card in pack(3, 2).cards], pack(4, 2).cards
    (['J', 'Q', 'K'], (1, 2, 3, 4))
    """
    if ranks == 3:
        return Shoe.of_counts({Court(rank): suits for rank in (1, 2, 3)})
    return Shoe.ranks(ranks=ranks, suits=suits)
