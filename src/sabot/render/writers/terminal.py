"""Documents on a terminal, by rich: colours where there are any, lines folded at the width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sabot.render import document as doc
from sabot.render.grid import MIXED
from sabot.render.screen import columns, heading, note, pairs
from sabot.render.words import brief, rounded, safe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import ConsoleOptions, RenderResult

WIDTH = 80
_STYLES: dict[doc.Tone, str] = {"plain": "", "strong": "bold", "dim": "dim", "mixed": "yellow"}


def written(told: doc.Block, *, width: int = WIDTH) -> str:
    """Return a document as text of so many columns, without colours and trailing blanks.

    >>> print(written(doc.document(doc.Heading("pennies"), doc.pairs(("value", "0")))), end="")
    pennies
      value  0
    """
    console = Console(width=width, color_system=None, force_terminal=False, emoji=False)
    with console.capture() as captured:
        console.print(shown(told), highlight=False, markup=False)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def shown(block: doc.Block) -> RenderableType:
    """Return a block as rich renders it."""
    match block:
        case doc.Document(blocks):
            return Group(*map(shown, blocks))
        case doc.Heading(title, remark):
            return _heading(title, remark)
        case doc.Section(title):
            return heading(title)
        case doc.Text(text, depth, hang):
            told = phrase(text)
            return _Hanging(told, 2 * depth, 2 * hang) if hang else _standing_in(told, depth)
        case doc.Note(text, depth):
            return note(safe(text), indent=2 * depth)
        case doc.Pairs(rows, width):
            return pairs([(safe(label), phrase(text)) for label, text in rows], width=width)
        case doc.Table():
            return _table(block)
        case doc.Grid():
            return _grid(block)
        case doc.Equation(name, formula):
            from sabot.render.formula import formula_text  # with FLINT, which words do not need

            return Padding(Text(safe(f"{name} = {formula_text(formula)}")), (0, 0, 0, 2))
        case doc.Listing():
            lines = ((depth, Text("- ").append_text(phrase(x))) for depth, x in block.lines)
            return Group(*(_standing_in(line, 1 + depth) for depth, line in lines))
        case doc.Cases(cases):
            return Group(*(_case(n, *case) for n, case in enumerate(cases, 1)))
        case doc.Statement(kind, blocks, title):
            return Group(heading(title or kind.capitalize()), *map(shown, blocks), Text())
        case doc.Plain(text):
            body = "\n".join(map(safe, text.splitlines()))
            return Text(body, no_wrap=True, overflow="ignore")
        case doc.Break():
            return Text()
    raise TypeError(f"{type(block).__name__} is no block of a document")


def phrase(words: doc.Phrase) -> Text:
    """Return a phrase in its tones, harmless to a terminal."""
    found = Text()
    for piece in doc.pieces(words):
        if isinstance(piece, doc.Number):
            value, digits = piece.value, piece.digits
            found.append(rounded(value, digits) if digits else brief(value))
        elif isinstance(piece, doc.Marked) and piece.note:
            found.append(f"{safe(piece.text)} {piece.note}")
        else:
            tone = piece.tone if isinstance(piece, doc.Word) else "plain"
            found.append(safe(doc.text_of(piece)), style=_STYLES[tone] or None)
    return found


def _heading(title: str, remark: doc.Phrase) -> Text:
    found = heading(title)
    told = phrase(remark)
    return Text.assemble(found, "  ", told) if told else found


def _standing_in(text: Text, depth: int) -> RenderableType:
    return Padding(text, (0, 0, 0, 2 * depth)) if depth else text


class _Hanging:
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


def _case(number: int, where: doc.Phrase, blocks: Iterable[doc.Block]) -> RenderableType:
    head = Text(f"{number}. ").append_text(phrase(where))
    return Group(head, *(Padding(shown(block), (0, 0, 0, 2)) for block in blocks))


def _table(block: doc.Table) -> RenderableType:
    lines = [[phrase(cell) for cell in row] for row in block.rows]
    names = [phrase(cell).plain for cell in block.head] if block.head else None
    grid = columns(lines, right=block.right, head=names, indent=2 * block.depth)
    if not block.caption and not block.notes:
        return grid
    notes = (
        Padding(Text(f"{number} ").append_text(phrase(note)), (0, 0, 0, 2 * block.depth))
        for number, note in enumerate(block.notes, 1)
    )
    return Group(*([phrase(block.caption)] if block.caption else []), grid, *notes)


def _grid(block: doc.Grid) -> RenderableType:
    grid, indent = block.grid, 2 * block.depth
    cells = [
        [Text(safe(row)), *(Text(cell, style="yellow" if cell == MIXED else "") for cell in line)]
        for row, line in zip(grid.rows, grid.letters, strict=True)
    ]
    head = ("", *map(safe, grid.columns))
    key = (note(safe(line), indent=indent) for line in block.key)
    return Group(columns(cells, head=head, gap=1, indent=indent), *key)
