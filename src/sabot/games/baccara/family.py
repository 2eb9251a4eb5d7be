"""The families of baccara: what they are told from, and all that is known of them beyond it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

from sabot.errors import Fault, GameStringError
from sabot.exact import show
from sabot.games.baccara.casino import by_total, casino
from sabot.games.baccara.kinds import NONE, Counts, Decks, Share, Totals, too_few
from sabot.games.baccara.rules import (
    SEATS,
    SEES,
    THIRD,
    chooses,
    conducts,
    dealing,
    hands,
    lead,
    purse,
    total,
)
from sabot.shoe import INF
from sabot.telling.family import Family, Layout, Opens
from sabot.telling.game import Form, Game
from sabot.telling.parameters import Exact, Kind
from sabot.telling.tables import Table, view_key

if TYPE_CHECKING:
    from sabot.forms.binary import BinaryForm
    from sabot.forms.general import GeneralForm
    from sabot.forms.outcomes import Outcomes
    from sabot.forms.outcomes import Table as Played
    from sabot.forms.pair import PolynomialPair
    from sabot.forms.polynomial import PolynomialForm
    from sabot.telling.told import AnyForm


CHEMIN_DE_FER = "chemin-de-fer"
"""The name of baccara as it was played: Ethier and Gamez, Section 1, deal it from six decks."""


class Casino(Family):
    """What every game has in common whose views are totals or hands of baccara."""

    seats = SEATS
    strategies = ("casino",)
    edge = "house edge"
    kin = "total"

    def strategy(self, name: str, form: AnyForm) -> Mapping[str, Played]:
        """Return the drawing rules of the casino."""
        return casino(form)

    def also_called(self, view: str) -> str:
        """Return a view with its hand's total in place of the hand: ``6,9`` for ``(0,6),9``."""
        return by_total(view)


class Counted(Casino):
    """A game dealt from a shoe that can be counted, on whose hands onlookers may bet."""

    bet_terms: Mapping[str, Kind] = MappingProxyType(
        {"commission": Share(), "tie": Exact(Fraction(0))}
    )

    def bets(self, ends: Outcomes, **terms: Fraction) -> dict[str, Fraction]:
        """Return the house's edge on the three bets of the casino."""
        from sabot.games.baccara.outcomes import bets

        return bets(ends, **terms)

    def bet_word(self, bet: str, terms: Mapping[str, Fraction]) -> str:
        """Return a bet with what the house takes of it, or pays on it."""
        from sabot.games.baccara.outcomes import COMMISSION, TIE

        if bet == "Banker":
            return f"Banker at {show(100 * terms.get('commission', COMMISSION))} % commission"
        return f"the tie at {show(terms.get('tie', TIE))} to 1" if bet == "tie" else bet

    def with_shoe(self, game: Game, counts: Sequence[int]) -> Game:
        """Return the game dealt from other cards, whether it can be or not."""
        changed = {"decks": None, "shoe": tuple(counts)}
        return replace(game, values=tuple((k, changed.get(k, v)) for k, v in game.values))

    def read_shoe(self, text: str) -> tuple[int, ...]:
        """Return a shoe of ten counts, with or without brackets and commas."""
        bare = text.removeprefix("[").removesuffix("]").replace(",", " ").split()
        return Counts().parse(f"[{','.join(bare)}]") or ()

    def finite(self, game: Game, model: str, remedy: str) -> tuple[int, ...]:
        """Return the cards of a shoe; refuse decks without end, from which no card is missed."""
        decks, shoe = game.parameters["decks"], game.parameters["shoe"]
        cards = dealing(model, decks, shoe)
        if cards.replaced and shoe is None:
            where = "decks" if decks == INF else "model"
            what = "cards are put back, so that none is gone"
            raise GameStringError(str(game), [Fault(where, what, remedy)])
        return cards.counts


class Baccara(Counted):
    """Two cards each, perhaps a third; the higher total (last digit of the sum) wins even money.

    A two-card 8 or 9 (a natural) ends the hand at once. Otherwise Player stands or draws a third
    card, face up; then Banker, who saw it, stands or draws. Equal totals pay nothing. The value is
    Player's. The casino's game, in which nobody chooses, is punto-banco.

    model: A deals with replacement, B without; 1: each seat sees its total, 2: Banker sees his two
    cards, 3: both see their cards.
    decks: how many B deals from, a multiple of 1/4, or inf; no model means B1.
    shoe: in place of decks, the counts of the card values 0 to 9, as in [16,4,4,4,4,4,4,4,4,4], or
    decks less some cards, as in 6 decks -9; no model means B1, and six cards are the least. With a
    model A the counts are weights: every card is put back before the next is drawn.
    player, banker: 'total' or 'cards' in place of what the model lets that seat see.
    player_free, banker_free: the two-card totals at which the seat may choose.
    player_draws, banker_draws: those of the other totals at which it must draw; at the rest it
    must stand.
    commission: the part of his wins that Banker pays to the house, as in commission=1/20; the game
    is then not zero-sum, and Player's payoff is as before.
    cards: in place of decks, how many cards there are of each of the 13 ranks; four make a deck.
    """

    name = "baccara"
    title = "Baccara"
    sample = "model=B3, decks=6"
    always = ("model",)
    changed = ("shoe",)
    in_rows = ("model",)
    sees = SEES
    defined = """Player and Banker get two cards each. Tens and court cards count 0, all others
    their pips; the total of a hand is the last digit of the sum. If a seat has 8 or 9 with two
    cards (a natural), the hand is over. Otherwise Player, who must draw a third card on 0 to 4 and
    stand on 6 and 7, chooses on 5; a card that he draws is face up. Then Banker, who knows it,
    draws a card or stands on any total. The higher total wins 1 unit from the other seat; equal
    totals pay nothing.

    In models A cards are dealt with replacement, in models B without, from decks of 52. In models
    1 each seat sees the total of its own two cards alone, in models 2 Banker sees his two cards
    themselves, in models 3 both seats do. Parameters in the name of the game that speak of totals
    at which a seat is free or draws replace those said here. With a commission c Banker pays the
    house c of each unit that he wins; Player is paid as before."""
    leaves_open: Opens = MappingProxyType(
        {"decks": {}, "cards": {"decks": "1"}, "commission": {"commission": "1/20"}}
    )

    def play(
        self,
        table: Table,
        *,
        model: Literal["A1", "A2", "A3", "B1", "B2", "B3"] = "A1",
        decks: Annotated[Fraction | float | None, Decks(optional=True)] = None,
        shoe: Annotated[tuple[int, ...] | None, Counts()] = None,
        player: Literal["model", "total", "cards"] = "model",
        banker: Literal["model", "total", "cards"] = "model",
        player_free: Annotated[tuple[int, ...], Totals()] = (5,),
        player_draws: Annotated[tuple[int, ...], Totals()] = (0, 1, 2, 3, 4),
        banker_free: Annotated[tuple[int, ...], Totals()] = (0, 1, 2, 3, 4, 5, 6, 7),
        banker_draws: Annotated[tuple[int, ...], Totals()] = (0, 1, 2),
        commission: Annotated[Fraction, Share()] = Fraction(0),
    ) -> None:
        """Deal two cards each; unless one has a natural, Player and then Banker may draw."""
        free, draws = (player_free, banker_free), (player_draws, banker_draws)
        one, two = conducts(model, player, banker, free[0], draws[0], free[1], draws[1])
        cards = table.shoe(dealing(model, decks, shoe).shoe)
        mine, yours = [cards.draw(), cards.draw()], [cards.draw(), cards.draw()]
        table.holds("Player", *mine)
        table.holds("Banker", *yours)
        if max(total(*mine), total(*yours)) < 8:
            table.show("Player", one.sees(mine))
            third = cards.draw() if chooses(table, "Player", one, total(*mine)) else None
            table.show("Banker", two.sees(yours), third)
            mine += [] if third is None else [third]
            table.holds("Player", *mine)
            yours += [cards.draw()] if chooses(table, "Banker", two, total(*yours)) else []
            table.holds("Banker", *yours)
        ends = total(*mine), total(*yours)
        if commission:
            table.pay(Player=lead(*ends), Banker=purse(*ends, commission))
        else:
            table.pay(Player=lead(*ends))

    def called(self, alias: str, texts: Mapping[str, str]) -> dict[str, str]:
        """Return what ``chemin-de-fer`` means: six decks, and each seat looks at its cards (B3)."""
        if alias != CHEMIN_DE_FER:
            return {}
        model = texts.get("model", "B3")
        dealt = {"decks", "shoe", "cards"} & set(texts) or model.startswith("A")
        return {"model": model} if dealt else {"model": model, "decks": "6"}

    def implied(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the model of decks or a shoe: their cards are dealt without replacement."""
        counted = texts.get("decks", NONE).strip() not in (NONE, "inf")
        counted = counted or texts.get("shoe", NONE).strip() != NONE
        return {"model": "B1"} if counted and "model" not in texts else {}

    def faults(self, values: Mapping[str, Any]) -> list[Fault]:
        """Return what is wrong with the cards: two shoes, none, or one that cannot be dealt."""
        model, decks, shoe = (values[key] for key in ("model", "decks", "shoe"))
        replaced = model.startswith("A")
        if decks is not None and shoe is not None:
            return [Fault("shoe", "is given together with decks", "leave one of them out")]
        if replaced and decks not in (None, INF):
            remedy = f"leave decks out, or write model=B{model[1]}"
            return [Fault("decks", f"model {model} deals with replacement", remedy)]
        if not replaced and decks is None and shoe is None:
            remedy = f"write decks=6 or shoe=[...]: model {model} deals without replacement"
            return [Fault("decks", "is missing", remedy)]
        return [] if shoe is None else too_few(shoe, replaced)

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what each seat sees, in words, under a model."""
        words = {"total": "his total", "cards": "his two cards"}
        one, two = (words[seat.sight] for seat in conducts(**_options(game)))
        return {"Player": (one,), "Banker": (two, THIRD)}

    def possible_views(self, game: Game) -> dict[str, list[str]]:
        """Return the views at which each seat may choose, whatever the shoe holds."""
        one, two = (
            dict.fromkeys(seat.sees(hand) for total in seat.free for hand in hands(total))
            for seat in conducts(**_options(game))
        )
        thirds = (*range(10), None)
        return {
            SEATS[0]: [view_key((own,)) for own in one],
            SEATS[1]: [view_key((own, third)) for own in two for third in thirds],
        }

    def form(self, game: Game) -> Form | GeneralForm:
        """Return the form by counting, without a tree; by seat where a commission is taken."""
        from sabot.games.baccara.form import baccara_form, commission_form

        if game.parameters["commission"]:
            return commission_form(**game.parameters)
        return baccara_form(**_as_played(game))

    def binary(self, game: Game) -> BinaryForm | None:
        """Return the game in machine integers; None where they are too small for it."""
        from sabot.games.baccara.binary import baccara_binary

        return None if game.parameters["commission"] else baccara_binary(**_as_played(game))

    def opened(self, key: str, values: Mapping[str, Any]) -> PolynomialForm | PolynomialPair:
        """Return the game with polynomials in the decks, the cards of each rank, the commission."""
        from sabot.games.baccara import theorem

        if key == "commission":
            return theorem.baccara_for_all_commissions(**values)
        if not values["commission"]:
            told = {k: v for k, v in values.items() if k != "commission"}
            by_decks, by_cards = theorem.baccara_for_all_decks, theorem.baccara_for_all_cards
            return (by_decks if key == "decks" else by_cards)(**told)
        if key == "cards":
            return theorem.baccara_with_commission_for_all_cards(**values)
        return theorem.baccara_with_commission_for_all_decks(**values)

    def outcomes(self, game: Game, strategies: Mapping[str, Played]) -> Outcomes:
        """Return how hands end, counted from the cards."""
        from sabot.games.baccara.outcomes import baccara_outcomes

        return baccara_outcomes(strategies, **_as_played(game))

    def deal_many(
        self, game: Game, strategies: Mapping[str, Any], hands: int, seed: int
    ) -> dict[int, int] | None:
        """Return how often Player was paid -1, 0 and 1 in hands dealt in blocks."""
        from sabot.games.baccara.hands import baccara_hands

        if game.parameters["commission"]:
            return None
        return baccara_hands(strategies, hands, seed, **_as_played(game))

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        own, other = (
            sum(1 if seat.sight == "total" else len(hands(total)) for total in seat.free)
            for seat in conducts(**_options(game))
        )
        return (
            f"{own} {'choice' if own == 1 else 'choices'} of Player against {11 * other} of Banker "
            f"(2^{own} x 2^{11 * other} pure strategies), fewer where the shoe lacks cards"
        )

    def layout(self, marks: Mapping[str, str]) -> Layout | None:
        """Return marks at Banker's views in the layout of the paper's Tables 1 and 2."""
        from sabot.games.baccara.tables import of_views

        if not all(map(_BANKER.fullmatch, marks)):  # Player's, who has no third card to look at
            return None
        sheet = of_views("", marks)
        rows = tuple(((total, hand), told) for total, hand, told in sheet.merged())
        return Layout(("", "", *sheet.heading), rows)

    def shoe(self, game: Game) -> tuple[int, ...]:
        """Return the cards that a game is dealt from, by value."""
        model = game.parameters["model"]
        without = f"model=B{model[1]}"
        return self.finite(game, model, f"write {without}, decks=6 or {without}, shoe=[...]")

    def lacks_cards(self, texts: Mapping[str, str]) -> bool:
        """Return whether neither decks nor a shoe are given; a model A needs none."""
        return not {"decks", "shoe"} & set(texts) and not texts.get("model", "").startswith("A")

    def remark(self, game: Game) -> str:
        """Return that the cards of a shoe are put back, where a model says so."""
        model, shoe = game.parameters["model"], game.parameters["shoe"]
        if shoe is None or not model.startswith("A"):
            return ""
        return (
            f"cards are put back: in model {model} the counts of a shoe are weights; "
            f"model=B{model[1]} deals without replacement"
        )


_BANKER = re.compile(r"(?:\d|\(\d,\d\)),[\d-]")
"""A view of Banker's: his total or hand, then Player's third card."""


def _as_played(game: Game) -> dict[str, Any]:
    """Return the parameters that say how a hand goes: all but what Banker pays on his wins."""
    return {key: value for key, value in game.values if key != "commission"}


def _options(game: Game) -> dict[str, Any]:
    """Return the parameters that say what seats see and may do: all but cards and payments."""
    return {key: value for key, value in _as_played(game).items() if key not in ("decks", "shoe")}


baccara = Baccara()
