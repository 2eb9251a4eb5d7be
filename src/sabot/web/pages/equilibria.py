"""All solutions of a game: extreme optimal strategies, Nash equilibria and their components."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import SabotError
from sabot.render.text import duration_text
from sabot.web.components import error_html, text_field
from sabot.web.figures.charts import figure_html
from sabot.web.game_links import game_question, game_url, load_requested_game, url_at
from sabot.web.html import Markup, Part, tag
from sabot.web.jobs import client_id, job_queue, require_answer
from sabot.web.layout import page_status, render_page
from sabot.web.messages import SolutionAnswer
from sabot.web.pages import Page
from sabot.web.pages.jobs import wait_for_jobs
from sabot.web.pages.saving_links import solution_downloads

EXAMPLE = "matrix([[6|6,2|7,0|0],[7|2,0|0,1|1],[0|0,1|1,3|3]])"
"""The game that is shown where none was chosen: seven equilibria."""


async def equilibria_page(request: Request) -> Response:
    """List all extreme solutions of the game ``g`` of the address."""
    text = request.query_params.get("g", EXAMPLE)
    status = 200
    try:
        inside = await _list_html(request, text)
    except SabotError as fault:
        inside, status = error_html(str(fault)), page_status(fault)
    form = tag(
        "form",
        text_field("Game", "g", text),
        tag("button", "List them", class_="main"),
        action="/equilibria",
        class_="panel pair",
    )
    lead = (
        "All extreme Nash equilibria of a game, with the components that they span; of a zero-sum "
        "game all extreme optimal strategies of each player. The list is proved to be complete, or "
        "says that it is not."
    )
    head = tag("h1", "All equilibria"), tag("p", lead, class_="lead")
    return render_page(request, "Equilibria", *head, form, inside, status=status)


async def _list_html(request: Request, text: str) -> Part:
    """Return the list, or the progress of the job that makes it."""
    game = load_requested_game(request, text)
    question = game_question(request, str(game))
    job = job_queue(request).submit("listed", question, client_id(request))
    late = await wait_for_jobs(request, job)
    if late is not None:
        return late
    answer: SolutionAnswer = require_answer(job)
    return tag(
        "div",
        Markup(answer["html"]),
        drawing_html(answer),
        solution_downloads(job.id, answer, url_at("/equilibria", str(game))),
        checked_html(answer["checked"]),
        tag(
            "p",
            tag("a", "One solution, cell by cell", href=game_url(str(game), solved="1")),
            class_="way",
        ),
        class_="panel",
        data_game=answer["game"],
    )


def drawing_html(answer: SolutionAnswer) -> Part:
    """Return the equilibria as they are drawn, and what the figure leaves out."""
    if "drawing" not in answer:
        return None
    return tag(
        "figure",
        figure_html(answer["drawing"]),
        tag("figcaption", answer["caption"], class_="note"),
    )


def checked_html(seconds: float | None) -> Markup:
    """Return whether the checker has verified a result, and how long that took."""
    words = "not checked" if seconds is None else f"checked in {duration_text(seconds)}"
    return tag("dl", tag("div", tag("dt", "certificate"), tag("dd", words)), class_="proof")


PAGES = (
    Page(
        "/equilibria",
        "Equilibria",
        equilibria_page,
        "Equilibria",
        takes=("g",),
        numbers="Below the list you see whether the checker has verified it.",
    ),
)
