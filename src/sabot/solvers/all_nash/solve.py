"""List all extreme equilibria of a two-player game, with maximal Nash subsets and components.

Where every one of some mixed strategies of one player is in equilibrium with every one of some of
the other, so are all mixtures of both. The largest such sets, the *maximal Nash subsets*, are
products of their vertices (maximal bicliques of the graph of extreme equilibria); every equilibrium
is in one of them. Subsets that share a vertex form a connected component. The certificate holds the
payoffs and the tree of cases that proves the list complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpz_mat

from sabot.errors import NoMethodError, SeatsError
from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.all_nash import Component, EveryEquilibrium, ExtremeEquilibrium
from sabot.solvers.all_nash.branching import (
    BranchingTree,
    CasesJson,
    IntegerMatrix,
    LabelledBimatrix,
    MixedStrategyVertex,
    build_proven_tree,
)
from sabot.solvers.certificate_writer import general_sum_form_to_json

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.results.binary_nash import PairEquilibria


VertexPair = tuple[int, int]
MOST_SUBSETS = 100_000
"""Maximal Nash subsets of one game: far more than can be read."""


@dataclass(frozen=True, slots=True)
class NashSubset:
    """A maximal Nash subset: vertices of either seat, by number; each pair is an equilibrium."""

    first: tuple[int, ...]
    second: tuple[int, ...]


def maximal_nash_subsets(pairs: Sequence[VertexPair]) -> list[list[NashSubset]]:
    """Return the maximal Nash subsets that pairs of vertices span, component by component.

    >>> maximal_nash_subsets([(0, 0), (1, 0), (1, 1), (2, 2)])
    [[NashSubset(first=(0, 1), second=(0,)), NashSubset(first=(1,), second=(0, 1))], \
[NashSubset(first=(2,), second=(2,))]]
    """
    found = []
    for part in _connected_parts(pairs):
        found.append(
            sorted(_maximal_bicliques(part), key=lambda subset: (subset.first, subset.second))
        )
    return sorted(found, key=lambda part: (part[0].first, part[0].second))


def _connected_parts(pairs: Sequence[VertexPair]) -> list[dict[int, int]]:
    """Return the connected components: by first vertex a bit mask of the second ones with it."""
    met: dict[int, int] = {}
    for one, two in pairs:
        met[one] = met.get(one, 0) | 1 << two
    parts: list[tuple[int, dict[int, int]]] = []
    for one, bits in met.items():
        apart, joined, together = [], bits, {one: bits}
        for part in parts:
            if part[0] & bits:
                joined |= part[0]
                together |= part[1]
            else:
                apart.append(part)
        parts = [*apart, (joined, together)]
    return [part for _, part in parts]


def _maximal_bicliques(met: dict[int, int]) -> Iterable[NashSubset]:
    """Yield the maximal bicliques of a component: intersections of some vertices' neighbours."""
    if len(met) == 1:
        ((one, bits),) = met.items()
        yield NashSubset((one,), _bit_positions(bits))
        return
    common: set[int] = set()
    for bits in met.values():
        raise_if_cancelled()
        common |= {bits & other for other in common} | {bits}
        common.discard(0)
        if len(common) > MOST_SUBSETS:
            raise NoMethodError(
                f"the equilibria form more than {MOST_SUBSETS:,} maximal Nash subsets"
            )
    for shared in common:
        first = tuple(sorted(one for one, bits in met.items() if bits & shared == shared))
        yield NashSubset(first, _bit_positions(shared))


def _bit_positions(bits: int) -> tuple[int, ...]:
    """Return the positions of the bits of a number.

    >>> _bit_positions(0b10110)
    (1, 2, 4)
    """
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


def hull_dimension(mixes: Sequence[Sequence[int]]) -> int:
    """Return the dimension of the hull of some mixes, given by weights.

    >>> hull_dimension([(1, 0, 0)]), hull_dimension([(1, 0, 1), (0, 1, 0), (1, 1, 1)])
    (0, 1)
    """
    if len(mixes) == 1:
        return 0
    flat = [weight for mix in mixes for weight in mix]
    return int(fmpz_mat(len(mixes), len(mixes[0]), flat).rank()) - 1


@dataclass(frozen=True, slots=True)
class ExtremeEquilibria:
    """The vertices of either seat, the pairs of them that are equilibria, and why these are all."""

    first: tuple[MixedStrategyVertex, ...]
    second: tuple[MixedStrategyVertex, ...]
    pairs: tuple[tuple[int, int], ...]
    components: tuple[tuple[NashSubset, ...], ...]
    tree: BranchingTree

    def spread(self, subset: NashSubset) -> int:
        """Return the dimension of a subset."""
        one = hull_dimension([self.first[k].weights for k in subset.first])
        return one + hull_dimension([self.second[k].weights for k in subset.second])

    @property
    def unique(self) -> tuple[bool, bool]:
        """Whether either seat plays the same mix in every equilibrium."""
        return len(self.first) == 1, len(self.second) == 1


def enumerate_equilibria(one: IntegerMatrix, two: IntegerMatrix) -> ExtremeEquilibria:
    """Return all extreme equilibria; *one* and *two* are the seats' payoffs by row and column.

    Each seat's payoffs may be over a denominator of its own: that changes no equilibrium.

    >>> sexes = enumerate_equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> [sexes.first[k].weights for k, _ in sexes.pairs], sexes.unique
    ([(1, 0), (0, 1), (2, 1)], (False, False))
    """
    sides = LabelledBimatrix(len(one), len(one[0]), tuple(zip(*two, strict=True)), one)
    found = build_proven_tree(sides)
    report_progress("components")
    met = {(x.weights, y.weights): (x, y) for xs, ys in found.faces for x in xs for y in ys}
    firsts = sorted({x.weights: x for x, _ in met.values()}.values(), key=_vertex_order)
    seconds = sorted({y.weights: y for _, y in met.values()}.values(), key=_vertex_order)
    place_one = {x.weights: k for k, x in enumerate(firsts)}
    place_two = {y.weights: k for k, y in enumerate(seconds)}
    pairs = sorted(
        ((place_one[x], place_two[y]) for x, y in met),
        key=lambda pair: (firsts[pair[0]].size + seconds[pair[1]].size, pair),
    )
    parts = tuple(map(tuple, maximal_nash_subsets(pairs)))
    return ExtremeEquilibria(tuple(firsts), tuple(seconds), tuple(pairs), parts, found.tree)


def _vertex_order(vertex: MixedStrategyVertex) -> tuple[int, tuple[bool, ...], tuple[int, ...]]:
    """Pure mixes come first, then small ones; among equals those of earlier strategies."""
    return vertex.size, tuple(not weight for weight in vertex.weights), vertex.weights


_CERTAIN = Fraction(1)


def list_equilibria(
    name: str, form: BimatrixForm | NPlayerSequenceForm
) -> EveryEquilibrium | PairEquilibria:
    """Return every extreme equilibrium of a game of two; refuse one for more."""
    from sabot.forms.parametric import is_large_binary_action_game
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

    if is_large_binary_action_game(form):
        from sabot.solvers.binary_nash.solve import list_binary_equilibria

        return list_binary_equilibria(name, form)
    if len(form.seats) != 2:
        raise SeatsError(form.obstacle, "all equilibria are listed of games with two seats")
    if isinstance(form, NPlayerSequenceForm):
        from sabot.forms.sequence_nplayer import bimatrix_form_for_all_nash

        form = bimatrix_form_for_all_nash(form)
    return list_bimatrix_equilibria(name, form)


def list_bimatrix_equilibria(name: str, form: BimatrixForm) -> EveryEquilibrium:
    """Return every extreme equilibrium of a bimatrix form, with its certificate."""
    found = enumerate_equilibria(form.one.payoffs, form.two.payoffs)
    mixes = [
        [_strategy_of_vertex(vertex, actions) for vertex in own]
        for own, actions in ((found.first, form.rows), (found.second, form.columns))
    ]
    paid = [
        [Fraction(vertex.best, sum(vertex.weights) * table.denominator) for vertex in own]
        for own, table in ((found.first, form.two), (found.second, form.one))
    ]
    one, two = form.seats
    actions = {one: form.rows, two: form.columns}
    listed = tuple(
        ExtremeEquilibrium({one: mixes[0][x], two: mixes[1][y]}, (paid[1][y], paid[0][x]), actions)
        for x, y in found.pairs
    )
    shown = LazyCertificate(form, found.tree)
    return EveryEquilibrium(name, form.seats, listed, _result_components(found), shown)


def _strategy_of_vertex(
    vertex: MixedStrategyVertex, actions: Sequence[str]
) -> dict[str, dict[str, Fraction]]:
    total = sum(vertex.weights)
    if vertex.size == 1:
        return {"-": {actions[vertex.weights.index(total)]: _CERTAIN}}
    pairs = zip(actions, vertex.weights, strict=True)
    return {"-": {action: Fraction(weight, total) for action, weight in pairs if weight}}


def _result_components(found: ExtremeEquilibria) -> tuple[Component, ...]:
    number = {pair: k for k, pair in enumerate(found.pairs, 1)}
    made = []
    for part in found.components:
        subsets = sorted(
            tuple(sorted(number[x, y] for x in subset.first for y in subset.second))
            for subset in part
        )
        made.append(Component(max(map(found.spread, part)), tuple(subsets)))
    return tuple(sorted(made, key=lambda component: component.subsets))


class LazyCertificate(Mapping[str, Any]):
    """The payoffs and the cases of a certificate, made when they are asked for."""

    def __init__(self, form: BimatrixForm, tree: BranchingTree) -> None:
        self._form, self._tree = form, tree

    def __getitem__(self, key: str) -> Any:
        if key == "form":
            return general_sum_form_to_json(self._form)
        if key == "cases":
            return CasesJson(self._form.seats, self._tree)
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(("form", "cases"))

    def __len__(self) -> int:
        return 2
