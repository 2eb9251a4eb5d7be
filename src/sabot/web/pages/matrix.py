"""A matrix pasted or uploaded: it becomes a game string, and so a page like any other."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import SabotError
from sabot.web.address import LONGEST, fields, game_address
from sabot.web.app import desk, owner
from sabot.web.markup import lines, markup, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game.asked import loaded
from sabot.web.pages.game.solved import begun
from sabot.web.refused import fault_part

EXAMPLE = """,scissors,paper,stone
scissors,0,1,-1
paper,-1,0,1
stone,1,-1,0"""


async def matrix(request: Request) -> Response:
    """Show where a matrix can be pasted."""
    words = (
        "Rows against columns, one row a line: whole numbers, fractions or decimals, with labels "
        "or without. 3|1 pays both seats. Cells are divided by commas, semicolons, tabs or blanks; "
        "JSON and Gambit's .nfg are understood too."
    )
    form = tag(
        "form",
        tag("label", "Payoffs", for_="text"),
        tag("textarea", lines(EXAMPLE), id="text", name="text", spellcheck="false", rows="10"),
        tag(
            "p",
            tag("button", "Solve", class_="main"),
            tag("label", "or from a file", for_="upload"),
            tag("input", id="upload", type="file", accept=".csv,.json,.nfg,.txt", data_into="text"),
            class_="row",
        ),
        class_="panel paste",
        hx_post="/part/pasted",
        hx_target="#result",
    )
    return shell(
        request,
        "Matrix",
        tag("h1", "A matrix of your own"),
        tag("p", words, class_="lead"),
        form,
        tag("section", id="result", aria_live="polite", aria_label="Solution"),
    )


async def pasted(request: Request) -> Response:
    """Solve what was pasted: on the page of its own, where an address can hold it."""
    text = (await fields(request)).get("text", "")
    try:
        told = await desk(request).ask("pasted", {"text": text}, owner(request))
        game = loaded(request, told["game"])
        address = game_address(str(game), solved="1")
        if len(address) < LONGEST:
            return HTMLResponse("", headers={"HX-Redirect": address})
        inside = await begun(request, game)
    except SabotError as fault:
        return HTMLResponse(fault_part(str(fault)))
    note = tag(
        "p", "It is too large for an address: save its certificate to keep it.", class_="note"
    )
    return HTMLResponse(markup(note, inside))


PAGES = (
    Page("/matrix", "Matrix", matrix, "Matrix"),
    Page("/part/pasted", "pasted", pasted, methods=("POST",)),
)
