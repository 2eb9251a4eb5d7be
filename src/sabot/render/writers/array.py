r"""Write the tables of a document as arrays in LaTeX, for notebooks, which know no ``tabular``.

Only tables are written. Exact numbers are fractions, roots are set as roots, and the rest is
text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from sabot.render import document as doc
from sabot.render.writers.csv import render_phrase
from sabot.results.tables import latex_number, latex_table, latex_text


class CellWithMath(str):
    """The text of a cell with mathematics in it, and how an array writes it."""

    latex: str


Cell = str | Fraction
CellTable = tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]
"""The head, which may be empty, and the rows, all of one length."""


def render(document: doc.Document) -> str:
    r"""Return the tables of a document as arrays.

    >>> print(render(doc.build_document(doc.build_table([("a", doc.ExactNumber(Fraction(1, 2)))]))))
    $\begin{array}{lr}\text{a} & \tfrac{1}{2}\end{array}$
    """
    return "\n\n".join(_as_array(table) for table in cell_tables(document.blocks) if table[1])


def _as_array(table: CellTable) -> str:
    head, rows = table
    columns = "".join(
        "r" if all(isinstance(cell, Fraction) or not cell for cell in column) else "l"
        for column in zip(*rows, strict=True)
    )
    lines = [
        [cell.latex if isinstance(cell, CellWithMath) else latex_number(cell) for cell in row]
        for row in rows
    ]
    return latex_table(columns, [[*map(latex_text, head)], *lines] if any(head) else lines)


def cell_tables(blocks: Iterable[doc.Block]) -> Iterator[CellTable]:
    """Yield the tables of a document, with the numbers in them."""
    for block in blocks:
        match block:
            case doc.Document(inner) | doc.TheoremBlock(blocks=inner):
                yield from cell_tables(inner)
            case doc.NumberedCases(cases):
                yield from cell_tables(part for _, inner in cases for part in inner)
            case doc.LabelledLines(rows):
                yield _even((), [(label, text) for label, text in rows])
            case doc.TableBlock(rows, head):
                yield _even(head, rows)
            case doc.GridBlock(grid, seat):
                lines = [(row, *line) for row, line in zip(grid.rows, grid.letters, strict=True)]
                yield _even((seat, *grid.columns), lines)


def _even(head: tuple[doc.Phrase, ...], rows: Iterable[tuple[doc.Phrase, ...]]) -> CellTable:
    """Return a table whose rows have one length: a shorter one gets empty cells."""
    cells = [tuple(map(_cell, row)) for row in rows]
    width = max(map(len, (*cells, head)), default=0)
    even = tuple((*row, *[""] * (width - len(row))) for row in cells)
    named = (*map(render_phrase, head), *[""] * (width - len(head))) if head else ()
    return named, even


def _cell(phrase: doc.Phrase) -> Cell:
    pieces = doc.inlines_of(phrase)
    match pieces:
        case (doc.ExactNumber(value),):
            return value
    if not any(isinstance(piece, doc.InlineMath) for piece in pieces):
        return render_phrase(phrase)
    cell = CellWithMath(render_phrase(phrase))
    cell.latex = "".join(
        piece.latex if isinstance(piece, doc.InlineMath) else latex_text(render_phrase((piece,)))
        for piece in pieces
    )
    return cell
