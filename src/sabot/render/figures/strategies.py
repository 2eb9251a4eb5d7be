"""Strategies as pictures: tables of letters, tables of ranges, else bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot.cards import RANKS
from sabot.errors import FormError
from sabot.forms.tree import Mix
from sabot.games import family_named
from sabot.render.figures.captions import caption, titled
from sabot.render.figures.figure import AT_FIRST, Bars, Board, Figure, Ranges
from sabot.render.grid import MIXED, Grid, gridded
from sabot.render.layout import SeatTable, natural, parts, runs, seat_tables
from sabot.render.words import both, clipped, plural
from sabot.results.solution import Solution

Panels = list[Bars | Board | Ranges]
MOST_LINES = 60
MOST_COLUMNS = 13
"""Hands across a table of ranges."""
MOST_ROWS = 60
_CARDS = frozenset(RANKS)


def strategies_figure(solution: Solution) -> Figure:
    """Return what each seat does, with the value below."""
    if not solution.chosen:
        raise FormError(f"{solution.game}: nobody chooses, so that there is no strategy to draw")
    panels = [panel for table in seat_tables(solution) for panel in _panels(table, solution.game)]
    seats = solution.seats[:1] if solution.zero_sum else solution.seats
    word = "value" if solution.zero_sum else "paid"
    paid = (f"{word} to {seat}: {both(solution.payoffs[seat])}" for seat in seats)
    what = "optimal strategies" if solution.zero_sum else "strategies in equilibrium"
    title = f"{titled(solution.game)}: {what}"
    return Figure(title, tuple(panels), caption(clipped(solution.game), *paid))


def _panels(table: SeatTable, game: str) -> Panels:
    title = f"{table.seat}: {table.verdict}"
    if table.one_choice:
        lines = [(line.label, {"chance": line.mix[line.label]}) for line in table.lines]
        rest = f"; {table.idle} never chosen" if table.idle else ""
        return [Bars(title + rest, tuple(lines), ("chance",))]
    grid, left = gridded(table.views, table.sees)
    if grid is not None:
        panels: Panels = [_board(grid, table, game, title)]
        others = [(line.label, line.mix) for line in runs(left)]
        if others:
            panels += _bars(f"{table.seat}: other views", others, table.actions)
        return panels
    found = ranges_of(table.views, title, table.actions)
    if found:
        return list(found)
    return _bars(title, [(line.label, line.mix) for line in table.lines], table.actions)


def _bars(title: str, lines: list[tuple[str, Mix]], actions: tuple[str, ...]) -> Panels:
    if not lines:
        return []
    more = len(lines) - MOST_LINES
    title += f" (and {plural(more, 'line')} more)" if more > 0 else ""
    return [Bars(title, tuple(lines[:MOST_LINES]), actions)]


def _board(grid: Grid, table: SeatTable, game: str, title: str) -> Board:
    """Return a grid as a board: its rows by what the game says hands share, its mixes in it."""
    order = sorted(grid.legend, key=lambda pair: table.actions.index(pair[1]))
    mixes = {
        (row, column): table.views[f"{row},{column}"]
        for row, letters in zip(grid.rows, grid.letters, strict=True)
        for column, letter in zip(grid.columns, letters, strict=True)
        if letter == MIXED
    }
    legend = {**dict(order), **({MIXED: "mixes"} if mixes else {})}
    family = family_named(game)
    groups = () if family is None else tuple(map(family.also_called, grid.rows))
    if family is None or groups == grid.rows:
        return Board(title, grid.rows, grid.columns, grid.letters, legend, grid.sees, mixes=mixes)
    return Board(
        title,
        grid.rows,
        grid.columns,
        grid.letters,
        legend,
        grid.sees,
        groups,
        family.kin,
        mixes,
    )


# ---------------------------------------------------------------------- tables of ranges


def ranges_of(views: Mapping[str, Mix], title: str, actions: tuple[str, ...]) -> list[Ranges]:
    """Return tables of ranges: what is held across, what was said down the side.

    A view's parts that are cards are held; its other parts were said. Views with as many cards make
    one table. Nothing where some view has no card first, where nothing was ever said, or where a
    table would be mostly empty.

    >>> from fractions import Fraction
    >>> mix = {"bet": Fraction(1, 3), "pass": Fraction(2, 3)}
    >>> (one,) = ranges_of({"J": mix, "Q": mix, "J,pass": mix, "Q,pass": mix}, "ann", ("bet",))
    >>> one.rows, one.columns
    (('at first', 'pass'), ('J', 'Q'))
    """
    split = {view: _held(parts(view)) for view in views}
    if not views or not all(split.values()) or not any("," in view for view in views):
        return []
    sizes = sorted({len(found[0]) for found in split.values() if found})
    tables = []
    for number, size in enumerate(sizes):
        own = {view: found for view, found in split.items() if found and len(found[0]) == size}
        columns = natural({" ".join(cards): cards for cards, _ in own.values()})
        rows = _in_turn(dict.fromkeys(said for _, said in own.values()))
        crowded = 2 * len(own) >= len(rows) * len(columns)
        if not crowded or not 2 <= len(columns) <= MOST_COLUMNS or len(rows) > MOST_ROWS:
            return []
        cells = {
            (_words(row), " ".join(cards)): (view, views[view])
            for row in rows
            for view, (cards, said) in own.items()
            if said == row
        }
        name = f"{title.partition(':')[0]}: {_CALLED[min(size, 3)]}" if number else title
        used = tuple(a for a in actions if any(a in mix for _, mix in cells.values()))
        words = tuple(map(_words, rows))
        tables.append(Ranges(name, words, tuple(columns), cells, used, _key(size)))
    return tables


def _key(cards: int) -> str:
    """Return how a table of ranges is read."""
    later = f"; {_TURNED} is where the next was seen" if cards > 1 else ""
    what = "cards in the order they were seen" if cards > 1 else "the card held"
    return f"across: {what}{later}; numbers are chances, whole ones in per cent"


_CALLED = ("", "one card known", "two cards known", "more cards known")
Said = tuple[str, ...]
_TURNED = "/"
"""Stands where a card came between two words."""


def _held(found: tuple[str, ...]) -> tuple[Said, Said] | None:
    """Return the cards of a view and what was said, with a mark where a later card came."""
    if not (found[0] in _CARDS or found[0].isdigit()):
        return None
    cards, said = [], []
    for place, part in enumerate(found):
        if part in _CARDS or part.isdigit():
            cards.append(part)
            said += [_TURNED] * (place > 0)
        else:
            said.append(part)
    return tuple(cards), tuple(said)


def _in_turn(every: Iterable[Said]) -> list[Said]:
    """Return what was said: by what came before the last card, short before long, as it came."""
    found = list(every)
    before = {
        said: said[: len(said) - said[::-1].index(_TURNED)] for said in found if _TURNED in said
    }
    first = list(dict.fromkeys(before.get(said, ()) for said in found))
    order = sorted(first, key=lambda part: (len(part), first.index(part)))
    return sorted(found, key=lambda said: (order.index(before.get(said, ())), len(said)))


def _words(said: Said) -> str:
    return " ".join(said) or AT_FIRST
