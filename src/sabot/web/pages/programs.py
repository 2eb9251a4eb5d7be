"""The interface for programs, for those who read it in a browser."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from sabot.web.api.described import ASKED, SUMMARIES
from sabot.web.markup import tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game.asked import first_games
from sabot.web.table import row, scrolled, table


async def programs(request: Request) -> Response:
    """Show what programs may ask."""
    rows = [
        row(
            tag("code", f"POST /api/{verb}"),
            tag("td", ", ".join(ASKED[verb]) or "nothing"),
            tag("td", SUMMARIES[verb]),
        )
        for verb in ASKED
    ]
    here = str(request.base_url).rstrip("/")
    asked = f'{{"game": "{first_games()[0]}"}}'
    example = f"curl -H 'X-Sabot-Token: TOKEN' -d '{asked}' {here}/api/solve"
    return shell(
        request,
        "For programs",
        tag("h1", "For programs"),
        tag(
            "p",
            "Every verb answers with the document that the terminal prints with --json. What is "
            "sent needs the token that sabot web printed when it was started.",
            class_="lead",
        ),
        tag(
            "section",
            tag("pre", example, tabindex="0"),
            scrolled(table(("address", "takes", "answers"), rows), "Addresses"),
            tag(
                "p",
                "With ",
                tag("code", '"wait": false'),
                " the answer is a job: GET its address to "
                "see how it stands, DELETE it to cancel it. All of it, in full: ",
                tag("a", "/api/openapi.json", href="/api/openapi.json"),
                ".",
            ),
            class_="panel",
        ),
    )


PAGES = (Page("/api", "For programs", programs),)
