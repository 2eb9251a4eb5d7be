"""The first page: the games, each with a sentence and the number it is known by; the sources."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot import papers
from sabot.exact import rational
from sabot.games import families
from sabot.render.views.family import summary
from sabot.render.words import MIX_DIGITS, decimal_text
from sabot.telling.family import Family
from sabot.web.address import game_address
from sabot.web.figures.thumb import thumb
from sabot.web.markup import Markup, number, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game.asked import first_game

LONGEST = 36
"""Characters of a number on a card."""


async def home(request: Request) -> Response:
    """Show what there is."""
    own = request.app.state.own
    told = [family for family in families() if first_game(family)]
    return shell(
        request,
        "Sabot",
        tag(
            "section",
            tag("h1", "Card games, solved exactly"),
            tag(
                "p",
                "Choose a game and its rules. You get its value as a fraction, optimal strategies, "
                "whether they are the only ones, and a certificate that anyone can check.",
                class_="lead",
            ),
            class_="hero",
        ),
        _own(None if own is None else str(own)),
        tag(
            "section",
            tag("h2", "Games"),
            tag("ul", *map(_card, told), class_="cards"),
            class_="games",
        ),
        tag(
            "section",
            tag("h2", "Sources"),
            tag("div", hx_get="/part/sources", hx_trigger="load", class_="sources-told"),
        ),
    )


def _own(game: str | None) -> Markup:
    """Return the way to rules of one's own; those of the terminal first."""
    opened = None if game is None else tag("p", "Opened: ", tag("a", game, href=game_address(game)))
    return tag(
        "section",
        opened,
        tag(
            "p",
            tag("a", "Tell your own game", href="/own"),
            ": a function of a dozen lines, beside its tree.",
        ),
        class_="own",
    )


def _card(family: Family) -> Markup:
    game = first_game(family)
    return tag(
        "li",
        tag(
            "a",
            tag("h3", family.name),
            tag("p", summary(family)),
            href=game_address(game),
        ),
        _headline(headlines()[family.name]),
        class_="card",
    )


async def sources(request: Request) -> Response:
    """Show the sources; their rooms are large, and the first page does not wait for them."""
    told = await asyncio.to_thread(lambda: [_source(name) for name in papers.names()])
    return HTMLResponse(tag("ul", *told, class_="sources"))


def _source(name: str) -> Markup:
    source = papers.source(name)
    link = tag("a", source.title, href=f"/papers/{name}")
    return tag("li", link, " ", tag("span", source.citation, class_="dim"))


@cache
def headlines() -> Mapping[str, Mapping[str, Any]]:
    """Return what each family is known by: computed by ``tools/headlines.py``, and kept."""
    text = files("sabot.web").joinpath("headlines.json").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return found


def _headline(told: Mapping[str, Any]) -> Markup:
    """Return the picture of a game and the number that it is known by."""
    return tag(
        "div",
        thumb(told["picture"]),
        tag("code", told["game"], class_="dim"),
        tag("p", _short(told["number"]), f" {told['words']}", class_="worth"),
        class_="headline",
    )


def _short(text: str) -> Markup:
    """Return a number that fits on a card: one of very many digits as a decimal."""
    if len(text) <= LONGEST:
        return number(text)
    return tag("span", "≈ ", decimal_text(rational(text), MIX_DIGITS)[0], data_exact=text)


PAGES = (
    Page(
        "/",
        "Sabot",
        home,
        "Games",
        numbers="The numbers of this page come with Sabot; its tests compute them again.",
    ),
    Page("/part/sources", "sources", sources),
)
