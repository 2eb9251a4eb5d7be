"""A deal of the whist family as documents: both hands, the price of each card, a line of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Phrase,
    Word,
    document,
    pairs,
    table,
)
from sabot.render.words import duration, plural
from sabot.results.solution import Solution

WIDTH = 66
"""Columns for a row of cards."""
MOST_CARDS = 60
"""Larger hands are not shown."""
MOST_NAMED = 12
MOST_TRICKS = 30
MOST_TITLE = 120
SEAT_NAMES = {"W": "West", "E": "East"}


def deal_view(solution: Solution, *, checked: float | None = None) -> Document:
    """Return a solved deal: tricks, H, the cards with their prices, best cards, a line."""
    facts = solution.facts
    parts: list[Block] = [Heading(shortened(solution.game)), BREAK]
    parts += [pairs(*_values(solution)), BREAK]
    if facts["deal"] is not None and facts["n"] <= MOST_CARDS:
        names, turn, what = card_names(facts), facts["turn"], facts["counts"]
        led = names.index(facts["led"]) + 1 if facts["led"] else None
        hands = hands_view(facts["deal"], names, facts["prices"], turn=turn, what=what, led=led)
        parts += [*hands, BREAK]
    parts.append(pairs(*_play(facts)))
    status = "not checked" if solution.certificate else _none(facts)
    if checked is not None:
        status = f"checked in {duration(checked)}, by search"
    unique = ", ".join(f"{seat} {_verdict(solution, seat)}" for seat in solution.seats)
    end = [
        ("strategies", unique),
        ("method", f"{solution.method} ({duration(solution.seconds)})"),
        ("certificate", status),
    ]
    return document(parts, BREAK, pairs(*end))


def _none(facts: Mapping[str, Any]) -> str:
    return f"none: {facts.get('no_certificate') or 'this deal was not given one'}"


def shortened(game: str) -> str:
    """Return a game string that fits on a screen.

    >>> shortened("whist(deal=EWEWWE, lead=W)")
    'whist(deal=EWEWWE, lead=W)'
    """
    return game if len(game) <= MOST_TITLE else f"{game[:80]}...{game[-20:]}"


def card_names(facts: Mapping[str, Any]) -> list[str]:
    """Return the names of the cards of a deal, lowest first: numbers, or those of its hands."""
    return facts["cards"] or [str(card) for card in range(1, 2 * facts["n"] + 1)]


def _verdict(solution: Solution, seat: str) -> str:
    said = solution.uniqueness.get(seat)
    return "not decided" if said is None else "unique" if said else "not unique"


def _values(solution: Solution) -> list[tuple[str, Phrase]]:
    facts = solution.facts
    label = "result" if facts["counts"] == "the last trick" else "tricks"
    rows: list[tuple[str, Phrase]] = [
        (label, Word(result(facts), "strong")),
        ("value", f"{solution.value}, paid to West"),
    ]
    span = f"H lower {facts['H_lower']:,}, H upper {facts['H_upper']:,}"
    case = f"; case {facts['case']}" if facts["case"] else ""
    h = "" if facts["H"] is None else f"{facts['H']:,}  "
    rows.append(("H", f"{h}({span}{case})"))
    rows += (("", line) for line in _meaning(facts))
    led = f"has led {facts['led']}; {facts['turn']} replies" if facts["led"] else "leads"
    rows.append(("lead", f"{facts['lead']} {led}"))
    return rows


def _meaning(facts: Mapping[str, Any]) -> list[str]:
    """Return what H, and the case, say of a deal."""
    if facts["counts"] == "the last trick":
        said = "West takes the last trick if H upper > 0, East if H lower < 0, else who leads"
    elif facts["H"] is None:
        said = "H belongs to the game for most tricks; this one is searched"
    else:
        said = "West takes (n + H) / 2 of the deal's n tricks: rounded down if West leads, else up"
    if not facts["case"]:
        return [said]
    case, _, seat = str(facts["case"]).partition(" for ")
    return [
        said,
        f"case {case} for {seat}: H lower and H upper differ, and {seat} gets the better one, by "
        f"the strategy of case {case} in the proof of Theorem 9.1",
    ]


def result(facts: Mapping[str, Any]) -> str:
    """Return who takes how many tricks, or the last one."""
    west, east = facts["tricks"]["West"], facts["tricks"]["East"]
    if facts["counts"] == "the last trick":
        return f"{'West' if west else 'East'} takes the last trick"
    return f"{west:,} to West, {east:,} to East"


def hands_view(
    deal: str,
    names: Sequence[str],
    prices: Mapping[str, Any],
    *,
    turn: str,
    what: str = "tricks",
    led: int | None = None,
    own: bool = False,
) -> list[Block]:
    """Return both hands, lowest card first; under the cards of *turn* what each leads to.

    The card numbered *led* is on the table already. *own*: prices are those of the seat *turn*.
    """
    parts: list[Block] = []
    held_by = [*zip(names, deal, range(1, len(names) + 1), strict=True)]
    for seat in ("West", "East"):
        hand = [name for name, held, card in held_by if held == seat[0] and card != led]
        rows: list[tuple[str, Word]] = []
        for some in _rows(hand, prices if seat == turn else {}):
            widths = [max(len(name), len(str(prices.get(name, "")))) for name in some]
            cards = "  ".join(f"{n:>{w}}" for n, w in zip(some, widths, strict=True))
            rows.append((seat if not rows else "", Word(cards, "strong")))
            if seat == turn and prices:
                under = (f"{prices.get(n, '-')!s:>{w}}" for n, w in zip(some, widths, strict=True))
                rows.append(("", Word("  ".join(under), "dim")))
        parts.append(table(rows))
    if prices:
        said = priced(what, "you" if own else "West")
        parts.append(Note(f"under {turn}'s cards: {said}, when the card is played now"))
    return parts


def priced(what: str, who: str = "West") -> str:
    """Return what the price of a card says.

    >>> priced("tricks"), priced("the last trick", "you")
    ("West's tricks", '1 if you take the last trick')
    """
    if what == "tricks":
        return "your tricks" if who == "you" else f"{who}'s tricks"
    return f"1 if {who} {'take' if who == 'you' else 'takes'} the last trick"


def _rows(hand: Sequence[str], prices: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield as many cards as fit on a line, again and again."""
    some: list[str] = []
    width = 0
    for name in hand:
        width += 2 + max(len(name), len(str(prices.get(name, ""))))
        if some and width > WIDTH:
            yield some
            some, width = [], 2 + len(name)
        some.append(name)
    yield some  # nothing but an empty row where the last card is on the table


def _play(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    best = facts["best"]
    words = ", ".join(best[:MOST_NAMED])
    if len(best) > MOST_NAMED:
        words += f" and {len(best) - MOST_NAMED:,} more"
    if facts["best_complete"]:
        many = len(facts["prices"])
        only = "any card" if len(best) == many > 1 else f"{len(best):,} of {plural(many, 'card')}"
        words = f"{words}  ({only})"
    else:
        words = f"{words}  (one best card; hands this large are not priced card by card)"
    line = facts["line"][:MOST_TRICKS]
    shown = "  ".join(f"{t['led']}/{t['reply']}:{t['winner'][0]}" for t in line)
    if len(line) < facts["n"]:
        shown += f"  ... ({len(line)} of {facts['n']:,} tricks)"
    return [("best", words), ("line", shown), ("", "led/reply, and who takes the trick")]
