"""Verify lists of equilibria of games for any number of players.

``sabot/nplayer-equilibria/1``: equilibria one by one, in fractions or each in the number field of
its own root; subsets, in which all mixtures of some strategies of each player are equilibria; and
whether these are all. Every equilibrium is recomputed exactly.

Each information set is an *agent* that is paid as its player; a player without a choice has one
agent with one action. Where each player has one agent, agents are the players.

That there are no others is shown by a tree of cells. A cell is a product of simplices, one for each
agent, given by its vertices. What a player gains by an action over another is multilinear in the
mixes of the others, so over a cell it is least and greatest at profiles of vertices. The checker
leaves out of every cell the vertices that no equilibrium in it can use:

- those that use an action which against all vertices of the others pays less than another one;
- those of an opponent against which an action b always pays more than an action a, if b never pays
  less and all vertices of the player use a.

A cell of which an agent has no vertex left has no equilibrium. Every other one is cut in two by the
file; or the file names a pure strategy of a player that pays more than what is played, at all
profiles of vertices, so that there is no equilibrium; or the file names two faces that have all its
equilibria; or an equilibrium in whose neighbourhood the cell is, or one that is the cell's only
profile; or a subset that contains it. In the neighbourhood of an equilibrium there is no other: all
actions of its support have a positive probability there, so equilibria solve the equations of the
support; and the matrix of their slopes, times the multipliers in the file, is strictly diagonally
dominant for all slopes in the neighbourhood.

The index of an equilibrium that plays all best responses is the sign of the determinant of the
matrix of slopes, all with the other sign. Multipliers times that matrix are diagonally dominant, so
that the sign of the determinant of the product is that of its diagonal. An equilibrium is not
regular if a best response is not played, or the matrix is singular: its determinant is expanded by
minors, in polynomials in the root of the equilibrium, so that nothing is divided.

A list may be complete up to what agents do that are not reached (``reached_only``). Then a
neighbourhood says nothing about agents that are not reached in its equilibrium. All actions that it
uses have a positive probability in the neighbourhood, and no others are used, so that the same
agents are reached, and the equations do not depend on the rest.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import floor, gcd, lcm, prod
from typing import TypeVar

from sabot.certify.algebra.number_field import (
    FIELD_ONE,
    FIELD_ZERO,
    FieldElement,
    RealNumberField,
    read_field_element,
    read_number_field,
)
from sabot.certify.algebra.polynomial import Poly, add, multiply, trim
from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    escape_unprintable,
    format_fraction,
    quote_name,
    read_integer,
    require_keys,
)
from sabot.certify.limits import (
    MOST_CELL_BITS,
    MOST_CELL_PROFILES,
    MOST_PLAYERS,
    MOST_SUBSET_VERTICES,
    spend,
)
from sabot.certify.nplayer import (
    NPlayerCertificateForm,
    algebraic_plan,
    payoff_and_regret,
    read_algebraic_strategy,
    read_count,
    read_fractions,
    read_nplayer_form,
    read_seat_names,
    require_best_response,
    require_mixed_actions,
    require_short_algebraic_plans,
    require_short_plans,
)
from sabot.certify.record_codec import (
    Field,
    NamedDocument,
    OptionalField,
    Record,
    boolean,
    list_of,
    raw,
)
from sabot.certify.sequence_form import PlayerSequences, read_strategy
from sabot.certify.verdict import UniquenessByPlayer, Verdict
from sabot.errors import CertificateError, FileError

Weights = list[int]
"""A mixed strategy of one choice: integers, whose sum is their denominator."""
Chance = tuple[Fraction, Fraction]
"""Two fractions between which a probability is: equal if it is one."""
_MOST_JACOBIAN = 16
"""Rows of a Jacobian matrix whose determinant is expanded: it has up to 65,536 minors."""
GRID = 2**64
"""Two equilibria are different if a multiple of 1 / GRID tells a probability apart."""
SubsetStrategies = list[list[list[Weights]]]
"""By player, strategy and agent of the player."""
Case = list[int] | tuple[int, list[int]]
"""Numbers; or a player and an action for each of its information sets."""
Table = list[list[int]]
"""A player's payoffs by own action, then by profile of the others, the last player first."""


@dataclass(frozen=True)
class StatedEquilibrium:
    """An equilibrium as a file states it."""

    number: int
    strategies: Json
    payoffs: Json
    root: Json

    @property
    def called(self) -> str:
        """Its name in messages."""
        return f"equilibrium {self.number}"


@dataclass(frozen=True)
class EquilibriumPoint:
    """An equilibrium that was verified: its field, and each player's probabilities."""

    field: RealNumberField | None
    """None where all are fractions."""
    chances: tuple[tuple[FieldElement, ...], ...]

    def sign(self, player: int, action: int, least: int, below: int) -> int:
        """Return the sign of a probability less a fraction."""
        chance = self.chances[player][action]
        if self.field is None:
            gap = sum(chance.numerator) * below - least * chance.below
            return (gap > 0) - (gap < 0)
        (top, end), _, _ = self.field.shared([chance, FieldElement(trim([least]), below)])
        return self.field.sign(add(top, end, -1))

    def enclosed(self, player: int, action: int) -> Chance:
        """Return fractions between which a probability is."""
        chance = self.chances[player][action]
        if self.field is None:
            exact = Fraction(sum(chance.numerator), chance.below)
            return exact, exact
        return self.field.enclosed(chance)

    def grid_point(self, player: int, action: int) -> tuple[int, bool]:
        """Return the greatest k with k / 2^64 at most a probability, and whether it is equal."""
        low, high = self.enclosed(player, action)
        least, most = max(floor(low * GRID), 0), min(floor(high * GRID), GRID)
        while least < most:
            middle = (least + most + 1) // 2
            if self.sign(player, action, middle, GRID) >= 0:
                least = middle
            else:
                most = middle - 1
        return least, self.sign(player, action, least, GRID) == 0

    def grid_points(self) -> tuple[tuple[int, bool], ...]:
        """Return those of all probabilities: they tell two equilibria apart."""
        return tuple(
            self.grid_point(player, action)
            for player, own in enumerate(self.chances)
            for action in range(len(own))
        )

    def at(self, agents: Sequence[bool]) -> EquilibriumPoint:
        """Return it with probabilities of 0 at all other agents."""
        chances = (
            own if counts else (FIELD_ZERO,) * len(own)
            for own, counts in zip(self.chances, agents, strict=True)
        )
        return EquilibriumPoint(self.field, tuple(chances))

    def support(self, player: int) -> list[int]:
        """Return the actions with a positive probability."""
        return [a for a in range(len(self.chances[player])) if self.sign(player, a, 0, 1) > 0]


@dataclass(frozen=True)
class NeighbourhoodClaim:
    """Where an equilibrium is claimed to be the only one: least probabilities, multipliers."""

    least: list[list[int]]
    """By player and action of the support, over the denominator."""
    denominator: int
    multipliers: list[list[int]]


@dataclass(frozen=True)
class NPlayerNashDocument:
    """A list as a file states it."""

    game: str
    form: NPlayerCertificateForm
    complete: bool
    reached_only: bool
    """Whether equilibria that differ only at information sets not reached are one."""
    equilibria: tuple[StatedEquilibrium, ...]
    subsets: tuple[SubsetStrategies, ...]
    neighbourhoods: tuple[NeighbourhoodClaim | None, ...]
    cases: list[Case]
    indices: tuple[_IndexRecord, ...] | None
    """What each equilibrium is said to be; None: nothing is said."""
    digest: str


# ---------------------------------------------------------------------- reading


class _Evidence(Record, what="the certificate"):
    form = Field(raw)
    neighbourhoods = OptionalField(list_of(raw, "the neighbourhoods are not a list"))
    cases = OptionalField(list_of(raw, "the cases are not a list"))
    digest = Field(raw)


def _read_index(data: Json) -> int | None:
    if data is None or (type(data) is int and data in (1, -1)):
        return data
    raise ValueError("an index is neither 1, -1 nor null")


class _IndexRecord(Record, what="what is said of an equilibrium"):
    strict = Field(boolean("'strict' is neither true nor false"))
    quasi_strict = Field(boolean("'quasi_strict' is neither true nor false"))
    index = Field(_read_index)


class _NPlayerNashRecord(NamedDocument, what="a list of equilibria"):
    seats = Field(read_seat_names)
    count = Field(lambda data: read_count(data, "count"))
    complete = Field(boolean("whether the list is complete is neither true nor false"))
    reached_only = OptionalField(boolean("'reached_only' is neither true nor false"))
    equilibria = Field(list_of(raw, "the equilibria are not a list"))
    subsets = Field(list_of(raw, "the subsets are not a list"))
    indices = OptionalField(list_of(_IndexRecord, "the indices are not a list"))
    certificate = Field(_Evidence)


def read_nplayer_nash(document: JsonObject) -> NPlayerNashDocument:
    """Return what a ``sabot/nplayer-equilibria/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "list")
    found = _NPlayerNashRecord(document)
    evidence = found.certificate
    form = read_nplayer_form(evidence.form, found.seats)
    _require_few_profiles(form, complete=found.complete)
    if found.reached_only is False:
        raise ValueError("'reached_only' is written where it is true only")
    if found.count != len(found.equilibria):
        number = len(found.equilibria)
        raise CertificateError(f"'count' is {found.count}, and {number} are listed")
    listed = tuple(_read_listed(data, k) for k, data in enumerate(found.equilibria, 1))
    proof = evidence.neighbourhoods, evidence.cases
    if found.complete != (None not in proof) or (not found.complete and proof != (None, None)):
        raise ValueError("a list has neighbourhoods and cases if, and only if, it is complete")
    around = tuple(_read_neighbourhood(data) for data in evidence.neighbourhoods or ())
    if found.complete and len(around) != len(listed):
        raise ValueError("the neighbourhoods are not a list of one for each equilibrium")
    return NPlayerNashDocument(
        found.game,
        form,
        found.complete,
        found.reached_only is not None,
        listed,
        tuple(_read_subset(form, data) for data in found.subsets),
        around,
        [_read_case(data) for data in evidence.cases or ()],
        _require_indexed(found, form),
        digest,
    )


def _require_indexed(
    found: _NPlayerNashRecord, form: NPlayerCertificateForm
) -> tuple[_IndexRecord, ...] | None:
    """Return the indices of a list that can have them: complete, with one choice of each seat.

    In a list up to what is not reached, an equilibrium stands for many: it is not isolated.
    """
    if found.indices is None:
        return None
    if found.reached_only:
        raise ValueError("a list up to what is not reached has no indices")
    if not found.complete or any(len(seat.cells) > 1 for seat in form.seats):
        raise ValueError("indices are of complete lists in which each seat has one view")
    if len(found.indices) != len(found.equilibria):
        raise ValueError("the indices are not a list of one for each equilibrium")
    return tuple(found.indices)


def _require_few_profiles(form: NPlayerCertificateForm, *, complete: bool) -> None:
    """Refuse a large game: of a complete list the payoffs of all profiles are computed."""
    profiles, agents = 1, 0
    for seat in form.seats:
        for _, actions, _, _ in seat.cells:
            profiles *= len(actions)
            agents += 1
            if (complete and profiles > MOST_CELL_PROFILES) or agents > MOST_PLAYERS:
                raise FileError(
                    f"there are more than {MOST_CELL_PROFILES:,} profiles of actions, or more than "
                    f"{MOST_PLAYERS} information sets"
                )


def _agents(form: NPlayerCertificateForm) -> list[tuple[int, int, int, int]]:
    """Return of each agent its player, the number of its actions, parent and first sequence."""
    found = []
    for player, seat in enumerate(form.seats):
        for _, actions, parent, first in seat.cells:
            found.append((player, len(actions), parent, first))
        if not seat.cells:
            found.append((player, 1, 0, 0))
    return found


def _actions_on_the_way(form: NPlayerCertificateForm, spot: tuple[int, ...]) -> list[int | None]:
    """Return the action of each agent that sequences need; None where any will do."""
    found: list[int | None] = []
    for seat, last in zip(form.seats, spot, strict=True):
        own: list[int | None] = [None] * max(len(seat.cells), 1)
        for number in range(len(seat.cells) - 1, -1, -1):  # a parent comes before
            _, actions, parent, first = seat.cells[number]
            if first <= last < first + len(actions):
                own[number], last = last - first, parent
        found += own
    return found


def _read_listed(data: Json, number: int) -> StatedEquilibrium:
    optional = frozenset({"root"})
    found = require_keys(data, {"strategies", "payoffs"}, "an equilibrium", optional)
    if "root" in found and found["root"] is None:
        raise ValueError("the root of an equilibrium is not a root")
    return StatedEquilibrium(number, found["strategies"], found["payoffs"], found.get("root"))


def _read_subset(form: NPlayerCertificateForm, data: Json) -> SubsetStrategies:
    """Return by player the strategies whose mixtures are in a subset."""
    names = [seat.name for seat in form.seats]
    tables = require_keys(data, names, "a subset")
    found = []
    for seat in form.seats:
        own = tables[seat.name]
        if type(own) is not list or not 0 < len(own) <= MOST_SUBSET_VERTICES:
            raise ValueError("a subset is a list of strategies for each seat")
        mixes = [_weights_of_strategy(seat, one) for one in own]
        if any(_same_strategy(a, b) for k, a in enumerate(mixes) for b in mixes[:k]):
            raise ValueError("a subset has a strategy twice")
        found.append(mixes)
    if all(len(own) == 1 for own in found):
        raise ValueError("a subset is a single equilibrium")
    return found


def _weights_of_strategy(seat: PlayerSequences, data: Json) -> list[Weights]:
    """Return the mix at each information set."""
    chances = read_strategy(seat, data, {}).chances
    found = []
    for _, actions, _, first in seat.cells:
        own = chances[first : first + len(actions)]
        below = lcm(*(under for _, under in own))
        if below.bit_length() > MOST_CELL_BITS:
            raise FileError("the probabilities of a subset are too long")
        found.append([top * (below // under) for top, under in own])
    return found or [[1]]


def _same_strategy(one: list[Weights], two: list[Weights]) -> bool:
    return all(map(_same_mix, one, two))


def _same_mix(one: Weights, two: Weights) -> bool:
    return [x * sum(two) for x in one] == [y * sum(one) for y in two]


def _read_neighbourhood(data: Json) -> NeighbourhoodClaim | None:
    if data is None:
        return None
    keys = {"least", "denominator", "multipliers"}
    found = require_keys(data, keys, "a neighbourhood")
    least, multipliers = (_read_rows(found[key]) for key in ("least", "multipliers"))
    (denominator,) = _read_integers([found["denominator"]])
    return NeighbourhoodClaim(least, denominator, multipliers)


def _read_rows(data: Json) -> list[list[int]]:
    if type(data) is not list:
        raise ValueError("a neighbourhood has lists of least probabilities and of multipliers")
    return [*map(_read_integers, data)]


def _read_integers(data: Json) -> list[int]:
    if type(data) is not list:
        raise ValueError("a row of a neighbourhood is not a list")
    found = [*map(read_integer, data)]
    if any(number.bit_length() > MOST_CELL_BITS for number in found):
        raise FileError("a number of a neighbourhood is too long")
    return found


def _read_case(data: Json) -> Case:
    if type(data) is list and len(data) == 2 and type(data[1]) is list:
        player, actions = data
        if type(player) is not int or any(type(action) is not int for action in actions):
            raise ValueError("what a case names is a number")
        return player, actions
    if type(data) is not list or not 1 <= len(data) <= 5:
        raise ValueError("a case is a list of one to five numbers")
    if any(type(number) is not int for number in (data[:3] if len(data) == 5 else data)):
        raise ValueError("what a case names is a number")  # weights may be long, and then texts
    return [*map(read_integer, data)]


# ---------------------------------------------------------------------- the verdict


@dataclass(frozen=True)
class NPlayerNashVerdict(Verdict):
    """Equilibria of a game for any number of players, and whether these are all."""

    source: NPlayerNashDocument = field(repr=False)
    paid: tuple[str, ...]
    """What the players are paid in each, as the file writes it."""

    @property
    def kind(self) -> str:
        """``equilibria``."""
        return "equilibria"

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no others."""
        return self.source.complete

    @property
    def value(self) -> list[str]:
        """What the players are paid, equilibrium by equilibrium."""
        return list(self.paid)

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """Whether each player plays the same in all equilibria, if there is one only."""
        alone = self.complete and len(self.paid) == 1 and not self.source.subsets
        alone = alone and not self.source.reached_only
        return (dict.fromkeys(self.seats, True),) if alone else ()

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """How many are listed, and whether there may be others."""
        count, sets = len(self.paid), len(self.source.subsets)
        said = ["1 equilibrium" if count == 1 else f"{count:,} equilibria"] if count else []
        said += [f"{sets:,} set{'s' * (sets > 1)} of equilibria"] if sets else []
        listed = " and ".join(said) or "no equilibrium"
        if not self.complete:
            return f"proved: {listed}; there may be others"
        if self.source.reached_only:
            return f"proved: {listed}, and there are no others up to views that are not reached"
        return f"proved: {listed}, and there are no others"

    @property
    def lines(self) -> tuple[str, ...]:
        """The size of the game, and the number of cells."""
        sizes = " x ".join(str(size) for _, size, _, _ in _agents(self.form))
        named = escape_unprintable(", ".join(map(quote_name, self.seats)))
        cells = f"; {len(self.source.cases):,} cases" if self.complete else ""
        return (f"{sizes} actions of {named}{cells}", *self._index_lines())

    def _index_lines(self) -> Iterator[str]:
        """Yield the indices of equilibria, and what those of all others sum to."""
        if self.source.indices is None:
            return
        known = [one.index for one in self.source.indices if one.index is not None]
        listed = ", ".join(map(str, known[:20])) + (", ..." if len(known) > 20 else "")
        rest = f"of all other equilibria {1 - sum(known)} together"
        yield f"indices of regular equilibria: {listed or 'none'}; {rest}"

    def to_json(self) -> dict[str, object]:
        """Return what ``sabot check --json`` says: also whether the list is complete."""
        reached = {"reached_only": True} if self.source.reached_only else {}
        return {**super().to_json(), "complete": self.complete, **reached}


def verify_nplayer_nash(document: NPlayerNashDocument) -> NPlayerNashVerdict:
    """Return what a list says; raise CertificateError unless all of it is so."""
    form = document.form
    points = [_verify_equilibrium(form, one) for one in document.equilibria]
    paths = _paths(form)
    reached = [_reached_agents(paths, point, document) for point in points]
    _require_different([one.at(own) for one, own in zip(points, reached, strict=True)])
    for number, subset in enumerate(document.subsets, 1):
        _require_equilibria(form, subset, number)
    if document.complete:
        tables = payoff_tables(form)
        around = [
            None if claim is None else _verify_neighbourhood(tables, point, claim, own, number)
            for number, (point, claim, own) in enumerate(
                zip(points, document.neighbourhoods, reached, strict=True), 1
            )
        ]
        _CellTree(document, tables, points, reached, around).verify()
        if document.indices is not None:
            for number, (point, own) in enumerate(zip(points, around, strict=True)):
                _require_index(tables, point, own, document.indices[number], number + 1)
    paid = tuple(_payoff_text(one.payoffs) for one in document.equilibria)
    names = tuple(seat.name for seat in form.seats)
    return NPlayerNashVerdict(document.game, names, document.digest, document, paid)


def _reached_agents(
    paths: Sequence[Sequence[int | None]], point: EquilibriumPoint, document: NPlayerNashDocument
) -> list[bool]:
    """Return which agents count in an equilibrium: all, or those that are reached in it.

    An agent is reached if an entry of the payoffs, beyond its choice, has a positive probability.
    """
    agents = len(point.chances)
    if not document.reached_only:
        return [True] * agents
    supports = [set(point.support(agent)) for agent in range(agents)]
    found = [len(own) == 1 for own in point.chances]
    spend(12 * agents * len(paths), "equilibria")
    for path in paths:
        if all(a is None or a in own for a, own in zip(path, supports, strict=True)):
            found = [known or a is not None for known, a in zip(found, path, strict=True)]
    _require_independence(paths, supports, found)
    return found


def _require_independence(
    paths: Sequence[Sequence[int | None]], supports: Sequence[set[int]], reached: Sequence[bool]
) -> None:
    """Raise CertificateError unless agents that are not reached change nothing that is paid.

    Entries that pay 0 may be left out of a form, so an agent is not believed to be unreached
    because no entry leads through its own choice: every entry that needs it must also need a choice
    that a reached agent does not make, and there must be such an entry.
    """
    needed = [False] * len(reached)
    for path in paths:
        needed = [known or a is not None for known, a in zip(needed, path, strict=True)]
        kept = all(
            a is None or not known or a in own
            for a, known, own in zip(path, reached, supports, strict=True)
        )
        if kept and any(
            a is not None and not known for a, known in zip(path, reached, strict=True)
        ):
            raise CertificateError(
                "a payoff depends on an information set that is said not to be reached"
            )
    if not all(known or used for known, used in zip(reached, needed, strict=True)):
        raise CertificateError("no payoff needs an information set that is said not to be reached")


def _payoff_text(payoffs: Json) -> str:
    assert isinstance(payoffs, list)
    return ", ".join(map(str, payoffs))


# ---------------------------------------------------------------------- one equilibrium


def _verify_equilibrium(form: NPlayerCertificateForm, one: StatedEquilibrium) -> EquilibriumPoint:
    """Return the probabilities of an equilibrium after recomputing that it is one."""
    names = [seat.name for seat in form.seats]
    tables = require_keys(one.strategies, names, "the strategies of an equilibrium")
    try:
        if one.root is None:
            return _verify_in_fractions(form, tables, one.payoffs)
        return _verify_in_field(form, tables, one)
    except CertificateError as fault:
        raise CertificateError(f"{one.called}: {fault}") from None


def _verify_in_fractions(
    form: NPlayerCertificateForm, tables: JsonObject, payoffs: Json
) -> EquilibriumPoint:
    strategies = [read_strategy(seat, tables[seat.name], {}) for seat in form.seats]
    plans = [strategy.plan() for strategy in strategies]
    require_short_plans(form, plans)
    claims = read_fractions(payoffs, "payoffs", len(plans))
    for number, (seat, claimed) in enumerate(zip(form.seats, claims, strict=True)):
        paid, gain = payoff_and_regret(form, number, plans)
        if gain:
            raise CertificateError(f"{quote_name(seat.name)} gains by another strategy")
        if paid != claimed:
            raise CertificateError(
                f"{quote_name(seat.name)} is paid {format_fraction(paid)}, "
                f"claimed {format_fraction(claimed)}"
            )
    chances = [
        tuple(FieldElement([top], below) if top else FIELD_ZERO for top, below in own)
        for strategy in strategies
        for own in _by_agent(strategy.seat, strategy.chances)
    ]
    return EquilibriumPoint(None, tuple(chances))


ChanceT = TypeVar("ChanceT")


def _by_agent(seat: PlayerSequences, chances: list[ChanceT]) -> list[list[ChanceT]]:
    """Return probabilities by sequence as a list for each agent of a player."""
    found = [chances[first : first + len(actions)] for _, actions, _, first in seat.cells]
    return found or [chances[:1]]


def _verify_in_field(
    form: NPlayerCertificateForm, tables: JsonObject, one: StatedEquilibrium
) -> EquilibriumPoint:
    here = read_number_field(one.root)
    paid = one.payoffs
    if type(paid) is not list or len(paid) != len(form.seats):
        raise ValueError("the payoffs are not a list of one number for each seat")
    known: dict[tuple[Json, ...], list[FieldElement]] = {}
    chances = [read_algebraic_strategy(seat, tables[seat.name], here, known) for seat in form.seats]
    for seat, own in zip(form.seats, chances, strict=True):
        require_mixed_actions(here, seat, own)
    plans = [algebraic_plan(here, seat, own) for seat, own in zip(form.seats, chances, strict=True)]
    require_short_algebraic_plans(form, plans)
    for number, amount in enumerate(paid):
        require_best_response(here, form, number, plans, read_field_element(amount, here))
    agents = (
        tuple(own)
        for seat, of_seat in zip(form.seats, chances, strict=True)
        for own in _by_agent(seat, of_seat)
    )
    return EquilibriumPoint(here, tuple(agents))


def _require_different(points: Sequence[EquilibriumPoint]) -> None:
    """Demand that no equilibrium is listed twice: a multiple of 2^-64 tells any two apart."""
    met: dict[tuple[tuple[int, bool], ...], int] = {}
    for number, point in enumerate(points, 1):
        here = point.grid_points()
        if here in met:
            raise CertificateError(f"equilibria {met[here]} and {number} cannot be told apart")
        met[here] = number


# ---------------------------------------------------------------------- payoffs of profiles


def _paths(form: NPlayerCertificateForm) -> list[list[int | None]]:
    """Return the actions that lead to each entry of the payoffs."""
    return [_actions_on_the_way(form, spot) for spot, _ in form.entries]


def payoff_tables(form: NPlayerCertificateForm) -> list[Table]:
    """Return what each agent is paid by own action, at every profile of the others."""
    agents, paths = _agents(form), _paths(form)
    sizes = [size for _, size, _, _ in agents]
    tables = [[[0] * (prod(sizes) // size) for _ in range(size)] for size in sizes]
    spend(len(form.entries) * len(sizes) * 4, "payoffs")
    for path, (_, amounts) in zip(paths, form.entries, strict=True):
        ways = [
            range(size) if a is None else range(a, a + 1)
            for a, size in zip(path, sizes, strict=True)
        ]
        spend(prod(map(len, ways)) * len(sizes), "payoffs")
        for profile in product(*ways):
            for agent, (player, _, _, _) in enumerate(agents):
                at = 0
                for other, action in enumerate(profile):
                    if other != agent:
                        at = at * sizes[other] + action
                tables[agent][profile[agent]][at] += amounts[player]
    return tables


def _at_vertices(
    line: list[int], sizes: list[int], axis: int, mixes: Sequence[Weights]
) -> list[int]:
    """Return amounts by profile with one axis of actions turned into one of mixes.

    The sums of the mixes may differ: each amount is multiplied by the sum of its own mix.
    """
    size, inner = sizes[axis], prod(sizes[axis + 1 :])
    weights = max(map(_most_bits, mixes), default=0)
    words = (1 + _most_bits(line) // 64) * (1 + weights // 64)
    spend(len(line) * len(mixes) * (1 + words // 16), "payoffs")
    found: list[int] = []
    for start in range(0, len(line), size * inner):
        rows = [line[start + r * inner : start + (r + 1) * inner] for r in range(size)]
        for mix in mixes:
            total = [0] * inner
            for weight, row in zip(mix, rows, strict=True):
                if weight:
                    total = [t + weight * x for t, x in zip(total, row, strict=True)]
            found += total
    return found


def _others(count: int, player: int) -> list[int]:
    return [k for k in range(count) if k != player]


def _require_equilibria(
    form: NPlayerCertificateForm, subset: SubsetStrategies, number: int
) -> None:
    """Demand that all mixtures of some strategies of each player are equilibria.

    What a pure strategy gains over what is played is linear in the plan of each player, so it is
    enough that nobody gains at each choice of one strategy for each player.
    """
    plans = [
        [_plan_of_weights(seat, mixes) for mixes in own]
        for seat, own in zip(form.seats, subset, strict=True)
    ]
    for combination in product(*plans):
        chosen = list(combination)
        require_short_plans(form, chosen)
        spend((len(form.entries) + 8) * len(chosen) * 4, "subsets")
        for player, seat in enumerate(form.seats):
            if payoff_and_regret(form, player, chosen)[1]:
                name = quote_name(seat.name)
                raise CertificateError(
                    f"subset {number}: {name} gains by another action at a mixture"
                )


def _plan_of_weights(seat: PlayerSequences, mixes: list[Weights]) -> tuple[list[int], int]:
    """Return the probability of each sequence, as integers over one denominator."""
    chances = [Fraction(1)] * seat.count
    for (_, _, parent, first), mix in zip(seat.cells, mixes, strict=False):
        for k, weight in enumerate(mix):
            chances[first + k] = chances[parent] * Fraction(weight, sum(mix))
    below = lcm(*(chance.denominator for chance in chances))
    if below.bit_length() > MOST_CELL_BITS:
        raise FileError("the probabilities of a subset are too long")
    return [chance.numerator * (below // chance.denominator) for chance in chances], below


# ---------------------------------------------------------------------- neighbourhoods


@dataclass(frozen=True)
class VerifiedNeighbourhood:
    """Simplices in which there is one equilibrium only: least weights by player and action."""

    least: list[list[int | None] | None]
    """None of an action: it is not in the support; of an agent: it may do anything."""
    denominator: int
    multipliers: list[list[int]]
    signs: list[int]
    """Of the diagonal of the multipliers times the matrix of slopes."""

    def contains(self, player: int, vertex: Weights) -> bool:
        """Tell whether a mixed strategy is in the simplex of a player."""
        total, bounds = sum(vertex), self.least[player]
        return bounds is None or all(
            (not weight) if least is None else weight * self.denominator >= least * total
            for weight, least in zip(vertex, bounds, strict=True)
        )


def _verify_neighbourhood(
    tables: Sequence[Table],
    point: EquilibriumPoint,
    claim: NeighbourhoodClaim,
    reached: Sequence[bool],
    number: int,
) -> VerifiedNeighbourhood:
    """Return a neighbourhood in which an equilibrium is and no other can be.

    Agents that do not count have no entry in it. Tables do not depend on their actions while the
    others use their supports; the first one is taken.
    """
    supports = [point.support(player) if own else [] for player, own in enumerate(reached)]
    below = claim.denominator
    if below <= 0 or [len(own) for own in claim.least] != [len(own) for own in supports]:
        raise ValueError(f"neighbourhood {number}: not one least probability for each action used")
    for player, (support, own) in enumerate(zip(supports, claim.least, strict=True)):
        if not support:
            continue
        if min(own) <= 0 or sum(own) > below:
            raise CertificateError(f"neighbourhood {number}: probabilities are not positive")
        inside = (
            point.sign(player, action, least, below) >= 0
            for action, least in zip(support, own, strict=True)
        )
        if not all(inside):
            raise CertificateError(f"neighbourhood {number}: the equilibrium is not in it")
    any_action = [support or [0] for support in supports]
    all_of_it = [own or [below] for own in claim.least]
    ranges = _slope_ranges(tables, any_action, all_of_it, below)
    signs = _signs_of_dominant(ranges, claim.multipliers, number)
    least: list[list[int | None] | None] = []
    for table, support, own in zip(tables, supports, claim.least, strict=True):
        if not support:
            least.append(None)
            continue
        bounds: list[int | None] = [None] * len(table)
        for action, amount in zip(support, own, strict=True):
            bounds[action] = amount
        least.append(bounds)
    return VerifiedNeighbourhood(least, below, claim.multipliers, signs)


def _slope_ranges(
    tables: Sequence[Table], supports: list[list[int]], bounds: list[list[int]], below: int
) -> list[list[tuple[int, int]]]:
    """Return the bounds of the slopes, by equation of the support and by unknown probability.

    An equation says that an action of the support pays as much as the first one. An unknown is the
    probability of an action of the support except the first, which gives it up.
    """
    count = len(tables)
    vertices = [
        [_simplex_vertex(len(table), support, own, below, action) for action in support]
        for table, support, own in zip(tables, supports, bounds, strict=True)
    ]
    steps = [
        [_step(len(table), support[0], action) for action in support[1:]]
        for table, support in zip(tables, supports, strict=True)
    ]
    rows = []
    for player, table in enumerate(tables):
        first, *others = supports[player]
        for action in others:
            gap = [a - b for a, b in zip(table[action], table[first], strict=True)]
            row: list[tuple[int, int]] = []
            for unknown in range(count):
                if unknown == player:
                    row += [(0, 0)] * len(steps[unknown])
                    continue
                row += _ranges_along(tables, gap, player, unknown, steps[unknown], vertices)
            rows.append(row)
    return rows


def _ranges_along(
    tables: Sequence[Table],
    gap: list[int],
    player: int,
    unknown: int,
    steps: list[Weights],
    vertices: Sequence[list[Weights]],
) -> list[tuple[int, int]]:
    """Return the bounds of what a gain changes along some steps of one opponent."""
    others = _others(len(tables), player)
    sizes = [len(tables[k]) for k in others]
    for axis, other in enumerate(others):
        mixes = steps if other == unknown else vertices[other]
        gap = _at_vertices(gap, sizes, axis, mixes)
        sizes = [*sizes[:axis], len(mixes), *sizes[axis + 1 :]]
    axis = others.index(unknown)
    inner = prod(sizes[axis + 1 :])
    found = []
    for step in range(sizes[axis]):
        amounts = [
            x
            for start in range(step * inner, len(gap), sizes[axis] * inner)
            for x in gap[start : start + inner]
        ]
        found.append((min(amounts), max(amounts)))
    return found


def _simplex_vertex(
    size: int, support: list[int], least: list[int], below: int, action: int
) -> Weights:
    """Return the vertex of a simplex at which one action has all that is left."""
    found = [0] * size
    for own, amount in zip(support, least, strict=True):
        found[own] = amount
    found[action] += below - sum(least)
    return found


def _step(size: int, lost: int, gained: int) -> Weights:
    found = [0] * size
    found[lost], found[gained] = -1, 1
    return found


def _signs_of_dominant(
    ranges: list[list[tuple[int, int]]], multipliers: list[list[int]], number: int
) -> list[int]:
    """Demand that multipliers times every matrix within bounds is diagonally dominant.

    Return the signs of the diagonal.
    """
    signs: list[int] = []
    size = len(ranges)
    if len(multipliers) != size or any(len(row) != size for row in multipliers):
        raise ValueError(f"neighbourhood {number}: the multipliers are not a square matrix")
    spend(4 * size**3, "neighbourhoods")
    for k, row in enumerate(multipliers):
        own = rest = 0
        for column in range(size):
            low = high = 0
            for by, line in zip(row, ranges, strict=True):
                ends = by * line[column][0], by * line[column][1]
                low, high = low + min(ends), high + max(ends)
            if column == k:
                own = max(low, -high)
                signs.append(1 if low > 0 else -1)
            else:
                rest += max(-low, high)
        if own <= rest:
            raise CertificateError(
                f"neighbourhood {number}: it may have several equilibria: "
                f"row {k + 1} is not diagonally dominant"
            )
    return signs


# ---------------------------------------------------------------------- indices


def _require_index(
    tables: Sequence[Table],
    point: EquilibriumPoint,
    around: VerifiedNeighbourhood | None,
    claim: _IndexRecord,
    number: int,
) -> None:
    """Raise CertificateError unless an equilibrium is what the indices say."""
    supports = [point.support(player) for player in range(len(tables))]
    quasi_strict = all(_plays_all_best(tables, point, supports, k) for k in range(len(tables)))
    strict = quasi_strict and all(len(own) == 1 for own in supports)
    index = None
    if quasi_strict and around is not None:
        index = prod(around.signs) * _sign_of_determinant(around.multipliers)
        index *= (-1) ** len(around.signs)
    if (claim.strict, claim.quasi_strict, claim.index) != (strict, quasi_strict, index):
        raise CertificateError(f"equilibrium {number} is not as the indices say")


def _plays_all_best(
    tables: Sequence[Table], point: EquilibriumPoint, supports: Sequence[Sequence[int]], player: int
) -> bool:
    """Tell whether no action that a player does not use pays as much as those in use."""
    return next(_unplayed_best_responses(tables, point, supports, player), None) is None


def _unplayed_best_responses(
    tables: Sequence[Table], point: EquilibriumPoint, supports: Sequence[Sequence[int]], player: int
) -> Iterator[int]:
    """Yield the actions that a player does not use and that pay as much as those in use."""
    weights: list[tuple[int, FieldElement]] = [(0, FIELD_ONE)]
    for other in _others(len(tables), player):
        size = len(tables[other])
        spend(8 * len(weights) * len(supports[other]), "indices")
        weights = [
            (at * size + action, _product(point, weight, point.chances[other][action]))
            for at, weight in weights
            for action in supports[other]
        ]
    table, best = tables[player], supports[player][0]
    tops = _over_one(point, [weight for _, weight in weights])
    for action in range(len(table)):
        if action in supports[player]:
            continue
        spend(8 * len(weights), "indices")
        gap: list[int] = []
        for (at, _), top in zip(weights, tops, strict=True):
            gap = add(gap, [(table[best][at] - table[action][at]) * c for c in top])
        if not gap or (point.field is not None and point.field.zero(gap)):
            yield action


def _product(point: EquilibriumPoint, one: FieldElement, two: FieldElement) -> FieldElement:
    if point.field is not None:
        return point.field.times(one, two)
    product = [one.numerator[0] * two.numerator[0]]
    return FieldElement(product, one.below * two.below)


def _over_one(point: EquilibriumPoint, numbers: list[FieldElement]) -> list[list[int]]:
    """Return numbers times a common denominator."""
    if point.field is not None:
        return point.field.shared(numbers)[0]
    below = lcm(*(number.below for number in numbers))
    return [[c * (below // number.below) for c in number.numerator] for number in numbers]


def _sign_of_determinant(rows: list[list[int]]) -> int:
    """Return the sign of a determinant that is not 0, by elimination without fractions."""
    left, sign, before = [list(row) for row in rows], 1, 1
    for k in range(len(left)):
        longest = max(abs(number) for row in left[k:] for number in row[k:])
        words = 1 + longest.bit_length() // 64
        spend((len(left) - k) ** 2 * (8 + words**2 // 3), "indices")
        place = next(i for i in range(k, len(left)) if left[i][k])
        if place != k:
            left[k], left[place] = left[place], left[k]
            sign = -sign
        pivot = left[k][k]
        for i in range(k + 1, len(left)):
            first = left[i][k]
            left[i] = [
                (pivot * x - first * y) // before for x, y in zip(left[i], left[k], strict=True)
            ]
        before = pivot
    return sign if before > 0 else -sign


# ---------------------------------------------------------------------- regular equilibria


def require_all_regular(listed: NPlayerNashDocument) -> None:
    """Raise CertificateError unless a list proves that all equilibria of its game are regular.

    An equilibrium with an index is quasi-strict, and the Jacobian matrix of the indifference
    equations on its support is not singular (Harsanyi 1973; van Damme 1991, section 2.5).
    """
    verify_nplayer_nash(listed)
    if not listed.complete or listed.indices is None:
        raise CertificateError("nondegenerate: shown by a complete list with indices only")
    if listed.subsets or any(one.index is None for one in listed.indices):
        raise CertificateError("nondegenerate: an equilibrium is not shown to be regular")


def require_unplayed(listed: NPlayerNashDocument, player: int, response: int) -> None:
    """Raise CertificateError unless a player does not play a best response in an equilibrium."""
    tables, point = _verify_single_equilibrium(listed)
    supports = [point.support(k) for k in range(len(tables))]
    if response not in _unplayed_best_responses(tables, point, supports, player):
        raise CertificateError("a best response that is not played: it is no such response")


def require_singular(listed: NPlayerNashDocument) -> None:
    """Raise CertificateError unless the Jacobian matrix of an equilibrium is singular."""
    tables, point = _verify_single_equilibrium(listed)
    if not _is_singular(_jacobian(tables, point), point):
        raise CertificateError("degenerate: the Jacobian matrix of the equilibrium is not singular")


def _verify_single_equilibrium(
    listed: NPlayerNashDocument,
) -> tuple[list[Table], EquilibriumPoint]:
    """Return the payoffs and the only equilibrium of a list, after verifying that it is one."""
    if listed.complete or listed.subsets or listed.reached_only or len(listed.equilibria) != 1:
        raise CertificateError("degenerate: shown by a list of just one equilibrium")
    point = _verify_equilibrium(listed.form, listed.equilibria[0])
    return payoff_tables(listed.form), point


def _jacobian(tables: Sequence[Table], point: EquilibriumPoint) -> list[list[Poly]]:
    """Return the slopes of the gains, each row and each column times a positive number.

    Rows are for the actions of the support except the first one, and their gains over it; columns
    are for the probabilities of these actions. With d_k for the denominator of player k, entry
    (i, j) is multiplied by the product of all d except d_i and d_j: row i by prod(d)/d_i, column j
    by 1/d_j.
    """
    supports = [point.support(player) for player in range(len(tables))]
    weights = [_over_one(point, list(own)) for own in point.chances]
    unknowns = [(player, a) for player, own in enumerate(supports) for a in own[1:]]
    if len(unknowns) > _MOST_JACOBIAN:
        raise FileError(f"a support has more than {_MOST_JACOBIAN} free probabilities")
    return [
        [
            _slope(tables, supports, weights, row, column) if row[0] != column[0] else []
            for column in unknowns
        ]
        for row in unknowns
    ]


def _slope(
    tables: Sequence[Table],
    supports: Sequence[Sequence[int]],
    weights: Sequence[Sequence[Poly]],
    row: tuple[int, int],
    column: tuple[int, int],
) -> Poly:
    """Return how the gain of an action over the first one changes with another's probability."""
    (player, action), (other, gained) = row, column
    first, lost = supports[player][0], supports[other][0]
    others = _others(len(tables), player)
    sizes = [len(tables[k]) for k in others]
    ways = [[lost, gained] if k == other else supports[k] for k in others]
    found: Poly = []
    for profile in product(*ways):
        at, weight = 0, [1]
        for k, size, plays in zip(others, sizes, profile, strict=True):
            at = at * size + plays
            if k != other:
                spend(4 + _length(weight) * _length(weights[k][plays]), "regularity")
                weight = multiply(weight, weights[k][plays])
            elif plays == lost:
                weight = [-c for c in weight]
        gap = tables[player][action][at] - tables[player][first][at]
        found = add(found, [gap * c for c in weight])
    return found


def _is_singular(rows: Sequence[Sequence[Poly]], point: EquilibriumPoint) -> bool:
    """Tell whether a determinant is 0: it is expanded by minors of the first rows."""
    minors: dict[int, Poly] = {0: [1]}  # by the set of columns, as bits
    for row in rows:
        grown: dict[int, Poly] = {}
        for columns, minor in minors.items():
            for k, entry in enumerate(row):
                if columns >> k & 1 or not entry:
                    continue
                spend(4 + _length(minor) * _length(entry), "regularity")
                sign = -1 if (columns >> k).bit_count() % 2 else 1
                whole = columns | 1 << k
                grown[whole] = add(grown.get(whole, []), multiply(minor, entry), sign)
        minors = grown
    determinant = minors.get((1 << len(rows)) - 1, [])
    return not determinant or (point.field is not None and point.field.zero(determinant))


def _length(polynomial: Poly) -> int:
    """Return how many words of 64 bits a polynomial has."""
    return sum(1 + c.bit_length() // 64 for c in polynomial)


# ---------------------------------------------------------------------- cells


@dataclass
class _Cell:
    """A cell: by agent the vertices left, by number; payoffs at profiles of vertices."""

    names: list[list[int]]
    vertices: list[list[Weights]]
    tables: list[Table]
    """By agent and own action, at every profile of vertices of the others.

    Vertices are weights in whole numbers with any sum. The amount at a profile is the payoff times
    the sums of its vertices.
    """

    @property
    def empty(self) -> bool:
        """Whether an agent has no vertex left."""
        return not all(self.names)

    def axis_of(self, agent: int, other: int) -> tuple[int, int]:
        """Return how many vertices another agent has, and the stride between them in a line.

        A line of an agent's table has the amounts at all profiles of vertices of the others.
        """
        others = _others(len(self.names), agent)
        sizes = [len(self.names[k]) for k in others]
        axis = others.index(other)
        return sizes[axis], prod(sizes[axis + 1 :])

    def positive_vertices(self, agent: int, other: int, line: list[int]) -> set[int]:
        """Return the vertices of another agent at which all amounts of a line are positive."""
        size, stride = self.axis_of(agent, other)
        if stride == 1:
            return {k for k in range(size) if min(line[k::size]) > 0}
        found = set(range(size))
        for start in range(0, len(line), size * stride):
            found = {
                k for k in found if min(line[start + k * stride : start + (k + 1) * stride]) > 0
            }
        return found

    def lose(self, agent: int, lost: set[int]) -> None:
        """Leave out vertices of an agent, by place."""
        kept = [k for k in range(len(self.names[agent])) if k not in lost]
        for other, table in enumerate(self.tables):
            if other != agent:
                axis = self.axis_of(other, agent)
                self.tables[other] = [_kept_rows(line, axis, kept) for line in table]
        self.names[agent] = [self.names[agent][k] for k in kept]
        self.vertices[agent] = [self.vertices[agent][k] for k in kept]

    def cut_factors(
        self, agent: int, ends: tuple[int, int], weights: tuple[int, int]
    ) -> tuple[int, int]:
        """Return by what the weights of two vertices are multiplied in a mixture of the two.

        The vertices are weights with any sum. The factors are whole numbers in the proportion of
        the weights of the mixture, each divided by the sum of its vertex.
        """
        one, two = (sum(self.vertices[agent][end]) for end in ends)
        shared = gcd(one, two)
        return weights[0] * (two // shared), weights[1] * (one // shared)

    def longest_bits(self) -> int:
        """Return the most bits of a payoff, and of the sum of a vertex's weights."""
        amounts = max(_most_bits(line) for table in self.tables for line in table)
        return max(amounts, _most_bits([sum(vertex) for own in self.vertices for vertex in own]))

    def cut(
        self, agent: int, ends: tuple[int, int], factors: tuple[int, int]
    ) -> tuple[_Cell, _Cell]:
        """Return the two parts of the cell that a new vertex on an edge makes.

        The first part has the new vertex in place of the second end, the second part in place of
        the first. Only payoffs at the new vertex are computed: those at all others are kept.
        """
        p, q = factors
        one, two = (self.vertices[agent][end] for end in ends)
        new = [p * x + q * y for x, y in zip(one, two, strict=True)]
        parts = [
            _Cell([list(own) for own in self.names], list(self.vertices), list(self.tables))
            for _ in ends
        ]
        for part, end in zip(parts, reversed(ends), strict=True):
            part.vertices[agent] = [
                new if k == end else vertex for k, vertex in enumerate(self.vertices[agent])
            ]
        for other, table in enumerate(self.tables):
            if other != agent:
                axis = self.axis_of(other, agent)
                lines = [_cut_rows(line, axis, ends, factors) for line in table]
                for part, found in zip(parts, zip(*lines, strict=True), strict=True):
                    part.tables[other] = list(found)
        return parts[0], parts[1]

    def faces(self, agent: int, action: int, better: int, other: int) -> tuple[_Cell, _Cell]:
        """Return two faces with all equilibria of the cell.

        In the first the agent does not use an action. In the second the opponent uses no vertex
        against which another action, which is never worse, always pays more.
        """
        agents = range(len(self.names))
        if agent not in agents or other not in agents or agent == other:
            raise ValueError("a branch names two agents")
        table = self.tables[agent]
        if action not in range(len(table)) or better not in range(len(table)):
            raise ValueError("a branch names two actions of an agent")
        spend(sum(len(own) * len(own[0]) for own in self.tables) * 2, "cells")
        more = list(map(operator.sub, table[better], table[action]))
        if min(more) < 0:
            raise CertificateError("a branch names an action that may be worse")
        lost = self.positive_vertices(agent, other, more)
        first, second = (
            _Cell([list(own) for own in self.names], list(self.vertices), list(self.tables))
            for _ in range(2)
        )
        uses = {k for k, vertex in enumerate(self.vertices[agent]) if vertex[action]}
        first.lose(agent, uses)
        second.lose(other, lost)
        return first, second

    def reduce(self) -> None:
        """Leave out all vertices that no equilibrium in the cell uses."""
        changed = True
        while changed and not self.empty:
            changed = False
            for agent in range(len(self.names)):
                if self.empty:
                    return
                changed = self._lose_dominated(agent) or changed

    def _lose_dominated(self, agent: int) -> bool:
        """Leave out what an agent's actions exclude; tell whether that is anything."""
        table, vertices = self.tables[agent], self.vertices[agent]
        spend(len(table) ** 2 * len(table[0]) + 8, "cells")
        bad = {
            a
            for a, b in product(range(len(table)), repeat=2)
            if a != b and all(map(operator.lt, table[a], table[b]))
        }
        lost = {k for k, vertex in enumerate(vertices) for a in bad if vertex[a]}
        if lost:
            self.lose(agent, lost)
            return True
        for a in range(len(table)):
            if all(vertex[a] for vertex in vertices) and self._lose_weakly(agent, a):
                return True
        return False

    def _lose_weakly(self, agent: int, action: int) -> bool:
        """Leave out vertices of opponents against which an action in use never is best."""
        table = self.tables[agent]
        for b in range(len(table)):
            if b == action or any(map(operator.lt, table[b], table[action])):
                continue
            more = list(map(operator.sub, table[b], table[action]))
            if not any(more):
                continue
            for other in _others(len(self.names), agent):
                lost = self.positive_vertices(agent, other, more)
                if lost:
                    self.lose(other, lost)
                    return True
        return False


def _most_bits(numbers: Sequence[int]) -> int:
    """Return the bits of the longest number, 0 of none."""
    return max(max(numbers, default=0), -min(numbers, default=0)).bit_length()


def _kept_rows(line: list[int], axis: tuple[int, int], kept: list[int]) -> list[int]:
    """Return a line with the amounts of some vertices of another agent, in order."""
    size, stride = axis
    if stride == 1:
        found = [0] * (len(line) // size * len(kept))
        for k, vertex in enumerate(kept):
            found[k :: len(kept)] = line[vertex::size]
        return found
    found = []
    for start in range(0, len(line), size * stride):
        for vertex in kept:
            found += line[start + vertex * stride : start + (vertex + 1) * stride]
    return found


def _cut_rows(
    line: list[int], axis: tuple[int, int], ends: tuple[int, int], factors: tuple[int, int]
) -> tuple[list[int], list[int]]:
    """Return two copies of a line.

    The first has the new vertex in place of the second end, the second in place of the first.
    """
    (size, stride), (p, q) = axis, factors
    without_second, without_first = list(line), list(line)
    blocks = [slice(k, None, size) for k in ends] if stride == 1 else []
    starts = [0] if stride == 1 else range(0, len(line), size * stride)
    for start in starts:
        one, two = blocks or [slice(start + k * stride, start + (k + 1) * stride) for k in ends]
        new = [p * x + q * y for x, y in zip(line[one], line[two], strict=True)]
        without_second[two] = without_first[one] = new
    return without_second, without_first


class _CellTree:
    """The cells of a document, which must cover all strategies."""

    def __init__(
        self,
        document: NPlayerNashDocument,
        tables: list[Table],
        points: Sequence[EquilibriumPoint],
        reached: Sequence[Sequence[bool]],
        around: Sequence[VerifiedNeighbourhood | None],
    ) -> None:
        self.document, self.tables = document, tables
        self.points, self.reached, self.around = points, reached, around
        self.agents = _agents(document.form)

    def verify(self) -> None:
        """Demand that every cell is empty, or has no equilibria that are not listed."""
        sizes = [len(table) for table in self.tables]
        corners = [[_corner(size, k) for k in range(size)] for size in sizes]
        stack = [_Cell([[*range(size)] for size in sizes], corners, list(self.tables))]
        cases = iter(self.document.cases)
        number = 0
        while stack:
            cell = stack.pop()
            cell.reduce()
            if cell.empty:
                continue
            number += 1
            case = next(cases, None)
            if case is None:
                raise CertificateError("a cell is left open: the cases end too early")
            try:
                self._settle(cell, case, stack)
            except CertificateError as fault:
                raise CertificateError(f"case {number}: {fault}") from None
        if next(cases, None) is not None:
            raise CertificateError("there are cases for which there is no cell")

    def _settle(self, cell: _Cell, case: Case, stack: list[_Cell]) -> None:
        """Compare a cell with what is listed, or put its parts on the stack."""
        if isinstance(case, tuple):
            self._require_gain(cell, *case)
        elif len(case) == 1:
            self._require_listed(cell, case[0])
        elif len(case) == 2:
            self._require_in_subset(cell, case)
        elif len(case) == 4:
            stack += reversed(cell.faces(*case))
        else:
            agent, one, two = case[:3]
            weights = (case[3], case[4]) if len(case) == 5 else (1, 1)
            if not 0 <= agent < len(cell.names) or min(weights) <= 0:
                raise ValueError("a cut names an agent and positive weights")
            own, size = cell.names[agent], len(cell.tables[agent])
            if one not in range(size) or two not in range(size):
                raise ValueError("a cut names vertices that no cell has")
            if one == two or one not in own or two not in own:
                raise CertificateError("a cut names two vertices that the cell does not have")
            ends = own.index(one), own.index(two)
            bits, factors = cell.longest_bits(), cell.cut_factors(agent, ends, weights)
            if bits + sum(factors).bit_length() > MOST_CELL_BITS:
                raise FileError("the numbers of a cell grow too long")
            entries = sum(len(table) * len(table[0]) for table in cell.tables)
            spend(entries * 2 * (1 + bits // 64), "cells")
            first, second = cell.cut(agent, ends, factors)
            stack += [second, first]

    def _require_listed(self, cell: _Cell, number: int) -> None:
        """Demand that a cell is in the neighbourhood of an equilibrium, or is the equilibrium."""
        if not 0 < number <= len(self.points):
            raise ValueError("a case names an equilibrium that is not listed")
        around, point = self.around[number - 1], self.points[number - 1]
        agents = range(len(cell.names))
        if around is not None:
            if all(around.contains(k, vertex) for k in agents for vertex in cell.vertices[k]):
                return
        elif all(
            not self.reached[number - 1][k]
            or (len(cell.vertices[k]) == 1 and _is_point(point, k, cell.vertices[k][0]))
            for k in agents
        ):
            return
        raise CertificateError(f"the cell may have other equilibria than number {number}")

    def _require_in_subset(self, cell: _Cell, case: list[int]) -> None:
        zero, number = case
        if zero or not 0 < number <= len(self.document.subsets):
            raise ValueError("a case names a subset that is not listed")
        subset = self.document.subsets[number - 1]
        vertices = iter(cell.vertices)
        for seat, own in zip(self.document.form.seats, subset, strict=True):
            mine = [next(vertices) for _ in seat.cells or (None,)]
            spend(prod(map(len, mine)) * len(own) * 4, "cells")
            if not all(_is_in_subset([*one], own) for one in product(*mine)):
                raise CertificateError(f"the cell is not in subset {number}")

    def _require_gain(self, cell: _Cell, player: int, actions: list[int]) -> None:
        """Demand that a pure strategy pays a player more, at all profiles of vertices."""
        form = self.document.form
        if not 0 <= player < len(form.seats) or len(actions) != len(form.seats[player].cells):
            raise ValueError("a case names a player and an action for each information set of it")
        mine = [k for k, (owner, _, _, _) in enumerate(self.agents) if owner == player]
        if not actions or any(
            action not in range(len(self.tables[k]))
            for k, action in zip(mine, actions, strict=True)
        ):
            raise ValueError("a case names an action that is not there")
        if not all(self._gains(cell, mine, actions)):
            raise CertificateError("the cell may have an equilibrium: a strategy may not gain")

    def _gains(self, cell: _Cell, mine: list[int], actions: list[int]) -> Iterator[bool]:
        """Tell of each profile of vertices whether a player is paid more by a pure strategy."""
        first = mine[0]  # all agents of the player are paid the same
        others = _others(len(self.tables), first)
        line = [x for row in self.tables[first] for x in row]
        sizes = [len(self.tables[first]), *(len(self.tables[k]) for k in others)]
        corners = [_corner(len(self.tables[k]), a) for k, a in zip(mine, actions, strict=True)]
        deviating, played = line, line
        to, at = list(sizes), list(sizes)
        for axis, agent in enumerate([first, *others]):
            mixes = cell.vertices[agent]
            spend(len(deviating) + len(played), "cells")
            turned = mixes
            if agent in mine:
                corner = corners[mine.index(agent)]
                turned = [[sum(mix) * x for x in corner] for mix in mixes]
            deviating = _at_vertices(deviating, to, axis, turned)
            played = _at_vertices(played, at, axis, mixes)
            to[axis] = at[axis] = len(mixes)
        for one, two in zip(deviating, played, strict=True):
            yield one > two


def _is_in_subset(one: list[Weights], strategies: list[list[Weights]]) -> bool:
    """Tell whether a strategy is one of some, or between the only two, at one information set."""
    if any(_same_strategy(one, other) for other in strategies):
        return True
    if len(strategies) != 2:
        return False
    apart = [k for k, pair in enumerate(zip(*strategies, strict=True)) if not _same_mix(*pair)]
    rest = (k for k in range(len(one)) if k not in apart)
    return (
        len(apart) == 1
        and all(_same_mix(one[k], strategies[0][k]) for k in rest)
        and _is_between(one[apart[0]], *(own[apart[0]] for own in strategies))
    )


def _corner(size: int, action: int) -> Weights:
    return [int(k == action) for k in range(size)]


def _is_point(point: EquilibriumPoint, player: int, vertex: Weights) -> bool:
    """Tell whether a vertex is what a player plays in an equilibrium."""
    total = sum(vertex)
    return not any(point.sign(player, a, weight, total) for a, weight in enumerate(vertex))


def _is_between(vertex: Weights, first: Weights, second: Weights) -> bool:
    """Tell whether a vertex is a mixture of two mixes that are not the same."""
    here, one, two = ([Fraction(x, sum(mix)) for x in mix] for mix in (vertex, first, second))
    k = next(k for k, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
    share = (here[k] - one[k]) / (two[k] - one[k])
    return 0 <= share <= 1 and here == [a + share * (b - a) for a, b in zip(one, two, strict=True)]
