"""What the parameters of baccara may be: decks, a shoe of ten counts, a list of totals.

``none`` stands for a parameter that is not used: a model with replacement has no decks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.cards import Card
from sabot.errors import Fault, NumberError
from sabot.exact import rational, show, whole_text
from sabot.shoe import INF, Shoe

NONE = "none"
LARGEST = 10**100
"""The most cards of one value that a shoe may hold."""


@dataclass(frozen=True, slots=True)
class Decks:
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
            raise NumberError(f"{body!r} is many games; solving takes one number of decks")
        number = rational(body)
        if number <= 0 or (4 * number).denominator != 1:
            raise NumberError(f"{show(number)} decks cannot be")
        if number > LARGEST:
            raise NumberError(f"more than 10^{len(str(LARGEST)) - 1} decks; inf stands for them")
        return number

    def show(self, value: Any) -> str:
        """Print ``p/q`` or ``inf``."""
        if value is None:
            return NONE
        return "inf" if value == INF else show(rational(value))


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a win that somebody keeps: from 0 on, and less than all of it."""

    words: str = "write a number from 0 to less than 1, as in 1/20 or 5%"

    def parse(self, text: str) -> Fraction:
        """Read ``1/20``, ``0.05`` or ``5%``."""
        number = rational(text)
        if not 0 <= number < 1:
            raise NumberError(f"{show(number)} of a win cannot be kept")
        return number

    def show(self, value: Any) -> str:
        """Print ``p/q``."""
        return show(rational(value))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards a shoe holds of the values 0 to 9."""

    words: str = (
        "write ten counts, those of the card values 0 to 9, as in [16,4,4,4,4,4,4,4,4,4], or decks "
        "less some cards, as in 6 decks -9 -K"
    )

    def parse(self, text: str) -> tuple[int, ...] | None:
        """Read ten whole numbers in square brackets, or decks less some cards: 6 decks -9 -K."""
        if text.strip() == NONE:
            return None
        counts = _counted(Shoe.parse(text)) if "deck" in text else _whole_list(text)
        if len(counts) != 10:
            raise NumberError(f"{len(counts)} counts where there are ten card values")
        for value, count in enumerate(counts):
            if count < 0:
                raise NumberError(f"{count} cards of value {value}; counts start at 0")
            if count > LARGEST:
                raise NumberError(f"more than 10^{len(str(LARGEST)) - 1} cards of value {value}")
        return counts

    def show(self, value: Any) -> str:
        """Print the counts in square brackets."""
        if value is None:
            return NONE
        return _list_text(_counted(value) if isinstance(value, Shoe) else value)


@dataclass(frozen=True, slots=True)
class Totals:
    """A set of two-card totals that are no naturals."""

    words: str = "write different totals from 0 to 7, as in [3,4,5,6], or []"

    def parse(self, text: str) -> tuple[int, ...]:
        """Read totals in square brackets; they are put in order."""
        totals = _whole_list(text)
        for total in totals:
            if not 0 <= total <= 7:
                raise NumberError(f"{total} is no two-card total at which a seat could choose")
        if len(set(totals)) != len(totals):
            raise NumberError("a total is there twice")
        return tuple(sorted(totals))

    def show(self, value: Any) -> str:
        """Print the totals in square brackets."""
        return _list_text(value)


def too_few(counts: Sequence[int], replaced: bool) -> list[Fault]:
    """Return the fault of a shoe that does not hold the six cards that a hand may take.

    >>> [f"{fault.what}; {fault.remedy}" for fault in too_few([5, *[0] * 9], replaced=False)]
    ['holds 5 cards; a hand may take six; put in 6 or more']
    """
    held = sum(counts)
    if held >= (1 if replaced else 6):
        return []
    remedy = "put in 1 or more" if replaced else "a hand may take six; put in 6 or more"
    return [Fault("shoe", f"holds {held} card{'s' * (held != 1)}", remedy)]


def _counted(shoe: Shoe) -> tuple[int, ...]:
    """Return how many cards of each value a shoe of ordinary cards holds."""
    counts = [0] * 10
    for card, count in zip(shoe.cards, shoe.counts, strict=True):
        if shoe.endless or not isinstance(card, Card):
            raise NumberError(f"{shoe} is no shoe of so many decks")
        counts[card.rank if card.rank < 10 else 0] += count  # tens and court cards
    return tuple(counts)


def _whole_list(text: str) -> tuple[int, ...]:
    body = text.strip()
    if not (body.startswith("[") and body.endswith("]")):
        raise NumberError(f"{text!r} is not a list in square brackets")
    numbers = [rational(part) for part in body[1:-1].split(",")] if body[1:-1].strip() else []
    for number in numbers:
        if number.denominator != 1:
            raise NumberError(f"{show(number)} is not whole")
    return tuple(map(int, numbers))


def _list_text(numbers: Sequence[int]) -> str:
    """Return numbers as Counts and Totals read them back; text passes as it is."""
    if isinstance(numbers, str):
        return numbers
    return "[" + ",".join(whole_text(int(rational(number))) for number in numbers) + "]"
