"""A page for developers: every component of the workbench in all its states.

It is not in the navigation. Buttons and links on it lead nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import Response

from sabot.render.document import Heading, Paragraph, build_document, build_table, labelled_lines
from sabot.render.text import DIGITS
from sabot.web import components
from sabot.web.html import Markup, Part, tag
from sabot.web.jobs import Job, JobState
from sabot.web.layout import render_page
from sabot.web.messages import Explanation, GridLayout
from sabot.web.pages import Page

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
LONG_FRACTION = Fraction(10**40 + 1, 7**50)
GRID_LAYOUT: GridLayout = {
    "head": ["", "5", "6"],
    "rows": [
        {"labels": ["0"], "views": ["0,5", "0,6"]},
        {"labels": ["1"], "views": ["1,5", ""]},
    ],
    "sees": ["own total", "the other's card"],
}
GRID_STRATEGY = {
    "0,5": {"draw": Fraction(1), "stand": Fraction(0)},
    "0,6": {"draw": THIRD, "stand": 1 - THIRD},
    "1,5": {"draw": Fraction(0), "stand": Fraction(1)},
}
TABLE_STRATEGY = {
    "J": {"check": 1 - THIRD, "bet": THIRD},
    "Q": {"check": Fraction(1), "bet": Fraction(0)},
    "K,after a bet": {"fold": Fraction(0), "call": Fraction(1)},
}
EXPLANATION: Explanation = {
    "game": "kuhn-poker",
    "seat": "first",
    "other": "second",
    "view": "J",
    "worth": {"check": "-1/3", "bet": "-1/3", "fold": "-1"},
    "mix": {"check": "2/3", "bet": "1/3"},
    "chance": "1/3",
    "zero_sum": True,
    "once": False,
    "lines": {
        "check": [{"other": "Q", "chance": "1/2", "pays": "-1", "part": "-1/2"}],
        "bet": [],
        "fold": [],
    },
}


@dataclass(frozen=True, slots=True)
class Example:
    """A component, and its states by name."""

    name: str
    states: Mapping[str, Callable[[], Part]]


def _job(state: JobState, *, moment: str = "", share: float | None = None, fault: str = "") -> Part:
    job = Job("example", "solve", {"game": "le-her"}, "", state, moment, share, fault=fault)
    return components.job_html(job, "")


def _document() -> Markup:
    return components.document_html(
        build_document(
            Heading("le Her", "a document"),
            Paragraph("A paragraph, a list of values and a table."),
            labelled_lines(("value", "0"), ("seats", "2")),
            build_table([("1-6", "exchange")], head=("rank", "action")),
        )
    )


EXAMPLES = (
    Example("Document", {"heading, paragraph, values, table": _document}),
    Example(
        "Number",
        {
            "whole": lambda: components.number_html(Fraction(3)),
            "fraction": lambda: components.number_html("9/11"),
            "with its sign": lambda: components.number_html(HALF, sign=True),
            "long, in a mix": lambda: components.number_html(LONG_FRACTION),
            "long, as a value": lambda: components.number_html(LONG_FRACTION, digits=DIGITS),
            "irrational": lambda: components.amount_html("0.70245211383002609767610236728"),
            "a bound": lambda: components.amount_html("1e-12"),
        },
    ),
    Example(
        "Value",
        {
            "zero-sum": lambda: components.value_html(-THIRD, "paid to the first, on average"),
            "of one player": lambda: components.value_html(HALF, "paid to ann", "ann"),
        },
    ),
    Example(
        "Mix",
        {
            "pure": lambda: components.mix_html({"draw": Fraction(1), "stand": Fraction(0)}),
            "mixed": lambda: components.mix_html({"draw": THIRD, "stand": 1 - THIRD}),
            "bar": lambda: components.probability_bar(THIRD, best=False),
            "bar, the best": lambda: components.probability_bar(1 - THIRD, best=True),
        },
    ),
    Example(
        "Card",
        {
            "black": lambda: components.card_svg("K"),
            "red": lambda: components.typed_card_svg("Td"),
            "hidden": lambda: components.card_svg("K", hidden=True),
            "without a suit": lambda: components.card_svg("7", ""),
            "in words": lambda: components.cards_html("TcAhKd"),
            "none": lambda: components.cards_html(""),
        },
    ),
    Example(
        "Grid",
        {
            "pure and mixed cells": lambda: components.strategy_grid(
                GRID_LAYOUT, GRID_STRATEGY, {"draw": "D", "stand": "S"}
            )
        },
    ),
    Example(
        "Strategy table",
        {
            "one table for each set of actions": lambda: components.strategy_tables(
                TABLE_STRATEGY, {}
            ),
            "with letters": lambda: components.strategy_tables(
                GRID_STRATEGY, {"draw": "D", "stand": "S"}
            ),
        },
    ),
    Example(
        "Explanation",
        {
            "a mixed cell": lambda: components.explanation_html(EXPLANATION, None),
            "with a lock": lambda: components.explanation_html(
                {**EXPLANATION, "mix": {"fold": "1"}}, components.chips(_lock_chips())
            ),
        },
    ),
    Example(
        "Chips",
        {
            "links": lambda: components.chips(
                [
                    components.chip_link("le-her", "#", current=True),
                    components.chip_link("kuhn-poker", "#"),
                ],
                "Show: ",
            ),
            "buttons": lambda: components.chips(_lock_chips()),
        },
    ),
    Example(
        "Job",
        {
            "waiting": lambda: _job("waiting"),
            "running": lambda: _job("running", moment="pivots", share=0.4),
            "running, its share unknown": lambda: _job("running", moment="reading"),
            "running, to be stopped soon": lambda: _job(
                "running", moment="pivots", fault="it will be stopped in 5 s"
            ),
            "failed": lambda: _job("failed", fault="kuhn-poker(ranks=0): too few ranks"),
            "cancelled": lambda: _job("cancelled", fault="cancelled"),
        },
    ),
    Example(
        "Fault",
        {
            "message": lambda: components.error_html("nim: there is no such game\n  sabot games"),
            "with a retry": lambda: components.error_html("this job is forgotten", "#"),
        },
    ),
    Example(
        "Downloads",
        {"links": lambda: components.download_links({"Certificate": "#", "CSV": "#", "SVG": "#"})},
    ),
    Example(
        "Field",
        {
            "text": lambda: components.text_field("Game", "g", "le-her"),
            "number": lambda: components.number_field("Seed", "seed", "1", 99),
            "choice": lambda: components.select_field(
                "Lead", "lead", {"W": "West", "E": "East"}, "E"
            ),
        },
    ),
)


def _lock_chips() -> list[Markup]:
    return [components.chip_button("J: bet ✕", aria_label="unlock J")]


async def gallery_page(request: Request) -> Response:
    """Show every component in all its states."""
    sections = [
        tag("section", tag("h2", one.name), *_states_html(one), class_="panel") for one in EXAMPLES
    ]
    lead = "Every component of these pages in all its states, for those who change them."
    return render_page(
        request, "Components", tag("h1", "Components"), tag("p", lead, class_="lead"), *sections
    )


def _states_html(example: Example) -> list[Part]:
    return [
        tag("div", tag("p", name, class_="dim"), draw(), data_state=f"{example.name}: {name}")
        for name, draw in example.states.items()
    ]


PAGES = (Page("/components", "Components", gallery_page, numbers="They are examples."),)
