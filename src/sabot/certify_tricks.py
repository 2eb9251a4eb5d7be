"""Checking a deal of one suit by playing it out: every card against every card, remembered.

Standard library only, and nothing of the theorems. The form in the certificate says who holds each
card, who leads, whether the second hand must win if it can, and what West is paid for each trick.
Recomputed: the value, the best cards, the claims of uniqueness; of the solution around the
certificate also the tricks and the line, card by card.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from sabot.errors import CertificateError, FileError

MOST_CARDS = 12
"""Larger hands are not searched: it would take minutes."""
SEATS = {"W": "West", "E": "East"}


class Tricks:
    """The game in the certificate, every position searched once."""

    def __init__(self, form: Mapping[str, Any]) -> None:
        self.deal, self.pays = str(form["deal"]), [int(pay) for pay in form["pays"]]
        self.names = [str(name) for name in form["names"]]
        self.n = len(self.deal) // 2
        self.greedy = {"relaxed": False, "greedy": True}[form["rule"]]
        lead, led = form["lead"], form["led"]
        if set(self.deal) != {"W", "E"} or self.deal.count("W") != self.n or lead not in SEATS:
            raise ValueError("the deal is not n cards for each seat")
        if 2 * self.n != len(self.deal) or len(self.pays) != self.n:
            raise ValueError("the payments do not fit the deal")
        if len(set(self.names)) != len(self.names) or len(self.names) != 2 * self.n:
            raise ValueError("the names do not fit the cards")
        if self.n > MOST_CARDS:
            raise FileError(f"{self.n} cards a hand; at most {MOST_CARDS} can be checked by search")
        if led is not None and led not in [c for c, who in enumerate(self.deal, 1) if who == lead]:
            raise ValueError("the card led is not the leader's")
        self.start: tuple[str, str, int | None] = self.deal, lead, led
        self.value = cache(self._value)
        self.unique = cache(self._unique)

    def turn(self, lead: str, led: int | None) -> str:
        """Return who plays next."""
        return lead if led is None else {"W": "E", "E": "W"}[lead]

    def cards(self, deal: str, lead: str, led: int | None) -> list[int]:
        """Return the cards that may be played, numbered from 1 in what is left."""
        seat = self.turn(lead, led)
        held = [card for card, holder in enumerate(deal, 1) if holder == seat]
        if self.greedy and led is not None:
            return [card for card in held if card > led] or held
        return held

    def price(self, deal: str, lead: str, led: int | None, card: int) -> int:
        """Return what West is paid from here on when a card is played now."""
        if led is None:
            return self.value(deal, lead, card)
        winner = lead if led > card else self.turn(lead, led)
        pay = self.pays[self.n - len(deal) // 2] if winner == "W" else 0
        rest = self.without(deal, led, card)
        return pay + (self.value(rest, winner, None) if rest else 0)

    def without(self, deal: str, one: int, two: int) -> str:
        """Return the deal without two of its cards."""
        low, high = min(one, two), max(one, two)
        return deal[: low - 1] + deal[low : high - 1] + deal[high:]

    def prices(self, deal: str, lead: str, led: int | None) -> dict[int, int]:
        """Return the price of every card that may be played; neighbours of one hand cost the same.

        They are priced once: in what is left of the deal nothing can tell them apart.
        """
        found: dict[int, int] = {}
        for card in reversed(self.cards(deal, lead, led)):
            above = found.get(card + 1)
            found[card] = self.price(deal, lead, led, card) if above is None else above
        return found

    def _value(self, deal: str, lead: str, led: int | None) -> int:
        best = max if self.turn(lead, led) == "W" else min
        return best(self.prices(deal, lead, led).values())

    def best(self, deal: str, lead: str, led: int | None) -> list[int]:
        """Return the cards that keep the value, lowest first."""
        value = self.value(deal, lead, led)
        found = self.prices(deal, lead, led)
        return sorted(card for card, price in found.items() if price == value)

    def _unique(self, seat: str, spare: bool, deal: str, lead: str, led: int | None) -> bool:
        """Say whether a seat has one optimal strategy; *spare* when it may give something away."""
        found = self.prices(deal, lead, led)
        value = self.value(deal, lead, led)
        if self.turn(lead, led) == seat:
            best = [card for card, price in found.items() if price == value]
            if len(best) > 1 or (spare and len(found) > 1):
                return False
            return self._follow(seat, spare, deal, lead, led, best[0])
        return all(
            self._follow(seat, spare or price != value, deal, lead, led, card)
            for card, price in found.items()
        )

    def _follow(
        self, seat: str, spare: bool, deal: str, lead: str, led: int | None, card: int
    ) -> bool:
        if led is None:
            return self.unique(seat, spare, deal, lead, card)
        rest = self.without(deal, led, card)
        winner = lead if led > card else self.turn(lead, led)
        return not rest or self.unique(seat, spare, rest, winner, None)


def check_tricks(
    certificate: Mapping[str, Any], document: Mapping[str, Any] | None = None
) -> Fraction:
    """Return the value of the deal in a certificate, or say what in it is not true."""
    game = Tricks(certificate["form"])
    value = game.value(*game.start)
    if certificate["value"] != str(value):
        raise CertificateError(f"the deal is worth {value}, not {certificate['value']}")
    best = [game.names[card - 1] for card in game.best(*game.start)]
    if list(certificate["best"]) != best:
        raise CertificateError(f"the best cards are {', '.join(best)}")
    for key, seat in SEATS.items():
        if certificate["uniqueness"][seat]["unique"] is not game.unique(key, False, *game.start):
            raise CertificateError(f"the claim on {seat}'s uniqueness is not true")
    if document is not None:
        _check_outside(document, certificate, game, value)
    return Fraction(value)


def _check_outside(
    document: Mapping[str, Any], certificate: Mapping[str, Any], game: Tricks, value: int
) -> None:
    claims = {seat: claim["unique"] for seat, claim in certificate["uniqueness"].items()}
    prices = game.prices(*game.start)
    sign = -1 if min(game.pays) < 0 else 1
    west, counted = value * sign, abs(sum(game.pays))
    same = {
        "game": document["game"] == certificate["game"],
        "value": document["value"] == certificate["value"],
        "decimal": document["decimal"] == float(value),
        "seats": list(document["seats"]) == list(SEATS.values()),
        "unique": document["unique"] == claims,
        "deal": document["deal"] == game.deal,
        "best": list(document["best"]) == list(certificate["best"]),
        "prices": document["prices"]
        == {game.names[card - 1]: price * sign for card, price in sorted(prices.items())},
        "tricks": document["tricks"] == {"West": west, "East": counted - west},
        "line": _line(game, document["line"]),
        "strategies": document["strategies"] == _strategies(game, document["line"]),
    }
    for field, agrees in same.items():
        if not agrees:
            raise CertificateError(f"the solution's {field!r} is not what its certificate proves")


def _line(game: Tricks, line: Any) -> bool:
    """Say whether a line is legal, complete and best at every card."""
    deal, lead, led = game.start
    names = list(game.names)
    for trick in line:
        if not deal or trick["lead"] != SEATS[lead]:
            return False
        first = names.index(trick["led"]) + 1
        if first not in ([led] if led is not None else game.best(deal, lead, None)):
            return False
        reply = names.index(trick["reply"]) + 1
        if reply not in game.best(deal, lead, first):
            return False
        winner = lead if first > reply else game.turn(lead, first)
        if trick["winner"] != SEATS[winner]:
            return False
        names = [name for card, name in enumerate(names, 1) if card not in (first, reply)]
        deal, lead, led = game.without(deal, first, reply), winner, None
    return not deal


def _strategies(game: Tricks, line: Any) -> dict[str, dict[str, dict[str, str]]]:
    """Return what each seat plays along a line, by the cards it has seen."""
    tables: dict[str, dict[str, dict[str, str]]] = {seat: {} for seat in SEATS.values()}
    seen = [] if game.start[2] is None else [game.names[game.start[2] - 1]]
    for number, trick in enumerate(line):
        for seat in (trick["lead"], *(one for one in SEATS.values() if one != trick["lead"])):
            card = trick["led"] if seat == trick["lead"] else trick["reply"]
            if number or seat != trick["lead"] or game.start[2] is None:
                tables[seat][",".join(seen) or "-"] = {card: "1"}
                seen.append(card)
    return tables
