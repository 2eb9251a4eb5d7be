"""A seat's strategy on a page: a grid of letters where the views make one, else a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from sabot.render.grid import MIXED, gridded, letters_of
from sabot.render.layout import SeatTable, in_order, seat_tables
from sabot.render.words import MIX_DIGITS, both, mix_text, plural, the
from sabot.results.solution import Solution
from sabot.web.markup import Markup, Part, markup, number, tag
from sabot.web.table import row, scrolled, table

Mix = Mapping[str, Fraction]
Worths = Mapping[str, Mapping[str, Any]]
GROUNDS = ("first", "second", "third", "fourth")
FEW_ACTIONS = 3
"""Actions that stand side by side in one table, whatever the views they are of."""
MOST_ROWS = 400
"""Views of a table without a grid that are shown; a file has them all."""


def seat_part(
    solution: Solution,
    seat: str,
    worths: Worths,
    layout: Mapping[str, Any] | None,
    focus: Mapping[str, str],
) -> Markup:
    """Return the strategy of one seat, each cell of which says why; that of *focus* at once."""
    one = next(table for table in seat_tables(solution) if table.seat == seat)
    views = solution[seat].table
    letters = letters_of({action for mix in views.values() for action in mix})
    if one.one_choice:
        inside = _choices(views["-"], worths.get("-"))
    elif layout is not None and letters:
        inside = [_laid_out(layout, views, letters), _mixed(views)]
    else:
        inside = _gridded(one, views, letters)
    notes = [tag("p", _left_out(one), class_="note")] if one.absent else []
    return tag(
        "section",
        tag("h2", seat, " ", tag("small", one.verdict, class_="dim")),
        tag(
            "div",
            tag("div", *inside, *notes, class_="cells"),
            tag(
                "div",
                class_="why",
                aria_live="polite",
                hx_get=f"/part/why?{urlencode({'g': solution.game, **focus})}" if focus else None,
                hx_trigger="load" if focus else None,
                hx_sync="closest .seat:queue last",
            ),
            class_="seat-body",
        ),
        class_="panel seat",
        data_seat=seat,
        data_cell=focus.get("view"),
        data_locks=focus.get("locks"),
    )


def _left_out(one: SeatTable) -> str:
    return f"{plural(len(one.absent), 'view')} that the rules provide for and the cards never show"


def _choices(mix: Mix, worth: Mapping[str, Any] | None) -> list[Part]:
    """Return the choices of a seat that knows nothing: each with its chance and its worth."""
    played = sorted(mix, key=lambda action: -mix[action])
    head = ["choice", "chance", *(["earns"] if worth else [])]
    rows = []
    for action in played[:MOST_ROWS]:
        cells = [tag("td", number(mix[action]))]
        if worth:
            cells.append(tag("td", number(worth["worth"][action])))
        rows.append(row(_button("-", action), *cells, class_=None if mix[action] else "idle"))
    return [scrolled(table(head, rows)), _more(len(played))]


def _gridded(one: SeatTable, views: Mapping[str, Mix], letters: Mapping[str, str]) -> list[Part]:
    """Return a grid of the two-part views, and the rest line by line."""
    grid, rest = gridded(views, one.sees) if letters else (None, dict(views))
    if grid is None:
        return [_lines(views, letters)]
    rows = [
        {
            "labels": [row],
            "views": [
                f"{row},{column}" if letter else ""
                for column, letter in zip(grid.columns, marks, strict=True)
            ],
        }
        for row, marks in zip(grid.rows, grid.letters, strict=True)
    ]
    layout = {"head": ["", *grid.columns], "rows": rows, "sees": list(one.sees)}
    return [
        _laid_out(layout, views, letters),
        _mixed({view: mix for view, mix in views.items() if view not in rest}),
        _lines(rest, letters) if rest else None,
    ]


def _laid_out(
    layout: Mapping[str, Any], views: Mapping[str, Mix], letters: Mapping[str, str]
) -> Markup:
    """Return a table of letters in the game's own layout, rows of one label grouped."""
    grounds = _grounds(letters)
    depth = len(layout["rows"][0]["labels"])
    head = [tag("td") for _ in range(depth)]
    head += [tag("th", column, scope="col") for column in layout["head"][depth:]]
    bodies = []
    for _, group in groupby(layout["rows"], key=lambda line: line["labels"][0]):
        alike = list(group)
        lines = []
        for name, line in zip(_names([line["labels"] for line in alike]), alike, strict=True):
            cells = [_square(view, views.get(view), letters, grounds) for view in line["views"]]
            lines.append(tag("tr", *name, *cells))
        bodies.append(tag("tbody", *lines))
    sees: list[str] = layout.get("sees") or []
    told = f"rows: {sees[0]}; columns: {sees[1]}" if len(sees) == 2 else None
    table = tag("table", tag("thead", tag("tr", *head)), *bodies, class_="grid")
    return tag(
        "strategy-grid",
        tag("div", table, class_="scroll", tabindex="-1"),
        _key(letters, grounds, any(_is_mixed(mix) for mix in views.values())),
        tag("p", told, class_="note") if told else None,
        tag(
            "p", "Point at a cell, or choose one to see why.", class_="readout", aria_live="polite"
        ),
    )


def _names(labels: Sequence[Sequence[str]]) -> list[list[Markup]]:
    """Return how each of some lines begins: what they share stands once, beside all of them."""
    shared = 1 if len(labels[0]) > 1 else 0
    names = [
        [tag("th", label, scope="row") if label else tag("td") for label in own[shared:]]
        for own in labels
    ]
    if shared:
        names[0].insert(0, tag("th", labels[0][0], scope="rowgroup", rowspan=len(labels)))
    return names


def _grounds(letters: Mapping[str, str]) -> dict[str, str]:
    """Return the ground of each letter, in the order of the alphabet, as in every other writer."""
    return dict(zip(sorted(letters.values()), GROUNDS, strict=False)) | {MIXED: "mixed"}


def _is_mixed(mix: Mix) -> bool:
    return sum(map(bool, mix.values())) > 1


def _square(
    view: str, mix: Mix | None, letters: Mapping[str, str], grounds: Mapping[str, str]
) -> Markup:
    if mix is None:
        return tag("td")
    letter = MIXED if _is_mixed(mix) else next(letters[a] for a, chance in mix.items() if chance)
    words = f"{view}: {mix_text(mix.items(), MIX_DIGITS)}"
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


def _key(letters: Mapping[str, str], grounds: Mapping[str, str], mixes: bool) -> Markup:
    """Return what the letters mean."""
    named = sorted((letter, action) for action, letter in letters.items())
    shown = [*named, *([(MIXED, "mixed")] if mixes else [])]
    items = [
        tag("li", tag("span", letter, class_=f"square {grounds[letter]}"), " ", action)
        for letter, action in shown
    ]
    return tag("ul", *items, class_="key", aria_label="Letters")


def _mixed(views: Mapping[str, Mix]) -> Part:
    """Return the cells that are left to chance, in words."""
    mixed = {view: mix for view, mix in views.items() if _is_mixed(mix)}
    if not mixed:
        return tag("p", "No cell is left to chance.", class_="note")
    return [tag("h3", "Left to chance"), _lines(mixed, {})]


def _lines(views: Mapping[str, Mix], letters: Mapping[str, str]) -> Part:
    """Return tables with a line for each view: one for each choice that there is to make.

    One table of all actions would be empty for the most part, and its last columns out of sight.
    """
    shown = in_order(views)[:MOST_ROWS]
    choices: dict[tuple[str, ...], list[str]] = {}
    for view in shown:
        choices.setdefault(tuple(sorted(views[view])), []).append(view)
    if sum(map(len, choices)) <= FEW_ACTIONS:
        choices = {(): shown}
    parts = [_of_choice(views, own, letters) for own in choices.values()]
    return [*parts, _more(len(views))]


def _of_choice(views: Mapping[str, Mix], shown: list[str], letters: Mapping[str, str]) -> Markup:
    """Return a table with a line for each of some views, their actions across."""
    actions = list(dict.fromkeys(action for view in shown for action in views[view]))
    grounds = _grounds(letters)
    rows = []
    for view in shown:
        mix = views[view]
        cells = [
            tag("td", number(mix[action]) if action in mix else "", class_=_shade(mix, action))
            for action in actions
        ]
        mark = None
        if letters:
            letter = MIXED if _is_mixed(mix) else next(letters[a] for a, c in mix.items() if c)
            mark = tag("td", letter, class_=f"square {grounds[letter]}")
        rows.append(row(_button(view, view), mark, *cells))
    head = ["view", *([""] if letters else []), *actions]
    return scrolled(table(head, rows))


def _shade(mix: Mix, action: str) -> str | None:
    return None if mix.get(action) else "idle"


def _button(view: str, label: str) -> Markup:
    words = markup(
        *(markup(Markup(",<wbr>") if k else "", w) for k, w in enumerate(label.split(",")))
    )
    return tag("button", words, type="button", class_="view", data_view=view)


def _more(count: int) -> Part:
    if count <= MOST_ROWS:
        return None
    return tag("p", f"and {count - MOST_ROWS:,} more; a downloaded file has all", class_="note")


def mix_part(mix: Mix) -> Markup:
    """Return a mix in words, with exact numbers."""
    played = [(action, chance) for action, chance in mix.items() if chance]
    if len(played) == 1:
        return markup(played[0][0])
    return markup(
        *[markup(", " if k else "", a, " ", number(c)) for k, (a, c) in enumerate(played)]
    )


__all__ = ["both", "mix_part", "seat_part", "the"]
