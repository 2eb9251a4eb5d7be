"""What is free in an equilibrium: hands at a turn that may change places, checked.

Standard library only. Of the hands between two some take an action and the others another; claimed
is that any arrangement between the one told and a second one (all at the other end, or each with
the same chance) pays every seat the same and lets nobody gain more than the file says. Shown:

1. The seat comes to the turn with all these hands, does the same with all of them at its later
   turns, and either action pays it the same but for a constant: it is paid the same.
2. Another seat with a hand x outside is paid the same: it only meets how many hands take which
   action. With x inside, what each of its choices is worth is linear in how many of the hands below
   x take the action, and what it could gain is the largest of linear functions, less a linear one:
   convex, so between two arrangements no more than at both together.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.betting.curves import area, both, minus, scaled
from sabot.certify.betting.profile import Turn
from sabot.certify.betting.roads import Measure, Road, Steps
from sabot.certify.reading import brief, escaped
from sabot.errors import CertificateError

if TYPE_CHECKING:
    from sabot.certify.betting.profile import Balance, Free, Node


def demand_free(balance: Balance, measure: Measure, gains: tuple[Fraction, ...]) -> Fraction:
    """Demand that all that is said to be free is; return a bound on what a seat gains by it then.

    *gains* are those of the profile that is told.
    """
    most = max(gains)
    for free in balance.free:
        path = _path(balance.root, free)
        if path is None:
            raise CertificateError(f"{_name(balance, free)}: no such turn")
        most = max(most, _Claim(balance, measure, free, path).demand(gains))
    return most


def _path(node: Node, free: Free) -> list[tuple[Turn, int]] | None:
    """Return the turns on the way to that of a freedom, with the action taken; it is the last."""
    if not isinstance(node, Turn):
        return None
    if (node.seat, node.view) == (free.seat, free.view):
        return [(node, free.action)]
    for action, after in enumerate(node.after):
        found = _path(after, free)
        if found is not None:
            return [(node, action), *found]
    return None


def _name(balance: Balance, free: Free) -> str:
    return f"what is free to {escaped(balance.seats[free.seat])} after {escaped(free.view[:60])}"


class _Claim:
    """One freedom at its turn, in units."""

    def __init__(
        self, balance: Balance, measure: Measure, free: Free, path: list[tuple[Turn, int]]
    ) -> None:
        self.balance, self.measure, self.free, self.path = balance, measure, free, path
        self.turn = path[-1][0]
        self.low, self.high = measure.hand(free.low), measure.hand(free.high)
        self.mass = measure.hand(free.mass)

    def demand(self, gains: tuple[Fraction, ...]) -> Fraction:
        """Raise where something of the claim is not so; return what another seat gains at most."""
        if not 0 <= self.low < self.high <= self.measure.unit:
            self._refuse("no hands from there to there")
        if not 0 < self.mass < self.high - self.low:
            self._refuse("as many hands as that are not free")
        if self.free.action == self.free.other:
            self._refuse("one action is no choice")
        self._demand_alike()
        self._demand_level()
        steps, count = self._second()
        others = (seat for seat in range(len(self.balance.seats)) if seat != self.free.seat)
        found = [self._demand_seat(seat, steps, count, gains[seat]) for seat in others]
        return max(found, default=Fraction(0))

    def _refuse(self, why: str) -> None:
        raise CertificateError(f"{_name(self.balance, self.free)}: {why}")

    def _inside(self, turn: Turn) -> list[tuple[int, int, int]]:
        """Return what the profile does at a turn with the hands in question."""
        return [
            (max(begin, self.low), min(end, self.high), action)
            for begin, end, action, _ in self.measure.steps(turn)
            if max(begin, self.low) < min(end, self.high)
        ]

    def _demand_alike(self) -> None:
        """Demand that all hands come to the turn, and do the same afterwards."""
        for turn, action in self.path[:-1]:
            if turn.seat == self.free.seat and {a for *_, a in self._inside(turn)} != {action}:
                self._refuse("not all of these hands come there")
        for action in (self.free.action, self.free.other):
            for later in _own_turns(self.turn.after[action], self.free.seat):
                if len({a for *_, a in self._inside(later)}) > 1:
                    self._refuse("afterwards these hands differ")

    def _demand_level(self) -> None:
        """Demand that the two actions differ by the same amount with every hand."""
        road = Road(self.measure, self.free.seat, low=self.low, high=self.high)
        road.walked()
        if self.free.view not in road.ways:
            self._refuse("the others never come there")
        ways = road.ways[self.free.view]
        pairs = both(ways[self.free.action], ways[self.free.other])
        gaps = [minus(a, b) for _, _, a, b in pairs]
        if any(any(gap[1:]) for gap in gaps) or len({gap[0] for gap in gaps}) > 1:
            self._refuse("the seat itself is not indifferent")

    def _second(self) -> tuple[Steps, int]:
        """Return the second arrangement, and how many times all hands count in it."""
        low, high, mass = self.low, self.high, self.mass
        action, other = self.free.action, self.free.other
        told = self._inside(self.turn)
        top = [(low, high - mass, other), (high - mass, high, action)]
        bottom = [(low, low + mass, action), (low + mass, high, other)]
        if told not in (top, bottom):
            self._refuse("the hands told are neither the best nor the worst of them")
        count = high - low if self.free.even else 1
        if self.free.even:
            inside = [(low, high, action, mass), (low, high, other, count - mass)]
        else:
            inside = [(a, b, c, 1) for a, b, c in (bottom if told == top else top)]
        outside = [
            (max(begin, start), min(end, stop), taken, count)
            for begin, end, taken, _ in self.measure.steps(self.turn)
            for start, stop in ((0, low), (high, self.measure.unit))
            if max(begin, start) < min(end, stop)
        ]
        return [*outside, *inside], count

    def _demand_seat(self, seat: int, steps: Steps, count: int, gain: Fraction) -> Fraction:
        """Return what another seat could gain, after demanding that it is no more than claimed.

        It must be paid the same.
        """
        measure, low, high = self.measure, self.low, self.high
        changed = {(self.free.seat, self.free.view): steps}
        before, _ = Road(measure, seat, low=low, high=high).walked()
        paid, best = Road(measure, seat, changed, count, low, high).walked()
        if any(any(minus(a, b)) for _, _, a, b in both(paid, scaled(before, count))):
            self._refuse(f"{escaped(self.balance.seats[seat])} would be paid otherwise")
        more = (area(best) - area(paid)) / (measure.whole * count)
        if gain + more > self.balance.gains[seat]:
            self._refuse(f"{escaped(self.balance.seats[seat])} may gain {brief(more)} by it")
        return gain + more


def _own_turns(node: Node, seat: int) -> Iterator[Turn]:
    if isinstance(node, Turn):
        if node.seat == seat:
            yield node
        for after in node.after:
            yield from _own_turns(after, seat)
