"""A deal solved: value, best cards, a line of play, uniqueness of the optimal strategies.

The value is by the theorems, or by search for misère. Everything is West's tricks, or West's score.
The price of a card is what West takes in the end when it is played now and both play well
afterwards.

Uniqueness: a strategy is optimal when it secures the value. Where the opponent can go wrong, the
player has something to spare, and any choice left after that can be made in more ways than one.
So the strategy is unique exactly when, all along its way, one card alone keeps the value, and
after every mistake of the opponent nothing is left to choose. Cards that are equivalent count as
different. With a score uniqueness is not decided: a mistake may leave too little to spare.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from sabot.certify import MOST_CARDS as MOST_CHECKED
from sabot.forms.base import PerfectInformationSolution
from sabot.games.whist import strategy
from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, MISERE, WHIST, Position, Seat, Variant
from sabot.games.whist.parameters import SEATS, StartPosition, game_to_json
from sabot.games.whist.strategy import OptimalTrick
from sabot.games.whist.wastlund_values import invariants_of
from sabot.progress import raise_if_cancelled, report_progress

MOST_POSITIONS = 5_000
ALWAYS_DECIDED = 10
"""Up to so many cards per hand the question is always decided."""
MOST_SEARCHED = 60
"""Beyond so many cards per hand only equivalent cards are looked for."""


@lru_cache(maxsize=4)
def cached_optimal_card(position: Position, variant: Variant) -> int:
    """Return an optimal card, remembering the last few: in large deals it takes a while."""
    return strategy.optimal_card(position, variant)


class _TooManyPositions(Exception):
    pass


def is_optimal_strategy_unique(position: Position, seat: Seat, variant: Variant) -> bool | None:
    """Say whether the optimal strategy of *seat* is unique; None when that took too long.

    >>> from sabot.games.whist.deal import Deal
    >>> from sabot.games.whist.deal import WHIST
    >>> is_optimal_strategy_unique(Position(Deal("EWEW"), "E"), "W", WHIST)
    True
    """
    if variant.object == "score":
        return None
    if position.deal.n > MOST_SEARCHED:
        return _is_unique_in_large_deal(position, seat, variant)
    seen: dict[tuple[Position, bool], bool] = {}

    def unique(here: Position, spare: bool) -> bool:
        key = here, spare
        if key not in seen:
            report_progress("uniqueness", len(seen), unit="positions")
            if len(seen) >= MOST_POSITIONS and position.deal.n > ALWAYS_DECIDED:
                raise _TooManyPositions
            seen[key] = _own(here, spare) if here.turn == seat else _others(here, spare)
        return seen[key]

    def _own(here: Position, spare: bool) -> bool:
        if len(here.playable(variant.rule)) > 1 and spare:
            return False
        best = strategy.best_cards(here, variant)
        return len(best) == 1 and follow(here, best[0], spare)

    def _others(here: Position, spare: bool) -> bool:
        prices = strategy.card_prices(here, variant)
        value = (max if here.turn == "W" else min)(prices.values())
        cards = here.distinct_cards(variant.rule)
        worse = sorted(cards, key=lambda card: prices[card] == value)  # mistakes first: they tell
        return all(follow(here, card, spare or prices[card] != value) for card in worse)

    def follow(here: Position, card: int, spare: bool) -> bool:
        if here.led is None:
            return unique(Position(here.deal, here.lead, card), spare)
        return here.deal.n == 1 or unique(here.after(card), spare)

    try:
        return unique(position, False)
    except _TooManyPositions:
        return None


def _is_unique_in_large_deal(position: Position, seat: Seat, variant: Variant) -> bool | None:
    """Return False when a best card has an equivalent one, at the first card of the seat."""
    for _ in range(2):
        card = cached_optimal_card(position, variant)
        if position.turn == seat:
            held, top = position.deal.holders, position.deal.top_of_run(card)
            alike = top > card or (card > 1 and held[card - 2] == held[card - 1])
            allowed = variant.rule == "relaxed" or position.led is None or top > card
            return False if alike and allowed else None
        if position.led is not None:
            return None
        position = Position(position.deal, position.lead, card)
    return None


MOST_PRICED = 100_000
"""Up to so many cards per hand every card is priced; beyond, one best card is given."""
MOST_LINE = 1000
"""Up to so many cards per hand the line is played to its end."""
MOST_VIEWS = 200
"""Up to so many cards per hand the strategies along it are given: each view is all cards seen."""
MOST_WRITTEN = 50_000
"""Up to so many cards per hand the letters of the deal are given."""
NO_CERTIFICATE = (
    f"the checker knows no theorem and searches every card: up to {MOST_CHECKED} cards per hand"
)
_LINE_WORK = 400_000
SEAT_NAMES: dict[Seat, str] = {"W": "West", "E": "East"}
_METHOD_NAMES = {
    WHIST: "Theorem 9.1 of Wästlund 2005",
    GREEDY_WHIST: "Theorem 6.1 of Wästlund 2005",
    FIVE_CARD: "Theorem 7.2 of Wästlund 2005",
    MISERE: "search",
}


def method_name(variant: Variant) -> str:
    """Return how a game of the family is solved."""
    if variant.object == "score":
        return "Theorem 7.1 of Wästlund 2005"
    return _METHOD_NAMES.get(variant, "search")


def solve_deal(here: StartPosition, variant: Variant) -> PerfectInformationSolution:
    """Return the value of a deal, the best cards, a line, and what the paper says of it."""
    start = here.start
    n = start.deal.n
    report_progress("counting tricks")
    value = strategy.position_value(start, variant)
    report_progress("pricing the cards")
    prices = strategy.card_prices(start, variant) if n <= MOST_PRICED else {}
    report_progress("playing the deal out")
    tricks, whole = line_of_play(
        start, variant, None if n <= MOST_LINE else max(1, _LINE_WORK // n)
    )
    best = _best_cards(start, prices, tricks)
    report_progress("uniqueness")
    verdicts = {
        SEAT_NAMES[seat]: is_optimal_strategy_unique(start, seat, variant) for seat in ("W", "E")
    }
    unique = {seat: verdict for seat, verdict in verdicts.items() if verdict is not None}
    facts = _facts(here, variant, value) | {
        "prices": {here.name(c): variant.west_tricks(n, price) for c, price in prices.items()},
        "best": [here.name(card) for card in best],
        "best_complete": bool(prices),
        "line": [_trick_to_json(here, trick) for trick in tricks],
        "line_complete": whole,
        "no_certificate": None if n <= MOST_CHECKED else NO_CERTIFICATE,
    }
    form = game_to_json(here, variant) if n <= MOST_CHECKED else None
    tables = (
        _strategies_along_line(here, tricks) if n <= MOST_VIEWS else {seat: {} for seat in SEATS}
    )
    return PerfectInformationSolution(
        Fraction(value), tables, unique, method_name(variant), facts, form
    )


def _facts(here: StartPosition, variant: Variant, value: int) -> dict[str, object]:
    start = here.start
    deal = start.deal
    found = invariants_of(deal)
    heights: Mapping[Variant, int | None] = {WHIST: found.whist, MISERE: None}
    named = strategy.proof_case(deal) if variant == WHIST and deal.n <= MOST_WRITTEN else None
    west = variant.west_tricks(deal.n, value)
    counts = {"last": "the last trick", "score": "the score"}.get(variant.object, "tricks")
    return {
        "deal": deal.holders if deal.n <= MOST_WRITTEN else None,
        "cards": None if here.names is None else list(here.names),
        "n": deal.n,
        "lead": SEAT_NAMES[start.lead],
        "led": None if start.led is None else here.name(start.led),
        "turn": SEAT_NAMES[start.turn],
        "counts": counts,
        "tricks": {"West": west, "East": variant.most_tricks(deal.n) - west},
        "H": heights.get(variant, found.greedy),
        "H_lower": found.lower,
        "H_upper": found.upper,
        "case": None if named is None else str(named),
    }


def _best_cards(
    start: Position, prices: Mapping[int, int], tricks: tuple[OptimalTrick, ...]
) -> list[int]:
    if not prices:
        return [tricks[0].led if start.led is None else tricks[0].reply]
    most = (max if start.turn == "W" else min)(prices.values())
    return [card for card, price in prices.items() if price == most]


def line_of_play(
    position: Position, variant: Variant, most: int | None = None
) -> tuple[tuple[OptimalTrick, ...], bool]:
    """Return a line of best play, at most so many tricks of it, and whether it is whole."""
    if most is None or most >= position.deal.n:
        return strategy.optimal_line(position, variant), True
    names = list(range(1, 2 * position.deal.n + 1))
    tricks = []
    for _ in range(most):
        raise_if_cancelled()
        led = position.led or cached_optimal_card(position, variant)
        raise_if_cancelled()
        position = Position(position.deal, position.lead, led)
        reply = cached_optimal_card(position, variant)
        winner = position.winner(reply)
        tricks.append(OptimalTrick(position.lead, names[led - 1], names[reply - 1], winner))
        position = position.after(reply)
        for card in sorted((led, reply), reverse=True):
            del names[card - 1]
    return tuple(tricks), False


def _trick_to_json(here: StartPosition, trick: OptimalTrick) -> dict[str, str]:
    return {
        "lead": SEAT_NAMES[trick.lead],
        "led": here.name(trick.led),
        "reply": here.name(trick.reply),
        "winner": SEAT_NAMES[trick.winner],
    }


def _strategies_along_line(
    here: StartPosition, tricks: tuple[OptimalTrick, ...]
) -> dict[str, dict[str, dict[str, Fraction]]]:
    """Return what each seat plays along the line, by what it has seen."""
    tables: dict[str, dict[str, dict[str, Fraction]]] = {seat: {} for seat in SEATS}
    seen: list[str] = []
    for number, trick in enumerate(tricks):
        leader = SEAT_NAMES[trick.lead]
        other = "East" if leader == "West" else "West"
        for seat, card in ((leader, trick.led), (other, trick.reply)):
            name = here.name(card)
            if number or here.start.led is None or card != trick.led:
                tables[seat][",".join(seen) or "-"] = {name: Fraction(1)}
            seen.append(name)
    return tables
