"""Dominance logs as documents: equal removals gathered on one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from sabot.exact import show
from sabot.forms.bimatrix import BETWEEN, BimatrixForm
from sabot.forms.matrix import MatrixForm
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Number,
    Phrase,
    Piece,
    Run,
    Text,
    document,
    table,
)
from sabot.render.layout import in_order, parts, range_sign
from sabot.render.words import brief, decimal_text, plural, safe
from sabot.solvers.dominance import Reduction, Step

Table = MatrixForm | BimatrixForm
WORDS = {
    "strict": "strictly dominated by",
    "weak": "weakly dominated by",
    "duplicate": "the same as",
}
MOST_STEPS = 200
MOST_BLOCKS = 12
WIDEST = 8
ROOM = 76
"""Characters of a grid on a line."""
TO_FIVE = " (to five digits)"


@dataclass(frozen=True, slots=True)
class Removal:
    """Some strategies of one seat that fall together, by one mixture."""

    numbers: str
    seat: str
    removed: tuple[str, ...]
    sort: str
    by: Mapping[str, Fraction]

    @property
    def words(self) -> str:
        """What is said of them."""
        return f"{WORDS.get(self.sort, self.sort)} {mixture(self.by)}"


def removals(steps: Sequence[Step]) -> list[Removal]:
    """Return the steps with neighbours that share their reason gathered.

    >>> one = Fraction(1)
    >>> steps = [Step("row", name, {"5": one}, "strict") for name in "123"]
    >>> removals(steps)[0].numbers, span(removals(steps)[0].removed)
    ('1-3', '1-3')
    """
    found = []
    first = 1
    for (seat, by, sort), group in groupby(steps, lambda step: (step.seat, step.by, step.sort)):
        names = tuple(step.removed for step in group)
        last = first + len(names) - 1
        numbers = str(first) if first == last else f"{first}-{last}"
        found.append(Removal(numbers, seat, names, sort, by))
        first = last + 1
    return found


def span(names: Iterable[str]) -> str:
    """Return labels as text, runs of whole numbers as ranges.

    >>> span(["0", "1", "2", "4", "up"])
    '0-2, 4, up'
    """
    shown: list[str] = []
    start = last = ""
    names = tuple(names)
    to = range_sign(names)
    for name in names:
        if shown and name.isdecimal() and last.isdecimal() and int(name) == int(last) + 1:
            shown[-1] = f"{start}{to}{name}"
        else:
            shown.append(safe(name))
            start = name
        last = name
    return ", ".join(shown)


def _span_piece(names: tuple[str, ...]) -> Piece:
    text = span(names)
    return Run(text) if range_sign(names) == "-" else text


def mixture(by: Mapping[str, Fraction]) -> str:
    """Return a mixture of strategies in words."""
    return " + ".join(
        name if chance == 1 else f"{brief(chance)} of {name}" for name, chance in by.items()
    )


def steps_view(
    title: str, start: Table, steps: Sequence[Step], left: Table, *, replayed: bool
) -> Document:
    """Return the log of a reduction and what is left."""
    steps, left = _tidied(steps), _tidy_form(left)
    told: list[Block] = [Heading(title, _shape(start)), BREAK, *_log(steps)]
    removed = plural(len(steps), "strategy", "strategies")
    done = "replayed and checked exactly" if replayed else "removed"
    told.append(Text(f"{removed} {done}; left: {_shape(left)}"))
    told += matrix_view(left)
    by_seat = isinstance(start, BimatrixForm)
    return document(told, BREAK, Note(kept_words(steps, by_seat=by_seat), depth=0))


def reduction_view(found: Reduction[Any]) -> Document:
    """Return a reduction that was just made."""
    return steps_view(_named(found), found.start, found.steps, found.left, replayed=False)


def reduction_tables(found: Reduction[Any]) -> Document:
    """Return the log of a reduction for a paper."""
    return steps_tables(_named(found), found.steps)


def reduction_sheet(found: Reduction[Any]) -> Document:
    """Return the log of a reduction for a spreadsheet."""
    return steps_sheet(_named(found), found.steps)


def tidy(name: str) -> str:
    """Return the name of a pure strategy with its views in the game's order, by their first item.

    A tree tells them in the order in which it comes to them; that is the name in the log.

    >>> tidy("Q,pass:pass Q,bet:fold J,pass:bet J,bet:fold"), tidy("up"), tidy("to the left")
    ('J,pass:bet J,bet:fold Q,pass:pass Q,bet:fold', 'up', 'to the left')
    """
    answers = name.split(" ")
    views = [answer.rpartition(":")[0] for answer in answers]
    if len(views) == 1 or not all(views):
        return name
    place = {item: spot for spot, item in enumerate(in_order(parts(view)[0] for view in views))}
    order = sorted(range(len(views)), key=lambda n: place[parts(views[n])[0]])
    return " ".join(answers[n] for n in order)


def _tidied(steps: Sequence[Step]) -> list[Step]:
    return [
        replace(s, removed=tidy(s.removed), by={tidy(name): c for name, c in s.by.items()})
        for s in steps
    ]


def _tidy_form(form: Table) -> Table:
    rows, columns = (tuple(map(tidy, names)) for names in (form.rows, form.columns))
    if isinstance(form, BimatrixForm):
        return form.labelled(rows, columns)
    return replace(form, rows=rows, columns=columns)


def _named(found: Reduction[Any]) -> str:
    return found.game or "matrix"


def log_view(title: str, steps: Sequence[Step]) -> Document:
    """Return a log by itself, its steps not checked."""
    return document(
        Heading(title), BREAK, _log(_tidied(steps)), Note("as logged; not checked", depth=0)
    )


def _log(steps: Sequence[Step]) -> list[Block]:
    gathered = removals(steps)
    if any(" " in step.removed for step in steps[:1]):
        return _blocks(gathered)
    rows = [
        (removal.numbers, removal.seat, span(removal.removed), removal.words)
        for removal in gathered[:MOST_STEPS]
    ]
    head = ("step", "seat", "removed", "because it is")
    parts: list[Block] = [table(rows, right=(0,), head=head), BREAK] if rows else []
    if len(gathered) > MOST_STEPS:
        parts.append(Note(f"and {len(gathered) - MOST_STEPS:,} more lines (--json has them all)"))
    return parts


def _blocks(gathered: Sequence[Removal]) -> list[Block]:
    """Return a log of strategies with long names: one below the other, each with its mixture."""
    parts: list[Block] = []
    for removal in gathered[:MOST_BLOCKS]:
        number, sort = f"{removal.numbers}.", WORDS.get(removal.sort, removal.sort)
        parts.append(Text(f"{number} {removal.seat} {span(removal.removed)}", depth=1, hang=3))
        parts.append(Text(f"is {sort}", depth=3))
        width = max(len(brief(chance)) for chance in removal.by.values())
        for name, chance in removal.by.items():
            share = "" if chance == 1 else f"{brief(chance):>{width}} of "
            parts.append(Text(f"{share}{name}", depth=4, hang=2))
    if len(gathered) > MOST_BLOCKS:
        parts.append(Note(f"and {len(gathered) - MOST_BLOCKS:,} more (--json has them all)"))
    return [*parts, BREAK]


def steps_tables(title: str, steps: Sequence[Step]) -> Document:
    """Return a log as one table: for a paper or a wiki."""
    rows = [
        (Run(one.numbers), one.seat, _span_piece(one.removed), _reason(one))
        for one in removals(_tidied(steps))
    ]
    head = ("step", "seat", "removed", "because it is")
    return document(Heading(title), table(rows, head=head, right=(0,)))


def _reason(one: Removal) -> Phrase:
    found: list[Piece] = [f"{WORDS.get(one.sort, one.sort)} "]
    for number, (name, chance) in enumerate(one.by.items()):
        found.append(" + " if number else "")
        found += [name] if chance == 1 else [Number(chance), " of ", name]
    return tuple(found)


def steps_sheet(title: str, steps: Sequence[Step]) -> Document:
    """Return one row for each strategy of each dominating mixture: for a spreadsheet."""
    rows = (
        (str(number), step.seat, step.removed, step.sort, name, Number(chance))
        for number, step in enumerate(steps, 1)
        for name, chance in step.by.items()
    )
    head = ("step", "seat", "removed", "sort", "by", "chance")
    return document(Heading(title), table(rows, head=head, right=(0, 5)))


def kept_words(steps: Sequence[Step], *, by_seat: bool = False) -> str:
    """Return what the removals keep of the game's solutions: equilibria, if it has no value."""
    strict = all(step.sort == "strict" for step in steps)
    if by_seat:
        each = "Every equilibrium of what is left is one of the whole game"
        return (
            f"{each}, and vice versa."
            if strict
            else (f"{each}; weak or duplicate removals may have lost others.")
        )
    if strict:
        return "Every solution of the whole game is a solution of what is left, and vice versa."
    return (
        "The value is kept, and every solution of what is left is one of the whole game; weak or "
        "duplicate removals may have lost others."
    )


def _shape(form: Table) -> str:
    return "{:,} x {:,}".format(*form.shape)


def _entry(form: Table, i: int, j: int) -> str:
    """Return what is paid at a row and a column, exactly; to both seats where they differ."""
    paid = form[i, j]
    return BETWEEN.join(map(show, paid)) if isinstance(paid, tuple) else show(paid)


def _rounded(form: Table, i: int, j: int) -> str:
    """Return the same to five digits."""
    paid = form[i, j]
    both = paid if isinstance(paid, tuple) else (paid,)
    return BETWEEN.join(decimal_text(one, 5)[0] for one in both)


def matrix_view(form: Table) -> list[Block]:
    """Return a small matrix as a grid, or the labels of a larger one."""
    height, width = form.shape
    places = range(height) if width <= 60 else ()
    exact = [[_entry(form, i, j) for j in range(width)] for i in places]
    if height <= 2 * WIDEST and 0 < _breadth(form, exact) <= ROOM:
        cells = exact
    elif height <= 2 * WIDEST and width <= WIDEST:
        cells = [[_rounded(form, i, j) for j in range(width)] for i in range(height)]
        if _breadth(form, cells) > ROOM:
            short = sum(max(len(row[j]) for row in exact) + 2 for j in range(width)) < ROOM
            return _numbered(form, exact) if short else _numbered(form, cells, TO_FIVE)
    else:
        rows = [
            (seat, _names(labels))
            for seat, labels in zip(form.seats, (form.rows, form.columns), strict=True)
        ]
        return [table(rows)]
    head = ["", *form.columns]
    lines = [[label, *row] for label, row in zip(form.rows, cells, strict=True)]
    remark = "" if cells is exact else TO_FIVE
    return [
        table(lines, right=range(1, width + 1), head=head),
        Note(f"rows: {form.seats[0]}, columns: {form.seats[1]}{remark}"),
    ]


def _numbered(form: Table, cells: Sequence[Sequence[str]], remark: str = "") -> list[Block]:
    """Return a matrix whose labels are too long to stand around it: by numbers, told below."""
    width = len(form.columns)
    lines = [[str(number), *row] for number, row in enumerate(cells, 1)]
    head = ["", *(str(number) for number in range(1, width + 1))]
    parts: list[Block] = [
        table(lines, right=range(width + 1), head=head),
        Note(f"rows: {form.seats[0]}, columns: {form.seats[1]}{remark}; by number:"),
    ]
    for seat, labels in zip(form.seats, (form.rows, form.columns), strict=True):
        rows = ((str(number), label) for number, label in enumerate(labels, 1))
        parts += [Note(seat), table(rows, right=(0,), depth=2)]
    return parts


def _names(labels: Sequence[str]) -> str:
    """Return labels as text, only as many as fit into a few lines."""
    total, fit = 0, 0
    while fit < len(labels) and total < 400:
        total += len(labels[fit]) + 2
        fit += 1
    rest = f", ... ({len(labels):,} in all)" if fit < len(labels) else ""
    return span(labels[:fit]) + rest


def _breadth(form: Table, cells: Sequence[Sequence[str]]) -> int:
    """Return the characters that a grid needs on a line, 0 when there is no table."""
    if not cells:
        return 0
    widths = [
        max(len(safe(label)), *(len(row[j]) for row in cells))
        for j, label in enumerate(form.columns)
    ]
    return max(len(safe(label)) for label in form.rows) + sum(widths) + 2 * len(widths)
