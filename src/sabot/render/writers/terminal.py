"""Documents on a terminal, by rich: colours where there are any, lines folded at the width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sabot.render import document as doc
from sabot.render.formula import factored
from sabot.render.grid import MIXED
from sabot.render.screen import columns, heading, note, pairs
from sabot.render.words import brief, safe

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        case doc.Text(text, depth):
            return _standing_in(phrase(text), depth)
        case doc.Note(text, depth):
            return note(safe(text), indent=2 * depth)
        case doc.Pairs(rows, width):
            return pairs([(safe(label), phrase(text)) for label, text in rows], width=width)
        case doc.Table(rows, head, right, depth):
            return _table(rows, head, right, depth)
        case doc.Grid():
            return _grid(block)
        case doc.Equation(name, formula):
            return Padding(Text(safe(f"{name} = {factored(formula)}")), (0, 0, 0, 2))
        case doc.Listing(items):
            return Group(*(_standing_in(Text("- ").append_text(phrase(x)), 1) for x in items))
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
            found.append(brief(piece.value))
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


def _table(
    rows: Iterable[tuple[doc.Phrase, ...]],
    head: tuple[doc.Phrase, ...],
    right: tuple[int, ...],
    depth: int,
) -> RenderableType:
    lines = [[phrase(cell) for cell in row] for row in rows]
    names = [phrase(cell).plain for cell in head] if head else None
    return columns(lines, right=right, head=names, indent=2 * depth)


def _grid(block: doc.Grid) -> RenderableType:
    grid, indent = block.grid, 2 * block.depth
    cells = [
        [Text(safe(row)), *(Text(cell, style="yellow" if cell == MIXED else "") for cell in line)]
        for row, line in zip(grid.rows, grid.letters, strict=True)
    ]
    head = ("", *map(safe, grid.columns))
    key = (note(safe(line), indent=indent) for line in block.key)
    return Group(columns(cells, head=head, gap=1, indent=indent), *key)
