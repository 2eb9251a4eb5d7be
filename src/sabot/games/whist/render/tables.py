"""A deal of the whist family for a paper or a wiki: the hands, the price of each card, the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sabot.exact import show
from sabot.games.whist.render.deal import card_names
from sabot.render import latex, markdown
from sabot.render.words import safe
from sabot.solution import Solution


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A table before it is written: what its columns are called, and which are numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    flush: str
    """A letter a column: l for words, r for numbers."""


def deal_latex(solution: Solution) -> str:
    """Return a solved deal as ``tabular``s: the hands, the prices, the line."""
    parts = [
        f"% {safe(solution.game)}",
        r"% needs \usepackage{booktabs}",
        f"% value to West: {show(solution.value)}; {safe(_result(solution.facts))}",
    ]
    for sheet in _sheets(solution.facts):
        rows = [_cells(row, latex.escaped) for row in sheet.rows]
        parts.append("\n" + latex.tabular(sheet.flush, _cells(sheet.head, latex.escaped), rows))
    return "\n".join(parts) + "\n"


def deal_markdown(solution: Solution) -> str:
    """Return a solved deal as tables with pipes: the hands, the prices, the line."""
    title = f"**{markdown.escaped(solution.game)}**"
    parts = [f"{title}: {show(solution.value)}, paid to West; {_result(solution.facts)}"]
    for sheet in _sheets(solution.facts):
        rows = [_cells(row, markdown.escaped) for row in sheet.rows]
        head = _cells(sheet.head, markdown.escaped)
        parts.append(markdown.pipes(head, rows, right=sheet.flush[1] == "r"))
    return "\n\n".join(parts) + "\n"


def _cells(row: Sequence[str], escaped: Callable[[str], str]) -> list[str]:
    return [escaped(cell) for cell in row]


def _result(facts: Mapping[str, Any]) -> str:
    west, east = facts["tricks"]["West"], facts["tricks"]["East"]
    if facts["counts"] == "the last trick":
        return f"{'West' if west else 'East'} takes the last trick"
    return f"{west} to West, {east} to East"


def _sheets(facts: Mapping[str, Any]) -> list[_Sheet]:
    names, best = card_names(facts), set(facts["best"])
    hands = [
        [seat, " ".join(n for n, held in zip(names, facts["deal"], strict=True) if held == seat[0])]
        for seat in ("West", "East")
    ]
    said = "West's tricks" if facts["counts"] == "tricks" else "1 if West takes the last trick"
    prices = [
        [card, str(price), "best" if card in best else ""]
        for card, price in facts["prices"].items()
    ]
    line = [
        [str(number), trick["lead"], trick["led"], trick["reply"], trick["winner"]]
        for number, trick in enumerate(facts["line"], 1)
    ]
    return [
        _Sheet(["seat", "cards, lowest first"], hands, "ll"),
        _Sheet([f"{facts['turn']} plays", said, ""], prices, "lrl"),
        _Sheet(["trick", "lead", "led", "reply", "taken by"], line, "rllll"),
    ]
