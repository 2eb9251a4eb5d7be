"""Two sets of rules side by side: how the value changes, and which cells do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import SabotError
from sabot.exact import decimal, rational, show
from sabot.render.layout import in_order
from sabot.render.words import plural, the
from sabot.telling.company import Company
from sabot.telling.game import Game
from sabot.web.app import desk, owner
from sabot.web.jobs.desk import answer_of
from sabot.web.markup import Markup, Part, amount, number, sentence, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game.asked import first_games, loaded, question
from sabot.web.pages.game.sides import Side, side
from sabot.web.pages.jobs import pending
from sabot.web.refused import fault_part, status_of
from sabot.web.table import row, scrolled, table

MOST = 300
"""Cells of a seat that are written out."""
_PERHAPS = "perhaps not every cell has to differ"
_DIGITS = 12
"""Digits of the change between amounts that are no fractions."""


async def compare(request: Request) -> Response:
    """Compare the games ``a`` and ``b`` of the address."""
    asked = request.query_params
    usual = first_games()[0]
    texts = [asked.get("a", usual), asked.get("b", asked.get("a", usual))]
    inside: Part = tag("p", "Change a rule in one of them, then compare.", class_="placeholder")
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
    lead = (
        "Two games, or one game under two sets of rules: how much more or less each seat is paid, "
        "and where it plays otherwise."
    )
    head = tag("h1", "Compare two sets of rules"), tag("p", lead, class_="lead")
    return shell(request, "Compare", *head, form, inside, status=status)


async def _compared(request: Request, texts: list[str]) -> Part:
    games = [loaded(request, text) for text in texts]
    if any(isinstance(game.rules, Company) for game in games):
        return _played_only(games)
    names = list(map(str, games))
    jobs = [desk(request).submit("page", question(request, name), owner(request)) for name in names]
    late = await pending(request, *jobs)
    if late is not None:
        return late
    found = map(answer_of, jobs)
    both = [side(name, one["solution"]) for name, one in zip(names, found, strict=True)]
    return await asyncio.to_thread(lambda: _part(*both))


def _played_only(games: Sequence[Game]) -> Markup:
    """Return why a game is not compared that no method solves, and the way to what is solved."""
    played = [game for game in games if isinstance(game.rules, Company)]
    told = " and ".join(dict.fromkeys(map(str, played)))
    few = "have no value and no table" if len(set(played)) > 1 else "has no value and no table"
    words = f"{told} {few} to compare: hands are dealt and played, and nothing solves them."
    models = [
        game.rules.model(game) if isinstance(game.rules, Company) else str(game) for game in games
    ]
    way = None
    if all(models):
        place = f"/compare?{urlencode(dict(zip('ab', models, strict=True)))}"
        link = tag("a", f"Compare {' with '.join(models)}", href=place)
        way = tag("p", "Its first phase is solved as a model. ", link, ".")
    return tag("div", tag("p", words), way, class_="fault", role="alert")


def _part(one: Side, two: Side) -> Markup:
    shared = [seat for seat in one.seats if seat in two.seats]
    if one.zero_sum and two.zero_sum:
        paid = " and ".join(dict.fromkeys(_seated(told.seats[0]) for told in (one, two)))
        values = (next(iter(told.paid.values())) for told in (one, two))
        told = [_paid(f"Value, paid to {paid}", one, two, *values)]
    else:
        told = [_all_paid(one, two, shared)]
    return tag("div", *told, _near(one, two), *_done(one, two, shared), class_="compared")


def _seated(seat: str) -> str:
    return f"player {seat}" if seat.isdecimal() else the(seat)


def _whole(told: Side) -> dict[str, str]:
    """Return what every seat is paid, also where one number says it."""
    if not told.zero_sum:
        return dict(told.paid)
    (first, other), value = told.seats, next(iter(told.paid.values()))
    return {first: value, other: show(-rational(value))}


def _near(one: Side, two: Side) -> Part:
    """Return how near to balance what is paid was found, where it is not exact."""
    loose = [told for told in (one, two) if told.bound != "0"]
    words = [f"in {told.game} nobody could gain more than {told.bound}" for told in loose]
    return tag("p", sentence("; ".join(words)), ".", class_="note") if loose else None


def _paid(title: str, one: Side, two: Side, before: str, after: str) -> Markup:
    """Return what is paid under both sets of rules, and the change."""
    rows = [
        row(name, tag("td", amount(value), data_value=name))
        for name, value in ((one.game, before), (two.game, after))
    ]
    change = tag("td", _change(before, after), data_value="change")
    rows.append(row("change", change, class_="sum"))
    values = tag("table", tag("tbody", *rows), class_="lines values")
    return tag("section", tag("h2", title), values, class_="panel")


def _all_paid(one: Side, two: Side, seats: Sequence[str]) -> Markup:
    """Return what each seat is paid under both sets of rules, a line a seat."""
    before, after = _whole(one), _whole(two)
    head = (one.game, two.game, "change")
    rows = []
    for seat in seats:
        texts = before[seat], after[seat]
        cells = zip(head, (*map(amount, texts), _change(*texts)), strict=True)
        found = [tag("td", cell, data_told=name, data_value=name) for name, cell in cells]
        rows.append(row(f"Paid to {_seated(seat)}", *found))
    both = table(("", *head), rows, class_="lines beside-each-other")
    return tag(
        "section", tag("h2", "What each seat is paid"), scrolled(both, "Paid"), class_="panel"
    )


def _change(before: str, after: str) -> Markup:
    gap = rational(after) - rational(before)
    loose = "." in before + after
    return amount(decimal(gap, _DIGITS)) if loose else number(gap, sign=True)


def _done(one: Side, two: Side, shared: list[str]) -> list[Markup]:
    """Return what each seat does otherwise; where one game has cuts and one views, that it has."""
    if one.cuts == two.cuts:
        return [_seat(one, two, seat) for seat in shared]
    real, other = (one, two) if one.cuts else (two, one)
    words = (
        f"What is done is told by cuts between real numbers in {real.game}, and hand by hand in "
        f"{other.game}: only what is paid can be compared. Give both the same ranks for the rest."
    )
    return [tag("p", words, class_="note")]


def _seat(one: Side, two: Side, seat: str) -> Markup:
    ours, theirs = one.done[seat], two.done[seat]
    both = [view for view in in_order(ours) if view in theirs]
    changed = [view for view in both if ours[view] != theirs[view]]
    only = len(ours) + len(theirs) - 2 * len(both)
    rows = [
        row(
            "first to act" if view == "-" else view,
            tag("td", one.part(seat, view), data_told=one.game),
            tag("td", two.part(seat, view), data_told=two.game),
            data_view=view,
        )
        for view in changed[:MOST]
    ]
    others = _others(one, two, seat) if changed else ""
    odd = ("differs" if len(changed) == 1 else "differ") if others else "changed"
    words = f"{plural(len(changed), 'cell')} of {len(both)} {odd}"
    more = f"; {plural(only, 'view')} in one of the two games only" if only else ""
    if len(changed) > MOST:
        more += f"; the first {MOST} of them"
    beside = table(("view", one.game, two.game), rows, class_="lines beside-each-other")
    return tag(
        "section",
        tag("h2", sentence(_seated(seat))),
        tag("p", words + more, class_="note"),
        tag("p", others, class_="note") if others else None,
        scrolled(beside) if rows else None,
        class_="panel",
        data_seat=seat,
    )


def _others(one: Side, two: Side, seat: str) -> str:
    """Return that what differs need not, where a seat may do something else as well."""
    loose = [told for told in (one, two) if seat not in told.only]
    if not loose:
        return ""
    games = " and in ".join(told.game for told in loose)
    if not all(told.zero_sum for told in loose):
        return f"In {games} one equilibrium is shown, and there may be others: {_PERHAPS}."
    sure = "has" if all(seat in told.several for told in loose) else "may have"
    told_of = f"{_seated(seat)} {sure} other optimal strategies than the one shown"
    return f"In {games} {told_of}: {_PERHAPS}."


PAGES = (
    Page(
        "/compare",
        "Compare",
        compare,
        "Compare",
        takes=("a", "b"),
        numbers="Solutions with a certificate were verified by the checker before they were "
        "compared.",
    ),
)
