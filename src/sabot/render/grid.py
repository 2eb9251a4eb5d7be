"""Strategies as grids: what a seat holds down the side, what it saw across, one letter a cell.

The letters are those of the actions (``D`` draw, ``S`` stand); ``*`` marks a cell that mixes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sabot.forms.tree import Mix
from sabot.render.layout import Line, natural, parts, runs
from sabot.render.words import safe

MIXED = "*"
_WIDEST = 76
_WIDEST_LABEL = 16


@dataclass(frozen=True, slots=True)
class Grid:
    """The two-part views of a strategy as a table of letters, and the cells that mix."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    letters: tuple[tuple[str, ...], ...]
    """One letter a cell, empty where there is no view."""
    legend: tuple[tuple[str, str], ...]
    """Each letter and the action that it stands for."""
    mixed: tuple[Line, ...]
    sees: tuple[str, ...] = ()
    """What stands down the side, and what across."""

    @property
    def key(self) -> list[str]:
        """What the rows, the columns and the letters are, a line each."""
        down, across = self.sees if len(self.sees) == 2 else ("what it saw first", "and then")
        letters = ", ".join(f"{letter} {safe(action)}" for letter, action in self.legend)
        return [
            f"rows     {safe(down)}",
            f"columns  {safe(across)}",
            f"{letters}, {MIXED} mixed:" if self.mixed else letters,
        ]

    @property
    def width(self) -> int:
        """The characters that one line of it takes."""
        return max(map(len, self.rows)) + sum(len(name) + 1 for name in self.columns) + 2


def gridded(
    views: Mapping[str, Mix], sees: tuple[str, ...] = ()
) -> tuple[Grid | None, dict[str, Mix]]:
    """Return the grid of the two-part views, if they make a good one, and the views left over.

    *sees* says what the parts are.

    >>> from fractions import Fraction
    >>> stand, draw = {"stand": Fraction(1)}, {"draw": Fraction(1)}
    >>> table = {f"{a},{b}": stand if a > b else draw for a in (5, 6) for b in (4, 5, 6)}
    >>> grid, rest = gridded(table)
    >>> grid.rows, grid.columns, grid.letters
    (('5', '6'), ('4', '5', '6'), (('S', 'D', 'D'), ('S', 'S', 'D')))
    """
    pairs = {view: found for view in views if len(found := parts(view)) == 2}
    rest = {view: mix for view, mix in views.items() if view not in pairs}
    legend = letters_of({action for view in pairs for action in views[view]})
    order = natural(pairs)
    rows = tuple(dict.fromkeys(pairs[view][0] for view in order))
    heads = {head: (head,) for _, head in pairs.values()}
    columns = tuple(natural(heads))
    crowded = len(pairs) * 2 >= len(rows) * len(columns)
    if not legend or len(rows) < 2 or len(columns) < 3 or not crowded:
        return None, dict(views)
    cells = {pair: views[view] for view, pair in pairs.items()}
    letters = tuple(tuple(_letter(cells.get((r, c)), legend) for c in columns) for r in rows)
    mixed = runs({view: views[view] for view in order if _letter(views[view], legend) == MIXED})
    names = {letter: action for action, letter in legend.items()}
    key = tuple((letter, names[letter]) for letter in sorted(names))
    grid = Grid(rows, columns, letters, key, tuple(mixed), sees)
    if grid.width > _WIDEST or max(len(safe(row)) for row in rows) > _WIDEST_LABEL:
        return None, dict(views)
    return grid, rest


def letters_of(actions: set[str]) -> dict[str, str]:
    """Return a letter for each action; nothing where there are many, or two share a letter."""
    letters = {action: safe(action)[:1].upper() for action in actions}
    good = set(letters.values())
    fit = 2 <= len(actions) <= 4 and len(good) == len(actions) and all(map(str.isalpha, good))
    return letters if fit else {}


def _letter(mix: Mix | None, legend: Mapping[str, str]) -> str:
    if mix is None:
        return ""
    played = [action for action, chance in mix.items() if chance]
    return legend[played[0]] if len(played) == 1 else MIXED


def spelled(grid: Grid, views: Mapping[str, Mix]) -> list[tuple[str, ...]]:
    """Return the rows of a grid as the papers print them, each after its label.

    ``(S,D)`` stands where a cell mixes; neighbours that are equal throughout share a line.

    >>> from fractions import Fraction
    >>> half = {"S": Fraction(1, 2), "D": Fraction(1, 2)}
    >>> sure = {"S": Fraction(0), "D": Fraction(1)}
    >>> views = {f"{a},{b}": half if a == b else sure for a in (3, 4, 5, 6) for b in (5, 6, 7)}
    >>> spelled(gridded(views)[0], views)
    [('3,4', 'D', 'D', 'D'), ('5', '(S,D)', 'D', 'D'), ('6', 'D', '(S,D)', 'D')]
    """
    letter = {action: sign for sign, action in grid.legend}
    found: list[tuple[str, ...]] = []
    for row, letters in zip(grid.rows, grid.letters, strict=True):
        marks = []
        for column, mark in zip(grid.columns, letters, strict=True):
            if mark == MIXED:
                played = [letter[a] for a, chance in views[f"{row},{column}"].items() if chance]
                mark = f"({','.join(played)})"
            marks.append(mark)
        if found and found[-1][1:] == tuple(marks) and row.isdigit():
            found[-1] = (f"{found[-1][0]},{row}", *marks)
        else:
            found.append((row, *marks))
    return found
