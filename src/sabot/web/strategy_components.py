"""Components of strategies: grids, tables, mixes in proportion, and the explanation of a cell.

A colour means the place of an action among those that the rules offer: the first (fold, check,
stand, hold), the second (call, bet, draw), the third, the fourth. A cell is filled in proportion to
its mix, and the paler it is the less the next best action would cost. What changed against the
answer before is marked, with the old action as a ghost.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from urllib.parse import urlencode

from sabot.exact import as_rational, format_fraction
from sabot.render.document import MIXED_CELL
from sabot.render.strategy_table import sort_infosets, sort_split_infosets, split_infoset_key
from sabot.render.text import (
    MIX_DIGITS,
    PERCENT_DIGITS,
    decimal_text,
    mixed_action_text,
    printable,
    with_article,
)
from sabot.web.components import MixedAction, is_mixed, mix_html, number_html
from sabot.web.html import (
    Markup,
    Part,
    capitalize_first,
    html_table,
    join_markup,
    scrollable,
    table_row,
    tag,
)
from sabot.web.messages import (
    Explanation,
    GridLayout,
    GridRow,
    HoldingsAnswer,
)

ACTION_CLASSES = ("first", "second", "third", "fourth")
"""The colours of actions, by their place among those that the rules offer."""
MAX_FRACTION_IN_SENTENCE = 9
"""Characters of a fraction in a sentence; a longer one is a decimal first."""
COST_LEVELS = 4
"""Steps from pale (the next best action costs nothing) to full (it costs most)."""


@dataclass(frozen=True)
class StrategyCells:
    """The strategy of one player as cells: mixes, what a mistake costs, and what was before."""

    views: Mapping[str, MixedAction]
    costs: Mapping[str, Fraction] = field(default_factory=dict)
    """What the next best action would cost at each view at which that is known."""
    before: Mapping[str, MixedAction] | None = None
    """The answer before, where rules were changed beside it."""

    @cached_property
    def slots(self) -> dict[str, int]:
        """Return the place of each action among those that the rules offer with it."""
        found: dict[str, int] = {}
        for mix in self.views.values():
            for place, action in enumerate(mix):
                found.setdefault(action, place)
        return found

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return a short label of each action; no two are the same.

        >>> StrategyCells({"K": {"check": Fraction(1), "call": Fraction(0)}}).labels
        {'check': 'Ch', 'call': 'Ca'}
        """
        actions = list(self.slots)
        return {action: _short_label(action, actions) for action in actions}

    @cached_property
    def largest_cost(self) -> Fraction:
        """Return the largest of these costs."""
        return max(self.costs.values(), default=Fraction(0))

    def ghost(self, view: str) -> MixedAction | None:
        """Return the mix before, where it was another."""
        if self.before is None or view not in self.before:
            return None
        old, new = self.before[view], self.views[view]
        same = {a: c for a, c in old.items() if c} == {a: c for a, c in new.items() if c}
        return None if same else old

    def part(self, shown: Iterable[str]) -> StrategyCells:
        """Return some of the cells."""
        return StrategyCells({view: self.views[view] for view in shown}, self.costs, self.before)


def _short_label(action: str, others: Sequence[str]) -> str:
    """Return the initials of an action, or as much of it as tells it from the others."""
    word, words = printable(action), [printable(one) for one in others]
    if [*map(_initials, words)].count(_initials(word)) == 1:
        return _initials(word)
    for long in range(2, len(word)):
        if sum(one[:long].lower() == word[:long].lower() for one in words) == 1:
            return word[:long].capitalize()
    return word


def _initials(word: str) -> str:
    return "".join(part[0] for part in word.split()).upper() or word


def action_class(place: int) -> str:
    """Return the colour of an action by its place."""
    return ACTION_CLASSES[place % len(ACTION_CLASSES)]


def mix_bar(mix: MixedAction, slots: Mapping[str, int]) -> Markup:
    """Return a mix as a bar: each action is as wide as it is likely."""
    parts: list[Part] = []
    left = Fraction(0)
    for action, chance in mix.items():
        if chance:
            place = {"x": f"{float(left):.4g}", "width": f"{float(chance):.4g}"}
            parts.append(tag("rect", y=0, height=1, class_=action_class(slots[action]), **place))
            left += chance
    return tag(
        "svg",
        *parts,
        viewBox="0 0 1 1",
        preserveAspectRatio="none",
        class_="mix-bar",
        aria_hidden="true",
    )


# ---------------------------------------------------------------------- grids


MAX_GRID_COLUMNS = 26
"""Cells of a player side by side; with more, information sets are listed."""
_MANY_ROWS = 24
"""Rows of a grid above which it is divided: one part is shown at a time."""


def infoset_layout(views: Iterable[str], sees: Sequence[str] = ()) -> GridLayout | None:
    """Return a grid of information sets: what is held across, what has happened down.

    Of keys of one length, the last part is across and the first divides a long grid. Of keys of
    different lengths, the first part (the card that is held) is across, the history is down, and
    the cards in it divide a long grid. None where a grid would be too wide or mostly empty.

    >>> layout = infoset_layout(["J", "Q", "J,pass,bet", "Q,pass,bet"])
    >>> layout["head"], [row["labels"] for row in layout["rows"]]
    (['', 'J', 'Q'], [['first'], ['pass, bet']])
    >>> infoset_layout([f"{card},{told}" for card in range(40) for told in ("pass", "bet")])["head"]
    ['', 'pass', 'bet']
    >>> third = [f"{total},{card}" for total in "3456" for card in "0123456-"]
    >>> [row["labels"][0] for row in infoset_layout(third)["rows"]]
    ['0', '1', '2', '3', '4', '5', '6', '-']
    >>> infoset_layout(["J", "Q", "K"])["rows"]
    [{'labels': [''], 'views': ['J', 'Q', 'K']}]
    """
    parts = {view: split_infoset_key(view) for view in views}
    order = sort_split_infosets(parts)
    if len(order) < 2:
        return None
    lengths = {len(own) for own in parts.values()}
    if lengths == {1}:
        return _strip_layout(order, sees)
    if len(lengths) == 1 and max(lengths) > 2:
        found = _table_layout(order, parts, sees)
        if found is not None:
            return found
    return _history_layout(order, parts, sees)


def _strip_layout(order: list[str], sees: Sequence[str]) -> GridLayout | None:
    if len(order) > MAX_GRID_COLUMNS:
        return None
    return {
        "head": ["", *order],
        "rows": [{"labels": [""], "views": order}],
        "sees": ["", *sees[:1]] if sees else [],
    }


def _table_layout(
    order: list[str], parts: Mapping[str, Sequence[str]], sees: Sequence[str]
) -> GridLayout | None:
    """Return the grid of keys of one length: the last part across, the first as a division."""
    columns = sort_infosets(dict.fromkeys(own[-1] for own in parts.values()))
    heads = list(dict.fromkeys(tuple(parts[view][:-1]) for view in order))
    if len(columns) > MAX_GRID_COLUMNS or 2 * len(order) < len(columns) * len(heads):
        return None
    known = {tuple(own): view for view, own in parts.items()}
    rows: list[GridRow] = [
        {
            "labels": [", ".join(head[1:])],
            "views": [known.get((*head, column), "") for column in columns],
            "part": head[0],
        }
        for head in heads
    ]
    named = [", ".join(sees[1:-1]), sees[-1]] if len(sees) > 2 else []
    return {
        "head": ["", *columns],
        "rows": rows,
        "sees": named,
        "division": sees[0] if sees else "first part",
    }


def _history_layout(
    order: list[str], parts: Mapping[str, Sequence[str]], sees: Sequence[str]
) -> GridLayout | None:
    """Return the grid of keys of different lengths: what is held across, the history down."""
    held = list(dict.fromkeys(own[0] for own in parts.values()))
    columns = sort_infosets(held)
    rests = list(dict.fromkeys(tuple(parts[view][1:]) for view in order))
    if 2 * len(order) < len(columns) * len(rests):
        return None
    known = {tuple(own): view for view, own in parts.items()}
    own_name = sees[0] if sees else "own card"
    seen = sees[1] if len(sees) > 1 else "what happened before"
    if len(columns) > MAX_GRID_COLUMNS:  # many cards: they are down, and equal ones are folded
        if len(rests) > MAX_GRID_COLUMNS:
            return None
        return {
            "head": ["", *(", ".join(rest) or "first" for rest in rests)],
            "rows": [
                {"labels": [card], "views": [known.get((card, *rest), "") for rest in rests]}
                for card in columns
            ],
            "sees": [own_name, seen],
        }
    # where all that was seen is one word, it is no history with a card in it
    drawn = held if len(set(map(len, rests))) > 1 else []
    cards = {rest: next((word for word in rest if word in drawn), "") for rest in rests}
    ordered = sorted(rests, key=lambda rest: columns.index(cards[rest]) if cards[rest] else -1)
    rows: list[GridRow] = [
        {
            "labels": [", ".join(rest) or "first"],
            "views": [known.get((column, *rest), "") for column in columns],
            "part": cards[rest] or ("no card yet" if any(cards.values()) else ""),
        }
        for rest in ordered
    ]
    return {
        "head": ["", *columns],
        "rows": rows,
        "sees": [seen, own_name],
        "division": "card on the table",
    }


MAX_COLUMNS_OF_FINGERS = 6
"""Cells side by side that a finger finds on a telephone; of more, a row is chosen first."""


def strategy_grid(layout: GridLayout, cells: StrategyCells) -> Markup:
    """Return cells in a layout: named axes, rows of one label grouped, long grids divided."""
    depth = len(layout["rows"][0]["labels"])
    bodies: list[Markup] = []
    divided = _parts_of(layout["rows"])
    mixed = {row.get("part", "") for row in layout["rows"] if _mixes(row, cells)}
    opened = next((part for part in divided if part in mixed), "".join(divided[:1]))
    for part, own in groupby(layout["rows"], key=lambda row: row.get("part", "")):
        shown = not divided or part == opened
        for alike, rows in _runs_of_equal_rows(list(own), cells, fold=not divided):
            if alike:
                bodies.append(_folded_rows(rows, cells, depth))
            lines = _grid_lines(rows, cells)
            hidden = bool(alike) or not shown
            bodies.append(tag("tbody", *lines, hidden=hidden, data_part=part if divided else None))
    wide = len(layout["head"]) - depth > MAX_COLUMNS_OF_FINGERS
    look = "grid wide" if wide else "grid"
    table = tag("table", _grid_head(layout, depth), *bodies, class_=look)
    return tag(
        "strategy-grid",
        _division_buttons(layout.get("division", ""), divided, opened, mixed) if divided else None,
        tag("div", table, class_="scroll", tabindex="-1"),
        tag("p", "Press a row to choose one of its cells.", class_="by-row") if wide else None,
        _grid_key(cells),
        tag("p", class_="readout", aria_live="polite"),
    )


def _parts_of(rows: Sequence[GridRow]) -> list[str]:
    """Return the parts that a long grid is divided into; none of a short one."""
    found = list(dict.fromkeys(row.get("part", "") for row in rows))
    return found if len(found) > 1 and len(rows) > _MANY_ROWS else []


def _mixes(row: GridRow, cells: StrategyCells) -> bool:
    """Return whether a cell of a row is left to chance."""
    return any(view in cells.views and is_mixed(cells.views[view]) for view in row["views"])


def _division_buttons(
    words: str, parts: Sequence[str], opened: str, mixed: Container[str]
) -> Markup:
    """Return the buttons that choose the part of a grid that is shown; some have mixed cells.

    If all of them have, the mark would distinguish nothing.
    """
    marked = [part for part in parts if part in mixed]
    marked = [] if marked == [*parts] else marked
    buttons = [
        tag(
            "button",
            f"{part} {MIXED_CELL}" if part in marked else part,
            type="button",
            title="has cells that are left to chance" if part in marked else None,
            data_show=part,
            aria_pressed=str(part == opened).lower(),
        )
        for part in parts
    ]
    row = tag("div", *buttons, class_="segmented", role="group", aria_label=words)
    return tag(
        "div", tag("span", f"{capitalize_first(words)}: ", class_="dim"), row, class_="row division"
    )


def _grid_head(layout: GridLayout, depth: int) -> Markup:
    """Return the head of a grid: the names of both axes, then the columns."""
    columns = layout["head"][depth:]
    sees: list[str] = layout.get("sees") or []
    across = None
    if len(sees) == 2:  # a table of a source has a sign of its own for what was not seen
        words = sees[1].replace(", - if", f", {columns[-1]} if")
        across = tag("th", f"{words} →", colspan=len(columns), class_="axis")
    down = f"{sees[0]} ↓" if len(sees) == 2 and sees[0] else ""
    corner = (
        tag("th", down, colspan=depth, class_="axis", scope="col")
        if down
        else tag("td", colspan=depth)
    )
    top = tag("tr", tag("td", colspan=depth), across) if across else None
    return tag("thead", top, tag("tr", corner, *(tag("th", one, scope="col") for one in columns)))


def _grid_lines(rows: Sequence[GridRow], cells: StrategyCells) -> list[Markup]:
    lines = []
    for _, group in groupby(rows, key=lambda line: line["labels"][0]):
        own = list(group)
        names = _row_headings([line["labels"] for line in own])
        for name, line in zip(names, own, strict=True):
            lines.append(tag("tr", *name, *(_grid_cell(view, cells) for view in line["views"])))
    return lines


_MAX_UNFOLDED_GRID = 12
"""Rows of a grid that are all shown; in a longer one, equal rows are folded."""
_MIN_FOLDED_ROWS = 3
"""Equal rows, one after the other, that are folded into one."""


def _runs_of_equal_rows(
    rows: Sequence[GridRow], cells: StrategyCells, *, fold: bool
) -> list[tuple[tuple[str, ...], list[GridRow]]]:
    """Return the rows in runs: those that are folded with their letters, the others with none."""
    if len(rows[0]["labels"]) == 1 and (len(rows) <= _MAX_UNFOLDED_GRID or not fold):
        return [((), list(rows))]
    if len(rows) <= _MAX_UNFOLDED_GRID or not fold:
        return [((), list(group)) for _, group in groupby(rows, key=lambda row: row["labels"][0])]
    found: list[tuple[tuple[str, ...], list[GridRow]]] = []
    labels = cells.labels
    for marks, run in groupby(rows, key=lambda row: _marks_of_row(row, cells, labels)):
        alike = list(run)
        folded = len(alike) >= _MIN_FOLDED_ROWS and MIXED_CELL not in marks
        if folded or not found or found[-1][0]:
            found.append((marks if folded else (), alike))
        else:
            found[-1][1].extend(alike)
    return found


def _marks_of_row(row: GridRow, cells: StrategyCells, labels: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        _mark(cells.views[view], labels) if view in cells.views else "" for view in row["views"]
    )


def _mark(mix: MixedAction, labels: Mapping[str, str]) -> str:
    """Return the letter of the action that is always played; a sign where several are."""
    return MIXED_CELL if is_mixed(mix) else next(labels[a] for a, chance in mix.items() if chance)


def _folded_rows(rows: Sequence[GridRow], cells: StrategyCells, depth: int) -> Markup:
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
    labels, slots = cells.labels, cells.slots
    squares = []
    for place, view in enumerate(rows[0]["views"]):
        if view not in cells.views:
            squares.append(tag("td"))
            continue
        mix = cells.views[view]
        played = next(action for action, chance in mix.items() if chance)
        own = [row["views"][place] for row in rows]
        flash = " changed" if any(one in cells.views and cells.ghost(one) for one in own) else ""
        look = f"square {action_class(slots[played])} {_cost_class(cells, own)} fold{flash}"
        squares.append(tag("td", _mark(mix, labels), class_=look))
    return tag("tbody", tag("tr", tag("th", button, scope="row", colspan=depth), *squares))


def _cost_class(cells: StrategyCells, views: Sequence[str]) -> str:
    """Return how full the colour of cells is: by the least that the next best action costs."""
    most = cells.largest_cost
    known = [cells.costs[view] for view in views if view in cells.costs]
    if not known or not most:
        return ""
    least = min(known)
    return f"cost-{0 if not least else 1 + min(COST_LEVELS - 1, int(COST_LEVELS * least / most))}"


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


def _grid_cell(view: str, cells: StrategyCells) -> Markup:
    mix = cells.views.get(view)
    if mix is None:
        return tag("td")
    labels, slots = cells.labels, cells.slots
    mark = _mark(mix, labels)
    cost = cells.costs.get(view)
    text = f"; the next best costs {decimal_text(cost, PERCENT_DIGITS)[0]}" if cost else ""
    old = cells.ghost(view)
    was = "" if old is None else f"; was {mixed_action_text(old.items(), MIX_DIGITS)}"
    words = f"{view}: {mixed_action_text(mix.items(), MIX_DIGITS)}{text}{was}"
    named = words if len(mark) == 1 else f"{mark}, {words}"  # what is seen is a part of the name
    button = tag(
        "button", mark, type="button", tabindex="-1", data_view=view, title=words, aria_label=named
    )
    before = None if old is None else _mark(old, labels | _own_labels(old))
    ghost = tag("span", before, class_="ghost") if before and before != mark else None
    if mark == MIXED_CELL:
        look, fill = "square mixed", mix_bar(mix, slots)
    else:
        played = next(action for action, chance in mix.items() if chance)
        look, fill = f"square {action_class(slots[played])} {_cost_class(cells, [view])}", None
    return tag(
        "td", fill, button, ghost, class_=f"{look.strip()}{'' if old is None else ' changed'}"
    )


def _own_labels(mix: MixedAction) -> dict[str, str]:
    return {action: _short_label(action, list(mix)) for action in mix}


def _grid_key(cells: StrategyCells) -> Markup:
    """Return what letters and shades mean."""
    labels, slots = cells.labels, cells.slots
    items = [
        tag("li", tag("span", labels[one], class_=f"square {action_class(slots[one])}"), " ", one)
        for one in sorted(slots, key=lambda one: slots[one])
    ]
    if any(map(is_mixed, cells.views.values())):
        half = {action: Fraction(1, 2) for action in list(slots)[:2]}
        sign = tag("span", mix_bar(half, slots), tag("b", MIXED_CELL), class_="square mixed")
        items.append(tag("li", sign, " mixed, in proportion", class_="several"))
    most = cells.largest_cost
    if most:
        steps = [tag("span", class_=f"square second cost-{k}") for k in range(COST_LEVELS + 1)]
        words = f" the next best costs 0 to {decimal_text(most, PERCENT_DIGITS)[0]}"
        items.append(tag("li", tag("span", *steps, class_="steps"), words, class_="shades"))
    return tag("ul", *items, class_="key", aria_label="Letters and shades")


# ---------------------------------------------------------------------- tables


MAX_ACTIONS_IN_ONE_TABLE = 3
"""Actions that are side by side in one table, whatever their information sets."""
MAX_ROWS = 400
"""Information sets of a table without a grid that are shown; a file has them all."""


def strategy_tables(cells: StrategyCells) -> Part:
    """Return tables with a line for each information set: one for each choice there is to make.

    One table of all actions would be empty for the most part, and its last columns out of sight.
    """
    shown = sort_infosets(cells.views)[:MAX_ROWS]
    choices: dict[tuple[str, ...], list[str]] = {}
    for view in shown:
        choices.setdefault(tuple(sorted(cells.views[view])), []).append(view)
    if sum(map(len, choices)) <= MAX_ACTIONS_IN_ONE_TABLE:
        choices = {(): shown}
    parts = [_strategy_table(cells, own) for own in choices.values()]
    return [*parts, more_rows_note(len(cells.views))]


def _strategy_table(cells: StrategyCells, shown: list[str]) -> Markup:
    """Return a table with a line for each of some information sets, their actions across."""
    actions = list(dict.fromkeys(action for view in shown for action in cells.views[view]))
    slots = cells.slots
    rows = []
    for view in shown:
        mix = cells.views[view]
        numbers = [
            tag("td", number_html(mix[one]), class_=_unplayed_class(mix, one), data_label=one)
            if one in mix
            else tag("td")
            for one in actions
        ]
        old = cells.ghost(view)
        bar = tag("td", mix_bar(mix, slots), class_="bar")
        look = None if old is None else "changed"
        rows.append(table_row(infoset_button(view, view), bar, *numbers, class_=look))
        if old is not None:  # below it: beside it there is no room for two mixes
            was = tag("td", "was ", mix_html(old), colspan=1 + len(actions), class_="ghost")
            rows.append(tag("tr", tag("td"), was, class_="was"))
    heads = [
        join_markup(tag("span", class_=f"dot {action_class(slots[one])}"), " ", one)
        for one in actions
    ]
    long = any(
        len(format_fraction(chance)) > MAX_FRACTION_IN_SENTENCE
        for view in shown
        for chance in cells.views[view].values()
    )
    look = "lines listed" if long else "lines"
    return scrollable(html_table(["at", "", *heads], rows, class_=look))


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


def explanation_html(explanation: Explanation, locks: Part) -> Markup:
    """Return what every action earns in a cell, in a sentence and as bars, and what is locked.

    What the opponent may hold there is loaded after it.
    """
    worth = {action: as_rational(text) for action, text in explanation["worth"].items()}
    best = max(worth.values())
    where = "" if explanation["view"] == "-" else f" at {explanation['view']}"
    asked = urlencode(
        {"g": explanation["game"], "seat": explanation["seat"], "view": explanation["view"]}
    )
    rows = [
        table_row(
            action,
            tag("td", amount_bar(amount, worth.values(), action_class(place)), class_="bar"),
            tag("td", number_html(amount), data_worth=action),
            tag("td", "best" if amount == best else number_html(amount - best, sign=True)),
            class_="best" if amount == best else None,
        )
        for place, (action, amount) in enumerate(worth.items())
    ]
    return tag(
        "div",
        tag("h3", f"Why{where}?"),
        tag("p", *_reason(explanation, worth), class_="reason"),
        html_table(("action", "", "earns", ""), rows),
        _lock_buttons(explanation, list(worth), locks),
        tag(
            "p",
            "It comes up with probability ",
            number_html(explanation["chance"], most=MAX_FRACTION_IN_SENTENCE),
            f" against {_opponent_words(explanation)}. ",
            _envelope_link(explanation) if len(worth) == 2 and explanation["zero_sum"] else None,
            class_="note",
        ),
        tag(
            "div",
            tag("p", f"By what {with_article(explanation['other'])} may hold …", class_="dim"),
            class_="holdings",
            hx_get=f"/part/holdings?{asked}",
            hx_trigger="load",
        ),
        class_="explanation",
        data_view=explanation["view"],
    )


def _reason(explanation: Explanation, worth: Mapping[str, Fraction]) -> list[Part]:
    """Return the reason for a mix as a sentence made from its numbers."""
    mix = {action: as_rational(text) for action, text in explanation["mix"].items()}
    who = capitalize_first(with_article(explanation["seat"]))
    best = max(worth.values())
    ties = [action for action, amount in worth.items() if amount == best]
    rest = sorted((amount for amount in worth.values() if amount != best), reverse=True)
    said: list[Part] = [f"{who} plays ", tag("b", _mix_words(mix)), ". "]
    if ties[1:]:
        said += [f"{capitalize_first(_join_actions(ties))} earn the same: {who} may mix. "]
    if rest:
        names = [action for action, amount in worth.items() if amount == rest[0]]
        said += [
            f"{capitalize_first(ties[0])} earns ",
            number_html(best - rest[0]),
            f" more than {_join_actions(names)}.",
        ]
    return said


def _mix_words(mix: MixedAction) -> str:
    """Return a mix in words, in per cent where it is one.

    >>> _mix_words({"draw": Fraction(1, 3), "stand": Fraction(2, 3)})
    'draw 33.33 %, stand 66.67 %'
    """
    if not is_mixed(mix):
        return next(action for action, chance in mix.items() if chance)
    shares = {action: decimal_text(100 * chance, 4)[0] for action, chance in mix.items() if chance}
    return ", ".join(f"{action} {share} %" for action, share in shares.items())


def amount_bar(amount: Fraction, others: Iterable[Fraction], look: str) -> Markup:
    """Return an amount as a bar from 0, on the scale that all of *others* share."""
    scale = [Fraction(0), *others]
    low, high = min(scale), max(scale)
    span = high - low or Fraction(1)
    zero, at = float(-low / span), float((amount - low) / span)
    bar = tag(
        "rect",
        x=f"{min(zero, at):.4g}",
        y=0.15,
        width=f"{max(abs(at - zero), 0.006):.4g}",
        height=0.7,
        class_=look,
    )
    axis = tag("rect", x=f"{min(zero, 0.99):.4g}", y=0, width=0.01, height=1, class_="axis")
    return tag(
        "svg",
        bar,
        axis,
        viewBox="0 0 1 1",
        preserveAspectRatio="none",
        class_="mix-bar",
        aria_hidden="true",
    )


_SHOWN_HOLDINGS = 14
"""Hands of the opponent that are shown at once; more are folded."""


def holdings_html(answer: HoldingsAnswer) -> Markup:
    """Return what each action earns by what the opponent may hold."""
    actions = answer["actions"]
    if answer["holdings"] is None:
        return join_markup(*(_expectation_details(answer, action) for action in actions))
    pays = [
        {action: as_rational(text) for action, text in one["pays"].items()}
        for one in answer["holdings"]
    ]
    scale = [amount for own in pays for amount in own.values()]
    rows = [
        table_row(
            one["holds"],
            tag("td", number_html(one["chance"])),
            *(
                tag(
                    "td",
                    amount_bar(own[action], scale, action_class(place)),
                    number_html(own[action]),
                    class_="bar",
                    data_pays=action,
                )
                for place, action in enumerate(actions)
            ),
        )
        for one, own in zip(answer["holdings"], pays, strict=True)
    ]
    who = with_article(answer["other"])
    head = (f"{who} holds", "chance", *(f"{action} pays" for action in actions))
    first = html_table(head, rows[:_SHOWN_HOLDINGS])
    rest = rows[_SHOWN_HOLDINGS:]
    more = tag("details", tag("summary", f"{len(rest)} more hands"), html_table(head, rest))
    return tag(
        "div",
        tag("h4", f"By what {who} may hold"),
        _largest_difference(answer, pays),
        scrollable(first, f"what {who} may hold"),
        more if rest else None,
    )


def _largest_difference(
    answer: HoldingsAnswer, pays: Sequence[Mapping[str, Fraction]]
) -> Markup | None:
    """Return against which hand two actions differ most, weighted by its probability."""
    if len(answer["actions"]) != 2 or not answer["holdings"]:
        return None
    one, two = answer["actions"]
    weighed = [
        as_rational(hand["chance"]) * (own[one] - own[two])
        for hand, own in zip(answer["holdings"], pays, strict=True)
    ]
    said: list[Part] = []
    for action, other, pick in ((one, two, max), (two, one, min)):
        most = pick(weighed)
        if most and (most > 0) == (pick is max):
            hand = answer["holdings"][weighed.index(most)]["holds"]
            words = f"Most for {action}: against {hand}, "
            number = number_html(abs(most), most=MAX_FRACTION_IN_SENTENCE)
            said += [words, number, f" over {other}. "]
    return tag("p", *said, class_="note") if said else None


def _join_actions(actions: list[str]) -> str:
    """Return actions in a row.

    >>> _join_actions(["call", "raise"]), _join_actions(["fold", "call", "raise"])
    ('call and raise', 'fold, call and raise')
    """
    *before, last = actions
    return f"{', '.join(before)} and {last}" if before else last


def _opponent_words(explanation: Explanation) -> str:
    return (
        f"an optimal {explanation['other']}"
        if explanation["zero_sum"]
        else f"{with_article(explanation['other'])}'s part"
    )


def _expectation_details(answer: HoldingsAnswer, action: str) -> Part:
    """Return one expectation by what the opponent does, folded away."""
    lines = answer["lines"].get(action, [])
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
    head = (answer["other"], "chance", "pays", "together")
    worth = sum((as_rational(line["part"]) for line in lines), Fraction(0))
    foot = table_row("sum", tag("td"), tag("td"), tag("td", number_html(worth)), class_="sum")
    return tag(
        "details",
        tag("summary", f"{action}, line by line"),
        scrollable(html_table(head, rows, foot=foot), f"{action}, line by line"),
        open=len(lines) <= 12,
    )


def _envelope_link(explanation: Explanation) -> Part:
    """Return the way to what the seat secures when it mixes here, where that is drawn."""
    if not explanation["once"]:
        return None
    asked = urlencode(
        {"g": explanation["game"], "seat": explanation["seat"], "view": explanation["view"]}
    )
    return tag("a", "What if it mixes here? V(p)", href=f"/envelope?{asked}")


def _lock_buttons(explanation: Explanation, actions: list[str], locks: Part) -> Markup:
    """Return the buttons that lock this cell, and what is locked already."""
    buttons = [
        tag("button", action, type="button", data_cell=explanation["view"], data_lock=action)
        for action in actions
    ]
    return tag(
        "div",
        tag("span", "Lock this cell to"),
        tag("span", *buttons, class_="row"),
        tag("div", locks, class_="locked", aria_live="polite"),
        class_="lock",
    )
