"""Foster's chemin de fer (1964): the game that he computed on Atlas, and its curve G(h).

The initial total of each hand comes from six packs of its own, without replacement; third cards
come with replacement. Banker must draw on 0, 1, 2 and stand on 7. Foster counts Banker's gain:
G(h) is Banker's payoff from his best response when Player draws on 5 with frequency h, so the
value of the game (Player's) is minus the least G(h).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated

from sabot.cards.shoe import INF, Shoe
from sabot.exact import as_rational, format_fraction
from sabot.forms.additive import AdditiveForm, Envelope
from sabot.forms.sequence import SequenceForm, Treeplex, sequence_form_from_sums
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.game_rules.table import Table, infoset_key
from sabot.games.baccara.family import BaccaraFamily, DecksParameter
from sabot.games.baccara.rules import (
    ACTIONS,
    SEATS,
    THIRD_CARD_LABEL,
    SeatRules,
    card_supply,
    decides_to_draw,
    hand_total,
    player_payoff,
)

PLAYER_RULES = SeatRules("total", free=(5,), draws=(0, 1, 2, 3, 4))
BANKER_RULES = SeatRules("total", free=(3, 4, 5, 6), draws=(0, 1, 2))
THIRD_CARD_COUNTS = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""Third cards: the share of each value in any number of packs."""


def initial_total_counts(decks: Fraction | float = Fraction(6)) -> tuple[int, ...]:
    """Return the ways to deal two cards in order, by their total (Foster's Table 1).

    >>> ways = initial_total_counts()
    >>> Fraction(ways[0], sum(ways))
    Fraction(595, 4043)
    """
    cards = card_supply("B1", decks)
    ways = [0] * 10
    for a, first in enumerate(cards.counts):
        for b, second in enumerate(cards.counts):
            ways[hand_total(a, b)] += first * (second - (a == b and not cards.replaced))
    return tuple(ways)


def foster_form(*, decks: Fraction | float = Fraction(6)) -> ZeroSumForm:
    """Return the form by counting: one choice of Player against 44 of Banker."""
    ways = initial_total_counts(decks)
    packs = sum(THIRD_CARD_COUNTS)
    player = Treeplex.flat(SEATS[0], {"5": ACTIONS})
    views = [infoset_key((j, k)) for j in BANKER_RULES.free for k in (*range(10), None)]
    banker = Treeplex.flat(SEATS[1], dict.fromkeys(views, ACTIONS))
    answers = {cell.key: cell.first for cell in banker.cells}
    sums: dict[tuple[int, int], int] = {}
    reach: dict[tuple[int, int], int] = {}

    def add(spot: tuple[int, int], weight: int, pays: int) -> None:
        sums[spot] = sums.get(spot, 0) + weight * pays
        reach[spot] = reach.get(spot, 0) + weight * packs

    for i, mine in enumerate(ways):
        for j, yours in enumerate(ways):
            if max(i, j) > 7:
                add((0, 0), mine * yours * packs, packs * player_payoff(i, j))
                continue
            for line, third in _player_sequences(i):
                share = packs if third is None else THIRD_CARD_COUNTS[third]
                end = hand_total(i, third or 0)
                stand = packs * player_payoff(end, j)
                draw = sum(
                    c * player_payoff(end, hand_total(j, m))
                    for m, c in enumerate(THIRD_CARD_COUNTS)
                )
                weight = mine * yours * share
                move = BANKER_RULES.move(j)
                if move is not None:
                    add((line, 0), weight, draw if move == "draw" else stand)
                else:
                    first = answers[infoset_key((j, third))]
                    add((line, first), weight, stand)
                    add((line, first + 1), weight, draw)
    whole = (sum(ways) * packs) ** 2
    return sequence_form_from_sums((player, banker), {whole: sums}, {whole: reach})


def _player_sequences(i: int) -> list[tuple[int, int | None]]:
    """Return Player's sequences on an initial total, with the third cards that they lead to."""
    move = PLAYER_RULES.move(i)
    stands: list[tuple[int, int | None]] = [(0 if move else 1, None)]
    draws: list[tuple[int, int | None]] = [(0 if move else 2, third) for third in range(10)]
    if move is None:
        return stands + draws
    return draws if move == "draw" else stands


class FosterBaccara(BaccaraFamily):
    """Chemin de fer as Foster computed it: initial totals from the packs, then replacement.

    Player must draw on 0 to 4 and stand on 6 and 7; Banker must draw on 0 to 2 and stand on 7; a
    natural 8 or 9 ends the hand. The two cards of each side come from six packs of their own; third
    cards come with replacement. The value is Player's, which is minus Foster's G.

    decks: packs that the initial totals come from.
    """

    name = "foster-1964"
    title = "Foster's chemin de fer"
    sees: Mapping[str, tuple[str, ...]] = MappingProxyType(
        {
            "Player": ("his total",),
            "Banker": ("his total", THIRD_CARD_LABEL),
        }
    )

    def play(
        self, table: Table, *, decks: Annotated[Fraction | float, DecksParameter()] = Fraction(6)
    ) -> None:
        """Roll two totals; unless one is a natural, Player and then Banker may draw."""
        ways = dict(enumerate(initial_total_counts(decks)))
        mine, yours = table.roll(ways), table.roll(ways)
        cards = table.shoe(Shoe(tuple(range(10)), THIRD_CARD_COUNTS, True))
        table.holds("Player", mine)
        table.holds("Banker", yours)
        if max(mine, yours) < 8:
            table.show("Player", mine)
            third = None
            if decides_to_draw(table, "Player", PLAYER_RULES, mine):
                third = cards.draw()
                table.holds("Player", mine, third)
            table.show("Banker", yours, third)
            mine = hand_total(mine, third or 0)
            if decides_to_draw(table, "Banker", BANKER_RULES, yours):
                card = cards.draw()
                table.holds("Banker", yours, card)
                yours = hand_total(yours, card)
        table.pay(Player=player_payoff(mine, yours))

    def form(self, game: Game) -> ZeroSumForm:
        """Return the form by counting."""
        return foster_form(**game.parameters)

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        return "1 choice of Player against 44 of Banker (2 x 2^44 pure strategies)"


foster = FosterBaccara()


# ---------------------------------------------------------------------- the curve


BankerReply = dict[tuple[int, int], int | None]
"""Banker's move by his total and the card he saw (10 where Player stood): 1 draw, 0 stand; None
where both are as good."""


@dataclass(frozen=True)
class GainCurve:
    """Banker's gain G(h) against a Player who draws on 5 with frequency *h*.

    >>> gain = GainCurve.of()
    >>> gain.best[0], gain.mix
    (Fraction(575, 704), {'6,-': Fraction(20533, 54626)})
    """

    form: AdditiveForm

    @classmethod
    def of(cls, decks: Fraction | float = Fraction(6)) -> GainCurve:
        """Return the curve of Foster's game, or of his game with other packs."""
        return _gain_curve(
            decks if decks == INF else DecksParameter().parse(format_fraction(as_rational(decks)))
        )

    @property
    def _envelope(self) -> Envelope:
        return self.form.envelope

    def __call__(self, h: Fraction | int | str) -> Fraction:
        """Return G(h)."""
        return -self._envelope(as_rational(h))

    @property
    def points(self) -> list[tuple[Fraction, Fraction]]:
        """The exact breakpoints (h, G(h)), from h = 0 to h = 1."""
        return [(h, -height) for h, height in self._envelope.points]

    @property
    def best(self) -> tuple[Fraction, Fraction]:
        """Player's frequency h with the least G(h), and that G."""
        return self._envelope.peak[0], -self._envelope.value

    def decisions(self, h: Fraction) -> BankerReply:
        """Return Banker's best reply to *h* (Foster's Tables 4 to 7)."""
        reply = self.form.reply(h)
        found: BankerReply = {}
        for j in BANKER_RULES.free:
            for third in range(11):
                moves = reply[infoset_key((j, third if third < 10 else None))]
                found[j, third] = int(moves == ["draw"]) if len(moves) == 1 else None
        return found

    @property
    def ranges(self) -> list[tuple[Fraction, Fraction, BankerReply]]:
        """The ranges of h between breakpoints, with Banker's best reply inside each."""
        ends = [h for h, _ in self.points]
        return [(low, high, self.decisions((low + high) / 2)) for low, high in pairwise(ends)]

    @property
    def mix(self) -> dict[str, Fraction]:
        """The views at which Banker's optimal strategy mixes, and how often it draws there."""
        _, _, two = self.form.optimal()
        return {view: mix["draw"] for view, mix in two.items() if 0 < mix["draw"] < 1}


@lru_cache(maxsize=8)
def _gain_curve(decks: Fraction | float) -> GainCurve:
    form = foster_form(decks=decks)
    assert isinstance(form, SequenceForm)
    return GainCurve(AdditiveForm(form))
