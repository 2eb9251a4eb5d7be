"""The page on which a certificate is dropped and verified.

The checker alone verifies it: no solver is used, and nothing of the file is believed.
"""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.render.text import DIGITS
from sabot.web.components import error_html, number_html
from sabot.web.game_links import game_url, opened_file_mark
from sabot.web.html import Markup, escape_lines, join_markup, tag
from sabot.web.jobs import client_id, job_queue
from sabot.web.layout import error_response, render_page
from sabot.web.limits import MAX_UPLOAD_BYTES, MEGABYTE
from sabot.web.messages import CheckedFile
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part


async def check_page(request: Request) -> Response:
    """Show where a file can be dropped."""
    return render_page(
        request,
        "Check a certificate",
        tag("h1", "Check a certificate"),
        tag(
            "p",
            "A solution, a theorem or a list of equilibria that was saved carries its proof. "
            "It is verified here by the checker alone: no solver is asked, and nothing of the "
            "file is believed.",
            class_="lead",
        ),
        tag(
            "drop-file",
            tag(
                "div",
                tag("label", "Drop a file here, or choose one", for_="file"),
                tag("input", type="file", id="file", accept=".json,application/json"),
                class_="drop",
            ),
            tag(
                "p",
                tag(
                    "label",
                    tag("input", type="checkbox", id="rules", checked=True),
                    " Also compare its payoffs with the rules of the game that it names",
                    class_="tick",
                ),
            ),
            data_to="/check",
            data_most=MAX_UPLOAD_BYTES,
            data_many="At the terminal, all of them at once: sabot check FILE FILE",
            data_remedy=f"over {MAX_UPLOAD_BYTES // MEGABYTE} MB; "
            "at the terminal: sabot check FILE",
        ),
        tag("section", id="found", aria_live="polite"),
    )


async def receive_file(request: Request) -> Response:
    """Take a file as the body of a request, and show how far the check is."""
    name = request.query_params.get("name", "the file")[:200]
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        return error_response(
            request, 422, f"{name}: not a text file (UTF-8); it holds no certificate"
        )
    asked = {"name": name, "text": text, "rules": request.query_params.get("rules") == "1"}
    asked |= opened_file_mark(request)
    job = job_queue(request).submit("dropped", asked, client_id(request))
    return HTMLResponse(job_part(request, job, "/part/checked"))


async def checked_part(request: Request) -> Response:
    """Show what came of a check."""
    job = job_queue(request).job(request.query_params.get("job", ""))
    if job is None or job.state != "done":
        return error_response(request, 404, "this check is forgotten; drop the file again")
    found = job.document
    return HTMLResponse(_verdict_html(found["report"], found["lines"]))


def _verdict_html(checked: CheckedFile, proved: list[str]) -> Markup:
    if not checked["proved"]:
        return tag(
            "div",
            tag("h2", checked["file"], ": not proved"),
            error_html(checked["reason"]),
            class_="no",
        )
    game = str(checked.get("game") or "")
    doubt = checked["rules"] is not True and bool(checked["reason"])
    return tag(
        "div",
        tag("h2", checked["file"], ": ", proved[0]),
        tag("ul", *(tag("li", _proved_line(line)) for line in proved[1:]), class_="proved"),
        error_html(checked["reason"]) if doubt else None,
        tag("p", "digest ", tag("code", checked["digest"]), class_="dim"),
        tag("p", tag("a", "See this game", href=game_url(game), class_="button"))
        if game and checked["rules"]
        else None,
        class_="panel yes" if not doubt else "panel",
        data_value=checked.get("value"),
        data_rules=str(checked["rules"]).lower(),
    )


_LONG_VALUE = re.compile(r"value (?P<exact>-?\d{6,}/\d+) ≈ (?P<decimal>[-.\d]+)(?P<rest>.*)", re.S)


def _proved_line(line: str) -> Markup:
    """Return a line of what is proved; of a long value the decimal, the fraction when pressed."""
    value = _LONG_VALUE.fullmatch(line)
    if value is None:
        return escape_lines(line)
    number = number_html(value["exact"], digits=DIGITS, most=1)
    return join_markup("value ", number, escape_lines(value["rest"]))


NUMBERS_NOTE = "Only what the checker has verified is called proved."
PAGES = (
    Page("/check", "Check a certificate", check_page, "Check", top=True, numbers=NUMBERS_NOTE),
    Page("/check", "Check a certificate", receive_file, methods=("POST",), numbers=NUMBERS_NOTE),
    Page("/part/checked", "What was proved", checked_part),
)
