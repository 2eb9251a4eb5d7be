"""Exact chances of real hands: what relates them to those of the models, and what a player has.

In the models of chapters 4 and 5 a hand is a number from [0, 1], which is its own chance to be the
better of two. A real hand h stands for the number f_b(h) (5.5.2).
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import cache

from sabot.games.poker.draw.seen import Seen
from sabot.poker.hand import Hand
from sabot.poker.ladder import ladder
from sabot.poker.odds.field import field
from sabot.poker.odds.joint import filled


@cache
def f_b() -> tuple[Fraction, ...]:
    """Return by rank the chance to beat a random hand, ties by half; rank 0 is no hand.

    >>> f_b()[1], 1 - f_b()[7462]
    (Fraction(1, 5096), Fraction(1, 1299480))
    """
    found, below = [Fraction(0)], 0
    pack = sum(step.ways for step in ladder())
    for step in ladder():
        found.append(Fraction(2 * below + step.ways, 2 * pack))
        below += step.ways
    return tuple(found)


def least(chance: Fraction) -> int:
    """Return the least rank whose hands win that often; the one beyond all where none does.

    >>> ladder()[least(Fraction(79, 100)) - 1].name
    'pair of tens, ace kicker'
    """
    return bisect_left(f_b(), chance)


def to_win(seen: Seen) -> Fraction:
    """Return the exact chance that a hand is better than one other, ties by half.

    Before the draw the other is any hand; after it, one that was a pair or better and drew as
    players do. The cards that the player has seen are out of the pack.
    """
    model = "improved" if seen.drew else "dealt"
    return field(model, (*seen.cards, *seen.thrown)).share(seen.rank)


def to_win_by(seen: Seen, thrown: tuple[int, ...]) -> Fraction:
    """Return the exact chance after the draw of who throws these cards away, before they are drawn.

    The other had a pair or better and draws as players do; his cards and the new ones come from one
    pack without the own cards.
    """
    kept = tuple(card for card in seen.cards if card not in thrown)
    return filled(Hand(seen.cards), [kept])[kept]
