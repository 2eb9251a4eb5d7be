"""Why a cell is as it is: both expectations, line by line; and what it costs to lock it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import SabotError
from sabot.exact import rational
from sabot.render.words import plural, the
from sabot.web.address import fields, on_game_page
from sabot.web.app import desk, owner
from sabot.web.markup import Markup, Part, markup, number, sentence, tag
from sabot.web.pages import Page
from sabot.web.pages.game.asked import question
from sabot.web.pages.game.grid import mix_part
from sabot.web.refused import fault_part
from sabot.web.table import row, scrolled, table

MOST_CHANGED = 40


async def why(request: Request) -> Response:
    """Explain one cell."""
    asked = await fields(request)
    told = question(
        request, asked.get("g", ""), seat=asked.get("seat", ""), view=asked.get("view", "")
    )
    try:
        found = await desk(request).ask("why", told, owner(request))
    except SabotError as fault:
        return HTMLResponse(fault_part(str(fault)))
    locks = await _locked(request, asked) if asked.get("locks") else None
    return HTMLResponse(_why(found, locks), headers=on_game_page(request, **_seen(asked)))


def _seen(asked: Mapping[str, str]) -> dict[str, str]:
    return {key: asked.get(key, "") for key in ("g", "seat", "view", "locks")}


def _why(told: Mapping[str, Any], locks: Part) -> Markup:
    worth = {action: rational(text) for action, text in told["worth"].items()}
    best = max(worth.values())
    mix = {action: rational(text) for action, text in told["mix"].items()}
    where = "" if told["view"] == "-" else f" at {told['view']}"
    rows = [
        row(
            action,
            tag("td", number(amount), data_worth=action),
            tag("td", "best" if amount == best else markup(number(amount - best), " worse")),
            class_="best" if amount == best else None,
        )
        for action, amount in worth.items()
    ]
    ties = [action for action, amount in worth.items() if amount == best]
    said = f"{_all(ties)} are worth the same: {the(told['seat'])} may mix." if ties[1:] else None
    return tag(
        "div",
        tag("h3", f"Why{where}?"),
        tag(
            "p",
            sentence(f"{the(told['seat'])} plays "),
            mix_part(mix),
            ". The view comes up with chance ",
            number(told["chance"]),
            f" against {_other(told)}.",
        ),
        table(("action", "earns", ""), rows),
        tag("p", said, class_="note") if said else None,
        _locks(told, list(worth), locks),
        _envelope(told) if len(worth) == 2 and told["zero_sum"] else None,
        *(_expectation(told, action) for action in worth),
        class_="why-told",
        data_view=told["view"],
    )


def _all(actions: list[str]) -> str:
    """Return actions in a row.

    >>> _all(["call", "raise"]), _all(["fold", "call", "raise"])
    ('call and raise', 'fold, call and raise')
    """
    return f"{', '.join(actions[:-1])} and {actions[-1]}"


def _other(told: Mapping[str, Any]) -> str:
    return f"an optimal {told['other']}" if told["zero_sum"] else f"{the(told['other'])}'s part"


def _expectation(told: Mapping[str, Any], action: str) -> Part:
    """Return one expectation line by line, folded away."""
    lines = told["lines"][action]
    if not lines:
        return None
    rows = [
        row(
            line["other"],
            tag("td", number(line["chance"])),
            tag("td", number(line["pays"])),
            tag("td", number(line["part"])),
        )
        for line in lines
    ]
    head = (told["other"], "chance", "pays", "together")
    worth = tag("td", number(told["worth"][action]))
    foot = row("sum", tag("td"), tag("td"), worth, class_="sum")
    return tag(
        "details",
        tag("summary", f"{action}, line by line"),
        scrolled(table(head, rows, foot=foot), f"{action}, line by line"),
        open=len(lines) <= 12,
    )


def _envelope(told: Mapping[str, Any]) -> Markup:
    """Return the way to what the seat secures when it mixes here; where there is none, why."""
    if not told["once"]:
        words = "V(p), what it is sure of if it mixes here, is drawn where each seat chooses once."
        return tag("p", words, class_="note")
    asked = urlencode({"g": told["game"], "seat": told["seat"], "view": told["view"]})
    link = tag("a", "What if it mixes here? V(p)", href=f"/envelope?{asked}")
    return tag("p", link)


def _locks(told: Mapping[str, Any], actions: list[str], locks: Part) -> Markup:
    """Return the buttons that lock this cell, and what is locked already."""
    buttons = [
        tag("button", action, type="button", data_cell=told["view"], data_lock=action)
        for action in actions
    ]
    return tag(
        "div",
        tag("span", "Lock this cell to"),
        tag("span", *buttons, class_="row"),
        tag("div", locks, class_="locked", aria_live="polite"),
        class_="lock",
    )


async def locked(request: Request) -> Response:
    """Say what a strategy is worth with some of its cells locked."""
    asked = await fields(request)
    told = await _locked(request, asked)
    return HTMLResponse(told, headers=on_game_page(request, **_seen(asked)))


async def _locked(request: Request, asked: Mapping[str, str]) -> Markup:
    """Return what is told of the locks that are asked about."""
    seat = asked.get("seat", "")
    try:
        cells = dict(json.loads(asked.get("locks") or "{}"))
    except (ValueError, TypeError):
        return fault_part("locks: a JSON object {view: action} is wanted")
    if not cells:
        return tag("p", "No cell is locked.", class_="note")
    told = question(request, asked.get("g", ""), locks={seat: cells})
    try:
        found = await desk(request).ask("locked", told, owner(request))
    except SabotError as fault:
        return fault_part(str(fault))
    return _left(seat, cells, found)


def _left(seat: str, cells: Mapping[str, str], found: Mapping[str, Any]) -> Markup:
    """Return what is locked, what it leaves, and how it is answered best."""
    other = found["other"]
    chips = [
        tag(
            "button",
            f"{view}: {action} ✕",
            type="button",
            class_="chip",
            aria_label=f"unlock {view}",
            data_cell=view,
            data_lock="",
        )
        for view, action in cells.items()
    ]
    changed = found["changed"]
    rows = [
        row(
            one["view"],
            tag("td", mix_part({a: rational(c) for a, c in one["optimal"].items()})),
            tag("td", one["reply"]),
        )
        for one in changed[:MOST_CHANGED]
    ]
    return tag(
        "div",
        tag("p", *chips, class_="chips"),
        tag(
            "p",
            sentence(f"{the(seat)} now {'secures' if found['zero_sum'] else 'gets'} "),
            number(found["secures"]),
            f", paid to {the(found['payee'])}. " if found["zero_sum"] else ". ",
            "The best reply wins ",
            tag("b", number(found["wins"])),
            " more than before.",
        ),
        tag("p", sentence(f"{the(other)} changes {plural(len(changed), 'cell')}."), class_="note"),
        scrolled(table(("view", "optimal", "best reply"), rows), "changed cells") if rows else None,
    )


PAGES = (
    Page("/part/why", "why", why),
    Page("/part/locked", "locked", locked),
)
