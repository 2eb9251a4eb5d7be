"""All sources together, and the gallery of what they print wrong.

What differs from print is in a file that ships and that ``tools/errata.py`` computes, so that
nobody waits for the sources to be regenerated; every item of it can be recomputed on the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sabot import papers
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
    load_errata,
    regenerated_part,
    source_url,
    with_not_found_page,
)

MAX_UNFOLDED_CLAIMS = 3
"""Claims of one item that are shown at once; the others are folded."""


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


STRIKING_ITEMS = (
    ("risticz-1973", "table-2"),
    ("ethier-2010-le-her", "subsets"),
    ("risticz-1973", "table-11"),
    ("ethier-gamez-2013", "theorem-7"),
    ("wastlund-2005", "theorem-11.6"),
)
"""What is shown first, chosen by hand: a chance, a theorem, a claimed equilibrium."""


def errata_teaser() -> Markup:
    """Return how much of print was wrong, with some of it and the way to all of it."""
    wrong = sum(
        claim["verdict"] in ("misprint", "error") for own in load_errata().values() for claim in own
    )
    rows = [
        tag(
            "li",
            tag("a", f"{name}, {claim['where']}", href=f"/papers/{name}/{claim['item']}"),
            ": printed ",
            tag("s", claim["says"]),
            ", true ",
            tag("b", claim["ours"]),
        )
        for name, claim in _striking_claims()
    ]
    words = f"{wrong} claims in print are misprints or wrong as stated"
    return tag(
        "div",
        tag("ul", *rows, class_="striking") if rows else None,
        tag("p", tag("a", words, href="/errata"), ": what is printed, what is true, and why."),
    )


def _striking_claims() -> list[tuple[str, ClaimDocument]]:
    """Return the first claim of each of the most striking items."""
    found = []
    for name, item in STRIKING_ITEMS:
        own = [claim for claim in load_errata().get(name, ()) if claim["item"] == item]
        found += [(name, claim) for claim in own[:1]]
    return found


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
            shown += _source_section(papers.source(one), claims, folded=not name)
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
        None if any(chosen.values()) else _striking_section(),
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


def _striking_section() -> Markup:
    """Return the most striking claims, each with the way to its item."""
    return tag("section", tag("h2", "The most striking"), errata_teaser(), class_="errata-note")


MAX_UNFOLDED_ITEMS = 3
"""Items of a source that are shown at once where all sources are; the others are folded."""


def _source_section(book: Source, claims: Sequence[ClaimDocument], *, folded: bool) -> list[Part]:
    """Return the claims of a source, item by item, the most striking first."""
    first = [item for name, item in STRIKING_ITEMS if name == book.name]
    ordered = sorted(claims, key=lambda claim: claim["item"] not in first)  # else as in the source
    found = _item_sections(book, ordered)
    head = tag("h2", book.title)
    rest = found[MAX_UNFOLDED_ITEMS:]
    if not folded or not rest:
        return [head, *found]
    words = f"{count_noun(len(rest), 'more item')} of this source"
    return [head, *found[:MAX_UNFOLDED_ITEMS], tag("details", tag("summary", words), *rest)]


def _item_sections(book: Source, claims: Sequence[ClaimDocument]) -> list[Markup]:
    """Return the claims of each item, in the order in which they are given."""
    found: list[Markup] = []
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
                id=item if basis == "print" else None,
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
