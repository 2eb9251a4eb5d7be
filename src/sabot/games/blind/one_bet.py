"""One bet and real hands: Borel's game, and Kuhn's with a number in place of a card.

Von Neumann's game stands between them. In Borel's who does not bet has lost his ante; in von
Neumann's the hands are compared for it; in Kuhn's the other may bet then.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, ClassVar

from sabot.forms.threshold.hint import Hint
from sabot.shoe import INF
from sabot.telling.family import Family
from sabot.telling.game import Game
from sabot.telling.hands import Betting, Dealt
from sabot.telling.parameters import Exact, Whole
from sabot.telling.tables import Table

_POSITIVE = Exact(low=Fraction(0))
_RANKS = Whole(1, 1000, endless=True)
ONE = Fraction(1)
Known = Mapping[str, tuple[Fraction, ...]]
"""The cuts of each turn."""


class OneBet(Family):
    """A game of one bet between two: how a hand is told, its cuts by formula, and their shape."""

    seats = ("1", "2")
    always = ("ante", "bet")
    stays_closed: Mapping[str, str] = MappingProxyType(
        dict.fromkeys(
            ("ante", "bet"), "its hands are real numbers, and no proof in formulas of it is written"
        )
    )
    shape: ClassVar[Mapping[str, tuple[int, ...]]]
    """By turn: which action each interval of hands takes, from the lowest up."""

    @staticmethod
    @abstractmethod
    def tell(table: Betting | Dealt, low: Fraction, high: Fraction) -> None:
        """Tell one hand: the ante is *low*, and ante and bet are *high*."""

    @staticmethod
    @abstractmethod
    def cuts(low: Fraction, high: Fraction) -> Known:
        """Return the cuts by formula."""

    def play(
        self,
        table: Table,
        *,
        ante: Annotated[Fraction, _POSITIVE] = ONE,
        bet: Annotated[Fraction, _POSITIVE] = ONE,
        ranks: Annotated[int | float, _RANKS] = INF,
    ) -> None:
        """Tell one hand, with finitely many ranks."""
        self.tell(Dealt(table, ranks), ante, ante + bet)

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seats, ("his hand",))

    def real_hands(self, game: Game) -> Hint | None:
        """Return the betting and its known cuts as floats, a start like any other.

        None with ranks.
        """
        said = game.parameters
        if said["ranks"] != INF:
            return None
        low, high = said["ante"], said["ante"] + said["bet"]
        form = Betting(game.seats).form(lambda table: self.tell(table, low, high))
        known = (
            self.cuts(low, high)
            if high
            else {turn: (ONE / 2,) * (len(steps) - 1) for turn, steps in self.shape.items()}
        )
        start = {key: tuple(map(float, cuts)) for key, cuts in known.items()}
        return Hint(form, self.shape, lambda before: start)


def tell_borel(table: Betting | Dealt, low: Fraction, high: Fraction) -> None:
    """Tell one hand of Borel's game: the ante is *low*, and ante and bet are *high*."""
    one, two = table.seats
    if table.ask(one, ("drop", "bet")) == "drop":
        return table.pay({one: -low, two: low})
    return _answered(table, one, two, low, high)


def tell_kuhn(table: Betting | Dealt, low: Fraction, high: Fraction) -> None:
    """Tell one hand of Kuhn's game: the ante is *low*, and ante and bet are *high*."""
    one, two = table.seats
    if table.ask(one, ("pass", "bet")) == "bet":
        return _answered(table, one, two, low, high)
    if table.ask(two, ("pass", "bet")) == "bet":
        return _answered(table, two, one, low, high)
    return table.showdown({one: low, two: low}, [one, two])


def _answered(
    table: Betting | Dealt, better: str, other: str, low: Fraction, high: Fraction
) -> None:
    """End a hand in which somebody has bet: the other drops or looks."""
    if table.ask(other, ("drop", "look")) == "drop":
        return table.pay({better: low, other: -low})
    return table.showdown({better: high, other: high}, [better, other])


def borel_cuts(low: Fraction, high: Fraction) -> Known:
    """Return the cuts by Borel's formula: look from c on, and bet from c^2 on.

    >>> {turn: [str(cut) for cut in cuts] for turn, cuts in borel_cuts(ONE, 2 * ONE).items()}
    {'1: -': ['1/9'], '2: 1 bet': ['1/3']}
    """
    look = (high - low) / (high + low)
    return {"1: -": (look**2,), "2: 1 bet": (look,)}


def kuhn_cuts(low: Fraction, high: Fraction) -> Known:
    """Return the cuts of Kuhn's game, from the six equations of its shape solved by hand.

    >>> [[str(cut) for cut in cuts] for cuts in kuhn_cuts(ONE, 2 * ONE).values()]
    [['1/9', '2/3'], ['1/6', '1/2'], ['1/3'], ['1/3']]
    """
    look = (high - low) / (high + low)
    value = 1 - low / high
    bluff = value - look
    then = value**2 + (1 - value) * bluff
    best = 2 * value - then
    return {
        "1: -": (look * (1 - best), best),
        "2: 1 pass": (bluff, value),
        "1: 1 pass, 2 bet": (then,),
        "2: 1 bet": (look,),
    }


class Borel(OneBet):
    """Borel's poker with one bet (la relance): hands are real numbers, the higher takes the pot.

    Each of two players is dealt a number from [0, 1], evenly and independently, that he alone sees.
    Both put in the ante. Player 1 drops and loses it, or bets: he puts in the bet on top of his
    ante. Then player 2 drops and loses his ante, or looks: he puts in the bet on top of his ante
    too, and the higher hand takes both antes and both bets.

    ante: what each player puts in before the hands are dealt. bet: what a bet, and a look at it,
    costs on top of the ante. ranks: finitely many hands in place of real numbers; equal hands share
    the pot.
    """

    name = "borel"
    title = "Borel's poker"
    shape = {"1: -": (0, 1), "2: 1 bet": (0, 1)}  # noqa: RUF012
    tell = staticmethod(tell_borel)
    cuts = staticmethod(borel_cuts)


class ContinuousKuhn(OneBet):
    """Kuhn's poker with hands that are real numbers, the higher takes the pot.

    Each of two players is dealt a number from [0, 1], evenly and independently, that he alone sees.
    Both put in the ante. Player 1 passes, or bets: he puts in the bet on top of his ante. After a
    bet player 2 drops and loses his ante, or looks: he puts in the bet too, and the hands are
    compared. After a pass he passes too, and the hands are compared for the antes, or bets; then
    player 1 drops and loses his ante, or looks. Who wins takes all that was put in.

    ante: what each player puts in before the hands are dealt. bet: what a bet, and a look at it,
    costs on top of the ante. ranks: finitely many hands in place of real numbers; equal hands share
    the pot.
    """

    name = "continuous-kuhn"
    title = "Kuhn's poker with real hands"
    shape = {  # noqa: RUF012
        "1: -": (1, 0, 1),
        "2: 1 pass": (1, 0, 1),
        "1: 1 pass, 2 bet": (0, 1),
        "2: 1 bet": (0, 1),
    }
    tell = staticmethod(tell_kuhn)
    cuts = staticmethod(kuhn_cuts)


borel = Borel()
continuous_kuhn = ContinuousKuhn()
