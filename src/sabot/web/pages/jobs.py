"""Jobs on a page: how far one is, a way to cancel it, and what becomes of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sabot.web.app import desk, owner
from sabot.web.jobs.job import Job
from sabot.web.markup import Markup, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.refused import again_part, fault_part, refusal, seen_from

SOON = 1.2
"""Seconds that an answer is waited for before progress is shown."""


def job_part(request: Request, job: Job, then: str) -> Markup:
    """Return a job as it goes; when it is done, the part at the address *then* takes its place.

    *then* is asked for with ``job`` in the address.
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
    """Return a job that is not over soon, as it goes; None where all are over.

    A page that needs them all shows it in place of its answer, and is loaded again when it is done.
    """
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(job.over.wait() for job in jobs)), SOON)
    late = next((job for job in jobs if not job.is_over), None)
    return None if late is None else job_part(request, late, "/part/page")


async def again(request: Request) -> Response:
    """Load the page again that waited for a job."""
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
    """Return what is told anew from moment to moment.

    The way to cancel is not in it: a button that is replaced between press and release hears no
    click, and loses the keyboard's focus.
    """
    return tag(
        "div",
        tag("p", _standing(request, job), class_="doing", role="status"),
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
        hx_get=f"/part/job/{job.id}?then={_quoted(then)}",
        hx_trigger="load delay:200ms",
        hx_target="this",
        hx_swap="outerHTML",
    )


def _quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")


def _standing(request: Request, job: Job) -> str:
    if job.state == "waiting":
        ahead = desk(request).before(job)
        return f"waiting for a worker ({ahead} before it)" if ahead else "waiting for a worker"
    return f"{job.moment or 'starting'}, {job.seconds:.1f} s"


async def part(request: Request) -> Response:
    """Show how a job stands now; what it has come to takes the place of all of it."""
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
    answer.headers["HX-Retarget"] = "closest .job"
    return answer


async def cancel(request: Request) -> Response:
    """Cancel a job."""
    job = desk(request).job(request.path_params["job"])
    if job is None:
        return RedirectResponse("/", 303)
    desk(request).cancel(job)
    # what a file or a form asked for stands in no address, and its button is still there
    here = seen_from(request)
    again = again_part(here, autofocus=True) if "?" in here else None
    said = tag("p", "Cancelled.", role="status")
    return HTMLResponse(tag("div", said, again, class_="job cancelled"))


async def at_work(request: Request) -> Response:
    """Show the jobs of this browser that run or wait, also those whose tab was closed."""
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
    """Return a job as a line, with the way to cancel it."""
    named = str(job.question.get("game") or job.question.get("name") or "")[:200]
    said = [tag("b", job.work.rpartition(":")[2]), " ", tag("code", named) if named else None]
    return tag(
        "div",
        tag("p", *said, f": {_standing(request, job)}", class_="doing"),
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
