"""Playing cards as SVG: small, plain and readable by everybody."""

from __future__ import annotations

import re

from sabot.poker.deck import RANKS, SIGNS, SINGULAR
from sabot.poker.deck import SUITS as LETTERS
from sabot.web.markup import Markup, tag

WIDE, HIGH = 54, 76
SUITS = dict(zip(LETTERS, SIGNS, strict=True))
NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
PACK = re.compile(rf"[{RANKS}][{LETTERS}]")
"""A card of the pack as it is typed."""
RED = ("♥", "♦")


def card(name: str, suit: str = "♠", *, hidden: bool = False, class_: str = "") -> Markup:
    """Return one card; *hidden* shows its back, and one whose suit is no matter has none.

    >>> "♠" in card("K"), "K" in card("K", hidden=True)
    (True, False)
    """
    look = f"card-face {'red' if suit in RED else 'black'} {class_}".strip()
    sheet = tag("rect", x=1, y=1, width=WIDE - 2, height=HIGH - 2, rx=7, class_="sheet")
    if hidden:
        back = tag("rect", x=6, y=6, width=WIDE - 12, height=HIGH - 12, rx=4, class_="back")
        inside = [sheet, back]
    else:
        middle = WIDE // 2
        rank = tag(
            "text", name, x=middle, y=34 if suit else 48, text_anchor="middle", class_="rank"
        )
        pips = tag("text", suit, x=middle, y=60, text_anchor="middle", class_="suit")
        inside = [sheet, rank, pips] if suit else [sheet, rank]
    return tag(
        "svg",
        *inside,
        viewBox=f"0 0 {WIDE} {HIGH}",
        width=WIDE,
        height=HIGH,
        class_=look,
        aria_hidden="true",
    )


def face(typed: str, *, class_: str = "") -> Markup:
    """Return a card of the pack as it is typed.

    >>> "10" in face("Td"), "♦" in face("Td")
    (True, True)
    """
    return card(typed[0].replace("T", "10"), SUITS[typed[1]], class_=class_)


def name_of(typed: str) -> str:
    """Return what a card is called.

    >>> name_of("Td")
    'ten of diamonds'
    """
    return f"{SINGULAR[RANKS.index(typed[0])]} of {NAMES[typed[1]]}"


def signed(text: str) -> str:
    """Return a text in which cards stand with the signs of their suits.

    >>> signed("throw Ac Td"), signed("stand pat")
    ('throw A♣ 10♦', 'stand pat')
    """
    return PACK.sub(lambda one: one[0][0].replace("T", "10") + SUITS[one[0][1]], text)
