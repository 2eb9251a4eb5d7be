"""Verify the set of all optimal strategies of a zero-sum game: its vertices and its description.

Each listed strategy must be optimal and a vertex. A direction in which an optimal plan can move
within the optimal set keeps the sequences that the plan uses and changes no best response's
payoff; these are linear equations, and the plan is a vertex if their only solution is 0.
Completeness: all optimal plans solve the equations of uniqueness (:mod:`sabot.certify.zero_sum`)
for any optimal plan of the opponent, here the mean of those listed. If these have one solution,
one strategy is all; if they leave one direction, two are; otherwise the polytope of optimal
plans is built by the double description method. Where that takes too long the verdict says that
completeness was not shown. A list with ``"complete": false`` is what a stopped search has found:
its strategies are checked, and that there are no others is not claimed.

A file may also describe the whole set by formulas, which are parsed here: *conditions*, linear
inequalities on the probabilities of the second actions at the information sets where optimal
strategies differ, are right if they define a polytope with the same vertices; a *family* in one
or two parameters is right if its plans are affine in the parameters and the vertices of its
domain are mapped onto the vertices.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.double_description import EnumerationMeter, ExtremeRayCone, PolytopeTooLargeError
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    quote_name,
    read_fraction,
    require_keys,
    require_labels,
    require_text,
)
from sabot.certify.limits import MOST_OPTIMAL_SET_WORK
from sabot.certify.rank_mod_p import proves_full_rank
from sabot.certify.record_codec import Field, FormEvidence, NamedDocument, Record, labels, raw
from sabot.certify.sequence_form import (
    CertificateForm,
    CertificateStrategy,
    KnownMixes,
    PlayerSequences,
    bounded_lcm,
    read_form,
    read_strategy,
    require_short_products,
)
from sabot.certify.verdict import (
    ValueVerdict,
)
from sabot.certify.zero_sum import VerifiedPlan, optimality_equations, verify_plan, verify_strategy
from sabot.errors import CertificateError, FileError

_DESCRIPTION_KEYS = frozenset({"loose", "conditions", "family"})
_OPTIONAL_KEYS = _DESCRIPTION_KEYS | {"complete"}
_MOST_AVERAGED = 64
"""Strategies of the other player whose mean is taken. Json optimal plan gives valid equations; a
mean of more of them gives more equations."""


class _OptimalSetRecord(NamedDocument, what="a list of equilibria"):
    value = Field(read_fraction)
    count = Field(raw)
    seats = Field(raw)
    certificate = Field(FormEvidence)


class _FamilyRecord(Record, what="a family"):
    parameters = Field(labels("parameters of a family"))
    domain = Field(labels("domain of a family"))
    choices = Field(raw)


@dataclass(frozen=True, slots=True)
class OptimalSetDocument:
    """The extreme optimal strategies of a game as a file lists them."""

    game: str
    form: CertificateForm
    value: Fraction
    vertices: tuple[tuple[CertificateStrategy, ...], tuple[CertificateStrategy, ...]]
    descriptions: tuple[OptimalSetDescription, OptimalSetDescription]
    digest: str
    stopped: tuple[bool, bool]
    """Of each player, whether the list does not claim to be complete."""
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Always empty: a list names no information sets that cannot come up. Other documents do."""

    @property
    def strategies(self) -> tuple[CertificateStrategy, CertificateStrategy]:
        """An optimal strategy of each player."""
        return self.vertices[0][0], self.vertices[1][0]


def read_optimal_set(document: JsonObject) -> OptimalSetDocument:
    """Return what a ``sabot/equilibria/2`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "list")
    found = _OptimalSetRecord(document)
    form = read_form(found.certificate.form)
    listed = require_keys(found.seats, [seat.name for seat in form.seats], "the seats")
    parts = [_require_player_part(seat, listed[seat.name]) for seat in form.seats]
    known: KnownMixes = {}
    one, two = map(_read_vertices, form.seats, parts, (known, known))
    if type(found.count) is not int or found.count != len(one) * len(two):
        raise CertificateError("'count' is not the product of both seats' numbers")
    first, second = map(read_description, form.seats, parts)
    stopped = "complete" in parts[0], "complete" in parts[1]
    claims = (one, two), (first, second)
    return OptimalSetDocument(found.game, form, found.value, *claims, digest, stopped)


def _require_player_part(seat: PlayerSequences, data: Json) -> JsonObject:
    """Return what is listed for a player, after demanding that it has just the known keys."""
    what = f"what is said of {quote_name(seat.name)}"
    part = require_keys(data, {"count", "vertices"}, what, _OPTIONAL_KEYS)
    if "complete" in part:
        if part["complete"] is not False:
            raise ValueError(f"in {what}, 'complete' may only be false")
        if not _DESCRIPTION_KEYS.isdisjoint(part):
            raise ValueError(f"{what} describes all strategies by a list that is not complete")
    return part


def _read_vertices(
    seat: PlayerSequences, data: JsonObject, known: KnownMixes
) -> tuple[CertificateStrategy, ...]:
    vertices = data["vertices"]
    if type(vertices) is not list or not vertices:
        raise ValueError(f"the strategies of {quote_name(seat.name)} are not a list")
    if type(data["count"]) is not int or data["count"] != len(vertices):
        raise CertificateError(
            f"{quote_name(seat.name)}'s 'count' is not the number of strategies listed"
        )
    return tuple(read_strategy(seat, vertex, known) for vertex in vertices)


# ---------------------------------------------------------------------- what is checked


@dataclass(frozen=True)
class ExtremeStrategies:
    """How many extreme optimal strategies of a player were shown, and whether that is all."""

    count: int
    complete: bool
    """That there are no others was shown too."""
    described: bool | None = None
    """How the file describes all of them, by conditions or parameters, is right; False: that was
    not checked; None: it does not."""

    @property
    def unique(self) -> bool | None:
        """Whether the player has one optimal strategy; None: one was shown, perhaps not all.

        >>> [ExtremeStrategies(*some).unique for some in ((1, True), (2, False), (1, False))]
        [True, False, None]
        """
        return False if self.count > 1 else (self.complete or None)

    def __str__(self) -> str:
        noun = "strategy" if self.count == 1 else "strategies"
        rest = ", all there are" if self.complete else " (that there are no others was not shown)"
        return f"{self.count} extreme optimal {noun}{rest}"


@dataclass(frozen=True)
class OptimalSetVerdict(ValueVerdict):
    """Extreme optimal strategies of each player, and the value."""

    extreme: Mapping[str, ExtremeStrategies]
    source: OptimalSetDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> CertificateForm:
        """The payoffs."""
        return self.source.form

    def verdict(self, seat: str) -> str:
        """Return how many strategies of a player were shown, and whether that is all."""
        return f"has {self.extreme[seat]}"

    @property
    def lines(self) -> tuple[str, ...]:
        """What is proved of the strategies, and what is said of them that was not checked."""
        named = zip(self.called, self.seats, strict=True)
        return (
            *super().lines,
            *(
                f"the conditions or parameters by which the file describes {name}'s optimal "
                "strategies were not checked: that takes too long"
                for name, seat in named
                if self.extreme[seat].described is False
            ),
        )


def verify_optimal_set(document: OptimalSetDocument) -> OptimalSetVerdict:
    """Return what a list says; raise CertificateError unless each entry is extreme and optimal."""
    proved = [_verify_vertices(document, number) for number in (0, 1)]
    extreme = {
        seat.name: _verify_player(document, k, proved) for k, seat in enumerate(document.form.seats)
    }
    one, two = extreme
    return OptimalSetVerdict(
        document.game,
        (one, two),
        document.digest,
        document.value,
        {name: found.unique for name, found in extreme.items()},
        extreme,
        source=document,
    )


def _verify_player(
    document: OptimalSetDocument, number: int, proved: Sequence[Sequence[VerifiedPlan]]
) -> ExtremeStrategies:
    """Return what is shown of a player's list, and of how the file describes the optimal set."""
    count, described = len(proved[number]), document.descriptions[number]
    if document.stopped[number]:
        return ExtremeStrategies(count, False, None)
    work = EnumerationMeter(MOST_OPTIMAL_SET_WORK)
    complete = _is_complete(document, number, proved, work)
    if described.empty:
        return ExtremeStrategies(count, complete, None)
    if not complete:
        return ExtremeStrategies(count, False, False)
    seat, strategies = document.form.seats[number], document.vertices[number]
    if described.family is not None:
        require_family(seat, described.family, strategies, _primitive_plans(proved[number]))
    if described.conditions is not None:
        try:
            require_conditions(seat, described, strategies, work)
        except PolytopeTooLargeError:
            return ExtremeStrategies(count, True, False)
    return ExtremeStrategies(count, True, True)


def _primitive_plans(proved: Sequence[VerifiedPlan]) -> set[tuple[int, ...]]:
    """Return plans as integer vectors without a common divisor: equal plans become equal tuples."""
    found = set()
    for one in proved:
        shared = math.gcd(*one.plan)
        found.add(tuple(weight // shared for weight in one.plan))
    return found


def _verify_vertices(document: OptimalSetDocument, number: int) -> list[VerifiedPlan]:
    """Return the plans of a player after proving that each is optimal, extreme, and listed once."""
    form, seen, found = document.form, set(), []
    name = form.seats[number].name
    for place, vertex in enumerate(document.vertices[number], 1):
        proved = verify_strategy(form, number, vertex, document.value)
        (plan,) = _primitive_plans([proved])
        if plan in seen:
            raise CertificateError(f"{quote_name(name)}'s strategy number {place} is listed twice")
        seen.add(plan)
        if not _has_one_solution(form, number, proved.used, proved.tight):
            raise CertificateError(
                f"{quote_name(name)}'s strategy number {place} is not extreme: "
                "it is a mixture of others"
            )
        found.append(proved)
    return found


def _has_one_solution(
    form: CertificateForm, seat: int, within: list[int], against: list[int], spot: int | None = None
) -> bool:
    """Tell whether the equations of a player are shown to have at most one solution.

    The unknown plan uses the sequences *within* and makes the other player indifferent over
    *against*. With *spot*, the probability of that sequence is given as well.
    """
    rows, width = optimality_equations(form, seat, within, against)
    if spot is not None:
        rows.append({within.index(spot) - 1: 1})
    return proves_full_rank(rows, width)


def _is_complete(
    document: OptimalSetDocument,
    number: int,
    proved: Sequence[Sequence[VerifiedPlan]],
    work: EnumerationMeter,
) -> bool:
    """Tell whether it is shown that a player has no other extreme optimal strategies.

    False where that takes too long; CertificateError where there are others.
    """
    own, others = proved[number], proved[1 - number][:_MOST_AVERAGED]
    against = _average_plan(document, 1 - number, others)
    spot = None
    if len(own) == 2:
        one, two = own
        spot = next(
            s
            for s, (a, b) in enumerate(zip(one.plan, two.plan, strict=True))
            if a * two.below != b * one.below
        )
    if len(own) <= 2 and _has_one_solution(
        document.form, number, against.tight, against.used, spot
    ):
        return True
    try:
        found = _OptimalPolytope(document.form, number, document.value, against, work).vertices(
            against.used
        )
    except PolytopeTooLargeError:
        return False
    if found != _primitive_plans(own):
        name = quote_name(document.form.seats[number].name)
        raise CertificateError(f"{name} has an extreme optimal strategy that is not listed")
    return True


class _OptimalPolytope:
    """The polytope of the optimal plans of a player.

    *against* is an optimal plan of the other player. An optimal plan uses only sequences that are
    tight (best responses) against it; the variables are their probabilities. Where only one action
    of an information set is tight, it has the probability of the parent sequence, and both are one
    variable.
    """

    def __init__(
        self,
        form: CertificateForm,
        number: int,
        value: Fraction,
        against: VerifiedPlan,
        work: EnumerationMeter,
    ) -> None:
        self.form, self.number, self.work = form, number, work
        self.own, self.other = form.seats[number], form.seats[1 - number]
        self.value = value if number == 0 else -value
        self.cost = len(form.entries) if form.rows is None else len(form.rows) * len(form.rows[0])
        """Of going through all payoffs once."""
        self.variable = {0: 0}
        """By tight sequence, which of the variables it is."""
        self.flows: list[tuple[int, range]] = []
        """For each information set the variable of its parent sequence, and those of its
        actions."""
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

        Every pure plan within the sequences *used* of an optimal plan of the other player earns
        exactly the value against all optimal plans: these are equations. Then each vertex of what
        is left is tried against its best response. If the response holds it below the value, the
        inequality of that reply cuts it off. The method ends when all vertices secure the value.
        """
        cone = ExtremeRayCone(self.size, self.work)
        for before, after in self.flows:
            plane = [int(k in after) for k in range(self.size)]
            plane[before] -= 1
            cone.cut(plane, level=True)
        for reply in self._pure_plans_within(used):
            cone.cut(self._payoff_plane(reply), level=True)
        secure: set[tuple[int, ...]] = set()
        while True:
            for weights, _ in cone.rays:
                if weights not in secure:
                    better = self._better_response(self._plan(weights))
                    if better is not None:
                        cone.cut(self._payoff_plane(better), level=False)
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

    def _pure_plans_within(self, used: Sequence[int]) -> Iterator[list[int]]:
        """Yield pure plans of the opponent within *used*: for each sequence one that uses it."""
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

    def _payoff_plane(self, reply: Sequence[int]) -> list[int]:
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

    def _better_response(self, plan: Sequence[int]) -> list[int] | None:
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


def _average_plan(
    document: OptimalSetDocument, number: int, some: Sequence[VerifiedPlan]
) -> VerifiedPlan:
    """Return the mean of optimal plans of a player, which is optimal as well."""
    if len(some) == 1:
        return some[0]
    below = bounded_lcm([one.below for one in some], len(some[0].plan))
    weights = [below // one.below for one in some]
    sizes = [sum(entry.bit_length() for entry in one.plan) for one in some]
    require_short_products(
        sum(weight.bit_length() * size for weight, size in zip(weights, sizes, strict=True))
    )
    plan = [
        sum(weight * entry for weight, entry in zip(weights, entries, strict=True))
        for entries in zip(*(one.plan for one in some), strict=True)
    ]
    return verify_plan(document.form, number, plan, below * len(some), document.value)


MOST_CONDITION_DIGITS = 1_000
"""Digits of a number in a description. The numbers of baccara have five."""
MOST_CONDITIONS = 10_000
"""Conditions of a player. The limit bounds the work on a file; it is no theorem."""
MOST_DOMAIN_EDGES = 64
"""Inequalities of the domain of a family: a polygon with more edges is shorter as a list."""
_FRACTION = re.compile(r"[0-9]+(?:/[0-9]+)?")
_PARAMETER_NAMES = (["p"], ["p", "r"])
_ZERO, _ONE = Fraction(0), Fraction(1)
AffineFunction = dict[str, Fraction]
"""An affine function: the coefficient of each name, and the constant under ""."""
NameFinder = Callable[[str, int], str | None]
"""Return the name that begins at an index of a text, as it is written there; None: no name."""


@dataclass(frozen=True, slots=True)
class AffineInequality:
    """``low <= sum <= high``; None: no bound on that side."""

    weights: AffineFunction
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
class StrategyFamily:
    """Strategies in parameters: formulas at some information sets, and the domain."""

    parameters: tuple[str, ...]
    domain: tuple[AffineInequality, ...]
    choices: Mapping[str, Mapping[str, AffineFunction]]


@dataclass(frozen=True, slots=True)
class OptimalSetDescription:
    """What a file says of all optimal strategies of a player, besides the list of extreme ones."""

    loose: frozenset[str]
    conditions: tuple[AffineInequality, ...] | None
    """On the probabilities of the second action at the information sets in *loose*; None: not in
    the file."""
    family: StrategyFamily | None

    @property
    def empty(self) -> bool:
        """Whether nothing is said."""
        return self.conditions is None and self.family is None


# ---------------------------------------------------------------------- reading


def read_description(seat: PlayerSequences, data: JsonObject) -> OptimalSetDescription:
    """Return what ``loose``, ``conditions`` and ``family`` say of a player."""
    if ("loose" in data) != ("conditions" in data):
        raise ValueError(f"of {quote_name(seat.name)} 'loose' and 'conditions' must come together")
    loose: frozenset[str] = frozenset()
    conditions = None
    if "loose" in data:
        _require_binary_actions(seat)
        loose = frozenset(_read_names(data["loose"], f"loose views of {quote_name(seat.name)}"))
        if not loose <= seat.views:
            raise ValueError(f"a loose view of {quote_name(seat.name)} is not a view of that seat")
        listed = _read_names(data["conditions"], f"conditions of {quote_name(seat.name)}")
        if len(listed) > MOST_CONDITIONS:
            raise FileError(f"more than {MOST_CONDITIONS:,} conditions, too many for this checker")
        conditions = tuple(
            _parse_inequality(one, lambda t, k: _find_probability(t, k, loose)) for one in listed
        )
    family = _read_family(seat, data["family"]) if "family" in data else None
    return OptimalSetDescription(loose, conditions, family)


def _read_names(data: Json, what: str) -> list[str]:
    return require_labels(data, what) if data != [] else []


def _require_binary_actions(seat: PlayerSequences) -> None:
    if any(parent or len(actions) != 2 for _, actions, parent, _ in seat.cells):
        raise ValueError(
            f"conditions are given for {quote_name(seat.name)}, whose choices are not all "
            "between two actions, or follow each other"
        )


def _read_family(seat: PlayerSequences, data: Json) -> StrategyFamily:
    found = _FamilyRecord(data)
    names, domain = found.parameters, found.domain
    if names not in _PARAMETER_NAMES:
        raise ValueError("the parameters of a family are not p, or p and r")
    if len(domain) > MOST_DOMAIN_EDGES:
        raise FileError(
            f"a domain of more than {MOST_DOMAIN_EDGES} inequalities, too many for this checker"
        )

    def find(source: str, start: int) -> str | None:
        letter = source[start : start + 1]
        return letter if letter in names else None

    actions = {view: actions for view, actions, _, _ in seat.cells}
    choices = require_keys(found.choices, (), "choices", actions)
    return StrategyFamily(
        tuple(names),
        tuple(_parse_inequality(edge, find) for edge in domain),
        {
            view: {
                action: _parse_formula(formula, find)
                for action, formula in require_keys(
                    mix, actions[view], f"the choices at {view[:40]!r}"
                ).items()
            }
            for view, mix in choices.items()
        },
    )


def _find_probability(source: str, start: int, loose: frozenset[str]) -> str | None:
    """Return ``q[view]`` at an index; brackets within the name must be balanced."""
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


def _parse_inequality(source: str, find: NameFinder) -> AffineInequality:
    """Return ``L <= sum <= H``, ``sum <= H``, ``sum >= L`` or ``sum = L``."""
    what = f"the condition {source[:60]!r}"
    low, start = None, 0
    first = re.match(r"(-?[0-9]+(?:/[0-9]+)?) <= ", source)
    if first:
        low, start = _parse_number(first[1]), first.end()
    weights, end = _parse_sum(source, start, find, " ", what)
    last = re.fullmatch(r" (<=|>=|=) (-?[0-9]+(?:/[0-9]+)?)", source[end:])
    if last is None or (first and last[1] != "<=") or "" in weights:
        raise ValueError(f"{what} cannot be read")
    level = _parse_number(last[2])
    if last[1] == "<=":
        return AffineInequality(weights, low, level)
    return AffineInequality(weights, level, level if last[1] == "=" else None)


def _parse_formula(data: Json, find: NameFinder) -> AffineFunction:
    """Return a formula such as ``1 - 3*p``."""
    source = require_text(data, "a formula")
    what = f"the formula {source[:60]!r}"
    found, end = _parse_sum(source, 0, find, "*", what)
    if end < len(source):
        raise ValueError(f"{what} cannot be read")
    return found


def _parse_sum(
    source: str, start: int, find: NameFinder, times: str, what: str
) -> tuple[AffineFunction, int]:
    """Return the sum that begins at an index, and where it ends: each name at most once.

    *times* is what is written between a factor and its name; *what* is for messages.
    """
    found: AffineFunction = {}
    sign, place = 1, start
    if source.startswith("-", place):
        sign, place = -1, place + 1
    while True:
        factor, name, place = _parse_term(source, place, find, times, what)
        if name in found:
            raise ValueError(f"{what} has two terms of one name")
        found[name] = sign * factor
        joint = source[place : place + 3]
        if joint not in (" + ", " - "):
            return found, place
        sign, place = (1 if joint == " + " else -1), place + 3


def _parse_term(
    source: str, place: int, find: NameFinder, times: str, what: str
) -> tuple[Fraction, str, int]:
    """Return a factor, the name that it multiplies ("": a constant), and where the term ends."""
    number = _FRACTION.match(source, place)
    factor = _ONE
    if number:
        factor, place = _parse_number(number[0]), number.end()
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


def _parse_number(source: str) -> Fraction:
    if len(source) > MOST_CONDITION_DIGITS:
        raise FileError("a number in a description is too long for this checker")
    return read_fraction(source)


# ---------------------------------------------------------------------- conditions

VertexSet = set[tuple[Fraction, ...]]


def require_conditions(
    seat: PlayerSequences,
    description: OptimalSetDescription,
    strategies: Sequence[CertificateStrategy],
    work: EnumerationMeter,
) -> None:
    """Demand that just the optimal strategies meet the conditions.

    *strategies* are the extreme ones, all of them. No choice of the player follows another, so a
    strategy's probabilities are its plan, and the polytopes can be compared information set by
    information set.
    """
    assert description.conditions is not None
    second = {view: first + 1 for view, _, _, first in seat.cells}
    places = [second[view] for view in second if view in description.loose]
    listed = [[Fraction(*one.chances[place]) for place in second.values()] for one in strategies]
    for view, chances in zip(second, zip(*listed, strict=True), strict=True):
        if view not in description.loose and len(set(chances)) > 1:
            raise CertificateError(
                f"{quote_name(seat.name)}'s optimal strategies differ at {quote_name(view)}, "
                "which is not said to be loose"
            )
    extreme: VertexSet = {
        tuple(Fraction(*one.chances[place]) for place in places) for one in strategies
    }
    views = [view for view in second if view in description.loose]
    if _condition_vertices(views, description.conditions, work) != extreme:
        raise CertificateError(
            f"the conditions on {quote_name(seat.name)}'s optimal strategies "
            "are not true of just those"
        )


def _condition_vertices(
    views: Sequence[str], conditions: Sequence[AffineInequality], work: EnumerationMeter
) -> VertexSet:
    """Return the vertices of the points that meet the conditions, with entries from 0 to 1.

    They are found as the extreme rays of the cone over that polytope: a ray has one more entry, the
    first, and is divided by it.
    """
    cone = ExtremeRayCone(1 + len(views), work)
    equal: list[list[int]] = []
    other: list[list[int]] = []
    for one in conditions:
        for end, sign in ((one.low, 1), (one.high, -1)):
            if end is not None:
                line = [-sign * end, *(sign * one.weights.get(view, _ZERO) for view in views)]
                (equal if one.low == one.high else other).append(_scale_to_integers(line))
    other += [[1, *(-int(k == number) for k in range(len(views)))] for number in range(len(views))]
    for plane in equal:
        cone.cut(plane, level=True)
    for plane in other:
        cone.cut(plane, level=False)
    return {
        tuple(Fraction(weight, weights[0]) for weight in weights[1:]) for weights, _ in cone.rays
    }


def _scale_to_integers(numbers: Sequence[Fraction]) -> list[int]:
    """Return fractions times a positive integer that makes them all integers."""
    below = bounded_lcm({number.denominator for number in numbers}, len(numbers))
    return [number.numerator * (below // number.denominator) for number in numbers]


# ---------------------------------------------------------------------- families


def require_family(
    seat: PlayerSequences,
    family: StrategyFamily,
    strategies: Sequence[CertificateStrategy],
    plans: set[tuple[int, ...]],
) -> None:
    """Demand that the strategies of a family are just the optimal ones.

    *strategies* are the extreme ones, all of them; *plans* are their plans as integer vectors
    without a common divisor.
    """
    plan = _affine_realization_plan(seat, family, strategies)
    found = set()
    for corner in _domain_vertices(family):
        for mix in family.choices.values():
            if min(_evaluate_affine(chance, corner) for chance in mix.values()) < 0:
                raise CertificateError(
                    f"the family of {quote_name(seat.name)} has negative chances"
                )
        whole = _scale_to_integers([_evaluate_affine(weight, corner) for weight in plan])
        shared = math.gcd(*whole)
        found.add(tuple(weight // shared for weight in whole))
    if found != plans:
        raise CertificateError(
            f"the family of {quote_name(seat.name)} is not the set of its optimal strategies"
        )


def _evaluate_affine(formula: AffineFunction, values: Mapping[str, Fraction]) -> Fraction:
    return sum((factor * values[name] for name, factor in formula.items()), _ZERO)


def _affine_realization_plan(
    seat: PlayerSequences, family: StrategyFamily, strategies: Sequence[CertificateStrategy]
) -> list[AffineFunction]:
    """Return the realization plan of a family: an affine function for every sequence.

    The player's own probability to reach an information set of the family must not depend on the
    parameters, and must not be 0; so the products along a path are affine. At any other information
    set the family plays as the first listed strategy that reaches it.
    """
    reached = [one.plan()[0] for one in strategies]
    plan: list[AffineFunction] = [{"": _ONE}] + [{}] * (seat.count - 1)
    for view, actions, parent, first in seat.cells:
        spots = range(first, first + len(actions))
        if view in family.choices:
            mix = family.choices[view]
            if _add_affine(mix.values()) != {"": _ONE}:
                raise CertificateError(
                    f"the chances of {quote_name(seat.name)}'s family "
                    f"at {view[:40]!r} do not sum to 1"
                )
            if plan[parent].keys() != {""}:
                raise CertificateError(
                    f"how often {quote_name(seat.name)} reaches {view[:40]!r} "
                    "depends on a parameter, or is never"
                )
            reach = plan[parent][""]
            for spot, action in zip(spots, actions, strict=True):
                plan[spot] = _scale_affine(mix[action], reach)
        else:
            number = next((k for k, one in enumerate(reached) if one[parent]), 0)
            for spot in spots:
                plan[spot] = _scale_affine(
                    plan[parent], Fraction(*strategies[number].chances[spot])
                )
    return plan


def _add_affine(formulas: Iterable[AffineFunction]) -> AffineFunction:
    total: AffineFunction = {}
    for formula in formulas:
        for name, factor in formula.items():
            total[name] = total.get(name, _ZERO) + factor
    return {name: factor for name, factor in total.items() if factor}


def _scale_affine(formula: AffineFunction, factor: Fraction) -> AffineFunction:
    """Return a multiple of a formula, without terms whose factor is 0."""
    require_short_products(
        sum(_fraction_bits(each) * _fraction_bits(factor) for each in formula.values())
    )
    return {name: each * factor for name, each in formula.items() if each * factor}


def _fraction_bits(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _domain_vertices(family: StrategyFamily) -> list[dict[str, Fraction]]:
    """Return the vertices of the domain, after demanding that it is bounded and not empty.

    Each vertex also has the value 1 under "", which multiplies the constant of a formula.
    """
    lines = [(edge.weights, end) for edge in family.domain for end in edge.ends]
    found = []
    for some in combinations(lines, len(family.parameters)):
        point = _intersection_point(family.parameters, some)
        if point is not None and all(edge.holds(point) for edge in family.domain):
            found.append(point | {"": _ONE})
    if not found or _is_unbounded(family):
        raise CertificateError("the domain of a family is empty, or has no end")
    return found


def _intersection_point(
    names: Sequence[str], lines: Sequence[tuple[AffineFunction, Fraction]]
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


def _is_unbounded(family: StrategyFamily) -> bool:
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
        any(way.values()) and all(_allows_direction(edge, way) for edge in family.domain)
        for way in directions
    )


def _allows_direction(edge: AffineInequality, way: Mapping[str, Fraction]) -> bool:
    step = sum((weight * way.get(name, _ZERO) for name, weight in edge.weights.items()), _ZERO)
    return (step >= 0 or edge.low is None) and (step <= 0 or edge.high is None)
