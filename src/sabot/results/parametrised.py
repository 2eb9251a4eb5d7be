"""A segment or a polygon of optimal strategies, written with one or two parameters.

Kuhn's first seat bluffs with the jack at some p up to 1/3, bets the king at 3 p and calls with the
queen at p + 1/3. Where the strategies of an optimal set differ only at views that all of them reach
alike, their chances are averages of those of the extreme ones, so that a few of them give the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd

from sabot.exact import over_one_denominator, show
from sabot.forms.sequence import Side
from sabot.results.facets import dimension
from sabot.results.optimal import sum_text

NAMES = ("p", "r")
MOST_CHOICES, MOST_EDGES, LONGEST = 8, 6, 24
"""A family with more choices or edges, or with longer formulas, is no shorter than its points."""

Strategy = Mapping[str, Mapping[str, Fraction]]
Place = tuple[str, str]
"""A view, and an action there."""


@dataclass(frozen=True)
class Affine:
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
        terms = sum_text(zip(self.factors, NAMES, strict=False), times)
        if terms == "0" or not self.constant:
            return show(self.constant) if terms == "0" else terms
        if terms.startswith("-"):
            return f"{show(self.constant)} - {terms[1:]}"
        return f"{terms} {'-' if self.constant < 0 else '+'} {show(abs(self.constant))}"


@dataclass(frozen=True)
class Edge:
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
        terms = sum_text(zip(self.weights, NAMES, strict=False))
        if self.low is None:
            return f"{terms} <= {show(self.high or Fraction(0))}"
        if self.high is None:
            return f"{terms} >= {show(self.low)}"
        return f"{show(self.low)} <= {terms} <= {show(self.high)}"


@dataclass(frozen=True)
class Parametrised:
    """All optimal strategies of a seat: what they share, formulas for the rest, and a domain."""

    seat: str
    parameters: tuple[str, ...]
    choices: Mapping[str, Mapping[str, Affine]]
    """The views at which they differ, with the chance of each action."""
    domain: tuple[Edge, ...]

    def at(self, values: Sequence[Fraction]) -> dict[str, dict[str, Fraction]]:
        """Return what is done at the views that differ, for some values of the parameters."""
        return {
            view: {action: chance.at(values) for action, chance in mix.items()}
            for view, mix in self.choices.items()
        }

    def __contains__(self, values: Sequence[Fraction]) -> bool:
        return all(edge.holds(values) for edge in self.domain)


def parametrised(side: Side, vertices: Sequence[Strategy]) -> Parametrised | None:
    """Return extreme strategies as a family, where that is short; None elsewhere.

    >>> from sabot import equilibria
    >>> family = equilibria("kuhn-poker").families["first"]
    >>> {view: str(mix[action]) for view, mix in family.choices.items() for action in list(mix)[1:]}
    {'J': 'p', 'Q,pass,bet': 'p + 1/3', 'K': '3 p'}
    >>> [str(edge) for edge in family.domain]
    ['0 <= p <= 1/3']
    """
    places = _differing(side, vertices)
    if not places or len(places) > MOST_CHOICES:
        return None
    points = [[vertex[v].get(a, Fraction(0)) for v, a in places] for vertex in vertices]
    size = dimension(points)
    if not 1 <= size <= len(NAMES):
        return None
    found = list(_written(points, size))
    if not found:
        return None
    _, chosen, formulas = min(found, key=lambda one: one[:2])
    domain = _domain([[point[k] for k in chosen] for point in points])
    if len(domain) > MOST_EDGES or any(len(str(one)) > LONGEST for one in (*formulas, *domain)):
        return None
    return Parametrised(side.name, NAMES[:size], _choices(side, places, formulas), domain)


def _differing(side: Side, vertices: Sequence[Strategy]) -> list[Place] | None:
    """Return where strategies differ; None if how often they come there differs as well.

    Of two actions the second is enough.
    """
    deep = any(cell.parent for cell in side.cells)  # else every cell is always come to
    plans = [side.plan(vertex) if deep else [Fraction(1)] for vertex in vertices]
    places: list[Place] = []
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


def _written(
    points: Sequence[Sequence[Fraction]], size: int
) -> Iterator[tuple[int, tuple[int, ...], list[Affine]]]:
    """Yield the ways to write all chances by *size* of them, and how long each is."""
    for chosen in combinations(range(len(points[0])), size):
        known = [[point[k] for k in chosen] for point in points]
        if dimension(known) < size:
            continue
        formulas = [_formula(known, [point[k] for point in points]) for k in range(len(points[0]))]
        yield sum(len(str(one)) for one in formulas), chosen, formulas


def _formula(known: Sequence[Sequence[Fraction]], values: Sequence[Fraction]) -> Affine:
    """Return the formula that gives a value at every point."""
    start = known[0]
    factors: tuple[Fraction, ...]
    if len(start) == 1:
        k = next(k for k, point in enumerate(known) if point != start)
        factors = ((values[k] - values[0]) / (known[k][0] - start[0]),)
    else:
        factors = _slopes(known, values)
    constant = values[0] - sum((f * x for f, x in zip(factors, start, strict=True)), Fraction(0))
    found = Affine(constant, factors)
    assert [found.at(point) for point in known] == list(values)
    return found


def _slopes(
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


def _domain(points: Sequence[Sequence[Fraction]]) -> tuple[Edge, ...]:
    """Return a segment's ends, or a polygon's edges, opposite ones together."""
    if len(points[0]) == 1:
        ends = [point[0] for point in points]
        return (Edge((1,), min(ends), max(ends)),)
    found: dict[tuple[int, ...], tuple[Fraction | None, Fraction | None]] = {}
    for one, two in combinations(points, 2):
        normal = (one[1] - two[1], two[0] - one[0])
        (a, b), _ = over_one_denominator(normal)
        weights = _primitive(a, b)
        level = weights[0] * one[0] + weights[1] * one[1]
        others = [weights[0] * x + weights[1] * y - level for x, y in points]
        low, high = found.get(weights, (None, None))
        if min(others) >= 0:
            found[weights] = level, high
        elif max(others) <= 0:
            found[weights] = low, level
    return tuple(Edge(weights, *ends) for weights, ends in sorted(found.items(), reverse=True))


def _primitive(a: int, b: int) -> tuple[int, int]:
    """Return a direction in least whole numbers, the first of them positive."""
    shared = gcd(a, b) * (-1 if a < 0 or (a == 0 and b < 0) else 1)
    return a // shared, b // shared


def _choices(
    side: Side, places: Sequence[Place], formulas: Sequence[Affine]
) -> dict[str, dict[str, Affine]]:
    """Return the chance of every action at the views that differ."""
    found: dict[str, dict[str, Affine]] = {}
    for (view, action), formula in zip(places, formulas, strict=True):
        found.setdefault(view, {})[action] = formula
    for cell in side.cells:
        if cell.key in found and len(cell.actions) == 2:
            ((action, second),) = found[cell.key].items()
            rest = Affine(1 - second.constant, tuple(-factor for factor in second.factors))
            found[cell.key] = {cell.actions[0]: rest, action: second}
    return found
