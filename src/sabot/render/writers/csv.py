"""Documents for a spreadsheet: CSV, every number with every digit."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from sabot.exact import show
from sabot.render import document as doc
from sabot.render.words import safe

_FORMULA = ("=", "+", "@")
"""What begins a formula in a spreadsheet. A dash does so too, but is a view of many games."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+|/\d+)?(E[+-]?\d+)?")


def written(told: doc.Document) -> str:
    """Return the tables of a document, an empty line between two; words around them are left out.

    Labels are quoted where they need it; what could move a cursor is written as an escape, and
    what a spreadsheet would run as a formula has an apostrophe before it.

    >>> print(written(doc.document(doc.Heading("pennies"), doc.table([("a,b", "1")]))), end="")
    "a,b",1
    """
    return "\n".join(_tables(told.blocks))


def _tables(blocks: Iterable[doc.Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case doc.Document(inner) | doc.Statement(blocks=inner):
                yield from _tables(inner)
            case doc.Cases(cases):
                yield from _tables(block for _, inner in cases for block in inner)
            case doc.Pairs(rows):
                yield lines([(label, phrase(text)) for label, text in rows])
            case doc.Table(rows, head):
                body = [[phrase(cell) for cell in row] for row in rows]
                yield lines([[phrase(cell) for cell in head], *body] if head else body)
            case doc.Grid(grid, seat):
                body = [[row, *line] for row, line in zip(grid.rows, grid.letters, strict=True)]
                yield lines([[seat, *grid.columns], *body])
            case doc.Listing():
                yield lines([[""] * depth + [phrase(text)] for depth, text in block.lines])


def phrase(words: doc.Phrase) -> str:
    """Return a phrase as it stands, without its tones."""
    return "".join(
        show(piece.value) if isinstance(piece, doc.Number) else doc.text_of(piece)
        for piece in doc.pieces(words)
    )


def lines(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_harmless, row) for row in rows)
    return text.getvalue()


def _harmless(cell: str) -> str:
    r"""Return a cell that neither a terminal nor a spreadsheet will act upon.

    >>> [_harmless(cell) for cell in ("a\x1b[2J", "=1+1", "@x", "+0.5", "-")]
    ['a\\x1b[2J', "'=1+1", "'@x", '+0.5', '-']
    """
    shown = safe(cell)
    return f"'{shown}" if shown[:1] in _FORMULA and not _NUMBER.fullmatch(shown) else shown
