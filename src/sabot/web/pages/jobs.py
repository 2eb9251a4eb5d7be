"""Jobs on a page: their progress, a button that cancels, and the result in place of them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sabot.web.app import desk, owner
from sabot.web.jobs.job import Job
from sabot.web.markup import Markup, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.refused import again_part, fault_part, refusal, seen_from

SOON = 1.2
"""Seconds to wait for a result before progress is shown."""


def job_part(request: Request, job: Job, then: str) -> Markup:
    """Return the progress of a job; when it is done, the part at the address *then* replaces it.

    *then* is loaded with the job's id as the query parameter ``job``.
    """
    mark = "&" if "?" in then else "?"
    if job.state == "done":
        return tag(
            "div",
            class_="job",
            hx_get=f"{then}{mark}job={job.id}",
            hx_trigger="load",
            hx_swap="outerHTML",
        )
    if job.is_over:
        return tag("div", fault_part(job.fault or job.state), class_=f"job {job.state}")
    return tag(
        "div",
        _going(request, job, then),
        _cancel(job),
        class_="job",
    )


async def pending(request: Request, *jobs: Job) -> Markup | None:
    """Return the progress of a job that is not over within SOON; None: all are over.

    A page that needs all of them shows it in place of its answer, and is reloaded when it is done.
    """
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(job.over.wait() for job in jobs)), SOON)
    late = next((job for job in jobs if not job.is_over), None)
    return None if late is None else job_part(request, late, "/part/page")


async def again(request: Request) -> Response:
    """Make the browser reload the page that waited for a job."""
    return Response(headers={"HX-Refresh": "true"})


def _cancel(job: Job) -> Markup:
    return tag(
        "button",
        "Cancel",
        type="button",
        class_="quiet",
        hx_post=f"/job/{job.id}/cancel",
        hx_target="closest .job",
        hx_swap="outerHTML",
    )


def _going(request: Request, job: Job, then: str) -> Markup:
    """Return the part of a job that is replaced every 200 ms.

    The button that cancels is not in it: a button that is replaced between press and release gets
    no click, and loses the keyboard's focus.
    """
    return tag(
        "div",
        tag("p", _status(request, job), class_="doing", role="status"),
        tag("p", tag("a", "Jobs at work", href="/jobs"), class_="note")
        if job.state == "waiting"
        else None,
        tag(
            "progress",
            value=None if job.share is None else f"{job.share:.3f}",
            max="1",
            aria_label="progress",
        ),
        tag("p", job.fault, class_="warning") if job.fault else None,
        class_="going",
        hx_get=f"/part/job/{job.id}?then={quote(then, safe='')}",
        hx_trigger="load delay:200ms",
        hx_target="this",
        hx_swap="outerHTML",
    )


def _status(request: Request, job: Job) -> str:
    """Return what a job is doing, in words."""
    if job.state == "waiting":
        ahead = desk(request).before(job)
        return f"waiting for a worker ({ahead} before it)" if ahead else "waiting for a worker"
    return f"{job.moment or 'starting'}, {job.seconds:.1f} s"


async def part(request: Request) -> Response:
    """Show the progress of a job; when it is over, its result replaces the whole job."""
    job = desk(request).job(request.path_params["job"])
    then = request.query_params.get("then", "")
    if job is None:
        words = "this job is forgotten: the workbench was started anew; ask again"
        return _in_its_place(refusal(request, 404, words))
    if not then.startswith("/part/"):
        return _in_its_place(refusal(request, 400, "then: a part of the workbench is wanted"))
    if job.is_over:
        return _in_its_place(HTMLResponse(job_part(request, job, then)))
    return HTMLResponse(_going(request, job, then))


def _in_its_place(answer: Response) -> Response:
    """Return a response that replaces the whole job, not only its progress."""
    answer.headers["HX-Retarget"] = "closest .job"
    return answer


async def cancel(request: Request) -> Response:
    """Cancel a job."""
    job = desk(request).job(request.path_params["job"])
    if job is None:
        return RedirectResponse("/", 303)
    desk(request).cancel(job)
    # only a question in the address can be asked again; a form or a file still has its own button
    here = seen_from(request)
    again = again_part(here, autofocus=True) if "?" in here else None
    said = tag("p", "Cancelled.", role="status")
    return HTMLResponse(tag("div", said, again, class_="job cancelled"))


async def at_work(request: Request) -> Response:
    """Show the jobs of this browser that run or wait, including those whose tab was closed."""
    going = desk(request).at_work(owner(request))
    seconds = f"{desk(request).limits.seconds:g}"
    return shell(
        request,
        "Jobs",
        tag("h1", "Jobs at work"),
        tag(
            "p",
            "What this browser has asked for and what is not answered yet. A job goes on when its "
            f"tab is closed, for at most {seconds} s; here it can be cancelled.",
            class_="lead",
        ),
        *(_listed(request, job) for job in going),
        None if going else tag("p", "No job runs or waits.", class_="placeholder"),
    )


def _listed(request: Request, job: Job) -> Markup:
    """Return a job as a line, with a button that cancels it."""
    named = str(job.question.get("game") or job.question.get("name") or "")[:200]
    said = [tag("b", job.work.rpartition(":")[2]), " ", tag("code", named) if named else None]
    return tag(
        "div",
        tag("p", *said, f": {_status(request, job)}", class_="doing"),
        _cancel(job),
        class_="job panel",
        data_job=job.id,
    )


PAGES = (
    Page("/part/page", "page", again),
    Page("/jobs", "Jobs", at_work),
    Page("/part/job/{job}", "job", part),
    Page("/job/{job}/cancel", "cancel", cancel, methods=("POST",)),
)
