"""Five-card draw as a family of games with named agents: dealt and played, not solved.

Stacks are one number for all players or one per player in the order of play. The tree is far too
large to build, so the game refuses to be solved and names the continuous model of its first phase,
``blind-poker``, which is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Annotated, Any

from sabot.cards.poker_hand import DECK_SIZE, HAND_SIZE
from sabot.errors import Fault, NoMethodError, NumberError
from sabot.game_rules.family import NamedAgentFamily, PayoffCounts
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import ParameterValues, Whole
from sabot.game_rules.table import Table
from sabot.games.poker.five_card_draw.rules import (
    DEFAULT_RAISES,
    DEFAULT_STACK,
    MAX_PLAYERS,
    MAX_STACK,
    play_draw_poker,
    stacks_by_seat,
)

_STACK_RANGE = Whole(1, MAX_STACK)


@dataclass(frozen=True, slots=True)
class StacksParameter:
    """``100``, or ``[100,40,7]`` in the order of play."""

    words: str = (
        f"write the units of every player, 1 to {MAX_STACK:,}, as in 100, or of each in the order "
        "of play, as in [100,40,7]"
    )

    def parse(self, text: str) -> tuple[int, ...]:
        """Read one number or several in brackets."""
        bare = text.strip()
        if not bare.startswith("["):
            return (_parse_stack(bare),)
        if not bare.endswith("]"):
            raise NumberError(f"{text!r} lacks its closing bracket")
        return tuple(_parse_stack(one) for one in bare[1:-1].split(","))

    def show(self, value: int | Sequence[int]) -> str:
        """Print the number, or the numbers in brackets."""
        numbers: Sequence[int] = (value,) if isinstance(value, int) else tuple(value)
        if len(numbers) == 1:
            return str(numbers[0])
        return f"[{','.join(map(str, numbers))}]"


def _parse_stack(text: str) -> int:
    number = _STACK_RANGE.parse(text.strip())
    assert isinstance(number, int)
    return number


class DrawPoker(NamedAgentFamily):
    """Five-card draw with a blind and a full pack, after Risticz (1973), section 2.5.

    Each player is dealt five cards; the last player, the blind, has paid 1 unit. The others, in
    turn, drop (fold) at no cost or enter with 2. If nobody enters, the blind takes his unit back.
    Else he drops and loses it, plays (2 in all) or doubles (4 in all); after a double those who
    entered, in turn, look (call) for 2 more or drop. Those left, in turn, throw away up to four
    cards and draw as many; when the pack is used up, cards that others threw away before are dealt
    again. Then there is a round of betting from the first player on: bet 1 to 5 units, look, raise
    by 1 to 5, or drop; a player who does not bet before somebody has bet is out. The best hand
    takes the pot; equal hands share it, and odd units go to those who act first. Nobody pays more
    than he has: a player who has paid all plays for the part of the pot that he could match. In the
    next hand the blind deals and the player after him is the blind.

    players: how many play, 2 to 7. stacks: what each player has before the hand, one number for all
    or one for each in the order of play, as in [100,40,7]. raises: how many raises may follow the
    first bet after the draw; the source sets no limit, which is inf.
    """

    name = "draw-poker"
    seats = ("1", "2", "3", "4", "5")
    always = ("players",)
    usual = "thesis"
    lookup_verb = "hand"

    def play(
        self,
        table: Table,
        *,
        players: Annotated[int, Whole(2, MAX_PLAYERS)] = 5,
        stacks: Annotated[tuple[int, ...], StacksParameter()] = (DEFAULT_STACK,),
        raises: Annotated[int | float, Whole(0, 1000, endless=True)] = DEFAULT_RAISES,
    ) -> None:
        """Play one hand."""
        play_draw_poker(table, stacks_by_seat(stacks, table.seats), raises)

    def faults(self, values: ParameterValues) -> list[Fault]:
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
        deals, left = 1, DECK_SIZE
        for _ in self.seating(game):
            deals, left = deals * comb(left, HAND_SIZE), left - HAND_SIZE
        raise NoMethodError(
            f"{game}: the cards alone can be dealt in about 10^{len(str(deals)) - 1} ways, "
            "too many for a game tree\n"
            "  its hands are dealt and played: sabot simulate, sabot play, sabot draw tournament; "
            "its first phase is solved as a model: sabot solve "
            f"'{self.model(game)}'"
        )

    def model(self, game: Game) -> str:
        """Return the first phase on hands that are real numbers."""
        return f"blind-poker(players={game.parameters['players']})"

    def cost(self, game: Game) -> str:
        """Return that it is not solved."""
        return "no method solves it; hands of it are dealt: sabot simulate, sabot draw tournament"

    def require_agent(self, name: str) -> None:
        """Raise where no player has that name."""
        from sabot.games.poker.five_card_draw.players import find_player

        find_player(name)

    def dealt(
        self, game: Game, players: Mapping[str, str], *, hands: int, seed: int
    ) -> Iterator[PayoffCounts]:
        """Yield what hands paid, some at a time."""
        from sabot.games.poker.five_card_draw.simulation import (
            DrawSeating,
            count_payoffs,
            simulate_hands,
        )

        said = game.parameters
        stacks = stacks_by_seat(said["stacks"], game.seats)
        names = tuple(players[seat] for seat in game.seats)
        seating = DrawSeating(names, tuple(stacks.values()), said["raises"], button_moves=False)
        for paid in simulate_hands(seating, hands=hands, seed=seed):
            yield count_payoffs(paid)

    def sitting(
        self, game: Game, *, seat: str | None, seed: int, hands: int | None, against: Sequence[str]
    ) -> Any:
        """Return the session of a person at the table."""
        from sabot.games.poker.five_card_draw.session import DrawSession

        return DrawSession(game, seat=seat, seed=seed, hands=hands, against=against)

    def voice(self, session: Any) -> Any:
        """Return the narrator of the table."""
        from sabot.games.poker.five_card_draw.render import DrawNarrator

        return DrawNarrator(session)

    def headline(self, game: Game) -> dict[str, Any]:
        """Return the least hand that the first player enters with, of the solved first phase."""
        from sabot.games.poker.five_card_draw.render import entering_headline

        return entering_headline(len(game.seats))


draw_poker = DrawPoker()
