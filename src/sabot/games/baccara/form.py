"""From the cards of a game of baccara to its form, and to the views that it never shows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from sabot.forms.general import End, GeneralForm
from sabot.forms.sequence import SequenceForm
from sabot.games.baccara.binary import weigh
from sabot.games.baccara.count import Counted, Entries, counted, lost
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


def commission_form(
    *,
    commission: Fraction,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Any,
) -> GeneralForm:
    """Return the form of baccara by counting, where Banker pays a commission on his wins.

    Naturals are among them: in Player's payoff they cancel, in Banker's they do not.

    >>> form = commission_form(commission=Fraction(1, 20), model="A1")
    >>> form.seats, form.zero_sum, [len(side.cells) for side in form.sides]
    (('Player', 'Banker'), False, [1, 88])
    """
    cards, seats = dealing(model, decks, shoe), conducts(model, **options)
    game = counted(cards.counts, seats, replaced=cards.replaced)
    wins = counted(cards.counts, seats, replaced=cards.replaced, score=lost).payoffs
    share, unit = commission.as_integer_ratio()
    paid = {
        spot: (unit * lead, -unit * lead - share * wins.get(spot, 0))
        for spot in game.reach
        for lead in [game.payoffs.get(spot, 0)]
    }
    below = unit * game.denominator
    shared = math.gcd(below, *(amount for pair in paid.values() for amount in pair))
    chances = math.gcd(game.denominator, *game.reach.values())
    ends = tuple(
        End(spot, weight // chances, tuple(amount // shared for amount in paid[spot]))
        for spot, weight in sorted(game.reach.items())
    )
    why = "Banker pays a commission on his wins"
    whole = game.denominator // chances
    return GeneralForm(game.sides, ends, whole, below // shared, because=why)


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
    told = {key: value for key, value in game.values if key != "commission"}
    return dict(zip(SEATS, count(**told).unreachable, strict=True))
