"""The page of a game: its rules, its solution, and why it is so."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import SabotError
from sabot.games import family_named
from sabot.render.views.family import rules_in_words
from sabot.telling.family import Family
from sabot.telling.game import Game
from sabot.web.address import game_address
from sabot.web.markup import Markup, Part, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game import compare, files, panel, solved, why
from sabot.web.pages.game.asked import first_games, loaded
from sabot.web.pages.game.doors import doors_part
from sabot.web.refused import fault_part, status_of


async def game(request: Request) -> Response:
    """Show a game: the rules to the left, what comes of them to the right."""
    text = request.query_params.get("g", "") or first_games()[0]
    told: Game | None = None
    fault, status = "", 200
    try:
        told = loaded(request, text)
    except SabotError as reason:
        fault, status = str(reason), status_of(reason)
    family = family_named(text) if told is None else told.rules
    name = text[:80] if family is None else family.name
    left = None if family is None else panel.panel(request, family, told)
    begin = told is not None and not {"solved", "view"}.isdisjoint(request.query_params)
    inside = (
        await solved.begun(request, told) if begin and told is not None else panel.invitation(told)
    )
    return shell(
        request,
        str(told or name)[:80],
        _head(name, family, told),
        fault_part(fault) if fault else None,
        tag(
            "div",
            left,
            tag(
                "div",
                _rules(family),
                tag("section", inside, id="result", aria_live="polite", aria_label="Solution"),
            ),
            class_="bench",
        ),
        wide=True,
        status=status,
    )


def _head(name: str, family: Family | None, told: Game | None) -> Markup:
    """Return what the game is called, in one sentence what it is, and where else it is seen."""
    words = None if family is None else tag("p", rules_in_words(family)[0], class_="in-words")
    return tag("header", tag("h1", name), doors_part(told), words, class_="game-head")


def _rules(family: Family | None) -> Part:
    """Return the rules in words, after the sentence in the head."""
    if family is None:
        return None
    words = [tag("p", text, class_="in-words") for text in rules_in_words(family)[1:]]
    return tag("details", tag("summary", "The rules"), *words, open=True) if words else None


PAGES = (
    Page(
        "/game",
        "Game",
        game,
        takes=("g", "solved", *solved.FOCUS),
        numbers="Below an answer stands whether the checker has verified its certificate. Time and "
        "memory before solving are estimates.",
    ),
    *panel.PAGES,
    *solved.PAGES,
    *why.PAGES,
    *files.PAGES,
    *compare.PAGES,
)
__all__ = ["PAGES", "game", "game_address"]
