"""The page of a matrix: a grid to type in, with best responses and all solutions; pasted text.

A matrix that is pasted as text becomes a game string, and so a page like any other.
"""

from __future__ import annotations

import csv
import json
from io import StringIO

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import SabotError
from sabot.web.components import error_html
from sabot.web.game_links import (
    MAX_URL_LENGTH,
    form_fields,
    game_url,
    load_requested_game,
    url_at,
)
from sabot.web.html import Markup, escape_lines, join_markup, tag
from sabot.web.jobs import Job, client_id, job_queue
from sabot.web.layout import render_page
from sabot.web.messages import GridAnswer
from sabot.web.pages import Page
from sabot.web.pages.equilibria import checked_html, drawing_html
from sabot.web.pages.jobs import finished_answer, latest_answer
from sabot.web.pages.solution import start_solving

EXAMPLE_MATRIX = """,scissors,paper,stone
scissors,0,1,-1
paper,-1,0,1
stone,1,-1,0"""


async def matrix_page(request: Request) -> Response:
    """Show a grid to type a matrix in, and where one can be pasted."""
    lead = (
        "Rows against columns: whole numbers, fractions or decimals. A cell with one number pays "
        "the row player, and the column player pays it; 3|1 pays both."
    )
    words = (
        "One row per line, with labels or without. Cells are divided by commas, semicolons, tabs "
        "or blanks; JSON and Gambit's .nfg of two players are understood too. The answer is on a "
        "page of its own, or below where it is too long for an address. A game "
        "of three and more players is opened at the terminal: sabot web FILE.nfg."
    )
    form = tag(
        "form",
        tag("h2", "As text, or from a file"),
        tag("p", words, class_="note"),
        tag("label", "Payoffs", for_="text"),
        tag(
            "textarea",
            escape_lines(EXAMPLE_MATRIX),
            id="text",
            name="text",
            spellcheck="false",
            rows="10",
        ),
        tag(
            "p",
            # no submit button: pressed before the scripts are loaded, it must not reload the page
            tag(
                "button",
                "Solve",
                class_="main",
                type="button",
                hx_post="/part/pasted",
                hx_target="#result",
            ),
            tag("label", "or from a file", for_="upload"),
            tag("input", id="upload", type="file", accept=".csv,.json,.nfg,.txt", data_into="text"),
            class_="row",
        ),
        class_="panel paste",
    )
    return render_page(
        request,
        "Matrix",
        tag("h1", "A matrix of your own"),
        tag("p", lead, class_="lead"),
        _grid_section(request.query_params.get("cells", "")),
        form,
        tag("section", id="result", aria_live="polite", aria_label="Solution"),
    )


async def pasted_matrix_part(request: Request) -> Response:
    """Solve what was pasted: on the page of its own, where an address can hold it."""
    text = (await form_fields(request)).get("text", "")
    try:
        answer = await job_queue(request).ask("pasted", {"text": text}, client_id(request))
        game = load_requested_game(request, answer["game"])
        address = game_url(str(game), solved="1")
        if len(address) < MAX_URL_LENGTH:
            return HTMLResponse("", headers={"HX-Redirect": address})
        inside = await start_solving(request, game)
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    note = tag(
        "p", "It is too large for an address: save its certificate to keep it.", class_="note"
    )
    return HTMLResponse(join_markup(note, inside))


# ---------------------------------------------------------------------- the grid

FIRST_GRID = {
    "payoffs": [["6|6", "2|7", "0|0"], ["7|2", "0|0", "1|1"], ["0|0", "1|1", "3|3"]],
    "rows": ["T", "C", "B"],
    "columns": ["L", "M", "R"],
}
"""The matrix that the grid begins with: seven equilibria."""
TOO_LONG_NOTE = (
    "This matrix is too long for an address: a reload brings the example back. "
    "Its answer is kept by its certificate."
)


MAX_GRID_SIDE = 30
"""Rows and columns of the grid: those of the script."""


def grid_of_address(cells: str) -> dict[str, object] | None:
    r"""Return the grid that an address has: its lines, the names of the columns first.

    A cell that is missing is empty, and the page says so; None without any cell.

    >>> grid_of_address(",L,R\nT,1,2\nB,3")
    {'payoffs': [['1', '2'], ['3', '']], 'rows': ['T', 'B'], 'columns': ['L', 'R']}
    >>> grid_of_address("") is None
    True
    """
    head, *lines = [*csv.reader(StringIO(cells[:MAX_URL_LENGTH]))][: MAX_GRID_SIDE + 1] or [[]]
    columns = head[1 : MAX_GRID_SIDE + 1]
    if not lines or not columns:
        return None
    width = len(columns) + 1
    filled = [[*line, *[""] * width][:width] for line in lines]
    return {
        "payoffs": [line[1:] for line in filled],
        "rows": [line[0] for line in filled],
        "columns": columns,
    }


def _grid_section(cells: str) -> Markup:
    """Return the place of the grid, which a script fills in, and of its answer."""
    given = grid_of_address(cells)
    buttons = [
        tag("button", words, type="button", data_do=doing)
        for doing, words in (
            ("add-row", "Add a row"),
            ("cut-row", "Remove the last row"),
            ("add-column", "Add a column"),
            ("cut-column", "Remove the last column"),
        )
    ]
    note = (
        "Arrow keys and Enter go from cell to cell; cells of a spreadsheet can be pasted, with "
        "names or without."
    )
    key = tag(
        "p",
        tag("span", "3", class_="best-row"),
        " best response of the row player, ",
        tag("span", "3", class_="best-column"),
        " of the column player; a cell with both is an equilibrium.",
        class_="note",
    )
    return tag(
        "matrix-grid",
        tag(
            "div",
            *buttons,
            tag("button", "Copy link", type="button", class_="quiet", data_copy="address"),
            class_="row",
        ),
        tag("p", TOO_LONG_NOTE, class_="note too-long", hidden=True),
        tag("div", class_="scroll cells"),
        tag("p", note, class_="note"),
        key,
        tag("div", class_="pending", aria_live="polite"),
        tag("section", class_="answer", aria_live="polite", aria_label="All solutions"),
        class_="panel",
        data_first=json.dumps(given or FIRST_GRID),
        data_given=given is not None,
        data_most=MAX_URL_LENGTH,
    )


async def grid_part(request: Request) -> Response:
    """Show all solutions of the grid, and which cells have best responses."""
    if request.method == "GET":
        forgotten = "this matrix is forgotten; change a cell"
        return finished_answer(request, "grid", _grid_html, forgotten)
    fields = await form_fields(request)
    question = {"text": fields.get("text", "")}
    return await latest_answer(request, "grid", question, fields.get("page", ""), _grid_html)


def _grid_html(job: Job) -> Markup:
    if job.state != "done":
        return error_html(job.fault or job.state)
    answer: GridAnswer = job.document
    address = game_url(answer["game"], solved="1")
    ways = (
        (address, "One solution, cell by cell"),
        (
            url_at("/equilibria", answer["game"]),
            "This list, with its certificate",
        ),
    )
    links = [tag("a", words, href=place, class_="button") for place, words in ways]
    return tag(
        "div",
        Markup(answer["listed"]["html"]),
        drawing_html(answer["listed"]),
        checked_html(answer["listed"]["checked"]),
        tag("p", *links, class_="row") if len(address) < MAX_URL_LENGTH else None,
        class_="grid-answer",
        data_best=json.dumps(answer["best"]),
        data_game=answer["game"],
    )


PAGES = (
    Page(
        "/matrix",
        "Matrix",
        matrix_page,
        "Matrix",
        takes=("cells",),
        numbers="Below the list you see whether the checker has verified it.",
    ),
    Page("/part/grid", "grid", grid_part, methods=("GET", "POST")),
    Page("/part/pasted", "pasted", pasted_matrix_part, methods=("POST",)),
)
