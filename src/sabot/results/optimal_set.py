"""All optimal strategies of a zero-sum game: extreme points, irredundant conditions, parameters.

Where a solution is not unique (baccara's models A2 and A3) the set of optimal behaviour strategies
is a polytope. In a game in which both players choose between two actions at each information set,
``q`` is the probability of the second action. One optimal strategy of the other player describes
the set: a strategy is optimal if and only if it only uses best responses to that strategy, and that
strategy is a best response to it.

Irredundant conditions: a polytope is its affine hull cut by one inequality per facet. The hull is
given by the conditions that are tight at every extreme point; a condition defines a facet if the
extreme points at which it is tight span one dimension less than all of them. What the unit box
excludes already is not listed. All of this is decided by ranks, in fractions.

Parameters: where the strategies of an optimal set differ only at information sets that all of them
reach equally often, their probabilities are averages of those of the extreme ones, so that a
segment or a polygon is written with one or two parameters. Kuhn's first player bluffs with the jack
with some probability p up to 1/3, bets the king with 3 p and calls with the queen with p + 1/3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from math import gcd
from typing import Self

from sabot.errors import FormError
from sabot.exact import format_fraction, over_one_denominator
from sabot.forms.extensive import BehaviourProfile, MixedAction
from sabot.forms.sequence import BehaviourStrategy, Infoset, SequenceForm, Treeplex
from sabot.results import codec
from sabot.results.all_nash import INTERRUPTED
from sabot.results.base import CertifiedResult
from sabot.results.codec import Codec, Entry, JsonDocument, JsonObject, codec_of
from sabot.results.solution import Strategy, no_such_error, strategy_with_zeros


@dataclass(frozen=True)
class OptimalityCondition:
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
        """The least and the greatest sum of probabilities from 0 to 1."""
        least = sum(min(weight, 0) for weight in self.weights.values())
        most = sum(max(weight, 0) for weight in self.weights.values())
        return Fraction(least), Fraction(most)

    @property
    def binding(self) -> bool:
        """Whether some probabilities from 0 to 1 do not meet the condition."""
        least, most = self.box
        return least < self.low or self.high < most

    def sum(self, chances: Mapping[str, Fraction]) -> Fraction:
        """Return what is to lie between low and high."""
        return sum(
            (weight * chances.get(view, Fraction(0)) for view, weight in self.weights.items()),
            Fraction(0),
        )

    def holds(self, chances: Mapping[str, Fraction]) -> bool:
        """Whether probabilities of the second action, by information set, meet the condition."""
        return self.low <= self.sum(chances) <= self.high

    def __str__(self) -> str:
        terms = linear_sum_text((weight, f"q[{view}]") for view, weight in self.weights.items())
        least, most = self.box
        if self.equal:
            return f"{terms} = {format_fraction(self.low)}"
        if self.high >= most:
            return f"{terms} >= {format_fraction(self.low)}"
        if self.low <= least:
            return f"{terms} <= {format_fraction(self.high)}"
        return f"{format_fraction(self.low)} <= {terms} <= {format_fraction(self.high)}"


def linear_sum_text(terms: Iterable[tuple[Fraction | int, str]], times: str = " ") -> str:
    """Return a sum of multiples of names as it is written by hand.

    >>> linear_sum_text([(3, "x"), (-1, "y"), (Fraction(1, 2), "z"), (0, "u")])
    '3 x - y + 1/2 z'
    """
    text = ""
    for weight, name in terms:
        if weight:
            size = -weight if weight < 0 else weight
            sign = ("-" if weight < 0 else "") if not text else (" - " if weight < 0 else " + ")
            text += f"{sign}{name if size == 1 else f'{format_fraction(size)}{times}{name}'}"
    return text or "0"


@dataclass(frozen=True)
class OptimalSet:
    """Every optimal behaviour of one player."""

    seat: str
    fixed: Mapping[str, str]
    """Information sets at which one move only is ever optimal."""
    loose: Mapping[str, tuple[str, str]]
    """Information sets at which both actions are optimal, and the actions."""
    conditions: tuple[OptimalityCondition, ...]

    def __contains__(self, strategy: Mapping[str, MixedAction]) -> bool:
        """Whether a behaviour, by information set and action, is optimal."""
        if any(strategy[view].get(action) != 1 for view, action in self.fixed.items()):
            return False
        chances = {
            view: strategy[view].get(second, Fraction(0))
            for view, (_, second) in self.loose.items()
        }
        return all(condition.holds(chances) for condition in self.conditions)

    def vertices(self) -> list[dict[str, Fraction]]:
        """Return the extreme points: at each loose infoset the probability of the second action.

        For one condition (or none) only; at an extreme point all but one are then pure.
        """
        if len(self.conditions) > 1:
            raise FormError(
                f"{len(self.conditions)} conditions bind {self.seat}: "
                "the extreme points come from sabot.equilibria"
            )
        found = [
            c for c in _box_vertices(list(self.loose)) if all(x.holds(c) for x in self.conditions)
        ]
        for condition in self.conditions:
            for view, weight in condition.weights.items():
                for corner in _box_vertices([other for other in self.loose if other != view]):
                    for level in {condition.low, condition.high}:
                        chance = (level - condition.sum(corner)) / weight
                        if 0 < chance < 1:
                            found.append({v: {**corner, view: chance}[v] for v in self.loose})
        return found

    def pure(self) -> dict[str, str] | None:
        """Return an optimal behaviour that does not mix, by information set, if there is one."""
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


def _box_vertices(views: Sequence[str]) -> list[dict[str, Fraction]]:
    pure = (Fraction(0), Fraction(1))
    return [dict(zip(views, choice, strict=True)) for choice in product(pure, repeat=len(views))]


def find_pure_saddle_point(
    form: SequenceForm, strategies: BehaviourProfile
) -> dict[str, dict[str, str]] | None:
    """Return a pure saddle point from any optimal strategies, by player and infoset, or None.

    >>> from sabot import load, solve
    >>> game = load("baccara(model=A1)")
    >>> find_pure_saddle_point(game.form(), solve(game).strategies) is None
    True
    """
    one, two = form.seats
    found = {
        seat: compute_optimal_set(form, seat, strategies[other]).pure()
        for seat, other in ((one, two), (two, one))
    }
    pure = {seat: moves for seat, moves in found.items() if moves is not None}
    return pure if len(pure) == 2 else None


def compute_optimal_set(
    form: SequenceForm, seat: str, opponent: Mapping[str, MixedAction]
) -> OptimalSet:
    """Return all optimal behaviours of *seat*, from any one optimal strategy of its *opponent*.

    >>> from sabot import load, solve
    >>> game = "baccara(model=A3)"
    >>> print(compute_optimal_set(load(game).form(), "Player", solve(game)["Banker"]))
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
    fixed, loose = _split_infosets(side, gains)
    played = {
        0,
        *(c.sequences[c.actions.index(fixed[c.key])] for c in side.cells if c.key in fixed),
    }
    bounds: dict[tuple[tuple[str, int], ...], tuple[Fraction, Fraction]] = {}
    for rival in other.cells:
        first, second = (columns[s] for s in rival.sequences)
        gap = {i: second.get(i, 0) - first.get(i, 0) for i in {*first, *second}}
        chance = opponent[rival.key].get(rival.actions[1], Fraction(0))
        found = _best_response_bounds(gap, loose, played, chance)
        if found is not None:
            weights, low, high = found
            known = bounds.get(weights, (low, high))
            bounds[weights] = max(low, known[0]), min(high, known[1])
    conditions = (OptimalityCondition(dict(weights), *ends) for weights, ends in bounds.items())
    return OptimalSet(
        seat,
        fixed,
        {cell.key: (cell.actions[0], cell.actions[1]) for cell in loose},
        tuple(condition for condition in conditions if condition.binding),
    )


def _split_infosets(side: Treeplex, gains: Sequence[int]) -> tuple[dict[str, str], list[Infoset]]:
    """Return the information sets with one best action, and the cells where both are as good."""
    fixed, loose = {}, []
    for cell in side.cells:
        best = max(gains[s] for s in cell.sequences)
        tight = [a for a, s in zip(cell.actions, cell.sequences, strict=True) if gains[s] == best]
        if len(tight) == 1:
            fixed[cell.key] = tight[0]
        else:
            loose.append(cell)
    return fixed, loose


def _best_response_bounds(
    gap: Mapping[int, int], loose: Sequence[Infoset], played: set[int], chance: Fraction
) -> tuple[tuple[tuple[str, int], ...], Fraction, Fraction] | None:
    """Return what makes the opponent's *chance* a best response: weights, and bounds on their sum.

    *gap* is what this player gains from his second action: he takes it where that is negative.
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


Probabilities = Mapping[str, Fraction]
_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_ENTRIES = 200_000
"""Extreme points times loose information sets: beyond, the conditions stay as they were found."""


class VectorSpan:
    """The span of vectors, one added after the other."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Fraction]] = {}
        """By the place of its first entry, which is 1."""

    @property
    def rank(self) -> int:
        """How many of the vectors were independent."""
        return len(self._rows)

    def add(self, vector: Iterable[Fraction | int]) -> bool:
        """Add a vector; return whether it was independent of those before."""
        left = [Fraction(entry) for entry in vector]
        for place in range(len(left)):
            if not left[place]:
                continue
            row = self._rows.get(place)
            if row is None:
                self._rows[place] = [entry / left[place] for entry in left]
                return True
            factor = left[place]
            left = [entry - factor * other for entry, other in zip(left, row, strict=True)]
        return False


def hull_dimension(points: Sequence[Sequence[Fraction]]) -> int:
    """Return the dimension of the hull of points; -1 where there are none.

    >>> hull_dimension([[_ZERO, _ZERO], [_ONE, _ONE], [Fraction(1, 2), Fraction(1, 2)]])
    1
    """
    if not points:
        return -1
    span = VectorSpan()
    for point in points[1:]:
        span.add(a - b for a, b in zip(point, points[0], strict=True))
        if span.rank == len(points[0]):
            break
    return span.rank


def remove_redundant_conditions(
    own: OptimalSet, vertices: Sequence[Mapping[str, Probabilities]]
) -> OptimalSet:
    """Return the same set by conditions of which none follows from the others."""
    views = list(own.loose)
    if not views or len(views) * len(vertices) > MOST_ENTRIES:
        return own
    points = [
        {view: vertex[view].get(own.loose[view][1], _ZERO) for view in views} for vertex in vertices
    ]
    rows = [[point[view] for view in views] for point in points]
    least = hull_dimension(rows)
    equations = _hull_equations(own, views, points, len(views) - least)
    if equations is None:
        return own
    facets = _facet_conditions(own, views, points, rows, least)
    return replace(own, conditions=(*equations, *facets))


def _hull_equations(
    own: OptimalSet, views: list[str], points: Sequence[Probabilities], wanted: int
) -> list[OptimalityCondition] | None:
    """Return independent equations of the affine hull, the plain ones first."""
    found = [
        OptimalityCondition({view: 1}, end, end)
        for view in views
        for end in (_ZERO, _ONE)
        if all(point[view] == end for point in points)
    ]
    for condition in own.conditions:
        for end in dict.fromkeys((condition.low, condition.high)):
            if all(condition.sum(point) == end for point in points):
                found.append(OptimalityCondition(condition.weights, end, end))
    span, kept = VectorSpan(), []
    for condition in sorted(found, key=_condition_length):
        if span.add(condition.weights.get(view, 0) for view in views):
            kept.append(condition)
    return kept if span.rank == wanted else None


def _facet_conditions(
    own: OptimalSet,
    views: list[str],
    points: Sequence[Probabilities],
    rows: list[list[Fraction]],
    least: int,
) -> list[OptimalityCondition]:
    """Return conditions with the ends that make the facets, each facet once."""
    said = {
        frozenset(n for n, point in enumerate(points) if point[view] == end)
        for view in views
        for end in (_ZERO, _ONE)
    }
    found = []
    for condition in sorted(own.conditions, key=_condition_length):
        low, high = condition.box
        matters = False
        for end in (condition.low, condition.high):
            tight = frozenset(n for n, p in enumerate(points) if condition.sum(p) == end)
            if not tight or tight in said or len(tight) == len(points):
                continue
            if hull_dimension([rows[n] for n in sorted(tight)]) == least - 1:
                said.add(tight)
                matters = True
                low, high = (end, high) if end == condition.low else (low, end)
        if matters:
            found.append(OptimalityCondition(condition.weights, low, high))
    return found


def _condition_length(condition: OptimalityCondition) -> tuple[int, int]:
    weights = condition.weights.values()
    return len(weights), sum(map(abs, weights))


PARAMETER_NAMES = ("p", "r")
MOST_CHOICES, MOST_EDGES, LONGEST_FORMULA = 8, 6, 24
"""A family with more choices or edges, or with longer formulas, is no shorter than its points."""
BehaviourTable = Mapping[str, Mapping[str, Fraction]]
InfosetAction = tuple[str, str]
"""An information set, and an action there."""


@dataclass(frozen=True)
class AffineFormula:
    """A constant and multiples of the parameters."""

    constant: Fraction
    factors: tuple[Fraction, ...]

    def at(self, values: Sequence[Fraction]) -> Fraction:
        """Return what it is at some values of the parameters."""
        pairs = zip(self.factors, values, strict=True)
        return self.constant + sum((factor * value for factor, value in pairs), Fraction(0))

    def __str__(self) -> str:
        return self._text(" ")

    @property
    def formula(self) -> str:
        """The same as a Python expression."""
        return self._text("*")

    def _text(self, times: str) -> str:
        terms = linear_sum_text(zip(self.factors, PARAMETER_NAMES, strict=False), times)
        if terms == "0" or not self.constant:
            return format_fraction(self.constant) if terms == "0" else terms
        if terms.startswith("-"):
            return f"{format_fraction(self.constant)} - {terms[1:]}"
        return f"{terms} {'-' if self.constant < 0 else '+'} {format_fraction(abs(self.constant))}"


@dataclass(frozen=True)
class DomainInequality:
    """``low <= sum of weights * parameters <= high``; None: no end there."""

    weights: tuple[int, ...]
    low: Fraction | None
    high: Fraction | None

    def holds(self, values: Sequence[Fraction]) -> bool:
        """Whether values of the parameters lie on the right side."""
        total = sum((w * value for w, value in zip(self.weights, values, strict=True)), Fraction(0))
        above = self.low is None or self.low <= total
        return above and (self.high is None or total <= self.high)

    def __str__(self) -> str:
        terms = linear_sum_text(zip(self.weights, PARAMETER_NAMES, strict=False))
        if self.low is None:
            return f"{terms} <= {format_fraction(self.high or Fraction(0))}"
        if self.high is None:
            return f"{terms} >= {format_fraction(self.low)}"
        return f"{format_fraction(self.low)} <= {terms} <= {format_fraction(self.high)}"


@dataclass(frozen=True)
class ParametrisedSet:
    """All optimal strategies of a player: what they share, formulas for the rest, and a domain."""

    seat: str
    parameters: tuple[str, ...]
    choices: Mapping[str, Mapping[str, AffineFormula]]
    """The information sets at which they differ, with the probability of each action."""
    domain: tuple[DomainInequality, ...]

    def at(self, values: Sequence[Fraction]) -> dict[str, dict[str, Fraction]]:
        """Return the mixes at the differing infosets, for some values of the parameters."""
        return {
            view: {action: chance.at(values) for action, chance in mix.items()}
            for view, mix in self.choices.items()
        }

    def __contains__(self, values: Sequence[Fraction]) -> bool:
        return all(edge.holds(values) for edge in self.domain)


def parametrise(side: Treeplex, vertices: Sequence[BehaviourTable]) -> ParametrisedSet | None:
    """Return extreme strategies as a family, where that is short; None elsewhere.

    >>> from sabot import equilibria
    >>> family = equilibria("kuhn-poker").families["first"]
    >>> {view: str(mix[action]) for view, mix in family.choices.items() for action in list(mix)[1:]}
    {'J': 'p', 'Q,pass,bet': 'p + 1/3', 'K': '3 p'}
    >>> [str(edge) for edge in family.domain]
    ['0 <= p <= 1/3']
    """
    places = _differing_actions(side, vertices)
    if not places or len(places) > MOST_CHOICES:
        return None
    points = [[vertex[v].get(a, Fraction(0)) for v, a in places] for vertex in vertices]
    size = hull_dimension(points)
    if not 1 <= size <= len(PARAMETER_NAMES):
        return None
    found = list(_parametrisations(points, size))
    if not found:
        return None
    _, chosen, formulas = min(found, key=lambda one: one[:2])
    domain = _domain_inequalities([[point[k] for k in chosen] for point in points])
    if len(domain) > MOST_EDGES or any(
        len(str(one)) > LONGEST_FORMULA for one in (*formulas, *domain)
    ):
        return None
    return ParametrisedSet(
        side.name, PARAMETER_NAMES[:size], _choice_formulas(side, places, formulas), domain
    )


def _differing_actions(
    side: Treeplex, vertices: Sequence[BehaviourTable]
) -> list[InfosetAction] | None:
    """Return where strategies differ; None if they also reach these places differently often.

    Of two actions the second is enough.
    """
    deep = any(cell.parent for cell in side.cells)  # otherwise every cell is always reached
    plans = [side.plan(vertex) if deep else [Fraction(1)] for vertex in vertices]
    places: list[InfosetAction] = []
    for cell in side.cells:
        reached = [k for k, plan in enumerate(plans) if plan[cell.parent]]
        mixes = [vertices[k][cell.key] for k in reached]
        if all(mix == mixes[0] for mix in mixes):
            continue
        if len({plan[cell.parent] for plan in plans}) > 1:
            return None
        some = cell.actions[1:] if len(cell.actions) == 2 else cell.actions
        places += ((cell.key, action) for action in some)
    return places


def _parametrisations(
    points: Sequence[Sequence[Fraction]], size: int
) -> Iterator[tuple[int, tuple[int, ...], list[AffineFormula]]]:
    """Yield the ways to write all probabilities by *size* of them, and how long each is."""
    for chosen in combinations(range(len(points[0])), size):
        known = [[point[k] for k in chosen] for point in points]
        if hull_dimension(known) < size:
            continue
        formulas = [
            _affine_formula(known, [point[k] for point in points]) for k in range(len(points[0]))
        ]
        yield sum(len(str(one)) for one in formulas), chosen, formulas


def _affine_formula(
    known: Sequence[Sequence[Fraction]], values: Sequence[Fraction]
) -> AffineFormula:
    """Return the formula that gives a value at every point."""
    start = known[0]
    factors: tuple[Fraction, ...]
    if len(start) == 1:
        k = next(k for k, point in enumerate(known) if point != start)
        factors = ((values[k] - values[0]) / (known[k][0] - start[0]),)
    else:
        factors = _plane_slopes(known, values)
    constant = values[0] - sum((f * x for f, x in zip(factors, start, strict=True)), Fraction(0))
    found = AffineFormula(constant, factors)
    assert [found.at(point) for point in known] == list(values)
    return found


def _plane_slopes(
    known: Sequence[Sequence[Fraction]], values: Sequence[Fraction]
) -> tuple[Fraction, ...]:
    """Return the slopes of a plane through all points, by three that are not on a line."""
    moves = [
        (point[0] - known[0][0], point[1] - known[0][1], value - values[0])
        for point, value in zip(known, values, strict=True)
    ]
    for (a, b, one), (c, d, two) in combinations(moves, 2):
        area = a * d - b * c
        if area:
            return (one * d - two * b) / area, (a * two - c * one) / area
    raise AssertionError("the points are on a line")


def _domain_inequalities(points: Sequence[Sequence[Fraction]]) -> tuple[DomainInequality, ...]:
    """Return a segment's ends, or a polygon's edges, opposite ones together."""
    if len(points[0]) == 1:
        ends = [point[0] for point in points]
        return (DomainInequality((1,), min(ends), max(ends)),)
    found: dict[tuple[int, ...], tuple[Fraction | None, Fraction | None]] = {}
    for one, two in combinations(points, 2):
        normal = (one[1] - two[1], two[0] - one[0])
        (a, b), _ = over_one_denominator(normal)
        weights = _primitive_direction(a, b)
        level = weights[0] * one[0] + weights[1] * one[1]
        others = [weights[0] * x + weights[1] * y - level for x, y in points]
        low, high = found.get(weights, (None, None))
        if min(others) >= 0:
            found[weights] = level, high
        elif max(others) <= 0:
            found[weights] = low, level
    return tuple(
        DomainInequality(weights, *ends) for weights, ends in sorted(found.items(), reverse=True)
    )


def _primitive_direction(a: int, b: int) -> tuple[int, int]:
    """Return a direction in least integers, the first of them positive."""
    shared = gcd(a, b) * (-1 if a < 0 or (a == 0 and b < 0) else 1)
    return a // shared, b // shared


def _choice_formulas(
    side: Treeplex, places: Sequence[InfosetAction], formulas: Sequence[AffineFormula]
) -> dict[str, dict[str, AffineFormula]]:
    """Return the probability of every action at the information sets that differ."""
    found: dict[str, dict[str, AffineFormula]] = {}
    for (view, action), formula in zip(places, formulas, strict=True):
        found.setdefault(view, {})[action] = formula
    for cell in side.cells:
        if cell.key in found and len(cell.actions) == 2:
            ((action, second),) = found[cell.key].items()
            rest = AffineFormula(1 - second.constant, tuple(-factor for factor in second.factors))
            found[cell.key] = {cell.actions[0]: rest, action: second}
    return found


@dataclass(frozen=True)
class SavedOptimalSet:
    """An optimal set as read from a file: loose information sets, conditions in words."""

    loose: Mapping[str, tuple[str, ...]]
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class SavedFormula:
    """A chance as read from a file: a Python expression."""

    formula: str

    def __str__(self) -> str:
        return self.formula.replace("*", " ")


_FORMULA: Codec[SavedFormula] = Codec(lambda chance: chance.formula, SavedFormula)


@dataclass(frozen=True)
class SavedParametrisedSet:
    """A segment or a polygon of optimal strategies as read from a file."""

    parameters: tuple[str, ...]
    choices: Mapping[str, Mapping[str, SavedFormula]]
    domain: tuple[str, ...]

    _layout = (
        *("parameters", codec.entry("domain", by=codec.list_of(Codec(str, str)))),
        codec.entry("choices", by=codec.dict_of(codec.dict_of(_FORMULA))),
    )


_FAMILY = codec_of(SavedParametrisedSet)
_VERTICES = codec_of(tuple[BehaviourStrategy, ...])


def _read_players(data: JsonObject, find: object) -> JsonDocument:
    players = data["seats"]
    vertices = {seat: list(_VERTICES.read(own["vertices"])) for seat, own in players.items()}
    sets = {
        seat: SavedOptimalSet(
            {view: tuple(vertices[seat][0][view]) for view in own["loose"]},
            tuple(map(str, own["conditions"])),
        )
        for seat, own in players.items()
        if "conditions" in own
    }
    families = {s: _FAMILY.read(own["family"]) for s, own in players.items() if "family" in own}
    unfinished = tuple(seat for seat, own in players.items() if not own.get("complete", True))
    return {
        **{"vertices": vertices, "sets": sets, "families": families},
        **{"unfinished": unfinished, "stopped": INTERRUPTED if unfinished else ""},
    }


@dataclass(frozen=True, repr=False)
class Equilibria(CertifiedResult):
    """The optimal sets of both players by their extreme points; equilibria are their product."""

    game: str
    value: Fraction
    vertices: Mapping[str, list[dict[str, dict[str, Fraction]]]]
    sets: Mapping[str, OptimalSet | SavedOptimalSet] = field(default_factory=dict)
    """The optimal sets by equations and inequalities, where all choices are between two actions."""
    families: Mapping[str, ParametrisedSet | SavedParametrisedSet] = field(default_factory=dict)
    """The optimal sets that are a segment or a polygon, by one or two parameters."""

    certificate: JsonObject = field(default_factory=dict, repr=False)
    """The payoffs: with the strategies all that a checker needs; empty where they are not kept."""
    unsure: tuple[str, ...] = ()
    """Players of which a check of the file did not show that there are no other extreme ones."""
    unfinished: tuple[str, ...] = ()
    """Players whose list was stopped before it was complete."""
    stopped: str = ""
    """Why lists are not complete; empty if they are."""

    _schema = "sabot/equilibria/2"
    _layout = (
        *(codec.SCHEMA, "game", "value", codec.derived("count")),
        Entry(lambda own, find: {"seats": own._write_players()}, _read_players),
        codec.entry("certificate", by=codec.EVIDENCE),
    )

    @property
    def complete(self) -> bool:
        """Whether the lists of both players were searched to the end."""
        return not self.stopped

    @property
    def counts(self) -> dict[str, int]:
        """How many extreme optimal strategies each player has."""
        return {seat: len(found) for seat, found in self.vertices.items()}

    @property
    def count(self) -> int:
        """How many extreme equilibria there are: the product."""
        total = 1
        for number in self.counts.values():
            total *= number
        return total

    def __getitem__(self, seat: str) -> list[Strategy]:
        """Return the extreme optimal strategies of a player, with actions of probability 0."""
        if seat not in self.vertices:
            raise no_such_error(seat, self.vertices, "seat", self.game)
        form = self.certificate.get("form", {})
        if form.get("kind") != "matrix":  # the strategies of a tree have all their actions
            return [Strategy(seat, table) for table in self.vertices[seat]]
        actions = form["rows" if seat == next(iter(self.vertices)) else "columns"]
        return [strategy_with_zeros(seat, table, actions) for table in self.vertices[seat]]

    def vectors(self) -> list[tuple[tuple[Fraction, ...], ...]]:
        """Return every extreme equilibrium as one vector for each player, of a matrix game.

        Every pair of optimal strategies is an equilibrium.

        >>> from sabot import equilibria
        >>> for row, column in equilibria([[1, 1, 0], [0, 0, 1]]).vectors():
        ...     print(*row, "against", *column)
        1/2 1/2 against 0 1/2 1/2
        1/2 1/2 against 1/2 0 1/2
        """
        return list(product(*([own.vector() for own in self[seat]] for seat in self.vertices)))

    def _brief(self) -> str:
        return ", ".join(f"{seat} {count} extreme" for seat, count in self.counts.items())

    def _as_proved(self, statement: object) -> Self:
        """Leave out the descriptions that a check did not prove, and note where lists may go on."""
        from sabot.certify import OptimalSetVerdict

        assert isinstance(statement, OptimalSetVerdict)
        shown = statement.extreme
        return replace(
            self,
            sets={seat: own for seat, own in self.sets.items() if shown[seat].described},
            families={seat: own for seat, own in self.families.items() if shown[seat].described},
            unsure=tuple(seat for seat in self.vertices if not shown[seat].complete),
        )

    def _write_players(self) -> JsonDocument:
        """Return what the document says of each player: its set described, and all vertices."""
        found: JsonDocument = {}
        for seat, vertices in self.vertices.items():
            found[seat] = {"count": len(vertices)}
            if seat in self.unfinished:
                found[seat]["complete"] = False
            if seat in self.sets and _is_checkable(self.sets[seat]):
                own = self.sets[seat]
                found[seat] |= {"loose": list(own.loose), "conditions": [*map(str, own.conditions)]}
            if seat in self.families:
                found[seat]["family"] = _FAMILY.write(self.families[seat])
            found[seat]["vertices"] = _VERTICES.write(vertices)
        return found


_MAX_DIGITS = 900
"""Digits of a number in a condition that goes into a file: the checker reads no longer ones."""


def _is_checkable(own: OptimalSet | SavedOptimalSet) -> bool:
    """Return whether a checker can read the conditions: names with paired brackets, short numbers.

    >>> [_is_checkable(SavedOptimalSet({view: ("no", "yes")}, ())) for view in ("[3]", "3]")]
    [True, False]
    """
    numbers = re.compile(rf"[0-9/]{{{_MAX_DIGITS},}}")
    return all(map(_has_paired_brackets, own.loose)) and not any(
        numbers.search(str(condition)) for condition in own.conditions
    )


def _has_paired_brackets(name: str) -> bool:
    depth = 0
    for letter in name:
        depth += (letter == "[") - (letter == "]")
        if depth < 0:
            return False
    return depth == 0
