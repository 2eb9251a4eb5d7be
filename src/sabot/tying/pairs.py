"""Holding lists and theorems of all equilibria against the payoffs that the rules tell, by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.forms.general import GeneralForm
from sabot.forms.sequence import SequenceForm, Side
from sabot.tying.spelled import Spelled, difference, spelled

if TYPE_CHECKING:
    from sabot.forms.pair import PolynomialPair
    from sabot.telling.told import AnyForm

Text = Callable[[Any, Any], str]


def opened(form: PolynomialPair) -> tuple[Spelled, Spelled]:
    """Return a family of games by its polynomials: what each seat is paid."""
    one, two = (
        spelled(form.seats, _cells(form.sides), ((i, j, b[s]) for i, j, b in form.payoffs), below)
        for s, below in ((0, form.denominator), (1, form.denominator))
    )
    return one, two


def numeric(form: AnyForm) -> tuple[Spelled, Spelled] | None:
    """Return one game for two by its sequences: what each seat is paid; None where it is another.

    What one seat pays the other is both.
    """
    if isinstance(form, SequenceForm):
        entries = [(i, j, (a, -a)) for i, j, a in form.payoffs]
    elif isinstance(form, GeneralForm) and len(form.sides) == 2:
        entries = [(*end.sequences, end.payoffs) for end in form.ends]  # type: ignore[misc]
    else:
        return None
    seats = form.seats[0], form.seats[1]
    one, two = (
        spelled(seats, _cells(form.sides), ((i, j, b[s]) for i, j, b in entries), form.denominator)
        for s in (0, 1)
    )
    return one, two


def at_value(own: tuple[Spelled, Spelled], at: Fraction) -> tuple[Spelled, Spelled]:
    """Return polynomials at one value of their parameter."""
    from sabot.forms.polynomial import as_polynomial, value_at

    def valued(form: Spelled) -> Spelled:
        amounts = {spot: value_at(as_polynomial(a), at) for spot, a in form.amounts.items()}
        below = value_at(as_polynomial(form.denominator), at)
        live = {spot: amount for spot, amount in amounts.items() if amount}
        return Spelled(form.seats, form.views, live, below)

    return valued(own[0]), valued(own[1])


def by_seat(
    file: tuple[Spelled, Spelled], game: tuple[Spelled, Spelled], text: Text | None = None
) -> str | None:
    """Return where a file's payoffs are not the game's, and whose; None where they are."""
    for here, there in zip(file, game, strict=True):
        found = difference(here, there, text)
        if found is not None:
            return found
    return None


def _cells(sides: Sequence[Side]) -> list[list[tuple[str, Sequence[str], int]]]:
    return [[(cell.key, cell.actions, cell.parent) for cell in side.cells] for side in sides]
