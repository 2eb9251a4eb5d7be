"""Leduc poker: one private card each, one common card, two rounds of limit betting."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

from sabot.errors import Fault
from sabot.game_rules.family import Family, OpenParameters
from sabot.game_rules.parameters import Exact, ParameterValues, Whole
from sabot.game_rules.table import Table
from sabot.games.poker import betting as house
from sabot.games.poker.betting import (
    Amount,
    BettingMove,
    BettingRound,
    BettingState,
    parametric_in_stake,
    play_betting_round,
    simplify_amount,
    small_pack,
)

if TYPE_CHECKING:
    from sabot.forms.parametric import PolynomialForm

SEATS = ("first", "second")
_POSITIVE = Exact(low=Fraction(0))


@lru_cache(maxsize=64)
def limit_round(size: Amount, raises: int) -> BettingRound:
    """Return a round with bets and raises of one size.

    >>> [limit_round(2, 1).menu(bets)[0] for bets in (0, 1, 2)]
    [('check', 'bet'), ('fold', 'call', 'raise'), ('fold', 'call')]
    """
    answers = BettingMove("fold", drops=True), BettingMove("call"), BettingMove("raise", by=size)
    return BettingRound((BettingMove("check"), BettingMove("bet", by=size)), answers, raises)


class LeducPoker(Family):
    """Leduc poker: one card each, a round of betting, one common card, another round.

    Both players pay the ante. In each round a player may check or bet; a bet may be called, raised
    by the same amount, or folded to. A pair with the common card wins, else the higher card; equal
    cards share the pot. The value is the first player's.

    ranks: different ranks in the pack. suits: cards of each rank. ante: what each player pays
    before the deal. bet1: the size of a bet or a raise in the first round. bet2: the size of a bet
    or a raise in the second round. raises: how many raises may follow a bet in one round. rake: the
    share of the pot that the house takes; a bet that nobody called is returned first. cap: the most
    that the house takes from one pot.
    """

    name = "leduc-poker"
    title = "Leduc poker"
    seats = SEATS
    always = ("ranks", "suits")
    leaves_open: OpenParameters = MappingProxyType({"bet1": {}, "bet2": {}, "ante": {}})
    offers_open = False  # formulas are found for two ranks without raises, hardly for more
    open_plainly = ("rake",)
    stays_closed = house.RAKE_STAYS_NUMERIC

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
        rake: Annotated[Fraction, house.RAKE_PARAMETER] = Fraction(0),
        cap: Annotated[Fraction | None, house.RakeCapParameter()] = None,
    ) -> None:
        """Deal a card to each; bet, turn the common card, bet again."""
        shoe = table.shoe(small_pack(ranks, suits))
        first, second = shoe.draw(), shoe.draw()
        table.holds("first", first)
        table.holds("second", second)
        table.show("first", first)
        table.show("second", second)
        bets = BettingState(dict.fromkeys(SEATS, simplify_amount(ante)))
        table.stakes(bets.put)
        play_betting_round(table, limit_round(simplify_amount(bet1), raises), bets)
        if len(bets.live) == 1:
            return _pay_winners(table, bets, bets.live, rake, cap)
        common = shoe.draw()
        table.announce(common)
        play_betting_round(table, limit_round(simplify_amount(bet2), raises), bets)
        if len(bets.live) == 1:
            return _pay_winners(table, bets, bets.live, rake, cap)
        if first == second:
            return _pay_winners(table, bets, SEATS, rake, cap)
        wins = first == common or (second != common and first > second)
        return _pay_winners(table, bets, ("first" if wins else "second",), rake, cap)

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Refuse a cap without a rake."""
        return house.rake_faults(values)

    def opened(self, key: str, values: ParameterValues) -> PolynomialForm:
        """Return the game with payoffs linear in a bet or the ante, any real number >= 0."""
        return parametric_in_stake(self, key, values)


def _pay_winners(
    table: Table, bets: BettingState, winners: Sequence[str], rake: Fraction, cap: Fraction | None
) -> None:
    """Pay those who win; without a rake what the other seat has put in, as two seats do."""
    if rake:
        return table.pay(house.raked_payoffs(bets.put, winners, rake, cap))
    if len(winners) == 2:
        return table.pay(first=0)
    won = winners[0] == "first"
    return table.pay(first=bets.put["second"] if won else -bets.put["first"])


leduc_poker = LeducPoker()
