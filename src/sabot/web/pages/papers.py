"""The sources: every table regenerated, ours beside print, and what differs with its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot import papers
from sabot.games import load
from sabot.papers import PaperError, Source
from sabot.render.views.paper import VERDICTS
from sabot.render.words import plural
from sabot.telling.company import Company
from sabot.web.address import game_address
from sabot.web.app import desk, owner
from sabot.web.markup import Markup, lines, markup, tag
from sabot.web.page import shell
from sabot.web.pages import Page, own_page
from sabot.web.pages.hand import signs
from sabot.web.pages.jobs import job_part
from sabot.web.refused import refusal
from sabot.web.table import row, scrolled, table

Claim = Mapping[str, str]


async def sources(request: Request) -> Response:
    """Show the sources."""
    return shell(
        request,
        "Sources",
        tag("h1", "Five sources, number by number"),
        tag(
            "p",
            "Tables, theorems and formulas are computed again and compared with print. "
            "A printed number is a claim: where ours differs, the evidence is beside it. "
            "What was not checked is named on the page of each source.",
            class_="lead",
        ),
        tag("ul", *(_source(papers.source(name)) for name in papers.names()), class_="cards"),
    )


def _source(source: Source) -> Markup:
    return tag(
        "li",
        tag(
            "a",
            tag("h2", source.title, class_="small"),
            tag("p", source.citation, class_="dim"),
            tag("p", plural(len(source.items), "item")),
            href=_address(source),
        ),
        class_="card",
    )


def _address(source: Source, item: str = "") -> str:
    return f"/papers/{source.name}/{item}" if item else f"/papers/{source.name}"


async def source(request: Request) -> Response:
    """Show one source: its items, and a way to regenerate all of them."""
    book = papers.source(request.path_params["name"])
    rows = [
        row(
            tag("a", item.title, href=_address(book, item.name)),
            tag("td", tag("code", item.name)),
            tag("td", opened_part(book, item.name)),
        )
        for item in book.items
    ]
    items = table(("what", "item", "see it"), rows, class_="plain items")
    return shell(
        request,
        book.title,
        _trail(),
        tag("h1", book.title),
        tag("p", book.citation, class_="dim"),
        tag("p", book.read, class_="dim") if book.read else None,
        tag(
            "div",
            tag(
                "button",
                "Regenerate all of it",
                type="button",
                class_="main",
                hx_post=f"/part{_address(book)}",
                hx_target="#report",
            ),
            tag("div", id="report"),
        ),
        tag("h2", "Item by item"),
        scrolled(items, "Items"),
        *_unchecked(book),
    )


def _unchecked(book: Source) -> list[Markup]:
    """Return what of a source was not checked."""
    if not book.unchecked:
        return []
    listed = (tag("li", part) for part in book.unchecked)
    return [tag("h2", "Not checked"), tag("ul", *listed)]


def _trail() -> Markup:
    return tag(
        "nav", tag("a", "All sources", href="/papers"), class_="trail", aria_label="You are in"
    )


def game_part(game: str) -> Markup | None:
    """Return the way to a game: to the theorem for all values, to a table, or to be solved."""
    if not game:
        return None
    own = None
    if "=*" in game:
        here = game_address(game).replace("/game?", "/theorem?")
    else:
        told = load(game)
        own = own_page(told)
        at = "/play?" if isinstance(told.rules, Company) else "/game?"
        here = game_address(game).replace("/game?", at)
    return markup(
        tag("a", tag("code", game), href=here),
        markup(", ", tag("a", "on its own page", href=own)) if own else None,
    )


def hand_part(cards: str) -> Markup | None:
    """Return the way to a poker hand, in which numbers of an item can be seen."""
    if not cards:
        return None
    return tag("a", "the hand ", signs(cards), href=f"/hand?{urlencode({'cards': cards})}")


def opened_part(book: Source, item: str) -> Markup | None:
    """Return the ways to all that an item is about: its game, and a hand."""
    found = [game_part(book.game(item)), hand_part(book.hands.get(item, ""))]
    ways = [way for way in found if way is not None]
    return markup(*(markup(", " if k else "", way) for k, way in enumerate(ways))) if ways else None


def _opens(book: Source, item: str) -> Markup | None:
    ways = opened_part(book, item)
    return None if ways is None else tag("p", "See it for yourself: ", ways)


async def item(request: Request) -> Response:
    """Show one item: it is regenerated at once."""
    book = papers.source(request.path_params["name"])
    found = book[request.path_params["item"]]
    return shell(
        request,
        found.title,
        tag(
            "nav",
            tag("a", "All sources", href="/papers"),
            " · ",
            tag("a", book.title, href=_address(book)),
            class_="trail",
            aria_label="You are in",
        ),
        tag("h1", found.title),
        tag("p", book.read, class_="dim") if book.read else None,
        _opens(book, found.name),
        tag(
            "div",
            tag("p", "Computing it ...", role="status", class_="doing"),
            hx_get=f"/part{_address(book, found.name)}",
            hx_trigger="load",
            id="report",
        ),
    )


async def part(request: Request) -> Response:
    """Show a source or an item as it is regenerated, and then what came of it."""
    book = papers.source(request.path_params["name"])
    chosen = request.path_params.get("item", "")
    if chosen:
        chosen = book[chosen].name
    here = f"/part{_address(book, chosen)}"
    name = request.query_params.get("job")
    if name is None:
        job = desk(request).submit("paper", {"name": book.name, "item": chosen}, owner(request))
        return HTMLResponse(job_part(request, job, here))
    done = desk(request).job(name)
    if done is None or done.state != "done":
        return refusal(request, 404, "this report is forgotten; ask for it again")
    return HTMLResponse(_report(book, chosen, done.document))


def _report(book: Source, chosen: str, told: Mapping[str, Any]) -> Markup:
    claims: Sequence[Claim] = told["claims"]
    differ = [claim for claim in claims if claim["verdict"] != "matches"]
    parts: list[Markup] = [_counts(claims, differ)]
    for basis, title in DIFFER.items():
        parts += _part(title, [one for one in differ if one["basis"] == basis], book, chosen)
    if not chosen:
        return markup(*parts, _tally(book, claims))
    for one in told["tables"]:
        parts += [
            tag("h2", one["title"]),
            tag("pre", lines(one["text"]), class_="printed", tabindex="0"),
        ]
    same = [claim for claim in claims if claim["verdict"] == "matches"]
    for basis, title in MATCH.items():
        parts += _part(title, [one for one in same if one["basis"] == basis], book, chosen)
    return markup(*parts)


DIFFER = {"print": "What differs from print", "formula": "Where a formula gives something else"}
MATCH = {"print": "What is as printed", "formula": "What a formula gives, and so do we"}
"""Headings by basis: only what is printed is called so."""
HEADS = {"print": ("printed", "found"), "formula": ("by the formula", "found")}


def _part(title: str, claims: Sequence[Claim], book: Source, chosen: str) -> list[Markup]:
    return [_claims(title, claims, book, chosen=chosen)] if claims else []


def _counts(claims: Sequence[Claim], differ: Sequence[Claim]) -> Markup:
    same = len(claims) - len(differ)
    slips = len({one["slip"] or f"{one['item']}, {one['where']}" for one in differ})
    through = "" if slips == len(differ) else f", because of {plural(slips, 'slip')}"
    return tag(
        "p",
        tag("b", plural(len(claims), "claim"), " checked"),
        f": {same:,} match, {len(differ):,} do not{through}.",
        class_="counts",
        role="status",
        data_claims=len(claims),
        data_differ=len(differ),
    )


def _claims(title: str, claims: Sequence[Claim], book: Source, *, chosen: str) -> Markup:
    """Return claims as a table; those that match have one number, not the same one twice."""
    evident = any(claim["evidence"] for claim in claims)
    same = all(claim["verdict"] == "matches" for claim in claims)
    pair = HEADS[claims[0]["basis"]]
    head = ("where", *((" and ".join(pair),) if same else pair))
    head += ("because",) if evident else ()
    rows = []
    for claim in claims:
        cells = [tag("span", claim["says"])] if same else _compared(claim)
        told = [*cells, *([markup(_verdict(claim), claim["evidence"])] if evident else [])]
        link = tag("a", claim["item"], href=_address(book, claim["item"]))
        where = claim["where"] if chosen else markup(link, ", ", claim["where"])
        tail = [tag("td", one, data_head=word) for word, one in zip(head[1:], told, strict=True)]
        rows.append(row(where, *tail, class_=claim["verdict"]))
    return markup(tag("h2", title), table(head, rows, class_="plain claims"))


def _verdict(claim: Claim) -> Markup | None:
    if claim["verdict"] == "matches":
        return None
    return tag("b", VERDICTS[claim["verdict"]], ": ")


def _compared(claim: Claim) -> list[Markup]:
    """Return what is printed and what was found; what differs between them is marked."""
    says, ours = claim["says"].split(" "), claim["ours"].split(" ")
    if len(says) != len(ours):
        return [tag("mark", claim["says"]), tag("mark", claim["ours"])]
    return [_marked(says, ours), _marked(ours, says)]


def _marked(words: Sequence[str], others: Sequence[str]) -> Markup:
    return markup(
        *(
            markup(" " if spot else "", word if word == other else tag("mark", word))
            for spot, (word, other) in enumerate(zip(words, others, strict=True))
        )
    )


def _tally(book: Source, claims: Sequence[Claim]) -> Markup:
    """Return how many claims of each item have each verdict."""
    rows = []
    for one in book.items:
        its = [claim["verdict"] for claim in claims if claim["item"] == one.name]
        counted = (its.count(verdict) for verdict in VERDICTS)
        cells = [tag("td", f"{many:,}" if many else "-", class_="right") for many in counted]
        link = tag("a", one.title, href=_address(book, one.name))
        rows.append(row(link, *cells))
    head = ("", *VERDICTS.values())
    return markup(tag("h2", "All items"), table(head, rows, class_="plain tally"))


def demanding(handler: Any) -> Any:
    """Return a handler that says which sources and items there are, where one is not."""

    async def asked(request: Request) -> Response:
        try:
            found: Response = await handler(request)
        except PaperError as fault:
            return refusal(request, 404, str(fault), fault.exit_code)
        return found

    return asked


NUMBERS = "What a source prints is quoted as it is printed; what was found is computed here."
PAGES = (
    Page("/papers", "Sources", sources, "Sources"),
    Page("/papers/{name}", "A source", demanding(source), numbers=NUMBERS),
    Page("/papers/{name}/{item}", "An item", demanding(item), numbers=NUMBERS),
    Page("/part/papers/{name}", "A report", demanding(part), methods=("GET", "POST")),
    Page("/part/papers/{name}/{item}", "A report", demanding(part)),
)
