"""The HTTP API: every verb by POST, described by OpenAPI.

Answers are the documents that the command line prints with ``--json``. The page ``/api`` shows it
to those who read it in a browser.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sabot._version import __version__
from sabot.certify import parse_document
from sabot.errors import FormError
from sabot.web.game_links import opened_file_mark, opened_game_mark, sample_games
from sabot.web.html import html_table, scrollable, table_row, tag
from sabot.web.jobs import Job, JobFailedError, JobQueue
from sabot.web.layout import error_response, render_page, sabot_error_response
from sabot.web.pages import Page

GET_VERBS = ("games", "show", "size")
"""Verbs that may be asked by GET, with the game in the address: they start nothing long."""


async def _read_question(request: Request) -> dict[str, object]:
    """Return what a program asks: a JSON object, or the address."""
    if request.method == "GET":
        return dict(request.query_params)
    body = await request.body()
    if not body.lstrip().startswith(b"{"):
        raise FormError("the body is not a JSON object; /api/openapi.json tells what is in it")
    return parse_document(body, "the body")  # a certificate may be in it: no key may occur twice


def _require_known_fields(verb: str, asked: dict[str, object]) -> dict[str, object]:
    """Return the parts of a question that the verb knows; others are refused."""
    known = {**VERB_PARAMETERS[verb], "wait": {}}
    if odd := sorted(set(asked) - set(known)):
        names = ", ".join(sorted(known)) or "nothing"
        raise FormError(f"{verb} takes no {odd[0][:40]!r}; it takes: {names}")
    return {key: part for key, part in asked.items() if key != "wait"}


def _verb_route(name: str) -> Route:
    async def answer(request: Request) -> Response:
        desk: JobQueue = request.app.state.job_queue
        asked = await _read_question(request)
        known = _require_known_fields(name, asked)
        if name == "check":
            known |= opened_file_mark(request)
        elif isinstance(game := known.get("game"), str):
            known |= opened_game_mark(request, game)
        job = desk.submit(name, known, request.scope.get("owner", ""))
        if asked.get("wait") is False:
            job.waiting_requests += 1  # the program asks for it later
            return _status_response(job, 200 if job.is_over else 202)
        await desk.wait_for(job)
        if job.state != "done":
            return sabot_error_response(request, JobFailedError(job))
        return Response(job.answer, media_type="application/json")

    methods = ["GET", "POST"] if name in GET_VERBS else ["POST"]
    return Route(f"/api/{name}", answer, methods=methods)


def _status_response(job: Job, status: int = 200) -> Response:
    place = {"address": f"/api/jobs/{job.id}", "answer": f"/api/jobs/{job.id}/answer"}
    return JSONResponse({**job.to_json(), **place}, status)


def _requested_job(request: Request) -> Job | None:
    desk: JobQueue = request.app.state.job_queue
    return desk.job(request.path_params["job"])


async def _job_status(request: Request) -> Response:
    """Return the state of a job; DELETE cancels it."""
    job = _requested_job(request)
    if job is None:
        return _unknown_job(request)
    if request.method == "DELETE":
        request.app.state.job_queue.cancel(job)
    return _status_response(job)


async def _job_answer(request: Request) -> Response:
    """Return the answer of a job that is done."""
    job = _requested_job(request)
    if job is None:
        return _unknown_job(request)
    if not job.is_over:
        return _status_response(job, 202)
    if job.state != "done":
        return sabot_error_response(request, JobFailedError(job))
    return Response(job.answer, media_type="application/json")


def _unknown_job(request: Request) -> Response:
    return error_response(
        request, 404, "no such job: it was never asked, or is forgotten; ask again"
    )


async def _openapi_response(request: Request) -> Response:
    return JSONResponse(openapi_document())


_GAME_SCHEMA = {"type": "string", "description": "a game string: NAME, or NAME(key=value, ...)"}
_NUMBER_SCHEMA = {"type": "string", "description": "an exact number", "example": "287/1000"}
VERB_PARAMETERS: dict[str, dict[str, Mapping[str, object]]] = {
    "games": {},
    "show": {"game": _GAME_SCHEMA},
    "size": {"game": _GAME_SCHEMA},
    "solve": {"game": _GAME_SCHEMA},
    "prove": {
        "game": {
            **_GAME_SCHEMA,
            "description": "a game string with one parameter left open: NAME(key=*)",
        },
        "low": _NUMBER_SCHEMA,
        "high": _NUMBER_SCHEMA,
    },
    "equilibria": {"game": _GAME_SCHEMA},
    "value": {
        "game": _GAME_SCHEMA,
        "strategies": {
            "description": "{seat: {view: action}}, or 'optimal', or a name of the game's own",
            "oneOf": [{"type": "object"}, {"type": "string"}],
        },
    },
    "reduce": {"game": _GAME_SCHEMA},
    "report": {
        "game": _GAME_SCHEMA,
        "vary": {"type": "string", "description": "a changed parameter", "example": "bet=1..3"},
    },
    "hand": {
        "cards": {"type": "string", "description": "five cards", "example": "AsKdQhJc9s"},
        "against": {"enum": ["improved", "dealt", "kept"], "description": "the opponent"},
        "joint": {"type": "boolean", "description": "no effect: one pack is always counted"},
    },
    "check": {
        "certificate": {"type": "object", "description": "a saved solution or proof"},
        "rules": {"type": "boolean", "description": "also that its numbers are the game's"},
        "name": {"type": "string", "description": "what to call it"},
    },
}
"""What each verb takes, by name."""
ROUTES = [
    Route("/api/openapi.json", _openapi_response),
    *(_verb_route(name) for name in VERB_PARAMETERS),
    Route("/api/jobs/{job}", _job_status, methods=["GET", "DELETE"]),
    Route("/api/jobs/{job}/answer", _job_answer),
]
VERB_SUMMARIES = {
    "games": "What games there are.",
    "show": "The rules of a game in words.",
    "size": "What solving a game will cost.",
    "solve": "Value, strategies, uniqueness and certificate, checked.",
    "prove": "A theorem for all values of the parameter marked *, checked.",
    "equilibria": "All extreme optimal strategies of each seat, or all extreme equilibria.",
    "value": "What given strategies earn, and the best reply to each.",
    "reduce": "Dominated strategies removed, step by step.",
    "report": "Who is ahead, what is never used, how long a hand takes.",
    "hand": "A poker hand: class, exact chances, the value of every hold.",
    "check": "What a certificate or proof shows, re-verified.",
}
REQUIRED_PARAMETERS = {
    "check": ["certificate"],
    "hand": ["cards"],
    "value": ["game", "strategies"],
    "games": [],
}
_WAIT_SCHEMA = {
    "type": "boolean",
    "default": True,
    "description": "false: answer at once with a job",
}
_FAULT_RESPONSE = {
    "description": "why there is no answer; code is the exit code of the command line",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/fault"}}},
}
_DOCUMENT_RESPONSE = {
    "description": "the document of the verb's --json",
    "content": {"application/json": {"schema": {"type": "object"}}},
}
_JOB_RESPONSE = {
    "description": "the state of the job",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/job"}}},
}
_TEXT_SCHEMA = {"type": "string"}
_SCHEMAS: Mapping[str, object] = {
    "fault": {
        "type": "object",
        "required": ["schema", "fault", "code"],
        "properties": {
            "schema": {"const": "sabot/fault/1"},
            "fault": _TEXT_SCHEMA,
            "code": {"type": "integer"},
        },
    },
    "job": {
        "type": "object",
        "required": ["schema", "job", "state"],
        "properties": {
            "schema": {"const": "sabot/job/1"},
            "job": _TEXT_SCHEMA,
            "state": {"enum": ["waiting", "running", "done", "failed", "cancelled"]},
            "doing": _TEXT_SCHEMA,
            "fault": _TEXT_SCHEMA,
        },
    },
}
_JOB_PARAMETER = {"name": "job", "in": "path", "required": True, "schema": {"type": "string"}}


def openapi_document() -> dict[str, object]:
    """Return the OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sabot's workbench",
            "version": __version__,
            "description": "Card games solved exactly. Documents are those of the command line's "
            "--json; every request needs the token that sabot web prints.",
        },
        "security": [{"token": []}],
        "paths": {f"/api/{verb}": {"post": _verb_operation(verb)} for verb in VERB_PARAMETERS}
        | _job_paths(),
        "components": {
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-Sabot-Token"}
            },
            "schemas": _SCHEMAS,
        },
    }


def _job_paths() -> dict[str, object]:
    """Return what may be asked about a job."""
    job = {
        "parameters": [_JOB_PARAMETER],
        "responses": {"200": _JOB_RESPONSE, "404": _FAULT_RESPONSE},
    }
    answer = {
        "200": _DOCUMENT_RESPONSE,
        "202": _JOB_RESPONSE,
        "404": _FAULT_RESPONSE,
        "422": _FAULT_RESPONSE,
    }
    return {
        "/api/jobs/{job}": {
            "get": {"summary": "The state of a job.", **job},
            "delete": {"summary": "Cancel a job.", **job},
        },
        "/api/jobs/{job}/answer": {
            "get": {
                "summary": "The answer of a job that is done.",
                "parameters": [_JOB_PARAMETER],
                "responses": answer,
            }
        },
    }


def _verb_operation(verb: str) -> dict[str, object]:
    """Return what a verb takes and gives."""
    asked = {"type": "object", "properties": {**VERB_PARAMETERS[verb], "wait": _WAIT_SCHEMA}}
    asked["required"] = REQUIRED_PARAMETERS.get(verb, ["game"])
    return {
        "summary": VERB_SUMMARIES[verb],
        "operationId": verb,
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {
            "200": _DOCUMENT_RESPONSE,
            "202": _JOB_RESPONSE,
            "400": _FAULT_RESPONSE,
            "403": _FAULT_RESPONSE,
            "422": _FAULT_RESPONSE,
        },
    }


async def api_page(request: Request) -> Response:
    """Show what programs may ask."""
    rows = [
        table_row(
            tag("code", f"POST /api/{verb}"),
            tag("td", ", ".join(VERB_PARAMETERS[verb]) or "nothing"),
            tag("td", VERB_SUMMARIES[verb]),
        )
        for verb in VERB_PARAMETERS
    ]
    here = str(request.base_url).rstrip("/")
    asked = f'{{"game": "{sample_games()[0]}"}}'
    example = f"curl -H 'X-Sabot-Token: TOKEN' -d '{asked}' {here}/api/solve"
    return render_page(
        request,
        "For programs",
        tag("h1", "For programs"),
        tag(
            "p",
            "Every verb answers with the document that the terminal prints with --json. Every "
            "request needs the token that sabot web printed when it was started.",
            class_="lead",
        ),
        tag(
            "section",
            tag("pre", example, tabindex="0"),
            scrollable(html_table(("address", "takes", "answers"), rows), "Addresses"),
            tag(
                "p",
                "With ",
                tag("code", '"wait": false'),
                " the answer is a job: GET its address to "
                "see its state, DELETE it to cancel it. All of it, in full: ",
                tag("a", "/api/openapi.json", href="/api/openapi.json"),
                ".",
            ),
            class_="panel",
        ),
    )


PAGES = (Page("/api", "For programs", api_page),)
