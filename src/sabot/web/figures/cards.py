"""Playing cards as SVG: small, plain and readable by everybody."""

from __future__ import annotations

from sabot.web.markup import Markup, tag

WIDE, HIGH = 54, 76
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RED = ("♥", "♦")


def card(name: str, suit: str = "♠", *, hidden: bool = False, class_: str = "") -> Markup:
    """Return one card; *hidden* shows its back.

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
        inside = [
            sheet,
            tag("text", name, x=middle, y=34, text_anchor="middle", class_="rank"),
            tag("text", suit, x=middle, y=60, text_anchor="middle", class_="suit"),
        ]
    return tag(
        "svg",
        *inside,
        viewBox=f"0 0 {WIDE} {HIGH}",
        width=WIDE,
        height=HIGH,
        class_=look,
        aria_hidden="true",
    )
