"""A road of our own to le Her: take cards out of a pack of 52, play the hand, count who wins.

It knows neither the paper's formulas nor the game that ships with Sabot; the claims hold these
three against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

KING = 13
RANKS = range(1, 14)
DEALS = 52 * 51 * 50


def pack() -> Counter[int]:
    """Return a full pack: four cards of each rank."""
    return Counter(dict.fromkeys(RANKS, 4))


def pairs() -> Iterator[tuple[int, int, int]]:
    """Yield the ranks dealt to players 1 and 2, and in how many ways that happens."""
    full = pack()
    for mine, many in full.items():
        rest = full - Counter([mine])
        for yours, more in rest.items():
            yield mine, yours, many * more


def thirds(mine: int, yours: int) -> Counter[int]:
    """Return what is left in the pack after two cards were dealt."""
    return pack() - Counter([mine, yours])


def final(
    mine: int, yours: int, third: int, *, exchanges: bool, draws: bool | None
) -> tuple[int, int]:
    """Return the two cards at the end of play; ``draws=None`` is the reply that is called clear."""
    swapped = exchanges and yours != KING
    if swapped:
        mine, yours = yours, mine
    if draws is None:
        draws = swapped and yours < mine
    if draws and third != KING:
        yours = third
    return mine, yours


@cache
def wins(mine: int, yours: int, *, exchanges: bool, draws: bool | None) -> int:
    """Return with how many of the 50 next cards player 1 wins."""
    total = 0
    for third, many in thirds(mine, yours).items():
        one, two = final(mine, yours, third, exchanges=exchanges, draws=draws)
        total += many * (one > two)
    return total


def chance(mine: int, yours: int, *, exchanges: bool, draws: bool | None) -> Fraction:
    """Return player 1's chance to win, given both cards."""
    return Fraction(wins(mine, yours, exchanges=exchanges, draws=draws), 50)


def threshold_chance(i: int, j: int) -> Fraction:
    """Return P(B_ij): player 1 exchanges ranks up to i, player 2 draws to ranks up to j."""
    total = 0
    for mine, yours, ways in pairs():
        exchanges = mine <= i
        draws = None if exchanges else yours <= j
        total += ways * wins(mine, yours, exchanges=exchanges, draws=draws)
    return Fraction(total, DEALS)
