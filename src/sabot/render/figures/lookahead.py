"""The figure of a run of lookahead or Rosen's gradient: its numbers, and what is left to gain."""

from __future__ import annotations

from sabot.api.lookahead import MethodRun
from sabot.render.figures.captions import game_title, join_caption
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, Panel


def method_trace_figure(run: MethodRun) -> Figure:
    """Return the numbers of each player against the payoffs computed, and what is left to gain."""
    panels = []
    for seat, places in zip(run.judged.seats, run.owners, strict=True):
        curves = tuple(
            Curve(
                run.names[place],
                tuple((one.evaluations, one.point[place]) for one in run.trace.steps),
            )
            for place in places
        )
        if curves:
            panels.append(Panel("payoffs computed", "cut or share", curves, title=f"player {seat}"))
    gains = tuple(
        Curve(
            seat, tuple((one.evaluations, float(left[number])) for one, left in run.gains), "dots"
        )
        for number, seat in enumerate(run.judged.seats)
    )
    panels.append(Panel("payoffs computed", "could gain", gains, title="left to gain, exact"))
    return Figure(
        f"{game_title(run.game)}: {run.trace.method}",
        tuple(panels),
        join_caption(run.game, f"{run.trace.evaluations:,} payoffs computed"),
    )
