"""Punto banco, the casino's baccarat: fixed drawing rules, and three bets against the house.

Nobody chooses, so there is no strategy: the value is the expected payoff of a bet on Player, and
results also show the house's edge on each bet. They are counted from the cards. The rules are also
written as a game that can be played, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from sabot.errors import Fault
from sabot.forms.sequence import SequenceForm, Treeplex
from sabot.game_rules.capabilities import SideBetTerms
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.game_rules.parameters import Exact, ParameterValues
from sabot.game_rules.table import Table, infoset_key
from sabot.games.baccara.family import (
    NONE,
    DecksParameter,
    ShareParameter,
    ShoeFamily,
    ShoeParameter,
    check_shoe_size,
)
from sabot.games.baccara.payoff_distribution import (
    DEFAULT_COMMISSION,
    DEFAULT_TIE_ODDS,
    baccara_payoff_distribution,
)
from sabot.games.baccara.rules import (
    BANKER_DRAWS,
    PLAYER_DRAWS,
    SEATS,
    card_supply,
    casino_move,
    hand_total,
    player_payoff,
)

if TYPE_CHECKING:
    from sabot.forms.base import PayoffDistribution
    from sabot.forms.base import StrategyMapping as Played

DEFAULT_DECKS = "8"
"""The number of decks where neither decks nor a shoe are given."""


class PuntoBanco(ShoeFamily, SideBetTerms):
    """The casino's baccarat: both hands follow fixed drawing rules, and nobody chooses.

    Two cards each; an 8 or 9 on either side ends the hand. Otherwise Player draws on 0 to 5 and
    stands on 6 and 7. Banker draws on 0 to 2 and stands on 7. If Player stood, Banker draws on 3 to
    5. If Player drew, Banker draws on 3 unless Player's card is an 8, on 4 if it is 2 to 7, on 5 if
    it is 4 to 7, on 6 if it is 6 or 7. The higher total wins. There is no strategy: the value is
    what a bet of 1 on Player pays on average, and the house edge of the bets on Player, Banker and
    tie is shown with it. The game in which both sides choose is baccara.

    decks: how many decks, a multiple of 1/4, or inf; 8 by default.
    shoe: instead of decks, the counts of the card values 0 to 9, as in [16,4,4,4,4,4,4,4,4,4], or
    decks without some cards, as in 8 decks -9; at least six cards.
    commission: the share of a winning bet on Banker that the house keeps. tie: what a winning bet
    of 1 on the tie is paid.
    """

    name = "punto-banco"
    title = "Punto banco"
    sample = "decks=8"
    changed = ("shoe",)
    has_choices = False
    defined = """Player and Banker get two cards each. Tens and court cards count 0, all others
    their pips; the total of a hand is the last digit of the sum. If a seat has 8 or 9 with two
    cards, the hand is over. Otherwise Player draws a third card on 0 to 5 and stands on 6 and 7.
    Banker draws on 0 to 2 and stands on 7. If Player stood, Banker draws on 3 to 5; if Player drew
    a card, Banker draws on 3 unless it is an 8, on 4 if it is 2 to 7, on 5 if it is 4 to 7, on 6
    if it is 6 or 7. Nobody chooses. A bet of 1 on Player is paid 1 if Player's total is higher at
    the end and lost if it is lower; equal totals give it back. Cards are dealt without replacement
    from the decks or the shoe that the name says."""

    def play(
        self,
        table: Table,
        *,
        decks: Annotated[Fraction | float | None, DecksParameter(optional=True)] = None,
        shoe: Annotated[tuple[int, ...] | None, ShoeParameter()] = None,
        commission: Annotated[Fraction, ShareParameter()] = DEFAULT_COMMISSION,
        tie: Annotated[Fraction, Exact(Fraction(0))] = DEFAULT_TIE_ODDS,
    ) -> None:
        """Deal two cards each; unless one has a natural, draw as the rules say."""
        cards = table.shoe(card_supply("B1", decks, shoe).shoe)
        mine, yours = [cards.draw(), cards.draw()], [cards.draw(), cards.draw()]
        if max(hand_total(*mine), hand_total(*yours)) < 8:
            third = None
            if hand_total(*mine) in PLAYER_DRAWS:
                third = cards.draw()
                mine.append(third)
            if third in BANKER_DRAWS[hand_total(*yours)]:
                yours.append(cards.draw())
        table.holds("Player", *mine)
        table.holds("Banker", *yours)
        table.pay(Player=player_payoff(hand_total(*mine), hand_total(*yours)))

    def implied(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the usual number of decks, where there is no shoe."""
        return {} if texts.get("shoe", NONE).strip() != NONE else {"decks": DEFAULT_DECKS}

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Return what is wrong with the cards: two shoes, none, or one that cannot be dealt."""
        decks, shoe = values["decks"], values["shoe"]
        if decks is not None and shoe is not None:
            return [Fault("shoe", "is given together with decks", "leave one of them out")]
        if decks is None and shoe is None:
            return [Fault("decks", "is missing", "write decks=8 or shoe=[...]")]
        return [] if shoe is None else check_shoe_size(shoe, replaced=False)

    def form(self, game: Game) -> ZeroSumForm:
        """Return the form of a game without choices: the expected payoff of a bet on Player."""
        ends = self.outcomes(game, {})
        sides = Treeplex.flat(SEATS[0], {}), Treeplex.flat(SEATS[1], {})
        above, below = ends.mean.as_integer_ratio()
        paid = ((0, 0, above),) if above else ()
        return SequenceForm(sides, paid, below, SequenceForm(sides, ((0, 0, 1),), 1))

    def outcomes(self, game: Game, strategies: Mapping[str, Played]) -> PayoffDistribution:
        """Return how hands end, counted from the cards."""
        return baccara_payoff_distribution(_drawing_rule_strategies(), **_baccara_parameters(game))

    def deal_many(
        self, game: Game, strategies: Mapping[str, Played], hands: int, seed: int
    ) -> dict[int, int] | None:
        """Return how often Player was paid -1, 0 and 1 in so many random hands.

        None where they cannot be dealt in blocks.
        """
        from sabot.games.baccara.monte_carlo import simulate_baccara

        return simulate_baccara(
            _drawing_rule_strategies(), hands, seed, **_baccara_parameters(game)
        )

    def cost(self, game: Game) -> str:
        """Return in words how large the game is."""
        return "no choices: the hands are counted"

    def own_terms(self, game: Game) -> dict[str, Fraction]:
        """Return the commission and what the tie pays; here 0 is a term like any other."""
        return {key: game.parameters[key] for key in self.bet_terms}

    def shoe(self, game: Game) -> tuple[int, ...]:
        """Return how many cards of each value a game is dealt from."""
        return self.finite(game, "B1", "write decks=8 or shoe=[...]")

    def lacks_cards(self, texts: Mapping[str, str]) -> bool:
        """Return whether neither decks nor a shoe are given."""
        return not {"decks", "shoe"} & set(texts)


def _drawing_rule_strategies() -> dict[str, dict[str, dict[str, Fraction]]]:
    """Return the drawing rules as strategies of baccara, in which both seats see totals."""
    thirds = (*range(10), None)
    banker = [infoset_key((of, third)) for of in BANKER_DRAWS for third in thirds]
    views = {"Player": [str(of) for of in range(8)], "Banker": banker}
    return {
        seat: {view: {casino_move(seat, view): Fraction(1)} for view in keys}
        for seat, keys in views.items()
    }


def _baccara_parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of the baccara with the same cards and a free choice on every total.

    Model B1 deals without replacement from finite decks, and both seats see only totals.
    """
    cards = {key: game.parameters[key] for key in ("decks", "shoe")}
    return {"model": "B1", "player_free": tuple(range(8)), **cards}


punto_banco = PuntoBanco()
