"""A theorem taken apart for people: per piece the value, the mixes, and what changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpz_poly

from sabot.certify.theorem.expression import quotient
from sabot.certify.theorem.span import number_at, shown
from sabot.exact import show
from sabot.forms.theorem import lowest
from sabot.proof import Proof, extent
from sabot.render.formula import Formula
from sabot.render.layout import natural, parts, runs

Table = Mapping[str, Mapping[str, str]]

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
    answers: Mapping[str, str | None]
    """The answer at every view that it comes to, None where it mixes."""
    listed: Mapping[str, str]
    """All sure answers, those at neighbouring views in one line."""
    another: tuple[Mixed, ...] = ()
    """A second optimal strategy, where one is known: the views at which it differs."""

    @property
    def count(self) -> int:
        """How many views have a sure answer."""
        return sum(answer is not None for answer in self.answers.values())


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
    before: dict[str, Table] = {}
    for piece in proof.pieces:
        low, high = piece["from"], piece["to"]
        at = Fraction(low) if low == high else None
        tables = {seat: _table(proof, piece, seat, at) for seat in proof.seats}
        one, two = (
            _seat(proof, piece, tables[seat], before.get(seat), seat) for seat in proof.seats
        )
        found.append(
            Part(
                extent(piece),
                at,
                high is None,
                Formula.of(piece["value"], proof.parameter),
                (one, two),
            )
        )
        before = tables
    return found


def _table(proof: Proof, piece: Mapping[str, Any], seat: str, at: Fraction | None) -> Table:
    """Return a strategy as it is written; as numbers where the piece has one value."""
    found: Table = piece["strategies"][seat]
    if at is None:
        return found
    return {view: {a: _number(t, proof, at) for a, t in mix.items()} for view, mix in found.items()}


def _number(text: str, proof: Proof, at: Fraction) -> str:
    if text in ("0", "1"):
        return text
    return show(number_at(quotient(text, proof.parameter), at))


def _seat(
    proof: Proof, piece: Mapping[str, Any], every: Table, before: Table | None, seat: str
) -> SeatPart:
    reached = _reached(proof, seat, every)
    table = {v: m for v, m in every.items() if len(m) > 1 and v in reached}
    answers = {v: _sure(m) for v, m in table.items()}
    mixed = tuple(
        Mixed(view, {a: Formula.of(t, proof.parameter) for a, t in mix.items() if t != "0"})
        for view, mix in table.items()
        if answers[view] is None
    )
    sure = {v: a for v, a in answers.items() if a is not None}
    lines = runs({v: {a: Fraction(1)} for v, a in sure.items()})
    listed = {line.label: next(iter(line.mix)) for line in lines}
    changes: tuple[str, ...] = ()
    if before is not None:
        new = [v for v, action in sure.items() if _sure(before[v]) != action]
        order = natural({v: parts(v) for v in new})
        changes = tuple(f"{v} {sure[v]}" for v in order)
    unique = piece["unique"][seat]
    another = _another(proof, piece, every, seat) if unique is False else ()
    few = listed if len(lines) <= FEW else {}
    return SeatPart(seat, unique, mixed, few, changes, answers, listed, another)


def _sure(mix: Mapping[str, str]) -> str | None:
    return next((action for action, chance in mix.items() if chance == "1"), None)


def _reached(proof: Proof, seat: str, table: Table) -> set[str]:
    """Return the views that the seat's own choices can lead to."""
    live, views, first = {0}, set(), 1
    for view, actions, parent in proof.document["form"]["cells"][seat]:
        if parent in live:
            views.add(view)
            mix = table[view]
            live.update(first + k for k, action in enumerate(actions) if mix[action] != "0")
        first += len(actions)
    return views


def _another(proof: Proof, piece: Mapping[str, Any], first: Table, seat: str) -> tuple[Mixed, ...]:
    """Return the second optimal strategy that the proof holds, where it differs from the first."""
    if "certificate" in piece:
        second = piece["certificate"]["uniqueness"][seat].get("another", {})
        came = _reached(proof, seat, second) if second else set()
        tables = {
            v: {a: Formula.of(t, proof.parameter) for a, t in second[v].items()} for v in came
        }
    else:
        tables = _behaviour(proof, piece["another"][seat], seat)
    live = _reached(proof, seat, first)
    found = []
    for view, _, _ in proof.document["form"]["cells"][seat]:
        chances = tables.get(view)
        if chances is None or len(chances) < 2:
            continue
        own = {a: Formula.of(t, proof.parameter) for a, t in first[view].items()}
        if view not in live or own != chances:
            found.append(Mixed(view, {a: f for a, f in chances.items() if f.top != 0}))
    return tuple(found)


def _behaviour(proof: Proof, plan: Mapping[str, Any], seat: str) -> dict[str, dict[str, Formula]]:
    """Return a plan of polynomials as chances, at the views that it comes to."""
    below = fmpz_poly(plan["below"])
    tops = {0: below} | dict.fromkeys(plan["sure"], below)
    tops |= {int(s): fmpz_poly(top) for s, top in plan["tops"].items()}
    found, first = {}, 1
    for view, actions, parent in proof.document["form"]["cells"][seat]:
        if parent in tops:
            found[view] = {
                action: Formula(*lowest(tops.get(s, fmpz_poly([])), tops[parent]))
                for s, action in enumerate(actions, first)
            }
        first += len(actions)
    return found


def shown_chances(mixed: Mixed) -> Iterable[tuple[str, Formula]]:
    """Return the chances worth writing: of two actions only the second, the other is the rest."""
    chances = list(mixed.chances.items())
    return chances[1:] if len(chances) == 2 else chances


CLAIMS = {True: "unique", False: "not unique", None: "not decided"}
"""What is claimed at a breakpoint, in words."""


def meeting(proof: Proof) -> list[tuple[str, str]]:
    """Return where the pieces of a theorem over the real numbers meet, and what is unique there."""
    return [
        (shown(point), ", ".join(f"{seat} {CLAIMS[claim]}" for seat, claim in claims.items()))
        for point, claims in proof.breakpoints
    ]


def second_words(seat: SeatPart, write: Callable[[Formula], str]) -> str:
    """Return the second optimal strategy of a seat in words, and the face between the two."""
    if not seat.another:
        return ""
    told = []
    for mixed in seat.another[:FEW]:
        view = "" if mixed.view == "-" else f"{mixed.view} "
        if len(mixed.chances) == 1:
            told.append(f"{view}{next(iter(mixed.chances))}")
        else:
            told += [f"{view}{action}: {write(f)}" for action, f in shown_chances(mixed)]
    left = len(seat.another) - FEW
    more = f" and {left} more views" if left > 0 else ""
    return f"also optimal: {', '.join(told)}{more}; and every mixture of the two"


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
