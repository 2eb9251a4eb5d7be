"""What a proof's checker reads: the game with polynomial payoffs, and plans as polynomials.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sabot.certify.reading import Seat, demand_once, only, pair_within, seat_of, seats_of, whole
from sabot.certify.theorem.polynomial import Poly, trimmed, value
from sabot.certify.theorem.span import Span, WholeSpan

Pin = Callable[[Poly], Poly]
"""What is done to every polynomial before it is compared: nothing, or its value at one spot."""


@dataclass(frozen=True)
class PolyGame:
    """The game in the file: cells of both seats, payoffs as polynomials over one."""

    seats: tuple[Seat, Seat]
    columns: tuple[list[dict[int, Poly]], list[dict[int, Poly]]]
    """For each seat: the other's sequences, each with this seat's sequences and payoffs."""
    denominator: Poly

    def pinned(self, pin: Pin) -> PolyGame:
        """Return the game with every polynomial pinned to one value."""
        one, two = (
            [{s: pin(amount) for s, amount in column.items()} for column in table]
            for table in self.columns
        )
        return PolyGame(self.seats, (one, two), pin(self.denominator))


@dataclass(frozen=True)
class PolyPlan:
    """A plan: one polynomial a sequence over a common one."""

    tops: list[Poly]
    below: Poly


def as_it_is(polynomial: Poly) -> Poly:
    """Pin to nothing."""
    return polynomial


def pin_of(span: Span) -> Pin:
    """Return what a piece of one value does to polynomials: only their values there count."""
    if isinstance(span, WholeSpan) and span.low == span.high:
        return lambda polynomial: trimmed([value(polynomial, span.low)])
    return as_it_is


def poly_of(data: Any) -> Poly:
    """Return a polynomial as a file writes it: whole coefficients, the constant first."""
    return trimmed(whole(c) for c in data)


def game_of(data: Mapping[str, Any]) -> PolyGame:
    """Return the game that a proof is about."""
    only(data, {"seats", "cells", "denominator", "payoffs"}, "the form of a proof")
    names = seats_of(data)
    only(data["cells"], names, "the cells of both seats")
    first, second = (seat_of(name, data["cells"][name]) for name in names)
    ones: list[dict[int, Poly]] = [{} for _ in range(second.count)]
    twos: list[dict[int, Poly]] = [{} for _ in range(first.count)]
    for i, j, amount in data["payoffs"]:
        pair_within(i, j, first, second)
        ones[j][i] = twos[i][j] = poly_of(amount)
    demand_once(((i, j) for i, j, _ in data["payoffs"]), len(data["payoffs"]))
    return PolyGame((first, second), (ones, twos), poly_of(data["denominator"]))


def plan_of(seat: Seat, data: Mapping[str, Any], pin: Pin) -> PolyPlan:
    """Return a seat's plan as a proof writes it."""
    only(data, {"below", "sure", "tops"}, "a plan")
    tops: list[Poly] = [[] for _ in range(seat.count)]
    below = pin(poly_of(data["below"]))
    named = [*map(whole, data["tops"]), *map(whole, data["sure"])]
    if len(set(named)) != len(named) or not all(0 < s < seat.count for s in named):
        raise ValueError(f"{seat.name}'s plan names a sequence twice, or one that is not there")
    for s, top in data["tops"].items():
        tops[whole(s)] = pin(poly_of(top))
    for s in data["sure"]:
        tops[whole(s)] = below
    tops[0] = below
    return PolyPlan(tops, below)


def used_in(plan: PolyPlan, span: Span) -> set[int]:
    """Return the sequences that a plan uses."""
    return {s for s, top in enumerate(plan.tops) if not span.zero(top)}


def by_view(seat: Seat, sequences: Iterable[int]) -> dict[str, list[str]]:
    """Return some of a seat's sequences as actions, by view."""
    some = set(sequences)
    found = {}
    for view, actions, _, first in seat.cells:
        here = [action for s, action in enumerate(actions, first) if s in some]
        if here:
            found[view] = here
    return found


def place_of(seat: Seat, view: str) -> str:
    """Return who is asked, and where, in words."""
    return seat.name if view == "-" else f"{seat.name} at {view}"


def names_of(seat: Seat) -> list[str]:
    """Return every sequence by the action that ends it, in words; the empty one first."""
    found = ["nothing"]
    for view, actions, _, _ in seat.cells:
        found += (action if view == "-" else f"{action} at {view}" for action in actions)
    return found
