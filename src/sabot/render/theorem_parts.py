"""A theorem taken apart for people: per piece the value, the mixes, and what changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.proof import Proof, extent
from sabot.render.formula import Formula
from sabot.render.layout import natural, parts, runs
from sabot.span import shown

FEW = 14
"""A seat with at most this many lines of sure answers has them listed."""


@dataclass(frozen=True)
class Mixed:
    """A view at which a seat mixes, and the chance of each action that is used."""

    view: str
    chances: Mapping[str, Formula]


@dataclass(frozen=True)
class SeatPart:
    """What a piece says of one seat."""

    seat: str
    unique: bool | None
    mixed: tuple[Mixed, ...]
    sure: Mapping[str, str]
    """Sure answers, listed where they are few."""
    changes: tuple[str, ...]
    """Sure answers that are new on this piece, by view."""
    count: int
    """How many views have a sure answer."""


@dataclass(frozen=True)
class Part:
    """One piece: where, the value, both seats."""

    where: str
    at: Fraction | None
    """The only value of the parameter in it, if it has one."""
    tail: bool
    value: Formula
    seats: tuple[SeatPart, SeatPart]


def parts_of(proof: Proof) -> list[Part]:
    """Return the pieces of a theorem, each told by what differs from the one before it."""
    found: list[Part] = []
    before: Mapping[str, Any] | None = None
    for piece in proof.pieces:
        low, high = piece["from"], piece["to"]
        one, two = (_seat(proof, piece, before, seat) for seat in proof.seats)
        found.append(
            Part(
                extent(piece),
                Fraction(low) if low == high else None,
                high is None,
                Formula.of(piece["value"], proof.parameter),
                (one, two),
            )
        )
        before = piece
    return found


def _seat(
    proof: Proof, piece: Mapping[str, Any], before: Mapping[str, Any] | None, seat: str
) -> SeatPart:
    table = {v: m for v, m in piece["strategies"][seat].items() if len(m) > 1}
    reached = _reached(proof, seat, piece)
    sure = {v: _sure(m) for v, m in table.items()}
    mixed = tuple(
        Mixed(view, {a: Formula.of(t, proof.parameter) for a, t in mix.items() if t != "0"})
        for view, mix in table.items()
        if sure[view] is None and view in reached
    )
    answers = {v: a for v, a in sure.items() if a is not None and v in reached}
    lines = runs({v: {a: Fraction(1)} for v, a in answers.items()})
    listed = {line.label: next(iter(line.mix)) for line in lines} if len(lines) <= FEW else {}
    changes: tuple[str, ...] = ()
    if before is not None:
        old = {v: _sure(m) for v, m in before["strategies"][seat].items()}
        new = [v for v, action in answers.items() if old[v] not in (None, action)]
        order = natural({v: parts(v) for v in new})
        changes = tuple(f"{v} {answers[v]}" for v in order)
    return SeatPart(seat, piece["unique"][seat], mixed, listed, changes, len(answers))


def _sure(mix: Mapping[str, str]) -> str | None:
    return next((action for action, chance in mix.items() if chance == "1"), None)


def _reached(proof: Proof, seat: str, piece: Mapping[str, Any]) -> set[str]:
    """Return the views that the seat's own choices can lead to."""
    live, views, first = {0}, set(), 1
    for view, actions, parent in proof.document["form"]["cells"][seat]:
        if parent in live:
            views.add(view)
            mix = piece["strategies"][seat][view]
            live.update(first + k for k, action in enumerate(actions) if mix[action] != "0")
        first += len(actions)
    return views


def shown_chances(mixed: Mixed) -> Iterable[tuple[str, Formula]]:
    """Return the chances worth writing: of two actions only the second, the other is the rest."""
    chances = list(mixed.chances.items())
    return chances[1:] if len(chances) == 2 else chances


def meeting(proof: Proof) -> list[tuple[str, str]]:
    """Return where the pieces of a theorem over the real numbers meet, and what is unique there."""
    words = {True: "unique", False: "not unique", None: "not decided"}
    return [
        (shown(point), ", ".join(f"{seat} {words[claim]}" for seat, claim in claims.items()))
        for point, claims in proof.breakpoints
    ]


def equals(at: str) -> str:
    """Return a point after an equals sign, unless it is about somewhere.

    >>> equals("1/2"), equals("about 1.41421")
    ('= 1/2', 'about 1.41421')
    """
    return at if at.startswith("about ") else f"= {at}"


def verdict(part: SeatPart, whole: bool) -> str:
    """Return what a piece proves about uniqueness, in words."""
    if part.unique is True:
        return "the only optimal strategy" + ("" if whole else ", strictly inside")
    if part.unique is False:
        return "one of several optimal strategies"
    return "optimal; whether the only one is not decided"
