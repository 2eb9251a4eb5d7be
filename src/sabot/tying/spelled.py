"""A form with its sequences called by their names, so that no order of views or actions matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.exact import show
from sabot.files.words import brief
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.general import GeneralForm

if TYPE_CHECKING:
    from sabot.forms.matrix import MatrixForm
    from sabot.forms.polynomial import PolynomialForm
    from sabot.forms.sequence import SequenceForm, Side
    from sabot.telling.told import AnyForm

Name = tuple[str, str] | None
"""What a seat chose last: the view and the action; None where it has not chosen yet."""
Spot = tuple[Name, Name]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat may do at one of its views, and what it chose before it came there."""

    actions: tuple[str, ...]
    after: Name


@dataclass(frozen=True)
class Spelled:
    """Two seats, their views, and what stands between their sequences, over one denominator.

    The amounts are integers, or polynomials: only products and equality are asked of them.
    """

    seats: tuple[str, str]
    views: tuple[Mapping[str, Choice], Mapping[str, Choice]]
    amounts: Mapping[Spot, Any]
    denominator: Any


def choices(
    cells: Iterable[tuple[str, Sequence[str], int]],
) -> tuple[dict[str, Choice], list[Name]]:
    """Return a seat's views, and the names of its sequences, from (view, actions, parent)."""
    names: list[Name] = [None]
    found: dict[str, Choice] = {}
    for view, actions, parent in cells:
        found[view] = Choice(tuple(actions), names[parent])
        names += ((view, action) for action in actions)
    return found, names


def spelled(
    seats: tuple[str, str],
    cells: Sequence[Iterable[tuple[str, Sequence[str], int]]],
    entries: Iterable[Sequence[Any]],
    denominator: Any,
) -> Spelled:
    """Return the form of cells and of (sequence, sequence, amount), without the zeros."""
    (one, ones), (two, twos) = map(choices, cells)
    amounts = {(ones[i], twos[j]): amount for i, j, amount in entries if amount != 0}
    return Spelled(seats, (one, two), amounts, denominator)


def of_form(form: MatrixForm | SequenceForm | PolynomialForm) -> Spelled:
    """Return a form of ours by its names."""
    cells = [_cells(side) for side in form.sides]
    return spelled(form.seats, cells, form.entries(), form.denominator)


def of_both(form: AnyForm) -> tuple[Spelled, Spelled]:
    """Return a form of ours for two by its names, as it pays each seat."""
    if isinstance(form, GeneralForm):
        one, two = (
            spelled(
                (form.seats[0], form.seats[1]),
                [_cells(side) for side in form.sides],
                ((*end.sequences, end.payoffs[seat]) for end in form.ends),
                form.denominator,
            )
            for seat in (0, 1)
        )
        return one, two
    if isinstance(form, BimatrixForm):
        return of_form(form.one), of_form(form.two)
    own = of_form(form)
    return own, replace(own, amounts={spot: -paid for spot, paid in own.amounts.items()})


def _cells(side: Side) -> Iterable[tuple[str, Sequence[str], int]]:
    return ((cell.key, cell.actions, cell.parent) for cell in side.cells)


def difference(
    file: Spelled, game: Spelled, text: Callable[[Any, Any], str] | None = None
) -> str | None:
    """Return the first thing in which the file's form is not the game's; None if they are one.

    *text* writes an amount over its denominator; as a fraction unless told otherwise.
    """
    found = seats_differ(file.seats, game.seats)
    if found:
        return found
    for seat, own, other in zip(file.seats, file.views, game.views, strict=True):
        found = _views_differ(seat, own, other)
        if found:
            return found
    write = text or _fraction
    for spot in [*file.amounts, *(s for s in game.amounts if s not in file.amounts)]:
        here, there = file.amounts.get(spot, 0), game.amounts.get(spot, 0)
        if here * game.denominator != there * file.denominator:
            where = "; ".join(map(_moved, file.seats, spot))
            ours, theirs = write(there, game.denominator), write(here, file.denominator)
            return f"{where}: the file has {brief(theirs, 60)}, the game {brief(ours, 60)}"
    return None


def seats_differ(file: tuple[str, ...], game: tuple[str, ...]) -> str | None:
    """Return how the seats differ, names or order; None if they do not."""
    if file == game:
        return None
    # a name of several words could read like more seats, or like words of ours
    quoted = [
        seat if seat.isalnum() and len(seat) <= 40 else repr(brief(seat, 60)) for seat in file
    ]
    return f"the file's seats are {', '.join(quoted[:6])}, the game's {_listed(game)}"


def lacking(seat: str, view: str, has: str, lacks: str) -> str:
    """Return that one has a view and the other has not, in words."""
    return f"{seat} at {brief(view, 60)}: a view that {has} has and {lacks} has not"


def _views_differ(seat: str, file: Mapping[str, Choice], game: Mapping[str, Choice]) -> str | None:
    for views, others, has, lacks in (
        (file, game, "the file", "the game"),
        (game, file, "the game", "the file"),
    ):
        only = next((view for view in views if view not in others), None)
        if only is not None:
            return lacking(seat, only, has, lacks)
    for view, own in file.items():
        other = game[view]
        if sorted(own.actions) != sorted(other.actions):
            return (
                f"{seat} at {brief(view, 60)}: the file's actions are {_listed(own.actions)}, "
                f"the game's {_listed(other.actions)}"
            )
        if own.after != other.after:
            here, there = (_moved("it comes by", one.after) for one in (own, other))
            return f"{seat} at {brief(view, 60)}: {here} in the file, {there} in the game"
    return None


def _moved(seat: str, name: Name) -> str:
    """Return what a seat chose last, in words."""
    if name is None:
        return f"{seat} no choice".strip()
    view, action = (brief(part, 60) for part in name)
    return f"{seat} {action}".strip() if view == "-" else f"{seat} {action} at {view}".strip()


def _listed(words: Sequence[str]) -> str:
    few = ", ".join(brief(word, 60) for word in words[:6])
    return f"{few}, ..." if len(words) > 6 else few


def _fraction(top: int, below: int) -> str:
    return show(Fraction(top, below))
