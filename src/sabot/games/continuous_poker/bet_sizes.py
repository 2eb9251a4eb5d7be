"""Poker with several bet sizes and raises between two players; hands are real numbers.

Player 1 checks or bets one of several sizes; by the parameters he folds instead of a check, player
2 may bet after a check, and a bet may be raised. With one size and no raise these are von Neumann's
game, Borel's and Kuhn's with real hands; with many sizes they approach Newman's, in which player 1
bets any amount. Both may also bet at the same time: the game of von Neumann and Morgenstern (1944)
and, without a call, that of Gillies, Mayberry and von Neumann (1953), as Risticz (1973, Section
1.4) describes them. No cuts are known by formula: the solver finds the intervals.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Literal

from sabot.cards.shoe import INF
from sabot.errors import Fault, NoMethodError
from sabot.forms.continuous.betting_game import EquilibriumHint
from sabot.forms.parametric import ParameterDomain, ParametricContinuousGame, as_rational_polynomial
from sabot.game_rules.capabilities import ContinuousTypes
from sabot.game_rules.continuous import (
    BettingTreeBuilder,
    RealHandsTable,
    require_public_choices,
)
from sabot.game_rules.family import Family, OpenParameters
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import Exact, ParameterValues, Whole
from sabot.game_rules.table import Table

ONE = Fraction(1)
AMOUNTS = ("ante", "base", "step")
"""The parameters that are amounts of money."""


def play_bet_sizes(
    table: BettingTreeBuilder | RealHandsTable,
    amounts: Mapping[str, Fraction],
    said: ParameterValues,
) -> None:
    """Play one hand; *amounts* are those of AMOUNTS, *said* all parameters of the game."""
    one, two = table.seats
    ante, unbet = amounts["ante"], said["unbet"]
    menu = (unbet, *(f"bet {size}" for size in range(1, said["sizes"] + 1)))
    if said["bets"] == "together":
        bets = {action: amounts["base"] + k * amounts["step"] for k, action in enumerate(menu)}
        return _compare_bets(table, {**bets, unbet: 0 * ante}, ante, said["calls"] == "yes")
    for me, other in ((one, two), (two, one)) if said["bets"] == "both" else ((one, two),):
        chosen = table.ask(me, menu)
        if chosen != unbet:
            bet = amounts["base"] + menu.index(chosen) * amounts["step"]
            again = bet if said["raising"] == "bet" else None
            paid = {me: ante + bet, other: ante}
            return _answer(table, paid, (other, me), again, said["raises"])
    if unbet == "fold":
        return table.pay({one: -ante, two: ante})
    return table.showdown({one: ante, two: ante}, [one, two])


def _compare_bets(
    table: BettingTreeBuilder | RealHandsTable,
    bets: Mapping[str, Fraction],
    ante: Fraction,
    calls: bool,
) -> None:
    """Let both bet at the same time; who bets less folds, or calls if he may."""
    one, two = table.seats
    menu = tuple(bets)
    said = table.declare({one: menu, two: menu})
    paid = {seat: ante + bets[said[seat]] for seat in table.seats}
    if said[one] == said[two]:
        return table.showdown(paid, [one, two])
    lower, higher = sorted(table.seats, key=lambda seat: menu.index(said[seat]))
    if not calls or table.ask(lower, ("fold", "call")) == "fold":
        return table.pay({lower: -paid[lower], higher: paid[lower]})
    return table.showdown({one: paid[higher], two: paid[higher]}, [one, two])


def _answer(
    table: BettingTreeBuilder | RealHandsTable,
    paid: dict[str, Fraction],
    seats: tuple[str, str],
    bet: Fraction | None,
    raises: int,
) -> None:
    """Let the first of two seats answer a bet of the second.

    A raise is as large as the *bet*; None: as large as the pot after the call.
    """
    me, other = seats
    said = table.ask(me, ("fold", "call", "raise") if raises else ("fold", "call"))
    if said == "fold":
        return table.pay({me: -paid[me], other: paid[me]})
    if said == "call":
        return table.showdown({me: paid[other], other: paid[other]}, [me, other])
    more = 2 * paid[other] if bet is None else bet
    then = {me: paid[other] + more, other: paid[other]}
    return _answer(table, then, (other, me), bet, raises - 1)


class BetSizes(Family, ContinuousTypes):
    """Poker with several bet sizes: hands are real numbers, the higher one wins.

    Each of two players is dealt a number from [0, 1], uniform and independent, that only he sees.
    Both pay the ante. Player 1 checks or bets: "bet k" costs the base and k steps on top of the
    ante. If he checks, the hands are compared for the antes; or, with bets=both, player 2 checks or
    bets. With unbet=fold he cannot check: he bets, or folds and loses his ante. The other answers a
    bet: he folds and loses what he paid, or calls and the hands are compared, or, while raises are
    left, raises: he pays the same bet once more on top, or the pot, and the bettor answers. With
    bets=together both check or bet at the same time. After equal bets the hands are compared; else
    the lower bettor folds and loses what he paid, or calls the higher bet (with calls=no he must
    fold).

    ante: what each player pays before the hands are dealt. step: what the next size costs more.
    sizes: how many bet sizes there are. raises: how many raises may follow a bet. bets: who may
    bet, player 1 only (one), also player 2 after a check (both), or both at the same time
    (together). ranks: finitely many hands instead of real numbers; equal hands share the pot. base:
    what every bet costs besides its steps. unbet: what a player does who does not bet. raising: how
    large a raise is, as large as the bet or as the pot after the call. calls: with bets=together,
    whether the lower bettor may call.
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
        bets: Literal["one", "both", "together"] = "one",
        ranks: Annotated[int | float, Whole(1, 1_000_000, endless=True)] = INF,
        base: Annotated[Fraction, Exact()] = Fraction(0),
        unbet: Literal["check", "fold"] = "check",
        raising: Literal["bet", "pot"] = "bet",
        calls: Literal["yes", "no"] = "yes",
    ) -> None:
        """Play one hand, with finitely many ranks."""
        said: ParameterValues = {
            **{"sizes": sizes, "raises": raises, "bets": bets},
            **{"unbet": unbet, "raising": raising, "calls": calls},
        }
        amounts = {"ante": ante, "base": base, "step": step}
        play_bet_sizes(RealHandsTable(table, ranks), amounts, said)

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Refuse bets after a fold or below 0, and parameters of what these rules do not have."""
        found = []
        if values["unbet"] == "fold" and values["bets"] != "one":
            what = "with unbet=fold a hand ends if player 1 does not bet"
            found.append(Fault("bets", what, "write bets=one, or unbet=check"))
        if values["raises"] and values["bets"] == "together":
            what = "bets that are made together are not raised"
            found.append(Fault("raises", what, "leave raises out"))
        if values["calls"] == "no" and values["bets"] != "together":
            what = "only bets that are made together can go without a call"
            found.append(Fault("calls", what, "write bets=together, or leave calls out"))
        if values["base"] + values["step"] < 0:
            what = "the smallest bet, base and one step, is below 0"
            found.append(Fault("base", what, "give a larger base or step"))
        return found

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seats, ("his hand",))

    def real_hands(self, game: Game) -> EquilibriumHint | None:
        """Return the betting, of whose equilibrium nothing is known; None with ranks."""
        if game.parameters["ranks"] != INF:
            return None
        return _hint(self.seats, game.parameters)

    def opened(self, key: str, values: ParameterValues) -> ParametricContinuousGame:
        """Return the game with its ante, or its step as far as no bet is below 0, left open."""
        if values["ranks"] != INF:
            raise NoMethodError(
                f"ranks={values['ranks']}: a theorem is about hands that are real numbers; "
                "leave ranks out"
            )
        amounts = {name: as_rational_polynomial(values[name]) for name in AMOUNTS}
        form = BettingTreeBuilder(self.seats, as_rational_polynomial).form(
            lambda table: play_bet_sizes(table, amounts, values)
        )
        require_public_choices(form, key)
        low = max(Fraction(0), -values["base"]) if key == "step" else Fraction(0)
        return ParametricContinuousGame(
            key,
            form,
            ParameterDomain(low, None, whole=False),
            lambda at: _hint(self.seats, {**values, key: at}),
        )


def _hint(seats: tuple[str, ...], said: ParameterValues) -> EquilibriumHint:
    amounts = {name: said[name] for name in AMOUNTS}
    return EquilibriumHint(
        BettingTreeBuilder(seats).form(lambda table: play_bet_sizes(table, amounts, said))
    )


bet_sizes = BetSizes()
