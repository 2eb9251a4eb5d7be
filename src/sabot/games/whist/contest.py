"""One deal played card by card against the optimum, each card priced; it prints nothing.

>>> from sabot.games.whist.notation import setting
>>> contest = Contest(setting(deal="KQ10/AJ9", led="K"), WHIST, seat="E")
>>> contest.prices()
{'9': 1, 'J': 2, 'A': 2}
>>> contest.play("A").loss, contest.over
(1, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sabot.errors import RulesError
from sabot.games.whist import strategy
from sabot.games.whist.deal import Position, Seat
from sabot.games.whist.notation import Setting
from sabot.games.whist.variant import WHIST, Variant

MOST_PRICED = 10_000
"""Up to here every card of every deal has its price within a moment."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the person played, judged: the cards that cost nothing, and its loss."""

    trick: int
    card: str
    best: tuple[str, ...]
    loss: int


@dataclass(frozen=True, slots=True)
class Won:
    """A finished trick."""

    lead: Seat
    led: str
    reply: str
    winner: Seat


class Contest:
    """A deal with a person at one seat: ``play`` a card when it is the person's turn."""

    def __init__(self, here: Setting, variant: Variant = WHIST, *, seat: Seat = "W") -> None:
        self.variant = variant
        self.seat: Seat = seat
        self.position: Position | None = here.start
        self.names = here.all_names()
        self.n = here.start.deal.n
        self.value = variant.west_tricks(self.n, strategy.value(here.start, variant))
        """West's tricks when both play well from the start."""
        self.cards: list[Card] = []
        self.tricks: list[Won] = []

    @property
    def over(self) -> bool:
        """Whether the last trick is played."""
        return self.position is None

    @property
    def trick(self) -> int:
        """The number of the trick that is being played."""
        return len(self.tricks) + 1

    @property
    def west(self) -> int:
        """The tricks that count, taken by West so far."""
        counted = self.variant.payments(self.n)
        return sum(
            abs(pay) for pay, won in zip(counted, self.tricks, strict=False) if won.winner == "W"
        )

    def playable(self) -> tuple[str, ...]:
        """Return the cards that may be played now."""
        here = self._here()
        return tuple(self.names[card - 1] for card in here.playable(self.variant.rule))

    def prices(self) -> dict[str, int]:
        """Return West's tricks from the start to the end, for each card that may be played now."""
        here = self._here()
        if here.deal.n > MOST_PRICED:
            raise RulesError(f"hands of {here.deal.n:,} cards are not priced card by card")
        found = strategy.prices(here, self.variant)
        each = self.variant.west_tricks
        return {self.names[card - 1]: self.west + each(self.n, pay) for card, pay in found.items()}

    def hint(self) -> str:
        """Return a best card."""
        return self.names[strategy.optimal_card(self._here(), self.variant) - 1]

    def play(self, name: str) -> Card:
        """Play the person's card and return what it cost."""
        if self._here().turn != self.seat:
            raise RulesError("it is the other seat's turn")
        if name not in self.playable():
            raise RulesError(f"{name!r} cannot be played; may: {', '.join(self.playable())}")
        prices = self.prices()
        most = self._most(list(prices.values()))
        best = tuple(card for card, price in prices.items() if price == most)
        judged = Card(self.trick, name, best, abs(prices[name] - most))
        if len(prices) > 1:
            self.cards.append(judged)
        self._put(self.names.index(name) + 1)
        return judged

    def answer(self) -> str:
        """Let the optimum play, and return its card."""
        here = self._here()
        if here.turn == self.seat:
            raise RulesError("it is the person's turn")
        card = strategy.optimal_card(here, self.variant)
        name = self.names[card - 1]
        self._put(card)
        return name

    def _here(self) -> Position:
        if self.position is None:
            raise RulesError("the deal is played to the end")
        return self.position

    def _most(self, prices: Sequence[int]) -> int:
        wants_more = (self.seat == "W") == (self.variant.object in ("most", "last"))
        return max(prices) if wants_more else min(prices)

    def _put(self, card: int) -> None:
        here = self._here()
        if here.led is None:
            self.position = Position(here.deal, here.lead, card)
            return
        won = Won(here.lead, self.names[here.led - 1], self.names[card - 1], here.winner(card))
        self.tricks.append(won)
        self.position = None if here.deal.n == 1 else here.after(card)
        for spot in sorted((here.led, card), reverse=True):
            del self.names[spot - 1]
