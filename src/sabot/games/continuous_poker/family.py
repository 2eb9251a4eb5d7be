"""Poker with real hands: blind poker (Risticz 1973), von Neumann's, Borel's and Kuhn's games.

The rules of each game are written once and run with real hands (a betting tree with continuous
types) or with finitely many ranks. Blind poker is for two to seven players. The one-bet games
differ after the first player does not bet: in Borel's he has lost his ante, in von Neumann's the
hands are compared, in Kuhn's the other player may bet. The thresholds of Borel's and Kuhn's games
are known by formula. With two players all of them can leave one parameter symbolic: the equations
of the thresholds are then linear, and a theorem for all values is proved.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from sabot.cards.poker_odds.discards import JOINT_RULES, DrawRule
from sabot.cards.shoe import INF
from sabot.errors import Fault, NoMethodError, TreeTooLargeError
from sabot.forms.continuous.betting_game import ContinuousBettingForm, EquilibriumHint
from sabot.forms.hand_deals import ClassDeal
from sabot.forms.parametric import ParameterDomain, ParametricContinuousGame, as_rational_polynomial
from sabot.game_rules.capabilities import ContinuousTypes
from sabot.game_rules.continuous import BettingTreeBuilder, RealHandsTable
from sabot.game_rules.family import Family, OpenParameters
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import Exact, ParameterValues, Whole
from sabot.game_rules.table import Table
from sabot.games.continuous_poker.starting_points import (
    forced_look_starting_point,
    free_look_starting_point,
    von_neumann_starting_point,
)

MAX_PLAYERS = 7
"""The source's own limit: one pack holds no more hands that are dealt five and draw up to four."""
_PROBABILITY = Exact(Fraction(0), Fraction(1))
_RANKS = Whole(1, 1_000_000, endless=True)


@cache
def five_card_deal(draw: str, discard: DrawRule) -> ClassDeal:
    """Return five cards for each of two players from one pack, and how they draw."""
    if draw == "none":
        return ClassDeal.of(5)
    from sabot.forms.drawn_hands import DrawnDeal

    return DrawnDeal.by_rule(discard, joint=draw == "joint")


def player_seats(players: int) -> tuple[str, ...]:
    """Return the players' numbers; the last is the blind.

    >>> player_seats(3)
    ('1', '2', '3')
    """
    return tuple(str(number + 1) for number in range(players))


class BlindPoker(Family, ContinuousTypes):
    """Poker with a blind and hands that are real numbers, after Risticz (1973).

    Each player is dealt a number from [0, 1], uniform and independent, that only he sees; the last
    player, the blind, has paid 1 unit. The others, in turn, drop (fold) at no cost or enter with 2
    units. If nobody enters, the blind takes his unit back. Else he drops and loses it, or plays (2
    units in all), or doubles (4 units in all). After a double, with two players, the one who
    entered looks (calls) for 2 units more, or drops and loses the 2 he paid; with three or more, as
    in the source, all who entered must look. Then each hand that is left improves with probability
    q, independently, and the best takes the pot: a hand that has improved beats every hand that has
    not, and else the higher number wins.

    players: how many play, 2 to 7. q: the probability that a hand improves. look: what those who
    entered do after a double. free: each, in turn, looks or drops; forced: all look; usual: free
    with two players, forced with three or more. bluff: changes nothing that is computed, since an
    equilibrium is judged over all strategies. With free looks it has bluffs, and no is refused;
    with forced looks one without bluffs is found. ranks: finitely many hands instead of real
    numbers; equal hands share the pot. hands: numbers, or cards: two players hold five cards each
    of one pack. draw: what becomes of cards at a showdown. none: nothing; apart: each player draws
    by the rule discard, from the 47 cards that are not his own, whatever the other holds and draws;
    joint: both draw from the 42 cards that neither was dealt, with discard=stand only. discard:
    common (keep what is paired, stand from a straight up; without a pair keep four to a flush, else
    four to an open straight, else the highest card); highest: without a pair always keep the
    highest card; stand: draw nothing then.
    """

    name = "blind-poker"
    title = "Blind poker"
    seats = ("1", "2")
    always = ("players", "q")
    leaves_open: OpenParameters = MappingProxyType({"q": {}})
    open_plainly = ("players", "ranks")

    def play(
        self,
        table: Table,
        *,
        players: Annotated[int, Whole(2, MAX_PLAYERS)] = 2,
        q: Annotated[Fraction, _PROBABILITY] = Fraction(287, 1000),
        bluff: Literal["usual", "yes", "no"] = "usual",
        look: Literal["usual", "free", "forced"] = "usual",
        ranks: Annotated[int | float, _RANKS] = INF,
        hands: Literal["numbers", "cards"] = "numbers",
        draw: Literal["none", "apart", "joint"] = "none",
        discard: DrawRule = "common",
    ) -> None:
        """Play one hand, with finitely many ranks or with cards."""
        deal = five_card_deal(draw, discard) if hands == "cards" else None
        dealt = RealHandsTable(table, ranks, deal)
        play_blind_poker(dealt, q, free=looks_are_free(players, look))

    def implied(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Return that cards do not improve by chance."""
        return {"q": "0"} if texts.get("hands") == "cards" else {}

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Refuse what cards do not go together with."""
        if values["hands"] != "cards":
            what = "hands that are numbers do not draw cards"
            said = [
                key
                for key, usual in (("draw", "none"), ("discard", "common"))
                if values[key] != usual
            ]
            return [Fault(key, what, f"add hands=cards, or leave {key} out") for key in said]
        wrong = [
            ("players", values["players"] != 2, "cards are for two players", "write players=2"),
            ("q", values["q"] != 0, "real hands do not improve by chance", "leave q out"),
            ("ranks", values["ranks"] != INF, "the hands are cards", "leave ranks out"),
        ]
        found = [Fault(key, what, remedy) for key, is_wrong, what, remedy in wrong if is_wrong]
        if values["draw"] == "joint" and values["discard"] not in JOINT_RULES:
            what = "draws from one pack are covered where hands without a pair draw nothing"
            found.append(Fault("discard", what, "write discard=stand, or draw=apart"))
        if values["draw"] == "none" and values["discard"] != "common":
            found.append(Fault("discard", "nobody draws", "add draw=apart, or leave discard out"))
        return found

    def demand_walkable(self, game: Game) -> None:
        """Refuse the tree of all pairs of hands."""
        if game.parameters["hands"] == "cards":
            raise TreeTooLargeError(
                "134,459 classes of hands are too many for the game tree; an interval for its "
                "value: --gap 1/1000"
            )

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seating(game), ("his hand",))

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return as many seats as there are players, by their numbers."""
        return player_seats(game.parameters["players"])

    def real_hands(self, game: Game) -> EquilibriumHint | None:
        """Return the betting and where to look for its equilibrium; None with ranks."""
        said = game.parameters
        if said["ranks"] != INF or said["hands"] == "cards":
            return None
        players, q = said["players"], said["q"]
        if not looks_are_free(players, said["look"]):
            return forced_look_starting_point(
                lambda there, count: blind_poker_form(there, False, count), players, q
            )
        require_bluffs(said["bluff"])
        return free_look_starting_point(
            lambda there, count: blind_poker_form(there, True, count), players, q
        )

    def opened(self, key: str, values: ParameterValues) -> ParametricContinuousGame:
        """Return the game of two with q left open."""
        return parametric_blind_poker(values)

    def own_page(self, game: Game) -> tuple[str, Mapping[str, str]] | None:
        """Return the page of the model, which has no ranks."""
        return _model_page(game, ("players", "q", "look", "bluff"))


class VonNeumann(Family, ContinuousTypes):
    """Von Neumann's poker with one bet: hands are real numbers, the higher one wins.

    Each of two players is dealt a number from [0, 1], uniform and independent, that only he sees.
    Player 1 bets low, B units, and the hands are compared for it; or high, A units. After a high
    bet player 2 looks (calls), and the hands are compared for A, or passes (folds) and loses B.

    A: the high bet. B: the low bet. ranks: finitely many hands instead of real numbers; equal hands
    share the pot.
    """

    name = "von-neumann"
    title = "Von Neumann's poker"
    seats = ("1", "2")
    always = ("A", "B")
    leaves_open: OpenParameters = MappingProxyType({"A": {}, "B": {}})
    open_plainly = ("ranks",)

    def play(
        self,
        table: Table,
        *,
        A: Annotated[Fraction, Exact(Fraction(0))] = Fraction(2),
        B: Annotated[Fraction, Exact(Fraction(0))] = Fraction(1),
        ranks: Annotated[int | float, _RANKS] = INF,
    ) -> None:
        """Play one hand, with finitely many ranks."""
        play_von_neumann(RealHandsTable(table, ranks), A, B)

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seats, ("his hand",))

    def real_hands(self, game: Game) -> EquilibriumHint | None:
        """Return the betting and where to look for its equilibrium; None with ranks."""
        said = game.parameters
        if said["ranks"] != INF:
            return None
        form = BettingTreeBuilder(self.seats).form(
            lambda table: play_von_neumann(table, said["A"], said["B"])
        )
        return von_neumann_starting_point(form, said["A"], said["B"])

    def opened(self, key: str, values: ParameterValues) -> ParametricContinuousGame:
        """Return the game with one of its bets left open."""
        return parametric_von_neumann(key, values)

    def own_page(self, game: Game) -> tuple[str, Mapping[str, str]] | None:
        """Return the page of the model, which has no ranks."""
        return _model_page(game, ("A", "B"))


def _model_page(game: Game, keys: Sequence[str]) -> tuple[str, Mapping[str, str]] | None:
    """Return the page of a model and those parameters of a game that its address has."""
    given = game.parameters
    if given["ranks"] != INF or given.get("hands") == "cards":
        return None
    return f"/{game.rules.name}", {key: str(given[key]) for key in keys}


def looks_are_free(players: int, look: str) -> bool:
    """Return whether who entered may drop after a double."""
    return look == "free" or (look == "usual" and players == 2)


def require_bluffs(bluff: str) -> None:
    """Refuse free looks without bluffs: the equilibrium has some."""
    if bluff == "no":
        raise NoMethodError(
            "bluff=no with free looks: whoever may look or drop can be bluffed, and no rule can "
            "forbid it, since a bluff is a choice beside another with a better hand; leave bluff "
            "out, or add look=forced"
        )


def blind_poker_form(q: Fraction, free: bool, players: int) -> ContinuousBettingForm:
    """Return the betting of the game with a blind, every way to its end."""
    return BettingTreeBuilder(player_seats(players)).form(
        lambda table: play_blind_poker(table, q, free=free)
    )


def play_blind_poker(
    table: BettingTreeBuilder | RealHandsTable, q: Fraction, *, free: bool
) -> None:
    """Play one hand of the game with a blind."""
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


def play_von_neumann(
    table: BettingTreeBuilder | RealHandsTable, high: Fraction, low: Fraction
) -> None:
    """Play one hand of von Neumann's game."""
    one, two = table.seats
    if table.ask(one, ("low", "high")) == "low":
        return table.showdown({one: low, two: low}, [one, two])
    if table.ask(two, ("pass", "look")) == "pass":
        return table.pay({one: low, two: -low})
    return table.showdown({one: high, two: high}, [one, two])


blind_poker = BlindPoker()
von_neumann = VonNeumann()


def parametric_blind_poker(values: ParameterValues) -> ParametricContinuousGame:
    """Return the game with a blind for two players, its q left open."""
    players, q = values["players"], values["q"]
    _require_real_hands(values)
    if players != 2:
        raise NoMethodError(
            f"players={players}: only with two the equations of the cuts are linear; "
            "solve it for one q, or prove it for players=2"
        )
    free = looks_are_free(players, values["look"])
    if free:
        require_bluffs(values["bluff"])
    form = BettingTreeBuilder(player_seats(players), as_rational_polynomial).form(
        lambda table: play_blind_poker(table, q, free=free)
    )

    def hint(at: Fraction) -> EquilibriumHint:
        if free:
            return free_look_starting_point(
                lambda there, count: blind_poker_form(there, True, count), players, at
            )
        return forced_look_starting_point(
            lambda there, count: blind_poker_form(there, False, count), players, at
        )

    return ParametricContinuousGame(
        "q", form, ParameterDomain(Fraction(0), Fraction(1), whole=False), hint
    )


def parametric_von_neumann(key: str, values: ParameterValues) -> ParametricContinuousGame:
    """Return von Neumann's game with one of its bets left open."""
    _require_real_hands(values)

    def hint(at: Fraction) -> EquilibriumHint:
        bets = {**values, key: at}
        form = _von_neumann_form(BettingTreeBuilder(von_neumann.seats), bets["A"], bets["B"])
        return von_neumann_starting_point(form, bets["A"], bets["B"])

    form = _von_neumann_form(
        BettingTreeBuilder(von_neumann.seats, as_rational_polynomial), values["A"], values["B"]
    )
    return ParametricContinuousGame(
        key, form, ParameterDomain(Fraction(0), None, whole=False), hint
    )


def _von_neumann_form(
    table: BettingTreeBuilder, high: Fraction, low: Fraction
) -> ContinuousBettingForm:
    return table.form(lambda one: play_von_neumann(one, high, low))


def _require_real_hands(values: ParameterValues) -> None:
    if values.get("hands") == "cards":
        raise NoMethodError("hands=cards: a theorem is about hands that are real numbers")
    if values["ranks"] != INF:
        raise NoMethodError(
            f"ranks={values['ranks']}: a theorem is about hands that are real numbers; "
            "leave ranks out"
        )


_POSITIVE = Exact(low=Fraction(0))
ONE = Fraction(1)
ThresholdsByTurn = Mapping[str, tuple[Fraction, ...]]
"""The cuts of each turn."""


class OneBetPoker(Family, ContinuousTypes):
    """A game of one bet between two: its betting, its cuts by formula, and their shape."""

    seats = ("1", "2")
    always = ("ante", "bet")
    leaves_open: OpenParameters = MappingProxyType({"bet": {}, "ante": {}})
    open_plainly = ("ranks",)
    shape: ClassVar[Mapping[str, tuple[int, ...]]]
    """By turn: which action each interval of hands takes, from the lowest up."""

    @staticmethod
    @abstractmethod
    def betting(table: BettingTreeBuilder | RealHandsTable, low: Fraction, high: Fraction) -> None:
        """Play one hand: the ante is *low*, and ante and bet are *high*."""

    @staticmethod
    @abstractmethod
    def cuts(low: Fraction, high: Fraction) -> ThresholdsByTurn:
        """Return the cuts by formula."""

    def play(
        self,
        table: Table,
        *,
        ante: Annotated[Fraction, _POSITIVE] = ONE,
        bet: Annotated[Fraction, _POSITIVE] = ONE,
        ranks: Annotated[int | float, _RANKS] = INF,
    ) -> None:
        """Play one hand, with finitely many ranks."""
        self.betting(RealHandsTable(table, ranks), ante, ante + bet)

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seats, ("his hand",))

    def real_hands(self, game: Game) -> EquilibriumHint | None:
        """Return the betting and its known cuts as floats, a start like any other.

        None with ranks.
        """
        said = game.parameters
        if said["ranks"] != INF:
            return None
        low, high = said["ante"], said["ante"] + said["bet"]
        form = BettingTreeBuilder(game.seats).form(lambda table: self.betting(table, low, high))
        known = (
            self.cuts(low, high)
            if high
            else {turn: (ONE / 2,) * (len(steps) - 1) for turn, steps in self.shape.items()}
        )
        start = {key: tuple(map(float, cuts)) for key, cuts in known.items()}
        return EquilibriumHint(form, self.shape, lambda before: start)

    def opened(self, key: str, values: ParameterValues) -> ParametricContinuousGame:
        """Return the game with its ante or its bet left open."""
        _require_real_hands(values)
        low, bet = (as_rational_polynomial(values[name]) for name in ("ante", "bet"))
        form = BettingTreeBuilder(self.seats, as_rational_polynomial).form(
            lambda table: self.betting(table, low, low + bet)
        )

        def hint(at: Fraction) -> EquilibriumHint:
            found = self.real_hands(self(**{**values, key: at}))
            assert found is not None, "without ranks hands are real numbers"
            return found

        domain = ParameterDomain(Fraction(0), None, whole=False)
        return ParametricContinuousGame(key, form, domain, hint)


def play_borel(table: BettingTreeBuilder | RealHandsTable, low: Fraction, high: Fraction) -> None:
    """Play one hand of Borel's game: the ante is *low*, and ante and bet are *high*."""
    one, two = table.seats
    if table.ask(one, ("drop", "bet")) == "drop":
        return table.pay({one: -low, two: low})
    return _answer_bet(table, one, two, low, high)


def play_continuous_kuhn(
    table: BettingTreeBuilder | RealHandsTable, low: Fraction, high: Fraction
) -> None:
    """Play one hand of Kuhn's game: the ante is *low*, and ante and bet are *high*."""
    one, two = table.seats
    if table.ask(one, ("pass", "bet")) == "bet":
        return _answer_bet(table, one, two, low, high)
    if table.ask(two, ("pass", "bet")) == "bet":
        return _answer_bet(table, two, one, low, high)
    return table.showdown({one: low, two: low}, [one, two])


def _answer_bet(
    table: BettingTreeBuilder | RealHandsTable,
    better: str,
    other: str,
    low: Fraction,
    high: Fraction,
) -> None:
    """End a hand in which somebody has bet: the other drops or looks."""
    if table.ask(other, ("drop", "look")) == "drop":
        return table.pay({better: low, other: -low})
    return table.showdown({better: high, other: high}, [better, other])


def borel_thresholds(low: Fraction, high: Fraction) -> ThresholdsByTurn:
    """Return the cuts by Borel's formula: look from c on, and bet from c^2 on.

    >>> {turn: [str(cut) for cut in cuts] for turn, cuts in borel_thresholds(ONE, 2 * ONE).items()}
    {'1: -': ['1/9'], '2: 1 bet': ['1/3']}
    """
    look = (high - low) / (high + low)
    return {"1: -": (look**2,), "2: 1 bet": (look,)}


def kuhn_thresholds(low: Fraction, high: Fraction) -> ThresholdsByTurn:
    """Return the cuts of Kuhn's game, from the six equations of its shape solved by hand.

    >>> [[str(cut) for cut in cuts] for cuts in kuhn_thresholds(ONE, 2 * ONE).values()]
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


class Borel(OneBetPoker):
    """Borel's poker with one bet (la relance): hands are real numbers, the higher one wins.

    Each of two players is dealt a number from [0, 1], uniform and independent, that only he sees.
    Both pay the ante. Player 1 drops (folds) and loses it, or bets: he pays the bet on top of his
    ante. Then player 2 drops and loses his ante, or looks (calls): he pays the bet too, and the
    higher hand takes both antes and both bets.

    ante: what each player pays before the hands are dealt. bet: what a bet, or a call, costs on top
    of the ante. ranks: finitely many hands instead of real numbers; equal hands share the pot.
    """

    name = "borel"
    title = "Borel's poker"
    shape = {"1: -": (0, 1), "2: 1 bet": (0, 1)}  # noqa: RUF012
    betting = staticmethod(play_borel)
    cuts = staticmethod(borel_thresholds)


class ContinuousKuhn(OneBetPoker):
    """Kuhn poker with hands that are real numbers; the higher one wins.

    Each of two players is dealt a number from [0, 1], uniform and independent, that only he sees.
    Both pay the ante. Player 1 passes, or bets: he pays the bet on top of his ante. After a bet
    player 2 drops (folds) and loses his ante, or looks (calls): he pays the bet too, and the hands
    are compared. After a pass he passes too, and the hands are compared for the antes, or he bets;
    then player 1 drops and loses his ante, or looks. The winner takes all that was paid.

    ante: what each player pays before the hands are dealt. bet: what a bet, or a call, costs on top
    of the ante. ranks: finitely many hands instead of real numbers; equal hands share the pot.
    """

    name = "continuous-kuhn"
    title = "Kuhn's poker with real hands"
    shape = {  # noqa: RUF012
        "1: -": (1, 0, 1),
        "2: 1 pass": (1, 0, 1),
        "1: 1 pass, 2 bet": (0, 1),
        "2: 1 bet": (0, 1),
    }
    betting = staticmethod(play_continuous_kuhn)
    cuts = staticmethod(kuhn_thresholds)


borel = Borel()
continuous_kuhn = ContinuousKuhn()
