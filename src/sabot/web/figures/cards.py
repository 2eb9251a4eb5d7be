"""Playing cards as SVG and as HTML text with suit signs."""

from __future__ import annotations

import re

from sabot.cards.poker_hand import RANK_NAMES, RANKS, SUIT_SYMBOLS, SUITS
from sabot.cards.poker_hand import SUITS as LETTERS
from sabot.web.html import Markup, join_markup, tag

CARD_WIDTH, CARD_HEIGHT = 54, 76
SIGN_OF_SUIT = dict(zip(LETTERS, SUIT_SYMBOLS, strict=True))
NAME_OF_SUIT = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
CARD_PATTERN = re.compile(rf"[{RANKS}][{LETTERS}]")
"""A card of the pack as it is typed."""
RED_SUITS = ("♥", "♦")


def card_svg(name: str, suit: str = "♠", *, hidden: bool = False, class_: str = "") -> Markup:
    """Return one card; *hidden* shows its back, and one whose suit is no matter has none.

    >>> "♠" in card_svg("K"), "K" in card_svg("K", hidden=True)
    (True, False)
    """
    look = f"card-face {'red' if suit in RED_SUITS else 'black'} {class_}".strip()
    sheet = tag(
        "rect", x=1, y=1, width=CARD_WIDTH - 2, height=CARD_HEIGHT - 2, rx=7, class_="sheet"
    )
    if hidden:
        back = tag(
            "rect", x=6, y=6, width=CARD_WIDTH - 12, height=CARD_HEIGHT - 12, rx=4, class_="back"
        )
        inside = [sheet, back]
    else:
        middle = CARD_WIDTH // 2
        rank = tag(
            "text", name, x=middle, y=34 if suit else 48, text_anchor="middle", class_="rank"
        )
        pips = tag("text", suit, x=middle, y=60, text_anchor="middle", class_="suit")
        inside = [sheet, rank, pips] if suit else [sheet, rank]
    return tag(
        "svg",
        *inside,
        viewBox=f"0 0 {CARD_WIDTH} {CARD_HEIGHT}",
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        class_=look,
        aria_hidden="true",
    )


def typed_card_svg(typed: str, *, class_: str = "") -> Markup:
    """Return a card of the pack as it is typed.

    >>> "10" in typed_card_svg("Td"), "♦" in typed_card_svg("Td")
    (True, True)
    """
    return card_svg(typed[0].replace("T", "10"), SIGN_OF_SUIT[typed[1]], class_=class_)


def card_name(typed: str) -> str:
    """Return what a card is called.

    >>> card_name("Td")
    'ten of diamonds'
    """
    return f"{RANK_NAMES[RANKS.index(typed[0])]} of {NAME_OF_SUIT[typed[1]]}"


def with_suit_signs(text: str) -> str:
    """Return a text with the cards written by the symbols of their suits.

    >>> with_suit_signs("throw Ac Td"), with_suit_signs("stand pat")
    ('throw A♣ 10♦', 'stand pat')
    """
    return CARD_PATTERN.sub(
        lambda one: one[0][0].replace("T", "10") + SIGN_OF_SUIT[one[0][1]], text
    )


def _ranks_and_signs(held: str) -> list[tuple[str, str]]:
    """Return the cards of a document's text, each as its rank and the sign of its suit.

    >>> _ranks_and_signs("TcAs")
    [('10', '♣'), ('A', '♠')]
    """
    pairs = zip(held[::2], held[1::2], strict=True)
    return [
        ("10" if rank == "T" else rank, SUIT_SYMBOLS[SUITS.index(suit)]) for rank, suit in pairs
    ]


def cards_html(held: str) -> Markup:
    """Return cards as words, the red ones red."""
    if not held:
        return tag("span", "nothing", class_="dim")
    words = [
        tag("span", rank + suit, class_="red-card" if suit in "♥♦" else None)
        for rank, suit in _ranks_and_signs(held)
    ]
    told = (join_markup(" " if k else "", word) for k, word in enumerate(words))
    return tag("span", *told, class_="signs")
