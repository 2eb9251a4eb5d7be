"""The drawing rules of the modern casino game (punto banco), as strategies for both seats.

In the casino nobody chooses: Player draws on 0 to 5, and Banker's move follows from his total and
Player's third card. In baccara chemin de fer those rules are one strategy among many, and can be
judged like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sabot.forms.form import Form
from sabot.games.baccara.rules import ACTIONS, total

PLAYER_DRAWS = (0, 1, 2, 3, 4, 5)
"""The totals on which Player draws."""

BANKER_DRAWS: Mapping[int, tuple[int | None, ...]] = {
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9, None),
    4: (2, 3, 4, 5, 6, 7, None),
    5: (4, 5, 6, 7, None),
    6: (6, 7),
    7: (),
}
"""For each of Banker's totals, the third cards of Player (None: he stood) on which Banker draws."""


def by_total(view: str) -> str:
    """Return a view with its hand replaced by the hand's total; others as they are.

    >>> by_total("(6,9)"), by_total("(0,6),-"), by_total("6,9")
    ('5', '6,-', '6,9')
    """
    hand, bracket, rest = view.partition(")")
    if not bracket:
        return view
    low, _, high = hand.removeprefix("(").partition(",")
    return f"{total(int(low), int(high))}{rest}"


def casino_move(seat: str, view: str) -> str:
    """Return what the casino's rules prescribe at a view.

    >>> casino_move("Player", "(1,4)"), casino_move("Banker", "3,8"), casino_move("Banker", "6,-")
    ('draw', 'stand', 'stand')
    """
    own, _, third = by_total(view).partition(",")
    if seat == "Player":
        return ACTIONS[int(own) in PLAYER_DRAWS]
    return ACTIONS[(None if third == "-" else int(third)) in BANKER_DRAWS[int(own)]]


def casino(form: Form) -> dict[str, dict[str, dict[str, Fraction]]]:
    """Return the casino's rules as a strategy for each seat, at every view of a game's form.

    >>> from sabot import load
    >>> table = casino(load("baccara(model=B2, decks=8)").form())
    >>> table["Banker"]["(1,2),8"], table["Player"]
    ({'stand': Fraction(1, 1)}, {'5': {'draw': Fraction(1, 1)}})
    """
    return {
        side.name: {
            cell.key: {casino_move(side.name, cell.key): Fraction(1)} for cell in side.cells
        }
        for side in form.sides
    }
