"""Betting rounds as data: what may be said, what it costs, how often it may be raised.

A :class:`Round` is a value. Kuhn's poker has one bet, Leduc poker a bet and a raise in each of two
rounds, five-card draw a round for entering, one for the blind and one after the draw with raises of
1 to 5: :func:`go_round` plays them all, for two seats or for seven, with or without stacks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sabot.telling.tables import Table

Amount = Fraction | int


@dataclass(frozen=True, slots=True)
class Move:
    """A word that may be said in a round, and what it does to the bets.

    One that neither drops nor raises puts in what is wanting, be it nothing.
    """

    word: str
    drops: bool = False
    by: Amount | None = None
    """Raises by so much."""


Menu = tuple[tuple[str, ...], Mapping[str, Move]]
"""The words of a turn, and the moves that they are."""


@dataclass(frozen=True)
class Round:
    """One round: the moves before anybody has raised in it, and those after."""

    opening: tuple[Move, ...]
    facing: tuple[Move, ...] = ()
    raises: int | float = 0
    """How many raises may follow the first bet."""
    _menus: tuple[Menu, Menu, Menu] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        quiet = tuple(move for move in self.facing if move.by is None)
        menus = menu(self.opening), menu(self.facing), menu(quiet)
        object.__setattr__(self, "_menus", menus)

    def menu(self, bets: int) -> Menu:
        """Return what may be said after so many bets."""
        if not bets:
            return self._menus[0]
        return self._menus[1] if bets <= self.raises else self._menus[2]


def menu(moves: Sequence[Move]) -> Menu:
    """Return moves with their words.

    >>> menu((Move("fold", drops=True), Move("call")))[0]
    ('fold', 'call')
    """
    return tuple(move.word for move in moves), {move.word: move for move in moves}


class Bets:
    """What lies before each seat, who is still in, and what each has left to bet."""

    __slots__ = ("left", "level", "live", "put")

    def __init__(self, put: dict[str, Amount], left: Mapping[str, int] | None = None) -> None:
        self.put = put
        self.level: Amount = max(put.values())
        """What must lie before a seat that stays in, unless it has no more."""
        self.live = list(put)
        """Those who have not dropped, in their order."""
        self.left = None if left is None else dict(left)
        """Without stacks (None) nobody is ever short."""

    @property
    def pot(self) -> Amount:
        """All that was put in."""
        return sum(self.put.values())

    def wanting(self, seat: str) -> Amount:
        """Return what *seat* lacks of the highest bet."""
        return self.level - self.put[seat]

    def pay_in(self, seat: str, amount: Amount) -> None:
        """Put *amount* before *seat*, or all that it has left."""
        if self.left is not None:
            assert isinstance(amount, int)
            amount = min(amount, self.left[seat])
            self.left[seat] -= amount
        self.put[seat] += amount

    def within(self, seat: str, said: Menu) -> Menu:
        """Return the moves that *seat* can afford; none where it has nothing to decide.

        Who has put in all is asked no more; nobody may raise where no one is left to answer.
        """
        assert self.left is not None
        wanting, left = self.wanting(seat), self.left[seat]
        others = any(self.left[other] for other in self.live if other != seat)
        most = left - wanting if others else 0
        moves = [move for move in said[1].values() if move.by is None or move.by <= most]
        free = not wanting and all(move.by is None for move in moves)
        return menu(()) if not left or free else menu(moves)


def go_round(
    table: Table,
    terms: Round,
    bets: Bets,
    order: Sequence[str] = (),
    tell: Callable[[str, str], None] | None = None,
) -> None:
    """Ask in *order* (those who are in, unless told) until no bet is unanswered, or one is left.

    *tell* lets the table know what a seat has said; unless told, all others are shown the word.
    """
    put, live, made = bets.put, bets.live, 0
    waiting = list(order or live)
    while waiting and len(live) > 1:
        seat = waiting.pop(0)
        said = terms.menu(made)
        if bets.left is not None:
            said = bets.within(seat, said)
            if not said[0]:
                continue
        word = table.ask(seat, said[0])
        move = said[1][word]
        before = put[seat]
        if move.drops:
            live.remove(seat)
        else:
            if move.by is not None:
                bets.level += move.by
            if bets.left is None:
                put[seat] = bets.level
            else:
                bets.pay_in(seat, bets.level - before)
        if tell is not None:
            tell(seat, word)
        else:
            for other in table.seats:
                if other != seat:
                    table.show(other, word)
        if put[seat] != before:
            table.stakes(put)
        if move.by is not None:
            made += 1
            place = live.index(seat)
            waiting = live[place + 1 :] + live[:place]


def last_one_in(table: Table, bets: Bets) -> bool:
    """Pay a seat that is alone, at a table for two; False where two are left to be compared."""
    if len(bets.live) > 1:
        return False
    one, two = bets.put
    (winner,) = bets.live
    table.pay({winner: bets.put[two if winner == one else one]})
    return True


def plain(amount: Fraction) -> Amount:
    """Return a whole amount as an integer: sums of fractions would be most of a hand's time."""
    return amount.numerator if amount.denominator == 1 else amount
