"""The components of the workbench's pages: small functions from data to HTML, without requests.

A page is documents through the HTML writer (:func:`document_html`) and these components: number,
value, mix and its bar, card, strategy grid, strategy table, explanation, chips, job, fault,
downloads and field. The page ``/components`` shows each in all its states.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from sabot.cards.poker_hand import RANK_NAMES, RANKS, SUIT_SYMBOLS, SUITS
from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.render import document as doc
from sabot.render.document import MIXED_CELL
from sabot.render.strategy_table import sort_infosets
from sabot.render.text import (
    DIGITS,
    MIX_DIGITS,
    decimal_text,
    mixed_action_text,
    shorten_fraction,
    with_article,
)
from sabot.render.writers import html
from sabot.web.html import (
    Markup,
    Part,
    capitalize_first,
    escape_lines,
    html_table,
    join_markup,
    scrollable,
    table_row,
    tag,
)
from sabot.web.messages import Explanation, GridLayout, GridRow

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


def number_html(
    value: Fraction | str | int, *, digits: int = MIX_DIGITS, sign: bool = False
) -> Markup:
    """Return an exact number with its decimal beside it; the page's switch says which is read.

    ``data-exact`` has the whole number of the JSON. Of a fraction of very many digits a value
    (*digits* above those of a mix) is written out, and a mix is rounded as on the terminal.

    >>> str(number_html("9/11"))
    '<span class="number" data-exact="9/11"><span class="exact">9/11</span>...
    """
    exact = as_rational(value) if isinstance(value, str) else Fraction(value)
    plus = "+" if sign and exact > 0 else ""
    whole, short = format_fraction(exact), plus + shorten_fraction(exact)
    text, same = decimal_text(exact, digits)
    if (
        short != plus + whole
    ):  # "22522633...[30 digits]/24279233...[30 digits]" does not say how often
        full = digits > MIX_DIGITS and len(whole) <= _MAX_WRITTEN_OUT
        short = plus + whole if full else f"≈ {plus}{text}"
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
    return number_html(text)


def _breakable_fraction(text: str) -> Markup:
    """Return a fraction that may break behind its stroke; a short one never does."""
    over, stroke, under = text.partition("/")
    if not stroke or len(text) <= _MAX_UNBROKEN_FRACTION:
        return join_markup(text)
    return join_markup(over, stroke, Markup("<wbr>"), under)


def document_html(told: doc.Document) -> Markup:
    """Return a document as a part of a page; the page's switch says how its numbers are read."""
    return Markup(html.render(told, _PAGE_CLASSES))


def _number_of_document(piece: doc.ExactNumber) -> str:
    return number_html(piece.value, digits=piece.digits or MIX_DIGITS)


_PAGE_CLASSES = replace(html.CLASS_STYLE, number=_number_of_document)


_MAX_HEADLINE_FRACTION = 14
"""Characters of a fraction in large figures; of a longer one the decimal is the headline."""


def value_html(amount: Fraction, words: str, seat: str | None = None) -> Markup:
    """Return a value in large figures, and below it who is paid; *seat* is its player.

    A long fraction is written out in small figures below its decimal.
    """
    number = number_html(amount, digits=DIGITS)
    if len(format_fraction(amount)) <= _MAX_HEADLINE_FRACTION:
        return join_markup(
            tag("p", number, class_="worth", data_seat=seat), tag("p", words, class_="dim")
        )
    text, same = decimal_text(amount, DIGITS)
    large = tag("span", text if same else f"≈ {text}", data_exact=format_fraction(amount))
    return join_markup(
        tag("p", large, class_="worth", data_seat=seat),
        tag("p", words, class_="dim"),
        tag("p", "exactly ", number, class_="exactly dim"),
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
    told = (join_markup(" " if k else "", word) for k, word in enumerate(words))
    return tag("span", *told, class_="signs")


# ---------------------------------------------------------------------- strategies


ACTION_CLASSES = ("first", "second", "third", "fourth")


MAX_ACTIONS_IN_ONE_TABLE = 3
"""Actions that are side by side in one table, whatever their information sets."""


MAX_ROWS = 400
"""Views of a table without a grid that are shown; a file has them all."""


def strategy_grid(
    layout: GridLayout, views: Mapping[str, MixedAction], letters: Mapping[str, str]
) -> Markup:
    """Return a table of letters in the game's own layout, rows of one label grouped."""
    grounds = _letter_classes(letters)
    depth = len(layout["rows"][0]["labels"])
    head = [tag("td") for _ in range(depth)]
    head += [tag("th", column, scope="col") for column in layout["head"][depth:]]
    bodies: list[Markup] = []
    for alike, rows in _runs_of_equal_rows(layout["rows"], views, letters):
        lines = []
        for _, group in groupby(rows, key=lambda line: line["labels"][0]):
            own = list(group)
            names = _row_headings([line["labels"] for line in own])
            for name, line in zip(names, own, strict=True):
                cells = [
                    _grid_cell(view, views.get(view), letters, grounds) for view in line["views"]
                ]
                lines.append(tag("tr", *name, *cells))
        if alike:
            bodies.append(_folded_rows(rows, alike, grounds, depth))
        bodies.append(tag("tbody", *lines, hidden=bool(alike)))
    sees: list[str] = layout.get("sees") or []
    told = f"rows: {sees[0]}; columns: {sees[1]}" if len(sees) == 2 else None
    table = tag("table", tag("thead", tag("tr", *head)), *bodies, class_="grid")
    return tag(
        "strategy-grid",
        tag("div", table, class_="scroll", tabindex="-1"),
        _letter_key(letters, grounds, any(is_mixed(mix) for mix in views.values())),
        tag("p", told, class_="note") if told else None,
        tag(
            "p", "Point at a cell, or choose one to see why.", class_="readout", aria_live="polite"
        ),
    )


_MAX_UNFOLDED_GRID = 12
"""Rows of a grid that are all shown; in a longer one, equal rows are folded."""
_MIN_FOLDED_ROWS = 3
"""Equal rows, one after the other, that are folded into one."""


def _runs_of_equal_rows(
    rows: Sequence[GridRow], views: Mapping[str, MixedAction], letters: Mapping[str, str]
) -> list[tuple[tuple[str, ...], list[GridRow]]]:
    """Return the rows in runs: those that are folded with their letters, the others with none."""
    if len(rows) <= _MAX_UNFOLDED_GRID:
        return [((), list(group)) for _, group in groupby(rows, key=lambda row: row["labels"][0])]
    found: list[tuple[tuple[str, ...], list[GridRow]]] = []
    for marks, run in groupby(rows, key=lambda row: _letters_of_row(row, views, letters)):
        alike = list(run)
        folded = len(alike) >= _MIN_FOLDED_ROWS and MIXED_CELL not in marks
        if folded or not found or found[-1][0]:
            found.append((marks if folded else (), alike))
        else:
            found[-1][1].extend(alike)
    return found


def _letters_of_row(
    row: GridRow, views: Mapping[str, MixedAction], letters: Mapping[str, str]
) -> tuple[str, ...]:
    return tuple(_letter(views[view], letters) if view in views else "" for view in row["views"])


def _letter(mix: MixedAction, letters: Mapping[str, str]) -> str:
    """Return the letter of the action that is always played; a sign where several are."""
    return MIXED_CELL if is_mixed(mix) else next(letters[a] for a, chance in mix.items() if chance)


def _folded_rows(
    rows: Sequence[GridRow], marks: Sequence[str], grounds: Mapping[str, str], depth: int
) -> Markup:
    """Return equal rows as one: a button with their range unfolds them."""
    first, last = rows[0]["labels"], rows[-1]["labels"]
    group = first[0] if first[0] == last[0] else f"{first[0]}–{last[0]}"
    words = f"{', '.join(filter(None, first))} to {', '.join(filter(None, last))}"
    button = tag(
        "button",
        f"{group} ×{len(rows)}",
        type="button",
        class_="fold",
        title=words,
        aria_label=f"{group} ×{len(rows)} equal rows, {words}",
        aria_expanded="false",
    )
    cells = [
        tag("td", mark, class_=f"square {grounds[mark]} fold") if mark else tag("td")
        for mark in marks
    ]
    return tag("tbody", tag("tr", tag("th", button, scope="row", colspan=depth), *cells))


def _row_headings(labels: Sequence[Sequence[str]]) -> list[list[Markup]]:
    """Return how each of some lines begins: what they share is written once, beside all of them."""
    shared = 1 if len(labels[0]) > 1 else 0
    names = [
        [tag("th", label, scope="row") if label else tag("td") for label in own[shared:]]
        for own in labels
    ]
    if shared:
        names[0].insert(0, tag("th", labels[0][0], scope="rowgroup", rowspan=len(labels)))
    return names


def _letter_classes(letters: Mapping[str, str]) -> dict[str, str]:
    """Return the ground of each letter, in the order of the alphabet, as in every other writer."""
    return dict(zip(sorted(letters.values()), ACTION_CLASSES, strict=False)) | {MIXED_CELL: "mixed"}


def _grid_cell(
    view: str, mix: MixedAction | None, letters: Mapping[str, str], grounds: Mapping[str, str]
) -> Markup:
    if mix is None:
        return tag("td")
    letter = _letter(mix, letters)
    words = f"{view}: {mixed_action_text(mix.items(), MIX_DIGITS)}"
    button = tag(
        "button",
        letter,
        type="button",
        tabindex="-1",
        data_view=view,
        title=words,
        aria_label=words,
    )
    return tag("td", button, class_=f"square {grounds[letter]}")


def _letter_key(letters: Mapping[str, str], grounds: Mapping[str, str], mixes: bool) -> Markup:
    """Return what the letters mean."""
    named = sorted((letter, action) for action, letter in letters.items())
    shown = [*named, *([(MIXED_CELL, "mixed")] if mixes else [])]
    items = [
        tag("li", tag("span", letter, class_=f"square {grounds[letter]}"), " ", action)
        for letter, action in shown
    ]
    return tag("ul", *items, class_="key", aria_label="Letters")


def strategy_tables(views: Mapping[str, MixedAction], letters: Mapping[str, str]) -> Part:
    """Return tables with a line for each view: one for each choice that there is to make.

    One table of all actions would be empty for the most part, and its last columns out of sight.
    """
    shown = sort_infosets(views)[:MAX_ROWS]
    choices: dict[tuple[str, ...], list[str]] = {}
    for view in shown:
        choices.setdefault(tuple(sorted(views[view])), []).append(view)
    if sum(map(len, choices)) <= MAX_ACTIONS_IN_ONE_TABLE:
        choices = {(): shown}
    parts = [_strategy_table(views, own, letters) for own in choices.values()]
    return [*parts, more_rows_note(len(views))]


def _strategy_table(
    views: Mapping[str, MixedAction], shown: list[str], letters: Mapping[str, str]
) -> Markup:
    """Return a table with a line for each of some views, their actions across."""
    actions = list(dict.fromkeys(action for view in shown for action in views[view]))
    grounds = _letter_classes(letters)
    rows = []
    for view in shown:
        mix = views[view]
        cells = [
            tag(
                "td",
                number_html(mix[action]) if action in mix else "",
                class_=_unplayed_class(mix, action),
            )
            for action in actions
        ]
        mark = None
        if letters:
            letter = _letter(mix, letters)
            mark = tag("td", letter, class_=f"square {grounds[letter]}")
        rows.append(table_row(infoset_button(view, view), mark, *cells))
    head = ["view", *([""] if letters else []), *actions]
    return scrollable(html_table(head, rows))


def _unplayed_class(mix: MixedAction, action: str) -> str | None:
    return None if mix.get(action) else "idle"


def infoset_button(view: str, label: str) -> Markup:
    """Return the button of an information set, which asks for its explanation."""
    words = join_markup(
        *(join_markup(Markup(",<wbr>") if k else "", w) for k, w in enumerate(label.split(",")))
    )
    return tag("button", words, type="button", class_="view", data_view=view)


def more_rows_note(count: int) -> Part:
    """Return how many rows of a long table are left out."""
    if count <= MAX_ROWS:
        return None
    return tag("p", f"and {count - MAX_ROWS:,} more; a downloaded file has all", class_="note")


# ---------------------------------------------------------------------- the explanation of a cell


def explanation_html(told: Explanation, locks: Part) -> Markup:
    """Return what every action earns in a cell, and what is locked there."""
    worth = {action: as_rational(text) for action, text in told["worth"].items()}
    best = max(worth.values())
    mix = {action: as_rational(text) for action, text in told["mix"].items()}
    where = "" if told["view"] == "-" else f" at {told['view']}"
    rows = [
        table_row(
            action,
            tag("td", number_html(amount), data_worth=action),
            tag(
                "td",
                "best" if amount == best else join_markup(number_html(amount - best), " worse"),
            ),
            class_="best" if amount == best else None,
        )
        for action, amount in worth.items()
    ]
    ties = [action for action, amount in worth.items() if amount == best]
    said = (
        f"{_join_actions(ties)} are worth the same: {with_article(told['seat'])} may mix."
        if ties[1:]
        else None
    )
    return tag(
        "div",
        tag("h3", f"Why{where}?"),
        tag(
            "p",
            capitalize_first(f"{with_article(told['seat'])} plays "),
            mix_html(mix),
            ". The view comes up with chance ",
            number_html(told["chance"]),
            f" against {_opponent_words(told)}.",
        ),
        html_table(("action", "earns", ""), rows),
        tag("p", said, class_="note") if said else None,
        _lock_buttons(told, list(worth), locks),
        _envelope_link(told) if len(worth) == 2 and told["zero_sum"] else None,
        *(_expectation_details(told, action) for action in worth),
        class_="why-told",
        data_view=told["view"],
    )


def _join_actions(actions: list[str]) -> str:
    """Return actions in a row.

    >>> _join_actions(["call", "raise"]), _join_actions(["fold", "call", "raise"])
    ('call and raise', 'fold, call and raise')
    """
    return f"{', '.join(actions[:-1])} and {actions[-1]}"


def _opponent_words(told: Explanation) -> str:
    return (
        f"an optimal {told['other']}"
        if told["zero_sum"]
        else f"{with_article(told['other'])}'s part"
    )


def _expectation_details(told: Explanation, action: str) -> Part:
    """Return one expectation line by line, folded away."""
    lines = told["lines"][action]
    if not lines:
        return None
    rows = [
        table_row(
            line["other"],
            tag("td", number_html(line["chance"])),
            tag("td", number_html(line["pays"])),
            tag("td", number_html(line["part"])),
        )
        for line in lines
    ]
    head = (told["other"], "chance", "pays", "together")
    worth = tag("td", number_html(told["worth"][action]))
    foot = table_row("sum", tag("td"), tag("td"), worth, class_="sum")
    return tag(
        "details",
        tag("summary", f"{action}, line by line"),
        scrollable(html_table(head, rows, foot=foot), f"{action}, line by line"),
        open=len(lines) <= 12,
    )


def _envelope_link(told: Explanation) -> Markup:
    """Return the way to what the seat secures when it mixes here; where it is not drawn, why."""
    if not told["once"]:
        words = "V(p), what it is sure of if it mixes here, is drawn where each seat chooses once."
        return tag("p", words, class_="note")
    asked = urlencode({"g": told["game"], "seat": told["seat"], "view": told["view"]})
    link = tag("a", "What if it mixes here? V(p)", href=f"/envelope?{asked}")
    return tag("p", link)


def _lock_buttons(told: Explanation, actions: list[str], locks: Part) -> Markup:
    """Return the buttons that lock this cell, and what is locked already."""
    buttons = [
        tag("button", action, type="button", data_cell=told["view"], data_lock=action)
        for action in actions
    ]
    return tag(
        "div",
        tag("span", "Lock this cell to"),
        tag("span", *buttons, class_="row"),
        tag("div", locks, class_="locked", aria_live="polite"),
        class_="lock",
    )


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
        return tag("div", error_html(job.fault or job.state), class_=f"job {job.state}")
    return tag("div", progress_html(job, then, ahead), cancel_button(job), class_="job")


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
        tag("p", tag("a", "Jobs at work", href="/jobs"), class_="note")
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
    return f"{job.moment or 'starting'}, {job.seconds:.1f} s"


# ---------------------------------------------------------------------- faults


def error_html(words: str, again: str = "") -> Markup:
    """Return a fault as a part of a page; *again* is where the same is asked once more."""
    return tag(
        "div", tag("pre", escape_lines(words)), retry_link(again), class_="fault", role="alert"
    )


def retry_link(place: str, *, autofocus: bool = False) -> Markup | None:
    """Return the way to ask the same once more, where the address *place* says it all."""
    link = tag("a", "Ask again", href=place, class_="button", autofocus=autofocus)
    return tag("p", link) if place else None


# ---------------------------------------------------------------------- downloads


def download_links(files: Mapping[str, str]) -> Markup:
    """Return links to files, by the word of each its address.

    They are not ``download`` links: those show nobody the message in place of a missing file.
    """
    links = [tag("a", word, href=href, class_="button") for word, href in files.items()]
    return tag("p", *links, class_="row downloads", role="group", aria_label="Download")


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
