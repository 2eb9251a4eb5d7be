"""A solved game on its page: value, strategies, verdicts, certificate."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import SabotError
from sabot.games import family_named
from sabot.render.words import DIGITS, duration, the
from sabot.results.solution import Solution
from sabot.telling.company import Company
from sabot.telling.game import Game
from sabot.web.address import LONGEST, fields, game_address
from sabot.web.app import desk, owner
from sabot.web.figures.fitted import fitted
from sabot.web.jobs.job import Job
from sabot.web.markup import Markup, Part, markup, number, sentence, tag
from sabot.web.pages import Page
from sabot.web.pages.game.asked import loaded, question
from sabot.web.pages.game.files import downloads
from sabot.web.pages.game.grid import seat_part
from sabot.web.pages.game.panel import played_only
from sabot.web.pages.jobs import SOON, job_part
from sabot.web.refused import fault_part, refusal

Focus = Mapping[str, str]
FOCUS = ("seat", "view", "locks")
"""What of an address looks at one cell."""


async def begun(request: Request, game: Game) -> Part:
    """Return the solution of a game if it comes soon, or the job that will bring it."""
    if isinstance(game.rules, Company):
        return played_only(game)
    text = str(game)
    job = desk(request).submit("page", question(request, text), owner(request))
    try:
        await asyncio.wait_for(job.over.wait(), SOON)
    except TimeoutError:
        return job_part(request, job, _then(text, _focus(request)))
    return await _shown(job, _focus(request))


def _then(text: str, focus: Focus) -> str:
    return game_address(text, **focus).replace("/game", "/part/solved")


def _focus(request: Request) -> Focus:
    """Return what of a solution the address looks at: a cell, and those that are locked."""
    asked = request.query_params
    return {key: asked[key] for key in FOCUS if asked.get(key)}


async def _shown(job: Job, focus: Focus) -> Part:
    """Return what became of a job that is over."""
    if job.state != "done":
        return fault_part(job.fault or job.state)
    return await asyncio.to_thread(lambda: solution_part(job.document, job.id, focus))


async def solve(request: Request) -> Response:
    """Solve a game: the answer, or how far it is."""
    text = (await fields(request)).get("g", "")
    try:
        game = loaded(request, text)
        inside = await begun(request, game)
    except SabotError as fault:
        return HTMLResponse(fault_part(str(fault)))
    address = game_address(str(game), solved="1")
    # the browser has pushed it when the button was pressed; a program that has not is told so
    head = {"HX-Replace-Url": address} if len(address) < LONGEST else {}
    return HTMLResponse(markup(inside), headers=head)


async def part(request: Request) -> Response:
    """Show the answer of a job that is done."""
    job = desk(request).job(request.query_params.get("job", ""))
    if job is None:
        return refusal(request, 404, "this job is forgotten; solve it again")
    return HTMLResponse(markup(await _shown(job, _focus(request))))


def solution_part(told: Mapping[str, Any], job: str, focus: Focus | None = None) -> Markup:
    """Return a solution as a part of a page."""
    if told["html"]:
        return tag(
            "div",
            *_drawn(told),
            Markup(told["html"]),
            _no_cells() if told["solution"].get("method") and _chosen(told) else None,
            downloads(job, told),
            _checked(told),
            class_="solution panel",
            data_game=told["game"],
        )
    solution = Solution.from_json(told["solution"])
    seats = [
        seat_part(
            solution,
            seat,
            told["worths"].get(seat, {}),
            told["layouts"].get(seat),
            _of_seat(seat, focus or {}),
        )
        for seat in solution.seats
    ]
    return tag(
        "div",
        _no_such_seat(solution, focus or {}),
        tag("div", *_worth(solution), class_="panel value"),
        *seats,
        tag("div", downloads(job, told), _proof(told["solution"]), class_="panel"),
        class_="solution",
        data_game=solution.game,
    )


def _drawn(told: Mapping[str, Any]) -> list[Part]:
    """Return the figures of a result, each for a screen and for a telephone, under a heading."""
    wide, narrow = told.get("figures", ()), told.get("narrow", ())
    if not wide:
        return []
    pairs = zip(map(Markup, wide), map(Markup, narrow), strict=True)
    return [tag("h2", "What is done with which hand"), *(fitted(*pair) for pair in pairs)]


def _no_such_seat(solution: Solution, focus: Focus) -> Part:
    """Return that an address looks at a seat that is none: it is not passed over in silence."""
    seat = focus.get("seat", "")
    if not focus or seat in solution.seats:
        return None
    known = " and ".join(solution.seats)
    return fault_part(f"seat: {seat[:40]!r} is none of this game; its seats are {known}")


def _chosen(told: Mapping[str, Any]) -> bool:
    """Return whether the game has choices at all."""
    family = family_named(told["game"])
    return family is None or family.has_choices


def _no_cells() -> Markup:
    words = "Single cells are explained and locked where two play and each sees its own cards."
    return tag("p", words, class_="note")


def _of_seat(seat: str, focus: Focus) -> Focus:
    """Return what the address looks at, where it is a cell of a seat; nothing where it is none."""
    return focus if focus.get("seat") == seat and "view" in focus else {}


def _worth(solution: Solution) -> list[Part]:
    """Return the value; where the game is not zero-sum, what each seat is paid."""
    from sabot.analyse.winning import winning_chance

    if not solution.zero_sum:
        rows = [
            tag("p", number(solution.payoffs[seat], digits=DIGITS), class_="worth", data_seat=seat)
            + markup(tag("p", f"paid to {the(seat)}", class_="dim"))
            for seat in solution.seats
        ]
        return [
            _told_of("An equilibrium", solution),
            *map(Markup, rows),
            tag("p", "No seat can gain by any other strategy.", class_="dim"),
        ]
    first = the(solution.seats[0])
    win = winning_chance(solution)
    words = f"paid to {first}, on average" if solution.value else f"to {first}: the game is fair"
    chance = None
    if win is not None:
        chance = tag(
            "p", sentence(f"{first} wins with chance "), number(win, digits=DIGITS), class_="dim"
        )
    return [
        _told_of("Value", solution),
        tag("p", number(solution.value, digits=DIGITS), class_="worth"),
        tag("p", words, class_="dim"),
        chance,
    ]


def _told_of(words: str, solution: Solution) -> Markup:
    """Return the heading of an answer, with its rules: those beside it may have changed since."""
    return tag("h2", words, " ", tag("small", "of ", tag("code", solution.game), class_="dim"))


def _proof(document: Mapping[str, Any]) -> Part:
    """Return how it was found, and by what the certificate is known."""
    held = document.get("certificate")
    digest = held.get("digest", "") if isinstance(held, Mapping) else ""
    rows = [
        ("method", f"{document['method']} ({duration(float(document['seconds']))})"),
        ("certificate", "checked" if held else "none: nothing here is proved"),
        *([("digest", str(digest))] if digest else []),
    ]
    lines = [tag("div", tag("dt", a), tag("dd", b)) for a, b in rows]
    return tag("dl", *lines, class_="proof")


def _checked(told: Mapping[str, Any]) -> Part:
    """Return whether the checker has verified a result whose own words do not say so."""
    if str(told["solution"].get("schema", "")).startswith("sabot/solution/"):
        return None
    seconds = told["checked"]
    words = "none: there is no checker for this kind of result"
    if seconds is not None:
        words = f"checked in {duration(seconds)}"
    return tag("dl", tag("div", tag("dt", "certificate"), tag("dd", words)), class_="proof")


PAGES = (
    Page("/part/solve", "solve", solve, methods=("POST",)),
    Page("/part/solved", "solution", part),
)
