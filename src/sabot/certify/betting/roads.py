"""One seat followed through the betting: what its hands are worth, by the profile and at best.

Standard library only. Everything is counted in whole numbers: hands in units of which every cut is
a multiple, money and the chances to improve over common denominators.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from sabot.certify.betting.curves import Curves, joined, larger, plus, scaled, times
from sabot.certify.betting.profile import Fold, Showdown, Turn, common

if TYPE_CHECKING:
    from sabot.certify.betting.profile import Balance, Node

Span = tuple[int, int, int]
"""Hands from low to high, and how many times each counts."""
Spans = tuple[Span, ...]
Steps = Sequence[tuple[int, int, int, int]]
"""What is done at a turn: hands from low to high, the action, and how many times each counts."""

SLACK = Fraction(1, 1 << 110)
"""How far a bound may lie above the best reply where choices cross at no fraction."""


@dataclass(frozen=True)
class Measure:
    """In what hands, money and chances are counted: how many units there are of each in one."""

    balance: Balance
    unit: int
    """How many units there are from hand 0 to hand 1."""
    money: int
    chances: int

    @classmethod
    def of(cls, balance: Balance) -> Measure:
        """Return the least in which all numbers of a file are whole."""
        nodes = list(_nodes(balance.root))
        cuts = [end for node in nodes if isinstance(node, Turn) for end in node.ends]
        cuts += [number for free in balance.free for number in (free.low, free.high, free.mass)]
        paid = [a for node in nodes if isinstance(node, Fold) for a in node.payoffs]
        paid += [a for node in nodes if isinstance(node, Showdown) for a in node.paid]
        better = [node.better for node in nodes if isinstance(node, Showdown)]
        return cls(balance, *(common(numbers) for numbers in (cuts, paid, better)))

    def hand(self, hand: Fraction) -> int:
        """Return a hand in units."""
        return int(hand * self.unit)

    @property
    def whole(self) -> int:
        """How much stands for an area of 1 under curves that are worth in money."""
        seats = len(self.balance.seats)
        whole: int = self.unit**seats * self.money * self.chances**seats
        return whole

    def steps(self, turn: Turn) -> Steps:
        """Return what the profile does at a turn."""
        return [
            (self.hand(begin), self.hand(end), action, 1) for begin, end, action in turn.intervals()
        ]


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Turn):
        for after in node.after:
            yield from _nodes(after)


@dataclass
class Road:
    """One seat's way through the betting, for its hands between two."""

    measure: Measure
    seat: int
    changed: Mapping[tuple[int, str], Steps] = field(default_factory=dict)
    """By seat and view: what is done there in place of what the profile does."""
    count: int = 1
    """How many times a seat's hands count whose steps are changed."""
    low: int = 0
    high: int | None = None

    def __post_init__(self) -> None:
        balance = self.measure.balance
        self.end = self.measure.unit if self.high is None else self.high
        self.slack = SLACK * self.measure.whole * self.count / max(1, balance.ends)
        self.below: dict[Spans, Curves] = {}
        self.steps: dict[tuple[int, str], Steps] = {}
        self.ways: dict[str, list[Curves]] = {}
        """By view of the seat's own turns: what each action is worth, the profile following."""

    @property
    def start(self) -> list[Spans]:
        """The hands with which everybody begins."""
        moved = {seat for seat, _ in self.changed}
        unit = self.measure.unit
        return [
            ((0, unit, self.count if seat in moved else 1),)
            for seat in range(len(self.measure.balance.seats))
        ]

    def walked(self) -> tuple[Curves, Curves]:
        """Return what each hand is worth, by the profile and at best."""
        return self.follow(self.measure.balance.root, self.start)

    def follow(self, node: Node, held: list[Spans]) -> tuple[Curves, Curves]:
        """Return what a hand is worth from here, times the chance that the others come here.

        Where the seat has no more choice both are the same object.
        """
        if not isinstance(node, Turn):
            found = self._end(node, held)
            return found, found
        if node.seat == self.seat:
            return self._own(node, held)
        ways = []
        for action, after in enumerate(node.after):
            spans = self._taken(node, action, held[node.seat])
            if spans:
                there = [*held]
                there[node.seat] = spans
                ways.append(self.follow(after, there))
        return self._sum(ways)

    def _sum(self, ways: Sequence[tuple[Curves, Curves]]) -> tuple[Curves, Curves]:
        if not ways:
            nothing = self._constant(0)
            return nothing, nothing
        paid, best = ways[0]
        for one, two in ways[1:]:
            more = plus(paid, one)
            best = more if best is paid and two is one else plus(best, two)
            paid = more
        return paid, best

    def _own(self, turn: Turn, held: list[Spans]) -> tuple[Curves, Curves]:
        ways = [self.follow(after, held) for after in turn.after]
        self.ways[turn.view] = [way[0] for way in ways]
        steps = self._steps(turn)
        paid = joined([(begin, end, ways[taken][0]) for begin, end, taken, _ in steps])
        best = ways[0][1]
        for _, other in ways[1:]:
            best = larger(best, other, self.slack)
        return paid, best

    def _steps(self, turn: Turn) -> Steps:
        key = turn.seat, turn.view
        if key not in self.steps:
            self.steps[key] = self.changed.get(key) or self.measure.steps(turn)
        return self.steps[key]

    def _taken(self, turn: Turn, action: int, held: Spans) -> Spans:
        """Return the hands that come to a turn and take an action there."""
        often = (turn.seat, turn.view) in self.changed
        return tuple(
            (max(low, begin), min(high, end), times_ if often else count)
            for begin, end, taken, times_ in self._steps(turn)
            if taken == action and times_
            for low, high, count in held
            if max(low, begin) < min(high, end)
        )

    def _constant(self, amount: int) -> Curves:
        return [(self.low, self.end, [amount])]

    def _end(self, end: Fold | Showdown, held: Sequence[Spans]) -> Curves:
        measure = self.measure
        sizes = [sum(count * (high - low) for low, high, count in spans) for spans in held]
        chance = prod(size for other, size in enumerate(sizes) if other != self.seat)
        seats = len(sizes)
        if isinstance(end, Fold):
            won = int(end.payoffs[self.seat] * measure.money)
            return self._constant(won * chance * measure.chances**seats)
        lost = -int(end.paid[self.seat] * measure.money) * chance * measure.chances**seats
        if self.seat not in end.among:
            return self._constant(lost)
        rivals = [other for other in sorted(end.among) if other != self.seat]
        improves = int(end.better * measure.chances)
        stays = measure.chances - improves
        plain, improved = self._constant(stays), self._constant(improves)
        for other in rivals:
            below = self._below(held[other])
            plain = times(plain, scaled(below, stays))
            if improves:
                rest = self._constant(stays * sizes[other])
                improved = times(improved, plus(scaled(below, improves), rest))
        pot = int(sum(end.paid, Fraction(0)) * measure.money)
        aside = prod(
            size for other, size in enumerate(sizes) if other not in end.among
        ) * measure.chances ** (seats - 1 - len(rivals))
        won_by = plus(plain, improved) if improves else plain
        return plus(self._constant(lost), scaled(won_by, pot * aside))

    def _below(self, spans: Spans) -> Curves:
        """Return how many hands of some spans are below a hand."""
        if spans not in self.below:
            self.below[spans] = self._counted(sorted(spans))
        return self.below[spans]

    def _counted(self, spans: Sequence[Span]) -> Curves:
        found: Curves = []
        at, total = 0, 0
        for low, high, count in spans:
            if low > at:
                found.append((at, low, [total]))
            found.append((low, high, [total - count * low, count]))
            at, total = high, total + count * (high - low)
        found.append((at, self.measure.unit, [total]))
        return joined([(self.low, self.end, found)])
