"""Kuhn's poker: the smallest betting game, one private card each and one bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from sabot.errors import Fault
from sabot.games.poker import rake as house
from sabot.games.poker.betting import Amount, Bets, Move, Round, go_round, last_one_in, plain
from sabot.games.poker.pack import pack
from sabot.games.poker.stake import with_open_stake
from sabot.telling.family import Family, Opens
from sabot.telling.parameters import Exact, Whole
from sabot.telling.tables import Table

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm
    from sabot.telling.game import Game

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")
_SEATED = frozenset(map(str, range(2, len(SEATS) + 1)))
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

    All put in the ante. In turn the seats pass or bet; after a bet the others, in turn, fold or
    call, and it is the last. Where all pass the cards are shown. Ante and bet are 1 unless told.
    Of two seats the value is the first one's.

    ranks: cards in the pack, one of each rank; unless told, one more than there are players. ante:
    what each player puts in before the deal, any exact number. bet: what a bet costs, and a call of
    it, any exact number. rake: the share of the pot that the house takes; a bet that nobody called
    goes back first. cap: the most that the house takes of one pot.
    """

    name = "kuhn-poker"
    title = "Kuhn's poker"
    seats = SEATS[:2]
    always = ("ranks",)
    leaves_open: Opens = MappingProxyType({"bet": {}, "ante": {}})
    open_plainly = ("players", "rake")
    stays_closed = house.CLOSED

    def play(
        self,
        table: Table,
        *,
        ranks: Annotated[int, Whole(2, 500)] = 3,
        ante: Annotated[Fraction, _POSITIVE] = Fraction(1),
        bet: Annotated[Fraction, _POSITIVE] = Fraction(1),
        players: Annotated[int, Whole(2, len(SEATS))] = 2,
        rake: Annotated[Fraction, house.SHARE] = Fraction(0),
        cap: Annotated[Fraction | None, house.Cap()] = None,
    ) -> None:
        """Deal a card to each; one bet, or none."""
        seats = SEATS[:players]
        shoe = table.shoe(pack(ranks, 1))
        cards = {seat: shoe.draw() for seat in seats}
        for seat in seats:
            table.holds(seat, cards[seat])
        for seat in seats:
            table.show(seat, cards[seat])
        bets = Bets(dict.fromkeys(seats, plain(ante)))
        table.stakes(bets.put)
        go_round(table, one_bet(plain(bet)), bets)
        if players > 2 or rake:
            best = max(bets.live, key=cards.__getitem__)
            return table.pay(house.paid(bets.put, [best], rake, cap))
        if last_one_in(table, bets):
            return None
        stake = bets.put["first"]
        return table.pay(first=stake if cards["first"] > cards["second"] else -stake)

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return as many seats as there are players."""
        return SEATS[: game.parameters["players"]]

    def implied(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Return a pack of one card more than there are players."""
        players = texts.get("players", "")
        return {"ranks": str(int(players) + 1)} if players in _SEATED else {}

    def faults(self, values: Mapping[str, Any]) -> list[Fault]:
        """Refuse a pack that is too small, and a cap without a rake."""
        ranks, players = values["ranks"], values["players"]
        short = f"{ranks} cards are too few for {players} players"
        few = [Fault("ranks", short, f"write {players} or more")] if ranks < players else []
        return few + house.faults(values)

    def opened(self, key: str, values: Mapping[str, Any]) -> PolynomialForm:
        """Return the game with payoffs linear in the bet or the ante, any real number >= 0."""
        return with_open_stake(self, key, values)


kuhn_poker = KuhnPoker()
