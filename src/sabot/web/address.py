"""Addresses: whatever is seen can be linked to, and a link restores it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.requests import Request

LONGEST = 6000
"""Characters of an address; what does not fit is seen all the same, and cannot be linked to."""


def game_address(game: str, **more: str) -> str:
    """Return where a game is seen.

    >>> game_address("le-her(suits=2)", solved="1")
    '/game?g=le-her%28suits%3D2%29&solved=1'
    """
    return f"/game?{urlencode({'g': game, **more})}"


def on_game_page(request: Request, **seen: str) -> dict[str, str]:
    """Return the headers by which a part changes the address of a game's page to what is seen.

    Elsewhere, and where an address would be too long, there are none.
    """
    here = urlsplit(request.headers.get("hx-current-url", ""))
    address = game_address(seen.pop("g"), solved="1", **{k: v for k, v in seen.items() if v})
    return {"HX-Replace-Url": address} if here.path == "/game" and len(address) < LONGEST else {}


def shows_answer(request: Request) -> bool:
    """Tell whether a part is asked for by the page of a game that is solved there.

    Its address is the answer's, to which the way back leads, whatever rules are typed beside it.
    """
    here = urlsplit(request.headers.get("hx-current-url", ""))
    return here.path == "/game" and not {"solved", "view"}.isdisjoint(dict(parse_qsl(here.query)))


async def fields(request: Request) -> Mapping[str, str]:
    """Return what a form sent: the last of each name, in the address or in the body."""
    found = dict(request.query_params)
    if request.method == "POST":
        body = (await request.body()).decode("utf-8", "replace")
        found |= dict(parse_qsl(body, keep_blank_values=True, max_num_fields=2000))
    return found
