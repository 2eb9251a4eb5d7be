"""One way to say no: a page for people, a document for programs, and a status that fits."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from sabot.errors import SabotError
from sabot.web.markup import Markup, lines, markup, tag

STATUS = {1: 422, 2: 400, 3: 422, 4: 409, 5: 422}
"""The status of each exit code of the command line; what is not here is our own fault, 500."""


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
    part = fault_part(words)
    if request.headers.get("hx-request"):  # it stands in the place of what was asked for
        return HTMLResponse(part, 200)
    from sabot.web.page import bare

    return bare("That did not work", part, status=status)


def fault_part(words: str) -> Markup:
    """Return a fault as a part of a page."""
    return tag("div", tag("pre", lines(words)), class_="fault", role="alert")


def told(request: Request, fault: SabotError) -> Response:
    """Return a fault of Sabot's as an answer."""
    return refusal(request, STATUS.get(fault.exit_code, 500), str(fault), fault.exit_code)


__all__ = ["fault_part", "markup", "refusal", "told", "wants_json"]
