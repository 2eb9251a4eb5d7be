"""Optimal sets of flat games: which views may mix, and the equations they must meet.

Where a solution is not unique (baccara's models A2 and A3) the set of optimal behaviours is a
polytope. Both seats choose between two actions at each view; ``q`` is the chance of the second. One
optimal strategy of the other seat describes it: a behaviour is optimal if and only if it only uses
moves that are best against that strategy, and that strategy is a best reply to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from sabot.errors import FormError
from sabot.exact import over_one_denominator, show
from sabot.forms.sequence import Cell, SequenceForm, Side
from sabot.forms.tree import Mix, Strategies


@dataclass(frozen=True)
class Condition:
    """``low <= sum of weights * q <= high``; the weights are least integers."""

    weights: Mapping[str, int]
    low: Fraction
    high: Fraction

    @property
    def equal(self) -> bool:
        """Whether the condition is an equation."""
        return self.low == self.high

    @property
    def box(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest sum of chances from 0 to 1."""
        least = sum(min(weight, 0) for weight in self.weights.values())
        most = sum(max(weight, 0) for weight in self.weights.values())
        return Fraction(least), Fraction(most)

    @property
    def binding(self) -> bool:
        """Whether some chances from 0 to 1 do not meet the condition."""
        least, most = self.box
        return least < self.low or self.high < most

    def sum(self, chances: Mapping[str, Fraction]) -> Fraction:
        """Return what is to lie between low and high."""
        return sum(
            (weight * chances.get(view, Fraction(0)) for view, weight in self.weights.items()),
            Fraction(0),
        )

    def holds(self, chances: Mapping[str, Fraction]) -> bool:
        """Whether chances of the second action, by view, meet the condition."""
        return self.low <= self.sum(chances) <= self.high

    def __str__(self) -> str:
        terms = sum_text((weight, f"q[{view}]") for view, weight in self.weights.items())
        least, most = self.box
        if self.equal:
            return f"{terms} = {show(self.low)}"
        if self.high >= most:
            return f"{terms} >= {show(self.low)}"
        if self.low <= least:
            return f"{terms} <= {show(self.high)}"
        return f"{show(self.low)} <= {terms} <= {show(self.high)}"


def sum_text(terms: Iterable[tuple[Fraction | int, str]], times: str = " ") -> str:
    """Return a sum of multiples of names as it is written by hand.

    >>> sum_text([(3, "x"), (-1, "y"), (Fraction(1, 2), "z"), (0, "u")]), sum_text([(-2, "x")])
    ('3 x - y + 1/2 z', '-2 x')
    """
    text = ""
    for weight, name in terms:
        if weight:
            size = -weight if weight < 0 else weight
            sign = ("-" if weight < 0 else "") if not text else (" - " if weight < 0 else " + ")
            text += f"{sign}{name if size == 1 else f'{show(size)}{times}{name}'}"
    return text or "0"


@dataclass(frozen=True)
class OptimalSet:
    """Every optimal behaviour of one seat."""

    seat: str
    fixed: Mapping[str, str]
    """Views at which one move only is ever optimal."""
    loose: Mapping[str, tuple[str, str]]
    """Views at which either action may be played, within the conditions, and both actions."""
    conditions: tuple[Condition, ...]

    def __contains__(self, strategy: Mapping[str, Mix]) -> bool:
        """Whether a behaviour, by view and action, is optimal."""
        if any(strategy[view].get(action) != 1 for view, action in self.fixed.items()):
            return False
        chances = {
            view: strategy[view].get(second, Fraction(0))
            for view, (_, second) in self.loose.items()
        }
        return all(condition.holds(chances) for condition in self.conditions)

    def vertices(self) -> list[dict[str, Fraction]]:
        """Return the extreme points: the chance of the second action at each loose view.

        For one condition (or none) only; at an extreme point all loose views but one are then pure.
        """
        if len(self.conditions) > 1:
            raise FormError(
                f"{len(self.conditions)} conditions bind {self.seat}: "
                "the extreme points come from sabot.equilibria"
            )
        found = [c for c in _corners(list(self.loose)) if all(x.holds(c) for x in self.conditions)]
        for condition in self.conditions:
            for view, weight in condition.weights.items():
                for corner in _corners([other for other in self.loose if other != view]):
                    for level in {condition.low, condition.high}:
                        chance = (level - condition.sum(corner)) / weight
                        if 0 < chance < 1:
                            found.append({v: {**corner, view: chance}[v] for v in self.loose})
        return found

    def pure(self) -> dict[str, str] | None:
        """Return an optimal behaviour that does not mix, by view, if there is one."""
        bound = list(dict.fromkeys(view for c in self.conditions for view in c.weights))

        def search(chosen: dict[str, Fraction]) -> dict[str, Fraction] | None:
            left = bound[len(chosen) :]
            for condition in self.conditions:
                rest = [condition.weights.get(view, 0) for view in left]
                here = condition.sum(chosen)
                least, most = (sum(pick(w, 0) for w in rest) for pick in (min, max))
                if here + most < condition.low or here + least > condition.high:
                    return None
            if not left:
                return chosen
            for chance in (Fraction(0), Fraction(1)):
                found = search({**chosen, left[0]: chance})
                if found is not None:
                    return found
            return None

        found = search({})
        if found is None:
            return None
        moves = {view: both[int(found.get(view, 0))] for view, both in self.loose.items()}
        return {**self.fixed, **moves}

    def __str__(self) -> str:
        lines = [f"{self.seat}: {len(self.fixed)} views fixed, {len(self.loose)} loose"]
        return "\n".join([*lines, *(f"  {condition}" for condition in self.conditions)])


def _corners(views: Sequence[str]) -> list[dict[str, Fraction]]:
    pure = (Fraction(0), Fraction(1))
    return [dict(zip(views, choice, strict=True)) for choice in product(pure, repeat=len(views))]


def saddle(form: SequenceForm, strategies: Strategies) -> dict[str, dict[str, str]] | None:
    """Return a pure saddle point, by seat and view, from any optimal strategies; None without one.

    >>> from sabot import load, solve
    >>> saddle(load("baccara(model=A1)").form(), solve("baccara(model=A1)").strategies) is None
    True
    """
    one, two = form.seats
    found = {
        seat: optimal_set(form, seat, strategies[other]).pure()
        for seat, other in ((one, two), (two, one))
    }
    pure = {seat: moves for seat, moves in found.items() if moves is not None}
    return pure if len(pure) == 2 else None


def optimal_set(form: SequenceForm, seat: str, opponent: Mapping[str, Mix]) -> OptimalSet:
    """Return all optimal behaviours of *seat*, from any one optimal strategy of its *opponent*.

    >>> from sabot import load, solve
    >>> game = "baccara(model=A3)"
    >>> print(optimal_set(load(game).form(), "Player", solve(game)["Banker"]))
    Player: 0 views fixed, 5 loose
      4 q[(0,5)] + q[(1,4)] + q[(2,3)] + q[(6,9)] + q[(7,8)] = 72/11
    """
    for side in form.sides:
        for cell in side.cells:
            if cell.parent or len(cell.actions) != 2:
                raise FormError(
                    f"{side.name}'s choice at {cell.key} is not one between two actions"
                )
    own = form.seats.index(seat)
    game = form if own == 0 else form.swapped()
    side, other = game.sides
    tops, _ = over_one_denominator(other.plan(opponent))
    gains = [0] * side.count
    columns: list[dict[int, int]] = [{} for _ in range(other.count)]
    for i, j, amount in game.payoffs:
        gains[i] += amount * tops[j]
        columns[j][i] = amount
    fixed, loose = _parted(side, gains)
    played = {
        0,
        *(c.sequences[c.actions.index(fixed[c.key])] for c in side.cells if c.key in fixed),
    }
    bounds: dict[tuple[tuple[str, int], ...], tuple[Fraction, Fraction]] = {}
    for rival in other.cells:
        first, second = (columns[s] for s in rival.sequences)
        gap = {i: second.get(i, 0) - first.get(i, 0) for i in {*first, *second}}
        chance = opponent[rival.key].get(rival.actions[1], Fraction(0))
        found = _bounds(gap, loose, played, chance)
        if found is not None:
            weights, low, high = found
            known = bounds.get(weights, (low, high))
            bounds[weights] = max(low, known[0]), min(high, known[1])
    conditions = (Condition(dict(weights), *ends) for weights, ends in bounds.items())
    return OptimalSet(
        seat,
        fixed,
        {cell.key: (cell.actions[0], cell.actions[1]) for cell in loose},
        tuple(condition for condition in conditions if condition.binding),
    )


def _parted(side: Side, gains: Sequence[int]) -> tuple[dict[str, str], list[Cell]]:
    """Return the views with one best action, and the cells where both are as good."""
    fixed, loose = {}, []
    for cell in side.cells:
        best = max(gains[s] for s in cell.sequences)
        tight = [a for a, s in zip(cell.actions, cell.sequences, strict=True) if gains[s] == best]
        if len(tight) == 1:
            fixed[cell.key] = tight[0]
        else:
            loose.append(cell)
    return fixed, loose


def _bounds(
    gap: Mapping[int, int], loose: Sequence[Cell], played: set[int], chance: Fraction
) -> tuple[tuple[tuple[str, int], ...], Fraction, Fraction] | None:
    """Return what makes the opponent's *chance* a best reply: weights, and bounds on their sum.

    *gap* is what this seat gains from his second action: he takes it where that is negative.
    """
    level = -sum(gap.get(i, 0) for i in played)
    weights: dict[str, int] = {}
    for cell in loose:
        first, second = (gap.get(i, 0) for i in cell.sequences)
        level -= first
        if second != first:
            weights[cell.key] = second - first
    if not weights:
        return None
    shared = math.gcd(*weights.values())
    if next(iter(weights.values())) < 0:
        shared = -shared
    least = {view: weight // shared for view, weight in weights.items()}
    at = Fraction(level, shared)
    low = Fraction(sum(min(weight, 0) for weight in least.values()))
    high = Fraction(sum(max(weight, 0) for weight in least.values()))
    if chance == (0 if shared > 0 else 1):
        low = at  # his second action must not hurt this seat
    elif chance in (0, 1):
        high = at
    else:
        low = high = at
    return tuple(least.items()), low, high
