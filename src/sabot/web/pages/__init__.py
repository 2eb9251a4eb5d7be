"""The pages: each is a path, a title and a handler; a module holds those of one subject.

How to add one is in :mod:`sabot.web`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from starlette.requests import Request
from starlette.responses import Response

from sabot import games
from sabot.errors import did_you_mean
from sabot.game_rules.game import Game

Handler = Callable[[Request], Awaitable[Response]]
PAGE_MODULES = (
    "sabot.web.pages.home",
    "sabot.web.pages.game",
    "sabot.web.pages.parametric",
    "sabot.web.pages.play",
    "sabot.web.pages.game_tree",
    "sabot.web.pages.papers",
    "sabot.web.pages.check",
    "sabot.web.pages.hand",
    "sabot.web.api",
    "sabot.web.pages.jobs",
)
"""The modules with pages, in the order of the navigation; those of games follow."""
MAX_PARAMETER_LENGTH, MAX_UNKNOWN_PARAMETERS = 40, 5
"""Letters of an unknown parameter, and how many of them are reported."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page, or one part of a page that is asked for by itself."""

    path: str
    title: str
    handler: Handler
    menu: str = ""
    """Its word in the navigation; '' where it has none."""
    methods: tuple[str, ...] = ("GET",)
    takes: tuple[str, ...] = ()
    """The parameters of its address; of others it says that it does not know them."""
    numbers: str = ""
    """Where its numbers are from and what of them was checked, for the footer; '' without any."""


@cache
def all_pages() -> tuple[Page, ...]:
    """Return all pages there are."""
    places = (*PAGE_MODULES, *games.GAME_PAGES.values())
    return tuple(page for place in places for page in import_module(place).PAGES)


@cache
def _pages_by_handler() -> dict[Handler, Page]:
    return {page.handler: page for page in all_pages()}


def requested_page(request: Request) -> Page | None:
    """Return the page that a request came to."""
    return _pages_by_handler().get(request.scope.get("endpoint"))  # type: ignore[arg-type]


def unknown_parameters(request: Request) -> list[tuple[str, str]]:
    """Return what of an address its page does not know, each with what may be written instead."""
    here = requested_page(request)
    known = () if here is None else here.takes
    odd = [word for word in dict.fromkeys(request.query_params) if word not in known]
    return [
        (word[:MAX_PARAMETER_LENGTH], _known_parameters_text(word, known))
        for word in odd[:MAX_UNKNOWN_PARAMETERS]
    ]


def _known_parameters_text(word: str, known: tuple[str, ...]) -> str:
    """Return the parameters that an address may have, the nearest to a word first.

    >>> _known_parameters_text("player", ("players", "q")), _known_parameters_text("x", ())
    ("did you mean 'players'? It takes players, q", 'it takes nothing')
    """
    hint = did_you_mean(word.casefold(), known)
    return f"{hint}{'It' if hint else 'it'} takes {', '.join(known) or 'nothing'}"


def dedicated_page_url(game: Game) -> str | None:
    """Return the URL of a game on a page of its own package; None where it has no such page.

    >>> dedicated_page_url(games.load("whist(hands=KQ10/AJ9)"))
    '/whist?deal=KQ10%2FAJ9&lead=W&game=whist'
    >>> dedicated_page_url(games.load("le-her"))
    """
    found = (import_module(place).seen_at(game) for place in games.GAME_PAGES.values())
    return next(filter(None, found), None)


def navigation_links() -> list[tuple[str, str]]:
    """Return the paths and words of the navigation."""
    return [(page.path, page.menu) for page in all_pages() if page.menu]
