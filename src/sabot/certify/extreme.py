"""Lists of extreme optimal strategies, checked: each of them, and that there are no others.

Standard library only. A strategy is *extreme* if it is no mixture of two other optimal ones: a
vertex of the polytope of optimal plans (realization plans). That is so if no step away from it and
its opposite both keep the value. Both keep it only if the step changes nothing but sequences that
the plan uses, and changes no best reply's payoff. These are linear equations, and the plan is
extreme if their only solution is 0.

All optimal plans of a seat solve the equations of uniqueness (:mod:`sabot.certify.sequence`) for
any optimal plan of the other seat, here the mean of those listed. If they have one solution, one
strategy is all there are; if they leave one direction, two are. Otherwise the polytope of the
optimal plans is built by the double description method, and its vertices must be those listed.
Where that takes too long the statement says that completeness was not shown.

A file may also describe the whole set of optimal strategies (:mod:`sabot.certify.description`).
That is checked where the list is shown to be complete.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify.description import (
    Description,
    demand_conditions,
    demand_family,
    description_of,
)
from sabot.certify.dossier import demand_evidence
from sabot.certify.every.corners import Cone, TooLargeError, Work
from sabot.certify.form import (
    Form,
    Known,
    Seat,
    Strategy,
    common_multiple,
    demand_quick,
    form_of,
    strategy_of,
)
from sabot.certify.limits import MOST_EXTREME_WORK
from sabot.certify.rank import surely_full_rank
from sabot.certify.reading import fraction_of, named, record, text
from sabot.certify.seal import demand_seal
from sabot.certify.sequence import Proved, equations, optimal, secures
from sabot.certify.statement import Extreme, ListProved
from sabot.errors import CertificateError

_EQUILIBRIA = frozenset({"schema", "game", "value", "count", "seats", "certificate"})
_DESCRIBED = frozenset({"loose", "conditions", "family"})
_MOST_MEAN = 64
"""Strategies of the other seat whose mean is taken. Any optimal plan gives valid equations; a mean
of more of them gives more equations."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The extreme optimal strategies of a game as a file lists them."""

    game: str
    form: Form
    value: Fraction
    vertices: tuple[tuple[Strategy, ...], tuple[Strategy, ...]]
    descriptions: tuple[Description, Description]
    digest: str
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Always empty: a list names no views that cannot come up. Other documents do."""

    @property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """An optimal strategy of each seat."""
        return self.vertices[0][0], self.vertices[1][0]


def listed_of(document: Mapping[str, Any]) -> Listed:
    """Return what a ``sabot/equilibria/2`` claims and shows."""
    demand_evidence(document)
    seal = demand_seal(document, "list")
    record(document, _EQUILIBRIA, "a list of equilibria")
    held = record(document["certificate"], {"form", "digest"}, "the certificate")
    form = form_of(held["form"])
    names = [seat.name for seat in form.seats]
    told = record(document["seats"], names, "the seats")
    known: Known = {}
    one, two = (_vertices(seat, told[seat.name], known) for seat in form.seats)
    count = document["count"]
    if type(count) is not int or count != len(one) * len(two):
        raise CertificateError("'count' is not the product of both seats' numbers")
    value = fraction_of(document["value"])
    first, second = (description_of(seat, told[seat.name]) for seat in form.seats)
    name = text(document["game"], "the game")
    return Listed(name, form, value, (one, two), (first, second), seal)


def _vertices(seat: Seat, data: Any, known: Known) -> tuple[Strategy, ...]:
    record(data, {"count", "vertices"}, f"what is told of {named(seat.name)}", _DESCRIBED)
    vertices = data["vertices"]
    if type(vertices) is not list or not vertices:
        raise ValueError(f"the strategies of {named(seat.name)} are not a list")
    if type(data["count"]) is not int or data["count"] != len(vertices):
        raise CertificateError(
            f"{named(seat.name)}'s 'count' is not the number of strategies listed"
        )
    return tuple(strategy_of(seat, vertex, known) for vertex in vertices)


# ---------------------------------------------------------------------- what is checked


def stated(told: Listed) -> ListProved:
    """Return what a list says; raise CertificateError unless each entry is extreme and optimal."""
    proved = [_all_extreme(told, number) for number in (0, 1)]
    extreme = {seat.name: _judged(told, k, proved) for k, seat in enumerate(told.form.seats)}
    one, two = extreme
    return ListProved(
        told.game,
        (one, two),
        told.digest,
        told.value,
        {name: found.unique for name, found in extreme.items()},
        extreme,
        source=told,
    )


def _judged(told: Listed, number: int, proved: Sequence[Sequence[Proved]]) -> Extreme:
    """Return what is shown of a seat's list, and of how the file describes the optimal set."""
    work = Work(MOST_EXTREME_WORK)
    count, described = len(proved[number]), told.descriptions[number]
    complete = _complete(told, number, proved, work)
    if described.empty:
        return Extreme(count, complete, None)
    if not complete:
        return Extreme(count, False, False)
    seat, strategies = told.form.seats[number], told.vertices[number]
    if described.family is not None:
        demand_family(seat, described.family, strategies, _least(proved[number]))
    if described.conditions is not None:
        try:
            demand_conditions(seat, described, strategies, work)
        except TooLargeError:
            return Extreme(count, True, False)
    return Extreme(count, True, True)


def _least(proved: Sequence[Proved]) -> set[tuple[int, ...]]:
    """Return plans as integer vectors without a common divisor: equal plans become equal tuples."""
    found = set()
    for one in proved:
        shared = math.gcd(*one.plan)
        found.add(tuple(weight // shared for weight in one.plan))
    return found


def _all_extreme(told: Listed, number: int) -> list[Proved]:
    """Return the plans of a seat after proving that each is optimal, extreme, and listed once."""
    form, seen, found = told.form, set(), []
    name = form.seats[number].name
    for place, vertex in enumerate(told.vertices[number], 1):
        proved = optimal(form, number, vertex, told.value)
        (plan,) = _least([proved])
        if plan in seen:
            raise CertificateError(f"{named(name)}'s strategy number {place} is listed twice")
        seen.add(plan)
        if not _fixed(form, number, proved.used, proved.tight):
            raise CertificateError(
                f"{named(name)}'s strategy number {place} is not extreme: it is a mixture of others"
            )
        found.append(proved)
    return found


def _fixed(
    form: Form, seat: int, within: list[int], against: list[int], spot: int | None = None
) -> bool:
    """Tell whether the equations of a seat are shown to have at most one solution.

    The unknown plan uses the sequences *within* and makes the other seat indifferent over
    *against*. With *spot*, the probability of that sequence is given as well.
    """
    rows, width = equations(form, seat, within, against)
    if spot is not None:
        rows.append({within.index(spot) - 1: 1})
    return surely_full_rank(rows, width)


def _complete(told: Listed, number: int, proved: Sequence[Sequence[Proved]], work: Work) -> bool:
    """Tell whether it is shown that a seat has no other extreme optimal strategies.

    False where that takes too long; CertificateError where there are others.
    """
    own, others = proved[number], proved[1 - number][:_MOST_MEAN]
    against = _mean(told, 1 - number, others)
    spot = None
    if len(own) == 2:
        one, two = own
        spot = next(
            s
            for s, (a, b) in enumerate(zip(one.plan, two.plan, strict=True))
            if a * two.below != b * one.below
        )
    if len(own) <= 2 and _fixed(told.form, number, against.tight, against.used, spot):
        return True
    try:
        found = _Polytope(told.form, number, told.value, against, work).vertices(against.used)
    except TooLargeError:
        return False
    if found != _least(own):
        name = named(told.form.seats[number].name)
        raise CertificateError(f"{name} has an extreme optimal strategy that is not listed")
    return True


class _Polytope:
    """The polytope of the optimal plans of a seat.

    *against* is an optimal plan of the other seat. An optimal plan uses only sequences that are
    tight (best replies) against it; the variables are their probabilities. Where only one action of
    a cell is tight, it has the probability of the parent sequence, and both are one variable.
    """

    def __init__(
        self, form: Form, number: int, value: Fraction, against: Proved, work: Work
    ) -> None:
        self.form, self.number, self.work = form, number, work
        self.own, self.other = form.seats[number], form.seats[1 - number]
        self.value = value if number == 0 else -value
        self.cost = len(form.entries) if form.rows is None else len(form.rows) * len(form.rows[0])
        """Of going through all payoffs once."""
        self.variable = {0: 0}
        """By tight sequence, which of the variables it is."""
        self.flows: list[tuple[int, range]] = []
        """For each cell the variable of its parent sequence, and those of its actions."""
        within, size = set(against.tight), 1
        for _, actions, parent, first in self.own.cells:
            if parent in within:
                here = [s for s in range(first, first + len(actions)) if s in within]
                if len(here) == 1:
                    self.variable[here[0]] = self.variable[parent]
                    continue
                self.flows.append((self.variable[parent], range(size, size + len(here))))
                self.variable.update(zip(here, range(size, size + len(here)), strict=True))
                size += len(here)
        self.size = size

    def vertices(self, used: Sequence[int]) -> set[tuple[int, ...]]:
        """Return the vertices, as integer vectors without a common divisor.

        Every pure plan within the sequences *used* of an optimal plan of the other seat earns
        exactly the value against all optimal plans: these are equations. Then each vertex of what
        is left is tried against its best reply. If the reply holds it below the value, the
        inequality of that reply cuts it off. The method ends when all vertices secure the value.
        """
        cone = Cone(self.size, self.work)
        for before, after in self.flows:
            plane = [int(k in after) for k in range(self.size)]
            plane[before] -= 1
            cone.cut(plane, level=True)
        for reply in self._mixed(used):
            cone.cut(self._plane(reply), level=True)
        secure: set[tuple[int, ...]] = set()
        while True:
            for weights, _ in cone.rays:
                if weights not in secure:
                    better = self._refutation(self._plan(weights))
                    if better is not None:
                        cone.cut(self._plane(better), level=False)
                        break
                    secure.add(weights)
            else:
                return {tuple(self._plan(weights)) for weights, _ in cone.rays}

    def _plan(self, weights: Sequence[int]) -> list[int]:
        """Return the plan with these values of the variables."""
        plan = [0] * self.own.count
        for s, k in self.variable.items():
            plan[s] = weights[k]
        return plan

    def _mixed(self, used: Sequence[int]) -> Iterator[list[int]]:
        """Yield pure plans of the other seat within *used*: for each sequence one that uses it."""
        within = set(used)
        parents, cells = {0: 0}, self.other.cells
        for _, actions, parent, first in cells:
            parents.update((s, parent) for s in range(first, first + len(actions)))
        seen = set()
        for last in used:
            path = {last}
            while last:
                last = parents[last]
                path.add(last)
            self.work.take(len(parents))
            plan = [0] * self.other.count
            plan[0] = 1
            for _, actions, parent, first in cells:
                if plan[parent]:
                    here = [s for s in range(first, first + len(actions)) if s in within]
                    plan[next((s for s in here if s in path), here[0])] = 1
            if tuple(plan) not in seen:
                seen.add(tuple(plan))
                yield plan

    def _plane(self, reply: Sequence[int]) -> list[int]:
        """Return what the variables earn against a pure reply, minus the value, as a linear form.

        It is scaled to integers by a positive number.
        """
        self.work.take(self.cost)
        earned = self.form.gains(self.number, reply)
        plane = [0] * self.size
        for s, k in self.variable.items():
            plane[k] += earned[s] * self.value.denominator
        plane[0] -= self.value.numerator * self.form.denominator
        shared = math.gcd(*plane) or 1
        return [entry // shared for entry in plane]

    def _refutation(self, plan: Sequence[int]) -> list[int] | None:
        """Return a pure reply that holds a plan below the value; None where it secures it."""
        self.work.take(self.cost)
        worth = self.form.gains(1 - self.number, plan)
        cells = self.other.cells
        for _, actions, parent, first in reversed(cells):
            worth[parent] += max(worth[first : first + len(actions)])
        secured = -worth[0] * self.value.denominator
        if secured >= self.value.numerator * plan[0] * self.form.denominator:
            return None
        reply = [0] * self.other.count
        reply[0] = 1
        for _, actions, parent, first in cells:
            if reply[parent]:
                reply[max(range(first, first + len(actions)), key=worth.__getitem__)] = 1
        return reply


def _mean(told: Listed, number: int, some: Sequence[Proved]) -> Proved:
    """Return the mean of optimal plans of a seat, which is optimal as well."""
    if len(some) == 1:
        return some[0]
    below = common_multiple([one.below for one in some], len(some[0].plan))
    weights = [below // one.below for one in some]
    sizes = [sum(entry.bit_length() for entry in one.plan) for one in some]
    demand_quick(
        sum(weight.bit_length() * size for weight, size in zip(weights, sizes, strict=True))
    )
    plan = [
        sum(weight * entry for weight, entry in zip(weights, entries, strict=True))
        for entries in zip(*(one.plan for one in some), strict=True)
    ]
    return secures(told.form, number, plan, below * len(some), told.value)
