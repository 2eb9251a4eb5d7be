"""A deal half played: the cards that were played so far, what each of them cost, and what is left.

East takes the king with the ace at once, in place of holding up, and loses a trick by it:

>>> from sabot.games.whist.variant import WHIST
>>> after = replayed(Deal.parse("KQ10/AJ9"), "W", (5, 6), WHIST)
>>> after.tricks, after.here.lead, after.left, after.plays[1].cost
((Trick(led=5, reply=6, winner='E'),), 'E', (1, 2, 3, 4), 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sabot.errors import FormError
from sabot.games.whist.deal import Deal, Position, Seat
from sabot.games.whist.pricing import prices
from sabot.games.whist.variant import Variant


@dataclass(frozen=True, slots=True)
class Trick:
    """Two cards, by their numbers in the deal as it was dealt, and who took them."""

    led: int
    reply: int
    winner: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """One card that was played."""

    seat: Seat
    card: int
    cost: int
    """What it cost its seat, in what West is paid: 0 where it was a best card."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the play of a deal stands."""

    variant: Variant
    here: Position | None
    """What is left, its cards numbered anew; None when all is played."""
    left: tuple[int, ...]
    """The cards of what is left, by their numbers in the deal as it was dealt."""
    tricks: tuple[Trick, ...]
    plays: tuple[Played, ...]
    got: int
    """What West is paid for the tricks taken so far."""
    cards: Mapping[int, int]
    """What West is paid in the end for each card that may be played now, if both go on well."""

    @classmethod
    def begun(cls, deal: Deal, lead: Seat, variant: Variant) -> Progress:
        """Return a deal of which nothing is played."""
        return cls._at(variant, Position(deal, lead), tuple(range(1, 2 * deal.n + 1)), (), (), 0)

    @classmethod
    def _at(
        cls,
        variant: Variant,
        here: Position | None,
        left: tuple[int, ...],
        tricks: tuple[Trick, ...],
        plays: tuple[Played, ...],
        got: int,
    ) -> Progress:
        worths = {} if here is None else prices(here, variant)
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

    def after(self, card: int) -> Progress:
        """Return how it stands when a card is played; one that may not be is refused."""
        here = self.here
        if here is None or card not in self.left:
            raise FormError(f"card {card} is not there to be played")
        spot = self.left.index(card) + 1
        why = here.why_not(spot, self.variant.rule)
        if why is not None:
            raise FormError(f"card {card} cannot be played: {why}")
        plays = (*self.plays, Played(here.turn, card, abs(self.cards[card] - self.worth)))
        if here.led is None:
            led = Position(here.deal, here.lead, spot)
            return self._at(self.variant, led, self.left, self.tricks, plays, self.got)
        trick = Trick(self.left[here.led - 1], card, here.winner(spot))
        tricks = (*self.tricks, trick)
        left = tuple(one for one in self.left if one not in (trick.led, trick.reply))
        pay = self.variant.payments(len(tricks) + len(left) // 2)[len(tricks) - 1]
        got = self.got + (pay if trick.winner == "W" else 0)
        return self._at(self.variant, here.after(spot) if left else None, left, tricks, plays, got)

    def line(self) -> tuple[Trick, ...]:
        """Return the tricks to come if both play well; of several best cards the lowest is played.

        The first of them may have its lead on the table already.
        """
        at = self
        while at.here is not None:
            at = at.after(min(at.best))
        return at.tricks[len(self.tricks) :]


def replayed(deal: Deal, lead: Seat, played: Sequence[int], variant: Variant) -> Progress:
    """Return where the play stands after some cards; one that may not be played is refused."""
    at = Progress.begun(deal, lead, variant)
    for card in played:
        at = at.after(card)
    return at
