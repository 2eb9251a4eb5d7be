"""Addresses: whatever is seen can be linked to, and a link restores it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request


def game_address(game: str, **more: str) -> str:
    """Return where a game is seen.

    >>> game_address("le-her(suits=2)", solved="1")
    '/game?g=le-her%28suits%3D2%29&solved=1'
    """
    return f"/game?{urlencode({'g': game, **more})}"


async def fields(request: Request) -> Mapping[str, str]:
    """Return what a form sent: the last of each name, in the address or in the body."""
    found = dict(request.query_params)
    if request.method == "POST":
        body = (await request.body()).decode("utf-8", "replace")
        found |= dict(parse_qsl(body, keep_blank_values=True, max_num_fields=2000))
    return found
