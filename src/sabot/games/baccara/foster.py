"""Foster's chemin de fer (1964): the game that he put on Atlas, and its curve G(h).

Each hand's initial total comes from six packs by itself, without replacement; third cards come with
replacement. Banker must draw on 0, 1, 2 and stand on 7. Foster counts Banker's gain: G(h) is what
Banker gets from his best reply when Player draws on 5 with frequency h, so the value of the game
(Player's) is minus the least G(h).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated

from sabot.exact import rational, show
from sabot.forms.additive import AdditiveForm, Envelope
from sabot.forms.sequence import SequenceForm, Side, gathered
from sabot.games.baccara.family import Casino
from sabot.games.baccara.kinds import Decks
from sabot.games.baccara.rules import ACTIONS, SEATS, THIRD, Conduct, chooses, dealing, lead, total
from sabot.shoe import INF, Shoe
from sabot.telling.game import Form, Game
from sabot.telling.tables import Table, view_key

PLAYER = Conduct("total", free=(5,), draws=(0, 1, 2, 3, 4))
BANKER = Conduct("total", free=(3, 4, 5, 6), draws=(0, 1, 2))
PACK = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""Third cards: the share of each value in any number of packs."""


def initial(decks: Fraction | float = Fraction(6)) -> tuple[int, ...]:
    """Return the ways to deal two cards in order, by their total (Foster's Table 1).

    >>> ways = initial()
    >>> Fraction(ways[0], sum(ways))
    Fraction(595, 4043)
    """
    cards = dealing("B1", decks)
    ways = [0] * 10
    for a, first in enumerate(cards.counts):
        for b, second in enumerate(cards.counts):
            ways[total(a, b)] += first * (second - (a == b and not cards.replaced))
    return tuple(ways)


def foster_form(*, decks: Fraction | float = Fraction(6)) -> Form:
    """Return the form by counting: one choice of Player against 44 of Banker."""
    ways = initial(decks)
    packs = sum(PACK)
    player = Side.flat(SEATS[0], {"5": ACTIONS})
    views = [view_key((j, k)) for j in BANKER.free for k in (*range(10), None)]
    banker = Side.flat(SEATS[1], dict.fromkeys(views, ACTIONS))
    answers = {cell.key: cell.first for cell in banker.cells}
    sums: dict[tuple[int, int], int] = {}
    reach: dict[tuple[int, int], int] = {}

    def add(spot: tuple[int, int], weight: int, pays: int) -> None:
        sums[spot] = sums.get(spot, 0) + weight * pays
        reach[spot] = reach.get(spot, 0) + weight * packs

    for i, mine in enumerate(ways):
        for j, yours in enumerate(ways):
            if max(i, j) > 7:
                add((0, 0), mine * yours * packs, packs * lead(i, j))
                continue
            for line, third in _lines(i):
                share = packs if third is None else PACK[third]
                end = total(i, third or 0)
                stand = packs * lead(end, j)
                draw = sum(c * lead(end, total(j, m)) for m, c in enumerate(PACK))
                weight = mine * yours * share
                move = BANKER.move(j)
                if move is not None:
                    add((line, 0), weight, draw if move == "draw" else stand)
                else:
                    first = answers[view_key((j, third))]
                    add((line, first), weight, stand)
                    add((line, first + 1), weight, draw)
    whole = (sum(ways) * packs) ** 2
    return gathered((player, banker), {whole: sums}, {whole: reach})


def _lines(i: int) -> list[tuple[int, int | None]]:
    """Return Player's sequences on an initial total, with the third cards that they lead to."""
    move = PLAYER.move(i)
    stands: list[tuple[int, int | None]] = [(0 if move else 1, None)]
    draws: list[tuple[int, int | None]] = [(0 if move else 2, third) for third in range(10)]
    if move is None:
        return stands + draws
    return draws if move == "draw" else stands


class Foster(Casino):
    """Chemin de fer as Foster computed it: initial totals from the packs, then replacement.

    Player must draw on 0 to 4 and stand on 6 and 7, Banker must draw on 0 to 2 and stand on 7; a
    natural 8 or 9 ends the hand. Each seat's two cards come from six packs by themselves; third
    cards come with replacement. The value is Player's: minus Foster's G.

    decks: packs that the initial totals come from.
    """

    name = "foster-1964"
    title = "Foster's chemin de fer"
    sees: Mapping[str, tuple[str, ...]] = MappingProxyType(
        {
            "Player": ("his total",),
            "Banker": ("his total", THIRD),
        }
    )

    def play(
        self, table: Table, *, decks: Annotated[Fraction | float, Decks()] = Fraction(6)
    ) -> None:
        """Roll two totals; unless one is a natural, Player and then Banker may draw."""
        ways = dict(enumerate(initial(decks)))
        mine, yours = table.roll(ways), table.roll(ways)
        cards = table.shoe(Shoe(tuple(range(10)), PACK, True))
        table.holds("Player", mine)
        table.holds("Banker", yours)
        if max(mine, yours) < 8:
            table.show("Player", mine)
            third = None
            if chooses(table, "Player", PLAYER, mine):
                third = cards.draw()
                table.holds("Player", mine, third)
            table.show("Banker", yours, third)
            mine = total(mine, third or 0)
            if chooses(table, "Banker", BANKER, yours):
                card = cards.draw()
                table.holds("Banker", yours, card)
                yours = total(yours, card)
        table.pay(Player=lead(mine, yours))

    def form(self, game: Game) -> Form:
        """Return the form by counting."""
        return foster_form(**game.parameters)

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        return "1 choice of Player against 44 of Banker (2 x 2^44 pure strategies)"


foster = Foster()


# ---------------------------------------------------------------------- the curve


Decision = dict[tuple[int, int], int | None]
"""Banker's move by his total and the card he saw (10 where Player stood): 1 draw, 0 stand; None
where both are as good."""


@dataclass(frozen=True)
class Gain:
    """Banker's gain G(h) against a Player who draws on 5 with frequency *h*.

    >>> gain = Gain.of()
    >>> gain.best[0], gain.mix
    (Fraction(575, 704), {'6,-': Fraction(20533, 54626)})
    """

    form: AdditiveForm

    @classmethod
    def of(cls, decks: Fraction | float = Fraction(6)) -> Gain:
        """Return the curve of Foster's game, or of his game with other packs."""
        return _curve(decks if decks == INF else Decks().parse(show(rational(decks))))

    @property
    def _envelope(self) -> Envelope:
        return self.form.envelope

    def __call__(self, h: Fraction | int | str) -> Fraction:
        """Return G(h)."""
        return -self._envelope(rational(h))

    @property
    def points(self) -> list[tuple[Fraction, Fraction]]:
        """The exact breakpoints (h, G(h)), from h = 0 to h = 1."""
        return [(h, -height) for h, height in self._envelope.points]

    @property
    def best(self) -> tuple[Fraction, Fraction]:
        """Player's frequency h with the least G(h), and that G."""
        return self._envelope.peak[0], -self._envelope.value

    def decisions(self, h: Fraction) -> Decision:
        """Return Banker's best reply to *h* (Foster's Tables 4 to 7)."""
        reply = self.form.reply(h)
        found: Decision = {}
        for j in BANKER.free:
            for third in range(11):
                moves = reply[view_key((j, third if third < 10 else None))]
                found[j, third] = int(moves == ["draw"]) if len(moves) == 1 else None
        return found

    @property
    def ranges(self) -> list[tuple[Fraction, Fraction, Decision]]:
        """The ranges of h between breakpoints, with Banker's best reply inside each."""
        ends = [h for h, _ in self.points]
        return [(low, high, self.decisions((low + high) / 2)) for low, high in pairwise(ends)]

    @property
    def mix(self) -> dict[str, Fraction]:
        """The views at which Banker's optimal strategy mixes, and how often it draws there."""
        _, _, two = self.form.optimal()
        return {view: mix["draw"] for view, mix in two.items() if 0 < mix["draw"] < 1}


@lru_cache(maxsize=8)
def _curve(decks: Fraction | float) -> Gain:
    form = foster_form(decks=decks)
    assert isinstance(form, SequenceForm)
    return Gain(AdditiveForm(form))
