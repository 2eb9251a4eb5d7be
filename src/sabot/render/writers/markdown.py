"""Documents for a README or a wiki: Markdown, its tables with pipes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot.render import document as doc
from sabot.render.formula import formula_text
from sabot.render.words import brief, safe

_TONES = {"strong": "**%s**", "mixed": "*%s*"}


def written(told: doc.Document) -> str:
    """Return a document as Markdown.

    >>> print(written(doc.document(doc.Heading("pennies", "a fair game"))), end="")
    **pennies**: a fair game
    """
    return "\n\n".join(_parts(told)) + "\n"


def _parts(told: doc.Document) -> Iterator[str]:
    for block in told.blocks:
        if not isinstance(block, doc.Break):
            yield _block(block)


def _block(block: doc.Block) -> str:
    match block:
        case doc.Document():
            return "\n\n".join(_parts(block))
        case doc.Heading(title, remark):
            said = phrase(remark)
            return f"**{escaped(title)}**: {said}" if said else f"**{escaped(title)}**"
        case doc.Section(title):
            return f"### {escaped(title)}"
        case doc.Text(text):
            return phrase(text)
        case doc.Note(text):
            return escaped(text)
        case doc.Pairs(rows):
            return pipes(["", ""], [[escaped(a), phrase(b)] for a, b in rows], right=False)
        case doc.Table():
            return _table(block)
        case doc.Grid():
            return _grid(block)
        case doc.Equation(name, formula):
            return f"{escaped(name)} = {_code(formula_text(formula))}"
        case doc.Listing():
            return "\n".join(f"{'  ' * depth}- {phrase(text)}" for depth, text in block.lines)
        case doc.Cases(cases):
            return "\n\n".join(_case(n, *case) for n, case in enumerate(cases, 1))
        case doc.Statement(kind, blocks, title):
            return "\n\n".join([f"### {escaped(title or kind.capitalize())}", *map(_block, blocks)])
        case doc.Plain(text):
            return "\n".join(f"    {safe(line)}" for line in text.splitlines())
    raise TypeError(f"{type(block).__name__} is no block of a document")


def _case(number: int, where: doc.Phrase, blocks: Sequence[doc.Block]) -> str:
    """Return one case; what holds in it stands in, so that it is part of its number."""
    inner = "\n\n".join(map(_block, blocks)).splitlines()
    body = "\n".join(f"   {line}".rstrip() for line in inner)
    return f"{number}. {phrase(where)}\n\n{body}"


def _table(block: doc.Table) -> str:
    """Return a table; its numbers, if any, are the columns after the first."""
    width = block.width
    head = [phrase(cell) for cell in block.head] or [""] * width
    rows = [[phrase(cell) for cell in row] + [""] * (width - len(row)) for row in block.rows]
    table = pipes(head + [""] * (width - len(head)), rows, right=1 in block.right)
    notes = "\n".join(f"{number}. {phrase(note)}" for number, note in enumerate(block.notes, 1))
    return "\n\n".join(filter(None, (phrase(block.caption), table, notes)))


def _grid(block: doc.Grid) -> str:
    grid = block.grid
    lettered = [(row, *line) for row, line in zip(grid.rows, grid.letters, strict=True)]
    head = [escaped(block.seat), *map(escaped, grid.columns)]
    table = pipes(head, [list(map(escaped, row)) for row in block.spelled or lettered])
    key = ", ".join(f"{letter} {escaped(action)}" for letter, action in grid.legend)
    return f"{table}\n\n{key}"


def phrase(words: doc.Phrase) -> str:
    """Return a phrase as Markdown."""
    return "".join(map(_piece, doc.pieces(words)))


def _piece(piece: doc.Piece) -> str:
    if isinstance(piece, doc.Number):
        return brief(piece.value)
    if isinstance(piece, doc.Maths | doc.Code):
        return _code(piece.text)
    if isinstance(piece, doc.Marked) and piece.note:
        return f"{escaped(piece.text)}<sup>{piece.note}</sup>"
    tone = piece.tone if isinstance(piece, doc.Word) else "plain"
    return _TONES.get(tone, "%s") % escaped(doc.text_of(piece))


def _code(text: str) -> str:
    return f"`{safe(text).replace('`', '')}`"


def escaped(text: str) -> str:
    r"""Return *text* so that Markdown prints it as it stands.

    >>> print(escaped("a|b *c* <d>"))
    a\|b \*c\* &lt;d&gt;
    """
    shown = safe(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join("\\" + letter if letter in r"\`*_[]#|~" else letter for letter in shown)


def pipes(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: bool = True) -> str:
    """Return a table with pipes; the cells are Markdown already, those after the first flush right.

    >>> print(pipes(["view", "draw"], [["1-7", "1"]]))
    | view | draw |
    | :--- | ---: |
    | 1-7  |    1 |
    """
    widths = [max(4, *(len(row[k]) for row in (head, *rows))) for k in range(len(head))]
    flush = [False, *(right for _ in widths[1:])]
    marks = [
        "-" * (width - 1) + ":" if end else ":" + "-" * (width - 1)
        for width, end in zip(widths, flush, strict=True)
    ]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.rjust(width) if end else cell.ljust(width)
            for cell, width, end in zip(row, widths, flush, strict=True)
        ]
        return "| " + " | ".join(cells) + " |"

    return "\n".join([line(head), line(marks), *map(line, rows)])
