"""Jobs on a page: progress, cancellation, and the list of running jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sabot.web.components import (
    cancel_button,
    job_html,
    progress_html,
    retry_link,
)
from sabot.web.html import Markup, tag
from sabot.web.jobs import Job, client_id, job_queue
from sabot.web.layout import current_page_url, error_response, render_page
from sabot.web.messages import TaskQuestion
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
    words = "Solve again" if here.startswith("/game?") else "Ask again"
    again = retry_link(here, autofocus=True, words=words) if "?" in here else None
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
