"""The chance to beat a random hand, by rank: what relates a real hand to one of the models.

In the models of chapters 4 and 5 a hand is a number from [0, 1], which is its own chance to be the
better of two. A real hand h stands for the number f_b(h) (5.5.2).
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import cache

from sabot.poker.ladder import ladder


@cache
def f_b() -> tuple[Fraction, ...]:
    """Return by rank the chance to beat a random hand, ties by half; rank 0 is no hand.

    >>> f_b()[1], 1 - f_b()[7462]
    (Fraction(17, 86632), Fraction(1, 1299480))
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
    'pair of tens, nine kicker'
    """
    return bisect_left(f_b(), chance)
