"""The tables of a theorem: whole strategies in letters, and the sorted choices with footnotes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sabot.games import family_named
from sabot.render.document import Marked, Phrase, Run, Table, joined
from sabot.render.grid import gridded, letters_of, spelled
from sabot.render.theorems.parts import SeatPart
from sabot.render.theorems.sorts import Footnoted, Sorts
from sabot.results.pieces import Sort
from sabot.results.theorem import Theorem

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Letters:
    """A strategy as a table of letters, ``(S,D)`` where it mixes."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: int
    """How many columns are labels."""
    legend: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """What the letters mean."""
        return ", ".join(f"{letter} {action}" for letter, action in self.legend)

    @property
    def table(self) -> Table:
        """The table itself."""
        rows = tuple(tuple(map(Run, row)) for row in self.rows)
        marks = tuple(range(self.labels, len(self.head)))
        return Table(rows, self.head, centre=marks)


def letters_table(game: str, seat: SeatPart) -> Letters | None:
    """Return a seat's whole strategy on a piece in letters, where its views make a table."""
    mixes: dict[str, Mapping[str, Fraction]] = {
        view: dict.fromkeys(_used(seat, view), _HALF) if answer is None else {answer: Fraction(1)}
        for view, answer in seat.answers.items()
    }
    letters = letters_of({action for mix in mixes.values() for action in mix})
    if not letters:
        return None
    legend = tuple(sorted((letter, action) for action, letter in letters.items()))
    family = family_named(game)
    marks = {view: _mark(mix, letters) for view, mix in mixes.items()}
    own = None if family is None else family.layout(marks)
    if own is not None:
        rows = tuple((*labels, *told) for labels, told in own.rows)
        return Letters(own.head, rows, len(own.rows[0][0]), legend)
    grid, rest = gridded(mixes)
    if grid is None or rest:
        return None
    lines = zip(grid.rows, spelled(grid, mixes), strict=True)
    return Letters(("", *grid.columns), tuple((row, *told) for row, told in lines), 1, legend)


def _used(seat: SeatPart, view: str) -> list[str]:
    return next(list(mixed.chances) for mixed in seat.mixed if mixed.view == view)


def _mark(mix: Mapping[str, Fraction], letters: Mapping[str, str]) -> str:
    played = [letters[action] for action in mix]
    return played[0] if len(played) == 1 else f"({','.join(played)})"


# ---------------------------------------------------------------------- choices by sort

Where = Callable[[Sort], Phrase]
"""Writes for which values a sort holds."""


def sorts_table(found: Footnoted, where: Where, caption: Phrase = "") -> Table:
    """Return the table of the second seat's choices, with notes for what changes."""
    rows: list[tuple[Phrase, ...]] = [
        (*map(Run, labels), *(Marked(mark, note) for mark, note in marks))
        for labels, marks in found.rows
    ]
    notes = tuple(
        joined(((f"{sort.sort} if ", *joined([where(sort)], "")) for sort in said), "; ")
        for said in found.notes
    )
    marks = tuple(range(len(found.rows[0][0]), len(found.head)))
    return Table(tuple(rows), found.head, centre=marks, caption=caption, notes=notes)


def sorts_caption(sorts: Sorts) -> str:
    """Return what a table of sorted choices shows, and what its marks mean."""
    letters = sorts.letters
    means = [f"{letters[a]} {a}" for a in sorted(sorts.actions) if letters[a] != a]
    means.append(f"* depends on {sorts.foe}'s strategy")
    return f"{sorts.seat}'s move whatever {sorts.foe} does ({', '.join(means)})"


def within(name: str, sort: Sort, proof: Theorem, at_most: str, at_least: str) -> str:
    """Return for which values a sort holds, by the signs given.

    A range that begins or ends with the theorem's own is not told at that end.
    """
    low, high, _ = sort
    if low == high:
        return f"{name} = {low}"
    if high == proof.domain.high:
        return f"{name} {at_least} {low}"
    if low == proof.domain.low:
        return f"{name} {at_most} {high}"
    return f"{low} {at_most} {name} {at_most} {high}"
