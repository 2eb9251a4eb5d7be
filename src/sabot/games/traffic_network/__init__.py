"""Traffic networks with quadratic costs: system optimum, Nash and Wardrop equilibrium, exact.

Road i costs ``f_i (b_i + sum_j A_ij f_j)`` in all. Each *sender* has an amount to send over roads
of its own. **System**: the sum of all costs is least. **Game**: no sender can lower the cost of
its own roads (Nash equilibrium between senders). **User**: no traveller has a cheaper road, so all
roads that a sender uses cost the same per unit and no other costs less (Wardrop). Each is a linear
complementarity problem. Every support (set of used roads) is tried; a support gives one linear
system, solved in fractions. ``dafermos-network`` is Dafermos' example in Risticz (1973), section
6.2; ``network`` reads any other from a JSON file.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from flint import fmpq, fmpq_mat

from sabot.errors import FileError, FormError, NoMethodError, NumberError, RulesError
from sabot.exact import as_rational, format_fraction
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game
from sabot.game_rules.table import Table
from sabot.io.files import FileStamp, dict_without_duplicate_keys, file_stamp, read_text
from sabot.progress import raise_if_cancelled
from sabot.results.base import Result, require_same_document

if TYPE_CHECKING:
    from sabot.render.figures.figure import Figure


SolutionConcept = Literal["system", "game", "user"]
SOLUTION_CONCEPTS: tuple[SolutionConcept, ...] = ("system", "game", "user")
MAX_ROADS = 16
"""Roads in all: every set of roads that may be in use is tried."""


@dataclass(frozen=True)
class Sender:
    """Who sends how much, over which roads."""

    name: str
    amount: Fraction
    roads: tuple[int, ...]


@dataclass(frozen=True)
class TrafficNetwork:
    """Roads, what they cost, and who uses them."""

    roads: tuple[str, ...]
    mutual: tuple[tuple[Fraction, ...], ...]
    """A_ij: what a unit on road j adds to the cost of a unit on road i."""
    plain: tuple[Fraction, ...]
    """b_i: what a unit costs on an empty road."""
    senders: tuple[Sender, ...]

    def __post_init__(self) -> None:
        if not self.senders or any(not sender.roads for sender in self.senders):
            raise FormError("a sender has no road to send on")
        used = [road for sender in self.senders for road in sender.roads]
        if sorted(used) != list(range(len(self.roads))):
            raise FormError("every road belongs to exactly one sender")
        if len(self.roads) > MAX_ROADS:
            raise NoMethodError(f"{len(self.roads)} roads; up to {MAX_ROADS} are tried out")
        if any(sender.amount < 0 for sender in self.senders):
            raise FormError("an amount to be sent is negative")
        if not _is_convex(self.mutual):
            raise FormError(
                "the costs are not convex: the matrix of the roads' costs, added to its transpose, "
                "has a negative direction, so that no flow need be the cheapest"
            )

    def costs(self, flow: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return what each road costs in all."""
        return tuple(f * slope for f, slope in zip(flow, self.slopes("user", flow), strict=True))

    def slopes(self, aim: SolutionConcept, flow: Sequence[Fraction]) -> list[Fraction]:
        """Return, for each road, the marginal cost to those who decide about it."""
        rows, right = self._lines(aim)
        return [
            b + sum((a * f for a, f in zip(row, flow, strict=True)), Fraction(0))
            for row, b in zip(rows, right, strict=True)
        ]

    def _lines(self, aim: SolutionConcept) -> tuple[list[list[Fraction]], list[Fraction]]:
        """Return the slopes as linear functions of the flow."""
        owner = {road: k for k, sender in enumerate(self.senders) for road in sender.roads}
        size = range(len(self.roads))
        rows = [
            [
                self.mutual[i][j]
                + (self.mutual[j][i] if aim == "system" else Fraction(0))
                + (self.mutual[j][i] if aim == "game" and owner[i] == owner[j] else Fraction(0))
                for j in size
            ]
            for i in size
        ]
        return rows, list(self.plain)

    def optimum(self, aim: SolutionConcept) -> tuple[Fraction, ...]:
        """Return the flow that nobody who decides would change."""
        for used in self._sets():
            raise_if_cancelled()
            flow = self._balanced(aim, used)
            if flow is not None:
                return flow
        raise NoMethodError(f"no {aim} optimum was found")

    def _sets(self) -> Iterator[frozenset[int]]:
        """Yield which roads may be in use, most of them first."""
        each = [
            list(chain.from_iterable(combinations(s.roads, k) for k in range(len(s.roads), 0, -1)))
            for s in self.senders
        ]
        yield from sorted(
            (frozenset(chain.from_iterable(choice)) for choice in product(*each)),
            key=lambda used: -len(used),
        )

    def _balanced(self, aim: SolutionConcept, used: frozenset[int]) -> tuple[Fraction, ...] | None:
        """Return the flow on these roads with equal slopes, if it is right for all roads."""
        roads = sorted(used)
        rows, plain = self._lines(aim)
        unknowns = len(roads) + len(self.senders)
        matrix, right = [], []
        for i in roads:
            owner = next(k for k, sender in enumerate(self.senders) if i in sender.roads)
            levels = [Fraction(-(k == owner)) for k in range(len(self.senders))]
            matrix.append([*(rows[i][j] for j in roads), *levels])
            right.append(-plain[i])
        for sender in self.senders:
            matrix.append(
                [*(Fraction(j in sender.roads) for j in roads), *[Fraction(0)] * len(self.senders)]
            )
            right.append(sender.amount)
        found = _solve_square_system(matrix, right)
        if found is None or len(found) != unknowns:
            return None
        flow = [Fraction(0)] * len(self.roads)
        for road, amount in zip(roads, found, strict=False):
            flow[road] = amount
        levels = found[len(roads) :]
        slopes = self.slopes(aim, flow)
        cheaper = any(
            slopes[road] < level
            for sender, level in zip(self.senders, levels, strict=True)
            for road in sender.roads
        )
        return None if cheaper or min(flow) < 0 else tuple(flow)


def _solve_square_system(
    matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]
) -> list[Fraction] | None:
    """Return the solution of a square system; None where it has none or many."""
    rows = fmpq_mat([[fmpq(a.numerator, a.denominator) for a in row] for row in matrix])
    column = fmpq_mat([[fmpq(b.numerator, b.denominator)] for b in right])
    try:
        found = rows.solve(column)
    except ZeroDivisionError:
        return None
    return [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(len(right))]


def _is_convex(mutual: Sequence[Sequence[Fraction]]) -> bool:
    """Return whether the symmetric part of a matrix has no negative direction, by elimination."""
    size = len(mutual)
    rows = [[mutual[i][j] + mutual[j][i] for j in range(size)] for i in range(size)]
    for k in range(size):
        if rows[k][k] < 0:
            return False
        if not rows[k][k]:
            if any(rows[k][j] for j in range(k, size)):
                return False
            continue
        for i in range(k + 1, size):
            share = rows[i][k] / rows[k][k]
            rows[i] = [a - share * b for a, b in zip(rows[i], rows[k], strict=True)]
    return True


@dataclass(frozen=True)
class NetworkFlows(Result):
    """What flows on each road under each way to decide, and what that costs."""

    game: str
    network: TrafficNetwork
    flows: Mapping[SolutionConcept, tuple[Fraction, ...]]

    certificate = None
    _schema = "sabot/network/1"

    @property
    def strategies(self) -> NoReturn:
        """What other results have; nobody plays a hand here."""
        refuse_to_play()

    def costs(self, aim: SolutionConcept) -> tuple[Fraction, ...]:
        """Return what each road costs in all."""
        return self.network.costs(self.flows[aim])

    def total(self, aim: SolutionConcept) -> Fraction:
        """Return what all roads cost together."""
        return sum(self.costs(aim), Fraction(0))

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot solve --json``."""
        roads = self.network.roads
        return {
            "schema": self._schema,
            "network": self.game,  # "game" is one of the three ways to decide
            "seats": [sender.name for sender in self.network.senders],
            **{
                aim: {
                    "flows": dict(zip(roads, map(format_fraction, flow), strict=True)),
                    "costs": dict(zip(roads, map(format_fraction, self.costs(aim)), strict=True)),
                    "total": format_fraction(self.total(aim)),
                }
                for aim, flow in self.flows.items()
            },
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> NetworkFlows:
        """Return the flows on a document's network, found again: they must be the same."""
        from sabot.games.loading import load

        name = str(document["network"])
        game = load(name, run=False)  # a file is data: it makes nobody run another
        if not isinstance(game.rules, NetworkFamily):
            raise ValueError(f"{name:.60} is another kind of game")
        found = game.rules.result(game)
        require_same_document(found, document)
        return found


def refuse_to_play() -> NoReturn:
    """Say that no hand is played on roads."""
    raise RulesError("a network is not played in hands: sabot solve gives its flows and costs")


_DOCUMENT_KEYS = {"roads", "costs", "senders"}
DAFERMOS = TrafficNetwork(
    roads=("1", "2", "3", "4", "5"),
    mutual=tuple(
        tuple(map(Fraction, row))
        for row in (
            (4, 2, 0, 0, 0),
            (2, 6, 0, 0, 0),
            (0, 0, 6, 3, 0),
            (0, 0, 3, 8, 0),
            (0, 0, 0, 0, 5),
        )
    ),
    plain=tuple(map(Fraction, (900, 900, 820, 820, 1220))),
    senders=(
        Sender("x to y", Fraction(120), (0, 2, 4)),
        Sender("y to x", Fraction(120), (1, 3)),
    ),
)
"""Risticz (1973), section 6.2; the cost of road 5 is 5 f5^2 + 1220 f5, where print has f3."""


class NetworkFamily(Family, ABC):
    """What both kinds of networks share: they are solved by themselves, and no hand is played."""

    seats = ("1", "2")
    in_hands = False

    @abstractmethod
    def network(self, game: Game) -> TrafficNetwork:
        """Return the network of a game."""

    def seating(self, game: Game) -> tuple[str, ...]:
        """Return those who send."""
        return tuple(sender.name for sender in self.network(game).senders)

    def result(self, game: Game) -> NetworkFlows:
        """Return the three optima."""
        network = self.network(game)
        return NetworkFlows(
            str(game), network, {aim: network.optimum(aim) for aim in SOLUTION_CONCEPTS}
        )

    def figures(self, found: NetworkFlows) -> Mapping[str, Callable[[], Figure]]:
        """Return how each sender divides his traffic."""
        from sabot.games.traffic_network.render import traffic_shares_figure

        return {"shares": lambda: traffic_shares_figure(found)}


class DafermosNetwork(NetworkFamily):
    """Traffic between two towns on five one-way roads, after Dafermos, in Risticz (1973), 6.2.

    120 units go from x to y over roads 1, 3 and 5, and 120 from y to x over roads 2 and 4. With f1
    to f5 units on the roads, a unit on road 1 costs 900 + 4 f1 + 2 f2, on road 2 900 + 2 f1 + 6 f2,
    on road 3 820 + 6 f3 + 3 f4, on road 4 820 + 3 f3 + 8 f4, on road 5 1220 + 5 f5; a road costs
    that times the units on it. Three ways to decide who goes where: system, all roads together cost
    the least; game, each direction makes the cost of its own roads the least, given the other;
    user, each traveller takes a road on which a unit costs the least.
    """

    name = "dafermos-network"
    seats = ("x to y", "y to x")
    title = "Dafermos's network"

    def play(self, table: Table) -> None:
        """Refuse: there are no hands to be played."""
        refuse_to_play()

    def network(self, game: Game) -> TrafficNetwork:
        """Return the network of the thesis."""
        return DAFERMOS


class RoadNetwork(NetworkFamily):
    """Traffic on the roads of a file, each with a quadratic cost.

    The file is JSON: {"roads": ["1", ...], "senders": {"x to y": {"amount": 120, "roads": ["1",
    ...]}, ...}, "costs": {"1": {"plain": 900, "1": 4, "2": 2}, ...}}: a unit on road 1 costs
    900 + 4 f1 + 2 f2, f1 and f2 being the units on the roads, and the road costs that times f1.
    Every road belongs to one sender, who divides his amount among his roads. Three ways to divide
    are found: system, all roads together cost the least; game, each sender makes the cost of his
    own roads the least, given the others; user, each traveller takes a road on which a unit costs
    the least.

    file: the name of the file. The seats are its senders.
    """

    name = "network"

    def play(self, table: Table, *, file: str) -> None:
        """Refuse: there are no hands to be played."""
        refuse_to_play()

    def network(self, game: Game) -> TrafficNetwork:
        """Return the network in the file."""
        file = game.parameters["file"]
        return _read_network_file(file, file_stamp(file))


@lru_cache(maxsize=8)
def _read_network_file(file: str, when: FileStamp) -> TrafficNetwork:
    try:
        return parse_network(_load_network_json(read_text(file)))
    except (FormError, NumberError) as fault:
        raise FileError(f"{file}: {fault}") from None


def _load_network_json(text: str) -> Mapping[str, object]:
    try:
        found = json.loads(
            text, parse_float=str, parse_int=str, object_pairs_hook=dict_without_duplicate_keys
        )
    except ValueError as fault:
        raise FormError(f"not JSON: {fault}") from None
    except RecursionError:
        raise FormError("not a network: nested too deeply") from None
    if not isinstance(found, dict) or set(found) != _DOCUMENT_KEYS:
        raise FormError(f"a network has the keys {', '.join(sorted(_DOCUMENT_KEYS))} and no others")
    return found


def parse_network(said: Mapping[str, object]) -> TrafficNetwork:
    """Return the network that a document describes; what is wrong is named."""
    roads = said["roads"]
    if not isinstance(roads, list) or not all(isinstance(road, str) for road in roads):
        raise FormError("'roads' is a list of names")
    if len(set(roads)) != len(roads) or not roads:
        raise FormError("roads have different names")
    if "plain" in roads:
        raise FormError("a road called 'plain': that is the word for a cost without traffic")
    senders = []
    for name, part in _require_mapping(said["senders"], "senders").items():
        one = _require_mapping(part, f"sender {name!r}")
        if set(one) != {"amount", "roads"} or not isinstance(one["roads"], list):
            raise FormError(f"sender {name!r} has an amount and a list of roads")
        if not one["roads"]:
            raise FormError(f"sender {name!r} has no road to send on")
        places = tuple(_road_index(road, roads, f"sender {name!r}") for road in one["roads"])
        senders.append(Sender(name, _parse_amount(one["amount"], f"sender {name!r}"), places))
    costs = _require_mapping(said["costs"], "costs")
    if set(costs) != set(roads):
        raise FormError("'costs' says what each road costs, and of no other")
    plain, mutual = [], []
    for road in roads:
        one = _require_mapping(costs[road], f"cost of road {road!r}")
        line = [Fraction(0)] * len(roads)
        for key, amount in one.items():
            if key != "plain":
                place = _road_index(key, roads, f"cost of road {road!r}")
                line[place] = _parse_amount(amount, f"cost of road {road!r}")
        plain.append(_parse_amount(one.get("plain", "0"), f"cost of road {road!r}"))
        mutual.append(tuple(line))
    return TrafficNetwork(tuple(roads), tuple(mutual), tuple(plain), tuple(senders))


def _require_mapping(part: object, what: str) -> Mapping[str, object]:
    if not isinstance(part, dict):
        raise FormError(f"{what}: expected names with what belongs to them")
    return part


def _road_index(road: str, roads: list[str], what: str) -> int:
    if road not in roads:
        raise FormError(f"{what}: there is no road {road!r}")
    return roads.index(road)


def _parse_amount(amount: object, what: str) -> Fraction:
    if not isinstance(amount, str):
        raise FormError(f"{what}: {amount!r} is not a number")
    return as_rational(amount)


dafermos_network = DafermosNetwork()
road_network = RoadNetwork()
