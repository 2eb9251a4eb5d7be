"""Files of a result: certificate, tables, figures, each whole and under a name of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import FormError
from sabot.render.figures.strategies import strategies_figure
from sabot.render.words import file_stem
from sabot.render.writers.csv import lines as csv_lines
from sabot.render.written import SUFFIXES, TABLES, Views, views_of
from sabot.results.solution import Solution
from sabot.web.address import LONGEST, game_address
from sabot.web.app import desk
from sabot.web.figures.alone import standalone
from sabot.web.figures.envelope import envelope_svg
from sabot.web.figures.panel import figure_svgs
from sabot.web.markup import Markup, tag
from sabot.web.pages import Page
from sabot.web.refused import refusal

TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "latex": "application/x-tex; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
}
SOLUTIONS = ("sabot/solution/", "sabot/nash/")
"""Kinds of documents that hold a strategy for each of two seats."""
ENDS = {form: SUFFIXES.get(form, ".svg") for form in TYPES}
WORDS = {"json": "Certificate", "csv": "CSV", "latex": "LaTeX", "markdown": "Markdown"}


def downloads(job: str, told: Mapping[str, Any]) -> Markup:
    """Return the links by which a result is saved."""
    forms = ("json",) if told["html"] else tuple(WORDS)
    named = {**WORDS, "json": "Certificate" if _proved(told["solution"]) else "JSON"}
    drawn = {"svg": "SVG"} if told.get("figures") or not told["html"] else {}
    here = game_address(str(told["game"]), solved="1")
    return links(job, {form: named[form] for form in forms} | drawn, here)


def links(job: str, named: Mapping[str, str], here: str) -> Markup:
    """Return links to files of a job, each with its word.

    *here* is where the job is asked for: should it be forgotten, the way back leads there. They
    are no ``download`` links: those show nobody what is said in the place of a file.
    """
    tail = f"?{urlencode({'from': here})}" if len(here) < LONGEST else ""
    found = [
        tag("a", word, href=f"/file/{job}{ENDS[form]}{tail}", class_="button")
        for form, word in named.items()
    ]
    return tag("p", *found, class_="row downloads", role="group", aria_label="Download")


def _proved(document: Mapping[str, Any]) -> bool:
    return bool(document.get("certificate") or document.get("digest"))


async def file(request: Request) -> Response:
    """Send a result as a file."""
    name, _, suffix = request.path_params["name"].rpartition(".")
    job = desk(request).job(name)
    if job is None or job.state != "done":
        return refusal(request, 404, "this result is forgotten; solve it again")
    form = next((form for form, end in ENDS.items() if end == f".{suffix}"), "")
    text = await asyncio.to_thread(lambda: made(job.document, form))
    if text is None:
        return refusal(request, 404, "there is no such file of this result")
    stem = file_stem(str(job.question.get("game", "")).partition("(")[0])
    return Response(
        text,
        media_type=TYPES[form],
        headers={"content-disposition": f'attachment; filename="{stem}.{suffix}"'},
    )


def made(told: Mapping[str, Any], form: str) -> str | None:
    """Return what a worker answered as a file; None where there is no such file of it."""
    if form == "svg":
        drawn = [envelope_svg(told)] if "points" in told else told.get("figures") or _drawn(told)
        return standalone(drawn) if drawn else None
    if "points" in told:
        return _corners(told, form)
    if form != "json" and form not in TABLES:
        return None
    found: str | None = told.get("files", {}).get(form)  # some are written with the answer
    return found or written(told["solution"], form)


def _drawn(told: Mapping[str, Any]) -> list[Markup]:
    """Return the strategies of a solution as drawings."""
    document = told.get("solution", {})
    if not str(document.get("schema", "")).startswith(SOLUTIONS) or told.get("html"):
        return []
    return figure_svgs(strategies_figure(Solution.from_json(document)))


def _corners(told: Mapping[str, Any], form: str) -> str | None:
    """Return the corners of V(p) as numbers."""
    if form == "json":
        return json.dumps(told, ensure_ascii=False) + "\n"
    rows = [(one["p"], one["v"], "; ".join(map(" ".join, one["cells"]))) for one in told["points"]]
    return csv_lines([("p", "value", "changes"), *rows]) if form == "csv" else None


def written(document: Mapping[str, Any], form: str) -> str:
    """Return a solution in one of the forms of files: as ``sabot solve -o`` writes it."""
    if form == "json":
        return json.dumps(document, ensure_ascii=False) + "\n"
    if not str(document.get("schema", "")).startswith(SOLUTIONS):
        raise FormError(
            "this is saved as JSON here; at the terminal, sabot table FILE makes tables of it"
        )
    views: Views = views_of(Solution.from_json(document))
    return views.written(form)


PAGES = (Page("/file/{name}", "file", file),)
