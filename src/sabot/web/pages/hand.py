"""A poker hand looked up: five cards pressed or typed, its chances, every hold, the discard."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.exact import rational
from sabot.games import families
from sabot.poker.deck import RANKS, SIGNS, SUITS
from sabot.render.hands.poker import BEST, OPPONENTS
from sabot.telling.company import Company
from sabot.telling.family import Family
from sabot.web.app import desk, owner
from sabot.web.figures.cards import face, name_of
from sabot.web.markup import Markup, markup, number, sentence, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part
from sabot.web.refused import refusal
from sabot.web.table import row, scrolled, table

EXAMPLE = "6c6d7c2dKs"
"""The hand behind the link *an example*."""
_CHANCES = {
    "f_b": "against a hand as dealt (f_b)",
    "f_a": "against a pair or better, improved (f_a)",
    "f_a_table": "against that, or no pair as dealt (f_a, table 5)",
}
_PACKS = {"_removal": "your cards out of his pack", "": "own cards ignored"}
_DIGITS = 6
_COLUMNS = {
    "value_joint": ("wins", _DIGITS),
    "value_removal": ("drawn apart", _DIGITS),
    "value": ("own cards ignored", _DIGITS),
    "improves": ("improves", 4),
}
"""What is said of every hold: the words, and how many digits."""
_OPEN = 8
"""Holds that are shown at once."""


def _asked(request: Request) -> dict[str, str]:
    asked = request.query_params
    return {"cards": asked.get("cards", ""), "against": asked.get("against", "improved")}


async def hand(request: Request) -> Response:
    """Show the pack, and the hand of the address."""
    asked = _asked(request)
    return shell(
        request,
        "A poker hand",
        tag("h1", "A poker hand"),
        tag(
            "p",
            "Press five cards, or type them. You get the exact chance to win before and after the "
            "draw, and what every discard is worth. Here is ",
            tag("a", "an example", href=f"/hand?{urlencode({'cards': EXAMPLE})}"),
            ".",
            class_="lead",
        ),
        _pack(asked),
        tag("div", _looking(asked) if asked["cards"].strip() else _none_held(), id="looked"),
        tag("p", *map(_table_of, _families()), class_="row"),
    )


def _looking(asked: Mapping[str, str]) -> Markup:
    """Return what asks for the hand of the address; what the form brings takes its place."""
    return tag(
        "div",
        tag("p", "Looking it up ...", class_="doing", role="status"),
        hx_get=f"/part/hand?{urlencode(asked)}",
        hx_trigger="load",
    )


def _none_held() -> Markup:
    return tag("p", "Press five cards.", class_="placeholder")


def _families() -> list[Family]:
    """Return the games that are played with such hands."""
    return [one for one in families() if isinstance(one, Company) and one.looked_up == "hand"]


def _table_of(family: Family) -> Markup:
    here = f"/play?{urlencode({'g': family.name})}"
    return tag("a", f"Sit down at {family.name}", href=here, class_="button")


def _pack(asked: Mapping[str, str]) -> Markup:
    """Return all cards as buttons, and the form."""
    ranks = RANKS[::-1]
    buttons = [
        tag(
            "button",
            tag("span", "10" if rank == "T" else rank, aria_hidden="true"),
            tag("span", SIGNS[SUITS.index(suit)], aria_hidden="true"),
            tag("span", name_of(rank + suit), class_="visually-hidden"),
            type="button",
            class_="pick red" if suit in "dh" else "pick",
            data_card=rank + suit,
            aria_pressed="false",
        )
        for suit in SUITS[::-1]
        for rank in ranks
    ]
    typed = tag("input", name="cards", value=asked["cards"], autocomplete="off", spellcheck="false")
    choices = [
        tag("option", words, value=name, selected=name == asked["against"])
        for name, words in OPPONENTS.items()
    ]
    form = tag(
        "form",
        tag("label", tag("span", "Five cards"), typed, class_="field"),
        tag(
            "label",
            tag("span", "Holds against one who"),
            tag("select", *choices, name="against"),
            class_="field",
        ),
        tag(
            "div",
            tag("button", "Look it up", class_="main"),
            tag("button", "Clear", type="button", data_clear=True),
            class_="row",
        ),
        tag("output", class_="note"),
        action="/hand",
        hx_get="/part/hand",
        hx_trigger="submit, change",
        hx_target="#looked",
        hx_sync="this:queue last",
        class_="look-up",
    )
    pack = tag("div", *buttons, class_="pack", role="group", aria_label="The pack")
    return tag("pick-cards", pack, form, data_wide=len(ranks), class_="panel")


async def part(request: Request) -> Response:
    """Show what is known about a hand."""
    asked = _asked(request)
    name = request.query_params.get("job")
    if not asked["cards"].strip():
        return HTMLResponse(_none_held())
    if name is None:
        job = desk(request).submit("hand", asked, owner(request))
        return HTMLResponse(job_part(request, job, f"/part/hand?{urlencode(asked)}"))
    done = desk(request).job(name)
    if done is None or done.state != "done":
        return refusal(request, 404, "this hand is forgotten; look it up again")
    return HTMLResponse(_shown(done.document))


def _cards(held: str) -> list[tuple[str, str]]:
    """Return the cards of a document's text, each as its rank and the sign of its suit.

    >>> _cards("TcAs")
    [('10', '♣'), ('A', '♠')]
    """
    pairs = zip(held[::2], held[1::2], strict=True)
    return [("10" if rank == "T" else rank, SIGNS[SUITS.index(suit)]) for rank, suit in pairs]


def signs(held: str) -> Markup:
    """Return cards as words, the red ones red."""
    if not held:
        return tag("span", "nothing", class_="dim")
    words = [
        tag("span", rank + suit, class_="red-card" if suit in "♥♦" else None)
        for rank, suit in _cards(held)
    ]
    told = (markup(" " if k else "", word) for k, word in enumerate(words))
    return tag("span", *told, class_="signs")


def _shown(told: Mapping[str, Any]) -> Markup:
    thrown, who = told["discard"], OPPONENTS[told["against"]]
    return tag(
        "throw-cards",
        tag(
            "div",
            tag("h2", sentence(told["name"])),
            tag("p", f"{told['class']}; rank {told['rank']:,} of 7,462", class_="dim"),
            tag("p", *_advice(told), class_="lead", role="status"),
            tag("p", f"Against one who {who}. {sentence(BEST)}", class_="dim"),
            _pressed(told),
            _chances(told),
            class_="panel",
        ),
        tag("div", tag("h2", "Every hold"), _holds(told), class_="panel"),
        tag("play-actions"),
        class_="solution",
        data_hand=told["hand"],
        data_rank=told["rank"],
        data_against=told["against"],
        data_discard=thrown,
    )


def _pressed(told: Mapping[str, Any]) -> Markup:
    """Return the hand, to press what is thrown away; the best discard is pressed at first."""
    thrown = _pairs(told["discard"])
    cards = [
        tag(
            "button",
            face(one),
            tag("span", f"throw the {name_of(one)}", class_="visually-hidden"),
            tag("kbd", str(spot), aria_hidden="true"),
            type="button",
            data_card=one,
            data_key=str(spot),
            aria_pressed="true" if one in thrown else "false",
        )
        for spot, one in enumerate(_pairs(told["hand"]), 1)
    ]
    return markup(
        tag("p", "Press the cards to throw away, or their numbers.", class_="dim how"),
        tag("div", *cards, class_="hand", role="group", aria_label="Your hand"),
        tag("output", class_="held"),
    )


def _pairs(held: str) -> list[str]:
    return [held[k : k + 2] for k in range(0, len(held), 2)]


def _throw(thrown: str) -> Markup:
    return markup("throw away ", signs(thrown)) if thrown else markup("stand")


def _advice(told: Mapping[str, Any]) -> list[Markup | str]:
    """Return what is best to do, and where other ways of counting differ."""
    best = told["discard"]
    found: list[Markup | str] = ["Best: ", _throw(best), ". "]
    others = {
        "discard_common": "The common rule",
        "discard_removal": "If he and you drew apart",
        "discard_whole": "If your own cards are ignored",
    }
    for key, words in others.items():
        if told[key] != best:
            found += [f"{words}: ", _throw(told[key]), ". "]
    if told["discard_common"] == best:
        found.append("The common rule does the same.")
    return found


def _chances(told: Mapping[str, Any]) -> Markup:
    rows = [
        row(
            words,
            *(
                tag(
                    "td",
                    number(told[key + tail], digits=_DIGITS),
                    data_chance=key + tail,
                    data_told=packs,
                )
                for tail, packs in _PACKS.items()
            ),
        )
        for key, words in _CHANCES.items()
    ]
    head = ("chance to win, a tie counts half", *_PACKS.values())
    return scrolled(table(head, rows, class_="lines holds"), "Chances")


def _holds(told: Mapping[str, Any]) -> Markup:
    """Return all holds, the best first, with their values as bars and as numbers."""
    order = sorted(told["holds"], key=lambda one: (-_wins(one), len(one["discard"])))
    head = ["hold", "", *(words for words, _ in _COLUMNS.values())]
    rows = []
    for one in order:
        best = one["discard"] == told["discard"]
        cells = [
            tag("td", _bar(_wins(one), best=best)),
            *(
                tag("td", _known(one, key, digits), data_value=key, data_told=words)
                for key, (words, digits) in _COLUMNS.items()
            ),
        ]
        rows.append(
            tag(
                "tr",
                tag("th", signs(one["hold"]), scope="row", data_told="hold"),
                *cells,
                class_="best" if best else None,
                data_hold=one["hold"],
                data_throws=" ".join(_pairs(one["discard"])),
            )
        )
    first, others = (
        scrolled(table(head, some, class_="lines holds"), "Every hold")
        for some in (rows[:_OPEN], rows[_OPEN:])
    )
    folded = tag("details", tag("summary", f"The other {len(rows) - _OPEN}"), others)
    return markup(first, folded)


def _wins(hold: Mapping[str, Any]) -> Fraction:
    """Return the chance of a hold; of all five new cards, which nobody may draw, drawn apart."""
    return rational(hold.get("value_joint", hold["value_removal"]))


def _known(hold: Mapping[str, Any], key: str, digits: int) -> Markup | str:
    return number(hold[key], digits=digits) if key in hold else "-"


def _bar(share: Fraction, *, best: bool) -> Markup:
    """Return a chance as a bar."""
    return tag(
        "svg",
        tag("rect", x=0, y=2, width="100%", height=10, class_="odd"),
        tag(
            "rect",
            x=0,
            y=2,
            width=f"{float(share * 100):.4g}%",
            height=10,
            class_="second" if best else "first",
        ),
        width=110,
        height=14,
        aria_hidden="true",
    )


PAGES = (
    Page(
        "/hand",
        "A poker hand",
        hand,
        "Hands",
        takes=("cards", "against", "joint"),
        numbers="Chances are counted exactly; no certificate comes with them.",
    ),
    Page("/part/hand", "A poker hand", part),
)
