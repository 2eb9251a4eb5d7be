"""A deal of the whist family for a paper or a wiki: the hands, the price of each card, the line."""

from __future__ import annotations

from sabot.exact import show
from sabot.games.whist.render.deal import card_names, priced, result
from sabot.render.document import Document, Heading, document, table
from sabot.results.solution import Solution


def deal_tables(solution: Solution) -> Document:
    """Return a solved deal as tables for a paper or a wiki: the hands, the prices, the line."""
    facts = solution.facts
    value, taken = show(solution.value), result(facts)
    title = Heading(
        solution.game, f"{value}, paid to West; {taken}", f"value to West: {value}; {taken}"
    )
    names, best = card_names(facts), set(facts["best"])
    hands = [
        (seat, " ".join(n for n, held in zip(names, facts["deal"], strict=True) if held == seat[0]))
        for seat in ("West", "East")
    ]
    prices = [
        (card, str(price), "best" if card in best else "")
        for card, price in facts["prices"].items()
    ]
    line = [
        (str(number), trick["lead"], trick["led"], trick["reply"], trick["winner"])
        for number, trick in enumerate(facts["line"], 1)
    ]
    return document(
        title,
        table(hands, head=("seat", "cards, lowest first")),
        table(prices, head=(f"{facts['turn']} plays", priced(facts["counts"]), ""), right=(1,)),
        table(line, head=("trick", "lead", "led", "reply", "taken by"), right=(0,)),
    )
