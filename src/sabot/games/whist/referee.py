"""Who judges a deal of whist: the worth of every card to a seat, and the card that the other plays.

>>> from sabot.games.whist.notation import setting
>>> referee = Referee(setting(deal="KQ10/AJ9", led="K"), WHIST, seat="E")
>>> referee.prices([]), referee.best_card([])
({'9': 2, 'J': 1, 'A': 1}, '9')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from sabot.errors import NoMethodError, RulesError
from sabot.games.whist import strategy
from sabot.games.whist.deal import Position, Seat
from sabot.games.whist.notation import Setting
from sabot.games.whist.variant import WHIST, Variant

MOST_PRICED = 10_000
"""Up to here every card of every deal has its price within a moment."""
MOST_LINE = 30
"""Tricks of a line that are worth telling."""


@dataclass(frozen=True, slots=True)
class Won:
    """A finished trick."""

    lead: Seat
    led: str
    reply: str
    winner: Seat

    def __str__(self) -> str:
        return f"{self.led}/{self.reply}:{self.winner}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a deal stands after some cards: what is left, the names of those cards, the tricks."""

    position: Position | None
    """None when the last trick is played."""
    names: tuple[str, ...]
    tricks: tuple[Won, ...] = ()

    @property
    def hand(self) -> Position:
        """What is left to play."""
        if self.position is None:
            raise RulesError("the deal is played to the end")
        return self.position

    def after(self, name: str) -> Standing:
        """Return how it stands when the seat whose turn it is plays a card."""
        here = self.hand
        card = self.names.index(name) + 1
        if here.led is None:
            return Standing(Position(here.deal, here.lead, card), self.names, self.tricks)
        won = Won(here.lead, self.names[here.led - 1], name, here.winner(card))
        names = list(self.names)
        for spot in sorted((here.led, card), reverse=True):
            del names[spot - 1]
        left = None if here.deal.n == 1 else here.after(card)
        return Standing(left, tuple(names), (*self.tricks, won))


class _Asked(Protocol):
    """The part of a question that a referee looks at: the cards played so far."""

    @property
    def seen(self) -> Sequence[Any]: ...


class Referee:
    """Judges one deal for one seat; the cards played so far say where it stands."""

    def __init__(self, here: Setting, variant: Variant = WHIST, *, seat: Seat = "W") -> None:
        self.n = here.start.deal.n
        if self.n > MOST_PRICED:
            raise NoMethodError(f"hands of more than {MOST_PRICED:,} cards are not played")
        self.variant, self.seat = variant, seat
        self.start = Standing(here.start, tuple(here.all_names()))
        self.value = Fraction(self._mine(strategy.value(here.start, variant)))
        self.asked = Fraction(1)
        self._last: tuple[tuple[str, ...], Standing] = ((), self.start)

    # ------------------------------------------------------------------ where a deal stands

    def standing(self, cards: Sequence[str]) -> Standing:
        """Return how the deal stands after these cards, in the order in which they were played."""
        known, found = self._last
        if tuple(cards[: len(known)]) != known:
            known, found = (), self.start
        for card in cards[len(known) :]:
            found = found.after(card)
        self._last = tuple(cards), found
        return found

    def prices(self, cards: Sequence[str]) -> dict[str, int]:
        """Return the seat's own tricks in the end for each card that may be played now.

        Where only the last trick counts, 1 for taking it.
        """
        return {name: self.tricks(paid) for name, paid in self._payments(cards).items()}

    def best_card(self, cards: Sequence[str]) -> str:
        """Return a card that is best for whoever's turn it is."""
        at = self.standing(cards)
        return at.names[strategy.optimal_card(at.hand, self.variant) - 1]

    def line(self, cards: Sequence[str]) -> tuple[Won, ...]:
        """Return the tricks to the end, all of them, when both play best after these cards."""
        played = list(cards)
        while self.standing(played).position is not None:
            played.append(self.best_card(played))
        return self.standing(played).tricks

    def tricks(self, payment: Fraction | int) -> int:
        """Return the seat's tricks in the end, from what it is then paid."""
        west = self.variant.west_tricks(self.n, int(self._mine(int(payment))))
        whole = 1 if self.variant.object in ("last", "last-loses") else self.n
        return west if self.seat == "W" else whole - west

    # ------------------------------------------------------------------ judging

    def worth(self, question: _Asked) -> Mapping[str, Fraction]:
        """Return what the seat is paid in the end, for each card that may be played now."""
        return self._payments(self.played(question))

    def hint(self, question: _Asked) -> Mapping[str, Fraction]:
        """Return a best card."""
        return {self.best_card(self.played(question)): Fraction(1)}

    def reply(self, view: Sequence[Any]) -> Mapping[str, Fraction]:
        """Return the opponent's card."""
        return {self.best_card(self._cards(view)): Fraction(1)}

    def leak(self, counts: object, *, seed: int) -> None:
        """Everything is seen: habits give nothing away."""

    def played(self, question: _Asked) -> list[str]:
        """Return the cards that were played before a question."""
        return self._cards([known.text for known in question.seen])

    def _cards(self, seen: Sequence[str]) -> list[str]:
        """Return the cards played since the start, from all that a seat has seen and played."""
        return list(seen[self.start.hand.led is not None :])

    def _payments(self, cards: Sequence[str]) -> dict[str, Fraction]:
        at = self.standing(cards)
        pays = self.variant.payments(self.n)
        taken = zip(pays, at.tricks, strict=False)
        so_far = sum(pay for pay, won in taken if won.winner == "W")
        found = strategy.prices(at.hand, self.variant)
        return {
            at.names[card - 1]: Fraction(self._mine(so_far + paid)) for card, paid in found.items()
        }

    def _mine(self, wests: int) -> int:
        return wests if self.seat == "W" else -wests
