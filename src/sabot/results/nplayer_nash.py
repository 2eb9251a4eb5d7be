"""All equilibria of a small game for three or more players: isolated ones, and sets of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from flint import fmpq, fmpq_mat

from sabot.exact import as_rational, format_fraction
from sabot.forms.algebra.algebraic_number import Real
from sabot.forms.algebra.real_roots import RealPoint
from sabot.results import codec
from sabot.results.all_nash import INTERRUPTED
from sabot.results.base import CertifiedResult, hash_of_fields
from sabot.results.codec import Codec, JsonDocument, JsonObject
from sabot.results.nplayer import FieldReader, StrategyTable, number_to_text, root_to_json
from sabot.results.solution import no_such_error
from sabot.results.symmetry import Orders, Symmetry

GIVEN_UP = "the search was given up"
"""How the reason begins why a list is not complete that took too long."""
NOT_LISTED = "not listed"
"""How it begins if all equilibria were found, and not all are listed."""


@dataclass(frozen=True)
class NPlayerEquilibrium:
    """One equilibrium: what each player plays, and is paid.

    Probabilities and payoffs are fractions, or numbers of the field of its *root*.

    >>> import sabot
    >>> payoffs = "1 1 1" + 18 * " 0" + " 2 2 2"  # all meet at the first place, or at the second
    >>> text = f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {payoffs}'
    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> mixed = sabot.equilibria(parse_nplayer_nfg(text)).equilibria[-1]
    >>> mixed.vectors()[0], mixed["B"]["1"]
    ((Algebraic('2 - sqrt(2)'), Algebraic('-1 + sqrt(2)')), Algebraic('2 - sqrt(2)'))
    """

    strategies: Mapping[str, StrategyTable]
    """By player and information set, the probabilities that are not 0."""
    payoffs: tuple[Real, ...]
    root: RealPoint | None = None
    """What t is in the file, where probabilities are not fractions."""
    actions: Mapping[str, Mapping[str, Sequence[str]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """By player and information set, all actions in order."""

    def __hash__(self) -> int:
        return hash_of_fields(self)

    def __getitem__(self, seat: str) -> Mapping[str, Real]:
        """Return a player's probabilities by action, with those of 0.

        If the player has several information sets, by ``information set: action``.
        """
        if seat not in self.strategies:
            raise no_such_error(seat, self.strategies, "seat", "the equilibrium")
        table = self.strategies[seat]
        return {
            action if len(table) == 1 else f"{view}: {action}": mix.get(action, Fraction(0))
            for view, mix in table.items()
            for action in self.actions.get(seat, {}).get(view, mix)
        }

    def vectors(self) -> tuple[tuple[Real, ...], ...]:
        """Return each player's strategy as a vector: the probabilities of its actions, in order.

        Those of several information sets follow one another.
        """
        return tuple(tuple(self[seat].values()) for seat in self.strategies)


@dataclass(frozen=True)
class EquilibriumSubset:
    """A set of equilibria: all mixtures of some strategies of each player."""

    strategies: Mapping[str, tuple[StrategyTable, ...]]
    """By player: the strategies, of which every mixture is in the set."""

    def __hash__(self) -> int:
        return hash_of_fields(self)

    @property
    def players(self) -> tuple[str, ...]:
        """The players who have a choice in it."""
        return tuple(seat for seat, own in self.strategies.items() if len(own) > 1)

    @property
    def dimension(self) -> int:
        """The dimension if no strategy is a mixture of others; else a bound."""
        return sum(len(own) - 1 for own in self.strategies.values())

    def contains(self, one: NPlayerEquilibrium) -> bool:
        """Whether an equilibrium is in the set, such as an end of it.

        False where that is not decided: its probabilities are not fractions, a player has several
        information sets, or the strategies of a player are linearly dependent.
        """
        if one.root is not None or any(len(table) != 1 for table in one.strategies.values()):
            return False
        for seat, tables in self.strategies.items():
            (view,) = one.strategies[seat]
            actions = sorted(
                {action for table in (*tables, one.strategies[seat]) for action in table[view]}
            )
            point, *vertices = (
                tuple(Fraction(str(table[view].get(action, 0))) for action in actions)
                for table in (one.strategies[seat], *tables)
            )
            if not is_mixture(point, vertices):
                return False
        return True


@dataclass(frozen=True)
class SetByEquations:
    """All equilibria that use just some actions, near one that is listed: by equations.

    Every profile that uses just these actions, all with positive probability, and satisfies the
    equations and inequalities is an equilibrium. Near the listed points of the set there are no
    other equilibria that use these actions.
    """

    supports: Mapping[str, tuple[str, ...]]
    """By player the actions that are used; nothing of a player who has no choice."""
    unknowns: Mapping[str, tuple[str, str]]
    """By name in the equations: whose probability of which action it is."""
    equations: tuple[str, ...]
    inequalities: tuple[str, ...]
    dimension: int
    """At the listed points."""
    manifold: bool
    """Whether it is proved that there it is a manifold of that dimension; else it is a bound."""
    points: tuple[int, ...] = ()
    """The numbers of the listed equilibria that are in it, from 1."""

    def __hash__(self) -> int:
        return hash_of_fields(self)


@dataclass(frozen=True)
class EquilibriumIndex:
    """How an equilibrium of a complete list behaves if the payoffs change a little."""

    strict: bool
    """Every deviation loses."""
    quasi_strict: bool
    """Every best response is played with positive probability."""
    index: int | None
    """1 or -1 if it is shown to be regular; None where it is not."""

    @property
    def words(self) -> str:
        """What it is, and its index."""
        if self.index is None:
            return (
                "quasi-strict, not shown to be regular" if self.quasi_strict else "not quasi-strict"
            )
        return f"{'strict' if self.strict else 'regular'}, index {self.index:+d}"


@dataclass(frozen=True)
class IndexedComponent:
    """A connected component of equilibria that is not one regular equilibrium."""

    equilibria: tuple[int, ...]
    """The numbers of the listed equilibria in it, from 1."""
    subsets: tuple[int, ...]
    """The numbers of the sets that it consists of, from 1."""
    index: int | None
    """None: it is not proved what it is."""


def is_mixture(point: Sequence[Fraction], vertices: Sequence[Sequence[Fraction]]) -> bool:
    """Return whether a point is a mixture of vertices; False where these are linearly dependent.

    >>> half, none, one = Fraction(1, 2), Fraction(0), Fraction(1)
    >>> is_mixture((half, half, none), [(one, none, none), (none, one, none)])
    True
    >>> is_mixture((half, none, half), [(one, none, none), (none, one, none)])
    False
    """
    if len(vertices) == 1:
        return tuple(point) == tuple(vertices[0])
    rows = [[fmpq(x.numerator, x.denominator) for x in vertex] for vertex in vertices]
    corners = fmpq_mat(len(rows), len(point), [x for row in rows for x in row])
    at = fmpq_mat(len(point), 1, [fmpq(x.numerator, x.denominator) for x in point])
    products = corners * corners.transpose()
    if not products.det():
        return False
    weights = products.solve(corners * at)
    return corners.transpose() * weights == at and all(weight >= 0 for weight in weights.entries())


def _is_same_for_all(vectors: Sequence[Sequence[Real]], orders: Orders) -> bool:
    """Return whether all players use the same probabilities, each in its order of actions."""
    first, *others = (
        [vector[k] for k in order] for vector, order in zip(vectors, orders, strict=True)
    )
    return all(other == first for other in others)


def _have_common_mix(
    vertices: Sequence[Sequence[Sequence[Fraction]]], orders: Orders
) -> bool | None:
    """Return whether a mix is a mixture of the vertices of every player; None: not decided.

    It is decided if a player has one vertex, or all have two actions.
    """
    hulls = [
        [tuple(vertex[k] for k in order) for vertex in own]
        for own, order in zip(vertices, orders, strict=True)
    ]
    points = [own[0] for own in hulls if len(own) == 1]
    if points:
        if any(point != points[0] for point in points):
            return False
        inside = all(is_mixture(points[0], own) for own in hulls)
        dependent = any(len(own) > 2 for own in hulls)
        return True if inside else None if dependent else False
    if len(orders[0]) == 2:
        return max(min(own)[0] for own in hulls) <= min(max(own)[0] for own in hulls)
    return None


def _strategies_to_json(strategies: Mapping[str, StrategyTable]) -> JsonDocument:
    return {seat: _strategy_to_json(table) for seat, table in strategies.items()}


def _strategy_to_json(table: StrategyTable) -> JsonDocument:
    return {
        view: {action: number_to_text(chance) for action, chance in mix.items() if chance}
        for view, mix in table.items()
    }


def equilibrium_to_json(
    strategies: Mapping[str, StrategyTable], payoffs: Sequence[Real], root: RealPoint | None
) -> JsonDocument:
    """Return one equilibrium as a document has it."""
    return {
        **({} if root is None else {"root": root_to_json(root)}),
        "strategies": _strategies_to_json(strategies),
        "payoffs": [*map(number_to_text, payoffs)],
    }


def equilibrium_from_json(data: JsonObject) -> NPlayerEquilibrium:
    """Return one equilibrium of a document, with the numbers of its field."""
    reader = FieldReader(data.get("root"))
    strategies = {
        seat: {
            view: {action: reader.read(text) for action, text in mix.items()}
            for view, mix in table.items()
        }
        for seat, table in data["strategies"].items()
    }
    return NPlayerEquilibrium(strategies, tuple(map(reader.read, data["payoffs"])), reader.root)


_EQUILIBRIUM: Codec[NPlayerEquilibrium] = Codec(
    lambda one: equilibrium_to_json(one.strategies, one.payoffs, one.root), equilibrium_from_json
)
_FRACTIONS = codec.dict_of(codec.dict_of(Codec(format_fraction, as_rational)))
_SUBSET: Codec[EquilibriumSubset] = Codec(
    lambda one: {seat: [*map(_strategy_to_json, own)] for seat, own in one.strategies.items()},
    lambda data: EquilibriumSubset(
        {seat: tuple(map(_FRACTIONS.read, own)) for seat, own in data.items()}
    ),
)


@dataclass(frozen=True, repr=False)
class NPlayerEquilibria(CertifiedResult):
    """The equilibria of a small game for three or more players.

    >>> import sabot
    >>> payoffs = "1 1 1" + 18 * " 0" + " 2 2 2"  # all meet at the first place, or at the second
    >>> text = f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {payoffs}'
    >>> from sabot.io.nfg import parse_nplayer_nfg
    >>> found = sabot.equilibria(parse_nplayer_nfg(text))
    >>> found.count, found.complete, [str(one.payoffs[0]) for one in found]
    (3, True, ['1', '2', '6 - 4*sqrt(2)'])
    """

    game: str
    seats: tuple[str, ...]
    equilibria: tuple[NPlayerEquilibrium, ...]
    subsets: tuple[EquilibriumSubset, ...] = ()
    """Sets of equilibria that are not isolated; a listed one may be in such a set, as an end."""
    complete: bool = True
    """Whether every equilibrium is listed or in a subset: the certificate proves it."""
    reached_only: bool = False
    """Whether equilibria that differ only at information sets that are not reached are one."""
    certificate: JsonObject = field(default_factory=dict, repr=False)
    """The payoffs; of a complete list the neighbourhoods and the cells that prove it."""
    stopped: str = field(default="", compare=False)
    """Why the list is not complete, in words."""
    by_equations: tuple[SetByEquations, ...] = field(default=(), compare=False)
    """Sets around listed equilibria, if the list is not complete; no part of the document."""
    indices: tuple[EquilibriumIndex, ...] | None = None
    """What each equilibrium is, and its index; None: not asked for."""
    components: tuple[IndexedComponent, ...] = field(default=(), compare=False)
    """The components without a regular equilibrium, if indices are asked; not in the document."""
    support: tuple[int, ...] | None = field(default=None, compare=False)
    """How many actions the players mix in all that were searched; None: any number."""
    symmetry: Symmetry | None = field(default=None, compare=False)
    """Of a complete list: the relabelling with which every exchange of two players leaves the game
    the same; None: there is none, or it was not looked for. Not in the document."""
    seconds: float = field(default=0.0, compare=False)

    _schema = "sabot/nplayer-equilibria/1"
    _layout = (
        *(codec.SCHEMA, "game", "seats", codec.derived("count"), "complete", "reached_only?"),
        codec.entry("equilibria", by=codec.list_of(_EQUILIBRIUM)),
        *(codec.entry("subsets", by=codec.list_of(_SUBSET)), "indices?"),
        codec.entry("certificate", by=codec.EVIDENCE),
    )

    @property
    def count(self) -> int:
        """How many equilibria are listed one by one."""
        return len(self.equilibria)

    def __len__(self) -> int:
        return len(self.equilibria)

    def __iter__(self) -> Iterator[NPlayerEquilibrium]:
        return iter(self.equilibria)

    def __bool__(self) -> bool:
        return True  # a result, however long

    def _brief(self) -> str:
        sets = f" and {len(self.subsets)} sets" if self.subsets else ""
        return f"{self.count} listed{sets}" + ("" if self.complete else ", perhaps not all")

    @property
    def unique(self) -> bool | None:
        """Whether there is one equilibrium only; None: not known."""
        if self.count > 1 or self.subsets:
            return False
        return True if self.complete and not self.reached_only else None

    @property
    def rest_index(self) -> int | None:
        """The sum of the indices of all components without a regular equilibrium; None: not asked.

        The indices of all components sum to 1.
        """
        if self.indices is None:
            return None
        return 1 - sum(one.index or 0 for one in self.indices)

    @property
    def all_regular(self) -> bool | None:
        """Whether every equilibrium is regular, as in almost all games; None: not known.

        Regular equilibria are isolated and quasi-strict. So a game with a set of equilibria, or
        with one at which a best response is not played, has others.
        """
        if self.subsets:
            return False
        if self.indices is None:
            return None
        if any(not one.quasi_strict for one in self.indices):
            return False
        return None if any(one.index is None for one in self.indices) else True

    def symmetric(self) -> tuple[int, ...]:
        """Return the numbers of the listed equilibria, from 1, in which all play the same.

        None is listed unless the game is known to be symmetric: see :attr:`symmetry`.
        """
        if self.symmetry is None or self.symmetry.orders is None:
            return ()
        orders = self.symmetry.orders
        return tuple(
            number
            for number, one in enumerate(self.equilibria, 1)
            if _is_same_for_all(one.vectors(), orders)
        )

    def symmetric_sets(self) -> dict[int, bool | None]:
        """Return the numbers of the sets that have symmetric equilibria; None: not decided."""
        if self.symmetry is None or self.symmetry.orders is None:
            return {}
        verdicts = {
            number: _have_common_mix(self._vertices(one), self.symmetry.orders)
            for number, one in enumerate(self.subsets, 1)
        }
        return {number: verdict for number, verdict in verdicts.items() if verdict is not False}

    def _vertices(self, subset: EquilibriumSubset) -> list[list[tuple[Fraction, ...]]]:
        """Return by player the vectors whose mixtures are in a set."""
        cells = self.certificate["form"]["cells"]
        found = []
        for seat, tables in subset.strategies.items():
            ((view, actions, *_),) = cells[seat]
            found.append(
                [tuple(Fraction(str(table[view].get(a, 0))) for a in actions) for table in tables]
            )
        return found

    def vectors(self) -> list[tuple[tuple[Real, ...], ...]]:
        """Return every equilibrium listed as one vector for each player."""
        return [one.vectors() for one in self.equilibria]

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the result that a document holds; the form in it names all actions."""
        found = super().from_json(document)
        cells = found.certificate.get("form", {}).get("cells", {})
        actions = {seat: {cell[0]: tuple(cell[1]) for cell in own} for seat, own in cells.items()}
        listed = tuple(replace(one, actions=actions) for one in found.equilibria)
        return replace(found, equilibria=listed, stopped="" if found.complete else INTERRUPTED)
