"""The server: on this machine alone, at a free port, until Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable

from sabot.errors import NoMethodError
from sabot.telling.game import Game
from sabot.web.limits import Limits

HOST = "127.0.0.1"
PORT = 8317
"""Where it is unless told, or unless that is taken."""
_GOODBYE = 2


def place(port: int | None) -> socket.socket:
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
    limits: Limits | None = None,
    token: str = "",
    ready: Callable[[], object] = lambda: None,
) -> None:
    """Answer requests until Ctrl-C; *ready* is called when the first can be made."""
    import uvicorn

    from sabot.web.app import workbench

    port = sock.getsockname()[1]
    hosts = [f"{name}:{port}" for name in (HOST, "localhost")]
    app = workbench(hosts=hosts, own=own, opened=opened, limits=limits, token=token)
    config = uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=_GOODBYE,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        task = asyncio.create_task(server.serve(sockets=[sock]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready()
        await task

    try:
        asyncio.run(run())
    except KeyboardInterrupt:  # the way to end it
        pass
    finally:
        sock.close()
