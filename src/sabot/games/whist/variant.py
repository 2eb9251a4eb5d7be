"""The games of the family as data: must the second hand win if it can, and what a trick pays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sabot.errors import FormError
from sabot.games.whist.deal import Rule

Object = Literal["most", "fewest", "last", "last-loses"]

_SIGNS: dict[Object, int] = {"most": 1, "fewest": -1, "last": 1, "last-loses": -1}


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: the rule for the second hand, and what West is paid for each trick it takes.

    West wants the largest total, East the smallest. ``most`` pays 1 a trick and ``fewest`` -1;
    ``last`` pays 1 for the last trick and ``last-loses`` -1.

    >>> WHIST.payments(3), MISERE.payments(3), FIVE_CARD.payments(3)
    ((1, 1, 1), (-1, -1, -1), (0, 0, 1))
    """

    name: str
    rule: Rule
    object: Object

    def payments(self, n: int) -> tuple[int, ...]:
        """Return what West gets for winning each of *n* tricks, first to last."""
        pay = _SIGNS[self.object]
        if self.object in ("last", "last-loses"):
            return (0,) * (n - 1) + (pay,)
        return (pay,) * n

    def west_tricks(self, n: int, value: int) -> int:
        """Return West's tricks (or 1 for the last one) from the value, West's payment."""
        return value * _SIGNS[self.object]


WHIST = Variant("whist", "relaxed", "most")
GREEDY_WHIST = Variant("greedy-whist", "greedy", "most")
FIVE_CARD = Variant("five-card", "greedy", "last")
MISERE = Variant("misere-whist", "relaxed", "fewest")
CUCUMBER = Variant("cucumber", "greedy", "last-loses")
"""Gurka: five-card turned round, whoever takes the last trick loses."""

NAMED = {variant.name: variant for variant in (WHIST, GREEDY_WHIST, FIVE_CARD, MISERE, CUCUMBER)}
"""The games with a name of their own; any other pair of rule and object is a Variant too."""


def variant(name: str) -> Variant:
    """Return the game of that name."""
    if name not in NAMED:
        raise FormError(f"no whist game is called {name!r}; there are {', '.join(NAMED)}")
    return NAMED[name]


def paid(payments: tuple[int, ...]) -> Callable[[frozenset[int]], int]:
    """Return the score that adds up a payment for each trick won, numbered from 1."""
    return lambda won: sum(payments[trick - 1] for trick in won)
