"""Baccara banque: the rules as told at a table, with two seats or three."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

from sabot.errors import NoMethodError
from sabot.games.banque.count import (
    ACTIONS,
    ALONE,
    BANKER,
    BOTH,
    EACH,
    NATURAL,
    PACK,
    PLAYERS,
    TOTALS,
    banque_form,
    lead,
    total,
)
from sabot.games.banque.three import three_form
from sabot.shoe import Shoe
from sabot.telling.family import Family, Opens
from sabot.telling.parameters import Exact
from sabot.telling.tables import Table

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm
    from sabot.forms.polynomial import PolynomialForm
    from sabot.forms.sequence import SequenceForm
    from sabot.telling.game import Game

TOGETHER, TEAM = "correlated", "independent"


class Banque(Family):
    """Baccara banque: Banker plays one hand against two, those of a first and a second Player.

    Two cards each, tens count nothing, only the last digit counts. Where Banker has a natural (8 or
    9) or both Players have one, the hands are compared. A Player alone with a natural wins, and
    play goes on with the other. A Player draws on 0 to 4, stands on 6 and 7, and chooses on 5; then
    Banker, who sees the third cards, draws or stands. Cards come back after each is dealt. The
    Players do not heed each other's cards.

    theta: the share of all stakes that is on the first hand.
    players: correlated, they are one side, agree what both do on 5 and may leave it to one common
        chance: the value is theirs. Else each tosses a coin of his own, at three seats:
        independent, each is paid on both hands; nash, each on his own.
    """

    name = "baccara-banque"
    title = "Baccara banque"
    seats = (PLAYERS, BANKER)
    always = ("theta",)
    leaves_open: Opens = MappingProxyType({"theta": {"theta": "1/2"}})
    sees: Mapping[str, tuple[str, ...]] = MappingProxyType(
        {BANKER: ("his total", "the first third card", "the second third card")}
    )

    def play(
        self,
        table: Table,
        *,
        theta: Annotated[Fraction, Exact(Fraction(0), Fraction(1))] = Fraction(1, 2),
        players: Literal["correlated", "independent", "nash"] = "correlated",
    ) -> None:
        """Roll three totals; unless the hands end at once, the Players and Banker may draw."""
        ways = dict(enumerate(TOTALS))
        hands = [table.roll(ways), table.roll(ways)]
        own = table.roll(ways)
        if own < 8 and min(hands) < 8:
            own = self._drawn(table, hands, own, players == TOGETHER)
        leads = [lead(hand, own) if hand < 18 else 1 for hand in hands]
        first, second = theta * leads[0], (1 - theta) * leads[1]
        if players == TOGETHER:
            table.pay({PLAYERS: first + second})
            return
        both = (first + second,) * 2 if players == TEAM else (first, second)
        table.pay(dict(zip(EACH, (*both, -first - second), strict=True)))

    def _asked(self, table: Table, hands: list[int], together: bool) -> list[str]:
        """Ask what each Player does on 5; where one has a natural, only the other."""
        alone = next((k for k in (0, 1) if hands[1 - k] > 7), None)
        if alone is not None:
            who = PLAYERS if together else EACH[alone]
            return [table.ask(who, ACTIONS, sees=ALONE[alone])] * 2
        if together:
            return table.ask(PLAYERS, BOTH).split()
        return [table.ask(who, ACTIONS) for who in EACH[:2]]

    def _drawn(self, table: Table, hands: list[int], own: int, together: bool) -> int:
        """Let all draw who do; put their totals in place, 18 and more for a lone natural."""
        cards = table.shoe(Shoe(tuple(range(10)), PACK, True))
        plans = self._asked(table, hands, together)
        seen: list[Any] = []
        for k, hand in enumerate(list(hands)):
            if hand > 7:
                seen.append(NATURAL)
                hands[k] = hand + 10
            elif hand < 5 or (hand == 5 and plans[k] == "draw"):
                third = cards.draw()
                seen.append(third)
                hands[k] = total(hand, third)
            else:
                seen.append(None)
        table.show(BANKER, own, *seen)
        return total(own, cards.draw()) if table.ask(BANKER, ACTIONS) == "draw" else own

    def demand_walkable(self, game: Game) -> None:
        """Refuse to walk the tree: its form is counted."""
        raise NoMethodError(f"{game}: its tree has millions of nodes; its form is counted instead")

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return the Players and Banker: two seats where the Players are one side, else three."""
        return self.seats if game.parameters["players"] == TOGETHER else EACH

    def form(self, game: Game) -> SequenceForm | GeneralForm:
        """Return the form by counting."""
        theta, players = game.parameters["theta"], game.parameters["players"]
        return banque_form(theta) if players == TOGETHER else three_form(theta, players == TEAM)

    def remark(self, game: Game) -> str:
        """Return what makes an equilibrium of both Players' coins a solution for them together."""
        if game.parameters["players"] != TEAM:
            return ""
        alone = f"{self.name}(theta={game.parameters['theta']})"
        return f"both Players together gain nothing either where '{alone}' has this value"

    def opened(self, key: str, values: Mapping[str, Any]) -> PolynomialForm:
        """Return the game for every share from 0 to 1: its payoffs are linear in it."""
        from sabot.forms.interpolate import interpolated
        from sabot.forms.polynomial import Domain

        if values["players"] != TOGETHER:
            raise NoMethodError(
                f"{self.name}: a theorem on theta is about one side of both Players; leave out "
                f"players={values['players']}, or give theta a value"
            )
        domain = Domain(Fraction(0), Fraction(1), whole=False)
        return interpolated(key, lambda spot: banque_form(Fraction(spot)), 1, domain)

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        if game.parameters["players"] != TOGETHER:
            return "2 choices of each Player against 1,144 of Banker"
        return "3 choices of the Players against 1,144 of Banker (16 x 2^1144 pure strategies)"


banque = Banque()
