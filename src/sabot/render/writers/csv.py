"""Write documents as CSV for a spreadsheet, every number with every digit.

Only tables are written. A cell that a spreadsheet would run as a formula is neutralized.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from sabot.exact import format_fraction
from sabot.render import document as doc
from sabot.render.text import printable

_FORMULA_STARTS = ("=", "+", "@")
"""What begins a formula in a spreadsheet. A dash does so too, but is a view of many games."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+|/\d+)?(E[+-]?\d+)?")


def render(document: doc.Document) -> str:
    """Return the tables of a document, an empty line between two; words around them are left out.

    Labels are quoted where they need it; what could move a cursor is written as an escape, and
    what a spreadsheet would run as a formula has an apostrophe before it.

    >>> parts = doc.Heading("pennies"), doc.build_table([("a,b", "1")])
    >>> print(render(doc.build_document(*parts)), end="")
    "a,b",1
    """
    return "\n".join(_rendered_tables(document.blocks))


def _rendered_tables(blocks: Iterable[doc.Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case doc.Document(inner) | doc.TheoremBlock(blocks=inner):
                yield from _rendered_tables(inner)
            case doc.NumberedCases(cases):
                yield from _rendered_tables(block for _, inner in cases for block in inner)
            case doc.LabelledLines(rows):
                yield csv_lines([(label, render_phrase(text)) for label, text in rows])
            case doc.TableBlock(rows, head):
                body = [[render_phrase(cell) for cell in row] for row in rows]
                yield csv_lines([[render_phrase(cell) for cell in head], *body] if head else body)
            case doc.GridBlock(grid, seat):
                body = [[row, *line] for row, line in zip(grid.rows, grid.letters, strict=True)]
                yield csv_lines([[seat, *grid.columns], *body])
            case doc.BulletList():
                yield csv_lines(
                    [[""] * depth + [render_phrase(text)] for depth, text in block.lines]
                )


def render_phrase(words: doc.Phrase) -> str:
    """Return the text of a phrase, without its tones."""
    return "".join(
        format_fraction(piece.value)
        if isinstance(piece, doc.ExactNumber)
        else doc.inline_text(piece)
        for piece in doc.inlines_of(words)
    )


def csv_lines(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_neutralize_cell, row) for row in rows)
    return text.getvalue()


def _neutralize_cell(cell: str) -> str:
    r"""Return a cell that neither a terminal nor a spreadsheet will act upon.

    >>> [_neutralize_cell(cell) for cell in ("a\x1b[2J", "=1+1", "@x", "+0.5", "-")]
    ['a\\x1b[2J', "'=1+1", "'@x", '+0.5', '-']
    """
    shown = printable(cell)
    return f"'{shown}" if shown[:1] in _FORMULA_STARTS and not _NUMBER.fullmatch(shown) else shown
