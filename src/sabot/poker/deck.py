"""The pack of 52 as small numbers: a card is ``4 * rank + suit``, from ``2c`` (0) to ``As`` (51).

Ranks count from the two (0) to the ace (12), suits in the order ``c d h s``. In text a card is two
letters, ``As`` or ``Td``; ``10d``, small letters and the signs of the suits are read too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sabot.errors import Fault, HandError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIGNS = "♣♦♥♠"
CARDS = 52
HAND = 5
"""Cards of a hand."""
SINGULAR = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
PLURAL = tuple("sixes" if name == "six" else name + "s" for name in SINGULAR)
LONGEST = 400
"""Characters of a text of cards that are looked at: the whole pack, generously spaced."""

_CARD = re.compile(r"(10|[^\s,;-])([^\s,;-]?)[\s,;-]*")
_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)} | {"10": 8}
_SUIT_OF = {letter: suit for suit, letter in enumerate(SUITS)}
_SUIT_OF |= {sign: suit for suit, sign in enumerate(SIGNS)}
_REMEDY = f"a rank {' '.join(RANKS)}, then a suit {' '.join(SUITS)}: AsKdQhJc9s"


def text(card: int) -> str:
    """Return a card as it is typed.

    >>> text(0), text(51)
    ('2c', 'As')
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def sign(card: int) -> str:
    """Return a card as it is shown to a person.

    >>> sign(32), sign(51)
    ('10♣', 'A♠')
    """
    return RANKS[card >> 2].replace("T", "10") + SIGNS[card & 3]


def cards(source: str, *, many: int | None = HAND) -> tuple[int, ...]:
    """Return the cards of a text, in its order; *many* of them, or any number.

    >>> cards("As Kd Qh Jc 9s")
    (51, 45, 42, 36, 31)
    >>> cards("AsKd", many=None), cards("10♥ 2c", many=2)
    ((51, 45), (34, 0))
    """
    if len(source) > LONGEST:
        what = f"{len(source):,} characters, and a whole pack takes {LONGEST} at most"
        raise HandError(source, [Fault("text", what, "write as in AsKdQhJc9s")])
    found, faults = [], []
    for place, match in enumerate(_CARD.finditer(source.strip(" \t\n,;-")), 1):
        rank = _RANK_OF.get(match[1].upper())
        suit = _SUIT_OF.get(match[2].lower()) if match[2] else None
        if rank is None or suit is None:
            written = repr(match[1] + match[2])
            faults.append(Fault(f"card {place}", f"{written} is not a card", _REMEDY))
        else:
            found.append(4 * rank + suit)
    faults += checked(found, many if not faults else None)
    if faults:
        raise HandError(source, faults)
    return tuple(found)


def checked(found: Sequence[int], many: int | None = HAND) -> list[Fault]:
    """Return what is wrong with cards that are numbers: none of the pack, twice there, too many."""
    faults = []
    for place, card in enumerate(found, 1):
        if not 0 <= card < CARDS:
            faults.append(Fault(f"card {place}", f"{card} is not a card", "cards are 0 to 51"))
        elif card in found[: place - 1]:
            first = list(found).index(card) + 1
            remedy = f"it is card {first} already; there is one of each in the pack"
            faults.append(Fault(f"card {place}", f"{text(card)} is there twice", remedy))
    if many is not None and len(found) != many:
        what = f"there are {len(found)}" if len(found) != 1 else "there is 1"
        faults.append(Fault("cards", f"{what}, and it takes {many}", "write as in AsKdQhJc9s"))
    return faults
