"""The interface for programs in its own words: an OpenAPI document."""

from __future__ import annotations

from typing import Any

from sabot import __version__

_GAME = {"type": "string", "description": "a game string: NAME, or NAME(key=value, ...)"}
_NUMBER = {"type": "string", "description": "an exact number", "example": "287/1000"}
ASKED: dict[str, dict[str, Any]] = {
    "games": {},
    "show": {"game": _GAME},
    "size": {"game": _GAME},
    "solve": {"game": _GAME},
    "prove": {
        "game": {**_GAME, "description": "a game string with one parameter left open: NAME(key=*)"},
        "low": _NUMBER,
        "high": _NUMBER,
    },
    "equilibria": {"game": _GAME},
    "value": {
        "game": _GAME,
        "strategies": {
            "description": "{seat: {view: action}}, or 'optimal', or a name of the game's own",
            "oneOf": [{"type": "object"}, {"type": "string"}],
        },
    },
    "reduce": {"game": _GAME},
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
SUMMARIES = {
    "games": "What games there are.",
    "show": "The rules of a game in words.",
    "size": "What solving a game will cost.",
    "solve": "Value, strategies, uniqueness and certificate, checked.",
    "prove": "A theorem for all values of the parameter marked *, checked.",
    "equilibria": "All extreme optimal strategies of each seat, or all extreme equilibria.",
    "value": "What given strategies earn, and the best reply to each.",
    "reduce": "Dominated strategies removed, step by step.",
    "hand": "A poker hand: class, exact chances, the value of every hold.",
    "check": "What a certificate or proof shows, re-verified.",
}
REQUIRED = {
    "check": ["certificate"],
    "hand": ["cards"],
    "value": ["game", "strategies"],
    "games": [],
}
_WAIT = {"type": "boolean", "default": True, "description": "false: answer at once with a job"}
_FAULT = {
    "description": "why there is no answer; code is the exit code of the command line",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/fault"}}},
}
_DOCUMENT = {
    "description": "the document of the verb's --json",
    "content": {"application/json": {"schema": {"type": "object"}}},
}
_JOB = {
    "description": "how the job stands",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/job"}}},
}
_TEXT = {"type": "string"}
_SCHEMAS: dict[str, Any] = {
    "fault": {
        "type": "object",
        "required": ["schema", "fault", "code"],
        "properties": {
            "schema": {"const": "sabot/fault/1"},
            "fault": _TEXT,
            "code": {"type": "integer"},
        },
    },
    "job": {
        "type": "object",
        "required": ["schema", "job", "state"],
        "properties": {
            "schema": {"const": "sabot/job/1"},
            "job": _TEXT,
            "state": {"enum": ["waiting", "running", "done", "failed", "cancelled"]},
            "doing": _TEXT,
            "fault": _TEXT,
        },
    },
}
_JOB_NAME = {"name": "job", "in": "path", "required": True, "schema": {"type": "string"}}


def described() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sabot's workbench",
            "version": __version__,
            "description": "Card games solved exactly. Documents are those of the command line's "
            "--json; what is POSTed needs the token that sabot web prints.",
        },
        "paths": {f"/api/{verb}": {"post": _verb(verb)} for verb in ASKED} | _jobs(),
        "components": {
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-Sabot-Token"}
            },
            "schemas": _SCHEMAS,
        },
    }


def _jobs() -> dict[str, Any]:
    """Return what may be asked about a job."""
    job = {"parameters": [_JOB_NAME], "responses": {"200": _JOB, "404": _FAULT}}
    answer = {"200": _DOCUMENT, "202": _JOB, "404": _FAULT, "422": _FAULT}
    return {
        "/api/jobs/{job}": {
            "get": {"summary": "How a job stands.", **job},
            "delete": {"summary": "Cancel a job.", **job, "security": [{"token": []}]},
        },
        "/api/jobs/{job}/answer": {
            "get": {
                "summary": "The answer of a job that is done.",
                "parameters": [_JOB_NAME],
                "responses": answer,
            }
        },
    }


def _verb(verb: str) -> dict[str, Any]:
    """Return what a verb takes and gives."""
    asked = {"type": "object", "properties": {**ASKED[verb], "wait": _WAIT}}
    asked["required"] = REQUIRED.get(verb, ["game"])
    return {
        "summary": SUMMARIES[verb],
        "operationId": verb,
        "security": [{"token": []}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"200": _DOCUMENT, "202": _JOB, "400": _FAULT, "403": _FAULT, "422": _FAULT},
    }
