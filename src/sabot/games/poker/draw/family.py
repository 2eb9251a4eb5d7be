"""Five-card draw as a family of games: told, dealt and played, not solved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import Annotated, Any

from sabot.errors import Fault, NoMethodError
from sabot.games.poker.draw.stacks import Stacks, by_seat
from sabot.poker.deck import CARDS, HAND
from sabot.telling.company import Company, Paid
from sabot.telling.game import Game
from sabot.telling.parameters import Whole
from sabot.telling.tables import Table

MOST_PLAYERS = 7
"""Seven hands leave 17 cards to draw from; more would leave too few."""
STACK, RAISES = 100, 3


class DrawPoker(Company):
    """Five-card draw with a blind, from the whole pack, after Risticz (1973), section 2.5.

    Everybody is dealt five cards; the last player, the blind, has put in 1 unit. The others, in
    turn, drop at no cost or enter with 2. If nobody enters the blind takes his unit back. Else he
    drops and loses it, plays (2 in all) or doubles (4 in all): then those who entered look for 2
    more, in turn, or drop. Those left, in turn, throw up to four cards and draw as many; when the
    pack is used up, what others threw before is dealt again. Then a round of betting from the first
    player on: bet 1 to 5 units, look, raise by 1 to 5, or drop; who does not bet before anybody has
    is out. The best hand takes the pot; equal hands share it, and odd units go to those who act
    first. Nobody puts in more than he has: who has put in all plays for the part of the pot that he
    could match. In the next hand the blind deals and the one after him is the blind.

    players: how many sit down, 2 to 7. stacks: what each player has before the hand, one number for
    all or one for each in the order of play, as in [100,40,7]. raises: how many raises may follow
    the first bet after the draw; the source sets no limit, which is inf.
    """

    name = "draw-poker"
    seats = ("1", "2", "3", "4", "5")
    always = ("players",)
    usual = "thesis"
    looked_up = "hand"

    def play(
        self,
        table: Table,
        *,
        players: Annotated[int, Whole(2, MOST_PLAYERS)] = 5,
        stacks: Annotated[tuple[int, ...], Stacks()] = (STACK,),
        raises: Annotated[int | float, Whole(0, 1000, endless=True)] = RAISES,
    ) -> None:
        """Tell one hand."""
        from sabot.games.poker.draw.rules import tell

        tell(table, by_seat(stacks, table.seats), raises)

    def faults(self, values: Mapping[str, Any]) -> list[Fault]:
        """Return what is wrong where stacks are not as many as players."""
        many, players = len(values["stacks"]), values["players"]
        if many in (1, players):
            return []
        what = f"has {many} numbers, and there are {players} players"
        return [Fault("stacks", what, "write one number for all, or one for each player")]

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return the players' numbers; the last is the blind."""
        return tuple(str(number + 1) for number in range(game.parameters["players"]))

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its cards."""
        return dict.fromkeys(self.seating(game), ("his cards",))

    def demand_walkable(self, game: Game) -> None:
        """Refuse: say how many deals there are."""
        deals, left = 1, CARDS
        for _ in self.seating(game):
            deals, left = deals * comb(left, HAND), left - HAND
        raise NoMethodError(
            f"{game}: the cards alone can be dealt in about 10^{len(str(deals)) - 1} ways, and "
            "nothing walks so many\n  its hands are dealt and played: sabot simulate, sabot play, "
            "sabot draw tournament; its first phase is solved as a model: sabot solve "
            f"'{self.model(game)}'"
        )

    def model(self, game: Game) -> str:
        """Return the first phase on hands that are real numbers."""
        return f"blind-poker(players={game.parameters['players']})"

    def cost(self, game: Game) -> str:
        """Return that it is not solved."""
        return "no method solves it; hands of it are dealt: sabot simulate, sabot draw tournament"

    def demand_player(self, name: str) -> None:
        """Raise where no player has that name."""
        from sabot.games.poker.draw.players import player

        player(name)

    def dealt(
        self, game: Game, players: Mapping[str, str], *, hands: int, seed: int
    ) -> Iterator[Paid]:
        """Yield what hands paid, some at a time."""
        from sabot.games.poker.draw.dealing import Seating, counted, deal

        said = game.parameters
        stacks = by_seat(said["stacks"], game.seats)
        names = tuple(players[seat] for seat in game.seats)
        seating = Seating(names, tuple(stacks.values()), said["raises"], turning=False)
        for paid in deal(seating, hands=hands, seed=seed):
            yield counted(paid)

    def sitting(
        self, game: Game, *, seat: str | None, seed: int, hands: int | None, against: Sequence[str]
    ) -> Any:
        """Return the session of a person at the table."""
        from sabot.games.poker.play.sitting import Sitting

        return Sitting(game, seat=seat, seed=seed, hands=hands, against=against)

    def voice(self, session: Any) -> Any:
        """Return who tells a person what happens at the table."""
        from sabot.games.poker.render.voice import DrawVoice

        return DrawVoice(session)


draw_poker = DrawPoker()
