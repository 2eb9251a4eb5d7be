"""Chapter 6: a network, and four manufacturers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot.exact import decimal, show
from sabot.forms.threshold.betting import Fold, Node, Showdown, Turn
from sabot.games.network.family import DAFERMOS
from sabot.games.network.flows import AIMS, Aim, Network, Sender
from sabot.papers.report import Claim, PaperTable, grid
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.profiles import Q, check, fixed, game, numbers, rounded
from sabot.telling.hands import Betting

COUNTER = Network(
    ("1", "2", "3", "4"),
    tuple(
        tuple(map(Fraction, row))
        for row in ((1, 0, 0, 0), (0, 5, 0, 2), (2, 0, 1, 0), (0, 8, 0, 7))
    ),
    tuple(map(Fraction, (21, 2, 3, 2))),
    (Sender("one", Fraction(6), (0, 1)), Sender("two", Fraction(10), (2, 3))),
)
"""A network where each for himself does better than two senders: found by trying small ones."""


def total(network: Network, flow: tuple[Fraction, ...]) -> Fraction:
    """Return what all roads cost together."""
    return sum(network.costs(flow), Fraction(0))


def table_19() -> Iterator[Claim | PaperTable]:
    """Compare flows and costs of the three optima, each a fraction."""
    item, rows, totals = "table-19", [], {}
    for aim in AIMS:
        says, cost = printed.TABLE_19[aim]
        flow = DAFERMOS.optimum(aim)
        totals[aim] = total(DAFERMOS, flow)
        exact = " ".join(map(show, flow))
        ours = rounded(flow, says)
        where = f"{aim}: the flows"
        yield check(item, where, says, ours, evidence=exact, otherwise="superseded")
        yield _carried(item, aim, says)
        ours = f"{round(totals[aim] / 100) * 100:,}"
        why = f"exactly {show(totals[aim])} = {decimal(totals[aim], 8)}"
        where = f"{aim}: the cost, to hundreds"
        yield check(item, where, cost, ours, evidence=why, otherwise="superseded")
        rows.append((aim, (*flow, totals[aim])))
    yield from _as_said(item, totals)
    head = (*(f"f{road}" for road in DAFERMOS.roads), "cost")
    yield PaperTable(item, "table 19, exactly", grid("", head, rows))
    title = (
        "6.2.3 (ii) conjectures why the game costs less here. It is not so in every network: in "
        "one of ours, with four roads and two senders, the game costs more than the users"
    )
    costs = [(aim, (total(COUNTER, COUNTER.optimum(aim)),)) for aim in AIMS]
    yield PaperTable(item, title, grid("", ("cost",), costs))


def _carried(item: str, aim: Aim, says: str) -> Claim:
    """Check that the printed flows of each sender come to what he sends."""
    flow = numbers(says)
    found = [(sum(flow[road] for road in one.roads), one.amount) for one in DAFERMOS.senders]
    printed_sums, sent = (tuple(map(Fraction, column)) for column in zip(*found, strict=True))
    why = "as much as is sent"
    return check(item, f"{aim}: what the printed flows carry", printed_sums, sent, evidence=why)


def _as_said(item: str, totals: dict[Aim, Fraction]) -> Iterator[Claim]:
    """Check what 6.2 says around the table."""
    least = totals["system"] <= min(totals.values())
    yield check(item, "(i) the system's optimum costs least", True, least)
    lower = totals["game"] < totals["user"]
    yield check(item, "(ii) here the game costs less than the users", True, lower)
    user = numbers(printed.TABLE_19["user"][0])
    wrong = total(DAFERMOS, user) + 1220 * (user[2] - user[4])
    ours = (
        "f_5"
        if abs(total(DAFERMOS, user) - totals["user"]) < abs(wrong - totals["user"])
        else "f_3"
    )
    why = "5 f_5^2 + 1220 f_5; with f_3 the printed flows of the users would cost 367,212"
    where = "eq. 1: c_5 = 5 f_5^2 + 1220"
    yield check(item, where, "f_3", ours, evidence=why, otherwise="unreadable")
    roads = " + ".join(f"c_{DAFERMOS.roads[road]}" for road in DAFERMOS.senders[0].roads)
    why = "roads 1, 3 and 5 lead from x to y, as in eq. 5"
    where = "6.2.2: the cost to player 1"
    yield check(item, where, "c_1 + c_2 + c_5", roads, evidence=why, otherwise="unreadable")


def business() -> Iterator[Claim]:
    """Tell the four manufacturers' market in its own words, and compare it with the 4-PG."""
    names = ("1", "2", "3", "4")
    market = Betting(names).form(_market)
    same = _nameless(market.root) == _nameless(game(4, free=False).root)
    why = "told as 6.3 (d) to (g) has it: every turn, outlay and profit, the words apart"
    yield check("business", "the market is the 4-PG", True, same, evidence=why)
    outlay = Fraction(1) + 3
    yield check(
        "business", "(f) iii: 1 unit and a further 3", fixed(outlay, 0), _doubled(market.root)
    )


def _market(table: Betting) -> None:
    """Tell the market: outlays are for advertising, the winner's profit is what the others spent.

    Each manufacturer has rated his product; with chance q he makes a breakthrough at the end.
    """
    *rivals, first = table.seats
    spent: dict[str, int] = dict.fromkeys(table.seats, 0)
    for maker in rivals:
        if table.ask(maker, ("stay out", "enter the market")) == "enter the market":
            spent[maker] = 2
    entered = [maker for maker in rivals if spent[maker]]
    if not entered:
        return table.pay(spent)
    decision = table.ask(first, ("drop out", "continue", "raise the outlay"))
    spent[first] = {"drop out": 1, "continue": 2, "raise the outlay": 4}[decision]
    if decision == "raise the outlay":
        spent.update(dict.fromkeys(entered, 4))
    return table.showdown(spent, entered if decision == "drop out" else [*entered, first], Q)


def _nameless(node: Node) -> object:
    """Return a betting without the words of its actions."""
    if isinstance(node, Turn):
        return node.seat, tuple(map(_nameless, node.after))
    return node


def _doubled(node: Node) -> str:
    """Return what the last manufacturer has spent where he raised his outlay."""
    while isinstance(node, Turn):
        node = node.after[-1]
    return "nothing" if isinstance(node, Fold) else _spent(node)


def _spent(end: Showdown) -> str:
    return fixed(end.paid[-1], 0)
