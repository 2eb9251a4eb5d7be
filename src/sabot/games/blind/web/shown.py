"""Parts of the page: what each seat is paid, its cuts turn by turn, and the theorem behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sabot.games.blind.web.figures import Steps, colour, strip
from sabot.render.theorems.cuts import screen
from sabot.render.words import plural
from sabot.results.cuts import CutTheorem
from sabot.web.markup import Markup, amount, tag, written
from sabot.web.table import row, scrolled, table

Cuts = Mapping[str, Mapping[str, Steps]]
"""By seat, and by what was said before its turn."""
MOST_OPEN = 8
"""Turns of a seat that are drawn at once; more are unfolded by who wants them."""


def paid_part(seats: Sequence[str], paid: Sequence[str], gains: Sequence[str], said: str) -> Markup:
    """Return what each seat is paid, and what it could gain by any other strategy."""
    rows = [
        row(
            f"player {seat}",
            tag("td", amount(pay)),
            tag("td", amount(gain)),
            data_seat=seat,
        )
        for seat, pay, gain in zip(seats, paid, gains, strict=True)
    ]
    head = ("", "is paid", "could gain at most")
    return tag(
        "section",
        tag("h2", "Paid, and what a better reply would gain"),
        scrolled(table(head, rows, class_="lines paid")),
        tag("p", said, ".", class_="note", role="status"),
        class_="panel",
    )


def cuts_part(seats: Sequence[str], cuts: Cuts) -> Markup:
    """Return what each seat does with which hands, at each of its turns."""
    actions = list(
        dict.fromkeys(
            action for views in cuts.values() for steps in views.values() for _, action in steps
        )
    )
    actions.sort(key=lambda action: action not in ("drop", "pass"))
    legend = [
        tag("li", tag("span", class_=f"square {colour(one, actions)}"), " ", one) for one in actions
    ]
    return tag(
        "section",
        tag("h2", "What to do with which hand"),
        tag("ul", *legend, class_="key"),
        *(_seat(seat, cuts[seat], actions) for seat in seats),
        _listed(cuts),
        class_="panel",
    )


def _seat(seat: str, views: Mapping[str, Steps], actions: Sequence[str]) -> Markup:
    turns = [_turn(seat, view, steps, actions) for view, steps in views.items()]
    told = tag("h3", f"Player {seat}")
    if len(turns) <= MOST_OPEN:
        return tag("div", told, *turns, data_seat=seat)
    more = tag(
        "details",
        tag("summary", f"{plural(len(turns) - MOST_OPEN, 'turn')} more"),
        *turns[MOST_OPEN:],
    )
    return tag("div", told, *turns[:MOST_OPEN], more, data_seat=seat)


def _turn(seat: str, view: str, steps: Steps, actions: Sequence[str]) -> Markup:
    before = "at the start" if view == "-" else f"after {view}"
    return tag(
        "div",
        tag("p", before, class_="before"),
        strip(steps, actions, f"Player {seat} {before}"),
        class_="turn-cuts",
        data_view=view,
    )


def _listed(cuts: Cuts) -> Markup:
    """Return every cut with every digit."""
    rows = [
        tag(
            "tr",
            tag("td", seat),
            tag("td", view),
            tag("td", action),
            tag("td", tag("span", end, data_exact=end)),
        )
        for seat, views in cuts.items()
        for view, steps in views.items()
        for end, action in steps[:-1]
    ]
    head = ("player", "after", "action", "up to")
    return tag(
        "details",
        tag("summary", "All cuts with all their digits"),
        scrolled(table(head, rows, class_="plain"), "All cuts"),
        class_="listed",
    )


def theorem_part(theorem: CutTheorem) -> Markup:
    """Return the theorem with its formulas."""
    return tag(
        "details",
        tag("summary", "The theorem, with its formulas"),
        written(screen(theorem)),
        class_="panel",
    )
