"""The page of a poker hand: five cards, exact chances, every hold, the best discard."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.cards.poker_hand import RANKS, SUIT_SYMBOLS, SUITS
from sabot.exact import as_rational
from sabot.game_rules.family import Family, NamedAgentFamily
from sabot.loading import families
from sabot.render.views.poker_odds import BEST_DISCARD_REMARK, CHANCE_LABELS, OPPONENT_MODELS
from sabot.web.components import (
    amount_paid_html,
    card_name,
    cards_html,
    number_html,
    probability_bar,
    select_field,
    text_field,
    typed_card_svg,
)
from sabot.web.html import (
    Markup,
    capitalize_first,
    html_table,
    join_markup,
    scrollable,
    table_row,
    tag,
)
from sabot.web.jobs import client_id, job_queue
from sabot.web.layout import error_response, render_page
from sabot.web.messages import HandAnswer, HoldAnswer
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part
from sabot.web.pages.saving_links import PAGE_LABEL, PICTURE_LABELS, result_downloads

EXAMPLE_HAND = "6c6d7c2dKs"
"""The hand behind the link *an example*."""
_CHANCE_LABELS = {
    name: f"as dealt, against {label} ({of})" for name, (label, of) in CHANCE_LABELS.items()
}
_DECK_LABELS = {"_removal": "your cards out of his pack", "": "own cards ignored"}
_DIGITS = 6
_COLUMNS = {
    "value_joint": ("wins", _DIGITS),
    "value_removal": ("drawn apart", _DIGITS),
    "value": ("own cards ignored", _DIGITS),
    "improves": ("improves", 4),
}
"""What is said of every hold: the words, and how many digits."""
_LONGEST_FRACTION = 16
"""Characters of a fraction; of a longer one the decimal is read, and the fraction when pressed."""
_UNFOLDED_HOLDS = 8
"""Holds that are shown at once."""


def _hand_parameters(request: Request) -> dict[str, str]:
    asked = request.query_params
    return {"cards": asked.get("cards", ""), "against": asked.get("against", "improved")}


async def hand_page(request: Request) -> Response:
    """Show the pack, and the hand of the address."""
    asked = _hand_parameters(request)
    return render_page(
        request,
        "A poker hand",
        tag("h1", "A poker hand"),
        tag(
            "p",
            "Press five cards, or type them. You get the exact chance to win before and after the "
            "draw, and what every discard is worth. Here is ",
            tag("a", "an example", href=f"/hand?{urlencode({'cards': EXAMPLE_HAND})}"),
            ".",
            class_="lead",
        ),
        _card_picker(asked),
        tag("div", _loading_hand(asked) if asked["cards"].strip() else _no_hand(), id="looked"),
        tag("p", *map(_play_link, _hand_families()), class_="row"),
    )


def _loading_hand(asked: Mapping[str, str]) -> Markup:
    """Return what asks for the hand of the address; what the form brings takes its place."""
    return tag(
        "div",
        tag("p", "Looking it up ...", class_="doing", role="status"),
        hx_get=f"/part/hand?{urlencode(asked)}",
        hx_trigger="load",
    )


def _no_hand() -> Markup:
    return tag("p", "Press five cards.", class_="placeholder")


def _hand_families() -> list[Family]:
    """Return the games that are played with such hands."""
    return [
        one for one in families() if isinstance(one, NamedAgentFamily) and one.lookup_verb == "hand"
    ]


def _play_link(family: Family) -> Markup:
    here = f"/play?{urlencode({'g': family.name})}"
    return tag("a", f"Sit down at {family.name}", href=here, class_="button")


def _card_picker(asked: Mapping[str, str]) -> Markup:
    """Return all cards as buttons, and the form.

    A card is disabled until the script that answers a press is there: no press is lost.
    """
    ranks = RANKS[::-1]
    buttons = [
        tag(
            "button",
            tag("span", "10" if rank == "T" else rank, aria_hidden="true"),
            tag("span", SUIT_SYMBOLS[SUITS.index(suit)], aria_hidden="true"),
            tag("span", card_name(rank + suit), class_="visually-hidden"),
            type="button",
            class_="pick red" if suit in "dh" else "pick",
            data_card=rank + suit,
            disabled=True,
            aria_pressed="false",
        )
        for suit in SUITS[::-1]
        for rank in ranks
    ]
    form = tag(
        "form",
        text_field("Five cards", "cards", asked["cards"]),
        select_field("Holds against one who", "against", OPPONENT_MODELS, asked["against"]),
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


async def hand_part(request: Request) -> Response:
    """Show what is known about a hand."""
    asked = _hand_parameters(request)
    name = request.query_params.get("job")
    if not asked["cards"].strip():
        return HTMLResponse(_no_hand())
    if name is None:
        job = job_queue(request).submit("hand", asked, client_id(request))
        return HTMLResponse(job_part(request, job, f"/part/hand?{urlencode(asked)}"))
    done = job_queue(request).job(name)
    if done is None or done.state != "done":
        return error_response(request, 404, "this hand is forgotten; look it up again")
    named = {**PAGE_LABEL, "json": "JSON", **PICTURE_LABELS}
    files = result_downloads(done.id, named, f"/hand?{urlencode(asked)}")
    return HTMLResponse(_hand_html(done.document, files))


def _hand_html(answer: HandAnswer, files: Markup) -> Markup:
    thrown, who = answer["discard"], OPPONENT_MODELS[answer["against"]]
    return tag(
        "throw-cards",
        tag(
            "div",
            tag("h2", capitalize_first(answer["name"])),
            tag("p", f"{answer['class']}; rank {answer['rank']:,} of 7,462", class_="dim"),
            tag("p", tag("b", *_best_discard(answer)), class_="worth"),
            tag("p", *_advice(answer), class_="lead", role="status"),
            tag(
                "p", f"Against one who {who}. {capitalize_first(BEST_DISCARD_REMARK)}", class_="dim"
            ),
            _discard_buttons(answer),
            _chances_table(answer),
            class_="panel",
        ),
        tag("div", tag("h2", "Every hold"), _holds_table(answer), files, class_="panel"),
        tag("play-actions"),
        class_="solution",
        data_hand=answer["hand"],
        data_rank=answer["rank"],
        data_against=answer["against"],
        data_discard=thrown,
    )


def _discard_buttons(answer: HandAnswer) -> Markup:
    """Return the hand, to press what is thrown away; the best discard is pressed at first."""
    thrown = _split_cards(answer["discard"])
    cards = [
        tag(
            "button",
            typed_card_svg(one),
            tag("span", f"throw the {card_name(one)}", class_="visually-hidden"),
            tag("kbd", str(spot), aria_hidden="true"),
            type="button",
            data_card=one,
            data_key=str(spot),
            aria_pressed="true" if one in thrown else "false",
        )
        for spot, one in enumerate(_split_cards(answer["hand"]), 1)
    ]
    return join_markup(
        tag("p", "Press the cards to throw away, or their numbers.", class_="dim how"),
        tag("div", *cards, class_="hand", role="group", aria_label="Your hand"),
        tag("output", class_="held"),
    )


def _split_cards(held: str) -> list[str]:
    return [held[k : k + 2] for k in range(0, len(held), 2)]


def _discard_words(thrown: str) -> Markup:
    return join_markup("throw away ", cards_html(thrown)) if thrown else join_markup("stand")


def _best_discard(answer: HandAnswer) -> list[Markup | str]:
    """Return what is best to do and how often it wins, as a sentence."""
    best = next(one for one in answer["holds"] if one["discard"] == answer["discard"])
    wins = amount_paid_html(_win_probability(best), percent=True)
    return ["Best: ", _discard_words(answer["discard"]), " and win ", wins]


def _advice(answer: HandAnswer) -> list[Markup | str]:
    """Return where other ways of counting find another discard best."""
    best = answer["discard"]
    found: list[Markup | str] = []
    others = {
        "The common rule": answer["discard_common"],
        "If he and you drew apart": answer["discard_removal"],
        "If your own cards are ignored": answer["discard_whole"],
    }
    for words, discard in others.items():
        if discard != best:
            found += [f"{words}: ", _discard_words(discard), ". "]
    if answer["discard_common"] == best:
        found.append("The common rule does the same.")
    return found


def _chances_table(answer: Mapping[str, object]) -> Markup:
    rows = [
        table_row(
            words,
            *(
                tag(
                    "td",
                    number_html(str(answer[key + tail]), digits=_DIGITS, most=_LONGEST_FRACTION),
                    data_chance=key + tail,
                    data_label=packs,
                )
                for tail, packs in _DECK_LABELS.items()
            ),
        )
        for key, words in _CHANCE_LABELS.items()
    ]
    head = ("chance to win, a tie counts half", *_DECK_LABELS.values())
    return scrollable(html_table(head, rows, class_="lines holds"), "Chances")


def _holds_table(answer: HandAnswer) -> Markup:
    """Return all holds, the best first, with their values as bars and as numbers."""
    order = sorted(answer["holds"], key=lambda one: (-_win_probability(one), len(one["discard"])))
    head = ["hold", "", *(words for words, _ in _COLUMNS.values())]
    rows = []
    for one in order:
        best = one["discard"] == answer["discard"]
        cells = [
            tag("td", probability_bar(_win_probability(one), best=best)),
            *(
                tag("td", _hold_number(one, key, digits), data_value=key, data_label=words)
                for key, (words, digits) in _COLUMNS.items()
            ),
        ]
        rows.append(
            tag(
                "tr",
                tag("th", cards_html(one["hold"]), scope="row", data_label="hold"),
                *cells,
                class_="best" if best else None,
                data_hold=one["hold"],
                data_throws=" ".join(_split_cards(one["discard"])),
            )
        )
    first, others = (
        scrollable(html_table(head, some, class_="lines holds"), name)
        for name, some in (
            ("The best holds", rows[:_UNFOLDED_HOLDS]),
            ("The other holds", rows[_UNFOLDED_HOLDS:]),
        )
    )
    folded = tag("details", tag("summary", f"The other {len(rows) - _UNFOLDED_HOLDS}"), others)
    return join_markup(first, folded)


def _win_probability(hold: HoldAnswer) -> Fraction:
    """Return the chance of a hold; of all five new cards, which nobody may draw, drawn apart."""
    return as_rational(hold.get("value_joint", hold["value_removal"]))


def _hold_number(hold: Mapping[str, object], key: str, digits: int) -> Markup | str:
    if key not in hold:
        return "-"
    return number_html(str(hold[key]), digits=digits, most=_LONGEST_FRACTION)


PAGES = (
    Page(
        "/hand",
        "A poker hand",
        hand_page,
        "Hands",
        takes=("cards", "against", "joint"),
        numbers="Chances are counted exactly; no certificate comes with them.",
    ),
    Page("/part/hand", "A poker hand", hand_part),
)
