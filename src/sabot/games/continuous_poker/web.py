"""Workbench pages of poker on [0, 1]: thresholds, payoffs, regrets, a slider for the parameter.

With two players a theorem holds for every value of the slider, so that it moves without solving
anything; with more players each position is solved when the slider is let go. The figures are those
of ``sabot plot``: one strip from 0 to 1 per turn, with the action of each interval (drawn when the
slider rests), and the curve of every threshold against the parameter, with its place now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import NumberError
from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.games.continuous_poker.family import MAX_PLAYERS, blind_poker, von_neumann
from sabot.render.figures.matplotlib_backend import AxesFrame
from sabot.render.views.continuous import threshold_theorem_view
from sabot.results.continuous import CutTheorem
from sabot.web.components import amount_html, document_html, error_html, select_field, text_field
from sabot.web.figures.charts import figure_html, upright_line
from sabot.web.game_links import game_url
from sabot.web.html import Markup, Part, html_table, join_markup, scrollable, table_row, tag
from sabot.web.jobs import Job, JobFailedError, client_id, job_queue, require_answer
from sabot.web.layout import error_response, render_page
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part
from sabot.web.pages.saving_links import solution_downloads, theorem_downloads


def _place_now(theorem: CutTheorem, at: Fraction, frames: Sequence[AxesFrame]) -> Iterator[Markup]:
    """Yield where the parameter is now: a line through every panel, a dot on every cut."""
    if at > frames[0].last_x:
        return
    yield tag("g", *(upright_line(frame, at, class_="here") for frame in frames))
    for seat, views in theorem.thresholds_at(at).items():
        for view, steps in views.items():
            for (end, below), (_, above) in pairwise(steps):
                turn = f"player {seat} {_turn_words(view)}"
                said = f"{turn}: {below} to {format_decimal(end, _DIGITS)}, {above}"
                x, y = frames[-1].place(at, end)
                yield tag("circle", tag("title", said), cx=x, cy=y, r=3.5, class_="here")


def _turn_words(view: str) -> str:
    return "at the start" if view == "-" else f"after {view}"


ThresholdSteps = Sequence[Sequence[str]]
"""At one turn: up to which hand each action goes, the last up to 1."""
ThresholdsBySeat = Mapping[str, Mapping[str, ThresholdSteps]]
"""By seat, and by what was said before its turn."""


def payoffs_section(
    seats: Sequence[str], paid: Sequence[str], gains: Sequence[str], said: str
) -> Markup:
    """Return what each seat is paid, and what it could gain by any other strategy."""
    rows = [
        table_row(
            f"player {seat}",
            tag("td", amount_html(pay)),
            tag("td", amount_html(gain)),
            data_seat=seat,
        )
        for seat, pay, gain in zip(seats, paid, gains, strict=True)
    ]
    head = ("", "is paid", "could gain at most")
    return tag(
        "section",
        tag("h2", "Paid, and what a better reply would gain"),
        scrollable(html_table(head, rows, class_="lines paid")),
        tag("p", said, ".", class_="note", role="status"),
        class_="panel",
    )


def thresholds_section(seats: Sequence[str], cuts: ThresholdsBySeat, figure: Markup) -> Markup:
    """Return what each seat does with which hands: the figure, and every turn in words."""
    turns = [_turn_line(seat, view, steps) for seat in seats for view, steps in cuts[seat].items()]
    return tag(
        "section",
        tag("h2", "What to do with which hand"),
        figure,
        tag("ul", *turns),
        class_="panel",
    )


def _turn_line(seat: str, view: str, steps: ThresholdSteps) -> Markup:
    """Return what is done at one turn: up to which hand each action goes."""
    parts: list[Part] = []
    for end, action in steps:
        to = None if end == "1" else (" to ", amount_html(end))
        step = tag("span", action, to, data_action=action, data_to=end)
        parts += [", " if parts else ": ", step]
    name = tag("b", f"player {seat} {_turn_words(view)}")
    return tag("li", name, *parts, data_seat=seat, data_view=view)


def theorem_section(theorem: CutTheorem, files: Markup) -> Markup:
    """Return the theorem with its formulas, and links to its files."""
    return tag(
        "details",
        tag("summary", "The theorem, with its formulas"),
        scrollable(document_html(threshold_theorem_view(theorem)), "Theorem"),
        files,
        class_="panel",
    )


REST_SECONDS = 0.6
"""How long the slider is still before the strips are drawn."""
_DIGITS = 4
MAX_NUMBER_LENGTH = 40
"""Characters of a number."""


@dataclass(frozen=True)
class PageModel:
    """A game on this page: its parameters, and the one with the slider."""

    name: str
    title: str
    lead: str
    key: str
    most: int
    """Where the slider ends; the theorem goes on."""
    step: str
    first: Mapping[str, str]
    """The parameters of the page, and what they are at first."""
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What may be chosen for some of them, with its words; the others are numbers."""

    @property
    def path(self) -> str:
        """Where its page is."""
        return f"/{self.name}"

    def asked(self, request: Request) -> dict[str, str]:
        """Return the parameters of an address: known choices, and numbers as they were typed."""
        found = {}
        for key, start in self.first.items():
            text = request.query_params.get(key, start).strip()
            if key in self.choices and text not in self.choices[key]:
                known = ", ".join(self.choices[key])
                raise NumberError(
                    f"{key}: {text[:MAX_NUMBER_LENGTH]!r} cannot be chosen; there are {known}"
                )
            if key not in self.choices:
                if len(text) > MAX_NUMBER_LENGTH:
                    raise NumberError(
                        f"{key}: a number of up to {MAX_NUMBER_LENGTH} characters is wanted"
                    )
                text = format_fraction(as_rational(text))
            found[key] = text
        return found

    def url(self, asked: Mapping[str, str]) -> str:
        """Return the address of the page with these parameters."""
        return f"{self.path}?{urlencode(asked)}"

    def game(self, asked: Mapping[str, str]) -> str:
        """Return the game string; what is as usual is left out."""
        fields = (f"{key}={text}" for key, text in asked.items() if text != "usual")
        return f"{self.name}({', '.join(fields)})"


BLIND_POKER_MODEL = PageModel(
    blind_poker.name,
    "Poker with a blind",
    "Each player holds a number from 0 to 1. The last one, the blind, has put in 1; the others "
    "drop or enter with 2. Then the blind drops, plays for 2 or doubles to 4; who entered looks or "
    "drops. Each hand left improves with chance q, and the best takes the pot.",
    "q",
    1,
    "0.001",
    {"players": "2", "q": "287/1000", "look": "usual", "bluff": "usual"},
    {
        "players": {str(n): str(n) for n in range(2, MAX_PLAYERS + 1)},
        "look": {
            "usual": "as in the source",
            "free": "free: look at a double, or drop",
            "forced": "forced: who entered looks",
        },
        "bluff": {"usual": "as in the source", "yes": "yes", "no": "no"},
    },
)
VON_NEUMANN_MODEL = PageModel(
    von_neumann.name,
    "Von Neumann's poker",
    "Each of two players holds a number from 0 to 1. Player 1 bets low, B, and the hands are "
    "compared; or high, A. Then player 2 looks, and they are compared for A, or passes and loses "
    "B.",
    "A",
    10,
    "0.1",
    {"A": "2", "B": "1"},
)
MODELS = {model.name: model for model in (BLIND_POKER_MODEL, VON_NEUMANN_MODEL)}


def _model_page(model: PageModel) -> Page:
    async def handler(request: Request) -> Response:
        try:
            asked = model.asked(request)
        except NumberError as fault:
            asked, shown = dict(model.first), error_html(str(fault))
        else:
            shown = tag(
                "div",
                tag("p", "Proving it for every number ...", class_="doing", role="status"),
                hx_get=f"/part{model.path}?{urlencode(asked)}",
                hx_trigger="load",
            )
        return render_page(
            request,
            model.title,
            tag("h1", model.title),
            tag("p", model.lead, class_="lead"),
            tag("div", _rules_form(model, asked), tag("div", shown, id="cuts"), class_="bench"),
            wide=True,
        )

    menu = "Poker" if model is BLIND_POKER_MODEL else ""
    said = "The theorem, or the equilibrium, is verified by the checker before it is shown."
    return Page(model.path, model.title, handler, menu, takes=tuple(model.first), numbers=said)


def _model_part(model: PageModel) -> Page:
    async def handler(request: Request) -> Response:
        asked = model.asked(request)
        name = request.query_params.get("job")
        if name is not None:
            done = job_queue(request).job(name)
            if done is None or done.state != "done":
                return error_response(request, 404, "this solution is forgotten; ask again")
            return HTMLResponse(_equilibrium_part(model, asked, done))
        drawn = "drawn" in request.query_params
        if asked.get("players", "2") == "2" and not drawn:
            return HTMLResponse(await _theorem_part(request, model, asked))
        job = job_queue(request).submit("page", {"game": model.game(asked)}, client_id(request))
        if drawn:  # the slider rests: what was read off the theorem is also drawn
            await job.over.wait()
            answer = require_answer(job)
            files = solution_downloads(job.id, answer, model.url(asked))
            return HTMLResponse(join_markup(figure_html(answer["drawing"]), files))
        return HTMLResponse(job_part(request, job, f"/part{model.path}?{urlencode(asked)}"))

    return Page(f"/part{model.path}", model.title, handler)


async def _theorem_part(request: Request, model: PageModel, asked: Mapping[str, str]) -> Markup:
    """Return the cuts of two players, read off the theorem."""
    question = {"game": model.game({**asked, model.key: "*"}), "to": str(model.most)}
    job = job_queue(request).submit("theorem", question, client_id(request))
    await job.over.wait()
    if job.state != "done":
        raise JobFailedError(job)
    theorem = _load_theorem(job.answer)
    at = as_rational(asked[model.key])
    thresholds = theorem.thresholds_at(at)
    cuts = {
        seat: {
            view: [[format_fraction(end), action] for end, action in steps]
            for view, steps in views.items()
        }
        for seat, views in thresholds.items()
    }
    paid = [format_fraction(amount) for amount in theorem.payoffs_at(at).values()]
    return tag(
        "div",
        _game_links(model, asked),
        payoffs_section(theorem.seats, paid, ["0"] * len(paid), f"proved for {theorem.range}"),
        thresholds_section(
            theorem.seats,
            cuts,
            tag(
                "div",
                tag("p", "Drawing ...", class_="doing"),
                hx_get=f"/part{model.path}?{urlencode({**asked, 'drawn': '1'})}",
                hx_trigger=f"load delay:{REST_SECONDS}s",
                class_="later",
            ),
        ),
        tag(
            "section",
            tag("h2", f"As {model.key} moves"),
            figure_html(job.document["drawing"], partial(_place_now, theorem, at)),
            class_="panel moving",
            data_at=str(at),
        ),
        theorem_section(theorem, theorem_downloads(job.id, model.url(asked))),
        class_="solution",
        data_game=model.game(asked),
    )


@lru_cache(maxsize=32)
def _load_theorem(answer: bytes) -> CutTheorem:
    """Return a theorem, checked already where it was proved, ready for any value."""
    return CutTheorem.from_json(json.loads(answer)["solution"])


def _equilibrium_part(model: PageModel, asked: Mapping[str, str], job: Job) -> Markup:
    """Return the cuts of an equilibrium that was solved."""
    whole = job.document
    files = solution_downloads(job.id, whole, model.url(asked))
    figure = figure_html(whole["drawing"])
    answer: Mapping[str, Any] = whole["solution"]
    bound = answer["bound"]
    said = "nobody gains by any strategy" if bound == "0" else f"nobody gains more than {bound}"
    return tag(
        "div",
        _game_links(model, asked),
        payoffs_section(
            answer["seats"],
            answer["payoffs"],
            answer["gains"],
            f"{said}: a rigorous bound over all strategies",
        ),
        thresholds_section(answer["seats"], answer["thresholds"], figure),
        files,
        tag("p", f"{answer['method']}; {answer['seconds']:.2f} s", class_="note"),
        class_="solution",
        data_game=answer["game"],
    )


def _game_links(model: PageModel, asked: Mapping[str, str]) -> Markup:
    game = model.game(asked)
    return tag(
        "p",
        tag("a", tag("code", game), href=game_url(game)),
        tag("span", " on the page of every game. ", class_="dim"),
        tag("a", "Sit down at this table", href=f"/play?{urlencode({'g': game})}"),
    )


def _rules_form(model: PageModel, asked: Mapping[str, str]) -> Markup:
    """Return the rules, and the slider."""
    fields = [
        select_field(key, key, model.choices[key], text)
        if key in model.choices
        else _slider_field(model, text)
        if key == model.key
        else text_field(key, key, text)
        for key, text in asked.items()
    ]
    others = [one for one in MODELS.values() if one is not model]
    return tag(
        "slide-form",
        tag(
            "form",
            tag("h2", "Rules"),
            *fields,
            tag("button", "Show", class_="main"),
            *(tag("p", tag("a", one.title, href=one.path), class_="way") for one in others),
            action=model.path,
            class_="panel rules",
            hx_get=f"/part{model.path}",
            hx_trigger="slid, change, submit",
            hx_target="#cuts",
            hx_sync="this:queue last",
        ),
    )


def _slider_field(model: PageModel, text: str) -> Markup:
    near = f"{float(as_rational(text)):.6g}"
    slide = tag(
        "input",
        type="range",
        min=0,
        max=model.most,
        step=model.step,
        value=near,
        data_slides=model.key,
        aria_label=f"{model.key}, by sliding",
    )
    return join_markup(text_field(model.key, model.key, text), slide)


PAGES = tuple(make(model) for model in MODELS.values() for make in (_model_page, _model_part))
