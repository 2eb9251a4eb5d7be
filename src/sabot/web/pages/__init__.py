"""The pages: each is a path, a title and a handler; a module holds those of one subject.

How to add one is in :mod:`sabot.web`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import did_you_mean

Handler = Callable[[Request], Awaitable[Response]]
MAX_PARAMETER_LENGTH, MAX_UNKNOWN_PARAMETERS = 40, 5
"""Letters of an unknown parameter, and how many of them are reported."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page, or one part of a page that is asked for by itself."""

    path: str
    title: str
    handler: Handler
    menu: str = ""
    """Its word by which it is found; '' where it is a part of others."""
    top: bool = False
    """Whether it is one of the few words of the navigation."""
    methods: tuple[str, ...] = ("GET",)
    takes: tuple[str, ...] = ()
    """The parameters of its address; of others it says that it does not know them."""
    numbers: str = ""
    """Where its numbers are from and what of them was checked, for the footer; '' without any."""


@runtime_checkable
class HasPages(Protocol):
    """The entry of a game, which may have pages of its own."""

    @property
    def pages(self) -> Callable[[], tuple[Page, ...]] | None:
        """The function that imports the game's pages; None where it has none."""
        ...


def requested_page(request: Request) -> Page | None:
    """Return the page that a request asks for."""
    handler = request.scope.get("endpoint")
    return next((page for page in all_pages_of(request) if page.handler is handler), None)


def navigation_links(request: Request) -> list[tuple[str, str]]:
    """Return the paths and words of the navigation."""
    return [(page.path, page.menu) for page in all_pages_of(request) if page.top]


def other_page_links(request: Request) -> list[tuple[str, str]]:
    """Return the paths and words of the pages that the navigation leaves out."""
    return [(page.path, page.menu) for page in all_pages_of(request) if page.menu and not page.top]


def all_pages_of(request: Request) -> tuple[Page, ...]:
    """Return the pages of the workbench that answers a request."""
    found: tuple[Page, ...] = request.app.state.pages
    return found


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
