"""The designer's report on a game: who is ahead, options never used, length and ends of a hand."""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sabot.analysis.game_report import GameReport
from sabot.errors import SabotError
from sabot.render.views.game_report import report_view
from sabot.web.components import document_html, error_html, text_field
from sabot.web.game_links import game_question, game_url, load_requested_game, sample_games
from sabot.web.html import Markup, Part, scrollable, tag
from sabot.web.jobs import client_id, job_queue, require_answer
from sabot.web.layout import page_status, render_page
from sabot.web.pages import Page
from sabot.web.pages.jobs import wait_for_jobs
from sabot.web.pages.saving_links import PAGE_LABEL, PICTURE_LABELS, result_downloads


async def report_page(request: Request) -> Response:
    """Report on the game ``g`` of the address; with ``vary``, on it and its changed rules."""
    asked = request.query_params
    text, vary = asked.get("g", sample_games()[0]), asked.get("vary", "")
    status = 200
    try:
        inside = await _report_html(request, text, vary)
    except SabotError as fault:
        # the field has another name than the option
        words = str(fault).replace("--vary ", "change ")
        inside, status = error_html(words), page_status(fault)
    form = tag(
        "form",
        text_field("Game", "g", text),
        text_field("Change a parameter, as bet=1..3", "vary", vary),
        tag("button", "Report", class_="main"),
        action="/report",
        class_="panel pair",
    )
    lead = (
        "For the designer of a game: who is ahead, how a hand ends, how many decisions it takes, "
        "and which options are never or hardly used."
    )
    head = tag("h1", "Report on a game"), tag("p", lead, class_="lead")
    return render_page(request, "Report", *head, form, inside, status=status)


async def _report_html(request: Request, text: str, vary: str) -> Part:
    game = load_requested_game(request, text)
    question = game_question(request, str(game), **({"vary": vary} if vary else {}))
    job = job_queue(request).submit("report", question, client_id(request))
    late = await wait_for_jobs(request, job)
    if late is not None:
        return late
    found = GameReport.from_json(require_answer(job))
    here = f"/report?{urlencode({'g': str(game), **({'vary': vary} if vary else {})})}"
    named = {**PAGE_LABEL, "json": "JSON", **PICTURE_LABELS}
    files = result_downloads(job.id, named, here, str(game))
    if found.game == str(game):  # with changed parameters the first game may be another one
        found.hold_game(game)
    return await asyncio.to_thread(lambda: _document_html(found, files))


def _document_html(found: GameReport, files: Markup) -> Markup:
    return tag(
        "div",
        scrollable(document_html(report_view(found, more="")), "Report"),
        files,
        tag(
            "p",
            tag("a", "Its solution, cell by cell", href=game_url(found.game, solved="1")),
            class_="way",
        ),
        class_="panel",
        data_game=found.game,
    )


PAGES = (
    Page(
        "/report",
        "Report",
        report_page,
        "Report",
        takes=("g", "vary"),
        numbers="They are computed here, exactly; a report carries no certificate.",
    ),
)
