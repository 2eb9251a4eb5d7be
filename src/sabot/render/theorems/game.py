"""The game that a theorem speaks of, defined for a reader who has nothing but the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from sabot.forms.algebra.formula import Formula
from sabot.games import family_named
from sabot.render.document import Block, Maths, Phrase, Piece, Statement, Table, Text, joined
from sabot.render.formula import formula_text, maths_latex
from sabot.render.views.family import documentation
from sabot.render.words import the
from sabot.results.evidence import PolynomialGame
from sabot.telling.family import Family
from sabot.telling.strings import dissect

_BROAD = 64
"""Letters of a table that fits on the page; a broader matrix is told row by row."""
_MOST = 400
"""Entries of a matrix that are written out, about two pages; more stand in the proof file alone."""


def letter_of(parameter: str) -> str:
    """Return the letter that stands for a parameter in mathematics.

    >>> letter_of("commission"), letter_of("A"), letter_of("_1")
    ('c', 'A', 't')
    """
    first = parameter[:1]
    return first if first.isascii() and first.isalpha() else "t"


def defined(
    game: str,
    parameter: str,
    seats: tuple[str, ...],
    kind: Literal["value", "cuts", "pairs"],
    form: PolynomialGame | None = None,
) -> list[Block]:
    """Return the game in words, and the notation of what follows.

    *kind* is what is proved: a value and strategies, cuts of hands that are real numbers, or all
    equilibria of two seats. A *form* that is a matrix is written out: its file is not in the paper.
    """
    family = family_named(game)
    told = [] if family is None else _rules(family, game, parameter)
    told += [] if form is None else _matrix(form, parameter)
    letter = letter_of(parameter)
    stands = "may be any number of its range" if letter == parameter else f"stands for {parameter}"
    opening: tuple[Piece, ...] = (f"The game is {game}; ", Maths(letter, letter), f" {stands}. ")
    ways = _CUTS if kind == "cuts" else (*_views(family), *_ENDS[kind](seats))
    notation = Text((*opening, *ways))
    found: list[Block] = [Statement("words", tuple(told), "The game")] if told else []
    return [*found, Statement("words", (notation,), "Notation")]


def _rules(family: Family, game: str, parameter: str) -> list[Block]:
    """Return the rules: those for a paper, else the docstring's, and the parameters given."""
    body, told = documentation(family)
    words = family.defined.split("\n\n") if family.defined else body
    given = {} if family.defined else dissect(game)[1]
    blocks: list[Block] = [Text(" ".join(text.split())) for text in words if text]
    for key, value in given.items():
        if key != parameter and key in told:
            blocks.append(Text(f"Here {key}={value} ({told[key].rstrip('.')})."))
    return blocks


def _matrix(form: PolynomialGame, parameter: str) -> list[Block]:
    """Return the payoffs of a game in which each seat chooses once and has seen nothing."""
    if any(len(side.cells) != 1 or side.cells[0].key != "-" for side in form.sides):
        return []
    rows, columns = (side.cells[0].actions for side in form.sides)
    if len(rows) * len(columns) > _MOST:
        size = f"{len(rows)} rows and {len(columns)} columns"
        return [Text(f"The payoffs of its {size} stand in the proof file.")]
    paid = {(i, j): str(Formula(top, form.denominator, parameter)) for i, j, top in form.payoffs}
    lines = [
        [Formula.of(paid.get((i, j), "0"), parameter) for j in range(1, len(columns) + 1)]
        for i in range(1, len(rows) + 1)
    ]
    letter = letter_of(parameter)
    cells = [
        [Maths(maths_latex(entry, letter), formula_text(entry)) for entry in line] for line in lines
    ]
    one, two = (the(seat) for seat in form.seats)
    if _breadth(rows, columns, cells) > _BROAD:
        return [
            Text(f"What {two} pays {one}, by the choices of both:"),
            *_told(rows, columns, cells),
        ]
    body: list[tuple[Phrase, ...]] = [(row, *line) for row, line in zip(rows, cells, strict=True)]
    head = ("", *columns)
    words = f"What {two} pays {one}, by the choices of {one} (down) and of {two} (across):"
    return [Text(words), Table(tuple(body), head, centre=tuple(range(1, len(head))))]


def _breadth(rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Maths]]) -> int:
    """Return how many letters a table of them has in a line, blanks between columns too."""
    across = zip(columns, *cells, strict=True)
    broad = (max(len(head), *(len(cell.text) for cell in below)) + 2 for head, *below in across)
    return max(map(len, rows)) + sum(broad)


def _told(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Maths]]
) -> Iterator[Block]:
    """Yield a matrix in words, a sentence a row."""
    for row, line in zip(rows, cells, strict=True):
        each = ((cell, f" against {column}") for cell, column in zip(line, columns, strict=True))
        yield Text((f"{row}: ", *joined(each, ", "), "."))


def _views(family: Family | None) -> tuple[Piece, ...]:
    sees = {} if family is None else family.sees
    said: tuple[Piece, ...] = (
        "A view is all that a seat has seen when it chooses; a strategy of a seat has a chance "
        "for each of its actions at each of its views. ",
    )
    for seat, seen in sees.items():
        said += (f"A view of {the(seat)} is written as {', then '.join(seen)}. ",)
    return said


def _value(seats: tuple[str, ...]) -> tuple[Piece, ...]:
    return (
        f"The value is what {the(seats[0])} is paid on average if both play optimally. ",
        "A strategy is called the only optimal one if every optimal strategy has the same chances "
        "at all views that its own choices do not rule out.",
    )


def _pairs(seats: tuple[str, ...]) -> tuple[Piece, ...]:
    return (
        "An equilibrium is a pair of strategies of which neither seat gains by leaving its own; "
        "it is extreme if it is not a mean of two others that share a strategy of one seat.",
    )


_ENDS = {"value": _value, "pairs": _pairs}
_CUTS: tuple[Piece, ...] = (
    "A strategy has an action for every hand at every turn; it is told from the lowest hands up, "
    "each action with the hand up to which it is taken.",
)
