"""The application: pages, the interface for programs, files, behind one guard."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from sabot.errors import SabotError
from sabot.games import families
from sabot.telling.game import Game
from sabot.web import refused
from sabot.web.guard import Guard, TooLargeError, too_large
from sabot.web.jobs.desk import Desk
from sabot.web.limits import Limits

STATIC = Path(__file__).parent / "static"


def workbench(
    *,
    hosts: Iterable[str],
    limits: Limits | None = None,
    own: Game | None = None,
    opened: str = "",
    token: str = "",
) -> Guard:
    """Return the application for those who call it by one of *hosts*.

    *own* is the game that was opened at the terminal, *opened* how it was called there: a file with
    a fault tells no game; *token* is what changes need, a new one unless it is given.
    """
    from sabot.web.api import ROUTES
    from sabot.web.pages import pages

    families()  # told now, so that the first page does not wait for them
    token = token or secrets.token_urlsafe(24)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await app.state.desk.open()
        try:
            yield
        finally:
            await app.state.desk.close()

    app = Starlette(
        routes=[
            *(Route(page.path, page.handler, methods=list(page.methods)) for page in pages()),
            *ROUTES,
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={
            SabotError: _told,
            TooLargeError: _too_large,
            404: _nowhere,
            405: _nowhere,
            500: _broken,
        },
        lifespan=life,
    )
    app.state.desk = Desk(limits)
    app.state.own = own
    app.state.opened = opened
    app.state.token = token
    return Guard(app, hosts=hosts, token=token)


def desk(request: Request) -> Desk:
    """Return the desk of the server that a request came to."""
    found: Desk = request.app.state.desk
    return found


def owner(request: Request) -> str:
    """Return who asks: one browser, or one program."""
    return str(request.scope.get("owner", ""))


async def _told(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, SabotError)
    return refused.told(request, fault)


async def _too_large(request: Request, fault: Exception) -> Response:
    return too_large(request)


async def _nowhere(request: Request, fault: Exception) -> Response:
    return refused.refusal(request, getattr(fault, "status_code", 404), "there is no such page")


async def _broken(request: Request, fault: Exception) -> Response:
    words = f"a fault in Sabot itself: {type(fault).__name__}; please report it"
    return refused.refusal(request, 500, words, 70)
