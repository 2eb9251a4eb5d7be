"""One source: every table regenerated, ours beside print, and what differs with its evidence."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypedDict
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot import papers, web
from sabot.game_rules.family import NamedAgentFamily
from sabot.loading import load
from sabot.papers import PaperError, Source
from sabot.render.text import count_noun
from sabot.render.views.paper_report import VERDICT_WORDS
from sabot.web.components import cards_html
from sabot.web.game_links import own_page_url, url_at
from sabot.web.html import Markup, escape_lines, html_table, join_markup, scrollable, table_row, tag
from sabot.web.jobs import Job, client_id, job_queue
from sabot.web.layout import error_response, render_page
from sabot.web.pages import Handler, Page
from sabot.web.pages.jobs import job_part
from sabot.web.pages.saving_links import PAGE_LABEL, PICTURE_LABELS, result_downloads

ClaimDocument = Mapping[str, str]


class ReportDocument(TypedDict):
    """The parts of ``sabot paper --json`` that a page shows."""

    claims: list[ClaimDocument]
    tables: list[Mapping[str, str]]


@cache
def load_errata() -> Mapping[str, Sequence[ClaimDocument]]:
    """Return the claims that do not agree, by source: computed by ``tools/errata.py``, and kept."""
    text = files(web).joinpath("errata.json").read_text(encoding="utf-8")
    found: Mapping[str, Sequence[ClaimDocument]] = json.loads(text)
    return found


def source_url(source: Source, item: str = "") -> str:
    """Return the address of a source, or of one of its items."""
    return f"/papers/{source.name}/{item}" if item else f"/papers/{source.name}"


async def source_page(request: Request) -> Response:
    """Show one source: its items, and a way to regenerate all of them."""
    book = papers.source(request.path_params["name"])
    differ = Counter(claim["item"] for claim in load_errata().get(book.name, ()))
    rows = [
        table_row(
            tag("a", item.title, href=source_url(book, item.name)),
            tag("td", tag("code", item.name)),
            tag("td", _differing_link(book, item.name, differ[item.name])),
            tag("td", item_links(book, item.name)),
            data_differ=str(differ[item.name]),
        )
        for item in book.items
    ]
    items = html_table(("what", "item", "print", "see it"), rows, class_="plain items")
    return render_page(
        request,
        book.title,
        breadcrumb(),
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
                hx_post=f"/part{source_url(book)}",
                hx_target="#report",
            ),
            tag("div", id="report"),
        ),
        tag("h2", "Item by item"),
        scrollable(items, "Items"),
        *_unchecked_items(book),
    )


def _differing_link(book: Source, item: str, many: int) -> Markup | None:
    """Return how many claims of an item differ from print, with the way to them."""
    if not many:
        return None
    words = f"{many} differ" if many > 1 else "1 differs"
    return tag("mark", tag("a", words, href=f"/errata?{urlencode({'source': book.name})}#{item}"))


def _unchecked_items(book: Source) -> list[Markup]:
    """Return what of a source was not checked."""
    if not book.unchecked:
        return []
    listed = (tag("li", part) for part in book.unchecked)
    return [tag("h2", "Not checked"), tag("ul", *listed)]


def breadcrumb() -> Markup:
    """Return the way back to all sources."""
    return tag(
        "nav", tag("a", "All sources", href="/papers"), class_="trail", aria_label="You are in"
    )


def game_link(game: str) -> Markup | None:
    """Return the way to a game: to the theorem for all values, to a table, or to be solved."""
    if not game:
        return None
    own = None
    if "=*" in game:
        here = url_at("/theorem", game)
    else:
        loaded = load(game)
        own = own_page_url(loaded)
        at = "/play" if isinstance(loaded.rules, NamedAgentFamily) else "/game"
        here = url_at(at, game)
    return join_markup(
        tag("a", tag("code", game), href=here),
        join_markup(", ", tag("a", "on its own page", href=own)) if own else None,
    )


def hand_link(cards: str) -> Markup | None:
    """Return the way to a poker hand, in which numbers of an item can be seen."""
    if not cards:
        return None
    return tag("a", "the hand ", cards_html(cards), href=f"/hand?{urlencode({'cards': cards})}")


def item_links(book: Source, item: str) -> Markup | None:
    """Return the ways to all that an item is about: its game, and a hand."""
    found = [game_link(book.game(item)), hand_link(book.hands.get(item, ""))]
    ways = [way for way in found if way is not None]
    return (
        join_markup(*(join_markup(", " if k else "", way) for k, way in enumerate(ways)))
        if ways
        else None
    )


def _item_links_paragraph(book: Source, item: str) -> Markup | None:
    ways = item_links(book, item)
    return None if ways is None else tag("p", "See it for yourself: ", ways)


async def item_page(request: Request) -> Response:
    """Show one item: it is regenerated at once."""
    book = papers.source(request.path_params["name"])
    found = book[request.path_params["item"]]
    return render_page(
        request,
        found.title,
        tag(
            "nav",
            tag("a", "All sources", href="/papers"),
            " · ",
            tag("a", book.title, href=source_url(book)),
            class_="trail",
            aria_label="You are in",
        ),
        tag("h1", found.title),
        tag("p", book.read, class_="dim") if book.read else None,
        _item_links_paragraph(book, found.name),
        tag(
            "div",
            tag("p", "Computing it ...", role="status", class_="doing"),
            hx_get=f"/part{source_url(book, found.name)}",
            hx_trigger="load",
            id="report",
        ),
    )


async def report_part(request: Request) -> Response:
    """Show a source or an item as it is regenerated, and then what came of it."""
    book = papers.source(request.path_params["name"])
    chosen = request.path_params.get("item", "")
    if chosen:
        chosen = book[chosen].name
    return regenerated_part(request, book, chosen, lambda job: _report_html(book, chosen, job))


def regenerated_part(
    request: Request, book: Source, item: str, html: Callable[[Job], Markup]
) -> Response:
    """Return how far a source or an item of it is regenerated, and at the end what *html* makes."""
    name = request.query_params.get("job")
    if name is None:
        question = {"name": book.name, "item": item}
        job = job_queue(request).submit("paper", question, client_id(request))
        return HTMLResponse(job_part(request, job, request.url.path))
    done = job_queue(request).job(name)
    if done is None or done.work != "paper" or done.state != "done":
        return error_response(request, 404, "this report is forgotten; ask for it again")
    return HTMLResponse(html(done))


def _report_html(book: Source, chosen: str, job: Job) -> Markup:
    report: ReportDocument = job.document
    claims = report["claims"]
    named = {**PAGE_LABEL, "json": "JSON", **PICTURE_LABELS}
    saved = result_downloads(job.id, named, source_url(book, chosen))
    differ = [claim for claim in claims if claim["verdict"] != "matches"]
    parts: list[Markup] = [_claim_counts(claims, differ)]
    for basis, title in DIFFERENCE_HEADINGS.items():
        parts += _claims_section(
            title, [one for one in differ if one["basis"] == basis], book, chosen
        )
    if not chosen:
        return join_markup(*parts, _item_tally(book, claims), saved)
    for one in report["tables"]:
        parts += [
            tag("h2", one["title"]),
            tag("pre", escape_lines(one["text"]), class_="printed", tabindex="0"),
        ]
    same = [claim for claim in claims if claim["verdict"] == "matches"]
    for basis, title in MATCH_HEADINGS.items():
        parts += _claims_section(
            title, [one for one in same if one["basis"] == basis], book, chosen
        )
    return join_markup(*parts, saved)


DIFFERENCE_HEADINGS = {
    "print": "What differs from print",
    "formula": "Where a formula gives something else",
}
MATCH_HEADINGS = {"print": "What is as printed", "formula": "What a formula gives, and so do we"}
"""Headings by basis: only what is printed is called so."""
COLUMN_HEADINGS = {"print": ("printed", "found"), "formula": ("by the formula", "found")}


def _claims_section(
    title: str, claims: Sequence[ClaimDocument], book: Source, chosen: str
) -> list[Markup]:
    return [claims_table(title, claims, book, chosen=chosen)] if claims else []


def _claim_counts(claims: Sequence[ClaimDocument], differ: Sequence[ClaimDocument]) -> Markup:
    same = len(claims) - len(differ)
    slips = len({one["slip"] or f"{one['item']}, {one['where']}" for one in differ})
    through = "" if slips == len(differ) else f", because of {count_noun(slips, 'slip')}"
    return tag(
        "p",
        tag("b", count_noun(len(claims), "claim"), " checked"),
        f": {same:,} match, {len(differ):,} do not{through}.",
        class_="counts",
        role="status",
        data_claims=len(claims),
        data_differ=len(differ),
    )


def claims_table(
    title: str, claims: Sequence[ClaimDocument], book: Source, *, chosen: str
) -> Markup:
    """Return claims as a table; those that match have one number, not the same one twice.

    *chosen* is the item that all are of; '' where each names its own.
    """
    evident = any(claim["evidence"] for claim in claims)
    same = all(claim["verdict"] == "matches" for claim in claims)
    pair = COLUMN_HEADINGS[claims[0]["basis"]]
    head = ("where", *((" and ".join(pair),) if same else pair))
    head += ("because",) if evident else ()
    rows = []
    for claim in claims:
        cells = [tag("span", claim["says"])] if same else _difference_cells(claim)
        cells_shown = [
            *cells,
            *([join_markup(_verdict_label(claim), claim["evidence"])] if evident else []),
        ]
        link = tag("a", claim["item"], href=source_url(book, claim["item"]))
        where = claim["where"] if chosen else join_markup(link, ", ", claim["where"])
        tail = [
            tag("td", one, data_head=word) for word, one in zip(head[1:], cells_shown, strict=True)
        ]
        rows.append(table_row(where, *tail, class_=claim["verdict"]))
    top = tag("h2", title) if title else None
    return join_markup(top, html_table(head, rows, class_="plain claims"))


def _verdict_label(claim: ClaimDocument) -> Markup | None:
    if claim["verdict"] == "matches":
        return None
    return tag("b", VERDICT_WORDS[claim["verdict"]], ": ")


def _difference_cells(claim: ClaimDocument) -> list[Markup]:
    """Return what is printed and what was found; what differs between them is marked."""
    says, ours = claim["says"].split(" "), claim["ours"].split(" ")
    if len(says) != len(ours):
        return [tag("mark", claim["says"]), tag("mark", claim["ours"])]
    return [_mark_differences(says, ours), _mark_differences(ours, says)]


def _mark_differences(words: Sequence[str], others: Sequence[str]) -> Markup:
    return join_markup(
        *(
            join_markup(" " if spot else "", word if word == other else tag("mark", word))
            for spot, (word, other) in enumerate(zip(words, others, strict=True))
        )
    )


def _item_tally(book: Source, claims: Sequence[ClaimDocument]) -> Markup:
    """Return how many claims of each item have each verdict."""
    rows = []
    for one in book.items:
        its = [claim["verdict"] for claim in claims if claim["item"] == one.name]
        counted = (its.count(verdict) for verdict in VERDICT_WORDS)
        cells = [tag("td", f"{many:,}" if many else "-", class_="right") for many in counted]
        link = tag("a", one.title, href=source_url(book, one.name))
        rows.append(table_row(link, *cells))
    head = ("", *VERDICT_WORDS.values())
    return join_markup(tag("h2", "All items"), html_table(head, rows, class_="plain tally"))


def with_not_found_page(handler: Handler) -> Handler:
    """Return a handler that says which sources and items there are, where one is not."""

    async def asked(request: Request) -> Response:
        try:
            return await handler(request)
        except PaperError as fault:
            return error_response(request, 404, str(fault), fault.exit_code)

    return asked


NUMBERS_NOTE = "What a source prints is quoted as it is printed; what was found is computed here."
PAGES = (
    Page("/papers/{name}", "A source", with_not_found_page(source_page), numbers=NUMBERS_NOTE),
    Page("/papers/{name}/{item}", "An item", with_not_found_page(item_page), numbers=NUMBERS_NOTE),
    Page(
        "/part/papers/{name}", "A report", with_not_found_page(report_part), methods=("GET", "POST")
    ),
    Page("/part/papers/{name}/{item}", "A report", with_not_found_page(report_part)),
)
