"""The search field of every page: games, pages, items and numbers of sources by their words.

All words of a question must occur; what begins with the question comes first. Numbers are found as
they are printed and as they are true, without their sign; those of games as fractions, decimals and
percentages, to however many digits they are typed.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sabot import papers, web
from sabot.errors import SabotError
from sabot.exact import as_rational
from sabot.loading import families
from sabot.render.figures.captions import game_title
from sabot.render.text import decimal_text
from sabot.render.views.game_info import rules_summary
from sabot.web.game_links import game_url, sample_game, url_at
from sabot.web.html import Markup, Part, tag
from sabot.web.layout import render_page
from sabot.web.pages import Page, all_pages_of
from sabot.web.pages.home import load_headlines
from sabot.web.pages.papers import load_errata

MAX_FOUND, MAX_LISTED = 8, 100
"""Results below the field, and on the page of results."""
MAX_QUESTION = 80
"""Characters of a question that are looked at."""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Something that can be found: its kind, its name, its address, and words to find it by."""

    kind: str
    name: str
    href: str
    words: str

    def rank(self, question: str) -> int | None:
        """Return how well it fits, 0 best; None where a word is missing.

        >>> one = FoundPlace("game", "Le Her", "/", "le-her cards")
        >>> one.rank("her"), one.rank("poker")
        (1, None)
        """
        name, all_words = self.name.casefold(), f"{self.name} {self.words}".casefold()
        if not all(word in all_words for word in question.split()):
            return None
        if name.startswith(question):
            return 0
        return 1 if question in name or question in all_words.split() else 2


_DIGITS_TYPED = range(2, 11)
"""Significant digits of a number that is found where it is rounded to so many."""
_NUMBER = re.compile(r"[-−+≈\s]*(\d[\d.,/]*)\s*%?")


def number_words(text: str) -> str:
    """Return how a number may be typed: a fraction, a rounded decimal, a percentage.

    >>> number_words("-1/8")
    '1/8 0.12 0.125 12 12.5'
    """
    size = abs(as_rational(text))
    written = [
        decimal_text(scale * size, digits)[0] for scale in (1, 100) for digits in _DIGITS_TYPED
    ]
    return " ".join(dict.fromkeys([text.lstrip("-"), *written]))


@cache
def load_printed_numbers() -> Mapping[str, Mapping[str, str]]:
    """Return the numbers that are as printed, by source and item: of ``tools/errata.py``."""
    text = files(web).joinpath("printed_numbers.json").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, str]] = json.loads(text)
    return found


@cache
def _game_entries() -> tuple[FoundPlace, ...]:
    found = []
    for family in families():
        game = sample_game(family)
        if game:
            known = load_headlines().get(family.name)
            numbers = number_words(known["number"]) if known else ""
            words = f"{family.name} {rules_summary(family)} {numbers}"
            found.append(FoundPlace("game", game_title(family.name), game_url(game), words))
            if family.in_hands and family.has_choices:
                place = url_at("/play", game)
                found.append(FoundPlace("table", f"Play {game_title(family.name)}", place, words))
    return tuple(found)


@cache
def _source_entries() -> tuple[FoundPlace, ...]:
    """Return sources, their items, and their numbers that differ from print."""
    found = []
    for name in papers.names():
        try:
            source = papers.source(name)
        except SabotError:  # the package of its game is missing
            continue
        found.append(
            FoundPlace("source", source.title, f"/papers/{name}", f"{name} {source.citation}")
        )
        numbers = load_printed_numbers().get(name, {})
        for item in source.items:
            words = f"{name} {item.name} {source.title} {numbers.get(item.name, '')}"
            place = f"/papers/{name}/{item.name}"
            found.append(FoundPlace("item", f"{source.name}: {item.title}", place, words))
    for name, claims in load_errata().items():
        for claim in claims:
            said = f"{claim['where']}: {claim['says']} → {claim['ours']}"
            words = f"{name} misprint {claim['verdict']}"
            found.append(FoundPlace("number", said[:160], f"/papers/{name}/{claim['item']}", words))
    return tuple(found)


def _page_entries(request: Request) -> Iterator[FoundPlace]:
    for page in all_pages_of(request):
        if page.menu:
            yield FoundPlace("page", page.menu, page.path, page.title)


def find_entries(request: Request, question: str) -> list[FoundPlace]:
    """Return what fits a question, the best first."""
    asked = question[:MAX_QUESTION].casefold().strip()
    number = _NUMBER.fullmatch(asked)
    if number is not None:
        asked = number[1]
    if not asked:
        return []
    everything = (*_game_entries(), *_page_entries(request), *_source_entries())
    ranked = [
        (rank, spot, one)
        for spot, one in enumerate(everything)
        if (rank := one.rank(asked)) is not None
    ]
    return [one for _, _, one in sorted(ranked, key=lambda found: found[:2])]


async def search_part(request: Request) -> Response:
    """Show the best results below the field."""
    question = request.query_params.get("q", "")
    found = await asyncio.to_thread(find_entries, request, question)
    if not question.strip():
        return HTMLResponse("")
    rest = len(found) - MAX_FOUND
    all_of_them = url_of_question(question)
    more = tag("li", tag("a", f"{rest} more", href=all_of_them)) if rest > 0 else None
    return HTMLResponse(tag("ul", *_items(found[:MAX_FOUND]), more) if found else _nothing())


def url_of_question(question: str) -> str:
    """Return where all that fits a question is listed."""
    return f"/search?{urlencode({'q': question})}"


async def search_page(request: Request) -> Response:
    """Show all results; Enter in the field, which sends ``go``, leads to the first of them."""
    question = request.query_params.get("q", "")
    found = await asyncio.to_thread(find_entries, request, question)
    if found and "go" in request.query_params:
        return RedirectResponse(found[0].href, 303)
    listed: Part = tag("ul", *_items(found[:MAX_LISTED]), class_="found") if found else _nothing()
    title = f"Found for {question[:MAX_QUESTION]}" if question else "Search"
    return render_page(request, "Search", tag("h1", title), listed)


def _items(found: list[FoundPlace]) -> list[Markup]:
    return [
        tag("li", tag("a", tag("span", one.kind, class_="dim"), " ", one.name, href=one.href))
        for one in found
    ]


def _nothing() -> Markup:
    return tag("p", "Nothing is found. Try a game, a page or a number of a source.", class_="dim")


PAGES = (
    Page("/search", "Search", search_page, takes=("q", "go")),
    Page("/part/search", "found", search_part),
)
