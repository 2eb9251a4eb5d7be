"""One way to say no: a page for people, a document for programs, and a status that fits."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from sabot.errors import GameStringError, SabotError
from sabot.web.markup import Markup, lines, markup, tag

STATUS = {1: 422, 2: 400, 3: 422, 4: 409, 5: 422}
"""The status of each exit code of the command line; what is not here is our own fault, 500."""


def status_of(fault: SabotError) -> int:
    """Return the status of a page that has to say this: of a game that is none, not found.

    >>> from sabot.errors import Fault, NoMethodError
    >>> none = GameStringError("nim", [Fault("nim", "there is no such game")])
    >>> status_of(none), status_of(NoMethodError("too large"))
    (404, 200)
    >>> status_of(GameStringError("nim(", [Fault("end", "the closing ')' is missing")]))
    422
    """
    if not isinstance(fault, GameStringError):
        return 200  # the page is there, and says why it has no answer
    name = fault.text.partition("(")[0].strip()  # also where nothing closes it
    return 404 if any(one.where == name for one in fault.faults) else 422


def wants_json(request: Request) -> bool:
    """Tell whether a program asks, not a person."""
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get(
        "accept", ""
    )


def refusal(request: Request, status: int, words: str, code: int = 2) -> Response:
    """Return why something is not done."""
    if wants_json(request):
        body = {"schema": "sabot/fault/1", "fault": words, "code": code}
        return JSONResponse(body, status)
    if request.headers.get("hx-request"):  # it stands in the place of what was asked for
        return HTMLResponse(fault_part(words, seen_from(request) if status == 404 else ""), 200)
    part = fault_part(words, _asked_again(request) if status == 404 else "")
    from sabot.web.page import bare

    return bare("That did not work", part, status=status)


def fault_part(words: str, again: str = "") -> Markup:
    """Return a fault as a part of a page; *again* is where the same is asked once more."""
    return tag("div", tag("pre", lines(words)), again_part(again), class_="fault", role="alert")


def again_part(place: str, *, autofocus: bool = False) -> Markup | None:
    """Return the way to ask the same once more, where the address *place* says it all."""
    link = tag("a", "Ask again", href=place, class_="button", autofocus=autofocus)
    return tag("p", link) if place else None


def seen_from(request: Request) -> str:
    """Return the page that a part was asked for by: its address asks for all of it again."""
    here = urlsplit(request.headers.get("hx-current-url", ""))
    return _on_this_workbench(here.path + (f"?{here.query}" if here.query else ""))


def _asked_again(request: Request) -> str:
    """Return the page that a link to a file says it stands on."""
    return _on_this_workbench(request.query_params.get("from", ""))


def _on_this_workbench(place: str) -> str:
    """Return an address, and nothing where it leads elsewhere."""
    return place if place.startswith("/") and not place.startswith(("//", "/\\")) else ""


def told(request: Request, fault: SabotError) -> Response:
    """Return a fault of Sabot's as an answer."""
    return refusal(request, STATUS.get(fault.exit_code, 500), str(fault), fault.exit_code)


__all__ = ["again_part", "fault_part", "markup", "refusal", "seen_from", "told", "wants_json"]
