"""For programs: every verb by POST, the documents of ``--json``, described by OpenAPI."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sabot.certify import parsed
from sabot.errors import FormError
from sabot.web.api.described import ASKED, described
from sabot.web.jobs.desk import Desk, Failed
from sabot.web.jobs.job import Job
from sabot.web.refused import refusal, told

QUICK = ("games", "show", "size")
"""Verbs that may be asked by GET, with the game in the address: they start nothing long."""


async def _question(request: Request) -> dict[str, Any]:
    """Return what a program asks: a JSON object, or the address."""
    if request.method == "GET":
        return dict(request.query_params)
    body = await request.body()
    if not body.lstrip().startswith(b"{"):
        raise FormError("the body is not a JSON object; /api/openapi.json tells what is in it")
    return parsed(body, "the body")  # a certificate may be in it: no key stands there twice


def _allowed(verb: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a question that the verb knows; others are refused."""
    known = {**ASKED[verb], "wait": {}}
    if odd := sorted(set(asked) - set(known)):
        names = ", ".join(sorted(known)) or "nothing"
        raise FormError(f"{verb} takes no {odd[0][:40]!r}; it takes: {names}")
    return {key: part for key, part in asked.items() if key != "wait"}


def _verb(name: str) -> Route:
    async def answer(request: Request) -> Response:
        desk: Desk = request.app.state.desk
        asked = await _question(request)
        job = desk.submit(name, _allowed(name, asked), request.scope.get("owner", ""))
        if asked.get("wait") is False:
            return _standing(job, 200 if job.is_over else 202)
        await job.over.wait()
        if job.state != "done":
            return told(request, Failed(job))
        return Response(job.answer, media_type="application/json")

    methods = ["GET", "POST"] if name in QUICK else ["POST"]
    return Route(f"/api/{name}", answer, methods=methods)


def _standing(job: Job, status: int = 200) -> Response:
    place = {"address": f"/api/jobs/{job.id}", "answer": f"/api/jobs/{job.id}/answer"}
    return JSONResponse({**job.to_json(), **place}, status)


def _job(request: Request) -> Job | None:
    desk: Desk = request.app.state.desk
    return desk.job(request.path_params["job"])


async def _jobs(request: Request) -> Response:
    """Tell how a job stands; DELETE cancels it."""
    job = _job(request)
    if job is None:
        return _unknown(request)
    if request.method == "DELETE":
        request.app.state.desk.cancel(job)
    return _standing(job)


async def _answer(request: Request) -> Response:
    """Return the answer of a job that is done."""
    job = _job(request)
    if job is None:
        return _unknown(request)
    if not job.is_over:
        return _standing(job, 202)
    if job.state != "done":
        return told(request, Failed(job))
    return Response(job.answer, media_type="application/json")


def _unknown(request: Request) -> Response:
    return refusal(request, 404, "no such job: it was never asked, or is forgotten; ask again")


async def _openapi(request: Request) -> Response:
    return JSONResponse(described())


ROUTES = [
    Route("/api/openapi.json", _openapi),
    *(_verb(name) for name in ASKED),
    Route("/api/jobs/{job}", _jobs, methods=["GET", "DELETE"]),
    Route("/api/jobs/{job}/answer", _answer),
]
