"""What a proof's checker reads: the game with polynomial payoffs, and plans as polynomials.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sabot.certify.form import Seat, cells_of, entries_of
from sabot.certify.reading import named, record, seats_of
from sabot.certify.theorem.polynomial import Poly, polynomial_of, trimmed, value
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


def game_of(data: Any) -> PolyGame:
    """Return the game that a proof is about."""
    record(data, {"seats", "cells", "denominator", "payoffs"}, "the form of a proof")
    first, second = cells_of(data["cells"], seats_of(data["seats"]))
    ones: list[dict[int, Poly]] = [{} for _ in range(second.count)]
    twos: list[dict[int, Poly]] = [{} for _ in range(first.count)]
    for i, j, amount in zip(*entries_of(data["payoffs"], first, second), strict=True):
        ones[j][i] = twos[i][j] = polynomial_of(amount, "a payoff")
    below = polynomial_of(data["denominator"], "the denominator of the payoffs")
    return PolyGame((first, second), (ones, twos), below)


def plan_of(seat: Seat, data: Any, pin: Pin) -> PolyPlan:
    """Return a seat's plan as a proof writes it."""
    record(data, {"below", "sure", "tops"}, "a plan")
    what = f"{named(seat.name)}'s plan"
    tops: list[Poly] = [[] for _ in range(seat.count)]
    below = tops[0] = pin(polynomial_of(data["below"], f"the denominator of {what}"))
    chances, sure = record(data["tops"], (), what, data["tops"]), data["sure"]
    if type(sure) is not list or any(type(s) is not int for s in sure):
        raise ValueError(f"the sure sequences of {what} are not whole numbers")
    numbers = {str(s): s for s in range(1, seat.count)}
    if not chances.keys() <= numbers.keys():
        raise ValueError(f"{what} names a sequence that is not there")
    for s, top in chances.items():
        tops[numbers[s]] = pin(polynomial_of(top, f"a chance of {what}"))
    taken = {numbers[s] for s in chances} | {0}
    for s in sure:
        if s in taken or not 0 < s < seat.count:
            raise ValueError(f"{what} names a sequence twice, or one that is not there")
        taken.add(s)
        tops[s] = below
    return PolyPlan(tops, below)


def used_in(plan: PolyPlan, span: Span) -> set[int]:
    """Return the sequences that a plan uses."""
    sure = not span.zero(plan.below)  # most chances are 1
    return {
        s
        for s, top in enumerate(plan.tops)
        if (sure if top == plan.below else top and not span.zero(top))
    }


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
