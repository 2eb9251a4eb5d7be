"""The pieces that every screen is made of.

Nothing here is markup: every text that comes from a game or a file passes through
:func:`sabot.render.words.safe`, so that a label cannot recolour or rewrite the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabot.render.words import safe


def pairs(
    rows: Iterable[tuple[str, str | Text]], *, indent: int = 2, width: int = 0
) -> RenderableType:
    """Return labelled lines: the label dim, *width* wide or more, the rest aligned and folded."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True, min_width=width or None)
    table.add_column(overflow="fold")
    for label, text in rows:
        table.add_row(Text(label), text if isinstance(text, Text) else Text(text))
    return Padding(table, (0, 0, 0, indent))


def columns(
    rows: Iterable[Sequence[str | Text]],
    *,
    right: Sequence[int] = (),
    head: Sequence[str] | None = None,
    indent: int = 2,
    gap: int = 2,
) -> RenderableType:
    """Return a grid of texts; the columns numbered in *right* are flush right."""
    lines = list(rows)
    grid = Table.grid(padding=(0, gap))
    for number in range(max(map(len, [*lines, *([head] if head else [])]), default=0)):
        grid.add_column(overflow="fold", justify="right" if number in right else "left")
    if head:
        grid.add_row(*(Text(text, style="dim") for text in head))
    for line in lines:
        grid.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in line))
    return Padding(grid, (0, 0, 0, indent))


def note(text: str, *, indent: int = 2) -> RenderableType:
    """Return a dim remark."""
    return Padding(Text(text, style="dim"), (0, 0, 0, indent))


def heading(title: str, remark: str = "") -> Text:
    """Return the head of a part: a bold title and a plain remark."""
    text = Text(safe(title), style="bold")
    return text.append(f"  {remark}", style="not bold") if remark else text
