"""Tables 1, 2, 4 and 5 as they are printed: marks with footnotes that say where d changes them.

Everything here is made from what ``sabot.prove`` finds for every d; nothing is read from print but
the way it is set: Tables 1 and 2 show six decks and number a footnote by the d at which it turns;
Tables 4 and 5 show one line a total and explain by hand what depends on the hand or on d.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sabot.games.baccara.kernel import Letters
from sabot.games.baccara.tables import HEADING, of_views
from sabot.papers.ethier_gamez_2013.games import proof
from sabot.papers.report import RoadsError

Span = tuple[str, int, int | None]
"""A mark, and the numbers of decks for which it stands; None: for ever."""
Spans = tuple[Span, ...]
Swaps = Mapping[int, tuple[Mapping[str, str], int, int | None]]
"""Footnotes of Tables 1, 2 by number: which marks to replace by which, and for which decks."""
SHOWN = 6
"""The number of decks that the tables show."""
SIGNS = "*†"
"""What marks a footnote where the hands of a total do not agree."""


def when(low: int, high: int | None) -> str:
    """Return a range of decks in words.

    >>> when(1, 1), when(1, 3), when(8, None), when(8, 9)
    ('d = 1', 'd <= 3', 'd >= 8', '8 <= d <= 9')
    """
    if low == high:
        return f"d = {low}"
    if high is None:
        return f"d >= {low}"
    return f"d <= {high}" if low == 1 else f"{low} <= d <= {high}"


def told(spans: Spans) -> str:
    """Return a mark that depends on d in words.

    >>> told((("S", 1, 3), ("D", 4, None))), told((("S", 1, None),))
    ('S if d <= 3, D if d >= 4', 'S')
    """
    if len(spans) == 1:
        return spans[0][0]
    return ", ".join(f"{mark} if {when(low, high)}" for mark, low, high in spans)


def at(spans: Spans, d: int) -> str:
    """Return the mark at d decks."""
    return next(mark for mark, low, high in spans if low <= d and (high is None or d <= high))


# ---------------------------------------------------------------------- what is proved


@cache
def sorted_moves(model: str) -> dict[str, Spans]:
    """Return the marks of Table 1 or 2 for every d, by view."""
    return {
        view: tuple((Letters.get(sort, sort), low, high) for low, high, sort in ranges)
        for view, ranges in proof(model).classification["Banker"].items()
    }


@cache
def optimal_moves(model: str) -> dict[str, Spans]:
    """Return the marks of Table 4 or 5 for every d, by view."""
    found: dict[str, list[Span]] = {}
    for piece in proof(model).pieces:
        low, high = piece.low, piece.high
        assert isinstance(low, int) and (high is None or isinstance(high, int)), "decks are whole"
        for view, mix in piece.strategies["Banker"].items():
            draw = mix["draw"].constant
            mark = "S" if draw == 0 else "D" if draw == 1 else "(S,D)"
            own = found.setdefault(view, [])
            start = own.pop()[1] if own and own[-1][0] == mark else low
            own.append((mark, start, high))
    return {view: tuple(own) for view, own in found.items()}


# ---------------------------------------------------------------------- Tables 1 and 2


@dataclass(frozen=True)
class Preliminary:
    """Table 1 or 2: rows of words such as ``S8``, and the footnotes by number."""

    title: str
    words: Mapping[str, str]
    notes: Swaps

    @property
    def rows(self) -> dict[str, str]:
        """Return the lines by total or hand, equal ones merged as in print."""
        return {
            hand or total: " ".join(marks)
            for total, hand, marks in of_views(self.title, self.words).merged()
        }

    def __str__(self) -> str:
        notes = [f"{number}  {replaced(note)}" for number, note in sorted(self.notes.items())]
        return "\n".join([str(of_views(self.title, self.words)), "", *notes])


def replaced(note: tuple[Mapping[str, str], int, int | None]) -> str:
    """Return a footnote in words.

    >>> replaced(({"S": "*", "*": "S"}, 1, 3))
    'Replace S by * and * by S if d <= 3.'
    """
    swap, low, high = note
    words = " and ".join(f"{mark} by {other}" for mark, other in swap.items())
    return f"Replace {words} if {when(low, high)}."


@cache
def preliminary_table(model: str) -> Preliminary:
    """Return Table 1 (models B2, B3) or 2 (B1), from what is proved for every d."""
    words: dict[str, str] = {}
    notes: dict[int, tuple[dict[str, str], int, int | None]] = {}
    for view, spans in sorted_moves(model).items():
        mark = at(spans, SHOWN)
        others = [span for span in spans if span[0] != mark]
        words[view] = mark
        if others:
            if len(others) != 1 or len(spans) != 2:
                raise RoadsError(f"{view}: {told(spans)} is more than one footnote can say")
            other, low, high = others[0]
            number = low if high is None else high
            words[view] += str(number)
            notes.setdefault(number, ({}, low, high))[0][mark] = other
    ordered = {
        number: ({mark: swap[mark] for mark in "SD*" if mark in swap}, low, high)
        for number, (swap, low, high) in notes.items()
    }
    title = f"Banker's move whatever Player does: model {model}, d = {SHOWN}"
    return Preliminary(title, words, ordered)


# ---------------------------------------------------------------------- Tables 4 and 5


@dataclass(frozen=True)
class Note:
    """A footnote of Table 4 or 5: one total and one card, hand by hand, model by model."""

    total: str
    card: str
    hands: Mapping[str, tuple[str, ...]]
    """By hand (empty where only the total is seen): what each model says."""

    def lines(self, models: Sequence[str]) -> list[str]:
        """Return the footnote in lines."""
        seen = (
            "Player stands" if self.card == HEADING[-1] else f"Player's third card is {self.card}"
        )
        found = [f"Banker's two-card total is {self.total} and {seen}"]
        groups: dict[tuple[str, ...], list[str]] = {}
        for hand, says in self.hands.items():
            groups.setdefault(says, []).append(hand)
        for says, hands in groups.items():
            names = " ".join(hands)
            if len(set(says)) == 1:
                found.append(f"{names}  {says[0]}".strip())
            else:
                own = "; ".join(f"{s} (model {m})" for s, m in zip(says, models, strict=True))
                found.append(f"{names}  {own}".strip())
        return found


@dataclass(frozen=True)
class Final:
    """Table 4 or 5: a line a total, and its footnotes."""

    models: tuple[str, ...]
    rows: Mapping[str, str]
    notes: Mapping[str, Note]

    def __str__(self) -> str:
        marks = {
            f"{total},{'-' if card == HEADING[-1] else card}": word
            for total, line in self.rows.items()
            for card, word in zip(HEADING, line.split(), strict=True)
        }
        lines = [str(of_views(f"Banker's optimal move: {' and '.join(self.models)}", marks)), ""]
        for sign, note in self.notes.items():
            first, *others = note.lines(self.models)
            lines += [f"{sign}  {first}", *(f"   {line}" for line in others)]
        return "\n".join(lines)


@cache
def final_table(*models: str) -> Final:
    """Return Table 4 (model B1) or 5 (B2 and B3), from what is proved for every d."""
    tables = [optimal_moves(model) for model in models]
    cells: dict[tuple[str, str], dict[str, tuple[Spans, ...]]] = {}
    for view in tables[0]:
        own, _, third = view.rpartition(",")
        hand = own if own.startswith("(") else ""
        total = str((int(own[1]) + int(own[3])) % 10) if hand else own
        card = HEADING[-1] if third == "-" else third
        cells.setdefault((total, card), {})[hand] = tuple(table[view] for table in tables)
    rows: dict[str, list[str]] = {}
    notes: dict[str, Note] = {}
    numbers, signs = iter(range(1, 10)), iter(SIGNS)
    for (total, card), hands in sorted(cells.items(), key=lambda cell: _place(*cell[0])):
        every = {spans for own in hands.values() for spans in own}
        now = {at(spans, SHOWN) for spans in every}
        if len(every) == 1 and len(next(iter(every))) == 1:
            word = now.pop()
        else:
            agree = len(now) == 1 and len(hands) > 1
            sign = str(next(numbers)) if agree else next(signs)
            word = now.pop() + sign if agree else sign
            said = {hand: tuple(map(told, own)) for hand, own in hands.items()}
            notes[sign] = Note(total, card, said)
        rows.setdefault(total, []).append(word)
    return Final(models, {total: " ".join(row) for total, row in rows.items()}, notes)


def _place(total: str, card: str) -> tuple[int, int]:
    return int(total), HEADING.index(card)
