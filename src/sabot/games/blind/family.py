"""The rules: von Neumann's one bet, and the game with a blind for two to seven players."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any, Literal

from sabot.errors import NoMethodError
from sabot.forms.threshold.betting import ThresholdForm
from sabot.forms.threshold.hint import Hint
from sabot.forms.threshold.opened import OpenHands
from sabot.games.blind.free import STARTS
from sabot.games.blind.opening import forced_hint, free_hint, von_neumann_hint
from sabot.shoe import INF
from sabot.telling.family import Family, Opens
from sabot.telling.game import Game
from sabot.telling.hands import Betting, Dealt
from sabot.telling.parameters import Exact, Whole
from sabot.telling.tables import Table

MOST_PLAYERS = 7
"""The source's own limit: one pack holds no more hands that are dealt five and draw up to four."""
_CHANCE = Exact(Fraction(0), Fraction(1))
_RANKS = Whole(1, 1000, endless=True)


class BlindPoker(Family):
    """Poker with a blind and hands that are real numbers, after Risticz (1973).

    Every player is dealt a number from [0, 1], evenly and independently, that he alone sees; the
    last one, the blind, has put in 1 unit. The others, in turn, drop at no cost or enter with 2
    units. If nobody enters the blind takes his unit back. Else he drops and loses it, or plays (2
    units in all), or doubles (4 units in all). After a double, with two players, the one who
    entered looks for 2 units more, or drops and loses the 2 he put in; with three or more, as in
    the source, all who entered must look. Then each hand that is left improves with chance q,
    independently, and the best takes the pot: a hand that has improved beats every one that has
    not, and else the higher number wins.

    players: how many sit down, 2 to 7. q: the chance that a hand improves. look: what those who
    entered do after a double. free: each, in turn, looks or drops; forced: all look; usual: free
    with two players, forced with three or more. bluff: changes nothing that is computed, since an
    equilibrium is judged over all strategies. With free looks it has bluffs, and no is refused;
    with forced looks one without bluffs is found. ranks: finitely many hands in place of real
    numbers; equal hands share the pot.
    """

    name = "blind-poker"
    title = "Blind poker"
    seats = ("1", "2")
    always = ("players", "q")
    leaves_open: Opens = MappingProxyType({"q": {}})
    open_plainly = ("players", "ranks")

    def play(
        self,
        table: Table,
        *,
        players: Annotated[int, Whole(2, MOST_PLAYERS)] = 2,
        q: Annotated[Fraction, _CHANCE] = Fraction(287, 1000),
        bluff: Literal["usual", "yes", "no"] = "usual",
        look: Literal["usual", "free", "forced"] = "usual",
        ranks: Annotated[int | float, _RANKS] = INF,
    ) -> None:
        """Tell one hand, with finitely many ranks."""
        tell(Dealt(table, ranks), q, free=is_free(players, look))

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seating(game), ("his hand",))

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return as many seats as there are players, by their numbers."""
        return seats(game.parameters["players"])

    def real_hands(self, game: Game) -> Hint | None:
        """Return the betting and where to look for its equilibrium; None with ranks."""
        said = game.parameters
        if said["ranks"] != INF:
            return None
        players, q = said["players"], said["q"]
        if not is_free(players, said["look"]):
            return forced_hint(lambda there, count: betting(there, False, count), players, q)
        demand_bluffs(said["bluff"])
        if players > max(STARTS):
            raise NoMethodError(
                f"look=free with {players} players: cuts to begin with are known for "
                f"2 to {max(STARTS)}; look=forced is solved for up to {MOST_PLAYERS}"
            )
        return free_hint(lambda there, count: betting(there, True, count), players, q)

    def opened(self, key: str, values: Mapping[str, Any]) -> OpenHands:
        """Return the game of two with q left open."""
        from sabot.games.blind.formulas import open_blind

        return open_blind(values)


class VonNeumann(Family):
    """Von Neumann's poker with one bet: hands are real numbers, the higher takes the pot.

    Each of two players is dealt a number from [0, 1], evenly and independently, that he alone sees.
    Player 1 bets low, B units, and the hands are compared for it; or high, A units. Then player 2
    looks, and the hands are compared for A, or passes and loses B.

    A: the high bet. B: the low bet. ranks: finitely many hands in place of real numbers; equal
    hands share the pot.
    """

    name = "von-neumann"
    title = "Von Neumann's poker"
    seats = ("1", "2")
    always = ("A", "B")
    leaves_open: Opens = MappingProxyType({"A": {}, "B": {}})
    open_plainly = ("ranks",)

    def play(
        self,
        table: Table,
        *,
        A: Annotated[Fraction, Exact(Fraction(0))] = Fraction(2),
        B: Annotated[Fraction, Exact(Fraction(0))] = Fraction(1),
        ranks: Annotated[int | float, _RANKS] = INF,
    ) -> None:
        """Tell one hand, with finitely many ranks."""
        tell_von_neumann(Dealt(table, ranks), A, B)

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seats, ("his hand",))

    def real_hands(self, game: Game) -> Hint | None:
        """Return the betting and where to look for its equilibrium; None with ranks."""
        said = game.parameters
        if said["ranks"] != INF:
            return None
        form = Betting(self.seats).form(lambda table: tell_von_neumann(table, said["A"], said["B"]))
        return von_neumann_hint(form, said["A"], said["B"])

    def opened(self, key: str, values: Mapping[str, Any]) -> OpenHands:
        """Return the game with one of its bets left open."""
        from sabot.games.blind.formulas import open_von_neumann

        return open_von_neumann(key, values)


def seats(players: int) -> tuple[str, ...]:
    """Return the players' numbers; the last is the blind.

    >>> seats(3)
    ('1', '2', '3')
    """
    return tuple(str(number + 1) for number in range(players))


def is_free(players: int, look: str) -> bool:
    """Return whether who entered may drop after a double."""
    return look == "free" or (look == "usual" and players == 2)


def demand_bluffs(bluff: str) -> None:
    """Refuse free looks without bluffs: the equilibrium has some."""
    if bluff == "no":
        raise NoMethodError(
            "bluff=no with free looks: whoever may look or drop can be bluffed, and an "
            "equilibrium is judged over all strategies; leave bluff out, or add look=forced"
        )


def betting(q: Fraction, free: bool, players: int) -> ThresholdForm:
    """Return the betting of the game with a blind, every way to its end."""
    return Betting(seats(players)).form(lambda table: tell(table, q, free=free))


def tell(table: Betting | Dealt, q: Fraction, *, free: bool) -> None:
    """Tell one hand of the game with a blind."""
    *others, blind = table.seats
    entered = [seat for seat in others if table.ask(seat, ("drop", "enter")) == "enter"]
    paid: dict[str, int] = {seat: 2 if seat in entered else 0 for seat in others}
    if not entered:
        return table.pay(dict.fromkeys(table.seats, 0))
    move = table.ask(blind, ("drop", "play", "double"))
    if move == "drop":
        return table.showdown({**paid, blind: 1}, entered, q)
    if move == "play":
        return table.showdown({**paid, blind: 2}, [*entered, blind], q)
    looking = [s for s in entered if not free or table.ask(s, ("drop", "look")) == "look"]
    paid.update(dict.fromkeys(looking, 4))
    return table.showdown({**paid, blind: 4}, [*looking, blind], q)


def tell_von_neumann(table: Betting | Dealt, high: Fraction, low: Fraction) -> None:
    """Tell one hand of von Neumann's game."""
    one, two = table.seats
    if table.ask(one, ("low", "high")) == "low":
        return table.showdown({one: low, two: low}, [one, two])
    if table.ask(two, ("pass", "look")) == "pass":
        return table.pay({one: low, two: -low})
    return table.showdown({one: high, two: high}, [one, two])


blind_poker = BlindPoker()
von_neumann = VonNeumann()
