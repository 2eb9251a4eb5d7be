"""Strategies drawn: tables of letters, mixes as divided bars, cuts on the hands from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from sabot.exact import show
from sabot.render.figures.figure import Bars, Board, Ranges, Strips
from sabot.render.words import MIX_DIGITS, decimal_text
from sabot.web.figures.axes import FLAT, Paper, squeezed
from sabot.web.markup import Markup, Part, tag

WIDE, FONT = 900, 13
_LEFT, _TOP, _LINE, _TALL = 150, 44, 24, 18
_BELOW = 22
"""From the name of a bar down to it, on a narrow paper."""
_SIDE = 26
"""A square of a table of letters."""
GROUNDS = ("first", "second", "third", "fourth")
_RANGED = (*GROUNDS, "odd", "mixed")
_CUTS = ("odd", "first", "third", "second", "fourth", "mixed")


def board_svg(board: Board) -> Markup:
    """Return a table of letters, each on the ground of its action; * is mixed."""
    letters = sorted(letter for letter in board.legend if letter != "*")
    grounds: dict[str, str] = {**dict(zip(letters, GROUNDS, strict=False)), "*": "mixed"}
    parts: list[Part] = []
    for k, column in enumerate(board.columns):
        parts.append(_word(column, _LEFT + k * _SIDE + _SIDE / 2, _TOP - 6, "middle"))
    for i, (row, marks) in enumerate(zip(board.rows, board.letters, strict=True)):
        y = _TOP + i * _SIDE
        parts.append(_word(row, _LEFT - 8, y + 17, "end"))
        for k, letter in enumerate(marks):
            if not letter:
                continue
            place = {"x": _LEFT + k * _SIDE, "y": y, "width": _SIDE - 2, "height": _SIDE - 2}
            seen = {"data_row": row, "data_column": board.columns[k]}
            square = tag("rect", rx=3, class_=grounds.get(letter, "odd"), **place)
            mark = _word(letter, _LEFT + k * _SIDE + 12, y + 17, "middle", "mark")
            parts.append(tag("g", square, mark, data_letter=letter, **seen))
    foot = _TOP + len(board.rows) * _SIDE
    told = ", ".join(f"{letter} {action}" for letter, action in board.legend.items())
    sees = "; ".join(f"{w}: {one}" for w, one in zip(("rows", "columns"), board.sees, strict=False))
    parts += [_word(told, 10, foot + 22), _word(sees, 10, foot + 42)]
    parts += [_mix(*one, foot + 62 + 20 * k) for k, one in enumerate(board.mixes.items())]
    return _sheet(board.title, parts, foot + 56 + 20 * len(board.mixes))


def _mix(place: tuple[str, str], mix: Mapping[str, Fraction], y: int) -> Markup:
    """Return what is done in a cell that mixes, the exact chances with it."""
    words = [
        tag("tspan", f"{action} {show(chance)} ", data_action=action, data_chance=show(chance))
        for action, chance in mix.items()
    ]
    return tag("text", f"* {','.join(place)}: ", *words, x=10, y=y, class_="name")


def ranges_svg(ranges: Ranges) -> Markup:
    """Return a table of ranges: each cell divided among the actions by their chances."""
    ordered = sorted(ranges.actions)
    left = max(_LEFT, 16 + round(7.5 * max(map(len, ranges.rows))))
    side = min(90.0, (WIDE - left - 20) / len(ranges.columns))
    parts: list[Part] = [
        _word(column, round(left + (k + 0.5) * side, 1), _TOP - 6, "middle")
        for k, column in enumerate(ranges.columns)
    ]
    for i, row in enumerate(ranges.rows):
        parts.append(_word(row, left - 8, _TOP + i * _LINE + 14, "end"))
        for k, column in enumerate(ranges.columns):
            view, mix = ranges.cells.get((row, column), ("", {}))
            low = Fraction(0)
            for action in ordered:
                chance = mix.get(action, Fraction(0))
                if chance:
                    start = left + (k + float(low)) * side
                    kind = _RANGED[ordered.index(action) % len(_RANGED)]
                    parts.append(_share(view, action, chance, (start, i, side), kind))
                low += chance
    foot = _TOP + len(ranges.rows) * _LINE
    across = ranges.key.partition("; numbers")[0]
    parts += [*_key(ordered, _RANGED, foot), _word(across, 10, foot + 42)]
    return _sheet(ranges.title, parts, foot + 56)


def _share(
    view: str, action: str, chance: Fraction, place: tuple[float, int, float], kind: str
) -> Markup:
    """Return an action's part of a cell."""
    start, line, side = place
    return tag(
        "rect",
        tag("title", f"{view}: {action} {show(chance)}"),
        x=round(start, 1),
        y=_TOP + line * _LINE,
        width=round(max(float(chance) * side - 2, 1), 1),
        height=_TALL,
        class_=kind,
        data_view=view,
        data_action=action,
        data_chance=show(chance),
    )


def bars_svg(bars: Bars) -> Markup:
    """Return one bar a line, divided among the actions by their chances."""
    parts: list[Part] = []
    ordered = sorted(bars.actions)  # as in a table of letters, so that colours are the same
    for i, (label, mix) in enumerate(bars.lines):
        pieces, low = [], Fraction(0)
        for action in ordered:
            chance = mix.get(action, Fraction(0))
            kind = GROUNDS[ordered.index(action) % len(GROUNDS)]
            pieces.append(_piece(i, low, low + chance, kind, {"action": action, "chance": chance}))
            low += chance
        parts += [_word(label, _LEFT - 8, _TOP + i * _LINE + 14, "end"), *pieces]
    foot = _TOP + len(bars.lines) * _LINE
    return _sheet(bars.title, [*parts, *_key(ordered, GROUNDS, foot)], foot + 30)


def strips_svg(strips: Strips, paper: Paper = FLAT) -> Markup:
    """Return the hands from 0 to 1 at each turn, each part by what is done with it."""
    parts: list[Part] = []
    rows = _Rows(paper)
    for i, (label, steps) in enumerate(strips.lines):
        low = Fraction(0)
        parts.append(rows.label(label, i))
        for end, action in steps:
            kind = _CUTS[strips.actions.index(action) % len(_CUTS)]
            parts.append(_piece(i, low, end, kind, {"action": action, "to": end}, rows))
            low = end
    foot = rows.foot(len(strips.lines))
    key = _key(strips.actions, _CUTS, foot, rows.left)
    return _sheet(strips.title, [*parts, *key], foot + 30, paper)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Where bars lie: beside their names, or on a narrow paper below them."""

    paper: Paper

    @property
    def left(self) -> int:
        """Where a bar begins."""
        return 10 if self.paper.kind else _LEFT

    @property
    def long(self) -> int:
        """How long a whole bar is."""
        return self.paper.wide - self.left - (10 if self.paper.kind else 20)

    def top(self, line: int) -> int:
        """Return where a bar lies."""
        return _TOP + line * _LINE + (_BELOW * (line + 1) if self.paper.kind else 0)

    def foot(self, lines: int) -> int:
        """Return where the bars end."""
        return self.top(lines) - (_BELOW if self.paper.kind else 0)

    def label(self, text: str, line: int) -> Markup:
        """Return the name of a bar."""
        if self.paper.kind:
            return _word(text, self.left, self.top(line) - 5)
        return _word(text, _LEFT - 8, self.top(line) + 14, "end")


def _piece(
    line: int,
    low: Fraction,
    high: Fraction,
    kind: str,
    told: Mapping[str, Fraction | str],
    rows: _Rows | None = None,
) -> Part:
    """Return a part of a bar, with its exact numbers."""
    if low == high:
        return None
    rows = rows or _Rows(FLAT)
    long, top = rows.long, rows.top(line)
    data = {
        f"data_{key}": show(one) if isinstance(one, Fraction) else one for key, one in told.items()
    }
    said = ", ".join(map(str, data.values()))
    wide = float((high - low) * long)
    number = next(one for one in told.values() if isinstance(one, Fraction))
    start = rows.left + float(low * long)
    inside = None
    if wide > 70 and 0 < number < 1:
        text, y = decimal_text(number, MIX_DIGITS)[0], top + 14
        # a cut stands at its end, a chance in the middle
        place, anchor = (start + wide - 6, "end") if "to" in told else (start + wide / 2, "middle")
        inside = _word(text, round(place, 1), y, anchor, "mark")
    rect = tag(
        "rect",
        tag("title", said),
        x=round(start, 1),
        y=top,
        width=round(wide, 1),
        height=_TALL,
        class_=kind,
    )
    return tag("g", rect, inside, **data)


def _key(actions: Sequence[str], kinds: Sequence[str], foot: int, left: int = _LEFT) -> list[Part]:
    """Return which colour is which action."""
    parts: list[Part] = []
    x = left
    for number, (action, _) in enumerate(groupby(actions)):
        kind = kinds[number % len(kinds)]
        parts += [
            tag("rect", x=x, y=foot + 6, width=14, height=14, rx=2, class_=kind),
            _word(action, x + 20, foot + 18),
        ]
        x += 40 + 8 * len(action)
    return parts


def _word(text: str, x: float, y: float, anchor: str = "start", kind: str = "name") -> Markup:
    fit = squeezed(text, x, FONT) if anchor == "end" else {}  # beside the table, never cut
    return tag("text", text, x=x, y=y, text_anchor=anchor, class_=kind, **fit)


def _sheet(title: str, parts: Sequence[Part], high: int, paper: Paper = FLAT) -> Markup:
    return tag(
        "svg",
        tag("title", title),
        _word(title, 10, 18),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.wide} {high}",
        class_=f"figure drawn{paper.kind}",
        role="img",
    )
