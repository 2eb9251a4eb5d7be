"""The three optima as a table: a line a road, a column for each way to decide."""

from __future__ import annotations

from sabot.games.network.flows import AIMS
from sabot.games.network.result import Flows
from sabot.render.document import BREAK, Document, Heading, Number, Phrase, Table, Text, document

_DIGITS = 8
"""Of a flow or a cost on a terminal."""


def screen(found: Flows) -> Document:
    """Return what ``sabot solve`` shows."""
    owner = {road: sender.name for sender in found.network.senders for road in sender.roads}
    rows: list[tuple[Phrase, ...]] = [
        (name, owner[road], *(Number(found.flows[aim][road], _DIGITS) for aim in AIMS))
        for road, name in enumerate(found.network.roads)
    ]
    rows.append(("cost", "", *(Number(found.total(aim), _DIGITS) for aim in AIMS)))
    return document(
        Heading(found.game),
        BREAK,
        Table(tuple(rows), head=("road", "sender", *AIMS)),
        BREAK,
        Text("system: the least cost in all; game: each sender for himself;", depth=1),
        Text("user: each traveller for himself.", depth=1),
    )
