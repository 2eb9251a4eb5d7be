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
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot import papers, web
from sabot.exact import as_rational
from sabot.game_rules.family import Family
from sabot.game_table import OTHER_GAMES, shipped_games
from sabot.loading import families
from sabot.render.figures.captions import game_title
from sabot.render.text import MIX_DIGITS, decimal_text
from sabot.render.views.game_info import rules_summary
from sabot.web.components import CARD_HEIGHT, CARD_WIDTH, card_svg, number_html
from sabot.web.game_links import game_question, game_url, sample_game
from sabot.web.html import Markup, Part, tag
from sabot.web.jobs import JobFailedError, client_id, job_queue
from sabot.web.layout import render_page
from sabot.web.messages import Headline, Picture
from sabot.web.pages import Page
from sabot.web.pages.papers import load_errata

MAX_NUMBER_LENGTH = 16
"""Characters of a fraction on a card; a longer one is a decimal there."""


async def home_page(request: Request) -> Response:
    """Show what there is."""
    own = request.app.state.opened_game
    return render_page(
        request,
        "Sabot",
        tag(
            "section",
            tag("h1", "Card games, solved exactly"),
            tag(
                "p",
                "Choose a game and its rules. You get its value as a fraction, optimal strategies, "
                "whether they are the only ones, and a certificate that anyone can check.",
                class_="lead",
            ),
            class_="hero",
        ),
        _own_game_section(None if own is None else str(own)),
        _games_section(),
        tag(
            "section",
            tag("h2", "Sources"),
            _errata_note(),
            tag("div", hx_get="/part/sources", hx_trigger="load", class_="sources-told"),
        ),
    )


def _errata_note() -> Markup:
    """Return how much of print was wrong, with the way to all of it."""
    found = [claim["verdict"] for own in load_errata().values() for claim in own]
    wrong = found.count("misprint") + found.count("error")
    words = f"{wrong} claims in print are misprints or wrong as stated"
    return tag("p", tag("a", words, href="/errata"), ": what is printed, what is true, and why.")


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


def _own_game_section(game: str | None) -> Markup:
    """Return the way to rules of one's own; those of the terminal first."""
    opened = None if game is None else tag("p", "Opened: ", tag("a", game, href=game_url(game)))
    return tag(
        "section",
        opened,
        tag(
            "p",
            tag("a", "Tell your own game", href="/own"),
            ": a function of a dozen lines, beside its tree.",
        ),
        class_="own",
    )


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
        told = await job_queue(request).ask("headline", question, client_id(request))
    except JobFailedError as fault:
        return HTMLResponse(tag("p", str(fault), class_="warning"))
    return HTMLResponse(_headline_html(told))


async def sources_part(request: Request) -> Response:
    """Show the sources; their packages are large, and the first page does not wait for them."""
    told = await asyncio.to_thread(lambda: [_source_item(name) for name in papers.names()])
    return HTMLResponse(tag("ul", *told, class_="sources"))


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


def _headline_html(told: Headline) -> Markup:
    """Return the picture of a game and the number that it is known by."""
    return tag(
        "div",
        thumbnail_svg(told["picture"]),
        tag("code", told["game"], class_="dim"),
        tag("p", _short_number(told["number"]), f" {told['words']}", class_="worth"),
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
        numbers="The numbers of this page come with Sabot; its tests compute them again.",
    ),
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
        for spot, mix in enumerate(row):
            line, column = divmod(spot, _SQUARES_PER_ROW)
            place = {"x": column * step, "y": down + line * step, "width": side, "height": side}
            parts.append(tag("rect", rx=1, class_=_mix_class(mix), **place))
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
