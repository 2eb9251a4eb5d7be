"""Payoffs of threshold strategies as floats, for methods that move the cuts step by step.

The shape of a strategy (which action each interval takes) stays, the cuts move. What a way to an
end pays a player is an integral of a polynomial between the cuts, so that some points of Gauss's
rule give it exactly, rounding apart. Floats only lead the way here: what is reached is judged by
exact best responses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import Literal

import numpy as np

from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    IntervalActions,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.forms.smooth import Point, SmoothGame, project_ordered

ShapeName = Literal["bluffs", "plain"]
FloatIntervals = tuple[tuple[float, float], ...]
DIGITS = 9
"""Decimals of a cut that is handed on as a fraction."""
MAX_KEPT = 200_000
"""Payments of ways to an end that are kept; a step moves few cuts, so most are asked for again."""


def plain_shape(form: ContinuousBettingForm) -> dict[str, tuple[int, ...]]:
    """Return the shape with each turn's actions in order, the last with the best hands."""
    return {turn_key(form, turn): tuple(range(len(turn.actions))) for turn in form.turns()}


def bluffing_shape(form: ContinuousBettingForm) -> dict[str, tuple[int, ...]]:
    """Return the shape in which the worst hands may take the last action too.

    They may where somebody chooses after it: if nobody can drop any more, a bluff wins nothing.
    """
    found = plain_shape(form)
    for turn in form.turns():
        if isinstance(turn.after[-1], TurnNode):
            key = turn_key(form, turn)
            found[key] = (len(turn.actions) - 1, *found[key])
    return found


@dataclass
class WayToEnd:
    """One way to an end: what each player chose at which turn, and payoffs computed so far."""

    end: FoldNode | ShowdownNode
    said: Mapping[int, tuple[tuple[str, int], ...]]
    known: dict[tuple[int, object], float] = field(default_factory=dict)
    """By player and by the cuts of the turns on the way."""

    def __post_init__(self) -> None:
        self.cuts_of = itemgetter(*(key for own in self.said.values() for key, _ in own))


class SmoothBetting(SmoothGame):
    """A betting game as a function of the cuts of a given shape; the turns in *kept* stay fixed."""

    def __init__(
        self,
        form: ContinuousBettingForm,
        shape: IntervalActions,
        kept: Mapping[str, ThresholdRule] | None = None,
    ) -> None:
        self.form, self.shape, self.kept = form, shape, dict(kept or {})
        self.seats = form.seats
        seat_of = {
            turn_key(form, turn): turn.seat
            for turn in sorted(form.turns(), key=lambda one: one.seat)
        }
        self.places: dict[str, tuple[int, int]] = {}
        """Where the cuts of each turn begin and end among those that are moved."""
        for key in seat_of:
            if key not in self.kept:
                first = max((end for _, end in self.places.values()), default=0)
                self.places[key] = first, first + len(shape[key]) - 1
        self.names = tuple(
            f"{key} ({number + 1})" if high - low > 1 else key
            for key, (low, high) in self.places.items()
            for number in range(high - low)
        )
        self.owners = tuple(
            tuple(
                place
                for key, ends in self.places.items()
                if seat_of[key] == seat
                for place in range(*ends)
            )
            for seat in range(len(form.seats))
        )
        self._turn_of = [key for key, (low, high) in self.places.items() for _ in range(low, high)]
        self._ends = [
            WayToEnd(end, said)
            for end, said in _ways_to_ends(form, form.root, {})
            if any(key in self.places for own in said.values() for key, _ in own)
        ]
        self._kept_cuts = {key: tuple(map(float, rule.cuts)) for key, rule in self.kept.items()}
        self._shapes = {**shape, **{key: rule.actions for key, rule in self.kept.items()}}
        self._size = 0
        knots, weights = np.polynomial.legendre.leggauss((len(form.seats) + 1) // 2)
        self._gauss = [
            (0.5 + float(knot) / 2, float(weight) / 2)
            for knot, weight in zip(knots, weights, strict=True)
        ]

    def payoff(self, seat: int, point: Sequence[float]) -> float:
        """Return what a player is paid, without the ends to which no moved cut leads."""
        cuts = {key: tuple(point[low:high]) for key, (low, high) in self.places.items()}
        cuts |= self._kept_cuts
        total = 0.0
        for way in self._ends:
            held = seat, way.cuts_of(cuts)
            paid = way.known.get(held)
            if paid is None:
                paid = way.known[held] = self._paid(seat, way, cuts)
                self._size += 1
            total += paid
        if self._size > MAX_KEPT:
            self._size = 0
            for way in self._ends:
                way.known.clear()
        return total

    def bounds(self, point: Sequence[float], place: int) -> tuple[float, float]:
        """Return the neighbouring cuts of the same turn, or the ends of the hands."""
        low, high = self.places[self._turn_of[place]]
        return (
            point[place - 1] if place > low else 0.0,
            point[place + 1] if place + 1 < high else 1.0,
        )

    def project(self, point: Sequence[float]) -> Point:
        """Return the nearest cuts that rise from 0 to 1 at each turn."""
        return [
            number
            for low, high in self.places.values()
            for number in project_ordered(point[low:high])
        ]

    def profile(self, point: Sequence[float]) -> ThresholdProfile:
        """Return the strategies with these cuts, rounded to fractions."""
        unit = 10**DIGITS
        found: dict[str, ThresholdRule] = dict(self.kept)
        for key, (low, high) in self.places.items():
            cuts = sorted(Fraction(round(number * unit), unit) for number in point[low:high])
            found[key] = ThresholdRule(self.shape[key], tuple(cuts))
        return found

    def _hands(
        self, turns: Sequence[tuple[str, int]], cuts: Mapping[str, tuple[float, ...]]
    ) -> FloatIntervals:
        """Return the hands with which a player makes these choices."""
        found: FloatIntervals = ((0.0, 1.0),)
        for key, chosen in turns:
            ends = pairwise((0.0, *cuts[key], 1.0))
            taken = [
                ends
                for action, ends in zip(self._shapes[key], ends, strict=True)
                if action == chosen
            ]
            found = tuple(
                (max(a, c), min(b, d)) for a, b in found for c, d in taken if max(a, c) < min(b, d)
            )
        return found

    def _paid(self, seat: int, way: WayToEnd, cuts: Mapping[str, tuple[float, ...]]) -> float:
        """Return what a way to an end pays a player, times how often it is taken."""
        end = way.end
        hands = [self._hands(way.said.get(one, ()), cuts) for one in range(len(self.seats))]
        chance = 1.0
        for own in hands:
            chance *= sum(high - low for low, high in own)
        if not chance:
            return 0.0
        if isinstance(end, FoldNode):
            return float(end.payoffs[seat]) * chance
        cost = -float(end.paid[seat]) * chance
        if seat not in end.contenders:
            return cost
        aside = 1.0
        for other, own in enumerate(hands):
            if other not in end.contenders:
                aside *= sum(high - low for low, high in own)
        opponents = [hands[other] for other in end.contenders if other != seat]
        return cost + float(end.pot) * aside * self._won(hands[seat], opponents, float(end.better))

    def _won(self, mine: FloatIntervals, opponents: Sequence[FloatIntervals], q: float) -> float:
        """Return how often a hand of mine is the best, by Gauss's rule between any two ends."""
        total = 0.0
        marks = {end for other in opponents for interval in other for end in interval}
        masses = [sum(high - low for low, high in other) for other in opponents]
        for low, high in mine:
            for begin, end in pairwise(sorted({low, high, *(x for x in marks if low < x < high)})):
                for place, weight in self._gauss:
                    hand = begin + place * (end - begin)
                    plain, improved = 1 - q, q
                    for other, mass in zip(opponents, masses, strict=True):
                        below = 0.0
                        for a, b in other:
                            if a < hand:
                                below += min(hand, b) - a
                        plain *= (1 - q) * below
                        improved *= (1 - q) * mass + q * below
                    total += weight * (end - begin) * (plain + improved)
        return total


def _ways_to_ends(
    form: ContinuousBettingForm, node: BettingNode, said: Mapping[int, tuple[tuple[str, int], ...]]
) -> Iterator[tuple[FoldNode | ShowdownNode, Mapping[int, tuple[tuple[str, int], ...]]]]:
    """Yield every end, with the turns and choices of each player on the way to it."""
    if not isinstance(node, TurnNode):
        yield node, said
        return
    key = turn_key(form, node)
    for action, after in enumerate(node.after):
        own = (*said.get(node.seat, ()), (key, action))
        yield from _ways_to_ends(form, after, {**said, node.seat: own})
