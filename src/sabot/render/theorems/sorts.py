"""Lemma 1 for all values of a parameter, for people: what is dominant, what depends, what changes.

On a terminal the counts and the views that change; for a paper the whole table, with the marks of
one ordinary value and footnotes for the others, as Ethier and Gamez print Tables 1 and 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sabot.games import family_named
from sabot.render.grid import letters_of
from sabot.render.words import plural, safe
from sabot.results.ends import Extent
from sabot.results.pieces import DEPENDS, IDLE, Sort
from sabot.results.theorem import Theorem

USUAL = {"decks": 6, "cards": 24, "suits": 4}
"""The value whose marks stand in the table itself, by parameter: that of an ordinary game."""


@dataclass(frozen=True)
class Sorts:
    """The sorted choices of one seat."""

    seat: str
    foe: str
    actions: frozenset[str]
    table: Mapping[str, Sequence[Sort]]

    @classmethod
    def of(cls, proof: Theorem) -> Sorts | None:
        """Return what a proof says, if it says more than that everything depends."""
        for seat, table in proof.classification.sorts.items():
            said = {sort for ranges in table.values() for _, _, sort in ranges}
            if said - {DEPENDS, IDLE}:
                cells = proof.form.side(seat).cells
                actions = frozenset(action for cell in cells for action in cell.actions)
                return cls(seat, proof.seats[0], actions, table)
        return None

    @property
    def letters(self) -> dict[str, str]:
        """A letter for each action; the action itself where letters would mislead."""
        return {sort: sort for sort in (*self.actions, DEPENDS, IDLE)} | letters_of(
            set(self.actions)
        )

    @property
    def counts(self) -> Counter[str]:
        """How many views have one sort for all values."""
        return Counter(ranges[0][2] for ranges in self.table.values() if len(ranges) == 1)

    @property
    def changing(self) -> dict[tuple[Sort, ...], list[str]]:
        """The views that change, those that change alike together."""
        found: dict[tuple[Sort, ...], list[str]] = {}
        for view, ranges in self.table.items():
            if len(ranges) > 1:
                found.setdefault(tuple(ranges), []).append(view)
        return found

    @property
    def depending(self) -> list[tuple[int, int | None, int]]:
        """From, to, and at how many views it depends on the other seat (the paper's n_d)."""
        ends = {part[0] for ranges in self.table.values() for part in ranges}
        starts = sorted(ends)
        last = next(iter(self.table.values()))[-1][1]
        found: list[tuple[int, int | None, int]] = []
        for start, after in zip(starts, [*starts[1:], None], strict=True):
            many = sum(self.sort(view, start) == DEPENDS for view in self.table)
            end = last if after is None else after - 1
            if found and found[-1][2] == many:
                start = found.pop()[0]
            found.append((start, end, many))
        return found

    def sort(self, view: str, at: int) -> str:
        """Return the sort of a view at one value."""
        return next(part.sort for part in self.table[view] if part.holds(at))


def in_words(ranges: Sequence[Sort]) -> str:
    """Return how a sort changes.

    >>> in_words([Sort(3, 3, "stand"), Sort(4, 40, "*"), Sort(41, None, "draw")])
    'stand to 3, * to 40, then draw'
    """
    *before, last = ranges
    return (
        "".join(f"{safe(sort)} to {high}, " for _, high, sort in before) + f"then {safe(last[2])}"
    )


def sort_rows(sorts: Sorts, name: str) -> list[tuple[str, str]]:
    """Return the lines for a terminal: counts, and the views that change."""
    counts = sorts.counts
    rows = [
        (safe(sort), f"at {plural(many, 'view')}")
        for sort, many in sorted(counts.items(), key=lambda item: -item[1])
        if sort not in (DEPENDS, IDLE)
    ]
    foe = safe(sorts.foe)
    if counts[DEPENDS]:
        rows.append((DEPENDS, f"at {plural(counts[DEPENDS], 'view')}: it depends on {foe}"))
    if counts[IDLE]:
        rows.append((IDLE, f"at {plural(counts[IDLE], 'view')}: it never matters"))
    changing = sorts.changing
    if changing:
        many = sum(map(len, changing.values()))
        rows.append(("changes", f"at {plural(many, 'view')}, with {safe(name)}:"))
        for ranges, views in changing.items():
            rows.append(("", f"{' '.join(map(safe, views))}: {in_words(ranges)}"))
        stars = (f"{n} at {Extent(low, high)}" for low, high, n in sorts.depending)
        rows.append(("views with *", ", ".join(stars)))
    return rows


# ---------------------------------------------------------------------- tables with footnotes


@dataclass(frozen=True)
class Footnoted:
    """A table of marks at one value, with footnotes for the others."""

    at: int
    head: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[tuple[str, int], ...]], ...]
    """Labels, and marks with the number of their footnote (0: none)."""
    notes: tuple[tuple[Sort, ...], ...]
    """What each footnote says: other marks, and where they hold."""


def footnoted(sorts: Sorts, proof: Theorem) -> Footnoted:
    """Return the table: in the game's own layout if it has one, else one line a sort."""
    at = _usual(sorts, proof.parameter)
    letters = sorts.letters
    notes: dict[tuple[Sort, ...], int] = {}
    words: dict[str, str] = {}
    for view, ranges in sorts.table.items():
        here = sorts.sort(view, at)
        others = tuple(
            part._replace(sort=letters[part.sort]) for part in ranges if part.sort != here
        )
        number = notes.setdefault(others, len(notes) + 1) if others else 0
        words[view] = f"{letters[here]} {number}"
    lines: list[tuple[tuple[str, ...], tuple[str, ...]]]
    family = family_named(proof.game)
    own = None if family is None else family.layout(words)
    if own is not None:
        head, lines = own.head, list(own.rows)
    else:
        alike: dict[str, list[str]] = {}
        for view, word in words.items():
            alike.setdefault(word, []).append(view)
        head = ("views", "sort")
        lines = [((", ".join(views),), (word,)) for word, views in alike.items()]
    rows = tuple((labels, tuple(map(_apart, marks))) for labels, marks in lines)
    return Footnoted(at, head, rows, tuple(notes))


def _apart(word: str) -> tuple[str, int]:
    mark, _, number = word.rpartition(" ")
    return mark, int(number or 0)


def _usual(sorts: Sorts, parameter: str) -> int:
    """Return the ordinary value of a parameter where it is in the range, else the first beyond.

    Beyond the last change the marks stay as they are.
    """
    ranges = [part for parts in sorts.table.values() for part in parts]
    low = min(part[0] for part in ranges)
    high = next(iter(sorts.table.values()))[-1][1]
    usual = USUAL.get(parameter, -1)
    inside = low <= usual and (high is None or usual <= high)
    return usual if inside else max(part[0] for part in ranges)
