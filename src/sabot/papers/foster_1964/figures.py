"""Foster's three figures, from exact numbers.

Figs. 1 and 2 have no numbers of their own: here they show the game of fingers of Section 2, and the
3 x 2 game that is left of chemin-de-fer when Banker keeps to the strategies of Tables 5, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.exact import decimal, show
from sabot.forms.matrix import MatrixForm
from sabot.games.baccara.foster import Gain
from sabot.papers.foster_1964 import printed, walk
from sabot.render.figures.figure import Curve, Figure, Mark, Panel
from sabot.solvers.zero_sum.settle import settle

ENDS = (Fraction(0), Fraction(1))


def figure_1() -> Figure:
    """Draw the two lines of a 2 x 2 game and their crossing."""
    rows = next(game for where, game in printed.FINGERS.items() if where.startswith("Section 2"))
    lines = {f"B plays {name}": row for name, row in zip(("I", "II"), rows, strict=True)}
    return _lines(
        "Fig. 1: fingers, one unit if they match", lines, "gain to B", "how often A plays I"
    )


def figure_2() -> Figure:
    """Draw three lines, the highest of them at each h, and its lowest point."""
    gain = Gain.of()
    lines = {}
    for name, (_, _, found) in list(zip(printed.DECISIONS, gain.ranges, strict=True))[1:]:
        moves = {at: move or 0 for at, move in found.items()}
        low, high = (100 * walk.by_strategy(h, moves) for h in ENDS)
        lines[f"strategy of {name}"] = (high, low)
    title = "Fig. 2: chemin-de-fer with three strategies of Banker"
    return _lines(title, lines, "Banker's gain, per cent", "how often Player draws on 5")


def _lines(
    title: str, lines: Mapping[str, Sequence[Fraction | int]], gain: str, often: str
) -> Figure:
    """Draw an N x 2 game: a line for each row, from its second entry (h = 0) to its first."""
    form = MatrixForm.of(list(lines.values()), rows=list(lines), seats=("B", "A"))
    found = settle(form)
    h = found.tables[1]["-"]["1"]
    curves = [
        Curve(name, ((ENDS[0], Fraction(low)), (ENDS[1], Fraction(high))))
        for name, (high, low) in lines.items()
    ]
    exact = show(found.value)
    value = exact if len(exact) < 8 else decimal(found.value, 5)
    mark = Mark(f"h = {show(h)}, v = {value}", h, found.value)
    return Figure(title, (Panel(f"h: {often}", gain, tuple(curves), (mark,)),))


def figure_3() -> Figure:
    """Draw G(h) with its exact corners, and the nine points that Foster had."""
    gain = Gain.of()
    points = tuple((h, 100 * height) for h, height in gain.points)
    said = tuple((Fraction(h), Fraction(g)) for h, g in printed.TABLE_3.items())
    h, least = gain.best
    corners = tuple(point for point in points[1:-1] if point[0] != h)
    panel = Panel(
        "h: how often Player draws on 5",
        "Banker's gain G(h), per cent",
        (
            Curve("G(h), exactly", points),
            Curve("corners", corners, "dots"),
            Curve("Table 3, as printed", said, "dots"),
        ),
        (Mark(f"h = {show(h)}, G = {decimal(100 * least, 5)} per cent", h, 100 * least),),
    )
    return Figure("Fig. 3: Banker's expected gain in chemin-de-fer", (panel,))
