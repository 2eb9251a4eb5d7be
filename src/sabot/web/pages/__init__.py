"""Pages: each is a path, a title and a handler; a module holds those of one subject.

How to add one stands in :mod:`sabot.web`.
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
from sabot.telling.game import Game

Handler = Callable[[Request], Awaitable[Response]]
MODULES = (
    "sabot.web.pages.home",
    "sabot.web.pages.game",
    "sabot.web.pages.matrix",
    "sabot.web.pages.envelope",
    "sabot.web.pages.play",
    "sabot.web.pages.tree",
    "sabot.web.pages.papers",
    "sabot.web.pages.check",
    "sabot.web.pages.hand",
    "sabot.web.pages.own",
    "sabot.web.pages.programs",
    "sabot.web.pages.jobs",
)
"""The modules with pages, in the order of the navigation; those of games follow."""


LONGEST, MOST_ODD = 40, 5
"""Letters of a parameter that is not known, and how many of them are told."""


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
def pages() -> tuple[Page, ...]:
    """Return all pages there are."""
    places = (*MODULES, *games.PAGES.values())
    return tuple(page for place in places for page in import_module(place).PAGES)


@cache
def _by_handler() -> dict[Handler, Page]:
    return {page.handler: page for page in pages()}


def page_of(request: Request) -> Page | None:
    """Return the page that a request came to."""
    return _by_handler().get(request.scope.get("endpoint"))  # type: ignore[arg-type]


def not_taken(request: Request) -> list[tuple[str, str]]:
    """Return what of an address its page does not know, each with what may be written instead."""
    here = page_of(request)
    known = () if here is None else here.takes
    odd = [word for word in dict.fromkeys(request.query_params) if word not in known]
    return [(word[:LONGEST], _instead(word, known)) for word in odd[:MOST_ODD]]


def _instead(word: str, known: tuple[str, ...]) -> str:
    """Return what may stand in an address, the nearest to a word first.

    >>> _instead("player", ("players", "q")), _instead("x", ())
    ("did you mean 'players'? It takes players, q", 'it takes nothing')
    """
    hint = did_you_mean(word.casefold(), known)
    return f"{hint}{'It' if hint else 'it'} takes {', '.join(known) or 'nothing'}"


def own_page(game: Game) -> str | None:
    """Return where a game is seen on a page that its room brings; None where it has none.

    >>> own_page(games.load("whist(hands=KQ10/AJ9)")), own_page(games.load("le-her"))
    ('/whist?deal=KQ10%2FAJ9&lead=W&game=whist', None)
    """
    found = (import_module(place).seen_at(game) for place in games.PAGES.values())
    return next(filter(None, found), None)


def navigation() -> list[tuple[str, str]]:
    """Return the paths and words of the navigation."""
    return [(page.path, page.menu) for page in pages() if page.menu]
