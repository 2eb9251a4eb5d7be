"""Jobs on a page: progress, cancellation, the list of running jobs, and downloads of results.

Downloads are the certificate, tables and figures, each whole and under a file name of its own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sabot.errors import FormError
from sabot.kinds import views_of_result
from sabot.plotting import figures_by_name, pick_figure
from sabot.render.figures.figure import Figure
from sabot.render.figures.matplotlib_backend import draw_figure
from sabot.render.figures.solution import strategies_figure
from sabot.render.formats import SUFFIXES, TABLE_FORMATS, ResultViews
from sabot.render.text import file_stem
from sabot.render.writers.csv import csv_lines
from sabot.results.all_nash import EveryEquilibrium
from sabot.results.base import Result
from sabot.results.binary_nash import PairTheorem
from sabot.results.continuous import CutTheorem, Equilibrium
from sabot.results.optimal_set import Equilibria
from sabot.results.parametric import Theorem
from sabot.results.parametric_nash import NashTheorem
from sabot.results.solution import Solution
from sabot.web.components import (
    cancel_button,
    download_links,
    job_html,
    progress_html,
    retry_link,
)
from sabot.web.figures.charts import envelope_of_page
from sabot.web.game_links import MAX_URL_LENGTH, game_url
from sabot.web.html import Markup, tag
from sabot.web.jobs import Job, client_id, job_queue
from sabot.web.layout import current_page_url, error_response, render_page
from sabot.web.messages import EnvelopeAnswer, SolutionAnswer, TaskQuestion
from sabot.web.pages import Page

WAIT_SECONDS = 1.2
"""Seconds to wait for a result before progress is shown."""


def job_part(request: Request, job: Job, then: str) -> Markup:
    """Return the progress of a job; when it is done, the part at the address *then* replaces it."""
    job_queue(request).watch(job)
    return job_html(job, then, job_queue(request).before(job))


async def latest_answer(
    request: Request, work: str, question: TaskQuestion, page: str, html: Callable[[Job], Markup]
) -> Response:
    """Return the answer to what a page asks as one types; its earlier questions are dropped.

    What takes longer shows its progress, and is asked for again at the same address.
    """
    job = job_queue(request).submit_latest(work, question, client_id(request), page)
    with suppress(TimeoutError):
        await asyncio.wait_for(job.over.wait(), WAIT_SECONDS)
    return HTMLResponse(html(job) if job.is_over else job_part(request, job, request.url.path))


def finished_answer(
    request: Request, work: str, html: Callable[[Job], Markup], forgotten: str
) -> Response:
    """Return the answer of a job that took longer, by its id in the address."""
    job = job_queue(request).job(request.query_params.get("job", ""))
    if job is None or job.work != work or not job.is_over:
        return error_response(request, 404, forgotten)
    return HTMLResponse(html(job))


async def wait_for_jobs(request: Request, *jobs: Job) -> Markup | None:
    """Return the progress of a job that is not over within SOON; None: all are over.

    A page that needs all of them shows it in place of its answer, and is reloaded when it is done.
    """
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(job.over.wait() for job in jobs)), WAIT_SECONDS)
    late = next((job for job in jobs if not job.is_over), None)
    return None if late is None else job_part(request, late, "/part/page")


async def reload_page(request: Request) -> Response:
    """Make the browser reload the page that waited for a job."""
    return Response(headers={"HX-Refresh": "true"})


async def progress_part(request: Request) -> Response:
    """Show the progress of a job; when it is over, its result replaces the whole job."""
    job = job_queue(request).job(request.path_params["job"])
    then = request.query_params.get("then", "")
    if job is None:
        words = "this job is forgotten: the workbench was started again; ask again"
        return _replace_whole_job(error_response(request, 404, words))
    if not then.startswith("/part/"):
        return _replace_whole_job(
            error_response(request, 400, "then: a part of the workbench is wanted")
        )
    if job.is_over:
        return _replace_whole_job(HTMLResponse(job_part(request, job, then)))
    job_queue(request).watch(job)
    return HTMLResponse(progress_html(job, then, job_queue(request).before(job)))


def _replace_whole_job(answer: Response) -> Response:
    """Return a response that replaces the whole job, not only its progress."""
    answer.headers["HX-Retarget"] = "closest .job"
    return answer


async def cancel_job(request: Request) -> Response:
    """Cancel a job."""
    job = job_queue(request).job(request.path_params["job"])
    if job is None:
        return RedirectResponse("/", 303)
    job_queue(request).cancel(job)
    # only a question in the address can be asked again; a form or a file still has its own button
    here = current_page_url(request)
    again = retry_link(here, autofocus=True) if "?" in here else None
    said = tag("p", "Cancelled.", role="status")
    return HTMLResponse(tag("div", said, again, class_="job cancelled"))


async def leave_job(request: Request) -> Response:
    """Note that a page which showed a job was closed."""
    job = job_queue(request).job(request.path_params["job"])
    if job is not None:
        job_queue(request).leave(job)
    return Response(status_code=204)


async def jobs_page(request: Request) -> Response:
    """Show the jobs of this browser that run or wait, including those whose tab was closed."""
    going = job_queue(request).at_work(client_id(request))
    seconds = f"{job_queue(request).limits.seconds:g}"
    return render_page(
        request,
        "Jobs",
        tag("h1", "Jobs at work"),
        tag(
            "p",
            "What this browser has asked for and what is not answered yet. A job takes at most "
            f"{seconds} s. It ends soon after the last page that shows it was closed; this page "
            "shows it too.",
            class_="lead",
        ),
        *(_job_row(request, job) for job in going),
        None if going else tag("p", "No job runs or waits.", class_="placeholder"),
    )


def _job_row(request: Request, job: Job) -> Markup:
    """Return a job as a line, with a button that cancels it."""
    job_queue(request).watch(job)
    named = str(job.question.get("game") or job.question.get("name") or "")[:200]
    said = [tag("b", job.work), " ", tag("code", named) if named else None]
    return tag(
        "div",
        tag("p", *said),
        progress_html(job, "/part/page", job_queue(request).before(job)),
        cancel_button(job),
        class_="job panel",
        data_job=job.id,
    )


PAGES = (
    Page("/part/page", "page", reload_page),
    Page("/jobs", "Jobs", jobs_page),
    Page("/part/job/{job}", "job", progress_part),
    Page("/job/{job}/cancel", "cancel", cancel_job, methods=("POST",)),
    Page("/job/{job}/leave", "leave", leave_job, methods=("POST",)),
)
MEDIA_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "latex": "application/x-tex; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
}
SOLUTION_SCHEMAS = ("sabot/solution/", "sabot/nash/")
"""Kinds of documents that hold a strategy for each of two seats."""
FILE_SUFFIXES = {form: SUFFIXES.get(form, ".svg") for form in MEDIA_TYPES}
DOWNLOAD_LABELS = {"json": "Certificate", "csv": "CSV", "latex": "LaTeX", "markdown": "Markdown"}


def solution_downloads(job: str, answer: SolutionAnswer) -> Markup:
    """Return the links by which a result is saved."""
    forms = ("json",) if answer["html"] else tuple(DOWNLOAD_LABELS)
    named = {
        **DOWNLOAD_LABELS,
        "json": "Certificate" if _has_certificate(answer["solution"]) else "JSON",
    }
    drawn = {"svg": "SVG"} if answer.get("drawing") or not answer["html"] else {}
    here = game_url(str(answer["game"]), solved="1")
    return result_downloads(job, {form: named[form] for form in forms} | drawn, here)


def result_downloads(job: str, named: Mapping[str, str], here: str) -> Markup:
    """Return links to the files of a job's result, by the word of each form.

    *here* is where the job is asked for: should it be forgotten, the way back leads there.
    """
    tail = f"?{urlencode({'from': here})}" if len(here) < MAX_URL_LENGTH else ""
    return download_links(
        {word: f"/file/{job}{FILE_SUFFIXES[form]}{tail}" for form, word in named.items()}
    )


def _has_certificate(document: Mapping[str, object]) -> bool:
    return bool(document.get("certificate") or document.get("digest"))


async def download_file(request: Request) -> Response:
    """Send a result as a file."""
    name, _, suffix = request.path_params["name"].rpartition(".")
    job = job_queue(request).job(name)
    if job is None or job.state != "done":
        return error_response(request, 404, "this result is forgotten; solve it again")
    form = next((form for form, end in FILE_SUFFIXES.items() if end == f".{suffix}"), "")
    text = await asyncio.to_thread(lambda: result_file(job.document, form))
    if text is None:
        return error_response(request, 404, "there is no such file of this result")
    stem = file_stem(str(job.question.get("game", "")).partition("(")[0])
    return Response(
        text,
        media_type=MEDIA_TYPES[form],
        headers={"content-disposition": f'attachment; filename="{stem}.{suffix}"'},
    )


def result_file(answer: Any, form: str) -> str | None:
    """Return the answer of any task as a file; None where there is no such file of it."""
    if form == "svg":
        figure = envelope_of_page(answer) if "points" in answer else _figure_of_result(answer)
        return None if figure is None else draw_figure(figure, "svg").decode()
    if "points" in answer:
        return _envelope_text(answer, form)
    if form != "json" and form not in TABLE_FORMATS:
        return None
    found: str | None = answer.get("files", {}).get(form)  # some are written with the answer
    return found or solution_text(answer["solution"], form)


def _figure_of_result(answer: Mapping[str, Any]) -> Figure | None:
    """Return the figure that ``sabot plot`` draws of a result; None where it has none."""
    document = answer.get("solution", {})
    schema = str(document.get("schema", ""))
    found: Result
    if schema.startswith("sabot/proof/"):
        found = Theorem.from_json(document)
    elif schema.startswith("sabot/pair-proof/"):
        found = PairTheorem.from_json(document)
    elif schema.startswith("sabot/nash-proof/"):
        found = NashTheorem.from_json(document)
    elif schema.startswith("sabot/threshold-proof/"):
        found = CutTheorem.from_json(document)
    elif schema.startswith("sabot/equilibrium/"):
        found = Equilibrium.from_json(document)
    elif schema == "sabot/equilibria/2" and "drawing" in answer:
        found = Equilibria.from_json(document)
    elif schema == "sabot/equilibria/3" and "drawing" in answer:
        found = EveryEquilibrium.from_json(document)
    elif schema.startswith(SOLUTION_SCHEMAS) and not answer.get("html"):
        return strategies_figure(Solution.from_json(document))
    else:
        return None
    return pick_figure(figures_by_name(found), None)


def _envelope_text(answer: EnvelopeAnswer, form: str) -> str | None:
    """Return the breakpoints of V(p) as numbers."""
    if form == "json":
        numbers = {key: part for key, part in answer.items() if key not in ("drawing", "responses")}
        return json.dumps(numbers, ensure_ascii=False) + "\n"
    rows = [
        (one["p"], one["v"], "; ".join(map(" ".join, one["cells"]))) for one in answer["points"]
    ]
    return csv_lines([("p", "value", "changes"), *rows]) if form == "csv" else None


def solution_text(document: Mapping[str, object], form: str) -> str:
    """Return a solution in one of the forms of files: as ``sabot solve -o`` writes it."""
    if form == "json":
        return json.dumps(document, ensure_ascii=False) + "\n"
    if not str(document.get("schema", "")).startswith(SOLUTION_SCHEMAS):
        raise FormError(
            "this is saved as JSON here; at the terminal, sabot table FILE makes tables of it"
        )
    views: ResultViews = views_of_result(Solution.from_json(document))
    return views.render(form)


DOWNLOAD_PAGES = (Page("/file/{name}", "file", download_file),)
