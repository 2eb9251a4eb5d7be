"""A deal solved: what ``sabot solve`` says of it, by the theorems, or by search for misère.

Everything is West's tricks. The price of a card is what West takes in the end when it is played
now and both play well afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot import watch
from sabot.certify import MOST_CARDS as MOST_CHECKED
from sabot.forms.perfect import Perfect
from sabot.games.whist import strategy
from sabot.games.whist.deal import Position, Seat
from sabot.games.whist.notation import SEATS, Setting, written
from sabot.games.whist.strategy import Trick
from sabot.games.whist.theory.unique import optimal, unique_plan
from sabot.games.whist.theory.values import reading
from sabot.games.whist.variant import FIVE_CARD, GREEDY_WHIST, MISERE, WHIST, Variant

MOST_PRICED = 100_000
"""Up to so many cards a hand every card is priced; beyond, one best card is given."""
MOST_LINE = 1000
"""Up to so many cards a hand the line is played to its end."""
MOST_VIEWS = 200
"""Up to so many cards a hand the strategies along it are given: each view is all cards seen."""
MOST_WRITTEN = 50_000
"""Up to so many cards a hand the letters of the deal are given."""
NO_CERTIFICATE = (
    f"the checker knows no theorem and searches every card: up to {MOST_CHECKED} cards a hand"
)
_STEPS = 400_000

NAMED: dict[Seat, str] = {"W": "West", "E": "East"}
_METHODS = {
    WHIST: "Theorem 9.1 of Wästlund 2005",
    GREEDY_WHIST: "Theorem 6.1 of Wästlund 2005",
    FIVE_CARD: "Theorem 7.2 of Wästlund 2005",
    MISERE: "search",
}


def method(variant: Variant) -> str:
    """Return how a game of the family is solved."""
    return _METHODS.get(variant, "search")


def settle(here: Setting, variant: Variant) -> Perfect:
    """Return the value of a deal, the best cards, a line, and what the paper says of it."""
    start = here.start
    n = start.deal.n
    watch.at("counting tricks")
    value = strategy.value(start, variant)
    watch.at("pricing the cards")
    prices = strategy.prices(start, variant) if n <= MOST_PRICED else {}
    watch.at("playing the deal out")
    tricks, whole = played(start, variant, None if n <= MOST_LINE else max(1, _STEPS // n))
    best = _best(start, prices, tricks)
    watch.at("uniqueness")
    verdicts = {NAMED[seat]: unique_plan(start, seat, variant) for seat in ("W", "E")}
    unique = {seat: verdict for seat, verdict in verdicts.items() if verdict is not None}
    facts = _facts(here, variant, value) | {
        "prices": {here.name(c): variant.west_tricks(n, price) for c, price in prices.items()},
        "best": [here.name(card) for card in best],
        "best_complete": bool(prices),
        "line": [_trick(here, trick) for trick in tricks],
        "line_complete": whole,
        "no_certificate": None if n <= MOST_CHECKED else NO_CERTIFICATE,
    }
    form = written(here, variant) if n <= MOST_CHECKED else None
    tables = _tables(here, tricks) if n <= MOST_VIEWS else {seat: {} for seat in SEATS}
    return Perfect(Fraction(value), tables, unique, method(variant), facts, form)


def _facts(here: Setting, variant: Variant, value: int) -> dict[str, Any]:
    start = here.start
    deal = start.deal
    found = reading(deal)
    heights: Mapping[Variant, int | None] = {WHIST: found.whist, MISERE: None}
    named = strategy.case(deal) if variant == WHIST and deal.n <= MOST_WRITTEN else None
    west = variant.west_tricks(deal.n, value)
    counted = 1 if variant == FIVE_CARD else deal.n
    return {
        "deal": deal.holders if deal.n <= MOST_WRITTEN else None,
        "cards": None if here.names is None else list(here.names),
        "n": deal.n,
        "lead": NAMED[start.lead],
        "led": None if start.led is None else here.name(start.led),
        "turn": NAMED[start.turn],
        "counts": "the last trick" if variant == FIVE_CARD else "tricks",
        "tricks": {"West": west, "East": counted - west},
        "H": heights.get(variant, found.greedy),
        "H_lower": found.lower,
        "H_upper": found.upper,
        "case": None if named is None else str(named),
    }


def _best(start: Position, prices: Mapping[int, int], tricks: tuple[Trick, ...]) -> list[int]:
    if not prices:
        return [tricks[0].led if start.led is None else tricks[0].reply]
    most = (max if start.turn == "W" else min)(prices.values())
    return [card for card, price in prices.items() if price == most]


def played(
    position: Position, variant: Variant, most: int | None = None
) -> tuple[tuple[Trick, ...], bool]:
    """Return a line of best play, at most so many tricks of it, and whether it is whole."""
    if most is None or most >= position.deal.n:
        return strategy.line(position, variant), True
    names = list(range(1, 2 * position.deal.n + 1))
    tricks = []
    for _ in range(most):
        watch.heard()
        led = position.led or optimal(position, variant)
        watch.heard()
        position = Position(position.deal, position.lead, led)
        reply = optimal(position, variant)
        winner = position.winner(reply)
        tricks.append(Trick(position.lead, names[led - 1], names[reply - 1], winner))
        position = position.after(reply)
        for card in sorted((led, reply), reverse=True):
            del names[card - 1]
    return tuple(tricks), False


def _trick(here: Setting, trick: Trick) -> dict[str, str]:
    return {
        "lead": NAMED[trick.lead],
        "led": here.name(trick.led),
        "reply": here.name(trick.reply),
        "winner": NAMED[trick.winner],
    }


def _tables(here: Setting, tricks: tuple[Trick, ...]) -> dict[str, dict[str, dict[str, Fraction]]]:
    """Return what each seat plays along the line, by what it has seen."""
    tables: dict[str, dict[str, dict[str, Fraction]]] = {seat: {} for seat in SEATS}
    seen: list[str] = []
    for number, trick in enumerate(tricks):
        leader = NAMED[trick.lead]
        other = "East" if leader == "West" else "West"
        for seat, card in ((leader, trick.led), (other, trick.reply)):
            name = here.name(card)
            if number or here.start.led is None or card != trick.led:
                tables[seat][",".join(seen) or "-"] = {name: Fraction(1)}
            seen.append(name)
    return tables
