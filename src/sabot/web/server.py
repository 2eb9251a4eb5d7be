"""The web server: the starlette application, its security middleware, uvicorn on localhost.

The workbench is for the person who started it. A page of another site can make a browser send
requests here (CSRF), a name that is made to point here (DNS rebinding) can even read the answers,
and every account of this machine can reach the port. Therefore the Host must be ours, the Origin
too where one is sent, and every page needs a token: the address that is printed at the start has
it, and the browser then keeps a cookie. Whatever changes something needs the token itself, which
only our own pages and the terminal know. What the middleware refuses never reaches the application;
bodies are bounded in bytes and in time while they are read.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sabot.errors import NoMethodError, SabotError
from sabot.game_rules.game import Game
from sabot.loading import families
from sabot.web import layout
from sabot.web.jobs import JobQueue
from sabot.web.layout import error_response
from sabot.web.limits import (
    BODY_TIMEOUT,
    DISCARD_TIMEOUT,
    MAX_DISCARDED_BYTES,
    MAX_REQUEST_BYTES,
    MAX_UPLOAD_BYTES,
    MEGABYTE,
    ServerLimits,
)

HOST = "127.0.0.1"
PORT = 8317
"""The default port, unless it is taken."""
_SHUTDOWN_SECONDS = 2


def open_socket(port: int | None) -> socket.socket:
    """Return a socket that listens on this machine alone: at *port*, or at one that is free."""
    for one in (PORT, 0) if port is None else (port,):
        # asyncio sets TCP_NODELAY only on sockets made with this protocol number; without it each
        # answer on a kept connection waits some 40 ms for the client's delayed acknowledgement
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((HOST, one))
            sock.listen(128)
        except OSError as fault:
            sock.close()
            if fault.errno == errno.EADDRINUSE and port is None and one:
                continue
            reason = fault.strerror or str(fault)
            raise NoMethodError(
                f"port {one}: {reason}; give another with --port, or --port 0 for any"
            ) from None
        return sock
    raise AssertionError("port 0 is always free")


def serve(
    sock: socket.socket,
    *,
    own: Game | None = None,
    opened: str = "",
    folder: str = "",
    limits: ServerLimits | None = None,
    token: str = "",
    browser_key: str = "",
    ready: Callable[[], object] = lambda: None,
) -> None:
    """Answer requests until Ctrl-C; *ready* is called when the first can be made."""
    import uvicorn

    port = sock.getsockname()[1]
    hosts = [f"{name}:{port}" for name in (HOST, "localhost")]
    app = create_app(
        hosts=hosts,
        own=own,
        opened=opened,
        folder=folder,
        limits=limits,
        token=token,
        browser_key=browser_key,
    )
    config = uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        task = asyncio.create_task(server.serve(sockets=[sock]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started:
            gc.freeze()  # what is loaded stays: a search for garbage need not go through it
            ready()
        await task

    try:
        asyncio.run(run())
    except KeyboardInterrupt:  # the way to end it
        pass
    finally:
        sock.close()


STATIC = Path(__file__).parent / "static"


def create_app(
    *,
    hosts: Iterable[str],
    limits: ServerLimits | None = None,
    own: Game | None = None,
    opened: str = "",
    folder: str = "",
    token: str = "",
    browser_key: str = "",
) -> SecurityMiddleware:
    """Return the application for those who call it by one of *hosts*.

    *own* is the game that was opened at the terminal, *opened* how it was called there: a file with
    a fault tells no game. *folder* is a folder that was opened: a page may open and make files of
    rules in it. *token* is what every request needs, a new one unless it is given.
    *browser_key* opens the workbench once in its place.
    """
    from sabot.web.api import ROUTES
    from sabot.web.site import all_pages

    pages = all_pages()
    families()  # loaded now, so that the first page does not wait for them
    token = token or secrets.token_urlsafe(24)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await app.state.job_queue.open()
        try:
            yield
        finally:
            await app.state.job_queue.close()

    app = Starlette(
        routes=[
            *(Route(page.path, page.handler, methods=list(page.methods)) for page in pages),
            *ROUTES,
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={
            SabotError: _on_sabot_error,
            RequestTooLargeError: _on_too_large,
            RequestTimeoutError: _on_timeout,
            404: _on_not_found,
            405: _on_not_found,
            500: _on_internal_error,
        },
        lifespan=life,
    )
    app.state.pages = pages
    app.state.job_queue = JobQueue(limits)
    app.state.opened_game = own
    app.state.opened = opened
    app.state.folder = folder
    app.state.token = token
    return SecurityMiddleware(app, hosts=hosts, token=token, browser_key=browser_key)


async def _on_sabot_error(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, SabotError)
    return layout.sabot_error_response(request, fault)


async def _on_too_large(request: Request, fault: Exception) -> Response:
    return too_large_response(request)


async def _on_timeout(request: Request, fault: Exception) -> Response:
    words = f"what was announced did not arrive within {BODY_TIMEOUT:g} s"
    found = error_response(request, REQUEST_TIMEOUT, words)
    found.headers["connection"] = "close"
    return found


async def _on_not_found(request: Request, fault: Exception) -> Response:
    return layout.error_response(
        request, getattr(fault, "status_code", 404), "there is no such page"
    )


async def _on_internal_error(request: Request, fault: Exception) -> Response:
    words = f"a fault in Sabot itself: {type(fault).__name__}; please report it"
    return layout.error_response(request, 500, words, 70)


TOKEN_HEADER = "x-sabot-token"
"""The header that carries the token."""
CLIENT_COOKIE = "sabot"
"""Tells two browsers apart, so that each gets its turn; it opens nothing."""
SAFE_METHODS = ("GET", "HEAD")
CONTENT_TOO_LARGE = 413
REQUEST_TIMEOUT = 408
UPLOAD_PATHS = ("/check", "/api/check")
"""Where files may be sent to."""
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class RequestTooLargeError(Exception):
    """More was sent than may be, found out on the way."""


class RequestTimeoutError(Exception):
    """What was to be sent did not arrive in time."""


def access_cookie(host: str, token: str) -> tuple[str, str]:
    """Return the name and the value of the cookie that opens the workbench at *host*.

    Browsers send a cookie to every port of a machine, so that the name has the port: two
    workbenches do not take each other's. The value is a digest, since a token may hold any letters.

    >>> access_cookie("127.0.0.1:8317", "secret")[0]
    'sabot-8317'
    """
    return f"sabot-{host.rpartition(':')[2]}", sha256(f"cookie:{token}".encode()).hexdigest()


class SecurityMiddleware:
    """Wraps the workbench; what is refused never reaches it."""

    def __init__(
        self, app: ASGIApp, *, hosts: Iterable[str], token: str, browser_key: str = ""
    ) -> None:
        self.app, self.hosts, self.token = app, frozenset(hosts), token
        self.browser_key = browser_key
        """Opens it once: other accounts can read the arguments with which a browser is started."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at a request before the workbench does, and at the answer before the browser."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        request = Request(scope)
        fresh = CLIENT_COOKIE not in request.cookies
        scope["owner"] = request.cookies.get(CLIENT_COOKIE, "")[:40] or _new_client_id(request)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                still = request.url.path.startswith("/static/")
                headers.setdefault("cache-control", "no-cache" if still else "no-store")
                if fresh:
                    kept = f"{CLIENT_COOKIE}={scope['owner']}; Path=/; HttpOnly; SameSite=Strict"
                    headers.append("set-cookie", kept)
            await send(message)

        refused = self._refused(request)
        if refused is not None:
            if refused.status_code == CONTENT_TOO_LARGE:
                await _discard_body(receive)
            await refused(scope, receive, dressed)
            return
        await self.app(scope, _limit_body(receive, _max_body_bytes(request)), dressed)

    def _refused(self, request: Request) -> Response | None:
        """Return why a request is not answered; None where it is."""
        headers = request.headers
        host = headers.get("host", "")
        if host not in self.hosts:
            words = f"this workbench is not called {host[:80]!r}; open it at the address it printed"
            return error_response(request, 421, words)
        if not self._is_same_origin(headers, host):
            return error_response(
                request, 403, "a page of another site asked for this; it is refused"
            )
        if request.method in SAFE_METHODS:
            return self._refused_reader(request, host)
        if not _is_equal(headers.get(TOKEN_HEADER, ""), self.token):
            words = "the token is missing or of another run of the workbench; reload the page"
            return error_response(request, 403, f"{words} (scripts: header X-Sabot-Token)")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > _max_body_bytes(request):
            return too_large_response(request)
        return None

    def _refused_reader(self, request: Request, host: str) -> Response | None:
        """Return what a request to read gets in place of its page: the way in, or that it is shut.

        Styles and scripts are those of every installation, and the page that says so needs them.
        """
        if request.url.path.startswith("/static/"):
            return None
        if _is_equal(request.headers.get(TOKEN_HEADER, ""), self.token):
            return None
        name, value = access_cookie(host, self.token)
        given = request.query_params.get(layout.TOKEN_PARAMETER, "")
        if given and self._takes_key(given):
            found = layout.entry_page(request)
            found.headers["set-cookie"] = f"{name}={value}; Path=/; HttpOnly; SameSite=Strict"
            return found
        if not given and _is_equal(request.cookies.get(name, ""), value):
            return None
        return layout.locked_page(request, spent=bool(given))

    def _takes_key(self, given: str) -> bool:
        """Tell whether a key opens the workbench; that of the browser does so once."""
        if self.browser_key and _is_equal(given, self.browser_key):
            self.browser_key = ""
            return True
        return _is_equal(given, self.token)

    def _is_same_origin(self, headers: Headers, host: str) -> bool:
        """Tell whether a request comes from our own page, or from no page at all."""
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return False
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none") or (
            # somebody followed a link to us: that may be read, but nothing else
            headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest") == "document"
        )


def _is_equal(given: str, known: str) -> bool:
    """Tell whether two secrets are the same, in a time that is the same wherever they differ."""
    return secrets.compare_digest(given.encode("utf-8", "replace"), known.encode())


def _new_client_id(request: Request) -> str:
    """Return who asks without a cookie: a new browser, or a program, which are all one."""
    return "program" if request.url.path.startswith("/api/") else secrets.token_urlsafe(9)


def _max_body_bytes(request: Request) -> int:
    return MAX_UPLOAD_BYTES if request.url.path in UPLOAD_PATHS else MAX_REQUEST_BYTES


def too_large_response(request: Request) -> Response:
    """Return that more was sent than may be."""
    most = _max_body_bytes(request) // MEGABYTE
    found = error_response(
        request, CONTENT_TOO_LARGE, f"more than {most} MB were sent; that is the most here"
    )
    found.headers["connection"] = "close"
    return found


def _limit_body(receive: Receive, most: int) -> Receive:
    """Return what counts the bytes that come in, and stops at the most, or when time is up."""
    seen, whole = 0, False
    end = asyncio.get_running_loop().time() + BODY_TIMEOUT

    async def counted() -> Message:
        nonlocal seen, whole
        if whole:  # what comes now is that the other has gone, whenever that is
            return await receive()
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            raise RequestTimeoutError from None
        whole = not message.get("more_body")
        seen += len(message.get("body", b""))
        if seen > most:
            if not whole:
                await _discard_body(receive)
            raise RequestTooLargeError
        return message

    return counted


async def _discard_body(receive: Receive) -> None:
    """Take in what is sent and keep nothing of it, up to a bound.

    Who is still sending reads no answer: a connection that is closed on him is reset, and the
    answer is lost with it.
    """
    seen = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DISCARD_TIMEOUT):
            while seen < MAX_DISCARDED_BYTES:
                message = await receive()
                seen += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
