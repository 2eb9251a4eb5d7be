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
from sabot.web import components, strategy_components
from sabot.web.html import Markup, Part, tag
from sabot.web.jobs import Job, JobState
from sabot.web.layout import render_page
from sabot.web.messages import Explanation, GridLayout, HoldingsAnswer
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
OLD_STRATEGY = {**GRID_STRATEGY, "0,5": {"draw": HALF, "stand": HALF}}
GRID_COSTS = {"0,5": HALF, "0,6": Fraction(0), "1,5": Fraction(1, 5)}
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
}


HOLDINGS: HoldingsAnswer = {
    "game": "kuhn-poker",
    "seat": "first",
    "view": "J",
    "other": "second",
    "actions": ["check", "bet"],
    "holdings": [
        {"holds": "Q", "chance": "1/2", "pays": {"check": "-1", "bet": "1/2"}},
        {"holds": "K", "chance": "1/2", "pays": {"check": "-1", "bet": "-2"}},
    ],
    "lines": {},
}
LINES: HoldingsAnswer = {
    **HOLDINGS,
    "holdings": None,
    "lines": {"check": [{"other": "Q", "chance": "1/2", "pays": "-1", "part": "-1/2"}]},
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
            "a short fraction": lambda: components.value_html(-THIRD, "Ann loses", "per hand"),
            "a long fraction": lambda: components.value_html(LONG_FRACTION, "Ann wins", "per hand"),
            "in per cent": lambda: components.value_html(
                -THIRD, "Player loses", "% of the stake", "Player"
            ),
            "in a line": lambda: components.amount_paid_html(THIRD, percent=True, sign=True),
        },
    ),
    Example(
        "Mix",
        {
            "pure": lambda: components.mix_html({"draw": Fraction(1), "stand": Fraction(0)}),
            "mixed": lambda: components.mix_html({"draw": THIRD, "stand": 1 - THIRD}),
            "bar": lambda: components.probability_bar(THIRD, best=False),
            "bar, the best": lambda: components.probability_bar(1 - THIRD, best=True),
            "bar of a mix": lambda: strategy_components.mix_bar(
                {"draw": THIRD, "stand": 1 - THIRD}, {"stand": 0, "draw": 1}
            ),
        },
    ),
    Example(
        "Rules",
        {"in words": lambda: components.rules_in_words(["Two cards each.", "The higher wins."])},
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
            "pure and mixed cells": lambda: strategy_components.strategy_grid(
                GRID_LAYOUT, strategy_components.StrategyCells(GRID_STRATEGY)
            ),
            "shaded by cost, and changed": lambda: strategy_components.strategy_grid(
                GRID_LAYOUT,
                strategy_components.StrategyCells(GRID_STRATEGY, GRID_COSTS, OLD_STRATEGY),
            ),
        },
    ),
    Example(
        "Strategy table",
        {
            "one table for each set of actions": lambda: strategy_components.strategy_tables(
                strategy_components.StrategyCells(TABLE_STRATEGY)
            ),
            "changed": lambda: strategy_components.strategy_tables(
                strategy_components.StrategyCells(GRID_STRATEGY, {}, OLD_STRATEGY)
            ),
        },
    ),
    Example(
        "Explanation",
        {
            "a mixed cell": lambda: strategy_components.explanation_html(EXPLANATION, None),
            "with a lock": lambda: strategy_components.explanation_html(
                {**EXPLANATION, "mix": {"fold": "1"}}, components.chips(_lock_chips())
            ),
            "by holding": lambda: strategy_components.holdings_html(HOLDINGS),
            "by what the opponent does": lambda: strategy_components.holdings_html(LINES),
            "an amount as a bar": lambda: strategy_components.amount_bar(
                HALF, (HALF, -THIRD), "first"
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
    return [components.chip_button("J: bet ✕", aria_label="unlock J: bet ✕")]


async def gallery_page(request: Request) -> Response:
    """Show every component in all its states."""
    sections = [
        tag("section", tag("h2", one.name), *_states_html(one), class_="panel") for one in EXAMPLES
    ]
    lead = "Every component of these pages in all its states, for those who change them."
    return render_page(
        request, "Style", tag("h1", "Components"), tag("p", lead, class_="lead"), *sections
    )


def _states_html(example: Example) -> list[Part]:
    return [
        tag("div", tag("p", name, class_="dim"), draw(), data_state=f"{example.name}: {name}")
        for name, draw in example.states.items()
    ]


PAGES = (Page("/style", "Style", gallery_page, numbers="They are examples."),)
