"""Baccara banque with three seats: the Players toss coins of their own, and Banker pays both."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sabot.forms.general import End, GeneralForm
from sabot.forms.sequence import Side
from sabot.games.banque.count import (
    ACTIONS,
    ALONE,
    BANKER,
    EACH,
    NATURAL,
    WHOLE,
    naturals,
    paid,
    views,
)
from sabot.telling.tables import view_key


@lru_cache(maxsize=2)
def three_form(theta: Fraction, common: bool = False) -> GeneralForm:
    """Return the game of two Players and Banker, who play apart, by counting.

    Each Player is paid on his own hand; where the interest is *common*, each on both.

    >>> form = three_form(Fraction(1, 2))
    >>> form.seats, [len(side.cells) for side in form.sides], form.zero_sum
    (('Player 1', 'Player 2', 'Banker'), [2, 2, 1144], True)
    """
    seen = [*views()]
    sides = (
        Side.flat(EACH[0], {"-": ACTIONS, ALONE[0]: ACTIONS}),
        Side.flat(EACH[1], {"-": ACTIONS, ALONE[1]: ACTIONS}),
        Side.flat(BANKER, dict.fromkeys(map(view_key, seen), ACTIONS)),
    )
    share, unit = theta.as_integer_ratio()

    def won(first: int, second: int) -> tuple[int, int, int]:
        one, two = share * first, (unit - share) * second
        return (one + two, one + two, -one - two) if common else (one, two, -one - two)

    ends = []
    for number, (own, *thirds) in enumerate(seen):
        for move in (0, 1):
            for plans, ways, (first, second) in paid(own, move, thirds):
                asked = [
                    0 if third == NATURAL else 1 + plan + 2 * (NATURAL in thirds)
                    for third, plan in zip(thirds, plans, strict=True)
                ]
                spot = asked[0], asked[1], 1 + 2 * number + move
                ends.append(End(spot, ways, won(first, second)))
    ways = first = second = 0
    for here, one, two in naturals():
        ways, first, second = ways + here, first + here * one, second + here * two
    ends.append(End((0, 0, 0), ways, won(first, second)))
    return GeneralForm(sides, tuple(ends), WHOLE, WHOLE * unit)
