"""The components of the workbench's pages: small functions from data to HTML, without requests.

A page is documents through the HTML writer (:func:`document_html`) and these components: number,
value, mix, card, chips, job, fault, downloads and field; those of strategies are in
:mod:`sabot.web.strategy_components`. The page ``/style`` shows each in all its states.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING
from urllib.parse import quote

from sabot.cards.poker_hand import RANK_NAMES, RANKS, SUIT_SYMBOLS, SUITS
from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.render import document as doc
from sabot.render.text import (
    MIX_DIGITS,
    PERCENT_DIGITS,
    decimal_text,
    shorten_fraction,
)
from sabot.render.writers import html
from sabot.web.html import (
    Markup,
    Part,
    escape_lines,
    join_markup,
    tag,
)

if TYPE_CHECKING:  # it imports the web framework, which worker processes do without
    from sabot.web.jobs import Job

# ---------------------------------------------------------------------- numbers and documents


_MAX_UNBROKEN_NUMBER = 28
"""Characters of a number that may be broken at the end of a line; shorter ones are not."""


_MAX_UNBROKEN_FRACTION = 8
"""Characters of a fraction that fits everywhere; a longer one may break behind its stroke."""


_MAX_WRITTEN_OUT = 240
"""Characters of a value that is written out, over a few lines."""


_DECIMAL_DIGITS = 8
"""Digits that are read of a number that is no fraction."""


_MAX_AMOUNT_CHARACTERS = 20
"""Characters of a fraction among payoffs; of a longer one the decimal is read first."""


def number_html(
    value: Fraction | str | int,
    *,
    digits: int = MIX_DIGITS,
    sign: bool = False,
    most: int = 0,
) -> Markup:
    """Return an exact number with its decimal beside it; the page's switch says which is read.

    ``data-exact`` has the whole number of the JSON. Of a fraction of very many digits a value
    (*digits* above those of a mix) is written out, and a mix is rounded as on the terminal. With
    *most* a fraction of more characters is a decimal first, and written out when it is pressed.

    >>> str(number_html("9/11"))
    '<span class="number" data-exact="9/11"><span class="exact">9/11</span>...
    """
    exact = as_rational(value) if isinstance(value, str) else Fraction(value)
    plus = "+" if sign and exact > 0 else ""
    whole, short = format_fraction(exact), plus + shorten_fraction(exact)
    text, same = decimal_text(exact, digits)
    decimal = f"{'' if same else '≈ '}{plus}{text}"
    if (
        short != plus + whole
    ):  # "22522633...[30 digits]/24279233...[30 digits]" does not say how often
        full = digits > MIX_DIGITS and len(whole) <= _MAX_WRITTEN_OUT
        short = plus + whole if full else decimal
    if most and len(whole) > most:
        short = decimal
    shown = tag("span", _breakable_fraction(short), class_="exact")
    if whole not in short:  # every digit is one key away
        shown = tag(
            "button",
            short,
            type="button",
            class_="exact digits",
            title=whole,
            aria_expanded="false",
        )
    return tag(
        "span",
        shown,
        tag("span", plus + text, class_="decimal", title=f"{'=' if same else '≈'} {whole[:80]}"),
        class_="number long" if len(short) > _MAX_UNBROKEN_NUMBER else "number",
        data_exact=whole,
    )


def amount_html(text: str) -> Markup:
    """Return a number of a document: a fraction, or the digits of an irrational number, or a bound.

    >>> str(amount_html("0.70245211383002609767610236728"))
    '<span class="number" title="0.70245211383002609767610236728" ...>≈ 0.70245211</span>'
    """
    if "e-" in text:
        return tag("span", text, class_="number", data_exact=text)
    if "." in text:
        short = format_decimal(as_rational(text), _DECIMAL_DIGITS)
        return tag("span", f"≈ {short}", class_="number", title=text, data_exact=text)
    return number_html(text, digits=_DECIMAL_DIGITS, most=_MAX_AMOUNT_CHARACTERS)


def _breakable_fraction(text: str) -> Markup:
    """Return a fraction that may break behind its stroke; a short one never does."""
    over, stroke, under = text.partition("/")
    if not stroke or len(text) <= _MAX_UNBROKEN_FRACTION:
        return join_markup(text)
    return join_markup(over, stroke, Markup("<wbr>"), under)


def document_html(document: doc.Document) -> Markup:
    """Return a document as a part of a page; the page's switch says how its numbers are read."""
    return Markup(html.render(document, _PAGE_CLASSES))


def _number_of_document(piece: doc.ExactNumber) -> str:
    digits = piece.digits or MIX_DIGITS
    return number_html(piece.value, digits=digits, most=_MAX_AMOUNT_CHARACTERS)


_PAGE_CLASSES = replace(html.CLASS_STYLE, number=_number_of_document)


_MAX_HEADLINE_FRACTION = 9
"""Characters of a fraction in a headline; of a longer one the decimal is shown."""


def amount_paid_html(
    amount: Fraction, *, percent: bool, sign: bool = False, exact: str = ""
) -> Markup:
    """Return what is paid, short: a long fraction is a decimal or a percentage.

    The fraction is one press away; it is that of *exact*, where *amount* is without its sign.
    """
    whole, plus = format_fraction(amount), "+" if sign and amount > 0 else ""
    if not percent and len(exact or whole) <= _MAX_HEADLINE_FRACTION:
        shown: list[Part] = [
            tag("span", plus + whole, class_="exact"),
            tag("span", plus + decimal_text(amount, PERCENT_DIGITS)[0], class_="decimal"),
        ]
    else:
        text = plus + decimal_text(amount * 100 if percent else amount, PERCENT_DIGITS)[0]
        shown = [
            tag(
                "button",
                f"{text} %" if percent else text,
                type="button",
                class_="digits",
                title="press for the exact fraction",
                aria_expanded="false",
                data_whole=plus + whole,
            )
        ]
    return tag("span", *shown, class_="number", data_exact=exact or whole)


def value_html(amount: Fraction, before: str, after: str, seat: str | None = None) -> Markup:
    """Return a value as a sentence in large figures; the fraction is one press away.

    *before* and *after* are the words around the number; *after* beginning with ``%`` makes it a
    percentage. *seat* is the player.
    """
    size, exact = abs(amount), format_fraction(amount)
    number = amount_paid_html(size, percent=after.startswith("%"), exact=exact)
    return tag(
        "p",
        f"{before} ",
        number,
        f" {after.removeprefix('%').strip()}",
        class_="worth",
        data_seat=seat,
    )


# ---------------------------------------------------------------------- mixes


MixedAction = Mapping[str, Fraction]


def mix_html(mix: MixedAction) -> Markup:
    """Return a mix in words, with exact numbers."""
    played = [(action, chance) for action, chance in mix.items() if chance]
    if len(played) == 1:
        return join_markup(played[0][0])
    return join_markup(
        *[join_markup(", " if k else "", a, " ", number_html(c)) for k, (a, c) in enumerate(played)]
    )


def is_mixed(mix: MixedAction) -> bool:
    """Tell whether a mix leaves anything to chance."""
    return sum(map(bool, mix.values())) > 1


def probability_bar(share: Fraction, *, best: bool) -> Markup:
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


# ---------------------------------------------------------------------- rules in words


MAX_PHONE_LETTERS = 110
"""Letters of a paragraph that has room in three lines of a telephone."""


def rules_in_words(paragraphs: Sequence[str]) -> Markup:
    """Return rules in four lines; on a telephone a longer paragraph unfolds when it is pressed."""
    return tag(
        "details",
        tag("summary", "The rules"),
        *(
            tag("p", text, class_="in-words", tabindex=0 if len(text) > MAX_PHONE_LETTERS else None)
            for text in paragraphs
        ),
        class_="rules-text",
        open=True,
    )


# ---------------------------------------------------------------------- cards


CARD_WIDTH, CARD_HEIGHT = 54, 76


SIGN_OF_SUIT = dict(zip(SUITS, SUIT_SYMBOLS, strict=True))


NAME_OF_SUIT = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


CARD_PATTERN = re.compile(rf"[{RANKS}][{SUITS}]")
"""A card of the pack as it is typed."""


RED_SUITS = ("♥", "♦")


def card_svg(name: str, suit: str = "♠", *, hidden: bool = False, class_: str = "") -> Markup:
    """Return one card; *hidden* shows its back, and one whose suit is no matter has none.

    >>> "♠" in card_svg("K"), "K" in card_svg("K", hidden=True)
    (True, False)
    """
    look = f"card-face {'red' if suit in RED_SUITS else 'black'} {class_}".strip()
    sheet = tag(
        "rect", x=1, y=1, width=CARD_WIDTH - 2, height=CARD_HEIGHT - 2, rx=7, class_="sheet"
    )
    if hidden:
        back = tag(
            "rect", x=6, y=6, width=CARD_WIDTH - 12, height=CARD_HEIGHT - 12, rx=4, class_="back"
        )
        inside = [sheet, back]
    else:
        middle = CARD_WIDTH // 2
        rank = tag(
            "text", name, x=middle, y=34 if suit else 48, text_anchor="middle", class_="rank"
        )
        pips = tag("text", suit, x=middle, y=60, text_anchor="middle", class_="suit")
        inside = [sheet, rank, pips] if suit else [sheet, rank]
    return tag(
        "svg",
        *inside,
        viewBox=f"0 0 {CARD_WIDTH} {CARD_HEIGHT}",
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        class_=look,
        aria_hidden="true",
    )


def typed_card_svg(typed: str, *, class_: str = "") -> Markup:
    """Return a card of the pack as it is typed.

    >>> "10" in typed_card_svg("Td"), "♦" in typed_card_svg("Td")
    (True, True)
    """
    return card_svg(typed[0].replace("T", "10"), SIGN_OF_SUIT[typed[1]], class_=class_)


def card_name(typed: str) -> str:
    """Return what a card is called.

    >>> card_name("Td")
    'ten of diamonds'
    """
    return f"{RANK_NAMES[RANKS.index(typed[0])]} of {NAME_OF_SUIT[typed[1]]}"


def with_suit_signs(text: str) -> str:
    """Return a text with the cards written by the symbols of their suits.

    >>> with_suit_signs("throw Ac Td"), with_suit_signs("stand pat")
    ('throw A♣ 10♦', 'stand pat')
    """
    return CARD_PATTERN.sub(
        lambda one: one[0][0].replace("T", "10") + SIGN_OF_SUIT[one[0][1]], text
    )


def _ranks_and_signs(held: str) -> list[tuple[str, str]]:
    """Return the cards of a document's text, each as its rank and the sign of its suit.

    >>> _ranks_and_signs("TcAs")
    [('10', '♣'), ('A', '♠')]
    """
    pairs = zip(held[::2], held[1::2], strict=True)
    return [
        ("10" if rank == "T" else rank, SUIT_SYMBOLS[SUITS.index(suit)]) for rank, suit in pairs
    ]


def cards_html(held: str) -> Markup:
    """Return cards as words, the red ones red."""
    if not held:
        return tag("span", "nothing", class_="dim")
    words = [
        tag("span", rank + suit, class_="red-card" if suit in "♥♦" else None)
        for rank, suit in _ranks_and_signs(held)
    ]
    spaced = (join_markup(" " if k else "", word) for k, word in enumerate(words))
    return tag("span", *spaced, class_="signs")


# ---------------------------------------------------------------------- chips


def chip_link(words: str, href: str, *, current: bool = False) -> Markup:
    """Return one of several links side by side; *current* marks the one that is shown."""
    return tag("a", words, href=href, class_="chip", aria_current="true" if current else None)


def chip_button(words: str, **attributes: str | None) -> Markup:
    """Return one of several buttons side by side."""
    return tag("button", words, type="button", class_="chip", **attributes)


def chips(items: Iterable[Markup], lead: str = "") -> Markup:
    """Return chips in a row, after the words *lead*."""
    return tag("p", tag("span", lead, class_="dim") if lead else None, *items, class_="chips")


# ---------------------------------------------------------------------- jobs


def job_html(job: Job, then: str, ahead: int = 0) -> Markup:
    """Return the progress of a job; when it is done, the part at the address *then* replaces it.

    *then* is loaded with the job's id as the query parameter ``job``; without it nothing is loaded.
    *ahead* is the number of jobs that wait before it.
    """
    if job.state == "done":
        mark = "&" if "?" in then else "?"
        return tag(
            "div",
            class_="job",
            hx_get=f"{then}{mark}job={job.id}" if then else None,
            hx_trigger="load" if then else None,
            hx_swap="outerHTML",
        )
    if job.is_over:
        return tag("div", ended_html(job), class_=f"job {job.state}")
    shown = progress_html(job, then, ahead)
    return tag("div", shown, cancel_button(job), class_="job", data_job=job.id)


def ended_html(job: Job) -> Markup:
    """Return why a job that is over has no answer; that it was cancelled is no fault."""
    if job.state == "cancelled":
        return tag("p", "Cancelled.", role="status")
    return error_html(job.fault or job.state)


def cancel_button(job: Job) -> Markup:
    """Return the button that cancels a job."""
    return tag(
        "button",
        "Cancel",
        type="button",
        class_="quiet",
        hx_post=f"/job/{job.id}/cancel",
        hx_target="closest .job",
        hx_swap="outerHTML",
    )


def progress_html(job: Job, then: str, ahead: int = 0) -> Markup:
    """Return the part of a job that is replaced every 200 ms.

    The button that cancels is not in it: a button that is replaced between press and release gets
    no click, and loses the keyboard's focus.
    """
    return tag(
        "div",
        tag("p", job_status_text(job, ahead), class_="doing", role="status"),
        tag("p", tag("a", "Jobs at work", href="/jobs"), class_="note way")
        if job.state == "waiting"
        else None,
        tag(
            "progress",
            value=None if job.share is None else f"{job.share:.3f}",
            max="1",
            aria_label="progress",
        ),
        tag("p", job.fault, class_="warning") if job.fault else None,
        class_="going",
        hx_get=f"/part/job/{job.id}?then={quote(then, safe='')}" if then else None,
        hx_trigger="load delay:200ms" if then else None,
        hx_target="this",
        hx_swap="outerHTML",
    )


def job_status_text(job: Job, ahead: int = 0) -> str:
    """Return what a job is doing, in words."""
    if job.state == "waiting":
        return f"waiting for a worker ({ahead} before it)" if ahead else "waiting for a worker"
    return f"{stage_words(job.moment) or 'starting'}, {job.seconds:.1f} s"


_STAGES = {
    "exploring": "building the game tree",
    "guessing": "solving the linear program",
    "exact": "making the solution exact",
    "uniqueness": "looking for other solutions",
    "folding": "removing actions that are never better",
    "dominance": "removing dominated strategies",
    "pivots in long numbers": "steps with long numbers",
    "long pivots": "steps with long numbers",
    "pivots": "steps",
    "nodes, run again with open cards": "nodes, each checked by playing its deal",
}
_STAGE = re.compile("|".join(rf"\b{re.escape(word)}$|\b{re.escape(word)}(?=,)" for word in _STAGES))


def stage_words(moment: str) -> str:
    """Return what a solver says that it does, in words of a reader who knows no solver.

    >>> stage_words("exploring, 1,200 nodes, run again with open cards")
    'building the game tree, 1,200 nodes, each checked by playing its deal'
    >>> stage_words("piece 3: exact, 12 long pivots")
    'piece 3: making the solution exact, 12 steps with long numbers'
    """
    return _STAGE.sub(lambda found: _STAGES[found[0]], moment)


# ---------------------------------------------------------------------- faults


_COMMAND = re.compile(r"\bsabot [a-z]|(?<!\S)--[a-z]")


def error_html(words: str, again: str = "") -> Markup:
    """Return a fault as a part of a page; *again* is where the same is asked once more."""
    note = "Words that begin with sabot or -- are commands for a terminal."
    return tag(
        "div",
        tag("pre", escape_lines(words)),
        tag("p", note, class_="note") if _COMMAND.search(words) else None,
        retry_link(again),
        class_="fault",
        role="alert",
    )


def retry_link(place: str, *, autofocus: bool = False, words: str = "Ask again") -> Markup | None:
    """Return the way to ask the same once more, where the address *place* says it all."""
    link = tag("a", words, href=place, class_="button", autofocus=autofocus)
    return tag("p", link) if place else None


# ---------------------------------------------------------------------- downloads


def download_links(files: Mapping[str, str], *, link: str = "", command: str = "") -> Markup:
    """Return links to files, by the word of each its address, and buttons that copy.

    They are not ``download`` links: those show nobody the message in place of a missing file.
    *link* is the address of the page, for this machine; *command* opens it on another.
    """
    links = [tag("a", word, href=href, class_="button") for word, href in files.items()]
    if link:
        links.append(_copy_button("Copy link", link, link="1"))
    if command:
        links.append(_copy_button("Copy command", command, title=f"for another machine: {command}"))
    return tag("p", *links, class_="row downloads", role="group", aria_label="Save and share")


def _copy_button(words: str, text: str, *, link: str | None = None, title: str = "") -> Markup:
    """Return a button that copies a text; with *link* as a whole address."""
    return tag(
        "button",
        words,
        type="button",
        class_="quiet",
        data_copy=text,
        data_link=link,
        title=title or None,
    )


# ---------------------------------------------------------------------- fields of forms


def field(label: str, control: Markup) -> Markup:
    """Return a control of a form under its label."""
    return tag("label", tag("span", label), control, class_="field")


def text_field(label: str, name: str, value: str, **attributes: str) -> Markup:
    """Return a field in which text is typed."""
    typed = tag("input", name=name, value=value, autocomplete="off", spellcheck="false")
    if attributes:
        typed = tag("input", name=name, value=value, autocomplete="off", **attributes)
    return field(label, typed)


def number_field(label: str, name: str, value: str, most: int) -> Markup:
    """Return a field for a whole number from 1 to *most*."""
    return field(label, tag("input", type="number", name=name, value=value, min=1, max=most))


def select_field(label: str, name: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Return a field with a list to choose from: values with their words."""
    listed = [
        tag("option", word, value=key, selected=key == chosen) for key, word in options.items()
    ]
    return field(label, tag("select", *listed, name=name))
