"""Write documents as Markdown for a README or a wiki, tables with pipes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot.render import document as doc
from sabot.render.formula import formula_text
from sabot.render.text import printable, shorten_fraction

_TONE_MARKS = {"strong": "**%s**", "mixed": "*%s*"}


def render(document: doc.Document) -> str:
    """Return a document as Markdown.

    >>> print(render(doc.build_document(doc.Heading("pennies", "a fair game"))), end="")
    **pennies**: a fair game
    """
    return "\n\n".join(_rendered_blocks(document)) + "\n"


def _rendered_blocks(document: doc.Document) -> Iterator[str]:
    for block in document.blocks:
        if not isinstance(block, doc.Break):
            yield _render_block(block)


def _render_block(block: doc.Block) -> str:
    match block:
        case doc.Document():
            return "\n\n".join(_rendered_blocks(block))
        case doc.Heading(title, remark):
            said = render_phrase(remark)
            return (
                f"**{escape_markdown(title)}**: {said}" if said else f"**{escape_markdown(title)}**"
            )
        case doc.Section(title):
            return f"### {escape_markdown(title)}"
        case doc.Paragraph(text):
            return render_phrase(text)
        case doc.Remark(text):
            return escape_markdown(text)
        case doc.LabelledLines(rows):
            return pipe_table(
                ["", ""], [[escape_markdown(a), render_phrase(b)] for a, b in rows], right=False
            )
        case doc.TableBlock():
            return _render_table(block)
        case doc.GridBlock():
            return _render_grid(block)
        case doc.Equation(name, formula):
            return f"{escape_markdown(name)} = {_code_span(formula_text(formula))}"
        case doc.BulletList():
            return "\n".join(
                f"{'  ' * depth}- {render_phrase(text)}" for depth, text in block.lines
            )
        case doc.NumberedCases(cases):
            return "\n\n".join(_numbered_case(n, *case) for n, case in enumerate(cases, 1))
        case doc.TheoremBlock(kind, blocks, title):
            return "\n\n".join(
                [f"### {escape_markdown(title or kind.capitalize())}", *map(_render_block, blocks)]
            )
        case doc.Preformatted(text):
            return "\n".join(f"    {printable(line)}" for line in text.splitlines())
    raise TypeError(f"{type(block).__name__} is no block of a document")


def _numbered_case(number: int, where: doc.Phrase, blocks: Sequence[doc.Block]) -> str:
    """Return one case; its content is indented, so that it is part of its number."""
    inner = "\n\n".join(map(_render_block, blocks)).splitlines()
    body = "\n".join(f"   {line}".rstrip() for line in inner)
    return f"{number}. {render_phrase(where)}\n\n{body}"


def _render_table(block: doc.TableBlock) -> str:
    """Return a table; its numbers, if any, are the columns after the first."""
    width = block.width
    head = [render_phrase(cell) for cell in block.head] or [""] * width
    rows = [[render_phrase(cell) for cell in row] + [""] * (width - len(row)) for row in block.rows]
    table = pipe_table(head + [""] * (width - len(head)), rows, right=1 in block.right)
    notes = "\n".join(
        f"{number}. {render_phrase(note)}" for number, note in enumerate(block.notes, 1)
    )
    return "\n\n".join(filter(None, (render_phrase(block.caption), table, notes)))


def _render_grid(block: doc.GridBlock) -> str:
    grid = block.grid
    lettered = [(row, *line) for row, line in zip(grid.rows, grid.letters, strict=True)]
    head = [escape_markdown(block.seat), *map(escape_markdown, grid.columns)]
    table = pipe_table(head, [list(map(escape_markdown, row)) for row in block.spelled or lettered])
    key = ", ".join(f"{letter} {escape_markdown(action)}" for letter, action in grid.legend)
    return f"{table}\n\n{key}"


def render_phrase(words: doc.Phrase) -> str:
    """Return a phrase as Markdown."""
    return "".join(map(_render_inline, doc.inlines_of(words)))


def _render_inline(piece: doc.Inline) -> str:
    if isinstance(piece, doc.ExactNumber):
        return shorten_fraction(piece.value)
    if isinstance(piece, doc.InlineMath | doc.InlineCode):
        return _code_span(piece.text)
    if isinstance(piece, doc.FootnoteMark) and piece.note:
        return f"{escape_markdown(piece.text)}<sup>{piece.note}</sup>"
    tone = piece.tone if isinstance(piece, doc.StyledText) else "plain"
    return _TONE_MARKS.get(tone, "%s") % escape_markdown(doc.inline_text(piece))


def _code_span(text: str) -> str:
    return f"`{printable(text).replace('`', '')}`"


def escape_markdown(text: str) -> str:
    r"""Return *text* so that Markdown prints it unchanged.

    >>> print(escape_markdown("a|b *c* <d>"))
    a\|b \*c\* &lt;d&gt;
    """
    shown = printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join("\\" + letter if letter in r"\`*_[]#|~" else letter for letter in shown)


def pipe_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: bool = True) -> str:
    """Return a table with pipes; the cells are Markdown already, those after the first flush right.

    >>> print(pipe_table(["view", "draw"], [["1-7", "1"]]))
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
