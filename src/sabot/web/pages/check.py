"""A certificate dropped on the page: what it proves, with no help from a solver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.files.text import stamp
from sabot.games.files import rules_file
from sabot.web.address import game_address
from sabot.web.app import desk, owner
from sabot.web.limits import MEGABYTE, UPLOAD
from sabot.web.markup import Markup, lines, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part
from sabot.web.refused import fault_part, refusal


async def check(request: Request) -> Response:
    """Show where a file can be dropped."""
    return shell(
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
                    " Also tell the rules of the game that it names: are these its payoffs?",
                ),
            ),
            data_to="/check",
            data_most=UPLOAD,
            data_many="At the terminal, all of them at once: sabot check FILE FILE",
            data_remedy=f"over {UPLOAD // MEGABYTE} MB; at the terminal: sabot check FILE",
        ),
        tag("section", id="found", aria_live="polite"),
    )


async def take(request: Request) -> Response:
    """Take a file as the body of a request, and show how far the check is."""
    name = request.query_params.get("name", "the file")[:200]
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        return refusal(request, 422, f"{name}: not a text file (UTF-8); it holds no certificate")
    asked = {"name": name, "text": text, "rules": request.query_params.get("rules") == "1"}
    own = request.app.state.own
    if own is not None and (file := rules_file(own.rules.name)):
        asked |= {"own": file, "stamp": list(stamp(file))}
    job = desk(request).submit("dropped", asked, owner(request))
    return HTMLResponse(job_part(request, job, "/part/checked"))


async def checked(request: Request) -> Response:
    """Show what came of a check."""
    job = desk(request).job(request.query_params.get("job", ""))
    if job is None or job.state != "done":
        return refusal(request, 404, "this check is forgotten; drop the file again")
    found = job.document
    return HTMLResponse(_verdict(found["told"], found["lines"]))


def _verdict(told: Mapping[str, Any], proved: list[str]) -> Markup:
    if not told["proved"]:
        return tag(
            "div", tag("h2", told["file"], ": not proved"), fault_part(told["reason"]), class_="no"
        )
    game = str(told.get("game") or "")
    doubt = told["rules"] is not True and bool(told["reason"])
    return tag(
        "div",
        tag("h2", told["file"], ": ", proved[0]),
        tag("ul", *(tag("li", lines(line)) for line in proved[1:]), class_="proved"),
        fault_part(told["reason"]) if doubt else None,
        tag("p", "digest ", tag("code", told["digest"]), class_="dim"),
        tag("p", tag("a", "See this game", href=game_address(game), class_="button"))
        if game and told["rules"]
        else None,
        class_="panel yes" if not doubt else "panel",
        data_value=told.get("value"),
        data_rules=str(told["rules"]).lower(),
    )


NUMBERS = "Only what the checker has verified is called proved."
PAGES = (
    Page("/check", "Check a certificate", check, "Check", numbers=NUMBERS),
    Page("/check", "Check a certificate", take, methods=("POST",), numbers=NUMBERS),
    Page("/part/checked", "What was proved", checked),
)
