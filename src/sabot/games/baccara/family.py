"""The baccara family of games: parameters (decks, shoe, totals, commission), rules, forms, bets.

``none`` is written for a parameter that is not used: a model with replacement has no decks. The
expensive parts (forms, payoff distribution, Monte Carlo, tables of the paper) are imported inside
the methods that need them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

from sabot.cards.card import Card
from sabot.cards.shoe import INF, Shoe
from sabot.errors import Fault, GameStringError, NumberError
from sabot.exact import as_rational, format_fraction, format_integer
from sabot.game_rules.capabilities import (
    AliasParameters,
    CountsOutcomes,
    HasShoe,
    HasTableLayout,
    InfosetAliases,
    NamedStrategies,
    NeedsDecks,
    ReadsShoe,
    SideBetNames,
    SideBets,
    TableLayout,
)
from sabot.game_rules.family import Family, FastDealer, HasBinaryForm, ListsInfosets, OpenParameters
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.game_rules.parameters import Exact, ParameterKind, ParameterValues
from sabot.game_rules.table import Table, infoset_key
from sabot.games.baccara.rules import (
    OBSERVATION_LABELS,
    SEATS,
    THIRD_CARD_LABEL,
    banker_payoff,
    card_supply,
    casino_strategies,
    decides_to_draw,
    hand_total,
    player_payoff,
    seat_rules,
    two_card_hands,
    view_by_total,
)

if TYPE_CHECKING:
    from sabot.forms.base import PayoffDistribution
    from sabot.forms.base import StrategyMapping as Played
    from sabot.forms.binary_action import BinaryActionForm
    from sabot.forms.parametric import PolynomialForm, PolynomialGeneralSumForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.game_rules.to_form import AnyForm


NONE = "none"
MAX_COUNT = 10**100
"""The most cards of one value that a shoe may hold."""


@dataclass(frozen=True, slots=True)
class DecksParameter:
    """A positive multiple of 1/4 (one card of each rank), or ``inf``."""

    words: str = "write a positive multiple of 1/4, or inf"
    optional: bool = False

    def parse(self, text: str) -> Fraction | float | None:
        """Read ``6``, ``1/2``, ``0.25``, ``1e8`` or ``inf``."""
        body = text.strip()
        if body == NONE and self.optional:
            return None
        if body == "inf":
            return INF
        if "*" in body or ".." in body:
            raise NumberError(f"{body!r} means many games; give one number of decks")
        number = as_rational(body)
        if number <= 0 or (4 * number).denominator != 1:
            raise NumberError(f"{format_fraction(number)} decks is not possible")
        if number > MAX_COUNT:
            raise NumberError(f"more than 10^{len(str(MAX_COUNT)) - 1} decks; write inf")
        return number

    def show(self, value: object) -> str:
        """Print ``p/q`` or ``inf``."""
        if value is None:
            return NONE
        return "inf" if value == INF else format_fraction(as_rational(value))


@dataclass(frozen=True, slots=True)
class ShareParameter:
    """A part of a win that somebody keeps: from 0 on, and less than all of it."""

    words: str = "write a number from 0 to less than 1, as in 1/20 or 5%"

    def parse(self, text: str) -> Fraction:
        """Read ``1/20``, ``0.05`` or ``5%``."""
        number = as_rational(text)
        if not 0 <= number < 1:
            raise NumberError(f"{format_fraction(number)} is not a share of a win")
        return number

    def show(self, value: object) -> str:
        """Print ``p/q``."""
        return format_fraction(as_rational(value))


@dataclass(frozen=True, slots=True)
class ShoeParameter:
    """How many cards a shoe holds of the values 0 to 9."""

    words: str = (
        "write ten counts, those of the card values 0 to 9, as in [16,4,4,4,4,4,4,4,4,4], or decks "
        "less some cards, as in 6 decks -9 -K"
    )

    def parse(self, text: str) -> tuple[int, ...] | None:
        """Read ten whole numbers in square brackets, or decks less some cards: 6 decks -9 -K."""
        if text.strip() == NONE:
            return None
        counts = _count_by_value(Shoe.parse(text)) if "deck" in text else _parse_integer_list(text)
        if len(counts) != 10:
            raise NumberError(f"{len(counts)} counts; it needs ten, one for each card value")
        for value, count in enumerate(counts):
            if count < 0:
                raise NumberError(f"{count} cards of value {value}; counts start at 0")
            if count > MAX_COUNT:
                raise NumberError(f"more than 10^{len(str(MAX_COUNT)) - 1} cards of value {value}")
        return counts

    def show(self, value: Shoe | Sequence[int] | None) -> str:
        """Print the counts in square brackets."""
        if value is None:
            return NONE
        return _format_list(_count_by_value(value) if isinstance(value, Shoe) else value)


@dataclass(frozen=True, slots=True)
class TotalsParameter:
    """A set of two-card totals that are no naturals."""

    words: str = "write different totals from 0 to 7, as in [3,4,5,6], or []"

    def parse(self, text: str) -> tuple[int, ...]:
        """Read totals in square brackets; they are put in order."""
        totals = _parse_integer_list(text)
        for total in totals:
            if not 0 <= total <= 7:
                raise NumberError(f"{total} is not a two-card total at which a seat can choose")
        if len(set(totals)) != len(totals):
            raise NumberError("a total is given twice")
        return tuple(sorted(totals))

    def show(self, value: Sequence[int]) -> str:
        """Print the totals in square brackets."""
        return _format_list(value)


def check_shoe_size(counts: Sequence[int], replaced: bool) -> list[Fault]:
    """Return the fault of a shoe that does not hold the six cards that a hand may take.

    >>> faults = check_shoe_size([5, *[0] * 9], replaced=False)
    >>> [f"{fault.what}; {fault.remedy}" for fault in faults]
    ['holds 5 cards; a hand may take six; put in 6 or more']
    """
    held = sum(counts)
    if held >= (1 if replaced else 6):
        return []
    remedy = "put in 1 or more" if replaced else "a hand may take six; put in 6 or more"
    return [Fault("shoe", f"holds {held} card{'s' * (held != 1)}", remedy)]


def _count_by_value(shoe: Shoe) -> tuple[int, ...]:
    """Return how many cards of each value a shoe of ordinary cards holds."""
    counts = [0] * 10
    for card, count in zip(shoe.cards, shoe.counts, strict=True):
        if shoe.endless or not isinstance(card, Card):
            raise NumberError(f"{shoe} is not a shoe made of decks")
        counts[card.rank if card.rank < 10 else 0] += count  # tens and court cards
    return tuple(counts)


def _parse_integer_list(text: str) -> tuple[int, ...]:
    body = text.strip()
    if not (body.startswith("[") and body.endswith("]")):
        raise NumberError(f"{text!r} is not a list in square brackets")
    numbers = [as_rational(part) for part in body[1:-1].split(",")] if body[1:-1].strip() else []
    for number in numbers:
        if number.denominator != 1:
            raise NumberError(f"{format_fraction(number)} is not whole")
    return tuple(map(int, numbers))


def _format_list(numbers: Sequence[int]) -> str:
    """Return numbers as Counts and Totals read them back; text passes as it is."""
    if isinstance(numbers, str):
        return numbers
    return "[" + ",".join(format_integer(int(as_rational(number))) for number in numbers) + "]"


CHEMIN_DE_FER = "chemin-de-fer"
"""The name of baccara as it was played: Ethier and Gamez, Section 1, deal it from six decks."""


class BaccaraFamily(Family, NamedStrategies, InfosetAliases):
    """What every game has in common whose views are totals or hands of baccara."""

    seats = SEATS
    strategies = ("casino",)
    edge = "house edge"
    kin = "total"

    def strategy(self, name: str, form: AnyForm) -> Mapping[str, Played]:
        """Return the drawing rules of the casino."""
        return casino_strategies(form)

    def also_called(self, view: str) -> str:
        """Return a view with its hand's total in place of the hand: ``6,9`` for ``(0,6),9``."""
        return view_by_total(view)


class ShoeFamily(
    BaccaraFamily,
    HasShoe,
    ReadsShoe,
    NeedsDecks,
    SideBets,
    SideBetNames,
    CountsOutcomes,
    FastDealer,
):
    """A game dealt from a shoe that can be counted, on whose hands onlookers may bet."""

    bet_terms: Mapping[str, ParameterKind] = MappingProxyType(
        {"commission": ShareParameter(), "tie": Exact(Fraction(0))}
    )

    def bets(self, ends: PayoffDistribution, **terms: Fraction) -> dict[str, Fraction]:
        """Return the house's edge on the three bets of the casino."""
        from sabot.games.baccara.payoff_distribution import house_edges

        return house_edges(ends, **terms)

    def bet_word(self, bet: str, terms: Mapping[str, Fraction]) -> str:
        """Return a bet with what the house takes of it, or pays on it."""
        from sabot.games.baccara.payoff_distribution import DEFAULT_COMMISSION, DEFAULT_TIE_ODDS

        if bet == "Banker":
            commission = 100 * terms.get("commission", DEFAULT_COMMISSION)
            return f"Banker at {format_fraction(commission)} % commission"
        return (
            f"the tie at {format_fraction(terms.get('tie', DEFAULT_TIE_ODDS))} to 1"
            if bet == "tie"
            else bet
        )

    def with_shoe(self, game: Game, counts: Sequence[int]) -> Game:
        """Return the game dealt from other cards, whether it can be or not."""
        changed = {"decks": None, "shoe": tuple(counts)}
        return replace(game, values=tuple((k, changed.get(k, v)) for k, v in game.values))

    def read_shoe(self, text: str) -> tuple[int, ...]:
        """Return a shoe of ten counts, with or without brackets and commas."""
        bare = text.removeprefix("[").removesuffix("]").replace(",", " ").split()
        return ShoeParameter().parse(f"[{','.join(bare)}]") or ()

    def finite(self, game: Game, model: str, remedy: str) -> tuple[int, ...]:
        """Return the cards of a shoe; refuse decks without end, from which no card is missed."""
        decks, shoe = game.parameters["decks"], game.parameters["shoe"]
        cards = card_supply(model, decks, shoe)
        if cards.replaced and shoe is None:
            where = "decks" if decks == INF else "model"
            what = "cards are put back, so that none is gone"
            raise GameStringError(str(game), [Fault(where, what, remedy)])
        return cards.counts


class Baccara(ShoeFamily, AliasParameters, ListsInfosets, HasBinaryForm, HasTableLayout):
    """Baccarat with free choices: two cards each, perhaps a third; the higher total wins.

    A total is the last digit of the sum; tens and court cards count 0. A two-card 8 or 9 (a
    natural) ends the hand at once. Otherwise Player stands or draws a third card, face up; then
    Banker, who saw it, stands or draws. The winner is paid 1, and equal totals pay nothing. The
    value is Player's. The casino's game, in which nobody chooses, is punto-banco. Chemin de fer is
    model B3 with six decks.

    model: A deals with replacement, B without; 1: each player knows his total, 2: Banker knows his
    two cards, 3: both know their cards.
    decks: how many decks B deals from, a multiple of 1/4, or inf; without a model, B1 is used.
    shoe: instead of decks, the counts of the card values 0 to 9, as in [16,4,4,4,4,4,4,4,4,4], or
    decks without some cards, as in 6 decks -9; at least six cards; without a model, B1 is used.
    With a model A the counts are weights: every card is put back before the next is drawn.
    player, banker: 'total' or 'cards' instead of what the model lets that player know.
    player_free, banker_free: the two-card totals at which the player may choose.
    player_draws, banker_draws: which of the other totals must draw; the rest must stand.
    commission: the share of Banker's wins that goes to the house, as in commission=1/20; the game
    is then not zero-sum, and Player's payoff does not change.
    cards: instead of decks, how many cards there are of each of the 13 ranks; four make a deck.
    """

    name = "baccara"
    title = "Baccara"
    sample = "model=B3, decks=6"
    always = ("model",)
    changed = ("shoe",)
    in_rows = ("model",)
    sees = OBSERVATION_LABELS
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
    leaves_open: OpenParameters = MappingProxyType(
        {"decks": {}, "cards": {"decks": "1"}, "commission": {"commission": "1/20"}}
    )

    def play(
        self,
        table: Table,
        *,
        model: Literal["A1", "A2", "A3", "B1", "B2", "B3"] = "A1",
        decks: Annotated[Fraction | float | None, DecksParameter(optional=True)] = None,
        shoe: Annotated[tuple[int, ...] | None, ShoeParameter()] = None,
        player: Literal["model", "total", "cards"] = "model",
        banker: Literal["model", "total", "cards"] = "model",
        player_free: Annotated[tuple[int, ...], TotalsParameter()] = (5,),
        player_draws: Annotated[tuple[int, ...], TotalsParameter()] = (0, 1, 2, 3, 4),
        banker_free: Annotated[tuple[int, ...], TotalsParameter()] = (0, 1, 2, 3, 4, 5, 6, 7),
        banker_draws: Annotated[tuple[int, ...], TotalsParameter()] = (0, 1, 2),
        commission: Annotated[Fraction, ShareParameter()] = Fraction(0),
    ) -> None:
        """Deal two cards each; unless one has a natural, Player and then Banker may draw."""
        free, draws = (player_free, banker_free), (player_draws, banker_draws)
        one, two = seat_rules(model, player, banker, free[0], draws[0], free[1], draws[1])
        cards = table.shoe(card_supply(model, decks, shoe).shoe)
        mine, yours = [cards.draw(), cards.draw()], [cards.draw(), cards.draw()]
        table.holds("Player", *mine)
        table.holds("Banker", *yours)
        if max(hand_total(*mine), hand_total(*yours)) < 8:
            table.show("Player", one.sees(mine))
            third = (
                cards.draw() if decides_to_draw(table, "Player", one, hand_total(*mine)) else None
            )
            table.show("Banker", two.sees(yours), third)
            mine += [] if third is None else [third]
            table.holds("Player", *mine)
            yours += (
                [cards.draw()] if decides_to_draw(table, "Banker", two, hand_total(*yours)) else []
            )
            table.holds("Banker", *yours)
        ends = hand_total(*mine), hand_total(*yours)
        if commission:
            table.pay(Player=player_payoff(*ends), Banker=banker_payoff(*ends, commission))
        else:
            table.pay(Player=player_payoff(*ends))

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

    def faults(self, values: ParameterValues) -> list[Fault]:
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
        return [] if shoe is None else check_shoe_size(shoe, replaced)

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what each seat sees, in words, under a model."""
        words = {"total": "his total", "cards": "his two cards"}
        one, two = (words[seat.sight] for seat in seat_rules(**_rule_options(game)))
        return {"Player": (one,), "Banker": (two, THIRD_CARD_LABEL)}

    def possible_views(self, game: Game) -> dict[str, list[str]]:
        """Return the views at which each seat may choose, whatever the shoe holds."""
        one, two = (
            dict.fromkeys(seat.sees(hand) for total in seat.free for hand in two_card_hands(total))
            for seat in seat_rules(**_rule_options(game))
        )
        thirds = (*range(10), None)
        return {
            SEATS[0]: [infoset_key((own,)) for own in one],
            SEATS[1]: [infoset_key((own, third)) for own in two for third in thirds],
        }

    def form(self, game: Game) -> ZeroSumForm | NPlayerSequenceForm:
        """Return the form by counting, without a tree; by seat where a commission is taken."""
        from sabot.games.baccara.forms import baccara_form, commission_form

        if game.parameters["commission"]:
            return commission_form(**game.parameters)
        return baccara_form(**_play_parameters(game))

    def binary(self, game: Game) -> BinaryActionForm | None:
        """Return the game in machine integers; None where they are too small for it."""
        from sabot.games.baccara.forms import baccara_binary_form

        return (
            None if game.parameters["commission"] else baccara_binary_form(**_play_parameters(game))
        )

    def opened(
        self, key: str, values: ParameterValues
    ) -> PolynomialForm | PolynomialGeneralSumForm:
        """Return the game with polynomials in the decks, the cards of each rank, the commission."""
        from sabot.games.baccara import forms

        if key == "commission":
            return forms.parametric_in_commission(**values)
        if not values["commission"]:
            others = {k: v for k, v in values.items() if k != "commission"}
            by_decks, by_cards = forms.parametric_in_decks, forms.parametric_in_cards
            return (by_decks if key == "decks" else by_cards)(**others)
        if key == "cards":
            return forms.commission_game_parametric_in_cards(**values)
        return forms.commission_game_parametric_in_decks(**values)

    def outcomes(self, game: Game, strategies: Mapping[str, Played]) -> PayoffDistribution:
        """Return how hands end, counted from the cards."""
        from sabot.games.baccara.payoff_distribution import baccara_payoff_distribution

        return baccara_payoff_distribution(strategies, **_play_parameters(game))

    def deal_many(
        self, game: Game, strategies: Mapping[str, Played], hands: int, seed: int
    ) -> dict[int, int] | None:
        """Return how often Player was paid -1, 0 and 1 in hands dealt in blocks."""
        from sabot.games.baccara.monte_carlo import simulate_baccara

        if game.parameters["commission"]:
            return None
        return simulate_baccara(strategies, hands, seed, **_play_parameters(game))

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        own, other = (
            sum(1 if seat.sight == "total" else len(two_card_hands(total)) for total in seat.free)
            for seat in seat_rules(**_rule_options(game))
        )
        return (
            f"{own} {'choice' if own == 1 else 'choices'} of Player against {11 * other} of Banker "
            f"(2^{own} x 2^{11 * other} pure strategies), fewer where the shoe lacks cards"
        )

    def layout(self, marks: Mapping[str, str]) -> TableLayout | None:
        """Return marks at Banker's views in the layout of the paper's Tables 1 and 2."""
        from sabot.games.baccara.ethier_gamez import table_of_views

        if not all(
            map(_BANKER_VIEW.fullmatch, marks)
        ):  # Player's, who has no third card to look at
            return None
        sheet = table_of_views("", marks)
        rows = tuple(((total, hand), others) for total, hand, others in sheet.merged())
        return TableLayout(("", "", *sheet.heading), rows)

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


_BANKER_VIEW = re.compile(r"(?:\d|\(\d,\d\)),[\d-]")
"""A view of Banker's: his total or hand, then Player's third card."""


def _play_parameters(game: Game) -> dict[str, Any]:
    """Return the parameters that say how a hand goes: all but what Banker pays on his wins."""
    return {key: value for key, value in game.values if key != "commission"}


def _rule_options(game: Game) -> dict[str, Any]:
    """Return the parameters that say what seats see and may do: all but cards and payments."""
    return {
        key: value for key, value in _play_parameters(game).items() if key not in ("decks", "shoe")
    }


baccara = Baccara()
