"""Write documents to a terminal with rich.

Colours are used where the terminal has them; lines are folded at its width, and columns break no
word unless their longest words do not fit side by side. No markup is interpreted: every text that
comes from a game or a file passes through :func:`sabot.render.text.printable`, so that a label
cannot recolour or rewrite the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, JustifyMethod, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabot.render import document as doc
from sabot.render.document import MIXED_CELL
from sabot.render.text import printable, rounded_decimal, shorten_fraction

DEFAULT_WIDTH = 80
_TONE_STYLES: dict[doc.Tone, str] = {"plain": "", "strong": "bold", "dim": "dim", "mixed": "yellow"}


def render(document: doc.Block, *, width: int = DEFAULT_WIDTH) -> str:
    """Return a document as text of so many columns, without colours and trailing blanks.

    >>> parts = doc.Heading("pennies"), doc.labelled_lines(("value", "0"))
    >>> print(render(doc.build_document(*parts)), end="")
    pennies
      value  0
    """
    console = Console(width=width, color_system=None, force_terminal=False, emoji=False)
    with console.capture() as captured:
        console.print(to_rich(document), highlight=False, markup=False)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def to_rich(block: doc.Block) -> RenderableType:
    """Return a block as rich renders it."""
    match block:
        case doc.Document(blocks):
            return Group(*map(to_rich, blocks))
        case doc.Heading(title, remark):
            return _heading_with_remark(title, remark)
        case doc.Section(title):
            return bold_heading(title)
        case doc.Paragraph(text, depth, hang):
            rendered = render_phrase(text)
            return (
                _HangingParagraph(rendered, 2 * depth, 2 * hang)
                if hang
                else _indented(rendered, depth)
            )
        case doc.Remark(text, depth):
            return dim_remark(printable(text), indent=2 * depth)
        case doc.LabelledLines(rows, width):
            return label_table(
                [(printable(label), render_phrase(text)) for label, text in rows], width=width
            )
        case doc.TableBlock():
            return _rich_table(block)
        case doc.GridBlock():
            return _rich_grid(block)
        case doc.Equation(name, formula):
            from sabot.render.formula import formula_text  # with FLINT, which words do not need

            return Padding(Text(printable(f"{name} = {formula_text(formula)}")), (0, 0, 0, 2))
        case doc.BulletList():
            lines = ((depth, Text("- ").append_text(render_phrase(x))) for depth, x in block.lines)
            return Group(*(_indented(line, 1 + depth) for depth, line in lines))
        case doc.NumberedCases(cases):
            return Group(*(_numbered_case(n, *case) for n, case in enumerate(cases, 1)))
        case doc.TheoremBlock(kind, blocks, title):
            return Group(bold_heading(title or kind.capitalize()), *map(to_rich, blocks), Text())
        case doc.Preformatted(text):
            body = "\n".join(map(printable, text.splitlines()))
            return Text(body, no_wrap=True, overflow="ignore")
        case doc.Break():
            return Text()
    raise TypeError(f"{type(block).__name__} is no block of a document")


def render_phrase(words: doc.Phrase) -> Text:
    """Return a phrase in its tones, harmless to a terminal."""
    found = Text()
    for piece in doc.inlines_of(words):
        if isinstance(piece, doc.ExactNumber):
            value, digits = piece.value, piece.digits
            found.append(rounded_decimal(value, digits) if digits else shorten_fraction(value))
        elif isinstance(piece, doc.FootnoteMark) and piece.note:
            found.append(f"{printable(piece.text)} {piece.note}")
        else:
            tone = piece.tone if isinstance(piece, doc.StyledText) else "plain"
            found.append(printable(doc.inline_text(piece)), style=_TONE_STYLES[tone] or None)
    return found


def _heading_with_remark(title: str, remark: doc.Phrase) -> Text:
    found = bold_heading(title)
    text = render_phrase(remark)
    return Text.assemble(found, "  ", text) if text else found


def _indented(text: Text, depth: int) -> RenderableType:
    return Padding(text, (0, 0, 0, 2 * depth)) if depth else text


class _HangingParagraph:
    """A paragraph with a hanging indent; how it breaks is known only when it is printed."""

    def __init__(self, text: Text, indent: int, hang: int) -> None:
        self._text, self._indent, self._hang = text, indent, hang

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = max(options.max_width - self._indent, self._hang + 1)
        first = self._text.wrap(console, room)[0]
        rest = self._text[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        yield Padding(first, (0, 0, 0, self._indent))
        if rest:
            yield Padding(rest, (0, 0, 0, self._indent + self._hang))


def _numbered_case(number: int, where: doc.Phrase, blocks: Iterable[doc.Block]) -> RenderableType:
    head = Text(f"{number}. ").append_text(render_phrase(where))
    return Group(head, *(Padding(to_rich(block), (0, 0, 0, 2)) for block in blocks))


def _rich_table(block: doc.TableBlock) -> RenderableType:
    lines = [[render_phrase(cell) for cell in row] for row in block.rows]
    names = [render_phrase(cell).plain for cell in block.head] if block.head else None
    grid = column_table(lines, right=block.right, head=names, indent=2 * block.depth)
    if not block.caption and not block.notes:
        return grid
    notes = (
        Padding(Text(f"{number} ").append_text(render_phrase(note)), (0, 0, 0, 2 * block.depth))
        for number, note in enumerate(block.notes, 1)
    )
    return Group(*([render_phrase(block.caption)] if block.caption else []), grid, *notes)


def _rich_grid(block: doc.GridBlock) -> RenderableType:
    grid, indent = block.grid, 2 * block.depth
    cells = [
        [
            Text(printable(row)),
            *(Text(cell, style="yellow" if cell == MIXED_CELL else "") for cell in line),
        ]
        for row, line in zip(grid.rows, grid.letters, strict=True)
    ]
    head = ("", *map(printable, grid.columns))
    key = (dim_remark(printable(line), indent=indent) for line in block.key)
    return Group(column_table(cells, head=head, gap=1, indent=indent), *key)


def label_table(
    rows: Iterable[tuple[str, str | Text]], *, indent: int = 2, width: int = 0
) -> RenderableType:
    """Return labelled lines: the label dim, *width* wide or more, the rest aligned and folded."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True, min_width=width or None)
    table.add_column(overflow="fold")
    for label, text in rows:
        table.add_row(Text(label), text if isinstance(text, Text) else Text(text))
    return Padding(table, (0, 0, 0, indent))


def column_table(
    rows: Iterable[Sequence[str | Text]],
    *,
    right: Sequence[int] = (),
    head: Sequence[str] | None = None,
    indent: int = 2,
    gap: int = 2,
) -> RenderableType:
    """Return a grid of texts; the columns numbered in *right* are flush right."""
    lines = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    if head:
        lines.insert(0, [Text(text, style="dim") for text in head])
    return Padding(_ColumnTable(lines, frozenset(right), gap), (0, 0, 0, indent))


class _ColumnTable:
    """A grid of texts that breaks no word, unless its longest words do not fit side by side."""

    def __init__(self, lines: Sequence[Sequence[Text]], right: frozenset[int], gap: int) -> None:
        self._lines, self._right, self._gap = lines, right, gap

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = max(map(len, self._lines), default=0)
        room = options.max_width - self._gap * max(count - 1, 0)
        kept = self._kept(count, room)
        grid = Table.grid(padding=(0, self._gap))
        for number in range(count):
            flush: JustifyMethod = "right" if number in self._right else "left"
            grid.add_column(overflow="fold", justify=flush, width=kept.get(number))
        for line in self._lines:
            grid.add_row(*line)
        yield grid

    def _kept(self, count: int, room: int) -> dict[int, int]:
        """Return the columns that must not be as narrow as the room would make them."""
        columns = [[line[k] for line in self._lines if k < len(line)] for k in range(count)]
        wide = [max((text.cell_len for text in column), default=0) for column in columns]
        least = [max(map(_longest_word, column), default=0) for column in columns]
        if sum(wide) <= room or sum(least) > room:
            return {}
        kept: dict[int, int] = {}
        while True:
            free = room - sum(kept.values())
            level = _common_width([wide[k] for k in range(count) if k not in kept], free)
            more = {k: n for k, n in enumerate(least) if k not in kept and n > level}
            if not more:
                return kept
            kept |= more


def _longest_word(text: Text) -> int:
    return max((cell_len(word) for word in text.plain.split()), default=0)


def _common_width(widths: Sequence[int], room: int) -> int:
    """Return how wide columns can be, at most, so that all of them fit.

    >>> _common_width([30, 4, 50], 60), _common_width([3, 4], 60)
    (28, 4)
    """
    level = max(widths, default=0)
    while level > 1 and sum(min(width, level) for width in widths) > room:
        level -= 1
    return level


def dim_remark(text: str, *, indent: int = 2) -> RenderableType:
    """Return a dim remark."""
    return Padding(Text(text, style="dim"), (0, 0, 0, indent))


def bold_heading(title: str, remark: str = "") -> Text:
    """Return the head of a part: a bold title and a plain remark."""
    text = Text(printable(title), style="bold")
    return text.append(f"  {remark}", style="not bold") if remark else text
