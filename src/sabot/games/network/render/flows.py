"""The three optima as a table: a line a road, a column for each way to decide."""

from __future__ import annotations

from fractions import Fraction

from sabot.exact import decimal, show
from sabot.games.network.flows import AIMS
from sabot.games.network.result import Flows
from sabot.render.document import BREAK, Document, Heading, Table, Text, document

_SHORT = 12


def screen(found: Flows) -> Document:
    """Return what ``sabot solve`` shows."""
    owner = {road: sender.name for sender in found.network.senders for road in sender.roads}
    rows = [
        (name, owner[road], *(_amount(found.flows[aim][road]) for aim in AIMS))
        for road, name in enumerate(found.network.roads)
    ]
    rows.append(("cost", "", *(_amount(found.total(aim)) for aim in AIMS)))
    return document(
        Heading(found.game),
        BREAK,
        Table(tuple(rows), head=("road", "sender", *AIMS)),
        BREAK,
        Text("system: the least cost in all; game: each sender for himself;", depth=1),
        Text("user: each traveller for himself. Exact: --json has every fraction.", depth=1),
    )


def _amount(amount: Fraction) -> str:
    whole = show(amount)
    return whole if len(whole) <= _SHORT and "/" not in whole else decimal(amount, 8)
