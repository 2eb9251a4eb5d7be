"""How each sender divides his traffic among his roads, by who decides."""

from __future__ import annotations

from sabot.errors import FormError
from sabot.exact import decimal
from sabot.games.network.flows import AIMS
from sabot.games.network.result import Flows
from sabot.render.figures.captions import caption, titled
from sabot.render.figures.figure import Bars, Figure


def shares_figure(found: Flows) -> Figure:
    """Return a bar for each sender and way to decide, divided among the roads."""
    network = found.network
    panels = []
    for sender in filter(lambda one: one.amount, network.senders):
        names = [f"road {network.roads[road]}" for road in sender.roads]
        lines = tuple(
            (
                aim,
                {
                    name: found.flows[aim][road] / sender.amount
                    for name, road in zip(names, sender.roads, strict=True)
                },
            )
            for aim in AIMS
        )
        panels.append(Bars(sender.name, lines, tuple(names), "share of the traffic"))
    if not panels:
        raise FormError(f"{found.game}: nobody sends anything, so there is nothing to draw")
    costs = ", ".join(f"{aim} {decimal(found.total(aim), 8)}" for aim in AIMS)
    return Figure(
        f"{titled(found.game)}: traffic by who decides",
        tuple(panels),
        caption(found.game, f"cost in all: {costs}"),
    )
