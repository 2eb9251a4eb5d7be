"""The pieces that every screen is made of.

Nothing here is markup: every text that comes from a game or a file passes through
:func:`sabot.render.words.safe`, so that a label cannot recolour or rewrite the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
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
    lines = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    if head:
        lines.insert(0, [Text(text, style="dim") for text in head])
    return Padding(_Columns(lines, frozenset(right), gap), (0, 0, 0, indent))


class _Columns:
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
            level = _level([wide[k] for k in range(count) if k not in kept], free)
            more = {k: n for k, n in enumerate(least) if k not in kept and n > level}
            if not more:
                return kept
            kept |= more


def _longest_word(text: Text) -> int:
    return max((cell_len(word) for word in text.plain.split()), default=0)


def _level(widths: Sequence[int], room: int) -> int:
    """Return how wide columns can be, at most, so that all of them fit.

    >>> _level([30, 4, 50], 60), _level([3, 4], 60)
    (28, 4)
    """
    level = max(widths, default=0)
    while level > 1 and sum(min(width, level) for width in widths) > room:
        level -= 1
    return level


def note(text: str, *, indent: int = 2) -> RenderableType:
    """Return a dim remark."""
    return Padding(Text(text, style="dim"), (0, 0, 0, indent))


def heading(title: str, remark: str = "") -> Text:
    """Return the head of a part: a bold title and a plain remark."""
    text = Text(safe(title), style="bold")
    return text.append(f"  {remark}", style="not bold") if remark else text
