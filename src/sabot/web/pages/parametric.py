"""Pages of the envelope V(p) of a mixed action, and of theorems for all parameter values."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import NumberError, SabotError
from sabot.exact import as_rational, format_fraction
from sabot.game_rules.family import ANY_PARAMETER, Family
from sabot.loading import families
from sabot.render.figures.matplotlib_backend import AxesFrame
from sabot.render.text import DIGITS, with_article
from sabot.web.components import chip_link, chips, error_html, number_html
from sabot.web.figures.charts import figure_html, upright_line
from sabot.web.game_links import (
    form_fields,
    game_question,
    is_opened_game,
    load_requested_game,
    sample_games,
    url_at,
)
from sabot.web.html import Markup, Part, html_table, join_markup, scrollable, tag
from sabot.web.jobs import Job, client_id, job_queue, require_answer
from sabot.web.layout import error_response, page_status, render_page
from sabot.web.messages import EnvelopeAnswer, TheoremAnswer
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part, wait_for_jobs
from sabot.web.pages.saving_links import (
    PAGE_LABEL,
    PICTURE_LABELS,
    result_downloads,
    theorem_downloads,
)
from sabot.web.tasks.game_input import require_no_file

WAIT_SECONDS = 1.5
MAX_NUMBER_LENGTH = 60
"""Characters of a chance in an address."""


async def envelope_page(request: Request) -> Response:
    """Show V(p) of a game."""
    asked = request.query_params
    text = asked.get("g") or sample_games()[0]
    status = 200
    try:
        game = str(load_requested_game(request, text))
        more = {key: asked[key] for key in ("seat", "view") if asked.get(key)}
        about = game_question(request, game, **more)
        job = job_queue(request).submit("envelope", about, client_id(request))
        inside: Part = await wait_for_jobs(request, job)
        if inside is None:
            answer: EnvelopeAnswer = require_answer(job)
            start = _handle_position(asked.get("p", ""), answer["peak"][0])
            inside = _envelope_html(answer, job.id, start)
    except SabotError as fault:
        inside, status = error_html(str(fault)), page_status(fault)
    box = tag("input", id="g", name="g", value=text, spellcheck="false", autocomplete="off")
    form = tag(
        "form",
        tag("div", tag("label", "Game", for_="g"), box, class_="field"),
        tag("button", "Draw", class_="main"),
        action="/envelope",
        class_="panel one",
    )
    others = tag("div", hx_get="/part/drawable", hx_vals=_htmx_values(text), hx_trigger="load")
    lead = tag(
        "p",
        "How much a seat is sure of, whatever the other does, when it mixes at one view with "
        "chance p. Each corner is where the other seat changes its answer at a cell.",
        class_="lead",
    )
    parts = tag("h1", "Why mix?"), lead, form, others, inside
    return render_page(request, "Envelope", *parts, status=status)


def _htmx_values(game: str) -> str:
    return json.dumps({"g": game[:MAX_NUMBER_LENGTH]})


async def envelope_games_part(request: Request) -> Response:
    """Show the games that have a V(p)."""
    answer = await job_queue(request).ask("drawable", {"games": sample_games()}, client_id(request))
    here = request.query_params.get("g", "")
    return HTMLResponse(_game_chips("/envelope", answer["games"], here))


def _game_chips(path: str, games: Iterable[str], here: str) -> Markup:
    """Return games to choose from."""
    return chips(
        chip_link(game, f"{path}?{urlencode({'g': game})}", current=game == here) for game in games
    )


def _handle_position(text: str, peak: str) -> str:
    """Return where the handle begins: where the address says, or at the peak.

    >>> _handle_position("0.3", "3/8"), _handle_position("", "3/8")
    ('3/10', '3/8')
    """
    if not text:
        return peak
    p = as_rational(text[:MAX_NUMBER_LENGTH])
    if not 0 <= p <= 1:
        raise NumberError(f"p: {text[:MAX_NUMBER_LENGTH]} is no chance; it lies from 0 to 1")
    return format_fraction(p)


def _envelope_html(answer: EnvelopeAnswer, job: str, start: str) -> Markup:
    return tag(
        "div",
        _infoset_chips(answer),
        _envelope_plot(answer, start),
        tag(
            "section",
            _optimum_html(answer, job),
            tag("div", tag("h2", "Corners"), _breakpoints_table(answer)),
            class_="panel value peak-and-corners",
        ),
        class_="envelope",
    )


def _envelope_plot(answer: EnvelopeAnswer, start: str) -> Markup:
    """Return the drawing, with what moves its handle and shows its place."""
    slider = tag(
        "input",
        type="range",
        min="0",
        max="1000",
        value="0",
        step="1",
        aria_label=f"p: how often {answer['seat']} plays {answer['action']}",
    )
    at = ("p = ", tag("b", class_="at-p"), ", V(p) = ", tag("b", class_="at-v"))
    return tag(
        "envelope-plot",
        figure_html(answer["drawing"], partial(_corners_and_handle, answer)),
        slider,
        tag("p", *at, class_="readout", aria_live="off"),
        tag("p", class_="note answers"),
        class_="panel",
        data_start=start,
    )


def _corners_and_handle(answer: EnvelopeAnswer, frames: Sequence[AxesFrame]) -> Iterator[Markup]:
    """Yield each corner of V(p) with the cells that change there, and the handle with its axes."""
    (frame,) = frames
    for one in answer["points"]:
        cells = "; ".join(f"{view} {old} → {new}" for view, old, new in one["cells"])
        x, y = frame.place(as_rational(one["p"]), as_rational(one["v"]))
        yield tag(
            "circle",
            tag("title", f"p = {one['p']}, V = {one['v']}" + (f": {cells}" if cells else "")),
            cx=x,
            cy=y,
            r=6,
            class_="target",
            data_p=one["p"],
            data_v=one["v"],
            data_cells=cells,
        )
    peak = as_rational(answer["peak"][0])
    (left, bottom), (right, top) = frame.place(0, frame.lowest_y), frame.place(1, frame.highest_y)
    x, y = frame.place(peak, as_rational(answer["value"]))
    yield tag(
        "g",
        upright_line(frame, peak, class_="guide"),
        tag("circle", cx=x, cy=y, r=9, class_="handle"),
        class_="hand",
        data_left=left,
        data_right=right,
        data_foot=bottom,
        data_top=top,
        data_low=repr(frame.lowest_y),
        data_high=repr(frame.highest_y),
    )


def _optimum_html(answer: EnvelopeAnswer, job: str) -> Markup:
    """Return the value of the game, where the envelope has it, and the files."""
    low, high = map(number_html, answer["peak"])
    best = ("p = ", low) if low == high else ("every p from ", low, " to ", high)
    paid = f": the value of the game, paid to {with_article(answer['first'])}."
    here = _envelope_url(answer["game"], answer["seat"], answer["view"])
    return tag(
        "div",
        tag("h2", "The peak" if answer["secures"] else "The lowest point"),
        tag("p", number_html(answer["value"], digits=DIGITS, most=20), class_="worth"),
        tag("p", "at ", best, paid, class_="dim"),
        result_downloads(job, {**PAGE_LABEL, **PICTURE_LABELS, "csv": "CSV", "json": "JSON"}, here),
    )


def _envelope_url(game: str, seat: str, view: str) -> str:
    return f"/envelope?{urlencode({'g': game, 'seat': seat, 'view': view})}"


def _breakpoints_table(answer: EnvelopeAnswer) -> Markup:
    """Return every breakpoint: p, the value, and what changes there."""
    words = ("p", "V(p)", "what changes")
    rows = []
    for one in answer["points"]:
        changes = "; ".join(f"{view}: {a} → {b}" for view, a, b in one["cells"])
        cells = zip(words, (number_html(one["p"]), number_html(one["v"]), changes), strict=True)
        rows.append(tag("tr", *(tag("td", cell, data_label=word) for word, cell in cells)))
    return scrollable(html_table(words, rows, class_="lines corners"))


def _infoset_chips(answer: EnvelopeAnswer) -> Part:
    """Return the views whose mix may be varied."""
    if len(answer["choices"]) < 2:
        return None
    shown = answer["seat"], answer["view"]
    links = [
        chip_link(
            f"{seat} {view}",
            _envelope_url(answer["game"], seat, view),
            current=(seat, view) == shown,
        )
        for seat, view in answer["choices"]
    ]
    return chips(links, "The mix of")


def games_with_open_parameter() -> list[str]:
    """Return the games with one parameter left open, and which: what a theorem can be asked of."""
    offered = [family for family in families() if family.offers_open]
    return [
        _open_parameter(family, key)
        for family in offered
        for key in family.leaves_open
        if key != ANY_PARAMETER
    ]


def _open_parameter(family: Family, key: str) -> str:
    """Return a game string of a family with a parameter left open, the others as in its sample."""
    taken = {key, *family.leaves_open[key]}
    kept = [one for one in family.sample.split(", ") if one and one.partition("=")[0] not in taken]
    return f"{family.name}({', '.join([*kept, f'{key}=*'])})"


_OPEN_MATRIX = "matrix([[t|1,0|0],[0|0,1|t]])"
"""A game whose equilibria depend on a letter."""


async def theorem_page(request: Request) -> Response:
    """Show a theorem: the value and the mixes against the parameter."""
    text = request.query_params.get("g", "")
    inside: Part = None
    status = 200
    if text:
        try:
            if not is_opened_game(request, text):
                require_no_file(text)
            inside = await _start_proof(request, text)
        except SabotError as fault:
            inside, status = error_html(str(fault)), page_status(fault)
    box = tag(
        "input",
        id="g",
        name="g",
        value=text or games_with_open_parameter()[0],
        spellcheck="false",
        autocomplete="off",
    )
    form = tag(
        "form",
        tag("div", tag("label", "Game, its parameter marked *", for_="g"), box, class_="field"),
        tag("button", "Prove", class_="main"),
        action="/theorem",
        class_="panel one",
    )
    lead = "One theorem for all values of a parameter: pieces, formulas, and a proof to check."
    return render_page(
        request,
        "Theorem",
        tag("h1", "For every value at once"),
        tag("p", lead, class_="lead"),
        form,
        _game_chips("/theorem", games_with_open_parameter(), text),
        tag(
            "p",
            "A letter in a matrix is a parameter too, also where the sum of payoffs is not zero: ",
            tag("a", tag("code", _OPEN_MATRIX), href=url_at("/theorem", _OPEN_MATRIX)),
            ".",
            class_="note",
        ),
        tag("div", inside, id="result"),
        wide=True,
        status=status,
    )


async def _start_proof(request: Request, text: str) -> Part:
    job = job_queue(request).submit("theorem", game_question(request, text), client_id(request))
    try:
        await asyncio.wait_for(job.over.wait(), WAIT_SECONDS)
    except TimeoutError:
        return job_part(request, job, f"/part/theorem?{urlencode({'g': text})}")
    return _theorem_html(job)


def _theorem_html(job: Job) -> Part:
    if job.state != "done":
        return error_html(job.fault or job.state)
    answer: TheoremAnswer = job.document
    figure = tag("div", figure_html(answer["drawing"]), class_="panel theorem-figure")
    words = tag(
        "div",
        Markup(answer["html"]),
        class_="panel theorem scroll",
        tabindex="0",
        role="region",
        aria_label="The theorem in words",
    )
    files = theorem_downloads(job.id, f"/theorem?{urlencode({'g': answer['game']})}")
    return tag("div", figure, words, files, class_="theorem-answer")


async def theorem_part(request: Request) -> Response:
    """Show the theorem of a job that is done."""
    job = job_queue(request).job((await form_fields(request)).get("job", ""))
    if job is None:
        return error_response(request, 404, "this job is forgotten; ask again")
    return HTMLResponse(join_markup(_theorem_html(job)))


PAGES = (
    Page(
        "/envelope",
        "Envelope",
        envelope_page,
        "Envelope",
        takes=("g", "seat", "view", "p"),
        numbers="V(p) is computed from the game's solution, which was verified by the checker.",
    ),
    Page(
        "/theorem",
        "Theorem",
        theorem_page,
        "Theorems",
        top=True,
        takes=("g",),
        numbers="A theorem is verified by the checker before it is shown.",
    ),
    Page("/part/drawable", "games", envelope_games_part),
    Page("/part/theorem", "theorem", theorem_part),
)
