"""Kuhn's and Leduc poker: small betting games with one private card each."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from sabot.forms.sequence import SequenceForm
from sabot.shoe import Shoe
from sabot.telling.family import Family, Opens
from sabot.telling.parameters import Exact, Whole
from sabot.telling.tables import Table

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm

SEATS = ("first", "second")
_POSITIVE = Exact(low=Fraction(0))


def plain(amount: Fraction) -> Fraction | int:
    """Return a whole amount as an integer: sums of fractions would be most of a hand's time."""
    return int(amount) if amount.denominator == 1 else amount


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


class KuhnPoker(Family):
    """Kuhn's poker: one card each from a pack of different ranks, one bet, the higher card wins.

    Both put in the ante. The first seat passes or bets; after a pass the second passes (and the
    cards are shown) or bets; a bet is folded to or called. The value is the first seat's.

    ranks: cards in the pack, one of each rank. ante, bet: what they cost, any exact numbers.
    """

    name = "kuhn-poker"
    seats = SEATS
    always = ("ranks",)
    leaves_open: Opens = MappingProxyType({"bet": {}, "ante": {}})

    def play(
        self,
        table: Table,
        *,
        ranks: Annotated[int, Whole(2, 500)] = 3,
        ante: Annotated[Fraction, _POSITIVE] = Fraction(1),
        bet: Annotated[Fraction, _POSITIVE] = Fraction(1),
    ) -> None:
        """Deal a card to each; one bet, or none."""
        shoe = table.shoe(pack(ranks, 1))
        first, second = shoe.draw(), shoe.draw()
        table.holds("first", first)
        table.holds("second", second)
        table.show("first", first)
        table.show("second", second)
        pot = plain(ante)
        raised = pot + plain(bet)
        table.stakes(first=pot, second=pot)
        if table.ask("first", ("pass", "bet")) == "pass":
            if table.ask("second", ("pass", "bet"), sees="pass") == "pass":
                return table.pay(first=pot if first > second else -pot)
            table.stakes(second=raised)
            if table.ask("first", ("fold", "call"), sees="bet") == "fold":
                return table.pay(first=-pot)
            table.stakes(first=raised)
        else:
            table.stakes(first=raised)
            if table.ask("second", ("fold", "call"), sees="bet") == "fold":
                return table.pay(first=pot)
            table.stakes(second=raised)
        return table.pay(first=raised if first > second else -raised)

    def opened(self, key: str, values: Mapping[str, Any]) -> PolynomialForm:
        """Return the game with payoffs linear in the bet or the ante, any real number >= 0."""
        from sabot.forms.interpolate import interpolated
        from sabot.forms.polynomial import Domain

        def at(amount: int) -> SequenceForm:
            form = self(**{**values, key: Fraction(amount)}).form()
            assert isinstance(form, SequenceForm)
            return form

        return interpolated(key, at, 1, Domain(Fraction(0), whole=False))


kuhn_poker = KuhnPoker()


class LeducPoker(Family):
    """Leduc poker: one card each, a round of betting, one common card, another round.

    Both put in the ante. In a round a seat may check or bet; a bet is folded to, called or raised
    by the same amount. A pair with the common card wins, else the higher card; equal cards divide.
    The value is the first seat's.

    ranks, suits: the pack. bet1, bet2: the size of a bet in each round. raises: how many raises
    may follow a bet in one round.
    """

    name = "leduc-poker"
    seats = SEATS
    always = ("ranks", "suits")

    def play(
        self,
        table: Table,
        *,
        ranks: Annotated[int, Whole(2, 60)] = 3,
        suits: Annotated[int, Whole(2, 100)] = 2,
        ante: Annotated[Fraction, _POSITIVE] = Fraction(1),
        bet1: Annotated[Fraction, _POSITIVE] = Fraction(2),
        bet2: Annotated[Fraction, _POSITIVE] = Fraction(4),
        raises: Annotated[int, Whole(0, 10)] = 1,
    ) -> None:
        """Deal a card to each; bet, turn the common card, bet again."""
        shoe = table.shoe(pack(ranks, suits))
        first, second = shoe.draw(), shoe.draw()
        table.holds("first", first)
        table.holds("second", second)
        table.show("first", first)
        table.show("second", second)
        stakes = dict.fromkeys(SEATS, plain(ante))
        table.stakes(**stakes)
        if _round(table, stakes, plain(bet1), raises):
            return
        common = shoe.draw()
        table.announce(common)
        if _round(table, stakes, plain(bet2), raises):
            return
        if first == second:
            return table.pay(first=0)
        wins = first == common or (second != common and first > second)
        return table.pay(first=stakes["second"] if wins else -stakes["first"])


leduc_poker = LeducPoker()


def _round(
    table: Table, stakes: dict[str, Fraction | int], size: Fraction | int, raises: int
) -> bool:
    """Play one round of betting; True when a fold ended the hand."""
    seat, other = SEATS
    bets, checked = 0, False
    while True:
        if bets == 0:
            action = table.ask(seat, ("check", "bet"))
        else:
            further = ("raise",) if bets <= raises else ()
            action = table.ask(seat, ("fold", "call", *further))
        table.show(other, action)
        if action == "fold":
            table.pay({other: stakes[seat]})
            return True
        if action == "call" or (action == "check" and checked):
            stakes[seat] = stakes[other]
            table.stakes(**stakes)
            return False
        if action == "check":
            checked = True
        else:
            stakes[seat] = stakes[other] + size
            table.stakes(**stakes)
            bets += 1
        seat, other = other, seat
