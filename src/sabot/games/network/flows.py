"""Flows on roads whose costs are quadratic: the best for all, for each sender, for each traveller.

Road i costs ``f_i (b_i + sum_j A_ij f_j)`` in all. Each *sender* has an amount to send over roads
of his own. **System**: the sum of all costs is least. **Game**: no sender can lower his own roads'
cost. **User**: no traveller has a cheaper road than his, so the roads that a sender uses cost the
same a unit and no other costs less. Each is a linear complementarity problem: on the roads that are
used a slope is the same, on the others it is no smaller. Which are used is tried out; a set of
roads gives one linear system, solved in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Literal

from flint import fmpq, fmpq_mat

from sabot import watch
from sabot.errors import FormError, NoMethodError

Aim = Literal["system", "game", "user"]
AIMS: tuple[Aim, ...] = ("system", "game", "user")
MOST_ROADS = 16
"""Roads in all: every set of roads that may be in use is tried."""


@dataclass(frozen=True)
class Sender:
    """Who sends how much, over which roads."""

    name: str
    amount: Fraction
    roads: tuple[int, ...]


@dataclass(frozen=True)
class Network:
    """Roads, what they cost, and who uses them."""

    roads: tuple[str, ...]
    mutual: tuple[tuple[Fraction, ...], ...]
    """A_ij: what a unit on road j adds to the cost of a unit on road i."""
    plain: tuple[Fraction, ...]
    """b_i: what a unit costs on an empty road."""
    senders: tuple[Sender, ...]

    def __post_init__(self) -> None:
        if not self.senders or any(not sender.roads for sender in self.senders):
            raise FormError("a sender has no road to send on")
        used = [road for sender in self.senders for road in sender.roads]
        if sorted(used) != list(range(len(self.roads))):
            raise FormError("every road belongs to exactly one sender")
        if len(self.roads) > MOST_ROADS:
            raise NoMethodError(f"{len(self.roads)} roads; up to {MOST_ROADS} are tried out")
        if any(sender.amount < 0 for sender in self.senders):
            raise FormError("an amount to be sent is negative")
        if not _convex(self.mutual):
            raise FormError(
                "the costs are not convex: the matrix of the roads' costs, added to its transpose, "
                "has a negative direction, so that no flow need be the cheapest"
            )

    def costs(self, flow: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return what each road costs in all."""
        return tuple(f * slope for f, slope in zip(flow, self.slopes("user", flow), strict=True))

    def slopes(self, aim: Aim, flow: Sequence[Fraction]) -> list[Fraction]:
        """Return, for each road, what its deciders mind: the cost of a unit more on it."""
        rows, right = self._lines(aim)
        return [
            b + sum((a * f for a, f in zip(row, flow, strict=True)), Fraction(0))
            for row, b in zip(rows, right, strict=True)
        ]

    def _lines(self, aim: Aim) -> tuple[list[list[Fraction]], list[Fraction]]:
        """Return the slopes as linear functions of the flow."""
        owner = {road: k for k, sender in enumerate(self.senders) for road in sender.roads}
        size = range(len(self.roads))
        rows = [
            [
                self.mutual[i][j]
                + (self.mutual[j][i] if aim == "system" else Fraction(0))
                + (self.mutual[j][i] if aim == "game" and owner[i] == owner[j] else Fraction(0))
                for j in size
            ]
            for i in size
        ]
        return rows, list(self.plain)

    def optimum(self, aim: Aim) -> tuple[Fraction, ...]:
        """Return the flow that nobody who decides would change."""
        for used in self._sets():
            watch.heard()
            flow = self._balanced(aim, used)
            if flow is not None:
                return flow
        raise NoMethodError(f"no {aim} optimum was found")

    def _sets(self) -> Iterator[frozenset[int]]:
        """Yield which roads may be in use, most of them first."""
        each = [
            list(chain.from_iterable(combinations(s.roads, k) for k in range(len(s.roads), 0, -1)))
            for s in self.senders
        ]
        yield from sorted(
            (frozenset(chain.from_iterable(choice)) for choice in product(*each)),
            key=lambda used: -len(used),
        )

    def _balanced(self, aim: Aim, used: frozenset[int]) -> tuple[Fraction, ...] | None:
        """Return the flow on these roads with equal slopes, if it is right for all roads."""
        roads = sorted(used)
        rows, plain = self._lines(aim)
        unknowns = len(roads) + len(self.senders)
        matrix, right = [], []
        for i in roads:
            owner = next(k for k, sender in enumerate(self.senders) if i in sender.roads)
            levels = [Fraction(-(k == owner)) for k in range(len(self.senders))]
            matrix.append([*(rows[i][j] for j in roads), *levels])
            right.append(-plain[i])
        for sender in self.senders:
            matrix.append(
                [*(Fraction(j in sender.roads) for j in roads), *[Fraction(0)] * len(self.senders)]
            )
            right.append(sender.amount)
        found = _solution(matrix, right)
        if found is None or len(found) != unknowns:
            return None
        flow = [Fraction(0)] * len(self.roads)
        for road, amount in zip(roads, found, strict=False):
            flow[road] = amount
        levels = found[len(roads) :]
        slopes = self.slopes(aim, flow)
        cheaper = any(
            slopes[road] < level
            for sender, level in zip(self.senders, levels, strict=True)
            for road in sender.roads
        )
        return None if cheaper or min(flow) < 0 else tuple(flow)


def _solution(
    matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]
) -> list[Fraction] | None:
    """Return the solution of a square system; None where it has none or many."""
    rows = fmpq_mat([[fmpq(a.numerator, a.denominator) for a in row] for row in matrix])
    column = fmpq_mat([[fmpq(b.numerator, b.denominator)] for b in right])
    try:
        found = rows.solve(column)
    except ZeroDivisionError:
        return None
    return [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(len(right))]


def _convex(mutual: Sequence[Sequence[Fraction]]) -> bool:
    """Return whether the symmetric part of a matrix has no negative direction, by elimination."""
    size = len(mutual)
    rows = [[mutual[i][j] + mutual[j][i] for j in range(size)] for i in range(size)]
    for k in range(size):
        if rows[k][k] < 0:
            return False
        if not rows[k][k]:
            if any(rows[k][j] for j in range(k, size)):
                return False
            continue
        for i in range(k + 1, size):
            share = rows[i][k] / rows[k][k]
            rows[i] = [a - share * b for a, b in zip(rows[i], rows[k], strict=True)]
    return True
