"""The play of a deal card by card: what each card cost, what is left, the judge of a session.

East takes the king with the ace at once, in place of holding up, and loses a trick by it:

>>> from sabot.games.whist.deal import WHIST, Deal
>>> after = replay_cards(Deal.parse("KQ10/AJ9"), "W", (5, 6), WHIST)
>>> after.tricks, after.here.lead, after.left, after.plays[1].cost
((ReplayedTrick(led=5, reply=6, winner='E'),), 'E', (1, 2, 3, 4), 1)

The judge of a session prices every card for one player and plays the other:

>>> from sabot.games.whist.parameters import start_position
>>> judge = WhistJudge(start_position(deal="KQ10/AJ9", led="K"), WHIST, seat="E")
>>> judge.prices([]), judge.best_card([])
({'9': 2, 'J': 1, 'A': 1}, '9')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from sabot.errors import FormError, NoMethodError, RulesError
from sabot.games.whist import strategy
from sabot.games.whist.deal import WHIST, Deal, Position, Seat, Variant
from sabot.games.whist.parameters import StartPosition
from sabot.games.whist.strategy import prices_by_theorem


@dataclass(frozen=True, slots=True)
class ReplayedTrick:
    """Two cards, by their numbers in the deal as it was dealt, and who took them."""

    led: int
    reply: int
    winner: Seat


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card that was played."""

    seat: Seat
    card: int
    cost: int
    """What it cost its seat, in what West is paid: 0 where it was a best card."""


@dataclass(frozen=True, slots=True)
class DealReplay:
    """The play of a deal: what was played, what is left, and what each card is worth."""

    variant: Variant
    here: Position | None
    """What is left, its cards numbered again; None when all is played."""
    left: tuple[int, ...]
    """The cards of what is left, by their numbers in the deal as it was dealt."""
    tricks: tuple[ReplayedTrick, ...]
    plays: tuple[PlayedCard, ...]
    got: int
    """What West is paid for the tricks taken so far."""
    cards: Mapping[int, int]
    """What West is paid in the end for each card that may be played now, if both go on well."""

    @classmethod
    def begun(cls, deal: Deal, lead: Seat, variant: Variant) -> DealReplay:
        """Return a deal of which nothing is played."""
        return cls._at(variant, Position(deal, lead), tuple(range(1, 2 * deal.n + 1)), (), (), 0)

    @classmethod
    def _at(
        cls,
        variant: Variant,
        here: Position | None,
        left: tuple[int, ...],
        tricks: tuple[ReplayedTrick, ...],
        plays: tuple[PlayedCard, ...],
        got: int,
    ) -> DealReplay:
        worths = {} if here is None else prices_by_theorem(here, variant)
        cards = {left[spot - 1]: got + worth for spot, worth in worths.items()}
        return cls(variant, here, left, tricks, plays, got, cards)

    @property
    def worth(self) -> int:
        """What West is paid in the end if both play well from here on."""
        if self.here is None:
            return self.got
        return (max if self.here.turn == "W" else min)(self.cards.values())

    @property
    def turn(self) -> Seat | None:
        """Who plays next."""
        return None if self.here is None else self.here.turn

    def hand(self, seat: Seat) -> tuple[int, ...]:
        """Return the cards that a seat still holds, without one that lies on the table."""
        if self.here is None:
            return ()
        held = self.here.deal.hand(seat)
        return tuple(self.left[card - 1] for card in held if card != self.here.led)

    @property
    def led(self) -> int | None:
        """The card that lies on the table."""
        if self.here is None or self.here.led is None:
            return None
        return self.left[self.here.led - 1]

    @property
    def best(self) -> tuple[int, ...]:
        """The cards that cost nothing."""
        return tuple(card for card, worth in self.cards.items() if worth == self.worth)

    def after(self, card: int) -> DealReplay:
        """Return the replay after one more card; raise for a card that may not be played."""
        here = self.here
        if here is None or card not in self.left:
            raise FormError(f"card {card} is not there to be played")
        spot = self.left.index(card) + 1
        why = here.why_illegal(spot, self.variant.rule)
        if why is not None:
            raise FormError(f"card {card} cannot be played: {why}")
        plays = (*self.plays, PlayedCard(here.turn, card, abs(self.cards[card] - self.worth)))
        if here.led is None:
            led = Position(here.deal, here.lead, spot)
            return self._at(self.variant, led, self.left, self.tricks, plays, self.got)
        trick = ReplayedTrick(self.left[here.led - 1], card, here.winner(spot))
        tricks = (*self.tricks, trick)
        left = tuple(one for one in self.left if one not in (trick.led, trick.reply))
        pay = self.variant.payments(len(tricks) + len(left) // 2)[len(tricks) - 1]
        got = self.got + (pay if trick.winner == "W" else 0)
        return self._at(self.variant, here.after(spot) if left else None, left, tricks, plays, got)

    def line(self) -> tuple[ReplayedTrick, ...]:
        """Return the tricks to come if both play well; of several best cards the lowest is played.

        The first of them may have its lead on the table already.
        """
        at = self
        while at.here is not None:
            at = at.after(min(at.best))
        return at.tricks[len(self.tricks) :]


def replay_cards(deal: Deal, lead: Seat, played: Sequence[int], variant: Variant) -> DealReplay:
    """Return the replay after some cards; raise for a card that may not be played."""
    at = DealReplay.begun(deal, lead, variant)
    for card in played:
        at = at.after(card)
    return at


MOST_PRICED = 10_000
"""Up to here every card of every deal has its price within a moment."""
MOST_LINE = 30
"""Tricks of a line that are worth telling."""


@dataclass(frozen=True, slots=True)
class FinishedTrick:
    """A finished trick."""

    lead: Seat
    led: str
    reply: str
    winner: Seat

    def __str__(self) -> str:
        return f"{self.led}/{self.reply}:{self.winner}"


@dataclass(frozen=True, slots=True)
class PlayState:
    """The state of a deal after some cards: what is left, the names of those cards, the tricks."""

    position: Position | None
    """None when the last trick is played."""
    names: tuple[str, ...]
    tricks: tuple[FinishedTrick, ...] = ()

    @property
    def hand(self) -> Position:
        """What is left to play."""
        if self.position is None:
            raise RulesError("the deal is played to the end")
        return self.position

    def after(self, name: str) -> PlayState:
        """Return the state after the seat to move plays a card."""
        here = self.hand
        card = self.names.index(name) + 1
        if here.led is None:
            return PlayState(Position(here.deal, here.lead, card), self.names, self.tricks)
        won = FinishedTrick(here.lead, self.names[here.led - 1], name, here.winner(card))
        names = list(self.names)
        for spot in sorted((here.led, card), reverse=True):
            del names[spot - 1]
        left = None if here.deal.n == 1 else here.after(card)
        return PlayState(left, tuple(names), (*self.tricks, won))


class _QuestionSeen(Protocol):
    """The part of a question that the judge reads: the cards played so far."""

    @property
    def seen(self) -> Sequence[Any]: ...


class WhistJudge:
    """Judges one deal for one seat; the cards played so far give the state."""

    def __init__(self, here: StartPosition, variant: Variant = WHIST, *, seat: Seat = "W") -> None:
        self.n = here.start.deal.n
        if self.n > MOST_PRICED:
            raise NoMethodError(f"hands of more than {MOST_PRICED:,} cards are not played")
        self.variant, self.seat = variant, seat
        self.start = PlayState(here.start, tuple(here.all_names()))
        self.value = Fraction(self._mine(strategy.position_value(here.start, variant)))
        self.asked = Fraction(1)
        self._last: tuple[tuple[str, ...], PlayState] = ((), self.start)

    # ------------------------------------------------------------------ the state of a deal

    def standing(self, cards: Sequence[str]) -> PlayState:
        """Return the state of the deal after these cards, in the order of play."""
        known, found = self._last
        if tuple(cards[: len(known)]) != known:
            known, found = (), self.start
        for card in cards[len(known) :]:
            found = found.after(card)
        self._last = tuple(cards), found
        return found

    def prices(self, cards: Sequence[str]) -> dict[str, int]:
        """Return the seat's own tricks in the end for each card that may be played now.

        Where only the last trick counts, 1 for taking it; with a score, the score.
        """
        return {name: self.tricks(paid) for name, paid in self._payments(cards).items()}

    def best_card(self, cards: Sequence[str]) -> str:
        """Return a card that is best for whoever's turn it is."""
        at = self.standing(cards)
        return at.names[strategy.optimal_card(at.hand, self.variant) - 1]

    def line(self, cards: Sequence[str]) -> tuple[FinishedTrick, ...]:
        """Return the tricks to the end, all of them, when both play best after these cards."""
        played = list(cards)
        while self.standing(played).position is not None:
            played.append(self.best_card(played))
        return self.standing(played).tricks

    def tricks(self, payment: Fraction | int) -> int:
        """Return the seat's tricks, or score, in the end, from what it is then paid."""
        west = self.variant.west_tricks(self.n, int(self._mine(int(payment))))
        return west if self.seat == "W" else self.variant.most_tricks(self.n) - west

    # ------------------------------------------------------------------ judging

    def worth(self, question: _QuestionSeen) -> Mapping[str, Fraction]:
        """Return what the seat is paid in the end, for each card that may be played now."""
        return self._payments(self.played(question))

    def hint(self, question: _QuestionSeen) -> Mapping[str, Fraction]:
        """Return a best card."""
        return {self.best_card(self.played(question)): Fraction(1)}

    def reply(self, view: Sequence[str]) -> Mapping[str, Fraction]:
        """Return the opponent's card."""
        return {self.best_card(self._cards(view)): Fraction(1)}

    def leak(self, counts: object, *, seed: int) -> None:
        """Everything is seen: habits give nothing away."""

    def played(self, question: _QuestionSeen) -> list[str]:
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
        found = strategy.card_prices(at.hand, self.variant)
        return {
            at.names[card - 1]: Fraction(self._mine(so_far + paid)) for card, paid in found.items()
        }

    def _mine(self, wests: int) -> int:
        return wests if self.seat == "W" else -wests
