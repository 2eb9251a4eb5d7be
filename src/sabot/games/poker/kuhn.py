"""Kuhn's poker: the smallest betting game, one private card each and one bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from sabot.forms.sequence import SequenceForm
from sabot.games.poker.betting import Amount, Bets, Move, Round, go_round, last_one_in, plain
from sabot.games.poker.pack import pack
from sabot.telling.family import Family, Opens
from sabot.telling.parameters import Exact, Whole
from sabot.telling.tables import Table

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm

SEATS = ("first", "second")
_POSITIVE = Exact(low=Fraction(0))


@lru_cache(maxsize=64)
def one_bet(size: Amount) -> Round:
    """Return the round: pass or bet, and a bet is folded to or called.

    >>> one_bet(1).menu(0)[0], one_bet(1).menu(1)[0]
    (('pass', 'bet'), ('fold', 'call'))
    """
    return Round((Move("pass"), Move("bet", by=size)), (Move("fold", drops=True), Move("call")))


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
        bets = Bets(dict.fromkeys(SEATS, plain(ante)))
        table.stakes(bets.put)
        go_round(table, one_bet(plain(bet)), bets)
        if last_one_in(table, bets):
            return
        stake = bets.put["first"]
        table.pay(first=stake if first > second else -stake)

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
