"""The first page: the games by kind, each with a sentence, a thumbnail and its number; sources.

A thumbnail shows strategies, thresholds, cards or lengths, from the data of
:func:`sabot.web.tasks.solution.compute_headline`. Those of most games ship in ``headlines.json``;
those of others are computed when the page is shown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import groupby
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot import papers, web
from sabot.errors import SabotError
from sabot.exact import as_rational
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game
from sabot.game_rules.parameters import Whole
from sabot.game_table import OTHER_GAMES, shipped_games
from sabot.loading import families
from sabot.render.figures.captions import game_title
from sabot.render.text import MIX_DIGITS, decimal_text
from sabot.render.views.game_info import rules_summary
from sabot.web.components import (
    CARD_HEIGHT,
    CARD_WIDTH,
    card_svg,
    chip_link,
    chips,
    error_html,
    number_html,
)
from sabot.web.game_links import (
    form_fields,
    game_question,
    game_url,
    load_requested_game,
    related_links,
    sample_game,
    sample_games,
)
from sabot.web.html import Markup, Part, tag
from sabot.web.jobs import JobFailedError, client_id, job_queue
from sabot.web.layout import render_page
from sabot.web.messages import Headline, Picture, SolutionAnswer
from sabot.web.pages import Page
from sabot.web.pages.errata import errata_teaser
from sabot.web.pages.game import game_of_fields, parameter_field
from sabot.web.pages.solution import short_solution

MAX_NUMBER_LENGTH = 12
"""Characters of a fraction on a card; a longer one is a decimal there."""


async def home_page(request: Request) -> Response:
    """Show what there is: a game to change at once, then all games, tools and sources."""
    own = request.app.state.opened_game
    return render_page(
        request,
        "Sabot",
        tag(
            "section",
            tag("h1", "Card games, solved exactly"),
            tag(
                "p",
                "Choose a game and change its rules. You get its value as a fraction, optimal "
                "strategies, whether they are the only ones, and a certificate that anyone can "
                "check.",
                class_="lead",
            ),
            class_="hero",
        ),
        None if own is None else _opened_game_link(str(own)),
        tag(
            "section",
            tag("p", "Solving …", class_="dim"),
            id="example",
            class_="panel example",
            aria_label="An example to change",
            hx_get="/part/first-game",
            hx_trigger="load",
        ),
        _ways_section(),
        _games_section(),
        tag("section", tag("h2", "Print was wrong"), errata_teaser(), class_="errata-note"),
        tag(
            "section",
            tag("h2", "Sources"),
            tag("div", hx_get="/part/sources", hx_trigger="load", class_="sources-list"),
        ),
    )


def _opened_game_link(game: str) -> Markup:
    """Return the way to the game of the terminal."""
    return tag("p", "Opened: ", tag("a", game, href=game_url(game)), class_="own")


def _ways_section() -> Markup:
    """Return what else there is to do, each in a few words."""
    seats = [
        chip_link(game_title(family.name), f"/play?{urlencode({'g': sample_game(family)})}")
        for family in families()
        if family.has_choices and family.one_play == "hand" and sample_game(family)
    ][:MAX_PLAY_LINKS]
    return tag(
        "section",
        tag("div", tag("h2", "Play a hand"), chips(seats)),
        *(
            tag("div", tag("h2", tag("a", words, href=path)), tag("p", description))
            for path, words, description in _WAYS
        ),
        class_="ways",
        aria_label="What to do",
    )


MAX_PLAY_LINKS = 5
_WAYS = (
    ("/compare", "Change a rule", "Two sets of rules beside each other, cell by cell."),
    ("/matrix", "Type a matrix", "Best responses and all equilibria as you type; CSV, JSON, .nfg."),
    ("/own", "Write a game", "A function of a dozen lines: its tree and value as you write."),
    ("/hand", "Look up a hand", "Five cards: their exact odds, and the best discard."),
    ("/analysis", "Analyse a game", "Dominance, correlated equilibria, sweeps with plots, export."),
)


async def example_part(request: Request) -> Response:
    """Solve the example of the first page, with the rules of its fields."""
    sent = await form_fields(request)
    try:
        game = (
            game_of_fields(request, sent)
            if "family" in sent
            else load_requested_game(request, sample_games()[0])
        )
        question = game_question(request, str(game))
        answer: SolutionAnswer = await job_queue(request).ask("page", question, client_id(request))
        old = None
        if before := sent.get("shown"):
            known = job_queue(request).known("page", game_question(request, before))
            old = known.document if known is not None and known.state == "done" else None
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    return HTMLResponse(_example_html(game, answer, old))


def _example_html(game: Game, answer: SolutionAnswer, before: SolutionAnswer | None) -> Markup:
    family = game.rules
    fields = [
        parameter_field(family, key, game)
        for key, kind in family.kinds.items()
        if isinstance(kind, Whole)
    ]
    form = tag(
        "form",
        tag("input", type="hidden", name="family", value=family.name),
        tag("input", type="hidden", name="shown", value=str(game)),
        tag("div", *fields[:MAX_EXAMPLE_FIELDS], class_="fields"),
        action="/game",
        hx_get="/part/first-game",
        hx_trigger="input changed delay:150ms, change, submit",
        hx_target="#example",
        hx_sync="this:queue last",
    )
    text = str(game)
    links = [
        tag("a", words, href=place, class_="button") for place, words in related_links(game)[:4]
    ]
    return tag(
        "div",
        tag(
            "div",
            tag("h2", tag("a", game_title(family.name), href=game_url(text))),
            tag("p", rules_summary(family), class_="in-words"),
            form,
            tag("p", *links, class_="row"),
        ),
        tag("div", *short_solution(answer, game, before)),
        class_="example-body",
        data_game=text,
    )


MAX_EXAMPLE_FIELDS = 2


@cache
def _games_section() -> Markup:
    """Return the cards of all games by section, which are the same in every answer."""
    groups: dict[str, list[Family]] = {}
    for family in families():
        if sample_game(family):
            groups.setdefault(_section_of(family), []).append(family)
    parts: list[Part] = []
    for name, group in groups.items():
        place = f"games-{name.lower().replace(' ', '-')}"
        parts += [tag("h2", name, id=place), tag("ul", *map(_game_card, group), class_="cards")]
    return tag("section", *parts, class_="games")


def _section_of(family: Family) -> str:
    """Return the heading under which ``sabot games`` lists a family."""
    entry = shipped_games().get(family.name)
    return OTHER_GAMES if entry is None else entry.section


def _game_card(family: Family) -> Markup:
    game = sample_game(family)
    kept = load_headlines().get(family.name)
    later = f"/part/headline?{urlencode({'g': game})}"
    return tag(
        "li",
        tag(
            "a",
            tag("h3", game_title(family.name)),
            tag("p", rules_summary(family)),
            href=game_url(game),
        ),
        tag("div", hx_get=later, hx_trigger="load") if kept is None else _headline_html(kept),
        class_="card",
    )


async def headline_part(request: Request) -> Response:
    """Show what a game is known by whose headline does not ship."""
    question = game_question(request, request.query_params.get("g", ""))
    try:
        answer = await job_queue(request).ask("headline", question, client_id(request))
    except JobFailedError as fault:
        return HTMLResponse(tag("p", str(fault), class_="warning"))
    return HTMLResponse(_headline_html(answer))


async def sources_part(request: Request) -> Response:
    """Show the sources; their packages are large, and the first page does not wait for them."""
    items = await asyncio.to_thread(lambda: [_source_item(name) for name in papers.names()])
    return HTMLResponse(tag("ul", *items, class_="sources"))


def _source_item(name: str) -> Markup:
    source = papers.source(name)
    link = tag("a", source.title, href=f"/papers/{name}")
    return tag("li", link, " ", tag("span", source.citation, class_="dim"))


@cache
def load_headlines() -> Mapping[str, Headline]:
    """Return what each family is known by: computed by ``tools/headlines.py``, and kept."""
    text = files(web).joinpath("headlines.json").read_text(encoding="utf-8")
    found: Mapping[str, Headline] = json.loads(text)
    return found


def _headline_html(headline: Headline) -> Markup:
    """Return the picture of a game and the number that it is known by."""
    return tag(
        "div",
        thumbnail_svg(headline["picture"]),
        tag("code", headline["game"], class_="dim"),
        tag("p", _short_number(headline["number"]), f" {headline['words']}", class_="worth"),
        class_="headline",
    )


def _short_number(text: str) -> Markup:
    """Return a number that fits on a card: one of very many digits as a decimal."""
    if len(text) <= MAX_NUMBER_LENGTH:
        return number_html(text)
    return tag("span", "≈ ", decimal_text(as_rational(text), MIX_DIGITS)[0], data_exact=text)


PAGES = (
    Page(
        "/",
        "Sabot",
        home_page,
        "Games",
        top=True,
        numbers="The numbers of this page come with Sabot; its tests compute them again.",
    ),
    Page("/part/first-game", "the first game", example_part),
    Page("/part/headline", "headline", headline_part),
    Page("/part/sources", "sources", sources_part),
)
_SMALL_SQUARE, _SQUARE_GAP, _SQUARES_PER_ROW = 5, 1, 44
_LARGE_SQUARE = 11
"""The side of a square where there are few."""
_BAR_WIDTH, _BAR_HEIGHT = 264, 14
"""A bar or a strip, and the room below it."""
_ACTION_CLASSES = ("first", "second", "third", "fourth")
_STRIP_CLASSES = ("odd", "first", "third", "second", "fourth", "mixed")


def thumbnail_svg(picture: Picture) -> Markup:
    """Return a thumbnail from the data of :mod:`sabot.web.tasks.solution`."""
    parts, wide, high = _draw_picture(picture)
    size = {"width": wide, "height": high}
    box = f"0 0 {wide} {high}"
    return tag("svg", *parts, class_="thumb", aria_hidden="true", viewBox=box, **size)


Thumbnail = tuple[list[Part], int, int]


def _draw_picture(picture: Picture) -> Thumbnail:
    if picture["kind"] == "squares":
        return _draw_squares(picture["rows"])
    if picture["kind"] == "strips":
        return _draw_strips(picture["rows"], picture["actions"])
    return _ROW_DRAWERS[picture["kind"]](picture["rows"])


def _draw_squares(players: Sequence[Sequence[Sequence[str]]]) -> Thumbnail:
    """Return one square per information set: a line per player where few, else the longer one."""
    rows = [row for row in players if row]
    few = max(map(len, rows)) <= _SQUARES_PER_ROW // 2
    shown = rows if few else [max(rows, key=len)]
    side = _LARGE_SQUARE if few else _SMALL_SQUARE
    step = side + _SQUARE_GAP
    parts: list[Part] = []
    down = 0
    for row in shown:
        looks = [_mix_class(mix) for mix in row]
        lines = [looks[k : k + _SQUARES_PER_ROW] for k in range(0, len(looks), _SQUARES_PER_ROW)]
        for line, own in enumerate(lines):
            column = 0
            for look, run in groupby(own):
                many = len(list(run))
                place = {"x": column * step, "y": down + line * step, "height": side}
                wide = many * step - _SQUARE_GAP
                parts.append(tag("rect", rx=1, class_=look, width=wide, **place))
                column += many
        down += (1 + (len(row) - 1) // _SQUARES_PER_ROW) * step + (2 if few else 0)
    return parts, min(max(map(len, shown)), _SQUARES_PER_ROW) * step, down


def _mix_class(mix: Sequence[str]) -> str:
    chances = [Fraction(text) for text in mix]
    best = chances.index(max(chances))
    return "mixed" if chances[best] < 1 else _ACTION_CLASSES[best % len(_ACTION_CLASSES)]


def _draw_bars(rows: Sequence[Sequence[str]]) -> Thumbnail:
    """Return a bar for each seat, divided among its choices."""
    parts: list[Part] = []
    for line, mix in enumerate(rows):
        left = Fraction(0)
        for k, chance in enumerate(filter(None, map(Fraction, mix))):
            kind = _ACTION_CLASSES[k % len(_ACTION_CLASSES)]
            parts.append(_bar_segment(left, left + chance, line, kind))
            left += chance
    return parts, _BAR_WIDTH, len(rows) * (_BAR_HEIGHT + 3)


def _draw_strips(rows: Sequence[Sequence[Sequence[str]]], actions: Sequence[str]) -> Thumbnail:
    """Return the hands from 0 to 1 at each turn, coloured by what is done with them."""
    parts: list[Part] = []
    for line, steps in enumerate(rows):
        low = Fraction(0)
        for text, action in steps:
            kind = _STRIP_CLASSES[actions.index(action) % len(_STRIP_CLASSES)]
            parts.append(_bar_segment(low, Fraction(text), line, kind))
            low = Fraction(text)
    return parts, _BAR_WIDTH, len(rows) * (_BAR_HEIGHT + 3)


def _bar_segment(low: Fraction, high: Fraction, line: int, kind: str) -> Part:
    if low == high:
        return None
    return tag(
        "rect",
        x=round(float(low * _BAR_WIDTH), 1),
        y=line * (_BAR_HEIGHT + 3),
        width=round(float((high - low) * _BAR_WIDTH), 1),
        height=_BAR_HEIGHT,
        class_=kind,
    )


def _draw_cards(rows: Sequence[Sequence[str]]) -> Thumbnail:
    """Return rows of cards, half as large as at the table."""
    parts: list[Part] = []
    for line, row in enumerate(rows):
        for k, name in enumerate(row):
            place = (
                f"translate({k * (CARD_WIDTH + 4) // 2},{line * (CARD_HEIGHT + 6) // 2}) scale(0.5)"
            )
            parts.append(tag("g", card_svg(name[:-1], name[-1]), transform=place))
    return parts, max(map(len, rows)) * (CARD_WIDTH + 4) // 2, len(rows) * (CARD_HEIGHT + 6) // 2


def _draw_lengths(pairs: Sequence[Sequence[str]]) -> Thumbnail:
    """Return a bar for each number, the longest across."""
    rows = [(name, Fraction(text)) for name, text in pairs]
    most = max(number for _, number in rows)
    parts: list[Part] = []
    for line, (name, number) in enumerate(rows):
        wide = round(float(number / most * (_BAR_WIDTH - 16)), 1)
        place = {"x": 16, "y": line * 10, "width": wide, "height": 8}
        parts += [
            tag("text", name, x=0, y=line * 10 + 8, class_="tiny"),
            tag(
                "rect",
                class_=_ACTION_CLASSES[line % len(_ACTION_CLASSES)],
                data_exact=str(number),
                **place,
            ),
        ]
    return parts, _BAR_WIDTH, len(rows) * 10


_ROW_DRAWERS: Mapping[str, Callable[[Sequence[Sequence[str]]], Thumbnail]] = {
    "bars": _draw_bars,
    "cards": _draw_cards,
    "lengths": _draw_lengths,
}
