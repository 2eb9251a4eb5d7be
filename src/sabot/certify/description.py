"""How a file describes all optimal strategies of a seat: by conditions, or by parameters.

Standard library only. Both descriptions are formulas that are printed as text, so both are parsed
here. They are compared with the list of the seat's extreme optimal strategies, which must have been
shown to be complete. The optimal plans of the seat are then the polytope with these vertices, and

- *conditions* are linear inequalities on the probabilities of the second actions at the *loose*
  views, the only ones at which optimal strategies differ. They are right if the points that meet
  them, with all probabilities from 0 to 1, form a polytope with the same vertices;
- a *family* gives the probabilities by formulas in one or two parameters. It is right if its plans
  are affine in the parameters and the corners of its domain are mapped onto the vertices.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from sabot.certify.every.corners import Cone, Work
from sabot.certify.form import Seat, Strategy, common_multiple, demand_quick
from sabot.certify.reading import fraction_of, labels, named, record, text
from sabot.errors import CertificateError, FileError

MOST_CONDITION_DIGITS = 1_000
"""Digits of a number in a description. The numbers of baccara have five."""
MOST_CONDITIONS = 10_000
"""Conditions of a seat. The limit bounds the work on a file; it is no theorem."""
MOST_EDGES = 64
"""Inequalities of the domain of a family: a polygon with more edges is shorter as a list."""

_NUMBER = re.compile(r"[0-9]+(?:/[0-9]+)?")
_PARAMETERS = (["p"], ["p", "r"])
_ZERO, _ONE = Fraction(0), Fraction(1)

Sum = dict[str, Fraction]
"""An affine function: the coefficient of each name, and the constant under ""."""
Find = Callable[[str, int], str | None]
"""Return the name that begins at an index of a text, as it is written there; None: no name."""


@dataclass(frozen=True, slots=True)
class Inequality:
    """``low <= sum <= high``; None: no bound on that side."""

    weights: Sum
    low: Fraction | None
    high: Fraction | None

    @property
    def ends(self) -> list[Fraction]:
        """The bounds that there are; of an equation only one."""
        return list(dict.fromkeys(end for end in (self.low, self.high) if end is not None))

    def holds(self, values: Mapping[str, Fraction]) -> bool:
        """Whether the inequality is true at these values."""
        total = sum((weight * values[name] for name, weight in self.weights.items()), _ZERO)
        above = self.low is None or self.low <= total
        return above and (self.high is None or total <= self.high)


@dataclass(frozen=True, slots=True)
class Family:
    """Strategies by parameters: formulas for the probabilities at some views, and a domain."""

    parameters: tuple[str, ...]
    domain: tuple[Inequality, ...]
    choices: Mapping[str, Mapping[str, Sum]]


@dataclass(frozen=True, slots=True)
class Description:
    """What a file says of all optimal strategies of a seat, besides the list of extreme ones."""

    loose: frozenset[str]
    conditions: tuple[Inequality, ...] | None
    """On the probabilities of the second action at the views in *loose*; None: not in the file."""
    family: Family | None

    @property
    def empty(self) -> bool:
        """Whether nothing is said."""
        return self.conditions is None and self.family is None


# ---------------------------------------------------------------------- reading


def description_of(seat: Seat, data: Mapping[str, Any]) -> Description:
    """Return what ``loose``, ``conditions`` and ``family`` say of a seat."""
    if ("loose" in data) != ("conditions" in data):
        raise ValueError(f"of {named(seat.name)} 'loose' and 'conditions' must come together")
    loose: frozenset[str] = frozenset()
    conditions = None
    if "loose" in data:
        _demand_binary(seat)
        loose = frozenset(_names(data["loose"], f"loose views of {named(seat.name)}"))
        if not loose <= seat.views:
            raise ValueError(f"a loose view of {named(seat.name)} is not a view of that seat")
        told = _names(data["conditions"], f"conditions of {named(seat.name)}")
        if len(told) > MOST_CONDITIONS:
            raise FileError(f"more than {MOST_CONDITIONS:,} conditions, too many for this checker")
        conditions = tuple(_inequality(one, lambda t, k: _chance(t, k, loose)) for one in told)
    family = _family_of(seat, data["family"]) if "family" in data else None
    return Description(loose, conditions, family)


def _names(data: Any, what: str) -> list[str]:
    return labels(data, what) if data != [] else []


def _demand_binary(seat: Seat) -> None:
    if any(parent or len(actions) != 2 for _, actions, parent, _ in seat.cells):
        raise ValueError(
            f"conditions are given for {named(seat.name)}, whose choices are not all between two "
            "actions, or follow each other"
        )


def _family_of(seat: Seat, data: Any) -> Family:
    record(data, {"parameters", "domain", "choices"}, "a family")
    names = labels(data["parameters"], "parameters of a family")
    if names not in _PARAMETERS:
        raise ValueError("the parameters of a family are not p, or p and r")
    domain = labels(data["domain"], "domain of a family")
    if len(domain) > MOST_EDGES:
        raise FileError(
            f"a domain of more than {MOST_EDGES} inequalities, too many for this checker"
        )

    def find(source: str, start: int) -> str | None:
        letter = source[start : start + 1]
        return letter if letter in names else None

    actions = {view: actions for view, actions, _, _ in seat.cells}
    choices = record(data["choices"], (), "choices", actions)
    return Family(
        tuple(names),
        tuple(_inequality(edge, find) for edge in domain),
        {
            view: {
                action: _formula(formula, find)
                for action, formula in record(
                    mix, actions[view], f"the choices at {view[:40]!r}"
                ).items()
            }
            for view, mix in choices.items()
        },
    )


def _chance(source: str, start: int, loose: frozenset[str]) -> str | None:
    """Return ``q[view]`` at an index; brackets within the name of a view must be balanced."""
    if not source.startswith("q[", start):
        return None
    depth = 1
    for end in range(start + 2, len(source)):
        depth += (source[end] == "[") - (source[end] == "]")
        if not depth:
            view = source[start + 2 : end]
            if view not in loose:
                raise ValueError(f"a condition names {view[:40]!r}, which is not a loose view")
            return source[start : end + 1]
    return None


def _inequality(source: str, find: Find) -> Inequality:
    """Return ``L <= sum <= H``, ``sum <= H``, ``sum >= L`` or ``sum = L``."""
    what = f"the condition {source[:60]!r}"
    low, start = None, 0
    first = re.match(r"(-?[0-9]+(?:/[0-9]+)?) <= ", source)
    if first:
        low, start = _number(first[1]), first.end()
    weights, end = _sum(source, start, find, " ", what)
    last = re.fullmatch(r" (<=|>=|=) (-?[0-9]+(?:/[0-9]+)?)", source[end:])
    if last is None or (first and last[1] != "<=") or "" in weights:
        raise ValueError(f"{what} cannot be read")
    level = _number(last[2])
    if last[1] == "<=":
        return Inequality(weights, low, level)
    return Inequality(weights, level, level if last[1] == "=" else None)


def _formula(data: Any, find: Find) -> Sum:
    """Return a formula such as ``1 - 3*p``."""
    source = text(data, "a formula")
    what = f"the formula {source[:60]!r}"
    found, end = _sum(source, 0, find, "*", what)
    if end < len(source):
        raise ValueError(f"{what} cannot be read")
    return found


def _sum(source: str, start: int, find: Find, times: str, what: str) -> tuple[Sum, int]:
    """Return the sum that begins at an index, and where it ends: each name at most once.

    *times* is what is written between a factor and its name; *what* is for messages.
    """
    found: Sum = {}
    sign, place = 1, start
    if source.startswith("-", place):
        sign, place = -1, place + 1
    while True:
        factor, name, place = _term(source, place, find, times, what)
        if name in found:
            raise ValueError(f"{what} has two terms of one name")
        found[name] = sign * factor
        joint = source[place : place + 3]
        if joint not in (" + ", " - "):
            return found, place
        sign, place = (1 if joint == " + " else -1), place + 3


def _term(source: str, place: int, find: Find, times: str, what: str) -> tuple[Fraction, str, int]:
    """Return a factor, the name that it multiplies ("": a constant), and where the term ends."""
    number = _NUMBER.match(source, place)
    factor = _ONE
    if number:
        factor, place = _number(number[0]), number.end()
        written = find(source, place + 1) if source.startswith(times, place) else None
        if written is None:
            return factor, "", place
        place += 1
    else:
        written = find(source, place)
    if written is None:
        raise ValueError(f"{what} cannot be read")
    name = written[2:-1] if written.startswith("q[") else written
    return factor, name, place + len(written)


def _number(source: str) -> Fraction:
    if len(source) > MOST_CONDITION_DIGITS:
        raise FileError("a number in a description is too long for this checker")
    return fraction_of(source)


# ---------------------------------------------------------------------- conditions

Points = set[tuple[Fraction, ...]]


def demand_conditions(
    seat: Seat, told: Description, strategies: Sequence[Strategy], work: Work
) -> None:
    """Demand that just the optimal strategies meet the conditions.

    *strategies* are the extreme ones, all of them. No choice of the seat follows another, so a
    strategy's probabilities are its plan, and the polytopes can be compared view by view.
    """
    assert told.conditions is not None
    second = {view: first + 1 for view, _, _, first in seat.cells}
    places = [second[view] for view in second if view in told.loose]
    listed = [[Fraction(*one.chances[place]) for place in second.values()] for one in strategies]
    for view, chances in zip(second, zip(*listed, strict=True), strict=True):
        if view not in told.loose and len(set(chances)) > 1:
            raise CertificateError(
                f"{named(seat.name)}'s optimal strategies differ at {named(view)}, "
                "which is not said to be loose"
            )
    extreme: Points = {
        tuple(Fraction(*one.chances[place]) for place in places) for one in strategies
    }
    views = [view for view in second if view in told.loose]
    if _box(views, told.conditions, work) != extreme:
        raise CertificateError(
            f"the conditions on {named(seat.name)}'s optimal strategies are not true of just those"
        )


def _box(views: Sequence[str], conditions: Sequence[Inequality], work: Work) -> Points:
    """Return the vertices of the points that meet the conditions, with entries from 0 to 1.

    They are found as the extreme rays of the cone over that polytope: a ray has one more entry, the
    first, and is divided by it.
    """
    cone = Cone(1 + len(views), work)
    equal: list[list[int]] = []
    other: list[list[int]] = []
    for one in conditions:
        for end, sign in ((one.low, 1), (one.high, -1)):
            if end is not None:
                line = [-sign * end, *(sign * one.weights.get(view, _ZERO) for view in views)]
                (equal if one.low == one.high else other).append(_whole(line))
    other += [[1, *(-int(k == number) for k in range(len(views)))] for number in range(len(views))]
    for plane in equal:
        cone.cut(plane, level=True)
    for plane in other:
        cone.cut(plane, level=False)
    return {
        tuple(Fraction(weight, weights[0]) for weight in weights[1:]) for weights, _ in cone.rays
    }


def _whole(numbers: Sequence[Fraction]) -> list[int]:
    """Return fractions times a positive integer that makes them all integers."""
    below = common_multiple({number.denominator for number in numbers}, len(numbers))
    return [number.numerator * (below // number.denominator) for number in numbers]


# ---------------------------------------------------------------------- families


def demand_family(
    seat: Seat, family: Family, strategies: Sequence[Strategy], plans: set[tuple[int, ...]]
) -> None:
    """Demand that the strategies of a family are just the optimal ones.

    *strategies* are the extreme ones, all of them; *plans* are their plans as integer vectors
    without a common divisor.
    """
    plan = _affine_plan(seat, family, strategies)
    found = set()
    for corner in _domain(family):
        for mix in family.choices.values():
            if min(_at(chance, corner) for chance in mix.values()) < 0:
                raise CertificateError(f"the family of {named(seat.name)} has negative chances")
        whole = _whole([_at(weight, corner) for weight in plan])
        shared = math.gcd(*whole)
        found.add(tuple(weight // shared for weight in whole))
    if found != plans:
        raise CertificateError(
            f"the family of {named(seat.name)} is not the set of its optimal strategies"
        )


def _at(formula: Sum, values: Mapping[str, Fraction]) -> Fraction:
    return sum((factor * values[name] for name, factor in formula.items()), _ZERO)


def _affine_plan(seat: Seat, family: Family, strategies: Sequence[Strategy]) -> list[Sum]:
    """Return the realization plan of a family: an affine function for every sequence.

    The seat's own probability to reach a view of the family must not depend on the parameters, and
    must not be 0; so the products along a path are affine. At any other view the family plays as
    the first listed strategy that reaches it.
    """
    reached = [one.plan()[0] for one in strategies]
    plan: list[Sum] = [{"": _ONE}] + [{}] * (seat.count - 1)
    for view, actions, parent, first in seat.cells:
        spots = range(first, first + len(actions))
        if view in family.choices:
            mix = family.choices[view]
            if _added(mix.values()) != {"": _ONE}:
                raise CertificateError(
                    f"the chances of {named(seat.name)}'s family at {view[:40]!r} do not sum to 1"
                )
            if plan[parent].keys() != {""}:
                raise CertificateError(
                    f"how often {named(seat.name)} comes to {view[:40]!r} depends on a parameter, "
                    "or is never"
                )
            reach = plan[parent][""]
            for spot, action in zip(spots, actions, strict=True):
                plan[spot] = _scaled(mix[action], reach)
        else:
            number = next((k for k, one in enumerate(reached) if one[parent]), 0)
            for spot in spots:
                plan[spot] = _scaled(plan[parent], Fraction(*strategies[number].chances[spot]))
    return plan


def _added(formulas: Iterable[Sum]) -> Sum:
    total: Sum = {}
    for formula in formulas:
        for name, factor in formula.items():
            total[name] = total.get(name, _ZERO) + factor
    return {name: factor for name, factor in total.items() if factor}


def _scaled(formula: Sum, factor: Fraction) -> Sum:
    """Return a multiple of a formula, without terms whose factor is 0."""
    demand_quick(sum(_bits(each) * _bits(factor) for each in formula.values()))
    return {name: each * factor for name, each in formula.items() if each * factor}


def _bits(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _domain(family: Family) -> list[dict[str, Fraction]]:
    """Return the vertices of the domain, after demanding that it is bounded and not empty.

    Each vertex also has the value 1 under "", which multiplies the constant of a formula.
    """
    lines = [(edge.weights, end) for edge in family.domain for end in edge.ends]
    found = []
    for some in combinations(lines, len(family.parameters)):
        point = _meeting(family.parameters, some)
        if point is not None and all(edge.holds(point) for edge in family.domain):
            found.append(point | {"": _ONE})
    if not found or _unbounded(family):
        raise CertificateError("the domain of a family is empty, or has no end")
    return found


def _meeting(
    names: Sequence[str], lines: Sequence[tuple[Sum, Fraction]]
) -> dict[str, Fraction] | None:
    """Return the only point on one line (one parameter) or on two; None: there is no such point."""
    if len(names) == 1:
        ((weights, level),) = lines
        weight = weights[names[0]]
        return {names[0]: level / weight} if weight else None
    (one, at), (two, to) = lines
    p, r = names
    a, b, c, d = one.get(p, _ZERO), one.get(r, _ZERO), two.get(p, _ZERO), two.get(r, _ZERO)
    area = a * d - b * c
    if not area:
        return None
    return {p: (at * d - to * b) / area, r: (a * to - c * at) / area}


def _unbounded(family: Family) -> bool:
    """Tell whether the domain, which is not empty, is unbounded.

    The directions in which it is unbounded form a cone. In the plane, the boundary of such a cone
    is parallel to an edge, unless the cone is the whole plane: then no inequality names a
    parameter, and the domain has no vertices.
    """
    names = family.parameters
    directions = [{names[0]: _ONE}, {names[0]: -_ONE}]
    if len(names) == 2:
        p, r = names
        directions = []
        for edge in family.domain:
            a, b = edge.weights.get(p, _ZERO), edge.weights.get(r, _ZERO)
            directions += [{p: b, r: -a}, {p: -b, r: a}]
    return any(
        any(way.values()) and all(_keeps(edge, way) for edge in family.domain) for way in directions
    )


def _keeps(edge: Inequality, way: Mapping[str, Fraction]) -> bool:
    step = sum((weight * way.get(name, _ZERO) for name, weight in edge.weights.items()), _ZERO)
    return (step >= 0 or edge.low is None) and (step <= 0 or edge.high is None)
