"""Kuhn poker: one private card each and one bet, for two to six players."""

from __future__ import annotations

from collections.abc import Mapping
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
    from sabot.game_rules.game import Game

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")
_PLAYER_COUNTS = frozenset(map(str, range(2, len(SEATS) + 1)))
_POSITIVE = Exact(low=Fraction(0))


@lru_cache(maxsize=64)
def one_bet_round(size: Amount) -> BettingRound:
    """Return the round: pass or bet, and a bet is folded to or called.

    >>> one_bet_round(1).menu(0)[0], one_bet_round(1).menu(1)[0]
    (('pass', 'bet'), ('fold', 'call'))
    """
    return BettingRound(
        (BettingMove("pass"), BettingMove("bet", by=size)),
        (BettingMove("fold", drops=True), BettingMove("call")),
    )


class KuhnPoker(Family):
    """Kuhn poker: one card each from a pack of different ranks, one bet, the higher card wins.

    All players pay the ante. In turn they pass or bet. After a bet the others, in turn, fold or
    call; there are no raises. If all pass, the cards are compared. Ante and bet are 1 by default.
    With two players the value is the first one's.

    ranks: cards in the pack, one of each rank; by default one more than there are players. ante:
    what each player pays before the deal, any exact number. bet: what a bet or a call costs, any
    exact number. rake: the share of the pot that the house takes; a bet that nobody called is
    returned first. cap: the most that the house takes from one pot.
    """

    name = "kuhn-poker"
    title = "Kuhn's poker"
    seats = SEATS[:2]
    always = ("ranks",)
    leaves_open: OpenParameters = MappingProxyType({"bet": {}, "ante": {}})
    open_plainly = ("players", "rake")
    stays_closed = house.RAKE_STAYS_NUMERIC

    def play(
        self,
        table: Table,
        *,
        ranks: Annotated[int, Whole(2, 1_000_000)] = 3,
        ante: Annotated[Fraction, _POSITIVE] = Fraction(1),
        bet: Annotated[Fraction, _POSITIVE] = Fraction(1),
        players: Annotated[int, Whole(2, len(SEATS))] = 2,
        rake: Annotated[Fraction, house.RAKE_PARAMETER] = Fraction(0),
        cap: Annotated[Fraction | None, house.RakeCapParameter()] = None,
    ) -> None:
        """Deal a card to each; one bet, or none."""
        seats = SEATS[:players]
        bets = BettingState(dict.fromkeys(seats, simplify_amount(ante)))
        terms = one_bet_round(simplify_amount(bet))
        shoe = table.shoe(small_pack(ranks, 1))
        cards = {}
        for seat in seats:
            cards[seat] = shoe.draw()
        for seat in seats:
            table.holds(seat, cards[seat])
        for seat in seats:
            table.show(seat, cards[seat])
        table.stakes(bets.put)
        play_betting_round(table, terms, bets)
        best = max(bets.live, key=cards.__getitem__)
        if players > 2 or rake:
            return table.pay(house.raked_payoffs(bets.put, [best], rake, cap))
        stake = min(bets.put.values())
        return table.pay(first=stake if best == "first" else -stake)

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return as many seats as there are players."""
        return SEATS[: game.parameters["players"]]

    def implied(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Return a pack of one card more than there are players."""
        players = texts.get("players", "")
        return {"ranks": str(int(players) + 1)} if players in _PLAYER_COUNTS else {}

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Refuse a pack that is too small, and a cap without a rake."""
        ranks, players = values["ranks"], values["players"]
        short = f"{ranks} cards are too few for {players} players"
        few = [Fault("ranks", short, f"write {players} or more")] if ranks < players else []
        return few + house.rake_faults(values)

    def opened(self, key: str, values: ParameterValues) -> PolynomialForm:
        """Return the game with payoffs linear in the bet or the ante, any real number >= 0."""
        return parametric_in_stake(self, key, values)


kuhn_poker = KuhnPoker()
