"""Checking a deal of one suit by playing it out, with a search that knows no theorem.

Standard library only, and nothing of the theorems. The file says who holds each card, who leads,
whether the second hand must win if it can, and what West is paid for each trick.
Recomputed: the value, the best cards, the claims of uniqueness; of the solution around the
certificate every fact but how and how fast it was found: tricks, prices, H, the line card by card.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import count, islice
from typing import Any

from sabot.certify.deal import SEATS, Deal, Told, Trick
from sabot.certify.dossier import demand_same
from sabot.certify.heights import case, greedy, heights
from sabot.certify.reading import as_float
from sabot.certify.search import Search
from sabot.certify.statement import DealProved
from sabot.errors import CertificateError

Place = tuple[str, str, int | None]
"""What is left of the deal, who leads, and the card that was led, if the trick has begun."""


class Tricks:
    """The game in the certificate; West's payment from a position on is asked of the search."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal.holders
        self.names = deal.names
        self.pays = deal.pays
        self.n = deal.n
        self.greedy = deal.greedy
        self.start: Place = deal.holders, deal.lead, deal.led
        self.search = Search(deal.pays, greedy=deal.greedy)
        self.forced = cache(self._forced)

    def cards(self, place: Place) -> list[int]:
        """Return the cards that may be played, numbered from 1 in what is left."""
        deal, _, led = place
        seat = turn(place)
        held = [card for card, holder in enumerate(deal, 1) if holder == seat]
        if self.greedy and led is not None:
            return [card for card in held if card > led] or held
        return held

    def play(self, place: Place, card: int) -> tuple[int, Place]:
        """Return what West is paid for playing a card there, and the place it leads to."""
        deal, lead, led = place
        if led is None:
            return 0, (deal, lead, card)
        winner = lead if led > card else turn(place)
        pay = self.pays[self.n - len(deal) // 2] if winner == "W" else 0
        return pay, (without(deal, led, card), winner, None)

    def reaches(self, place: Place, goal: int) -> bool:
        """Say whether West can get at least *goal* from a place on."""
        deal, lead, led = place
        m = len(deal) // 2
        bits = sum(1 << i for i, holder in enumerate(deal) if holder != lead)
        # what East is not kept from taking, West does not get
        wanted = goal if lead == "W" else self.search.totals[m] - goal + 1
        if led is None:
            return self.search.reaches(bits, m, wanted) == (lead == "W")
        replies = (1 << card - 1 for card in self.cards(place))
        beaten = any(self.search.beats(bits, m, wanted, 1 << led - 1, one) for one in replies)
        return beaten == (lead == "E")

    def value(self, place: Place, near: int = 0) -> int:
        """Return what West is paid from a place on; *near* is where to look first."""
        left = self.pays[self.n - len(place[0]) // 2 :]
        low, high = sum(min(pay, 0) for pay in left), sum(max(pay, 0) for pay in left)
        for asked in count():
            if low == high:
                break
            if asked > 1:
                near = (low + high + 1) // 2
            near = min(max(near, low + 1), high)
            if self.reaches(place, near):
                low = near
                near += 1
            else:
                high = near - 1
        return low

    def prices(self, place: Place, near: int = 0) -> dict[int, int]:
        """Return what West is paid from here on for every card that may be played now."""
        found = {}
        for card in self.cards(place):
            pay, there = self.play(place, card)
            found[card] = pay + self.value(there, near - pay)
        return found

    def keeps(self, place: Place, card: int, value: int) -> bool:
        """Say whether a card loses nothing where West is to be paid *value*."""
        pay, there = self.play(place, card)
        if turn(place) == "W":
            return self.reaches(there, value - pay)
        return not self.reaches(there, value - pay + 1)

    def unique(self, seat: str, place: Place, value: int) -> bool:
        """Say whether a seat has one optimal strategy from a place on, worth *value* to West."""
        if not place[0]:
            return True
        if turn(place) == seat:
            best = list(islice((c for c in self.cards(place) if self.keeps(place, c, value)), 2))
            if len(best) > 1:
                return False
            pay, there = self.play(place, best[0])
            return self.unique(seat, there, value - pay)
        for card in self.cards(place):
            pay, there = self.play(place, card)
            if self.forced(seat, there):
                continue
            # after a mistake of the opponent there is something to spare, so any choice will do
            if not self.keeps(place, card, value) or not self.unique(seat, there, value - pay):
                return False
        return True

    def _forced(self, seat: str, place: Place) -> bool:
        """Say whether a seat has nothing to choose any more."""
        if not place[0]:
            return True
        cards = self.cards(place)
        if turn(place) == seat and len(cards) > 1:
            return False
        return all(self.forced(seat, self.play(place, card)[1]) for card in cards)


def turn(place: Place) -> str:
    """Return who plays next."""
    _, lead, led = place
    return lead if led is None else {"W": "E", "E": "W"}[lead]


def without(deal: str, one: int, two: int) -> str:
    """Return the deal without two of its cards."""
    low, high = min(one, two), max(one, two)
    return deal[: low - 1] + deal[low : high - 1] + deal[high:]


def stated(told: Told) -> DealProved:
    """Return what the file of a deal proves; raise CertificateError if something in it is false."""
    check_tricks(told)
    west, east = SEATS.values()
    value = Fraction(told.value)
    return DealProved(told.game, (west, east), told.digest, value, told.unique, source=told)


def check_tricks(told: Told) -> None:
    """Raise CertificateError with what is not true of a deal as a file tells it."""
    game = Tricks(told.deal)
    value = game.value(game.start, told.value)
    if told.value != value:
        raise CertificateError(f"the deal is worth {value}, not {told.value}")
    prices = game.prices(game.start, value)
    best = [game.names[card - 1] for card, price in prices.items() if price == value]
    if list(told.best) != best:
        raise CertificateError(f"the best cards are {', '.join(best)}")
    for key, seat in SEATS.items():
        said = told.unique[seat]
        if said is not None and said is not game.unique(key, game.start, value):
            raise CertificateError(f"the claim on {seat}'s uniqueness is not true")
    if told.facts is not None:
        demand_same(told.facts.recomputed, _proved(told, game, prices, value))
        if not _line(game, told.facts.line, value):
            raise CertificateError("the solution's 'line' is not what its certificate proves")
        followed = _strategies(game, told.facts.line)
        if told.facts.strategies != followed:
            raise CertificateError("the solution's 'strategies' do not follow its line")


def _proved(told: Told, game: Tricks, prices: Mapping[int, int], value: int) -> dict[str, Any]:
    """Return what a solution must say of its deal, given what has been searched."""
    _, lead, led = game.start
    sign = -1 if min(game.pays) < 0 else 1
    west, counted = value * sign, abs(sum(game.pays))
    numbers = [str(card) for card in range(1, 2 * game.n + 1)]
    lower, upper = heights(game.deal)
    h = _height(game, lower, upper, value)
    return {
        "decimal": as_float(Fraction(value)),
        "deal": game.deal,
        "n": game.n,
        "cards": None if list(game.names) == numbers else list(game.names),
        "lead": SEATS[lead],
        "led": None if led is None else game.names[led - 1],
        "turn": SEATS[turn(game.start)],
        "best_complete": True,
        "line_complete": True,
        "no_certificate": None,
        "prices": {game.names[card - 1]: price * sign for card, price in sorted(prices.items())},
        "counts": _counts(game, told.game),
        "tricks": {"West": west, "East": counted - west},
        "H_lower": lower,
        "H_upper": upper,
        "H": h,
        "case": None if h is None or game.greedy else case(game.deal, h),
    }


def _counts(game: Tricks, name: str) -> str:
    """Return what is counted: of a single trick, which is the last too, the name of the game says.

    The tricks before the last are worth nothing where only the last one counts.
    """
    last = name.startswith("five-card") if game.n == 1 else not any(game.pays[:-1])
    return "the last trick" if last else "tricks"


def _height(game: Tricks, lower: int, upper: int, value: int) -> int | None:
    """Return H: where every trick counts for one, West's tricks with and without the lead, less n.

    It is None at misère, which has no such number; five-card is told the one of greedy whist.
    """
    if set(game.pays) == {1}:
        return sum(game.value((game.deal, lead, None), value) for lead in SEATS) - game.n
    return greedy(lower, upper) if game.greedy else None


def _line(game: Tricks, line: tuple[Trick, ...], value: int) -> bool:
    """Say whether a line is legal, complete and best at every card."""
    place, names = game.start, list(game.names)
    for trick in line:
        deal, lead, led = place
        if not deal or trick.lead != SEATS[lead]:
            return False
        if trick.led not in names or trick.reply not in names:
            return False
        first, reply = names.index(trick.led) + 1, names.index(trick.reply) + 1
        if led is None:
            if first not in game.cards(place) or not game.keeps(place, first, value):
                return False
            _, place = game.play(place, first)
        if place[2] != first or reply not in game.cards(place):
            return False
        if not game.keeps(place, reply, value):
            return False
        pay, place = game.play(place, reply)
        if trick.winner != SEATS[place[1]]:
            return False
        value -= pay
        names = [name for card, name in enumerate(names, 1) if card not in (first, reply)]
    return not place[0]


def _strategies(game: Tricks, line: tuple[Trick, ...]) -> dict[str, dict[str, dict[str, str]]]:
    """Return what each seat plays along a line, by the cards it has seen."""
    tables: dict[str, dict[str, dict[str, str]]] = {seat: {} for seat in SEATS.values()}
    seen = [] if game.start[2] is None else [game.names[game.start[2] - 1]]
    for number, trick in enumerate(line):
        for seat in (trick.lead, *(one for one in SEATS.values() if one != trick.lead)):
            card = trick.led if seat == trick.lead else trick.reply
            if number or seat != trick.lead or game.start[2] is None:
                tables[seat][",".join(seen) or "-"] = {card: "1"}
                seen.append(card)
    return tables
