"""The guard at the door: who may ask, how much may be sent, and what a browser may do with a page.

The workbench is for those at this machine. A page of another site can make a browser send requests
here, and a name that is made to point here (DNS rebinding) can even read the answers: so the Host
must be ours, the Origin, where one is told, too, and whatever changes something needs a token that
only our own pages and the terminal know.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sabot.web.limits import BODY, DISCARDED, MEGABYTE, PATIENCE, UPLOAD
from sabot.web.refused import refusal

TOKEN = "x-sabot-token"
"""The header that carries the token."""
COOKIE = "sabot"
"""Tells two browsers apart, so that each gets its turn; it opens nothing."""
SAFE = ("GET", "HEAD")
TOO_LARGE = 413
UPLOADS = ("/check", "/api/check")
"""Where files may be sent to."""
POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class TooLargeError(Exception):
    """More was sent than may be, found out on the way."""


class Guard:
    """Wraps the workbench; what is refused never reaches it."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str], token: str) -> None:
        self.app, self.hosts, self.token = app, frozenset(hosts), token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at a request before the workbench does, and at the answer before the browser."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        request = Request(scope)
        fresh = COOKIE not in request.cookies
        scope["owner"] = request.cookies.get(COOKIE, "")[:40] or _stranger(request)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                still = request.url.path.startswith("/static/")
                headers.setdefault("cache-control", "no-cache" if still else "no-store")
                if fresh:
                    kept = f"{COOKIE}={scope['owner']}; Path=/; HttpOnly; SameSite=Strict"
                    headers.append("set-cookie", kept)
            await send(message)

        refused = self._refused(request)
        if refused is not None:
            if refused.status_code == TOO_LARGE:
                await _discarded(receive)
            await refused(scope, receive, dressed)
            return
        await self.app(scope, _bounded(receive, _most(request)), dressed)

    def _refused(self, request: Request) -> Response | None:
        """Return why a request is not answered; None where it is."""
        headers = request.headers
        host = headers.get("host", "")
        if host not in self.hosts:
            words = f"this workbench is not called {host[:80]!r}; open it at the address it printed"
            return refusal(request, 421, words)
        if not self._ours(headers, host):
            return refusal(request, 403, "a page of another site asked for this; it is refused")
        if request.method in SAFE:
            return None
        given = headers.get(TOKEN, "")
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            words = "the token is missing or of another run of the workbench; reload the page"
            return refusal(request, 403, f"{words} (scripts: header X-Sabot-Token)")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > _most(request):
            return too_large(request)
        return None

    def _ours(self, headers: Headers, host: str) -> bool:
        """Tell whether a request comes from our own page, or from no page at all."""
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return False
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none") or (
            # somebody followed a link to us: that may be read, but nothing else
            headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest") == "document"
        )


def _stranger(request: Request) -> str:
    """Return who asks without a cookie: a new browser, or a program, which are all one."""
    return "program" if request.url.path.startswith("/api/") else secrets.token_urlsafe(9)


def _most(request: Request) -> int:
    return UPLOAD if request.url.path in UPLOADS else BODY


def too_large(request: Request) -> Response:
    """Return that more was sent than may be."""
    most = _most(request) // MEGABYTE
    found = refusal(request, TOO_LARGE, f"more than {most} MB were sent; that is the most here")
    found.headers["connection"] = "close"
    return found


def _bounded(receive: Receive, most: int) -> Receive:
    """Return what counts the bytes that come in, and stops at the most."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            if message.get("more_body"):
                await _discarded(receive)
            raise TooLargeError
        return message

    return counted


async def _discarded(receive: Receive) -> None:
    """Take in what is sent and keep nothing of it, up to a bound.

    Who is still sending reads no answer: a connection that is closed on him is reset, and the
    answer is lost with it.
    """
    seen = 0
    with contextlib.suppress(TimeoutError):
        while seen < DISCARDED:
            async with asyncio.timeout(PATIENCE):
                message = await receive()
                seen += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
