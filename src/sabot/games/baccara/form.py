"""From the cards of a game of baccara to its form, and to the views that it never shows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from sabot.forms.sequence import SequenceForm
from sabot.games.baccara.binary import weigh
from sabot.games.baccara.count import Counted, Entries, counted
from sabot.games.baccara.rules import SEATS, conducts, dealing
from sabot.telling.game import Form, Game


def baccara_form(
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Any,
) -> Form:
    """Return the form of baccara by counting, without a tree."""
    cards, seats = dealing(model, decks, shoe), conducts(model, **options)
    weighed = weigh(cards, seats)
    if weighed is not None:
        return weighed.form()
    return to_form(counted(cards.counts, seats, replaced=cards.replaced))


def count(
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Any,
) -> Counted:
    """Return the game by counting, with the views that its shoe never shows."""
    cards = dealing(model, decks, shoe)
    return counted(cards.counts, conducts(model, **options), replaced=cards.replaced)


def to_form(game: Counted) -> SequenceForm:
    """Return the form of a game that was counted in integers."""
    payoffs, below = _lowest(game.payoffs, game.denominator)
    chances, whole = _lowest(game.reach, game.denominator)
    return SequenceForm(game.sides, payoffs, below, SequenceForm(game.sides, chances, whole))


def _lowest(entries: Entries, below: int) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Return the entries, which are in order, over the least denominator."""
    shared = math.gcd(below, *entries.values())
    return tuple([(i, j, top // shared) for (i, j), top in entries.items()]), below // shared


def unreachable(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the views of each seat at which it might choose, did the shoe ever show them.

    >>> from sabot import load
    >>> found = unreachable(load("baccara(model=B1, shoe=[0,2,2,2,2,2,2,2,2,2])"))
    >>> found["Banker"]
    ('0,0', '1,0', '2,0', '3,0', '4,0', '5,0', '6,0', '7,0')
    """
    return dict(zip(SEATS, count(**game.parameters).unreachable, strict=True))
