"""Results as files: certificate, tables, pictures, and a page that works without Sabot.

The stand-alone page holds figure, strategies and certificate in one HTML file. It has no script and
loads nothing, so that it can be sent along and opened anywhere. What draws a file is imported when
one is asked for: no page waits for it.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from sabot._version import __version__
from sabot.errors import FormError, SabotError
from sabot.kinds import result_class_of, views_of_result
from sabot.render.document import Document, Heading, build_document, build_table
from sabot.render.figures.captions import game_title
from sabot.render.figures.figure import Figure
from sabot.render.figures.matplotlib_backend import draw_figure
from sabot.render.figures.panels import TextPanel
from sabot.render.formats import TABLE_FORMATS, ResultViews
from sabot.render.text import count_noun, file_stem
from sabot.render.writers import html as html_writer
from sabot.render.writers.csv import csv_lines
from sabot.results.base import Result
from sabot.results.solution import Solution
from sabot.web.figures.charts import envelope_of_page, themed_svg
from sabot.web.html import Markup, Part, join_markup, tag
from sabot.web.jobs import job_queue
from sabot.web.layout import error_response
from sabot.web.messages import EnvelopeAnswer, SolutionAnswer
from sabot.web.pages import Page
from sabot.web.pages.saving_links import (
    FILE_SUFFIXES,
    MEDIA_TYPES,
    PICTURE_LABELS,
    has_certificate,
)
from sabot.web.pages.solution import static_headline, static_strategies

TaskAnswer = Mapping[str, Any]
"""The answer of any task with a result: JSON, whose type depends on the task."""
SOLUTION_SCHEMAS = ("sabot/solution/", "sabot/nash/")
"""Kinds of documents that hold a strategy for each of two seats."""


async def download_file(request: Request) -> Response:
    """Send a result as a file."""
    name, _, suffix = request.path_params["name"].rpartition(".")
    job = job_queue(request).job(name)
    if job is None or job.state != "done":
        return error_response(request, 404, "this result is forgotten; solve it again")
    form = next((form for form, end in FILE_SUFFIXES.items() if end == f".{suffix}"), "")
    if form == "file" and "file" in job.document:
        suffix = job.document["file"]["suffix"].removeprefix(".")
    asked = str(job.question.get("game") or job.question.get("cards") or job.work)
    stem = file_stem(asked.partition("(")[0])
    content = await asyncio.to_thread(lambda: result_file(job.document, form, stem))
    if content is None:
        return error_response(request, 404, "there is no such file of this result")
    return attachment(content, form, f"{stem}.{suffix}")


def attachment(content: str | bytes, form: str, name: str) -> Response:
    """Return a file to save, in one of the forms of files."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=MEDIA_TYPES[form], headers=headers)


def result_file(answer: TaskAnswer, form: str, stem: str = "result") -> str | bytes | None:
    """Return the answer of any task as a file; None where there is no such file of it.

    *stem* names the certificate in a stand-alone page.
    """
    if form in PICTURE_LABELS:
        figure = figure_of_answer(answer) or _text_figure_of_answer(answer)
        return None if figure is None else picture_file(figure, form)
    if form == "html":
        return _standalone_page(answer, stem)
    if form == "file":
        return str(answer["file"]["text"]) if "file" in answer else None
    if "points" in answer:
        return _envelope_text(cast("EnvelopeAnswer", answer), form)
    if form != "json" and form not in TABLE_FORMATS:
        return None
    found: str | None = answer.get("files", {}).get(form)  # some are written with the answer
    return found or solution_text(answer.get("solution", answer), form)


MAX_PICTURE_LINES = 120
"""Lines of text in a picture; what a result says beyond them is in its stand-alone page."""


def text_figure(view: Document) -> Figure:
    """Return what a result says as a picture: the lines that a terminal prints, so many at most."""
    from sabot.render.writers import terminal

    lines = terminal.render(view).splitlines()
    more = lines[MAX_PICTURE_LINES:]
    note = f"{count_noun(len(more), 'line')} more: the stand-alone page has all." if more else ""
    return Figure("", (TextPanel(tuple(lines[:MAX_PICTURE_LINES])),), note)


def _text_figure_of_answer(answer: TaskAnswer) -> Figure | None:
    """Return what the answer of a task says as a picture; None where it has no view."""
    view = _view_of_answer(answer, answer.get("solution", answer))
    return None if view is None else text_figure(view)


def picture_file(figure: Figure, form: str) -> str | bytes:
    """Return a figure as a file: SVG as text, PNG as bytes."""
    drawn = draw_figure(figure, form)
    return drawn.decode() if form == "svg" else drawn


def figure_of_answer(answer: TaskAnswer) -> Figure | None:
    """Return the figure that ``sabot plot`` draws of a result; None where it has none."""
    from sabot.plotting import figures_by_name, pick_figure
    from sabot.render.figures.solution import strategies_figure
    from sabot.render.figures.sweep import sweep_figure

    if "points" in answer:
        return envelope_of_page(cast("EnvelopeAnswer", answer))
    document = answer.get("solution", answer)
    schema = str(document.get("schema", ""))
    if schema.startswith(SOLUTION_SCHEMAS) and not answer.get("html"):
        return strategies_figure(Solution.from_json(document))
    if schema.startswith("sabot/sweep/"):
        drawn = bool(answer.get("drawing"))
        return sweep_figure(document["rows"], str(answer.get("game", "sweep"))) if drawn else None
    found = _read_result(document)
    try:
        return None if found is None else pick_figure(figures_by_name(found), None)
    except SabotError:  # nobody chooses, or its kind has no figure
        return None


def _read_result(document: Mapping[str, object]) -> Result | None:
    """Return the result that a document holds; None where no class reads it."""
    reader = result_class_of(document)
    return None if reader is None else reader.from_json(document)


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
        raise FormError("this is saved as a certificate or as a stand-alone page here")
    views: ResultViews = views_of_result(Solution.from_json(document))
    return views.render(form)


# ---------------------------------------------------------------------- the stand-alone page

_STANDALONE_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1c211f; --dim: #57605c; --sunk: #f0efe9;
  --line: #d9dbd6; --first: #cfe3f7; --second: #f7d9c4; --third: #d7efd2; --fourth: #e5d9f2;
  --mixed: #fbe58c; --odd: #eee; --on-square: #000; }
@media (prefers-color-scheme: dark) { :root { --paper: #161a19; --ink: #e6e9e7; --dim: #a3aca8;
  --sunk: #232927; --line: #3a423f; } }
body { font: 16px/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink);
  margin: 0 auto; padding: 1.5rem; max-width: 62rem; }
h1 { overflow-wrap: anywhere; line-height: 1.2; } figure { margin: 1rem 0; }
h2 { margin: 1.6em 0 0.3em; font-size: 1.2rem; } h3 { margin: 1em 0 0.2em; font-size: 1rem; }
h2 small { font-weight: 400; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: 0.6em 0; }
th, td { padding: 0.15em 0.6em; white-space: pre-wrap; text-align: left; vertical-align: top; }
.right { text-align: right; } .center, .square { text-align: center; }
.square { color: #000; } .dim, .note { color: var(--dim); } svg { max-width: 100%; height: auto; }
svg text:not([fill]) { fill: var(--ink); } svg .target { fill: transparent; stroke: none; }
pre, code { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; } a { color: inherit; }
.first { background: var(--first); } .second { background: var(--second); }
.third { background: var(--third); } .fourth { background: var(--fourth); }
.mixed { background: var(--mixed); } .odd { background: var(--odd); color: #000; }
.worth { font-size: 1.6em; font-weight: 650; margin: 0.3em 0; } .number .decimal { display: none; }
table.grid { border-collapse: separate; border-spacing: 2px; } .grid th { font-weight: 500; }
.grid .part { font-weight: 700; padding-top: 0.6em; } .grid .axis { color: var(--dim); }
.division, .by-row, .readout, .grid tbody[hidden] { display: none; }
:is(.grid, .key) .square { --full: var(--odd); position: relative; border-radius: 4px;
  background: color-mix(in oklab, var(--full) var(--fill, 100%), #fff); }
.square.square.first { --full: var(--first); } .square.square.second { --full: var(--second); }
.square.square.third { --full: var(--third); } .square.square.fourth { --full: var(--fourth); }
.cost-0 { --fill: 24%; } .cost-1 { --fill: 40%; } .cost-2 { --fill: 56%; } .cost-3 { --fill: 78%; }
.square.mixed { font-weight: 700; isolation: isolate; } p { overflow-wrap: anywhere; }
 .mix-bar { display: block; width: 100%; height: 100%; }
.square .mix-bar { position: absolute; inset: 0; z-index: -1; border-radius: 4px; }
td.bar .mix-bar { width: 6rem; height: 0.9em; background: var(--sunk); }
rect.first { fill: var(--first); } rect.second { fill: var(--second); }
rect.third { fill: var(--third); } rect.fourth { fill: var(--fourth); }
ul.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2em 0.9em; }
.square b { position: relative; }
.key .square { display: inline-block; min-width: 1.3em; min-height: 1.3em;
  padding: 0 0.25em; vertical-align: middle; text-align: center; }
details { margin: 1em 0; }
"""


def _standalone_page(answer: TaskAnswer, stem: str) -> str | None:
    """Return a result as one HTML file, with its figure and its certificate inside."""
    document = answer.get("solution", answer)
    view = _view_of_answer(answer, document)
    if view is None:
        return None
    game = str(document.get("game") or answer.get("game") or stem)
    certificate = _certificate_section(document, stem, answer.get("checked"))
    figure = figure_of_answer(answer)
    schema = str(document.get("schema", ""))
    if not (schema.startswith(SOLUTION_SCHEMAS) and "layouts" in answer) or answer["html"]:
        return standalone_page(game, figure, view, certificate)
    solved = cast("SolutionAnswer", answer)
    lead = tag("p", tag("code", game), class_="dim"), *static_headline(solved)
    body = static_strategies(solved)
    return standalone_page(game_title(game), figure, view, certificate, lead=lead, body=body)


def standalone_page(
    title: str,
    figure: Figure | None,
    view: Document,
    certificate: Part = None,
    *,
    lead: Part = None,
    body: Markup | None = None,
) -> str:
    """Return one HTML file of a title, a figure, what is said, and perhaps a certificate.

    *lead* is below the title; with a *body* what the view says is folded below it.
    """
    said = tag("div", Markup(html_writer.render(view, html_writer.CLASS_STYLE)), class_="scroll")
    if body is not None:
        said = join_markup(body, tag("details", tag("summary", "Every cell in numbers"), said))
    main = tag(
        "main",
        tag("h1", title),
        lead,
        tag(
            "figure",
            Markup(themed_svg(figure)),
            tag("figcaption", figure.note, class_="dim") if figure.note else None,
        )
        if figure is not None
        else None,
        said,
        certificate,
        tag("footer", tag("p", f"Made by Sabot {__version__}.", class_="dim")),
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title[:200]),
        tag("style", Markup(_STANDALONE_STYLE)),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', main), lang='en')}\n"


def _view_of_answer(answer: TaskAnswer, document: Mapping[str, object]) -> Document | None:
    """Return all that a result says; None where it has no view."""
    if "points" in answer:
        rows = [
            [one["p"], one["v"], "; ".join(f"{view} {a} to {b}" for view, a, b in one["cells"])]
            for one in answer["points"]
        ]
        title = f"V(p), p: how often {answer['seat']} plays {answer['action']} at {answer['view']}"
        table = build_table(rows, head=["p", "V(p)", "what changes"], right=(0, 1))
        return build_document(Heading(title), table)
    found = _read_result(document)
    if found is None:
        return None
    views = views_of_result(found)
    if "parameter" in answer:  # a theorem: its formulas are typeset
        return views.screen(checked=answer["checked"])
    return (views.paper or views.screen)()  # that of a paper has every line


def _certificate_section(document: Mapping[str, object], stem: str, checked: float | None) -> Part:
    """Return the certificate as a file inside the page, and how to check it."""
    if not has_certificate(document):
        return None
    text = json.dumps(document, ensure_ascii=False) + "\n"
    place = f"data:application/json;base64,{b64encode(text.encode()).decode()}"
    return [
        tag("h2", "The certificate"),
        tag(
            "p",
            "It is inside this page: ",
            tag("a", f"save {stem}.json", href=place, download=f"{stem}.json", id="certificate"),
            ". Anyone can check it, without trusting whoever made it, with ",
            tag("code", f"sabot check {stem}.json"),
            " or with the checker alone, ",
            tag("code", f"python -m sabot.certify {stem}.json"),
            ".",
            "" if checked is None else " The checker has accepted it before this page was made.",
        ),
    ]


PAGES = (Page("/file/{name}", "file", download_file),)
