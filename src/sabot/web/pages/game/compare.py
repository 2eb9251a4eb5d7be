"""Two sets of rules side by side: how the value changes, and which cells do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import NoMethodError, SabotError
from sabot.render.layout import in_order
from sabot.render.words import plural, the
from sabot.results.solution import Solution
from sabot.web.app import desk, owner
from sabot.web.markup import Markup, Part, number, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game.asked import first_games, loaded, question
from sabot.web.pages.game.files import SOLUTIONS
from sabot.web.pages.game.grid import mix_part
from sabot.web.refused import fault_part, status_of

MOST = 300


async def compare(request: Request) -> Response:
    """Compare the games ``a`` and ``b`` of the address."""
    asked = request.query_params
    usual = first_games()
    texts = [asked.get("a", usual[0]), asked.get("b", usual[0])]
    inside: Part = None
    status = 200
    if "a" in asked and "b" in asked:
        try:
            inside = await _compared(request, texts)
        except SabotError as fault:
            inside, status = fault_part(str(fault)), status_of(fault)
    boxes = [
        tag(
            "div",
            tag("label", label, for_=name),
            tag("input", id=name, name=name, value=text, spellcheck="false", autocomplete="off"),
            class_="field",
        )
        for label, name, text in zip(("One game", "Another"), "ab", texts, strict=True)
    ]
    form = tag(
        "form",
        *boxes,
        tag("button", "Compare", class_="main"),
        action="/compare",
        class_="panel pair",
    )
    title = tag("h1", "Compare two sets of rules")
    return shell(request, "Compare", title, form, inside, status=status)


async def _compared(request: Request, texts: list[str]) -> Part:
    names = [str(loaded(request, text)) for text in texts]
    found = await asyncio.gather(
        *(desk(request).ask("page", question(request, name), owner(request)) for name in names)
    )
    solutions = [_solution(one["solution"]) for one in found]
    return await asyncio.to_thread(lambda: _part(*solutions))


def _solution(document: Mapping[str, Any]) -> Solution:
    if not str(document.get("schema", "")).startswith(SOLUTIONS):
        raise NoMethodError(
            "games are compared where two play and what each knows is told as views"
        )
    return Solution.from_json(document)


def _part(one: Solution, two: Solution) -> Markup:
    shared = [seat for seat in one.seats if seat in two.seats]
    if one.zero_sum and two.zero_sum:
        paid = " and ".join(dict.fromkeys(the(game.seats[0]) for game in (one, two)))
        told = [_paid(f"Value, paid to {paid}", one, two, one.value, two.value)]
    else:
        told = [
            _paid(f"Paid to {the(seat)}", one, two, one.payoffs[seat], two.payoffs[seat])
            for seat in shared
        ]
    return tag("div", *told, *(_seat(one, two, seat) for seat in shared))


def _paid(title: str, one: Solution, two: Solution, before: Fraction, after: Fraction) -> Markup:
    """Return what is paid under both sets of rules, and the change."""
    rows = [
        tag("tr", tag("th", name, scope="row"), tag("td", number(value), data_value=name))
        for name, value in ((one.game, before), (two.game, after))
    ]
    change = tag(
        "tr",
        tag("th", "change", scope="row"),
        tag("td", number(after - before, sign=True), data_value="change"),
        class_="sum",
    )
    table = tag("table", tag("tbody", *rows, change), class_="lines values")
    return tag("section", tag("h2", title), table, class_="panel")


def _seat(one: Solution, two: Solution, seat: str) -> Markup:
    ours, theirs = one[seat].table, two[seat].table
    both = [view for view in in_order(ours) if view in theirs]
    changed = [view for view in both if dict(ours[view]) != dict(theirs[view])]
    only = len(ours) + len(theirs) - 2 * len(both)
    rows = [
        tag(
            "tr",
            tag("th", view, scope="row"),
            tag("td", mix_part(ours[view])),
            tag("td", mix_part(theirs[view])),
        )
        for view in changed[:MOST]
    ]
    head = tag("tr", *(tag("th", word, scope="col") for word in ("view", one.game, two.game)))
    words = f"{plural(len(changed), 'cell')} of {len(both)} changed"
    more = f"; {plural(only, 'view')} in one of the two games only" if only else ""
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="lines")
    return tag(
        "section",
        tag("h2", seat),
        tag("p", words + more, class_="note"),
        tag("div", table, class_="scroll") if rows else None,
        class_="panel",
        data_seat=seat,
    )


PAGES = (Page("/compare", "Compare", compare, "Compare"),)
