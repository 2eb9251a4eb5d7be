"""The whist games with a name: their rules played at a table, and solved without a game tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from sabot.errors import Fault, NoMethodError
from sabot.forms.base import PerfectInformationSolution
from sabot.forms.sequence import sequence_form_of_tree
from sabot.game_rules.capabilities import CertifiedDeal, RandomDeals
from sabot.game_rules.family import Family, PerfectInformation
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.game_rules.parameters import ParameterValues
from sabot.game_rules.table import Table
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.games.whist import parameters
from sabot.games.whist.deal import (
    FIVE_CARD,
    GREEDY_WHIST,
    MISERE,
    WHIST,
    Position,
    Seat,
    Variant,
    scored_greedy_whist,
)
from sabot.games.whist.parameters import SEATS, StartPosition, position_of, start_position

if TYPE_CHECKING:
    from sabot.games.whist.judge import WhistJudge
    from sabot.games.whist.render.narrator import WhistNarrator
    from sabot.render.document import Document
    from sabot.render.figures.figure import Figure
    from sabot.results.solution import Solution

MOST_TREE, MOST_FORM = 5, 4
"""The largest hands whose game tree is explored, and whose tree is made a form for the solvers."""

DEFAULT_PLAY_SIZE = 6
"""Cards in a hand where a person plays and tells no deal."""

SEAT_NAMES: dict[Seat, str] = {"W": "West", "E": "East"}

_DOC_TEMPLATE = """{title}

West and East hold n cards each of one suit and see them all. The seat on lead plays a card, the
other replies {reply}; the higher card takes the trick and its player leads to the next.
{object} The value is West's.

deal: who holds each card, lowest first. hands: the cards of both hands, West's first. n: cards in
a hand of a random deal. seed: which random deal it is, a whole number. file: a file that holds a
long deal. lead: who leads. led: the card that was led already, if the game begins in the middle of
a trick.
"""
_FREE_REPLY, _GREEDY_REPLY = "with any card", "and must take the trick if it can (the greedy rule)"
_FIRST_LINES = {
    WHIST: ("Whist with one suit: two open hands, most tricks.", _FREE_REPLY),
    GREEDY_WHIST: ("Greedy whist: whoever can take a trick must; most tricks.", _GREEDY_REPLY),
    FIVE_CARD: ("Five-card (femkort): greedy, and the last trick decides.", _GREEDY_REPLY),
    MISERE: ("Misère whist with one suit: two open hands, fewest tricks.", _FREE_REPLY),
}
_TITLES = {FIVE_CARD: "Five-card", MISERE: "Misère whist"}
"""Titles that do not follow from the name."""
_OBJECTIVE_TEXTS = {
    "most": "West is paid 1 for each trick West takes.",
    "last": "West is paid 1 for the last trick, and nothing else counts.",
    "fewest": "West pays 1 for each trick West takes.",
}


def play_deal(table: Table, variant: Variant, here: StartPosition) -> None:
    """Play one deal at a table: every card is asked for, and seen by both."""
    names, position = here.all_names(), here.start
    payments = variant.payments(position.deal.n)
    total = 0
    if position.led is not None:
        table.announce(names[position.led - 1])
    while True:
        led = position.led
        if led is None:
            led = _ask_card(table, position, variant, names)
            position = Position(position.deal, position.lead, led)
        reply = _ask_card(table, position, variant, names)
        if position.winner(reply) == "W":
            total += payments[-position.deal.n]
        if position.deal.n == 1:
            return table.pay(West=total)
        position = position.after(reply)
        for card in sorted((led, reply), reverse=True):
            del names[card - 1]


def _ask_card(table: Table, position: Position, variant: Variant, names: list[str]) -> int:
    cards = position.playable(variant.rule)
    seat = SEAT_NAMES[position.turn]
    chosen = table.ask(seat, [names[card - 1] for card in cards])
    table.show("East" if seat == "West" else "West", chosen)
    return next(card for card in cards if names[card - 1] == chosen)


class WhistFamily(Family, PerfectInformation, CertifiedDeal, RandomDeals):
    """One game of the family: how a deal of it is written, checked, sized and solved."""

    seats = SEATS
    plays_cards = True
    one_play = "deal"
    sample = "deal=KQ10/AJ9"
    always = ("lead",)

    def __init__(self, variant: Variant) -> None:
        title, reply = _FIRST_LINES[variant]
        self.variant = variant
        self.name = variant.name
        self.title = _TITLES.get(variant, "")
        self.__doc__ = _DOC_TEMPLATE.format(
            title=title, reply=reply, object=_OBJECTIVE_TEXTS[variant.object]
        )
        super().__init__()

    def play(
        self,
        table: Table,
        *,
        deal: Annotated[str | None, parameters.DEAL] = None,
        hands: Annotated[str | None, parameters.HANDS] = None,
        n: Annotated[int | None, parameters.SIZE] = None,
        seed: Annotated[int | None, parameters.SEED] = None,
        file: Annotated[str | None, parameters.FILE] = None,
        lead: Annotated[Seat, parameters.LEAD] = "W",
        led: Annotated[str | None, parameters.LED] = None,
    ) -> None:
        """Play one deal at a table."""
        here = start_position(deal=deal, hands=hands, n=n, seed=seed, file=file, lead=lead, led=led)
        play_deal(table, self.variant, here)

    def variant_of(self, game: Game) -> Variant:
        """Return the rule and the payments of a game of the family."""
        return self.variant

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Return what is wrong with the deal."""
        return parameters.parameter_faults(dict(values))

    def demand_walkable(self, game: Game) -> None:
        """Refuse a deal whose tree is too large."""
        self._require_size(game, MOST_TREE)

    def _require_size(self, game: Game, most: int) -> None:
        n = position_of(game.parameters).start.deal.n
        if n > most:
            raise NoMethodError(
                f"with {n:,} cards per hand the tree of {self.name} is too large for this "
                f"({most} are the most); sabot solve and sabot play need no tree"
            )

    def form(self, game: Game) -> ZeroSumForm:
        """Return the sequence form of a small deal, by its tree."""
        self._require_size(game, MOST_FORM)
        return sequence_form_of_tree(TreeBuilder(SEATS).explore(game.play))

    def cost(self, game: Game) -> str:
        """Say how large the deal is and how it is solved."""
        from sabot.games.whist.solve import method_name

        n = position_of(game.parameters).start.deal.n
        takes = f"about {max(1, round(n / 200_000))} s" if n > 200_000 else "under a second"
        if self.variant.object == "fewest":
            takes = (
                "a second up to 18 cards, seconds at 20, a minute or more from 24 on, 30 at most"
            )
        return (
            f"{n:,} cards per hand, everything seen; solved by "
            f"{method_name(self.variant_of(game))}: {takes}"
        )

    def solved(self, game: Game) -> PerfectInformationSolution:
        """Return the value, the best cards and a line."""
        from sabot.games.whist.solve import solve_deal

        return solve_deal(position_of(game.parameters), self.variant_of(game))

    def deal(self, game: Game) -> dict[str, Any]:
        """Return who holds what and what a trick pays, as certificates hold it."""
        return parameters.game_to_json(position_of(game.parameters), self.variant_of(game))

    def screen(self, solution: Solution, checked: float | None) -> Document:
        """Show the tricks, the hands with the price of each card, and a line."""
        from sabot.games.whist.render.views import deal_view

        return deal_view(solution, checked=checked)

    def page(self, solution: Solution) -> Document:
        """Return the hands, the price of each card and the line."""
        from sabot.games.whist.render.views import deal_tables

        return deal_tables(solution)

    def figures(self, found: Solution) -> Mapping[str, Callable[[], Figure]]:
        """Return the prices, and the laws of H for deals of this size."""
        from sabot.games.whist.render.figures import density_figure, limit_law_figure, prices_figure

        n = int(found.facts["n"])
        return {
            "prices": lambda: prices_figure(found.game, found.facts),
            "law": lambda: limit_law_figure((n,)),
            "density": lambda: density_figure(n),
        }

    def judge(self, game: Game, seat: str) -> WhistJudge:
        """Return who prices every card for a seat, and plays the other."""
        from sabot.games.whist.judge import WhistJudge

        own: Seat = "W" if seat == "West" else "E"
        return WhistJudge(position_of(game.parameters), self.variant_of(game), seat=own)

    def voice(self, session: Any) -> WhistNarrator:
        """Return what is said at a deal: tricks and hands."""
        from sabot.games.whist.render.narrator import WhistNarrator

        return WhistNarrator(session)

    def headline(self, game: Game) -> dict[str, Any]:
        """Return the two hands, West's above; the number is the value of the solution.

        >>> whist.headline(whist(deal="KQ10/AJ9"))["picture"]["rows"]
        [['10♠', 'Q♠', 'K♠'], ['9♠', 'J♠', 'A♠']]
        """
        here = position_of(game.parameters)
        deal = here.start.deal
        hands = [[f"{here.name(card)}♠" for card in hand] for hand in (deal.west, deal.east)]
        return {"picture": {"kind": "cards", "rows": hands}}

    def own_page(self, game: Game) -> tuple[str, Mapping[str, str]] | None:
        """Return the page on which the cards of a deal are priced, except in misère."""
        given = game.parameters
        deal = given["deal"] or given["hands"]
        if self.variant is MISERE or given["led"] is not None or deal is None:
            return None
        return "/whist", {"deal": str(deal), "lead": given["lead"], "game": self.name}

    def left_open(self, texts: Mapping[str, str], seed: int) -> Mapping[str, str]:
        """Return a seed, and a size where none is given: each hand is another random deal."""
        if {"deal", "hands", "file", "seed", "led"} & set(texts):
            return {}
        return {"n": texts.get("n", str(DEFAULT_PLAY_SIZE)), "seed": str(seed % 2**63)}


_SCORE_DOC = """
score: what each trick pays, first trick first, as 0/1/1/2: whole numbers that never fall from a
trick to the next. Without it each trick pays 1.
"""


class GreedyWhistFamily(WhistFamily):
    """Greedy whist, in which a trick may pay more than an earlier one (Wästlund, Section 7)."""

    def __init__(self) -> None:
        super().__init__(GREEDY_WHIST)
        self.__doc__ = f"{str(self.__doc__).rstrip()}{_SCORE_DOC.rstrip()}\n"

    def play(
        self,
        table: Table,
        *,
        deal: Annotated[str | None, parameters.DEAL] = None,
        hands: Annotated[str | None, parameters.HANDS] = None,
        n: Annotated[int | None, parameters.SIZE] = None,
        seed: Annotated[int | None, parameters.SEED] = None,
        file: Annotated[str | None, parameters.FILE] = None,
        lead: Annotated[Seat, parameters.LEAD] = "W",
        led: Annotated[str | None, parameters.LED] = None,
        score: Annotated[tuple[int, ...] | None, parameters.SCORE] = None,
    ) -> None:
        """Play one deal at a table."""
        here = start_position(deal=deal, hands=hands, n=n, seed=seed, file=file, lead=lead, led=led)
        play_deal(table, _scored(score), here)

    def variant_of(self, game: Game) -> Variant:
        """Return greedy whist with the payments of the game."""
        return _scored(game.parameters["score"])

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Return what is wrong with the deal, or with its score."""
        return super().faults(values) or parameters.score_faults(values)

    def own_page(self, game: Game) -> tuple[str, Mapping[str, str]] | None:
        """Return the page on which the cards of a deal are priced, except with a score."""
        return None if game.parameters["score"] is not None else super().own_page(game)

    def left_open(self, texts: Mapping[str, str], seed: int) -> Mapping[str, str]:
        """Return a seed, and a size where none is given: that of the score, if there is one."""
        found = super().left_open(texts, seed)
        if found and "n" not in texts and "score" in texts:
            return {**found, "n": str(texts["score"].count("/") + 1)}
        return found


def _scored(score: tuple[int, ...] | None) -> Variant:
    return GREEDY_WHIST if score is None else scored_greedy_whist(score)


whist = WhistFamily(WHIST)
greedy_whist = GreedyWhistFamily()
five_card = WhistFamily(FIVE_CARD)
misere_whist = WhistFamily(MISERE)

VARIANTS: dict[str, Variant] = {
    family.name: family.variant for family in (whist, greedy_whist, five_card, misere_whist)
}
"""The variant that each family of this module plays."""
