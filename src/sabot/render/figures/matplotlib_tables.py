"""Draw strategies with matplotlib: bars, intervals of types, grids of letters, ranges, text.

Neighbouring rows that agree are drawn as one, and a cell that mixes is divided as its probabilities
are. Boxes are gathered into one collection, because hundreds drawn one by one take seconds.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from sabot.exact import format_fraction
from sabot.forms.extensive import MixedAction
from sabot.render.document import MIXED_CELL
from sabot.render.figures.panels import (
    EMPTY_HISTORY,
    AnyPanel,
    BarPanel,
    GridPanel,
    IntervalPanel,
    RangePanel,
    TextPanel,
)
from sabot.render.figures.style import (
    CAPTION_COLOUR,
    TEXT_COLOUR,
    FigureStyle,
    action_colour,
    text_colour_on,
)
from sabot.render.text import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BoxCorners = list[tuple[float, float]]
_BAR_HEIGHT, _BAR_PANEL_MARGIN = 0.24, 0.75
_KEY_LINE_HEIGHT, _KEY_MARGIN = 0.165, 0.2
"""Inches of a line of the key at the side, and around all of them."""
_MAX_LABEL_CHARS = 16
"""Letters of a fraction in a part of a bar; a longer one is left to the list beside the figure."""
"""Inches of a bar, and of the margin of a panel of bars."""
BAR_SHARE = 0.76
"""How much of its row a bar fills."""
_TABLE_ROW_HEIGHT, _TABLE_MARGIN = 0.22, 0.75
"""Inches of a row of a table, and of the margin above and below the table."""
_SMALLEST_FONT = 7
"""Points of the smallest letters."""
_SMALLEST_CHAR_WIDTH = 4.4 / 72
"""Inches that one of them takes."""
_TEXT_POINTS, _TEXT_CHAR_WIDTH, _TEXT_LINE_HEIGHT = 8, 8 * 0.603 / 72, 0.155
"""Points of letters of equal width, and the inches that one of them and one line take."""
_MAX_MIXES_IN_CAPTION = 2
"""Mixed cells of a table that are also listed below it."""


def table_height(
    panel: BarPanel | IntervalPanel | GridPanel | RangePanel | TextPanel, look: FigureStyle
) -> float:
    """Return how tall a panel is, in inches."""
    if isinstance(panel, TextPanel):
        return _TEXT_LINE_HEIGHT * (len(panel.lines) + 1)
    if isinstance(panel, BarPanel | IntervalPanel):
        above = 0.17 * -(-len(panel.actions) // _key_columns(panel, look)) if look.narrow else 0.0
        key = 0.0 if look.narrow else _KEY_MARGIN + _KEY_LINE_HEIGHT * len(panel.actions)
        return max(_BAR_PANEL_MARGIN + _BAR_HEIGHT * len(panel.lines) + above, key)
    if isinstance(panel, GridPanel):
        below = 0.5 if look.narrow else 0.2
        return (
            _TABLE_MARGIN
            + below
            + _TABLE_ROW_HEIGHT * sum(row.tall for row in group_rows(panel, look))
        )
    below = 0.18 * _key_line_count(panel.actions, look) + (0.5 if look.narrow else 0.0)
    return _TABLE_MARGIN + 0.2 + _TABLE_ROW_HEIGHT * len(panel.rows) + below


def percent_label(chance: Fraction) -> str:
    """Return a chance in per cent: never 0 or 100 where it is neither.

    >>> [percent_label(Fraction(*pair)) for pair in ((5, 8), (1, 3), (1, 1000))]
    ['62.5 %', '33.3 %', '0.1 %']
    >>> percent_label(Fraction(9999, 10000)), percent_label(Fraction(1, 10**6))
    ('> 99.9 %', '< 0.1 %')
    """
    tenths = round(1000 * chance)
    if chance and not tenths:
        return "< 0.1 %"
    if chance != 1 and tenths == 1000:
        return "> 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %".replace(".0 ", " ")


def _whole_percent_label(chance: Fraction) -> str:
    """Return a chance in whole per cent for a narrow cell: never 0 or 100 where it is neither.

    >>> [_whole_percent_label(Fraction(*pair)) for pair in ((1, 3), (1, 1000), (999, 1000))]
    ['33', '<1', '>99']
    """
    found = round(100 * chance)
    if chance and not found:
        return "<1"
    return ">99" if chance != 1 and found == 100 else str(found)


def _chance_label(chance: Fraction, exact: bool) -> str:
    return format_fraction(chance) if exact else percent_label(chance)


# ---------------------------------------------------------------------- bars


def draw_bars(axis: Axes, panel: BarPanel, look: FigureStyle) -> None:
    """Draw a bar for each line, divided among the actions, with the chances that are mixed."""
    axis.set_title(printable(panel.title), loc="left")
    inch = 0.62 * float(look.width)
    named: set[str] = set()
    for row, (_, mix) in enumerate(panel.lines):
        start = 0.0
        for place, action in enumerate(panel.actions):
            chance = Fraction(mix.get(action, 0))
            if not chance:
                continue
            wide = float(chance)
            _draw_part(axis, row, start, wide, place, None if action in named else action)
            named.add(action)
            label = _chance_label(chance, panel.exact)
            fits = len(label) <= _MAX_LABEL_CHARS
            if chance < 1 and fits and len(label) * _SMALLEST_CHAR_WIDTH < wide * inch:
                colour = text_colour_on(action_colour(place))
                _write_in_box(axis, start + wide / 2, row, label, colour)
            start += wide
    _label_rows(axis, [label for label, _ in panel.lines])
    if panel.exact:
        _set_quarter_ticks(axis)
    else:
        axis.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
    axis.set_xlabel(panel.measure)
    if len(panel.actions) > 1:
        _draw_colour_key(axis, panel, look)


def draw_intervals(axis: Axes, panel: IntervalPanel, look: FigureStyle) -> None:
    """Draw a strip of hands for each turn, each interval in the colour of its action."""
    axis.set_title(printable(panel.title), loc="left")
    named: set[str] = set()
    inch = 0.62 * float(look.width)
    for row, (_, steps) in enumerate(panel.lines):
        low = 0.0
        for end, action in steps:
            place = panel.actions.index(action)
            high = float(end)
            if high == low:
                continue
            _draw_part(axis, row, low, high - low, place, None if action in named else action)
            named.add(action)
            cut = format_fraction(end) if panel.exact else f"{high:.4f}".rstrip("0")
            if end < 1 and (len(cut) + 1) * _SMALLEST_CHAR_WIDTH < (high - low) * inch:
                colour = text_colour_on(action_colour(place))
                mark = axis.text(high - 0.008, row, cut, ha="right", va="center", color=colour)
                mark.set(fontsize=_SMALLEST_FONT, in_layout=False)
            low = high
    _label_rows(axis, [label for label, _ in panel.lines])
    axis.set_xlabel(look.wrap_label(panel.measure))
    if panel.exact:
        _set_quarter_ticks(axis)
    _draw_colour_key(axis, panel, look)


def _set_quarter_ticks(axis: Axes) -> None:
    axis.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "1/4", "1/2", "3/4", "1"])


def _draw_part(
    axis: Axes, row: int, start: float, wide: float, place: int, name: str | None
) -> None:
    """Draw a part of a bar in the colour of an action; with a name it is in the key."""
    axis.barh(
        row,
        wide,
        left=start,
        height=BAR_SHARE,
        color=action_colour(place),
        edgecolor="white",
        linewidth=0.6,
        label=None if name is None else printable(name),
    )


def _label_rows(axis: Axes, labels: Sequence[str]) -> None:
    axis.set_yticks(range(len(labels)), [printable(label) for label in labels])
    axis.tick_params(axis="y", length=0)
    axis.set_xlim(0, 1)
    axis.set_ylim(max(len(labels), 1.2) - 0.5, -0.5)


def _key_columns(panel: BarPanel | IntervalPanel, look: FigureStyle) -> int:
    """Return how many colours are explained side by side above the axes of one column.

    >>> lines = (("1 enter, 2 double", ()),)
    >>> panel = IntervalPanel("", lines, ("drop", "enter", "look"))
    >>> [_key_columns(panel, FigureStyle.of(width=width)) for width in (3.4, 2.9)]
    [3, 2]
    """
    beside = _SMALLEST_CHAR_WIDTH * max(len(label) for label, *_ in panel.lines)
    points = 72 * (float(look.width) - beside) - 14
    return max(1, min(4, int(points / (26 + 4.9 * max(map(len, panel.actions))))))


def _draw_colour_key(axis: Axes, panel: BarPanel | IntervalPanel, look: FigureStyle) -> None:
    """Say what each colour is: at the side, or above where there is no side."""
    handles = dict(zip(*reversed(axis.get_legend_handles_labels()), strict=True))
    names = [printable(action) for action in panel.actions if printable(action) in handles]
    shown = [handles[name] for name in names]
    if look.narrow:
        spot = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.2}
        tight = {"handlelength": 1.4, "columnspacing": 1.0}
        columns = _key_columns(panel, look)
        axis.legend(shown, names, ncols=min(len(names), columns), **spot, **tight)
        axis.set_title(axis.get_title("left"), loc="left", pad=6 + 12 * -(-len(names) // columns))
    else:
        axis.legend(shown, names, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _write_in_box(
    axis: Axes, x: float, y: float, text: str, colour: str = TEXT_COLOUR, size: int = _SMALLEST_FONT
) -> None:
    """Write inside a box; measuring hundreds of words takes seconds, so none is."""
    if not text:
        return
    mark = axis.text(x, y, text, ha="center", va="center", fontsize=size, color=colour)
    mark.set_in_layout(False)


# ---------------------------------------------------------------------- tables of letters


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A line of a table as it is drawn: neighbours of one group that agree are one."""

    group: str
    label: tuple[str, ...]
    """Its words, line by line."""
    first: str
    """The row that it begins with."""
    letters: tuple[str, ...]

    @property
    def tall(self) -> float:
        """How many plain lines it takes."""
        return max(1.0, 0.62 * len(self.label) + 0.2)


def group_rows(panel: GridPanel, look: FigureStyle) -> list[DrawnRow]:
    """Return the lines of a table as they are drawn."""
    groups = panel.groups or ("",) * len(panel.rows)
    found: list[DrawnRow] = []
    together = groupby(zip(groups, panel.rows, panel.letters, strict=True), key=_row_group_key)
    kinds = [(key, list(rows)) for key, rows in together]
    alone = {group for (group, *_), _ in kinds if [k[0] for k, _ in kinds].count(group) == 1}
    for (group, *_), rows in kinds:
        names = [printable(name) for _, name, _ in rows]
        words = "all" if group and group in alone and len(names) > 1 else " ".join(names)
        label = tuple(wrap(words, 14 if look.narrow else 26, break_long_words=False))
        found.append(DrawnRow(group, label, rows[0][1], rows[0][2]))
    return found


def _row_group_key(row: tuple[str, str, tuple[str, ...]]) -> tuple[str, tuple[str, ...], str]:
    """Return what two rows must share to be drawn as one."""
    group, name, letters = row
    mixed = any(letter == MIXED_CELL for letter in letters)
    return group, letters, name if mixed or not group else ""


def draw_grid(axis: Axes, panel: GridPanel, look: FigureStyle) -> None:
    """Draw a table of letters: a line for each group of rows that agree, the mixes in the cells."""
    axis.set_title(printable(panel.title), loc="left", pad=18)
    letters = [letter for letter in panel.legend if letter != MIXED_CELL]
    colours = {letter: action_colour(place) for place, letter in enumerate(letters)}
    boxes = BoxBatch()
    rows, spots, low = group_rows(panel, look), [], 0.0
    for row in rows:
        spots.append(low + row.tall / 2)
        low += row.tall
    for row, middle in zip(rows, spots, strict=True):
        for place, letter in enumerate(row.letters):
            if letter == MIXED_CELL:
                mix = panel.mixes[row.first, panel.columns[place]]
                _draw_mixed_cell(axis, boxes, panel, (place, middle, row.tall), mix)
            elif letter:
                cell = (place - 0.5, place + 0.5, middle, row.tall)
                boxes.add(*cell, colours[letter])
                boxes.frame(*cell)
                _write_in_box(axis, place, middle, letter, text_colour_on(colours[letter]), 8)
    boxes.draw(axis)
    axis.set_xlim(-0.5, len(panel.columns) - 0.5)
    axis.set_ylim(low, 0)
    axis.set_xticks(range(len(panel.columns)), [printable(name) for name in panel.columns])
    axis.set_yticks(spots, ["\n".join(row.label) for row in rows], fontsize=_SMALLEST_FONT)
    _hide_axes(axis)
    _draw_groups(axis, rows, spots, panel.grouped_by)
    key = ", ".join(f"{letter} {panel.legend[letter]}" for letter in letters)
    for (held, seen), mix in list(panel.mixes.items())[:_MAX_MIXES_IN_CAPTION]:
        words = ", ".join(
            f"{action} {_chance_label(chance, panel.exact)}"
            for action, chance in mix.items()
            if chance
        )
        key += f"; at {held},{seen}: {words}"
    if len(panel.sees) == 2:
        down = f"{panel.sees[0]}, by {panel.grouped_by}" if panel.groups else panel.sees[0]
        key += f"\nrows: {down}; columns: {panel.sees[1]}"
    lines = (fill(printable(line), int(15 * look.width)) for line in key.split("\n"))
    axis.set_xlabel("\n".join(lines), fontsize=8)


def _draw_groups(axis: Axes, rows: Sequence[DrawnRow], spots: Sequence[float], by: str) -> None:
    """Part the groups by a line, and name each at the far left."""
    if not any(row.group for row in rows):
        return
    edge = axis.get_yaxis_transform()
    start = 0
    for end in range(1, len(rows) + 1):
        if end < len(rows) and rows[end].group == rows[start].group:
            continue
        low = spots[start] - rows[start].tall / 2
        high = spots[end - 1] + rows[end - 1].tall / 2
        if start:
            axis.plot(
                [-0.01, 1], [low, low], transform=edge, color=TEXT_COLOUR, lw=0.8, clip_on=False
            )
        axis.text(
            1.015,
            (low + high) / 2,
            printable(rows[start].group),
            transform=edge,
            va="center",
            fontsize=8,
            fontweight="bold",
            color=TEXT_COLOUR,
        )
        start = end
    axis.text(
        1.015,
        -0.35,
        printable(by),
        transform=edge,
        va="bottom",
        fontsize=_SMALLEST_FONT,
        color=CAPTION_COLOUR,
    )


def _draw_mixed_cell(
    axis: Axes, boxes: BoxBatch, panel: GridPanel, cell: tuple[int, float, float], mix: MixedAction
) -> None:
    """Draw a cell that mixes: divided as the mix is, the chance of each action in it."""
    place, middle, tall = cell
    letters = {action: letter for letter, action in panel.legend.items()}
    order = list(panel.legend.values())
    _draw_divided_cell(axis, boxes, (place - 0.5, place + 0.5, middle, tall), mix, order)
    last = max((action for action in mix if mix[action]), key=order.index)
    mark = axis.text(place, middle, f"{letters[last]} {_whole_percent_label(mix[last])} %")
    pale = {"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.85}
    mark.set(
        ha="center",
        va="center",
        fontsize=_SMALLEST_FONT,
        color=TEXT_COLOUR,
        in_layout=False,
        bbox=pale,
    )


def _draw_divided_cell(
    axis: Axes,
    boxes: BoxBatch,
    cell: tuple[float, float, float, float],
    mix: MixedAction,
    actions: Sequence[str],
    inch: float = 0.0,
    *,
    exact: bool = True,
) -> None:
    """Draw a cell divided from left to right; with the chances where there is room."""
    left, right, middle, tall = cell
    start = left
    for action in sorted((a for a in mix if mix[a]), key=list(actions).index):
        wide = float(mix[action]) * (right - left)
        colour = action_colour(list(actions).index(action))
        boxes.add(start, start + wide, middle, tall, colour)
        room = float(mix[action]) * inch / _SMALLEST_CHAR_WIDTH
        text = format_fraction(mix[action]) if exact else _whole_percent_label(mix[action])
        if len(text) + (len(text) > 3) < room:
            _write_in_box(axis, start + wide / 2, middle, text, text_colour_on(colour))
        start += wide
    boxes.frame(left, right, middle, tall)


@dataclass(slots=True)
class BoxBatch:
    """The coloured boxes of a table, gathered: hundreds one by one take seconds."""

    by_colour: dict[str, list[BoxCorners]] = field(default_factory=dict)
    frames: list[BoxCorners] = field(default_factory=list)

    def add(self, left: float, right: float, middle: float, tall: float, colour: str) -> None:
        """Fill one box, or a part of one."""
        corners = _box_corners(left, right, middle, tall)
        self.by_colour.setdefault(colour, []).append(corners)

    def frame(self, left: float, right: float, middle: float, tall: float) -> None:
        """Part a cell from its neighbours."""
        self.frames.append(_box_corners(left, right, middle, tall))

    def draw(self, axis: Axes) -> None:
        """Draw them all."""
        from matplotlib.collections import PolyCollection

        for colour, cells in self.by_colour.items():
            axis.add_collection(PolyCollection(cells, facecolors=colour, edgecolors="none"))
        parted = PolyCollection(self.frames, facecolors="none", edgecolors="white", linewidths=1.2)
        axis.add_collection(parted)


def _box_corners(left: float, right: float, middle: float, tall: float) -> BoxCorners:
    low, high = middle - tall / 2, middle + tall / 2
    return [(left, low), (right, low), (right, high), (left, high)]


def _hide_axes(axis: Axes) -> None:
    axis.xaxis.tick_top()
    axis.tick_params(length=0)
    for side in axis.spines.values():
        side.set_visible(False)


# ---------------------------------------------------------------------- tables of ranges


def row_label_width(panels: Sequence[AnyPanel], look: FigureStyle) -> float:
    """Return the inches that the names of lines take at the left of all tables of ranges."""
    tables = [panel for panel in panels if isinstance(panel, RangePanel)]
    return _SMALLEST_CHAR_WIDTH * max(
        (len(row) for table in tables for row in _row_labels(table, look)), default=0
    )


def _row_labels(panel: RangePanel, look: FigureStyle) -> list[str]:
    """Return the names of the lines; in one column of a journal they are abbreviated.

    >>> one = RangePanel("", ("at first", "check bet / call"), ("J",), {}, ("check", "call", "bet"))
    >>> _row_labels(one, FigureStyle.of(width=3)), _row_labels(one, FigureStyle())[1]
    (['at first', 'ch b / ca'], 'check bet / call')
    """
    if not look.narrow:
        return [printable(row) for row in panel.rows]
    said = {row: row.split() for row in panel.rows if row != EMPTY_HISTORY}
    cut = _shortest_prefixes({word for row in said.values() for word in row} | {*panel.actions})
    return [
        printable(" ".join(cut[word] for word in said.get(row, ())) or row) for row in panel.rows
    ]


def _shortest_prefixes(words: Set[str]) -> dict[str, str]:
    """Return for each word as many of its first letters as distinguish it from the others.

    >>> sorted(_shortest_prefixes({"check", "call", "bet"}).values())
    ['b', 'ca', 'ch']
    """
    found = {}
    for word in words:
        sizes = range(1, len(word) + 1)
        alone = (k for k in sizes if not any(o != word and o[:k] == word[:k] for o in words))
        found[word] = word[: next(alone, len(word))]
    return found


def draw_ranges(axis: Axes, panel: RangePanel, look: FigureStyle, side: float) -> None:
    """Draw what is done with which hand, line by line: a cell is divided as its mix is.

    *side* is what the names of lines take at the left, in inches.
    """
    title = fill(printable(panel.title), int(11 * (float(look.width) - side)))
    axis.set_title(title, loc="left", pad=18)
    inch = (float(look.width) - 0.3 - side) / len(panel.columns)
    cut = _shortest_prefixes({*panel.actions})
    boxes = BoxBatch()
    for (row, column), (_, mix) in panel.cells.items():
        y, x = panel.rows.index(row), panel.columns.index(column)
        played = [action for action in mix if mix[action]]
        cell = (x - 0.5, x + 0.5, y + 0.5, 1.0)
        room = inch if len(played) > 1 else 0.0
        _draw_divided_cell(axis, boxes, cell, mix, panel.actions, room, exact=panel.exact)
        if len(played) == 1:
            colour = action_colour(panel.actions.index(played[0]))
            texts = (played[0], cut[played[0]])
            text = next((text for text in texts if len(text) * _SMALLEST_CHAR_WIDTH < inch), "")
            _write_in_box(axis, x, y + 0.5, printable(text), text_colour_on(colour))
    boxes.draw(axis)
    axis.set_xlim(-0.5, len(panel.columns) - 0.5)
    axis.set_ylim(len(panel.rows), 0)
    axis.set_xticks(range(len(panel.columns)), [printable(name) for name in panel.columns])
    axis.set_yticks(
        [place + 0.5 for place in range(len(panel.rows))],
        _row_labels(panel, look),
        fontsize=_SMALLEST_FONT,
    )
    _hide_axes(axis)
    if inch < 0.35:
        axis.tick_params(axis="x", labelsize=_SMALLEST_FONT)
    for place, action in enumerate(panel.actions):
        axis.fill(
            [0, 0],
            [0, 0],
            facecolor=action_colour(place),
            edgecolor=CAPTION_COLOUR,
            lw=0.4,
            label=printable(action),
        )
    axis.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, -0.02),
        ncols=min(len(panel.actions), 3 if look.narrow else 6),
    )
    words = fill(printable(panel.key), int(15 * (float(look.width) - side)))
    axis.set_xlabel(words, fontsize=8, labelpad=8 + 14 * _key_line_count(panel.actions, look))


def _key_line_count(actions: Sequence[str], look: FigureStyle) -> int:
    return -(-len(actions) // (3 if look.narrow else 6))


# ---------------------------------------------------------------------- text


def text_width(panel: TextPanel) -> float:
    """Return the inches that the longest line takes, with margins."""
    return 0.3 + _TEXT_CHAR_WIDTH * max(map(len, panel.lines), default=0)


def draw_text(axis: Axes, panel: TextPanel) -> None:
    """Write lines in letters of equal width; blanks are kept, which an SVG would join."""
    axis.set_axis_off()
    axis.set_xlim(0, 1)
    axis.set_ylim(len(panel.lines), 0)
    for row, line in enumerate(panel.lines):
        axis.text(
            0,
            row + 0.5,
            printable(line).replace(" ", "\N{NO-BREAK SPACE}"),
            family="DejaVu Sans Mono",
            fontsize=_TEXT_POINTS,
            fontweight="normal" if row else "bold",
            color=TEXT_COLOUR,
            verticalalignment="center",
        )
