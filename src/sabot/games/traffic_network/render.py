"""Views of a traffic network: the table of the three optima, the figure of shares, the headline.

The table has one line per road and one column per solution concept (system, game, user). The
figure shows how each sender divides its traffic among its roads. The headline is what the start
page of the workbench says of the game.
"""

from __future__ import annotations

from sabot.errors import FormError
from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.games.traffic_network import SOLUTION_CONCEPTS, NetworkFlows
from sabot.render.document import (
    BREAK,
    Document,
    ExactNumber,
    Heading,
    Paragraph,
    Phrase,
    TableBlock,
    build_document,
)
from sabot.render.figures.captions import game_title, join_caption
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import BarPanel

_TABLE_DIGITS = 8
"""Of a flow or a cost on a terminal."""


def terminal_view(found: NetworkFlows) -> Document:
    """Return what ``sabot solve`` shows."""
    owner = {road: sender.name for sender in found.network.senders for road in sender.roads}
    rows: list[tuple[Phrase, ...]] = [
        (
            name,
            owner[road],
            *(ExactNumber(found.flows[aim][road], _TABLE_DIGITS) for aim in SOLUTION_CONCEPTS),
        )
        for road, name in enumerate(found.network.roads)
    ]
    rows.append(
        ("cost", "", *(ExactNumber(found.total(aim), _TABLE_DIGITS) for aim in SOLUTION_CONCEPTS))
    )
    return build_document(
        Heading(found.game),
        BREAK,
        TableBlock(tuple(rows), head=("road", "sender", *SOLUTION_CONCEPTS)),
        BREAK,
        Paragraph("system: the least cost in all; game: each sender for himself;", depth=1),
        Paragraph("user: each traveller for himself.", depth=1),
    )


def traffic_shares_figure(found: NetworkFlows) -> Figure:
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
            for aim in SOLUTION_CONCEPTS
        )
        panels.append(
            BarPanel(sender.name, lines, tuple(names), "share of the traffic", exact=False)
        )
    if not panels:
        raise FormError(f"{found.game}: nobody sends anything, so there is nothing to draw")
    costs = ", ".join(f"{aim} {format_decimal(found.total(aim), 8)}" for aim in SOLUTION_CONCEPTS)
    return Figure(
        f"{game_title(found.game)}: traffic by who decides",
        tuple(panels),
        join_caption(found.game, f"cost in all: {costs}"),
    )


_HEADLINE_DIGITS = 8


def network_headline(found: NetworkFlows) -> dict[str, object]:
    """Return the cost of the game between the senders, and how much is on each road."""
    total = found.total("system")
    least = format_decimal(total, _HEADLINE_DIGITS)
    mark = "" if as_rational(least) == total else "≈ "
    roads = [
        [road, format_fraction(much)]
        for road, much in zip(found.network.roads, found.flows["game"], strict=True)
    ]
    return {
        "number": format_fraction(found.total("game")),
        "words": f"is what the roads cost, each sender for himself; together {mark}{least}",
        "picture": {"kind": "lengths", "rows": roads},
    }
