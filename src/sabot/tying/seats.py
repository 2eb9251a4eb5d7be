"""Whether the payoffs of a profile for many seats are those of the game that its file names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from sabot.exact import show
from sabot.forms.general import GeneralForm
from sabot.tying.spelled import Name, choices


def many_differ(file: Any, form: GeneralForm) -> str | None:
    """Return where a file and the game told afresh part; None where they do not."""
    seats = tuple(seat.name for seat in file.seats)
    if seats != form.seats:
        return f"the game's seats are {', '.join(form.seats)}"
    theirs = [
        choices((view, actions, parent) for view, actions, parent, _ in seat.cells)
        for seat in file.seats
    ]
    ours = [choices((c.key, c.actions, c.parent) for c in side.cells) for side in form.sides]
    for seat, (one, _), (two, _) in zip(seats, theirs, ours, strict=True):
        odd = next((view for view in {**one, **two} if one.get(view) != two.get(view)), None)
        if odd is not None:
            return f"{seat} at {odd}: not the same choices in the file and in the game"
    entries = ((spot, paid) for spot, paid in file.entries)
    ends = ((end.sequences, end.payoffs) for end in form.ends)
    told = _by_name(entries, [names for _, names in theirs], file.denominator)
    own = _by_name(ends, [names for _, names in ours], form.denominator)
    return _apart(told, own, seats)


Paid = dict[tuple[Name, ...], tuple[Fraction, ...]]


def _by_name(
    entries: Iterable[tuple[Sequence[int], Sequence[int]]],
    names: Sequence[Sequence[Name]],
    below: int,
) -> Paid:
    """Return what is paid by what the seats chose last, without the zeros."""
    return {
        tuple(own[s] for own, s in zip(names, spot, strict=True)): tuple(
            Fraction(amount, below) for amount in paid
        )
        for spot, paid in entries
        if any(paid)
    }


def _apart(told: Paid, own: Paid, seats: Sequence[str]) -> str | None:
    nothing = (Fraction(0),) * len(seats)
    for spot in {**told, **own}:
        one, two = told.get(spot, nothing), own.get(spot, nothing)
        if one != two:
            after = ", ".join("-" if name is None else f"{name[0]}: {name[1]}" for name in spot)
            said, meant = (", ".join(map(show, paid)) for paid in (one, two))
            return f"after {after}: {said} in the file, {meant} in the game"
    return None
