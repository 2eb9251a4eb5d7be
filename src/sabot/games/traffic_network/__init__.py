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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any, Literal, NoReturn, Protocol, runtime_checkable

from flint import fmpq, fmpq_mat

from sabot.errors import FormError, NoMethodError, RulesError
from sabot.exact import format_fraction
from sabot.game_rules.game import Game
from sabot.loading import load
from sabot.progress import raise_if_cancelled
from sabot.results.base import Result, require_same_document

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

    def best_reply(self, sender: Sender, flow: Sequence[Fraction]) -> dict[int, Fraction]:
        """Return the flows of a sender that cost it the least, given those of the others."""
        own = sender.roads
        others = [Fraction(0) if road in own else amount for road, amount in enumerate(flow)]
        plain = self.slopes("user", others)
        alone = TrafficNetwork(
            tuple(self.roads[road] for road in own),
            tuple(tuple(self.mutual[i][j] for j in own) for i in own),
            tuple(plain[road] for road in own),
            (Sender(sender.name, sender.amount, tuple(range(len(own)))),),
        )
        return dict(zip(own, alone.optimum("game"), strict=True))

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
        name = str(document["network"])
        game = load(name, run=False)  # a file is data: it makes nobody run another
        if not isinstance(game.rules, HasNetwork):
            raise ValueError(f"{name:.60} is another kind of game")
        found = cls.of_network(str(game), game.rules.network(game))
        require_same_document(found, document)
        return found

    @classmethod
    def of_network(cls, game: str, network: TrafficNetwork) -> NetworkFlows:
        """Return the three optima of a network."""
        return cls(game, network, {aim: network.optimum(aim) for aim in SOLUTION_CONCEPTS})


@runtime_checkable
class HasNetwork(Protocol):
    """A family whose games are traffic networks."""

    def network(self, game: Game) -> TrafficNetwork:
        """Return the network of a game."""
        ...


def refuse_to_play() -> NoReturn:
    """Say that no hand is played on roads."""
    raise RulesError("a network is not played in hands: sabot solve gives its flows and costs")


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
