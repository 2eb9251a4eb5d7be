"""A theorem taken apart for people: per piece the value, the mixes, and what changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sabot.forms.algebra.formula import Formula
from sabot.forms.sequence import Side
from sabot.render.document import Phrase, Symbols, Tone, Word, joined, text_of
from sabot.render.document import Piece as Words
from sabot.render.formula import factored
from sabot.render.layout import in_order, runs
from sabot.render.words import MIX_DIGITS, both, safe
from sabot.results.behaviour import reached, second_strategy
from sabot.results.ends import end_text
from sabot.results.pieces import Mixes, Piece, sure_action
from sabot.results.theorem import Theorem

FEW = 14
"""A seat with at most this many lines of sure answers has them listed."""


@dataclass(frozen=True)
class Mixed:
    """A view at which a seat mixes, and the chance of each action that is used."""

    view: str
    chances: Mapping[str, Formula]
    offered: int
    """How many actions there are, used or not."""

    @classmethod
    def of(cls, view: str, mix: Mapping[str, Formula]) -> Mixed:
        """Return what is used of all that a view offers."""
        return cls(view, {action: chance for action, chance in mix.items() if chance}, len(mix))


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


def parts_of(proof: Theorem) -> list[Part]:
    """Return the pieces of a theorem, each told by what differs from the one before it."""
    found: list[Part] = []
    before: dict[str, Mixes] = {}
    for piece in proof.pieces:
        tables = {seat: _table(piece, seat) for seat in proof.seats}
        one, two = (
            _seat(side, piece, tables[side.name], before.get(side.name))
            for side in proof.form.sides
        )
        tail = piece.high is None
        found.append(Part(str(piece.extent), piece.at, tail, piece.value, (one, two)))
        before = tables
    return found


def _table(piece: Piece, seat: str) -> Mixes:
    """Return a strategy as it is written; as numbers where the piece has one value."""
    found, at = piece.strategies[seat], piece.at
    if at is None:
        return found
    return {
        view: {a: Formula.number(f.at(at), f.name) for a, f in mix.items()}
        for view, mix in found.items()
    }


def _seat(side: Side, piece: Piece, every: Mixes, before: Mixes | None) -> SeatPart:
    live = reached(side, every)
    table = {v: m for v, m in every.items() if len(m) > 1 and v in live}
    answers = {v: sure_action(m) for v, m in table.items()}
    mixed = tuple(Mixed.of(view, table[view]) for view in in_order(table) if answers[view] is None)
    sure = {v: a for v, a in answers.items() if a is not None}
    lines = runs({v: {a: Fraction(1)} for v, a in sure.items()})
    listed = {line.label: next(iter(line.mix)) for line in lines}
    changes: tuple[str, ...] = ()
    if before is not None:
        new = [v for v, action in sure.items() if sure_action(before[v]) != action]
        changes = tuple(f"{v} {sure[v]}" for v in in_order(new))
    unique = piece.unique[side.name]
    another = _another(side, piece, every, live) if unique is False else ()
    few = listed if len(lines) <= FEW else {}
    return SeatPart(side.name, unique, mixed, few, changes, answers, listed, another)


def _another(side: Side, piece: Piece, first: Mixes, live: set[str]) -> tuple[Mixed, ...]:
    """Return the second optimal strategy that the proof holds, where it differs from the first."""
    second = second_strategy(piece, side)
    found = []
    for view in in_order(cell.key for cell in side.cells):
        chances = second.get(view)
        if chances is None or len(chances) < 2:
            continue
        if view not in live or first[view] != chances:
            found.append(Mixed.of(view, chances))
    return tuple(found)


def shown_chances(mixed: Mixed) -> Iterable[tuple[str, Formula]]:
    """Return the chances worth writing: where only two actions are offered, that of the second.

    Where two of more are used, nobody can tell from one of them which the other is.
    """
    chances = list(mixed.chances.items())
    return chances[1:] if mixed.offered == 2 else chances


CLAIMS = {True: "unique", False: "not unique", None: "not decided"}
"""What is claimed at a breakpoint, in words."""


def meeting(proof: Theorem) -> list[tuple[str, str]]:
    """Return where the pieces of a theorem over the real numbers meet, and what is unique there."""
    return [
        (
            end_text(point.at),
            ", ".join(f"{seat} {CLAIMS[claim]}" for seat, claim in point.unique.items()),
        )
        for point in proof.breakpoints
    ]


def second_words(seat: SeatPart, write: Callable[[Formula], str]) -> str:
    """Return the second optimal strategy of a seat in words, and the face between the two."""
    return "".join(map(text_of, second_phrase(seat, write)))


def second_phrase(seat: SeatPart, write: Callable[[Formula], Words]) -> tuple[Words, ...]:
    """Return the same, with formulas as *write* makes them."""
    if not seat.another:
        return ()
    told: list[Phrase] = []
    for mixed in seat.another[:FEW]:
        view = "" if mixed.view == "-" else f"{mixed.view} "
        if len(mixed.chances) == 1:
            told.append(f"{view}{next(iter(mixed.chances))}")
        else:
            told += [(f"{view}{action}: ", write(f)) for action, f in shown_chances(mixed)]
    left = len(seat.another) - FEW
    more = f" and {left} more views" if left > 0 else ""
    return "also optimal: ", *joined(told, ", "), f"{more}; and every mixture of the two"


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


def shown_formula(formula: Formula, at: Fraction | None, tone: Tone = "plain") -> Word:
    """Return a formula, or its number where the piece has one value or the formula is one."""
    number = formula.constant if at is None else formula.at(at)
    if number is not None:
        return Word(both(number, MIX_DIGITS), tone)
    return Symbols(safe(factored(formula)), tone, formula)
