"""The strategy of the thesis' poker program (Risticz 1973, 2.7 to 2.9), with its own tables.

Winning chances are interpolated in its Tables 3 and 5 by the numbers of its Table 4, as the program
did; the exact ones are :mod:`sabot.poker`'s. Where the print leaves something open or contradicts
itself, what is played here is said beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from sabot.games.poker.draw.seen import Seen
from sabot.poker.ladder import FULL, TWO_PAIRS, Strength, ladder
from sabot.poker.odds.custom import common

TABLE_3 = (
    ("0.0000", "0.4945"),
    ("0.5010", "0.9198"),
    ("0.9205", "0.9711"),
    ("0.9711", "0.9920"),
    ("0.9940", "0.9944"),
    ("0.9964", "0.9975"),
    ("0.9982", "0.9993"),
    ("0.9993", "1.0000"),
    ("1.0000", "1.0000"),
)
"""The chance to beat a random hand, for the lowest and the highest hand of each kind."""
TABLE_5 = (
    ("0.0000", "0.5011"),
    ("0.5222", "0.7983"),
    ("0.7997", "0.9097"),
    ("0.9100", "0.9716"),
    ("0.9778", "0.9820"),
    ("0.9820", "0.9846"),
    ("0.9852", "0.9967"),
    ("0.9967", "0.9997"),
    ("0.9999", "1.0000"),
)
"""The same after the draw, against an improved hand."""
_ENDS = ((7, 14), (2, 14), (2, 79), (2, 14), (5, 14), (7, 14), (3, 157), (2, 14), (5, 14))
"""The numbers of those hands."""


def number(hand: Strength) -> int:
    """Return the number of a hand in its kind: Table 4, which has no line for four of a kind.

    Its full houses run into each other: 2 2 2 A A and 3 3 3 2 2 have the same number.

    >>> from sabot.poker import Hand
    >>> number(Hand("6c6d7c2dKs").strength), number(Hand("AcAsKcKs2c").strength)
    (6, 79)
    """
    first, *rest = (rank + 2 for rank in hand.high)
    if hand.kind == TWO_PAIRS:
        return (first - 2) * (first - 3) // 2 + rest[0]
    if hand.kind == FULL:
        return 12 * (first - 2) + rest[0]
    return first


def interpolated(hand: Strength, table: Sequence[tuple[str, str]]) -> Fraction:
    """Return a hand's chance between the lowest and the highest of its kind.

    >>> from sabot.poker import Hand
    >>> interpolated(Hand("6c6d7c2dKs").strength, TABLE_3)
    Fraction(3203, 5000)
    """
    low, high = _read(*table[hand.kind])
    start, end = _ENDS[hand.kind]
    return low + Fraction(number(hand) - start, end - start) * (high - low)


@cache
def _read(low: str, high: str) -> tuple[Fraction, Fraction]:
    return Fraction(low), Fraction(high)


@cache
def before_the_draw() -> tuple[Fraction, ...]:
    """Return f_b by rank, as the thesis has it; rank 0 is no hand."""
    return Fraction(0), *(interpolated(hand, TABLE_3) for hand in ladder())


@cache
def after_the_draw() -> tuple[Fraction, ...]:
    """Return f_a by rank, as the thesis has it."""
    return Fraction(0), *(interpolated(hand, TABLE_5) for hand in ladder())


def opens(left: int) -> Fraction:
    """Return f(n): what the first to enter needs, with *left* players to follow (2.9, eq. 1).

    The print lacks the minus sign, without which its own Table 6 does not come out.

    >>> opens(6), opens(1)
    (Fraction(23, 25), Fraction(31, 50))
    """
    return Fraction(-(left**2) + 13 * left + 50, 100)


@dataclass(frozen=True, slots=True)
class Thesis:
    """The strategy, with its two constants."""

    margin: Fraction = Fraction(1)
    """The epsilon of eq. 3: within so many units of the price a player looks."""
    share: Fraction = Fraction(1, 3)
    """What a further player needs of the rest: eq. 2 has 1/3; Table 6 once 1/2, once 1/3."""
    blind: Fraction = Fraction(1, 2)
    """From which part of l on the blind plays on: Section 2.9 prints l/2, which is played by
    ``thesis``; chapter 5, which it cites, has l (5.5.3 (b), 5.5.4 (c)), played by ``thesis-l``."""

    def __call__(self, seen: Seen) -> str | Sequence[int]:
        """Answer a question of the table."""
        if seen.stage == "enter":
            return "enter" if before_the_draw()[seen.rank] >= self.needs(seen) else "drop"
        if seen.stage == "blind":
            return self.as_blind(seen)
        if seen.stage == "look":
            return "look"
        if seen.stage == "draw":
            keep = common(seen.cards)  # figure 2 is lost; by 2.7 it is what players do
            return [card for card in seen.cards if card not in keep]
        return self.bets(seen)

    def last(self, first: int, entered: int) -> Fraction:
        """Return the hand that the last to enter is taken to have, at least.

        *first* is the number of players who were to follow the first to enter.

        >>> Thesis().last(6, 2)
        Fraction(71, 75)
        """
        found = opens(first)
        for _ in range(entered - 1):
            found += self.share * (1 - found)
        return found

    def needs(self, seen: Seen) -> Fraction:
        """Return what it takes to enter."""
        if not seen.entered:
            return opens(seen.to_follow(seen.seat))
        return self.last(seen.to_follow(seen.entered[0]), len(seen.entered) + 1)

    def as_blind(self, seen: Seen) -> str:
        """Answer as the blind, who has put in 1 already."""
        chance = before_the_draw()[seen.rank]
        last = self.last(seen.to_follow(seen.entered[0]), len(seen.entered))
        if chance < self.blind * last:
            return "drop"
        return "double" if chance > (1 + last) / 2 and "double" in seen.actions else "play"

    def bets(self, seen: Seen) -> str:
        """Answer in the second round: by what the pot is worth to the hand, beside its price.

        A raise is cut to whole units. Who would only look where nothing is bet yet has to drop: by
        the rules who does not bet then is out.
        """
        price = seen.price
        worth = after_the_draw()[seen.rank] ** len(seen.others) * (seen.pot + price)
        raises = [action for action in seen.actions if action[-1].isdecimal()]
        if worth < price - self.margin or (worth <= price + self.margin and not seen.bets):
            return "drop"
        if worth <= price + self.margin or not raises:
            return "look" if seen.bets else "drop"
        return raises[max(1, min(int(worth - price), len(raises))) - 1]
