"""Strategies drawn: bars, strips of hands, tables of letters and tables of ranges."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from textwrap import fill, wrap
from typing import Any

from sabot.exact import show
from sabot.forms.tree import Mix
from sabot.render.figures.figure import AT_FIRST, Bars, Board, Part, Ranges, Strips
from sabot.render.figures.look import INK, SOFT, Look, area, on
from sabot.render.grid import MIXED
from sabot.render.words import safe

_ROW, _HEAD = 0.24, 0.75
"""Inches of a bar, and of what stands round a panel of them."""
_CELL, _OVER = 0.22, 0.75
"""Inches of a line of a table, and of what stands over and under it."""
_SMALL = 7
"""Points of the smallest letters."""
_LETTER = 4.4 / 72
"""Inches that one of them takes."""
_MOST_TOLD = 2
"""Mixes of a table that are told below it too."""
_LONGEST = 7
"""Letters of a chance as a fraction; a longer one is in per cent."""


def height(panel: Bars | Strips | Board | Ranges, look: Look) -> float:
    """Return how tall a panel is, in inches."""
    if isinstance(panel, Bars | Strips):
        above = 0.17 * -(-len(panel.actions) // 4) if look.narrow else 0.0
        return _HEAD + _ROW * len(panel.lines) + above
    if isinstance(panel, Board):
        below = 0.5 if look.narrow else 0.2
        return _OVER + below + _CELL * sum(row.tall for row in grouped(panel, look))
    below = 0.18 * _legend_lines(panel.actions, look) + (0.5 if look.narrow else 0.0)
    return _OVER + 0.2 + _CELL * len(panel.rows) + below


def per_cent(chance: Fraction) -> str:
    """Return a chance in per cent: never 0 or 100 where it is neither.

    >>> per_cent(Fraction(5, 8)), per_cent(Fraction(1, 3)), per_cent(Fraction(1, 1000))
    ('62.5 %', '33.3 %', '0.1 %')
    >>> per_cent(Fraction(9999, 10000)), per_cent(Fraction(1, 10**6))
    ('> 99.9 %', '< 0.1 %')
    """
    tenths = round(1000 * chance)
    if chance and not tenths:
        return "< 0.1 %"
    if chance != 1 and tenths == 1000:
        return "> 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %".replace(".0 ", " ")


def _in_whole(chance: Fraction) -> str:
    """Return a chance in whole per cent for a narrow cell: never 0 or 100 where it is neither.

    >>> _in_whole(Fraction(1, 3)), _in_whole(Fraction(1, 1000)), _in_whole(Fraction(999, 1000))
    ('33', '<1', '>99')
    """
    found = round(100 * chance)
    if chance and not found:
        return "<1"
    return ">99" if chance != 1 and found == 100 else str(found)


def _told(chance: Fraction) -> str:
    exact = show(chance)
    return exact if len(exact) <= _LONGEST else per_cent(chance)


# ---------------------------------------------------------------------- bars


def bars(axis: Any, panel: Bars, look: Look) -> None:
    """Draw a bar for each line, divided among the actions, with the chances that are mixed."""
    axis.set_title(safe(panel.title), loc="left")
    inch = 0.62 * float(look.width)
    named: set[str] = set()
    for row, (_, mix) in enumerate(panel.lines):
        start = 0.0
        for place, action in enumerate(panel.actions):
            chance = Fraction(mix.get(action, 0))
            if not chance:
                continue
            name = None if action in named else safe(action)
            named.add(action)
            wide = float(chance)
            box = {"edgecolor": "white", "linewidth": 0.6, "height": 0.76, "label": name}
            axis.barh(row, wide, left=start, color=area(place), **box)
            if chance < 1 and len(_told(chance)) * _LETTER < wide * inch:
                _words(axis, start + wide / 2, row, _told(chance), on(area(place)))
            start += wide
    _lines(axis, [label for label, _ in panel.lines])
    axis.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
    axis.set_xlabel(panel.measure)
    if len(panel.actions) > 1:
        _key(axis, panel.actions, look)


def strips(axis: Any, panel: Strips, look: Look) -> None:
    """Draw a strip of hands for each turn, each interval in the colour of its action."""
    axis.set_title(safe(panel.title), loc="left")
    named: set[str] = set()
    inch = 0.62 * float(look.width)
    for row, (_, steps) in enumerate(panel.lines):
        low = 0.0
        for end, action in steps:
            place = panel.actions.index(action)
            name = None if action in named else safe(action)
            named.add(action)
            high = float(end)
            box = {"edgecolor": "white", "linewidth": 0.6, "height": 0.76, "label": name}
            axis.barh(row, high - low, left=low, color=area(place), **box)
            cut = f"{high:.4f}".rstrip("0")
            if end < 1 and (len(cut) + 1) * _LETTER < (high - low) * inch:
                colour = on(area(place))
                mark = axis.text(high - 0.008, row, cut, ha="right", va="center", color=colour)
                mark.set(fontsize=_SMALL, in_layout=False)
            low = high
    _lines(axis, [label for label, _ in panel.lines])
    axis.set_xlabel("hand, from the worst (0) to the best (1)")
    _key(axis, panel.actions, look)


def _lines(axis: Any, labels: Sequence[str]) -> None:
    axis.set_yticks(range(len(labels)), [safe(label) for label in labels])
    axis.tick_params(axis="y", length=0)
    axis.set_xlim(0, 1)
    axis.set_ylim(max(len(labels), 1.2) - 0.5, -0.5)


def _key(axis: Any, actions: Sequence[str], look: Look) -> None:
    """Say what each colour is: at the side, or below where there is no side."""
    handles = dict(zip(*reversed(axis.get_legend_handles_labels()), strict=True))
    names = [safe(action) for action in actions if safe(action) in handles]
    shown = [handles[name] for name in names]
    if look.narrow:
        spot = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.2}
        tight = {"handlelength": 1.4, "columnspacing": 1.0}
        axis.legend(shown, names, ncols=min(len(names), 4), **spot, **tight)
        axis.set_title(axis.get_title("left"), loc="left", pad=6 + 12 * -(-len(names) // 4))
    else:
        axis.legend(shown, names, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _words(axis: Any, x: float, y: float, text: str, colour: str = INK, size: int = _SMALL) -> None:
    """Write inside a box; measuring hundreds of words takes seconds, so none is."""
    if not text:
        return
    mark = axis.text(x, y, text, ha="center", va="center", fontsize=size, color=colour)
    mark.set_in_layout(False)


# ---------------------------------------------------------------------- tables of letters


@dataclass(frozen=True, slots=True)
class Row:
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


def grouped(panel: Board, look: Look) -> list[Row]:
    """Return the lines of a table as they are drawn."""
    groups = panel.groups or ("",) * len(panel.rows)
    found: list[Row] = []
    together = groupby(zip(groups, panel.rows, panel.letters, strict=True), key=_kind)
    kinds = [(key, list(rows)) for key, rows in together]
    alone = {group for (group, *_), _ in kinds if [k[0] for k, _ in kinds].count(group) == 1}
    for (group, *_), rows in kinds:
        names = [safe(name) for _, name, _ in rows]
        words = "all" if group and group in alone and len(names) > 1 else " ".join(names)
        label = tuple(wrap(words, 14 if look.narrow else 26, break_long_words=False))
        found.append(Row(group, label, rows[0][1], rows[0][2]))
    return found


def _kind(row: tuple[str, str, tuple[str, ...]]) -> tuple[str, tuple[str, ...], str]:
    """Return what two rows must share to be drawn as one."""
    group, name, letters = row
    mixed = any(letter == MIXED for letter in letters)
    return group, letters, name if mixed or not group else ""


def board(axis: Any, panel: Board, look: Look) -> None:
    """Draw a table of letters: a line for each group of rows that agree, the mixes in the cells."""
    axis.set_title(safe(panel.title), loc="left", pad=18)
    letters = [letter for letter in panel.legend if letter != MIXED]
    colours = {letter: area(place) for place, letter in enumerate(letters)}
    boxes = Boxes()
    rows, spots, low = grouped(panel, look), [], 0.0
    for row in rows:
        spots.append(low + row.tall / 2)
        low += row.tall
    for row, middle in zip(rows, spots, strict=True):
        for place, letter in enumerate(row.letters):
            if letter == MIXED:
                mix = panel.mixes[row.first, panel.columns[place]]
                _mixed(axis, boxes, panel, (place, middle, row.tall), mix)
            elif letter:
                cell = (place - 0.5, place + 0.5, middle, row.tall)
                boxes.add(*cell, colours[letter])
                boxes.frame(*cell)
                _words(axis, place, middle, letter, on(colours[letter]), 8)
    boxes.draw(axis)
    axis.set_xlim(-0.5, len(panel.columns) - 0.5)
    axis.set_ylim(low, 0)
    axis.set_xticks(range(len(panel.columns)), [safe(name) for name in panel.columns])
    axis.set_yticks(spots, ["\n".join(row.label) for row in rows], fontsize=_SMALL)
    _bare(axis)
    _groups(axis, rows, spots, panel.grouped_by)
    key = ", ".join(f"{letter} {panel.legend[letter]}" for letter in letters)
    for (held, seen), mix in list(panel.mixes.items())[:_MOST_TOLD]:
        words = ", ".join(f"{action} {_told(chance)}" for action, chance in mix.items() if chance)
        key += f"; at {held},{seen}: {words}"
    if len(panel.sees) == 2:
        down = f"{panel.sees[0]}, by {panel.grouped_by}" if panel.groups else panel.sees[0]
        key += f"\nrows: {down}; columns: {panel.sees[1]}"
    lines = (fill(safe(line), int(15 * look.width)) for line in key.split("\n"))
    axis.set_xlabel("\n".join(lines), fontsize=8)


def _groups(axis: Any, rows: Sequence[Row], spots: Sequence[float], by: str) -> None:
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
            axis.plot([-0.01, 1], [low, low], transform=edge, color=INK, lw=0.8, clip_on=False)
        axis.text(
            1.015,
            (low + high) / 2,
            safe(rows[start].group),
            transform=edge,
            va="center",
            fontsize=8,
            fontweight="bold",
            color=INK,
        )
        start = end
    axis.text(1.015, -0.35, safe(by), transform=edge, va="bottom", fontsize=_SMALL, color=SOFT)


def _mixed(axis: Any, boxes: Boxes, panel: Board, cell: tuple[int, float, float], mix: Mix) -> None:
    """Draw a cell that mixes: divided as the mix is, the chance of each action in it."""
    place, middle, tall = cell
    letters = {action: letter for letter, action in panel.legend.items()}
    order = list(panel.legend.values())
    _divided(axis, boxes, (place - 0.5, place + 0.5, middle, tall), mix, order, 0.0)
    last = max((action for action in mix if mix[action]), key=order.index)
    mark = axis.text(place, middle, f"{letters[last]} {_in_whole(mix[last])} %")
    pale = {"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.85}
    mark.set(ha="center", va="center", fontsize=_SMALL, color=INK, in_layout=False, bbox=pale)


def _divided(
    axis: Any,
    boxes: Boxes,
    cell: tuple[float, float, float, float],
    mix: Mix,
    actions: Sequence[str],
    inch: float,
) -> None:
    """Draw a cell divided from left to right; the chances stand in it as far as it is wide."""
    left, right, middle, tall = cell
    start = left
    for action in sorted((a for a in mix if mix[a]), key=list(actions).index):
        wide = float(mix[action]) * (right - left)
        colour = area(list(actions).index(action))
        boxes.add(start, start + wide, middle, tall, colour)
        room = float(mix[action]) * inch / _LETTER
        texts = (_told(mix[action]), _in_whole(mix[action]))
        text = next((text for text in texts if len(text) + (len(text) > 3) < room), "")
        _words(axis, start + wide / 2, middle, text, on(colour))
        start += wide
    boxes.frame(left, right, middle, tall)


@dataclass(slots=True)
class Boxes:
    """The coloured boxes of a table, gathered: hundreds one by one take seconds."""

    by_colour: dict[str, list[Any]] = field(default_factory=dict)
    frames: list[Any] = field(default_factory=list)

    def add(self, left: float, right: float, middle: float, tall: float, colour: str) -> None:
        """Fill one box, or a part of one."""
        corners = _corners(left, right, middle, tall)
        self.by_colour.setdefault(colour, []).append(corners)

    def frame(self, left: float, right: float, middle: float, tall: float) -> None:
        """Part a cell from its neighbours."""
        self.frames.append(_corners(left, right, middle, tall))

    def draw(self, axis: Any) -> None:
        """Draw them all."""
        from matplotlib.collections import PolyCollection

        for colour, cells in self.by_colour.items():
            axis.add_collection(PolyCollection(cells, facecolors=colour, edgecolors="none"))
        parted = PolyCollection(self.frames, facecolors="none", edgecolors="white", linewidths=1.2)
        axis.add_collection(parted)


def _corners(left: float, right: float, middle: float, tall: float) -> list[tuple[float, float]]:
    low, high = middle - tall / 2, middle + tall / 2
    return [(left, low), (right, low), (right, high), (left, high)]


def _bare(axis: Any) -> None:
    axis.xaxis.tick_top()
    axis.tick_params(length=0)
    for side in axis.spines.values():
        side.set_visible(False)


# ---------------------------------------------------------------------- tables of ranges


def side(panels: Sequence[Part], look: Look) -> float:
    """Return the inches that the names of lines take at the left of all tables of ranges."""
    tables = [panel for panel in panels if isinstance(panel, Ranges)]
    return _LETTER * max((len(row) for table in tables for row in _rows(table, look)), default=0)


def _rows(panel: Ranges, look: Look) -> list[str]:
    """Return the names of the lines; in one column of a journal words are cut to what tells them.

    >>> one = Ranges("", ("at first", "check bet / call"), ("J",), {}, ("check", "call", "bet"))
    >>> _rows(one, Look.of(width=3)), _rows(one, Look())[1]
    (['at first', 'ch b / ca'], 'check bet / call')
    """
    if not look.narrow:
        return [safe(row) for row in panel.rows]
    said = {row: row.split() for row in panel.rows if row != AT_FIRST}
    cut = _shortened({word for row in said.values() for word in row} | {*panel.actions})
    return [safe(" ".join(cut[word] for word in said.get(row, ())) or row) for row in panel.rows]


def _shortened(words: Set[str]) -> dict[str, str]:
    """Return for each word as many of its first letters as tell it from the others.

    >>> sorted(_shortened({"check", "call", "bet"}).values())
    ['b', 'ca', 'ch']
    """
    found = {}
    for word in words:
        sizes = range(1, len(word) + 1)
        alone = (k for k in sizes if not any(o != word and o[:k] == word[:k] for o in words))
        found[word] = word[: next(alone, len(word))]
    return found


def ranges(axis: Any, panel: Ranges, look: Look, side: float) -> None:
    """Draw what is done with which hand, line by line: a cell is divided as its mix is.

    *side* is what the names of lines take at the left, in inches.
    """
    title = fill(safe(panel.title), int(11 * (float(look.width) - side)))
    axis.set_title(title, loc="left", pad=18)
    inch = (float(look.width) - 0.3 - side) / len(panel.columns)
    cut = _shortened({*panel.actions})
    boxes = Boxes()
    for (row, column), (_, mix) in panel.cells.items():
        y, x = panel.rows.index(row), panel.columns.index(column)
        played = [action for action in mix if mix[action]]
        cell = (x - 0.5, x + 0.5, y + 0.5, 1.0)
        _divided(axis, boxes, cell, mix, panel.actions, inch if len(played) > 1 else 0.0)
        if len(played) == 1:
            colour = area(panel.actions.index(played[0]))
            texts = (played[0], cut[played[0]])
            text = next((text for text in texts if len(text) * _LETTER < inch), "")
            _words(axis, x, y + 0.5, safe(text), on(colour))
    boxes.draw(axis)
    axis.set_xlim(-0.5, len(panel.columns) - 0.5)
    axis.set_ylim(len(panel.rows), 0)
    axis.set_xticks(range(len(panel.columns)), [safe(name) for name in panel.columns])
    axis.set_yticks(
        [place + 0.5 for place in range(len(panel.rows))],
        _rows(panel, look),
        fontsize=_SMALL,
    )
    _bare(axis)
    if inch < 0.35:
        axis.tick_params(axis="x", labelsize=_SMALL)
    for place, action in enumerate(panel.actions):
        axis.fill([0, 0], [0, 0], facecolor=area(place), edgecolor=SOFT, lw=0.4, label=safe(action))
    axis.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, -0.02),
        ncols=min(len(panel.actions), 3 if look.narrow else 6),
    )
    words = fill(safe(panel.key), int(15 * (float(look.width) - side)))
    axis.set_xlabel(words, fontsize=8, labelpad=8 + 14 * _legend_lines(panel.actions, look))


def _legend_lines(actions: Sequence[str], look: Look) -> int:
    return -(-len(actions) // (3 if look.narrow else 6))
