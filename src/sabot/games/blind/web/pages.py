"""Poker on [0, 1]: cuts drawn, what each is paid and could gain, and a slider for the open number.

With two players a theorem holds for every value of the slider, so that it moves without solving
anything; with more each position is solved when the slider is let go.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import NumberError
from sabot.exact import rational, show
from sabot.games.blind.family import MOST_PLAYERS, blind_poker, von_neumann
from sabot.games.blind.web import figures
from sabot.games.blind.web.shown import cuts_part, paid_part, theorem_part
from sabot.results.cuts import CutTheorem
from sabot.telling.game import Game
from sabot.web.address import game_address
from sabot.web.app import desk, owner
from sabot.web.jobs.desk import Failed
from sabot.web.markup import Markup, markup, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part
from sabot.web.refused import fault_part, refusal

LONGEST = 40
"""Characters of a number."""


@dataclass(frozen=True)
class Model:
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
                raise NumberError(f"{key}: {text[:LONGEST]!r} cannot be chosen; there are {known}")
            if key not in self.choices:
                if len(text) > LONGEST:
                    raise NumberError(f"{key}: a number of up to {LONGEST} characters is wanted")
                text = show(rational(text))
            found[key] = text
        return found

    def game(self, asked: Mapping[str, str]) -> str:
        """Return the game string; what is as usual is left out."""
        told = (f"{key}={text}" for key, text in asked.items() if text != "usual")
        return f"{self.name}({', '.join(told)})"


BLIND = Model(
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
        "players": {str(n): str(n) for n in range(2, MOST_PLAYERS + 1)},
        "look": {
            "usual": "as in the source",
            "free": "free: look at a double, or drop",
            "forced": "forced: who entered looks",
        },
        "bluff": {"usual": "as in the source", "yes": "yes", "no": "no"},
    },
)
VON_NEUMANN = Model(
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
MODELS = {model.name: model for model in (BLIND, VON_NEUMANN)}


def _page(model: Model) -> Page:
    async def handler(request: Request) -> Response:
        try:
            asked = model.asked(request)
        except NumberError as fault:
            asked, shown = dict(model.first), fault_part(str(fault))
        else:
            shown = tag(
                "div",
                tag("p", "Proving it for every number ...", class_="doing", role="status"),
                hx_get=f"/part{model.path}?{urlencode(asked)}",
                hx_trigger="load",
            )
        return shell(
            request,
            model.title,
            tag("h1", model.title),
            tag("p", model.lead, class_="lead"),
            tag("div", _form(model, asked), tag("div", shown, id="cuts"), class_="bench"),
            wide=True,
        )

    menu = "Poker" if model is BLIND else ""
    said = "The theorem, or the equilibrium, is verified by the checker before it is shown."
    return Page(model.path, model.title, handler, menu, takes=tuple(model.first), numbers=said)


def _part(model: Model) -> Page:
    async def handler(request: Request) -> Response:
        asked = model.asked(request)
        name = request.query_params.get("job")
        if name is not None:
            done = desk(request).job(name)
            if done is None or done.state != "done":
                return refusal(request, 404, "this solution is forgotten; ask again")
            return HTMLResponse(_solved(model, asked, done.document))
        if asked.get("players", "2") == "2":
            return HTMLResponse(await _proved(request, model, asked))
        job = desk(request).submit("solve", {"game": model.game(asked)}, owner(request))
        return HTMLResponse(job_part(request, job, f"/part{model.path}?{urlencode(asked)}"))

    return Page(f"/part{model.path}", model.title, handler)


async def _proved(request: Request, model: Model, asked: Mapping[str, str]) -> Markup:
    """Return the cuts of two players, read off the theorem."""
    job = desk(request).submit(
        "prove", {"game": model.game({**asked, model.key: "*"})}, owner(request)
    )
    await job.over.wait()
    if job.state != "done":
        raise Failed(job)
    theorem = _theorem(job.answer)
    at = rational(asked[model.key])
    told = theorem.thresholds_at(at)
    cuts = {
        seat: {
            view: [[show(end), action] for end, action in steps] for view, steps in views.items()
        }
        for seat, views in told.items()
    }
    paid = [show(amount) for amount in theorem.payoffs_at(at).values()]
    most = max(Fraction(model.most), at)
    return tag(
        "div",
        _head(model, asked),
        paid_part(theorem.seats, paid, ["0"] * len(paid), f"proved for {theorem.range}"),
        cuts_part(theorem.seats, cuts),
        tag(
            "section",
            tag("h2", f"As {model.key} moves"),
            tag(
                "figure",
                figures.moving(theorem, at, most),
                tag(
                    "figcaption",
                    f"Every cut against {model.key}: player 1's drawn through, player 2's dashed.",
                ),
            ),
            class_="panel",
        ),
        theorem_part(theorem),
        class_="solution",
        data_game=model.game(asked),
    )


@lru_cache(maxsize=32)
def _theorem(answer: bytes) -> CutTheorem:
    """Return a theorem, checked already where it was proved, ready for any value."""
    return CutTheorem.from_json(json.loads(answer))


def _solved(model: Model, asked: Mapping[str, str], told: Mapping[str, Any]) -> Markup:
    """Return the cuts of an equilibrium that was solved."""
    bound = told["bound"]
    said = "nobody gains by any strategy" if bound == "0" else f"nobody gains more than {bound}"
    return tag(
        "div",
        _head(model, asked),
        paid_part(
            told["seats"],
            told["payoffs"],
            told["gains"],
            f"{said}: a rigorous bound over all strategies",
        ),
        cuts_part(told["seats"], told["thresholds"]),
        tag("p", f"{told['method']}; {told['seconds']:.2f} s", class_="note"),
        class_="solution",
        data_game=told["game"],
    )


def _head(model: Model, asked: Mapping[str, str]) -> Markup:
    game = model.game(asked)
    return tag(
        "p",
        tag("a", tag("code", game), href=game_address(game)),
        tag("span", " on the page of every game: certificate, files. ", class_="dim"),
        tag("a", "Sit down at this table", href=f"/play?{urlencode({'g': game})}"),
    )


def _form(model: Model, asked: Mapping[str, str]) -> Markup:
    """Return the rules, and the slider."""
    fields = [
        _choice(key, model.choices[key], text)
        if key in model.choices
        else _slider(model, text)
        if key == model.key
        else _typed(key, text)
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
            *(tag("p", tag("a", one.title, href=one.path)) for one in others),
            action=model.path,
            class_="panel rules",
            hx_get=f"/part{model.path}",
            hx_trigger="slid, change, submit",
            hx_target="#cuts",
            hx_sync="this:queue last",
        ),
    )


def seen_at(game: Game) -> str | None:
    """Return where a model is seen, with its hands from 0 to 1."""
    model = MODELS.get(game.rules.name)
    if model is None or game.parameters["ranks"] != inf:
        return None
    told = {key: str(game.parameters[key]) for key in model.first}
    return f"{model.path}?{urlencode(told)}"


def _choice(key: str, options: Mapping[str, str], chosen: str) -> Markup:
    listed = [
        tag("option", word, value=name, selected=name == chosen) for name, word in options.items()
    ]
    return tag("label", tag("span", key), tag("select", *listed, name=key), class_="field")


def _typed(key: str, text: str) -> Markup:
    typed = tag("input", name=key, value=text, autocomplete="off", spellcheck="false")
    return tag("label", tag("span", key), typed, class_="field")


def _slider(model: Model, text: str) -> Markup:
    near = f"{float(rational(text)):.6g}"
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
    return markup(_typed(model.key, text), slide)


PAGES = tuple(make(model) for model in MODELS.values() for make in (_page, _part))
