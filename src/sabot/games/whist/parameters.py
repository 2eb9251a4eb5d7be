"""Parameters of a whist game string (deal, lead, card led, score) and what they mean.

A deal is given in one of four ways: as letters or as two hands (``deal=EWEWWE``,
``deal=KQ10/AJ9``), as hands (``hands=KQ10/AJ9``), by a size and a seed (``n=13, seed=7``), or by
a file that holds either. A deal given as hands keeps the names of its cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

from sabot.errors import Fault, FileError, FormError, NumberError, shorten
from sabot.game_rules.parameters import ParameterKind, ParameterValues, Text, Whole
from sabot.games.whist.deal import RANKS, Deal, Position, Seat, Variant
from sabot.io.files import FileStamp, file_stamp, read_text

NONE = "none"
SEATS = ("West", "East")
MOST_LETTERS = 10_000_000
"""The longest deal that is taken from a file or made from a seed."""
DEAL_SYNTAX = "deal=EWEWWE (lowest card first), hands=KQ10/AJ9, n=13 with seed=7, or file=deal.txt"

_LETTERS_SYNTAX = (
    "write 2n letters W or E, the lowest card first, or two hands, West's first: KQ10/AJ9"
)
_HANDS_SYNTAX = "write two hands, West's first: KQ10/AJ9"
_NOT_A_SEAT = re.compile(r"[^WE\s]", re.IGNORECASE)
_NOT_A_CARD = re.compile(r"[^0-9TJQKA/\s]", re.IGNORECASE)

NamedDeal = tuple[Deal, tuple[str, ...] | None]
"""A deal, and the names of its cards where they are not their numbers."""


@dataclass(frozen=True, slots=True)
class DealParameter:
    """A deal as letters or as two hands; ``none`` where another parameter gives it."""

    words: str = _LETTERS_SYNTAX
    hands_only: bool = False

    def parse(self, text: str) -> str | None:
        """Read a deal; both spellings in capitals and without blanks.

        >>> DealParameter().parse("ewewwe"), DealParameter().parse("kq10 / aj9")
        ('EWEWWE', 'KQ10/AJ9')
        """
        plain = "".join(text.split())
        if plain.casefold() == NONE:
            return None
        if self.hands_only and "/" not in plain:
            raise FormError(f"{text!r} is not two hands with / between them")
        deal = Deal.parse(plain)
        return plain.upper() if "/" in plain else deal.holders

    def show(self, value: object) -> str:
        """Print the text that parses to it."""
        return NONE if value is None else str(value)


@dataclass(frozen=True, slots=True)
class OptionalParameter:
    """A parameter that may be left out: of some kind, or ``none``."""

    kind: ParameterKind

    @property
    def words(self) -> str:
        """What may be written, in words."""
        return self.kind.words

    def parse(self, text: str) -> Any:
        """Read ``none``, or what the kind reads."""
        return None if text.strip() == NONE else self.kind.parse(text)

    def show(self, value: object) -> str:
        """Print ``none``, or what the kind prints."""
        return NONE if value is None else self.kind.show(value)


@dataclass(frozen=True, slots=True)
class LeadParameter:
    """The seat on lead: a letter, as in a deal, or the seat's name."""

    words: str = "write W or E"

    def parse(self, text: str) -> str:
        """Read a seat in capitals or not.

        >>> LeadParameter().parse("w"), LeadParameter().parse("East")
        ('W', 'E')
        """
        plain = text.strip().casefold()
        for seat in SEATS:
            if plain in (seat[0].casefold(), seat.casefold()):
                return seat[0]
        raise FormError(f"{shorten(text)!r} is neither West nor East")

    def show(self, value: object) -> str:
        """Print the letter."""
        return str(value)


MOST_PAYMENT = 1_000_000
"""The largest payment for a trick in a score."""


@dataclass(frozen=True, slots=True)
class ScoreParameter:
    """What each trick pays, first trick first: whole numbers that never fall, with / between."""

    words: str = "write what each trick pays, whole numbers that never fall: 1/2/3"

    def parse(self, text: str) -> tuple[int, ...] | None:
        """Read the payments of all tricks.

        >>> ScoreParameter().parse("0 / 1/ 1"), ScoreParameter().parse("none")
        ((0, 1, 1), None)
        """
        plain = "".join(text.split())
        if plain.casefold() == NONE:
            return None
        parts = plain.split("/")
        if not all(part.isascii() and part.isdecimal() for part in parts):
            raise FormError(f"{shorten(text)!r} is not a list of whole numbers with / between them")
        score = tuple(int(part[:9]) for part in parts)
        if max(score) > MOST_PAYMENT:
            raise FormError(f"a trick pays at most {MOST_PAYMENT:,}")
        for number, (one, two) in enumerate(pairwise(score), 1):
            if two < one:
                raise FormError(
                    f"trick {number + 1} pays less than trick {number}: it does not preserve order"
                )
        if not score[-1]:
            raise FormError("no trick pays anything")
        return score

    def show(self, value: object) -> str:
        """Print the text that parses to it."""
        return NONE if value is None else "/".join(map(str, cast("tuple[int, ...]", value)))


DEAL = DealParameter()
SCORE = ScoreParameter()
LEAD = LeadParameter()
HANDS = DealParameter(_HANDS_SYNTAX, hands_only=True)
SIZE = OptionalParameter(Whole(1, MOST_LETTERS // 2))
SEED = OptionalParameter(Whole(0, 2**63 - 1))
FILE = OptionalParameter(
    Text("write the name of a file that holds the letters, or the hands, of one deal")
)
LED = OptionalParameter(
    Text("write the card that was led: its number, or its name in a deal given as hands")
)


@dataclass(frozen=True, slots=True)
class StartPosition:
    """The position that a game begins with, and the names of its cards, lowest first."""

    start: Position
    names: tuple[str, ...] | None
    """None where a card's name is its number."""

    def name(self, card: int) -> str:
        """Return the name of a card of the deal."""
        return str(card) if self.names is None else self.names[card - 1]

    def all_names(self) -> list[str]:
        """Return the names of all cards, lowest first."""
        return [self.name(card) for card in range(1, 2 * self.start.deal.n + 1)]


def start_position(
    *,
    deal: str | None = None,
    hands: str | None = None,
    n: int | None = None,
    seed: int | None = None,
    file: str | None = None,
    lead: Seat = "W",
    led: str | None = None,
) -> StartPosition:
    """Return the position that checked parameters mean.

    >>> start_position(deal="KQ10/AJ9", led="K").start
    Position(deal=Deal(holders='EWEWWE'), lead='W', led=5)
    """
    text = deal or hands
    if text is not None:
        found, names = _parse_deal_cached(text)
    else:
        found, names = (
            _read_deal_file(file, file_stamp(file))
            if file is not None
            else (_random_deal(n, seed), None)
        )
    card = None if led is None else _card_number(led, names, 2 * found.n)
    return StartPosition(Position(found, lead, card), names)


def position_of(values: ParameterValues) -> StartPosition:
    """Return the position that checked parameters mean; a score is no part of it."""
    return start_position(**{key: value for key, value in values.items() if key != "score"})


def game_to_json(here: StartPosition, variant: Variant) -> dict[str, object]:
    """Return a game as certificates hold it: the deal, the rule, and what each trick pays West."""
    start = here.start
    return {
        "kind": "tricks",
        "seats": list(SEATS),
        "deal": start.deal.holders,
        "names": here.all_names(),
        "lead": start.lead,
        "led": start.led,
        "rule": variant.rule,
        "pays": list(variant.payments(start.deal.n)),
    }


@lru_cache(maxsize=64)
def _parse_deal_cached(text: str) -> NamedDeal:
    return _parse_named_deal(text)


def _parse_named_deal(text: str) -> NamedDeal:
    """Return a deal and, where it is given as hands, the names of its cards."""
    deal = Deal.parse(text)
    if "/" not in text:
        return deal, None
    held = text.upper().replace("10", "T")
    return deal, tuple(rank for rank in RANKS if ("T" if rank == "10" else rank) in held)


@lru_cache(maxsize=4)
def _random_deal(n: int | None, seed: int | None) -> Deal:
    assert n is not None and seed is not None
    return Deal.random(n, seed=seed)


@lru_cache(maxsize=4)
def _read_deal_file(file: str, when: FileStamp) -> NamedDeal:
    raw = read_text(file)
    text = "".join(raw.split())
    if len(text) > MOST_LETTERS:
        raise FileError(f"{file}: {len(text):,} letters; {MOST_LETTERS:,} at most")
    try:
        return _parse_named_deal(text)
    except FormError as reason:
        raise FileError(f"{file}{_fault_location(raw)}: {reason}") from None


def _fault_location(raw: str) -> str:
    """Return the place of the first letter that no deal has: its line, and which letter of it."""
    found = (_NOT_A_CARD if "/" in raw else _NOT_A_SEAT).search(raw)
    if found is None:
        return ""
    line = raw.count("\n", 0, found.start()) + 1
    return f", line {line:,}, letter {found.start() - raw.rfind(chr(10), 0, found.start()):,}"


def _card_number(led: str, names: tuple[str, ...] | None, count: int) -> int:
    """Return the number of the card that was led; whose it is, the position checks."""
    plain = led.strip().upper()
    if names is not None:
        plain = "10" if plain == "T" else plain
        if plain not in names:
            raise FormError(f"the card {led!r} is not dealt here; there are {' '.join(names)}")
        return names.index(plain) + 1
    if not plain.isascii() or not plain.isdecimal() or not 1 <= int(plain[:9]) <= count:
        raise FormError(f"there is no card {led!r}; they are numbered 1 to {count}")
    return int(plain[:9])


def parameter_faults(values: ParameterValues) -> list[Fault]:
    """Return what is wrong with the parameters taken together."""
    given = [key for key in ("deal", "hands", "n", "file") if values[key] is not None]
    found = []
    if not given:
        found.append(Fault("deal", "is missing", f"write {DEAL_SYNTAX}"))
    if len(given) > 1:
        found.append(Fault(" and ".join(given), "one deal is enough", f"write {DEAL_SYNTAX}"))
    if values["seed"] is not None and values["n"] is None:
        found.append(Fault("seed", "needs n, the cards in a hand", "write n=13, seed=7"))
    if values["n"] is not None and values["seed"] is None:
        found.append(Fault("seed", "is missing", "write n=13, seed=7: equal seeds, equal deals"))
    if not found and values["led"] is not None and values["file"] is None:
        try:
            position_of(values)
        except (FormError, NumberError) as reason:
            found.append(Fault("led", str(reason), LED.words))
    return found


def score_faults(values: ParameterValues) -> list[Fault]:
    """Return what is wrong with a score of a deal that has no other fault."""
    if values["score"] is None:
        return []
    n, given = position_of(values).start.deal.n, len(values["score"])
    if n == given:
        return []
    return [Fault("score", f"has {given:,} payments, and the deal {n:,} tricks", SCORE.words)]
