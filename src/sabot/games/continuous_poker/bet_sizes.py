"""Poker with several bet sizes and raises between two players; hands are real numbers.

Player 1 checks or bets one of several sizes; by the parameters player 2 may bet after a check, and
a bet may be raised. With one size and no raise these are von Neumann's game and Kuhn's with real
hands; with many sizes they approach Newman's, in which player 1 bets any amount. No cuts are known
by formula: the solver finds the intervals.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Literal

from sabot.cards.shoe import INF
from sabot.errors import NoMethodError
from sabot.forms.continuous.betting_game import EquilibriumHint
from sabot.forms.parametric import ParameterDomain, ParametricContinuousGame, as_rational_polynomial
from sabot.game_rules.capabilities import ContinuousTypes
from sabot.game_rules.continuous import BettingTreeBuilder, RealHandsTable
from sabot.game_rules.family import Family, OpenParameters
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import Exact, ParameterValues, Whole
from sabot.game_rules.table import Table

ONE = Fraction(1)


def play_bet_sizes(
    table: BettingTreeBuilder | RealHandsTable,
    values: Mapping[str, Fraction],
    *,
    sizes: int,
    raises: int,
    both: bool,
) -> None:
    """Play one hand; *values* are the ante and the step between two sizes."""
    one, two = table.seats
    ante, step = values["ante"], values["step"]
    menu = ("check", *(f"bet {size}" for size in range(1, sizes + 1)))
    for me, other in ((one, two), (two, one)) if both else ((one, two),):
        said = table.ask(me, menu)
        if said != "check":
            bet = menu.index(said) * step
            return _answer(table, {me: ante + bet, other: ante}, (other, me), bet, raises)
    return table.showdown({one: ante, two: ante}, [one, two])


def _answer(
    table: BettingTreeBuilder | RealHandsTable,
    paid: dict[str, Fraction],
    seats: tuple[str, str],
    bet: Fraction,
    raises: int,
) -> None:
    """Let the first of two seats answer a bet of the second."""
    me, other = seats
    said = table.ask(me, ("fold", "call", "raise") if raises else ("fold", "call"))
    if said == "fold":
        return table.pay({me: -paid[me], other: paid[me]})
    if said == "call":
        return table.showdown({me: paid[other], other: paid[other]}, [me, other])
    return _answer(table, {me: paid[other] + bet, other: paid[other]}, (other, me), bet, raises - 1)


class BetSizes(Family, ContinuousTypes):
    """Poker with several bet sizes: hands are real numbers, the higher one wins.

    Each of two players is dealt a number from [0, 1], uniform and independent, that only he sees.
    Both pay the ante. Player 1 checks or bets: "bet k" costs k steps on top of the ante. If he
    checks, the hands are compared for the antes; or, with bets=both, player 2 checks or bets. The
    other answers a bet: he folds and loses what he paid, or calls and the hands are compared, or,
    while raises are left, raises: he pays the same bet once more on top, and the bettor answers.

    ante: what each player pays before the hands are dealt. step: the smallest bet, and what the
    next size costs more. sizes: how many bet sizes there are. raises: how many raises may follow a
    bet. bets: who may bet, player 1 only (one) or also player 2 after a check (both). ranks:
    finitely many hands instead of real numbers; equal hands share the pot.
    """

    name = "bet-sizes"
    title = "Poker with several bet sizes"
    seats = ("1", "2")
    always = ("ante", "step", "sizes")
    leaves_open: OpenParameters = MappingProxyType({"step": {}, "ante": {}})
    open_plainly = ("ranks", "sizes", "raises")

    def play(
        self,
        table: Table,
        *,
        ante: Annotated[Fraction, Exact(Fraction(0))] = ONE,
        step: Annotated[Fraction, Exact(Fraction(0))] = ONE,
        sizes: Annotated[int, Whole(1, 12)] = 2,
        raises: Annotated[int, Whole(0, 4)] = 0,
        bets: Literal["one", "both"] = "one",
        ranks: Annotated[int | float, Whole(1, 1_000_000, endless=True)] = INF,
    ) -> None:
        """Play one hand, with finitely many ranks."""
        play_bet_sizes(
            RealHandsTable(table, ranks),
            {"ante": ante, "step": step},
            sizes=sizes,
            raises=raises,
            both=bets == "both",
        )

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seats, ("his hand",))

    def real_hands(self, game: Game) -> EquilibriumHint | None:
        """Return the betting, of whose equilibrium nothing is known; None with ranks."""
        if game.parameters["ranks"] != INF:
            return None
        return _hint(self.seats, game.parameters)

    def opened(self, key: str, values: ParameterValues) -> ParametricContinuousGame:
        """Return the game with its ante or its step left open."""
        if values["ranks"] != INF:
            raise NoMethodError(
                f"ranks={values['ranks']}: a theorem is about hands that are real numbers; "
                "leave ranks out"
            )
        amounts = {name: as_rational_polynomial(values[name]) for name in ("ante", "step")}
        form = BettingTreeBuilder(self.seats, as_rational_polynomial).form(
            lambda table: _play_with(table, values, amounts)
        )
        return ParametricContinuousGame(
            key,
            form,
            ParameterDomain(Fraction(0), None, whole=False),
            lambda at: _hint(self.seats, {**values, key: at}),
        )


def _play_with(
    table: BettingTreeBuilder, said: ParameterValues, amounts: Mapping[str, Fraction]
) -> None:
    play_bet_sizes(
        table, amounts, sizes=said["sizes"], raises=said["raises"], both=said["bets"] == "both"
    )


def _hint(seats: tuple[str, ...], said: ParameterValues) -> EquilibriumHint:
    amounts = {name: said[name] for name in ("ante", "step")}
    return EquilibriumHint(
        BettingTreeBuilder(seats).form(lambda table: _play_with(table, said, amounts))
    )


bet_sizes = BetSizes()
