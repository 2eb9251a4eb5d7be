"""The envelope V(p), to be dragged along; and a theorem's value for every parameter at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import NumberError, SabotError
from sabot.exact import rational, show
from sabot.games import families
from sabot.render.words import DIGITS, the
from sabot.telling.family import Family
from sabot.telling.opening import ANY
from sabot.web.address import fields
from sabot.web.app import desk, owner
from sabot.web.figures.axes import TELEPHONE
from sabot.web.figures.envelope import envelope_svg
from sabot.web.figures.fitted import fitted
from sabot.web.jobs.desk import answer_of
from sabot.web.jobs.job import Job
from sabot.web.markup import Markup, Part, markup, number, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game.asked import first_games, is_own, loaded, question
from sabot.web.pages.game.files import WORDS, links
from sabot.web.pages.jobs import job_part, pending
from sabot.web.refused import fault_part, refusal, status_of
from sabot.web.table import scrolled, table
from sabot.web.work.asked import demand_no_file

SOON = 1.5
LONGEST_P = 60
"""Characters of a chance in an address."""


async def envelope(request: Request) -> Response:
    """Show V(p) of a game."""
    asked = request.query_params
    text = asked.get("g") or first_games()[0]
    status = 200
    try:
        game = str(loaded(request, text))
        more = {key: asked[key] for key in ("seat", "view") if asked.get(key)}
        about = question(request, game, **more)
        job = desk(request).submit("envelope", about, owner(request))
        inside: Part = await pending(request, job)
        if inside is None:
            told = answer_of(job)
            inside = _envelope(told, job.id, _start(asked.get("p", ""), told))
    except SabotError as fault:
        inside, status = fault_part(str(fault)), status_of(fault)
    box = tag("input", id="g", name="g", value=text, spellcheck="false", autocomplete="off")
    form = tag(
        "form",
        tag("div", tag("label", "Game", for_="g"), box, class_="field"),
        tag("button", "Draw", class_="main"),
        action="/envelope",
        class_="panel one",
    )
    others = tag("div", hx_get="/part/drawable", hx_vals=_vals(text), hx_trigger="load")
    lead = tag(
        "p",
        "How much a seat is sure of, whatever the other does, when it mixes at one view with "
        "chance p. Each corner is where the other seat changes its answer at a cell.",
        class_="lead",
    )
    parts = tag("h1", "Why mix?"), lead, form, others, inside
    return shell(request, "Envelope", *parts, status=status)


def _vals(game: str) -> str:
    return json.dumps({"g": game[:LONGEST_P]})


async def drawable(request: Request) -> Response:
    """Show the games that have a V(p)."""
    told = await desk(request).ask("drawable", {"games": first_games()}, owner(request))
    here = request.query_params.get("g", "")
    return HTMLResponse(_chips("/envelope", told["games"], here))


def _chips(path: str, games: Iterable[str], here: str) -> Markup:
    """Return games to choose from."""
    links = [
        tag(
            "a",
            game,
            href=f"{path}?{urlencode({'g': game})}",
            class_="chip",
            aria_current="true" if game == here else None,
        )
        for game in games
    ]
    return tag("p", *links, class_="chips")


def _start(text: str, told: Mapping[str, Any]) -> str:
    """Return where the handle begins: where the address says, or at the peak.

    >>> _start("0.3", {}), _start("", {"peak": ["3/8", "3/8"]})
    ('3/10', '3/8')
    """
    if not text:
        return str(told["peak"][0])
    p = rational(text[:LONGEST_P])
    if not 0 <= p <= 1:
        raise NumberError(f"p: {text[:LONGEST_P]} is no chance; it lies from 0 to 1")
    return show(p)


def _envelope(told: Mapping[str, Any], job: str, start: str) -> Markup:
    return tag(
        "div",
        _whose(told),
        _plot(told, start),
        tag(
            "section",
            _peak(told, job),
            tag("div", tag("h2", "Corners"), _corners(told)),
            class_="panel value peak-and-corners",
        ),
        class_="envelope",
    )


def _plot(told: Mapping[str, Any], start: str) -> Markup:
    """Return the drawing, with what moves its handle and says where it stands."""
    slider = tag(
        "input",
        type="range",
        min="0",
        max="1000",
        value="0",
        step="1",
        aria_label=f"p: how often {told['seat']} plays {told['action']}",
    )
    at = ("p = ", tag("b", class_="at-p"), ", V(p) = ", tag("b", class_="at-v"))
    return tag(
        "envelope-plot",
        fitted(envelope_svg(told), envelope_svg(told, TELEPHONE)),
        slider,
        tag("p", *at, class_="readout", aria_live="off"),
        tag("p", class_="note answers"),
        class_="panel",
        data_start=start,
    )


def _peak(told: Mapping[str, Any], job: str) -> Markup:
    """Return the value of the game, where the envelope has it, and the files."""
    low, high = map(number, told["peak"])
    best = ("p = ", low) if low == high else ("every p from ", low, " to ", high)
    paid = f": the value of the game, paid to {the(told['first'])}."
    return tag(
        "div",
        tag("h2", "The peak" if told["secures"] else "The lowest point"),
        tag("p", number(told["value"], digits=DIGITS), class_="worth"),
        tag("p", "at ", best, paid, class_="dim"),
        links(job, {"svg": "SVG", "csv": "CSV", "json": "JSON"}, _place(told)),
    )


def _place(told: Mapping[str, Any]) -> str:
    asked = {"g": told["game"], "seat": told["seat"], "view": told["view"]}
    return f"/envelope?{urlencode(asked)}"


def _corners(told: Mapping[str, Any]) -> Markup:
    """Return every corner: where it is, how high, and what changes there."""
    words = ("p", "V(p)", "what changes")
    rows = []
    for one in told["points"]:
        changes = "; ".join(f"{view}: {a} → {b}" for view, a, b in one["cells"])
        cells = zip(words, (number(one["p"]), number(one["v"]), changes), strict=True)
        rows.append(tag("tr", *(tag("td", cell, data_told=word) for word, cell in cells)))
    return scrolled(table(words, rows, class_="lines corners"))


def _whose(told: Mapping[str, Any]) -> Part:
    """Return the views whose mix may be varied."""
    if len(told["choices"]) < 2:
        return None
    chips = []
    for seat, view in told["choices"]:
        here = (seat, view) == (told["seat"], told["view"])
        place = _place({**told, "seat": seat, "view": view})
        chips.append(
            tag(
                "a",
                f"{seat} {view}",
                href=place,
                class_="chip",
                aria_current="true" if here else None,
            )
        )
    return tag("p", tag("span", "The mix of", class_="dim"), *chips, class_="chips")


def openable() -> list[str]:
    """Return the games with one parameter left open, and which: what a theorem can be asked of."""
    offered = [family for family in families() if family.offers_open]
    return [_opened(family, key) for family in offered for key in family.leaves_open if key != ANY]


def _opened(family: Family, key: str) -> str:
    """Return a game string of a family with a parameter left open, the others as in its sample."""
    taken = {key, *family.leaves_open[key]}
    kept = [one for one in family.sample.split(", ") if one and one.partition("=")[0] not in taken]
    return f"{family.name}({', '.join([*kept, f'{key}=*'])})"


async def theorem(request: Request) -> Response:
    """Show a theorem: the value and the mixes against the parameter."""
    text = request.query_params.get("g", "")
    inside: Part = None
    status = 200
    if text:
        try:
            if not is_own(request, text):
                demand_no_file(text)
            inside = await _begun(request, text)
        except SabotError as fault:
            inside, status = fault_part(str(fault)), status_of(fault)
    box = tag(
        "input",
        id="g",
        name="g",
        value=text or openable()[0],
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
    return shell(
        request,
        "Theorem",
        tag("h1", "For every value at once"),
        tag("p", lead, class_="lead"),
        form,
        _chips("/theorem", openable(), text),
        tag("div", inside, id="result"),
        wide=True,
        status=status,
    )


async def _begun(request: Request, text: str) -> Part:
    job = desk(request).submit("theorem", question(request, text), owner(request))
    try:
        await asyncio.wait_for(job.over.wait(), SOON)
    except TimeoutError:
        return job_part(request, job, f"/part/theorem?{urlencode({'g': text})}")
    return _theorem(job)


def _theorem(job: Job) -> Part:
    if job.state != "done":
        return fault_part(job.fault or job.state)
    told = job.document
    pairs = zip(map(Markup, told["figures"]), map(Markup, told["narrow"]), strict=True)
    drawn = [tag("div", fitted(*pair), class_="panel") for pair in pairs]
    figures = tag("div", *drawn, class_="figures")
    words = tag(
        "div",
        Markup(told["html"]),
        class_="panel theorem scroll",
        tabindex="0",
        role="region",
        aria_label="The theorem in words",
    )
    named = {**WORDS, "json": "Proof", **({"svg": "SVG"} if drawn else {})}
    files = links(job.id, named, f"/theorem?{urlencode({'g': told['game']})}")
    return tag("div", figures, words, files, class_="theorem-told")


async def part(request: Request) -> Response:
    """Show the theorem of a job that is done."""
    job = desk(request).job((await fields(request)).get("job", ""))
    if job is None:
        return refusal(request, 404, "this job is forgotten; ask again")
    return HTMLResponse(markup(_theorem(job)))


PAGES = (
    Page(
        "/envelope",
        "Envelope",
        envelope,
        "Envelope",
        takes=("g", "seat", "view", "p"),
        numbers="V(p) is computed from the game's solution, which was verified by the checker.",
    ),
    Page(
        "/theorem",
        "Theorem",
        theorem,
        "Theorems",
        takes=("g",),
        numbers="A theorem is verified by the checker before it is shown.",
    ),
    Page("/part/drawable", "games", drawable),
    Page("/part/theorem", "theorem", part),
)
