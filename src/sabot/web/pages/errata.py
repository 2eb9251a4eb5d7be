"""All sources together, and the gallery of what they print wrong.

What differs from print is in a file that ships and that ``tools/errata.py`` computes, so that
nobody waits for the sources to be regenerated; every item of it can be recomputed on the page.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sabot import papers, web
from sabot.papers import Source
from sabot.render.text import count_noun
from sabot.render.views.paper_report import VERDICT_WORDS
from sabot.web.components import error_html
from sabot.web.html import Markup, Part, join_markup, tag
from sabot.web.layout import render_page
from sabot.web.pages import Page
from sabot.web.pages.papers import (
    ClaimDocument,
    ReportDocument,
    breadcrumb,
    claims_table,
    regenerated_part,
    source_url,
    with_not_found_page,
)

MAX_UNFOLDED_CLAIMS = 3
"""Claims of one item that are shown at once; the others are folded."""


@cache
def load_errata() -> Mapping[str, Sequence[ClaimDocument]]:
    """Return the claims that do not agree, by source: computed by ``tools/errata.py``, and kept."""
    text = files(web).joinpath("errata.json").read_text(encoding="utf-8")
    found: Mapping[str, Sequence[ClaimDocument]] = json.loads(text)
    return found


async def sources_page(request: Request) -> Response:
    """Show the sources, and some of what they print wrong."""
    return render_page(
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
        tag(
            "section",
            tag("h2", "Print was wrong"),
            errata_teaser(),
            _filter_links("verdict", _verdict_words(), None, {}),
            class_="errata-note",
        ),
        tag("h2", "The sources"),
        tag("ul", *(_source_card(papers.source(name)) for name in papers.names()), class_="cards"),
    )


def _source_card(source: Source) -> Markup:
    return tag(
        "li",
        tag(
            "a",
            tag("h3", source.title, class_="small"),
            tag("p", source.citation, class_="dim"),
            tag("p", count_noun(len(source.items), "item"), _difference_count(source.name)),
            href=source_url(source),
        ),
        class_="card",
    )


def _difference_count(name: str) -> str:
    """Return how many claims of a source differ, as the tail of a sentence; '' where none does."""
    many = len(load_errata().get(name, ()))
    return f", {count_noun(many, 'claim')} not as printed" if many else ""


MAX_CLAIMS = 3
"""Claims in the teaser."""
_ONE_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def errata_teaser() -> Markup:
    """Return how much of print was wrong, with some of it and the way to all of it."""
    wrong = [
        (name, claim)
        for name, own in load_errata().items()
        for claim in own
        if claim["verdict"] in ("misprint", "error")
    ]
    rows = [
        tag(
            "li",
            tag("a", f"{name}, {claim['where']}", href=f"/papers/{name}/{claim['item']}"),
            ": printed ",
            tag("s", claim["says"]),
            ", true ",
            tag("b", claim["ours"]),
        )
        for name, claim in _clearest_claims(wrong)
    ]
    words = f"{len(wrong)} claims in print are misprints or wrong as stated"
    return tag(
        "div",
        tag("ul", *rows) if rows else None,
        tag("p", tag("a", words, href="/errata"), ": what is printed, what is true, and why."),
    )


def _clearest_claims(
    claims: Sequence[tuple[str, ClaimDocument]],
) -> list[tuple[str, ClaimDocument]]:
    """Return a few claims about one number each, in few words, of different items."""
    plain = [
        (name, claim)
        for name, claim in claims
        if _ONE_NUMBER.fullmatch(claim["says"]) and _ONE_NUMBER.fullmatch(claim["ours"])
    ]
    plain.sort(key=lambda one: len(one[1]["where"]))
    of_items: dict[str, tuple[str, ClaimDocument]] = {}
    for name, claim in plain:
        of_items.setdefault(f"{name}/{claim['item']}", (name, claim))
    return list(of_items.values())[:MAX_CLAIMS]


async def errata_page(request: Request) -> Response:
    """Show all that differs from print; the address may choose a verdict, a source, a basis."""
    asked = request.query_params
    verdict, name, basis = (asked.get(key, "") for key in ("verdict", "source", "basis"))
    sources = {"": "all sources", **{one: papers.source(one).name for one in load_errata()}}
    filters = (("verdict", _verdict_words()), ("basis", _basis_words()), ("source", sources))
    chosen = {"verdict": verdict, "basis": basis, "source": name}
    shown: list[Part] = [
        error_html(f"{key}: {chosen[key][:40]!r} is not known; there are {', '.join(words)[2:]}")
        for key, words in filters
        if chosen[key] not in words
    ]
    many = 0
    for one, own in load_errata().items():
        claims = [
            claim
            for claim in own
            if verdict in ("", claim["verdict"]) and basis in ("", claim["basis"])
        ]
        if claims and name in ("", one):
            many += len(claims)
            shown += _source_section(papers.source(one), claims)
    return render_page(
        request,
        "Errata",
        breadcrumb(),
        tag("h1", "What differs from print"),
        tag(
            "p",
            "What the sources print, what is true, and the evidence. A misprint is a slip in a "
            "printed figure; what is wrong as stated is false as mathematics; what is superseded "
            "was right by the means of its day; where it cannot be told from the text that we "
            "read, print may be right.",
            class_="lead",
        ),
        *(_filter_links(key, words, chosen[key], {**chosen, key: ""}) for key, words in filters),
        tag("p", count_noun(many, "claim"), class_="counts", role="status"),
        *shown,
        wide=True,
    )


def _verdict_words() -> dict[str, str]:
    """Return the verdicts that occur, each with how often."""
    counts = Counter(claim["verdict"] for own in load_errata().values() for claim in own)
    named = {key: f"{VERDICT_WORDS[key]} ({counts[key]})" for key in VERDICT_WORDS if counts[key]}
    return {"": f"all ({counts.total()})", **named}


EVIDENCE_BY_BASIS = {
    "print": "what is printed, computed again",
    "formula": "a printed formula, evaluated",
}
"""How a claim was found not to agree."""


def _basis_words() -> dict[str, str]:
    """Return the kinds of evidence, each with how often."""
    counts = Counter(claim["basis"] for own in load_errata().values() for claim in own)
    named = {key: f"{words} ({counts[key]})" for key, words in EVIDENCE_BY_BASIS.items()}
    return {"": "any evidence", **named}


def _filter_links(
    key: str, words: Mapping[str, str], chosen: str | None, kept: Mapping[str, str]
) -> Markup:
    """Return links that choose one value of a parameter of the address; the others are kept."""
    links = []
    for value, word in words.items():
        query = {name: text for name, text in {**kept, key: value}.items() if text}
        href = f"/errata?{urlencode(query)}" if query else "/errata"
        here = "true" if value == chosen else None
        links.append(tag("li", tag("a", word, href=href, aria_current=here, class_="chip")))
    return tag("nav", tag("ul", *links, class_="chips"), aria_label=f"By {key}")


def _source_section(book: Source, claims: Sequence[ClaimDocument]) -> list[Part]:
    """Return the claims of a source, item by item."""
    found: list[Part] = [tag("h2", book.title)]
    for (item, basis), group in groupby(claims, key=lambda claim: (claim["item"], claim["basis"])):
        own = list(group)
        more = own[MAX_UNFOLDED_CLAIMS:]
        rest = None
        if more:
            folded = claims_table("", more, book, chosen=item)
            rest = tag("details", tag("summary", f"{len(more)} more"), folded)
        found.append(
            tag(
                "section",
                tag(
                    "h3",
                    tag("a", book[item].title, href=source_url(book, item)),
                    ", by its formula" if basis == "formula" else None,
                ),
                claims_table("", own[:MAX_UNFOLDED_CLAIMS], book, chosen=item),
                rest,
                _recompute_button(book, item),
                class_="erratum",
                data_item=item,
            )
        )
    return found


def _recompute_button(book: Source, item: str) -> Markup:
    """Return the button that computes an item again; what came of it replaces the button."""
    button = tag(
        "button",
        "Recompute now",
        type="button",
        class_="quiet",
        aria_label=f"Recompute now: {book[item].title}",
        hx_get=f"/part/recomputed/{book.name}/{item}",
        hx_target="closest .recomputed",
    )
    return tag("div", button, class_="recomputed", aria_live="polite")


async def recomputed_part(request: Request) -> Response:
    """Compute an item again, and say whether all that is listed of it was found again."""
    book = papers.source(request.path_params["name"])
    item = book[request.path_params["item"]].name
    return regenerated_part(
        request, book, item, lambda job: _recomputed_html(book, item, job.document)
    )


def _recomputed_html(book: Source, item: str, found: ReportDocument) -> Markup:
    now = [claim for claim in found["claims"] if claim["verdict"] != "matches"]
    kept = [claim for claim in load_errata()[book.name] if claim["item"] == item]
    if now == kept:
        one = len(kept) == 1
        what = "the claim that differs was" if one else f"all {len(kept)} claims that differ were"
        words = f"Computed just now: {what} found again."
        return tag("p", words, class_="note", role="status", data_found=len(now))
    words = "Computed just now, with another result than listed here:"
    return join_markup(
        tag("p", words, class_="warning", role="status", data_found=len(now)),
        claims_table("", now, book, chosen=item) if now else tag("p", "Nothing differs."),
    )


PAGES = (
    Page("/papers", "Sources", sources_page, "Sources", top=True),
    Page(
        "/errata",
        "Errata",
        errata_page,
        "Errata",
        takes=("verdict", "basis", "source"),
        numbers="What is printed is quoted; what was found comes with Sabot, and its tests compute "
        "it again.",
    ),
    Page("/part/recomputed/{name}/{item}", "Recomputed", with_not_found_page(recomputed_part)),
)
