"""Strategies as pictures: a table of letters where views have two parts, else bars."""

from __future__ import annotations

from sabot.render.figures.figure import Bars, Board, Figure
from sabot.render.grid import MIXED, gridded
from sabot.render.layout import SeatTable, runs, seat_tables
from sabot.render.words import both, plural
from sabot.results.solution import Solution

MOST_LINES = 60


def strategies_figure(solution: Solution) -> Figure:
    """Return what each seat does, with the value below."""
    panels = [panel for table in seat_tables(solution) for panel in _panels(table)]
    seats = solution.seats[:1] if solution.zero_sum else solution.seats
    word = "value" if solution.zero_sum else "paid"
    note = "; ".join(f"{word} to {seat}: {both(solution.payoffs[seat])}" for seat in seats)
    return Figure(solution.game, tuple(panels), note)


def _panels(table: SeatTable) -> list[Bars | Board]:
    title = f"{table.seat}: {table.verdict}"
    if table.one_choice:
        lines = [(line.label, {"chance": line.mix[line.label]}) for line in table.lines]
        rest = f"; {table.idle} never chosen" if table.idle else ""
        return [Bars(title + rest, tuple(lines), ("chance",))]
    grid, left = gridded(table.views, table.sees)
    panels: list[Bars | Board] = []
    if grid is not None:
        order = sorted(grid.legend, key=lambda pair: table.actions.index(pair[1]))
        legend = {**dict(order), **({MIXED: "mixes"} if grid.mixed else {})}
        panels.append(Board(title, grid.rows, grid.columns, grid.letters, legend, grid.sees))
        few = tuple((line.label, line.mix) for line in grid.mixed)
        title = f"{table.seat}: where it mixes"
    else:
        few = tuple((line.label, line.mix) for line in table.lines)
    if few:
        more = len(few) - MOST_LINES
        title += f" (and {plural(more, 'line')} more)" if more > 0 else ""
        panels.append(Bars(title, few[:MOST_LINES], table.actions))
    if grid is not None and left:
        others = tuple((line.label, line.mix) for line in runs(left))
        panels.append(Bars(f"{table.seat}: other views", others[:MOST_LINES], table.actions))
    return panels
