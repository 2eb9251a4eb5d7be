"""Verify refinements of Nash equilibrium: ``sabot/refinement/1``.

The file holds the game tree, behaviour strategies at every information set, and the evidence.
Subgame perfection needs none: the strategies are compared with best responses in every subgame.
Every other refinement is shown by *trembles*: for each player a realization plan whose entries are
polynomials in a small number e > 0, all positive for small e, with the claimed strategies as their
limit. What a sequence earns against trembling opponents is a polynomial in e too, and of two such
the one with the greater first coefficient that differs is the greater for every small e > 0. So a
refinement is verified by comparing coefficients. That a strategy is undominated with three or more
players is shown by beliefs instead: a positive weight of every profile of the others.

A *regular* equilibrium of a game in strategic form needs no trembles to be perfect, and its
probabilities may be numbers of the field of a root. All actions that it does not use pay less, and
the equations by which the actions in use pay the same have a matrix of slopes that is not singular.
So for all small trembles of the other actions these equations have a solution next to it (implicit
function theorem), at which every action in use is still a best response; so the equilibrium is a
best response to completely mixed profiles that tend to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from math import lcm, prod
from typing import NamedTuple

from sabot.certify.algebra.number_field import (
    FIELD_ONE,
    FIELD_ZERO,
    FieldElement,
    RealNumberField,
    read_field_element,
    read_number_field,
)
from sabot.certify.algebra.polynomial import Poly, add
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    escape_unprintable,
    format_fraction,
    format_short,
    quote_name,
    read_fraction,
    read_integer,
    require_keys,
    require_labels,
    require_text,
)
from sabot.certify.limits import (
    MOST_BELIEF_PROFILES,
    MOST_REFINED_EQUILIBRIA,
    MOST_TREE_NODES,
    MOST_TREMBLE_DEGREE,
    spend,
)
from sabot.certify.nplayer import read_fractions, read_seat_names
from sabot.certify.nplayer_nash import EquilibriumPoint
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    OptionalField,
    Record,
    SolvedDocument,
    list_of,
    raw,
)
from sabot.certify.verdict import StrategyTable, Verdict
from sabot.errors import CertificateError, FileError

Number = int | Fraction
Polynomial = tuple[Number, ...]
"""Coefficients in e, the constant first; the last is not 0."""
_ZERO: Polynomial = ()
_NOTHING, _ONE = Fraction(0), Fraction(1)
_CHANCE, _MIXES, _TREMBLES = "chance moves", "probabilities of actions", "trembles"
_PAYOFFS, _BEST, _BELIEFS = "payoffs", "best responses", "beliefs"
_SLOPES = "slopes"
_HALF_AS_ROOT = AlgebraicPoint(Fraction(0), Fraction(1), (-1, 2))
"""A root whose field is that of the fractions."""
_MOST_LINES = 12
_MOST_DENOMINATOR_BITS = 4096
"""Of a common denominator by which payoffs are multiplied; beyond it they stay fractions."""


# ---------------------------------------------------------------------- counted arithmetic


def _words(number: Number) -> int:
    return (number.numerator.bit_length() + number.denominator.bit_length()) // 64


def _count(one: Number, two: Number, on: str) -> None:
    """Count a sum, product or comparison of two fractions: time, and memory of the result."""
    first, second = _words(one), _words(two)
    spend(40 + 4 * (first + second) + first * second // 16, on)


def _plus(one: Fraction, two: Fraction, on: str) -> Fraction:
    if not one or not two:
        return one or two
    _count(one, two, on)
    return one + two


def _product(one: Fraction, two: Fraction, on: str) -> Fraction:
    if not one or not two:
        return _NOTHING
    if one == 1 or two == 1:
        return two if one == 1 else one
    _count(one, two, on)
    return one * two


def _most(numbers: Iterable[Fraction], on: str) -> Fraction:
    """Return the greatest of some numbers."""
    best, *others = numbers
    for number in others:
        _count(best, number, on)
        best = max(best, number)
    return best


# ---------------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True)
class CertificateInfoset:
    """An information set: its name, its actions, the sequence before it, its first sequence."""

    view: str
    actions: tuple[str, ...]
    parent: int
    first: int

    @property
    def sequences(self) -> range:
        """The sequences that end with a choice here."""
        return range(self.first, self.first + len(self.actions))


@dataclass(frozen=True, slots=True)
class CertificateNode:
    """A node of the tree: an end has payoffs, a chance move has chances, else a player moves."""

    after: int
    """The number of the first node that is not below this one; nodes are in preorder."""
    played: tuple[int, ...]
    """The last sequence of each player."""
    children: tuple[int, ...] = ()
    payoffs: tuple[Fraction, ...] = ()
    chances: tuple[Fraction, ...] = ()
    """Of the branches of a chance move."""
    seat: int = -1
    infoset: int = -1


@dataclass(frozen=True, slots=True)
class CertificateTree:
    """A game tree with perfect recall."""

    seats: tuple[str, ...]
    infosets: tuple[tuple[CertificateInfoset, ...], ...]
    order: tuple[tuple[int, ...], ...]
    """The information sets of each player, parents before children."""
    nodes: tuple[CertificateNode, ...]
    subgames: tuple[int, ...]
    """The roots of all subgames, the whole game first."""
    ends: tuple[tuple[CertificateNode, Fraction], ...]
    """Every end of the game with the probability that chance plays towards it."""
    strategic_sizes: tuple[int, ...] | None
    """How many actions each player has, where all choose once, knowing nothing."""

    @property
    def perfect_information(self) -> bool:
        """Whether every information set has one node."""
        moves = sum(node.seat >= 0 for node in self.nodes)
        return moves == sum(map(len, self.infosets))

    def count(self, seat: int) -> int:
        """Return how many sequences a player has, the empty one included."""
        return 1 + sum(len(own.actions) for own in self.infosets[seat])


class _TreeReader:
    """Reads the nodes of a tree in preorder, and the sequences on the way."""

    def __init__(self, seats: tuple[str, ...], infosets: Sequence[Sequence[CertificateInfoset]]):
        self.seats = seats
        self.infosets = [list(own) for own in infosets]
        self.spots: list[list[list[int]]] = [[[] for _ in own] for own in infosets]
        self.order: list[list[int]] = [[] for _ in seats]

    def read(self, rows: Sequence[Json]) -> list[CertificateNode]:
        """Return the nodes; every branch that a node has follows it."""
        found: list[CertificateNode] = []
        children: list[list[int]] = []
        ends: list[int] = []
        waiting: list[tuple[int, tuple[int, ...]]] = [(-1, (0,) * len(self.seats))]
        open_nodes: list[int] = []
        for number, row in enumerate(rows):
            if not waiting:
                raise ValueError("the tree has nodes after its last branch")
            parent, played = waiting.pop()
            while open_nodes and open_nodes[-1] != parent:
                ends[open_nodes.pop()] = number
            node, branches = self._node(row, number, played)
            found.append(node)
            children.append([])
            ends.append(number + 1)
            if parent >= 0:
                children[parent].append(number)
            if branches:
                open_nodes.append(number)
                waiting.extend((number, branch) for branch in reversed(branches))
        if waiting:
            raise ValueError("the tree ends before its last branch")
        for number in open_nodes:
            ends[number] = len(found)
        return [
            CertificateNode(
                ends[number],
                node.played,
                tuple(children[number]),
                node.payoffs,
                node.chances,
                node.seat,
                node.infoset,
            )
            for number, node in enumerate(found)
        ]

    def _node(
        self, row: Json, number: int, played: tuple[int, ...]
    ) -> tuple[CertificateNode, list[tuple[int, ...]]]:
        if type(row) is not list or not row:
            raise ValueError("a node is not a list that begins with its kind")
        match row[0]:
            case "end":
                payoffs = read_fractions(row[1:], "payoffs of an end", len(self.seats))
                return CertificateNode(0, played, payoffs=payoffs), []
            case "chance":
                weights = tuple(map(read_integer, row[1:]))
                if not any(weights) or any(weight < 0 for weight in weights):
                    raise ValueError("the weights of a chance move are negative, or all 0")
                chances = _read_chances(weights)
                return CertificateNode(0, played, chances=chances), [played] * len(weights)
            case "move":
                return self._move(row[1:], number, played)
        raise ValueError("a node is neither 'end' nor 'chance' nor 'move'")

    def _move(
        self, spot: list[Json], number: int, played: tuple[int, ...]
    ) -> tuple[CertificateNode, list[tuple[int, ...]]]:
        if len(spot) != 2 or type(spot[0]) is not int or type(spot[1]) is not int:
            raise ValueError("a move is not the number of a player and of an information set")
        seat, view = spot[0], spot[1]
        if not 0 <= seat < len(self.seats) or not 0 <= view < len(self.infosets[seat]):
            raise ValueError("a move names an information set that is not there")
        own = self.infosets[seat][view]
        if not self.spots[seat][view]:
            own = CertificateInfoset(own.view, own.actions, played[seat], own.first)
            self.infosets[seat][view] = own
            self.order[seat].append(view)
        elif own.parent != played[seat]:
            raise ValueError(
                f"{quote_name(self.seats[seat])} forgets at {quote_name(own.view)} what it did: "
                "the tree has no perfect recall"
            )
        self.spots[seat][view].append(number)
        branches = [(*played[:seat], s, *played[seat + 1 :]) for s in own.sequences]
        return CertificateNode(0, played, seat=seat, infoset=view), branches


def _read_chances(weights: Sequence[int]) -> tuple[Fraction, ...]:
    total = sum(weights)
    words = total.bit_length() // 64
    spend(len(weights) * (40 + 8 * words + words * words // 16), _CHANCE)
    return tuple(Fraction(weight, total) for weight in weights)


def read_tree(data: Json, seats: tuple[str, ...]) -> CertificateTree:
    """Return the tree of a file; refuse one without perfect recall."""
    held = require_keys(data, ("kind", "infosets", "nodes"), "the form")
    if held["kind"] != "tree":
        raise ValueError("the form is not a tree")
    tables = require_keys(held["infosets"], seats, "the information sets")
    rows = held["nodes"]
    if type(rows) is not list or not rows:
        raise ValueError("the nodes are not a list")
    if len(rows) > MOST_TREE_NODES:
        raise ValueError(f"the tree has more than {MOST_TREE_NODES:,} nodes")
    spend(20 * len(rows) * len(seats), "the tree")
    reader = _TreeReader(seats, [_read_infosets(tables[seat]) for seat in seats])
    nodes = reader.read(rows)
    for own, spots in zip(reader.infosets, reader.spots, strict=True):
        if not all(spots):
            unused = own[[bool(at) for at in spots].index(False)]
            raise ValueError(f"the information set {quote_name(unused.view)} has no node")
    return CertificateTree(
        seats,
        tuple(map(tuple, reader.infosets)),
        tuple(map(tuple, reader.order)),
        tuple(nodes),
        _subgame_roots(nodes, reader.spots),
        _chances_of_ends(nodes),
        _strategic_sizes(nodes, reader.infosets),
    )


def _chances_of_ends(
    nodes: Sequence[CertificateNode],
) -> tuple[tuple[CertificateNode, Fraction], ...]:
    reach = [_ONE] * len(nodes)
    for node, chance in zip(nodes, reach, strict=True):
        for k, child in enumerate(node.children):
            here = node.chances[k] if node.chances else _ONE
            reach[child] = _product(chance, here, _CHANCE)
    return tuple((node, reach[k]) for k, node in enumerate(nodes) if node.payoffs)


def _strategic_sizes(
    nodes: Sequence[CertificateNode], infosets: Sequence[Sequence[CertificateInfoset]]
) -> tuple[int, ...] | None:
    if any(len(own) != 1 for own in infosets):
        return None
    if any(node.payoffs and 0 in node.played for node in nodes):
        return None
    return tuple(len(own[0].actions) for own in infosets)


def _read_infosets(data: Json) -> list[CertificateInfoset]:
    if type(data) is not list or any(type(row) is not list or len(row) != 2 for row in data):
        raise ValueError("the information sets of a player are not a list of views with actions")
    views = [require_text(row[0], "a view") for row in data]
    if len(set(views)) != len(views):
        raise ValueError("two information sets of a player have the same name")
    found, first = [], 1
    for view, (_, actions) in zip(views, data, strict=True):
        named = tuple(require_labels(actions, "actions"))
        found.append(CertificateInfoset(view, named, 0, first))
        first += len(named)
    return found


def _subgame_roots(
    nodes: Sequence[CertificateNode], spots: Sequence[Sequence[Sequence[int]]]
) -> tuple[int, ...]:
    """Return the nodes below which no information set has a node elsewhere."""
    low, high = list(range(len(nodes))), list(range(len(nodes)))
    asked = [False] * len(nodes)
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        if node.seat >= 0:
            own = spots[node.seat][node.infoset]
            low[number], high[number], asked[number] = own[0], own[-1], True
        for child in node.children:
            low[number] = min(low[number], low[child])
            high[number] = max(high[number], high[child])
            asked[number] = asked[number] or asked[child]
    return tuple(
        number
        for number, node in enumerate(nodes)
        if not number or (asked[number] and low[number] >= number and high[number] < node.after)
    )


# ---------------------------------------------------------------------- the document


@dataclass(frozen=True, slots=True)
class RegularEquilibrium:
    """An equilibrium of a game in strategic form that is said to be regular."""

    root: RealNumberField | None
    """The field of its numbers; None: they are fractions."""
    chances: tuple[tuple[FieldElement, ...], ...]
    """By player, the probabilities of the actions."""
    payoffs: tuple[FieldElement, ...]
    written: tuple[str, ...]
    """The payoffs as the file writes them."""
    multipliers: tuple[tuple[int, ...], ...]
    """Their product with the Jacobian matrix is strictly diagonally dominant."""

    @property
    def field(self) -> RealNumberField:
        """The numbers that the root makes with the fractions."""
        return self.root or RealNumberField(_HALF_AS_ROOT)


@dataclass(frozen=True, slots=True)
class RefinedEquilibrium:
    """One equilibrium as a file states it, with its evidence."""

    mixes: tuple[tuple[tuple[Fraction, ...], ...], ...]
    """By player and information set, the probabilities of the actions; none if one has a root."""
    payoffs: tuple[Fraction, ...]
    trembles: tuple[tuple[Polynomial, ...], ...] | None = None
    """By player, a polynomial for each sequence."""
    beliefs: tuple[tuple[Fraction, ...], ...] | None = None
    """By player, a weight for each profile of the others."""
    regular: RegularEquilibrium | None = None

    @property
    def paid(self) -> list[str]:
        """The payoffs for reading: fractions, or decimals of numbers with a root."""
        if self.regular is None or self.regular.root is None:
            return [*map(format_short, self.payoffs)]
        return [f"about {self.regular.field.about(paid)}" for paid in self.regular.payoffs]

    @property
    def value(self) -> str:
        """What the first player is paid, as a file writes it."""
        return (
            self.regular.written[0]
            if not self.payoffs and self.regular
            else format_fraction(self.payoffs[0])
        )


@dataclass(frozen=True, slots=True)
class RefinementDocument:
    """Refined equilibria as a file states them."""

    game: str
    refinement: str
    tree: CertificateTree
    equilibria: tuple[RefinedEquilibrium, ...]
    digest: str


def _read_name(data: Json) -> str:
    if type(data) is not str or data not in _CHECKS:
        raise ValueError("the refinement is not one that is known here")
    return data


class _EvidenceRecord(FormEvidence, what="the certificate"):
    evidence = Field(list_of(raw, "the evidence is not a list"))


class _RefinementRecord(SolvedDocument, what="refined equilibria"):
    seats = Field(read_seat_names)
    refinement = Field(_read_name)
    equilibria = Field(list_of(raw, "the equilibria are not a list"))
    certificate = Field(_EvidenceRecord)


class _EquilibriumRecord(Record, what="an equilibrium"):
    root = OptionalField(read_number_field)
    strategies = Field(raw)
    payoffs = Field(raw)


def read_refinement(document: JsonObject) -> RefinementDocument:
    """Return what a ``sabot/refinement/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "file")
    found = _RefinementRecord(document)
    shown = found.certificate
    tree = read_tree(shown.form, found.seats)
    if not found.equilibria or len(found.equilibria) > MOST_REFINED_EQUILIBRIA:
        raise ValueError(f"there is no equilibrium, or more than {MOST_REFINED_EQUILIBRIA:,}")
    if len(shown.evidence) != len(found.equilibria):
        raise ValueError("the evidence is not a list of one entry for each equilibrium")
    listed = tuple(
        _read_equilibrium(one, evidence, found.refinement, tree)
        for one, evidence in zip(found.equilibria, shown.evidence, strict=True)
    )
    return RefinementDocument(found.game, found.refinement, tree, listed, digest)


def _read_equilibrium(
    data: Json, evidence: Json, refinement: str, tree: CertificateTree
) -> RefinedEquilibrium:
    one = _EquilibriumRecord(data)
    tables = require_keys(one.strategies, tree.seats, "the strategies")
    if one.root is not None:
        regular = _read_regular(one, evidence, refinement, tree)
        return RefinedEquilibrium((), (), regular=regular)
    mixes = tuple(
        _read_strategy(tables[seat], own)
        for seat, own in zip(tree.seats, tree.infosets, strict=True)
    )
    payoffs = read_fractions(one.payoffs, "payoffs", len(tree.seats))
    if refinement == SUBGAME_PERFECT:
        require_keys(evidence, (), "the evidence of a subgame-perfect equilibrium")
        return RefinedEquilibrium(mixes, payoffs)
    if isinstance(evidence, dict) and "regular" in evidence:
        regular = _read_regular(one, evidence, refinement, tree)
        return RefinedEquilibrium(mixes, payoffs, regular=regular)
    if refinement == UNDOMINATED and len(tree.seats) > 2:
        held = require_keys(evidence, ("beliefs",), "the evidence of undominated strategies")
        return RefinedEquilibrium(mixes, payoffs, beliefs=_read_beliefs(held["beliefs"], tree))
    held = require_keys(evidence, ("trembles",), "the evidence of an equilibrium")
    return RefinedEquilibrium(mixes, payoffs, _read_trembles(held["trembles"], tree))


def _read_regular(
    one: _EquilibriumRecord, evidence: Json, refinement: str, tree: CertificateTree
) -> RegularEquilibrium:
    if refinement not in (PERFECT, UNDOMINATED):
        raise ValueError("regular equilibria are shown to be perfect and undominated, not more")
    _require_strategic(tree)
    rows = require_keys(evidence, ("regular",), "the evidence of a regular equilibrium")["regular"]
    if type(rows) is not list or any(type(row) is not list for row in rows):
        raise ValueError("the multipliers are not a list of lists")
    field = one.root or RealNumberField(_HALF_AS_ROOT)
    paid = one.payoffs
    if type(paid) is not list or len(paid) != len(tree.seats):
        raise ValueError("the payoffs are not a list of one number for each seat")
    tables = require_keys(one.strategies, tree.seats, "the strategies")
    chances = []
    for seat, (own,) in zip(tree.seats, tree.infosets, strict=True):
        table = require_keys(tables[seat], (own.view,), "a strategy")[own.view]
        mix = require_keys(table, (), "a mix of actions", own.actions)
        chances.append(
            tuple(
                read_field_element(mix[action], field) if action in mix else FIELD_ZERO
                for action in own.actions
            )
        )
    return RegularEquilibrium(
        one.root,
        tuple(chances),
        tuple(read_field_element(amount, field) for amount in paid),
        tuple(map(str, paid)),
        tuple(tuple(map(read_integer, row)) for row in rows),
    )


def _read_strategy(
    data: Json, infosets: Sequence[CertificateInfoset]
) -> tuple[tuple[Fraction, ...], ...]:
    tables = require_keys(data, [own.view for own in infosets], "a strategy")
    found = []
    for own in infosets:
        table = require_keys(tables[own.view], (), "a mix of actions", own.actions)
        mix = {action: read_fraction(chance) for action, chance in table.items()}
        total = _NOTHING
        for chance in mix.values():
            total = _plus(total, chance, _MIXES)
        if any(chance <= 0 for chance in mix.values()) or total != 1:
            raise ValueError(
                f"the probabilities at {quote_name(own.view)} are not positive numbers with sum 1"
            )
        found.append(tuple(mix.get(action, _NOTHING) for action in own.actions))
    return tuple(found)


def _read_trembles(data: Json, tree: CertificateTree) -> tuple[tuple[Polynomial, ...], ...]:
    if type(data) is not list or len(data) != len(tree.seats):
        raise ValueError("the trembles are not a list of one plan for each player")
    for seat, plan in enumerate(data):
        if type(plan) is not list or len(plan) != tree.count(seat):
            raise ValueError("a plan is not a list of one polynomial for each sequence")
    return tuple(tuple(map(_read_polynomial, plan)) for plan in data)


def _read_polynomial(data: Json) -> Polynomial:
    if type(data) is not list or len(data) > MOST_TREMBLE_DEGREE + 1:
        raise ValueError(
            f"a tremble is not a list of coefficients, up to the power {MOST_TREMBLE_DEGREE}"
        )
    return _trimmed([read_integer(number) for number in data])


def _read_beliefs(data: Json, tree: CertificateTree) -> tuple[tuple[Fraction, ...], ...]:
    sizes = _require_strategic(tree)
    if type(data) is not list or len(data) != len(sizes):
        raise ValueError("the beliefs are not a list of one list for each player")
    found = []
    for seat, weights in enumerate(data):
        profiles = prod(sizes) // sizes[seat]
        if profiles > MOST_BELIEF_PROFILES:
            raise ValueError(f"there are more than {MOST_BELIEF_PROFILES:,} profiles of the others")
        if type(weights) is not list or len(weights) != profiles:
            raise ValueError("a belief is not a list of one weight for each profile of the others")
        numbers = tuple(Fraction(read_integer(weight)) for weight in weights)
        if any(number <= 0 for number in numbers):
            raise ValueError("a weight of a belief is not positive")
        found.append(numbers)
    return tuple(found)


def _require_strategic(tree: CertificateTree) -> tuple[int, ...]:
    if tree.strategic_sizes is None:
        raise ValueError("the game is not in strategic form: one choice of each player, all made")
    return tree.strategic_sizes


# ---------------------------------------------------------------------- polynomials in e


def _trimmed(numbers: Sequence[Number]) -> Polynomial:
    last = len(numbers)
    while last and not numbers[last - 1]:
        last -= 1
    return tuple(numbers[:last])


def _spend_on(one: Polynomial, two: Polynomial, operations: int) -> None:
    """Count sums and products of coefficients of two polynomials by their longest ones.

    Fractions take ten times as long as integers.
    """
    first, second = (max(map(_words, numbers), default=0) for numbers in (one, two))
    whole = all(type(number) is int for numbers in (one, two) for number in numbers)
    each = (4 if whole else 40) + 4 * (first + second) + first * second // 16
    spend(20 + len(one) + len(two) + operations * each, _TREMBLES)


def _add(one: Polynomial, two: Polynomial) -> Polynomial:
    long, short = (one, two) if len(one) >= len(two) else (two, one)
    _spend_on(one, two, len(short))
    total = list(long)
    for power, number in enumerate(short):
        total[power] += number
    return _trimmed(total)


def _times(one: Polynomial, two: Polynomial) -> Polynomial:
    _spend_on(one, two, len(one) * len(two))
    found: list[Number] = [0] * max(0, len(one) + len(two) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(two, i):
                found[j] += a * b
    return _trimmed(found)


def _scale(one: Polynomial, factor: Number) -> Polynomial:
    return one if factor == 1 else _times((factor,), one) if factor else _ZERO


def _sign(one: Polynomial) -> int:
    """Return the sign of a polynomial for every small e > 0: that of its first coefficient."""
    first = next((number for number in one if number), 0)
    return (first > 0) - (first < 0)


def _order(one: Polynomial) -> int:
    """Return the power of e with which a polynomial that is not 0 begins."""
    return next(power for power, number in enumerate(one) if number)


def _less(one: Polynomial, two: Polynomial) -> bool:
    """Whether the first is less for every small e > 0."""
    return _sign(_add(two, _scale(one, -1))) > 0


def _greatest(many: Sequence[Polynomial]) -> Polynomial:
    best = many[0]
    for one in many[1:]:
        if _less(best, one):
            best = one
    return best


def _whole_numbers(numbers: Sequence[Fraction]) -> Sequence[Number]:
    """Return numbers times their common denominator; unchanged where that is long."""
    common = 1
    for number in numbers:
        if common.bit_length() + number.denominator.bit_length() > _MOST_DENOMINATOR_BITS:
            return numbers
        common = lcm(common, number.denominator)
    spend(len(numbers) * (20 + common.bit_length() // 64), _TREMBLES)
    return [number.numerator * (common // number.denominator) for number in numbers]


# ---------------------------------------------------------------------- verification


class _Profile:
    """One listed equilibrium at the tree."""

    def __init__(self, tree: CertificateTree, one: RefinedEquilibrium, where: str) -> None:
        self.tree, self.one, self.where = tree, one, where

    def refuse(self, seat: int, view: str, why: str) -> CertificateError:
        """Return the error of a choice."""
        who = quote_name(self.tree.seats[seat])
        return CertificateError(f"{self.where}: {who} at {quote_name(view)}: {why}")

    # ------------------------------------------------------------ payoffs and subgames

    def worth(self) -> list[tuple[Fraction, ...]]:
        """Return what each player is paid from every node on."""
        tree = self.tree
        found: list[tuple[Fraction, ...]] = [()] * len(tree.nodes)
        spend(20 * len(tree.nodes), _PAYOFFS)
        for number in range(len(tree.nodes) - 1, -1, -1):
            node = tree.nodes[number]
            found[number] = node.payoffs or self._mean(
                [
                    (share, found[child])
                    for share, child in zip(self._shares(node), node.children, strict=True)
                    if share
                ]
            )
        return found

    def _mean(self, parts: Sequence[tuple[Fraction, tuple[Fraction, ...]]]) -> tuple[Fraction, ...]:
        """Return the payoffs of branches, each times its probability, together."""
        if len(parts) == 1:
            return parts[0][1]
        spend(20 * len(parts) * len(self.tree.seats), _PAYOFFS)
        sums = []
        for seat in range(len(self.tree.seats)):
            total = _NOTHING
            for share, paid in parts:
                total = _plus(total, _product(share, paid[seat], _PAYOFFS), _PAYOFFS)
            sums.append(total)
        return tuple(sums)

    def _shares(self, node: CertificateNode) -> Sequence[Fraction]:
        return node.chances or self.one.mixes[node.seat][node.infoset]

    def require_equilibrium_in(self, roots: Sequence[int]) -> list[tuple[Fraction, ...]]:
        """Refuse it where a player gains in the subgame of one of these roots; return the worth.

        A subgame is looked at after those inside it. They are paid what was found for them: no
        deviation in them gains, and no information set has nodes inside and outside. So every node
        is looked at in one subgame only.
        """
        paid = self.worth()
        if paid[0] != self.one.payoffs:
            said = ", ".join(map(format_short, paid[0]))
            raise CertificateError(f"{self.where}: the players are paid {said}")
        known: dict[int, tuple[Fraction, ...]] = {}
        for root in reversed(roots):
            for seat, name in enumerate(self.tree.seats):
                best = self._best_response(root, seat, known)
                if best != paid[root][seat]:
                    place = "" if not root else f" in the subgame at node {root}"
                    raise CertificateError(
                        f"{self.where}: {quote_name(name)} gains "
                        f"{format_short(best - paid[root][seat])} by a deviation{place}"
                    )
            known[root] = paid[root]
        return paid

    def has_strict_choices(self, paid: Sequence[tuple[Fraction, ...]]) -> bool:
        """Whether at every move the action that is played is better than every other one."""
        for node in self.tree.nodes:
            if node.seat < 0:
                continue
            mix = self.one.mixes[node.seat][node.infoset]
            worth = [paid[child][node.seat] for child in node.children]
            if 1 not in mix:
                return False
            best = worth[mix.index(_ONE)]
            for chance, amount in zip(mix, worth, strict=True):
                _count(best, amount, _BEST)
                if not chance and amount >= best:
                    return False
        return True

    def _best_response(
        self, root: int, seat: int, known: Mapping[int, tuple[Fraction, ...]]
    ) -> Fraction:
        """Return what a best response earns a player in the subgame of a root.

        What is paid at the roots inside it is *known*.
        """
        tree = self.tree
        reach = {root: _ONE}
        earned: dict[int, Fraction] = {}
        met = []
        number, after = root, tree.nodes[root].after
        while number < after:
            node = tree.nodes[number]
            weight = reach.pop(number)
            payoffs = node.payoffs or known.get(number)
            spend(40 + 4 * len(node.children), _BEST)
            if payoffs:
                own = node.played[seat]
                amount = _product(weight, payoffs[seat], _BEST)
                earned[own] = _plus(earned.get(own, _NOTHING), amount, _BEST)
                number = node.after
                continue
            if node.seat == seat:
                met.append(node.infoset)
                reach.update(dict.fromkeys(node.children, weight))
            else:
                for share, child in zip(self._shares(node), node.children, strict=True):
                    reach[child] = _product(weight, share, _BEST)
            number += 1
        base = tree.nodes[root].played[seat]
        for place in reversed(dict.fromkeys(met)):  # in preorder, so parents before children
            here = tree.infosets[seat][place]
            best = _most((earned.get(s, _NOTHING) for s in here.sequences), _BEST)
            earned[here.parent] = _plus(earned.get(here.parent, _NOTHING), best, _BEST)
        return earned.get(base, _NOTHING)

    # ------------------------------------------------------------ trembles

    def require_trembles(self) -> None:
        """Refuse trembles that are not positive plans with the claimed strategies as limit."""
        trembles = self.one.trembles
        assert trembles is not None
        for seat, plan in enumerate(trembles):
            if any(_sign(weight) <= 0 for weight in plan):
                raise CertificateError(f"{self.where}: a tremble is not positive for small e")
            for number, own in enumerate(self.tree.infosets[seat]):
                total, before = _ZERO, plan[own.parent]
                for s in own.sequences:
                    total = _add(total, plan[s])
                if total != before:
                    raise self.refuse(seat, own.view, "the trembles do not sum to the plan before")
                power = _order(before)
                for chance, s in zip(self.one.mixes[seat][number], own.sequences, strict=True):
                    first = plan[s][power] if power < len(plan[s]) else 0
                    if first != _product(chance, Fraction(before[power]), _TREMBLES):
                        raise self.refuse(seat, own.view, "the trembles have another limit")

    def earned(self, seat: int, *, amounts: bool = True) -> list[Polynomial]:
        """Return what each sequence of a player earns it where the others tremble.

        All of it is multiplied by one positive number, so that most of it is whole. Without
        *amounts*: how likely the others and chance play towards an end with the sequence.
        """
        trembles = self.one.trembles
        assert trembles is not None
        found = [_ZERO] * self.tree.count(seat)
        spend(10 * len(self.tree.ends), _TREMBLES)
        factors = [
            _product(chance, node.payoffs[seat], _TREMBLES) if amounts else chance
            for node, chance in self.tree.ends
        ]
        for (node, _), factor in zip(self.tree.ends, _whole_numbers(factors), strict=True):
            if not factor:
                continue
            weight: Polynomial = (factor,)
            for other, plan in enumerate(trembles):
                if other != seat:
                    weight = _times(weight, plan[node.played[other]])
            own = node.played[seat]
            found[own] = _add(found[own], weight)
        return found

    def played(self, seat: int) -> Iterator[tuple[CertificateInfoset, tuple[Fraction, ...]]]:
        """Yield the information sets of a player, children before parents, with their mixes."""
        for number in reversed(self.tree.order[seat]):
            yield self.tree.infosets[seat][number], self.one.mixes[seat][number]


def _require_perfect(profile: _Profile) -> None:
    """Each player's plan is a best response to the others' trembles."""
    for seat, name in enumerate(profile.tree.seats):
        best = profile.earned(seat)
        own = list(best)
        for infoset, mix in profile.played(seat):
            best[infoset.parent] = _add(
                best[infoset.parent], _greatest([best[s] for s in infoset.sequences])
            )
            for chance, s in zip(mix, infoset.sequences, strict=True):
                if chance:
                    own[infoset.parent] = _add(own[infoset.parent], _scale(own[s], chance))
        if own[0] != best[0]:
            raise CertificateError(
                f"{profile.where}: {quote_name(name)} does not answer the trembles best"
            )


def _require_reached(profile: _Profile) -> None:
    """Raise unless chance and the trembles of the others lead to every information set.

    Where they do not (behind a branch of probability 0), everything that is earned is 0, and a
    choice would be best whatever it is.
    """
    for seat in range(len(profile.tree.seats)):
        reach = profile.earned(seat, amounts=False)
        for infoset, _ in profile.played(seat):
            arrives = _ZERO
            for s in infoset.sequences:
                arrives = _add(arrives, reach[s])
            if not arrives:
                raise profile.refuse(seat, infoset.view, "chance never leads there")
            reach[infoset.parent] = _add(reach[infoset.parent], arrives)


def _require_quasi_perfect(profile: _Profile) -> None:
    """At every information set, the choices from there on are best where the others tremble."""
    _require_reached(profile)
    for seat in range(len(profile.tree.seats)):
        worth = profile.earned(seat)
        for infoset, mix in profile.played(seat):
            best = _greatest([worth[s] for s in infoset.sequences])
            for chance, s in zip(mix, infoset.sequences, strict=True):
                if chance and worth[s] != best:
                    raise profile.refuse(seat, infoset.view, "a choice is not best")
            worth[infoset.parent] = _add(worth[infoset.parent], best)


def _require_extensive_perfect(profile: _Profile) -> None:
    """At every information set, the choice is best where all tremble, the player later too."""
    _require_reached(profile)
    trembles = profile.one.trembles
    assert trembles is not None
    for seat, plan in enumerate(trembles):
        worth = [_times(*pair) for pair in zip(plan, profile.earned(seat), strict=True)]
        for infoset, mix in profile.played(seat):
            for chance, s in zip(mix, infoset.sequences, strict=True):
                for other in infoset.sequences if chance else ():
                    if _less(_times(worth[s], plan[other]), _times(worth[other], plan[s])):
                        raise profile.refuse(seat, infoset.view, "a choice is not best")
            for s in infoset.sequences:
                worth[infoset.parent] = _add(worth[infoset.parent], worth[s])


def _require_sequential(profile: _Profile) -> None:
    """At every information set, the choice is best by the beliefs that the trembles tend to.

    Beliefs that are limits of this kind are consistent, and then no deviation gains if no
    deviation at a single information set does (Hendon, Jacobsen and Sloth 1996).
    """
    for seat in range(len(profile.tree.seats)):
        worth, reach = profile.earned(seat), profile.earned(seat, amounts=False)
        for infoset, mix in profile.played(seat):
            arrives, value = _ZERO, _ZERO
            for chance, s in zip(mix, infoset.sequences, strict=True):
                if chance:
                    arrives = _add(arrives, _scale(reach[s], chance))
                    value = _add(value, _scale(worth[s], chance))
            if not arrives:
                raise profile.refuse(seat, infoset.view, "chance never leads there")
            power = _order(arrives)
            limits = [
                Fraction(worth[s][power]) if power < len(worth[s]) else _NOTHING
                for s in infoset.sequences
            ]
            greatest = _most(limits, _TREMBLES)
            for chance, limit in zip(mix, limits, strict=True):
                if chance and limit != greatest:
                    raise profile.refuse(seat, infoset.view, "a choice is not best by the beliefs")
            reach[infoset.parent] = _add(reach[infoset.parent], arrives)
            worth[infoset.parent] = _add(worth[infoset.parent], value)


def _require_proper(profile: _Profile) -> None:
    """Of two strategies the worse one is played with a tremble of a higher power of e."""
    _require_strategic(profile.tree)
    trembles = profile.one.trembles
    assert trembles is not None
    for seat, plan in enumerate(trembles):
        worth = profile.earned(seat)
        (infoset,) = profile.tree.infosets[seat]
        orders = {s: _order(plan[s]) for s in infoset.sequences}
        ranked = sorted(infoset.sequences, key=orders.__getitem__)
        for s, other in pairwise(ranked):
            alike = orders[s] == orders[other]
            if worth[s] != worth[other] if alike else _less(worth[s], worth[other]):
                raise profile.refuse(seat, infoset.view, "a costlier mistake is not less likely")


def _require_undominated(profile: _Profile) -> None:
    """Each player's strategy is a best response to a belief that rules out no profile."""
    beliefs = profile.one.beliefs
    if beliefs is None:
        _require_perfect(profile)
        return
    tree = profile.tree
    sizes = _require_strategic(tree)
    paid = _strategic_payoffs(tree)
    for seat, weights in enumerate(beliefs):
        others = [range(size) for number, size in enumerate(sizes) if number != seat]
        spend(20 * prod(sizes), _BELIEFS)
        earned = [_NOTHING] * sizes[seat]
        for weight, profiles in zip(weights, product(*others), strict=True):
            for own in range(sizes[seat]):
                spot = (*profiles[:seat], own, *profiles[seat:])
                amount = _product(weight, paid[spot][seat], _BELIEFS)
                earned[own] = _plus(earned[own], amount, _BELIEFS)
        (mix,) = profile.one.mixes[seat]
        most = _most(earned, _BELIEFS)
        for chance, amount in zip(mix, earned, strict=True):
            if chance and amount != most:
                raise CertificateError(
                    f"{profile.where}: {quote_name(tree.seats[seat])} has a better answer to its "
                    "belief"
                )


def _strategic_payoffs(tree: CertificateTree) -> Mapping[tuple[int, ...], list[Fraction]]:
    """Return what each profile of actions pays every player on average."""
    found: dict[tuple[int, ...], list[Fraction]] = {}
    spend(20 * len(tree.ends) * len(tree.seats), _BELIEFS)
    for node, chance in tree.ends:
        spot = tuple(s - 1 for s in node.played)
        sums = found.setdefault(spot, [_NOTHING] * len(tree.seats))
        for seat, amount in enumerate(node.payoffs):
            part = _product(chance, amount, _BELIEFS)
            sums[seat] = _plus(sums[seat], part, _BELIEFS)
    return found


# ---------------------------------------------------------------------- regular equilibria


class _Weights(NamedTuple):
    """Profiles of some players, and their probabilities over one integer and one power of d."""

    spots: list[tuple[int, ...]]
    tops: list[Poly]
    below: int
    power: int


class _RegularProfile:
    """An equilibrium of a game in strategic form, with numbers of a field."""

    def __init__(self, tree: CertificateTree, one: RegularEquilibrium, where: str) -> None:
        self.tree, self.one, self.where = tree, one, where
        self.field, self.sizes = one.field, _require_strategic(tree)
        self.paid = self._whole_payoffs()
        self.supports = [
            [a for a, chance in enumerate(own) if chance.numerator] for own in one.chances
        ]

    def _whole_payoffs(self) -> list[tuple[Mapping[tuple[int, ...], int], int]]:
        """Return each player's payoffs by profile as integers, and what they are divided by."""
        exact = _strategic_payoffs(self.tree)
        found: list[tuple[Mapping[tuple[int, ...], int], int]] = []
        for seat in range(len(self.sizes)):
            below = 1
            for amounts in exact.values():
                spend(8 + below.bit_length() // 64, _SLOPES)
                below = lcm(below, amounts[seat].denominator)
                if below.bit_length() > _MOST_DENOMINATOR_BITS:
                    raise FileError("the payoffs have too long a common denominator")
            found.append(({spot: int(own[seat] * below) for spot, own in exact.items()}, below))
        return found

    def verify(self) -> None:
        """Raise CertificateError unless it is a regular equilibrium, paid as is said."""
        for seat, own in enumerate(self.one.chances):
            self._require_mix(seat, own)
        for seat in range(len(self.sizes)):
            self._require_quasi_strict(seat)
        self._require_dominance(self._slopes())

    def refuse(self, seat: int, why: str) -> CertificateError:
        """Return the error of a player."""
        return CertificateError(f"{self.where}: {quote_name(self.tree.seats[seat])} {why}")

    def _require_mix(self, seat: int, chances: Sequence[FieldElement]) -> None:
        tops, below, power = self.field.shared(chances)
        total = self.field.times_power_of_d([-below], power)
        for top in tops:
            total = add(total, top)
        positive = all(self.field.sign(tops[action]) > 0 for action in self.supports[seat])
        if not positive or not self.field.zero(total):
            raise self.refuse(seat, "has probabilities that are not positive numbers with sum 1")

    def _weights(self, left_out: Sequence[int]) -> _Weights:
        """Return the profiles of the players but some, with their probabilities.

        A player who is left out has the action 0 there.
        """
        found: list[tuple[tuple[int, ...], FieldElement]] = [((), FIELD_ONE)]
        for seat, own in enumerate(self.one.chances):
            if seat in left_out:
                found = [((*spot, 0), weight) for spot, weight in found]
                continue
            spend(20 * len(found) * len(self.supports[seat]), _SLOPES)
            found = [
                ((*spot, action), self.field.times(weight, own[action]))
                for spot, weight in found
                for action in self.supports[seat]
            ]
        tops, below, power = self.field.shared([weight for _, weight in found])
        return _Weights([spot for spot, _ in found], tops, below, power)

    def _require_quasi_strict(self, seat: int) -> None:
        """Raise unless the actions in use pay the claimed payoff, and all others pay less."""
        met = self._weights([seat])
        paid, unit = self.paid[seat]
        spend(20 * len(met.spots) * self.sizes[seat], _SLOPES)
        for action in range(self.sizes[seat]):
            earned: Poly = []
            for spot, weight in zip(met.spots, met.tops, strict=True):
                amount = paid[(*spot[:seat], action, *spot[seat + 1 :])]
                earned = add(earned, [amount * c for c in weight])
            got = FieldElement(earned, met.below * unit, met.power)
            (claimed, earned), _, _ = self.field.shared([self.one.payoffs[seat], got])
            gap = add(claimed, earned, -1)
            if action in self.supports[seat]:
                if not self.field.zero(gap):
                    raise self.refuse(seat, "is not paid as claimed by an action that it uses")
            elif self.field.sign(gap) <= 0:
                raise self.refuse(seat, "does not lose by an action that it does not use")

    def _slopes(self) -> list[list[FieldElement]]:
        """Return what an action gains over the first one in use, by probability of each other.

        A row belongs to an action in use other than the player's first, a column to a probability
        of such an action, which the first one of its player gives up.
        """
        unknowns = [(seat, a) for seat, own in enumerate(self.supports) for a in own[1:]]
        known = {
            pair: self._weights(pair)
            for pair in product(sorted({seat for seat, _ in unknowns}), repeat=2)
            if pair[0] < pair[1]
        }
        rows = []
        for seat, action in unknowns:
            row = []
            for other, moved in unknowns:
                if other == seat:
                    row.append(FIELD_ZERO)
                else:
                    weights = known[min(seat, other), max(seat, other)]
                    row.append(self._slope((seat, action), (other, moved), weights))
            rows.append(row)
        return rows

    def _slope(
        self,
        own: tuple[int, int],
        moved: tuple[int, int],
        weights: _Weights,
    ) -> FieldElement:
        (seat, action), (other, more) = own, moved
        paid, unit = self.paid[seat]
        spend(40 * len(weights.spots), _SLOPES)
        total: Poly = []
        for spot, top in zip(weights.spots, weights.tops, strict=True):
            amount, at = 0, list(spot)
            for first, second in product((False, True), repeat=2):
                at[seat] = action if first else self.supports[seat][0]
                at[other] = more if second else self.supports[other][0]
                amount += paid[tuple(at)] if first == second else -paid[tuple(at)]
            total = add(total, [amount * c for c in top])
        return FieldElement(total, weights.below * unit, weights.power)

    def _require_dominance(self, slopes: list[list[FieldElement]]) -> None:
        """Raise unless multipliers times the slopes are strictly diagonally dominant.

        Then neither matrix is singular.
        """
        size, by = len(slopes), self.one.multipliers
        if len(by) != size or any(len(row) != size for row in by):
            raise ValueError(
                f"{self.where}: the multipliers are not a matrix as large as that of the slopes"
            )
        tops, _, _ = self.field.shared([entry for row in slopes for entry in row])
        spend(40 * size**3, _SLOPES)
        for k, factors in enumerate(by):
            excess: Poly = []
            for column in range(size):
                entry: Poly = []
                for factor, top in zip(factors, tops[column::size], strict=True):
                    entry = add(entry, [factor * c for c in top])
                sign = self.field.sign(entry)
                excess = add(excess, entry, sign if column == k else -sign)
            if self.field.sign(excess) <= 0:
                raise CertificateError(
                    f"{self.where} is not shown to be regular: row {k + 1} of the multipliers "
                    "times the slopes is not diagonally dominant"
                )


def _require_different(document: RefinementDocument) -> None:
    """Raise if an equilibrium is listed twice; with roots, if 2^-64 does not tell two apart."""
    with_root = any(one.regular is not None and one.regular.root for one in document.equilibria)
    seen = set()
    for number, one in enumerate(document.equilibria, 1):
        key: object = _point(one).grid_points() if with_root else one.mixes
        if key in seen:
            raise CertificateError(f"equilibrium {number} is listed twice")
        seen.add(key)


def _point(one: RefinedEquilibrium) -> EquilibriumPoint:
    """Return the probabilities of an equilibrium in strategic form."""
    if one.regular is not None:
        return EquilibriumPoint(one.regular.field, one.regular.chances)
    chances = (
        tuple(FieldElement([c.numerator] if c else [], c.denominator) for c in own)
        for (own,) in one.mixes
    )
    return EquilibriumPoint(None, tuple(chances))


SUBGAME_PERFECT, UNDOMINATED, PERFECT = "subgame-perfect", "undominated", "perfect"
_CHECKS: Mapping[str, Callable[[_Profile], None] | None] = {
    SUBGAME_PERFECT: None,
    UNDOMINATED: _require_undominated,
    PERFECT: _require_perfect,
    "proper": _require_proper,
    "sequential": _require_sequential,
    "quasi-perfect": _require_quasi_perfect,
    "extensive-form-perfect": _require_extensive_perfect,
}
"""By its name, what a refinement demands beside an equilibrium."""
_IN_EVERY_SUBGAME = (SUBGAME_PERFECT, "sequential", "quasi-perfect", "extensive-form-perfect")
"""The refinements that are subgame-perfect. If every information set has one node and one action is
better there than all others, backward induction finds one such equilibrium and no other."""


@dataclass(frozen=True)
class RefinementVerdict(Verdict):
    """Equilibria that are each proved to have a refinement; there may be others."""

    source: RefinementDocument = field(repr=False)
    """All that was read, typed; every claim in it was checked."""
    only: bool = False
    """Whether it is proved that there is no other equilibrium with the refinement."""

    @property
    def kind(self) -> str:
        """``refinement``."""
        return "refinement"

    @property
    def value(self) -> list[str]:
        """What the first player is paid in each equilibrium."""
        return [one.value for one in self.source.equilibria]

    @property
    def form(self) -> CertificateTree:
        """The game."""
        return self.source.tree

    @property
    def strategies(self) -> tuple[Mapping[str, StrategyTable], ...]:
        """Of each equilibrium by player, information set and action: the probabilities.

        Nothing of one with numbers of a root.
        """
        tree = self.source.tree
        return tuple(
            {
                seat: {
                    own.view: dict(zip(own.actions, mix, strict=True))
                    for own, mix in zip(tree.infosets[n], mixes, strict=True)
                }
                for n, (seat, mixes) in enumerate(zip(tree.seats, one.mixes, strict=False))
            }
            for one in self.source.equilibria
        )

    @property
    def words(self) -> str:
        """How many equilibria have which refinement."""
        count = len(self.source.equilibria)
        name = self.source.refinement
        if self.only:
            return f"proved: the only {name} equilibrium"
        if count > 1:
            return f"proved: {count:,} {name} equilibria; there may be others"
        return f"proved: {'an' if name[0] in 'aeiou' else 'a'} {name} equilibrium"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid, equilibrium by equilibrium."""
        named = [escape_unprintable(quote_name(seat)) for seat in self.seats]
        listed = self.source.equilibria
        found = [
            ("" if len(listed) == 1 else f"equilibrium {number}: ")
            + ", ".join(
                f"{seat} is paid {paid}" for seat, paid in zip(named, one.paid, strict=True)
            )
            for number, one in enumerate(listed[:_MOST_LINES], 1)
        ]
        if len(listed) > _MOST_LINES:
            found.append(f"and {len(listed) - _MOST_LINES:,} more")
        return tuple(found)


def verify_refinement(document: RefinementDocument) -> RefinementVerdict:
    """Return what a file says; raise CertificateError unless all of it is so."""
    tree, check, only = document.tree, _CHECKS[document.refinement], False
    _require_different(document)
    for number, one in enumerate(document.equilibria, 1):
        profile = _Profile(tree, one, f"equilibrium {number}")
        if one.regular is not None:
            _RegularProfile(tree, one.regular, profile.where).verify()
            continue
        paid = profile.require_equilibrium_in(tree.subgames if check is None else (0,))
        if document.refinement in _IN_EVERY_SUBGAME and tree.perfect_information:
            only = profile.has_strict_choices(paid)
        if check is not None:
            if one.trembles is not None:
                profile.require_trembles()
            check(profile)
    return RefinementVerdict(document.game, tree.seats, document.digest, source=document, only=only)
