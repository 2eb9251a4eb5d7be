"""Solutions, optimal sets and simulations for a terminal of 80 columns, as rich renderables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from sabot.exact import decimal
from sabot.render.grid import MIXED, Grid, gridded
from sabot.render.layout import Line, SeatTable, runs, seat_tables
from sabot.render.screen import columns, heading, note, pairs
from sabot.render.words import (
    DIGITS,
    MIX_DIGITS,
    both,
    brief,
    decimal_text,
    duration,
    mix_text,
    plural,
    safe,
    the,
)
from sabot.solution import Solution

if TYPE_CHECKING:
    from sabot.analyse.interval import Approximation
    from sabot.analyse.simulation import Simulation

MOST_LINES = 40
GRID_FROM = 12
MOST_ABSENT = 24


def solution_view(
    solution: Solution,
    *,
    digits: int | None = None,
    win: Fraction | None = None,
    checked: float | None = None,
) -> RenderableType:
    """Return a solved game: value, strategies, verdicts, method, certificate.

    *win* is the first seat's winning chance, where there is one; *checked* is how many seconds
    checking the certificate took, None when it was not checked.
    """
    first = the(solution.seats[0])
    value = Text(both(solution.value, digits or DIGITS), style="bold")
    paid = f", paid to {first}" if solution.value else f" to {first}: the game is fair"
    rows: list[tuple[str, str | Text]] = [("value", value.append(paid, style="not bold"))]
    if win is not None:
        rows.append(("win chance", f"{both(win, digits or DIGITS)} for {first}"))
    parts: list[RenderableType] = [heading(solution.game), Text(), pairs(rows)]
    for table in seat_tables(solution):
        parts += [Text(), *seat_view(table, digits=digits or MIX_DIGITS)]
    status = "not checked" if checked is None else f"checked in {duration(checked)}"
    end = [
        ("method", f"{solution.method} ({duration(solution.seconds)})"),
        ("certificate", status),
    ]
    return Group(*parts, Text(), pairs(end))


def seat_view(table: SeatTable, *, digits: int = MIX_DIGITS) -> list[RenderableType]:
    """Return the strategy of one seat."""
    parts: list[RenderableType] = [heading(table.seat, table.verdict)]
    parts += _choices(table, digits) if table.one_choice else views_view(table, digits)
    if table.idle:
        parts.append(note(f"{plural(table.idle, 'other choice')} never played"))
    if table.absent:
        some = " ".join(map(safe, table.absent[:MOST_ABSENT]))
        dots = " ..." if len(table.absent) > MOST_ABSENT else ""
        parts.append(note(f"never shown, {plural(len(table.absent), 'view')}: {some}{dots}"))
    if not table.lines and not table.hidden:
        parts.append(note("never asked"))
    if table.hidden:
        parts.append(note(f"{plural(table.hidden, 'view')} forced or never reached, left out"))
    return parts


def _choices(table: SeatTable, digits: int) -> list[RenderableType]:
    """Return the choices that are played: all, or the most frequent of very many."""
    shown = _largest(table)
    cells = [[Text(safe(line.label)), *_chance(max(line.mix.values()), digits)] for line in shown]
    parts = [columns(cells)]
    if len(shown) < len(table.lines):
        parts.append(note(f"the {len(shown)} most frequent of {len(table.lines):,} played"))
    return parts


def views_view(table: SeatTable, digits: int) -> list[RenderableType]:
    """Return the answers view by view: a grid of letters where that is shorter, else lines."""
    grid, rest = gridded(table.views, table.sees) if len(table.lines) > GRID_FROM else (None, {})
    lines = runs(rest) if grid else table.lines
    parts: list[RenderableType] = []
    if lines:
        shown = lines[:MOST_LINES]
        parts.append(columns([(safe(line.label), _answer(line, digits)) for line in shown]))
        if len(shown) < len(lines):
            more = plural(len(lines) - len(shown), "more line")
            parts.append(note(f"and {more}; a saved solution has them all"))
    return parts + _grid(grid, digits) if grid else parts


def _grid(grid: Grid, digits: int) -> list[RenderableType]:
    cells = [
        [Text(safe(row)), *(Text(cell, style="yellow" if cell == MIXED else "") for cell in line)]
        for row, line in zip(grid.rows, grid.letters, strict=True)
    ]
    parts = [columns(cells, head=("", *map(safe, grid.columns)), gap=1), *map(note, grid.key)]
    mixes = [(safe(line.label), _answer(line, digits)) for line in grid.mixed[:MOST_LINES]]
    return [*parts, columns(mixes)] if mixes else parts


def _answer(line: Line, digits: int) -> Text:
    text = Text(mix_text(line.mix.items(), digits))
    if sum(map(bool, line.mix.values())) > 1:
        text.stylize("yellow")
    return text


def _chance(chance: Fraction, digits: int) -> list[Text]:
    """Return the cells of one chance: the fraction, the sign, the decimal."""
    if chance == 1:
        return [Text("always")]
    text, exact = decimal_text(chance, digits)
    return [Text(brief(chance)), Text(f"{'=' if exact else '≈'} {text}")]


def _largest(table: SeatTable) -> Sequence[Line]:
    if len(table.lines) <= MOST_LINES:
        return table.lines
    chances = sorted((max(line.mix.values()) for line in table.lines), reverse=True)
    least = chances[MOST_LINES - 1]
    return [line for line in table.lines if max(line.mix.values()) >= least][:MOST_LINES]


def simulation_view(
    found: Simulation,
    *,
    seat: str,
    seconds: float,
    value: Fraction | None = None,
    why: str = "",
) -> RenderableType:
    """Return a Monte Carlo estimate beside the exact value (or *why* there is none)."""
    hands = f"{plural(found.hands, 'hand')}, seed {found.seed}"
    rate = plural(round(found.hands / max(seconds, 1e-9)), "hand")
    speed = f"in {duration(seconds)}, {rate} a second"
    places = 6
    rows: list[tuple[str, str | Text]] = [
        ("mean", Text(f"{float(found.mean):.{places}f} to {the(seat)}", style="bold"))
    ]
    if found.hands > 1:
        rows += [
            (f"{percent} %", "{:.6f} to {:.6f}".format(*found.interval(percent)))
            for percent in (95, 99)
        ]
    if value is not None:
        rows.append(("exact", f"{both(value, DIGITS)}{_verdict(found, value)}"))
    elif why:
        rows.append(("exact", f"not known: {safe(why)}"))
    paid = [
        (both(pay, MIX_DIGITS), f"{count:,}", f"{100 * count / found.hands:.3f} %")
        for pay, count in list(found.counts.items())[:MOST_LINES]
    ]
    parts: list[RenderableType] = [heading(found.game, hands), Text(), pairs(rows), Text()]
    parts.append(columns(paid, right=(0, 1, 2), head=("paid", "hands", "share")))
    if len(found.counts) > MOST_LINES:
        parts.append(note(f"and {len(found.counts) - MOST_LINES:,} more amounts"))
    return Group(*parts, Text(), note(speed))


def by_seat_view(
    found: Simulation, seats: Sequence[str], exact: Sequence[Fraction], *, seconds: float
) -> RenderableType:
    """Return a Monte Carlo estimate for each seat beside its *exact* payoff."""
    lines = []
    for number, (seat, payoff) in enumerate(zip(seats, exact, strict=True)):
        own = found.of(number)
        within = "{:.4f} to {:.4f}".format(*own.interval(95)) if own.hands > 1 else ""
        verdict = _verdict(own, payoff).removeprefix(", ").removesuffix(" interval")
        lines.append(
            (safe(seat), f"{float(own.mean):.4f}", within, both(payoff, MIX_DIGITS), verdict)
        )
    hands = f"{plural(found.hands, 'hand')}, seed {found.seed}"
    rate = plural(round(found.hands / max(seconds, 1e-9)), "hand")
    head = ("seat", "mean", "95 %", "exact", "")
    return Group(
        heading(found.game, hands),
        Text(),
        columns(lines, head=head, right=(1,)),
        Text(),
        note(f"in {duration(seconds)}, {rate} a second"),
    )


def _verdict(found: Simulation, value: Fraction) -> str:
    if found.hands < 2:
        return ""
    for percent in (95, 99):
        low, high = found.interval(percent)
        if low <= value <= high:
            return f", inside the {percent} % interval"
    return ", outside both intervals"


def interval_text(found: Approximation) -> str:
    """Return a proven interval in words; it is never called a solution."""
    low, high = found.low, found.high
    lines = [
        found.game,
        "",
        f"  value       between {decimal(low, 12)} and {decimal(high, 12)}",
        f"              paid to {the(found.seats[0])}; proved, not exact",
        f"  gap         {decimal(high - low, 3)} after {found.found.iterations:,} iterations",
        f"  ended       {found.found.ended} ({found.found.seconds:.2f} s)",
        "",
        "  Both bounds are exact: each is what one seat's strategy is worth against",
        "  its best reply. --json or -o gives the strategies.",
    ]
    return "\n".join(lines)
